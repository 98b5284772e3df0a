"""The counting drill: a hand or a crib with its starter, and what the learner says it is worth.

Source: RULES.md, The show.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Protocol

from game.engine.cards import RANKS, Card, Suit, parse_cards, text_of
from game.engine.scoring import Kind, Score, show, total
from game.strategy.causes import Likely, errors, likely_causes
from trainer.drills.hands import CRIBS, HandWish, class_of, deal, deal_as_dealt, deal_even, hardness_of, names_of
from trainer.drills.questions import Demand, GameMoment, Marking, UnreadableQuestion, Wish

IMPOSSIBLE = frozenset({19, 25, 26, 27})
"""Counts up to 29 that no hand of four makes."""

PAD_NUMBERS = {4: tuple(range(30)), 5: (*range(35), *range(36, 41), 46)}
"""By the cards of a hand: what it may be worth with its starter, and below 30 also what no hand of four makes."""

LEAST_ITEMS = {"many-items": 6, "some-items": 3, "few-items": 0}
"""How much there is to see in a hand: from how many items."""

NINETEEN = 19
"""What players say for a hand of nothing."""

DEALT = "dealt"
"""Hands as players hold them, instead of hands of chosen classes."""


_CRIB = "crib "


@dataclass(frozen=True)
class CountQuestion:
    """A hand, or a crib, to be counted with its starter. Text forms: "4C 5S 6D JH | 4H", "crib 4C 5S 6D JH | 4H"."""

    hand: tuple[Card, ...]
    starter: Card
    crib: bool

    def __str__(self) -> str:
        return f"{_CRIB if self.crib else ''}{text_of(self.hand)} | {self.starter}"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand and the starter."""
        return (*self.hand, self.starter)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """The true count."""
        return show(self.hand, self.starter, self.crib)


class CountedHand(Protocol):
    """A question about a hand or crib with its starter."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that are counted, without the starter."""

    @property
    def starter(self) -> Card:
        """The starter."""

    @property
    def crib(self) -> bool:
        """Whether it is a crib."""

    @property
    def scores(self) -> tuple[Score, ...]:
        """The true count."""


@dataclass(frozen=True)
class HandMarking(Marking):
    """An answer about what a hand or crib is worth, in whatever way it was asked."""

    question: CountedHand

    @property
    def scores(self) -> tuple[Score, ...]:
        """The true count."""
        return self.question.scores

    @cached_property
    def points(self) -> int:
        """What the hand is worth."""
        return total(self.scores)

    @property
    def worth(self) -> int:
        """What the hand is worth."""
        return self.points

    @property
    def sort(self) -> str:
        """The class of the hand."""
        return class_of(self.question.hand, self.question.starter, self.question.crib)

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """The items to be seen, and the known errors that the hand invites."""
        return demands(self.question)

    @cached_property
    def likely(self) -> tuple[Likely, ...]:
        """What went wrong, or may have."""
        raise NotImplementedError

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """The codes of what went wrong, or may have."""
        return tuple(likely.code for likely in self.likely)


@dataclass(frozen=True)
class CountMarking(HandMarking):
    """A claim judged; None did not come in time."""

    question: CountQuestion
    claim: int | None

    @cached_property
    def likely(self) -> tuple[Likely, ...]:
        """What may have gone wrong."""
        question = self.question
        if self.claim is None:
            return ()
        return likely_causes(question.hand, question.starter, question.crib, self.scores, self.claim)

    @property
    def load(self) -> str:
        """How many items there are."""
        return next(code for code, least in LEAST_ITEMS.items() if len(self.scores) >= least)

    @property
    def missed_points(self) -> int:
        """Points left unclaimed; negative for points claimed too many."""
        return self.points - (self.claim or 0)

    @property
    def off(self) -> int:
        """The claim less the truth."""
        return -self.missed_points

    @property
    def right(self) -> bool:
        """Whether the claim is the truth."""
        return self.claim == self.points

    @property
    def missed(self) -> tuple[str, ...] | None:
        """Of a number nobody knows which items it is made of; of an answer that never came nothing is known."""
        return () if self.right or self.claim is None else None

    @property
    def no_hand_scores_that(self) -> bool:
        """Whether no hand at all is worth the claim."""
        if self.claim is None or len(self.question.hand) != 4:
            return False
        return self.claim in IMPOSSIBLE or self.claim > 29


def demands(question: CountedHand) -> tuple[Demand, ...]:
    """Return the demands of a hand: each of its items, and each known error that it invites with what it changes."""
    items = [Demand(skill_of(score), -score.points) for score in question.scores]
    invited = errors(question.hand, question.starter, question.crib, question.scores)
    return (*items, *dict.fromkeys(Demand(cause, off) for cause, off in invited if off))


