"""The stored starts of deals, from which a game goes on without a replay of all that came before.

The log alone is true. The checksum of a snapshot covers its format, the rules of the game, what it says, and the text
of the log before it. One that does not fit is not used, and is made anew.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import astuple
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import Aggregate, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import JSONObject

from game.engine.play import Dealing, SeatPoints, Table
from game.log import DealStart, Log, Pegs
from game.models import Action, Game, Snapshot

FORMAT = 1
"""To be raised when `_text` changes, or when the same log leads to another state. Older snapshots are then refused."""


class _Lines(Aggregate):
    """The texts of actions, a line each, in the order of their numbers: `_Lines("text", "number")`."""

    output_field = TextField()
    template = "STRING_AGG(%(expressions)s)"
    arg_joiner = ", CHR(10) ORDER BY "

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Leave the order to the index of games and numbers. Only newer versions of SQLite can be told of one."""
        only_text = self.copy()
        only_text.source_expressions = only_text.source_expressions[:1]
        return only_text.as_sql(compiler, connection, template="GROUP_CONCAT(%(expressions)s, CHAR(10))", **extra)


def with_latest(games: QuerySet[Any]) -> QuerySet[Any]:
    """Return the games with what `latest` needs, so that it takes no query of its own."""
    stored = Snapshot.objects.filter(game=OuterRef("pk")).order_by("-number")
    row = stored.values(row=JSONObject(number="number", state="state", checksum="checksum"))
    lines = Action.objects.filter(game=OuterRef("pk"), number__lt=OuterRef("latest_number")).order_by()
    found: QuerySet[Any] = games.annotate(
        latest_number=Subquery(stored.values("number")[:1]),
        latest_row=Subquery(row[:1]),
        latest_before=Subquery(lines.values("game").values(text=_Lines("text", "number"))),
    )
    return found


def latest(game: Any, first: DealStart) -> tuple[DealStart, str] | None:
    """Return the start of the latest deal that is stored for a game `with_latest`, and the text of the log before it.

    In the first deal that is `first`. None if the snapshot does not belong to the log.
    """
    if game.latest_row is None:
        return first, ""
    before = f"{game.latest_before}\n"
    start = start_of(Snapshot(**game.latest_row), game, first, _text_sum(before))
    return (start, before) if start else None


def start_of(snapshot: Snapshot, game: Game, first: DealStart, before: str) -> DealStart | None:
    """Return the start of the deal that is stored, or None if it does not belong to the log.

    `first` is the start of the game; `before` is the `_text_sum` of the log before the snapshot's action.
    """
    if snapshot.checksum != _checksum(game, snapshot.number, snapshot.state, before):
        return None
    kept, begun = json.loads(snapshot.state), first.state.table
    earlier = tuple(SeatPoints(seat, points) for seat, points in kept["earlier"])
    table = Table(begun.rules, kept["dealer"], kept["deal"], (), begun.standing, earlier)
    pegs = Pegs(tuple(kept["previous"]), tuple(kept["moves"]))
    return DealStart(snapshot.number, Dealing(table), kept["shuffles"], pegs)


def starts_of(stored: Sequence[Snapshot], game: Game, log: Log) -> tuple[DealStart, ...]:
    """Return the starts of the deals that are stored, in order, up to the first that does not belong to the whole
    log."""
    found: list[DealStart] = []
    for snapshot, before in zip(stored, _sums(log, (snapshot.number for snapshot in stored)), strict=True):
        start = start_of(snapshot, game, log.starts[0], before)
        if start is None:
            break
        found.append(start)
    return tuple(found)


def rows(game: Game, log: Log, since: int = 1) -> list[Snapshot]:
    """Return the snapshots of the deals that are known to begin with the action `since` or later."""
    starts = [start for start in log.starts if start.number >= max(since, 1)]
    sums = _sums(log, (start.number for start in starts))
    return [_row(game, start, before) for start, before in zip(starts, sums, strict=True)]


def _row(game: Game, start: DealStart, before: str) -> Snapshot:
    state = _text(start)
    return Snapshot(game=game, number=start.number, state=state, checksum=_checksum(game, start.number, state, before))


def mend(game: Game, log: Log, stored: Collection[Snapshot], known: Collection[DealStart]) -> None:
    """Store the snapshots of a whole log that are missing. If not all of the stored are known to fit, make all anew.

    Two requests may do so at once: what a slower one leaves out is added when the game is read again.
    """
    refused = len(known) < len(stored)
    if not refused and len(known) == len(log.starts) - 1:
        return
    with transaction.atomic():
        if refused:
            Snapshot.objects.filter(game=game).delete()
        Snapshot.objects.bulk_create(rows(game, log), ignore_conflicts=True)


def _text_sum(text: str) -> str:
    """Return the checksum of the text of a log."""
    return sha256(text.encode()).hexdigest()


def _sums(log: Log, numbers: Iterable[int]) -> Iterator[str]:
    """Yield the `_text_sum` of the log before each of these actions, which are in order."""
    reached, whole = 0, sha256()
    for number in numbers:
        whole.update(log.text(reached, number).encode())
        reached = number
        yield whole.hexdigest()


def _checksum(game: Game, number: int, state: str, before: str) -> str:
    told = [FORMAT, game.match.rules, game.dealer, game.standing, number, state, before]
    return sha256(json.dumps(told).encode()).hexdigest()


def _text(start: DealStart) -> str:
    """Return the start of a deal as JSON, from which `start_of` makes it."""
    table = start.state.table
    return json.dumps(
        {
            "deal": table.deal,
            "dealer": table.dealt_by,
            "earlier": [astuple(had) for had in table.earlier],
            "shuffles": start.shuffles,
            "previous": start.pegs.previous,
            "moves": start.pegs.moves,
        }
    )
