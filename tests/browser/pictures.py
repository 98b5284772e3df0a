"""Pictures of the pages in four looks, to be seen by people: `.venv/bin/pytest -n 0 tests/browser/pictures.py`.

They go into the folder that CRIB_PICTURES names, or `.data/pictures`, and are in the language that CRIB_BROWSER names,
such as `pl`. With CRIB_COMPARED, such as `it pl`, no pictures are taken: `NAME.txt` there says what is worse in
these languages than in English. Nothing is checked here; pytest runs it only when it is named.
"""

import os
from collections.abc import Collection
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from game.after.review import decisions
from game.strategy.review import Grade
from game.together import challenges
from tests.browser import games
from tests.browser.conftest import STAGES, OpenPage, Table
from tests.browser.learning import named
from tests.browser.season import a_season, an_exam
from tests.browser.tongues import strains
from tests.game.after.games import PROPER, finished, reviewed
from tests.game.together import duels
from tests.game.together.seated import Person, person
from tests.trainer.drills.samples import SAMPLES, answer, asked
from tests.trainer.practice import racing
from trainer.classes import classrooms
from trainer.models import Attempt
from trainer.practice import races

MISCOUNTED = 11
"""The game in which a hand and a crib were counted wrong."""
FOLDER = Path(os.environ.get("CRIB_PICTURES", ".data/pictures"))
LANGUAGES = os.environ.get("CRIB_COMPARED", "").split()
WHOLE = {"phone": (360, 740), "small": (320, 640), "desk": (1280, 800)}
LOOKS = [("phone", "light"), ("phone", "dark"), ("small", "light"), ("desk", "light"), ("desk", "dark")]
PAGES = [
    "/",
    "/drills/",
    "/drills/count/",
    "/drills/discard/",
    "/progress/",
    "/runs/",
    "/recall/",
    "/daily/",
    "/exam/",
    "/lessons/",
    "/glossary/",
    "/rules/",
    "/search/?q=nobs",
    "/hands/",
    "/ask/",
    "/ask/count/",
    "/ask/discard/",
    "/ask/play/",
    "/classes/",
    "/account/",
    "/account/preferences/",
    "/account/names/",
    "/account/password/",
    "/account/delete/",
    "/privacy/",
    "/games/",
    "/games/new/",
    "/games/fair/",
    "/games/luck/",
    "/decisions/",
    "/own-hands/",
    "/nowhere/",
]
GUEST = ["/", "/drills/", "/progress/", "/lessons/", "/account/", "/account/signup/", "/account/login/", "/games/"]
LESSONS = ["values", "fifteens", "runs"]


