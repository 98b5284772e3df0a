"""The known errors of pegging: those that a question invites, and the sort of question that they make of it.

Source: RULES.md, The play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import starmap
from math import comb

from game.engine.cards import Card
from game.engine.scoring import FIFTEEN, THIRTY_ONE, Kind, Score, count_of
from trainer.drills.peg.question import PAIRS, PegQuestion, PegReason, PegSort, reason_for
from trainer.drills.questions import Demand


class PegCause(StrEnum):
    """A way to peg wrong; the first ones are scores that can be overlooked."""

    FIFTEEN = "peg-fifteen"
    THIRTY_ONE = "peg-thirty-one"
    PAIR = "peg-pair"
    PAIR_ROYAL = "peg-pair-royal"
    DOUBLE_PAIR_ROYAL = "peg-double-pair-royal"
    RUN = "peg-run"
    LAST = "peg-last"
    RUN_OUT_OF_ORDER = "peg-run-out-of-order"
    RUN_CUT_SHORT = "peg-run-cut-short"
    RUN_IN_RUN = "peg-run-in-run"
    RUN_THROUGH_DOUBLE = "peg-run-through-double"
    RUN_WITH_GAP = "peg-run-with-gap"
    ROUND_THE_CORNER = "peg-round-the-corner"
    ROYAL_AS_FEWER = "peg-royal-as-fewer"
    BROKEN_PAIR = "peg-broken-pair"
    TENS_AS_PAIR = "peg-tens-as-pair"
    FIFTEEN_IN_PART = "peg-fifteen-in-part"
    THIRTY_ONE_AS_ONE = "peg-thirty-one-as-one"
    THIRTY_ONE_AND_LAST = "peg-thirty-one-and-last"
    GO_TOO_SOON = "peg-go-too-soon"
    COUNT = "peg-count"
    COUNT_BEFORE = "peg-count-before"
    COURT_CARDS_OVER_TEN = "peg-court-cards-over-ten"
    UNFOUNDED = "peg-unfounded"


@dataclass(frozen=True, slots=True)
class PegError:
    """A known error that a question invites: by how much it makes the points too high (or, < 0, low), and on what."""

    cause: PegCause
    off: int
    about: PegReason


def overlooked(score: Score) -> PegCause:
    """Return the error of overlooking a score. A run out of order is a skill of its own."""
    if score.kind is Kind.RUN and not _in_order(score.cards):
        return PegCause.RUN_OUT_OF_ORDER
    return PegCause[reason_for(score).name]


def _in_order(run: Sequence[Card]) -> bool:
    ranks = [card.rank for card in run]
    return ranks in (sorted(ranks), sorted(ranks, reverse=True))


def errors(question: PegQuestion) -> tuple[PegError, ...]:
    """Return every known error that the question invites, overlooked scores first."""
    missed = [PegError(overlooked(score), -score.points, reason_for(score)) for score in question.scores]
    laid = question.laid
    found = [*missed, *_run_errors(laid, question.scores), *_pair_errors(laid), *_sum_errors(question)]
    return tuple(dict.fromkeys(error for error in found if error.off))


def _run_errors(laid: Sequence[Card], scores: Sequence[Score]) -> Iterator[PegError]:
    length = next((len(score.cards) for score in scores if score.kind is Kind.RUN), 0)
    for short in range(3, length):
        yield PegError(PegCause.RUN_CUT_SHORT, short - length, PegReason.RUN)
        if _is_run([card.rank for card in laid[-short:]]):
            yield PegError(PegCause.RUN_IN_RUN, short, PegReason.RUN)
    double = _run_through_double(laid)
    if double:
        for counted in (double, 2 * double, 2 * double + 2):  # the run once, twice, and as it is counted in a hand
            if counted > length:
                yield PegError(PegCause.RUN_THROUGH_DOUBLE, counted - length, PegReason.RUN)
    elif (wide := _stretch(laid)) > max(length, 2):
        yield PegError(PegCause.RUN_WITH_GAP, wide - length, PegReason.RUN)
    for corner in _round_the_corner(laid):
        yield PegError(PegCause.ROUND_THE_CORNER, corner, PegReason.RUN)


def _is_run(ranks: Sequence[int]) -> bool:
    return len(set(ranks)) == len(ranks) >= 3 and max(ranks) - min(ranks) == len(ranks) - 1


def _run_through_double(laid: Sequence[Card]) -> int:
    """Return the length of the run at the end that there would be if a double in it did not matter; 0: none."""
    for size in range(4, len(laid) + 1):
        ranks = [card.rank for card in laid[-size:]]
        if len(set(ranks)) < size and _is_run(sorted(set(ranks))):
            return len(set(ranks))
    return 0


def _stretch(laid: Sequence[Card]) -> int:
    """Return how many ranks in a row lie on the table, with the last card among them, wherever the others lie."""
    ranks = {card.rank for card in laid}
    low = high = laid[-1].rank
    while low - 1 in ranks:
        low -= 1
    while high + 1 in ranks:
        high += 1
    return high - low + 1


def _round_the_corner(laid: Sequence[Card]) -> Iterator[int]:
    """Yield the lengths of the runs at the end that go on from king to ace."""
    for size in range(3, len(laid) + 1):
        ranks = [card.rank for card in laid[-size:]]
        if {1, 13} <= set(ranks) and _is_run([rank + 13 if rank < 8 else rank for rank in ranks]):
            yield size


def _pair_errors(laid: Sequence[Card]) -> Iterator[PegError]:
    rank = laid[-1].rank
    same = next((place for place, card in enumerate(reversed(laid)) if card.rank != rank), len(laid))
    worth, name = 2 * comb(same, 2), PAIRS.get(same, PegReason.PAIR)
    for fewer in {3: (4, 2), 4: (6, 8, 2)}.get(same, ()):
        yield PegError(PegCause.ROYAL_AS_FEWER, fewer - worth, name)
    earlier = sum(card.rank == rank for card in laid) - same
    if earlier:
        whole = same + earlier
        yield PegError(PegCause.BROKEN_PAIR, 2 * comb(whole, 2) - worth, PAIRS[whole])
        yield PegError(PegCause.BROKEN_PAIR, 2, PegReason.PAIR)
    if same == 1 and [card.value for card in laid[-2:]] == [10, 10]:
        yield PegError(PegCause.TENS_AS_PAIR, 2, PegReason.PAIR)


def _sum_errors(question: PegQuestion) -> Iterator[PegError]:
    count, laid = question.count, question.laid
    if count == THIRTY_ONE:
        yield PegError(PegCause.THIRTY_ONE_AS_ONE, -1, PegReason.THIRTY_ONE)
        yield PegError(PegCause.THIRTY_ONE_AND_LAST, 1, PegReason.LAST)
    elif count > THIRTY_ONE - 10 and not question.last:
        yield PegError(PegCause.GO_TOO_SOON, 1, PegReason.LAST)
    if count != FIFTEEN and any(count_of(laid[start:]) == FIFTEEN for start in range(1, len(laid))):
        yield PegError(PegCause.FIFTEEN_IN_PART, 2, PegReason.FIFTEEN)


def demands(question: PegQuestion) -> tuple[Demand, ...]:
    """Return what a question asks to see: the scores, the errors that it invites with what they change, and the count.

    An error that can be made in several ways stands there once, with the first of them.
    """
    court = any(card.rank > 10 for card in question.laid)
    counts = [PegCause.COUNT, PegCause.COUNT_BEFORE, *([PegCause.COURT_CARDS_OVER_TEN] if court else [])]
    invited = {error.cause: error.off for error in reversed(errors(question))}
    return (*starmap(Demand, reversed(invited.items())), *(Demand(cause, 0) for cause in counts))


def sort_of(question: PegQuestion) -> PegSort:
    """Return the sort of a question: the last card of a deal, else what it scores, else what it only seems to score."""
    if question.last:
        return PegSort.LAST
    if len(question.scores) > 1:
        return PegSort.SEVERAL
    kinds = [score.kind for score in question.scores]
    if kinds not in ([], [Kind.PAIR]):
        return PegSort(kinds[0].value)
    invited = {error.cause for error in errors(question)}
    if invited & {PegCause.RUN_THROUGH_DOUBLE, PegCause.RUN_WITH_GAP}:
        return PegSort.BROKEN_RUN
    if kinds:
        return PegSort.PAIR if len(question.scores[0].cards) == 2 else PegSort.ROYAL
    return _seeming(invited)


def _seeming(invited: set[PegCause]) -> PegSort:
    if PegCause.BROKEN_PAIR in invited:
        return PegSort.BROKEN_PAIR
    return PegSort.TENS if PegCause.TENS_AS_PAIR in invited else PegSort.NOTHING
