"""Reads hands and positions that somebody typed in to have them explained.

Nothing is stored. The same address always has the same explanation, because randomness is seeded by the position.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Self, TypeVar

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from game.engine.cards import PACK, Card, CardError, CardReason, text_of
from game.engine.play import Pegging
from game.engine.view import View
from game.numbers import whole_number
from game.positions import (
    Facts,
    Impossible,
    agreed,
    cards_told,
    check_number,
    counted_hand,
    discarding,
    in_play,
    plays_told,
    scores_told,
    starter_told,
)
from game.strategy.pegging import Worth, plays
from game.words import terms
from trainer.ask.typed import Misspelt, MisspeltCardError, TooManyOfARankError, with_picked, with_suits
from trainer.drills.count import question as count_question
from trainer.drills.discard import question as discard_question
from trainer.drills.positions import TARGET

_LONGEST = 200
"""Characters of a field that are read; a whole deal has fewer."""

Value = TypeVar("Value")


class HandInputError(ValueError):
    """An impossible hand or position. `sentence` says why; `box` is the field to blame, "" for several together."""

    def __init__(self, sentence: str, box: str = "") -> None:
        """Keep the sentence and the field."""
        super().__init__(sentence)
        self.sentence = sentence
        self.box = box


class StarterMissingError(HandInputError):
    """A hand without its starter. `cards` are those of which one can be it: none, unless there is one too many."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        """Keep the cards."""
        self.cards = cards if len(cards) in (5, 6) else ()
        ask, missing = _("Which of these is the starter?"), _("Pick the starter too, or type it, such as 4H.")
        super().__init__(ask if self.cards else missing, "starter")


@dataclass(frozen=True, slots=True)
class HandFields:
    """The fields of the form by name, each cut to a sensible length. Cards that are picked belong to the hand."""

    boxes: Mapping[str, str]
    picked: tuple[Card, ...] = ()

    @classmethod
    def sent(cls, query: QueryDict) -> Self:
        """Return what was typed and picked."""
        picked = [card for card in PACK if str(card) in query.getlist("card")]
        return cls({box: text for box, text in query.items() if isinstance(text, str)}, tuple(picked))

    def whole(self) -> tuple[Self, bool]:
        """Return the fields with the cards that are picked and a suit for every card, and whether one was filled in.

        Raises HandInputError.
        """
        texts = {box: self[box] for box in self.boxes}
        try:
            boxes, filled = with_suits({**texts, "hand": with_picked(self["hand"], self.picked)})
        except TooManyOfARankError as error:
            raise HandInputError(_("There are only four cards of each rank."), error.box) from error
        except MisspeltCardError as error:
            raise HandInputError(_misspelt(error), error.box) from error
        return type(self)(boxes), filled

    def __getitem__(self, box: str) -> str:
        """Return the text of a field, "" if it is missing."""
        return self.boxes.get(box, "").strip()[:_LONGEST]

    def number(self, box: str, usual: int) -> int:
        """Return a field as a whole number. Raises HandInputError."""
        text = self[box]
        if not text:
            return usual
        number = whole_number(text, of=range(10_000))
        if number is None:
            raise HandInputError(_("“%(typed)s” is not a whole number from 0 to 9999.") % {"typed": text[:20]}, box)
        return number


def _misspelt(error: MisspeltCardError) -> str:
    """Return what is wrong with a text that names no card."""
    words = {"part": error.piece}
    match error.why:
        case Misspelt.SCRIPT:
            sentence = _("“%(part)s” has a letter or digit of another script: type Latin ones, such as 5H, 10C or Q♠.")
            return sentence % words
        case Misspelt.ACE:
            return _("“%(part)s” is not a card: an ace is written A, such as AH.") % words
        case Misspelt.SUIT_FIRST:
            return _("“%(part)s” is not a card: the rank comes first and then the suit, such as 5H.") % words
        case _ if error.box == "plays":
            return _("“%(part)s” is neither a card nor a go: write them in their order, such as 7S 8D go.") % words
        case _:
            return terms.card_fault(CardError(CardReason.NOT_A_CARD, error.piece))


@contextmanager
def _in_box(box: str) -> Iterator[None]:
    try:
        yield
    except Impossible as error:
        raise HandInputError(str(error), error.about or box) from error


def _read(fields: HandFields, box: str, read: Callable[[str], Value]) -> Value:
    with _in_box(box):
        return read(fields[box])


def read_count(fields: HandFields) -> count_question.CountQuestion:
    """Read a hand or crib from the fields hand, starter and crib. Raises HandInputError."""
    held = _read(fields, "hand", cards_told)
    _read(fields, "starter", starter_told)
    if not held:
        raise HandInputError(_("Pick the cards of the hand, or type them, such as 4C 5S 6D JH."), "hand")
    with _in_box("hand"):
        if not fields["starter"]:
            # With six cards one is the starter of the other five.
            check_number(held[1:] if len(held) == 6 else held)
            raise StarterMissingError(held)
        hand, starter = counted_hand(fields["hand"], fields["starter"])
    return count_question.CountQuestion(tuple(sorted(hand)), starter, bool(fields["crib"]))


def read_discard(fields: HandFields) -> discard_question.DiscardQuestion:
    """Read a dealt hand from the fields hand, seats, place, scores and target. Raises HandInputError."""
    if not fields["hand"]:
        raise HandInputError(_("Pick the cards you were dealt, or type them, such as 2H 3C 9S TD JD QH."), "hand")
    facts, seat = _facts(fields), _place(fields) - 1
    facts = replace(facts, scores=_round_from(facts.scores, seat))
    with _in_box(""):
        discarding(facts, seat)
    own = _round_from(facts.scores, -seat)
    return discard_question.DiscardQuestion(
        tuple(sorted(facts.hand)), seat + 1, facts.rules.seats, own, facts.rules.target
    )


def explained_at(question: object) -> str:
    """Return the address that explains a hand to count or to discard from, "" for any other question."""
    match question:
        case count_question.CountQuestion(hand, starter, crib):
            fields = {"hand": text_of(hand), "starter": str(starter), **({"crib": "on"} if crib else {})}
            return f"{reverse('ask_count')}?{urlencode(fields)}"
        case discard_question.DiscardQuestion(hand, place, seats, scores, target):
            at = {"scores": ",".join(map(str, scores)), "target": str(target)} if scores else {}
            fields = {"hand": text_of(hand), "seats": str(seats), "place": str(place), **at}
            return f"{reverse('ask_discard')}?{urlencode(fields)}"
    return ""


@dataclass(frozen=True, slots=True)
class PlayToExplain:
    """A moment of the play: the state with the others' cards face down, and the legal cards, best first.

    `ranked` is () if the player must say go. `scores` tells whether scores were given.
    """

    state: Pegging
    view: View
    ranked: tuple[Worth, ...]
    scores: bool


def read_play(fields: HandFields) -> PlayToExplain:
    """Read a moment of the play from all fields but crib. Raises HandInputError."""
    if not fields["hand"]:
        raise HandInputError(_("Pick the cards you still hold, or type them, such as 5C JD."), "hand")
    if not fields["starter"]:
        raise HandInputError(_("Pick the starter too, or type it, such as 4H."), "starter")
    facts = _facts(fields)
    facts = replace(
        facts,
        away=_read(fields, "away", cards_told),
        starter=_read(fields, "starter", starter_told),
        plays=_read(fields, "plays", lambda text: plays_told(text, facts.rules, facts.dealer)),
    )
    seat = _place(fields) - 1 if fields["place"] else None
    with _in_box(""):
        turn = in_play(replace(facts, scores=()), seat)[0].turn
        facts = replace(facts, scores=_round_from(facts.scores, turn))
        state, view = in_play(facts, turn)
    return PlayToExplain(state, view, _ranked(facts, turn) if state.can_play(turn) else (), bool(facts.scores))


@lru_cache(maxsize=128)
def _ranked(facts: Facts, seat: int) -> tuple[Worth, ...]:
    return plays(in_play(facts, seat)[1], Random(str(facts)), to_win=bool(facts.scores))


def _facts(fields: HandFields) -> Facts:
    """Read the table, with the dealer in the last seat, and the hand. The scores still begin with one's own."""
    seats = fields.number("seats", 2)
    with _in_box("seats"):
        agreed(seats, None, TARGET)
    with _in_box("target"):
        rules = agreed(seats, None, fields.number("target", TARGET))
    scores = _read(fields, "scores", scores_told) if fields["scores"] else ()
    return Facts(rules, rules.seats - 1, _read(fields, "hand", cards_told), scores)


def _place(fields: HandFields) -> int:
    """Read the place, counted from 1 at the dealer's left; the last is the dealer."""
    seats = fields.number("seats", 2)
    names = {"": 1, "pone": 1, "dealer": seats}
    return names[fields["place"]] if fields["place"] in names else fields.number("place", 1)


def _round_from(scores: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Turn scores that begin with this seat into scores by seat."""
    if not scores:
        return ()
    turn = -seat % len(scores)
    return scores[turn:] + scores[:turn]
