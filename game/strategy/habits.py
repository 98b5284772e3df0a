"""How likely a good player is to choose each card in the play, learned from deals that experts played.

What speaks for a card is a small network's sum over what its player sees: the cards left after it, the series before
and after it, the card and what it pegs, what the other seat has played and how many cards both still hold. Each of
these is looked up by its number. `tables/habits.npz` holds the weights; `python -m tests.tables habits` learns them.
For tables of two.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.strategy.positions import hand_table, series_table
from game.strategy.ranks import Bools, Floats, Ints
from game.strategy.stored import FOLDER

CARELESS = 0.05
"""How often a card is taken to be chosen by no habit: any that can be played is then as likely."""

_MOST_PEGGED = 13
_LIMIT = 31


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of a player, a row each: the number of its hand and of the series, the number of the hand that the other
    seat has played so far, how many cards that seat still holds, and whether it has said go."""

    hands: Ints
    series: Ints
    shown: Ints
    held: Ints
    alone: Bools

    def of(self, rows: Ints) -> "Turns":
        """Return some of the rows."""
        return Turns(self.hands[rows], self.series[rows], self.shown[rows], self.held[rows], self.alone[rows])


def inputs(turns: Turns, rows: Ints, columns: Ints) -> dict[str, Ints]:
    """Return what speaks for cards, given by their turn and their column in `hand_table`: numbers by name."""
    hands, series = hand_table(), series_table()
    rank, rest = hands.ranks[turns.hands[rows], columns], hands.rests[turns.hands[rows], columns]
    before = turns.series[rows]
    return {
        "rest": rest,
        "before": before,
        "after": series.after[before, rank],
        "shown": turns.shown[rows],
        "card": rank * (_MOST_PEGGED + 1) + series.pegs[before, rank].clip(max=_MOST_PEGGED),
        "left": (turns.held[rows] * 5 + hands.sizes[rest]) * 2 + turns.alone[rows],
    }


@cache
def features() -> Mapping[str, NDArray[np.float32]]:
    """Return the features of hands and series, a row for each number."""
    hands, series = hand_table(), series_table()
    held = [hands.held >= number for number in (1, 2, 3)]
    sizes = hands.sizes[:, None] == np.arange(5)
    pegs = series.pegs[:, 1:]
    counts = series.counts[:, None] == np.arange(_LIMIT + 1)
    of_series = np.concatenate((counts, pegs / 4, pegs > 0, series.after[:, 1:] >= 0), axis=1, dtype=np.float32)
    return {
        "rest": np.concatenate((*held, sizes), axis=1).astype(np.float32),
        "before": of_series,
        "after": of_series,
        "shown": np.concatenate(held, axis=1).astype(np.float32),
    }


SIZES = {"card": 14 * (_MOST_PEGGED + 1), "left": 50}
"""How many numbers there are of those inputs that have no features."""


@dataclass(frozen=True)
class Habits:
    """The network: `rows` to add up, by input and number, and what their positive parts and the card alone weigh."""

    rows: Mapping[str, Floats]
    out: Floats
    straight: Floats

    @classmethod
    def of(cls, weights: Mapping[str, Floats]) -> "Habits":
        """Return the network with these weights."""
        known = features()
        rows = {name: known[name] @ weights[name] if name in known else weights[name] for name in (*known, *SIZES)}
        return cls(rows, weights["out"], weights["straight"])

    def scores(self, found: Mapping[str, Ints]) -> Floats:
        """Return how much speaks for each card."""
        summed = np.zeros((len(found["card"]), len(self.out)), dtype=np.float32)
        for name, rows in self.rows.items():
            summed += rows[found[name]]
        scores: Floats = np.maximum(summed, 0, out=summed) @ self.out + self.straight[found["card"]]
        return scores

    def chances(self, turns: Turns, legal: Bools) -> Floats:
        """Return how likely each of the legal cards is to be played: a row for each turn, with a column for each card
        in `hand_table`."""
        row, column = np.nonzero(legal)
        scores = np.full(legal.shape, -np.inf)
        scores[row, column] = self.scores(inputs(turns, row, column))
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        by_habit = weights / weights.sum(axis=1, keepdims=True)
        found: Floats = (1 - CARELESS) * by_habit + CARELESS * legal / legal.sum(axis=1, keepdims=True)
        return found


@cache
def habits() -> Habits:
    """Return the habits of experts."""
    with np.load(FOLDER / "habits.npz") as stored:
        return Habits.of({name: stored[name].astype(np.float32) for name in stored.files})
