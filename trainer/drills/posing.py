"""How questions are drawn: shared by the drills. Pure."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import TypeVar

from game.engine.cards import Card, Suit
from trainer.drills.questions import Wish

_Sort = TypeVar("_Sort", bound=str)
_Posed = TypeVar("_Posed")

_TRIED = 3
"""Questions among which a run that rises takes the easiest, the middle or the hardest."""


def risen(rng: Random, rise: float | None, pose: Callable[[], _Posed], hardness: Callable[[_Posed], float]) -> _Posed:
    """Return what is posed, where a run rises an easy one of several at first and a hard one in the end.

    In between it is now the easier and now the harder of two, ever more often the harder one, so that a run rises
    smoothly. See `Wish.rise`.
    """
    if rise is None:
        return pose()
    some = sorted((pose() for _ in range(_TRIED)), key=hardness)
    return some[int(min(rise, 1.0) * (_TRIED - 1) + rng.random() * (rise < 1))]


def drawn(rng: Random, wish: Wish, mix: Mapping[_Sort, int]) -> _Sort:
    """Return a sort, drawn by its share of the mix among those that are wished for."""
    sorts = wished(rng, wish, mix)
    return rng.choices(sorts, [mix[sort] for sort in sorts])[0]


def wished(rng: Random, wish: Wish, mix: Mapping[_Sort, int]) -> list[_Sort]:
    """Return the sorts of a mix that the wish names; half of the time only those the learner is weak at, and half of
    the time only the others."""
    only = wish.sorts
    sorts = [sort for sort in mix if not only or sort in only] or list(mix)
    return halved(rng, sorts, wish.weak_sorts)


def halved(rng: Random, sorts: list[_Sort], weak: Collection[str]) -> list[_Sort]:
    """Return the weak ones of some sorts half of the time, and the others otherwise; all where there is no choice."""
    pressed = [sort for sort in sorts if sort in weak]
    others = [sort for sort in sorts if sort not in weak]
    if not pressed or not others:
        return sorts
    return pressed if rng.random() < 0.5 else others


def plain(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards with plain suits: of each rank the first is a club, the second a diamond."""
    suits = tuple(Suit)
    ranks = [card.rank for card in cards]
    return tuple(Card(rank, suits[ranks[:place].count(rank)]) for place, rank in enumerate(ranks))
