"""Classes: an organiser, members who joined by a code, the runs set for them, and what they agreed to share.

Nothing of a member is read for the organiser but what they share; the costs of a page do not grow with the members.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet, Sum
from django.utils import timezone

from trainer import names
from trainer.drills.settings import Settings
from trainer.models import EVER, Assignment, Classroom, Learner, Membership, Run, Tally
from trainer.practice.summary import WHOLE
from trainer.progress import verdicts
from trainer.progress.tallies import ALL, SKILL

MEMBERS = 100
"""Members that a class may have."""
CLASSES = 20
"""Classes that one learner may organise."""
SET = 20
"""Runs that may be set for a class at a time."""

_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What join codes are made of: no 0 and O, no 1, I and L."""
_CODE = 8
"""Signs of a join code: 31 to the power of 8 is 850 thousand millions, too many to try with any slow-down."""


class ClassFault(StrEnum):
    """Why somebody cannot join, or an organiser cannot have more."""

    NO_SUCH_CODE = "no-such-code"
    FULL = "full"
    NAME_TAKEN = "name-taken"
    OWN_CLASS = "own-class"
    TOO_MANY_CLASSES = "too-many-classes"
    TOO_MANY_SET = "too-many-set"


class ClassRefused(Exception):
    """Something that is not done, and why."""

    def __init__(self, fault: ClassFault) -> None:
        """Keep why."""
        super().__init__(fault)
        self.fault = fault


# ---------------------------------------------------------------------------------------------------- join codes


def new_code() -> str:
    """A join code that nobody has guessed yet."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_CODE))


def spaced(code: str) -> str:
    """A join code as people read it: "KX7M-4RPT"."""
    return f"{code[: _CODE // 2]}-{code[_CODE // 2 :]}"


def of_code(typed: str) -> Classroom:
    """The class of a join code, however it is spaced and spelt. Raises ClassRefused."""
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    found = Classroom.objects.filter(code=code).first() if len(code) == _CODE else None
    if found is None:
        raise ClassRefused(ClassFault.NO_SUCH_CODE)
    return found


# ----------------------------------------------------------------------------------------------------- belonging


@dataclass(frozen=True, slots=True)
class Belonging:
    """A learner in a class: `membership` is None for the organiser."""

    classroom: Classroom
    membership: Membership | None


def belonging(key: str, learner: Learner | None) -> Belonging | None:
    """How a learner belongs to the class of this key; None where they do not. Two queries at most."""
    if learner is None:
        return None
    classroom = Classroom.objects.filter(key=key).first()
    if classroom is None:
        return None
    if classroom.organiser_id == learner.pk:
        return Belonging(classroom, None)
    membership = Membership.objects.filter(classroom=classroom, learner=learner).first()
    if membership is None:
        return None
    membership.classroom = classroom  # it has been read
    return Belonging(classroom, membership)


def organised(learner: Learner) -> QuerySet[Classroom]:
    """The classes that a learner organises, with the number of their members as `members`."""
    return Classroom.objects.filter(organiser=learner).annotate(members=Count("memberships")).order_by("name", "pk")


def joined(learner: Learner) -> QuerySet[Membership]:
    """The classes that a learner is a member of, with the number of runs open there as `open_runs`."""
    open_runs = Count("classroom__assignments", filter=Q(classroom__assignments__until__gt=timezone.now()))
    members = Membership.objects.filter(learner=learner).select_related("classroom")
    return members.annotate(open_runs=open_runs).order_by("classroom__name", "pk")


def make_class(organiser: Learner, name: str) -> Classroom:
    """Make a class. Raises ClassRefused."""
    if organiser.classrooms_organised.count() >= CLASSES:
        raise ClassRefused(ClassFault.TOO_MANY_CLASSES)
    return Classroom.objects.create(organiser=organiser, name=name, code=new_code())


def join(classroom: Classroom, learner: Learner, called: str, *, shares: bool) -> Membership:
    """Make the learner a member; one who is already stays as they are. Raises ClassRefused."""
    if classroom.organiser_id == learner.pk:
        raise ClassRefused(ClassFault.OWN_CLASS)
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=classroom.pk)  # one after another: names and places are counted
        members = list(classroom.memberships.all())
        own = next((member for member in members if member.learner_id == learner.pk), None)
        if own:
            return own
        if len(members) >= MEMBERS:
            raise ClassRefused(ClassFault.FULL)
        _see_free(called, members)
        return Membership.objects.create(classroom=classroom, learner=learner, called=called, shares=shares)


def change(membership: Membership, called: str, *, shares: bool) -> None:
    """Let a member be called otherwise, and share or not. Raises ClassRefused."""
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=membership.classroom_id)
        _see_free(called, Membership.objects.filter(classroom=membership.classroom_id).exclude(pk=membership.pk))
        membership.called, membership.shares = called, shares
        membership.save(update_fields=["called", "shares"])


def _see_free(called: str, others: Iterable[Membership]) -> None:
    if any(names.key(other.called) == names.key(called) for other in others):
        raise ClassRefused(ClassFault.NAME_TAKEN)


# -------------------------------------------------------------------------------------------------- runs that are set


def set_run(classroom: Classroom, settings: Settings, until: datetime) -> Assignment:
    """Set a run for the class. Raises ClassRefused."""
    if classroom.assignments.filter(until__gt=timezone.now()).count() >= SET:
        raise ClassRefused(ClassFault.TOO_MANY_SET)
    return classroom.assignments.create(settings=str(settings), until=until)


def assignments(classroom: Classroom) -> tuple[list[Assignment], list[Assignment]]:
    """The runs that are open, the one that closes first first, and the last that are over. One query."""
    now = timezone.now()
    rows = list(classroom.assignments.order_by("-until", "-pk")[: 2 * SET])
    return [row for row in reversed(rows) if row.until > now], [row for row in rows if row.until <= now][:SET]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a member did of a run that was set: tries with at least one answer, of a round whole ones only, and the best
    score among them.

    The score of a round is what was given up, negative; of other runs it is right answers or points.
    """

    tries: int
    best: float


