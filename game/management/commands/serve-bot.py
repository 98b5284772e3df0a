"""`manage.py serve-bot expert`: a bot for other programs, one JSON object a line in, one out."""

# ruff: noqa: N999  (a command is called by its module's name)

import json
import sys
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from game.management.output import level_from
from game.management.requests import answer

LONGEST = 100_000
"""The most bytes of a line. A request with every card takes about 2,000."""


class Command(BaseCommand):
    """Answer requests until the end of input."""

    help = _("Plays for other programs: reads one JSON request a line and answers one JSON object a line.")
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the level of the bot."""
        parser.add_argument("level", help=_("novice, beginner, casual, club, strong or expert"))
        parser.add_argument("--seed", help=_("the same seed gives the same answers to the same requests"))

    def handle(self, *, level: str, seed: str | None, **_options: Any) -> None:
        """Read and answer. The output is flushed after each line, so that neither side waits for a buffer."""
        bot, random = level_from(level), Random(seed)
        while line := sys.stdin.buffer.readline(LONGEST + 1):
            if len(line) > LONGEST:
                while line and not line.endswith(b"\n"):
                    line = sys.stdin.buffer.readline(LONGEST)
                told: dict[str, object] = {"error": _("A line is at most %(n)s bytes long.") % {"n": LONGEST}}
            elif line.isspace():
                continue
            else:
                told = answer(line.decode(errors="replace"), bot, random)
            self.stdout.write(json.dumps(told))
            self.stdout.flush()
