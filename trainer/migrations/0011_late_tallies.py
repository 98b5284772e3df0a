"""Tallies get late counts, which decay. They begin as if what was missed so far had been missed evenly.

Answers from before there were runs are tallied here too: they were carried over without being added to progress.
"""

from dataclasses import dataclass

from django.db import migrations, models
from django.db.models import Exists, ExpressionWrapper, F, FloatField, OuterRef
from django.db.models.functions import Power

HALF_LIFE = 16

_AT_ONCE = 500


def fill(apps, schema_editor):
    """Fill the late counts of all days: after so many times at an even rate they have the sum of a geometric series."""
    times = (1.0 - Power(0.5, F("times") / float(HALF_LIFE))) / (1 - 0.5 ** (1 / HALF_LIFE))
    misses = times * F("misses") / F("times")
    wrapped = {
        "late_times": ExpressionWrapper(times, FloatField()),
        "late_misses": ExpressionWrapper(misses, FloatField()),
    }
    apps.get_model("trainer", "Tally").objects.filter(day="0001-01-01", times__gt=0).update(**wrapped)


def tally(apps, schema_editor):
    """Work out anew all tallies of each learner who has such answers, because smoothed values depend on their order.

    Other learners are not looked at: whose answers have no run is found by an index.
    """
    from trainer.drills.settings import Settings
    from trainer.progress.tallies import tally_update

    attempts = apps.get_model("trainer", "Attempt").objects
    carried_over = attempts.filter(run=None, rated=True, learner=OuterRef("pk"))
    learners = apps.get_model("trainer", "Learner").objects.filter(Exists(carried_over))
    for learner in learners.order_by("pk").values_list("pk", flat=True):
        apps.get_model("trainer", "Tally").objects.filter(learner=learner).delete()
        rates = {}
        rated = attempts.filter(learner=learner, rated=True).select_related("run")
        for attempt in rated.order_by("answered_at", "pk").iterator(_AT_ONCE):
            timed = attempt.run is None or Settings.parse(attempt.run.settings).timed
            update = tally_update(attempt, marking_of(attempt), rates, timed=timed)
            update.add()
            rates = update.rates


def marking_of(attempt):
    """Return the marking of an answer, without skills if its question can no longer be read."""
    from game.engine.cards import CardError
    from trainer.drills.questions import Marking, UnreadableQuestion
    from trainer.drills.registry import DRILLS

    @dataclass(frozen=True)
    class Unreadable(Marking):
        question: str = ""
        right: bool = False
        parts: tuple = ()

    try:
        drill = DRILLS[attempt.drill]
        return drill.mark(drill.read(attempt.question), attempt.answer)
    except (UnreadableQuestion, CardError, KeyError):
        return Unreadable(attempt.question, attempt.right)


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0010_star"),
    ]

    operations = [
        migrations.AddField(
            model_name="tally",
            name="late_misses",
            field=models.FloatField(default=0.0, verbose_name="missed of late"),
        ),
        migrations.AddField(
            model_name="tally",
            name="late_times",
            field=models.FloatField(default=0.0, verbose_name="asked for of late"),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(tally, migrations.RunPython.noop),
    ]
