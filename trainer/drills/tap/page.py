"""The page of "Tap it": the cards of one thing are tapped; then what was wrong with them, and all that there was."""

from collections.abc import Sequence
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.engine.cards import Card, CardError, parse_cards, text_of
from game.engine.scoring import Combination, Kind, Named, Score, combine, count_of
from game.table.words import cards_in_words
from game.words import terms as game_wording
from game.words.terms import CountLine
from trainer.drills.base import Drill, Feedback, NotAnAnswer
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
from trainer.drills.tap.question import MIX, ROYALS, WHOLES, Sought, TapQuestion, TapSort

SORTS = (
    QuestionSort(TapSort.FIFTEEN, gettext_lazy("A fifteen"), MIX[TapSort.FIFTEEN]),
    QuestionSort(TapSort.RUN, gettext_lazy("A run"), MIX[TapSort.RUN]),
    QuestionSort(TapSort.DOUBLE_RUN, gettext_lazy("A double run"), MIX[TapSort.DOUBLE_RUN]),
    QuestionSort(TapSort.PAIR, gettext_lazy("A pair"), MIX[TapSort.PAIR]),
    QuestionSort(TapSort.ROYAL, gettext_lazy("A pair royal"), MIX[TapSort.ROYAL]),
    QuestionSort(TapSort.FLUSH, gettext_lazy("A flush"), MIX[TapSort.FLUSH]),
    QuestionSort(TapSort.NOBS, gettext_lazy("His nob"), MIX[TapSort.NOBS]),
    QuestionSort(TapSort.LAST, gettext_lazy("What a count lacks"), MIX[TapSort.LAST]),
    QuestionSort(TapSort.SERIES, gettext_lazy("In a series of the play"), MIX[TapSort.SERIES]),
)
"""The sorts of question, and their shares."""

_NAMES: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("Fifteen"),
    Sought.THIRTY_ONE: gettext_lazy("Thirty-one"),
    Sought.RUN: gettext_lazy("Run"),
    Sought.DOUBLE_RUN: gettext_lazy("Double run"),
    Sought.TRIPLE_RUN: gettext_lazy("Triple run"),
    Sought.DOUBLE_DOUBLE_RUN: gettext_lazy("Double-double run"),
    Sought.PAIR: gettext_lazy("Pair"),
    Sought.PAIR_ROYAL: gettext_lazy("Pair royal"),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("Double pair royal"),
    Sought.FLUSH: gettext_lazy("Flush"),
    Sought.NOBS: gettext_lazy("His nob"),
    Sought.LAST: gettext_lazy("Missing item"),
}

_TITLES: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("Tap cards that make fifteen"),
    Sought.RUN: gettext_lazy("Tap a run"),
    Sought.DOUBLE_RUN: gettext_lazy("Tap the double run"),
    Sought.TRIPLE_RUN: gettext_lazy("Tap the triple run"),
    Sought.DOUBLE_DOUBLE_RUN: gettext_lazy("Tap the double-double run"),
    Sought.PAIR: gettext_lazy("Tap a pair"),
    Sought.PAIR_ROYAL: gettext_lazy("Tap the pair royal"),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("Tap the double pair royal"),
    Sought.FLUSH: gettext_lazy("Tap the flush"),
    Sought.NOBS: gettext_lazy("Tap his nob"),
    Sought.LAST: gettext_lazy("Tap what is still missing in this count"),
}
_SIZED: dict[int, Promise] = {
    2: gettext_lazy("Tap two cards that make fifteen"),
    3: gettext_lazy("Tap three cards that make fifteen"),
    4: gettext_lazy("Tap four cards that make fifteen"),
    5: gettext_lazy("Tap five cards that make fifteen"),
    6: gettext_lazy("Tap six cards that make fifteen"),
}
_SERIES_TITLES: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("Tap the cards with which the last card makes fifteen"),
    Sought.THIRTY_ONE: gettext_lazy("Tap the cards with which the last card makes thirty-one"),
    Sought.RUN: gettext_lazy("Tap the run that the last card makes"),
    Sought.PAIR: gettext_lazy("Tap the pair that the last card makes"),
    Sought.PAIR_ROYAL: gettext_lazy("Tap the pair royal that the last card makes"),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("Tap the double pair royal that the last card makes"),
}

