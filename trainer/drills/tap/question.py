"""The drill "Tap it": the cards of one thing are tapped, or there is said to be none.

The target is looked for in a hand with its starter, in a count that lacks its last item, or in a series of the play,
where it is what the last card makes. Any of several is right; of a run and of its doubles only the whole.
Source: RULES.md, The play, The show.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations

from game.engine.cards import Card, parse_cards, text_of
from game.engine.scoring import Combination, Kind, Named, combine
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion
from trainer.drills.peg import question as peg_question
from trainer.drills.peg.question import PegQuestion
from trainer.drills.questions import UnreadableQuestion


class TapTarget(StrEnum):
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
    """The sorts of question: by where the target is, and what it is."""

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

ROYALS = {TapTarget.PAIR: 2, TapTarget.PAIR_ROYAL: 3, TapTarget.DOUBLE_PAIR_ROYAL: 4}
"""How many cards of a rank."""
WHOLES = (TapTarget.DOUBLE_RUN, TapTarget.TRIPLE_RUN, TapTarget.DOUBLE_DOUBLE_RUN)
"""Runs with what is double in them."""

_SERIES = {TapTarget.FIFTEEN, TapTarget.THIRTY_ONE, TapTarget.RUN, *ROYALS}
_OF, _OF_SERIES, _ONE = " of ", "series ", "one "
_ASKED = re.compile(r"([a-z-]+?)(?:-([2-6]))?")


@dataclass(frozen=True, slots=True)
class TapSolution:
    """Cards that make the target, and their points."""

    cards: tuple[Card, ...]
    points: int


@dataclass(frozen=True)
class TapQuestion:
    """A target, and where to look for it; for a fifteen also of how many cards (0: any number).

    Text forms: "fifteen-3 of 4C 5S 6D JH | 4H", "run of crib 4C 5S 6D JH | 4H", "run of series 4C 7D 3S 6H 5C";
    "one run of 4C 5S 6D JH | 4H" tells that there is one.
    """

    target: TapTarget
    table: CountQuestion | PegQuestion
    size: int = 0
    certain: bool = False
    """Whether the learner is told that it is there."""

    def __str__(self) -> str:
        asked = f"{_ONE if self.certain else ''}{self.target}{f'-{self.size}' if self.size else ''}"
        match self.table:
            case CountQuestion() as count:
                return f"{asked}{_OF}{count}"
            case PegQuestion() as series:
                return f"{asked}{_OF}{_OF_SERIES}{text_of(series.laid)}"

    @property
    def series(self) -> bool:
        """Whether it is a series of the play."""
        return isinstance(self.table, PegQuestion)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards on the table: the hand and the starter, or the series in its order."""
        return self.table.laid if isinstance(self.table, PegQuestion) else self.table.cards

    @cached_property
    def solutions(self) -> tuple[TapSolution, ...]:
        """All solutions, that of the fewest cards first."""
        found = _in_series(self) if isinstance(self.table, PegQuestion) else _in_hand(self, self.table)
        return tuple(sorted(found, key=lambda solution: len(solution.cards)))

    @property
    def missing(self) -> Combination:
        """What a count still lacks: its last combination."""
        return combine(self.table.scores)[-1]

    @property
    def counted(self) -> tuple[Combination, ...]:
        """The combinations of a count that are counted already."""
        return combine(self.table.scores)[:-1]


def _in_hand(question: TapQuestion, count: CountQuestion) -> Iterator[TapSolution]:
    target, scores = question.target, count.scores
    if target is TapTarget.LAST:
        yield TapSolution(question.missing.cards, question.missing.points)
    elif target in WHOLES:
        wholes = [whole for whole in combine(scores) if whole.name is Named[target.name]]
        yield from (TapSolution(whole.cards, whole.points) for whole in wholes)
    elif target in ROYALS:
        for some in combinations(sorted(count.cards), ROYALS[target]):
            if len({card.rank for card in some}) == 1:
                yield TapSolution(some, POINTS[target])
    else:
        for score in scores:
            if score.kind is Kind(target.value) and question.size in (0, len(score.cards)):
                yield TapSolution(score.cards, score.points)


def _in_series(question: TapQuestion) -> Iterator[TapSolution]:
    """Yield what the last card makes; a pair and a pair royal also inside more of the rank."""
    target = question.target
    kind = Kind.PAIR if target in ROYALS else Kind(target.value)
    for score in question.table.scores:
        if score.kind is kind and target in ROYALS:
            *before, last = score.cards
            for some in combinations(before, ROYALS[target] - 1):
                yield TapSolution(tuple(sorted((*some, last))), POINTS[target])
        elif score.kind is kind:
            yield TapSolution(tuple(sorted(score.cards)), score.points)


POINTS = {
    TapTarget.FIFTEEN: 2,
    TapTarget.THIRTY_ONE: 2,
    TapTarget.RUN: 3,
    TapTarget.DOUBLE_RUN: 8,
    TapTarget.TRIPLE_RUN: 15,
    TapTarget.DOUBLE_DOUBLE_RUN: 16,
    TapTarget.PAIR: 2,
    TapTarget.PAIR_ROYAL: 6,
    TapTarget.DOUBLE_PAIR_ROYAL: 12,
    TapTarget.FLUSH: 4,
    TapTarget.NOBS: 1,
}
"""The least that each is worth."""


def sort_of(question: TapQuestion) -> TapSort:
    """Return the sort of a question."""
    target = question.target
    if question.series:
        return TapSort.SERIES
    if target in WHOLES:
        return TapSort.DOUBLE_RUN
    return TapSort.ROYAL if target in (TapTarget.PAIR_ROYAL, TapTarget.DOUBLE_PAIR_ROYAL) else TapSort(target.value)


def read(text: str) -> TapQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    question = _read(text.removeprefix(_ONE))
    if not text.startswith(_ONE):
        return question
    if question.target is TapTarget.LAST or not question.solutions:
        raise UnreadableQuestion(text)
    return replace(question, certain=True)


def _read(text: str) -> TapQuestion:
    asked, of, table = text.partition(_OF)
    named = _ASKED.fullmatch(asked)
    if not of or named is None or named[1] not in set(TapTarget):
        raise UnreadableQuestion(text)
    target, size = TapTarget(named[1]), int(named[2] or 0)
    if size and (target is not TapTarget.FIFTEEN or table.startswith(_OF_SERIES)):
        raise UnreadableQuestion(text)
    if table.startswith(_OF_SERIES):
        return _read_series(target, table.removeprefix(_OF_SERIES))
    question = TapQuestion(target, count_question.read(table), size)
    lacks_nothing = target is TapTarget.LAST and not question.table.scores
    if target is TapTarget.THIRTY_ONE or lacks_nothing or size > len(question.cards):
        raise UnreadableQuestion(text)
    return question


def _read_series(target: TapTarget, text: str) -> TapQuestion:
    laid = parse_cards(text)
    if target not in _SERIES or len(laid) < 2:
        raise UnreadableQuestion(text)
    return TapQuestion(target, peg_question.read(f"{text_of(laid[:-1])} | {laid[-1]}"))
