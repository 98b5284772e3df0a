"""The pure half of the drill in one module, as `Drill.questions` wants it."""

from trainer.drills.peg.marking import mark
from trainer.drills.peg.posing import canonical, hardness, pose, sibling
from trainer.drills.peg.question import read

__all__ = ["canonical", "hardness", "mark", "pose", "read", "sibling"]
