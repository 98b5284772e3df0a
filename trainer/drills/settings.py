"""The settings of a run: what is practised, and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Self

from game.numbers import whole_number
from trainer.drills.modes import Mode
from trainer.drills.options import FLASH, HEAR, HUNT

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
        return length is None or number < length

    @property
    def timed(self) -> bool:
        """Whether the time of an answer means anything: in a lesson there is a text to read first, and what is counted
        from memory takes another time than what is counted at sight."""
        return self.mode is not Mode.LESSON and not self.flashes

    @property
    def goes_on(self) -> bool:
        """Whether the next question comes with the verdict, instead of after it."""
        return self.mode.traits.goes_on

    @property
    def hunts(self) -> bool:
        """Whether what was missed is hunted for before it is shown."""
        return self.options.get(HUNT.name) == "on"

    @property
    def hears(self) -> str:
        """What is heard instead of read: "count", "all" with the cards, or "" for nothing."""
        return self.options.get(HEAR.name, "")

    @property
    def silent(self) -> bool:
        """Whether nothing is said of an answer before the run is over."""
        return self.mode.traits.silent

    def is_untold(self, ended_at: datetime | None) -> bool:
        """Return whether nothing may be said yet of the answers of a run that ended then; None: it has not ended."""
        return self.silent and ended_at is None

    @property
    def waits(self) -> bool:
        """Whether nothing is shown before the learner begins it, so that the time of the first question counts too."""
        return self.flashes or self.silent

    @property
    def flashes(self) -> bool:
        """Whether cards turn over before the answer is given."""
        return FLASH.name in self.options

    @property
    def shown_for(self) -> int | None:
        """After how many seconds cards turn over by themselves; None: they do not."""
        return whole_number(self.options.get(FLASH.name, ""), of=_SECONDS)

    @property
    def shorter(self) -> Self | None:
        """The same run with cards shown for the next shorter time; None if there is none."""
        times = list(FLASH.values)
        after = dict(pairwise(times)).get(self.options.get(FLASH.name, ""))
        return replace(self, options={**self.options, FLASH.name: after}) if after else None

    def covers_at(self, now: datetime) -> datetime | None:
        """Return when cards that are shown now turn over by themselves; None: they do not."""
        return None if self.shown_for is None else now + timedelta(seconds=self.shown_for)

    def rise(self, number: int) -> float | None:
        """Return how far the run has risen from easy (0) to hard (1) after so many answers; None: it does not."""
        return min(number / RISING, 1.0) if self.mode.traits.rises else None
