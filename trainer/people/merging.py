"""Merging a guest into an account: everything that belongs to the guest moves, in one transaction.

Where both have a row of which there may be only one, the two become one. All other rows get the account as their owner.
They are found by the relations of the models, so that none is forgotten.
"""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import (
    Exists,
    ExpressionWrapper,
    F,
    FloatField,
    ForeignObjectRel,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, NullIf
from django.utils import timezone

from game import rating
from game.models import Block, Challenge, ChallengeTry, Habits, LossTally, Luck, Match, Rating, Result, Seat
from trainer.models import Learner, Membership, Race, Racer, Reading, Recall, Run, Star, Tally

_AT_ONCE = 200


@transaction.atomic
def merge(guest: Learner, account: Learner) -> Learner:
    """Move everything from the guest to the account and delete the guest. Returns the account as it is now.

    Raises Learner.DoesNotExist where another request has merged or deleted one of them.
    """
    found = lock(guest, account)
    if guest.pk not in found or account.pk not in found:
        raise Learner.DoesNotExist
    guest, account = found[guest.pk], found[account.pk]
    for settle in (
        _days,
        _tallies,
        _recalls,
        _readings,
        _memberships,
        _habits,
        _seats,
        _tries,
        _races,
        _blocks,
        _results,
        _losses,
        _luck,
        _ratings,
    ):
        settle(guest, account)
    for model, field in relations():
        model.objects.filter(**{field: guest}).update(**{field: account})
    hand_over(guest, account)
    return account


def lock(*people: Learner) -> dict[int, Learner]:
    """Lock these learners, so that nobody adds rows to them until the transaction ends. Returns them by primary key.

    Other transactions lock a run, a reading, a race, a match or a challenge first and the learner after it: an answer,
    a check, a start, the end of a game. This one keeps the same order.
    """
    numbers = [person.pk for person in people]
    held: list[QuerySet[Any]] = [
        Run.objects.filter(learner__in=numbers, ended_at=None),
        Reading.objects.filter(learner__in=numbers),
        _races_of(numbers),
        Match.objects.filter(owner__in=numbers),
        Challenge.objects.filter(maker__in=numbers),
    ]
    for rows in held:
        list(rows.select_for_update().order_by("pk").values_list("pk"))
    return {row.pk: row for row in Learner.objects.select_for_update().filter(pk__in=numbers).order_by("pk")}


def _races_of(numbers: Sequence[int]) -> QuerySet[Race]:
    """Return the races that these learners host or are in."""
    return Race.objects.filter(Q(host__in=numbers) | Q(pk__in=Racer.objects.filter(learner__in=numbers).values("race")))


def relations() -> Iterator[tuple[Any, str]]:
    """Yield every model with a foreign key to a learner, and the field. Permissions are left out: a guest has none."""
    for relation in Learner._meta.get_fields(include_hidden=True):
        model: Any = relation.related_model
        if isinstance(relation, ForeignObjectRel) and not model._meta.auto_created:
            yield model, relation.field.name


def hand_over(guest: Learner, account: Learner) -> None:
    """Merge the two learners' own columns. The account's values win."""
    public_name = account.public_name or guest.public_name
    active = [day for day in (guest.active_on, account.active_on) if day]
    preferences = {**guest.preferences, **account.preferences}
    created_at = min(guest.created_at, account.created_at)
    guest.delete()
    account.public_name, account.active_on = public_name, max(active, default=None)
    account.preferences, account.created_at = preferences, created_at
    account.save(update_fields=["public_name", "active_on", "preferences", "created_at"])


# ------------------------------------------------------------------------------------ what may be there once only


def _days(guest: Learner, account: Learner) -> None:
    """Keep the account's try of a day; the guest's becomes an ordinary run."""
    tried = Run.objects.filter(learner=account, day__isnull=False).values("day")
    Run.objects.filter(learner=guest, day__in=tried).update(day=None)


def _tallies(guest: Learner, account: Learner) -> None:
    """Add up tallies in the database: there may be thousands, one for each facet of each day."""
    facet = {"day": OuterRef("day"), "facet": OuterRef("facet")}
    others = Tally.objects.filter(learner=guest, **facet)

    def other(name: str) -> Subquery:
        return Subquery(others.values(name))

    def mean(name: str, times: str) -> Coalesce:
        """Return the mean of the two values, weighted by `times`; the account's value where both weights are 0."""
        products = F(name) * F(times) + other(name) * other(times)
        mean = ExpressionWrapper(products / NullIf(F(times) + other(times), Value(0)), FloatField())
        return Coalesce(mean, F(name))

    sums = {name: F(name) + other(name) for name in Tally.SUMS}
    means = {"level": mean("level", "times"), "pace": mean("pace", "timed")}
    Tally.objects.filter(Exists(others), learner=account).update(**sums, **means)
    Tally.objects.filter(Exists(Tally.objects.filter(learner=account, **facet)), learner=guest).delete()


def _recalls(guest: Learner, account: Learner) -> None:
    """Keep the item that is due sooner where both have the same question: it is known less well.

    If it is only starred and the other was missed, it becomes what was missed: that stays without its star.
    """
    pairs = _pairs(Recall, ("drill", "pattern"), (guest, account))
    sorted_pairs = [sorted(pair, key=attrgetter("retired", "due_at")) for pair in pairs]
    stays = {last.pk: first for first, last in sorted_pairs}
    missed = []
    for first, last in sorted_pairs:
        if first.cause == Recall.STARRED and last.cause != Recall.STARRED and not last.retired:
            first.cause, first.chance = last.cause, last.chance
            missed.append(first)
    Recall.objects.bulk_update(missed, ["cause", "chance"], batch_size=_AT_ONCE)
    for run in Run.objects.filter(learner__in=[guest, account], recalled__isnull=False):
        if run.recalled_id in stays:
            run.recalled = stays[run.recalled_id]
            run.save(update_fields=["recalled"])
    for star in Star.objects.filter(recall__in=stays):
        star.recall = stays[star.recall_id]
        star.save(update_fields=["recall"])
    for start in range(0, len(stays), _AT_ONCE):
        Recall.objects.filter(pk__in=list(stays)[start : start + _AT_ONCE]).delete()


def _readings(guest: Learner, account: Learner) -> None:
    """Keep the later reading of the same lesson, with the most stars and the first time it was finished."""
    for kept, other in list(_pairs(Reading, ("lesson",), (guest, account))):
        first, last = sorted((kept, other), key=attrgetter("begun_at"))
        last.stars = max(first.stars, last.stars)
        last.checks += first.checks
        last.done_at = min((done for done in (first.done_at, last.done_at) if done), default=None)
        first.delete()
        last.save()


def _memberships(guest: Learner, account: Learner) -> None:
    """Keep the account's membership in a class of both, with its name and whether it shares.

    An organiser cannot be a member, so memberships of one in the other's class are deleted.
    """
    Membership.objects.filter(learner__in=[guest, account], classroom__organiser__in=[guest, account]).delete()
    Membership.objects.filter(learner=guest, classroom__memberships__learner=account).delete()


def _habits(guest: Learner, account: Learner) -> None:
    if Habits.objects.filter(learner=account).exists():
        Habits.objects.filter(learner=guest).delete()


def _seats(guest: Learner, account: Learner) -> None:
    """Keep the account's seat at a table where both sat: a bot plays on in the guest's."""
    shared = Seat.objects.filter(learner=account).values("match")
    Seat.objects.filter(learner=guest, match__in=shared).update(learner=None)


def _tries(guest: Learner, account: Learner) -> None:
    """Keep the first of two tries at the same deals: that which was made without knowing a card of them."""
    for pair in list(_pairs(ChallengeTry, ("challenge_id",), (guest, account))):
        max(pair, key=attrgetter("begun_at", "pk")).delete()


def _races(guest: Learner, account: Learner) -> None:
    """Keep the first result of two in the same race; the run of the other becomes an ordinary one.

    All pages that show a race of the guest's get to know.
    """
    _races_of([guest.pk]).update(version=F("version") + 1, changed_at=timezone.now())
    for pair in list(_pairs(Racer, ("race_id",), (guest, account))):
        later = max(pair, key=attrgetter("ready_at", "pk"))
        Run.objects.filter(race=later.race_id, learner=later.learner_id).update(race=None)
        later.delete()


def _blocks(guest: Learner, account: Learner) -> None:
    """Keep one of two blocks of the same person, or by the same; nobody blocks themselves."""
    both = [guest, account]
    Block.objects.filter(blocker__in=both, blocked__in=both).delete()
    Block.objects.filter(blocker=guest, blocked__blocked_by__blocker=account).delete()
    Block.objects.filter(blocked=guest, blocker__blocks__blocked=account).delete()


def _results(guest: Learner, account: Learner) -> None:
    def add(kept: Result, other: Result) -> None:
        _add(Result.SUMS, kept, other)

    _unite(Result, ("rules", "level", "seats"), Result.SUMS, (guest, account), add)


def _losses(guest: Learner, account: Learner) -> None:
    def add(kept: LossTally, other: LossTally) -> None:
        _add(LossTally.SUMS, kept, other)

    _unite(LossTally, ("part", "grade"), LossTally.SUMS, (guest, account), add)


def _luck(guest: Learner, account: Learner) -> None:
    def add(kept: Luck, other: Luck) -> None:
        _add(Luck.SUMS, kept, other)
        kept.starters = [one + more for one, more in zip(kept.starters, other.starters, strict=True)]

    _unite(Luck, ("seats", "sides", "people"), (*Luck.SUMS, "starters"), (guest, account), add)


def _ratings(guest: Learner, account: Learner) -> None:
    rows = {row.learner_id: row for row in Rating.objects.filter(learner__in=[guest, account])}
    if len(rows) == 2:
        rating.join(rows[account.pk], rows[guest.pk])
        rows[guest.pk].delete()


# --------------------------------------------------------------------------------------------------------- pairs


def _pairs(model: Any, keys: Sequence[str], people: tuple[Learner, Learner]) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of rows, the account's and the guest's, that are alike in these keys."""
    guest, account = people
    rows = model.objects
    same = {key: OuterRef(key) for key in keys}
    place = attrgetter(*keys)
    kept = {place(row): row for row in rows.filter(Exists(rows.filter(learner=guest, **same)), learner=account)}
    for row in rows.filter(Exists(rows.filter(learner=account, **same)), learner=guest).iterator(_AT_ONCE):
        yield kept[place(row)], row


def _unite(
    model: Any,
    keys: Sequence[str],
    sums: Sequence[str],
    people: tuple[Learner, Learner],
    add: Callable[[Any, Any], None],
) -> None:
    """Add the guest's rows to the account's that are alike in these keys, and delete them."""
    pairs = list(_pairs(model, keys, people))
    for kept, other in pairs:
        add(kept, other)
    rows = model.objects
    rows.bulk_update([kept for kept, _other in pairs], sums, batch_size=_AT_ONCE)
    for start in range(0, len(pairs), _AT_ONCE):
        rows.filter(pk__in=[other.pk for _kept, other in pairs[start : start + _AT_ONCE]]).delete()


def _add(names: Sequence[str], kept: Model, other: Model) -> None:
    for name in names:
        setattr(kept, name, getattr(kept, name) + getattr(other, name))
