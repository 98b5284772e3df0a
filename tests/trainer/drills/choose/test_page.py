"""The page of choosing a card: what each card is worth, what the scores change, questions typed in its box."""

import re

import pytest
from django.test import Client

from tests.trainer.drills.choose.sample import MOMENT, PLAY_OFF, SAID_GO
from tests.trainer.drills.samples import SAYS
from tests.trainer.drills.sitting import Sitting
from trainer.drills.choose import question as choose_question
from trainer.drills.registry import DRILLS
from trainer.models import Attempt

pytestmark = SAYS


@pytest.mark.django_db
def test_choosing_a_card_shows_what_each_is_worth(client: Client) -> None:
    page = Sitting(client, "choose", MOMENT).post(card="7D")
    rows = page.split("<tbody>")[1].split("</tbody>")[0]
    assert rows.count("<tr") == 3
    assert rows.count('class="is-taken"') == 1


@pytest.mark.django_db
def test_where_scores_are_told_the_page_shows_them_who_needs_what_and_what_each_card_wins(client: Client) -> None:
    sitting = Sitting(client, "choose", PLAY_OFF)
    asked = sitting.page()
    assert "<dt>You</dt><dd>116</dd>" in asked
    assert "<dt>Ada</dt><dd>116</dd>" in asked
    assert "You need 5 points. Ada needs 5 points." in asked
    page = sitting.post(card="8C")
    assert re.search(r"It gives up \d+\.\d% of wins\.", page)
    assert "points are not everything now" in page
    assert page.count('<th scope="col">Wins</th>') == 1
    assert Attempt.objects.get().sort == "to-win"
    assert '<th scope="col">Wins</th>' not in Sitting(client, "choose", MOMENT).post(card="7D")


@pytest.mark.django_db
def test_where_the_scores_decide_the_right_card_is_told_so(client: Client) -> None:
    page = Sitting(client, "choose", PLAY_OFF).post(card="TH")
    assert "The scores decide here: on points alone another card would be best." in page


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"claim": "qc"}, {"claim": "q"}, {"claim": "zz", "card": "QC"}])
def test_a_card_can_be_typed_and_a_tap_comes_before_what_is_in_the_box(client: Client, fields: dict[str, str]) -> None:
    Sitting(client, "choose", MOMENT).post(**fields)
    assert Attempt.objects.get().answer == "QC"


@pytest.mark.django_db
def test_a_card_over_31_says_why(client: Client) -> None:
    page = Sitting(client, "choose", "2 1 | 5C | AS 3S QC | 2H 2S | 2:TC 1:JD 2:3D").post(card="QC")
    assert "would take the count of 23 over 31" in page


@pytest.mark.django_db
def test_no_card_of_another_is_on_the_page(client: Client) -> None:
    page = Sitting(client, "choose", MOMENT).page()
    assert page.count('class="card ') == 9, "the hand, the starter, the series and one's own discards"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("C", "The count is 17."),
        ("f", "The starter is the 5 of clubs."),
        ("V", "On the table: Ada: 4 of clubs, You: jack of diamonds, Ada: 3 of spades. The count is 17."),
        ("T", "It is your turn."),
        ("B", "The crib is yours."),
        ("S", "It is early in the game: the scores do not matter yet."),
        ("5H", ""),
    ],
)
def test_what_is_typed_is_answered(typed: str, said: str) -> None:
    assert DRILLS["choose"].reply(choose_question.read(MOMENT), typed) == said


def test_choose_says_the_scores_where_they_matter() -> None:
    question, said = choose_question.read(PLAY_OFF), "The scores: You 116, Ada 116. The game is to 121."
    assert DRILLS["choose"].reply(question, "s") == said
    assert said in DRILLS["choose"].aloud(question)
    assert "scores" not in DRILLS["choose"].aloud(choose_question.read(MOMENT))


def test_a_hint_to_choose_ranks_nothing() -> None:
    told = DRILLS["choose"].hint(choose_question.read("2 1 | KC | 5S 9D KD QH | 2H 2S | 2:TD"))
    assert "The 5 of spades makes 15 and scores 2 points." in told
    assert "The 9 of diamonds makes 19." in told


def test_a_loss_is_told_in_points_at_once_and_points_later_and_is_the_difference_of_what_is_shown() -> None:
    question = choose_question.read("2 1 | 5S | 2H 7C 8H 8S | 5C KC | 2:7S")
    told = DRILLS["choose"].feedback(question, choose_question.mark(question, "2H"))
    assert told.headline == "It gives up 6.1 points."
    assert told.causes[0] == (
        "The best card scores 2 at once (fifteen for two), yours\u00a00. "
        "The other 4.1 points are lost later in the play."
    )
    assert [(row.value, row.behind) for row in told.sheet["rows"]] == [("+5.4", "–"), ("−0.7", "6.1"), ("−0.8", "6.2")]


def test_cards_of_one_rank_are_equal() -> None:
    question = choose_question.read("2 1 | 5S | 2H 7C 8H 8S | 5C KC | 2:7S")
    told = {card: DRILLS["choose"].feedback(question, choose_question.mark(question, card)) for card in ("2H", "8S")}
    assert told["2H"].detail == "A blunder. Best is any 8."
    assert not told["2H"].spoken, "the best is said once"
    assert told["8S"].detail == "The 8 of spades makes 15 and scores 2 points. Any 8 is as good."
    for each in told.values():
        assert [str(held.card) for held in each.sheet["hand"] if held.best] == ["8H", "8S"]


@pytest.mark.django_db
@pytest.mark.parametrize(("answer", "tags"), [("2H", ["yours", "best", "best"]), ("8S", ["as good", "yours"])])
def test_a_card_as_good_as_the_one_played_is_not_called_best_beside_it(
    client: Client, answer: str, tags: list[str]
) -> None:
    page = Sitting(client, "choose", "2 1 | 5S | 2H 7C 8H 8S | 5C KC | 2:7S").post(card=answer)
    assert re.findall(r'class="card-tag">([^<]+)<', page) == tags


def test_where_a_point_for_go_is_among_what_there_is_at_once_it_is_counted() -> None:
    question = choose_question.read(SAID_GO)
    told = DRILLS["choose"].feedback(question, choose_question.mark(question, "2H"))
    assert told.causes == ["It scores 1 at once; the best card scores 2: thirty-one for two."]
    assert [(row.points, row.scores) for row in told.sheet["rows"]] == [
        (2, "thirty-one for two"),
        (1, "one for go"),
    ]
    assert DRILLS["choose"].hint(question).count("The 2 of hearts makes 30 and scores 1 point.") == 1
