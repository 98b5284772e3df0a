"""The drill of go and of the ends of series: who must play, who pegs what at the end of a series, and who leads then.

All hands lie open, so that nothing but the rule is asked, and the engine itself knows what is true.
Source: RULES.md, Seats and the deal (heels); The play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain
from random import Random

from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.play import (
    Counting,
    Cut,
    Cutting,
    Go,
    Holding,
    IllegalAction,
    Pegged,
    Pegging,
    Play,
    State,
    Table,
    apply,
    scored,
)
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE, Kind, count_of, peg, total
from trainer.drills.posing import drawn, plain
from trainer.drills.questions import Demand, KnowledgeMarking, UnreadableQuestion, Wish


class GoSort(StrEnum):
    """What is asked: play or go; whose turn in a series; who pegs what at its end; who leads the next one; the jack
    turned up; what a first card scores on a series that has ended, and a card on one before a go."""

    PLAY = "play"
    TURN = "turn"
    GO = "go"
    THIRTY_ONE = "thirty-one"
    LAST = "last"
    LAST_31 = "last-31"
    LEAD = "lead"
    HEELS = "heels"
    NEW_SERIES = "new-series"
    BETWEEN = "between"


MIX: dict[GoSort, int] = {
    GoSort.PLAY: 20,
    GoSort.TURN: 12,
    GoSort.GO: 10,
    GoSort.THIRTY_ONE: 10,
    GoSort.LAST: 8,
    GoSort.LAST_31: 6,
    GoSort.LEAD: 14,
    GoSort.HEELS: 8,
    GoSort.NEW_SERIES: 6,
    GoSort.BETWEEN: 6,
}
"""Questions of each sort in a hundred."""

ENDS = frozenset({GoSort.GO, GoSort.THIRTY_ONE, GoSort.LAST, GoSort.LAST_31})
"""The sorts that ask who pegs what."""


_SEATS = range(2, 5)
_DEALERS = ("1", "2", "3", "4")
_USUAL_SEATS = (2, 2, 3, 4)

# What can be answered: a deed, a seat ("2", from 1), a seat with its points ("2:1"), or points ("0").
MUST_PLAY, MUST_GO, MAY_CHOOSE = "play", "go", "either"
NOBODY, OVER = "nobody", "over"


@dataclass(frozen=True)
class GoQuestion:
    """A deal with all hands open, and what has happened in it: cards and (None) goes, whose seats follow by the rules.

    Text form: "lead 2 | 5H | 4C 5D 6H 7S / 8C 9D TC JS | 4C 8C TC JS go": the sort, the dealer from 1, the starter, the
    hands from the first seat on, and the acts.
    """

    sort: GoSort
    dealer: int
    starter: Card
    hands: tuple[tuple[Card, ...], ...]
    acts: tuple[Card | None, ...] = ()

    def __str__(self) -> str:
        hands = " / ".join(map(text_of, self.hands))
        acts = " ".join("go" if act is None else str(act) for act in self.acts)
        return f"{self.sort} {self.dealer + 1} | {self.starter} | {hands} | {acts}".strip()

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.hands)

    @cached_property
    def moment(self) -> "Moment":
        """Before and after the last act; for a starter, before and after the cut. Raise IllegalAction."""
        before: State
        before, after = cut(self.dealer, self.starter, self.hands)
        for act in self.acts:
            before, after = after, done(after, act)
        return Moment(before, after)

    @property
    def truth(self) -> str:
        """The right answer."""
        return truth(self.sort, self.moment)

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from."""
        return choices(self.sort, self.moment)


