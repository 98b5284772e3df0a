"""Tap it: what is target and found in hands, counts and series, what is said of wrong cards, and the page."""

import re
from collections import Counter
from itertools import permutations
from random import Random

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import CardError, parse_cards, text_of
from game.engine.scoring import combine, count_of, points
from tests.trainer.drills.samples import SAYS, asked
from tests.words import bare
from trainer.drills.count import question as count_question
from trainer.drills.modes import Mode
from trainer.drills.peg import source as peg_source
from trainer.drills.questions import UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.drills.tap import faults
from trainer.drills.tap import question as tap_question
from trainer.drills.tap import source as tap_source
from trainer.drills.tap.faults import mistake_of
from trainer.drills.tap.page import TAP
from trainer.drills.tap.question import TapSort, sort_of
from trainer.drills.tap.source import mark, read
from trainer.models import Attempt
from trainer.practice import addresses

pytestmark = SAYS

FULL = "4C 5S 6D JH | 4H"
"""Three fifteens, a double run, his nob."""


def posed(number: int, **options: str) -> list[tap_question.TapQuestion]:
    """Questions as a run of these options asks them."""
    return [tap_source.pose(Random(seed), Wish(options)) for seed in range(number)]


def told(question: str, answer: str) -> str:
    """Everything that is said of an answer."""
    asked = read(question)
    words = TAP.feedback(asked, mark(asked, answer))
    return " ".join(filter(None, (words.headline, words.detail, words.spoken)))


def test_the_drill_is_offered() -> None:
    assert DRILLS["tap"] is TAP
    assert [sort.code for sort in TAP.sorts] == list(TapSort)
    assert Mode.CLOCK not in DRILLS["tap"].modes


@pytest.mark.parametrize(
    ("question", "given", "lit"),
    [
        (f"fifteen-2 of {FULL}", "5S JH", "5S JH"),
        (f"fifteen-3 of {FULL}", "5S 6D 4H", "4H 5S 6D"),
        (f"fifteen-2 of {FULL}", "-", "5S JH"),
        (f"fifteen-2 of {FULL}", "4C JH", "5S JH"),
        ("flush of 2C 4S 6D 8H | KC", "-", ""),
    ],
    ids=["right", "the one that was found", "overlooked", "wrong", "nothing there"],
)
def test_the_cards_that_make_it_are_lit(question: str, given: str, lit: str) -> None:
    posed = read(question)
    assert text_of(TAP.feedback(posed, mark(posed, given)).sheet["lit"]) == lit


# ---------------------------------------------------------------------------------------------------- what is right


