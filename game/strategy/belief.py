"""The sequences of a play of two, searched with what the seat can know.

Each guess of the other hand is a row. The other seat plays as good players do (`habits`) with the cards that it holds
in a guess. The own seat cannot tell guesses apart that have shown the same cards and gos: in all of them it plays the
same card, the best on average. Source: RULES.md, The play.
"""

from dataclasses import dataclass

import numpy as np

from game.strategy.habits import Turns, habits
from game.strategy.positions import START, hand_table, series_table
from game.strategy.ranks import Bools, Floats, Ints
from game.strategy.tree import Positions, Stakes, pass_on

SELDOM = 0.02
"""Cards of the other seat that are less likely are left out: a card that pegs was never so unlikely in 30,000 leads at
random."""

_NEVER = -1e3


@dataclass(frozen=True, slots=True)
class Root:
    """Where a search begins: the seat to play, the hand that it kept, the seat that played last in this series (-1:
    none), a position for each guess, and how likely each is."""

    seat: int
    kept: int
    last: int
    positions: Positions
    weights: Floats


@dataclass(frozen=True, slots=True)
class _Rows:
    """Positions of the search: of each, what has been seen until there, by number, how likely it is, and who played
    last."""

    positions: Positions
    seen: Ints
    likely: Floats
    last: Ints


@dataclass(frozen=True, slots=True)
class _Level:
    """What can be played in each of some rows: how likely each card is (1 in an own turn), and by row and column of
    what is played what it pegs for the own seat and whether it wins. The nth that is played leads to the nth row of
    the next level."""

    rows: _Rows
    own: Bools
    chances: Floats
    row: Ints
    column: Ints
    pegs: Ints
    won: Bools


class Search:
    """The plays from a position as a seat knows it, judged by the points that it pegs more than the other, or `to_win`,
    which needs `stakes`, by its chance to win."""

    def __init__(self, root: Root, stakes: Stakes | None = None) -> None:
        self._root = root
        self._stakes = stakes
        self._levels: list[_Level] = []
        begin = root.positions
        number = len(begin)
        rows = _Rows(begin, np.zeros(number, dtype=np.int64), root.weights, np.full(number, root.last))
        left = int(hand_table().sizes[begin.hands[0]].sum())
        for _ in range(left):
            rows = self._step(rows)
        self._end = rows.positions

    def options(self, *, to_win: bool = False) -> tuple[Ints, Bools, Floats]:
        """Return the ranks that can be played first, which of them are legal, and the worth of each, by guess."""
        stakes = self._stakes if to_win else None
        worth = stakes.chances(self._root.seat, self._end) if stakes else np.zeros(len(self._end))
        for level in reversed(self._levels[1:]):
            worth = _worth(level, _of_cards(level, worth, stakes), stakes)
        first, begin = self._levels[0], self._root.positions
        ranks = hand_table().ranks[begin.hands[0, self._root.seat]][: first.chances.shape[1]]
        return ranks, first.chances[0] > 0, _of_cards(first, worth, stakes)

    # ------------------------------------------------------------------------------------------------ forwards

    def _step(self, rows: _Rows) -> _Rows:
        """Add what can be played in some rows, and return the rows after it."""
        hands, series, here = hand_table(), series_table(), rows.positions
        holding = here.hands[np.arange(len(here)), here.turn]
        ranks = hands.ranks[holding]
        ranks = ranks[:, ranks.any(axis=0)]
        own = here.turn == self._root.seat
        chances = self._chances(rows, own, series.after[here.series[:, None], ranks] >= 0)
        row, column = np.nonzero(chances)
        played, rank, mover = here.of(row), ranks[row, column], here.turn[row]
        played.hands[np.arange(len(row)), mover] = hands.rests[holding[row], column]
        pegs = series.pegs[played.series, rank]
        later, more = pass_on(played, series.after[played.series, rank])
        pegs = pegs + more
        won = np.zeros(len(row), dtype=bool)
        if self._stakes:
            later.gains[np.arange(len(row)), mover] += pegs
            won = later.gains[np.arange(len(row)), mover] >= self._stakes.needs[mover]
        signed = np.where(own[row], pegs, -pegs)
        self._levels.append(_Level(rows, own, chances, row, column, signed, won))
        shown = ((rows.seen[row] * 14 + rank) * 3 + later.turn + 1) * len(series.counts) + later.series
        likely = rows.likely[row] * chances[row, column]
        return _Rows(later, np.unique(shown, return_inverse=True)[1], likely, mover)

    def _chances(self, rows: _Rows, own: Bools, legal: Bools) -> Floats:
        """Return how likely each card is: 1 for all that can be played in an own turn."""
        found, here, other = legal.astype(np.float64), rows.positions, 1 - self._root.seat
        chosen = np.flatnonzero(~own & (legal.sum(axis=1) > 1))
        if len(chosen):
            mine = here.hands[chosen, self._root.seat]
            held = hand_table().sizes[mine]
            alone = (held == 0) | ((rows.last[chosen] == other) & (here.series[chosen] != START))
            turns = Turns(here.hands[chosen, other], here.series[chosen], self._shown(mine), held, alone)
            chances = habits().chances(turns, legal[chosen])
            chances[chances < SELDOM] = 0
            found[chosen] = chances / chances.sum(axis=1, keepdims=True)
        return found

    def _shown(self, mine: Ints) -> Ints:
        """Return the hands that the own seat has played when it still holds these."""
        table = hand_table()
        different, numbers = np.unique(mine, return_inverse=True)
        found: Ints = table.numbers(table.held[self._root.kept] - table.held[different])[numbers]
        return found


# ---------------------------------------------------------------------------------------------------- backwards


def _of_cards(level: _Level, later: Floats, stakes: Stakes | None) -> Floats:
    """Return the worth of each card, given that of the rows after it."""
    found = np.zeros(level.chances.shape)
    worth = np.where(level.won, level.own[level.row], later) if stakes else later + level.pegs
    found[level.row, level.column] = worth
    return found


def _worth(level: _Level, cards: Floats, stakes: Stakes | None) -> Floats:
    """Return the worth of rows by that of the cards: what the other seat makes of it on average, or the own choice,
    which is the same in all rows that look the same."""
    found: Floats = (cards * level.chances).sum(axis=1)
    if stakes:
        found[level.row[level.won]] = 0.0  # who can win at once does; the own seat's turns follow
    mine = np.flatnonzero(level.own)
    if len(mine):
        seen, likely = level.rows.seen[mine], level.rows.likely[mine]
        if stakes:
            likely = np.where(stakes.over(level.rows.positions)[mine], 0.0, likely)
        judged = np.where(level.chances[mine] > 0, cards[mine], _NEVER)
        totals = [np.bincount(seen, likely * column) for column in judged.T]
        best = np.argmax(totals, axis=0)
        found[mine] = cards[mine, best[seen]]
    return found