def skill_of(score: Score) -> str:
    """Return the skill of seeing an item: its kind; for a fifteen also two, three, or four and more cards."""
    if score.kind is Kind.FIFTEEN:
        return f"{Kind.FIFTEEN}-{min(len(score.cards), 4)}"
    return score.kind


def pose(rng: Random, wish: Wish) -> CountQuestion:
    """Return a hand or crib."""
    kind, size = wish.chosen("kind"), int(wish.chosen("size") or 4)
    crib = kind == "crib" or (kind != "hand" and rng.randrange(100) < CRIBS)
    if wish.chosen("from") == DEALT:
        return CountQuestion(*deal_as_dealt(rng, crib, size, wish.rise), crib)
    return CountQuestion(*deal(rng, HandWish(crib, size, wish.sorts, wish.weak_sorts), wish.rise), crib)


def even_set(rng: Random) -> list[CountQuestion]:
    """Return hands and cribs, together as hard to count as any other such set."""
    return [CountQuestion(each.hand, each.starter, each.crib) for each in deal_even(rng)]


def read(text: str) -> CountQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    crib = text.startswith(_CRIB)
    hand, bar, starter = text.removeprefix(_CRIB).partition("|")
    if not bar:
        raise UnreadableQuestion(text)
    cards, cut = parse_cards(hand), parse_cards(starter)
    if len(cards) not in (4, 5) or len(cut) != 1:
        raise UnreadableQuestion(text)
    parse_cards(f"{hand} {starter}")  # no card twice
    return CountQuestion(tuple(sorted(cards)), cut[0], crib)


def of_game(moment: GameMoment) -> CountQuestion:
    """Return a hand or crib that was counted in a game as a question."""
    shown, starter = moment.view.counting, moment.view.starter
    if shown is None or starter is None:
        raise ValueError("nothing is being counted")
    return CountQuestion(tuple(sorted(shown.cards)), starter, shown.is_crib)


def mark(question: CountQuestion, answer: str) -> CountMarking:
    """Judge a claim: a number, "" for one that did not come in time."""
    return CountMarking(question, int(answer) if answer else None)


def canonical(question: CountQuestion) -> str:
    """Return the text form with suits renamed by the cards held in them, the suit of the starter first."""
    ranks: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for card in question.hand:
        ranks[card.suit].append(card.rank)
    cut = question.starter.suit
    order = sorted(Suit, key=lambda suit: (suit is cut, ranks[suit]), reverse=True)
    names = dict(zip(order, Suit, strict=True))
    hand = sorted(Card(card.rank, names[card.suit]) for card in question.hand)
    return str(CountQuestion(tuple(hand), Card(question.starter.rank, names[cut]), question.crib))


def sibling(question: CountQuestion, rng: Random) -> CountQuestion:
    """Return another hand with as many items of the same kinds, on other ranks; the hand itself where none is found."""
    wanted, ranks = pattern(question), ranks_of(question)
    for _ in range(_SEARCH):
        moved = _other_ranks(sorted(set(ranks)), rng)
        hand = tuple(sorted(Card(moved[card.rank], card.suit) for card in question.hand))
        other = CountQuestion(hand, Card(moved[question.starter.rank], question.starter.suit), question.crib)
        if pattern(other) == wanted and ranks_of(other) != ranks:
            return other
    return question


_SEARCH = 300
"""How many hands are tried for a sibling."""


def _other_ranks(ranks: Sequence[int], rng: Random) -> dict[int, int]:
    """Return a new rank for each rank, so that equal ranks stay equal and runs stay runs of the same length."""
    stretches = [ranks[start:end] for start, end in combinations(range(len(ranks) + 1), 2)]
    run = max((len(stretch) for stretch in stretches if is_run(stretch)), default=0)
    start = rng.randrange(1, len(RANKS) + 2 - run)
    new = list(range(start, start + run))
    new += rng.sample([rank for rank in range(1, len(RANKS) + 1) if rank not in new], len(ranks) - run)
    rng.shuffle(new)
    return dict(zip(ranks, new, strict=True))


def pattern(question: CountQuestion) -> tuple[str, ...]:
    """Return the named items of a hand, sorted: what siblings have in common."""
    return tuple(sorted(names_of(question.hand, question.starter, question.crib)))


def ranks_of(question: CountQuestion) -> tuple[int, ...]:
    """Return the ranks of a hand and its starter, sorted."""
    return tuple(sorted(card.rank for card in question.cards))


def hardness(question: CountQuestion) -> float:
    """Return how hard a hand is to count."""
    return hardness_of(question.hand, question.starter, question.crib)


def is_run(ranks: Iterable[int]) -> bool:
    """Return whether three ranks or more follow each other."""
    inside = sorted(ranks)
    return len(inside) >= 3 and inside == list(range(inside[0], inside[0] + len(inside)))
