"""The drill "Tap it": the cards of one thing are tapped, or there is said to be none.

The thing is looked for in a hand with its starter, in a count that lacks its last item, or in a series of the play,
where it is what the last card makes. Any of several is right; of a run and of its doubles only the whole.
Source: RULES.md, The play, The show.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain, combinations
from random import Random

from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.scoring import FIFTEEN, THIRTY_ONE, Combination, Kind, Named, Score, combine, count_of
from game.strategy.causes import Cause, Likely
from trainer.drills.count import question as count_question
from trainer.drills.count.hunt import HuntOutcome, hunt
from trainer.drills.count.question import CRIBS, skill_of
from trainer.drills.find import question as find_question
from trainer.drills.find.question import NOTHING, FindClaim
from trainer.drills.peg import question as peg_question
from trainer.drills.posing import drawn, risen
from trainer.drills.questions import Demand, Marking, UnreadableQuestion, Wish


class Sought(StrEnum):
    """What is to be tapped; `LAST` is the item that a count still lacks."""

    FIFTEEN = "fifteen"
    THIRTY_ONE = "thirty-one"
    RUN = "run"
    DOUBLE_RUN = "double-run"
    TRIPLE_RUN = "triple-run"
    DOUBLE_DOUBLE_RUN = "double-double-run"
    PAIR = "pair"
    PAIR_ROYAL = "pair-royal"
    DOUBLE_PAIR_ROYAL = "double-pair-royal"
    FLUSH = "flush"
    NOBS = "nobs"
    LAST = "last"


class TapSort(StrEnum):
    """Where it is, and what kind of thing."""

    FIFTEEN = "fifteen"
    RUN = "run"
    DOUBLE_RUN = "double-run"
    PAIR = "pair"
    ROYAL = "royal"
    FLUSH = "flush"
    NOBS = "nobs"
    LAST = "last"
    SERIES = "series"


MIX: dict[TapSort, int] = {
    TapSort.FIFTEEN: 24,
    TapSort.RUN: 14,
    TapSort.DOUBLE_RUN: 10,
    TapSort.PAIR: 6,
    TapSort.ROYAL: 6,
    TapSort.FLUSH: 8,
    TapSort.NOBS: 6,
    TapSort.LAST: 14,
    TapSort.SERIES: 12,
}
"""Questions of each sort in a hundred."""

NONE = 0.2
"""The share of questions where there is none; with those of a count, which never lacks nothing, one in six of all."""


ROYALS = {Sought.PAIR: 2, Sought.PAIR_ROYAL: 3, Sought.DOUBLE_PAIR_ROYAL: 4}
"""How many cards of a rank."""
WHOLES = (Sought.DOUBLE_RUN, Sought.TRIPLE_RUN, Sought.DOUBLE_DOUBLE_RUN)
"""Runs with what is double in them."""

_SERIES = {Sought.FIFTEEN, Sought.THIRTY_ONE, Sought.RUN, *ROYALS}
_OF, _OF_SERIES = " of ", "series "
_ASKED = re.compile(r"([a-z-]+?)(?:-([2-6]))?")
_JACK, _KING = 11, 13


@dataclass(frozen=True, slots=True)
class TapThing:
    """Cards that make what is sought, and what they are worth."""

    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True)
class TapQuestion:
    """What is sought, and where; of fifteens also of how many cards (0: any number).

    Text forms: "fifteen-3 of 4C 5S 6D JH | 4H", "run of crib 4C 5S 6D JH | 4H", "run of series 4C 7D 3S 6H 5C".
    """

    sought: Sought
    table: count_question.CountQuestion | peg_question.PegQuestion
    size: int = 0

    def __str__(self) -> str:
        asked = f"{self.sought}-{self.size}" if self.size else self.sought
        match self.table:
            case count_question.CountQuestion() as count:
                return f"{asked}{_OF}{count}"
            case peg_question.PegQuestion() as series:
                return f"{asked}{_OF}{_OF_SERIES}{text_of(series.laid)}"

    @property
    def series(self) -> bool:
        """Whether it is a series of the play."""
        return isinstance(self.table, peg_question.PegQuestion)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards on the table: the hand and the starter, or the series in its order."""
        return self.table.laid if isinstance(self.table, peg_question.PegQuestion) else self.table.cards

    @cached_property
    def things(self) -> tuple[TapThing, ...]:
        """All that is sought and there, that of the fewest cards first."""
        found = _in_series(self) if isinstance(self.table, peg_question.PegQuestion) else _in_hand(self, self.table)
        return tuple(sorted(found, key=lambda thing: len(thing.cards)))

    @property
    def missing(self) -> Combination:
        """What a count still lacks: its last combination."""
        return combine(self.table.scores)[-1]

    @property
    def said(self) -> tuple[Combination, ...]:
        """The combinations of a count that are said already."""
        return combine(self.table.scores)[:-1]


