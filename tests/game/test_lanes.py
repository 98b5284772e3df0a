"""The lanes of the street that is being played."""

from random import Random

import pytest

from game.boards import BoardPeg, BoardStanding
from game.lanes import HOLES, Lanes, lanes, x_of


def standing(*scores: int, target: int = 121, previous: tuple[int, ...] | None = None) -> BoardStanding:
    """How a game stands in which each side has pegged twice, five points at last."""
    before = previous or tuple(max(score - 5, 0) for score in scores)
    return BoardStanding(scores, before, (2,) * len(scores), target, ())


def front(drawn: Lanes, side: int) -> BoardPeg:
    return next(peg for peg in drawn.pegs if peg.side == side and peg.front)


@pytest.mark.parametrize(
    ("score", "target", "first", "last"),
    [
        (0, 121, 5, 25),
        (1, 121, 5, 25),
        (21, 121, 5, 25),
        (22, 121, 15, 35),
        (31, 121, 15, 35),
        (32, 121, 25, 45),
        (120, 121, 100, 121),
        (121, 121, 100, 121),
        (130, 121, 100, 121),
        (61, 61, 40, 61),
        (31, 31, 10, 31),
        (116, 117, 100, 117),
    ],
)
def test_the_holes_are_those_around_the_front_pegs(score: int, target: int, first: int, last: int) -> None:
    drawn = lanes(standing(score, score, target=target), 0)
    figures = [int(figure.text) for figure in drawn.figures]
    assert (figures[0], figures[-1]) == (first, last)
    assert all(number % 5 == 0 for number in figures[:-1]), "the holes of every five, and the last one"


def _begins(own: int, other: int) -> int:
    return int(lanes(standing(own, other), 0).figures[0].text) - 4


@pytest.mark.parametrize("chance", range(20))
def test_the_lanes_never_move_back_and_show_the_own_front_peg(chance: int) -> None:
    """Through a game, in which the front peg is the rear one after the next points."""
    random, scores, previous, before = Random(chance), [0, 0], [0, 0], 1
    while max(scores) < 121:
        side = random.randrange(2)
        previous[side], scores[side] = scores[side], scores[side] + random.choice((1, 2, 2, 6, 12, 20, 29))
        first = int(lanes(standing(*scores, previous=(previous[0], previous[1])), 0).figures[0].text) - 4
        assert before <= first
        assert max(scores) >= 121 or first <= max(scores[0], 1) < first + HOLES
        before = first


@pytest.mark.parametrize(("rear", "own", "other", "first"), [(15, 35, 30, 11), (26, 44, 46, 26), (15, 35, 38, 21)])
def test_a_peg_that_walks_far_begins_in_sight_unless_another_would_be_out_of_it(
    rear: int, own: int, other: int, first: int
) -> None:
    drawn = lanes(standing(own, other, previous=(rear, other - 2)), 0)
    assert (drawn.figures[0].text, drawn.waiting) == (str(first + 4), ())
    assert [peg.away for peg in drawn.pegs if peg.side == 0] == [rear < first, False]


@pytest.mark.parametrize("score", range(1, 121))
def test_a_peg_stands_in_its_hole(score: int) -> None:
    drawn = lanes(standing(score, 0), 0)
    assert front(drawn, 0).x == x_of(score - _begins(score, 0))
    assert drawn.holes.count("h0") == 2 * (HOLES + (_begins(score, 0) > 95)), "and one to finish in"


def test_a_finished_side_stands_in_the_last_hole() -> None:
    drawn = lanes(standing(124, 100), 0)
    assert front(drawn, 0).x == x_of(HOLES)


def test_a_finished_game_shows_its_last_hole_and_how_far_the_own_side_was_from_it() -> None:
    drawn = lanes(standing(19, 63, target=61), 0)
    assert drawn.figures[-1].text == "61"
    assert front(drawn, 1).x == x_of(HOLES)
    assert [label.text for label in drawn.waiting] == ["‹42"]


@pytest.mark.parametrize(("scores", "first"), [((28, 39), 21), ((39, 28), 21), ((27, 48), 26), ((41, 45, 55), 36)])
def test_sides_in_two_streets_both_stand_in_their_holes(scores: tuple[int, ...], first: int) -> None:
    drawn = lanes(standing(*scores), 0)
    assert (drawn.figures[0].text, drawn.waiting) == (str(first + 4), ())
    assert [front(drawn, side).x for side in range(len(scores))] == [x_of(score - first) for score in scores]


@pytest.mark.parametrize(("other", "apart", "before"), [(3, "‹37", True), (100, "60›", False)])
def test_a_side_that_is_far_away_waits_at_the_end_with_how_far_it_is_apart(
    other: int, apart: str, before: bool
) -> None:
    drawn = lanes(standing(40, other), 0)
    assert front(drawn, 1).x < x_of(0) if before else front(drawn, 1).x > x_of(HOLES - 1)
    assert [(label.text, label.y) for label in drawn.waiting] == [(apart, front(drawn, 1).y)]
    assert 10 <= drawn.waiting[0].x <= drawn.width - 10
    assert all(0 < peg.x < drawn.width for peg in drawn.pegs)


@pytest.mark.parametrize("sides", range(2, 5))
def test_every_side_has_a_lane_and_the_own_one_is_uppermost(sides: int) -> None:
    drawn = lanes(standing(*range(1, sides + 1)), sides - 1)
    heights = {peg.side: peg.y for peg in drawn.pegs}
    assert len(set(heights.values())) == sides
    assert min(heights, key=lambda side: heights[side]) == sides - 1
    assert all(drawn.size < y < drawn.height - drawn.size for y in heights.values())


@pytest.mark.parametrize("sides", [5, 6])
@pytest.mark.parametrize(("own", "other"), [(0, -1), (2, -1), (-1, -2)])
def test_where_sides_are_many_the_own_lane_and_that_of_the_best_other_are_as_large_as_those_of_two(
    sides: int, own: int, other: int
) -> None:
    drawn, two = lanes(standing(*range(1, sides + 1)), own % sides), lanes(standing(1, 2), 0)
    heights = {peg.side: peg.y for peg in drawn.pegs}
    assert sorted(heights, key=lambda side: heights[side]) == [own % sides, other % sides]
    assert (drawn.size, drawn.lane, drawn.height) == (two.size, two.lane, two.height)


def test_a_rear_peg_without_a_hole_on_the_lanes_is_not_seen() -> None:
    drawn = lanes(standing(60, 58, previous=(20, 55)), 0)
    assert [(peg.side, peg.front, peg.away) for peg in drawn.pegs] == [
        (0, False, True),
        (0, True, False),
        (1, False, False),
        (1, True, False),
    ]
