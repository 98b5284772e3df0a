"""The drills' codes as translated sentences: verdicts, causes, finds, classes of hands."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext_lazy

from game.engine.cards import Card
from game.engine.scoring import Combination, Kind, Named, Score, combine, total
from game.numbers import whole_number
from game.strategy.causes import CONCERNS, Cause, Likely
from game.words import terms
from game.words.terms import CountLine
from game.words.typed import shortened
from trainer.drills.count.hunt import HuntOutcome, HuntResult
from trainer.drills.count.question import NINETEEN, PAD_NUMBERS, CountMarking, CountQuestion
from trainer.drills.hands import HandClass

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def read_claim(typed: str, hand: Sequence[Card]) -> int | None:
    """Return the claim for a hand that was typed, in figures or as it is said, None if it is none."""
    numbers = range(PAD_NUMBERS[len(hand)][-1] + 1)
    return whole_number(shortened(typed.strip()), of=numbers)


def claim_fault(typed: str, hand: Sequence[Card]) -> str:
    """Return why what was typed is no claim for a hand."""
    if not typed:
        return _("Type your count first: a whole number, 0 if there is nothing in it.")
    return _("“%(typed)s” is not a count: type a number from 0 to %(most)s.") % {
        "typed": typed[:20],
        "most": PAD_NUMBERS[len(hand)][-1],
    }


def headline(question: CountQuestion, marking: CountMarking) -> str:
    """Return the verdict in one sentence."""
    numbers = {"claim": marking.claim, "points": marking.points}
    if marking.claim is None:
        return _late(question, marking)
    if not marking.missed_points:
        return (_("Nineteen! Right.") if not marking.points else _("%(points)s is right.")) % numbers
    if _in_jest(marking):
        return _("“Nineteen” it is, as players say: the number to claim is 0.")
    return _("You said %(claim)s. It is %(points)s.") % numbers


def _late(question: CountQuestion, marking: CountMarking) -> str:
    words = {"points": marking.points}
    if question.crib:
        return _("Time is up. The crib is worth %(points)s.") % words
    return _("Time is up. The hand is worth %(points)s.") % words


def detail(marking: CountMarking) -> str:
    """Return that no hand scores what was claimed, what the miscount costs, or that there is nothing in the hand."""
    return " ".join(filter(None, (no_hand_scores(marking), _cost(marking))))


def _cost(marking: CountMarking) -> str:
    """Return what the miscount costs at a table that plays muggins, or that there is nothing in the hand."""
    if marking.claim is None:
        return ""
    if marking.right and not marking.points:
        return _("There is nothing in it.")
    if marking.missed_points > 0:
        return ngettext(
            "%(n)s point left for your opponent.",
            "%(n)s points left for your opponent.",
            marking.missed_points,
        ) % {"n": marking.missed_points}
    if marking.missed_points < 0 and not _in_jest(marking):
        return ngettext(
            "%(n)s point too many: it is taken back.",
            "%(n)s points too many: they are taken back.",
            -marking.missed_points,
        ) % {"n": -marking.missed_points}
    return ""


def _in_jest(marking: CountMarking) -> bool:
    return marking.claim == NINETEEN and not marking.points


CAUSES: dict[Cause, Promise] = {
    Cause.DOUBLE_RUN_ONCE: gettext_lazy(
        "You counted the run once. With a pair in it there are as many runs as ways to choose the cards."
    ),
    Cause.PAIR_ROYAL_AS_FOUR: gettext_lazy("You counted three of a kind as 4. That is three pairs: 6."),
    Cause.RUN_IN_RUN: gettext_lazy("You counted runs of three inside a longer run. Only the longest run counts."),
    Cause.RUN_CUT_SHORT: gettext_lazy("You stopped short in a run. A run counts a point for every card in it."),
    Cause.CRIB_FOUR_FLUSH: gettext_lazy(
        "You counted a flush of four in the crib. In the crib a flush needs the starter too."
    ),
    Cause.FLUSH_WITH_STARTER: gettext_lazy(
        "You made a flush with the starter. All the cards of the hand must be of one suit first."
    ),
    Cause.FLUSH_CUT_SHORT: gettext_lazy(
        "You counted the flush without the starter. It is of that suit too, and makes the flush one longer."
    ),
    Cause.FLUSH_OF_SOME: gettext_lazy(
        "You made a flush of only some cards of the hand. All of them must be of one suit."
    ),
    Cause.NOBS_WRONG_SUIT: gettext_lazy(
        "You counted a jack of another suit. Only the jack of the starter’s suit is his nob."
    ),
    Cause.NOBS_STARTER: gettext_lazy(
        "You counted the jack that was turned up. It paid the dealer two for his heels; here it is worth nothing more."
    ),
    Cause.COURT_CARDS_OVER_TEN: gettext_lazy(
        "You counted jack, queen and king as 11, 12 and 13. In fifteens they are 10 each."
    ),
    Cause.ROUND_THE_CORNER: gettext_lazy(
        "You carried a run on from king to ace. The ace is low, and a run ends with the king."
    ),
    Cause.COURT_PAIR: gettext_lazy(
        "You paired two different cards that are worth ten. Only cards of the same rank are a pair."
    ),
    Cause.FIFTEEN_TWICE: gettext_lazy("You counted the same fifteen twice."),
    Cause.DOUBLE_RUN_ALONE: gettext_lazy("You counted the double run without its pair. The pair counts 2 besides."),
    Cause.STARTER_FORGOTTEN: gettext_lazy("You counted the hand alone. The starter counts with it."),
    Cause.STOPPED_AFTER_FIFTEENS: gettext_lazy("You stopped after the fifteens. Runs, pairs and the rest come on top."),
    Cause.STOPPED_AFTER_RUNS: gettext_lazy("You stopped after the runs. There is more to count after them."),
    Cause.ADDED_WRONG: gettext_lazy("You are off by one: you may have seen everything, and added wrong."),
}
_MISSED = {
    Kind.FIFTEEN: ngettext_lazy("a fifteen", "%(n)s fifteens", "n"),
    Kind.RUN: ngettext_lazy("a run", "%(n)s runs", "n"),
    Kind.PAIR: ngettext_lazy("a pair", "%(n)s pairs", "n"),
    Kind.FLUSH: gettext_lazy("the flush"),
    Kind.NOBS: gettext_lazy("one for his nob"),
}


_OF_ONE_RANK = {3: gettext_lazy("a pair royal"), 6: gettext_lazy("a double pair royal")}
"""What so many pairs in five cards are called."""


def _missed(kind: Kind, number: int) -> str:
    if kind is Kind.PAIR and number in _OF_ONE_RANK:
        return str(_OF_ONE_RANK[number])
    return str(_MISSED[kind] % {"n": number})


def no_hand_scores(marking: CountMarking) -> str:
    """Return that no hand scores what was claimed; "" if one does."""
    if not marking.no_hand_scores_that:
        return ""
    if marking.claim == NINETEEN:
        return _("No hand scores 19: that is why players say “nineteen” for a hand of nothing.")
    return _("No hand scores %(claim)s.") % {"claim": marking.claim}


def _cause(likely: Likely) -> str:
    if likely.cause is Cause.MISSED:
        items = get_text_list([_missed(kind, number) for kind, number in likely.missed], _("and"))
        return _("You missed %(items)s.") % {"items": items}
    return str(CAUSES[likely.cause])


def likely_sentences(likely: Iterable[Likely]) -> list[str]:
    """Return what went wrong in a count, a sentence or two for each."""
    return [_cause(each) for each in likely]


def likely_guesses(likely: Sequence[Likely]) -> list[str]:
    """Return what may have gone wrong in a count, of which only one holds: a sentence or two for each guess."""
    return [_guess(guess) for guess in _as_guesses(likely)]


def _as_guesses(likely: Sequence[Likely]) -> list[list[Likely]]:
    """Return the causes that are told together, the likeliest first: those that miss but one kind are one guess."""
    alone = [each for each in likely if len(each.missed) == 1]
    return [alone if each in alone else [each] for each in likely if each not in alone[1:]]


def _guess(guess: Sequence[Likely]) -> str:
    if len(guess) == 1:
        return _cause(guess[0])
    return _("You missed %(items)s.") % {"items": get_text_list([_missed(*each.missed[0]) for each in guess])}


_IN_A_LINE = {
    Cause.DOUBLE_RUN_ONCE,
    Cause.PAIR_ROYAL_AS_FOUR,
    Cause.RUN_IN_RUN,
    Cause.RUN_CUT_SHORT,
    Cause.FLUSH_CUT_SHORT,
    Cause.DOUBLE_RUN_ALONE,
}
"""Known errors in the worth of something that is in the hand."""


def lines_after(scores: Sequence[Score], likely: Sequence[Likely], *, guessed: bool = False) -> tuple[CountLine, ...]:
    """Return the lines of a count, with a note at those that were missed or miscounted; of causes that are
    `guessed`, of which only one holds, at those that the first guess tells of."""
    wholes = combine(scores)
    notes: dict[int, str] = {}
    for each in chain.from_iterable(_as_guesses(likely)[: 1 if guessed else None]):
        if each.cause in _IN_A_LINE:
            notes |= dict.fromkeys(_holding(wholes, CONCERNS[each.cause]), _("look again"))
        for kind, number in each.missed:
            notes |= _notes_of_missed(wholes, kind, number, guessed=guessed)
    lines = terms.count_lines(wholes)
    return tuple(replace(line, note=notes.get(place, "")) for place, line in enumerate(lines))


def _holding(wholes: Sequence[Combination], kind: Kind) -> list[int]:
    """Return the places of what holds a score of the kind, that of most cards last."""
    places = [place for place, whole in enumerate(wholes) if any(part.kind is kind for part in whole.parts)]
    return sorted(places, key=lambda place: len(wholes[place].cards))


def _notes_of_missed(wholes: Sequence[Combination], kind: Kind, number: int, *, guessed: bool) -> dict[int, str]:
    """Return the notes at what was missed: if it is not all of its kind, at what is hardest to see."""
    places = _holding(wholes, kind)
    if not guessed and number == sum(part.kind is kind for whole in wholes for part in whole.parts):
        return dict.fromkeys(places, _("missed"))
    return dict.fromkeys(places[-number:], _("missed?"))


_SLIPS: dict[Cause, Promise] = {
    Cause.DOUBLE_RUN_ONCE: gettext_lazy(
        "The run was counted once. With a pair in it there are as many runs as ways to choose the cards."
    ),
    Cause.PAIR_ROYAL_AS_FOUR: gettext_lazy("Three of a kind was counted as 4. That is three pairs: 6."),
    Cause.RUN_IN_RUN: gettext_lazy("A run of three inside a longer run was counted. Only the longest counts."),
    Cause.RUN_CUT_SHORT: gettext_lazy("The run stopped short. It counts a point for every card in it."),
    Cause.CRIB_FOUR_FLUSH: gettext_lazy(
        "A flush was counted without the starter. In the crib it needs the starter too."
    ),
    Cause.FLUSH_WITH_STARTER: gettext_lazy(
        "A flush was made with the starter. All the cards of the hand must be of one suit first."
    ),
    Cause.FLUSH_CUT_SHORT: gettext_lazy("The flush was counted without the starter, which is of that suit too."),
    Cause.FLUSH_OF_SOME: gettext_lazy(
        "A flush was made of only some cards of the hand. All of them must be of one suit."
    ),
    Cause.NOBS_WRONG_SUIT: gettext_lazy("His nob was counted for a jack that is not of the starter’s suit."),
    Cause.NOBS_STARTER: gettext_lazy(
        "His nob was counted for the starter itself. That jack has already paid two for his heels."
    ),
    Cause.COURT_CARDS_OVER_TEN: gettext_lazy(
        "A fifteen was counted with a court card as more than ten. In fifteens they are 10 each."
    ),
    Cause.ROUND_THE_CORNER: gettext_lazy(
        "A run was counted round the corner. The ace is low, so no run goes from king to ace."
    ),
    Cause.COURT_PAIR: gettext_lazy("Two different cards worth ten were counted as a pair. A pair needs the same rank."),
    Cause.FIFTEEN_TWICE: gettext_lazy("One fifteen was counted twice."),
    Cause.DOUBLE_RUN_ALONE: gettext_lazy("The double run was counted without its pair, which is worth 2 besides."),
    Cause.STARTER_FORGOTTEN: gettext_lazy("The hand was counted without the starter."),
    Cause.STOPPED_AFTER_FIFTEENS: gettext_lazy("The count stopped after the fifteens."),
    Cause.STOPPED_AFTER_RUNS: gettext_lazy("The count stopped after the runs."),
    Cause.ADDED_WRONG: gettext_lazy("The count is off by one: it was added wrong."),
}
_LEFT_OUT = {
    Kind.FIFTEEN: gettext_lazy("A fifteen was left out."),
    Kind.RUN: gettext_lazy("A run was left out."),
    Kind.PAIR: gettext_lazy("A pair was left out."),
    Kind.FLUSH: gettext_lazy("The flush was left out."),
    Kind.NOBS: gettext_lazy("His nob was left out."),
}


def slip(likely: Likely) -> str:
    """Return what was wrong in somebody's count."""
    if likely.cause is Cause.MISSED:
        return " ".join(str(_LEFT_OUT[kind]) for kind, _number in likely.missed)
    return str(_SLIPS[likely.cause])


