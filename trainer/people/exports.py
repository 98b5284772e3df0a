"""Everything that the site keeps of a person, as JSON: a list for each thing, written as it is read.

What is left out: the password's hash; the seeds that questions and bots draw from; other people's rows; and the game
that is still played, whose log tells all the cards.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from game.models import Game, Match
from trainer.models import Assignment, Classroom, Learner, Membership
from trainer.people.merging import relations

_AT_ONCE = 500
_LEFT_OUT = {"password", "seed", "learner", "owner", "organiser", "user"}
"""Secrets, and fields that would say on each row whose it is."""


def everything(learner: Learner) -> Iterator[str]:
    """The pieces of one JSON object: `learner`, then a list for each model that has rows of theirs, by its name."""
    yield '{\n"learner": ' + _json(_row(learner))
    for model, field in relations():
        yield f",\n{_json(model.__name__)}: "
        yield from _list(_rows(model, field, learner))
    yield "\n}\n"


def _rows(model: Any, field: str, learner: Learner) -> Iterator[dict[str, Any]]:
    rows = model.objects.filter(**{field: learner}).order_by("pk")
    more = _MORE.get(model)
    if more is None:
        yield from rows.values(*_names(model)).iterator(_AT_ONCE)
        return
    for row in rows.iterator(_AT_ONCE):
        yield {**_row(row), **more(row)}


def _row(row: Model) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _names(row)}


def _names(model: Model | type[Model]) -> list[str]:
    fields = model._meta.concrete_fields
    return [field.attname for field in fields if field.name not in _LEFT_OUT]


def _list(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A JSON list, an item a line."""
    before = "["
    for row in rows:
        yield f"{before}\n{_json(row)}"
        before = ","
    yield "[]" if before == "[" else "\n]"


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


# ------------------------------------------------------------------------------------- what a row alone does not say


def _class_of(membership: Membership) -> dict[str, Any]:
    return {"class": membership.classroom.name}


def _set_in(classroom: Classroom) -> dict[str, Any]:
    assignments = Assignment.objects.filter(classroom=classroom).order_by("pk")
    return {"assignments": [_row(assignment) for assignment in assignments]}


def _games_of(match: Match) -> dict[str, Any]:
    """The finished games, action by action, with the help that was asked for and what the review found."""
    games = list(match.games.prefetch_related("actions", "helps", "reviews"))
    finished = games if match.over or match.summary.get("over") else games[:-1]
    return {"games": [_told(game) for game in finished]}


def _told(game: Game) -> dict[str, Any]:
    return {
        "number": game.number,
        "actions": _told_of(game.actions.all(), "number", "text", "nonce", "at"),
        "helps": _told_of(game.helps.all(), "number", "seat", "kind"),
        "reviews": _told_of(game.reviews.all(), "seat", "upto", "decisions", "deals"),
    }


def _told_of(rows: Iterable[Model], *names: str) -> list[dict[str, Any]]:
    """These columns of rows that are there, ordered by the first."""
    told = [{name: getattr(row, name) for name in names} for row in rows]
    return sorted(told, key=lambda row: row[names[0]])


_MORE: dict[type[Model], Callable[[Any], dict[str, Any]]] = {
    Membership: _class_of,
    Classroom: _set_in,
    Match: _games_of,
}
