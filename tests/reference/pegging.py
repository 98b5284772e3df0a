"""The sequences of a play with all hands known, searched one position after the other.

The game searches many at once (`game.strategy.tree`); this plain search is what that is compared with, and what makes
the tables of the play. Source: RULES.md, The play.
"""

from collections.abc import Iterator, Sequence
from math import exp
from operator import mul
from typing import Protocol

from game.engine.rules import Rules
from game.strategy.tree import BLIND, EXACT
from tests.reference.positions import START, Held, Series

_LURE = [exp(points / 0.7) for points in range(60)]
"""The weight of a card by the points that it pegs, for a player who looks at nothing else."""


# --------------------------------------------------------------------------------------------------- positions


class Ahead(Protocol):
    """What a search to win asks of the game after the play."""

    def chance(self, side: int, gains: Sequence[int], /) -> float:
        """The chance of a side to win, with further points by side."""

    def won(self, side: int, gain: int) -> bool:
        """Whether so many more points end the game."""


class Position:
    """Who holds what, the series, and whose turn it is: a seat that can play."""

    __slots__ = ("hands", "left", "moves", "series", "turn", "value")

    def __init__(self, hands: tuple[Held, ...], series: Series, turn: int) -> None:
        self.hands = hands
        self.series = series
        self.turn = turn
        self.left = sum([len(hand.ranks) for hand in hands])
        self.moves: list[tuple[int, int, Position | None]] | None = None
        self.value: float | None = None


class Tree:
    """The sequences of plays with all hands known. Each position is stored once."""

    def __init__(self, rules: Rules, side: int) -> None:
        others = -1 / (rules.sides - 1)
        self._sign = [1.0 if rules.side_of(seat) == side else others for seat in range(rules.seats)]
        self._side = [rules.side_of(seat) for seat in range(rules.seats)]
        self._round = [rules.round_from(rules.left_of(seat)) for seat in range(rules.seats)]
        self._known: dict[tuple[tuple[Held, ...], Series, int], Position] = {}

    def at(self, hands: tuple[Held, ...], series: Series, turn: int) -> Position:
        """Return the position."""
        key = (hands, series, turn)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Position(hands, series, turn)
        return found

    def moves(self, position: Position) -> list[tuple[int, int, Position | None]]:
        """Return each rank that can be played, everything that it pegs, and the position after it (None: the play is
        over)."""
        if position.moves is None:
            position.moves = list(self._moves(position))
        return position.moves

    def _moves(self, position: Position) -> Iterator[tuple[int, int, Position | None]]:
        hands, turn = position.hands, position.turn
        for rank, rest in hands[turn].options:
            step = position.series.follow(rank)
            if step is None:
                continue
            pegs, series = step
            after = (*hands[:turn], rest, *hands[turn + 1 :])
            if series is not START:
                room = 31 - series.count
                for seat in self._round[turn]:
                    if after[seat].low <= room:
                        yield rank, pegs, self.at(after, series, seat)
                        break
                else:
                    yield rank, pegs + 1, self._lead(after, turn)
            else:
                yield rank, pegs, self._lead(after, turn)

    def _lead(self, hands: tuple[Held, ...], turn: int) -> Position | None:
        """Return a new series, led by the next seat that has cards."""
        for seat in self._round[turn]:
            if hands[seat].ranks:
                return self.at(hands, START, seat)
        return None

    def value(self, position: Position) -> float:
        """Return the points of the own side minus the others', played to the end."""
        if position.value is None:
            sign = self._sign[position.turn]
            if position.left > EXACT:
                pegs, after = self.simple(position)
                position.value = sign * pegs + (self.value(after) if after else 0.0)
            else:
                moves = self.moves(position)
                values = [sign * pegs + (self.value(after) if after else 0.0) for _, pegs, after in moves]
                position.value = max(values) if sign > 0 else _theirs(values, [pegs for _, pegs, _ in moves])
        return position.value

    def simple(self, position: Position) -> tuple[int, Position | None]:
        """Return the play of a seat that looks at what a card pegs and at the best answer of the next player."""
        sign = self._sign[position.turn]
        best, found = -99.0, None
        for _, pegs, after in self.moves(position):
            value = pegs + (self._answer(after) / sign if after else 0.0)
            if value > best:
                best, found = value, (pegs, after)
        if found is None:
            raise ValueError("a turn of a seat that cannot play")
        return found

    def _answer(self, position: Position) -> float:
        """Return the most that the seat to play can peg at once, with the sign it has for the own side."""
        options = (position.series.follow(rank) for rank, _ in position.hands[position.turn].options)
        return self._sign[position.turn] * max(step[0] for step in options if step)

    def chance(
        self,
        position: Position | None,
        outlook: Ahead,
        gains: tuple[int, ...],
        known: dict[tuple[object, ...], float],
    ) -> float:
        """Return the chance that the own side wins if everybody plays to win from here."""
        side = self._sign.index(1.0) % len(gains)
        if position is None:
            key: tuple[object, ...] = (None, gains)
            if key not in known:
                known[key] = outlook.chance(side, gains)
            return known[key]
        key = (position, gains)
        if key not in known:
            known[key] = self._chance(position, outlook, gains, known)
        return known[key]

    def _chance(
        self, position: Position, outlook: Ahead, gains: tuple[int, ...], known: dict[tuple[object, ...], float]
    ) -> float:
        whose = self._side[position.turn]
        if position.left > EXACT:
            steps = [self.simple(position)]
        else:
            steps = [(pegs, after) for _, pegs, after in self.moves(position)]
        found = []
        for pegs, after in steps:
            more = (*gains[:whose], gains[whose] + pegs, *gains[whose + 1 :]) if pegs else gains
            if outlook.won(whose, more[whose]):
                return 1.0 if self._sign[position.turn] > 0 else 0.0
            found.append(self.chance(after, outlook, more, known))
        return max(found) if self._sign[position.turn] > 0 else _theirs(found, [pegs for pegs, _ in steps])


def _theirs(values: Sequence[float], pegs: Sequence[int]) -> float:
    """Return what another side's turn is worth to the own side.

    It is an average of two values: play with all hands open, and the guess of a player who sees only what each card
    pegs.
    """
    if len(values) == 1:
        return values[0]
    lures = [_LURE[points] for points in pegs]
    guessed: float = sum(map(mul, values, lures)) / sum(lures)
    return (1 - BLIND) * min(values) + BLIND * guessed
