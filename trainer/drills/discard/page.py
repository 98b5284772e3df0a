"""The page of laying away: the hand as checkboxes, whose crib it is, the scores; then all choices, and two drawn."""

from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.engine.cards import CardError, parse_cards, text_of
from game.strategy.review import Fault
from game.table.advice_words import average, gain
from game.table.words import cards_in_words
from game.words import terms
from trainer.drills.base import Drill, Feedback, NotAnAnswer
from trainer.drills.count.words import scores_aloud
from trainer.drills.discard import choices
from trainer.drills.discard import question as discard_question
from trainer.drills.discard.choices import chance, in_words
from trainer.drills.discard.question import POINT, Marking, Question, turns_on
from trainer.drills.modes import Mode
from trainer.drills.options import END, PLACE, SEATS, WEAK, QuestionSort

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort("own-crib", gettext_lazy("Laying away to your own crib")),
    QuestionSort("their-crib", gettext_lazy("Laying away to their crib")),
    QuestionSort("end", gettext_lazy("Laying away near the end of a game")),
    QuestionSort("more-seats", gettext_lazy("Laying away at a larger table")),
)
"""The sorts of question."""

SKILLS: dict[str, "StrOrPromise"] = {
    "keep-hand": gettext_lazy("Laying away: the hand that is kept"),
    "feed-crib": gettext_lazy("Laying away: what the own crib gets"),
    "spare-crib": gettext_lazy("Laying away: what their crib gets"),
    "keep-play": gettext_lazy("Laying away: cards for the play"),
    "play-to-score": gettext_lazy("Laying away: what the score asks for"),
}
"""What the skills are called."""


def _wrong_number(owed: int, chosen: int) -> str:
    words = {"n": owed, "chosen": chosen}
    if not chosen:
        return ngettext("Choose the card to lay away.", "Choose the %(n)s cards to lay away.", owed) % words
    return (
        ngettext(
            "Here %(n)s card is laid away; you chose %(chosen)s.",
            "Here %(n)s cards are laid away; you chose %(chosen)s.",
            owed,
        )
        % words
    )


# ---------------------------------------------------------------------------------------------------- the verdict

_LOST: dict[Fault, Promise] = {
    Fault.HAND: gettext_lazy("The hand you keep scores %(chosen)s on average, that of the best lay-away %(best)s."),
    Fault.PEGGING: gettext_lazy(
        "In the play the cards you keep are worth %(chosen)s, those of the best lay-away %(best)s."
    ),
    Fault.END: gettext_lazy(
        "With these scores the best lay-away wins %(best)s of the games and yours %(chosen)s: points alone do not tell."
    ),
}
_LOST_IN_OWN_CRIB = gettext_lazy("Your crib gets %(chosen)s on average; with the best lay-away it gets %(best)s.")
_LOST_IN_CRIB = gettext_lazy("Their crib gets %(chosen)s on average; with the best lay-away only %(best)s.")


def _headline(question: Question, marking: Marking) -> str:
    points, win = marking.given_up
    if marking.chosen is None:
        return _("Time is up: nothing was laid away.")
    if marking.right:
        is_first = marking.chosen.away == marking.best.away
        return _("The best lay-away there is.") if is_first else _("As good as the best lay-away.")
    if question.scores:
        return _("You give up %(win)s of the chance to win.") % {"win": chance(win)}
    return _("You give up %(points)s points on average.") % {"points": average(points)}


def _detail(question: Question, marking: Marking) -> str:
    if marking.right:
        return what_decides(question)
    best = _("Best is to lay away the %(cards)s.") % {"cards": cards_in_words(marking.best.away)}
    if not question.scores:
        return best
    worth = _("So much is worth %(points)s points early in a game.") % {"points": average(marking.given_up[1] / POINT)}
    return " ".join([best, worth])


_DECIDES: dict[Fault, Promise] = {
    Fault.HAND: gettext_lazy("The hand decides here: crib and play alone would ask for another lay-away."),
    Fault.CRIB: gettext_lazy("The crib decides here: by the hand alone you would lay away something else."),
    Fault.PEGGING: gettext_lazy("The play decides here: hand and crib alone would ask for another lay-away."),
    Fault.END: gettext_lazy("The scores decide here: on points alone another lay-away would be best."),
}


def what_decides(question: Question) -> str:
    """The subtlest part that decides: the play before the crib, the crib before the hand."""
    deciding = turns_on(question)
    return str(_DECIDES[deciding[-1]]) if deciding else ""


def _reason(marking: Marking, fault: Fault) -> str:
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


