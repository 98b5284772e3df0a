"""A run, question by question: asked, hunted, shown. The address alone is the run until its first answer."""

from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from game.engine.cards import CardError
from game.numbers import whole_number
from game.visitors import VisitorRequest, not_theirs
from trainer.drills.base import HuntingDrill, NotAnAnswer, PartialAnswer
from trainer.drills.modes import Mode
from trainer.drills.questions import Unreadable
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.lessons.cures import cures
from trainer.lessons.syllabus import syllabus
from trainer.models import Learner, Run, Stage
from trainer.people import accounts
from trainer.practice import rules, service, words
from trainer.practice.forms import RunForm
from trainer.practice.service import Answered, Lapse, Refusal, Refused
from trainer.progress import verdicts


@never_cache
@require_safe
def start(request: VisitorRequest, drill: str) -> HttpResponse:
    """Go to a new run of a drill; where nothing is chosen to a calm one."""
    if drill not in DRILLS:
        raise Http404
    form = RunForm(drill, request.GET)
    if not form.is_valid():
        return render(request, "trainer/practice/drill.html", {"form": form, "drill": drill, "words": DRILLS[drill]})
    settings, learner = form.settings(), accounts.known(request)
    weak = verdicts.weak_sorts(learner, drill) if learner and settings.options.get("weak") == "on" else ()
    return redirect(service.start_url(settings, weak=weak))


@never_cache
@require_safe
def reopen(request: VisitorRequest, drill: str) -> HttpResponse:
    """A question that somebody was asked, for anybody: it is the first of a calm run."""
    if drill not in DRILLS:
        raise Http404
    try:
        if not request.GET.get("q"):
            raise Unreadable("")
        return redirect(service.start_url(Settings(drill, Mode.CALM), asked=request.GET["q"]))
    except (Unreadable, CardError):
        return render(request, "trainer/practice/no_question.html", {"drill": drill})


# -------------------------------------------------------------------------------------------------------- a run


@dataclass(slots=True)
class Said:
    """What a request adds to the run as it stands: a message, or an error in what was typed; the answer it gave; and
    why the run that it began counts nowhere."""

    message: str = ""
    error: str = ""
    typed: str = ""
    answered: Answered | None = None
    lapse: Lapse | None = None


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: VisitorRequest, key: str) -> HttpResponse:
    """A run as it stands; a posted deed is done first."""
    if not key.isprintable():  # PostgreSQL does not take every text, nor does a header
        raise Http404
    fresh = _about_to_begin(key)
    if request.method == "POST":
        return _posted(request, key, fresh)
    learner = accounts.known(request)
    if learner:
        accounts.remember(request, learner)  # once a day, so that no answer has to
    if fresh:
        begun = Run.objects.filter(key=fresh.key).first()
        if begun:
            return _begun(request, begun, fresh, learner)
        return _shown(request, fresh, Said(), key)
    found = Run.objects.filter(key=key, learner=learner).first() if learner else None
    if found is None:
        return not_theirs(request)
    if service.settings_of(found).mode is Mode.LESSON:
        return redirect(_end_of(found))  # its questions are asked in the lesson
    service.settle(found, timezone.now())
    return _shown(request, found, Said(), key)


def _begun(request: VisitorRequest, begun: Run, fresh: Run, learner: Learner | None) -> HttpResponse:
    """Where the address of a beginning leads that was taken already: to the run, or who is nobody yet to one like it.

    Somebody's second click may be on its way before the first has let the browser know them.
    """
    if begun.learner == learner:
        return redirect("run", begun.key)
    if learner:
        return not_theirs(request)
    return redirect(
        service.start_url(service.settings_of(fresh), asked="" if fresh.day else fresh.asked, day=fresh.day)
    )


def _about_to_begin(key: str) -> Run | None:
    """The run of a signed address. Raises Http404 for one that this site did not sign."""
    if ":" not in key:
        return None
    try:
        return service.about_to_begin(key)
    except service.NotOurs as error:
        raise Http404 from error


def _posted(request: VisitorRequest, key: str, fresh: Run | None, lapse: Lapse | None = None) -> HttpResponse:
    taken = fresh or _taken(request, key)
    if taken is None:
        return not_theirs(request)
    if service.settings_of(taken).mode is Mode.LESSON:
        return redirect(_end_of(taken))
    if fresh:
        lapse = lapse or service.lapse(fresh, timezone.now())
    try:
        with transaction.atomic() if fresh else nullcontext():  # what begins a run makes a guest too, or neither
            said = done(request, taken)
    except IntegrityError:
        if fresh is None or not service.is_bound(fresh) or Run.objects.filter(key=fresh.key).exists():
            return redirect("run", key)  # it was begun by another request: it shows how it stands
        lapse = Lapse.DAY_TRIED if fresh.day else Lapse.SET_NO_MORE
        return _posted(request, key, service.unbound(service.about_to_begin(key)), lapse)
    except Refused as refused:
        said = Said(message=words.refusal(refused.refusal))
        taken = (_taken(request, key) if taken.pk else taken) or taken
    if taken.pk:
        accounts.remember(request, taken.learner)
    said.lapse = lapse
    if not request.htmx and not (said.message or said.error or said.lapse):
        return redirect("run", taken.key if taken.pk else key)
    response = _shown(request, taken, said, taken.key if taken.pk else key)
    if fresh and taken.pk and request.htmx:
        response["HX-Replace-Url"] = reverse("run", args=[taken.key])
    return response


