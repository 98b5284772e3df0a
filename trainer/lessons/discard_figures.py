"""Figures for lessons about discards: the worth of hands, cribs, parts of a deal and scores.

Arguments are checked when a lesson is read; what takes time is computed when it is shown. Source: the tables of
`game.strategy`, and `manage.py distribution` for the counts of all hands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.engine.cards import PACK, RANKS, Card, parse_cards, text_of
from game.engine.rules import Rules
from game.engine.scoring import points
from game.strategy.discards import Chances, Choice, Items
from game.strategy.prospects import chance
from game.strategy.stored import DEALER, PONE, average_crib, parts
from game.words import terms
from trainer.drills.discard import choices
from trainer.drills.discard import question as discard_question
from trainer.drills.discard.page import scores, whose_crib
from trainer.drills.discard.question import DiscardQuestion
from trainer.drills.questions import UnreadableQuestion

OF_HANDS = (
    1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224,
    388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0,
    8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
OF_CRIBS = (
    1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368,
    378240, 43880, 310956, 16548, 88132, 9072, 57288, 11196, 2264, 0,
    7828, 2472, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
"""How many hands of four with a starter, and how many cribs, are worth 0, 1, 2 … points. Stored, because counting them
takes seconds."""

_RULES = Rules(seats=2, sides=2)
_KEPT = 4
_BEST = 5
"""The number of choices that a lesson shows."""


def share_of_score(score: int, *, crib: bool = False) -> float:
    """Return the percentage of all hands, or of all cribs, with this score. Raises ValueError."""
    of_scores = OF_CRIBS if crib else OF_HANDS
    if score not in range(len(of_scores)):
        raise ValueError(_("name a score from 0 to 29"))
    return 100 * of_scores[score] / sum(of_scores)


def mean_of(kind: str) -> float:
    """Return the average score of a "hand" or a "crib" of random cards. Raises ValueError."""
    of_scores = {"hand": OF_HANDS, "crib": OF_CRIBS}.get(kind)
    if of_scores is None:
        raise ValueError(_("name the hand or the crib"))
    return sum(score * number for score, number in enumerate(of_scores)) / sum(of_scores)


def expert_part(place: str, part: str) -> float:
    """Return the points a deal between two experts, by place and part; "all" of the dealer includes heels.

    Raises ValueError.
    """
    known = parts(_RULES.seats, _RULES.sides)
    pone_play, dealer_play, pone_hand, dealer_hand, crib, heels = (
        Chances(chances).mean for chances in (*known.play, *known.hands, known.crib, known.heels)
    )
    by_part = {
        "pone play": pone_play,
        "pone hand": pone_hand,
        "pone all": pone_play + pone_hand,
        "dealer play": dealer_play,
        "dealer hand": dealer_hand,
        "dealer crib": crib,
        "dealer all": heels + dealer_play + dealer_hand + crib,
    }
    if f"{place} {part}" not in by_part:
        raise ValueError(_("name one of: %(names)s") % {"names": _(", ").join(by_part)})
    return by_part[f"{place} {part}"]


def dealer_chance(dealer: int, pone: int) -> float:
    """Return the dealer's chance to win in percent, before a deal at these scores of a game of two to 121."""
    return 100 * chance(_RULES, (dealer, pone), 0, 0)


def crib_average(own: bool, ranks: str) -> float:
    """Return the average score of a crib into which its owner, or the opponent, discarded two ranks such as "5 J".

    The average is over hands from which a sensible player discards them, without flushes. Raises ValueError.
    """
    return average_crib(DEALER if own else PONE, _pair(ranks))


def _pair(text: str) -> tuple[int, int]:
    """Read two ranks; the lower comes first."""
    named = text.split()
    if len(named) != 2 or not all(len(rank) == 1 and rank in RANKS for rank in named):
        raise ValueError(_("name two ranks, such as 5 J, not “%(text)s”") % {"text": text})
    one, two = sorted(RANKS.index(rank) + 1 for rank in named)
    return one, two


def kept_average(text: str) -> Callable[[], float]:
    """Return the average score of four cards over all starters, "… without …" over all but these. Raises ValueError."""
    kept, _without, thrown = text.partition(" without ")
    cards, gone = parse_cards(kept), parse_cards(thrown)
    if len(cards) != _KEPT:
        words = ngettext("a hand has four cards, not %(n)s", "a hand has four cards, not %(n)s", len(cards))
        raise ValueError(words % {"n": len(cards)})
    numbers = [card.number for card in cards]
    return lambda: fmean(points(numbers, card.number) for card in PACK if card not in (*cards, *gone))


def choice_value(question: str, discard: str) -> Callable[[], float]:
    """Return the average points of this discard: hand, crib and play together. Raises ValueError."""
    asked, cards = _question(question), parse_cards(discard)
    _check_discard(asked, cards)
    return lambda: _choice(asked, cards).value


