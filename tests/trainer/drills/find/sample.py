"""A question of the drill, and what may be sent in answer to any."""

from collections import defaultdict
from itertools import combinations

from game.engine.cards import Card
from game.engine.scoring import Score, total
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.posts import SEND, Answers, Post, Sample
from trainer.drills.count.question import CountQuestion

SAMPLE = Sample(
    HAND,
    (
        {"card": ["5S", "JH"], "claim": "2", "step": "claim"},
        {"card": ["4C", "5S", "6D"], "claim": "5", "step": "claim"},
        {"card": ["4H", "5S", "6D"], "claim": "5", "step": "claim"},
        {"card": ["4C", "4H"], "claim": "2", "step": "claim"},
        {"card": ["JH"], "claim": "1", "step": "claim"},
        {"answer": "1"},
    ),
    ({"card": ["5S", "JH"], "claim": "2", "step": "claim"}, {"answer": "1"}),
)


def answer_of(question: CountQuestion) -> Answers:
    """What may be sent in answer to a question."""
    by_cards: dict[tuple[Card, ...], list[Score]] = defaultdict(list)
    for score in question.scores:
        by_cards[score.cards].append(score)
    claims = [_claim(cards, total(scores)) for cards, scores in by_cards.items()]
    nothing = next(two for two in combinations(sorted(question.cards), 2) if two not in by_cards)
    too_much = _claim(nothing, 2)
    points = total(question.scores)
    return Answers(
        (*claims, SEND),
        ((*claims[:-1], SEND), (*claims, too_much, SEND)) if claims else ((too_much, SEND),),
        f"{points} points" if points else "There is nothing in it",
    )


def _claim(cards: tuple[Card, ...], points: int) -> Post:
    return {"card": list(map(str, cards)), "claim": str(points), "step": "claim"}
