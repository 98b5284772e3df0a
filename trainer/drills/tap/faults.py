"""What is wrong with cards that were tapped, and the known error behind it.

Source: RULES.md, The play, The show.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations

from game.engine.cards import Card
from game.engine.scoring import FIFTEEN, THIRTY_ONE, Kind, Named, Score, combine, count_of
from game.strategy.causes import Cause
from trainer.drills.count.hunt import HuntOutcome, hunt
from trainer.drills.count.question import CountQuestion, skill_of
from trainer.drills.find.question import FindClaim, FindMarking
from trainer.drills.peg.errors import PegCause, errors, overlooked
from trainer.drills.peg.question import PegQuestion, PegReason
from trainer.drills.tap.question import ROYALS, WHOLES, TapQuestion, TapTarget

_JACK, _KING = 11, 13


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
    """Return whether sorted ranks follow each other."""
    return list(ranks) == list(range(ranks[0], ranks[0] + len(ranks)))


def _ranks_mistake(ranks: Sequence[int], corner: str) -> TapMistake | None:
    """Return why three ranks or more do not follow each other, round the corner or anywhere; None where they do."""
    if _follow(ranks):
        return None
    if {1, _KING} <= set(ranks) and _follow(sorted(rank + _KING if rank < 8 else rank for rank in ranks)):
        return TapMistake(TapFault.CORNER, corner)
    return TapMistake(TapFault.GAP)


def _fifteen_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if count_of(cards) == FIFTEEN:
        return TapMistake(TapFault.OTHER_SIZE)
    if sum(card.rank for card in cards) == FIFTEEN:
        return TapMistake(TapFault.COURT_OVER_TEN, Cause.COURT_CARDS_OVER_TEN)
    return TapMistake(TapFault.SUM)


def _run_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    ranks = sorted({card.rank for card in cards})
    runs = [solution for solution in question.solutions if set(solution.cards) < set(cards)]
    if len(cards) < 3:
        return TapMistake(TapFault.FEW_FOR_A_RUN)
    if len(runs) > 1:
        return TapMistake(TapFault.SEVERAL_RUNS)
    if runs:
        return TapMistake(TapFault.TOO_MANY)
    if len(ranks) < len(cards):
        return TapMistake(TapFault.RANK_TWICE)
    return _ranks_mistake(ranks, Cause.ROUND_THE_CORNER) or TapMistake(TapFault.PART_OF_RUN, Cause.RUN_CUT_SHORT)


def _whole_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if name := named(count, cards):
        return TapMistake(TapFault.NOT_DOUBLED if name is Named.RUN else TapFault.OTHER_WHOLE)
    if any(score.kind is Kind.RUN and score.cards == cards for score in count.scores):
        return TapMistake(TapFault.ONE_RUN, Cause.DOUBLE_RUN_ONCE if question.solutions else "")
    for solution in question.solutions:
        if set(solution.cards) < set(cards):
            return TapMistake(TapFault.TOO_MANY)
        if set(solution.cards) > set(cards):
            return TapMistake(TapFault.PART)
    ranks = sorted({card.rank for card in cards})
    if len(ranks) < 3:
        return TapMistake(TapFault.FEW_FOR_A_RUN)
    return _ranks_mistake(ranks, Cause.ROUND_THE_CORNER) or TapMistake(TapFault.PART)


def named(count: CountQuestion, cards: Cards) -> Named | None:
    """Return what the cards are called together for the sake of their ranks: a run, a triple run, a pair royal."""
    by_rank = (whole for whole in combine(count.scores) if whole.parts[0].kind in (Kind.RUN, Kind.PAIR))
    return next((whole.name for whole in by_rank if whole.cards == cards), None)


def _kind_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if len({card.rank for card in cards}) == 1:
        return TapMistake(TapFault.NUMBER)
    return TapMistake(TapFault.TENS, Cause.COURT_PAIR) if _all_tens(cards) else TapMistake(TapFault.UNLIKE)


def _all_tens(cards: Cards) -> bool:
    return all(card.value == 10 for card in cards)


def _flush_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if len({card.suit for card in cards}) > 1:
        longer = any(set(solution.cards) < set(cards) for solution in question.solutions)
        return TapMistake(TapFault.FLUSH_TOO_LONG if longer else TapFault.SUITS)
    if set(cards) == set(count.hand):
        if question.solutions:
            return TapMistake(TapFault.FLUSH_CUT_SHORT, Cause.FLUSH_CUT_SHORT)
        return TapMistake(TapFault.FLUSH_CRIB, Cause.CRIB_FOUR_FLUSH)
    if len(cards) < 4 or question.solutions:
        return TapMistake(TapFault.FLUSH_PART)
    if count.starter in cards:
        return TapMistake(TapFault.FLUSH_STARTER, Cause.FLUSH_WITH_STARTER)
    return TapMistake(TapFault.FLUSH_SOME, Cause.FLUSH_OF_SOME)


def _nobs_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if len(cards) > 1:
        return TapMistake(TapFault.NOBS_NUMBER)
    if cards[0].rank != _JACK:
        return TapMistake(TapFault.NO_JACK)
    if cards[0] == count.starter:
        return TapMistake(TapFault.NOBS_STARTER, Cause.NOBS_STARTER)
    return TapMistake(TapFault.NOBS_SUIT, Cause.NOBS_WRONG_SUIT)


def _last_mistake(count: CountQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    """Return what is wrong with cards that are not what a count lacks: they are said already, or make nothing."""
    tried = hunt(count, (), cards)
    if tried.hunt is HuntOutcome.FOUND:
        parts = [score for score in tried.scores if score in question.missing.parts]
        once = len(parts) == 1 and parts[0].kind is Kind.RUN
        return TapMistake(TapFault.PART, Cause.DOUBLE_RUN_ONCE if once else "") if parts else TapMistake(TapFault.SAID)
    known = FindMarking(count, (FindClaim(cards, len(cards)),)).errors
    return TapMistake(TapFault.HUNTED, known[0] if known else "")


_HAND_MISTAKES: dict[TapTarget, Callable[[CountQuestion, TapQuestion, Cards], TapMistake]] = {
    TapTarget.FIFTEEN: _fifteen_mistake,
    TapTarget.RUN: _run_mistake,
    **dict.fromkeys(WHOLES, _whole_mistake),
    **dict.fromkeys(ROYALS, _kind_mistake),
    TapTarget.FLUSH: _flush_mistake,
    TapTarget.NOBS: _nobs_mistake,
    TapTarget.LAST: _last_mistake,
}


def _series_sum_mistake(series: PegQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    wanted = FIFTEEN if question.target is TapTarget.FIFTEEN else THIRTY_ONE
    if len(cards) == len(series.laid):
        return TapMistake(TapFault.SERIES_COUNT)
    if count_of(cards) == wanted:
        return TapMistake(TapFault.SERIES_PART, PegCause.FIFTEEN_IN_PART if wanted == FIFTEEN else "")
    return TapMistake(TapFault.SERIES_NOT_ALL)


def _series_kind_mistake(series: PegQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    if series.card not in cards:
        return TapMistake(TapFault.WITHOUT_LAST)
    if len({card.rank for card in cards}) > 1:
        return TapMistake(TapFault.TENS, PegCause.TENS_AS_PAIR) if _all_tens(cards) else TapMistake(TapFault.UNLIKE)
    first = min(map(series.laid.index, cards))
    if any(card.rank != series.card.rank for card in series.laid[first:]):
        return TapMistake(TapFault.PAIR_BROKEN, PegCause.BROKEN_PAIR)
    fewer = question.solutions and 1 < len(cards) < ROYALS[question.target]
    return TapMistake(TapFault.NUMBER, PegCause.ROYAL_AS_FEWER if fewer else "")


def _series_run_mistake(series: PegQuestion, question: TapQuestion, cards: Cards) -> TapMistake:
    ranks = sorted({card.rank for card in cards})
    if len(cards) < 3:
        return TapMistake(TapFault.FEW_FOR_A_RUN)
    if series.card not in cards:
        return TapMistake(TapFault.WITHOUT_LAST)
    if len(ranks) < len(cards):
        return TapMistake(TapFault.RANK_TWICE, PegCause.RUN_THROUGH_DOUBLE)
    if mistake := _ranks_mistake(ranks, PegCause.ROUND_THE_CORNER):
        return mistake
    between = set(series.laid[min(map(series.laid.index, cards)) :]) - set(cards)
    if any(set(cards) < set(solution.cards) for solution in question.solutions):
        return TapMistake(TapFault.PART_OF_RUN, PegCause.RUN_CUT_SHORT)
    if any(card.rank in ranks for card in between):
        return TapMistake(TapFault.RUN_BROKEN_BY_DOUBLE, PegCause.RUN_THROUGH_DOUBLE)
    return TapMistake(TapFault.RUN_BROKEN, PegCause.RUN_WITH_GAP)


_SERIES_MISTAKES: dict[TapTarget, Callable[[PegQuestion, TapQuestion, Cards], TapMistake]] = {
    TapTarget.FIFTEEN: _series_sum_mistake,
    TapTarget.THIRTY_ONE: _series_sum_mistake,
    TapTarget.RUN: _series_run_mistake,
    **dict.fromkeys(ROYALS, _series_kind_mistake),
}


def mistake_of(question: TapQuestion, cards: Cards) -> TapMistake | None:
    """Return what is wrong with sorted cards, () for "there is none", or None where the answer is right."""
    if any(solution.cards == cards for solution in question.solutions) or not (cards or question.solutions):
        return None
    if not cards:
        return TapMistake(TapFault.OVERLOOKED)
    if isinstance(question.table, PegQuestion):
        return _SERIES_MISTAKES[question.target](question.table, question, cards)
    return _HAND_MISTAKES[question.target](question.table, question, cards)


def skills(question: TapQuestion) -> tuple[str, ...]:
    """Return the skill of seeing what is there, and the known errors that the question invites.

    In a hand those are what is behind any cards that can be tapped; in a series those that pegging invites.
    """
    seen = [skill_seen(question)] if question.solutions else []
    if isinstance(question.table, PegQuestion):
        invited = errors(question.table)
        about = PegReason(question.target.value)
        causes = [str(each.cause) for each in invited if each.about is about and each.cause in _TAPPED]
    else:
        cards = sorted(question.cards)
        some = chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))
        causes = [mistake.cause for each in some if (mistake := mistake_of(question, each)) and mistake.cause]
    return tuple(dict.fromkeys([*seen, *causes]))


_TAPPED = {
    PegCause.RUN_CUT_SHORT,
    PegCause.RUN_THROUGH_DOUBLE,
    PegCause.RUN_WITH_GAP,
    PegCause.ROUND_THE_CORNER,
    PegCause.ROYAL_AS_FEWER,
    PegCause.BROKEN_PAIR,
    PegCause.TENS_AS_PAIR,
    PegCause.FIFTEEN_IN_PART,
}
"""The known errors of the play that cards can show."""


def skill_seen(question: TapQuestion) -> str:
    """Return the skill of seeing what is there; of several fifteens that of the fewest cards."""
    if isinstance(question.table, PegQuestion):
        kind = Kind.PAIR if question.target in ROYALS else Kind(question.target.value)
        return next(overlooked(score) for score in question.table.scores if score.kind is kind)
    return skill_of(Score(kind_of(question), question.solutions[0].cards, 0))


def kind_of(question: TapQuestion) -> Kind:
    """Return the kind of score in a hand that is the target."""
    if question.target is TapTarget.LAST:
        return question.missing.parts[0].kind
    if question.target in WHOLES:
        return Kind.RUN
    return Kind.PAIR if question.target in ROYALS else Kind(question.target.value)
