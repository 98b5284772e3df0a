"""The drill "Move the peg": by itself, its sheet, and its pages."""

from collections import Counter
from random import Random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from game.boards import Design
from tests.trainer.drills.samples import SAYS, answer, asked
from tests.words import OPEN, assert_all_marked, bare
from trainer.drills.base import NotAnAnswer
from trainer.drills.modes import Mode
from trainer.drills.move import page
from trainer.drills.move import question as move_question
from trainer.drills.move.page import MOVE
from trainer.drills.move.question import MoveCause, MovePeg, MoveQuestion, MoveSort
from trainer.drills.questions import Demand, UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS
from trainer.drills.skills import blame
from trainer.models import Attempt, Run
from trainer.practice import summary_words
from trainer.practice.state import AskedQuestion
from trainer.practice.summary import Answer

pytestmark = SAYS

PLAIN = "24-16 +8 of 121 on spiral"
START = "0-0 +12 of 121 on triangle"
WIN = "115-107 +8 of 121 on plank"
EXACT = "113-105 +8 of 121 on plank"
SECOND = "12-0 +3 of 61 on 29"


def posed(number: int, **options: str) -> list[MoveQuestion]:
    """Questions as a run of these options asks them."""
    return [move_question.pose(Random(seed), Wish(options)) for seed in range(number)]


