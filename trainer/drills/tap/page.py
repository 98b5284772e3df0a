"""The page of "Tap it": the cards of one thing are tapped; then what was wrong with them, and all that there was."""

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.engine.cards import Card, CardError, parse_cards, text_of
from game.engine.scoring import Combination, Kind, Named, Score, combine, count_of
from game.table.words import cards_in_words, the_cards
from game.words import terms
from game.words.terms import CountLine
from game.words.typed import of_ranks
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet
from trainer.drills.count import words as count_words
from trainer.drills.count.hunt import hunt
from trainer.drills.count.page import COUNT
from trainer.drills.count.question import CountQuestion
from trainer.drills.find.question import NOTHING
from trainer.drills.modes import Mode
from trainer.drills.options import WEAK, QuestionSort, sorts_option
from trainer.drills.peg.page import PEG, PegItem
from trainer.drills.peg.question import PegQuestion
from trainer.drills.tap import source
from trainer.drills.tap.faults import TapFault, TapMistake, named
from trainer.drills.tap.marking import TapMarking
from trainer.drills.tap.question import MIX, ROYALS, WHOLES, TapQuestion, TapSort, TapTarget
from trainer.drills.tap.words import FAULTS, FIFTEENS, RANK_COMBINATIONS, TARGETS

SORTS = (
    QuestionSort(TapSort.FIFTEEN, gettext_lazy("A fifteen"), MIX[TapSort.FIFTEEN]),
    QuestionSort(TapSort.RUN, gettext_lazy("A run"), MIX[TapSort.RUN]),
    QuestionSort(TapSort.DOUBLE_RUN, gettext_lazy("A double run"), MIX[TapSort.DOUBLE_RUN]),
    QuestionSort(TapSort.PAIR, gettext_lazy("A pair"), MIX[TapSort.PAIR]),
    QuestionSort(TapSort.ROYAL, gettext_lazy("A pair royal"), MIX[TapSort.ROYAL]),
    QuestionSort(TapSort.FLUSH, gettext_lazy("A flush"), MIX[TapSort.FLUSH]),
    QuestionSort(TapSort.NOBS, gettext_lazy("His nob"), MIX[TapSort.NOBS]),
    QuestionSort(TapSort.LAST, gettext_lazy("What a count leaves out"), MIX[TapSort.LAST]),
    QuestionSort(TapSort.SERIES, gettext_lazy("In a series of the play"), MIX[TapSort.SERIES]),
)
"""The sorts of question, and their shares."""
_ONE_COURT = {
    11: gettext_lazy("The jack counts ten."),
    12: gettext_lazy("The queen counts ten."),
    13: gettext_lazy("The king counts ten."),
}


# -------------------------------------------------------------------------------------------------------- asking


def _cards(question: TapQuestion, post: QueryDict) -> tuple[Card, ...]:
    """Return the cards that were tapped, or typed if none was. Raise NotAnAnswer for those not on the table."""
    try:
        tapped = {Card.parse(text) for text in post.getlist("card")}
        cards = tapped or set(parse_cards(of_ranks(post.get("claim", "").strip()[:80], question.cards)))
    except CardError as error:
        raise NotAnAnswer(terms.card_fault(error)) from error
    if not cards <= set(question.cards):
        raise NotAnAnswer(_("Those are not the cards on the table."))
    return tuple(sorted(cards))


def _nothing_tapped(question: TapQuestion) -> str:
    if question.target is TapTarget.LAST:
        return _("First tap the cards of the missing combination.")
    if question.certain:
        return _("Tap the cards first.")
    return _("Tap the cards first, or say that there is none.")


def _too_few(question: TapQuestion, cards: Sequence[Card]) -> str:
    """Return what is said to fewer cards than are asked for, or to one where one alone is never right; or ""."""
    least = question.size or 2
    if len(cards) >= least or question.target in (TapTarget.NOBS, TapTarget.LAST):
        return ""
    if question.size or question.target is TapTarget.PAIR:
        return str(FIFTEENS[least].fewer)
    return _("One card is not enough: tap all that belong to it.")


