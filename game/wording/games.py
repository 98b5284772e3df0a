"""Matches in lists, and what was won in all of them, in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from game.engine.rules import Rules
from game.models import Match, Origin, Result, Seat
from game.strategy.levels import Level
from game.wording import level_name
from game.wording.course import BOT_NAMES, Names

_ELSEWHERE = {
    Origin.AGAIN: gettext_lazy("Played again, against %(others)s"),
    Origin.RECORD: gettext_lazy("A record that was opened"),
}
_AGAINST = gettext_lazy("Against %(others)s")
_KINDS = {"mixed": pgettext_lazy("opponents", "Several levels"), "people": pgettext_lazy("opponents", "People")}


def names_of(seats: Iterable[Seat], own: int | None) -> Names:
    """What the seats of a match are called, seen from one."""
    bots = iter(BOT_NAMES)
    return Names(tuple(_name(seat, bots) for seat in seats), own)


def _name(seat: Seat, bots: Iterator[Promise]) -> str:
    if seat.level:
        return str(next(bots))
    return str(seat.learner) if seat.learner else _("Seat %(seat)s") % {"seat": seat.place + 1}


def title(rules: Rules, match: Match, names: Names, levels: Sequence[str]) -> str:
    """Whom a match is, or was, played against: "With Bruno (Expert), against Ada and Clara (Casual)"."""
    others = [seat for seat in range(rules.seats) if seat != names.own]
    beside = [seat for seat in others if names.own is not None and rules.side_of(seat) == rules.side_of(names.own)]
    told = _ELSEWHERE.get(Origin(match.origin), _("With %(partners)s, against %(others)s") if beside else _AGAINST)
    against = [seat for seat in others if seat not in beside]
    return told % {"partners": _by_level(beside, names, levels), "others": _by_level(against, names, levels)}


def _by_level(seats: Sequence[int], names: Names, levels: Sequence[str]) -> str:
    told = []
    for level in dict.fromkeys(levels[seat] for seat in seats):
        called = get_text_list([names[seat] for seat in seats if levels[seat] == level], _("and"))
        words = {"names": called, "level": level_name(Level(level)) if level else ""}
        told.append(_("%(names)s (%(level)s)") % words if level else called)
    return _(", ").join(told)


def where(rules: Rules, match: Match, turned: Sequence[int]) -> str:
    """How far a match has come; `turned` are the sides in the order in which they are listed."""
    stands = dict(match.summary)
    if rules.match_points is None:
        return "" if match.over else _("Deal %(deal)s") % stands
    stands["points"] = "–".join(str(stands["standing"][side]) for side in turned)
    if match.over:
        return _("Match points %(points)s") % stands
    return _("Game %(game)s, deal %(deal)s, match points %(points)s") % stands


def outcome(rules: Rules, match: Match, names: Names) -> str:
    """Who won a match that is over; nothing for a record that does not tell."""
    winner = match.summary["winner"]
    if winner is None:
        return "" if match.origin == Origin.RECORD else _("A draw.")
    if names.own is None or rules.side_of(names.own) != winner:
        return _("%(names)s won.") % {"names": names.side(rules, winner)}
    return _("You won.") if rules.sides == rules.seats else _("Your side won.")


def since(at: datetime, now: datetime) -> str:
    """How long ago a match was played."""
    if now - at < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, now, depth=1)}


# ------------------------------------------------------------------------------------------------------- tallies


@dataclass(frozen=True, slots=True)
class Tally:
    """What was won under one name: of how many games, by how much on average, and with which skunks."""

    name: str
    won: str
    share: str
    margin: str
    skunks: str


def kind_name(level: str) -> str:
    """What opponents of one kind are called in a tally."""
    return str(_KINDS[level]) if level in _KINDS else level_name(Level(level))


def tally(name: str, results: Iterable[Result]) -> Tally:
    """Add up results of at least one game."""
    rows = list(results)
    games, won, drawn = (sum(getattr(row, name) for row in rows) for name in ("games", "won", "drawn"))
    margin = sum(row.points_for - row.points_against for row in rows) / games
    given, taken = sum(row.skunks_given for row in rows), sum(row.skunks_taken for row in rows)
    told = _("%(won)s of %(games)s won") % {"won": won, "games": games}
    if drawn:
        told = _("%(told)s, %(drawn)s drawn") % {"told": told, "drawn": drawn}
    return Tally(
        name,
        told,
        _("%(share)s%%") % {"share": round(100 * won / games)},
        _("%(points)s points a game") % {"points": _signed(margin)},
        _("skunks: %(given)s given, %(taken)s taken") % {"given": given, "taken": taken},
    )


def _signed(number: float) -> str:
    rounded = round(number, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + number_format(abs(rounded), 1)
