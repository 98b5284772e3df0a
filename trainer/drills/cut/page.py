"""The page of "The cut changes it": a hand, its starters one after another, and then the ranks to choose from."""

from collections import Counter
from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine.cards import PACK, RANKS
from game.words import terms
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, PartialAnswer, Sheet, causes_heading
from trainer.drills.count import question as count_question
from trainer.drills.count import words as count_words
from trainer.drills.cut import question as cut_question
from trainer.drills.cut import words
from trainer.drills.cut.question import BEST, COUNTS, MIX, STARTERS, CutMarking, CutQuestion, CutSort
from trainer.drills.modes import Mode
from trainer.drills.options import WEAK, QuestionSort, sorts_option

SORTS = (
    QuestionSort(CutSort.RUN, gettext_lazy("A run as they lie"), MIX[CutSort.RUN]),
    QuestionSort(CutSort.PAIR, gettext_lazy("A pair"), MIX[CutSort.PAIR]),
    QuestionSort(CutSort.NEAR_RUN, gettext_lazy("Nearly a run"), MIX[CutSort.NEAR_RUN]),
    QuestionSort(CutSort.FIVE, gettext_lazy("A five"), MIX[CutSort.FIVE]),
    QuestionSort(CutSort.JACK, gettext_lazy("A jack"), MIX[CutSort.JACK]),
    QuestionSort(CutSort.APART, gettext_lazy("Cards far apart"), MIX[CutSort.APART]),
    QuestionSort(CutSort.FLUSH, gettext_lazy("Four of one suit"), MIX[CutSort.FLUSH]),
)
"""What the sorts of hands are called, and their shares."""

SKILLS = {BEST: gettext_lazy("The starter that helps most")}
"""The skill that is its own; all others are those of counting."""


def _counted(question: CutQuestion, claims: Sequence[int]) -> list[count_question.CountMarking]:
    """Return the counts so far, judged."""
    return [count_question.CountMarking(count, claim) for count, claim in zip(question.counts, claims, strict=False)]


def _row(counted: count_question.CountMarking) -> Sheet:
    """Return a starter with what the hand is worth, and what was claimed where that is wrong."""
    claim = None if counted.right else counted.claim
    return {"starter": counted.question.starter, "points": counted.points, "right": counted.right, "claim": claim}


def _rows_so_far(counted: Sequence[count_question.CountMarking]) -> list[Sheet]:
    """Return the starters that are counted, and places for the one that lies beside the hand and those to come."""
    left = [{"now": place == 0} for place in range(STARTERS - len(counted))]
    return [*map(_row, counted), *left]


def _rows(question: CutQuestion, marking: CutMarking) -> list[Sheet]:
    """Return every starter with what the hand is worth."""
    return [_row(each) for each in marking.counted] or [
        {"starter": starter, "points": points, "right": None, "claim": None}
        for starter, points in zip(question.starters, question.truths, strict=True)
    ]


def _last(counted: count_question.CountMarking) -> Sheet:
    """Return the verdict on the last count."""
    likely = counted.likely[: words.ALTERNATIVES]
    return {
        "right": counted.right,
        "verdict": words.verdict(counted),
        "adds": words.adds(counted.question),
        "impossible": count_words.no_hand_scores(counted),
        "causes_heading": causes_heading(),
        "causes": count_words.likely_guesses(likely),
        "lines": count_words.lines_after(counted.scores, likely, guessed=len(likely) > 1),
        "starter": counted.question.starter,
    }


def _named(rank: int) -> tuple[str, str, str]:
    """Return what stands for a rank in an answer, what is on its cards, and its name."""
    return RANKS[rank - 1], terms.letter_on_card(rank), terms.rank_name(rank)


def _helps(question: CutQuestion) -> list[Sheet]:
    """Return the ranks by what they add, the most first, with the number of cards there are of them."""
    left = Counter(card.rank for card in PACK if card not in question.hand)
    rows = []
    for points in sorted(set(question.helps.values()), reverse=True):
        adding = tuple(rank for rank, adds in question.helps.items() if adds == points)
        rows.append({"points": points, "ranks": words.ranks(adding), "cards": sum(left[rank] for rank in adding)})
    return rows


