"""The page that begins a new game."""

from dataclasses import dataclass

from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from game import referee
from game.engine.rules import OWN, preset_of
from game.models import Habits
from game.setup import Setup
from game.table.forms import QuickForm, SetupForm, last_choice, usual
from game.visitors import VisitorRequest
from game.words.rules import PRESET_OPTIONS, opponents, phrases


@dataclass(frozen=True, slots=True)
class _Desk:
    """The contents of the page: the forms, and what is wrong with the one that was sent."""

    quick: QuickForm
    own: SetupForm
    trouble: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: VisitorRequest) -> HttpResponse:
    """Show the games to choose from, and begin the chosen one."""
    learner = request.visitor.existing_learner()
    habits = Habits.objects.filter(learner=learner).first() if learner else None
    desk = _blank(habits)
    if request.method == "POST":
        chosen = _chosen(request.POST, habits)
        if isinstance(chosen, Setup):
            return _begun(request, chosen)
        desk = chosen
    return render(request, "game/table/new.html", _context(desk, last_choice(habits)))


def _blank(habits: Habits | None, trouble: str = "") -> _Desk:
    setup = usual(habits)
    return _Desk(QuickForm(initial={"level": setup.levels[0]}), SetupForm.showing(setup), trouble)


def _chosen(posted: QueryDict, habits: Habits | None) -> Setup | _Desk:
    """Return the game that a form asks for, or the page with its errors."""
    blank = _blank(habits)
    if "again" in posted:
        nothing = _("What you played last is not known here any more. Choose a game below.")
        return last_choice(habits) or _blank(habits, nothing)
    if "preset" in posted:
        quick = QuickForm(posted)
        if quick.is_valid():
            return quick.setup(usual(habits))
        return _Desk(quick, blank.own, _("No game has begun: choose one of the games and one of the opponents."))
    own = SetupForm(posted)
    if own.is_valid():
        setup: Setup = own.cleaned_data["setup"]
        return setup
    wrong = ngettext(
        "The game has not begun yet: one thing is to be put right. Nothing that you chose is lost.",
        "The game has not begun yet: %(number)s things are to be put right. Nothing that you chose is lost.",
        len(own.errors),
    ) % {"number": len(own.errors)}
    return _Desk(blank.quick, own, wrong)


def _begun(request: VisitorRequest, setup: Setup) -> HttpResponse:
    """Begin the game, remember the choice, and redirect to the table."""
    learner = request.visitor.learner()
    match = referee.begin(learner, setup)
    remembered = {"pace": setup.pace, "design": setup.design, "warnings": setup.warnings}
    Habits.objects.update_or_create(learner=learner, defaults={"setup": setup.as_json(), **remembered})
    return redirect("table", match.key)


def _context(desk: _Desk, last: Setup | None) -> dict[str, object]:
    special = last is not None and (preset_of(last.rules) == OWN or len(last.levels) > 1)
    return {
        "quick": desk.quick,
        "own": desk.own,
        "trouble": desk.trouble,
        "faults": _faults(desk.own),
        "presets": PRESET_OPTIONS,
        "last": [*phrases(last.rules), opponents(last.rules, last.levels)] if last else None,
        "open": special or bool(desk.own.errors),
    }


def _faults(form: Form) -> list[dict[str, object]]:
    """Return the errors in the order of the fields: the label, the message, and the id of the element to go to."""
    wrong = [form[name] for name in form.fields if name in form.errors]
    return [
        {
            "label": field.label,
            "sentence": field.errors[0],
            "place": field.id_for_label or f"field-{field.name}",
        }
        for field in wrong
    ]
