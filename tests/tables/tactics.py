"""Makes `tactics.npz`: what the tactics of the play gain or cost at a table of two, from deals that experts play.

Every choice of a card in those deals is judged twice, each time against other hands that the other player may hold. Of
the cards that a tactic names, and of those it is compared with, the better one is picked by one judgement and weighed
by the other, and the other way round: so what a card owes to the luck of the sample is not taken for its worth.

The judgement plays on as if it knew each hand that it weighs, and so finds differences that are somewhat too large:
played out by experts in 960 further deals, leading a five cost 1.06 ± 0.18 points (judged 1.42), and leading from a
pair gained 0.52 ± 0.16 (judged 0.83).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import Pool
from random import Random

import numpy as np

from game.engine.cards import PACK, RANKS, Card
from game.engine.play import Go, Holding, Pegging, Play, State, Table, apply
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE
from game.engine.view import View, see
from game.strategy.bots import in_series
from game.strategy.discards import Situation, choices
from game.strategy.pegging import guesses, plays
from game.strategy.positions import VALUES, hand_table
from game.strategy.ranks import Floats
from tests.reference.pegging import Position, Tree
from tests.reference.positions import held, series_of
from tests.tables.files import store

DEALS = 2000
"""Deals in which every choice of a card is judged."""

MORE = 3000
"""Further deals, of which only such leads and answers are judged as come too seldom."""

STYLED = 250
"""Deals that are played in each style, once by the pone and once by the dealer."""

SAMPLES = 40
"""Hands of the other player that one judgement of a card looks at."""

_STYLED_SAMPLES = 30
_FIRST, _FIRST_MORE = 2_000_003, 3_000_017
"""The seeds of the first deals; the others follow."""

_RULES = Rules(seats=2, sides=2)
_PONE, _DEALER = 0, 1


# ---------------------------------------------------------------------------------------------------- moments


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice between cards. By rank: what each pegs at once, and what two judgements say that it is worth.

    `played` cards of the deal have been played, the one before this in the series is of rank `last` (0: none). `own`
    cards are held, those of `twice` as a pair at least; `answered` where the other player may play on the card.
    """

    played: int
    last: int
    count: int
    own: int
    twice: frozenset[int]
    answered: bool
    pegs: dict[int, int]
    first: dict[int, float]
    second: dict[int, float]

    @property
    def ranks(self) -> frozenset[int]:
        """The ranks that can be played."""
        return frozenset(self.pegs)

    @property
    def quiet(self) -> frozenset[int]:
        """The ranks that peg nothing at once."""
        return frozenset(rank for rank, points in self.pegs.items() if not points)

    def making(self, count: int) -> frozenset[int]:
        """The ranks that make this count."""
        return frozenset(rank for rank in self.pegs if self.count + VALUES[rank] == count)

    def gain(self, these: Iterable[int], others: Iterable[int]) -> float:
        """Points by which the best of these ranks is worth more than the best of the others."""
        found = 0.0
        for picked, weighed in ((self.first, self.second), (self.second, self.first)):
            found += weighed[max(these, key=picked.__getitem__)] - weighed[max(others, key=picked.__getitem__)]
        return found / 2


def begun(random: Random) -> Pegging:
    """A deal of which experts have discarded, the play still to come."""
    pack = random.sample(PACK, len(PACK))
    found = [
        choices(pack[seat * 6 : seat * 6 + 6], Situation(_RULES, seat, _DEALER), random)[0] for seat in (_PONE, _DEALER)
    ]
    hands, away = tuple(choice.kept for choice in found), tuple(choice.away for choice in found)
    table = Table(_RULES, _DEALER, 1, (), (0,) * _RULES.sides)
    return Pegging(table, Holding(hands, away, ()), pack[12], (), 0, (), _PONE)


