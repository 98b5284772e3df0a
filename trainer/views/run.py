"""The page of a run, question by question. Until the first command a run is only its signed address."""

from contextlib import nullcontext
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from game.visitors import VisitorRequest, not_theirs
from trainer.drills.modes import Mode
from trainer.lessons.lesson import Chapter
from trainer.lessons.syllabus import syllabus
from trainer.models import Race, Run, Stage
from trainer.people import accounts
from trainer.practice import addresses, race_words, races, service, words
from trainer.practice.commands import CommandOutcome, perform
from trainer.practice.eligibility import NotCounted, is_bound, not_counted, unbound
from trainer.practice.pages import page_or_part, run_context
from trainer.practice.service import CommandRefused
from trainer.practice.state import Sitting


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: VisitorRequest, key: str) -> HttpResponse:
    """Show a run; a posted command is carried out first."""
    if not key.isprintable():  # PostgreSQL does not take every text, nor does a header
        raise Http404
    learner = accounts.learner_of(request)
    if request.method != "POST" and learner:
        accounts.remember(request, learner)  # once a day, so that no answer has to
    if ":" in key:
        beginning = _about_to_begin(key)
        if request.method == "POST":
            return _posted(request, key, beginning)
        return _before_it_begins(request, beginning, key)
    sitting = _taken(request, key)
    if sitting is None:
        return not_theirs(request)
    if sitting.settings.mode is Mode.LESSON or sitting.is_to_start(timezone.now()):
        return redirect(_end_of(request, sitting))  # it is asked in its lesson, or once the race has begun
    if request.method == "POST":
        return _posted(request, key, sitting)
    return _shown(request, CommandOutcome(service.settle(sitting, timezone.now())), key)


def _about_to_begin(key: str) -> Sitting:
    """Return the run of a signed address. Raises Http404 if this site did not sign it."""
    try:
        return addresses.about_to_begin(key)
    except addresses.NotOurs as error:
        raise Http404 from error


def _before_it_begins(request: VisitorRequest, beginning: Sitting, address: str) -> HttpResponse:
    """Show the first question; redirect to the run if it has begun, or a visitor without a session to a similar one.

    A second click may be sent before the response to the first has set the session cookie.
    """
    learner = accounts.learner_of(request)
    begun = Run.objects.filter(key=beginning.key).first()
    if begun is None:
        return _shown(request, CommandOutcome(beginning), address)
    if begun.learner == learner:
        return redirect(_url(request, begun.key))
    if learner:
        return not_theirs(request)
    asked = "" if beginning.day or beginning.waits else beginning.asked.text
    return redirect(addresses.start_url(beginning.settings, asked=asked, day=beginning.day))


def _taken(request: VisitorRequest, key: str) -> Sitting | None:
    learner = accounts.learner_of(request)
    try:
        return service.taken(key, learner) if learner else None
    except Run.DoesNotExist:
        return None


def _posted(request: VisitorRequest, key: str, sitting: Sitting, reason: NotCounted | None = None) -> HttpResponse:
    begins = not sitting.is_kept
    if begins:
        reason = reason or not_counted(sitting, timezone.now())
    try:
        with transaction.atomic() if begins else nullcontext():  # what begins a run makes a guest too, or neither
            outcome = perform(request.POST, sitting, accounts.learner_of(request))
    except IntegrityError:
        if not (begins and is_bound(sitting)) or Run.objects.filter(key=sitting.key).exists():
            return redirect(_url(request, key))  # it was begun by another request: it shows how it stands
        reason = NotCounted.DAY_TRIED if sitting.day else NotCounted.SET_NO_MORE
        return _posted(request, key, unbound(sitting), reason)
    except CommandRefused as refused:
        now_kept = None if begins else _taken(request, key)
        outcome = CommandOutcome(now_kept or sitting, message=words.refusal(refused.reason))
    return _after(request, key, replace(outcome, not_counted=reason), begins=begins)


def _after(request: VisitorRequest, key: str, outcome: CommandOutcome, *, begins: bool) -> HttpResponse:
    """Return the response to a command: a run that has begun has an address of its own."""
    sitting = outcome.sitting
    if sitting.is_kept:
        accounts.remember(request, sitting.learner)
        key = sitting.key
    if not request.htmx and not (outcome.message or outcome.error or outcome.not_counted):
        return redirect(_url(request, key))
    response = _shown(request, outcome, key)
    if begins and sitting.is_kept and request.htmx:
        response["HX-Replace-Url"] = _url(request, key)
    return response


def _shown(request: VisitorRequest, outcome: CommandOutcome, key: str) -> HttpResponse:
    """Show the run: the whole page, or for htmx the part that changes. A run that is over leads to its summary."""
    if outcome.sitting.stage == Stage.OVER and not outcome.message:
        end = _end_of(request, outcome.sitting)
        return HttpResponse(headers={"HX-Redirect": end}) if request.htmx else redirect(end)
    reviewed = addresses.came_from(request.GET)
    context = run_context(outcome, addresses.with_review(reviewed, reverse("run", args=[key])))
    context["reviewed"] = reviewed
    if race := _race_of(outcome.sitting):
        context["strip"] = replace(context["strip"], settings=_raced(request, race, outcome.sitting))
    if outcome.sitting.stage == Stage.OVER:
        context["summary"] = addresses.with_review(reviewed, reverse("summary", args=[key]))
    if outcome.not_counted:
        context["announcement"] = words.judged_aloud((context["notice"], context["announcement"]))
    return page_or_part(request, "trainer/practice/run.html", "drill", context)


def _race_of(sitting: Sitting) -> Race | None:
    return Race.objects.select_related("host").filter(pk=sitting.race_id).first() if sitting.race_id else None


def _raced(request: VisitorRequest, race: Race, sitting: Sitting) -> str:
    to_beat = races.to_beat(race, sitting.learner, request.visitor.called(), timezone.now())
    return race_words.running(sitting.settings, to_beat)


def _url(request: VisitorRequest, key: str) -> str:
    """Return the address of the run."""
    return addresses.with_review(addresses.came_from(request.GET), reverse("run", args=[key]))


def _end_of(request: VisitorRequest, sitting: Sitting) -> str:
    """Return where a run leads when it is over: its lesson, chapter or race if it belongs to one, or its summary."""
    settings = sitting.settings
    if race := _race_of(sitting):
        return reverse("race", args=[race.token])
    if settings.mode.traits.of_lesson:
        name = settings.options["of"]
        if chapter := Chapter.of_reading(name):
            return reverse("chapter_check", args=[chapter])
        if name in syllabus().by_slug:
            return reverse("lesson", args=[name])
    return addresses.with_review(addresses.came_from(request.GET), reverse("summary", args=[sitting.key]))
