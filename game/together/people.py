"""The people whom somebody knows here, those whom they have blocked, and the tables that wait for them."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from game.models import Block, Party, Seat
from game.together.life import ABANDONED
from game.together.tables import Fault, TableRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

MOST_LISTED = 20
"""The most open tables on a page."""


def blocks(learner: "Learner", others: Collection[int]) -> Fault | None:
    """Return whether one of others has blocked somebody, or they one of them, None if neither."""
    theirs, own = Q(blocker__in=others, blocked=learner), Q(blocker=learner, blocked__in=others)
    pairs = list(Block.objects.filter(theirs | own).values_list("blocker", flat=True))
    if not pairs:
        return None
    return Fault.BLOCKED if any(blocker != learner.pk for blocker in pairs) else Fault.BLOCKING


def block(learner: "Learner", key: str, place: int) -> None:
    """Keep the person in a seat of a match away from now on. Raises TableRefused where no other person sits there."""
    seat = Seat.objects.filter(match__key=key, place=place).exclude(learner=learner).exclude(learner=None).first()
    if seat is None:
        raise TableRefused(Fault.MOVED)
    Block.objects.get_or_create(blocker=learner, blocked_id=seat.learner_id)


def unblock(learner: "Learner", block: int) -> None:
    """Let somebody come to one's tables again."""
    Block.objects.filter(blocker=learner, pk=block).delete()


def blocked(learner: "Learner") -> list[Block]:
    """Return whom somebody has blocked, the latest last."""
    return list(Block.objects.filter(blocker=learner).select_related("blocked").order_by("pk"))


def open_tables(learner: "Learner", classmates: Collection[int]) -> list[Party]:
    """Return the tables that wait for people, of hosts with whom somebody has played or shares a class."""
    played = Seat.objects.filter(learner=learner, match__party__begun_at__isnull=False).values("match")
    known = Seat.objects.filter(match__in=played).exclude(learner=None).values("learner")
    away = Block.objects.filter(blocked=learner).values("blocker")
    unwanted = Block.objects.filter(blocker=learner).values("blocked")
    waiting = Party.objects.filter(begun_at=None, closed="", listed=True).exclude(match__seats__learner=learner)
    fresh = Q(days__isnull=False) | Q(changed_at__gt=timezone.now() - ABANDONED)
    found = waiting.filter(fresh).filter(Q(match__owner__in=known) | Q(match__owner__in=classmates))
    found = found.exclude(match__owner__in=away).exclude(match__owner__in=unwanted)
    return list(found.select_related("match__owner").order_by("-changed_at", "-pk")[:MOST_LISTED])


def listed(learner: "Learner") -> QuerySet[Party]:
    """Return the tables of people at which somebody has a seat, those in play first, each with its match and seats."""
    seats = Prefetch("match__seats", Seat.objects.select_related("learner"))
    own = Party.objects.filter(match__seats__learner=learner).select_related("match")
    return own.order_by("match__over", "-match__played_at", "-pk").prefetch_related(seats)
