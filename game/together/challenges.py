"""Challenges: whoever has played a game against bots lets others play its deals, without waiting for anybody.

Everybody plays from the same seat against the same bots, and has one try. What they made of it is compared deal by
deal, for each reader as far as they have played themselves: nobody learns anything of cards that they still have to
play.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from game import referee, same_deals
from game.engine.play import Dealing, Over
from game.engine.record import rules_text
from game.models import Challenge, ChallengePack, ChallengeTry, Game, Help, Match, Origin
from game.referee import Course
from game.together import people
from game.together.tables import Fault, TableRefused

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner


MOST = 100
"""Tries at a challenge, the maker's too."""
LEFT = timedelta(days=30)
"""After so long without an action a try counts as left: it keeps nothing closed any more."""
MOST_LISTED = 12
"""The most challenges on a page, the latest."""


def may_be_made(course: Course, learner: "Learner | None") -> bool:
    """Return whether somebody can make a challenge of a game: it is over, and they played it here against bots."""
    alone = course.party is None and course.match.origin == Origin.PLAYED
    own = course.seat_of(learner) is not None and isinstance(course.state, Over)
    return own and alone and all(course.log.line(number)[1] for number in course.log.shuffles())


def make(course: Course, learner: "Learner") -> Challenge:
    """Return the challenge of a game of one's own: a new one, or the one that there is.

    Raises TableRefused where anybody can look at the cards, because the match is shared.
    """
    place = course.seat_of(learner)
    if place is None or not may_be_made(course, learner):
        raise TableRefused(Fault.MOVED)
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=course.match.pk)
        if match.share or is_shared_again(course.game):
            raise TableRefused(Fault.SHARED)
        return Challenge.objects.filter(game=course.game).first() or _made(course, learner, place)


def is_shared_again(game: Game) -> bool:
    """Return whether a match is shared that plays a game again, or plays again what does."""
    matches = list(Match.objects.filter(again_of=game))
    while matches:
        if any(match.share for match in matches):
            return True
        matches = list(Match.objects.filter(again_of__match__in=matches))
    return False


def _made(course: Course, learner: "Learner", place: int) -> Challenge:
    log, match = course.log, course.match
    dealt = next(number for number in log.shuffles() if isinstance(log.state(number), Dealing))
    challenge = Challenge.objects.create(
        maker=learner,
        game=course.game,
        rules=rules_text(replace(course.rules, match_points=None)),
        place=place,
        levels=[course.levels.get(seat.place, "") for seat in course.seats],
        number=course.game.number,
        dealer=course.game.dealer,
        opening=[log.line(number) for number in range(dealt)],
        seed=match.seed,
    )
    packs = list(same_deals.packs_of(log, place))
    for pack in packs:
        pack.challenge = challenge
    ChallengePack.objects.bulk_create(packs)
    state = course.state
    ChallengeTry.objects.create(
        challenge=challenge,
        learner=learner,
        match=match,
        deals=[
            same_deals.played(log, number, place)
            for number in range(len(log))
            if same_deals.ends_deal(*log.around(number))
        ],
        over=True,
        winner=state.winner if isinstance(state, Over) else None,
        hints=Help.taken(course.game.pk, place),
        begun_at=match.created_at,
    )
    return challenge


def own_try(challenge: Challenge, learner: "Learner | None") -> ChallengeTry | None:
    """Return somebody's try at a challenge, or None."""
    found = ChallengeTry.objects.filter(challenge=challenge, learner=learner).select_related("match")
    return found.first() if learner else None


def refusal(challenge: Challenge, learner: "Learner | None") -> Fault | None:
    """Return why somebody cannot begin a challenge, None if they can."""
    if challenge.maker_id is None:
        return Fault.LEFT
    if challenge.withdrawn:
        return Fault.WITHDRAWN
    if fault := people.blocks(learner, [challenge.maker_id]) if learner else None:
        return Fault.BLOCKED_BY_MAKER if fault is Fault.BLOCKED else Fault.BLOCKING_MAKER
    return Fault.MANY_TRIED if challenge.tries.count() >= MOST else None


