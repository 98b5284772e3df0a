"""Questions of the discard drill: a dealt hand, whose crib it is, the scores near the end, and what to discard.

Source: RULES.md, Seats and the deal. Answers are graded by `game.strategy.review`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from random import Random
from statistics import mean

from game.engine.cards import PACK, Card, Suit, parse_cards, text_of
from game.engine.rules import TARGETS, CribFlush, Rules
from game.strategy.discards import Choice, Items, Situation, choices, itemised
from game.strategy.review import POINT, Fault, Grade, faults, lost, lost_by
from trainer.drills.positions import TARGET, grade_given_up, scores_near_end
from trainer.drills.questions import (
    Demand,
    GameMoment,
    Marking,
    Obstacle,
    UnreadableQuestion,
    Wish,
    obstacle_of_table,
)

SKILLS = {
    Fault.HAND: "keep-hand",
    Fault.CRIB: "spare-crib",
    Fault.PEGGING: "keep-play",
    Fault.END: "play-to-score",
}
"""The skill for each part of a discard; for one's own crib it is `FEED_CRIB`."""

FEED_CRIB = "feed-crib"

_SCORES_NEAR_END = range(91, 119)
_TEXT = re.compile(
    r"(.+) as (pone|dealer|place (\d)) of (\d)(?: at (\d{1,3}(?:-\d{1,3})+)(?: to (\d{2,3}))?)?", re.ASCII
)
_DRAWN = 3
"""Hands drawn for each question; the hardest of them is asked."""

_SEARCH = 12
"""Hands drawn at most in search of a sibling."""


@dataclass(frozen=True)
class DiscardQuestion:
    """A hand dealt to a place at the table: 1 is left of the dealer, the last place is the dealer.

    `scores` begins with the own score and goes to the left; it is () where scores do not matter. Text forms:
    "2H 3C 9S TD JD QH as pone of 2", "4C 5S 6D JH KD as place 2 of 4 at 100-95-110-90",
    "2H 3C 9S TD JD QH as dealer of 2 at 50-55 to 61".
    """

    hand: tuple[Card, ...]
    place: int
    seats: int
    scores: tuple[int, ...] = ()
    target: int = TARGET

    def __str__(self) -> str:
        names = {1: "pone", self.seats: "dealer"}
        place = names.get(self.place, f"place {self.place}")
        scores = f" at {'-'.join(map(str, self.scores))}" if self.scores else ""
        target = f" to {self.target}" if self.scores and self.target != TARGET else ""
        return f"{text_of(self.hand)} as {place} of {self.seats}{scores}{target}"

    @property
    def dealer(self) -> int:
        """The dealer's seat, counted from one's own, which is 0."""
        return -self.place % self.seats

    @property
    def deals(self) -> bool:
        """Whether the crib is one's own."""
        return self.dealer == 0

    @property
    def situation(self) -> Situation:
        """The table, with each seat playing alone."""
        rules = Rules(seats=self.seats, sides=self.seats, target=self.target)
        return Situation(rules, 0, self.dealer, self.scores or None)

    @property
    def owed(self) -> int:
        """How many cards are to be discarded."""
        return self.situation.rules.dealt(0, self.dealer).away

    @property
    def ranked(self) -> tuple[Choice, ...]:
        """Every possible discard, best first; always the same for the same question."""
        return rank_discards(self)

    def items_of(self, choice: Choice) -> Items:
        """Return the average points of a choice by kind and by starter."""
        return itemised(choice, self.situation, Random(str(self)))


@lru_cache(maxsize=256)
def rank_discards(question: DiscardQuestion) -> tuple[Choice, ...]:
    """Return every way to discard, the best first: always the same for the same question."""
    return choices(question.hand, question.situation, Random(str(question)))


