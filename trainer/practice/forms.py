"""The form in which a run is chosen, for any drill: its mode, its seconds, and the drill's own options."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy

from game.words.rules import Option as Words
from trainer.drills.base import Mode, Option
from trainer.drills.registry import DRILLS
from trainer.practice.rules import HAND, HANDS, SPRINT, SPRINTS, Settings
from trainer.practice.run_words import MODES, choice_words, length_in_words

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_SET_BY_US = {Mode.DAILY, Mode.REPLAY, Mode.RECALL, Mode.LESSON, Mode.CHECK}
"""Runs that begin where they belong, and not from this form."""

_UNTIMED = "0"
_LENGTHS = {Mode.SPRINT: (30, 60, 120, 180, 300, 600, 900, 1800), Mode.CLOCK: (15, 20, 30, 45, 60, 90)}
"""Seconds that are offered; any others of the range may stand in an address."""
_RANGES = {Mode.SPRINT: SPRINTS, Mode.CLOCK: HANDS}
_USUAL = {Mode.SPRINT: SPRINT, Mode.CLOCK: HAND}

_CHOOSE = {
    "required": gettext_lazy("Choose one of these."),
    "invalid_choice": gettext_lazy("Choose one of these."),
    "invalid_list": gettext_lazy("Choose among these."),
}
_OF_SECONDS: dict[Mode, dict[str, Any]] = {
    Mode.SPRINT: {
        "label": gettext_lazy("Length of the sprint"),
        "error": gettext_lazy("A sprint takes from 30 to 1800 seconds, or has no clock."),
    },
    Mode.CLOCK: {
        "label": gettext_lazy("Time for each question"),
        "error": gettext_lazy("Each question has from 15 to 90 seconds."),
    },
}
_length = lazy(length_in_words, str)


class _Explained(forms.RadioSelect):
    """Radio buttons that carry the explanation of what they choose."""

    def __init__(self, words: Mapping[str, Words]) -> None:
        super().__init__()
        self.words = words

    def create_option(self, name: str, value: Any, *rest: Any, **named: Any) -> dict[str, Any]:
        """As Django does, and the explanation."""
        return {**super().create_option(name, value, *rest, **named), "explanation": self.words[value].explanation}


class _ExplainedMany(_Explained, forms.CheckboxSelectMultiple):
    """Checkboxes that carry the explanation of what they choose."""

    allow_multiple_selected = True
    input_type = "checkbox"


class RunForm(forms.Form):
    """A run of one drill. The fields are `mode`, `sprint` and `clock` (the seconds of these modes, where the drill has
    them) and the drill's options by their names.

    An address may say less than the form: what is left out is as usual, `seconds` stands for the seconds of the mode,
    and some of many may be one text with commas between.
    """

    def __init__(self, drill: str, data: QueryDict | None = None) -> None:
        """The form of a drill that is in the registry; bound where there are data."""
        self.drill = drill
        self._modes = [mode for mode in DRILLS[drill].MODES if mode not in _SET_BY_US]
        self._options = DRILLS[drill].OPTIONS
        given = None if data is None else self._spelt_out(data)
        super().__init__(given)
        self.fields["mode"] = _one_of({mode: MODES[mode] for mode in self._modes}, gettext_lazy("Kind of run"))
        for mode in _LENGTHS:
            if mode in self._modes:
                self.fields[mode.value] = _seconds(mode, given[mode] if given else "")
        for option in self._options:
            self.fields[option.name] = _field(drill, option)

    def _usual(self) -> dict[str, Any]:
        """What every field says where nothing is said."""
        seconds = {mode.value: str(_USUAL[mode]) for mode in _LENGTHS}
        options = {option.name: [] if option.many else option.values[0] for option in self._options}
        return {"mode": self._modes[0].value, **seconds, **options}

    def _spelt_out(self, data: QueryDict) -> dict[str, Any]:
        """The data with what is left out in an address."""
        given: dict[str, Any] = {name: str(text).strip() for name, text in data.items() if str(text).strip()}
        many = [option.name for option in self._options if option.many]
        given |= {name: [part for text in data.getlist(name) for part in text.split(",") if part] for name in many}
        if "seconds" in given:
            given.setdefault(given.get("mode", self._modes[0]), given["seconds"])
        return {**self._usual(), **given}

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        """As usual."""
        return self._usual().get(field_name, super().get_initial_for_field(field, field_name))

    def clean(self) -> dict[str, Any]:
        """Pass over the seconds of a mode that was not chosen."""
        for mode in set(_LENGTHS) - {self.cleaned_data.get("mode")}:
            self.errors.pop(mode.value, None)
        return self.cleaned_data

    def settings(self) -> Settings:
        """What was chosen, of options what differs from the usual. For a form that is valid."""
        chosen = self.cleaned_data
        mode = Mode(chosen["mode"])
        seconds = int(chosen[mode]) or None if mode in _LENGTHS else None
        options = dict(self._unusual(mode))
        return Settings(self.drill, mode, seconds, options)

    def _unusual(self, mode: Mode) -> Iterable[tuple[str, str]]:
        for option in self._options:
            value = self.cleaned_data[option.name]
            if mode is Mode.SPRINT and option.name == "find":
                continue  # a sprint goes on at once: there is no hunt in it
            if not option.many:
                if value != option.values[0]:
                    yield option.name, value
            elif value and set(value) != set(option.values):
                yield option.name, ",".join(code for code in option.values if code in value)


def _one_of(words: Mapping[Any, Words], label: "StrOrPromise", help_text: "StrOrPromise" = "") -> forms.ChoiceField:
    return forms.ChoiceField(
        choices=[(str(code), option.name) for code, option in words.items()],
        widget=_Explained({str(code): option for code, option in words.items()}),
        label=label,
        help_text=help_text,
        error_messages=_CHOOSE,
    )


def _seconds(mode: Mode, given: str) -> forms.ChoiceField:
    """The seconds of a mode: those offered, and others of the range where they were given."""
    lengths = set(_LENGTHS[mode])
    if given.isascii() and given.isdecimal() and len(given) < 6 and int(given) in _RANGES[mode]:
        lengths.add(int(given))
    choices: list[tuple[str, Any]] = [(str(length), _length(length)) for length in sorted(lengths)]
    if mode is Mode.SPRINT:
        choices.append((_UNTIMED, gettext_lazy("Without a clock")))
    words = _OF_SECONDS[mode]
    return forms.ChoiceField(
        choices=choices, label=words["label"], error_messages={**_CHOOSE, "invalid_choice": words["error"]}
    )


def _field(drill: str, option: Option) -> forms.ChoiceField:
    words = choice_words(drill, option.name)
    values = {code: words.value(code) for code in option.values}
    if not option.many:
        return _one_of(values, words.label, words.explanation)
    return forms.MultipleChoiceField(
        choices=[(code, value.name) for code, value in values.items()],
        widget=_ExplainedMany(values),
        required=False,
        label=words.label,
        help_text=words.explanation,
        error_messages=_CHOOSE,
    )
