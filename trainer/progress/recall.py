"""Recall: missed or slow questions are asked again after growing intervals.

FSRS schedules the items. `first_card`, `lapsed`, `rating` and `after_review` are pure: the time is an argument.

Only so much is taken in as can be given back: an item is asked at least four times, and a day asks at most
`MAX_PER_DAY`. A question that was missed in several ways is one item.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from random import Random
from typing import Any, Self

from django.db import connection
from django.db.models import Count, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from fsrs import Card, Rating, Scheduler

from trainer.drills.modes import Mode
from trainer.drills.questions import Marking
from trainer.drills.registry import DRILLS, UNTOLD
from trainer.drills.settings import Settings
from trainer.drills.skills import Rates, blame, chance_of
from trainer.models import Attempt, Learner, Recall, Run
from trainer.progress.verdicts import unhurried

SETTINGS = Settings("recall", Mode.RECALL)
"""The settings of every recall run, whose questions can come from any drill."""

MAX_PER_DAY = 20
"""The most questions of a day."""
NEW_PER_DAY, SLOW_PER_DAY = 5, 2
"""After how many new questions of a day no miss is taken in any more, and no slow answer."""
NEW_IF_LIKELY, LIKELY = 6, 0.15
"""The same for a miss of what the learner misses so often: it teaches most."""
LEAST_AHEAD = 12
"""New questions are taken in while fewer than this many come within a day, or, if that is more, than the learner
recalled a day of late and a few besides."""
_LATELY, _MORE = 7, 5
_UNEXPLAINED = 0.05
"""How probably something is missed of which nothing is known."""
RESTS_AFTER = timedelta(days=30)
"""An item that was due so long ago is not asked any more, unless its question is missed again."""
_READ = 200
"""Among how many due items, the latest, the most useful ones are chosen."""
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

_CAUSE_LENGTH = 40
_SCHEDULER = Scheduler(
    learning_steps=(RETRY_AFTER,), relearning_steps=(RETRY_AFTER,), maximum_interval=MAX_INTERVAL, enable_fuzzing=False
)


# ------------------------------------------------------------------------------------------------------------ FSRS


def first_card(rated: Rating, now: datetime) -> Card:
    """Return the FSRS card of a question that was answered at `now`, in UTC, for the first time: missed or slow."""
    fresh = Card(card_id=0, due=now)  # without an id, the library would sleep to make a unique one
    return _SCHEDULER.review_card(fresh, rated, now)[0]


def lapsed(card: Card, missed_at: datetime | None) -> Card:
    """Return the card after a miss outside recall, if that is not in it yet. Its difficulty is kept."""
    if missed_at is None or (card.last_review and card.last_review >= missed_at):
        return card
    return _SCHEDULER.review_card(card, Rating.Again, missed_at)[0]


def rating(*, right: bool, hinted: bool, seconds: float, typical: float | None, unhurried: float = 0.0) -> Rating:
    """Return the FSRS rating of an answer. `typical` is the learner's usual seconds, None if unknown; what takes no
    longer than `unhurried` seconds is not slow."""
    if not right:
        return Rating.Again
    if hinted or is_slow(seconds, typical, unhurried):
        return Rating.Hard
    return Rating.Easy if typical is not None and seconds < EASY * typical else Rating.Good


def is_slow(seconds: float, typical: float | None, unhurried: float = 0.0) -> bool:
    """Return whether an answer took so long that its question goes into recall even if it was right."""
    return typical is not None and seconds > max(HARD * typical, unhurried)


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
        card = lapsed(Card.from_dict(item.card), item.missed_at).to_dict()
        return cls(item.pk, card, item.due_at, item.turns, item.rights, item.right_since)

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


def star(learner: Learner, drill: str, question: object, now: datetime) -> Recall:
    """Put a starred question into recall, as if it had just been missed, and return its item.

    What was known for good is there for its star alone, so that it leaves again with it.
    """
    card = first_card(Rating.Again, now)
    pattern = DRILLS[drill].canonical(question)
    as_new = {"cause": Recall.STARRED, "question": str(question), "card": card.to_dict(), "created_at": now}
    again = {"due_at": card.due, "missed_at": now, "rights": 0, "right_since": None, "retired": False}
    Recall.objects.filter(learner=learner, drill=drill, pattern=pattern, retired=True).update(cause=Recall.STARRED)
    return Recall.objects.update_or_create(
        learner=learner, drill=drill, pattern=pattern, defaults=again, create_defaults={**as_new, **again}
    )[0]


def item_of(attempt: Attempt, marking: Marking, rates: Rates, now: datetime) -> Recall:
    """Return an unsaved item that puts the question of a missed or slow answer into recall at `now`."""
    cause = cause_of(marking)
    card = first_card(Rating.Hard if marking.right else Rating.Again, now)
    return Recall(
        learner_id=attempt.learner_id,
        drill=attempt.drill,
        pattern=DRILLS[attempt.drill].canonical(marking.question),
        cause=cause,
        question=attempt.question,
        card=card.to_dict(),
        due_at=card.due,
        created_at=now,
        missed_at=None if marking.right else now,
        chance=_chance_of(marking, rates),
    )


def take_in(item: Recall) -> None:
    """Save an item of an answer, if there is room for it today. One query.

    A question that is in recall already is asked again soon after a miss, and keeps how difficult it is; a slow answer
    changes nothing of it. What was starred takes no room from what is missed.

    The ORM cannot insert on a condition: it would need a second query, and an answer is to cost no more than seven.
    """
    now, adapted = item.created_at, connection.ops.adapt_datetimefield_value
    columns = [field for field in Recall._meta.concrete_fields if not field.primary_key]
    values = {str(field.column): field.get_db_prep_save(getattr(item, field.attname), connection) for field in columns}
    bounds = {
        "rests_before": adapted(now - RESTS_AFTER),
        "day_ahead": adapted(now + timedelta(days=1)),
        "lately": adapted(now - timedelta(days=_LATELY)),
        "midnight": adapted(_midnight(now)),
        "settings": str(SETTINGS),
        "starred": Recall.STARRED,
        "most_of_today": _most_of_today(item),
    }
    with connection.cursor() as cursor:
        cursor.execute(_statement(tuple(values), slow=item.cause == SLOW), {**values, **bounds})


def _most_of_today(item: Recall) -> int:
    """Return after how many new questions of its day an item is not taken in any more: the last places are kept for
    what teaches most."""
    if item.cause == SLOW:
        return SLOW_PER_DAY
    return NEW_IF_LIKELY if item.chance >= LIKELY else NEW_PER_DAY


@lru_cache
def _statement(columns: Sequence[str], *, slow: bool) -> str:
    """Return the SQL that saves an item if its question is in recall already, or if there is room for one more."""
    again = ", ".join(f"{name} = excluded.{name}" for name in _OF_A_MISS)
    known = """EXISTS (
        SELECT 1 FROM trainer_recall
        WHERE learner_id = %(learner_id)s AND drill = %(drill)s AND pattern = %(pattern)s
    )"""
    return f"""
        INSERT INTO trainer_recall ({", ".join(columns)})
        SELECT {", ".join(f"%({name})s" for name in columns)}
        WHERE {"false" if slow else known} OR (
            SELECT COUNT(CASE WHEN due_at > %(rests_before)s AND due_at < %(day_ahead)s THEN 1 END) < (
                SELECT CASE WHEN SUM(number) > {_LATELY * (MAX_PER_DAY - _MORE)} THEN {MAX_PER_DAY}
                            WHEN SUM(number) > {_LATELY * (LEAST_AHEAD - _MORE)} THEN SUM(number) / {_LATELY} + {_MORE}
                            ELSE {LEAST_AHEAD} END
                FROM trainer_run
                WHERE learner_id = %(learner_id)s AND settings = %(settings)s AND asked_at >= %(lately)s
            ) AND COUNT(CASE WHEN created_at >= %(midnight)s THEN 1 END) < %(most_of_today)s
            FROM trainer_recall WHERE learner_id = %(learner_id)s AND retired = false AND cause <> %(starred)s
        )
        ON CONFLICT (learner_id, drill, pattern) DO {"NOTHING" if slow else f"UPDATE SET {again}"}
    """  # noqa: S608 -- no part of it is user input


_OF_A_MISS = ("cause", "chance", "due_at", "missed_at", "rights", "right_since", "retired")
"""The columns that a miss changes of a question that is in recall already."""


def _chance_of(marking: Marking, rates: Rates) -> float:
    """Return how probably the learner misses what was missed; little for what was only slow."""
    weighed = whole = 0.0
    for part in marking.parts if not marking.right else ():
        for skill, blamed in (blame(part.demands, part.off, part.missed, rates) or {}).items():
            weighed, whole = weighed + blamed * chance_of(skill, rates), whole + blamed
    return weighed / whole if whole else _UNEXPLAINED


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
        unhurried=unhurried(attempt.drill, attempt.sort),
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
    return str(drill.sibling(drill.read(item.question), Random(f"{item.question}/{item.turns}")))


def due(learner: Learner, now: datetime) -> list[int]:
    """Return the primary keys of `due_items`. One query."""
    return [item.pk for item in due_items(learner, now)]


def due_items(learner: Learner, now: datetime) -> list[Recall]:
    """Return the items due now, the most useful first, up to today's limit. One query."""
    found = list(_due(learner, now).order_by("-due_at", "pk")[:_READ])
    found.sort(key=lambda item: usefulness(item, now), reverse=True)
    return found[: _remaining_today(found[0].asked)] if found else []


