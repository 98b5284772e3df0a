"""The pegging drill: the cards of a series and the next one; the learner says the count, and what the card scores.

Source: RULES.md, The play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations, starmap
from math import comb
from random import Random

from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.scoring import FIFTEEN, THIRTY_ONE, Kind, Score, count_of, peg, total
from trainer.drills.posing import drawn, plain, risen
from trainer.drills.questions import Demand, Marking, UnreadableQuestion, Wish


class PegSort(StrEnum):
    """What there is to see in a card that is played."""

    NOTHING = "nothing"
    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    PAIR = "pair"
    ROYAL = "royal"
    RUN = "run"
    SEVERAL = "several"
    BROKEN_RUN = "broken-run"
    BROKEN_PAIR = "broken-pair"
    TENS = "tens-no-pair"
    LAST = "last"


MIX: dict[PegSort, int] = {
    PegSort.NOTHING: 10,
    PegSort.FIFTEEN: 12,
    PegSort.THIRTY_ONE: 10,
    PegSort.PAIR: 10,
    PegSort.ROYAL: 8,
    PegSort.RUN: 16,
    PegSort.SEVERAL: 12,
    PegSort.BROKEN_RUN: 10,
    PegSort.BROKEN_PAIR: 4,
    PegSort.TENS: 4,
    PegSort.LAST: 4,
}
"""Questions of each sort in a hundred."""


_LAST = "last "


class PegReason(StrEnum):
    """What points are given for, as a learner ticks it."""

    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    PAIR = "pair"
    PAIR_ROYAL = "pair-royal"
    DOUBLE_PAIR_ROYAL = "double-pair-royal"
    RUN = "run"
    LAST = "last"


_PAIRS = {2: PegReason.PAIR, 3: PegReason.PAIR_ROYAL, 4: PegReason.DOUBLE_PAIR_ROYAL}
_KINDS = {
    Kind.FIFTEEN: PegReason.FIFTEEN,
    Kind.THIRTY_ONE: PegReason.THIRTY_ONE,
    Kind.RUN: PegReason.RUN,
    Kind.LAST: PegReason.LAST,
}


def given_for(score: Score) -> PegReason:
    """What a score is given for; pairs apart by how many cards are of a rank."""
    return _PAIRS[len(score.cards)] if score.kind is Kind.PAIR else _KINDS[score.kind]


@dataclass(frozen=True)
class PegQuestion:
    """A series, the card that is played next, and whether that is the last card of the deal.

    Text forms: "4C 7D 3S | 6H", "last 4C 7D 3S | 6H".
    """

    series: tuple[Card, ...]
    card: Card
    last: bool = False

    def __str__(self) -> str:
        return f"{_LAST if self.last else ''}{text_of(self.series)} | {self.card}".strip()

    @property
    def laid(self) -> tuple[Card, ...]:
        """The series with the card."""
        return (*self.series, self.card)

    @property
    def before(self) -> int:
        """The count before the card."""
        return count_of(self.series)

    @property
    def count(self) -> int:
        """The count to say."""
        return count_of(self.laid)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """What the card scores, the point for the last card too."""
        closing = self.last and self.count != THIRTY_ONE
        return (*peg(self.laid), *((Score(Kind.LAST, (self.card,), 1),) if closing else ()))

    @property
    def points(self) -> int:
        """What the card is worth."""
        return total(self.scores)


# ------------------------------------------------------------------------------------------------ known errors


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
    """The error of not seeing a score; a run that did not come in order is another skill than one that did."""
    if score.kind is Kind.RUN and not _in_order(score.cards):
        return PegCause.RUN_OUT_OF_ORDER
    return PegCause[given_for(score).name]


def _in_order(run: Sequence[Card]) -> bool:
    ranks = [card.rank for card in run]
    return ranks in (sorted(ranks), sorted(ranks, reverse=True))


def errors(question: PegQuestion) -> tuple[PegError, ...]:
    """Every known error that the question invites, overlooked scores first."""
    missed = [PegError(overlooked(score), -score.points, given_for(score)) for score in question.scores]
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
    """The length of the run at the end that there would be if a double in it did not matter; 0: none."""
    for size in range(4, len(laid) + 1):
        ranks = [card.rank for card in laid[-size:]]
        if len(set(ranks)) < size and _is_run(sorted(set(ranks))):
            return len(set(ranks))
    return 0


def _stretch(laid: Sequence[Card]) -> int:
    """How many ranks in a row lie on the table, with the last card among them, wherever the others lie."""
    ranks = {card.rank for card in laid}
    low = high = laid[-1].rank
    while low - 1 in ranks:
        low -= 1
    while high + 1 in ranks:
        high += 1
    return high - low + 1


def _round_the_corner(laid: Sequence[Card]) -> Iterator[int]:
    """The lengths of the runs at the end that go on from king to ace."""
    for size in range(3, len(laid) + 1):
        ranks = [card.rank for card in laid[-size:]]
        if {1, 13} <= set(ranks) and _is_run([rank + 13 if rank < 8 else rank for rank in ranks]):
            yield size


def _pair_errors(laid: Sequence[Card]) -> Iterator[PegError]:
    rank = laid[-1].rank
    same = next((place for place, card in enumerate(reversed(laid)) if card.rank != rank), len(laid))
    worth, name = 2 * comb(same, 2), _PAIRS.get(same, PegReason.PAIR)
    for fewer in {3: (4, 2), 4: (6, 8, 2)}.get(same, ()):
        yield PegError(PegCause.ROYAL_AS_FEWER, fewer - worth, name)
    earlier = sum(card.rank == rank for card in laid) - same
    if earlier:
        whole = same + earlier
        yield PegError(PegCause.BROKEN_PAIR, 2 * comb(whole, 2) - worth, _PAIRS[whole])
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


# ------------------------------------------------------------------------------------------------------ marking


@dataclass(frozen=True)
class PegMarking(Marking):
    """An answer judged: the count and points that were said (None: they did not come in time), and what was ticked.

    What is ticked decides nothing; where nothing is ticked, nothing is said of it.
    """

    question: PegQuestion
    said: int | None = None
    claim: int | None = None
    ticked: tuple[PegReason, ...] = ()

    @property
    def points(self) -> int:
        """What the card scores."""
        return self.question.points

    @property
    def worth(self) -> int:
        """What the card scores."""
        return self.points

    @property
    def off(self) -> int:
        """The points claimed less the truth."""
        return (self.claim or 0) - self.points

    @property
    def right(self) -> bool:
        """Whether count and points are the truth."""
        return (self.said, self.claim) == (self.question.count, self.points)

    @property
    def lost(self) -> float:
        """How far the points are off; a count that alone is wrong is 1 off."""
        return 0.0 if self.right else float(max(abs(self.off), 1))

    @property
    def sort(self) -> str:
        """What there was to see."""
        return sort_of(self.question)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """The scores to be seen, the known errors that are invited, and the count."""
        return demands(self.question)

    @property
    def causes(self) -> tuple[str, ...]:
        """The codes of what went wrong."""
        return () if self.right or self.claim is None else tuple(dict.fromkeys((*self._of_count, *self._of_points[0])))

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed; None where neither ticks nor the number of points tell which."""
        _, sure = self._of_points
        if not sure and not self._of_count:
            return None
        asked = {demand.skill for demand in self.demands}
        return tuple(code for code in self.causes if code in asked) if sure else self._of_count

    @property
    def unticked(self) -> tuple[PegReason, ...]:
        """What the card scores for and was not ticked, where anything was."""
        return tuple(what for what in self._true if self.ticked and what not in self.ticked)

    @property
    def unfounded(self) -> tuple[PegReason, ...]:
        """What was ticked and is not there."""
        return tuple(what for what in self.ticked if what not in self._true)

    @property
    def _true(self) -> tuple[PegReason, ...]:
        return tuple(map(given_for, self.question.scores))

    @property
    def _of_count(self) -> tuple[PegCause, ...]:
        """Why the count was wrong."""
        if self.said is None or self.said == self.question.count:
            return ()
        if self.said == self.question.before:
            return (PegCause.COUNT_BEFORE,)
        by_rank = sum(card.rank for card in self.question.laid)
        return (PegCause.COURT_CARDS_OVER_TEN if self.said == by_rank else PegCause.COUNT,)

    @cached_property
    def _of_points(self) -> tuple[tuple[PegCause, ...], bool]:
        """Why the points were wrong, and whether that is sure."""
        if not self.off or self.claim is None or self._follows_from_count:
            return (), True
        if self.unticked or self.unfounded:
            return tuple(self._by_ticks()), True
        known = dict.fromkeys(error.cause for error in errors(self.question) if error.off == self.off)
        if self.ticked:  # all that is there was seen: it was not overlooked, but counted wrong
            known = {cause: None for cause in known if cause not in set(map(overlooked, self.question.scores))}
        found = tuple(known) or self._overlooked()
        return found, bool(found) and (len(known) == 1 or not known)

    @property
    def _follows_from_count(self) -> bool:
        """Whether the points are those that the wrong count would give."""
        if not self._of_count:
            return False
        by_count = {Kind.FIFTEEN, Kind.THIRTY_ONE}
        rest = total(score for score in self.question.scores if score.kind not in by_count)
        return self.claim == rest + 2 * (self.said in (FIFTEEN, THIRTY_ONE))

    def _by_ticks(self) -> Iterator[PegCause]:
        """What was overlooked, and what was seen that is not there."""
        known = errors(self.question)
        pairs = set(_PAIRS.values())
        fewer = pairs & set(self.unticked) and pairs & set(self.unfounded)
        if fewer and any(error.cause is PegCause.ROYAL_AS_FEWER for error in known):
            yield PegCause.ROYAL_AS_FEWER
        else:
            fewer = set()
        for score in self.question.scores:
            if given_for(score) in self.unticked and not (fewer and given_for(score) in pairs):
                yield overlooked(score)
        for what in self.unfounded:
            if not (fewer and what in pairs):
                invited = (error.cause for error in known if error.about is what and error.off > 0)
                yield next(invited, PegCause.UNFOUNDED)

    def _overlooked(self) -> tuple[PegCause, ...]:
        """The one set of several scores that makes what is missing; () where there is none, or another too."""
        scores = self.question.scores
        some = [taken for size in range(2, len(scores) + 1) for taken in combinations(scores, size)]
        fitting = [taken for taken in some if total(taken) == -self.off]
        return tuple(map(overlooked, fitting[0])) if len(fitting) == 1 else ()


