"""The template context of a run's page: a question, a hunt, or an answer."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from game.visitors import VisitorRequest
from trainer.drills.base import Feedback
from trainer.drills.options import FLASH
from trainer.drills.registry import DRILLS, EXAM
from trainer.drills.settings import Settings
from trainer.lessons.cures import cures
from trainer.models import Run, Stage
from trainer.people import accounts
from trainer.practice import exam, exam_words, service, summary, summary_words, words
from trainer.practice.commands import CommandOutcome, hunting_drill
from trainer.practice.eligibility import not_counted
from trainer.practice.service import JudgedAnswer
from trainer.practice.state import Sitting
from trainer.practice.summary_words import LatestAnswer
from trainer.progress.words import question_star


def own_run(request: VisitorRequest, key: str) -> Sitting:
    """Return the visitor's run. Raise Http404 if the visitor has no run with this key."""
    learner = accounts.learner_of(request)
    return Sitting.of(get_object_or_404(Run, key=storable(key), learner=learner), learner)


def storable(key: str) -> str:
    """Return the key, or "", which no run has, for a text with characters that PostgreSQL refuses."""
    return key if key.isprintable() else ""


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
        "stage": _stage(sitting, now),
        "url": url,
        "strip": words.strip(sitting, now),
        "message": outcome.message,
        "said": words.OneLine(outcome.message),
        "notice": words.not_counted(reason) if reason else "",
        "focus": True,
        "learning": sitting.settings.mode.traits.of_lesson,
        "announcement": outcome.message or outcome.error,
    }
    if context["stage"] in ("paused", Stage.OVER):
        heading = words.standstill(sitting)
        return {**context, "heading": heading, "title": words.title(heading)}
    context |= _question_context(sitting)
    if sitting.waits and sitting.settings.mode.traits.even:  # its first question is not drawn yet
        context["heading"] = words.settings_in_words(sitting.settings)
    if sitting.stage == Stage.ASK:
        return context | _asked(outcome, context["heading"]) | _covered(outcome, now)
    answered = outcome.answered or service.last_answer(sitting)
    if answered is None:
        raise Http404
    context |= _judged(sitting, answered)
    if sitting.stage == Stage.HUNT:
        return context | _hunted(outcome, context["told"])
    return context | _explained(outcome, context["told"]) | _star(sitting)


def _stage(sitting: Sitting, now: datetime) -> str:
    """Return what the page shows: besides the stages of a run that it is paused, that it waits for its learner to begin
    it, or that it shows cards until they turn them over."""
    if sitting.standing.paused_at:
        return "paused"
    if sitting.stage == Stage.ASK and sitting.waits:
        return "ready"
    until_turned = sitting.settings.flashes and sitting.settings.shown_for is None
    return "look" if sitting.stage == Stage.ASK and until_turned and not sitting.is_covered(now) else sitting.stage


def _question_context(sitting: Sitting) -> dict[str, object]:
    asked = sitting.asked
    drill = asked.definition
    return {
        "practised": drill,
        "question": asked.question,
        "heading": drill.title(asked.question),
        "link": question_url(asked.drill, asked.text) if _may_link(sitting) else "",
        "ask": f"{drill.template}#ask",
        "send": f"{drill.template}#send",
        "reminder": f"{drill.template}#reminder",
        "shown": f"{drill.template}#shown",
        "later": f"{drill.template}#later",
        "explained": f"{drill.template}#explained",
    }


def _may_link(sitting: Sitting) -> bool:
    """Return whether the link to a question may be shown, and tells nothing that its page does not show. A lesson has
    none."""
    shows_all = sitting.asked.definition.shows_all and not sitting.settings.flashes
    is_closed = sitting.is_unaided or sitting.settings.mode.traits.of_lesson
    return not is_closed and (shows_all or sitting.stage != Stage.ASK)


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
    last = _last(outcome) if sitting.settings.goes_on and sitting.number and not sitting.settings.silent else None
    heard = words.judged_aloud((last.told.headline, last.moved_aloud)) if last else ""
    if sitting.settings.silent and sitting.number:
        heard = words.answered_so_far(sitting)
    said = outcome.message or words.after(heard, drill.aloud(asked.question, sitting.answer_steps))
    return {
        "sheet": drill.ask(asked.question, list(sitting.answer_steps), outcome.typed),
        "error": outcome.error,
        "typed": outcome.typed,
        "mends": outcome.mends,
        "meant": drill.meant(asked.question, sitting.answer_steps) if sitting.hinted else (),
        "last": last,
        "latest": _latest(sitting),
        **_exam(sitting),
        "title": words.title(heading),
        "announcement": "" if outcome.error else said,
    }


