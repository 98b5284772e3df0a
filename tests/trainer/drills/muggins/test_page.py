"""The page of what somebody says a hand is worth, and what it is."""

import re

import pytest
from django.test import Client

from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.muggins.sample import ONCE
from tests.trainer.drills.samples import SAYS
from tests.trainer.drills.sitting import Sitting
from trainer.models import Attempt

pytestmark = [pytest.mark.django_db, SAYS]


NO_NOBS = f"{HAND} : 15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 2run:4C4H5S6D=8"
TRUE = f"{HAND} : 15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 2run:4C4H5S6D=8 nobs:JH=1"


def test_the_count_is_said_aloud(client: Client) -> None:
    page = Sitting(client, "muggins", ONCE).page()
    assert "fifteen six, a run of three is nine, a pair is eleven, and one for his nob is twelve" in page
    assert "Your opponent counts:" in page
    assert "It is worth" in page
    assert "double run" not in page


def test_muggins(client: Client) -> None:
    sitting = Sitting(client, "muggins", ONCE)
    page = sitting.post(answer="1", claim="15")
    assert "Muggins! It is worth 15." in page
    assert "The run was counted once." in page
    assert "Double run of three: it is 8" in page
    assert sitting.attempt.right


def test_an_error_slips_by(client: Client) -> None:
    sitting = Sitting(client, "muggins", NO_NOBS)
    page = sitting.post(answer="1", claim="14")
    assert "You let 14 pass. It is worth 15." in page
    assert "His nob was left out." in page
    assert "You said 14." not in page, "each figure is told once"
    assert "left out<" in page
    assert sitting.attempt.causes == "missed nobs"
    assert sitting.attempt.answer == "14"


def test_what_was_left_out_comes_after_all_that_was_said(client: Client) -> None:
    said = f"{HAND} : 15:5SJH=2 15:4H5S6D=2 2run:4C4H5S6D=8 nobs:JH=1"
    rows = Sitting(client, "muggins", said).post(answer="1", claim="13").split('<li class="line')[1:6]
    assert ["left out<" in row for row in rows] == [False, False, False, False, True]
    assert "one for his nob is thirteen" in rows[3], "each is told as it was said"
    assert '<span class="line-spoken">Fifteen</span>' in rows[4]
    assert 'data-title="The fifteen left out"' in rows[4]
    assert rows[0].count("ifteen two") == 1  # what is said holds the name
    assert 'aria-hidden="true">15<' in rows[-1], "it is the true count"


def test_a_claim_is_right(client: Client) -> None:
    sitting = Sitting(client, "muggins", TRUE)
    page = sitting.post(answer="1", claim="15")
    assert "Right: it is worth 15." in page
    assert "What was said" not in page
    assert sitting.attempt.right


def test_a_right_claim_called(client: Client) -> None:
    page = Sitting(client, "muggins", TRUE).post(answer="1", claim="14")
    assert "The claim of 15 was right." in page
    assert "You said 14." in page
    assert "You missed one for his nob." in page


def test_noticed_but_miscounted(client: Client) -> None:
    page = Sitting(client, "muggins", NO_NOBS).post(answer="1", claim="13")
    assert "It is worth 15, not 13." in page
    assert "The claim of 14 was wrong, too." in page
    assert "What probably happened" in page


def test_too_many(client: Client) -> None:
    page = Sitting(client, "muggins", "2C 2S 9D JH | KD : pair:2C2S=2 nobs:JH=1").post(answer="1", claim="2")
    assert "Well spotted: it is 2." in page
    assert "Not there" in page


def test_a_crib_is_the_dealers(client: Client) -> None:
    page = Sitting(client, "muggins", "crib 2H 6H TH KH | 4C : flush:2H6HTHKH=4").page()
    assert "The dealer counts the crib:" in page
    assert "a flush of four is four" in page


@pytest.mark.parametrize("typed", ["", "x", "100", "²"])
def test_what_is_no_number_is_told_kindly(client: Client, typed: str) -> None:
    page = Sitting(client, "muggins", ONCE).post(answer="1", claim=typed)
    assert 'id="answer-error"' in page
    assert not Attempt.objects.exists()


def test_the_cards_and_the_claim_are_repeated_when_asked_for(client: Client) -> None:
    page = Sitting(client, "muggins", ONCE).post(answer="1", claim="r")
    assert "That is 12 in all." in page
    assert not Attempt.objects.exists()


def test_one_button_agrees_with_what_was_said(client: Client) -> None:
    sitting = Sitting(client, "muggins", ONCE)
    assert re.search(r'<button [^>]*name="claim" value="12">12 is right</button>', sitting.page())
    page = sitting.post(claim=["", "12"])
    assert "You let 12 pass. It is worth 15." in page
    assert Attempt.objects.get().answer == "12"


def test_the_number_that_was_said_is_not_on_the_pegboard(client: Client) -> None:
    board = Sitting(client, "muggins", ONCE).page().partition('class="pad"')[2].partition("</div>")[0]
    assert re.findall(r'value="(\d+)" disabled', board) == ["12"]
