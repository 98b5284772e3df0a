"""The export of everything that the site stores of a person, as JSON, streamed model by model.

Left out are the hash of the password, the keys of sessions, the seeds of questions and bots, other people's rows, an
exam that has not ended, of whose answers nothing is told yet, and the game that is still being played, whose log holds
all the cards.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model

from game.models import Block, Game, Match
from trainer.drills.registry import UNTOLD
from trainer.models import Assignment, Attempt, Classroom, Learner, Membership, Run, Session
from trainer.people import sessions
from trainer.people.merging import relations

_AT_ONCE = 500
_LEFT_OUT = {
    "password",
    "seed",
    "session_key",
    "session_data",
    "learner",
    "owner",
    "organiser",
    "maker",
    "host",
    "user",
}
"""Secrets, and the fields that would repeat the owner on every row."""


_OF_OTHERS = {(Block, "blocked")}
"""What others have written of the learner, which is theirs."""


def everything(learner: Learner) -> Iterator[str]:
    """Yield the pieces of one JSON object: `learner`, then a list for each model that belongs to one, by its name."""
    yield '{\n"learner": ' + _json(_row(learner))
    for model, field in relations():
        if (model, field) in _OF_OTHERS:
            continue
        yield f",\n{_json(model.__name__)}: "
        yield from _list(_rows(model, field, learner))
    yield "\n}\n"


def _rows(model: Any, field: str, learner: Learner) -> Iterator[dict[str, object]]:
    rows = model.objects.filter(**{field: learner}).order_by("pk")
    if model is Run:
        rows = rows.exclude(UNTOLD)
    elif model is Attempt:
        rows = rows.exclude(run__in=Run.objects.filter(UNTOLD, learner=learner))
    more = _MORE.get(model)
    if more is None:
        yield from rows.values(*_names(model)).iterator(_AT_ONCE)
        return
    for row in rows.iterator(_AT_ONCE):
        yield {**_row(row), **more(row)}


def _row(row: Model) -> dict[str, object]:
    return {name: getattr(row, name) for name in _names(row)}


def _names(model: Model | type[Model]) -> list[str]:
    fields = model._meta.concrete_fields
    return [field.attname for field in fields if field.name not in _LEFT_OUT]


def _list(rows: Iterable[dict[str, object]]) -> Iterator[str]:
    """Yield the pieces of a JSON list, one item a line."""
    before = "["
    for row in rows:
        yield f"{before}\n{_json(row)}"
        before = ","
    yield "[]" if before == "[" else "\n]"


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


# ------------------------------------------------------------------------------------- what a row alone does not say


def _class_of(membership: Membership) -> dict[str, object]:
    return {"class": membership.classroom.name}


def _set_in(classroom: Classroom) -> dict[str, object]:
    assignments = Assignment.objects.filter(classroom=classroom).order_by("pk")
    return {"assignments": [_row(assignment) for assignment in assignments]}


def _games_of(match: Match) -> dict[str, object]:
    """Return the finished games of a match: their actions, the help that was asked for, and their reviews."""
    return {"games": [_game_row(game) for game in match.finished_games()]}


def _game_row(game: Game) -> dict[str, object]:
    return {
        "number": game.number,
        "actions": list(game.actions.order_by("number").values("number", "text", "nonce", "at")),
        "helps": list(game.helps.order_by("number").values("number", "seat", "kind")),
        "reviews": list(game.reviews.order_by("seat").values("seat", "upto", "decisions", "deals")),
    }


_MORE: dict[type[Model], Callable[[Any], dict[str, object]]] = {
    Membership: _class_of,
    Classroom: _set_in,
    Match: _games_of,
    Session: sessions.as_exported,
}
