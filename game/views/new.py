"""The pages before the table: a new game, as one likes it, and the games one has begun."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from game import referee
from game.engine.record import read_rules
from game.engine.rules import OWN, PRESETS, Rules, preset_of
from game.models import Habits, Match, Origin, Result, Seat
from game.setup import Setup
from game.strategy.levels import Level
from game.table import games_words as words
from game.table.forms import QuickForm, SetupForm, last_choice, usual
from game.table.scene import names_of
from game.visitors import VisitorRequest
from game.words.rules import PRESET_OPTIONS, opponents, phrases, preset_name, summary


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the page is made of: the forms, and what went wrong with the one that was sent."""

    quick: QuickForm
    own: SetupForm
    trouble: str = ""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: VisitorRequest) -> HttpResponse:
    """Show what can be played, and begin what was chosen."""
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
    """The game that a form asks for; if it asks for none that can be played, the page that says so."""
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
    """Begin the game, remember the choice, and go to the table."""
    learner = request.visitor.learner()
    match = referee.begin(learner, setup)
    remembered = {"pace": setup.pace, "design": setup.design, "warnings": setup.warnings}
    Habits.objects.update_or_create(learner=learner, defaults={"setup": setup.as_json(), **remembered})
    return redirect("table", match.key)


def _context(desk: _Desk, last: Setup | None) -> dict[str, Any]:
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


def _faults(form: Form) -> list[dict[str, Any]]:
    """What is wrong, field by field as the page shows them: what it is, and where (radio buttons have many places)."""
    wrong = [form[name] for name in form.fields if name in form.errors]
    return [
        {
            "label": field.label,
            "sentence": field.errors[0],
            "place": field.id_for_label or f"field-{field.name}",
        }
        for field in wrong
    ]


# ---------------------------------------------------------------------------------------------------- games begun

PAGE = 20
"""Games on a page of the list."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of a listed game: who it is, and how far it has come."""

    name: str
    points: int
    own: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """A listed game."""

    match: Match
    url: str
    title: str
    rules: Rules
    agreed: str
    sides: tuple[_Side, ...]
    where: str
    outcome: str
    since: str


@never_cache
@require_safe
def games(request: VisitorRequest) -> HttpResponse:
    """The visitor's games, those in play first, then the finished ones; and what they have won in all of them."""
    learner = request.visitor.existing_learner()
    owned = Match.objects.filter(owner=learner) if learner else Match.objects.none()
    seats = Prefetch("seats", Seat.objects.select_related("learner"))
    listed = owned.order_by("over", "-played_at", "-pk").prefetch_related(seats)
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    rows = [_row(match, learner, now) for match in page]
    context = {
        "page": page,
        "going": [row for row in rows if not row.match.over],
        "finished": [row for row in rows if row.match.over],
        "tallies": _tallies(learner),
    }
    return render(request, "game/table/games.html", context)


def _row(match: Match, learner: Any, now: datetime) -> _Row:
    rules, seats, stands = read_rules(match.rules), list(match.seats.all()), match.summary
    own = next((seat.place for seat in seats if seat.learner_id == learner.pk), None)
    names = names_of(seats, own)
    first = 0 if own is None else rules.side_of(own)
    sides = [(first + step) % rules.sides for step in range(rules.sides)]
    place = reverse("review", args=[match.key, stands["game"]]) if match.over else reverse("table", args=[match.key])
    told = match.over and not (match.origin == Origin.RECORD and stands["winner"] is None)
    return _Row(
        match=match,
        url=place,
        title=words.title(rules, names, [seat.level for seat in seats], match.origin),
        rules=rules,
        agreed=summary(rules),
        sides=tuple(
            _Side(names.side(rules, side), stands["scores"][side], own is not None and side == first) for side in sides
        ),
        where=words.where(rules, stands, match.over, sides),
        outcome=words.outcome(rules, stands["winner"], names) if told else "",
        since=words.since(match.played_at, now),
    )


_KINDS = (*Level, "mixed", "people")


def _tallies(learner: Any) -> dict[str, list[words.WinTally]]:
    """What was won, by opponents and by rules. There are few kinds of either, however many games there were."""
    results = list(Result.objects.filter(learner=learner, games__gt=0)) if learner else []
    by_level = {words.kind_name(level): [row for row in results if row.level == level] for level in _KINDS}
    by_rules = {preset_name(name): [row for row in results if row.rules == name] for name in (*PRESETS, OWN)}
    return {"levels": _added_up(by_level), "rules": _added_up(by_rules)}


def _added_up(kinds: dict[str, list[Result]]) -> list[words.WinTally]:
    return [
        words.tally(name, {field: sum(getattr(row, field) for row in rows) for field in Result.SUMS})
        for name, rows in kinds.items()
        if rows
    ]