def choice_loss(question: str, discard: str) -> Callable[[], float]:
    """Return the average points that this discard gives up against the best one. Raises ValueError."""
    asked, cards = _question(question), parse_cards(discard)
    _check_discard(asked, cards)
    return lambda: asked.ranked[0].value - _choice(asked, cards).value


def _question(text: str) -> DiscardQuestion:
    """Read a dealt hand. Raises ValueError."""
    try:
        return discard_question.read(text)
    except UnreadableQuestion as error:
        reason = _("this is no hand to discard from: “%(text)s”; write 2H 3C 9S TD JD QH as pone of 2")
        raise ValueError(reason % {"text": text}) from error


def _check_discard(question: DiscardQuestion, discard: Sequence[Card]) -> None:
    """Raise ValueError unless these cards can be discarded there, and points alone tell the worth of it."""
    if question.scores:
        raise ValueError(_("with scores points do not decide: name the hand without them"))
    if strange := [card for card in discard if card not in question.hand]:
        raise ValueError(_("not in this hand: %(cards)s") % {"cards": text_of(strange)})
    if len(discard) != question.owed:
        words = {"owed": question.owed, "n": len(discard)}
        reason = ngettext(
            "so many cards are discarded here: %(owed)s, not %(n)s",
            "so many cards are discarded here: %(owed)s, not %(n)s",
            question.owed,
        )
        raise ValueError(reason % words)


def _choice(question: DiscardQuestion, discard: Sequence[Card]) -> Choice:
    return next(choice for choice in question.ranked if set(choice.away) == set(discard))


# -------------------------------------------------------------------------------------------------------- exhibits


@dataclass(frozen=True, slots=True)
class RankedDiscards:
    """The best discards from a hand in a table, and how the best of them depends on the starter."""

    question: DiscardQuestion
    template: ClassVar[str] = "trainer/lessons/_weigh.html"

    def context(self) -> dict[str, object]:
        """Return the context of the template."""
        question = self.question
        ranked = question.ranked
        return {
            "rows": choices.rows(ranked)[:_BEST],
            "to_win": ranked[0].win is not None,
            "swing": _swing(ranked[0], question.items_of(ranked[0])),
            "hand": question.hand,
            "whose": whose_crib(question),
            "scores": scores(question),
            "target": question.target,
        }


def _swing(choice: Choice, items: Items) -> str:
    """Return a sentence on the spread of a hand's score, and its best and worst starters."""
    of_ranks = {rank: terms.decimal(hand, 1) for rank, hand, _crib in items.by_starter}
    hands = [hand for _rank, hand, _crib in items.by_starter]
    most, least = terms.decimal(max(hands), 1), terms.decimal(min(hands), 1)
    words = {
        "mean": terms.decimal(choice.hand.mean, 1),
        "spread": terms.decimal(choice.hand.spread, 1),
        "most": most,
        "best": _(", ").join(terms.rank_name(rank) for rank, worth in of_ranks.items() if worth == most),
        "least": least,
        "worst": _(", ").join(terms.rank_name(rank) for rank, worth in of_ranks.items() if worth == least),
    }
    return (
        _(
            "The hand kept scores %(mean)s on average, give or take %(spread)s. Most with these starters: %(best)s "
            "(%(most)s). Least with these: %(worst)s (%(least)s)."
        )
        % words
    )


def weigh(text: str) -> RankedDiscards:
    """Read the exhibit that ranks every discard: "2H 3C 9S TD JD QH as pone of 2". Raises ValueError."""
    return RankedDiscards(_question(text))


@dataclass(frozen=True, slots=True)
class CribRow:
    """Two ranks as cards show them and in words, and the average score of a crib with them, own and other."""

    ranks: tuple[str, str]
    name: str
    own: float
    their: float


@dataclass(frozen=True, slots=True)
class CribTable:
    """Average scores of cribs by the pair of ranks discarded into them, the best for an own crib first."""

    pairs: tuple[tuple[int, int], ...]
    template: ClassVar[str] = "trainer/lessons/_cribs.html"

    def context(self) -> dict[str, object]:
        """Return the context of the template."""
        rows = [
            CribRow(
                (terms.letter_on_card(one), terms.letter_on_card(two)),
                _("%(one)s and %(two)s") % {"one": terms.rank_name(one), "two": terms.rank_name(two)},
                average_crib(DEALER, (one, two)),
                average_crib(PONE, (one, two)),
            )
            for one, two in self.pairs
        ]
        return {"rows": rows}


def cribs(text: str) -> CribTable:
    """Read the exhibit of crib averages: "5 5, 5 J, 2 3, 9 K". Raises ValueError."""
    pairs = [_pair(part) for part in text.split(",")]
    if len(set(pairs)) < len(pairs):
        raise ValueError(_("a pair stands here twice"))
    return CribTable(tuple(sorted(pairs, key=lambda pair: -average_crib(DEALER, pair))))
