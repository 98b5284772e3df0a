"""The page of the pegging drill: a series and the next card, boxes for count and points, and what it scores for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.after.review import Decision, DecisionKind, judged_claim
from game.engine.cards import Card
from game.engine.play import CLAIMS, Pegging, Play, State
from game.engine.scoring import THIRTY_ONE, Kind, Score
from game.numbers import whole_number
from game.table.words import cards_in_words
from game.words import terms
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet, causes_heading
from trainer.drills.layout import COUNTED, Laid, sums
from trainer.drills.modes import Mode
from trainer.drills.options import WEAK, QuestionSort, skill_option, sorts_option
from trainer.drills.peg import source
from trainer.drills.peg.errors import PegCause, errors
from trainer.drills.peg.marking import PegMarking
from trainer.drills.peg.question import MIX, PegQuestion, PegReason, PegSort, reason_for

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort(PegSort.NOTHING, gettext_lazy("Nothing"), MIX[PegSort.NOTHING]),
    QuestionSort(PegSort.FIFTEEN, gettext_lazy("A fifteen"), MIX[PegSort.FIFTEEN]),
    QuestionSort(PegSort.THIRTY_ONE, gettext_lazy("A thirty-one"), MIX[PegSort.THIRTY_ONE]),
    QuestionSort(PegSort.PAIR, gettext_lazy("A pair"), MIX[PegSort.PAIR]),
    QuestionSort(PegSort.ROYAL, gettext_lazy("A pair royal"), MIX[PegSort.ROYAL]),
    QuestionSort(PegSort.RUN, gettext_lazy("A run"), MIX[PegSort.RUN]),
    QuestionSort(PegSort.SEVERAL, gettext_lazy("Several at once"), MIX[PegSort.SEVERAL], mixed=True),
    QuestionSort(PegSort.BROKEN_RUN, gettext_lazy("A run that is broken"), MIX[PegSort.BROKEN_RUN]),
    QuestionSort(PegSort.BROKEN_PAIR, gettext_lazy("A pair that is broken"), MIX[PegSort.BROKEN_PAIR]),
    QuestionSort(PegSort.TENS, gettext_lazy("Two tens that are not a pair"), MIX[PegSort.TENS]),
    QuestionSort(PegSort.LAST, gettext_lazy("The last card"), MIX[PegSort.LAST]),
)
"""The sorts of question, and their shares."""

SKILLS: dict[str, "StrOrPromise"] = {
    PegCause.FIFTEEN: gettext_lazy("In the play: a fifteen"),
    PegCause.THIRTY_ONE: gettext_lazy("In the play: a thirty-one"),
    PegCause.PAIR: gettext_lazy("In the play: a pair"),
    PegCause.PAIR_ROYAL: gettext_lazy("In the play: a pair royal"),
    PegCause.DOUBLE_PAIR_ROYAL: gettext_lazy("In the play: a double pair royal"),
    PegCause.RUN: gettext_lazy("In the play: a run"),
    PegCause.LAST: gettext_lazy("In the play: the point for the last card"),
    PegCause.RUN_OUT_OF_ORDER: gettext_lazy("In the play: a run that is not in order"),
    PegCause.RUN_CUT_SHORT: gettext_lazy("In the play: a long run cut short"),
    PegCause.RUN_IN_RUN: gettext_lazy("In the play: a run counted inside a longer one"),
    PegCause.RUN_THROUGH_DOUBLE: gettext_lazy("In the play: a run counted through a double"),
    PegCause.RUN_WITH_GAP: gettext_lazy("In the play: a run counted through another card"),
    PegCause.ROUND_THE_CORNER: gettext_lazy("In the play: a run round the corner"),
    PegCause.ROYAL_AS_FEWER: gettext_lazy("In the play: three or four of a kind counted as fewer pairs"),
    PegCause.BROKEN_PAIR: gettext_lazy("In the play: a pair counted across another card"),
    PegCause.TENS_AS_PAIR: gettext_lazy("In the play: two different cards worth ten counted as a pair"),
    PegCause.FIFTEEN_IN_PART: gettext_lazy("In the play: a fifteen counted from part of the series"),
    PegCause.THIRTY_ONE_AS_ONE: gettext_lazy("In the play: thirty-one counted as 1"),
    PegCause.THIRTY_ONE_AND_LAST: gettext_lazy("In the play: thirty-one counted as 3"),
    PegCause.GO_TOO_SOON: gettext_lazy("In the play: a point for go counted too soon"),
    PegCause.COUNT: gettext_lazy("In the play: the running count"),
    PegCause.COUNT_BEFORE: gettext_lazy("In the play: the card added to the count"),
    PegCause.COURT_CARDS_OVER_TEN: gettext_lazy("In the play: jack, queen and king added as 11, 12 and 13"),
    PegCause.UNFOUNDED: gettext_lazy("In the play: something seen that is not there"),
}
"""What the skills are called."""

SORTS_OF_SKILL: dict[str, tuple[PegSort, ...]] = {
    PegCause.FIFTEEN: (PegSort.FIFTEEN, PegSort.SEVERAL),
    PegCause.THIRTY_ONE: (PegSort.THIRTY_ONE,),
    PegCause.PAIR: (PegSort.PAIR, PegSort.SEVERAL),
    PegCause.PAIR_ROYAL: (PegSort.ROYAL,),
    PegCause.DOUBLE_PAIR_ROYAL: (PegSort.ROYAL,),
    PegCause.RUN: (PegSort.RUN, PegSort.SEVERAL),
    PegCause.LAST: (PegSort.LAST,),
    PegCause.RUN_OUT_OF_ORDER: (PegSort.RUN, PegSort.SEVERAL),
    PegCause.RUN_CUT_SHORT: (PegSort.RUN,),
    PegCause.RUN_IN_RUN: (PegSort.RUN,),
    PegCause.RUN_THROUGH_DOUBLE: (PegSort.BROKEN_RUN, PegSort.RUN),
    PegCause.RUN_WITH_GAP: (PegSort.THIRTY_ONE, PegSort.LAST),
    PegCause.ROYAL_AS_FEWER: (PegSort.ROYAL,),
    PegCause.BROKEN_PAIR: (PegSort.BROKEN_PAIR, PegSort.BROKEN_RUN),
    PegCause.TENS_AS_PAIR: (PegSort.TENS,),
    PegCause.FIFTEEN_IN_PART: (PegSort.RUN, PegSort.ROYAL),
    PegCause.THIRTY_ONE_AS_ONE: (PegSort.THIRTY_ONE,),
    PegCause.THIRTY_ONE_AND_LAST: (PegSort.THIRTY_ONE,),
    PegCause.GO_TOO_SOON: (PegSort.RUN, PegSort.TENS, PegSort.NOTHING),
    PegCause.COURT_CARDS_OVER_TEN: (PegSort.TENS, PegSort.THIRTY_ONE, PegSort.NOTHING),
}
"""The sorts that ask for a skill most."""

CAUSES: dict[PegCause, Promise] = {
    PegCause.FIFTEEN: gettext_lazy("You missed the fifteen: the count is exactly 15, which scores 2."),
    PegCause.THIRTY_ONE: gettext_lazy("You missed the thirty-one: the count is exactly 31, which scores 2."),
    PegCause.PAIR: gettext_lazy("You missed the pair with the card just before."),
    PegCause.PAIR_ROYAL: gettext_lazy("You missed the pair royal: three of a rank in a row make three pairs, 6."),
    PegCause.DOUBLE_PAIR_ROYAL: gettext_lazy("You missed the double pair royal: four of a rank in a row make 12."),
    PegCause.RUN: gettext_lazy("You missed the run: a point for each card in it."),
    PegCause.LAST: gettext_lazy("You left out the point for the last card of the deal."),
    PegCause.RUN_OUT_OF_ORDER: gettext_lazy(
        "You missed the run: its cards need not come in order, as long as nothing else lies between them."
    ),
    PegCause.RUN_CUT_SHORT: gettext_lazy("You stopped short in the run: it goes further back, a point for each card."),
    PegCause.RUN_IN_RUN: gettext_lazy("You counted a run inside the run. Only the longest counts."),
    PegCause.RUN_THROUGH_DOUBLE: gettext_lazy(
        "You counted a run through a double. In the play a second card of a rank ends it."
    ),
    PegCause.RUN_WITH_GAP: gettext_lazy("You counted a run with another card inside. Its cards must lie side by side."),
    PegCause.ROUND_THE_CORNER: gettext_lazy(
        "You ran on from the king. The ace is low, and no run goes from king to ace."
    ),
    PegCause.ROYAL_AS_FEWER: gettext_lazy(
        "You counted too few pairs: three of a rank make three pairs, 6; four of a rank make six, 12."
    ),
    PegCause.BROKEN_PAIR: gettext_lazy(
        "You paired cards with another between them. Only cards side by side make a pair."
    ),
    PegCause.TENS_AS_PAIR: gettext_lazy("You paired two cards that both count ten. Only the same rank is a pair."),
    PegCause.FIFTEEN_IN_PART: gettext_lazy(
        "You made fifteen from the last cards only. In the play only the count of the whole series matters."
    ),
    PegCause.THIRTY_ONE_AS_ONE: gettext_lazy("You gave 1 for thirty-one. It scores 2."),
    PegCause.THIRTY_ONE_AND_LAST: gettext_lazy(
        "You added a point for go or the last card to thirty-one. Thirty-one is 2, and nothing more."
    ),
    PegCause.GO_TOO_SOON: gettext_lazy("You added a point for go. It comes only when nobody can play any more."),
    PegCause.COUNT: gettext_lazy("You added wrong: the count is the sum of all cards of the series."),
    PegCause.COUNT_BEFORE: gettext_lazy("You said the count before the card. Add the card to it."),
    PegCause.COURT_CARDS_OVER_TEN: gettext_lazy(
        "You counted jack, queen and king as 11, 12 and 13. They count 10 each."
    ),
    PegCause.UNFOUNDED: gettext_lazy("You ticked something that is not there."),
}

_TRAPS: dict[PegCause, Promise] = {
    PegCause.RUN_THROUGH_DOUBLE: gettext_lazy(
        "No longer run: looking back from the card, a rank comes twice, and a run in the play may not."
    ),
    PegCause.RUN_WITH_GAP: gettext_lazy(
        "No longer run: another card lies inside, and the cards of a run lie side by side."
    ),
    PegCause.ROUND_THE_CORNER: gettext_lazy("No run from the king to the ace: the ace is low."),
    PegCause.BROKEN_PAIR: gettext_lazy("No pair across another card: only cards side by side make a pair."),
    PegCause.TENS_AS_PAIR: gettext_lazy("No pair of two different cards worth ten: the rank counts, not the value."),
    PegCause.FIFTEEN_IN_PART: gettext_lazy("No fifteen from part of the series: only its whole count matters."),
    PegCause.THIRTY_ONE_AND_LAST: gettext_lazy(
        "No extra point for go or the last card: thirty-one is 2, and that is all."
    ),
}

_FOR: dict[PegReason, Promise] = {
    PegReason.FIFTEEN: gettext_lazy("Fifteen"),
    PegReason.THIRTY_ONE: gettext_lazy("Thirty-one"),
    PegReason.PAIR: gettext_lazy("Pair"),
    PegReason.PAIR_ROYAL: gettext_lazy("Pair royal"),
    PegReason.DOUBLE_PAIR_ROYAL: gettext_lazy("Double pair royal"),
    PegReason.RUN: gettext_lazy("Run"),
    PegReason.LAST: gettext_lazy("Last card"),
}


@dataclass(frozen=True, slots=True)
class PegItem:
    """A score in words, with each card of the series and how it is drawn: "is-counted" or "is-dimmed"."""

    name: str
    points: int
    cards: Sequence[tuple[Card, str]]


# ------------------------------------------------------------------------------------------------------- asking


_TWO = re.compile(r"(\d{1,4})\D+(\d{1,4})", re.ASCII)

_POINTS = (*range(10), *range(12, 16))
"""The points to choose from: all that a card can score."""

_COUNTS = 14


def _counts(question: PegQuestion) -> range:
    """Return the counts to choose from, always the same for a question.

    They begin up to three below the count before the card, so that the first of them does not tell it.
    """
    first = question.before - crc32(str(question).encode()) % 4
    first = max(min(first, THIRTY_ONE - _COUNTS + 1), 1)
    return range(first, first + _COUNTS)


def _is_number(text: str) -> bool:
    return whole_number(text, of=CLAIMS) is not None


# ------------------------------------------------------------------------------------------------------- telling


def _headline(question: PegQuestion, marking: PegMarking) -> str:
    truth = _for(question.count, question.points)
    if marking.said is None or marking.claim is None:
        return _("Time is up. It is %(truth)s.") % {"truth": truth}
    words = {"truth": truth, "count": question.count, "said": marking.said, "points": question.points}
    words["claim"] = marking.claim
    if marking.right:
        return _("Right: %(truth)s.") % words
    if not marking.off:
        return _("The count is %(count)s, not %(said)s.") % words
    return _("It scores %(points)s, not %(claim)s.") % words


def _detail(question: PegQuestion, marking: PegMarking) -> str:
    if marking.right or marking.said is None or marking.claim is None:
        return _ticks(marking)
    words = {"count": question.count, "said": marking.said}
    if not marking.off:
        return _("Your points are right.")
    if marking.said == question.count:
        return _("Your count of %(count)s is right.") % words
    return _("The count is %(count)s, not %(said)s.") % words


def _for(count: int, points: int) -> str:
    """Return a count and what it scores: "25 for 5"."""
    words = {"count": count, "points": points}
    return _("%(count)s for %(points)s") % words if points else _("%(count)s for nothing") % words


def _ticks(marking: PegMarking) -> str:
    """Return what was ticked wrong, in an answer that is right all the same."""
    if not marking.right:
        return ""
    told = []
    if marking.unfounded:
        told.append(_("Ticked, but not there: %(items)s.") % {"items": _names(marking.unfounded)})
    if marking.unticked:
        told.append(_("There, but not ticked: %(items)s.") % {"items": _names(marking.unticked)})
    return " ".join(told)


def _names(items: Sequence[PegReason]) -> str:
    return _(", ").join(str(_FOR[item]) for item in items)


def _said(question: PegQuestion) -> str:
    """Return what a player says who lays the card: "“25 for 5”: fifteen for two, a run of three for three."."""
    words = {"truth": _for(question.count, question.points)}
    if not question.scores:
        return _("“%(truth)s”.") % words
    words["items"] = terms.scores_aloud(question.scores)
    return _("“%(truth)s”: %(items)s.") % words


def _table(question: PegQuestion, told: bool) -> list[Laid]:
    """Return the series with the card. Once `told`, what scores is marked: cards, or the count that was made."""
    by_count = (Kind.FIFTEEN, Kind.THIRTY_ONE)
    scoring = {card for score in question.scores if told and score.kind not in by_count for card in score.cards}
    made = told and any(score.kind in by_count for score in question.scores)
    return [
        Laid(
            card,
            COUNTED if card in scoring or (card == question.card and not told) else "",
            _("Now") if card == question.card else "",
            str(count) * told,
            made and card == question.card,
        )
        for card, count in zip(question.laid, sums(question.laid), strict=True)
    ]


def _item(question: PegQuestion, score: Score) -> PegItem:
    cards = [(card, "is-counted" if card in score.cards else "is-dimmed") for card in question.laid]
    return PegItem(str(_FOR[reason_for(score)]), score.points, cards)


def _traps(question: PegQuestion) -> list[str]:
    """Return what only seems to be there."""
    invited = dict.fromkeys(error.cause for error in errors(question) if error.off > 0)
    return [str(_TRAPS[cause]) for cause in invited if cause in _TRAPS]


class PegDrill(Drill[PegQuestion, PegMarking]):
    """A series and the next card, boxes for count and points, and each score with its cards."""

    slug = "peg"
    name = gettext_lazy("Peg it")
    explanation = gettext_lazy("A card is played: what does it score, and why?")
    asks = gettext_lazy("What does it score?")
    group = DrillGroup.PLAY
    picture = "8D 7C 8H"
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK, Mode.CLOCK)
    choices = 1  # choosing would pass over what is not there to be seen, such as a pair across another card
    sorts = SORTS
    options = (sorts_option(SORTS), skill_option(SKILLS, unasked=PegCause.UNFOUNDED), WEAK)
    skills = SKILLS
    sorts_of_skill = SORTS_OF_SKILL
    says_truth_in_sprint = False
    questions = source

    def spots_like(self, decision: Decision, state: State) -> dict[str, object] | None:
        """Return the settings for cards like one whose points were claimed in a game, one's own or another's."""
        if not isinstance(state, Pegging) or decision.kind not in {DecisionKind.PLAY_COUNT, DecisionKind.ANSWER}:
            return None
        claim = judged_claim(decision.action, state)
        if claim and claim.missed_end is Kind.GO:
            return None  # the drill of goes asks for that
        own = [decision.action.card] if isinstance(decision.action, Play) else []
        *before, played = [*state.series, *own]
        last = claim is not None and any(score.kind is Kind.LAST for score in claim.scores)
        return {"like": str(PegQuestion(tuple(before), played, last))}

    def ask(self, question: PegQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return what to do, the numbers of the two pegboards, and what can be ticked."""
        prompt = _("First the count with this card, then its points.")
        return {
            "table": _table(question, told=False),
            "prompt": prompt,
            "counts": _counts(question),
            "pad": _POINTS,
            "reasons": list(_FOR.items()),
        }

    def answer(self, question: PegQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return count, points and what is ticked. Both numbers may be typed into the first box: "25 2", "25 for 2".

        What is typed comes before what is tapped. Raise NotAnAnswer.
        """
        typed = post.get("claim", "").strip()[:40]
        points = post.get("points", "").strip()[:40] or post.get("scored", "")[:40]
        both = _TWO.fullmatch(typed)
        if both and not points:
            count, points = both[1], both[2]
        else:
            count = typed or post.get("count", "")[:40]
        if not count:
            raise NotAnAnswer(_("Say the count first: all cards of the series together, with the new one."), typed)
        if not _is_number(count):
            sentence = _("“%(typed)s” is not a count: type a whole number, such as 25.")
            raise NotAnAnswer(sentence % {"typed": count[:20]}, typed)
        if not points:
            raise NotAnAnswer(_("Say what the card scores too: 0 if it is nothing."), typed)
        if not _is_number(points):
            sentence = _("“%(typed)s” is not a number of points: type a whole number, 0 if it is nothing.")
            raise NotAnAnswer(sentence % {"typed": points[:20]}, typed)
        ticked = [reason for reason in PegReason if reason in post.getlist("for")]
        return " ".join([str(int(count)), str(int(points)), *ticked])

    def feedback(self, question: PegQuestion, marking: PegMarking) -> Feedback:
        """Return the verdict, the likely causes, what was ticked wrong, and the scores with their cards."""
        causes = [str(CAUSES[PegCause(code)]) for code in marking.causes]
        sure = marking.missed is not None
        heading = causes_heading(sure=sure)
        said = _said(question)
        context = {
            "table": _table(question, told=True),
            "made": [_item(question, score) for score in question.scores],
            "said": said,
            "traps": _traps(question),
        }
        return Feedback(_headline(question, marking), _detail(question, marking), heading, causes, said, context)

    def title(self, question: PegQuestion) -> str:
        """Return what is asked, as a title."""
        return _("The last card of the deal: what does it score?") if question.last else _("Count, then score")

    def aloud(self, question: PegQuestion, steps: Sequence[str] = ()) -> str:
        """Return the series and the card as a sentence."""
        words = {"series": cards_in_words(question.series or question.laid), "card": terms.the_card(question.card)}
        if not question.series:
            return _("A new series. Played now, as the last card of the deal: the %(card)s.") % words
        if question.last:
            return _("On the table: %(series)s. Played now, as the last card of the deal: the %(card)s.") % words
        return _("On the table: %(series)s. Played now: the %(card)s.") % words

    def reply(self, question: PegQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, R, V, F, B, T or ?."""
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

    def hint(self, question: PegQuestion) -> str:
        """Return the count before the card, and where to look; to name what is there would be the answer."""
        words = {"count": question.before}
        return (
            _("The count before this card is %(count)s. Is it now 15 or 31? Do the last cards make a pair or a run?")
            % words
        )

    def short(self, question: PegQuestion, marking: PegMarking) -> str:
        """Return what was said and what is true: "25 for 2 / 25 for 5"."""
        truth = _for(question.count, question.points)
        if marking.right:
            return truth
        if marking.said is None or marking.claim is None:
            return _("– / %(truth)s") % {"truth": truth}
        return _("%(claim)s / %(truth)s") % {"claim": _for(marking.said, marking.claim), "truth": truth}


PEG = PegDrill()
