"""The drill "The cut changes it": four cards stay, five starters are turned one after another, and each is counted.

In the end the learner says which rank of starter helps these four most. Suits are left aside there: fifteens, runs and
pairs are the same for all cards of a rank. An answer is five counts and a rank.
Source: RULES.md, The show.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from random import Random

from game.engine.cards import PACK, RANKS, Card, Suit, parse_cards, text_of
from game.engine.scoring import Kind, Score, points, show, total
from game.numbers import whole_number
from game.strategy.causes import Cause, Likely
from trainer.drills.count import question as count_question
from trainer.drills.hands import hardness_of
from trainer.drills.posing import drawn, risen
from trainer.drills.questions import Demand, Marking, UnreadableQuestion, Wish

STARTERS = 5
"""Starters that are turned for one hand."""

COUNTS = range(30)
"""What a hand of four can be said to be worth."""

BEST = "best-starter"
"""The skill of seeing which starter helps most, and the cause where it was not seen."""


class CutSort(StrEnum):
    """What four cards hold, the rarest first: a hand is of the first sort that fits."""

    FLUSH = "flush"
    RUN = "run"
    PAIR = "pair"
    JACK = "jack"
    FIVE = "five"
    NEAR_RUN = "near-run"
    APART = "apart"


MIX: dict[CutSort, int] = {
    CutSort.RUN: 22,
    CutSort.PAIR: 22,
    CutSort.NEAR_RUN: 20,
    CutSort.FIVE: 14,
    CutSort.JACK: 10,
    CutSort.APART: 8,
    CutSort.FLUSH: 4,
}
"""Hands of each sort in a hundred."""

_JACK, _FIVE = 11, 5
_SUITED = {Kind.FLUSH, Kind.NOBS}


class Adds(StrEnum):
    """What a starter can add to four cards."""

    FIFTEENS = "fifteens"
    RUNS = "runs"
    LONGER_RUNS = "longer-runs"
    PAIRS = "pairs"
    FLUSH = "flush"
    NOBS = "nobs"


@dataclass(frozen=True, slots=True)
class Gain:
    """Something that a starter adds: how often, and how many points that is. Of runs `length` is that of each."""

    adds: Adds
    number: int
    points: int
    length: int = 0


@dataclass(frozen=True)
class CutQuestion:
    """Four cards, and the starters in the order in which they are turned. Text form: "4C 5S 6D JH | 4H KC 5C 2D 9S"."""

    hand: tuple[Card, ...]
    starters: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{text_of(self.hand)} | {text_of(self.starters)}"

    @cached_property
    def counts(self) -> tuple[count_question.CountQuestion, ...]:
        """The hand with each starter, as a hand to be counted."""
        return tuple(count_question.CountQuestion(self.hand, starter, False) for starter in self.starters)

    @cached_property
    def truths(self) -> tuple[int, ...]:
        """What the hand is worth with each starter."""
        return tuple(total(count.scores) for count in self.counts)

    @cached_property
    def alone(self) -> int:
        """What the four cards are worth by themselves."""
        return total(alone(self.hand))

    @cached_property
    def average(self) -> float:
        """What the hand is worth on average over the 48 cards that may be cut."""
        hand = [card.number for card in self.hand]
        unseen = [card.number for card in PACK if card not in self.hand]
        return sum(points(hand, starter) for starter in unseen) / len(unseen)

    @cached_property
    def helps(self) -> dict[int, int]:
        """What a starter of each rank that may be cut adds in fifteens, runs and pairs."""
        one_of_each = {card.rank: card for card in PACK if card not in self.hand}
        plain = _plain(alone(self.hand))
        return {rank: _plain(show(self.hand, card)) - plain for rank, card in one_of_each.items()}

    @property
    def best(self) -> tuple[int, ...]:
        """The ranks that add most, the lowest first."""
        most = max(self.helps.values())
        return tuple(rank for rank, adds in self.helps.items() if adds == most)

    @property
    def best_starter(self) -> Card:
        """A card of a rank that helps most: one that was turned, or else one whose suit adds nothing more."""
        of_best = [card for card in (*self.starters, *PACK) if card.rank in self.best and card not in self.hand]
        if of_best[0] in self.starters:
            return of_best[0]
        return min(of_best, key=lambda card: total(show(self.hand, card)))

    @property
    def points_with_best(self) -> int:
        """What the hand is worth with the best starter."""
        return total(show(self.hand, self.best_starter))


def _plain(scores: Sequence[Score]) -> int:
    """Return the points for fifteens, runs and pairs."""
    return total(score for score in scores if score.kind not in _SUITED)


def alone(hand: Sequence[Card]) -> tuple[Score, ...]:
    """Return the scores of four cards without a starter."""
    flush = (Score(Kind.FLUSH, tuple(hand), len(hand)),) if len({card.suit for card in hand}) == 1 else ()
    with_last = show(hand[:-1], hand[-1])  # among fifteens, runs and pairs the starter is a card like any other
    return (*(score for score in with_last if score.kind not in _SUITED), *flush)


def gains(count: count_question.CountQuestion) -> tuple[Gain, ...]:
    """Return what the starter adds to the four cards, in counting order."""
    made = [score for score in count.scores if count.starter in score.cards]
    fifteens, runs, pairs, flush = (
        [score for score in made if score.kind is kind] for kind in (Kind.FIFTEEN, Kind.RUN, Kind.PAIR, Kind.FLUSH)
    )
    found = [Gain(Adds.FIFTEENS, len(fifteens), total(fifteens)), _run_gain(count, runs)]
    found += [Gain(Adds.PAIRS, len(pairs), total(pairs)), Gain(Adds.FLUSH, len(flush), len(flush))]
    nobs = [score for score in count.scores if score.kind is Kind.NOBS]
    found.append(Gain(Adds.NOBS, len(nobs), total(nobs)))
    return tuple(gain for gain in found if gain.number)


def _run_gain(count: count_question.CountQuestion, runs: Sequence[Score]) -> Gain:
    """New runs, or those there were made longer: with one starter never both."""
    grown = [
        before
        for before in alone(count.hand)
        if before.kind is Kind.RUN and any(set(before.cards) < set(run.cards) for run in runs)
    ]
    adds = Adds.LONGER_RUNS if grown else Adds.RUNS
    return Gain(adds, len(runs), total(runs) - total(grown), len(runs[0].cards) if runs else 0)


# ---------------------------------------------------------------------------------------------------------- marking


@dataclass(frozen=True)
class CutMarking(Marking):
    """What was said for each starter, and the rank that was chosen (None: it did not come in time)."""

    question: CutQuestion
    claims: tuple[int, ...] | None
    rank: int = 0

    @cached_property
    def counted(self) -> tuple[count_question.CountMarking, ...]:
        """Each count judged; () if the answer did not come in time."""
        pairs = zip(self.question.counts, self.claims or (), strict=False)
        return tuple(count_question.CountMarking(count, claim) for count, claim in pairs)

    @property
    def offs(self) -> tuple[int, ...]:
        """Each claim less the truth."""
        return tuple(each.off for each in self.counted)

    @property
    def rights(self) -> int:
        """How many of the counts are right."""
        return self.offs.count(0)

    @property
    def rank_is_best(self) -> bool:
        """Whether the rank is one of those that help most."""
        return self.rank in self.question.best

    @property
    def right(self) -> bool:
        """Whether all counts and the rank are right."""
        return self.rights == len(self.question.starters) and self.rank_is_best

    @property
    def lost(self) -> float:
        """The points by which the counts are off, added up, and what the rank adds less than the best one."""
        helps = self.question.helps
        if self.claims is None:
            return float(self.worth)
        return float(sum(map(abs, self.offs)) + max(helps.values()) - helps[self.rank])

    @property
    def worth(self) -> int:
        """What the hands are worth together."""
        return sum(self.question.truths)

    @property
    def off(self) -> int:
        """The claims less the truths."""
        return sum(self.offs)

    @property
    def sort(self) -> str:
        """What the four cards hold."""
        return sort_of(self.question.hand)

    @cached_property
    def likely(self) -> tuple[tuple[Likely, ...], ...]:
        """What may have gone wrong with each starter; () where the count is right, or where nothing explains it."""
        return tuple(each.likely for each in self.counted)

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """The codes of all that may have gone wrong."""
        codes = [likely.code for of_starter in self.likely for likely in of_starter]
        missed_best = [] if self.rank_is_best or self.claims is None else [BEST]
        return tuple(dict.fromkeys([*codes, *missed_best]))

    @property
    def demands(self) -> tuple[Demand, ...]:
        """What each part asks to be seen."""
        return tuple(demand for part in self.parts for demand in part.demands)

    @cached_property
    def parts(self) -> tuple[Marking, ...]:
        """The counts and the choice of the rank: a count that is too high does not make up for one that is too low."""
        return (*self.counted, RankMarking(self.question, self.rank_is_best))

    @cached_property
    def missed(self) -> tuple[str, ...] | None:
        """The skills that were missed, if one thing alone explains each count that is wrong."""
        if self.claims is None:
            return None
        found: list[str] = []
        for each in self.counted:
            if each.off and len(each.likely) != 1:
                return None
            found += [skill for likely in each.likely for skill in _skills(each.question, likely)]
        return (*found, *([] if self.rank_is_best else [BEST]))


@dataclass(frozen=True)
class RankMarking(Marking):
    """The choice of the rank that helps most, judged apart from the counts."""

    question: CutQuestion
    is_best: bool

    @property
    def right(self) -> bool:
        """Whether no rank helps more."""
        return self.is_best

    @property
    def sort(self) -> str:
        """What the four cards hold."""
        return sort_of(self.question.hand)

    @property
    def causes(self) -> tuple[str, ...]:
        """That the best was not seen."""
        return () if self.is_best else (BEST,)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """To see the best."""
        return (Demand(BEST),)


def _skills(count: count_question.CountQuestion, likely: Likely) -> Iterator[str]:
    """Yield the skills behind an explanation; of several fifteens those of most cards."""
    if likely.cause is not Cause.MISSED:
        yield likely.cause
    for kind, number in likely.missed:
        of_kind = sorted((score for score in count.scores if score.kind is kind), key=lambda score: -len(score.cards))
        yield from map(count_question.skill_of, of_kind[:number])


def mark(question: CutQuestion, answer: str) -> CutMarking:
    """Judge an answer: five counts and a rank, "15 7 12 8 0 5"; "" for one that did not come in time.

    Raise UnreadableQuestion.
    """
    if not answer:
        return CutMarking(question, None)
    *claims, rank = answer.split(" ")
    helping = [RANKS[rank - 1] for rank in question.helps]
    counts = [count for claim in claims if (count := whole_number(claim, of=COUNTS)) is not None]
    if not len(counts) == len(claims) == len(question.starters) or rank not in helping:
        raise UnreadableQuestion(answer)
    return CutMarking(question, tuple(counts), RANKS.index(rank) + 1)


# ----------------------------------------------------------------------------------------------------------- posing


def sort_of(hand: Sequence[Card]) -> CutSort:
    """Return the sort of four cards."""
    ranks = {card.rank for card in hand}
    kinds = {score.kind for score in alone(hand)}
    near = any(high - low <= 2 for low, high in pairwise(sorted(ranks)))
    fits = {
        CutSort.FLUSH: Kind.FLUSH in kinds,
        CutSort.RUN: Kind.RUN in kinds,
        CutSort.PAIR: Kind.PAIR in kinds,
        CutSort.JACK: _JACK in ranks,
        CutSort.FIVE: _FIVE in ranks,
        CutSort.NEAR_RUN: near,
        CutSort.APART: True,
    }
    return next(sort for sort, fit in fits.items() if fit)


_TOTALS = 3
"""Different totals that the starters of a hand make at least."""
_HIDDEN = 0.5
"""The share of hands of which no starter that helps most is turned, so that it has to be found."""


def pose(rng: Random, wish: Wish) -> CutQuestion:
    """Return a hand of a sort drawn by its share of `MIX`, and five starters with totals as different as can be."""
    wanted = drawn(rng, wish, MIX)
    return risen(rng, wish.rise, lambda: _of_sort(rng, wanted), hardness)


def _of_sort(rng: Random, wanted: CutSort) -> CutQuestion:
    while True:
        pool = list(PACK)
        if wanted is CutSort.FLUSH:  # too rare among all hands to wait for
            suit = rng.choice(PACK).suit
            pool = [card for card in PACK if card.suit is suit]
        hand = tuple(sorted(rng.sample(pool, 4)))
        if sort_of(hand) is wanted and (starters := _starters(rng, hand)):
            return CutQuestion(hand, starters)


def _starters(rng: Random, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Five starters: one for each of as many totals as there are, then others of ranks not seen yet; () where too few
    totals can come."""
    hidden = CutQuestion(hand, ()).best if rng.random() < _HIDDEN else ()
    by_total: dict[int, list[Card]] = defaultdict(list)
    numbers = [card.number for card in hand]
    for card in rng.sample(PACK, len(PACK)):
        if card not in hand and card.rank not in hidden:
            by_total[points(numbers, card.number)].append(card)
    if len(by_total) < _TOTALS:
        return ()
    groups = rng.sample(list(by_total.values()), len(by_total))[:STARTERS]
    found = [group[0] for group in groups]
    for card in (card for group in groups for card in group[1:]):
        if len(found) < STARTERS and all(card.rank != other.rank for other in found):
            found.append(card)
    return tuple(rng.sample(found, STARTERS)) if len(found) == STARTERS else ()


