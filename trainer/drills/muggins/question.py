"""The drill "Spot the muggins": somebody counts a hand or crib aloud, and the learner says what it is really worth.

A wrong claim has one error in it that players make: something left out, or one of the known errors, inside the items
that are said. What may be claimed of a hand follows from the hand, so that a question can be read from its text form
and what is wrong with it need not stand there.
Source: RULES.md, The show, Who counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random

from game.engine.cards import Card, Suit
from game.engine.play import CLAIMS
from game.engine.scoring import FIFTEEN, Combination, Kind, Named, Score, combine, count_of, total
from game.numbers import whole_number
from game.strategy.causes import Cause, Likely, errors, likely_causes
from trainer.drills.count import question as count_question
from trainer.drills.count.question import skill_of
from trainer.drills.hands import class_of
from trainer.drills.questions import Demand, UnreadableQuestion, Wish

RIGHT = 40
"""Claims in a hundred that are right."""

_RARE = {Cause.FIFTEEN_TWICE, Cause.COURT_PAIR, Cause.COURT_CARDS_OVER_TEN, Cause.ROUND_THE_CORNER}
_OFTEN: dict[str, int] = {cause: 1 if cause in _RARE else 3 for cause in Cause}
_OVERLOOKED = 4
"""How often each known error is made where a hand invites several, and how often each sort of item is left out."""

_SAYS = " : "
_JACK, _QUEEN, _KING = 11, 12, 13
_ORDER = (Kind.FIFTEEN, Kind.RUN, Kind.PAIR, Kind.FLUSH, Kind.NOBS)
_CODES = {
    Named.FIFTEEN: "15",
    Named.RUN: "run",
    Named.DOUBLE_RUN: "2run",
    Named.TRIPLE_RUN: "3run",
    Named.DOUBLE_DOUBLE_RUN: "4run",
    Named.PAIR: "pair",
    Named.PAIR_ROYAL: "royal",
    Named.DOUBLE_PAIR_ROYAL: "2royal",
    Named.FLUSH: "flush",
    Named.NOBS: "nobs",
}

SpokenCount = tuple[Combination, ...]
"""What is said aloud, in its order."""


@dataclass(frozen=True)
class ClaimError:
    """What is wrong with a claim: the error, the skill of noticing it, and the combination that is said wrongly.

    `instead` is what should have been said for it; None for what is not there at all. `wrong` is None for what was
    left out. `besides` is what is said of `instead` too, and rightly: the pair of a double run that is said once.
    """

    likely: Likely
    skill: str
    wrong: Combination | None
    instead: Combination | None
    besides: SpokenCount = ()


@dataclass(frozen=True)
class MugginsQuestion:
    """A hand or crib, and what somebody says it is worth. `fault` is None for a claim that is right.

    Its text form is "4C 5S 6D JH | 4H : 15:5SJH=2 2run:4C4H5S6D=8".
    """

    count: count_question.CountQuestion
    said: SpokenCount
    fault: ClaimError | None = None

    def __str__(self) -> str:
        return f"{self.count}{_SAYS}{_text_of(self.said)}".rstrip()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that are counted, without the starter."""
        return self.count.hand

    @property
    def starter(self) -> Card:
        """The starter."""
        return self.count.starter

    @property
    def crib(self) -> bool:
        """Whether it is a crib."""
        return self.count.crib

    @property
    def scores(self) -> tuple[Score, ...]:
        """The true count."""
        return self.count.scores

    @property
    def claim(self) -> int:
        """The points claimed."""
        return _points(self.said)

    @property
    def left_out(self) -> Combination | None:
        """The item that is left out of what is said; None if none is."""
        return self.fault.instead if self.fault and not self.fault.wrong else None


def _text_of(said: SpokenCount) -> str:
    texts = [
        f"{_CODES[combination.name]}:{''.join(map(str, combination.cards))}={combination.points}"
        for combination in said
    ]
    return " ".join(texts)


@dataclass(frozen=True)
class MugginsMarking(count_question.HandMarking):
    """What the learner says the hand is worth (None: it did not come in time). To agree is to say its number."""

    question: MugginsQuestion
    answer: int | None

    @property
    def off(self) -> int:
        """What was said less the truth."""
        return (self.answer or 0) - self.points

    @property
    def right(self) -> bool:
        """Whether the learner knew what the hand is worth, and with it whether the claim is right."""
        return self.answer == self.points

    @property
    def slipped(self) -> bool:
        """Whether a wrong claim was taken for a right one."""
        return self.question.fault is not None and self.answer == self.question.claim

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """The error to be noticed; a claim that is right asks for nothing that an answer could tell."""
        fault = self.question.fault
        return (Demand(fault.skill, self.question.claim - self.points),) if fault else ()

    @cached_property
    def likely(self) -> tuple[Likely, ...]:
        """The error that slipped by, or what may have gone wrong with the learner's own count."""
        if self.answer is None or self.right:
            return ()
        if self.slipped and self.question.fault:
            return (self.question.fault.likely,)
        count = self.question.count
        return likely_causes(count.hand, count.starter, count.crib, self.scores, self.answer)

    @property
    def missed(self) -> tuple[str, ...] | None:
        """The skill of noticing the error, where it slipped by."""
        if self.answer is None:
            return None
        return (self.question.fault.skill,) if self.slipped and self.question.fault else ()


