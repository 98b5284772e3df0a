"""A question of the drill, and what may be sent in answer to any."""

from game.words import terms
from tests.trainer.drills.posts import Answers, Sample, tapped
from trainer.drills.choose.question import ChooseQuestion, mark

MOMENT = "2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S"
PLAY_OFF = "2 2 at 116-116 | 8S | 8C 8H TH | QC KC | 1:7S 2:9C"
"""The scores decide: the hand alone is enough."""
SAID_GO = "2 1 | KC | 2H 3D | 5S 6S | 2:TD 1:9C 2:8D 1:AS 2:go"

SAMPLE = Sample("2 1 | 5S | 2H 7C 8H 8S | 5C KC | 2:7S", ({"card": "8H"},), ({"card": "2H"},))


def answer_of(question: ChooseQuestion) -> Answers:
    """What may be sent in answer to a question."""
    best, *others = question.ranked
    poor = {worth.card.rank: worth for worth in others if not mark(question, str(worth.card)).right}
    wrong = tuple(tapped((worth.card,)) for worth in reversed(poor.values()))
    several = len(question.alike(best.card)) > 1
    truth = f"any {terms.letter_on_card(best.card.rank)}" if several else f"the {terms.card_name(best.card)}"
    return Answers(tapped((best.card,)), wrong, f"Best is {truth}.")
