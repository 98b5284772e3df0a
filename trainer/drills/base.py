"""What every drill is: it poses a question from chance, reads one from its text form, and marks an answer.

A drill is a module. Questions and answers have text forms, so that a question can be kept, reopened and sent to
somebody else; a text form tells nothing that the learner may not see.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Protocol, TypeVar

_Posed = TypeVar("_Posed")

_TRIED = 3
"""Questions among which a run that rises takes the easiest, the middle or the hardest."""


class Mode(StrEnum):
    """The kinds of run. UX.md, Runs."""

    CALM = "calm"
    SPRINT = "sprint"
    STREAK = "streak"
    CLOCK = "clock"
    ROUND = "round"
    DAILY = "daily"
    REPLAY = "replay"
    RECALL = "recall"
    LESSON = "lesson"
    CHECK = "check"


class Unreadable(ValueError):
    """A text that is no question of the drill."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose about a drill's questions; the first value is what is taken when nothing is said.

    Of an option with `many` any of the values may be chosen together, in text with commas between.
    """

    name: str
    values: tuple[str, ...]
    many: bool = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What kind of question is wanted: the options chosen, how far a run has risen from easy (0) to hard (1), and the
    sorts of question at which the learner is weak; at most half of the questions are of these.

    `rise` None: as it comes. An option that is not in `options` has its first value.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    rise: float | None = None
    weak: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Demand:
    """A thing that a question asked the learner to see, or invited them to get wrong: a skill, and how far the answer
    would be off without it: -2 for a fifteen overlooked, 1 for a jack of another suit counted as his nob."""

    skill: str
    off: int = -1


class Marking(Protocol):
    """An answer judged; a drill's own marking says more."""

    @property
    def question(self) -> Any:
        """The question it answers."""

    @property
    def right(self) -> bool:
        """Whether it was right, or as good as the best."""

    @property
    def lost(self) -> float:
        """Points that the answer is off, or gives up on average; 0 when right."""

    @property
    def worth(self) -> int:
        """Points there were to get. Against the clock half of them are lost when time runs out."""

    @property
    def sort(self) -> str:
        """The class of the question, as progress tells them apart: "double-run"."""

    @property
    def causes(self) -> tuple[str, ...]:
        """Codes of everything that explains a wrong answer, the likeliest first."""

    @property
    def demands(self) -> tuple[Demand, ...]:
        """What the question asked the learner to see."""

    @property
    def off(self) -> int:
        """The claim less the truth, where skills are told from a number alone."""

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that are known to have been missed; None where only `off` is known."""


@dataclass(frozen=True)
class Known:
    """An answer to what is known or not, such as a rule: a marking but for what it says of errors.

    The question tells its `truth` and its `sort`; `said` None did not come in time.
    """

    question: Any
    said: str | None

    @property
    def right(self) -> bool:
        """Whether it is the truth."""
        return bool(self.said == self.question.truth)

    @property
    def lost(self) -> float:
        """1 for a wrong answer."""
        return float(not self.right)

    @property
    def worth(self) -> int:
        """1: it is known or not."""
        return 1

    @property
    def off(self) -> int:
        """-1 for a wrong answer."""
        return 0 if self.right else -1

    @property
    def sort(self) -> str:
        """What was asked about."""
        return str(self.question.sort)


class Drill(Protocol):
    """A kind of exercise. Modules are drills."""

    MODES: tuple[Mode, ...]
    OPTIONS: tuple[Option, ...]
    SORTS: tuple[str, ...]

    def pose(self, rng: Random, wish: Wish) -> Any:
        """A question; `str` of it is its text form, at most 300 characters."""

    def read(self, text: str) -> Any:
        """The question of a text form. Raises Unreadable."""

    def mark(self, question: Any, answer: str) -> Marking:
        """Judge an answer, in the drill's text form for answers. The same answer always has the same marking.

        An answer of "" is one that did not come in time.
        """

    def canonical(self, question: Any) -> str:
        """A text that is the same for questions that are alike but for the names of suits."""

    def sibling(self, question: Any, rng: Random) -> Any:
        """Another question of the same pattern: as many runs, pairs and fifteens, on other ranks."""

    def hardness(self, question: Any) -> float:
        """How hard it is among questions of this drill, to begin with the easiest."""


def risen(rise: float | None, pose: Callable[[], _Posed], hardness: Callable[[_Posed], float]) -> _Posed:
    """What is posed, where a run rises an easy one of several at first and a hard one in the end; see `Wish.rise`."""
    if rise is None:
        return pose()
    some = sorted((pose() for _ in range(_TRIED)), key=hardness)
    return some[min(int(rise * _TRIED), _TRIED - 1)]
