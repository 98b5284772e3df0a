"""Go, the ends of series, who leads: what is true is what the engine does."""

from collections import Counter

import pytest

from game.engine.cards import CardError
from game.engine.play import Go, Pegging, Play, legal, scored
from game.engine.scoring import Kind
from tests.trainer.drills.posing import posed
from trainer.drills.go import question as go_question
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS

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


@pytest.mark.parametrize(("text", "truth", "wrong"), RULED)
def test_the_truth_and_what_each_wrong_answer_takes_wrong(text: str, truth: str, wrong: dict[str, str]) -> None:
    question = go_question.read(text)
    assert go_question.mark(question, truth).right
    for choice, cause in wrong.items():
        marking = go_question.mark(question, choice)
        assert choice in question.choices
        assert (marking.right, marking.lost, marking.causes, marking.missed) == (False, 1.0, (cause,), (cause,))


@pytest.mark.parametrize("seats", ["2", "3", "4"])
@pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["go"].sorts])
def test_one_of_a_few_choices_is_right_and_every_other_names_a_rule(sort: str, seats: str) -> None:
    for question in posed(go_question, 4, classes=sort, seats=seats):
        assert question.seats == int(seats)
        assert question.choices.count(question.truth) == 1
        assert 2 <= len(question.choices) <= 5
        wrong = {go_question.cause_of(question, choice) for choice in question.choices if choice != question.truth}
        assert {demand.skill for demand in go_question.mark(question, "").demands} == wrong


def test_go_or_play_is_what_the_engine_allows_the_first_seat() -> None:
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
def test_thirty_one_is_two_and_not_three_the_last_card_too(sort: str) -> None:
    for question in posed(go_question, 5, classes=sort):
        (pegged,) = scored(question.moment.before, question.moment.after)
        assert (pegged.score.kind, pegged.score.points) == (Kind.THIRTY_ONE, 2)
        assert question.truth == f"{question.moment.last + 1}:2"
        assert isinstance(question.moment.after, Pegging) is (sort == "thirty-one")


def test_the_next_to_the_left_with_cards_leads() -> None:
    passed_over = 0
    for question in posed(go_question, 30, classes="lead", seats="3"):
        moment = question.moment
        order = [(moment.last + step) % 3 for step in (1, 2, 3)]
        with_cards = [seat for seat in order if moment.held(seat)]
        assert question.truth == str(with_cards[0] + 1)
        passed_over += with_cards[0] != order[0]
    assert passed_over


def test_cards_of_the_series_before_score_nothing_and_a_go_breaks_nothing() -> None:
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
def test_what_the_rules_do_not_allow_is_unreadable(text: str) -> None:
    with pytest.raises((UnreadableQuestion, CardError)):
        go_question.read(text)
