"""The page of cards and a number, step by step."""

import re

import pytest
from django.test import Client

from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.samples import SAYS
from tests.trainer.drills.sitting import Sitting
from trainer.drills.find import question as find_question
from trainer.models import Attempt, Run

pytestmark = [pytest.mark.django_db, SAYS]


@pytest.fixture
def sitting(client: Client) -> Sitting:
    """A hand of fifteens, runs, a pair and his nob."""
    return Sitting(client, "find", HAND)


def claim(sitting: Sitting, cards: str, value: str) -> str:
    """The page after a claim."""
    return sitting.post(step="claim", card=cards.split(), claim=value)


def test_claims_are_kept_one_after_another(sitting: Sitting) -> None:
    assert "Yes. Fifteen: 2 points." in claim(sitting, "5S JH", "2")
    page = claim(sitting, "4C 4H 5S 6D", "8")
    assert "Yes. Double run of three: 8 points." in page
    assert "Found: 10" in page
    assert Run.objects.get().answer_steps == ["5SJH=2", "4C4H5S6D=8"]
    assert "Found: 10" in sitting.page(), "it survives a reload"
    assert not Attempt.objects.exists()


def test_a_hint_marks_what_is_still_to_be_found(sitting: Sitting) -> None:
    def marked() -> list[str]:
        return re.findall(r'id="card-(\w+)"[^>]*><span class="card card-\w+ is-counted', sitting.post(hint="1"))

    assert marked() == ["4C", "5S", "6D", "4H"]
    claim(sitting, "4C 4H 5S 6D", "8")
    assert marked() == ["5S", "JH"]
    for cards, value in (("5S JH", "2"), ("4C 5S 6D", "2"), ("4H 5S 6D", "2"), ("JH", "1")):
        claim(sitting, cards, value)
    assert marked() == []
    assert "One of them is marked." not in sitting.post(hint="1")


def test_the_rest_of_a_royal_is_a_find_without_a_name(client: Client) -> None:
    sitting = Sitting(client, "find", "9C 9S 9D 2H | KS")
    claim(sitting, "9C 9S", "2")
    assert "Yes: 4 points." in claim(sitting, "9C 9S 9D", "6")


@pytest.mark.parametrize(
    ("cards", "value", "sentence"),
    [
        ("4C 4H 5S 6D", "5", "That double run is worth 8 with its pair, not 5."),
        ("4C 5S 6D", "4", "Those cards are worth 5, not 4: fifteen for two, a run of three for three."),
        ("4C 4H", "6", "That pair is worth 2, not 6."),
        ("4C 5S", "2", "The 4 of clubs and the 5 of spades make 9: no fifteen, and no pair."),
        ("JH", "2", "His nob is worth 1, not 2."),
        ("4C 4H 5S", "2", "Some of those cards make something, but not all of them"),
    ],
)
def test_wrong_ones_are_explained_at_once(sitting: Sitting, cards: str, value: str, sentence: str) -> None:
    assert sentence in claim(sitting, cards, value)
    page = sitting.post(answer="1")
    assert sentence in page, "and again in the end"
    assert "You found 0 of 15 points." in page
    assert not sitting.attempt.right


def chosen(page: str) -> list[str]:
    """The cards that are chosen on a page."""
    return re.findall(r'id="card-(\w+)"[^>]* checked', page)


def test_the_cards_of_a_wrong_claim_stay_chosen_until_they_find_something(sitting: Sitting) -> None:
    assert chosen(claim(sitting, "4C 4H", "6")) == ["4C", "4H"]
    assert chosen(claim(sitting, "4C 4H", "2")) == []
    assert chosen(claim(sitting, "4C 4H", "2")) == [], "there is nothing to mend in what was found before"


def test_cards_that_were_claimed_wrongly_do_not_hold_up_the_end(sitting: Sitting) -> None:
    claim(sitting, "4C 5S", "2")
    assert "You have chosen cards" in sitting.post(answer="1", card=["4C", "5S", "6D"])
    assert "You found 0 of 15 points." in sitting.post(answer="1", card=["4C", "5S"])


