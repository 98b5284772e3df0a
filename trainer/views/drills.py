"""The list of drills, the options of a drill, and the start of a run."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from game.engine.cards import CardError
from trainer.drills.modes import Mode
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.people import accounts
from trainer.practice.addresses import start_url
from trainer.practice.forms import RunForm
from trainer.progress import advice, recall, verdicts


@require_safe
def drills(request: HttpRequest) -> HttpResponse:
    """Show all drills, with advice and the number of due questions for a known learner."""
    learner = accounts.learner_of(request)
    rows = [{"name": slug, "words": drill, "start": reverse("start", args=[slug])} for slug, drill in DRILLS.items()]
    context = {
        "drills": rows,
        "advice": learner and advice.advice(learner),
        "due": recall.due_count(learner, timezone.now()) if learner else 0,
    }
    return render(request, "trainer/practice/drills.html", context)


@require_safe
def drill(request: HttpRequest, drill: str) -> HttpResponse:
    """Show the form with the modes and options of a drill. Raise Http404 if there is no such drill."""
    if drill not in DRILLS:
        raise Http404
    return render(
        request, "trainer/practice/drill.html", {"form": RunForm(drill), "drill": drill, "words": DRILLS[drill]}
    )


@require_safe
def start(request: HttpRequest, drill: str) -> HttpResponse:
    """Redirect to a new run of a drill with the chosen settings, by default a calm run."""
    if drill not in DRILLS:
        raise Http404
    form = RunForm(drill, request.GET)
    if not form.is_valid():
        return render(request, "trainer/practice/drill.html", {"form": form, "drill": drill, "words": DRILLS[drill]})
    settings, learner = form.settings(), accounts.learner_of(request)
    weak = verdicts.weak_sorts(learner, drill) if learner and settings.options.get("weak") == "on" else ()
    return redirect(start_url(settings, weak=weak))


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
        return render(request, "trainer/practice/no_question.html", {"drill": drill})
