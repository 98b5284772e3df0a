"""`manage.py discard "2H 3C 9S TD JD QH"`: print every discard, best first, and the best one item by item."""

from collections.abc import Sequence
from random import Random
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from game.engine.cards import RANKS, text_of
from game.management.output import TableCommand, cards_from, scores_from, unusable
from game.positions import Facts, Impossible, agreed, discarding
from game.strategy.discards import Choice, Items, Situation, choices, itemised
from game.words.discards import KINDS

_SEED = 1
"""The seed for sampling at larger tables. The same question has the same answer."""

_TWELVE = 12


class Command(TableCommand):
    """Rank the discards of a hand."""

    help = _("Ranks every way to discard from a hand as dealt, and takes the best apart.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the hand, whose crib it is, and the scores."""
        super().add_arguments(parser)
        parser.add_argument("hand", help=_("the cards dealt in one argument, such as “2H 3C 9S TD JD QH”"))
        whose = parser.add_mutually_exclusive_group()
        whose.add_argument("--pone", action="store_true", help=_("you sit left of the dealer; so without it, too"))
        whose.add_argument("--dealer", action="store_true", help=_("you deal"))
        parser.add_argument(
            "--scores",
            help=_("scores such as 100,110, yours first, then round to the left; ranks by the chance to win"),
        )

    def handle(self, *, hand: str, dealer: bool, json: bool, **options: Any) -> None:
        """Rank the discards and print them."""
        scores = scores_from(options["scores"])
        try:
            rules = agreed(options["seats"], options["sides"], options["target"])
            facts = Facts(rules, 0 if dealer else rules.seats - 1, cards_from(hand), scores)
            discarding(facts, 0)
        except Impossible as error:
            raise unusable(str(error)) from error
        situation = Situation(rules, 0, facts.dealer, scores or None)
        ranked = choices(facts.hand, situation, Random(_SEED))
        items = itemised(ranked[0], situation, Random(_SEED))
        if json:
            self.write_json(_as_json(facts, ranked, items))
            return
        self._print_choices(ranked)
        self.stdout.write("")
        self.stdout.write(_("%(away)s discarded, item by item:") % {"away": text_of(ranked[0].away)})
        self._print_items(items)

    def _print_choices(self, ranked: Sequence[Choice]) -> None:
        sampled, to_win = any(choice.error for choice in ranked), ranked[0].win is not None
        heads = ["", _("away"), _("kept"), _("hand"), _("crib"), _("play"), _("value"), _("spread"), _("12 or more")]
        heads += [_("error of crib")] if sampled else []
        heads += [_("win")] if to_win else []
        rows = []
        for rank, choice in enumerate(ranked, 1):
            row = [str(rank), text_of(choice.away), text_of(choice.kept), f"{choice.hand.mean:.2f}"]
            crib = choice.crib.mean if choice.crib_sign > 0 else -choice.crib.mean
            row += [f"{crib:+.2f}", f"{choice.play:+.2f}", f"{choice.value:+.2f}"]
            row += [f"{choice.hand.spread:.2f}", f"{choice.hand.at_least(_TWELVE):.1%}"]
            row += [f"{choice.error:.2f}"] if sampled else []
            row += [] if choice.win is None else [f"{choice.win:.1%}"]
            rows.append(row)
        self.write_columns(heads, rows, texts=3)
        share = -ranked[0].crib_sign
        if 0 < share < 1:
            sentence = _("In the value another's crib is divided by %(others)s: so many sides play against yours.")
            self.stdout.write(sentence % {"others": round(1 / share)})

    def _print_items(self, items: Items) -> None:
        rows = [
            (str(name), f"{items.hand_kinds[kind]:.2f}", f"{items.crib_kinds[kind]:.2f}")
            for kind, name in KINDS.items()
        ]
        self.write_columns(("", _("hand"), _("crib")), rows, texts=1)
        self.stdout.write("")
        of_starter = [(RANKS[rank - 1], f"{hand:.2f}", f"{crib:.2f}") for rank, hand, crib in items.by_starter]
        self.write_columns((_("starter"), _("hand"), _("crib")), of_starter, texts=1)


def _as_json(facts: Facts, ranked: Sequence[Choice], items: Items) -> dict[str, object]:
    return {
        "hand": [str(card) for card in facts.hand],
        "seats": facts.rules.seats,
        "sides": facts.rules.sides,
        "target": facts.rules.target,
        "dealer": facts.dealer == 0,
        "scores": list(facts.scores) or None,
        "choices": [_as_choice(choice) for choice in ranked],
        "best": {
            "hand": items.hand_kinds,
            "crib": items.crib_kinds,
            "by_starter": {RANKS[rank - 1]: {"hand": hand, "crib": crib} for rank, hand, crib in items.by_starter},
        },
    }


def _as_choice(choice: Choice) -> dict[str, object]:
    return {
        "away": [str(card) for card in choice.away],
        "kept": [str(card) for card in choice.kept],
        "hand": choice.hand.mean,
        "spread": choice.hand.spread,
        "twelve_or_more": choice.hand.at_least(_TWELVE),
        "crib": choice.crib.mean,
        "crib_sign": choice.crib_sign,
        "crib_error": choice.error,
        "play": choice.play,
        "value": choice.value,
        "win": choice.win,
    }
