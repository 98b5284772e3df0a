"""The form of a new game: the opponent, the game, and for rules of one's own every option of the rules and the table.

A value without meaning beside the others (who notices muggins when there is none) is ignored without an error. A clock
for counting that cannot run is an error all the same, because somebody wanted it.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.boards import Design
from game.engine.rules import (
    OWN,
    PRESETS,
    SIDES,
    STANDARD,
    Counted,
    CribFlush,
    Muggins,
    Notice,
    Rules,
    RulesError,
    RulesReason,
    Scoring,
)
from game.forms import CHOOSE, one_of
from game.models import Habits, Pace
from game.numbers import whole_number
from game.setup import Setup
from game.strategy.levels import Level
from game.words import rules as words
from game.words.rules import Arrangement, Length, Option
from game.words.terms import level_name, level_sentence, match_sentence, rules_fault

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_name, _sentence, _fault = lazy(level_name, str), lazy(level_sentence, str), lazy(rules_fault, str)

PACES = {
    Pace.SLOW: Option(Pace.SLOW.label, gettext_lazy("Time to follow each card; counts wait until you continue.")),
    Pace.NORMAL: Option(Pace.NORMAL.label, gettext_lazy("A moment for each card; counts wait until you continue.")),
    Pace.FAST: Option(Pace.FAST.label, gettext_lazy("The others’ cards and counts follow on their own; yours wait.")),
    Pace.INSTANT: Option(Pace.INSTANT.label, gettext_lazy("The others play the moment you have.")),
}
LEVELS = {level: Option(_name(level), _sentence(level), pips) for pips, level in enumerate(Level, 1)}

MATCH = "match"
"""The choice of the level that makes the person's games even."""


_NUMBERS = range(10_000)
"""The numbers that a box takes. The rules know which of them fit."""

NEWCOMER = Setup(STANDARD, (Level.CASUAL,), warnings=True)
"""What is proposed for a first game: one is asked again before a costly choice, while it can still be mended."""


def last_choice(habits: Habits | None) -> Setup | None:
    """Return the last game that a person chose, with their current pace and board."""
    if habits is None or not isinstance(habits.setup, dict):
        return None
    return Setup.from_json({**habits.setup, **_table(habits)})


def matched_choice(habits: Habits | None, rules: Rules, levels: tuple[Level, ...]) -> Setup | None:
    """Return the last choice if it is of this game and asks for an opponent who fits, otherwise None."""
    last = last_choice(habits)
    return last if last and last.matched and (last.rules, last.levels) == (rules, levels) else None


def usual(habits: Habits | None) -> Setup:
    """Return what the form proposes: the last choice, or the standard game for a newcomer."""
    if habits is None:
        return NEWCOMER
    looks = {"pace": habits.pace, "design": habits.design}
    return last_choice(habits) or Setup.from_json({**NEWCOMER.as_json(), **looks}) or NEWCOMER


def _table(habits: Habits) -> dict[str, object]:
    return {"pace": habits.pace, "design": habits.design, "warnings": habits.warnings}


# --------------------------------------------------------------------------------------------------------- fields


class _WholeNumberField(forms.IntegerField):
    """A number in the digits 0 to 9; a plain IntegerField takes those of any script."""

    def to_python(self, value: object) -> int | None:
        """Return the number, None for an empty box. Raises ValidationError."""
        text = "" if value is None else str(value).strip()
        number = whole_number(text, of=_NUMBERS)
        if text and number is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return number


def _number(reason: RulesReason, label: "StrOrPromise", help_text: "StrOrPromise") -> forms.IntegerField:
    """Return a text box for a number, whose range the rules check. A number box would lose text that is not a
    number."""
    return _WholeNumberField(
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        label=label,
        help_text=help_text,
        error_messages={"invalid": _fault(reason)},
    )


