"""Recall: missed or slow questions are asked again after growing intervals.

FSRS schedules the items. `missed_card`, `rating` and `after_review` are pure: they take the time as an argument.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any, Self

from django.db.models import Count, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from fsrs import Card, Rating, Scheduler

from trainer.drills.modes import Mode
from trainer.drills.questions import Marking
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Recall, Run

SETTINGS = Settings("recall", Mode.RECALL)
"""The settings of every recall run, whose questions can come from any drill."""

MAX_PER_DAY = 20
"""The most questions of a day."""
FORECAST_DAYS = 14
"""Days in the forecast, today included."""
RETRY_AFTER = timedelta(minutes=10)
"""How soon a missed question is asked again."""
MAX_INTERVAL = 90
"""The longest interval, in days."""
HARD = 2.0
"""A right answer that takes more than this many times the usual seconds is rated hard, and slow in any run."""
EASY = 0.6
"""A right answer that takes less than this many times the usual seconds is rated easy."""
RIGHTS = 3
"""Right answers in a row required before an item is retired."""
SETTLED_AFTER = timedelta(days=7)
"""Time required between the first and the last of them."""

SLOW = "slow"
"""The cause of an item whose question was answered correctly but slowly."""

STARRED = "starred"
"""The cause of an item whose question is a decision that the learner starred."""

_CAUSE_LENGTH = 40
_SCHEDULER = Scheduler(
    learning_steps=(RETRY_AFTER,), relearning_steps=(RETRY_AFTER,), maximum_interval=MAX_INTERVAL, enable_fuzzing=False
)


# ------------------------------------------------------------------------------------------------------------ FSRS


def missed_card(now: datetime) -> Card:
    """Return the FSRS card of a question missed at `now`, in UTC; earlier reviews are ignored."""
    fresh = Card(card_id=0, due=now)  # without an id, the library would sleep to make a unique one
    return _SCHEDULER.review_card(fresh, Rating.Again, now)[0]


def rating(*, right: bool, hinted: bool, seconds: float, typical: float | None) -> Rating:
    """Return the FSRS rating of an answer. `typical` is the learner's usual seconds, None if unknown."""
    if not right:
        return Rating.Again
    if hinted or is_slow(seconds, typical):
        return Rating.Hard
    return Rating.Easy if typical is not None and seconds < EASY * typical else Rating.Good


def is_slow(seconds: float, typical: float | None) -> bool:
    """Return whether an answer took so long that its question goes into recall even if it was right."""
    return typical is not None and seconds > HARD * typical


@dataclass(frozen=True, slots=True)
class Mastery:
    """How well an item is known: its FSRS card, its right answers in a row, and the time of the first of them."""

    card: Card
    rights: int = 0
    right_since: datetime | None = None
    retired: bool = False


def after_review(mastery: Mastery, rated: Rating, now: datetime) -> Mastery:
    """Return an item's mastery after one more answer at `now`, in UTC."""
    card = _SCHEDULER.review_card(mastery.card, rated, now)[0]
    if rated is Rating.Again:
        return Mastery(card)
    rights, since = mastery.rights + 1, mastery.right_since or now
    return Mastery(card, rights, since, retired=rights >= RIGHTS and now - since >= SETTLED_AFTER)


@dataclass(frozen=True, slots=True)
class RecalledItem:
    """A recall item as it was when its question was asked, so that answering needs no query for it."""

    pk: int
    card: Any  # the JSON form of an `fsrs.Card`
    due_at: datetime
    turns: int
    rights: int
    right_since: datetime | None

    @classmethod
    def of(cls, item: Recall) -> Self:
        """Return a copy of the item's current state."""
        return cls(item.pk, item.card, item.due_at, item.turns, item.rights, item.right_since)

    def to_json(self) -> dict[str, object]:
        """Return the JSON form that a run stores, without the primary key."""
        return {
            "card": self.card,
            "due_at": self.due_at.isoformat(),
            "turns": self.turns,
            "rights": self.rights,
            "right_since": self.right_since and self.right_since.isoformat(),
        }

    @classmethod
    def from_json(cls, pk: int, kept: Mapping[str, Any]) -> Self:
        """Read the form that `to_json` returns."""
        since = kept["right_since"]
        return cls(
            pk,
            kept["card"],
            datetime.fromisoformat(kept["due_at"]),
            kept["turns"],
            kept["rights"],
            since and datetime.fromisoformat(since),
        )


# ---------------------------------------------------------------------------------------------------------- writing


def starred_item(learner: Learner, drill: str, question: object, now: datetime) -> Recall:
    """Return an unsaved item that puts a starred decision into recall, as if it had just been missed."""
    card = missed_card(now)
    return Recall(
        learner=learner,
        drill=drill,
        pattern=DRILLS[drill].canonical(question),
        cause=STARRED,
        question=str(question),
        card=card.to_dict(),
        due_at=card.due,
        created_at=now,
    )


def missed_item(attempt: Attempt, marking: Marking, now: datetime) -> Recall:
    """Return an unsaved item that puts the question of an answer into recall."""
    card = missed_card(now)
    return Recall(
        learner_id=attempt.learner_id,
        drill=attempt.drill,
        pattern=DRILLS[attempt.drill].canonical(marking.question),
        cause=cause_of(marking),
        question=attempt.question,
        card=card.to_dict(),
        due_at=card.due,
        created_at=now,
    )


