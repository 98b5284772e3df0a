"""A card is laid on a series: its count, what it scores, and which error explains an answer."""

from collections import Counter
from random import Random

import pytest

from game.engine.cards import CardError
from game.engine.scoring import Kind, Score, peg
from tests.trainer.drills.posing import posed
from trainer.drills.peg import errors as peg_errors
from trainer.drills.peg import question as peg_question
from trainer.drills.peg import source as peg_source
from trainer.drills.questions import Demand, UnreadableQuestion, Wish

PEGS = [
    ("4C 7D 3S 6C | 5H", "run", 25, [(Kind.RUN, 5)]),
    ("5C 4D | 6S", "several", 15, [(Kind.FIFTEEN, 2), (Kind.RUN, 3)]),
    ("5C 4D 6S | 6H", "broken-run", 21, [(Kind.PAIR, 2)]),
    ("4C 5D 5H | 6S", "broken-run", 20, []),
    ("8C QD | 8H", "broken-pair", 26, []),
    ("QD 8C | 8H", "pair", 26, [(Kind.PAIR, 2)]),
    ("AC KH | QD", "tens-no-pair", 21, []),
    ("2C 2D | 2H", "royal", 6, [(Kind.PAIR, 6)]),
    ("2C 2D 2H | 2S", "royal", 8, [(Kind.PAIR, 12)]),
    ("KH JD | AC", "nothing", 21, []),
    ("KH JD AC | TS", "thirty-one", 31, [(Kind.THIRTY_ONE, 2)]),
    ("last KH JD AC | TS", "last", 31, [(Kind.THIRTY_ONE, 2)]),
    ("last KH JD | AC", "last", 21, [(Kind.LAST, 1)]),
    ("TH | 5C", "fifteen", 15, [(Kind.FIFTEEN, 2)]),
]


@pytest.mark.parametrize(("text", "sort", "count", "scores"), PEGS)
def test_the_truth(text: str, sort: str, count: int, scores: list[tuple[Kind, int]]) -> None:
    question = peg_source.read(text)
    assert peg_errors.sort_of(question) == sort
    assert question.count == count
    assert [(score.kind, score.points) for score in question.scores] == scores
    marking = peg_source.mark(question, f"{count} {question.points}")
    assert (marking.right, marking.lost, marking.missed, marking.causes) == (True, 0.0, (), ())


@pytest.mark.parametrize(
    ("text", "answer", "causes"),
    [
        ("4C 7D 3S 6C | 5H", "25 0", ["peg-run-out-of-order"]),
        ("4C 5D | 6H", "15 2", ["peg-run"]),
        ("4C 5D | 6H", "15 3", ["peg-fifteen"]),
        ("4C 5D | 6H", "15 0", ["peg-fifteen", "peg-run"]),
        ("4C 7D 3S 6C | 5H", "25 3", ["peg-run-cut-short"]),
        ("3C 4D 5S | 6H", "18 7", ["peg-run-in-run"]),
        ("4C 5D 5H | 6S", "20 3", ["peg-run-through-double"]),
        ("5C 4D 6S | 6H", "21 8", ["peg-run-through-double"]),
        ("4C 5D 9H | 6S", "24 3", ["peg-run-with-gap"]),
        ("2C QD KH | AC", "23 3", ["peg-round-the-corner"]),
        ("8C QD | 8H", "26 2", ["peg-broken-pair"]),
        ("AC KH | QD", "21 2", ["peg-tens-as-pair"]),
        ("3C 7D | 8H", "18 2", ["peg-fifteen-in-part"]),
        ("2C 2D | 2H", "6 4", ["peg-royal-as-fewer"]),
        ("KH JD AC | TS", "31 1", ["peg-thirty-one-as-one"]),
        ("last KH JD AC | TS", "31 3", ["peg-thirty-one-and-last"]),
        ("last KH JD | AC", "21 0", ["peg-last"]),
        ("KH JD | 4C", "24 1", ["peg-go-too-soon"]),
        ("TH | 5C", "14 0", ["peg-count"]),
        ("TH | 4C", "15 2", ["peg-count"]),
        ("TH | 4C", "10 0", ["peg-count-before"]),
        ("KH | 4C", "17 0", ["peg-court-cards-over-ten"]),
    ],
)
def test_the_only_error_that_explains_an_answer_is_named_and_known(text: str, answer: str, causes: list[str]) -> None:
    marking = peg_source.mark(peg_source.read(text), answer)
    assert not marking.right
    assert list(marking.causes) == causes
    assert list(marking.missed or ()) == causes