def moments(number: int) -> Iterator[Moment]:
    """Every choice between ranks in one deal that experts play."""
    random = Random(_FIRST + number)
    state: State = begun(random)
    while isinstance(state, Pegging):
        seat = state.turn
        view = see(state, seat)
        ranks = {card.rank for card in _playable(view)}
        if len(ranks) > 1:
            moment = _judged(view, random)
            yield moment
            rank = max(ranks, key=lambda rank: moment.first[rank] + moment.second[rank])
            state = apply(state, Play(seat, _of_rank(view, rank)))
        else:
            state = apply(state, Play(seat, _of_rank(view, ranks.pop())) if ranks else Go(seat))


def seldom(number: int) -> Iterator[Moment]:
    """The lead of a deal, where the pone holds two ranks that are seldom held both; and the dealer’s answer to a rank
    that both hold, led for once. A five is too poor a lead to be answered."""
    random = Random(_FIRST_MORE + number)
    state = begun(random)
    pone, dealer = ({card.rank for card in hand} for hand in state.holding.hands)
    if any(both <= pone for both in _SELDOM):
        yield _judged(see(state, _PONE), random)
    if common := sorted(pone & dealer - _FIVE):
        led = apply(state, Play(_PONE, _of_rank(see(state, _PONE), random.choice(common))))
        yield _judged(see(led, _DEALER), random)


def _playable(view: View) -> list[Card]:
    return [card for card in view.hand if view.count + card.value <= THIRTY_ONE]


def _of_rank(view: View, rank: int) -> Card:
    return next(card for card in view.hand if card.rank == rank)


def _judged(view: View, random: Random) -> Moment:
    one, two = (plays(view, random, to_win=False, samples=SAMPLES) for _ in range(2))
    held = [card.rank for card in view.hand]
    return Moment(
        played=len(view.plays),
        last=view.series[-1].rank if view.series else 0,
        count=view.count,
        own=len(held),
        twice=frozenset(rank for rank in held if held.count(rank) > 1),
        answered=bool(in_series(view, view.seat or 0)),
        pegs={worth.card.rank: worth.points for worth in one},
        first={worth.card.rank: worth.value for worth in one},
        second={worth.card.rank: worth.value for worth in two},
    )


# ---------------------------------------------------------------------------------------------------- tactics

Some = frozenset[int]
Sides = tuple[Some, Some]
Tactic = Callable[[Moment], Sides]
"""The ranks that a tactic names at a moment, and those they are compared with; where either is none, it says nothing.
"""

_NONE: Some = frozenset()
_FIVE = frozenset({5})
_LOW, _MIDDLE, _TENS = frozenset({1, 2, 3, 4}), frozenset({6, 7, 8, 9}), frozenset({10, 11, 12, 13})
_FIVES_OF_TWO = (frozenset({2, 3}), frozenset({1, 4}))
_SELDOM = (*_FIVES_OF_TWO, *(frozenset(both) for both in ((6, 9), (7, 8), (4, 7), (7, 9), (8, 9))))
_NEAR = 2
"""Ranks no farther apart can stand in one run of three."""


def _only(asked: bool, these: Some, others: Some) -> Sides:
    return (these, others) if asked else (_NONE, _NONE)


def costs_lead(rank: int, moment: Moment) -> Sides:
    """The best lead against this rank."""
    return _only(moment.played == 0, moment.ranks, moment.ranks & {rank})


def leads(ranks: Some, moment: Moment) -> Sides:
    """Leading one of these ranks against any other lead."""
    return _only(moment.played == 0, moment.ranks & ranks, moment.ranks - ranks)


def leads_from_pair(ranks: Some, moment: Moment) -> Sides:
    """Leading from a pair of these ranks against a rank held once."""
    return _only(moment.played == 0, moment.twice & ranks, moment.ranks - moment.twice)


def leads_from(both: Some, moment: Moment) -> Sides:
    """Leading one of two ranks, where both are held, against any other lead."""
    return _only(moment.played == 0 and both <= moment.ranks, both, moment.ranks - both)