def _in_hand(question: TapQuestion, count: count_question.CountQuestion) -> Iterator[TapThing]:
    sought, scores = question.sought, count.scores
    if sought is Sought.LAST:
        yield TapThing(question.missing.cards, question.missing.points)
    elif sought in WHOLES:
        wholes = [whole for whole in combine(scores) if whole.name is Named[sought.name]]
        yield from (TapThing(whole.cards, whole.points) for whole in wholes)
    elif sought in ROYALS:
        for some in combinations(sorted(count.cards), ROYALS[sought]):
            if len({card.rank for card in some}) == 1:
                yield TapThing(some, POINTS[sought])
    else:
        for score in scores:
            if score.kind is Kind(sought.value) and question.size in (0, len(score.cards)):
                yield TapThing(score.cards, score.points)


def _in_series(question: TapQuestion) -> Iterator[TapThing]:
    """What the last card makes; a pair and a pair royal also inside more of the rank."""
    sought = question.sought
    kind = Kind.PAIR if sought in ROYALS else Kind(sought.value)
    for score in question.table.scores:
        if score.kind is kind and sought in ROYALS:
            *before, last = score.cards
            for some in combinations(before, ROYALS[sought] - 1):
                yield TapThing(tuple(sorted((*some, last))), POINTS[sought])
        elif score.kind is kind:
            yield TapThing(tuple(sorted(score.cards)), score.points)


POINTS = {
    Sought.FIFTEEN: 2,
    Sought.THIRTY_ONE: 2,
    Sought.RUN: 3,
    Sought.DOUBLE_RUN: 8,
    Sought.TRIPLE_RUN: 15,
    Sought.DOUBLE_DOUBLE_RUN: 16,
    Sought.PAIR: 2,
    Sought.PAIR_ROYAL: 6,
    Sought.DOUBLE_PAIR_ROYAL: 12,
    Sought.FLUSH: 4,
    Sought.NOBS: 1,
}
"""The least that each is worth."""


# ------------------------------------------------------------------------------------------------- what went wrong


class TapFault(StrEnum):
    """What is wrong with an answer."""

    OVERLOOKED = "overlooked"
    SUM = "sum"
    COURT_OVER_TEN = "court-over-ten"
    OTHER_SIZE = "other-size"
    FEW_FOR_A_RUN = "few-for-a-run"
    RANK_TWICE = "rank-twice"
    SEVERAL_RUNS = "several-runs"
    CORNER = "corner"
    GAP = "gap"
    PART_OF_RUN = "part-of-run"
    ONE_RUN = "one-run"
    NOT_DOUBLED = "not-doubled"
    OTHER_WHOLE = "other-whole"
    PART = "part"
    TOO_MANY = "too-many"
    NUMBER = "number"
    UNLIKE = "unlike"
    TENS = "tens"
    SUITS = "suits"
    FLUSH_PART = "flush-part"
    FLUSH_CUT_SHORT = "flush-cut-short"
    FLUSH_CRIB = "flush-crib"
    FLUSH_STARTER = "flush-starter"
    FLUSH_SOME = "flush-some"
    FLUSH_TOO_LONG = "flush-too-long"
    NOBS_NUMBER = "nobs-number"
    NO_JACK = "no-jack"
    NOBS_SUIT = "nobs-suit"
    NOBS_STARTER = "nobs-starter"
    SAID = "said"
    HUNTED = "hunted"
    WITHOUT_LAST = "without-last"
    SERIES_COUNT = "series-count"
    SERIES_PART = "series-part"
    SERIES_NOT_ALL = "series-not-all"
    PAIR_BROKEN = "pair-broken"
    RUN_BROKEN_BY_DOUBLE = "run-broken-by-double"
    RUN_BROKEN = "run-broken"


