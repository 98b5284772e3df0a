"""The words of "Tap it": what is said of each thing that can be asked for, and of each fault."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from game.engine.scoring import Named
from trainer.drills.tap.faults import TapFault
from trainer.drills.tap.question import TapTarget

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class TargetWords:
    """A thing to tap in words; "" where it cannot be asked for like that.

    `right` is the verdict, `none` why there is none in a hand, `number` how many cards it takes; the sentences of a
    series speak of its last card.
    """

    name: "StrOrPromise"
    right: "StrOrPromise"
    title: "StrOrPromise" = ""
    hint: "StrOrPromise" = ""
    none: "StrOrPromise" = ""
    number: "StrOrPromise" = ""
    series_title: "StrOrPromise" = ""
    series_hint: "StrOrPromise" = ""
    series_none: "StrOrPromise" = ""


@dataclass(frozen=True, slots=True)
class FifteenWords:
    """A fifteen of so many cards in words: what is said to `fewer` cards or to `other` ones, why there is none."""

    title: Promise
    fewer: Promise
    none: Promise
    other: Promise


TARGETS: dict[TapTarget, TargetWords] = {
    TapTarget.FIFTEEN: TargetWords(
        name=gettext_lazy("Fifteen"),
        title=gettext_lazy("Tap cards that make fifteen"),
        hint=gettext_lazy(
            "Begin with the highest card and see what it still needs to be 15. Jack, queen and king are ten each."
        ),
        right=gettext_lazy("Right: that makes fifteen."),
        none=gettext_lazy("No cards here add up to 15."),
        series_title=gettext_lazy("Tap the cards that make fifteen with the last card"),
        series_hint=gettext_lazy("Add up the whole series: in the play only its count matters."),
        series_none=gettext_lazy("The series makes %(whole)s, not 15."),
    ),
    TapTarget.THIRTY_ONE: TargetWords(
        name=gettext_lazy("Thirty-one"),
        right=gettext_lazy("Right: that makes thirty-one."),
        series_title=gettext_lazy("Tap the cards that make thirty-one with the last card"),
        series_hint=gettext_lazy("Add up the whole series: in the play only its count matters."),
        series_none=gettext_lazy("The series makes %(whole)s, not 31."),
    ),
    TapTarget.RUN: TargetWords(
        name=gettext_lazy("Run"),
        title=gettext_lazy("Tap a run"),
        hint=gettext_lazy("Put the cards in the order of their ranks, the starter too, and look for neighbours."),
        right=gettext_lazy("Right: that is a run."),
        none=gettext_lazy("No three ranks here follow each other."),
        series_title=gettext_lazy("Tap the run that the last card makes"),
        series_hint=gettext_lazy(
            "Look back from the last card: the last three or more, in any order, with no rank twice and nothing "
            "between."
        ),
        series_none=gettext_lazy("However far you look back, the last cards do not make a run."),
    ),
    TapTarget.DOUBLE_RUN: TargetWords(
        name=gettext_lazy("Double run"),
        title=gettext_lazy("Tap the double run"),
        hint=gettext_lazy("Look for a run in which one rank comes twice: both cards of that rank belong to it."),
        right=gettext_lazy("Right: that is the double run."),
        none=gettext_lazy("No run here has just one rank twice."),
    ),
    TapTarget.TRIPLE_RUN: TargetWords(
        name=gettext_lazy("Triple run"),
        title=gettext_lazy("Tap the triple run"),
        hint=gettext_lazy("Look for a run in which one rank comes three times: all three belong to it."),
        right=gettext_lazy("Right: that is the triple run."),
        none=gettext_lazy("No run here has a rank three times."),
    ),
    TapTarget.DOUBLE_DOUBLE_RUN: TargetWords(
        name=gettext_lazy("Double-double run"),
        title=gettext_lazy("Tap the double-double run"),
        hint=gettext_lazy("Look for a run in which two ranks come twice: all of them belong to it."),
        right=gettext_lazy("Right: that is the double-double run."),
        none=gettext_lazy("No run here has two ranks twice."),
    ),
    TapTarget.PAIR: TargetWords(
        name=gettext_lazy("Pair"),
        title=gettext_lazy("Tap a pair"),
        hint=gettext_lazy("Look at the ranks alone, the starter’s too. Ten, jack, queen and king are four ranks."),
        right=gettext_lazy("Right: that is a pair."),
        none=gettext_lazy("No two cards here have the same rank."),
        number=gettext_lazy("A pair is two cards, no more and no fewer."),
        series_title=gettext_lazy("Tap the pair that the last card makes"),
        series_hint=gettext_lazy("Look at the card just before the last one."),
        series_none=gettext_lazy("The card just before the last one is of another rank."),
    ),
    TapTarget.PAIR_ROYAL: TargetWords(
        name=gettext_lazy("Pair royal"),
        title=gettext_lazy("Tap the pair royal"),
        hint=gettext_lazy("Look for three cards of one rank; one of them may be the starter."),
        right=gettext_lazy("Right: that is a pair royal."),
        none=gettext_lazy("No three cards here have the same rank."),
        number=gettext_lazy("A pair royal is three cards of one rank."),
        series_title=gettext_lazy("Tap the pair royal that the last card makes"),
        series_hint=gettext_lazy("Look back from the last card, as long as the rank stays the same."),
        series_none=gettext_lazy("The last three cards do not all have the same rank."),
    ),
    TapTarget.DOUBLE_PAIR_ROYAL: TargetWords(
        name=gettext_lazy("Double pair royal"),
        title=gettext_lazy("Tap the double pair royal"),
        hint=gettext_lazy("Look for all four cards of one rank; one of them may be the starter."),
        right=gettext_lazy("Right: that is a double pair royal."),
        none=gettext_lazy("No rank has all four of its cards here."),
        number=gettext_lazy("A double pair royal is all four cards of one rank."),
        series_title=gettext_lazy("Tap the double pair royal that the last card makes"),
        series_hint=gettext_lazy("Look back from the last card, as long as the rank stays the same."),
        series_none=gettext_lazy("The last four cards do not all have the same rank."),
    ),
    TapTarget.FLUSH: TargetWords(
        name=gettext_lazy("Flush"),
        title=gettext_lazy("Tap the flush"),
        hint=gettext_lazy(
            "Look at the suits of the hand first: all its cards must be of one. Then look at the starter; in the crib "
            "it must be of that suit too."
        ),
        right=gettext_lazy("Right: that is the flush."),
    ),
    TapTarget.NOBS: TargetWords(
        name=gettext_lazy("His nob"),
        title=gettext_lazy("Tap his nob"),
        hint=gettext_lazy("Look at the starter’s suit, and then for a jack in the hand."),
        right=gettext_lazy("Right: that is his nob."),
    ),
    TapTarget.LAST: TargetWords(
        name=gettext_lazy("Missing combination"),
        title=gettext_lazy("Tap what is still missing in this count"),
        hint=gettext_lazy(
            "Go through it in order: fifteens, runs, pairs, a flush, his nob. Which of them has not been counted?"
        ),
        right=gettext_lazy("Right: that was missing."),
    ),
}

FIFTEENS: dict[int, FifteenWords] = {
    2: FifteenWords(
        title=gettext_lazy("Tap two cards that make fifteen"),
        fewer=gettext_lazy("Tap two cards."),
        none=gettext_lazy("No two cards here add up to 15."),
        other=gettext_lazy("That makes fifteen, but a fifteen of two cards is asked for."),
    ),
    3: FifteenWords(
        title=gettext_lazy("Tap three cards that make fifteen"),
        fewer=gettext_lazy("Tap three cards."),
        none=gettext_lazy("No three cards here add up to 15."),
        other=gettext_lazy("That makes fifteen, but a fifteen of three cards is asked for."),
    ),
    4: FifteenWords(
        title=gettext_lazy("Tap four cards that make fifteen"),
        fewer=gettext_lazy("Tap four cards."),
        none=gettext_lazy("No four cards here add up to 15."),
        other=gettext_lazy("That makes fifteen, but a fifteen of four cards is asked for."),
    ),
    5: FifteenWords(
        title=gettext_lazy("Tap five cards that make fifteen"),
        fewer=gettext_lazy("Tap five cards."),
        none=gettext_lazy("No five cards here add up to 15."),
        other=gettext_lazy("That makes fifteen, but a fifteen of five cards is asked for."),
    ),
    6: FifteenWords(
        title=gettext_lazy("Tap six cards that make fifteen"),
        fewer=gettext_lazy("Tap six cards."),
        none=gettext_lazy("The six cards do not add up to 15."),
        other=gettext_lazy("That makes fifteen, but a fifteen of six cards is asked for."),
    ),
}

FAULTS: dict[TapFault, Promise] = {
    TapFault.SUM: gettext_lazy("That makes %(count)s, not 15."),
    TapFault.COURT_OVER_TEN: gettext_lazy(
        "That makes %(count)s, not 15: jack, queen and king are ten each, not 11, 12 and 13."
    ),
    TapFault.FEW_FOR_A_RUN: gettext_lazy("A run takes three ranks or more."),
    TapFault.RANK_TWICE: gettext_lazy("A rank comes twice in that. A run has each rank once."),
    TapFault.SEVERAL_RUNS: gettext_lazy("There is more than one run in that: tap the cards of one."),
    TapFault.CORNER: gettext_lazy("The ace is low: no run goes on from the king to the ace."),
    TapFault.GAP: gettext_lazy("There is a gap in that: the ranks of a run follow each other."),
    TapFault.PART_OF_RUN: gettext_lazy("That is only part of a longer run: tap all of it."),
    TapFault.ONE_RUN: gettext_lazy(
        "That is one run. Where a rank comes more than once, all its cards belong to the whole."
    ),
    TapFault.NOT_DOUBLED: gettext_lazy("That is a run, but no rank comes twice in it."),
    TapFault.PART: gettext_lazy("That is only a part of it: more cards belong to the whole."),
    TapFault.TOO_MANY: gettext_lazy("It is in those cards, but not all of them belong to it."),
    TapFault.UNLIKE: gettext_lazy("Those cards do not have the same rank."),
    TapFault.TENS: gettext_lazy("Those cards are all worth ten, but a pair needs the same rank."),
    TapFault.SUITS: gettext_lazy("Those cards are not of one suit."),
    TapFault.FLUSH_PART: gettext_lazy("That is only part of a suit: a flush takes all the cards of the hand."),
    TapFault.FLUSH_CUT_SHORT: gettext_lazy("The starter is of that suit too: it belongs to the flush."),
    TapFault.FLUSH_CRIB: gettext_lazy("This is a crib: here a flush needs the starter too, and it is of another suit."),
    TapFault.FLUSH_STARTER: gettext_lazy(
        "The starter cannot stand in for a card of the hand. All the cards of the hand must be of one suit first."
    ),
    TapFault.FLUSH_SOME: gettext_lazy("All the cards of the hand must be of one suit, not only some."),
    TapFault.FLUSH_TOO_LONG: gettext_lazy("The starter is not part of that flush: it is of another suit."),
    TapFault.NOBS_NUMBER: gettext_lazy("His nob is a single card."),
    TapFault.NO_JACK: gettext_lazy("The %(card)s is not a jack."),
    TapFault.NOBS_SUIT: gettext_lazy("The %(card)s is not of the starter’s suit: the starter is the %(starter)s."),
    TapFault.NOBS_STARTER: gettext_lazy(
        "The %(card)s is the starter itself. It paid the dealer two for his heels; his nob is a jack in the hand."
    ),
    TapFault.SAID: gettext_lazy("That has been counted already."),
    TapFault.WITHOUT_LAST: gettext_lazy(
        "The last card is not among them. In the play, only what the last card makes scores."
    ),
    TapFault.SERIES_NOT_ALL: gettext_lazy("That makes %(count)s; in the play the cards of the whole series are added."),
    TapFault.SERIES_PART: gettext_lazy(
        "That makes %(count)s, but the whole series makes %(whole)s, and that alone counts."
    ),
    TapFault.SERIES_COUNT: gettext_lazy("The whole series makes %(count)s, not %(wanted)s."),
    TapFault.PAIR_BROKEN: gettext_lazy(
        "Another card lies between them. In the play only cards side by side make a pair."
    ),
    TapFault.RUN_BROKEN_BY_DOUBLE: gettext_lazy(
        "A second card of a rank lies between them, and breaks the run: side by side no rank may come twice."
    ),
    TapFault.RUN_BROKEN: gettext_lazy(
        "Another card lies between them, and breaks the run: its cards lie side by side."
    ),
}
"""What is wrong with cards, where one sentence says it of all that can be asked for."""

RANK_COMBINATIONS: dict[Named, Promise] = {
    Named.RUN: gettext_lazy("That is a plain run."),
    Named.DOUBLE_RUN: gettext_lazy("That is a double run: one rank in it comes twice."),
    Named.TRIPLE_RUN: gettext_lazy("That is a triple run: one rank in it comes three times."),
    Named.DOUBLE_DOUBLE_RUN: gettext_lazy("That is a double-double run: two ranks in it come twice."),
    Named.PAIR: gettext_lazy("That is a pair, and no run."),
    Named.PAIR_ROYAL: gettext_lazy("That is a pair royal, and no run."),
    Named.DOUBLE_PAIR_ROYAL: gettext_lazy("That is a double pair royal, and no run."),
}
"""What cards make that are not the double run, triple run or double-double run asked for."""
