"""Remove the columns whose meaning depended on the mode: PostgreSQL needs that in a transaction after the data."""

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
