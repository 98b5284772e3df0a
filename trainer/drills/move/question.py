"""The drill "Move the peg": a side's two pegs on the board and points to peg; which peg moves, and to which hole.

Source: RULES.md, The board; The target.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from trainer.drills.posing import drawn, risen
from trainer.drills.questions import Demand, Marking, UnreadableQuestion, Wish


class MoveSort(StrEnum):
    """What there is to see in a move: nothing more, another street, the first move of a game, or its last."""

    PLAIN = "plain"
    STREET = "street"
    FIRST = "first"
    WIN = "win"


MIX: dict[MoveSort, int] = {MoveSort.PLAIN: 35, MoveSort.STREET: 25, MoveSort.FIRST: 10, MoveSort.WIN: 30}
"""Questions of each sort in a hundred."""

DESIGNS = ("plank", "triangle", "spiral", "long", "29")
"""The boards, by the names that the game has for them; a drill draws nothing, and needs no more of them."""


STREET = 30
"""Holes in a street."""

_TARGETS = range(31, 1000)
_USUAL_TARGETS = (121, 121, 121, 61)
MOST_POINTS = 29
"""The most points there are for a hand."""

_POINTS = range(1, MOST_POINTS + 1)


class MovePeg(StrEnum):
    """One of the two pegs, as a learner chooses it."""

    REAR = "rear"
    FRONT = "front"


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """Where the two pegs stand (0: before the first hole), what is scored, and on which board.

    Text form: "24-16 +8 of 121 on plank": front peg, rear peg, points, target, design.
    """

    front: int
    rear: int
    points: int
    target: int
    design: str

    def __str__(self) -> str:
        return f"{self.front}-{self.rear} +{self.points} of {self.target} on {self.design}"

    @property
    def counted(self) -> int:
        """Where the points would lead if the board had no end."""
        return self.front + self.points

    @property
    def hole(self) -> int:
        """Where the peg goes: whoever reaches the target has won, whatever is left of the points."""
        return min(self.counted, self.target)

    @property
    def wins(self) -> bool:
        """Whether the target is reached."""
        return self.counted >= self.target


def street_of(hole: int) -> int:
    """Return the street of a hole, from 1; 0 before the first hole."""
    return (hole - 1) // STREET + 1


def sort_of(question: MoveQuestion) -> MoveSort:
    """Return the sort of a question."""
    if question.wins:
        return MoveSort.WIN
    if not question.front:
        return MoveSort.FIRST
    return MoveSort.PLAIN if street_of(question.front) == street_of(question.hole) else MoveSort.STREET


# ------------------------------------------------------------------------------------------------------ marking


class MoveCause(StrEnum):
    """A way to move wrong."""

    LEAPFROG = "move-leapfrog"
    FROM_REAR = "move-from-rear"
    OWN_HOLE = "move-own-hole"
    ONE_TOO_MANY = "move-one-too-many"
    PAST_TARGET = "move-past-target"
    COUNT = "move-count"


def errors(question: MoveQuestion) -> Iterator[tuple[MoveCause, int]]:
    """Yield the known errors of counting that the question invites, with the hole to which each leads."""
    if question.wins:
        yield MoveCause.PAST_TARGET, max(question.counted, question.target + 1)
    ways = (
        (MoveCause.FROM_REAR, question.rear + question.points),
        (MoveCause.OWN_HOLE, question.counted - 1),
        (MoveCause.ONE_TOO_MANY, question.counted + 1),
    )
    for cause, hole in ways:
        if hole != question.hole and hole <= question.target:
            yield cause, hole


@dataclass(frozen=True)
class MoveMarking(Marking):
    """An answer judged: the peg that was chosen and the hole; None: they did not come in time."""

    question: MoveQuestion
    peg: MovePeg | None = None
    claim: int | None = None

    @property
    def right(self) -> bool:
        """Whether the rear peg goes where the points lead; before the first hole the two pegs are alike."""
        return self.claim == self.question.hole and not self._front_moved

    @property
    def off(self) -> int:
        """The hole that was said less the one there is to reach; all of the points where nothing was said."""
        return (self.question.front if self.claim is None else self.claim) - self.question.hole

    @property
    def worth(self) -> int:
        """How many holes there are to go."""
        return self.question.hole - self.question.front

    @property
    def lost(self) -> float:
        """How many holes the peg is off, at most all there were to go; a wrong peg alone is 1 off."""
        return 0.0 if self.right else float(min(max(abs(self.off), 1), self.worth))

    @property
    def sort(self) -> str:
        """What there was to see."""
        return sort_of(self.question)

    @property
    def causes(self) -> tuple[str, ...]:
        """The codes of what went wrong: the wrong peg, and what explains the hole."""
        return (*self._of_peg, *self._of_hole)

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed; None where two errors lead to the hole and nothing else is known."""
        if len(self._of_hole) < 2:
            return self.causes
        return self._of_peg or None

    @property
    def demands(self) -> tuple[Demand, ...]:
        """To take the rear peg, the known errors of counting with what they change, and the count itself."""
        question = self.question
        leap = [Demand(MoveCause.LEAPFROG, 0)] if question.front else []
        known = (Demand(cause, hole - question.hole) for cause, hole in errors(question))
        return (*leap, *known, Demand(MoveCause.COUNT, 0))

    @property
    def _front_moved(self) -> bool:
        return self.peg is MovePeg.FRONT and self.question.front > 0

    @property
    def _of_peg(self) -> tuple[MoveCause, ...]:
        return (MoveCause.LEAPFROG,) if self._front_moved else ()

    @property
    def _of_hole(self) -> tuple[MoveCause, ...]:
        question, claim = self.question, self.claim
        if claim is None or claim == question.hole:
            return ()
        if question.wins and claim > question.target:
            return (MoveCause.PAST_TARGET,)
        return tuple(cause for cause, hole in errors(question) if hole == claim) or (MoveCause.COUNT,)


