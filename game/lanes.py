"""The lanes of the holes that are being played for: the part of a board that a phone has room for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from game.boards import BoardPeg, BoardStanding, Label, way

HOLES = 25
"""The holes that are shown: so many that they, and the pegs, are large enough to be seen on a phone."""

_MOST_LANES = 4
"""The most lanes that can be told apart on a phone."""

_STEP, _NEAR_END = 10, 4
"""By how many holes the lanes move on, and how many holes from their end the front peg is by then."""

_PITCH, _FIVES, _EDGE, _HEIGHT, _LANE, _TOP, _FIGURES, _PEG = 10, 5, 44, 40, 11, 4, 14, 4.9


@dataclass(frozen=True, slots=True)
class Lanes:
    """Some holes, one lane a side, or where sides are many the own lane and that of the best other: its bands and the
    holes as SVG paths, the score of every fifth hole, and the pegs.

    `waiting` has, for each side whose front peg is not on the lanes, how far it is ahead of the own side, or behind; or
    how far from the winner, where the own side is not on them. A rear peg whose hole is not on the lanes is not seen.
    `size` is the radius of a peg, `mark` that of its mark, `lane` the width of a lane.
    """

    width: float
    height: float
    size: float
    mark: float
    lane: float
    bands: str
    holes: str
    figures: tuple[Label, ...]
    waiting: tuple[Label, ...]
    pegs: tuple[BoardPeg, ...]


def lanes(standing: BoardStanding, own: int) -> Lanes:
    """Return the holes around the front pegs. `own` is the side whose lane is the uppermost."""
    first, order = _first(standing, own), _shown(standing.scores, own)
    sides = len(order)
    step = _step(sides)
    wide, high, size = x_of(HOLES) + _EDGE, step * sides + 2 * _TOP + _FIGURES, min(_PEG, step / 2 - 0.5)
    length, scores = _length(first, standing.target), [min(score, standing.target) for score in standing.scores]
    measured_from = scores[own] if _is_within(scores[own], first, standing.target) else max(scores)
    pegs = tuple(
        BoardPeg(
            f"street-{side}-{moves % 2}",
            side,
            x_of(_within(score, first, standing.target)),
            _y(lane, step),
            front,
            way((x_of(_within(hole, first, standing.target)), _y(lane, step)) for hole in standing.passed(side))
            * front,
            not front and not _is_within(score, first, standing.target),
        )
        for lane, side in enumerate(order)
        for score, moves, front in (
            (standing.previous[side], standing.moves[side] + 1, False),
            (standing.scores[side], standing.moves[side], True),
        )
    )
    return Lanes(
        width=wide,
        height=high,
        size=size,
        mark=size / 2,
        lane=step - 2,
        bands="".join(f"M{_EDGE - 14} {_y(lane, step):g}H{x_of(HOLES) + 10}" for lane in range(sides)),
        holes=_holes(length, sides),
        figures=_figures(first, length),
        waiting=tuple(
            Label(x_of(-1) - 24 if score < first else x_of(HOLES) + 32, _y(lane, step), _apart(score, measured_from))
            for lane, score in enumerate(scores[side] for side in order)
            if not _is_within(score, first, standing.target)
        ),
        pegs=pegs,
    )


def _shown(scores: Sequence[int], own: int) -> list[int]:
    """Return the sides whose lanes are shown, the own one first."""
    others = [side for side in range(len(scores)) if side != own]
    if len(scores) > _MOST_LANES:
        others = [max(others, key=lambda side: scores[side])]
    return [own, *others]


def _apart(score: int, measured_from: int) -> str:
    """Return how far a side is from a score, with an arrow to where it is: no figure of a score looks so."""
    apart = score - measured_from
    return f"{apart}›" if apart > 0 else f"‹{-apart}"


def _first(standing: BoardStanding, own: int) -> int:
    """Return the first hole that is shown.

    The lanes move on by ten holes, and never back, when the front peg of whoever leads comes near their end; but no
    further than to the five in which the own rear peg stands, or where the leader would be out of sight the front peg,
    by fives then, nor than where the last hole is in sight. Once a side reaches the target, it is.
    """
    ahead = max(standing.scores)
    last = max(-((HOLES + 1 - standing.target) // _FIVES), 0) * _FIVES
    if ahead >= standing.target:
        return last + 1
    steps = max(-((HOLES - _NEAR_END - ahead) // _STEP), 0)
    rear, front = (
        min(steps * _STEP, (max(hole, 1) - 1) // _FIVES * _FIVES, last) + 1
        for hole in (standing.previous[own], standing.scores[own])
    )
    return rear if ahead < rear + HOLES else front


def _length(first: int, target: int) -> int:
    """Return the number of holes: one more, to finish in, where the game ends."""
    return min(HOLES, target - first) + (first + HOLES >= target)


def _is_within(score: int, first: int, target: int) -> bool:
    """Return whether a score has its hole on the lanes, or its place before the first one of the board."""
    return (score or 1) >= first and min(score, target) < first + _length(first, target)


def _figures(first: int, length: int) -> tuple[Label, ...]:
    """Return the score of every fifth hole, and that of the last one for it if the game ends there."""
    places = [*range(_FIVES - 1, length - 1, _FIVES), length - 1]
    kept = [place for place in places if place == places[-1] or places[-1] - place > 2]
    return tuple(Label(x_of(place), _FIGURES / 2 + 2, str(first + place)) for place in kept)


def _within(score: int, first: int, target: int) -> float:
    """Return the place of a score on the lanes from 0, just before it or just behind it if its hole is not there."""
    return min(max(min(score, target) - first, -1), HOLES)


@cache
def _holes(number: int, sides: int) -> str:
    lane = "".join(f"h0m{x_of(hole + 1) - x_of(hole)} 0" for hole in range(number))
    return "".join(f"M{x_of(0)} {_y(side, _step(sides)):g}{lane}" for side in range(sides))


def x_of(place: float) -> float:
    """Return where a hole lies along its lane, from 0; just before or behind it for other places."""
    return _EDGE + place * _PITCH + (max(place, 0) // _FIVES) * 3


def _step(sides: int) -> float:
    """Return the height of a lane: many lanes make them higher, so that a peg can still be seen."""
    return max(_HEIGHT / sides, _LANE)


def _y(lane: int, step: float) -> float:
    return _FIGURES + _TOP + (lane + 0.5) * step
