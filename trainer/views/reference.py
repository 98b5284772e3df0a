"""Reference pages: the glossary, the rules on one page, and the search over them and the lessons."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from game.engine.rules import DEALS, DealPlan
from trainer import glossary as words
from trainer.lessons.search import LONGEST, marked, plain
from trainer.lessons.search import search as look_for
from trainer.lessons.syllabus import syllabus
from trainer.lessons.text import read


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """Show the words of the game from A to Z, by their letters."""
    found = words.words(get_language() or words.SOURCE)
    ordered = sorted(found.values(), key=lambda word: plain(word.name))
    letters = [{"name": name, "words": [*map(_shown, group)]} for name, group in groupby(ordered, _initial)]
    return render(request, "trainer/lessons/glossary.html", {"letters": letters})


def _shown(word: words.Word) -> dict[str, str]:
    return {"slug": word.slug, "name": word.name, "definition": _definition(word), "lang": word.lang}


def _initial(word: words.Word) -> str:
    return next(letter for letter in plain(word.name) if letter.isalnum()).upper()


def _definition(word: words.Word) -> str:
    """Return a definition as HTML; a faulty one, which the system check reports, as plain text."""
    faults: list[tuple[int, str]] = []
    text = read(word.definition, syllabus().by_slug, faults)
    return word.text if faults else text.html()


@require_safe
def rule_card(request: HttpRequest) -> HttpResponse:
    """Show the rules on one page, for printing."""
    deals = [{"players": seats, "words": _deal(plan)} for seats, plan in DEALS.items() if seats > 2]
    return render(request, "trainer/lessons/rule_card.html", {"deals": deals})


def _deal(plan: DealPlan) -> str:
    """Return a deal in a sentence or two."""
    words = {"cards": plan.other.cards, "away": plan.other.away, "dealer": plan.dealer.cards, "pack": plan.from_pack}
    if plan.dealer != plan.other:
        return _("%(cards)s cards, discard %(away)s; the dealer gets %(dealer)s and discards none.") % words
    if plan.from_pack:
        return _("%(cards)s cards, discard %(away)s; %(pack)s from the pack goes to the crib.") % words
    return _("%(cards)s cards, discard %(away)s.") % words


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the lessons and words that match a query."""
    query = request.GET.get("q", "").strip()[:LONGEST]
    results = look_for(query)
    found = [(each.entry, marked(each.entry.title, query), marked(each.snippet, query)) for each in results]
    number = len(found)
    said = ngettext("%(n)s place found.", "%(n)s places found.", number) % {"n": number}
    nothing = _("Nothing found. Try a shorter word, or its beginning.")
    context = {"query": query, "found": found, "said": (said if found else nothing) if query else ""}
    return render(request, "trainer/lessons/search.html", context)