def save_missed(item: Recall) -> None:
    """Save an item that was just missed; an existing one for the same question and cause starts over. One query."""
    Recall.objects.bulk_create(
        [item],
        update_conflicts=True,
        unique_fields=["learner", "drill", "pattern", "cause"],
        update_fields=["card", "due_at", "rights", "right_since", "retired"],
    )


def cause_of(marking: Marking) -> str:
    """Return why a question is in recall: the missed skill, or the likeliest cause; "" if unknown."""
    if marking.right:
        return SLOW
    return next(iter((*(marking.missed or ()), *marking.causes)), "")[:_CAUSE_LENGTH]


def record_review(item: RecalledItem, attempt: Attempt, typical: float | None) -> None:
    """Reschedule or retire an item after an answer to its question. One query.

    A right answer changes nothing if the item was answered elsewhere since it was read: a miss there stays, and a right
    answer there is not counted twice.
    """
    now = attempt.answered_at
    rated = rating(
        right=attempt.right,
        hinted=attempt.hinted,
        seconds=(now - attempt.asked_at).total_seconds(),
        typical=typical,
    )
    mastery = after_review(Mastery(Card.from_dict(item.card), item.rights, item.right_since), rated, now)
    rows = Recall.objects.filter(pk=item.pk)
    if attempt.right:
        rows = rows.filter(due_at=item.due_at)
    rows.update(
        card=mastery.card.to_dict(),
        due_at=mastery.card.due,
        turns=item.turns + 1,
        rights=mastery.rights,
        right_since=mastery.right_since,
        retired=mastery.retired,
    )


# ---------------------------------------------------------------------------------------------------------- reading


def question_of(item: Recall) -> str:
    """Return the question to ask for an item: its own, and every other time a similar one, the same until answered."""
    if item.turns % 2 == 0:
        return item.question
    drill = DRILLS[item.drill]
    return str(drill.sibling(drill.read(item.question), Random(f"{item.pk}/{item.turns}")))


def due(learner: Learner, now: datetime) -> list[int]:
    """Return the primary keys of the items due now, the longest due first, up to today's limit. One query."""
    asked = _answers_of_today(learner, now).values("learner").annotate(answers=Count("pk")).values("answers")
    items = _items(learner, retired=False).filter(due_at__lte=now).order_by("due_at", "pk")
    rows = list(items.annotate(asked=Coalesce(Subquery(asked), 0)).values_list("pk", "asked")[:MAX_PER_DAY])
    return [pk for pk, _ in rows[: _remaining_today(rows[0][1])]] if rows else []


def due_count(learner: Learner, now: datetime) -> int:
    """Return how many items `due` returns. One query."""
    return len(due(learner, now))


def _items(learner: Learner, *, retired: bool) -> QuerySet[Recall]:
    # A plain False becomes NOT in SQL, and SQLite does not use the index for that; a Value does not.
    return Recall.objects.filter(learner=learner, retired=Value(retired))


def _runs_of_today(learner: Learner, now: datetime) -> QuerySet[Run]:
    """Return the recall runs that asked a question today."""
    return Run.objects.filter(learner=learner, settings=str(SETTINGS), asked_at__gte=_midnight(now))


def _answers_of_today(learner: Learner, now: datetime) -> QuerySet[Attempt]:
    """Return today's recall answers; of a run that began yesterday, those after midnight."""
    return Attempt.objects.filter(run__in=_runs_of_today(learner, now), answered_at__gte=_midnight(now))


def _remaining_today(asked: int) -> int:
    return max(MAX_PER_DAY - asked, 0)


def _midnight(now: datetime) -> datetime:
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(frozen=True, slots=True)
class RecallForecast:
    """How many items are due `now`, on each of the coming `days` (today first), `waiting` in total, and `retired`."""

    now: int
    days: Sequence[tuple[date, int]]
    waiting: int
    retired: int


def forecast(learner: Learner, now: datetime) -> RecallForecast:
    """Return when the learner's items are due if everything due is answered. Three queries."""
    midnight = _midnight(now)
    ends = [midnight + timedelta(days=day + 1) for day in range(FORECAST_DAYS)]
    before = {f"before_{day}": Count("pk", filter=Q(due_at__lt=end)) for day, end in enumerate(ends)}
    waiting = _items(learner, retired=False)
    found = waiting.aggregate(now=Count("pk", filter=Q(due_at__lte=now)), waiting=Count("pk"), **before)
    room = _remaining_today(_answers_of_today(learner, now).count())
    days: list[tuple[date, int]] = []
    come = 0
    for day in range(FORECAST_DAYS):
        number = min(found[f"before_{day}"] - come, MAX_PER_DAY if day else room)
        days.append(((midnight + timedelta(days=day)).date(), number))
        come += number
    return RecallForecast(min(found["now"], room), days, found["waiting"], _items(learner, retired=True).count())


def again_today(learner: Learner, now: datetime) -> datetime | None:
    """Return when the next item that is not due yet comes back today, or None. One query."""
    end = _midnight(now) + timedelta(days=1)
    coming = _items(learner, retired=False).filter(due_at__gt=now, due_at__lt=end).order_by("due_at").first()
    return coming.due_at if coming else None


def last_retired(learner: Learner, number: int) -> list[Recall]:
    """Return retired items, those with the latest due date first. One query."""
    return list(_items(learner, retired=True).order_by("-due_at", "-pk")[:number])


def run_in_progress(learner: Learner, now: datetime) -> Run | None:
    """Return today's unfinished recall run, or None. One query."""
    return _runs_of_today(learner, now).filter(ended_at=None).order_by("-asked_at").first()
