"""Give each value that a run stores a column of its own, and copy the data from the old shared columns."""

from django.core.management.base import CommandError
from django.db import migrations, models

_AT_ONCE = 500


def refuse_older(apps, schema_editor):
    """Refuse a database of which 0001 tells what it has not: it says so only by a column that is missing."""
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, "trainer_learner")
    if "name_key" not in {column.name for column in columns}:
        raise CommandError(
            "This database is too old for this version. Make a copy of it, run “manage.py migrate” with the code of "
            "commit 787471c, and then with this one."
        )


def carried_over(*, settings, stage, drill, found, queue, known):
    """Return the values of the new columns of a run."""
    _drill, mode, *options = settings.split(" ")
    new = {}
    if "find=on" in options:  # at the next question they were left over from the one before
        new["hunt_finds"] = [] if stage == "ask" else found
    else:
        new["answer_steps"] = found
    if mode == "recall":
        new["recall_queue"], new["recalled_as"] = queue, known or None
    elif mode == "check":
        new["question_queue"] = [text.split(" ", 1) for text in queue]
    else:
        new["question_queue"] = [[drill, text] for text in queue]
    if mode == "lesson":
        new["set_aside"] = [
            {"asked": text.split(" ", 1), "steps": steps, "hinted": hinted} for text, (steps, hinted) in known.items()
        ]
    return new


def carry_over(apps, schema_editor):
    """Copy the old columns of each run into the new ones."""
    runs = apps.get_model("trainer", "Run").objects
    columns = ("settings", "stage", "drill", "found", "queue", "known")
    for run in runs.order_by("pk").values("pk", *columns).iterator(_AT_ONCE):
        pk = run.pop("pk")
        if run["found"] or run["queue"] or run["known"]:
            runs.filter(pk=pk).update(**carried_over(**run))


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(refuse_older, migrations.RunPython.noop),
        migrations.AddField(
            model_name="run",
            name="answer_steps",
            field=models.JSONField(default=list, verbose_name="parts of the answer"),
        ),
        migrations.AddField(
            model_name="run",
            name="hunt_finds",
            field=models.JSONField(default=list, verbose_name="found in the hunt"),
        ),
        migrations.AddField(
            model_name="run",
            name="question_queue",
            field=models.JSONField(default=list, verbose_name="questions still to ask"),
        ),
        migrations.AddField(
            model_name="run",
            name="recall_queue",
            field=models.JSONField(default=list, verbose_name="recall items still to ask"),
        ),
        migrations.AddField(
            model_name="run",
            name="recalled_as",
            field=models.JSONField(blank=True, null=True, verbose_name="known of the recall item"),
        ),
        migrations.AddField(
            model_name="run",
            name="set_aside",
            field=models.JSONField(default=list, verbose_name="questions set aside"),
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
