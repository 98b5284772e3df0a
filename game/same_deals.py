"""Challenges while they are played: everybody is dealt the same packs, and what they make of a deal is kept."""

from collections.abc import Iterator
from typing import TypedDict

from game import fairness
from game.engine.cards import text_of
from game.engine.play import Counting, Cut, Cutting, Dealing, Discard, Over, Pegging, Shuffle, State
from game.log import Log
from game.models import Challenge, ChallengePack, ChallengeTry
from game.strategy.duplicate import gained

_LATER = 10_000
"""More actions than a game has: by this the chance of bots differs in each deal that the maker did not come to."""


class PlayedDeal(TypedDict):
    """A deal that is over: the points by side, and what the person discarded, "" for nothing."""

    points: list[int]
    away: str


def pack(challenge: Challenge, deal: int) -> ChallengePack:
    """Return the pack of a deal. One that nobody has come to before is shuffled now, for all who follow."""
    if deal not in challenge.known:
        found = challenge.packs.filter(deal=deal).first()
        if found is None:
            cards, nonce = fairness.shuffle()
            new = {"text": str(Shuffle(cards)), "nonce": nonce, "first": deal * _LATER}
            found, _is_new = ChallengePack.objects.get_or_create(challenge=challenge, deal=deal, defaults=new)
        challenge.known[deal] = found
    return challenge.known[deal]


def packs_of(log: Log, place: int) -> Iterator[ChallengePack]:
    """Yield the packs of the deals of a finished game, which somebody played in a seat; not yet of a challenge."""
    log.find_starts()
    for start in log.starts:
        shuffle, cut = None, None
        for number in range(start.number, _end(log, start.number)):
            action, state = log.action(number), log.state(number)
            if isinstance(action, Shuffle) and isinstance(state, Dealing):
                shuffle = number
            elif isinstance(action, Cut) and isinstance(state, Cutting) and action.seat == place:
                cut = action.place
        if shuffle is not None:
            text, nonce = log.line(shuffle)
            deal = start.state.table.deal
            yield ChallengePack(deal=deal, text=text, nonce=nonce, cut=cut, first=start.number)


def _end(log: Log, start: int) -> int:
    """Return the number of the first action after the deal that begins at this number."""
    return min((other.number for other in log.starts if other.number > start), default=len(log))


def ends_deal(before: State, after: State) -> bool:
    """Return whether a deal is over between two states."""
    return isinstance(before, Cutting | Pegging | Counting) and isinstance(after, Dealing | Over)


def played(log: Log, number: int, place: int) -> PlayedDeal:
    """Return what was made, in a seat, of the deal that ended with an action."""
    states = log.of_deal(number)
    actions = (log.action(each) for each in range(number - len(states) + 2, number + 1))
    away = (text_of(action.cards) for action in actions if isinstance(action, Discard) and action.seat == place)
    return {"points": list(gained(states[0], states[-1])), "away": next(away, "")}


def keep(challenge: Challenge, match: int, log: Log, number: int) -> None:
    """Keep what was made of the deal that ended with an action, if its player is still one of the challenge's."""
    attempt = ChallengeTry.objects.filter(challenge=challenge, match=match).first()
    if attempt is None:
        return
    after = log.around(number)[1]
    attempt.deals = [*attempt.deals, played(log, number, challenge.place)]
    tries = ChallengeTry.objects.filter(challenge=challenge)
    if isinstance(after, Over):
        list(tries.select_for_update().order_by("pk").values_list("pk"))  # all in one order: two may finish at once
        attempt.over, attempt.winner = True, after.winner
    attempt.save(update_fields=["deals", "over", "winner"])
    if attempt.over:
        tries.filter(learner__isnull=False, news=False).exclude(pk=attempt.pk).update(news=True)
