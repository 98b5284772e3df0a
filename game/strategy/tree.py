"""The sequences of a play, searched for many deals of the cards at once.

All hands are taken as known. The positions after so many cards are the rows of arrays, those that several deals or
sequences lead to kept once, so that a search costs a few NumPy calls a card. Source: RULES.md, The play.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.engine.rules import Rules
from game.strategy.positions import START, hand_table, series_table
from game.strategy.prospects import Outlook
from game.strategy.ranks import Bools, Floats, Ints

EXACT = 8
"""With so many cards left, in all hands together, every sequence is searched. Before that players are simple."""

BLIND = 0.7
"""How far the others choose without seeing the own hand, 0 (not at all) to 1. Found by measuring games."""

_LURE = np.exp(np.arange(60) / 0.7)
"""The weight of a card by the points that it pegs, for a player who looks at nothing else."""

_LIMIT = 31
_FAR = 1e9


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions in which a seat can play, a row each.

    `hands`: the numbers of the hands, by seat. `series`: the number of the series. `turn`: the seat. For playing to
    win, `gains` are the points of each side since the search began, and `outlooks` says which outlook holds.
    """

    hands: Ints
    series: Ints
    turn: Ints
    gains: Ints
    outlooks: Ints

    def __len__(self) -> int:
        return len(self.series)

    def of(self, rows: Ints | Bools) -> "Positions":
        """Return some of the rows."""
        return Positions(self.hands[rows], self.series[rows], self.turn[rows], self.gains[rows], self.outlooks[rows])


@dataclass(frozen=True, slots=True)
class Step:
    """What can be played in each of some positions: a row each, a column for each card.

    `ranks` and `pegs` are the card and everything that it pegs. `legal` marks the columns that can be played (by a
    simple player: that is played), `after` is the row of the position after it (-1: it cannot be played), and `won`
    marks cards that end the game.
    """

    turn: Ints
    ranks: Ints
    pegs: Ints
    legal: Bools
    after: Ints
    won: Bools


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a search to win looks at: `outlooks` as they are numbered in the positions, for the game's `needs` by
    side."""

    outlooks: Sequence[Outlook]
    needs: Ints

    def over(self, positions: Positions) -> Bools:
        """Return in which positions a side has what it needs: the game is over by then."""
        found: Bools = (positions.gains - self.needs).max(axis=1) >= 0
        return found

    def chances(self, side: int, end: Positions) -> Floats:
        """Return a side's chance to win where the play is over. Where the game is over before, it is not asked."""
        found, on = np.zeros(len(end)), ~self.over(end)
        for number, outlook in enumerate(self.outlooks):
            here = on & (end.outlooks == number)
            found[here] = outlook.chances(side, end.gains[here])
        return found


def pass_on(played: Positions, series: Ints) -> tuple[Positions, Ints]:
    """Return the positions after a card by each seat that had its turn, and the point for go or the last card."""
    lows, seats = hand_table().lows, played.hands.shape[1]
    row, room = np.arange(len(played)), _LIMIT - series_table().counts[series]
    follows, leads = np.full((2, len(played)), -1)
    for ahead in range(seats, 0, -1):
        seat = (played.turn + ahead) % seats
        low = lows[played.hands[row, seat]]
        follows = np.where(low <= room, seat, follows)
        leads = np.where(low <= _LIMIT, seat, leads)
    stuck = (follows < 0) & (series != START)
    turn = np.where(stuck, leads, follows)
    return (
        Positions(played.hands, np.where(stuck, START, series), turn, played.gains, played.outlooks),
        stuck.astype(np.int64),
    )


