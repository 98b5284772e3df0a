"""Makes `chances.npz`: the dealer's chance to win at a table of two, by what dealer and pone need.

Deals that experts play for points are scored again, in their order, for every need of both: who gets there first, or
what both need after it, when the other deals. So what one side gets may depend on what the other gets, as it does in
games. Near the end players play to win. What that changes is measured in deals with needs by lot, and fitted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from multiprocessing import Pool
from random import Random

import numpy as np

from game.engine.play import Action, Play
from game.engine.scoring import THIRTY_ONE
from game.engine.view import Phase, View
from game.strategy.bots import act
from game.strategy.levels import Level
from game.strategy.pegging import plays
from game.strategy.ranks import Floats, Ints
from game.strategy.stored import WHOLE
from tests.tables.deals import Dealt, deal_from, play_deals
from tests.tables.files import store

MOST = 121
DEALS = 20_000
LATE_DEALS = 60_000
FIRST = 3_000_017
"""The seed of the first deal; the others follow."""

LATE = 60
"""With a need below this, what both do may hang on it."""

_GUESSES = 40
_NEVER = 99
_POWERS = [(one, other) for one in range(4) for other in range(4 - one)]


# ------------------------------------------------------------------------------------------------- scored again


def arrivals(deals: Sequence[Dealt]) -> tuple[Ints, Ints]:
    """When pone and dealer get to each need in each deal, as the number of the score that leads there, and their totals
    in it."""
    when, totals = np.full((2, len(deals), MOST + 1), _NEVER), np.zeros((2, len(deals)), dtype=np.int64)
    for row, deal in enumerate(deals):
        for number, (who, points, _) in enumerate(deal.points):
            before = totals[who, row]
            totals[who, row] = before + points
            when[who, row, before + 1 : before + points + 1] = number
    return when, totals


def dealers_chances(deals: Sequence[Dealt], more: Floats | None = None) -> Floats:
    """The dealer's chance to win before a deal, by what the dealer and the pone need.

    `more` is what playing to win adds to it in the next deal.
    """
    (pone, dealer), (pones, dealers) = arrivals(deals)
    found = np.zeros((MOST + 1, MOST + 1))
    found[0, 1:] = 1
    for both in range(2, 2 * MOST + 1):
        for need in range(max(both - MOST, 1), min(both - 1, MOST) + 1):
            other = both - need
            goes_on = (dealers < need) & (pones < other)
            wins = (dealer[:, need] < pone[:, other]).sum()
            later = 1 - found[other - pones[goes_on], need - dealers[goes_on]]
            chance = (wins + later.sum()) / len(deals) + (0 if more is None else more[need, other])
            found[need, other] = min(max(chance, found[need, other - 1]), found[need - 1, other])
    return found


# ------------------------------------------------------------------------------------------------- played to win


@dataclass(frozen=True, slots=True)
class Late:
    """A deal played to win: what dealer and pone needed before it, and after it, when one may have what it needs."""

    dealer: int
    pone: int
    dealer_after: int
    pone_after: int


def to_win(view: View, random: Random) -> Action:
    """What an expert does, with fewer guesses."""
    possible = {card.rank for card in view.hand if card.value + view.count <= THIRTY_ONE}
    if view.phase is Phase.PEGGING and view.seat is not None and len(possible) > 1:
        return Play(view.seat, plays(view, random, to_win=True, samples=_GUESSES)[0].card)
    return act(view, Level.EXPERT, random)


def late_deal(seed: int) -> Late:
    """Play a deal with needs by lot, as many small ones as great ones."""
    random, dealer = Random(seed), seed % 2
    needs = [round(exp(random.uniform(0, log(LATE)))) for _ in range(2)]
    *_, (_, last) = deal_from([MOST - need for need in needs], dealer, random, to_win)
    left = [max(MOST - score, 0) for score in last.table.scores]
    return Late(needs[dealer], needs[1 - dealer], left[dealer], left[1 - dealer])


def fades(needs: Floats) -> Floats:
    """The terms by which what playing to win adds is fitted, for rows of what dealer and pone need."""
    near = np.log(np.maximum(needs, 1)) / log(LATE)
    weight = (1 - near).clip(0).prod(axis=-1)
    found: Floats = np.stack([weight * near[..., 0] ** one * near[..., 1] ** other for one, other in _POWERS], axis=-1)
    return found


def added(chances: Floats, deals: Sequence[Late]) -> Floats:
    """What playing to win adds to the dealer's chances, as far as these are right after the deal."""
    rows = np.array([(deal.dealer, deal.pone, deal.dealer_after, deal.pone_after) for deal in deals])
    after = np.where(rows[:, 2] == 0, 1.0, 1 - chances[rows[:, 3], rows[:, 2]])
    terms = fades(rows[:, :2].astype(np.float64))
    weights, *_ = np.linalg.lstsq(terms, after - chances[rows[:, 0], rows[:, 1]], rcond=None)
    every = np.stack(np.meshgrid(np.arange(MOST + 1.0), np.arange(MOST + 1.0), indexing="ij"), axis=-1)
    found: Floats = fades(every) @ weights
    return found


def save(chances: Floats) -> None:
    """Write the file."""
    store("chances.npz", {"dealer": np.rint(chances * WHOLE).astype(np.uint16)})


def make() -> None:
    """Compute everything and write the file, first without playing to win, then with it."""
    deals = play_deals(FIRST, DEALS)
    chances = dealers_chances(deals)
    save(chances)
    with Pool() as pool:
        late = pool.map(late_deal, range(FIRST, FIRST + LATE_DEALS), chunksize=20)
    save(dealers_chances(deals, added(chances, late)))
