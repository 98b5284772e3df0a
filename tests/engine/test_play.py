"""A match phase by phase, by examples small enough to follow at a table. Seats are 1, 2 … where they are written."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Counting,
    Cut,
    Cutting,
    Dealing,
    Discard,
    Discarding,
    Go,
    Holding,
    IllegalAction,
    NextGame,
    Over,
    Pass,
    Pegged,
    Pegging,
    Play,
    Reason,
    SeatPoints,
    Shuffle,
    State,
    Table,
    TimeOut,
    apply,
    legal,
    refusal,
    scored,
    start,
    waited_for,
)
from game.engine.rules import Counted, CribFlush, Muggins, Notice, Rules, Scoring
from game.engine.scoring import Kind, Score
from game.engine.view import see
from tests.strategies import (
    ARRANGEMENTS,
    as_phase,
    dealt_out,
    earned,
    gained,
    play,
    played_out,
    table,
    turned,
)

TWO = Rules()
THREE = Rules(seats=3, sides=3)
PAIRS = Rules(seats=4, sides=2)
FIVE = Rules(seats=5, sides=5)

BY_RANK = Shuffle(PACK)
"""The aces on top, in the order clubs, diamonds, hearts, spades; then the twos …"""


def card(text: str) -> Card:
    """One card."""
    return Card.parse(text)


def refused(state: State, action: Action) -> Reason:
    """Why an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert caught.value.reason == refusal(state, action)
    return caught.value.reason


def pegging(rules: Rules, *hands: str, starter: str = "KC", scores: Sequence[int] = ()) -> Pegging:
    """The play about to begin with these hands; the first seat has dealt."""
    return turned(dealt_out(rules, hands, starter, scores=scores))


def showing(rules: Rules, *hands: str, starter: str, crib: str = "", scores: Sequence[int] = (0, 0)) -> Counting:
    """The show about to begin with these hands, the sides' scores being these; the first seat has dealt."""
    auto = replace(rules, counting=Counted.AUTO, muggins=Muggins.OFF, notice=Notice.AUTOMATIC, count_clock=None)
    played = as_phase(Counting, played_out(turned(dealt_out(auto, hands, starter, crib=crib))))
    return replace(played, table=table(rules, scores=scores))


def cuts(state: State, *places: int) -> State:
    """Cut for the deal, each by the seat whose turn it is."""
    for place in places:
        state = apply(state, Cut(waited_for(state)[0], place))
    return state


class TestCutForDeal:
    """Whoever cuts the lowest card deals first."""

    def test_the_table_shuffles_first(self) -> None:
        assert waited_for(start(TWO)) == ()
        assert legal(start(TWO)) == ()
        assert refused(start(TWO), Cut(0, 0)) is Reason.WRONG_PHASE

    def test_the_lowest_card_deals(self) -> None:
        state = cuts(apply(start(TWO), BY_RANK), 20, 3)
        assert isinstance(state, Dealing)
        assert state.table.dealer == 1

    def test_rank_counts_and_not_value(self) -> None:
        queen, jack, ten = PACK.index(card("QC")), PACK.index(card("JC")), PACK.index(card("TS"))
        state = cuts(apply(start(THREE), BY_RANK), queen, jack, ten)
        assert as_phase(Dealing, state).table.dealer == 2

    def test_seats_cut_in_turn(self) -> None:
        state = apply(start(THREE), BY_RANK)
        assert waited_for(state) == (0,)
        assert refused(state, Cut(1, 5)) is Reason.NOT_YOUR_TURN
        assert waited_for(cuts(state, 5)) == (1,)
        assert waited_for(cuts(state, 5, 30)) == (2,)

    def test_a_place_is_in_the_pack_and_not_taken(self) -> None:
        state = cuts(apply(start(TWO), BY_RANK), 5)
        assert refused(state, Cut(1, 5)) is Reason.PLACE_TAKEN
        assert refused(state, Cut(1, 52)) is Reason.NO_SUCH_PLACE
        assert refused(state, Cut(1, -1)) is Reason.NO_SUCH_PLACE

    def test_equal_cards_cut_again_from_a_new_shuffle(self) -> None:
        tied = cuts(apply(start(TWO), BY_RANK), 0, 1)
        assert waited_for(tied) == ()
        assert refused(tied, Cut(0, 5)) is Reason.WRONG_PHASE
        again = apply(tied, BY_RANK)
        assert waited_for(again) == (0,)
        assert as_phase(Dealing, cuts(again, 51, 0)).table.dealer == 1

    def test_the_tied_cards_lie_open_until_the_shuffle(self) -> None:
        tied = cuts(apply(start(TWO), BY_RANK), 0, 1)
        assert [str(shown) for _, shown in see(tied).cuts] == ["AC", "AD"]
        assert see(apply(tied, BY_RANK)).cuts == ()

    def test_only_the_tied_cut_again(self) -> None:
        tied = cuts(apply(start(Rules(seats=4, sides=4)), BY_RANK), 50, 4, 30, 5)
        again = apply(tied, BY_RANK)
        assert waited_for(again) == (1,)
        assert waited_for(cuts(again, 51)) == (3,)
        assert as_phase(Dealing, cuts(again, 51, 40)).table.dealer == 3, "a jack beats a king, the others are out"

    def test_they_cut_until_one_is_lowest(self) -> None:
        state = apply(cuts(apply(start(THREE), BY_RANK), 8, 9, 10), BY_RANK)
        assert waited_for(state) == (0,)
        state = apply(cuts(state, 20, 16, 17), BY_RANK)
        assert waited_for(state) == (1,)
        assert as_phase(Dealing, cuts(state, 0, 50)).table.dealer == 1

    def test_only_the_whole_pack_can_be_shuffled(self) -> None:
        for pack in (PACK[1:], (*PACK[1:], PACK[1]), (), (*PACK, PACK[0])):
            assert refused(start(TWO), Shuffle(pack)) is Reason.NOT_THE_PACK

    def test_nobody_deals_before_it_is_decided(self) -> None:
        with pytest.raises(ValueError, match="nobody deals"):
            _ = start(TWO).table.dealer


class TestDeal:
    """One card at a time from the dealer's left."""

    def test_two_seats(self) -> None:
        state = as_phase(Discarding, apply(Dealing(table(TWO, dealer=0)), BY_RANK))
        assert list(map(text_of, state.holding.hands)) == ["AD AS 2D 2S 3D 3S", "AC AH 2C 2H 3C 3H"]
        assert (len(state.rest), text_of(state.rest[:4])) == (40, "4C 4D 4H 4S")

    def test_three_seats_and_a_card_of_the_pack_for_the_crib(self) -> None:
        state = as_phase(Discarding, apply(Dealing(table(THREE, dealer=0)), BY_RANK))
        assert list(map(text_of, state.holding.hands)) == ["AH 2D 3C 3S 4H", "AC AS 2H 3D 4C", "AD 2C 2S 3H 4D"]
        assert text_of(state.holding.from_pack) == "4S"
        assert text_of(state.rest[:2]) == "5C 5D"

    def test_four_seats(self) -> None:
        state = as_phase(Discarding, apply(Dealing(table(PAIRS, dealer=3)), BY_RANK))
        assert list(map(text_of, state.holding.hands)) == [
            f"A{suit} 2{suit} 3{suit} 4{suit} 5{suit}" for suit in "CDHS"
        ]
        assert state.holding.from_pack == ()

    def test_the_dealer_of_five_gets_a_card_less(self) -> None:
        state = as_phase(Discarding, apply(Dealing(table(FIVE, dealer=2)), BY_RANK))
        assert list(map(len, state.holding.hands)) == [5, 5, 4, 5, 5]
        assert text_of(state.holding.hands[2]) == "2C 3D 4H 5S"
        assert text_of(state.holding.hands[1]) == "AS 3C 4D 5H 6S"

    def test_the_dealer_of_six_gets_a_card_less(self) -> None:
        state = as_phase(Discarding, apply(Dealing(table(Rules(seats=6, sides=3), dealer=5)), BY_RANK))
        assert list(map(len, state.holding.hands)) == [6, 6, 6, 6, 6, 5]
        assert len(state.rest) == 17

    def test_only_the_table_acts(self) -> None:
        state = Dealing(table(TWO))
        assert waited_for(state) == ()
        assert legal(state) == ()
        assert refused(state, Discard(0, PACK[:2])) is Reason.WRONG_PHASE