def demands(question: PegQuestion) -> tuple[Demand, ...]:
    """What a question asks to see: the scores, the errors that it invites with what they change, and the count.

    An error that can be made in several ways stands there once, with the first of them.
    """
    court = any(card.rank > 10 for card in question.laid)
    counts = [PegCause.COUNT, PegCause.COUNT_BEFORE, *([PegCause.COURT_CARDS_OVER_TEN] if court else [])]
    invited = {error.cause: error.off for error in reversed(errors(question))}
    return (*starmap(Demand, reversed(invited.items())), *(Demand(cause, 0) for cause in counts))


def mark(question: PegQuestion, answer: str) -> PegMarking:
    """Judge an answer: "25 2 run pair", the count, the points and what was ticked; "" for one that was too late."""
    if not answer:
        return PegMarking(question)
    said, claim, *ticked = answer.split(" ")
    return PegMarking(question, int(said), int(claim), tuple(map(PegReason, ticked)))


# ------------------------------------------------------------------------------------------------------- posing


def sort_of(question: PegQuestion) -> PegSort:
    """The sort of a question: the last card of a deal, else what it scores, else what it only seems to score."""
    if question.last:
        return PegSort.LAST
    if len(question.scores) > 1:
        return PegSort.SEVERAL
    invited = {error.cause for error in errors(question)}
    kinds = [score.kind for score in question.scores]
    if kinds in ([], [Kind.PAIR]) and invited & {PegCause.RUN_THROUGH_DOUBLE, PegCause.RUN_WITH_GAP}:
        return PegSort.BROKEN_RUN
    if not kinds:
        return _seeming(invited)
    if kinds == [Kind.PAIR]:
        return PegSort.PAIR if len(question.scores[0].cards) == 2 else PegSort.ROYAL
    return PegSort(kinds[0].value)


