"""Recall has one item for a question, in however many ways it was missed; tallies get sums of logarithms of seconds.

Of several items the one that is known least well is kept. The logarithms of the times so far are taken as equal to each
other, with the usual spread.

Answers from before there were runs are tallied here too: they were carried over without being added to progress.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, date
from math import exp, log
from operator import attrgetter

import django.utils.timezone
from django.db import migrations, models
from django.db.models import Exists, ExpressionWrapper, F, FloatField, OuterRef
from django.db.models.functions import Ln, Power

_AT_ONCE = 500
_SPREAD = 0.4
"""The usual standard deviation of the logarithm of seconds."""
_EVER, _AWAY = date(1, 1, 1), 180.0
"""The day of a tally of all days, and the most seconds of an answer."""


def unite(apps, schema_editor):
    """Keep one item for each question: one that still is asked, that is due first."""
    items, model = apps.get_model("trainer", "Recall").objects, apps.get_model
    place = attrgetter("learner_id", "drill", "pattern")
    twice = items.filter(
        pk__gt=OuterRef("pk"), learner=OuterRef("learner"), drill=OuterRef("drill"), pattern=OuterRef("pattern")
    )
    of_several = {place(item) for item in items.filter(Exists(twice))}
    for key in sorted(of_several):
        same = sorted(
            items.filter(learner=key[0], drill=key[1], pattern=key[2]), key=attrgetter("retired", "due_at", "pk")
        )
        kept, *others = same
        if kept.cause == "starred":
            kept.cause = next(
                (each.cause for each in others if not each.retired and each.cause != "starred"), kept.cause
            )
            kept.save(update_fields=["cause"])
        gone = [each.pk for each in others]
        model("trainer", "Star").objects.filter(recall__in=gone).update(recall=kept)
        model("trainer", "Run").objects.filter(recalled__in=gone).update(recalled=kept)
        items.filter(pk__in=gone).delete()
    schema_editor.connection.check_constraints()  # or PostgreSQL will not change the table in this transaction


def fill(apps, schema_editor):
    """Fill the sums of logarithms."""
    mean = Ln(ExpressionWrapper(F("seconds") / F("timed"), FloatField()))
    timed = apps.get_model("trainer", "Tally").objects.filter(timed__gt=0, seconds__gt=0)
    timed.update(
        logs=ExpressionWrapper(F("timed") * mean, FloatField()),
        squares=ExpressionWrapper(F("timed") * (Power(mean, 2) + _SPREAD**2), FloatField()),
    )


def tally(apps, schema_editor):
    """Work out anew all tallies of each learner who has such answers, because smoothed values depend on their order.

    Other learners are not looked at: whose answers have no run is found by an index. Drills read and mark questions as
    they do today, and skills are told from a marking as they are today; what is kept of an answer, of which answers the
    time means anything, and in which columns all this stands, is as it was when this migration was written.
    """
    attempts, tallies = apps.get_model("trainer", "Attempt").objects, apps.get_model("trainer", "Tally").objects
    carried_over = attempts.filter(run=None, rated=True, learner=OuterRef("pk"))
    learners = apps.get_model("trainer", "Learner").objects.filter(Exists(carried_over))
    for learner in learners.order_by("pk").values_list("pk", flat=True):
        tallies.filter(learner=learner).delete()
        days = defaultdict(dict)
        rated = attempts.filter(learner=learner, rated=True).select_related("run")
        for attempt in rated.order_by("answered_at", "pk").iterator(_AT_ONCE):
            in_time = attempt.run is None or is_timed(attempt.run.settings)
            seconds = max((attempt.answered_at - attempt.asked_at).total_seconds(), 0.1)
            in_time = in_time and seconds < away_after(days[_EVER].get(f"sort:{attempt.drill}:{attempt.sort}"))
            found = facets(attempt, marking_of(attempt), late_misses(days[_EVER]))
            for day in (attempt.answered_at.astimezone(UTC).date(), _EVER):
                for facet, times, misses in found:
                    if facet not in days[day]:
                        days[day][facet] = tallies.model(learner_id=learner, day=day, facet=facet)
                    add(days[day][facet], times, misses, seconds, in_time=in_time)
        tallies.bulk_create((row for rows in days.values() for row in rows.values()), batch_size=_AT_ONCE)


def is_timed(settings):
    """Return whether times mean anything under these settings: not in a lesson, nor where cards turn over."""
    _drill, mode, *rest = settings.split(" ")
    return mode != "lesson" and not any(each.startswith("flash=") for each in rest)


def away_after(row):
    """Return the seconds after which a learner must have been away, from the tally of the class of questions."""
    return max(6 * exp(row.pace), 60) if row and row.timed >= 5 else _AWAY


def late_misses(rows):
    """Return how often each skill was asked for of late, and missed, from the tallies of all days."""
    return {
        facet.removeprefix("skill:"): (row.late_times, row.late_misses)
        for facet, row in rows.items()
        if facet.startswith("skill:")
    }


def facets(attempt, marking, rates):
    """Return each facet of an answer with how often it was asked for and how often it was missed."""
    from trainer.drills.skills import asked, blame

    wrong = float(not marking.right)
    found = [("all", 1, wrong), (f"drill:{attempt.drill}", 1, wrong)]
    if attempt.hinted and marking.right:
        return found
    if attempt.sort:
        found.append((f"sort:{attempt.drill}:{attempt.sort}", 1, wrong))
    if marking.load:
        found.append((f"load:{attempt.drill}:{marking.load}", 1, wrong))
    times, misses = Counter(), defaultdict(float)
    for part in marking.parts if attempt.answer else ():
        blamed = blame(part.demands, part.off, part.missed, rates)
        if blamed is not None:
            times.update(asked(part.demands))
            for skill, missed in blamed.items():
                misses[skill] += missed
    return found + [(f"skill:{skill}", times[skill], misses[skill]) for skill in times]


def add(row, times, misses, seconds, *, in_time):
    """Add an answer to a tally."""
    kept, right, first = 0.5 ** (times / 16), 1 - misses / times, not row.times
    row.times, row.misses = row.times + times, row.misses + misses
    row.late_times, row.late_misses = row.late_times * kept + times, row.late_misses * kept + misses
    row.level = right if first else row.level + 0.3 * (right - row.level)
    row.seconds += min(seconds, _AWAY)
    if in_time:
        pace = log(seconds)
        weight = max(0.15, 1 / (row.timed + 1))
        row.pace = row.pace + weight * min(max(pace - row.pace, -0.5), 0.5) if row.timed else pace
        row.timed, row.logs, row.squares = row.timed + 1, row.logs + pace, row.squares + pace * pace


def marking_of(attempt):
    """Return the marking of an answer, without skills if it or its question can no longer be read."""
    from trainer.drills.questions import Marking
    from trainer.drills.registry import DRILLS

    @dataclass(frozen=True)
    class Unreadable(Marking):
        question: str = ""
        right: bool = False
        parts: tuple = ()

    try:
        drill = DRILLS[attempt.drill]
        return drill.mark(drill.read(attempt.question), attempt.answer)
    except (ValueError, KeyError):
        return Unreadable(attempt.question, attempt.right)


class Migration(migrations.Migration):
    dependencies = [
        ("trainer", "0012_run_covered"),
    ]

    operations = [
        migrations.AddField(
            "recall",
            "missed_at",
            models.DateTimeField(blank=True, editable=False, null=True, verbose_name="missed last at"),
        ),
        migrations.AddField("recall", "chance", models.FloatField(default=0.1, verbose_name="chance of a miss")),
        migrations.AlterField(
            "recall",
            "created_at",
            models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="missed first at"),
        ),
        migrations.AddField("tally", "logs", models.FloatField(default=0.0, verbose_name="logarithms of seconds")),
        migrations.AddField("tally", "squares", models.FloatField(default=0.0, verbose_name="their squares")),
        migrations.RemoveConstraint("recall", "recall_once_for_pattern"),
        migrations.RunPython(unite, migrations.RunPython.noop),
        migrations.AddConstraint(
            "recall", models.UniqueConstraint(fields=("learner", "drill", "pattern"), name="recall_once_for_question")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(tally, migrations.RunPython.noop),
    ]
