"""A question of the drill, and what may be sent in answer to any."""

from collections.abc import Sequence

from game.engine.cards import RANKS
from tests.trainer.drills.posts import SEND, Answers, Posts, Sample
from trainer.drills.cut import words
from trainer.drills.cut.question import CutQuestion

SAMPLE = Sample(
    "4C 5S 6D JH | 4H KC 5C 2D 9S",
    (*({"claim": count} for count in ("15", "9", "16", "7", "9")), {"choice": "5"}),
    (*({"claim": count} for count in ("11", "9", "16", "7", "9")), {"choice": "5"}),
)


def answer_of(question: CutQuestion) -> Answers:
    """What may be sent in answer to a question."""

    def said(counts: Sequence[int], rank: int) -> Posts:
        return (*({"claim": str(count), **SEND} for count in counts), {"choice": RANKS[rank - 1], **SEND})

    first, *others = question.truths
    poor = min(question.helps, key=question.helps.__getitem__)
    right = said(question.truths, question.best[0])
    wrong = (said((first + 2, *others), question.best[0]), said(question.truths, poor))
    return Answers(right, wrong, words.best_ranks(question))