@pytest.mark.parametrize(
    ("question", "right"),
    [
        (f"fifteen of {FULL}", ["5S JH", "4C 5S 6D", "4H 5S 6D"]),
        (f"fifteen-2 of {FULL}", ["5S JH"]),
        (f"fifteen-3 of {FULL}", ["4C 5S 6D", "4H 5S 6D"]),
        (f"fifteen-4 of {FULL}", ["-"]),
        (f"fifteen-5 of {FULL}", ["-"]),
        ("fifteen-5 of AC 2D 3H 4S | 5C", ["AC 2D 3H 4S 5C"]),
        ("fifteen-6 of AC AD 2D 3H 4S | 4C", ["AC AD 2D 3H 4S 4C"]),
        (f"run of {FULL}", ["4C 5S 6D", "4H 5S 6D"]),
        ("run of 2C 3D 4H 5S | KC", ["2C 3D 4H 5S"]),
        ("run of AC QD KH 2S | 7C", ["-"]),
        (f"double-run of {FULL}", ["4C 4H 5S 6D"]),
        (f"triple-run of {FULL}", ["-"]),
        ("triple-run of 4C 4D 5S 6D | 4H", ["4C 4D 4H 5S 6D"]),
        ("double-double-run of 4C 5D 5S 6D | 4H", ["4C 4H 5D 5S 6D"]),
        ("double-run of 4C 5D 5S 6D | 4H", ["-"]),
        (f"pair of {FULL}", ["4C 4H"]),
        ("pair of 9C 9D 9S 2H | KS", ["9C 9D", "9C 9S", "9D 9S"]),
        ("pair of TC JD QS KH | 2S", ["-"]),
        ("pair-royal of 9C 9D 9S 2H | KS", ["9C 9D 9S"]),
        ("pair-royal of 4C 4D 5S 6D | 4H", ["4C 4D 4H"]),
        ("pair-royal of 9C 9D 9S 9H | KS", ["9C 9D 9S", "9C 9D 9H", "9C 9H 9S", "9D 9H 9S"]),
        ("double-pair-royal of 9C 9D 9S 9H | KS", ["9C 9D 9S 9H"]),
        ("double-pair-royal of 9C 9D 9S 2H | KS", ["-"]),
        ("flush of 2H 6H TH KH | 4C", ["2H 6H TH KH"]),
        ("flush of 2H 6H TH KH | 4H", ["2H 4H 6H TH KH"]),
        ("flush of crib 2H 6H TH KH | 4C", ["-"]),
        ("flush of crib 2H 6H TH KH | 4H", ["2H 4H 6H TH KH"]),
        ("flush of 2H 6H TH KC | 4H", ["-"]),
        (f"nobs of {FULL}", ["JH"]),
        ("nobs of 2C 2S 9D KH | JD", ["-"]),
        (f"last of {FULL}", ["JH"]),
        (f"last of {FULL.replace('JH', 'JD')}", ["4C 4H 5S 6D"]),
        ("last of 7C 8S KD QH | 2D", ["7C 8S"]),
        ("last of crib 9C 9D 9S 2H | KS", ["9C 9D 9S"]),
        ("run of series 4C 7D 3S 6H 5C", ["3S 4C 5C 6H 7D"]),
        ("run of series KC 3S 5C 4H", ["3S 4H 5C"]),
        ("run of series 4C 5D 5H 6S", ["-"]),
        ("fifteen of series 4C 5D 6H", ["4C 5D 6H"]),
        ("fifteen of series 2C 7D 8H", ["-"]),
        ("thirty-one of series KH JD AC TS", ["AC TS JD KH"]),
        ("pair of series 4C QD 8C 8H", ["8C 8H"]),
        ("pair of series 8C QD 8H", ["-"]),
        ("pair-royal of series 2C 2D 2H", ["2C 2D 2H"]),
        ("pair of series 2C 2D 2H", ["2C 2H", "2D 2H"]),
        ("double-pair-royal of series 2C 2D 2H 2S", ["2C 2D 2H 2S"]),
    ],
)
def test_just_these_are_right_in_any_order(question: str, right: list[str]) -> None:
    asked = read(question)
    cards = [str(card) for card in sorted(asked.cards)]
    subsets = ["-"] + [
        " ".join(card for at, card in enumerate(cards) if mask >> at & 1) for mask in range(1, 1 << len(cards))
    ]
    wanted = {" ".join(sorted(one.split())) for one in right}
    assert {" ".join(sorted(one.split())) for one in subsets if mark(asked, one).right} == wanted
    for one in right:
        marking = mark(asked, " ".join(reversed(one.split())))
        assert (marking.right, marking.lost, marking.off, marking.causes, marking.missed) == (True, 0.0, 0, (), ())


def test_to_miss_what_is_there_costs_its_points_and_to_see_what_is_not_its_least() -> None:
    assert mark(read(f"double-run of {FULL}"), "-").lost == 8
    assert mark(read("run of 2C 3D 4H 5S | KC"), "2C").lost == 4
    assert mark(read(f"triple-run of {FULL}"), "4C").lost == 15
    late = mark(read("nobs of 2C 2S 9D KH | JD"), "")
    assert (late.right, late.tapped, late.mistake, late.causes, late.missed) == (False, None, None, (), None)


# --------------------------------------------------------------------------------------------------- what is wrong

