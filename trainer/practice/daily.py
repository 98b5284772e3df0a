"""The daily run: the same hands for everybody on a day, one counted try, and a table of results.

Days are in UTC. A run counts if it was finished within an hour after the day. Results are ordered by right counts, then
by time on the hands. The clock starts with the first answer, so that looking at the first hand in advance is no
advantage, and stops while an answer is explained.

The table ranks accounts with a public name only: a guest is made at no cost, and could look at the hands for another.
What is faster than people can count is not ranked either.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet, Subquery

from game.words.names import told_apart
from trainer.drills.modes import Mode
from trainer.drills.registry import OF_THE_DAY
from trainer.drills.settings import Settings
from trainer.models import Learner, Run

SETTINGS = Settings(OF_THE_DAY, Mode.DAILY)
HANDS = Mode.DAILY.traits.length or 0
"""Number of hands in a daily run."""
PICTURE = "3D 4D 8S"
"""The cards of its small picture."""
SHOWN = 50
"""The most places in the table that are shown."""
FASTEST = timedelta(seconds=2)
"""On average for a hand, of those that are ranked. Champions take about 7 seconds a count."""
_GRACE = timedelta(hours=1)
"""How long after the end of its day a run can be finished."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A place in a day's table: right counts of `HANDS`, and seconds on the hands after the first."""

    place: int
    name: str
    right: int
    seconds: float
    learner: int


@dataclass(frozen=True, slots=True)
class DailyResults:
    """The best results of a day, the number of all results in the table, and the learner's own result.

    Only accounts with a public name are in the table. Without one, `own` has the place that the learner would have.
    `too_fast` tells that the learner's own result is not ranked, because nobody counts so fast.
    """

    best: tuple[DailyResult, ...]
    placed: int
    own: DailyResult | None
    too_fast: bool = False


def today(now: datetime) -> date:
    """Return the day whose daily run is open, in UTC."""
    return now.astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """Return the end of a day, midnight in UTC, at which the next day's hands come."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def closes_at(day: date) -> datetime:
    """Return the time from which a day's run can no longer be finished."""
    return ends_at(day) + _GRACE


def seed_of(day: date, secret_key: str | None = None) -> int:
    """Return the seed of a day's hands, from 0 to 2**63 - 1. It cannot be predicted without the secret key.

    It is the site's key, unless another is given.
    """
    key = (secret_key or settings.SECRET_KEY).encode()
    digest = hmac.digest(key, f"daily run {day.isoformat()}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:8]) >> 1


def try_of(learner: Learner | None, day: date) -> Run | None:
    """Return the learner's counted try on a day, finished or not, or None. One query."""
    return Run.objects.filter(learner=learner, day=day).first() if learner else None


def has_hands(day: date, now: datetime) -> bool:
    """Return whether there is a page of a day: today's, and those since the first try. At most one query."""
    return day == today(now) or (day < today(now) and Run.objects.filter(day__lte=day).exists())


def neighbours(day: date, now: datetime) -> tuple[date | None, date | None]:
    """Return the nearest days before and after this one that have tries; today counts even without tries.

    One query, which reads two index entries.
    """
    before = Run.objects.filter(day__lt=day).order_by("-day").values("day")[:1]
    after = Run.objects.filter(day__gt=day, day__lte=today(now)).order_by("day").values("day")[:1]
    found = Run.objects.values_list(Subquery(before), Subquery(after)).order_by()[:1]
    earlier, later = next(iter(found), (None, None))
    return earlier, later or (today(now) if day < today(now) else None)


_FASTEST_RUN = FASTEST.total_seconds() * (HANDS - 1)


def results(day: date, own: Run | None) -> DailyResults:
    """Return the table of a day, with the place of the learner's own try if it is finished. At most three queries."""
    ranked = _in_time(day).filter(
        learner__public_name__isnull=False, learner__name__isnull=False, spent__gte=_FASTEST_RUN
    )
    rows = ranked.order_by("-score", "spent", "ended_at", "pk").values_list(
        "learner__public_name", "right", "spent", "learner_id"
    )
    shown = list(rows[:SHOWN])
    elders = sorted(shown, key=lambda row: row[3])  # whoever has been here longest stands there by the name alone
    names = dict(zip((row[3] for row in elders), told_apart(row[0] or "" for row in elders), strict=True))
    best = tuple(
        DailyResult(place, names[learner], right, spent, learner)
        for place, (_name, right, spent, learner) in enumerate(shown, 1)
    )
    placed = ranked.count() if len(best) == SHOWN else len(best)
    found = _own(own, day, best, ranked) if own else None
    return DailyResults(best, placed, found, found is not None and found.seconds < _FASTEST_RUN)


def _in_time(day: date) -> QuerySet[Run]:
    """Return the tries of a day that were finished in time."""
    return Run.objects.filter(day=day, ended_at__lt=closes_at(day))


def _own(run: Run, day: date, best: tuple[DailyResult, ...], ranked: QuerySet[Run]) -> DailyResult | None:
    """Return the result of a try, in the shown part of the table or not; None if it was not finished in time."""
    for result in best:
        if result.learner == run.learner_id:
            return result
    if run.ended_at is None or run.ended_at >= closes_at(day):
        return None
    ahead = ranked.filter(Q(score__gt=run.score) | Q(score=run.score, spent__lt=run.spent)).count()
    return DailyResult(ahead + 1, "", run.right, run.spent, run.learner_id)
