"""Two people in two browsers play the same deals, each in their own time, and run the same race."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from game import referee
from game.engine.play import Discard
from game.engine.rules import Rules
from game.models import Match
from tests.browser.eyes import fits, violations
from tests.browser.games import asked_hidden, fixed_chance, hide, see_again, sit_at
from tests.game.finished import finished
from tests.game.tables import choose
from tests.game.together import duels
from tests.game.together.seated import person
from tests.trainer.practice.racing import counted_down, started, waiting
from trainer.models import Race, Racer, Run
from trainer.practice import races, rules, service

OpenPage = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 740}}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _certain_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same every time."""
    fixed_chance(monkeypatch, "compared")


def test_two_people_compare_the_same_deals(live_server: LiveServer, open_page: OpenPage) -> None:
    """One makes a link of a finished game; the other opens it as a guest, plays, and both see how they did."""
    first, second = (open_page(alone=True, **PHONE) for _ in range(2))
    over = finished(sit_at(first, live_server.url), Rules(target=61), "browser")
    first.goto(live_server.url + reverse("review", args=[over.match.key, 1]))
    first.get_by_role("button", name="Beat me on these deals").click()
    expect(first.locator("#results")).to_be_visible()
    link = first.locator("#challenge-link").input_value()
    second.goto(link)
    assert [violations(second), second.get_by_role("table").count()] == [[], 0]
    second.get_by_role("button", name="Play these deals").click()
    expect(second.locator("#table")).to_be_visible()
    match = Match.objects.get(challenge__token=link.rsplit("/", 2)[1])
    course = referee.at_table(match.key)
    action = choose(course, 0)
    assert isinstance(action, Discard)
    for card in action.cards:
        second.locator(f'.pick[data-card="{card}"]').click()
    second.locator("#discard").click()
    expect(second.locator("[data-phase=discarding]")).not_to_be_attached()
    for _course in duels.through(match):
        pass
    second.reload()
    second.locator("#compare").click()
    for page, own in ((second, "You"), (first, "You")):
        page.goto(link)
        expect(page.get_by_role("rowheader", name=own)).to_be_visible()
        expect(page.locator("#deals")).to_be_visible()
        fits(page)
        assert violations(page) == []
        page.set_viewport_size({"width": 320, "height": 640})
        table = page.locator("[aria-labelledby=deals] .table-scroll")
        assert table.evaluate("table => table.scrollWidth <= table.clientWidth"), "no column is cut"


def test_two_people_race(live_server: LiveServer, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both say that they are ready; the start takes both to the questions, the end to the results, and on again."""
    monkeypatch.setattr(rules, "AHEAD", timedelta(hours=1))  # it comes once the countdown was looked at
    monkeypatch.setattr(races, "_WAITING", ((0, 40),))
    monkeypatch.setattr(races, "_RUNNING", ((0, 40),))
    first, second = (open_page(alone=True, **PHONE) for _ in range(2))
    first.goto(live_server.url + reverse("races"))
    assert violations(first) == []
    first.get_by_role("button", name="Make a race").click()
    link = first.locator("#race-link").input_value()
    second.goto(link)
    for page in (first, second):
        page.locator("#ready").click()
        expect(page.get_by_role("button", name="Not ready after all")).to_be_visible()
    expect(first.locator("#room li")).to_have_count(2)
    fits(first)
    assert violations(first) == []
    first.locator("#start").click()
    for page in (first, second):
        expect(page.locator("#countdown")).to_be_visible()
    assert violations(second) == []
    race = counted_down(Race.objects.get())
    for page in (first, second):
        expect(page.locator("#claim")).to_be_focused()
    for page, who in zip((first, second), Racer.objects.filter(race=race).order_by("pk"), strict=True):
        expect(page.locator("#drill")).to_be_visible()
        run = Run.objects.get(race=race, learner=who.learner)
        sitting = service.taken(run.key, run.learner)
        page.locator("#claim").fill(str(sitting.asked.definition.mark(sitting.asked.question, "").worth))
        page.locator("#claim").press("Enter")
        page.get_by_role("button", name="End here").click()
        expect(page.get_by_role("heading", name="Results")).to_be_visible()
    for page in (first, second):
        expect(page.get_by_role("cell", name="1 right")).to_have_count(2)
        fits(page)
        assert violations(page) == []
    first.get_by_role("button", name="Race again").click()
    for page in (first, second):
        expect(page.locator("#ready")).to_be_visible()
        assert page.url != link


def test_the_page_of_a_race_shows_how_much_time_is_left_of_ones_own_run(
    live_server: LiveServer, open_page: OpenPage
) -> None:
    page, ann, ben = open_page(alone=True, **PHONE), person("Ann"), person("Ben")
    race = started(ann, ann, ben)
    sit_at(page, live_server.url, ben.learner)
    page.goto(live_server.url + reverse("race", args=[race.token]))
    left = page.locator("#clock")
    expect(left).not_to_have_text(left.inner_text())
    fits(page)
    assert violations(page) == []


def test_who_is_ready_hears_of_the_start_in_a_hidden_tab_and_who_only_looks_asks_once_it_is_seen(
    live_server: LiveServer, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "AHEAD", timedelta(seconds=1.5))
    monkeypatch.setattr(races, "_WAITING", ((0, 40),))
    ready, looks = (open_page(alone=True, **PHONE) for _ in range(2))
    host, own = person("Ann"), sit_at(ready, live_server.url)
    sit_at(looks, live_server.url)
    race = waiting(host, host)
    races.say_ready(race.token, own)
    for page in (ready, looks):
        page.goto(live_server.url + reverse("race", args=[race.token]))
        expect(page.locator("#room")).to_be_visible()
        hide(page)
    ready.wait_for_function("() => window.asked > 0")
    assert asked_hidden(looks) == 0
    races.start(race.token, host.learner)
    expect(ready.locator("#claim")).to_be_focused()
    see_again(looks)
    expect(looks.get_by_role("heading", name="Who is ready")).not_to_be_attached()
