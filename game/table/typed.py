"""Text typed at the table: actions ("5h", "5h jc", "12", "go") and the questions that a player may ask at any time.

Source: RULES.md, Questions a player can ask at any time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from game.engine.cards import RANKS, Card, CardError, parse_cards
from game.engine.play import CLAIMS, Action, Call, Claim, Cut, Discard, Go, Pass, Play
from game.engine.rules import Counted
from game.engine.view import Phase, View
from game.numbers import whole_number
from game.words.typed import Typed, in_records, is_typed, without, words

_LONGEST = 60
_ASKED_IN_WORDS = {"hand", "my hand", "cards", "my cards"}


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
    NO_NUMBER_NOW = "no_number_now"
    CARD_TOO = "card_too"
    NUMBER_RANGE = "number_range"
    NO_CARDS_NOW = "no_cards_now"
    ONE_CARD = "one_card"
    DISCARDS = "discards"
    WHICH = "which"


@dataclass(frozen=True, slots=True)
class GoOn:
    """The table is to go on."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A text that does nothing, and why. `error` is what is wrong with its cards, `cards` are those that it may
    mean."""

    typed: str
    why: Unclear
    error: CardError | None = None
    cards: tuple[Card, ...] = ()


Meaning = Action | TableQuestion | GoOn | NotUnderstood

_NUMBERS = range(10_000)
_PEGGED = range(100)
"""What may be typed of numbers, and of points after a card."""

_GO_ON = {"", "next", "continue", "ok"}
_DEAL = {"deal", "deal the cards", "deal cards"}
_SAY_GO = re.compile(r"go?( [0-9]{1,2})?")
_PASS = re.compile(r"(?:p|pass|stand)( [0-9]{1,2})?")
"""A number may stand in the box beside these buttons; it is passed over."""

_DISCARD = re.compile(r"discards?|throws?|lays? away")
_DISCARDS = re.compile(rf"(?:{_DISCARD.pattern}) (?=\S)", re.IGNORECASE)


def understand(text: str, view: View) -> Meaning:
    """Return what a text means now if somebody in the view's seat types it. Never raises."""
    typed = " ".join(text.split())[:_LONGEST]
    word = typed.lower()
    seat = view.seat or 0
    if typed.upper() in list(TableQuestion):
        return TableQuestion(typed.upper())
    if word in _ASKED_IN_WORDS:
        return TableQuestion.HAND
    if _SAY_GO.fullmatch(word):
        return Go(seat)
    if _PASS.fullmatch(word) or (view.claim and word == "ok"):
        return Pass(seat)
    if meaning := _local(word, view):
        return meaning
    if view.phase is Phase.DISCARDING and _DISCARD.fullmatch(word):
        return NotUnderstood(typed, Unclear.DISCARDS)
    if word in _GO_ON or (view.phase is Phase.DEALING and word in _DEAL):
        return GoOn()
    if number := re.fullmatch(r"(?:cut |claim |call )?(\d+)", without(word, [Typed.NUMBER], before=r"\d")):
        return _number(whole_number(number[1], of=_NUMBERS), typed, view)
    return _cards(typed, view)


def _local(word: str, view: View) -> Meaning | None:
    """Return what a word means in the language of the page.

    Polish says “dalej” for go and for going on: it is a go where the player has to play.
    """
    seat = view.seat or 0
    if view.claim and (is_typed(word, Typed.PASS) or is_typed(word, Typed.GO_ON)):
        return Pass(seat)
    if is_typed(word, Typed.GO) and (seat in view.waited_for or not is_typed(word, Typed.GO_ON)):
        return Go(seat)
    if is_typed(word, Typed.HAND):
        return TableQuestion.HAND
    if view.phase is Phase.DISCARDING and is_typed(word, Typed.DISCARD):
        return NotUnderstood(word, Unclear.DISCARDS)
    if is_typed(word, Typed.GO_ON) or (view.phase is Phase.DEALING and is_typed(word, Typed.DEAL)):
        return GoOn()
    return None


