from django.db import migrations, models

KNOWS_ALL = "*"  # as game.table.notes has it


def know_all(apps, _schema_editor):
    """Whoever has finished a game here needs no word explained."""
    played = apps.get_model("game", "Result").objects.filter(games__gt=0).values("learner")
    apps.get_model("game", "Habits").objects.filter(learner__in=played).update(met=[KNOWS_ALL])


class Migration(migrations.Migration):

    dependencies = [
        ('game', '0006_lift'),
    ]

    operations = [
        migrations.AddField(
            model_name='habits',
            name='met',
            field=models.JSONField(blank=True, default=list, verbose_name='words met'),
        ),
        migrations.RunPython(know_all, migrations.RunPython.noop),
    ]
