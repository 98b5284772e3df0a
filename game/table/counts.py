"""The hands and cribs of a deal that have been counted: what was claimed, what it was worth, and what was left over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.translation import gettext as _

from game.engine.cards import Card
from game.engine.play import Call, Claim, Counting, Pegged, State, TimeOut, scored
from game.engine.rules import Muggins, Notice
from game.engine.scoring import Combination, Kind, Score, combine, total
from game.engine.view import Shown
from game.log import Log
from game.referee import Course
from game.table import words
from game.table.words import Names
from game.words import terms


@dataclass(frozen=True, slots=True)
class Left:
    """What a claim left over: its points, the cards that make them, and the side that took them, if one did.

    There are no cards where no items of the count make just these points. `side` is None, and `name` "", where nobody
    took them or several did.
    """

    points: int
    cards: tuple[Card, ...]
    side: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Told:
    """A hand or crib that has been counted: the claim, the lines of the count, and what others took of it.

    `pegged` are the points of its owner. `right` tells that no claim was wrong or late, `miscalled` that the reader
    called another number than the true one.
    """

    shown: Shown
    title: str
    points: int
    pegged: int
    claim: int | None
    verdict: str
    lines: tuple[terms.CountLine, ...]
    spoken: str
    starter: Card
    right: bool
    miscalled: bool
    left: Left | None

    @property
    def is_over(self) -> bool:
        """Return whether more was claimed than the count."""
        return self.claim is not None and self.claim > self.points


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand or crib whose count an action settled, the states around that action, and what the owner had claimed.

    `calls` are those of muggins on that claim. `late` tells that the owner's time had run out.
    """

    shown: Shown
    before: Counting
    after: State
    claim: int | None
    calls: tuple[Call, ...]
    late: bool


def settled(log: Log, since: int, until: int) -> Iterator[Settled]:
    """Yield the hands and cribs that were counted by the actions from `since` to just before `until`, in order."""
    claim: int | None = None
    calls: list[Call] = []
    for number in range(since, until):
        (before, after), action = log.around(number), log.action(number)
        if not isinstance(before, Counting):
            continue
        if isinstance(action, Claim):
            claim = action.points
        if isinstance(action, Call):
            calls.append(action)
        shown = words.settled_count(before, after)
        if shown:
            yield Settled(shown, before, after, claim, tuple(calls), isinstance(action, TimeOut))
            claim, calls = None, []


def counted(course: Course, names: Names) -> list[Told]:
    """Return the hands and the crib of this deal that have been counted, in order."""
    return [_counted(one, names) for one in settled(course.log, course.log.deal_start, course.number)]


def pegged(points: int, claim: int | None, *, late: bool) -> int:
    """Return what the owner of a hand worth some points pegs for it."""
    if late:
        return points - points // 2
    return points if claim is None else min(claim, points)


def _counted(one: Settled, names: Names) -> Told:
    shown, before, claim, late = one.shown, one.before, one.claim, one.late
    points = total(shown.scores)
    lines, over = marked_lines(shown.scores, points if claim is None or late else claim)
    taken = [line for line in scored(before, one.after) if line.score.kind in {Kind.MUGGINS, Kind.TIME}]
    return Told(
        shown=shown,
        title=words.whose(shown, names),
        points=points,
        pegged=pegged(points, claim, late=late),
        claim=claim,
        verdict=" ".join(_verdict(one, taken, over, names)),
        lines=lines,
        spoken=terms.count_aloud(lines),
        starter=before.starter,
        right=not late and (claim is None or claim == points),
        miscalled=any(_is_miscalled(call, points, names) for call in one.calls),
        left=None if late or claim is None or claim >= points else _left(points - claim, over, taken, before, names),
    )


def _verdict(one: Settled, taken: Sequence[Pegged], over: Sequence[Combination], names: Names) -> Iterator[str]:
    """Yield the sentences that say how a claim compares with the true points, and what others made of it."""
    own, points, rules = one.shown.seat == names.own, total(one.shown.scores), one.before.table.rules
    if told := words.muggins(taken, over, names):
        yield told
        return
    yield words.verdict(one.claim, one.shown, names, late=one.late, taken=bool(taken))
    yield from (words.took(line, names) for line in taken)
    yield from (words.false_call(call) for call in one.calls if _is_miscalled(call, points, names))
    could_call = rules.muggins is not Muggins.OFF and rules.notice is Notice.CALLED
    if own and could_call and one.claim is not None and one.claim < points and not (taken or one.late):
        others = [name for seat, name in enumerate(names.of) if rules.side_of(seat) != rules.side_of(one.shown.seat)]
        yield words.vain_call() if one.calls else words.unnoticed(others)


def _is_miscalled(call: Call, points: int, names: Names) -> bool:
    """Return whether a call is the reader's own, and of another number than the true one."""
    return call.seat == names.own and call.points != points


def marked_lines(scores: Sequence[Score], claim: int) -> tuple[tuple[terms.CountLine, ...], tuple[Combination, ...]]:
    """Return the lines of a count, those that a claim left over last and marked, and what these are of."""
    items, points = combine(scores), total(scores)
    over = tuple(left_over(items, points - claim)) if claim < points else ()
    first = terms.count_lines([item for item in items if item not in over])
    rest = terms.count_lines(over, first[-1].running if first else 0)
    return (*first, *(replace(line, note=_("missed")) for line in rest)), over


def _left(points: int, over: Sequence[Combination], taken: Sequence[Pegged], before: Counting, names: Names) -> Left:
    cards = tuple(sorted({card for item in over for card in item.cards}))
    rules, takers = before.table.rules, {line.seat for line in taken}
    if len(takers) != 1:
        return Left(points, cards, None, "")
    (taker,) = takers
    return Left(points, cards, rules.side_of(taker), names[taker])


def left_over(items: Sequence[Combination], points: int) -> tuple[Combination, ...]:
    """Return the fewest items, the last ones first, that make just these points of a count, () if none do."""
    for number in range(1, len(items) + 1):
        for some in combinations(reversed(items), number):
            if sum(item.points for item in some) == points:
                return tuple(reversed(some))
    return ()
