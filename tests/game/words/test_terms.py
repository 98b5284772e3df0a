"""The engine's codes in words: every code has its sentence, and scores are said as players say them."""

import pytest
from django.utils.translation import override

from game.after import words
from game.engine.cards import Card, CardError, CardReason, parse_cards
from game.engine.play import Reason
from game.engine.record import RecordReason, Stop
from game.engine.rules import RulesReason
from game.engine.scoring import Kind, Score, combine, peg, show
from game.table.advice_words import average, gain, percent
from game.templatetags.cards import unbroken
from game.words import terms


@pytest.mark.parametrize(
    ("number", "written"), [(4.69, "4.7"), (0.05, "0.1"), (-1.26, "-1.3"), (2, "2.0"), (-0.04, "0.0")]
)
def test_a_number_is_rounded_and_not_cut_off(number: float, written: str) -> None:
    assert terms.decimal(number, 1) == written


@pytest.mark.parametrize(("number", "written"), [(1.418, "+1.42"), (-0.3, "−0.30"), (0, "0.00"), (-0.004, "0.00")])
def test_a_gain_or_loss_has_its_sign(number: float, written: str) -> None:
    assert terms.signed(number, 2) == written


def test_a_number_is_written_as_the_language_writes_it() -> None:
    with override("de"):
        assert (terms.decimal(4.6, 2), terms.signed(-4.6, 1)) == ("4,60", "−4,6")
        assert (average(4.6), gain(4.6), percent(0.004)) == ("4,6", "+4,6", "0,4%")
        assert (words.points(2.5), words.points(3), words.closely(0.543)) == ("2,5", "3", "54,3%")


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_has_its_sentence(reason: Reason) -> None:
    assert terms.refusal(reason).endswith(".")


@pytest.mark.parametrize("reason", RulesReason)
def test_every_fault_of_rules_has_its_sentence(reason: RulesReason) -> None:
    assert terms.rules_fault(reason).endswith(".")


@pytest.mark.parametrize("reason", RecordReason)
def test_every_stop_names_its_line(reason: RecordReason) -> None:
    assert terms.record_fault(Stop(17, reason, "what stood there")).startswith("Line 17: ")


@pytest.mark.parametrize(
    ("cause", "sentence"),
    [
        (Reason.OVER_31, "That card would take the count over 31."),
        (RulesReason.SEATS, "Two to six seats can play."),
        (CardError(CardReason.TWICE, "5H"), "The 5 of hearts is there twice."),
        (CardError(CardReason.NOT_A_CARD, "5X"), "“5X” is not a card: write a rank and a suit, such as 5H, 10C or Q♠."),
        (None, ""),
    ],
)
def test_a_stop_gives_the_cause_behind_it(cause: Reason | RulesReason | CardError | None, sentence: str) -> None:
    stop = Stop(3, RecordReason.REFUSED, "1 plays 5H", cause)
    assert terms.record_fault(stop) == f"Line 3: “1 plays 5H” is against the rules. {sentence}"


@pytest.mark.parametrize(
    ("series", "said"),
    [
        ("8H 7C", ["fifteen for two"]),
        ("5H 4C 6D", ["fifteen for two", "a run of three for three"]),
        ("8H 8C", ["a pair for two"]),
        ("7H 7C 7D", ["a pair royal for six"]),
        ("7H 7C 7D 7S", ["a double pair royal for twelve"]),
        ("TH KC 9C 2D", ["thirty-one for two"]),
    ],
)
def test_a_play_is_said_as_players_say_it(series: str, said: list[str]) -> None:
    assert [terms.score_aloud(score) for score in peg(parse_cards(series))] == said


@pytest.mark.parametrize(
    ("kind", "points", "said"),
    [
        (Kind.GO, 1, "one for go"),
        (Kind.LAST, 1, "one for the last card"),
        (Kind.HEELS, 2, "two for his heels"),
        (Kind.NOBS, 1, "one for his nob"),
        (Kind.CLAIM, 7, "seven as claimed"),
        (Kind.MUGGINS, 4, "muggins for four"),
        (Kind.TIME, 3, "three from another’s clock"),
        (Kind.TIME, -2, "two lost to the clock"),
    ],
)
def test_other_points_are_said_too(kind: Kind, points: int, said: str) -> None:
    assert terms.score_aloud(Score(kind, parse_cards("JH"), points)) == said


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_score_can_be_said(kind: Kind) -> None:
    assert "%" not in terms.score_aloud(Score(kind, parse_cards("5H 5C"), 2))


@pytest.mark.parametrize(
    ("hand", "starter", "aloud"),
    [
        ("2C 4S 6D 8H", "KC", "nothing, a “nineteen” as players say"),
        ("2C 2S 9D KH", "7C", "a pair is two"),
        ("7C 8S 9D 9H", "3C", "fifteen two, and a double run of three is ten"),
        ("3C 3S 3D 4H", "5C", "fifteen two, fifteen four, fifteen six, and a triple run of three is twenty-one"),
        ("3C 3S 4D 4H", "5C", "fifteen two, fifteen four, and a double-double run of three is twenty"),
        ("9C 9S 9D 9H", "KC", "a double pair royal is twelve"),
        ("2H 6H TH KH", "4H", "a flush of five is five"),
        ("JH 2S 6C 8D", "KH", "one for his nob is one"),
    ],
)
def test_a_hand_is_counted_aloud(hand: str, starter: str, aloud: str) -> None:
    lines = terms.count_lines(combine(show(parse_cards(hand), Card.parse(starter))))
    assert terms.count_aloud(lines) == aloud


def test_beyond_29_a_count_is_said_in_figures() -> None:
    lines = terms.count_lines(combine(show(parse_cards("4C 4D 5C 5D 6C"), Card.parse("6D"))))
    assert (lines[-1].running, lines[-1].spoken) == (46, "a pair is 46")


def test_no_line_ends_within_the_name_of_a_card() -> None:
    assert unbroken("Play the 8 of clubs now.") == "Play the 8\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}clubs now."
