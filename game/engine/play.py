"""A match of cribbage as a state machine: phases, actions, `legal`, `apply`, `replay`.

Every event is an action, including chance and clocks. So `apply(state, action)` is pure, and a list of actions always
replays to the same state. Seats are a ring, numbered 0 to `rules.seats - 1`; no code assumes two players.

Source: RULES.md. Where RULES.md leaves a point open, the function that decides it says how.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import ClassVar, assert_never

from game.engine.cards import PACK, Card, text_of
from game.engine.rules import Counted, CribFlush, Muggins, Notice, Rules
from game.engine.scoring import THIRTY_ONE, Kind, Score, count_of, heels, peg, show, total

CLAIMS = range(100)
"""The points that can be claimed or called. No hand of five cards scores more than 46, but a higher claim is legal
and simply wrong."""

_LATE_PLAY = 2
_WHOLE_PACK = frozenset(PACK)


# ---------------------------------------------------------------------------------------------------- actions


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The table shuffles. `pack` is the whole pack in its new order, top card first."""

    seat: ClassVar[None] = None
    pack: tuple[Card, ...]

    def __str__(self) -> str:
        return f"shuffle {text_of(self.pack)}"


@dataclass(frozen=True, slots=True)
class Cut:
    """A seat cuts, for the deal or for the starter: it lifts `place` cards and shows the next one."""

    seat: int
    place: int

    def __str__(self) -> str:
        return f"{self.seat + 1} cuts {self.place}"


@dataclass(frozen=True, slots=True)
class Discard:
    """A seat discards cards to the crib."""

    seat: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.seat + 1} discards {text_of(self.cards)}"


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card and, where players count the play, claims its score.

    The claim covers everything that the card earns at once, including the point for the last card. It does not cover a
    point for go: the table gives that when the others have said go.
    """

    seat: int
    card: Card
    claim: int | None = None

    def __str__(self) -> str:
        claim = "" if self.claim is None else f" for {self.claim}"
        return f"{self.seat + 1} plays {self.card}{claim}"


@dataclass(frozen=True, slots=True)
class Go:
    """A seat cannot play and says go."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat + 1} says go"


@dataclass(frozen=True, slots=True)
class Count:
    """The table counts the next hand or crib."""

    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return "count"


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat claims points for the hand or crib that it counts."""

    seat: int
    points: int

    def __str__(self) -> str:
        return f"{self.seat + 1} claims {self.points}"


@dataclass(frozen=True, slots=True)
class Call:
    """An opponent calls muggins and says the true number of points."""

    seat: int
    points: int

    def __str__(self) -> str:
        return f"{self.seat + 1} calls {self.points}"


@dataclass(frozen=True, slots=True)
class Pass:
    """An opponent accepts a claim."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat + 1} passes"


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock of a seat runs out."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat + 1} is out of time"


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of the match begins."""

    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return "next game"


Action = Shuffle | Cut | Discard | Play | Go | Count | Claim | Call | Pass | TimeOut | NextGame
"""Every action has a `seat`, from 0, or None for an action of the table."""


class Reason(StrEnum):
    """The reason why an action is refused."""

    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_THE_PACK = "not_the_pack"
    NO_SUCH_PLACE = "no_such_place"
    PLACE_TAKEN = "place_taken"
    ALREADY_DISCARDED = "already_discarded"
    DISCARD_NUMBER = "discard_number"
    NOT_IN_HAND = "not_in_hand"
    OVER_31 = "over_31"
    COULD_PLAY = "could_play"
    CLAIM_NEEDED = "claim_needed"
    CLAIM_NOT_ASKED = "claim_not_asked"
    CLAIM_RANGE = "claim_range"
    NO_CLOCK = "no_clock"
    ALREADY_LATE = "already_late"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


class IllegalAction(ValueError):
    """Raised for an action that the rules refuse. The state is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


# ----------------------------------------------------------------------------------------------------- states