class TestDiscard:
    """Every seat gives its share to the crib."""

    def dealt(self, rules: Rules, dealer: int = 0) -> State:
        """All cards dealt, in the order of the pack."""
        return apply(Dealing(table(rules, dealer=dealer)), BY_RANK)

    def test_two_cards_each_in_any_order_of_seats(self) -> None:
        state = self.dealt(TWO)
        assert waited_for(state) == (0, 1)
        state = apply(state, Discard(0, parse_cards("AD 3S")))
        assert waited_for(state) == (1,)
        cutting = as_phase(Cutting, apply(state, Discard(1, parse_cards("3H AC"))))
        assert list(map(text_of, cutting.holding.hands)) == ["AS 2D 2S 3D", "AH 2C 2H 3C"]
        assert text_of(cutting.holding.crib) == "AC AD 3H 3S"

    def test_the_order_of_seats_makes_no_difference(self) -> None:
        one, other = Discard(0, parse_cards("AD 3S")), Discard(1, parse_cards("3H AC"))
        state = self.dealt(TWO)
        assert apply(apply(state, one), other) == apply(apply(state, other), one)

    @pytest.mark.parametrize("cards", ["", "AD", "AD AS 2D"])
    def test_the_number_must_be_right(self, cards: str) -> None:
        assert refused(self.dealt(TWO), Discard(0, parse_cards(cards))) is Reason.DISCARD_NUMBER

    def test_one_card_twice_is_not_two(self) -> None:
        assert refused(self.dealt(TWO), Discard(0, (card("AD"), card("AD")))) is Reason.DISCARD_NUMBER

    def test_cards_come_from_the_own_hand(self) -> None:
        assert refused(self.dealt(TWO), Discard(0, parse_cards("AD AC"))) is Reason.NOT_IN_HAND

    def test_once_is_enough(self) -> None:
        state = apply(self.dealt(TWO), Discard(0, parse_cards("AD AS")))
        assert refused(state, Discard(0, parse_cards("2D 2S"))) is Reason.ALREADY_DISCARDED

    def test_with_three_one_each_and_one_of_the_pack(self) -> None:
        state = self.dealt(THREE)
        for seat, text in ((2, "AD"), (0, "AH"), (1, "AC")):
            state = apply(state, Discard(seat, parse_cards(text)))
        assert text_of(as_phase(Cutting, state).holding.crib) == "AC AD AH 4S"

    @pytest.mark.parametrize(("seats", "dealer"), [(5, 2), (6, 4)])
    def test_the_dealer_of_five_or_six_lays_nothing_away(self, seats: int, dealer: int) -> None:
        state = as_phase(Discarding, self.dealt(Rules(seats=seats, sides=seats), dealer))
        assert waited_for(state) == tuple(seat for seat in range(seats) if seat != dealer)
        assert refused(state, Discard(dealer, ())) is Reason.NOT_YOUR_TURN
        assert refused(state, Discard(dealer, state.holding.hands[dealer][:1])) is Reason.NOT_YOUR_TURN
        after: State = state
        for seat in waited_for(state):
            after = apply(after, Discard(seat, state.holding.hands[seat][:1]))
        assert len(as_phase(Cutting, after).holding.crib) == seats - 1


class TestStarter:
    """The seat to the dealer's left cuts."""

    HANDS = ("2C 3C 4C 5C", "2D 3D 4D 5D")

    def test_the_dealer_s_left_cuts(self) -> None:
        state = dealt_out(TWO, self.HANDS, "9H", dealer=1)
        assert waited_for(state) == (0,)
        assert refused(state, Cut(1, 0)) is Reason.NOT_YOUR_TURN
        assert as_phase(Pegging, apply(state, Cut(0, 0))).starter == card("9H")

    def test_any_place_of_the_rest(self) -> None:
        state = dealt_out(TWO, self.HANDS, "9H")
        assert len(state.rest) == 40
        for place in range(40):
            assert as_phase(Pegging, apply(state, Cut(1, place))).starter == state.rest[place]
        assert refused(state, Cut(1, 40)) is Reason.NO_SUCH_PLACE
        assert refused(state, Cut(1, -1)) is Reason.NO_SUCH_PLACE

    def test_two_for_his_heels(self) -> None:
        assert earned(dealt_out(TWO, self.HANDS, "JH"), Cut(1, 0)) == ["1: heels JH: 2"]

    def test_another_card_is_nothing(self) -> None:
        assert earned(dealt_out(TWO, self.HANDS, "QH"), Cut(1, 0)) == []

    def test_then_the_dealer_s_left_leads(self) -> None:
        state = turned(dealt_out(THREE, ("2C 3C 4C 5C", "2D 3D 4D 5D", "2H 3H 4H 5H"), "9H", dealer=1))
        assert waited_for(state) == (2,)


