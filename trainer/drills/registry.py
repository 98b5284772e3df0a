"""All drills by name, in the order in which they are offered."""

from trainer.drills import (
    choosing,
    counting,
    finding,
    going,
    itemising,
    knowing,
    laying_away,
    moving,
    pegging,
    spotting,
    tapping,
)
from trainer.drills.base import Drill

DRILLS: dict[str, Drill] = {
    "count": counting,
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
