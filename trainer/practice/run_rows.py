"""Runs in rows: what was practised and when, how much of it was right, and which were the best."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime

from trainer.drills.settings import Settings
from trainer.models import Run
from trainer.practice import summary, summary_words, words

_TELLING = 5
"""The least answers of a run that is called the best."""

_LATELY = 6
"""How many drills are named that were practised last."""


def run_row(run: Run, now: datetime, bests: Mapping[str, float]) -> dict[str, object]:
    """Return the context of a run among those of its day; `bests` has the best score by settings."""
    _name, more = words.name_and_settings(Settings.parse(run.settings))
    row = _row(run, now)
    return {
        **row,
        "best": row["over"] and run.number >= _TELLING and bests.get(run.settings) == run.score,
        "day": summary_words.past_day(run.asked_at, now),
        "settings": more,
        "when": date_format(localtime(run.asked_at), "TIME_FORMAT"),
    }


def lately(runs: Iterable[Run], now: datetime) -> list[dict[str, object]]:
    """Return the rows of the latest runs, each with its day."""
    latest = sorted(runs, key=lambda run: run.asked_at, reverse=True)[:_LATELY]
    return [{**_row(run, now), "when": summary_words.past_day(run.asked_at, now)} for run in latest]


def _row(run: Run, now: datetime) -> dict[str, object]:
    settings = Settings.parse(run.settings)
    name, _more = words.name_and_settings(settings)
    in_points = settings.mode.traits.in_points and run.number
    plain = run.number > 0 and not in_points and not settings.is_untold(run.ended_at)
    return {
        "run": run,
        "over": summary.is_over(run, now),
        "name": name,
        "result": summary_words.in_brief(settings, run),
        "plain": plain,
        "all_right": plain and run.right == run.number,
        "all_wrong": plain and not run.right,
    }