WRONG = [
    ("fifteen-2 of 4C 5S 6D JH | KH", "4C JH", "That makes 14, not 15: jack,", "court-cards-over-ten"),
    (f"fifteen of {FULL}", "4C 5S", "That makes 9, not 15.", ""),
    (f"fifteen-3 of {FULL}", "5S JH", "a fifteen of three cards is asked for. There are 2; one of them: 4 of", ""),
    (f"fifteen-4 of {FULL}", "5S JH", "There is none. No four cards here add up to 15.", ""),
    (f"fifteen of {FULL}", "-", "There are 3. For example: 5 of spades and jack of hearts.", ""),
    (f"run of {FULL}", "4C 5S", "A run takes three ranks or more.", ""),
    (f"run of {FULL}", "4C 4H 5S 6D", "There is more than one run in that: tap the cards of one.", ""),
    ("run of 2C 3D 4H 5S | KC", "2C 3D 4H", "That is only part of a longer run", "run-cut-short"),
    ("run of 2C 3D 4H 7S | KC", "2C 3D 4H 7S", "It is in those cards, but not all of them belong to it.", ""),
    ("run of 2C 3D 5H 7S | KC", "2C 3D 5H", "There is a gap in that", ""),
    ("run of 2C 3D 3H 7S | KC", "2C 3D 3H", "A rank comes twice in that.", ""),
    ("run of AC QD KH 2S | 7C", "AC QD KH", "The ace is low", "round-the-corner"),
    (f"double-run of {FULL}", "4C 5S 6D", "That is one run.", "double-run-once"),
    (f"double-run of {FULL}", "4C 4H 5S", "That is only a part of it", ""),
    (f"double-run of {FULL}", "4C 4H 5S 6D JH", "It is in those cards, but not all", ""),
    (f"double-run of {FULL}", "4C JH", "A run takes three ranks or more.", ""),
    (f"triple-run of {FULL}", "4C 4H 5S 6D", "That is a double run: one rank in it comes twice.", ""),
    ("triple-run of 4C 6S 8D JH | 4H", "4C 4H", "That is a pair, and no run.", ""),
    (f"triple-run of {FULL}", "4C 4H 5S 6D", "There is none. No run here has a rank three times.", ""),
    ("double-run of 2C 3D 4H 7S | 7C", "2C 3D 4H", "That is a run, but no rank comes twice in it.", ""),
    ("double-run of 2C 3D 5H 7S | 7C", "2C 3D 5H", "There is none. No three ranks here follow each other.", ""),
    (
        "pair of TC JD QS KH | 2S",
        "JD QS",
        "Those cards are all worth ten, but a pair needs the same rank.",
        "court-pair",
    ),
    (f"pair of {FULL}", "4C 5S", "Those cards do not have the same rank.", ""),
    ("pair of 9C 9D 9S 2H | KS", "9C 9D 9S", "A pair is two cards, no more and no fewer.", ""),
    ("pair-royal of 9C 9D 9S 2H | KS", "9C 9D", "A pair royal is three cards of one rank.", ""),
    ("double-pair-royal of 9C 9D 9S 2H | KS", "9C 9D 9S", "No rank has all four of its cards here.", ""),
    ("flush of 2H 6H TH KH | 4H", "2H 6H TH KH", "The starter is of that suit too", "flush-cut-short"),
    ("flush of 2H 6H TH KH | 4C", "2H 6H TH", "That is only part of a suit", ""),
    ("flush of 2H 6H TH KC | 4H", "2H 6H TH 4H", "The starter cannot stand in", "flush-with-starter"),
    ("flush of 2H 6H TH KH 9C | 4D", "2H 6H TH KH", "All the cards of the hand must be", "flush-of-some"),
    ("flush of crib 2H 6H TH KH | 4C", "2H 6H TH KH", "here a flush needs the starter too", "crib-four-flush"),
    ("flush of 2H 6H TH KH | 4C", "2H 6H TH KH 4C", "The starter is not part of that flush", ""),
    ("flush of 2H 6H TH KH | 4C", "2H 6H TH 4C", "Those cards are not of one suit.", ""),
    (f"nobs of {FULL}", "4C", "The 4 of clubs is not a jack.", ""),
    (f"nobs of {FULL}", "JH 4H", "His nob is a single card.", ""),
    ("nobs of 2C 2S 9D JH | KD", "JH", "not of the starter’s suit: the starter is the king of", "nobs-wrong-suit"),
    ("nobs of 2C 2S 9D JH | KD", "JH", "The one jack in the hand is the jack of hearts", "nobs-wrong-suit"),
    ("nobs of 2C 2S 9D KH | JD", "JD", "The jack of diamonds is the starter itself.", "nobs-starter"),
    (f"last of {FULL}", "5S JH", "That has been counted already. This was missing: jack of hearts.", ""),
    (f"last of {FULL}", "4C 4H", "That has been counted already.", ""),
    (f"last of {FULL}", "4C 5S", "make 9: no fifteen, and no pair.", ""),
    (f"last of {FULL}", "4C JH", "make 14: no fifteen, and no pair.", "court-cards-over-ten"),
    (f"last of {FULL}", "-", "You said none. There is one. Here it is: jack of hearts.", ""),
    (f"last of {FULL.replace('JH', 'JD')}", "4C 5S 6D", "That is only a part of it", "double-run-once"),
    ("last of 9C 9D 9S 2H | KS", "9C 9D", "That is only a part of it", ""),
    ("run of series 4C 7D 3S 6H 5C", "4C 3S 5C", "That is only part of a longer run", "peg-run-cut-short"),
    ("run of series 4C 7D 3S 6H 5C", "3S 6H 5C", "There is a gap in that", ""),
    ("run of series 4C 7D 3S 6H 5C", "-", "You said none. There is one. Here it is: 3 of spades, 4", ""),
    ("run of series 3C 4D 5S 6H", "4D 5S 6H", "That is only part of a longer run", "peg-run-cut-short"),
    ("run of series 4C 5D 5H 6S", "4C 5H 6S", "A second card of a rank lies between", "peg-run-through-double"),
    ("run of series 4C 5D 5H 6S", "4C 5D 5H 6S", "A rank comes twice in that.", "peg-run-through-double"),
    ("run of series 4C 5D 9H 6S", "4C 5D 6S", "Another card lies between them", "peg-run-with-gap"),
    ("run of series 2C QD KH AC", "QD KH AC", "The ace is low", "peg-round-the-corner"),
    ("run of series 3C 4D 5S KH", "3C 4D 5S", "The last card is not among them.", ""),
    ("pair of series 8C QD 8H", "8C 8H", "Another card lies between them.", "peg-broken-pair"),
    ("pair of series AC KH QD", "KH QD", "but a pair needs the same rank", "peg-tens-as-pair"),
    ("pair of series 8C 8H QD", "8C 8H", "The last card is not among them.", ""),
    ("pair of series 8C 9H", "8C 9H", "There is none. The card just before the last one is of another rank.", ""),
    ("pair-royal of series 2C 2D 2H", "2D 2H", "A pair royal is three cards of one rank.", "peg-royal-as-fewer"),
    ("fifteen of series 2C 7D 8H", "7D 8H", "but the whole series makes 17, and that alone", "peg-fifteen-in-part"),
    ("fifteen of series 2C 7D 8H", "2C 7D 8H", "The whole series makes 17, not 15.", ""),
    ("thirty-one of series KH JD AC TS", "KH JD", "That makes 20; in the play the cards of the whole", ""),
    ("thirty-one of series KH JD AC TS", "-", "You said none. There is one. It is all the cards of the series", ""),
]


