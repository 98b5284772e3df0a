"""The list of lessons, the page of a lesson, its screens and its check, and the check of a chapter."""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from game.numbers import whole_number
from game.visitors import VisitorRequest
from trainer import glossary
from trainer.drills.base import Feedback
from trainer.drills.modes import Mode
from trainer.drills.registry import drill_name
from trainer.glossary import Word
from trainer.lessons import chapter as chapter_questions
from trainer.lessons import progress as lesson_progress
from trainer.lessons import words
from trainer.lessons.lesson import Chapter, Exercise, Lesson, Screen
from trainer.lessons.syllabus import syllabus
from trainer.models import Learner, Reading, Run, Stage, new_key
from trainer.people import accounts
from trainer.practice import service, state
from trainer.practice import words as practice_words
from trainer.practice.commands import CommandOutcome, perform, rehearse
from trainer.practice.pages import page_or_part, run_context
from trainer.practice.service import CommandRefused, RefusalReason
from trainer.practice.state import AskedQuestion, Sitting

_FEW = 3
"""An exhibit with more remaining parts than this can be shown completely at once."""

_COMMANDS = ("hint", "answer")
"""The commands that the screens of a lesson accept."""


def _lesson(slug: str) -> Lesson:
    """Return the lesson. Raise Http404 if there is none with this slug."""
    lesson = syllabus().by_slug.get(slug)
    if lesson is None:
        raise Http404
    return lesson


@require_safe
def lessons(request: VisitorRequest) -> HttpResponse:
    """Show all lessons by chapter, with the learner's stars and the next lesson."""
    learner = accounts.learner_of(request)
    taken = lesson_progress.readings_of(learner) if learner else {}
    whole = syllabus()
    current = lesson_progress.next_lesson(taken)
    chapters = [
        words.chapter_list(chapter, lessons, taken, is_open=current in lessons)
        for chapter in Chapter
        if (lessons := whole.of_chapter(chapter))
    ]
    context = {
        "chapters": chapters,
        "next": current,
        "taken": words.taken(len(lesson_progress.done(taken)), len(whole.lessons)),
        "begun": bool(taken),
    }
    return render(request, "trainer/lessons/lessons.html", context)


@require_safe
def lesson(request: VisitorRequest, slug: str) -> HttpResponse:
    """Show the page of a lesson: its summary, the learner's progress, the result of its check, and the next lesson."""
    lesson, learner = _lesson(slug), accounts.learner_of(request)
    readings = lesson_progress.readings_around(learner, lesson.chapter) if learner else {}
    reading = readings.get(slug)
    check = reading.check_run if reading else None
    over = check is not None and check.ended_at is not None
    place = lesson_progress.place(reading, lesson) if reading else 1
    context = {
        "lesson": lesson,
        "row": words.row(lesson, reading),
        "chapter": words.CHAPTERS[lesson.chapter].name,
        "chapter_due": _check_after(lesson, readings),
        "place": place,
        "begun": 1 < place <= len(lesson.screens),
        "all_seen": place > len(lesson.screens),
        "again": reading is not None,
        "check_going": check.key if check and not over else "",
        "result": _result(check, Mode.CHECK) if check and over else None,
        "screens": [(place, screen.heading) for place, screen in enumerate(lesson.screens, 1) if screen.heading],
        "drill": practice_url(lesson),
        "drill_name": drill_name(lesson.drill),
        "after": syllabus().after(lesson),
    }
    return render(request, "trainer/lessons/lesson.html", context)


def _check_after(lesson: Lesson, readings: Mapping[str, Reading]) -> str:
    """Return the chapter whose check comes next: after its last lesson, or all of them; "" if it is passed."""
    reading, last = readings.get(lesson.chapter.reading), syllabus().of_chapter(lesson.chapter)[-1]
    ends_chapter = lesson == last and not (reading and reading.done_at)
    return lesson.chapter if ends_chapter or lesson_progress.is_due(lesson.chapter, readings) else ""


def _result(check: Run, mode: Mode) -> words.CheckResult:
    return words.result(check.number, lesson_progress.right_answers(check, mode), mode)


def practice_url(lesson: Lesson) -> str:
    """Return the address of a calm run of the drill that practises a lesson."""
    return f"{reverse('start', args=[lesson.drill])}?{urlencode({'mode': Mode.CALM, **lesson.options})}"


@require_POST
def anew(request: VisitorRequest, slug: str) -> HttpResponse:
    """Start a lesson over."""
    lesson, learner = _lesson(slug), accounts.learner_of(request)
    reading = lesson_progress.reading_of(learner, slug) if learner else None
    if reading:
        lesson_progress.restart(reading, timezone.now())
    return redirect("screen", lesson.slug, 1)