class TestPlay:
    """Two seats play."""

    def test_a_whole_play(self) -> None:
        state = pegging(TWO, "5S 4S 2S 6H", "6D JH 4H 7C")
        assert gained(state, "JH 5S 6D 6H 4H 4S 7C 2S") == [
            "1: fifteen JH 5S: 2",
            "1: pair 6D 6H: 2",
            "2: thirty-one JH 5S 6D 6H 4H: 2",
            "1: last 2S: 1",
        ]
        assert isinstance(play(state, "JH 5S 6D 6H 4H 4S 7C 2S"), Counting)

    def test_the_count_and_the_series(self) -> None:
        state = as_phase(Pegging, play(pegging(TWO, "5S 4S 2S 6H", "6D JH 4H 7C"), "JH 5S"))
        assert (state.count, text_of(state.series), text_of(state.held(0))) == (15, "JH 5S", "2S 4S 6H")

    def test_a_card_must_be_in_hand(self) -> None:
        state = play(pegging(TWO, "5S 4S 2S 6H", "6D JH 4H 7C"), "JH 5S")
        assert refused(state, Play(1, card("JH"))) is Reason.NOT_IN_HAND, "it is played"
        assert refused(state, Play(1, card("4S"))) is Reason.NOT_IN_HAND, "it is the other's"
        assert refused(state, Play(1, card("KC"))) is Reason.NOT_IN_HAND, "it is the starter"

    def test_it_must_be_the_seat_s_turn(self) -> None:
        state = pegging(TWO, "5S 4S 2S 6H", "6D JH 4H 7C")
        assert refused(state, Play(0, card("5S"))) is Reason.NOT_YOUR_TURN
        assert refused(state, Go(0)) is Reason.NOT_YOUR_TURN

    def test_the_count_never_passes_31(self) -> None:
        state = play(pegging(TWO, "KS QS TS AS", "KD QD TD 9D"), "KD KS QD")
        assert refused(state, Play(0, card("QS"))) is Reason.OVER_31
        assert refusal(state, Play(0, card("AS"))) is None

    def test_whoever_can_play_must(self) -> None:
        state = play(pegging(TWO, "KS QS TS AS", "KD QD TD 9D"), "KD KS QD")
        assert refused(state, Go(0)) is Reason.COULD_PLAY
        assert refused(pegging(TWO, "KS QS TS AS", "KD QD TD 9D"), Go(1)) is Reason.COULD_PLAY

    def test_go_is_1_for_who_played_last(self) -> None:
        state = pegging(TWO, "KH QC 2C 3C", "KD QD JD 9D")
        assert gained(state, "KD KH QD go") == ["1: pair KD KH: 2", "2: go QD: 1"]

    def test_after_a_go_the_count_is_0_and_the_other_leads(self) -> None:
        state = as_phase(Pegging, play(pegging(TWO, "KH QC 2C 3C", "KD QD JD 9D"), "KD KH QD go"))
        assert (state.count, state.series, state.gone, waited_for(state)) == (0, (), (), (0,))

    def test_a_series_ends_when_nobody_can_play(self) -> None:
        state = pegging(TWO, "KH QC 2C 3C", "KD QD JD 9D")
        assert gained(state, "KD KH QD go QC JD 3C go 2C 9D") == [
            "1: pair KD KH: 2",
            "2: go QD: 1",
            "1: go 2C: 1",
            "2: last 9D: 1",
        ]

    def test_after_the_other_s_go_one_plays_on_alone(self) -> None:
        state = pegging(TWO, "KH QC TC 9C", "KD 4D 3D 2D")
        assert gained(state, "KD KH 4D go 3D 2D QC TC 9C") == [
            "1: pair KD KH: 2",
            "2: run 4D 3D 2D: 3",
            "2: go 2D: 1",
            "1: last 9C: 1",
        ]

    def test_and_must_while_he_can(self) -> None:
        state = play(pegging(TWO, "KH QC TC 9C", "KD 4D 3D 2D"), "KD KH 4D go")
        assert waited_for(state) == (1,)
        assert refused(state, Go(1)) is Reason.COULD_PLAY

    def test_a_go_in_between_breaks_no_pair(self) -> None:
        state = pegging(TWO, "KH QC TC 9C", "KD 3D 3H 8D")
        assert gained(state, "KD KH 8D go 3D") == ["1: pair KD KH: 2", "2: thirty-one KD KH 8D 3D: 2"]
        state = pegging(TWO, "KH QC TC 9C", "KD 2D 2H 7D")
        assert gained(state, "KD KH 7D go 2D 2H") == [
            "1: pair KD KH: 2",
            "2: pair 2D 2H: 2",
            "2: thirty-one KD KH 7D 2D 2H: 2",
        ]

    def test_31_after_a_go_is_2_and_no_more(self) -> None:
        state = pegging(TWO, "KH JC TC 9C", "KD QD AD 2D")
        assert gained(state, "KD KH QD go AD") == ["1: pair KD KH: 2", "2: thirty-one KD KH QD AD: 2"]

    def test_after_31_the_other_leads_and_the_tail_is_empty(self) -> None:
        state = pegging(TWO, "9S 8S 2S AS", "KD QD 2D AD", starter="3C")
        assert gained(state, "KD 9S QD 2S 2D") == ["1: thirty-one KD 9S QD 2S: 2"]

    def test_the_very_last_card_is_1(self) -> None:
        state = pegging(TWO, "KS QS 9S 7S", "TD 6D 4D 2D")
        assert gained(state, "TD KS 6D go 4D QS 2D 9S 7S") == ["2: go 4D: 1", "1: last 7S: 1"]

    def test_31_on_the_very_last_card_is_2_not_3(self) -> None:
        state = pegging(TWO, "KD 2D 5D TD", "TC 9C QC 6C", starter="3C")
        assert gained(state, "TC KD 9C 2D QC 5D 6C TD") == [
            "1: thirty-one TC KD 9C 2D: 2",
            "1: fifteen QC 5D: 2",
            "1: thirty-one QC 5D 6C TD: 2",
        ]

    def test_fifteen_on_the_very_last_card_is_3(self) -> None:
        state = pegging(TWO, "KD 2D AD 5D", "TC 9C 6C 3C")
        assert gained(state, "TC KD 9C 2D 6C AD 3C 5D") == [
            "1: thirty-one TC KD 9C 2D: 2",
            "1: fifteen 6C AD 3C 5D: 2",
            "1: last 5D: 1",
        ]

    def test_a_seat_without_cards_is_passed_over_in_silence(self) -> None:
        state = pegging(TWO, "AS AH 2S 5H", "KD QD JD TD")
        assert gained(state, "KD AS QD AH go 2S 5H JD TD") == ["1: go 5H: 1", "2: last TD: 1"]


class TestPlayOfMore:
    """Three and more seats play."""

    def in_the_middle(self, rules: Rules, *hands: str, turn: int) -> Pegging:
        """A new series with these cards still in hand."""
        holding = Holding(tuple(map(parse_cards, hands)), ((),) * rules.seats, ())
        return Pegging(table(rules), holding, card("KC"), (), 0, (), turn)

    def test_the_turn_goes_round_to_the_left(self) -> None:
        state: State = pegging(THREE, "KS 9S 8S AS", "KD QD 7D 6D", "QH JH 4H 2H", starter="3C")
        turns: list[int] = []
        for played in ("KD", "4H", "8S", "7D", "2H"):
            turns += waited_for(state)
            state = play(state, played)
        assert turns == [1, 2, 0, 1, 2]

    def test_everybody_says_go_before_the_last_one_scores(self) -> None:
        state = pegging(THREE, "KS 9S 8S AS", "KD QD 7D 6D", "KH JH 4H 5H", starter="3C")
        assert gained(state, "KD JH 9S go go") == []
        assert gained(state, "KD JH 9S go go AS") == ["1: go AS: 1"]
        assert waited_for(play(state, "KD JH 9S go go AS")) == (1,)

    def test_who_said_go_is_not_asked_again(self) -> None:
        state = pegging(THREE, "KS AS 2S 8S", "KD QD 7D 6D", "JH AH 4H 9H", starter="3C")
        state_after_go = play(state, "KD JH 8S go")
        assert waited_for(state_after_go) == (2,)
        assert waited_for(play(state_after_go, "AH")) == (0,)
        assert waited_for(play(state_after_go, "AH AS")) == (2,)
        assert gained(state_after_go, "AH AS go") == ["1: pair AH AS: 2", "1: go AS: 1"]

    def test_in_the_next_series_everybody_is_back(self) -> None:
        state = pegging(THREE, "KS AS 2S 8S", "KD QD 7D 6D", "JH AH 4H 9H", starter="3C")
        state = as_phase(Pegging, play(state, "KD JH 8S go AH AS go"))
        assert (state.gone, waited_for(state)) == ((), (1,))

    def test_who_played_last_and_cannot_go_on_does_not_say_go_to_himself(self) -> None:
        state = pegging(THREE, "KS 9S 8S 7S", "KD QD 7D 6D", "KH JH 4H 5H", starter="3C")
        assert gained(state, "KD JH 9S go go") == ["1: go 9S: 1"]

    def test_the_next_with_cards_leads(self) -> None:
        state = self.in_the_middle(THREE, "8S 2S 9S", "", "QH JH TH", turn=2)
        assert gained(state, "QH 8S JH 2S go") == ["1: go 2S: 1"]
        assert waited_for(play(state, "QH 8S JH 2S go")) == (2,)

    def test_after_31_the_next_with_cards_leads(self) -> None:
        state = self.in_the_middle(THREE, "8S 3S 9S", "", "QH JH TH", turn=2)
        assert gained(state, "QH 8S JH 3S") == ["1: thirty-one QH 8S JH 3S: 2"]
        assert waited_for(play(state, "QH 8S JH 3S")) == (2,)

    def test_seats_without_cards_say_no_go(self) -> None:
        state = self.in_the_middle(FIVE, "9S", "", "KH", "", "KD QD", turn=4)
        assert gained(state, "KD 9S KH go QD") == ["3: go KH: 1", "5: last QD: 1"]

    def test_nobody_else_has_cards(self) -> None:
        state = self.in_the_middle(FIVE, "", "", "", "", "4D 5D 6D", turn=4)
        assert gained(state, "4D 5D 6D") == ["5: fifteen 4D 5D 6D: 2", "5: run 4D 5D 6D: 3", "5: last 6D: 1"]

    def test_partners_peg_for_their_side(self) -> None:
        state = pegging(PAIRS, "2S 3S 4S 9S", "KD QD 7D 6D", "5H JH 8H 9H", "TC JC 7C 9C")
        assert gained(state, "KD 5H") == ["3: fifteen KD 5H: 2"]
        assert play(state, "KD 5H").table.scores == (2, 0)