class TestWrong:
    """Every wrong answer is told what was wrong with it."""

    @pytest.mark.parametrize(("question", "answer", "sentence", "cause"), WRONG)
    def test_it_is_said_specifically(self, question: str, answer: str, sentence: str, cause: str) -> None:
        marking = mark(read(question), answer)
        assert not marking.right
        assert marking.lost > 0
        assert sentence in told(question, answer)
        assert marking.mistake is not None
        assert marking.mistake.cause == cause
        if cause:
            assert (marking.causes, marking.missed) == ((cause,), (cause,))

    def test_every_fault_is_met_above(self) -> None:
        mistakes = [
            mistake_of(read(question), mark(read(question), answer).tapped or ()) for question, answer, *_ in WRONG
        ]
        assert {mistake.fault for mistake in mistakes if mistake} == set(faults.TapFault)

    @pytest.mark.parametrize(
        ("question", "skill", "cause"),
        [
            (f"fifteen of {FULL}", "fifteen-2", "missed fifteen"),
            (f"fifteen-3 of {FULL}", "fifteen-3", "missed fifteen"),
            (f"double-run of {FULL}", "run", "missed run"),
            ("pair-royal of 9C 9D 9S 2H | KS", "pair", "missed pair"),
            ("flush of 2H 6H TH KH | 4C", "flush", "missed flush"),
            (f"nobs of {FULL}", "nobs", "missed nobs"),
            (f"last of {FULL}", "nobs", "missed nobs"),
            ("run of series 4C 7D 3S 6H 5C", "peg-run-out-of-order", "peg-run-out-of-order"),
            ("run of series 3C 4D 5S 6H", "peg-run", "peg-run"),
            ("pair of series 2C 2D 2H", "peg-pair-royal", "peg-pair-royal"),
            ("thirty-one of series KH JD AC TS", "peg-thirty-one", "peg-thirty-one"),
        ],
    )
    def test_what_was_overlooked_is_the_skill_of_counting_or_pegging(
        self, question: str, skill: str, cause: str
    ) -> None:
        marking = mark(read(question), "-")
        assert (marking.missed, marking.causes) == ((skill,), (cause,))
        assert marking.demands[0].skill == skill

    def test_what_is_not_there_is_no_skill_missed(self) -> None:
        marking = mark(read("run of 2C 3D 5H 7S | KC"), "2C 3D 5H")
        assert (marking.missed, marking.causes, marking.demands) == ((), (), ())

    def test_whatever_is_tapped_is_judged_and_only_what_was_asked_for_is_missed(self) -> None:
        for question in posed(60):
            cards = list(question.cards)
            rng = Random(str(question))
            for _ in range(30):
                tapped = rng.sample(cards, rng.randint(0, len(cards)))
                marking = mark(question, text_of(tapped) or "-")
                words = TAP.feedback(question, marking)
                assert words.headline
                assert "%(" not in words.headline + words.detail
                assert set(marking.missed or ()) <= {demand.skill for demand in marking.demands}
                assert marking.right is (marking.lost == 0)