class TestTruth:
    """The rear peg leaps over the front one, to the front one's hole and the points; at most to the target."""

    @pytest.mark.parametrize(
        ("text", "hole", "sort"),
        [
            ("24-16 +6 of 121 on plank", 30, "plain"),
            ("24-16 +7 of 121 on plank", 31, "street"),
            ("30-29 +1 of 121 on plank", 31, "street"),
            ("31-30 +1 of 121 on plank", 32, "plain"),
            ("5-4 +29 of 121 on long", 34, "street"),
            (START, 12, "first"),
            (SECOND, 15, "plain"),
            (EXACT, 121, "win"),
            (WIN, 121, "win"),
            ("120-1 +29 of 121 on 29", 121, "win"),
            ("57-49 +4 of 61 on plank", 61, "win"),
            ("57-49 +4 of 121 on plank", 61, "street"),
            ("119-100 +2 of 241 on plank", 121, "street"),
        ],
    )
    def test_where_the_peg_goes(self, text: str, hole: int, sort: str) -> None:
        question = move_question.read(text)
        assert question.hole == hole
        marking = move_question.mark(question, f"rear {hole}")
        assert (marking.right, marking.lost, marking.off, marking.causes, marking.missed) == (True, 0.0, 0, (), ())
        assert marking.sort == sort

    def test_at_the_start_either_peg_is_right(self) -> None:
        for peg in MovePeg:
            assert move_question.mark(move_question.read(START), f"{peg} 12").right
        assert move_question.mark(move_question.read(START), "front 11").causes == ("move-own-hole",)
        assert not move_question.mark(move_question.read(SECOND), "front 15").right

    @pytest.mark.parametrize(
        ("text", "said", "causes", "lost"),
        [
            (PLAIN, "front 32", ["move-leapfrog"], 1),
            (PLAIN, "rear 24", ["move-from-rear"], 8),
            (PLAIN, "rear 31", ["move-own-hole"], 1),
            (PLAIN, "rear 33", ["move-one-too-many"], 1),
            (PLAIN, "rear 38", ["move-count"], 6),
            (PLAIN, "rear 320", ["move-count"], 8),
            (PLAIN, "front 33", ["move-leapfrog", "move-one-too-many"], 1),
            (START, "rear 11", ["move-own-hole"], 1),
            (START, "rear 0", ["move-count"], 12),
            (WIN, "rear 123", ["move-past-target"], 2),
            (WIN, "rear 124", ["move-past-target"], 3),
            (WIN, "rear 115", ["move-from-rear"], 6),
            (WIN, "rear 120", ["move-count"], 1),
            (WIN, "front 121", ["move-leapfrog"], 1),
            (EXACT, "rear 122", ["move-past-target"], 1),
            (EXACT, "rear 120", ["move-own-hole"], 1),
            ("112-105 +8 of 121 on plank", "rear 121", ["move-one-too-many"], 1),
        ],
    )
    def test_what_went_wrong_is_named_and_known(self, text: str, said: str, causes: list[str], lost: float) -> None:
        marking = move_question.mark(move_question.read(text), said)
        assert not marking.right
        assert list(marking.causes) == causes == list(marking.missed or ())
        assert marking.lost == lost <= marking.worth
        assert set(causes) <= {demand.skill for demand in marking.demands}

    def test_where_two_errors_lead_to_one_hole_the_number_alone_is_known(self) -> None:
        question = move_question.read("24-23 +8 of 121 on plank")
        marking = move_question.mark(question, "rear 31")
        assert marking.causes == ("move-from-rear", "move-own-hole")
        assert marking.missed is None
        told = blame(marking.demands, marking.off, marking.missed, {})
        assert told is not None
        assert told["move-from-rear"] + told["move-own-hole"] == pytest.approx(1, abs=0.01)
        assert move_question.mark(question, "front 31").missed == ("move-leapfrog",)

    def test_what_came_too_late_is_wrong_and_tells_no_skill(self) -> None:
        marking = move_question.mark(move_question.read(WIN), "")
        assert not marking.right
        assert (marking.causes, marking.missed) == ((), ())
        assert (marking.off, marking.lost, marking.worth) == (-6, 6.0, 6)

    def test_an_error_is_asked_for_with_the_holes_that_it_is_off(self) -> None:
        demands = move_question.mark(move_question.read(PLAIN), "").demands
        assert demands == (
            Demand("move-leapfrog", 0),
            Demand("move-from-rear", -8),
            Demand("move-own-hole", -1),
            Demand("move-one-too-many", 1),
            Demand("move-count", 0),
        )

    def test_the_start_asks_for_no_leap_and_only_a_win_for_the_target(self) -> None:
        for question in posed(100):
            skills = {demand.skill for demand in move_question.mark(question, "").demands}
            assert (MoveCause.LEAPFROG in skills) is (question.front > 0)
            assert (MoveCause.PAST_TARGET in skills) is (question.front + question.points >= question.target)

    def test_what_is_missed_was_asked_for_whatever_the_answer(self) -> None:
        for question in posed(40):
            skills = {demand.skill for demand in move_question.mark(question, "").demands}
            for hole in {*range(question.rear, question.hole + 40), 0, 9999}:
                for peg in MovePeg:
                    marking = move_question.mark(question, f"{peg} {hole}")
                    assert set(marking.missed or ()) <= skills
                    assert bool(marking.causes) is not marking.right
                    assert 0 <= marking.lost <= marking.worth


