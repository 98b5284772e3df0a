"""The progress page: accuracy, speed, skills, runs and games of a learner; and all answers as CSV."""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Count, Max
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from game import charts
from game.after import losses_words
from game.after import words as game_words
from game.budget import costly
from game.visitors import VisitorRequest
from game.words.terms import decimal
from trainer.drills.registry import FIRST, UNTOLD, drill_name
from trainer.drills.settings import Settings
from trainer.drills.skills import CAUSES
from trainer.lessons.lesson import Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Run
from trainer.people.forms import GoalForm, keep_goal
from trainer.people.preferences import Goal, Preferences
from trainer.practice import exam, exam_words, summary_words
from trainer.practice.overview import overview
from trainer.practice.summary import COMPLETE_RUNS
from trainer.practice.words import settings_in_words
from trainer.progress import advice, goals, recall, verdicts, words
from trainer.progress import games as progress_games
from trainer.progress.tallies import ALL, DRILL, LOAD, SKILL, SORT, day_of
from trainer.progress.verdicts import JudgedRecord, Period, SkillVerdict
from trainer.progress.weeks import Kinds, WeekComparison, compare_weeks

_MONTHS = 24
"""The months that a chart of all days shows, this one included."""
_FEW = 10
"""With fewer answers a day, a week or a month is not drawn, where others are."""
_BESTS = 10
"""The most settings that are listed with their best."""
_SIZE = (charts.WIDTH, charts.HEIGHT)
_SAMPLE = (0.56, 0.61, 0.59, 0.7, 0.73, 0.82, 0.88)
"""The shares of right answers in the curve that shows a newcomer what will come."""
_TELLING = 30
"""After about so many answers in a drill what is done well, and what is missed, stands out if it is there."""
_NAMED = 3
"""The most skills that are named as sure."""


@require_safe
def page(request: VisitorRequest) -> HttpResponse:
    """Show the progress page. `days` chooses the window, `drill` the drill of the charts; invalid values are ignored.

    The number of queries is constant. They read at most 91 days, except for sums that the database groups, and these at
    most 24 months, or the tallies of all days.
    """
    learner: Learner | None = request.visitor.existing_learner()
    if learner is None:
        return render(request, "trainer/progress/progress.html", {"newcomer": True, "size": _SIZE, "sample": _sample()})
    context = _context(learner, _days(request.GET.get("days", "")), request.GET.get("drill", ""))
    return render(request, "trainer/progress/progress.html", context)


@require_POST
def goal(request: VisitorRequest) -> HttpResponse:
    """Store a goal for each day, or none; what cannot be one is refused on the page itself."""
    form = GoalForm(request.POST)
    if "none" not in request.POST and not form.is_valid():
        context = _context(request.visitor.learner(), verdicts.RECENT_DAYS, "")
        return render(request, "trainer/progress/progress.html", {**context, "goal_form": form})
    keep_goal(request.visitor.learner(), Goal() if "none" in request.POST else form.cleaned_data["goal"])
    return redirect("progress")


def _context(learner: Learner, days: int | None, chosen: str) -> dict[str, object]:
    records = verdicts.records(learner, days, [SKILL, SORT, LOAD, DRILL, ALL])
    drills = [record.name for record in records if record.facet.startswith(DRILL)]
    drill = _drill(chosen, records)
    curves, answered, kinds, today = *_over_time(learner, days, drill), day_of(timezone.now())
    answers = {day.day: day.times for day in answered}
    before, now = verdicts.grouped(answered, today - timedelta(days=13), today, 7)
    compared = compare_weeks(kinds)
    moment = timezone.now()
    found, games, figures = overview(learner, moment), _games(learner), _figures(records)
    newcomer = found.is_new and not (records or answers or games)
    return {
        "newcomer": newcomer,
        "advice": found.next_step,
        "weeks": _weeks(before, now, compared),
        **goals.week(learner, answered, today),
        "goal_form": GoalForm.showing(Preferences.of(learner).goal),
        "compares": bool(compared),
        "compared": words.compared(compared) if compared else _awaited(before, kinds, answers, today),
        "telling": any(record.facet.startswith(DRILL) and record.times >= _TELLING for record in records),
        "windows": [(words.window_name(each), _address(each, drill), each == days) for each in verdicts.WINDOWS],
        "window": words.window_name(days),
        "figures": figures,
        "repeated": figures and days == verdicts.RECENT_DAYS and figures["answers"] == now.times,
        "drill": drill_name(drill),
        "drills": [(drill_name(each), _address(days, each), each == drill) for each in drills],
        "curves": curves,
        "size": _SIZE,
        "sample": _sample() if newcomer else None,
        "calendar": _calendar(answers),
        "only_today": days == 1,
        "chosen": bool(chosen),
        "few": _FEW,
        "days_note": words.days_note(timezone.now()),
        **_judged(learner, records),
        "bests": _bests(learner),
        "games": games,
        "columns": words.columns(),
        "marks": " ".join(exam_words.asked_for(mark) for mark in (exam.MARKS[-1], exam.MARKS[0])),
    }


