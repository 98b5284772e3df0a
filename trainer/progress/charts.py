"""Curves, bars and calendars as places in a drawing, which a template writes as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, log10

WIDTH, HEIGHT = 360, 176
"""A curve or a row of bars, in its own units."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 350, 12, 146

CELL, ROOM = 14, 12
"""A day of the calendar, with the gap after it and without."""
SHADES = 4
"""How dark a day can be; 0 is a day without practice."""
WEEKS = 13


@dataclass(frozen=True, slots=True)
class Dot:
    """A value on a curve."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Level:
    """A line across, and its value."""

    y: float
    value: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The points of a line as SVG writes them, its dots, and the levels behind it."""

    points: str
    dots: tuple[Dot, ...]
    levels: tuple[Level, ...]


def curve(values: Sequence[float | None], low: float, high: float) -> Curve:
    """A line through the values, which lie equally far from each other between `low` and `high`; None is a gap that it
    passes over."""
    apart = (_RIGHT - _LEFT) / max(len(values) - 1, 1)
    start = _LEFT if len(values) > 1 else (_LEFT + _RIGHT) / 2
    dots = tuple(
        Dot(round(start + place * apart, 1), _height(value, low, high))
        for place, value in enumerate(values)
        if value is not None
    )
    levels = tuple(Level(_height(value, low, high), value) for value in (low, (low + high) / 2, high))
    return Curve(" ".join(f"{dot.x},{dot.y}" for dot in dots), dots, levels)


def _height(value: float, low: float, high: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low), 1)


def above(most: float) -> float:
    """A round number that is no less, and at least 2: the upper end of an axis from 0."""
    step = 10 ** (ceil(log10(max(most, 2))) - 1)
    return next(float(top) for top in (2 * step, 4 * step, 6 * step, 8 * step, 10 * step) if top >= most)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that stands on the base."""

    x: float
    y: float
    width: float
    height: float


def bars(values: Sequence[float], high: float) -> list[Bar]:
    """Bars of these heights."""
    room = (_RIGHT - _LEFT) / max(len(values), 8)
    tops = [_height(value, 0.0, high) for value in values]
    return [
        Bar(round(_LEFT + place * room, 1), top, round(room * 0.7, 1), round(_BOTTOM - top, 1))
        for place, top in enumerate(tops)
    ]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar: weeks are columns, from Monday down."""

    day: date
    x: int
    y: int
    shade: int


def first_day(today: date) -> date:
    """The Monday with which the calendar begins."""
    return today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))


def calendar(answers: dict[date, int], today: date) -> list[Day]:
    """The days up to today, the darker the more answers there were, by fourths of the most."""
    start, most = first_day(today), max(answers.values(), default=0)
    found = []
    for number in range((today - start).days + 1):
        day = start + timedelta(days=number)
        shade = ceil(SHADES * answers.get(day, 0) / most) if most else 0
        found.append(Day(day, number // 7 * CELL, number % 7 * CELL, shade))
    return found
