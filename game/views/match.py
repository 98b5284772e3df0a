"""What can be done with a match beside playing it: its packs, its record, its review, sharing it, playing it again."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game import fairness, referee
from game.after import review as after_review
from game.after import review_page
from game.engine.cards import text_of
from game.engine.play import CuttingForDeal, Dealing, Over, Shuffle
from game.engine.record import read
from game.fairness import SealVerdict
from game.models import Match, Origin, Review
from game.numbers import whole_number
from game.referee import Course, Stale
from game.views.table import sat_down
from game.visitors import VisitorRequest
from game.words import terms

_BY_HAND = 4.0
"""Seconds of grading for one press of the button, where no script presses on."""

_LONGEST_RECORD = 200_000
"""Characters of a record that is opened: some thirty games."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A pack: which one it was, its fingerprint, and once it is played what was sealed."""

    title: str
    fingerprint: str
    pack: str
    nonce: str


@never_cache
@require_safe
def seals(request: VisitorRequest, key: str) -> HttpResponse:
    """The packs of a game: their fingerprints, and what lay in those that are played."""
    course, _seat = sat_down(request, key, _game_number(request))
    games = course.match.games.values_list("number", flat=True)
    context = {"course": course, "key": key, "games": games, "seals": seals_of(course)}
    return render(request, "game/after/seals.html", context)


def _game_number(request: HttpRequest) -> int | None:
    return _whole(request.GET.get("game", ""))


def _whole(text: str) -> int | None:
    """The number that a part of an address gives; None for anything else, and for more digits than anything has."""
    return whole_number(text, of=range(10_000))


def seals_of(course: Course) -> list[Seal]:
    """The packs shuffled here in a game, in order. One that is still in play shows its fingerprint only."""
    found, deal = [], 0
    for number, (action, nonce) in enumerate(zip(course.actions, course.nonces, strict=True)):
        if not isinstance(action, Shuffle):
            continue
        before = course.states[number]
        cut = isinstance(before, CuttingForDeal)
        deal += not cut
        if not nonce:
            continue
        played = any(isinstance(state, Dealing | Over) for state in course.states[number + 1 :]) or (
            cut and any(isinstance(later, Shuffle) for later in course.actions[number + 1 :])
        )
        title = _("The cut for deal") if cut else _("Deal %(deal)s") % {"deal": deal}
        shown = (text_of(action.pack), nonce) if played else ("", "")
        found.append(Seal(title, fairness.fingerprint(action.pack, nonce), *shown))
    return found


@never_cache
@require_safe
def record(request: VisitorRequest, key: str) -> HttpResponse:
    """The record of a match's finished games, to keep."""
    course, _seat = sat_down(request, key)
    return _record(course.match)


def _record(match: Match) -> HttpResponse:
    """The record as a file. Raises Http404 while no game is finished, and for a match played again from a later game:
    a record tells a match from its beginning."""
    if 1 not in _finished_games(match):
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="cribbage-{match.created_at:%Y-%m-%d}.txt"'}
    return HttpResponse(referee.record(match), content_type="text/plain; charset=utf-8", headers=headers)


def _finished_games(match: Match) -> list[int]:
    """The numbers of the games that are over; every game of a record may be looked at."""
    games = list(match.games.values_list("number", flat=True))
    return games if match.over or match.summary["over"] else games[:-1]


@require_POST
def share(request: VisitorRequest, key: str) -> HttpResponse:
    """Let anybody with the address look at the match, or nobody any more."""
    course, _seat = sat_down(request, key)
    referee.share(course.match, shared=request.POST.get("shared") == "1")
    return redirect("review", key, course.game.number)


