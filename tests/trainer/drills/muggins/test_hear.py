"""A count that is heard: what the browser may speak stands on the page, and is read where nothing speaks."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.game.tables import sit
from tests.trainer.drills.samples import SAYS
from tests.words import assert_all_marked
from trainer.drills.registry import DRILLS
from trainer.models import Run

pytestmark = [pytest.mark.django_db, SAYS]

START = "/drills/muggins/start/"


def heard(page: str) -> str:
    """What the browser speaks when it is asked to."""
    return unescape(page.partition('data-says="')[2].partition('"')[0])


@pytest.mark.parametrize(("choice", "with_cards"), [("count", False), ("all", True)])
def test_what_is_heard_is_whole_sentences_and_stands_there_to_be_read(
    client: Client, choice: str, with_cards: bool
) -> None:
    page = client.get(f"{START}?hear={choice}", follow=True).text
    told = r' counts(?: the crib)?: (\d+)</h1>.*<blockquote id="said">“(.*?)\.”</blockquote>'
    said = re.search(told, page, re.DOTALL)
    assert said
    assert f" counts: {unescape(said[2])}. That is {said[1]} in all." in heard(page)
    assert heard(page).startswith("A ") == with_cards
    assert "data-hear hidden" in page, "only a script that can speak shows the buttons"
    assert "js/hear" in page


def test_in_writing_nothing_speaks(client: Client) -> None:
    page = client.get(START, follow=True).text
    assert '<blockquote id="said">' in page
    assert "data-says" not in page
    assert "js/hear" not in page


def test_it_goes_on_from_count_to_count(client: Client) -> None:
    address = client.get(f"{START}?hear=count").headers["Location"]
    answered = client.post(address, {"number": 0, "claim": 1, "answer": "1"}, headers={"HX-Request": "true"}).text
    assert heard(answered), "it can be heard once more"
    run = Run.objects.get()
    assert run.settings == "muggins calm hear=count"
    following = client.post(f"/runs/{run.key}/", {"number": 1, "next": "1"}, headers={"HX-Request": "true"}).text
    assert heard(following)


@pytest.mark.parametrize(("voice", "rate"), [("slow", "0.7"), ("normal", "1"), ("fast", "1.4")])
def test_the_voice_is_as_fast_as_one_likes(client: Client, voice: str, rate: str) -> None:
    learner = sit(client)
    learner.preferences = {"voice": voice}
    learner.save()
    assert f'data-rate="{rate}"' in client.get(f"{START}?hear=count", follow=True).text


def test_no_other_drill_is_heard() -> None:
    assert [slug for slug, drill in DRILLS.items() if any(option.name == "hear" for option in drill.options)] == [
        "muggins"
    ]


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_marked_for_translation(client: Client) -> None:
    assert_all_marked(client.get("/drills/muggins/").text)
    for choice in ("count", "all"):
        address = client.get(f"{START}?hear={choice}").headers["Location"]
        assert_all_marked(client.get(address).text)
        assert_all_marked(client.post(address, {"number": 0, "claim": 1, "answer": "1"}, follow=True).text)