_HINTS: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy(
        "Begin with the highest card and see what it still needs to be 15. Jack, queen and king are ten each."
    ),
    Sought.RUN: gettext_lazy("Put the cards in the order of their ranks, the starter too, and look for neighbours."),
    Sought.DOUBLE_RUN: gettext_lazy("Look for a run in which one rank comes twice: both cards of that rank belong."),
    Sought.TRIPLE_RUN: gettext_lazy("Look for a run in which one rank comes three times: all three belong."),
    Sought.DOUBLE_DOUBLE_RUN: gettext_lazy("Look for a run in which two ranks come twice: all of them belong."),
    Sought.PAIR: gettext_lazy("Look at the ranks alone, the starter’s too. Ten, jack, queen and king are four ranks."),
    Sought.PAIR_ROYAL: gettext_lazy("Look for three cards of one rank; one of them may be the starter."),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("Look for all four cards of one rank; one of them may be the starter."),
    Sought.FLUSH: gettext_lazy(
        "Look at the suits of the hand first: all its cards must be of one. Then look at the starter; in the crib it "
        "must be of that suit too."
    ),
    Sought.NOBS: gettext_lazy("Look at the starter’s suit, and then for a jack in the hand."),
    Sought.LAST: gettext_lazy(
        "Go through it in order: fifteens, runs, pairs, a flush, his nob. Which of them is not among those counted?"
    ),
}
_SERIES_HINTS: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("Add up the whole series: in the play only its count matters."),
    Sought.THIRTY_ONE: gettext_lazy("Add up the whole series: in the play only its count matters."),
    Sought.RUN: gettext_lazy(
        "Look back from the last card: the last three or more, in any order, with no rank twice and nothing between."
    ),
    Sought.PAIR: gettext_lazy("Look at the card just before the last one."),
    Sought.PAIR_ROYAL: gettext_lazy("Look back from the last card, as long as the rank stays the same."),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("Look back from the last card, as long as the rank stays the same."),
}


# -------------------------------------------------------------------------------------------------------- asking


def _cards(question: TapQuestion, post: QueryDict) -> tuple[Card, ...]:
    """The cards that were tapped or typed. Raises NotAnAnswer for those that are not on the table."""
    try:
        tapped = {Card.parse(text) for text in post.getlist("card")}
        cards = tapped | set(parse_cards(post.get("claim", "").strip()[:80]))
    except CardError as error:
        raise NotAnAnswer(game_wording.card_fault(error)) from error
    if not cards <= set(question.cards):
        raise NotAnAnswer(_("Those are not the cards on the table."))
    return tuple(sorted(cards))


def _nothing_tapped(question: TapQuestion) -> str:
    if question.sought is Sought.LAST:
        return _("Tap the cards of the item that is missing first.")
    return _("Tap the cards first, or say that there is none.")


def _said_aloud(question: TapQuestion) -> str:
    if question.sought is not Sought.LAST or not question.said:
        return ""
    return game_wording.count_aloud(game_wording.count_lines(question.said))


# ------------------------------------------------------------------------------------------------------- telling

