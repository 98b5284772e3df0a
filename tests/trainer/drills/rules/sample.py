"""A question of the drill, and what may be sent in answer to any."""

from tests.trainer.drills.posts import Answers, Sample, chosen, typed
from trainer.drills.rules import causes
from trainer.drills.rules.page import label
from trainer.drills.rules.question import RulesQuestion

SAMPLE = Sample("muggins missed 8 12", ({"claim": "4"},), ({"claim": "0"},))


def answer_of(question: RulesQuestion) -> Answers:
    """What may be sent in answer to a question."""
    truth = label(question, question.truth)
    mixed_up = causes.known_mistakes(question.form, question.given, question.choices, question.truth)
    others = question.choices or (str(int(question.truth) + 1), str(abs(int(question.truth) - 1)))
    send = chosen if question.choices else typed
    can_be_sent = question.choices or (*mixed_up, *others)
    wrong = dict.fromkeys(each for each in (*mixed_up, *others) if each != question.truth and each in can_be_sent)
    return Answers(send(question.truth), tuple(map(send, wrong)), truth)
