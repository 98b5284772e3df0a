"""Lessons on a phone with right and wrong answers, by keyboard, without JavaScript, and accessibility."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

import pytest
from django.test import Client
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.eyes import IN_VIEW, SIDEWAYS, SMALL, violations
from tests.browser.games import sit_at, watched
from tests.browser.keys import WITH_SCRIPTS, tab_to
from tests.full import few, some
from tests.trainer.drills.posts import Answers, Post, Posts
from tests.trainer.drills.samples import answers, asked
from tests.trainer.lessons.walking import FIRSTS, SCREENS, SLUGS, Walker, answers_to, first_with
from trainer.drills.registry import DRILLS
from trainer.lessons.lesson import ExhibitBlock, Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Run

SOME_KINDS = pytest.mark.parametrize("kind", few(SCREENS, *(set(SCREENS) - set(DRILLS)), "count", "find"))
"""Exercises that ask a drill's question. Their layout is tested with the drill."""
SENDERS = ":is(#ask button, button[form=ask]:not(#hint))"
"""The buttons that send an answer: below the question, or in the bar."""
HELD = """() => [...document.querySelectorAll('main *')].filter(element => element.checkVisibility())
    .filter(element => /sticky|fixed/.test(getComputedStyle(element).position)).map(element => element.className)"""
"""What stays in its place when the page scrolls."""
COLOURS = "element => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]"
LAID = """() => [scrollY, document.documentElement.scrollHeight - innerHeight,
    ...[...document.querySelectorAll('#work .felt .card')].map(card => Math.round(card.getBoundingClientRect().top))]"""
"""How far the page is scrolled and can be, and where its cards lie."""
FOCUSED = "() => document.activeElement.outerHTML.slice(0, 90)"
LOST = "() => (window.swaps || []).filter(swap => swap.lost).length"


def phone(wide: int) -> dict[str, object]:
    """Return the context options of a phone with this width in pixels."""
    return {"viewport": {"width": wide, "height": 740}, "has_touch": True, "is_mobile": True}


def rightly(given: Answers) -> Posts:
    """Return the right answer."""
    return given.right


def wrongly(given: Answers) -> Posts:
    """Return a wrong answer."""
    return given.wrong[0]


