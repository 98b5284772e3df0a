"""Inviting people: the page of tables, making one, and the invitation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game.engine.record import read_rules
from game.models import Challenge, Party
from game.numbers import whole_number
from game.table.listed import row
from game.together import challenges, invitations, life, people, room, tables, words
from game.together.comparison import name_of
from game.together.forms import PartyForm
from game.together.tables import TableRefused
from game.visitors import AskedName, VisitorRequest, not_theirs
from game.words import rules as rules_words
from game.words.names import told_apart

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

PAGE = 12
"""Games on a page."""

_SEATS = range(1, 7)
_BLOCKS = range(10**12)


@dataclass(frozen=True, slots=True)
class _OpenTable:
    """A table with free seats: its host and rules, and the secret of its invitation."""

    invitation: str
    host: str
    rules: str


@require_http_methods(["GET", "HEAD", "POST"])
def people_page(request: VisitorRequest) -> HttpResponse:
    """Show the visitor's games with people, tables that wait for them, and whom they have blocked."""
    learner = request.visitor.existing_learner()
    if request.method == "POST":
        block = whole_number(request.POST.get("unblock", ""), of=_BLOCKS)
        if learner and block is not None:
            people.unblock(learner, block)
        return redirect("people")
    if learner is None:
        return render(request, "game/together/people.html", {})
    page = Paginator(people.listed(learner), PAGE).get_page(request.GET.get("page"))
    now, called = timezone.now(), request.visitor.called()
    rows = [row(party.match, learner.pk, now, party) for party in page]
    context = {
        "page": page,
        "going": [one for one in rows if not one.match.over],
        "finished": [one for one in rows if one.match.over],
        "open": _open(people.open_tables(learner, request.visitor.classmates())),
        "blocked": _blocked(learner),
        "challenges": _challenges(challenges.listed(learner), learner, called),
    }
    return render(request, "game/together/people.html", context)


def _open(parties: Sequence[Party]) -> list[_OpenTable]:
    hosts = {party.match.owner_id: party.match.owner.public_name or _("Player") for party in parties}
    names = dict(zip(hosts, told_apart(hosts.values()), strict=True))
    rules = [rules_words.summary(read_rules(party.match.rules)) for party in parties]
    return [
        _OpenTable(party.invitation, names[party.match.owner_id], agreed)
        for party, agreed in zip(parties, rules, strict=True)
    ]


def _blocked(learner: "Learner") -> list[tuple[int, str]]:
    """Return whom somebody has blocked: the number by which they are unblocked, and the name."""
    blocks = people.blocked(learner)
    names = told_apart(block.blocked.public_name or _("Player") for block in blocks)
    return [(block.pk, name) for block, name in zip(blocks, names, strict=True)]


@dataclass(frozen=True, slots=True)
class _ListedChallenge:
    """A challenge in the list: its address, whose it is, its rules, how many have played it, and whether the reader's
    own game is not finished."""

    url: str
    name: str
    rules: str
    players: int
    is_unfinished: bool


def _challenges(listed: list[Any], learner: "Learner", called: Mapping[int, str]) -> list[_ListedChallenge]:
    makers = list(dict.fromkeys(one.challenge.maker for one in listed if one.challenge.maker not in {None, learner}))
    told = told_apart(name_of(maker, number, called) for number, maker in enumerate(makers, 1))
    names = dict(zip(makers, told, strict=True))
    return [_challenge(one, learner, names) for one in listed]


def _challenge(own: Any, learner: "Learner", names: Mapping["Learner", str]) -> _ListedChallenge:
    found = own.challenge
    return _ListedChallenge(
        url=reverse("challenge", args=[found.token]),
        name=_whose(found, learner, names),
        rules=rules_words.summary(read_rules(found.rules)),
        players=own.players,
        is_unfinished=not own.over,
    )


def _whose(challenge: Challenge, learner: "Learner", names: Mapping["Learner", str]) -> str:
    if challenge.maker is None:
        return _("The deals of somebody who has left")
    if challenge.maker == learner:
        return _("Your deals")
    return _("%(name)s’s deals") % {"name": names[challenge.maker]}


@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: VisitorRequest) -> HttpResponse:
    """Show the form of a table for people, and make it."""
    form, trouble, name = PartyForm.blank(), "", AskedName.of(request)
    if request.method == "POST":
        form = PartyForm(request.POST)
        if form.is_valid() and not name.take(request):
            try:
                return redirect("room", tables.make(request.visitor.learner(), form.cleaned_data["party"]).match.key)
            except TableRefused as refused:
                trouble = words.told(refused.fault)
    return render(request, "game/together/new.html", {"form": form, "trouble": trouble, "name": name})


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: VisitorRequest, token: str) -> HttpResponse:
    """Show an invitation, and let whoever presses its button sit down. Who has a seat is sent to the table."""
    try:
        party, seats = invitations.of_address(token)
    except Party.DoesNotExist:
        return not_theirs(request, words.no_invitation())
    trouble, learner, name = "", request.visitor.existing_learner(), AskedName.of(request)
    if tables.seat_of(seats, learner):
        return redirect("table", party.match.key)
    if life.give_up_abandoned(party):
        party.refresh_from_db()
    if request.method == "POST" and invitations.refusal(party, seats, learner) is None and not name.take(request):
        place = whole_number(request.POST.get("seat", ""), of=_SEATS)
        try:
            invitations.take_seat(token, request.visitor.learner(), None if place is None else place - 1)
            return redirect("table", party.match.key)
        except TableRefused as refused:
            trouble, (party, seats) = words.told(refused.fault), invitations.of_address(token)
    return _invitation(request, party, trouble, name)


def mistyped(request: VisitorRequest, token: str) -> HttpResponse:  # noqa: ARG001
    """Answer an address that can be no invitation."""
    return not_theirs(request, words.no_invitation())


def _invitation(request: VisitorRequest, party: Party, trouble: str, name: AskedName) -> HttpResponse:
    learner, seats = request.visitor.existing_learner(), tables.seats_of(party)
    fault = invitations.refusal(party, seats, learner)
    shown = room.room(party, seats, learner, timezone.now())
    context = {
        "room": shown,
        "choices": [chair for chair in shown.chairs if not chair.name],
        "refusal": (words.closed(party) or words.told(fault)) if fault else "",
        "trouble": trouble,
        "name": name,
    }
    return render(request, "game/together/join.html", context)