_FAULTS: dict[TapFault, Promise] = {
    TapFault.SUM: gettext_lazy("That makes %(count)s, not 15."),
    TapFault.COURT_OVER_TEN: gettext_lazy(
        "That makes %(count)s, not 15: jack, queen and king are ten each, not 11, 12 and 13."
    ),
    TapFault.FEW_FOR_A_RUN: gettext_lazy("A run takes three ranks or more."),
    TapFault.RANK_TWICE: gettext_lazy("A rank comes twice in that. A run has each rank once."),
    TapFault.SEVERAL_RUNS: gettext_lazy("There is more than one run in that: tap the cards of one."),
    TapFault.CORNER: gettext_lazy("The ace is low: no run goes on from the king to the ace."),
    TapFault.GAP: gettext_lazy("There is a gap in that: the ranks of a run follow each other."),
    TapFault.PART_OF_RUN: gettext_lazy("That is only part of a longer run: it takes all of it."),
    TapFault.ONE_RUN: gettext_lazy(
        "That is one run. Where a rank comes more than once, all its cards belong to the whole."
    ),
    TapFault.NOT_DOUBLED: gettext_lazy("That is a run, but no rank comes twice in it."),
    TapFault.PART: gettext_lazy("That is only a part of it: more cards belong to the whole."),
    TapFault.TOO_MANY: gettext_lazy("It is in those cards, but not all of them belong to it."),
    TapFault.UNLIKE: gettext_lazy("Those cards are not of one rank."),
    TapFault.TENS: gettext_lazy("Those cards are all worth ten, but not of one rank. The rank makes a pair."),
    TapFault.SUITS: gettext_lazy("Those cards are not of one suit."),
    TapFault.FLUSH_PART: gettext_lazy("That is only part of a suit: a flush takes all the cards of the hand."),
    TapFault.FLUSH_CUT_SHORT: gettext_lazy("The starter is of that suit too: it belongs to the flush."),
    TapFault.FLUSH_CRIB: gettext_lazy("This is a crib: here a flush needs the starter too, and it is of another suit."),
    TapFault.FLUSH_STARTER: gettext_lazy(
        "The starter cannot stand in for a card of the hand. All the cards of the hand must be of one suit first."
    ),
    TapFault.FLUSH_SOME: gettext_lazy("All the cards of the hand must be of one suit, not only some."),
    TapFault.FLUSH_TOO_LONG: gettext_lazy("The starter is not part of that flush: it is of another suit."),
    TapFault.NOBS_NUMBER: gettext_lazy("His nob is one card alone."),
    TapFault.NO_JACK: gettext_lazy("The %(card)s is no jack."),
    TapFault.NOBS_SUIT: gettext_lazy("The %(card)s is not of the starter’s suit: the starter is the %(starter)s."),
    TapFault.NOBS_STARTER: gettext_lazy(
        "The %(card)s is the starter itself. It paid the dealer two for his heels; his nob is a jack in the hand."
    ),
    TapFault.SAID: gettext_lazy("That has been counted already."),
    TapFault.WITHOUT_LAST: gettext_lazy(
        "The last card is not in that. In the play only what the last card makes scores."
    ),
    TapFault.SERIES_NOT_ALL: gettext_lazy("That makes %(count)s; in the play the cards of the whole series are added."),
    TapFault.SERIES_PART: gettext_lazy(
        "That makes %(count)s, but the whole series makes %(whole)s, and that alone counts."
    ),
    TapFault.SERIES_COUNT: gettext_lazy("The whole series makes %(count)s, not %(wanted)s."),
    TapFault.PAIR_BROKEN: gettext_lazy("Another card lies between them. In the play only cards side by side pair."),
    TapFault.RUN_BROKEN_BY_DOUBLE: gettext_lazy(
        "A second card of a rank lies between them, and breaks the run: side by side no rank may come twice."
    ),
    TapFault.RUN_BROKEN: gettext_lazy(
        "Another card lies between them, and breaks the run: its cards lie side by side."
    ),
}

_SIZES: dict[int, Promise] = {
    2: gettext_lazy("That makes fifteen, but a fifteen of two cards is asked for."),
    3: gettext_lazy("That makes fifteen, but a fifteen of three cards is asked for."),
    4: gettext_lazy("That makes fifteen, but a fifteen of four cards is asked for."),
    5: gettext_lazy("That makes fifteen, but a fifteen of five cards is asked for."),
    6: gettext_lazy("That makes fifteen, but a fifteen of six cards is asked for."),
}
_NUMBERS: dict[Sought, Promise] = {
    Sought.PAIR: gettext_lazy("A pair is two cards, no more and no fewer."),
    Sought.PAIR_ROYAL: gettext_lazy("A pair royal is three cards of one rank."),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("A double pair royal is all four cards of one rank."),
}
_IT_IS: dict[Named, Promise] = {
    Named.RUN: gettext_lazy("That is a plain run."),
    Named.DOUBLE_RUN: gettext_lazy("That is a double run: one rank in it comes twice."),
    Named.TRIPLE_RUN: gettext_lazy("That is a triple run: one rank in it comes three times."),
    Named.DOUBLE_DOUBLE_RUN: gettext_lazy("That is a double-double run: two ranks in it come twice."),
    Named.PAIR: gettext_lazy("That is a pair, and no run."),
    Named.PAIR_ROYAL: gettext_lazy("That is a pair royal, and no run."),
    Named.DOUBLE_PAIR_ROYAL: gettext_lazy("That is a double pair royal, and no run."),
}

