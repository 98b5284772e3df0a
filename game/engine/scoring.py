"""The scores of the show and of the play, item by item.

A total is always a sum of `Score`s. `points` is the integer version of `show`, fast enough for analysis, which calls it
millions of times. Source: RULES.md, The play, The show.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise, product
from math import comb

from game.engine.cards import PACK, RANKS, Card

FIFTEEN = 15
THIRTY_ONE = 31
_JACK = 11


class Kind(StrEnum):
    """What a score was given for."""

    FIFTEEN = "fifteen"
    RUN = "run"
    PAIR = "pair"
    FLUSH = "flush"
    NOBS = "nobs"
    HEELS = "heels"
    THIRTY_ONE = "thirty-one"
    GO = "go"
    LAST = "last"
    CLAIM = "claim"
    MUGGINS = "muggins"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Score:
    """Points given for one thing. `cards` are the cards that make it.

    `CLAIM` is a count that was not claimed in full, `MUGGINS` the points that opponents took of it, and `TIME` the
    points that a clock gave or (negative) took.
    """

    kind: Kind
    cards: tuple[Card, ...]
    points: int


def total(scores: Iterable[Score]) -> int:
    """Return the sum of the points."""
    return sum(score.points for score in scores)


def show(hand: Sequence[Card], starter: Card, crib: bool = False) -> tuple[Score, ...]:
    """Return the scores of a hand or crib of four or five cards with the starter, in the order in which they are
    counted.

    Pairs and runs are listed one by one: three of a kind are three pairs, and a double run is two runs and a pair. With
    `crib`, a flush must include the starter.
    """
    cards = sorted((*hand, starter))
    return (*_fifteens(cards), *_runs(cards), *_pairs(cards), *_flush(hand, starter, crib), *_nobs(hand, starter))


def held(cards: Sequence[Card]) -> tuple[Score, ...]:
    """Return the scores among cards before a starter is cut, without a flush of the starter's suit and nobs."""
    found = sorted(cards)
    flush = (Score(Kind.FLUSH, tuple(found), len(found)),) if len({card.suit for card in found}) == 1 else ()
    return (*_fifteens(found), *_runs(found), *_pairs(found), *flush)


def _fifteens(cards: Sequence[Card]) -> Iterator[Score]:
    values = [card.value for card in cards]
    for size in range(2, len(cards) + 1):
        for some, worth in zip(combinations(cards, size), combinations(values, size), strict=True):
            if sum(worth) == FIFTEEN:
                yield Score(Kind.FIFTEEN, some, 2)


def _runs(cards: Sequence[Card]) -> Iterator[Score]:
    by_rank = [[card for card in cards if card.rank == rank] for rank in range(1, len(RANKS) + 1)]
    stretch: list[list[Card]] = []
    for same in (*by_rank, []):
        if same:
            stretch.append(same)
            continue
        if len(stretch) >= 3:
            for run in product(*stretch):
                yield Score(Kind.RUN, run, len(run))
        stretch = []


def _pairs(cards: Sequence[Card]) -> Iterator[Score]:
    for one, other in combinations(cards, 2):
        if one.rank == other.rank:
            yield Score(Kind.PAIR, (one, other), 2)


def _flush(hand: Sequence[Card], starter: Card, crib: bool) -> Iterator[Score]:
    if len({card.suit for card in hand}) > 1:
        return
    if hand[0].suit == starter.suit:
        cards = tuple(sorted((*hand, starter)))
        yield Score(Kind.FLUSH, cards, len(cards))
    elif not crib:
        yield Score(Kind.FLUSH, tuple(sorted(hand)), len(hand))


def _nobs(hand: Sequence[Card], starter: Card) -> Iterator[Score]:
    nob = Card(_JACK, starter.suit)
    if nob in hand:
        yield Score(Kind.NOBS, (nob,), 1)


class Named(StrEnum):
    """The name that players give to a combination, which can consist of several `Score`s."""

    FIFTEEN = "fifteen"
    RUN = "run"
    DOUBLE_RUN = "double run"
    TRIPLE_RUN = "triple run"
    DOUBLE_DOUBLE_RUN = "double-double run"
    PAIR = "pair"
    PAIR_ROYAL = "pair royal"
    DOUBLE_PAIR_ROYAL = "double pair royal"
    FLUSH = "flush"
    NOBS = "nobs"


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination as a player announces it at the show: its name and the one or more scores in it."""

    name: Named
    parts: tuple[Score, ...]

    @classmethod
    def of(cls, score: Score) -> "Combination":
        """Return a single score of the show as a combination."""
        return cls(Named(score.kind), (score,))

    @property
    def points(self) -> int:
        """Return the sum of the points."""
        return total(self.parts)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of all parts, each once, in order."""
        return tuple(sorted({card for part in self.parts for card in part.cards}))


_RUN_NAMES = {(): Named.RUN, (2,): Named.DOUBLE_RUN, (3,): Named.TRIPLE_RUN, (2, 2): Named.DOUBLE_DOUBLE_RUN}
_PAIR_NAMES = {1: Named.PAIR, 3: Named.PAIR_ROYAL, 6: Named.DOUBLE_PAIR_ROYAL}


