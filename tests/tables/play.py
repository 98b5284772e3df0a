"""Makes `play.npz`: what a hand is likely to peg.

At a table of two every hand is played against all others (`kept`). What comes out is a sum over ranks and pairs of
ranks, and a rest that is the hand's own: each is made as steep as what experts then peg with it against each other. At
larger tables it is a sum over ranks and pairs of ranks: deals in which all keep
sensible hands (in half of them one hand is kept at random, so that such are known too) are played out with all cards
known, and the points of each seat's side, less the others', fitted by least squares. Of that only a part is believed.
"""

from collections.abc import Sequence
from multiprocessing import Pool
from random import Random

import numpy as np

from game.engine.rules import SIDES, Rules
from game.strategy.ranks import Floats, patterns, ways
from game.strategy.stored import DEALER, FOURS, PAIRS, PONE, discard_tables, play_features
from tests.reference.pegging import Tree
from tests.reference.positions import START, held
from tests.tables.deals import Dealt, play_deals
from tests.tables.files import store
from tests.tables.kept import values

OF_TWO = 20_000
"""How many deals of experts at a table of two say how steep the worth of a hand is."""

_FIRST = 5_000_011
"""The seed of the first of them; the others follow."""

_SEEN = 0.75
"""How much of what is pegged with open cards is pegged where nobody sees them: the same sum over ranks was so steep in
10,000 deals of experts at a table of two. At one of three experts pegged 0.91 ± 0.15 times what it then says (a
standard error), players who look at points and answers 1.04 ± 0.09 times; between partners the latter 1.26 ± 0.13."""

_SEEN_BY_MANY = 0.9
"""The same where four and more play for themselves: there experts pegged 1.23 ± 0.12 times what 0.75 says at a table of
four, and 1.80 ± 0.28 times at one of five; players who look at points and answers 1.44 ± 0.10 and 1.29 ± 0.10 times, at
one of six 1.50 ± 0.10 times."""

CAREFUL = np.array([[0.81], [1.0]])
"""How much of what a hand seems worth pone and dealer really peg, over 10,000 deals of experts (BOTS.md): of what is
best of fifteen a pone pegs less than it seems to."""

DEALS = {3: 20_000, 4: 16_000, 5: 10_000, 6: 8_000}
_CHUNK = 1000
_CENTRE = 20_000
_RIDGE = 20.0
_RIDGE_OF_TWO = 0.5
_SELDOM = 0.05
"""The least weight of a hand in the smooth part of the worth, where the average is 1."""

_SIX_NUMBER = {six: number for number, six in enumerate(patterns(6))}


def sensible(ranks: Sequence[int], role: int, owed: int) -> tuple[int, ...]:
    """What a sensible player keeps of a hand as dealt."""
    ranks = sorted(ranks)
    tables = discard_tables()
    if owed == 2:
        away = list(PAIRS[tables.pairs[role][_SIX_NUMBER[tuple(ranks)]]])
    else:
        away = [tables.ranked[len(ranks)].throws(ranks, role)]
    for rank in away:
        ranks.remove(rank)
    return tuple(ranks)