def leads_first(one: int, other: int, moment: Moment) -> Sides:
    """Leading one rank against another, where both are held."""
    return _only(moment.played == 0, moment.ranks & {one}, moment.ranks & {other})


def leads_of_five(moment: Moment) -> Sides:
    """Leading one of two cards that sum to five against any other lead."""
    held = frozenset(rank for both in _FIVES_OF_TWO if both <= moment.ranks for rank in both)
    return _only(moment.played == 0, held, moment.ranks - held)


def leads_ten_from_five(moment: Moment) -> Sides:
    """Leading a ten-card, where a five is held too, against any other lead."""
    return _only(moment.played == 0 and moment.ranks >= _FIVE, moment.ranks & _TENS, moment.ranks - _TENS)


def answers_fifteen(ranks: Some, moment: Moment) -> Sides:
    """Answering the first card, of these ranks, with a fifteen rather than with its pair."""
    return _only(moment.played == 1 and moment.last in ranks, moment.making(15), moment.ranks & {moment.last})


def takes_fifteen(moment: Moment) -> Sides:
    """Answering the first card with a fifteen against answers that peg nothing."""
    return _only(moment.played == 1, moment.making(15), moment.quiet)


def takes_pair(ranks: Some, moment: Moment) -> Sides:
    """Answering the first card, of these ranks, with its pair against answers that peg nothing."""
    return _only(moment.played == 1, moment.ranks & {moment.last} & ranks, moment.quiet)


def answers_low(moment: Moment) -> Sides:
    """Answering the first card, a ten-card, with a card below five against another that pegs nothing."""
    return _only(moment.played == 1 and moment.last in _TENS, moment.quiet & _LOW, moment.quiet - _LOW)


def costs_count(count: int, moment: Moment) -> Sides:
    """Any other count against this one, when nothing is pegged at once and the other may answer; except in leads."""
    making = moment.quiet & moment.making(count)
    return _only(moment.answered and moment.last > 0, moment.quiet - making, making)


def costs_near(moment: Moment) -> Sides:
    """A card far from the one before against a card so near that the other may make a run, when neither pegs."""
    near = frozenset(rank for rank in moment.quiet if abs(rank - moment.last) <= _NEAR)
    return _only(moment.answered and moment.last > 0, moment.quiet - near, near)


def keeps(low: Some, own: Sequence[int], moment: Moment) -> Sides:
    """Playing a higher card against a low one, when neither pegs and so many cards are held, except to lead."""
    return _only(moment.own in own and moment.last > 0, moment.quiet - low, moment.quiet & low)


