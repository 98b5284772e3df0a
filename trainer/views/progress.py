"""What a learner has done, how surely and how fast, on one page; and every answer as CSV."""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Max
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from game.after import words as game_words
from game.visitors import VisitorRequest
from game.words.terms import decimal
from trainer.drills.registry import FIRST, drill_name
from trainer.drills.settings import Settings
from trainer.drills.skills import CAUSES
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Run
from trainer.practice import summary_words
from trainer.practice.summary import WHOLE
from trainer.practice.words import settings_in_words
from trainer.progress import advice, charts, verdicts, words
from trainer.progress import games as progress_games
from trainer.progress.tallies import ALL, DRILL, SKILL, SORT
from trainer.progress.verdicts import JudgedRecord, Period, SkillVerdict

_MONTHS = 24
_RUNS = 10
"""Runs, and settings with a best, that are shown."""
"""Kinds of run in which a best says nothing: each has questions of its own."""


@never_cache
@require_safe
def page(request: VisitorRequest) -> HttpResponse:
    """The progress page; `days` is the window, `drill` the one whose curves are drawn. What is neither is passed over.

    The number of queries does not depend on what was done. No read is longer than 91 days but for those of all days,
    of bests and of what waits to come back, which the database groups.
    """
    learner: Learner | None = request.visitor.existing_learner()
    days = _days(request.GET.get("days", ""))
    if learner is None:
        return render(request, "trainer/progress/progress.html", {"newcomer": True})
    records = verdicts.records(learner, days, [SKILL, SORT, DRILL, ALL])
    drills = [record.name for record in records if record.facet.startswith(DRILL)]
    drill = _drill(request.GET.get("drill", ""), records)
    curves, answers = _over_time(learner, days, drill)
    runs = list(Run.objects.filter(learner=learner, number__gt=0).order_by("-asked_at")[:_RUNS])
    games = _games(learner)
    context = {
        "newcomer": not (records or answers or runs or games),
        "advice": advice.advice(learner),
        "windows": [(words.window_name(each), _address(each, drill), each == days) for each in verdicts.WINDOWS],
        "figures": _figures(records),
        "drill": drill_name(drill),
        "drills": [(drill_name(each), _address(days, each), each == drill) for each in drills],
        "curves": curves,
        "size": (charts.WIDTH, charts.HEIGHT),
        "calendar": _calendar(answers),
        **_judged(learner, records),
        "bests": _bests(learner),
        "runs": [_run(run) for run in runs],
        "games": games,
        "columns": words.columns(),
    }
    return render(request, "trainer/progress/progress.html", context)


def _days(text: str) -> int | None:
    """The window that an address names; the usual one for anything else."""
    found = {str(days or "all"): days for days in verdicts.WINDOWS}
    return found.get(text, verdicts.RECENT_DAYS)


def _drill(text: str, records: Sequence[verdicts.Record]) -> str:
    """The drill that an address names, if there are answers; or else the one with the most."""
    answers = {record.name: record.times for record in records if record.facet.startswith(DRILL)}
    return text if text in answers else max(answers, key=lambda drill: answers[drill], default=FIRST)


def _address(days: int | None, drill: str) -> str:
    return "?" + urlencode({"days": days or "all", "drill": drill})


def _figures(records: Sequence[verdicts.Record]) -> dict[str, str] | None:
    """What the window comes to; None without an answer."""
    for record in records:
        if record.facet == ALL:
            return {
                "answers": str(record.times),
                "accuracy": words.share(record.accuracy),
                "seconds": summary_words.seconds(record.mean),
            }
    return None


# ------------------------------------------------------------------------------------------------------ over time


@dataclass(frozen=True, slots=True)
class _Curve:
    """A drawing with its name, the names of its levels and of its first and last stretch, and the table behind it."""

    key: str
    name: str
    drawn: charts.LineChart
    levels: list[tuple[float, str]]
    ends: tuple[str, str]
    heading: str
    rows: list[tuple[str, int, str]]


def _over_time(learner: Learner, days: int | None, drill: str) -> tuple[list[_Curve], dict[date, int]]:
    """The two curves of a drill, and the answers of each day of the calendar."""
    today, facet = timezone.localdate(), DRILL + drill
    since = charts.first_day(today)
    found = verdicts.daily_periods(learner, since, (ALL, facet))
    answers = {day.day: day.times for day in found[ALL]}
    if days is None:
        stretches, span = verdicts.monthly_periods(learner, facet, _MONTHS), "month"
    elif days > verdicts.RECENT_DAYS:
        stretches, span = verdicts.grouped(found[facet], since, today, 7), "week"
    else:
        first = today - timedelta(days=max(days, 7) - 1)
        stretches, span = verdicts.grouped(found[facet], first, today, 1), "day"
    return list(_curves(stretches, span)), answers


