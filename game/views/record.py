"""The packs and the record of a match, and the page that opens a record."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from game import fairness, referee
from game.access import finished_games, sat_down
from game.budget import costly
from game.engine.cards import text_of
from game.engine.play import Dealing, Over, Shuffle
from game.engine.record import read
from game.fairness import SealVerdict
from game.models import Match
from game.numbers import whole_number
from game.referee import Course
from game.visitors import VisitorRequest
from game.words import terms

_LONGEST_RECORD = 200_000
"""The most characters of a record that is opened: about thirty games."""

_GAMES = range(10_000)
"""The numbers that an address can give for a game of a match."""


@dataclass(frozen=True, slots=True)
class Seal:
    """A pack: its title and its fingerprint, and once it is played the cards and the nonce."""

    title: str
    fingerprint: str
    pack: str
    nonce: str


@require_safe
@costly()
def seals(request: VisitorRequest, key: str) -> HttpResponse:
    """Show the packs of a game: their fingerprints, and the cards of those that are played."""
    course, _seat = sat_down(request, key, whole_number(request.GET.get("game", ""), of=_GAMES))
    games = course.match.games.values_list("number", flat=True)
    context = {"course": course, "key": key, "games": games, "seals": seals_of(course)}
    return render(request, "game/after/seals.html", context)


def seals_of(course: Course) -> list[Seal]:
    """Return the packs that the site shuffled in a game, in order. A pack in play has its fingerprint only."""
    found = []
    deals = {number: deal for deal, number in enumerate(course.deals, 1)}
    shuffles = course.log.shuffles()
    for number in shuffles:
        action, nonce = course.log.action(number), course.log.line(number)[1]
        if not isinstance(action, Shuffle) or not nonce:
            continue
        title = _("Deal %(deal)s") % {"deal": deals[number]} if number in deals else _("The cut for deal")
        played = number != shuffles[-1] or isinstance(course.state, Dealing | Over)
        shown = (text_of(action.pack), nonce) if played else ("", "")
        found.append(Seal(title, fairness.fingerprint(action.pack, nonce), *shown))
    return found


@require_safe
@costly()
def record(request: VisitorRequest, key: str) -> HttpResponse:
    """Return the record of a match's finished games as a file."""
    course, _seat = sat_down(request, key)
    return _record(course.match)


def _record(match: Match) -> HttpResponse:
    """Return the record as a file.

    Raises Http404 if no game is finished, and for a match played again from a later game: a record starts with the
    first.
    """
    if 1 not in finished_games(match):
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="cribbage-{match.created_at:%Y-%m-%d}.txt"'}
    return HttpResponse(referee.record(match), content_type="text/plain; charset=utf-8", headers=headers)


@require_safe
@costly()
def shared_record(request: VisitorRequest, token: str) -> HttpResponse:  # noqa: ARG001
    """Return the record of a shared match as a file."""
    return _record(get_object_or_404(Match, share=token))


@require_http_methods(["GET", "HEAD", "POST"])
@costly("POST")
def opened(request: VisitorRequest) -> HttpResponse:
    """Open a record, sent as a file or as pasted text. Errors are shown, and the text stays."""
    if request.method != "POST":
        return render(request, "game/after/open.html", {})
    text, fault = _text_of(request)
    if not fault:
        reading = read(text)
        fault = terms.record_fault(reading.stop) if reading.stop else ""
        if not fault and not reading.steps:
            fault = _("This record has rules but no actions: there is nothing to look at.")
        if not fault:
            checked = fairness.check_read(text, reading).shuffles
            nonces = [shuffle.nonce if shuffle.verdict is SealVerdict.MATCHES else "" for shuffle in checked]
            match = referee.open_record(request.visitor.learner(), reading, nonces)
            return redirect("review", match.key, 1)
    return render(request, "game/after/open.html", {"text": text, "fault": fault})


def _text_of(request: HttpRequest) -> tuple[str, str]:
    """Return the text of the record that was sent, and what is wrong with it."""
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
