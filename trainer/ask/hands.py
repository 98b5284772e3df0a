"""Hands that somebody types in to have them explained: from what stands in an address to a question or a position.

Nothing is stored, and nothing is random: the same address is always explained in the same way.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import TypeVar

from django.utils.translation import gettext as _

from game.engine.play import Pegging
from game.engine.view import View
from game.numbers import whole_number
from game.positions import (
    Facts,
    Impossible,
    agreed,
    cards_told,
    counted_hand,
    discarding,
    in_play,
    plays_told,
    scores_told,
    starter_told,
)
from game.strategy.pegging import Worth, plays
from trainer.drills.count import question as count_question
from trainer.drills.discard import question as discard_question
from trainer.drills.positions import TARGET

_LONGEST = 200
"""Characters of a box that are looked at; a whole deal has fewer."""

_Read = TypeVar("_Read")


class Fault(ValueError):
    """What was typed cannot be; the sentence says why, and `box` is the box it stands in, "" for several together."""

    def __init__(self, sentence: str, box: str = "") -> None:
        """Keep both."""
        super().__init__(sentence)
        self.sentence = sentence
        self.box = box


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands in the boxes of a page, each cut to a length that can be meant."""

    boxes: Mapping[str, str]

    def __getitem__(self, box: str) -> str:
        """The text of a box, "" if it was left out."""
        return self.boxes.get(box, "").strip()[:_LONGEST]

    def number(self, box: str, usual: int) -> int:
        """A whole number. Raises Fault."""
        text = self[box]
        if not text:
            return usual
        number = whole_number(text, of=range(10_000))
        if number is None:
            raise Fault(_("“%(typed)s” is not a whole number.") % {"typed": text[:20]}, box)
        return number


@contextmanager
def _in_box(box: str) -> Iterator[None]:
    try:
        yield
    except Impossible as error:
        raise Fault(str(error), box) from error


def _told(asked: Asked, box: str, read: Callable[[str], _Read]) -> _Read:
    with _in_box(box):
        return read(asked[box])


def to_count(asked: Asked) -> count_question.Question:
    """The hand or crib of the boxes hand, starter and crib. Raises Fault."""
    for box in ("hand", "starter"):
        _told(asked, box, cards_told)
    if not asked["hand"]:
        raise Fault(_("Type the cards of the hand first, such as 4C 5S 6D JH."), "hand")
    if not asked["starter"]:
        raise Fault(_("Type the starter too, such as 4H."), "starter")
    with _in_box("hand"):
        hand, starter = counted_hand(asked["hand"], asked["starter"])
    return count_question.Question(tuple(sorted(hand)), starter, bool(asked["crib"]))


def to_discard(asked: Asked) -> discard_question.Question:
    """The hand of the boxes hand, seats, place, scores and target. Raises Fault."""
    if not asked["hand"]:
        raise Fault(_("Type the cards you were dealt first, such as 2H 3C 9S TD JD QH."), "hand")
    facts, seat = _facts(asked), _place(asked) - 1
    facts = replace(facts, scores=_round_from(facts.scores, seat))
    with _in_box(""):
        discarding(facts, seat)
    own = _round_from(facts.scores, -seat)
    return discard_question.Question(tuple(sorted(facts.hand)), seat + 1, facts.rules.seats, own, facts.rules.target)


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of the play: its state with the others' cards face down, and what can be played, best first.

    `ranked` is () where the seat must say go. `scores` were told.
    """

    state: Pegging
    view: View
    ranked: tuple[Worth, ...]
    scores: bool


def to_play(asked: Asked) -> Position:
    """The position of the boxes hand, starter, plays, away, seats, place, scores and target. Raises Fault."""
    if not asked["hand"]:
        raise Fault(_("Type the cards you still hold first, such as 5C JD."), "hand")
    if not asked["starter"]:
        raise Fault(_("Type the starter too, such as 4H."), "starter")
    facts = _facts(asked)
    facts = replace(
        facts,
        away=_told(asked, "away", cards_told),
        starter=_told(asked, "starter", starter_told),
        plays=_told(asked, "plays", lambda text: plays_told(text, facts.rules, facts.dealer)),
    )
    seat = _place(asked) - 1 if asked["place"] else None
    with _in_box(""):
        turn = in_play(replace(facts, scores=()), seat)[0].turn
        facts = replace(facts, scores=_round_from(facts.scores, turn))
        state, view = in_play(facts, turn)
    return Position(state, view, _ranked(facts, turn) if state.can_play(turn) else (), bool(facts.scores))


@lru_cache(maxsize=128)
def _ranked(facts: Facts, seat: int) -> tuple[Worth, ...]:
    return plays(in_play(facts, seat)[1], Random(str(facts)), to_win=bool(facts.scores))


def _facts(asked: Asked) -> Facts:
    """The table with everybody alone, the dealer in the last seat, the hand; the scores still begin with the asker."""
    seats = asked.number("seats", 2)
    with _in_box("target"):
        rules = agreed(seats, None, asked.number("target", TARGET))
    scores = _told(asked, "scores", scores_told) if asked["scores"] else ()
    return Facts(rules, rules.seats - 1, _told(asked, "hand", cards_told), scores)


def _place(asked: Asked) -> int:
    """The place from the dealer's left, from 1; of the dealer's own, the last."""
    seats = asked.number("seats", 2)
    names = {"": 1, "pone": 1, "dealer": seats}
    return names[asked["place"]] if asked["place"] in names else asked.number("place", 1)


def _round_from(scores: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Scores that begin with this seat's, as they are by seat, the first of them at place 0."""
    if not scores:
        return ()
    turn = -seat % len(scores)
    return scores[turn:] + scores[:turn]