def _taken(request: VisitorRequest, key: str) -> Run | None:
    learner = accounts.known(request)
    try:
        return service.taken(key, learner) if learner else None
    except Run.DoesNotExist:
        return None


# ------------------------------------------------------------------------------------------------------- deeds


@dataclass(frozen=True, slots=True)
class _Deed:
    """What is done to which run, and for how many answers it was made; None where the form does not say."""

    post: QueryDict
    run: Run
    learner: Learner | None
    number: int | None
    now: datetime

    def owned(self) -> Run:
        """The run as the learner's own."""
        return service.owned(self.run, self.learner)


def done(request: VisitorRequest, run: Run, deeds: Collection[str] = ()) -> Said:
    """Do what was asked for, of these deeds where not all can be done, and say what there is to say. Raises Refused."""
    made_for = whole_number(request.POST.get("number", ""), of=range(10**9))
    deed = _Deed(request.POST, run, accounts.known(request), made_for, timezone.now())
    name = next((name for name in deeds or _DEEDS if name in request.POST), "answer")
    return _DEEDS[name](deed)


def _answer(deed: _Deed) -> Said:
    service.check(deed.run, deed.number, deed.now, Stage.ASK)
    drill, question, post = DRILLS[deed.run.drill], service.question_of(deed.run), deed.post
    typed = post.get("claim", "").strip()
    if typed.upper() == "H":
        return _hint(deed)
    if reply := drill.reply(question, typed, deed.run.found):
        return Said(message=reply)
    try:
        answer = drill.answer(question, post, deed.run.found)
    except NotAnAnswer as refused:
        return Said(error=refused.sentence, typed=refused.typed)
    deed.owned()
    if isinstance(answer, PartialAnswer):
        service.step(deed.run, answer.found)
        return Said(message=answer.message)
    return Said(answered=service.answer(deed.run, answer, deed.now))


def _time(deed: _Deed) -> Said:
    """The page says that the time is up; whether it is, the clock here decides."""
    if service.settle(deed.run, deed.now):
        return Said()
    service.check(deed.run, deed.number, deed.now, Stage.ASK)
    due = rules.due_at(service.settings_of(deed.run), service.standing_of(deed.run), deed.run.asked_at)
    if due is None or deed.now < due:
        return Said()
    return Said(answered=service.answer(deed.owned(), "", deed.now))


def _hint(deed: _Deed) -> Said:
    service.check(deed.run, deed.number, deed.now, Stage.ASK)
    service.hint(deed.owned())
    given = DRILLS[deed.run.drill].hint(service.question_of(deed.run))
    return Said(message=words.hinted(service.settings_of(deed.run), given))


def _skip(deed: _Deed) -> Said:
    service.check(deed.run, deed.number, deed.now, Stage.ASK)
    service.skip(deed.owned(), deed.now)
    return Said()


def _next(deed: _Deed) -> Said:
    service.check(deed.run, deed.number, deed.now, Stage.SHOWN)
    service.go_on(deed.run, deed.now)
    return Said()


def _find(deed: _Deed) -> Said:
    service.check(deed.run, deed.number, deed.now, Stage.HUNT)
    drill = _hunting(deed.run)
    step = drill.hunt(service.question_of(deed.run), deed.run.found, deed.post)
    service.hunted(deed.run, step.found, over=drill.found_all(service.question_of(deed.run), step.found))
    return Said(message=step.message)


def _show(deed: _Deed) -> Said:
    service.check(deed.run, deed.number, deed.now, Stage.HUNT)
    service.hunted(deed.run, deed.run.found, over=True)
    return Said()


def _pause(deed: _Deed) -> Said:
    service.check(deed.run, None, deed.now, Stage.ASK)
    if service.settings_of(deed.run).mode is Mode.SPRINT:
        service.pause(deed.owned(), deed.now)
    return Said()


def _resume(deed: _Deed) -> Said:
    service.resume(deed.run, deed.now)
    return Said()


def _end(deed: _Deed) -> Said:
    if deed.run.pk:  # of a run that nobody has begun there is nothing to end
        service.end(deed.run, deed.now)
    return Said()


_DEEDS = {
    "pause": _pause,
    "resume": _resume,
    "end": _end,
    "time": _time,
    "hint": _hint,
    "skip": _skip,
    "next": _next,
    "find": _find,
    "show": _show,
    "answer": _answer,
}


def _hunting(run: Run) -> HuntingDrill[Any, Any]:
    drill = DRILLS[run.drill]
    if not isinstance(drill, HuntingDrill):
        raise Refused(Refusal.STALE)
    return drill


# ------------------------------------------------------------------------------------------------------ showing


