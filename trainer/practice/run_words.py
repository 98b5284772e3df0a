"""Runs in words: the names of drills, of kinds of run and of what can be chosen, and settings as one line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.words.rules import DESIGNS, Option
from trainer.drills.base import Mode
from trainer.drills.count.words import CLASS_EXPLANATIONS, CLASS_NAMES
from trainer.drills.hands import HandClass
from trainer.lessons.syllabus import syllabus
from trainer.practice.rules import LENGTHS, Settings
from trainer.sheets.registry import SHEETS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be chosen about a drill's questions: what it is called, what it means, and the names of its values.

    `only` is the phrase for some chosen of many, with a place for their %(names)s.
    """

    label: "StrOrPromise"
    explanation: "StrOrPromise" = ""
    values: Mapping[str, Option] = field(default_factory=dict)
    only: "StrOrPromise" = ""

    def value(self, code: str) -> Option:
        """A value in words; one that an earlier version offered, and that is kept in old runs, is its own name."""
        return self.values.get(code) or Option(code, "")


DRILLS: dict[str, Option] = {
    "count": Option(gettext_lazy("Count"), gettext_lazy("A hand or a crib with its starter: say what it is worth.")),
    "itemise": Option(
        gettext_lazy("Itemise"), gettext_lazy("Give the points of fifteens, runs, pairs, flush and nobs apart.")
    ),
    "find": Option(gettext_lazy("Find them all"), gettext_lazy("Tap the cards of each combination, and miss none.")),
    "tap": Option(
        gettext_lazy("Tap it"), gettext_lazy("One fifteen, one run, one flush: tap it, or see that there is none.")
    ),
    "muggins": Option(
        gettext_lazy("Spot the muggins"), gettext_lazy("Somebody counts aloud: are they right, and if not, what is it?")
    ),
    "peg": Option(gettext_lazy("Peg it"), gettext_lazy("A card is played to the others: what does it score, and why?")),
    "choose": Option(
        gettext_lazy("Choose the card"), gettext_lazy("A moment of the play: which of your cards is worth most?")
    ),
    "discard": Option(
        gettext_lazy("Discard"), gettext_lazy("Fresh from the deal: what do you keep, what do you discard?")
    ),
    "go": Option(
        gettext_lazy("Go or play"),
        gettext_lazy("Thirty-one, go, the last card, who leads: the rules people get wrong."),
    ),
    "move": Option(
        gettext_lazy("Move the peg"), gettext_lazy("Two pegs and a score: which one moves, and to which hole?")
    ),
    "rules": Option(
        gettext_lazy("Know the rules"), gettext_lazy("Who deals, who is skunked, who takes the points; and the words.")
    ),
}

MODES: dict[Mode, Option] = {
    Mode.CALM: Option(pgettext_lazy("run", "Calm"), gettext_lazy("No clock and no end: stop when you like.")),
    Mode.SPRINT: Option(
        pgettext_lazy("run", "Sprint"),
        gettext_lazy(
            "As many as you can before time is up. A miss costs 10 seconds, right ones in a row give some back."
        ),
    ),
    Mode.STREAK: Option(
        pgettext_lazy("run", "Streak"),
        gettext_lazy("No clock. It gets harder, one question may be passed over, and the first miss ends it."),
    ),
    Mode.CLOCK: Option(
        pgettext_lazy("run", "Against the clock"),
        gettext_lazy("Seconds for each question: when they run out, half of its points are lost."),
    ),
    Mode.ROUND: Option(
        pgettext_lazy("run", "Round"), gettext_lazy("Ten deals, and how many points you gave up in all.")
    ),
    Mode.DAILY: Option(pgettext_lazy("run", "Daily run"), gettext_lazy("The same twenty hands for everybody today.")),
    Mode.REPLAY: Option(pgettext_lazy("run", "Replay"), gettext_lazy("What you missed, once more, until it is right.")),
    Mode.RECALL: Option(
        pgettext_lazy("run", "Recall"), gettext_lazy("What you missed some time ago, when you are about to forget it.")
    ),
    Mode.LESSON: Option(pgettext_lazy("run", "Lesson"), gettext_lazy("What a lesson asks on its way.")),
    Mode.CHECK: Option(
        pgettext_lazy("run", "Check"), gettext_lazy("Five questions at the end of a lesson; four right pass.")
    ),
}

_ONLY = gettext_lazy("Only: %(names)s")

