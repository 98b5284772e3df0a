"""What holds in every game: thousands of them, by random legal actions, for all seats and sides and all options."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import chain, combinations
from random import Random

import pytest

from game.engine.cards import PACK, Card
from game.engine.play import (
    Action,
    Call,
    Claim,
    Claimed,
    Count,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Discarding,
    Go,
    Holding,
    IllegalAction,
    NextGame,
    Over,
    Pass,
    Pegged,
    Pegging,
    Play,
    Reason,
    SeatPoints,
    Shuffle,
    State,
    Table,
    TimeOut,
    apply,
    legal,
    replay,
    waited_for,
)
from game.engine.record import read, write
from game.engine.rules import Rules
from game.engine.view import View, see
from tests.engine import naive
from tests.full import PROOF, few
from tests.strategies import ARRANGEMENTS, picked_rules, random_match

CHUNKS = 8
GAMES = 32 if PROOF.full else 4
"""Games in a chunk; there are 8 arrangements of seats and sides, so 2,048 games in all, and 32 on every change."""

LEGALITY = 1
VIEWS = 5
"""States of each kind that are looked at closely in a chunk."""


@pytest.mark.parametrize("chunk", few(range(CHUNKS), 0))
@pytest.mark.parametrize("arrangement", ARRANGEMENTS, ids=str)
def test_random_games(arrangement: tuple[int, int], chunk: int) -> None:
    random = Random(f"{arrangement} {chunk}")
    legality, views = Sample(random, LEGALITY), Sample(random, VIEWS)
    games = 0
    while games < GAMES:
        agreed = picked_rules(random.choice, arrangement, range(31, 122), (None, None, 1, 2, 3))
        steps = []
        rest: tuple[Card, ...] = ()
        for before, action, after in random_match(agreed, random.randrange(2**32)):
            steps.append((before, action, after))
            games += isinstance(after, Over)
            rest = after.rest if isinstance(after, Cutting) else rest
            check_scores(before, action, after)
            check_order(before, after)
            check_cards(after, rest)
            legality.add(after)
            views.add(after)
        check_replay(agreed, steps)
    for state in legality.states():
        check_legality(state)
    for state in views.states():
        check_views(random, state)


class Sample:
    """So many states of each kind, each as likely as any other."""

    def __init__(self, random: Random, size: int) -> None:
        self.random, self.size = random, size
        self.seen: Counter[object] = Counter()
        self.kept: dict[object, list[State]] = defaultdict(list)

    def add(self, state: State) -> None:
        """Keep the state, or not."""
        kind = type(state), bool(isinstance(state, Pegging | Counting) and state.claimed)
        self.seen[kind] += 1
        if len(self.kept[kind]) < self.size:
            self.kept[kind].append(state)
        elif (place := self.random.randrange(self.seen[kind])) < self.size:
            self.kept[kind][place] = state

    def states(self) -> Iterator[State]:
        """All that were kept."""
        return chain.from_iterable(self.kept.values())


# ----------------------------------------------------------------------------------------- scores and the winner


def check_scores(before: State, action: Action, after: State) -> None:
    """Each action gives what the rules say and not more; a side at the target has won, and nobody else has."""
    rules = after.table.rules
    given = [0] * rules.sides
    for had in after.table.earlier:
        given[had.seat % rules.sides] += had.points
    for pegged in after.table.ledger:
        given[pegged.seat % rules.sides] += pegged.score.points
    assert after.table.scores == tuple(given)
    assert min(given) >= 0
    if isinstance(before, Over):
        assert not any(given), "a new game begins at nothing"
        return
    assert after.table.scores == naive.final_scores(before, action)
    if isinstance(after, Over):
        check_winner(before, after)
    else:
        assert max(given) < rules.target
        assert after.table.standing == before.table.standing


def check_winner(before: State, over: Over) -> None:
    """Exactly one side won, or nobody at a limit on deals."""
    rules, scores = over.table.rules, over.table.scores
    best = [side for side, score in enumerate(scores) if score == max(scores)]
    if max(scores) >= rules.target:
        assert sum(score >= rules.target for score in scores) == 1
    else:
        assert over.table.deal == rules.deals
    assert over.winner == (best[0] if len(best) == 1 else None)
    standing = list(before.table.standing)
    if over.winner is not None:
        standing[over.winner] += naive.match_points(rules, scores, over.winner)
        lines: tuple[Pegged | SeatPoints, ...] = (*over.table.earlier, *over.table.ledger)
        seats = [line.seat for line in lines if line.seat % rules.sides == over.winner]
        assert over.seat == seats[-1], "who pegged the last points of the side"
    assert over.table.standing == tuple(standing)
    assert over.match_over == (rules.match_points is None or max(standing) >= rules.match_points)


def check_order(before: State, after: State) -> None:
    """The deal passes to the left, the loser deals the next game, and cards are played by those whose turn it is."""
    rules = after.table.rules
    if isinstance(before, Over):
        winner = before.table.dealer if before.seat is None else before.seat
        assert after.table.dealer == (winner + 1) % rules.seats
        assert after.table.deal == 1
    elif isinstance(before, Counting) and isinstance(after, Dealing):
        assert after.table.dealer == (before.table.dealer + 1) % rules.seats
        assert after.table.deal == before.table.deal + 1
    elif isinstance(before, Pegging) and isinstance(after, Counting):
        played = [play.card for play in after.plays]
        seats = naive.turns(after.holding.hands, (after.table.dealer + 1) % rules.seats, played)
        assert [play.seat for play in after.plays] == list(seats)


# --------------------------------------------------------------------------------------------------------- cards


def check_cards(state: State, rest: tuple[Card, ...]) -> None:
    """Every card of the pack is somewhere, once. After the cut `rest` is the pack as it was before it."""
    match state:
        case CuttingForDeal(pack=pack) if pack:
            check_pack(pack)
        case Discarding():
            check_pack((*held_back(state.holding), *state.rest))
        case Cutting():
            check_dealt(state)
            check_pack((*held_back(state.holding), *state.rest))
        case Pegging() | Counting():
            check_dealt(state)
            check_pack((*held_back(state.holding), *rest))
            assert state.starter in rest
            played = [play.card for play in state.plays]
            assert len(set(played)) == len(played)
            assert all(play.card in state.holding.hands[play.seat] for play in state.plays)
        case Over():
            check_cards(state.ended, rest)


def check_pack(cards: tuple[Card, ...]) -> None:
    """These are the 52, each once."""
    assert len(cards) == len(PACK)
    assert set(cards) == set(PACK)


def held_back(holding: Holding) -> Iterator[Card]:
    """Hands, what was discarded, and what the pack gave to the crib."""
    return chain(*holding.hands, *holding.away, holding.from_pack)


def check_dealt(state: Cutting | Pegging | Counting) -> None:
    """Hands and crib are of the size they should be."""
    size = 5 if state.table.rules.seats == 6 else 4
    assert {len(hand) for hand in state.holding.hands} == {len(state.holding.crib)} == {size}


# --------------------------------------------------------------------------------------------- legal and refused


@cache
def conceivable(seats: int) -> tuple[Action, ...]:
    """Actions of all kinds, by all seats and two that are none, with all cards, places and numbers and some beyond."""
    actions: list[Action] = [Count(), NextGame(), Shuffle(()), Shuffle(PACK[1:]), Shuffle((*PACK[1:], PACK[1]))]
    for seat in range(-1, seats + 1):
        actions += [Go(seat), Pass(seat), TimeOut(seat), Discard(seat, ()), Discard(seat, PACK[:3])]
        actions += [Cut(seat, place) for place in range(-1, 53)]
        actions += [kind(seat, points) for kind in (Claim, Call) for points in range(-1, 101)]
        actions += [Discard(seat, (card,)) for card in PACK]
        actions += [Discard(seat, (card, card)) for card in PACK[:8]]
        actions += [Discard(seat, pair) for pair in combinations(PACK if seats == 2 else PACK[:8], 2)]
        actions += [Play(seat, card, claim) for card in PACK for claim in (None, -1, 0, 1, 5, 99, 100)]
    return tuple(actions)


def check_legality(state: State) -> None:
    """What is legal applies; everything else is refused for a reason."""
    lawful = set(legal(state))
    for action in lawful:
        assert apply(state, action) != state
    shuffles = isinstance(state, Dealing) or (isinstance(state, CuttingForDeal) and state.to_shuffle)
    assert is_refused(state, Shuffle(PACK)) != shuffles
    claims = [Play(seat, card, claim) for seat in waited_for(state) for card in PACK for claim in range(-1, 101)]
    for action in chain(conceivable(state.table.rules.seats), claims):
        assert is_refused(state, action) != (action in lawful), action


def is_refused(state: State, action: Action) -> bool:
    """Whether an action is refused; if so, with a reason."""
    try:
        apply(state, action)
    except IllegalAction as error:
        return isinstance(error.reason, Reason)
    return False


# --------------------------------------------------------------------------------------------------------- views


def check_views(random: Random, state: State) -> None:
    """Nobody sees a foreign card, and nobody's view changes with the cards that he may not see."""
    everything = legal(state)
    for seat in (None, *range(state.table.rules.seats)):
        view = see(state, seat)
        known = known_cards(state, seat)
        assert view.ledger == state.table.ledger
        this_deal = () if isinstance(state, Dealing) else view.ledger  # what the last deal gave has been seen by all
        shown = list(parts(replace(view, ledger=this_deal)))
        assert {part for part in shown if isinstance(part, Card)} <= known
        assert not any(isinstance(part, Claimed | Holding | Table | State) for part in shown)
        assert view.legal == tuple(action for action in everything if seat is not None and by(action) == seat)
        assert see(rearranged(random, state, known), seat) == view
        check_claim(state, view)


