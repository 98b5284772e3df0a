"""What a seat, or an onlooker, sees. That nobody sees a foreign card is shown by the random games."""

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
    Over,
    Pass,
    Pegging,
    Play,
    Shuffle,
    State,
    TimeOut,
    apply,
    start,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import show
from game.engine.view import Phase, Shown, see
from tests.strategies import as_phase, dealt_out, play, played_out, table, turned

TWO = Rules()
HANDS = ("5S 4S 2S 6H", "6D JH 4H 7C")
CRIB = "AC AD 9H 9C"


def pegging(rules: Rules = TWO) -> Pegging:
    """The play about to begin; the first seat has dealt."""
    return turned(dealt_out(rules, HANDS, "5H", crib=CRIB))


def counting() -> Counting:
    """The show about to begin."""
    return as_phase(Counting, played_out(pegging()))


class TestBeforeThePlay:
    """Cut for deal, deal, discard and cut."""

    def test_cards_cut_for_the_deal_lie_open(self) -> None:
        state = apply(apply(start(TWO), Shuffle(PACK)), Cut(0, 20))
        for seat in (None, 0, 1):
            view = see(state, seat)
            assert view.phase is Phase.CUTTING_FOR_DEAL
            assert view.cuts == ((Cut(0, 20), Card.parse("6C")),)
            assert (view.dealer, view.waited_for) == (None, (1,))

    def test_the_pack_is_hidden(self) -> None:
        assert see(apply(start(TWO), Shuffle(PACK)), 0).legal == tuple(Cut(0, place) for place in range(52))

    def test_before_the_deal_there_is_nothing_to_see(self) -> None:
        view = see(Dealing(table(TWO, scores=(12, 7))), 0)
        assert (view.phase, view.dealer, view.scores, view.hand) == (Phase.DEALING, 0, (12, 7), ())

    def test_a_seat_sees_its_own_hand(self) -> None:
        state = as_phase(Discarding, apply(Dealing(table(TWO)), Shuffle(PACK)))
        view = see(state, 1)
        assert (view.phase, view.held) == (Phase.DISCARDING, (6, 6))
        assert text_of(view.hand) == "AC AH 2C 2H 3C 3H"
        assert see(state, None).hand == ()

    def test_and_what_it_discarded_itself(self) -> None:
        state = apply(Dealing(table(TWO)), Shuffle(PACK))
        state = apply(state, Discard(1, parse_cards("AC 3H")))
        assert text_of(see(state, 1).away) == "AC 3H"
        assert (see(state, 0).away, see(state, None).away) == ((), ())
        assert see(state, 0).held == (6, 4), "that the other has discarded is seen"

    def test_each_discards_its_own(self) -> None:
        state = apply(Dealing(table(TWO)), Shuffle(PACK))
        for seat in (0, 1):
            assert {action.seat for action in see(state, seat).legal if isinstance(action, Discard)} == {seat}
            assert len(see(state, seat).legal) == 15

    def test_the_starter_is_hidden_before_the_cut(self) -> None:
        state = dealt_out(TWO, HANDS, "5H")
        assert as_phase(Cutting, state).rest[0] == Card.parse("5H")
        assert all(see(state, seat).starter is None for seat in (None, 0, 1))


class TestPlay:
    """The play."""

    def test_what_lies_open(self) -> None:
        state = play(pegging(), "JH 5S 6D")
        for seat in (None, 0, 1):
            view = see(state, seat)
            assert (view.phase, view.starter, view.count) == (Phase.PEGGING, Card.parse("5H"), 21)
            assert text_of(view.series) == "JH 5S 6D"
            assert [play.seat for play in view.plays] == [1, 0, 1]
            assert (view.held, view.scores, view.waited_for) == ((3, 2), (2, 0), (0,))

    def test_the_own_hand_without_what_was_played(self) -> None:
        state = play(pegging(), "JH 5S 6D")
        assert text_of(see(state, 0).hand) == "2S 4S 6H"
        assert text_of(see(state, 1).hand) == "4H 7C"
        assert see(state, None).hand == ()

    def test_earlier_series_stay_in_the_plays_only(self) -> None:
        view = see(play(pegging(), "JH 5S 6D 6H 4H 4S"), 0)
        assert (text_of(view.series), view.count, len(view.plays)) == ("4S", 4, 6)

    def test_who_has_said_go(self) -> None:
        state = turned(dealt_out(TWO, ("KH QC TC 9C", "KD 4D 3D 2D"), "5H"))
        assert see(play(state, "KD KH 4D go"), 1).gone == (0,)

    def test_each_seat_sees_its_own_actions_only(self) -> None:
        state = pegging(Rules(play_clock=30))
        assert set(see(state, 1).legal) == {TimeOut(1), *(Play(1, card) for card in parse_cards(HANDS[1]))}
        assert (see(state, 0).legal, see(state, None).legal) == ((), ())


class TestShow:
    """The show."""

    def test_the_hand_that_is_counted_lies_open(self) -> None:
        for seat in (None, 0, 1):
            view = see(counting(), seat)
            assert (view.phase, view.shown) == (Phase.COUNTING, ())
            assert view.counting == Shown(1, is_crib=False, cards=tuple(sorted(parse_cards(HANDS[1]))))

    def test_the_crib_comes_last(self) -> None:
        pone, dealer = (tuple(sorted(parse_cards(hand))) for hand in reversed(HANDS))
        state: State = counting()
        for _ in range(2):
            state = apply(state, Count())
        view = see(state, None)
        starter = as_phase(Counting, state).starter
        assert view.shown == (
            Shown(1, is_crib=False, cards=pone, scores=show(pone, starter)),
            Shown(0, is_crib=False, cards=dealer, scores=show(dealer, starter)),
        )
        assert view.counting == Shown(0, is_crib=True, cards=tuple(sorted(parse_cards(CRIB))))

    def test_an_open_claim_is_its_number_and_not_its_worth(self) -> None:
        rules = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
        before = as_phase(Counting, played_out(pegging(rules)))
        view = see(apply(before, Claim(1, 7)), 0)
        calls: tuple[Action, ...] = tuple(Call(0, points) for points in range(100))
        assert (view.claim, view.waited_for) == ((1, 7), (0,))
        assert view.legal == (Pass(0), *calls)
        assert (view.ledger, view.scores) == (before.table.ledger, before.table.scores)


class TestEnd:
    """The end of a game."""

    @pytest.mark.parametrize("seat", [None, 0, 1])
    def test_the_table_stays_as_it_stood(self, seat: int | None) -> None:
        state = replace(counting(), table=table(TWO, scores=(0, 112)))
        over = as_phase(Over, apply(state, Count()))
        view = see(over, seat)
        assert (view.phase, view.winner, view.scores) == (Phase.OVER, 1, (0, 121))
        assert [text_of(shown.cards) for shown in view.shown] == ["4H 6D 7C JH"]
        assert view.counting is None, "nothing after it is counted"

    def test_the_crib_stays_hidden_when_the_last_hand_wins(self) -> None:
        state = replace(counting(), table=table(TWO, scores=(110, 0)), counted=1)
        view = see(as_phase(Over, apply(state, Count())), 1)
        assert [shown.is_crib for shown in view.shown] == [False, False]
        assert view.counting is None

    def test_hands_not_played_out_stay_hidden(self) -> None:
        state = replace(pegging(), table=table(TWO, scores=(119, 0)))
        view = see(play(state, "JH 5S"), None)
        assert (view.winner, view.hand, view.held, view.shown) == (0, (), (3, 3), ())
