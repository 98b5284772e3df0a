"""The page of the hands from one's own games of this week, and the runs that ask them."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from game.budget import costly
from game.visitors import VisitorRequest
from trainer.people import accounts
from trainer.practice import own_games as games
from trainer.practice import service


@require_http_methods(["GET", "HEAD", "POST"])
@costly()
def own_games(request: VisitorRequest) -> HttpResponse:
    """Show how many hands of this week's games there are; a POST begins a run through those that its drill asks."""
    learner, now = accounts.learner_of(request), timezone.now()
    found = games.of_week(learner, now)
    if request.method == "POST" and learner:
        for hands in found:
            if hands.asked and request.POST.get("drill") == hands.drill:
                begun = service.begin(learner, hands.settings, questions=games.to_ask(learner, hands, now))
                if begun:
                    return redirect("run", begun.key)
    counted, discarded = found
    context = {"counted": counted, "discarded": discarded, "most": games.MOST, "days": games.DAYS}
    return render(request, "trainer/practice/own_games.html", context)
