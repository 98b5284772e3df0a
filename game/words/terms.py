"""The engine's codes as translated words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from game.engine.cards import Card, CardError, CardReason, Suit
from game.engine.play import Reason
from game.engine.record import RecordReason, Stop
from game.engine.rules import RulesReason
from game.engine.scoring import Combination, Kind, Named, Score
from game.strategy.levels import WINS, Level

_RANKS = (
    pgettext_lazy("rank", "ace"),
    pgettext_lazy("rank", "2"),
    pgettext_lazy("rank", "3"),
    pgettext_lazy("rank", "4"),
    pgettext_lazy("rank", "5"),
    pgettext_lazy("rank", "6"),
    pgettext_lazy("rank", "7"),
    pgettext_lazy("rank", "8"),
    pgettext_lazy("rank", "9"),
    pgettext_lazy("rank", "10"),
    pgettext_lazy("rank", "jack"),
    pgettext_lazy("rank", "queen"),
    pgettext_lazy("rank", "king"),
)
_SUITS = {
    Suit.CLUBS: gettext_lazy("clubs"),
    Suit.DIAMONDS: gettext_lazy("diamonds"),
    Suit.HEARTS: gettext_lazy("hearts"),
    Suit.SPADES: gettext_lazy("spades"),
}


def rank_name(rank: int) -> str:
    """Return a rank in words, from 1: "ace", "5", "jack"."""
    return str(_RANKS[rank - 1])


_THE_RANKS = (
    pgettext_lazy("rank with its article; in English the sentence has it", "ace"),
    pgettext_lazy("rank with its article; in English the sentence has it", "2"),
    pgettext_lazy("rank with its article; in English the sentence has it", "3"),
    pgettext_lazy("rank with its article; in English the sentence has it", "4"),
    pgettext_lazy("rank with its article; in English the sentence has it", "5"),
    pgettext_lazy("rank with its article; in English the sentence has it", "6"),
    pgettext_lazy("rank with its article; in English the sentence has it", "7"),
    pgettext_lazy("rank with its article; in English the sentence has it", "8"),
    pgettext_lazy("rank with its article; in English the sentence has it", "9"),
    pgettext_lazy("rank with its article; in English the sentence has it", "10"),
    pgettext_lazy("rank with its article; in English the sentence has it", "jack"),
    pgettext_lazy("rank with its article; in English the sentence has it", "queen"),
    pgettext_lazy("rank with its article; in English the sentence has it", "king"),
)


def the_rank(rank: int) -> str:
    """Return a rank, from 1, where a sentence has “the” before it: other languages have the article here."""
    return str(_THE_RANKS[rank - 1])


_LETTERS = {
    1: pgettext_lazy("letter on a card", "A"),
    11: pgettext_lazy("letter on a card", "J"),
    12: pgettext_lazy("letter on a card", "Q"),
    13: pgettext_lazy("letter on a card", "K"),
}


def letter_on_card(rank: int) -> str:
    """Return a rank, from 1, as cards show it: "10", and the letter of the language for an ace and the court cards.

    Records and addresses keep the letters of English.
    """
    return str(_LETTERS.get(rank, rank))


_PAIR_NAMES = (
    gettext_lazy("pair of aces"),
    gettext_lazy("pair of 2s"),
    gettext_lazy("pair of 3s"),
    gettext_lazy("pair of 4s"),
    gettext_lazy("pair of 5s"),
    gettext_lazy("pair of 6s"),
    gettext_lazy("pair of 7s"),
    gettext_lazy("pair of 8s"),
    gettext_lazy("pair of 9s"),
    gettext_lazy("pair of 10s"),
    gettext_lazy("pair of jacks"),
    gettext_lazy("pair of queens"),
    gettext_lazy("pair of kings"),
)


def pair_name(rank: int) -> str:
    """Return what two cards of a rank, from 1, are called: "pair of aces"."""
    return str(_PAIR_NAMES[rank - 1])


def card_name(card: Card) -> str:
    """Return a card in words: "5 of hearts", "ace of clubs"."""
    return _("%(rank)s of %(suit)s") % {"rank": _RANKS[card.rank - 1], "suit": _SUITS[card.suit]}


def the_card(card: Card) -> str:
    """Return a card where a sentence has “the” before it: "5 of hearts", "le 5 de cœur"."""
    return _("%(rank)s of %(suit)s") % {"rank": the_rank(card.rank), "suit": _SUITS[card.suit]}


def decimal(number: float, places: int) -> str:
    """Return a number in the format of the language.

    It is rounded first, because Django truncates. 0 has no sign.
    """
    return number_format(round(number, places) + 0.0, places)


def signed(number: float, places: int) -> str:
    """Return a number with its sign, for values that can be negative: "+1.42", "−0.30", "0.00"."""
    told = round(number, places)
    return f"{'−' if told < 0 else '+' if told else ''}{decimal(abs(number), places)}"


def card_fault(error: CardError) -> str:
    """Return what is wrong with a text of cards, naming the wrong part."""
    match error.reason:
        case CardReason.NOT_A_CARD:
            return _("“%(part)s” is not a card: write a rank and a suit, such as 5H, 10C or Q♠.") % {"part": error.part}
        case CardReason.TWICE:
            return _("The %(card)s is there twice.") % {"card": the_card(Card.parse(error.part))}
        case _:
            assert_never(error.reason)


_NUMBERS = (
    pgettext_lazy("count aloud", "nothing"),
    pgettext_lazy("count aloud", "one"),
    pgettext_lazy("count aloud", "two"),
    pgettext_lazy("count aloud", "three"),
    pgettext_lazy("count aloud", "four"),
    pgettext_lazy("count aloud", "five"),
    pgettext_lazy("count aloud", "six"),
    pgettext_lazy("count aloud", "seven"),
    pgettext_lazy("count aloud", "eight"),
    pgettext_lazy("count aloud", "nine"),
    pgettext_lazy("count aloud", "ten"),
    pgettext_lazy("count aloud", "eleven"),
    pgettext_lazy("count aloud", "twelve"),
    pgettext_lazy("count aloud", "thirteen"),
    pgettext_lazy("count aloud", "fourteen"),
    pgettext_lazy("count aloud", "fifteen"),
    pgettext_lazy("count aloud", "sixteen"),
    pgettext_lazy("count aloud", "seventeen"),
    pgettext_lazy("count aloud", "eighteen"),
    pgettext_lazy("count aloud", "nineteen"),
    pgettext_lazy("count aloud", "twenty"),
    pgettext_lazy("count aloud", "twenty-one"),
    pgettext_lazy("count aloud", "twenty-two"),
    pgettext_lazy("count aloud", "twenty-three"),
    pgettext_lazy("count aloud", "twenty-four"),
    pgettext_lazy("count aloud", "twenty-five"),
    pgettext_lazy("count aloud", "twenty-six"),
    pgettext_lazy("count aloud", "twenty-seven"),
    pgettext_lazy("count aloud", "twenty-eight"),
    pgettext_lazy("count aloud", "twenty-nine"),
)


def number_aloud(number: int) -> str:
    """Return a count as it is said: in words up to 29, in figures above that (hands of five cards)."""
    return str(_NUMBERS[number]) if number < len(_NUMBERS) else str(number)


_ALOUD = {
    Named.FIFTEEN: pgettext_lazy("count aloud", "fifteen %(running)s"),
    Named.RUN: pgettext_lazy("count aloud", "a run of %(length)s is %(running)s"),
    Named.DOUBLE_RUN: pgettext_lazy("count aloud", "a double run of %(length)s is %(running)s"),
    Named.TRIPLE_RUN: pgettext_lazy("count aloud", "a triple run of %(length)s is %(running)s"),
    Named.DOUBLE_DOUBLE_RUN: pgettext_lazy("count aloud", "a double-double run of %(length)s is %(running)s"),
    Named.PAIR: pgettext_lazy("count aloud", "a pair is %(running)s"),
    Named.PAIR_ROYAL: pgettext_lazy("count aloud", "a pair royal is %(running)s"),
    Named.DOUBLE_PAIR_ROYAL: pgettext_lazy("count aloud", "a double pair royal is %(running)s"),
    Named.FLUSH: pgettext_lazy("count aloud", "a flush of %(length)s is %(running)s"),
    Named.NOBS: pgettext_lazy("count aloud", "one for his nob is %(running)s"),
}
_NAMES = {
    Named.FIFTEEN: gettext_lazy("Fifteen"),
    Named.RUN: gettext_lazy("Run of %(length)s"),
    Named.DOUBLE_RUN: gettext_lazy("Double run of %(length)s"),
    Named.TRIPLE_RUN: gettext_lazy("Triple run of %(length)s"),
    Named.DOUBLE_DOUBLE_RUN: gettext_lazy("Double-double run of %(length)s"),
    Named.PAIR: gettext_lazy("Pair"),
    Named.PAIR_ROYAL: gettext_lazy("Pair royal"),
    Named.DOUBLE_PAIR_ROYAL: gettext_lazy("Double pair royal"),
    Named.FLUSH: gettext_lazy("Flush of %(length)s"),
    Named.NOBS: gettext_lazy("His nob"),
}


@dataclass(frozen=True, slots=True)
class CountLine:
    """A line of a count: its name, its points, the count so far, how it is said, and its cards.

    A `note` is said of a line that somebody missed, and its `title` stands over its cards where it is not the name.
    `apart` says what each kind of its parts is worth, where that is asked.
    """

    name: str
    points: int
    running: int
    spoken: str
    cards: tuple[Card, ...]
    parts: tuple["CountLine", ...] = ()
    note: str = ""
    title: str = ""
    apart: str = ""

    @property
    def is_named(self) -> bool:
        """Whether what is said holds the name."""
        return self.name.casefold() in self.spoken.casefold()

    @property
    def parts_named(self) -> str:
        """The names of its parts, each once: "Run of three, Pair"."""
        return _(", ").join(dict.fromkeys(part.name for part in self.parts))


def count_lines(combinations: Iterable[Combination], running: int = 0) -> tuple[CountLine, ...]:
    """Return the lines of a count as a player says them, starting from the count `running`."""
    lines: list[CountLine] = []
    for combination in combinations:
        single = len(combination.parts) == 1
        parts = () if single else count_lines(map(Combination.of, combination.parts), running)
        running += combination.points
        words = {"length": number_aloud(len(combination.parts[0].cards)), "running": number_aloud(running)}
        name, spoken = _NAMES[combination.name] % words, _ALOUD[combination.name] % words
        lines.append(CountLine(name, combination.points, running, spoken, combination.cards, parts))
    return tuple(lines)


def count_aloud(lines: Sequence[CountLine]) -> str:
    """Return the whole count as one sentence: "fifteen two, fifteen four, and a pair is six"."""
    if not lines:
        return _("nothing, a “nineteen” as players say")
    *firsts, last = [line.spoken for line in lines]
    if not firsts:
        return last
    return _("%(first_items)s, and %(last_item)s") % {"first_items": _(", ").join(firsts), "last_item": last}


_SAID = {
    Kind.FIFTEEN: gettext_lazy("fifteen for %(points)s"),
    Kind.RUN: gettext_lazy("a run of %(length)s for %(points)s"),
    Kind.PAIR: gettext_lazy("a pair for %(points)s"),
    Kind.FLUSH: gettext_lazy("a flush of %(length)s for %(points)s"),
    Kind.NOBS: gettext_lazy("%(points)s for his nob"),
    Kind.HEELS: gettext_lazy("%(points)s for his heels"),
    Kind.THIRTY_ONE: gettext_lazy("thirty-one for %(points)s"),
    Kind.GO: gettext_lazy("%(points)s for go"),
    Kind.LAST: gettext_lazy("%(points)s for the last card"),
    Kind.CLAIM: gettext_lazy("%(points)s as claimed"),
    Kind.MUGGINS: gettext_lazy("muggins for %(points)s"),
    Kind.TIME: gettext_lazy("%(points)s from another’s clock"),
}
_ROYAL = {3: gettext_lazy("a pair royal for %(points)s"), 4: gettext_lazy("a double pair royal for %(points)s")}


_PAIRS = {2: Named.PAIR, 3: Named.PAIR_ROYAL, 4: Named.DOUBLE_PAIR_ROYAL}
_SCORED = {
    Kind.THIRTY_ONE: gettext_lazy("Thirty-one"),
    Kind.GO: gettext_lazy("Go"),
    Kind.LAST: gettext_lazy("Last card"),
    Kind.HEELS: gettext_lazy("His heels"),
    Kind.CLAIM: gettext_lazy("As claimed"),
    Kind.MUGGINS: gettext_lazy("Muggins"),
    Kind.TIME: gettext_lazy("Out of time"),
}


def score_name(score: Score) -> str:
    """Return the name of a score in the play: "Fifteen", "Run of three", "Thirty-one"."""
    if score.kind in _SCORED:
        return str(_SCORED[score.kind])
    named = _PAIRS[len(score.cards)] if score.kind is Kind.PAIR else Named(score.kind)
    return count_lines([Combination(named, (score,))])[0].name


def score_aloud(score: Score) -> str:
    """Return a score as it is said when it is pegged: "fifteen for two", "a pair royal for six"."""
    said = _SAID[score.kind]
    if score.kind is Kind.PAIR:
        said = _ROYAL.get(len(score.cards), said)
    if score.points < 0:
        said = gettext_lazy("%(points)s lost to the clock")
    return said % {"points": number_aloud(abs(score.points)), "length": number_aloud(len(score.cards))}


def scores_aloud(scores: Iterable[Score]) -> str:
    """Return scores as they are said when they are pegged together: "fifteen for two, a pair for two"; "" for none."""
    return _(", ").join(map(score_aloud, scores))


_REFUSALS = {
    Reason.WRONG_PHASE: gettext_lazy("That is not what comes now."),
    Reason.NOT_YOUR_TURN: gettext_lazy("It is not that seat's turn."),
    Reason.NOT_THE_PACK: gettext_lazy("A shuffle names all 52 cards of the pack, each once."),
    Reason.NO_SUCH_PLACE: gettext_lazy("There is no card at that place to cut."),
    Reason.PLACE_TAKEN: gettext_lazy("The card at that place has been cut already."),
    Reason.ALREADY_DISCARDED: gettext_lazy("That seat has discarded already."),
    Reason.DISCARD_NUMBER: gettext_lazy("That is not the number of cards to discard."),
    Reason.NOT_IN_HAND: gettext_lazy("That card is not in the hand."),
    Reason.OVER_31: gettext_lazy("That card would take the count over 31."),
    Reason.COULD_PLAY: gettext_lazy(
        "A seat may say go only when it holds no card that keeps the count at 31 or below."
    ),
    Reason.CLAIM_NEEDED: gettext_lazy("At this table a play is counted: say what the card scores."),
    Reason.CLAIM_NOT_ASKED: gettext_lazy("At this table the play is counted by the table."),
    Reason.CLAIM_RANGE: gettext_lazy("A count is a whole number from 0 to 99."),
    Reason.NO_CLOCK: gettext_lazy("This table plays without that clock."),
    Reason.ALREADY_LATE: gettext_lazy("The clock has run out for this play already."),
    Reason.GAME_OVER: gettext_lazy("The game is over; the match goes on with the next game."),
    Reason.MATCH_OVER: gettext_lazy("The match is over."),
}
_RULES = {
    RulesReason.SEATS: gettext_lazy("Two to six seats can play."),
    RulesReason.SIDES: gettext_lazy("That many seats cannot make that many sides."),
    RulesReason.TARGET: gettext_lazy("The target is a whole number from 31 to 999."),
    RulesReason.DEALS: gettext_lazy("A limit on deals is a whole number from 1 to 999."),
    RulesReason.MUGGINS_WITHOUT_COUNTING: gettext_lazy("Muggins needs players who count for themselves."),
    RulesReason.CALLED_WITHOUT_MUGGINS: gettext_lazy("Without muggins there is nothing to call."),
    RulesReason.COUNT_CLOCK: gettext_lazy("The clock for counting allows 15 to 90 seconds."),
    RulesReason.PLAY_CLOCK: gettext_lazy("The clock for playing allows 15 to 90 seconds."),
    RulesReason.COUNT_CLOCK_WITHOUT_COUNTING: gettext_lazy("A clock for counting needs players who count."),
    RulesReason.DOUBLE_SKUNK: gettext_lazy("A double skunk is worth 4, or 3 where free scoring says so."),
    RulesReason.MATCH: gettext_lazy("A match is won at a whole number of match points from 1 to 999."),
}


def refusal(reason: Reason) -> str:
    """Return why the rules refuse an action."""
    return str(_REFUSALS[reason])


def rules_fault(reason: RulesReason) -> str:
    """Return why a set of rules is refused."""
    return str(_RULES[reason])


_STOPS = {
    RecordReason.NOT_A_RECORD: gettext_lazy(
        "Line %(line)s: this is not a cribbage record; it begins with “cribbage record 2”."
    ),
    RecordReason.VERSION: gettext_lazy("Line %(line)s: this program reads versions 1 and 2 of records, not %(text)s."),
    RecordReason.NO_RULES: gettext_lazy("Line %(line)s: the second line of a record gives the rules."),
    RecordReason.OPTION: gettext_lazy("Line %(line)s: “%(text)s” is not an option of the rules."),
    RecordReason.RULES: gettext_lazy("Line %(line)s: these rules cannot be played. %(cause)s"),
    RecordReason.NOT_AN_ACTION: gettext_lazy("Line %(line)s: “%(text)s” is not an action."),
    RecordReason.CARDS: gettext_lazy("Line %(line)s: “%(text)s” was not understood. %(cause)s"),
    RecordReason.TOO_LONG: gettext_lazy("Line %(line)s: no game is as long as this one; what follows was not read."),
    RecordReason.REFUSED: gettext_lazy("Line %(line)s: “%(text)s” is against the rules. %(cause)s"),
}


def record_fault(stop: Stop) -> str:
    """Return where and why the reading of a record stopped."""
    return _STOPS[stop.reason] % {"line": stop.line, "text": stop.text, "cause": _cause(stop)}


def _cause(stop: Stop) -> str:
    match stop.cause:
        case CardError():
            return card_fault(stop.cause)
        case Reason():
            return refusal(stop.cause)
        case RulesReason():
            return rules_fault(stop.cause)
        case None:
            return ""


_LEVELS = {
    Level.NOVICE: pgettext_lazy("level", "Novice"),
    Level.BEGINNER: pgettext_lazy("level", "Beginner"),
    Level.CASUAL: pgettext_lazy("level", "Casual"),
    Level.CLUB: pgettext_lazy("level", "Club player"),
    Level.STRONG: pgettext_lazy("level", "Strong player"),
    Level.EXPERT: pgettext_lazy("level", "Expert"),
}
_PLAYS_LIKE = {
    Level.NOVICE: gettext_lazy(
        "Sees pairs and easy fifteens, and overlooks much else. Wins about %(won)s of 100 against a beginner."
    ),
    Level.BEGINNER: gettext_lazy(
        "Keeps the points it sees, overlooks longer fifteens and runs. "
        "Wins about %(won)s of 100 against a casual player."
    ),
    Level.CASUAL: gettext_lazy(
        "Keeps the best-counting hand, forgets whose crib it is. Wins about %(won)s of 100 against a club player."
    ),
    Level.CLUB: gettext_lazy(
        "Weighs the crib and the next reply, overlooks a score now and then. "
        "Wins about %(won)s of 100 against a strong player."
    ),
    Level.STRONG: gettext_lazy(
        "Weighs hand, crib and play, and overlooks hardly anything. Wins about %(won)s of 100 against the expert."
    ),
    Level.EXPERT: gettext_lazy(
        "Works out all that can still fall, and plays to the score. Wins about %(won)s of 100 against a strong player."
    ),
}


def level_name(level: Level) -> str:
    """Return the name of a bot's level."""
    return str(_LEVELS[level])


def level_sentence(level: Level) -> str:
    """Return how a bot of this level plays, and how often it wins against its neighbour."""
    return _PLAYS_LIKE[level] % {"won": 100 - WINS[Level.STRONG] if level is Level.EXPERT else WINS[level]}


def match_told(level: Level) -> str:
    """Return what is said when another game begins with an opponent of this level, because the person's strength has
    changed."""
    return _("Match me: today your opponent is of another level, %(level)s.") % {"level": level_name(level)}


def match_sentence(level: Level) -> str:
    """Return what is said of an opponent that is chosen for even games, and is of this level today."""
    return _("For even games: today that is %(level)s.") % {"level": level_name(level)}
