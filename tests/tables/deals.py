"""Deals that experts play against each other at a table of two, for points: what `play` and `chances` are made from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing import Pool
from random import Random

from game.engine.cards import PACK, Card
from game.engine.play import (
    Action,
    Count,
    Cut,
    Cutting,
    Dealing,
    Discard,
    Go,
    Over,
    Pegging,
    Play,
    SeatPoints,
    Shuffle,
    State,
    apply,
    scored,
    start,
    waited_for,
)
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE
from game.engine.view import Phase, View, see
from game.strategy.discards import Situation, choices
from game.strategy.pegging import plays
from game.strategy.ranks import ranks_of
from game.strategy.stored import FOURS

GUESSES = 100
"""By so many guesses a card is judged here: more would make no other deals, and take longer."""

_NUMBER = {four: number for number, four in enumerate(FOURS)}


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal that was played.

    `kept`: the hands of the pone and of the dealer, as numbers in `FOURS`. `points`: everything scored, in order: by
    the pone (0) or the dealer (1), and whether in the play.
    """

    kept: tuple[int, int]
    points: tuple[tuple[int, int, bool], ...]

    @property
    def pegged(self) -> int:
        """What the pone pegged in the play less what the dealer did."""
        return sum(-points if dealer else points for dealer, points, in_play in self.points if in_play)


def for_points(view: View, random: Random) -> Action:
    """What an expert does who looks at points only."""
    seat = view.seat or 0
    if view.phase is Phase.DISCARDING:
        return Discard(seat, choices(view.hand, Situation(view.rules, seat, view.dealer or 0), random)[0].away)
    possible = [card for card in view.hand if card.value + view.count <= THIRTY_ONE]
    if not possible:
        return Go(seat)
    if len({card.rank for card in possible}) == 1:
        return Play(seat, possible[0])
    return Play(seat, plays(view, random, to_win=False, samples=GUESSES)[0].card)


def deal_from(
    scores: Sequence[int],
    dealer: int,
    random: Random,
    bot: Callable[[View, Random], Action] = for_points,
    pack: Sequence[Card] | None = None,
) -> Iterator[tuple[State, State]]:
    """Play a deal from these scores, also if it ends the game: every state, with the one after it.

    Without a `pack` one is shuffled.
    """
    state: State = start(Rules(), dealer)
    if isinstance(state, Dealing):
        earlier = tuple(SeatPoints(seat, score) for seat, score in enumerate(scores))
        state = replace(state, table=replace(state.table, earlier=earlier))
    action: Action = Shuffle(tuple(pack or random.sample(PACK, len(PACK))))
    while True:
        before, state = state, apply(state, action)
        yield before, state
        if isinstance(state, Dealing | Over):
            return
        if isinstance(state, Cutting):
            action = Cut(state.table.pone, random.randrange(len(state.rest)))
        elif seats := waited_for(state):
            action = bot(see(state, seats[0]), random)
        else:
            action = Count()


def play_deal(seed: int) -> Dealt:
    """Play the first deal of a game."""
    dealer = seed % 2
    kept: tuple[int, ...] = ()
    points: list[tuple[int, int, bool]] = []
    for before, after in deal_from((0, 0), dealer, Random(seed)):
        if isinstance(before, Pegging):
            hands = before.holding.hands
            kept = tuple(_NUMBER[ranks_of(hands[seat])] for seat in (1 - dealer, dealer))
        in_play = isinstance(before, Pegging)
        points += [(int(pegged.seat == dealer), pegged.score.points, in_play) for pegged in scored(before, after)]
    return Dealt((kept[0], kept[1]), tuple(points))


def play_deals(first: int, number: int, processes: int | None = None) -> Sequence[Dealt]:
    """Play so many, from a seed on."""
    with Pool(processes) as pool:
        return pool.map(play_deal, range(first, first + number), chunksize=20)
