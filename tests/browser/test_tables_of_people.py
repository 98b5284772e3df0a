"""Whole games of two to six people at once, from the invitation to another game, each with a browser of another kind: a
phone that is tapped, one without scripts, one used by keyboard alone, and desks. They count themselves, miscount, and
call each other's muggins; one loads the page anew in the middle, one is without a network for a while."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from random import Random
from time import monotonic

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from game import referee
from game.engine.play import (
    Action,
    Call,
    Claim,
    Counting,
    Cut,
    Discard,
    Over,
    Pass,
    Pegging,
    Play,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import Pace, Party, Result
from game.referee import Course, Wait
from game.strategy.levels import Level
from game.together import news, tables
from game.together.tables import PartySetup
from tests.benchmarks.output import say
from tests.browser.games import Player, fixed_chance, sit_at, watched
from tests.full import few
from tests.game.tables import cards_in, choose, hidden
from trainer.models import Learner

OpenPage = Callable[..., Page]

pytestmark = pytest.mark.django_db(transaction=True)

COUNTED = Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)
MISCOUNTS = 0.4
"""How often somebody claims less than is there."""
NEAR = 50
"""Within so many pixels two taps are one after the other at the same place."""
CHECKED = 6
"""After how many actions all pages are looked at."""

DISTURBED = 10
"""After how many actions a network is cut, and in the middle between them a page loaded anew."""

OFFLINE = ("ERR_INTERNET_DISCONNECTED", "htmx:afterRequest", "htmx:sendError")
"""What a browser's console says while there is no network."""

_SECRETS = re.compile(r'(?:name="csrfmiddlewaretoken" value|data-url|href|action|hx-post|hx-get)="[^"]*"')
"""Addresses and tokens, whose letters are no cards."""


@dataclass
class Person(Player):
    """Somebody at a table of people."""

    def see(self, course: Course) -> None:
        """Wait until the page shows the table as it is."""
        expect(self.page.locator(f'#table > input[name=number][value="{course.move}"]')).to_be_attached()

    def follow(self) -> None:
        """Come to the next game, once all have said yes: with scripts the page goes there by itself."""

    def shows_scores(self, course: Course) -> None:
        """See that the page shows the scores as they are."""
        for side, score in enumerate(course.state.table.scores):
            shown = self.page.locator(f'.score-points[data-side="{side}"]')
            expect(shown).to_have_text(str(course.rules.told(score)))


class Desk(Person):
    """Somebody who clicks."""

    def act_on(self, what: Locator) -> None:
        """Press something."""
        what.click()

    def enter(self, selector: str, text: str = "") -> None:
        """Press something, or fill a box in and send it."""
        box = self.page.locator(selector)
        if not text:
            self.act_on(box)
        elif (pad := self.page.locator(f".pad button[value='{text}']")).is_visible():
            self.act_on(pad)
        else:
            box.fill(text)
            box.press("Enter")

    def claim(self, points: int) -> None:
        """Say what the next card is played for: in the box, or by the hole that a touch screen has instead."""
        box = self.page.locator("#points")
        if box.is_visible():
            box.fill(str(points))
        else:
            self.act_on(self.page.locator(f".actions .pad label:has([value='{points}'])"))

    def press(self, action: Action, course: Course) -> None:
        """Do something by its controls."""
        match action:
            case Discard(_, cards):
                for card in cards:
                    self.act_on(self.page.locator(f'.pick[data-card="{card}"]'))
                self.enter("#discard")
            case Play(_, card, claim):
                if claim is not None:
                    self.claim(claim)
                self.enter(f"#card-{card}")
            case Pass():
                self.enter("#act button[value=pass]")
            case Cut():
                self.enter("#cut")
            case _:
                super().press(action, course)