def _covered(outcome: CommandOutcome, now: datetime) -> dict[str, object]:
    """Return what else the page of a question knows whose cards are or will be face down, {} for any other.

    `left` are the seconds until they do so by themselves.
    """
    sitting, settings = outcome.sitting, outcome.sitting.settings
    if not (settings.flashes or sitting.waits):
        return {}
    before = words.before_counting(settings, shown=not sitting.waits)
    covered, said = sitting.is_covered(now), before if sitting.waits else words.covered()
    known: dict[str, object] = {"flashes": settings.flashes, "covered": covered, "meant": (), "before_counting": before}
    if covered:
        return {**known, "announcement": outcome.message or outcome.error or said}
    left = (sitting.covered_at - now).total_seconds() if sitting.covered_at else 0.0
    if outcome.message:  # a screen reader reads the cards to who has asked for them
        aloud = sitting.asked.definition.aloud(sitting.asked.question)
        known["announcement"] = words.judged_aloud((outcome.message, aloud))
    return {**known, **_open_for(settings, left)}


def _open_for(settings: Settings, left: float) -> dict[str, object]:
    """Return the context of cards that lie open for some more seconds, {} where they lie open until they are turned.

    The bar has the share of their time that is `left`; the style sheet turns them `in` as many whole seconds.
    """
    if not left:
        return {"left": left}
    times = sorted(int(text) for text in FLASH.values if text.isdecimal())
    whole = next((time for time in times if time >= left), times[-1])
    return {
        "left": left,
        "turns_in": whole,
        "share_left": 100 * left / (settings.shown_for or whole),
    }


def _latest(sitting: Sitting) -> list[LatestAnswer]:
    """Return the last answers, for beside the question; none in a lesson, or where a run goes on too fast for that."""
    alone = sitting.settings.goes_on or sitting.settings.mode.traits.of_lesson
    return [] if alone else [summary_words.latest(one) for one in summary.latest_answers(sitting)]


def _exam(sitting: Sitting) -> dict[str, object]:
    """Return what stands beside a hand of an exam: how fast the learner is, and what grades ask for."""
    if sitting.settings != EXAM:
        return {}
    pace = exam_words.pace(sitting.standing.spent, sitting.number)
    return {"pace": pace, "hands": exam.HANDS, "marks": [exam_words.mark_row(mark) for mark in exam.MARKS]}


def _last(outcome: CommandOutcome) -> _LastAnswer | None:
    """Return the answer before the current question, or None for the first question."""
    sitting = outcome.sitting
    last = outcome.answered or service.last_answer(sitting)
    if last is None:
        return None
    drill = DRILLS[last.attempt.drill]
    told = drill.feedback(last.marking.question, last.marking)
    truth = (told.spoken or told.detail) if drill.says_truth_in_sprint else ""
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


def _star(sitting: Sitting) -> dict[str, object]:
    """Return the context of the star of a question that was answered; {} where runs go on at once, or in a lesson."""
    if sitting.settings.goes_on or sitting.settings.mode.traits.of_lesson or not sitting.is_kept:
        return {}
    drill, question = sitting.asked.definition, sitting.asked.question
    return {"star": question_star(sitting.number - 1, drill, question, shines=sitting.starred)}


def _hunted(outcome: CommandOutcome, told: Feedback) -> dict[str, object]:
    """Return the context of a hunt, which shows only what was found so far."""
    sitting, drill = outcome.sitting, hunting_drill(outcome.sitting)
    return {
        "sheet": drill.hunted(sitting.asked.question, list(sitting.hunt_finds)),
        "hunt": f"{drill.template}#hunt",
        "finds": f"{drill.template}#finds",
        "typed": outcome.typed,
        "announcement": outcome.message or told.headline,
    }


def _explained(outcome: CommandOutcome, told: Feedback) -> dict[str, object]:
    """Return the context of the whole explanation."""
    aloud = words.judged_aloud((outcome.message, told.headline, told.detail, told.spoken))
    return {"sheet": told.sheet, "announcement": aloud}