class CutDrill(Drill[CutQuestion, CutMarking]):
    """Four cards stay, five starters are turned one after another; then the rank that helps most."""

    slug = "cut"
    name = gettext_lazy("The cut changes it")
    explanation = gettext_lazy("One hand, five starters: count it with each, then say which starter would help most.")
    asks = gettext_lazy("What does it add?")
    group = DrillGroup.COUNT
    picture = "9D 6C"
    tells_causes = True  # each with its count
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK)
    sorts = SORTS
    options = (sorts_option(SORTS), WEAK)
    skills = SKILLS
    choices = 1
    shows_all = False
    counts_parts = True
    questions = cut_question

    def ask(self, question: CutQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return the starter that is turned now, and what was said of those before; then the ranks."""
        counted = _counted(question, list(map(int, steps)))
        turned = min(len(steps) + 1, STARTERS)
        asked: Sheet = {"counted": len(steps), "rows": _rows_so_far(counted), "typed": typed}
        if counted:
            asked["last"] = _last(counted[-1])
        if len(counted) == STARTERS:
            return {**asked, "ranks": [_named(rank) for rank in question.helps]}
        if not counted:
            asked["prompt"] = _("Count all five, then say which starter helps most.")
        asked["place_short"] = _("%(claim)s / %(points)s") % {"claim": turned, "points": STARTERS}
        return {**asked, "place": words.place(turned), "starter": question.starters[len(steps)], "pad": COUNTS}

    def answer(self, question: CutQuestion, post: QueryDict, steps: list[str]) -> str | PartialAnswer:
        """Return a count, which goes on to the next starter, or in the end the rank. Raise NotAnAnswer."""
        if post.get("counted", str(len(steps))) != str(len(steps)):
            return PartialAnswer(steps, _("You have counted that starter already."))
        if len(steps) == STARTERS:
            return " ".join([*steps, _rank(question, post.get("choice", ""))])
        typed = post.get("claim", "").strip()
        claim = count_words.read_claim(typed, question.hand)
        if claim is None:
            raise NotAnAnswer(count_words.claim_fault(typed, question.hand), typed)
        return PartialAnswer([*steps, str(claim)], "")

    def feedback(self, question: CutQuestion, marking: CutMarking) -> Feedback:
        """Return the verdict, each starter with its truth, and what every rank would add. The first starter that was
        miscounted is shown beside the hand, else the one that helps most."""
        wrong = [each for each in marking.counted if not each.right]
        told = [{**_last(each), "verdict": words.verdict_with(each)} for each in wrong]
        return Feedback(
            words.headline(marking),
            words.detail(marking),
            causes_heading(),
            words.causes(marking),
            words.truths(question),
            {
                "rows": _rows(question, marking),
                "sum": words.best_sum(question),
                "average": words.average(question),
                "helps": _helps(question),
                "wrong": told,
                "shown": wrong[0].question.starter if wrong else question.best_starter,
            },
        )

    def title(self, question: CutQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Five starters")

    def aloud(self, question: CutQuestion, steps: Sequence[str] = ()) -> str:
        """Return the last verdict and the next starter; at first the hand."""
        return words.aloud(question, _counted(question, list(map(int, steps))))

    def reply(self, question: CutQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, R, F, B or ? about the starter that lies there."""
        return count_words.reply(question.counts[min(len(steps), STARTERS - 1)], typed)

    def hint(self, question: CutQuestion) -> str:
        """Return what is there in any case, and where to look for more."""
        return _(
            "The four cards alone score %(points)s. What does the starter make fifteen with? Does it pair, or begin or "
            "lengthen a run?"
        ) % {"points": question.alone}

    def short(self, question: CutQuestion, marking: CutMarking) -> str:
        """Return how many of the six answers are right: "5 / 6"."""
        return _("%(claim)s / %(points)s") % {"claim": marking.rights + marking.rank_is_best, "points": STARTERS + 1}


def _rank(question: CutQuestion, code: str) -> str:
    """Return the rank that was chosen. Raise NotAnAnswer."""
    if code not in [RANKS[rank - 1] for rank in question.helps]:
        raise NotAnAnswer(_("Choose a rank first."))
    return code


CUT = CutDrill()
