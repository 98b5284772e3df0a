"""The drills: what there is to practise, the choice of how, and the way to a new run."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
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
    """All drills, each a tap away; and what is due, for those who have practised."""
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
    """How one drill can be practised."""
    if drill not in DRILLS:
        raise Http404
    return render(
        request, "trainer/practice/drill.html", {"form": RunForm(drill), "drill": drill, "words": DRILLS[drill]}
    )


@never_cache
@require_safe
def start(request: HttpRequest, drill: str) -> HttpResponse:
    """Go to a new run of a drill; where nothing is chosen to a calm one."""
    if drill not in DRILLS:
        raise Http404
    form = RunForm(drill, request.GET)
    if not form.is_valid():
        return render(request, "trainer/practice/drill.html", {"form": form, "drill": drill, "words": DRILLS[drill]})
    settings, learner = form.settings(), accounts.learner_of(request)
    weak = verdicts.weak_sorts(learner, drill) if learner and settings.options.get("weak") == "on" else ()
    return redirect(start_url(settings, weak=weak))


@never_cache
@require_safe
def reopen(request: HttpRequest, drill: str) -> HttpResponse:
    """A question that somebody was asked, for anybody: it is the first of a calm run."""
    if drill not in DRILLS:
        raise Http404
    try:
        if not request.GET.get("q"):
            raise UnreadableQuestion("")
        return redirect(start_url(Settings(drill, Mode.CALM), asked=request.GET["q"]))
    except (UnreadableQuestion, CardError):
        return render(request, "trainer/practice/no_question.html", {"drill": drill})
