"""Public names that several have are found by one key: of those who came later it had their number added."""

from django.db import migrations


def make_plain(apps, schema_editor):
    """Give every public name the key of its words alone."""
    from trainer import names

    Learner = apps.get_model("trainer", "Learner")
    for learner in Learner.objects.filter(public_key__contains="/").only("public_name", "public_key").iterator():
        Learner.objects.filter(pk=learner.pk).update(public_key=names.key(learner.public_name))


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0017_public_names"),
    ]

    operations = [
        migrations.RunPython(make_plain, migrations.RunPython.noop),
    ]
