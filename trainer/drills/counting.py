"""The counting drill: a hand or a crib with its starter, and what the learner says it is worth.

Source: RULES.md, The show; UX.md, Feedback on a count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from game.engine.cards import Card, parse_cards, text_of
from game.engine.scoring import Kind, Score, combine, count_of, show, total
from game.strategy.causes import Likely, likely_causes
from trainer.drills.classes import deal_from_mix

IMPOSSIBLE = frozenset({19, 25, 26, 27})
"""Counts up to 29 that no hand of four makes."""

CRIBS = 20
"""Cribs in a hundred questions."""

NINETEEN = 19
"""What players say for a hand of nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A hand, or a crib, to be counted with its starter. Its text form is "4C 5S 6D JH | 4H"."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool

    def __str__(self) -> str:
        return f"{text_of(self.hand)} | {self.starter}"

    @classmethod
    def parse(cls, text: str, crib: bool) -> "Question":
        """Read the text form. Raises CardError or ValueError."""
        hand, starter = text.split("|")
        return cls(parse_cards(hand), Card.parse(starter), crib)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand and the starter."""
        return (*self.hand, self.starter)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The true count."""
        return show(self.hand, self.starter, self.crib)


@dataclass(frozen=True, slots=True)
class Marking:
    """A claim judged: what it was, what the hand is worth, and what may have gone wrong."""

    claim: int
    scores: tuple[Score, ...]
    causes: tuple[Likely, ...]

    @property
    def points(self) -> int:
        """What the hand is worth."""
        return total(self.scores)

    @property
    def missed(self) -> int:
        """Points left unclaimed; negative for points claimed too many."""
        return self.points - self.claim

    @property
    def no_hand_scores_that(self) -> bool:
        """Whether no hand of four at all is worth the claim."""
        return self.claim in IMPOSSIBLE or self.claim > 29


def pose(seed: int) -> Question:
    """The question of a seed."""
    rng = Random(seed)
    crib = rng.randrange(100) < CRIBS
    return Question(*deal_from_mix(rng, crib), crib)


def mark(question: Question, claim: int) -> Marking:
    """Judge a claim."""
    scores = question.scores
    causes = likely_causes(question.hand, question.starter, question.crib, scores, claim)
    return Marking(claim, scores, causes)


# ------------------------------------------------------------------------------------------------------ find it


class Hunt(StrEnum):
    """What came of pointing at cards in find-it mode."""

    FOUND = "found"
    FOUND_BEFORE = "found-before"
    NOT_THESE_CARDS = "not-these-cards"
    NONE = "none"
    ONE_CARD = "one-card"
    PART_OF_RUN = "part-of-run"
    NO_FLUSH = "no-flush"
    FLUSH_WITHOUT_STARTER = "flush-without-starter"
    TOO_MANY = "too-many"
    NO_COMBINATION = "no-combination"


@dataclass(frozen=True, slots=True)
class Try:
    """One try at finding a combination: what came of it, the count of the cards, and the scores they make."""

    hunt: Hunt
    count: int = 0
    scores: tuple[Score, ...] = ()


def hunt(question: Question, found: Sequence[Score], cards: Iterable[Card]) -> Try:
    """Judge the cards pointed at: one score, several at once (4 5 6), or a whole such as a double run, three sixes."""
    tried = set(cards)
    if not tried:
        return Try(Hunt.NONE)
    if not tried <= set(question.cards):
        return Try(Hunt.NOT_THESE_CARDS)
    count = count_of(tuple(tried))
    scores = question.scores
    inside = [score for score in scores if set(score.cards) <= tried]
    made = {score for score in inside if set(score.cards) == tried}
    for whole in combine([score for score in inside if score.kind in (Kind.RUN, Kind.PAIR)]):
        if set(whole.cards) == tried:
            made |= set(whole.parts)
    if made - set(found):
        return Try(Hunt.FOUND, count, tuple(score for score in scores if score in made and score not in found))
    if made:
        return Try(Hunt.FOUND_BEFORE, count)
    return Try(_why_nothing(question, tried, inside), count)


def _why_nothing(question: Question, tried: set[Card], inside: Sequence[Score]) -> Hunt:
    if len(tried) == 1:
        return Hunt.ONE_CARD
    if _is_run(tried):
        return Hunt.PART_OF_RUN
    if len(tried) >= len(question.hand) and len({card.suit for card in tried}) == 1:
        whole = tried == set(question.hand) and question.starter.suit == question.hand[0].suit
        return Hunt.FLUSH_WITHOUT_STARTER if whole else Hunt.NO_FLUSH
    return Hunt.TOO_MANY if any(len(score.cards) > 1 for score in inside) else Hunt.NO_COMBINATION


def _is_run(cards: Iterable[Card]) -> bool:
    ranks = sorted(card.rank for card in cards)
    return len(ranks) >= 3 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
