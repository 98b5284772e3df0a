"""Why a count was wrong: what a player probably missed, or which known error gives the same number."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations, groupby, product
from math import comb, prod

from game.engine.cards import Card
from game.engine.scoring import FIFTEEN, Kind, Score, total

_JACK, _KING, _HIGH_ACE = 11, 13, 14
_ALTERNATIVES = 3
"""With more ways than this to have missed the points, none of them is reported."""


class Cause(StrEnum):
    """A way to count wrong."""

    DOUBLE_RUN_ONCE = "double-run-once"
    PAIR_ROYAL_AS_FOUR = "pair-royal-as-four"
    RUN_IN_RUN = "run-in-run"
    RUN_CUT_SHORT = "run-cut-short"
    CRIB_FOUR_FLUSH = "crib-four-flush"
    FLUSH_WITH_STARTER = "flush-with-starter"
    FLUSH_CUT_SHORT = "flush-cut-short"
    FLUSH_OF_SOME = "flush-of-some"
    NOBS_WRONG_SUIT = "nobs-wrong-suit"
    NOBS_STARTER = "nobs-starter"
    COURT_CARDS_OVER_TEN = "court-cards-over-ten"
    ROUND_THE_CORNER = "round-the-corner"
    COURT_PAIR = "court-pair"
    FIFTEEN_TWICE = "fifteen-twice"
    DOUBLE_RUN_ALONE = "double-run-alone"
    STARTER_FORGOTTEN = "starter-forgotten"
    STOPPED_AFTER_FIFTEENS = "stopped-after-fifteens"
    STOPPED_AFTER_RUNS = "stopped-after-runs"
    ADDED_WRONG = "added-wrong"
    MISSED = "missed"


_SAID_BETTER = {Cause.DOUBLE_RUN_ONCE, Cause.PAIR_ROYAL_AS_FOUR, Cause.DOUBLE_RUN_ALONE}
"""Causes that explain more exactly what missed runs and pairs would explain."""

OF_THE_WHOLE = frozenset(
    {Cause.STARTER_FORGOTTEN, Cause.STOPPED_AFTER_FIFTEENS, Cause.STOPPED_AFTER_RUNS, Cause.ADDED_WRONG}
)
"""Causes that are about the whole of a count, and no kind of score."""

OFTEN: dict[Cause, float] = {
    Cause.DOUBLE_RUN_ALONE: 0.25,
    Cause.PAIR_ROYAL_AS_FOUR: 0.4,
    Cause.CRIB_FOUR_FLUSH: 0.25,
    Cause.DOUBLE_RUN_ONCE: 0.1,
    Cause.RUN_CUT_SHORT: 0.1,
    Cause.NOBS_STARTER: 0.12,
    Cause.FLUSH_CUT_SHORT: 0.12,
    Cause.NOBS_WRONG_SUIT: 0.07,
    Cause.STARTER_FORGOTTEN: 0.05,
    Cause.COURT_PAIR: 0.05,
    Cause.COURT_CARDS_OVER_TEN: 0.052,
    Cause.FIFTEEN_TWICE: 0.015,
    Cause.STOPPED_AFTER_FIFTEENS: 0.05,
}
"""How often each error is taken to be made where a hand invites it; others in `USUALLY`. What is rarer is named later.
Learned from the mix: with these the true cause is named first most often, and no cause is passed over for another."""
USUALLY = 0.06
OVERLOOKED = {Kind.FIFTEEN: 0.055, Kind.RUN: 0.04, Kind.PAIR: 0.045, Kind.FLUSH: 0.06, Kind.NOBS: 0.1}
"""The same for overlooking a score: of the mix, his nob is missed most often."""


CONCERNS: dict[Cause, Kind] = {
    Cause.DOUBLE_RUN_ONCE: Kind.RUN,
    Cause.PAIR_ROYAL_AS_FOUR: Kind.PAIR,
    Cause.RUN_IN_RUN: Kind.RUN,
    Cause.RUN_CUT_SHORT: Kind.RUN,
    Cause.CRIB_FOUR_FLUSH: Kind.FLUSH,
    Cause.FLUSH_WITH_STARTER: Kind.FLUSH,
    Cause.FLUSH_CUT_SHORT: Kind.FLUSH,
    Cause.FLUSH_OF_SOME: Kind.FLUSH,
    Cause.NOBS_WRONG_SUIT: Kind.NOBS,
    Cause.NOBS_STARTER: Kind.NOBS,
    Cause.COURT_CARDS_OVER_TEN: Kind.FIFTEEN,
    Cause.ROUND_THE_CORNER: Kind.RUN,
    Cause.COURT_PAIR: Kind.PAIR,
    Cause.FIFTEEN_TWICE: Kind.FIFTEEN,
    Cause.DOUBLE_RUN_ALONE: Kind.PAIR,
}
"""The kind of score that each known error is about; some are `OF_THE_WHOLE`."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A cause that explains a claim. For `MISSED`, the number of missed scores by kind."""

    cause: Cause
    missed: tuple[tuple[Kind, int], ...] = ()

    @property
    def code(self) -> str:
        """Return a short text for the record: "nobs-starter", "missed fifteen:2 pair"."""
        return " ".join((self.cause, *(kind if number == 1 else f"{kind}:{number}" for kind, number in self.missed)))