class TestPosing:
    """Questions, their text forms and their siblings."""

    def test_the_boards_are_those_of_the_game(self) -> None:
        assert tuple(Design) == move_question.DESIGNS

    def test_pegs_stand_as_far_apart_as_one_score_puts_them(self) -> None:
        apart = {question.front - question.rear for question in posed(2000)}
        assert {0, 1, 24} <= apart
        assert not apart & {19, 25, 26, 27}

    def test_nor_are_the_pegs_of_the_other_side(self) -> None:
        for question in posed(400):
            standing = MOVE.ask(question, [])["standing"]
            assert standing.scores[1] - standing.previous[1] in range(13)

    def test_a_seed_poses_one_question_which_its_text_form_keeps(self) -> None:
        for seed, question in enumerate(posed(200)):
            assert move_question.pose(Random(seed), Wish()) == question
            assert move_question.read(str(question)) == question
            assert len(str(question)) <= 300

    def test_a_text_form_says_it_all(self) -> None:
        assert move_question.read(PLAIN) == MoveQuestion(24, 16, 8, 121, "spiral")
        assert str(MoveQuestion(0, 0, 12, 61, "29")) == "0-0 +12 of 61 on 29"

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "\0",
            "nonsense",
            "24-16",
            "24-16 +8 of 121",
            "24-16 +8 of 121 on table",
            "24-16 +8 of 121 on plank and more",
            " 24-16 +8 of 121 on plank",
            "16-24 +8 of 121 on plank",
            "24-24 +8 of 121 on plank",
            "121-100 +8 of 121 on plank",
            "24-16 +0 of 121 on plank",
            "24-16 +30 of 121 on plank",
            "24-16 +8 of 30 on plank",
            "24-16 +8 of 1000 on plank",
            "24-16 -8 of 121 on plank",
            "-24-16 +8 of 121 on plank",
            "²4-16 +8 of 121 on plank",
            "٢٤-16 +8 of 121 on plank",
            f"{'9' * 5000}-16 +8 of 121 on plank",
        ],
    )
    def test_what_is_no_question_is_told(self, text: str) -> None:
        with pytest.raises(UnreadableQuestion):
            move_question.read(text)

    def test_sorts_come_in_the_published_mix(self) -> None:
        assert sum(move_question.MIX.values()) == 100
        assert {sort.code: sort.share for sort in MOVE.sorts} == move_question.MIX
        found = Counter(move_question.sort_of(question) for question in posed(800))
        for sort, share in move_question.MIX.items():
            assert abs(found[sort] / 8 - share) < 5, sort

    @pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["move"].sorts])
    @pytest.mark.parametrize("design", move_question.DESIGNS)
    def test_a_sort_and_a_board_can_be_asked_for(self, sort: str, design: str) -> None:
        for question in posed(10, classes=sort, design=design):
            assert (move_question.sort_of(question), question.design) == (sort, design)

    def test_any_board_comes_and_both_usual_games(self) -> None:
        questions = posed(100)
        assert {question.design for question in questions} == set(Design)
        assert {question.target for question in questions} == {121, 61}

    def test_weak_sorts_come_more_often(self) -> None:
        wish = Wish({"weak": "on"}, weak=("first",))
        found = Counter(move_question.sort_of(move_question.pose(Random(seed), wish)) for seed in range(400))
        assert 180 < found[MoveSort.FIRST] < 260

    def test_nothing_is_scored_that_no_hand_scores(self) -> None:
        points = {question.points for question in posed(600)}
        assert points <= set(range(1, 30)) - {19, 25, 26, 27}
        assert max(points) > 20

    def test_a_run_rises_from_easy_to_hard(self) -> None:
        easy, hard = (
            sum(move_question.hardness(move_question.pose(Random(seed), Wish(rise=rise))) for seed in range(60))
            for rise in (0.0, 1.0)
        )
        assert hard > easy + 60 * 4

    @pytest.mark.parametrize(("easier", "harder"), [(PLAIN.replace("+8", "+3"), PLAIN), (EXACT, WIN)])
    def test_more_to_count_and_more_to_mind_is_harder(self, easier: str, harder: str) -> None:
        assert move_question.hardness(move_question.read(easier)) < move_question.hardness(move_question.read(harder))

    def test_the_canonical_form_is_the_question(self) -> None:
        for question in posed(20):
            assert move_question.canonical(question) == move_question.canonical(
                move_question.read(move_question.canonical(question))
            )
        assert move_question.canonical(move_question.read(PLAIN)) != move_question.canonical(move_question.read(SECOND))

    @pytest.mark.parametrize("text", [PLAIN, START, WIN, EXACT, SECOND, "57-49 +6 of 121 on long"])
    def test_a_sibling_is_another_of_its_sort_with_the_same_errors(self, text: str) -> None:
        question = move_question.read(text)
        for seed in range(20):
            other = move_question.sibling(question, Random(seed))
            assert other != question
            assert move_question.sort_of(other) == move_question.sort_of(question)
            assert (other.target, other.design) == (question.target, question.design)
            assert {cause for cause, _ in move_question.errors(other)} == {
                cause for cause, _ in move_question.errors(question)
            }


# -------------------------------------------------------------------------------------------------------- sheet


def post(**fields: str) -> QueryDict:
    """A form as it is sent."""
    return QueryDict(urlencode(fields))


