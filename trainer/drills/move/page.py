"""The page of "Move the peg": the board with its pegs, which are also told in words, and the move that follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from game.boards import BoardStanding, Design, hole_of, length_of
from game.numbers import whole_number
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet, causes_heading
from trainer.drills.modes import Mode
from trainer.drills.move import question as move_question
from trainer.drills.move.question import (
    MIX,
    STREET,
    MoveCause,
    MoveMarking,
    MovePeg,
    MoveQuestion,
    MoveSort,
)
from trainer.drills.options import DESIGN, WEAK, QuestionSort, sorts_option

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort(MoveSort.PLAIN, gettext_lazy("Within a street"), MIX[MoveSort.PLAIN]),
    QuestionSort(MoveSort.STREET, gettext_lazy("Into another street"), MIX[MoveSort.STREET]),
    QuestionSort(MoveSort.FIRST, gettext_lazy("The first move"), MIX[MoveSort.FIRST]),
    QuestionSort(MoveSort.WIN, gettext_lazy("Reaching the target"), MIX[MoveSort.WIN]),
)
"""The sorts of question, and their shares."""

SKILLS: dict[str, "StrOrPromise"] = {
    MoveCause.LEAPFROG: gettext_lazy("On the board: the rear peg moves"),
    MoveCause.FROM_REAR: gettext_lazy("On the board: counting on from the front peg"),
    MoveCause.OWN_HOLE: gettext_lazy("On the board: the front peg’s own hole is not counted"),
    MoveCause.ONE_TOO_MANY: gettext_lazy("On the board: one hole too far"),
    MoveCause.PAST_TARGET: gettext_lazy("On the board: the game ends at the target"),
    MoveCause.COUNT: gettext_lazy("On the board: adding the points"),
}
"""What the skills are called."""

SORTS_OF_SKILL: dict[str, tuple[MoveSort, ...]] = {MoveCause.PAST_TARGET: (MoveSort.WIN,)}
"""The sorts that ask for a skill most; all ask for the others."""

CAUSES: dict[MoveCause, Promise] = {
    MoveCause.LEAPFROG: gettext_lazy(
        "You moved the front peg. It stays to show what the score was; the rear peg leaps over it."
    ),
    MoveCause.FROM_REAR: gettext_lazy(
        "You counted from the rear peg. Count on from the front one, which is your score."
    ),
    MoveCause.OWN_HOLE: gettext_lazy("You counted the front peg’s own place as one. One is the first hole after it."),
    MoveCause.ONE_TOO_MANY: gettext_lazy("You went one hole too far. One is the first hole after the front peg."),
    MoveCause.PAST_TARGET: gettext_lazy(
        "You went past the end. Whoever reaches the target has won, and points beyond it are not pegged."
    ),
    MoveCause.COUNT: gettext_lazy("You counted wrong: add the points to the front peg’s hole."),
}

_NUMBERED = (0, 1, 5)
"""The holes of a row of ten that have their number: the last, the first and the middle one."""
_HOLES = range(10_000)
_MOST_BEHIND = 12
"""Holes between another side's pegs at most: no score leaves them nineteen apart."""


# ------------------------------------------------------------------------------------------------------- asking


def _standing(question: MoveQuestion, *, moved: bool) -> BoardStanding:
    """Return the board before or after the move; another side's pegs are a little behind, as at a table, and as far
    apart as one's own, but no farther than any score can be.
    """
    front, rear = (question.hole, question.front) if moved else (question.front, question.rear)
    pegged = 0 if not question.front else 2
    other = question.front * 4 // 5
    return BoardStanding(
        scores=(front, other),
        previous=(rear, max(other - min(max(question.front - question.rear, 1), _MOST_BEHIND), 0)),
        moves=(pegged + moved, 2 if other else 0),
        target=question.target,
        skunk_lines=(),
    )


def _stand(front: int, rear: int) -> str:
    """Return where the pegs stand."""
    words = {"front": front, "rear": rear}
    if not front:
        return _("Both your pegs are still before the first hole.")
    if not rear:
        return _("Your front peg is in hole %(front)s, your rear peg still before the first hole.") % words
    return _("Your front peg is in hole %(front)s, your rear peg in hole %(rear)s.") % words


def _stand_before(question: MoveQuestion) -> str:
    return _stand(question.front, question.rear)


