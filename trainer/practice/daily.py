"""The daily run: the same hands for everybody on a day, one counted try, and a table of results.

Days are in UTC. A run counts if it was finished within an hour after the day. Results are ordered by right counts, then
by time on the hands. The clock starts with the first answer, so that looking at the first hand in advance is no
advantage, and stops while an answer is explained.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from trainer.drills.modes import Mode
from trainer.drills.registry import OF_THE_DAY
from trainer.drills.settings import Settings
from trainer.models import Learner, Run

SETTINGS = Settings(OF_THE_DAY, Mode.DAILY)
HANDS = Mode.DAILY.traits.length or 0
"""Number of hands in a daily run."""
SHOWN = 50
"""The most places in the table that are shown."""
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

    Only learners with a public name are in the table. Without one, `own` has the place that the learner would have.
    """

    best: tuple[DailyResult, ...]
    placed: int
    own: DailyResult | None


def today(now: datetime) -> date:
    """Return the day whose daily run is open, in UTC."""
    return now.astimezone(UTC).date()


def ends_at(day: date) -> datetime:
    """Return the end of a day, midnight in UTC, at which the next day's hands come."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def closes_at(day: date) -> datetime:
    """Return the time from which a day's run can no longer be finished."""
    return ends_at(day) + _GRACE


def seed_of(day: date) -> int:
    """Return the seed of a day's hands, from 0 to 2**63 - 1. It cannot be predicted without the site's secret key."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"daily run {day.isoformat()}".encode(), hashlib.sha256)
    return int.from_bytes(digest[:8]) >> 1


def try_of(learner: Learner | None, day: date) -> Run | None:
    """Return the learner's counted try on a day, finished or not, or None. One query."""
    return Run.objects.filter(learner=learner, day=day).first() if learner else None


def neighbours(day: date, now: datetime) -> tuple[date | None, date | None]:
    """Return the nearest days before and after this one that have tries; today counts even without tries.

    One query, which reads two index entries.
    """
    before = Run.objects.filter(day__lt=day).order_by("-day").values("day")[:1]
    after = Run.objects.filter(day__gt=day, day__lte=today(now)).order_by("day").values("day")[:1]
    found = Run.objects.values_list(Subquery(before), Subquery(after)).order_by()[:1]
    earlier, later = next(iter(found), (None, None))
    return earlier, later or (today(now) if day < today(now) else None)


_NO_TIME = timedelta(0)
_SPENT = Coalesce(
    Sum(
        ExpressionWrapper(F("attempts__answered_at") - F("attempts__asked_at"), DurationField()),
        filter=Q(attempts__number__gt=0),
    ),
    Value(_NO_TIME),
    output_field=DurationField(),
)


def results(day: date, own: Run | None) -> DailyResults:
    """Return the table of a day, with the place of the learner's own try if it is finished. At most five queries.

    Times are summed only for tries with enough right counts to be shown.
    """
    public = _in_time(day).filter(learner__public_name__isnull=False)
    last_shown = public.order_by("-score").values("score")[SHOWN - 1 : SHOWN]
    candidates = public.filter(score__gte=Coalesce(Subquery(last_shown), 0.0))
    rows = (
        candidates.values_list("learner__public_name", "right", "learner_id", "score", "ended_at", "pk")
        .annotate(spent=_SPENT)
        .order_by("-score", "spent", "ended_at", "pk")[:SHOWN]
    )
    best = tuple(
        DailyResult(place, name or "", right, spent.total_seconds(), learner)
        for place, (name, right, learner, *_, spent) in enumerate(rows, 1)
    )
    placed = public.count() if len(best) == SHOWN else len(best)
    return DailyResults(best, placed, _own(own, day, best, public) if own else None)


def _in_time(day: date) -> QuerySet[Run]:
    """Return the tries of a day that were finished in time."""
    return Run.objects.filter(day=day, ended_at__lt=closes_at(day))


def _own(run: Run, day: date, best: tuple[DailyResult, ...], public: QuerySet[Run]) -> DailyResult | None:
    """Return the result of a try, in the shown part of the table or not; None if it was not finished in time."""
    for result in best:
        if result.learner == run.learner_id:
            return result
    spent = _in_time(day).filter(pk=run.pk).values_list("pk").annotate(spent=_SPENT).first()
    if spent is None:
        return None
    ahead = public.filter(score__gt=run.score).count()
    ahead += public.filter(score=run.score).values("pk").annotate(spent=_SPENT).filter(spent__lt=spent[1]).count()
    return DailyResult(ahead + 1, "", run.right, spent[1].total_seconds(), run.learner_id)
