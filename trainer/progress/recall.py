"""What comes back: which questions that were missed, or took long, are asked again, and when.

FSRS says when, from how well an item was known; the arithmetic is in `missed_card`, `rating` and `moved_on`, which know
no clock. Source: UX.md, Recall and progress.
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
"""The settings of every recall run; its questions are of any drill."""

A_DAY = 20
"""Questions that come back on one day at most."""
AHEAD = 14
"""Days that are looked ahead."""
LATER = timedelta(minutes=10)
"""How soon a question comes back after a miss."""
LONGEST = 90
"""Days after which a question comes back at the latest."""
HARD = 2.0
"""Times the usual time above which a right answer was hard, and slow in any run."""
EASY = 0.6
"""Times the usual time under which it was easy."""
RIGHTS = 3
"""Right answers in a row after which an item is retired, if ..."""
SETTLED = timedelta(days=7)
"""... so much time lies between the first and the last of them."""

SLOW = "slow"
"""The cause of an item whose question was answered rightly, but not quickly."""

_ROOM = 40
_SCHEDULER = Scheduler(
    learning_steps=(LATER,), relearning_steps=(LATER,), maximum_interval=LONGEST, enable_fuzzing=False
)


# ------------------------------------------------------------------------------------------------------------ FSRS


def missed_card(now: datetime) -> Card:
    """The FSRS card of what was missed just now, whatever was known of it before. `now` is in UTC."""
    fresh = Card(card_id=0, due=now)  # a number of its own is what the library would wait for
    return _SCHEDULER.review_card(fresh, Rating.Again, now)[0]


def rating(*, right: bool, hinted: bool, seconds: float, typical: float | None) -> Rating:
    """How well a question was known; `typical` are the learner's usual seconds, None where nothing is known yet."""
    if not right:
        return Rating.Again
    if hinted or is_slow(seconds, typical):
        return Rating.Hard
    return Rating.Easy if typical is not None and seconds < EASY * typical else Rating.Good


def is_slow(seconds: float, typical: float | None) -> bool:
    """Whether an answer took so long that its question comes back even if it was right."""
    return typical is not None and seconds > HARD * typical


@dataclass(frozen=True, slots=True)
class Mastery:
    """How well an item is known: its FSRS card, and the right answers in a row with the time of the first of them."""

    card: Card
    rights: int = 0
    right_since: datetime | None = None
    retired: bool = False


def moved_on(mastery: Mastery, rated: Rating, now: datetime) -> Mastery:
    """How well an item is known after one more answer. `now` is in UTC."""
    card = _SCHEDULER.review_card(mastery.card, rated, now)[0]
    if rated is Rating.Again:
        return Mastery(card)
    rights, since = mastery.rights + 1, mastery.right_since or now
    return Mastery(card, rights, since, retired=rights >= RIGHTS and now - since >= SETTLED)


