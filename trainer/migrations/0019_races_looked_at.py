from django.db import migrations, models

EVERYTHING = 1000
"""More results than a race has: what was run before is no news."""


class Migration(migrations.Migration):
    dependencies = [("trainer", "0018_plain_public_keys")]

    operations = [
        migrations.AddField(
            model_name="racer",
            name="seen",
            field=models.PositiveSmallIntegerField(default=EVERYTHING, verbose_name="results seen"),
        ),
        migrations.AlterField(
            model_name="racer",
            name="seen",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="results seen"),
        ),
    ]
