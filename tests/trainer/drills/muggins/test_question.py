"""Somebody counts aloud: one error inside what is said, and whether it is noticed."""

from itertools import islice
from random import Random

import pytest

from game.engine.scoring import total
from game.strategy.causes import OF_THE_WHOLE, Cause
from tests.benchmarks.causes import hands
from tests.trainer.drills.count.sample import HAND
from trainer.drills.count import question as count_question
from trainer.drills.count.question import read
from trainer.drills.muggins import question as muggins_question
from trainer.drills.questions import UnreadableQuestion, Wish


def claims(hand: str) -> dict[str, list[muggins_question.MugginsQuestion]]:
    """The wrong claims that a hand invites, by what is wrong."""
    found: dict[str, list[muggins_question.MugginsQuestion]] = {}
    for question in muggins_question.wrong_claims(read(hand)):
        assert question.fault
        found.setdefault(question.fault.likely.code, []).append(question)
    return found


def test_two_in_five_claims_are_right() -> None:
    rng = Random(5)
    posed = [muggins_question.pose(rng, Wish()) for _ in range(500)]
    right = sum(question.fault is None for question in posed)
    assert abs(right / 500 - 0.4) < 0.06
    for question in posed:
        assert (question.claim == total(question.scores)) == (question.fault is None)


@pytest.mark.parametrize(
    ("hand", "code", "text"),
    [
        (HAND, "missed nobs", "15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 2run:4C4H5S6D=8"),
        (HAND, "missed pair", "15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 2run:4C4H5S6D=6 nobs:JH=1"),
        (HAND, "double-run-once", "15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 run:4C5S6D=3 pair:4C4H=2 nobs:JH=1"),
        ("9C 9S 9D 2H | KS", "pair-royal-as-four", "royal:9C9D9S=4"),
        ("2C 3S 4D 5H | 9H", "run-in-run", "15:2C4D9H=2 run:2C3S4D=3 run:2C3S4D5H=4"),
        ("2C 3S 4D 5H | 9H", "run-cut-short", "15:2C4D9H=2 run:2C3S4D=3"),
        ("crib 2H 6H TH KH | 4C", "crib-four-flush", "flush:2H6HTHKH=4"),
        ("2H 6H TH KD | 4H", "flush-with-starter", "flush:2H4H6HTH=4"),
        ("2H 6H TH KH | 4H", "flush-cut-short", "flush:2H4H6HTH=4"),
        ("2H 6H TH KH QC | 4D", "flush-of-some", "flush:2H6HTHKH=4"),
        ("2C 2S 9D JH | KD", "nobs-wrong-suit", "pair:2C2S=2 nobs:JH=1"),
        ("2C 2S 9D KH | JD", "nobs-starter", "pair:2C2S=2 nobs:JD=1"),
        ("4C 7S 9D JH | KS", "court-cards-over-ten", "15:4CJH=2"),
        ("AC QS KD 8H | 2D", "round-the-corner", "run:ACQSKD=3"),
        ("4C 8S KD QH | 2D", "court-pair", "pair:QHKD=2"),
        ("7C 8S KD QH | 2D", "fifteen-twice", "15:7C8S=2 15:7C8S=2"),
    ],
)
def test_the_error_is_inside_what_is_said(hand: str, code: str, text: str) -> None:
    question = muggins_question.read(f"{hand} : {text}")
    assert question.fault
    assert question.fault.likely.code == code
    assert str(question).endswith(f" : {text}")


def test_every_error_can_be_said() -> None:
    seen = set()
    for hand in islice(hands(Random(7)), 600):
        seen |= {question.fault.likely.cause for question in muggins_question.wrong_claims(hand) if question.fault}
    assert seen == set(Cause) - OF_THE_WHOLE - {Cause.DOUBLE_RUN_ALONE}, "what is left out of a count is not in it"


def test_four_of_a_suit_tempt_in_the_crib() -> None:
    rng = Random(8)
    posed = [muggins_question.pose(rng, Wish({"kind": "crib"})) for _ in range(300)]
    suited = [question for question in posed if len({card.suit for card in question.hand}) == 1]
    faults = {question.fault and question.fault.skill for question in suited}
    assert {None, Cause.CRIB_FOUR_FLUSH} <= faults


def test_a_claim_nobody_makes_is_no_question() -> None:
    for said in ("15:5SJH=2", "nobs:JH=9", "x", "nobs:JH=²", f"nobs:JH={'9' * 5000}"):
        with pytest.raises(UnreadableQuestion):
            muggins_question.read(f"{HAND} : {said}")


def test_to_agree_with_what_is_right() -> None:
    question = muggins_question.read("2C 4S 6D 8H | KC :")
    assert (question.claim, question.fault) == (0, None)
    marking = muggins_question.mark(question, "0")
    assert (marking.right, marking.demands, marking.missed) == (True, (), ())


def test_an_error_that_slips_by_is_named() -> None:
    (question,) = claims(HAND)["missed nobs"]
    slipped = muggins_question.mark(question, "14")
    assert (slipped.right, slipped.slipped, slipped.causes, slipped.missed) == (
        False,
        True,
        ("missed nobs",),
        ("nobs",),
    )
    (demand,) = slipped.demands
    assert (demand.skill, demand.off) == ("nobs", -1)


def test_an_error_that_was_noticed_is_not_missed() -> None:
    (question,) = claims(HAND)["missed nobs"]
    assert muggins_question.mark(question, "15").right
    other = muggins_question.mark(question, "13")
    assert (other.right, other.slipped, other.missed, other.lost) == (False, False, (), 2.0)
    assert other.causes == ("double-run-alone", "missed fifteen")


def test_a_sibling_has_the_same_error() -> None:
    (question,) = claims("2C 3S 4D 4H | KS")["double-run-once"]
    other = muggins_question.sibling(question, Random(3))
    assert other.fault
    assert other.fault.skill == Cause.DOUBLE_RUN_ONCE
    assert count_question.ranks_of(other.count) != count_question.ranks_of(question.count)


def test_renamed_suits_are_the_same_pattern() -> None:
    one = muggins_question.read("2C 2S 9D JH | KD : pair:2C2S=2 nobs:JH=1")
    other = muggins_question.read("2D 2S 9H JC | KH : pair:2D2S=2 nobs:JC=1")
    assert muggins_question.canonical(one) == muggins_question.canonical(other)
    assert muggins_question.canonical(one) != muggins_question.canonical(
        muggins_question.read("2C 2S 9D JH | KD : pair:2C2S=2")
    )
