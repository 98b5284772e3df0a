"""A run knows when the cards of its question turn over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trainer", "0011_late_tallies")]

    operations = [
        migrations.AddField(
            model_name="run",
            name="covered_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="cards turned over at"),
        ),
    ]
