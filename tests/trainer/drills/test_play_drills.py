"""The drills of the play by themselves: pegging, go and the ends of series, choosing a card; no database."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from game.engine.cards import CardError
from game.engine.play import Go, Pegging, Play, legal, scored
from game.engine.scoring import Kind, Score, peg
from game.engine.view import see
from game.strategy.review import Grade, Graded, lost
from trainer.drills.base import AnyDrill
from trainer.drills.choose import question as choose_question
from trainer.drills.go import question as go_question
from trainer.drills.peg import errors as peg_errors
from trainer.drills.peg import question as peg_question
from trainer.drills.peg import source as peg_source
from trainer.drills.posing import drawn
from trainer.drills.questions import Demand, QuestionSource, UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS

PLAYED = ("peg", "go", "choose")
names = pytest.mark.parametrize("drill", [DRILLS[slug] for slug in PLAYED], ids=PLAYED)


def posed(drill: QuestionSource[Any, Any], number: int, **options: str) -> list[Any]:
    """Questions as a run of these options asks them."""
    return [drill.pose(Random(seed), Wish(options)) for seed in range(number)]


@names
class TestEvery:
    """What holds for each of the three."""

    def test_a_seed_poses_one_question_which_its_text_form_keeps(self, drill: AnyDrill) -> None:
        for seed, question in enumerate(posed(drill, 6)):
            assert str(drill.pose(Random(seed), Wish())) == str(question)
            assert drill.read(str(question)) == question
            assert len(str(question)) <= 300

    def test_every_sort_can_be_asked_for(self, drill: AnyDrill) -> None:
        for sort in (each.code for each in drill.sorts):
            (question,) = posed(drill, 1, classes=sort)
            assert drill.mark(question, "").sort == sort

    def test_a_weak_sort_comes_in_half_of_the_questions_and_more(self, drill: AnyDrill) -> None:
        mix = {sort.code: sort.share for sort in drill.sorts}
        weak = min(mix, key=mix.__getitem__)
        weighted = Counter(drawn(Random(seed), Wish({"weak": "on"}, weak=(weak,)), mix) for seed in range(400))
        assert 180 < weighted[weak] < 260
        usual = Counter(drawn(Random(seed), Wish(weak=(weak,)), mix) for seed in range(400))
        assert usual[weak] < 100

    def test_the_same_but_for_suits_is_the_same(self, drill: AnyDrill) -> None:
        for question in posed(drill, 6):
            turned = str(question).translate(str.maketrans("CDHS", "DHSC"))
            assert drill.canonical(drill.read(turned)) == drill.canonical(question)
            assert drill.canonical(drill.read(drill.canonical(question))) == drill.canonical(question)

    def test_a_sibling_is_another_of_its_sort(self, drill: AnyDrill) -> None:
        for number, question in enumerate(posed(drill, 4)):
            other = drill.sibling(question, Random(number + 100))
            assert str(other) != str(question)
            assert drill.mark(other, "").sort == drill.mark(question, "").sort

    def test_what_was_too_late_is_wrong_and_tells_no_skill(self, drill: AnyDrill) -> None:
        for question in posed(drill, 3):
            marking = drill.mark(question, "")
            assert not marking.right
            assert marking.causes == ()
            assert marking.missed == ()

    @pytest.mark.parametrize("text", ["", "|", "nonsense", "4C 5D", "4C | 5D | 6H", "|||", "| | | |", "9 | 4C |", "\0"])
    def test_what_is_no_question_is_told(self, drill: AnyDrill, text: str) -> None:
        with pytest.raises((UnreadableQuestion, CardError)):
            drill.read(text)


# ------------------------------------------------------------------------------------------------------- peg it

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


class TestPegging:
    """A card on a series: its count, and what it scores."""

    @pytest.mark.parametrize(("text", "sort", "count", "scores"), PEGS)
    def test_the_truth(self, text: str, sort: str, count: int, scores: list[tuple[Kind, int]]) -> None:
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
    def test_the_only_error_that_explains_an_answer_is_named_and_known(
        self, text: str, answer: str, causes: list[str]
    ) -> None:
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
    def test_what_is_ticked_tells_the_error(self, text: str, answer: str, causes: list[str]) -> None:
        marking = peg_source.mark(peg_source.read(text), answer)
        assert list(marking.causes) == causes
        assert marking.missed is not None

    def test_ticks_decide_nothing(self) -> None:
        marking = peg_source.mark(peg_source.read("5C 4D | 6S"), "15 5 fifteen pair")
        assert marking.right
        assert marking.causes == ()
        assert (marking.unticked, marking.unfounded) == ((peg_question.PegReason.RUN,), (peg_question.PegReason.PAIR,))

    def test_a_number_that_several_errors_make_is_left_to_what_is_known_of_the_learner(self) -> None:
        marking = peg_source.mark(peg_source.read("9C 3H 8D | 8S"), "28 4")
        assert marking.missed is None
        assert (marking.off, marking.lost) == (2, 2.0)

    def test_a_wrong_count_alone_is_lost_too(self) -> None:
        marking = peg_source.mark(peg_source.read("8C QD | 8H"), "25 0")
        assert (marking.right, marking.lost, marking.off) == (False, 1.0, 0)

    def test_what_is_missed_was_asked_for_whatever_the_answer(self) -> None:
        for question in posed(peg_source, 60):
            for count in (question.count, question.before, question.count + 1):
                for points in range(14):
                    marking = peg_source.mark(question, f"{count} {points}")
                    assert set(marking.missed or ()) <= {demand.skill for demand in marking.demands}

    def test_a_score_overlooked_is_demanded_with_its_points(self) -> None:
        found = peg_errors.demands(peg_source.read("4C 5D | 6H"))
        assert {Demand("peg-fifteen", -2), Demand("peg-run", -3)} <= set(found)
        assert len({demand.skill for demand in found}) == len(found)

    def test_sorts_come_in_the_published_mix(self) -> None:
        found = Counter(peg_errors.sort_of(question) for question in posed(peg_source, 800))
        for sort, share in peg_question.MIX.items():
            assert abs(found[sort] / 8 - share) < 4, sort

    def test_no_series_is_over_31_and_each_card_comes_once(self) -> None:
        for question in posed(peg_source, 300):
            assert question.count <= 31
            assert len(set(question.laid)) == len(question.laid)
            last = (Score(Kind.LAST, (question.card,), 1),) if question.last and question.count < 31 else ()
            assert question.scores == (*peg(question.laid), *last)

    def test_a_run_rises_from_easy_to_hard(self) -> None:
        easy = [peg_source.pose(Random(seed), Wish(rise=0.0)) for seed in range(60)]
        hard = [peg_source.pose(Random(seed), Wish(rise=1.0)) for seed in range(60)]
        assert sum(map(peg_source.hardness, hard)) > sum(map(peg_source.hardness, easy)) + 60

    @pytest.mark.parametrize("text", ["KH JD TS 5C | AC", "KH JD TS AC | 2C", "4C 4C | 5D", "4C | 5D 6H", "4C |"])
    def test_a_series_that_cannot_be_is_unreadable(self, text: str) -> None:
        with pytest.raises((UnreadableQuestion, CardError)):
            peg_source.read(text)


# -------------------------------------------------------------------------------------------------- go or play

HANDS = "| 7H | AH 5C 8S 9C / 5S 6H 7D 8H / 3C 4D TD KC |"
OPEN = f"{HANDS} 3C AH 6H 4D 9C 8H KC 5C 5S TD"
AT_31 = f"{HANDS} 3C AH 6H 4D 9C 8H"
CUT = "AH 5C 7H 9C / 5S 7D 8H 8S |"
RULED = [
    (f"play 2 {OPEN}", "go", {"play": "go-over-31", "either": "go-no-choice"}),
    (f"go 2 {OPEN} go go", "3:1", {"2:1": "go-to-who-said-it", "3:2": "go-as-two", "nobody": "go-not-pegged"}),
    (f"thirty-one 2 {AT_31}", "2:2", {"2:3": "go-thirty-one-and-last", "2:1": "go-thirty-one-as-one"}),
    (f"lead 2 {AT_31}", "3", {"2": "go-last-leads", "1": "go-other-way"}),
    (f"heels 1 | JH | {CUT}", "1:2", {"2:2": "go-heels-to-cutter", "1:1": "go-heels-as-nobs"}),
    (f"heels 1 | JS | {CUT}", "1:2", {"nobody": "go-heels-missed"}),
    (f"heels 1 | QH | {CUT}", "nobody", {"1:2": "go-no-heels"}),
]


class TestGoing:
    """Go, the ends of series, who leads: what is true is what the engine does."""

    @pytest.mark.parametrize(("text", "truth", "wrong"), RULED)
    def test_the_truth_and_what_each_wrong_answer_takes_wrong(
        self, text: str, truth: str, wrong: dict[str, str]
    ) -> None:
        question = go_question.read(text)
        assert go_question.mark(question, truth).right
        for choice, cause in wrong.items():
            marking = go_question.mark(question, choice)
            assert choice in question.choices
            assert (marking.right, marking.lost, marking.causes, marking.missed) == (False, 1.0, (cause,), (cause,))

    @pytest.mark.parametrize("seats", ["2", "3", "4"])
    @pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["go"].sorts])
    def test_one_of_a_few_choices_is_right_and_every_other_names_a_rule(self, sort: str, seats: str) -> None:
        for question in posed(go_question, 4, classes=sort, seats=seats):
            assert question.seats == int(seats)
            assert question.choices.count(question.truth) == 1
            assert 2 <= len(question.choices) <= 5
            wrong = {go_question.cause_of(question, choice) for choice in question.choices if choice != question.truth}
            assert {demand.skill for demand in go_question.mark(question, "").demands} == wrong

    def test_go_or_play_is_what_the_engine_allows_the_first_seat(self) -> None:
        truths: Counter[str] = Counter()
        for question in posed(go_question, 40, classes="play"):
            state = question.moment.after
            assert isinstance(state, Pegging)
            allowed = {type(action) for action in legal(state)}
            assert state.turn == 0
            assert (Play in allowed) is (question.truth == "play")
            assert (Go in allowed) is (question.truth == "go")
            truths[question.truth] += 1
        assert min(truths.values()) > 8

    @pytest.mark.parametrize("sort", ["thirty-one", "last-31"])
    def test_thirty_one_is_two_and_not_three_the_last_card_too(self, sort: str) -> None:
        for question in posed(go_question, 5, classes=sort):
            (pegged,) = scored(question.moment.before, question.moment.after)
            assert (pegged.score.kind, pegged.score.points) == (Kind.THIRTY_ONE, 2)
            assert question.truth == f"{question.moment.last + 1}:2"
            assert isinstance(question.moment.after, Pegging) is (sort == "thirty-one")

    def test_the_next_to_the_left_with_cards_leads(self) -> None:
        passed_over = 0
        for question in posed(go_question, 30, classes="lead", seats="3"):
            moment = question.moment
            order = [(moment.last + step) % 3 for step in (1, 2, 3)]
            with_cards = [seat for seat in order if moment.held(seat)]
            assert question.truth == str(with_cards[0] + 1)
            passed_over += with_cards[0] != order[0]
        assert passed_over

    def test_cards_of_the_series_before_score_nothing_and_a_go_breaks_nothing(self) -> None:
        for question in posed(go_question, 8, classes="new-series"):
            assert question.truth == "0"
            assert len(question.choices) > 2
        for question in posed(go_question, 8, classes="between"):
            assert int(question.truth) >= 2
            assert None in question.acts

    @pytest.mark.parametrize(
        "text",
        [
            f"lead 2 {OPEN}",
            f"play 5 {OPEN}",
            f"play 1 {OPEN}",
            f"turn 2 {OPEN} go go go",
            "heels 1 | JH | AH 5C 7H 9C / 5S 7D 8H 8S | 5S",
            "heels 1 | JH | AH 5C 7H 9C / 5S 7D 8H |",
            "heels 1 | JH | AH 5C 7H 9C |",
            "heels 1 | JH | AH 5C 7H 9C / AH 7D 8H 8S |",
            "heels 1 | JH QH | AH 5C 7H 9C / 5S 7D 8H 8S |",
            f"heels {'9' * 5000} | JH | AH 5C 7H 9C / 5S 7D 8H 8S |",
        ],
    )
    def test_what_the_rules_do_not_allow_is_unreadable(self, text: str) -> None:
        with pytest.raises((UnreadableQuestion, CardError)):
            go_question.read(text)


# ---------------------------------------------------------------------------------------------- choose the card

MOMENT = "2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S"
AFTER_GO = "2 1 | TS | 4D 6H | 7H 8S | 2:TD 1:5C 2:9C 1:5S 2:go 2:7D"
TO_WIN = "2 1 at 118-112 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S"
PLAY_ON = "2 2 at 107-117 | 8S | 8C 8H TH | QC KC | 1:7S 2:9C"
"""The hand counts 12 before the dealer's and needs 14: the eight makes a run now, and lets the dealer answer."""
SAID_GO = ("2 1 | KC |", "| 5S 6S | 2:TD 1:9C 2:8D 1:AS 2:go")
"""Around the own hand: the count is 28, and the other side has said go."""
PLAY_OFF = "2 2 at 116-116 | 8S | 8C 8H TH | QC KC | 1:7S 2:9C"
"""The same cards, and the hand alone is enough."""


