"""The drill of choosing the card: a moment of the play as one seat sees it, the scores where they matter, and which of
its cards to play.

Source: RULES.md, The play; how it is graded: `game.strategy.pegging`, `game.strategy.review`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import count, islice, permutations
from random import Random
from typing import cast

from game.engine.cards import PACK, RANKS, Card, Suit, parse_cards, text_of
from game.engine.play import (
    Cutting,
    Discarding,
    Go,
    Holding,
    IllegalAction,
    Pegging,
    Play,
    Shuffle,
    State,
    Table,
    apply,
    earned,
    start,
    waited_for,
)
from game.engine.rules import TARGETS, Counted, Rules
from game.engine.scoring import THIRTY_ONE, Kind, Score, count_of, heels, peg, total
from game.engine.view import View, see
from game.strategy.bots import act, in_series
from game.strategy.levels import Level
from game.strategy.pegging import Worth, plays
from game.strategy.review import POINT, SAMPLES, Fault, Grade, faults, lost
from trainer.drills.posing import wished
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


class ChooseSort(StrEnum):
    """When in a deal a card is chosen: the first card, the answer to it, the first of a later series, one of the last
    two cards of the hand, any other; or, whenever it is, near the end of a game, to win it."""

    LEAD = "lead"
    REPLY = "reply"
    NEW_SERIES = "new-series"
    END = "end"
    MIDDLE = "middle"
    TO_WIN = "to-win"


MIX: dict[ChooseSort, int] = {
    ChooseSort.LEAD: 7,
    ChooseSort.REPLY: 12,
    ChooseSort.NEW_SERIES: 23,
    ChooseSort.END: 23,
    ChooseSort.MIDDLE: 18,
    ChooseSort.TO_WIN: 17,
}
"""Of a hundred deals that have all sorts, how many are asked about each; not all have a later series to lead."""


_SEATS = range(2, 5)
_SAMPLES = {2: 100, 3: 60, 4: 60}
"""Deals of the unseen cards by which an answer is judged, by seats. Where scores are told, there are as many as in
the review of a game: what is a mistake there is not as good as the best card here."""

_GLANCE = 12
"""The like, to see whether there is anything to choose."""

_NOTICEABLE = 0.8
"""Points by which the worst card is worth less than the best, at least, in what is asked."""

_LOOKS = 2
"""Moments of one deal that are looked at before there is another deal."""

_LOOKS_TO_WIN = {2: 8, 3: 3, 4: 3}
"""The like where scores are told, by seats: scores that ask for another card than points do are rare."""

_SCORES_NEAR_END = range(105, TARGET)

_HEAD = re.compile(r"([2-4]) ([1-4])(?: at (\d{1,3}(?:-\d{1,3})+)(?: to (\d{2,3}))?)? ?", re.ASCII)
_ACT = re.compile(r"([1-4]):(go|\w{2,3})", re.ASCII)


@dataclass(frozen=True)
class ChooseQuestion:
    """What the first seat knows when it is its turn: its cards, what it discarded, and all plays and goes of the deal.

    `scores` are those of this moment, the own one and then those to the left, () where they do not matter. Text form:
    "2 1 | JH | 4C 5D 6H | 9H KC | 2:7S 1:8D 2:8C": seats, the dealer from 1, the starter, the cards still held, those
    discarded, and what happened, each with its seat. With scores it begins "2 1 at 118-112 | JH", in a game to another
    target "2 1 at 58-52 to 61 | JH".
    """

    seats: int
    dealer: int
    starter: Card
    hand: tuple[Card, ...]
    away: tuple[Card, ...]
    acts: tuple[Play | Go, ...] = ()
    scores: tuple[int, ...] = ()
    target: int = TARGET

    def __str__(self) -> str:
        acts = " ".join(f"{done.seat + 1}:{done.card if isinstance(done, Play) else 'go'}" for done in self.acts)
        scores = f" at {'-'.join(map(str, self.scores))}" if self.scores else ""
        target = f" to {self.target}" if self.scores and self.target != TARGET else ""
        head = f"{self.seats} {self.dealer + 1}{scores}{target}"
        return " | ".join(map(str, (head, self.starter, text_of(self.hand), text_of(self.away), acts))).strip()

    @cached_property
    def state(self) -> State:
        """The engine's own state, with the others' cards face down, of a game that begins with this deal.

        Raise IllegalAction.
        """
        rules, hidden = Rules(seats=self.seats, sides=self.seats), _face_down()
        hands = []
        for seat in range(self.seats):
            known = [done.card for done in self.acts if isinstance(done, Play) and done.seat == seat]
            rest = self.hand if seat == 0 else tuple(islice(hidden, rules.plan.hand - len(known)))
            hands.append((*known, *rest))
        away = (self.away, *((),) * (self.seats - 1))
        table = Table(rules, self.dealer, 1, (), (0,) * rules.sides)
        state: State = Pegging(table, Holding(tuple(hands), away, ()), self.starter, (), 0, (), table.pone)
        for done in self.acts:
            state = apply(state, done)
        return state

    @cached_property
    def view(self) -> View:
        """What the first seat sees."""
        seen = see(self.state, 0)
        rules = replace(seen.rules, target=self.target)
        return replace(seen, rules=rules, scores=self.scores, ledger=()) if self.scores else seen

    @property
    def playable(self) -> tuple[Card, ...]:
        """The cards that keep the count to 31."""
        return tuple(card for card in self.hand if self.view.count + card.value <= THIRTY_ONE)

    def alike(self, card: Card) -> list[Card]:
        """Return the cards of its rank that can be played: they are equal."""
        return [other for other in self.playable if other.rank == card.rank]

    @property
    def earlier(self) -> tuple[Card, ...]:
        """The cards of the series before."""
        return tuple(play.card for play in self.view.plays[: len(self.view.plays) - len(self.view.series)])

    @property
    def ranked(self) -> tuple[Worth, ...]:
        """Every card that can be played, best first: by the chance to win where scores are told, else by points.

        The same question has the same worths.
        """
        return rank_plays(self)

    def pegs(self, card: Card) -> tuple[Score, ...]:
        """Return what a card scores at once, with the point for go or the last card where it ends the series."""
        return earned(cast("Pegging", self.state), Play(0, card))

    def points(self, card: Card) -> int:
        """Return the same in points."""
        return total(self.pegs(card))


def _face_down() -> Iterator[Card]:
    """Return cards that are none of the pack, each another. They count 10: a seat that says go may hold them."""
    return (Card(rank, Suit.CLUBS) for rank in count(len(RANKS) + 1))


@lru_cache(maxsize=256)
def rank_plays(question: ChooseQuestion) -> tuple[Worth, ...]:
    """Return every card that can be played, the best first: always the same for the same question."""
    samples = SAMPLES if question.scores else _SAMPLES[question.seats]
    return plays(question.view, Random(str(question)), to_win=bool(question.scores), samples=samples)


# ------------------------------------------------------------------------------------------------------ marking


class ChooseCause(StrEnum):
    """Where a card loses: points that were there at once, what the next player can make of it, what follows later; or
    the scores alone speak against it."""

    AT_ONCE = "choose-points-now"
    FIFTEEN = "choose-invites-fifteen"
    THIRTY_ONE = "choose-invites-thirty-one"
    PAIR = "choose-invites-pair"
    RUN = "choose-invites-run"
    LATER = "choose-later"
    SCORES = "choose-to-score"


_INVITED = {
    Kind.FIFTEEN: ChooseCause.FIFTEEN,
    Kind.THIRTY_ONE: ChooseCause.THIRTY_ONE,
    Kind.PAIR: ChooseCause.PAIR,
    Kind.RUN: ChooseCause.RUN,
}
_CLEARLY = 0.1
"""Points on average by which a card must invite more than the best card, to be named for it."""

_SHARE = 0.3
"""The share of what is lost later that the invited points must make up, to be named for it."""


def invited(question: ChooseQuestion, card: Card) -> Counter[Kind]:
    """Return the points by kind that the next player pegs on a card, on average over all unseen cards."""
    view, series = question.view, (*question.view.series, card)
    found: Counter[Kind] = Counter()
    if not in_series(view, 0) or count_of(series) == THIRTY_ONE:
        return found
    seen = {question.starter, *question.hand, *question.away, *(play.card for play in view.plays)}
    unseen = [other for other in PACK if other not in seen]
    for other in unseen:
        if count_of(series) + other.value <= THIRTY_ONE:
            for score in peg((*series, other)):
                found[score.kind] += score.points
    return Counter({kind: points / len(unseen) for kind, points in found.items()})


def causes_of(question: ChooseQuestion, chosen: Worth) -> tuple[ChooseCause, ...]:
    """Return where a card loses against the best: the points at once first, then the gravest; () where it does not."""
    best = question.ranked[0]
    points, win = lost(best, chosen)
    if not (win if question.scores else points):
        return ()
    at_once = float(question.points(best.card) - question.points(chosen.card))
    parts = {Fault.AT_ONCE: at_once, Fault.AFTERWARDS: points - at_once}
    found = sorted(faults(parts, points), key=lambda fault: fault is not Fault.AT_ONCE)
    return tuple(_cause(fault, question, chosen, parts[Fault.AFTERWARDS]) for fault in found)


def _cause(fault: Fault, question: ChooseQuestion, chosen: Worth, later: float) -> ChooseCause:
    match fault:
        case Fault.AT_ONCE:
            return ChooseCause.AT_ONCE
        case Fault.END:
            return ChooseCause.SCORES
        case _:
            return _invites(question, chosen, later)


def _invites(question: ChooseQuestion, chosen: Worth, later: float) -> ChooseCause:
    """Return the risk that the card has and the best card does not, if it is much of what is lost `later`."""
    more = invited(question, chosen.card)
    more.subtract(invited(question, question.ranked[0].card))
    kind, points = max(more.items(), key=lambda item: item[1], default=(Kind.GO, 0.0))
    risked = points * sum(question.view.held[seat] for seat in in_series(question.view, 0)[:1])
    return _INVITED[kind] if points > _CLEARLY and risked >= _SHARE * later else ChooseCause.LATER


def given_up(question: ChooseQuestion, chosen: Worth) -> float:
    """Return what a card gives up against the best: the chance to win where scores are told, else points on average.

    0 where that may be chance, or is next to nothing.
    """
    return lost(question.ranked[0], chosen)[bool(question.scores)]


def points_given_up(question: ChooseQuestion, chosen: Worth) -> float:
    """Return the points on average that a card gives up, as the difference of the two averages as they are told; 0
    where that may be chance."""
    told = round(question.ranked[0].value, 1) - round(chosen.value, 1)
    return round(told, 1) if lost(question.ranked[0], chosen)[0] else 0.0


def grade_of(question: ChooseQuestion, chosen: Worth) -> Grade:
    """Return the grade of a card by what it gives up."""
    return grade_given_up(given_up(question, chosen), by_win=bool(question.scores))


def misled(ranked: Sequence[Worth]) -> float:
    """Return the chance to win that the best card by points gives up, where that is certain: the scores decide."""
    best, dearest = ranked[0], max(ranked, key=lambda worth: worth.value)
    return lost(best, dearest)[1] if lost(dearest, best)[0] else 0.0


@dataclass(frozen=True)
class ChooseMarking(Marking):
    """A card judged; None is one that did not come in time."""

    question: ChooseQuestion
    card: Card | None

    @property
    def best(self) -> Worth:
        """The best card."""
        return self.question.ranked[0]

    @cached_property
    def chosen(self) -> Worth | None:
        """What the card is worth."""
        return next((worth for worth in self.question.ranked if worth.card == self.card), None)

    @property
    def judged(self) -> Worth:
        """The card by whose worth it is judged: for what did not come in time the worst."""
        return self.chosen or self.question.ranked[-1]

    @cached_property
    def grade(self) -> Grade:
        """The grade."""
        return grade_of(self.question, self.judged)

    @cached_property
    def given_up(self) -> float:
        """Points on average that are given up; where scores are told, the chance to win."""
        return given_up(self.question, self.judged)

    @property
    def right(self) -> bool:
        """Whether it is the best card, or nearly as good."""
        return self.chosen is not None and self.grade.is_fine

    @cached_property
    def lost(self) -> float:
        """Points given up on average; where scores are told, the chance to win given up, in such points."""
        if self.question.scores:
            return round(self.given_up / POINT, 2)
        return points_given_up(self.question, self.judged)

    @property
    def worth(self) -> int:
        """What the best card scores at once."""
        return self.question.points(self.best.card)

    @property
    def sort(self) -> str:
        """When in the deal it was."""
        return sort_of(self.question)

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """Where it loses."""
        return () if self.right or self.chosen is None else causes_of(self.question, self.chosen)

    @cached_property
    def demands(self) -> tuple[Demand, ...]:
        """What the cards that are not good lose by."""
        poor = [worth for worth in self.question.ranked if not grade_of(self.question, worth).is_fine]
        return tuple(map(Demand, dict.fromkeys(cause for worth in poor for cause in causes_of(self.question, worth))))


def mark(question: ChooseQuestion, answer: str) -> ChooseMarking:
    """Judge a card, one of those that can be played; "" for one that did not come in time. Raise CardError."""
    return ChooseMarking(question, Card.parse(answer) if answer else None)


# ------------------------------------------------------------------------------------------------------- posing


def sort_of(question: ChooseQuestion) -> ChooseSort:
    """Return when in the deal it is, or that it is near the end of a game."""
    if question.scores:
        return ChooseSort.TO_WIN
    played = len(question.view.plays)
    if played < 2:
        return ChooseSort.REPLY if played else ChooseSort.LEAD
    if not question.view.series:
        return ChooseSort.NEW_SERIES
    return ChooseSort.END if len(question.hand) == 2 else ChooseSort.MIDDLE


def pose(rng: Random, wish: Wish) -> ChooseQuestion:
    """Return a moment of a deal among club players in which the choice of the card matters."""
    seats = int(wish.chosen("seats") or 2)
    sorts = wished(rng, wish, MIX)
    if ChooseSort.TO_WIN in sorts and rng.randrange(sum(MIX[sort] for sort in sorts)) < MIX[ChooseSort.TO_WIN]:
        return _posed_to_win(rng, seats)
    while True:
        moments = [question for question in moments_met(rng, seats) if sort_of(question) in sorts]
        moments.sort(key=lambda question: rng.random() ** (1 / MIX[sort_of(question)]))
        for question in moments[-_LOOKS:]:
            if matters(glance(question)):
                return question


def _posed_to_win(rng: Random, seats: int) -> ChooseQuestion:
    """Return a moment near the end of a game; if such a one is met with, one in which the scores decide."""
    found = None
    while found is None:
        moments = list(moments_met(rng, seats))
        weights = [MIX[sort_of(moment)] for moment in moments]
        for moment in rng.choices(moments, weights, k=_LOOKS_TO_WIN[seats]) if moments else ():
            question = replace(moment, scores=scores_near_end(rng, seats, moment.dealer, _SCORES_NEAR_END))
            ranked = glance(question)
            if matters(ranked):
                found = question
                if misled(ranked) >= _NOTICEABLE * POINT:
                    break
    return found


def glance(question: ChooseQuestion) -> tuple[Worth, ...]:
    """Return what the cards are worth, roughly."""
    return plays(question.view, Random(str(question)), to_win=bool(question.scores), samples=_GLANCE)


def matters(ranked: Sequence[Worth]) -> bool:
    """Return whether the worst card is noticeably worse than the best."""
    best, worst = ranked[0], ranked[-1]
    if best.win is not None and worst.win is not None:
        return best.win - worst.win >= _NOTICEABLE * POINT + (worst.win_error or 0.0)
    return best.value - worst.value >= _NOTICEABLE + worst.error


def moments_met(rng: Random, seats: int) -> Iterator[ChooseQuestion]:
    """Yield every choice between ranks in one deal, each as the seat on turn sees it."""
    state: State = _dealt(rng, seats)
    acts: list[Play | Go] = []
    while isinstance(state, Discarding | Cutting | Pegging):
        seat = waited_for(state)[0]
        view = see(state, seat)
        ranks = {card.rank for card in view.hand if view.count + card.value <= THIRTY_ONE}
        if isinstance(state, Pegging) and len(ranks) > 1:
            yield _as_seen(view, acts)
        done = act(view, Level.CLUB, rng)
        if isinstance(done, Play | Go):
            acts.append(done)
        state = apply(state, done)


def _dealt(rng: Random, seats: int) -> State:
    """Return a pack shuffled and dealt."""
    pack = rng.sample(PACK, len(PACK))
    return apply(start(Rules(seats=seats, sides=seats), rng.randrange(seats)), Shuffle(tuple(pack)))


def obstacle(rules: Rules, near_end: bool) -> Obstacle | None:
    """Return why a card of a game under these rules cannot be asked, None if it can.

    Where a play can be miscounted or late, the scores may be lower than the cards say.
    """
    if rules.seats not in _SEATS:
        return Obstacle.SEATS
    if near_end and (rules.counting is Counted.ALL or rules.play_clock):
        return Obstacle.SCORES
    return obstacle_of_table(rules, near_end)


def of_game(moment: GameMoment) -> ChooseQuestion:
    """Return a card of a game as a question. There must be no obstacle."""
    target = moment.view.rules.target if moment.near_end else TARGET
    return replace(_as_seen(moment.view, moment.acts), scores=moment.scores, target=target)


def _as_seen(view: View, acts: Sequence[Play | Go]) -> ChooseQuestion:
    """Return what the seat of a view knows, with the seats counted from it."""
    seats, seat = view.rules.seats, view.seat or 0
    turned = tuple(replace(done, seat=(done.seat - seat) % seats) for done in acts)
    starter = view.starter or PACK[0]
    return ChooseQuestion(
        seats, ((view.dealer or 0) - seat) % seats, starter, view.hand, tuple(sorted(view.away)), turned
    )


def read(text: str) -> ChooseQuestion:
    """Read the text form of a question. Raise UnreadableQuestion, or CardError for a text that is not a card."""
    parts = text.split("|")
    head = _HEAD.fullmatch(parts[0])
    acts = [_ACT.fullmatch(done) for done in parts[-1].split()]
    if len(parts) != 5 or not head or not all(acts):
        raise UnreadableQuestion(text)
    starter, hand, away = map(parse_cards, parts[1:4])
    told = tuple(_done(int(found[1]) - 1, found[2]) for found in acts if found)
    parse_cards(" ".join([*parts[1:4], *(str(done.card) for done in told if isinstance(done, Play))]))  # none twice
    if len(starter) != 1:
        raise UnreadableQuestion(text)
    scores = tuple(map(int, head[3].split("-"))) if head[3] else ()
    dealer, hand, away = int(head[2]) - 1, tuple(sorted(hand)), tuple(sorted(away))
    question = ChooseQuestion(int(head[1]), dealer, starter[0], hand, away, told, scores, int(head[4] or TARGET))
    if not _can_be_asked(question):
        raise UnreadableQuestion(text)
    return question


def _done(seat: int, text: str) -> Play | Go:
    return Go(seat) if text == "go" else Play(seat, Card.parse(text))


def _can_be_asked(question: ChooseQuestion) -> bool:
    """Return whether there can be such a deal, and it is the first seat's turn with a card that it can play."""
    seats = range(question.seats)
    rules = Rules(seats=question.seats, sides=question.seats)
    played = Counter(done.seat for done in question.acts if isinstance(done, Play))
    if question.dealer not in seats or any(done.seat not in seats for done in question.acts):
        return False
    if played[0] + len(question.hand) != rules.plan.hand or max(played.values(), default=0) > rules.plan.hand:
        return False
    if len(question.away) not in (0, rules.dealt(0, question.dealer).away):
        return False
    try:
        state = question.state
    except IllegalAction:
        return False
    return isinstance(state, Pegging) and state.turn == 0 and state.can_play(0) and _in_game(question)