def _seeming(invited: set[PegCause]) -> PegSort:
    if PegCause.BROKEN_PAIR in invited:
        return PegSort.BROKEN_PAIR
    return PegSort.TENS if PegCause.TENS_AS_PAIR in invited else PegSort.NOTHING


_SPANS = {
    PegSort.ROYAL: 2,
    PegSort.RUN: 5,
    PegSort.SEVERAL: 4,
    PegSort.BROKEN_RUN: 4,
    PegSort.BROKEN_PAIR: 4,
    PegSort.TENS: 6,
}
"""From how many neighbouring ranks the cards are drawn where those of all thirteen seldom make what is wanted."""

_LENGTHS = (2, 3, 3, 4, 4, 5, 5, 6)
"""How many cards lie on the table with the next one."""

_BEFORE_LAST = (PegSort.NOTHING, PegSort.FIFTEEN, PegSort.THIRTY_ONE, PegSort.THIRTY_ONE, PegSort.PAIR, PegSort.RUN)
"""What the last card of a deal may be besides."""

_SEARCH = 300
"""Questions that are looked at for a sibling."""


def pose(rng: Random, wish: Wish) -> PegQuestion:
    """A series and a card, of a sort drawn by its share of `MIX`."""
    wanted = drawn(rng, wish, MIX)
    return risen(wish.rise, lambda: _of_sort(rng, wanted), hardness)