@dataclass
class Reader:
    """A learner who takes a lesson on a page, and checks every screen of it."""

    page: Page
    url: str
    lesson: Lesson
    scripts: bool = True

    @property
    def address(self) -> str:
        """Return the address of the lesson."""
        return f"{self.url}/lessons/{self.lesson.slug}/"

    def press(self, selector: str) -> None:
        """Press a link or a button."""
        self.page.locator(selector).locator("visible=true").first.click()

    def put(self, name: str, value: str) -> None:
        """Tap an option, or type a text."""
        if name in {"card", "choice"}:
            self.page.locator(f"#ask label:has([name={name}][value='{value}'])").click()
        else:
            self.unfold(name)
            self.page.locator(f"#ask input[name={name}]").fill(value)

    def unfold(self, name: str) -> None:
        """Open the box for typing, which the pegboard hides where one taps."""
        if not self.page.locator(f"#ask input[name={name}]").is_visible():
            self.page.locator(".answer-fold").click()

    @contextmanager
    def change(self) -> Iterator[None]:
        """Check that an action changes the page, which is then ready and has the focus on an element."""
        self.page.evaluate("document.querySelector('#screen, #drill').dataset.old = 'yes'")
        yield
        expect(self.page.locator("[data-old], .htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
        self.page.wait_for_load_state()  # without scripts a new document, which is there before it is whole
        if self.scripts:
            expect(self.page.locator("main :focus")).to_have_count(1)

    def send(self, posts: Posts) -> None:
        """Answer, form by form."""
        for post in posts:
            tapped = self.one_tap(post)
            self._fill({name: value for name, value in post.items() if name not in {tapped, "answer", "step"}})
            sent = tapped or ("step" if "step" in post else "answer")
            with self.change():
                self.press(self.sender(sent, post[sent]))

    def one_tap(self, post: Post) -> str:
        """Return the field that a button of its own sends, as a choice or a hole of the pegboard; "" if none does."""
        fields = ["choice", "card", *(["claim"] if {*post} <= {"claim", "answer"} else [])]
        return next((name for name in fields if name in post and self.is_there(self.sender(name, post[name]))), "")

    def is_there(self, selector: str) -> bool:
        """Return whether something of this selector can be seen."""
        return self.page.locator(selector).locator("visible=true").count() > 0

    @staticmethod
    def sender(name: str, value: str | list[str]) -> str:
        """Return the selector of a button that sends an answer with this field; several cards have none."""
        only = value if isinstance(value, str) else " ".join(value)
        return f"{SENDERS}[name={name}][value='{only}']"

    def _fill(self, post: Post) -> None:
        for name, values in post.items():
            for value in values if isinstance(values, list) else [values]:
                self.put(name, value)

    def look(self) -> None:
        """Check that the screen fits, and that every target is large enough for a finger."""
        self.page.wait_for_load_state()
        assert self.page.evaluate(SIDEWAYS) == [], self.page.url
        assert self.page.evaluate(SMALL) == [], self.page.url

    def judged(self, given: Answers, *, right: bool) -> None:
        """Check the verdict, and after a wrong answer the truth."""
        expect(self.page.locator(".verdict")).to_have_class(re.compile(r"\bis-right" if right else r"\bis-wrong"))
        if not right:
            expect(self.page.locator(".verdict")).to_contain_text(given.truth)

    def walk(self, choose: Callable[[Answers], Posts]) -> None:
        """Take the lesson screen by screen, from its own page to its check."""
        self.page.goto(self.address)
        self.look()
        self.press(f"a[href='/lessons/{self.lesson.slug}/1/'].button")
        for place, screen in enumerate(self.lesson.screens, 1):
            expect(self.page).to_have_url(f"{self.address}{place}/")
            expect(self.page.locator(".lesson-place")).to_have_text(self.step_of(place))
            self.look()
            if screen.exercise:
                given = answers_to(screen.exercise)
                self.send(choose(given))
                self.judged(given, right=choose is rightly)
                self.look()
            elif screen.shown:
                self.watch(screen.shown)
            self.press("#on")
        expect(self.page).to_have_url(f"{self.address}check/")

    def step_of(self, place: int) -> str:
        """Return where a screen says that it is."""
        return gettext("Step %(place)s of %(last)s") % {"place": place, "last": len(self.lesson.screens)}

    def watch(self, shown: ExhibitBlock) -> None:
        """Reveal an exhibit part by part."""
        for part in range(shown.exhibit.parts):
            with self.change():
                self.press("#more")
            parts, first = (".lesson-series > li", 1) if shown.kind == "series" else (".lines > li", 0)
            expect(self.page.locator(parts)).to_have_count(first + part + 1)
            expect(self.page.locator(".lesson-ways :focus")).to_have_count(1)
        expect(self.page.locator("#more")).to_have_count(0)
        if shown.exhibit.parts:
            self.look()

    def check(self, *misses: int) -> None:
        """Take the check, with some questions missed, up to its result."""
        self.look()
        self.press("main form button")
        expect(self.page).to_have_url(re.compile("/runs/"))
        run, number = Run.objects.get(key=self.page.url.rstrip("/").rpartition("/")[2]), 0
        while not run.ended_at:
            number += 1
            expect(self.page.locator("#ask")).to_be_visible()
            self.look()
            given = answers(run.drill, run.asked)
            self.send(given.wrong[0] if number in misses else given.right)
            self.judged(given, right=number not in misses)
            self.look()
            run.refresh_from_db()
            if run.ended_at:
                self.press("#next")
            else:
                with self.change():
                    self.press("#next")
                run.refresh_from_db()
        expect(self.page).to_have_url(self.address)
        expect(self.page.locator(".verdict")).to_be_visible()
        self.look()

    def stars(self) -> Locator:
        """Return the locator of the stars that were won."""
        return self.page.locator(".lesson-facts .star.is-won")


class KeyReader(Reader):
    """A learner who uses only the keyboard."""

    def press(self, selector: str) -> None:
        """Press Tab, then Enter."""
        tab_to(self.page, selector)
        self.page.keyboard.press("Enter")

    def put(self, name: str, value: str) -> None:
        """Press Tab and Space for a checkbox, arrow keys for a choice, and letters for a text."""
        wanted = self.page.locator(f"#ask [name={name}][value='{value}']")
        if name not in {"card", "choice"}:
            self.unfold(name)
            tab_to(self.page, f"#ask input[name={name}]")
            self.page.keyboard.type(value)
        elif wanted.get_attribute("type") == "checkbox":
            tab_to(self.page, f"#ask [name={name}][value='{value}']")
            self.page.keyboard.press("Space")
        else:
            tab_to(self.page, f"#ask [name={name}]")
            self.page.keyboard.press("Space")
            for _press in range(self.page.locator(f"#ask [name={name}]").count()):
                if not wanted.is_checked():
                    self.page.keyboard.press("ArrowDown")
        if name in {"card", "choice"}:
            expect(wanted).to_be_checked()


# --------------------------------------------------------------------------------------------------- whole lessons


class TestEveryLesson:
    """Each lesson from its own page to the result of its check, with only right and with only wrong answers."""

    @pytest.mark.full("a lesson is walked rightly by keyboard on every change")
    @pytest.mark.parametrize("slug", SLUGS)
    def test_it_is_walked_rightly(self, open_page: OpenPage, live_server: LiveServer, slug: str) -> None:
        page = open_page(**phone(320))
        complaints = watched(page)
        knows = Reader(page, live_server.url, syllabus().by_slug[slug])
        knows.walk(rightly)
        knows.check()
        expect(page.locator(".verdict.is-right")).to_contain_text("Passed: 5 of 5 right")
        expect(knows.stars()).to_have_count(3)
        assert complaints == []

    @pytest.mark.full("each kind of screen is answered wrongly on every change")
    @pytest.mark.parametrize("slug", SLUGS)
    def test_it_is_walked_wrongly(self, open_page: OpenPage, live_server: LiveServer, slug: str) -> None:
        page = open_page(**phone(360))
        complaints = watched(page)
        knows_not = Reader(page, live_server.url, syllabus().by_slug[slug])
        knows_not.walk(wrongly)
        knows_not.check(1, 4)
        expect(page.locator(".verdict.is-wrong")).to_contain_text("3 of 5 right")
        expect(knows_not.stars()).to_have_count(0)
        assert complaints == []

    @pytest.mark.full("each kind of screen without JavaScript is tried on every change")
    @pytest.mark.parametrize("slug", FIRSTS)
    def test_it_needs_no_javascript(self, open_page: OpenPage, live_server: LiveServer, slug: str) -> None:
        lesson = syllabus().by_slug[slug]
        page = open_page(java_script_enabled=False)
        reader = Reader(page, live_server.url, lesson, scripts=False)
        reader.walk(rightly)
        reader.check(2)
        expect(page.locator(".verdict.is-right")).to_contain_text("Passed: 4 of 5 right")
        expect(reader.stars()).to_have_count(2)

    @pytest.mark.parametrize(
        ("slug", "scripts"), few(product(["fifteens", "hand-or-crib"], [True, False]), ("hand-or-crib", True))
    )
    def test_it_needs_no_mouse(self, open_page: OpenPage, live_server: LiveServer, slug: str, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts)
        reader = KeyReader(page, live_server.url, syllabus().by_slug[slug], scripts)
        reader.walk(rightly)
        reader.check()
        expect(reader.stars()).to_have_count(3)
        if scripts:
            assert page.evaluate(LOST) == 0

    @pytest.mark.full("the first walks do all of it but the button")
    def test_it_is_taken_again_from_the_beginning(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(**phone(360))
        reader = Reader(page, live_server.url, syllabus().by_slug["fifteens"])
        reader.walk(wrongly)
        reader.check()
        expect(reader.stars()).to_have_count(1)
        page.get_by_role("button", name="Take the lesson again").click()
        expect(page).to_have_url(f"{reader.address}1/")
        reader.walk(rightly)
        reader.check()
        expect(reader.stars()).to_have_count(3)


# ------------------------------------------------------------------------------------------------------ one screen


class Onlooker(Reader):
    """A learner who never scrolls to find what to press or what was said."""

    def sees(self, *selectors: str) -> None:
        """Check that each of these is in view, with nothing over it."""
        unseen = [selector for selector in selectors if not self.page.evaluate(IN_VIEW, selector)]
        assert unseen == [], self.page.url

    def step(self, place: int) -> None:
        """Open a screen; send nothing, then a wrong answer, then begin a second try."""
        self.page.goto(f"{self.address}{place}/")
        self.sees("#on", "#back")
        exercise = self.lesson.exercises.get(place)
        if exercise is None:
            expect(self.page.locator(".lesson-ways :focus")).to_have_count(1)
            assert self.page.evaluate("window.scrollY") == 0
            return
        self.sees(SENDERS)
        self.send_nothing()
        if self.page.locator("#verdict").count() == 0:  # in some drills nothing is an answer too
            given = answers_to(exercise)
            self.send(wrongly(given))
            self.judged(given, right=False)
        self.sees("#verdict", "#on")
        if self.page.locator(".verdict.is-right").count():
            return
        self.sees("#again", "#back")
        with self.change():
            self.press("#again")
        self.sees(SENDERS, "#on")

    def send_nothing(self) -> None:
        """Press the button that sends cards or a number, where there is one, without any."""
        sender = ".lesson-ways > button[name=answer][value='1']"
        if not self.is_there(sender):
            return
        with self.change():
            self.press(sender)
        if self.page.locator("#verdict").count() == 0:
            self.sees("#answer-error", SENDERS)


class TestOneScreen:
    """On a phone what answers, what goes on and what is said of an answer stand in view, on every screen."""

    @pytest.mark.parametrize("slug", few(SLUGS, "pairs"))
    def test_nothing_is_looked_for(self, open_page: OpenPage, live_server: LiveServer, slug: str) -> None:
        page = open_page(**phone(360))
        onlooker = Onlooker(page, live_server.url, syllabus().by_slug[slug])
        for place in range(1, len(onlooker.lesson.screens) + 1):
            onlooker.step(place)

    @pytest.mark.parametrize("place", [1, 4])
    def test_an_answer_moves_no_card_where_all_fits(
        self, open_page: OpenPage, live_server: LiveServer, place: int
    ) -> None:
        page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        reader = Reader(page, live_server.url, syllabus().by_slug["deal" if place == 1 else "cards"])
        page.goto(f"{reader.address}{place}/")
        before = page.evaluate(LAID)
        reader.send(rightly(answers_to(reader.lesson.exercises[place])))
        reader.judged(answers_to(reader.lesson.exercises[place]), right=True)
        assert page.evaluate(LAID) == before

    def test_a_discard_is_as_wide_as_its_bar_and_the_ways_from_it_are_one_row(
        self, open_page: OpenPage, live_server: LiveServer
    ) -> None:
        page = open_page(viewport={"width": 320, "height": 640})
        page.goto(f"{live_server.url}/lessons/deal/6/")
        ways = page.locator(".lesson-ways > .button")
        expect(ways).to_have_count(4)
        back, discard, hint, skip = ways.evaluate_all("ways => ways.map(way => way.offsetTop)")
        assert discard < back == hint == skip
        for way in ways.all():
            expect(way).to_be_in_viewport(ratio=1)

    @WITH_SCRIPTS
    def test_which_peg_is_dim_until_its_hole_is_chosen(
        self, open_page: OpenPage, live_server: LiveServer, scripts: bool
    ) -> None:
        lesson, place = first_with("move")
        page = open_page(java_script_enabled=scripts, **phone(320))
        page.goto(f"{live_server.url}/lessons/{lesson.slug}/{place}/")
        peg = page.locator(".peg-button").first
        before = peg.evaluate(COLOURS)
        page.locator(".peg-hole input").last.check()
        chosen = peg.evaluate(COLOURS)
        assert before != chosen
        page.reload()
        page.locator(".answer-fold").click()
        page.locator("#claim").fill("9")
        assert peg.evaluate(COLOURS) == chosen, "a hole that is typed is chosen, too"


class TestGreatZoom:
    """In a window of 1280 by 1024 at 400 percent nothing is held over what is read, and the focus is always seen."""

    ZOOMED: ClassVar = {"viewport": {"width": 320, "height": 256}}

    @WITH_SCRIPTS
    @pytest.mark.parametrize("kind", ["count", "move"])
    def test_what_is_said_of_an_answer(
        self, open_page: OpenPage, live_server: LiveServer, kind: str, scripts: bool
    ) -> None:
        lesson, place = first_with(kind)
        page = open_page(java_script_enabled=scripts, **self.ZOOMED)
        reader = Reader(page, live_server.url, lesson, scripts)
        page.goto(f"{reader.address}{place}/")
        reader.send(rightly(answers_to(lesson.exercises[place])))
        assert page.evaluate(IN_VIEW, "#verdict")

    @pytest.mark.parametrize("kind", few(["tap", "peg", "choose", "series"], "peg", "series"))
    def test_a_lesson(self, open_page: OpenPage, live_server: LiveServer, kind: str) -> None:
        lesson, place = first_with(kind)
        page = open_page(**self.ZOOMED)
        reader = Reader(page, live_server.url, lesson)
        page.goto(f"{reader.address}{place}/")
        assert page.evaluate(HELD) == []
        self.follow_focus(page)
        if exercise := lesson.exercises.get(place):
            reader.send(wrongly(answers_to(exercise)))
            assert page.evaluate(HELD) == []
            self.follow_focus(page)

    def test_the_count_of_a_drill(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(**self.ZOOMED)
        page.goto(live_server.url + asked())
        self.follow_focus(page)
        page.locator("#claim").fill("1")
        page.locator("#claim").press("Enter")
        page.wait_for_function(f"selector => ({IN_VIEW})(selector)", arg="#verdict")
        assert page.evaluate(HELD) == []

    @staticmethod
    def follow_focus(page: Page) -> None:
        """Press Tab from the first control to the last. Check that all but tables are in view, nothing over them."""
        page.locator(".skip").focus()
        while page.locator(":focus").count():
            seen = page.evaluate(IN_VIEW, ":is(:focus, label:has(:focus))")
            assert seen or page.locator(".table-scroll:focus").count(), page.evaluate(FOCUSED)
            page.keyboard.press("Tab")


# ------------------------------------------------------------------------------------------------- kinds of screen


def looked_at(reader: Reader) -> None:
    """Check that a screen fits a small phone, and that axe finds no violations."""
    reader.page.set_viewport_size({"width": 320, "height": 740})
    reader.look()
    assert violations(reader.page) == []


class TestEveryKind:
    """Every kind of exercise and exhibit in lessons."""

    @SOME_KINDS
    def test_it_fits_a_phone_and_every_eye(self, open_page: OpenPage, live_server: LiveServer, kind: str) -> None:
        lesson, place = first_with(kind)
        page, screen = open_page(**phone(320)), lesson.screens[place - 1]
        reader = Reader(page, live_server.url, lesson)
        page.goto(f"{reader.address}{place}/")
        looked_at(reader)
        if screen.exercise:
            given = answers_to(screen.exercise)
            reader.send(wrongly(given))
            reader.judged(given, right=False)
            looked_at(reader)
        elif screen.shown and screen.shown.exhibit.parts:
            reader.watch(screen.shown)
            looked_at(reader)

    @pytest.mark.parametrize("kind", few(SCREENS, "work", "series", "find"))
    def test_it_needs_no_javascript(self, open_page: OpenPage, live_server: LiveServer, kind: str) -> None:
        lesson, place = first_with(kind)
        page, screen = open_page(java_script_enabled=False, **phone(320)), lesson.screens[place - 1]
        reader = Reader(page, live_server.url, lesson, scripts=False)
        page.goto(f"{reader.address}{place}/")
        if screen.exercise:
            given = answers_to(screen.exercise)
            reader.send(wrongly(given))
            reader.judged(given, right=False)
        elif screen.shown:
            reader.watch(screen.shown)
        reader.look()

    @pytest.mark.parametrize("drill", few(DRILLS, "count", "cut"))
    def test_a_hint_and_an_empty_answer_keep_the_question(
        self, open_page: OpenPage, live_server: LiveServer, drill: str
    ) -> None:
        lesson, place = first_with(drill)
        page = open_page(**phone(320))
        reader = Reader(page, live_server.url, lesson)
        page.goto(f"{reader.address}{place}/")
        with reader.change():
            reader.press("#hint")
        expect(page.locator(".message")).to_be_visible()
        reader.look()
        if page.locator(".answer-fold").is_visible():
            page.locator(".answer-fold").click()
        empty = page.locator(f"{SENDERS}:is([name=step][value=claim], [name=answer][value='1']):visible")
        if empty.count():  # where one tap is the answer, nothing can be sent
            with reader.change():
                empty.first.click()
            expect(page.locator("#answer-error")).to_be_visible()
            looked_at(reader)
        given = answers_to(lesson.exercises[place])
        reader.send(rightly(given))
        reader.judged(given, right=True)


# ---------------------------------------------------------------------------------------------------- around them


@pytest.fixture
def taken(open_page: OpenPage, live_server: LiveServer) -> Callable[..., Page]:
    """Return the page of a learner who has taken a lesson's check and missed some questions."""

    def of(slug: str, *misses: int) -> Page:
        page, client = open_page(**phone(360)), Client()
        client.force_login(sit_at(page, live_server.url))
        Walker(slug, client=client).check(*misses)
        return page

    return of


class TestAroundLessons:
    """The pages between lessons, and the glossary."""

    @pytest.mark.parametrize("misses", [(), pytest.param((1, 4), marks=pytest.mark.full("the rest of many"))])
    def test_axe_finds_nothing_after_a_check(
        self, taken: Callable[..., Page], live_server: LiveServer, misses: tuple[int, ...]
    ) -> None:
        page = taken("fifteens", *misses)
        for path in ("/lessons/fifteens/", "/lessons/"):
            page.set_viewport_size({"width": 360, "height": 740})
            page.goto(live_server.url + path)
            expect(page.locator("h1")).to_be_visible()
            assert page.evaluate(SIDEWAYS) == []
            assert violations(page) == []

    def test_axe_finds_nothing_in_a_check(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page()
        reader = Reader(page, live_server.url, syllabus().by_slug["fifteens"])
        page.goto(f"{reader.address}check/")
        reader.press("main form button")
        expect(page.locator("#ask")).to_be_visible()
        assert violations(page) == []
        reader.send(wrongly(answers_to(reader.lesson.check[0])))
        expect(page.locator("#next")).to_be_focused()
        assert violations(page) == []

    @WITH_SCRIPTS
    def test_a_check_of_a_chapter_needs_no_mouse(
        self, open_page: OpenPage, live_server: LiveServer, scripts: bool
    ) -> None:
        page = open_page(java_script_enabled=scripts, **phone(320))
        page.goto(f"{live_server.url}/lessons/")
        page.locator("main summary", has_text="Counting").press("Enter")
        tab_to(page, "a[href='/chapters/counting/check/']")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{live_server.url}/chapters/counting/check/")
        tab_to(page, "main form button")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{live_server.url}/runs/*/")
        expect(page.locator("#ask")).to_be_visible()
        expect(page.get_by_text("1 of 10")).to_be_visible()

    def test_it_fits_a_phone_and_every_eye_of_somebody_new(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(**phone(320))
        paths = [
            "/lessons/",
            "/lessons/fifteens/",
            "/lessons/fifteens/check/",
            "/chapters/counting/check/",
            "/glossary/",
            "/search/?q=crib",
            "/search/?q=xyzzy",
            "/rules/",
        ]
        for path in some(paths, "/lessons/fifteens/", "/glossary/", "/search/?q=crib"):
            page.set_viewport_size({"width": 320, "height": 740})
            page.goto(live_server.url + path)
            expect(page.locator("h1")).to_be_visible()
            assert (path, page.evaluate(SIDEWAYS)) == (path, [])
            if path != "/lessons/":  # here a whole row is one target
                assert (path, page.evaluate(SMALL)) == (path, [])
            assert (path, violations(page)) == (path, [])

    def test_a_finger_hits_the_whole_row_of_a_lesson(self, open_page: OpenPage, live_server: LiveServer) -> None:
        page = open_page(**phone(320))
        page.goto(f"{live_server.url}/lessons/")
        page.locator("main summary", has_text="Counting").click()
        row = page.locator(".list-row").filter(has=page.locator("a[href='/lessons/fifteens/']"))
        box = row.bounding_box()
        assert box
        row.tap(position={"x": box["width"] - 8, "y": box["height"] - 8})
        expect(page).to_have_url(f"{live_server.url}/lessons/fifteens/")

    @WITH_SCRIPTS
    def test_what_can_be_looked_up(self, open_page: OpenPage, live_server: LiveServer, scripts: bool) -> None:
        page = open_page(java_script_enabled=scripts, **phone(360))
        page.goto(f"{live_server.url}/lessons/")
        page.locator("main").get_by_role("link", name="The rules on one page").click()
        expect(page.get_by_role("heading", name="The show")).to_be_visible()
        page.go_back()
        page.locator("main").get_by_role("link", name="Words of the game").click()
        page.get_by_role("link", name="C", exact=True).click()
        expect(page.locator("#call")).to_be_in_viewport()
        page.get_by_role("searchbox").fill("muggins")
        page.get_by_role("searchbox").press("Enter")
        expect(page).to_have_url(f"{live_server.url}/search/?q=muggins")
        found = page.locator("main h2 a")
        assert "/glossary/#muggins" in found.evaluate_all("links => links.map(link => link.getAttribute('href'))")
        page.locator("main h2 a[href^='/lessons/muggins/']").first.click()
        expect(page.locator("h1, #lesson-title").first).to_be_visible()

    @WITH_SCRIPTS
    def test_a_word_in_a_lesson_opens_on_the_spot(
        self, open_page: OpenPage, live_server: LiveServer, scripts: bool
    ) -> None:
        page = open_page(java_script_enabled=scripts, **phone(360))
        page.goto(f"{live_server.url}/lessons/fifteens/1/")
        word = page.locator(".lesson-text .to-word").first
        card = page.locator(f"#{word.get_attribute('popovertarget')}")
        expect(card).not_to_be_visible()
        word.click()
        expect(card).to_be_in_viewport(ratio=1)
        assert page.evaluate("window.scrollY") == 0
        assert page.evaluate(SMALL) == []
        card.get_by_role("button", name="Close").click()
        expect(card).not_to_be_visible()
        expect(word).to_be_focused()
        word.click()
        card.get_by_role("link").click()
        expect(page).to_have_url(re.compile(r"/glossary/#[a-z-]+$"))
        expect(page.locator(f"#{page.url.partition('#')[2]}")).to_be_in_viewport()