# ------------------------------------------------------------------------------------------------------- screens


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def screen(request: VisitorRequest, slug: str, place: int) -> HttpResponse:
    """Show one screen of a lesson; a POST answers its exercise first."""
    lesson = _lesson(slug)
    if not 1 <= place <= len(lesson.screens):
        raise Http404
    shown = lesson.screens[place - 1]
    exercise = shown.exercise
    if exercise is None:
        if request.method == "POST":
            return redirect("screen", slug, place)
        return _page(request, lesson, place, _exhibited(request, shown))
    here = reverse("screen", args=[slug, place])
    if request.method == "POST":
        return _posted(request, lesson, place, here)
    sitting, answered = _on_the_way(request, lesson, exercise, new_key())
    if answered and "again" in request.GET:
        return _page(request, lesson, place, _asked_again(_fresh(sitting, exercise, ()), lesson, place))
    return _page(request, lesson, place, _asked(_as_it_stands(sitting, exercise, answered), lesson, place))


def _on_the_way(request: VisitorRequest, lesson: Lesson, exercise: Exercise, key: str) -> tuple[Sitting, bool]:
    """Return the visitor's steps through a lesson, or new ones, and whether they have an answer to the exercise.

    The page contains the key of new steps, so that two answers from one page begin the same run.
    """
    learner = accounts.learner_of(request)
    kept, answered = lesson_progress.steps_and_answered(learner, lesson.slug, exercise) if learner else (None, False)
    if kept:
        return Sitting.of(kept, learner), answered
    settings = lesson_progress.settings_of(lesson.slug, Mode.LESSON)
    return Sitting(key=key, settings=settings, seed=0, asked=_question(exercise), asked_at=timezone.now()), False


def _question(exercise: Exercise) -> AskedQuestion:
    return AskedQuestion(exercise.drill, exercise.question)


def _as_it_stands(sitting: Sitting, exercise: Exercise, answered: bool, message: str = "") -> CommandOutcome:
    """Show an exercise, unanswered or with its feedback."""
    judged = service.answer_to(sitting, _question(exercise)) if answered else None
    return CommandOutcome(sitting, message=message, answered=judged)


def _posted(request: VisitorRequest, lesson: Lesson, place: int, here: str) -> HttpResponse:
    exercise = lesson.exercises[place]
    key, asked_at = _page_asked(request, here)
    sitting, answered = _on_the_way(request, lesson, exercise, key)
    steps = _steps_again(request, here)
    if answered and steps is not None:
        outcome = rehearse(request.POST, _fresh(sitting, exercise, steps).sitting)
        return _page(request, lesson, place, _asked_again(outcome, lesson, place))
    try:
        if answered:
            raise CommandRefused(RefusalReason.ANSWERED)
        outcome = _done(request, lesson, service.turn_to(sitting, _question(exercise), asked_at))
    except IntegrityError:
        return redirect(f"{here}#work")  # another click of the same page has begun it
    except CommandRefused as refused:
        sitting, answered = _on_the_way(request, lesson, exercise, key)
        message = practice_words.refusal_in_lesson(refused.reason)
        outcome = _as_it_stands(sitting, exercise, answered, message)
    if outcome.sitting.is_kept:
        accounts.remember(request, outcome.sitting.learner)
    if not request.htmx and not (outcome.message or outcome.error):
        return redirect(f"{here}#work")
    return _page(request, lesson, place, _asked(outcome, lesson, place))


def _done(request: VisitorRequest, lesson: Lesson, sitting: Sitting) -> CommandOutcome:
    """Carry out the command. A first answer creates the guest, the run and the reading in one transaction.

    Raise CommandRefused, also if another page has begun the lesson meanwhile.
    """
    learner = accounts.learner_of(request)
    if sitting.is_kept:
        return perform(request.POST, sitting, learner, _COMMANDS)
    now = timezone.now()
    with transaction.atomic():
        outcome = perform(request.POST, sitting, learner, _COMMANDS)
        begun = outcome.sitting
        if begun.is_kept and not lesson_progress.record_begin(begun.learner, lesson.slug, begun.pk, now):
            raise CommandRefused(RefusalReason.STALE)
    return outcome


def _signer() -> Signer:
    return Signer(salt="trainer.lessons")


def _page_asked(request: VisitorRequest, here: str) -> tuple[str, datetime]:
    """Return the key of the run that the page begins and when it asked, both signed in the form by this site."""
    now = timezone.now()
    try:
        where, key, asked_at = _signer().unsign_object(request.POST.get("since", ""))
    except (BadSignature, ValueError):
        return new_key(), now
    return key, datetime.fromtimestamp(asked_at, UTC) if where == here else now


