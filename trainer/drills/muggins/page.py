"""The page of "Spot the muggins": a count said aloud beside its cards, to be agreed with or set right."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.after.review import Decision, DecisionKind
from game.engine.cards import Card
from game.engine.play import Counting, State
from game.engine.scoring import Named, combine
from game.words import terms
from game.words.terms import CountLine
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet, causes_heading
from trainer.drills.count import words as count_words
from trainer.drills.count.page import COUNT, HAND_OPTIONS, HAND_SORTS
from trainer.drills.count.question import PAD_NUMBERS
from trainer.drills.modes import Mode
from trainer.drills.muggins import question as muggins_question
from trainer.drills.muggins.question import MugginsMarking, MugginsQuestion
from trainer.drills.options import HEAR

_MISSING = {
    Named.FIFTEEN: gettext_lazy("The fifteen left out"),
    Named.RUN: gettext_lazy("The run left out"),
    Named.PAIR: gettext_lazy("The pair left out"),
    Named.FLUSH: gettext_lazy("The flush left out"),
    Named.NOBS: gettext_lazy("His nob left out"),
}
"""What is said over the cards of what was left out: of a combination of one part."""


@dataclass(frozen=True, slots=True)
class SpokenItem:
    """An item as it was said, and what is wrong with it: "" where nothing is."""

    line: CountLine
    fault: str


def _aloud(question: MugginsQuestion) -> str:
    return terms.count_aloud(terms.count_lines(question.said))


def _whose(question: MugginsQuestion) -> str:
    """Return who counts how much."""
    words = {"claim": question.claim}
    if question.crib:
        return _("The dealer counts the crib: %(claim)s") % words
    return _("Your opponent counts: %(claim)s") % words


def _saying(question: MugginsQuestion) -> Sheet:
    """Return what is said, by whom and how much it is, as it is read, and in sentences as it is heard."""
    words = {"said": _aloud(question), "claim": question.claim}
    if question.crib:
        heard = _("The dealer counts: %(said)s. That is %(claim)s in all.") % words
    else:
        heard = _("Your opponent counts: %(said)s. That is %(claim)s in all.") % words
    return {
        "whose": _whose(question),
        "said_aloud": _aloud(question),
        "claim": question.claim,
        "heard": heard,
        "all_heard": _with_cards(question),
    }


def _with_cards(question: MugginsQuestion) -> str:
    words = {"cards": count_words.deal_aloud(question.count), "said": _aloud(question), "claim": question.claim}
    if question.crib:
        return _("%(cards)s The dealer counts: %(said)s. That is %(claim)s in all.") % words
    return _("%(cards)s Your opponent counts: %(said)s. That is %(claim)s in all.") % words


def _ways_to_answer(question: MugginsQuestion) -> str:
    return _("Answer %(claim)s if that is right, or the true count if not.") % {"claim": question.claim}


def _headline(marking: MugginsMarking) -> str:
    question = marking.question
    words = {"points": marking.points, "claim": question.claim, "answer": marking.answer}
    if marking.answer is None:
        return _("Time is up. It is worth %(points)s; the claim was %(claim)s.") % words
    if not question.fault:
        if marking.right:
            return _("Right: it is worth %(points)s.") % words
        return _("The claim of %(points)s was right.") % words
    if marking.slipped:
        return _("You let %(claim)s pass. It is worth %(points)s.") % words
    if not marking.right:
        return _("It is worth %(points)s, not %(answer)s.") % words
    if question.claim < marking.points:
        return _("Muggins! It is worth %(points)s.") % words
    return _("Well spotted: it is %(points)s.") % words


def _detail(marking: MugginsMarking) -> str:
    """Return what was wrong in the claim, or in the answer to it, unless the headline says that."""
    question = marking.question
    words = {"claim": question.claim, "answer": marking.answer}
    slip = count_words.slip(question.fault.likely) if question.fault else ""
    if marking.answer is None or marking.right:
        return slip
    if question.fault and not marking.slipped:
        return _("The claim of %(claim)s was wrong, too.") % words
    return slip if question.fault else _("You said %(answer)s.") % words


def _said(question: MugginsQuestion) -> list[SpokenItem]:
    """Return the items as they were said. The last of those that are alike is the one that is wrong."""
    fault = question.fault
    lines = terms.count_lines(question.said)
    wrong = -1
    if fault and fault.wrong:
        wrong = max(at for at, combination in enumerate(question.said) if combination == fault.wrong)
    note = ""
    if fault and fault.instead:
        (whole,) = terms.count_lines([fault.instead])
        note = _("%(name)s: it is %(points)s") % {"name": whole.name, "points": whole.points}
    elif fault:
        note = _("Not there")
    return [SpokenItem(line, note if at == wrong else "") for at, line in enumerate(lines)]


def _lines(marking: MugginsMarking) -> tuple[CountLine, ...]:
    """Return the lines of the true count. What was left out comes after all that was said, and is called by its name:
    what was said names no cards, but how much there was after each item."""
    missed = marking.question.left_out
    if not missed:
        return terms.count_lines(combine(marking.scores))
    *said, last = terms.count_lines([*marking.question.said, missed])
    return *said, replace(last, spoken=last.name, note=_("left out"), title=str(_MISSING[missed.name]))


class MugginsDrill(Drill[MugginsQuestion, MugginsMarking]):
    """A count said aloud beside its cards, to be agreed with or set right."""

    slug = "muggins"
    name = gettext_lazy("Spot the muggins")
    explanation = gettext_lazy("Somebody counts aloud: are they right, and if not, what is it really worth?")
    asks = gettext_lazy("Is this count right?")
    group = DrillGroup.COUNT
    picture = "8H 5S 2D"
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK, Mode.CLOCK)
    options = (*HAND_OPTIONS, HEAR)
    sorts = HAND_SORTS
    says_truth_in_sprint = False
    questions = muggins_question

    def spots_like(self, decision: Decision, state: State) -> dict[str, object] | None:
        """Return the settings for counts of another player like one in a game."""
        if not isinstance(state, Counting) or decision.kind is not DecisionKind.ANSWER:
            return None
        return {"kind": "crib" if state.is_crib else "hand", "size": len(state.cards)}

    def ask(self, question: MugginsQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return what is said, and by whom."""
        return {"pad": PAD_NUMBERS[len(question.hand)], **_saying(question)}

    def answer(self, question: MugginsQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return what the hand is worth: the claim where that is right. Raise NotAnAnswer."""
        typed = post.get("claim", "").strip()
        if not typed:
            raise NotAnAnswer(_ways_to_answer(question))
        points = count_words.read_claim(typed, question.hand)
        if points is None:
            raise NotAnAnswer(count_words.claim_fault(typed, question.hand), typed)
        return str(points)

    def feedback(self, question: MugginsQuestion, marking: MugginsMarking) -> Feedback:
        """Return the verdict, what was wrong with the claim, and the count in lines."""
        lines = _lines(marking)
        count = terms.count_aloud(terms.count_lines(combine(marking.scores)))
        own = [] if marking.slipped else count_words.likely_sentences(marking.likely)
        context = {
            "lines": lines,
            "count_aloud": count,
            "said": _said(question),
            **_saying(question),
        }
        spoken = _("The count: %(count)s.") % {"count": count}
        return Feedback(_headline(marking), _detail(marking), causes_heading(), own, spoken, context)

    def title(self, question: MugginsQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Is this count right?")

    def aloud(self, question: MugginsQuestion, steps: Sequence[str] = ()) -> str:
        """Return the cards, and what is said of them."""
        return _with_cards(question)

    def reply(self, question: MugginsQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, R, F, B or ?."""
        return self.aloud(question) if typed.upper() == "R" else COUNT.reply(question.count, typed)

    def hint(self, question: MugginsQuestion) -> str:
        """Return what is in the hand, but not how much it is, nor what was said wrongly."""
        return COUNT.hint(question.count)

    def meant(self, question: MugginsQuestion, steps: Sequence[str] = ()) -> tuple[Card, ...]:
        """Return the cards of the combination that is worth most."""
        return COUNT.meant(question.count)

    def short(self, question: MugginsQuestion, marking: MugginsMarking) -> str:
        """Return what was said, and the truth: "11 / 15"."""
        said = "–" if marking.answer is None else marking.answer
        return _("%(claim)s / %(points)s") % {"claim": said, "points": marking.points}


MUGGINS = MugginsDrill()