def _number(number: int | None, typed: str, view: View) -> Meaning:
    seat = view.seat or 0
    if number is None:
        return NotUnderstood(typed, Unclear.NUMBER_RANGE)
    match view.phase:
        case Phase.CUTTING_FOR_DEAL | Phase.CUTTING:
            return Cut(seat, number - 1) if number else NotUnderstood(typed, Unclear.NUMBER_RANGE)
        case _ if number not in CLAIMS:
            return NotUnderstood(typed, Unclear.NUMBER_RANGE)
        case _ if view.claim:
            return Call(seat, number)
        case Phase.COUNTING:
            return Claim(seat, number)
        case Phase.PEGGING if view.rules.counting is Counted.ALL:
            return NotUnderstood(typed, Unclear.CARD_TOO)
        case Phase.PEGGING if cards := _by_rank(str(number), view.hand):
            return Play(seat, cards[0])
        case Phase.PEGGING if doubtful := _doubtful(str(number), view.hand):
            return NotUnderstood(typed, Unclear.WHICH, cards=doubtful)
        case _:
            return NotUnderstood(typed, Unclear.NO_NUMBER_NOW)


def _cards(typed: str, view: View) -> Meaning:
    """Read cards: one to play, with its points if players count the play ("5h 2"), or those to discard."""
    claim = None
    text = typed
    if view.phase is Phase.DISCARDING:
        text = without(_DISCARDS.sub("", typed), [Typed.DISCARD], before=r"\S")
    if view.phase is Phase.PEGGING and view.rules.counting is Counted.ALL:
        between = "|".join(map(re.escape, ["for", *words(Typed.FOR)]))
        counted = re.fullmatch(rf"(\S+)(?:\s+(?:(?:{between})\s+)?(\d+))?", typed, re.IGNORECASE)
        if counted:
            text, claim = counted[1], whole_number(counted[2] or "0", of=_PEGGED)
            if claim is None:
                return NotUnderstood(typed, Unclear.NUMBER_RANGE)
    text = in_records(text)
    if doubtful := _doubtful(text, view.hand):
        return NotUnderstood(typed, Unclear.WHICH, cards=doubtful)
    try:
        cards = _by_rank(text, view.hand) or parse_cards(text)
    except CardError as error:
        return NotUnderstood(typed, Unclear.NOT_UNDERSTOOD, error)
    return _of_cards(cards, claim, typed, view)


_BETWEEN = re.compile(r"(?:[\s,;|]|\band\b)+", re.IGNORECASE)
_NAMES = {"ACE": "A", "1": "A", "10": "T", "JACK": "J", "QUEEN": "Q", "KING": "K"}


def _meant(text: str, hand: Sequence[Card]) -> list[list[Card]]:
    """Return for each name in a text the cards of a hand that have it as their rank, or whole."""
    parts = [part.upper() for part in _BETWEEN.split(text) if part and not is_typed(part.lower(), Typed.AND)]
    return [[card for card in hand if _NAMES.get(part, part) in {RANKS[card.rank - 1], str(card)}] for part in parts]


def _by_rank(text: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return cards of a hand that are named by their ranks or whole, () where a name is not that of one card."""
    found = _meant(text, hand)
    cards = tuple(dict.fromkeys(cards[0] for cards in found if len(cards) == 1))
    return cards if len(cards) == len(found) else ()


def _doubtful(text: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand that the first name for several of them may mean, () where there is none."""
    return next((tuple(cards) for cards in _meant(text, hand) if len(cards) > 1), ())


def _of_cards(cards: tuple[Card, ...], claim: int | None, typed: str, view: View) -> Meaning:
    seat = view.seat or 0
    match view.phase:
        case Phase.DISCARDING:
            return Discard(seat, cards)
        case Phase.PEGGING:
            return Play(seat, cards[0], claim) if len(cards) == 1 else NotUnderstood(typed, Unclear.ONE_CARD)
        case _:
            return NotUnderstood(typed, Unclear.NO_CARDS_NOW)
