"""The title page, how hands are chosen, and the answer to a form whose token is stale."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure as plain_csrf_failure
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe

from game.engine.cards import Card, parse_cards
from game.engine.scoring import combine, show
from game.words import terms
from trainer.drills import hand_words, hands
from trainer.lessons.syllabus import syllabus
from trainer.people import accounts, security_log
from trainer.people.security_log import Event
from trainer.progress import advice as progress_advice

_HAND, _STARTER = parse_cards("4C 5S 6D JH"), Card.parse("4H")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the title page."""
    lines = terms.count_lines(combine(show(_HAND, _STARTER)))
    example = {"hand": _HAND, "starter": _STARTER, "lines": lines, "points": lines[-1].running}
    learner = accounts.learner_of(request)
    waiting = learner and learner.matches.filter(over=False).order_by("-played_at").first()
    advice = learner and progress_advice.advice(learner)
    context = {"example": example, "waiting": waiting, "advice": advice, "first": next(iter(syllabus().lessons), None)}
    return render(request, "trainer/home.html", context)


@require_safe
def mix(request: HttpRequest) -> HttpResponse:
    """Show how hands are chosen."""
    rows = [
        {
            "name": hand_words.CLASS_NAMES[kind],
            "share": _("%(share)s%%") % {"share": share},
            "explanation": hand_words.CLASS_EXPLANATIONS[kind],
        }
        for kind, share in hands.MIX.items()
    ]
    return render(request, "trainer/practice/mix.html", {"classes": rows, "cribs": hand_words.share_of_cribs()})


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is stale: htmx loads the page anew and says why, others get a sentence.

    A browser without cookies gets the sentence too: a new page would be stale again.
    """
    security_log.record(Event.FORM_REFUSED, request, accounts.learner_of(request))
    by_htmx = "HX-Request" in request.headers
    if by_htmx and settings.CSRF_COOKIE_NAME in request.COOKIES:
        said = _(
            "You logged in or out meanwhile, or this page was old: it is loaded anew, and what you sent did not "
            "arrive. Send it once more."
        )
        headers = {"HX-Refresh": "true"}
        return HttpResponse(said, content_type="text/plain", status=HTTPStatus.FORBIDDEN, headers=headers)
    response = plain_csrf_failure(request, reason)
    if by_htmx:  # which shows nothing that comes with an error
        response.status_code = HTTPStatus.OK
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response