@dataclass(frozen=True, slots=True)
class Pegged:
    """A line of the ledger: a score that was given to a seat."""

    seat: int
    score: Score


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """The points of a seat in earlier deals. Seats are listed in the order in which they scored last."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Table:
    """The part of the state that all phases share.

    `deal` counts the deals of the game from 1. `ledger` holds the scores of this deal; the next shuffle adds them to
    `earlier`, so that a state does not grow with the game. `standing` holds the match points by side.
    """

    rules: Rules
    dealt_by: int | None
    deal: int
    ledger: tuple[Pegged, ...]
    standing: tuple[int, ...]
    earlier: tuple[SeatPoints, ...] = ()

    @property
    def dealer(self) -> int:
        """Return the seat that deals. Raises ValueError before the cut for deal is decided."""
        if self.dealt_by is None:
            raise ValueError("nobody deals yet")
        return self.dealt_by

    @property
    def pone(self) -> int:
        """Return the seat to the dealer's left, which cuts, leads and counts first."""
        return self.rules.left_of(self.dealer)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the points of this game by side."""
        sides = self.rules.sides
        found = [0] * sides
        for had in self.earlier:
            found[had.seat % sides] += had.points
        for pegged in self.ledger:
            found[pegged.seat % sides] += pegged.score.points
        return tuple(found)

    def summed_up(self) -> "Table":
        """Return the table for a new deal: the scores of the last one are added to those of earlier deals."""
        if not self.ledger:
            return self
        points = {had.seat: had.points for had in self.earlier}
        for pegged in self.ledger:
            points[pegged.seat] = points.pop(pegged.seat, 0) + pegged.score.points  # the seat moves to the end
        return replace(self, ledger=(), earlier=tuple(SeatPoints(*had) for had in points.items()))

    @property
    def won_by(self) -> int | None:
        """Return the side that reached the target, or None."""
        scores = self.scores
        return next((side for side, score in enumerate(scores) if score >= self.rules.target), None)


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of a deal after the discard: the hand and the discards of each seat, and the pack's cards in the
    crib."""

    hands: tuple[tuple[Card, ...], ...]
    away: tuple[tuple[Card, ...], ...]
    from_pack: tuple[Card, ...]

    @property
    def crib(self) -> tuple[Card, ...]:
        """Return the crib, sorted, so that its order does not show who discarded what."""
        return tuple(sorted((*self.from_pack, *(card for cards in self.away for card in cards))))


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim that opponents may still call.

    `scores` are the true scores of `cards`; `answered` are the opponents who have called or passed.
    """

    seat: int
    points: int
    scores: tuple[Score, ...]
    cards: tuple[Card, ...]
    answered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CuttingForDeal:
    """The `seats` cut in turn for the first deal. Seats that tie for the lowest card cut again from a new shuffle.

    The table shuffles next if `pack` is empty or if all the seats have cut.
    """

    table: Table
    seats: tuple[int, ...]
    pack: tuple[Card, ...] = ()
    cuts: tuple[Cut, ...] = ()

    @property
    def to_shuffle(self) -> bool:
        """Return whether a shuffle comes next."""
        return not self.pack or len(self.cuts) == len(self.seats)

    def card_at(self, cut: Cut) -> Card:
        """Return the card that a cut turns up."""
        return self.pack[cut.place]

    @property
    def lowest(self) -> tuple[int, ...]:
        """Return the seats that have cut the lowest rank so far."""
        rank = min(self.card_at(cut).rank for cut in self.cuts)
        return tuple(cut.seat for cut in self.cuts if self.card_at(cut).rank == rank)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The dealer is about to deal: the table shuffles next."""

    table: Table


@dataclass(frozen=True, slots=True)
class Discarding:
    """Every seat that owes cards to the crib discards them, in any order. `rest` is the undealt pack."""

    table: Table
    holding: Holding
    rest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Cutting:
    """The seat to the dealer's left cuts `rest` for the starter."""

    table: Table
    holding: Holding
    rest: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pegging:
    """The play of the cards.

    `plays` are all plays of this deal. The current series begins at index `series_start`, and the seats in `gone` have
    said go in it. `late` is true once the clock of the current turn has run out.
    """

    table: Table
    holding: Holding
    starter: Card
    plays: tuple[Play, ...]
    series_start: int
    gone: tuple[int, ...]
    turn: int
    late: bool = False
    claimed: Claimed | None = None

    @property
    def series(self) -> tuple[Card, ...]:
        """Return the cards played since the last 31 or go."""
        return tuple(play.card for play in self.plays[self.series_start :])

    @property
    def count(self) -> int:
        """Return the running count."""
        return count_of(self.series)

    def held(self, seat: int) -> tuple[Card, ...]:
        """Return the cards that a seat has not played yet."""
        played = [play.card for play in self.plays if play.seat == seat]
        return tuple(card for card in self.holding.hands[seat] if card not in played)

    def can_play(self, seat: int) -> bool:
        """Return whether a seat holds a card that keeps the count at 31 or below."""
        room = THIRTY_ONE - self.count
        return any(card.value <= room for card in self.held(seat))


