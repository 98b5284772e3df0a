"""The play of two as the expert judged it before it thought of what the other would do: each guess played out with
open cards, and a hand doubted only for the points that it would have missed.
"""

from random import Random

import numpy as np

from game.engine.cards import Card
from game.engine.view import View
from game.strategy.pegging import Seen, begin_with, guesses, guesses_of, hands_of_other, stakes_of
from game.strategy.positions import series_of
from game.strategy.tree import Tree


def best_card(view: View, random: Random, samples: int, *, to_win: bool) -> Card:
    """The card that the former expert plays."""
    seen, seat, rules = Seen(view), view.seat or 0, view.rules
    kept, now, weights = hands_of_other(view, seen)
    likely = weights * seen.likely(1 - seat, now)
    some = len(kept) > 0
    known = guesses_of(view, seen, (kept, now, likely), random, samples) if some else guesses(view, random, samples)
    stakes, outlooks = stakes_of(view, known) if to_win else (None, None)
    begin = begin_with(known, seat, series_of(card.rank for card in view.series), rules.sides, outlooks)
    step, worths = Tree(rules, seat, begin, stakes).options(to_win=to_win)
    means = np.where(step.legal[0], known.weights @ worths, -np.inf)
    return next(card for card in view.hand if card.rank == step.ranks[0, int(means.argmax())])