def likely_causes(
    hand: Sequence[Card], starter: Card, crib: bool, scores: Sequence[Score], claim: int
) -> tuple[Likely, ...]:
    """Return the likely causes of a claim, the likeliest first: every error that gives it, and the fewest scores that
    were missed.

    `scores` is the true count of the hand. The result is () if the claim is right or cannot be explained.
    """
    off = claim - total(scores)
    if not off:
        return ()
    all_errors = (*errors(hand, starter, crib, scores), *_slips(hand, starter, crib, scores))
    known = dict.fromkeys(cause for cause, error in all_errors if error == off)
    missed = [taken for taken in _missed(scores, -off) if not (known.keys() & _SAID_BETTER and _runs_and_pairs(taken))]
    found = [*map(Likely, known), *(Likely(Cause.MISSED, taken) for taken in missed[:_ALTERNATIVES])]
    if not found and abs(off) == 1 and scores:
        return (Likely(Cause.ADDED_WRONG),)
    number = Counter(score.kind for score in scores)
    return tuple(sorted(found, key=lambda likely: -chance(likely, number)))


def often(cause: Cause) -> float:
    """Return how often an error is taken to be made where a hand invites it."""
    return OFTEN.get(cause, USUALLY)


def chance(likely: Likely, number: Counter[Kind]) -> float:
    """Return how probable a cause is, of a hand with so many scores of each kind."""
    if likely.cause is not Cause.MISSED:
        return often(likely.cause)
    return prod(comb(number[kind], missed) * OVERLOOKED[kind] ** missed for kind, missed in likely.missed)


def _slips(hand: Sequence[Card], starter: Card, crib: bool, scores: Sequence[Score]) -> Iterator[tuple[Cause, int]]:
    """Yield the errors of somebody who knows how to count: a part of the count is left out, with the points that it
    takes away."""
    points = total(scores)
    inside = 2 * sum(
        comb(number, 2) for held in _stretches(scores) for number in held.values() if prod(held.values()) > 1
    )
    if inside:
        yield Cause.DOUBLE_RUN_ALONE, -inside
    yield Cause.STARTER_FORGOTTEN, _without_starter(hand, starter, crib, scores) - points
    fifteens, runs = _points(scores, Kind.FIFTEEN), _points(scores, Kind.RUN) + inside
    rest = len(scores) - _number(scores, Kind.FIFTEEN)
    if fifteens and rest > 1:  # of a single score it is plainer to say that it was missed
        yield Cause.STOPPED_AFTER_FIFTEENS, fifteens - points
    if runs and rest - _number(scores, Kind.RUN) - inside // 2 > 1:
        yield Cause.STOPPED_AFTER_RUNS, fifteens + runs - points