def _context(question: Question, marking: Marking) -> dict[str, Any]:
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


def whose_crib(question: Question) -> str:
    """Where one sits, and whose crib it is."""
    words = {"seats": question.seats, "place": question.place}
    if question.seats == 2:
        return _("You deal: the crib is yours.") if question.deals else _("You are pone: the crib is theirs.")
    if question.deals:
        return _("%(seats)s players, each alone. You deal: the crib is yours.") % words
    if question.place == 1:
        return _("%(seats)s players, each alone. You are pone, left of the dealer, whose crib it is.") % words
    return (
        _("%(seats)s players, each alone. You sit at place %(place)s from the dealer’s left; the crib is the dealer’s.")
        % words
    )


def scores(question: Question) -> list[tuple[str, int]]:
    """Everybody's score, the own one first; none where they do not matter."""
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


def _seat_name(question: Question, seat: int) -> str:
    if seat == question.dealer:
        return _("Dealer")
    return str(_ON_YOUR_LEFT[seat - 1])


class DiscardDrill(Drill[Question, Marking]):
    """The hand as checkboxes, whose crib it is, the scores; then all choices, and two drawn."""

    slug = "discard"
    name = gettext_lazy("Discard")
    explanation = gettext_lazy("Fresh from the deal: what do you keep, what do you discard?")
    modes = (Mode.CALM, Mode.ROUND)
    sorts = SORTS
    options = (SEATS.of("2", "3", "4", "5", "6"), PLACE, END, WEAK)
    skills = SKILLS
    questions = discard_question

    def ask(self, question: Question, found: list[str], typed: str = "") -> dict[str, Any]:
        """Whose crib it is, and the scores."""
        return {"whose": whose_crib(question), "scores": scores(question)}

    def answer(self, question: Question, post: QueryDict, found: list[str]) -> str:
        """The cards chosen, or typed where none is. Raises NotAnAnswer."""
        typed = " ".join(post.getlist("card")) or post.get("claim", "").strip()
        try:
            cards = parse_cards(typed)
        except CardError as error:
            raise NotAnAnswer(terms.card_fault(error), typed[:60]) from error
        for card in cards:
            if card not in question.hand:
                sentence = _("The %(card)s is not in this hand.") % {"card": terms.card_name(card)}
                raise NotAnAnswer(sentence, text_of(cards))
        if len(cards) != question.owed:
            raise NotAnAnswer(_wrong_number(question.owed, len(cards)), text_of(cards))
        return text_of(sorted(cards))

    def tell(self, question: Question, marking: Marking) -> Feedback:
        """The verdict, what is given up and where, and the best lay-away in a sentence."""
        best = _("Best: %(choice)s") % {"choice": in_words(marking.best)}
        return Feedback(
            _headline(question, marking),
            _detail(question, marking),
            _("Where it is lost"),
            [_reason(marking, Fault(cause)) for cause in marking.causes],
            best,
            _context(question, marking),
        )

    def title(self, question: Question) -> str:
        """What is asked."""
        return ngettext("Lay away %(n)s card", "Lay away %(n)s cards", question.owed) % {"n": question.owed}

    def aloud(self, question: Question) -> str:
        """The cards, the crib and the scores in sentences."""
        cards = _("Your cards: %(cards)s.") % {"cards": cards_in_words(question.hand)}
        return " ".join(filter(None, [cards, whose_crib(question), scores_aloud(scores(question), question.target)]))

    def reply(self, question: Question, typed: str) -> str:
        """The answer to C, R, V, B, S, T, F or ?; "" for anything else."""
        match typed.upper():
            case "C" | "R" | "V":
                return self.aloud(question)
            case "B" | "T":
                return whose_crib(question)
            case "S":
                return scores_aloud(scores(question), question.target) or _(
                    "The game is young: the scores do not matter yet."
                )
            case "F":
                return _("The starter is not cut yet.")
            case "?":
                return _(
                    "Choose cards, or type them: 5H JC. C or R says yours, B whose crib it is, S the scores, H a hint."
                )
            case _:
                return ""

    def hint(self, question: Question) -> str:
        """What the decision turns on, but not the cards."""
        return what_decides(question) or _("Weigh the hand you keep, the crib you feed and the play to come.")

    def short(self, question: Question, marking: Marking) -> str:
        """What was given up: "−0.8", or "best"; near the end the chance to win."""
        if marking.right:
            return _("best")
        points, win = marking.given_up
        if question.scores:
            return _("−%(win)s") % {"win": chance(win)}
        return _("−%(points)s") % {"points": average(points)}


DISCARD = DiscardDrill()
