"""Text typed at the table: actions ("5h", "5h jc", "12", "go") and the questions that a player may ask at any time.

Source: RULES.md, Questions a player can ask at any time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.engine.cards import RANKS, Card, CardError, CardReason, parse_cards
from game.engine.play import CLAIMS, Action, Call, Claim, Cut, Discard, Go, Pass, Play
from game.engine.rules import Counted
from game.engine.view import Phase, View
from game.numbers import whole_number
from game.words.typed import Typed, in_records, is_typed, letters, shortened, understood, without

_LONGEST = 60


class TableQuestion(StrEnum):
    """A question to the table. The value is the letter that asks it."""

    COUNT = "C"
    CRIB = "B"
    STARTER = "F"
    TABLE = "V"
    HAND = "W"
    SCORES = "S"
    TURN = "T"
    REPEAT = "R"
    HINT = "H"
    HELP = "?"


class Unclear(StrEnum):
    """The reason why a text does nothing."""

    NOT_UNDERSTOOD = "not_understood"
    NO_CARD = "no_card"
    NO_NUMBER_NOW = "no_number_now"
    CARD_TOO = "card_too"
    NUMBER_RANGE = "number_range"
    COUNT_RANGE = "count_range"
    NO_CARDS_NOW = "no_cards_now"
    ONE_CARD = "one_card"
    DISCARDS = "discards"
    WHICH = "which"
    NOT_HELD = "not_held"
    NO_ACE_HELD = "no_ace_held"


@dataclass(frozen=True, slots=True)
class GoOn:
    """The table is to go on."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A text that does nothing, and why. `error` is what is wrong with its cards, `cards` are those that it may mean,
    `most` is the highest count, `rank` that of which none is held."""

    typed: str
    why: Unclear
    error: CardError | None = None
    cards: tuple[Card, ...] = ()
    most: int = 0
    rank: int = 0


Meaning = Action | TableQuestion | GoOn | NotUnderstood

_ASKED = {
    Typed.COUNT: TableQuestion.COUNT,
    Typed.CRIB: TableQuestion.CRIB,
    Typed.STARTER: TableQuestion.STARTER,
    Typed.TABLE: TableQuestion.TABLE,
    Typed.HAND: TableQuestion.HAND,
    Typed.SCORES: TableQuestion.SCORES,
    Typed.TURN: TableQuestion.TURN,
    Typed.REPEAT: TableQuestion.REPEAT,
    Typed.HINT: TableQuestion.HINT,
    Typed.HELP: TableQuestion.HELP,
}
"""The questions that may be asked in words, too."""

_NUMBERS = range(10_000)
_PEGGED = range(100)
"""What may be typed of numbers, and of points after a card."""

MOST_COUNTED, _MOST_OF_FIVE = 29, 46
"""The highest counts of a hand or crib: of four cards, and of five."""

_SHORT = {"g": "go", "p": "pass"}
_LEFT_OVER = re.compile(r" [0-9]{1,2}$")
"""A number that may stand in the box beside the buttons for go and pass; it is passed over."""


def question_in(text: str) -> TableQuestion | None:
    """Return what a letter or words ask, None if they ask nothing."""
    typed = " ".join(text.split())
    if typed.upper() in list(TableQuestion):
        return TableQuestion(typed.upper())
    words = typed.lower().rstrip(" ?")
    return next((asked for meaning, asked in _ASKED.items() if is_typed(words, meaning)), None)


def understand(text: str, view: View) -> Meaning:
    """Return what a text means now if somebody in the view's seat types it. Never raises."""
    typed = " ".join(text.split())[:_LONGEST]
    if meaning := _in_words(typed, view):
        return meaning
    if (asked := question_in(typed)) and not _is_own_card(typed, view):
        return asked
    short = shortened(typed)
    number = re.fullmatch(r"\d+", without(short, [Typed.NUMBER], before=r"\d"))
    found = _number(whole_number(number[0], of=_NUMBERS), short, view) if number else _cards(short, view)
    # Whoever wrote a number or a card in words is answered in their own.
    if isinstance(found, NotUnderstood) and found.typed == short:
        return replace(found, typed=typed)
    return found


