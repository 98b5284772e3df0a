"""A question of the drill, and what may be sent in answer to any."""

from game.engine.scoring import total
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.posts import Answers, Sample, typed
from trainer.drills.muggins.question import MugginsQuestion

ONCE = f"{HAND} : 15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 run:4C5S6D=3 pair:4C4H=2 nobs:JH=1"
"""The run of a double run is said once."""

SAMPLE = Sample(f"{HAND} : 15:5SJH=2 15:4H5S6D=2 2run:4C4H5S6D=8 nobs:JH=1", ({"claim": "15"},), ({"claim": "13"},))


def answer_of(question: MugginsQuestion) -> Answers:
    """What may be sent in answer to a question."""
    points = total(question.scores)
    agreed = typed(question.claim)
    others = tuple(typed(other) for other in (points + 2, points + 4) if other != question.claim)
    if question.fault:
        return Answers(typed(points), (agreed, *others), f"It is worth {points}")
    return Answers(agreed, others, f"The claim of {points} was right.")
