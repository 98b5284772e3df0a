"""Games between bots, played through the engine, and what each earns by part and place.

Everything in a game comes from its seed: packs, cuts and the bots' random numbers. So the same deals can be played
again with the seats changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import nan, sqrt
from random import Random
from statistics import fmean, stdev

from game.engine.cards import PACK
from game.engine.play import (
    Action,
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
from game.engine.view import View, see
from game.strategy.bots import act
from game.strategy.levels import Level, Skill


class DealPart(StrEnum):
    """The part of a deal that points come from."""

    HEELS = "heels"
    PEGGING = "pegging"
    HAND = "hand"
    CRIB = "crib"


Cell = tuple[int, int, DealPart, int]
"""A seat, its place from the dealer's left, the part, and how many cards the seat had played by then."""


FULL_DEALS = 4
"""Averages are over a game's first deals that are played to their end, because the end of the game cuts off later
ones."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A game to play: the level in each seat, the seed of its deals, and the seat that deals first.

    `entrants` says which bot of a tournament sits in each seat. `deals` ends the game early, undecided.
    """

    rules: Rules
    levels: tuple[Level | Skill, ...]
    seed: int
    dealer: int
    entrants: tuple[int, ...] = ()
    deals: int | None = None


@dataclass(slots=True)
class PlayedGame:
    """A game that was played.

    It holds scores and winner by side, skunks of the nearest loser, decisions taken, and the points of each full early
    deal.
    """

    seated: Seated
    scores: tuple[int, ...]
    winner: int | None
    skunks: int
    decisions: int
    deals: list[Counter[Cell]]

    def won(self, seat: int) -> bool:
        """Return whether this seat's side won."""
        return self.winner == self.seated.rules.side_of(seat)


Bot = Callable[[View, Level | Skill, Random], Action]


def play_game(seated: Seated, bot: Bot = act) -> PlayedGame:
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
            state = apply(state, bot(see(state, seat), seated.levels[seat], minds[seat]))
        for pegged in scored(before, state):
            deals[-1][_cell(before, state, pegged)] += pegged.score.points
    cut_off = isinstance(state, Over) and max(state.table.scores) >= rules.target
    full = deals[: len(deals) - cut_off]
    winner = state.winner if isinstance(state, Over) else None
    return PlayedGame(seated, state.table.scores, winner, _skunks(state), decisions, full[:FULL_DEALS])


def _skunks(state: State) -> int:
    """Return how many times the nearest loser is skunked."""
    if not isinstance(state, Over) or state.winner is None:
        return 0
    others = [score for side, score in enumerate(state.table.scores) if side != state.winner]
    return state.table.rules.skunks(max(others))


def _cell(before: State, after: State, pegged: Pegged) -> Cell:
    """Return the cell that a line of the ledger belongs to."""
    table = before.table
    place = (pegged.seat - table.dealer - 1) % table.rules.seats
    if isinstance(before, Counting):
        return pegged.seat, place, DealPart.CRIB if before.is_crib else DealPart.HAND, 0
    if isinstance(before, Cutting):
        return pegged.seat, place, DealPart.HEELS, 0
    stood = after.ended if isinstance(after, Over) else after
    plays = stood.plays if isinstance(stood, Pegging | Counting) else ()
    return pegged.seat, place, DealPart.PEGGING, sum(play.seat == pegged.seat for play in plays)


@dataclass(frozen=True, slots=True)
class Plan:
    """How many games are played, from which seed, whether each deal is played in every order, and how many deals of
    each game (None: to the end)."""

    games: int
    seed: int = 1
    duplicate: bool = False
    deals: int | None = None


