"""The daily run, recall, accounts and classes by keyboard alone, and accessibility."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.eyes import OPEN_ALL, violations
from tests.browser.games import sit_at
from tests.browser.keys import tab_to
from tests.browser.learning import (
    PASSWORD,
    choose,
    count,
    count_all,
    end_here,
    follow,
    named,
    press,
    send,
    tick,
    with_history,
)
from tests.full import few, some
from tests.trainer.drills.samples import HAND, asked
from tests.trainer.practice.test_summary import made
from trainer.classes import classrooms
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Assignment, Attempt, Classroom, Learner, Membership, Recall, Run
from trainer.progress import recall

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
DARK = "rgb(17, 21, 18)"
FONT = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


def seen(page: Page, address: str) -> None:
    """Check that axe finds no violations with all details open, and that nothing is wider than the page."""
    page.goto(address)
    page.evaluate(OPEN_ALL)
    assert (address, violations(page)) == (address, [])
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def due_now() -> None:
    """Make all recall items due."""
    Recall.objects.update(due_at=timezone.now() - timedelta(hours=1))


# ------------------------------------------------------------------------------------------------------------- daily


class TestDaily:
    """The same hands for everybody, one try, and a place in the table."""

    @pytest.mark.full("a whole journey, whose pages are each tried on every change")
    def test_twenty_hands_and_a_place_under_a_public_name(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page, elsewhere = open_page(), open_page()
        page.goto(f"{live_server.url}/drills/")
        follow(page, "/daily/")
        expect(page.get_by_text("Nobody with a public name has finished")).to_be_visible()
        follow(page, "/daily/begin/")
        count_all(page, "++++-++++++-+++++++-")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator(".summary-score")).to_contain_text("17")
        expect(page.locator("#again")).to_have_count(0)
        assert Attempt.objects.filter(run__day=timezone.now().date()).count() == 20

        press(page, "a[href^='/daily/']")
        expect(page.locator(".daily-score")).to_contain_text("17 of 20 right")
        expect(page.get_by_text("faster than anybody can count")).to_be_visible()
        Run.objects.update(spent=120)
        page.reload()
        expect(page.get_by_text("That would be place 1")).to_be_visible()
        follow(page, "/account/signup/")
        send(page, name="Olga", password=PASSWORD, again=PASSWORD)
        page.goto(f"{live_server.url}/daily/")
        expect(page.locator(".results")).to_have_count(0)
        send(page, public_name="Pegasus")
        row = page.locator(".results tr.is-own")
        expect(row).to_contain_text(re.compile(r"1\s+Pegasus\s+you\s+17\s+\d+:\d\d"))

        page.goto(f"{live_server.url}/daily/begin/")
        expect(page.locator("#claim")).to_have_count(0)
        elsewhere.goto(f"{live_server.url}/daily/")
        expect(elsewhere.locator(".results tbody tr")).to_contain_text("Pegasus")
        expect(elsewhere.locator(".is-own")).to_have_count(0)

        press(page, "form[action$='/again/'] button")
        count(page)
        assert Run.objects.filter(day__isnull=False).count() == 1


# ------------------------------------------------------------------------------------------------------------ recall


class TestRecall:
    """Misses come back, and each review says what happens next."""

    def test_three_misses_come_back(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        page.goto(f"{live_server.url}{asked()}")
        count_all(page, "---")
        missed = list(Attempt.objects.order_by("number").values_list("question", flat=True))
        page.goto(f"{live_server.url}/recall/")
        expect(page.get_by_role("heading", name="Nothing is due now")).to_be_visible()
        due_now()

        page.goto(f"{live_server.url}/drills/")
        expect(page.locator("main a[href='/recall/']")).to_have_text("Recall 3 questions")
        follow(page, "/recall/")
        expect(page.locator(".summary-score")).to_have_text("3 questions")
        press(page, "main form button")
        count_all(page, "+-+")
        run = Run.objects.get(settings=str(recall.SETTINGS))
        assert sorted(run.attempts.values_list("question", flat=True)) == sorted(missed)
        self.to_the_end(page)
        assert Recall.objects.filter(rights__gt=0).count() == 2
        good, bad = page.locator(".became .is-good"), page.locator(".became .is-missed")
        expect(good).to_have_count(2)
        expect(bad).to_have_count(1)
        expect(bad).to_contain_text("Due again within the hour.")
        assert violations(page) == []

        follow(page, "/recall/")
        expect(page.get_by_role("heading", name="Nothing is due now")).to_be_visible()
        expect(page.get_by_text("3 questions: each comes back until you know it for good.")).to_be_visible()

    def to_the_end(self, page: Page) -> None:
        """Go on from the last verdict to the summary."""
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="How each one went")).to_be_visible()


# ----------------------------------------------------------------------------------------------------------- summary


class TestSummary:
    """The summary of a run, without a mouse."""

    @pytest.fixture
    def page(self, open_page: OpenPage, live_server: LiveServer) -> Page:
        """Return a page with the summary of three hands, the second of them missed."""
        page = open_page(alone=True)
        page.clock.install()
        page.goto(f"{live_server.url}/drills/")
        follow(page, "/drills/count/start/")
        count_all(page, "+-+")
        end_here(page)
        return page

    def test_again_does_not_take_an_enter_meant_for_the_last_answer(self, page: Page) -> None:
        page.clock.pause_at(timezone.now() + timedelta(hours=1))
        page.reload()
        address, again = page.url, page.locator("#again")
        tab_to(page, "#again")
        page.clock.run_for(890)
        page.keyboard.press("Enter")
        expect(again).to_have_attribute("aria-disabled", "true")
        assert page.url == address
        page.clock.run_for(10)
        expect(again).not_to_have_attribute("aria-disabled", "true")
        press(page, "#again")
        expect(page.locator("#claim")).to_be_focused()

    def test_a_miss_is_replayed_until_it_is_right(self, page: Page) -> None:
        tab_to(page, "form[action$='/replay/'] button")
        expect(page.locator("form[action$='/replay/'] button")).to_have_text("Replay my miss")
        press(page, "form[action$='/replay/'] button")
        count_all(page, "-+")
        press(page, "#next")
        expect(page.locator(".became li")).to_contain_text(["Right after 2 tries."])

    def test_answers_are_filtered_and_looked_at(self, page: Page) -> None:
        tiles = page.locator(".tiles li")
        expect(tiles).to_have_count(1)
        for name, number in (("all", 3), ("missed", 1)):
            tab_to(page, f"#show-{name}")
            page.keyboard.press("Enter")
            expect(tiles).to_have_count(number)
            expect(page).to_have_url(re.compile(rf"\?show={name}"))
            expect(page.locator(f"#show-{name}")).to_be_focused()
            expect(page.locator(f"#show-{name}")).to_have_attribute("aria-current", "true")
        press(page, ".tiles a")
        expect(page.locator(".verdict.is-wrong")).to_be_visible()
        for way in ("next", "prev", "prev"):
            press(page, f"a[rel={way}]")
        expect(page.locator(".attempt-ways")).to_contain_text("Answer 1")
        expect(page.locator("a[rel=prev]")).to_have_count(0)


# ----------------------------------------------------------------------------------------------------------- account


class TestAccount:
    """Two guests who turn out to be one person."""

    @pytest.mark.full("Django's client does the same on every change")
    def test_two_histories_become_one_and_go_for_good(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page, elsewhere = open_page(color_scheme="light"), open_page(color_scheme="light")
        page.goto(f"{live_server.url}/drills/")
        follow(page, "/drills/count/start/")
        count_all(page, "+-")
        page.goto(f"{live_server.url}/account/")
        follow(page, "/account/signup/")
        send(page, name="Anna", password=PASSWORD, again=PASSWORD)
        expect(page.locator("h1")).to_have_text("Hello, Anna")
        self.prefers(page)

        elsewhere.goto(live_server.url + asked(HAND))
        font = elsewhere.evaluate(FONT)
        count(elsewhere)
        assert Learner.objects.count() == 2
        press(elsewhere, ".nav-account")
        follow(elsewhere, "/account/login/")
        send(elsewhere, username="anna", password=PASSWORD)
        expect(elsewhere.locator("#messages")).to_contain_text("What you did here as a guest is now in your account.")
        assert Learner.objects.count() == 1

        press(elsewhere, "nav a[href='/progress/']")
        expect(elsewhere.locator(".figures div").last).to_contain_text("3")
        self.sees_what_was_preferred(elsewhere, font)
        follow(elsewhere, "/runs/")
        expect(elsewhere.locator(".run-row")).to_have_count(2)
        press(elsewhere, ".run-row .link")
        expect(elsewhere.locator("details.strip")).not_to_have_attribute("open", "")
        expect(elsewhere.locator(".strip-figures")).to_be_hidden()
        expect(elsewhere.get_by_role("link", name="Link to this question")).to_be_visible()
        assert elsewhere.locator(".deal .card-C").first.evaluate("card => getComputedStyle(card).color") == (
            "rgb(17, 17, 17)"
        )

        press(elsewhere, ".nav-account")
        follow(elsewhere, "/account/delete/")
        send(elsewhere, current=PASSWORD)
        expect(elsewhere.locator("h1")).to_have_text("Everything is deleted")
        for model in (Learner, Run, Attempt, Recall):
            assert not model.objects.exists()
        page.goto(f"{live_server.url}/account/")
        expect(page.locator("h1")).to_have_text("Account")
        assert page.evaluate(GROUND) != DARK

    def prefers(self, page: Page) -> None:
        """Choose two colours, dark, large text, and a hidden clock."""
        font = page.evaluate(FONT)
        follow(page, "/account/preferences/")
        assert page.evaluate(GROUND) != DARK
        for part, name, value in (
            ("cards", "cards", "two"),
            ("site", "look", "dark"),
            ("site", "text", "larger"),
            ("games", "clock", "hidden"),
        ):
            if page.locator(f"#part-{part}:not([open])").count():
                tab_to(page, f"#part-{part} > summary")
                page.keyboard.press("Enter")
            choose(page, name, value)
        send(page)
        expect(page.locator("#messages")).to_be_visible()
        self.sees_what_was_preferred(page, font)

    def sees_what_was_preferred(self, page: Page, font: float) -> None:
        """Check that the page is dark, and its text larger than before."""
        assert page.evaluate(GROUND) == DARK
        assert page.evaluate(FONT) > 1.2 * font
        expect(page.locator("html")).to_have_attribute("data-cards", "two")


# ------------------------------------------------------------------------------------------------------------- class


class TestClass:
    """An organiser, and a guest with a code."""

    def test_a_join_code_is_seen_whole(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(viewport={"width": 320, "height": 640})
        classroom = classrooms.make_class(named(page, live_server.url, "Olga"), "Tuesday club")
        Classroom.objects.filter(pk=classroom.pk).update(code="MQGWMQGD")
        page.goto(f"{live_server.url}/classes/{classroom.key}/")
        expect(page.get_by_role("button", name="Copy").first).to_be_visible()
        code = page.locator("#join-code")
        expect(code).to_have_value("MQGW-MQGD")
        assert code.evaluate("input => input.scrollWidth <= input.clientWidth")

    @pytest.mark.full("a whole journey, whose pages are each tried on every change")
    def test_a_run_is_set_done_and_seen(self, open_page: OpenPage, live_server: LiveServer) -> None:
        organiser, member = open_page(), open_page()
        named(organiser, live_server.url, "Olga")
        organiser.goto(f"{live_server.url}/drills/")
        follow(organiser, "/classes/")
        send(organiser, name="Tuesday club")
        expect(organiser.locator("h1")).to_have_text("Tuesday club")
        press(organiser, "main a[href$='/set/']")
        press(organiser, "main a[href$='/set/count/']")
        choose(organiser, "mode", "streak")
        press(organiser, "main button[type=submit]")
        expect(organiser.get_by_role("heading", name="Streak")).to_be_visible()
        code = organiser.locator("#join-code").input_value()

        member.goto(f"{live_server.url}/drills/")
        follow(member, "/classes/")
        send(member, code=code)
        tab_to(member, "[name=called]")
        member.keyboard.type("Peter")
        tick(member, "shares")
        press(member, "main button[type=submit]")
        expect(member.get_by_text("You have not tried it yet.")).to_be_visible()
        press(member, "main .panel a")
        count_all(member, "+++-")
        with member.expect_navigation():
            member.keyboard.press("Enter")
        expect(member.locator(".summary-score")).to_contain_text("3")
        press(member, "nav a[href='/drills/']")
        follow(member, "/classes/")
        press(member, "main a.list-row")
        expect(member.get_by_text("Your best: 3")).to_be_visible()

        organiser.reload()
        peter = organiser.get_by_role("region", name="1 member").get_by_role("listitem")
        expect(peter).to_contain_text(re.compile(r"Peter.*4 answers, 75%", re.DOTALL))
        fold = organiser.locator(".panel details")
        tab_to(organiser, ".panel summary")
        organiser.keyboard.press("Enter")
        expect(fold.locator("tbody tr")).to_contain_text(re.compile(r"Peter.*3.*1", re.DOTALL))

        tab_to(member, "#you > summary")
        member.keyboard.press("Enter")
        tab_to(member, "[name=shares]")
        member.keyboard.press("Space")
        press(member, "button[name=act][value=change]")
        organiser.reload()
        expect(peter).to_contain_text("progress not shared")
        expect(fold).to_have_count(0)


# ------------------------------------------------------------------------------------------------ without JavaScript


@pytest.mark.full("a whole journey, whose pages are each tried on every change")
def test_a_day_without_javascript(open_page: OpenPage, live_server: LiveServer) -> None:
    organiser = Learner.objects.create_guest()
    classroom = classrooms.make_class(organiser, "Tuesday club")
    page = open_page(java_script_enabled=False)
    page.goto(live_server.url)
    press(page, ".nav-account")
    follow(page, "/account/signup/")
    send(page, name="Anna", password=PASSWORD, again=PASSWORD)
    press(page, "nav a[href='/drills/']")
    follow(page, "/drills/count/start/")
    count_all(page, "+-")
    end_here(page)
    expect(page.locator(".summary-score")).to_contain_text("1")
    press(page, "#show-missed")
    expect(page.locator(".tiles li")).to_have_count(1)
    expect(page.locator("#again")).not_to_have_attribute("aria-disabled", "true")

    due_now()
    follow(page, "/recall/")
    press(page, "main form button")
    count(page)
    press(page, "#next")
    expect(page.locator(".became .is-good")).to_have_count(1)

    page.goto(f"{live_server.url}/classes/join/{classroom.code}/")
    expect(page.locator("h1")).to_have_text("Join “Tuesday club”")
    send(page, called="Anna")
    expect(page.locator(".names")).to_have_text("Anna")
    assert not Membership.objects.get().shares


# ---------------------------------------------------------------------------------------------------- accessibility


class TestEveryEye:
    """Axe finds no violations on the pages of a learner with a history, in any colours, on a phone or a desktop."""

    def test_pages_of_practice(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        run = with_history(page, live_server.url)
        due_now()
        Recall.objects.filter(pk=Recall.objects.latest("pk").pk).update(retired=True)
        seen(page, f"{live_server.url}/drills/")
        for path in ("/", "/progress/"):
            seen(page, live_server.url + path)
            expect(page.locator("[aria-labelledby=advice-title]")).to_be_visible()
        seen(page, f"{live_server.url}/recall/")
        expect(page.get_by_role("heading", name="Known for good")).to_be_visible()
        for path in some(("/drills/count/", "/runs/", f"{run}summary/", f"{run}0/"), f"{run}summary/"):
            seen(page, live_server.url + path)

    def test_the_daily_run_before_and_after(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        learner = sit_at(page, live_server.url)
        seen(page, f"{live_server.url}/daily/")
        expect(page.locator(".results .is-own")).to_contain_text("not yet")
        now = timezone.now()
        run = {"settings": "count daily", "seed": 1, "drill": "count", "day": now.date(), "right": 17, "ended_at": now}
        Run.objects.create(learner=learner, spent=57, **run)
        seen(page, f"{live_server.url}/daily/")
        expect(page.locator(".results .is-own")).to_have_count(0)
        Learner.objects.filter(pk=learner.pk).update(name="Olga", public_name="Pegasus")
        seen(page, f"{live_server.url}/daily/")
        expect(page.locator(".results .is-own")).to_be_visible()

    def test_pages_of_an_account(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        named(page, live_server.url, "Anna")
        Learner.objects.update(preferences={"text": "larger"})
        paths = ["", "names/", "email/", "password/", "everywhere/", "preferences/", "delete/"]
        for path in some(paths, "", "delete/"):
            seen(page, f"{live_server.url}/account/{path}")

    @pytest.mark.parametrize(
        ("path", "typed"),
        [
            ("signup", {"name": "A?", "password": "abc", "again": "abd"}),
            ("login", {"username": "Anna", "password": "abc"}),
        ],
    )
    def test_a_form_with_faults(
        self, open_page: OpenPage, live_server: LiveServer, path: str, typed: dict[str, str]
    ) -> None:
        page = open_page()
        page.goto(f"{live_server.url}/account/{path}/")
        send(page, **typed)
        expect(page.locator("#faults")).to_be_visible()
        assert violations(page) == []

    @pytest.mark.parametrize("whose", few(["organiser", "member"], "member"))
    def test_pages_of_a_class(self, open_page: OpenPage, live_server: LiveServer, whose: str) -> None:
        page = open_page()
        with_history(page, live_server.url)
        learner, other = Learner.objects.get(), Learner.objects.create_guest()
        organiser, member = (learner, other) if whose == "organiser" else (other, learner)
        classroom = classrooms.make_class(organiser, "Tuesday club")
        classrooms.join(classroom, member, "Peter", shares=True)
        classrooms.join(classroom, Learner.objects.create_guest(), "Quiet", shares=False)
        for days in (7, -1):
            until = timezone.now() + timedelta(days=days)
            Assignment.objects.create(classroom=classroom, settings="count sprint 180", until=until)
        Run.objects.filter(learner=member).update(assignment=Assignment.objects.first())
        seen(page, f"{live_server.url}/classes/{classroom.key}/")
        seen(page, f"{live_server.url}/classes/")
        if whose == "organiser":
            seen(page, f"{live_server.url}/classes/{classroom.key}/set/")
            seen(page, f"{live_server.url}/classes/{classroom.key}/set/count/")

    def test_pages_that_explain_a_hand(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        paths = [
            "/ask/",
            f"/ask/count/?hand={quote('4C 5S 6D JH')}&starter=4H",
            f"/ask/discard/?hand={quote('2H 3C 9S TD JD QH')}&place=dealer",
            f"/ask/play/?hand={quote('4C 7D 8H JD')}&starter=KH&plays=7S",
            "/ask/count/?hand=4C",
        ]
        for path in some(paths, paths[1], paths[3]):
            seen(page, live_server.url + path)

    def test_joining(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        seen(page, f"{live_server.url}/classes/join/")


SIGNS = """rows => rows.filter(row => {
    const [sign, faces] = ['.icon', '.faces'].map(part => row.querySelector(`a ${part}`).getBoundingClientRect());
    return sign.right > faces.left || sign.bottom < faces.top;
}).length"""
"""How many answers have their sign elsewhere than beside their cards."""


@pytest.mark.parametrize(("wide", "high"), few([(320, 640), (360, 740), (1280, 800)], (320, 640)))
def test_the_sign_of_a_slow_answer_stands_beside_its_cards(
    open_page: OpenPage, live_server: LiveServer, wide: int, high: int
) -> None:
    page = open_page(viewport={"width": wide, "height": high})
    learner = sit_at(page, live_server.url)
    others = ("5C 5D 5S JH | 5H", "12")
    for mode in (Mode.CALM, Mode.REPLAY):
        run = made(learner, *[others] * 9, settings=Settings("count", mode), seconds=(4,) * 7 + (60, 70))
        page.goto(f"{live_server.url}/runs/{run.key}/summary/?show=all")
        expect(page.locator(".answer-row [aria-label=slow]")).to_have_count(2)
        assert page.locator(".answer-row").evaluate_all(SIGNS) == 0


def test_on_a_desk_something_stands_beside_the_result_of_a_run(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    learner = sit_at(page, live_server.url)
    for mode, beside in ((Mode.CALM, "#answers-title"), (Mode.REPLAY, "#became-title")):
        run = made(learner, *[("5C 5D 5S JH | 5H", "12")] * 12, settings=Settings("count", mode))
        page.goto(f"{live_server.url}/runs/{run.key}/summary/")
        result, other = (page.locator(each).bounding_box() for each in ("#summary .felt", beside))
        assert result
        assert other
        assert other["x"] > result["x"] + result["width"]
        assert other["y"] < result["y"] + result["height"]


def test_on_a_phone_all_that_a_run_is_chosen_by_stands_above_its_button(
    open_page: OpenPage, live_server: LiveServer
) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto(f"{live_server.url}/drills/count/")
    start = page.locator(".action-bar").bounding_box()
    last = page.locator("form .fold > summary").bounding_box()
    assert start
    assert last
    assert last["y"] + last["height"] <= start["y"]


def test_home_fits_a_phone(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    with_history(page, live_server.url)
    page.goto(live_server.url)
    expect(page.locator(".opens:visible")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollHeight") <= 740


def test_the_list_of_drills_is_short_on_a_phone(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    with_history(page, live_server.url)
    page.goto(f"{live_server.url}/drills/")
    expect(page.locator(".tile").first).to_be_visible()
    page.evaluate("for (const run of document.querySelectorAll('.list-row')) run.remove()")  # the open runs
    assert page.evaluate("document.documentElement.scrollHeight") <= 1300


def test_the_first_question_of_a_sprint_fits_a_phone(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto(f"{live_server.url}/drills/count/start/?mode=sprint&seconds=180")
    expect(page.locator("button[name=pause]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") <= 740


@pytest.mark.parametrize("scripts", few([True, False], True))
def test_a_goal_of_ones_own_is_set_changed_and_taken_back(
    open_page: OpenPage, live_server: LiveServer, scripts: bool
) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, java_script_enabled=scripts)
    made(sit_at(page, live_server.url), ("5C 5D 5S JH | 5H", "12"))
    page.goto(f"{live_server.url}/progress/")
    page.locator("#goal summary").click()
    page.get_by_label("How many a day").fill("0")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("A goal is a whole number of answers from 1 to 500.")).to_be_visible()
    page.get_by_label("How many a day").fill("45")
    page.get_by_label("Minutes").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your goal: 0 of 45 minutes")).to_be_visible()
    page.locator("#goal summary").click()
    page.get_by_role("button", name="No goal").click()
    expect(page.get_by_text("Set a goal of your own")).to_be_visible()
