"""An answer to "Tap it" judged."""

from dataclasses import dataclass
from functools import cached_property

from game.engine.cards import parse_cards
from game.strategy.causes import Cause, Likely
from trainer.drills.find.question import NOTHING
from trainer.drills.questions import Demand, Marking, UnreadableQuestion
from trainer.drills.tap.faults import Cards, TapMistake, kind_of, mistake_of, skill_seen, skills
from trainer.drills.tap.question import POINTS, TapQuestion, sort_of


@dataclass(frozen=True)
class TapMarking(Marking):
    """What was tapped (None: it did not come in time; () for "there is none"), and what there is."""

    question: TapQuestion
    tapped: Cards | None

    @cached_property
    def mistake(self) -> TapMistake | None:
        """What was wrong."""
        return None if self.tapped is None else mistake_of(self.question, self.tapped)

    @property
    def right(self) -> bool:
        """Whether those cards are it, or there is none."""
        return self.tapped is not None and self.mistake is None

    @property
    def worth(self) -> int:
        """What it scores; 0 where there is none."""
        return self.question.solutions[0].points if self.question.solutions else 0

    @property
    def off(self) -> int:
        """The points claimed less the truth: it is found or not; what is not there counts as its least."""
        if self.right:
            return 0
        return -self.worth if self.worth or not self.tapped else POINTS[self.question.target]

    @property
    def sort(self) -> str:
        """The sort of the question."""
        return sort_of(self.question)

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """What is there to be seen, and the known errors that the question invites."""
        return tuple(map(Demand, skills(self.question)))

    @property
    def causes(self) -> tuple[str, ...]:
        """The code of the known error, or else of what was overlooked."""
        if self._known or not self.mistake or not self.question.solutions:
            return self._known
        if self.question.series:
            return (skill_seen(self.question),)
        return (Likely(Cause.MISSED, ((kind_of(self.question), 1),)).code,)

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The known error, or else what was overlooked; each is known."""
        if self.tapped is None:
            return None
        if self._known or not self.mistake or not self.question.solutions:
            return self._known
        return (skill_seen(self.question),)

    @cached_property
    def _known(self) -> tuple[str, ...]:
        """The known error behind the mistake, if the question invites it."""
        asked = {demand.skill for demand in self.demands}
        return (self.mistake.cause,) if self.mistake and self.mistake.cause in asked else ()


def mark(question: TapQuestion, answer: str) -> TapMarking:
    """Judge an answer: "5S JH", "-" for "there is none", "" for one that did not come in time.

    Raise UnreadableQuestion for cards that are not on the table, CardError for a text that is not a card.
    """
    if answer in ("", NOTHING):
        return TapMarking(question, () if answer else None)
    cards = tuple(sorted(parse_cards(answer)))
    if not cards or not set(cards) <= set(question.cards):
        raise UnreadableQuestion(answer)
    return TapMarking(question, cards)