TACTICS: dict[str, Tactic] = {
    **{f"lead-{name}": partial(costs_lead, rank) for rank, name in enumerate(RANKS, 1)},
    "lead-low": partial(leads, _LOW),
    "lead-3-or-4": partial(leads, frozenset({3, 4})),
    "lead-ten-card": partial(leads, _TENS),
    "ten-card-from-five": leads_ten_from_five,
    "from-pair": partial(leads_from_pair, _LOW | _MIDDLE | _TENS),
    "from-low-pair": partial(leads_from_pair, _LOW),
    "from-middle-pair": partial(leads_from_pair, _MIDDLE),
    "from-ten-card-pair": partial(leads_from_pair, _TENS),
    "from-pair-of-fives": partial(leads_from_pair, _FIVE),
    "sum-of-five": leads_of_five,
    "from-2-3": partial(leads_from, frozenset({2, 3})),
    "from-a-4": partial(leads_from, frozenset({1, 4})),
    "from-6-9": partial(leads_from, frozenset({6, 9})),
    "from-7-8": partial(leads_from, frozenset({7, 8})),
    "from-4-7": partial(leads_from, frozenset({4, 7})),
    "from-7-9": partial(leads_from, frozenset({7, 9})),
    "from-8-9": partial(leads_from, frozenset({8, 9})),
    "3-before-2": partial(leads_first, 3, 2),
    "4-before-a": partial(leads_first, 4, 1),
    "6-before-9": partial(leads_first, 6, 9),
    "7-before-8": partial(leads_first, 7, 8),
    "4-before-7": partial(leads_first, 4, 7),
    "fifteen-over-pair": partial(answers_fifteen, _MIDDLE | _TENS),
    "fifteen-on-6-or-9": partial(answers_fifteen, frozenset({6, 9})),
    "fifteen-on-7-or-8": partial(answers_fifteen, frozenset({7, 8})),
    "fifteen-on-ten-card": partial(answers_fifteen, _TENS),
    "take-fifteen": takes_fifteen,
    "take-pair": partial(takes_pair, _LOW | _FIVE | _MIDDLE | _TENS),
    "take-low-pair": partial(takes_pair, _LOW),
    "take-middle-pair": partial(takes_pair, _MIDDLE),
    "take-ten-card-pair": partial(takes_pair, _TENS),
    "low-on-ten-card": answers_low,
    **{f"count-{count}": partial(costs_count, count) for count in range(3, THIRTY_ONE) if count != 15},
    "near-card": costs_near,
    "keep-ace": partial(keeps, frozenset({1}), (3, 4)),
    "keep-low": partial(keeps, _LOW, (3, 4)),
    "keep-ace-of-two": partial(keeps, frozenset({1}), (2,)),
    "keep-low-of-two": partial(keeps, _LOW, (2,)),
}
"""Points that each tactic gains on average to the end of the deal, own less the other's. `lead-5`, `count-21` and the
like and `near-card` are named for what is to be avoided: the points are what it costs."""

_OF_SELDOM = (
    *("sum-of-five", "from-2-3", "from-a-4", "from-6-9", "from-7-8", "from-4-7", "from-7-9", "from-8-9"),
    *("3-before-2", "4-before-a", "6-before-9", "7-before-8", "4-before-7"),
    *("fifteen-over-pair", "fifteen-on-6-or-9", "fifteen-on-7-or-8", "fifteen-on-ten-card"),
    *("take-pair", "take-low-pair", "take-middle-pair", "take-ten-card-pair"),
)
"""The tactics that are measured in the further deals."""

Told = list[tuple[str, float]]
"""By name, what was gained once."""


def _told(found: Iterable[Moment], names: Iterable[str]) -> Told:
    """What each of these tactics gained at moments at which it had something to say."""
    told = []
    for moment in found:
        for name in names:
            these, others = TACTICS[name](moment)
            if these and others:
                told.append((name, moment.gain(these, others)))
    return told


def of_deal(number: int) -> Told:
    """What each of the other tactics gained in one deal."""
    return _told(moments(number), [name for name in TACTICS if name not in _OF_SELDOM])


def of_further(number: int) -> Told:
    """What those of seldom leads and answers gained in one of the further deals."""
    return _told(seldom(number), _OF_SELDOM)


# ----------------------------------------------------------------------------------------------------- styles

STYLES = {"on": (1.0, 0.25), "off": (0.25, 1.0)}
"""What an own point, and one of the other's, weighs for a player who plays on, or off."""

_BALANCED = (1.0, 1.0)

_LURE = 0.7
"""How many points draw the other player to a card e times as much."""

Points = tuple[float, float]
"""The own points and the other player's."""


