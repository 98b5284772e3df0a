"""The summary of a run, its single answers, the replay of its misses, and the list of all runs."""

from datetime import datetime
from operator import itemgetter

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from game.visitors import VisitorRequest
from trainer.classes import classrooms
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS, EXAM, drill_name
from trainer.drills.settings import Settings
from trainer.lessons.cures import cures
from trainer.models import Assignment, Attempt, Race
from trainer.people import accounts, zones
from trainer.practice import addresses, exam, exam_words, service, summary
from trainer.practice import summary_words as words
from trainer.practice import words as practice_words
from trainer.practice.overview import overview
from trainer.practice.pages import own_run, question_url, storable
from trainer.practice.run_rows import run_row
from trainer.practice.state import Sitting
from trainer.practice.summary import Answer, Comparison, RunFigures, Sparkline
from trainer.practice.words import settings_in_words
from trainer.progress import stars
from trainer.progress.words import question_star

_TELLING, _SURE = 10, 0.9
"""The least answers of a run that tell whether cards could be shown for a shorter time, and the share of right ones."""
_SHORT = 8
"""The most answers of a run whose list stands beside its score on a desk, if there is something else to stand there."""
_DRAWN_EXAMS = 4
"""The fewest exams that are drawn as a line."""


@require_safe
def run_summary(request: VisitorRequest, key: str) -> HttpResponse:
    """Show the summary of a run, finished or not; redirect to a run of which nothing is said yet."""
    now = timezone.now()
    sitting = service.settle(own_run(request, key), now)
    reviewed = addresses.came_from(request.GET)
    if sitting.is_silent:
        return redirect(addresses.with_review(reviewed, reverse("run", args=[sitting.key])))
    settings, answers = sitting.settings, summary.answers_of(sitting)
    figures, comparison = summary.figures(answers), summary.compare(sitting, now)
    assignment = _assignment(sitting)
    misses = len(summary.to_replay(settings, answers))
    is_best = comparison is not None and comparison.is_best(sitting.standing.score)
    context = {
        "run": sitting,
        "over": sitting.is_over,
        "settings": settings_in_words(settings),
        "title": practice_words.title(settings_in_words(settings)),
        "score": words.score(settings, sitting.standing.score, sitting.number),
        "verdict": words.verdict(sitting, comparison),
        "is_best": is_best and summary.can_be_best(sitting),
        "exam": _exam(sitting),
        "race": Race.objects.filter(pk=sitting.race_id).first() if sitting.race_id else None,
        "accuracy": words.accuracy(figures.right, figures.number) if settings.mode.traits.in_points else "",
        "median": words.seconds(figures.median),
        "misses": misses,
        "again": _set_again(assignment, now) or addresses.with_review(reviewed, _again(settings, misses)),
        "shorter": _shorter(sitting, figures),
        "reviewed": reviewed,
        "going_on": addresses.with_review(reviewed, reverse("run", args=[sitting.key])),
        "replaying": addresses.with_review(reviewed, reverse("replay", args=[sitting.key])),
        "day": sitting.day and sitting.day.isoformat(),
        "classroom": assignment and assignment.classroom,
        "advice": overview(sitting.learner, now).next_step if _is_done_with(sitting, misses) else None,
        **_tiles(request, figures, answers),
        **_comparison(sitting, comparison),
    }
    if comparison is None and settings.mode not in (Mode.LESSON, Mode.GAMES):
        context["retried"] = _retried(sitting, answers, now)
    has_room = not (context.get("windows") or context.get("spark"))
    is_short = has_room or sitting.number <= _SHORT or settings.mode is Mode.EXAM
    context["short"] = is_short and not context.get("retried")
    return render(request, "trainer/practice/summary.html", context)


def _exam(sitting: Sitting) -> dict[str, object]:
    """Return the context of the grade of an exam; {} for any other run, and for one that was not finished."""
    result = exam.result_of(sitting)
    if result is None:
        return {}
    return {
        "grade": exam_words.grade_name(result.mark),
        "medal": result.mark and result.mark.grade,
        "figures": exam_words.figures(result),
        "wanting": exam_words.wanting(result),
        "marks": [exam_words.mark_row(mark) for mark in exam.MARKS],
        "passed": result.mark is not None,
    }


