"""The page of go and the ends of series: open hands on the felt, a few choices, and the rule with every verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.after.review import Decision, DecisionKind, judged_claim
from game.engine.play import Play, State
from game.engine.scoring import THIRTY_ONE, Kind
from game.table.words import BOT_NAMES, Names, cards_in_words, the_cards
from game.words import terms
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet
from trainer.drills.go import question as go_question
from trainer.drills.go.question import (
    ENDS,
    MAY_CHOOSE,
    MIX,
    MUST_GO,
    MUST_PLAY,
    NOBODY,
    OVER,
    GoCause,
    GoMarking,
    GoQuestion,
    GoSort,
    Moment,
)
from trainer.drills.layout import COUNTED, Laid, sums
from trainer.drills.modes import Mode
from trainer.drills.options import SEATS, WEAK, QuestionSort, skill_option, sorts_option

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort(GoSort.PLAY, gettext_lazy("Go or play"), MIX[GoSort.PLAY]),
    QuestionSort(GoSort.TURN, gettext_lazy("Whose turn it is"), MIX[GoSort.TURN]),
    QuestionSort(GoSort.GO, gettext_lazy("The point for go"), MIX[GoSort.GO]),
    QuestionSort(GoSort.THIRTY_ONE, gettext_lazy("Thirty-one"), MIX[GoSort.THIRTY_ONE]),
    QuestionSort(GoSort.LAST, gettext_lazy("The last card"), MIX[GoSort.LAST]),
    QuestionSort(GoSort.LAST_31, gettext_lazy("Thirty-one with the last card"), MIX[GoSort.LAST_31]),
    QuestionSort(GoSort.LEAD, gettext_lazy("Who leads next"), MIX[GoSort.LEAD]),
    QuestionSort(GoSort.HEELS, gettext_lazy("His heels"), MIX[GoSort.HEELS]),
    QuestionSort(GoSort.NEW_SERIES, gettext_lazy("A new series"), MIX[GoSort.NEW_SERIES]),
    QuestionSort(GoSort.BETWEEN, gettext_lazy("A go in between"), MIX[GoSort.BETWEEN]),
)
"""The sorts of question, and their shares."""

SKILLS: dict[str, "StrOrPromise"] = {
    GoCause.COULD_PLAY: gettext_lazy("Go said with a card that could be played"),
    GoCause.PLAY_ON: gettext_lazy("Playing on after another’s go"),
    GoCause.NO_CHOICE: gettext_lazy("Go is not a choice"),
    GoCause.OVER_31: gettext_lazy("No card takes the count over 31"),
    GoCause.ASKED_AGAIN: gettext_lazy("A player who said go is out of the series"),
    GoCause.NO_CARDS: gettext_lazy("Seats without cards are skipped"),
    GoCause.SERIES_GOES_ON: gettext_lazy("A series goes on while anybody can play"),
    GoCause.OTHER_WAY: gettext_lazy("The turn passes to the left"),
    GoCause.NOT_PEGGED: gettext_lazy("The end of a series always pegs"),
    GoCause.GO_AS_TWO: gettext_lazy("Go is 1"),
    GoCause.TO_WHO_SAID_GO: gettext_lazy("Go is pegged by whoever played last"),
    GoCause.THIRTY_ONE_AS_ONE: gettext_lazy("Thirty-one is 2, not 1"),
    GoCause.THIRTY_ONE_AND_LAST: gettext_lazy("Thirty-one is 2, not 3"),
    GoCause.LAST_AS_TWO: gettext_lazy("The last card is 1"),
    GoCause.LAST_TO_ANOTHER: gettext_lazy("The last card is pegged by whoever played it"),
    GoCause.LAST_LEADS: gettext_lazy("Whoever played last does not lead next"),
    GoCause.PONE_LEADS: gettext_lazy("The dealer’s left leads the first series only"),
    GoCause.HEELS_TO_CUTTER: gettext_lazy("His heels are the dealer’s"),
    GoCause.HEELS_AS_NOBS: gettext_lazy("His heels are 2"),
    GoCause.HEELS_MISSED: gettext_lazy("A jack turned up pegs"),
    GoCause.NO_HEELS: gettext_lazy("Only a jack turned up pegs"),
    GoCause.OLD_SERIES: gettext_lazy("A new series begins from nothing"),
    GoCause.GO_BREAKS_NOTHING: gettext_lazy("A go in between breaks nothing"),
    GoCause.SERIES_NOT_OVER: gettext_lazy("No point before the series is over"),
}
"""What the rules are called."""

SORTS_OF_SKILL: dict[str, tuple[GoSort, ...]] = {
    GoCause.COULD_PLAY: (GoSort.PLAY,),
    GoCause.PLAY_ON: (GoSort.PLAY,),
    GoCause.NO_CHOICE: (GoSort.PLAY,),
    GoCause.OVER_31: (GoSort.PLAY,),
    GoCause.ASKED_AGAIN: (GoSort.TURN,),
    GoCause.NO_CARDS: (GoSort.TURN, GoSort.LEAD),
    GoCause.SERIES_GOES_ON: (GoSort.TURN,),
    GoCause.OTHER_WAY: (GoSort.TURN, GoSort.LEAD),
    GoCause.NOT_PEGGED: (GoSort.GO, GoSort.THIRTY_ONE, GoSort.LAST, GoSort.LAST_31),
    GoCause.GO_AS_TWO: (GoSort.GO,),
    GoCause.TO_WHO_SAID_GO: (GoSort.GO,),
    GoCause.THIRTY_ONE_AS_ONE: (GoSort.THIRTY_ONE, GoSort.LAST_31),
    GoCause.THIRTY_ONE_AND_LAST: (GoSort.THIRTY_ONE, GoSort.LAST_31),
    GoCause.LAST_AS_TWO: (GoSort.LAST,),
    GoCause.LAST_TO_ANOTHER: (GoSort.LAST,),
    GoCause.LAST_LEADS: (GoSort.LEAD,),
    GoCause.PONE_LEADS: (GoSort.LEAD,),
    GoCause.HEELS_TO_CUTTER: (GoSort.HEELS,),
    GoCause.HEELS_AS_NOBS: (GoSort.HEELS,),
    GoCause.HEELS_MISSED: (GoSort.HEELS,),
    GoCause.NO_HEELS: (GoSort.HEELS,),
    GoCause.OLD_SERIES: (GoSort.NEW_SERIES,),
    GoCause.GO_BREAKS_NOTHING: (GoSort.BETWEEN,),
    GoCause.SERIES_NOT_OVER: (GoSort.NEW_SERIES, GoSort.BETWEEN),
}
"""The sorts that ask for a skill most."""

CAUSES: dict[GoCause, Promise] = {
    GoCause.COULD_PLAY: gettext_lazy(
        "If you hold a card that keeps the count at 31 or below, you must play it, like it or not."
    ),
    GoCause.PLAY_ON: gettext_lazy("Somebody else’s go ends nothing for you: as long as you can play, you must."),
    GoCause.NO_CHOICE: gettext_lazy("There is no choice: if you can play, you must; if you cannot, you say go."),
    GoCause.OVER_31: gettext_lazy("Every card you hold would take the count over 31, and it may never pass it."),
    GoCause.ASKED_AGAIN: gettext_lazy("Whoever has said go is out until the next series."),
    GoCause.NO_CARDS: gettext_lazy("A seat without cards is simply skipped."),
    GoCause.SERIES_GOES_ON: gettext_lazy(
        "The series is not over: somebody who has not said go still has cards, and is asked next."
    ),
    GoCause.OTHER_WAY: gettext_lazy("The turn goes round to the left, to the next player still in it."),
    GoCause.NOT_PEGGED: gettext_lazy("Every series ends with a point, or two, for somebody."),
    GoCause.GO_AS_TWO: gettext_lazy("Go is 1. Only a count of exactly 31 is 2."),
    GoCause.TO_WHO_SAID_GO: gettext_lazy("The point is not for saying go: it is for having played the last card."),
    GoCause.THIRTY_ONE_AS_ONE: gettext_lazy("Exactly 31 is 2; below 31 the last card of a series is 1."),
    GoCause.THIRTY_ONE_AND_LAST: gettext_lazy("The 2 are for the last card too: 31 is 2 and never 3."),
    GoCause.LAST_AS_TWO: gettext_lazy("The last card is 1, unless it makes exactly 31."),
    GoCause.LAST_TO_ANOTHER: gettext_lazy("The point belongs to whoever played the last card."),
    GoCause.LAST_LEADS: gettext_lazy("Whoever played last does not lead, unless nobody else has cards."),
    GoCause.PONE_LEADS: gettext_lazy("The dealer’s left leads only the first series of a deal."),
    GoCause.HEELS_TO_CUTTER: gettext_lazy("Whoever cuts gets nothing: a jack turned up is the dealer’s."),
    GoCause.HEELS_AS_NOBS: gettext_lazy("One is for his nob, the jack in hand. The jack turned up is 2."),
    GoCause.HEELS_MISSED: gettext_lazy("A jack turned up is 2 for the dealer at once."),
    GoCause.NO_HEELS: gettext_lazy("Only a jack turned up scores anything."),
    GoCause.OLD_SERIES: gettext_lazy("The cards of the last series are turned over: nothing pairs or runs with them."),
    GoCause.GO_BREAKS_NOTHING: gettext_lazy(
        "A go is not a card. The cards still lie side by side, so they make pairs and runs."
    ),
    GoCause.SERIES_NOT_OVER: gettext_lazy("A point for go or the last card comes only when nobody can play any more."),
}

_RULES: dict[GoSort, Promise] = {
    GoSort.PLAY: gettext_lazy(
        "Whoever can play must. You say go only if every card of yours would take the count past 31."
    ),
    GoSort.TURN: gettext_lazy(
        "The turn goes round to the left, past those who have said go in this series and those without cards."
    ),
    GoSort.GO: gettext_lazy("When nobody can play any more, whoever played last pegs 1."),
    GoSort.THIRTY_ONE: gettext_lazy("A count of exactly 31 is 2 for whoever made it, and the series is over."),
    GoSort.LAST: gettext_lazy("The very last card of the play is 1 for whoever played it."),
    GoSort.LAST_31: gettext_lazy("The last card is 1, or 2 instead if it makes exactly 31: not both."),
    GoSort.LEAD: gettext_lazy(
        "The next series is led by the next player with cards, to the left of whoever played last."
    ),
    GoSort.HEELS: gettext_lazy("A jack turned up as the starter is 2 for the dealer at once: two for his heels."),
    GoSort.NEW_SERIES: gettext_lazy(
        "After 31 or go the count starts again from 0, and only cards of the new series make pairs and runs."
    ),
    GoSort.BETWEEN: gettext_lazy(
        "Pairs and runs are made by the cards of the series; a go between them breaks nothing."
    ),
}


@dataclass(frozen=True, slots=True)
class GoSeat:
    """A seat as it is drawn: its name, whether it has said go or is the answer, and what it still holds."""

    name: str
    holding: str
    gone: bool
    decides: bool
    held: Sequence[Laid]
    numbered: bool
    """Whether there is room under its cards for the counts they make."""


def _names() -> Names:
    return Names(("", *map(str, BOT_NAMES)), 0)


# ------------------------------------------------------------------------------------------------------- asking


def _table(question: GoQuestion, told: bool) -> Sheet:
    """Return the table. What decides is marked once it is `told`."""
    own, *others = (_seat(question, seat, told) for seat in range(question.seats))
    return {
        "own": own,
        "others": others,
        "table": _on_table(question, told),
        "count": question.moment.count,
        "news": _news(question),
        "asked": asked(question),
    }


def _seat(question: GoQuestion, seat: int, told: bool) -> GoSeat:
    moment = question.moment
    holding = _("Your hand") if seat == 0 else _("%(name)s’s hand") % {"name": _names()[seat]}
    return GoSeat(
        _("%(holding)s (dealer)") % {"holding": holding} if seat == question.dealer else holding,
        holding,
        seat in moment.gone,
        told and question.sort in (GoSort.TURN, GoSort.LEAD) and question.truth == str(seat + 1),
        _held(question, seat, told),
        _is_numbered(question, seat),
    )


def _is_numbered(question: GoQuestion, seat: int) -> bool:
    """Return whether the cards of a seat have the counts they make under them, once these are told: one's own, where it
    is asked which of them can be played."""
    return seat == 0 and question.sort is GoSort.PLAY


def _held(question: GoQuestion, seat: int, told: bool) -> list[Laid]:
    """Return what a seat holds: face down before the play; with the count each card would make, if that decides."""
    if question.sort is GoSort.HEELS:
        return [Laid(None)] * len(question.hands[seat])
    cards, count = question.moment.held(seat), question.moment.count
    if not (told and _is_numbered(question, seat)):
        return [Laid(card) for card in cards]
    made = [count + card.value for card in cards]
    return [
        Laid(card, COUNTED, below=str(after))
        if after <= THIRTY_ONE
        else Laid(card, "is-dimmed", below=str(after), over=True)
        for card, after in zip(cards, made, strict=True)
    ]


def _on_table(question: GoQuestion, told: bool) -> list[Laid]:
    """Return the starter; or the series, each card with who played it and the count it made."""
    moment, names = question.moment, _names()
    if question.sort is GoSort.HEELS:
        pegs = told and question.truth != NOBODY
        return [Laid(question.starter, COUNTED if pegs else "", _("Starter"))]
    scoring = {card for pegged in moment.pegged for card in pegged.score.cards} if told else set()
    if told and question.sort in ENDS:
        scoring = {moment.laid[-1].card}
    after = sums([play.card for play in moment.laid])
    series = [
        Laid(play.card, COUNTED if play.card in scoring else "", names[play.seat], str(count))
        for play, count in zip(moment.laid, after, strict=True)
    ]
    return [*_before(moment), *series] if question.sort is GoSort.NEW_SERIES else series


def _before(moment: Moment) -> list[Laid]:
    """Return the last cards of the series before."""
    first, *others = [play.card for play in moment.plays[: -len(moment.laid)][-4:]]
    return [Laid(first, "is-over", _("before")), *(Laid(card, "is-over", "\u00a0") for card in others)]


def _news(question: GoQuestion) -> str:
    """Return what has just happened."""
    moment, names = question.moment, _names()
    if question.sort is GoSort.HEELS:
        return _heels(question, {"dealer": names[question.dealer], "cutter": names[moment.table.pone]})
    words: dict[str, object] = {"name": names[moment.actor], "count": moment.count}
    own = moment.actor == 0
    if not moment.card:
        return _("You say go.") if own else _("%(name)s says go.") % words
    words["card"] = terms.the_card(moment.card)
    return (_("You play the %(card)s: %(count)s.") if own else _("%(name)s plays the %(card)s: %(count)s.")) % words


def _heels(question: GoQuestion, words: dict[str, str]) -> str:
    words |= {"card": terms.the_card(question.starter)}
    if question.dealer == 0:
        return _("You deal. %(cutter)s cuts, and the %(card)s is turned up.") % words
    if question.moment.table.pone == 0:
        return _("%(dealer)s deals. You cut, and the %(card)s is turned up.") % words
    return _("%(dealer)s deals. %(cutter)s cuts, and the %(card)s is turned up.") % words


def asked(question: GoQuestion) -> str:
    """Return the question itself."""
    moment = question.moment
    if question.sort in ENDS or question.sort is GoSort.HEELS:
        return _("Who pegs what now?")
    if question.sort in (GoSort.NEW_SERIES, GoSort.BETWEEN) and moment.card:
        return _("What does the %(card)s score?") % {"card": terms.the_card(moment.card)}
    return {
        GoSort.PLAY: _("It is your turn. What now?"),
        GoSort.TURN: _("Whose turn is it now?"),
        GoSort.LEAD: _("The series is over. Who leads the next one?"),
    }[question.sort]


_OF_SEATS: dict[GoSort, tuple[Promise, Promise]] = {
    GoSort.TURN: (gettext_lazy("Your turn"), gettext_lazy("%(name)s’s turn")),
    GoSort.LEAD: (gettext_lazy("You lead"), gettext_lazy("%(name)s leads")),
}
"""The answers that name a seat: one's own, and another."""