def _curves(stretches: Sequence[Period], span: str) -> Iterator[_Curve]:
    accuracy, speed = [each.accuracy for each in stretches], [each.mean for each in stretches]
    known, times = [each for each in accuracy if each is not None], [each for each in speed if each is not None]
    if known:
        low = 0.5 if min(known) >= 0.5 else 0.0
        yield _curve(("accuracy", span), stretches, charts.line_chart(accuracy, low, 1.0), words.share)
    if times:
        drawn = charts.line_chart(speed, 0.0, charts.axis_top(max(times)))
        yield _curve(("speed", span), stretches, drawn, words.seconds_level)


def _curve(
    about: tuple[str, str], stretches: Sequence[Period], drawn: charts.LineChart, level: Callable[[float], str]
) -> _Curve:
    what, span = about
    values = [(each, each.accuracy if what == "accuracy" else each.mean) for each in stretches]
    value = words.share if what == "accuracy" else summary_words.seconds
    return _Curve(
        key=what,
        name=words.curve_name(what, span),
        drawn=drawn,
        levels=[(each.y, level(each.value)) for each in drawn.levels],
        ends=(words.bucket_name(stretches[0].day, span), words.bucket_name(stretches[-1].day, span)),
        heading=words.value_name(what),
        rows=[
            (words.bucket_name(each.day, span), each.times if what == "accuracy" else each.timed, value(told))
            for each, told in reversed(values)
            if told is not None
        ],
    )


@dataclass(frozen=True, slots=True)
class _Calendar:
    """The days as squares, with the names of months over their first week and of days before every other row."""

    days: list[tuple[charts.Day, str]]
    months: list[tuple[int, str]]
    weekdays: list[tuple[int, str]]
    rows: list[str]
    practised: str


def _calendar(answers: dict[date, int]) -> _Calendar:
    days = charts.calendar(answers, timezone.localdate())
    mondays = [day for day in days if day.y == 0]
    months = [
        (day.x, words.month_name(day.day))
        for before, day in zip([None, *mondays], mondays, strict=False)
        if (before is not None and before.day.month != day.day.month)
    ]
    return _Calendar(
        [(day, words.answers_on(answers.get(day.day, 0), day.day)) for day in days],
        months,
        [(day.y, words.weekday_name(day.day)) for day in days[:7:2]],
        [words.answers_on(answers[day.day], day.day) for day in reversed(days) if day.day in answers],
        words.practised(len(answers), charts.WEEKS),
    )


# --------------------------------------------------------------------------------------------------------- skills


@dataclass(frozen=True, slots=True)
class _Line:
    """A skill or a class: what it is called, what can be said of it, and where it is practised if it is weak."""

    name: str
    verdict: str
    told: str
    accuracy: str
    width: int
    level: str
    often: str
    seconds: str
    waiting: str
    url: str
    lesson: Lesson | None


_ORDER = (SkillVerdict.WEAK, SkillVerdict.AVERAGE, SkillVerdict.STRONG, SkillVerdict.NOT_YET)


def _judged(learner: Learner, records: Sequence[verdicts.Record]) -> dict[str, Any]:
    """The skills, the known errors, and the classes drill by drill; the weakest first."""
    waiting = verdicts.waiting_by_skill(learner)
    judged = verdicts.judge(record for record in records if record.facet.startswith((SKILL, SORT)))
    weak = {one.record.facet for one in verdicts.weaknesses(judged)}
    skills, errors = [], []
    classes: dict[str, list[_Line]] = {}
    for one in judged:
        record = one.record
        line = _line(one, record.facet in weak, waiting)
        if record.facet.startswith(SORT):
            classes.setdefault(str(drill_name(record.drill)), []).append(line)
        elif record.name not in CAUSES:
            skills.append(line)
        elif round(record.misses):
            errors.append(line)
    for lines in (skills, errors):
        lines.sort(key=lambda line: _ORDER.index(line.verdict))
    return {"skills": skills, "errors": errors, "classes": list(classes.items())}