@require_POST
def again(request: VisitorRequest, key: str, number: int, action: int) -> HttpResponse:
    """Play a finished game again from before one of its actions."""
    course, _seat = sat_down(request, key, number)
    if not _is_finished(course):
        raise Http404
    try:
        match = referee.again(course, action, request.visitor.learner())
    except Stale as error:
        raise Http404 from error
    return redirect("table", match.key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def opened(request: VisitorRequest) -> HttpResponse:
    """Open a record: a file, or pasted text. What is wrong with one is said, and what was typed stays."""
    if request.method != "POST":
        return render(request, "game/after/open.html", {})
    text, fault = _text_of(request)
    if not fault:
        reading = read(text)
        fault = terms.record_fault(reading.stop) if reading.stop else ""
        if not fault and not reading.steps:
            fault = _("This record has rules but no actions: there is nothing to look at.")
        if not fault:
            checked = fairness.check(text).shuffles
            nonces = [shuffle.nonce if shuffle.verdict is SealVerdict.MATCHES else "" for shuffle in checked]
            match = referee.open_record(request.visitor.learner(), reading, nonces)
            return redirect("review", match.key, 1)
    return render(request, "game/after/open.html", {"text": text, "fault": fault})


def _text_of(request: HttpRequest) -> tuple[str, str]:
    """The text of the record that was sent, and what is wrong with it."""
    sent = request.FILES.get("file")
    if sent and sent.size and sent.size > _LONGEST_RECORD:
        return "", _too_long()
    text = sent.read().decode(errors="replace") if sent else request.POST.get("text", "")
    if not text.strip():
        return "", _("Choose a file or paste a record first.")
    if len(text) > _LONGEST_RECORD:
        return "", _too_long()
    return text, ""


def _too_long() -> str:
    return _("This is too long: a record that is opened here has at most %(most)s characters.") % {
        "most": number_format(_LONGEST_RECORD, force_grouping=True)
    }


# -------------------------------------------------------------------------------------------------------- review


@never_cache
@require_safe
def review(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """The review of a finished game."""
    course, own = sat_down(request, key, number)
    if not _is_finished(course):
        return redirect("table", key)
    seat = _judged(request, course, own)
    return _review_page(request, course, seat, shared=False)


@require_POST
def grade(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """Grade some more of a game's decisions."""
    course, own = sat_down(request, key, number)
    if not _is_finished(course):
        raise Http404
    seat = _judged(request, course, own)
    after_review.step(course, seat, seconds=after_review.SECONDS if request.htmx else _BY_HAND)
    if request.htmx:
        return _review_page(request, course, seat, shared=False)
    asked = {"seat": str(seat + 1), "decision": request.POST.get("decision", "")}
    return redirect(f"{reverse('review', args=[key, number])}?{urlencode({k: v for k, v in asked.items() if v})}")


@never_cache
@require_safe
def shared(request: VisitorRequest, token: str, number: int | None = None) -> HttpResponse:
    """A match that its owner shares, for anybody with the address: the games of it that are over."""
    match = get_object_or_404(Match, share=token)
    games = _finished_games(match)
    if not games or (number and number not in games):
        raise Http404
    course = referee.load(match.key, number or games[-1])
    seat = _judged(request, course, next(iter(course.people), None))
    return _review_page(request, course, seat, shared=True)


@never_cache
@require_safe
def shared_record(request: VisitorRequest, token: str) -> HttpResponse:  # noqa: ARG001
    """The record of a match that its owner shares."""
    return _record(get_object_or_404(Match, share=token))


def _is_finished(course: Course) -> bool:
    """Whether a game may be looked at with all its cards: it is over, or a record told them anyway."""
    return isinstance(course.state, Over) or course.match.origin == Origin.RECORD


def _judged(request: HttpRequest, course: Course, own: int | None) -> int:
    """Whose decisions are looked at: the own ones, or those of the seat that the address names."""
    seat = _whole(request.GET.get("seat") or request.POST.get("seat") or "")
    return seat - 1 if seat and seat <= course.rules.seats else own or 0


def _review_page(request: VisitorRequest, course: Course, seat: int, *, shared: bool) -> HttpResponse:
    found = Review.objects.filter(game=course.game, seat=seat).first() or Review(game=course.game, seat=seat)
    helps = review_page.helps_of(course, seat)
    chosen = _whole(request.GET.get("decision") or request.POST.get("decision", ""))
    context: dict[str, Any] = review_page.page(course, seat, found, helps, chosen)
    match = course.match
    context |= {
        "key": match.key,
        "number": course.game.number,
        "shared": shared,
        "share_url": request.build_absolute_uri(reverse("shared", args=[match.share])) if match.share else "",
        "games": _finished_games(match),
        "token": match.share if shared else "",
    }
    if not request.htmx or request.htmx.history_restore_request:
        return render(request, "game/after/review.html", context)
    if not context["finished"]:
        return render(request, "game/after/review.html#grading", context)
    done = {"HX-Retarget": "#review", "HX-Reswap": "outerHTML"}
    response = render(request, "game/after/review.html#review", context)
    for name, value in done.items():
        response[name] = value
    return response