def _is_own_card(typed: str, view: View) -> bool:
    """Return whether a letter that also asks something names a card to play: "R" is the king on French cards."""
    seat = view.seat or 0
    if view.phase is not Phase.PEGGING or view.claim or seat not in view.waited_for:
        return False
    return letters().get(typed.upper()) in {RANKS[card.rank - 1] for card in view.hand}


def _in_words(typed: str, view: View) -> Meaning | None:
    """Return what a text in words means, None for what is none.

    The buttons and clocks that go on say “next”: it never lets a claim stand, as “ok” does. Polish says “dalej” for go
    and for going on: it is a go where the player has to play.
    """
    seat, word = view.seat or 0, typed.lower()
    said = _LEFT_OVER.sub("", word)
    said = _SHORT.get(said, said)
    if view.claim and word == "ok":
        return Pass(seat)
    if is_typed(said, Typed.PASS) and (view.claim or not is_typed(said, Typed.GO)):
        return Pass(seat)
    plays = seat in view.waited_for and not view.claim
    if is_typed(said, Typed.GO) and (plays or not is_typed(said, Typed.GO_ON)):
        return Go(seat)
    if not word or is_typed(word, Typed.GO_ON) or (view.phase is Phase.DEALING and is_typed(word, Typed.DEAL)):
        return GoOn()
    if is_typed(word, Typed.CUT) and (places := [action for action in view.legal if isinstance(action, Cut)]):
        return places[len(places) // 2]
    if view.phase is Phase.DISCARDING and is_typed(word, Typed.DISCARD):
        return NotUnderstood(typed, Unclear.DISCARDS)
    return None


def _number(number: int | None, typed: str, view: View) -> Meaning:
    seat = view.seat or 0
    if number is None:
        return NotUnderstood(typed, Unclear.NUMBER_RANGE)
    match view.phase:
        case Phase.CUTTING_FOR_DEAL | Phase.CUTTING:
            return Cut(seat, number - 1) if number else NotUnderstood(typed, Unclear.NUMBER_RANGE)
        case Phase.COUNTING if number > (most := _most(view)):
            return NotUnderstood(typed, Unclear.COUNT_RANGE, most=most)
        case _ if number not in CLAIMS:
            return NotUnderstood(typed, Unclear.NUMBER_RANGE)
        case _ if view.claim:  # whoever says the same number agrees
            return Pass(seat) if number == view.claim[1] else Call(seat, number)
        case Phase.COUNTING:
            return Claim(seat, number)
        case Phase.PEGGING if view.rules.counting is Counted.ALL:
            return NotUnderstood(typed, Unclear.CARD_TOO)
        case Phase.DISCARDING | Phase.PEGGING if number in _RANKS_IN_FIGURES:
            return _cards(typed, view)
        case _:
            return NotUnderstood(typed, Unclear.NO_NUMBER_NOW)


def _most(view: View) -> int:
    return _MOST_OF_FIVE if view.counting and len(view.counting.cards) > 4 else MOST_COUNTED


def _cards(typed: str, view: View) -> Meaning:
    """Read cards: one to play, with its points if players count the play ("5h 2"), or those to discard."""
    claim = None
    text = typed
    if view.phase is Phase.DISCARDING:
        text = without(typed, [Typed.DISCARD], before=r"\S")
    if view.phase is Phase.PEGGING:
        typed = text = without(typed, [Typed.PLAY], before=r"\S")
    if view.phase is Phase.PEGGING and view.rules.counting is Counted.ALL and (counted := _counted(typed)):
        text, claim = counted[1], whole_number(counted[2] or "0", of=_PEGGED)
        if claim is None:
            return NotUnderstood(typed, Unclear.NUMBER_RANGE)
    text = in_records(text, {str(card) for card in view.hand})
    names_own = view.phase in {Phase.DISCARDING, Phase.PEGGING} and not view.claim
    try:
        cards = _of_hand(text, typed, view.hand) if names_own else parse_cards(text)
    except CardError as error:
        if view.seat in view.waited_for and not names_own:
            return NotUnderstood(typed, Unclear.NUMBER_RANGE)
        if (
            len(parts := text.split()) > 1
            and max(map(len, parts)) > _LONGEST_CARD
            and not any(map(_begins_card, parts))
        ):
            return NotUnderstood(typed, Unclear.NO_CARD)
        return NotUnderstood(typed, Unclear.NOT_UNDERSTOOD, error)
    return cards if isinstance(cards, NotUnderstood) else _of_cards(cards, claim, typed, view)


def _counted(typed: str) -> re.Match[str] | None:
    """Return a card and, if they are given, the points that are claimed for it."""
    between = "|".join(map(re.escape, understood(Typed.FOR)))
    return re.fullmatch(rf"(\S+)(?:\s+(?:(?:{between})\s+)?(\d+))?", typed, re.IGNORECASE)


def typed_points(text: str) -> bool:
    """Return whether a text that plays a card says how many points are claimed for it, be it none."""
    counted = _counted(without(shortened(" ".join(text.split())), [Typed.PLAY], before=r"\S"))
    return bool(counted and counted[2])


_BETWEEN = re.compile(r"[\s,;|]+")
_LONGEST_CARD = len("10c")
_NAMES = {"ACE": "A", "1": "A", "10": "T", "JACK": "J", "QUEEN": "Q", "KING": "K"}
_RANKS_IN_FIGURES = range(1, 11)


def _of_hand(text: str, typed: str, hand: Sequence[Card]) -> tuple[Card, ...] | NotUnderstood:
    """Return the cards of a hand that a text names: by their ranks, where that is enough, or whole. Raises CardError.

    A whole card that is not held is returned as well: the rules refuse it. What is no card at all is told first.
    """
    found: list[Card] = []
    parts = [part for part in filter(None, _BETWEEN.split(text)) if not _is_between(part)]
    if text and not parts:
        return NotUnderstood(typed, Unclear.NO_CARD)
    names = [_NAMES.get(part.upper(), part.upper()) for part in parts]
    whole = [None if name in RANKS else Card.parse(part) for part, name in zip(parts, names, strict=True)]
    for part, name, card in zip(parts, names, whole, strict=True):
        held = [card] if card else [one for one in hand if RANKS[one.rank - 1] == name]
        if len(held) > 1:
            return NotUnderstood(typed, Unclear.WHICH, cards=tuple(held))
        if not held:
            why = Unclear.NO_ACE_HELD if part == "1" else Unclear.NOT_HELD
            return NotUnderstood(typed, why, rank=RANKS.index(name) + 1)
        if held[0] in found:
            raise CardError(CardReason.TWICE, str(held[0]))
        found.append(held[0])
    return tuple(found)


def _is_between(text: str) -> bool:
    """Return whether a word only joins cards or their parts: "and", "the", "of"."""
    return is_typed(text.lower(), Typed.AND) or is_typed(text.lower(), Typed.THE)


def _begins_card(text: str) -> bool:
    """Return whether a text is a card, or begins as one does: "5x", "10". The word “a” alone is none."""
    try:
        Card.parse(text)
    except CardError:
        return text[0].isdigit() or text.upper() in {*RANKS[1:], *_NAMES}
    return True


def _of_cards(cards: tuple[Card, ...], claim: int | None, typed: str, view: View) -> Meaning:
    seat = view.seat or 0
    match view.phase:
        case Phase.DISCARDING:
            return Discard(seat, cards)
        case Phase.PEGGING:
            return Play(seat, cards[0], claim) if len(cards) == 1 else NotUnderstood(typed, Unclear.ONE_CARD)
        case _:
            return NotUnderstood(typed, Unclear.NO_CARDS_NOW)