@dataclass(frozen=True, slots=True)
class TapMistake:
    """What is wrong with an answer, and the known error behind it; "" where there is none."""

    fault: TapFault
    cause: str = ""


Cards = tuple[Card, ...]


def _follow(ranks: Sequence[int]) -> bool:
    """Whether sorted ranks follow each other."""
    return list(ranks) == list(range(ranks[0], ranks[0] + len(ranks)))


def _ranks_slip(ranks: Sequence[int], corner: str) -> TapMistake | None:
    """Why three ranks or more do not follow each other, round the corner or anywhere; None where they do."""
    if _follow(ranks):
        return None
    if {1, _KING} <= set(ranks) and _follow(sorted(rank + _KING if rank < 8 else rank for rank in ranks)):
        return TapMistake(TapFault.CORNER, corner)
    return TapMistake(TapFault.GAP)


def _fifteen_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if count_of(cards) == FIFTEEN:
        return TapMistake(TapFault.OTHER_SIZE)
    if sum(card.rank for card in cards) == FIFTEEN:
        return TapMistake(TapFault.COURT_OVER_TEN, Cause.COURT_CARDS_OVER_TEN)
    return TapMistake(TapFault.SUM)


def _run_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    ranks = sorted({card.rank for card in cards})
    runs = [thing for thing in question.things if set(thing.cards) < set(cards)]
    if len(cards) < 3:
        return TapMistake(TapFault.FEW_FOR_A_RUN)
    if len(runs) > 1:
        return TapMistake(TapFault.SEVERAL_RUNS)
    if runs:
        return TapMistake(TapFault.TOO_MANY)
    if len(ranks) < len(cards):
        return TapMistake(TapFault.RANK_TWICE)
    return _ranks_slip(ranks, Cause.ROUND_THE_CORNER) or TapMistake(TapFault.PART_OF_RUN, Cause.RUN_CUT_SHORT)


def _whole_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if name := named(count, cards):
        return TapMistake(TapFault.NOT_DOUBLED if name is Named.RUN else TapFault.OTHER_WHOLE)
    if any(score.kind is Kind.RUN and score.cards == cards for score in count.scores):
        return TapMistake(TapFault.ONE_RUN, Cause.DOUBLE_RUN_ONCE if question.things else "")
    for thing in question.things:
        if set(thing.cards) < set(cards):
            return TapMistake(TapFault.TOO_MANY)
        if set(thing.cards) > set(cards):
            return TapMistake(TapFault.PART)
    ranks = sorted({card.rank for card in cards})
    if len(ranks) < 3:
        return TapMistake(TapFault.FEW_FOR_A_RUN)
    return _ranks_slip(ranks, Cause.ROUND_THE_CORNER) or TapMistake(TapFault.PART)


def named(count: count_question.CountQuestion, cards: Cards) -> Named | None:
    """What the cards are called together for the sake of their ranks: a run, a triple run, a pair royal."""
    by_rank = (whole for whole in combine(count.scores) if whole.parts[0].kind in (Kind.RUN, Kind.PAIR))
    return next((whole.name for whole in by_rank if whole.cards == cards), None)


