"""The settings of a run: what is practised, and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from game.numbers import whole_number
from trainer.drills.modes import Mode
from trainer.drills.options import HUNT

_SECONDS = range(10_000)

RISING = 20
"""Answers after which a run that rises is at its hardest."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is practised, and how. Two runs compare when their settings are equal.

    `seconds` is a sprint's length (None: untimed) or a hand's clock; `options` holds what differs from the usual. Its
    text form is "count sprint 180 kind=crib".
    """

    drill: str
    mode: Mode
    seconds: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """The text form, with options in the order of their names."""
        seconds = [] if self.seconds is None else [str(self.seconds)]
        options = [f"{name}={value}" for name, value in sorted(self.options.items())]
        return " ".join([self.drill, self.mode, *seconds, *options])

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a text form that this program wrote. Raise ValueError."""
        drill, mode, *rest = text.split(" ")
        seconds = whole_number(rest[0], of=_SECONDS) if rest else None
        options = rest if seconds is None else rest[1:]
        return cls(drill, Mode(mode), seconds, dict(part.split("=", 1) for part in options))

    def rates(self, number: int) -> bool:
        """Return whether an answer, numbered from 0, counts in progress. A miss that is asked again does not."""
        if self.mode is Mode.REPLAY:
            return False
        length = self.mode.traits.length
        return self.mode is not Mode.CHECK or length is None or number < length

    @property
    def timed(self) -> bool:
        """Whether the time of an answer means anything: in a lesson there is a text to read first."""
        return self.mode is not Mode.LESSON

    @property
    def goes_on(self) -> bool:
        """Whether the next question comes with the verdict, instead of after it."""
        return self.mode.traits.goes_on

    @property
    def hunts(self) -> bool:
        """Whether what was missed is hunted for before it is shown."""
        return self.options.get(HUNT.name) == "on"

    def rise(self, number: int) -> float | None:
        """Return how far the run has risen from easy (0) to hard (1) after so many answers; None: it does not."""
        return min(number / RISING, 1.0) if self.mode.traits.rises else None
