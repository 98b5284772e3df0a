"""Requests of other programs to a bot, one JSON object a line: read, checked, answered, for `manage.py serve-bot`.

The answer to every line is an object. If something is wrong, its `error` is one sentence.
"""

import json
from random import Random

from django.utils.translation import gettext as _

from game.engine.cards import Card, CardError
from game.engine.play import Discard, Go, Play
from game.engine.view import View
from game.positions import Facts, Impossible, agreed, discarding, in_play
from game.strategy.bots import act
from game.strategy.levels import Level
from game.words import terms

_PLAY = "play"
_DISCARD = ("discard", "lay_away")
"""The word for a discard, and its older name, which is also read."""

_FIELDS = {
    "id",
    "request",
    "seats",
    "sides",
    "target",
    "seat",
    "dealer",
    "scores",
    "hand",
    "away",
    "starter",
    "plays",
    "gone",
}


def answer(line: str, level: Level, random: Random) -> dict[str, object]:
    """Return the answer to one line: the bot's action or an error, with the `id` of the request if it has one."""
    try:
        request = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return {"error": _("The line is not JSON.")}
    if not isinstance(request, dict):
        return {"error": _("A request is a JSON object.")}
    echo = {"id": request["id"]} if "id" in request and _is_id(request["id"]) else {}
    try:
        return {**echo, **_answered(_Request(request), level, random)}
    except Impossible as error:
        return {**echo, "error": str(error)}
    except CardError as error:
        return {**echo, "error": terms.card_fault(error)}


def _no_number(name: str) -> None:
    raise ValueError(name)


def _is_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _answered(request: "_Request", level: Level, random: Random) -> dict[str, object]:
    match act(request.view(), level, random):
        case Discard(_, cards):
            return {request.kind: [str(card) for card in cards]}
        case Play(_, card):
            return {"play": str(card)}
        case Go():
            return {"go": True}
        case action:
            raise TypeError(action)


class _Request:
    """The fields of a request, each checked when it is read. Raises Impossible and CardError."""

    def __init__(self, fields: dict[str, object]) -> None:
        self._fields = fields
        if "id" in fields and not _is_id(fields["id"]):
            raise Impossible(_("The field “id” is a text or a whole number."))
        for name in fields:
            if name not in _FIELDS:
                raise Impossible(_("There is no field “%(name)s” in a request.") % {"name": name[:20]})

    @property
    def kind(self) -> str:
        """Return what is asked for, in the word of the request, so that an older program gets the older word."""
        kind = self._fields.get("request")
        if kind not in (*_DISCARD, _PLAY):
            raise Impossible(_("The field “request” is “discard” or “play”."))
        return str(kind)

    def view(self) -> View:
        """Return the position, seen from the seat that is to act."""
        kind = self.kind
        facts = self._facts()
        seat = self._number("seat", 0 if kind == _PLAY else 1) - 1
        if kind in _DISCARD:
            return discarding(facts, seat)
        return in_play(facts, None if self._fields.get("seat") is None else seat)[1]

    def _facts(self) -> Facts:
        seats = self._number("seats", 2)
        rules = agreed(seats, self._number("sides", seats), self._number("target", 121))
        starter = self._fields.get("starter")
        return Facts(
            rules=rules,
            dealer=self._number("dealer", seats) - 1,
            hand=self._cards("hand"),
            scores=tuple(_whole(score, "scores") for score in self._list("scores")),
            away=self._cards("away"),
            starter=None if starter is None else _card(starter, "starter"),
            plays=tuple(map(_play, self._list("plays"))),
            gone=tuple(_whole(seat, "gone") - 1 for seat in self._list("gone")),
        )

    def _number(self, name: str, default: int) -> int:
        value = self._fields.get(name)
        return default if value is None else _whole(value, name)

    def _list(self, name: str) -> list[object]:
        value = self._fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise Impossible(_("The field “%(name)s” holds a list.") % {"name": name})
        return value

    def _cards(self, name: str) -> tuple[Card, ...]:
        return tuple(_card(value, name) for value in self._list(name))


def _whole(value: object, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Impossible(_("The field “%(name)s” takes whole numbers only.") % {"name": name})
    return value


def _card(value: object, name: str) -> Card:
    if not isinstance(value, str):
        raise Impossible(_('The field “%(name)s” takes cards as text, such as "5H".') % {"name": name})
    return Card.parse(value)


def _play(value: object) -> Play | Go:
    match value:
        case {"seat": seat, "go": True}:
            return Go(_whole(seat, "seat") - 1)
        case {"seat": seat, "card": card}:
            return Play(_whole(seat, "seat") - 1, _card(card, "card"))
        case _:
            raise Impossible(_('A play is an object such as {"seat": 1, "card": "5H"}.'))
