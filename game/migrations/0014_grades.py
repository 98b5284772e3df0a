"""Grades go by the chance to win: what is kept is graded anew, so that no larger loss has a better grade."""

from django.db import migrations
from django.db.models import F

POINTS = (("inaccurate", 0.4), ("good", 0.05))
WINS = (("blunder", 0.04), ("mistake", 0.02), ("inaccurate", 0.008), ("good", 0.002))
ORDER = ("best", "good", "inaccurate", "mistake", "blunder")
OWN_COUNTS = ("play_count", "hand", "crib")
AT_ONCE = 500


def graded(points, win, *, miscounted):
    """Return the grade of a loss, as game.strategy.review has it."""
    by_points = next((grade for grade, least in POINTS if points >= least), "best")
    by_win = next((grade for grade, least in WINS if round(win, 3) >= least), "best")
    return max(by_points, by_win, "inaccurate" if miscounted else "best", key=ORDER.index)


def grade_decisions(apps, _schema_editor):
    """Grade the decisions that are listed, and move them in the sums."""
    decision, tally = apps.get_model("game", "JudgedDecision"), apps.get_model("game", "LossTally")
    changed = []
    for row in decision.objects.iterator():
        miscounted = row.kind in OWN_COUNTS and row.action != row.best
        grade = graded(row.points, row.win, miscounted=miscounted)
        if grade != row.grade:
            move(tally, row, grade)
            row.grade = grade
            changed.append(row)
    decision.objects.bulk_update(changed, ["grade"], batch_size=AT_ONCE)


def move(tally, row, grade):
    """Move a decision from the sums of its former grade to those of its new one."""
    of_part = tally.objects.filter(learner=row.learner_id, part=row.part)
    of_part.filter(grade=row.grade).update(decisions=F("decisions") - 1, points=F("points") - row.points)
    tally.objects.get_or_create(learner_id=row.learner_id, part=row.part, grade=grade)
    of_part.filter(grade=grade).update(decisions=F("decisions") + 1, points=F("points") + row.points)


def grade_reviews(apps, _schema_editor):
    """Grade the decisions of reviews."""
    for review in apps.get_model("game", "Review").objects.iterator():
        for kept in review.decisions:
            kept["grade"] = graded(kept["points"], kept["win"], miscounted="count" in kept["faults"])
        review.save(update_fields=["decisions"])


class Migration(migrations.Migration):

    dependencies = [
        ('game', '0013_seatings'),
    ]

    operations = [
        migrations.RunPython(grade_decisions, migrations.RunPython.noop),
        migrations.RunPython(grade_reviews, migrations.RunPython.noop),
    ]
