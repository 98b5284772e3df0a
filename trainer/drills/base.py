"""A drill: one object with everything that the pages need to know about a kind of exercise.

A drill's folder has `question.py`, which is pure, and `page.py` with the one subclass of `Drill` and its one instance.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

from django.db.models import TextChoices
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from game.after.review import Decision, DecisionKind
from game.engine.cards import Card
from game.engine.play import State
from game.engine.rules import Rules
from trainer.drills.modes import Mode
from trainer.drills.options import DrillOption, Load, QuestionSort
from trainer.drills.questions import GameMoment, MarkingT, Obstacle, QuestionSource, QuestionT, Wish

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


Sheet: TypeAlias = dict[str, Any]
"""The values for a part of a drill's own template, which alone knows their types."""


class NotAnAnswer(ValueError):
    """Raised for an input that is not an answer. The sentence says why, and `typed` is put back into the box."""

    def __init__(self, sentence: str, typed: str = "") -> None:
        """Keep the sentence and what was typed."""
        super().__init__(sentence)
        self.sentence = sentence
        self.typed = typed


@dataclass(frozen=True, slots=True)
class PartialAnswer:
    """An answer that is not complete yet: its steps so far (of a hunt: its finds), the message to this one, and what
    was `typed` or chosen for it, if that may be mended."""

    found: list[str]
    message: str
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Feedback:
    """Feedback on an answer: the verdict in a sentence, what it costs, why it may have happened, and the truth.

    `spoken` is the truth in one sentence, for those who hear the page; `sheet` is for the drill's own template, where
    it stands under this name; `track` are the points claimed and the points there were, where they are drawn. Of
    several causes one applies, or `all_hold`, the gravest first.
    """

    headline: str
    detail: str = ""
    causes_heading: str = ""
    causes: Sequence[str] = ()
    spoken: str = ""
    sheet: Sheet = field(default_factory=dict)
    track: tuple[int, int] | None = None
    all_hold: bool = False


def causes_heading(*, sure: bool = False) -> str:
    """Return what stands above the causes of a mistake: likely ones, or what is known for `sure`."""
    return _("What went wrong") if sure else _("What probably happened")


class DrillGroup(TextChoices):
    """What a drill practises, in the order in which the groups are offered."""

    COUNT = "count", pgettext_lazy("group of drills", "Count")
    PLAY = "play", pgettext_lazy("group of drills", "Play")
    DISCARD = "discard", pgettext_lazy("group of drills", "Discard")
    RULES = "rules", pgettext_lazy("group of drills", "Rules")


