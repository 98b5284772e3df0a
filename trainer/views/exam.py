"""The exam: what it asks for, the learner's exams so far, and the sheet to print."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from game.engine.cards import parse_cards
from game.visitors import VisitorRequest
from trainer.drills.registry import EXAM
from trainer.people import accounts
from trainer.practice import exam as exams
from trainer.practice import exam_words as words
from trainer.practice import service
from trainer.practice.addresses import start_url
from trainer.practice.pages import own_run
from trainer.practice.words import breaking_after_commas

_BEST_HAND = parse_cards("5C 5D 5H JS 5S")
"""The ornament of a certificate: the hand of 29."""


@require_safe
def exam(request: VisitorRequest) -> HttpResponse:
    """Show the pass marks, the way into an exam, and the learner's exams."""
    learner, now = accounts.learner_of(request), timezone.now()
    own = exams.exams_of(learner, now) if learner else exams.Exams()
    context = {
        "hands": exams.HANDS,
        "marks": [words.mark_row(mark) for mark in exams.MARKS],
        "begins": start_url(EXAM),
        "left": own.left,
        "days": service.LEFT_DAYS,
        "answered": own.left and words.answered(own.left.number),
        "best": own.best and words.grade_name(own.best.mark),
        "best_so_far": own.best and words.best(own.best),
        "rows": [words.result_row(result, now) for result in own.results],
    }
    return render(request, "trainer/exam/exam.html", context)


@require_safe
def certificate(request: VisitorRequest, key: str) -> HttpResponse:
    """Show the result of an exam as a sheet to print. Raise Http404 for a run that reached no grade."""
    sitting = own_run(request, key)
    result = exams.result_of(sitting)
    if result is None or result.mark is None:
        raise Http404
    context = {
        "result": result,
        "hands": exams.HANDS,
        "cards": _BEST_HAND,
        "grade": words.grade_name(result.mark),
        "name": sitting.learner.name,
        "figures": breaking_after_commas(words.figures(result)),
        "asked_for": words.asked_for(result.mark),
    }
    return render(request, "trainer/exam/certificate.html", context)
