"""`manage.py replay FILE`: replay the record of a match, print what each action scored, then the result."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from game.engine.play import Over
from game.engine.record import ReadRecord, Step, read
from game.engine.view import see
from game.management.output import GameCommand, as_items, text_of_file
from game.words import terms


class Command(GameCommand):
    """Replay a record."""

    help = _("Replays a record: each action with its scores, then the result. Of a damaged one, what is sound.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the record."""
        super().add_arguments(parser)
        parser.add_argument("file", help=_("the record, or - for standard input"))

    def handle(self, *, file: str, json: bool, **_options: Any) -> None:
        """Replay and print. A damaged record is printed as far as it is valid and ends with status 1."""
        reading = read(text_of_file(file))
        if json:
            self.write_json(_as_json(reading))
        else:
            self._print(reading)
        if reading.stop:
            raise CommandError(terms.record_fault(reading.stop), returncode=1)

    def _print(self, reading: ReadRecord) -> None:
        for step in reading.steps:
            self.stdout.write(str(step.action))
            for pegged in step.scores:
                words = {"seat": pegged.seat + 1, "score": terms.score_aloud(pegged.score)}
                self.stdout.write("    " + _("seat %(seat)s: %(score)s") % words)
        if reading.state is None:
            return
        for side, score in enumerate(reading.state.table.scores, 1):
            self.stdout.write(_("side %(side)s: %(score)s") % {"side": side, "score": score})
        if not isinstance(reading.state, Over):
            self.stdout.write(_("The game is not over."))
        elif reading.state.winner is None:
            self.stdout.write(_("The game is drawn."))
        else:
            self.stdout.write(_("Side %(side)s wins the game.") % {"side": reading.state.winner + 1})


def _as_json(reading: ReadRecord) -> dict[str, object]:
    state, stop = reading.state, reading.stop
    winner = state.winner if isinstance(state, Over) else None
    return {
        "actions": [{"text": str(step.action), "scores": _items(step)} for step in reading.steps],
        "scores": list(state.table.scores) if state else [],
        "standing": list(state.table.standing) if state else [],
        "winner": None if winner is None else winner + 1,
        "phase": see(state).phase if state else None,
        "stopped": stop and {"line": stop.line, "reason": stop.reason, "sentence": terms.record_fault(stop)},
    }


def _items(step: Step) -> list[dict[str, object]]:
    items = as_items(pegged.score for pegged in step.scores)
    return [{"seat": pegged.seat + 1, **item} for pegged, item in zip(step.scores, items, strict=True)]