OPTIONS: dict[str, Choice] = {
    "kind": Choice(
        gettext_lazy("Hands or cribs"),
        values={
            "both": Option(gettext_lazy("Hands and cribs"), gettext_lazy("One in five is a crib, and marked so.")),
            "hand": Option(gettext_lazy("Hands only"), ""),
            "crib": Option(gettext_lazy("Cribs only"), gettext_lazy("Where a flush needs the starter too.")),
        },
    ),
    "size": Choice(
        gettext_lazy("Cards in a hand"),
        values={
            "4": Option(gettext_lazy("Four cards"), gettext_lazy("As two to five players hold.")),
            "5": Option(gettext_lazy("Five cards"), gettext_lazy("As six players hold.")),
        },
    ),
    "from": Choice(
        gettext_lazy("Where hands come from"),
        values={
            "mix": Option(gettext_lazy("A chosen mix"), gettext_lazy("With something to see in nearly every hand.")),
            "dealt": Option(gettext_lazy("As dealt"), gettext_lazy("What a player keeps at the table, and a cut.")),
        },
    ),
    "classes": Choice(
        gettext_lazy("What is in them"),
        gettext_lazy("Choose some to practise these alone; none is all of them. Only with the chosen mix."),
        values={kind: Option(CLASS_NAMES[kind], CLASS_EXPLANATIONS[kind]) for kind in HandClass},
        only=_ONLY,
    ),
    "seats": Choice(
        gettext_lazy("How many play"),
        values={
            "any": Option(gettext_lazy("Two to four players"), gettext_lazy("Two most often.")),
            "2": Option(gettext_lazy("Two players"), ""),
            "3": Option(gettext_lazy("Three players"), ""),
            "4": Option(gettext_lazy("Four players"), ""),
            "5": Option(gettext_lazy("Five players"), ""),
            "6": Option(gettext_lazy("Six players"), ""),
        },
    ),
    "place": Choice(
        gettext_lazy("Whose crib it is"),
        values={
            "both": Option(gettext_lazy("Now your crib, now another’s"), ""),
            "dealer": Option(gettext_lazy("Always your crib"), gettext_lazy("You are the dealer.")),
            "pone": Option(gettext_lazy("Always another’s crib"), gettext_lazy("You are not the dealer.")),
        },
    ),
    "end": Choice(
        gettext_lazy("When in the game"),
        values={
            "off": Option(gettext_lazy("Early in the game"), gettext_lazy("Every point is worth the same.")),
            "on": Option(gettext_lazy("Near the end"), gettext_lazy("The score says what you need.")),
        },
    ),
    "weak": Choice(
        gettext_lazy("Your weak spots"),
        values={
            "off": Option(gettext_lazy("The same for everybody"), gettext_lazy("So that results compare.")),
            "on": Option(gettext_lazy("More of what I miss"), gettext_lazy("At most every other question.")),
        },
    ),
    "design": Choice(
        gettext_lazy("Which board"),
        values={
            "any": Option(gettext_lazy("Any board"), gettext_lazy("Now one, now another.")),
            **{design.value: words for design, words in DESIGNS.items()},
        },
    ),
    "find": Choice(
        gettext_lazy("After a miss"),
        values={
            "off": Option(gettext_lazy("Show me everything"), ""),
            "on": Option(gettext_lazy("Let me hunt first"), gettext_lazy("You look for what you missed.")),
        },
    ),
}
"""What the drills let one choose; an option means the same in every drill that has it."""

_PLAY_CLASSES = Choice(
    gettext_lazy("What is asked"), gettext_lazy("Choose some to practise these alone; none is all of them."), only=_ONLY
)
"""The like of the classes where questions are not hands to be counted."""


def drill_words(drill: str) -> Option:
    """The name of a drill, and what it asks."""
    return DRILLS.get(drill) or Option(drill, "")


def choice_words(drill: str, option: str) -> Choice:
    """An option of a drill in words; the classes of questions are called as the drill’s sheet calls them."""
    names = getattr(SHEETS.get(drill), "SORTS", None) if option == "classes" else None
    if names:
        return replace(_PLAY_CLASSES, values={sort: Option(name, "") for sort, name in names.items()})
    return OPTIONS.get(option) or Choice(option)


def length_in_words(seconds: int) -> str:
    """A length of time: "3 minutes", "45 seconds", "1:30 minutes"."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return ngettext("%(n)s second", "%(n)s seconds", rest) % {"n": rest}
    if not rest:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    return _("%(minutes)s:%(seconds)s minutes") % {"minutes": minutes, "seconds": f"{rest:02}"}


def mode_in_words(settings: Settings) -> str:
    """The kind of run with its length: "Sprint, 3 minutes"."""
    mode = MODES[settings.mode].name
    if settings.mode is Mode.SPRINT and settings.seconds is None:
        return _("Sprint without a clock")
    if settings.mode is Mode.CLOCK and settings.seconds is not None:
        return _("%(mode)s, %(length)s each") % {"mode": mode, "length": length_in_words(settings.seconds)}
    if settings.seconds is not None:
        return _("%(mode)s, %(length)s") % {"mode": mode, "length": length_in_words(settings.seconds)}
    if settings.mode in LENGTHS:
        number = LENGTHS[settings.mode]
        return ngettext("%(mode)s of %(n)s", "%(mode)s of %(n)s", number) % {"mode": mode, "n": number}
    return str(mode)


def settings_in_words(settings: Settings) -> str:
    """Settings in one line: "Count · Sprint, 3 minutes · Cribs only"; a recall run is of any drill."""
    if settings.mode is Mode.RECALL:
        return str(MODES[Mode.RECALL].name)
    if settings.mode in (Mode.LESSON, Mode.CHECK):
        words = {"mode": MODES[settings.mode].name, "lesson": _lesson_title(settings.options.get("of", ""))}
        return _("%(mode)s: %(lesson)s") % words
    return _(" · ").join(_phrases(settings))


def _lesson_title(slug: str) -> str:
    """The title of a lesson; one that is gone is called by its address."""
    lesson = syllabus().by_slug.get(slug)
    return lesson.title if lesson else slug


def _phrases(settings: Settings) -> Iterator[str]:
    yield str(drill_words(settings.drill).name)
    yield mode_in_words(settings)
    for name, value in settings.options.items():
        choice = choice_words(settings.drill, name)
        if choice.only:
            names = _(", ").join(str(choice.value(code).name) for code in value.split(","))
            yield str(choice.only) % {"names": names}
        else:
            yield str(choice.value(value).name)
