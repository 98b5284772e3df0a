"""The settings of a new game: the rules, the opponents, and how the table looks."""

from dataclasses import dataclass, replace
from typing import Any, Self

from game.boards import Design
from game.engine.record import read_rules, rules_text
from game.engine.rules import Rules
from game.models import Pace
from game.strategy.levels import Level


@dataclass(frozen=True, slots=True)
class Setup:
    """A game to begin. The person sits in the first seat; `levels` are those of the bots in the other seats.

    They are `matched` if the person asked for even games: then they are those of the day on which the game began.
    """

    rules: Rules
    levels: tuple[Level, ...]
    pace: Pace = Pace.NORMAL
    design: Design = Design.PLANK
    warnings: bool = False
    matched: bool = False

    def against(self, level: Level) -> Self:
        """Return the setup with another opponent. Those who played like the opponent still do."""
        return replace(self, levels=tuple(level if other is self.levels[0] else other for other in self.levels))

    def as_json(self) -> dict[str, object]:
        """Return the setup as plain data. The rules are text, as in a record."""
        return {
            "rules": rules_text(self.rules),
            "levels": [level.value for level in self.levels],
            "pace": self.pace.value,
            "design": self.design.value,
            "warnings": self.warnings,
            "matched": self.matched,
        }

    @classmethod
    def from_json(cls, data: object) -> Self | None:
        """Return the setup that `as_json` wrote, or None for anything else, such as data of an older version."""
        try:
            return cls._read(data)
        except (AttributeError, KeyError, TypeError, ValueError):  # any of them only says that it does not fit
            return None

    @classmethod
    def _read(cls, data: Any) -> Self:
        rules = read_rules(data["rules"])
        levels = tuple(Level(level) for level in data["levels"])
        if len(levels) != rules.seats - 1:
            raise ValueError
        pace, design, matched = Pace(data["pace"]), Design(data["design"]), bool(data.get("matched"))
        return cls(rules, levels, pace, design, bool(data["warnings"]), matched)