COUNTED = ("5S 4S 2S 6H", "6D JH 4H 7C")
CRIB = "AC AD 9H 9C"
PONE = [
    "2: fifteen 5H JH: 2",
    "2: fifteen 4H 5H 6D: 2",
    "2: run 4H 5H 6D 7C: 4",
    "2: nobs JH: 1",
]
DEALER = [
    "1: fifteen 4S 5H 6H: 2",
    "1: fifteen 4S 5S 6H: 2",
    "1: run 4S 5H 6H: 3",
    "1: run 4S 5S 6H: 3",
    "1: pair 5H 5S: 2",
]
DEALER_S_CRIB = [
    "1: fifteen AC 5H 9C: 2",
    "1: fifteen AC 5H 9H: 2",
    "1: fifteen AD 5H 9C: 2",
    "1: fifteen AD 5H 9H: 2",
    "1: pair AC AD: 2",
    "1: pair 9C 9H: 2",
]


class TestShow:
    """Hands from the dealer's left, the dealer's hand last, then the crib."""

    def test_order_of_counting(self) -> None:
        state = showing(TWO, *COUNTED, starter="5H", crib=CRIB)
        assert earned(state, Count()) == PONE
        assert earned(state, Count(), Count()) == [*PONE, *DEALER]
        assert earned(state, Count(), Count(), Count()) == [*PONE, *DEALER, *DEALER_S_CRIB]

    @pytest.mark.parametrize(("seats", "sides"), ARRANGEMENTS)
    def test_round_the_table_from_any_dealer(self, seats: int, sides: int) -> None:
        rules = Rules(seats=seats, sides=sides, counting=Counted.SHOW, target=999)
        for dealer in range(seats):
            state: State = Dealing(table(rules, dealer))
            state = apply(state, BY_RANK)
            while not isinstance(state, Counting):
                state = apply(state, legal(state)[0])
            owners = []
            while isinstance(state, Counting):
                owners.append((state.owner, state.is_crib))
                state = apply(state, Claim(waited_for(state)[0], 0))
            ring = [(dealer + step) % seats for step in range(1, seats + 1)]
            assert owners == [*((seat, False) for seat in ring), (dealer, True)]

    def test_then_the_next_deals(self) -> None:
        state: State = showing(TWO, *COUNTED, starter="5H", crib=CRIB)
        for _ in range(3):
            state = apply(state, Count())
        assert isinstance(state, Dealing)
        assert (state.table.dealer, state.table.deal) == (1, 2)

    @pytest.mark.parametrize(
        ("flush", "lines"),
        [(CribFlush.WITH_STARTER, []), (CribFlush.LIKE_A_HAND, ["1: flush 2D 6D TD KD: 4"])],
    )
    def test_four_of_a_suit_in_the_crib(self, flush: CribFlush, lines: list[str]) -> None:
        rules = Rules(crib_flush=flush)
        state = showing(rules, "5S 4S 2S 6H", "6C JH 4H 7C", starter="8C", crib="2D 6D TD KD")
        before = earned(state, Count(), Count())
        assert earned(state, Count(), Count(), Count()) == before + lines

    @pytest.mark.parametrize("flush", CribFlush)
    def test_a_flush_in_hand_is_always_four(self, flush: CribFlush) -> None:
        state = showing(Rules(crib_flush=flush), "5S 4S 2S 6H", "2D 6D TD KD", starter="8C")
        assert earned(state, Count()) == ["2: flush 2D 6D TD KD: 4"]

    def test_players_who_count_are_waited_for(self) -> None:
        state = showing(Rules(counting=Counted.SHOW), *COUNTED, starter="5H")
        assert waited_for(state) == (1,)
        assert refused(state, Count()) is Reason.WRONG_PHASE
        assert refused(state, Claim(0, 9)) is Reason.NOT_YOUR_TURN

    def test_the_table_counts_by_itself(self) -> None:
        state = showing(TWO, *COUNTED, starter="5H")
        assert (waited_for(state), legal(state)) == ((), (Count(),))
        assert refused(state, Claim(1, 9)) is Reason.WRONG_PHASE


class TestEnd:
    """A side that reaches the target wins at that instant."""

    def test_by_heels(self) -> None:
        over = as_phase(Over, apply(dealt_out(TWO, COUNTED, "JC", scores=(119, 120)), Cut(1, 0)))
        assert (over.winner, over.seat, over.table.scores) == (0, 0, (121, 120))
        assert as_phase(Pegging, over.ended).plays == ()

    def test_by_a_play(self) -> None:
        state = play(pegging(TWO, *COUNTED, scores=(118, 119)), "JH 5S 6D")
        assert state.table.scores == (120, 119)
        over = as_phase(Over, play(state, "6H"))
        assert (over.winner, over.table.scores) == (0, (122, 119))
        assert refused(over, Play(1, card("4H"))) is Reason.MATCH_OVER

    def test_by_a_go(self) -> None:
        state = play(pegging(TWO, "KH QC 2C 3C", "KD QD JD 9D", scores=(0, 120)), "KD KH QD")
        over = as_phase(Over, apply(state, Go(0)))
        assert (over.winner, over.seat, over.table.scores) == (1, 1, (2, 121))

    def test_by_the_last_card_before_the_show(self) -> None:
        state = play(pegging(TWO, *COUNTED, scores=(116, 118)), "JH 5S 6D 6H 4H 4S 7C")
        assert state.table.scores == (120, 120)
        over = as_phase(Over, play(state, "2S"))
        assert (over.winner, over.table.scores) == (0, (121, 120))

    def test_by_the_first_of_the_counts(self) -> None:
        over = as_phase(Over, apply(showing(TWO, *COUNTED, starter="5H", scores=(120, 112)), Count()))
        assert (over.winner, over.table.scores) == (1, (120, 121))
        assert as_phase(Counting, over.ended).counted == 1

    def test_by_the_dealer_s_hand_before_the_crib(self) -> None:
        state = showing(TWO, *COUNTED, starter="5H", crib=CRIB, scores=(109, 111))
        over = as_phase(Over, apply(apply(state, Count()), Count()))
        assert (over.winner, over.table.scores) == (0, (121, 120))

    def test_by_the_crib(self) -> None:
        state: State = showing(TWO, *COUNTED, starter="5H", crib=CRIB, scores=(97, 111))
        for _ in range(3):
            state = apply(state, Count())
        assert (as_phase(Over, state).winner, state.table.scores) == (0, (121, 120))

    def test_one_short_is_not_enough(self) -> None:
        state: State = showing(TWO, *COUNTED, starter="5H", crib=CRIB, scores=(96, 111))
        for _ in range(3):
            state = apply(state, Count())
        assert isinstance(state, Dealing)
        assert state.table.scores == (120, 120)

    def test_by_muggins(self) -> None:
        rules = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED)
        state = showing(rules, *COUNTED, starter="5H", scores=(119, 100))
        over = as_phase(Over, apply(state, Claim(1, 7)))
        assert (over.winner, over.seat, over.table.scores) == (0, 0, (121, 107))

    def test_who_wins_by_a_claim_pays_no_muggins(self) -> None:
        rules = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED)
        state = showing(rules, *COUNTED, starter="5H", scores=(119, 114))
        over = as_phase(Over, apply(state, Claim(1, 7)))
        assert (over.winner, over.table.scores) == (1, (119, 121))

    def test_by_time_run_out(self) -> None:
        rules = Rules(counting=Counted.SHOW, count_clock=30)
        state = showing(rules, *COUNTED, starter="5H", scores=(117, 100))
        over = as_phase(Over, apply(state, TimeOut(1)))
        assert (over.winner, over.table.scores) == (0, (121, 105))

    def test_partners_win_together(self) -> None:
        state = showing(PAIRS, *COUNTED, "TS QD KS 8D", "TC JC KC 9C", starter="5H", scores=(0, 115))
        over = as_phase(Over, apply(state, Count()))
        assert (over.winner, over.seat, over.table.scores) == (1, 1, (0, 124))

    def test_after_it_nothing_is_legal(self) -> None:
        over = apply(dealt_out(TWO, COUNTED, "JC", scores=(119, 0)), Cut(1, 0))
        assert (legal(over), waited_for(over)) == ((), ())
        assert refused(over, NextGame()) is Reason.MATCH_OVER


