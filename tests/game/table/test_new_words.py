"""Every word of a new game and of the list of games is marked for translation."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings

from game.engine.rules import PRESETS, Rules
from game.models import Match, Origin, Result
from game.strategy.levels import Level
from game.words.rules import opponents, preset_name, summary
from tests.strategies import rules
from tests.words import assert_all_marked, bare
from trainer.models import Learner

pytestmark = pytest.mark.usefixtures("pseudo_language")

EVERYTHING = {"preset": "own", "seats": "6", "sides": "pairs", "target": "own", "counting": "show", "deals": "x"}


@pytest.mark.django_db
@pytest.mark.parametrize("posted", [{"preset": "own"}, {"preset": "x"}, {"preset": "again"}, EVERYTHING])
def test_a_page_with_what_is_wrong(client: Client, posted: dict[str, Any]) -> None:
    assert_all_marked(client.get("/games/new/").text)
    assert_all_marked(client.post("/games/new/", posted).text)


@pytest.mark.django_db
def test_pages_with_games(client: Client) -> None:
    assert_all_marked(client.get("/games/").text)
    for preset in PRESETS:
        for level in Level:
            client.post("/games/new/", {"preset": preset, "level": level})
            assert_all_marked(client.get("/games/new/").text)
    learner = Learner.objects.get()
    for number, match in enumerate(Match.objects.all()):
        match.over, match.origin = number % 3 > 0, list(Origin)[number % 5 % 3]
        match.summary["winner"] = (0, 1, None)[number % 4 % 3]
        match.save()
    won = {"games": 3, "won": 1, "drawn": 1}
    for level in (*Level, "mixed", "people"):
        for name in (*PRESETS, "own"):
            Result.objects.update_or_create(learner=learner, rules=name, level=level, seats=2, defaults=won)
    page = client.get("/games/").text
    # A guest's own name and those of bots are marked; the numbers and dates of the list are no words.
    assert_all_marked(page)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rules())
def test_rules_in_one_line(agreed: Rules) -> None:
    levels = [Level.CLUB, Level.EXPERT, Level.CLUB, Level.CASUAL, Level.CASUAL][: agreed.seats - 1]
    for told in (summary(agreed), opponents(agreed, levels), preset_name("own")):
        assert bare(told) == []
