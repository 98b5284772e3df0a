"""The page that shows every component of the design system in every state, for whoever works on the site."""

from dataclasses import dataclass

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from game.boards import BoardStanding
from game.engine.cards import parse_cards
from game.engine.scoring import combine, show
from game.words import terms
from trainer.people import accounts

_ICONS = ["hint", "back", "gear", "clock", "person", "share"]
_HAND, _STARTER = parse_cards("4C 5S 6D JH"), parse_cards("4H")[0]
_STANDING = BoardStanding((47, 36), (43, 30), (9, 8), 121, (91, 61))


class _Fields(forms.Form):
    """A field in each state, and choices."""

    usual = forms.CharField(label=_("A field"), help_text=_("What to type here."), required=False)
    wrong = forms.CharField(label=_("A field with a fault"))
    locked = forms.CharField(label=_("A field that is disabled"), disabled=True, required=False)
    choice = forms.ChoiceField(
        label=_("A choice"),
        help_text=_("The whole tile can be tapped."),
        choices=[("first", _("First")), ("second", _("Second")), ("third", _("Third"))],
        widget=forms.RadioSelect,
    )


@dataclass(frozen=True, slots=True)
class _Half:
    """One half of the page: everything by day, or everything by night. `fields` has ids of its own."""

    theme: str
    name: object
    fields: _Fields


@require_safe
def parts(request: HttpRequest) -> HttpResponse:
    """Show the page to staff, and to everybody where the site is worked on. Raise Http404 for all others."""
    learner = accounts.learner_of(request)
    if not (settings.DEBUG or (learner and learner.is_staff)):
        raise Http404
    context = {
        "halves": [_half("light", _("By day")), _half("dark", _("By night"))],
        "icons": _ICONS,
        "hand": _HAND,
        "starter": _STARTER,
        "lines": terms.count_lines(combine(show(_HAND, _STARTER))),
        "standing": _STANDING,
    }
    return render(request, "parts/all.html", context)


def _half(theme: str, name: object) -> _Half:
    fields = _Fields({f"{theme}-choice": "second", f"{theme}-usual": "4C 5S 6D JH"}, prefix=theme)
    return _Half(theme, name, fields)
