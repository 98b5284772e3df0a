"""The page of the counting drill: a hand on the felt, a box for its count, and the count item by item."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from game.after.review import Decision, DecisionKind
from game.engine.cards import Card, CardError
from game.engine.play import Claim, Counting, State
from game.engine.rules import CribFlush, Rules
from game.engine.scoring import Combination, Kind, Named, combine
from game.strategy.causes import Cause
from game.table.advice import ToCount
from game.table.advice_words import hint_lines
from game.words import terms
from trainer.drills.base import (
    Drill,
    DrillGroup,
    Feedback,
    HuntingDrill,
    NotAnAnswer,
    PartialAnswer,
    Sheet,
    causes_heading,
)
from trainer.drills.count import question as count_question
from trainer.drills.count import words as count_words
from trainer.drills.count.hunt import hunt as judge_hunt
from trainer.drills.count.question import CountMarking, CountQuestion
from trainer.drills.count.words import SKILLS, SORTS_OF_SKILL
from trainer.drills.hand_words import CLASS_EXPLANATIONS, CLASS_NAMES
from trainer.drills.hands import MIX, HandClass
from trainer.drills.modes import Mode
from trainer.drills.options import (
    FLASH,
    HUNT,
    KIND,
    SIZE,
    SOURCE,
    WEAK,
    Load,
    QuestionSort,
    hand_classes_option,
    skill_option,
)
from trainer.drills.questions import GameMoment, MarkingT, Obstacle

HAND_SORTS = tuple(
    QuestionSort(kind, CLASS_NAMES[kind], MIX[kind], CLASS_EXPLANATIONS[kind], mixed=kind is HandClass.SEVERAL)
    for kind in HandClass
)
"""The classes of hands, which are the sorts of question of every drill about a count."""

TARGETS: dict[HandClass, float] = {
    HandClass.NOTHING: 5,
    HandClass.FIFTEENS: 8,
    HandClass.RUN: 8,
    HandClass.DOUBLE_RUN: 10,
    HandClass.PAIR_ROYAL: 9,
    HandClass.FLUSH: 8,
    HandClass.NOBS: 8,
    HandClass.SEVERAL: 12,
}
"""Within how many seconds a right count is good. Champions take about 7 for a hand."""

LOADS = (
    Load("few-items", gettext_lazy("Hands with up to two items"), 6),
    Load("some-items", gettext_lazy("Hands with three to five items"), 8),
    Load("many-items", gettext_lazy("Hands with six items or more"), 12),
)
"""How much there is in a hand, with targets of its own."""

HAND_OPTIONS = (KIND, SIZE, SOURCE, hand_classes_option(HAND_SORTS), WEAK)
"""What can be chosen about hands."""

_OPTIONS_OF_ERROR: dict[str, dict[str, str]] = {
    Cause.CRIB_FOUR_FLUSH: {"kind": "crib"},
    Cause.FLUSH_OF_SOME: {"kind": "hand", "size": "5"},
}


def worth_most(wholes: Sequence[Combination]) -> tuple[Card, ...]:
    """Return the cards of the combination that is worth most, none if there is no combination."""
    return max(wholes, key=lambda whole: whole.points).cards if wholes else ()


class HandDrill(Drill[CountQuestion, MarkingT]):
    """A drill about the count of a hand or crib, in whatever way it is asked."""

    sorts = HAND_SORTS
    choices = 12

    def aloud(self, question: CountQuestion, steps: Sequence[str] = ()) -> str:
        """Return the cards as a sentence."""
        return count_words.deal_aloud(question)

    def reply(self, question: CountQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, R, F, B or ?."""
        return count_words.reply(question, typed)

    def hint(self, question: CountQuestion) -> str:
        """Return what is in the hand, but not how much it is."""
        holds: dict[Named, int] = {}
        for combination in combine(question.scores):
            holds[combination.name] = holds.get(combination.name, 0) + 1
        return " ".join(hint_lines(ToCount(question.crib, tuple(holds.items()))))

    def meant(self, question: CountQuestion, steps: Sequence[str] = ()) -> tuple[Card, ...]:
        """Return the cards of the combination that is worth most."""
        return worth_most(combine(question.scores))


