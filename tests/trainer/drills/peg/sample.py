"""A question of the drill, and what may be sent in answer to any."""

from tests.trainer.drills.posts import SEND, Answers, Posts, Sample
from trainer.drills.peg.question import PegQuestion

RUN_OF_FIVE = "4C 7D 3S 6C | 5H"

SAMPLE = Sample(
    "5S 4C 2D 3D | 3H",
    ({"claim": "17", "points": "2", "for": ["pair"]},),
    ({"claim": "17", "points": "0"},),
)


def answer_of(question: PegQuestion) -> Answers:
    """What may be sent in answer to a question."""

    def said(count: int, points: int) -> Posts:
        return ({"claim": str(count), "points": str(points), **SEND},)

    count, points = question.count, question.points
    wrong = (said(count, points - 2 if points > 1 else points + 2), said(count + 1, points + 1))
    return Answers(said(count, points), wrong, f"It scores {points}, not")