class TestChoosing:
    """A card in a moment of the play, graded by the analysis."""

    def test_the_view_is_the_seats_own_and_knows_no_other_card(self) -> None:
        for question in posed(choose_question, 5):
            view = question.view
            told = {question.starter, *question.hand, *question.away, *(play.card for play in view.plays)}
            assert view.hand == question.hand
            assert view.waited_for == (0,)
            assert {card for card in told if str(card) not in str(question)} == set()
            assert len(str(question).translate(str.maketrans("|:/", "   ")).split()) < 2 + 4 + 2 + 1 + 3 * 12

    def test_the_moment_is_the_engines(self) -> None:
        question = choose_question.read(AFTER_GO)
        assert (question.view.count, question.view.held) == (7, (2, 1))
        assert [str(card) for card in question.earlier] == ["TD", "5C", "9C", "5S"]
        assert see(question.state, 0) == question.view

    def test_there_is_something_to_choose(self) -> None:
        for seats in ("2", "3"):
            for question in posed(choose_question, 3, seats=seats):
                assert question.seats == int(seats)
                assert len({card.rank for card in question.playable}) > 1
                assert question.ranked[0].order > question.ranked[-1].order

    def test_the_same_answer_always_has_the_same_marking(self) -> None:
        question = choose_question.read(MOMENT)
        worths = question.ranked
        choose_question.rank_plays.cache_clear()
        assert choose_question.read(MOMENT).ranked == worths

    @pytest.mark.parametrize("text", [MOMENT, TO_WIN, PLAY_ON, PLAY_OFF])
    def test_a_card_loses_what_it_is_worth_less_than_the_best_beyond_chance(self, text: str) -> None:
        question = choose_question.read(text)
        best, nothing = question.ranked[0], Go(0)
        assert choose_question.mark(question, str(best.card)).lost == 0
        for worth in question.ranked:
            marking = choose_question.mark(question, str(worth.card))
            points, win = lost(best, worth)
            if question.scores:
                assert marking.lost == round(win / 0.02, 2)
                assert marking.grade == Graded(0, nothing, nothing, 0.0, win).grade
            else:
                assert marking.lost == round(points, 2)
                assert marking.grade == Graded(0, nothing, nothing, round(points, 2), 0.0).grade
            assert marking.right is (marking.grade in (Grade.BEST, Grade.GOOD))
            assert bool(marking.causes) is not marking.right
            assert set(marking.missed or ()) <= {demand.skill for demand in marking.demands}

    @pytest.mark.parametrize(
        ("text", "card", "cause"),
        [
            ("2 1 | KC | 5S 9D KD QH | 2H 2S | 2:TD", "9D", "choose-points-now"),
            ("2 2 | KC | 5S 9D 3C 4H | 2H KS |", "5S", "choose-invites-fifteen"),
            ("2 1 | KC | 6S 9D 3C AH | 2H 2S | 2:7D", "6S", "choose-invites-run"),
            (PLAY_ON, "TH", "choose-points-now"),
            (PLAY_OFF, "8C", "choose-to-score"),
        ],
    )
    def test_where_a_card_loses_is_named(self, text: str, card: str, cause: str) -> None:
        marking = choose_question.mark(choose_question.read(text), card)
        assert not marking.right
        assert cause in marking.causes

    @pytest.mark.parametrize(
        ("text", "sort"),
        [
            ("2 2 | KC | 5S 9D 3C 4H | 2H KS |", "lead"),
            ("2 1 | KC | 5S 9D 3C AH | 2H 2S | 2:TD", "reply"),
            (MOMENT, "middle"),
            (AFTER_GO, "end"),
            ("2 1 | QC | 2S JD | 5S 9D | 2:TH 1:3S 2:QS 1:2H 2:5D 1:go", "new-series"),
            (TO_WIN, "to-win"),
            ("2 2 at 118-118 | KC | 5S 9D 3C 4H | 2H KS |", "to-win"),
        ],
    )
    def test_the_sort_tells_when_in_the_deal(self, text: str, sort: str) -> None:
        assert choose_question.sort_of(choose_question.read(text)) == sort

    @pytest.mark.parametrize(
        "text",
        [
            "2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD",
            "2 1 | 5C | 5S 7D | 2H 2S | 2:4C 1:JD 2:3S",
            "2 1 | 5C | 5S 7D QC | 2H | 2:4C 1:JD 2:3S",
            "2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:JD",
            "2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:go",
            "2 3 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S",
            "2 1 | 5C | 5S 7D QC | 2H 2S | 3:4C 1:JD 2:3S",
            "2 1 | 5C 6C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S",
            "2 1 | 5C | JS QC KC | 2H 2S | 2:TC 1:JD 2:3S",
            "5 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S",
            TO_WIN.replace("118-112", "118"),
            TO_WIN.replace("118-112", "118-112-110"),
            TO_WIN.replace("118-112", "121-112"),
            TO_WIN.replace("118-112", "118-1120"),
            TO_WIN.replace("118-112", "118-112 to 61"),
            TO_WIN.replace("118-112", "²-112"),
            "2 1 at 1-0 | JC | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S",
            "2 1 at 1-0 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:4D 2:3S",
        ],
    )
    def test_a_moment_that_cannot_be_is_unreadable(self, text: str) -> None:
        with pytest.raises((UnreadableQuestion, CardError)):
            choose_question.read(text)

    def test_scores_are_kept_and_change_nothing_else(self) -> None:
        question, without = choose_question.read(TO_WIN), choose_question.read(MOMENT)
        assert str(question) == TO_WIN
        assert (question.scores, question.view.scores) == ((118, 112), (118, 112))
        assert (without.scores, without.view.scores) == ((), (0, 0))
        assert (question.hand, question.acts, question.state) == (without.hand, without.acts, without.state)
        assert all(worth.win is None for worth in without.ranked)
        assert choose_question.canonical(question) != choose_question.canonical(without)

    def test_near_the_end_of_a_game_the_scores_are_told_and_matter(self) -> None:
        for seats in ("2", "3"):
            for question in posed(choose_question, 4, seats=seats, classes="to-win"):
                assert len(question.scores) == int(seats)
                assert all(105 <= score < 121 for score in question.scores)
                best, worst = question.ranked[0], question.ranked[-1]
                assert (best.win or 0) > (worst.win or 0)

    def test_scores_are_told_in_their_share_of_questions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(choose_question, "moments_met", lambda *_: iter([choose_question.read(MOMENT)]))
        monkeypatch.setattr(choose_question, "matters", lambda _: True)
        monkeypatch.setattr(choose_question, "glance", lambda _: choose_question.read(MOMENT).ranked)
        told = sum(bool(question.scores) for question in posed(choose_question, 600))
        assert 70 < told < 135
        assert not any(question.scores for question in posed(choose_question, 60, classes="middle"))

    def test_the_same_cards_ask_for_another_card_at_another_score(self) -> None:
        """The lesson on playing on and off has this."""
        on, off = choose_question.read(PLAY_ON), choose_question.read(PLAY_OFF)
        assert (on.ranked[0].card.rank, off.ranked[0].card.rank) == (8, 10)
        assert choose_question.misled(on.ranked) == 0
        assert choose_question.misled(off.ranked) > 0.2
        assert choose_question.mark(off, "8C").causes == ("choose-to-score",)

    def test_where_scores_are_told_the_chance_to_win_is_what_counts(self) -> None:
        marking = choose_question.mark(choose_question.read(PLAY_OFF), "8H")
        best, chosen = marking.best, marking.chosen
        assert chosen is not None
        assert chosen.value > best.value
        assert not marking.right
        assert marking.given_up == pytest.approx((best.win or 0) - (chosen.win or 0))

    @pytest.mark.parametrize(
        ("text", "at_once"),
        [
            (f"{SAID_GO[0]} 2H 3D {SAID_GO[1]}", {"2H": [(Kind.GO, 1)], "3D": [(Kind.THIRTY_ONE, 2)]}),
            (f"{SAID_GO[0]} AD 2H {SAID_GO[1]}", {"AD": [(Kind.PAIR, 2)], "2H": []}),
            (f"{SAID_GO[0]} AD 7H {SAID_GO[1]}", {"AD": [(Kind.PAIR, 2), (Kind.GO, 1)]}),
            ("2 1 | KC | 2H | 5S 6S | 2:TD 1:JC 2:TC 1:go 2:AD 1:4D 2:9D 1:5D", {"2H": [(Kind.LAST, 1)]}),
        ],
    )
    def test_the_point_for_go_comes_at_once_where_the_series_ends(
        self, text: str, at_once: dict[str, list[tuple[Kind, int]]]
    ) -> None:
        question = choose_question.read(text)
        for card in question.playable:
            assert [(score.kind, score.points) for score in question.pegs(card)] == at_once[str(card)]
            assert question.points(card) == sum(points for _, points in at_once[str(card)])
        assert choose_question.mark(question, "").worth == question.points(question.ranked[0].card)
