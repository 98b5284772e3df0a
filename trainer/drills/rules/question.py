"""The drill of the rules: a rule applied to a case, or the meaning of a word of the game.

What can be asked stands in `forms`, what is true in `truths`, what is mixed up in `causes`; here questions are posed,
read and marked.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random

from game.engine.cards import parse_cards, text_of
from trainer import glossary
from trainer.drills.posing import drawn, plain, risen
from trainer.drills.questions import Demand, KnowledgeMarking, UnreadableQuestion, Wish
from trainer.drills.rules import causes as rules_causes
from trainer.drills.rules.forms import RULES, Form, Rule, RulesSort
from trainer.drills.rules.truths import AGAIN, NOBODY, SKUNKS, YES, Given

MIX: dict[RulesSort, int] = {
    RulesSort.CARDS: 6,
    RulesSort.DEAL: 12,
    RulesSort.ORDER: 8,
    RulesSort.HEELS: 6,
    RulesSort.STREETS: 6,
    RulesSort.SKUNKS: 10,
    RulesSort.MATCH: 8,
    RulesSort.SIDES: 6,
    RulesSort.WINNING: 10,
    RulesSort.MUGGINS: 10,
    RulesSort.CLOCK: 4,
    RulesSort.COUNTS: 4,
    RulesSort.WORDS: 10,
}
"""Questions of each sort in a hundred."""


@dataclass(frozen=True)
class RulesQuestion:
    """A form of question, and what it gives: "skunk 121 88" gives "121" and "88"."""

    form: Form
    details: str

    def __str__(self) -> str:
        return f"{self.form} {self.details}"

    @property
    def rule(self) -> Rule:
        """The rule that is asked about."""
        return RULES[self.form]

    @property
    def sort(self) -> RulesSort:
        """What it is about."""
        return self.rule.sort

    @cached_property
    def given(self) -> Given:
        """What is given, piece by piece."""
        return self.rule.given(self.details) or ()

    @cached_property
    def truth(self) -> str:
        """The right answer: a number, or one of the choices."""
        return self.rule.truth(self.given)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The answers to choose from; () where a number is asked for."""
        return self.rule.choices(self.given)


# ------------------------------------------------------------------------------------------------------ marking


def skill_of(sort: RulesSort) -> str:
    """Return the skill that a sort of question tests."""
    return f"rules-{sort}"


SKILLS: tuple[str, ...] = tuple(map(skill_of, RulesSort))
"""All skills, in the order of the sorts."""


@dataclass(frozen=True)
class RulesMarking(KnowledgeMarking):
    """An answer judged."""

    question: RulesQuestion

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """What was mixed up, where the answer tells."""
        if self.right or self.answer is None:
            return ()
        asked = self.question
        found = rules_causes.known_mistakes(asked.form, asked.given, asked.choices, asked.truth).get(self.answer)
        return (found,) if found else ()

    @property
    def missed(self) -> tuple[str, ...]:
        """The skill, when the answer is wrong; what came too late tells nothing."""
        return () if self.right or self.answer is None else (skill_of(self.question.sort),)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """The one rule that was asked for."""
        return (Demand(skill_of(self.question.sort)),)


def mark(question: RulesQuestion, answer: str) -> RulesMarking:
    """Judge an answer, a number or one of the choices; "" for one that did not come in time."""
    return RulesMarking(question, answer or None)


# ------------------------------------------------------------------------------------------------------- posing

_SEARCH = 100
"""How many questions are tried for a sibling."""


def pose(rng: Random, wish: Wish) -> RulesQuestion:
    """Return a question of a sort drawn by its share of `MIX`."""
    sort = drawn(rng, wish, MIX)
    return risen(rng, wish.rise, lambda: _of_sort(rng, sort), hardness)


def _of_sort(rng: Random, sort: RulesSort) -> RulesQuestion:
    return of_form(rng, rng.choice([form for form in Form if RULES[form].sort is sort]))


def of_form(rng: Random, form: Form) -> RulesQuestion:
    """Pose a question of a form."""
    return RulesQuestion(form, RULES[form].draw(rng))


def read(text: str) -> RulesQuestion:
    """Read the text form of a question. Raise UnreadableQuestion.

    A word that is no longer in the glossary is read too, so that old answers can always be shown; see `can_be_asked`.
    """
    form, _, details = " ".join(text.split()).partition(" ")
    if form not in RULES or RULES[Form(form)].given(details) is None:
        raise UnreadableQuestion(text)
    return RulesQuestion(Form(form), details)


def can_be_asked(question: RulesQuestion) -> bool:
    """Return whether it can still be asked: a word has to be in the glossary."""
    return question.form is not Form.WORD or question.given[0] in glossary.words(glossary.SOURCE)


def canonical(question: RulesQuestion) -> str:
    """Return the question with the first suits that its ranks can have: suits never matter here."""
    if question.form in (Form.VALUE, Form.FIRST_DEALER, Form.HEELS):
        return str(RulesQuestion(question.form, text_of(plain(parse_cards(question.details)))))
    return str(question)


def sibling(question: RulesQuestion, rng: Random) -> RulesQuestion:
    """Return another question of the same form, with an answer of the same kind where there is one.

    A word is asked for again, and so is a deal: who knows it of one table need not know it of others.
    """
    found = question
    if not question.rule.has_siblings:
        return question
    for _ in range(_SEARCH):
        other = of_form(rng, question.form)
        if canonical(other) != canonical(question):
            found = other
            if _kind(other) == _kind(question):
                break
    return found


def _kind(question: RulesQuestion) -> object:
    """Return what siblings have in common: so many choices, and whether it is nothing, nobody, or nobody yet."""
    return len(question.choices), question.truth in ("0", AGAIN, NOBODY, YES, SKUNKS[0])


def hardness(question: RulesQuestion) -> float:
    """Return how hard it is: by what is asked, and by the numbers, or seats, that matter in it."""
    extra = 3 if question.form is Form.SKUNK and question.given[0] != "121" else 0
    return question.rule.hardness + extra + len(question.choices) / 2 + len(question.given)
