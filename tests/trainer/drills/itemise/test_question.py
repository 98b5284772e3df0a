"""The points of each part of a hand are given apart."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from game.engine.cards import Card, Suit
from game.engine.scoring import Kind, combine, show, total
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.posing import wishes
from trainer.drills.count.question import read
from trainer.drills.itemise import question as itemise_question
from trainer.drills.questions import UnreadableQuestion


def marked(answer: str, hand: str = HAND) -> itemise_question.ItemiseMarking:
    """An answer to a hand."""
    return itemise_question.mark(read(hand), answer)


def test_every_part_right_is_right() -> None:
    marking = marked("fifteen=6 run=6 pair=2 nobs=1")
    assert (marking.right, marking.off, marking.lost, marking.missed) == (True, 0, 0.0, ())


def test_what_is_right_in_all_hands_is_right() -> None:
    for rng, wish in wishes(2, 60):
        question = itemise_question.pose(rng, wish)
        claims: Counter[Kind] = Counter()
        for score in question.scores:
            claims[score.kind] += score.points
        assert itemise_question.mark(question, itemise_question.text_of(claims)).right


def test_a_double_run_may_stand_with_its_pair() -> None:
    marking = marked("fifteen=6 run=8 nobs=1")
    assert marking.right
    assert marking.runs_with_pairs
    assert not marked("fifteen=6 run=8 pair=2 nobs=1").right


def test_a_right_total_of_wrong_parts_is_wrong() -> None:
    marking = marked("fifteen=4 run=6 pair=4 nobs=1")
    assert marking.off == 0
    assert (marking.right, marking.lost) == (False, 4.0)
    assert marking.offs == {Kind.FIFTEEN: -2, Kind.PAIR: 2}


@pytest.mark.parametrize(
    ("hand", "answer", "causes", "missed"),
    [
        (HAND, "fifteen=4 run=6 pair=2 nobs=1", ["missed fifteen"], ["fifteen-3"]),
        (HAND, "fifteen=2 run=6 pair=2", ["missed fifteen:2 nobs"], ["fifteen-3", "fifteen-3", "nobs"]),
        (HAND, "fifteen=6 run=3 pair=2 nobs=1", ["double-run-once"], ["double-run-once"]),
        (HAND, "fifteen=6 run=6 nobs=1", ["missed pair"], ["pair"]),
        ("7C 8S QD QH | 2D", "fifteen=4 pair=2", ["fifteen-twice"], ["fifteen-twice"]),
        (HAND, "fifteen=6 run=6 pair=2 flush=4 nobs=1", [], []),
        ("9C 9S 9D 2H | KS", "pair=4", ["pair-royal-as-four"], ["pair-royal-as-four"]),
        ("2C 3S 4D 5H | 9H", "fifteen=2 run=7", ["run-in-run"], ["run-in-run"]),
        ("2H 6H TH KH | 4H", "flush=4", ["flush-cut-short"], ["flush-cut-short"]),
        ("crib 2H 6H TH KH | 4C", "flush=4", ["crib-four-flush"], ["crib-four-flush"]),
        ("2C 2S 9D KH | JD", "pair=2 nobs=1", ["nobs-starter"], ["nobs-starter"]),
        ("4C 8S KD QH | 2D", "pair=2", ["court-pair"], ["court-pair"]),
        # A pair claimed as 1: something of it was missed.
        (HAND, "fifteen=6 run=6 pair=1 nobs=1", ["missed pair"], ["pair"]),
    ],
)
def test_each_part_is_explained(hand: str, answer: str, causes: list[str], missed: list[str]) -> None:
    marking = marked(answer, hand)
    assert not marking.right
    assert list(marking.causes) == causes
    assert list(marking.missed or ()) == missed
    asked = {demand.skill for demand in marking.demands}
    assert set(missed) <= asked


def test_nothing_at_all_is_an_answer_and_silence_is_none() -> None:
    assert marked("0", "2C 4S 6D 8H | KC").right
    assert marked("0").claim == 0
    late = marked("")
    assert (late.claim, late.right, late.causes, late.missed) == (None, False, (), None)


@pytest.mark.parametrize("answer", ["x", "fifteen", "fifteen=x", "heels"])
def test_what_is_no_answer_is_refused(answer: str) -> None:
    with pytest.raises(UnreadableQuestion):
        marked(answer)


def test_the_pegboard_has_what_each_part_of_a_hand_of_four_can_be_worth() -> None:
    worths = itemise_question.PART_WORTHS
    for ranks in combinations_with_replacement(range(1, 14), 5):
        if max(map(ranks.count, ranks)) <= len(Suit):
            cards = [Card(rank, list(Suit)[ranks[:place].count(rank)]) for place, rank in enumerate(ranks)]
            scores = show(cards[:4], cards[4])
            for kind in (Kind.FIFTEEN, Kind.RUN, Kind.PAIR):
                assert total(score for score in scores if score.kind is kind) in worths[kind], cards
            runs = [whole.points for whole in combine(scores) if whole.parts[0].kind is Kind.RUN]
            assert {*runs} <= {*worths[Kind.RUN]}, cards