def _news(question: MoveQuestion) -> str:
    return ngettext("You score %(n)s point.", "You score %(n)s points.", question.points) % {"n": question.points}


def _scored(question: MoveQuestion) -> str:
    return ngettext("You scored %(n)s point.", "You scored %(n)s points.", question.points) % {"n": question.points}


def _target(question: MoveQuestion) -> str:
    return _("The game is to %(target)s.") % {"target": question.target}


def _goal(question: MoveQuestion) -> str:
    return _("Game to %(target)s") % {"target": question.target}


def _asked() -> str:
    return _("Which peg moves, and to which hole?")


def _label(question: MoveQuestion, peg: MovePeg) -> str:
    """Return a peg to choose, and where it stands."""
    if peg is MovePeg.FRONT:
        told = _("Front %(hole)s") if question.front else _("Front, at the start")
        return told % {"hole": question.front}
    told = _("Rear %(hole)s") if question.rear else _("Rear, at the start")
    return told % {"hole": question.rear}


@dataclass(frozen=True, slots=True)
class StreetHole:
    """A hole of the streets round the pegs, as it is drawn: its number, which is written under a marked one, its name,
    what there is to see, the point that is counted there, whether it was wrongly chosen, or is the right one, and which
    peg is to be moved from it: its number is then written on the peg. It is apart where the row before it is not
    drawn."""

    number: int
    name: str
    look: str
    is_marked: bool
    count: int | None
    is_claim: bool
    is_truth: bool
    is_apart: bool
    peg: str = ""

    @property
    def begins_street(self) -> bool:
        """Whether it is the first of its street."""
        return self.number % STREET == 1


_ROW = 10
_ROWS = 5


def _row_of(hole: int) -> int:
    return (max(hole, 1) - 1) // _ROW


def _rows(question: MoveQuestion, claim: int | None = None) -> list[int]:
    """Return the rows that are drawn, the same before and after the answer: three after the front peg's, as far as any
    score leads, where the game does not end before; what is left of them before it. The first is that of a rear peg
    farther back, or of a wrong `claim` that was typed and would not be drawn."""
    last = min(max(_row_of(question.front) + 3, _ROWS - 1), _row_of(question.target))
    first, *rows = range(max(last - _ROWS + 1, 0), last + 1)
    if claim and _row_of(claim) < rows[0]:
        first = _row_of(claim)
    elif question.rear:
        first = min(first, _row_of(question.rear))
    return [first, *rows]


def _street(
    question: MoveQuestion, looks: Mapping[int, str], counts: Sequence[int] = (), claim: int | None = None
) -> list[list[StreetHole]]:
    """Return rows of ten holes, none beyond the target. Each with something to see has its number, but for those that
    are only `counts`: the holes that are counted. So has the first of a row, every fifth, and a wrong `claim`; but
    there is no room for it beside a hole with a sign, which are the claim and the last that is counted."""
    looks = {question.target: "is-goal", **looks}
    signed = {claim, *counts[-1:]}
    rows = _rows(question, claim)
    return [
        [
            StreetHole(
                hole,
                _("Hole %(hole)s") % {"hole": hole},
                looks.get(hole, "is-passed" if hole in counts else ""),
                is_marked=hole in looks
                or ((hole == claim or hole % _ROW in _NUMBERED) and not {hole - 1, hole + 1} & signed),
                count=hole - question.front if hole in counts else None,
                is_claim=hole == claim,
                is_truth=hole in counts[-1:],
                is_apart=row - before > 1,
            )
            for hole in range(_ROW * row + 1, min(_ROW * (row + 1), question.target) + 1)
        ]
        for before, row in pairwise([rows[0] - 1, *rows])
    ]


def _street_before(question: MoveQuestion) -> list[list[StreetHole]]:
    """Return the holes among which the peg moves, and the pegs as they stand."""
    rows = _street(question, {question.rear: "is-rear", question.front: "is-front"})
    pegs = {question.rear: pgettext("peg", "rear"), question.front: pgettext("peg", "front")}
    return [[replace(hole, peg=pegs.get(hole.number, "")) for hole in row] for row in rows]


def _street_after(question: MoveQuestion, claim: int | None) -> list[list[StreetHole]]:
    """Return the holes that are counted, the pegs as they stand after the move, the hole one of them has left, and the
    wrong hole of a `claim`, even where a peg stands."""
    counted = range(question.front + 1, question.hole + 1)
    looks = {question.rear: "is-from", question.front: "is-rear", question.hole: "is-front"}
    return _street(question, looks, counted, claim if claim != question.hole else None)