def due_count(learner: Learner, now: datetime) -> int:
    """Return how many items `due` returns. One query."""
    rows = list(_due(learner, now).order_by().values_list("asked")[:MAX_PER_DAY])
    return min(len(rows), _remaining_today(rows[0][0])) if rows else 0


def usefulness(item: Recall, now: datetime) -> float:
    """Return what asking an item teaches: how probably it is forgotten, times how probably such a thing is missed."""
    card = lapsed(Card.from_dict(item.card), item.missed_at)
    if card.last_review is None or card.stability is None:
        return item.chance
    elapsed = (now - card.last_review) / timedelta(days=1)
    return item.chance * elapsed / (elapsed + _HALF_FORGOTTEN * card.stability)


_HALF_FORGOTTEN = 9.0
"""After this many times its stability an item is forgotten as probably as not, nearly as FSRS has it."""


def _due(learner: Learner, now: datetime) -> QuerySet[Any]:
    """Return the items due now, with how many answers recall had today as `asked`."""
    asked = _answers_of_today(learner, now).values("learner").annotate(answers=Count("pk")).values("answers")
    return waiting(learner, now).filter(due_at__lte=now).annotate(asked=Coalesce(Subquery(asked), 0))


def waiting(learner: Learner, now: datetime) -> QuerySet[Recall]:
    """Return the items that will be asked: not those known for good, nor those that rest."""
    return _items(learner, retired=False).filter(due_at__gt=now - RESTS_AFTER)


