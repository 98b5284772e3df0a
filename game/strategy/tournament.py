"""Bots against each other: whole games through the engine, and what each earns by part and place.

Everything of a game comes from its seed: packs and cuts, so that the same deals can be played again with the seats
changed about, and the bots' own chance.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from game.engine.cards import PACK
from game.engine.play import (
    Count,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    NextGame,
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

PEGGING, HAND, CRIB = "pegging", "hand", "crib"
PARTS = (PEGGING, HAND, CRIB)

FULL_DEALS = 4
"""Averages are of a game's first deals: later ones are cut off by the end."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One game to play: the level in each seat, the seed of its deals, and the seat that deals first."""

    rules: Rules
    levels: tuple[Level, ...]
    seed: int
    dealer: int


@dataclass(slots=True)
class Played:
    """One game played: scores and winner by side, skunks of the nearest loser, decisions taken, and the points of each
    full early deal as (seat, place from the dealer's left, part) -> points."""

    seated: Seated
    scores: tuple[int, ...]
    winner: int | None
    skunks: int
    decisions: int
    deals: list[Counter[tuple[int, int, str]]] = field(default_factory=list)


def play_game(seated: Seated) -> Played:
    """Play one game to its end."""
    rules, chance = seated.rules, Random(seated.seed)
    minds = [Random(seated.seed * 64 + seat + 1) for seat in range(rules.seats)]
    state: State = start(rules, seated.dealer)
    deals: list[Counter[tuple[int, int, str]]] = []
    decisions = 0
    while not isinstance(state, Over):
        before = state
        if isinstance(state, Dealing):
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
            deals[-1][_cell(before, pegged)] += pegged.score.points
    table = state.table
    skunks = 0
    if state.winner is not None:
        skunks = rules.skunks(max(score for side, score in enumerate(table.scores) if side != state.winner))
    return Played(seated, table.scores, state.winner, skunks, decisions, deals[: min(FULL_DEALS, len(deals) - 1)])


def _cell(before: State, pegged: Pegged) -> tuple[int, int, str]:
    """Under what a line of the ledger goes."""
    table = before.table
    place = (pegged.seat - table.dealer - 1) % table.rules.seats
    if isinstance(before, Counting):
        return pegged.seat, place, CRIB if before.is_crib else HAND
    return pegged.seat, place, PEGGING


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
