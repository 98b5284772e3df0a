"""The page of go and the ends of series: every sentence is marked, and says why."""

from collections.abc import Sequence
from random import Random

import pytest

from game.table.words import BOT_NAMES
from tests.words import bare
from trainer.drills.base import Sheet
from trainer.drills.go import question as go_question
from trainer.drills.layout import Laid
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["go"].sorts])
def test_whatever_is_asked_of_go_is_told_in_marked_words(sort: str) -> None:
    sheet, names = DRILLS["go"], set(map(str, BOT_NAMES))
    for seed in range(4):
        question = go_question.pose(Random(seed), Wish({"classes": sort}))
        said = [sheet.title(question), sheet.aloud(question), sheet.hint(question)]
        for choice in ("", *question.choices):
            marking = go_question.mark(question, choice)
            told = sheet.feedback(question, marking)
            said += [told.headline, told.causes_heading, *told.causes, told.spoken, sheet.short(question, marking)]
            said += [told.sheet["why"], told.sheet["asked"], told.sheet["news"]]
            said += [seat.name for seat in told.sheet["others"] if seat.name not in names]
        assert [sentence for sentence in said if bare(sentence)] == [], str(question)


def test_a_lead_with_a_seat_passed_over_says_why() -> None:
    acts = "AC 2D 3H 8C 3D 4D 5H go 4C go 8D JH KD go"
    question = go_question.read(f"lead 3 | 3S | AC 5H 8C 8D / 2D 3D JH JS / 3H 4C 4D KD | {acts}")
    told = DRILLS["go"].feedback(question, go_question.mark(question, "2"))
    assert told.headline == "Right. Ada leads."
    assert told.sheet["why"] == "You have no cards left."
    assert [seat.name for seat in told.sheet["others"] if seat.decides] == ["Ada’s hand"]


def table(text: str, *, told: bool) -> Sheet:
    """The table of a question, as it is asked or as it is told."""
    question = go_question.read(text)
    if told:
        return DRILLS["go"].feedback(question, go_question.mark(question, question.truth)).sheet
    return DRILLS["go"].ask(question, [])


def marked(row: Sequence[Laid]) -> list[str]:
    """The cards of a row that decide."""
    return [str(one.card) for one in row if one.look == "is-counted"]


PLAY = "play 2 | 8S | 2H 4D 7C KS / 8C 8H JD KC | 2H 8C 4D 8H"
BETWEEN = "between 2 | TD | TC QC QS KD / AC AH AS 2S | TC AC QC AH go AS"
NEW = "new-series 2 | JD | AH AS 7S TS / 7C 9H JC KH | AH 7C AS 9H TS go JC"


@pytest.mark.parametrize(
    ("text", "own", "laid"),
    [
        (PLAY, ["7C"], []),
        (BETWEEN, [], ["AH", "AS"]),
        (NEW, [], []),
        ("go 2 | AD | 7C 7D 7S QD / 5D 8H TH QH | 7C QH 7S 5D go QD TH 7D go", [], ["7D"]),
        ("heels 1 | JH | AH 5C 7H 9C / 5S 7D 8H 8S |", [], ["JH"]),
        ("heels 1 | QH | AH 5C 7H 9C / 5S 7D 8H 8S |", [], []),
    ],
)
def test_what_decides_is_marked_once_it_is_told(text: str, own: list[str], laid: list[str]) -> None:
    before, after = table(text, told=False), table(text, told=True)
    assert marked(before["own"].held) == marked(before["table"]) == []
    assert (marked(after["own"].held), marked(after["table"])) == (own, laid)


def test_the_count_after_each_card_is_told_and_what_each_card_held_would_make() -> None:
    asked = table(PLAY, told=False)
    assert [one.below for one in asked["table"]] == ["2", "10", "14", "22"]
    assert [one.below for one in asked["own"].held] == ["", ""]
    assert asked["own"].numbered, "the counts have their room from the start"
    assert not any(seat.numbered for seat in asked["others"])
    after = table(PLAY, told=True)
    assert [one.below for one in after["table"]] == ["2", "10", "14", "22"]
    assert [(one.below, one.over) for one in after["own"].held] == [("29", False), ("32", True)]
    assert after["why"] == "22 + 7 of clubs = 29."


def test_cards_of_the_series_before_are_faded() -> None:
    row = table(NEW, told=False)["table"]
    assert [one.look for one in row] == ["is-over"] * 4 + [""]


def test_before_the_play_all_hands_lie_face_down() -> None:
    sheet = table("heels 1 | JH | AH 5C 7H 9C / 5S 7D 8H 8S |", told=False)
    assert [one.card for seat in (sheet["own"], *sheet["others"]) for one in seat.held] == [None] * 8
