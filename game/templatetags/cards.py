"""Cards and pegs in templates: faces, names, and a row with the cards of one item highlighted."""

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from game.engine.cards import PACK, RANKS, Card, parse_cards
from game.table.typed import TableQuestion
from game.words.terms import card_name as name_of
from game.words.terms import letter_on_card, the_card

register = template.Library()

TRACK_END = 30
_PITCH, _GROUP_GAP, _EDGE = 10, 6, 10


@register.filter
def card_name(card: Card) -> str:
    """Return the card in words: "5 of hearts"."""
    return name_of(card)


@register.filter
def unbroken(text: str) -> str:
    """Return a text in which no line ends within the name of a card."""
    return card_names(get_language()).sub(lambda name: name[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


@cache
def card_names(language: str | None) -> re.Pattern[str]:
    """Return what finds the name of a card in a text of a language."""
    with override(language):
        names = {name(card) for card in PACK for name in (name_of, the_card)}
    return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))


@register.simple_tag
def card_face(card: Card, look: str = "", silent: bool = False, told: bool = False, key: int = 0) -> SafeString:
    """Return the drawing of a card. `look` is "", "is-counted" or "is-dimmed". `key` is the single key that
    chooses it, 0 for none.

    A dimmed card is hidden from screen readers, but where it is `told`. So is a `silent` one, whose name is written
    beside it.
    """
    is_silent = silent or (look == "is-dimmed" and not told)
    return _face(card, (letter_on_card(card.rank), name_of(card)), look, is_silent, key)


@lru_cache(maxsize=2048)  # pages draw dozens of cards, and there are only so many ways to
def _face(card: Card, words: tuple[str, str], look: str, silent: bool, key: int) -> SafeString:
    (rank, name), court = words, RANKS[card.rank - 1]
    shown = {"card": card, "rank": rank, "court": court, "name": name, "look": look, "silent": silent, "key": key}
    return render_to_string("parts/cards.html#face", shown)


@register.simple_tag
def cards(text: str) -> Sequence[Card]:
    """Return the cards of a text: "2C 4D"."""
    return parse_cards(text)


@register.simple_tag
def question_letters() -> str:
    """Return the letters that ask the table something."""
    return "".join(TableQuestion).lower()


@register.inclusion_tag("parts/cards.html#row")
def card_row(hand: Sequence[Card], starter: Card, counted: Collection[Card]) -> dict[str, object]:
    """Return the context of a hand in small cards, with the `counted` cards outlined and the others dimmed."""
    looks = [(card, "is-counted" if card in counted else "is-dimmed") for card in (*hand, starter)]
    return {"hand": looks[:-1], "starter": looks[-1]}


@register.inclusion_tag("parts/cards.html#track")
def peg_track(claim: int, points: int) -> dict[str, object]:
    """Return the context of a row of holes 0 to 30, with one peg at the claim and one at the true points."""
    holes = [_EDGE + n * _PITCH + (n + 4) // 5 * _GROUP_GAP for n in range(TRACK_END + 1)]
    return {
        "claim": claim,
        "points": points,
        "holes": holes,
        "width": holes[-1] + _EDGE,
        "claim_at": holes[claim] if 0 <= claim <= TRACK_END and claim != points else None,
        "points_at": holes[min(points, TRACK_END)],
    }
