"""What one person does at a table is seen by the other, and nothing is lost on the way."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from game import referee
from game.engine.play import Action, Counting, Discard, Discarding, Pegging, Play, State, waited_for
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import Habits, Pace, Party, Seat
from game.referee import Course
from game.strategy.levels import Level
from game.together import invitations, life, news, people, phrases, rematch, tables
from game.together.tables import PartySetup
from tests.browser.eyes import fits, violations
from tests.browser.games import asked_hidden, costly, fixed_chance, hide, see_again, sit_at
from tests.game.tables import choose
from tests.game.together.seated import step, through, until
from trainer.models import Learner

OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages ask all the time, so that nobody waits for a second to pass."""
    for steps in ("_EXPECTED", "_OWN_TURN", "_OVER"):
        monkeypatch.setattr(news, steps, ((0, 40),))
    fixed_chance(monkeypatch, "two people")


def table_of(people: list[Learner], rules: Rules) -> Party:
    """A table in play of two."""
    party = tables.make(people[0], PartySetup(rules=rules, levels=(None,), pace=Pace.INSTANT))
    return invitations.take_seat(party.invitation, people[1], None)


def shows(page: Page, course: Course) -> None:
    """Wait until a page shows the table as it is."""
    expect(page.locator(f'#act > input[name=number][value="{course.move}"]')).to_be_attached()


def press(page: Page, action: Action) -> None:
    """Do something by its buttons. A finger could not be so fast: its second tap within half a second is none."""
    match action:
        case Discard(_, cards):
            for card in cards:
                page.locator(f'.pick[data-card="{card}"]').click()
            page.locator("#discard").click()
        case Play(_, card):
            page.locator(f"#card-{card}").click()
        case _:
            raise ValueError(action)


def opened(page: Page, url: str, state: type[State], *places: int) -> Course:
    """Open the page of the first of two people at a table that waits for these seats."""
    own, other = sit_at(page, url), Learner.objects.create_guest()
    course = until(table_of([own, other], Rules()), state, *places)
    page.goto(url + reverse("table", args=[course.match.key]))
    shows(page, course)
    return course


def test_what_is_chosen_typed_open_and_focused_survives_news(live_server: LiveServer, open_page: OpenPage) -> None:
    pages = [open_page(alone=True, **PHONE) for _ in range(2)]
    people = [sit_at(page, live_server.url) for page in pages]
    course = until(table_of(people, Rules()), Discarding, 0, 1)
    for page in pages:
        page.goto(live_server.url + reverse("table", args=[course.match.key]))
    first, second = pages
    card = second.locator(".pick input").first
    second.locator(".pick").first.click()
    second.locator("#fairness summary").click()
    second.locator("#say").fill("5")
    press(first, choose(course, 0))
    after = course.move.replace(str(course.number), str(course.number + 1))
    expect(second.locator(f'#act > input[name=number][value="{after}"]')).to_be_attached()
    expect(card).to_be_checked()
    expect(second.locator("#fairness")).to_have_attribute("open", "")
    expect(second.locator("#say")).to_have_value("5")
    expect(second.locator("#say")).to_be_focused()
    expect(first.locator("#asked")).to_contain_text("turn.")


