"""Reads cards as people type them: with or without spaces, and without the suits that do not matter."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from game.engine.cards import Card, Suit

_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S", "\ufe0f": ""}
_BETWEEN = re.compile(r"[\s,;|]+")
_ITEM = re.compile(r"(?P<seat>[1-9]:)?(?:(?P<go>GO)|(?P<rank>10|[A2-9TJQK])(?P<suit>[CDHS]?))")
BOXES = ("hand", "starter", "away", "plays")
"""The fields that hold cards."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A card as it was typed, with "" for a suit that was not, or a go, which has no rank."""

    box: str
    seat: str
    rank: str
    suit: str

    def __str__(self) -> str:
        return f"{self.seat}{self.rank}{self.suit}" if self.rank else f"{self.seat}go"


class TooManyOfARankError(ValueError):
    """Raised where a rank is there more than four times. `box` is the field to blame."""

    def __init__(self, box: str) -> None:
        super().__init__(box)
        self.box = box


def with_suits(boxes: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """Return the fields in the form that the game reads, and whether suits were filled in.

    They are filled in so that there is no flush and no point for his nob where that can be. A field that cannot be
    read stays as it is. Raises TooManyOfARankError.
    """
    read = {box: _items(box, boxes.get(box, "")) for box in BOXES}
    items = [item for found in read.values() for item in found or ()]
    whole = _filled(items)
    text = {box: " ".join(str(item) for item in whole if item.box == box) for box in BOXES}
    return {**boxes, **{box: text[box] for box, found in read.items() if found}}, whole != items


def with_picked(hand: str, picked: Iterable[Card]) -> str:
    """Return the text of a hand with the cards that are picked, each once however it was typed: "10H" is "TH"."""
    typed = {f"{item.rank}{item.suit}" for item in _items("hand", hand) or ()}
    return " ".join([hand, *(str(card) for card in picked if str(card) not in typed)]).strip()


def _items(box: str, text: str) -> list[_Item] | None:
    """Return the cards and goes of a text, None if there is anything else in it."""
    rest = text.upper()
    for sign, letter in _SIGNS.items():
        rest = rest.replace(sign, letter)
    rest = _BETWEEN.sub("", rest)
    found = list(_ITEM.finditer(rest))
    if "".join(match[0] for match in found) != rest:
        return None
    parts = [match.groupdict(default="") for match in found]
    return [_Item(box, part["seat"], part["rank"].replace("10", "T"), part["suit"]) for part in parts]


def _filled(items: list[_Item]) -> list[_Item]:
    """Return the same with a suit for every card."""
    whole = list(items)
    bare = [place for place, item in enumerate(items) if item.rank and not item.suit]
    # Jacks last: the starter may have no choice.
    for place in sorted(bare, key=lambda place: items[place].rank == "J"):
        whole[place] = replace(whole[place], suit=_suit_for(whole[place], whole))
    return whole


def _suit_for(item: _Item, items: Iterable[_Item]) -> str:
    """Return the suit that is rarest among the cards, and that makes no nob if another one is free."""
    cards = [other for other in items if other.suit]
    free = [suit for suit in Suit if not any((other.rank, other.suit) == (item.rank, suit) for other in cards)]
    if not free:
        raise TooManyOfARankError(item.box)
    times = Counter(other.suit for other in cards if other.box == item.box)
    return min(free, key=lambda suit: (_is_nob(item, suit, cards), times[suit]))


def _is_nob(item: _Item, suit: str, cards: Iterable[_Item]) -> bool:
    """Return whether the card with this suit is the jack of the starter's, or the starter of a jack's."""
    if item.box == "starter":
        return any(card.box == "hand" and card.rank == "J" and card.suit == suit for card in cards)
    return item.rank == "J" and any(card.box == "starter" and card.suit == suit for card in cards)
