"""The list of a visitor's games."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from game.engine.record import read_rules
from game.engine.rules import OWN, PRESETS, Rules
from game.models import Match, Origin, Result, Seat
from game.strategy.levels import Level
from game.table import games_words as words
from game.table.scene import names_of
from game.visitors import VisitorRequest
from game.words.rules import preset_name, summary

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

PAGE = 20
"""Games on a page of the list."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A side of a listed game: its name, its points, and whether it is the visitor's."""

    name: str
    points: int
    own: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """A game in the list."""

    match: Match
    url: str
    title: str
    rules: Rules
    agreed: str
    sides: tuple[_Side, ...]
    where: str
    outcome: str
    since: str


@require_safe
def games(request: VisitorRequest) -> HttpResponse:
    """Show the visitor's games, those in play first, and what the visitor has won in all of them."""
    learner = request.visitor.existing_learner()
    owned = Match.objects.filter(owner=learner) if learner else Match.objects.none()
    seats = Prefetch("seats", Seat.objects.select_related("learner"))
    listed = owned.order_by("over", "-played_at", "-pk").prefetch_related(seats)
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    rows = [_row(match, learner.pk, now) for match in page] if learner else []
    context = {
        "page": page,
        "going": [row for row in rows if not row.match.over],
        "finished": [row for row in rows if row.match.over],
        "tallies": _tallies(learner),
    }
    return render(request, "game/table/games.html", context)


def _row(match: Match, learner: int, now: datetime) -> _Row:
    rules, seats, stands = read_rules(match.rules), list(match.seats.all()), match.summary
    own = next((seat.place for seat in seats if seat.learner_id == learner), None)
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
            _Side(names.side(rules, side), rules.told(stands["scores"][side]), own is not None and side == first)
            for side in sides
        ),
        where=words.where(rules, stands, match.over, sides),
        outcome=words.outcome(rules, stands["winner"], names) if told else "",
        since=words.since(match.played_at, now),
    )


_KINDS = (*Level, "mixed", "people")


def _tallies(learner: "Learner | None") -> dict[str, list[words.WinTally]]:
    """Return the visitor's results by opponents and by rules. Their number does not grow with the number of games."""
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