def _counted_aloud(question: TapQuestion) -> str:
    if question.target is not TapTarget.LAST or not question.counted:
        return ""
    return terms.count_aloud(terms.count_lines(question.counted))


# ------------------------------------------------------------------------------------------------------- telling


def _lit(question: TapQuestion, marking: TapMarking) -> Sequence[Card]:
    """Return the cards to light: those tapped, if they are right, or else those of a solution."""
    if marking.right:
        return marking.tapped or ()
    return question.solutions[0].cards if question.solutions else ()


def _headline(question: TapQuestion, marking: TapMarking) -> str:
    if marking.tapped is None:
        return _("Time is up. %(truth)s") % {"truth": _truth(question)}
    if marking.mistake is None:
        return str(TARGETS[question.target].right) if question.solutions else _("Right: there is none.")
    return _fault(question, marking.mistake, marking.tapped)


def _detail(question: TapQuestion, marking: TapMarking) -> str:
    """Return what would have been right, or why there is none."""
    if marking.right:
        return "" if question.solutions else _why_none(question)
    if marking.mistake and marking.mistake.fault is TapFault.OVERLOOKED:
        return _where(question)
    return _truth(question) if marking.tapped else ""


def _fault(question: TapQuestion, mistake: TapMistake, cards: tuple[Card, ...]) -> str:
    """Return what is wrong with the cards."""
    match mistake.fault, question.table:
        case TapFault.OVERLOOKED, _table:
            number = len(question.solutions)
            return ngettext("You said none. There is one.", "You said none. There are %(n)s.", number) % {"n": number}
        case TapFault.OTHER_SIZE, _table:
            return str(FIFTEENS[question.size].other)
        case TapFault.NUMBER, _table:
            return str(TARGETS[question.target].number)
        case TapFault.OTHER_WHOLE, CountQuestion() as count:
            name = named(count, cards)
            return str(RANK_COMBINATIONS[name]) if name else ""
        case TapFault.HUNTED, CountQuestion() as count:
            return count_words.hunt_message(count, cards, hunt(count, (), cards))
    words = {
        "count": count_of(cards),
        "whole": count_of(question.cards),
        "wanted": 31 if question.target is TapTarget.THIRTY_ONE else 15,
        "card": terms.the_card(cards[0]),
        "starter": terms.the_card(question.cards[-1]),
    }
    return str(FAULTS[mistake.fault]) % words


def _truth(question: TapQuestion) -> str:
    """Return all that is there in a sentence, or why there is nothing."""
    if not question.solutions:
        return _("There is none. %(why)s") % {"why": _why_none(question)}
    words = {"n": len(question.solutions), "cards": cards_in_words(question.solutions[0].cards)}
    if question.target is TapTarget.LAST:
        return _("This was missing: %(cards)s.") % words
    if question.target in (TapTarget.FIFTEEN, TapTarget.THIRTY_ONE) and question.series:
        return _("There is one: all the cards of the series make %(whole)s.") % {"whole": count_of(question.cards)}
    return (
        ngettext(
            "There is one: %(cards)s.",
            "There are %(n)s; one of them: %(cards)s.",
            len(question.solutions),
        )
        % words
    )


def _where(question: TapQuestion) -> str:
    """Return what there is, where there is something."""
    if question.target in (TapTarget.FIFTEEN, TapTarget.THIRTY_ONE) and question.series:
        return _("It is all the cards of the series: they make %(whole)s.") % {"whole": count_of(question.cards)}
    words = {"cards": the_cards(question.solutions[0].cards)}
    return ngettext("Here it is: %(cards)s.", "For example: %(cards)s.", len(question.solutions)) % words