@dataclass(frozen=True, slots=True)
class Counting:
    """The show: the hands in turn from the dealer's left, then the crib. `counted` of them are done."""

    table: Table
    holding: Holding
    starter: Card
    plays: tuple[Play, ...]
    counted: int = 0
    claimed: Claimed | None = None

    @property
    def done(self) -> bool:
        """Return whether all hands and the crib are counted."""
        return self.counted > self.table.rules.seats

    @property
    def is_crib(self) -> bool:
        """Return whether the crib is counted now."""
        return self.counted == self.table.rules.seats

    @property
    def owner(self) -> int:
        """Return the seat that counts now."""
        rules = self.table.rules
        return self.table.dealer if self.is_crib else rules.round_from(self.table.pone)[self.counted]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the hand or crib that is counted now, without the starter."""
        return self.holding.crib if self.is_crib else self.holding.hands[self.owner]

    @property
    def truth(self) -> tuple[Score, ...]:
        """Return the true scores of the hand or crib that is counted now."""
        return self.worth(self.cards, self.is_crib)

    def worth(self, cards: Sequence[Card], is_crib: bool) -> tuple[Score, ...]:
        """Return the scores of a hand or crib under the rules of the table."""
        strict = is_crib and self.table.rules.crib_flush is CribFlush.WITH_STARTER
        return show(cards, self.starter, crib=strict)


@dataclass(frozen=True, slots=True)
class Over:
    """A game that has ended.

    `seat` scored the last points and won for its side; None is a draw. `ended` is the final position.
    """

    table: Table
    seat: int | None
    ended: Pegging | Counting

    @property
    def winner(self) -> int | None:
        """Return the side that won, or None for a draw."""
        return None if self.seat is None else self.table.rules.side_of(self.seat)

    @property
    def match_over(self) -> bool:
        """Return whether the match is over, so that no further game follows."""
        needed = self.table.rules.match_points
        return needed is None or max(self.table.standing) >= needed


State = CuttingForDeal | Dealing | Discarding | Cutting | Pegging | Counting | Over


def start(rules: Rules, dealer: int | None = None, standing: tuple[int, ...] = ()) -> CuttingForDeal | Dealing:
    """Return the first state of a game.

    The first game of a match begins with the cut for deal. In a later game `dealer` deals, and `standing` holds the
    match points so far.
    """
    table = Table(rules, dealer, 1, (), standing or (0,) * rules.sides)
    return CuttingForDeal(table, tuple(range(rules.seats))) if dealer is None else Dealing(table)


def waited_for(state: State) -> tuple[int, ...]:
    """Return the seats that may act now. The result is empty if the table shuffles, counts or begins the next game."""
    match state:
        case CuttingForDeal():
            return () if state.to_shuffle else (state.seats[len(state.cuts)],)
        case Discarding(table, holding):
            owing = (seat for seat in range(table.rules.seats) if table.rules.dealt(seat, table.dealer).away)
            return tuple(seat for seat in owing if not holding.away[seat])
        case Cutting():
            return (state.table.pone,)
        case Pegging() | Counting() if state.claimed:
            return (_callers(state.table.rules, state.claimed)[0],)
        case Pegging():
            return (state.turn,)
        case Counting():
            return () if state.table.rules.counting is Counted.AUTO else (state.owner,)
        case Dealing() | Over():
            return ()
        case _:
            assert_never(state)


def _callers(rules: Rules, claimed: Claimed) -> tuple[int, ...]:
    """Return the opponents who have not answered a claim, in turn."""
    side = rules.side_of(claimed.seat)
    others = (seat for seat in rules.round_from(claimed.seat) if rules.side_of(seat) != side)
    return tuple(seat for seat in others if seat not in claimed.answered)


# ------------------------------------------------------------------------------------------------ legal, apply


def legal(state: State, seat: int | None = None) -> tuple[Action, ...]:
    """Return the actions that `apply` accepts now, except shuffles: of one seat, or all. Discards are listed in one
    order of their cards only."""
    alike = (actions for actions in _candidates(state) if seat is None or actions[0].seat == seat)
    return tuple(action for actions in alike if refusal(state, actions[0]) is None for action in actions)


def _candidates(state: State) -> Iterator[tuple[Action, ...]]:
    """Yield actions that are all legal or all refused: those of one seat, or one of the table."""
    for seat in waited_for(state):
        yield (TimeOut(seat),)
        match state:
            case CuttingForDeal():
                yield from ((Cut(seat, place),) for place in range(len(state.pack)))
            case Discarding():
                owed = state.table.rules.dealt(seat, state.table.dealer).away
                yield tuple(Discard(seat, cards) for cards in combinations(state.holding.hands[seat], owed))
            case Cutting():
                yield tuple(Cut(seat, place) for place in range(len(state.rest)))
            case Pegging() | Counting() if state.claimed:
                yield (Pass(seat),)
                yield tuple(Call(seat, points) for points in CLAIMS)
            case Pegging():
                claims = CLAIMS if state.table.rules.counting is Counted.ALL else (None,)
                yield from (tuple(Play(seat, card, claim) for claim in claims) for card in state.held(seat))
                yield (Go(seat),)
            case Counting():
                yield tuple(Claim(seat, points) for points in CLAIMS)
    yield (Count(),)
    yield (NextGame(),)


def refusal(state: State, action: Action) -> Reason | None:
    """Return why the rules refuse an action, or None if it is legal."""
    if not isinstance(action, _asked_for(state)):
        if isinstance(state, Over):
            return Reason.MATCH_OVER if state.match_over else Reason.GAME_OVER
        return Reason.WRONG_PHASE
    if isinstance(action, Shuffle):
        whole = len(action.pack) == len(PACK) and set(action.pack) == _WHOLE_PACK
        return None if whole else Reason.NOT_THE_PACK
    if isinstance(action, Count | NextGame):
        return None
    if action.seat not in waited_for(state):
        return _refusal_of_turn(state, action.seat)
    return _refusal_in_turn(state, action)


def _refusal_in_turn(state: State, action: Action) -> Reason | None:
    match state, action:
        case CuttingForDeal(pack=pack), Cut(_, place):
            if place not in range(len(pack)):
                return Reason.NO_SUCH_PLACE
            return Reason.PLACE_TAKEN if any(cut.place == place for cut in state.cuts) else None
        case Cutting(rest=rest), Cut(_, place):
            return None if place in range(len(rest)) else Reason.NO_SUCH_PLACE
        case Discarding(), Discard():
            return _refusal_of_discard(state, action)
        case Pegging(), Play():
            return _refusal_of_play(state, action)
        case Pegging(), Go(seat):
            return Reason.COULD_PLAY if state.can_play(seat) else None
        case _, Claim(_, points) | Call(_, points):
            return None if points in CLAIMS else Reason.CLAIM_RANGE
        case _, TimeOut():
            return _refusal_of_time_out(state)
    return None


def _asked_for(state: State) -> tuple[type[Action], ...]:
    """Return the types of action that the phase accepts now."""
    match state:
        case CuttingForDeal():
            return (Shuffle,) if state.to_shuffle else (Cut,)
        case Dealing():
            return (Shuffle,)
        case Cutting():
            return (Cut,)
        case Discarding():
            return (Discard,)
        case Pegging() | Counting() if state.claimed:
            return (Call, Pass)
        case Pegging():
            return (Play, Go, TimeOut)
        case Counting():
            return (Count,) if state.table.rules.counting is Counted.AUTO else (Claim, TimeOut)
        case Over():
            return () if state.match_over else (NextGame,)
        case _:
            assert_never(state)


def _refusal_of_turn(state: State, seat: int) -> Reason:
    discarded = isinstance(state, Discarding) and seat in range(state.table.rules.seats) and state.holding.away[seat]
    return Reason.ALREADY_DISCARDED if discarded else Reason.NOT_YOUR_TURN


def _refusal_of_discard(state: Discarding, action: Discard) -> Reason | None:
    owed = state.table.rules.dealt(action.seat, state.table.dealer).away
    if len(set(action.cards)) != len(action.cards) or len(action.cards) != owed:
        return Reason.DISCARD_NUMBER
    return None if set(action.cards) <= set(state.holding.hands[action.seat]) else Reason.NOT_IN_HAND


def _refusal_of_play(state: Pegging, action: Play) -> Reason | None:
    if action.card not in state.held(action.seat):
        return Reason.NOT_IN_HAND
    if state.count + action.card.value > THIRTY_ONE:
        return Reason.OVER_31
    if state.table.rules.counting is not Counted.ALL:
        return None if action.claim is None else Reason.CLAIM_NOT_ASKED
    if action.claim is None:
        return Reason.CLAIM_NEEDED
    return None if action.claim in CLAIMS else Reason.CLAIM_RANGE


def _refusal_of_time_out(state: State) -> Reason | None:
    rules = state.table.rules
    if (rules.play_clock if isinstance(state, Pegging) else rules.count_clock) is None:
        return Reason.NO_CLOCK
    return Reason.ALREADY_LATE if isinstance(state, Pegging) and state.late else None


def apply(state: State, action: Action) -> State:
    """Return the state after an action. Raises IllegalAction.

    The game ends as soon as a side reaches the target.
    """
    if reason := refusal(state, action):
        raise IllegalAction(reason)
    after = _applied(state, action)
    nothing_given = after.table is state.table
    return after if nothing_given else _end(after)


def _applied(state: State, action: Action) -> State:
    match state, action:
        case CuttingForDeal(), Shuffle(pack):
            return CuttingForDeal(state.table, state.lowest if state.cuts else state.seats, pack)
        case CuttingForDeal(), Cut():
            return _cut_for_deal(state, action)
        case Dealing(table), Shuffle(pack):
            return _deal(table, pack)
        case Discarding(), Discard():
            return _discard(state, action)
        case Cutting(), Cut(_, place):
            return _cut(state, place)
        case Pegging(), Play() | Go() | TimeOut():
            return _peg(state, action)
        case Counting(), Count() | Claim() | TimeOut():
            return _count(state, action)
        case Pegging() | Counting(), Call() | Pass() if state.claimed:
            return _answer(state, state.claimed, action)
        case Over(table), NextGame():
            return start(table.rules, _next_dealer(state), table.standing)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE)


def replay(rules: Rules, actions: Iterable[Action]) -> State:
    """Return the state after all the actions of a match. Raises IllegalAction."""
    state: State = start(rules)
    for action in actions:
        state = apply(state, action)
    return state


def scored(before: State, after: State) -> tuple[Pegged, ...]:
    """Return the lines that an action between two states added to the ledger."""
    return () if isinstance(before, Over | Dealing) else after.table.ledger[len(before.table.ledger) :]


# ------------------------------------------------------------------------------------------- awards and the end


def _award(table: Table, seat: int, scores: Iterable[Score]) -> Table:
    """Add the scores of one event to the ledger. Once a side has reached the target, nothing more is added."""
    if table.won_by is not None:
        return table
    given = tuple(Pegged(seat, score) for score in scores if score.points)
    return replace(table, ledger=table.ledger + given) if given else table


def _deal_out(table: Table, loser: int, kind: Kind, cards: tuple[Card, ...], points: int) -> Table:
    """Give points to the other sides in turn, one at a time, starting left of the seat that loses them."""
    rules = table.rules
    takers: dict[int, int] = {}
    for seat in rules.round_from(loser)[1:]:
        if rules.side_of(seat) != rules.side_of(loser):
            takers.setdefault(rules.side_of(seat), seat)
    seats = list(takers.values())
    if len(seats) == 1:
        return _award(table, seats[0], (Score(kind, cards, points),))
    for turn in range(points):
        table = _award(table, seats[turn % len(seats)], (Score(kind, cards, 1),))
    return table


def _end(state: State) -> State:
    """Return the state, or the end of the game if a side has reached the target."""
    won_by = state.table.won_by
    return _over(state, won_by) if isinstance(state, Pegging | Counting) and won_by is not None else state


def _over(ended: Pegging | Counting, winner: int | None) -> Over:
    """Return the end of a game that `seat` won, or of a draw, with the match points.

    Only a game won at the target can have skunks: in a game that ends at the limit on deals, everybody may be far from
    the target. With more than two sides, the nearest loser counts.
    """
    table = ended.table
    if winner is None:
        return Over(table, None, ended)
    rules, scores = table.rules, table.scores
    nearest = max(score for side, score in enumerate(scores) if side != winner)
    worth = rules.match_worth(rules.skunks(nearest) if scores[winner] >= rules.target else 0)
    standing = tuple(had + worth * (side == winner) for side, had in enumerate(table.standing))
    lines: tuple[Pegged | SeatPoints, ...] = (*table.earlier, *table.ledger)
    seat = next(line.seat for line in reversed(lines) if rules.side_of(line.seat) == winner)
    return Over(replace(table, standing=standing), seat, ended)


def _next_dealer(over: Over) -> int:
    """Return the dealer of the next game: the seat left of the winner, or the next in turn after a draw."""
    return over.table.rules.left_of(over.table.dealer if over.seat is None else over.seat)


# ------------------------------------------------------------------------------------------------- phase by phase


def _cut_for_deal(state: CuttingForDeal, cut: Cut) -> CuttingForDeal | Dealing:
    state = replace(state, cuts=(*state.cuts, cut))
    if len(state.cuts) < len(state.seats) or len(state.lowest) > 1:
        return state
    return Dealing(replace(state.table, dealt_by=state.lowest[0]))


def _deal(table: Table, pack: Iterable[Card]) -> Discarding:
    """Deal one card at a time, from the dealer's left, until every seat has its cards."""
    table, rules, rest = table.summed_up(), table.rules, list(pack)
    hands: list[list[Card]] = [[] for _ in range(rules.seats)]
    for _ in range(rules.plan.other.cards):
        for seat in rules.round_from(table.pone):
            if len(hands[seat]) < rules.dealt(seat, table.dealer).cards:
                hands[seat].append(rest.pop(0))
    from_pack = tuple(rest.pop(0) for _ in range(rules.plan.from_pack))
    holding = Holding(tuple(tuple(sorted(hand)) for hand in hands), ((),) * rules.seats, from_pack)
    return Discarding(table, holding, tuple(rest))


