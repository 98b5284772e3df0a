"""Which language a page and a mail are in, and the switch at the foot of every page."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.trainer.drills.samples import HAND, asked
from trainer.models import Learner
from trainer.people import mails

PASSWORD = "fifteen two and a pair"
POLISH = {"accept-language": "pl,en;q=0.5"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _a_choice(settings: Any) -> None:
    settings.LANGUAGES = [("en", "English"), ("fr", "Français"), ("pl", "Polski")]


def spoken(client: Client, path: str = "/lessons/", **headers: str) -> str:
    """Return the language of a page, which its element, its header and its first lesson agree on."""
    page = client.get(path, headers=headers)
    language = str(re.findall(r'<html lang="(\w+)"', page.text)[0])
    assert page["Content-Language"] == language
    assert {"Cookie", "Accept-Language"} <= set(page["Vary"].split(", "))
    return language


def switch(client: Client, language: str, back: str = "/lessons/", **headers: str) -> str:
    """Choose a language on a page, and return where that leads."""
    answer = client.post(reverse("language"), {"language": language, "next": back}, headers=headers)
    assert answer.status_code == 302
    return str(answer["Location"])


def account(client: Client) -> Learner:
    """Take an account."""
    client.post(reverse("signup"), {"name": "Ann", "password": PASSWORD, "again": PASSWORD})
    return Learner.objects.get(name="Ann")


class TestWhichLanguage:
    def test_a_first_visit_is_in_one_that_the_browser_wants(self, client: Client) -> None:
        assert spoken(client) == "en"
        assert spoken(client, **POLISH) == "pl"
        assert spoken(client, **{"accept-language": "pl-PL"}) == "pl"
        assert spoken(client, **{"accept-language": "de, ja"}) == "en"

    def test_the_cookie_counts_for_more(self, client: Client) -> None:
        switch(client, "fr")
        assert spoken(client, **POLISH) == "fr"

    def test_and_the_account_for_more_than_that(self, client: Client) -> None:
        account(client)
        switch(client, "fr")
        other = Client()
        switch(other, "pl")
        other.post(reverse("login"), {"username": "Ann", "password": PASSWORD})
        assert spoken(other) == "fr"
        other.post(reverse("logout"))
        assert spoken(other) == "pl"

    def test_a_guest_who_takes_an_account_keeps_it(self, client: Client) -> None:
        client.post(asked(HAND), {"number": 0, "claim": 3, "answer": 1})
        switch(client, "pl")
        assert account(client).preferences["language"] == "pl"

    def test_preferences_keep_it(self, client: Client) -> None:
        learner = account(client)
        switch(client, "pl")
        form = client.get(reverse("preferences")).context["form"]
        client.post(reverse("preferences"), form.initial)
        learner.refresh_from_db()
        assert learner.preferences["language"] == "pl"

    def test_one_that_is_no_longer_offered_is_passed_over(self, client: Client, settings: Any) -> None:
        account(client)
        switch(client, "pl")
        settings.LANGUAGES = [("en", "English"), ("fr", "Français")]
        assert spoken(client) == "en"

    def test_lessons_come_in_it(self, client: Client) -> None:
        assert "Fifteens" in client.get("/lessons/fifteens/").text
        assert "Piętnastki" in client.get("/lessons/fifteens/", headers=POLISH).text
        assert "Les quinze" in client.get("/lessons/fifteens/?lang=fr", headers=POLISH).text

    def test_they_are_found_in_it(self, client: Client) -> None:
        for query in ("piętnastki", "pietnastki"):
            assert "/lessons/fifteens/" in client.get("/search/", {"q": query}, headers=POLISH).text
            assert "/lessons/fifteens/" not in client.get("/search/", {"q": query}).text

    def test_cards_show_its_letters(self, client: Client) -> None:
        address = "/ask/count/?hand=4C+5S+6D+JH&starter=4H"
        assert 'class="card-rank">J<' in client.get(address).text
        shown = client.get(address, headers=POLISH).text
        assert 'class="card-rank">W<' in shown
        assert 'href="#court-J"' in shown

    def test_what_is_refused_before_anything_is_read_comes_in_it(self, client: Client) -> None:
        with translation.override("fr"):  # left over from another request
            page = client.post("/", headers=POLISH, CONTENT_LENGTH="99999999")
        assert '<html lang="pl"' in page.text


class TestAddress:
    def test_a_public_page_answers_to_its_address(self) -> None:
        for name in ("home", "lessons", "glossary", "rule_card", "translations", "privacy", "exam", "ask_count"):
            assert spoken(Client(), f"{reverse(name)}?lang=pl") == "pl"
        for path in ("/lessons/fifteens/", "/lessons/fifteens/2/", "/lessons/fifteens/check/", "/drills/peg/"):
            assert spoken(Client(), f"{path}?lang=fr", **POLISH) == "fr"
        assert spoken(Client(), "/search/?q=jack&lang=pl") == "pl"
        assert spoken(Client(), "/lessons/?lang=xx") == "en"
        assert spoken(Client(), "/games/?lang=pl") == "en"
        assert spoken(Client(), "/nowhere/?lang=pl") == "en"

    def test_who_comes_by_it_stays_in_it_unless_they_have_chosen(self, client: Client) -> None:
        spoken(client, "/lessons/?lang=pl")
        assert spoken(client) == "pl"
        spoken(client, "/lessons/?lang=fr")
        assert spoken(client) == "pl"

    def test_only_a_page_that_is_shown_is_remembered(self, client: Client) -> None:
        client.head("/lessons/?lang=pl")
        client.get("/lessons/no-such-lesson/?lang=pl")
        client.post("/lessons/?lang=pl")
        assert not client.cookies

    def test_an_account_with_a_language_keeps_it_without_a_cookie(self, client: Client) -> None:
        learner = account(client)
        Learner.objects.filter(pk=learner.pk).update(preferences={"language": "fr"})
        assert spoken(client, "/lessons/?lang=pl") == "pl"
        assert "language" not in client.cookies
        assert spoken(client) == "fr"

    def test_a_public_page_names_itself_in_every_language(self, client: Client) -> None:
        named = re.findall(
            r'<link rel="alternate" hreflang="(\w+)" href="([^"]+)">', client.get("/lessons/?page=2").text
        )
        assert named == [(code, f"http://testserver/lessons/?lang={code}") for code in ("en", "fr", "pl")]
        for address in ("/games/", "/search/?q=jack"):
            assert "hreflang" not in client.get(address).text


class TestSwitch:
    def test_it_stands_at_the_foot_of_every_page_in_the_names_of_the_languages(self, client: Client) -> None:
        for path in ("/", "/lessons/fifteens/", "/games/", "/account/login/", "/nowhere/"):
            foot = client.get(f"{path}?a=1&b=2", headers=POLISH).text.partition("<footer")[2]
            found = re.findall(r'value="(\w+)" lang="(\w+)" translate="no"( aria-current="true")?>(\w+)</button>', foot)
            assert [(code, name) for code, _lang, _now, name in found] == [
                ("en", "English"),
                ("fr", "Français"),
                ("pl", "Polski"),
            ]
            assert [code for code, lang, now, _name in found if now] == ["pl"]
            assert all(code == lang for code, lang, _now, _name in found)
            assert f'<input type="hidden" name="next" value="{path}?a=1&amp;b=2">' in foot
            assert reverse("translations") in foot

    def test_where_there_is_no_choice_there_is_no_switch(self, client: Client, settings: Any) -> None:
        settings.LANGUAGES = [("en", "English")]
        assert "Polski" not in client.get("/").text
        assert reverse("language") not in client.get("/").text

    def test_it_leads_back_to_the_page(self, client: Client) -> None:
        assert switch(client, "pl", "/search/?q=jack%20of&lang=en") == "/search/?q=jack+of"
        assert switch(client, "pl", "/lessons/fifteens/2/") == "/lessons/fifteens/2/"

    @pytest.mark.parametrize(
        "elsewhere", ["", "https://example.org/", "//example.org/", "javascript:alert(1)", "/\\a.b"]
    )
    def test_it_leads_nowhere_else(self, client: Client, elsewhere: str) -> None:
        assert switch(client, "pl", elsewhere) == "/"

    def test_a_language_that_is_not_offered_changes_nothing(self, client: Client) -> None:
        switch(client, "it")
        assert not client.cookies

    def test_nor_does_a_form_of_another_site(self, client: Client) -> None:
        switch(client, "pl", **{"sec-fetch-site": "cross-site"})
        assert not client.cookies
        switch(client, "pl", **{"sec-fetch-site": "same-origin"})
        assert client.cookies["language"].value == "pl"

    @pytest.mark.parametrize(
        "origin", ["https://example.org", "http://testserver.example.org", "http://testserver:81", "http://[", "null"]
    )
    def test_nor_one_whose_origin_is_another_where_nothing_else_is_said(self, client: Client, origin: str) -> None:
        learner = account(client)
        switch(client, "pl", origin=origin)
        learner.refresh_from_db()
        assert "language" not in client.cookies
        assert "language" not in learner.preferences
        switch(client, "pl", origin="http://testserver")
        learner.refresh_from_db()
        assert learner.preferences["language"] == client.cookies["language"].value == "pl"

    def test_a_guest_who_only_looks_is_not_kept(self, client: Client) -> None:
        switch(client, "pl")
        assert list(client.cookies) == ["language"]
        assert not Learner.objects.exists()


def test_the_page_about_the_translations(client: Client, settings: Any) -> None:
    settings.CONTACT = "words@example.org"
    page = client.get(reverse("translations")).text
    assert "words@example.org" in page
    assert page.count(">new<") == 2
    settings.CHECKED_LANGUAGES = frozenset({"pl"})
    assert client.get(reverse("translations")).text.count(">new<") == 1


def test_a_mail_comes_in_the_language_of_who_gets_it(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MAIL = True
    monkeypatch.setattr(mails, "send", lambda message: message.send())
    monkeypatch.setattr(mails, "render_to_string", lambda *_: translation.get_language())
    learner = account(client)
    Learner.objects.filter(pk=learner.pk).update(email="ann@example.org", preferences={"language": "fr"})
    change = {"current": PASSWORD, "new_password1": PASSWORD * 2, "new_password2": PASSWORD * 2}
    client.post(reverse("password"), change, headers=POLISH)
    client.post(reverse("email"), {"email": "anna@example.org", "current": PASSWORD}, headers=POLISH)
    assert mail.outbox
    assert {message.body for message in mail.outbox} == {"fr"}
