"""What every hand of four is worth in the play of two: the part of `play.npz` for a table of two.

For every hand that a player may keep, the play is followed against all hands that the other may keep, each as likely as
sensible players keep it. The first two cards of each are chosen as one who does not see the other hand chooses them:
the lead, the reply, and the next two by what has been played. The rest is searched with all cards open.
"""

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import Pool
from typing import Any

import numpy as np

from game.engine.rules import Rules
from game.strategy.positions import START, hand_table, series_table
from game.strategy.ranks import Floats, Ints, unseen, ways
from game.strategy.stored import DEALER, FOURS, PONE, discard_tables
from game.strategy.tree import Positions, Tree, pass_on

LEADER, REPLIER = 0, 1
"""The seats: the pone leads, the dealer replies."""

_RULES = Rules()
_SOFT = 0.1
"""The scale, in points, of how seldom a lead that is worth less is made."""

_RARE = 1e-3
_FIRST = 300
"""So many hands of the other are looked at for the first idea of the leads."""

_FOUR = int(np.flatnonzero(hand_table().sizes == 4)[0])
"""The number of the first hand of four; they follow in the order of `FOURS`."""


@dataclass(frozen=True)
class Habits:
    """What is played: `leads`, how likely each hand leads each rank; `replies`, by hand and lead; `thirds`, the
    leader's second card by hand, lead and reply. Ranks are 1 to 13, 0 where nothing is known."""

    leads: Floats
    replies: Ints
    thirds: Ints


def others(number: int, role: int) -> Floats:
    """How likely another in this role keeps each hand of four, if the hand of this number is kept."""
    thrown = discard_tables().thrown[role]
    weights = np.bincount(thrown.kept, ways(thrown.codes, unseen(FOURS[number])), len(FOURS))
    found: Floats = weights / weights.sum()
    return found


def played(rows: Positions, ranks: Ints) -> tuple[Positions, Ints]:
    """The positions after a card of each of these ranks, and what it pegs with the point for go or the last card."""
    hands, series, row = hand_table(), series_table(), np.arange(len(rows))
    holding = rows.hands[row, rows.turn]
    column = (hands.ranks[holding] == ranks[:, None]).argmax(axis=1)
    after = rows.hands.copy()
    after[row, rows.turn] = hands.rests[holding, column]
    later, more = pass_on(
        Positions(after, rows.series, rows.turn, rows.gains, rows.outlooks), series.after[rows.series, ranks]
    )
    return later, series.pegs[rows.series, ranks] + more


def dealt(leading: Ints, replying: Ints) -> Positions:
    """The positions in which these hands of four begin."""
    number = len(leading)
    return Positions(
        np.stack((leading, replying), axis=1) + _FOUR,
        np.full(number, START),
        np.full(number, LEADER),
        np.zeros((number, 2), dtype=np.int64),
        np.zeros(number, dtype=np.int64),
    )


def by_rank(rows: Positions, seat: int) -> Floats:
    """What each rank, 0 to 13, is worth to a seat that plays it now, for each position: nan if it cannot."""
    step, worths = Tree(_RULES, seat, rows).options()
    found = np.full((len(rows), 14), np.nan)
    row, column = np.nonzero(step.legal)
    found[row, step.ranks[row, column]] = worths[row, column]
    return found


def judged(rows: Positions, seat: int, weights: Floats, groups: Ints) -> tuple[Floats, Ints]:
    """What positions are worth, a row each, to a seat that sees only their group and plays one rank in all of it, and
    that rank.

    Where it is not the seat's turn, the rest is played with open cards, and the rank is 0.
    """
    worth, chosen = np.zeros(len(rows)), np.zeros(len(rows), dtype=np.int64)
    ours = np.flatnonzero(rows.turn == seat)
    theirs = np.flatnonzero(rows.turn == 1 - seat)
    if len(theirs):
        worth[theirs] = Tree(_RULES, seat, rows.of(theirs)).worth()
    if len(ours):
        worths = by_rank(rows.of(ours), seat)
        _, group = np.unique(groups[ours], return_inverse=True)
        sums = np.zeros((group.max() + 1, 14))
        np.add.at(sums, group, worths * weights[ours, None])
        best = np.where(np.isnan(sums), -np.inf, sums).argmax(axis=1)[group]
        worth[ours], chosen[ours] = worths[np.arange(len(ours)), best], best
    return worth, chosen


