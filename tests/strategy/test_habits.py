"""What a good player is likely to play."""

import numpy as np
import pytest

from game.strategy.habits import CARELESS, Turns, habits
from game.strategy.positions import VALUES, hand_of, hand_table, series_of, series_table
from game.strategy.ranks import Bools, Floats, patterns


def turn(hand: tuple[int, ...], series: tuple[int, ...] = (), shown: tuple[int, ...] = (), held: int = 4) -> Turns:
    """One turn of a player with this hand."""
    numbers = np.array([[hand_of(hand), series_of(series), hand_of(shown), held]]).T
    return Turns(numbers[0], numbers[1], numbers[2], numbers[3], np.array([not held]))


def chances(turns: Turns) -> tuple[Floats, Bools]:
    """How likely each card is, and which of them fit."""
    ranks = hand_table().ranks[turns.hands]
    legal = series_table().after[turns.series[:, None], ranks] >= 0
    return habits().chances(turns, legal), legal


def by_rank(turns: Turns) -> dict[int, float]:
    """How likely each rank is in one turn."""
    found, legal = chances(turns)
    ranks = hand_table().ranks[turns.hands[0]]
    return {int(rank): float(likely) for rank, likely, fits in zip(ranks, found[0], legal[0], strict=True) if fits}


def test_chances_are_those_of_the_cards_that_fit_and_none_is_ruled_out() -> None:
    for hand in patterns(4)[::40]:
        for series in ((), (10,), (13, 12), (5, 9, 11)):
            fits = {rank for rank in hand if VALUES[rank] + sum(VALUES[card] for card in series) <= 31}
            if fits:
                found = by_rank(turn(hand, series, held=4 - len(series) // 2))
                assert set(found) == fits
                assert sum(found.values()) == pytest.approx(1)
                assert min(found.values()) >= CARELESS / len(fits) - 1e-9


def test_turns_are_judged_each_for_itself() -> None:
    hands = [hand_of(hand) for hand in patterns(4)[::100]]
    number = len(hands)
    every = np.ones(number, dtype=np.int64)
    together = Turns(np.array(hands), every * series_of([7]), every * hand_of([7]), every * 3, every < 0)
    found, _ = chances(together)
    for row in range(number):
        assert chances(together.of(np.array([row])))[0][0] == pytest.approx(found[row])


@pytest.mark.parametrize(
    ("hand", "series", "likely"),
    [
        ((1, 4, 7, 12), (7,), 7),  # a pair
        ((2, 5, 9, 13), (10,), 5),  # fifteen
        ((1, 3, 6), (10, 13, 8), 3),  # 31
    ],
)
def test_what_good_players_do_is_likely(hand: tuple[int, ...], series: tuple[int, ...], likely: int) -> None:
    found = by_rank(turn(hand, series, series[::2]))
    assert max(found, key=lambda rank: found[rank]) == likely


def test_a_five_is_hardly_ever_led() -> None:
    assert by_rank(turn((4, 5, 12, 13)))[5] < 0.05