def schedule(rules: Rules, levels: Sequence[Level | Skill], plan: Plan) -> Iterator[Seated]:
    """Return the games of a tournament. The bots move on by a seat with each game, and the first deal rotates.

    In duplicate the same packs and the same first dealer come as often as there are seats, so that every bot plays
    every hand once.
    """
    for number in range(plan.games):
        packs, turn = divmod(number, rules.seats)
        entrants = tuple((seat + turn) % rules.seats for seat in range(rules.seats))
        yield Seated(
            rules,
            tuple(levels[entrant] for entrant in entrants),
            plan.seed * 1_000_003 + (packs if plan.duplicate else number),
            packs % rules.seats,
            entrants,
            plan.deals,
        )


# --------------------------------------------------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class Estimate:
    """An average of `number` values with its 95 % confidence interval, `margin` to either side (nan: too few
    values)."""

    mean: float
    margin: float
    number: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Estimate":
        """Return the average of independent values."""
        number = len(values)
        margin = 1.96 * stdev(values) / sqrt(number) if number > 1 else nan
        return cls(fmean(values) if values else nan, margin, number)


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """The results of one bot.

    They are the share of games won, the points a game above the others' average, the games in which it was skunked, and
    points a deal by place from the dealer's left and by part.
    """

    won: Estimate
    ahead: Estimate
    skunked: int
    earned: dict[tuple[int, DealPart], Estimate]


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a tournament.

    They are the results by bot, what the places of the table earn, how often the first dealer's side wins, and how many
    games were decided.
    """

    results: tuple[TournamentResult, ...]
    places: dict[tuple[int, DealPart], Estimate]
    first_dealer: Estimate
    games: int
    decided: int
    decisions: int


def report(played: Sequence[PlayedGame]) -> Report:
    """Add the games up. Games, and deals, of the same packs count as one observation."""
    everyone = range(played[0].seated.rules.seats)
    decided = [game for game in played if game.winner is not None]
    return Report(
        results=tuple(_result(entrant, played) for entrant in everyone),
        places=_earned(played, set(everyone)),
        first_dealer=_by_packs([(game.seated.seed, game.won(game.seated.dealer)) for game in decided]),
        games=len(played),
        decided=len(decided),
        decisions=sum(game.decisions for game in played),
    )


def _result(entrant: int, played: Sequence[PlayedGame]) -> TournamentResult:
    won: list[tuple[int, float]] = []
    ahead: list[tuple[int, float]] = []
    skunked = 0
    for game in played:
        seat, seed = game.seated.entrants.index(entrant), game.seated.seed
        side = game.seated.rules.side_of(seat)
        others = [score for number, score in enumerate(game.scores) if number != side]
        if game.winner is not None:
            won.append((seed, float(game.won(seat))))
        ahead.append((seed, game.scores[side] - fmean(others)))
        skunked += game.winner not in (None, side) and bool(game.seated.rules.skunks(game.scores[side]))
    return TournamentResult(_by_packs(won), _by_packs(ahead), skunked, _earned(played, {entrant}))


def _by_packs(values: Sequence[tuple[object, float]]) -> Estimate:
    """Return the average of values, each with its group. Values of one group count as one."""
    groups: dict[object, list[float]] = {}
    for packs, value in values:
        groups.setdefault(packs, []).append(value)
    return Estimate.of([fmean(group) for group in groups.values()])


def _earned(played: Sequence[PlayedGame], entrants: set[int]) -> dict[tuple[int, DealPart], Estimate]:
    """Return points a deal by place and part, in the full early deals, of these bots."""
    found: dict[tuple[int, DealPart], list[tuple[object, float]]] = {}
    for game in played:
        seats = [seat for seat, entrant in enumerate(game.seated.entrants) if entrant in entrants]
        for number, deal in enumerate(game.deals):
            for seat in seats:
                place = (seat - game.seated.dealer - number - 1) % game.seated.rules.seats
                points = Counter(dict.fromkeys(DealPart, 0))
                for (of_seat, _, part, _), given in deal.items():
                    if of_seat == seat:
                        points[part] += given
                for part, given in points.items():
                    found.setdefault((place, part), []).append(((game.seated.seed, number), given))
    return {key: _by_packs(values) for key, values in sorted(found.items())}
