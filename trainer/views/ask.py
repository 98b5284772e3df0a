"""Pages that explain any hand: what it counts, which cards to discard, which card to play.

Each is a form sent by GET: the address holds the whole question and can be shared, and nothing is stored.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from game.budget import costly
from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.rules import DEALS
from game.engine.scoring import combine, total
from game.positions import pegged
from game.table.words import the_cards
from game.words import terms
from game.words.discards import signed
from trainer.ask import hands
from trainer.ask.hands import HandFields, HandInputError, PlayToExplain, StarterMissingError
from trainer.ask.typed import has_card
from trainer.drills.base import AnyDrill
from trainer.drills.choose.page import CHOOSE
from trainer.drills.count import question as count_question
from trainer.drills.count.page import COUNT
from trainer.drills.discard import choices
from trainer.drills.discard import page as discard_page
from trainer.drills.discard import question as discard_question
from trainer.drills.discard.page import DISCARD
from trainer.drills.position_words import chance
from trainer.lessons.search import named_in
from trainer.people import accounts
from trainer.progress import stars
from trainer.progress.words import question_star

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

EXAMPLES: dict[str, list[tuple["StrOrPromise", dict[str, str]]]] = {
    "ask_count": [
        (gettext_lazy("a hand"), {"hand": "4C 5S 6D JH", "starter": "4H"}),
        (gettext_lazy("the best hand there is"), {"hand": "5C 5D 5S JH", "starter": "5H"}),
        (gettext_lazy("a crib"), {"hand": "2S 6S TS KS", "starter": "4C", "crib": "on"}),
    ],
    "ask_discard": [
        (gettext_lazy("Pone: their crib"), {"hand": "2H 3C 9S TD JD QH", "place": "pone"}),
        (gettext_lazy("Dealer: your crib"), {"hand": "2H 3C 5S 6D JH QS", "place": "dealer"}),
        (
            gettext_lazy("four players, near the end"),
            {"hand": "AH 4C 5S 6D KH", "place": "dealer", "seats": "4", "scores": "109,112,98,105"},
        ),
    ],
    "ask_play": [
        (gettext_lazy("to lead"), {"hand": "5C 7D 8H JD", "starter": "4H"}),
        (gettext_lazy("to answer a seven"), {"hand": "4C 7D 8H JD", "starter": "KH", "plays": "7S"}),
        (gettext_lazy("near the end"), {"hand": "2C 9H", "starter": "4H", "plays": "TC 5H 6D TS", "scores": "115,116"}),
    ],
}
"""Examples for each page: a description, and the values of the fields."""


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """Show what can be explained."""
    return render(
        request, "trainer/ask/ask.html", {"page": "ask", "examples": {name: _examples(name) for name in EXAMPLES}}
    )


@require_safe
def count(request: HttpRequest) -> HttpResponse:
    """Show what a hand or crib counts."""
    return _page(request, "ask_count", _counted)


@require_safe
@costly()
def discard(request: HttpRequest) -> HttpResponse:
    """Show which cards to discard from a hand."""
    return _page(request, "ask_discard", _discarded)


@require_safe
@costly()
def play(request: HttpRequest) -> HttpResponse:
    """Show which card to play."""
    return _page(request, "ask_play", _played)


_TEMPLATES = {
    "ask_count": "trainer/ask/count.html",
    "ask_discard": "trainer/ask/discard.html",
    "ask_play": "trainer/ask/play.html",
}

_DRILLS: dict[str, AnyDrill] = {"ask_count": COUNT, "ask_discard": DISCARD}
"""The drills that ask what is explained once more, when it is starred."""


def _page(request: HttpRequest, name: str, explain: Callable[[HandFields], dict[str, object]]) -> HttpResponse:
    """Show the form as it was filled in, and the explanation or an error above it."""
    fields = HandFields.sent(request.GET)
    typed = {box: fields[box] for box in _BOXES}
    context: dict[str, Any] = {"page": name, "typed": typed, "deck": _DECK, "picked": fields.picked}
    context |= _choices(fields)
    if "hand" in request.GET or fields.picked:
        context |= _explained(name, fields, explain)
        learner = accounts.learner_of(request)  # who is nobody yet gets no star, and so no cookie
        if learner and (drill := _DRILLS.get(name)) and "told" in context:
            question = context["told"]["question"]
            (shines,) = stars.shining(learner, [(drill, question)])
            context["star"] = question_star(0, drill, question, shines=shines)
    else:
        context["examples"] = _examples(name)
    return render(request, _TEMPLATES[name], context)


def _examples(name: str) -> list[dict[str, object]]:
    """Return the examples of a page: address, cards, the starter where there is one, and description."""
    return [
        {
            "url": f"{reverse(name)}?{urlencode(boxes)}",
            "cards": parse_cards(boxes["hand"]),
            "starter": parse_cards(boxes.get("starter", "")),
            "laid": parse_cards(boxes.get("plays", "")),
            "note": note,
        }
        for note, boxes in EXAMPLES[name]
    ]


def _explained(name: str, fields: HandFields, explain: Callable[[HandFields], dict[str, object]]) -> dict[str, object]:
    """Return the explanation, the words that a question names, or the error, and with it the cards of which one may
    be the starter."""
    try:
        whole, is_filled = fields.whole()
        return {"told": explain(whole), "filled": _FILLED[name] if is_filled else ""}
    except StarterMissingError as error:
        return {"error": error.sentence, "wrong": error.box, "starters": _starters(fields, error.cards)}
    except HandInputError as error:
        text = fields[error.box]
        words = named_in(text) if error.box in _ASKED else []
        if words and not has_card(text):
            return {"words": words}
        return {"words": words, "error": error.sentence, "wrong": error.box}


_ASKED = ("hand", "starter")
"""The boxes in which a question in words is looked up: of what was played, go is a part."""


def _starters(fields: HandFields, cards: tuple[Card, ...]) -> list[tuple[Card, str]]:
    """Return each card with the address of the page on which it is the starter of the others."""
    crib = {"crib": "on"} if fields["crib"] else {}
    found = []
    for card in cards:
        others = text_of(other for other in cards if other != card)
        found.append((card, "?" + urlencode({"hand": others, "starter": str(card), **crib})))
    return found


_DECK = sorted(PACK, key=lambda card: (card.suit, card.rank))
_FILLED: "dict[str, StrOrPromise]" = {
    "ask_count": gettext_lazy("Suits you left out are filled in so that there is no flush and no nobs."),
    "ask_discard": gettext_lazy("Suits you left out are filled in, as mixed as possible."),
    "ask_play": gettext_lazy("Suits you left out are filled in: in the play they do not matter."),
}
"""What is said of suits that nobody gave."""

_BOXES = ("hand", "starter", "crib", "seats", "place", "scores", "target", "plays", "away")


def _choices(fields: HandFields) -> dict[str, object]:
    """Return the numbers of players, with their deals, and the places, each with whether it is chosen."""
    seats = [(str(number), ngettext("%(n)s player", "%(n)s players", number) % {"n": number}) for number in range(2, 7)]
    places = [("pone", _("Pone: their crib")), ("dealer", _("Dealer: your crib"))]
    places += [(str(place), _("Player %(n)s from the dealer’s left") % {"n": place}) for place in range(2, 6)]
    return {
        "seats": [(value, name, value == (fields["seats"] or "2"), DEALS[int(value)]) for value, name in seats],
        "places": [(value, name, value == fields["place"]) for value, name in places],
    }


# ---------------------------------------------------------------------------------------------------- explained


def _practise(drill: str, **options: str) -> str:
    """Return the address of a run of a drill."""
    return f"{reverse('start', args=[drill])}?{urlencode(options)}"


def _reopen(drill: str, question: count_question.CountQuestion | discard_question.DiscardQuestion) -> str:
    return f"{reverse('reopen', args=[drill])}?{urlencode({'q': str(question)})}"


def _counted(fields: HandFields) -> dict[str, object]:
    question = hands.read_count(fields)
    lines = terms.count_lines(combine(question.scores))
    return {
        "question": question,
        "lines": lines,
        "spoken": terms.count_aloud(lines),
        "points": total(question.scores),
        "reopen": _reopen(COUNT.slug, question),
        "practise": _practise(COUNT.slug, kind="crib" if question.crib else "hand", size=str(len(question.hand))),
    }


def _discarded(fields: HandFields) -> dict[str, object]:
    question = hands.read_discard(fields)
    best, *others = question.ranked
    apart = [(_("The best"), best, question.items_of(best))]
    apart += [(_("The next best"), other, question.items_of(other)) for other in others[:1]]
    return {
        "question": question,
        "headline": _("Discard the %(cards)s.") % {"cards": the_cards(best.away)},
        "whose": discard_page.whose_crib(question),
        "scores": discard_page.scores(question),
        "decides": discard_page.what_decides(question),
        "reopen": _reopen(DISCARD.slug, question),
        "practise": _practise(
            DISCARD.slug,
            seats=str(question.seats),
            place="dealer" if question.deals else "pone",
            end="on" if question.scores else "off",
        ),
        **choices.explained(question.ranked, apart),
    }


def _played(fields: HandFields) -> dict[str, object]:
    position = hands.read_play(fields)
    state, ranked = position.state, position.ranked
    return {
        "headline": _play_headline(position),
        "count": state.count,
        "series": state.series,
        "hand": sorted(position.view.hand),
        "starter": state.starter,
        "place": _place_in_words(position),
        "rows": _play_rows(position),
        "to_win": position.scores and bool(ranked),
        "sampled": any(worth.error for worth in ranked),
        "practise": _practise(CHOOSE.slug),
    }


def _play_headline(position: PlayToExplain) -> str:
    if not position.ranked:
        words = {"count": position.state.count}
        return _("Say go: every card you hold would take the count of %(count)s over 31.") % words
    return _("Play the %(card)s.") % {"card": terms.the_card(position.ranked[0].card)}


def _place_in_words(position: PlayToExplain) -> str:
    state, seats = position.state, position.view.rules.seats
    if state.turn == seats - 1:
        return _("You deal, and it is your turn.")
    if state.turn == 0:
        return _("You are pone, and it is your turn.")
    return _("You are player %(place)s from the dealer’s left, and it is your turn.") % {"place": state.turn + 1}


def _play_rows(position: PlayToExplain) -> list[dict[str, object]]:
    """Return the legal cards, best first, with the points each scores at once and its value."""
    found = []
    for place, worth in enumerate(position.ranked, 1):
        scores = pegged(position.state, worth.card)
        found.append(
            {
                "place": place,
                "card": worth.card,
                "points": total(scores),
                "scores": terms.scores_aloud(scores),
                "value": signed(worth.value),
                "error": terms.decimal(worth.error, 2),
                "win": "" if worth.win is None else chance(worth.win),
            }
        )
    return found
