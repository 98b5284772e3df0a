"""Reviews call the decision discard that they called lay_away."""

from django.db import migrations

OLD, NEW = "lay_away", "discard"

_AT_ONCE = 200


def rename(apps, schema_editor):
    """Rename the kind of decision in every review that has one."""
    reviews = apps.get_model("game", "Review").objects
    for pk, decisions in reviews.order_by("pk").values_list("pk", "decisions").iterator(_AT_ONCE):
        if any(decision["kind"] == OLD for decision in decisions):
            renamed = [{**each, "kind": NEW if each["kind"] == OLD else each["kind"]} for each in decisions]
            reviews.filter(pk=pk).update(decisions=renamed)


class Migration(migrations.Migration):

    dependencies = [
        ("game", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
    ]
