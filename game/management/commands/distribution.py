"""`manage.py distribution`: print how many of all hands with a starter score each number of points."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from game.engine.scoring import distribution
from game.management.output import GameCommand


class Command(GameCommand):
    """Enumerate all hands."""

    help = _("Counts all 12,994,800 hands of four with a starter: how many are worth each number of points.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the option for cribs."""
        super().add_arguments(parser)
        parser.add_argument("--crib", action="store_true", help=_("count them as cribs"))

    def handle(self, *, crib: bool, json: bool, **_options: Any) -> None:
        """Count all hands and print."""
        found = distribution(crib)
        cases = sum(found)
        mean = sum(points * number for points, number in enumerate(found)) / cases
        if json:
            cells = {str(points): number for points, number in enumerate(found)}
            self.write_json({"crib": crib, "cases": cases, "mean": mean, "distribution": cells})
            return
        self.stdout.write(_("points      hands    share"))
        for points, number in enumerate(found):
            self.stdout.write(f"{points:6} {number:10} {number / cases:8.4%}")
        self.stdout.write(_("%(cases)s hands, %(mean)s points on average") % {"cases": cases, "mean": f"{mean:.6f}"})
