"""Exhibits of lessons: a hand counted item by item, a series card by card, cards, a board, tables.

An exhibit is read with its lesson, and raises ValueError for lines that make no sense. Some appear part by part.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.boards import BoardStanding, Design
from game.engine.cards import Card, parse_cards
from game.engine.rules import TARGETS, Rules
from game.engine.scoring import THIRTY_ONE, combine, count_of
from game.strategy import tactics
from game.words import terms
from trainer.drills.count import question as count_question
from trainer.drills.count import words as count_words
from trainer.drills.peg import question as peg_question
from trainer.glossary import not_plain, words_alone
from trainer.lessons import discard_figures
from trainer.lessons.figures import addition

Named = TypeVar("Named")

PARTIALS = "trainer/lessons/_parts.html"


class Exhibit(Protocol):
    """Something that a lesson shows, at once or part by part."""

    @property
    def template(self) -> str:
        """The template."""

    @property
    def parts(self) -> int:
        """The number of parts that appear one by one; 0 if everything is shown at once."""

    def context(self, shown: int) -> dict[str, object]:
        """Return the context of the template when this many parts are shown."""


@dataclass(frozen=True)
class WorkedCount:
    """A hand counted aloud, item by item."""

    question: count_question.CountQuestion
    template: str = f"{PARTIALS}#work"

    @property
    def parts(self) -> int:
        """One for each item of the count."""
        return len(combine(self.question.scores))

    def context(self, shown: int) -> dict[str, object]:
        """Return the items so far, and the last of them as an announcement for screen readers."""
        lines = terms.count_lines(combine(self.question.scores))
        so_far = lines[:shown]
        return {
            "question": self.question,
            "aloud": count_words.deal_aloud(self.question),
            "lines": so_far,
            "counted": {card for line in so_far[-1:] for card in line.cards},
            "announcement": _("%(name)s: %(spoken)s") % {"name": so_far[-1].name, "spoken": so_far[-1].spoken}
            if so_far
            else "",
        }


@dataclass(frozen=True, slots=True)
class SeriesCard:
    """A card of a series with the count after it, and its scores in words."""

    card: Card
    count: int
    points: int
    scores: str

    @property
    def aloud(self) -> str:
        """The card, the count and the scores in a sentence."""
        words = {"card": terms.card_name(self.card), "count": self.count, "scores": self.scores}
        if self.points:
            return _("%(card)s: %(count)s, %(scores)s.") % words
        return _("%(card)s: %(count)s, and nothing scored.") % words


@dataclass(frozen=True)
class SeriesExhibit:
    """A series of the play, card by card."""

    cards: tuple[Card, ...]
    last: bool = False
    template: str = f"{PARTIALS}#series"

    @property
    def parts(self) -> int:
        """One for each card but the first, which is shown from the start."""
        return len(self.cards) - 1

    def context(self, shown: int) -> dict[str, object]:
        """Return the cards so far, with counts and scores."""
        laid = [self._laid(place) for place in range(shown + 1)]
        return {"laid": laid, "announcement": laid[-1].aloud}

    def _laid(self, place: int) -> SeriesCard:
        closing = self.last and place == len(self.cards) - 1
        question = peg_question.PegQuestion(self.cards[:place], self.cards[place], closing)
        scores = terms.scores_aloud(question.scores)
        return SeriesCard(question.card, question.count, question.points, scores)


BACK = "??"
"""A card face down in a group of cards."""
_SUM = "sum "
_LOOKS = {"into": "is-into", "turned": "is-turned", "framed": "is-framed"}
"""What may stand before the cards of a group, and the class it gives them."""
_MOST = 3
"""Cards of a small picture, and small groups that lie in rows."""


@dataclass(frozen=True)
class CardGroup:
    """Cards that lie together; some may be face down, and what they add up to may be told.

    Of its `look`, they may be what the groups before them make, lie turned up on the pack, or stand out in a frame.
    """

    places: tuple[Card | str, ...]
    summed: tuple[Card, ...] = ()
    look: str = ""

    @property
    def told(self) -> str:
        """What the cards add up to, "7 + 8 = 15"; "" if that is not told."""
        return addition(self.summed) if self.summed else ""

    @property
    def backs(self) -> str:
        """How many cards lie face down, in words; "" if none do."""
        number = self.places.count(BACK)
        return ngettext("%(n)s card face down", "%(n)s cards face down", number) % {"n": number} if number else ""


@dataclass(frozen=True)
class CardsExhibit:
    """Groups of cards, each with a caption."""

    groups: tuple[tuple[CardGroup, str], ...]
    template: str = f"{PARTIALS}#cards"
    parts: int = 0

    def context(self, shown: int) -> dict[str, object]:
        """Return the groups, and whether they lie in rows."""
        return {"groups": self.groups, "in_rows": self._in_rows}

    @property
    def _in_rows(self) -> bool:
        """Whether three small groups lie one below the other, each with its caption beside it."""
        return len(self.groups) == _MOST and all(len(group.places) <= _MOST for group, _caption in self.groups)


@dataclass(frozen=True)
class BoardExhibit:
    """A board with pegs."""

    design: Design
    target: int
    pegs: tuple[tuple[int, int], ...]
    marked: bool = False
    """Whether its skunk lines are drawn."""
    template: str = f"{PARTIALS}#board"
    parts: int = 0

    @cached_property
    def standing(self) -> BoardStanding:
        """The positions of the pegs, as a game has them."""
        fronts = tuple(front for front, _rear in self.pegs)
        rears = tuple(rear for _front, rear in self.pegs)
        moves = tuple(2 if front else 0 for front in fronts)
        skunk_lines = Rules(target=self.target).skunk_lines if self.marked else ()
        return BoardStanding(fronts, rears, moves, self.target, skunk_lines)

    def context(self, shown: int) -> dict[str, object]:
        """Return the board, and the positions of its pegs in words."""
        return {
            "design": str(self.design),
            "standing": self.standing,
            "said": [_where(side + 1, front, rear) for side, (front, rear) in enumerate(self.pegs)],
        }


def _where(side: int, front: int, rear: int) -> str:
    words = {"side": side, "front": front, "rear": rear}
    return _("Player %(side)s: front peg in hole %(front)s, rear peg in hole %(rear)s.") % words


# ----------------------------------------------------------------------------------------------------- reading


class LineError(ValueError):
    """A line of a block that cannot be read: its number, from 0, and the reason."""

    def __init__(self, line: int, reason: ValueError) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason


def _one(lines: Sequence[str]) -> str:
    if len(lines) != 1:
        raise ValueError(
            ngettext("one line is wanted, not %(n)s", "one line is wanted, not %(n)s", len(lines)) % {"n": len(lines)}
        )
    return lines[0]


def _work(lines: Sequence[str]) -> WorkedCount:
    return WorkedCount(count_question.read(_one(lines)))


def _series(lines: Sequence[str]) -> SeriesExhibit:
    line = _one(lines)
    cards = parse_cards(line.removeprefix("last "))
    if len(cards) < 2 or count_of(cards) > THIRTY_ONE:
        raise ValueError(_("a series has at least two cards, and 31 at most"))
    return SeriesExhibit(cards, line.startswith("last "))


def _captioned(lines: Sequence[str], read: Callable[[str], Named]) -> tuple[tuple[Named, str], ...]:
    """Read lines that end with a caption. Raises ValueError."""
    if not lines:
        raise ValueError(_("the block is empty"))
    rows = []
    for place, line in enumerate(lines):
        shown, _colon, caption = (part.strip() for part in line.partition(" : "))
        try:
            if not caption:
                raise ValueError(_("a caption is missing: “%(line)s”") % {"line": line})
            if not words_alone(caption):
                raise ValueError(not_plain(caption))
            rows.append((read(shown), caption))
        except ValueError as error:
            raise LineError(place, error) from error
    return tuple(rows)


def _group(text: str) -> CardGroup:
    first, _space, rest = text.partition(" ")
    look = _LOOKS.get(first, "")
    text = rest if look else text
    listed = text.removeprefix(_SUM)
    parts = listed.split()
    cards = parse_cards(" ".join(part for part in parts if part != BACK))
    if not cards and BACK not in parts:
        raise ValueError(_("name the cards"))
    if listed == text:
        return CardGroup(tuple(part if part == BACK else Card.parse(part) for part in parts), look=look)
    if len(cards) != len(parts):
        raise ValueError(_("only cards that are named can be added up"))
    return CardGroup(cards, cards)


def small_picture(text: str) -> tuple[Card | str, ...]:
    """Read the cards of a small picture, "5C TD" or "?? ??". Raises ValueError."""
    places = _group(text).places
    if len(places) > _MOST:
        raise ValueError(_("a picture has at most three cards: “%(cards)s”") % {"cards": text})
    return places


def _cards(lines: Sequence[str]) -> CardsExhibit:
    return CardsExhibit(_captioned(lines, _group))


_BOARD = re.compile(r"(\w+) of (\d+)( with skunk lines)? : ((?:\d+-\d+ ?){1,3})", re.ASCII)


def _board(lines: Sequence[str]) -> BoardExhibit:
    found = _BOARD.fullmatch(_one(lines).strip())
    if not found or found[1] not in set(Design) or int(found[2]) not in TARGETS:
        raise ValueError(_("a board is told like this: plank of 121 : 24-16 30-22"))
    pegs = []
    for pair in found[4].split():
        front, rear = map(int, pair.split("-"))
        if not (rear < front <= int(found[2]) or front == rear == 0):
            raise ValueError(
                _("the front peg is ahead of the rear one, and both are on the board: %(pegs)s") % {"pegs": pair}
            )
        pegs.append((front, rear))
    return BoardExhibit(Design(found[1]), int(found[2]), tuple(pegs), marked=bool(found[3]))


@dataclass(frozen=True)
class DiscardExhibit:
    """The best discards from a hand, or pairs of ranks in a crib."""

    told: discard_figures.RankedDiscards | discard_figures.CribTable
    parts: int = 0

    @property
    def template(self) -> str:
        """The template of the table."""
        return self.told.template

    def context(self, shown: int) -> dict[str, object]:
        """Return the context of the table."""
        return self.told.context()


def _weigh(lines: Sequence[str]) -> DiscardExhibit:
    return DiscardExhibit(discard_figures.weigh(_one(lines)))


def _cribs(lines: Sequence[str]) -> DiscardExhibit:
    return DiscardExhibit(discard_figures.cribs(_one(lines)))


@dataclass(frozen=True)
class TacticsExhibit:
    """Figures of the play, each with a caption and with what chance may have done to it: two standard errors."""

    rows: tuple[tuple[str, str], ...]
    template: str = f"{PARTIALS}#tactics"
    parts: int = 0

    def context(self, shown: int) -> dict[str, object]:
        """Return the figures with their captions and errors."""
        figures = [(tactics.figure(name), caption) for name, caption in self.rows]
        return {"rows": [(_hundredths(each.mean), _hundredths(2 * each.error), caption) for each, caption in figures]}


def _hundredths(points: float) -> str:
    """Format average points with two decimals."""
    size = terms.decimal(abs(points), 2)
    return _("−%(points)s") % {"points": size} if points < 0 else size


def _tactic(name: str) -> str:
    if name not in tactics.names():
        raise ValueError(_("there is no figure of the play “%(name)s”") % {"name": name})
    return name


def _tactics(lines: Sequence[str]) -> TacticsExhibit:
    return TacticsExhibit(_captioned(lines, _tactic))


EXHIBITS: dict[str, Callable[[Sequence[str]], Exhibit]] = {
    "work": _work,
    "series": _series,
    "cards": _cards,
    "board": _board,
    "weigh": _weigh,
    "cribs": _cribs,
    "tactics": _tactics,
}
"""Exhibits by the name of their block."""
