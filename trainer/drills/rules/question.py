"""The drill of the rules: a rule applied to a case, or the meaning of a word of the game.

What can be asked and what is true stands in `ruling`, what is mixed up in `mistaking`; here questions are posed, read
and marked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from game.engine.cards import PACK, parse_cards, text_of
from game.engine.rules import DEALS, Rules
from trainer import glossary
from trainer.drills.posing import drawn, plain, risen
from trainer.drills.questions import Demand, KnowledgeMarking, UnreadableQuestion, Wish
from trainer.drills.rules import causes as rules_causes
from trainer.drills.rules.forms import AGAIN, BEST, NOBODY, RULES, SKUNKS, WORTHS, YES, Form, Given, Rule, RulesSort

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
    told: str

    def __str__(self) -> str:
        return f"{self.form} {self.told}"

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
        return self.rule.given(self.told) or ()

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
    """The skill that a sort of question tests."""
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
        if self.right or self.said is None:
            return ()
        asked = self.question
        found = rules_causes.known(asked.form, asked.given, asked.choices, asked.truth).get(self.said)
        return (found,) if found else ()

    @property
    def missed(self) -> tuple[str, ...]:
        """The skill, when the answer is wrong; what came too late tells nothing."""
        return () if self.right or self.said is None else (skill_of(self.question.sort),)

    @property
    def demands(self) -> tuple[Demand, ...]:
        """The one rule that was asked for."""
        return (Demand(skill_of(self.question.sort)),)


def mark(question: RulesQuestion, answer: str) -> RulesMarking:
    """Judge an answer, a number or one of the choices; "" for one that did not come in time."""
    return RulesMarking(question, answer or None)


# ------------------------------------------------------------------------------------------------------- posing

_SEARCH = 100
"""Questions that are looked at for a sibling."""


def pose(rng: Random, wish: Wish) -> RulesQuestion:
    """A question of a sort drawn by its share of `MIX`."""
    sort = drawn(rng, wish, MIX)
    return risen(wish.rise, lambda: _of_sort(rng, sort), hardness)


def _of_sort(rng: Random, sort: RulesSort) -> RulesQuestion:
    return of_form(rng, rng.choice([form for form in Form if RULES[form].sort is sort]))


def of_form(rng: Random, form: Form) -> RulesQuestion:
    """Pose a question of a form."""
    return RulesQuestion(form, _POSED[form](rng))


_SEATS = tuple(DEALS)
_SCORINGS = ("tournament", "long", "free")
_PARTNERSHIPS = ("4 2", "6 2", "6 3")
_TARGETS = (121, 121, 121, 61, 91, 241)


def _card(rng: Random, often: Sequence[int]) -> str:
    """A card; two times in three one of these ranks."""
    return str(rng.choice([card for card in PACK if card.rank in often] if rng.random() < 2 / 3 else PACK))


def _cut(rng: Random) -> str:
    """Cards cut for the deal: sometimes several are equal, the lowest of them or higher ones."""
    cards = rng.sample(PACK, rng.choice(_SEATS))
    if rng.random() < 0.5:
        twin = rng.choice([card for card in PACK if card.rank == cards[0].rank and card not in cards])
        cards[-1] = twin
    rng.shuffle(cards)
    return text_of(cards)


def _of_seats(rng: Random) -> str:
    return str(rng.choice(_SEATS))


def _dealt(rng: Random) -> str:
    seats = rng.choice(_SEATS)
    return f"{seats} {rng.randint(1, seats)}"


def _hole(rng: Random) -> str:
    """A hole, in one of three at the end or the beginning of a street."""
    if rng.random() < 1 / 3:
        return str(30 * rng.randint(1, 3) + rng.randint(0, 1))
    return str(rng.randint(1, 120))


def _lost(rng: Random) -> str:
    """A target and a loser's score, mostly near a skunk line."""
    target = rng.choice(_TARGETS)
    line = rng.choice(Rules(target=target).skunk_lines)
    score = line + rng.randint(-4, 3) if rng.random() < 0.7 else rng.randrange(target // 4, target)
    return f"{target} {max(score, 0)}"


def _won(rng: Random) -> str:
    """The end of a game, in which each outcome is as likely."""
    wanted = rng.choice(RULES[Form.WINS].choices(()))
    small = [worth for worth in WORTHS if worth <= 16]
    while True:
        dealer, pone = rng.randint(100, 120), rng.randint(104, 120)
        hands = rng.choices(small, k=3)
        told = f"{dealer} {pone} : pone {hands[0]} dealer {hands[1]} crib {hands[2]}"
        if RulesQuestion(Form.WINS, told).truth == wanted:
            return told


def _count(rng: Random) -> str:
    """A claim and the truth, which is another."""
    worth = rng.choice([worth for worth in WORTHS if 4 <= worth <= 20])
    off = rng.choice((-4, -3, -2, -1, 1, 2, 3, 4))
    return f"{worth + off} {worth}"


def _worth(rng: Random) -> str:
    """A hand that is worth something; two times in three its half is no whole number."""
    odd = rng.random() < 2 / 3
    return str(rng.choice([worth for worth in WORTHS if 3 <= worth <= 24 and worth % 2 == odd]))


def _number(rng: Random) -> str:
    """A number of points: now one that no hand scores, now another above the usual."""
    high = range(15, max(WORTHS) + 2)
    wanted = rng.random() < 0.5
    return str(rng.choice([points for points in high if (points in WORTHS) is wanted]))


_POSED: dict[Form, Callable[[Random], str]] = {
    Form.VALUE: lambda rng: _card(rng, (1, 11, 12, 13)),
    Form.FIRST_DEALER: _cut,
    **dict.fromkeys((Form.DEALT, Form.AWAY, Form.DEALER_DEALT, Form.DEALER_AWAY, Form.PACK_CRIB), _of_seats),
    **dict.fromkeys((Form.LEADS, Form.COUNTS_FIRST, Form.COUNTS_LAST), _dealt),
    Form.HEELS: lambda rng: _card(rng, (11,)),
    Form.STREET: _hole,
    Form.SKUNK: _lost,
    Form.MATCH: lambda rng: f"{rng.choice(_SCORINGS)} {_lost(rng)}",
    Form.PARTNER: lambda rng: f"{(table := rng.choice(_PARTNERSHIPS))} {rng.randint(1, int(table[0]))}",
    Form.WINS: _won,
    Form.MUGGINS: lambda rng: f"{rng.choice(('off', 'missed', 'missed', 'excess', 'excess'))} {_count(rng)}",
    Form.CLAIM: _count,
    Form.CLOCK: _worth,
    Form.POSSIBLE: _number,
    Form.BEST: lambda rng: str(rng.choice(tuple(BEST))),
    Form.WORD: lambda rng: rng.choice(sorted(glossary.words(glossary.SOURCE))),
}
"""What each form gives, drawn by chance."""


def read(text: str) -> RulesQuestion:
    """Read the text form of a question. Raises Unreadable.

    A word that the glossary has no more is read too, so that what was answered once can always be told; see `known`.
    """
    form, _, told = " ".join(text.split()).partition(" ")
    if form not in RULES or RULES[Form(form)].given(told) is None:
        raise UnreadableQuestion(text)
    return RulesQuestion(Form(form), told)


def known(question: RulesQuestion) -> bool:
    """Whether it can still be asked: a word has to be in the glossary."""
    return question.form is not Form.WORD or question.given[0] in glossary.words(glossary.SOURCE)


def canonical(question: RulesQuestion) -> str:
    """The question with the first suits that its ranks can have: suits never matter here."""
    if question.form in (Form.VALUE, Form.FIRST_DEALER, Form.HEELS):
        return str(RulesQuestion(question.form, text_of(plain(parse_cards(question.told)))))
    return str(question)


ITS_OWN = frozenset({Form.WORD, Form.DEALT, Form.AWAY, Form.DEALER_DEALT, Form.DEALER_AWAY, Form.PACK_CRIB, Form.BEST})
"""Forms of which there is no other question that asks the same."""


def sibling(question: RulesQuestion, rng: Random) -> RulesQuestion:
    """Another question of the same form, with an answer of the same kind where there is one.

    A word is asked for again, and so is a deal: who knows it of one table need not know it of others.
    """
    found = question
    if question.form in ITS_OWN:
        return question
    for _ in range(_SEARCH):
        other = of_form(rng, question.form)
        if canonical(other) != canonical(question):
            found = other
            if _kind(other) == _kind(question):
                break
    return found


def _kind(question: RulesQuestion) -> object:
    """What siblings have in common: so many choices, and whether it is nothing, nobody, or nobody yet."""
    return len(question.choices), question.truth in ("0", AGAIN, NOBODY, YES, SKUNKS[0])


_HARD = {
    Form.FIRST_DEALER: 2,
    Form.HEELS: 2,
    Form.STREET: 3,
    Form.DEALT: 3,
    Form.AWAY: 3,
    Form.DEALER_DEALT: 5,
    Form.DEALER_AWAY: 5,
    Form.SKUNK: 6,
    Form.CLOCK: 6,
    Form.POSSIBLE: 6,
    Form.WINS: 7,
    Form.MUGGINS: 7,
    Form.MATCH: 8,
    Form.BEST: 8,
}


def hardness(question: RulesQuestion) -> float:
    """How hard it is: by what is asked, and by the numbers, or seats, that matter in it."""
    extra = 3 if question.form is Form.SKUNK and question.given[0] != "121" else 0
    return _HARD.get(question.form, 1) + extra + len(question.choices) / 2 + len(question.given)