def _without_starter(hand: Sequence[Card], starter: Card, crib: bool, scores: Sequence[Score]) -> int:
    """Return the points of the cards of a hand by themselves."""
    of_hand = [score for score in scores if starter not in score.cards and score.kind not in (Kind.FLUSH, Kind.NOBS)]
    shorter = (
        0 if any(score.kind is Kind.RUN for score in of_hand) else _run_points(Counter(card.rank for card in hand))
    )
    flush = len(hand) if not crib and len({card.suit for card in hand}) == 1 else 0
    return total(of_hand) + shorter + flush


def _runs_and_pairs(taken: Iterable[tuple[Kind, int]]) -> bool:
    return all(kind in (Kind.RUN, Kind.PAIR) for kind, _ in taken)


def _missed(scores: Iterable[Score], points: int) -> list[tuple[tuple[Kind, int], ...]]:
    """Return the smallest numbers of scores, by kind, that add up to the missing points."""
    # Scores of one kind are worth the same, in six cards too: two separate runs in them are both of three.
    worth = {score.kind: score.points for score in scores}
    number = Counter(score.kind for score in scores)
    found: list[dict[Kind, int]] = []
    for counts in product(*(range(number[kind], -1, -1) for kind in worth)):
        taken = dict(zip(worth, counts, strict=True))
        if sum(worth[kind] * count for kind, count in taken.items()) == points:
            found.append({kind: count for kind, count in taken.items() if count})
    fewest = min((sum(taken.values()) for taken in found), default=0)
    return [tuple(taken.items()) for taken in found if sum(taken.values()) == fewest > 0]


def errors(hand: Sequence[Card], starter: Card, crib: bool, scores: Sequence[Score]) -> Iterator[tuple[Cause, int]]:
    """Yield each known error that this hand allows, with the points that it adds to the count (negative: takes
    away)."""
    cards = (*hand, starter)
    yield from _run_errors(scores)
    yield from _flush_errors(hand, starter, crib)
    yield from _jack_errors(hand, starter)
    yield Cause.COURT_CARDS_OVER_TEN, 2 * (_fifteens_at_rank_value(cards) - _number(scores, Kind.FIFTEEN))
    for error in _runs_round_the_corner(cards, scores):
        yield Cause.ROUND_THE_CORNER, error
    for pairs in range(1, _unlike_tens(cards) + 1):
        yield Cause.COURT_PAIR, 2 * pairs
    if _number(scores, Kind.FIFTEEN):
        yield Cause.FIFTEEN_TWICE, 2


def _number(scores: Iterable[Score], kind: Kind) -> int:
    return sum(score.kind is kind for score in scores)


def _points(scores: Iterable[Score], kind: Kind) -> int:
    return total(score for score in scores if score.kind is kind)


def _run_errors(scores: Sequence[Score]) -> Iterator[tuple[Cause, int]]:
    for held in _stretches(scores):
        once, runs = len(held), prod(held.values())
        if runs > 1:
            inside = sum(comb(number, 2) for number in held.values())
            yield Cause.DOUBLE_RUN_ONCE, once - once * runs
            yield Cause.DOUBLE_RUN_ONCE, once - once * runs - 2 * inside
        yield from _length_errors(held)
    pairs = Counter(score.cards[0].rank for score in scores if score.kind is Kind.PAIR)
    if comb(3, 2) in pairs.values():
        yield Cause.PAIR_ROYAL_AS_FOUR, -2


def _stretches(scores: Iterable[Score]) -> list[Counter[int]]:
    """Return the runs of ranks, lowest first, each with the number of its cards. Six cards can hold two."""
    runs: dict[tuple[int, ...], set[Card]] = {}
    for score in scores:
        if score.kind is Kind.RUN:
            runs.setdefault(tuple(card.rank for card in score.cards), set()).update(score.cards)
    return [Counter(card.rank for card in sorted(cards)) for cards in runs.values()]