def _is_done_with(sitting: Sitting, misses: int) -> bool:
    """Return whether a run is over and offers nothing to go on with by itself, as an exam offers its certificate."""
    offers = misses or sitting.settings.mode.traits.offered or sitting.settings.mode is Mode.EXAM
    return sitting.is_over and not offers


def _assignment(sitting: Sitting) -> Assignment | None:
    """Return what set a run for a class of the learner's, None for any other run and for a class that was left."""
    if sitting.assignment_id is None:
        return None
    found = Assignment.objects.select_related("classroom").filter(pk=sitting.assignment_id).first()
    return found if found and classrooms.belonging(found.classroom.key, sitting.learner) else None


def _set_again(assignment: Assignment | None, now: datetime) -> str:
    """Return the address that begins the run of a class again while it is open; "" for any other run."""
    if assignment is None or assignment.until <= now:
        return ""
    return reverse("begin_set", args=[assignment.classroom.key, assignment.pk])


def _again(settings: Settings, misses: int = 0) -> str:
    """Return the address that begins a run with the same settings, or its drill once nothing is left to replay; "" for
    other modes that cannot be chosen."""
    if settings.mode is Mode.REPLAY and not misses:
        return reverse("start", args=[settings.drill])
    if not settings.mode.traits.offered:
        return ""
    query = {"mode": settings.mode.value, "seconds": settings.seconds or 0, **settings.options}
    return f"{reverse('start', args=[settings.drill])}?{urlencode(query)}"


def _shorter(sitting: Sitting, figures: RunFigures) -> tuple[str, int] | None:
    """Return the address of the same run with cards shown for a shorter time, and its seconds, once a learner sees
    nearly all of them in this time; None before that."""
    shorter = sitting.settings.shorter
    is_sure = sitting.is_over and figures.number >= _TELLING and figures.right >= _SURE * figures.number
    return (_again(shorter), shorter.shown_for) if is_sure and shorter and shorter.shown_for else None


def _tiles(request: VisitorRequest, figures: RunFigures, answers: list[Answer]) -> dict[str, object]:
    """Return the context of the last answers as tiles, filtered by `show` in the address; at first what was missed.

    The hardest right answer of several comes after them; its star has a place behind those of the answers.
    """
    shown = answers[-summary.MAX_TILES :]
    names = words.filters()
    picked = {
        "all": shown,
        "missed": [answer for answer in shown if not answer.good],
        "slow": [answer for answer in shown if figures.slow(answer)],
    }
    chosen = request.GET.get("show", "")
    if chosen not in names:
        chosen = "missed" if picked["missed"] else "all"
    listed = [(answer, answer.number) for answer in picked[chosen]]
    if figures.hardest and figures.right > 1:
        listed.append((figures.hardest, len(answers)))
    asked = [(answer.asked.definition, answer.asked.question) for answer, _place in listed]
    starred = stars.shining(accounts.learner_of(request), asked)
    tiles = [
        words.tile(answer, figures, question_star(place, *question, shines=shines))
        for (answer, place), question, shines in zip(listed, asked, starred, strict=True)
    ]
    return {
        "tiles": tiles[: len(picked[chosen])],
        "hardest": next(iter(tiles[len(picked[chosen]) :]), None),
        "filters": [(code, name, len(picked[code])) for code, name in names.items() if picked[code] or code == chosen],
        "chosen": chosen,
        "none": words.empty_filter(chosen),
        "only_last": words.only_last(len(shown), len(answers)),
    }


def _comparison(sitting: Sitting, comparison: Comparison | None) -> dict[str, object]:
    """Return the context of the runs with the same settings: a sparkline, a table and the best scores."""
    if comparison is None:
        return {}
    settings, few = sitting.settings, sitting.settings == EXAM and len(comparison.past) < _DRAWN_EXAMS
    drawn = None if few else summary.sparkline(comparison.past)
    return {
        "windows": words.best_in_windows(settings, comparison, told=bool(words.verdict(sitting, comparison))),
        "past": [
            (each.key, *words.past_run_row(settings, each), each.key == sitting.key)
            for each in reversed(comparison.past)
        ],
        "spark": drawn,
        "spark_size": (summary.WIDTH, summary.HEIGHT),
        "spark_figures": _figures_of(settings, drawn) if drawn else [],
        "spark_dots": [(x, y, each.key == sitting.key) for x, y, each in drawn.dots] if drawn else [],
    }


