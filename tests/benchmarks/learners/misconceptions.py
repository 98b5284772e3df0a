"""Learners who each err in one way, acted out on the cards. What the site says of them they do not know.

A learner answers a question in its text form. Misconceptions are worked out by hand or with `tests.engine.naive`, and
not with the trainer's own tables of errors.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from game.engine.scoring import Kind
from game.strategy.causes import Cause
from tests.benchmarks.causes import NAMED
from tests.engine import naive
from trainer.drills.count.question import CountQuestion
from trainer.drills.peg.question import PegQuestion
from trainer.drills.registry import DRILLS
from trainer.progress.tallies import SKILL

Err = Callable[[Any, Random], int | None]
"""By how much a learner who errs in one way is off; None where a question does not invite the error."""

ERROR = 0.5
"""How often an invited error is made."""
SLIP = 0.02
"""How often anything else is overlooked."""


@dataclass(frozen=True)
class Misconception:
    """A way to go wrong in a drill: what it is called, and the facets that name it when they stand first."""

    drill: str
    name: str
    named: frozenset[str]
    err: Err

    @property
    def skill(self) -> str:
        """The skill that names it."""
        return next(facet for facet in sorted(self.named) if facet.startswith(SKILL)).removeprefix(SKILL)

    def answer(self, question: Any, rng: Random, error: float = ERROR) -> str:
        """Return the answer of somebody who errs so often where the question invites it, and slips now and then."""
        off = self.err(question, rng) if rng.random() < error else None
        return told(question, truth(question) + off) if off else slipping(question, rng, SLIP)


def truth(question: Any) -> int:
    """Return the points of a hand, or of a card that is played."""
    return sum(score.points for score in question.scores)


def told(question: Any, points: int) -> str:
    """Return the answer that claims so many points; the count of the play is said right."""
    points = max(points, 0)
    return f"{question.count} {points}" if isinstance(question, PegQuestion) else str(points)


def slipping(question: Any, rng: Random, slip: float) -> str:
    """Return the answer of somebody who overlooks each thing that scores with the same chance."""
    return told(question, sum(score.points for score in question.scores if rng.random() >= slip))


def wrong_now_and_then(question: Any, rng: Random, wrong: float) -> str:
    """Return the answer of somebody who is wrong in so many questions, whatever is in them."""
    if rng.random() >= wrong:
        return told(question, truth(question))
    if question.scores:
        return told(question, truth(question) - rng.choice(question.scores).points)
    return told(question, 2)


def _overlooks(worth: int, number: Callable[[Any], int]) -> Err:
    """Overlooks at least one of what there may be several of."""

    def err(question: Any, rng: Random) -> int | None:
        there = number(question)
        return -worth * rng.randint(1, there) if there else None

    return err


def _acts(cause: Cause) -> Err:
    def err(question: CountQuestion, rng: Random) -> int | None:
        offs = sorted(NAMED[cause](question) - {0})
        return rng.choice(offs) if offs else None

    return err


def _fifteens(size: int) -> Callable[[CountQuestion], int]:
    def number(question: CountQuestion) -> int:
        return sum(sum(map(naive.value, cards)) == 15 for cards in combinations(question.cards, size))

    return number


def _nobs(question: CountQuestion) -> int:
    return sum(naive.rank(card) == 11 and card.suit is question.starter.suit for card in question.hand)


def _disordered_run(question: PegQuestion, _rng: Random) -> int | None:
    """Sees a run only where the cards follow each other up or down."""
    run = next((score.cards for score in question.scores if score.kind is Kind.RUN), ())
    ranks = [card.rank for card in run]
    return -len(ranks) if ranks not in (sorted(ranks), sorted(ranks, reverse=True)) else None


def _tens_pair(question: PegQuestion, _rng: Random) -> int | None:
    """Takes two different cards that are worth ten for a pair."""
    if not question.series:
        return None
    before, card = question.series[-1], question.card
    return 2 if before.value == card.value == 10 and before.rank != card.rank else None


def _broken_pair(question: PegQuestion, _rng: Random) -> int | None:
    """Pairs a card with one that another card parts from it."""
    ranks = [card.rank for card in question.laid]
    return 2 if len(ranks) > 2 and ranks[-1] == ranks[-3] != ranks[-2] else None


def _thirty_one_as_one(question: PegQuestion, _rng: Random) -> int | None:
    """Pegs one for thirty-one, as for a go."""
    return -1 if question.count == 31 else None


def _counting(name: str, skills: str, sorts: str, err: Err) -> Misconception:
    named = {f"skill:{skill}" for skill in skills.split()} | {f"sort:count:{sort}" for sort in sorts.split()}
    return Misconception("count", name, frozenset(named), err)


def _pegging(name: str, skill: str, sort: str, err: Err) -> Misconception:
    return Misconception("peg", name, frozenset({f"skill:{skill}", f"sort:peg:{sort}"}), err)


MISCONCEPTIONS: tuple[Misconception, ...] = (
    _counting("overlooks his nob", "nobs", "nobs", _overlooks(1, _nobs)),
    _counting("overlooks fifteens of three cards", "fifteen-3", "", _overlooks(2, _fifteens(3))),
    _counting("overlooks fifteens of four cards", "fifteen-4", "", _overlooks(2, _fifteens(4))),
    _counting("counts a double run once", "double-run-once", "double-run", _acts(Cause.DOUBLE_RUN_ONCE)),
    _counting("counts a pair royal as 4", "pair-royal-as-four", "pair-royal", _acts(Cause.PAIR_ROYAL_AS_FOUR)),
    _counting("stops short in long runs", "run-cut-short", "", _acts(Cause.RUN_CUT_SHORT)),
    _counting("takes a starter jack for his nob", "nobs-starter", "", _acts(Cause.NOBS_STARTER)),
    _counting("takes any jack for his nob", "nobs-wrong-suit", "", _acts(Cause.NOBS_WRONG_SUIT)),
    _counting("pairs unlike court cards", "court-pair", "", _acts(Cause.COURT_PAIR)),
    _counting("counts J Q K as 11 12 13", "court-cards-over-ten", "", _acts(Cause.COURT_CARDS_OVER_TEN)),
    _counting("counts four of a suit in the crib", "crib-four-flush", "", _acts(Cause.CRIB_FOUR_FLUSH)),
    _pegging("sees runs only in order", "peg-run-out-of-order", "run", _disordered_run),
    _pegging("pairs unlike tens in the play", "peg-tens-as-pair", "tens-no-pair", _tens_pair),
    _pegging("pairs across another card", "peg-broken-pair", "broken-pair", _broken_pair),
    _pegging("pegs one for thirty-one", "peg-thirty-one-as-one", "thirty-one", _thirty_one_as_one),
)
"""Whoever errs in one of these ways should be told of it first."""


def mark(drill: str, question: Any, answer: str) -> Any:
    """Return the marking of an answer as the site makes it."""
    return DRILLS[drill].mark(question, answer)
