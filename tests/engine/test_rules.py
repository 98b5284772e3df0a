"""The rules as data: what goes together, how seats are dealt and sided, and what a game is worth."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given

from game.engine.rules import (
    PRESETS,
    Counted,
    CribFlush,
    Dealt,
    Muggins,
    Notice,
    Rules,
    RulesError,
    RulesReason,
    Scoring,
)
from tests.strategies import ARRANGEMENTS, rules

SHOW = {"counting": Counted.SHOW}


def refusal(**options: Any) -> RulesReason:
    """Why rules with these options are refused."""
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert str(caught.value) == caught.value.reason
    return caught.value.reason


class TestRefused:
    """Combinations that make no sense."""

    @pytest.mark.parametrize("seats", [-2, 0, 1, 7, 12])
    def test_seats_are_two_to_six(self, seats: int) -> None:
        assert refusal(seats=seats) is RulesReason.SEATS
        assert refusal(seats=seats, sides=seats) is RulesReason.SEATS

    @pytest.mark.parametrize(("seats", "sides"), [*product(range(2, 7), range(8))])
    def test_sides_are_each_alone_pairs_or_two_threes(self, seats: int, sides: int) -> None:
        if (seats, sides) in ARRANGEMENTS:
            assert Rules(seats=seats, sides=sides).sides == sides
        else:
            assert refusal(seats=seats, sides=sides) is RulesReason.SIDES

    @pytest.mark.parametrize("target", [-121, 0, 30, 1000])
    def test_a_target_is_31_to_999(self, target: int) -> None:
        assert refusal(target=target) is RulesReason.TARGET

    @pytest.mark.parametrize("target", [31, 61, 91, 100, 121, 241, 999])
    def test_every_number_between_is_a_target(self, target: int) -> None:
        assert Rules(target=target).target == target

    @pytest.mark.parametrize("deals", [-1, 0])
    def test_a_limit_is_at_least_one_deal(self, deals: int) -> None:
        assert refusal(deals=deals) is RulesReason.DEALS
        assert Rules(deals=1).deals == 1

    @pytest.mark.parametrize("muggins", [Muggins.MISSED, Muggins.MISSED_AND_EXCESS])
    def test_muggins_needs_players_who_count(self, muggins: Muggins) -> None:
        assert refusal(muggins=muggins) is RulesReason.MUGGINS_WITHOUT_COUNTING
        for counting in (Counted.SHOW, Counted.ALL):
            assert Rules(counting=counting, muggins=muggins).muggins is muggins

    @pytest.mark.parametrize("counting", Counted)
    def test_nobody_calls_without_muggins(self, counting: Counted) -> None:
        assert refusal(counting=counting, notice=Notice.CALLED) is RulesReason.CALLED_WITHOUT_MUGGINS

    @pytest.mark.parametrize("seconds", [-30, 0, 14, 91])
    def test_clocks_allow_15_to_90_seconds(self, seconds: int) -> None:
        assert refusal(**SHOW, count_clock=seconds) is RulesReason.COUNT_CLOCK
        assert refusal(play_clock=seconds) is RulesReason.PLAY_CLOCK

    @pytest.mark.parametrize("seconds", [15, 40, 90])
    def test_a_clock_for_counting_needs_players_who_count(self, seconds: int) -> None:
        assert refusal(count_clock=seconds) is RulesReason.COUNT_CLOCK_WITHOUT_COUNTING
        assert Rules(counting=Counted.SHOW, count_clock=seconds).count_clock == seconds
        assert Rules(play_clock=seconds).play_clock == seconds

    @pytest.mark.parametrize("match_points", [-1, 0])
    def test_a_match_is_at_least_one_point(self, match_points: int) -> None:
        assert refusal(match_points=match_points) is RulesReason.MATCH
        assert Rules(match_points=1).match_points == 1

    @pytest.mark.parametrize("scoring", [Scoring.TOURNAMENT, Scoring.LONG, Scoring.FREE_TRIPLE])
    def test_only_the_free_match_has_an_option_for_the_double_skunk(self, scoring: Scoring) -> None:
        assert refusal(scoring=scoring, double_skunk=3) is RulesReason.DOUBLE_SKUNK
        assert Rules(scoring=Scoring.FREE, double_skunk=3).double_skunk == 3

    @pytest.mark.parametrize("worth", [0, 1, 2, 5])
    def test_a_double_skunk_is_worth_four_or_three(self, worth: int) -> None:
        assert refusal(scoring=Scoring.FREE, double_skunk=worth) is RulesReason.DOUBLE_SKUNK

    def test_of_all_combinations_just_those_that_make_sense_can_be_played(self) -> None:
        valid = 0
        choices = (ARRANGEMENTS, Counted, Muggins, Notice, CribFlush, (None, 15, 90), (None, 15), Scoring, (4, 3))
        for (seats, sides), counting, muggins, notice, flush, count_clock, play_clock, scoring, double in product(
            *choices
        ):
            options: dict[str, Any] = {
                "seats": seats, "sides": sides, "counting": counting, "muggins": muggins, "notice": notice,
                "crib_flush": flush, "count_clock": count_clock, "play_clock": play_clock, "scoring": scoring,
                "double_skunk": double,
            }  # fmt: skip
            faults = set()
            if muggins is not Muggins.OFF and counting is Counted.AUTO:
                faults.add(RulesReason.MUGGINS_WITHOUT_COUNTING)
            if notice is Notice.CALLED and muggins is Muggins.OFF:
                faults.add(RulesReason.CALLED_WITHOUT_MUGGINS)
            if count_clock and counting is Counted.AUTO:
                faults.add(RulesReason.COUNT_CLOCK_WITHOUT_COUNTING)
            if double == 3 and scoring is not Scoring.FREE:
                faults.add(RulesReason.DOUBLE_SKUNK)
            if faults:
                assert refusal(**options) in faults
            else:
                assert Rules(**options).sides == sides
                valid += 1
        counted = 2 * 3 * (1 + 2 * 2)  # show or all, with any clock; muggins off, or one of two noticed in two ways
        assert valid == 8 * (1 + counted) * 2 * 2 * 5


class TestPresets:
    """Rules that have a name."""

    def test_their_names(self) -> None:
        assert set(PRESETS) == {"quick", "counting", "standard", "tournament", "playroom"}

    def test_the_standard_game(self) -> None:
        standard = PRESETS["standard"]
        assert standard == Rules()
        assert (standard.seats, standard.sides, standard.target, standard.deals) == (2, 2, 121, None)
        assert (standard.counting, standard.muggins) == (Counted.AUTO, Muggins.OFF)
        assert (standard.count_clock, standard.play_clock, standard.match_points) == (None, None, None)
        assert standard.crib_flush is CribFlush.WITH_STARTER

    def test_the_quick_game_goes_to_61(self) -> None:
        assert PRESETS["quick"].target == 61

    def test_the_quick_game_with_counting_has_no_muggins(self) -> None:
        counting = PRESETS["counting"]
        assert (counting.target, counting.counting, counting.muggins) == (61, Counted.SHOW, Muggins.OFF)

    def test_the_tournament_calls_muggins(self) -> None:
        tournament = PRESETS["tournament"]
        assert (tournament.counting, tournament.muggins) == (Counted.SHOW, Muggins.MISSED)
        assert (tournament.notice, tournament.scoring) == (Notice.CALLED, Scoring.TOURNAMENT)
        assert tournament.match_points

    def test_the_playroom_takes_excess_and_the_crib_like_a_hand(self) -> None:
        playroom = PRESETS["playroom"]
        assert (playroom.muggins, playroom.notice) == (Muggins.MISSED_AND_EXCESS, Notice.AUTOMATIC)
        assert playroom.crib_flush is CribFlush.LIKE_A_HAND


class TestDeal:
    """What each number of seats is dealt and discards."""

    @pytest.mark.parametrize(
        ("seats", "others", "dealer", "from_pack"),
        [
            (2, Dealt(6, away=2), Dealt(6, away=2), 0),
            (3, Dealt(5, away=1), Dealt(5, away=1), 1),
            (4, Dealt(5, away=1), Dealt(5, away=1), 0),
            (5, Dealt(5, away=1), Dealt(4, away=0), 0),
            (6, Dealt(6, away=1), Dealt(5, away=0), 0),
        ],
    )
    def test_the_table_of_the_deal(self, seats: int, others: Dealt, dealer: Dealt, from_pack: int) -> None:
        rules = Rules(seats=seats, sides=seats)
        for deals in range(seats):
            assert [rules.dealt(seat, deals) for seat in rules.round_from(deals)] == [dealer] + [others] * (seats - 1)
        assert rules.plan.from_pack == from_pack

    @pytest.mark.parametrize(("seats", "hand"), [(2, 4), (3, 4), (4, 4), (5, 4), (6, 5)])
    def test_hands_and_crib_are_of_one_size(self, seats: int, hand: int) -> None:
        rules = Rules(seats=seats, sides=seats)
        shares = [rules.dealt(seat, 0) for seat in range(seats)]
        assert rules.plan.hand == hand
        assert {share.cards - share.away for share in shares} == {hand}
        assert sum(share.away for share in shares) + rules.plan.from_pack == hand


class TestSeats:
    """Seats are a ring."""

    @pytest.mark.parametrize(
        ("seats", "sides", "partners"),
        [
            (2, 2, [[0], [1]]),
            (3, 3, [[0], [1], [2]]),
            (4, 4, [[0], [1], [2], [3]]),
            (4, 2, [[0, 2], [1, 3]]),
            (5, 5, [[0], [1], [2], [3], [4]]),
            (6, 6, [[0], [1], [2], [3], [4], [5]]),
            (6, 3, [[0, 3], [1, 4], [2, 5]]),
            (6, 2, [[0, 2, 4], [1, 3, 5]]),
        ],
    )
    def test_partners_sit_so_that_sides_take_turns(self, seats: int, sides: int, partners: list[list[int]]) -> None:
        rules = Rules(seats=seats, sides=sides)
        assert [[seat for seat in range(seats) if rules.side_of(seat) == side] for side in range(sides)] == partners
        assert all(rules.side_of(seat) != rules.side_of(rules.left_of(seat)) for seat in range(seats))

    def test_left_of_the_last_seat_is_the_first(self) -> None:
        rules = Rules(seats=5, sides=5)
        assert [rules.left_of(seat) for seat in range(5)] == [1, 2, 3, 4, 0]
        assert rules.round_from(3) == (3, 4, 0, 1, 2)


class TestSkunks:
    """A loser short by more than 30, 60, 90."""

    @pytest.mark.parametrize(
        ("target", "lines"),
        [
            (121, (91, 61, 31)),
            (61, (31,)),
            (31, ()),
            (32, (2,)),
            (62, (32, 2)),
            (91, (61, 31)),
            (92, (62, 32, 2)),
            (241, (211, 181, 151)),
            (999, (969, 939, 909)),
        ],
    )
    def test_a_line_of_one_or_less_does_not_exist(self, target: int, lines: tuple[int, ...]) -> None:
        assert Rules(target=target).skunk_lines == lines

    @pytest.mark.parametrize(
        ("score", "skunks"),
        [(120, 0), (91, 0), (90, 1), (61, 1), (60, 2), (31, 2), (30, 3), (0, 3)],
    )
    def test_a_loser_at_121(self, score: int, skunks: int) -> None:
        assert Rules(target=121).skunks(score) == skunks

    @pytest.mark.parametrize(("score", "skunks"), [(60, 0), (31, 0), (30, 1), (0, 1)])
    def test_a_loser_at_61_has_the_single_skunk_only(self, score: int, skunks: int) -> None:
        assert Rules(target=61).skunks(score) == skunks

    @pytest.mark.parametrize("score", [0, 1, 30])
    def test_a_loser_at_31_has_no_skunk(self, score: int) -> None:
        assert Rules(target=31).skunks(score) == 0

    @given(rules())
    def test_short_by_more_than_30_60_90(self, agreed: Rules) -> None:
        for score in range(agreed.target):
            short = sum(agreed.target - score > limit for limit in (30, 60, 90) if agreed.target - limit > 1)
            assert agreed.skunks(score) == short


class TestMatch:
    """What a win is worth."""

    @pytest.mark.parametrize(
        ("scoring", "double_skunk", "worths"),
        [
            (Scoring.TOURNAMENT, 4, [2, 3, 3, 3]),
            (Scoring.LONG, 4, [3, 4, 4, 4]),
            (Scoring.FREE, 4, [1, 2, 4, 4]),
            (Scoring.FREE, 3, [1, 2, 3, 3]),
            (Scoring.FREE_TRIPLE, 4, [1, 2, 4, 15]),
        ],
    )
    def test_the_table_of_matches(self, scoring: Scoring, double_skunk: int, worths: list[int]) -> None:
        rules = Rules(match_points=15, scoring=scoring, double_skunk=double_skunk)
        assert [rules.match_worth(skunks) for skunks in range(4)] == worths