def _kind_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if len({card.rank for card in cards}) == 1:
        return TapMistake(TapFault.NUMBER)
    return TapMistake(TapFault.TENS, Cause.COURT_PAIR) if _all_tens(cards) else TapMistake(TapFault.UNLIKE)


def _all_tens(cards: Cards) -> bool:
    return all(card.value == 10 for card in cards)


def _flush_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if len({card.suit for card in cards}) > 1:
        longer = any(set(thing.cards) < set(cards) for thing in question.things)
        return TapMistake(TapFault.FLUSH_TOO_LONG if longer else TapFault.SUITS)
    if set(cards) == set(count.hand):
        if question.things:
            return TapMistake(TapFault.FLUSH_CUT_SHORT, Cause.FLUSH_CUT_SHORT)
        return TapMistake(TapFault.FLUSH_CRIB, Cause.CRIB_FOUR_FLUSH)
    if len(cards) < 4 or question.things:
        return TapMistake(TapFault.FLUSH_PART)
    if count.starter in cards:
        return TapMistake(TapFault.FLUSH_STARTER, Cause.FLUSH_WITH_STARTER)
    return TapMistake(TapFault.FLUSH_SOME, Cause.FLUSH_OF_SOME)


def _nobs_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if len(cards) > 1:
        return TapMistake(TapFault.NOBS_NUMBER)
    if cards[0].rank != _JACK:
        return TapMistake(TapFault.NO_JACK)
    if cards[0] == count.starter:
        return TapMistake(TapFault.NOBS_STARTER, Cause.NOBS_STARTER)
    return TapMistake(TapFault.NOBS_SUIT, Cause.NOBS_WRONG_SUIT)