def test_a_number_typed_for_cards_that_were_claimed_wrongly_is_to_be_claimed_first(sitting: Sitting) -> None:
    claim(sitting, "4C 4H", "6")
    page = sitting.post(answer="1", card=["4C", "4H"], claim="2")
    assert "You have chosen cards: claim them first" in page
    assert chosen(page) == ["4C", "4H"]
    assert "You found 2 of 15 points." in (claim(sitting, "4C 4H", "2"), sitting.post(answer="1"))[-1]


def test_a_wrong_claim_that_is_not_kept_leaves_no_cards_chosen(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim(sitting, "4C 5S", "2")
    monkeypatch.setattr(find_question, "WRONG_KEPT", 10)
    assert chosen(claim(sitting, "4C 5S", "2")) == ["4C", "5S"], "kept before"
    page = claim(sitting, "4C 4H", "6")
    assert "That pair is worth 2, not 6." in page
    assert chosen(page) == []
    assert Run.objects.get().answer_steps == ["4C5S=2"]


def test_a_refusal_is_gone_with_the_next_claim(sitting: Sitting) -> None:
    refusal = "Choose the cards of one combination first."
    assert refusal in claim(sitting, "", "2")
    page = claim(sitting, "4C 4H", "6")
    assert refusal not in page
    assert "answer-error" not in page


def test_all_of_it(sitting: Sitting) -> None:
    for cards, value in (("4C 4H 5S 6D", "8"), ("5S JH", "2"), ("4C 5S 6D", "2"), ("4H 5S 6D", "2"), ("JH", "1")):
        claim(sitting, cards, value)
    assert "All 15 points found." in sitting.post(answer="1")
    assert sitting.attempt.right
    assert sitting.attempt.answer == "4C4H5S6D=8 5SJH=2 4C5S6D=2 4H5S6D=2 JH=1"
    assert Run.objects.get().answer_steps == []


def test_all_of_it_with_a_slip(sitting: Sitting) -> None:
    claim(sitting, "4C 5S", "2")
    for cards, value in (("4C 4H 5S 6D", "8"), ("5S JH", "2"), ("4C 5S 6D", "2"), ("4H 5S 6D", "2"), ("JH", "1")):
        claim(sitting, cards, value)
    page = sitting.post(answer="1")
    assert "All 15 points, with a slip." in page
    assert "1 claim was wrong." in page
    assert not sitting.attempt.right


def test_what_was_left_is_shown(sitting: Sitting) -> None:
    claim(sitting, "4C 4H 5S 6D", "8")
    page = sitting.post(answer="1")
    assert "You found 8 of 15 points." in page
    assert page.count('<span class="chip">missed</span>') == 4, "three fifteens and his nob"
    assert "What went wrong" not in page, "the items say it"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"step": "claim", "claim": "2"}, "Choose the cards of one combination first."),
        ({"step": "claim", "claim": "", "card": ["4C", "4H"]}, "Say what these cards are worth"),
        ({"step": "claim", "claim": "many", "card": ["4C", "4H"]}, "is not a count"),
        ({"step": "claim", "claim": "2", "card": ["KS"]}, "Those are not the cards on the table."),
        ({"step": "claim", "claim": "2", "card": ["x"]}, "is not a card"),
        ({"answer": "1", "card": ["4C", "4H"]}, "You have chosen cards: claim them first"),
    ],
)
def test_what_is_no_claim_is_told_kindly(sitting: Sitting, fields: dict[str, object], sentence: str) -> None:
    page = sitting.post(**fields)
    assert 'id="answer-error"' in page
    assert sentence in page
    assert page.count(" checked") == (2 if fields.get("card") == ["4C", "4H"] else 0)
    assert page.count("autofocus") == 1
    assert not Attempt.objects.exists()


def test_a_hand_of_nothing(client: Client) -> None:
    sitting = Sitting(client, "find", "2C 4S 6D 8H | KC")
    assert "Right: there is nothing." in sitting.post(answer="1")
    assert sitting.attempt.answer == "-"


def test_what_was_found_has_a_sign_in_the_count_and_not_before(sitting: Sitting) -> None:
    sign = 'role="img" aria-label="right"'
    assert sign not in claim(sitting, "5S JH", "2")
    page = sitting.post(answer="1")
    assert page.count(sign) == 1, "the others say that they were missed"


def test_the_prompt_stands_out_as_the_first_of_the_steps(sitting: Sitting) -> None:
    assert '<p id="prompt"><b>1. Choose the cards of one combination</b>' in sitting.page()