_RIGHT: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("Right: that makes fifteen."),
    Sought.THIRTY_ONE: gettext_lazy("Right: that makes thirty-one."),
    Sought.RUN: gettext_lazy("Right: that is a run."),
    Sought.DOUBLE_RUN: gettext_lazy("Right: that is the double run."),
    Sought.TRIPLE_RUN: gettext_lazy("Right: that is the triple run."),
    Sought.DOUBLE_DOUBLE_RUN: gettext_lazy("Right: that is the double-double run."),
    Sought.PAIR: gettext_lazy("Right: that is a pair."),
    Sought.PAIR_ROYAL: gettext_lazy("Right: that is a pair royal."),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("Right: that is a double pair royal."),
    Sought.FLUSH: gettext_lazy("Right: that is the flush."),
    Sought.NOBS: gettext_lazy("Right: that is his nob."),
    Sought.LAST: gettext_lazy("Right: that was missing."),
}

_NONE: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("No cards here add up to 15."),
    Sought.RUN: gettext_lazy("No three ranks here follow each other."),
    Sought.PAIR: gettext_lazy("No two cards here are of one rank."),
    Sought.PAIR_ROYAL: gettext_lazy("No three cards here are of one rank."),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("No rank has all four of its cards here."),
}
_NO_SIZED: dict[int, Promise] = {
    2: gettext_lazy("No two cards here add up to 15."),
    3: gettext_lazy("No three cards here add up to 15."),
    4: gettext_lazy("No four cards here add up to 15."),
    5: gettext_lazy("No five cards here add up to 15."),
    6: gettext_lazy("The six cards do not add up to 15."),
}
_NO_WHOLE: dict[Sought, Promise] = {
    Sought.DOUBLE_RUN: gettext_lazy("No run here has just one rank twice."),
    Sought.TRIPLE_RUN: gettext_lazy("No run here has a rank three times."),
    Sought.DOUBLE_DOUBLE_RUN: gettext_lazy("No run here has two ranks twice."),
}
_SERIES_NONE: dict[Sought, Promise] = {
    Sought.FIFTEEN: gettext_lazy("The series makes %(whole)s, not 15."),
    Sought.THIRTY_ONE: gettext_lazy("The series makes %(whole)s, not 31."),
    Sought.RUN: gettext_lazy(
        "However far one looks back, the last cards are not of ranks that follow each other, each once."
    ),
    Sought.PAIR: gettext_lazy("The card just before the last one is of another rank."),
    Sought.PAIR_ROYAL: gettext_lazy("The last three cards are not all of one rank."),
    Sought.DOUBLE_PAIR_ROYAL: gettext_lazy("The last four cards are not all of one rank."),
}


def _headline(question: TapQuestion, marking: TapMarking) -> str:
    if marking.tapped is None:
        return _("Time is up. %(truth)s") % {"truth": _truth(question)}
    if marking.slip is None:
        return str(_RIGHT[question.sought]) if question.things else _("Right: there is none.")
    return _fault(question, marking.slip, marking.tapped)


def _detail(question: TapQuestion, marking: TapMarking) -> str:
    """What would have been right, or why there is none."""
    if marking.right:
        return "" if question.things else _why_none(question)
    return _truth(question) if marking.tapped else ""