# ------------------------------------------------------------------------------------------------ what can be said


def wrong_claims(count: count_question.CountQuestion, claim: int | None = None) -> list[MugginsQuestion]:
    """Return every claim about a hand that has one error, only those of `claim` points where that is given.

    None of them comes to the truth.
    """
    truth = combine(count.scores)
    points = total(count.scores)
    questions: dict[str, MugginsQuestion] = {}
    for fault in (*_left_out(truth), *_said_wrongly(truth), *_not_there(count)):
        instead = fault.besides + ((fault.wrong,) if fault.wrong else ())
        off = _points(instead) - _points((fault.instead,) if fault.instead else ())
        if off and claim in (None, points + off):
            said = [*(combination for combination in truth if combination is not fault.instead), *instead]
            question = MugginsQuestion(count, tuple(sorted(said, key=_place)), fault)
            questions.setdefault(_text_of(question.said), question)
    return list(questions.values())


def _points(said: SpokenCount) -> int:
    return sum(combination.points for combination in said)


def _place(combination: Combination) -> tuple[int, int, tuple[Card, ...]]:
    """Return where it is said: nothing in the order tells what is wrong."""
    return _ORDER.index(combination.parts[0].kind), len(combination.cards), combination.cards


def _left_out(truth: Sequence[Combination]) -> Iterator[ClaimError]:
    """Return a claim without one item; of a double run the pair in it is left out."""
    for whole in truth:
        if len(whole.parts) == 1:
            (score,) = whole.parts
            yield ClaimError(Likely(Cause.MISSED, ((score.kind, 1),)), skill_of(score), None, whole)
        elif whole.name is Named.DOUBLE_RUN:
            runs = tuple(part for part in whole.parts if part.kind is Kind.RUN)
            missed = Likely(Cause.MISSED, ((Kind.PAIR, 1),))
            yield ClaimError(missed, Kind.PAIR, Combination(whole.name, runs), whole)


def _said_wrongly(truth: Sequence[Combination]) -> Iterator[ClaimError]:
    """Return a claim in which an item that is there has the wrong points."""
    for whole in truth:
        runs = [part for part in whole.parts if part.kind is Kind.RUN]
        if len(runs) > 1:
            pairs = combine([part for part in whole.parts if part.kind is Kind.PAIR])
            once = Likely(Cause.DOUBLE_RUN_ONCE)
            yield ClaimError(once, once.cause, Combination(Named.RUN, (runs[0],)), whole, pairs)
        if whole.name in (Named.PAIR_ROYAL, Named.TRIPLE_RUN):
            yield _known(Cause.PAIR_ROYAL_AS_FOUR, Combination(whole.name, whole.parts[:-1]), whole)
        if whole.name is Named.RUN and runs[0].points > 3:
            cards = runs[0].cards
            for some in dict.fromkeys((cards[:-1], cards[1:])):
                yield _known(Cause.RUN_CUT_SHORT, _claim(Kind.RUN, some, len(some)), whole)
        if whole.name is Named.FLUSH and whole.points > 4:
            yield _known(Cause.FLUSH_CUT_SHORT, _claim(Kind.FLUSH, whole.cards[:-1], whole.points - 1), whole)


def _not_there(count: count_question.CountQuestion) -> Iterator[ClaimError]:
    """Return a claim with an item that is not there."""
    invited = {cause for cause, off in errors(count.hand, count.starter, count.crib, count.scores) if off}
    cards = count.cards
    for run in (score for score in count.scores if score.kind is Kind.RUN and score.points > 3):
        if Cause.RUN_IN_RUN in invited:
            yield _known(Cause.RUN_IN_RUN, _claim(Kind.RUN, run.cards[:3], 3))
    if Cause.CRIB_FOUR_FLUSH in invited:
        yield _known(Cause.CRIB_FOUR_FLUSH, _claim(Kind.FLUSH, count.hand, len(count.hand)))
    suited = tuple(sorted(card for card in cards if card.suit == count.starter.suit))
    if Cause.FLUSH_WITH_STARTER in invited:
        yield _known(Cause.FLUSH_WITH_STARTER, _claim(Kind.FLUSH, suited, len(suited)))
    for suit in {card.suit for card in count.hand}:
        four = tuple(card for card in count.hand if card.suit == suit)
        if Cause.FLUSH_OF_SOME in invited and len(four) == 4:
            yield _known(Cause.FLUSH_OF_SOME, _claim(Kind.FLUSH, four, 4))
    for jack in (card for card in cards if card.rank == _JACK):
        cause = Cause.NOBS_STARTER if jack == count.starter else Cause.NOBS_WRONG_SUIT
        if jack == count.starter or jack.suit != count.starter.suit:
            yield _known(cause, _claim(Kind.NOBS, (jack,), 1))
    yield from _sets_not_there(sorted(cards))
    for fifteen in (score for score in count.scores if score.kind is Kind.FIFTEEN):
        yield _known(Cause.FIFTEEN_TWICE, Combination.of(fifteen))


