"""Why a count was wrong: each known error in a hand that invites it."""

import pytest

from game.engine.scoring import Kind
from game.strategy.causes import CONCERNS, OF_THE_WHOLE, Cause
from trainer.drills.count.question import mark, read


def codes(text: str, claim: int, crib: bool = False) -> list[str]:
    """The causes found for a claim."""
    return list(mark(read(f"crib {text}" if crib else text), str(claim)).causes)


@pytest.mark.parametrize(
    ("hand", "points", "claim", "cause"),
    [
        # Runs of three inside a run of four: one besides it, both besides it, both instead of it.
        ("2C 3S 4D 5H | 9H", 6, 9, Cause.RUN_IN_RUN),
        ("2C 3S 4D 5H | 9H", 6, 12, Cause.RUN_IN_RUN),
        ("2C 3S 4D 5H | 9H", 6, 8, Cause.RUN_IN_RUN),
        # Five in a row are three runs of three.
        ("9C TS JD QH | KD", 6, 15, Cause.RUN_IN_RUN),
        # The jack that was turned up.
        ("2C 2S 9D KH | JD", 2, 3, Cause.NOBS_STARTER),
        ("2C 2S 9D KH | JD", 2, 4, Cause.NOBS_STARTER),
        ("2C 2S 9D JH | KD", 2, 3, Cause.NOBS_WRONG_SUIT),
        # Four and jack are 14; with the jack at 11 they would be fifteen.
        ("4C 7S 9D JH | KS", 0, 2, Cause.COURT_CARDS_OVER_TEN),
        ("AC QS KD 8H | 2D", 0, 3, Cause.ROUND_THE_CORNER),
        ("AC JS QS KD | 2D", 3, 4, Cause.ROUND_THE_CORNER),
        ("KC 2S AD 9H | 7D", 0, 3, Cause.ROUND_THE_CORNER),
        ("4C 8S KD QH | 2D", 0, 2, Cause.COURT_PAIR),
        ("7C 8S KD QH | 2D", 2, 4, Cause.FIFTEEN_TWICE),
        ("2H 6H TH KD | 4H", 0, 4, Cause.FLUSH_WITH_STARTER),
        # Both jacks of other suits; all three twos of unlike court cards.
        ("2C 9D JS JH | KD", 2, 4, Cause.NOBS_WRONG_SUIT),
        ("2C 4S JC QH | KD", 3, 9, Cause.COURT_PAIR),
        # Round the corner without a stop: queen, king, ace, two.
        ("AC 2S 9D QH | KD", 0, 4, Cause.ROUND_THE_CORNER),
        # A double run of four: the run of three below, the double run above, and all of them instead of it.
        ("2C 3S 4D 5H | 5D", 12, 15, Cause.RUN_IN_RUN),
        ("2C 3S 4D 5H | 5D", 12, 21, Cause.RUN_IN_RUN),
        ("2C 3S 4D 5H | 5D", 12, 13, Cause.RUN_IN_RUN),
        # Hands of five: runs of four in a run of six, four of a suit with or without the starter.
        ("AC 2S 3D 4H 5D | 6C", 14, 18, Cause.RUN_IN_RUN),
        ("2H 6H TH KD QC | 4H", 0, 4, Cause.FLUSH_WITH_STARTER),
        ("2H 6H TH KH QC | 4H", 0, 5, Cause.FLUSH_WITH_STARTER),
        ("2H 6H TH KH QC | 4D", 0, 4, Cause.FLUSH_OF_SOME),
    ],
)
def test_an_excess_is_known_by_its_error(hand: str, points: int, claim: int, cause: Cause) -> None:
    assert mark(read(hand), str(claim)).points == points
    assert cause in codes(hand, claim)


def test_four_of_a_suit_in_the_crib() -> None:
    assert codes("2H 6H TH KH | 4C", 4, crib=True) == [Cause.CRIB_FOUR_FLUSH]
    assert codes("2H 6H TH KH | 4C", 4, crib=False) == []


