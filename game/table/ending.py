"""How a game ended: by what each side scored, and the best count of the game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.engine.cards import Card
from game.engine.play import Counting, Over, Pegged, State, scored
from game.engine.rules import Muggins, Rules
from game.engine.scoring import Kind, total
from game.engine.view import Shown
from game.log import DealStart, Log
from game.referee import Course, first_deal
from game.table.words import Names, past_target, settled_count, whose


@dataclass(frozen=True, slots=True)
class SideEnding:
    """What a side scored in the play, with its hands, with its cribs and by muggins. `score` is the sum.

    Points past the target are not pegged, so they count nowhere.
    """

    side: int
    name: str
    score: int
    play: int
    hands: int
    cribs: int
    muggins: int


@dataclass(frozen=True, slots=True)
class BestCount:
    """The hand or crib of the game that counted most, the reader's own among equals."""

    title: str
    points: int
    cards: tuple[Card, ...]
    starter: Card


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: the winner's margin over the next side, the best count, the sides, the reader's first.

    `own_best` are the points of the reader's own best count where another's was better, else 0. `muggins` tells whether
    it was played, `past` that the last points were more than the target left room for, "" if they were not.
    """

    margin: int
    best: BestCount | None
    own_best: int
    sides: tuple[SideEnding, ...]
    muggins: bool
    past: str


def ending(course: Course, names: Names) -> Ending:
    """Return how a whole game ended. Raises ValueError before its end."""
    state, rules = course.state, course.rules
    if not isinstance(state, Over):
        raise ValueError("the game goes on")
    points, counts, last = _scored(first_deal(course.game), course.log.text(0, course.number))
    scores = state.table.scores
    first, second, *_others = sorted(map(rules.told, scores), reverse=True)
    own = None if names.own is None else rules.side_of(names.own)
    order = sorted(range(rules.sides), key=lambda side: (side != own, -scores[side]))
    sides = (
        SideEnding(
            side=side,
            name=names.side(rules, side),
            score=rules.told(scores[side]),
            play=points[side, "play"],
            hands=points[side, "hands"],
            cribs=points[side, "cribs"],
            muggins=points[side, "muggins"],
        )
        for side in order
    )
    return Ending(
        first - second,
        _best(counts, names, rules, own),
        _own_best(counts, names),
        tuple(sides),
        rules.muggins is not Muggins.OFF,
        _past(state, rules, last),
    )


def _own_best(counts: Sequence[tuple[Shown, Card]], names: Names) -> int:
    """Return the points of the reader's best count, 0 where none was better than it."""
    most = max((total(shown.scores) for shown, _starter in counts), default=0)
    owned = max((total(shown.scores) for shown, _starter in counts if shown.seat == names.own), default=0)
    return owned if owned < most else 0


def _past(over: Over, rules: Rules, last: Sequence[Pegged]) -> str:
    points = sum(line.score.points for line in last if line.seat == over.seat)
    more = max(over.table.scores) - rules.target
    return past_target(points, points - more, rules) if more > 0 else ""


@lru_cache(maxsize=64)
def _scored(
    first: DealStart, text: str
) -> tuple[Counter[tuple[int, str]], tuple[tuple[Shown, Card], ...], tuple[Pegged, ...]]:
    """Return the points by side and source, each hand and crib that was counted, with its starter, and what was
    scored last.

    It replays the whole log, whose `text` never changes again: a page that is looked at once more does not.
    """
    log = Log.of(first, ((line, "") for line in text.splitlines()))
    rules = log.rules
    points: Counter[tuple[int, str]] = Counter()
    scores: Counter[int] = Counter()
    counts = []
    last: tuple[Pegged, ...] = ()
    for number in range(len(log)):
        before, after = log.around(number)
        lines = tuple(scored(before, after))
        last = lines or last
        for line in lines:
            side = rules.side_of(line.seat)
            told = rules.told(scores[side])
            scores[side] += line.score.points
            points[side, _source(before, line)] += rules.told(scores[side]) - told
        shown = settled_count(before, after)
        if shown and isinstance(before, Counting):
            counts.append((shown, before.starter))
    return points, tuple(counts), last


def _source(before: State, line: Pegged) -> str:
    if line.score.kind is Kind.MUGGINS:
        return "muggins"
    if not isinstance(before, Counting):
        return "play"
    return "cribs" if before.is_crib else "hands"


def _best(counts: Sequence[tuple[Shown, Card]], names: Names, rules: Rules, own: int | None) -> BestCount | None:
    """Return the best of the counts, None where there was none or where all were worth nothing."""

    def worth(count: tuple[Shown, Card]) -> tuple[int, bool]:
        shown = count[0]
        return total(shown.scores), rules.side_of(shown.seat) == own

    if not counts:
        return None
    shown, starter = max(counts, key=worth)
    points = total(shown.scores)
    return BestCount(whose(shown, names), points, shown.cards, starter) if points else None
