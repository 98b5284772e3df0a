"""How a game ended: by what each side scored, and its best hand."""

from collections import Counter
from dataclasses import dataclass

from game.engine.play import Counting, Over, scored
from game.engine.scoring import total
from game.referee import Course, whole
from game.table.words import Names, settled_count

_MOST = 3
"""The most sides that are told of."""


@dataclass(frozen=True, slots=True)
class SideEnding:
    """What a side scored in the play, with its hands and with its cribs, and its best hand. `score` is the sum."""

    side: int
    name: str
    score: int
    play: int
    hands: int
    cribs: int
    best: int


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: the margin of the winner over the next side, and the sides, the reader's first."""

    margin: int
    sides: tuple[SideEnding, ...]


def ending(course: Course, names: Names) -> Ending:
    """Return how a whole game ended. Raises ValueError before its end."""
    state, rules = course.state, course.rules
    if not isinstance(state, Over):
        raise ValueError("the game goes on")
    points: Counter[tuple[int, str]] = Counter()
    best: Counter[int] = Counter()
    log = whole(course)
    for number in range(course.number):
        before, after = log.around(number)
        source = "play" if not isinstance(before, Counting) else "cribs" if before.is_crib else "hands"
        for line in scored(before, after):
            points[rules.side_of(line.seat), source] += line.score.points
        shown = settled_count(before, after)
        if shown and not shown.is_crib:
            side = rules.side_of(shown.seat)
            best[side] = max(best[side], total(shown.scores))
    scores = state.table.scores
    first, second, *_others = sorted(map(rules.told, scores), reverse=True)
    own = None if names.own is None else rules.side_of(names.own)
    order = sorted(range(rules.sides), key=lambda side: (side != own, -scores[side]))[:_MOST]
    return Ending(
        first - second,
        tuple(
            SideEnding(
                side=side,
                name=names.side(rules, side),
                score=rules.told(scores[side]),
                play=points[side, "play"],
                hands=points[side, "hands"],
                cribs=points[side, "cribs"],
                best=best[side],
            )
            for side in order
        ),
    )