def deal(rules: Rules, random: Random, wild: int | None = None) -> list[tuple[int, ...]]:
    """The hands kept, by place from the dealer's left. The dealer sits in the last seat; `wild` keeps any hand."""
    pack = [number // 4 + 1 for number in random.sample(range(52), 52)]
    dealer, kept = rules.seats - 1, []
    for seat in range(rules.seats):
        dealt = rules.dealt(seat, dealer)
        ranks = [pack.pop() for _ in range(dealt.cards)]
        role = DEALER if rules.side_of(seat) == rules.side_of(dealer) else PONE
        if dealt.away:
            kept.append(tuple(sorted(ranks[dealt.away :])) if seat == wild else sensible(ranks, role, dealt.away))
        else:
            kept.append(tuple(sorted(ranks)))
    return kept


def _played(task: tuple[Rules, int]) -> tuple[list[list[tuple[int, ...]]], list[list[float]]]:
    """Some deals, and what each seat's side pegs more than the others in them."""
    rules, seed = task
    random, hands, worth = Random(seed), [], []
    for _ in range(_CHUNK):
        kept = deal(rules, random, wild=random.randrange(2 * rules.seats))
        sides = []
        for side in range(rules.sides):
            tree = Tree(rules, side)
            sides.append(tree.value(tree.at(tuple(map(held, kept)), START, 0)))
        hands.append(kept)
        worth.append([sides[rules.side_of(seat)] for seat in range(rules.seats)])
    return hands, worth


def fit(rules: Rules, deals: int) -> Floats:
    """By place from the dealer's left, the weights of `play_features` for what a hand pegs more than others there."""
    with Pool() as pool:
        found = pool.map(_played, [(rules, seed) for seed in range(deals // _CHUNK)], chunksize=1)
    weights = []
    for place in range(rules.seats):
        features = play_features([kept[place] for hands, _ in found for kept in hands])
        worth = np.array([by_seat[place] for _, by_deal in found for by_seat in by_deal])
        ridge = np.eye(features.shape[1]) * _RIDGE
        ridge[0, 0] = 0
        weights.append(np.linalg.solve(features.T @ features + ridge, features.T @ worth))
    return centred(rules, np.array(weights))


def centred(rules: Rules, weights: Floats) -> Floats:
    """The weights, with constants that make the average of sensible hands 0: the tree takes too good a view of all."""
    random = Random(0)
    hands = [deal(rules, random) for _ in range(_CENTRE)]
    for place in range(rules.seats):
        weights[place, 0] -= (play_features([kept[place] for kept in hands]) @ weights[place]).mean()
    return weights


def kept_by_two() -> Floats:
    """How likely sensible players keep each hand of four, as pone and as dealer."""
    found = []
    for role in (PONE, DEALER):
        thrown = discard_tables().thrown[role]
        kept = np.bincount(thrown.kept, ways(thrown.codes, np.full(13, 4)), len(FOURS))
        found.append(kept / kept.sum())
    return np.array(found)


def of_two(worth: Floats) -> Floats:
    """The worth of every hand of four to pone and dealer, less what sensible hands are worth on average."""
    found: Floats = worth - (kept_by_two() * worth).sum(axis=1, keepdims=True)
    return found


def smooth(worth: Floats) -> Floats:
    """The worth of every hand as a sum over ranks and pairs of ranks, which fits the hands that are kept most often."""
    features, found = play_features(FOURS), []
    for kept, known in zip(kept_by_two(), worth, strict=True):
        weighted = features.T * (kept * len(FOURS) + _SELDOM)
        ridge = np.eye(features.shape[1]) * _RIDGE_OF_TWO
        found.append(features @ np.linalg.solve(weighted @ features + ridge, weighted @ known))
    return np.array(found)


def believed(worth: Floats, deals: Sequence[Dealt]) -> Floats:
    """The worth of every hand, its smooth part and its rest each as steep as what experts peg with it."""
    parts = smooth(worth)
    parts, pegged = np.stack((parts, worth - parts)), np.array([deal.pegged for deal in deals])
    found = []
    for place, sign in ((0, 1), (1, -1)):
        terms = np.concatenate((parts[:, place, [deal.kept[place] for deal in deals]], np.ones((1, len(deals)))))
        slopes, *_ = np.linalg.lstsq(terms.T, sign * pegged, rcond=None)
        found.append(slopes[:2] @ parts[:, place])
    return of_two(np.array(found))


def steepness(worth: Floats, deals: Sequence[Dealt]) -> tuple[float, float]:
    """How much more pone and dealer peg with a hand that is worth a point more."""
    pegged = np.array([deal.pegged for deal in deals])
    found = []
    for place, sign in ((0, 1), (1, -1)):
        mine = worth[place][[deal.kept[place] for deal in deals]]
        found.append(sign * float(np.cov(mine, pegged)[0, 1] / mine.var(ddof=1)))
    return found[0], found[1]


def seen(seats: int, sides: int) -> float:
    """How much is believed of what is pegged with open cards at a table."""
    return _SEEN_BY_MANY if seats == sides and seats > 3 else _SEEN


def make() -> None:
    """Compute everything and write the file: at first as the play is with open cards, then as steep as it is."""
    open_cards = of_two(values())
    stored = {
        f"{seats}_{sides}": (seen(seats, sides) * fit(Rules(seats=seats, sides=sides), DEALS[seats])).astype(np.float32)
        for seats, all_sides in SIDES.items()
        for sides in all_sides
        if seats > 2
    }
    store("play.npz", {"2_2": open_cards.astype(np.float32), **stored})
    stored["2_2"] = (believed(open_cards, play_deals(_FIRST, OF_TWO)) * CAREFUL).astype(np.float32)
    store("play.npz", stored)
