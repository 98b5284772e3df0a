"""What cards are worth at the show and in the play, item by item and against a second, slow count."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PACK, Card, Suit, parse_cards
from game.engine.scoring import Kind, combine, count_of, distribution, heels, peg, points, show, total
from tests.engine import naive
from tests.full import PROOF, few
from tests.strategies import hand_and_starter, hands, told

SPOKEN = ("fifteen", "run", "pair", "flush", "nobs")
"""The order of counting aloud."""
DRAWN = 5000 if PROOF.full else 1500
"""Hands that are counted a second time."""


def count(text: str, *, crib: bool = False) -> list[str]:
    """Every item of a hand written "4C 5S 6D JH | 4H"."""
    return told(show(*hand_and_starter(text), crib=crib))


def worth(text: str, *, crib: bool = False) -> int:
    """The points of such a hand."""
    return total(show(*hand_and_starter(text), crib=crib))


def combined(text: str) -> list[str]:
    """What is said at the show, each with its points: "double run 4C 4H 5S 6D: 8"."""
    spoken = combine(show(*hand_and_starter(text)))
    return [f"{said.name} {' '.join(map(str, said.cards))}: {said.points}" for said in spoken]


def pegs(text: str) -> list[str]:
    """Every item that the last card of a series scores."""
    return told(peg(parse_cards(text)))


class TestWorkedExamples:
    """The hands that the rules work out."""

    def test_a_double_run_with_nobs_is_15(self) -> None:
        assert count("4C 5S 6D JH | 4H") == [
            "fifteen 5S JH: 2",
            "fifteen 4C 5S 6D: 2",
            "fifteen 4H 5S 6D: 2",
            "run 4C 5S 6D: 3",
            "run 4H 5S 6D: 3",
            "pair 4C 4H: 2",
            "nobs JH: 1",
        ]
        assert worth("4C 5S 6D JH | 4H") == 15

    def test_a_double_run_of_four_with_three_fifteens_is_16(self) -> None:
        assert count("6C 7S 8D 8H | 9S") == [
            "fifteen 6C 9S: 2",
            "fifteen 7S 8D: 2",
            "fifteen 7S 8H: 2",
            "run 6C 7S 8D 9S: 4",
            "run 6C 7S 8H 9S: 4",
            "pair 8D 8H: 2",
        ]
        assert worth("6C 7S 8D 8H | 9S") == 16

    def test_the_best_hand_is_29(self) -> None:
        assert count("5C 5D 5S JH | 5H") == [
            "fifteen 5C JH: 2",
            "fifteen 5D JH: 2",
            "fifteen 5H JH: 2",
            "fifteen 5S JH: 2",
            "fifteen 5C 5D 5H: 2",
            "fifteen 5C 5D 5S: 2",
            "fifteen 5C 5H 5S: 2",
            "fifteen 5D 5H 5S: 2",
            "pair 5C 5D: 2",
            "pair 5C 5H: 2",
            "pair 5C 5S: 2",
            "pair 5D 5H: 2",
            "pair 5D 5S: 2",
            "pair 5H 5S: 2",
            "nobs JH: 1",
        ]
        assert worth("5C 5D 5S JH | 5H") == 29

    def test_without_the_right_jack_it_is_28(self) -> None:
        assert worth("5C 5D 5S JC | 5H") == 28
        assert worth("5C 5D 5S 5H | JH") == 28


class TestHandsPeopleGetWrong:
    """Small traps."""

    def test_8_7_6_a_a_is_13(self) -> None:
        assert count("8C 7D 6H AS | AC") == [
            "fifteen 7D 8C: 2",
            "fifteen AC 6H 8C: 2",
            "fifteen AS 6H 8C: 2",
            "fifteen AC AS 6H 7D: 2",
            "run 6H 7D 8C: 3",
            "pair AC AS: 2",
        ]
        assert worth("8C 7D 6H AS | AC") == 13

    def test_8_7_6_2_2_is_11(self) -> None:
        assert count("8C 7D 6H 2S | 2C") == [
            "fifteen 7D 8C: 2",
            "fifteen 2C 6H 7D: 2",
            "fifteen 2S 6H 7D: 2",
            "run 6H 7D 8C: 3",
            "pair 2C 2S: 2",
        ]
        assert worth("8C 7D 6H 2S | 2C") == 11

    def test_five_cards_that_make_one_fifteen(self) -> None:
        assert count("AC 2D 3H 4S | 5C") == ["fifteen AC 2D 3H 4S 5C: 2", "run AC 2D 3H 4S 5C: 5"]

    def test_three_of_a_kind_are_three_pairs(self) -> None:
        assert count("9C 9D 9H KS | 2C") == ["pair 9C 9D: 2", "pair 9C 9H: 2", "pair 9D 9H: 2"]

    def test_king_and_ace_do_not_meet(self) -> None:
        assert count("QC KD AH 2S | 7C") == []

    def test_courts_of_equal_value_are_no_pair(self) -> None:
        assert count("TC JD KH 2S | 8C") == []

    def test_a_second_run_is_counted_too(self) -> None:
        assert count("TC JD QH QS | 2C") == ["run TC JD QH: 3", "run TC JD QS: 3", "pair QH QS: 2"]


class TestFlush:
    """All cards of the hand of one suit."""

    def test_four_of_the_hand(self) -> None:
        assert count("2H 6H TH KH | 8C") == ["flush 2H 6H TH KH: 4"]

    def test_the_starter_makes_it_five(self) -> None:
        assert count("2H 6H TH KH | 8H") == ["flush 2H 6H 8H TH KH: 5"]

    def test_the_lowest_card_may_be_the_starter(self) -> None:
        assert count("4H 6H TH KH | 2C") == ["flush 4H 6H TH KH: 4"]

    def test_three_of_the_hand_and_the_starter_are_none(self) -> None:
        assert count("2H 6H TH KC | 8H") == []

    def test_a_flush_of_four_in_the_crib_is_none(self) -> None:
        assert count("2H 6H TH KH | 8C", crib=True) == []

    def test_a_flush_of_five_in_the_crib(self) -> None:
        assert count("2H 6H TH KH | 8H", crib=True) == ["flush 2H 6H 8H TH KH: 5"]

    def test_a_hand_of_five(self) -> None:
        assert count("2H 4H 6H TH KH | 6C") == ["pair 6C 6H: 2", "flush 2H 4H 6H TH KH: 5"]
        assert count("2H 4H 6H TH KH | 8H") == ["flush 2H 4H 6H 8H TH KH: 6"]
        assert count("2H 4H 6H TH KC | 8H") == []

    def test_a_crib_of_five(self) -> None:
        assert count("2H 4H 6H TH KH | 8C", crib=True) == []
        assert count("2H 4H 6H TH KH | 8H", crib=True) == ["flush 2H 4H 6H 8H TH KH: 6"]


class TestJacks:
    """One for his nob, two for his heels."""

    def test_the_jack_of_the_starter_s_suit(self) -> None:
        assert count("2C 6H TH JD | 8D") == ["nobs JD: 1"]

    def test_in_the_crib_too(self) -> None:
        assert count("2C 6H TH JD | 8D", crib=True) == ["nobs JD: 1"]

    def test_a_jack_of_another_suit_is_nothing(self) -> None:
        assert count("2C 6H TH JS | 8D") == []

    def test_the_jack_that_was_turned_is_no_nob(self) -> None:
        assert count("2D 6H TH KD | JD") == []
        assert count("2C 6H TH JS | JD") == ["pair JD JS: 2"]

    def test_a_jack_turned_is_two_for_the_dealer(self) -> None:
        assert told(heels(Card.parse("JD"))) == ["heels JD: 2"]

    @pytest.mark.parametrize("rank", "A23456789TQK")
    def test_another_card_turned_is_nothing(self, rank: str) -> None:
        assert heels(Card.parse(f"{rank}D")) == ()


class TestCombined:
    """Scores as they are said in one breath."""

    def test_a_double_run_with_its_pair_is_8(self) -> None:
        assert combined("4C 5S 6D JH | 4H") == [
            "fifteen 5S JH: 2",
            "fifteen 4C 5S 6D: 2",
            "fifteen 4H 5S 6D: 2",
            "double run 4C 4H 5S 6D: 8",
            "nobs JH: 1",
        ]

    def test_a_double_run_of_four_is_10(self) -> None:
        assert combined("9C TS JD JH | QS") == ["double run 9C TS JD JH QS: 10"]

    def test_a_triple_run_is_15(self) -> None:
        assert combined("JC JS JD QH | KH") == ["triple run JC JD JS QH KH: 15"]

    def test_a_double_double_run_is_16(self) -> None:
        assert combined("JC JS QD QH | KC") == ["double-double run JC JS QD QH KC: 16", "nobs JC: 1"]

    def test_a_run_of_five(self) -> None:
        assert combined("8C 9S TD JH | QS") == ["run 8C 9S TD JH QS: 5"]

    def test_a_pair_beside_a_run(self) -> None:
        assert combined("TC JS QD 3H | 3D") == ["run TC JS QD: 3", "pair 3D 3H: 2"]

    def test_a_pair_royal_is_6(self) -> None:
        assert combined("9C 9D 9H KS | KC") == ["pair royal 9C 9D 9H: 6", "pair KC KS: 2"]

    def test_a_double_pair_royal_is_12(self) -> None:
        assert combined("9C 9D 9H 9S | KC") == ["double pair royal 9C 9D 9H 9S: 12"]

    def test_two_pairs_are_said_apart(self) -> None:
        assert combined("9C 9D KH KS | 3C") == ["pair 9C 9D: 2", "pair KH KS: 2"]

    def test_a_flush_comes_before_the_nob(self) -> None:
        assert combined("2D 8D JD QD | TD") == ["run TD JD QD: 3", "flush 2D 8D TD JD QD: 5", "nobs JD: 1"]

    def test_six_cards_can_hold_two_runs(self) -> None:
        assert [line for line in combined("AC 2D 3H TS JC | QD") if "run" in line] == [
            "run AC 2D 3H: 3",
            "run TS JC QD: 3",
        ]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("TC TD JH QS 2C | 2D", ["double run TC TD JH QS: 8", "pair 2C 2D: 2"]),
            ("TC TD TH JS QC | KD", ["triple run TC TD TH JS QC KD: 18"]),
            ("TC TD JH JS QC | KD", ["double-double run TC TD JH JS QC KD: 20"]),
            ("TC TD JH QS KC | 2D", ["double run TC TD JH QS KC: 10"]),
            ("8C 9D TH JS QC | KD", ["run 8C 9D TH JS QC KD: 6"]),
        ],
    )
    def test_named_runs_of_six_cards(self, text: str, said: list[str]) -> None:
        assert combined(text) == said

    def test_runs_of_six_cards_without_a_name_are_said_one_by_one(self) -> None:
        assert combined("JC JD JH QS QC | KD") == [
            "run JC QC KD: 3",
            "run JC QS KD: 3",
            "run JD QC KD: 3",
            "run JD QS KD: 3",
            "run JH QC KD: 3",
            "run JH QS KD: 3",
            "pair royal JC JD JH: 6",
            "pair QC QS: 2",
            "nobs JD: 1",
        ]
        assert [line for line in combined("JC JD JH JS QC | KD") if "run" not in line] == [
            "double pair royal JC JD JH JS: 12",
            "nobs JD: 1",
        ]

    @given(st.sampled_from([4, 5]).flatmap(hands), st.booleans())
    def test_every_score_is_said_exactly_once(self, dealt: tuple[tuple[Card, ...], Card], crib: bool) -> None:
        scores = show(*dealt, crib=crib)
        assert Counter(part for said in combine(scores) for part in said.parts) == Counter(scores)

    @pytest.mark.parametrize("size", few([5, 6], 5))
    def test_every_score_of_every_rank_pattern_is_said_exactly_once(self, size: int) -> None:
        for hand, starter in rank_patterns(size):
            scores = show(hand, starter)
            spoken = combine(scores)
            assert Counter(part for said in spoken for part in said.parts) == Counter(scores)
            assert sum(said.points for said in spoken) == total(scores)
            order = [next(place for place, word in enumerate(SPOKEN) if word in said.name) for said in spoken]
            assert order == sorted(order)


class TestPlay:
    """What the card just played scores."""

    @pytest.mark.parametrize("series", ["5H", "KC QD", "9H 7C 3D", "8C QD 8H", "4C 5D 5H 6S", "AC KD QH", "TC JD KH"])
    def test_nothing(self, series: str) -> None:
        assert pegs(series) == []

    def test_fifteen(self) -> None:
        assert pegs("7H 8C") == ["fifteen 7H 8C: 2"]
        assert pegs("AC 4D TH") == ["fifteen AC 4D TH: 2"]

    def test_a_count_that_passes_fifteen_scores_no_fifteen(self) -> None:
        assert pegs("9H 7C") == []

    def test_a_part_of_the_series_that_makes_fifteen_is_nothing(self) -> None:
        assert pegs("2H 5C TD") == []

    def test_a_pair(self) -> None:
        assert pegs("6H 6C") == ["pair 6H 6C: 2"]

    def test_a_pair_royal(self) -> None:
        assert pegs("6H 6C 6D") == ["pair 6H 6C 6D: 6"]

    def test_a_double_pair_royal(self) -> None:
        assert pegs("6H 6C 6D 6S") == ["pair 6H 6C 6D 6S: 12"]

    def test_only_the_unbroken_tail_of_equal_ranks_counts(self) -> None:
        assert pegs("8C QD 8H") == []
        assert pegs("QD 8C 8H") == ["pair 8C 8H: 2"]
        assert pegs("3C 3D 9H 3S") == []

    def test_rank_counts_and_not_value(self) -> None:
        assert pegs("KC QD") == []
        assert pegs("KC QD QH") == ["pair QD QH: 2"]

    def test_a_run_in_any_order(self) -> None:
        assert pegs("4C 7D 3H 6S") == []
        assert pegs("4C 7D 3H 6S 5C") == ["run 4C 7D 3H 6S 5C: 5"]

    def test_a_run_of_seven(self) -> None:
        assert pegs("AC 7D 2H 6S 3C 5D 4H") == ["run AC 7D 2H 6S 3C 5D 4H: 7"]

    def test_the_longest_tail_counts(self) -> None:
        assert pegs("KC 3D 2H 4S") == ["run 3D 2H 4S: 3"]
        assert pegs("4C 2D 3H 5S") == ["run 4C 2D 3H 5S: 4"]

    def test_a_run_may_be_made_anew_by_a_card_of_equal_rank(self) -> None:
        assert pegs("3C 5D 4H 3S") == ["fifteen 3C 5D 4H 3S: 2", "run 5D 4H 3S: 3"]

    def test_fifteen_and_run_are_5(self) -> None:
        assert pegs("5H 4C 6D") == ["fifteen 5H 4C 6D: 2", "run 5H 4C 6D: 3"]

    def test_a_double_breaks_the_run(self) -> None:
        assert pegs("5H 4C 6D 6S") == ["pair 6D 6S: 2"]
        assert pegs("5H 4C 4D 6S") == []

    def test_fifteen_and_pair_royal_are_8(self) -> None:
        assert pegs("5H 5C 5D") == ["fifteen 5H 5C 5D: 2", "pair 5H 5C 5D: 6"]

    def test_31_with_a_run_counts_both(self) -> None:
        assert pegs("KH 6C 7D 8S") == ["run 6C 7D 8S: 3", "thirty-one KH 6C 7D 8S: 2"]

    def test_31_with_a_pair_counts_both(self) -> None:
        assert pegs("KH 9C 6D 6S") == ["pair 6D 6S: 2", "thirty-one KH 9C 6D 6S: 2"]

    def test_31_alone(self) -> None:
        assert pegs("TH 9C TD 2S") == ["thirty-one TH 9C TD 2S: 2"]

    def test_ace_and_king_make_no_run(self) -> None:
        assert pegs("QH KC AD") == []
        assert pegs("2H AC KD") == []

    def test_the_count_takes_courts_as_ten(self) -> None:
        assert count_of(parse_cards("KH JC AD")) == 21
        assert count_of(()) == 0


class TestAnyHand:
    """What holds for every hand."""

    @given(st.sampled_from([4, 5]).flatmap(hands), st.permutations(tuple(Suit)), st.booleans(), st.randoms())
    def test_order_and_names_of_suits_do_not_matter(
        self, dealt: tuple[tuple[Card, ...], Card], suits: list[Suit], crib: bool, random: Random
    ) -> None:
        hand, starter = dealt
        other = {suit: suits[place] for place, suit in enumerate(Suit)}

        def relabelled(cards: Sequence[Card]) -> tuple[Card, ...]:
            return tuple(Card(card.rank, other[card.suit]) for card in cards)

        shuffled = random.sample(relabelled(hand), len(hand))
        expected = {(s.kind, frozenset(relabelled(s.cards)), s.points) for s in show(hand, starter, crib)}
        scores = show(shuffled, relabelled([starter])[0], crib)
        assert {(s.kind, frozenset(s.cards), s.points) for s in scores} == expected
        assert len(scores) == len(expected)

    @given(st.sampled_from([4, 5]).flatmap(hands), st.booleans())
    def test_points_are_the_total_of_the_show(self, dealt: tuple[tuple[Card, ...], Card], crib: bool) -> None:
        hand, starter = dealt
        assert points([card.number for card in hand], starter.number, crib) == total(show(hand, starter, crib))

    @pytest.mark.parametrize("size", [4, 5])
    @pytest.mark.parametrize("crib", [False, True])
    def test_a_naive_count_agrees(self, size: int, crib: bool) -> None:
        random = Random(size)
        for _ in range(DRAWN):
            starter, *hand = random.sample(narrow_pack(random, size + 1), size + 1)
            expected = naive.show(hand, starter, crib)
            assert total(show(hand, starter, crib)) == expected, (hand, starter)
            assert points([card.number for card in hand], starter.number, crib) == expected, (hand, starter)

    @pytest.mark.parametrize("size", few([5, 6], 5))
    def test_a_naive_count_agrees_on_every_rank_pattern(self, size: int) -> None:
        for hand, starter in rank_patterns(size):
            expected = naive.show(hand, starter)
            assert total(show(hand, starter)) == expected, (hand, starter)
            assert points([card.number for card in hand], starter.number) == expected, (hand, starter)

    @given(st.sampled_from([4, 5]).flatmap(hands), st.booleans())
    def test_scores_come_in_spoken_order(self, dealt: tuple[tuple[Card, ...], Card], crib: bool) -> None:
        order = [SPOKEN.index(score.kind) for score in show(*dealt, crib=crib)]
        assert order == sorted(order)

    @given(hands())
    def test_a_hand_of_four_is_never_worth_19_25_26_27(self, dealt: tuple[tuple[Card, ...], Card]) -> None:
        assert total(show(*dealt)) in {*range(30)} - {19, 25, 26, 27}


class TestAnySeries:
    """What holds for every series of the play."""

    def test_a_naive_count_agrees(self) -> None:
        random = Random(31)
        seen: Counter[int] = Counter()
        for _ in range(5000):
            series: list[Card] = []
            for card in random.sample(pack := narrow_pack(random, 8), len(pack)):
                if count_of([*series, card]) > 31:
                    break
                series.append(card)
                assert total(peg(series)) == naive.peg(series), series
                seen[naive.peg(series)] += 1
        assert {0, 2, 3, 4, 5, 6, 7, 8, 12} <= set(seen)

    @pytest.mark.parametrize("ranks", ["A234567", "34567", "789T", "A23", "567"])
    def test_cards_that_follow_each_other_are_a_run_in_every_order(self, ranks: str) -> None:
        for order in permutations(parse_cards(" ".join(rank + "H" for rank in ranks))):
            if count_of(order) <= 31:
                assert [s.points for s in peg(order) if s.kind is Kind.RUN] == [len(order)]


class TestAllHands:
    """All there are."""

    @pytest.mark.full("that of hands is printed on every change")
    @pytest.mark.parametrize(
        ("crib", "table"), [(False, naive.ALL_HANDS), (True, naive.ALL_CRIBS)], ids=["hand", "crib"]
    )
    def test_distribution_of_all_hands_of_four_and_starters(self, crib: bool, table: tuple[int, ...]) -> None:
        assert distribution(crib) == table
        assert sum(table) == 12_994_800

    def test_the_best_hand_of_five_with_the_starter_is_46(self) -> None:
        worths = {(*hand, starter): by_ranks(hand, starter) for hand, starter in rank_patterns(6)}
        best = max(worths, key=worths.__getitem__)
        assert sorted(card.rank for card in best) == [4, 4, 5, 5, 6, 6]
        assert worths.pop(best) == worth("4C 4D 5C 5D 6C | 6D") == 46
        # A flush is at most 6 and needs five ranks, the nob 1 and needs a jack.
        for some, points_of_ranks in worths.items():
            ranks = {card.rank for card in some}
            assert points_of_ranks + 6 * (len(ranks) >= 5) + (11 in ranks) < 46

    def test_eight_runs_and_as_many_fifteens(self) -> None:
        kinds = Counter(score.kind for score in show(*hand_and_starter("4C 4D 5C 5D 6C | 6D")))
        assert kinds == {Kind.FIFTEEN: 8, Kind.RUN: 8, Kind.PAIR: 3}


def by_ranks(hand: Sequence[Card], starter: Card) -> int:
    """The points of a hand without flush and nobs."""
    return total(score for score in show(hand, starter) if score.kind not in (Kind.FLUSH, Kind.NOBS))


def rank_patterns(size: int) -> Iterator[tuple[tuple[Card, ...], Card]]:
    """So many cards in every choice of ranks; the last is the starter. Their suits are as they come."""
    for ranks in combinations_with_replacement(range(1, 14), size):
        if max(Counter(ranks).values()) <= 4:
            cards = [Card(rank, tuple(Suit)[place - ranks.index(rank)]) for place, rank in enumerate(ranks)]
            yield tuple(cards[:-1]), cards[-1]


def narrow_pack(random: Random, size: int) -> list[Card]:
    """At least so many cards of few ranks or suits, so that flushes, runs and pairs are frequent."""
    while True:
        ranks = random.sample(range(1, 14), random.randint(2, 13))
        suits = random.sample(tuple(Suit), random.randint(1, 4))
        pack = [card for card in PACK if card.rank in ranks and card.suit in suits]
        if len(pack) >= size:
            return pack