def read(text: str) -> CutQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    hand, bar, starters = text.partition("|")
    cards, cut = parse_cards(hand), parse_cards(starters)
    if not bar or len(cards) != 4 or len(cut) != STARTERS:
        raise UnreadableQuestion(text)
    parse_cards(f"{hand} {starters}")  # no card twice
    return CutQuestion(tuple(sorted(cards)), cut)


def canonical(question: CutQuestion) -> str:
    """Return the text form with suits renamed, in the order of what is held of them, and then of what is turned."""
    held: dict[Suit, tuple[list[int], list[int]]] = {suit: ([], []) for suit in Suit}
    for card in question.hand:
        held[card.suit][0].append(card.rank)
    for place, card in enumerate(question.starters):
        held[card.suit][1].append(STARTERS - place)
    names = dict(zip(sorted(Suit, key=lambda suit: held[suit], reverse=True), Suit, strict=True))
    hand, starters = (
        [Card(card.rank, names[card.suit]) for card in cards] for cards in (question.hand, question.starters)
    )
    return str(CutQuestion(tuple(sorted(hand)), tuple(starters)))


_SEARCH = 500
"""How many hands are tried for a sibling."""


def sibling(question: CutQuestion, rng: Random) -> CutQuestion:
    """Return another hand of the sort with as many items of the same kinds, or the question itself."""
    wanted, ranks = _pattern(question.hand), [card.rank for card in question.hand]
    for _ in range(_SEARCH):
        new = dict(zip(ranks, rng.sample(range(1, len(RANKS) + 1), 4), strict=True))
        hand = tuple(sorted(Card(new[card.rank], card.suit) for card in question.hand))
        if [card.rank for card in hand] != ranks and _pattern(hand) == wanted and (starters := _starters(rng, hand)):
            return CutQuestion(hand, starters)
    return question


def _pattern(hand: Sequence[Card]) -> tuple[CutSort, tuple[Kind, ...]]:
    """Return what siblings have in common: the sort, and the items of the four cards."""
    return sort_of(hand), tuple(score.kind for score in alone(hand))


def hardness(question: CutQuestion) -> float:
    """Return how hard it is: what its hands are together."""
    return sum(hardness_of(count.hand, count.starter, count.crib) for count in question.counts)