def _sample() -> dict[str, object]:
    """Return the curve and the figures that a newcomer is shown as a sample."""
    drawn = charts.line_chart(_SAMPLE, 0.5, 1.0)
    levels = [(each.y, words.share(each.value)) for each in drawn.levels]
    return {
        "drawn": drawn,
        "levels": levels,
        "ends": (words.week_of_sample(1), words.week_of_sample(len(_SAMPLE))),
        "figures": [(words.right_name(), words.share(_SAMPLE[-1])), (words.time_name(), summary_words.seconds(6.9))],
        "given_up": decimal(0.32, 2),
    }


def _days(text: str) -> int | None:
    """Return the window with this text, or the default window."""
    windows = {str(days or "all"): days for days in verdicts.WINDOWS}
    return windows.get(text, verdicts.RECENT_DAYS)


def _drill(text: str, records: Sequence[verdicts.Record]) -> str:
    """Return the drill with this name if it has answers, otherwise the one with the most answers."""
    answers = {record.name: record.times for record in records if record.facet.startswith(DRILL)}
    return text if text in answers else max(answers, key=lambda drill: answers[drill], default=FIRST)


def _address(days: int | None, drill: str) -> str:
    return "?" + urlencode({"days": days or "all", "drill": drill})


def _figures(records: Sequence[verdicts.Record]) -> dict[str, str | int] | None:
    """Return the totals of the window, or None without answers."""
    for record in records:
        if record.facet == ALL:
            return {
                "answers": record.times,
                "accuracy": words.share(record.accuracy),
                "seconds": summary_words.seconds(record.usual).replace(" ", "\N{NO-BREAK SPACE}"),
            }
    return None


# ------------------------------------------------------------------------------------------------------ over time


@dataclass(frozen=True, slots=True)
class _Curve:
    """A line chart with its title, the labels of its grid lines and of its first and last period, and its table."""

    key: str
    name: str
    drawn: charts.LineChart
    levels: list[tuple[float, str]]
    ends: tuple[str, str]
    heading: str
    rows: list[tuple[str, int, str]]


def _over_time(
    learner: Learner, days: int | None, drill: str
) -> tuple[list[_Curve], list[Period], list[tuple[Period, Period]]]:
    """Return the charts of a drill, of what compares where there is any, the days of the calendar that have answers,
    and the last two weeks of each kind of question."""
    today = day_of(timezone.now())
    since = charts.first_day(today)
    found = verdicts.days_of(learner, since, today, drill)
    if days is None:
        periods, span = verdicts.monthly_periods(learner, drill, _first_month(today)), "month"
    elif days > verdicts.RECENT_DAYS:
        periods, span = verdicts.grouped(found.drill, since, today, 7), "week"
    else:
        first = today - timedelta(days=max(days, 7) - 1)
        periods, span = verdicts.grouped(found.drill, first, today, 1), "day"
    return list(_curves(periods, span)), found.all, list(found.kinds.values())


def _awaited(before: Period, kinds: Kinds, answers: dict[date, int], today: date) -> str:
    """Return why this week does not compare with the one `before`, and when it will."""
    first = min((day for day in answers if day >= today - timedelta(days=6)), default=today)
    return words.awaited_week(before, kinds, first)


def _first_month(today: date) -> date:
    """Return the first day of the chart of all days."""
    year, months = divmod(today.year * 12 + today.month - _MONTHS, 12)
    return date(year, months + 1, 1)