def _in_game(question: ChooseQuestion) -> bool:
    """Return whether the scores, if given, are complete, of a game that is not over, and fit this deal."""
    if question.target not in TARGETS:
        return False
    if not question.scores:
        return True
    pegged = list(question.state.table.scores)
    pegged[question.dealer] += total(heels(question.starter))
    told = len(question.scores) == question.seats and max(question.scores) < question.target
    return told and all(score >= least for score, least in zip(question.scores, pegged, strict=True))


def canonical(question: ChooseQuestion) -> str:
    """Return the first, in the alphabet, of the questions that differ only in the names of suits."""
    return min(str(_renamed(question, dict(zip(Suit, suits, strict=True)))) for suits in permutations(Suit))


def _renamed(question: ChooseQuestion, names: dict[Suit, Suit]) -> ChooseQuestion:
    def other(card: Card) -> Card:
        return Card(card.rank, names[card.suit])

    return replace(
        question,
        starter=other(question.starter),
        hand=tuple(sorted(map(other, question.hand))),
        away=tuple(sorted(map(other, question.away))),
        acts=tuple(replace(done, card=other(done.card)) if isinstance(done, Play) else done for done in question.acts),
    )


def sibling(question: ChooseQuestion, rng: Random) -> ChooseQuestion:
    """Return another moment of the same sort at a table of as many."""
    return pose(rng, Wish({"seats": str(question.seats), "classes": sort_of(question)}))


def hardness(question: ChooseQuestion) -> float:
    """Return how hard it is: more seats, more ranks to choose from, more cards still to come."""
    return question.seats + len({card.rank for card in question.playable}) + len(question.hand)
