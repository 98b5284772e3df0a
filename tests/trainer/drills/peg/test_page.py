"""The page of pegging a card: two numbers, what is missing is said, questions typed where an answer goes."""

from random import Random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from tests.trainer.drills.peg.sample import RUN_OF_FIVE
from tests.trainer.drills.samples import SAYS
from tests.trainer.drills.sitting import Sitting
from tests.words import bare
from trainer.drills.base import NotAnAnswer
from trainer.drills.layout import COUNTED
from trainer.drills.modes import Mode
from trainer.drills.peg import source as peg_source
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.models import Attempt

pytestmark = SAYS


@pytest.mark.django_db
def test_both_numbers_can_be_typed_in_the_first_box(client: Client) -> None:
    Sitting(client, "peg", RUN_OF_FIVE).post(claim="25 for 5")
    assert Attempt.objects.get().answer == "25 5"


@pytest.mark.django_db
def test_what_was_typed_stays_after_an_error(client: Client) -> None:
    page = Sitting(client, "peg", RUN_OF_FIVE).post(claim="25", points="many")
    assert 'name="claim" type="text" inputmode="numeric" autocomplete="off" maxlength="12" value="25"' in page
    assert 'value="many"' in page


@pytest.mark.django_db
def test_a_count_that_was_tapped_stays_until_the_answer(client: Client) -> None:
    sitting = Sitting(client, "peg", RUN_OF_FIVE, Mode.SPRINT)
    tapped = 'name="count" value="25" checked'
    page = sitting.post(count="25")
    assert tapped in page
    assert 'maxlength="12" value=""' in page, "nothing was typed, and what is typed would come first"
    assert tapped in sitting.post(count="25", hint="1")
    assert " checked" not in sitting.post(count="25", scored="5")


@pytest.mark.usefixtures("pseudo_language")
def test_whatever_is_pegged_is_told_in_marked_words() -> None:
    sheet = DRILLS["peg"]
    for seed in range(60):
        question = peg_source.pose(Random(seed), Wish())
        said = [sheet.title(question), sheet.aloud(question), sheet.hint(question)]
        for answer in (
            "",
            f"{question.count} {question.points}",
            f"{question.before} 3",
            f"{question.count} 2 pair",
        ):
            marking = peg_source.mark(question, answer)
            told = sheet.feedback(question, marking)
            said += [told.headline, told.detail, told.causes_heading, *told.causes, told.spoken]
            said += [*told.sheet["traps"], sheet.short(question, marking)]
        assert [sentence for sentence in said if bare(sentence)] == [], str(question)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("c", "Before this card the count is 20."),
        ("V", "On the table: 4 of clubs, 7 of diamonds, 3 of spades and 6 of clubs. Played now: the 5 of hearts."),
        ("25", ""),
        ("", ""),
    ],
)
def test_what_is_typed_is_answered(typed: str, said: str) -> None:
    assert DRILLS["peg"].reply(peg_source.read(RUN_OF_FIVE), typed) == said


@pytest.mark.parametrize(
    ("text", "scoring", "made"),
    [
        ("5S 4C 2D 3D | 3H", ["3D", "3H"], False),
        ("4C 7D | 4S", [], True),
        ("last 4C 7D | 4S", ["4S"], True),
        ("AC 2D 3H AS 5C 3S | 4H", ["5C", "3S", "4H"], False),
        ("7C 8H | 7H", [], False),
    ],
)
def test_the_cards_that_score_and_every_count_are_seen_after_the_answer(
    text: str, scoring: list[str], made: bool
) -> None:
    question = peg_source.read(text)
    before = DRILLS["peg"].ask(question, [])["table"]
    after = DRILLS["peg"].feedback(question, peg_source.mark(question, "1 1")).sheet["table"]
    assert not any(one.look or one.below or one.made for one in before[:-1])
    assert (before[-1].look, before[-1].below, before[-1].made) == (COUNTED, "", False), "the card that is played"
    assert [str(one.card) for one in after if one.look == COUNTED] == scoring
    assert [one.made for one in after] == [False] * len(question.series) + [made]
    assert after[-1].below == str(question.count)


def test_a_hint_says_where_to_look_but_not_what_is_there() -> None:
    hints = {DRILLS["peg"].hint(peg_source.read(text)) for text in ("5C 4D | 6S", "5C 4D | 9S", "9C | KH")}
    assert len(hints) == 1, "a card that scores has the same hint as one that does not"
    assert "The count before this card is 9." in hints.pop()


@pytest.mark.parametrize(
    ("typed", "points", "sentence"),
    [
        ("", "2", "Say the count first: all cards of the series together, with the new one."),
        ("25", "", "Say what the card scores too: 0 if it is nothing."),
        ("x", "2", "“x” is not a count: type a whole number, such as 25."),
        ("25", "x", "“x” is not a number of points: type a whole number, 0 if it is nothing."),
    ],
)
def test_what_is_missing_is_said(typed: str, points: str, sentence: str) -> None:
    post = QueryDict(urlencode({"claim": typed, "points": points}))
    with pytest.raises(NotAnAnswer) as unclear:
        DRILLS["peg"].answer(peg_source.read(RUN_OF_FIVE), post, [])
    assert unclear.value.sentence == sentence
    assert unclear.value.typed == typed


def test_the_counts_to_tap_hold_the_true_one_and_their_first_does_not_tell_the_one_before() -> None:
    rng, below = Random(1), set()
    for _number in range(300):
        question = peg_source.pose(rng, Wish())
        counts = DRILLS["peg"].ask(question, [])["counts"]
        assert question.count in counts
        assert question.points in DRILLS["peg"].ask(question, [])["pad"]
        assert len(counts) == 14
        below.add(question.before - counts[0])
    assert below >= {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("given", "headline", "detail"),
    [
        ("17 0", "It scores 2, not 0.", "Your count of 17 is right."),
        ("15 2", "The count is 17, not 15.", "Your points are right."),
        ("15 0", "It scores 2, not 0.", "The count is 17, not 15."),
    ],
)
def test_what_is_wrong_is_said_of_count_and_points(given: str, headline: str, detail: str) -> None:
    question = peg_source.read("5S 4C 2D 3D | 3H")
    told = DRILLS["peg"].feedback(question, peg_source.mark(question, given))
    assert (told.headline, told.detail) == (headline, detail)
