"""A question of the drill, and what may be sent in answer to any."""

from tests.trainer.drills.posts import SEND, Answers, Posts, Sample
from trainer.drills.move.question import MovePeg, MoveQuestion

SAMPLE = Sample("24-16 +8 of 121 on plank", ({"claim": "32", "choice": "rear"},), ({"claim": "24", "choice": "rear"},))


def answer_of(question: MoveQuestion) -> Answers:
    """What may be sent in answer to a question."""

    def moved(peg: MovePeg, hole: int) -> Posts:
        return ({"claim": str(hole), "choice": peg, **SEND},)

    wrong = [moved(MovePeg.REAR, question.hole + 1), moved(MovePeg.REAR, question.hole - 1)]
    if question.front:
        wrong.insert(0, moved(MovePeg.FRONT, question.hole))
    return Answers(moved(MovePeg.REAR, question.hole), tuple(wrong), f" {question.hole}.")
