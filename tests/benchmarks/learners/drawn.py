"""The counting drill with hands of the mix that were drawn beforehand, so that thousands are chosen from in seconds."""

from functools import lru_cache
from random import Random

from trainer.drills.count import question as count_question
from trainer.drills.count.page import CountDrill
from trainer.drills.count.question import CountMarking, CountQuestion
from trainer.drills.questions import Wish

NUMBER = 20_000


@lru_cache(1)
def hands() -> list[CountQuestion]:
    """Return the hands."""
    rng = Random("drawn")
    return [count_question.pose(rng, Wish()) for _ in range(NUMBER)]


@lru_cache(NUMBER)
def _unanswered(question: CountQuestion) -> CountMarking:
    return count_question.mark(question, "")


class DrawnHands(CountDrill):
    """The counting drill."""

    def pose(self, rng: Random, wish: Wish) -> CountQuestion:
        """Return one of the hands; one that is dealt now where the mix is narrowed."""
        return super().pose(rng, wish) if wish.options else rng.choice(hands())

    def mark(self, question: CountQuestion, answer: str) -> CountMarking:
        """Judge an answer."""
        return super().mark(question, answer) if answer else _unanswered(question)


DRAWN = DrawnHands()