def label(question: GoQuestion, choice: str) -> str:
    """Return an answer in words."""
    names = _names()
    deeds = {
        MUST_PLAY: _("You must play"),
        MUST_GO: _("You must say go"),
        MAY_CHOOSE: _("You may do either"),
        NOBODY: _("Nobody pegs anything"),
        OVER: _("Nobody’s: the series is over"),
    }
    if choice in deeds:
        return deeds[choice]
    seat, colon, points = choice.partition(":")
    if colon:
        return _pegs(int(seat) - 1, int(points), names)
    if question.sort in _OF_SEATS:
        own, other = _OF_SEATS[question.sort]
        return str(own if seat == "1" else other) % {"name": names[int(seat) - 1]}
    if choice == "0":
        return _("Nothing")
    return ngettext("%(n)s point", "%(n)s points", int(choice)) % {"n": choice}


def _pegs(seat: int, points: int, names: Names) -> str:
    if seat == 0:
        return ngettext("You peg %(n)s", "You peg %(n)s", points) % {"n": points}
    return ngettext("%(name)s pegs %(n)s", "%(name)s pegs %(n)s", points) % {"name": names[seat], "n": points}


def _holds(seat: int, moment: Moment, names: Names) -> str:
    held = moment.held(seat)
    words = {"name": names[seat], "cards": the_cards(held) if held else ""}
    if not held:
        return _("You have no cards left.") if seat == 0 else _("%(name)s has no cards left.") % words
    return (_("You hold the %(cards)s.") if seat == 0 else _("%(name)s holds the %(cards)s.")) % words


