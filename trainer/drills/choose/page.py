"""The page of choosing the card: what one seat sees of play and scores, its hand; then what each card is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.after.review import Decision, DecisionKind
from game.engine.cards import Card, CardError, parse_cards
from game.engine.play import Pegging, State
from game.engine.rules import Rules
from game.engine.view import see
from game.strategy.pegging import Worth
from game.strategy.review import Grade, end_is_near
from game.table.advice_words import average, gain, in_points_early
from game.table.words import BOT_NAMES, Names, the_cards
from game.words import terms
from game.words.typed import of_ranks
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet
from trainer.drills.choose import question as choose_question
from trainer.drills.choose.question import (
    MIX,
    ChooseCause,
    ChooseMarking,
    ChooseQuestion,
    ChooseSort,
    given_up,
    grade_of,
    misled,
    points_given_up,
)
from trainer.drills.modes import Mode
from trainer.drills.options import SEATS, WEAK, QuestionSort, skill_option, sorts_option
from trainer.drills.position_words import chance, scores_aloud
from trainer.drills.questions import GameMoment, Obstacle

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort(ChooseSort.LEAD, gettext_lazy("The first card"), MIX[ChooseSort.LEAD]),
    QuestionSort(ChooseSort.REPLY, gettext_lazy("The answer to the first card"), MIX[ChooseSort.REPLY]),
    QuestionSort(ChooseSort.NEW_SERIES, gettext_lazy("The lead of a later series"), MIX[ChooseSort.NEW_SERIES]),
    QuestionSort(ChooseSort.END, gettext_lazy("The last two cards"), MIX[ChooseSort.END]),
    QuestionSort(ChooseSort.MIDDLE, gettext_lazy("In the middle of the play"), MIX[ChooseSort.MIDDLE]),
    QuestionSort(ChooseSort.TO_WIN, gettext_lazy("Near the end of a game"), MIX[ChooseSort.TO_WIN]),
)
"""The sorts of question, and their shares."""

SKILLS: dict[str, "StrOrPromise"] = {
    ChooseCause.AT_ONCE: gettext_lazy("Choosing a card: points to take at once"),
    ChooseCause.FIFTEEN: gettext_lazy("Choosing a card: the next player’s fifteen"),
    ChooseCause.THIRTY_ONE: gettext_lazy("Choosing a card: the next player’s thirty-one"),
    ChooseCause.PAIR: gettext_lazy("Choosing a card: the next player’s pair"),
    ChooseCause.RUN: gettext_lazy("Choosing a card: the next player’s run"),
    ChooseCause.LATER: gettext_lazy("Choosing a card: what is kept for later"),
    ChooseCause.SCORES: gettext_lazy("Choosing a card: what the scores ask for"),
}
"""What the skills are called."""

SORTS_OF_SKILL: dict[str, tuple[ChooseSort, ...]] = {
    ChooseCause.AT_ONCE: (ChooseSort.MIDDLE, ChooseSort.REPLY),
    ChooseCause.FIFTEEN: (ChooseSort.LEAD, ChooseSort.NEW_SERIES),
    ChooseCause.THIRTY_ONE: (ChooseSort.MIDDLE, ChooseSort.END),
    ChooseCause.PAIR: (ChooseSort.MIDDLE,),
    ChooseCause.RUN: (ChooseSort.REPLY, ChooseSort.END),
    ChooseCause.LATER: (ChooseSort.REPLY, ChooseSort.TO_WIN),
    ChooseCause.SCORES: (ChooseSort.TO_WIN,),
}
"""The sorts that ask for a skill most."""

CAUSES: dict[ChooseCause, Promise] = {
    ChooseCause.AT_ONCE: gettext_lazy("It scores %(taken)s at once; the best card scores %(best)s: %(scores)s."),
    ChooseCause.FIFTEEN: gettext_lazy("It gives the next player a better chance of a fifteen than the best card does."),
    ChooseCause.THIRTY_ONE: gettext_lazy(
        "It gives the next player a better chance of thirty-one than the best card does."
    ),
    ChooseCause.PAIR: gettext_lazy(
        "It gives the next player a better chance of a pair, or more of a kind, than the best card does."
    ),
    ChooseCause.RUN: gettext_lazy("It gives the next player a better chance of a run than the best card does."),
    ChooseCause.LATER: gettext_lazy(
        "What can follow it, with the cards you keep, is worth less to the end of the deal."
    ),
    ChooseCause.SCORES: gettext_lazy(
        "With these scores the best card wins %(best_win)s of the games and yours %(win)s: points are not "
        "everything now."
    ),
}


@dataclass(frozen=True, slots=True)
class CardRow:
    """A rank that could be played: its cards but the one `taken`, and in words what it pegs at once, its worth, and
    what it gives up.

    `win` is "" where no scores are told.
    """

    cards: Sequence[Card]
    points: int
    scores: str
    value: str
    win: str
    behind: str
    taken: bool


@dataclass(frozen=True, slots=True)
class CardInHand:
    """A card of the hand: what it is called, whether it would go over 31, was played, or is best."""

    card: Card
    name: str
    over: bool
    taken: bool = False
    best: bool = False


def _names() -> Names:
    return Names(("", *map(str, BOT_NAMES)), 0)


# ------------------------------------------------------------------------------------------------------- asking


def _table(question: ChooseQuestion) -> Sheet:
    view, names = question.view, _names()
    return {
        "whose": whose_crib(question),
        "scores": scores(question),
        "facts": facts(question),
        "count": view.count,
        "earlier": question.earlier,
        "laid": [(play.card, names[play.seat], play.seat == 0) for play in view.plays[len(question.earlier) :]],
        "gone": [_said_go(seat, names) for seat in view.gone],
    }


def _said_go(seat: int, names: Names) -> str:
    return _("You have said go.") if seat == 0 else _("%(name)s has said go.") % {"name": names[seat]}


def facts(question: ChooseQuestion) -> list[str]:
    """Return what each needs to win where scores are told, and how many cards the others hold."""
    view, names = question.view, _names()
    told = [_needs(seat, question.target - score) for seat, score in enumerate(question.scores)]
    for seat in range(1, question.seats):
        sentence = ngettext("%(name)s holds %(n)s card.", "%(name)s holds %(n)s cards.", view.held[seat])
        told.append(sentence % {"name": names[seat], "n": view.held[seat]})
    return told


def _needs(seat: int, points: int) -> str:
    words = {"name": _names()[seat], "n": points}
    if seat == 0:
        return ngettext("You need %(n)s point.", "You need %(n)s points.", points) % words
    return ngettext("%(name)s needs %(n)s point.", "%(name)s needs %(n)s points.", points) % words


def scores(question: ChooseQuestion) -> list[tuple[str, int]]:
    """Return everybody's score, the player's own first; nothing where scores do not matter."""
    names = [_("You"), *(_names()[seat] for seat in range(1, question.seats))]
    return list(zip(names, question.scores, strict=False))


def whose_crib(question: ChooseQuestion) -> str:
    """Return whose crib it is."""
    if question.dealer == 0:
        return _("The crib is yours.")
    return _("The crib is %(name)s’s.") % {"name": _names()[question.dealer]}


def _in_hand(question: ChooseQuestion, card: Card, taken: Card | None = None, best: Sequence[Card] = ()) -> CardInHand:
    over = card not in question.playable
    name = terms.card_name(card)
    said = _("%(card)s, would go over 31") % {"card": name} if over else name
    return CardInHand(card, said, over, card == taken, card in best)


def _holding(question: ChooseQuestion) -> str:
    return _("You hold the %(cards)s.") % {"cards": the_cards(question.hand)}


def _on_table(question: ChooseQuestion) -> str:
    names, view = _names(), question.view
    if not view.series:
        return _("A new series: you lead.")
    plays = view.plays[len(question.earlier) :]
    told = _(", ").join(
        _("%(name)s: %(card)s") % {"name": names[play.seat], "card": terms.card_name(play.card)} for play in plays
    )
    return _("On the table: %(plays)s. The count is %(count)s.") % {"plays": told, "count": view.count}


def _makes(question: ChooseQuestion, card: Card) -> str:
    points = question.points(card)
    words = {"card": terms.the_card(card), "count": question.view.count + card.value, "n": points}
    if not points:
        return _("The %(card)s makes %(count)s.") % words
    return (
        ngettext(
            "The %(card)s makes %(count)s and scores %(n)s point.",
            "The %(card)s makes %(count)s and scores %(n)s points.",
            points,
        )
        % words
    )


# ------------------------------------------------------------------------------------------------------- telling


_GRADES: dict[Grade, Promise] = {
    Grade.INACCURATE: gettext_lazy("Not quite."),
    Grade.MISTAKE: gettext_lazy("A mistake."),
    Grade.BLUNDER: gettext_lazy("A blunder."),
}
"""What is said of the grades of cards that give something up."""


def _headline(marking: ChooseMarking) -> str:
    if marking.chosen is None:
        return _("Time is up: nothing was played.")
    if marking.grade is Grade.BEST:
        is_first = marking.chosen.card.rank == marking.best.card.rank
        return _("The best card there is.") if is_first else _("As good as the best card.")
    if marking.grade is Grade.GOOD:
        return _("Good: it loses hardly anything.")
    if marking.question.scores:
        return _("It gives up %(win)s of wins.") % {"win": chance(marking.given_up)}
    return _("It gives up %(points)s points.") % {"points": _in_words(marking.question, marking.judged)}


def _detail(marking: ChooseMarking) -> str:
    told = [str(_GRADES[marking.grade])] if marking.chosen and marking.grade in _GRADES else []
    if marking.chosen is None or marking.grade is not Grade.BEST:
        told.append(_best(marking))
    else:
        if marking.question.points(marking.chosen.card):
            told.append(_makes(marking.question, marking.chosen.card))
        if len(marking.question.alike(marking.chosen.card)) > 1:
            told.append(_("Any %(rank)s is as good.") % {"rank": terms.letter_on_card(marking.chosen.card.rank)})
    if marking.question.scores and not marking.right:
        told.append(in_points_early(marking.lost))
    if marking.right and _scores_decide(marking.question):
        told.append(_("The scores decide here: on points alone another card would be best."))
    return " ".join(told)


def _best(marking: ChooseMarking) -> str:
    """Return which card is best; of several of its rank, that it is any of them."""
    best = marking.best.card
    if len(marking.question.alike(best)) > 1:
        return _("Best is any %(rank)s.") % {"rank": terms.letter_on_card(best.rank)}
    return _("Best is the %(card)s.") % {"card": terms.the_card(best)}


def _said(question: ChooseQuestion, card: Card) -> str:
    """Return what a card scores at once, as it is said; "" if it scores nothing."""
    return terms.scores_aloud(question.pegs(card))


def _scores_decide(question: ChooseQuestion) -> bool:
    return bool(question.scores) and misled(question.ranked) > 0


def _causes(marking: ChooseMarking) -> list[str]:
    """Return where the card loses; of points lost both at once and later, how many are which."""
    causes = [ChooseCause(code) for code in marking.causes]
    told = [_cause(marking, cause) for cause in causes]
    if causes[1:] and causes[0] is ChooseCause.AT_ONCE and not marking.question.scores:
        told[0] = _now_and_later(marking)
    return told


def _now_and_later(marking: ChooseMarking) -> str:
    question, best = marking.question, marking.best.card
    taken, there = question.points(marking.judged.card), question.points(best)
    words = {
        "taken": taken,
        "best": there,
        "scores": _said(question, best),
        "later": average(marking.lost - there + taken),
    }
    return (
        _(
            "The best card scores %(best)s at once (%(scores)s), yours\u00a0%(taken)s. "
            "The other %(later)s points are lost later in the play."
        )
        % words
    )


def _cause(marking: ChooseMarking, cause: ChooseCause) -> str:
    best, chosen = marking.best, marking.judged
    words = {
        "taken": marking.question.points(chosen.card),
        "scores": _said(marking.question, best.card),
        "best": marking.question.points(best.card),
        "win": chance(chosen.win or 0.0),
        "best_win": chance(best.win or 0.0),
    }
    return str(CAUSES[cause] % words)


def _rows(question: ChooseQuestion, marking: ChooseMarking) -> list[CardRow]:
    """Return what every rank that could be played is worth, best first."""
    found = []
    for worth in {worth.card.rank: worth for worth in question.ranked}.values():
        cards = question.alike(worth.card)
        win = "" if worth.win is None else chance(worth.win)
        behind = "–" if grade_of(question, worth) is Grade.BEST else _in_words(question, worth)
        found.append(
            CardRow(
                [card for card in cards if card != marking.card],
                question.points(worth.card),
                _said(question, worth.card),
                gain(worth.value),
                win,
                behind,
                marking.card in cards,
            )
        )
    return found


def _in_words(question: ChooseQuestion, worth: Worth) -> str:
    """Return the loss: points, or the chance to win where the question has scores."""
    return chance(given_up(question, worth)) if question.scores else average(points_given_up(question, worth))


def _note(marking: ChooseMarking) -> str:
    question = marking.question
    told = [_("In all: what you peg from this card to the end of the deal, less what the others peg on average.")]
    if question.scores:
        told.append(_("Wins: how many of the games you win with it. The card that wins more games comes first."))
    if any(worth.error or worth.win_error for worth in question.ranked):
        told.append(
            _(
                "Judged by many hands that the others may hold; a difference that may be chance does not count "
                "against you."
            )
        )
    else:
        told.append(_("Every hand they may hold was weighed."))
    return " ".join(told)


def _sorts_like(decision: Decision, state: Pegging) -> str:
    """Return the sorts of question to which a card of a game belongs, by when it was played."""
    if end_is_near(see(state, decision.action.seat)):
        return ChooseSort.TO_WIN
    if len(state.plays) < 2:
        return ChooseSort.REPLY if state.plays else ChooseSort.LEAD
    return f"{ChooseSort.MIDDLE},{ChooseSort.END}" if state.series else ChooseSort.NEW_SERIES


class ChooseDrill(Drill[ChooseQuestion, ChooseMarking]):
    """What one seat sees of the play, its hand, and what each card is worth."""

    slug = "choose"
    name = gettext_lazy("Choose the card")
    explanation = gettext_lazy("A moment in the play: which of your cards is worth most?")
    asks = gettext_lazy("Which do you play?")
    group = DrillGroup.PLAY
    picture = "4H AD TC"
    pictured_group = 1  # the hand, after the starter
    tells_keys = True
    modes = (Mode.CALM, Mode.ROUND)
    sorts = SORTS
    options = (SEATS.of("2", "3", "4"), sorts_option(SORTS), skill_option(SKILLS), WEAK)
    skills = SKILLS
    sorts_of_skill = SORTS_OF_SKILL
    tries = 5
    choices = 1
    questions = choose_question
    asks_again = frozenset({DecisionKind.PLAY})

    def obstacle(self, rules: Rules, kind: DecisionKind, *, near_end: bool) -> Obstacle | None:
        """Return why a card of a game cannot be asked, None if it can."""
        return choose_question.obstacle(rules, near_end)

    def of_game(self, moment: GameMoment) -> ChooseQuestion:
        """Return a card of a game as a question."""
        return choose_question.of_game(moment)

    def spots_like(self, decision: Decision, state: State) -> dict[str, object] | None:
        """Return the settings for cards like one in a game, at two to four seats."""
        if not isinstance(state, Pegging) or decision.kind not in self.asks_again:
            return None
        return {"seats": min(state.table.rules.seats, 4), "classes": _sorts_like(decision, state)}

    def ask(self, question: ChooseQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return the table and the hand."""
        hand = [_in_hand(question, card) for card in question.hand]
        prompt = _("Look ahead to the end of the deal, not only at this card.")
        if question.scores:
            prompt = _("The end is near: the best card is the one that wins most games.")
        return {**_table(question), "prompt": prompt, "hand": hand}

    def answer(self, question: ChooseQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the card that was chosen, or typed if none was. Raise NotAnAnswer."""
        typed = post.get("card") or post.get("claim", "").strip()[:40]
        try:
            cards = parse_cards(of_ranks(typed, question.hand))
        except CardError as error:
            raise NotAnAnswer(terms.card_fault(error), typed) from error
        if len(cards) != 1:
            raise NotAnAnswer(_("Choose the one card to play."), typed)
        words = {"card": terms.the_card(cards[0]), "count": question.view.count}
        if cards[0] not in question.hand:
            raise NotAnAnswer(_("The %(card)s is not in your hand.") % words, typed)
        if cards[0] not in question.playable:
            raise NotAnAnswer(_("The %(card)s would take the count of %(count)s over 31.") % words, typed)
        return str(cards[0])

    def feedback(self, question: ChooseQuestion, marking: ChooseMarking) -> Feedback:
        """Return the verdict, why the card loses, and what every card is worth."""
        is_best = marking.chosen is not None and marking.grade is Grade.BEST
        best = _("Best: the %(card)s.") % {"card": terms.the_card(marking.best.card)} if is_best else ""
        equals = question.alike(marking.best.card)
        context = {
            **_table(question),
            "rows": _rows(question, marking),
            "hand": [_in_hand(question, card, marking.card, equals) for card in question.hand],
            "to_win": bool(question.scores),
            "note": _note(marking),
        }
        heading = _("Where it is lost")
        return Feedback(_headline(marking), _detail(marking), heading, _causes(marking), best, context, all_hold=True)

    def title(self, question: ChooseQuestion) -> str:
        """Return what is asked, as a title."""
        return _("Which card do you play?")

    def aloud(self, question: ChooseQuestion, steps: Sequence[str] = ()) -> str:
        """Return the table and the hand as sentences."""
        starter = _("The starter is the %(card)s.") % {"card": terms.the_card(question.starter)}
        told = [
            whose_crib(question),
            scores_aloud(scores(question), question.target),
            starter,
            _on_table(question),
            _holding(question),
        ]
        return " ".join(filter(None, told))

    def reply(self, question: ChooseQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to C, F, V, T, B, S, R or ?."""
        match typed.upper():
            case "C":
                return _("The count is %(count)s.") % {"count": question.view.count}
            case "F":
                return _("The starter is the %(card)s.") % {"card": terms.the_card(question.starter)}
            case "V":
                return _on_table(question)
            case "T":
                return _("It is your turn.")
            case "B":
                return whose_crib(question)
            case "S":
                return scores_aloud(scores(question), question.target) or _(
                    "It is early in the game: the scores do not matter yet."
                )
            case "R":
                return self.aloud(question)
            case "?":
                return _(
                    "Type a card, such as 5H, to play it. C says the count, F the starter, V the cards on the table, "
                    "T whose turn it is, B whose crib, S the scores, R everything, H a hint."
                )
            case _:
                return ""

    def hint(self, question: ChooseQuestion) -> str:
        """Return where to look, then what each card makes the count and scores at once; not which is best."""
        first = _("Look at the count each card makes, and at what it scores at once.")
        return " ".join([first, *(_makes(question, card) for card in question.playable)])

    def short(self, question: ChooseQuestion, marking: ChooseMarking) -> str:
        """Return the loss, or that the card was the best: "−1.2", or a chance to win where the question has scores."""
        if marking.chosen and marking.grade is Grade.BEST:
            return _("best")
        if question.scores:
            return _("−%(win)s") % {"win": chance(marking.given_up)}
        return _("−%(points)s") % {"points": average(marking.lost)}


CHOOSE = ChooseDrill()