class TestEarlierDeals:
    """A state carries the scores of its own deal, and of those before only the points by seat."""

    def test_a_shuffle_sums_up_the_last_deal(self) -> None:
        ledger = tuple(Pegged(seat, Score(Kind.RUN, (), points)) for seat, points in ((2, 3), (0, 4), (2, 5), (1, 2)))
        had = (SeatPoints(1, 10), SeatPoints(3, 7))
        before = Dealing(Table(PAIRS, 0, 2, ledger, (0, 0), had))
        after = apply(before, Shuffle(PACK))
        assert after.table.ledger == ()
        assert after.table.earlier == (SeatPoints(3, 7), SeatPoints(0, 4), SeatPoints(2, 8), SeatPoints(1, 12))
        assert after.table.scores == before.table.scores == (12, 19)
        assert scored(before, after) == ()

    def test_the_end_of_a_deal_still_tells_what_it_gave(self) -> None:
        state: State = showing(Rules(), *COUNTED, starter="5H", crib=CRIB)
        for _ in range(3):
            before, state = state, apply(state, Count())
        assert isinstance(state, Dealing)
        assert scored(before, state) == state.table.ledger[len(before.table.ledger) :] != ()


class TestLimitOnDeals:
    """After the last deal the highest score wins."""

    def counted(self, rules: Rules, scores: Sequence[int], deal: int = 1) -> State:
        """The end of a deal in which the first seat gets 24 and the second 9."""
        state: State = showing(rules, *COUNTED, starter="5H", crib=CRIB, scores=scores)
        state = replace(state, table=replace(state.table, deal=deal))
        for _ in range(3):
            state = apply(state, Count())
        return state

    def test_the_highest_score_wins(self) -> None:
        over = as_phase(Over, self.counted(Rules(deals=1), (0, 14)))
        assert (over.winner, over.table.scores) == (0, (24, 23))
        over = as_phase(Over, self.counted(Rules(deals=1), (0, 16)))
        assert (over.winner, over.table.scores) == (1, (24, 25))

    def test_equal_highest_scores_draw(self) -> None:
        over = as_phase(Over, self.counted(Rules(deals=1, match_points=5), (0, 15)))
        assert (over.winner, over.seat, over.table.scores) == (None, None, (24, 24))
        assert over.table.standing == (0, 0)

    def test_only_the_last_deal_ends_the_game(self) -> None:
        assert isinstance(self.counted(Rules(deals=3), (0, 0), deal=2), Dealing)
        assert isinstance(self.counted(Rules(deals=3), (0, 0), deal=3), Over)

    def test_the_target_still_wins_first(self) -> None:
        over = as_phase(Over, self.counted(Rules(deals=1), (97, 100)))
        assert (over.winner, over.table.scores) == (0, (121, 109))

    def test_who_scored_last_for_the_winners_may_have_done_so_in_an_earlier_deal(self) -> None:
        hands = ("2C 4D 6H 8S", "2D 4H 6S 8C", "2H 4S 6C 8D", "2S 4C 6D 8H")
        state: State = showing(replace(PAIRS, deals=1), *hands, starter="KC")
        earlier = (SeatPoints(1, 50), SeatPoints(3, 10), SeatPoints(0, 5))
        state = replace(state, table=replace(state.table, ledger=(), earlier=earlier))
        for _ in range(5):
            state = apply(state, Count())
        over = as_phase(Over, state)
        assert (over.winner, over.seat, over.table.scores[1]) == (1, 3, 60)

    def test_nobody_is_skunked_at_a_limit(self) -> None:
        over = as_phase(Over, self.counted(Rules(deals=1, match_points=5), (0, 0)))
        assert over.table.standing == (2, 0)


def ended(rules: Rules, *scores: int) -> Over:
    """A game won by two for heels of the dealer, the first seat; the sides' scores before it are these."""
    hands = [text_of(PACK[seat * 5 : seat * 5 + rules.plan.hand]) for seat in range(rules.seats)]
    return as_phase(Over, apply(dealt_out(rules, hands, "JH", scores=scores), Cut(1, 0)))


class TestMatch:
    """Games make a match."""

    @pytest.mark.parametrize(
        ("loser", "standing"),
        [(120, (2, 0)), (91, (2, 0)), (90, (3, 0)), (60, (3, 0)), (30, (3, 0)), (0, (3, 0))],
    )
    def test_tournament_points(self, loser: int, standing: tuple[int, int]) -> None:
        assert ended(Rules(match_points=12), 119, loser).table.standing == standing

    @pytest.mark.parametrize(("loser", "points"), [(91, 1), (90, 2), (60, 4), (30, 4)])
    def test_free_points(self, loser: int, points: int) -> None:
        rules = Rules(match_points=12, scoring=Scoring.FREE)
        assert ended(rules, 119, loser).table.standing == (points, 0)

    def test_a_triple_skunk_wins_the_match(self) -> None:
        rules = Rules(match_points=12, scoring=Scoring.FREE_TRIPLE)
        assert not ended(rules, 119, 31).match_over
        assert ended(rules, 119, 30).match_over

    def test_of_several_losers_the_nearest_decides(self) -> None:
        rules = replace(THREE, match_points=12)
        assert ended(rules, 119, 100, 10).table.standing == (2, 0, 0)
        assert ended(rules, 119, 10, 90).table.standing == (3, 0, 0)

    def test_it_goes_on_until_the_match_points(self) -> None:
        over = ended(Rules(match_points=3), 119, 100)
        assert (over.match_over, legal(over)) == (False, (NextGame(),))
        assert refused(over, Cut(0, 0)) is Reason.GAME_OVER
        assert ended(Rules(match_points=2), 119, 100).match_over

    def test_a_single_game_is_all(self) -> None:
        assert ended(Rules(), 119, 100).match_over

    def test_the_next_game_begins_at_nothing(self) -> None:
        over = ended(Rules(match_points=5), 119, 0)
        following = as_phase(Dealing, apply(over, NextGame()))
        assert following.table == Table(over.table.rules, dealt_by=1, deal=1, ledger=(), standing=(3, 0))

    def test_points_add_up_from_game_to_game(self) -> None:
        cutting = dealt_out(Rules(match_points=9), COUNTED, "JC", scores=(119, 100))
        later = replace(cutting, table=replace(cutting.table, standing=(1, 4)))
        assert apply(later, Cut(1, 0)).table.standing == (3, 4)

    def test_the_loser_deals_next(self) -> None:
        over = ended(Rules(match_points=5), 119, 0)
        assert apply(over, NextGame()).table.dealer == 1
        state = showing(Rules(match_points=5), *COUNTED, starter="5H", scores=(0, 120))
        assert apply(apply(state, Count()), NextGame()).table.dealer == 0

    @pytest.mark.parametrize(("seats", "sides"), ARRANGEMENTS)
    def test_the_seat_left_of_the_winner_deals_next(self, seats: int, sides: int) -> None:
        rules = Rules(seats=seats, sides=sides, match_points=5)
        assert apply(ended(rules, 119), NextGame()).table.dealer == 1

    def test_among_partners_the_seat_left_of_who_pegged_out(self) -> None:
        state: State = showing(
            replace(PAIRS, match_points=5), *COUNTED, "TS QD KS 8D", "TC JC KC 9C", starter="5H", scores=(0, 111)
        )
        assert apply(state, Count()).table.scores == (0, 120), "the second seat is one short"
        for action in (Count(), Count(), Count()):
            state = apply(state, action)
        assert as_phase(Over, state).seat == 3, "the fourth seat pegs out"
        assert apply(state, NextGame()).table.dealer == 0

    def test_after_a_draw_the_deal_passes_on(self) -> None:
        state: State = showing(Rules(match_points=5, deals=1), *COUNTED, starter="5H", crib=CRIB, scores=(0, 15))
        for action in (Count(), Count(), Count()):
            state = apply(state, action)
        over = as_phase(Over, state)
        assert apply(over, NextGame()).table.dealer == 1
        dealt_by_the_other = replace(over, table=replace(over.table, dealt_by=1))
        assert apply(dealt_by_the_other, NextGame()).table.dealer == 0

    def test_a_later_game_is_not_cut_for(self) -> None:
        state = start(TWO, dealer=1, standing=(2, 3))
        assert isinstance(state, Dealing)
        assert (state.table.dealer, state.table.deal, state.table.standing) == (1, 1, (2, 3))