def mark(question: MoveQuestion, answer: str) -> MoveMarking:
    """Judge an answer: "rear 32", the peg and its hole; "" for one that did not come in time."""
    if not answer:
        return MoveMarking(question)
    peg, hole = answer.split(" ")
    return MoveMarking(question, MovePeg(peg), int(hole))


# ------------------------------------------------------------------------------------------------------- posing

_SCORED = (*range(1, 13), *range(1, 13), *range(2, 13), *(13, 14, 15, 16, 17, 18, 20, 21, 22, 24))
"""What is pegged at once, small scores oftener than great ones; a hand of four never scores 19."""

_SEARCH = 100
"""How many questions are tried for a sibling."""


def pose(rng: Random, wish: Wish) -> MoveQuestion:
    """Return pegs and points, of a sort drawn by its share of `MIX`."""
    wanted, design = drawn(rng, wish, MIX), wish.chosen("design")
    board = (rng.choice(_USUAL_TARGETS), design if design in DESIGNS else rng.choice(DESIGNS))
    return risen(rng, wish.rise, lambda: _of_sort(rng, wanted, *board), hardness)


def _of_sort(rng: Random, wanted: MoveSort, target: int, design: str) -> MoveQuestion:
    while True:
        points, before = rng.choice(_SCORED), rng.choice(_SCORED)
        least = max(target - points, 1) if wanted is MoveSort.WIN else 1
        front = 0 if wanted is MoveSort.FIRST else rng.randrange(least, target)
        question = MoveQuestion(front, max(front - before, 0), points, target, design)
        if sort_of(question) is wanted and front - question.rear in {0, *_SCORED}:
            return question


_FORM = re.compile(r"(\d{1,3})-(\d{1,3}) \+(\d{1,2}) of (\d{2,3}) on (\w+)", re.ASCII)


def read(text: str) -> MoveQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, also for impossible pegs."""
    form = _FORM.fullmatch(text)
    if not form:
        raise UnreadableQuestion(text)
    front, rear, points, target = map(int, form.groups()[:4])
    stand = rear < front < target or front == rear == 0
    if not stand or points not in _POINTS or target not in _TARGETS or form[5] not in DESIGNS:
        raise UnreadableQuestion(text)
    return MoveQuestion(front, rear, points, target, form[5])


def canonical(question: MoveQuestion) -> str:
    """Return the text form: there are no suits here."""
    return str(question)


def sibling(question: MoveQuestion, rng: Random) -> MoveQuestion:
    """Return another question of the same sort and board that invites the same errors, or the question itself."""
    wanted = _pattern(question)
    for _ in range(_SEARCH):
        other = _of_sort(rng, sort_of(question), question.target, question.design)
        if _pattern(other) == wanted and other != question:
            return other
    return question


def _pattern(question: MoveQuestion) -> set[MoveCause]:
    return {cause for cause, _ in errors(question)}


def hardness(question: MoveQuestion) -> float:
    """Return how hard it is: more points to count, another street to enter, more than is needed at the end."""
    enters = 0 < street_of(question.front) < street_of(question.hole)
    return question.points + 8 * enters + 8 * (question.counted > question.target)
