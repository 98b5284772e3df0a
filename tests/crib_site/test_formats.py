"""Days as each language writes them: months and weekdays small except in English, and no 0 before the 1."""

from datetime import UTC, date, datetime

import pytest
from django.utils import translation
from django.utils.formats import date_format

from trainer.practice import summary_words

FIRST = date(2026, 11, 1)


@pytest.mark.parametrize(
    ("language", "day", "month", "weekday"),
    [
        ("en", "Nov. 1, 2026", "November 2026", "Sunday, November 1"),
        ("it", "1 novembre 2026", "novembre 2026", "domenica, 1 novembre"),
        ("fr", "1 novembre 2026", "novembre 2026", "dimanche 1 novembre"),
        ("es", "1 de noviembre de 2026", "noviembre de 2026", "domingo, 1 de noviembre"),
        ("pl", "1 listopada 2026", "listopad 2026", "niedziela, 1 listopada"),
    ],
)
def test_a_day_in_words(language: str, day: str, month: str, weekday: str) -> None:
    with translation.override(language):
        assert date_format(FIRST) == day
        assert date_format(FIRST, "YEAR_MONTH_FORMAT") == month
        assert summary_words.day(FIRST, today=date(2026, 10, 25)) == weekday


def test_a_time_of_a_day_in_italian_has_no_weekday_and_no_0_before_the_day() -> None:
    with translation.override("it"):
        assert date_format(datetime(2026, 11, 1, 9, 5, tzinfo=UTC), "DATETIME_FORMAT") == "1 novembre 2026 09:05"