_HUNTED: dict[HuntOutcome, Promise] = {
    HuntOutcome.FOUND_BEFORE: gettext_lazy("You have found that one already."),
    HuntOutcome.NONE: gettext_lazy("Choose the cards of one combination first."),
    HuntOutcome.NOT_THESE_CARDS: gettext_lazy("Those are not the cards on the table."),
    HuntOutcome.PART_OF_RUN: gettext_lazy("That is part of a longer run: take all of it."),
    HuntOutcome.TOO_MANY: gettext_lazy(
        "Some of those cards make something, but not all of them: take only those that do."
    ),
    HuntOutcome.FLUSH_WITHOUT_STARTER: gettext_lazy(
        "The starter is of that suit too, so it belongs to the flush: take all five."
    ),
}


def hunt_message(question: CountQuestion, cards: tuple[Card, ...], tried: HuntResult) -> str:
    """Return what to say to a try at finding a combination."""
    match tried.hunt:
        case HuntOutcome.FOUND:
            points = sum(score.points for score in tried.scores)
            return ngettext("Yes: %(points)s point.", "Yes: %(points)s points.", points) % {"points": points}
        case HuntOutcome.ONE_CARD:
            return _no_nob(cards[0], question.starter)
        case HuntOutcome.NO_FLUSH if question.crib:
            return _("In the crib a flush needs all four cards and the starter.")
        case HuntOutcome.NO_FLUSH:
            return _("A flush needs all the cards of the hand; the starter can only add to it.")
        case HuntOutcome.NO_COMBINATION:
            return _no_combination(cards, tried.count)
        case _:
            return str(_HUNTED[tried.hunt])


