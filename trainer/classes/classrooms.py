"""Classes: an organiser, members who joined with a code, the runs set for them, and what they agreed to share.

Nothing is read of members who do not share. The number of queries does not grow with the number of members.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.utils import timezone

from game.models import Challenge, ChallengeTry
from trainer import names
from trainer.drills.settings import Settings
from trainer.models import EVER, Assignment, Classroom, Learner, Membership, Run, Tally
from trainer.practice.summary import COMPLETE_RUNS
from trainer.progress import verdicts
from trainer.progress.tallies import ALL, SKILL, day_of

MEMBERS = 100
"""Members that a class may have."""
CLASSES = 20
"""Classes that one learner may organise."""
SET = 20
"""Runs that may be set for a class at a time, and challenges."""

_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of join codes: no 0 and O, no 1, I and L."""
_CODE = 8
"""Characters of a join code: there are 850 thousand million codes, too many to guess under a throttle."""


class ClassFault(StrEnum):
    """Why somebody cannot join, or an organiser cannot add more."""

    NO_SUCH_CODE = "no-such-code"
    FULL = "full"
    NAME_TAKEN = "name-taken"
    OWN_CLASS = "own-class"
    TOO_MANY_CLASSES = "too-many-classes"
    TOO_MANY_SET = "too-many-set"
    TOO_MANY_CHALLENGES = "too-many-challenges"


class ClassRefused(Exception):
    """Something a class does not allow; `fault` says why."""

    def __init__(self, fault: ClassFault) -> None:
        """Keep why."""
        super().__init__(fault)
        self.fault = fault


# ---------------------------------------------------------------------------------------------------- join codes


def new_code() -> str:
    """Return a new random join code."""
    return "".join(secrets.choice(_SIGNS) for _ in range(_CODE))


def spaced(code: str) -> str:
    """Return a join code as people read it: "KX7M-4RPT"."""
    return f"{code[: _CODE // 2]}-{code[_CODE // 2 :]}"


def of_code(typed: str) -> Classroom:
    """Return the class of a join code. Case, spaces and hyphens do not matter. Raises ClassRefused."""
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
    """Return how a learner belongs to the class with this key, or None. Takes two queries at most."""
    if learner is None:
        return None
    classroom = Classroom.objects.select_related("organiser").filter(key=key).first()
    if classroom is None:
        return None
    if classroom.organiser_id == learner.pk:
        return Belonging(classroom, None)
    membership = Membership.objects.filter(classroom=classroom, learner=learner).first()
    if membership is None:
        return None
    membership.classroom = classroom  # saves the query for it
    return Belonging(classroom, membership)


def organised(learner: Learner) -> QuerySet[Classroom]:
    """Return the classes that a learner organises, annotated with the numbers of `members` and `open_runs`."""
    members = Count("memberships", distinct=True)
    open_runs = Count("assignments", filter=Q(assignments__until__gt=timezone.now()), distinct=True)
    classes = Classroom.objects.filter(organiser=learner)
    return classes.annotate(members=members, open_runs=open_runs).order_by("name", "pk")


def joined(learner: Learner) -> QuerySet[Membership]:
    """Return the memberships of a learner, annotated with the number of `open_runs` in the class."""
    open_runs = Count("classroom__assignments", filter=Q(classroom__assignments__until__gt=timezone.now()))
    members = Membership.objects.filter(learner=learner).select_related("classroom")
    return members.annotate(open_runs=open_runs).order_by("classroom__name", "pk")


def make_class(organiser: Learner, name: str) -> Classroom:
    """Create a class. Raises ClassRefused where the organiser has too many."""
    if organiser.classrooms_organised.count() >= CLASSES:
        raise ClassRefused(ClassFault.TOO_MANY_CLASSES)
    return Classroom.objects.create(organiser=organiser, name=name, code=new_code())


def join(classroom: Classroom, learner: Learner, called: str, *, shares: bool) -> Membership:
    """Make the learner a member, and return the membership; an existing one is unchanged. Raises ClassRefused."""
    if classroom.organiser_id == learner.pk:
        raise ClassRefused(ClassFault.OWN_CLASS)
    with transaction.atomic():
        Classroom.objects.select_for_update().get(pk=classroom.pk)  # one at a time: names and members are counted
        members = list(classroom.memberships.all())
        own = next((member for member in members if member.learner_id == learner.pk), None)
        if own:
            return own
        if len(members) >= MEMBERS:
            raise ClassRefused(ClassFault.FULL)
        _see_free(called, members)
        return Membership.objects.create(classroom=classroom, learner=learner, called=called, shares=shares)


def change(membership: Membership, called: str, *, shares: bool) -> None:
    """Change a member's name in the class, and whether they share. Raises ClassRefused."""
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
    """Set a run for the class. Raises ClassRefused where too many are open."""
    if classroom.assignments.filter(until__gt=timezone.now()).count() >= SET:
        raise ClassRefused(ClassFault.TOO_MANY_SET)
    return classroom.assignments.create(settings=str(settings), until=until)


