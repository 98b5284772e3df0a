"""Whole numbers as people write them."""

import pytest

from game.numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("0029", 29), ("99", 99)])
def test_a_whole_number_is_read(text: str, number: int) -> None:
    assert whole_number(text, of=range(100)) == number


@pytest.mark.parametrize(
    "text", ["", " ", "x", "-1", "+1", "1.5", "1e1", "1_0", " 7", "100", "00007", "9" * 5000, "²", "١٥", "１５", "७"]
)
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text, of=range(100)) is None


def test_a_range_may_begin_and_end_anywhere() -> None:
    assert [whole_number(text, of=range(30, 1801)) for text in ("29", "30", "1800", "1801")] == [None, 30, 1800, None]
    assert whole_number("999999999", of=range(10**9)) == 999_999_999
