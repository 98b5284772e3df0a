"""The page of the pegging drill: a series and the next card, boxes for count and points, and what it scores for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine.cards import Card
from game.engine.play import CLAIMS
from game.engine.scoring import Score
from game.numbers import whole_number
from game.table.words import cards_in_words
from game.words import terms
from trainer.drills.base import Drill, Feedback, NotAnAnswer
from trainer.drills.modes import Mode
from trainer.drills.options import WEAK, QuestionSort, sorts_option
from trainer.drills.peg import question as peg_question
from trainer.drills.peg.question import MIX, Cause, For, Marking, Question, Sort, errors, given_for

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort(Sort.NOTHING, gettext_lazy("Nothing"), MIX[Sort.NOTHING]),
    QuestionSort(Sort.FIFTEEN, gettext_lazy("A fifteen"), MIX[Sort.FIFTEEN]),
    QuestionSort(Sort.THIRTY_ONE, gettext_lazy("A thirty-one"), MIX[Sort.THIRTY_ONE]),
    QuestionSort(Sort.PAIR, gettext_lazy("A pair"), MIX[Sort.PAIR]),
    QuestionSort(Sort.ROYAL, gettext_lazy("A pair royal"), MIX[Sort.ROYAL]),
    QuestionSort(Sort.RUN, gettext_lazy("A run"), MIX[Sort.RUN]),
    QuestionSort(Sort.SEVERAL, gettext_lazy("Several at once"), MIX[Sort.SEVERAL]),
    QuestionSort(Sort.BROKEN_RUN, gettext_lazy("A run that is broken"), MIX[Sort.BROKEN_RUN]),
    QuestionSort(Sort.BROKEN_PAIR, gettext_lazy("A pair that is broken"), MIX[Sort.BROKEN_PAIR]),
    QuestionSort(Sort.TENS, gettext_lazy("Two tens that are no pair"), MIX[Sort.TENS]),
    QuestionSort(Sort.LAST, gettext_lazy("The last card"), MIX[Sort.LAST]),
)
"""The sorts of question, and their shares."""

SKILLS: dict[str, "StrOrPromise"] = {
    Cause.FIFTEEN: gettext_lazy("In the play: a fifteen"),
    Cause.THIRTY_ONE: gettext_lazy("In the play: a thirty-one"),
    Cause.PAIR: gettext_lazy("In the play: a pair"),
    Cause.PAIR_ROYAL: gettext_lazy("In the play: a pair royal"),
    Cause.DOUBLE_PAIR_ROYAL: gettext_lazy("In the play: a double pair royal"),
    Cause.RUN: gettext_lazy("In the play: a run"),
    Cause.LAST: gettext_lazy("In the play: the point for the last card"),
    Cause.RUN_OUT_OF_ORDER: gettext_lazy("In the play: a run that is not in order"),
    Cause.RUN_CUT_SHORT: gettext_lazy("In the play: a long run cut short"),
    Cause.RUN_IN_RUN: gettext_lazy("In the play: a run counted inside a longer one"),
    Cause.RUN_THROUGH_DOUBLE: gettext_lazy("In the play: a run counted through a double"),
    Cause.RUN_WITH_GAP: gettext_lazy("In the play: a run counted through another card"),
    Cause.ROUND_THE_CORNER: gettext_lazy("In the play: a run round the corner"),
    Cause.ROYAL_AS_FEWER: gettext_lazy("In the play: three or four of a kind counted as fewer pairs"),
    Cause.BROKEN_PAIR: gettext_lazy("In the play: a pair counted across another card"),
    Cause.TENS_AS_PAIR: gettext_lazy("In the play: two different cards worth ten counted as a pair"),
    Cause.FIFTEEN_IN_PART: gettext_lazy("In the play: a fifteen counted of a part of the series"),
    Cause.THIRTY_ONE_AS_ONE: gettext_lazy("In the play: thirty-one counted as 1"),
    Cause.THIRTY_ONE_AND_LAST: gettext_lazy("In the play: thirty-one counted as 3"),
    Cause.GO_TOO_SOON: gettext_lazy("In the play: a point for go counted too soon"),
    Cause.COUNT: gettext_lazy("In the play: the running count"),
    Cause.COUNT_BEFORE: gettext_lazy("In the play: the card added to the count"),
    Cause.COURT_CARDS_OVER_TEN: gettext_lazy("In the play: jack, queen and king added as 11, 12 and 13"),
    Cause.UNFOUNDED: gettext_lazy("In the play: something seen that is not there"),
}
"""What the skills are called."""

CAUSES: dict[Cause, Promise] = {
    Cause.FIFTEEN: gettext_lazy("You missed the fifteen: the count is exactly 15, which scores 2."),
    Cause.THIRTY_ONE: gettext_lazy("You missed the thirty-one: the count is exactly 31, which scores 2."),
    Cause.PAIR: gettext_lazy("You missed the pair with the card just before."),
    Cause.PAIR_ROYAL: gettext_lazy("You missed the pair royal: three of a rank in a row make three pairs, 6."),
    Cause.DOUBLE_PAIR_ROYAL: gettext_lazy("You missed the double pair royal: four of a rank in a row make 12."),
    Cause.RUN: gettext_lazy("You missed the run: a point for each card in it."),
    Cause.LAST: gettext_lazy("You left out the point for the last card of the deal."),
    Cause.RUN_OUT_OF_ORDER: gettext_lazy(
        "You missed the run: its cards need not come in order, as long as nothing else lies between them."
    ),
    Cause.RUN_CUT_SHORT: gettext_lazy("You stopped short in the run: it goes further back, a point for each card."),
    Cause.RUN_IN_RUN: gettext_lazy("You counted a run inside the run. Only the longest counts."),
    Cause.RUN_THROUGH_DOUBLE: gettext_lazy(
        "You counted a run through a double. In the play a second card of a rank ends it."
    ),
    Cause.RUN_WITH_GAP: gettext_lazy("You counted a run with another card inside. Its cards must lie side by side."),
    Cause.ROUND_THE_CORNER: gettext_lazy("You ran round the corner. The ace is low, and no run goes from king to ace."),
    Cause.ROYAL_AS_FEWER: gettext_lazy(
        "You counted too few pairs: three of a rank make three pairs, 6; four of a rank make six, 12."
    ),
    Cause.BROKEN_PAIR: gettext_lazy("You paired cards with another between them. Only cards side by side pair."),
    Cause.TENS_AS_PAIR: gettext_lazy("You paired two cards that both count ten. Only the same rank is a pair."),
    Cause.FIFTEEN_IN_PART: gettext_lazy(
        "You made fifteen of the last cards alone. In the play only the count of the whole series matters."
    ),
    Cause.THIRTY_ONE_AS_ONE: gettext_lazy("You gave 1 for thirty-one. It scores 2."),
    Cause.THIRTY_ONE_AND_LAST: gettext_lazy(
        "You added a point for go or the last card to thirty-one. Thirty-one is 2, and nothing more."
    ),
    Cause.GO_TOO_SOON: gettext_lazy("You added a point for go. It comes only when nobody can play any more."),
    Cause.COUNT: gettext_lazy("You added wrong: the count is the sum of all cards of the series."),
    Cause.COUNT_BEFORE: gettext_lazy("You said the count before the card. Add the card to it."),
    Cause.COURT_CARDS_OVER_TEN: gettext_lazy("You took jack, queen and king for 11, 12 and 13. They count 10 each."),
    Cause.UNFOUNDED: gettext_lazy("You ticked something that is not there."),
}

_TRAPS: dict[Cause, Promise] = {
    Cause.RUN_THROUGH_DOUBLE: gettext_lazy(
        "Not a longer run: looking back from the card, a rank comes twice, and a run in the play has no double in it."
    ),
    Cause.RUN_WITH_GAP: gettext_lazy("Not a longer run: another card lies inside, and a run must lie side by side."),
    Cause.ROUND_THE_CORNER: gettext_lazy("No run round the corner: the ace is low."),
    Cause.BROKEN_PAIR: gettext_lazy("No pair across another card: only cards side by side pair."),
    Cause.TENS_AS_PAIR: gettext_lazy("No pair of two different cards worth ten: the rank counts, not the value."),
    Cause.FIFTEEN_IN_PART: gettext_lazy("No fifteen of a part: only the count of the whole series matters."),
    Cause.THIRTY_ONE_AND_LAST: gettext_lazy("No point besides for go or the last card: thirty-one is 2 by itself."),
}

_FOR: dict[For, Promise] = {
    For.FIFTEEN: gettext_lazy("Fifteen"),
    For.THIRTY_ONE: gettext_lazy("Thirty-one"),
    For.PAIR: gettext_lazy("Pair"),
    For.PAIR_ROYAL: gettext_lazy("Pair royal"),
    For.DOUBLE_PAIR_ROYAL: gettext_lazy("Double pair royal"),
    For.RUN: gettext_lazy("Run"),
    For.LAST: gettext_lazy("Last card"),
}


@dataclass(frozen=True, slots=True)
class Item:
    """A score in words, with each card of the series and how it is drawn: "is-counted" or "is-dimmed"."""

    name: str
    points: int
    cards: Sequence[tuple[Card, str]]


# ------------------------------------------------------------------------------------------------------- asking


_TWO = re.compile(r"(\d{1,4})\D+(\d{1,4})", re.ASCII)


def _is_number(text: str) -> bool:
    return whole_number(text, of=CLAIMS) is not None


# ------------------------------------------------------------------------------------------------------- telling


def _headline(question: Question, marking: Marking) -> str:
    truth = _for(question.count, question.points)
    if marking.said is None or marking.claim is None:
        return _("Time is up. It is %(truth)s.") % {"truth": truth}
    words = {"truth": truth, "count": question.count, "said": marking.said, "claim": _for(marking.said, marking.claim)}
    if marking.right:
        return _("Right: %(truth)s.") % words
    if not marking.off:
        return _("The count is %(count)s, not %(said)s; the points are right.") % words
    return _("You said %(claim)s. It is %(truth)s.") % words


def _for(count: int, points: int) -> str:
    """A count and what it scores: "25 for 5"."""
    words = {"count": count, "points": points}
    return _("%(count)s for %(points)s") % words if points else _("%(count)s for nothing") % words


def _ticks(marking: Marking) -> str:
    """What was ticked wrong, in an answer that is right all the same."""
    if not marking.right:
        return ""
    told = []
    if marking.unfounded:
        told.append(_("Ticked, but not there: %(items)s.") % {"items": _names(marking.unfounded)})
    if marking.unticked:
        told.append(_("There, but not ticked: %(items)s.") % {"items": _names(marking.unticked)})
    return " ".join(told)


def _names(items: Sequence[For]) -> str:
    return _(", ").join(str(_FOR[item]) for item in items)


def _said(question: Question) -> str:
    """What a player says who lays the card: "“25 for 5”: fifteen for two, a run of three for three."."""
    words = {"truth": _for(question.count, question.points)}
    if not question.scores:
        return _("“%(truth)s”.") % words
    words["items"] = _(", ").join(map(terms.score_aloud, question.scores))
    return _("“%(truth)s”: %(items)s.") % words


def _item(question: Question, score: Score) -> Item:
    cards = [(card, "is-counted" if card in score.cards else "is-dimmed") for card in question.laid]
    return Item(str(_FOR[given_for(score)]), score.points, cards)


def _traps(question: Question) -> list[str]:
    """What only seems to be there."""
    invited = dict.fromkeys(error.cause for error in errors(question) if error.off > 0)
    return [str(_TRAPS[cause]) for cause in invited if cause in _TRAPS]


class PegDrill(Drill[Question, Marking]):
    """A series and the next card, boxes for count and points, and each score with its cards."""

    slug = "peg"
    name = gettext_lazy("Peg it")
    explanation = gettext_lazy("A card is played to the others: what does it score, and why?")
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK, Mode.CLOCK)
    sorts = SORTS
    options = (sorts_option(SORTS), WEAK)
    skills = SKILLS
    says_truth_in_sprint = False
    questions = peg_question

    def ask(self, question: Question, found: list[str], typed: str = "") -> dict[str, Any]:
        """What can be ticked."""
        return {"reasons": list(_FOR.items())}

    def answer(self, question: Question, post: QueryDict, found: list[str]) -> str:
        """Count, points and what is ticked; both numbers may stand in the first box: "25 2", "25 for 2".

        Raises NotAnAnswer.
        """
        typed, points = post.get("claim", "").strip()[:40], post.get("points", "").strip()[:40]
        both = _TWO.fullmatch(typed)
        if both and not points:
            count, points = both[1], both[2]
        else:
            count = typed
        if not count:
            raise NotAnAnswer(_("Say the count first: all cards of the series together, with the new one."), typed)
        if not _is_number(count):
            sentence = _("“%(typed)s” is not a count: type a whole number, such as 25.")
            raise NotAnAnswer(sentence % {"typed": count[:20]}, typed)
        if not points:
            raise NotAnAnswer(_("Say what the card scores too: 0 if it is nothing."), typed)
        if not _is_number(points):
            sentence = _("“%(typed)s” is no number of points: type a whole number, 0 if it is nothing.")
            raise NotAnAnswer(sentence % {"typed": points[:20]}, typed)
        ticked = [reason for reason in For if reason in post.getlist("for")]
        return " ".join([str(int(count)), str(int(points)), *ticked])

    def tell(self, question: Question, marking: Marking) -> Feedback:
        """The verdict, the likely causes, what was ticked wrong, and the scores with their cards."""
        causes = [str(CAUSES[Cause(code)]) for code in marking.causes]
        sure = marking.missed is not None
        heading = _("What went wrong") if sure else _("One of these probably happened")
        said = _said(question)
        context = {
            "items": [_item(question, score) for score in question.scores],
            "said": said,
            "traps": _traps(question),
        }
        return Feedback(_headline(question, marking), _ticks(marking), heading, causes, said, context)

    def title(self, question: Question) -> str:
        """What is asked."""
        return _("The last card of the deal: what does it score?") if question.last else _("What does this card score?")

    def aloud(self, question: Question, found: Sequence[str] = ()) -> str:
        """The series and the card as a sentence."""
        words = {"series": cards_in_words(question.series or question.laid), "card": terms.card_name(question.card)}
        if not question.series:
            return _("A new series. Played now, as the last card of the deal: the %(card)s.") % words
        if question.last:
            return _("On the table: %(series)s. Played now, as the last card of the deal: the %(card)s.") % words
        return _("On the table: %(series)s. Played now: the %(card)s.") % words

    def reply(self, question: Question, typed: str, found: Sequence[str] = ()) -> str:
        """The answer to C, R, V, F, B, T or ?."""
        match typed.upper():
            case "C":
                return _("Before this card the count is %(count)s.") % {"count": question.before}
            case "R" | "V":
                return self.aloud(question)
            case "F" | "B" | "T":
                return _("Starter, crib and turn play no part here: it is the series and the card that count.")
            case "?":
                return _(
                    "Type the count after the card and, in the second box, the points; or both in the first: 25 2. "
                    "C says the count before the card, V or R the cards on the table, H a hint."
                )
            case _:
                return ""

    def hint(self, question: Question) -> str:
        """The count before the card, and where to look; to name what is there would be the answer."""
        words = {"count": question.before}
        return (
            _(
                "Before the card the count is %(count)s. Look whether it becomes 15 or 31, whether the last cards are "
                "of one rank, and whether the last three or more make a run in any order."
            )
            % words
        )

    def short(self, question: Question, marking: Marking) -> str:
        """What was said and what is true: "25 for 2 / 25 for 5"."""
        truth = _for(question.count, question.points)
        if marking.right:
            return truth
        if marking.said is None or marking.claim is None:
            return _("– / %(truth)s") % {"truth": truth}
        return _("%(claim)s / %(truth)s") % {"claim": _for(marking.said, marking.claim), "truth": truth}


PEG = PegDrill()