@pytest.mark.parametrize(
    ("text", "answer", "causes"),
    [
        ("8C QD | 8H", "26 2 pair", ["peg-broken-pair"]),
        ("5C 4D | 6S", "15 2 fifteen", ["peg-run-out-of-order"]),
        ("5C 4D | 6S", "15 3 run", ["peg-fifteen"]),
        ("5C 4D | 6S", "15 4 fifteen pair", ["peg-run-out-of-order", "peg-unfounded"]),
        ("2C 2D | 2H", "6 2 pair", ["peg-royal-as-fewer"]),
        ("2C 2D | 2H", "6 4 pair-royal", ["peg-royal-as-fewer"]),
        ("KH JD AC | TS", "31 3 thirty-one last", ["peg-thirty-one-and-last"]),
    ],
)
def test_what_is_ticked_tells_the_error(text: str, answer: str, causes: list[str]) -> None:
    marking = peg_source.mark(peg_source.read(text), answer)
    assert list(marking.causes) == causes
    assert marking.missed is not None


def test_ticks_decide_nothing() -> None:
    marking = peg_source.mark(peg_source.read("5C 4D | 6S"), "15 5 fifteen pair")
    assert marking.right
    assert marking.causes == ()
    assert (marking.unticked, marking.unfounded) == ((peg_question.PegReason.RUN,), (peg_question.PegReason.PAIR,))


def test_a_number_that_several_errors_make_is_left_to_what_is_known_of_the_learner() -> None:
    marking = peg_source.mark(peg_source.read("9C 3H 8D | 8S"), "28 4")
    assert marking.missed is None
    assert (marking.off, marking.lost) == (2, 2.0)


def test_a_wrong_count_alone_is_lost_too() -> None:
    marking = peg_source.mark(peg_source.read("8C QD | 8H"), "25 0")
    assert (marking.right, marking.lost, marking.off) == (False, 1.0, 0)


def test_what_is_missed_was_asked_for_whatever_the_answer() -> None:
    for question in posed(peg_source, 60):
        for count in (question.count, question.before, question.count + 1):
            for points in range(14):
                marking = peg_source.mark(question, f"{count} {points}")
                assert set(marking.missed or ()) <= {demand.skill for demand in marking.demands}


def test_a_score_overlooked_is_demanded_with_its_points() -> None:
    found = peg_errors.demands(peg_source.read("4C 5D | 6H"))
    assert {Demand("peg-fifteen", -2), Demand("peg-run", -3)} <= set(found)
    assert len({demand.skill for demand in found}) == len(found)


def test_sorts_come_in_the_published_mix() -> None:
    found = Counter(peg_errors.sort_of(question) for question in posed(peg_source, 800))
    for sort, share in peg_question.MIX.items():
        assert abs(found[sort] / 8 - share) < 4, sort


def test_no_series_is_over_31_and_each_card_comes_once() -> None:
    for question in posed(peg_source, 300):
        assert question.count <= 31
        assert len(set(question.laid)) == len(question.laid)
        last = (Score(Kind.LAST, (question.card,), 1),) if question.last and question.count < 31 else ()
        assert question.scores == (*peg(question.laid), *last)


def test_a_run_rises_from_easy_to_hard() -> None:
    easy = [peg_source.pose(Random(seed), Wish(rise=0.0)) for seed in range(60)]
    hard = [peg_source.pose(Random(seed), Wish(rise=1.0)) for seed in range(60)]
    assert sum(map(peg_source.hardness, hard)) > sum(map(peg_source.hardness, easy)) + 60


@pytest.mark.parametrize("text", ["KH JD TS 5C | AC", "KH JD TS AC | 2C", "4C 4C | 5D", "4C | 5D 6H", "4C |"])
def test_a_series_that_cannot_be_is_unreadable(text: str) -> None:
    with pytest.raises((UnreadableQuestion, CardError)):
        peg_source.read(text)
