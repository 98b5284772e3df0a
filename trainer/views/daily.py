"""The daily run: its beginning, its table of results, and the public name in that table."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game.visitors import VisitorRequest, not_theirs
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Learner, Run
from trainer.people import visitors, zones
from trainer.people.forms import PublicNameForm
from trainer.practice import daily as days
from trainer.practice import service, sharing, summary, words
from trainer.practice.addresses import start_url
from trainer.practice.state import AskedQuestion

_EARLIER = 5
"""The most results that are shown of the day before, as long as a day has none."""


@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: VisitorRequest, day: str = "") -> HttpResponse:
    """Show the results of a day, today by default; a posted public name is stored or removed first."""
    shown = _day(day)
    if not days.has_hands(shown, timezone.now()):
        reason = _("There was no daily run on this day: days begin with the first run, and end with today.")
        return render(request, "404.html", {"reason": reason}, status=404)
    learner: Learner | None = request.visitor.existing_learner()
    if request.method == "POST" and (learner is None or learner.name is None):
        return redirect("signup")  # only accounts are in the table
    form = PublicNameForm(learner or Learner(), request.POST if request.method == "POST" else None)
    if form.is_valid() and visitors.take_public_name(request, request.visitor.learner(), form):
        return redirect(request.path)
    context = _context(learner, shown, form)
    own: Run | None = context["run"]
    if own and own.ended_at:
        outcomes = [good for _number, good in summary.outcomes(own, 0)]
        address = request.build_absolute_uri(reverse("daily_day", args=[shown]))
        context["share"] = sharing.shared(shown, own, outcomes, address)
    return render(request, "trainer/practice/daily.html", context)


def _day(text: str) -> date:
    """Return the day in an address, today's if it has none. Raises Http404 for what is no day."""
    if not text:
        return days.today(timezone.now())
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error
    if day.isoformat() != text:
        raise Http404
    return day


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table of results."""

    place: int
    name: str
    right: int
    time: str
    own: bool


def _rows(results: days.DailyResults, own: Run | None) -> list[_Row]:
    return [
        _Row(
            row.place,
            row.name,
            row.right,
            words.clock(round(row.seconds)),
            own is not None and row.learner == own.learner_id,
        )
        for row in results.best
    ]


def _earlier(learner: Learner | None, before: date) -> list[_Row]:
    """Return the first rows of the day before."""
    own = days.try_of(learner, before)
    return _rows(days.results(before, None), own)[:_EARLIER]


def _context(learner: Learner | None, day: date, form: PublicNameForm) -> dict[str, Any]:
    now = timezone.now()
    own = days.try_of(learner, day)
    results = days.results(day, own)
    before, after = days.neighbours(day, now)
    rows, is_today = _rows(results, own), day == days.today(now)
    named = learner is not None and learner.name is not None and learner.public_name is not None
    adds_own = named and results.own is not None and not results.too_fast and not any(row.own for row in rows)
    return {
        "day": day,
        "is_today": is_today,
        "next_hands": _next_hands(now),
        "hands": days.HANDS,
        "run": own,
        "result": results.own,
        "too_fast": results.too_fast,
        "account": learner is not None and learner.name is not None,
        "result_time": words.clock(round(results.own.seconds)) if results.own else "",
        "adds_own": adds_own,
        "waits": is_today and not (own and own.ended_at),
        "rows": rows,
        "placed": results.placed,
        "more": results.placed > len(rows),
        "before": before,
        "earlier": _earlier(learner, before) if is_today and before and not rows else [],
        "after": after,
        "form": form,
        "public_name": learner.public_name if learner else None,
    }


def _next_hands(now: datetime) -> str:
    """Return a sentence that says when the next day's hands come."""
    end = days.ends_at(days.today(now))
    hours = ceil((end - now) / timedelta(hours=1))
    words = {"hours": hours, "time": zones.clock_time(end)}
    if zones.is_utc(now):
        return (
            ngettext(
                "New hands in %(hours)s hour, at midnight, world time (UTC).",
                "New hands in %(hours)s hours, at midnight, world time (UTC).",
                hours,
            )
            % words
        )
    return (
        ngettext(
            "New hands in %(hours)s hour, at midnight, world time (UTC): %(time)s in your time.",
            "New hands in %(hours)s hours, at midnight, world time (UTC): %(time)s in your time.",
            hours,
        )
        % words
    )


@require_safe
def begin(request: VisitorRequest) -> HttpResponse:
    """Redirect to today's run, new or begun; to the table of results when it is over."""
    day = days.today(timezone.now())
    run = days.try_of(request.visitor.existing_learner(), day)
    if run is None:
        return redirect(start_url(days.SETTINGS, day=day))
    return redirect("daily") if run.ended_at else redirect("run", run.key)


@require_POST
def again(request: VisitorRequest, day: str) -> HttpResponse:
    """Begin a replay of the hands of a finished try. It counts nowhere."""
    learner: Learner | None = request.visitor.existing_learner()
    run: Run | None = days.try_of(learner, _day(day))
    if learner is None or run is None or not run.ended_at:
        return not_theirs(request)
    asked = run.attempts.order_by("number").values_list("drill", "question")
    questions = [AskedQuestion(*each) for each in asked]
    begun = service.begin(learner, Settings(days.SETTINGS.drill, Mode.REPLAY), questions=questions)
    return redirect("run", begun.key) if begun else redirect(reverse("daily_day", args=[day]))
