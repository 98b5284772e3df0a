"""The form of a new table for people: who takes the seats, the game, and how the table is run."""

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine.rules import PRESETS, SIDES, Rules
from game.forms import CHOOSE
from game.numbers import whole_number
from game.strategy.levels import Level
from game.table.forms import LEVELS, NEWCOMER, SetupForm
from game.together.tables import PartySetup

PERSON = "person"

_OTHERS = range(2, max(SIDES) + 1)
"""The seats, numbered from 1, beside the host's."""

_OF_ONE = ("level", "warnings", "design")
"""The fields that only somebody has who plays with bots."""

DAYS = range(15)
"""The days that a move may take; 0 for a game in one sitting."""


def _seat(number: int) -> forms.TypedChoiceField:
    """Return the choice of who takes a seat. It may stay empty: then a person does."""
    bots = [(level.value, lazy(_bot, str)(level)) for level in LEVELS]
    return forms.TypedChoiceField(
        choices=[(PERSON, gettext_lazy("A person")), *bots],
        required=False,
        label=lazy(lambda: _("Seat %(number)s") % {"number": number}, str)(),
        error_messages=CHOOSE,
    )


def _bot(level: Level) -> str:
    return _("A bot: %(level)s") % {"level": LEVELS[level].name}


class PartyForm(SetupForm):
    """The form of a new table for people. When it is valid, `cleaned_data["party"]` is the table to make."""

    seat_2, seat_3, seat_4, seat_5, seat_6 = map(_seat, _OTHERS)
    helps = forms.BooleanField(
        required=False,
        label=gettext_lazy("Hints and warnings"),
        help_text=gettext_lazy("Whoever wants to may ask for a hint. Between people they are usually off."),
    )
    phrases = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Phrases"),
        help_text=gettext_lazy("Everybody can say one of eight fixed phrases, such as “well played”."),
    )
    listed = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Show it to people I know"),
        help_text=gettext_lazy("People you have played with, and members of your classes, find it among open tables."),
    )
    days = forms.CharField(
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        label=gettext_lazy("Days for a move"),
        help_text=gettext_lazy("From 1 to 14: nobody has to be here at the same time. Empty: a game in one sitting."),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for name in _OF_ONE:
            del self.fields[name]
        self.fields["seats"].help_text = gettext_lazy("You sit in seat 1; seat 2 is to your left.")

    @classmethod
    def blank(cls) -> "PartyForm":
        """Return the form for a standard game of two."""
        shown = cls.showing(NEWCOMER, preset="standard")
        shown.initial.update({"phrases": True, "listed": True, **{f"seat_{number}": PERSON for number in _OTHERS}})
        return shown

    @property
    def presets(self) -> str:
        """Return the rules of each game without its seats, which are chosen before."""
        seating = {"seats", "sides", *(f"seat_{number}" for number in _OTHERS)}
        games = json.loads(super().presets)
        return json.dumps({name: {key: of[key] for key in of.keys() - seating} for name, of in games.items()})

    def clean_days(self) -> int | None:
        """Return the days for a move, None for a game in one sitting. Raises ValidationError."""
        text = self.cleaned_data["days"].strip()
        days = whole_number(text, of=DAYS) if text else 0
        if days is None:
            raise forms.ValidationError(_("Days are a whole number from 1 to 14."))
        return days or None

    def clean(self) -> dict[str, object]:
        """Combine the values into a table."""
        super().clean()
        if "setup" in self.cleaned_data and not self.errors:
            self.cleaned_data["party"] = self._party(self.cleaned_data["setup"].rules)
        return self.cleaned_data

    def _party(self, rules: Rules) -> PartySetup | None:
        given = self.cleaned_data
        chosen = [given.get(f"seat_{number}") or PERSON for number in _OTHERS if number <= rules.seats]
        levels = tuple(None if who == PERSON else Level(who) for who in chosen)
        if None not in levels:
            self.add_error("seat_2", _("Leave a seat for a person: a game against bots begins at “New game”."))
            return None
        return PartySetup(
            rules=rules,
            levels=levels,
            pace=given["pace"],
            helps=given["helps"],
            phrases=given["phrases"],
            listed=given["listed"],
            days=given["days"],
        )

    def _meaningless(self) -> Iterator[str]:
        seats = self.cleaned_data.get("seats", 2)
        others = (f"seat_{number}" for number in _OTHERS if number <= seats)
        kept = {"seats", "sides", "pace", "helps", "phrases", "listed", "days", *others}
        if len(SIDES[seats]) == 1:
            kept.remove("sides")
        yield from (name for name in super()._meaningless() if name not in kept)

    def _ready_made(self) -> Any:
        preset = PRESETS[self.cleaned_data["preset"]]
        options = {field.name: getattr(preset, field.name) for field in fields(Rules)}
        seating = {name: value for name, value in self._options() if name in {"seats", "sides"}}
        return self._seated(self._agreed({**options, **seating}))

    def _setup(self, rules: Rules) -> Any:
        return self._seated(rules)

    def _seated(self, rules: Rules) -> Any:
        """Return a setup with some bots in the seats, whoever takes them."""
        return replace(NEWCOMER, rules=rules, levels=(Level.CASUAL,) * (rules.seats - 1))
