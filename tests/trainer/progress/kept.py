"""A learner's tallies in memory, as the database would store them."""

from dataclasses import dataclass, field
from math import exp, log

from trainer.drills.questions import Marking
from trainer.models import Attempt
from trainer.progress import tallies, verdicts
from trainer.progress.verdicts import JudgedRecord, Record


@dataclass
class Sums:
    """The tally of a facet for all days."""

    times: int = 0
    misses: float = 0.0
    late_times: float = 0.0
    late_misses: float = 0.0
    level: float | None = None
    timed: int = 0
    logs: float = 0.0
    pace: float = 0.0

    def time(self, pace: float) -> None:
        """Add the logarithm of an answer's seconds."""
        self.pace = tallies.moved(self.pace, self.timed, pace)
        self.timed, self.logs = self.timed + 1, self.logs + pace

    def add(self, times: int, misses: float) -> None:
        """Add an answer."""
        kept, now = tallies.decay(times), 1 - misses / times
        self.times, self.misses = self.times + times, self.misses + misses
        self.late_times = self.late_times * kept + times
        self.late_misses = self.late_misses * kept + misses
        self.level = now if self.level is None else self.level + tallies.GATE * (now - self.level)


@dataclass
class Kept:
    """A learner's tallies in memory."""

    rates: tallies.LearnerRates = field(default_factory=tallies.LearnerRates)
    sums: dict[str, Sums] = field(default_factory=dict)

    def add(self, drill: str, marking: Marking, answer: str, seconds: float | None = None) -> None:
        """Add an answer, timed if its seconds are given."""
        pace = None if seconds is None else log(seconds)
        attempt = Attempt(drill=drill, sort=marking.sort, answer=answer, right=marking.right)
        found = list(tallies.facets(attempt, marking, self.rates))
        self.rates = tallies.updated_rates(self.rates, found, pace)
        for facet, times, misses in found:
            sums = self.sums.setdefault(facet, Sums())
            sums.add(times, misses)
            if pace is not None:
                sums.time(pace)

    def records(self) -> list[Record]:
        """Return the records of the skills and classes."""
        return [
            Record(
                facet, sums.times, sums.misses, sums.late_times, sums.late_misses, sums.level or 0.0,
                sums.timed, sums.logs, exp(sums.pace) if sums.timed else None,
            )
            for facet, sums in self.sums.items()
            if facet.startswith((tallies.SKILL, tallies.SORT, tallies.LOAD))
        ]  # fmt: skip

    def weak(self) -> list[JudgedRecord]:
        """Return what is weak, in the order of advice."""
        return verdicts.weaknesses(verdicts.judge(self.records()))