def _of_sort(rng: Random, wanted: PegSort) -> PegQuestion:
    if wanted is PegSort.LAST:
        inner = _of_sort(rng, rng.choice(_BEFORE_LAST))
        return PegQuestion(inner.series, inner.card, last=True)
    span = _SPANS.get(wanted, 13)
    while True:
        low = rng.randint(1, 14 - span)
        pool = [card for card in PACK if low <= card.rank < low + span]
        *series, card = rng.sample(pool, rng.choice(_LENGTHS))
        question = PegQuestion(tuple(series), card)
        if question.count <= THIRTY_ONE and sort_of(question) is wanted:
            return question


def read(text: str) -> PegQuestion:
    """Read the text form of a question. Raises Unreadable, or CardError for what is no card."""
    last = text.startswith(_LAST)
    series, bar, card = text.removeprefix(_LAST).partition("|")
    if not bar:
        raise UnreadableQuestion(text)
    laid, played = parse_cards(series), parse_cards(card)
    parse_cards(f"{series} {card}")  # no card twice
    question = PegQuestion(laid, played[0], last) if len(played) == 1 else None
    if question is None or question.count > THIRTY_ONE or question.before == THIRTY_ONE:
        raise UnreadableQuestion(text)
    return question


def canonical(question: PegQuestion) -> str:
    """The question with the first suits that its ranks can have: suits never matter in the play."""
    *series, card = plain(question.laid)
    return str(PegQuestion(tuple(series), card, question.last))


def sibling(question: PegQuestion, rng: Random) -> PegQuestion:
    """Another question of the same sort with scores of the same kinds, on other ranks; else the question itself."""
    sort, wanted = sort_of(question), pattern(question)
    for _ in range(_SEARCH):
        other = _of_sort(rng, sort)
        if pattern(other) == wanted and _ranks(other) != _ranks(question):
            return other
    return question


def pattern(question: PegQuestion) -> tuple[str, ...]:
    """The errors of overlooking its scores: what siblings have in common."""
    return tuple(map(overlooked, question.scores))


def _ranks(question: PegQuestion) -> list[int]:
    return [card.rank for card in question.laid]


def hardness(question: PegQuestion) -> float:
    """How hard it is: more cards, more scores, and more that only seems to be there."""
    invited = {error.cause for error in errors(question) if error.off > 0}
    hidden = sum(overlooked(score) is PegCause.RUN_OUT_OF_ORDER for score in question.scores)
    return len(question.laid) + 2 * len(question.scores) + 2 * hidden + len(invited)
