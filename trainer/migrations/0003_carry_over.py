"""Answers given before there were runs keep their place: as questions and answers of the counting drill."""

from django.db import migrations

_AT_ONCE = 500


def carry_over(apps, schema_editor):
    """Write the old columns' question and answer as the drill writes them now."""
    from trainer.drills.count import question as count_question

    Attempt = apps.get_model("trainer", "Attempt")
    changed = []
    for attempt in Attempt.objects.all().iterator(_AT_ONCE):
        attempt.question = f"crib {attempt.cards}" if attempt.crib else attempt.cards
        attempt.answer = str(attempt.claim)
        attempt.right = attempt.claim == attempt.points
        attempt.lost = abs(attempt.claim - attempt.points)
        attempt.sort = count_question.mark(count_question.read(attempt.question), attempt.answer).sort
        changed.append(attempt)
    Attempt.objects.bulk_update(changed, ["question", "answer", "right", "lost", "sort"], batch_size=_AT_ONCE)


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0002_runs"),
    ]

    operations = [
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]
