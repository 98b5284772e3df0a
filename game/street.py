"""The strip of the street that is being played: the part of a board that a phone has room for."""

from dataclasses import dataclass
from functools import cache

from game.boards import BoardStanding

HOLES = 30
"""Holes of a street."""

_PITCH, _FIVES, _EDGE, _HEIGHT, _LANE, _TOP = 10, 5, 26, 40, 11, 6


@dataclass(frozen=True, slots=True)
class StreetPeg:
    """A peg in its lane, or waiting at an end of it for a side that is in another street."""

    name: str
    side: int
    x: float
    y: float
    front: bool


@dataclass(frozen=True, slots=True)
class Street:
    """The street of the reader's front peg, one lane a side: its number, how many there are, the holes as an SVG path,
    and the pegs. `size` is the radius of a peg."""

    number: int
    streets: int
    width: float
    height: float
    size: float
    holes: str
    pegs: tuple[StreetPeg, ...]


def street(standing: BoardStanding, own: int) -> Street:
    """Return the street of a side's front peg. `own` is the side, whose lane is the uppermost."""
    last = max(standing.target - 2, 0) // HOLES
    number = min(max(standing.scores[own] - 1, 0) // HOLES, last)
    first, sides = number * HOLES + 1, len(standing.scores)
    step = _step(sides)
    wide, high, size = x_of(HOLES) + _EDGE, step * sides + 2 * _TOP, min(6, step / 2 - 0.5)
    lanes = [own, *(side for side in range(sides) if side != own)]
    holes = _holes(min(HOLES, standing.target - first) + (number == last), sides)
    pegs = tuple(
        StreetPeg(
            f"street-{side}-{moves % 2}", side, x_of(_within(score, first, standing.target)), _y(lane, step), front
        )
        for lane, side in enumerate(lanes)
        for score, moves, front in (
            (standing.previous[side], standing.moves[side] + 1, False),
            (standing.scores[side], standing.moves[side], True),
        )
    )
    return Street(number + 1, last + 1, wide, high, size, holes, pegs)


def _within(score: int, first: int, target: int) -> float:
    """Return the place of a score in a street from 0, just before it or just behind it if it is in another."""
    return min(max(min(score, target) - first, -1.4), HOLES)


@cache
def _holes(number: int, sides: int) -> str:
    lane = "".join(f"h0m{x_of(hole + 1) - x_of(hole)} 0" for hole in range(number))
    return "".join(f"M{x_of(0)} {_y(side, _step(sides)):g}{lane}" for side in range(sides))


def x_of(place: float) -> float:
    """Return where a hole of a street lies along it, from 0; just before or behind the street for other places."""
    return _EDGE + place * _PITCH + (max(place, 0) // _FIVES) * 2


def _step(sides: int) -> float:
    """Return the height of a lane: many lanes make the strip higher, so that a peg can still be seen."""
    return max(_HEIGHT / sides, _LANE)


def _y(lane: int, step: float) -> float:
    return _TOP + (lane + 0.5) * step
