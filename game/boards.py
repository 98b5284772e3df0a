"""The geometry of the score boards: the place of every hole, and the pegs in them.

A board is made of lanes: paths of straight and curved stretches, each with a number of holes. The tracks of the sides
run along a lane, each at its own distance from the lane's middle. Source: RULES.md, The board.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import Promise


class Design(StrEnum):
    """The designs of boards."""

    PLANK = "plank"
    TRIANGLE = "triangle"
    SPIRAL = "spiral"
    LONG = "long"
    TWENTY_NINE = "29"


NAMES: "dict[Design, Promise]" = {
    Design.PLANK: _("Classic plank"),
    Design.TRIANGLE: _("Triangle"),
    Design.SPIRAL: _("Paper clip"),
    Design.LONG: _("Long tournament board"),
    Design.TWENTY_NINE: _("Twenty-nine"),
}

SKUNK_MARKS: "tuple[Promise, ...]" = (
    pgettext_lazy("mark of the skunk line on a board", "S"),
    pgettext_lazy("mark of the double skunk line on a board", "2S"),
    pgettext_lazy("mark of the triple skunk line on a board", "3S"),
)

PITCH = 10.0
"""The distance between holes on a straight stretch, in units of the drawing. Every length here is in these units."""

MATCH_HOLES = 24
"""The most match points with holes of their own. A longer match is written in figures."""

_STREET, _NUMBERED = 30, 10
_GAP = 0.6
"""The extra distance between two groups of five, in pitches."""

_FIVE = 5 + _GAP
_CORNER = 14.0
_ROOM_FOR_MARKS = 52.0
_TEXT = 0.028
"""The height of letters, as a share of the board's width: 9 px of a telephone's 330."""

_MOST_PEG = 0.49 * PITCH
"""The largest radius of a peg: two of them stand in neighbouring holes."""

_THIRD = math.tau / 3
_START, _LEAD, _TAIL = (1.6, 2.6), 3.5, 1.7
"""In pitches: how far before the first hole the two pegs wait, and how far a lane continues at each end."""


class Point(NamedTuple):
    """A place on the board."""

    x: float
    y: float


class BoardLine(NamedTuple):
    """A line across a lane."""

    x1: float
    y1: float
    x2: float
    y2: float


class Hole(NamedTuple):
    """A hole for a score: the lap, from 1, and the hole. 0 is the start; one more than the last is the finishing
    hole."""

    lap: int
    number: int


@dataclass(frozen=True, slots=True)
class BoardStanding:
    """How a game stands, by side.

    `previous` is the score before a side's last pegging, `moves` how often it has pegged. `match` holds the match
    points so far, and `match_points` is the number that wins the match (None: a single game).
    """

    scores: tuple[int, ...]
    previous: tuple[int, ...]
    moves: tuple[int, ...]
    target: int
    skunk_lines: tuple[int, ...]
    match: tuple[int, ...] = ()
    match_points: int | None = None

    def passed(self, side: int) -> range:
        """Return the scores over which a side came with its last points."""
        return range(self.previous[side] + 1, min(self.scores[side], self.target))


@dataclass(frozen=True, slots=True)
class Track:
    """One side's holes: two to wait in, the rear one first, then the others in the order in which they are pegged."""

    start: tuple[Point, Point]
    holes: tuple[Point, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Board:
    """The parts of a design that never change, for a number of tracks. Paths are in SVG notation."""

    left: float
    top: float
    width: float
    height: float
    outline: str
    grain: str
    lanes: tuple[str, ...]
    lane_width: float
    holes: str
    hole: float
    peg: float
    mark: float
    goal: float
    text: float
    tracks: tuple[Track, ...]
    finish: Point
    streets: tuple[BoardLine, ...]


@dataclass(frozen=True, slots=True)
class BoardPeg:
    """A peg in its hole. `name` stays the same for the whole game. The rear peg is not `front`. `way` are the holes
    over which the front peg came with its last points, as "x,y x,y". A rear peg is `away` that has no hole where it is
    drawn: it is not seen."""

    name: str
    side: int
    x: float
    y: float
    front: bool = True
    way: str = ""
    away: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A text with its middle at x and y."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Skunk:
    """A skunk line: its name (None on a board without letters), and its lines across the lanes."""

    label: Label | None
    lines: tuple[BoardLine, ...]


@dataclass(frozen=True, slots=True)
class Lap:
    """The sides that are on the same lap, where a track is pegged more than once."""

    number: int
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The match points of the sides: in holes of this width, or in figures of this height beside their pegs."""

    holes: str
    hole: float
    pegs: tuple[BoardPeg, ...]
    figures: tuple[Label, ...]
    text: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board as it stands: what the template draws."""

    design: Design
    board: Board
    numbers: tuple[Label, ...]
    pegs: tuple[BoardPeg, ...]
    goals: tuple[Point, ...]
    skunks: tuple[Skunk, ...]
    laps: tuple[Lap, ...]
    last_lap: int
    skunk_lines: tuple[int, ...]
    match: MatchScore | None


def length_of(design: Design) -> int:
    """Return the number of holes of a track: once or twice round makes 120."""
    return 60 if design is Design.PLANK else 120


def hole_of(design: Design, score: int, target: int) -> Hole:
    """Return the hole of a score in a game to `target`. Scores past the target go in the hole where the game ends.

    The game ends in the finishing hole if the last lap is full then (120 and one more), otherwise in the target's hole.
    """
    length, score = length_of(design), min(score, target)
    if score <= 0:
        return Hole(1, 0)
    lap, hole = divmod(score - 1, length)
    if score == target and not hole:
        return Hole(lap, length + 1)
    return Hole(lap + 1, hole + 1)


def way(places: Iterable[tuple[float, float]]) -> str:
    """Return places as a script reads them: "12,8 22,8"."""
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def draw(design: Design, standing: BoardStanding) -> Drawing:
    """Return the drawing of a board as the game stands."""
    sides, in_match = len(standing.scores), standing.match_points is not None
    board = board_of(design, sides, in_match)
    return Drawing(
        design=design,
        board=board,
        numbers=_numbers(design, sides, standing),
        pegs=tuple(peg for side in range(sides) for peg in _pegs(design, board, standing, side)),
        goals=_goals(design, board, standing.target),
        skunks=_skunks(design, sides, standing),
        laps=_laps(design, standing),
        last_lap=hole_of(design, standing.target, standing.target).lap,
        skunk_lines=standing.skunk_lines,
        match=_match(plan_of(design, sides, in_match).shelf, board, standing),
    )


# ---- Lanes -----------------------------------------------------------------------------------------------------------


class _Frame(NamedTuple):
    """A place on a lane, and the direction of the lane there: radians, clockwise from rightwards."""

    x: float
    y: float
    heading: float

    def aside(self, offset: float) -> Point:
        """Return the point at this distance to the right, or to the left if negative."""
        return _point(self.x - offset * math.sin(self.heading), self.y + offset * math.cos(self.heading))


class _Stretch(NamedTuple):
    """A piece of a lane: its length, how far it turns to the right (radians), and how many pitches it takes."""

    length: float
    turn: float
    pitches: float

    def after(self, start: _Frame, share: float) -> _Frame:
        """Return the frame after a share of it, which may be before its beginning or beyond its end."""
        x, y, heading = start
        turned = heading + self.turn * share
        if not self.turn:
            way = self.length * share
            return _Frame(x + way * math.cos(heading), y + way * math.sin(heading), heading)
        radius = self.length / self.turn
        across, down = math.sin(turned) - math.sin(heading), math.cos(turned) - math.cos(heading)
        return _Frame(x + radius * across, y - radius * down, turned)


def _straight(pitches: float) -> _Stretch:
    return _Stretch(pitches * PITCH, 0, pitches)


def _curve(radius: float, turn: float, pitches: float) -> _Stretch:
    return _Stretch(radius * abs(turn), turn, pitches)


class _Lane:
    """A path on which places are given in pitches from its beginning."""

    def __init__(self, start: _Frame, stretches: Sequence[_Stretch]) -> None:
        self._stretches = stretches
        self._frames = list(accumulate(stretches, lambda frame, piece: piece.after(frame, 1), initial=start))
        self._begins = list(accumulate((piece.pitches for piece in stretches), initial=0.0))

    @property
    def pitches(self) -> float:
        return self._begins[-1]

    def at(self, pitches: float) -> _Frame:
        """Return the frame after so many pitches. Before the beginning and beyond the end the lane continues in its
        direction."""
        piece = min(max(bisect_right(self._begins, pitches) - 1, 0), len(self._stretches) - 1)
        stretch = self._stretches[piece]
        return stretch.after(self._frames[piece], (pitches - self._begins[piece]) / stretch.pitches)

    def path(self, offset: float, lead: float, tail: float) -> str:
        """Return the line at this distance from its middle, from `lead` pitches before to `tail` pitches beyond it."""
        ends = [*self._begins[1:-1], self.pitches + tail]
        parts = ["M{:g} {:g}".format(*self.at(-lead).aside(offset))]
        for stretch, end in zip(self._stretches, ends, strict=True):
            x, y = self.at(end).aside(offset)
            if not stretch.turn:
                parts.append(f"L{x:g} {y:g}")
                continue
            radius = round(abs(stretch.length / stretch.turn - offset), 1)
            large, sweep = int(abs(stretch.turn) > math.pi), int(stretch.turn > 0)
            parts.append(f"A{radius:g} {radius:g} 0 {large} {sweep} {x:g} {y:g}")
        return "".join(parts)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Where match points are pegged: the middle of all rows, from row to row, and how many sides share a row."""

    middle: Point
    width: float
    columns: int
    row: float = 13.0

    def depth(self, sides: int) -> float:
        """Return the distance from the first row to the last."""
        return self.row * (math.ceil(sides / self.columns) - 1)


@dataclass(frozen=True, slots=True)
class _Plan:
    """The layout of a design. Each track is a lane and its distance from the lane's middle.

    `width` is a lane's. `room` is the least distance between the holes and the edge of the board. Without an `edge` it
    is a rectangle.
    """

    lanes: tuple[_Lane, ...]
    tracks: tuple[tuple[_Lane, float], ...]
    width: float
    gap: float
    finish: Point
    shelf: _Shelf
    room: float
    room_right: float
    edge: _Lane | None = None

    @property
    def half(self) -> float:
        """Return half of the distance between two groups of five, in pitches."""
        return (1 + self.gap) / 2

    def place(self, number: int) -> float:
        """Return how many pitches along its lane a hole lies, by its number from 1."""
        return number - 1 + (number - 1) // 5 * self.gap + self.half

    def border(self, number: int) -> float:
        """Return the middle between a hole and the one before it, in pitches along the lane."""
        return self.place(number) - (self.half if number % 5 == 1 else 0.5)


def _point(x: float, y: float) -> Point:
    return Point(round(x, 1), round(y, 1))


def _dots(holes: Iterable[Point]) -> str:
    """Return a path with a dot in every hole, drawn by its round line ends."""
    return "".join(f"M{x:g} {y:g}h0" for x, y in holes)


# ---- Designs ---------------------------------------------------------------------------------------------------------


@cache
def plan_of(design: Design, sides: int, match: bool) -> _Plan:
    """Return where the lanes of a board run."""
    match design:
        case Design.PLANK:
            return _rows(_Rows(30, _GAP, 15 if sides <= 3 else 13, 4), sides, match)
        case Design.LONG:
            return _rows(_Rows(60, 0, 17, 0), sides, match)
        case Design.TRIANGLE:
            return _triangle(sides)
        case Design.SPIRAL:
            return _spiral(sides)
        case Design.TWENTY_NINE:
            return _twenty_nine(sides)


class _Rows(NamedTuple):
    """A board of straight rows: holes in a row, the gap after five, between rows, and between the sides' lanes."""

    holes: int
    gap: float
    spacing: float
    between: float


def _rows(rows: _Rows, sides: int, match: bool) -> _Plan:
    """Return the plan of a board where each side goes out in one row and back in the next one, nearer to the middle.

    The finishing hole is in the middle.
    """
    spacing, upper = rows.spacing, (sides + 1) // 2
    half = (1 + rows.gap) / 2
    row = _straight(rows.holes + rows.holes // 5 * rows.gap - half)
    depth = 2 * spacing + rows.between
    strip = max((spacing * math.ceil(sides / 2) + 13) * match, 1.2 * spacing)
    lanes = []
    for side in range(sides):
        below = side >= upper
        top = depth * side + (strip if below else 0)
        turn = _curve(spacing / 2, -math.pi if below else math.pi, 2 * half)
        lanes.append(_Lane(_Frame(0, top + (spacing if below else 0), 0), (row, turn, row)))
    middle = depth * upper - (spacing + rows.between) + (strip + spacing) / 2
    width = row.length
    return _Plan(
        lanes=tuple(lanes),
        tracks=tuple((lane, 0.0) for lane in lanes),
        width=2 * spacing,
        gap=rows.gap,
        finish=_point((half - _START[0]) * PITCH, middle),
        shelf=_Shelf(Point(width / 2 + PITCH, middle), width - 3 * PITCH, 2, spacing),
        room=spacing + 18,
        room_right=_ROOM_FOR_MARKS,
    )


def _offsets(sides: int) -> tuple[float, ...]:
    spacing = 15.0 if sides <= 3 else 12.0
    return tuple((side - (sides - 1) / 2) * spacing for side in range(sides))


def _width(sides: int) -> float:
    return 2 * _offsets(sides)[-1] + 18


def _along(lane: _Lane, sides: int, shelf: _Shelf, edge: _Lane | None = None) -> _Plan:
    """Return the plan of a board with one lane for all. The finishing hole is in its middle, after the last holes."""
    return _Plan(
        lanes=(lane,),
        tracks=tuple((lane, offset) for offset in _offsets(sides)),
        width=_width(sides),
        gap=_GAP,
        finish=lane.at(lane.pitches + (1 + _GAP) / 2).aside(0),
        shelf=shelf,
        room=32,
        room_right=32,
        edge=edge,
    )


def _spiral(sides: int) -> _Plan:
    """Return a spiral: thirty holes along the top, twenty round, thirty back, ten round inside, and thirty to the
    middle."""
    small = _offsets(sides)[-1] + 29
    run = _straight(6 * _FIVE)
    lane = _Lane(
        _Frame(0, 0, 0),
        (run, _curve(2 * small, math.pi, 4 * _FIVE), run, _curve(small, math.pi, 2 * _FIVE), run),
    )
    return _along(lane, sides, _Shelf(Point(run.length / 2, small), run.length, 2))


def _triangle(sides: int) -> _Plan:
    """Return a triangle with forty holes a side. The track turns at two corners and begins and ends at the third."""
    up, corner = -math.tau / 6, 2 * _FIVE
    half_width = _width(sides) / 2
    radius = half_width + 50
    outer, inner = _straight(8 * _FIVE - corner / 2), _straight(8 * _FIVE - corner)
    bend, root = _curve(radius, _THIRD, corner), math.sqrt(3)
    # The corner of the lane's middle lies at 0, 0; the lane begins where both ends keep clear of each other.
    begin = inner.length + root * radius - outer.length
    lane = _Lane(_Frame(begin * math.cos(up), begin * math.sin(up), up), (outer, bend, inner, bend, outer))
    side = inner.length + 2 * root * radius
    edge = _rounded(side, half_width + 14, (half_width + 38, half_width + 14 + radius, half_width + 14 + radius))
    low = half_width + 0.8 * (side / (2 * root) - half_width)
    shelf = _Shelf(Point(side / 2, -low), 0.4 * side, 1, 15)
    return _along(lane, sides, shelf, edge)


def _rounded(side: float, rim: float, corners: tuple[float, float, float]) -> _Lane:
    """Return a triangle `rim` outside one of side `side` whose lower left corner is 0, 0. The radii begin there."""
    root = math.sqrt(3)
    pieces = []
    for corner, following in zip(corners, corners[1:] + corners[:1], strict=True):
        pieces.append(_straight((side + 2 * root * rim - root * (corner + following)) / PITCH))
        pieces.append(_curve(following, _THIRD, PITCH))
    begin, up = root * corners[0], -math.tau / 6
    return _Lane(_Frame(begin * math.cos(up) - root * rim, begin * math.sin(up) + rim, up), pieces)


def _twenty_nine(sides: int) -> _Plan:
    """Return the figures 29 as one line: down the 2, along the foot, up the 9 and round its head."""
    low, high = 40.0, 400.0
    wanted = 24 * _FIVE
    for _step in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if _figures(middle, sides).pitches < wanted else (low, middle)
    lane = _figures(low, sides)
    shelf = _Shelf(Point(2 * low + _width(sides) / 2, 0), 3.6 * low, 2)
    bottom = 3.4 * low + _width(sides) / 2 + 24 + shelf.depth(sides) / 2
    return _along(lane, sides, replace(shelf, middle=Point(shelf.middle.x, bottom)))


def _figures(bowl: float, sides: int) -> _Lane:
    """Return the figures 29 with bowls of this radius, 3.4 times as high, the upper left corner of the 2 at 0, 0."""
    wide = _width(sides) / 2
    height, heel, apart = 3.4 * bowl, wide + 24, 2 * wide + 12
    lean = math.radians(125)
    start = _Frame(0, bowl, -math.pi / 2)
    drop = height - bowl * (1 - math.cos(lean)) - heel * (1 - math.cos(lean))
    slope = drop / math.sin(lean)
    left = bowl * (1 + math.sin(lean)) + slope * math.cos(lean) + heel * math.sin(lean)
    foot = 4 * bowl + apart - heel - left
    quarter = math.pi / 2
    pieces = (
        (bowl, quarter + lean, 0.0),
        (0.0, 0.0, slope),
        (heel, -lean, 0.0),
        (0.0, 0.0, foot),
        (heel, -quarter, 0.0),
        (0.0, 0.0, height - heel - bowl),
        (bowl, -3 * quarter, 0.0),
    )
    return _Lane(start, [_piece(*piece, _offsets(sides)[-1]) for piece in pieces])


def _piece(radius: float, turn: float, length: float, reach: float) -> _Stretch:
    """Return a piece with its holes at the usual pitch, or further apart if the innermost track needs room for them."""
    if not turn:
        return _straight(length / PITCH)
    return _curve(radius, turn, radius * abs(turn) / PITCH * min(1.0, 1.25 * (1 - reach / radius)))


# ---- Boards ----------------------------------------------------------------------------------------------------------


@cache
def board_of(design: Design, sides: int, match: bool) -> Board:
    """Return a board with its holes, before any peg stands on it."""
    plan = plan_of(design, sides, match)
    tracks = tuple(_track(plan, lane, offset, length_of(design)) for lane, offset in plan.tracks)
    spacing = plan.width / 2 if len(plan.lanes) > 1 else _offsets(sides)[1] - _offsets(sides)[0]
    edge = _edge(plan, tracks, sides if match else 0)
    rim = [edge.at(edge.pitches * step / 480).aside(0) for step in range(480)]
    left, right = min(point.x for point in rim) - 2, max(point.x for point in rim) + 2
    top, bottom = min(point.y for point in rim) - 2, max(point.y for point in rim) + 2
    width = round(right - left, 1)
    peg = round(min(0.45 * spacing, _MOST_PEG), 1)
    streets = () if design is Design.LONG else range(_STREET + 1, length_of(design), _STREET)
    return Board(
        left=round(left, 1),
        top=round(top, 1),
        width=width,
        height=round(bottom - top, 1),
        outline=edge.path(0, 0, 0) + "Z",
        grain=_grain(rim),
        lanes=tuple(lane.path(0, _LEAD, _TAIL if len(plan.lanes) == 1 else _LEAD) for lane in plan.lanes),
        lane_width=round(plan.width, 1),
        holes=_dots(hole for track in tracks for hole in (*track.start, *track.holes)),
        hole=round(0.38 * spacing, 1),
        peg=peg,
        mark=round(peg / 2, 2),
        goal=round(0.36 * spacing, 1),
        text=round(_TEXT * width, 1),
        tracks=tracks,
        finish=plan.finish,
        streets=tuple(line for number in streets for line in _across(plan, number)),
    )


def _track(plan: _Plan, lane: _Lane, offset: float, length: int) -> Track:
    first, second = (lane.at(plan.half - before).aside(offset) for before in _START)
    holes = tuple(lane.at(plan.place(number)).aside(offset) for number in range(1, length + 1))
    return Track((second, first), holes, lane.path(offset, _START[1] - plan.half, -plan.half))


def _edge(plan: _Plan, tracks: Sequence[Track], match_sides: int) -> _Lane:
    """Return the edge of the board: the design's own, or a rectangle round all holes."""
    if plan.edge:
        return plan.edge
    points = [hole for track in tracks for hole in (*track.start, *track.holes)]
    if match_sides:
        x, y = plan.shelf.middle
        points.append(Point(x, y + (plan.shelf.depth(match_sides) - plan.room) / 2))
    xs, ys = [point.x for point in points], [point.y for point in points]
    width, height = max(xs) - min(xs) + plan.room + plan.room_right, max(ys) - min(ys) + 2 * plan.room
    quarter = _curve(_CORNER, math.tau / 4, 1)
    across, down = (_straight((side - 2 * _CORNER) / PITCH) for side in (width, height))
    start = _Frame(min(xs) - plan.room + _CORNER, min(ys) - plan.room, 0)
    return _Lane(start, (across, quarter, down, quarter) * 2)


def _grain(edge: Sequence[Point]) -> str:
    """Return lines of wood grain from edge to edge, each one different."""
    top, bottom = min(point.y for point in edge), max(point.y for point in edge)
    parts = []
    for line in range(1, round((bottom - top) / 12)):
        y = top + line * 12 + 3 * math.sin(line * 1.9)
        near = [point.x for point in edge if abs(point.y - y) < 8]
        left, width = min(near) + 6, max(near) - min(near) - 12
        swing = 6 * math.sin(line * 2.4)
        parts.append(f"M{left:.0f} {y:.0f}c{width / 3:.0f} {swing:.0f} {width / 2:.0f} {-swing:.0f} {width:.0f} 0")
    return "".join(parts)


def _across(plan: _Plan, number: int) -> tuple[BoardLine, ...]:
    """Return a line before this hole, across every lane."""
    single = len(plan.lanes) == 1
    reach = plan.width / 2 if single else plan.width / 4 + 1
    frames = [lane.at(plan.border(number)) for lane in plan.lanes]
    return tuple(BoardLine(*frame.aside(-reach), *frame.aside(reach)) for frame in frames)


# ---- What stands on them ---------------------------------------------------------------------------------------------


def _pegs(design: Design, board: Board, standing: BoardStanding, side: int) -> tuple[BoardPeg, BoardPeg]:
    """Return the two pegs of a side under their lasting names. With every pegging the rear one moves in front."""
    front = standing.moves[side] % 2
    at = [_place(design, board, side, standing.scores[side], standing.target)] * 2
    rear = _place(design, board, side, standing.previous[side], standing.target)
    at[1 - front] = rear if standing.moves[side] else board.tracks[side].start[0]
    passed = way(_place(design, board, side, score, standing.target) for score in standing.passed(side))
    first, second = (
        BoardPeg(f"peg-{side}-{number}", side, *at[number], front=front == number, way=passed * (front == number))
        for number in (0, 1)
    )
    return first, second


def _place(design: Design, board: Board, side: int, score: int, target: int) -> Point:
    number, track = hole_of(design, score, target).number, board.tracks[side]
    if number == 0:
        return track.start[1]
    return track.holes[number - 1] if number <= len(track.holes) else board.finish


def _goals(design: Design, board: Board, target: int) -> tuple[Point, ...]:
    """Return the holes in which the game ends: the finishing hole, or on each track the target's."""
    if hole_of(design, target, target).number > length_of(design):
        return (board.finish,)
    return tuple(dict.fromkeys(_place(design, board, side, target, target) for side in range(len(board.tracks))))


def _skunks(design: Design, sides: int, standing: BoardStanding) -> tuple[Skunk, ...]:
    """Return the skunk lines. On a track that is pegged more than once, two of them may be one line.

    The long board has the first of them as its only mark, and no letters.
    """
    match = standing.match_points is not None
    plan = plan_of(design, sides, match)
    numbers = [hole_of(design, line, standing.target).number for line in standing.skunk_lines]
    if design is Design.LONG:
        return tuple(Skunk(None, _across(plan, number)) for number in numbers[:1])
    marks: dict[int, list[str]] = {}
    for number, mark in zip(numbers, SKUNK_MARKS, strict=False):
        marks.setdefault(number, []).append(str(mark))
    return tuple(
        Skunk(label_of(design, sides, match, (number, "/".join(texts))), _across(plan, number))
        for number, texts in marks.items()
    )


def _numbers(design: Design, sides: int, standing: BoardStanding) -> tuple[Label, ...]:
    """Return the number of every tenth hole beside it, but where a skunk line has its mark. The long board has none."""
    if design is Design.LONG:
        return ()
    marked = {hole_of(design, line, standing.target).number for line in standing.skunk_lines}
    match = standing.match_points is not None
    return tuple(
        label_of(design, sides, match, (number + 1, str(number)))
        for number in range(_NUMBERED, length_of(design), _NUMBERED)
        if number + 1 not in marked
    )


@lru_cache(maxsize=1024)
def label_of(design: Design, sides: int, match: bool, mark: tuple[int, str]) -> Label:
    """Return a text at the end of a line across a lane which has room, at the inner end if both have."""
    number, text = mark
    plan, board = plan_of(design, sides, match), board_of(design, sides, match)
    taken = [hole for track in board.tracks for hole in (*track.start, *track.holes)] + [board.finish]
    if match:
        taken += [hole for row in _match_rows(plan.shelf, sides, MATCH_HOLES) for hole in row]
    middle = Point(board.left + board.width / 2, board.top + board.height / 2)

    def merit(end: Point) -> tuple[float, float]:
        return min(board.text, *(math.dist(end, hole) for hole in taken)), -math.dist(end, middle)

    ends = [end for line in _across(plan, number) for end in _beyond(line, board.text, len(text))]
    return Label(*max(ends, key=merit), text)


def _beyond(line: BoardLine, size: float, letters: int) -> tuple[Point, Point]:
    """Return where the middle of a text would be beyond either end of a line."""
    x1, y1, x2, y2 = line
    far = math.dist((x1, y1), (x2, y2))
    across, down = (x2 - x1) / far, (y2 - y1) / far
    away = abs(down) * 0.65 * size + abs(across) * (0.32 * letters * size + 3)
    return _point(x1 - across * away, y1 - down * away), _point(x2 + across * away, y2 + down * away)


def _laps(design: Design, standing: BoardStanding) -> tuple[Lap, ...]:
    if hole_of(design, standing.target, standing.target).lap == 1:
        return ()
    laps: dict[int, list[int]] = {}
    for side, score in enumerate(standing.scores):
        laps.setdefault(hole_of(design, score, standing.target).lap, []).append(side)
    return tuple(Lap(number, tuple(sides)) for number, sides in sorted(laps.items()))


def _match_rows(shelf: _Shelf, sides: int, points: int) -> list[list[Point]]:
    """Return, for each side, its holes from no match point to the last one."""
    cell = shelf.width / shelf.columns
    step = min(0.9 * PITCH, (cell - 1.5 * PITCH) / max(points, 1))
    rows = []
    for side in range(sides):
        row, column = divmod(side, shelf.columns)
        x = shelf.middle.x + (column - (shelf.columns - 1) / 2) * cell - step * points / 2
        y = shelf.middle.y + row * shelf.row - shelf.depth(sides) / 2
        rows.append([_point(x + step * hole, y) for hole in range(points + 1)])
    return rows


def _match(shelf: _Shelf, board: Board, standing: BoardStanding) -> MatchScore | None:
    if standing.match_points is None:
        return None
    last = standing.match_points if standing.match_points <= MATCH_HOLES else 0
    rows = _match_rows(shelf, len(standing.scores), last)
    stands = list(zip(rows, standing.match, strict=True))
    beside = board.peg + 3
    return MatchScore(
        holes=_dots(hole for row in rows for hole in row),
        hole=round(min(board.hole, 0.68 * (rows[0][1].x - rows[0][0].x)) if last else board.hole, 1),
        pegs=tuple(BoardPeg(f"peg-match-{side}", side, *row[min(won, last)]) for side, (row, won) in enumerate(stands)),
        figures=()
        if last
        else tuple(
            Label(round(row[0].x + beside, 1), row[0].y, f"{won}/{standing.match_points}") for row, won in stands
        ),
        text=min(board.text, shelf.row),
    )
