"""Rename the drill "layaway" to "discard" wherever its name is stored."""

from django.db import migrations
from django.db.models import Value
from django.db.models.functions import Concat, Replace, Substr

OLD, NEW = "layaway", "discard"

_AT_ONCE = 500


def rename(apps, schema_editor):
    """Rename the drill in columns, in the text of settings, in facets of tallies, and in the JSON columns of runs."""
    get = apps.get_model
    for model in ("Run", "Attempt", "Recall"):
        get("trainer", model).objects.filter(drill=OLD).update(drill=NEW)
    in_settings = Concat(Value(NEW), Substr("settings", len(OLD) + 1))
    for model in ("Run", "Assignment"):
        get("trainer", model).objects.filter(settings__startswith=f"{OLD} ").update(settings=in_settings)
    tallies = get("trainer", "Tally").objects
    tallies.filter(facet=f"drill:{OLD}").update(facet=f"drill:{NEW}")
    sorts = tallies.filter(facet__startswith=f"sort:{OLD}:")
    sorts.update(facet=Replace("facet", Value(f"sort:{OLD}:"), Value(f"sort:{NEW}:")))
    runs = get("trainer", "Run").objects
    for run in runs.order_by("pk").values("pk", "rates", "question_queue", "set_aside").iterator(_AT_ONCE):
        pk = run.pop("pk")
        if changed := {name: value for name, kept in run.items() if (value := renamed(kept)) != kept}:
            runs.filter(pk=pk).update(**changed)


def renamed(kept):
    """Return the value of a JSON column with the old name, which nothing else has, replaced by the new one."""
    if isinstance(kept, dict):
        return {renamed(key): renamed(value) for key, value in kept.items()}
    if isinstance(kept, list):
        return [renamed(value) for value in kept]
    return NEW if kept == OLD else kept


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0003_without_old_columns"),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
