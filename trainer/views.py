"""The pages of the trainer. GET shows, POST acts and shows what is true then; page and fragment are one template."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, Self

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure as plain_csrf_failure
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from game import wording as game_wording
from game.engine.cards import Card, CardError
from game.engine.play import CLAIMS
from game.engine.scoring import Combination, combine
from game.visitors import VisitorRequest, not_theirs
from trainer import accounts, wording
from trainer.drills import classes, counting
from trainer.drills.counting import Question
from trainer.models import Attempt, Learner

_EXAMPLE = Question.parse("4C 5S 6D JH | 4H", crib=False)
_LONG = timedelta(minutes=10)
"""A count that took longer was left lying; its time says nothing."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The title page."""
    lines = game_wording.count_lines(combine(_EXAMPLE.scores))
    example = {"hand": _EXAMPLE.hand, "starter": _EXAMPLE.starter, "lines": lines, "points": lines[-1].running}
    learner = accounts.known(request)
    waiting = learner and learner.matches.filter(over=False).order_by("-played_at").first()
    return render(request, "trainer/home.html", {"example": example, "waiting": waiting})


@require_safe
def mix(request: HttpRequest) -> HttpResponse:
    """How hands are chosen."""
    rows = [
        {
            "name": wording.CLASS_NAMES[kind],
            "share": _("%(share)s%%") % {"share": share},
            "explanation": wording.CLASS_EXPLANATIONS[kind],
        }
        for kind, share in classes.MIX.items()
    ]
    return render(request, "trainer/mix.html", {"classes": rows, "cribs": wording.share_of_cribs()})


# ----------------------------------------------------------------------------------------------- counting drill


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the signed key in a question's address says: which question, since when, and whether misses are hunted."""

    seed: int
    asked_at: datetime
    find: bool

    @classmethod
    def now(cls, find: bool) -> Self:
        return cls(secrets.randbits(63), timezone.now(), find)

    @classmethod
    def read(cls, key: str) -> Self:
        """Raises Http404 for a key that this site did not sign."""
        try:
            seed, asked, find = _signer().unsign_object(key)
        except BadSignature as error:
            raise Http404 from error
        return cls(seed, datetime.fromtimestamp(asked / 1000, UTC), find)

    def url(self, find: bool | None = None) -> str:
        find = self.find if find is None else find
        asked = round(self.asked_at.timestamp() * 1000)
        return reverse("question", args=[_signer().sign_object([self.seed, asked, find])])


def _signer() -> Signer:
    return Signer(salt="trainer.count")


@never_cache
@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """Deal a question and go to it: its address stands for it from now on, and its clock runs."""
    return redirect(_Asked.now(find="find" in request.GET).url())


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: VisitorRequest, key: str) -> HttpResponse:
    """One question of the counting drill, asked, hunted or shown; a posted claim or find is taken."""
    asked = _Asked.read(key)
    attempt = Attempt.objects.filter(seed=asked.seed).first()
    if attempt and attempt.learner_id != request.user.pk:
        return not_theirs(request)  # it is somebody else's
    if attempt:
        posed = Question.parse(attempt.cards, attempt.crib)
        message = _hunted(request, posed, attempt) if request.method == "POST" else ""
        return _drill(request, asked, posed, attempt, message=message)
    posed = counting.pose(asked.seed)
    return _claimed(request, asked, posed) if request.method == "POST" else _drill(request, asked, posed)


def _claimed(request: VisitorRequest, asked: _Asked, posed: Question) -> HttpResponse:
    typed = request.POST.get("claim", "").strip()
    if reply := wording.reply(posed, typed):
        return _drill(request, asked, posed, message=reply)
    if not (typed.isdecimal() and len(typed) <= 4 and int(typed) in CLAIMS):
        return _drill(request, asked, posed, typed=typed, error=wording.claim_fault(typed))
    attempt = _answer(request, asked, posed, int(typed))
    if attempt and request.htmx:
        return _drill(request, asked, posed, attempt)
    return redirect(asked.url())  # where an answer that came first is shown, should this one have lost a race


def _answer(request: VisitorRequest, asked: _Asked, posed: Question, claim: int) -> Attempt | None:
    """Store the answer; None when the question was answered at this very moment by another request."""
    marking = counting.mark(posed, claim)
    known = accounts.known(request)  # read before the transaction locks the database for writing
    try:
        with transaction.atomic():
            attempt = Attempt.objects.create(
                learner=known or Learner.objects.create_guest(),
                seed=asked.seed,
                cards=str(posed),
                crib=posed.crib,
                claim=claim,
                points=marking.points,
                causes=",".join(likely.code for likely in marking.causes),
                asked_at=asked.asked_at,
                hunting=asked.find and bool(marking.missed) and bool(marking.points),
            )
    except IntegrityError:
        return None
    accounts.remember(request, attempt.learner)
    return attempt


