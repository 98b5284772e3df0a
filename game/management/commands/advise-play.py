"""`manage.py advise-play "5C JD" --starter 4H --plays "1:TC 2:5H"`: what each card is worth in the play."""

# ruff: noqa: N999  (a command is called by its module's name)

import re
from random import Random
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from game import wording
from game.engine.cards import Card, CardError
from game.engine.play import Go, Pegging, Play, apply, scored
from game.engine.scoring import Score, total
from game.management.output import TableCommand, as_items, cards_from, scores_from, unusable
from game.management.positions import Facts, Impossible, agreed, in_play
from game.strategy.pegging import Worth, plays

_SEED = 1
"""The others' hands are drawn where they can be many; the same question has the same answer."""

_PLAY = re.compile(r"([1-9]):(.+)")


class Command(TableCommand):
    """Rank the cards that can be played."""

    help = _("Ranks the cards that can be played: what each pegs at once, and what it is worth to the end of the deal.")

    def add_arguments(self, parser: CommandParser) -> None:
        """The position of the play."""
        super().add_arguments(parser)
        parser.add_argument("hand", help=_("the cards you still hold in one argument, such as “5C JD”"))
        parser.add_argument("--starter", default="", help=_("the starter, such as 4H"))
        parser.add_argument("--away", default="", help=_("what you laid away yourself; may be left out"))
        parser.add_argument(
            "--plays", default="", help=_("all plays of the deal, seats from 1, such as “1:5H 2:TC 1:KD 2:go”")
        )
        parser.add_argument("--seat", type=int, help=_("your seat; without it the one whose turn it is"))
        parser.add_argument("--dealer", type=int, help=_("the dealer's seat; without it the last: seat 1 leads"))
        parser.add_argument("--scores", help=_("scores by side, side 1 first, such as 100,110; ranks by the win"))

    def handle(self, *, json: bool, **options: Any) -> None:
        """Rank and print."""
        try:
            rules = agreed(options["seats"], options["sides"], options["target"])
            facts = Facts(
                rules=rules,
                dealer=rules.seats - 1 if options["dealer"] is None else options["dealer"] - 1,
                hand=cards_from(options["hand"]),
                scores=scores_from(options["scores"]),
                away=cards_from(options["away"]),
                starter=_starter(options["starter"]),
                plays=tuple(map(_play, options["plays"].split())),
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
            items = _pegged(state, worth.card)
            said = _(", ").join(wording.score_aloud(score) for score in items)
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


def _starter(text: str) -> Card | None:
    cards = cards_from(text)
    if len(cards) > 1:
        raise unusable(_("The starter is one card; these are %(n)s.") % {"n": len(cards)})
    return cards[0] if cards else None


def _play(text: str) -> Play | Go:
    match = _PLAY.fullmatch(text)
    if match is None:
        raise unusable(
            _("“%(part)s” is not a play: write a seat and a card, such as 1:5H, or 2:go.") % {"part": text[:20]}
        )
    seat = int(match[1]) - 1
    if match[2].lower() == "go":
        return Go(seat)
    try:
        return Play(seat, Card.parse(match[2]))
    except CardError as error:
        raise unusable(wording.card_fault(error)) from error


def _pegged(state: Pegging, card: Card) -> tuple[Score, ...]:
    """What a card scores at once, the last card of a series too."""
    return tuple(pegged.score for pegged in scored(state, apply(state, Play(state.turn, card))))


def _as_json(facts: Facts, state: Pegging, ranked: tuple[Worth, ...]) -> dict[str, Any]:
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
                "points": total(items := _pegged(state, worth.card)),
                "items": as_items(items),
                "value": worth.value,
                "error": worth.error,
                "win": worth.win,
            }
            for worth in ranked
        ],
    }
