"""Which answers compare with those of another week, and whose time tells how fast a learner is."""

import pytest
from django.test import Client

from tests.trainer.drills.samples import HAND, SAMPLES, answer
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import EVER, Learner, Tally
from trainer.practice import addresses
from trainer.practice.state import AskedQuestion, Sitting, stream_of
from trainer.progress.tallies import MIX, OWN

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("settings", "stream"),
    [
        (Settings("count", Mode.CALM), OWN),
        (Settings("count", Mode.CALM, None, {"find": "on"}), OWN),
        (Settings("count", Mode.CLOCK, 30), MIX),
        (Settings("count", Mode.DAILY), MIX),
        (Settings("discard", Mode.ROUND), MIX),
        (Settings("count", Mode.CALM, None, {"skill": "nobs"}), ""),
        (Settings("count", Mode.CALM, None, {"weak": "on"}), ""),
        (Settings("count", Mode.CLOCK, 30, {"kind": "crib"}), ""),
        (Settings("count", Mode.SPRINT, 180), ""),
        (Settings("count", Mode.STREAK), ""),
        (Settings("recall", Mode.RECALL), ""),
        (Settings("count", Mode.REPLAY), ""),
        (Settings("count", Mode.LESSON), ""),
    ],
    ids=str,
)
def test_like_compares_with_like(settings: Settings, stream: str) -> None:
    """Not what rises, what is narrowed, what comes back, and lessons."""
    sitting = Sitting(
        key="k", settings=settings, seed=1, asked=AskedQuestion("count", HAND), asked_at=Learner().created_at
    )
    assert stream_of(sitting) == stream


def test_an_answer_is_kept_with_those_it_compares_with(client: Client) -> None:
    start = addresses.start_url(Settings("count", Mode.CALM), asked=HAND)
    answer(client, start, SAMPLES["count"].wrong)
    kept = Tally.objects.get(day=EVER, facet__startswith=OWN)
    assert (kept.facet.split(":")[1], kept.times, kept.misses) == ("count", 1, 1)
    assert not Tally.objects.filter(facet__startswith=MIX).exists()


@pytest.mark.parametrize(("away", "timed"), [("1", 0), ("0", 1), ("", 1), ("yes", 1)])
def test_who_was_away_meanwhile_has_no_time(client: Client, away: str, timed: int) -> None:
    """The browser's word can only take a time away: how long it was the server's clock says."""
    start = addresses.start_url(Settings("count", Mode.CALM), asked=HAND)
    answer(client, start, [{**post, "away": away} for post in SAMPLES["count"].right])
    assert set(Tally.objects.values_list("timed", flat=True)) == {timed}