# --------------------------------------------------------------------------------------------------------- posing


class TestPosed:
    """Questions by chance and by text."""

    def test_each_has_an_answer_and_its_text_form_keeps_it(self) -> None:
        for question in posed(300):
            assert read(str(question)) == question
            assert len(str(question)) <= 300
            assert len(question.cards) == len(set(question.cards))
            answer = text_of(question.solutions[0].cards) if question.solutions else "-"
            assert mark(question, answer).right
            assert len(text_of(question.cards)) <= 300
            assert tap_source.hardness(question) > 0

    def test_what_is_shown_and_what_is_missing_are_the_whole_count(self) -> None:
        for question in posed(40, classes="last"):
            assert isinstance(question.table, count_question.CountQuestion)
            assert (*question.counted, question.missing) == combine(question.table.scores)
            assert question.counted
            hand = [card.number for card in question.table.hand]
            worth = points(hand, question.table.starter.number, question.table.crib)
            assert sum(item.points for item in (*question.counted, question.missing)) == worth

    def test_sorts_come_in_the_published_mix_and_in_one_of_six_there_is_none(self) -> None:
        assert tuple(tap_question.MIX) == tuple(map(TapSort, [sort.code for sort in DRILLS["tap"].sorts]))
        assert sum(tap_question.MIX.values()) == 100
        some = posed(900)
        found = Counter(map(sort_of, some))
        for sort, share in tap_question.MIX.items():
            assert abs(found[sort] / 9 - share) < 4.5, sort
        assert 0.13 < sum(not question.solutions for question in some) / 900 < 0.21

    @pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["tap"].sorts])
    def test_every_sort_can_be_asked_for_and_may_be_missing(self, sort: str) -> None:
        some = posed(60, classes=sort)
        assert {sort_of(question) for question in some} == {sort}
        assert {bool(question.solutions) for question in some} == ({True} if sort == "last" else {True, False})

    def test_where_there_is_no_fifteen_there_nearly_is_one(self) -> None:
        nones = [question for question in posed(150, classes="fifteen") if not question.solutions]
        for question in nones:
            sizes = [question.size] if question.size else [2, 3]
            tried = {count_of(some) for size in sizes for some in permutations(question.cards, size)}
            assert tried & {14, 16}

    def test_a_crib_of_one_suit_tempts(self) -> None:
        nones = [question for question in posed(400, classes="flush") if not question.solutions]
        assert {"crib-four-flush", "flush-with-starter"} <= {skill for one in nones for skill in faults.skills(one)}

    def test_a_weak_sort_comes_more_often(self) -> None:
        wish = Wish({"weak": "on"}, weak=("nobs",))
        found = Counter(sort_of(tap_source.pose(Random(seed), wish)) for seed in range(200))
        assert found[TapSort.NOBS] > 80

    def test_a_run_rises_from_easy_to_hard(self) -> None:
        easy = [tap_source.hardness(tap_source.pose(Random(seed), Wish(rise=0.0))) for seed in range(60)]
        hard = [tap_source.hardness(tap_source.pose(Random(seed), Wish(rise=1.0))) for seed in range(60)]
        assert sum(hard) > sum(easy) + 60

    def test_a_sibling_is_another_of_its_kind(self) -> None:
        others = 0
        for number, question in enumerate(posed(120)):
            other = tap_source.sibling(question, Random(number))
            assert (other.target, other.size, other.series) == (question.target, question.size, question.series)
            assert bool(other.solutions) is bool(question.solutions)
            assert tap_source.read(str(other)) == other
            others += other != question
        assert others > 100

    @given(st.integers(0, 10**6), st.permutations("CDHS"))
    def test_the_same_but_for_suits_is_the_same(self, seed: int, suits: list[str]) -> None:
        question = tap_source.pose(Random(seed), Wish())
        asked, of, cards = str(question).partition(" of ")
        turned = read(asked + of + re.sub(r"(?<=[A2-9TJQK])[CDHS]", lambda suit: suits["CDHS".index(suit[0])], cards))
        assert tap_source.canonical(turned) == tap_source.canonical(question)
        assert tap_source.canonical(read(tap_source.canonical(question))) == tap_source.canonical(question)
        assert bool(turned.solutions) is bool(question.solutions)

    def test_that_there_is_one_is_told_only_where_there_is(self) -> None:
        question = read(f"one fifteen-2 of {FULL}")
        assert str(question) == f"one fifteen-2 of {FULL}"
        assert tap_source.canonical(question) == tap_source.canonical(read(f"fifteen-2 of {FULL}"))
        assert not tap_source.sibling(question, Random(1)).certain
        for text in (f"one fifteen-4 of {FULL}", f"one last of {FULL}", f"one one run of {FULL}"):
            with pytest.raises(UnreadableQuestion):
                read(text)

    def test_what_is_sought_tells_questions_apart(self) -> None:
        asked = [f"{target} of {FULL}" for target in ("fifteen", "fifteen-2", "fifteen-3", "run", "pair", "last")]
        assert len({tap_source.canonical(read(text)) for text in asked}) == len(asked)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "fifteen",
            FULL,
            f"of {FULL}",
            f"fifteen-1 of {FULL}",
            f"fifteen-6 of {FULL}",
            f"fifteen-77 of {FULL}",
            f"run-3 of {FULL}",
            f"heels of {FULL}",
            f"thirty-one of {FULL}",
            "last of 2C 4S 6D 8H | KC",
            "fifteen of 4C 5S 6D | 4H",
            "fifteen of 4C 5S 6D JH 2C 3C | 4H",
            "fifteen of 4C 5S 6D JH | JH",
            "fifteen of 4C 5S 6D JH | 4H and more",
            "run of series 4C",
            "run of series",
            "run of series KC KD KH 2C",
            "run of series KC KD JH AC 2C",
            "fifteen-2 of series 7C 8D",
            "flush of series 4C 5C",
            "last of series 4C 5C",
            "run of last 4C 5D | 6H",
            "\0",
            f"fifteen of {FULL}" + " " * 9 + "x" * 5000,
        ],
    )
    def test_what_is_no_question_is_told(self, text: str) -> None:
        with pytest.raises((UnreadableQuestion, CardError)):
            read(text)

    @pytest.mark.parametrize("answer", ["KC", "x", "5S 5S", "5S, KC", "--", " "])
    def test_what_is_no_answer_is_refused(self, answer: str) -> None:
        with pytest.raises((UnreadableQuestion, CardError)):
            mark(read(f"fifteen of {FULL}"), answer)


