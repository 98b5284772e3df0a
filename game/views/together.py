"""What people do at a table besides playing, and where they wait for the game to begin."""

from functools import partial
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from game.models import Party
from game.numbers import whole_number
from game.together import invitations, life, people, phrases, room, tables, words
from game.together.tables import TableRefused
from game.visitors import VisitorRequest, not_theirs

if TYPE_CHECKING:
    from collections.abc import Callable

_PLACES = range(6)


@vary_on_headers("HX-Request")
@require_safe
def room_page(request: VisitorRequest, key: str) -> HttpResponse:
    """Show who has sat down at a table, until its game begins."""
    learner = request.visitor.existing_learner()
    party = Party.objects.select_related("match__owner").filter(match__key=key).first()
    seats = tables.seats_of(party) if party else []
    if party is None or learner is None or tables.seat_of(seats, learner) is None:
        return not_theirs(request, words.no_table())
    if party.begun_at:
        return _sent(request, reverse("table", args=[key]))
    if life.give_up_abandoned(party):
        party.refresh_from_db()
    context = {"room": room.room(party, seats, learner, timezone.now()), "invitation": _address(request, party)}
    if not request.htmx:
        context["told"] = list(map(str, messages.get_messages(request)))
    name = "game/together/room.html#room" if request.htmx else "game/together/room.html"
    return render(request, name, context)


def _address(request: VisitorRequest, party: Party) -> str:
    return request.build_absolute_uri(reverse("sit_down", args=[party.invitation]))


def _sent(request: VisitorRequest, url: str) -> HttpResponse:
    """Send somebody to another page, not only its fragment."""
    return HttpResponse(headers={"HX-Redirect": url}) if request.htmx else redirect(url)


@require_POST
def at_table(request: VisitorRequest, key: str) -> HttpResponse:
    """Do what somebody at a table chose: `do` is a word, and where it is about a seat or a phrase also which."""
    learner = request.visitor.existing_learner()
    if learner is None or not Party.objects.filter(match__key=key, match__seats__learner=learner).exists():
        raise Http404
    word, _space, which = request.POST.get("do", "").partition(" ")
    deeds: dict[str, Callable[[], None]] = {
        "start": partial(invitations.start, key, learner),
        "give-up": partial(invitations.give_up, key, learner),
        "bot": partial(life.let_bot_play, key, learner, _place(which)),
        "back": partial(life.take_back, key, learner),
        "leave": partial(life.leave, key, learner),
        "end": partial(life.end, key, learner),
        "agree": partial(life.agree_to_end, key, learner),
        "say": partial(phrases.say, key, learner, which),
        "watch": partial(tables.let_watch, key, allowed=True),
        "unwatch": partial(tables.let_watch, key, allowed=False),
        "block": partial(people.block, learner, key, _place(which)),
    }
    if word not in deeds:
        raise Http404
    told = _DONE.get(word, word)
    try:
        deeds[word]()
    except TableRefused as refused:
        told = refused.fault
    except Party.DoesNotExist as error:
        raise Http404 from error
    if word in _AWAY and told == word:
        return redirect("people")
    if sentence := words.told(told):
        messages.info(request, sentence)
    return redirect("table", key)


_DONE = {"say": "said", "block": "shut-out"}
"""What is told of what was done, where it is called otherwise."""

_AWAY = {"give-up", "leave"}
"""After what nobody stays at the table."""


def _place(which: str) -> int:
    place = whole_number(which, of=_PLACES)
    return -1 if place is None else place
