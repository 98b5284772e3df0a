"""The drill "Find them all": the cards of each combination are pointed at, and its value is given, until that is all.

Parts and wholes both count: a double run, or its two runs and its pair. An answer is the list of what was claimed, in
its order, right and wrong; what becomes of each claim follows from those before it.
Source: RULES.md, The show.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from game.engine.cards import Card
from game.engine.play import CLAIMS
from game.engine.scoring import FIFTEEN, Kind, Score, count_of, total
from game.numbers import whole_number
from game.strategy.causes import Cause, Likely
from trainer.drills.count.hunt import HuntOutcome, HuntResult, hunt
from trainer.drills.count.question import (
    CountQuestion,
    HandMarking,
    canonical,
    hardness,
    pose,
    read,
    sibling,
    skill_of,
)
from trainer.drills.questions import UnreadableQuestion

__all__ = ["canonical", "hardness", "mark", "pose", "read", "sibling"]


NOTHING = "-"
"""The answer that there is nothing to be found."""

WRONG_KEPT = 120
"""Characters of wrong claims that an answer keeps: enough to know which they were, and few enough to be stored."""
_JACK, _KING = 11, 13
_HARMLESS = {HuntOutcome.NONE, HuntOutcome.NOT_THESE_CARDS, HuntOutcome.FOUND_BEFORE, HuntOutcome.FOUND}


@dataclass(frozen=True, slots=True)
class FindClaim:
    """Cards pointed at, and what they are said to be worth. Its text form is "5SJH=2"."""

    cards: tuple[Card, ...]
    value: int

    def __str__(self) -> str:
        return f"{''.join(map(str, self.cards))}={self.value}"

    @classmethod
    def read(cls, text: str) -> "FindClaim":
        """Read a text form. Raise UnreadableQuestion, or CardError for a text that is not a card."""
        cards, _, number = text.partition("=")
        value = whole_number(number, of=CLAIMS)
        if value is None or len(cards) % 2:
            raise UnreadableQuestion(text)
        return cls(tuple(Card.parse(cards[at : at + 2]) for at in range(0, len(cards), 2)), value)


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim judged: what came of the cards, the scores it found, what it meant, and all that these cards make.

    `meant` holds what had been found before too, as a pair that is found again in a pair royal. A claim of cards that
    do make something, but another number of points, has `made` and finds nothing.
    """

    claim: FindClaim
    tried: HuntResult
    found: tuple[Score, ...] = ()
    made: tuple[Score, ...] = ()
    meant: tuple[Score, ...] = ()

    @property
    def wrong_value(self) -> bool:
        """Whether the cards make something, but not so much or so little."""
        return bool(self.made) and self.tried.hunt is HuntOutcome.FOUND and not self.found

    @property
    def wrong(self) -> bool:
        """Whether something was claimed that is not there."""
        return self.wrong_value or self.tried.hunt not in _HARMLESS


def judge(question: CountQuestion, found: Sequence[Score], claim: FindClaim) -> JudgedClaim:
    """Judge one claim after what was found before."""
    tried = hunt(question, (), claim.cards)
    if tried.hunt is not HuntOutcome.FOUND:
        return JudgedClaim(claim, tried)
    made = tried.scores
    ways = [taken for taken in _ways(made, claim.cards) if _worth(taken, found, claim.value)]
    for taken in ways:
        if new := tuple(score for score in taken if score not in found):
            return JudgedClaim(claim, tried, new, made, taken)
    if ways:
        return JudgedClaim(claim, HuntResult(HuntOutcome.FOUND_BEFORE, tried.count), (), made)
    return JudgedClaim(claim, tried, (), made)


def _ways(made: Sequence[Score], cards: Sequence[Card]) -> Iterator[tuple[Score, ...]]:
    """Yield what these cards may be claimed for, everything first: of 4 5 6 also the run without the fifteen."""
    kinds = list(dict.fromkeys(score.kind for score in made))
    for number in range(len(kinds), 0, -1):
        for some in combinations(kinds, number):
            taken = tuple(score for score in made if score.kind in some)
            if {card for score in taken for card in score.cards} == set(cards):
                yield taken


def _worth(taken: Sequence[Score], found: Sequence[Score], value: int) -> bool:
    """Return whether the value is that of the whole, or of what is left of it."""
    return value in (total(taken), total(score for score in taken if score not in found) or None)


def judge_all(question: CountQuestion, claims: Iterable[FindClaim]) -> list[JudgedClaim]:
    """Judge claims one after another."""
    found: list[Score] = []
    judged = []
    for claim in claims:
        judged.append(judge(question, found, claim))
        found += judged[-1].found
    return judged


def found_in(judged: Iterable[JudgedClaim]) -> tuple[Score, ...]:
    """Return everything that was found."""
    return tuple(score for one in judged for score in one.found)