def told(text: str, said: str) -> tuple[str, str, str, str]:
    """The headline of an answer, how the hole is found, in words and as a sum, and on which lap it is."""
    question = move_question.read(text)
    telling = MOVE.feedback(question, move_question.mark(question, said))
    return telling.headline, telling.spoken, telling.sheet["sum"], telling.sheet["lap"]


class TestSheet:
    """How the drill looks and sounds, and what it tells."""

    def test_the_drill_and_its_sheet_are_registered(self) -> None:
        assert DRILLS["move"] is MOVE

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            (PLAIN, "Your front peg is in hole 24, your rear peg in hole 16."),
            (SECOND, "Your front peg is in hole 12, your rear peg still before the first hole."),
            (START, "Both your pegs are still before the first hole."),
        ],
    )
    def test_the_pegs_are_told_in_words(self, text: str, sentence: str) -> None:
        question = move_question.read(text)
        assert MOVE.ask(question, [])["stand"] == sentence
        assert MOVE.aloud(question).startswith(sentence)
        assert f"You score {question.points} points." in MOVE.aloud(question)
        assert MOVE.aloud(question).endswith("Which peg moves, and to which hole?")

    def test_one_point_is_no_points(self) -> None:
        assert "You score 1 point." in MOVE.aloud(move_question.read("24-16 +1 of 121 on plank"))

    def test_the_form_becomes_an_answer(self) -> None:
        assert MOVE.answer(move_question.read(PLAIN), post(claim=" 032 ", choice="rear"), []) == "rear 32"
        assert MOVE.answer(move_question.read(PLAIN), post(claim="9999", choice="front"), []) == "front 9999"

    @pytest.mark.parametrize(
        ("claim", "choice", "sentence"),
        [
            ("", "rear", "Tap the hole the peg goes to, or type its number."),
            ("32", "", "Now choose which peg moves there."),
            ("32", "left", "Now choose which peg moves there."),
            ("x", "rear", "“x” is not a hole: type a whole number, such as 25."),
            ("-1", "rear", "“-1” is not a hole: type a whole number, such as 25."),
            ("²", "rear", "“²” is not a hole: type a whole number, such as 25."),
            ("٣٢", "rear", "“٣٢” is not a hole: type a whole number, such as 25."),
            ("12345", "rear", "“12345” is not a hole: type a whole number, such as 25."),
        ],
    )
    def test_what_is_no_answer_is_explained(self, claim: str, choice: str, sentence: str) -> None:
        with pytest.raises(NotAnAnswer) as unclear:
            MOVE.answer(move_question.read(PLAIN), post(claim=claim, choice=choice), [])
        assert (unclear.value.sentence, unclear.value.typed) == (sentence, claim)

    def test_a_typed_hole_beside_another_that_was_tapped_is_asked_about(self) -> None:
        """The box may be folded away without scripts, and still hold a number."""
        both = post(claim="40", hole="32", choice="rear")
        with pytest.raises(NotAnAnswer, match="You typed 40, but tapped hole 32") as unclear:
            MOVE.answer(move_question.read(PLAIN), both, [])
        assert unclear.value.typed == "", "neither is put back"

    @pytest.mark.parametrize("typed", ["32", "032", " +32"])
    def test_a_typed_hole_is_the_tapped_one_however_it_is_written(self, typed: str) -> None:
        assert MOVE.answer(move_question.read(PLAIN), post(claim=typed, hole="32", choice="rear"), []) == "rear 32"
        assert MOVE.answer(move_question.read(PLAIN), post(claim=typed, choice="rear"), []) == "rear 32"

    def test_questions_can_be_typed(self) -> None:
        question = move_question.read(PLAIN)
        assert MOVE.reply(question, "s") == MOVE.reply(question, "R")
        assert MOVE.reply(question, "s").startswith("Your front peg is in hole 24")
        assert "H a hint" in MOVE.reply(question, "?")
        for typed in "CBFVT":
            assert MOVE.reply(question, typed).startswith("There are no cards here")
        assert MOVE.reply(question, "32") == MOVE.reply(question, "") == ""

    def test_a_hint_names_no_hole(self) -> None:
        assert len({MOVE.hint(question) for question in posed(10)}) == 1
        assert not any(sign.isdigit() for sign in MOVE.hint(move_question.read(PLAIN)))

    def test_numbers_go_on_from_lap_to_lap(self) -> None:
        question = move_question.read("59-51 +4 of 121 on plank")
        (cause,) = MOVE.feedback(question, move_question.mark(question, "rear 3")).causes
        assert cause == "The numbers go on from lap to lap: hole 3 of lap 2 is 63."
        other = MOVE.feedback(question, move_question.mark(question, "rear 4")).causes
        assert other == [str(page.CAUSES[MoveCause.COUNT])]

    @pytest.mark.parametrize(
        ("text", "said", "headline", "how"),
        [
            (
                PLAIN,
                "rear 32",
                "Right: rear peg to 32.",
                "The rear peg leaps over the front one: 24 and 8 are 32.",
            ),
            (
                PLAIN,
                "front 32",
                "The rear peg goes to 32.",
                "The rear peg leaps over the front one: 24 and 8 are 32.",
            ),
            (
                START,
                "rear 11",
                "Either peg goes to 12.",
                "12 points are 12 holes from the start.",
            ),
            (
                WIN,
                "",
                "The rear peg wins at 121.",
                "115 and 8 would be 123, but the game ends at 121: you do not peg the rest.",
            ),
            (
                EXACT,
                "rear 121",
                "Right: hole 121 wins.",
                "113 and 8 are 121: exactly the target.",
            ),
        ],
    )
    def test_the_verdict(self, text: str, said: str, headline: str, how: str) -> None:
        assert told(text, said)[:2] == (headline, how)

    @pytest.mark.parametrize(
        ("text", "added", "lap"),
        [
            (PLAIN, "24 + 8 = 32", ""),
            (START, "", ""),
            ("24-16 +6 of 121 on plank", "24 + 6 = 30", ""),
            (
                "57-49 +4 of 121 on plank",
                "57 + 4 = 61",
                "This board has 60 holes to a lap. The peg is on lap 2 of 2.",
            ),
            (WIN, "", "This board has 60 holes to a lap. The peg is on lap 2 of 2."),
            ("57-49 +4 of 61 on plank", "", ""),
        ],
    )
    def test_the_sum_and_a_later_lap(self, text: str, added: str, lap: str) -> None:
        assert told(text, "")[2:] == (added, lap)

    @pytest.mark.parametrize("text", [PLAIN, START, SECOND, WIN])
    def test_the_board_shows_the_pegs_before_and_after(self, text: str) -> None:
        question = move_question.read(text)
        before = MOVE.ask(question, [])["standing"]
        after = MOVE.feedback(question, move_question.mark(question, "")).sheet["standing"]
        assert (before.scores[0], before.previous[0]) == (question.front, question.rear)
        assert (after.scores[0], after.previous[0]) == (question.hole, question.front)
        assert after.moves[0] == before.moves[0] + 1, "the drawing’s front and rear change places"
        assert before.moves[1] == after.moves[1]
        assert before.scores[1] == after.scores[1] < max(question.front, 1)

    def test_no_two_pegs_of_a_side_stand_in_one_hole(self) -> None:
        for question in posed(200):
            for standing in (
                MOVE.ask(question, [])["standing"],
                MOVE.feedback(question, move_question.mark(question, "")).sheet["standing"],
            ):
                for side in (0, 1):
                    assert standing.scores[side] > standing.previous[side] or standing.moves[side] == 0

    def test_the_holes_that_are_counted_are_numbered_on_the_felt(self) -> None:
        question = move_question.read(PLAIN)
        sheet = MOVE.feedback(question, move_question.mark(question, "rear 26")).sheet
        holes = {hole.number: hole for row in sheet["street"] for hole in row}
        assert [holes[number].count for number in range(24, 34)] == [None, *range(1, 9), None]
        assert (holes[24].look, holes[26].look, holes[32].look) == ("is-rear", "is-passed", "is-front")
        assert [number for number, hole in holes.items() if hole.is_claim] == [26]
        assert [number for number, hole in holes.items() if hole.begins_street] == [31]
        assert [number for number, hole in holes.items() if hole.is_truth] == [32]
        assert not holes[25].is_marked, "there is the end of what stands below the wrong hole"
        street = MOVE.feedback(question, move_question.mark(question, "front 32")).sheet["street"]
        assert not any(hole.is_claim for row in street for hole in row)
        street = MOVE.feedback(question, move_question.mark(question, "rear 33")).sheet["street"]
        assert [hole.number for hole in street[2] if hole.is_marked] == [32, 35, 40], "a sign alone stands at 33"

    def test_a_peg_to_move_has_its_hole_on_it_and_its_name_below(self) -> None:
        rows = MOVE.ask(move_question.read(PLAIN), [])["street"]
        assert {hole.number: hole.peg for row in rows for hole in row if hole.peg} == {16: "rear", 24: "front"}
        assert [hole.number for hole in rows[0] if hole.is_marked] == [11, 15, 16, 20], "a row's first has its number"

    def test_where_the_pegs_stand_is_written_only_while_one_of_them_is_not_drawn(self) -> None:
        for text, before, after in (
            (PLAIN, False, False),
            (START, True, True),
            ("90-65 +5 of 121 on spiral", False, False),
            ("24-0 +5 of 121 on spiral", True, False),
        ):
            question = move_question.read(text)
            sheet = MOVE.feedback(question, move_question.mark(question, "")).sheet
            assert (MOVE.ask(question, [])["off_street"], sheet["off_street"]) == (before, after), text

    def test_a_missed_hole_is_marked_unless_it_is_past_what_is_drawn(self) -> None:
        question = move_question.read(PLAIN)
        drawn = {hole.number for row in MOVE.ask(question, [])["street"] for hole in row}
        for hole in (0, 1, question.rear, question.front, max(drawn), max(drawn) + 1, 119, 122):
            sheet = MOVE.feedback(question, move_question.mark(question, f"rear {hole}")).sheet
            marked = [each.number for row in sheet["street"] for each in row if each.is_claim]
            assert marked == [hole] * (0 < hole <= max(drawn)), "even where a peg stands by right, or before the others"

    def test_a_rear_peg_far_behind_is_drawn_and_so_is_a_wrong_hole_there(self) -> None:
        """The row of it comes before those that a score can reach; that rows between are left out can be seen."""
        question = move_question.read("90-65 +5 of 121 on spiral")

        def drawn(street: list[list[page.StreetHole]]) -> list[tuple[int, bool]]:
            return [(row[0].number, row[0].is_apart) for row in street]

        rest = [(81, True), (91, False), (101, False), (111, False)]
        assert drawn(MOVE.ask(question, [])["street"]) == [(61, False), *rest]
        for hole, first in (("rear 70", 61), ("rear 75", 71), ("rear 5", 1)):
            street = MOVE.feedback(question, move_question.mark(question, hole)).sheet["street"]
            assert drawn(street)[:2] == [(first, False), (81, first != 71)]
            assert [each.number for row in street for each in row if each.is_claim] == [int(hole[5:])]

    def test_the_same_rows_are_drawn_before_and_after_with_every_hole_a_score_can_reach(self) -> None:
        for question in posed(100):
            streets = [
                [[hole.number for hole in row] for row in sheet["street"]]
                for sheet in (
                    MOVE.ask(question, []),
                    MOVE.feedback(question, move_question.mark(question, "")).sheet,
                )
            ]
            assert streets[0] == streets[1]
            assert len(streets[0]) == 5
            assert {min(question.front + 29, question.target), question.hole} <= {n for row in streets[0] for n in row}

    @pytest.mark.parametrize(("text", "off"), [(PLAIN, False), (START, True), ("50-26 +8 of 121 on plank", False)])
    def test_a_peg_that_is_not_drawn_is_to_be_read(self, text: str, off: bool) -> None:
        question = move_question.read(text)
        assert MOVE.ask(question, [])["off_street"] is off

    def test_two_possible_causes_are_both_told(self) -> None:
        question = move_question.read("24-23 +8 of 121 on plank")
        telling = MOVE.feedback(question, move_question.mark(question, "rear 31"))
        assert telling.causes_heading == "What probably happened"
        assert len(telling.causes) == 2
        assert MOVE.feedback(question, move_question.mark(question, "rear 33")).causes_heading == "What went wrong"

    @pytest.mark.parametrize(
        ("text", "said", "short"),
        [
            (PLAIN, "rear 32", "32"),
            (PLAIN, "front 32", "front 32 / rear 32"),
            (PLAIN, "rear 24", "rear 24 / rear 32"),
            (PLAIN, "", "– / 32"),
            (START, "front 11", "11 / 12"),
        ],
    )
    def test_the_outcome_in_short(self, text: str, said: str, short: str) -> None:
        question = move_question.read(text)
        assert MOVE.short(question, move_question.mark(question, said)) == short


