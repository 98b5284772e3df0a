"""A new game and the list of games: every option reaches the table, nonsense begins nothing, nothing typed is lost."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from game import referee
from game.boards import Design
from game.engine.record import read_rules
from game.engine.rules import (
    PRESETS,
    QUICK,
    STANDARD,
    TOURNAMENT,
    Counted,
    CribFlush,
    Muggins,
    Notice,
    Rules,
    RulesReason,
    Scoring,
    preset_of,
)
from game.models import Habits, Match, Origin, Pace, Result, Seat
from game.setup import Setup
from game.strategy.levels import Level
from game.table.forms import AGAIN, NEWCOMER, SetupForm
from game.views.games import PAGE
from game.words.rules import phrases, preset_name, summary
from game.words.terms import rules_fault
from tests.strategies import rules
from trainer.models import Learner, Session

NEW, GAMES = "/games/new/", "/games/"

Typed = dict[str, Any]


def typed(setup: Setup = NEWCOMER, **changes: str) -> Typed:
    """What a browser sends of the form that shows a setup, once these fields are changed."""
    form = SetupForm.showing(setup)
    values = {name: form[name].value() for name in form.fields}
    sent = {name: "on" if value is True else str(value) for name, value in values.items() if value not in {None, False}}
    return {**sent, **changes}


def chosen(posted: Typed) -> Setup:
    """The setup that a form asks for."""
    form = SetupForm(posted)
    assert form.errors == {}
    setup = form.cleaned_data["setup"]
    assert isinstance(setup, Setup)
    return setup


def plain(rules: Rules) -> Rules:
    """The same rules without what means nothing to a single game."""
    return rules if rules.match_points else replace(rules, scoring=Scoring.TOURNAMENT, double_skunk=4)


def setups() -> st.SearchStrategy[Setup]:
    """Every kind of setup."""
    levels = st.lists(st.sampled_from(Level), min_size=5, max_size=5)
    table = st.tuples(st.sampled_from(Pace), st.sampled_from(Design), st.booleans())
    return st.builds(
        lambda rules, levels, table: Setup(plain(rules), tuple(levels[: rules.seats - 1]), *table),
        rules(),
        levels,
        table,
    )


# ------------------------------------------------------------------------------------------------------- the form


@given(setups())
def test_what_the_form_shows_is_what_it_asks_for(setup: Setup) -> None:
    assert chosen(typed(setup)) == setup


MATCH = {"length": "match"}
FREE = {**MATCH, "scoring": "free"}
COUNTED = {"counting": "show"}
CAUGHT = {**COUNTED, "muggins": "missed"}


@pytest.mark.parametrize(
    ("changes", "agreed"),
    [
        ({"seats": "5"}, {"seats": 5, "sides": 5}),
        ({"seats": "4", "sides": "pairs"}, {"seats": 4, "sides": 2}),
        ({"seats": "6", "sides": "pairs"}, {"seats": 6, "sides": 3}),
        ({"seats": "6", "sides": "threes"}, {"seats": 6, "sides": 2}),
        ({"target": "241"}, {"target": 241}),
        ({"target": "own", "target_own": " 77 "}, {"target": 77}),
        ({"deals": "9"}, {"deals": 9}),
        ({"counting": "all"}, {"counting": Counted.ALL}),
        ({**COUNTED, "muggins": "missed-and-excess"}, {"muggins": Muggins.MISSED_AND_EXCESS}),
        ({**CAUGHT, "notice": "called"}, {"notice": Notice.CALLED}),
        ({"crib_flush": "like-a-hand"}, {"crib_flush": CribFlush.LIKE_A_HAND}),
        ({**COUNTED, "count_clock": "15"}, {"count_clock": 15, "play_clock": None}),
        ({"play_clock": "90"}, {"play_clock": 90, "count_clock": None}),
        ({**MATCH, "match_points": "7"}, {"match_points": 7, "scoring": Scoring.TOURNAMENT}),
        ({**MATCH, "scoring": "long"}, {"match_points": 12, "scoring": Scoring.LONG}),
        ({**MATCH, "scoring": "free-triple"}, {"scoring": Scoring.FREE_TRIPLE}),
        ({**FREE, "double_skunk": "3"}, {"scoring": Scoring.FREE, "double_skunk": 3}),
    ],
)
def test_an_option_reaches_the_rules(changes: Typed, agreed: Typed) -> None:
    assert asdict(chosen(typed(**changes)).rules).items() >= agreed.items()


def test_the_table_is_as_it_was_chosen() -> None:
    posted = typed(seats="3", level="expert", seat_3="beginner", pace="instant", design="29", warnings="on")
    assert chosen(posted) == Setup(
        Rules(seats=3, sides=3), (Level.EXPERT, Level.BEGINNER), Pace.INSTANT, Design.TWENTY_NINE, warnings=True
    )


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"seats": "4", "sides": "threes"}, "sides", RulesReason.SIDES),
        ({"target": "own", "target_own": "30"}, "target_own", RulesReason.TARGET),
        ({"target": "own", "target_own": "1000"}, "target_own", RulesReason.TARGET),
        ({"target": "own"}, "target_own", RulesReason.TARGET),
        ({"target": "own", "target_own": "many"}, "target_own", RulesReason.TARGET),
        ({"target": "own", "target_own": "٦١"}, "target_own", RulesReason.TARGET),
        ({"deals": "３"}, "deals", RulesReason.DEALS),
        ({"deals": "0"}, "deals", RulesReason.DEALS),
        ({"deals": "-1"}, "deals", RulesReason.DEALS),
        ({"deals": "9" * 5000}, "deals", RulesReason.DEALS),
        ({"deals": "9" * 4000}, "deals", RulesReason.DEALS),
        ({**COUNTED, "count_clock": "14"}, "count_clock", RulesReason.COUNT_CLOCK),
        ({**COUNTED, "count_clock": "1\0"}, "count_clock", RulesReason.COUNT_CLOCK),
        ({"count_clock": "30"}, "count_clock", RulesReason.COUNT_CLOCK_WITHOUT_COUNTING),
        ({**COUNTED, "count_clock": "३०"}, "count_clock", RulesReason.COUNT_CLOCK),
        ({"play_clock": "91"}, "play_clock", RulesReason.PLAY_CLOCK),
        ({"play_clock": "1e1"}, "play_clock", RulesReason.PLAY_CLOCK),
        ({**MATCH, "match_points": "0"}, "match_points", RulesReason.MATCH),
        ({**MATCH, "match_points": "١٢"}, "match_points", RulesReason.MATCH),
        ({**MATCH, "match_points": ""}, "match_points", RulesReason.MATCH),
    ],
)
def test_what_cannot_be_played_is_told_at_its_field(changes: Typed, field: str, reason: RulesReason) -> None:
    assert SetupForm(typed(**changes)).errors == {field: [rules_fault(reason)]}


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = {"seats": "4", "sides": "threes", "target": "own", "target_own": "1", "deals": "0", "play_clock": "1"}
    errors = SetupForm({**typed(), **wrong, "count_clock": "7", **MATCH, "match_points": "x", "pace": "warp"}).errors
    assert set(errors) == {"sides", "target_own", "deals", "play_clock", "count_clock", "match_points", "pace"}


@pytest.mark.parametrize(
    ("changes", "agreed"),
    [
        ({"sides": "threes"}, STANDARD),
        ({"seats": "3", "sides": "pairs"}, Rules(seats=3, sides=3)),
        ({"seats": "5", "sides": "nonsense"}, Rules(seats=5, sides=5)),
        ({"target_own": "many"}, STANDARD),
        ({"muggins": "missed", "notice": "called"}, STANDARD),
        ({"counting": "show", "notice": "called"}, Rules(counting=Counted.SHOW)),
        ({"match_points": "-3", "scoring": "free", "double_skunk": "3"}, STANDARD),
        ({"length": "match", "double_skunk": "3"}, Rules(match_points=12)),
        ({"seat_3": "nonsense", "seat_6": ""}, STANDARD),
    ],
)
def test_what_means_nothing_here_is_passed_over(changes: Typed, agreed: Rules) -> None:
    assert chosen(typed(**changes)).rules == agreed


@pytest.mark.parametrize("field", [name for name in SetupForm.base_fields if name not in {"warnings", "target_own"}])
def test_a_tampered_or_missing_choice_is_told_at_its_field(field: str) -> None:
    full = typed(Setup(Rules(seats=6, sides=6, counting=Counted.SHOW, muggins=Muggins.MISSED), (Level.CLUB,) * 5))
    full |= {**FREE, "match_points": "5", "seat_3": "casual"}
    for wrong in ("\0", "nonsense", "²", "7"):
        errors = SetupForm({**full, field: wrong}).errors
        if wrong != "7" or field not in {"deals", "match_points"}:
            assert set(errors) == {field}
    optional = field in {"deals", "count_clock", "play_clock"} or field.startswith("seat_")
    assert set(SetupForm({**full, field: ""}).errors) == (set() if optional else {field})


_junk = st.one_of(st.text(max_size=9), st.integers().map(str), st.sampled_from(["own", "show", "free", "match", "6"]))


@given(st.dictionaries(st.sampled_from([*SetupForm.base_fields, "csrf"]), _junk), st.booleans())
def test_nonsense_is_refused_and_never_fails(junk: Typed, filled: bool) -> None:
    form = SetupForm({**typed(), **junk} if filled else junk)
    assert form.is_valid() == ("setup" in form.cleaned_data)
    assert str(form), "and can be shown again"


_quick = st.one_of(_junk, st.sampled_from([*PRESETS, *Level]))


@given(st.dictionaries(st.sampled_from(["preset", "level", "seats"]), _quick))
def test_a_quick_choice_is_one_of_those_offered(junk: Typed) -> None:
    form = SetupForm(junk)
    assert form.is_valid() == (junk.get("preset") in PRESETS and junk.get("level") in list(Level))


@pytest.mark.parametrize("level", Level)
def test_the_opponent_on_top_plays_the_rules_of_one_s_own(level: Level) -> None:
    assert chosen(typed(target="241", level=level)).levels == (level,)
    assert chosen(typed(seats="4", level=level, seat_3="club")).levels == (level, Level.CLUB, level)


def test_a_preset_is_played_at_its_table_whatever_other_rules_were_chosen() -> None:
    table = Setup(TOURNAMENT, (Level.CLUB,), Pace.SLOW, Design.LONG)
    game = {"preset": "quick", "level": "expert"}
    form = SetupForm({**typed(seats="9", deals="x", pace="fast"), **game}, usual=table)
    assert form.is_valid()
    assert form.cleaned_data["setup"] == Setup(QUICK, (Level.EXPERT,), Pace.FAST, warnings=True)
    form = SetupForm(game, usual=table)
    assert form.is_valid(), "without a word about the table it is the usual one"
    assert form.cleaned_data["setup"] == replace(table, rules=QUICK, levels=(Level.EXPERT,))


# ---------------------------------------------------------------------------------------------- what is remembered


@given(setups())
def test_a_setup_can_be_remembered(setup: Setup) -> None:
    assert Setup.from_json(json.loads(json.dumps(setup.as_json()))) == setup


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["expert", "rules seats=3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(list(NEWCOMER.as_json())), _json, min_size=1), st.booleans())
def test_damaged_memory_is_no_setup(damage: Typed, whole: bool) -> None:
    data = {**NEWCOMER.as_json(), **damage} if whole else damage
    setup = Setup.from_json(data)
    assert setup is None or len(setup.levels) == setup.rules.seats - 1


@pytest.mark.parametrize("data", [None, [], "", 3, {}, {"rules": "rules seats=3", "levels": ["club"]}])
def test_nothing_is_no_setup(data: object) -> None:
    assert Setup.from_json(data) is None


# ----------------------------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("agreed", "told"),
    [
        (QUICK, "To 61 · two players · counted for you"),
        (
            TOURNAMENT,
            "To 121 · two players · you count the show · muggins: the opponent can call missed points"
            " · tournament match to 12",
        ),
        (
            Rules(
                seats=6,
                sides=2,
                target=77,
                deals=1,
                counting=Counted.ALL,
                muggins=Muggins.MISSED_AND_EXCESS,
                crib_flush=CribFlush.LIKE_A_HAND,
                count_clock=30,
                play_clock=20,
                match_points=5,
                scoring=Scoring.FREE,
                double_skunk=3,
            ),
            "To 77 · at most 1 deal · six players in two threes · you count the show and the play · muggins: the "
            "table gives missed and excess points to the opponent · a crib’s flush as in a hand · "
            "30 seconds a count · 20 seconds a card · match to 5, "
            "free scoring · a double skunk is worth 3",
        ),
    ],
)
def test_agreed_rules_in_one_line(agreed: Rules, told: str) -> None:
    assert summary(agreed) == told


@given(rules(), rules())
def test_different_rules_are_told_differently(one: Rules, other: Rules) -> None:
    assert (phrases(one) == phrases(other)) == (plain(one) == plain(other))


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_known_at_any_table(name: str) -> None:
    for seats, sides in ((2, 2), (4, 2), (6, 3)):
        assert preset_of(replace(PRESETS[name], seats=seats, sides=sides)) == name
    assert preset_of(replace(PRESETS[name], target=77)) == "own"
    assert preset_name(name) != preset_name("own")


# ------------------------------------------------------------------------------------------------------- the page


def learner_of(client: Client) -> Learner:
    """Who the session knows."""
    return Learner.objects.get(pk=client.session["_auth_user_id"])


def inputs(page: str) -> dict[str, str]:
    """What the form with all options would send, as the page shows it."""
    form = page.partition('id="new-game"')[2].partition("</form>")[0]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", form):
        facts = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if facts["type"] in {"text", "hidden"} or re.search(r"\schecked", tag):
            sent[facts["name"]] = unescape(facts.get("value", "on"))
    sent |= dict(re.findall(r'<select name="(\w+)"[^>]*>(?:(?!</select).)*?value="(\w*)" selected', form, re.DOTALL))
    del sent["csrfmiddlewaretoken"]
    return sent


@pytest.mark.django_db
class TestPage:
    """What the page shows, begins and remembers."""

    @pytest.mark.parametrize("name", PRESETS)
    def test_a_preset_begins_at_once(self, client: Client, name: str) -> None:
        assert f'name="preset" value="{name}"' in client.get(NEW).text
        response = client.post(NEW, {"preset": name, "level": "expert"})
        match = Match.objects.get()
        assert read_rules(match.rules) == PRESETS[name]
        assert [(seat.learner_id, seat.level) for seat in match.seats.all()] == [(match.owner_id, ""), (None, "expert")]
        assert response.headers["Location"] == f"/games/{match.key}/"

    def test_two_clicks_from_the_page_s_own_form(self, client: Client) -> None:
        page = client.get(NEW).text
        level = re.findall(r'name="level" value="(\w+)"[^>]* checked', page)
        assert level == ["casual"], "what a newcomer meets"
        response = client.post(NEW, {"preset": "standard", "level": level[0]}, follow=True)
        assert response.status_code == 200

    def test_a_choice_of_one_s_own_begins(self, client: Client) -> None:
        client.post(NEW, typed(seats="4", sides="pairs", level="beginner", seat_3="expert", seat_4="club"))
        match = Match.objects.get()
        assert read_rules(match.rules) == Rules(seats=4, sides=2)
        assert [seat.level for seat in match.seats.all()] == ["", "beginner", "expert", "club"]

    def test_a_guest_is_made_when_a_game_begins_and_not_before(self, client: Client) -> None:
        client.get(NEW)
        client.get(GAMES)
        client.post(NEW, typed(deals="0"))
        client.post(NEW, {"preset": "quick", "level": "nobody"})
        client.post(NEW, {"preset": AGAIN, "level": "club"})
        assert (Learner.objects.count(), Session.objects.count(), Match.objects.count()) == (0, 0, 0)
        client.post(NEW, {"preset": "quick", "level": "club"})
        client.post(NEW, {"preset": "quick", "level": "club"})
        assert (Learner.objects.count(), Match.objects.count()) == (1, 2)

    @pytest.mark.parametrize(
        "posted",
        [
            {},
            {"preset": "quick"},
            {"level": "club"},
            {"preset": "own", "level": "club"},
            {"preset": "quick\0", "level": ["club", "x"]},
            {"preset": AGAIN, "level": "club"},
            {"seats": "9" * 9000, "target": "\0", "warnings": "\0"},
            typed(seats="7"),
            typed(level=""),
            typed(preset="quick", level="nobody"),
        ],
    )
    def test_nonsense_begins_nothing_and_is_told(
        self, client: Client, posted: Typed, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(referee, "begin", lambda *_args: pytest.fail("a game began"))
        response = client.post(NEW, posted)
        assert response.status_code == 200
        assert 'role="alert" tabindex="-1"' in response.text

    def test_what_was_typed_is_not_lost(self, client: Client) -> None:
        posted = typed(
            seats="4", sides="pairs", seat_3="expert", target="own", target_own="<many>", counting="show", deals="x"
        )
        page = client.post(NEW, posted).text
        assert inputs(page) == {**dict.fromkeys(("deals", "count_clock", "play_clock"), ""), **posted}
        assert page.count('<details class="fold" open>') == 1, "where something is wrong"
        for field, said in (("target_own", RulesReason.TARGET), ("deals", RulesReason.DEALS)):
            assert f'<p class="field-fault" id="error-{field}">{rules_fault(said)}</p>' in page
            assert re.search(rf'name="{field}"[^>]*aria-invalid="true" aria-describedby="error-{field} ', page)
            assert f'href="#id_{field}"' in page
        assert page.count('aria-invalid="true"') == 2

    def test_every_wrong_choice_says_so_where_it_is(self, client: Client) -> None:
        page = client.post(NEW, {"preset": "own"}).text
        for field in ("level", "seats", "target", "counting", "crib_flush", "length", "pace", "design"):
            assert f'id="error-{field}"' in page
            place = re.search(rf'href="#((?:id|field)_?-?{field})"', page)
            assert place
            assert f'id="{place[1]}"' in page

    @pytest.mark.parametrize("posted", [None, {"preset": "own"}, {"preset": "x"}])
    def test_no_inline_style_or_script_and_no_id_twice(self, client: Client, posted: Typed | None) -> None:
        for page in (client.get(GAMES), client.post(NEW, posted) if posted else client.get(NEW)):
            assert not re.search(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=", page.text)
            ids = re.findall(r'\sid="([^"]+)"', page.text)
            assert len(ids) == len(set(ids))
            labels = re.findall(r'<label for="([^"]+)"', page.text)
            described = " ".join(re.findall(r'aria-(?:describedby|labelledby)="([^"]+)"', page.text)).split()
            assert {*labels, *described} <= set(ids)


@pytest.mark.django_db
class TestLastChoice:
    """What was chosen last is proposed again, and damage to it does no harm."""

    OWN = typed(seats="3", level="expert", seat_3="club", target="own", target_own="77", pace="fast", design="spiral")

    def test_it_is_filled_in_and_one_click_away(self, client: Client) -> None:
        assert f'value="{AGAIN}"' not in client.get(NEW).text
        client.post(NEW, self.OWN)
        page = client.get(NEW).text
        like_the_opponent = dict.fromkeys(("seat_4", "seat_5", "seat_6"), "")
        assert inputs(page).items() >= {**self.OWN, **like_the_opponent, "preset": AGAIN}.items()
        assert "To 77 · three players, each alone · counted for you · against Expert and Club player" in page
        client.post(NEW, inputs(page))
        client.post(NEW, inputs(page) | {"level": "beginner"})
        assert len({match.rules for match in Match.objects.all()}) == 1
        levels = [[seat.level for seat in match.seats.all()] for match in Match.objects.order_by("pk")]
        assert levels == [["", "expert", "club"], ["", "expert", "club"], ["", "beginner", "club"]]

    def test_who_played_like_the_opponent_still_does(self, client: Client) -> None:
        client.post(NEW, typed(seats="3", level="casual"))
        client.post(NEW, {"preset": AGAIN, "level": "expert"})
        assert [seat.level for seat in Match.objects.latest("pk").seats.all()] == ["", "expert", "expert"]

    def test_a_preset_is_chosen_again(self, client: Client) -> None:
        client.post(NEW, {"preset": "tournament", "level": "beginner"})
        page = client.get(NEW).text
        assert f'value="{AGAIN}"' not in page
        last = {"preset": "tournament", "level": "beginner"}
        assert inputs(page).items() >= {**last, "length": "match", "notice": "called"}.items()

    def test_the_table_s_habits_are_the_latest(self, client: Client) -> None:
        client.post(NEW, self.OWN)
        habits = Habits.objects.get()
        assert (habits.pace, habits.design, habits.warnings) == ("fast", "spiral", True), "whoever is new is warned"
        Habits.objects.update(pace="slow", design="long", warnings=False)
        seen = inputs(client.get(NEW).text)
        assert seen.items() >= {"pace": "slow", "design": "long"}.items()
        assert "warnings" not in seen
        client.post(NEW, {"preset": "quick", "level": "club"})
        habits.refresh_from_db()
        assert (habits.pace, habits.design, habits.warnings) == ("slow", "long", False)
        assert Setup.from_json(habits.setup) == Setup(QUICK, (Level.CLUB,), Pace.SLOW, Design.LONG)

    @pytest.mark.parametrize(
        "setup", [{}, [], "x", None, {"rules": 3}, {"rules": "rules seats=9", "levels": []}, {"levels": [{}]}]
    )
    def test_damage_is_as_if_there_were_none(self, client: Client, setup: object) -> None:
        client.post(NEW, self.OWN)
        Habits.objects.update(setup=setup if setup is not None else "null")
        page = client.get(NEW).text
        assert f'value="{AGAIN}"' not in page
        assert inputs(page) == inputs(Client().get(NEW).text) | {"pace": "fast", "design": "spiral"}
        assert "no longer known here" in client.post(NEW, {"preset": AGAIN, "level": "club"}).text
        Habits.objects.update(pace="warp", design="moon")
        assert inputs(client.get(NEW).text) == inputs(Client().get(NEW).text)
        assert Match.objects.count() == 1


# ------------------------------------------------------------------------------------------------------- the list

Begin = Callable[..., Match]


@pytest.fixture
def begin(client: Client) -> Begin:
    """Begin a match of the client's learner, and say how it stands."""
    learner = Learner.objects.create_guest()
    client.force_login(learner)

    def begin(agreed: Rules = QUICK, levels: str = "casual", over: bool = False, **stands: Any) -> Match:
        bots = [Level(level) for level in levels.split()] * (1 if " " in levels else agreed.seats - 1)
        match = referee.begin(learner, Setup(agreed, tuple(bots)))
        match.over, match.summary = over, {**match.summary, **stands}
        match.save()
        return match

    return begin