@pytest.mark.parametrize(
    ("hand", "points", "claim", "cause"),
    [
        ("2C 3S 4D 4H | KS", 10, 7, Cause.DOUBLE_RUN_ONCE),
        ("2C 3S 4D 4H | KS", 10, 5, Cause.DOUBLE_RUN_ONCE),
        ("9C 9S 9D 2H | KS", 6, 4, Cause.PAIR_ROYAL_AS_FOUR),
        ("3C 4S 4D 4H | 5S", 17, 15, Cause.PAIR_ROYAL_AS_FOUR),
        ("2H 6H TH KH | 4H", 5, 4, Cause.FLUSH_CUT_SHORT),
        ("3H 4D 5C 6S | KH", 8, 7, Cause.RUN_CUT_SHORT),
        # Of a double run of four, the single run of three in it alone; of a run of six, five.
        ("2C 3S 4D 5H | 5D", 12, 7, Cause.RUN_CUT_SHORT),
        ("AC 2S 3D 4H 5D | 6C", 14, 13, Cause.RUN_CUT_SHORT),
        # Six cards make runs without a name: six of three, eight of three.
        ("2C 2S 3D 3H 3C | 4D", 30, 15, Cause.DOUBLE_RUN_ONCE),
        ("2C 2S 3D 3H 4C | 4D", 34, 13, Cause.DOUBLE_RUN_ONCE),
        ("2C 2S 3D 3H 3C | 4D", 30, 28, Cause.PAIR_ROYAL_AS_FOUR),
        ("9H 2H 6H TH KH | 4H", 10, 9, Cause.FLUSH_CUT_SHORT),
    ],
)
def test_a_known_error_can_make_too_little(hand: str, points: int, claim: int, cause: Cause) -> None:
    assert mark(read(hand), str(claim)).points == points
    assert codes(hand, claim)[0] == cause


@pytest.mark.parametrize(
    ("hand", "claim", "found"),
    [
        ("7C 8S KD QH | 2D", 0, ["missed fifteen"]),
        ("4C 5S 6D JH | 4H", 14, ["missed nobs"]),
        ("4C 5S 6D JH | 4H", 13, ["double-run-alone", "missed fifteen"]),
        ("2H 6H TH KH | 4C", 0, ["missed flush"]),
        ("2H 6H TH KH | 4C", 1, []),
        ("4C 5S 6D JH | 4H", 15, []),
    ],
)
def test_what_is_missing_is_the_fewest_scores_that_add_up_to_it(hand: str, claim: int, found: list[str]) -> None:
    assert codes(hand, claim) == found


def test_what_is_missing_is_counted_by_kind() -> None:
    (likely,) = mark(read("7C 8S 8D QH | 2D"), "0").likely
    assert likely.missed == ((Kind.FIFTEEN, 2), (Kind.PAIR, 1))
    assert likely.code == "missed fifteen:2 pair"


def test_two_runs_of_six_cards_are_equally_long() -> None:
    assert codes("AC 2S 3D 7H 8D | 9C", 7) == ["missed run"]
    assert codes("AC 2S 3D 7H 8D | 9C", 4) == ["stopped-after-fifteens", "missed run:2"]


def test_every_known_error_is_about_a_kind_of_score() -> None:
    assert set(CONCERNS) | OF_THE_WHOLE == set(Cause) - {Cause.MISSED}


def test_one_mistake_is_not_named_twice() -> None:
    assert codes("6C 6D 7H 8S | QH", 7) == [Cause.DOUBLE_RUN_ONCE]
    assert codes("9C 9S 9D 2H | KS", 4) == [Cause.PAIR_ROYAL_AS_FOUR]


def test_many_ways_to_have_missed_are_cut_to_three() -> None:
    assert len(codes("5C 5D 5H 5S | KH", 22)) == 3


@pytest.mark.parametrize("claim", [19, 25, 26, 27, 30, 99])
def test_some_numbers_no_hand_scores(claim: int) -> None:
    assert mark(read("4C 5S 6D JH | 4H"), str(claim)).no_hand_scores_that


@pytest.mark.parametrize("claim", [0, 18, 20, 24, 28, 29])
def test_the_others_some_hand_scores(claim: int) -> None:
    assert not mark(read("4C 5S 6D JH | 4H"), str(claim)).no_hand_scores_that


@pytest.mark.parametrize(
    ("hand", "claim", "cause"),
    [
        ("3H 4S 4D 5C | JH", 8, Cause.DOUBLE_RUN_ALONE),
        ("4C 5S 6D JH | 4H", 7, Cause.STARTER_FORGOTTEN),
        ("3H 4S 4D 5C | JH", 2, Cause.STOPPED_AFTER_FIFTEENS),
        ("3H 4S 4D 5C | KH", 11, Cause.ADDED_WRONG),
        ("2C 4D 6H QS | 8C", 1, None),
    ],
)
def test_what_is_left_out_of_a_count_or_added_wrong(hand: str, claim: int, cause: Cause | None) -> None:
    assert codes(hand, claim)[:1] == ([cause] if cause else [])


def test_the_likeliest_is_named_first() -> None:
    """A fifteen overlooked before court cards at their rank, a starter jack before court cards of two ranks; a flush
    before all that the starter makes."""
    assert codes("5C JS 2D 9H | 7H", 0)[0] == "missed fifteen"
    assert codes("2C 2S 9D QD | JH", 3)[0] == Cause.NOBS_STARTER
    assert codes("2S JD QS KH | 2D", 3)[:2] == [Cause.STOPPED_AFTER_RUNS, Cause.STARTER_FORGOTTEN]
    assert codes("AC 3C 8C KC | 3D", 4) == ["missed flush", Cause.STARTER_FORGOTTEN]