def _discard(state: Discarding, action: Discard) -> Discarding | Cutting:
    hands, away = list(state.holding.hands), list(state.holding.away)
    hands[action.seat] = tuple(card for card in hands[action.seat] if card not in action.cards)
    away[action.seat] = action.cards
    state = replace(state, holding=replace(state.holding, hands=tuple(hands), away=tuple(away)))
    return state if waited_for(state) else Cutting(state.table, state.holding, state.rest)


def _cut(state: Cutting, place: int) -> Pegging:
    starter = state.rest[place]
    table = _award(state.table, state.table.dealer, heels(starter))
    return Pegging(table, state.holding, starter, (), 0, (), table.pone)


def _peg(state: Pegging, action: Play | Go | TimeOut) -> State:
    match action:
        case TimeOut(seat):
            table = state.table
            cost = min(_LATE_PLAY, table.scores[table.rules.side_of(seat)])
            return replace(state, table=_award(table, seat, (Score(Kind.TIME, (), -cost),)), late=True)
        case Go(seat):
            state = replace(state, gone=(*state.gone, seat))
            return _go_on(_awarded(state, state.plays[-1].seat, _closing(state)))
        case Play(seat, card, claim):
            state = replace(state, plays=(*state.plays, action))
            scores = _of_last_play(state)
            if claim is None:
                return _go_on(_awarded(state, seat, scores))
            return _hear(state, Claimed(seat, claim, scores, (card,)))
        case _:
            assert_never(action)