def _line(one: JudgedRecord, weak: bool, waiting: dict[str, int]) -> _Line:
    record = one.record
    if record.facet.startswith(SORT):
        name, back = words.sort_name(record.drill, record.name), 0
    else:
        name, back = words.skill_name(record.name), waiting.get(record.name.partition("-")[0], 0)
    error = record.name in CAUSES
    back = waiting.get(record.name, 0) if error else back
    told = SkillVerdict.AVERAGE if one.verdict is SkillVerdict.WEAK and not weak else one.verdict
    return _Line(
        name=name,
        verdict=told,
        told=words.verdict_name(told),
        accuracy=words.share(record.accuracy),
        width=round(100 * record.accuracy),
        level=words.share(record.level),
        often=(words.made_in if error else words.right_of)(record.times, record.misses),
        seconds=summary_words.seconds(record.mean),
        waiting=words.waiting(back),
        url=advice.drill_url(record.facet) if weak else "",
        lesson=syllabus().cure.get(record.name) if weak or error else None,
    )


# ------------------------------------------------------------------------------------------------------------ runs


def _bests(learner: Learner) -> list[dict[str, Any]]:
    """The best of the settings that were used last, by settings."""
    rows = (
        Run.objects.filter(learner=learner, ended_at__isnull=False, number__gt=0)
        .values("settings")
        .annotate(best=Max("score", filter=WHOLE), runs=Count("pk"), last=Max("ended_at"))
        .order_by("-last")
    )
    found = []
    for row in rows[: 2 * _RUNS]:
        settings = Settings.parse(row["settings"])
        if settings.mode.traits.compares_runs and row["best"] is not None:
            score = summary_words.figure(settings, row["best"])
            found.append({"settings": settings_in_words(settings), "best": score, "runs": row["runs"]})
    return found[:_RUNS]


def _run(run: Run) -> dict[str, Any]:
    settings = Settings.parse(run.settings)
    return {
        "key": run.key,
        "settings": settings_in_words(settings),
        "when": summary_words.moment(run.asked_at),
        "result": summary_words.result(settings, run),
    }


# ----------------------------------------------------------------------------------------------------------- games


def _games(learner: Learner) -> dict[str, Any] | None:
    """Points given up game by game, awareness and luck; None where no game was reviewed."""
    found = progress_games.reviewed_games(learner)
    if not found.games:
        return None
    high = charts.axis_top(max(game.lost for game in found.games))
    remarks = []
    if found.miscounts:
        remarks.append(game_words.awareness(found.called, found.miscounts))
    if found.missed:
        remarks.append(game_words.luck(found.uncalled, found.missed))
    return {
        "bars": charts.bars([game.lost for game in found.games], high),
        "levels": [(level.y, decimal(level.value, 0)) for level in charts.line_chart((), 0.0, high).levels],
        "rows": [
            {
                "key": game.key,
                "number": game.number,
                "name": words.game_name(game.number, game.at),
                "lost": [decimal(part, 1) for part in (game.discards, game.cards, game.counts, game.lost)],
            }
            for game in reversed(found.games)
        ],
        "remarks": remarks,
    }


# ------------------------------------------------------------------------------------------------------------- CSV

COLUMNS = (
    "answered_at",
    "asked_at",
    "drill",
    "class",
    "question",
    "answer",
    "right",
    "points_lost",
    "likely_causes",
    "hint",
    "late",
    "rated",
    "run",
    "settings",
    "number",
)
"""The columns of the file of every answer; the page says what they mean."""

_FIELDS = (
    "answered_at",
    "asked_at",
    "drill",
    "sort",
    "question",
    "answer",
    "right",
    "lost",
    "causes",
    "hinted",
    "late",
    "rated",
    "run__key",
    "run__settings",
    "number",
)


class _Through:
    """A file that hands back what is written into it."""

    def write(self, text: str) -> str:
        """The text."""
        return text


@never_cache
@require_safe
def attempts(request: VisitorRequest) -> StreamingHttpResponse:
    """Every answer of the learner as CSV, the first first, sent as it is read; for a newcomer the columns alone."""
    response = StreamingHttpResponse(_lines(request.visitor.existing_learner()), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="cribbage-attempts.csv"'
    return response


def _lines(learner: Learner | None) -> Iterator[str]:
    writer = csv.writer(_Through())
    yield writer.writerow(COLUMNS)
    if learner is not None:
        rows = Attempt.objects.filter(learner=learner).order_by("answered_at", "pk").values_list(*_FIELDS)
        for row in rows.iterator(chunk_size=500):
            yield writer.writerow(map(_cell, row))


def _cell(value: Any) -> Any:
    """A value as the file has it: times by ISO 8601 in UTC, yes and no as 1 and 0."""
    if isinstance(value, bool):
        return int(value)
    return value.isoformat() if hasattr(value, "isoformat") else value
