"""The dilemma of seed 004 as the lesson tells it: every claim by enumeration, and both answers by score."""

from itertools import combinations

import pytest

from game.engine.cards import PACK, parse_cards
from game.engine.scoring import points
from trainer.drills.discard import question as discard_question
from trainer.drills.discard.question import DiscardQuestion
from trainer.lessons.syllabus import syllabus

LESSON = syllabus().by_slug["hand-or-crib"]
HAND = parse_cards("2S 6C 7S 8H TC TD")
TENS, TEN_AND_TWO = {"TC TD"}, {"2S TC", "2S TD"}


def most_in_their_crib(away: str, hand: str) -> int:
    """Return the most that a crib with two cards can be worth, when the rest of the hand is held."""
    given, held = [card.number for card in parse_cards(away)], parse_cards(hand)
    unseen = [card.number for card in PACK if card not in held]
    return max(
        points([*given, *others], starter, crib=True)
        for three in combinations(unseen, 3)
        for starter in three
        for others in [[card for card in three if card != starter]]
    )


def kept(text: str) -> dict[int, int]:
    """Return what four cards are worth with each starter, by its rank."""
    numbers = [card.number for card in parse_cards(text)]
    return {card.rank: points(numbers, card.number) for card in PACK if card not in HAND}


def asked(scores: tuple[int, ...] = ()) -> DiscardQuestion:
    """Return the question of the lesson at these scores."""
    (found,) = (
        question
        for each in LESSON.exercises.values()
        if each.drill == "discard" and (question := discard_question.read(each.question)).scores == scores
    )
    return found


def best(question: DiscardQuestion) -> set[str]:
    """Return the discards that are as good as the best."""
    ranked = question.ranked
    worth = [choice.win if question.scores else choice.value for choice in ranked]
    return {
        " ".join(sorted(map(str, choice.away)))
        for choice, each in zip(ranked, worth, strict=True)
        if (each or 0.0) >= (worth[0] or 0.0) - 0.001
    }


@pytest.mark.parametrize(
    ("away", "hand", "most"),
    [
        ("TC TD", "TC TD 8H 7S 6C 2S", 22),
        ("TC 2S", "TC TD 8H 7S 6C 2S", 14),
        ("TC 2C", "TC TD 8H 7S 6S 2C", 15),  # of one suit, by a flush
    ],
)
def test_the_most_that_their_crib_can_be_worth(away: str, hand: str, most: int) -> None:
    assert most_in_their_crib(away, hand) == most


def test_the_lesson_counts_those_cribs() -> None:
    counted = [each.question for each in LESSON.exercises.values() if each.question.startswith("crib")]
    assert counted == ["crib 5C 5D TC TD | 5H", "crib 2C 2S 3D TC | AC"]


def test_what_each_starter_does_for_the_hand() -> None:
    eight_to_two, with_a_ten = kept("2S 6C 7S 8H"), kept("6C 7S 8H TD")
    assert {rank for rank, worth in eight_to_two.items() if worth == 7} == {3, 4, 10, 11, 12, 13}
    assert max(eight_to_two, key=eight_to_two.__getitem__) == 7
    assert {rank for rank, worth in eight_to_two.items() if worth >= 13} == {6, 7, 8}
    assert (min(with_a_ten.values()), max(with_a_ten.values()), with_a_ten[7]) == (5, 12, 12)


@pytest.mark.parametrize(
    ("scores", "answer"), [((), TENS), ((97, 91), TEN_AND_TWO), ((108, 112), TENS)], ids=["early", "ahead", "in need"]
)
def test_the_score_decides(scores: tuple[int, ...], answer: set[str]) -> None:
    assert best(asked(scores)) == answer


@pytest.mark.parametrize(("scores", "least"), [((97, 91), 0.02), ((108, 112), 0.1)])
def test_no_table_of_chances_turns_it_round(scores: tuple[int, int], least: float) -> None:
    """Chances late in a game are known to about three in a hundred; nowhere near these scores is the choice close."""
    for own in (-1, 0, 1):
        for other in (-1, 0, 1):
            near = DiscardQuestion(HAND, 1, 2, (scores[0] + own, scores[1] + other))
            win = {frozenset(map(str, choice.away)): choice.win or 0.0 for choice in near.ranked}
            gain = win[frozenset({"TC", "TD"})] - win[frozenset({"2S", "TC"})]
            assert (gain if best(asked(scores)) == TENS else -gain) > least