def earned(state: Pegging, play: Play) -> tuple[Score, ...]:
    """Return the scores that a card earns at once in this state, including the point for the last card."""
    return _of_last_play(replace(state, plays=(*state.plays, play)))


def _of_last_play(state: Pegging) -> tuple[Score, ...]:
    return (*peg(state.series), *_closing(state))


def _awarded(state: Pegging, seat: int, scores: Sequence[Score]) -> Pegging:
    """Return the state with these scores given to a seat."""
    return replace(state, table=_award(state.table, seat, scores)) if scores else state


def _next_to_play(state: Pegging) -> int | None:
    """Return the seat that plays next in this series, or None if the series is over.

    A seat that holds cards must play or say go. The exception is the seat that played last, once all the others are
    out: a player does not say go to itself. Going round from the current turn, that seat comes last.
    """
    if state.count == THIRTY_ONE:
        return None
    rules = state.table.rules
    for seat in rules.round_from(rules.left_of(state.turn)):
        if seat not in state.gone and state.held(seat):
            return None if seat == state.plays[-1].seat and not state.can_play(seat) else seat
    return None


def _closing(state: Pegging) -> tuple[Score, ...]:
    """Return the point for go or for the last card, if the series has just ended below 31."""
    if _next_to_play(state) is not None or state.count == THIRTY_ONE:
        return ()
    cards_left = any(state.held(seat) for seat in range(state.table.rules.seats))
    return (Score(Kind.GO if cards_left else Kind.LAST, (state.plays[-1].card,), 1),)


