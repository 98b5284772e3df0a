"""Tally the answers from before there were runs: they were carried over without being added to progress."""

from dataclasses import dataclass

from django.db import migrations
from django.db.models import Exists, OuterRef

_AT_ONCE = 500


def tally(apps, schema_editor):
    """Work out anew all tallies of each learner who has such answers, because smoothed values depend on their order.

    Other learners are not looked at: whose answers have no run is found by an index.
    """
    from trainer.drills.settings import Settings
    from trainer.progress.tallies import tally_update

    attempts = apps.get_model("trainer", "Attempt").objects
    carried_over = attempts.filter(run=None, rated=True, learner=OuterRef("pk"))
    learners = apps.get_model("trainer", "Learner").objects.filter(Exists(carried_over))
    for learner in learners.order_by("pk").values_list("pk", flat=True):
        apps.get_model("trainer", "Tally").objects.filter(learner=learner).delete()
        rates = {}
        rated = attempts.filter(learner=learner, rated=True).select_related("run")
        for attempt in rated.order_by("answered_at", "pk").iterator(_AT_ONCE):
            timed = attempt.run is None or Settings.parse(attempt.run.settings).timed
            update = tally_update(attempt, marking_of(attempt), rates, timed=timed)
            update.add()
            rates = update.rates


def marking_of(attempt):
    """Return the marking of an answer, without skills if its question can no longer be read."""
    from game.engine.cards import CardError
    from trainer.drills.questions import Marking, UnreadableQuestion
    from trainer.drills.registry import DRILLS

    @dataclass(frozen=True)
    class Unreadable(Marking):
        question: str = ""
        right: bool = False
        parts: tuple = ()

    try:
        drill = DRILLS[attempt.drill]
        return drill.mark(drill.read(attempt.question), attempt.answer)
    except (UnreadableQuestion, CardError, KeyError):
        return Unreadable(attempt.question, attempt.right)


class Migration(migrations.Migration):

    dependencies = [
        ("trainer", "0006_owned_sessions"),
    ]

    operations = [
        migrations.RunPython(tally, migrations.RunPython.noop),
    ]
