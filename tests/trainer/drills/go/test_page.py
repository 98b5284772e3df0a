"""The page of go and the ends of series: every sentence is marked, and says why."""

from random import Random

import pytest

from tests.words import bare
from trainer.drills.go import question as go_question
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["go"].sorts])
def test_whatever_is_asked_of_go_is_told_in_marked_words(sort: str) -> None:
    sheet = DRILLS["go"]
    for seed in range(4):
        question = go_question.pose(Random(seed), Wish({"classes": sort}))
        said = [sheet.title(question), sheet.aloud(question), sheet.hint(question)]
        for choice in ("", *question.choices):
            marking = go_question.mark(question, choice)
            told = sheet.feedback(question, marking)
            said += [told.headline, told.causes_heading, *told.causes, told.spoken, sheet.short(question, marking)]
            said += [told.sheet["why"], told.sheet["asked"], told.sheet["news"]]
        assert [sentence for sentence in said if bare(sentence)] == [], str(question)


def test_a_lead_with_a_seat_passed_over_says_why() -> None:
    acts = "AC 2D 3H 8C 3D 4D 5H go 4C go 8D JH KD go"
    question = go_question.read(f"lead 3 | 3S | AC 5H 8C 8D / 2D 3D JH JS / 3H 4C 4D KD | {acts}")
    told = DRILLS["go"].feedback(question, go_question.mark(question, "2"))
    assert told.headline == "Right. Ada."
    assert told.sheet["why"] == "You have no cards left."