def _is_drawn(question: MoveQuestion, hole: int) -> bool:
    """Return whether a hole is among the rows that are drawn."""
    return 0 < hole <= question.target and _row_of(hole) in _rows(question)


# ------------------------------------------------------------------------------------------------------- telling


def _headline(question: MoveQuestion, marking: MoveMarking) -> str:
    if not marking.right:
        return _truth(question)
    words = {"hole": question.hole}
    if question.wins:
        return _("Right: hole %(hole)s wins.") % words
    if not question.front:
        return _("Right: to hole %(hole)s.") % words
    return _("Right: rear peg to %(hole)s.") % words


def _detail(marking: MoveMarking) -> str:
    if marking.right:
        return ""
    if marking.peg is None or marking.claim is None:
        return _("Time is up.")
    if marking.peg is MovePeg.FRONT:
        return _("You moved the front peg to %(claim)s.") % {"claim": marking.claim}
    return _("You moved the rear peg to %(claim)s.") % {"claim": marking.claim}


def _truth(question: MoveQuestion) -> str:
    words = {"hole": question.hole}
    if question.wins:
        return _("The rear peg wins at %(hole)s.") % words
    if not question.front:
        return _("Either peg goes to %(hole)s.") % words
    return _("The rear peg goes to %(hole)s.") % words


def _how(question: MoveQuestion) -> str:
    """Return how the hole is found."""
    words = {
        "front": question.front,
        "points": question.points,
        "sum": question.counted,
        "target": question.target,
        "n": question.points,
    }
    if question.counted > question.target:
        return (
            _("%(front)s and %(points)s would be %(sum)s, but the game ends at %(target)s: you do not peg the rest.")
            % words
        )
    if question.wins:
        return _("%(front)s and %(points)s are %(sum)s: exactly the target.") % words
    if not question.front:
        told = ngettext(
            "%(n)s point is %(n)s hole from the start.", "%(n)s points are %(n)s holes from the start.", question.points
        )
        return told % words
    return _("The rear peg leaps over the front one: %(front)s and %(points)s are %(sum)s.") % words


def _sum(question: MoveQuestion) -> str:
    """Return how the hole is found, as a sum: "24 + 8 = 32"; "" where a sentence says more."""
    if not question.front or question.wins:
        return ""
    words = {"front": question.front, "points": question.points, "sum": question.counted}
    return _("%(front)s + %(points)s = %(sum)s") % words


def _leap() -> str:
    return _("The rear peg leaps over the front one.")


def _lap(question: MoveQuestion) -> str:
    """Return on which lap the hole is, where it is not the first: the holes of the board are then pegged again."""
    design, target = Design(question.design), question.target
    lap = hole_of(design, question.hole, target).lap
    if lap == 1:
        return ""
    words = {"holes": length_of(design), "laps": hole_of(design, target, target).lap, "lap": lap}
    return _("This board has %(holes)s holes to a lap. The peg is on lap %(lap)s of %(laps)s.") % words


def _cause(question: MoveQuestion, marking: MoveMarking, cause: MoveCause) -> str:
    """Return what went wrong; for who began the numbers again on a later lap, how they go on."""
    hole = hole_of(Design(question.design), question.hole, question.target)
    if cause is MoveCause.COUNT and hole.lap > 1 and marking.claim == hole.number:
        words = {"number": hole.number, "lap": hole.lap, "hole": question.hole}
        return _("The numbers go on from lap to lap: hole %(number)s of lap %(lap)s is %(hole)s.") % words
    return str(CAUSES[cause])


def _short(peg: MovePeg, hole: int) -> str:
    return (_("front %(hole)s") if peg is MovePeg.FRONT else _("rear %(hole)s")) % {"hole": hole}