class CountDrill(HandDrill[CountMarking], HuntingDrill[CountQuestion, CountMarking]):
    """A hand on the felt, a box for its count, and the count item by item."""

    slug = "count"
    name = pgettext_lazy("name of a drill", "Count")
    explanation = gettext_lazy("A hand or a crib with its starter: say what it is worth.")
    asks = gettext_lazy("What is it worth?")
    group = DrillGroup.COUNT
    picture = "2H 3D 5C"
    preview = "4S 5H TD JC 5D"
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK, Mode.CLOCK)
    options = (FLASH, *HAND_OPTIONS, skill_option(SKILLS, LOADS, unasked=Cause.MISSED), HUNT)
    sorts = tuple(replace(sort, target=TARGETS[HandClass(sort.code)]) for sort in HAND_SORTS)
    loads = LOADS
    skills = SKILLS
    sorts_of_skill = SORTS_OF_SKILL
    of_the_day = True
    unaided_help = count_words.UNAIDED_HELP
    says_truth_in_sprint = False
    questions = count_question
    asks_again = frozenset({DecisionKind.HAND, DecisionKind.CRIB})

    def options_of_skill(self, skill: str) -> Mapping[str, str]:
        """Return the options under which a skill is asked for most: two errors are of cribs and of five cards."""
        return _OPTIONS_OF_ERROR.get(skill) or super().options_of_skill(skill)

    def even_set(self, rng: Random) -> list[CountQuestion]:
        """Return the hands of a run, together as hard as those of any other such run."""
        return count_question.even_set(rng)

    def obstacle(self, rules: Rules, kind: DecisionKind, *, near_end: bool) -> Obstacle | None:
        """Return why a count of a game cannot be asked, None if it can."""
        usual = rules.crib_flush is CribFlush.WITH_STARTER
        return None if usual or kind is DecisionKind.HAND else Obstacle.CRIB

    def of_game(self, moment: GameMoment) -> CountQuestion:
        """Return a hand or crib that was counted in a game as a question."""
        return count_question.of_game(moment)

    def spots_like(self, decision: Decision, state: State) -> dict[str, object] | None:
        """Return the settings for hands like one that was counted in a game: those that ask for what was missed in it
        or, where that is not known, those of its class."""
        if not isinstance(state, Counting) or decision.kind not in self.asks_again:
            return None
        question = CountQuestion(tuple(sorted(state.cards)), state.starter, state.is_crib)
        wanted = _asking_for_missed(question, decision) or {"like": str(question)}
        return {"kind": "crib" if state.is_crib else "hand", "size": len(state.cards), **wanted}

    def ask(self, question: CountQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return what to do, and the numbers of the pegboard."""
        if question.crib:
            prompt = _("The starter counts, too. A flush in the crib needs all five cards.")
        else:
            prompt = _("The starter counts, too.")
        return {"pad": count_question.PAD_NUMBERS[len(question.hand)], "prompt": prompt}

    def answer(self, question: CountQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the claim. Raise NotAnAnswer."""
        typed = post.get("claim", "").strip()
        claim = count_words.read_claim(typed, question.hand)
        if claim is None:
            raise NotAnAnswer(count_words.claim_fault(typed, question.hand), typed)
        return str(claim)

    def feedback(self, question: CountQuestion, marking: CountMarking) -> Feedback:
        """Return the verdict, muggins, the likely causes, and the count in lines."""
        lines = count_words.lines_after(marking.scores, marking.likely, guessed=len(marking.likely) > 1)
        claim = marking.points if marking.claim is None else marking.claim
        return Feedback(
            count_words.headline(question, marking),
            count_words.detail(marking),
            causes_heading(),
            count_words.likely_guesses(marking.likely),
            _("The count: %(count)s.") % {"count": terms.count_aloud(lines)},
            {"lines": lines, "count_aloud": terms.count_aloud(lines)},
            (claim, marking.points),
        )

    def title(self, question: CountQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Count this crib") if question.crib else _("Count this hand")

    def short(self, question: CountQuestion, marking: CountMarking) -> str:
        """Return claim and truth: "11 / 15"."""
        claim = "–" if marking.claim is None else marking.claim
        return _("%(claim)s / %(points)s") % {"claim": claim, "points": marking.points}

    def hunt(self, question: CountQuestion, found: list[str], post: QueryDict) -> PartialAnswer:
        """Judge the cards pointed at. `found` are places in the question's scores."""
        try:
            cards = tuple(sorted({Card.parse(text) for text in post.getlist("card")}))
        except CardError as error:
            return PartialAnswer(found, terms.card_fault(error))
        scores = question.scores
        tried = judge_hunt(question, [scores[int(place)] for place in found], cards)
        places = sorted({*map(int, found), *map(scores.index, tried.scores)})
        return PartialAnswer([str(place) for place in places], count_words.hunt_message(question, cards, tried))

    def hunted(self, question: CountQuestion, found: list[str]) -> Sheet:
        """Return what the part `hunt` is drawn with: the lines found so far."""
        lines = terms.count_lines(Combination.of(question.scores[int(place)]) for place in found)
        return {"lines": lines, "found_points": lines[-1].running if lines else 0}

    def found_all(self, question: CountQuestion, found: list[str]) -> bool:
        """Return whether there is nothing left to hunt for."""
        return len(found) >= len(question.scores)


def _asking_for_missed(question: CountQuestion, decision: Decision) -> dict[str, str]:
    """Return the settings for hands that ask for what was missed as a hand was counted in a game, {} where that is not
    known: its rules are others, or several things may have been missed."""
    claim, truth = decision.action, decision.best
    if not isinstance(claim, Claim) or not isinstance(truth, Claim):
        return {}
    marking = CountMarking(question, claim.points)
    if marking.points != truth.points or len(marking.likely) != 1:
        return {}
    [likely] = marking.likely
    if likely.cause is not Cause.MISSED:
        return {"skill": likely.cause} if likely.cause in SKILLS else {}
    kinds = {kind for kind, _number in likely.missed}
    skills = {count_question.skill_of(score) for score in question.scores if score.kind in kinds}
    if len(skills) == 1:
        return {"skill": skills.pop()}
    return {"classes": HandClass.FIFTEENS} if kinds == {Kind.FIFTEEN} else {}


COUNT = CountDrill()