class _Leaning:
    """The ways to play on for one who weighs the own points and the other's so, against one who sees what each of his
    cards pegs and no more."""

    def __init__(self, seat: int, weights: Points) -> None:
        self.tree = Tree(_RULES, seat)
        self._seat = seat
        self._weights = weights
        self._known: dict[Position, Points] = {}

    def worth(self, points: Points) -> float:
        """What points are worth in this style."""
        return self._weights[0] * points[0] - self._weights[1] * points[1]

    def after(self, pegs: int, turn: int, position: Position | None) -> Points:
        """What both peg from a card on, this card too."""
        own, other = self._points(position) if position else (0.0, 0.0)
        return (own + pegs, other) if turn == self._seat else (own, other + pegs)

    def _points(self, position: Position) -> Points:
        if position not in self._known:
            moves = self.tree.moves(position)
            found = [self.after(pegs, position.turn, after) for _, pegs, after in moves]
            if position.turn == self._seat:
                self._known[position] = max(found, key=self.worth)
            else:
                drawn = np.exp([pegs / _LURE for _, pegs, _ in moves])
                own, other = drawn @ np.array(found) / drawn.sum()
                self._known[position] = float(own), float(other)
        return self._known[position]


def leaning(view: View, random: Random, weights: Points) -> int:
    """The rank that one plays who weighs points so."""
    seat, series = view.seat or 0, series_of(card.rank for card in view.series)
    worth: dict[int, float] = {}
    known = guesses(view, random, _STYLED_SAMPLES)
    for weight, hands in zip(known.weights.tolist(), known.hands, strict=True):
        ahead = _Leaning(seat, weights)
        holds = tuple(held(np.repeat(np.arange(1, 14), counts).tolist()) for counts in hand_table().held[hands])
        for rank, pegs, after in ahead.tree.moves(ahead.tree.at(holds, series, seat)):
            value = ahead.worth(ahead.after(pegs, seat, after))
            worth[rank] = worth.get(rank, 0.0) + weight * value
    return max(worth, key=worth.__getitem__)


def pegged(begin: Pegging, random: Random, styles: Sequence[Points]) -> tuple[int, ...]:
    """What pone and dealer peg in a deal, each in a style."""
    state: State = begin
    while isinstance(state, Pegging):
        view = see(state, state.turn)
        ranks = {card.rank for card in _playable(view)}
        if ranks:
            rank = leaning(view, random, styles[state.turn]) if len(ranks) > 1 else ranks.pop()
            state = apply(state, Play(state.turn, _of_rank(view, rank)))
        else:
            state = apply(state, Go(state.turn))
    return state.table.scores


def of_styles(number: int) -> Told:
    """By who leans in which style and whose points they are: what is pegged more than when neither leans."""
    random, found = Random(_FIRST + number), []
    begin, chance = begun(random), random.random()
    usual = pegged(begin, Random(chance), (_BALANCED, _BALANCED))
    for name, weights in STYLES.items():
        for seat, who in ((_PONE, "pone"), (_DEALER, "dealer")):
            styles = (weights, _BALANCED) if seat == _PONE else (_BALANCED, weights)
            scores = pegged(begin, Random(chance), styles)
            found.append((f"{who}-{name}-own", float(scores[seat] - usual[seat])))
            found.append((f"{who}-{name}-other", float(scores[1 - seat] - usual[1 - seat])))
    return found


# ---------------------------------------------------------------------------------------------------- figures

STUDIES: tuple[tuple[Callable[[int], Told], int], ...] = (
    (of_deal, DEALS),
    (of_further, MORE),
    (of_styles, STYLED),
)
"""What is measured, and in how many deals."""


def figures(studies: Iterable[tuple[Callable[[int], Told], int]]) -> dict[str, Floats]:
    """By name: the mean, its standard error, and how many cases there were; none of what came less than twice."""
    found: dict[str, list[float]] = {}
    with Pool() as pool:
        for study, deals in studies:
            for told in pool.imap(study, range(deals), chunksize=8):
                for name, points in told:
                    found.setdefault(name, []).append(points)
    return {
        name: np.array([np.mean(of), np.std(of, ddof=1) / sqrt(len(of)), len(of)])
        for name, of in found.items()
        if len(of) > 1
    }


def make() -> None:
    """Compute everything and write the file."""
    store("tactics.npz", figures(STUDIES))
