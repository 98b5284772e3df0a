"""`manage.py count "4C 5S 6D JH" 4H`: print the scores of a hand or crib with its starter."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from game.engine.cards import text_of
from game.engine.scoring import Score, combine, show, total
from game.management.output import GameCommand, as_items, unusable
from game.positions import Impossible, counted_hand
from game.words import terms


class Command(GameCommand):
    """Count a hand."""

    help = _("Counts a hand, or a crib, with its starter: every item, in the order it is said.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the hand, its starter, and whether it is a crib."""
        super().add_arguments(parser)
        parser.add_argument("hand", help=_("four or five cards in one argument, such as “4C 5S 6D JH”"))
        parser.add_argument("starter", help=_("the starter, such as 4H"))
        parser.add_argument("--crib", action="store_true", help=_("a crib: a flush needs the starter too"))

    def handle(self, *, hand: str, starter: str, crib: bool, json: bool, **_options: Any) -> None:
        """Count and print."""
        try:
            held, cut = counted_hand(hand, starter)
        except Impossible as error:
            raise unusable(str(error)) from error
        scores = show(held, cut, crib=crib)
        if json:
            given = {"hand": [str(card) for card in held], "starter": str(cut), "crib": crib}
            self.write_json({**given, "points": total(scores), "items": as_items(scores)})
        else:
            self._print(scores)

    def _print(self, scores: tuple[Score, ...]) -> None:
        lines = terms.count_lines(combine(scores))
        for line in lines:
            self.stdout.write(f"{line.points:3}  {text_of(line.cards):<18}{line.spoken}")
        if not lines:
            self.stdout.write(terms.count_aloud(lines))
        self.write_points(total(scores))
