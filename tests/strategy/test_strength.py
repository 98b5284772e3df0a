"""How strong a person plays: what games say of it, at every table, and that it is soon known well enough."""

from collections.abc import Iterator
from itertools import pairwise
from math import exp, sqrt
from random import Random
from statistics import fmean

import pytest

from game.engine.rules import Rules
from game.strategy.levels import WINS, Level
from game.strategy.strength import CHANCE, STRENGTHS, Strength
from tests.strategies import ARRANGEMENTS

WON, LOST = (121, 95), (95, 121)
TWO = Rules()


def test_levels_stand_in_even_steps() -> None:
    assert list(STRENGTHS.values()) == [100, 200, 300, 400, 500, 600]


@pytest.mark.parametrize("level", [level for level in Level if level is not Level.EXPERT])
def test_a_step_is_what_was_measured(level: Level) -> None:
    assert abs(100 * chance_of(STRENGTHS[level], STRENGTHS[level] + 100) - WINS[level]) < 3.5


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_winning_speaks_for_strength_and_losing_against_it(arrangement: tuple[int, int]) -> None:
    rules = Rules(*arrangement)
    levels = dict.fromkeys(range(1, rules.seats), Level.CLUB)
    best, last = ([mine, *(110 - side for side in range(rules.sides - 1))] for mine in (121, 60))
    before = Strength(400.0, 150.0)
    won, lost = (before.after(rules, scores, 0, levels) for scores in (best, last))
    assert won.mean > before.mean > lost.mean
    assert won.error < before.error > lost.error


def test_a_win_against_the_expert_says_more_than_one_against_a_novice() -> None:
    expert, novice = (Strength().after(TWO, WON, 0, {1: level}).mean for level in (Level.EXPERT, Level.NOVICE))
    assert expert > novice > Strength().mean


def test_a_short_game_says_less() -> None:
    long, short = (Strength().after(TWO, scores, 0, {1: Level.CASUAL}) for scores in (WON, (61, 50)))
    assert long.mean > short.mean > Strength().mean
    assert long.error < short.error


def test_a_draw_with_an_equal_says_nothing_of_strength() -> None:
    assert Strength().after(TWO, (40, 40), 0, {1: Level.CASUAL}).mean == pytest.approx(Strength().mean)


def test_the_place_makes_no_difference() -> None:
    first, second = Strength().after(TWO, WON, 0, {1: Level.CLUB}), Strength().after(TWO, LOST, 1, {0: Level.CLUB})
    assert first == second


def test_strength_stays_where_bots_can_measure_it() -> None:
    champion = hopeless = Strength()
    for _ in range(300):
        champion = champion.after(TWO, WON, 0, {1: Level.EXPERT})
        hopeless = hopeless.after(TWO, LOST, 0, {1: Level.NOVICE})
    assert (hopeless.mean, champion.mean) == (0, 700)
    assert (hopeless.nearest, champion.nearest) == (Level.NOVICE, Level.EXPERT)


def test_two_strengths_of_one_person_are_joined() -> None:
    both = Strength(250.0, 120.0).joined(Strength(450.0, 120.0))
    assert both.error < 120
    assert both.mean == pytest.approx(356, abs=2)  # further from 300 than the middle: it was thought of twice
    alone = Strength(250.0, 120.0).joined(Strength())
    assert alone.mean == pytest.approx(250)
    assert alone.error == pytest.approx(120)


# ------------------------------------------------------------------------------------------------ simulated people


def chance_of(own: float, other: float) -> float:
    """How often a strength wins against another."""
    return 1 / (1 + exp((other - own) / (sqrt(2) * CHANCE)))


def fifteen_games(true: float, random: Random) -> Iterator[tuple[Strength, bool]]:
    """A person of a strength who lets the site choose the opponent: what is thought of them after each game."""
    now = Strength()
    for _ in range(15):
        level = now.nearest
        won = random.random() < chance_of(true, STRENGTHS[level])
        now = now.after(TWO, WON if won else LOST, 0, {1: level})
        yield now, won


@pytest.mark.parametrize(("lower", "higher"), [*pairwise(Level)])
def test_people_between_two_levels_are_soon_matched(lower: Level, higher: Level) -> None:
    """After fifteen games: right within half a level on average, nearly all within one and a half; games are even."""
    true, random = (STRENGTHS[lower] + STRENGTHS[higher]) / 2, Random(1)
    people = [list(fifteen_games(true, random)) for _ in range(300)]
    found = [games[-1][0] for games in people]
    assert abs(fmean(now.mean for now in found) - true) < 60
    assert sum(abs(STRENGTHS[now.nearest] - true) <= 150 for now in found) >= 0.9 * len(found)
    assert 0.4 < fmean(won for games in people for _, won in games[-5:]) < 0.6
    assert sum(abs(now.mean - true) < now.margin for now in found) >= 0.9 * len(found)
