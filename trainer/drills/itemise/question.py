"""The itemising drill: a hand or a crib, and the points of its fifteens, runs, pairs, flush and nobs given apart.

Source: RULES.md, The show (the order of counting aloud).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from game.engine.scoring import Kind, combine, total
from game.strategy.causes import CONCERNS, Cause, Likely, errors
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion, HandMarking, canonical, hardness, pose, read, skill_of
from trainer.drills.questions import UnreadableQuestion

__all__ = ["canonical", "hardness", "mark", "pose", "read", "sibling"]

KINDS = (Kind.FIFTEEN, Kind.RUN, Kind.PAIR, Kind.FLUSH, Kind.NOBS)
"""What is given apart, in the order in which it is counted."""

PART_WORTHS = {
    Kind.FIFTEEN: (0, 2, 4, 6, 8, 10, 12, 14, 16),
    Kind.RUN: (0, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16),
    Kind.PAIR: (0, 2, 4, 6, 8, 12),
    Kind.FLUSH: (0, 4, 5),
    Kind.NOBS: (0, 1),
}
"""What each part of a hand of four can be worth, runs also with the pairs inside them."""

Claims = Mapping[Kind, int]
"""The points claimed for each kind; one that is left out is 0."""


@dataclass(frozen=True)
class ItemiseMarking(HandMarking):
    """What was claimed for each kind (None: it did not come in time), and what there was."""

    question: CountQuestion
    claims: Claims | None

    @cached_property
    def truths(self) -> dict[Kind, int]:
        """The points there are of each kind: of runs with the pairs inside, where they were claimed so."""
        points = _points(self.question)
        inside = _inside_runs(self.question)
        claims = self.claims or {}
        whole = points[Kind.RUN] + inside
        if inside and claims.get(Kind.RUN, 0) == whole and claims.get(Kind.PAIR, 0) == points[Kind.PAIR] - inside:
            return points | {Kind.RUN: whole, Kind.PAIR: points[Kind.PAIR] - inside}
        return points

    @property
    def runs_with_pairs(self) -> bool:
        """Whether a double run was claimed as a whole, with its pair: as right as in its parts."""
        return self.truths != _points(self.question)

    @cached_property
    def offs(self) -> dict[Kind, int]:
        """By how much each kind was claimed too high or, negative, too low; only those that are wrong."""
        claims = self.claims or {}
        off = {kind: claims.get(kind, 0) - points for kind, points in self.truths.items()}
        return {kind: points for kind, points in off.items() if points}

    @property
    def claim(self) -> int | None:
        """The points claimed in all."""
        return None if self.claims is None else sum(self.claims.values())

    @property
    def off(self) -> int:
        """The claim less the truth."""
        return (self.claim or 0) - self.points

    @property
    def right(self) -> bool:
        """Whether every part is right."""
        return self.claims is not None and not self.offs

    @property
    def lost(self) -> float:
        """How far the parts are off, added up."""
        return float(sum(map(abs, self.offs.values())))

    @cached_property
    def likely(self) -> tuple[Likely, ...]:
        """What went wrong: the known error of each kind that one explains, then what was missed of the others."""
        if self.claims is None:
            return ()
        known = {kind: cause for kind in self.offs if (cause := self._known_error(kind))}
        missed = tuple((kind, number) for kind, number in self._overlooked.items() if kind not in known)
        return (*map(Likely, known.values()), *([Likely(Cause.MISSED, missed)] if missed else []))

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed, known from the kinds; of several fifteens those of most cards."""
        return None if self.claims is None else tuple(self._missed())

    def _missed(self) -> Iterator[str]:
        for likely in self.likely:
            if likely.cause is not Cause.MISSED:
                yield likely.cause
            for kind, number in likely.missed:
                of_kind = [score for score in self.scores if score.kind is kind]
                of_kind.sort(key=lambda score: -len(score.cards))
                yield from map(skill_of, of_kind[:number])

    @property
    def _overlooked(self) -> dict[Kind, int]:
        """How many items of a kind must have been overlooked for so low a claim."""
        worth = {score.kind: score.points for score in self.scores}
        return {kind: -(off // worth[kind]) for kind, off in self.offs.items() if off < 0}

    def _known_error(self, kind: Kind) -> Cause | None:
        """Return the known error that makes just this difference. Too few fifteens were rather overlooked."""
        off = self.offs[kind]
        if kind is Kind.FIFTEEN and off < 0:
            return None
        invited = errors(self.question.hand, self.question.starter, self.question.crib, self.scores)
        return next((cause for cause, error in invited if error == off and CONCERNS[cause] is kind), None)


def _points(question: CountQuestion) -> dict[Kind, int]:
    """Return the points of each kind."""
    return {kind: total(score for score in question.scores if score.kind is kind) for kind in KINDS}


def _inside_runs(question: CountQuestion) -> int:
    """Return the points of the pairs inside double, triple and double-double runs."""
    wholes = [whole for whole in combine(question.scores) if whole.parts[0].kind is Kind.RUN]
    return sum(part.points for whole in wholes for part in whole.parts if part.kind is Kind.PAIR)


def text_of(claims: Claims) -> str:
    """Return the text form of an answer, without what is 0: "fifteen=4 run=6 pair=2"; "0" for nothing at all."""
    return " ".join(f"{kind}={points}" for kind, points in claims.items() if points) or "0"


def mark(question: CountQuestion, answer: str) -> ItemiseMarking:
    """Judge an answer; "" is one that did not come in time. Raise UnreadableQuestion."""
    if answer in ("", "0"):
        return ItemiseMarking(question, {} if answer else None)
    try:
        parts = dict(part.split("=") for part in answer.split(" "))
        return ItemiseMarking(question, {Kind(kind): int(points) for kind, points in parts.items()})
    except ValueError as error:
        raise UnreadableQuestion(answer) from error


def sibling(question: CountQuestion, rng: Random) -> CountQuestion:
    """Return another hand with as many items of the same kinds, on other ranks."""
    return count_question.sibling(question, rng)
