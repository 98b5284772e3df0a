"""All drills by name, in the order in which they are offered."""

from trainer.drills.base import Drill
from trainer.drills.choose import question as choose_question
from trainer.drills.count import question as count_question
from trainer.drills.discard import question as discard_question
from trainer.drills.find import question as find_question
from trainer.drills.go import question as go_question
from trainer.drills.itemise import question as itemise_question
from trainer.drills.move import question as move_question
from trainer.drills.muggins import question as muggins_question
from trainer.drills.peg import question as peg_question
from trainer.drills.rules import question as rules_question
from trainer.drills.tap import question as tap_question

DRILLS: dict[str, Drill] = {
    "count": count_question,
    "itemise": itemise_question,
    "find": find_question,
    "tap": tap_question,
    "muggins": muggins_question,
    "peg": peg_question,
    "choose": choose_question,
    "discard": discard_question,
    "go": go_question,
    "move": move_question,
    "rules": rules_question,
}
