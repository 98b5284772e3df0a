"""How a game ended: by what each side scored, the best counts, and how often the reader counted right."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.engine.cards import Card
from game.engine.play import Counting, Over, Pegged, State, scored
from game.engine.rules import Muggins, Rules
from game.engine.scoring import Kind, total
from game.engine.view import Shown, not_counted
from game.log import DealStart, Log
from game.referee import Course, first_deal
from game.table.counts import pegged, settled
from game.table.words import Names, headline, margin_told, past_target, skunk_told, whose


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
    """A hand or crib and what its owner pegged for it: what others took of it is not in it."""

    title: str
    is_crib: bool
    points: int
    cards: tuple[Card, ...]
    starter: Card


@dataclass(frozen=True, slots=True)
class Count:
    """A hand or crib that was counted: its owner's claim, if any, and what the owner pegged. `late` tells that the
    owner's time ran out."""

    shown: Shown
    starter: Card
    claim: int | None
    pegged: int
    late: bool

    @property
    def is_asked(self) -> bool:
        """Return whether its owner had to count it."""
        return self.late or self.claim is not None

    @property
    def is_right(self) -> bool:
        """Return whether its owner counted it right, and in time."""
        return not self.late and self.claim == total(self.shown.scores)


@dataclass(frozen=True, slots=True)
class NotCounted:
    """A hand or crib that a game ended before, and what it would have counted."""

    title: str
    cards: tuple[Card, ...]
    starter: Card
    points: int


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: who won, the best counts, and the sides, the reader's first.

    `best` is the best count of the game, the reader's own among equals, and `own_best` the reader's own where another's
    was better: that of a winner comes first (`own_first`). `claims` is how many hands and cribs the reader had to
    count, and `right` how many of them were right, and in time. `muggins` tells whether it was played, `past` that the
    last points were more than the target left room for, `skunk` what a skunk is and `far` by how much the reader won
    or lost, "" if not. `uncounted` are the hands and the crib that the game ended before.
    """

    head: str
    best: BestCount | None
    own_best: BestCount | None
    own_first: bool
    claims: int
    right: int
    sides: tuple[SideEnding, ...]
    muggins: bool
    past: str
    skunk: str
    far: str
    uncounted: tuple[NotCounted, ...]

    @property
    def first(self) -> BestCount | None:
        """Return the count that is shown with its cards."""
        return self.own_best if self.own_first else self.best


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
    best = _best(counts, names, rules)
    owned = [count for count in counts if count.shown.seat == names.own]
    own_best = _best(owned, names, rules)
    own_less = own_best if best and own_best and own_best.points < best.points else None
    claimed = [count for count in owned if count.is_asked]
    return Ending(
        head=headline(state, names),
        best=best,
        own_best=own_less,
        own_first=own_less is not None and own is not None and state.winner == own,
        claims=len(claimed),
        right=sum(count.is_right for count in claimed),
        sides=tuple(sides),
        muggins=rules.muggins is not Muggins.OFF,
        past=past_target(state, last),
        skunk=skunk_told(state),
        far=margin_told(state, first - second, names),
        uncounted=tuple(
            NotCounted(whose(shown, names), shown.cards, state.ended.starter, total(shown.scores))
            for shown in not_counted(state)
        ),
    )


@lru_cache(maxsize=64)
def _scored(first: DealStart, text: str) -> tuple[Counter[tuple[int, str]], tuple[Count, ...], tuple[Pegged, ...]]:
    """Return the points by side and source, each hand and crib that was counted, with its starter, and what was
    scored last.

    It replays the whole log, whose `text` never changes again: a page that is looked at once more does not.
    """
    log = Log.of(first, ((line, "") for line in text.splitlines()))
    rules = log.rules
    points: Counter[tuple[int, str]] = Counter()
    scores: Counter[int] = Counter()
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
    counts = (
        Count(
            one.shown,
            one.before.starter,
            one.claim,
            pegged(total(one.shown.scores), one.claim, late=one.late),
            one.late,
        )
        for one in settled(log, 0, len(log))
    )
    return points, tuple(counts), last


def _source(before: State, line: Pegged) -> str:
    if line.score.kind is Kind.MUGGINS:
        return "muggins"
    if not isinstance(before, Counting):
        return "play"
    return "cribs" if before.is_crib else "hands"


def _best(counts: Sequence[Count], names: Names, rules: Rules) -> BestCount | None:
    """Return the best of the counts, None where there was none or where all were worth nothing. Among equals it is the
    reader's own, else one of their side's, and the latest of these."""
    side = None if names.own is None else rules.side_of(names.own)

    def worth(count: Count) -> tuple[int, bool, bool]:
        seat = count.shown.seat
        return count.pegged, seat == names.own, rules.side_of(seat) == side

    best = max(reversed(counts), key=worth, default=None)
    if best is None or not best.pegged:
        return None
    return BestCount(whose(best.shown, names), best.shown.is_crib, best.pegged, best.shown.cards, best.starter)
