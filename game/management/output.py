"""What the game's commands share: cards from the command line, errors as one sentence, JSON on standard output.

Exit status: 0 done, 1 done in part (a damaged record), 2 the command line or its file could not be used.
"""

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.engine.cards import Card
from game.engine.scoring import Score
from game.numbers import whole_number
from game.positions import Impossible, cards_told, scores_told
from game.strategy.levels import Level

LARGEST = 10**15
"""The largest number that an option may be, such as a seed."""
LONGEST = 10_000_000
"""The most bytes of a record that are read: about fifteen hundred games."""


class GameCommand(BaseCommand):
    """A command that only computes. It uses no database and runs no checks of the site."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option --json."""
        parser.add_argument("--json", action="store_true", help=_("answer with one JSON object"))

    def write_json(self, answer: dict[str, object]) -> None:
        """Print one JSON object."""
        self.stdout.write(json.dumps(answer))

    def write_points(self, points: int) -> None:
        """Print the sum at the end of an itemised answer."""
        self.stdout.write(ngettext("%(points)s point", "%(points)s points", points) % {"points": points})

    def write_columns(self, heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int) -> None:
        """Print a table. Its first `texts` columns are text, the others numbers."""
        lines = [heads, *rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            cells = (
                cell.ljust(width) if number < texts else cell.rjust(width)
                for number, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            self.stdout.write("  ".join(cells).rstrip())


class TableCommand(GameCommand):
    """A command about a position at a table, which its options describe."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for seats, sides and target."""
        super().add_arguments(parser)
        parser.add_argument("--seats", type=whole, default=2, help=_("how many play, 2 to 6; without it 2"))
        parser.add_argument("--sides", type=whole, help=_("how many sides they make; without it each plays alone"))
        parser.add_argument("--target", type=whole, default=121, help=_("the points that win; without it 121"))


def whole(text: str) -> int:
    """Read an option that is a whole number, which may be negative. Raises ArgumentTypeError."""
    number = whole_number(text.removeprefix("-"), of=range(LARGEST + 1))
    if number is None:
        raise ArgumentTypeError(_("“%(text)s” is not a whole number in the digits 0 to 9") % {"text": text[:20]})
    return -number if text.startswith("-") else number


def unusable(sentence: str) -> CommandError:
    """Return the error for a command line that cannot be used."""
    return CommandError(sentence, returncode=2)


def text_of_file(file: str) -> str:
    """Return the text of a file that an argument names, - for standard input. Raises CommandError."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as stream:
            raw = stream.read(LONGEST + 1)
    except OSError as error:
        raise unusable(_("%(file)s cannot be read: %(reason)s.") % {"file": file, "reason": error.strerror}) from error
    if len(raw) > LONGEST:  # it may have no end
        raise unusable(_("%(file)s is too long for a record.") % {"file": file})
    return raw.decode(errors="replace")


def cards_from(text: str) -> tuple[Card, ...]:
    """Read the cards of one argument. Raises CommandError."""
    try:
        return cards_told(text)
    except Impossible as error:
        raise unusable(str(error)) from error


def level_from(name: str) -> Level:
    """Read the level of one argument. Raises CommandError."""
    try:
        return Level(name.strip())
    except ValueError as error:
        words = {"name": name[:20], "levels": ", ".join(Level)}
        raise unusable(_("There is no level “%(name)s”: there are %(levels)s.") % words) from error


def scores_from(text: str | None) -> tuple[int, ...]:
    """Read the scores of one argument, such as 100,110. The result is empty if it is left out. Raises CommandError."""
    if text is None:
        return ()
    try:
        return scores_told(text)
    except Impossible as error:
        raise unusable(str(error)) from error


def as_items(scores: Iterable[Score]) -> list[dict[str, object]]:
    """Return scores for JSON: kind, cards in text form, points."""
    return [
        {"kind": score.kind, "cards": [str(card) for card in score.cards], "points": score.points} for score in scores
    ]
