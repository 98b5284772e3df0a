"""What a hand of four is worth in the play: steps and choices against the search, and the committed figures."""

from random import Random

import numpy as np
import pytest

from game.engine.rules import Rules
from game.strategy.positions import START, hand_of, series_of
from game.strategy.stored import DEALER, FOURS, PONE, average_play, play_estimate
from game.strategy.tree import Tree
from tests.tables.deals import Dealt
from tests.tables.kept import (
    LEADER,
    REPLIER,
    by_rank,
    dealt,
    first_leads,
    judged,
    others,
    played,
    softly,
    values,
)
from tests.tables.play import CAREFUL, believed, of_two, smooth, steepness

NUMBER = {four: number for number, four in enumerate(FOURS)}


def test_hands_are_as_likely_as_the_other_keeps_them() -> None:
    number = NUMBER[5, 5, 5, 5]
    for role in (DEALER, PONE):
        likely = others(number, role)
        assert likely.sum() == pytest.approx(1)
        assert not any(weight for weight, four in zip(likely, FOURS, strict=True) if 5 in four)


def test_a_card_leads_to_the_position_after_it() -> None:
    begun = dealt(np.array([NUMBER[7, 8, 9, 13]]), np.array([NUMBER[1, 8, 10, 12]]))
    rows, pegs = played(begun, np.array([8]))
    assert (rows.turn[0], pegs[0]) == (REPLIER, 0)
    rows, pegs = played(rows, np.array([8]))
    assert (rows.turn[0], pegs[0]) == (LEADER, 2)
    assert rows.hands[0].tolist() == [hand_of((7, 9, 13)), hand_of((1, 10, 12))]
    assert rows.series[0] == series_of((8, 8))
    rows, pegs = played(rows, np.array([13]))
    assert (rows.turn[0], pegs[0]) == (REPLIER, 0)
    rows, pegs = played(rows, np.array([1]))
    assert (rows.turn[0], rows.series[0], pegs[0]) == (LEADER, START, 1), "27: nobody has less than 7 then"


def test_one_rank_is_chosen_for_all_hands_that_look_alike() -> None:
    random = Random(2)
    at = np.array(random.sample(range(len(FOURS)), 30))
    weights = np.arange(1.0, 31.0)
    rows = dealt(np.full(30, NUMBER[2, 5, 9, 11]), at)
    worth, chosen = judged(rows, LEADER, weights, np.zeros(30, dtype=np.int64))
    worths = by_rank(rows, LEADER)
    best = int(np.nanargmax((worths * weights[:, None]).sum(axis=0)[1:])) + 1
    assert set(chosen.tolist()) == {best}
    assert worth == pytest.approx(worths[:, best])
    alone, _ = judged(rows, LEADER, weights, np.arange(30))
    assert alone == pytest.approx(np.nanmax(worths, axis=1))


def test_where_another_plays_the_rest_is_searched() -> None:
    rows = dealt(np.array([NUMBER[2, 5, 9, 11]]), np.array([NUMBER[3, 4, 6, 6]]))
    worth, chosen = judged(rows, REPLIER, np.ones(1), np.zeros(1, dtype=np.int64))
    assert worth == pytest.approx(Tree(Rules(), REPLIER, rows).worth())
    assert chosen.tolist() == [0]


def test_leads_that_are_worth_less_are_rarer() -> None:
    likely = softly(np.array([[np.nan, 1.0, 0.9, 0.0]]))
    assert likely.sum() == pytest.approx(1)
    assert likely[0, 0] == 0
    assert likely[0, 1] > likely[0, 2] > likely[0, 3]


def test_a_five_is_no_lead() -> None:
    worth = first_leads(NUMBER[3, 4, 5, 11])
    assert np.isnan(worth[1])
    assert np.nanargmin(worth) == 5


def test_what_is_pegged_says_how_steep_the_worth_is() -> None:
    random, worth = Random(4), np.array([[n / 100 for n in range(len(FOURS))]] * 2)
    deals = []
    for _ in range(500):
        pone, dealer = random.randrange(300), random.randrange(300)
        points = [(0, pone, True), (1, 2 * dealer, True), (1, 50, False)]
        deals.append(Dealt((pone, dealer), tuple(points)))
    found = steepness(worth, deals)
    assert found == pytest.approx((100, 200), rel=0.2)


def test_what_hands_have_of_their_own_is_believed_as_far_as_it_is_pegged() -> None:
    random = Random(6)
    sums = smooth(np.array([[4.0 * (5 in four) - (13 in four) for four in FOURS]] * 2))
    own = np.array([[random.choice((-1.0, 1.0)) for _ in FOURS]] * 2)
    own -= smooth(own)
    deals = []
    for _ in range(4000):
        pone, dealer = random.randrange(len(FOURS)), random.randrange(len(FOURS))
        pegged = round(100 * (2 * sums[0, pone] - 3 * sums[1, dealer] + own[0, pone]))
        deals.append(Dealt((pone, dealer), ((0, pegged, True),)))
    found = believed(sums + own, deals) / 100
    expected = of_two(np.array([2 * sums[0] + own[0], 3 * sums[1]]))
    assert np.abs(found - expected).mean() < 0.2


def test_the_order_of_the_cards_is_nothing_to_the_estimate() -> None:
    known = play_estimate(2, 2, 1, FOURS)
    for number in Random(5).sample(range(len(FOURS)), 20):
        assert play_estimate(2, 2, 1, [FOURS[number][::-1]])[0] == known[number]


def test_the_estimate_of_sensible_hands_is_what_is_pegged_on_average() -> None:
    known = np.array([play_estimate(2, 2, place, FOURS) for place in range(2)])
    usual = np.array([[average_play(2, 2, place)] for place in range(2)])
    assert of_two(known) == pytest.approx(known - usual, abs=1e-3)


@pytest.mark.full("plays every hand of four against all others")
def test_the_committed_worth_of_hands_can_be_computed_anew() -> None:
    found = of_two(values())
    sums = smooth(found)
    for place in range(2):
        known = play_estimate(2, 2, place, FOURS) / CAREFUL[place]
        terms = np.stack((sums[place], found[place] - sums[place], np.ones(len(FOURS))), axis=1)
        (steep, rest, _), left, *_ = np.linalg.lstsq(terms, known, rcond=None)
        assert left[0] < 0.001 * known.var() * len(FOURS)
        assert 0.85 < steep < 1.15
        assert 0.45 < rest < 1.25