@dataclass(frozen=True, slots=True)
class RecalledItem:
    """A recall item as it was when its question was asked, so that its answer need not read it."""

    pk: int
    card: Any  # as the library writes it
    due_at: datetime
    turns: int
    rights: int
    right_since: datetime | None

    @classmethod
    def of(cls, item: Recall) -> Self:
        """The item as it is now."""
        return cls(item.pk, item.card, item.due_at, item.turns, item.rights, item.right_since)

    def to_json(self) -> dict[str, Any]:
        """The form in which a run keeps it, beside its number."""
        return {
            "card": self.card,
            "due_at": self.due_at.isoformat(),
            "turns": self.turns,
            "rights": self.rights,
            "right_since": self.right_since and self.right_since.isoformat(),
        }

    @classmethod
    def from_json(cls, pk: int, kept: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
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


def missed_item(attempt: Attempt, marking: Marking, now: datetime) -> Recall:
    """The item that lets the question of an answer come back, not kept yet."""
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


def keep(item: Recall) -> None:
    """Keep an item that was missed just now; one that is there already begins anew. One statement."""
    Recall.objects.bulk_create(
        [item],
        update_conflicts=True,
        unique_fields=["learner", "drill", "pattern", "cause"],
        update_fields=["card", "due_at", "rights", "right_since", "retired"],
    )


def cause_of(marking: Marking) -> str:
    """Why a question comes back: the skill that was missed, or the likeliest cause; "" where nobody can say."""
    if marking.right:
        return SLOW
    return next(iter((*(marking.missed or ()), *marking.causes)), "")[:_ROOM]


def reviewed(item: RecalledItem, attempt: Attempt, typical: float | None) -> None:
    """Take the answer to an item's question: when it comes back, or that it does so no more. One update.

    A right answer says nothing of an item that was answered elsewhere since it was read: a miss there stands, and what
    was known there is not known twice.
    """
    now = attempt.answered_at
    rated = rating(
        right=attempt.right,
        hinted=attempt.hinted,
        seconds=(now - attempt.asked_at).total_seconds(),
        typical=typical,
    )
    mastery = moved_on(Mastery(Card.from_dict(item.card), item.rights, item.right_since), rated, now)
    asked = Recall.objects.filter(pk=item.pk)
    if attempt.right:
        asked = asked.filter(due_at=item.due_at)
    asked.update(
        card=mastery.card.to_dict(),
        due_at=mastery.card.due,
        turns=item.turns + 1,
        rights=mastery.rights,
        right_since=mastery.right_since,
        retired=mastery.retired,
    )


# ---------------------------------------------------------------------------------------------------------- reading


def question_of(item: Recall) -> str:
    """What is asked for an item: its own question, and every other time a sibling, which is the same till answered."""
    if item.turns % 2 == 0:
        return item.question
    drill = DRILLS[item.drill]
    return str(drill.sibling(drill.read(item.question), Random(f"{item.pk}/{item.turns}")))


def due(learner: Learner, now: datetime) -> list[int]:
    """The numbers of the items to be asked now, the longest due first, as many as the day has room for. One query."""
    asked = _answers_of_today(learner, now).values("learner").annotate(answers=Count("pk")).values("answers")
    items = _items(learner, retired=False).filter(due_at__lte=now).order_by("due_at", "pk")
    rows = list(items.annotate(asked=Coalesce(Subquery(asked), 0)).values_list("pk", "asked")[:A_DAY])
    return [number for number, asked_today in rows[: _room(rows[0][1])]] if rows else []


def due_number(learner: Learner, now: datetime) -> int:
    """How many items are to be asked now. One query."""
    return len(due(learner, now))


def _items(learner: Learner, *, retired: bool) -> QuerySet[Recall]:
    # As a value, for a bare False becomes NOT, with which SQLite does not use the index.
    return Recall.objects.filter(learner=learner, retired=Value(retired))


def _runs_of_today(learner: Learner, now: datetime) -> QuerySet[Run]:
    """The recall runs that were gone on with today."""
    return Run.objects.filter(learner=learner, settings=str(SETTINGS), asked_at__gte=_midnight(now))


def _answers_of_today(learner: Learner, now: datetime) -> QuerySet[Attempt]:
    """What the day has had: of a run that was begun yesterday the answers after midnight only."""
    return Attempt.objects.filter(run__in=_runs_of_today(learner, now), answered_at__gte=_midnight(now))


def _room(asked: int) -> int:
    return max(A_DAY - asked, 0)


def _midnight(now: datetime) -> datetime:
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What comes when: how many items are to be asked `now`, on each of the `days` from today (with those of now), how
    many are `waiting` in all, and how many have been `retired`."""

    now: int
    days: Sequence[tuple[date, int]]
    waiting: int
    retired: int


def outlook(learner: Learner, now: datetime) -> Outlook:
    """What comes back to the learner, and when, if they answer whatever is due. Three queries."""
    midnight = _midnight(now)
    ends = [midnight + timedelta(days=day + 1) for day in range(AHEAD)]
    before = {f"before_{day}": Count("pk", filter=Q(due_at__lt=end)) for day, end in enumerate(ends)}
    waiting = _items(learner, retired=False)
    found = waiting.aggregate(now=Count("pk", filter=Q(due_at__lte=now)), waiting=Count("pk"), **before)
    room = _room(_answers_of_today(learner, now).count())
    days: list[tuple[date, int]] = []
    come = 0
    for day in range(AHEAD):
        number = min(found[f"before_{day}"] - come, A_DAY if day else room)
        days.append(((midnight + timedelta(days=day)).date(), number))
        come += number
    return Outlook(min(found["now"], room), days, found["waiting"], _items(learner, retired=True).count())


def last_retired(learner: Learner, number: int) -> list[Recall]:
    """The items that were retired, those that were known longest first. One query."""
    return list(_items(learner, retired=True).order_by("-due_at", "-pk")[:number])


def going(learner: Learner, now: datetime) -> Run | None:
    """The recall run of today that is not over yet. One query."""
    return _runs_of_today(learner, now).filter(ended_at=None).order_by("-asked_at").first()
