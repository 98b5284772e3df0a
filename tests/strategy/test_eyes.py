"""What players overlook: what is hard to see sooner than what stands out, and in every option of a decision alike."""

from itertools import combinations
from random import Random

import pytest

from game.engine.cards import parse_cards
from game.engine.scoring import Kind, Score, held, total
from game.strategy.eyes import Eyes, hardness
from game.strategy.levels import SKILLS, Level


def score(kind: Kind, cards: str, points: int = 2) -> Score:
    return Score(kind, parse_cards(cards), points)


PAIR, RUN = score(Kind.PAIR, "5H 5S"), score(Kind.RUN, "3H 4S 5D", 3)
FIFTEENS = [score(Kind.FIFTEEN, cards) for cards in ("5H KS", "2H 3S KD", "2H 3S 4D 6C")]


def unseen(one: Score, overlooks: float = 0.5) -> float:
    """How often a score goes unseen."""
    return sum(not Eyes(overlooks, Random(seed)).points([one]) for seed in range(2000)) / 2000


def test_long_fifteens_go_unseen_more_often_than_pairs() -> None:
    shares = [unseen(one) for one in (PAIR, *FIFTEENS)]
    assert shares == sorted(shares)
    assert shares == pytest.approx([0.5 * hardness(one) for one in (PAIR, *FIFTEENS)], abs=0.04)


def test_nothing_goes_unseen_by_who_overlooks_nothing() -> None:
    assert [unseen(one, 0) for one in (PAIR, RUN, *FIFTEENS)] == [0] * 5


def test_nobody_overlooks_nobs() -> None:
    assert unseen(score(Kind.NOBS, "JH", 1), 1.0) == 0


@pytest.mark.parametrize("overlooks", [0.3, 1.0])
def test_the_same_is_seen_in_every_option(overlooks: float) -> None:
    """A run is there in both hands that keep it, or in none; and two fifteens of the same look are seen as one."""
    for seed in range(50):
        eyes = Eyes(overlooks, Random(seed))
        assert eyes.points([RUN]) == eyes.points([RUN])
        like = [score(Kind.FIFTEEN, "5H KS"), score(Kind.FIFTEEN, "5S KD")]
        assert eyes.points(like) in (0, 4)
        assert eyes.points(like) + eyes.overlooked(like) == 4


def test_each_level_overlooks_less_than_the_one_below() -> None:
    every = [SKILLS[level].overlooks for level in Level]
    assert every == sorted(every, reverse=True)
    assert [SKILLS[level].miscounts for level in Level] == sorted(
        (SKILLS[level].miscounts for level in Level), reverse=True
    )
    assert [SKILLS[level].notices for level in Level] == sorted(SKILLS[level].notices for level in Level)


@pytest.mark.parametrize(
    ("text", "worth"), [("5C 5D 5H JS", 14), ("2C 5C 9C KC", 6), ("AC 3D 7H QS", 0), ("3C 4D 5H", 3), ("5H KS", 2)]
)
def test_cards_held_score_before_the_starter(text: str, worth: int) -> None:
    cards = parse_cards(text)
    assert total(held(cards)) == worth
    assert all(set(one.cards) <= set(cards) for one in held(cards))


def test_what_is_held_is_held_in_any_order() -> None:
    cards = parse_cards("4C 5D 6H 6S")
    assert {held(order) for order in combinations(cards[::-1], 4)} == {held(cards)}
