"""`manage.py peg "5H 4C 6D"`: print what the last card of a series scores in the play."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from game.engine.scoring import THIRTY_ONE, count_of, peg, total
from game.management.output import GameCommand, as_items, cards_from, unusable
from game.words import terms


class Command(GameCommand):
    """Score a play."""

    help = _("Tells what the last card of a series scores in the play, without the point for go or the last card.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the series."""
        super().add_arguments(parser)
        parser.add_argument("series", help=_("the cards since the last 31 or go, in order, such as “5H 4C 6D”"))

    def handle(self, *, series: str, json: bool, **_options: Any) -> None:
        """Score and print."""
        cards = cards_from(series)
        count = count_of(cards)
        if not cards:
            raise unusable(_("A series has at least one card."))
        if count > THIRTY_ONE:
            raise unusable(_("These cards count %(count)s; a series may not pass 31.") % {"count": count})
        scores = peg(cards)
        if json:
            given = {"series": [str(card) for card in cards], "count": count}
            self.write_json({**given, "points": total(scores), "items": as_items(scores)})
            return
        self.stdout.write(_("The count is %(count)s.") % {"count": count})
        for score in scores:
            self.stdout.write(f"{score.points:3}  {terms.score_aloud(score)}")
        self.write_points(total(scores))
