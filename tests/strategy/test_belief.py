"""The search of a play of two, compared with a plain one that looks at one sequence after the other."""

from collections import defaultdict
from random import Random

import numpy as np
import pytest

from game.engine.rules import Rules
from game.strategy.belief import SELDOM, Root, Search
from game.strategy.habits import Turns, habits
from game.strategy.positions import START, VALUES, follow, hand_of, hand_table, series_table
from game.strategy.prospects import Outlook
from game.strategy.tree import Positions, Stakes

Hand = tuple[int, ...]
State = tuple[Hand, Hand, int, int, int]
"""The own hand, the other's, the series, whose turn it is (0: the own seat), and who played last in the series."""


def after(state: State, rank: int) -> tuple[int, State | None]:
    """What a card pegs, and how it goes on."""
    own, other, series, turn, _ = state
    hands = [list(own), list(other)]
    hands[turn].remove(rank)
    kept = (tuple(hands[0]), tuple(hands[1]))
    step = follow(series, rank)
    assert step
    pegs, series = step
    room = 31 - int(series_table().counts[series])
    for seat in (1 - turn, turn):
        if any(VALUES[card] <= room for card in hands[seat]):
            return pegs, (*kept, series, seat, turn if series != START else -1)
    more = int(series != START)
    for seat in (1 - turn, turn):
        if hands[seat]:
            return pegs + more, (*kept, START, seat, -1)
    return pegs + more, None


def fitting(state: State) -> list[int]:
    """The ranks that the seat to play can play."""
    own, other, series, turn, _ = state
    return sorted({rank for rank in (other if turn else own) if follow(series, rank)})


def others_chances(state: State, kept: Hand) -> dict[int, float]:
    """How likely the other is to play each of its cards."""
    own, other, series, _, last = state
    shown = list(kept)
    for rank in own:
        shown.remove(rank)
    numbers = np.array([[hand_of(other), series, hand_of(shown), len(own)]]).T
    turns = Turns(numbers[0], numbers[1], numbers[2], numbers[3], np.array([not own or last == 1]))
    ranks = hand_table().ranks[turns.hands]
    [row] = habits().chances(turns, series_table().after[turns.series[:, None], ranks] >= 0)
    found = {int(rank): float(likely) for rank, likely in zip(ranks[0], row, strict=True) if likely >= SELDOM}
    return {rank: likely / sum(found.values()) for rank, likely in found.items()}


def best(believed: list[tuple[float, State]], kept: Hand) -> dict[int, float]:
    """What each card of the own seat is worth, summed over the hands that the other may hold."""
    return {rank: sum(played(believed, rank, kept)) for rank in fitting(believed[0][1])}


def played(believed: list[tuple[float, State]], rank: int | None, kept: Hand) -> list[float]:
    """The worth of a turn in which the own seat plays a card (None: the other plays), in parts by what is seen."""
    gained = 0.0
    seen: dict[tuple[int, int, int], list[tuple[float, State]]] = defaultdict(list)
    for likely, state in believed:
        cards = {rank: 1.0} if rank else others_chances(state, kept)
        for card, chance in cards.items():
            pegs, then = after(state, card)
            gained += likely * chance * (pegs if state[3] == 0 else -pegs)
            if then:
                seen[card, then[2], then[3]].append((likely * chance, then))
    parts = [gained]
    for group in seen.values():
        if group[0][1][3] == 0:
            parts.append(max(best(group, kept).values()))
        else:
            parts += played(group, None, kept)
    return parts


def root(own: Hand, others: list[Hand], weights: list[float], outlooks: int = 0) -> Root:
    """The own seat leads with the last of its cards."""
    number = len(others)
    hands = np.array([[hand_of(own), hand_of(other)] for other in others])
    nothing = np.zeros(number, dtype=np.int64)
    positions = Positions(hands, nothing + START, nothing, np.zeros((number, 2), dtype=np.int64), nothing + outlooks)
    return Root(0, hand_of((*own, 13)), -1, positions, np.array(weights))


def drawn(seed: int, size: int) -> tuple[Hand, list[Hand], list[float]]:
    """A hand, some that the other may hold, and how likely each is."""
    random = Random(seed)
    pack = [rank for rank in range(1, 13) for _ in range(4)]
    own, *others = (tuple(sorted(random.sample(pack, size))) for _ in range(6))
    likely = [random.random() + 0.1 for _ in others]
    return own, list(dict.fromkeys(others)), [one / sum(likely) for one in likely]


@pytest.mark.parametrize("size", [2, 3])
def test_the_search_finds_what_a_plain_one_finds(size: int) -> None:
    for seed in range(8):
        own, others, weights = drawn(seed, size)
        ranks, legal, worths = Search(root(own, others, weights[: len(others)])).options()
        found = dict(zip(ranks[legal].tolist(), (np.array(weights[: len(others)]) @ worths)[legal], strict=True))
        plain = best(
            [(weight, (own, other, START, 0, -1)) for weight, other in zip(weights, others, strict=False)], (*own, 13)
        )
        assert found == pytest.approx(plain, abs=1e-5)


def test_who_sees_the_others_hand_does_no_worse() -> None:
    better = 0
    for seed in range(20):
        own, others, weights = drawn(seed, 3)
        _, legal, worths = Search(root(own, others, weights[: len(others)])).options()
        for number, other in enumerate(others):
            _, _, alone = Search(root(own, [other], [1.0])).options()
            worths[number] = alone[0] - worths[number]
        gains = (np.array(weights[: len(others)]) @ worths)[legal]
        assert gains.min() >= -1e-6
        better += int(gains.max() > 1e-3)
    assert better >= 5


@pytest.mark.parametrize(("other", "chance"), [((9,), 0.0), ((), 1.0)])
def test_the_last_card_wins_who_needs_one_point(other: Hand, chance: float) -> None:
    outlook = Outlook(Rules(), (120, 120), (), 0, room=31)
    _, _, worths = Search(root((8,), [other], [1.0]), Stakes([outlook], np.array([1, 1]))).options(to_win=True)
    assert worths[0] == pytest.approx([chance])