def _asked(outcome: CommandOutcome, lesson: Lesson, place: int) -> dict[str, object]:
    """Return the context of an exercise, unanswered or with its feedback."""
    exercise, url = lesson.exercises[place], reverse("screen", args=[lesson.slug, place])
    sitting = state.turned_to(outcome.sitting, _question(exercise), outcome.sitting.asked_at)
    if outcome.answered:
        sitting = replace(sitting, stage=Stage.SHOWN)
    since = _signer().sign_object([url, sitting.key, timezone.now().timestamp()])
    context = run_context(replace(outcome, sitting=sitting), url)
    context["cures"] = [cure for cure in context.get("cures", ()) if cure.slug != lesson.slug]
    if exercise.plain and "told" in context:
        context |= _only_the_verdict(context["told"], right=context["marking"].right)
    return {
        **context,
        "since": since,
        "then": exercise.then,
        "plain": exercise.plain,
        "time": "",
        "focus": bool(outcome.message or outcome.error or sitting.answer_steps),  # once somebody is at it
        "level": 2,
        "held": True,
    }


def _only_the_verdict(told: Feedback, *, right: bool) -> dict[str, object]:
    """Return the context of feedback that says the verdict, of a wrong answer also what is right, and nothing else."""
    told = Feedback(told.headline, "" if right else told.detail)
    return {"told": told, "announcement": practice_words.judged_aloud((told.headline, told.detail)), "cures": []}


def _fresh(sitting: Sitting, exercise: Exercise, steps: Sequence[str]) -> CommandOutcome:
    """Return the question of an answered exercise as it is asked again, with the steps of this try so far."""
    turned = state.turned_to(sitting, _question(exercise), timezone.now())
    return CommandOutcome(replace(turned, answer_steps=tuple(steps), hinted=False))


def _asked_again(outcome: CommandOutcome, lesson: Lesson, place: int) -> dict[str, object]:
    """Return the context of another try at an exercise. The page carries its steps, signed: nothing of it is kept."""
    here = reverse("screen", args=[lesson.slug, place])
    again = _signer().sign_object([here, list(outcome.sitting.answer_steps)])
    return {**_asked(outcome, lesson, place), "again": again, "focus": True}


def _steps_again(request: VisitorRequest, here: str) -> Sequence[str] | None:
    """Return the steps of another try so far, None if the form is not one of another try."""
    try:
        where, steps = _signer().unsign_object(request.POST.get("again", ""))
    except (BadSignature, ValueError):
        return None
    return steps if where == here else None


def _exhibited(request: VisitorRequest, screen: Screen) -> dict[str, object]:
    """Return the context of a screen without an exercise; `shown` in the address is how many parts are visible."""
    if screen.shown is None:
        return {"announcement": ""}
    exhibit, asked = screen.shown.exhibit, request.GET.get("shown", "")
    shown = min(whole_number(asked, of=range(1000)) or 0, exhibit.parts)
    return {
        "exhibit": exhibit.template,
        "kind": screen.shown.kind,
        "more": shown + 1 if shown < exhibit.parts else None,
        "whole": exhibit.parts if exhibit.parts - shown > _FEW else None,
        "announcement": "",
        **exhibit.context(shown),
    }


def _page(request: VisitorRequest, lesson: Lesson, place: int, context: dict[str, object]) -> HttpResponse:
    """Render the whole page, or only the part that changes for htmx."""
    shown = lesson.screens[place - 1]
    context |= {
        "lesson": lesson,
        "words": _words(shown),
        "screen": shown,
        "place": place,
        "last": len(lesson.screens),
        "title": practice_words.title(words.place_title(lesson, shown)),
        "here": reverse("screen", args=[lesson.slug, place]),
        "back": reverse("screen", args=[lesson.slug, place - 1])
        if place > 1
        else reverse("lesson", args=[lesson.slug]),
        "on": reverse("screen", args=[lesson.slug, place + 1])
        if place < len(lesson.screens)
        else reverse("check", args=[lesson.slug]),
    }
    response = page_or_part(request, "trainer/lessons/screen.html", "screen", context)
    if request.htmx and request.method == "POST" and context.get("stage") == Stage.SHOWN:  # with what is said of it
        response["HX-Reswap"] = "outerHTML show:#work:top"
    return response


def _words(shown: Screen) -> list[Word]:
    """Return the words that the texts of a screen explain on the spot."""
    known = glossary.words(get_language() or glossary.SOURCE)
    slugs = dict.fromkeys(slug for text in shown.texts for slug in text.words)
    return [known[slug] for slug in slugs if slug in known]