class Tree:
    """The plays from positions with the same number of cards left, judged for one side.

    A position is worth the points of the side to come minus the average of the others', or `to_win`, which needs
    `stakes`, the side's chance to win.
    """

    def __init__(self, rules: Rules, side: int, begin: Positions, stakes: Stakes | None = None) -> None:
        others = -1 / (rules.sides - 1)
        self._side = side
        self._sides = np.array([rules.side_of(seat) for seat in range(rules.seats)])
        self._signs = np.where(self._sides == side, 1.0, others)
        self._stakes = stakes
        self._steps: list[Step] = []
        self._search(begin)

    def options(self, *, to_win: bool = False) -> tuple[Step, Floats]:
        """Return what can be played first, and the worth of each."""
        stakes = self._stakes if to_win else None
        worth = stakes.chances(self._side, self._end) if stakes else np.zeros(len(self._end))
        for step in reversed(self._steps[1:]):
            worth = self._best(step, self._worths(step, worth, to_win=to_win), to_win=to_win)
        return self._steps[0], self._worths(self._steps[0], worth, to_win=to_win)

    def worth(self, *, to_win: bool = False) -> Floats:
        """Return the worth of the positions from which the tree begins."""
        step, worths = self.options(to_win=to_win)
        return self._best(step, worths, to_win=to_win)

    # ------------------------------------------------------------------------------------------------ forwards

    def _search(self, rows: Positions) -> None:
        left = int(hand_table().sizes[rows.hands[0]].sum())
        simple = False
        while left and len(rows):
            step, rows = self._step(rows, simple=simple)
            self._steps.append(step)
            left -= 1
            simple = left > EXACT
        self._end = rows

    def _step(self, rows: Positions, *, simple: bool) -> tuple[Step, Positions]:
        """Return what can be played, and the positions after it."""
        hands, series = hand_table(), series_table()
        holding = rows.hands[np.arange(len(rows)), rows.turn]
        ranks = hands.ranks[holding]
        ranks = ranks[:, ranks.any(axis=0)]
        legal = series.after[rows.series[:, None], ranks] >= 0
        row, column = np.nonzero(legal)
        played = rows.of(row)
        rank = ranks[row, column]
        played.hands[np.arange(len(row)), played.turn] = hands.rests[holding[row], column]
        pegged = series.pegs[played.series, rank]
        later, more = pass_on(played, series.after[played.series, rank])
        pegged = pegged + more
        if simple:
            chosen = self._simply(played.turn, later, pegged, row, len(rows))
            legal = np.zeros_like(legal)
            legal[row[chosen], column[chosen]] = True
            row, column, pegged, later = row[chosen], column[chosen], pegged[chosen], later.of(chosen)
        won = np.zeros_like(legal)
        if self._stakes:
            mover = self._sides[rows.turn[row]]
            later.gains[np.arange(len(row)), mover] += pegged
            ends = later.gains[np.arange(len(row)), mover] >= self._stakes.needs[mover]
            won[row, column] = ends
        different, numbers = _once(later)
        pegs, after = np.zeros(legal.shape, dtype=np.int64), np.full(legal.shape, -1)
        pegs[row, column], after[row, column] = pegged, numbers
        return Step(rows.turn, ranks, pegs, legal, after, won), later.of(different)

    def _simply(self, mover: Ints, later: Positions, pegged: Ints, row: Ints, rows: int) -> Ints:
        """Return the card in each position that a seat plays that looks at what it pegs and at the best answer."""
        series, next_hands = series_table(), later.hands[np.arange(len(later)), later.turn]
        ranks = hand_table().ranks[next_hands]
        can = series.after[later.series[:, None], ranks] >= 0
        answer = np.where(can, series.pegs[later.series[:, None], ranks], 0).max(axis=1)
        worth = pegged + np.where(later.turn >= 0, answer * self._signs[later.turn], 0.0) / self._signs[mover]
        order = np.lexsort((-np.arange(len(row)), worth, row))
        last = np.searchsorted(row[order], np.arange(rows), side="right") - 1
        found: Ints = order[last]
        return found

    # ------------------------------------------------------------------------------------------------ backwards

    def _worths(self, step: Step, later: Floats, *, to_win: bool) -> Floats:
        """Return the worth of each card, given that of the positions after it."""
        found: Floats = np.append(later, 0.0)[step.after]
        if to_win:
            ours = self._signs[step.turn] > 0
            return np.where(step.won, ours[:, None].astype(np.float64), found)
        return self._signs[step.turn][:, None] * step.pegs + found

    def _best(self, step: Step, worths: Floats, *, to_win: bool) -> Floats:
        """Return the worth of positions by that of the cards: the own side's best, or what the others make of it.

        That is an average of two values: play with all hands open, and the guess of a player who sees only what each
        card pegs. Who can win at once does.
        """
        most = np.where(step.legal, worths, -_FAR).max(axis=1)
        least = np.where(step.legal, worths, _FAR).min(axis=1)
        lures = _LURE[step.pegs] * step.legal
        guessed = (worths * lures).sum(axis=1) / lures.sum(axis=1)
        theirs = (1 - BLIND) * least + BLIND * guessed
        if to_win:
            theirs[step.won.any(axis=1)] = 0.0
        found: Floats = np.where(self._signs[step.turn] > 0, most, theirs)
        return found


def _once(rows: Positions) -> tuple[Ints, Ints]:
    """Return which of the rows differ from all before them, and for each row the number of its like among those.

    At tables of more than two seats a position does not fit into one number, and all are kept.
    """
    if rows.hands.shape[1] > 2:
        every = np.arange(len(rows))
        return every, every
    hands, series = hand_table().sizes.size, series_table().counts.size
    key = (rows.hands[:, 0].astype(np.int64) * hands + rows.hands[:, 1]) * series + rows.series
    key = key * 2 + rows.turn.clip(0)
    if rows.outlooks.any() or rows.gains.any():
        key = ((key * 64 + rows.gains[:, 0]) * 64 + rows.gains[:, 1]) * 64 + rows.outlooks
    _, first, numbers = np.unique(key, return_index=True, return_inverse=True)
    return first, numbers