def keep(question: CountQuestion, texts: Sequence[str], claim: FindClaim) -> tuple[list[str], JudgedClaim]:
    """Judge a claim after those kept so far; what is kept now, and the judgement."""
    judged = judge_all(question, map(FindClaim.read, texts))
    last = judge(question, found_in(judged), claim)
    kept = list(texts)
    wrong = sum(len(str(one.claim)) + 1 for one in judged if one.wrong)
    room = wrong + len(str(claim)) < WRONG_KEPT and str(claim) not in texts
    if last.found or (last.wrong and room):
        kept.append(str(claim))
    return kept, last


@dataclass(frozen=True)
class FindMarking(HandMarking):
    """What was claimed (None: nothing came in time), and what there was to be found."""

    question: CountQuestion
    claims: tuple[FindClaim, ...] | None

    @cached_property
    def judged(self) -> list[JudgedClaim]:
        """What came of each claim."""
        return judge_all(self.question, self.claims or ())

    @cached_property
    def wrong(self) -> list[JudgedClaim]:
        """The claims of what is not there."""
        return [one for one in self.judged if one.wrong]

    @cached_property
    def found(self) -> tuple[Score, ...]:
        """What was found."""
        return found_in(self.judged)

    @cached_property
    def left(self) -> tuple[Score, ...]:
        """What was not found."""
        return tuple(score for score in self.scores if score not in self.found)

    @property
    def off(self) -> int:
        """The points found less all there are."""
        return -total(self.left)

    @property
    def right(self) -> bool:
        """Whether everything was found, and nothing claimed that is not there."""
        return self.claims is not None and not self.left and not self.wrong

    @property
    def lost(self) -> float:
        """The points not found, and those claimed wrongly."""
        wrongly = [max(abs(one.claim.value - total(one.made)), 1) for one in self.wrong]
        return float(total(self.left) + sum(wrongly))

    @cached_property
    def errors(self) -> tuple[Cause, ...]:
        """The known errors among the wrong claims, each once."""
        causes = (_cause(self.question, one) for one in self.wrong)
        return tuple(dict.fromkeys(cause for cause in causes if cause))

    @cached_property
    def likely(self) -> tuple[Likely, ...]:
        """What went wrong: the known errors, then what was missed."""
        kinds = [score.kind for score in self.left] if self.claims is not None else []
        missed = tuple((kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))
        return (*map(Likely, self.errors), *([Likely(Cause.MISSED, missed)] if missed else []))

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed; each is known."""
        if self.claims is None:
            return None
        return (*self.errors, *map(skill_of, self.left))


def _cause(question: CountQuestion, judged: JudgedClaim) -> Cause | None:
    """Return the known error behind a wrong claim."""
    if judged.wrong_value:
        return _value_cause(judged)
    cards = judged.claim.cards
    match judged.tried.hunt:
        case HuntOutcome.ONE_CARD if cards[0].rank == _JACK:
            return Cause.NOBS_STARTER if cards[0] == question.starter else Cause.NOBS_WRONG_SUIT
        case HuntOutcome.PART_OF_RUN:
            return Cause.RUN_CUT_SHORT if judged.claim.value == len(cards) else None
        case HuntOutcome.FLUSH_WITHOUT_STARTER:
            return Cause.FLUSH_CUT_SHORT
        case HuntOutcome.NO_FLUSH:
            return Cause.CRIB_FOUR_FLUSH if set(cards) == set(question.hand) else Cause.FLUSH_WITH_STARTER
        case HuntOutcome.NO_COMBINATION:
            return _ranks_cause(cards)
        case _:
            return None


def _value_cause(judged: JudgedClaim) -> Cause | None:
    """Return the known error behind another value than that of the cards."""
    pairs = [score for score in judged.made if score.kind is Kind.PAIR]
    runs = [score for score in judged.made if score.kind is Kind.RUN]
    value = judged.claim.value
    if len(runs) > 1 and value in (runs[0].points, runs[0].points + total(pairs)):
        return Cause.DOUBLE_RUN_ONCE
    if len(pairs) == 3 and not runs and value == 4:
        return Cause.PAIR_ROYAL_AS_FOUR
    return None


def _ranks_cause(cards: Sequence[Card]) -> Cause | None:
    """Return the known error behind cards that make nothing at all."""
    ranks = {card.rank for card in cards}
    if len(cards) == 2 and all(card.value == 10 for card in cards):
        return Cause.COURT_PAIR
    if sum(card.rank for card in cards) == FIFTEEN != count_of(cards):
        return Cause.COURT_CARDS_OVER_TEN
    if len(cards) == len(ranks) >= 3 and {1, _KING} <= ranks:
        return Cause.ROUND_THE_CORNER
    return None


def mark(question: CountQuestion, answer: str) -> FindMarking:
    """Judge an answer: claims with blanks between, "-" for none, "" for one that was too late.

    Raise UnreadableQuestion.
    """
    if answer in ("", NOTHING):
        return FindMarking(question, () if answer else None)
    return FindMarking(question, tuple(map(FindClaim.read, answer.split(" "))))
