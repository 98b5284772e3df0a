"""Questions of "Tap it" drawn at random, and how they compare with each other."""

from itertools import combinations
from random import Random

from game.engine.cards import PACK, Card
from game.engine.scoring import FIFTEEN, Kind, combine, count_of
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion
from trainer.drills.hands import CRIBS
from trainer.drills.peg import posing as peg_posing
from trainer.drills.peg.question import PegQuestion, PegSort, reason_for
from trainer.drills.peg.question import read as read_series
from trainer.drills.posing import drawn, risen
from trainer.drills.questions import Wish
from trainer.drills.tap.faults import skills
from trainer.drills.tap.question import MIX, ROYALS, WHOLES, TapQuestion, TapSort, TapTarget

NONE = 0.2
"""The share of questions where there is none; with those of a count, which never lacks nothing, one in six of all."""


_TARGETS: dict[TapSort, dict[tuple[TapTarget, int], int]] = {
    TapSort.FIFTEEN: {
        (TapTarget.FIFTEEN, 0): 3,
        (TapTarget.FIFTEEN, 2): 3,
        (TapTarget.FIFTEEN, 3): 4,
        (TapTarget.FIFTEEN, 4): 2,
    },
    TapSort.RUN: {(TapTarget.RUN, 0): 1},
    TapSort.DOUBLE_RUN: {
        (TapTarget.DOUBLE_RUN, 0): 6,
        (TapTarget.TRIPLE_RUN, 0): 1,
        (TapTarget.DOUBLE_DOUBLE_RUN, 0): 2,
    },
    TapSort.PAIR: {(TapTarget.PAIR, 0): 1},
    TapSort.ROYAL: {(TapTarget.PAIR_ROYAL, 0): 7, (TapTarget.DOUBLE_PAIR_ROYAL, 0): 1},
    TapSort.FLUSH: {(TapTarget.FLUSH, 0): 1},
    TapSort.NOBS: {(TapTarget.NOBS, 0): 1},
}
"""The targets in a hand, with the number of cards, and how often each is drawn."""

_PEGGED = {
    PegSort.FIFTEEN: 1,
    PegSort.THIRTY_ONE: 1,
    PegSort.PAIR: 1,
    PegSort.ROYAL: 2,
    PegSort.RUN: 4,
    PegSort.SEVERAL: 3,
}
"""What the last card of a series makes, and how often."""

_SEEMING = {
    PegSort.BROKEN_RUN: TapTarget.RUN,
    PegSort.BROKEN_PAIR: TapTarget.PAIR,
    PegSort.TENS: TapTarget.PAIR,
    PegSort.NOTHING: TapTarget.FIFTEEN,
}
"""What the last card of a series only seems to make."""

_SPAN = 5
"""From how many neighbouring ranks the cards are drawn where double runs are the target."""


def pose(rng: Random, wish: Wish) -> TapQuestion:
    """Return a question of a sort drawn by its share of `MIX`."""
    wanted = drawn(rng, wish, MIX)
    return risen(rng, wish.rise, lambda: _of_sort(rng, wanted), hardness)


def _of_sort(rng: Random, wanted: TapSort) -> TapQuestion:
    if wanted is TapSort.LAST:
        return _lacking(rng)
    none = rng.random() < NONE
    if wanted is TapSort.SERIES:
        return _seeming(rng) if none else _pegged(rng)
    ((target, size),) = rng.choices(list(_TARGETS[wanted]), list(_TARGETS[wanted].values()))
    while True:
        question = TapQuestion(target, _hand(rng, target, none=none), size)
        if bool(question.solutions) is not none and (not none or _tempting(question)):
            return question


def _lacking(rng: Random) -> TapQuestion:
    """Return a count of two items or more, without its last."""
    while True:
        count = count_question.pose(rng, Wish())
        if len(combine(count.scores)) > 1:
            return TapQuestion(TapTarget.LAST, count)


def _pegged(rng: Random) -> TapQuestion:
    (sort,) = rng.choices(list(_PEGGED), list(_PEGGED.values()))
    series = peg_posing.pose(rng, Wish({"classes": sort}))
    return TapQuestion(TapTarget(rng.choice([reason_for(score).value for score in series.scores])), series)


