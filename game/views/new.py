"""The page that begins a new game."""

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from game import rating, referee
from game.engine.rules import OWN, preset_of
from game.models import Habits
from game.setup import Setup
from game.strategy.levels import Level
from game.table.forms import AGAIN, MATCH, SetupForm, last_choice, usual
from game.visitors import VisitorRequest

_WARNED = " ".join((MATCH, Level.NOVICE, Level.BEGINNER, Level.CASUAL))
"""The opponents against whom a first game comes with warnings."""


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: VisitorRequest) -> HttpResponse:
    """Show the games to choose from, and begin the chosen one."""
    learner = request.visitor.existing_learner()
    habits = Habits.objects.filter(learner=learner).first() if learner else None
    chosen = last_choice(habits)
    setup, last, matched = usual(habits), _of_ones_own(chosen), rating.matched(learner)
    form, trouble = SetupForm.showing(setup, last, AGAIN if last else preset_of(setup.rules), matched), ""
    if request.method == "POST":
        sent = SetupForm(request.POST, usual=setup, last=last, matched=matched)
        if sent.is_valid():
            return _begun(request, sent.cleaned_data["setup"])
        if request.POST.get("preset") == AGAIN and not last:
            trouble = _("The game you played last is no longer known here. Choose a game below.")
        else:
            form, trouble = sent, _trouble(len(sent.errors))
    warned = _WARNED if chosen is None and request.method != "POST" else ""
    context = {"form": form, "trouble": trouble, "faults": _faults(form), "warned": warned}
    return render(request, "game/table/new.html", context)


def _of_ones_own(last: Setup | None) -> Setup | None:
    """Return a setup that is no preset against one opponent, otherwise None."""
    return last if last and (preset_of(last.rules) == OWN or len(last.levels) > 1) else None


def _trouble(number: int) -> str:
    return ngettext(
        "The game has not begun yet: one thing needs changing. Nothing that you chose is lost.",
        "The game has not begun yet: %(number)s things need changing. Nothing that you chose is lost.",
        number,
    ) % {"number": number}


def _begun(request: VisitorRequest, setup: Setup) -> HttpResponse:
    """Begin the game, remember the choice, and redirect to the table."""
    learner = request.visitor.learner()
    match = referee.begin(learner, setup)
    remembered = {"pace": setup.pace, "design": setup.design, "warnings": setup.warnings}
    Habits.objects.update_or_create(learner=learner, defaults={"setup": setup.as_json(), **remembered})
    return redirect("table", match.key)


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