@dataclass
class Phone(Desk):
    """Somebody who taps as fast as counts: a second tap at one place within half a second is none, nor is one where a
    button was by which the table went on a third of a second ago."""

    taps: list[tuple[float, float, float]] = field(default_factory=list)

    def act_on(self, what: Locator) -> None:
        """Tap something."""
        box = what.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        latest = max((at for left, top, at in self.taps if hypot(x - left, y - top) < NEAR), default=0.0)
        self.page.wait_for_timeout(1000 * max(0.0, latest + 0.55 - monotonic()))
        what.tap()
        self.taps.append((x, y, monotonic()))

    def take(self, action: Action | None, course: Course) -> None:
        """Look at what has come, and do something."""
        self.page.wait_for_timeout(400)
        super().take(action, course)


class Plain(Desk):
    """Somebody whose browser runs no scripts: they look again themselves."""

    def see(self, course: Course) -> None:
        """Look again where the page is old."""
        if self.page.locator("#look-again").is_visible():
            with self.page.expect_navigation():
                self.page.locator("#look-again").click()
        elif self.page.locator("#table > input[name=number]").get_attribute("value") != course.move:
            self.page.reload()
        super().see(course)

    def follow(self) -> None:
        """Look again, and follow the link; who was the last to say yes is there already."""
        self.page.reload()
        if (link := self.page.get_by_role("link", name="To the next game")).count():
            link.click()

    def take(self, action: Action | None, course: Course) -> None:
        """Do something, and wait for the page that is loaded."""
        with self.page.expect_navigation():
            super().take(action, course)


@dataclass
class Keyboard(Person):
    """Somebody who uses the keyboard alone, and hears what is there: `pytest -s` prints a screen reader's tree of every
    phase."""

    heard: dict[str, str] = field(default_factory=dict)

    def see(self, course: Course) -> None:
        """Wait until the page shows the table, and listen to it where its phase is new."""
        super().see(course)
        phase, mine = type(course.state).__name__, self.place in waited_for(course.state)
        if (state := f"{phase}, one’s own turn" if mine else phase) not in self.heard:
            self.heard[state] = self.page.locator("#table").aria_snapshot()
            say(f"{state}:\n{self.heard[state]}\n")
            assert all(name in self.heard[state] for name in ("You", "Player")), state


