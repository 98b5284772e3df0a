"""What each card is worth in the play, against what is known of the hands that are not seen.

The other hands are weighted by what sensible players would have kept, could not play and would hardly have played. Each
hand is then played on: every card exactly once few enough are left, before that by a simple rule. Against the own side
everybody plays for the points of the own side less those of the others. Source: RULES.md, The play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random

import numpy as np

from game.engine.cards import Card
from game.engine.rules import Rules
from game.engine.scoring import points
from game.engine.view import View
from game.strategy.discards import crib_after
from game.strategy.positions import START, VALUES, Held, Series, held, series_of
from game.strategy.prospects import Event, Outlook, certain, deal_events
from game.strategy.ranks import kinds_of, unseen, ways
from game.strategy.tables import DEALER, FOURS, PONE, lay_aways

SAMPLES = 40
"""Deals of the unseen cards that a card is judged by, at most."""

EXACT = 8
"""With so many cards left, in all hands together, every way to play on is searched."""

_TEMPER = 0.8
"""How many points a player may miss in the play before it begins to look unlikely that he held the better card."""

_TRIES = 60
_DEAREST = 31


@dataclass(frozen=True, slots=True)
class Worth:
    """A card that can be played: what it pegs at once, and to the end of the deal its side's points less the others'.

    `error` is the standard error of `value` (0: every possible hand was weighed), `win` the chance to win the game.
    """

    card: Card
    points: int
    value: float
    error: float
    win: float | None = None

    @property
    def order(self) -> tuple[float, float]:
        """What cards are ranked by: the chance to win where it is known, then points."""
        return (0.0 if self.win is None else self.win, self.value)


@dataclass(frozen=True, slots=True)
class Guess:
    """What the seats may hold, by seat, and how likely that is. `kept` are their whole hands of this deal."""

    weight: float
    hands: tuple[Held, ...]
    kept: tuple[tuple[int, ...], ...]


# --------------------------------------------------------------------------------------------------- positions


class Position:
    """Who holds what, the series, and whose turn it is, which is a seat that can play."""

    __slots__ = ("hands", "left", "moves", "series", "turn", "value")

    def __init__(self, hands: tuple[Held, ...], series: Series, turn: int) -> None:
        self.hands = hands
        self.series = series
        self.turn = turn
        self.left = sum([len(hand.ranks) for hand in hands])
        self.moves: list[tuple[int, int, Position | None]] | None = None
        self.value: float | None = None


class Tree:
    """The ways to play on with all hands known, each position met once."""

    def __init__(self, rules: Rules, side: int) -> None:
        others = -1 / (rules.sides - 1)
        self._sign = [1.0 if rules.side_of(seat) == side else others for seat in range(rules.seats)]
        self._side = [rules.side_of(seat) for seat in range(rules.seats)]
        self._round = [rules.round_from(rules.left_of(seat)) for seat in range(rules.seats)]
        self._known: dict[tuple[tuple[Held, ...], Series, int], Position] = {}

    def at(self, hands: tuple[Held, ...], series: Series, turn: int) -> Position:
        """The position."""
        key = (hands, series, turn)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Position(hands, series, turn)
        return found

    def moves(self, position: Position) -> list[tuple[int, int, Position | None]]:
        """Each rank that can be played, all that it pegs, and the position after it, None when the play is over."""
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
        """A new series, led by the next seat that has cards."""
        for seat in self._round[turn]:
            if hands[seat].ranks:
                return self.at(hands, START, seat)
        return None

    def value(self, position: Position) -> float:
        """Points of the own side less the others', played on to the end."""
        if position.value is None:
            sign = self._sign[position.turn]
            if position.left > EXACT:
                pegs, after = self.simple(position)
                position.value = sign * pegs + (self.value(after) if after else 0.0)
            else:
                values = [sign * pegs + (self.value(after) if after else 0.0) for _, pegs, after in self.moves(position)]
                position.value = max(values) if sign > 0 else min(values)
        return position.value

    def simple(self, position: Position) -> tuple[int, Position | None]:
        """The play of one who looks at what a card pegs and what the next player can answer."""
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
        """The most that the seat whose turn it is can peg at once, as the own side sees it."""
        options = (position.series.follow(rank) for rank, _ in position.hands[position.turn].options)
        return self._sign[position.turn] * max(step[0] for step in options if step)

    def chance(
        self, position: Position | None, outlook: Outlook, gains: tuple[int, ...], known: dict[tuple[object, ...], float]
    ) -> float:
        """The chance that the own side wins, when from here all play on to win."""
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
        self, position: Position, outlook: Outlook, gains: tuple[int, ...], known: dict[tuple[object, ...], float]
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
        return max(found) if self._sign[position.turn] > 0 else min(found)


# ---------------------------------------------------------------------------------------------- the unseen hands


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the play so far shows of the seats: the ranks each played, each with the series before it, and values that
    each could not play."""

    played: tuple[tuple[tuple[int, Series], ...], ...]
    could_not: tuple[tuple[tuple[int, int], ...], ...]
    """By seat: how many cards it had played then, and the room there was."""


def _watch(view: View) -> _Seen:
    """Go through the plays of a view and note who could not play."""
    rules = view.rules
    played: list[list[tuple[int, Series]]] = [[] for _ in range(rules.seats)]
    could_not: list[list[tuple[int, int]]] = [[] for _ in range(rules.seats)]
    hand, series, last = rules.plan.hand, START, None

    def passed(seats: Sequence[int], room: int) -> None:
        for seat in seats:
            if len(played[seat]) < hand:
                could_not[seat].append((len(played[seat]), room))

    for number, play in enumerate(view.plays):
        begins = number == len(view.plays) - len(view.series) or series is START
        over = series.follow(play.card.rank) is None
        if over or (begins and last is not None and series is not START):
            passed(range(rules.seats), 31 - series.count)
            series = START
        elif last is not None and series is not START:
            between = rules.round_from(rules.left_of(last))
            passed(between[: between.index(play.seat)], 31 - series.count)
        played[play.seat].append((play.card.rank, series))
        step = series.follow(play.card.rank)
        series = step[1] if step else START
        last = play.seat
    if view.series:
        passed(view.gone, 31 - view.count)
    return _Seen(tuple(map(tuple, played)), tuple(map(tuple, could_not)))
