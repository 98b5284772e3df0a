"""The sheet of every drill, by the drill's name."""

from trainer.drills.choose import page as choose_page
from trainer.drills.count import page as count_page
from trainer.drills.discard import page as discard_page
from trainer.drills.find import page as find_page
from trainer.drills.go import page as go_page
from trainer.drills.itemise import page as itemise_page
from trainer.drills.move import page as move_page
from trainer.drills.muggins import page as muggins_page
from trainer.drills.peg import page as peg_page
from trainer.drills.rules import page as rules_page
from trainer.drills.tap import page as tap_page
from trainer.sheets import Sheet

SHEETS: dict[str, Sheet] = {
    "count": count_page,
    "itemise": itemise_page,
    "find": find_page,
    "tap": tap_page,
    "muggins": muggins_page,
    "peg": peg_page,
    "choose": choose_page,
    "discard": discard_page,
    "go": go_page,
    "move": move_page,
    "rules": rules_page,
}