OPTIONS: dict[type[Person], dict[str, object]] = {
    Phone: {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    Plain: {"java_script_enabled": False},
}
"""What is special about a browser."""

GAMES: dict[str, tuple[Rules, Sequence[type[Person]]]] = {
    "a deal of two": (replace(COUNTED, deals=1, counting=Counted.SHOW), (Phone, Keyboard)),
    "two": (replace(COUNTED, target=61), (Phone, Plain)),
    "three": (replace(COUNTED, seats=3, sides=3), (Phone, Keyboard, Plain)),
    "four in pairs": (replace(COUNTED, seats=4, sides=2), (Phone, Keyboard, Plain, Desk)),
    "six in pairs": (
        replace(COUNTED, seats=6, sides=3, counting=Counted.SHOW),
        (Phone, Keyboard, Plain, Desk, Desk, Desk),
    ),
}


def wanted(course: Course, place: int, rng: Random) -> Action:
    """What somebody does: now and then they miscount, and they call every miscount that they may call."""
    state = course.state
    if isinstance(state, Counting | Pegging) and state.claimed:
        return choose(course, place, Level.EXPERT)
    match choose(course, place):
        case Claim(_, points) if rng.random() < MISCOUNTS:
            return Claim(place, max(0, points - 2))
        case Play(_, card, claim) if claim and rng.random() < MISCOUNTS:
            return Play(place, card, claim - 1)
        case action:
            return action


@dataclass
class Company:
    """People at a table, each before a page of their own."""

    party: Party
    players: list[Person]
    rng: Random

    def play(self) -> Course:
        """Play to the end, and look at all pages now and then."""
        number = 0
        while True:
            course = referee.load(self.party.match.key)
            wait = referee.waits(course, Pace.INSTANT)
            if number % CHECKED == 0 or wait is Wait.OVER:
                self.check(course)
            if wait is Wait.OVER:
                return course
            place = waited_for(course.state)[0] if wait is Wait.PERSON else number % len(self.players)
            self.disturb(number, place)
            player = self.players[place]
            player.see(course)
            player.take(wanted(course, place, self.rng) if wait is Wait.PERSON else None, course)
            self.wait_for_more_than(course)
            self.players[place - 1].page.context.set_offline(False)
            number += 1

    def disturb(self, number: int, place: int) -> None:
        """Cut the network of somebody else for a moment, or let them load the page anew."""
        other = self.players[place - 1].page
        if number % DISTURBED == DISTURBED - 1:
            other.context.set_offline(True)
        elif number % DISTURBED == DISTURBED // 2:
            other.reload()

    def wait_for_more_than(self, course: Course) -> None:
        """Wait until what was done is stored."""
        shown = self.players[0].page
        for _try in range(100):
            if referee.at_table(self.party.match.key).move != course.move:
                return
            shown.wait_for_timeout(50)
        raise AssertionError(course.state)

    def check(self, course: Course) -> None:
        """See that all pages show the same table, and none a card that lies closed to its reader."""
        for place, player in enumerate(self.players):
            player.see(course)
            player.shows_scores(course)
            shown = cards_in(_SECRETS.sub("", player.page.content()))
            assert not shown & hidden(course, place), (place, course.state)


@pytest.fixture(autouse=True)
def _quick_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages ask often, so that nobody waits for a second to pass."""
    for steps in ("_EXPECTED", "_OWN_TURN", "_OVER"):
        monkeypatch.setattr(news, steps, ((0, 150),))


def invited(url: str, pages: list[Page], people: list[Learner], rules: Rules) -> Party:
    """A table of the first, at which the others sit down by its address."""
    setup = PartySetup(rules=rules, levels=(None,) * (rules.seats - 1), pace=Pace.INSTANT)
    party = tables.make(people[0], setup)
    pages[0].goto(url + reverse("room", args=[party.match.key]))
    for number, page in enumerate(pages[1:], 2):
        page.goto(url + reverse("sit_down", args=[party.invitation]))
        page.get_by_role("button", name=f"Take seat {number}" if number < rules.seats else "Take the seat").click()
    for page in pages:
        to_table(page)
    return party


def to_table(page: Page) -> None:
    """Come to the table once the game has begun: without scripts, by a link."""
    if (again := page.get_by_role("link", name="Look again")).count():
        again.click()
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("name", few(GAMES, "a deal of two"))
def test_people_with_browsers_of_all_kinds_play_a_game(
    live_server: LiveServer, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    fixed_chance(monkeypatch, name)
    rules, kinds = GAMES[name]
    pages = [open_page(alone=True, **OPTIONS.get(kind, {})) for kind in kinds]
    complaints = [watched(page) for page in pages]
    people = [sit_at(page, live_server.url) for page in pages]
    party = invited(live_server.url, pages, people, rules)
    players = [
        kind(page, party.match, Pace.INSTANT, place=place)
        for place, (kind, page) in enumerate(zip(kinds, pages, strict=True))
    ]
    last = Company(party, players, Random(name)).play()
    assert isinstance(last.state, Over)
    done = Counter(type(action) for action in last.actions)
    assert done[Call] > 0
    assert done[Claim] > 0
    won = set(Result.objects.filter(won=1).values_list("learner", flat=True))
    assert won == {learner.pk for place, learner in enumerate(people) if rules.side_of(place) == last.state.winner}
    for page in pages:
        expect(page.locator("#result")).to_be_visible()
        page.get_by_role("button", name="Play again").click()
    for player in players:
        player.follow()
        expect(player.page.locator("#result")).not_to_be_attached()
        assert party.match.key not in player.page.url
    assert [told for page in complaints for told in page if not any(cut in told for cut in OFFLINE)] == []
