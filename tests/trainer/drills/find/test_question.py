"""Cards and their worth, one claim after another."""

from collections import Counter

import pytest

from game.engine.cards import parse_cards
from game.engine.scoring import Kind
from game.strategy.causes import Cause
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.posing import wishes
from trainer.drills.count import question as count_question
from trainer.drills.count.hunt import HuntOutcome
from trainer.drills.count.question import read
from trainer.drills.find import question as find_question
from trainer.drills.find.question import FindClaim
from trainer.drills.questions import UnreadableQuestion


def claimed(*claims: str, hand: str = HAND) -> find_question.FindMarking:
    """Claims such as "5S JH=2", and that this is all."""
    kept: list[str] = []
    for claim in claims:
        cards, value = claim.split("=")
        kept, _ = find_question.keep(read(hand), kept, FindClaim(parse_cards(cards), int(value)))
    return find_question.mark(read(hand), " ".join(kept) or find_question.NOTHING)


PARTS = ("5S JH=2", "4C 5S 6D=5", "4H 5S 6D=2", "4H 5S 6D=3", "4C 4H=2", "JH=1")


def test_parts_find_everything() -> None:
    marking = claimed(*PARTS)
    assert (marking.right, marking.lost, marking.missed, marking.causes) == (True, 0.0, (), ())


def test_a_whole_finds_its_parts() -> None:
    marking = claimed("4C 4H 5S 6D=8", "5S JH=2", "4C 5S 6D=2", "4H 5S 6D=2", "JH=1")
    assert marking.right


def test_the_runs_of_a_double_run_may_be_taken_without_its_pair() -> None:
    marking = claimed("4C 4H 5S 6D=6")
    assert Counter(score.kind for score in marking.found) == {Kind.RUN: 2}
    assert [score.kind for score in claimed("4C 4H 5S 6D=6", "4C 4H=2").found][-1] is Kind.PAIR


@pytest.mark.parametrize("claims", [("9C 9D 9S=6",), ("9C 9D=2", "9C 9S=2", "9D 9S=2"), ("9C 9D=2", "9C 9D 9S=6")])
def test_a_pair_royal_is_three_pairs(claims: tuple[str, ...]) -> None:
    assert claimed(*claims, hand="9C 9S 9D 2H | KS").right


def test_every_score_by_itself_is_a_find() -> None:
    for rng, wish in wishes(3, 60):
        question = find_question.pose(rng, wish)
        kept: list[str] = []
        for score in question.scores:
            kept, judged = find_question.keep(question, kept, FindClaim(score.cards, score.points))
            assert judged.found
        answer = " ".join(kept) or find_question.NOTHING
        assert find_question.mark(question, answer).right
        assert len(answer) + find_question.WRONG_KEPT <= 300


def test_what_is_left_is_missed() -> None:
    marking = claimed("5S JH=2", "4C 4H 5S 6D=8")
    assert (marking.right, marking.off, marking.lost) == (False, -5, 5.0)
    assert marking.missed == ("fifteen-3", "fifteen-3", "nobs")
    assert marking.causes == ("missed fifteen:2 nobs",)
    assert claimed().missed == tuple(map(count_question.skill_of, read(HAND).scores))


@pytest.mark.parametrize(
    ("hand", "claim", "cause"),
    [
        (HAND, "4C 4H 5S 6D=5", Cause.DOUBLE_RUN_ONCE),
        (HAND, "4C 5S=2", None),
        (HAND, "5S JH=3", None),
        ("9C 9S 9D 2H | KS", "9C 9S 9D=4", Cause.PAIR_ROYAL_AS_FOUR),
        ("2C 3S 4D 5H | 9H", "2C 3S 4D=3", Cause.RUN_CUT_SHORT),
        ("2H 6H TH KD | 4H", "2H 6H TH 4H=4", Cause.FLUSH_WITH_STARTER),
        ("crib 2H 6H TH KH | 4C", "2H 6H TH KH=4", Cause.CRIB_FOUR_FLUSH),
        ("2H 6H TH KH | 4H", "2H 6H TH KH=4", Cause.FLUSH_CUT_SHORT),
        ("2C 2S 9D JH | KD", "JH=1", Cause.NOBS_WRONG_SUIT),
        ("2C 2S 9D KH | JD", "JD=1", Cause.NOBS_STARTER),
        ("4C 7S 9D JH | KS", "4C JH=2", Cause.COURT_CARDS_OVER_TEN),
        ("AC QS KD 8H | 2D", "AC QS KD=3", Cause.ROUND_THE_CORNER),
        ("4C 8S KD QH | 2D", "QH KD=2", Cause.COURT_PAIR),
    ],
)
def test_a_wrong_claim_is_known_by_its_error(hand: str, claim: str, cause: Cause | None) -> None:
    question = read(hand)
    parts = [f"{' '.join(map(str, score.cards))}={score.points}" for score in question.scores]
    marking = claimed(claim, *parts, hand=hand)
    assert not marking.left
    assert not marking.right
    assert marking.lost > 0
    assert marking.errors == ((cause,) if cause else ())


def test_what_was_found_before_does_no_harm() -> None:
    question = read(HAND)
    kept, judged = find_question.keep(question, ["5SJH=2"], FindClaim(parse_cards("5S JH"), 2))
    assert kept == ["5SJH=2"]
    assert judged.tried.hunt is HuntOutcome.FOUND_BEFORE
    assert not judged.wrong


def test_wrong_claims_beyond_number_are_not_all_kept() -> None:
    question = read(HAND)
    kept: list[str] = []
    for value in range(3, 99):
        kept, judged = find_question.keep(question, kept, FindClaim(parse_cards("5S JH"), value))
        assert judged.wrong_value
    assert 0 < len(" ".join(kept)) <= find_question.WRONG_KEPT


@pytest.mark.parametrize("answer", ["5SJH", "5SJH=x", "5SJ=2"])
def test_what_is_no_answer_is_refused(answer: str) -> None:
    with pytest.raises(UnreadableQuestion):
        find_question.mark(read(HAND), answer)