def assignments(classroom: Classroom) -> tuple[list[Assignment], list[Assignment]]:
    """Return the open runs, in the order in which they close, and the latest that are over. Takes one query."""
    now = timezone.now()
    rows = list(classroom.assignments.order_by("-until", "-pk")[: 2 * SET])
    return [row for row in reversed(rows) if row.until > now], [row for row in rows if row.until <= now][:SET]


def to_set(classroom: Classroom) -> QuerySet[Challenge]:
    """Return the open challenges of the organiser that are not set for the class yet, the latest first."""
    own = Challenge.objects.filter(maker=classroom.organiser_id, withdrawn=False).exclude(classrooms=classroom)
    return own.order_by("-created_at", "-pk")[:SET]


def challenges(classroom: Classroom, learner: int) -> QuerySet[Challenge]:
    """Return the challenges that are set for a class, the latest first, with the number of `players`, and whether a
    learner's own try is over (`played`), None where they have none."""
    own = ChallengeTry.objects.filter(challenge=OuterRef("pk"), learner=learner).values("over")
    found = classroom.challenges.annotate(players=Count("tries"), played=Subquery(own))
    return found.order_by("-created_at", "-pk")[:SET]


def set_challenge(classroom: Classroom, number: int) -> bool:
    """Set a challenge of the organiser's for the class. Returns whether there was such a one.

    Raises ClassRefused where too many are set.
    """
    challenge = Challenge.objects.filter(maker=classroom.organiser_id, withdrawn=False, pk=number).first()
    if challenge is None:
        return False
    with transaction.atomic():
        locked = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if locked.challenges.exclude(pk=number).count() >= SET:
            raise ClassRefused(ClassFault.TOO_MANY_CHALLENGES)
        locked.challenges.add(challenge)
    return True


@dataclass(frozen=True, slots=True)
class Outcome:
    """The tries of a member at a run that was set, and their best score.

    A try has at least one answer; a round counts when it is complete. The score of a round is the points given up, as a
    negative number; of other runs it is right answers or points.
    """

    tries: int
    best: float


Outcomes = dict[tuple[int, int], Outcome]
"""By the primary keys of learner and assignment."""


def outcomes(rows: Sequence[Assignment], learners: Collection[int]) -> Outcomes:
    """Return the outcomes of these learners in these assignments while they were open. Takes one query."""
    runs = Run.objects.filter(
        COMPLETE_RUNS, assignment__in=rows, learner__in=learners, begun_at__lte=F("assignment__until")
    )
    found = runs.values_list("learner_id", "assignment_id").annotate(tries=Count("pk"), best=Max("score"))
    return {(learner, row): Outcome(tries, best) for learner, row, tries, best in found}


# ---------------------------------------------------------------------------------------------------------- progress


@dataclass(frozen=True, slots=True)
class Practice:
    """The number of answers in a period, and of right ones."""

    answers: int = 0
    right: int = 0

    @property
    def accuracy(self) -> int:
        """The percentage of right answers; 0 without answers."""
        return round(100 * self.right / self.answers) if self.answers else 0


@dataclass(frozen=True, slots=True)
class Member:
    """A member as the organiser sees them: only a name where they do not share."""

    membership: Membership
    week: Practice = Practice()
    month: Practice = Practice()
    weakest: str = ""


def members(classroom: Classroom) -> list[Member]:
    """Return the members, sorted by name. Takes three queries, however many they are."""
    rows = sorted(classroom.memberships.all(), key=lambda row: (row.called.casefold(), row.pk))
    sharing = [row.learner_id for row in rows if row.shares]
    lately, weak = _lately(sharing), _weakest(sharing)
    return [
        Member(row, *lately.get(row.learner_id, (Practice(), Practice())), weak.get(row.learner_id, "")) for row in rows
    ]


def _lately(learners: Collection[int]) -> dict[int, tuple[Practice, Practice]]:
    """Return the practice of the last 7 and of the last 30 days, with today, by learner."""
    today = day_of(timezone.now())
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
    """Return the skill that each learner should practise first, as their own progress page says."""
    ever, lately = Q(day=EVER), Q(day__gt=day_of(timezone.now()) - timedelta(days=verdicts.RECENT_DAYS))
    rows = (
        Tally.objects.filter(ever | lately, learner__in=learners, facet__startswith=SKILL)
        .values_list("learner_id", "facet")
        .annotate(
            n=Sum("times", filter=lately),
            missed=Sum("misses", filter=lately, default=0.0),
            late_n=Sum("late_times", filter=ever, default=0.0),
            late_missed=Sum("late_misses", filter=ever, default=0.0),
            smooth=Sum("level", filter=ever, default=0.0),
        )
        .filter(n__gt=0)
    )
    records = defaultdict(list)
    for learner, *told in rows:
        records[learner].append(verdicts.Record(*told))
    weak = {learner: verdicts.weaknesses(verdicts.judge(found)) for learner, found in records.items()}
    return {learner: found[0].record.name for learner, found in weak.items() if found}
