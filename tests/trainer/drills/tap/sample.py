"""A question of the drill, and what may be sent in answer to any."""

from collections.abc import Iterator
from itertools import combinations

from game.engine.cards import Card
from game.table.words import cards_in_words
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.posts import Answers, Posts, Sample, tapped
from trainer.drills.tap import question as tap_question
from trainer.drills.tap.faults import mistake_of

SAMPLE = Sample(f"fifteen-2 of {HAND}", ({"card": ["5S", "JH"]},), ({"answer": "-"},))


def answer_of(question: tap_question.TapQuestion) -> Answers:
    """What may be sent in answer to a question."""
    none: Posts = ({"answer": "-"},)
    wrong = [tapped(cards) for cards in _mistaken(question)]
    if not question.solutions:
        return Answers(none, tuple(wrong), "There is none.")
    if question.target is not tap_question.TapTarget.LAST and not question.certain:
        wrong.insert(1, none)
    right = question.solutions[0].cards
    whole = question.series and question.target in (tap_question.TapTarget.FIFTEEN, tap_question.TapTarget.THIRTY_ONE)
    return Answers(tapped(right), tuple(wrong), "all the cards of the series" if whole else cards_in_words(right))


def _mistaken(question: tap_question.TapQuestion) -> Iterator[tuple[Card, ...]]:
    """Cards that are not what is target, as many as it is or about so; one answer of every fault, none of too few."""
    wanted = len(question.solutions[0].cards) if question.solutions else 2
    cards = sorted(question.cards)
    alone = question.target in (tap_question.TapTarget.NOBS, tap_question.TapTarget.LAST)
    least = 1 if alone else question.size or 2
    some = [taken for size in range(least, len(cards) + 1) for taken in combinations(cards, size)]
    some.sort(key=lambda taken: abs(len(taken) - wanted))
    faults = set()
    for taken in some:
        mistake = mistake_of(question, taken)
        if mistake and mistake.fault not in faults:
            faults.add(mistake.fault)
            yield taken
