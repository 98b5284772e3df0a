"""What every question, wish and marking is. Pure: no Django, no sentences, no clock.

Questions and answers have text forms, so that a question can be kept, reopened and sent to somebody else; a text form
tells nothing that the learner may not see, unless the drill says that it does (`Drill.shows_all`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Protocol, TypeVar

from game.engine.play import Go, Play
from game.engine.rules import Rules
from game.engine.view import View


class UnreadableQuestion(ValueError):
    """Raised for a text that is not a question of the drill."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What kind of question is wanted: the options chosen, how far a run has risen from easy (0) to hard (1), and the
    sorts of question at which the learner is weak; at most half of the questions are of these.

    `rise` None: as it comes. An option that is not in `options` has its usual value, the first one that is offered.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    rise: float | None = None
    weak: tuple[str, ...] = ()

    def chosen(self, option: str) -> str:
        """Return the value of an option, "" where none was chosen."""
        return self.options.get(option, "")

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sorts of question to which the learner keeps; () for all."""
        return tuple(filter(None, self.chosen("classes").split(",")))

    @property
    def weak_sorts(self) -> tuple[str, ...]:
        """The weak sorts, where the learner has asked for more of them."""
        return self.weak if self.chosen("weak") == "on" else ()


class Obstacle(StrEnum):
    """Why no drill can ask a decision of a game again: nothing asks what was decided; a drill knows no partners, not so
    many seats, not how the crib counts there, or not such scores."""

    KIND = "kind"
    PARTNERS = "partners"
    SEATS = "seats"
    CRIB = "crib"
    SCORES = "scores"


@dataclass(frozen=True, slots=True)
class GameMoment:
    """A moment of a game as the seat saw it that decided something, with all plays and goes of the deal before it.

    `near_end` tells that the scores decide as much as points do.
    """

    view: View
    acts: tuple[Play | Go, ...] = ()
    near_end: bool = False

    @property
    def seat(self) -> int:
        """The seat that decided."""
        return self.view.seat or 0

    @property
    def dealer(self) -> int:
        """The dealer's seat, counted from the one that decided, which is 0."""
        return ((self.view.dealer or 0) - self.seat) % self.view.rules.seats

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores that matter, the own one first and then to the left; () where they do not. Nobody has partners."""
        scores = self.view.scores
        return (*scores[self.seat :], *scores[: self.seat]) if self.near_end else ()


def obstacle_of_table(rules: Rules, near_end: bool) -> Obstacle | None:
    """Return what keeps a drill from asking about a table: partners, or scores where deals are limited."""
    if rules.sides != rules.seats:
        return Obstacle.PARTNERS
    return Obstacle.SCORES if near_end and rules.deals is not None else None


@dataclass(frozen=True, slots=True)
class Demand:
    """A thing that a question asked the learner to see, or invited them to get wrong: a skill, and how far the answer
    would be off without it: -2 for a fifteen overlooked, 1 for a jack of another suit counted as his nob."""

    skill: str
    off: int = -1


@dataclass(frozen=True)
class Marking:
    """An answer judged. A drill's own marking says what was answered, whether it is `right`, and its `sort`.

    What is not overridden is that of an answer which is right or wrong and nothing else.
    """

    question: object
    """The question it answers."""

    @property
    def right(self) -> bool:
        """Whether it was right, or as good as the best."""
        raise NotImplementedError

    @property
    def sort(self) -> str:
        """The sort of the question, as progress tells them apart: "double-run"."""
        raise NotImplementedError

    @property
    def load(self) -> str:
        """How much there is to see, as progress tells times apart: "many-items"; "" where that says nothing."""
        return ""

    @property
    def off(self) -> int:
        """The claim less the truth, where skills are told from a number alone; -1 for any other wrong answer."""
        return 0 if self.right else -1

    @property
    def lost(self) -> float:
        """Points that the answer is off, or gives up on average; 0 when right."""
        return float(abs(self.off))

    @property
    def worth(self) -> int:
        """Points there were to get. Against the clock half of them are lost when time runs out."""
        return 1

    @property
    def causes(self) -> tuple[str, ...]:
        """Codes of everything that explains a wrong answer, the likeliest first."""
        return ()

    @property
    def demands(self) -> tuple[Demand, ...]:
        """What the question asked the learner to see."""
        return ()

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed, or None where only `off` is known."""
        return self.causes

    @property
    def parts(self) -> tuple["Marking", ...]:
        """Markings that tell of skills each by itself: this one, or one for each thing that an answer answers."""
        return (self,)


class KnowledgeQuestion(Protocol):
    """A question about what is known or not, such as a rule."""

    @property
    def truth(self) -> str:
        """The right answer."""

    @property
    def sort(self) -> str:
        """What it is about."""


@dataclass(frozen=True)
class KnowledgeMarking(Marking):
    """An answer to what is known or not; `answer` is None where it was too late."""

    question: KnowledgeQuestion
    answer: str | None

    @property
    def right(self) -> bool:
        """Whether it is the truth."""
        return self.answer == self.question.truth

    @property
    def sort(self) -> str:
        """What was asked about."""
        return str(self.question.sort)


QuestionT = TypeVar("QuestionT")
MarkingT = TypeVar("MarkingT", bound=Marking)
MarkingT_co = TypeVar("MarkingT_co", bound=Marking, covariant=True)


class QuestionSource(Protocol[QuestionT, MarkingT_co]):
    """The pure half of a drill, a module: `question`, or `source` where the drill has several modules."""

    def pose(self, rng: Random, wish: Wish, /) -> QuestionT:
        """Return a question; `str` of it is its text form, at most 300 characters."""

    def read(self, text: str, /) -> QuestionT:
        """Return the question of a text form. Raise UnreadableQuestion, or CardError for a text that is not a card."""

    def mark(self, question: QuestionT, answer: str, /) -> MarkingT_co:
        """Judge an answer, in the drill's text form for answers. The same answer always has the same marking.

        An answer of "" is one that did not come in time.
        """

    def canonical(self, question: QuestionT, /) -> str:
        """Return a text that is the same for questions that differ only in the names of suits."""

    def sibling(self, question: QuestionT, rng: Random, /) -> QuestionT:
        """Return another question of the same pattern: as many runs, pairs and fifteens, on other ranks."""

    def hardness(self, question: QuestionT, /) -> float:
        """Return how hard a question is among those of its drill, to begin with the easiest."""