def first_leads(number: int) -> Floats:
    """What each lead of a hand is worth if all else is played with open cards: 14 numbers, nan for what is not held."""
    weights = others(number, DEALER).cumsum()
    at = np.searchsorted(weights, (np.arange(_FIRST) + 0.5) / _FIRST)
    found: Floats = by_rank(dealt(np.full(_FIRST, number), at), LEADER).mean(axis=0)
    return found


def leads(number: int, replies: Ints) -> tuple[Floats, Ints]:
    """What each lead of a hand is worth against these replies, and by lead and reply what it plays next."""
    weights = others(number, DEALER)
    there = np.flatnonzero(weights > 0)
    worth, thirds = np.full(14, np.nan), np.zeros((14, 14), dtype=np.int64)
    for lead in set(FOURS[number]):
        begun, pegs = played(dealt(np.full(len(there), number), there), np.full(len(there), lead))
        reply = replies[there, lead]
        rows, answered = played(begun, reply)
        later, chosen = judged(rows, LEADER, weights[there], reply)
        worth[lead] = weights[there] @ (pegs - answered + later)
        thirds[lead, reply] = chosen
    return worth, thirds


def leading(number: int, likely: Floats) -> tuple[Ints, Ints, Floats]:
    """The hands that the leader may hold against a hand of the dealer, each with the leads that it may make, and their
    weights."""
    weights = others(number, PONE)[:, None] * likely
    hands, ranks = np.nonzero(weights > _RARE * weights.max(axis=0))
    return hands, ranks, weights[hands, ranks]


def replies_of(number: int, likely: Floats) -> Ints:
    """What a hand replies to each lead."""
    hands, ranks, weights = leading(number, likely)
    rows, _ = played(dealt(hands, np.full(len(hands), number)), ranks)
    _, chosen = judged(rows, REPLIER, weights, ranks)
    found = np.full(14, FOURS[number][0])
    found[ranks] = chosen
    return found


def answering(number: int, habits: Habits) -> float:
    """What a hand is worth to the dealer against these habits."""
    hands, ranks, weights = leading(number, habits.leads)
    begun, led = played(dealt(hands, np.full(len(hands), number)), ranks)
    reply = habits.replies[number, ranks]
    rows, pegs = played(begun, reply)
    third = habits.thirds[hands, ranks, reply]
    known = third > 0
    third = np.where(known, third, hand_table().ranks[rows.hands[:, LEADER], 0])
    rows, more = played(rows, third)
    later, _ = judged(rows, REPLIER, weights, (ranks * 14 + reply) * 14 + third)
    return float(weights @ (pegs - led - more + later) / weights.sum())


def softly(worth: Floats) -> Floats:
    """How likely each lead is made, by what each is worth."""
    best = np.nanmax(worth, axis=1, keepdims=True)
    likely = np.nan_to_num(np.exp((worth - best) / _SOFT))
    found: Floats = likely / likely.sum(axis=1, keepdims=True)
    return found


def values(rounds: int = 2, processes: int | None = None) -> Floats:
    """What each hand of four is worth to the pone and to the dealer, in points to come less the other's."""
    with Pool(processes) as pool:
        worth = np.array(pool.map(first_leads, range(len(FOURS)), chunksize=20))
        for _ in range(rounds):
            replies = np.array(_all(pool, replies_of, softly(worth)))
            found = _all(pool, leads, replies)
            worth, thirds = np.array([each for each, _ in found]), np.array([each for _, each in found])
        habits = Habits(softly(worth), replies, thirds)
        return np.array([np.nanmax(worth, axis=1), _all(pool, answering, habits)])


def _all(pool: Any, one: Callable[[int, Any], Any], known: Any) -> list[Any]:
    """A function of every hand of four, and of what is known of all."""
    parts = [(one, range(first, min(first + 65, len(FOURS))), known) for first in range(0, len(FOURS), 65)]
    return [each for part in pool.map(_some, parts, chunksize=1) for each in part]


def _some(task: tuple[Callable[[int, Any], Any], range, Any]) -> list[Any]:
    one, numbers, known = task
    return [one(number, known) for number in numbers]
