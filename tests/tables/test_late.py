"""Late chances are corrected by deals that are played to win, and the committed ones are those of other such deals."""

from math import sqrt
from random import Random

import numpy as np
import pytest

from game.strategy import stored
from game.strategy.ranks import Floats
from tests.tables.chances import LATE, MOST, Late
from tests.tables.late import DEALS, FAR, LEVEL, NEAR, Alike, corrected, late_deal

FRESH = 10_000_000
"""Deals from this number on are none that the file is made from."""


def by_lot(chances: Floats, needs: list[tuple[int, int]], random: Random) -> list[Late]:
    """Deals that end the game, won by the dealer with these chances."""
    won = [random.random() < chances[both] for both in needs]
    return [Late(*both, 0 if dealer else 3, 3 if dealer else 0) for both, dealer in zip(needs, won, strict=True)]


def shifted(chances: Floats, by: float) -> Floats:
    """Chances with odds that are so much greater, on the scale of log odds."""
    found: Floats = chances / (chances + (1 - chances) * np.exp(-by))
    return found


def test_two_deals_are_played_with_the_same_needs() -> None:
    for number in (0, 6, 14):
        one, other = late_deal(number), late_deal(number + 1)
        assert (one.dealer, one.pone) == (other.dealer, other.pone)
        for deal in (one, other):
            assert deal.dealer_after <= deal.dealer
            assert deal.pone_after <= deal.pone
            assert deal.dealer_after or deal.pone_after
        assert late_deal(number) == one


def test_needs_are_small_the_same_or_great() -> None:
    deals = [late_deal(number) for number in (0, 2, 4, 6, 14)]
    assert all(max(deal.dealer, deal.pone) <= NEAR for deal in deals[:4])
    assert all(deal.dealer == deal.pone and deal.pone in LEVEL for deal in (deals[1], deals[3]))
    assert all(FAR[0] <= need <= FAR[1] for need in (deals[4].dealer, deals[4].pone))


def test_what_deals_show_is_found() -> None:
    known, random = stored.dealers_chances(), Random(1)
    needs = [(random.randint(1, 12), random.randint(1, 12)) for _ in range(20_000)]
    found = corrected(known, by_lot(shifted(known, 0.4), needs, random))
    for both in ((1, 1), (3, 3), (6, 5), (9, 12)):
        assert found[both] == pytest.approx(shifted(known, 0.4)[both], abs=0.03), both


def test_what_only_one_small_need_shows_is_found_there() -> None:
    known, random = stored.dealers_chances(), Random(2)
    true = known.copy()
    true[3, 3] = shifted(known, 0.25)[3, 3]
    needs = [(random.randint(1, 5), random.randint(1, 5)) for _ in range(40_000)]
    found = corrected(known, by_lot(true, needs, random), Alike(smooth=0.2, reach=2, own=0.3))
    assert found[3, 3] == pytest.approx(true[3, 3], abs=0.03)
    assert found[3, 4] == pytest.approx(true[3, 4], abs=0.03)


def test_few_deals_change_little_and_nothing_before_the_end_but_what_leads_there() -> None:
    known, random = stored.dealers_chances(), Random(3)
    needs = [(random.randint(1, 9), random.randint(1, 9)) for _ in range(20)]
    found = corrected(known, by_lot(shifted(known, 1), needs, random))
    assert np.abs(found - known)[1:, 1:].max() < 0.06
    assert np.abs(found - known)[LATE:, LATE:].max() < 0.01
    assert (np.diff(found[1:, 1:], axis=0) <= 0).all()
    assert (np.diff(found[1:, 1:], axis=1) >= 0).all()
    assert (found[0, 1:] == 1).all()
    assert (found[1:, 0] == 0).all()


def off(first: int, number: int) -> tuple[float, float]:
    """How far the dealers of so many deals come off better than the committed chances say, and the standard error."""
    known = stored.dealers_chances()
    deals = [late_deal(number) for number in range(first, first + number)]
    after = [1 - known[deal.pone_after, deal.dealer_after] if deal.dealer_after else 1.0 for deal in deals]
    better = np.array(after) - [known[deal.dealer, deal.pone] for deal in deals]
    return float(better.mean()), float(better.std()) / sqrt(number)


def test_the_committed_chances_are_those_of_some_other_deals() -> None:
    better, error = off(FRESH, 40)
    assert abs(better) < 3 * error


@pytest.mark.full("plays some thousand deals")
def test_the_committed_chances_are_those_of_many_other_deals() -> None:
    better, error = off(FRESH, 2000)
    assert abs(better) < max(0.02, 3 * error)
    assert DEALS < FRESH
    assert len(stored.dealers_chances()) == MOST + 1
