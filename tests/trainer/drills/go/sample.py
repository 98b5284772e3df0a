"""A question of the drill, and what may be sent in answer to any."""

from tests.trainer.drills.posts import Answers, Sample, chosen
from trainer.drills.go.page import label
from trainer.drills.go.question import GoQuestion

SAMPLE = Sample("play 2 | 8S | 2H 4D 7C KS / 8C 8H JD KC | 2H 8C 4D 8H", ({"choice": "play"},), ({"choice": "go"},))


def answer_of(question: GoQuestion) -> Answers:
    """What may be sent in answer to a question."""
    wrong = tuple(chosen(choice) for choice in question.choices if choice != question.truth)
    return Answers(chosen(question.truth), wrong, f"Wrong. {label(question, question.truth)}.")
