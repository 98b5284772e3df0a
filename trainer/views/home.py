"""The title page, the home of those who return, how hands are chosen, and the answer to a form that is stale."""

from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.csrf import csrf_failure as plain_csrf_failure
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe

from game.engine.cards import Card, parse_cards
from game.engine.scoring import combine, show
from game.words import terms
from trainer.drills import hand_words, hands
from trainer.drills.registry import DRILLS, FIRST
from trainer.lessons.syllabus import syllabus
from trainer.models import Learner
from trainer.people import accounts, security_log
from trainer.people.security_log import Event
from trainer.practice import home_ways, races, run_rows
from trainer.practice.overview import due_cards, overview
from trainer.progress import goals, tallies, verdicts

_HAND, _STARTER = parse_cards("4C 5S 6D JH"), Card.parse("4H")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the title page, or to somebody who has done something here, what to do next."""
    learner, now = accounts.learner_of(request), timezone.now()
    found = overview(learner, now) if learner else None
    if learner is None or found is None or found.is_new:
        return render(request, "trainer/title.html", _title_page())
    context = {
        "overview": found,
        "first_due": due_cards(found, learner, now),
        "ways": home_ways.ways(found, learner, now),
        **_week(learner, now),
        "raced": races.with_news(learner, now),
        "rows": run_rows.lately(found.runs.of_drill.values(), now),
        "name": learner.name or "",
    }
    return render(request, "trainer/home.html", context)


def _title_page() -> dict[str, object]:
    """Return the context of the title page: an example and the first lesson."""
    lines = terms.count_lines(combine(show(_HAND, _STARTER)))
    example = {"hand": _HAND, "starter": _STARTER, "lines": lines, "points": lines[-1].running}
    return {"example": example, "first": next(iter(syllabus().lessons), None)}


def _week(learner: Learner, now: datetime) -> dict[str, object]:
    """Return the context of the last seven days, with the number of answers on each, and of the goal. One query."""
    today = tallies.day_of(now)
    return goals.week(learner, verdicts.answered_days(learner, today - timedelta(days=6)), today)


@require_safe
def mix(request: HttpRequest) -> HttpResponse:
    """Show how hands are chosen."""
    rows = [
        {
            "name": hand_words.CLASS_NAMES[kind],
            "hand": hands.EXAMPLES[kind][:-1],
            "starter": hands.EXAMPLES[kind][-1],
            "share": _("%(share)s%%") % {"share": share},
            "explanation": hand_words.CLASS_EXPLANATIONS[kind],
        }
        for kind, share in hands.MIX.items()
    ]
    context = {"kinds": rows, "cribs": hand_words.share_of_cribs(), "drawn": DRILLS[FIRST].choices}
    return render(request, "trainer/practice/mix.html", context)


@requires_csrf_token
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose token is stale: htmx loads the page anew and says why, others get a sentence.

    A browser without cookies gets the sentence too: a new page would be stale again.
    """
    security_log.record(Event.FORM_REFUSED, request, accounts.learner_of(request))
    by_htmx = "HX-Request" in request.headers
    if by_htmx and settings.CSRF_COOKIE_NAME in request.COOKIES:
        said = _(
            "You logged in or out in the meantime, or this page was old. It has been reloaded, and what you "
            "sent was not kept: send it again."
        )
        headers = {"HX-Refresh": "true"}
        return HttpResponse(said, content_type="text/plain", status=HTTPStatus.FORBIDDEN, headers=headers)
    response = plain_csrf_failure(request, reason)
    if by_htmx:  # which shows nothing that comes with an error
        response.status_code = HTTPStatus.OK
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response