def _seat(number: int) -> forms.TypedChoiceField:
    """Return the choice of a level for a seat. It may stay empty: then the seat plays like the opponent."""
    return forms.TypedChoiceField(
        choices=[
            ("", gettext_lazy("Like your opponent")),
            *((level.value, option.name) for level, option in LEVELS.items()),
        ],
        coerce=Level,
        required=False,
        label=lazy(lambda: _("Seat %(number)s") % {"number": number}, str)(),
        error_messages=CHOOSE,
    )


def _opponent(matched: Level) -> forms.TypedChoiceField:
    """Return the choice of the opponent. `matched` is the level that makes the person's games even today."""
    even = Option(gettext_lazy("Match me"), lazy(match_sentence, str)(matched), is_wide=True)
    return one_of({MATCH: even, **LEVELS}, gettext_lazy("Your opponent"))


# ---------------------------------------------------------------------------------------------------------- forms

_SEATS = {seats: Option(str(seats), "") for seats in SIDES}
_OTHERS = range(3, max(SIDES) + 1)
"""The seats, numbered from 1, that may have a bot besides the opponent in seat 2."""

AGAIN = "again"
"""The choice of the last game, where it is no preset against one opponent."""

_USUAL_MATCH = 12
"""The match points that the form proposes, as in tournaments."""

_FAULTS = {
    RulesReason.SIDES: ("sides", "sides"),
    RulesReason.TARGET: ("target_own", "target"),
    RulesReason.DEALS: ("deals", "deals"),
    RulesReason.COUNT_CLOCK: ("count_clock", "count_clock"),
    RulesReason.COUNT_CLOCK_WITHOUT_COUNTING: ("count_clock", "count_clock"),
    RulesReason.PLAY_CLOCK: ("play_clock", "play_clock"),
    RulesReason.MATCH: ("match_points", "match_points"),
}
"""The field and the option at fault, for every invalid combination that the fields still allow."""

_NEEDED = {"target_own": RulesReason.TARGET, "match_points": RulesReason.MATCH}
"""The boxes that must be filled in where they have a meaning."""

_TABLE = ("pace", "design", "warnings")
"""The fields of the table, which belong to every game."""

_PARTNERS = {Arrangement.ALONE: 1, Arrangement.PAIRS: 2, Arrangement.THREES: 3}
_PLAIN = (
    "deals",
    "counting",
    "muggins",
    "notice",
    "crib_flush",
    "count_clock",
    "play_clock",
    "match_points",
    "scoring",
    "double_skunk",
)
"""The options of the rules that are fields of the same name."""