def _fault(question: TapQuestion, slip: TapMistake, cards: tuple[Card, ...]) -> str:
    """What is wrong with the cards."""
    match slip.fault, question.table:
        case TapFault.OVERLOOKED, _table:
            return _truth(question)
        case TapFault.OTHER_SIZE, _table:
            return str(_SIZES[question.size])
        case TapFault.NUMBER, _table:
            return str(_NUMBERS[question.sought])
        case TapFault.OTHER_WHOLE, CountQuestion() as count:
            name = named(count, cards)
            return str(_IT_IS[name]) if name else ""
        case TapFault.HUNTED, CountQuestion() as count:
            return count_words.hunt_message(count, cards, hunt(count, (), cards))
    words = {
        "count": count_of(cards),
        "whole": count_of(question.cards),
        "wanted": 31 if question.sought is Sought.THIRTY_ONE else 15,
        "card": game_wording.card_name(cards[0]),
        "starter": game_wording.card_name(question.cards[-1]),
    }
    return str(_FAULTS[slip.fault]) % words


def _truth(question: TapQuestion) -> str:
    """All that is there in a sentence, or why there is nothing."""
    if not question.things:
        return _("There is none. %(why)s") % {"why": _why_none(question)}
    words = {"n": len(question.things), "cards": cards_in_words(question.things[0].cards)}
    if question.sought is Sought.LAST:
        return _("Missing was: %(cards)s.") % words
    if question.sought in (Sought.FIFTEEN, Sought.THIRTY_ONE) and question.series:
        return _("There is one: all the cards of the series make %(whole)s.") % {"whole": count_of(question.cards)}
    return (
        ngettext(
            "There is one: %(cards)s.",
            "There are %(n)s; one of them: %(cards)s.",
            len(question.things),
        )
        % words
    )


def _why_none(question: TapQuestion) -> str:
    match question.table:
        case PegQuestion():
            return str(_SERIES_NONE[question.sought]) % {"whole": count_of(question.cards)}
        case CountQuestion() as count:
            if question.sought is Sought.FLUSH:
                return _no_flush(count)
            if question.sought is Sought.NOBS:
                return _no_nob(count)
            if question.sought in WHOLES:
                run = any(score.kind is Kind.RUN for score in count.scores)
                return str(_NO_WHOLE[question.sought] if run else _NONE[Sought.RUN])
            return str(_NO_SIZED[question.size] if question.size else _NONE[question.sought])


def _no_flush(count: CountQuestion) -> str:
    if len({card.suit for card in count.hand}) == 1:
        return _("In the crib a flush needs the starter too, and it is of another suit.")
    return _("The cards of the hand are not all of one suit, and the starter cannot stand in for one.")


def _no_nob(count: CountQuestion) -> str:
    jacks = [card for card in count.hand if card.rank == 11]
    if jacks:
        words = {"n": len(jacks), "cards": cards_in_words(jacks)}
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
    """All of the kind that there was, in lines; for a count that lacked something all of it."""
    scores = question.table.scores
    if question.series:
        return ()
    if question.sought is Sought.LAST:
        return game_wording.count_lines(combine(scores))
    if question.sought in WHOLES:
        return game_wording.count_lines(whole for whole in combine(scores) if whole.name is Named[question.sought.name])
    if question.sought in ROYALS:
        pairs = combine([score for score in scores if score.kind is Kind.PAIR])
        least = ROYALS[question.sought]
        return game_wording.count_lines(whole for whole in pairs if len(whole.cards) >= least)
    kind = Kind(question.sought.value)
    found = [score for score in scores if score.kind is kind and question.size in (0, len(score.cards))]
    return game_wording.count_lines(map(Combination.of, found))


def _looks(question: TapQuestion, counted: Sequence[Card]) -> list[tuple[Card, str]]:
    """The cards of a series, and how each is drawn."""
    return [(card, "is-counted" if card in counted else "is-dimmed") for card in question.cards]


def _items(question: TapQuestion) -> list[PegItem]:
    """What the last card of a series scores of the kind, as a player says it, with its cards."""
    kind = Kind.PAIR if question.sought in ROYALS else Kind(question.sought.value)
    scores: list[Score] = [score for score in question.table.scores if score.kind is kind and question.things]
    return [PegItem(game_wording.score_aloud(score), score.points, _looks(question, score.cards)) for score in scores]


