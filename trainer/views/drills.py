"""The drills: what there is to practise, and the choice of how."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from trainer.drills.registry import DRILLS
from trainer.people import accounts
from trainer.practice.forms import RunForm
from trainer.progress import advice, recall


@require_safe
def drills(request: HttpRequest) -> HttpResponse:
    """All drills, each a tap away; and what is due, for those who have practised."""
    learner = accounts.known(request)
    rows = [{"name": slug, "words": drill, "start": reverse("start", args=[slug])} for slug, drill in DRILLS.items()]
    context = {
        "drills": rows,
        "advice": learner and advice.advice(learner),
        "due": recall.due_number(learner, timezone.now()) if learner else 0,
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