@dataclass(frozen=True, slots=True)
class Moment:
    """The states before and after something was done."""

    before: State
    after: State

    @property
    def table(self) -> Table:
        """The table."""
        return self.after.table

    @property
    def pegged(self) -> tuple[Pegged, ...]:
        """What was pegged by it."""
        return scored(self.before, self.after)

    @property
    def actor(self) -> int:
        """The seat that did it; for the starter, the seat that cuts."""
        return self.before.turn if isinstance(self.before, Pegging) else self.table.pone

    @property
    def plays(self) -> tuple[Play, ...]:
        """All cards played so far."""
        if isinstance(self.before, Cutting) or not isinstance(self.after, Pegging | Counting):
            return ()
        return self.after.plays

    @property
    def card(self) -> Card | None:
        """The card that was played, None for a go."""
        return self.plays[-1].card if isinstance(self.before, Pegging) and self.plays != self.before.plays else None

    @property
    def laid(self) -> tuple[Play, ...]:
        """The series on the table, with the card that ended it."""
        return self.plays[self.before.series_start :] if isinstance(self.before, Pegging) else ()

    @property
    def count(self) -> int:
        """The count that was reached."""
        return count_of([play.card for play in self.laid])

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that have said go in that series."""
        if not isinstance(self.before, Pegging):
            return ()
        return self.before.gone if self.card else (*self.before.gone, self.actor)

    @property
    def last(self) -> int:
        """The seat that played last."""
        return self.plays[-1].seat

    def held(self, seat: int) -> tuple[Card, ...]:
        """Return what a seat still holds."""
        if isinstance(self.before, Pegging | Cutting):
            played = [play.card for play in self.plays]
            return tuple(card for card in self.before.holding.hands[seat] if card not in played)
        return ()

    @property
    def ended(self) -> bool:
        """Whether that was the end of a series."""
        return not isinstance(self.after, Pegging) or not self.after.series


def cut(dealer: int, starter: Card, hands: tuple[tuple[Card, ...], ...]) -> tuple[Cutting, State]:
    """Return the table before and after the cut of the starter."""
    rules = Rules(seats=len(hands), sides=len(hands))
    table = Table(rules, dealer, 1, (), (0,) * rules.sides)
    before = Cutting(table, Holding(hands, ((),) * rules.seats, ()), (starter,))
    return before, apply(before, Cut(table.pone, 0))


def done(state: State, act: Card | None) -> State:
    """Return the state after a card, or a go, of the seat on turn. Raise IllegalAction."""
    seat = state.turn if isinstance(state, Pegging) else 0
    return apply(state, Go(seat) if act is None else Play(seat, act))


# ------------------------------------------------------------------------------------------------------- truth


def truth(sort: GoSort, moment: Moment) -> str:
    """Return the right answer, as the engine has it."""
    after = moment.after
    if sort is GoSort.PLAY and isinstance(after, Pegging):
        return MUST_PLAY if after.can_play(after.turn) else MUST_GO
    if sort in (GoSort.TURN, GoSort.LEAD) and isinstance(after, Pegging):
        return _seat(after.turn)
    if sort in (GoSort.NEW_SERIES, GoSort.BETWEEN):
        return str(_points(moment))
    return _pegs(moment.pegged[0].seat, _points(moment)) if moment.pegged else NOBODY


def _seat(seat: int) -> str:
    return str(seat + 1)


def _pegs(seat: int, points: int) -> str:
    return f"{seat + 1}:{points}"


def _points(moment: Moment) -> int:
    return total(pegged.score for pegged in moment.pegged)


def choices(sort: GoSort, moment: Moment) -> tuple[str, ...]:
    """Return the answers to choose from, in an order that tells nothing."""
    seats = range(moment.table.rules.seats)
    match sort:
        case GoSort.PLAY:
            return (MUST_PLAY, MUST_GO, MAY_CHOOSE)
        case GoSort.TURN:
            return (*map(_seat, seats), OVER)
        case GoSort.LEAD:
            return tuple(map(_seat, seats))
        case GoSort.HEELS:
            dealer = moment.table.dealer
            return (*sorted([_pegs(dealer, 1), _pegs(dealer, 2), _pegs(moment.table.pone, 2)]), NOBODY)
        case GoSort.NEW_SERIES | GoSort.BETWEEN:
            return tuple(map(str, sorted({0, 1, _points(moment), _seeming(moment)})))
        case _:
            return (*sorted(_of_end(sort, moment)), NOBODY)


def _of_end(sort: GoSort, moment: Moment) -> set[str]:
    """Return plausible answers to who pegs at the end of a series."""
    last, rules = moment.last, moment.table.rules
    if sort in (GoSort.THIRTY_ONE, GoSort.LAST_31):
        return {_pegs(last, points) for points in (1, 2, 3)}
    other = moment.gone[-1] if moment.gone and moment.gone[-1] != last else rules.left_of(last)
    return {_pegs(last, 1), _pegs(last, 2), _pegs(other, 1)}


def _seeming(moment: Moment) -> int:
    """Return what a card would score with the cards of the series before: pairs and runs with the last two of them."""
    cards = [play.card for play in moment.plays[-3:]]
    return total(score for score in peg(cards) if score.kind in (Kind.PAIR, Kind.RUN))


# ------------------------------------------------------------------------------------------------------ marking


class GoCause(StrEnum):
    """A rule that was taken wrong."""

    COULD_PLAY = "go-could-play"
    PLAY_ON = "go-play-on"
    NO_CHOICE = "go-no-choice"
    OVER_31 = "go-over-31"
    ASKED_AGAIN = "go-asked-again"
    NO_CARDS = "go-no-cards"
    SERIES_GOES_ON = "go-series-goes-on"
    OTHER_WAY = "go-other-way"
    NOT_PEGGED = "go-not-pegged"
    GO_AS_TWO = "go-as-two"
    TO_WHO_SAID_GO = "go-to-who-said-it"
    THIRTY_ONE_AS_ONE = "go-thirty-one-as-one"
    THIRTY_ONE_AND_LAST = "go-thirty-one-and-last"
    LAST_AS_TWO = "go-last-as-two"
    LAST_TO_ANOTHER = "go-last-to-another"
    LAST_LEADS = "go-last-leads"
    PONE_LEADS = "go-pone-leads"
    HEELS_TO_CUTTER = "go-heels-to-cutter"
    HEELS_AS_NOBS = "go-heels-as-nobs"
    HEELS_MISSED = "go-heels-missed"
    NO_HEELS = "go-no-heels"
    OLD_SERIES = "go-old-series"
    GO_BREAKS_NOTHING = "go-breaks-nothing"
    SERIES_NOT_OVER = "go-series-not-over"


def cause_of(question: GoQuestion, choice: str) -> GoCause:
    """Return the mistake behind a wrong answer."""
    sort, moment = question.sort, question.moment
    match sort:
        case GoSort.PLAY:
            return _cause_of_play(question, choice)
        case GoSort.TURN | GoSort.LEAD:
            return _cause_of_seat(sort, moment, choice)
        case GoSort.HEELS:
            return _cause_of_heels(question, choice)
        case GoSort.NEW_SERIES | GoSort.BETWEEN:
            if choice == "1":
                return GoCause.SERIES_NOT_OVER
            return GoCause.OLD_SERIES if sort is GoSort.NEW_SERIES else GoCause.GO_BREAKS_NOTHING
        case _:
            return _cause_of_end(sort, moment, choice)


def _cause_of_play(question: GoQuestion, choice: str) -> GoCause:
    if choice == MAY_CHOOSE:
        return GoCause.NO_CHOICE
    if choice == MUST_PLAY:
        return GoCause.OVER_31
    return GoCause.PLAY_ON if question.moment.gone else GoCause.COULD_PLAY


def _cause_of_seat(sort: GoSort, moment: Moment, choice: str) -> GoCause:
    if choice == OVER:
        return GoCause.SERIES_GOES_ON
    seat = int(choice) - 1
    if not moment.held(seat):
        return GoCause.NO_CARDS
    if sort is GoSort.TURN:
        return GoCause.ASKED_AGAIN if seat in moment.gone else GoCause.OTHER_WAY
    if seat == moment.last:
        return GoCause.LAST_LEADS
    return GoCause.PONE_LEADS if seat == moment.table.pone else GoCause.OTHER_WAY


def _cause_of_heels(question: GoQuestion, choice: str) -> GoCause:
    if choice == NOBODY:
        return GoCause.HEELS_MISSED
    if question.truth == NOBODY:
        return GoCause.NO_HEELS
    return GoCause.HEELS_AS_NOBS if choice == _pegs(question.dealer, 1) else GoCause.HEELS_TO_CUTTER


def _cause_of_end(sort: GoSort, moment: Moment, choice: str) -> GoCause:
    if choice == NOBODY:
        return GoCause.NOT_PEGGED
    seat, _, points = choice.partition(":")
    if sort in (GoSort.THIRTY_ONE, GoSort.LAST_31):
        return GoCause.THIRTY_ONE_AS_ONE if points == "1" else GoCause.THIRTY_ONE_AND_LAST
    if seat != _seat(moment.last):
        return GoCause.TO_WHO_SAID_GO if int(seat) - 1 in moment.gone else GoCause.LAST_TO_ANOTHER
    return GoCause.GO_AS_TWO if sort is GoSort.GO else GoCause.LAST_AS_TWO


@dataclass(frozen=True)
class GoMarking(KnowledgeMarking):
    """An answer judged: one of the choices was said."""

    question: GoQuestion

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """The rule that was taken wrong."""
        return () if self.right or self.answer is None else (cause_of(self.question, self.answer),)

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """The rules that the wrong answers take wrong."""
        question = self.question
        wrong = [choice for choice in question.choices if choice != question.truth]
        return tuple(map(Demand, dict.fromkeys(cause_of(question, choice) for choice in wrong)))


def mark(question: GoQuestion, answer: str) -> GoMarking:
    """Judge an answer, one of the question's choices; "" for one that did not come in time."""
    return GoMarking(question, answer or None)