# ----------------------------------------------------------------------------------------------------------- sheet


class TestWords:
    """The question in words."""

    @pytest.mark.parametrize(
        ("question", "title"),
        [
            (f"fifteen-3 of {FULL}", "Tap three cards that make fifteen"),
            (f"run of {FULL}", "Tap a run"),
            (f"last of {FULL}", "Tap what is still missing in this count"),
            ("run of series 4C 5D 6H", "Tap the run that the last card makes"),
        ],
    )
    def test_the_heading_is_a_sentence(self, question: str, title: str) -> None:
        assert TAP.title(read(question)) == title

    def test_a_count_that_lacks_something_is_heard(self) -> None:
        heard = TAP.aloud(read(f"last of {FULL}"))
        assert heard.startswith("A hand: 4 of clubs,")
        assert "Counted so far: fifteen two," in heard
        assert "nob" not in heard

    def test_a_count_of_one_item_says_so(self) -> None:
        assert TAP.aloud(read("last of 2C 2S 6D JH | KC")).endswith("Nothing is counted yet.")

    def test_questions_typed_are_answered(self) -> None:
        hand, series = read(f"run of crib {FULL}"), read("run of series 4C 5D 6H")
        assert TAP.reply(hand, "c") == TAP.aloud(hand)
        assert "flush needs the starter" in TAP.reply(hand, "B")
        assert TAP.reply(series, "R") == TAP.aloud(series)
        assert all(TAP.reply(each, "?") for each in (hand, series))
        assert TAP.reply(hand, "5S JH") == ""

    def test_a_hint_names_no_card_of_the_answer(self) -> None:
        for question in posed(80):
            assert TAP.hint(question)
            assert " of hearts" not in TAP.hint(question)

    @pytest.mark.parametrize(
        ("question", "answer", "short"),
        [
            (f"fifteen of {FULL}", "5S JH", "Fifteen"),
            (f"fifteen of {FULL}", "5S", "– / Fifteen"),
            (f"fifteen of {FULL}", "-", "None / Fifteen"),
            (f"fifteen of {FULL}", "", "– / Fifteen"),
            (f"triple-run of {FULL}", "-", "None"),
            (f"triple-run of {FULL}", "4C", "Triple run / None"),
            (f"triple-run of {FULL}", "", "– / None"),
        ],
    )
    def test_a_tile(self, question: str, answer: str, short: str) -> None:
        assert TAP.short(read(question), mark(read(question), answer)) == short

    @pytest.mark.usefixtures("pseudo_language")
    def test_every_sentence_is_marked(self) -> None:
        for text, answer, *_ in WRONG:
            question = read(text)
            for one in (answer, "-", "", *(text_of(solution.cards) for solution in question.solutions)):
                marking = mark(question, one)
                words = TAP.feedback(question, marking)
                said = [words.headline, words.detail, words.spoken, TAP.short(question, marking)]
                said += [TAP.title(question), TAP.hint(question), TAP.aloud(question)]
                assert [sentence for sentence in said if bare(sentence)] == [], (text, one)


