"""A question of the drill, and what may be sent in answer to any."""

from game.engine.scoring import total
from tests.trainer.drills.posts import Answers, Posts, Sample, typed
from trainer.drills.count.question import CountQuestion
from trainer.drills.count.words import read_claim

HAND = "4C 5S 6D JH | 4H"
"""All four suits; fifteen points: three fifteens, a double run, his nob."""

SAMPLE = Sample(HAND, ({"claim": "15"},), ({"claim": "11"},))


def answer_of(question: CountQuestion) -> Answers:
    """What may be sent in answer to a question."""
    points = total(question.scores)
    return Answers(typed(points), _near(points, question), f"It is {points}.")


def _near(number: int, question: CountQuestion) -> tuple[Posts, ...]:
    """Numbers that are off by two, as far as some hand counts them."""
    near = (number - 2, number + 2)
    return tuple(typed(other) for other in near if read_claim(str(other), question.hand) is not None)
