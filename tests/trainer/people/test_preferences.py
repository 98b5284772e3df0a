"""Preferences: chosen once, seen on every page, at no cost."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game.engine.rules import Rules
from game.models import Habits, Pace
from tests.game.tables import begin
from trainer.models import Learner
from trainer.people.forms import PreferencesForm
from trainer.people.preferences import Clock, Look, Preferences, SuitColours, TextSize, preferences

pytestmark = pytest.mark.django_db

CHOSEN = {
    "cards": "two",
    "big_signs": "on",
    "look": "dark",
    "text": "large",
    "sound": "on",
    "clock": "hidden",
    "pad": "always",
    "pad_twice": "on",
    "voice": "slow",
    "pace": "fast",
    "keys": "on",
}
PLAIN = {
    "cards": "four",
    "look": "auto",
    "text": "normal",
    "clock": "shown",
    "pad": "auto",
    "voice": "normal",
    "pace": "normal",
}


def send(client: Client, **said: str) -> Any:
    """Send the form."""
    return client.post(reverse("preferences"), {**CHOSEN, **said}, follow=True)


def html_tag(text: str) -> str:
    """The first tag of a page."""
    return text.partition("<html")[2].partition(">")[0]


class TestForm:
    """One form, two places."""

    def test_its_folds_say_what_is_chosen(self, client: Client) -> None:
        client.force_login(Learner.objects.create_guest())
        for told in (
            ("Four colours · Automatic", "Pegboard: Touch only · Table: Normal", "Sound off"),
            ("Two colours · Dark", "Pegboard: Everywhere · Table: Fast", "Sound on"),
        ):
            page = client.get(reverse("preferences")).text
            says = re.findall('"fold-says[^>]*>([^<]+)', page)
            assert says == list(told)
            assert page.count("data-desk open") == 1, "the first part is open everywhere"
            send(client)

    @pytest.mark.parametrize(
        ("changed", "opened"),
        [({"text": "large"}, []), ({"pace": "fast"}, ["games"]), ({"sound": "on", "keys": "on"}, ["games", "sound"])],
    )
    def test_the_folds_in_which_something_was_changed_stay_open(
        self, client: Client, changed: dict[str, str], opened: list[str]
    ) -> None:
        client.post(reverse("preferences"), PLAIN)
        page = client.post(reverse("preferences"), {**PLAIN, **changed}, follow=True).text
        assert re.findall('id="part-([a-z]+)" data-desk open', page) == ["cards", *opened]

    def test_both_places_are_written(self, client: Client) -> None:
        response = send(client)
        assert "Your preferences are saved." in response.text
        learner = Learner.objects.get()
        assert learner.preferences == {
            "cards": "two",
            "big_signs": True,
            "look": "dark",
            "text": "large",
            "sound": True,
            "clock": "hidden",
            "zone": "",
            "pad": "always",
            "pad_twice": True,
            "goal": "none",
            "voice": "slow",
            "language": "",
        }
        assert (learner.habits.pace, learner.habits.keys) == (Pace.FAST, True)

    def test_every_choice_is_on_the_page(self, client: Client) -> None:
        page = client.get(reverse("preferences")).text
        assert [name for name in PreferencesForm.base_fields if f'name="{name}"' not in page] == []

    def test_it_shows_what_was_chosen(self, client: Client) -> None:
        send(client)
        form = client.get(reverse("preferences")).context["form"]
        assert {name: form[name].value() for name in CHOSEN} == {
            **CHOSEN,
            "big_signs": True,
            "sound": True,
            "pad_twice": True,
            "keys": True,
        }
        client.post(reverse("preferences"), PLAIN)
        form = client.get(reverse("preferences")).context["form"]
        assert {name: form[name].value() for name in CHOSEN} == {
            **PLAIN,
            "big_signs": False,
            "sound": False,
            "pad_twice": False,
            "keys": False,
        }

    def test_other_habits_and_other_keys_stay(self, client: Client) -> None:
        learner = Learner.objects.create_guest()
        learner.preferences = {"shown_once": ["tour"]}
        learner.save()
        Habits.objects.create(learner=learner, warnings=True)
        client.force_login(learner)
        send(client)
        learner.refresh_from_db()
        assert learner.preferences["shown_once"] == ["tour"]
        assert learner.habits.warnings

    @pytest.mark.parametrize("field", ["cards", "look", "text", "clock", "pace"])
    @pytest.mark.parametrize("typed", ["", "nonsense"])
    def test_what_is_no_choice_is_said(self, client: Client, field: str, typed: str) -> None:
        response = send(client, **{field: typed})
        assert response.status_code == 200
        assert "Choose one of these." in response.text
        assert not Learner.objects.exists()

    def test_looking_makes_nobody(self, client: Client) -> None:
        client.get(reverse("preferences"))
        assert not Learner.objects.exists()


class TestEveryPage:
    """The attributes of the page, for the style sheets."""

    def test_a_newcomer_has_what_is_usual(self, client: Client) -> None:
        text = client.get("/").text
        assert "data-" not in html_tag(text)
        assert '<meta name="color-scheme" content="light dark">' in text

    @pytest.mark.parametrize("path", ["/", "/games/", "/hands/", "/account/", "/nowhere/"])
    def test_who_has_chosen_sees_it_everywhere(self, client: Client, path: str) -> None:
        send(client)
        text = client.get(path).text
        for attribute in ('data-cards="two"', 'data-signs="big"', 'data-theme="dark"', 'data-text="large"'):
            assert attribute in html_tag(text)
        assert '<meta name="color-scheme" content="dark">' in text

    def test_sounds_come_only_where_they_are_switched_on(self, client: Client) -> None:
        assert "sound.js" not in client.get(reverse("home")).text
        send(client)
        assert "sound.js" in client.get(reverse("home")).text

    def test_sounds_are_switched_at_a_table_too(self, client: Client) -> None:
        learner = Learner.objects.create_guest()
        client.force_login(learner)
        table = reverse("table", args=[begin(learner, Rules()).key])
        for asked, pressed in (("on", "true"), ("off", "false")):
            response = client.post(reverse("sound"), {"sound": asked, "next": table}, follow=True)
            assert response.redirect_chain == [(table, 302)]
            assert f'aria-pressed="{pressed}"' in response.text
        piece = client.post(reverse("sound"), {"sound": "on", "next": table}, headers={"HX-Request": "true"})
        assert piece.text.strip().startswith("<form")
        assert f'value="{table}"' in piece.text
        assert 'aria-pressed="true"' in piece.text

    def test_the_switch_leads_to_this_site_only(self, client: Client) -> None:
        response = client.post(reverse("sound"), {"sound": "on", "next": "https://elsewhere.example/"})
        assert response["Location"] == reverse("preferences")

    def test_they_cost_no_query(self, client: Client) -> None:
        send(client)
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("mix"))
        assert ["session" in query["sql"] for query in captured] == [True, False]
        with CaptureQueriesContext(connection) as captured:
            Client().get(reverse("mix"))
        assert len(captured) == 0

    def test_a_piece_of_a_page_does_not_ask(self, rf: Any) -> None:
        class Unasked:
            def __getattr__(self, name: str) -> Any:
                raise AssertionError(name)

        request = rf.get("/")
        request.user = Unasked()
        assert "preferences" in preferences(request)

    def test_nobody(self, rf: Any) -> None:
        request = rf.get("/")
        request.user = AnonymousUser()
        assert preferences(request)["preferences"].cards == SuitColours.FOUR


class TestKept:
    """What is kept is read with care: it may be of an older version."""

    @pytest.mark.parametrize(
        "kept",
        [
            {},
            [],
            "two",
            None,
            {"cards": "nine", "look": 7, "text": None, "clock": ["shown"], "big_signs": "yes", "zone": 1, "else": 1},
            {"cards": {}, "big_signs": 1},
        ],
    )
    def test_what_is_no_choice_is_passed_over(self, kept: Any) -> None:
        assert Preferences.of(Learner(preferences=kept)) == Preferences()

    def test_there_and_back(self) -> None:
        chosen = Preferences(SuitColours.TWO, True, Look.LIGHT, TextSize.LARGER, True, Clock.HIDDEN, "Asia/Tokyo")
        assert Preferences.of(Learner(preferences=chosen.as_json())) == chosen