def by(action: Action) -> int | None:
    """The seat that acts; None for the table."""
    return None if isinstance(action, Shuffle | Count | NextGame) else action.seat


def known_cards(state: State, seat: int | None) -> set[Card]:
    """The cards that a seat may see: its own, what was played, the starter, hands and crib once they are counted."""
    match state:
        case CuttingForDeal(_, _, pack, cuts):
            return {pack[cut.place] for cut in cuts}
        case Dealing():
            return set()
        case Over(_, _, ended):
            crib_is_counted = isinstance(ended, Counting) and ended.counted > ended.table.rules.seats
            crib = set(ended.holding.crib) if crib_is_counted else set()
            return own_cards(ended.holding, seat) | open_cards(ended) | crib
        case Pegging():
            return own_cards(state.holding, seat) | open_cards(state)
        case Counting():
            crib = set(state.holding.crib) if state.counted >= state.table.rules.seats else set()
            return own_cards(state.holding, seat) | open_cards(state) | crib
        case Discarding() | Cutting():
            return own_cards(state.holding, seat)


def own_cards(holding: Holding, seat: int | None) -> set[Card]:
    """The cards that were dealt to a seat."""
    return set() if seat is None else {*holding.hands[seat], *holding.away[seat]}


def open_cards(state: Pegging | Counting) -> set[Card]:
    """The starter and the cards played."""
    return {state.starter, *(play.card for play in state.plays)}