Outcomes = dict[tuple[int, int], Outcome]
"""By learner and assignment."""


def outcomes(rows: Sequence[Assignment], learners: Collection[int]) -> Outcomes:
    """What these learners did of these assignments, while they were open. One query."""
    runs = Run.objects.filter(WHOLE, assignment__in=rows, learner__in=learners, begun_at__lte=F("assignment__until"))
    told = runs.values_list("learner_id", "assignment_id").annotate(tries=Count("pk"), best=Max("score"))
    return {(learner, row): Outcome(tries, best) for learner, row, tries, best in told}


# ---------------------------------------------------------------------------------------------------------- progress


@dataclass(frozen=True, slots=True)
class Practice:
    """Answers of some days, and how many of them were right."""

    answers: int = 0
    right: int = 0

    @property
    def accuracy(self) -> int:
        """Right answers in a hundred."""
        return round(100 * self.right / self.answers) if self.answers else 0


@dataclass(frozen=True, slots=True)
class Member:
    """A member as the organiser sees them; who does not share is a name only."""

    membership: Membership
    week: Practice = Practice()
    month: Practice = Practice()
    weakest: str = ""


def members(classroom: Classroom) -> list[Member]:
    """The members by name. Three queries, whatever their number."""
    rows = sorted(classroom.memberships.all(), key=lambda row: (row.called.casefold(), row.pk))
    sharing = [row.learner_id for row in rows if row.shares]
    lately, weak = _lately(sharing), _weakest(sharing)
    return [
        Member(row, *lately.get(row.learner_id, (Practice(), Practice())), weak.get(row.learner_id, "")) for row in rows
    ]


def _lately(learners: Collection[int]) -> dict[int, tuple[Practice, Practice]]:
    """The practice of the last 7 and 30 days, today among them, by learner."""
    today = timezone.localdate()
    week = Q(day__gt=today - timedelta(days=7))
    rows = (
        Tally.objects.filter(learner__in=learners, facet=ALL, day__gt=today - timedelta(days=30))
        .values_list("learner_id")
        .annotate(
            week_times=Sum("times", filter=week, default=0),
            week_misses=Sum("misses", filter=week, default=0.0),
            month_times=Sum("times"),
            month_misses=Sum("misses"),
        )
    )
    return {learner: (_practice(*told[:2]), _practice(*told[2:])) for learner, *told in rows}


def _practice(times: int, misses: float) -> Practice:
    return Practice(times, times - round(misses))


def _weakest(learners: Collection[int]) -> dict[int, str]:
    """The skill that each learner should practise first, by what the learner's own progress page says."""
    ever, lately = Q(day=EVER), Q(day__gt=timezone.localdate() - timedelta(days=verdicts.LATELY))
    rows = (
        Tally.objects.filter(ever | lately, learner__in=learners, facet__startswith=SKILL)
        .values_list("learner_id", "facet")
        .annotate(
            n=Sum("times", filter=lately),
            missed=Sum("misses", filter=lately, default=0.0),
            smooth=Sum("level", filter=ever, default=0.0),
        )
        .filter(n__gt=0)
    )
    records = defaultdict(list)
    for learner, *told in rows:
        records[learner].append(verdicts.Record(*told))
    weak = {learner: verdicts.weak(verdicts.judge(found)) for learner, found in records.items()}
    return {learner: found[0].record.name for learner, found in weak.items() if found}
