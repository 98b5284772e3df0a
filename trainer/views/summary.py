"""What a run came to: its summary, its answers one by one, its misses once more; and the list of all runs."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from game.visitors import VisitorRequest
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.lessons.cures import cures
from trainer.models import Attempt, Run
from trainer.people import accounts
from trainer.practice import service, summary
from trainer.practice import summary_words as words
from trainer.practice import words as practice_words
from trainer.practice.pages import question_url
from trainer.practice.state import Sitting
from trainer.practice.summary import Answer, Beside, Figures
from trainer.practice.words import settings_in_words


def _theirs(request: VisitorRequest, key: str) -> Sitting:
    """The visitor's run. Raises Http404."""
    learner = accounts.learner_of(request)
    return Sitting.of(get_object_or_404(Run, key=_key(key), learner=learner), learner)


def _key(text: str) -> str:
    """The key in an address; "" for what PostgreSQL does not take as text, which is no key."""
    return text if text.isprintable() else ""


@never_cache
@require_safe
def run_summary(request: VisitorRequest, key: str) -> HttpResponse:
    """The summary of a run, or how it stands so far."""
    now = timezone.now()
    sitting = service.settle(_theirs(request, key), now)
    settings, answers = sitting.settings, summary.answers_of(sitting)
    figures, beside = summary.figures(answers), summary.beside(sitting, now)
    context = {
        "run": sitting,
        "over": sitting.is_over,
        "settings": settings_in_words(settings),
        "title": practice_words.title(settings_in_words(settings)),
        "score": words.score(settings, sitting.standing.score, sitting.number),
        "verdict": words.verdict(sitting, beside),
        "accuracy": words.accuracy(figures.right, figures.number),
        "median": words.seconds(figures.median),
        "hardest": figures.hardest and words.tile(figures.hardest, figures),
        "misses": len(summary.to_replay(settings, answers)),
        "again": _again(settings),
        "day": sitting.day and sitting.day.isoformat(),
        **_tiles(request, figures, answers),
        **_beside(sitting, beside),
    }
    if beside is None and settings.mode is not Mode.LESSON:
        context["became"] = _became(sitting, answers, now)
    return render(request, "trainer/practice/summary.html", context)


def _again(settings: Settings) -> str:
    """The address at which a run with the same settings begins, its clock with it; "" where there is none."""
    if not settings.mode.traits.offered:
        return ""
    said = {"mode": settings.mode.value, "seconds": settings.seconds or 0, **settings.options}
    return f"{reverse('start', args=[settings.drill])}?{urlencode(said)}"


def _tiles(request: VisitorRequest, figures: Figures, answers: list[Answer]) -> dict[str, Any]:
    """The last answers as tiles, those that are asked for."""
    shown = answers[-summary.TILES :]
    names = words.filters()
    chosen = request.GET.get("show", "all")
    chosen = chosen if chosen in names else "all"
    picked = {
        "all": shown,
        "missed": [answer for answer in shown if not answer.good],
        "slow": [answer for answer in shown if figures.slow(answer)],
    }
    return {
        "tiles": [words.tile(answer, figures) for answer in picked[chosen]],
        "filters": [(code, name, len(picked[code])) for code, name in names.items()],
        "chosen": chosen,
        "none": words.none_of(chosen),
        "only_last": words.only_last(len(shown), len(answers)),
    }


def _beside(sitting: Sitting, beside: Beside | None) -> dict[str, Any]:
    """The runs of the same settings, drawn and in a table."""
    if beside is None:
        return {}
    settings, drawn = sitting.settings, summary.spark(beside.past)
    return {
        "bests": words.bests(settings, beside),
        "past": [(each.key, *words.past(settings, each), each.key == sitting.key) for each in reversed(beside.past)],
        "spark": drawn,
        "spark_size": (summary.WIDTH, summary.HEIGHT),
        "spark_dots": [(x, y, each.key == sitting.key) for x, y, each in drawn.dots] if drawn else [],
    }


def _became(sitting: Sitting, answers: list[Answer], now: datetime) -> list[dict[str, Any]]:
    """What became of each question."""
    return [
        {
            "number": each.answer.number,
            "good": each.answer.good,
            "groups": words.shown(each.answer.asked),
            "said": words.became(sitting.settings, each, now),
        }
        for each in summary.became(sitting, answers)
    ]


@require_POST
def replay(request: VisitorRequest, key: str) -> HttpResponse:
    """Begin a run through what was missed in this one, until it is right."""
    sitting, learner = _theirs(request, key), request.visitor.learner()
    missed = summary.to_replay(sitting.settings, summary.answers_of(sitting))
    again = service.begin(learner, Settings(sitting.settings.drill, Mode.REPLAY), questions=missed) if missed else None
    return redirect("run", again.key) if again else redirect("summary", sitting.key)


@never_cache
@require_safe
def attempt(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """One answer of a run again: the question, the verdict, and everything there was to see."""
    found = get_object_or_404(
        Attempt.objects.select_related("run"), run__key=_key(key), learner=accounts.learner_of(request), number=number
    )
    drill, marking = DRILLS[found.drill], service.judged_again(found).marking
    question = marking.question
    told = drill.tell(question, marking)
    context = {
        "run": found.run,
        "attempt": found,
        "place": number + 1,
        "before": number - 1 if number else None,
        "after": number + 1 if found.run and number + 1 < found.run.number else None,
        "question": question,
        "heading": drill.title(question),
        "marking": marking,
        "told": told,
        "late": found.late,
        "time": practice_words.time_taken(found),
        "cures": cures(marking),
        "title": practice_words.title(told.headline),
        "link": question_url(found.drill, found.question),
        "shown": f"{drill.template}#shown",
        "explained": f"{drill.template}#explained",
        "sheet": told.sheet,
    }
    return render(request, "trainer/practice/attempt.html", context)


@never_cache
@require_safe
def runs(request: VisitorRequest) -> HttpResponse:
    """The visitor's runs, the latest first."""
    learner, now = accounts.learner_of(request), timezone.now()
    page = summary.page(learner, request.GET.get("after", "")) if learner else summary.Page([], "")
    context = {"rows": [_row(run, now) for run in page.runs], "older": page.older, "later": "after" in request.GET}
    return render(request, "trainer/progress/runs.html", context)


def _row(run: Run, now: datetime) -> dict[str, Any]:
    settings = Settings.parse(run.settings)
    return {
        "run": run,
        "over": summary.is_over(run, now),
        "settings": settings_in_words(settings),
        "result": words.result(settings, run),
        "when": words.moment(run.asked_at),
    }
