"""The page of the discard drill: checkboxes for the cards, then a chart of the best discard and a ranking of all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.after.review import Decision, DecisionKind
from game.engine.cards import CardError, parse_cards, text_of
from game.engine.play import State
from game.engine.rules import Rules
from game.engine.scoring import Kind, held
from game.engine.view import see
from game.strategy.review import Fault, Grade, end_is_near
from game.table.advice_words import average, gain, in_points_early
from game.table.words import cards_in_words
from game.words import terms
from game.words.typed import of_ranks
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet
from trainer.drills.discard import choices
from trainer.drills.discard import question as discard_question
from trainer.drills.discard.choices import in_words
from trainer.drills.discard.question import DiscardMarking, DiscardQuestion, is_in_hand, turns_on
from trainer.drills.modes import Mode
from trainer.drills.options import END, PLACE, SEATS, QuestionSort
from trainer.drills.position_words import chance, scores_aloud
from trainer.drills.questions import GameMoment, Obstacle

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort("own-crib", gettext_lazy("Discarding to your crib")),
    QuestionSort("their-crib", gettext_lazy("Discarding to their crib")),
    QuestionSort("end", gettext_lazy("Discarding near the end of a game")),
    QuestionSort("more-seats", gettext_lazy("Discarding at a larger table")),
)
"""The sorts of question."""

SKILLS: dict[str, "StrOrPromise"] = {
    "keep-hand": gettext_lazy("Discarding: the hand you keep"),
    "feed-crib": gettext_lazy("Discarding: what your crib gets"),
    "spare-crib": gettext_lazy("Discarding: what their crib gets"),
    "keep-play": gettext_lazy("Discarding: cards for the play"),
    "play-to-score": gettext_lazy("Discarding: what the score asks for"),
}
"""What the skills are called."""
_OPTIONS_OF_SORT = {"own-crib": {"place": "dealer"}, "their-crib": {"place": "pone"}}
_OPTIONS_OF_SKILL = {
    "feed-crib": {"place": "dealer"},
    "spare-crib": {"place": "pone"},
    "play-to-score": {"end": "on"},
}


def _wrong_number(owed: int, chosen: int) -> str:
    words = {"n": owed, "chosen": chosen}
    if not chosen:
        return ngettext("Choose the card to discard.", "Choose the %(n)s cards to discard.", owed) % words
    return (
        ngettext(
            "Discard %(n)s card here; you chose %(chosen)s.",
            "Discard %(n)s cards here; you chose %(chosen)s.",
            owed,
        )
        % words
    )


# ---------------------------------------------------------------------------------------------------- the verdict

_LOST: dict[Fault, Promise] = {
    Fault.HAND: gettext_lazy("The hand you keep scores %(chosen)s on average; the best discard’s scores %(best)s."),
    Fault.PEGGING: gettext_lazy(
        "In the play the cards you keep are worth %(chosen)s; the best discard’s are worth %(best)s."
    ),
    Fault.END: gettext_lazy(
        "With these scores the best discard wins %(best)s of the games and yours %(chosen)s: points are not "
        "everything now."
    ),
}
_LOST_IN_OWN_CRIB = gettext_lazy("Your crib gets %(chosen)s on average; with the best discard it gets %(best)s.")
_LOST_IN_CRIB = gettext_lazy("Their crib gets %(chosen)s on average; with the best discard only %(best)s.")


def _headline(question: DiscardQuestion, marking: DiscardMarking) -> str:
    if marking.chosen is None:
        return _("Time is up: nothing was discarded.")
    if marking.grade is Grade.BEST:
        is_first = marking.chosen.away == marking.best.away
        return _("The best discard there is.") if is_first else _("As good as the best discard.")
    if marking.grade is Grade.GOOD:
        return _("Good: it loses hardly anything.")
    if question.scores:
        return _("You give up %(win)s of wins.") % {"win": chance(marking.given_up[1])}
    return _("You give up %(points)s points.") % {"points": average(marking.lost)}


def _detail(question: DiscardQuestion, marking: DiscardMarking) -> str:
    if marking.chosen and marking.grade is Grade.BEST:
        return what_decides(question)
    best = _("Best: %(cards)s.") % {"cards": _(", ").join(map(terms.card_name, marking.best.away))}
    if marking.right or not question.scores:
        return best
    return " ".join([best, in_points_early(marking.lost)])


_DECIDES: dict[Fault, Promise] = {
    Fault.HAND: gettext_lazy("The hand decides here, not crib and play."),
    Fault.CRIB: gettext_lazy("The crib decides here, not the hand alone."),
    Fault.PEGGING: gettext_lazy("The play decides here, not hand and crib."),
    Fault.END: gettext_lazy("The scores decide here, not the points."),
}
_AGAINST_PLAY = gettext_lazy("Hand and crib decide here, against the play.")


_LOOK_FOR: dict[Kind, Promise] = {
    Kind.RUN: gettext_lazy("The hand decides here: look for a run."),
    Kind.PAIR: gettext_lazy("The hand decides here: look for a pair."),
    Kind.FIFTEEN: gettext_lazy("The hand decides here: look for fifteens."),
}
_LOOK_FOR_DOUBLE_RUN = gettext_lazy("The hand decides here: look for a run and a pair.")


def _what_to_look_for(question: DiscardQuestion) -> str:
    """Return what scores most in the best hand where the hand alone decides, "" where it holds nothing or a flush, or
    something else decides."""
    points = Counter[Kind]()
    for score in held(question.ranked[0].kept):
        points[score.kind] += score.points
    if turns_on(question)[-1:] != (Fault.HAND,) or not points or Kind.FLUSH in points:
        return ""
    most = max(_LOOK_FOR, key=points.__getitem__)
    return str(_LOOK_FOR_DOUBLE_RUN if most is Kind.RUN and points[Kind.PAIR] else _LOOK_FOR[most])


def what_decides(question: DiscardQuestion) -> str:
    """Return the subtlest part that decides: the play before the crib, the crib before the hand."""
    deciding = turns_on(question)
    if deciding and deciding[-1] is Fault.CRIB and is_in_hand(question):
        return str(_AGAINST_PLAY)
    return str(_DECIDES[deciding[-1]]) if deciding else ""


def _reason(marking: DiscardMarking, fault: Fault) -> str:
    best, chosen = marking.best, marking.chosen or marking.best
    match fault:
        case Fault.HAND:
            words = {"best": average(best.hand.mean), "chosen": average(chosen.hand.mean)}
        case Fault.CRIB:
            words = {"best": average(best.crib.mean), "chosen": average(chosen.crib.mean)}
            return str((_LOST_IN_OWN_CRIB if marking.question.deals else _LOST_IN_CRIB) % words)
        case Fault.PEGGING:
            words = {"best": gain(best.play), "chosen": gain(chosen.play)}
        case _:
            words = {"best": chance(best.win or 0.0), "chosen": chance(chosen.win or 0.0)}
    return str(_LOST[fault] % words)


def _context(question: DiscardQuestion, marking: DiscardMarking) -> Sheet:
    best, chosen = marking.best, marking.chosen
    names = [(str(choices.BEST), best)]
    if chosen and chosen.away != best.away:
        names.append((str(choices.CHOSEN), chosen))
    apart = [(name, choice, question.items_of(choice)) for name, choice in names]
    return {
        "whose": whose_crib(question),
        "scores": scores(question),
        **choices.explained(question.ranked, apart, chosen),
    }


# --------------------------------------------------------------------------------------------------- the question


def whose_crib(question: DiscardQuestion) -> str:
    """Return the place at the table, and whose crib it is."""
    words = {"seats": question.seats, "place": question.place}
    if question.seats == 2:
        return _("You deal: the crib is yours.") if question.deals else _("Your opponent deals: the crib is theirs.")
    if question.deals:
        return _("%(seats)s players, each alone. You deal: the crib is yours.") % words
    if question.place == 1:
        return _("%(seats)s players, each alone. You are pone, left of the dealer, whose crib it is.") % words
    return (
        _("%(seats)s players, each alone. You are player %(place)s from the dealer’s left; the crib is the dealer’s.")
        % words
    )


def scores(question: DiscardQuestion) -> list[tuple[str, int]]:
    """Return everybody's score with a name, one's own first; empty where scores do not matter."""
    names = [_("You")]
    if question.seats == 2:
        names.append(_("Pone") if question.deals else _("Dealer"))
    else:
        names += [_seat_name(question, seat) for seat in range(1, question.seats)]
    return list(zip(names, question.scores, strict=False))


_ON_YOUR_LEFT = (
    gettext_lazy("On your left"),
    gettext_lazy("Second to your left"),
    gettext_lazy("Third to your left"),
    gettext_lazy("Fourth to your left"),
    gettext_lazy("Fifth to your left"),
)


def _seat_name(question: DiscardQuestion, seat: int) -> str:
    if seat == question.dealer:
        return _("Dealer")
    return str(_ON_YOUR_LEFT[seat - 1])


class DiscardDrill(Drill[DiscardQuestion, DiscardMarking]):
    """A dealt hand: which cards go to the crib?"""

    slug = "discard"
    former_slug = "layaway"
    name = pgettext_lazy("name of a drill", "Discard")
    explanation = gettext_lazy("Fresh from the deal: what do you keep, and what do you give away?")
    asks = gettext_lazy("Which two go?")
    group = DrillGroup.DISCARD
    picture = "6S 7S KD"
    tells_keys = True
    preview = "2H 6S 7S 8D JC KD"
    modes = (Mode.CALM, Mode.ROUND)
    sorts = SORTS
    options = (SEATS.of("2", "3", "4", "5", "6"), PLACE, END)
    skills = SKILLS
    tries = 4
    choices = 1
    questions = discard_question
    asks_again = frozenset({DecisionKind.DISCARD})

    def obstacle(self, rules: Rules, kind: DecisionKind, *, near_end: bool) -> Obstacle | None:
        """Return why a discard in a game cannot be asked, None if it can."""
        return discard_question.obstacle(rules, near_end)

    def of_game(self, moment: GameMoment) -> DiscardQuestion:
        """Return a discard in a game as a question."""
        return discard_question.of_game(moment)

    def spots_like(self, decision: Decision, state: State) -> dict[str, object] | None:
        """Return the settings for discards like one in a game."""
        if decision.kind not in self.asks_again:
            return None
        table, seat = state.table, decision.action.seat
        place = "dealer" if table.dealer == seat else "pone"
        return {"seats": table.rules.seats, "place": place, "end": "on" if end_is_near(see(state, seat)) else "off"}

    def options_of_skill(self, skill: str) -> Mapping[str, str]:
        """Return the place, or the time in a game, at which a skill is asked for."""
        return _OPTIONS_OF_SKILL.get(skill, {})

    def options_of_sorts(self, sorts: Sequence[str]) -> Mapping[str, str]:
        """Return whose crib it is, which is the sort."""
        return _OPTIONS_OF_SORT.get(sorts[0], {}) if len(sorts) == 1 else {}

    def ask(self, question: DiscardQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return whose crib it is, the scores, and what to weigh."""
        prompt = _("Weigh your hand, the crib and the play.")
        return {"whose": whose_crib(question), "scores": scores(question), "prompt": prompt}

    def answer(self, question: DiscardQuestion, post: QueryDict, steps: list[str]) -> str:
        """Read the cards that were ticked or typed. Raise NotAnAnswer, also where the two differ."""
        ticked, typed = " ".join(post.getlist("card")), post.get("claim", "").strip()
        given = typed or ticked
        try:
            cards = parse_cards(of_ranks(given, question.hand))
        except CardError as error:
            raise NotAnAnswer(terms.card_fault(error), given[:60]) from error
        if typed and ticked and {str(card) for card in cards} != set(ticked.split()):
            raise NotAnAnswer(_("You chose other cards than you typed. Which is it?"), given[:60])
        for card in cards:
            if card not in question.hand:
                sentence = _("The %(card)s is not in this hand.") % {"card": terms.the_card(card)}
                raise NotAnAnswer(sentence, text_of(cards))
        if len(cards) != question.owed:
            raise NotAnAnswer(_wrong_number(question.owed, len(cards)), text_of(cards))
        return text_of(sorted(cards))

    def feedback(self, question: DiscardQuestion, marking: DiscardMarking) -> Feedback:
        """Return the verdict, what was given up and where, and the best discard in a sentence."""
        is_best = marking.chosen is not None and marking.grade is Grade.BEST
        best = _("Best: %(choice)s") % {"choice": in_words(marking.best)} if is_best else ""
        return Feedback(
            _headline(question, marking),
            _detail(question, marking),
            _("Where it is lost"),
            [_reason(marking, Fault(cause)) for cause in marking.causes],
            best,
            _context(question, marking),
            all_hold=True,
        )

    def title(self, question: DiscardQuestion) -> str:
        """Return the heading."""
        return ngettext("Discard %(n)s card", "Discard %(n)s cards", question.owed) % {"n": question.owed}

    def aloud(self, question: DiscardQuestion, steps: Sequence[str] = ()) -> str:
        """Return the cards, the crib and the scores in sentences."""
        cards = _("Your cards: %(cards)s.") % {"cards": cards_in_words(question.hand)}
        return " ".join(filter(None, [cards, whose_crib(question), scores_aloud(scores(question), question.target)]))

    def reply(self, question: DiscardQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, R, V, B, S, T, F or ?; "" for anything else."""
        match typed.upper():
            case "C" | "R" | "V":
                return self.aloud(question)
            case "B" | "T":
                return whose_crib(question)
            case "S":
                return scores_aloud(scores(question), question.target) or _(
                    "It is early in the game: the scores do not matter yet."
                )
            case "F":
                return _("The starter is not cut yet.")
            case "?":
                return _(
                    "Choose cards, or type them: 5H JC. C or R says yours, B whose crib it is, S the scores, H a hint."
                )
            case _:
                return ""

    def hint(self, question: DiscardQuestion) -> str:
        """Return what decides, without the cards: of a hand what it holds, where that is not rare."""
        told = _what_to_look_for(question) or what_decides(question)
        return told or _("Weigh the hand you keep, the crib you feed and the play to come.")

    def short(self, question: DiscardQuestion, marking: DiscardMarking) -> str:
        """Return what was given up: "−0.8", or "best"; near the end the chance to win."""
        if marking.chosen and marking.grade is Grade.BEST:
            return _("best")
        if question.scores:
            return _("−%(win)s") % {"win": chance(marking.given_up[1])}
        return _("−%(points)s") % {"points": average(marking.lost)}


DISCARD = DiscardDrill()
