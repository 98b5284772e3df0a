"""The curve of the chance to win over a game, in the units of a drawing, and the decisions marked on it."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from game.after.review import Decision, Duplicate
from game.charts import Frame
from game.strategy.review import Grade

WIDTH, HEIGHT = 360, 202
"""The size of the drawing in its own units."""

_FRAME = Frame(34, 350, 12, 184)
_APART = 32
"""The least distance between two marks, which are as large as a fingertip needs."""

_MARKED = 6
_LABELS = 13
"""The most deals that fit as labels under the drawing."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A horizontal line (`at` is its height) or a vertical one (`at` is its distance from the left), and its label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision on the curve."""

    x: float
    y: float
    decision: Decision
    chance: float


@dataclass(frozen=True, slots=True)
class WinCurve:
    """The drawing: the points of the curve in SVG notation, where each deal begins, and the costliest decisions."""

    points: str
    area: str
    deals: tuple[CurveLine, ...]
    levels: tuple[CurveLine, ...]
    marks: tuple[Mark, ...]


def draw(deals: Sequence[Duplicate], decisions: Sequence[Decision], length: int) -> WinCurve | None:
    """Return the curve of a game with `actions` actions, as far as its deals have been examined. None before the
    first."""
    moves = [move for deal in deals for move in deal.curve]
    if not moves:
        return None
    places = list(_steps(moves, length))
    drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    area = f"{places[0][0]:.1f},{_FRAME.bottom} {drawn} {places[-1][0]:.1f},{_FRAME.bottom}"
    every = -(-len(deals) // _LABELS)
    lines = tuple(
        CurveLine(_x(deal.first, length), str(deal.deal) if number % every == 0 else "")
        for number, deal in enumerate(deals)
    )
    levels = tuple(CurveLine(_y(percent / 100), str(percent)) for percent in (0, 50, 100))
    return WinCurve(drawn, area, lines, levels, tuple(_marks(moves, decisions, length)))


def _x(number: int, length: int) -> float:
    return _FRAME.x(number, max(length, 1))


def _y(chance: float) -> float:
    return _FRAME.y(chance, 0.0, 1.0)


def _steps(moves: Sequence[tuple[int, float]], length: int) -> list[tuple[float, float]]:
    """Return the curve as steps: the chance stays the same until an action changes it."""
    places = [(_x(moves[0][0], length), _y(moves[0][1]))]
    for number, chance in moves[1:]:
        x = _x(number, length)
        places += [(_x(number - 1, length), places[-1][1]), (x, _y(chance))]
    return places


def _marks(moves: Sequence[tuple[int, float]], decisions: Sequence[Decision], length: int) -> list[Mark]:
    """Return the marks of the costliest mistakes, without those that a costlier one would hide."""
    found: list[Mark] = []
    numbers = [number for number, _ in moves]
    dear = [decision for decision in decisions if decision.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    for decision in sorted(dear, key=lambda decision: decision.loss, reverse=True):
        place = bisect_right(numbers, decision.number) - 1
        if place < 0 or len(found) == _MARKED:
            continue
        chance = moves[place][1]
        x, y = _x(decision.number, length), _y(chance)
        if all(abs(x - other.x) >= _APART or abs(y - other.y) >= _APART for other in found):
            found.append(Mark(x, y, decision, chance))
    return sorted(found, key=lambda mark: mark.x)