def _length_errors(held: Counter[int]) -> Iterator[tuple[Cause, int]]:
    """Yield errors about shorter runs inside a run of four or more.

    They are counted in addition to it, or all of them, or one of them, instead of it.
    """
    ranks = list(held)
    points = len(ranks) * prod(held.values())
    besides = 0
    for length in range(3, len(ranks)):
        shorter = [prod(held[rank] for rank in ranks[at : at + length]) for at in range(len(ranks) - length + 1)]
        for times in range(1, sum(shorter) + 1):
            yield Cause.RUN_IN_RUN, length * times
        yield Cause.RUN_IN_RUN, length * sum(shorter) - points
        for runs in dict.fromkeys(shorter):
            yield Cause.RUN_CUT_SHORT, length * runs - points
        besides += length * sum(shorter)
    if len(ranks) > 4:
        yield Cause.RUN_IN_RUN, besides


def _flush_errors(hand: Sequence[Card], starter: Card, crib: bool) -> Iterator[tuple[Cause, int]]:
    in_hand = Counter(card.suit for card in hand)
    if len(in_hand) == 1:
        if hand[0].suit == starter.suit:
            yield Cause.FLUSH_CUT_SHORT, -1
        elif crib:
            yield Cause.CRIB_FOUR_FLUSH, len(hand)
    elif in_hand[starter.suit] >= 3:  # four cards are taken for a flush, also beside a hand of five
        for cards in range(4, in_hand[starter.suit] + 2):
            yield Cause.FLUSH_WITH_STARTER, cards
    elif max(in_hand.values()) >= 4:
        yield Cause.FLUSH_OF_SOME, 4


def _jack_errors(hand: Sequence[Card], starter: Card) -> Iterator[tuple[Cause, int]]:
    jacks = sum(card.rank == _JACK and card.suit != starter.suit for card in hand)
    for points in range(1, jacks + 1):
        yield Cause.NOBS_WRONG_SUIT, points
    if starter.rank == _JACK:
        yield Cause.NOBS_STARTER, 1
        yield Cause.NOBS_STARTER, 2  # heels, counted again in the hand


def _fifteens_at_rank_value(cards: Sequence[Card]) -> int:
    """Return how many fifteens there would be if jack, queen and king counted 11, 12 and 13."""
    ranks = [card.rank for card in cards]
    some = chain.from_iterable(combinations(ranks, size) for size in range(2, len(ranks) + 1))
    return list(map(sum, some)).count(FIFTEEN)


def _unlike_tens(cards: Sequence[Card]) -> int:
    """Return how many pairs there are of cards worth ten of different ranks."""
    return sum(one.rank != other.rank and one.value == other.value for one, other in combinations(cards, 2))


def _runs_round_the_corner(cards: Sequence[Card], scores: Sequence[Score]) -> Iterator[int]:
    """Return by how much runs would score too much if an ace also followed a king.

    The ace is then above queen and king, between king and two, or in the middle of a longer run.
    """
    held = Counter(card.rank for card in cards)
    true = _points(scores, Kind.RUN)
    yield 3 * held[_KING] * held[1] * held[2]
    gap = next(rank for rank in range(1, _KING + 1) if not held[rank])  # from there the ranks go round without a break
    yield _run_points(Counter({(rank - gap) % _KING: number for rank, number in held.items()})) - true
    held[_HIGH_ACE] = held[1]
    yield _run_points(held) - true


def _run_points(held: Counter[int]) -> int:
    """Return the points of all runs among ranks that are each held so many times."""
    points, ranks = 0, sorted(+held)
    for _, group in groupby(enumerate(ranks), key=lambda place: place[1] - place[0]):
        run = [rank for _, rank in group]
        if len(run) >= 3:
            points += len(run) * prod(held[rank] for rank in run)
    return points
