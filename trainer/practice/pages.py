"""The template context of a run's page: a question, a hunt, or an answer."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from game.visitors import VisitorRequest
from trainer.drills.base import Feedback
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.lessons.cures import cures
from trainer.models import Stage
from trainer.practice import service, summary, summary_words, words
from trainer.practice.commands import CommandOutcome, hunting_drill
from trainer.practice.eligibility import not_counted
from trainer.practice.service import JudgedAnswer
from trainer.practice.state import Sitting
from trainer.practice.summary_words import LatestAnswer


def page_or_part(request: VisitorRequest, template: str, part: str, context: dict[str, object]) -> HttpResponse:
    """Return a page, or for htmx the part that changes."""
    fragment = request.htmx and not request.htmx.history_restore_request
    return render(request, f"{template}#{part}" if fragment else template, context)


def run_context(outcome: CommandOutcome, url: str) -> dict[str, Any]:
    """Return the context of a run at `url`. Raise Http404 if its answer is to be shown and does not exist."""
    sitting, now = outcome.sitting, timezone.now()
    reason = outcome.not_counted or not_counted(sitting, now)
    context: dict[str, Any] = {
        "run": sitting,
        "stage": "paused" if sitting.standing.paused_at else sitting.stage,
        "url": url,
        "strip": words.strip(sitting, now),
        "message": outcome.message,
        "said": words.OneLine(outcome.message),
        "notice": words.not_counted(reason) if reason else "",
        "focus": True,
        "learning": sitting.settings.mode is Mode.CHECK,
        "announcement": outcome.message or outcome.error,
    }
    if context["stage"] in ("paused", Stage.OVER):
        heading = words.standstill(sitting)
        return {**context, "heading": heading, "title": words.title(heading)}
    context |= _question_context(sitting)
    if sitting.stage == Stage.ASK:
        return context | _asked(outcome, context["heading"])
    answered = outcome.answered or service.last_answer(sitting)
    if answered is None:
        raise Http404
    context |= _judged(sitting, answered)
    return context | (_hunted if sitting.stage == Stage.HUNT else _explained)(outcome, context["told"])


def _question_context(sitting: Sitting) -> dict[str, object]:
    asked = sitting.asked
    drill = asked.definition
    return {
        "question": asked.question,
        "heading": drill.title(asked.question),
        "link": question_url(asked.drill, asked.text) if drill.shows_all or sitting.stage != Stage.ASK else "",
        "ask": f"{drill.template}#ask",
        "send": f"{drill.template}#send",
        "reminder": f"{drill.template}#reminder",
        "shown": f"{drill.template}#shown",
        "explained": f"{drill.template}#explained",
    }


def question_url(drill: str, text: str) -> str:
    """Return the address that asks anybody this question."""
    return f"{reverse('reopen', args=[drill])}?{urlencode({'q': text})}"


@dataclass(frozen=True, slots=True)
class _LastAnswer:
    """The answer before the current question; `moved` says how the clock moved, and `moved_aloud` in a sentence."""

    right: bool
    told: Feedback
    truth: str
    moved: str
    moved_aloud: str
    groups: list[list[str]]
    """The ranks of its cards, if it was missed."""


def _asked(outcome: CommandOutcome, heading: str) -> dict[str, object]:
    """Return the context of an open question; in a sprint with the verdict on the one before."""
    sitting, asked = outcome.sitting, outcome.sitting.asked
    drill = asked.definition
    last = _last(outcome) if sitting.settings.goes_on and sitting.number else None
    heard = words.judged_aloud((last.told.headline, last.moved_aloud)) if last else ""
    said = outcome.message or words.after(heard, drill.aloud(asked.question, sitting.answer_steps))
    return {
        "sheet": drill.ask(asked.question, list(sitting.answer_steps), outcome.typed),
        "error": outcome.error,
        "typed": outcome.typed,
        "meant": drill.meant(asked.question, sitting.answer_steps) if sitting.hinted else (),
        "last": last,
        "practised": drill,
        "latest": _latest(sitting),
        "title": words.title(heading),
        "announcement": "" if outcome.error else said,
    }


def _latest(sitting: Sitting) -> list[LatestAnswer]:
    """Return the last answers, for beside the question; none in a lesson, or where a run goes on too fast for that."""
    alone = sitting.settings.goes_on or sitting.settings.mode.traits.of_lesson
    return [] if alone else [summary_words.latest(one) for one in summary.latest_answers(sitting)]


def _last(outcome: CommandOutcome) -> _LastAnswer | None:
    """Return the answer before the current question, or None for the first question."""
    sitting = outcome.sitting
    last = outcome.answered or service.last_answer(sitting)
    if last is None:
        return None
    drill = DRILLS[last.attempt.drill]
    told = drill.feedback(last.marking.question, last.marking)
    truth = told.spoken if drill.says_truth_in_sprint else ""
    right = last.marking.right
    groups = [] if right else list(summary_words.faces(last.attempt.question))
    if sitting.settings.seconds is None:
        return _LastAnswer(right, told, truth, "", "", groups)
    moved = words.clock_moved_short(sitting.standing, right), words.clock_moved(sitting.standing, right)
    return _LastAnswer(right, told, truth, *moved, groups)


def _judged(sitting: Sitting, answered: JudgedAnswer) -> dict[str, object]:
    """Return the context of a question that was answered."""
    told = sitting.asked.definition.feedback(sitting.asked.question, answered.marking)
    return {
        "marking": answered.marking,
        "told": told,
        "cause": words.chief_cause(told),
        "late": answered.attempt.late,
        "time": words.time_taken(answered.attempt),
        "title": words.title(told.headline),
        "over": sitting.is_over,
        "cures": cures(answered.marking),
    }


def _hunted(outcome: CommandOutcome, told: Feedback) -> dict[str, object]:
    """Return the context of a hunt, which shows only what was found so far."""
    sitting, drill = outcome.sitting, hunting_drill(outcome.sitting)
    return {
        "sheet": drill.hunted(sitting.asked.question, list(sitting.hunt_finds)),
        "hunt": f"{drill.template}#hunt",
        "finds": f"{drill.template}#finds",
        "announcement": outcome.message or told.headline,
    }


def _explained(outcome: CommandOutcome, told: Feedback) -> dict[str, object]:
    """Return the context of the whole explanation."""
    aloud = words.judged_aloud((outcome.message, told.headline, told.detail, told.spoken))
    return {"sheet": told.sheet, "announcement": aloud}