_WORTH: dict[Named, Promise] = {
    Named.FIFTEEN: gettext_lazy("Those cards are a fifteen: %(points)s, not %(value)s."),
    Named.RUN: gettext_lazy("That run is worth %(points)s, not %(value)s."),
    Named.DOUBLE_RUN: gettext_lazy("That double run is worth %(points)s with its pair, not %(value)s."),
    Named.TRIPLE_RUN: gettext_lazy("That triple run is worth %(points)s with its pairs, not %(value)s."),
    Named.DOUBLE_DOUBLE_RUN: gettext_lazy("That double-double run is worth %(points)s with its pairs, not %(value)s."),
    Named.PAIR: gettext_lazy("That pair is worth %(points)s, not %(value)s."),
    Named.PAIR_ROYAL: gettext_lazy("That pair royal is worth %(points)s, not %(value)s."),
    Named.DOUBLE_PAIR_ROYAL: gettext_lazy("That double pair royal is worth %(points)s, not %(value)s."),
    Named.FLUSH: gettext_lazy("That flush is worth %(points)s, not %(value)s."),
    Named.NOBS: gettext_lazy("His nob is worth %(points)s, not %(value)s."),
}


def wrong_value(made: Sequence[Score], value: int) -> str:
    """Return what to say to cards that make something, but not so many points."""
    wholes = combine(made)
    words = {"points": total(made), "value": value}
    if len(wholes) == 1:
        return str(_WORTH[wholes[0].name] % words)
    items = terms.scores_aloud(made)
    return _("Those cards are worth %(points)s, not %(value)s: %(items)s.") % {**words, "items": items}