# ------------------------------------------------------------------------------------------------------- posing


def fits(sort: GoSort, moment: Moment) -> bool:
    """Return whether a moment suits a sort of question."""
    if not isinstance(moment.before, Pegging):
        return sort is GoSort.HEELS and isinstance(moment.before, Cutting)
    after = moment.after
    match sort:
        case GoSort.PLAY:
            return isinstance(after, Pegging) and _is_close(after)
        case GoSort.TURN:
            return not moment.ended and _is_a_turn(moment)
        case GoSort.LEAD:
            return moment.ended and isinstance(after, Pegging)
        case GoSort.NEW_SERIES:
            return len(moment.laid) == 1 < len(moment.plays) and not moment.ended and _seeming(moment) > 0
        case GoSort.BETWEEN:
            return _kinds(moment) in _TAILS and _goes_between(moment)
        case _:
            is_last = not isinstance(after, Pegging)
            return _kinds(moment) == _CLOSING.get(sort) and is_last is (sort in (GoSort.LAST, GoSort.LAST_31))


_CLOSING = {
    GoSort.GO: [Kind.GO],
    GoSort.LAST: [Kind.LAST],
    GoSort.THIRTY_ONE: [Kind.THIRTY_ONE],
    GoSort.LAST_31: [Kind.THIRTY_ONE],
}
_TAILS = ([Kind.PAIR], [Kind.RUN])