def words_of(html: str) -> str:
    """What can be read of a page."""
    main = html.partition("<main")[2].partition("</main>")[0]
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", main).split()))


BESIDE_BRUNO = "With Bruno (Casual), against Ada and Clara (Casual)"


@pytest.mark.django_db
class TestList:
    """What has been begun, and what was won."""

    def test_a_visitor_sees_an_empty_list(self, client: Client) -> None:
        page = client.get(GAMES).text
        assert "Nothing here yet" in page
        assert 'href="/games/new/"' in page
        assert 'href="/games/open/"' in page

    def test_somebody_without_games_begins_one_at_once(self, client: Client) -> None:
        page = client.get(GAMES).text
        ready = re.findall(r'name="preset" value="(\w+)">\s*<input type="hidden" name="level" value="(\w+)"', page)
        assert ready == [("quick", "beginner"), ("standard", "casual"), ("standard", "expert")]
        assert re.findall(r'aria-label="(Play \w+)">Play</button>', page) == [
            "Play Beginner",
            "Play Casual",
            "Play Expert",
        ]
        assert client.post(NEW, dict(zip(("preset", "level"), ready[0], strict=True))).status_code == 302
        assert "Ada · Beginner" in words_of(client.get(GAMES).text)
        assert 'name="preset"' not in client.get(GAMES).text

    def test_a_game_in_play(self, client: Client, begin: Begin) -> None:
        match = begin(scores=[17, 42], deal=3)
        match.played_at = timezone.now() - timedelta(hours=2, minutes=5)
        match.save()
        page = client.get(GAMES).text
        row = "Your games You 17, Ada 42 Ada · Casual · 2 hours ago · Deal 3 · Quick game"
        assert row in words_of(page)
        assert "Continue: Ada · Casual New game Play with a friend" in words_of(page)
        assert "In play" not in page, "it is told once"
        assert f'href="/games/{match.key}/"' in page

    def test_partners_and_a_match(self, client: Client, begin: Begin) -> None:
        agreed = replace(TOURNAMENT, seats=4, sides=2)
        begin(agreed, "club expert club", scores=[80, 90], standing=[4, 2], game=3, deal=7)
        words = words_of(client.get(GAMES).text)
        assert "You and Bruno 80, Ada and Clara 90 With Bruno (Expert), against Ada and Clara (Club player) ·" in words
        assert "· just now · Game 3, deal 7, match points 4–2 · Tournament match" in words

    @pytest.mark.parametrize(
        ("agreed", "winner", "told", "against"),
        [
            (QUICK, 0, "You won 61–54", "Ada · Casual"),
            (QUICK, 1, "Ada won 54–61", "Ada · Casual"),
            (replace(QUICK, deals=1), None, "A draw: You 61, Ada 54", "Ada · Casual"),
            (Rules(seats=4, sides=2), 0, "Your side won 61–54", BESIDE_BRUNO),
            (Rules(seats=4, sides=2), 1, "Ada and Clara won 54–61", BESIDE_BRUNO),
            (Rules(seats=3, sides=3), 2, "Bruno won: You 61, Ada 54, Bruno 50", "Against Ada and Bruno (Casual)"),
        ],
    )
    def test_a_finished_game(
        self, client: Client, begin: Begin, *, agreed: Rules, winner: int | None, told: str, against: str
    ) -> None:
        match = begin(agreed, over=True, winner=winner, game=2, scores=[61, 54, 50][: agreed.sides])
        page = client.get(GAMES).text
        assert re.search(rf'id="game-{match.key}"[^>]*><a [^>]*href="/games/{match.key}/2/">{told}</a></h', page), (
            "the result is its title"
        )
        assert page.count(told) == 1
        assert f"{told} {against} · just now" in words_of(page)
        assert "In play" not in page

    @pytest.mark.parametrize(("winner", "look"), [(0, ' class="is-right-text"'), (1, "")])
    def test_a_game_in_the_list_looks_won_if_it_was(self, client: Client, begin: Begin, winner: int, look: str) -> None:
        older = begin(QUICK, over=True, winner=winner)
        Match.objects.filter(pk=older.pk).update(played_at=timezone.now() - timedelta(hours=1))
        begin(QUICK, over=True, winner=0)
        assert f'<h3 id="game-{older.key}"{look}><a class="tile-link"' in client.get(GAMES).text

    def test_the_last_game_is_begun_again_with_one_tap(self, client: Client, begin: Begin) -> None:
        """One of the usual ones against one bot; and not while another is in play."""
        begin(QUICK, over=True, winner=0)
        page = client.get(GAMES).text
        assert "Play Ada again</button>" in page
        sent = dict(re.findall(r'name="(preset|level)" value="(\w+)"', page))
        assert sent == {"preset": "quick", "level": "casual"}
        assert client.post(NEW, sent).status_code == 302
        page = client.get(GAMES).text
        assert "Play Ada again" not in page
        assert "Continue: Ada · Casual</a>" in page

    def test_a_new_game_comes_first_where_none_can_be_begun_again(self, client: Client, begin: Begin) -> None:
        begin(Rules(seats=3, sides=3), over=True, winner=0)
        page = client.get(GAMES).text
        assert "again</button>" not in page
        assert re.findall(r'class="button ([^"]+)" href="/games/new/"', page) == ["button-large button-wide"]

    def test_a_record_and_a_game_played_again(self, client: Client, begin: Begin) -> None:
        opened, again = begin(over=True, winner=None), begin()
        Match.objects.filter(pk=opened.pk).update(origin=Origin.RECORD)
        Match.objects.filter(pk=again.pk).update(origin=Origin.AGAIN)
        Seat.objects.filter(match=opened).update(learner=None, level="")
        words = words_of(client.get(GAMES).text)
        assert "You 0, Ada 0 Played again, against Ada (Casual) · just now" in words
        assert "Seat 1 0, Seat 2 0 A record that was opened · just now · Quick game" in words

    def test_a_game_played_on_from_a_review_never_takes_the_place_of_a_real_one(
        self, client: Client, begin: Begin
    ) -> None:
        """However many there are, and alone it is not the game to continue."""
        real = begin()
        tried = [begin() for _ in range(PAGE)]
        Match.objects.exclude(pk=real.pk).update(origin=Origin.AGAIN)
        assert (
            f'<a class="button button-large button-wide" href="/games/{real.key}/">Continue' in client.get(GAMES).text
        )
        real.delete()
        page = client.get(GAMES).text
        assert "Continue:" not in page
        assert page.count("Played again") == PAGE
        assert tried[0].key in page

    def test_only_one_s_own(self, client: Client, begin: Begin) -> None:
        match = begin()
        stranger = Client()
        stranger.post(NEW, {"preset": "quick", "level": "expert"})
        for somebody in (stranger, Client()):
            assert match.key not in somebody.get(GAMES).text
        assert "Expert" not in client.get(GAMES).text
        assert match.key in client.get(GAMES).text

    def test_those_in_play_come_first_and_the_latest_before_others(self, client: Client, begin: Begin) -> None:
        now = timezone.now()
        made = [begin(over=bool(hours % 2), winner=0) for hours in range(5)]
        for hours, match in enumerate(made):
            Match.objects.filter(pk=match.pk).update(played_at=now - timedelta(hours=hours))
        page = client.get(GAMES).text
        listed = re.findall(r'<h[23][^>]* id="game-([\w-]+)"', page)
        assert listed == [made[place].key for place in (0, 2, 4, 1, 3)]

    def test_twelve_on_a_page_at_the_same_cost(self, client: Client, begin: Begin) -> None:
        begin(Rules(seats=6, sides=6))
        costs = []
        for more in (0, 24):
            for number in range(more):
                begin(over=number > 2, winner=1)
            with CaptureQueriesContext(
                connection,
            ) as queries:
                page = client.get(GAMES).text
            costs.append(len(queries))
        assert costs[0] == costs[1]
        assert page.count("<article") == 12
        assert "Page 1 of 3" in page
        assert client.get(GAMES, {"page": "3"}).text.count("<article") == 1

    @pytest.mark.parametrize("page", ["0", "-1", "x", "\0", "9" * 5000, "99999999999999999999", "1.5"])
    def test_any_page_there_may_be(self, client: Client, begin: Begin, page: str) -> None:
        begin()
        assert client.get(GAMES, {"page": page}).text.count("<article") == 1

    def test_what_was_won_is_not_split_by_one_kind(self, client: Client, begin: Begin) -> None:
        owner = begin(over=True).owner
        Result.objects.create(learner=owner, level="club", rules="quick", seats=2, games=2, won=1)
        words = words_of(client.get(GAMES).text).partition("What you have won")[2]
        assert "1 of 2 won" in words
        assert "By opponent" not in words
        assert "By rules" not in words

    def test_what_was_won(self, client: Client, begin: Begin) -> None:
        learner = begin().owner
        kinds = [("standard", "club", 10, 4, 0), ("standard", "expert", 5, 1, 1), ("own", "club", 2, 2, 0)]
        for agreed, level, games, won, drawn in kinds:
            points = {"points_for": 100 * games, "points_against": 110 * games + 1}
            matches = {"matches": 1, "matches_won": 1} if agreed == "own" else {"matches": games, "matches_won": won}
            told = {"games": games, "won": won, "drawn": drawn, "skunks_given": 1, **points, **matches}
            Result.objects.update_or_create(learner=learner, rules=agreed, level=level, seats=2, defaults=told)
        Result.objects.create(learner=Learner.objects.create_guest(), rules="quick", level="casual", seats=2, games=9)
        words = words_of(client.get(GAMES).text).partition("What you have won")[2]
        lines = [
            "Club player 6 of 12 won; 5 of 11 matches won −10.2 points a game · skunks: 2 given, 0 taken 50%",
            "Expert 1 of 5 won, 1 drawn −10.2 points a game · skunks: 1 given, 0 taken 20%",
            "Standard game 5 of 15 won, 1 drawn −10.1 points a game · skunks: 2 given, 0 taken 33%",
            "Rules of your own 2 of 2 won; 1 of 1 matches won −10.5 points a game · skunks: 1 given, 0 taken 100%",
        ]
        assert [line for line in lines if line not in words] == []
        assert "Casual" not in words