class Drill(Generic[QuestionT, MarkingT]):
    """A kind of exercise. Every drill sets the attributes without a value and overrides the methods that raise.

    The template trainer/drills/<slug>.html has the parts `ask` (inside a form that has its token and number already),
    `send` (the buttons of this form, which stand outside it where the page is `held`: where it keeps them at its lower
    edge), `reminder` (what stands beside it on a desk: what counts), `shown` (the question once it is answered) and
    `explained` (everything there was to see); where cards can be shown for a moment only, also `later` (what keeps its
    place below them meanwhile). It is drawn with `question`, `marking`, and the drill's own values under the name
    `sheet`.
    """

    slug: ClassVar[str]
    """The name in addresses and settings, of the folder and of the template."""
    former_slug: ClassVar[str] = ""
    """The slug of earlier versions, whose addresses still lead here."""
    name: ClassVar["StrOrPromise"]
    explanation: ClassVar["StrOrPromise"]
    """What the drill asks, in a sentence."""
    asks: ClassVar["StrOrPromise"]
    """The same as a short question, for lists."""
    group: ClassVar[DrillGroup]
    """Among which drills it is offered."""
    preview: ClassVar[str] = ""
    """The cards of a whole question, where its small picture shows a few of them."""
    picture: ClassVar[str] = ""
    """The cards of its small picture, such as "5H 5D JC"; pegs are drawn for a drill without cards."""
    pictured_group: ClassVar[int | None] = 0
    """Which group of cards in a question's text form pictures it, from 0; None where no group does by itself."""
    modes: ClassVar[tuple[Mode, ...]]
    """The kinds of run in which it can be practised."""
    options: ClassVar[tuple[DrillOption, ...]]
    sorts: ClassVar[tuple[QuestionSort, ...]]
    loads: ClassVar[tuple[Load, ...]] = ()
    """How much there may be to see in a question, where progress tells by that how fast one is."""
    skills: ClassVar[Mapping[str, "StrOrPromise"]] = {}
    """The names of the drill's own skills, by code."""
    sorts_of_skill: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The sorts of question that ask for a skill most. A skill that is not here is asked for by all sorts alike."""
    tries: ClassVar[int] = 32
    """How many questions are posed at most to find one that asks for a skill."""
    choices: ClassVar[int] = 4
    """Among how many questions of the mix the one is asked that has most to teach a learner; 1 where none is
    chosen, mostly because posing takes long."""
    counts_points: ClassVar[bool] = True
    """Whether a wrong answer is off by a number of points."""
    counts_parts: ClassVar[bool] = False
    """Whether an answer has several parts, so that a wrong one is told by how many are right, as `short` says."""
    tells_keys: ClassVar[bool] = False
    """Whether cards or answers are chosen and nothing is typed: the page tells how keys do it."""
    prompts_step: ClassVar[int] = 0
    """The number of the step where its prompt is one of numbered steps: it stands out once that step is due."""
    tells_causes: ClassVar[bool] = False
    """Whether its part `explained` tells itself what went wrong; the page then does not."""
    shows_all: ClassVar[bool] = True
    """Whether the page shows everything in a question's text form at once. If not, its link appears with the answer."""
    of_the_day: ClassVar[bool] = False
    """Whether the daily run and the exam ask its questions; one drill's."""
    unaided_help: ClassVar["StrOrPromise"] = ""
    """What `reply` is to "?" where no hints are given. Only a drill `of_the_day`."""
    asks_again: ClassVar[frozenset[DecisionKind]] = frozenset()
    """The kinds of decision in a game that it can ask once more, as `of_game` does."""
    says_truth_in_sprint: ClassVar[bool] = True
    """Whether a sprint's line on the last answer ends with the truth. Not where the verdict contains it."""

    questions: QuestionSource[QuestionT, MarkingT]
    """The pure half of the drill: its module `question`, or `source` where it has several modules."""

    @property
    def template(self) -> str:
        """The template with the parts of the drill."""
        return f"trainer/drills/{self.slug}.html"

    # ------------------------------------------------------------------------------------------------ the questions

    def pose(self, rng: Random, wish: Wish) -> QuestionT:
        """Return a question; `str` of it is its text form, at most 300 characters."""
        return self.questions.pose(rng, wish)

    def read(self, text: str) -> QuestionT:
        """Return the question of a text form. Raise UnreadableQuestion, or CardError for a text that is not a card."""
        return self.questions.read(text)

    def mark(self, question: QuestionT, answer: str) -> MarkingT:
        """Judge an answer in its text form, "" for one that did not come in time."""
        return self.questions.mark(question, answer)

    def canonical(self, question: QuestionT) -> str:
        """Return a text that is the same for questions that are alike but for the names of suits."""
        return self.questions.canonical(question)

    def sibling(self, question: QuestionT, rng: Random) -> QuestionT:
        """Return another question of the same pattern."""
        return self.questions.sibling(question, rng)

    def hardness(self, question: QuestionT) -> float:
        """Return how hard a question is among those of this drill."""
        return self.questions.hardness(question)

    def even_set(self, rng: Random) -> Sequence[QuestionT]:
        """Return the questions of a run, together as hard as those of any other such run. Only a drill `of_the_day`."""
        raise LookupError(self.slug)

    def obstacle(self, rules: Rules, kind: DecisionKind, *, near_end: bool) -> Obstacle | None:
        """Return why a decision of one of the kinds in `asks_again` cannot be asked again, None if it can."""
        return None

    def of_game(self, moment: GameMoment) -> QuestionT:
        """Return a decision in a game as a question. It must be of a kind in `asks_again`, without an obstacle."""
        raise LookupError(moment)

    def spots_like(self, decision: Decision, state: State) -> Mapping[str, object] | None:
        """Return the settings under which it asks spots like one in a game, None if it asks for no such decision."""
        return None

    # ----------------------------------------------------------------------------------------------------- the page

    def ask(self, question: QuestionT, steps: list[str], typed: str = "") -> Sheet:
        """Return the `sheet` of the part `ask`, after the `steps` so far and with what was `typed` put back."""
        return {}

    def answer(self, question: QuestionT, post: QueryDict, steps: list[str]) -> str | PartialAnswer:
        """Return the answer that was sent, in its text form, or a part of one. Raise NotAnAnswer."""
        raise NotImplementedError

    def feedback(self, question: QuestionT, marking: MarkingT) -> Feedback:
        """Return the feedback on an answer."""
        raise NotImplementedError

    def title(self, question: QuestionT) -> str:
        """Return what is asked, for the browser's tab and as the heading: "Count this crib"."""
        raise NotImplementedError

    def aloud(self, question: QuestionT, steps: Sequence[str] = ()) -> str:
        """Return the question as a sentence, as it stands after the `steps` so far, for those who hear the page."""
        raise NotImplementedError

    def reply(self, question: QuestionT, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to a question typed where an answer goes (C, R, F, B, ?); "" for anything else."""
        return ""

    def hint(self, question: QuestionT) -> str:
        """Return a help that does not give the answer, the most important in its first sentence."""
        raise NotImplementedError

    def meant(self, question: QuestionT, steps: Sequence[str] = ()) -> Collection[Card]:
        """Return the cards that a hint after these `steps` is about; they are marked on the felt."""
        return ()

    def short(self, question: QuestionT, marking: MarkingT) -> str:
        """Return the outcome in a few characters, for a tile: "11 / 15"."""
        raise NotImplementedError

    def unaskable(self, question: QuestionT) -> str:
        """Return why a lesson cannot ask a question that can be read; "" where it can."""
        return ""

    # -------------------------------------------------------------------------------------------------- the choices

    def options_of_skill(self, skill: str) -> Mapping[str, str]:
        """Return the options under which a skill is asked for most; {} where all sorts of question ask for it alike."""
        return self.options_of_sorts(self.sorts_of_skill.get(skill, ()))

    def options_of_sorts(self, sorts: Sequence[str]) -> Mapping[str, str]:
        """Return the options under which only these sorts of question are asked, {} where there are none."""
        option = next((option for option in self.options if sorts and option.name == "classes"), None)
        return {option.name: ",".join(sorts)} if option else {}

    def option(self, name: str) -> DrillOption:
        """Return an option. One that only an earlier version offered has no values."""
        return next((option for option in self.options if option.name == name), DrillOption(name, name))

    def sort_name(self, code: str) -> "StrOrPromise":
        """Return the name of a sort of question, or of a load. One of an earlier version is shown as its code."""
        names = {each.code: each.name for each in self.sorts} | {each.code: each.name for each in self.loads}
        return names.get(code, code)


class HuntingDrill(Drill[QuestionT, MarkingT]):
    """A drill in which what was missed can be hunted for before it is shown. Its template has the parts `hunt` and
    `finds` too."""

    def hunt(self, question: QuestionT, found: list[str], post: QueryDict) -> PartialAnswer:
        """Return the outcome of pointing at cards."""
        raise NotImplementedError

    def hunted(self, question: QuestionT, found: list[str]) -> Sheet:
        """Return the `sheet` of the parts `hunt` and `finds`."""
        raise NotImplementedError

    def found_all(self, question: QuestionT, found: list[str]) -> bool:
        """Return whether there is nothing left to hunt for."""
        raise NotImplementedError


AnyDrill: TypeAlias = Drill[Any, Any]
"""Any of the drills, for pages that do not care which."""