def _hunted(request: VisitorRequest, posed: Question, attempt: Attempt) -> str:
    """Take a find, or end the hunt, and say what to say. A claim for a question that was answered changes nothing."""
    with transaction.atomic():
        attempt.refresh_from_db(from_queryset=Attempt.objects.select_for_update())
        if not attempt.hunting or "claim" in request.POST:
            return _("You have answered this one already; your first answer stands.")
        if "show" in request.POST:
            attempt.hunting = False
            message = ""
        else:
            message = _take_find(posed, attempt, request.POST.getlist("card"))
        attempt.save(update_fields=["hunting", "found"])
    return message


def _take_find(posed: Question, attempt: Attempt, texts: list[str]) -> str:
    """Judge the cards pointed at, note what they found, and say what to say; the last find ends the hunt."""
    scores = posed.scores
    try:
        cards = tuple(sorted({Card.parse(text) for text in texts}))
    except CardError as error:
        return game_wording.card_fault(error)
    tried = counting.hunt(posed, [scores[place] for place in attempt.found], cards)
    attempt.found = sorted({*attempt.found, *map(scores.index, tried.scores)})
    attempt.hunting = len(attempt.found) < len(scores)
    return wording.hunt_message(posed, cards, tried)


def _drill(
    request: VisitorRequest, asked: _Asked, posed: Question, attempt: Attempt | None = None, **said: str
) -> HttpResponse:
    """The drill as it stands: the whole page, or for htmx the part that changes.

    `said` is what this request adds: an `error` in what was `typed`, or a `message`.
    """
    if attempt is None:
        announcement = "" if "error" in said else said.get("message") or wording.deal_aloud(posed)
        facts: dict[str, Any] = {"stage": "ask", "title": wording.title(posed, None), "announcement": announcement}
    else:
        facts = _judged(posed, attempt, said.get("message", ""))
    context = {
        "question": posed,
        "url": asked.url(),
        "find": asked.find,
        "mode_url": asked.url(find=not asked.find),
        "next_url": reverse("count") + ("?find=1" if asked.find else ""),
        **said,
        **facts,
    }
    part = "#drill" if request.htmx and not request.htmx.history_restore_request else ""
    return render(request, f"trainer/count.html{part}", context)


def _judged(posed: Question, attempt: Attempt, message: str) -> dict[str, Any]:
    """What a learner sees of an answered question: in a hunt only what was found, then everything."""
    marking = counting.mark(posed, attempt.claim)
    headline, detail = wording.headline(posed, marking), wording.muggins(marking)
    verdict = {
        "right": not marking.missed,
        "claim": marking.claim,
        "points": marking.points,
        "headline": headline,
        "detail": detail,
        "time": _time(attempt),
    }
    if attempt.hunting:
        found = game_wording.count_lines(Combination.of(marking.scores[place]) for place in attempt.found)
        return {
            "stage": "hunt",
            "title": wording.title(posed, marking),
            "verdict": verdict,
            "found": found,
            "found_points": found[-1].running if found else 0,
            "announcement": message or headline,
        }
    lines = game_wording.count_lines(combine(marking.scores))
    spoken = game_wording.count_aloud(lines)
    return {
        "stage": "shown",
        "title": wording.title(posed, marking),
        "verdict": verdict,
        "lines": lines,
        "spoken": spoken,
        "causes": wording.causes(marking),
        "causes_heading": wording.causes_heading(marking),
        "announcement": wording.judged_aloud((message, headline, detail), spoken),
    }


def _time(attempt: Attempt) -> str:
    taken = attempt.answered_at - attempt.asked_at
    return wording.seconds_taken(max(1, round(taken.total_seconds()))) if taken < _LONG else ""


# ------------------------------------------------------------------------------------------------------- faults


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is stale: htmx is told to load the page anew.

    Anybody else gets a sentence, and so does a browser that keeps no cookies: a new page would be stale again.
    """
    by_htmx = "HX-Request" in request.headers
    if by_htmx and settings.CSRF_COOKIE_NAME in request.COOKIES:
        return HttpResponse(status=HTTPStatus.FORBIDDEN, headers={"HX-Refresh": "true"})
    response = plain_csrf_failure(request, reason)
    if by_htmx:  # which shows nothing that comes with an error
        response.status_code = HTTPStatus.OK
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response
