"""The star of a question: from an answer, a summary or a hand that was explained it goes into recall."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.game.tables import sit
from tests.trainer.drills.samples import asked
from tests.words import assert_all_marked
from trainer.drills.count.page import COUNT
from trainer.models import Learner, Recall, Run, Star
from trainer.people import merging
from trainer.practice import service
from trainer.progress import recall, stars

pytestmark = pytest.mark.django_db

STAR = "/recall/star/"
HAND = "count 4C 5S 6D JH | 4H"
SAME_HAND = "4D 5C 6S JH | 4H"
"""The same hand, by other suits."""
EXPLAINED = "/ask/count/?hand=4C+5S+6D+JH&starter=4H"


def shining(page: str) -> dict[str, bool]:
    """The stars of a page by what they send, and whether they shine."""
    found = re.findall(r'form="stars" name="(star|unstar)" value="([^"]+)"', page)
    return {unescape(value): name == "unstar" for name, value in found}


@pytest.fixture
def run(client: Client) -> Run:
    """A run of the browser's guest in which one hand was missed."""
    sit(client)
    client.post(asked("4C 5S 6D JH | 4H"), {"number": 0, "claim": 11, "answer": "1"})
    return Run.objects.get()


def test_a_hand_that_was_explained_can_be_starred_by_whom_the_site_knows(client: Client) -> None:
    assert not shining(client.get(EXPLAINED).text), "a star needs a cookie, and looking makes nobody"
    learner = sit(client)
    ((value, shines),) = shining(client.get(EXPLAINED).text).items()
    assert (value, shines) == (f"0 {HAND}", False)
    response = client.post(STAR, {"star": value, "next": EXPLAINED})
    assert response.headers["Location"] == f"{EXPLAINED}#star-0"
    item = Recall.objects.get(learner=learner)
    assert (item.drill, item.question, item.cause) == ("count", "4C 5S 6D JH | 4H", Recall.STARRED)
    assert shining(client.get(EXPLAINED).text) == {value: True}
    client.post(STAR, {"unstar": value, "next": EXPLAINED})
    assert not Recall.objects.exists()
    assert shining(client.get(EXPLAINED).text) == {value: False}


def test_a_discard_that_was_explained_can_be_starred(client: Client) -> None:
    sit(client)
    address = "/ask/discard/?hand=2H+3C+5S+6D+JH+QS&place=dealer"
    (value,) = shining(client.get(address).text)
    client.post(STAR, {"star": value, "next": address})
    assert Recall.objects.get().drill == "discard"
    assert shining(client.get(address).text) == {value: True}


def test_a_starred_hand_is_asked_in_recall(client: Client) -> None:
    learner, now = sit(client), timezone.now()
    client.post(STAR, {"star": f"0 {HAND}"})
    item = Recall.objects.get()
    assert recall.due(learner, now + recall.RETRY_AFTER * 2) == [item.pk]
    Recall.objects.update(due_at=now)
    sitting = service.begin(learner, recall.SETTINGS, items=[item.pk])
    assert sitting
    assert sitting.asked.text == item.question


def test_answers_are_starred_from_the_summary_and_from_their_page(client: Client, run: Run) -> None:
    value = f"0 {HAND}"
    for address in (f"/runs/{run.key}/summary/?show=all", f"/runs/{run.key}/0/"):
        assert shining(client.get(address).text) == {value: False}
        response = client.post(STAR, {"star": value, "next": address})
        assert response.headers["Location"] == f"{address}#star-0"
        assert shining(client.get(address).text) == {value: True}
        client.post(STAR, {"unstar": value, "next": address})


def test_what_was_missed_stays_in_recall_when_its_star_is_taken_away(client: Client, run: Run) -> None:
    (missed,) = Recall.objects.filter(learner=run.learner)
    client.post(STAR, {"star": f"0 {HAND}"})
    assert Star.objects.get().recall == missed, "it is asked once, in however many ways it came there"
    client.post(STAR, {"unstar": f"0 {HAND}"})
    assert Recall.objects.get() == missed
    assert not Star.objects.exists()


def test_what_was_known_for_good_leaves_again_with_its_star(client: Client, run: Run) -> None:
    Recall.objects.update(retired=True)
    for sent in ("star", "unstar"):
        client.post(STAR, {sent: f"0 {HAND}"})
    assert recall.due(run.learner, timezone.now() + recall.RETRY_AFTER * 2) == []