class SetupForm(forms.Form):
    """The form of a new game. When it is valid, `cleaned_data["setup"]` is the game to begin.

    `usual` is what the form proposes. A preset is played at its table, and `last` can be chosen to be played again.
    """

    level = _opponent(Level.CASUAL)
    preset = one_of(words.GAMES, words.GAME)
    seats = one_of(
        _SEATS,
        gettext_lazy("How many play"),
        gettext_lazy("You sit in seat 1 and your opponent in seat 2, to your left."),
        coerce=int,
    )
    sides = one_of(
        words.ARRANGEMENTS,
        gettext_lazy("Sides"),
        gettext_lazy("With two, three or five seats everyone plays alone, whatever you choose here."),
        coerce=Arrangement,
    )
    seat_3, seat_4, seat_5, seat_6 = map(_seat, _OTHERS)
    target = one_of(words.TARGETS, gettext_lazy("Points that win a game"))
    target_own = _number(
        RulesReason.TARGET, gettext_lazy("Another target"), gettext_lazy("From 31 to 999; for the choice “Another”.")
    )
    deals = _number(
        RulesReason.DEALS,
        gettext_lazy("Limit on deals"),
        gettext_lazy("From 1 to 999: after that many deals the highest score wins. Empty: no limit."),
    )
    counting = one_of(words.COUNTING, gettext_lazy("Who counts"), coerce=Counted)
    muggins = one_of(
        words.MUGGINS, gettext_lazy("Muggins"), gettext_lazy("Only where you count for yourself."), coerce=Muggins
    )
    notice = one_of(
        words.NOTICE, gettext_lazy("Who notices a wrong count"), gettext_lazy("Only with muggins."), coerce=Notice
    )
    crib_flush = one_of(words.CRIB_FLUSHES, gettext_lazy("A flush in the crib"), coerce=CribFlush)
    count_clock = _number(
        RulesReason.COUNT_CLOCK,
        gettext_lazy("Seconds for a count"),
        gettext_lazy("From 15 to 90, where you count for yourself; being late costs half the points. Empty: no clock."),
    )
    play_clock = _number(
        RulesReason.PLAY_CLOCK,
        gettext_lazy("Seconds for a card"),
        gettext_lazy("From 15 to 90; being late costs 2 points. Empty: no clock. Discarding is never timed."),
    )
    length = one_of(words.LENGTHS, gettext_lazy("Game or match"), coerce=Length)
    match_points = _number(
        RulesReason.MATCH, gettext_lazy("Match points that win"), gettext_lazy("From 1 to 999; only for a match.")
    )
    scoring = one_of(
        words.SCORINGS, gettext_lazy("Match points of a game"), gettext_lazy("Only for a match."), coerce=Scoring
    )
    double_skunk = one_of(
        words.DOUBLE_SKUNKS,
        gettext_lazy("A double skunk"),
        gettext_lazy("Only with free scoring."),
        coerce=int,
    )
    pace = one_of(PACES, gettext_lazy("Speed of the table"), coerce=Pace)
    design = one_of(words.DESIGNS, gettext_lazy("Board"), coerce=Design)
    warnings = forms.BooleanField(
        required=False,
        label=gettext_lazy("Warn me before a costly choice"),
        help_text=gettext_lazy("Before you discard or play something much worse than the best, you are asked again."),
    )

    def __init__(
        self,
        *args: Any,
        usual: Setup = NEWCOMER,
        last: Setup | None = None,
        matched: Level = Level.CASUAL,
        **named: Any,
    ) -> None:
        super().__init__(*args, **named)
        self._usual, self._last, self._matched = usual, last, matched
        if "level" in self.fields:
            self.fields["level"] = _opponent(matched)
        if last:
            self.fields["preset"] = one_of({AGAIN: _last_game(last), **words.GAMES}, words.GAME)

    @classmethod
    def showing(cls, setup: Setup, last: Setup | None = None, preset: str = OWN, matched: Level = Level.CASUAL) -> Self:
        """Return the form filled in with a setup."""
        return cls(initial={**_filled_in(setup), "preset": preset}, usual=setup, last=last, matched=matched)

    @property
    def presets(self) -> str:
        """Return the rules of each game that can be chosen, as the fields would say them, in JSON: a script lets rules
        of one's own begin with those of the game that was chosen before."""
        games = {**PRESETS, AGAIN: self._last.rules} if self._last else PRESETS
        told = {name: _filled_in(replace(NEWCOMER, rules=rules)) for name, rules in games.items()}
        kept = {"level", *_TABLE}
        return json.dumps(
            {name: {key: value for key, value in of.items() if key not in kept} for name, of in told.items()}
        )

    def clean(self) -> dict[str, object]:
        """Ignore values without meaning and combine the others into a setup."""
        for name in set(self._meaningless()):
            self.errors.pop(name, None)
            self.cleaned_data.pop(name, None)
        if self.cleaned_data.get("preset") == OWN:
            self._clean_own()
        elif not self.errors:
            self.cleaned_data["setup"] = self._ready_made()
        return self.cleaned_data

    def _clean_own(self) -> None:
        for name, reason in _NEEDED.items():
            if name in self.cleaned_data and self.cleaned_data[name] is None:
                self.add_error(name, rules_fault(reason))
        rules = self._agreed(dict(self._options()))
        if not self.errors:
            self.cleaned_data["setup"] = self._setup(rules)

    def _ready_made(self) -> Setup:
        """Return a preset at the usual table, or the last game with the chosen opponent."""
        name, looks = self.cleaned_data["preset"], self._looks()
        if name == AGAIN and self._last:
            return replace(self._last.against(self._level()), **looks)
        return replace(self._usual, rules=PRESETS[name], levels=(self._level(),), **looks)

    def _level(self) -> Level:
        """Return the level of the opponent."""
        chosen = self.cleaned_data["level"]
        return self._matched if chosen == MATCH else Level(chosen)

    def _looks(self) -> dict[str, Any]:
        """Return whether the opponent is matched, and how the table looks and warns, where that was asked."""
        looks = {name: self.cleaned_data[name] for name in _TABLE} if "pace" in self.cleaned_data else {}
        return {**looks, "matched": self.cleaned_data["level"] == MATCH}

    def _meaningless(self) -> Iterator[str]:
        given = self.cleaned_data
        if given.get("preset") != OWN:
            sent = set(_TABLE) if "pace" in self.data else set()
            yield from self.fields.keys() - {"preset", "level"} - sent
            return
        seats = given.get("seats", 2)
        yield from (f"seat_{number}" for number in _OTHERS if number > seats)
        if len(SIDES[seats]) == 1:
            yield "sides"
        if given.get("target") != OWN:
            yield "target_own"
        if given.get("counting", Counted.AUTO) is Counted.AUTO:
            yield from ("muggins", "notice")
        if given.get("muggins", Muggins.OFF) is Muggins.OFF:
            yield "notice"
        if given.get("length") is not Length.MATCH:
            yield from ("match_points", "scoring", "double_skunk")
        if given.get("scoring") is not Scoring.FREE:
            yield "double_skunk"

    def _options(self) -> Iterator[tuple[str, Any]]:
        """Yield the options of the rules that were given."""
        given = self.cleaned_data
        seats = given.get("seats", 2)
        yield from (("seats", seats), ("sides", seats // _PARTNERS[given.get("sides", Arrangement.ALONE)]))
        for name in _PLAIN:
            if given.get(name) is not None:
                yield name, given[name]
        target = given.get("target_own" if given.get("target") == OWN else "target")
        if target is not None:
            yield "target", int(target)

    def _agreed(self, options: dict[str, Any]) -> Rules:
        """Return the rules. An option at fault becomes an error of its field and is dropped until the others are
        valid."""
        while True:
            try:
                return Rules(**options)
            except RulesError as error:
                field, option = _FAULTS[error.reason]
                self.add_error(field, rules_fault(error.reason))
                del options[option]

    def _setup(self, rules: Rules) -> Setup:
        given = self.cleaned_data
        level = self._level()
        others = (given[f"seat_{number}"] or level for number in _OTHERS if number <= rules.seats)
        return Setup(rules, (level, *others), **self._looks())


def _last_game(last: Setup) -> Option:
    told = words.phrases(last.rules)
    if last.rules.seats > 2:  # a single opponent is chosen beside it
        told = (*told, words.opponents(last.rules, last.levels))
    return Option(_("As last time"), " · ".join(told))


def _filled_in(setup: Setup) -> dict[str, object]:
    """Return the initial values for a setup. Where the setup is silent they are the likely next choice."""
    rules = setup.rules
    usual_target = str(rules.target) in words.TARGETS
    opponent, *others = setup.levels
    levels = {number: level.value for number, level in zip(_OTHERS, others, strict=False) if level is not opponent}
    return {
        **{name: getattr(rules, name) for name in ("seats", *_PLAIN)},
        "level": MATCH if setup.matched else opponent.value,
        **{f"seat_{number}": levels.get(number, "") for number in _OTHERS},
        "sides": next(sides for sides, partners in _PARTNERS.items() if partners * rules.sides == rules.seats).value,
        "target": str(rules.target) if usual_target else OWN,
        "target_own": None if usual_target else rules.target,
        "length": Length.GAME if rules.match_points is None else Length.MATCH,
        "match_points": rules.match_points or _USUAL_MATCH,
        "pace": setup.pace,
        "design": setup.design,
        "warnings": setup.warnings,
    }