# -------------------------------------------------------------------------------------------------------- pages


@pytest.mark.django_db
class TestPages:
    """The drill's pages."""

    @pytest.mark.parametrize("design", move_question.DESIGNS)
    def test_every_board_is_drawn_with_its_pegs(self, client: Client, design: str) -> None:
        page = client.get(asked(f"24-16 +8 of 121 on {design}", drill="move")).text
        assert f'class="board board-{design}"' in page
        assert page.count('class="side-0"') == page.count('class="side-0 is-rear"') == 1
        assert page.count("autofocus") == 1
        assert "Your front peg is in hole 24, your rear peg in hole 16." in page

    def test_a_right_answer_is_kept_and_the_board_told(self, client: Client) -> None:
        address, _ = answer(client, asked(PLAIN, drill="move"), [{"claim": "32", "choice": "rear"}])
        page = client.get(address).text
        attempt = Attempt.objects.get()
        assert (attempt.right, attempt.answer, attempt.sort) == (True, "rear 32", "street")
        assert 'class="verdict is-right"' in page
        assert "Your front peg is in hole 32, your rear peg in hole 24." in page
        assert ">24 + 8 = 32<" in page

    def test_a_wrong_answer_is_explained_with_its_cause(self, client: Client) -> None:
        address, _ = answer(client, asked(WIN, drill="move"), [{"claim": "123", "choice": "front"}])
        page = client.get(address).text
        attempt = Attempt.objects.get()
        assert (attempt.right, attempt.causes) == (False, "move-leapfrog,move-past-target")
        assert "You went past the end." in page

    @pytest.mark.parametrize("bad", ["", "\0", "x" * 5000, "1e9", "-1", "²", "32 33"])
    def test_what_is_no_answer_is_told_kindly_and_not_kept(self, client: Client, bad: str) -> None:
        page = client.post(asked(PLAIN, drill="move"), {"claim": bad, "choice": "front"}).text
        assert 'id="answer-error"' in page
        assert 'aria-describedby="answer-error deal"' in page
        assert not Attempt.objects.exists()
        assert not Run.objects.exists()

    def test_the_hole_stays_where_only_the_peg_was_forgotten(self, client: Client) -> None:
        page = client.post(asked(PLAIN, drill="move"), {"claim": "32"}).text
        assert 'maxlength="4" value="32"' in page

    def test_a_hole_can_be_tapped(self, client: Client) -> None:
        client.post(asked(PLAIN, drill="move"), {"claim": "", "hole": "32", "choice": "rear"})
        assert Attempt.objects.get().right

    @pytest.mark.parametrize(
        "text", [PLAIN, START, WIN, EXACT, SECOND, "120-1 +29 of 121 on 29", "5-4 +29 of 121 on long"]
    )
    def test_every_hole_that_a_score_leads_to_can_be_tapped(self, text: str) -> None:
        question = move_question.read(text)
        sheet = MOVE.ask(question, [])
        holes = {hole.number for row in sheet["street"] for hole in row}
        assert {hole for hole in range(question.front + 1, question.front + 30) if hole <= question.target} <= holes
        assert question.hole in holes
        assert max(holes) <= question.target

    def test_a_link_reopens_the_question(self, client: Client) -> None:
        page = client.get(f"/drills/move/open/?{urlencode({'q': PLAIN})}", follow=True).text
        assert "Your front peg is in hole 24" in page
        page = client.get(f"/drills/move/open/?{urlencode({'q': PLAIN + ' and more'})}", follow=True).text
        assert 'id="ask"' not in page

    def test_a_run_can_be_of_one_board_alone(self, client: Client) -> None:
        page = client.get("/drills/move/start/", {"design": "triangle", "classes": "win"}, follow=True).text
        assert 'class="board board-triangle"' in page
        assert "Which board" in client.get("/drills/move/").text

    @pytest.mark.parametrize("mode", DRILLS["move"].modes)
    def test_every_mode_goes_on(self, client: Client, mode: Mode) -> None:
        start = asked(PLAIN, drill="move", mode=mode, seconds=180 if mode is Mode.SPRINT else None)
        address, _ = answer(client, start, [{"claim": "32", "choice": "rear"}])
        page = client.get(address).text
        if 'id="next"' in page:
            page = client.post(address, {"number": 1, "next": "1"}, follow=True).text
        assert 'id="ask"' in page
        run = Run.objects.get()
        assert (run.number, run.asked == PLAIN) == (1, False)