FIFTEEN_POINTS = ("8C 9C TD QD", "4C 5S 6D JH")
"""With the starter 4H the second seat's hand is worth 15."""


def claiming(rules: Rules, *others: str, scores: Sequence[int] = ()) -> Counting:
    """The second seat is to count a hand worth 15."""
    return showing(rules, *FIFTEEN_POINTS, *others, starter="4H", scores=scores)


def counted_by_players(
    muggins: Muggins = Muggins.OFF,
    notice: Notice = Notice.AUTOMATIC,
    base: Rules = TWO,
    counting: Counted = Counted.SHOW,
) -> Rules:
    """Rules under which players count."""
    return replace(base, counting=counting, muggins=muggins, notice=notice)


class TestClaims:
    """The claimant scores the lesser of claim and truth."""

    @pytest.mark.parametrize("muggins", Muggins)
    def test_the_truth_is_itemised(self, muggins: Muggins) -> None:
        assert earned(claiming(counted_by_players(muggins)), Claim(1, 15)) == [
            "2: fifteen 5S JH: 2",
            "2: fifteen 4C 5S 6D: 2",
            "2: fifteen 4H 5S 6D: 2",
            "2: run 4C 5S 6D: 3",
            "2: run 4H 5S 6D: 3",
            "2: pair 4C 4H: 2",
            "2: nobs JH: 1",
        ]

    def test_too_few_without_muggins(self) -> None:
        state = claiming(counted_by_players())
        assert earned(state, Claim(1, 12)) == ["2: claim 4C 5S 6D JH: 12"]
        assert earned(state, Claim(1, 0)) == []

    def test_too_many_is_corrected_down(self) -> None:
        for muggins in (Muggins.OFF, Muggins.MISSED):
            state = claiming(counted_by_players(muggins))
            assert earned(state, Claim(1, 99)) == earned(state, Claim(1, 15))

    def test_missed_points_go_to_the_opponent(self) -> None:
        for muggins in (Muggins.MISSED, Muggins.MISSED_AND_EXCESS):
            assert earned(claiming(counted_by_players(muggins)), Claim(1, 12)) == [
                "2: claim 4C 5S 6D JH: 12",
                "1: muggins 4C 5S 6D JH: 3",
            ]

    def test_excess_goes_to_the_opponent_too(self) -> None:
        state = claiming(counted_by_players(Muggins.MISSED_AND_EXCESS))
        assert earned(state, Claim(1, 17))[-1] == "1: muggins 4C 5S 6D JH: 2"
        assert apply(state, Claim(1, 17)).table.scores == (2, 15)

    def test_a_hand_of_nothing(self) -> None:
        rules = counted_by_players(Muggins.MISSED_AND_EXCESS)
        state = showing(rules, "2C 3C 4C 8D", "6C QD TH 8C", starter="KH")
        assert earned(state, Claim(1, 0)) == []
        assert earned(state, Claim(1, 4)) == ["1: muggins 6C 8C TH QD: 4"]

    def test_to_more_than_two_sides_they_are_dealt_out_one_by_one_from_the_left(self) -> None:
        state = claiming(counted_by_players(Muggins.MISSED, base=THREE), "2H 3S 7H KH")
        assert apply(state, Claim(1, 10)).table.scores == (2, 10, 3)
        assert earned(state, Claim(1, 12)) == [
            "2: claim 4C 5S 6D JH: 12",
            "3: muggins 4C 5S 6D JH: 1",
            "1: muggins 4C 5S 6D JH: 1",
            "3: muggins 4C 5S 6D JH: 1",
        ]

    def test_each_side_gets_them_once_round(self) -> None:
        rules = counted_by_players(Muggins.MISSED, base=Rules(seats=6, sides=3))
        hands = (
            "8C 9C TD QD 2C",
            "4C 5S 6D JH KD",
            "2H 2S 2D 3C 3H",
            "7C 7D 7H 7S 8D",
            "9D 9H 9S TH TC",
            "AC AD AH AS QS",
        )
        state = showing(rules, *hands, starter="4H", scores=())
        assert [line for line in earned(state, Claim(1, 10)) if "muggins" in line] == [
            f"{seat}: muggins 4C 5S 6D JH KD: 1" for seat in (3, 4, 3, 4, 3, 4, 3)
        ]

    def test_partners_give_theirs_to_the_other_side(self) -> None:
        state = claiming(counted_by_players(Muggins.MISSED, base=PAIRS), "2H 3S 7H KH", "2D 3D 7D KD")
        assert earned(state, Claim(1, 12))[-1] == "3: muggins 4C 5S 6D JH: 3"

    def test_dealing_out_stops_at_the_target(self) -> None:
        rules = counted_by_players(Muggins.MISSED, base=THREE)
        state = claiming(rules, "2H 3S 7H KH", scores=(120, 0, 119))
        over = as_phase(Over, apply(state, Claim(1, 0)))
        assert (over.winner, over.table.scores) == (0, (121, 0, 120))

    @pytest.mark.parametrize("points", [-1, 100])
    def test_a_claim_has_a_range(self, points: int) -> None:
        assert refused(claiming(counted_by_players()), Claim(1, points)) is Reason.CLAIM_RANGE

    def test_every_claim_from_0_to_99_is_heard(self) -> None:
        state = claiming(counted_by_players())
        assert legal(state) == tuple(Claim(1, points) for points in range(100))