def _play_on(state: Pegging) -> Pegging | Counting:
    """Continue with the next turn, the next series or the show."""
    if state.late or state.claimed:
        state = replace(state, late=False, claimed=None)
    following = _next_to_play(state)
    if following is not None:
        return replace(state, turn=following)
    rules = state.table.rules
    for seat in rules.round_from(rules.left_of(state.plays[-1].seat)):
        if state.held(seat):
            return replace(state, turn=seat, series_start=len(state.plays), gone=())
    return Counting(state.table, state.holding, state.starter, state.plays)


def _count(state: Counting, action: Count | Claim | TimeOut) -> State:
    match action:
        case Count():
            return _go_on(replace(state, table=_award(state.table, state.owner, state.truth)))
        case Claim(seat, points):
            return _hear(state, Claimed(seat, points, state.truth, state.cards))
        case TimeOut(seat):
            worth = total(state.truth)
            kept = Score(Kind.CLAIM, state.cards, worth - worth // 2)
            table = _award(state.table, seat, (kept,))
            return _go_on(replace(state, table=_deal_out(table, seat, Kind.TIME, state.cards, worth // 2)))
        case _:
            assert_never(action)


def _counted(state: Counting) -> State:
    """Continue with the next hand to count, the next deal, or the end of the game at the limit on deals."""
    state = replace(state, counted=state.counted + 1, claimed=None)
    table = state.table
    if not state.done or table.won_by is not None:
        return state
    if table.deal == table.rules.deals:
        best = max(table.scores)
        sides = [side for side, score in enumerate(table.scores) if score == best]
        return _over(state, sides[0] if len(sides) == 1 else None)
    return Dealing(replace(table, dealt_by=table.pone, deal=table.deal + 1))


def _go_on(state: Pegging | Counting) -> State:
    return _play_on(state) if isinstance(state, Pegging) else _counted(state)


# -------------------------------------------------------------------------------------------- claims and muggins


def _hear(state: Pegging | Counting, claimed: Claimed) -> State:
    """Take a claim. Opponents may call it first; otherwise the table settles it at once."""
    if state.table.rules.notice is Notice.CALLED:
        return replace(state, claimed=claimed)
    return _settle(state, claimed, caller=None)


def _answer(state: Pegging | Counting, claimed: Claimed, action: Call | Pass) -> State:
    """Take an opponent's call or pass. The first correct call, or the last answer, settles the claim."""
    truth = total(claimed.scores)
    if isinstance(action, Call) and action.points == truth != claimed.points:
        return _settle(state, claimed, caller=action.seat)
    claimed = replace(claimed, answered=(*claimed.answered, action.seat))
    if _callers(state.table.rules, claimed):
        return replace(state, claimed=claimed)
    return _settle(state, claimed, caller=None)


def _settle(state: Pegging | Counting, claimed: Claimed, caller: int | None) -> State:
    """Give the claimant the claim or the true points, whichever is less. Then give the forfeit to those who noticed."""
    rules, seat = state.table.rules, claimed.seat
    missed = total(claimed.scores) - claimed.points
    given = (Score(Kind.CLAIM, claimed.cards, claimed.points),) if missed > 0 else claimed.scores
    table = _award(state.table, seat, given)
    forfeit = _forfeit(rules.muggins, missed)
    if rules.notice is Notice.AUTOMATIC:
        table = _deal_out(table, seat, Kind.MUGGINS, claimed.cards, forfeit)
    elif caller is not None:
        table = _award(table, caller, (Score(Kind.MUGGINS, claimed.cards, forfeit),))
    return _go_on(replace(state, table=table))


def _forfeit(muggins: Muggins, missed: int) -> int:
    """Return how many points opponents may take for a claim that missed `missed` points (negative: overclaimed)."""
    match muggins:
        case Muggins.OFF:
            return 0
        case Muggins.MISSED:
            return max(missed, 0)
        case Muggins.MISSED_AND_EXCESS:
            return abs(missed)
        case _:
            assert_never(muggins)
