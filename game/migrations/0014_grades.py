"""Grades go by the chance to win: what is kept is graded anew. To go back leaves the new grades."""

from django.db import migrations
from django.db.models import F
from django.db.models.functions import Greatest

POINTS = (("inaccurate", 0.4), ("good", 0.05))
WINS = (("blunder", 0.04), ("mistake", 0.02), ("inaccurate", 0.008), ("good", 0.002))
ORDER = ("best", "good", "inaccurate", "mistake", "blunder")
OWN_COUNTS = ("play_count", "hand", "crib")
AT_ONCE = 500


def graded(points, win, *, miscounted):
    """Return the grade of a loss, as game.strategy.review had it at the time of this migration."""
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
        if len(changed) == AT_ONCE:
            decision.objects.bulk_update(changed, ["grade"])
            changed.clear()
    decision.objects.bulk_update(changed, ["grade"])


def move(tally, row, grade):
    """Move a decision from the sums of its former grade to those of its new one."""
    of_part = tally.objects.filter(learner=row.learner_id, part=row.part)
    less = Greatest(F("decisions"), 1) - 1
    of_part.filter(grade=row.grade).update(decisions=less, points=F("points") - row.points)
    tally.objects.get_or_create(learner_id=row.learner_id, part=row.part, grade=grade)
    of_part.filter(grade=grade).update(decisions=F("decisions") + 1, points=F("points") + row.points)


def grade_reviews(apps, _schema_editor):
    """Grade the decisions of reviews."""
    reviews = apps.get_model("game", "Review").objects
    for pk, decisions in reviews.order_by("pk").values_list("pk", "decisions").iterator(AT_ONCE):
        anew = [
            {**each, "grade": graded(each["points"], each["win"], miscounted="count" in each["faults"])}
            for each in decisions
        ]
        if anew != decisions:
            reviews.filter(pk=pk).update(decisions=anew)


class Migration(migrations.Migration):

    dependencies = [
        ('game', '0013_seatings'),
    ]

    operations = [
        migrations.RunPython(grade_decisions, migrations.RunPython.noop),
        migrations.RunPython(grade_reviews, migrations.RunPython.noop),
    ]