def _series(laid: Sequence[Play], count: int) -> str:
    words = {"cards": cards_in_words([play.card for play in laid]), "count": count}
    return _("On the table: %(cards)s; the count is %(count)s.") % words


# ------------------------------------------------------------------------------------------------------- telling


def why(question: GoQuestion) -> str:
    """Return how the rule applies here."""
    if question.sort is GoSort.PLAY:
        return _playable(question)
    if question.sort in (GoSort.LEAD, GoSort.TURN):
        return _passed_over(question, _names())
    if question.sort is GoSort.BETWEEN:
        items = terms.scores_aloud(pegged.score for pegged in question.moment.pegged)
        return _("Here: %(items)s.") % {"items": items}
    return ""


def _playable(question: GoQuestion) -> str:
    moment = question.moment
    fitting = [card for card in moment.held(0) if moment.count + card.value <= THIRTY_ONE]
    lowest = min(fitting or moment.held(0), key=lambda card: card.value)
    words = {"count": moment.count, "made": moment.count + lowest.value}
    if len(fitting) > 1:
        return _("At %(count)s you can still play the %(cards)s.") % {**words, "cards": the_cards(fitting)}
    if fitting:
        return _("%(count)s + %(card)s = %(made)s.") % {**words, "card": terms.card_name(lowest)}
    told = _("From %(count)s even your lowest card, the %(card)s, would make %(made)s.")
    return told % {**words, "card": terms.the_card(lowest)}