def _why_none(question: TapQuestion) -> str:
    match question.table:
        case PegQuestion():
            return str(TARGETS[question.target].series_none) % {"whole": count_of(question.cards)}
        case CountQuestion() as count:
            if question.target is TapTarget.FLUSH:
                return _no_flush(count)
            if question.target is TapTarget.NOBS:
                return _no_nob(count)
            if question.target in WHOLES:
                run = any(score.kind is Kind.RUN for score in count.scores)
                return str(TARGETS[question.target if run else TapTarget.RUN].none)
            return str(FIFTEENS[question.size].none if question.size else TARGETS[question.target].none)


def _no_flush(count: CountQuestion) -> str:
    if len({card.suit for card in count.hand}) == 1:
        return _("In the crib a flush needs the starter too, and it is of another suit.")
    return _("The cards of the hand are not all of one suit, and the starter cannot stand in for one.")


def _no_nob(count: CountQuestion) -> str:
    jacks = [card for card in count.hand if card.rank == 11]
    if jacks:
        words = {"n": len(jacks), "cards": the_cards(jacks)}
        return (
            ngettext(
                "The one jack in the hand is the %(cards)s, and not of the starter’s suit.",
                "The jacks in the hand are %(cards)s, none of the starter’s suit.",
                len(jacks),
            )
            % words
        )
    return _("There is no jack in the hand.")


def _lines(question: TapQuestion) -> tuple[CountLine, ...]:
    """Return all scores of the kind as lines; the whole count where its last item was missing."""
    scores = question.table.scores
    if question.series:
        return ()
    if question.target is TapTarget.LAST:
        return terms.count_lines(combine(scores))
    if question.target in WHOLES:
        return terms.count_lines(whole for whole in combine(scores) if whole.name is Named[question.target.name])
    if question.target in ROYALS:
        pairs = combine([score for score in scores if score.kind is Kind.PAIR])
        least = ROYALS[question.target]
        return terms.count_lines(whole for whole in pairs if len(whole.cards) >= least)
    kind = Kind(question.target.value)
    found = [score for score in scores if score.kind is kind and question.size in (0, len(score.cards))]
    return terms.count_lines(map(Combination.of, found))


def _sum(question: TapQuestion) -> str:
    """Return how the cards of the only fifteen or thirty-one add up: "5 + 10 = 15"; "" for anything else."""
    if question.target not in {TapTarget.FIFTEEN, TapTarget.THIRTY_ONE} or len(question.solutions) != 1:
        return ""
    values = [card.value for card in question.solutions[0].cards]
    return _("%(values)s = %(sum)s") % {"values": _(" + ").join(map(str, values)), "sum": sum(values)}


def _court(question: TapQuestion) -> str:
    """Return what the court cards of the only fifteen or thirty-one count; "" where it has none."""
    courts = {card.rank for card in question.solutions[0].cards if card.rank > 10}
    if len(courts) == 1:
        return str(_ONE_COURT[courts.pop()])
    return _("Jack, queen and king count ten.") if courts else ""


def _looks(question: TapQuestion, counted: Sequence[Card]) -> list[tuple[Card, str]]:
    """Return the cards of a series, and how each is drawn."""
    return [(card, "is-counted" if card in counted else "is-dimmed") for card in question.cards]


def _items(question: TapQuestion) -> list[PegItem]:
    """Return what the last card of a series scores of the kind, as a player says it, with its cards."""
    kind = Kind.PAIR if question.target in ROYALS else Kind(question.target.value)
    scores: list[Score] = [score for score in question.table.scores if score.kind is kind and question.solutions]
    return [PegItem(terms.score_aloud(score), score.points, _looks(question, score.cards)) for score in scores]


