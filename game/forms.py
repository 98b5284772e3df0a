"""Form fields that choose among options, each with an explanation."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy

from game.words.rules import Option

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CHOOSE = {
    "required": gettext_lazy("Choose one of these."),
    "invalid_choice": gettext_lazy("Choose one of these."),
    "invalid_list": gettext_lazy("Choose among these."),
}
"""The error messages of a field that chooses among options."""


class ExplainedRadios(forms.RadioSelect):
    """Radio buttons, each with the explanation and the strength of its option."""

    def __init__(self, options: Mapping[Any, Option]) -> None:
        super().__init__()
        self.explained = {str(value): option for value, option in options.items()}

    def create_option(self, name: str, value: str, *rest: Any, **named: Any) -> dict[str, object]:
        """Return Django's option with its explanation, its strength, whether it is wide, and a brief word on it."""
        option = self.explained[value]
        shown = {"explanation": option.explanation, "pips": option.pips, "is_wide": option.is_wide}
        shown["brief"] = option.brief
        return {**super().create_option(name, value, *rest, **named), **shown}


class ExplainedCheckboxes(ExplainedRadios, forms.CheckboxSelectMultiple):
    """Checkboxes, each with the explanation of its option."""

    allow_multiple_selected = True
    input_type = "checkbox"


def one_of(
    options: Mapping[Any, Option],
    label: "StrOrPromise",
    help_text: "StrOrPromise" = "",
    coerce: Callable[[str], object] = str,
) -> forms.TypedChoiceField:
    """Return a field that takes one of these options. `coerce` converts the text that was sent."""
    return forms.TypedChoiceField(
        choices=[(str(value), option.name) for value, option in options.items()],
        coerce=coerce,
        widget=ExplainedRadios(options),
        label=label,
        help_text=help_text,
        error_messages=CHOOSE,
    )
