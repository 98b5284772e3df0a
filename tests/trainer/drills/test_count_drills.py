"""Itemise, find them all, spot the muggins: posing and marking, without pages."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from game.engine.cards import parse_cards
from game.engine.scoring import Kind, total
from game.strategy.causes import Cause
from tests.benchmarks.causes import hands
from trainer.drills.count import question as count_question
from trainer.drills.count.hunt import HuntOutcome
from trainer.drills.count.question import read
from trainer.drills.find import question as find_question
from trainer.drills.find.question import FindClaim
from trainer.drills.itemise import question as itemise_question
from trainer.drills.modes import Mode
from trainer.drills.muggins import question as muggins_question
from trainer.drills.questions import UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS

HAND = "4C 5S 6D JH | 4H"
"""Three fifteens, two runs of three, a pair, his nob: 15."""


def wishes(seed: int, number: int) -> Iterator[tuple[Random, Wish]]:
    """Wishes for questions of all kinds."""
    rng = Random(seed)
    for _ in range(number):
        rise = rng.choice((None, rng.random()))
        yield rng, Wish({"size": rng.choice("45"), "kind": rng.choice(("both", "crib"))}, rise)


@pytest.mark.parametrize("name", ["itemise", "find", "muggins"])
def test_questions_have_texts_and_siblings(name: str) -> None:
    drill = DRILLS[name]
    for rng, wish in wishes(1, 40):
        question = drill.pose(rng, wish)
        assert drill.read(str(question)) == question
        assert len(str(question)) <= 300
        assert len(drill.canonical(question)) <= 300
        assert drill.hardness(question) >= 0
        late = drill.mark(question, "")
        assert not late.right
        assert late.missed is None
        assert late.sort in {sort.code for sort in drill.sorts}
        assert set(drill.mark(drill.sibling(question, rng), "").causes) == set()
    with pytest.raises(UnreadableQuestion):
        drill.read("no hand")
    assert Mode.CALM in drill.modes


class TestItemise:
    """The points of each part apart."""

    def marked(self, answer: str, hand: str = HAND) -> itemise_question.ItemiseMarking:
        """An answer to a hand."""
        return itemise_question.mark(read(hand), answer)

    def test_every_part_right_is_right(self) -> None:
        marking = self.marked("fifteen=6 run=6 pair=2 nobs=1")
        assert (marking.right, marking.off, marking.lost, marking.missed) == (True, 0, 0.0, ())

    def test_what_is_right_in_all_hands_is_right(self) -> None:
        for rng, wish in wishes(2, 60):
            question = itemise_question.pose(rng, wish)
            claims: Counter[Kind] = Counter()
            for score in question.scores:
                claims[score.kind] += score.points
            assert itemise_question.mark(question, itemise_question.text_of(claims)).right

    def test_a_double_run_may_stand_with_its_pair(self) -> None:
        marking = self.marked("fifteen=6 run=8 nobs=1")
        assert marking.right
        assert marking.runs_with_pairs
        assert not self.marked("fifteen=6 run=8 pair=2 nobs=1").right

    def test_a_right_total_of_wrong_parts_is_wrong(self) -> None:
        marking = self.marked("fifteen=4 run=6 pair=4 nobs=1")
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
    def test_each_part_is_explained(self, hand: str, answer: str, causes: list[str], missed: list[str]) -> None:
        marking = self.marked(answer, hand)
        assert not marking.right
        assert list(marking.causes) == causes
        assert list(marking.missed or ()) == missed
        asked = {demand.skill for demand in marking.demands}
        assert set(missed) <= asked

    def test_nothing_at_all_is_an_answer_and_silence_is_none(self) -> None:
        assert self.marked("0", "2C 4S 6D 8H | KC").right
        assert self.marked("0").claim == 0
        late = self.marked("")
        assert (late.claim, late.right, late.causes, late.missed) == (None, False, (), None)

    @pytest.mark.parametrize("answer", ["x", "fifteen", "fifteen=x", "heels"])
    def test_what_is_no_answer_is_refused(self, answer: str) -> None:
        with pytest.raises(UnreadableQuestion):
            self.marked(answer)


class TestFind:
    """Cards and their worth, one claim after another."""

    def claimed(self, *claims: str, hand: str = HAND) -> find_question.FindMarking:
        """Claims such as "5S JH=2", and that this is all."""
        kept: list[str] = []
        for claim in claims:
            cards, value = claim.split("=")
            kept, _ = find_question.keep(read(hand), kept, FindClaim(parse_cards(cards), int(value)))
        return find_question.mark(read(hand), " ".join(kept) or find_question.NOTHING)

    PARTS = ("5S JH=2", "4C 5S 6D=5", "4H 5S 6D=2", "4H 5S 6D=3", "4C 4H=2", "JH=1")

    def test_parts_find_everything(self) -> None:
        marking = self.claimed(*self.PARTS)
        assert (marking.right, marking.lost, marking.missed, marking.causes) == (True, 0.0, (), ())

    def test_a_whole_finds_its_parts(self) -> None:
        marking = self.claimed("4C 4H 5S 6D=8", "5S JH=2", "4C 5S 6D=2", "4H 5S 6D=2", "JH=1")
        assert marking.right

    def test_the_runs_of_a_double_run_may_be_taken_without_its_pair(self) -> None:
        marking = self.claimed("4C 4H 5S 6D=6")
        assert Counter(score.kind for score in marking.found) == {Kind.RUN: 2}
        assert [score.kind for score in self.claimed("4C 4H 5S 6D=6", "4C 4H=2").found][-1] is Kind.PAIR

    @pytest.mark.parametrize("claims", [("9C 9D 9S=6",), ("9C 9D=2", "9C 9S=2", "9D 9S=2"), ("9C 9D=2", "9C 9D 9S=6")])
    def test_a_pair_royal_is_three_pairs(self, claims: tuple[str, ...]) -> None:
        assert self.claimed(*claims, hand="9C 9S 9D 2H | KS").right

    def test_every_score_by_itself_is_a_find(self) -> None:
        for rng, wish in wishes(3, 60):
            question = find_question.pose(rng, wish)
            kept: list[str] = []
            for score in question.scores:
                kept, judged = find_question.keep(question, kept, FindClaim(score.cards, score.points))
                assert judged.found
            answer = " ".join(kept) or find_question.NOTHING
            assert find_question.mark(question, answer).right
            assert len(answer) + find_question.WRONG_KEPT <= 300

    def test_what_is_left_is_missed(self) -> None:
        marking = self.claimed("5S JH=2", "4C 4H 5S 6D=8")
        assert (marking.right, marking.off, marking.lost) == (False, -5, 5.0)
        assert marking.missed == ("fifteen-3", "fifteen-3", "nobs")
        assert marking.causes == ("missed fifteen:2 nobs",)
        assert self.claimed().missed == tuple(map(count_question.skill_of, read(HAND).scores))

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
    def test_a_wrong_claim_is_known_by_its_error(self, hand: str, claim: str, cause: Cause | None) -> None:
        question = read(hand)
        parts = [f"{' '.join(map(str, score.cards))}={score.points}" for score in question.scores]
        marking = self.claimed(claim, *parts, hand=hand)
        assert not marking.left
        assert not marking.right
        assert marking.lost > 0
        assert marking.errors == ((cause,) if cause else ())

    def test_what_was_found_before_does_no_harm(self) -> None:
        question = read(HAND)
        kept, judged = find_question.keep(question, ["5SJH=2"], FindClaim(parse_cards("5S JH"), 2))
        assert kept == ["5SJH=2"]
        assert judged.tried.hunt is HuntOutcome.FOUND_BEFORE
        assert not judged.wrong

    def test_wrong_claims_beyond_number_are_not_all_kept(self) -> None:
        question = read(HAND)
        kept: list[str] = []
        for value in range(3, 99):
            kept, judged = find_question.keep(question, kept, FindClaim(parse_cards("5S JH"), value))
            assert judged.wrong_value
        assert 0 < len(" ".join(kept)) <= find_question.WRONG_KEPT

    @pytest.mark.parametrize("answer", ["5SJH", "5SJH=x", "5SJ=2"])
    def test_what_is_no_answer_is_refused(self, answer: str) -> None:
        with pytest.raises(UnreadableQuestion):
            find_question.mark(read(HAND), answer)


class TestMuggins:
    """Somebody counts aloud."""

    def claims(self, hand: str) -> dict[str, list[muggins_question.MugginsQuestion]]:
        """The wrong claims that a hand invites, by what is wrong."""
        found: dict[str, list[muggins_question.MugginsQuestion]] = {}
        for question in muggins_question.wrong_claims(read(hand)):
            assert question.fault
            found.setdefault(question.fault.likely.code, []).append(question)
        return found

    def test_two_in_five_claims_are_right(self) -> None:
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
    def test_the_error_is_inside_what_is_said(self, hand: str, code: str, text: str) -> None:
        question = muggins_question.read(f"{hand} : {text}")
        assert question.fault
        assert question.fault.likely.code == code
        assert str(question).endswith(f" : {text}")

    def test_every_error_can_be_said(self) -> None:
        seen = set()
        for hand in islice(hands(Random(7)), 600):
            seen |= {question.fault.likely.cause for question in muggins_question.wrong_claims(hand) if question.fault}
        assert seen == set(Cause)

    def test_four_of_a_suit_tempt_in_the_crib(self) -> None:
        rng = Random(8)
        posed = [muggins_question.pose(rng, Wish({"kind": "crib"})) for _ in range(300)]
        suited = [question for question in posed if len({card.suit for card in question.hand}) == 1]
        faults = {question.fault and question.fault.skill for question in suited}
        assert {None, Cause.CRIB_FOUR_FLUSH} <= faults

    def test_a_claim_nobody_makes_is_no_question(self) -> None:
        for said in ("15:5SJH=2", "nobs:JH=9", "x", "nobs:JH=²", f"nobs:JH={'9' * 5000}"):
            with pytest.raises(UnreadableQuestion):
                muggins_question.read(f"{HAND} : {said}")

    def test_to_agree_with_what_is_right(self) -> None:
        question = muggins_question.read("2C 4S 6D 8H | KC :")
        assert (question.claim, question.fault) == (0, None)
        marking = muggins_question.mark(question, "0")
        assert (marking.right, marking.demands, marking.missed) == (True, (), ())

    def test_an_error_that_slips_by_is_named(self) -> None:
        (question,) = self.claims(HAND)["missed nobs"]
        slipped = muggins_question.mark(question, "14")
        assert (slipped.right, slipped.slipped, slipped.causes, slipped.missed) == (
            False,
            True,
            ("missed nobs",),
            ("nobs",),
        )
        (demand,) = slipped.demands
        assert (demand.skill, demand.off) == ("nobs", -1)

    def test_an_error_that_was_noticed_is_not_missed(self) -> None:
        (question,) = self.claims(HAND)["missed nobs"]
        assert muggins_question.mark(question, "15").right
        other = muggins_question.mark(question, "13")
        assert (other.right, other.slipped, other.missed, other.lost) == (False, False, (), 2.0)
        assert other.causes == ("missed fifteen", "missed pair")

    def test_a_sibling_has_the_same_error(self) -> None:
        (question,) = self.claims("2C 3S 4D 4H | KS")["double-run-once"]
        other = muggins_question.sibling(question, Random(3))
        assert other.fault
        assert other.fault.skill == Cause.DOUBLE_RUN_ONCE
        assert count_question.ranks_of(other.count) != count_question.ranks_of(question.count)

    def test_renamed_suits_are_the_same_pattern(self) -> None:
        one = muggins_question.read("2C 2S 9D JH | KD : pair:2C2S=2 nobs:JH=1")
        other = muggins_question.read("2D 2S 9H JC | KH : pair:2D2S=2 nobs:JC=1")
        assert muggins_question.canonical(one) == muggins_question.canonical(other)
        assert muggins_question.canonical(one) != muggins_question.canonical(
            muggins_question.read("2C 2S 9D JH | KD : pair:2C2S=2")
        )
