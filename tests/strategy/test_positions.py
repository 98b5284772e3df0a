"""The play by ranks: series and hands as the engine scores them, and the search as a plain one through the engine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PACK, Card, parse_cards
from game.engine.play import Go, Over, Pegging, Play, State, apply
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE, count_of, peg, total
from game.strategy import pegging
from game.strategy.pegging import EXACT, Position, Tree
from game.strategy.positions import START, held, series_of
from game.strategy.prospects import Outlook, certain
from tests.full import few
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
        step = series.follow(card.rank)
        now = (*lying, card)
        if count_of(now) > THIRTY_ONE:
            assert step is None
            continue
        assert step is not None
        assert step[0] == total(peg(now)), now
        series, lying = step[1], () if count_of(now) == THIRTY_ONE else now
        assert series.count == count_of(lying)
        assert (series is START) == (not lying)


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
        step = series_of(before).follow(last)
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
    step = series_of(lying.rank for lying in parse_cards(series)).follow(Card.parse(card).rank)
    assert step is not None
    assert step[0] == points


def test_after_thirty_one_the_series_begins_anew() -> None:
    assert series_of([10, 10, 8]).follow(3) == (2, START)
    assert series_of([10, 10, 8, 3, 3]).tail == series_of([3]).tail


def test_a_series_over_thirty_one_is_none() -> None:
    with pytest.raises(ValueError, match="over 31"):
        series_of([10, 10, 10, 2])


@given(st.lists(st.sampled_from(RANKS), max_size=6), st.randoms(use_true_random=False))
def test_a_hand_is_the_same_in_any_order(ranks: list[int], random: Random) -> None:
    mixed = random.sample(ranks, len(ranks))
    assert held(ranks) is held(mixed)
    assert held(ranks).ranks == tuple(sorted(ranks))


@given(st.lists(st.sampled_from(RANKS), max_size=6))
def test_the_options_of_a_hand_are_its_ranks_each_with_what_is_left(ranks: list[int]) -> None:
    options = held(ranks).options
    assert [rank for rank, _ in options] == sorted(set(ranks))
    for rank, rest in options:
        assert Counter(rest.ranks) == Counter(ranks) - Counter([rank])


@given(st.lists(st.sampled_from(RANKS), min_size=1, max_size=4), st.integers(0, 31))
def test_the_lowest_value_tells_whether_a_hand_can_play(ranks: list[int], room: int) -> None:
    assert (held(ranks).low <= room) == any(card.value <= room for card in cards_of(ranks))


def test_an_empty_hand_cannot_play() -> None:
    assert held([]).options == ()
    assert held([]).low > THIRTY_ONE


# ------------------------------------------------------------------------------------- positions, by the engine


def pegging_states(arrangement: tuple[int, int], seed: int, left: range) -> list[Pegging]:
    """The states of one random deal in which so many cards are left and the seat whose turn it is can play."""
    seats, sides = arrangement
    agreed = Rules(seats=seats, sides=sides, target=ENDLESS, deals=1)
    states = [state for state, _, _ in random_match(agreed, seed) if isinstance(state, Pegging)]
    return [state for state in states if state.can_play(state.turn) and cards_left(state) in left]


def cards_left(state: Pegging) -> int:
    return sum(len(state.held(seat)) for seat in range(state.table.rules.seats))


def position_of(tree: Tree, state: Pegging) -> Position:
    hands = [held(card.rank for card in state.held(seat)) for seat in range(state.table.rules.seats)]
    return tree.at(tuple(hands), series_of(card.rank for card in state.series), state.turn)


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
    monkeypatch.setattr(pegging, "BLIND", 0.0)
    met = 0
    for seed in range(deals):
        for state in pegging_states(arrangement, seed, range(left - 1, left + 1)):
            for side in range(state.table.rules.sides):
                tree = Tree(state.table.rules, side)
                assert tree.value(position_of(tree, state)) == pytest.approx(searched(state, side)), (seed, state.plays)
                met += 1
    assert met >= 2 * deals


@pytest.mark.parametrize(("arrangement", "left", "deals"), LAST_CARDS)
def test_others_who_do_not_see_my_hand_do_me_no_more_harm(
    arrangement: tuple[int, int], left: int, deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = 0
    for seed in range(deals):
        for state in pegging_states(arrangement, seed, range(left, left + 1)):
            blind, seeing = Tree(state.table.rules, 0), Tree(state.table.rules, 0)
            value = blind.value(position_of(blind, state))
            with monkeypatch.context() as patch:
                patch.setattr(pegging, "BLIND", 0.0)
                least = seeing.value(position_of(seeing, state))
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
    monkeypatch.setattr(pegging, "BLIND", 0.0)
    seats, sides = arrangement
    rules = Rules(seats=seats, sides=sides)
    for seed in range(12):
        scores = [Random(seed + side).randrange(113, 121) for side in range(sides)]
        for laid in pegging_states(arrangement, seed, range(left, left + 1)):
            state = replace(laid, table=table(rules, laid.table.dealer, scores))
            for side in range(sides):
                tree = Tree(rules, side)
                outlook = Outlook(rules, scores, [certain(0, 2), certain(1, 3)], 0, deal=2, room=31)
                found = tree.chance(position_of(tree, state), outlook, (0,) * sides, {})
                assert found == pytest.approx(searched_chance(state, side, outlook)), (seed, side)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_each_move_pegs_and_leads_on_as_in_the_engine(arrangement: tuple[int, int]) -> None:
    for seed in range(6):
        for state in pegging_states(arrangement, seed, range(100)):
            rules = state.table.rules
            tree = Tree(rules, 0)
            moves = {rank: (pegs, after) for rank, pegs, after in tree.moves(position_of(tree, state))}
            for card in state.held(state.turn):
                if state.count + card.value > THIRTY_ONE:
                    assert card.rank not in moves
                    continue
                points, following = after_play(state, card)
                pegs, after = moves[card.rank]
                assert [pegs * (side == rules.side_of(state.turn)) for side in range(rules.sides)] == list(points)
                assert after is (position_of(tree, following) if isinstance(following, Pegging) else None)


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
    tree = Tree(Rules(), 0)

    def count(position: Position | None) -> int:
        if position is None:
            return 1
        ranks = position.hands[position.turn].ranks
        return sum(ranks.count(rank) * count(after) for rank, _, after in tree.moves(position))

    hands = tuple(held(card.rank for card in parse_cards(hand)) for hand in (pone, dealer))
    assert count(tree.at(hands, START, 0)) == ways


def test_a_simple_player_takes_points_unless_the_answer_is_dearer() -> None:
    """Before the last eight cards a turn is played by what it pegs and what the next player can answer at once."""
    mine = held([2, 7, 12, 13, 13])
    for theirs, points in (((1, 2, 4, 11), 2), ((1, 2, 4, 9), 0)):  # on 8 7 a nine would make a run
        tree = Tree(Rules(), 0)
        pegs, _ = tree.simple(tree.at((mine, held(theirs)), series_of([8]), 0))
        assert pegs == points