def test_a_second_click_changes_nothing(client: Client) -> None:
    for _ in range(2):
        client.post(STAR, {"star": f"0 {HAND}"})
    assert (Star.objects.count(), Recall.objects.count()) == (1, 1)


@pytest.mark.usefixtures("run")
def test_a_starred_hand_that_is_missed_keeps_its_star(client: Client) -> None:
    client.post(STAR, {"star": f"0 {HAND}"})
    client.post(asked("4C 5S 6D JH | 4H"), {"number": 0, "claim": 11, "answer": "1"})
    assert shining(client.get(EXPLAINED).text) == {f"0 {HAND}": True}


def test_a_guest_who_gets_an_account_keeps_the_stars(client: Client) -> None:
    account = Learner.objects.create_user("Anna", "a long enough sentence")
    guest = sit(client)
    for learner in (account, guest):
        stars.star_question(learner, "count", COUNT.read(HAND.removeprefix("count ")))
    merging.merge(guest, account)
    assert {star.recall for star in Star.objects.filter(learner=account)} == {Recall.objects.get()}
    stars.unstar_question(account, "count", COUNT.read(HAND.removeprefix("count ")))
    assert not Star.objects.exists()


def test_the_star_is_the_hand_s_whatever_its_suits_are_called(client: Client) -> None:
    sit(client)
    client.post(STAR, {"star": f"0 count {SAME_HAND}"})
    assert shining(client.get(EXPLAINED).text) == {f"0 {HAND}": True}


def test_what_was_learned_shines_no_more_and_can_be_starred_again(client: Client) -> None:
    sit(client)
    client.post(STAR, {"star": f"0 {HAND}"})
    Recall.objects.update(retired=True)
    assert shining(client.get(EXPLAINED).text) == {f"0 {HAND}": False}
    client.post(STAR, {"star": f"0 {HAND}"})
    assert not Recall.objects.get().retired


def test_with_a_script_the_star_alone_is_drawn_anew(client: Client) -> None:
    for sent, following, said in (("star", "unstar", "It comes back"), ("unstar", "star", "The star is taken away")):
        text = client.post(STAR, {sent: f"3 {HAND}"}, headers={"HX-Request": "true"}).text
        assert f'id="star-3" form="stars" name="{following}" value="3 {HAND}"' in text
        assert said in text
        assert "<html" not in text


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"star": ""},
        {"star": "x"},
        {"star": HAND},
        {"star": "0 nothing 4C"},
        {"star": "0 count 4C"},
        {"star": "0 count 4C 4C 5S 6D | 4H"},
        {"star": f"-1 {HAND}"},
        {"star": f"0 {HAND}\0"},
        {"unstar": "0 count 99"},
    ],
)
def test_what_is_no_question_is_not_found_and_makes_nobody(client: Client, sent: dict[str, str]) -> None:
    assert client.post(STAR, sent).status_code == 404
    assert not Learner.objects.exists()


@pytest.mark.parametrize("onward", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:x", ""])
def test_it_leads_to_no_other_site(client: Client, onward: str) -> None:
    assert client.post(STAR, {"star": f"0 {HAND}", "next": onward}).headers["Location"] == "/recall/"


def test_somebody_else_s_stars_are_not_shown(client: Client) -> None:
    client.post(STAR, {"star": f"0 {HAND}"})
    other = Client()
    sit(other)
    assert shining(other.get(EXPLAINED).text) == {f"0 {HAND}": False}
    other.post(STAR, {"unstar": f"0 {HAND}"})
    assert Recall.objects.count() == 1


def test_a_summary_asks_for_all_its_stars_at_once(client: Client, run: Run, django_assert_max_num_queries: Any) -> None:
    address = f"/runs/{run.key}/summary/?show=all"
    client.get(address)
    for number in range(1, 30):
        client.post(f"/runs/{run.key}/", {"number": number, "next": "1"})
        client.post(f"/runs/{run.key}/", {"number": number, "claim": 1, "answer": "1"})
    with django_assert_max_num_queries(16):
        assert len(shining(client.get(address).text)) == 30


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_marked_for_translation(client: Client, run: Run) -> None:
    client.post(STAR, {"star": f"0 {HAND}"})
    for address in (EXPLAINED, f"/runs/{run.key}/summary/", f"/runs/{run.key}/0/"):
        assert_all_marked(client.get(address).text)
