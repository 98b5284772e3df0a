"""The review of a finished game, sharing a match, and playing a game again."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from game import referee
from game.access import finished_games, is_finished, sat_down
from game.after import losses, review_page
from game.after import review as after_review
from game.budget import costly
from game.models import Match
from game.numbers import whole_number
from game.referee import Course, Stale
from game.together import challenges
from game.visitors import VisitorRequest

_PLACES = range(10_000)
"""The numbers that an address can give for a seat or for a decision of a game."""


@require_safe
@costly()
def review(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """Show the review of a finished game."""
    course, own = sat_down(request, key, number)
    if not is_finished(course):
        return redirect("table", key)
    seat = _judged(request, course, own)
    return _review_page(request, course, seat, own)


@require_POST
@costly()
def grade(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """Grade more of a game's decisions."""
    course, own = sat_down(request, key, number)
    if not is_finished(course):
        raise Http404
    seat = _judged(request, course, own)
    losses.step(course, seat)
    if request.htmx:
        return _review_page(request, course, seat, own)
    asked = {"seat": str(seat + 1), "decision": request.POST.get("decision", "")}
    query = urlencode({name: value for name, value in asked.items() if value})
    return redirect(f"{reverse('review', args=[key, number])}?{query}#review-looked")


@require_safe
@costly()
def shared(request: VisitorRequest, token: str, number: int | None = None) -> HttpResponse:
    """Show the finished games of a shared match to anybody with the address."""
    match = get_object_or_404(Match, share=token)
    games = finished_games(match)
    if not games or (number and number not in games):
        raise Http404
    course = referee.load(match.key, number or games[-1])
    seat = _judged(request, course, next(iter(course.people), None))
    return _review_page(request, course, seat, None, shared=True)


@require_POST
def share(request: VisitorRequest, key: str) -> HttpResponse:
    """Share the match with anybody who has the address, or stop sharing it."""
    course, _seat = sat_down(request, key)
    challenges.share(course.match, shared=request.POST.get("shared") == "1")
    return redirect("review", key, course.game.number)


@require_POST
@costly()
def again(request: VisitorRequest, key: str, number: int, action: int) -> HttpResponse:
    """Play a finished game again from before one of its actions."""
    course, _seat = sat_down(request, key, number)
    if not is_finished(course):
        raise Http404
    try:
        match = referee.again(course, action, request.visitor.learner())
    except Stale as error:
        raise Http404 from error
    deal = course.log.state(action).table.deal
    told = _("Back in deal %(deal)s: this game does not count.")
    messages.success(request, told % {"deal": deal})
    return redirect("table", match.key)


def _judged(request: HttpRequest, course: Course, own: int | None) -> int:
    """Return the seat to review: the one that the request names, otherwise the visitor's."""
    seat = whole_number(request.GET.get("seat") or request.POST.get("seat") or "", of=_PLACES)
    return seat - 1 if seat and seat <= course.rules.seats else own or 0


def _review_page(
    request: VisitorRequest, course: Course, seat: int, own: int | None, *, shared: bool = False
) -> HttpResponse:
    """Return the review of a seat for the person in the seat `own`."""
    found = after_review.begun(course, seat)
    helps = review_page.helps_of(course, found)
    chosen = whole_number(request.GET.get("decision") or request.POST.get("decision", ""), of=_PLACES)
    page, match = review_page.page(course, found, helps, chosen, own), course.match
    challenge = None if shared else challenges.of_game(course)
    challengeable = not shared and challenges.may_be_made(course, request.visitor.existing_learner())
    context = {
        "page": page,
        "key": match.key,
        "game": course.game,
        "number": course.game.number,
        "shared": shared,
        "share_url": request.build_absolute_uri(reverse("shared", args=[match.share])) if match.share else "",
        "challenge": challenge,
        "challengeable": challengeable,
        "shared_again": challengeable and not challenge and challenges.is_shared_again(course.game),
        "keeps_closed": not shared and challenges.keeps_closed(match),
        "games": finished_games(match),
        "token": match.share if shared else "",
        "keys": own is not None and course.seats[own].habits.keys,
    }
    if not request.htmx or request.htmx.history_restore_request:
        return render(request, "game/after/review.html", context)
    if not page.finished:
        return render(request, "game/after/review.html#grading", context | {"aside": True})
    done = {"HX-Retarget": "#review", "HX-Reswap": "outerHTML"}
    response = render(request, "game/after/review.html#review", context)
    for name, value in done.items():
        response[name] = value
    return response
