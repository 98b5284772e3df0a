"""A card is chosen in a moment of the play, and graded by the analysis."""

import pytest

from game.engine.cards import Card, CardError
from game.engine.play import Play
from game.engine.scoring import Kind
from game.engine.view import see
from game.strategy.review import Grade, grade_choice, grade_of_loss, lost
from tests.trainer.drills.choose.sample import MOMENT, PLAY_OFF
from tests.trainer.drills.posing import posed
from trainer.drills.choose import question as choose_question
from trainer.drills.questions import UnreadableQuestion

AFTER_GO = "2 1 | TS | 4D 6H | 7H 8S | 2:TD 1:5C 2:9C 1:5S 2:go 2:7D"
TO_WIN = "2 1 at 118-112 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S"
PLAY_ON = "2 2 at 107-117 | 8S | 8C 8H TH | QC KC | 1:7S 2:9C"
"""The hand counts 12 before the dealer's and needs 14: the eight makes a run now, and lets the dealer answer."""
SERIES_OF_28 = ("2 1 | KC |", "| 5S 6S | 2:TD 1:9C 2:8D 1:AS 2:go")
"""Around the own hand: the count is 28, and the other side has said go."""


def test_the_view_is_the_seats_own_and_knows_no_other_card() -> None:
    for question in posed(choose_question, 5):
        view = question.view
        told = {question.starter, *question.hand, *question.away, *(play.card for play in view.plays)}
        assert view.hand == question.hand
        assert view.waited_for == (0,)
        assert {card for card in told if str(card) not in str(question)} == set()
        assert len(str(question).translate(str.maketrans("|:/", "   ")).split()) < 2 + 4 + 2 + 1 + 3 * 12


def test_the_moment_is_the_engines() -> None:
    question = choose_question.read(AFTER_GO)
    assert (question.view.count, question.view.held) == (7, (2, 1))
    assert [str(card) for card in question.earlier] == ["TD", "5C", "9C", "5S"]
    assert see(question.state, 0) == question.view


def test_there_is_something_to_choose() -> None:
    for seats in ("2", "3"):
        for question in posed(choose_question, 3, seats=seats):
            assert question.seats == int(seats)
            assert len({card.rank for card in question.playable}) > 1
            assert question.ranked[0].order > question.ranked[-1].order


def test_the_same_answer_always_has_the_same_marking() -> None:
    question = choose_question.read(MOMENT)
    worths = question.ranked
    choose_question.rank_plays.cache_clear()
    assert choose_question.read(MOMENT).ranked == worths


@pytest.mark.parametrize("text", [MOMENT, TO_WIN, PLAY_ON, PLAY_OFF])
def test_a_card_loses_what_it_is_worth_less_than_the_best_beyond_chance(text: str) -> None:
    question = choose_question.read(text)
    best = question.ranked[0]
    assert choose_question.mark(question, str(best.card)).lost == 0
    for worth in question.ranked:
        marking = choose_question.mark(question, str(worth.card))
        points, win = lost(best, worth)
        if question.scores:
            assert marking.lost == round(win / 0.02, 2)
            assert marking.grade == grade_of_loss(0.0, win)
        else:
            assert marking.grade == grade_of_loss(round(points, 2), None)
        assert marking.right is (marking.grade in (Grade.BEST, Grade.GOOD))
        assert bool(marking.causes) is not marking.right
        assert set(marking.missed or ()) <= {demand.skill for demand in marking.demands}


@pytest.mark.parametrize(
    ("text", "lost_by"),
    [
        (MOMENT, {"QC": 0.0, "7D": 2.5, "5S": 3.6}),
        ("2 2 | KC | 5S 9D 3C 4H | 2H KS |", {"3C": 0.0, "9D": 0.0, "4H": 0.4, "5S": 1.5}),
    ],
    ids=["all hands weighed", "a tenth that may be chance"],
)
def test_what_a_card_loses_is_the_difference_of_the_averages_as_they_are_told(
    text: str, lost_by: dict[str, float]
) -> None:
    question = choose_question.read(text)
    assert {card: choose_question.mark(question, card).lost for card in lost_by} == lost_by


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
def test_where_a_card_loses_is_named(text: str, card: str, cause: str) -> None:
    marking = choose_question.mark(choose_question.read(text), card)
    assert not marking.right
    assert cause in marking.causes


def test_a_card_is_named_for_what_it_invites_only_if_that_is_much_of_what_it_loses() -> None:
    question = choose_question.read("2 1 | 5S | 2H 7C 8H 8S | 5C KC | 2:7S")
    assert choose_question.invited(question, Card.parse("2H"))[Kind.FIFTEEN] > 0.1
    assert choose_question.mark(question, "2H").causes == ("choose-points-now", "choose-later")


def test_a_game_to_another_target_is_judged_by_what_is_needed_there() -> None:
    usual, short = (choose_question.read(TO_WIN.replace("118-112", scores)) for scores in ("118-112", "58-52 to 61"))
    assert (usual.view.rules.target, short.view.rules.target) == (121, 61)
    for question in (usual, short):  # the one side needs 3, the other 9
        assert [worth.card for worth in question.ranked[:1]] == [usual.ranked[0].card]
    assert short.ranked[0].win == pytest.approx(usual.ranked[0].win, abs=0.1)


