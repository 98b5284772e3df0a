"""Bots against each other: whole games through the engine, and what each earns by part and place.

Everything of a game comes from its seed: packs and cuts, so that the same deals can be played again with the seats
changed about, and the bots' own chance.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from game.engine.cards import PACK
from game.engine.play import (
    Count,
    Counting,
    Cut,
    Cutting,
    Dealing,
    Over,
    Pegged,
    Pegging,
    Shuffle,
    State,
    apply,
    scored,
    start,
    waited_for,
)
from game.engine.rules import Rules
from game.engine.view import see
from game.strategy.bots import Level, act

class Part(StrEnum):
    """Where a deal's points come from."""

    HEELS = "heels"
    PEGGING = "pegging"
    HAND = "hand"
    CRIB = "crib"


Cell = tuple[int, int, Part, int]
"""A seat, its place from the dealer's left, the part, and how many cards the seat had played by then."""


FULL_DEALS = 4
"""Averages are of a game's first deals: later ones are cut off by the end."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One game to play: the level in each seat, the seed of its deals, and the seat that deals first.

    `deals` ends it early, undecided.
    """

    rules: Rules
    levels: tuple[Level, ...]
    seed: int
    dealer: int
    deals: int | None = None


@dataclass(slots=True)
class Played:
    """One game played: scores and winner by side, skunks of the nearest loser, decisions taken, and the points of each
    full early deal."""

    seated: Seated
    scores: tuple[int, ...]
    winner: int | None
    skunks: int
    decisions: int
    deals: list[Counter[Cell]] = field(default_factory=list)


def play_game(seated: Seated) -> Played:
    """Play one game to its end."""
    rules, chance = seated.rules, Random(seated.seed)
    minds = [Random(seated.seed * 64 + seat + 1) for seat in range(rules.seats)]
    state: State = start(rules, seated.dealer)
    deals: list[Counter[Cell]] = []
    decisions = 0
    while not isinstance(state, Over):
        before = state
        if isinstance(state, Dealing):
            if len(deals) == seated.deals:
                break
            deals.append(Counter())
            state = apply(state, Shuffle(tuple(chance.sample(PACK, len(PACK)))))
        elif isinstance(state, Cutting):
            state = apply(state, Cut(state.table.pone, chance.randrange(len(state.rest))))
        elif not waited_for(state):
            state = apply(state, Count())
        else:
            seat = waited_for(state)[0]
            decisions += 1
            state = apply(state, act(see(state, seat), seated.levels[seat], minds[seat]))
        for pegged in scored(before, state):
            deals[-1][_cell(before, state, pegged)] += pegged.score.points
    full = deals[: len(deals) - isinstance(state, Over)]
    winner = state.winner if isinstance(state, Over) else None
    return Played(seated, state.table.scores, winner, _skunks(state), decisions, full[:FULL_DEALS])


def _skunks(state: State) -> int:
    """How often the nearest loser is skunked."""
    if not isinstance(state, Over) or state.winner is None:
        return 0
    others = [score for side, score in enumerate(state.table.scores) if side != state.winner]
    return state.table.rules.skunks(max(others))


def _cell(before: State, after: State, pegged: Pegged) -> Cell:
    """Under what a line of the ledger goes."""
    table = before.table
    place = (pegged.seat - table.dealer - 1) % table.rules.seats
    if isinstance(before, Counting):
        return pegged.seat, place, Part.CRIB if before.is_crib else Part.HAND, 0
    if isinstance(before, Cutting):
        return pegged.seat, place, Part.HEELS, 0
    stood = after.ended if isinstance(after, Over) else after
    plays = stood.plays if isinstance(stood, Pegging | Counting) else ()
    return pegged.seat, place, Part.PEGGING, sum(play.seat == pegged.seat for play in plays)


def schedule(rules: Rules, levels: Sequence[Level], games: int, seed: int, *, duplicate: bool) -> Iterator[Seated]:
    """The games of a tournament. With `duplicate` each deal is played once with the bots in every order round the
    table, else once; the first deal goes round the seats, and the bots move on with each game."""
    turns = rules.seats if duplicate else 1
    for number in range(games):
        dealing, turn = divmod(number, turns)
        shift = turn if duplicate else number
        seats = tuple(levels[(seat + shift) % rules.seats] for seat in range(rules.seats))
        dealer = dealing % rules.seats if duplicate else (number // rules.seats) % rules.seats
        yield Seated(rules, seats, seed * 1_000_003 + dealing, dealer)