def parts(thing: object) -> Iterator[object]:
    """A thing and everything inside it."""
    yield thing
    if isinstance(thing, tuple):
        for part in thing:
            yield from parts(part)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from parts(getattr(thing, field.name))


def rearranged(random: Random, state: State, known: set[Card]) -> State:
    """The same state, but all the cards that are not known have changed places."""
    unknown = [card for card in PACK if card not in known]
    other = dict(zip(unknown, random.sample(unknown, len(unknown)), strict=True))

    def changed(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(other.get(card, card) for card in cards)

    def dealt(holding: Holding) -> Holding:
        hands, away = (tuple(map(changed, some)) for some in (holding.hands, holding.away))
        return Holding(hands, away, changed(holding.from_pack))

    match state:
        case CuttingForDeal():
            return replace(state, pack=changed(state.pack))
        case Discarding() | Cutting():
            return replace(state, holding=dealt(state.holding), rest=changed(state.rest))
        case Pegging() | Counting():
            return replace(state, holding=dealt(state.holding))
        case Over():
            return replace(state, ended=replace(state.ended, holding=dealt(state.ended.holding)))
        case Dealing():
            return state


def check_claim(state: State, view: View) -> None:
    """What an open claim is truly worth is not in a view."""
    if isinstance(state, Pegging | Counting) and state.claimed:
        assert view.claim == (state.claimed.seat, state.claimed.points)
        unworthy = replace(state, claimed=replace(state.claimed, scores=()))
        assert see(unworthy, view.seat) == view
    else:
        assert view.claim is None


# -------------------------------------------------------------------------------------------- replay and records


def check_replay(agreed: Rules, steps: list[tuple[State, Action, State]]) -> None:
    """The actions alone, and their record, lead to the same states."""
    actions = [action for _, action, _ in steps]
    last = steps[-1][2]
    assert replay(agreed, actions) == last
    reading = read(write(agreed, actions))
    assert (reading.rules, reading.state, reading.stop) == (agreed, last, None)
    assert [step.action for step in reading.steps] == actions
    for (before, _, after), step in zip(steps, reading.steps, strict=True):
        already = 0 if isinstance(before, Over | Dealing) else len(before.table.ledger)
        assert step.scores == after.table.ledger[already:]
