"""Sixty days of sixty hands with recall, through the practice service: what waits, what is told, how late it comes.

The learner recalls what is due before the day's hands, and again after them. It needs Django with an empty database.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random
from unittest.mock import patch

from django.utils import timezone

from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Learner, Recall
from trainer.practice import service
from trainer.practice.addresses import about_to_begin, start_url
from trainer.practice.state import Sitting
from trainer.progress import recall

HANDS, DAYS = 60, 60
"""Hands a day, and days."""
WRONG, SLOW, FORGOTTEN = 0.10, 0.04, 0.2
"""How often a hand is counted wrong, or takes three times as long as usual; how often what comes back is wrong."""
RUN = 20
"""Hands in a run."""
SECONDS = 8.0
FIRST_DAY = datetime(2026, 3, 2, 9, tzinfo=UTC)


@dataclass
class Returned:
    """What came back: how late each was in days, what was told and what was asked, and what waited each evening."""

    late: list[float] = field(default_factory=list)
    told: list[tuple[int, int]] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    stored: list[int] = field(default_factory=list)


def _answered(sitting: Sitting, now: datetime, rng: Random, wrong: float) -> tuple[Sitting, datetime]:
    """Answer a question, and return the run and the time after it."""
    scores = sitting.asked.question.scores
    took = timedelta(seconds=SECONDS * rng.lognormvariate(0, 0.25) * (3 if rng.random() < SLOW else 1))
    truth = sum(score.points for score in scores)
    off = (rng.choice(scores).points if scores else -2) if rng.random() < wrong else 0
    after, _ = service.answer(replace(sitting, asked_at=now), str(truth - off), now + took)
    return after, now + took


def _recalled(learner: Learner, now: datetime, rng: Random, found: Returned) -> datetime:
    """Go through what is due, and return the time after it."""
    told, asked = recall.due_count(learner, now), 0
    with patch.object(timezone, "now", lambda: now):  # or all would have rested for months
        sitting = service.begin(learner, recall.SETTINGS, items=recall.due(learner, now))
    while sitting and not sitting.is_over and sitting.recalled:
        found.late.append((now - sitting.recalled.due_at) / timedelta(days=1))
        sitting, now = _answered(sitting, now, rng, FORGOTTEN)
        asked += 1
        sitting = service.go_on(sitting, now)
    found.told.append((told, asked))
    return now


def returned(seed: int, wrong: float = WRONG) -> Returned:
    """Return what came back to a learner in all days."""
    rng, learner, found = Random(seed), Learner.objects.create_guest(), Returned()
    for day in range(DAYS):
        now = _recalled(learner, FIRST_DAY + timedelta(days=day), rng, found)
        for run in range(HANDS // RUN):
            address = start_url(Settings("count", Mode.CALM)).split("/")[2]
            sitting = service.owned(replace(about_to_begin(address), seed=rng.getrandbits(60)), learner)
            sitting = replace(sitting, key=f"{seed}.{day}.{run}")
            for _ in range(RUN):
                sitting, now = _answered(sitting, now, rng, wrong)
                sitting = service.go_on(sitting, now)
            service.end(sitting, now)
        now = _recalled(learner, now + timedelta(minutes=15), rng, found)
        found.waiting.append(recall.waiting(learner, now).count())
        found.stored.append(Recall.objects.filter(learner=learner, retired=False).count())
    return found
