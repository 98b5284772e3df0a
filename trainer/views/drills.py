"""The list of drills, the options of a drill, and the start of a run."""

from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from game.engine.cards import CardError, parse_cards
from trainer.drills.base import AnyDrill, DrillGroup
from trainer.drills.modes import Mode
from trainer.drills.options import FLASH, FLASH_FIRST
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Run
from trainer.people import accounts
from trainer.practice import daily, own_games, races, summary, summary_words
from trainer.practice.addresses import came_from, start_url, with_review
from trainer.practice.forms import RunForm
from trainer.practice.words import settings_in_words
from trainer.progress import advice, recall, verdicts
from trainer.progress import words as progress_words
from trainer.progress.tallies import DRILL

_FLASHED = next(slug for slug, drill in DRILLS.items() if FLASH in drill.options)
"""The first drill whose cards may turn over."""


@require_safe
def drills(request: HttpRequest) -> HttpResponse:
    """Show all drills by group; to a known learner with how they did, what is due and which runs were left."""
    learner, now = accounts.learner_of(request), timezone.now()
    runs = summary.recent_runs(learner, now) if learner else summary.RecentRuns((), {})
    tried = {one.name: one for one in verdicts.records(learner, None, [DRILL])} if learner else {}
    rows = [_row(drill, runs.of_drill.get(slug), tried.get(slug)) for slug, drill in DRILLS.items()]
    first = None if tried else rows[0]
    context = {
        "groups": [
            (group.label, [row for row in rows if row["drill"].group is group and row is not first])
            for group in DrillGroup
        ],
        "first": first,
        "sprint_url": advice.sprint_url(),
        "flash": {
            "url": f"{reverse('start', args=[_FLASHED])}?{urlencode({FLASH.name: FLASH_FIRST})}",
            "cards": ["??", *parse_cards("7H"), "??"],
        },
        "today": {"cards": parse_cards(daily.PICTURE)},
        "recall": {"cards": parse_cards("4S QD 4H")},
        "explained": {"cards": parse_cards("JC TC 5D")},
        "raced": races.with_news(learner, now) if learner else None,
        "due": recall.due_count(learner, now) if learner else 0,
        "going": [{"key": run.key, "name": settings_in_words(Settings.parse(run.settings))} for run in runs.going],
    }
    return render(request, "trainer/practice/drills.html", context)


def _row(drill: AnyDrill, last: Run | None, tried: verdicts.Record | None) -> dict[str, Any]:
    """Return the context of a drill, with its last finished run and its accuracy."""
    return {
        "drill": drill,
        "cards": parse_cards(drill.picture),
        "last": last and summary_words.share_in_figures(Settings.parse(last.settings), last),
        "accuracy": tried and progress_words.share(tried.accuracy),
    }


@require_safe
def drill(request: HttpRequest, drill: str) -> HttpResponse:
    """Show the form with the modes and options of a drill. Raise Http404 if there is no such drill."""
    if drill not in DRILLS:
        raise Http404
    return _options(request, drill, RunForm(drill))


def _options(request: HttpRequest, drill: str, form: RunForm) -> HttpResponse:
    words = DRILLS[drill]
    context = {
        "form": form,
        "drill": drill,
        "words": words,
        "cards": parse_cards(words.preview or words.picture),
        "of_own_games": drill in (own_games.COUNTED, own_games.DISCARDED),
    }
    return render(request, "trainer/practice/drill.html", context)


@require_safe
def start(request: HttpRequest, drill: str) -> HttpResponse:
    """Redirect to a new run of a drill with the chosen settings, by default a calm run.

    With a question as `like`, only questions of its sort are asked, in a drill that can be told to.
    """
    if drill not in DRILLS:
        raise Http404
    form = RunForm(drill, _like(DRILLS[drill], request.GET))
    if not form.is_valid():
        return _options(request, drill, form)
    settings, learner = form.settings(), accounts.learner_of(request)
    weak = verdicts.weak_sorts(learner, drill) if learner and settings.options.get("weak") == "on" else ()
    return redirect(with_review(came_from(request.GET), start_url(settings, weak=weak)))


def _like(drill: AnyDrill, asked: QueryDict) -> QueryDict:
    """Return the settings asked for, with the sort of the question `like` if it can be read."""
    question = asked.get("like", "")
    if question and any(option.name == "classes" for option in drill.options):
        with suppress(UnreadableQuestion, CardError):
            sort = drill.mark(drill.read(question), "").sort
            asked = asked.copy()
            asked["classes"] = sort
    return asked


@require_safe
def reopen(request: HttpRequest, drill: str) -> HttpResponse:
    """Redirect to a calm run whose first question is `q`, so that a question can be shared by its address."""
    if drill not in DRILLS:
        raise Http404
    try:
        if not request.GET.get("q"):
            raise UnreadableQuestion("")
        return redirect(start_url(Settings(drill, Mode.CALM), asked=request.GET["q"]))
    except (UnreadableQuestion, CardError):
        return render(request, "trainer/practice/no_question.html", {"drill": DRILLS[drill]})
