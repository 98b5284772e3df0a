"""The play by ranks: series and hands as the engine scores them, and the search as a plain one through the engine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PACK, Card, parse_cards
from game.engine.play import Go, Over, Pegging, Play, State, apply
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE, count_of, peg, total
from game.strategy import tree as trees
from game.strategy.positions import START, follow, hand_of, hand_table, series_of, series_table
from game.strategy.prospects import Outlook, certain
from game.strategy.ranks import Floats
from game.strategy.tree import EXACT, Positions, Stakes, Step, Tree
from tests.full import few
from tests.reference import pegging as reference
from tests.reference import positions as plain
from tests.strategies import ARRANGEMENTS, packs, random_match, table

RANKS = range(1, 14)
ENDLESS = 999


def cards_of(ranks: Sequence[int]) -> tuple[Card, ...]:
    """Different cards of these ranks, none more than four times."""
    return tuple(PACK[rank * 4 - 4 + list(ranks[:place]).count(rank)] for place, rank in enumerate(ranks))


def follow_all(cards: Sequence[Card]) -> None:
    """Put the cards down one after the other, leaving out what goes over 31, and compare each step with the engine."""
    series, lying = START, cards_of(())
    for card in cards:
        step = follow(series, card.rank)
        now = (*lying, card)
        if count_of(now) > THIRTY_ONE:
            assert step is None
            continue
        assert step is not None
        assert step[0] == total(peg(now)), now
        series, lying = step[1], () if count_of(now) == THIRTY_ONE else now
        assert series_table().counts[series] == count_of(lying)
        assert (series == START) == (not lying)


@given(packs(13))
def test_a_card_pegs_what_the_engine_gives_it(cards: tuple[Card, ...]) -> None:
    follow_all(cards)


@pytest.mark.parametrize("highest", [3, 4, 6, 8, 13])
def test_a_card_pegs_what_the_engine_gives_it_in_long_series(highest: int) -> None:
    """Low cards make the long series, in which runs form and break and pairs come four at a time."""
    random = Random(highest)
    pack = [card for card in PACK if card.rank <= highest]
    for _ in range(500):
        follow_all(random.sample(pack, len(pack)))


def test_every_series_of_three_cards_and_each_card_on_it() -> None:
    for ranks in product(RANKS, repeat=4):
        *before, last = ranks
        cards = cards_of(ranks)
        step = follow(series_of(before), last)
        fits = count_of(cards) <= THIRTY_ONE
        assert (step is not None) == fits, ranks
        assert step is None or step[0] == total(peg(cards)), ranks


@pytest.mark.parametrize(
    ("series", "card", "points"),
    [
        ("4C 7D 3H 6S", "5C", 5),  # a run of five
        ("5C 4D", "6S", 5),  # a run of three and fifteen
        ("5C 4D 6S", "6H", 2),  # a pair, no run
        ("QC 8D", "8H", 2),
        ("8C QD", "8H", 0),
        ("KC QD", "QH", 2),  # K and Q are no pair
        ("QC KD", "AH", 0),  # a run does not go round the corner
        ("5C 5D", "5H", 8),
        ("7C 7D 7H", "7S", 12),
        ("TC TD", "AH", 0),
        ("8C 8D 8H", "7S", 2),
        ("AC 2D 3H 5S 4C 7D 6S", "3S", 7),  # 31, and a run of five back to the other 3
        ("9C 9D", "KS", 0),
        ("AC 2C 3C 4C 5C 6C 4D", "5D", 3),
    ],
)
def test_what_the_rules_say_of_a_card(series: str, card: str, points: int) -> None:
    """RULES.md, The play."""
    step = follow(series_of(lying.rank for lying in parse_cards(series)), Card.parse(card).rank)
    assert step is not None
    assert step[0] == points


def test_after_thirty_one_the_series_begins_anew() -> None:
    assert follow(series_of([10, 10, 8]), 3) == (2, START)
    assert series_of([10, 10, 8, 3, 3]) == series_of([3])


def test_no_card_follows_on_any_series() -> None:
    """Rank 0 stands where a hand has no more cards."""
    assert (series_table().after[:, 0] == -1).all()


def test_a_series_over_thirty_one_is_none() -> None:
    with pytest.raises(ValueError, match="over 31"):
        series_of([10, 10, 10, 2])


hands_by_rank = packs(5).flatmap(lambda cards: st.integers(0, 5).map(lambda size: [card.rank for card in cards[:size]]))


@given(hands_by_rank, st.randoms(use_true_random=False))
def test_a_hand_is_the_same_in_any_order(ranks: list[int], random: Random) -> None:
    assert hand_of(ranks) == hand_of(random.sample(ranks, len(ranks)))
    assert hand_table().sizes[hand_of(ranks)] == len(ranks)


@given(hands_by_rank)
def test_the_options_of_a_hand_are_its_ranks_each_with_what_is_left(ranks: list[int]) -> None:
    hand, hands = hand_of(ranks), hand_table()
    options = [int(rank) for rank in hands.ranks[hand] if rank]
    assert options == sorted(set(ranks))
    for rank, rest in zip(options, hands.rests[hand].tolist(), strict=False):
        assert rest == hand_of((Counter(ranks) - Counter([rank])).elements())


@given(hands_by_rank, st.integers(0, 31))
def test_the_lowest_value_tells_whether_a_hand_can_play(ranks: list[int], room: int) -> None:
    assert (hand_table().lows[hand_of(ranks)] <= room) == any(card.value <= room for card in cards_of(ranks))


def test_an_empty_hand_cannot_play() -> None:
    assert not hand_table().ranks[hand_of([])].any()
    assert hand_table().lows[hand_of([])] > THIRTY_ONE


# ------------------------------------------------------------------------------------- positions, by the engine


def pegging_states(arrangement: tuple[int, int], seed: int, left: range) -> list[Pegging]:
    """The states of one random deal in which so many cards are left and the seat whose turn it is can play."""
    seats, sides = arrangement
    agreed = Rules(seats=seats, sides=sides, target=ENDLESS, deals=1)
    states = [state for state, _, _ in random_match(agreed, seed) if isinstance(state, Pegging)]
    return [state for state in states if state.can_play(state.turn) and cards_left(state) in left]


def cards_left(state: Pegging) -> int:
    return sum(len(state.held(seat)) for seat in range(state.table.rules.seats))


def position_of(state: Pegging) -> Positions:
    """The one position of a state."""
    rules = state.table.rules
    hands = [hand_of(card.rank for card in state.held(seat)) for seat in range(rules.seats)]
    series = series_of(card.rank for card in state.series)
    return Positions(
        np.array([hands]), np.array([series]), np.array([state.turn]), np.zeros((1, rules.sides), int), np.zeros(1, int)
    )


def worth_of(state: Pegging, side: int) -> float:
    return float(Tree(state.table.rules, side, position_of(state)).worth()[0])


def after_play(state: Pegging, card: Card) -> tuple[tuple[int, ...], State]:
    """Play a card and say every go after it: the points of each side, and the state in which a card is played next."""
    before = state.table.scores
    after = apply(state, Play(state.turn, card))
    while isinstance(after, Pegging) and not after.can_play(after.turn):
        after = apply(after, Go(after.turn))
    return tuple(now - then for now, then in zip(after.table.scores, before, strict=True)), after


def worth(points: Sequence[int], side: int) -> float:
    """A side's points less the mean of the others'."""
    others = [number for other, number in enumerate(points) if other != side]
    return points[side] - sum(others) / len(others)


def searched(state: State, side: int) -> float:
    """The rest of the play by plain minimax through the engine: the side plays for `worth`, all others against it."""
    if not isinstance(state, Pegging):
        return 0.0
    found = []
    for card in state.held(state.turn):
        if state.count + card.value <= THIRTY_ONE:
            points, after = after_play(state, card)
            found.append(worth(points, side) + searched(after, side))
    return max(found) if state.table.rules.side_of(state.turn) == side else min(found)


LAST_CARDS = [
    ((2, 2), 6, 20),
    ((2, 2), 8, 6),
    ((3, 3), 6, 20),
    ((4, 2), 8, 6),
    ((4, 4), 7, 8),
    ((5, 5), 7, 6),
    ((6, 3), 8, 5),
]


@pytest.mark.parametrize(
    ("arrangement", "left", "deals"), few(LAST_CARDS, *(case for case in LAST_CARDS if case[0] not in {(4, 4), (5, 5)}))
)
def test_the_last_cards_with_all_hands_open_are_played_as_a_plain_search_through_the_engine_plays_them(
    arrangement: tuple[int, int], left: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is when the others are taken to see every hand."""
    assert left <= EXACT
    monkeypatch.setattr(trees, "BLIND", 0.0)
    met = 0
    for seed in range(deals):
        for state in pegging_states(arrangement, seed, range(left - 1, left + 1)):
            for side in range(state.table.rules.sides):
                assert worth_of(state, side) == pytest.approx(searched(state, side)), (seed, state.plays)
                met += 1
    assert met >= 2 * deals