def _shown(request: VisitorRequest, run: Run, said: Said, key: str) -> HttpResponse:
    """The run as it stands: the whole page, or for htmx the part that changes; one that is over has its summary."""
    if run.stage == Stage.OVER and not said.message:
        summary = _end_of(run)
        return HttpResponse(headers={"HX-Redirect": summary}) if request.htmx else redirect(summary)
    context = context_of(run, said, reverse("run", args=[key]))
    if said.lapse:
        context["announcement"] = words.judged_aloud((context["notice"], context["announcement"]))
    return drawn(request, "trainer/practice/run.html", "drill", context)


def drawn(request: VisitorRequest, template: str, part: str, context: dict[str, Any]) -> HttpResponse:
    """A page, or for htmx its part that changes; the verdict on an answer that was given just now is in sight then."""
    fragment = request.htmx and not request.htmx.history_restore_request
    response = render(request, f"{template}#{part}" if fragment else template, context)
    if fragment and request.method == "POST" and context["stage"] == Stage.SHOWN:
        response["HX-Reswap"] = "outerHTML show:#verdict:bottom"
    return response


def _end_of(run: Run) -> str:
    """Where a run leads that is over: to its summary; what belongs to a lesson leads there."""
    settings = service.settings_of(run)
    if settings.mode.traits.of_lesson and settings.options["of"] in syllabus().by_slug:
        return reverse("lesson", args=[settings.options["of"]])
    return reverse("summary", args=[run.key])


def context_of(run: Run, said: Said, url: str) -> dict[str, Any]:
    """What a run is drawn with, as it stands, at its address."""
    settings, now = service.settings_of(run), timezone.now()
    lapse = said.lapse or service.lapse(run, now)
    context: dict[str, Any] = {
        "run": run,
        "stage": "paused" if run.paused_at else run.stage,
        "url": url,
        "strip": words.strip(run, settings, service.standing_of(run), now),
        "message": said.message,
        "notice": words.lapse(lapse) if lapse else "",
        "focus": True,
        "learning": settings.mode is Mode.CHECK,
        "announcement": said.message or said.error,
    }
    if context["stage"] in ("paused", Stage.OVER):
        return {**context, "heading": words.standstill(run), "title": words.title(words.standstill(run))}
    drill, question = DRILLS[run.drill], service.question_of(run)
    context |= {
        "question": question,
        "heading": drill.title(question),
        "link": _link(run) if drill.shows_all or run.stage != Stage.ASK else "",
        "found": run.found,
        "ask": f"{drill.template}#ask",
        "shown": f"{drill.template}#shown",
        "explained": f"{drill.template}#explained",
    }
    if run.stage == Stage.ASK:
        return _asked(run, settings, said, context)
    return _judged(run, said, context)


def _link(run: Run) -> str:
    """Return the address of the question, for anybody."""
    return f"{reverse('reopen', args=[run.drill])}?{urlencode({'q': run.asked})}"


def _asked(run: Run, settings: Settings, said: Said, context: dict[str, Any]) -> dict[str, Any]:
    """A question that waits for its answer; in a sprint with what became of the one before."""
    drill, question = DRILLS[run.drill], context["question"]
    aloud = drill.aloud(question, run.found)
    last = _last(run, said) if settings.goes_on and run.number else None
    return {
        **context,
        "sheet": drill.ask(question, run.found, said.typed),
        "error": said.error,
        "typed": said.typed,
        "last": last,
        "title": words.title(context["heading"]),
        "announcement": "" if said.error else said.message or words.after(_heard(last), aloud),
    }


def _last(run: Run, said: Said) -> dict[str, Any] | None:
    """The answer before this question, in a line or two."""
    last = said.answered or service.last_answer(run)
    if last is None:
        return None
    drill = DRILLS[last.attempt.drill]
    told = drill.tell(last.marking.question, last.marking)
    truth = told.spoken if drill.says_truth_in_sprint else ""
    timed = service.settings_of(run).seconds
    moved = words.clock_moved(service.standing_of(run), last.marking.right) if timed else ""
    return {"right": last.marking.right, "told": told, "truth": truth, "moved": moved}


def _heard(last: dict[str, Any] | None) -> str:
    return words.judged_aloud((last["told"].headline, last["moved"])) if last else ""


def _judged(run: Run, said: Said, context: dict[str, Any]) -> dict[str, Any]:
    """A question that was answered: in a hunt only what was found, then everything."""
    last = said.answered or service.last_answer(run)
    if last is None:
        raise Http404
    drill, question = DRILLS[run.drill], context["question"]
    told = drill.tell(question, last.marking)
    context |= {
        "marking": last.marking,
        "told": told,
        "late": last.attempt.late,
        "time": words.time_taken(last.attempt),
        "title": words.title(told.headline),
        "over": run.ended_at is not None,
        "cures": cures(last.marking),
    }
    if run.stage == Stage.HUNT:
        hunting = _hunting(run)
        context |= {
            "sheet": hunting.hunted(question, run.found),
            "hunt": f"{drill.template}#hunt",
            "finds": f"{drill.template}#finds",
        }
        return {**context, "announcement": said.message or told.headline}
    aloud = words.judged_aloud((said.message, told.headline, told.detail, told.spoken))
    return {**context, "sheet": told.sheet, "announcement": aloud}