def _seeming(rng: Random) -> TapQuestion:
    sort = rng.choice(list(_SEEMING))
    while True:
        question = TapQuestion(_SEEMING[sort], peg_posing.pose(rng, Wish({"classes": sort})))
        if not question.solutions and skills(question):
            return question


def _hand(rng: Random, target: TapTarget, *, none: bool) -> CountQuestion:
    """Return a hand or crib, drawn so that the target, or a near miss, turns up soon."""
    crib = rng.randrange(100) < CRIBS
    pool = list(PACK)
    held: list[Card] = []
    if target in WHOLES:
        low = rng.randint(1, 14 - _SPAN)
        pool = [card for card in PACK if low <= card.rank < low + _SPAN]
    elif target in ROYALS:
        rank = rng.choice(PACK).rank
        held = rng.sample([card for card in PACK if card.rank == rank], ROYALS[target] - none)
    elif target is TapTarget.FLUSH:
        suit = rng.choice(PACK).suit
        held = rng.sample([card for card in PACK if card.suit is suit], 4 - (none and not crib))
    rest = [card for card in pool if card not in held]
    if target is TapTarget.FLUSH and rng.random() < 0.5:  # a starter that is of the suit too
        rest = [card for card in rest if card.suit is held[0].suit]
    cards = [*held, *rng.sample(rest, 5 - len(held))]
    if target is not TapTarget.FLUSH:
        rng.shuffle(cards)
    return CountQuestion(tuple(sorted(cards[:4])), cards[4], crib)


def _tempting(question: TapQuestion) -> bool:
    """Return whether a hand without the target has a near miss: cards that a known error takes for it, or that are
    one pip, rank or card short."""
    cards = question.cards
    if question.target is TapTarget.FIFTEEN:
        sizes = (question.size,) if question.size else (2, 3)
        return any(abs(count_of(some) - FIFTEEN) == 1 for size in sizes for some in combinations(cards, size))
    ranks = sorted({card.rank for card in cards})
    near = any(high - low == 3 for low, _, high in zip(ranks, ranks[1:], ranks[2:], strict=False))
    match question.target:
        case TapTarget.RUN:
            return near
        case TapTarget.DOUBLE_RUN | TapTarget.TRIPLE_RUN | TapTarget.DOUBLE_DOUBLE_RUN:
            plain = not any(whole.name.endswith(" run") for whole in combine(question.table.scores))
            return plain and len(ranks) < len(cards) and (near or len(ranks) == 3 or _has_run(question))
        case TapTarget.PAIR:
            return bool(skills(question)) or near
        case TapTarget.NOBS | TapTarget.FLUSH:
            return bool(skills(question))
        case _:
            return True


def _has_run(question: TapQuestion) -> bool:
    return any(score.kind is Kind.RUN for score in question.table.scores)


def canonical(question: TapQuestion) -> str:
    """Return the question with suits renamed, as counting and pegging do."""
    match question.table:
        case CountQuestion() as count:
            return str(
                TapQuestion(question.target, count_question.read(count_question.canonical(count)), question.size)
            )
        case PegQuestion() as series:
            return str(TapQuestion(question.target, read_series(peg_posing.canonical(series))))


_SEARCH = 10
"""How many siblings of the cards are tried for one with, or without, a solution as before."""


def sibling(question: TapQuestion, rng: Random) -> TapQuestion:
    """Return a question for the same target in cards of the same pattern, or the question itself."""
    for _ in range(_SEARCH):
        table: CountQuestion | PegQuestion
        match question.table:
            case CountQuestion() as count:
                table = count_question.sibling(count, rng)
            case PegQuestion() as series:
                table = peg_posing.sibling(series, rng)
        other = TapQuestion(question.target, table, question.size)
        if table != question.table and bool(other.solutions) is bool(question.solutions):
            return other
    return question


def hardness(question: TapQuestion) -> float:
    """Return how hard it is: by the cards of the answer, those on the table, and the errors invited."""
    made = len(question.solutions[0].cards) if question.solutions else 4
    return made + len(question.cards) / 2 + len(skills(question))