class MoveDrill(Drill[MoveQuestion, MoveMarking]):
    """The board, two pegs and a score; the hole and the peg, and the board after the move."""

    slug = "move"
    name = gettext_lazy("Move the peg")
    explanation = gettext_lazy("Two pegs and a score: which one moves, and to which hole?")
    asks = gettext_lazy("Which peg? Where?")
    group = DrillGroup.RULES
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK)
    sorts = SORTS
    options = (DESIGN, sorts_option(SORTS), WEAK)
    skills = SKILLS
    sorts_of_skill = SORTS_OF_SKILL
    counts_points = False  # it is off by holes, and told with all there were to go at most
    prompts_step = 2
    questions = move_question

    def ask(self, question: MoveQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return what to do, the board, the pegs and the points in words, and the pegs to choose from."""
        return {
            "prompt": _("2. Which peg moves there?"),
            "design": question.design,
            "standing": _standing(question, moved=False),
            "stand": _stand_before(question),
            "target": _target(question),
            "news": _news(question),
            "asked": _goal(question) if _is_drawn(question, question.target) else "",
            "street": _street_before(question),
            "off_street": not _is_drawn(question, question.rear),
            "choices": [(peg, _label(question, peg)) for peg in MovePeg],
        }

    def answer(self, question: MoveQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the hole, typed or tapped, and the peg. Raise NotAnAnswer."""
        box, tapped, peg = post.get("claim", "").strip()[:40], post.get("hole", "")[:40], post.get("choice", "")
        typed = box or tapped
        if not typed:
            raise NotAnAnswer(_("Tap the hole the peg goes to, or type its number."), typed)
        hole = whole_number(typed.removeprefix("+"), of=_HOLES)
        if hole is None:
            sentence = _("“%(typed)s” is not a hole: type a whole number, such as 25.")
            raise NotAnAnswer(sentence % {"typed": typed[:20]}, typed)
        if tapped and whole_number(tapped, of=_HOLES) != hole:
            sentence = _("You typed %(typed)s, but tapped hole %(tapped)s. Which is it? Choose the hole again.")
            raise NotAnAnswer(sentence % {"typed": box[:20], "tapped": tapped[:20]})
        if peg not in set(MovePeg):
            raise NotAnAnswer(_("Now choose which peg moves there."), typed)
        return f"{peg} {hole}"

    def feedback(self, question: MoveQuestion, marking: MoveMarking) -> Feedback:
        """Return the verdict, what went wrong, the sum, and where on the board the hole is."""
        causes = [_cause(question, marking, MoveCause(code)) for code in marking.causes]
        sure = marking.missed == marking.causes
        heading = causes_heading(sure=sure)
        how = _how(question)
        context = {
            "design": question.design,
            "standing": _standing(question, moved=True),
            "stand": _stand(question.hole, question.front),
            "target": _target(question),
            "news": _scored(question),
            "asked": _goal(question) if _is_drawn(question, question.target) else "",
            "street": _street_after(question, marking.claim),
            "off_street": not _is_drawn(question, question.front),  # where the rear peg is now
            "how": _leap() if (added := _sum(question)) else how,
            "sum": added,
            "lap": _lap(question),
        }
        return Feedback(_headline(question, marking), _detail(marking), heading, causes, how, context)

    def title(self, question: MoveQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Move the peg")

    def aloud(self, question: MoveQuestion, steps: Sequence[str] = ()) -> str:
        """Return the pegs, the points and the question as sentences."""
        return " ".join((_stand_before(question), _target(question), _news(question), _asked()))

    def reply(self, question: MoveQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to S, R, C, B, F, V, T or ?."""
        match typed.upper():
            case "S" | "R":
                return " ".join((_stand_before(question), _target(question), _news(question)))
            case "C" | "B" | "F" | "V" | "T":
                return _("There are no cards here: it is the pegs and the points that count.")
            case "?":
                return _(
                    "Type the hole the peg goes to, and choose the peg. S or R says where the pegs stand and "
                    "what you score, H a hint."
                )
            case _:
                return ""

    def hint(self, question: MoveQuestion) -> str:
        """Return what each peg is for, and where to begin; both together are not yet the hole."""
        return _(
            "Count on from the front peg, which shows your score. Afterwards one peg must still show the score before."
        )

    def short(self, question: MoveQuestion, marking: MoveMarking) -> str:
        """Return the hole, or what was said and what is true: "front 32 / rear 32"."""
        hole = question.hole
        if marking.right:
            return str(hole)
        if marking.peg is None or marking.claim is None:
            return _("– / %(truth)s") % {"truth": hole}
        if not question.front:
            return _("%(claim)s / %(truth)s") % {"claim": marking.claim, "truth": hole}
        words = {"claim": _short(marking.peg, marking.claim), "truth": _short(MovePeg.REAR, hole)}
        return _("%(claim)s / %(truth)s") % words


MOVE = MoveDrill()
