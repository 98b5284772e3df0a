"""Cards and their text forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PACK, Card, CardError, CardReason, Suit, parse_cards, text_of
from tests.strategies import cards, packs

FIVE = Card(5, Suit.HEARTS)
TEN = Card(10, Suit.CLUBS)


class TestOneCard:
    """A card is rank then suit: "5H", "TC"."""

    @pytest.mark.parametrize(
        ("text", "card"),
        [
            ("AC", Card(1, Suit.CLUBS)),
            ("2D", Card(2, Suit.DIAMONDS)),
            ("9S", Card(9, Suit.SPADES)),
            ("TC", TEN),
            ("JH", Card(11, Suit.HEARTS)),
            ("QD", Card(12, Suit.DIAMONDS)),
            ("KS", Card(13, Suit.SPADES)),
        ],
    )
    def test_it_is_read_and_written(self, text: str, card: Card) -> None:
        assert Card.parse(text) == card
        assert str(card) == text

    @pytest.mark.parametrize("text", ["10C", "10c", "tc", "Tc", "tC", " TC ", "T♣", "10♣", "t♧", "10♣\ufe0f", "TC\n"])
    def test_the_ten_is_written_in_many_ways(self, text: str) -> None:
        assert Card.parse(text) == TEN

    @pytest.mark.parametrize(
        ("sign", "suit"),
        [
            ("♣", Suit.CLUBS),
            ("♦", Suit.DIAMONDS),
            ("♥", Suit.HEARTS),
            ("♠", Suit.SPADES),
            ("♧", Suit.CLUBS),
            ("♢", Suit.DIAMONDS),
            ("♡", Suit.HEARTS),
            ("♤", Suit.SPADES),
        ],
    )
    @pytest.mark.parametrize("variation", ["", "\ufe0f"])
    def test_signs_stand_for_suits(self, sign: str, suit: Suit, variation: str) -> None:
        assert Card.parse(f"5{sign}{variation}") == Card(5, suit)

    @pytest.mark.parametrize(
        "text", ["", "5", "H", "H5", "1C", "0C", "11C", "100C", "5X", "5HH", "55H", "5 H", "XX", "JOKER", "5♥♥", "♥5"]
    )
    def test_anything_else_is_no_card(self, text: str) -> None:
        with pytest.raises(CardError) as caught:
            Card.parse(text)
        assert (caught.value.reason, caught.value.part) == (CardReason.NOT_A_CARD, text)

    def test_values(self) -> None:
        values = [Card.parse(f"{rank}H").value for rank in "A23456789TJQK"]
        assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]

    @given(cards)
    def test_reading_is_the_inverse_of_writing(self, card: Card) -> None:
        assert Card.parse(str(card)) == Card.parse(str(card).lower()) == card


class TestSeveralCards:
    """Cards stand with spaces, commas, semicolons or bars between them."""

    @pytest.mark.parametrize(
        "text", ["5H TC", "5H,TC", "5h, 10c", " 5♥️ ; T♣ ", "5H | TC", "5H\tTC", ",5H,,TC,", "5H\nTC"]
    )
    def test_they_are_read_however_they_are_set_apart(self, text: str) -> None:
        assert parse_cards(text) == (FIVE, TEN)

    def test_they_keep_their_order(self) -> None:
        assert parse_cards("TC 5H") == (TEN, FIVE)

    @pytest.mark.parametrize("text", ["", "   ", ",", " | "])
    def test_nothing_is_no_cards(self, text: str) -> None:
        assert parse_cards(text) == ()

    @pytest.mark.parametrize(
        ("text", "part"),
        [("5H 5X 6D", "5X"), ("5H 6D Z", "Z"), ("4C 11D", "11D"), ("4C5D", "4C5D"), ("4c, 5♥6", "5♥6")],
    )
    def test_the_part_that_is_no_card_is_named_as_it_was_written(self, text: str, part: str) -> None:
        with pytest.raises(CardError, match=part) as caught:
            parse_cards(text)
        assert (caught.value.reason, caught.value.part) == (CardReason.NOT_A_CARD, part)

    @pytest.mark.parametrize(
        ("text", "part"), [("5H 6D 5H", "5H"), ("TC 10♣", "TC"), ("as AS 2D 2D", "AS"), ("5h 5♥️", "5H")]
    )
    def test_the_card_that_is_there_twice_is_named(self, text: str, part: str) -> None:
        with pytest.raises(CardError, match=part) as caught:
            parse_cards(text)
        assert (caught.value.reason, caught.value.part) == (CardReason.TWICE, part)

    def test_a_long_part_is_quoted_shortly(self) -> None:
        with pytest.raises(CardError) as caught:
            parse_cards("5H " + "x" * 10_000)
        assert caught.value.part == "x" * 20

    @given(st.integers(0, 52).flatmap(packs))
    def test_reading_is_the_inverse_of_writing(self, some: tuple[Card, ...]) -> None:
        assert parse_cards(text_of(some)) == some

    @given(st.text() | st.text(st.sampled_from("A5t10QkcDH♠️♥ ,|x")))
    def test_any_text_is_cards_or_a_card_error(self, text: str) -> None:
        try:
            read = parse_cards(text)
        except CardError as error:
            read = ()
            part = error.part
        else:
            part = "none"
        assert part
        assert set(read) <= set(PACK)


class TestPack:
    """The 52 cards, and their numbers."""

    def test_it_is_52_different_cards_of_13_ranks_and_4_suits(self) -> None:
        assert len(set(PACK)) == len(PACK) == 52
        assert {str(card) for card in PACK} == {rank + suit for rank in "A23456789TJQK" for suit in "CDHS"}

    def test_a_number_is_the_place_in_the_pack(self) -> None:
        assert [card.number for card in PACK] == list(range(52))
        assert [PACK[card.number] for card in PACK] == list(PACK)

    def test_it_is_sorted_by_rank_then_suit(self) -> None:
        assert list(PACK) == sorted(PACK)
        assert text_of(PACK[:5]) == "AC AD AH AS 2C"
