"""Discarding: the hand and the crib against deals counted one by one, the spots people argue about, and the order."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import sqrt
from random import Random
from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.cards import PACK, Card, Suit, parse_cards, text_of
from game.engine.rules import CribFlush, Rules
from game.engine.scoring import Kind, points, show, total
from game.strategy.discards import Chances, Choice, Situation, choices, crib_after, itemised
from game.strategy.ranks import RANK_KINDS, patterns, ranks_of
from game.strategy.stored import DEALER, PAIRS, PONE, average_play, discard_tables, play_estimate
from tests.strategies import ARRANGEMENTS, packs

AS_DEALER, AS_PONE = Situation(Rules(), 0, 0), Situation(Rules(), 1, 0)
LIKE_A_HAND = Rules(crib_flush=CribFlush.LIKE_A_HAND)
SIX_NUMBER = {six: number for number, six in enumerate(patterns(6))}

SUITED = "5H JH 6H 6S 8D KC"
"""A hand with suited throws, a jack to throw, and a pair."""


def found(hand: str, situation: Situation) -> tuple[Choice, ...]:
    return choices(parse_cards(hand), situation, Random(1))


def by_away(hand: str, situation: Situation) -> dict[tuple[Card, ...], Choice]:
    return {choice.away: choice for choice in found(hand, situation)}


# ------------------------------------------------------------------------------------------------ deals, one by one


@dataclass
class Deals:
    """Cards the others and the pack give to the crib, and the starter, in deals of what is not seen."""

    given: list[tuple[int, ...]]
    starters: list[int]

    def worth(self, away: Sequence[Card], rules: Rules) -> list[int]:
        """What each crib is worth with these cards."""
        mine, strict = tuple(card.number for card in away), rules.crib_flush is CribFlush.WITH_STARTER
        return [
            points((*given, *mine), starter, strict) for given, starter in zip(self.given, self.starters, strict=True)
        ]


def thrown(cards: Sequence[int], owed: int, role: int) -> list[int]:
    """What a player who follows the tables throws of cards in a random order: by rank, any of the equal ones."""
    tables = discard_tables()
    ranks = sorted(number // 4 + 1 for number in cards)
    if owed == 2:
        wanted = list(PAIRS[tables.pairs[role][SIX_NUMBER[tuple(ranks)]]])
    else:
        table = tables.ranked[len(ranks)]
        wanted = [int(table.thrown[role][int(table.find(np.array([ranks]))[0])])]
    away = []
    for number in cards:
        if number // 4 + 1 in wanted:
            wanted.remove(number // 4 + 1)
            away.append(number)
    return away


def deals(hand: Sequence[Card], situation: Situation, number: int, seed: int) -> Deals:
    """So many random deals: each other seat gets its cards and throws into its own side's crib or another's."""
    rules, dealer, random = situation.rules, situation.dealer, Random(seed)
    rest = [card.number for card in PACK if card not in hand]
    given, starters = [], []
    for _ in range(number):
        pack = random.sample(rest, len(rest))
        crib: list[int] = []
        for seat in range(rules.seats):
            dealt = rules.dealt(seat, dealer)
            if seat != situation.seat:
                theirs = [pack.pop() for _ in range(dealt.cards)]
                role = DEALER if rules.side_of(seat) == rules.side_of(dealer) else PONE
                crib += thrown(theirs, dealt.away, role) if dealt.away else []
        crib += [pack.pop() for _ in range(rules.plan.from_pack)]
        given.append(tuple(crib))
        starters.append(pack.pop())
    return Deals(given, starters)


@pytest.mark.parametrize("hand", [SUITED, "2H 3C 5S 6D JD QH", "7C 8C 9C TC JC KC"])
def test_the_hand_is_counted_over_every_starter(hand: str) -> None:
    cards = parse_cards(hand)
    for choice in found(hand, AS_DEALER):
        worth = [total(show(choice.kept, starter)) for starter in PACK if starter not in cards]
        assert len(worth) == 46
        assert choice.hand.of.tolist() == pytest.approx([worth.count(number) / 46 for number in range(max(worth) + 1)])
        assert choice.hand.mean == pytest.approx(fmean(worth))
        assert choice.hand.spread == pytest.approx(pstdev(worth))
        assert choice.hand.at_least(8) == pytest.approx(sum(number >= 8 for number in worth) / 46)


@pytest.mark.parametrize("rules", [Rules(), LIKE_A_HAND])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_crib_of_two_is_the_mean_of_all_deals(seat: int, rules: Rules) -> None:
    situation = Situation(rules, seat, 0)
    dealt = deals(parse_cards(SUITED), situation, 12_000 if rules == LIKE_A_HAND else 40_000, seed=seat)
    for away, choice in by_away(SUITED, situation).items():
        worth = dealt.worth(away, rules)
        assert abs(choice.crib.mean - fmean(worth)) < 4 * pstdev(worth) / sqrt(len(worth)), text_of(away)
        assert choice.error == 0
        seen = np.bincount(worth, minlength=len(choice.crib.of))[: len(choice.crib.of)] / len(worth)
        assert np.abs(seen - choice.crib.of).max() < 0.02


@pytest.mark.parametrize("arrangement", [each for each in ARRANGEMENTS if each[0] > 2])
def test_the_crib_of_more_is_a_fair_sample_of_all_deals(arrangement: tuple[int, int]) -> None:
    rules = Rules(*arrangement)
    hand = parse_cards(SUITED)[: rules.plan.other.cards]
    for seat in {1, rules.seats - 1} - {0 if rules.plan.dealer.away else -1}:
        situation = Situation(rules, seat, 0)
        dealt = deals(hand, situation, 1200, seed=seat)
        for choice in choices(hand, situation, Random(3)):
            worth = dealt.worth(choice.away, rules)
            error = sqrt(choice.error**2 + pstdev(worth) ** 2 / len(worth))
            assert 0.05 < choice.error < 0.25
            assert abs(choice.crib.mean - fmean(worth)) < 4 * error, (situation.seat, text_of(choice.away))


# ------------------------------------------------------------------------------------------------------- the order


@pytest.mark.parametrize(
    ("hand", "situation", "best"),
    [
        ("2H 3C 9S TD JD QH", AS_PONE, ["9S QH"]),
        ("AH 2C 3S 4D 7D 8H", AS_PONE, ["AH 7D"]),
        ("2H 3C 5S 6D JD QH", AS_DEALER, ["2H 3C", "5S 6D"]),
    ],
)
def test_what_is_best_to_discard(hand: str, situation: Situation, best: list[str]) -> None:
    """MEASURES.md, Spots."""
    assert [text_of(choice.away) for choice in found(hand, situation)][: len(best)] == best


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_every_discard_is_weighed_best_first(arrangement: tuple[int, int]) -> None:
    rules = Rules(*arrangement)
    for seat in range(rules.seats):
        dealt = rules.dealt(seat, 0)
        if dealt.away:
            hand = parse_cards(SUITED)[: dealt.cards]
            weighed = choices(hand, Situation(rules, seat, 0), Random(1))
            assert sorted(choice.away for choice in weighed) == sorted(combinations(sorted(hand), dealt.away))
            assert all(sorted((*choice.kept, *choice.away)) == sorted(hand) for choice in weighed)
            assert [choice.value for choice in weighed] == sorted((choice.value for choice in weighed), reverse=True)
            assert all(choice.win is None for choice in weighed)


@pytest.mark.parametrize(("situation", "share"), [(AS_DEALER, 0.88), (AS_PONE, 0.7)])
def test_the_play_is_told_with_caution(situation: Situation, share: float) -> None:
    usual = average_play(2, 2, situation.place)
    for choice in found(SUITED, situation):
        (estimate,) = play_estimate(2, 2, situation.place, [[card.rank for card in choice.kept]])
        assert choice.play - usual == pytest.approx(share * (estimate - usual))


def test_value_is_hand_and_play_and_the_crib_for_or_against() -> None:
    for situation, sign in ((AS_DEALER, 1), (AS_PONE, -1)):
        for choice in found(SUITED, situation):
            assert choice.value == pytest.approx(choice.hand.mean + choice.play + sign * choice.crib.mean)


@pytest.mark.parametrize(
    ("arrangement", "seat", "sign"),
    [((3, 3), 0, 1), ((3, 3), 1, -1 / 2), ((4, 4), 3, -1 / 3), ((4, 2), 2, 1), ((4, 2), 1, -1), ((6, 3), 3, 1)],
)
def test_anothers_crib_is_a_loss_to_one_of_the_others(arrangement: tuple[int, int], seat: int, sign: float) -> None:
    """What a side gains on the mean of the others; a partner's crib is one's own."""
    situation = Situation(Rules(*arrangement), seat, 0)
    assert situation.sign == pytest.approx(sign)
    assert situation.ours == (sign > 0)


SWAPS = [dict(zip(Suit, suits, strict=True)) for suits in permutations(Suit)]


@settings(max_examples=15)
@given(packs(6), st.sampled_from(SWAPS), st.sampled_from([AS_DEALER, AS_PONE, Situation(LIKE_A_HAND, 0, 0)]))
def test_suits_may_change_names(hand: tuple[Card, ...], swap: dict[Suit, Suit], situation: Situation) -> None:
    def renamed(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(sorted(Card(card.rank, swap[card.suit]) for card in cards))

    before = {renamed(choice.away): choice for choice in choices(hand, situation, Random(1))}
    for choice in choices(renamed(hand), situation, Random(1)):
        assert choice.value == pytest.approx(before[choice.away].value)
        assert choice.crib.of.tolist() == pytest.approx(before[choice.away].crib.of.tolist())


@settings(max_examples=20)
@given(packs(6), st.sampled_from([AS_DEALER, AS_PONE]))
def test_chances_are_chances(hand: tuple[Card, ...], situation: Situation) -> None:
    for choice in choices(hand, situation, Random(1)):
        for chances in (choice.hand, choice.crib):
            assert (chances.of >= 0).all()
            assert chances.of.sum() == pytest.approx(1)
            assert chances.at_least(0) == pytest.approx(1)


@pytest.mark.parametrize("arrangement", [(2, 2), (4, 4), (6, 6)])
def test_a_crib_flush_like_a_hand_is_worth_more_to_suited_throws_only(arrangement: tuple[int, int]) -> None:
    with_starter, like_a_hand = (
        Situation(Rules(*arrangement, crib_flush=flush), 1, 0)
        for flush in (CribFlush.WITH_STARTER, CribFlush.LIKE_A_HAND)
    )
    hand = SUITED if arrangement[0] == 2 else " ".join(SUITED.split()[: Rules(*arrangement).plan.other.cards])
    strict, loose = by_away(hand, with_starter), by_away(hand, like_a_hand)
    for away, choice in strict.items():
        more = loose[away].crib.mean - choice.crib.mean
        if len({card.suit for card in away}) > 1:
            assert more == 0
        elif len(away) > 1:
            assert 0.05 < more < 0.4
        else:
            assert 0 <= more < 0.2
        assert loose[away].hand.mean == choice.hand.mean


def test_chances_of_points_from_a_row() -> None:
    chances = Chances(np.array([0.5, 0.0, 0.25, 0.25]))
    assert chances.mean == pytest.approx(1.25)
    assert chances.spread == pytest.approx(sqrt(0.25 * 4 + 0.25 * 9 - 1.25**2))
    assert chances.at_least(2) == pytest.approx(0.5)
    assert chances.at_least(9) == 0


# ------------------------------------------------------------------------------------------------------ to win


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("lead", [0, 110])
def test_with_scores_the_chance_to_win_decides(arrangement: tuple[int, int], lead: int) -> None:
    rules = Rules(*arrangement)
    scores = tuple(lead + side for side in range(rules.sides))
    hand = parse_cards(SUITED)[: rules.plan.other.cards]
    wins = [choice.win for choice in choices(hand, Situation(rules, 1, 0, scores, 5), Random(1))]
    known = [win for win in wins if win is not None]
    assert known == sorted(known, reverse=True)
    assert len(known) == len(wins)
    assert all(0 <= win <= 1 for win in known)
    assert len(set(known)) > 1


def test_far_from_the_end_points_decide() -> None:
    for hand in (SUITED, "2H 3C 9S TD JD QH", "2H 3C 5S 6D JD QH", "AC 4D 7H 8S QD KD"):
        for seat in (0, 1):
            by_win, by_value = (found(hand, Situation(Rules(), seat, 0, scores))[0] for scores in ((0, 0), None))
            assert by_value.value - by_win.value < 0.3


def test_who_counts_first_keeps_what_is_sure_to_be_enough() -> None:
    """The pone needs ten and the dealer three: two sevens and two eights are twelve, whatever is turned up."""
    best = found("7C 7D 8H 8S AC 4D", Situation(Rules(), 1, 0, (118, 111)))[0]
    assert text_of(best.kept) == "7C 7D 8H 8S"
    assert best.hand.at_least(10) == pytest.approx(1)


@pytest.mark.parametrize(
    ("hand", "rules", "seat", "scores"),
    [
        ("AD JH 2C 2D 3C", Rules(seats=6, sides=3), 4, (84, 120, 80)),
        ("8H QD 3S AS 5C", Rules(seats=4, sides=4), 3, (120, 115, 114, 61)),
    ],
)
def test_chances_that_are_rounded_stay_chances(hand: str, rules: Rules, seat: int, scores: tuple[int, ...]) -> None:
    """Added up they may come out a trifle above 1, or below 0."""
    wins = [choice.win for choice in choices(parse_cards(hand), Situation(rules, seat, 1, scores), Random(0))]
    assert all(win is not None and 0 <= win <= 1 for win in wins)


def test_what_the_play_is_worth_makes_nothing_sure() -> None:
    """The pone needs five, and the best hand it can keep may have four: then the dealer, who needs nine, may win."""
    wins = [choice.win or 0 for choice in found("6S 2C 3S 7C QH 5S", Situation(Rules(), 1, 0, (112, 116)))]
    assert 0.9 < max(wins) < 0.99
    assert len(set(wins)) == len(wins)


# -------------------------------------------------------------------------------------------------- item by item


@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (6, 2)])
def test_the_items_add_up_to_hand_and_crib(arrangement: tuple[int, int]) -> None:
    rules = Rules(*arrangement)
    situation = Situation(rules, 1, 0)
    hand = parse_cards(SUITED)[: rules.plan.other.cards]
    for choice in choices(hand, situation, Random(1))[:4]:
        items = itemised(choice, situation, Random(2))
        left = {rank: 4 - ranks_of(hand).count(rank) for rank, _, _ in items.by_starter}
        starters = sum(left.values())
        assert starters == 52 - len(hand)
        assert sum(items.hand_kinds.values()) == pytest.approx(choice.hand.mean)
        assert sum(left[rank] * worth for rank, worth, _ in items.by_starter) / starters == pytest.approx(
            choice.hand.mean
        )
        assert abs(sum(items.crib_kinds.values()) - choice.crib.mean) <= 6 * choice.error + 1e-9


@pytest.mark.parametrize("situation", [AS_DEALER, AS_PONE])
def test_the_crib_after_a_starter_is_the_mean_of_the_deals_with_it(situation: Situation) -> None:
    hand, starter = parse_cards("2H 3C 9S TD JD QH"), Card.parse("5D")
    away = parse_cards("9S QH")
    kept = tuple(card for card in hand if card not in away)
    chances = crib_after(kept, away, starter, ours=situation.ours)
    assert chances.sum() == pytest.approx(1)
    dealt = deals((*hand, starter), situation, 4000, seed=5)
    worth = []
    for others in dealt.given:
        scores = show((*(PACK[number] for number in others), *away), starter, crib=True)
        worth.append(sum(score.points for score in scores if score.kind in RANK_KINDS))
    mean = float(chances @ np.arange(len(chances)))
    assert abs(mean - fmean(worth)) < 4 * pstdev(worth) / sqrt(len(worth))


@pytest.mark.parametrize("away", ["5H JH", "6H JH", "6S 8D"])
def test_flush_and_nobs_come_as_often_as_in_all_deals(away: str) -> None:
    hand, thrown_away = parse_cards(SUITED), parse_cards(away)
    choice = by_away(SUITED, AS_DEALER)[tuple(sorted(thrown_away))]
    items = itemised(choice, AS_DEALER, Random(1)).crib_kinds
    dealt = deals(hand, AS_DEALER, 20_000, seed=9)
    flush, nobs = [], []
    for others, starter in zip(dealt.given, dealt.starters, strict=True):
        crib = [PACK[number] for number in others] + list(thrown_away)
        turned = PACK[starter]
        flush.append(5 * (len({card.suit for card in (*crib, turned)}) == 1))
        nobs.append(int(Card(11, turned.suit) in crib))
    for kind, seen in ((Kind.FLUSH, flush), (Kind.NOBS, nobs)):
        assert abs(items[kind] - fmean(seen)) <= 4 * pstdev(seen) / sqrt(len(seen)), kind
    assert (items[Kind.FLUSH] > 0) == (len({card.suit for card in thrown_away}) == 1)
