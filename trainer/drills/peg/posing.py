"""Questions of the pegging drill drawn at random, and how they compare with each other."""

from functools import lru_cache
from random import Random

from game.engine.cards import PACK, Card
from game.engine.scoring import THIRTY_ONE
from trainer.drills.peg.errors import PegCause, errors, overlooked, sort_of
from trainer.drills.peg.question import MIX, PegQuestion, PegSort
from trainer.drills.posing import drawn, plain, risen
from trainer.drills.questions import Wish

_SPANS = {
    PegSort.ROYAL: 2,
    PegSort.RUN: 5,
    PegSort.SEVERAL: 4,
    PegSort.BROKEN_RUN: 4,
    PegSort.BROKEN_PAIR: 4,
    PegSort.TENS: 6,
}
"""From how many neighbouring ranks the cards are drawn where those of all thirteen seldom make what is wanted."""

_LENGTHS = (2, 3, 3, 4, 4, 5, 5, 6)
"""How many cards lie on the table with the next one."""

_BEFORE_LAST = (PegSort.NOTHING, PegSort.FIFTEEN, PegSort.THIRTY_ONE, PegSort.THIRTY_ONE, PegSort.PAIR, PegSort.RUN)
"""What the last card of a deal may be besides."""

_SEARCH = 300
"""How many questions are tried for a sibling."""


def pose(rng: Random, wish: Wish) -> PegQuestion:
    """Return a series and a card, of a sort drawn by its share of `MIX`."""
    wanted = drawn(rng, wish, MIX)
    return risen(rng, wish.rise, lambda: _of_sort(rng, wanted), hardness)


def _of_sort(rng: Random, wanted: PegSort) -> PegQuestion:
    if wanted is PegSort.LAST:
        inner = _of_sort(rng, rng.choice(_BEFORE_LAST))
        return PegQuestion(inner.series, inner.card, last=True)
    pools = _pools(_SPANS.get(wanted, 13))
    while True:
        *series, card = rng.sample(rng.choice(pools), rng.choice(_LENGTHS))
        question = PegQuestion(tuple(series), card)
        if question.count <= THIRTY_ONE and sort_of(question) is wanted:
            return question


@lru_cache
def _pools(span: int) -> list[list[Card]]:
    """Return the cards of every so many neighbouring ranks."""
    return [[card for card in PACK if low <= card.rank < low + span] for low in range(1, 15 - span)]


def canonical(question: PegQuestion) -> str:
    """Return the question with the first suits that its ranks can have: suits never matter in the play."""
    *series, card = plain(question.laid)
    return str(PegQuestion(tuple(series), card, question.last))


def sibling(question: PegQuestion, rng: Random) -> PegQuestion:
    """Return another question of the same sort with the same kinds of scores, or the question itself."""
    sort, wanted = sort_of(question), pattern(question)
    for _ in range(_SEARCH):
        other = _of_sort(rng, sort)
        if pattern(other) == wanted and _ranks(other) != _ranks(question):
            return other
    return question


def pattern(question: PegQuestion) -> tuple[str, ...]:
    """Return the errors of overlooking its scores: what siblings have in common."""
    return tuple(map(overlooked, question.scores))


def _ranks(question: PegQuestion) -> list[int]:
    return [card.rank for card in question.laid]


def hardness(question: PegQuestion) -> float:
    """Return how hard it is: more cards, more scores, and more that only seems to be there."""
    invited = {error.cause for error in errors(question) if error.off > 0}
    hidden = sum(overlooked(score) is PegCause.RUN_OUT_OF_ORDER for score in question.scores)
    return len(question.laid) + 2 * len(question.scores) + 2 * hidden + len(invited)
