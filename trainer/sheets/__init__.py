"""The sheets: how each drill's questions look and sound, how what is typed becomes an answer, and what is told then."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from django.http import QueryDict


class Unclear(ValueError):
    """What was typed or chosen is no answer; the sentence says why, `typed` is put back into the box."""

    def __init__(self, sentence: str, typed: str = "") -> None:
        """Keep both."""
        super().__init__(sentence)
        self.sentence = sentence
        self.typed = typed


@dataclass(frozen=True, slots=True)
class Step:
    """A part of an answer that goes on: what has been found or said so far, and what to say to this part."""

    found: list[str]
    message: str


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of an answer: the verdict in a sentence, what it costs, why it may have happened, and the truth.

    `spoken` is the truth in one sentence, for those who hear the page; `context` is for the sheet's own template.
    """

    headline: str
    detail: str = ""
    causes_heading: str = ""
    causes: Sequence[str] = ()
    spoken: str = ""
    context: dict[str, Any] = field(default_factory=dict)


class Sheet(Protocol):
    """How a drill meets the learner. Modules are sheets.

    TEMPLATE has the parts `ask` (inside a form that has its token and number already; its button is the sheet's),
    `shown` (the question once it is answered) and `explained` (everything there was to see); a sheet that has a `hunt`
    has a part `hunt` too.
    """

    TEMPLATE: str

    def ask(self, question: Any, found: list[str]) -> dict[str, Any]:
        """What the part `ask` is drawn with, besides `question`."""

    def answer(self, question: Any, post: QueryDict, found: list[str]) -> str | Step:
        """The answer that was sent, in the drill's text form, or a step towards one. Raises Unclear."""

    def tell(self, question: Any, marking: Any) -> Told:
        """What is told of an answer."""

    def title(self, question: Any) -> str:
        """What is asked, for the browser's tab and as the heading: "Count this crib"."""

    def aloud(self, question: Any) -> str:
        """The question as a sentence, for those who hear the page."""

    def reply(self, question: Any, typed: str) -> str:
        """The answer to a question typed where an answer goes (C, R, F, B, ?); "" for anything else."""

    def hint(self, question: Any) -> str:
        """A help that does not give the answer."""

    def short(self, question: Any, marking: Any) -> str:
        """The outcome in a few characters, for a tile: "11 / 15"."""


@runtime_checkable
class HuntingSheet(Sheet, Protocol):
    """A sheet on which what was missed can be hunted for before it is shown. It has a part `hunt` too."""

    def hunt(self, question: Any, found: list[str], post: QueryDict) -> Step:
        """What comes of pointing at cards."""

    def hunted(self, question: Any, found: list[str]) -> dict[str, Any]:
        """What the part `hunt` is drawn with."""

    def found_all(self, question: Any, found: list[str]) -> bool:
        """Whether there is nothing left to hunt for."""