def test_a_warning_stands_through_news(live_server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(alone=True, **PHONE)
    course = opened(page, live_server.url, Discarding, 0, 1)
    Party.objects.update(helps=True)
    Habits.objects.update_or_create(learner=course.seats[0].learner, defaults={"warnings": True})
    discard = costly(course)
    assert discard
    press(page, discard)
    expect(page.locator("#take-back")).to_be_visible()
    shows(page, referee.act(course, choose(course, 1)))
    expect(page.locator("#take-back")).to_be_visible()


def test_what_is_chosen_while_news_are_on_their_way_is_kept(live_server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(alone=True, **PHONE)
    course = opened(page, live_server.url, Discarding, 0, 1)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/games/*/?since=*", hold)
    with page.expect_request("**/games/*/?since=*"):
        after = referee.act(course, choose(course, 1), Pace.INSTANT)
    page.locator(".pick").first.click()
    expect(page.locator(".pick input").first).to_be_checked()
    held[0].continue_()
    shows(page, after)
    expect(page.locator(".pick input").first).to_be_checked()


def test_a_second_device_comes_to_the_same_seat_and_the_first_follows(
    live_server: LiveServer, open_page: OpenPage
) -> None:
    phone, desk = open_page(alone=True, **PHONE), open_page(alone=True)
    own, other = sit_at(phone, live_server.url), Learner.objects.create_guest()
    course = until(table_of([own, other], Rules()), Discarding, 0, 1)
    sit_at(desk, live_server.url, own)
    for page in (phone, desk):
        page.goto(live_server.url + reverse("table", args=[course.match.key]))
        shows(page, course)
    press(desk, choose(course, 0))
    expect(desk.locator(f'#act > input[name=number][value="{course.move}"]')).not_to_be_attached()
    shows(phone, referee.at_table(course.match.key))
    course = until(Party.objects.get(match=course.match), Pegging, 0)
    shows(phone, course)
    press(phone, choose(course, 0))
    expect(phone.locator(f'#act > input[name=number][value="{course.move}"]')).not_to_be_attached()
    after = referee.at_table(course.match.key)
    assert after.number == course.number + 1
    shows(desk, after)


@pytest.mark.parametrize("how", ["refused", "silent"])
def test_a_network_that_is_cut_for_half_a_minute_loses_nothing(
    live_server: LiveServer, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Cut so that requests fail, or so that none is answered. The page goes on asking, keeps what was typed, and then
    shows what has happened meanwhile."""
    monkeypatch.setattr(news, "_EXPECTED", ((0, 60_000),))
    page, tries = open_page(alone=True, **PHONE), list[Route]()
    page.clock.install()
    course = opened(page, live_server.url, Pegging, 1)

    def cut(route: Route) -> None:
        tries.append(route)
        if how == "refused":
            route.abort()

    def wait(seconds: int) -> None:
        for _second in range(seconds):
            page.clock.run_for(1000)
            page.evaluate("() => fetch('/livez')")  # by then the page knows of what has failed or come

    page.route("**/games/**", cut)
    after = referee.act(course, choose(course, 1), Pace.INSTANT)
    page.locator("#say").fill("c")
    wait(60 + 30)
    assert 2 <= len(tries) <= 7
    expect(page.locator("#say")).to_have_value("c")
    expect(page.locator(f'#act > input[name=number][value="{course.move}"]')).to_be_attached()
    page.unroute("**/games/**")
    wait(30)
    shows(page, after)
    expect(page.locator("#say")).to_have_value("c")


def test_news_that_hang_on_their_way_are_fetched_again(live_server: LiveServer, open_page: OpenPage) -> None:
    """A request that is never answered ends after a time, here a short one, and the page says so."""
    page = open_page(alone=True, **PHONE)
    course = opened(page, live_server.url, Discarding, 0, 1)
    assert page.evaluate("() => htmx.config.timeout") == 30_000
    page.evaluate("() => { htmx.config.timeout = 100; }")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/games/*/?since=*", lambda _route: None)
    after = referee.act(course, choose(course, 1), Pace.INSTANT)
    expect(page.locator("#trouble")).to_be_visible()
    page.unroute("**/games/*/?since=*")
    page.evaluate("() => { htmx.config.timeout = 30_000; }")
    shows(page, after)
    expect(page.locator("#trouble")).to_be_hidden()
    assert errors == []


def test_every_eye_can_use_the_pages_of_people(
    live_server: LiveServer, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Axe finds no violations with all details open, no target is too small, and nothing is wider than the page."""
    monkeypatch.setattr(news, "_EXPECTED", news._CLOSED)  # noqa: SLF001
    page, other = open_page(alone=True, **PHONE), Learner.objects.create_user("Ben", public_name="Ben")
    own = sit_at(page, live_server.url)
    for path in paths(own, other):
        page.goto(live_server.url + path)
        fits(page)
        assert (path, violations(page)) == (path, [])
        page.set_viewport_size({"width": 320, "height": 740})


def paths(own: Learner, other: Learner) -> list[str]:
    """The pages of people: a form, tables that wait, are left, closed and over, and what lookers-on see."""
    waits = tables.make(own, PartySetup(rules=Rules(seats=4, sides=2), levels=(None, Level.CASUAL, None)))
    invited = tables.make(other, PartySetup(rules=Rules(), levels=(None,)))
    away, left, closed, over = (table_of([own, other], Rules(target=31)) for _ in range(4))
    course = until(away, Pegging)
    course = until(away, Pegging, 1) if waited_for(course.state) == (0,) else course
    Seat.objects.filter(match=away.match, place=1).update(here_until=None)
    life.leave(left.match.key, own)
    life.leave(closed.match.key, other)
    life.end(closed.match.key, own)
    *_, _last = through(over)
    rematch.agree(over.match.key, other)
    tables.let_watch(away.match.key, allowed=True)
    people.block(own, away.match.key, 1)
    phrases.say(away.match.key, other, "hello")
    watch = Party.objects.get(pk=away.pk).watch
    shown = [reverse("table", args=[party.match.key]) for party in (away, left, closed, over)]
    asked = [reverse("new_table"), reverse("people"), reverse("room", args=[waits.match.key])]
    return [*asked, *shown, reverse("sit_down", args=[invited.invitation]), reverse("watch", args=[watch])]


@pytest.mark.parametrize("wide", [360, 320])
def test_whether_a_claim_is_right_is_asked_above_the_numbers(
    live_server: LiveServer, open_page: OpenPage, wide: int
) -> None:
    """However long the names are, and whatever word is new."""
    rules = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
    page = open_page(alone=True, viewport={"width": wide, "height": 740}, has_touch=True, is_mobile=True)
    own = sit_at(page, live_server.url)
    other = Learner.objects.create_user("Ben", public_name="Benjamin of the three long rivers")
    party = table_of([own, other], rules)
    course = until(party, Counting, 0)
    while not isinstance(course.state, Counting) or not course.state.claimed or waited_for(course.state) != (0,):
        course = step(course)
    page.goto(live_server.url + reverse("table", args=[course.match.key]))
    expect(page.locator("#asked")).to_contain_text("Is it more?")
    words, pad = page.locator("#asked").bounding_box(), page.locator(".own").bounding_box()
    assert words
    assert pad
    assert words["height"] > 10
    assert words["y"] + words["height"] <= pad["y"]


def test_a_hidden_tab_does_not_ask_and_asks_once_it_is_seen(live_server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(alone=True, **PHONE)
    course = opened(page, live_server.url, Discarding, 0, 1)
    hide(page)
    after = referee.act(course, choose(course, 1), Pace.INSTANT)
    assert asked_hidden(page) == 0
    see_again(page)
    shows(page, after)