class TapDrill(Drill[TapQuestion, TapMarking]):
    """The cards of one thing are tapped; then what was wrong with them, and all that there was."""

    slug = "tap"
    name = gettext_lazy("Tap it")
    explanation = gettext_lazy("Tap the cards that make a fifteen, a run or a flush, or say that there is none.")
    asks = gettext_lazy("Is there one? Where?")
    group = DrillGroup.COUNT
    picture = "6H 9S"
    tells_keys = True
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK)
    sorts = SORTS
    options = (sorts_option(SORTS), WEAK)
    questions = source

    def ask(self, question: TapQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return what to do; where a count is to be finished also the count so far."""
        if question.certain:
            return {"certain": True, "prompt": _("Choose its cards, then check them.")}
        if question.target is not TapTarget.LAST:
            return {"prompt": _("Choose cards, then check.")}
        return {
            "prompt": _("Choose the cards of the one combination not counted yet."),
            "lines": terms.count_lines(question.counted),
            "lacking": True,
            "certain": True,
        }

    def answer(self, question: TapQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the cards, tapped or typed, or that there is none. Raise NotAnAnswer."""
        cards = _cards(question, post)
        if post.get("answer") == NOTHING and question.target is not TapTarget.LAST and not question.certain:
            if cards:
                raise NotAnAnswer(
                    _("You have tapped cards: check them, or untap them to say that there is none."), text_of(cards)
                )
            return NOTHING
        if not cards:
            raise NotAnAnswer(_nothing_tapped(question))
        if few := _too_few(question, cards):
            raise NotAnAnswer(few, text_of(cards))
        return text_of(cards)

    def feedback(self, question: TapQuestion, marking: TapMarking) -> Feedback:
        """Return the verdict, what was wrong, and all that there was."""
        lines = _lines(question)
        context: Sheet = {
            "lines": lines,
            "tapped": marking.tapped if marking.mistake else (),
            "lit": _lit(question, marking),
            "sum": (added := _sum(question)),
            "court": _court(question) if added else "",
        }
        spoken = ""
        if question.target is TapTarget.LAST:
            count = terms.count_aloud(lines)
            context |= {"lacking": True, "count_aloud": count}
            spoken = _("The count: %(count)s.") % {"count": count}
        if question.series:
            context |= {"row": _looks(question, marking.tapped or ()), "made": _items(question)}
        return Feedback(_headline(question, marking), _detail(question, marking), spoken=spoken, sheet=context)

    def title(self, question: TapQuestion) -> str:
        """Return what is asked, as a title."""
        if question.series:
            return str(TARGETS[question.target].series_title)
        return str(FIFTEENS[question.size].title if question.size else TARGETS[question.target].title)

    def aloud(self, question: TapQuestion, steps: Sequence[str] = ()) -> str:
        """Return the cards as a sentence, and what is counted of them so far."""
        match question.table:
            case PegQuestion() as series:
                return PEG.aloud(series)
            case CountQuestion() as count:
                words = {"cards": count_words.deal_aloud(count), "said": _counted_aloud(question)}
                if question.target is not TapTarget.LAST:
                    return words["cards"]
                if not question.counted:
                    return _("%(cards)s Nothing is counted yet.") % words
                return _("%(cards)s Counted so far: %(said)s.") % words

    def reply(self, question: TapQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, R, F, B or ?."""
        if typed.upper() == "?":
            return _("Choose cards, or type them: 5H JC. C or R says what is on the table, F the starter, H a hint.")
        match question.table:
            case PegQuestion() as series:
                return PEG.reply(series, typed)
            case CountQuestion() as count:
                return self.aloud(question) if typed.upper() in ("C", "R") else COUNT.reply(count, typed)

    def hint(self, question: TapQuestion) -> str:
        """Return where to look."""
        words = TARGETS[question.target]
        return str(words.series_hint if question.series else words.hint)

    def short(self, question: TapQuestion, marking: TapMarking) -> str:
        """Return what was found and what there was: "Fifteen", "None", "– / Fifteen"."""
        none, target = _("None"), str(TARGETS[question.target].name)
        truth = target if question.solutions else none
        if marking.right:
            return truth
        claim = none if marking.tapped == () else "–" if question.solutions or marking.tapped is None else target
        return _("%(claim)s / %(truth)s") % {"claim": claim, "truth": truth}


TAP = TapDrill()