def begin(token: str, learner: "Learner", pace: str) -> Match:
    """Begin somebody's one try at a challenge, or go on with it. Raises TableRefused and Challenge.DoesNotExist."""
    challenge = Challenge.objects.get(token=token)
    if own := own_try(challenge, learner):
        return _match_of(own)
    if fault := refusal(challenge, learner):
        raise TableRefused(fault)
    draft = referee.begin_challenge(challenge, learner, pace)
    try:
        with transaction.atomic():
            now = Challenge.objects.select_for_update().get(pk=challenge.pk)
            if fault := refusal(now, learner):
                raise TableRefused(fault)
            attempt = ChallengeTry.objects.create(challenge=now, learner=learner)
            return referee.store_try(draft, attempt)
    except IntegrityError as error:  # it was begun at the same moment, in another tab
        own = own_try(challenge, learner)
        if own is None:
            raise Challenge.DoesNotExist from error
        return _match_of(own)


def _match_of(own: ChallengeTry) -> Match:
    if own.match is None:
        raise TableRefused(Fault.TRIED)
    return own.match


def withdraw(token: str, maker: "Learner") -> None:
    """Let nobody begin a challenge any more. Who has begun can finish. Raises Challenge.DoesNotExist."""
    with transaction.atomic():
        challenge = Challenge.objects.select_for_update().get(token=token, maker=maker)
        challenge.withdrawn = True
        challenge.save(update_fields=["withdrawn"])


def listed(learner: "Learner") -> list[ChallengeTry]:
    """Return somebody's tries, the latest first, with their challenges, whose makers they are or not."""
    found = ChallengeTry.objects.filter(learner=learner).select_related("challenge__maker")
    return list(found.annotate(players=Count("challenge__tries")).order_by("-begun_at", "-pk")[:MOST_LISTED])


def with_news(learner: "Learner") -> ChallengeTry | None:
    """Return the latest try of somebody at a challenge that both they and, since they last looked, another have
    finished, or None."""
    found = ChallengeTry.objects.filter(learner=learner, over=True, news=True).select_related("challenge")
    return found.order_by("-begun_at", "-pk").first()


def looked(own: ChallengeTry) -> None:
    """Note that somebody has seen the results. Whoever only looks needs no database that can be written."""
    if own.news:
        with suppress(DatabaseError):
            ChallengeTry.objects.filter(pk=own.pk).update(news=False)


def of_game(course: Course) -> Challenge | None:
    """Return the challenge of which a game is a try, or which was made of it."""
    return course.match.challenge or Challenge.objects.filter(game=course.game).first()


def keeps_closed(match: Match) -> bool:
    """Return whether the cards of a match may not be shown to everybody: others begin or still play its deals."""
    return any(_is_played_on(challenge, match) for challenge in _challenges_of(match))


def _challenges_of(match: Match) -> QuerySet[Challenge]:
    """Return the challenges whose deals a match shows: its own, and those of the game that it plays again."""
    shown = Q(game__match=match) | Q(pk=match.challenge_id)
    for game in _played_again(match):
        shown |= Q(game=game) | Q(pk=game.match.challenge_id)
    return Challenge.objects.filter(shown)


def _played_again(match: Match) -> Iterator[Game]:
    """Yield the game that a match plays again, the one that that plays again, and so on to the first."""
    game = match.again_of
    while game:
        yield game
        game = game.match.again_of


def _is_played_on(challenge: Challenge, match: Match) -> bool:
    since = timezone.now() - LEFT
    going = challenge.tries.filter(over=False, learner__isnull=False, match__played_at__gte=since).exclude(match=match)
    return challenge.is_open or going.exists()


def share(match: Match, *, shared: bool) -> None:
    """Share a match with everybody, unless others begin or still play its deals, or stop sharing it."""
    with transaction.atomic():
        numbers = [match.pk, *(game.match_id for game in _played_again(match))]  # `make` locks the first of them
        locked = {row.pk: row for row in Match.objects.select_for_update().filter(pk__in=numbers).order_by("pk")}[
            match.pk
        ]
        list(_challenges_of(match).select_for_update(of=("self",)).order_by("pk"))
        if not (shared and keeps_closed(locked)):
            referee.share(locked, shared)
