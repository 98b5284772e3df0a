"""The page of the itemising drill: five boxes for the parts of a count, and the parts side by side with the truth."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from game.engine.cards import Card
from game.engine.scoring import Combination, Kind, combine, total
from game.words import terms
from game.words.terms import CountLine
from trainer.drills.base import DrillGroup, Feedback, NotAnAnswer, Sheet, causes_heading
from trainer.drills.count import words as count_words
from trainer.drills.count.page import HAND_OPTIONS, HandDrill
from trainer.drills.count.question import CountQuestion
from trainer.drills.itemise import question as itemise_question
from trainer.drills.itemise.question import KINDS, PART_WORTHS, ItemiseMarking
from trainer.drills.modes import Mode

_BETWEEN = "|"
"""Stands between the texts of the boxes, and then of the holes, when they are put back."""
_TAPPED = "tapped-"
"""Begins the fields of the holes: they are sent together with those of the boxes."""
_PADDED = 4
"""The number of cards in a hand whose parts can be tapped."""
_NAMES: dict[Kind, Promise] = {
    Kind.FIFTEEN: gettext_lazy("Fifteens"),
    Kind.RUN: pgettext_lazy("combinations", "Runs"),
    Kind.PAIR: gettext_lazy("Pairs"),
    Kind.FLUSH: gettext_lazy("Flush"),
    Kind.NOBS: gettext_lazy("Nobs"),
}
_LABELS = {**_NAMES, Kind.FIFTEEN: gettext_lazy("15s")}
"""What stands at the boxes, where there is little room."""
_RARE: dict[tuple[bool, bool], Promise] = {
    (False, False): gettext_lazy("There is no flush and no nob here."),
    (True, False): gettext_lazy("There is a flush here, and no nob."),
    (False, True): gettext_lazy("There is his nob here, and no flush."),
    (True, True): gettext_lazy("There are a flush and his nob here."),
}
"""What a hint says, by whether there is a flush, and his nob."""


@dataclass(frozen=True, slots=True)
class ItemBox:
    """A box for the points of a kind: its field, what stands beside it and in it, and whether that is at fault.

    On the pegboard its hole is one of `pad`, in the field `tapped_field`.
    """

    field: str
    label: str
    typed: str
    tapped: str
    pad: tuple[int, ...]
    wrong: bool = False
    focus: bool = False

    @property
    def tapped_field(self) -> str:
        """Return the field of its holes."""
        return _TAPPED + self.field


@dataclass(frozen=True, slots=True)
class ItemisedPart:
    """A part of the count: what it is called, what was claimed for it, and what it is worth."""

    name: str
    claim: int
    points: int

    @property
    def right(self) -> bool:
        """Whether the claim is the truth."""
        return self.claim == self.points

    @property
    def sentence(self) -> str:
        """Return the claim beside the truth: "Fifteens: you said 4, it is 6."."""
        words = {"name": self.name, "claim": self.claim, "points": self.points}
        return _("%(name)s: you said %(claim)s, it is %(points)s.") % words


def boxes(typed: str, hand: Sequence[Card]) -> list[ItemBox]:
    """Return the boxes with what was typed or tapped, and those marked in which there is no claim for a hand."""
    texts = (typed.split(_BETWEEN) + [""] * 2 * len(KINDS))[: 2 * len(KINDS)]
    wrong = [count_words.read_claim(text or "0", hand) is None for text in texts]
    focus = wrong.index(True) if any(wrong) else 0
    return [
        ItemBox(kind, str(_LABELS[kind]), texts[at], texts[at + len(KINDS)], PART_WORTHS[kind], wrong[at], at == focus)
        for at, kind in enumerate(KINDS)
    ]


def _text(post: QueryDict, field: str) -> str:
    return post.get(field, "").strip()[:20].replace(_BETWEEN, " ")


def _headline(question: CountQuestion, marking: ItemiseMarking) -> str:
    words = {"claim": marking.claim, "points": marking.points}
    if marking.right:
        return (
            _("%(points)s is right, part by part.") if marking.points else _("Right: there is nothing in it.")
        ) % words
    if marking.claim is None and question.crib:
        return _("Time is up. The crib is worth %(points)s.") % words
    if marking.claim is None:
        return _("Time is up. The hand is worth %(points)s.") % words
    if not marking.off:
        return _("Only the total is right.")
    return _("You said %(claim)s. It is %(points)s.") % words


def _detail(marking: ItemiseMarking) -> str:
    if marking.runs_with_pairs:
        return _("You put the pairs in with the runs: that is just as right.")
    return " ".join(part.sentence for part in _wrong_parts(marking))


def _wrong_parts(marking: ItemiseMarking) -> list[ItemisedPart]:
    """Return what was claimed and what there was, of each kind in which they differ."""
    if marking.claims is None or not marking.offs:
        return []
    claims, truths = marking.claims, marking.truths
    parts = [ItemisedPart(str(_NAMES[kind]), claims.get(kind, 0), truths[kind]) for kind in KINDS]
    return [part for part in parts if not part.right]


def _in_parts(line: CountLine, whole: Combination) -> CountLine:
    """Return a line that says what of it belongs to the runs, and what to the pairs."""
    pairs = total(part for part in whole.parts if part.kind is Kind.PAIR)
    if not 0 < pairs < line.points:
        return line
    words = {"runs": line.points - pairs, "pairs": pairs}
    return replace(line, apart=_("runs %(runs)s, pairs %(pairs)s") % words)


class ItemiseDrill(HandDrill[ItemiseMarking]):
    """Five boxes for the parts of a count, and the parts side by side with the truth."""

    slug = "itemise"
    name = gettext_lazy("Itemise")
    explanation = gettext_lazy("Give the points for fifteens, runs, pairs, flush and nobs separately.")
    asks = gettext_lazy("How much for each?")
    group = DrillGroup.COUNT
    picture = "4S 5H 6C"
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK, Mode.CLOCK)
    options = HAND_OPTIONS
    says_truth_in_sprint = False
    questions = itemise_question

    def ask(self, question: CountQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return the boxes, whether the parts can be tapped too, and whether what was typed is at fault."""
        shown, prompt = boxes(typed, question.hand), _("Give the points of each part that scores.")
        wrong = any(box.wrong for box in shown)
        return {"boxes": shown, "pad": len(question.hand) == _PADDED, "typed": wrong, "prompt": prompt}

    def answer(self, question: CountQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the parts; an empty box without a hole is 0, but not all may be empty. Raise NotAnAnswer."""
        boxed = [_text(post, kind) for kind in KINDS]
        tapped = [_text(post, _TAPPED + kind) for kind in KINDS]
        typed = _BETWEEN.join(boxed + tapped)
        texts = [text or hole for text, hole in zip(boxed, tapped, strict=True)]
        parts: list[int] = []
        for text in texts:
            points = count_words.read_claim(text or "0", question.hand)
            if points is None:
                raise NotAnAnswer(count_words.claim_fault(text, question.hand), typed)
            parts.append(points)
        if not any(texts):
            raise NotAnAnswer(_("Give the points of what scores. If nothing does, give one part 0."))
        return itemise_question.text_of(dict(zip(KINDS, parts, strict=True)))

    def feedback(self, question: CountQuestion, marking: ItemiseMarking) -> Feedback:
        """Return the verdict, which parts are wrong and why, and the count in lines."""
        lines = count_words.lines_after(marking.scores, marking.likely)
        lines = tuple(map(_in_parts, lines, combine(marking.scores)))
        count = terms.count_aloud(lines)
        return Feedback(
            _headline(question, marking),
            _detail(marking),
            causes_heading(),
            count_words.likely_sentences(marking.likely),
            _("The count: %(count)s.") % {"count": count},
            {"lines": lines, "count_aloud": count},
        )

    def title(self, question: CountQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Itemise this crib") if question.crib else _("Itemise this hand")

    def hint(self, question: CountQuestion) -> str:
        """Return which of the rare parts there are, and where to look; what there is in all would be the answer."""
        kinds = {score.kind for score in question.scores}
        rare = str(_RARE[Kind.FLUSH in kinds, Kind.NOBS in kinds])
        return " ".join((rare, _("Look for fifteens first, then for runs and pairs.")))

    def meant(self, question: CountQuestion, steps: Sequence[str] = ()) -> tuple[Card, ...]:
        """Return no cards: a hand of nothing has none to mark."""
        return ()

    def short(self, question: CountQuestion, marking: ItemiseMarking) -> str:
        """Return claim and truth: "11 / 15"."""
        claim = "–" if marking.claim is None else marking.claim
        return _("%(claim)s / %(points)s") % {"claim": claim, "points": marking.points}


ITEMISE = ItemiseDrill()
