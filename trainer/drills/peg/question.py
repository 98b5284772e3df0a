"""The pegging drill: the cards of a series and the next one; the learner says the count, and what the card scores.

Source: RULES.md, The play.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from game.engine.cards import Card, parse_cards, text_of
from game.engine.scoring import THIRTY_ONE, Kind, Score, count_of, peg, total
from trainer.drills.questions import UnreadableQuestion


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
    PegSort.NOTHING: 9,
    PegSort.FIFTEEN: 11,
    PegSort.THIRTY_ONE: 10,
    PegSort.PAIR: 9,
    PegSort.ROYAL: 8,
    PegSort.RUN: 15,
    PegSort.SEVERAL: 11,
    PegSort.BROKEN_RUN: 8,
    PegSort.BROKEN_PAIR: 9,
    PegSort.TENS: 6,
    PegSort.LAST: 4,
}
"""Questions of each sort in a hundred. What only seems to be a pair is asked more often than it comes: at four in a
hundred, who took it for one was found out after 260 answers, now after half as many."""


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


PAIRS = {2: PegReason.PAIR, 3: PegReason.PAIR_ROYAL, 4: PegReason.DOUBLE_PAIR_ROYAL}
_KINDS = {
    Kind.FIFTEEN: PegReason.FIFTEEN,
    Kind.THIRTY_ONE: PegReason.THIRTY_ONE,
    Kind.RUN: PegReason.RUN,
    Kind.LAST: PegReason.LAST,
}


def reason_for(score: Score) -> PegReason:
    """Return what a score is given for; pairs apart by how many cards are of a rank."""
    return PAIRS[len(score.cards)] if score.kind is Kind.PAIR else _KINDS[score.kind]


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


def read(text: str) -> PegQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
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