@pytest.mark.usefixtures("pseudo_language")
class TestWords:
    """Every word that a person reads is marked for translation."""

    def test_sorts_skills_and_causes_have_marked_names(self) -> None:
        assert [sort.code for sort in MOVE.sorts] == list(MoveSort)
        assert set(MOVE.skills) == set(MoveCause) == set(page.CAUSES)
        for words in ({sort.code: sort.name for sort in MOVE.sorts}, MOVE.skills, page.CAUSES):
            assert [name for name in map(str, words.values()) if bare(name) or OPEN not in name] == []

    def test_whatever_is_asked_is_told_in_marked_words(self) -> None:
        for question in [*posed(60), *map(move_question.read, (PLAIN, START, WIN, EXACT, SECOND))]:
            said = [MOVE.title(question), MOVE.aloud(question), MOVE.hint(question)]
            said += [MOVE.reply(question, typed) for typed in "?SC"]
            said += [words for _, words in MOVE.ask(question, [])["choices"]]
            for text in ("", f"rear {question.hole}", "front 5", "rear 5"):
                telling = MOVE.feedback(question, marking := move_question.mark(question, text))
                said += [telling.headline, telling.causes_heading, *telling.causes, telling.spoken]
                said += [telling.sheet[name] for name in ("stand", "how", "sum", "lap")]
                said.append(MOVE.short(question, marking))
            assert [sentence for sentence in said if bare(sentence)] == [], str(question)

    @pytest.mark.django_db
    @pytest.mark.parametrize("text", [PLAIN, START, WIN])
    def test_the_pages(self, client: Client, text: str) -> None:
        start = asked(text, drill="move")
        assert_all_marked(client.get(start).text)
        for typed in ("?", "h", "c", "", "12?"):
            assert_all_marked(client.post(start, {"claim": typed}).text)
        address, _ = answer(client, start, [{"claim": "99", "choice": "front"}])
        assert_all_marked(client.get(address, follow=True).text)


def test_a_summary_tells_no_points_off_where_a_peg_is_off_by_holes() -> None:
    marking = MOVE.mark(MOVE.read(PLAIN), "rear 20")
    given = AskedQuestion("move", PLAIN)
    wrong = Answer(1, given, "rear 20", marking.right, False, marking.lost, timezone.now(), 3.0, marking.sort)
    assert (marking.off, marking.lost) == (-12, 8.0)
    assert summary_words.outcome(wrong) == "wrong"
