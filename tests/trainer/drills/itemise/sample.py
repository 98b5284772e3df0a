"""A question of the drill, and what may be sent in answer to any."""

from collections.abc import Mapping

from game.engine.scoring import Kind, total
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.posts import SEND, Answers, Posts, Sample
from trainer.drills.count.question import CountQuestion
from trainer.drills.itemise.question import KINDS

SAMPLE = Sample(
    HAND,
    ({"fifteen": "6", "run": "6", "pair": "2", "nobs": "1"},),
    ({"fifteen": "4", "run": "6", "pair": "2", "nobs": "1"},),
)


def answer_of(question: CountQuestion) -> Answers:
    """What may be sent in answer to a question."""
    parts = {kind: sum(score.points for score in question.scores if score.kind is kind) for kind in KINDS}
    wrong = tuple(_items({**parts, kind: parts[kind] + more}) for kind, more in ((Kind.FIFTEEN, 2), (Kind.RUN, 3)))
    return Answers(_items(parts), wrong, f"It is {total(question.scores)}.")


def _items(parts: Mapping[Kind, int]) -> Posts:
    return ({**{kind.value: str(points) for kind, points in parts.items()}, **SEND},)
