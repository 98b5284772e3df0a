"""What a player sees of the cards. Who overlooks scores overlooks those that are hard to see, as people do.

A pair stands out, a fifteen of four cards has to be looked for. What is overlooked in one decision is overlooked in
every option of it.
"""

from collections.abc import Iterable
from random import Random

from game.engine.scoring import Kind, Score

_HARDNESS = {Kind.PAIR: 0.2, Kind.THIRTY_ONE: 0.4, Kind.FLUSH: 0.4, Kind.RUN: 0.6}
_FIFTEENS = {2: 0.3, 3: 0.8}
_LONG_FIFTEEN = 1.2
"""How hard each score is to see: a fifteen by the number of its cards."""


class Eyes:
    """The eyes of a player in one decision. `overlooks` times the hardness of a score is how likely it is not seen."""

    def __init__(self, overlooks: float, random: Random) -> None:
        self._overlooks = overlooks
        self._random = random
        self._sees: dict[tuple[Kind, tuple[int, ...]], bool] = {}

    def points(self, scores: Iterable[Score]) -> int:
        """Return the points of those scores that are seen."""
        return sum(score.points for score in scores if self._see(score))

    def overlooked(self, scores: Iterable[Score]) -> int:
        """Return the points of those scores that are not seen."""
        return sum(score.points for score in scores if not self._see(score))

    def _see(self, score: Score) -> bool:
        """Return whether a score is seen. Of two that look alike, such as both pairs of kings and a 5, both are."""
        fifteen = score.kind is Kind.FIFTEEN
        looks = score.kind, tuple(sorted(card.value if fifteen else card.rank for card in score.cards))
        if looks not in self._sees:
            self._sees[looks] = self._random.random() >= self._overlooks * hardness(score)
        return self._sees[looks]


def hardness(score: Score) -> float:
    """Return how hard a score is to see: 0 for one that nobody overlooks."""
    if score.kind is Kind.FIFTEEN:
        return _FIFTEENS.get(len(score.cards), _LONG_FIFTEEN)
    return _HARDNESS.get(score.kind, 0.0)
