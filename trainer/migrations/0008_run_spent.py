"""Each run keeps the seconds on its questions after the first. The daily runs so far are summed up."""

from datetime import timedelta

from django.db import migrations, models


def sum_up(apps, schema_editor):
    """Store the sum for each daily run: no other's is read."""
    attempts = apps.get_model("trainer", "Attempt").objects.filter(number__gt=0)
    runs = apps.get_model("trainer", "Run").objects
    for run in runs.filter(day__isnull=False).order_by("pk").values_list("pk", flat=True).iterator():
        times = attempts.filter(run=run).values_list("asked_at", "answered_at")
        spent = sum((answered - asked for asked, answered in times), timedelta())
        runs.filter(pk=run).update(spent=spent.total_seconds())


class Migration(migrations.Migration):

    dependencies = [
        ('trainer', '0007_tally_carried_over'),
    ]

    operations = [
        migrations.AddField(
            model_name='run',
            name='spent',
            field=models.FloatField(default=0.0, verbose_name='seconds on the questions after the first'),
        ),
        migrations.RunPython(sum_up, migrations.RunPython.noop),
    ]
