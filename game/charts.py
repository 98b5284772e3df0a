"""Coordinates of line charts, bar charts and calendars, which templates draw as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, log10

WIDTH, HEIGHT = 360, 176
"""Size of a line chart or a bar chart, in SVG units."""

CELL = 14
"""Distance from one day of the calendar to the next, in SVG units; the square of a day is smaller by the gap."""
SHADES = 4
"""The darkest shade of a day; 0 is a day without answers."""
WEEKS = 13
"""Weeks in the calendar, the current one included."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a drawing in which values are drawn, by its edges. Its methods place a value between them."""

    left: float
    right: float
    top: float
    bottom: float

    @property
    def width(self) -> float:
        """The distance of its left and right edges."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance of its upper and lower edges."""
        return self.bottom - self.top

    def x(self, value: float, most: float) -> float:
        """Return the place of a value on the axis from 0, at the left, to `most`."""
        return round(self.left + self.width * value / most, 1)

    def y(self, value: float, low: float, high: float) -> float:
        """Return the height of a value on the axis from `low`, at the bottom, to `high`."""
        return round(self.bottom - self.height * (value - low) / (high - low), 1)


_FRAME = Frame(46, 350, 12, 146)


@dataclass(frozen=True, slots=True)
class Dot:
    """A data point of a line chart."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class GridLine:
    """A horizontal grid line and the value that it marks."""

    y: float
    value: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """A line chart: `points` for an SVG polyline, a dot for each value, and grid lines."""

    points: str
    dots: tuple[Dot, ...]
    levels: tuple[GridLine, ...]


def line_chart(values: Sequence[float | None], low: float, high: float) -> LineChart:
    """Return a line chart of evenly spaced values on an axis from `low` to `high`.

    A value of None has no dot; the line connects its neighbours.
    """
    last, first = (len(values) - 1, 0.0) if len(values) > 1 else (1, 0.5)  # a single value lies in the middle
    dots = tuple(
        Dot(_FRAME.x(place + first, last), _FRAME.y(value, low, high))
        for place, value in enumerate(values)
        if value is not None
    )
    levels = tuple(GridLine(_FRAME.y(value, low, high), value) for value in (low, (low + high) / 2, high))
    return LineChart(" ".join(f"{dot.x},{dot.y}" for dot in dots), dots, levels)


def axis_top(most: float, least: float = 2.0) -> float:
    """Return a round number, at least `most` and at least `least`, as the upper end of an axis from 0."""
    most = max(most, least)
    step = 10.0 ** (ceil(log10(most)) - 1)
    return next(float(top) for top in (2 * step, 4 * step, 6 * step, 8 * step, 10 * step) if top >= most)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a bar chart; `y` is its top."""

    x: float
    y: float
    width: float
    height: float


def bars(values: Sequence[float], high: float) -> list[Bar]:
    """Return a bar for each value, on an axis from 0 to `high`."""
    places = max(len(values), 8)
    width = round(_FRAME.width / places * 0.7, 1)
    tops = [_FRAME.y(value, 0.0, high) for value in values]
    return [Bar(_FRAME.x(place, places), top, width, round(_FRAME.bottom - top, 1)) for place, top in enumerate(tops)]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar. Each week is a column, Monday at the top."""

    day: date
    x: int
    y: int
    shade: int


def first_day(today: date) -> date:
    """Return the Monday on which the calendar begins."""
    return today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))


def calendar(answers: dict[date, int], today: date) -> list[Day]:
    """Return the calendar's days up to today, shaded by their answers in quarters of the largest number."""
    start, most = first_day(today), max(answers.values(), default=0)
    days = []
    for number in range((today - start).days + 1):
        day = start + timedelta(days=number)
        shade = ceil(SHADES * answers.get(day, 0) / most) if most else 0
        days.append(Day(day, number // 7 * CELL, number % 7 * CELL, shade))
    return days
