"""`manage.py advise-play "5C JD" --starter 4H --plays "1:TC 2:5H"`: rank the cards that can be played."""

# ruff: noqa: N999  (a command is called by its module's name)

from random import Random
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from game.engine.play import Pegging
from game.engine.scoring import total
from game.management.output import TableCommand, as_items, cards_from, scores_from, unusable, whole
from game.positions import Facts, Impossible, agreed, in_play, pegged, plays_told, starter_told
from game.strategy.pegging import Worth, plays
from game.words import terms

_SEED = 1
"""The seed for sampling the others' hands. The same question has the same answer."""


class Command(TableCommand):
    """Rank the cards that can be played."""

    help = _("Ranks the cards that can be played: what each pegs at once, and what it is worth to the end of the deal.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options for the position in the play."""
        super().add_arguments(parser)
        parser.add_argument("hand", help=_("the cards you still hold in one argument, such as “5C JD”"))
        parser.add_argument("--starter", default="", help=_("the starter, such as 4H"))
        parser.add_argument("--away", default="", help=_("what you discarded yourself; may be left out"))
        parser.add_argument(
            "--plays",
            default="",
            help=_("all plays of the deal, seats from 1, such as “1:5H 2:TC 1:KD 2:go”; or in turn, “5H TC KD go”"),
        )
        parser.add_argument("--seat", type=whole, help=_("your seat; without it the one whose turn it is"))
        parser.add_argument("--dealer", type=whole, help=_("the dealer's seat; without it the last: seat 1 leads"))
        parser.add_argument("--scores", help=_("scores by side, side 1 first, such as 100,110; ranks by the win"))

    def handle(self, *, json: bool, **options: Any) -> None:
        """Rank the cards and print them."""
        try:
            rules = agreed(options["seats"], options["sides"], options["target"])
            dealer = rules.seats - 1 if options["dealer"] is None else options["dealer"] - 1
            facts = Facts(
                rules=rules,
                dealer=dealer,
                hand=cards_from(options["hand"]),
                scores=scores_from(options["scores"]),
                away=cards_from(options["away"]),
                starter=starter_told(options["starter"]),
                plays=plays_told(options["plays"], rules, dealer),
            )
            state, view = in_play(facts, None if options["seat"] is None else options["seat"] - 1)
        except Impossible as error:
            raise unusable(str(error)) from error
        can_play = state.can_play(state.turn)
        ranked = plays(view, Random(_SEED), to_win=bool(facts.scores)) if can_play else ()
        if json:
            self.write_json(_as_json(facts, state, ranked))
        elif ranked:
            self._print(state, ranked)
        else:
            words = {"count": state.count, "seat": state.turn + 1}
            self.stdout.write(_("At a count of %(count)s seat %(seat)s can play no card and says go.") % words)

    def _print(self, state: Pegging, ranked: tuple[Worth, ...]) -> None:
        words = {"count": state.count, "seat": state.turn + 1}
        self.stdout.write(_("The count is %(count)s; seat %(seat)s plays.") % words)
        sampled, to_win = any(worth.error for worth in ranked), ranked[0].win is not None
        heads = ["", _("card"), _("pegs"), _("for"), _("value")]
        heads += [_("error")] if sampled else []
        heads += [_("win")] if to_win else []
        rows = []
        for rank, worth in enumerate(ranked, 1):
            items = pegged(state, worth.card)
            said = terms.scores_aloud(items)
            row = [str(rank), str(worth.card), str(total(items)), said, f"{worth.value:+.2f}"]
            row += [f"{worth.error:.2f}"] if sampled else []
            row += [] if worth.win is None else [f"{worth.win:.1%}"]
            rows.append(row)
        self.write_columns(heads, rows, texts=4)
        self.stdout.write(
            _("The value is what your side pegs to the end of the deal less what the other sides do on average.")
        )
        if sampled:
            self.stdout.write(_("The error is that of how far a card's value lies from the best, by the hands drawn."))


def _as_json(facts: Facts, state: Pegging, ranked: tuple[Worth, ...]) -> dict[str, object]:
    return {
        "seat": state.turn + 1,
        "dealer": facts.dealer + 1,
        "count": state.count,
        "series": [str(card) for card in state.series],
        "scores": list(facts.scores) or None,
        "go": not ranked,
        "cards": [
            {
                "card": str(worth.card),
                "points": total(items := pegged(state, worth.card)),
                "items": as_items(items),
                "value": worth.value,
                "error": worth.error,
                "win": worth.win,
            }
            for worth in ranked
        ],
    }
