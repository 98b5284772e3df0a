"""Other languages: pages stand as in English, and a lesson, drills, a game with a review and an account are walked."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as site
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import Pace
from game.words.typed import Typed, words
from tests.browser import games
from tests.browser.conftest import OpenPage
from tests.browser.eyes import violations
from tests.browser.learning import PASSWORD, named, send
from tests.browser.season import a_season
from tests.browser.test_lessons import Reader, wrongly
from tests.browser.tongues import english_in, strains, unspoken
from tests.full import few, some
from tests.trainer.drills.posts import Answers
from tests.trainer.drills.samples import SAMPLES, answer, asked
from trainer.lessons.syllabus import syllabus
from trainer.models import Learner

OTHERS = [code for code, _name in site.LANGUAGES if code != "en"]
PAGES = [
    "/",
    "/drills/",
    "/decisions/",
    "/daily/",
    "/progress/",
    "/lessons/",
    "/account/",
    "/account/signup/",
    "/games/",
    "/games/new/",
]
STAGES = ["discard", "play", "go", "claim-play", "call-play", "call-show", "counted", "warning", "six-claim"]
ALL = Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)

each_language = pytest.mark.parametrize("language", few(OTHERS, "pl"))


@pytest.fixture
def spoken(language: str) -> Iterator[None]:
    """Let the test speak the language, too."""
    with translation.override(language):
        yield


@pytest.fixture
def page(open_page: OpenPage, language: str) -> Page:
    """Return a page whose browser wants the language."""
    return open_page(locale=language)


def heard(page: Page, language: str, *, axe: bool = False) -> None:
    """Check that a page says all in its language."""
    page.wait_for_load_state()
    assert (page.url, unspoken(page, language)) == (page.url, [])
    if axe:
        assert (page.url, violations(page)) == (page.url, [])


# ------------------------------------------------------------------------------------------------------------- pages


def worse(page: Page, language: str) -> list[str]:
    """Return what is worse than in English, but for what is lower on a page that scrolls."""
    return [told for told in strains(page, language) if " below: " not in told]


@each_language
def test_a_page_stands_as_in_english(page: Page, live_server: LiveServer, language: str) -> None:
    a_season(named(page, live_server.url, "Olga"))
    for path in some(PAGES, "/drills/", "/decisions/"):
        page.goto(live_server.url + path)
        assert (path, worse(page, language)) == (path, [])


@each_language
@pytest.mark.parametrize("stage", few(STAGES, "call-play"))
def test_a_table_stands_as_in_english(page: Page, live_server: LiveServer, language: str, stage: str) -> None:
    games.show(page, live_server.url, stage)
    assert list(strains(page, language)) == []


# ------------------------------------------------------------------------------------------------------------- walks


class Foreigner(Reader):
    """A learner who takes a lesson in another language."""

    def look(self) -> None:
        """Check what the screen says, too."""
        super().look()
        heard(self.page, self.lesson.language)

    def judged(self, _given: Answers, *, right: bool) -> None:
        """Check the verdict, whatever its words."""
        expect(self.page.locator(".verdict")).to_have_class(re.compile(r"\bis-right" if right else r"\bis-wrong"))


@each_language
@pytest.mark.usefixtures("spoken")
def test_a_lesson(page: Page, live_server: LiveServer, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 740})
    lesson = syllabus().by_slug["fifteens"]
    assert lesson.language == language
    reader = Foreigner(page, live_server.url, lesson)
    reader.walk(wrongly)
    reader.check(1)
    expect(reader.stars()).to_have_count(1)
    assert violations(page) == []


@each_language
def test_every_verdict_of_a_drill(page: Page, live_server: LiveServer, language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(games.sit_at(page, live_server.url))
    for drill in some(SAMPLES, "count", "muggins", "discard"):
        sample = SAMPLES[drill]
        for given in ((), sample.wrong, sample.right):
            start = asked(sample.question, drill=drill)
            page.goto(live_server.url + (answer(client, start, given)[0] if given else start))
            heard(page, language, axe=given is sample.wrong)


class LocalPlayer(games.Player):
    """A player who types words of the language."""

    def say(self, text: str) -> None:
        """Type a word that the language has for it."""
        meanings = {"": Typed.GO_ON, "go": Typed.GO, "pass": Typed.PASS}
        super().say(max(words(meanings[text])) if text in meanings else text)


@each_language
@pytest.mark.usefixtures("spoken")
def test_a_game_and_its_review(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    games.fixed_chance(monkeypatch, "language")
    complaints = games.watched(page)
    match = games.seated(page, live_server.url, ALL, Pace.INSTANT)
    page.goto(games.address(live_server.url, match))
    phases: set[type] = set()
    for course in LocalPlayer(page, match, types=True).play():
        axe = type(course.state) not in phases
        phases.add(type(course.state))
        heard(page, language, axe=axe)
    assert len(phases) >= 6
    assert complaints == []
    page.goto(live_server.url + reverse("review", args=[course.match.key, course.game.number]))
    heard(page, language, axe=True)


@each_language
def test_an_account_and_a_lost_password(page: Page, live_server: LiveServer, settings: Any, language: str) -> None:
    settings.MAIL = True
    page.goto(f"{live_server.url}/account/signup/")
    heard(page, language, axe=True)
    send(page, name="Anna", password=PASSWORD, again="something else")
    expect(page.locator("#faults")).to_be_focused()
    heard(page, language)
    send(page, password=PASSWORD, again=PASSWORD)
    expect(page.locator("h1")).to_contain_text("Anna")
    heard(page, language, axe=True)
    Learner.objects.filter(name="Anna").update(email="anna@example.org")
    page.context.clear_cookies()
    page.goto(f"{live_server.url}/account/recovery/")
    heard(page, language, axe=True)
    send(page, email="anna@example.org")
    heard(page, language)
    message = _mailed(page)
    assert english_in(f"{message.subject}\n{message.body}", language) == []
    page.goto("".join(re.findall(r"https?://\S+/account/recovery/\S+/\S+/", str(message.body))))
    heard(page, language, axe=True)
    send(page, new_password1="his heels are two", new_password2="his heels are two")
    heard(page, language)


def _mailed(page: Page) -> Any:
    """Return the mail that a thread sends."""
    for _wait in range(150):
        if mail.outbox:
            return mail.outbox[0]
        page.wait_for_timeout(100)
    pytest.fail("no mail")
