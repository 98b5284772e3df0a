"""Discards as pages show them: all choices in a table, and some of them item by item with a chart.

Shared by the discard drill, lessons and the page that ranks the discards of any hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine.cards import RANKS
from game.strategy.discards import Choice, Items
from game.table.words import cards_in_words
from game.words.discards import KINDS, signed
from game.words.terms import decimal, letter_on_card
from trainer.drills.base import Sheet
from trainer.drills.position_words import chance


@dataclass(frozen=True, slots=True)
class DiscardRow:
    """A row of the table, with figures as text. `crib` and `play` have a sign: plus is good for the own side."""

    place: int
    choice: Choice
    hand: str
    crib: str
    play: str
    value: str
    win: str
    is_chosen: bool


def rows(ranked: Sequence[Choice], chosen: Choice | None = None) -> list[DiscardRow]:
    """Return a row for every choice, best first."""
    return [
        DiscardRow(
            place,
            choice,
            decimal(choice.hand.mean, 2),
            signed(choice.crib_sign * choice.crib.mean),
            signed(choice.play),
            signed(choice.value),
            "" if choice.win is None else chance(choice.win),
            chosen is not None and choice.away == chosen.away,
        )
        for place, choice in enumerate(ranked, 1)
    ]


def note(ranked: Sequence[Choice]) -> str:
    """Return sentences that explain the figures of the table."""
    share, sampled = -ranked[0].crib_sign, any(choice.error for choice in ranked)
    sentences = [
        _(
            "Average points. “In all” is what you gain on the others by hand, crib and play; a crib that is not yours "
            "counts against you."
        )
    ]
    if 0 < share < 1:
        sentences.append(
            _("Another’s crib is divided by %(others)s: it puts one of so many sides ahead of yours.")
            % {"others": round(1 / share)}
        )
    if sampled:
        sentences.append(
            _("For so many players the cribs are drawn at random: their averages may be off by %(error)s.")
            % {"error": decimal(max(choice.error for choice in ranked), 2)}
        )
    if ranked[0].win is not None:
        sentences.append(_("With scores, the discard that wins more games comes first."))
    return " ".join(sentences)


def in_words(choice: Choice) -> str:
    """Return a sentence with a choice and its figures."""
    words = {
        "cards": cards_in_words(choice.away),
        "hand": decimal(choice.hand.mean, 2),
        "crib": signed(choice.crib_sign * choice.crib.mean),
        "play": signed(choice.play),
        "value": signed(choice.value),
    }
    if choice.win is None:
        return _("The %(cards)s: hand %(hand)s, crib %(crib)s, play %(play)s, in all %(value)s.") % words
    return _(
        "The %(cards)s: hand %(hand)s, crib %(crib)s, play %(play)s, in all %(value)s; wins %(win)s of the games."
    ) % {**words, "win": chance(choice.win)}


# --------------------------------------------------------------------------------------------------- item by item


@dataclass(frozen=True, slots=True)
class StarterBar:
    """The chart's column for one rank of starter: its place, and the bars of hand and crib as (top, height)."""

    rank: str
    x: int
    hand: tuple[float, float]
    crib: tuple[float, float]

    @property
    def middle(self) -> int:
        """The horizontal centre, where the rank is written."""
        return self.x + 8


@dataclass(frozen=True, slots=True)
class DiscardBreakdown:
    """A choice item by item: its title on the page, its points by kind and by starter, and its chart.

    Rows of `kinds` and `starters` are a name and the figures of hand and crib.
    """

    name: str
    choice: Choice
    figures: DiscardRow
    kinds: list[tuple[str, str, str]]
    starters: list[tuple[str, str, str]]
    bars: list[StarterBar]
    axis: float
    height: float

    @property
    def width(self) -> int:
        """The width of the chart."""
        return _PITCH * len(RANKS)

    @property
    def labels(self) -> float:
        """The height at which the ranks are written, below the bars."""
        return self.height - _LABEL / 3


_PITCH = 20
_POINT = 6.0
_LABEL = 14
_GAP = 3

BEST: Promise = gettext_lazy("The best")
CHOSEN: Promise = gettext_lazy("Yours")


def breakdowns(
    choices: Sequence[tuple[str, Choice, Items]], ranked: Sequence[Choice], chosen: Choice | None
) -> list[DiscardBreakdown]:
    """Return some choices item by item; their charts share one scale."""
    up = max(hand + max(_crib(choice, crib), 0.0) for _, choice, items in choices for _, hand, crib in items.by_starter)
    down = max(-min(_crib(choice, crib), 0.0) for _, choice, items in choices for _, _, crib in items.by_starter)
    axis, height = up * _POINT + _GAP, (up + down) * _POINT + 2 * _GAP + _LABEL
    figures = {row.choice.away: row for row in rows(ranked, chosen)}
    return [
        DiscardBreakdown(
            name,
            choice,
            figures[choice.away],
            _kinds(choice, items),
            [
                (letter_on_card(rank), decimal(hand, 2), signed(_crib(choice, crib)))
                for rank, hand, crib in items.by_starter
            ],
            [_bar(choice, axis, *starter) for starter in items.by_starter],
            axis,
            height,
        )
        for name, choice, items in choices
    ]


def _kinds(choice: Choice, items: Items) -> list[tuple[str, str, str]]:
    found = [(str(name), items.hand_kinds[kind], items.crib_kinds[kind]) for kind, name in KINDS.items()]
    return [
        (name, decimal(hand, 2), signed(_crib(choice, crib)))
        for name, hand, crib in found
        if round(hand, 2) or round(crib, 2)
    ]


def _crib(choice: Choice, points: float) -> float:
    """Return the points of the crib with a sign: negative in another's crib. They are not divided among opponents."""
    return points if choice.crib_sign > 0 else -points


def _bar(choice: Choice, axis: float, rank: int, hand: float, crib: float) -> StarterBar:
    """Return the column of a starter: the hand above the axis with one's own crib on top; another's crib below."""
    tall, deep = hand * _POINT, crib * _POINT
    crib_top = axis - tall - deep if choice.crib_sign > 0 else axis + 1
    return StarterBar(letter_on_card(rank), (rank - 1) * _PITCH + 2, (axis - tall, tall), (crib_top, deep))


_BEST = 4
"""How many rows stand before the others, which are folded away."""


def explained(
    ranked: Sequence[Choice], apart: Sequence[tuple[str, Choice, Items]], chosen: Choice | None = None
) -> Sheet:
    """Return the context of `trainer/drills/_discards.html`. The rows go down by what they are worth; where the chosen
    one is not among the `best`, it is the last of them, with its own place."""
    return {
        "rows": sorted(
            rows(ranked, chosen), key=lambda row: min(row.place, _BEST - 0.5) if row.is_chosen else row.place
        ),
        "best": _BEST if chosen else _BEST + 1,
        "note": note(ranked),
        "to_win": ranked[0].win is not None,
        "own_crib": ranked[0].crib_sign > 0,
        "apart": breakdowns(apart, ranked, chosen),
    }