def combine(scores: Sequence[Score]) -> tuple[Combination, ...]:
    """Group the scores of one `show` as players announce them: double runs with their pairs, pairs royal."""
    found = [Combination.of(score) for score in scores if score.kind is Kind.FIFTEEN]
    pairs = _by_ranks(scores, Kind.PAIR)
    for ranks, runs in _by_ranks(scores, Kind.RUN).items():
        repeats = Counter(card.rank for card in {card for run in runs for card in run.cards})
        name = _RUN_NAMES.get(tuple(sorted(count for count in repeats.values() if count > 1)))
        if name is None:  # six cards can make runs that have no name of their own
            found += map(Combination.of, runs)
            continue
        inside = [pair for rank in ranks for pair in pairs.pop((rank,), ())]
        found.append(Combination(name, (*runs, *inside)))
    found += [Combination(_PAIR_NAMES[len(same)], tuple(same)) for same in pairs.values()]
    found += [Combination.of(score) for score in scores if score.kind in (Kind.FLUSH, Kind.NOBS)]
    return tuple(found)


def _by_ranks(scores: Iterable[Score], kind: Kind) -> dict[tuple[int, ...], list[Score]]:
    found: dict[tuple[int, ...], list[Score]] = {}
    for score in scores:
        if score.kind is kind:
            found.setdefault(tuple(sorted({card.rank for card in score.cards})), []).append(score)
    return found


def heels(starter: Card) -> tuple[Score, ...]:
    """Return the dealer's two points if the starter is a jack."""
    return (Score(Kind.HEELS, (starter,), 2),) if starter.rank == _JACK else ()


def count_of(series: Sequence[Card]) -> int:
    """Return the running count of the cards played since the last 31 or go."""
    return sum(card.value for card in series)


def peg(series: Sequence[Card]) -> tuple[Score, ...]:
    """Return the scores of the last card of a series, without the point for go or the last card.

    `series` holds the cards played since the last 31 or go, in order. Its count is at most 31.
    """
    scores: list[Score] = []
    count = count_of(series)
    if count == FIFTEEN:
        scores.append(Score(Kind.FIFTEEN, tuple(series), 2))
    if run := _tail_run(series):
        scores.append(Score(Kind.RUN, run, len(run)))
    same = _tail_of_a_kind(series)
    if len(same) > 1:
        scores.append(Score(Kind.PAIR, same, 2 * comb(len(same), 2)))
    if count == THIRTY_ONE:
        scores.append(Score(Kind.THIRTY_ONE, tuple(series), 2))
    return tuple(scores)


def _tail_run(series: Sequence[Card]) -> tuple[Card, ...]:
    """Return the longest tail of three or more cards whose ranks, in any order, are consecutive."""
    for start in range(len(series) - 2):
        ranks = sorted(card.rank for card in series[start:])
        if all(after - before == 1 for before, after in pairwise(ranks)):
            return tuple(series[start:])
    return ()


def _tail_of_a_kind(series: Sequence[Card]) -> tuple[Card, ...]:
    start = len(series)
    while start and series[start - 1].rank == series[-1].rank:
        start -= 1
    return tuple(series[start:])


# Fifteens, runs and pairs depend on the ranks alone. A card's key is a power of five, so that a sum of keys says how
# often each rank is there (never more than four times), whatever the order of the cards.
_KEY = tuple(5 ** (card.rank - 1) for card in PACK)


class _RankPoints(dict[int, int]):
    """The points of a combination of ranks, without flush and nobs, by its sum of keys. Computed on first use."""

    def __missing__(self, key: int) -> int:
        cards = [card for card in PACK if key // _KEY[card.number] % 5 > card.number % 4]
        self[key] = found = total((*_fifteens(cards), *_runs(cards), *_pairs(cards)))
        return found


_RANK_POINTS = _RankPoints()


def points(hand: Sequence[int], starter: int, crib: bool = False) -> int:
    """Return `total(show(hand, starter, crib))`. Each card is given as its `Card.number`."""
    if len(hand) == 4:
        a, b, c, d = hand
        found = _RANK_POINTS[_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[starter]]
        one_suit = a & 3 == b & 3 == c & 3 == d & 3
    else:
        a, b, c, d, e = hand
        found = _RANK_POINTS[_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e] + _KEY[starter]]
        one_suit = a & 3 == b & 3 == c & 3 == d & 3 == e & 3
    suit = starter & 3
    if one_suit:
        if a & 3 == suit:
            found += len(hand) + 1
        elif not crib:
            found += len(hand)
    return found + 1 if 40 | suit in hand else found


def distribution(crib: bool = False) -> tuple[int, ...]:
    """Return how many of all 12,994,800 pairs of a hand of four and a starter score 0, 1, 2 … 29 points.

    Visits every hand. Its starters are handled one suit at a time, since flush and nobs are the same for a whole suit.
    """
    found = [0] * 30
    for hand in combinations(range(52), 4):
        key = sum([_KEY[card] for card in hand])
        for suit in range(4):
            starters = [card for card in range(suit, 52, 4) if card not in hand]
            suited = points(hand, starters[0], crib) - _RANK_POINTS[key + _KEY[starters[0]]]
            for starter in starters:
                found[_RANK_POINTS[key + _KEY[starter]] + suited] += 1
    return tuple(found)