@pytest.mark.django_db
class TestPage:
    """Asked, answered, explained."""

    def sent(self, client: Client, question: str, **fields: object) -> str:
        """The page after a form was sent."""
        response = client.post(asked(question, drill="tap"), {"number": 0, **fields}, follow=True)
        assert response.status_code == 200
        return response.text

    def test_cards_are_boxes_with_names(self, client: Client) -> None:
        page = client.get(asked(f"run of crib {FULL}", drill="tap")).text
        assert page.count('type="checkbox"') == 5
        assert page.count('aria-label="4 of clubs"') == 1
        assert page.count("autofocus") == 1
        assert "Tap a run" in page
        assert "There is none</button>" in page

    def test_a_series_is_in_its_order(self, client: Client) -> None:
        page = client.get(asked("run of series 4C 7D 3S 6H 5C", drill="tap")).text
        assert re.findall(r'name="card" value="(\w+)"', page) == ["4C", "7D", "3S", "6H", "5C"]

    def test_of_a_count_the_missing_item_is_not_shown(self, client: Client) -> None:
        page = client.get(asked(f"last of {FULL}", drill="tap")).text
        assert "a double run of three is fourteen" in page
        assert "his nob is" not in page
        assert "There is none</button>" not in page

    def test_where_there_is_one_nobody_is_asked_whether_there_is(self, client: Client) -> None:
        page = client.get(asked(f"one run of {FULL}", drill="tap")).text
        assert "Tap a run" in page
        assert "There is none" not in page
        assert "Perhaps" not in page
        assert "Tap the cards first." in self.sent(client, f"one run of {FULL}", answer="-")

    def test_right_cards(self, client: Client) -> None:
        page = self.sent(client, f"fifteen of {FULL}", card=["JH", "5S"], answer="1")
        assert "Right: that makes fifteen." in page
        assert "What you tapped" not in page
        assert "fifteen six" in page, "all that there was"
        attempt = Attempt.objects.get()
        assert (attempt.answer, attempt.right, attempt.sort) == ("5S JH", True, "fifteen")

    @pytest.mark.parametrize(
        ("text", "total"),
        [
            (f"fifteen-2 of {FULL}", "5 + 10 = 15"),
            (f"fifteen of {FULL}", ""),
            (f"run of {FULL}", ""),
            ("fifteen of 2C 4D 6H 8S | QC", ""),
        ],
    )
    def test_the_only_fifteen_is_added_up(self, text: str, total: str) -> None:
        question = read(text)
        assert TAP.feedback(question, mark(question, "-")).sheet["sum"] == total

    def test_wrong_cards_are_shown_and_what_there_was(self, client: Client) -> None:
        page = self.sent(client, "run of series 4C 5D 6H 7S", card=["5D", "6H", "7S"], answer="1")
        assert "That is only part of a longer run" in page
        assert "You tapped:" in page
        assert "a run of four for four" in page
        assert Attempt.objects.get().causes == "peg-run-cut-short"

    def test_there_is_none(self, client: Client) -> None:
        page = self.sent(client, "flush of crib 2H 6H TH KH | 4C", answer="-")
        assert "Right: there is none." in page
        assert "it is of another suit" in page
        assert Attempt.objects.get().right

    def test_a_count_is_told_to_its_end(self, client: Client) -> None:
        page = self.sent(client, f"last of {FULL}", card=["JH"], answer="1")
        assert "Right: that was missing." in page
        assert "one for his nob is fifteen" in page

    @pytest.mark.parametrize("fields", [{"claim": "5s, jh"}, {"claim": "zz", "card": ["5S", "JH"]}])
    def test_cards_may_be_typed_and_taps_come_before_them(
        self, client: Client, fields: dict[str, str | list[str]]
    ) -> None:
        self.sent(client, f"fifteen of {FULL}", **fields)
        assert Attempt.objects.get().answer == "5S JH"

    @pytest.mark.parametrize(
        ("question", "fields", "sentence"),
        [
            (f"run of {FULL}", {"answer": "1"}, "Tap the cards first, or say that there is none."),
            (f"last of {FULL}", {"answer": "1"}, "First tap the cards of the missing combination."),
            (f"last of {FULL}", {"answer": "-"}, "First tap the cards of the missing combination."),
            (f"run of {FULL}", {"answer": "-", "card": ["4C", "JH"]}, "You have tapped cards"),
            (f"one fifteen-2 of {FULL}", {"answer": "1", "card": ["5S"]}, "Tap two cards."),
            (f"fifteen-3 of {FULL}", {"answer": "1", "card": ["4C", "5S"]}, "Tap three cards."),
            (f"pair of {FULL}", {"answer": "1", "card": ["4C"]}, "Tap two cards."),
            (f"run of {FULL}", {"answer": "1", "card": ["4C"]}, "One card is not enough"),
            (f"run of {FULL}", {"answer": "1", "card": ["KS"]}, "Those are not the cards on the table."),
            (f"run of {FULL}", {"answer": "1", "card": ["<b>"]}, "is not a card"),
            (f"run of {FULL}", {"answer": "1", "claim": "4C 4C"}, "is there twice"),
            (f"run of {FULL}", {"answer": "1", "claim": "x" * 500}, "is not a card"),
        ],
    )
    def test_what_is_no_answer_is_told_kindly(
        self, client: Client, question: str, fields: dict[str, str | list[str]], sentence: str
    ) -> None:
        page = self.sent(client, question, **fields)
        assert 'id="answer-error"' in page
        assert sentence in page
        assert page.count(" checked") == sum(card in FULL for card in fields.get("card", ()))
        assert "<b>" not in page
        assert not Attempt.objects.exists()

    def test_questions_by_chance_can_be_answered_on_their_pages(self, client: Client) -> None:
        for question in posed(12):
            start = addresses.start_url(Settings("tap", Mode.CALM), asked=str(question))
            fields = (
                {"card": [str(card) for card in question.solutions[0].cards]} if question.solutions else {"answer": "-"}
            )
            client.post(start, {"number": 0, **fields}, follow=True)
            assert Attempt.objects.latest("pk").right
            assert parse_cards(Attempt.objects.latest("pk").answer.strip("-")) is not None


def test_series_are_those_of_the_pegging_drill() -> None:
    question = read("run of series 4C 7D 3S 6H 5C")
    assert question.table == peg_source.read("4C 7D 3S 6H | 5C")