def picture(page: Page, name: str, places: Collection[str] = WHOLE, at: str = "") -> None:
    """Take pictures of what is in view (from the part `at`, if given) and, on a phone and a desk by day, of the rest of
    the page. Or compare languages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if LANGUAGES:
        (FOLDER / f"{name}.txt").write_text("".join(f"{told}\n" for told in strains(page, *LANGUAGES)))
        return
    for place, scheme in LOOKS:
        if place not in places:
            continue
        wide, high = WHOLE[place]
        page.set_viewport_size({"width": wide, "height": high})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        if at:
            page.locator(at).evaluate("part => part.scrollIntoView()")
        page.screenshot(path=FOLDER / f"{name}-{place}-{scheme}.png")
        if scheme == "light" and place != "small":
            _rest(page, FOLDER / f"{name}-{place}", high)


def _rest(page: Page, path: Path, high: int) -> None:
    """Take a picture of the whole page. A browser forgets that it is touched when it takes one beyond its window: where
    it is, take the page window by window."""
    if not page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.screenshot(path=f"{path}-whole.png", full_page=True)
        return
    began = page.evaluate("scrollY")
    for number, top in enumerate(range(high, page.evaluate("document.documentElement.scrollHeight"), high), 2):
        page.evaluate("top => scrollTo(0, top)", top)
        page.screenshot(path=f"{path}-window-{number}.png")
    page.evaluate("top => scrollTo(0, top)", began)


def _name(path: str) -> str:
    return path.strip("/").partition("?")[0].replace("/", "-") or "home"


def test_pages_of_a_guest(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    for path in GUEST:
        page.goto(live_server.url + path)
        picture(page, f"guest-{_name(path)}")


def test_pages_of_somebody_who_has_practised(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    learner = named(page, live_server.url, "Olga")
    learner.set_password("four unrelated words")
    learner.save()
    games.sit_at(page, live_server.url, learner)
    key = a_season(learner)
    missed = Attempt.objects.filter(run__key=key, right=False).latest("lost", "-number").number
    for path in [*PAGES, f"/runs/{key}/summary/", f"/runs/{key}/{missed}/"]:
        page.goto(live_server.url + path)
        picture(page, _name(path).replace(f"runs-{key}-", "").replace(str(missed), "attempt"))


@pytest.mark.parametrize("touch", [False, True], ids=["keys", "touch"])
def test_every_drill(open_page: OpenPage, live_server: LiveServer, touch: bool) -> None:
    """Questions with keys and by touch; answered on a phone that is touched, and on a desk."""
    page = open_page(has_touch=touch, is_mobile=touch)
    client = Client()
    client.force_login(games.sit_at(page, live_server.url))
    for drill, sample in SAMPLES.items():
        start = asked(sample.question, drill=drill)
        page.goto(live_server.url + start)
        picture(page, f"drill-{drill}-{'touch' if touch else 'keys'}-question")
        for kind, given in (("wrong", sample.wrong), ("right", sample.right)):
            start = asked(sample.question, drill=drill)
            path = answer(client, start, given)[0]
            for place in ["phone", "small"] if touch else ["desk"]:
                wide, high = WHOLE[place]
                page.set_viewport_size({"width": wide, "height": high})
                page.goto(live_server.url + path)
                picture(page, f"drill-{drill}-{kind}", [place])


def test_flash(open_page: OpenPage, table: Table) -> None:
    page = open_page(has_touch=True, is_mobile=True, reduced_motion="no-preference")
    page.goto(table.url + asked(flash="8"))
    picture(page, "flash-timed-ready")
    page.locator("button[name=look]").click()
    page.locator("#deal[data-left]").wait_for()
    picture(page, "flash-timed-look")
    page.goto(table.url + asked(flash="calm"))
    picture(page, "flash-ready")
    for act, name in (("look", "flash-look"), ("cover", "flash-turned")):
        page.locator(f"button[name={act}]").click()
        page.locator("#deal").wait_for()
        picture(page, name)


def test_exam(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    learner = named(page, live_server.url, "Olga")
    page.goto(f"{live_server.url}/exam/")
    page.locator("button[name=look]").click()
    page.locator("#claim").wait_for()
    picture(page, "exam-hand")
    key = an_exam(learner)
    for path in ("/exam/", f"/runs/{key}/summary/", f"/runs/{key}/certificate/"):
        page.goto(live_server.url + path)
        picture(page, f"exam-{_name(path).rpartition('-')[2]}")


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage not in ("home", "mix", "drills", "missing")])
def test_stages_of_counting(open_page: OpenPage, table: Table, stage: str) -> None:
    page = open_page()
    table.lead(page, stage)
    picture(page, f"count-{stage}")


def test_lessons(open_page: OpenPage, live_server: LiveServer) -> None:
    page = open_page()
    page.goto(f"{live_server.url}/lessons/")
    for path in page.eval_on_selector_all("main a[href^='/lessons/']", "links => links.map(link => link.pathname)")[:3]:
        for place in range(1, 9):
            page.goto(f"{live_server.url}{path}{place}/")
            picture(page, f"lesson{path.replace('/', '-')}{place}")


def test_the_same_deals(open_page: OpenPage, live_server: LiveServer) -> None:
    """A challenge for whoever has its link, for its maker, in play, and with its results."""
    page = open_page()
    ann, ben, eve = (person(name) for name in ("Ann", "Ben", "Eve"))
    challenge = duels.made(ann, duels.USUAL)
    url = live_server.url + reverse("challenge", args=[challenge.token])
    page.goto(url)
    picture(page, "challenge-invited")
    duels.played(challenge, eve)
    course = next(one for one in duels.through(duels.begun(challenge, ben)) if one.state.table.deal == 2)
    for who, name in ((ann, "maker"), (ben, "going"), (eve, "over")):
        games.sit_at(page, live_server.url, who.learner)
        page.goto(url)
        picture(page, f"challenge-{name}")
    page.goto(f"{live_server.url}/games/people/")
    picture(page, "challenge-people")
    for who, key in ((eve, eve.learner.matches.get().key), (ben, course.match.key)):
        games.sit_at(page, live_server.url, who.learner)
        page.goto(live_server.url + reverse("table", args=[key]))
        picture(page, f"challenge-table-{who.learner.public_name}")
    games.sit_at(page, live_server.url, ann.learner)
    page.goto(live_server.url + reverse("review", args=[ann.learner.matches.get().key, 1]))
    picture(page, "challenge-review")
    challenges.withdraw(challenge.token, ann.learner)
    page.context.clear_cookies()
    page.goto(url)
    picture(page, "challenge-withdrawn")


def test_races(open_page: OpenPage, live_server: LiveServer) -> None:
    """A race that waits, for its host and for somebody else, that runs, and that somebody comes to late; in a class."""
    page = open_page()
    olga, ben, eve, late = (person(name) for name in ("Olga", "Ben", "Eve", "Leo"))
    classroom = classrooms.make_class(olga.learner, "Tuesday club")
    classrooms.join(classroom, ben.learner, "Benno", shares=True)
    race = racing.waiting(olga, ben, eve, classroom=classroom)
    classroom.challenges.add(duels.made(olga))
    url = live_server.url + reverse("race", args=[race.token])

    def seen(name: str, *people: Person, path: str = "") -> None:
        for who in people:
            games.sit_at(page, live_server.url, who.learner)
            page.goto(live_server.url + path if path else url)
            picture(page, f"race-{name}-{who.learner.public_name}")

    seen("waiting", olga, ben, late)
    seen("class", olga, ben, path=reverse("classroom", args=[classroom.key]))
    seen("new", olga, path=reverse("races"))
    races.start(race.token, olga.learner)
    racing.counted_down(race)
    racing.answer(race, ben)
    racing.finish(race, eve, 3, missed=1)
    races.run_later(race.token, olga.learner)
    racing.finish(race, olga, 5)
    seen("running", olga, ben, late)
    for touch, places in ((False, ["desk"]), (True, ["phone", "small"])):
        held = open_page(has_touch=touch, is_mobile=touch)
        games.sit_at(held, live_server.url, ben.learner)
        held.goto(live_server.url + reverse("run", args=[racing.sitting(race, ben).key]))
        picture(held, "race-run-Ben", places)
    racing.time_passes(race, ben)
    races.close(race.token, olga.learner)
    seen("closed", olga, eve, late)


@pytest.mark.parametrize("stage", games.STAGES)
def test_tables(open_page: OpenPage, live_server: LiveServer, stage: str) -> None:
    """On a desk, and on a phone that is touched: counts are tapped there."""
    for places in (["desk"], ["phone", "small"]):
        touch = "phone" in places
        page = open_page(has_touch=touch, is_mobile=touch)
        games.show(page, live_server.url, stage)
        picture(page, f"table-{stage}", places)


def test_a_review(open_page: OpenPage, live_server: LiveServer) -> None:
    """The page as it opens, its curve, and of every kind of decision one that was best and the costliest that was not,
    but for the one with which the page opens. Of counts, one that was too high and not called, too."""
    page = open_page()
    course = finished(games.sit_at(page, live_server.url), PROPER, MISCOUNTED)
    found = decisions(reviewed(course, MISCOUNTED))
    url = live_server.url + reverse("review", args=[course.match.key, course.game.number])
    page.goto(url)
    picture(page, "review-costliest")
    picture(page, "review-curve", at="#curve")
    opened, *by_loss = sorted(found, key=lambda each: each.loss, reverse=True)
    best = [each for each in by_loss if each.grade is Grade.BEST]
    dear = [each for each in by_loss if each.grade is not Grade.BEST]
    states = {f"{each.kind.value.replace(' ', '-')}-right": each.number for each in best}
    states |= {f"{each.kind.value.replace(' ', '-')}-wrong": each.number for each in reversed(dear)}
    states["too-high"] = next(each.number for each in dear if each.overlooked)
    assert {"discard-wrong", "play-wrong", "hand-wrong", "crib-wrong"} <= set(states)
    assert opened.number not in states.values()
    for name, number in states.items():
        page.goto(f"{url}?decision={number}")
        picture(page, f"review-{name}")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_selector("#leave")
    picture(page, "table-played-on", ["desk"])
    touched = open_page(has_touch=True, is_mobile=True)
    games.sit_at(touched, live_server.url, course.match.owner)
    touched.goto(page.url)
    picture(touched, "table-played-on", ["phone", "small"])