@pytest.mark.parametrize(("arrangement", "left", "deals"), LAST_CARDS)
def test_others_who_do_not_see_my_hand_do_me_no_more_harm(
    arrangement: tuple[int, int], left: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = 0
    for seed in range(deals):
        for state in pegging_states(arrangement, seed, range(left, left + 1)):
            value = worth_of(state, 0)
            with monkeypatch.context() as patch:
                patch.setattr(trees, "BLIND", 0.0)
                least = worth_of(state, 0)
            assert value >= least - 1e-9
            more += value > least + 0.01
    assert more


def searched_chance(state: State, side: int, outlook: Outlook) -> float:
    """The side's chance to win by plain minimax through the engine, with the outlook once the play is over."""
    if isinstance(state, Over):
        return float(state.winner == side)
    if not isinstance(state, Pegging):
        return outlook.chance(side, [now - then for now, then in zip(state.table.scores, outlook.scores, strict=True)])
    cards = [card for card in state.held(state.turn) if state.count + card.value <= THIRTY_ONE]
    found = [searched_chance(after_play(state, card)[1], side, outlook) for card in cards]
    return max(found) if state.table.rules.side_of(state.turn) == side else min(found)


@pytest.mark.parametrize(("arrangement", "left"), [((2, 2), 6), ((3, 3), 6), ((4, 2), 7)])
def test_the_last_cards_are_played_to_win_as_a_plain_search_through_the_engine_plays_them(
    arrangement: tuple[int, int], left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "BLIND", 0.0)
    seats, sides = arrangement
    rules = Rules(seats=seats, sides=sides)
    for seed in range(12):
        scores = [Random(seed + side).randrange(113, 121) for side in range(sides)]
        for laid in pegging_states(arrangement, seed, range(left, left + 1)):
            state = replace(laid, table=table(rules, laid.table.dealer, scores))
            for side in range(sides):
                outlook = Outlook(rules, scores, [certain(0, 2), certain(1, 3)], 0, deal=2, room=31)
                stakes = Stakes([outlook], rules.target - np.array(scores))
                found = float(Tree(rules, side, position_of(state), stakes).worth(to_win=True)[0])
                assert found == pytest.approx(searched_chance(state, side, outlook)), (seed, side)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_each_card_pegs_as_in_the_engine(arrangement: tuple[int, int]) -> None:
    for seed in range(6):
        for state in pegging_states(arrangement, seed, range(100)):
            step, _ = Tree(state.table.rules, 0, position_of(state)).options()
            pegs = dict(zip(step.ranks[0][step.legal[0]].tolist(), step.pegs[0][step.legal[0]].tolist(), strict=True))
            for card in state.held(state.turn):
                assert (card.rank in pegs) == (state.count + card.value <= THIRTY_ONE)
                assert card.rank not in pegs or pegs[card.rank] == sum(after_play(state, card)[0])


# ------------------------------------------------------------------------------ many at once, and one at a time


def plain_position(tree: reference.Tree, state: Pegging) -> reference.Position:
    hands = [plain.held(card.rank for card in state.held(seat)) for seat in range(state.table.rules.seats)]
    return tree.at(tuple(hands), plain.series_of(card.rank for card in state.series), state.turn)


def together(states: Sequence[Pegging], outlooks: Sequence[int]) -> Positions:
    """The positions of several states with as many cards left."""
    rows = [position_of(state) for state in states]
    return Positions(
        np.concatenate([row.hands for row in rows]),
        np.concatenate([row.series for row in rows]),
        np.concatenate([row.turn for row in rows]),
        np.concatenate([row.gains for row in rows]),
        np.array(outlooks),
    )


@pytest.mark.parametrize(("seats", "sides"), few(ARRANGEMENTS, (2, 2), (3, 3), (4, 2), (6, 6)))
def test_many_positions_at_once_are_worth_what_each_is_by_itself(seats: int, sides: int) -> None:
    """From the first card on, where players are simple at larger tables; by points and by the chance to win."""
    rules, by_cards_left = Rules(seats=seats, sides=sides, target=121), dict[int, list[Pegging]]()
    for seed in range(3):
        for state in pegging_states((seats, sides), seed, range(100)):
            by_cards_left.setdefault(cards_left(state), []).append(state)
    for left, states in by_cards_left.items():
        scores = [Random(left + side).randrange(100, 121) for side in range(sides)]
        ahead = [Outlook(rules, scores, [certain(0, points)], 0, deal=2, room=31) for points in (0, 7)]
        which, side = [number % 2 for number in range(len(states))], left % sides
        both = Tree(rules, side, together(states, which), Stakes(ahead, rules.target - np.array(scores)))
        points, wins = both.options(), both.options(to_win=True)
        for number, state in enumerate(states):
            tree, own = reference.Tree(rules, side), state.turn
            sign = 1 if rules.side_of(own) == side else -1 / (sides - 1)
            moves = tree.moves(plain_position(tree, state))
            by_points = {rank: sign * pegs + (tree.value(after) if after else 0.0) for rank, pegs, after in moves}
            assert _row(points, number) == pytest.approx(by_points)
            chances = {}
            for rank, pegs, after in moves:
                gains = tuple(pegs * (other == rules.side_of(own)) for other in range(sides))
                if ahead[0].won(rules.side_of(own), pegs):
                    chances[rank] = float(sign > 0)
                else:
                    chances[rank] = tree.chance(after, ahead[number % 2], gains, {})
            assert _row(wins, number) == pytest.approx(chances)


def _row(options: tuple[Step, Floats], number: int) -> dict[int, float]:
    """By rank, the worth of what can be played in one of the positions."""
    step, worths = options
    legal = step.legal[number]
    return dict(zip(step.ranks[number][legal].tolist(), worths[number][legal].tolist(), strict=True))


@pytest.mark.parametrize(
    ("pone", "dealer", "ways"),
    [
        ("2C 2D 2H 2S", "AC AD AH AS", 576),
        ("QC QD QH QS", "KC KD KH KS", 576),
        ("6D JH 4H 7C", "5S 4S 2S 6H", 416),
        ("TC JC QC KC", "5C 5D 5H JS", 432),
    ],
)
def test_the_play_has_as_many_ways_as_were_counted(pone: str, dealer: str, ways: int) -> None:
    """MEASURES.md, Pegging trees: equal ranks are different cards there."""
    tree = reference.Tree(Rules(), 0)

    def count(position: reference.Position | None) -> int:
        if position is None:
            return 1
        ranks = position.hands[position.turn].ranks
        return sum(ranks.count(rank) * count(after) for rank, _, after in tree.moves(position))

    hands = tuple(plain.held(card.rank for card in parse_cards(hand)) for hand in (pone, dealer))
    assert count(tree.at(hands, plain.START, 0)) == ways
