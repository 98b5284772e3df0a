"""All drills by name, in the order in which they are offered."""

from trainer.drills import choosing, finding, going, itemising, knowing, laying_away, moving, pegging, spotting, tapping
from trainer.drills.base import Drill
from trainer.drills.count import question as count_question

DRILLS: dict[str, Drill] = {
    "count": count_question,
    "itemise": itemising,
    "find": finding,
    "tap": tapping,
    "muggins": spotting,
    "peg": pegging,
    "choose": choosing,
    "layaway": laying_away,
    "go": going,
    "move": moving,
    "rules": knowing,
}
