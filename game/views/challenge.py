"""Beat me on these deals: the page of a challenge, and making one of a finished game."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from game.access import sat_down
from game.budget import costly
from game.engine.record import read_rules
from game.models import Challenge, Habits, Pace
from game.numbers import whole_number
from game.strategy.levels import Level
from game.together import challenges, comparison, words
from game.together.tables import TableRefused
from game.visitors import AskedName, VisitorRequest, not_theirs
from game.words import rules as rules_words
from game.words.terms import level_name

_TRIES = range(10**12)


@require_POST
@costly()
def make(request: VisitorRequest, key: str, number: int) -> HttpResponse:
    """Make a challenge of a finished game of the visitor's."""
    course, seat = sat_down(request, key, number)
    learner = request.visitor.existing_learner()
    if learner is None or seat is None or not challenges.may_be_made(course, learner):
        raise Http404
    try:
        return redirect("challenge", challenges.make(course, learner).token)
    except TableRefused:  # the page of the review says why, and has the button to stop sharing
        return redirect(f"{reverse('review', args=[key, number])}#review-on")


@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: VisitorRequest, token: str) -> HttpResponse:
    """Show a challenge to whoever has its address, and let them begin it; its maker can withdraw it."""
    found, trouble, name = _challenge(token), "", AskedName.of(request)
    if found and request.method == "POST":
        try:
            if done := _done(request, found, name):
                return done
        except TableRefused as refused:
            trouble = words.told(refused.fault)
            found = _challenge(token)
        except Challenge.DoesNotExist:  # the last of its people has left meanwhile
            found = None
    return _shown(request, found, trouble, name) if found else not_theirs(request, words.no_invitation())


def _challenge(token: str) -> Challenge | None:
    return Challenge.objects.select_related("maker").filter(token=token).first()


def _done(request: VisitorRequest, found: Challenge, name: AskedName) -> HttpResponse | None:
    """Do what was pressed; None where the name is wrong. Raises TableRefused, and Http404 for what is not the
    visitor's to do."""
    deed, learner = request.POST.get("do", ""), request.visitor.existing_learner()
    if deed == "begin":
        if own := challenges.own_try(found, learner):
            return redirect("table", own.match.key) if own.match else redirect("challenge", found.token)
        if fault := challenges.refusal(found, learner):
            raise TableRefused(fault)
        if name.take(request):
            return None
        learner = request.visitor.learner()
        habits = Habits.objects.filter(learner=learner).first()
        match = challenges.begin(found.token, learner, habits.pace if habits else Pace.NORMAL)
        return redirect("table", match.key)
    if deed != "withdraw" or learner is None or found.maker != learner:
        raise Http404
    challenges.withdraw(found.token, learner)
    return redirect("challenge", found.token)


def _shown(request: VisitorRequest, found: Challenge, trouble: str, name: AskedName) -> HttpResponse:
    learner = request.visitor.existing_learner()
    own, rules = challenges.own_try(found, learner), read_rules(found.rules)
    fault = None if own else challenges.refusal(found, learner)
    if own and own.over and request.method == "GET":
        challenges.looked(own)
    chosen = whole_number(request.GET.get("with", ""), of=_TRIES)
    called = request.visitor.called()
    levels = dict.fromkeys(level_name(Level(level)) for level in found.levels if level)
    context = {
        "challenge": found,
        "own": own,
        "next_deal": len(own.deals) + 1 if own else 1,
        "hosts": learner is not None and found.maker == learner,
        "maker": comparison.name_of(found.maker, 1, called),
        "rules": rules_words.summary(rules),
        "phrases": rules_words.phrases(rules),
        "levels": list(levels),
        "players": found.tries.count(),
        "address": request.build_absolute_uri(reverse("challenge", args=[found.token])),
        "refusal": words.told(fault) if fault else "",
        "trouble": trouble,
        "name": name,
        "compared": comparison.comparison(found, own, called, chosen) if own else None,
    }
    return render(request, "game/together/challenge.html", context)
