"""The star of a question: from an answer, a summary or a hand that was explained it goes into recall."""

import re
from html import unescape
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.game.tables import sit
from tests.trainer.drills.samples import SAMPLES, asked
from tests.words import assert_all_marked
from trainer.drills.count.page import COUNT
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Learner, Recall, Run, Star
from trainer.people import merging
from trainer.practice import service
from trainer.practice.state import AskedQuestion
from trainer.progress import recall, stars

pytestmark = pytest.mark.django_db

STAR, KEPT = "/recall/star/", "/recall/kept/"
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


def test_a_run_knows_the_star_of_what_it_asks_as_the_models_do(run: Run) -> None:
    learner, other = run.learner, Learner.objects.create()
    drill, question = run.drill, run.asked

    def keep(owner: Learner, text: str = question, *, retired: bool = False) -> None:
        item = Recall.objects.create(
            learner=owner, drill=drill, pattern=f"p{text}", question=text, due_at=timezone.now(), retired=retired
        )
        Star.objects.create(learner=owner, recall=item)

    def is_starred() -> bool:
        found = Star.objects.filter(
            learner=learner, recall__drill=drill, recall__question=question, recall__retired=False
        ).exists()
        assert service.taken(run.key, learner).starred == found
        return found

    assert not is_starred()
    keep(other)
    keep(learner, "2C 3S 6D JH | 4H")
    assert not is_starred(), "another's star, and another question's"
    keep(learner, retired=True)
    assert not is_starred(), "retired"
    Recall.objects.filter(learner=learner, question=question).update(retired=False)
    assert is_starred()


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
    for sent, following, said in (("star", "unstar", "it comes back"), ("unstar", "star", "It is kept no more")):
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


class TestInARun:
    """What was answered can be starred where the verdict stands."""

    @pytest.mark.usefixtures("run")
    def test_the_verdict_has_a_star_which_stays_after_a_reload(self, client: Client, run: Run) -> None:
        address, value = f"/runs/{run.key}/", f"0 {HAND}"
        assert shining(client.get(address).text) == {value: False}
        assert client.post(STAR, {"star": value, "next": address}).headers["Location"] == f"{address}#star-0"
        page = client.get(address).text
        assert shining(page) == {value: True}
        assert f'href="{KEPT}"' in page, "then the way to all that is kept stands beside it"

    def test_it_comes_with_the_verdict_in_place(self, client: Client) -> None:
        post = {"number": 0, "claim": 11, "answer": "1"}
        page = client.post(asked("4C 5S 6D JH | 4H"), post, headers={"HX-Request": "true"}).text
        assert shining(page) == {f"0 {HAND}": False}

    @pytest.mark.parametrize("mode", [Mode.SPRINT, Mode.EXAM])
    def test_there_is_none_where_the_next_question_comes_at_once(self, client: Client, mode: Mode) -> None:
        learner = sit(client)
        begun = service.begin(learner, Settings("count", mode), questions=[AskedQuestion("count", HAND[6:])])
        assert begun
        page = client.post(f"/runs/{begun.key}/", {"number": 0, "claim": 11}, follow=True).text
        assert not shining(page)


class TestKept:
    """The page of all that is kept."""

    def test_it_says_how_to_begin(self, client: Client) -> None:
        for _ in range(2):
            assert "You keep nothing yet" in client.get(KEPT).text
            sit(client)
        assert KEPT in client.get("/recall/").text

    def test_the_latest_stands_first_and_each_opens_its_explanation(self, client: Client, run: Run) -> None:
        client.post(STAR, {"star": f"0 {HAND}"})
        client.post(STAR, {"star": "0 count crib 2S 3S 4S 5S | 6H"})
        client.post(STAR, {"star": "0 discard 2H 3C 5S 6D JH as place 2 of 3 at 90-80-70"})
        page = client.get(KEPT).text
        rows = [int(number) for number in re.findall(r'href="/recall/kept/(\d+)/"', page)]
        assert rows == sorted(rows, reverse=True)
        led = [client.get(f"{KEPT}{number}/").headers["Location"] for number in rows]
        assert led == [
            "/ask/discard/?hand=2H+3C+5S+6D+JH&seats=3&place=2&scores=90%2C80%2C70&target=121",
            "/ask/count/?hand=2S+3S+4S+5S&starter=6H&crib=on",
            f"/runs/{run.key}/0/",
        ]
        for address, questions in zip(led, ("discard", "count crib", "count"), strict=True):
            (value,) = shining(client.get(address).text)
            assert value.startswith(f"0 {questions}")

    def test_what_nothing_else_explains_is_asked(self, client: Client) -> None:
        client.post(STAR, {"star": f"0 muggins {SAMPLES['muggins'].question}"})
        led = client.get(f"{KEPT}{Star.objects.get().pk}/").headers["Location"]
        assert led.startswith("/drills/muggins/open/?q=")

    def test_it_is_kept_no_longer(self, client: Client) -> None:
        client.post(STAR, {"star": f"0 {HAND}"})
        number = Star.objects.get().pk
        assert f'form="stars" name="unstar" value="{number}"' in client.get(KEPT).text
        for _ in range(2):
            response = client.post(KEPT, {"unstar": number})
            assert response.headers["Location"] == f"{KEPT}?page=1"
        assert not Recall.objects.exists()
        assert "You keep nothing yet" in client.get(KEPT).text

    def test_what_was_missed_besides_stays_in_recall(self, client: Client, run: Run) -> None:
        client.post(STAR, {"star": f"0 {HAND}"})
        client.post(KEPT, {"unstar": Star.objects.get().pk})
        assert Recall.objects.get().learner == run.learner

    def test_what_is_known_for_good_is_still_listed(self, client: Client) -> None:
        client.post(STAR, {"star": f"0 {HAND}"})
        Recall.objects.update(retired=True)
        assert "known for good" in client.get(KEPT).text

    def test_others_see_and_change_nothing(self, client: Client) -> None:
        client.post(STAR, {"star": f"0 {HAND}"})
        number, other = Star.objects.get().pk, Client()
        for _ in range(2):
            assert other.get(f"{KEPT}{number}/").status_code == 404
            other.post(KEPT, {"unstar": number})
            sit(other)
        assert Star.objects.count() == 1
        for odd in ("", "x", "-1", "9" * 30):
            assert client.post(KEPT, {"unstar": odd}).status_code == 302

    def test_many_are_paged_and_cost_no_more(self, client: Client, django_assert_max_num_queries: Any) -> None:
        for ranks in combinations("23456789T", 2):
            first, second = ranks
            client.post(STAR, {"star": f"0 count {first}C {second}D JS QS | KS"})
        with django_assert_max_num_queries(6):
            page = client.get(KEPT).text
        assert page.count('name="unstar"') == 20
        assert 'rel="next"' in page
        further = client.get(f"{KEPT}?page=2").text
        assert further.count('name="unstar"') == 16
        assert 'rel="prev"' in further


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
    for address in (EXPLAINED, f"/runs/{run.key}/summary/", f"/runs/{run.key}/0/", KEPT, f"/runs/{run.key}/"):
        assert_all_marked(client.get(address).text)