class TestCalled:
    """An opponent must notice and say the true number."""

    MISSED = counted_by_players(Muggins.MISSED, Notice.CALLED)
    EXCESS = counted_by_players(Muggins.MISSED_AND_EXCESS, Notice.CALLED)

    def four(self) -> State:
        """Two pairs; the second seat has claimed 12 for a hand worth 15."""
        state = claiming(replace(self.MISSED, seats=4), "2H 3S 7H KH", "2D 3D 7D KD")
        return apply(state, Claim(1, 12))

    def test_nothing_is_given_before_the_opponent_answers(self) -> None:
        state = apply(claiming(self.MISSED), Claim(1, 12))
        assert waited_for(state) == (0,)
        assert state.table.scores == (0, 0)
        assert refused(state, Claim(1, 15)) is Reason.WRONG_PHASE

    def test_a_right_call_takes_the_missed_points(self) -> None:
        state = apply(claiming(self.MISSED), Claim(1, 12))
        assert earned(state, Call(0, 15)) == ["2: claim 4C 5S 6D JH: 12", "1: muggins 4C 5S 6D JH: 3"]

    @pytest.mark.parametrize("answer", [Pass(0), Call(0, 14), Call(0, 12), Call(0, 0), Call(0, 99)])
    def test_a_pass_or_a_wrong_call_changes_nothing(self, answer: Action) -> None:
        state = apply(claiming(self.MISSED), Claim(1, 12))
        assert earned(state, answer) == ["2: claim 4C 5S 6D JH: 12"]

    @pytest.mark.parametrize("answer", [Pass(0), Call(0, 15), Call(0, 17)])
    def test_nobody_can_take_from_a_true_claim(self, answer: Action) -> None:
        for rules in (self.MISSED, self.EXCESS):
            state = claiming(rules)
            assert apply(apply(state, Claim(1, 15)), answer).table.scores == (0, 15)

    def test_excess_is_corrected_even_if_nobody_calls(self) -> None:
        state = apply(claiming(self.EXCESS), Claim(1, 17))
        assert apply(state, Pass(0)).table.scores == (0, 15)
        assert apply(state, Call(0, 15)).table.scores == (2, 15)

    def test_excess_called_costs_nothing_more_where_only_missed_points_go(self) -> None:
        state = apply(claiming(self.MISSED), Claim(1, 17))
        assert apply(state, Call(0, 15)).table.scores == (0, 15)

    def test_opponents_answer_in_turn_and_partners_never(self) -> None:
        state = self.four()
        assert waited_for(state) == (2,)
        assert refused(state, Call(0, 15)) is Reason.NOT_YOUR_TURN
        assert refused(state, Call(3, 15)) is Reason.NOT_YOUR_TURN
        assert refused(state, Pass(1)) is Reason.NOT_YOUR_TURN
        assert waited_for(apply(state, Pass(2))) == (0,)
        assert waited_for(apply(apply(state, Pass(2)), Pass(0))) == (2,), "the next counts"

    def test_the_first_who_calls_right_takes_them(self) -> None:
        assert earned(self.four(), Call(2, 15))[-1] == "3: muggins 4C 5S 6D JH: 3"
        assert earned(self.four(), Call(2, 14)) == []
        assert earned(self.four(), Call(2, 14), Call(0, 15))[-1] == "1: muggins 4C 5S 6D JH: 3"
        assert earned(self.four(), Pass(2), Call(0, 14)) == ["2: claim 4C 5S 6D JH: 12"]

    def test_with_three_sides_one_takes_all(self) -> None:
        state = apply(claiming(replace(self.MISSED, seats=3, sides=3), "2H 3S 7H KH"), Claim(1, 10))
        assert waited_for(state) == (2,)
        assert apply(apply(state, Pass(2)), Call(0, 15)).table.scores == (5, 10, 0)
        assert apply(state, Call(2, 15)).table.scores == (0, 10, 5)

    @pytest.mark.parametrize("points", [-1, 100])
    def test_a_call_has_a_range(self, points: int) -> None:
        assert refused(apply(claiming(self.MISSED), Claim(1, 12)), Call(0, points)) is Reason.CLAIM_RANGE

    def test_the_claimant_wins_before_muggins_is_paid(self) -> None:
        state = apply(claiming(self.MISSED, scores=(120, 115)), Claim(1, 12))
        over = as_phase(Over, apply(state, Call(0, 15)))
        assert (over.winner, over.table.scores) == (1, (120, 127))

    def test_an_open_claim_has_not_won_yet(self) -> None:
        assert isinstance(apply(claiming(self.MISSED, scores=(0, 120)), Claim(1, 15)), Counting)


class TestPlayCounted:
    """The play's points are claimed too."""

    ALL = counted_by_players(counting=Counted.ALL)
    MISSED = counted_by_players(Muggins.MISSED, counting=Counted.ALL)
    CALLED = counted_by_players(Muggins.MISSED, Notice.CALLED, counting=Counted.ALL)
    HANDS = ("5S 4S 2S 6H", "6D JH 4H 7C")

    def test_a_play_needs_a_claim(self) -> None:
        state = pegging(self.ALL, *self.HANDS)
        assert refused(state, Play(1, card("JH"))) is Reason.CLAIM_NEEDED
        assert refused(state, Play(1, card("JH"), -1)) is Reason.CLAIM_RANGE
        assert refused(state, Play(1, card("JH"), 100)) is Reason.CLAIM_RANGE

    @pytest.mark.parametrize("rules", [TWO, counted_by_players(Muggins.MISSED, Notice.CALLED)])
    def test_elsewhere_none_is_asked_for(self, rules: Rules) -> None:
        assert refused(pegging(rules, *self.HANDS), Play(1, card("JH"), 0)) is Reason.CLAIM_NOT_ASKED

    def test_a_true_claim_is_itemised(self) -> None:
        assert gained(pegging(self.ALL, *self.HANDS), "JH=0 5S=2") == ["1: fifteen JH 5S: 2"]

    def test_the_lesser_of_claim_and_truth(self) -> None:
        state = pegging(self.ALL, *self.HANDS)
        assert gained(state, "JH=0 5S=0") == []
        assert gained(state, "JH=0 5S=1") == ["1: claim 5S: 1"]
        assert gained(state, "JH=5 5S=9") == ["1: fifteen JH 5S: 2"]

    def test_muggins_in_the_play(self) -> None:
        state = pegging(self.MISSED, *self.HANDS)
        assert gained(state, "JH=0 5S=0") == ["2: muggins 5S: 2"]

    def test_31_is_claimed(self) -> None:
        state = pegging(self.MISSED, *self.HANDS)
        assert gained(state, "JH=0 5S=2 6D=0 6H=2 4H=0")[-1] == "1: muggins 4H: 2"

    def test_the_last_card_is_claimed(self) -> None:
        state = play(pegging(self.MISSED, *self.HANDS), "JH=0 5S=2 6D=0 6H=2 4H=2 4S=0 7C=0")
        assert gained(state, "2S=1") == ["1: last 2S: 1"]
        assert gained(state, "2S=0") == ["2: muggins 2S: 1"]

    def test_a_go_is_the_table_s_to_give(self) -> None:
        state = pegging(self.MISSED, "KH QC 2C 3C", "KD QD JD 9D")
        assert gained(state, "KD=0 KH=2 QD=0 go")[-1] == "2: go QD: 1"

    def test_opponents_answer_before_the_play_goes_on(self) -> None:
        state = play(pegging(self.CALLED, *self.HANDS), "JH=0")
        assert waited_for(state) == (0,)
        assert refused(state, Play(0, card("5S"), 2)) is Reason.WRONG_PHASE
        state = apply(state, Pass(0))
        state = play(state, "5S=0")
        assert waited_for(state) == (1,)
        assert earned(state, Call(1, 2)) == ["2: muggins 5S: 2"]
        assert earned(state, Call(1, 1)) == []
        assert waited_for(apply(state, Call(1, 2))) == (1,)