def _weeks(before: Period, now: Period, compared: WeekComparison | None) -> list[tuple[str, str, str]]:
    """Return the figures of the last seven days, each with its name and that of the seven days before.

    Where the weeks compare, shares and times are those of the same kinds of question; where they do not, of all, and
    "" stands for the week before.
    """
    is_now, was = (compared.now, compared.before) if compared else (now, Period(before.day))
    answers = str(before.times) if compared else ""
    return [
        (words.right_name(), _figure(words.share, is_now.accuracy), _figure(words.share, was.accuracy)),
        (words.time_name(), _figure(summary_words.seconds, is_now.usual), _figure(summary_words.seconds, was.usual)),
        (words.answers_name(), str(now.times), answers),
    ]


def _figure(named: Callable[[float], str], value: float | None) -> str:
    return "" if value is None else named(value)


def _curves(periods: Sequence[Period], span: str) -> Iterator[_Curve]:
    accuracy = _without_few([(each.accuracy, each.times) for each in periods])
    speed = _without_few([(each.usual, each.timed) for each in periods])
    shares, times = [each for each in accuracy if each is not None], [each for each in speed if each is not None]
    if shares:
        low = 0.5 if min(shares) >= 0.5 else 0.0
        yield _curve(("accuracy", span), periods, charts.line_chart(accuracy, low, 1.0), words.share)
    if times:
        drawn = charts.line_chart(speed, 0.0, charts.axis_top(max(times)))
        yield _curve(("speed", span), periods, drawn, words.seconds_level)


def _without_few(values: Sequence[tuple[float | None, int]]) -> list[float | None]:
    """Return the values of periods, given with their numbers of answers, and None in place of those of few answers.

    Where fewer than two periods have more, all values stay: one dot alone makes no line."""
    least = _FEW if sum(answers >= _FEW for _value, answers in values) > 1 else 0
    return [value if answers >= least else None for value, answers in values]


def _curve(
    about: tuple[str, str], periods: Sequence[Period], drawn: charts.LineChart, level: Callable[[float], str]
) -> _Curve:
    what, span = about
    values = [(each, each.accuracy if what == "accuracy" else each.usual) for each in periods]
    value = words.share if what == "accuracy" else summary_words.seconds
    return _Curve(
        key=what,
        name=words.curve_name(what, span),
        drawn=drawn,
        levels=[(each.y, level(each.value)) for each in drawn.levels],
        ends=(words.bucket_name(periods[0].day, span), words.bucket_name(periods[-1].day, span)),
        heading=words.value_name(what),
        rows=[
            (words.bucket_name(each.day, span), each.times if what == "accuracy" else each.timed, value(mean))
            for each, mean in reversed(values)
            if mean is not None
        ],
    )


@dataclass(frozen=True, slots=True)
class _Calendar:
    """The days as squares, with month names above their first week and weekday names beside every other row."""

    days: list[tuple[charts.Day, str]]
    months: list[tuple[int, str]]
    weekdays: list[tuple[int, str]]
    rows: list[str]
    practised: str


def _calendar(answers: dict[date, int]) -> _Calendar:
    days = charts.calendar(answers, day_of(timezone.now()))
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
    """A row of the table of skills or classes; `url` practises it, if it is weak."""

    name: str
    verdict: str
    verdict_name: str
    accuracy: str
    level: str
    often: str
    pace: str
    reached: str
    waiting: str
    url: str
    lesson: Lesson | None


_ORDER = (SkillVerdict.WEAK, SkillVerdict.AVERAGE, SkillVerdict.STRONG, SkillVerdict.NOT_YET)