class TapDrill(Drill[TapQuestion, TapMarking]):
    """The cards of one thing are tapped; then what was wrong with them, and all that there was."""

    slug = "tap"
    name = gettext_lazy("Tap it")
    explanation = gettext_lazy("One fifteen, one run, one flush: tap it, or see that there is none.")
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK)
    sorts = SORTS
    options = (sorts_option(SORTS), WEAK)
    questions = source

    def ask(self, question: TapQuestion, found: list[str], typed: str = "") -> dict[str, Any]:
        """The count so far, where one is to be finished."""
        if question.sought is not Sought.LAST:
            return {}
        return {"lines": game_wording.count_lines(question.said), "lacking": True}

    def answer(self, question: TapQuestion, post: QueryDict, found: list[str]) -> str:
        """The cards, tapped or typed, or that there is none. Raises NotAnAnswer."""
        cards = _cards(question, post)
        if post.get("answer") == NOTHING and question.sought is not Sought.LAST:
            if cards:
                raise NotAnAnswer(
                    _("You have tapped cards: send them, or take them back to say that there is none."), text_of(cards)
                )
            return NOTHING
        if not cards:
            raise NotAnAnswer(_nothing_tapped(question))
        return text_of(cards)

    def tell(self, question: TapQuestion, marking: TapMarking) -> Feedback:
        """The verdict, what was wrong, and all that there was."""
        lines = _lines(question)
        context: dict[str, Any] = {"lines": lines, "tapped": marking.tapped if marking.slip else ()}
        spoken = ""
        if question.sought is Sought.LAST:
            count = game_wording.count_aloud(lines)
            context |= {"lacking": True, "count_aloud": count}
            spoken = _("The count: %(count)s.") % {"count": count}
        if question.series:
            context |= {"row": _looks(question, marking.tapped or ()), "made": _items(question)}
        return Feedback(_headline(question, marking), _detail(question, marking), spoken=spoken, sheet=context)

    def title(self, question: TapQuestion) -> str:
        """What is asked."""
        if question.series:
            return str(_SERIES_TITLES[question.sought])
        return str(_SIZED[question.size] if question.size else _TITLES[question.sought])

    def aloud(self, question: TapQuestion, found: Sequence[str] = ()) -> str:
        """The cards as a sentence, and what is counted of them so far."""
        match question.table:
            case PegQuestion() as series:
                return PEG.aloud(series)
            case CountQuestion() as count:
                words = {"cards": count_words.deal_aloud(count), "said": _said_aloud(question)}
                if question.sought is not Sought.LAST:
                    return words["cards"]
                if not question.said:
                    return _("%(cards)s Nothing is counted yet.") % words
                return _("%(cards)s Counted so far: %(said)s.") % words

    def reply(self, question: TapQuestion, typed: str, found: Sequence[str] = ()) -> str:
        """The answer to C, R, F, B or ?."""
        if typed.upper() == "?":
            return _("Tap cards, or type them: 5H JC. C or R says what is on the table, F the starter, H a hint.")
        match question.table:
            case PegQuestion() as series:
                return PEG.reply(series, typed)
            case CountQuestion() as count:
                return self.aloud(question) if typed.upper() in ("C", "R") else COUNT.reply(count, typed)

    def hint(self, question: TapQuestion) -> str:
        """Where to look."""
        return str((_SERIES_HINTS if question.series else _HINTS)[question.sought])

    def short(self, question: TapQuestion, marking: TapMarking) -> str:
        """What was found and what there was: "Fifteen", "None", "– / Fifteen"."""
        none, sought = _("None"), str(_NAMES[question.sought])
        truth = sought if question.things else none
        if marking.right:
            return truth
        claim = none if marking.tapped == () else "–" if question.things or marking.tapped is None else sought
        return _("%(claim)s / %(truth)s") % {"claim": claim, "truth": truth}


TAP = TapDrill()