@dataclass(frozen=True)
class DiscardMarking(Marking):
    """A marked discard; `discard` is () if time ran out."""

    question: DiscardQuestion
    discard: tuple[Card, ...]

    @property
    def best(self) -> Choice:
        """The best discard."""
        return self.question.ranked[0]

    @cached_property
    def chosen(self) -> Choice | None:
        """The discard that was chosen; None if time ran out."""
        return next((choice for choice in self.question.ranked if set(choice.away) == set(self.discard)), None)

    @cached_property
    def given_up(self) -> tuple[float, float]:
        """The average points, and the chance to win, that the discard gives up against the best.

        If time ran out, this is the loss of a discard made at random.
        """
        if self.chosen:
            return lost(self.best, self.chosen)
        ranked = self.question.ranked
        win = mean(choice.win or 0.0 for choice in ranked)
        return self.best.value - mean(choice.value for choice in ranked), (self.best.win or 0.0) - win

    @property
    def lost(self) -> float:
        """The average points given up; with scores, the chance to win given up, converted into points by `POINT`."""
        points, win = self.given_up
        return round(win / POINT if self.question.scores else points, 2)

    @cached_property
    def grade(self) -> Grade:
        """The grade, as the review of a game and the drill of cards give it."""
        by_win = bool(self.question.scores)
        return grade_given_up(self.given_up[by_win], by_win=by_win)

    @property
    def right(self) -> bool:
        """Whether the discard is the best, or nearly as good."""
        return self.chosen is not None and self.grade.is_fine

    @property
    def worth(self) -> int:
        """The average points of the hand that the best discard keeps."""
        return round(self.best.hand.mean)

    @property
    def off(self) -> int:
        """0: no number is claimed."""
        return 0

    @property
    def sort(self) -> str:
        """The sort of question."""
        return sort_of(self.question)

    @property
    def causes(self) -> tuple[str, ...]:
        """The parts in which the discard lost points, the largest loss first."""
        if self.right or self.chosen is None:
            return ()
        points = self.best.value - self.chosen.value
        return faults(lost_by(self.best, self.chosen), points)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """A skill for the hand, the crib and the play; near the end one for the scores too."""
        asked = [fault for fault in SKILLS if fault is not Fault.END or self.question.scores]
        return tuple(Demand(_skill(self.question, fault)) for fault in asked)

    @property
    def missed(self) -> tuple[str, ...]:
        """The skills for the parts in which the discard lost points."""
        return tuple(_skill(self.question, Fault(cause)) for cause in self.causes)


def _skill(question: DiscardQuestion, fault: Fault) -> str:
    return FEED_CRIB if fault is Fault.CRIB and question.deals else SKILLS[fault]


def sort_of(question: DiscardQuestion) -> str:
    """Return the sort of a question: the end of a game, a larger table, one's own crib or another's."""
    if question.scores:
        return "end"
    if question.seats > 2:
        return "more-seats"
    return "own-crib" if question.deals else "their-crib"


def turns_on(question: DiscardQuestion) -> tuple[Fault, ...]:
    """Return the parts that decide: those without which a worse discard would rank first."""
    ranked = question.ranked
    parts: dict[Fault, Callable[[Choice], float]] = {
        Fault.HAND: lambda choice: choice.value - choice.hand.mean,
        Fault.CRIB: lambda choice: choice.value - choice.crib_sign * choice.crib.mean,
        Fault.PEGGING: lambda choice: choice.value - choice.play,
    }
    if question.scores:
        parts = {Fault.END: lambda choice: choice.value}
    return tuple(fault for fault, rest in parts.items() if _gives_up(question, max(ranked, key=rest)))


def is_in_hand(question: DiscardQuestion) -> bool:
    """Return whether the hand alone ranks no worse discard first."""
    return not _gives_up(question, max(question.ranked, key=lambda choice: choice.hand.mean))


def _gives_up(question: DiscardQuestion, choice: Choice) -> bool:
    """Return whether a choice loses against the best: chance to win where there are scores, points elsewhere."""
    return lost(question.ranked[0], choice)[bool(question.scores)] > 0


# ------------------------------------------------------------------------------------------------------- questions


def pose(rng: Random, wish: Wish) -> DiscardQuestion:
    """Draw a few hands and ask the hardest, because some hands leave nothing to decide."""
    seats = int(wish.chosen("seats") or 2)
    place = _place(rng, seats, wish.chosen("place"))
    early = DiscardQuestion((), place, seats)
    near_end = wish.chosen("end") == "on"
    scores = scores_near_end(rng, seats, early.dealer, _SCORES_NEAR_END) if near_end else ()
    drawn = max((dealt_like(early, rng) for _ in range(_DRAWN)), key=hardness)  # by points: to weigh wins takes longer
    return replace(drawn, scores=scores)


