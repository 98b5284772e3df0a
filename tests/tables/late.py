"""Corrects `chances.npz` near the end of a game, where both play to win and the deals that `chances` scores tell least.

Deals are played to win from late scores, and what comes out is compared with what was thought: whoever has won, or the
chance that is known after the deal. The difference is fitted on the scale of log odds: smooth in what both need, with a
part of its own for the smallest needs, and the smaller the fewer deals tell of it. What is corrected there goes back to
all earlier scores, as a deal leads from these to those.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import exp, log
from multiprocessing import Pool
from random import Random

import numpy as np

from game.engine.cards import PACK
from game.strategy.prospects import decided, falling, through_deal
from game.strategy.ranks import Floats, Ints
from game.strategy.stored import dealers_chances
from tests.tables.chances import LATE, MOST, Late, save, to_win
from tests.tables.deals import deal_from

DEALS = 48_000
FIRSTS = (5_000_011, 7_000_003)
"""The chances are corrected twice, each time by so many deals: the seeds of the first two deals; the others follow."""

NEAR = 20
"""In most of the deals both need at most so much."""

LEVEL = (1, 3, 6, 11, 16)
"""What both need alike in five of eight deals: these chances are told to people, and checked against whole games."""

FAR = (15, 45)
"""What both need, by lot, in one of eight."""

_CLOSE = NEAR
"""Up to this need the difference is no smooth function: the second point of two is not the first."""

_LEAST = 1e-4
"""No chance is taken as surer than this, or log odds would have no end."""

_ROUNDS = 12
"""More than enough for what is corrected to settle: each goes a deal further back."""


def late_deal(number: int, first: int = FIRSTS[0]) -> Late:
    """Play one of two deals with the same needs and the same pack, in which the players have each other's cards."""
    twins, swapped = divmod(number, 2)
    random = Random(first + twins)
    dealers, pones = _needs(random, twins)
    dealer, pack = random.randrange(2), random.sample(PACK, len(PACK))
    if swapped:
        for at in range(0, 12, 2):
            pack[at], pack[at + 1] = pack[at + 1], pack[at]
    scores = [MOST - pones, MOST - pones]
    scores[dealer] = MOST - dealers
    *_, (_, last) = deal_from(scores, dealer, random, to_win, pack)
    left = [max(MOST - score, 0) for score in last.table.scores]
    return Late(dealers, pones, left[dealer], left[1 - dealer])


def _needs(random: Random, twins: int) -> list[int]:
    """What dealer and pone need: much, mostly the same, or about the same, small needs as often as great ones."""
    if twins % 8 == 7:
        return [random.randint(*FAR) for _ in range(2)]
    if twins % 8 > 1:
        return [random.choice(LEVEL)] * 2
    near = random.uniform(log(0.5), log(NEAR + 0.5))
    both = [exp(near), exp(near + random.gauss(0, 0.6))]
    if random.random() < 0.5:
        both.reverse()
    return [min(max(round(need), 1), NEAR) for need in both]


# ------------------------------------------------------------------------------------------------- the correction


@dataclass(frozen=True, slots=True)
class Alike:
    """How far the difference of two scores is taken to be the same, on the scale of log odds.

    `smooth` is the spread of the smooth part at the end of a game, and `reach` how far it goes, in powers of e of a
    need; `own` is the spread of the part that each small need has for itself.
    """

    smooth: float
    reach: float
    own: float

    def covariance(self, some: Ints, others: Ints) -> Floats:
        """Return the covariance of scores, given as rows of what dealer and pone need."""
        far = sum(
            ((np.log(one)[:, None] - np.log(other)) ** 2 for one, other in zip(some.T, others.T, strict=True)),
            np.zeros((len(some), len(others))),
        )
        own = (far == 0) & (others.max(axis=1) <= _CLOSE)
        fades = self.smooth**2 * np.outer(_fading(some), _fading(others))
        found: Floats = fades * np.exp(-far / (2 * self.reach**2)) + self.own**2 * own
        return found


ALIKE = Alike(smooth=0.15, reach=2, own=0.05)
"""What makes the deals that are played likeliest of what was tried: parts of their own for needs up to 6, 12 or 20,
spreads of 0.05 to 0.2 for them, of 0.15 and 0.3 for the smooth part."""

AGAIN = Alike(smooth=0.05, reach=2, own=0.03)
"""The same for the deals of the second time, of 0.03 to 0.3 for the smooth part and 0.03 to 0.1 for their own."""


def _fading(cells: Ints) -> Floats:
    """Return how much playing to win may change: all at the end of a game, nothing before its late part."""
    found: Floats = 1 - (np.log(cells.max(axis=1)) / log(LATE)) ** 2
    return found


def corrected(chances: Floats, deals: Sequence[Late], alike: Alike = ALIKE) -> Floats:
    """Return the dealer's chances with what deals played to win say of the late ones."""
    cells = np.stack(np.meshgrid(*[np.arange(1, LATE)] * 2, indexing="ij"), axis=-1).reshape(-1, 2)
    rows = np.array([(deal.dealer, deal.pone, deal.dealer_after, deal.pone_after) for deal in deals])
    numbers = (rows[:, 0] - 1) * (LATE - 1) + rows[:, 1] - 1
    times = np.bincount(numbers, minlength=len(cells))
    seen = times > 0
    tells, error = alike.covariance(cells, cells[seen]), 1 / times[seen]
    more, found = np.zeros(len(cells)), chances
    for _ in range(_ROUNDS):
        found = _gone_on(chances, more, found)
        after = np.where(rows[:, 2] == 0, 1.0, 1 - found[rows[:, 3], rows[:, 2]])
        played = np.bincount(numbers, after, len(cells))[seen] / times[seen]
        thought = found[cells[seen, 0], cells[seen, 1]].clip(_LEAST, 1 - _LEAST)
        certain = thought * (1 - thought)
        seems = more[seen] + (played - thought) / certain
        more = tells @ np.linalg.solve(tells[seen] + np.diag(error / certain), seems)
    return found


def _gone_on(chances: Floats, more: Floats, after: Floats) -> Floats:
    """Return the chances, changed as a deal that leads to those `after` it changes them, and late by `more` log
    odds."""
    found = (chances + through_deal(after) - through_deal(chances)).clip(0, 1)
    late = found[1:LATE, 1:LATE].clip(_LEAST, 1 - _LEAST)
    found[1:LATE, 1:LATE] = 1 / (1 + (1 / late - 1) * np.exp(-more.reshape(late.shape)))
    return falling(decided(found))


def make() -> None:
    """Play the deals and correct the file, then again: the second time both play by what the first has shown."""
    for first, alike in zip(FIRSTS, (ALIKE, AGAIN), strict=True):
        with Pool() as pool:
            deals = pool.map(partial(late_deal, first=first), range(DEALS), chunksize=20)
        save(corrected(dealers_chances(), deals, alike))
        dealers_chances.cache_clear()
