"""The page of the rules: a case, with cards or seats; a number or a choice; then the rule as it applies."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.engine.play import CLAIMS
from game.numbers import whole_number
from game.words import terms
from trainer.drills.base import Drill, DrillGroup, Feedback, NotAnAnswer, Sheet
from trainer.drills.modes import Mode
from trainer.drills.options import WEAK, QuestionSort, sorts_option
from trainer.drills.rules import question as rules_question
from trainer.drills.rules.causes import RulesCause
from trainer.drills.rules.forms import Form, RulesSort
from trainer.drills.rules.picture import cutter_name, picture, seat_name
from trainer.drills.rules.question import MIX, RulesMarking, RulesQuestion, skill_of
from trainer.drills.rules.truths import AGAIN, DEALER, NO, NOBODY, PONE, SKUNKS, STREETS, YES, cut_cards
from trainer.drills.rules.words import applied, asked, case, definition, difference, hint, meaning, named

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SORTS = (
    QuestionSort(RulesSort.CARDS, gettext_lazy("What cards count"), MIX[RulesSort.CARDS]),
    QuestionSort(RulesSort.DEAL, gettext_lazy("The deal"), MIX[RulesSort.DEAL]),
    QuestionSort(RulesSort.ORDER, gettext_lazy("Who leads, who counts when"), MIX[RulesSort.ORDER]),
    QuestionSort(RulesSort.HEELS, gettext_lazy("The starter turned up"), MIX[RulesSort.HEELS]),
    QuestionSort(RulesSort.STREETS, gettext_lazy("Streets of the board"), MIX[RulesSort.STREETS]),
    QuestionSort(RulesSort.SKUNKS, gettext_lazy("Skunks"), MIX[RulesSort.SKUNKS]),
    QuestionSort(RulesSort.MATCH, gettext_lazy("Match points"), MIX[RulesSort.MATCH]),
    QuestionSort(RulesSort.SIDES, gettext_lazy("Partners"), MIX[RulesSort.SIDES]),
    QuestionSort(RulesSort.WINNING, gettext_lazy("Who wins"), MIX[RulesSort.WINNING]),
    QuestionSort(RulesSort.MUGGINS, gettext_lazy("Claims and muggins"), MIX[RulesSort.MUGGINS]),
    QuestionSort(RulesSort.CLOCK, gettext_lazy("The clock"), MIX[RulesSort.CLOCK]),
    QuestionSort(RulesSort.COUNTS, gettext_lazy("What hands can be worth"), MIX[RulesSort.COUNTS]),
    QuestionSort(RulesSort.WORDS, gettext_lazy("Words of the game"), MIX[RulesSort.WORDS]),
)
"""The sorts of question, and their shares."""

_SKILL_NAMES: dict[RulesSort, "StrOrPromise"] = {
    RulesSort.CARDS: gettext_lazy("Rules: what cards count"),
    RulesSort.DEAL: gettext_lazy("Rules: the deal"),
    RulesSort.ORDER: gettext_lazy("Rules: who leads, who counts when"),
    RulesSort.HEELS: gettext_lazy("Rules: the starter turned up"),
    RulesSort.STREETS: gettext_lazy("Rules: streets of the board"),
    RulesSort.SKUNKS: gettext_lazy("Rules: skunks"),
    RulesSort.MATCH: gettext_lazy("Rules: match points"),
    RulesSort.SIDES: gettext_lazy("Rules: partners"),
    RulesSort.WINNING: gettext_lazy("Rules: who wins"),
    RulesSort.MUGGINS: gettext_lazy("Rules: claims and muggins"),
    RulesSort.CLOCK: gettext_lazy("Rules: the clock"),
    RulesSort.COUNTS: gettext_lazy("Rules: what hands can be worth"),
    RulesSort.WORDS: gettext_lazy("Rules: words of the game"),
}

SKILLS: dict[str, "StrOrPromise"] = {skill_of(sort): name for sort, name in _SKILL_NAMES.items()}
"""What the skills are called."""

SORTS_OF_SKILL = {skill_of(sort): (sort,) for sort in _SKILL_NAMES}
"""The one sort that asks for a skill."""

CAUSES: dict[RulesCause, Promise] = {
    RulesCause.COURT_CARDS_OVER_TEN: gettext_lazy("Jack, queen and king do not count on from ten: they are 10 each."),
    RulesCause.ACE_HIGH: gettext_lazy(
        "The ace is high in other games; in cribbage it is the lowest card and counts 1."
    ),
    RulesCause.HIGHEST_DEALS: gettext_lazy("That is the highest card. In cribbage the lowest deals."),
    RulesCause.TIE_DEALS: gettext_lazy(
        "Somebody else has cut a card just as low. Nobody deals yet: the lowest cut again."
    ),
    RulesCause.NO_TIE: gettext_lazy("They cut again only if the lowest cards are equal. Here one is the lowest."),
    RulesCause.SHARES_SWAPPED: gettext_lazy("You mixed up the dealer’s number with the others’."),
    RulesCause.AS_TWO: gettext_lazy("That is right for two players."),
    RulesCause.HAND_KEPT: gettext_lazy("That is how many you keep. You are dealt more and discard some."),
    RulesCause.PACK: gettext_lazy("Only with three players is the crib one card short, so it gets one from the pack."),
    RulesCause.DEALER_FIRST: gettext_lazy("The dealer comes last, not first."),
    RulesCause.TO_THE_RIGHT: gettext_lazy("That is the dealer’s right. Everything goes round to the left."),
    RulesCause.DEALER_LAST: gettext_lazy(
        "A hand is not the last: the crib is counted after all hands, and it is the dealer’s."
    ),
    RulesCause.HEELS_AS_NOBS: gettext_lazy("1 is for his nob, the jack in a hand. The jack turned up is 2."),
    RulesCause.HEELS_MISSED: gettext_lazy("You missed the jack: turned up, it is two for his heels."),
    RulesCause.NO_HEELS: gettext_lazy("Only a jack turned up scores. No other card does, not even a queen or a king."),
    RulesCause.STREET_END: gettext_lazy(
        "The thirtieth hole is the last of its street; the next street begins after it."
    ),
    RulesCause.SKUNK_LINE: gettext_lazy(
        "A skunk is more than 30, 60 or 90 points short; exactly that many short is not a skunk."
    ),
    RulesCause.LINES_OF_121: gettext_lazy("Those are the lines of a game to 121. They move with the target."),
    RulesCause.NO_SUCH_LINE: gettext_lazy("A game as short as this has no line for that."),
    RulesCause.SKUNK_LEFT_OUT: gettext_lazy("That is a plain win, but the loser is skunked."),
    RulesCause.OTHER_SCORING: gettext_lazy("That is right in another way of scoring matches."),
    RulesCause.NEIGHBOUR: gettext_lazy("Neighbours are always opponents."),
    RulesCause.OTHER_SIDES: gettext_lazy("That would be right with another number of sides."),
    RulesCause.COUNTED_TOO_LATE: gettext_lazy(
        "The other player counts first, and gets there before the dealer counts anything."
    ),
    RulesCause.NOT_THERE_YET: gettext_lazy("They do not reach 121. Add it up again."),
    RulesCause.WON_ALREADY: gettext_lazy("Somebody does reach 121, and wins at that moment."),
    RulesCause.MUGGINS_OFF: gettext_lazy("You gave the difference away, but muggins is off at this table."),
    RulesCause.EXCESS_IS_FREE: gettext_lazy(
        "You punished a claim that was too high. At this table only missed points are taken."
    ),
    RulesCause.EXCESS_COSTS: gettext_lazy("At this table overcounted points cost as much as missed ones."),
    RulesCause.MISSED_IS_TAKEN: gettext_lazy(
        "You let the missed points go, but at this table the other side takes them."
    ),
    RulesCause.WHOLE_TAKEN: gettext_lazy("That is the whole hand. Only the difference is taken."),
    RulesCause.OVERCOUNT_PEGGED: gettext_lazy(
        "You let the claim stand, but nobody pegs more than the cards are worth."
    ),
    RulesCause.UNDERCOUNT_FILLED: gettext_lazy(
        "The missed points do not come back: nobody pegs more than they claimed."
    ),
    RulesCause.EXCESS_DEDUCTED: gettext_lazy("Nothing more is taken away: a claim that is too high is only corrected."),
    RulesCause.HALF_ROUNDED: gettext_lazy(
        "You rounded the other way. What is lost is rounded down, so you keep the larger part."
    ),
    RulesCause.NOTHING_LOST: gettext_lazy("Not everything is kept: half of it is lost."),
    RulesCause.ALL_LOST: gettext_lazy("Not everything is lost: only half of it is."),
    RulesCause.IMPOSSIBLE: gettext_lazy("No cards make that number, however you try."),
    RulesCause.BEST_OF_FOUR: gettext_lazy("29 is the best hand of four cards. Five cards and the starter can do more."),
}
"""What is said of what was mixed up."""


# ------------------------------------------------------------------------------------------------------- asking


def _case(question: RulesQuestion, told: bool) -> Sheet:
    return {
        "case": case(question),
        "asked": asked(question),
        "picture": picture(question, told),
        "are_numbered": question.sort in (RulesSort.ORDER, RulesSort.SIDES),
        "definition": definition(question.given[0]) if question.form is Form.WORD else "",
    }


_LABELS: dict[str, Promise] = {
    AGAIN: gettext_lazy("A tie"),
    **dict(
        zip(
            STREETS,
            (
                gettext_lazy("On the first street"),
                gettext_lazy("On the second street"),
                gettext_lazy("On the third street"),
                gettext_lazy("On the fourth street"),
            ),
            strict=True,
        )
    ),
    **dict(
        zip(
            SKUNKS,
            (
                gettext_lazy("No skunk"),
                gettext_lazy("A skunk"),
                gettext_lazy("A double skunk"),
                gettext_lazy("A triple skunk"),
            ),
            strict=True,
        )
    ),
    DEALER: gettext_lazy("The dealer"),
    PONE: gettext_lazy("The other player"),
    NOBODY: gettext_lazy("Nobody yet"),
    YES: gettext_lazy("Yes, it can"),
    NO: gettext_lazy("No, it cannot"),
}


def label(question: RulesQuestion, answer: str) -> str:
    """Return an answer in words."""
    if not (question.choices and answer):
        return answer
    if question.form is Form.WORD:
        return named(answer)
    if answer in _LABELS:
        return str(_LABELS[answer])
    if question.form in _NUMBERED:
        return answer
    if question.form is Form.FIRST_DEALER:
        return cutter_name(int(answer))
    first, plus, second = answer.partition("+")
    return _("Seats %(first)s and %(second)s") % {"first": first, "second": second} if plus else seat_name(answer)


_NUMBERED = {
    Form.VALUE,
    Form.DEALT,
    Form.AWAY,
    Form.DEALER_DEALT,
    Form.DEALER_AWAY,
    Form.PACK_CRIB,
    Form.HEELS,
    Form.MATCH,
}
"""The forms whose choices are numbers."""

_NUMBERS = {Form.BEST: range(20, 50)}
"""The numbers that an answer may be, where they are not those of a hand."""


def _seats_aloud(question: RulesQuestion) -> list[str]:
    """Return what is seen of the seats."""
    if question.form is Form.FIRST_DEALER:
        cut = enumerate(cut_cards(question.given), 1)
        names = [{"name": cutter_name(seat), "card": terms.the_card(card)} for seat, card in cut]
        return [_("%(name)s has cut the %(card)s.") % words for words in names]
    if question.sort is RulesSort.ORDER:
        return [_("%(name)s deals.") % {"name": seat_name(question.given[1])}]
    return []


# ------------------------------------------------------------------------------------------------------- telling


def _headline(question: RulesQuestion, marking: RulesMarking) -> str:
    sentences = {"truth": label(question, question.truth), "said": label(question, marking.answer or "")}
    if marking.answer is None:
        return _("Time is up. It is: %(truth)s.") % sentences
    if marking.right:
        return _("Right: %(truth)s.") % sentences
    if question.form is Form.FIRST_DEALER and AGAIN in (question.truth, marking.answer):
        if marking.answer == AGAIN:
            return _("It is no tie: %(truth)s deals.") % sentences
        return _("%(said)s does not deal. %(truth)s.") % sentences
    if not question.choices or question.form in (*_NUMBERED, Form.FIRST_DEALER):
        return _("You said %(said)s. It is %(truth)s.") % sentences
    return _("You said: %(said)s. It is: %(truth)s.") % sentences


class RulesDrill(Drill[RulesQuestion, RulesMarking]):
    """A case, with cards or seats; a number or a choice; then the rule as it applies."""

    slug = "rules"
    name = gettext_lazy("Know the rules")
    explanation = gettext_lazy("Who deals, who is skunked, who takes the points, and what the words mean.")
    asks = gettext_lazy("Who deals, who wins?")
    group = DrillGroup.RULES
    picture = "5H JC"
    modes = (Mode.CALM, Mode.SPRINT, Mode.STREAK)
    sorts = SORTS
    options = (sorts_option(SORTS), WEAK)
    skills = SKILLS
    sorts_of_skill = SORTS_OF_SKILL
    counts_points = False
    questions = rules_question

    def ask(self, question: RulesQuestion, steps: list[str], typed: str = "") -> Sheet:
        """Return the case, and the choices or the numbers of the pegboard."""
        return {
            **_case(question, told=False),
            "choices": [(choice, label(question, choice)) for choice in question.choices],
            "pad": _NUMBERS.get(question.form, range(30)),
            "prompt": _("Choose one answer.") if question.choices else _("If it is nothing, answer 0."),
        }

    def answer(self, question: RulesQuestion, post: QueryDict, steps: list[str]) -> str:
        """Return the choice, or the number. Raise NotAnAnswer."""
        if question.choices:
            chosen = post.get("choice", "")
            if chosen not in question.choices:
                raise NotAnAnswer(_("Choose one of the answers first."))
            return chosen
        typed = post.get("claim", "").strip()[:40]
        if not typed:
            raise NotAnAnswer(_("Type a number first: 0 if it is nothing."))
        number = whole_number(typed, of=CLAIMS)
        if number is None:
            raise NotAnAnswer(_("“%(typed)s” does not fit here: type a whole number.") % {"typed": typed[:20]}, typed)
        return str(number)

    def feedback(self, question: RulesQuestion, marking: RulesMarking) -> Feedback:
        """Return the verdict, what was mixed up, and the rule for this case."""
        causes = [str(CAUSES[RulesCause(code)]) for code in marking.causes]
        if question.form is Form.WORD and marking.answer and not marking.right:
            causes = [meaning(marking.answer)]
        rule = applied(question)
        said = "" if marking.right or question.choices else marking.answer or ""
        return Feedback(
            _headline(question, marking),
            "",
            _("What went wrong"),
            causes,
            " ".join(rule),
            {**_case(question, told=True), "rule": rule, "sum": difference(question), "said": said},
        )

    def unaskable(self, question: RulesQuestion) -> str:
        """Return that a word is no longer in the glossary; "" for any other question."""
        if rules_question.can_be_asked(question):
            return ""
        return _("the glossary has no such word: “%(question)s”") % {"question": question}

    def title(self, question: RulesQuestion) -> str:
        """Return what it is about, which does not tell the answer."""
        return str(self.sort_name(question.sort))

    def aloud(self, question: RulesQuestion, steps: Sequence[str] = ()) -> str:
        """Return what lies there, and the question, as sentences."""
        told = _seats_aloud(question)
        if question.form is Form.WORD:
            told.append(_("“%(definition)s”") % {"definition": definition(question.given[0])})
        return " ".join(filter(None, [*told, case(question), asked(question)]))

    def reply(self, question: RulesQuestion, typed: str, steps: Sequence[str] = ()) -> str:
        """Return the answer to R, V or ?; of a game there is nothing to ask."""
        match typed.upper():
            case "R" | "V":
                return self.aloud(question)
            case "C" | "F" | "B" | "S" | "T":
                return _("There is no game going on here: only what the question says counts.")
            case "?":
                return _("Type a whole number, 0 if it is nothing. R says the question again, H a hint.")
            case _:
                return ""

    def hint(self, question: RulesQuestion) -> str:
        """Return what to think of."""
        return hint(question)

    def short(self, question: RulesQuestion, marking: RulesMarking) -> str:
        """Return what is true, or what was said instead."""
        truth = label(question, question.truth)
        if marking.right or marking.answer is None:
            return truth
        return _("%(said)s / %(truth)s") % {"said": label(question, marking.answer), "truth": truth}


RULES = RulesDrill()