def _kinds(moment: Moment) -> list[Kind]:
    return [pegged.score.kind for pegged in moment.pegged]


def _is_close(state: Pegging) -> bool:
    """Return whether it takes a look to see if the seat on turn can play."""
    return state.count > THIRTY_ONE - 10 and any(card.value != 10 for card in state.held(state.turn))


def _is_a_turn(moment: Moment) -> bool:
    """Return whether the turn does not just pass to the left, and the seat on turn can play."""
    after = moment.after
    if not isinstance(after, Pegging) or not after.can_play(after.turn):
        return False
    return not moment.card or after.turn != moment.table.rules.left_of(moment.actor)


def _goes_between(moment: Moment) -> bool:
    """Return whether somebody was passed over, with a go, between the card before and this one."""
    *_, before, _ = moment.laid
    rules = moment.table.rules
    between = rules.round_from(rules.left_of(before.seat))
    return any(seat in moment.gone for seat in between[: between.index(moment.actor)])


def pose(rng: Random, wish: Wish) -> GoQuestion:
    """Return a question of a sort drawn by its share of `MIX`."""
    seats, sort = wish.chosen("seats"), drawn(rng, wish, MIX)
    return _of_sort(rng, sort, int(seats) if seats.isdecimal() else rng.choice(_USUAL_SEATS))


def _of_sort(rng: Random, sort: GoSort, seats: int) -> GoQuestion:
    """Return a question of the sort, at a table of so many, from deals that are played until there is one."""
    if sort is GoSort.HEELS:
        return _starter(rng, seats)
    may_play = rng.random() < 0.6
    while True:
        deal = _deal(rng, sort, seats)
        played = _at_31(rng, deal) if sort is GoSort.LAST_31 else _played(rng, deal)
        found = [question for question in played if _is_wanted(question, may_play)]
        if found:
            return _turned(rng, rng.choice(found))


def _is_wanted(question: GoQuestion, may_play: bool) -> bool:
    return question.sort is not GoSort.PLAY or (question.truth == MUST_PLAY) is may_play


def _deal(rng: Random, sort: GoSort, seats: int) -> GoQuestion:
    """Return a deal; to play on after another's go, some hands are low and some high."""
    starter, *cards = rng.sample(PACK, 1 + 7 * seats)
    if sort is GoSort.BETWEEN:
        cards.sort()
        del cards[2 * seats : -2 * seats]
    hands = [tuple(sorted(cards[4 * seat : 4 * seat + 4])) for seat in range(seats)]
    rng.shuffle(hands)
    return GoQuestion(sort, rng.randrange(seats), starter, tuple(hands))


def _starter(rng: Random, seats: int) -> GoQuestion:
    """Return a starter: mostly a jack, else another court card."""
    while True:
        deal = _deal(rng, GoSort.HEELS, seats)
        if deal.starter.rank == 11 or (deal.starter.rank > 11 and rng.random() < 0.3):
            return deal


def _played(rng: Random, deal: GoQuestion) -> Iterator[GoQuestion]:
    """Yield every moment to ask about in a deal that is played to its end, now for points and now anyhow."""
    greed = 0.9 if deal.sort is GoSort.BETWEEN else 0.5
    acts: list[Card | None] = []
    state = deal.moment.after
    while isinstance(state, Pegging):
        act = _act(rng, state, greed)
        acts.append(act)
        before, state = state, done(state, act)
        if fits(deal.sort, Moment(before, state)):
            yield GoQuestion(deal.sort, deal.dealer, deal.starter, deal.hands, tuple(acts))