def _figures_of(settings: Settings, drawn: Sparkline) -> list[tuple[float, float, str, str]]:
    """Return the place, the anchor and the score of the highest dot, above it, and of the lowest, below it."""
    found = []
    for (x, y, run), beside in ((min(drawn.dots, key=itemgetter(1)), -10), (max(drawn.dots, key=itemgetter(1)), 20)):
        anchor = "start" if x < summary.WIDTH / 4 else "end" if x > 3 * summary.WIDTH / 4 else "middle"
        found.append((x, y + beside, anchor, words.short_score(settings, run.score)))
    return found if found[0][3] != found[1][3] else found[:1]


def _retried(sitting: Sitting, answers: list[Answer], now: datetime) -> list[dict[str, object]]:
    """Return the rows of the list of retried questions."""
    return [
        {
            "number": each.answer.number,
            "good": each.answer.good,
            "groups": list(words.cards(each.answer.asked.text)),
            "title": drill_name(each.answer.asked.drill),
            "result": words.retry_result(sitting.settings, each, now),
        }
        for each in summary.retried_questions(sitting, answers)
    ]


@require_POST
def replay(request: VisitorRequest, key: str) -> HttpResponse:
    """Begin a run that asks this run's misses until they are right; redirect to the summary if there are none."""
    sitting, learner = own_run(request, key), request.visitor.learner()
    if sitting.is_silent:
        return redirect("run", sitting.key)
    missed = summary.to_replay(sitting.settings, summary.answers_of(sitting))
    again = service.begin(learner, Settings(sitting.settings.drill, Mode.REPLAY), questions=missed) if missed else None
    url = reverse("run", args=[again.key]) if again else reverse("summary", args=[sitting.key])
    return redirect(addresses.with_review(addresses.came_from(request.GET), url))


@require_safe
def attempt(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """Show one answer of a run again, with its feedback; redirect to a run of which nothing is said yet."""
    attempts, learner = Attempt.objects.select_related("run"), accounts.learner_of(request)
    found = get_object_or_404(attempts, run__key=storable(key), learner=learner, number=number)
    sitting = Sitting.of(found.run) if found.run else None
    if sitting and sitting.is_silent:
        return redirect("run", sitting.key)
    drill, marking = DRILLS[found.drill], service.judged_again(found).marking
    question = marking.question
    told = drill.feedback(question, marking)
    (shines,) = stars.shining(learner, [(drill, question)])
    unaided = sitting is not None and sitting.is_unaided
    context = {
        "run": found.run,
        "attempt": found,
        "practised": drill,
        "place": number + 1,
        "before": number - 1 if number else None,
        "after": number + 1 if found.run and number + 1 < found.run.number else None,
        "outcomes": summary.outcomes(found.run, found.number) if found.run else [],
        "question": question,
        "heading": drill.title(question),
        "marking": marking,
        "told": told,
        "cause": practice_words.chief_cause(told),
        "late": found.late,
        "time": practice_words.time_taken(found),
        "cures": cures(marking),
        "title": practice_words.title(told.headline),
        "again": "" if unaided else question_url(found.drill, found.question),
        "star": question_star(found.number, drill, question, shines=shines),
        "shown": f"{drill.template}#shown",
        "explained": f"{drill.template}#explained",
        "sheet": told.sheet,
    }
    return render(request, "trainer/practice/attempt.html", context)


@require_safe
def runs(request: VisitorRequest) -> HttpResponse:
    """Show a page of the visitor's runs, the latest first."""
    learner, now = accounts.learner_of(request), timezone.now()
    page = summary.runs_page(learner, request.GET.get("after", "")) if learner else summary.RunsPage([], "")
    bests = summary.best_scores(learner, page.runs) if learner else {}
    rows = [run_row(run, now, bests) for run in page.runs]
    context = {"rows": rows, "older": page.older, "later": "after" in request.GET, "utc": zones.is_utc(now)}
    return render(request, "trainer/progress/runs.html", context)
