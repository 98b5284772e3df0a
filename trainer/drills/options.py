"""The options of a drill's questions, with their names. An option means the same in every drill that has it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from django.utils.translation import gettext_lazy

from game.words.rules import DESIGNS
from game.words.rules import Option as Words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class QuestionSort:
    """A sort of question that progress tells apart: its code, its name, and its share in a hundred questions.

    A share of 0: it is not drawn by shares. A `mixed` sort asks for several things at once: it is harder for everybody,
    and to miss it tells of no weakness. `target` is within how many seconds a right answer is good; 0: there is none.
    """

    code: str
    name: "StrOrPromise"
    share: int = 0
    explanation: "StrOrPromise" = ""
    mixed: bool = False
    target: float = 0.0


@dataclass(frozen=True, slots=True)
class Load:
    """How much there is to see in a question, as progress tells times apart: its code, its name, and the seconds within
    which a right answer is good."""

    code: str
    name: "StrOrPromise"
    target: float


@dataclass(frozen=True, slots=True)
class DrillOption:
    """An option of a drill's questions. Its first value is the usual one.

    Of an option with `many` any of the values may be chosen together, in text with commas between; `only` is the phrase
    for some chosen of many, with a place for their %(names)s. An option that is `listed` is chosen from a list that
    opens.
    """

    name: str
    label: "StrOrPromise"
    values: Mapping[str, Words] = field(default_factory=dict)
    explanation: "StrOrPromise" = ""
    many: bool = False
    only: "StrOrPromise" = ""
    listed: bool = False

    @property
    def usual(self) -> str:
        """The value of a run that does not choose one."""
        return next(iter(self.values))

    def of(self, *codes: str) -> Self:
        """Return the option with these values only."""
        return replace(self, values={code: self.values[code] for code in codes})


KIND = DrillOption(
    "kind",
    gettext_lazy("Hands or cribs"),
    {
        "both": Words(gettext_lazy("Hands and cribs"), gettext_lazy("One in five is a crib, and is marked as one.")),
        "hand": Words(gettext_lazy("Hands only"), ""),
        "crib": Words(gettext_lazy("Cribs only"), gettext_lazy("Where a flush needs the starter too.")),
    },
)
SIZE = DrillOption(
    "size",
    gettext_lazy("Cards in a hand"),
    {
        "4": Words(gettext_lazy("Four cards"), gettext_lazy("For two to five players.")),
        "5": Words(gettext_lazy("Five cards"), gettext_lazy("For six players.")),
    },
)
SOURCE = DrillOption(
    "from",
    gettext_lazy("Where hands come from"),
    {
        "mix": Words(gettext_lazy("A chosen mix"), gettext_lazy("With something to see in nearly every hand.")),
        "dealt": Words(gettext_lazy("As dealt"), gettext_lazy("What a player keeps at the table, and a cut.")),
    },
)
SEATS = DrillOption(
    "seats",
    gettext_lazy("How many play"),
    {
        "any": Words(gettext_lazy("Two to four players"), gettext_lazy("Two most often.")),
        "2": Words(gettext_lazy("Two players"), ""),
        "3": Words(gettext_lazy("Three players"), ""),
        "4": Words(gettext_lazy("Four players"), ""),
        "5": Words(gettext_lazy("Five players"), ""),
        "6": Words(gettext_lazy("Six players"), ""),
    },
)
PLACE = DrillOption(
    "place",
    gettext_lazy("Whose crib it is"),
    {
        "both": Words(gettext_lazy("Your crib or another’s"), ""),
        "dealer": Words(gettext_lazy("Always your crib"), gettext_lazy("You are the dealer.")),
        "pone": Words(gettext_lazy("Always another’s crib"), gettext_lazy("You are not the dealer.")),
    },
)
END = DrillOption(
    "end",
    gettext_lazy("When in the game"),
    {
        "off": Words(gettext_lazy("Early in the game"), gettext_lazy("Every point is worth the same.")),
        "on": Words(gettext_lazy("Near the end"), gettext_lazy("The score says what you need.")),
    },
)
WEAK = DrillOption(
    "weak",
    gettext_lazy("Your weak spots"),
    {
        "off": Words(gettext_lazy("As the drill mixes them"), gettext_lazy("All that it can ask.")),
        "on": Words(gettext_lazy("More of what I miss"), gettext_lazy("At most every other question.")),
    },
)
DESIGN = DrillOption(
    "design",
    gettext_lazy("Which board"),
    {
        "any": Words(gettext_lazy("Any board"), gettext_lazy("A different one now and then.")),
        **{design.value: words for design, words in DESIGNS.items()},
    },
)
SKILL = DrillOption(
    "skill",
    gettext_lazy("What to practise"),
    {"": Words(gettext_lazy("Everything"), "")},
    only=gettext_lazy("Practise: %(names)s"),
    listed=True,
)
HEAR = DrillOption(
    "hear",
    gettext_lazy("How the count is said"),
    {
        "off": Words(gettext_lazy("In writing"), ""),
        "count": Words(gettext_lazy("Spoken"), gettext_lazy("Tap to hear it; the cards are shown.")),
        "all": Words(gettext_lazy("Spoken, with the cards"), gettext_lazy("Tap to hear both, without looking.")),
    },
    gettext_lazy("Your browser speaks. Where it has no voice, you read the same words."),
)
"""Whether a count is heard, and the cards before it, instead of read."""
HUNT = DrillOption(
    "find",
    gettext_lazy("After a miss"),
    {
        "off": Words(gettext_lazy("Show me everything"), ""),
        "on": Words(gettext_lazy("Hunt"), gettext_lazy("You look for what you missed.")),
    },
)
"""Whether what was missed is hunted for before it is shown."""
FLASH = DrillOption(
    "flash",
    gettext_lazy("How long you see the cards"),
    {
        "off": Words(gettext_lazy("Until you answer"), ""),
        "calm": Words(gettext_lazy("At your pace"), gettext_lazy("Until you turn them over.")),
        "8": Words(gettext_lazy("8 seconds"), ""),
        "5": Words(gettext_lazy("5 seconds"), ""),
        "3": Words(gettext_lazy("3 seconds"), ""),
        "2": Words(gettext_lazy("2 seconds"), ""),
    },
    gettext_lazy("For a flash: after that time they lie face down, and you answer from memory."),
    only=gettext_lazy("Flash: %(names)s"),
    listed=True,
)
"""Whether cards turn over, so that the answer is given from memory: after so many seconds, or when the learner says."""
FLASH_FIRST = "8"
"""The time to begin with."""

_ONLY = gettext_lazy("Only: %(names)s")


def sorts_option(sorts: Iterable[QuestionSort]) -> DrillOption:
    """Return the option by which only some sorts of question are practised."""
    return DrillOption(
        "classes",
        gettext_lazy("What is asked"),
        {sort.code: Words(sort.name, sort.explanation) for sort in sorts},
        gettext_lazy("Choose some to practise only those; choose none for all."),
        many=True,
        only=_ONLY,
    )


def skill_option(skills: "Mapping[str, StrOrPromise]", loads: Iterable[Load] = (), unasked: str = "") -> DrillOption:
    """Return the option by which most questions ask for one skill, or have so much to see; for what is `unasked` no
    question can be made."""
    names = {code: Words(name, "") for code, name in skills.items() if code != unasked}
    names |= {load.code: Words(load.name, "") for load in loads}
    return replace(SKILL, values={**SKILL.values, **names})


def hand_classes_option(sorts: Iterable[QuestionSort]) -> DrillOption:
    """Return the `sorts_option` of classes of hands, which are drawn only for the mix."""
    return replace(
        sorts_option(sorts),
        label=gettext_lazy("What is in them"),
        explanation=gettext_lazy("Choose some to practise only those; choose none for all. Only with the chosen mix."),
    )
