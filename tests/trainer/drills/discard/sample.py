"""A question of the drill, and what may be sent in answer to any."""

from game.words.terms import card_name
from tests.trainer.drills.posts import Answers, Sample, tapped
from trainer.drills.discard.question import DiscardMarking, DiscardQuestion

SAMPLE = Sample("2H 3C 9S TD JD QH as pone of 2", ({"card": ["9S", "QH"]},), ({"card": ["2H", "3C"], "answer": "1"},))


def answer_of(question: DiscardQuestion) -> Answers:
    """What may be sent in answer to a question."""
    best, *others = question.ranked
    poor = [choice for choice in reversed(others) if not DiscardMarking(question, choice.away).right]
    truth = f"Best: {', '.join(map(card_name, best.away))}."
    return Answers(tapped(best.away), tuple(tapped(choice.away) for choice in (poor[0], poor[-1])), truth)
