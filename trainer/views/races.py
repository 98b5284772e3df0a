"""Races: making one, the page where people wait for its start and see its results, and whether there is news."""

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from game.forms import CHOOSE
from game.together.news import News
from game.together.words import no_invitation
from game.visitors import AskedName, VisitorRequest, not_theirs
from trainer.classes import classrooms
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Classroom, Learner, Race
from trainer.practice import race_words as words
from trainer.practice import races as service
from trainer.practice.races import Place, RaceFault, RaceRefused
from trainer.practice.words import clock, settings_in_words

if TYPE_CHECKING:
    from collections.abc import Callable

_USUAL = 120
"""Seconds of a race, unless others are chosen."""


class RaceForm(forms.Form):
    """What is raced, and for how long."""

    drill = forms.ChoiceField(label=gettext_lazy("Drill"), error_messages=CHOOSE)
    seconds = forms.TypedChoiceField(
        coerce=int, label=gettext_lazy("Length of the race"), widget=forms.RadioSelect, error_messages=CHOOSE
    )
    start = forms.ChoiceField(
        label=gettext_lazy("Start"),
        choices=[
            ("together", gettext_lazy("Together, once all are ready")),
            ("apart", gettext_lazy("Each whenever they like")),
        ],
        widget=forms.RadioSelect,
        required=False,
        error_messages=CHOOSE,
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        chosen = {"drill": service.drills().items(), "seconds": [(n, words.length(n)) for n in service.LENGTHS]}
        for name, choices in chosen.items():
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = list(choices)

    def settings(self) -> Settings:
        """Return the settings of everybody's run. The form must be valid."""
        return Settings(self.cleaned_data["drill"], Mode.SPRINT, self.cleaned_data["seconds"])


@dataclass(frozen=True, slots=True)
class _ListedRace:
    """A race in the list: its address, what is raced, how far it is, and how many are in it."""

    url: str
    name: str
    stage: str
    number: int


def _rows(learner: Learner | None) -> list[_ListedRace]:
    found: list[Any] = list(service.listed(learner)) if learner else []
    return [
        _ListedRace(
            reverse("race", args=[race.token]),
            settings_in_words(Settings.parse(race.settings)),
            words.stage(race, race.running),
            race.number,
        )
        for race in found
    ]


@require_http_methods(["GET", "HEAD", "POST"])
def races(request: VisitorRequest) -> HttpResponse:
    """Show the visitor's races and the form of a new one, which may be for a class that they organise."""
    learner: Learner | None = request.visitor.existing_learner()
    sent = request.POST if request.method == "POST" else request.GET
    classroom = _organised(learner, sent.get("class", ""))
    posted = request.POST if request.method == "POST" else None
    usual = {"drill": next(iter(service.drills())), "seconds": _USUAL, "start": "apart" if classroom else "together"}
    form = RaceForm(posted, initial=usual)
    if posted is not None and form.is_valid():
        try:
            together = form.cleaned_data["start"] != "apart"
            made = service.make(request.visitor.learner(), form.settings(), classroom, together=together)
            return redirect("race", made.token)
        except RaceRefused as refused:
            form.add_error(None, words.fault(refused.fault))
    context = {
        "form": form,
        "classroom": classroom,
        "raced": service.with_news(learner, timezone.now()) if learner else None,
        "races": _rows(learner),
        "penalty": words.penalty(),
    }
    return render(request, "trainer/practice/races.html", context)


def _organised(learner: Learner | None, key: str) -> Classroom | None:
    """Return the class for which a race is made, None for none. Raises Http404 for what is not the visitor's."""
    if not key:
        return None
    found = classrooms.belonging(key, learner) if key.isprintable() else None
    if found is None or found.membership:
        raise Http404
    return found.classroom


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def race(request: VisitorRequest, token: str) -> HttpResponse:
    """Show a race to whoever has its address; a posted deed is done first."""
    found, trouble, name = _race(token), "", AskedName.of(request)
    if found and request.method == "POST":
        try:
            if done := _done(request, found, name):
                return done
        except RaceRefused as refused:
            trouble = words.fault(refused.fault)
            found = _race(token)
        except Race.DoesNotExist:  # all its people have left meanwhile, or the host
            found = None
    return _shown(request, found, trouble, name) if found else not_theirs(request, no_invitation())


def _race(token: str) -> Race | None:
    return Race.objects.select_related("host", "classroom", "following").filter(token=token).first()


def _done(request: VisitorRequest, found: Race, name: AskedName) -> HttpResponse | None:
    """Do what was pressed; None where the name is wrong. Raises RaceRefused, and Http404 for what is not the visitor's
    to do."""
    deed, learner = request.POST.get("do", ""), request.visitor.existing_learner()
    of_all: dict[str, Callable[[str, Learner], None]] = {
        "ready": service.say_ready,
        "not-ready": service.step_back,
        "late": service.run_later,
    }
    of_host: dict[str, Callable[[str, Learner], None]] = {"start": service.start, "close": service.close}
    if deed in of_all:
        if learner is None and (fault := _futile(found, deed)):
            raise RaceRefused(fault)  # nobody becomes a guest for it
        if name.take(request):
            return None
        of_all[deed](found.token, request.visitor.learner())
    elif learner is None or found.host != learner:
        raise Http404
    elif deed in of_host:
        of_host[deed](found.token, learner)
    elif deed == "again":
        return redirect("race", service.again(found.token, learner).token)
    else:
        raise Http404
    own = service.run_of(found, request.visitor.existing_learner())
    is_run = deed == "late" and own and own.ended_at is None
    return redirect("run", own.key) if own and is_run else redirect("race", found.token)


def _futile(found: Race, deed: str) -> RaceFault | None:
    """Return why somebody new cannot do something."""
    if deed == "ready" and found.started_at:
        return RaceFault.STARTED
    if fault := service.refusal(found, None):
        return fault
    return RaceFault.NOT_STARTED if deed == "late" and not service.has_started(found, timezone.now()) else None


@dataclass(frozen=True, slots=True)
class _Row:
    """Somebody in a race: their place, "" for none yet, "late" for who came late, name and result.

    `right` and `wrong` are their answers, None while nothing is told of them; `share` is the part of the most right
    answers that anybody has, in percent.
    """

    place: str
    name: str
    own: bool
    late: bool
    result: str
    right: int | None
    wrong: int | None
    share: int | None


def _shown(request: VisitorRequest, found: Race, trouble: str, asked: AskedName) -> HttpResponse:
    learner: Learner | None = request.visitor.existing_learner()
    own, now, racers = service.run_of(found, learner), timezone.now(), service.racers_of(found)
    if request.htmx and found.following:
        return _sent(reverse("race", args=[found.following.token]))
    starts_in = service.starts_in(found, now)
    if request.htmx and own and own.begun_at and not starts_in and not own.number and own.ended_at is None:
        return _sent(reverse("run", args=[own.key]))  # the clock that all share runs: to the questions
    (names, host), places = service.named(found, racers, request.visitor.called()), service.places(racers, now)
    hosts, is_over = learner is not None and found.host == learner, _is_over(places, learner)
    is_in = any(learner and racer.learner == learner for racer in racers)
    _looked(places, learner)
    refused = None if is_in and not service.is_deserted(found) else service.refusal(found, learner)
    classroom = found.classroom and classrooms.belonging(found.classroom.key, learner)
    settings, results = Settings.parse(found.settings), _results(found, places, names, learner, now)
    missed = bool(found.started_at) and found.together and not (starts_in or is_in or refused or hosts)
    explains = not (results["winner"] or results["clock"] or is_over or (refused and found.started_at))
    context = {
        "race": found,
        "classroom": classroom and classroom.classroom,
        "settings": settings_in_words(settings),
        "explanation": DRILLS[settings.drill].explanation,
        "penalty": words.penalty(),
        "host": host,
        "starts_in": 1000 * starts_in,
        "seconds": ceil(starts_in),
        "hosts": hosts,
        "address": request.build_absolute_uri(reverse("race", args=[found.token])),
        "is_in": is_in,
        "run": own if own and not is_over else None,
        "ended": own if is_over else None,
        "may_again": hosts and bool(racers) and found.started_at is not None and not (starts_in or found.following),
        "refusal": words.fault(refused) if refused else "",
        "trouble": trouble,
        "name": asked,
        "enough": len(racers) >= service.LEAST,
        "passed_on": bool(found.started_at) or len(racers) >= service.LEAST,
        "waits": is_in and not hosts and service.gathers(found),
        "host_runs": any(racer.learner_id == found.host_id for racer in racers),
        "newcomer": not (hosts or is_in or refused or found.started_at),
        "missed": missed,
        "explains": explains,
        "late_on_felt": missed and explains and not asked.asked,
        "news": _news(found, places, now),
        **results,
    }
    name = "trainer/practice/race.html#race" if request.htmx else "trainer/practice/race.html"
    response = render(request, name, context)
    if starts_in and not request.htmx:  # a page without scripts looks again itself, and has led to the run by then
        response["Refresh"] = f"{ceil(starts_in)}; url={reverse('run', args=[own.key]) if own else request.path}"
    return response


def _sent(url: str) -> HttpResponse:
    return HttpResponse(headers={"HX-Redirect": url})


def _is_own(place: Place, learner: Learner | None) -> bool:
    return learner is not None and place.racer.learner == learner


def _is_over(places: list[Place], learner: Learner | None) -> bool:
    return any(place.over for place in places if _is_own(place, learner))


def _results(
    found: Race, places: list[Place], names: dict[int, str], learner: Learner | None, now: datetime
) -> dict[str, object]:
    """Return what the page tells of how everybody has done, and of the reader's clock where it runs."""
    most = max((place.racer.right for place in places if place.over), default=0)
    rows, left = [_row(place, names, learner, most) for place in places], _left(places, learner, now)
    return {
        "rows": rows,
        "late": any(row.late for row in rows),
        "own": next((row for row in rows if row.own), None),
        "winner": _winner(found, places, names, learner),
        "still": sum(not place.over and not _is_own(place, learner) for place in places),
        "left": left,
        "clock": "" if left is None else clock(left),
        "ahead": _leader(
            [place for place in places if place.over and not place.racer.late and found.together],
            names,
            learner,
            final=False,
        ),
    }


def _left(places: list[Place], learner: Learner | None, now: datetime) -> int | None:
    """Return the seconds left on somebody's own clock, None where it does not run."""
    ends_at = next((place.racer.ends_at for place in places if _is_own(place, learner) and not place.over), None)
    return None if ends_at is None else round((ends_at - now).total_seconds())


def _looked(places: list[Place], learner: Learner | None) -> None:
    own = next((place.racer for place in places if _is_own(place, learner)), None)
    if own:
        service.looked(own, sum(place.over and place.racer != own for place in places))


def _winner(race: Race, places: list[Place], names: dict[int, str], learner: Learner | None) -> str:
    """Return who has won, "" while somebody who began together with the others still runs; of a race that is run apart
    who is ahead, once two have run it."""
    together = [place for place in places if not place.racer.late and (place.over or race.together)]
    if len(together) < (1 if race.together else service.LEAST) or not all(place.over for place in together):
        return ""
    return _leader(together, names, learner, final=race.together)


def _leader(over: list[Place], names: dict[int, str], learner: Learner | None, *, final: bool) -> str:
    """Return who is first of those who have run, "" where nobody has; `final` tells that nobody else comes."""
    if not over:
        return ""
    first = [place.racer for place in over if place.place == 1]
    others = [names[racer.pk] for racer in first if learner is None or racer.learner != learner]
    rights = sorted((place.racer.right for place in over), reverse=True)
    if not rights[0]:
        return words.nobody_right(final=final)
    by = rights[0] - rights[1] if len(rights) > 1 else 0
    return words.winner(others, by, own=len(others) < len(first), final=final)


def _row(place: Place, names: dict[int, str], learner: Learner | None, most: int) -> _Row:
    own, right = _is_own(place, learner), place.racer.right
    told = place.over or (own and place.begun)
    return _Row(
        place=_("late") if place.racer.late else str(place.place or ""),
        name=_("You") if own else names[place.racer.pk],
        own=own,
        late=place.racer.late,
        result=words.result(place),
        right=right if told else None,
        wrong=place.racer.number - right if told else None,
        share=100 * right // max(most, 1) if place.over else None,
    )


def _news(found: Race, places: list[Place], now: datetime) -> News:
    people = sum(place.racer.learner_id is not None for place in places)
    runs = service.has_started(found, now)
    shown = service.mark(found.version, sum(place.over for place in places), people, found.host_id, runs=runs)
    age = max(int((now - found.changed_at).total_seconds()), 0)
    return News(reverse("race_since", args=[found.token, shown]), age, service.steps(found))


@require_safe
def since(_request: HttpRequest, token: str, shown: str) -> HttpResponse:
    """Answer 204 while a race is as a page shows it, else 200 without content: then the page fetches itself anew."""
    news = service.is_news(token, shown, timezone.now())
    return HttpResponse(status=HTTPStatus.OK if news else HTTPStatus.NO_CONTENT)
