"""The counting drill by itself: posing, marking, hunting; no database."""

from collections import Counter

import pytest

from game.engine.cards import PACK, parse_cards
from game.engine.scoring import show, total
from trainer.drills.classes import MIX, HandClass, class_of
from trainer.drills.counting import Hunt, Question, hunt, mark, pose

HAND = Question.parse("4C 5S 6D JH | 4H", crib=False)


@pytest.mark.parametrize(
    ("text", "crib", "kind"),
    [
        ("2C 4S 6D 8H | KC", False, HandClass.NOTHING),
        ("2H 6H TH KH | 4C", True, HandClass.NOTHING),
        ("7C 8S 8D KH | 2D", False, HandClass.FIFTEENS),
        ("2C 2S 9D KH | 7C", False, HandClass.FIFTEENS),
        ("2C 3S 4D 9H | KC", False, HandClass.RUN),
        ("2C 3S 4D 4H | KC", False, HandClass.DOUBLE_RUN),
        ("3C 4S 4D 4H | 5S", False, HandClass.DOUBLE_RUN),
        ("9C 9S 9D 2H | KS", False, HandClass.PAIR_ROYAL),
        ("2H 6H TH KH | 4C", False, HandClass.FLUSH),
        ("2C 6D 8D JH | KH", False, HandClass.NOBS),
        ("4C 5S 6D JH | 4H", False, HandClass.SEVERAL),
    ],
)
def test_a_hand_is_classed_by_what_is_in_it(text: str, crib: bool, kind: HandClass) -> None:
    question = Question.parse(text, crib)
    assert class_of(question.hand, question.starter, crib) is kind


def test_questions_come_in_the_published_mix() -> None:
    posed = [pose(seed) for seed in range(4000)]
    found = Counter(class_of(question.hand, question.starter, question.crib) for question in posed)
    assert sum(MIX.values()) == 100
    for kind, share in MIX.items():
        assert abs(found[kind] / 40 - share) < 3, kind
    assert abs(sum(question.crib for question in posed) / 40 - 20) < 3


def test_a_seed_poses_one_question_of_five_different_cards() -> None:
    for seed in range(200):
        question = pose(seed)
        assert question == pose(seed)
        assert len(set(question.cards)) == 5
        assert set(question.cards) <= set(PACK)
        assert Question.parse(str(question), question.crib) == question


def test_a_marking_tells_claim_truth_and_difference() -> None:
    marking = mark(HAND, 11)
    assert (marking.claim, marking.points, marking.missed) == (11, 15, 4)
    assert marking.scores == show(HAND.hand, HAND.starter)
    assert mark(HAND, 15).causes == ()


def points(question: Question, cards: str) -> tuple[Hunt, int]:
    """What pointing at the cards finds, with nothing found before."""
    tried = hunt(question, (), parse_cards(cards))
    return tried.hunt, total(tried.scores)


def test_a_hunt_finds_parts_and_wholes() -> None:
    assert points(HAND, "5S JH") == (Hunt.FOUND, 2)
    assert points(HAND, "4C 4H") == (Hunt.FOUND, 2)
    assert points(HAND, "JH") == (Hunt.FOUND, 1)
    assert points(HAND, "4C 5S 6D") == (Hunt.FOUND, 5), "fifteen and run at once"
    assert points(HAND, "4C 4H 5S 6D") == (Hunt.FOUND, 8), "the whole double run"


@pytest.mark.parametrize(
    ("text", "cards", "worth"),
    [
        ("6C 6D 6H 7S | 8H", "6C 6D 6H", 6),
        ("6C 6D 6H 7S | 8H", "6C 6D", 2),
        ("6C 6D 6H 6S | 8H", "6C 6D 6H", 6),
        ("3C 3D 4H 4S | 5H", "3C 3D 4H 5H", 8),
        ("3C 3D 4H 4S | 5H", "3C 3D 4H 4S 5H", 16),
    ],
)
def test_a_hunt_knows_the_names_inside_other_names(text: str, cards: str, worth: int) -> None:
    assert points(Question.parse(text, crib=False), cards)[1] >= worth


def test_a_hunt_gives_nothing_twice() -> None:
    first = hunt(HAND, (), parse_cards("4C 5S 6D"))
    assert hunt(HAND, first.scores, parse_cards("6D 5S 4C")).hunt is Hunt.FOUND_BEFORE
    rest = hunt(HAND, first.scores, parse_cards("4C 4H 5S 6D"))
    assert (rest.hunt, total(rest.scores)) == (Hunt.FOUND, 5)


@pytest.mark.parametrize(
    ("text", "cards", "reason"),
    [
        ("4C 5S 6D JH | 4H", "", Hunt.NONE),
        ("4C 5S 6D JH | 4H", "5C", Hunt.NOT_THESE_CARDS),
        ("4C 5S 6D JH | 4H", "5S", Hunt.ONE_CARD),
        ("4C 5S 6D JH | 4H", "4C JH", Hunt.NO_COMBINATION),
        ("2C 3S 4D 5H | KC", "2C 3S 4D", Hunt.PART_OF_RUN),
        ("2H 6H TH KD | 4H", "2H 6H TH 4H", Hunt.NO_FLUSH),
        ("2H 6H TH KH | 4H", "2H 6H TH KH", Hunt.FLUSH_WITHOUT_STARTER),
        ("4C 5S 6D JH | 4H", "4C 5S JH", Hunt.TOO_MANY),
        ("6C 6D 7S 7H | 8H", "6C 7S 7H", Hunt.TOO_MANY),
    ],
)
def test_a_wrong_find_has_its_reason(text: str, cards: str, reason: Hunt) -> None:
    assert points(Question.parse(text, crib=False), cards) == (reason, 0)


def test_everything_a_hand_scores_can_be_found() -> None:
    for seed in range(300):
        question = pose(seed)
        found = [score for item in question.scores for score in hunt(question, (), item.cards).scores]
        assert set(found) == set(question.scores)