def _judged(learner: Learner, records: Sequence[verdicts.Record]) -> dict[str, object]:
    """Return the context of the skills, the known errors, and the classes by drill, each the weakest first."""
    waiting = recall.waiting_by_skill(learner, timezone.now())
    judged = verdicts.judge(record for record in records if record.facet.startswith((SKILL, SORT, LOAD)))
    weak = {one.record.facet for one in verdicts.weaknesses(judged)}
    skills, errors = [], []
    classes: dict[str, list[_Line]] = {}
    for one in judged:
        record = one.record
        line = _line(one, record.facet in weak, waiting)
        if record.facet.startswith((SORT, LOAD)):
            classes.setdefault(str(drill_name(record.drill)), []).append(line)
        elif record.name not in CAUSES:
            skills.append(line)
        elif round(record.misses):
            errors.append(line)
    for lines in (skills, errors):
        lines.sort(key=lambda line: _ORDER.index(line.verdict))
    return {
        "skills": skills,
        "errors": errors,
        "classes": list(classes.items()),
        "weak_classes": sum(line.verdict == SkillVerdict.WEAK for lines in classes.values() for line in lines),
        "sure": [line for line in skills if line.verdict is SkillVerdict.STRONG][:_NAMED],
        "missed": any(line.verdict is SkillVerdict.WEAK for line in [*skills, *errors]),
    }


def _line(one: JudgedRecord, weak: bool, waiting: dict[str, int]) -> _Line:
    record = one.record
    if record.facet.startswith((SORT, LOAD)):
        name, back = words.sort_name(record.drill, record.name), 0
    else:
        name, back = words.skill_name(record.name), waiting.get(record.name.partition("-")[0], 0)
    error = record.name in CAUSES
    back = waiting.get(record.name, 0) if error else back
    verdict = SkillVerdict.AVERAGE if one.verdict is SkillVerdict.WEAK and not weak else one.verdict
    return _Line(
        name=name,
        verdict=verdict,
        verdict_name=words.slow() if weak and one.slowness else words.verdict_name(verdict, error=error),
        accuracy=words.share(record.accuracy),
        level=words.share(1 - record.lately if error else record.lately),
        often=(words.made_in if error else words.right_of)(record.times, record.misses),
        pace=words.pace(summary_words.seconds(record.usual if record.pace is None else record.pace), record.target),
        reached=words.target_reached() if one.reached else "",
        waiting=words.waiting(back),
        url=advice.drill_url(record.facet) if weak else "",
        lesson=syllabus().cure.get(record.name) if weak or error else None,
    )


# ------------------------------------------------------------------------------------------------------------ runs


def _bests(learner: Learner) -> list[dict[str, object]]:
    """Return the best scores by settings, the latest used first."""
    rows = (
        Run.objects.filter(learner=learner, ended_at__isnull=False, number__gt=0)
        .values("settings")
        .annotate(best=Max("score", filter=COMPLETE_RUNS), runs=Count("pk"), last=Max("ended_at"))
        .order_by("-last")
    )
    bests: list[dict[str, object]] = []
    for row in rows[: 2 * _BESTS]:
        settings = Settings.parse(row["settings"])
        if settings.mode.traits.compares_runs and row["best"] is not None:
            score = summary_words.short_score(settings, row["best"])
            bests.append({"settings": settings_in_words(settings), "best": score, "runs": row["runs"]})
    return bests[:_BESTS]


# ----------------------------------------------------------------------------------------------------------- games


def _games(learner: Learner) -> dict[str, object] | None:
    """Return the context of points given up by game, awareness and luck, or None without reviewed games."""
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
                "name": losses_words.game_name(game.number, game.at),
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
"""The columns of the CSV file of answers; the page explains them."""

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


class _Echo:
    """A file whose `write` returns the text, for a CSV writer that streams."""

    def write(self, text: str) -> str:
        """Return the text."""
        return text


@require_safe
@costly()
def attempts(request: VisitorRequest) -> StreamingHttpResponse:
    """Stream all answers of the learner as CSV, the earliest first; without a learner, only the header.

    Of an exam nothing is told before its end.
    """
    response = StreamingHttpResponse(_lines(request.visitor.existing_learner()), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="cribbage-attempts.csv"'
    return response


def _lines(learner: Learner | None) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    if learner is not None:
        told = Attempt.objects.filter(learner=learner).exclude(run__in=Run.objects.filter(UNTOLD, learner=learner))
        rows = told.order_by("answered_at", "pk").values_list(*_FIELDS)
        for row in rows.iterator(chunk_size=500):
            yield writer.writerow(map(_cell, row))


def _cell(value: object) -> object:
    """Return the value of a cell: times in ISO 8601 and UTC, booleans as 1 and 0."""
    if isinstance(value, bool):
        return int(value)
    return value.isoformat() if isinstance(value, datetime) else value
