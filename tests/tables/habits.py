"""Makes `habits.npz`: how likely a good player is to choose each card in the play of two.

Experts play deals for points, as they judged the play before they knew such habits (`tests.reference.play`), so that
the table does not grow out of itself. A small network learns to tell what each plays from what it sees. Which card is
played depends on little chance, so much of it can be foreseen: of deals that it has not seen it gives what is played a
chance of two thirds on average (as a geometric mean; by the points that cards peg alone it would be 0.44).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from multiprocessing import Pool
from random import Random

import numpy as np

from game.engine.play import Action, Pegging, Play
from game.engine.scoring import THIRTY_ONE
from game.engine.view import Phase, View, see
from game.strategy.habits import SIZES, Habits, Turns, features, inputs
from game.strategy.positions import hand_of, hand_table, series_of, series_table
from game.strategy.ranks import Floats, Ints
from tests.reference.play import best_card
from tests.tables.deals import deal_from, for_points
from tests.tables.files import store

DEALS = 8_000
FIRST = 10_000_000
"""The seed of the first deal; the others follow."""

GUESSES = 400
WIDTH = 48
_ROUNDS = 20
_TOGETHER = 1024
_STEP = 0.005
_DECAY = 3e-4
_MEMORY = (0.9, 0.999)


@dataclass(frozen=True, slots=True)
class Choices:
    """Cards that could be played: what speaks for each, whether it was played, and where each turn begins."""

    inputs: Mapping[str, Ints]
    played: Ints
    firsts: Ints

    def of(self, turns: Ints) -> tuple[Mapping[str, Ints], Ints, Ints]:
        """Return the cards of some turns: their inputs, whether they were played, and the number of their turn."""
        sizes = self.firsts[turns + 1] - self.firsts[turns]
        turn = np.repeat(np.arange(len(turns)), sizes)
        rows = self.firsts[turns][turn] + np.arange(len(turn)) - (sizes.cumsum() - sizes)[turn]
        return {name: numbers[rows] for name, numbers in self.inputs.items()}, self.played[rows], turn


def _turns(seed: int) -> list[tuple[int, int, int, int, bool, int]]:
    """The turns of a deal with a choice: what is known of each (`Turns`), and the rank that was played."""
    found, numbers = [], count()

    def as_before(view: View, random: Random) -> Action:
        """What an expert does that knows no habits."""
        if view.phase is not Phase.PEGGING:
            return for_points(view, random)
        chance = Random(hash((seed, view.seat, next(numbers))))
        if len({card.rank for card in view.hand if card.value + view.count <= THIRTY_ONE}) < 2:
            return for_points(view, random)
        return Play(view.seat or 0, best_card(view, chance, GUESSES, to_win=False))

    for before, after in deal_from((0, 0), seed % 2, Random(seed), as_before):
        if not isinstance(before, Pegging) or not before.can_play(before.turn):
            continue
        view, seat = see(before, before.turn), before.turn
        if len({card.rank for card in view.hand if card.value + view.count <= THIRTY_ONE}) > 1:
            shown = [play.card.rank for play in view.plays if play.seat != seat]
            alone = not view.held[1 - seat] or (bool(view.series) and view.plays[-1].seat == seat)
            kept = after.held(seat) if isinstance(after, Pegging) else ()
            played = next(card.rank for card in view.hand if card not in kept)
            hand, series = hand_of(card.rank for card in view.hand), series_of(card.rank for card in view.series)
            found.append((hand, series, hand_of(shown), view.held[1 - seat], alone, played))
    return found


def choices_of(deals: int, first: int = FIRST) -> Choices:
    """Play so many deals and return every choice in them."""
    with Pool() as pool:
        found = [turn for turns in pool.map(_turns, range(first, first + deals), chunksize=20) for turn in turns]
    hands, series, shown, held, alone, played = np.array(found).T
    turns = Turns(hands, series, shown, held, alone > 0)
    ranks = hand_table().ranks[hands]
    row, column = np.nonzero(series_table().after[series[:, None], ranks] >= 0)
    firsts = np.searchsorted(row, np.arange(len(hands) + 1))
    return Choices(inputs(turns, row, column), (ranks[row, column] == played[row]).astype(np.int64), firsts)


def _shares(scores: Floats, turn: Ints) -> Floats:
    """Return how likely each card is in its turn."""
    most = np.full(int(turn[-1]) + 1, -np.inf)
    np.maximum.at(most, turn, scores)
    weights = np.exp(scores - most[turn])
    found: Floats = weights / np.bincount(turn, weights)[turn]
    return found


def _slopes(weights: Mapping[str, Floats], found: Mapping[str, Ints], played: Ints, turn: Ints) -> dict[str, Floats]:
    """Return in which direction each weight makes what was played less likely."""
    known = {name: rows[found[name]] for name, rows in features().items()}
    summed = np.zeros((len(turn), len(weights["out"])))
    for name in weights.keys() - {"out", "straight"}:
        summed += known[name] @ weights[name] if name in known else weights[name][found[name]]
    over = np.maximum(summed, 0)
    scores = over @ weights["out"] + weights["straight"][found["card"]]
    off = (_shares(scores, turn) - played) / (turn[-1] + 1)
    back = off[:, None] * weights["out"] * (summed > 0)
    slopes = {name: rows.T @ back for name, rows in known.items()}
    for name, size in SIZES.items():
        slopes[name] = np.zeros((size, back.shape[1]))
        np.add.at(slopes[name], found[name], back)
    slopes["out"] = over.T @ off
    slopes["straight"] = np.bincount(found["card"], off, SIZES["card"])
    return slopes


def learned(choices: Choices, width: int = WIDTH, rounds: int = _ROUNDS) -> dict[str, Floats]:
    """Return the weights of the network that foretell these choices best, by Adam's method."""
    chance = np.random.default_rng(0)
    sizes = {**{name: rows.shape[1] for name, rows in features().items()}, **SIZES}
    weights = {name: chance.normal(0, 0.2, (size, width)) for name, size in sizes.items()}
    weights["out"] = chance.normal(0, 0.3, width)
    weights["straight"] = np.zeros(SIZES["card"])
    means, squares = ({name: np.zeros_like(rows) for name, rows in weights.items()} for _ in range(2))
    number, done = len(choices.firsts) - 1, 0
    for taken in range(rounds):
        order, step = chance.permutation(number), _STEP * (1 + np.cos(np.pi * taken / rounds))
        for first in range(0, number, _TOGETHER):
            done += 1
            for name, slope in _slopes(weights, *choices.of(order[first : first + _TOGETHER])).items():
                whole = slope + _DECAY * weights[name]
                means[name] += (1 - _MEMORY[0]) * (whole - means[name])
                squares[name] += (1 - _MEMORY[1]) * (whole**2 - squares[name])
                mean, square = means[name] / (1 - _MEMORY[0] ** done), squares[name] / (1 - _MEMORY[1] ** done)
                weights[name] -= step * mean / (np.sqrt(square) + 1e-8)
    return weights


def foreseen(known: Habits, choices: Choices) -> float:
    """Return the average logarithm of the chance that the network gives to what was played."""
    found, played, turn = choices.of(np.arange(len(choices.firsts) - 1))
    return float(np.log(_shares(known.scores(found), turn)[played > 0]).mean())


def make() -> None:
    """Play the deals, learn from them and write the file."""
    store("habits.npz", {name: rows.astype(np.float32) for name, rows in learned(choices_of(DEALS)).items()})
