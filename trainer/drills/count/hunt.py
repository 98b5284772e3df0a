"""The hunt for what was missed: cards are pointed at, and what they make is said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.engine.cards import Card
from game.engine.scoring import Kind, Score, combine, count_of
from trainer.drills.count.question import CountQuestion, is_run


class HuntOutcome(StrEnum):
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
class HuntResult:
    """One try at finding a combination: what came of it, the count of the cards, and the scores they make."""

    hunt: HuntOutcome
    count: int = 0
    scores: tuple[Score, ...] = ()


def hunt(question: CountQuestion, found: Sequence[Score], cards: Iterable[Card]) -> HuntResult:
    """Judge the cards pointed at: one score, several at once (4 5 6), or a whole such as a double run, three sixes."""
    tried = set(cards)
    if not tried:
        return HuntResult(HuntOutcome.NONE)
    if not tried <= set(question.cards):
        return HuntResult(HuntOutcome.NOT_THESE_CARDS)
    count = count_of(tuple(tried))
    scores = question.scores
    inside = [score for score in scores if set(score.cards) <= tried]
    made = {score for score in inside if set(score.cards) == tried}
    for whole in combine([score for score in inside if score.kind in (Kind.RUN, Kind.PAIR)]):
        if set(whole.cards) == tried:
            made |= set(whole.parts)
    if made - set(found):
        return HuntResult(
            HuntOutcome.FOUND, count, tuple(score for score in scores if score in made and score not in found)
        )
    if made:
        return HuntResult(HuntOutcome.FOUND_BEFORE, count)
    return HuntResult(_why_nothing(question, tried, inside), count)


def _why_nothing(question: CountQuestion, tried: set[Card], inside: Sequence[Score]) -> HuntOutcome:
    if len(tried) == 1:
        return HuntOutcome.ONE_CARD
    if is_run(card.rank for card in tried):
        return HuntOutcome.PART_OF_RUN
    if len(tried) >= len(question.hand) and len({card.suit for card in tried}) == 1:
        whole = tried == set(question.hand) and question.starter.suit == question.hand[0].suit
        return HuntOutcome.FLUSH_WITHOUT_STARTER if whole else HuntOutcome.NO_FLUSH
    return HuntOutcome.TOO_MANY if any(len(score.cards) > 1 for score in inside) else HuntOutcome.NO_COMBINATION
