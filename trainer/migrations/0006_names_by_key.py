"""Names are compared by a key that is worked out here, the same on every database: Ä is ä."""

from django.db import migrations, models


def fill(apps, schema_editor):
    """Give every name its key.

    Where two had names that are one now, both keep them: whose is older has the key, the other one a key with their
    number added, by which nobody looks; they are found by the name as they wrote it.
    """
    from trainer import names

    Learner = apps.get_model("trainer", "Learner")
    for name, key in (("name", "name_key"), ("public_name", "public_key")):
        taken = set()
        for pk, named in Learner.objects.exclude(**{name: None}).order_by("pk").values_list("pk", name):
            found = names.key(named)
            if found in taken:
                found = f"{found}/{pk}"
            taken.add(found)
            Learner.objects.filter(pk=pk).update(**{key: found})


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0005_lessons"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="learner",
            name="learner_name_once_in_any_case",
        ),
        migrations.AddField(
            model_name="learner",
            name="name_key",
            field=models.CharField(
                blank=True,
                editable=False,
                max_length=150,
                null=True,
                unique=True,
                verbose_name="name as it is compared",
            ),
        ),
        migrations.AddField(
            model_name="learner",
            name="public_key",
            field=models.CharField(
                blank=True,
                editable=False,
                max_length=100,
                null=True,
                unique=True,
                verbose_name="public name as it is compared",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