# --------------------------------------------------------------------------------------------------------- check


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: VisitorRequest, slug: str) -> HttpResponse:
    """Show the page that explains a lesson's check; a POST begins it."""
    lesson = _lesson(slug)
    if request.method == "POST":
        return _begin_check(request, lesson)
    learner = accounts.learner_of(request)
    reading = lesson_progress.reading_of(learner, slug) if learner else None
    going = _going(reading)
    context = {
        "lesson": lesson,
        "asked": Counter(drill_name(exercise.drill) for exercise in lesson.check).items(),
        "stars": words.stars_to_win(Mode.CHECK),
        "going": going and going.key,
        "back": reverse("screen", args=[slug, len(lesson.screens)]),
        "title": practice_words.title(words.check_title(lesson.title)),
    }
    return render(request, "trainer/lessons/check.html", context)


def _going(reading: Reading | None) -> Run | None:
    """Return the unfinished check, or None."""
    check = reading.check_run if reading else None
    return check if check and check.ended_at is None else None


def _begin_check(request: VisitorRequest, lesson: Lesson) -> HttpResponse:
    """Begin the check of a lesson, or continue the unfinished one."""
    run = _check_of(request, lesson.slug, Mode.CHECK, lambda reading: _checked(lesson, reading))
    return redirect("run", run.key) if run else redirect("lesson", lesson.slug)


def _check_of(
    request: VisitorRequest, of: str, mode: Mode, questions: Callable[[Reading | None], Iterable[Exercise]]
) -> Run | Sitting | None:
    """Return the unfinished check of a lesson or a chapter, or one that begins with these questions.

    `of` is the name of its reading. None if no question can be asked. To find ten discards can take a second, in which
    nobody else should wait: it is done before the transaction.
    """
    learner = accounts.learner_of(request)
    reading = lesson_progress.reading_of(learner, of) if learner else None
    if going := _going(reading):
        return going
    asked = [_question(one) for one in questions(reading)]
    with transaction.atomic():
        learner = learner or Learner.objects.create_guest()
        reading = lesson_progress.lock_reading(learner, of, timezone.now())
        run: Run | Sitting | None = _going(reading)
        if run is None:
            run = service.begin(learner, lesson_progress.settings_of(of, mode), questions=asked)
            if run:
                lesson_progress.record_check(reading, run.pk)
    accounts.remember(request, learner)
    return run


def _checked(lesson: Lesson, reading: Reading | None) -> Iterable[Exercise]:
    """Return the questions of a check: those of the lesson the first time, similar ones later."""
    if reading is None or not reading.checks:
        return lesson.check
    seed = f"{reading.learner_id}/{lesson.slug}/{reading.checks}"
    return (_sibling(one, f"{seed}/{place}") for place, one in enumerate(lesson.check))


def _sibling(exercise: Exercise, seed: str) -> Exercise:
    asked = _question(exercise)
    return replace(exercise, question=str(asked.definition.sibling(asked.question, Random(seed))))


@require_http_methods(["GET", "HEAD", "POST"])
def chapter_check(request: VisitorRequest, name: str) -> HttpResponse:
    """Show what the check of a chapter asks, or how it went; a POST begins it."""
    chapter = next((each for each in Chapter if each == name), None)
    if chapter is None:
        raise Http404
    if request.method == "POST":
        return _begin_chapter_check(request, chapter)
    learner, whole = accounts.learner_of(request), syllabus()
    readings = lesson_progress.readings_around(learner, chapter) if learner else {}
    reading = readings.get(chapter.reading)
    going, check = _going(reading), reading.check_run if reading else None
    title = words.CHAPTERS[chapter].name
    context = {
        "chapter": chapter,
        "name": title,
        "row": words.chapter_check(chapter, readings),
        "lessons": [words.row(lesson, readings.get(lesson.slug)) for lesson in whole.of_chapter(chapter)],
        "made_of": words.from_misses(len(chapter_questions.missed(learner, chapter)) if learner else 0),
        "length": range(chapter_questions.LENGTH),
        "stars": words.stars_to_win(Mode.CHAPTER),
        "going": going and going.key,
        "taken": check and check.key,
        "result": _result(check, Mode.CHAPTER) if check and not going else None,
        "after": whole.after(whole.of_chapter(chapter)[-1]),
        "title": practice_words.title(words.check_title(title)),
    }
    return render(request, "trainer/lessons/chapter.html", context)


def _begin_chapter_check(request: VisitorRequest, chapter: Chapter) -> HttpResponse:
    """Begin the check of a chapter, or continue the unfinished one."""
    learner = accounts.learner_of(request)

    def questions(_reading: Reading | None) -> Iterable[Exercise]:
        misses = chapter_questions.missed(learner, chapter) if learner else []
        return chapter_questions.questions(chapter, misses, Random(secrets.randbits(63)))

    run = _check_of(request, chapter.reading, Mode.CHAPTER, questions)
    return redirect("run", run.key) if run else redirect("chapter_check", chapter)