def _sets_not_there(cards: Sequence[Card]) -> Iterator[ClaimError]:
    """Return false items: court cards taken for a pair or for more than ten, and runs round the corner."""
    for two in combinations(cards, 2):
        if two[0].value == two[1].value and two[0].rank != two[1].rank:
            yield _known(Cause.COURT_PAIR, _claim(Kind.PAIR, two, 2))
    some = [taken for size in range(2, len(cards) + 1) for taken in combinations(cards, size)]
    for taken in some:
        if sum(card.rank for card in taken) == FIFTEEN != count_of(taken):
            yield _known(Cause.COURT_CARDS_OVER_TEN, _claim(Kind.FIFTEEN, taken, 2))
    for taken in combinations(cards, 3):
        if [card.rank for card in taken] in ([1, _QUEEN, _KING], [1, 2, _KING]):
            yield _known(Cause.ROUND_THE_CORNER, _claim(Kind.RUN, taken, 3))


def _known(cause: Cause, wrong: Combination, instead: Combination | None = None) -> ClaimError:
    return ClaimError(Likely(cause), cause, wrong, instead)


def _claim(kind: Kind, cards: tuple[Card, ...], points: int) -> Combination:
    return Combination.of(Score(kind, cards, points))


# --------------------------------------------------------------------------------------------------------- drill


def pose(rng: Random, wish: Wish) -> MugginsQuestion:
    """Return a hand or crib and a claim: right, or with an error of those that the hand invites."""
    right = rng.randrange(100) < RIGHT
    while True:
        count = _tempting(rng, count_question.pose(rng, wish))
        if right:
            return MugginsQuestion(count, combine(count.scores))
        by_cause: dict[str, list[MugginsQuestion]] = {}
        for question in wrong_claims(count):
            if question.fault:
                by_cause.setdefault(question.fault.skill, []).append(question)
        if by_cause:
            (skill,) = rng.choices(list(by_cause), [_OFTEN.get(skill, _OVERLOOKED) for skill in by_cause])
            return rng.choice(by_cause[skill])


def _tempting(rng: Random, count: count_question.CountQuestion) -> count_question.CountQuestion:
    """Sometimes a crib in one suit, but for the starter, where that makes no other sort of crib of it: at random this
    comes too rarely to learn from."""
    ranks = {card.rank for card in count.hand}
    if not count.crib or len(ranks) < len(count.hand) or rng.random() >= _ONE_SUIT:
        return count
    suit = rng.choice([suit for suit in Suit if suit is not count.starter.suit])
    hand = tuple(sorted(Card(rank, suit) for rank in ranks))
    sort = class_of(count.hand, count.starter, count.crib)
    same = count.starter not in hand and class_of(hand, count.starter, count.crib) is sort
    return count_question.CountQuestion(hand, count.starter, count.crib) if same else count


_ONE_SUIT = 0.4
"""The share of cribs that are turned into one suit where they can be."""


def read(text: str) -> MugginsQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    hand, sign, said = text.partition(_SAYS.rstrip())
    if not sign:
        raise UnreadableQuestion(text)
    count = count_question.read(hand.rstrip())
    said = said.strip()
    right = MugginsQuestion(count, combine(count.scores))
    if _text_of(right.said) == said:
        return right
    points = [part.rpartition("=")[2] for part in said.split()]
    numbers = [whole_number(text, of=CLAIMS) for text in points]
    known = [number for number in numbers if number is not None]
    if len(known) == len(points):
        for question in wrong_claims(count, sum(known)):
            if _text_of(question.said) == said:
                return question
    raise UnreadableQuestion(text)


def mark(question: MugginsQuestion, answer: str) -> MugginsMarking:
    """Judge an answer: what the hand is worth, "" for one that did not come in time."""
    return MugginsMarking(question, int(answer) if answer else None)


def canonical(question: MugginsQuestion) -> str:
    """Return the count with suits renamed, and what is wrong with the claim."""
    return f"{count_question.canonical(question.count)}{_SAYS}{question.fault.skill if question.fault else 'right'}"


def sibling(question: MugginsQuestion, rng: Random) -> MugginsQuestion:
    """Return another hand of the same pattern with the same error, or none; the question itself where none is found."""
    for _ in range(_SEARCH):
        count = count_question.sibling(question.count, rng)
        if not question.fault:
            return MugginsQuestion(count, combine(count.scores))
        alike = [other for other in wrong_claims(count) if other.fault and other.fault.skill == question.fault.skill]
        if alike and count != question.count:
            return rng.choice(alike)
    return question


_SEARCH = 5
"""Siblings of the hand that are looked at for one that invites the same error."""


def hardness(question: MugginsQuestion) -> float:
    """Return how hard the hand is to count."""
    return count_question.hardness(question.count)
