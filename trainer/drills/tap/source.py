"""The pure half of the drill in one module, as `Drill.questions` wants it."""

from trainer.drills.tap.marking import mark
from trainer.drills.tap.posing import canonical, hardness, pose, sibling
from trainer.drills.tap.question import read

__all__ = ["canonical", "hardness", "mark", "pose", "read", "sibling"]