def _at_31(rng: Random, deal: GoQuestion) -> Iterator[GoQuestion]:
    """Yield the end of a deal with its last card changed to make 31, where the goes before it allow that."""
    for question in _played(rng, replace(deal, sort=GoSort.LAST)):
        *acts, last = question.acts
        moment = question.moment
        dealt = {question.starter, *chain.from_iterable(question.hands)}
        wanted = THIRTY_ONE - moment.count + (last.value if last else 0)
        others = [card for card in PACK if card.value == wanted and card not in dealt]
        if not others:
            return
        card = rng.choice(others)
        hands = tuple(tuple(sorted(card if held == last else held for held in hand)) for hand in question.hands)
        changed = replace(question, sort=GoSort.LAST_31, hands=hands, acts=(*acts, card))
        if _can_be_asked(changed):
            yield changed


def _act(rng: Random, state: Pegging, greed: float) -> Card | None:
    cards = [card for card in state.held(state.turn) if state.count + card.value <= THIRTY_ONE]
    if not cards:
        return None
    if rng.random() < greed:
        return max(cards, key=lambda card: total(peg((*state.series, card))))
    return rng.choice(cards)


def _turned(rng: Random, question: GoQuestion) -> GoQuestion:
    """Return the table as the first seat sees it: one on turn where it is to play, else any."""
    after = question.moment.after
    seat = after.turn if question.sort is GoSort.PLAY and isinstance(after, Pegging) else rng.randrange(question.seats)
    hands = (*question.hands[seat:], *question.hands[:seat])
    return replace(question, dealer=(question.dealer - seat) % question.seats, hands=hands)


def read(text: str) -> GoQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    parts = text.split("|")
    head = parts[0].split()
    if len(parts) != 4 or len(head) != 2 or head[0] not in set(GoSort) or head[1] not in _DEALERS:
        raise UnreadableQuestion(text)
    starter, hands = parse_cards(parts[1]), tuple(map(parse_cards, parts[2].split("/")))
    acts = tuple(None if act == "go" else Card.parse(act) for act in parts[3].split())
    parse_cards(" ".join([parts[1], *parts[2].split("/")]))  # no card twice
    if len(starter) != 1 or len(hands) not in _SEATS or any(len(hand) != 4 for hand in hands):
        raise UnreadableQuestion(text)
    question = GoQuestion(GoSort(head[0]), int(head[1]) - 1, starter[0], hands, acts)
    if not _can_be_asked(question):
        raise UnreadableQuestion(text)
    return question


def _can_be_asked(question: GoQuestion) -> bool:
    """Return whether the acts are legal and come to a moment to ask about; where it is to play, for the first seat."""
    if question.dealer not in range(question.seats):
        return False
    try:
        moment = question.moment
    except IllegalAction:
        return False
    if question.sort is GoSort.PLAY and isinstance(moment.after, Pegging) and moment.after.turn != 0:
        return False
    return fits(question.sort, moment)


def canonical(question: GoQuestion) -> str:
    """Return the question with the first suits that its ranks can have: suits never matter here."""
    cards = (question.starter, *chain.from_iterable(question.hands))
    names = dict(zip(cards, plain(cards), strict=True))
    hands = tuple(tuple(names[card] for card in hand) for hand in question.hands)
    acts = tuple(act and names[act] for act in question.acts)
    return str(replace(question, starter=names[question.starter], hands=hands, acts=acts))


def sibling(question: GoQuestion, rng: Random) -> GoQuestion:
    """Return another question of the same sort at a table of as many, with as many choices."""
    for _ in range(_SEARCH):
        other = _of_sort(rng, question.sort, question.seats)
        if _kind(other) == _kind(question) and other.hands != question.hands:
            return other
    return question


_SEARCH = 20
"""How many questions are tried for a sibling."""


def _kind(question: GoQuestion) -> Sequence[object]:
    """Return what siblings have in common: what is right, where that is no seat, and the wrong ways that are open."""
    deed = question.truth if question.sort is GoSort.PLAY else question.truth == NOBODY
    return deed, {demand.skill for demand in GoMarking(question, None).demands}


def hardness(question: GoQuestion) -> float:
    """Return how hard it is: more seats, and more that has happened."""
    return 4 * question.seats + len(question.acts) + 2 * question.acts.count(None)
