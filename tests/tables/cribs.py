"""Makes `cribs.npz`: what a crib is worth on average with each pair of ranks in it, in the hands that throw that pair.

Reckoned over every pattern of six and everything the other player may throw: nobs are in, flushes left out, as they
hang on suits.
"""

from multiprocessing import Pool

import numpy as np

from game.strategy.discards import other_throws
from game.strategy.ranks import Floats, codes_of, patterns, unseen, ways
from game.strategy.stored import DEALER, PAIRS, PONE, discard_tables
from tests.tables.files import store

_JACK = 11
_SIXES = patterns(6)


def crib_of(role: int, number: int) -> float:
    """What the crib is worth with what a pattern of six throws into it, without a flush. `number` is the pattern's."""
    tables = discard_tables()
    pair = int(tables.pairs[role][number])
    chances = other_throws(tables.thrown[1 - role], unseen(_SIXES[number]))
    jacks = np.array([both.count(_JACK) for both in PAIRS]) + PAIRS[pair].count(_JACK)
    no_jack = chances.sum(axis=1) - chances[:, _JACK - 1]
    # A jack and a starter of another rank are of one suit in one case of four.
    return float((tables.crib_points[pair] * chances).sum() + jacks @ no_jack / 4)


def averages(role: int) -> Floats:
    """By pair, the mean crib over the hands that throw it in a role, each as likely as it is dealt."""
    with Pool() as pool:
        worth = np.array(pool.starmap(crib_of, [(role, number) for number in range(len(_SIXES))], chunksize=500))
    dealt = ways(codes_of(np.array(_SIXES)), np.full(13, 4))
    pairs = discard_tables().pairs[role]
    found: Floats = np.bincount(pairs, dealt * worth, len(PAIRS)) / np.bincount(pairs, dealt, len(PAIRS))
    return found


def make() -> None:
    """Compute everything and write the file."""
    store("cribs.npz", {"averages": np.array([averages(DEALER), averages(PONE)]).astype(np.float32)})
