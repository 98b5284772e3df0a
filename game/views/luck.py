"""The page of luck in finished deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from game.after import luck_words
from game.engine.cards import RANKS as SIGNS
from game.luck import RANKS, LuckFigure, What, deals, evenness, figures, starters_of
from game.models import COUNTED, Luck, Match, Seat
from game.table.listed import Row, row
from game.words import terms
from game.words.terms import decimal


@dataclass(frozen=True, slots=True)
class _Bar:
    """The bar of one rank in the chart: its place and height in units of the drawing."""

    rank: str
    name: str
    count: int
    x: int
    y: int
    height: int

    @property
    def middle(self) -> int:
        """Return the horizontal middle of the bar, where the rank is written."""
        return self.x + _BAR // 2


@dataclass(frozen=True, slots=True)
class _Track:
    """An average on its line of the picture, and what chance alone usually gives, in units of the drawing."""

    name: str
    value: str
    y: int
    x: int
    low: int
    width: int


_LAST = 3
"""How many games are named."""

_BAR, _STEP, _BASE, _HIGH = 19, 25, 126, 120
_MIDDLE, _REACH, _TRACK, _OVER = 194, 118, 34, 8
"""In the picture of luck: where the average of chance is, how far the furthest point is from it, how far the lines are
apart, and how far they go on past that point."""
_STARTERS = (9, 11, 8, 10, 12, 9, 7, 10, 11, 9, 10, 8, 10)
"""How often each rank was the starter in the chart that shows what will come."""


@require_safe
def luck(request: HttpRequest) -> HttpResponse:
    """Show the luck of finished deals: the visitor's, if the site knows them, and everybody's."""
    learner = request.user if request.user.is_authenticated else None
    accounts = [_account("site", _("Everybody here"), _("People"), list(Luck.objects.filter(learner=None)))]
    if learner:
        own = _account("own", _("Your cards"), _("You"), list(Luck.objects.filter(learner=learner.pk)))
        accounts.insert(0, own | {"games": _games(learner.pk) if own["deals"] else []})
    context = {
        "accounts": accounts,
        "sample": None if any(each["deals"] for each in accounts) else _sample(),
        "notes": [(luck_words.name(what), luck_words.note(what)) for what in What],
    }
    return render(request, "game/after/luck.html", context)


def _games(learner: int) -> list[Row]:
    """Return the last games of a learner that are over and counted here: each leads to its review."""
    over = Match.objects.filter(seats__learner=learner, over=True, origin__in=COUNTED)
    seats = Prefetch("seats", Seat.objects.select_related("learner"))
    found = over.order_by("-played_at", "-pk").prefetch_related(seats)[:_LAST]
    return [row(match, learner, timezone.now()) for match in found]


def _sample() -> dict[str, object]:
    """Return the context of a chart that shows what will come."""
    level = _level(sum(_STARTERS), _STARTERS)
    return {"key": "sample", "bars": _bars(_STARTERS), "level": level, "most": max(_STARTERS)}


def _level(deals: int, starters: Sequence[int]) -> int:
    """Return the height at which the bars would end if each rank were the starter equally often."""
    return _BASE - round(_HIGH * deals / RANKS / max(*starters, 1))


def _account(key: str, title: str, people: str, rows: Sequence[Luck]) -> dict[str, object]:
    """Return the context of one table with its chart. Without deals only the title is shown."""
    number = sum(map(deals, rows))
    starters = starters_of(rows)
    found = [figures(row for row in rows if row.people == are_people) for are_people in (True, False)]
    told = [each for side in found for each in side.values() if each.chance is not None]
    dealt = found[0].get(What.DEALT) if key == "own" else None
    headline = luck_words.dealt(dealt) if dealt else ""
    outside = luck_words.outside(each for each in told if not (headline and each is dealt))
    sides = [(people, found[0].get(What.DEALT)), (_("Bots"), found[1].get(What.DEALT))]
    picture = _picture(sides)
    if picture and all(figure is None or figure.margin for _name, figure in sides):  # then it is told once, there
        found = [{what: figure for what, figure in side.items() if what is not What.DEALT} for side in found]
    return {
        "key": key,
        "title": title,
        "people": people,
        "deals": number,
        "deals_sentence": luck_words.deals_sentence(number),
        "wanted": luck_words.wanted(number),
        "picture": picture,
        "verdict": headline or luck_words.overall(told) or outside,
        "outside": outside if headline else "",
        "told": bool(told),
        "lines": _lines(*found),
        "bars": _bars(starters),
        "level": _level(number, starters),
        "most": max(starters),
        "expected": decimal(number / RANKS, 1),
        "starters": luck_words.starters_verdict(evenness(starters)),
    }


def _picture(sides: Sequence[tuple[str, LuckFigure | None]]) -> dict[str, object] | None:
    """Return the points dealt to each side beside what chance gives, None as long as they say nothing."""
    told = [(name, figure, figure.margin) for name, figure in sides if figure and figure.margin]
    if not told:
        return None
    middle = told[0][1].expected
    furthest = max(abs(value - middle) for _, each, margin in told for value in (each.mean, each.expected + margin))
    unit = _REACH / furthest
    tracks = [
        _Track(
            name,
            decimal(figure.mean, 2),
            _TRACK // 2 + place * _TRACK,
            _MIDDLE + round((figure.mean - middle) * unit),
            _MIDDLE + round((figure.expected - margin - middle) * unit),
            round(2 * margin * unit),
        )
        for place, (name, figure, margin) in enumerate(told)
    ]
    left, right = _MIDDLE - _REACH - _OVER, _MIDDLE + _REACH + _OVER
    places = {"foot": _TRACK * len(tracks), "middle": _MIDDLE, "left": left, "right": right}
    aloud = " ".join(luck_words.beside_chance(name, figure) for name, figure, _margin in told)
    title = luck_words.name(What.DEALT)
    return {"tracks": tracks, "chance": decimal(middle, 2), "title": title, "aloud": aloud, **places}


def _lines(people: Mapping[What, LuckFigure], bots: Mapping[What, LuckFigure]) -> list[dict[str, object]]:
    """Return the rows of the table. What to expect is said once where it is the same for both."""
    rows: list[dict[str, object]] = []
    for what in What:
        found = [side.get(what) for side in (people, bots)]
        expected = {luck_words.expected(figure) for figure in found if figure}
        if expected:
            cells = [_cell(figure) for figure in found]
            same = expected.pop() if len(expected) == 1 else ""
            rows.append({"name": luck_words.name(what), "expected": same, "cells": cells})
    return rows


def _cell(figure: LuckFigure | None) -> dict[str, object] | None:
    if figure is None:
        return None
    return {
        "value": luck_words.value(figure),
        "margin": luck_words.margin(figure),
        "expected": luck_words.expected(figure),
        "verdict": luck_words.verdict(figure),
    }


def _bars(starters: Sequence[int]) -> list[_Bar]:
    most = max(*starters, 1)
    heights = [round(_HIGH * count / most) for count in starters]
    return [
        _Bar(
            "10" if rank == "T" else rank,
            terms.rank_name(place + 1),
            starters[place],
            place * _STEP + (_STEP - _BAR) // 2,
            _BASE - heights[place],
            heights[place],
        )
        for place, rank in enumerate(SIGNS)
    ]
