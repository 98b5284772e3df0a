"""The page of "Find them all": cards to tap, a box for their worth, and what has been found so far."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.engine.cards import Card, CardError, text_of
from game.engine.scoring import Combination, Kind, Score, combine, total
from game.words import terms
from game.words.terms import CountLine
from trainer.drills.base import DrillGroup, Feedback, NotAnAnswer, PartialAnswer, Sheet
from trainer.drills.count import words as count_words
from trainer.drills.count.hunt import HuntOutcome
from trainer.drills.count.page import HAND_OPTIONS, HandDrill, worth_most
from trainer.drills.count.question import CountQuestion
from trainer.drills.find import question as find_question
from trainer.drills.find.question import NOTHING, FindClaim, FindMarking, JudgedClaim
from trainer.drills.modes import Mode

_WORTHS = range(1, 19)
"""The numbers of the pegboard: what one combination may be worth, and what it is taken for."""


def _found_by(question: CountQuestion, steps: Sequence[str]) -> tuple[Score, ...]:
    """Return what the claims so far have found."""
    return find_question.found_in(find_question.judge_all(question, map(FindClaim.read, steps)))


def _lines_context(scores: Sequence[Score]) -> Sheet:
    lines = _lines(scores)
    return {"lines": lines, "found_points": lines[-1].running if lines else 0}


def _lines(scores: Sequence[Score]) -> tuple[CountLine, ...]:
    """Return the scores one by one, in counting order: part of a double run has no name of its own."""
    kinds = [Kind.FIFTEEN, Kind.RUN, Kind.PAIR, Kind.FLUSH, Kind.NOBS]
    ordered = sorted(scores, key=lambda score: kinds.index(score.kind))
    return terms.count_lines(map(Combination.of, ordered))


def _lines_after(marking: FindMarking) -> tuple[CountLine, ...]:
    """Return the whole count, with a note at what was left."""
    wholes = combine(marking.scores)
    return tuple(
        replace(line, note=_left_of(whole, marking))
        for line, whole in zip(terms.count_lines(wholes), wholes, strict=True)
    )


def _left_of(whole: Combination, marking: FindMarking) -> str:
    left = [part for part in whole.parts if part in marking.left]
    if not left:
        return ""
    return _("missed") if len(left) == len(whole.parts) else _("missed in part")


def _cards(question: CountQuestion, post: QueryDict) -> tuple[Card, ...]:
    """Return the cards that were chosen. Raise NotAnAnswer for those that are not on the table."""
    try:
        cards = {Card.parse(text) for text in post.getlist("card")}
    except CardError as error:
        raise NotAnAnswer(terms.card_fault(error)) from error
    if not cards <= set(question.cards):
        raise NotAnAnswer(_("Those are not the cards on the table."))
    return tuple(sorted(cards))


def _value_fault(typed: str, question: CountQuestion) -> str:
    if not typed:
        return _("Say what these cards are worth: type a number beside them.")
    return count_words.claim_fault(typed, question.hand)


def _message(question: CountQuestion, judged: JudgedClaim) -> str:
    """Return what to say to a claim."""
    if judged.wrong_value:
        return count_words.wrong_value(judged.made, judged.claim.value)
    if judged.tried.hunt is HuntOutcome.FOUND:
        return _found(judged)
    return count_words.hunt_message(question, judged.claim.cards, judged.tried)


def _found(judged: JudgedClaim) -> str:
    """Return the message to a find, with its name where all of it is new and has one."""
    points = total(judged.found)
    wholes = combine(judged.found) if judged.meant == judged.found else ()
    if len(wholes) != 1:
        return ngettext("Yes: %(points)s point.", "Yes: %(points)s points.", points) % {"points": points}
    (line,) = terms.count_lines(wholes)
    words = {"name": line.name, "points": points}
    return ngettext("Yes. %(name)s: %(points)s point.", "Yes. %(name)s: %(points)s points.", points) % words


def _headline(marking: FindMarking) -> str:
    words = {"found": marking.points + marking.off, "points": marking.points}
    if marking.claims is None:
        return _("Time is up. There were %(points)s points to find.") % words
    if marking.left:
        return _("You found %(found)s of %(points)s points.") % words
    if not marking.points:
        return _("There is nothing in it.") if marking.wrong else _("Right: there is nothing.")
    if marking.wrong:
        return _("All %(points)s points, with a slip.") % words
    return _("All %(points)s points found.") % words


def _detail(marking: FindMarking) -> str:
    if not marking.wrong:
        return ""
    number = len(marking.wrong)
    return ngettext("%(n)s claim was wrong.", "%(n)s claims were wrong.", number) % {"n": number}


class FindDrill(HandDrill[FindMarking]):
    """Cards to tap, a box for their worth, and what has been found so far."""

    slug = "find"
    name = gettext_lazy("Find them all")
    explanation = gettext_lazy("Choose the cards of each combination, and miss none.")
    asks = gettext_lazy("Which combinations?")
    group = DrillGroup.COUNT
    picture = "7D 8C 7S"
    tells_keys = True
    prompts_step = 1
    tells_causes = True
    modes = (Mode.CALM, Mode.STREAK)
    options = HAND_OPTIONS
    questions = find_question

    def ask(self, question: CountQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return what to do, and the scores found so far as lines."""
        found = _found_by(question, steps)
        prompt = _("1. Choose the cards of one combination")
        return {**_lines_context(found), "pad": _WORTHS, "prompt": prompt}

    def answer(self, question: CountQuestion, post: QueryDict, steps: list[str]) -> str | PartialAnswer:
        """Return a claim, or that this is all, whatever was claimed wrongly and is still chosen. Raise NotAnAnswer."""
        cards = _cards(question, post)
        typed = post.get("claim", "").strip()
        if "answer" in post:
            if cards and (typed or cards not in (FindClaim.read(step).cards for step in steps)):
                raise NotAnAnswer(_("You have chosen cards: claim them first, or unselect them."), text_of(cards))
            return " ".join(steps) or NOTHING
        if not cards:
            raise NotAnAnswer(
                count_words.hunt_message(question, cards, find_question.judge(question, (), FindClaim((), 0)).tried)
            )
        value = count_words.read_claim(typed, question.hand)
        if value is None:
            raise NotAnAnswer(_value_fault(typed, question), text_of(cards))
        kept, judged = find_question.keep(question, steps, FindClaim(cards, value))
        to_mend = judged.wrong and str(judged.claim) in kept
        return PartialAnswer(kept, _message(question, judged), text_of(cards) if to_mend else "")

    def meant(self, question: CountQuestion, steps: Sequence[str] = ()) -> tuple[Card, ...]:
        """Return the cards of the combination that is worth most, of those not wholly found by the `steps` so far."""
        found = _found_by(question, steps)
        return worth_most([whole for whole in combine(question.scores) if not set(whole.parts) <= set(found)])

    def feedback(self, question: CountQuestion, marking: FindMarking) -> Feedback:
        """Return the verdict, what was claimed wrongly, what was left, and the count in lines."""
        lines = _lines_after(marking)
        count = terms.count_aloud(lines)
        wrong = [{"cards": one.claim.cards, "message": _message(question, one)} for one in marking.wrong]
        context = {"lines": lines, "count_aloud": count, "wrong": wrong}
        return Feedback(
            _headline(marking),
            _detail(marking),
            _("What went wrong"),
            count_words.likely_sentences(marking.likely),
            _("The count: %(count)s.") % {"count": count},
            context,
        )

    def title(self, question: CountQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Find all that counts")

    def short(self, question: CountQuestion, marking: FindMarking) -> str:
        """Return points found, and all there were: "11 / 15"."""
        return _("%(claim)s / %(points)s") % {"claim": marking.points + marking.off, "points": marking.points}


FIND = FindDrill()