def _place(rng: Random, seats: int, wanted: str) -> int:
    """Choose a place at the table. With five or six seats the dealer discards nothing and is never asked."""
    rules = Rules(seats=seats, sides=seats)
    places = list(range(1, seats + 1 if rules.plan.dealer.away else seats))
    chosen = {"dealer": [seats], "pone": list(range(1, seats))}
    only = chosen.get(wanted, places)
    return rng.choice([place for place in only if place in places] or places)


def dealt_like(question: DiscardQuestion, rng: Random) -> DiscardQuestion:
    """Deal another hand to the same place."""
    number = question.situation.rules.dealt(0, question.dealer).cards
    return replace(question, hand=tuple(sorted(rng.sample(PACK, number))))


def obstacle(rules: Rules, near_end: bool) -> Obstacle | None:
    """Return why a discard in a game under these rules cannot be asked, None if it can."""
    if rules.crib_flush is not CribFlush.WITH_STARTER:
        return Obstacle.CRIB
    return obstacle_of_table(rules, near_end)


def of_game(moment: GameMoment) -> DiscardQuestion:
    """Return a discard in a game as a question. There must be no obstacle."""
    view, seats = moment.view, moment.view.rules.seats
    place = -moment.dealer % seats or seats
    target = view.rules.target if moment.near_end else TARGET
    return DiscardQuestion(tuple(sorted(view.hand)), place, seats, moment.scores, target)


def read(text: str) -> DiscardQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise UnreadableQuestion(text)
    seats = int(match[4])
    if seats not in range(2, 7):
        raise UnreadableQuestion(text)
    place = {"pone": 1, "dealer": seats}.get(match[2]) or int(match[3])
    scores = tuple(map(int, match[5].split("-"))) if match[5] else ()
    question = DiscardQuestion(tuple(sorted(parse_cards(match[1]))), place, seats, scores, int(match[6] or TARGET))
    if not _fits(question):
        raise UnreadableQuestion(text)
    return question


def _fits(question: DiscardQuestion) -> bool:
    """Return whether the hand can be dealt at this place, and part of it is discarded."""
    if question.place not in range(1, question.seats + 1) or question.target not in TARGETS:
        return False
    dealt = question.situation.rules.dealt(0, question.dealer)
    scores = question.scores
    in_game = not scores or (len(scores) == question.seats and max(scores) < question.target)
    return bool(dealt.away) and len(question.hand) == dealt.cards and in_game


def mark(question: DiscardQuestion, answer: str) -> DiscardMarking:
    """Mark a discard: cards in text form, or "" if time ran out."""
    return DiscardMarking(question, tuple(sorted(parse_cards(answer))))


def canonical(question: DiscardQuestion) -> str:
    """Return the text form that all questions share which differ by the names of suits only."""
    return min(str(_renamed(question, suits)) for suits in permutations(Suit))


def _renamed(question: DiscardQuestion, suits: Sequence[Suit]) -> DiscardQuestion:
    names = dict(zip(Suit, suits, strict=True))
    hand = sorted(Card(card.rank, names[card.suit]) for card in question.hand)
    return replace(question, hand=tuple(hand))


def sibling(question: DiscardQuestion, rng: Random) -> DiscardQuestion:
    """Return a hand of other ranks for the same place, if possible one decided by the same parts."""
    wanted, other = turns_on(question), question
    for _ in range(_SEARCH):
        drawn = max((dealt_like(question, rng) for _ in range(2)), key=hardness)
        if [card.rank for card in drawn.hand] == [card.rank for card in question.hand]:
            continue
        other = drawn
        if turns_on(drawn) == wanted:
            break
    return other


def hardness(question: DiscardQuestion) -> float:
    """Return how many choices lie within a point of the best; closer ones weigh more."""
    best, *others = question.ranked
    behind = (lost(best, other)[bool(question.scores)] / (POINT if question.scores else 1.0) for other in others)
    return sum(1.0 - points for points in behind if 0.0 < points < 1.0)