def waiting_by_skill(learner: Learner, now: datetime) -> dict[str, int]:
    """Return how many of these items there are by the skill or kind of scoring item that was missed. One query."""
    rows = waiting(learner, now).values("cause").annotate(n=Count("pk")).order_by()
    found: dict[str, int] = defaultdict(int)
    for cause, number in rows.values_list("cause", "n"):
        head, *kinds = cause.split(" ")
        for kind in {head, *(kind.partition(":")[0] for kind in kinds)}:
            found[kind] += number
    return found


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
    """How many items are due `now`, on each of the coming `days` (today first), `waiting` in total, and `retired`;
    and how many of today's misses were `taken` in."""

    now: int
    days: Sequence[tuple[date, int]]
    waiting: int
    retired: int
    taken: int = 0


def forecast(learner: Learner, now: datetime) -> RecallForecast:
    """Return when the learner's items are due if everything due is answered. Three queries."""
    midnight = _midnight(now)
    ends = [midnight + timedelta(days=day + 1) for day in range(FORECAST_DAYS)]
    before = {f"before_{day}": Count("pk", filter=Q(due_at__lt=end)) for day, end in enumerate(ends)}
    counts = {"now": Count("pk", filter=Q(due_at__lte=now)), "all": Count("pk")}
    counts["taken"] = Count("pk", filter=Q(missed_at__gte=midnight) & ~Q(cause=Recall.STARRED))
    found = waiting(learner, now).aggregate(**counts, **before)
    room = _remaining_today(_answers_of_today(learner, now).count())
    days: list[tuple[date, int]] = []
    come = 0
    for day in range(FORECAST_DAYS):
        number = min(found[f"before_{day}"] - come, MAX_PER_DAY if day else room)
        days.append(((midnight + timedelta(days=day)).date(), number))
        come += number
    retired = _items(learner, retired=True).count()
    return RecallForecast(min(found["now"], room), days, found["all"], retired, found["taken"])


def missed_today(learner: Learner, now: datetime) -> int:
    """Return how many questions were missed today. One query. Of an exam under way nothing is told."""
    under_way = Run.objects.filter(UNTOLD, learner=learner)
    missed = Attempt.objects.filter(learner=learner, answered_at__gte=_midnight(now), right=False, rated=True)
    return missed.exclude(run__in=under_way).values("drill", "question").distinct().count()


def again_today(learner: Learner, now: datetime) -> datetime | None:
    """Return when the next item that is not due yet comes back today, or None. One query."""
    end = _midnight(now) + timedelta(days=1)
    coming = waiting(learner, now).filter(due_at__gt=now, due_at__lt=end).order_by("due_at").first()
    return coming.due_at if coming else None


def last_retired(learner: Learner, number: int) -> list[Recall]:
    """Return retired items, those with the latest due date first. One query."""
    return list(_items(learner, retired=True).order_by("-due_at", "-pk")[:number])


def run_in_progress(learner: Learner, now: datetime) -> Run | None:
    """Return today's unfinished recall run, or None. One query."""
    return _runs_of_today(learner, now).filter(ended_at=None).order_by("-asked_at").first()
