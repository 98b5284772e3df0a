"""An answer to the pegging drill judged: whether count and points are right, and what went wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from game.engine.scoring import FIFTEEN, THIRTY_ONE, Kind, total
from trainer.drills.peg.errors import PegCause, demands, errors, overlooked, sort_of
from trainer.drills.peg.question import PAIRS, PegQuestion, PegReason, reason_for
from trainer.drills.questions import Demand, Marking


@dataclass(frozen=True)
class PegMarking(Marking):
    """An answer judged: the count and points that were said (None: they did not come in time), and what was ticked.

    What is ticked decides nothing; where nothing is ticked, nothing is said of it.
    """

    question: PegQuestion
    said: int | None = None
    claim: int | None = None
    ticked: tuple[PegReason, ...] = ()

    @property
    def points(self) -> int:
        """What the card scores."""
        return self.question.points

    @property
    def worth(self) -> int:
        """What the card scores."""
        return self.points

    @property
    def off(self) -> int:
        """The points claimed less the truth."""
        return (self.claim or 0) - self.points

    @property
    def right(self) -> bool:
        """Whether count and points are the truth."""
        return (self.said, self.claim) == (self.question.count, self.points)

    @property
    def lost(self) -> float:
        """How far the points are off; a count that alone is wrong is 1 off."""
        return 0.0 if self.right else float(max(abs(self.off), 1))

    @property
    def sort(self) -> str:
        """What there was to see."""
        return sort_of(self.question)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """The scores to be seen, the known errors that are invited, and the count."""
        return demands(self.question)

    @property
    def causes(self) -> tuple[str, ...]:
        """The codes of what went wrong."""
        return () if self.right or self.claim is None else tuple(dict.fromkeys((*self._of_count, *self._of_points[0])))

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed; None where neither ticks nor the number of points tell which."""
        _, sure = self._of_points
        if not sure and not self._of_count:
            return None
        asked = {demand.skill for demand in self.demands}
        return tuple(code for code in self.causes if code in asked) if sure else self._of_count

    @property
    def unticked(self) -> tuple[PegReason, ...]:
        """What the card scores for and was not ticked, where anything was."""
        return tuple(what for what in self._true if self.ticked and what not in self.ticked)

    @property
    def unfounded(self) -> tuple[PegReason, ...]:
        """What was ticked and is not there."""
        return tuple(what for what in self.ticked if what not in self._true)

    @property
    def _true(self) -> tuple[PegReason, ...]:
        return tuple(map(reason_for, self.question.scores))

    @property
    def _of_count(self) -> tuple[PegCause, ...]:
        """Why the count was wrong."""
        if self.said is None or self.said == self.question.count:
            return ()
        if self.said == self.question.before:
            return (PegCause.COUNT_BEFORE,)
        by_rank = sum(card.rank for card in self.question.laid)
        return (PegCause.COURT_CARDS_OVER_TEN if self.said == by_rank else PegCause.COUNT,)

    @cached_property
    def _of_points(self) -> tuple[tuple[PegCause, ...], bool]:
        """Why the points were wrong, and whether that is sure."""
        if not self.off or self.claim is None or self._follows_from_count:
            return (), True
        if self.unticked or self.unfounded:
            return tuple(self._by_ticks()), True
        known = dict.fromkeys(error.cause for error in errors(self.question) if error.off == self.off)
        if self.ticked:  # all that is there was seen: it was not overlooked, but counted wrong
            known = {cause: None for cause in known if cause not in set(map(overlooked, self.question.scores))}
        found = tuple(known) or self._overlooked()
        return found, bool(found) and (len(known) == 1 or not known)

    @property
    def _follows_from_count(self) -> bool:
        """Whether the points are those that the wrong count would give."""
        if not self._of_count:
            return False
        by_count = {Kind.FIFTEEN, Kind.THIRTY_ONE}
        rest = total(score for score in self.question.scores if score.kind not in by_count)
        return self.claim == rest + 2 * (self.said in (FIFTEEN, THIRTY_ONE))

    def _by_ticks(self) -> Iterator[PegCause]:
        """Yield what was overlooked, and what was seen that is not there."""
        known = errors(self.question)
        pairs = set(PAIRS.values())
        fewer = pairs & set(self.unticked) and pairs & set(self.unfounded)
        if fewer and any(error.cause is PegCause.ROYAL_AS_FEWER for error in known):
            yield PegCause.ROYAL_AS_FEWER
        else:
            fewer = set()
        for score in self.question.scores:
            if reason_for(score) in self.unticked and not (fewer and reason_for(score) in pairs):
                yield overlooked(score)
        for what in self.unfounded:
            if not (fewer and what in pairs):
                invited = (error.cause for error in known if error.about is what and error.off > 0)
                yield next(invited, PegCause.UNFOUNDED)

    def _overlooked(self) -> tuple[PegCause, ...]:
        """Return the one set of several scores that makes what is missing; () where there is none, or another too."""
        scores = self.question.scores
        some = [taken for size in range(2, len(scores) + 1) for taken in combinations(scores, size)]
        fitting = [taken for taken in some if total(taken) == -self.off]
        return tuple(map(overlooked, fitting[0])) if len(fitting) == 1 else ()


def mark(question: PegQuestion, answer: str) -> PegMarking:
    """Judge an answer: "25 2 run pair", the count, the points and what was ticked; "" for one that was too late."""
    if not answer:
        return PegMarking(question)
    said, claim, *ticked = answer.split(" ")
    return PegMarking(question, int(said), int(claim), tuple(map(PegReason, ticked)))