def _no_nob(card: Card, starter: Card) -> str:
    words = {"card": terms.the_card(card), "starter": terms.the_card(starter)}
    if card == starter:
        return _("The %(card)s is the starter, and by itself it scores nothing here.") % words
    if card.rank == 11:
        return _("The %(card)s is not of the same suit as the starter, the %(starter)s.") % words
    return _("The %(card)s scores nothing by itself; only the jack of the starter’s suit does.") % words


def _no_combination(cards: tuple[Card, ...], count: int) -> str:
    if len(cards) == 2:
        one, other = map(terms.the_card, cards)
        words = {"one": one, "other": other, "count": count}
        return _("The %(one)s and the %(other)s make %(count)s: no fifteen, and no pair.") % words
    return _("Those cards make %(count)s: no fifteen, no run, no pair.") % {"count": count}


def deal_aloud(question: CountQuestion) -> str:
    """Return the cards of a question as one sentence, for those who hear the page."""
    words = {
        "cards": _(", ").join(map(terms.card_name, question.hand)),
        "starter": terms.the_card(question.starter),
    }
    if question.crib:
        return _("A crib: %(cards)s. The starter is the %(starter)s.") % words
    return _("A hand: %(cards)s. The starter is the %(starter)s.") % words


UNAIDED_HELP = gettext_lazy("Type your count as a number. C or R says the cards, F the starter, B what it is.")
"""What is said to "?" in a run without hints."""


