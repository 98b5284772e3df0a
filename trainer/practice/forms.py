"""The form that chooses a run of any drill: its mode, its seconds, and the drill's own options."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.forms import CHOOSE, ExplainedCheckboxes, one_of
from game.numbers import whole_number
from game.words.rules import Option as Words
from trainer.drills.modes import ClockChoice, Mode
from trainer.drills.options import FLASH, HUNT, DrillOption
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.practice.words import length_in_words

_UNTIMED = "0"
_MOST_EXPLAINED = 2
"""How many kinds of run are explained on a phone too, whether they are chosen or not."""
_CLOCKS: dict[Mode, ClockChoice] = {mode: mode.traits.clock for mode in Mode if mode.traits.clock}

_length = lazy(length_in_words, str)


class RunForm(forms.Form):
    """The settings of a run of one drill.

    The fields are `mode`, `sprint` and `clock` (the seconds of these modes, if the drill has them), and one for each of
    the drill's options, with its name.

    A URL may have fewer parameters than the form. What is missing has its default; `seconds`, or those of another mode
    where they stand alone, mean those of the chosen mode; and an option with several values may be one text separated
    by commas.
    """

    def __init__(self, drill: str, data: QueryDict | None = None) -> None:
        """Create the form of a drill in the registry; it is bound if `data` is given."""
        self.drill = drill
        self._modes = list(DRILLS[drill].modes)
        self._options = DRILLS[drill].options
        given = None if data is None else self._spelt_out(data)
        super().__init__(given)
        traits, folds = [mode.traits for mode in self._modes], len(self._modes) > _MOST_EXPLAINED
        self.fields["mode"] = one_of(
            {each.code: Words(each.name, each.explanation, brief=each.brief if folds else "") for each in traits},
            gettext_lazy("How to practise"),
        )
        for mode, clock in _CLOCKS.items():
            if mode in self._modes:
                self.fields[mode.value] = _seconds(clock, given[mode] if given else "")
        for option in self._options:
            self.fields[option.name] = _field(option)

    def times(self) -> list[forms.BoundField]:
        """Return the fields of the seconds of modes, and of how long the cards are shown."""
        return [self[name] for name in (*(mode.value for mode in _CLOCKS), FLASH.name) if name in self.fields]

    def questions(self) -> list[forms.BoundField]:
        """Return the fields of the drill's other options."""
        return [self[option.name] for option in self._options if option.name != FLASH.name]

    def asks_unusual(self) -> bool:
        """Whether an option is at fault or not as usual, so that its field should be seen."""
        usual = self._usual()
        return any(field.errors or field.value() != usual[field.name] for field in self.questions())

    def usual_questions(self) -> str:
        """Return the usual values of the first two options that have one, in a line: "Hands and cribs · Four cards"."""
        single = [option for option in self._options if option.name != FLASH.name and not option.many]
        return _(" · ").join(str(option.values[option.usual].name) for option in single[:2])

    def _usual(self) -> dict[str, Any]:
        """Return the default of every field."""
        seconds = {mode.value: str(clock.usual) for mode, clock in _CLOCKS.items()}
        options = {option.name: [] if option.many else option.usual for option in self._options}
        return {"mode": self._modes[0].value, **seconds, **options}

    def _spelt_out(self, data: QueryDict) -> dict[str, Any]:
        """Return the data, with defaults for what is missing."""
        given: dict[str, Any] = {name: str(text).strip() for name, text in data.items() if str(text).strip()}
        many = [option.name for option in self._options if option.many]
        given |= {name: [part for text in data.getlist(name) for part in text.split(",") if part] for name in many}
        mode = given.get("mode", self._modes[0])
        if seconds := next((given[name] for name in ("seconds", *_CLOCKS) if name in given), None):
            given.setdefault(mode, seconds)
        return {**self._usual(), **given}

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        """Return the default."""
        return self._usual().get(field_name, super().get_initial_for_field(field, field_name))

    def clean(self) -> dict[str, Any]:
        """Ignore errors in the seconds of modes that were not chosen."""
        for mode in set(_CLOCKS) - {self.cleaned_data.get("mode")}:
            self.errors.pop(mode.value, None)
        return self.cleaned_data

    def settings(self) -> Settings:
        """Return the chosen settings, which leave out options with default values. The form must be valid."""
        chosen = self.cleaned_data
        mode = Mode(chosen["mode"])
        seconds = int(chosen[mode]) or None if mode in _CLOCKS else None
        options = dict(self._unusual(mode))
        return Settings(self.drill, mode, seconds, options)

    def _unusual(self, mode: Mode) -> Iterable[tuple[str, str]]:
        for option in self._options:
            value = self.cleaned_data[option.name]
            if mode.traits.goes_on and option.name == HUNT.name:
                continue  # the next question follows at once, without a hunt
            if not option.many:
                if value != option.usual:
                    yield option.name, value
            elif value and set(value) != set(option.values):
                yield option.name, ",".join(code for code in option.values if code in value)


def _seconds(clock: ClockChoice, given: str) -> forms.ChoiceField:
    """Return the field for the seconds of a clock: the lengths offered, and `given` if it is allowed."""
    lengths = set(clock.offered)
    seconds = whole_number(given, of=clock.allowed)
    if seconds is not None:
        lengths.add(seconds)
    choices: list[tuple[str, Any]] = [(str(length), _length(length)) for length in sorted(lengths)]
    if clock.may_be_off:
        choices.append((_UNTIMED, gettext_lazy("Without a clock")))
    return forms.ChoiceField(
        choices=choices, label=clock.label, error_messages={**CHOOSE, "invalid_choice": clock.error}
    )


def _field(option: DrillOption) -> forms.ChoiceField:
    if option.listed:
        return forms.ChoiceField(
            choices=[(code, value.name) for code, value in option.values.items()],
            required=False,
            label=option.label,
            help_text=option.explanation,
            error_messages=CHOOSE,
        )
    if not option.many:
        return one_of(option.values, option.label, option.explanation)
    return forms.MultipleChoiceField(
        choices=[(code, value.name) for code, value in option.values.items()],
        widget=ExplainedCheckboxes(option.values),
        required=False,
        label=option.label,
        help_text=option.explanation,
        error_messages=CHOOSE,
    )
