"""The columns whose meaning hung on the mode are gone; apart from their data, as PostgreSQL wants it."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0002_one_meaning"),
    ]

    operations = [
        migrations.RemoveField(model_name="run", name="found"),
        migrations.RemoveField(model_name="run", name="queue"),
        migrations.RemoveField(model_name="run", name="known"),
    ]
