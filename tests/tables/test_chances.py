"""The dealer's chances are those of deals scored again for every need, and the committed ones are such."""

from collections.abc import Sequence
from math import sqrt
from random import Random

import numpy as np
import pytest

from game.strategy import stored
from tests.tables.chances import LATE, MOST, Late, added, arrivals, dealers_chances, fades, late_deal
from tests.tables.deals import Dealt, play_deal, play_deals

PONE, DEALER = 0, 1


def dealt(*points: tuple[int, int]) -> Dealt:
    return Dealt((0, 0), tuple((who, worth, False) for who, worth in points))


EVEN = dealt((PONE, 2), (DEALER, 3), (PONE, 1))
LATE_DEALER = dealt((PONE, 1), (PONE, 4), (DEALER, 7))


def race(deals: Sequence[Dealt], dealer: int, pone: int, random: Random) -> bool:
    """Whether the dealer is the first to get there in deals drawn by lot."""
    needs, swapped = [pone, dealer], False
    while True:
        for who, points, _ in random.choice(deals).points:
            needs[who] -= points
            if needs[who] <= 0:
                return (who == DEALER) != swapped
        needs.reverse()
        swapped = not swapped


def test_every_need_is_reached_with_the_score_that_leads_past_it() -> None:
    when, totals = arrivals([EVEN, LATE_DEALER])
    assert when[PONE, 0, 1:5].tolist() == [0, 0, 2, 99]
    assert when[DEALER, 0, 1:5].tolist() == [1, 1, 1, 99]
    assert when[PONE, 1, 1:6].tolist() == [0, 1, 1, 1, 1]
    assert totals.tolist() == [[3, 5], [3, 7]]


def test_chances_are_those_of_deals_drawn_by_lot() -> None:
    deals, random, games = [EVEN, LATE_DEALER], Random(3), 4000
    found = dealers_chances(deals)
    assert found[3, 3] == pytest.approx(0.5), "in one of two deals the pone has three first"
    for needs in ((1, 1), (7, 5), (12, 20), (40, 38)):
        share = sum(race(deals, *needs, random) for _ in range(games)) / games
        assert abs(found[needs] - share) < 4 * sqrt(0.25 / games)


def test_whoever_needs_less_is_never_the_worse_for_it() -> None:
    known = stored.dealers_chances()
    assert known.shape == (MOST + 1, MOST + 1)
    assert (np.diff(known[1:, 1:], axis=0) <= 0).all()
    assert (np.diff(known[1:, 1:], axis=1) >= 0).all()
    assert (known[0, 1:] == 1).all()
    assert (known[1:, 0] == 0).all()


def test_playing_to_win_adds_what_late_deals_bring_more() -> None:
    """Deals that the dealer wins a tenth more often than is thought, near the end; far from it nothing changes."""
    chances = np.full((MOST + 1, MOST + 1), 0.5)
    chances[0] = 1
    random = Random(1)
    rows = [(random.randint(1, 5), random.randint(1, 5), random.random() < 0.6) for _ in range(4000)]
    found = added(chances, [Late(dealer, pone, 0 if won else 3, 3 if won else 0) for dealer, pone, won in rows])
    assert np.abs(found[1:6, 1:6] - 0.1).max() < 0.08
    assert (found[LATE:] == 0).all()
    assert (found[:, LATE:] == 0).all()
    assert fades(np.array([[1.0, 1.0]])).shape[0] == 1


def test_a_deal_played_to_win_ends_with_a_winner_or_with_less_to_get() -> None:
    for seed in range(4):
        late = late_deal(seed)
        assert late.dealer_after <= late.dealer < LATE + 1
        assert late.pone_after <= late.pone < LATE + 1
        assert late.dealer_after or late.pone_after


def test_a_deal_for_points_has_all_that_is_scored_in_it() -> None:
    deal = play_deal(1)
    assert play_deal(1) == deal
    assert 0 < sum(points for _, points, in_play in deal.points if in_play) < 20
    assert deal.pegged == sum((1, -1)[who] * points for who, points, in_play in deal.points if in_play)


@pytest.mark.full("plays some hundreds of deals")
def test_the_committed_chances_are_those_of_other_deals() -> None:
    """From 0-0 and half way; near the end, where players play to win, they differ."""
    deals = play_deals(1, 600)
    known, found = stored.dealers_chances(), dealers_chances(deals)
    for needs in ((121, 121), (60, 60), (40, 50)):
        assert found[needs] == pytest.approx(known[needs], abs=0.04)
