"""The sheet of every drill, by the drill's name."""

from trainer.sheets import (
    Sheet,
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

SHEETS: dict[str, Sheet] = {
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