def _last_slip(count: count_question.CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    """What is wrong with cards that are not what a count lacks: they are said already, or make nothing."""
    tried = hunt(count, (), cards)
    if tried.hunt is HuntOutcome.FOUND:
        parts = [score for score in tried.scores if score in question.missing.parts]
        once = len(parts) == 1 and parts[0].kind is Kind.RUN
        return TapMistake(TapFault.PART, Cause.DOUBLE_RUN_ONCE if once else "") if parts else TapMistake(TapFault.SAID)
    known = find_question.FindMarking(count, (FindClaim(cards, len(cards)),)).errors
    return TapMistake(TapFault.HUNTED, known[0] if known else "")


_HAND_SLIPS: dict[Sought, Callable[[count_question.CountQuestion, TapQuestion, Cards], TapMistake]] = {
    Sought.FIFTEEN: _fifteen_slip,
    Sought.RUN: _run_slip,
    **dict.fromkeys(WHOLES, _whole_slip),
    **dict.fromkeys(ROYALS, _kind_slip),
    Sought.FLUSH: _flush_slip,
    Sought.NOBS: _nobs_slip,
    Sought.LAST: _last_slip,
}


def _series_sum_slip(series: peg_question.PegQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    wanted = FIFTEEN if question.sought is Sought.FIFTEEN else THIRTY_ONE
    if len(cards) == len(series.laid):
        return TapMistake(TapFault.SERIES_COUNT)
    if count_of(cards) == wanted:
        return TapMistake(TapFault.SERIES_PART, peg_question.PegCause.FIFTEEN_IN_PART if wanted == FIFTEEN else "")
    return TapMistake(TapFault.SERIES_NOT_ALL)


def _series_kind_slip(series: peg_question.PegQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if series.card not in cards:
        return TapMistake(TapFault.WITHOUT_LAST)
    if len({card.rank for card in cards}) > 1:
        return (
            TapMistake(TapFault.TENS, peg_question.PegCause.TENS_AS_PAIR)
            if _all_tens(cards)
            else TapMistake(TapFault.UNLIKE)
        )
    first = min(map(series.laid.index, cards))
    if any(card.rank != series.card.rank for card in series.laid[first:]):
        return TapMistake(TapFault.PAIR_BROKEN, peg_question.PegCause.BROKEN_PAIR)
    fewer = question.things and 1 < len(cards) < ROYALS[question.sought]
    return TapMistake(TapFault.NUMBER, peg_question.PegCause.ROYAL_AS_FEWER if fewer else "")


def _series_run_slip(series: peg_question.PegQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    ranks = sorted({card.rank for card in cards})
    if len(cards) < 3:
        return TapMistake(TapFault.FEW_FOR_A_RUN)
    if series.card not in cards:
        return TapMistake(TapFault.WITHOUT_LAST)
    if len(ranks) < len(cards):
        return TapMistake(TapFault.RANK_TWICE, peg_question.PegCause.RUN_THROUGH_DOUBLE)
    if slip := _ranks_slip(ranks, peg_question.PegCause.ROUND_THE_CORNER):
        return slip
    between = set(series.laid[min(map(series.laid.index, cards)) :]) - set(cards)
    if any(set(cards) < set(thing.cards) for thing in question.things):
        return TapMistake(TapFault.PART_OF_RUN, peg_question.PegCause.RUN_CUT_SHORT)
    if any(card.rank in ranks for card in between):
        return TapMistake(TapFault.RUN_BROKEN_BY_DOUBLE, peg_question.PegCause.RUN_THROUGH_DOUBLE)
    return TapMistake(TapFault.RUN_BROKEN, peg_question.PegCause.RUN_WITH_GAP)


_SERIES_SLIPS: dict[Sought, Callable[[peg_question.PegQuestion, TapQuestion, Cards], TapMistake]] = {
    Sought.FIFTEEN: _series_sum_slip,
    Sought.THIRTY_ONE: _series_sum_slip,
    Sought.RUN: _series_run_slip,
    **dict.fromkeys(ROYALS, _series_kind_slip),
}


def slip_of(question: TapQuestion, cards: Cards) -> TapMistake | None:
    """What is wrong with an answer: sorted cards, () for "there is none"; None where it is right."""
    if any(thing.cards == cards for thing in question.things) or not (cards or question.things):
        return None
    if not cards:
        return TapMistake(TapFault.OVERLOOKED)
    if isinstance(question.table, peg_question.PegQuestion):
        return _SERIES_SLIPS[question.sought](question.table, question, cards)
    return _HAND_SLIPS[question.sought](question.table, question, cards)


def skills(question: TapQuestion) -> tuple[str, ...]:
    """The skill of seeing what is there, and the known errors that the question invites.

    In a hand those are what is behind any cards that can be tapped; in a series those that pegging invites.
    """
    seen = [_skill(question)] if question.things else []
    if isinstance(question.table, peg_question.PegQuestion):
        invited = peg_question.errors(question.table)
        about = peg_question.PegReason(question.sought.value)
        causes = [str(each.cause) for each in invited if each.about is about and each.cause in _TAPPED]
    else:
        cards = sorted(question.cards)
        some = chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))
        causes = [slip.cause for each in some if (slip := slip_of(question, each)) and slip.cause]
    return tuple(dict.fromkeys([*seen, *causes]))


_TAPPED = {
    peg_question.PegCause.RUN_CUT_SHORT,
    peg_question.PegCause.RUN_THROUGH_DOUBLE,
    peg_question.PegCause.RUN_WITH_GAP,
    peg_question.PegCause.ROUND_THE_CORNER,
    peg_question.PegCause.ROYAL_AS_FEWER,
    peg_question.PegCause.BROKEN_PAIR,
    peg_question.PegCause.TENS_AS_PAIR,
    peg_question.PegCause.FIFTEEN_IN_PART,
}
"""The known errors of the play that cards can show."""


def _skill(question: TapQuestion) -> str:
    """The skill of seeing what is there; of several fifteens that of the fewest cards."""
    if isinstance(question.table, peg_question.PegQuestion):
        kind = Kind.PAIR if question.sought in ROYALS else Kind(question.sought.value)
        return next(peg_question.overlooked(score) for score in question.table.scores if score.kind is kind)
    return skill_of(Score(_kind(question), question.things[0].cards, 0))


def _kind(question: TapQuestion) -> Kind:
    """The kind of score of a hand that is sought."""
    if question.sought is Sought.LAST:
        return question.missing.parts[0].kind
    if question.sought in WHOLES:
        return Kind.RUN
    return Kind.PAIR if question.sought in ROYALS else Kind(question.sought.value)


# -------------------------------------------------------------------------------------------------------- marking


@dataclass(frozen=True)
class TapMarking(Marking):
    """What was tapped (None: it did not come in time; () for "there is none"), and what there is."""

    question: TapQuestion
    tapped: Cards | None

    @cached_property
    def slip(self) -> TapMistake | None:
        """What was wrong."""
        return None if self.tapped is None else slip_of(self.question, self.tapped)

    @property
    def right(self) -> bool:
        """Whether those cards are it, or there is none."""
        return self.tapped is not None and self.slip is None

    @property
    def worth(self) -> int:
        """What it scores; 0 where there is none."""
        return self.question.things[0].points if self.question.things else 0

    @property
    def off(self) -> int:
        """The points claimed less the truth: it is found or not; what is not there counts as its least."""
        if self.right:
            return 0
        return -self.worth if self.worth or not self.tapped else POINTS[self.question.sought]

    @property
    def sort(self) -> str:
        """What was sought, and where."""
        return sort_of(self.question)

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """What is there to be seen, and the known errors that the question invites."""
        return tuple(map(Demand, skills(self.question)))

    @property
    def causes(self) -> tuple[str, ...]:
        """The code of the known error, or else of what was overlooked."""
        if self._known or not self.slip or not self.question.things:
            return self._known
        if self.question.series:
            return (_skill(self.question),)
        return (Likely(Cause.MISSED, ((_kind(self.question), 1),)).code,)

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The known error, or else what was overlooked; each is known."""
        if self.tapped is None:
            return None
        if self._known or not self.slip or not self.question.things:
            return self._known
        return (_skill(self.question),)

    @cached_property
    def _known(self) -> tuple[str, ...]:
        """The known error behind the slip, if the question invites it."""
        asked = {demand.skill for demand in self.demands}
        return (self.slip.cause,) if self.slip and self.slip.cause in asked else ()


def mark(question: TapQuestion, answer: str) -> TapMarking:
    """Judge an answer: "5S JH", "-" for "there is none", "" for one that did not come in time.

    Raises Unreadable for cards that are not on the table, CardError for what is no card.
    """
    if answer in ("", NOTHING):
        return TapMarking(question, () if answer else None)
    cards = tuple(sorted(parse_cards(answer)))
    if not cards or not set(cards) <= set(question.cards):
        raise UnreadableQuestion(answer)
    return TapMarking(question, cards)


# --------------------------------------------------------------------------------------------------------- posing


def sort_of(question: TapQuestion) -> TapSort:
    """The sort of a question."""
    sought = question.sought
    if question.series:
        return TapSort.SERIES
    if sought in WHOLES:
        return TapSort.DOUBLE_RUN
    return TapSort.ROYAL if sought in (Sought.PAIR_ROYAL, Sought.DOUBLE_PAIR_ROYAL) else TapSort(sought.value)


_SOUGHT: dict[TapSort, dict[tuple[Sought, int], int]] = {
    TapSort.FIFTEEN: {(Sought.FIFTEEN, 0): 3, (Sought.FIFTEEN, 2): 3, (Sought.FIFTEEN, 3): 4, (Sought.FIFTEEN, 4): 2},
    TapSort.RUN: {(Sought.RUN, 0): 1},
    TapSort.DOUBLE_RUN: {(Sought.DOUBLE_RUN, 0): 6, (Sought.TRIPLE_RUN, 0): 1, (Sought.DOUBLE_DOUBLE_RUN, 0): 2},
    TapSort.PAIR: {(Sought.PAIR, 0): 1},
    TapSort.ROYAL: {(Sought.PAIR_ROYAL, 0): 7, (Sought.DOUBLE_PAIR_ROYAL, 0): 1},
    TapSort.FLUSH: {(Sought.FLUSH, 0): 1},
    TapSort.NOBS: {(Sought.NOBS, 0): 1},
}
"""What is sought in a hand, of how many cards, and how often."""

_PEGGED = {
    peg_question.PegSort.FIFTEEN: 1,
    peg_question.PegSort.THIRTY_ONE: 1,
    peg_question.PegSort.PAIR: 1,
    peg_question.PegSort.ROYAL: 2,
    peg_question.PegSort.RUN: 4,
    peg_question.PegSort.SEVERAL: 3,
}
"""What the last card of a series makes, and how often."""

_SEEMING = {
    peg_question.PegSort.BROKEN_RUN: Sought.RUN,
    peg_question.PegSort.BROKEN_PAIR: Sought.PAIR,
    peg_question.PegSort.TENS: Sought.PAIR,
    peg_question.PegSort.NOTHING: Sought.FIFTEEN,
}
"""What the last card of a series only seems to make."""

_SPAN = 5
"""From how many neighbouring ranks the cards are drawn where double runs are sought."""


def pose(rng: Random, wish: Wish) -> TapQuestion:
    """A question of a sort drawn by its share of `MIX`."""
    wanted = drawn(rng, wish, MIX)
    return risen(wish.rise, lambda: _of_sort(rng, wanted), hardness)


def _of_sort(rng: Random, wanted: TapSort) -> TapQuestion:
    if wanted is TapSort.LAST:
        return _lacking(rng)
    none = rng.random() < NONE
    if wanted is TapSort.SERIES:
        return _seeming(rng) if none else _pegged(rng)
    ((sought, size),) = rng.choices(list(_SOUGHT[wanted]), list(_SOUGHT[wanted].values()))
    while True:
        question = TapQuestion(sought, _hand(rng, sought, none=none), size)
        if bool(question.things) is not none and (not none or _tempting(question)):
            return question


def _lacking(rng: Random) -> TapQuestion:
    """A count of two items or more, without its last."""
    while True:
        count = count_question.pose(rng, Wish())
        if len(combine(count.scores)) > 1:
            return TapQuestion(Sought.LAST, count)


def _pegged(rng: Random) -> TapQuestion:
    (sort,) = rng.choices(list(_PEGGED), list(_PEGGED.values()))
    series = peg_question.pose(rng, Wish({"classes": sort}))
    return TapQuestion(Sought(rng.choice([peg_question.given_for(score).value for score in series.scores])), series)


def _seeming(rng: Random) -> TapQuestion:
    sort = rng.choice(list(_SEEMING))
    while True:
        question = TapQuestion(_SEEMING[sort], peg_question.pose(rng, Wish({"classes": sort})))
        if not question.things and skills(question):
            return question


def _hand(rng: Random, sought: Sought, *, none: bool) -> count_question.CountQuestion:
    """A hand or crib, drawn so that what is sought, or what nearly is it, does not have to be waited for long."""
    crib = rng.randrange(100) < CRIBS
    pool = list(PACK)
    held: list[Card] = []
    if sought in WHOLES:
        low = rng.randint(1, 14 - _SPAN)
        pool = [card for card in PACK if low <= card.rank < low + _SPAN]
    elif sought in ROYALS:
        rank = rng.choice(PACK).rank
        held = rng.sample([card for card in PACK if card.rank == rank], ROYALS[sought] - none)
    elif sought is Sought.FLUSH:
        suit = rng.choice(PACK).suit
        held = rng.sample([card for card in PACK if card.suit is suit], 4 - (none and not crib))
    rest = [card for card in pool if card not in held]
    if sought is Sought.FLUSH and rng.random() < 0.5:  # a starter that is of the suit too
        rest = [card for card in rest if card.suit is held[0].suit]
    cards = [*held, *rng.sample(rest, 5 - len(held))]
    if sought is not Sought.FLUSH:
        rng.shuffle(cards)
    return count_question.CountQuestion(tuple(sorted(cards[:4])), cards[4], crib)


def _tempting(question: TapQuestion) -> bool:
    """Whether there nearly is what is sought, where there is none: cards that a known error takes for it, or that lack
    one pip, one rank, one card."""
    cards = question.cards
    if question.sought is Sought.FIFTEEN:
        sizes = (question.size,) if question.size else (2, 3)
        return any(abs(count_of(some) - FIFTEEN) == 1 for size in sizes for some in combinations(cards, size))
    ranks = sorted({card.rank for card in cards})
    near = any(high - low == 3 for low, _, high in zip(ranks, ranks[1:], ranks[2:], strict=False))
    match question.sought:
        case Sought.RUN:
            return near
        case Sought.DOUBLE_RUN | Sought.TRIPLE_RUN | Sought.DOUBLE_DOUBLE_RUN:
            plain = not any(whole.name.endswith(" run") for whole in combine(question.table.scores))
            return plain and len(ranks) < len(cards) and (near or len(ranks) == 3 or _has_run(question))
        case Sought.PAIR:
            return bool(skills(question)) or near
        case Sought.NOBS | Sought.FLUSH:
            return bool(skills(question))
        case _:
            return True


def _has_run(question: TapQuestion) -> bool:
    return any(score.kind is Kind.RUN for score in question.table.scores)


def read(text: str) -> TapQuestion:
    """Read the text form of a question. Raises Unreadable, or CardError for what is no card."""
    asked, of, table = text.partition(_OF)
    named = _ASKED.fullmatch(asked)
    if not of or named is None or named[1] not in set(Sought):
        raise UnreadableQuestion(text)
    sought, size = Sought(named[1]), int(named[2] or 0)
    if size and (sought is not Sought.FIFTEEN or table.startswith(_OF_SERIES)):
        raise UnreadableQuestion(text)
    if table.startswith(_OF_SERIES):
        return _read_series(sought, table.removeprefix(_OF_SERIES))
    question = TapQuestion(sought, count_question.read(table), size)
    lacks_nothing = sought is Sought.LAST and not question.table.scores
    if sought is Sought.THIRTY_ONE or lacks_nothing or size > len(question.cards):
        raise UnreadableQuestion(text)
    return question


def _read_series(sought: Sought, text: str) -> TapQuestion:
    laid = parse_cards(text)
    if sought not in _SERIES or len(laid) < 2:
        raise UnreadableQuestion(text)
    return TapQuestion(sought, peg_question.read(f"{text_of(laid[:-1])} | {laid[-1]}"))


def canonical(question: TapQuestion) -> str:
    """The question with suits named anew, as counting and pegging do."""
    match question.table:
        case count_question.CountQuestion() as count:
            return str(
                TapQuestion(question.sought, count_question.read(count_question.canonical(count)), question.size)
            )
        case peg_question.PegQuestion() as series:
            return str(TapQuestion(question.sought, peg_question.read(peg_question.canonical(series))))


_SEARCH = 10
"""Siblings of the cards that are looked at for one where what is sought is there, or not, as well."""


def sibling(question: TapQuestion, rng: Random) -> TapQuestion:
    """The same sought among other cards of the same pattern, and there or not as before; else the question itself."""
    for _ in range(_SEARCH):
        table: count_question.CountQuestion | peg_question.PegQuestion
        match question.table:
            case count_question.CountQuestion() as count:
                table = count_question.sibling(count, rng)
            case peg_question.PegQuestion() as series:
                table = peg_question.sibling(series, rng)
        other = TapQuestion(question.sought, table, question.size)
        if table != question.table and bool(other.things) is bool(question.things):
            return other
    return question


def hardness(question: TapQuestion) -> float:
    """How hard it is: the more cards it is made of, and lie there, and the more errors are invited."""
    made = len(question.things[0].cards) if question.things else 4
    return made + len(question.cards) / 2 + len(skills(question))
