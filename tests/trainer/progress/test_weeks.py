"""This week against the week before: like with like, and as surely as the number of answers allows."""

from datetime import date, timedelta
from math import log

import pytest

from trainer.progress.verdicts import Period
from trainer.progress.weeks import CLEAR_CHANGE, LIKELY_CHANGE, TELLING, WeekComparison, compare_weeks
from trainer.progress.words import awaited_week, compared

DAY = date(2026, 3, 9)
HARDLY, SELDOM = (f"chance alone would do that once in {weeks} weeks." for weeks in (120, 11))
NO_MORE = "the difference is no more than chance."


def week(times: int, misses: float, seconds: float = 8.0) -> Period:
    """Return a week of so many answers."""
    mean = log(seconds)
    return Period(DAY, times, misses, times, times * mean, times * (mean**2 + 0.16))


def found(*kinds: tuple[Period, Period]) -> WeekComparison:
    """Return how weeks compare that have enough answers."""
    comparison = compare_weeks(kinds)
    assert comparison is not None
    return comparison


def test_too_few_answers_are_not_compared() -> None:
    assert compare_weeks([]) is None
    assert compare_weeks([(week(TELLING - 1, 3), week(400, 10))]) is None
    assert compare_weeks([(week(400, 3), Period(DAY)), (Period(DAY), week(400, 10))]) is None, "nor what one week lacks"


@pytest.mark.parametrize(
    ("before", "kinds", "said"),
    [
        (0, [], "There is no week before to compare with yet. On Mar 17 there will be one."),
        (41, [], "The week before has too few answers to compare with. Look here again on Mar 17."),
        (41, [(week(19, 9), week(34, 0))], "The week before has too few answers to compare with."),
        (41, [(week(41, 27), Period(DAY))], "it takes 20 more answers like those of the week before."),
        (41, [(week(41, 27), week(19, 0))], "it takes 1 more answer like those of the week before."),
        (41, [(week(10, 5), week(34, 0)), (week(31, 9), Period(DAY))], "practise more of what you practised the week"),
    ],
)
def test_why_weeks_do_not_compare_and_when_they_will(
    before: int, kinds: list[tuple[Period, Period]], said: str
) -> None:
    assert compare_weeks(kinds) is None
    assert said in awaited_week(Period(DAY, before), kinds, DAY + timedelta(days=1))


def test_how_many_more_answers_would_tell() -> None:
    """So many of the same share of right ones, and the change is told; one fewer, and it is not."""
    comparison = found((week(400, 80), week(100, 15)))
    more = comparison.awaited
    assert more is not None
    assert compared(comparison).startswith(
        f"The difference in right answers can be chance. If it stays as it is, about {more} "
    )
    now = 100 + more
    assert found((week(400, 80), week(now, 0.15 * now))).surer == pytest.approx(LIKELY_CHANGE, abs=0.05)


@pytest.mark.parametrize("misses", [10, 20, 30])
def test_nothing_is_awaited_of_weeks_that_are_alike_and_of_a_change_that_is_told(misses: int) -> None:
    assert found((week(100, 20), week(100, misses))).awaited is None


def test_a_harder_week_is_no_worse_week() -> None:
    """Easy hands at 5 % wrong and hard ones at 20 %, in other shares."""
    same = found((week(400, 20), week(100, 5)), (week(100, 20), week(400, 80)))
    assert same.surer == pytest.approx(0)
    assert same.before == same.now
    assert compared(same) == f"You are right about as often as the week before: {NO_MORE} You are about as fast."


def test_fewer_errors_are_told_the_more_surely_the_more_answers_there_are() -> None:
    few, some, many = (found((week(n, 0.2 * n), week(n, 0.16 * n))).surer for n in (100, 400, 1600))
    assert 0 < few < LIKELY_CHANGE <= some < CLEAR_CHANGE <= many


@pytest.mark.parametrize(
    ("misses", "seconds", "said"),
    [
        (40, 4, f"You are clearly right more often than the week before: {HARDLY} You are clearly faster."),
        (78, 7.7, f"You are probably right more often than the week before: {SELDOM} You are probably faster."),
        (100, 8, f"You are right about as often as the week before: {NO_MORE} You are about as fast."),
        (124, 8.3, f"You are probably right less often than the week before: {SELDOM} You are probably slower."),
        (160, 12, f"You are clearly right less often than the week before: {HARDLY} You are clearly slower."),
    ],
)
def test_it_is_said_in_words(misses: float, seconds: float, said: str) -> None:
    assert compared(found((week(500, 100), week(500, misses, seconds)))) == said


def test_times_are_compared_by_kind_too() -> None:
    same = found((week(400, 20, 6), week(100, 5, 6)), (week(100, 20, 12), week(400, 80, 12)))
    assert same.faster == pytest.approx(0)
    assert same.now.usual == pytest.approx(same.before.usual)
    faster = found((week(400, 20, 6), week(400, 20, 5)))
    assert faster.before.usual == pytest.approx(6)
    assert faster.now.usual == pytest.approx(5)


def test_weeks_without_errors_or_times_compare() -> None:
    perfect = found((Period(DAY, 50), Period(DAY, 50)))
    assert (perfect.surer, perfect.faster, perfect.now.accuracy, perfect.now.usual) == (0, None, 1, None)
    assert compared(perfect) == f"You are right about as often as the week before: {NO_MORE}", (
        "nothing is told of times"
    )
