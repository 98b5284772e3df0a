"""The curve of the chance to win over a game, in the units of a drawing, and the decisions marked on it.

Its chances are those by which decisions are graded. Up to the seat's last discard or card of a deal they are judged by
what the seat could see: at each of these the curve falls from what the best choice would have given by just what the
choice lost. In the count that follows the hands are known, and the crib once it is turned over.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from game.after.review import Decision, Duplicate
from game.after.swings import Swing
from game.charts import Frame
from game.strategy.review import Grade

ChanceAt = tuple[int, float]
"""The number of an action, and the chance to win before it."""

WIDTH, HEIGHT = 360, 181
"""The size of the drawing in its own units."""

_FRAME = Frame(40, 350, 12, 154)
_DOT, _DOT_OF_BLUNDER, _FINGER = 4.5, 6.5, 16.0
"""The radius of a mark, of that of a blunder, and of the part around it that leads to its decision where no other mark
is near."""

_ASIDE = 10
"""How far beside and above a mark its words stand."""

_TOLD, _CLEAR = 72, 5
"""The width that the words beside a mark need, and how far they keep from the curve and from other marks."""

_ABOVE, _ROOM, _LINE = 8, 140, 12
"""The distance of the words of a swing from the frame, which they stand above, and the width and height they need."""

_TAP = 24
"""The least width of a part of the drawing that leads to a decision."""

_LABELS = 13
"""The most deals that fit as labels under the drawing."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A horizontal line (`at` is its height) or a vertical one (`at` is its distance from the left), and its label."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A decision on the curve, the chance to win before it, how far what it cost lies below, how far around the mark it
    leads to the decision, the radius of its `dot`, and the height of the words beside it."""

    x: float
    y: float
    drop: float
    reach: float
    decision: Decision
    chance: float
    words_y: float = 0.0

    @property
    def dot(self) -> float:
        """Return the radius of the mark: a blunder is seen first."""
        return _DOT_OF_BLUNDER if self.decision.grade is Grade.BLUNDER else _DOT

    @property
    def ring(self) -> float:
        """Return the radius of the ring around the mark of what is shown."""
        return self.dot + 3

    @property
    def anchor(self) -> str:
        """Return which end of the words beside the mark is at it."""
        return "end" if self.x > WIDTH - _ROOM else "start"

    @property
    def words_x(self) -> float:
        """Return where the words beside the mark begin or end."""
        return self.x + (-_ASIDE if self.anchor == "end" else _ASIDE)


@dataclass(frozen=True, slots=True)
class LuckMark:
    """A swing of luck on the curve, and where its words begin or end: straight above it, over the frame."""

    x: float
    y: float
    words_y: float
    anchor: str
    swing: Swing


@dataclass(frozen=True, slots=True)
class Reach:
    """A part of the drawing, from the left, and the costliest decision in it."""

    x: float
    width: float
    decision: Decision


@dataclass(frozen=True, slots=True)
class WinCurve:
    """The drawing: its frame, the points of the curve in SVG notation, and the decisions that are marked.

    `rest` are the points of the part that is not graded yet, as the scores alone tell it; "" if all is graded.
    """

    frame: Frame
    points: str
    area: str
    levels: tuple[CurveLine, ...]
    marks: tuple[Mark, ...]
    reaches: tuple[Reach, ...]
    rest: str


def draw(
    deals: Sequence[Duplicate],
    decisions: Sequence[Decision],
    length: int,
    chosen: int | None = None,
    *,
    rough: Sequence[ChanceAt] = (),
) -> WinCurve:
    """Return the curve of a game with `length` actions, as far as its deals have been examined.

    The decision of the `chosen` action is marked, whatever it cost. `rough` are the chances where it is not graded yet.
    """
    examined = {deal.deal for deal in deals}
    decisions = [decision for decision in decisions if decision.deal in examined]
    moves = [move for deal in deals for move in _moves(deal, decisions)]
    places = _steps(moves, length)
    drawn = _drawn(places)
    later = [move for move in rough if not moves or move[0] > moves[-1][0]]
    area = f"{places[0][0]:.1f},{_FRAME.bottom} {drawn} {places[-1][0]:.1f},{_FRAME.bottom}" if places else ""
    levels = tuple(CurveLine(_y(percent / 100), str(percent)) for percent in (0, 50, 100))
    return WinCurve(
        frame=_FRAME,
        points=drawn,
        area=area,
        levels=levels,
        marks=tuple(_marks(moves, decisions, length, chosen, places)),
        reaches=tuple(_reaches(decisions, length)),
        rest=_drawn(_steps([*moves[-1:], *later], length)) if later else "",
    )


def deal_lines(starts: Mapping[int, int], length: int) -> list[CurveLine]:
    """Return where each deal begins in a game with `length` actions, by the actions that begin them."""
    every = -(-len(starts) // _LABELS)
    return [
        CurveLine(_x(first, length), str(deal) if place % every == 0 else "")
        for place, (deal, first) in enumerate(starts.items())
    ]


def _x(number: int, length: int) -> float:
    return _FRAME.x(number, max(length, 1))


def _y(chance: float) -> float:
    return _FRAME.y(chance, 0.0, 1.0)


def _moves(deal: Duplicate, decisions: Sequence[Decision]) -> list[ChanceAt]:
    """Return the chances to win in a deal, by the number of the action before which they hold."""
    judged = [(each, each.chance) for each in decisions if each.deal == deal.deal and each.chance is not None]
    last = judged[-1][0].number if judged else deal.first
    own = [move for each, chance in judged for move in _fall(each, chance)]
    return [deal.curve[0], *own, *(move for move in deal.curve[1:] if move[0] > last)]


def _fall(decision: Decision, chance: float) -> tuple[ChanceAt, ChanceAt]:
    """Return the chance to win before and after a decision."""
    return (decision.number, chance), (decision.number + 1, max(chance - decision.win, 0.0))


def _steps(moves: Sequence[ChanceAt], length: int) -> list[tuple[float, float]]:
    """Return the curve as steps: the chance stays the same until an action changes it."""
    places: list[tuple[float, float]] = []
    for number, chance in moves:
        if places:
            places.append((max(_x(number - 1, length), places[-1][0]), places[-1][1]))
        places.append((_x(number, length), _y(chance)))
    return places


def _drawn(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _reaches(decisions: Sequence[Decision], length: int) -> list[Reach]:
    """Return the parts of the drawing, each wide enough to be tapped, with the decisions in them."""
    starts: list[float] = []
    found: list[list[Decision]] = []
    for decision in decisions:
        x = _x(decision.number, length)
        if not starts or (x >= starts[-1] + _TAP and x + _TAP <= _FRAME.right):
            starts.append(x if starts else _FRAME.left)
            found.append([])
        found[-1].append(decision)
    parts = zip(pairwise([*starts, _FRAME.right]), found, strict=True) if starts else ()
    return [Reach(left, right - left, max(inside, key=lambda each: each.loss)) for (left, right), inside in parts]


def _marks(
    moves: Sequence[ChanceAt],
    decisions: Sequence[Decision],
    length: int,
    chosen: int | None,
    places: Sequence[tuple[float, float]],
) -> list[Mark]:
    """Return the marks of all decisions with a grade that is not fine, and of the chosen one, on the curve through the
    `places`. Of two in one action, such as a card and its count, the worse is marked."""
    worst: dict[int, Decision] = {}
    for each in decisions:
        if each.number not in worst or each.gravity > worst[each.number].gravity:
            worst[each.number] = each
    found = []
    for decision in worst.values():
        chance = _chance_before(decision, moves)
        if chance is not None and (decision.number == chosen or not decision.grade.is_fine):
            x, y = _x(decision.number, length), _y(chance)
            found.append(Mark(x, y, round(_y(max(chance - decision.win, 0.0)) - y, 1), _FINGER, decision, chance))
    return [replace(mark, reach=_room(mark, found), words_y=_beside(mark, found, places)) for mark in found]


def _room(mark: Mark, marks: Sequence[Mark]) -> float:
    """Return how far around a mark it leads to its decision: not over the middle to the next mark."""
    between = [hypot(mark.x - other.x, mark.y - other.y) / 2 for other in marks if other is not mark]
    return round(max(_DOT, min([_FINGER, *between])), 1)


def _beside(mark: Mark, marks: Sequence[Mark], places: Sequence[tuple[float, float]]) -> float:
    """Return the height of the words beside a mark: as near above or below it as they lie neither on the curve nor on
    other marks; beside it where the frame has no such place."""
    left, right = sorted([mark.words_x, mark.words_x + (-_TOLD if mark.anchor == "end" else _TOLD)])
    under = [y for x, y in places if x <= left][-1:] + [y for x, y in places if left < x <= right]
    for other in marks:
        if other is not mark and left - other.dot <= other.x <= right + other.dot:
            under += [other.y - other.dot, other.y + other.dot]
    above: float = min([mark.y - _ASIDE, *(y - _CLEAR for y in under)])
    below: float = max([mark.y + _ASIDE, *(y + _CLEAR for y in under)]) + _LINE
    clear = [height for height in (above, below) if _FRAME.top + _LINE <= height <= _FRAME.bottom]
    nearest = min(clear, key=lambda height: abs(height - mark.y), default=max(mark.y - _ASIDE, _FRAME.top + _LINE))
    return round(nearest, 1)


def luck_marks(found: Sequence[Swing], length: int) -> list[LuckMark]:
    """Return the marks of swings of luck. Words that would lie over others go above them: those in the middle stand
    lowest, because their words run inwards, and a line to higher ones passes beside them."""
    marks: list[LuckMark] = []
    for swing in sorted(found, key=lambda swing: abs(_x(swing.number, length) - WIDTH + _ROOM)):
        mark = luck_mark(swing, length)
        while any(_over(mark, each) for each in marks):
            mark = replace(mark, words_y=mark.words_y - _LINE)
        marks.append(mark)
    return sorted(marks, key=lambda mark: mark.swing.number)


def _over(mark: LuckMark, other: LuckMark) -> bool:
    """Return whether the words of a mark would lie over another's."""
    left, others = (each.x - _ROOM * (each.anchor == "end") for each in (mark, other))
    return abs(left - others) < _ROOM and mark.words_y == other.words_y


def box(luck: Sequence[LuckMark]) -> str:
    """Return the view box of the drawing with the words of its swings of luck."""
    top = min((mark.words_y - _LINE for mark in luck), default=0)
    return f"0 {top} {WIDTH} {HEIGHT - top}"


def luck_mark(swing: Swing, length: int) -> LuckMark:
    """Return the mark of a swing of luck on the curve of a game with `length` actions."""
    x, y = _x(swing.number, length), _y((swing.before + swing.after) / 2)
    return LuckMark(x, y, _FRAME.top - _ABOVE, "end" if x > WIDTH - _ROOM else "start", swing)


def with_chances(deals: Sequence[Duplicate], decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions with the chance to win before each, as the curve shows it."""
    moves = [move for deal in deals for move in _moves(deal, decisions)]
    return [replace(each, before=_chance_before(each, moves)) for each in decisions]


def _chance_before(decision: Decision, moves: Sequence[ChanceAt]) -> float | None:
    """Return the chance to win before a decision, None if the curve has not come so far."""
    place = bisect_right(moves, decision.number, key=lambda move: move[0]) - 1
    if place < 0:
        return None
    return moves[place][1] if decision.chance is None else decision.chance
