"""The page of five boxes, one for the points of each part."""

import pytest
from django.test import Client

from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.samples import NOTHING, SAYS
from tests.trainer.drills.sitting import Sitting
from trainer.drills.count.question import read
from trainer.drills.registry import DRILLS
from trainer.models import Attempt

pytestmark = [pytest.mark.django_db, SAYS]


@pytest.fixture
def sitting(client: Client) -> Sitting:
    """A hand of fifteens, runs, a pair and his nob."""
    return Sitting(client, "itemise", HAND)


def test_there_is_a_box_for_each_part(sitting: Sitting) -> None:
    page = sitting.page()
    for name in ("fifteen", "run", "pair", "flush", "nobs"):
        assert f'name="{name}"' in page
    assert page.count("autofocus") == 1


def test_an_empty_box_is_nothing(sitting: Sitting) -> None:
    page = sitting.post(answer="1", fifteen="6", run="6", pair="2", flush="", nobs="1")
    assert "15 is right, part by part." in page
    assert sitting.attempt.answer == "fifteen=6 run=6 pair=2 nobs=1"
    assert sitting.attempt.right
    assert "Flush" not in page


def test_wrong_parts_are_told_part_by_part(sitting: Sitting) -> None:
    page = sitting.post(answer="1", fifteen="4", run="3", pair="2", nobs="1")
    assert "You said 10. It is 15." in page
    assert "Fifteens: you said 4, it is 6. Runs: you said 3, it is 6." in page
    assert "You counted the run once." in page
    assert "You missed a fifteen." in page
    assert "a double run of three is fourteen" in page
    assert sitting.attempt.causes == "double-run-once,missed fifteen"


def test_a_hint_is_the_same_for_a_hand_of_nothing() -> None:
    hints = {text: DRILLS["itemise"].hint(read(text)) for text in (NOTHING, "5S TC 5D 2H | 7C", HAND)}
    assert hints[NOTHING] == hints["5S TC 5D 2H | 7C"] != hints[HAND]


def test_a_right_total_of_wrong_parts(sitting: Sitting) -> None:
    page = sitting.post(answer="1", fifteen="4", run="6", pair="4", nobs="1")
    assert "Only the total is right." in page
    assert not sitting.attempt.right


def test_a_double_run_with_its_pair(sitting: Sitting) -> None:
    page = sitting.post(answer="1", fifteen="6", run="8", nobs="1")
    assert "put the pairs in with the runs" in page


@pytest.mark.parametrize("typed", ["x", "-1", "1.5", "100", "²", "99999", '"><b>'])
def test_what_is_no_number_comes_back(sitting: Sitting, typed: str) -> None:
    page = sitting.post(answer="1", fifteen="6", run=typed)
    assert 'id="answer-error"' in page
    assert page.count('aria-invalid="true"') == 1
    assert page.count("autofocus") == 1
    assert 'value="6"' in page
    assert "<b>" not in page
    assert not Attempt.objects.exists()


def test_nothing_typed_is_asked_again(sitting: Sitting) -> None:
    page = sitting.post(answer="1", fifteen="", run=" ")
    assert "Give the points of what scores." in page
    assert not Attempt.objects.exists()


def test_a_hand_of_nothing(client: Client) -> None:
    page = Sitting(client, "itemise", "2C 4S 6D 8H | KC").post(answer="1", nobs="0")
    assert "Right: there is nothing in it." in page


def test_parts_are_tapped_or_typed_or_both(sitting: Sitting) -> None:
    page = sitting.post(
        answer="1",
        fifteen="",
        run="6",
        pair="",
        nobs="",
        **{"tapped-fifteen": "6", "tapped-pair": "2", "tapped-nobs": "1"},
    )
    assert "15 is right, part by part." in page


def test_what_was_tapped_stays_when_what_was_typed_is_no_number(sitting: Sitting) -> None:
    page = sitting.post(answer="1", run="x", **{"tapped-pair": "2"})
    assert 'name="tapped-pair" value="2" checked' in page
    assert page.count(" checked") == 2, "the hole, and the fold of the boxes"


def test_a_hand_of_five_has_boxes_only(client: Client) -> None:
    assert "tapped-" not in Sitting(client, "itemise", "4C 5S 6D 4H 8C | JH").page()
