"""What the game's commands share: cards from the command line, faults as one sentence, JSON on standard output.

Exit status: 0 done, 1 done in part (a damaged record), 2 the command line or its file could not be used.
"""

import json
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import wording
from game.engine.cards import Card, CardError, parse_cards
from game.engine.scoring import Score


class GameCommand(BaseCommand):
    """A command that only computes: no database, no checks of the site before it answers."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Every command of the game can answer in JSON."""
        parser.add_argument("--json", action="store_true", help=_("answer with one JSON object"))

    def write_json(self, answer: dict[str, Any]) -> None:
        """Print one JSON object."""
        self.stdout.write(json.dumps(answer))

    def write_points(self, points: int) -> None:
        """Print the sum that closes an itemised answer."""
        self.stdout.write(ngettext("%(points)s point", "%(points)s points", points) % {"points": points})


def unusable(sentence: str) -> CommandError:
    """The error for a command line that cannot be used."""
    return CommandError(sentence, returncode=2)


def cards_from(text: str) -> tuple[Card, ...]:
    """The cards of one argument. Raises CommandError."""
    try:
        return parse_cards(text)
    except CardError as error:
        raise unusable(wording.card_fault(error)) from error


def as_items(scores: Iterable[Score]) -> list[dict[str, Any]]:
    """Scores for JSON: kind, cards in text form, points."""
    return [
        {"kind": score.kind, "cards": [str(card) for card in score.cards], "points": score.points} for score in scores
    ]