@pytest.mark.parametrize("target", ["", " to 61", " to 91", " to 999"])
def test_a_target_is_read_and_written(target: str) -> None:
    text = TO_WIN.replace("118-112", f"58-52{target}")
    assert str(choose_question.read(text)) == text


@pytest.mark.parametrize("head", ["2 1 at 62-52 to 61", "2 1 at 22-23 to 30", "2 1 to 61", "2 1 at 58-52 to 6"])
def test_a_game_that_cannot_be_is_unreadable(head: str) -> None:
    with pytest.raises(UnreadableQuestion):
        choose_question.read(TO_WIN.replace("2 1 at 118-112", head))


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
def test_the_sort_tells_when_in_the_deal(text: str, sort: str) -> None:
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
def test_a_moment_that_cannot_be_is_unreadable(text: str) -> None:
    with pytest.raises((UnreadableQuestion, CardError)):
        choose_question.read(text)


def test_scores_are_kept_and_change_nothing_else() -> None:
    question, without = choose_question.read(TO_WIN), choose_question.read(MOMENT)
    assert str(question) == TO_WIN
    assert (question.scores, question.view.scores) == ((118, 112), (118, 112))
    assert (without.scores, without.view.scores) == ((), (0, 0))
    assert (question.hand, question.acts, question.state) == (without.hand, without.acts, without.state)
    assert all(worth.win is None for worth in without.ranked)
    assert choose_question.canonical(question) != choose_question.canonical(without)


def test_near_the_end_of_a_game_the_scores_are_told_and_matter() -> None:
    for seats in ("2", "3"):
        for question in posed(choose_question, 4, seats=seats, classes="to-win"):
            assert len(question.scores) == int(seats)
            assert all(105 <= score < 121 for score in question.scores)
            best, worst = question.ranked[0], question.ranked[-1]
            assert (best.win or 0) > (worst.win or 0)


def test_scores_are_told_in_their_share_of_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose_question, "moments_met", lambda *_: iter([choose_question.read(MOMENT)]))
    monkeypatch.setattr(choose_question, "matters", lambda _: True)
    monkeypatch.setattr(choose_question, "glance", lambda _: choose_question.read(MOMENT).ranked)
    told = sum(bool(question.scores) for question in posed(choose_question, 600))
    assert 70 < told < 135
    assert not any(question.scores for question in posed(choose_question, 60, classes="middle"))


def test_the_same_cards_ask_for_another_card_at_another_score() -> None:
    """The lesson on playing on and off has this."""
    on, off = choose_question.read(PLAY_ON), choose_question.read(PLAY_OFF)
    assert (on.ranked[0].card.rank, off.ranked[0].card.rank) == (8, 10)
    assert choose_question.misled(on.ranked) == 0
    assert choose_question.misled(off.ranked) > 0.2
    assert choose_question.mark(off, "8C").causes == ("choose-to-score",)


def test_where_scores_are_told_the_chance_to_win_is_what_counts() -> None:
    marking = choose_question.mark(choose_question.read(PLAY_OFF), "8H")
    best, chosen = marking.best, marking.chosen
    assert chosen is not None
    assert chosen.value > best.value
    assert not marking.right
    assert marking.given_up == pytest.approx((best.win or 0) - (chosen.win or 0), abs=0.001), "as it is told"


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("2 1 at 118-113 | 9H | AD 7S 9C 9D | JH QH | 2:JC", "AD"),
        ("2 2 at 113-118 | 6H | 5S 8S 9S | 3C 4D | 1:7S 2:JC", "5S"),
    ],
)
def test_near_the_end_of_a_game_what_its_review_calls_a_mistake_is_not_right(text: str, card: str) -> None:
    question = choose_question.read(text)
    poor = {Grade.INACCURATE, Grade.MISTAKE, Grade.BLUNDER}
    in_review = grade_choice(question.view, Play(0, Card.parse(card)))
    assert in_review
    assert in_review.grade in poor
    assert choose_question.mark(question, card).grade in poor


@pytest.mark.parametrize(
    ("text", "at_once"),
    [
        (f"{SERIES_OF_28[0]} 2H 3D {SERIES_OF_28[1]}", {"2H": [(Kind.GO, 1)], "3D": [(Kind.THIRTY_ONE, 2)]}),
        (f"{SERIES_OF_28[0]} AD 2H {SERIES_OF_28[1]}", {"AD": [(Kind.PAIR, 2)], "2H": []}),
        (f"{SERIES_OF_28[0]} AD 7H {SERIES_OF_28[1]}", {"AD": [(Kind.PAIR, 2), (Kind.GO, 1)]}),
        ("2 1 | KC | 2H | 5S 6S | 2:TD 1:JC 2:TC 1:go 2:AD 1:4D 2:9D 1:5D", {"2H": [(Kind.LAST, 1)]}),
    ],
)
def test_the_point_for_go_comes_at_once_where_the_series_ends(
    text: str, at_once: dict[str, list[tuple[Kind, int]]]
) -> None:
    question = choose_question.read(text)
    for card in question.playable:
        assert [(score.kind, score.points) for score in question.pegs(card)] == at_once[str(card)]
        assert question.points(card) == sum(points for _, points in at_once[str(card)])
    assert choose_question.mark(question, "").worth == question.points(question.ranked[0].card)