def reply(question: CountQuestion, asked: str) -> str:
    """Return the answer to a question typed where a count goes (C, R, F, B, ?); "" for anything else."""
    match asked.upper():
        case "C" | "R":
            return deal_aloud(question)
        case "F":
            return _("The starter is the %(starter)s.") % {"starter": terms.the_card(question.starter)}
        case "B":
            return _("This is a crib: a flush needs the starter too.") if question.crib else _("This is a hand.")
        case "?":
            return _("Type your count as a number. C or R says the cards, F the starter, B what it is, H a hint.")
        case _:
            return ""


_ITEMS: dict[str, "StrOrPromise"] = {
    f"{Kind.FIFTEEN}-2": gettext_lazy("Fifteens of two cards"),
    f"{Kind.FIFTEEN}-3": gettext_lazy("Fifteens of three cards"),
    f"{Kind.FIFTEEN}-4": gettext_lazy("Fifteens of four cards or more"),
    Kind.RUN: pgettext_lazy("combinations", "Runs"),
    Kind.PAIR: gettext_lazy("Pairs"),
    Kind.FLUSH: gettext_lazy("Flushes"),
    Kind.NOBS: gettext_lazy("One for his nob"),
}
_ERRORS: dict[str, "StrOrPromise"] = {
    Cause.DOUBLE_RUN_ONCE: gettext_lazy("A double run counted once"),
    Cause.PAIR_ROYAL_AS_FOUR: gettext_lazy("Three of a kind counted as 4"),
    Cause.RUN_IN_RUN: gettext_lazy("Runs counted inside a longer run"),
    Cause.RUN_CUT_SHORT: gettext_lazy("A long run cut short"),
    Cause.CRIB_FOUR_FLUSH: gettext_lazy("A flush of four counted in the crib"),
    Cause.FLUSH_WITH_STARTER: gettext_lazy("A flush made with the starter"),
    Cause.FLUSH_OF_SOME: gettext_lazy("A flush of some cards of the hand"),
    Cause.FLUSH_CUT_SHORT: gettext_lazy("A flush of five counted as four"),
    Cause.NOBS_WRONG_SUIT: gettext_lazy("A jack of another suit counted as his nob"),
    Cause.NOBS_STARTER: gettext_lazy("A starter jack counted as his nob"),
    Cause.COURT_CARDS_OVER_TEN: gettext_lazy("Jack, queen and king counted as 11, 12 and 13"),
    Cause.ROUND_THE_CORNER: gettext_lazy("A run round the corner: queen, king, ace"),
    Cause.COURT_PAIR: gettext_lazy("Two different court cards counted as a pair"),
    Cause.FIFTEEN_TWICE: gettext_lazy("One fifteen counted twice"),
    Cause.MISSED: gettext_lazy("Something overlooked"),
}
SKILLS: dict[str, "StrOrPromise"] = {**_ITEMS, **_ERRORS}
"""The skills of counting: to see each kind of item, and not to make the known errors."""

_FIFTEENS, _RUNS = (HandClass.FIFTEENS,), (HandClass.RUN, HandClass.DOUBLE_RUN)

SORTS_OF_SKILL: dict[str, tuple[HandClass, ...]] = {
    f"{Kind.FIFTEEN}-2": _FIFTEENS,
    f"{Kind.FIFTEEN}-3": _FIFTEENS,
    f"{Kind.FIFTEEN}-4": _FIFTEENS,
    Kind.RUN: _RUNS,
    Kind.PAIR: (HandClass.FIFTEENS, HandClass.DOUBLE_RUN, HandClass.PAIR_ROYAL),
    Kind.FLUSH: (HandClass.FLUSH,),
    Kind.NOBS: (HandClass.NOBS,),
    Cause.DOUBLE_RUN_ONCE: (HandClass.DOUBLE_RUN,),
    Cause.PAIR_ROYAL_AS_FOUR: (HandClass.PAIR_ROYAL,),
    Cause.RUN_IN_RUN: _RUNS,
    Cause.RUN_CUT_SHORT: _RUNS,
    Cause.FLUSH_CUT_SHORT: (HandClass.FLUSH,),
    Cause.FIFTEEN_TWICE: _FIFTEENS,
}
"""The classes of hands in which a skill is asked for most. The other known errors are made in hands of any class."""