class TestCountClock:
    """Out of time half of the points are lost, rounded down, to the opponents."""

    CLOCK = replace(counted_by_players(), count_clock=30)

    def test_of_fifteen_eight_are_kept(self) -> None:
        assert earned(claiming(self.CLOCK), TimeOut(1)) == [
            "2: claim 4C 5S 6D JH: 8",
            "1: time 4C 5S 6D JH: 7",
        ]

    def test_of_twelve_six_are_kept(self) -> None:
        state = showing(self.CLOCK, *reversed(COUNTED), starter="5H")
        assert apply(state, TimeOut(1)).table.scores == (6, 6)

    def test_of_one_all_is_kept(self) -> None:
        state = showing(self.CLOCK, "2C 3C 4C 8D", "2S 6C TH JH", starter="8H")
        assert earned(state, TimeOut(1)) == ["2: claim 2S 6C TH JH: 1"]

    def test_of_nothing_nothing_is_lost(self) -> None:
        state = showing(self.CLOCK, "2C 3C 4C 8D", "6C QD TH 8C", starter="KH")
        assert earned(state, TimeOut(1)) == []
        assert waited_for(apply(state, TimeOut(1))) == (0,)

    def test_to_more_than_two_sides_it_is_dealt_out(self) -> None:
        state = claiming(replace(self.CLOCK, seats=3, sides=3), "2H 3S 7H KH")
        assert apply(state, TimeOut(1)).table.scores == (3, 8, 4)

    def test_who_reaches_the_target_with_the_rest_pays_nothing(self) -> None:
        state = claiming(self.CLOCK, scores=(120, 113))
        over = as_phase(Over, apply(state, TimeOut(1)))
        assert (over.winner, over.table.scores) == (1, (120, 121))

    def test_without_a_clock_nobody_is_late(self) -> None:
        assert refused(claiming(counted_by_players()), TimeOut(1)) is Reason.NO_CLOCK
        assert refused(claiming(replace(counted_by_players(), play_clock=30)), TimeOut(1)) is Reason.NO_CLOCK

    def test_only_the_claimant_s_clock_runs(self) -> None:
        assert refused(claiming(self.CLOCK), TimeOut(0)) is Reason.NOT_YOUR_TURN
        rules = replace(self.CLOCK, muggins=Muggins.MISSED, notice=Notice.CALLED)
        assert refused(apply(claiming(rules), Claim(1, 12)), TimeOut(0)) is Reason.WRONG_PHASE


class TestPlayClock:
    """Out of time costs two points, and the card must still be played."""

    CLOCK = Rules(play_clock=30)

    def late(self, *scores: int) -> State:
        """The second seat has run out of time."""
        return apply(pegging(self.CLOCK, *COUNTED, scores=scores), TimeOut(1))

    def test_it_costs_two(self) -> None:
        assert earned(pegging(self.CLOCK, *COUNTED, scores=(9, 9)), TimeOut(1)) == ["2: time: -2"]
        assert self.late(9, 9).table.scores == (9, 7)

    @pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
    def test_never_below_nothing(self, before: int, after: int) -> None:
        assert self.late(9, before).table.scores == (9, after)

    def test_the_side_pays(self) -> None:
        rules = replace(PAIRS, play_clock=30)
        state = pegging(rules, *COUNTED, "TS QD KS 8D", "TC JC 8C 9C", scores=(9, 0))
        assert apply(play(state, "JH TS TC"), TimeOut(0)).table.scores == (7, 2)

    def test_the_card_must_still_be_played(self) -> None:
        state = self.late(9, 9)
        assert waited_for(state) == (1,)
        assert gained(state, "JH 5S") == ["1: fifteen JH 5S: 2"]

    def test_once_a_turn(self) -> None:
        state = self.late(9, 9)
        assert refused(state, TimeOut(1)) is Reason.ALREADY_LATE
        assert earned(play(state, "JH"), TimeOut(0)) == ["1: time: -2"]
        assert earned(play(state, "JH 5S"), TimeOut(1)) == ["2: time: -2"]

    def test_even_at_nothing_it_is_once_a_turn(self) -> None:
        assert refused(self.late(0, 0), TimeOut(1)) is Reason.ALREADY_LATE

    def test_only_who_has_the_turn_can_be_late(self) -> None:
        assert refused(pegging(self.CLOCK, *COUNTED), TimeOut(0)) is Reason.NOT_YOUR_TURN

    def test_without_a_clock_nobody_is_late(self) -> None:
        assert refused(pegging(TWO, *COUNTED), TimeOut(1)) is Reason.NO_CLOCK
        assert refused(pegging(replace(counted_by_players(), count_clock=30), *COUNTED), TimeOut(1)) is Reason.NO_CLOCK

    def test_discarding_and_cutting_are_never_timed(self) -> None:
        cutting = dealt_out(self.CLOCK, COUNTED, "9H")
        discarding = apply(Dealing(table(self.CLOCK)), BY_RANK)
        for state in (cutting, discarding, apply(start(self.CLOCK), BY_RANK)):
            assert refused(state, TimeOut(waited_for(state)[0])) is Reason.WRONG_PHASE


def leaves(state: State) -> int:
    """How many complete sequences of plays there are."""
    if not isinstance(state, Pegging):
        return 1
    return sum(leaves(apply(state, action)) for action in legal(state))


class TestPeggingTrees:
    """All ways to play two hands, against counts made elsewhere. A forced go does not multiply them."""

    @pytest.mark.parametrize(
        ("dealer", "pone", "sequences"),
        [
            ("AC AD AH AS", "2C 2D 2H 2S", 576),
            ("2C 2D 2H 2S", "AC AD AH AS", 576),
            ("KC KD KH KS", "QC QD QH QS", 576),
            ("5S 4S 2S 6H", "6D JH 4H 7C", 416),
            ("5C 5D 5H JS", "TC JC QC KC", 432),
        ],
    )
    def test_number_of_complete_sequences(self, dealer: str, pone: str, sequences: int) -> None:
        assert leaves(pegging(Rules(target=999), dealer, pone, starter="9D")) == sequences


class TestRefusedByPhase:
    """What belongs to another phase."""

    def test_shuffling(self) -> None:
        shuffled = apply(start(TWO), BY_RANK)
        assert refused(shuffled, BY_RANK) is Reason.WRONG_PHASE
        assert refused(dealt_out(TWO, COUNTED, "9H"), BY_RANK) is Reason.WRONG_PHASE

    def test_counting_in_the_play(self) -> None:
        state = pegging(TWO, *COUNTED)
        for action in (Count(), Claim(1, 2), Call(0, 2), Pass(0), NextGame(), Cut(1, 0)):
            assert refused(state, action) is Reason.WRONG_PHASE

    def test_playing_in_the_show(self) -> None:
        state = showing(TWO, *COUNTED, starter="5H")
        for action in (Play(1, card("JH")), Go(1), NextGame(), Cut(1, 0), Discard(1, ())):
            assert refused(state, action) is Reason.WRONG_PHASE

    def test_a_refused_action_leaves_the_state(self) -> None:
        state = pegging(TWO, *COUNTED)
        copy = replace(state)
        refused(state, Play(1, card("5S")))
        assert state == copy


class TestScored:
    """What an action between two states gave."""

    def test_the_new_lines_of_the_ledger(self) -> None:
        before = play(pegging(TWO, *COUNTED, scores=(9, 9)), "JH")
        after = play(before, "5S")
        assert [(pegged.seat, pegged.score.points) for pegged in scored(before, after)] == [(0, 2)]

    def test_a_new_game_gives_nothing(self) -> None:
        over = ended(Rules(match_points=5), 119, 0)
        assert scored(over, apply(over, NextGame())) == ()

    def test_the_last_lines_of_a_game(self) -> None:
        before = dealt_out(TWO, COUNTED, "JC", scores=(119, 0))
        assert len(scored(before, apply(before, Cut(1, 0)))) == 1