def _passed_over(question: GoQuestion, names: Names) -> str:
    """Return who sits between the one that acted and the one that is next, and why each is passed over."""
    moment, rules = question.moment, question.moment.table.rules
    since = moment.last if question.sort is GoSort.LEAD else moment.actor
    between = rules.round_from(rules.left_of(since))
    told = []
    for seat in between[: between.index(int(question.truth) - 1)]:
        words = {"name": names[seat]}
        if not moment.held(seat):
            told.append(_("You have no cards left.") if seat == 0 else _("%(name)s has no cards left.") % words)
        else:
            told.append(_("You have said go.") if seat == 0 else _("%(name)s has said go.") % words)
    return " ".join(told)


class GoDrill(Drill[GoQuestion, GoMarking]):
    """All hands open, the series, what has just happened, a few choices, and the rule."""

    slug = "go"
    name = gettext_lazy("Go or play")
    explanation = gettext_lazy("Thirty-one, go, the last card, who leads: the rules people get wrong.")
    asks = gettext_lazy("Go, or a card?")
    group = DrillGroup.PLAY
    tells_keys = True
    picture = "7H 8S TC"
    pictured_group = None
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK)
    sorts = SORTS
    options = (SEATS.of("any", "2", "3", "4"), sorts_option(SORTS), skill_option(SKILLS), WEAK)
    skills = SKILLS
    sorts_of_skill = SORTS_OF_SKILL
    tries = 8
    choices = 1
    counts_points = False
    questions = go_question

    def spots_like(self, decision: Decision, state: State) -> dict[str, object] | None:
        """Return the settings for ends of series like one whose go was missed in a game, by oneself or another."""
        counted = decision.kind in {DecisionKind.PLAY_COUNT, DecisionKind.ANSWER}
        claim = judged_claim(decision.action, state) if counted else None
        return {"classes": GoSort.GO} if claim and claim.missed_end is Kind.GO else None

    def ask(self, question: GoQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return the table, the question and the choices."""
        choices = [(choice, label(question, choice)) for choice in question.choices]
        not_yet = question.sort is GoSort.HEELS
        prompt = (
            _("Not a card has been played yet.")
            if not_yet
            else _("Choose what the rules say. You see everybody’s cards.")
        )
        return {**_table(question, told=False), "choices": choices, "prompt": prompt}

    def answer(self, question: GoQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the choice. Raise NotAnAnswer."""
        chosen = post.get("choice", "")
        if chosen not in question.choices:
            raise NotAnAnswer(_("Choose one of the answers first."))
        return chosen

    def feedback(self, question: GoQuestion, marking: GoMarking) -> Feedback:
        """Return the verdict, and the rule."""
        words = {"truth": label(question, question.truth)}
        if marking.answer is None:
            headline = _("Time is up. %(truth)s.") % words
        else:
            headline = (_("Right. %(truth)s.") if marking.right else _("Wrong. %(truth)s.")) % words
        causes = [str(CAUSES[GoCause(code)]) for code in marking.causes]
        chosen = ""
        if marking.answer is not None and not marking.right:
            chosen = _("You answered “%(chosen)s”.") % {"chosen": label(question, marking.answer)}
        rule = str(_RULES[question.sort])
        context = {**_table(question, told=True), "rule": rule, "why": why(question)}
        return Feedback(headline, chosen, _("What went wrong"), causes, rule, context)

    def title(self, question: GoQuestion) -> str:
        """Return what it is about, which does not tell the answer."""
        if question.sort in ENDS:
            return _("The end of a series")
        if question.sort in (GoSort.NEW_SERIES, GoSort.BETWEEN):
            return _("What the card scores")
        return str(self.sort_name(question.sort))

    def aloud(self, question: GoQuestion, steps: Sequence[str] = ()) -> str:
        """Return the hands, the series and the question as sentences."""
        moment, names = question.moment, _names()
        told = []
        if question.sort is not GoSort.HEELS:
            told = [_holds(seat, moment, names) for seat in range(question.seats)]
            told.append(_series(moment.laid, moment.count))
        return " ".join([*told, _news(question), asked(question)])

    def hint(self, question: GoQuestion) -> str:
        """Return the rule; where the rule would be the answer, what it is about."""
        if question.sort is GoSort.HEELS:
            return _("A jack as the starter is called his heels. It pays at once, before a card is played.")
        return str(_RULES[question.sort])

    def short(self, question: GoQuestion, marking: GoMarking) -> str:
        """Return what is true, or what was said instead."""
        if marking.right or marking.answer is None:
            return label(question, question.truth)
        words = {"chosen": label(question, marking.answer), "truth": label(question, question.truth)}
        return _("%(chosen)s / %(truth)s") % words


GO = GoDrill()
