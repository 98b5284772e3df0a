"""Tallies get late counts, which decay. They begin as if what was missed so far had been missed evenly."""

from django.db import migrations, models
from django.db.models import ExpressionWrapper, F, FloatField
from django.db.models.functions import Power

HALF_LIFE = 16


def fill(apps, schema_editor):
    """Fill the late counts of all days: after so many times at an even rate they have the sum of a geometric series."""
    times = (1.0 - Power(0.5, F("times") / float(HALF_LIFE))) / (1 - 0.5 ** (1 / HALF_LIFE))
    misses = times * F("misses") / F("times")
    wrapped = {
        "late_times": ExpressionWrapper(times, FloatField()),
        "late_misses": ExpressionWrapper(misses, FloatField()),
    }
    apps.get_model("trainer", "Tally").objects.filter(day="0001-01-01", times__gt=0).update(**wrapped)


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
    ]
