"""Matches in lists, and what was won in all of them, in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.engine.rules import Rules
from game.models import Match, Origin, Result, Seat
from game.strategy.levels import Level
from game.wording import level_name
from game.wording.course import BOT_NAMES, Names

_ELSEWHERE = {
    Origin.AGAIN: gettext_lazy("Played again, against %(others)s"),
    Origin.RECORD: gettext_lazy("A record that was opened"),
}
_KINDS = {"mixed": pgettext_lazy("opponents", "Several levels"), "people": pgettext_lazy("opponents", "People")}


def names_of(seats: Iterable[Seat], own: int | None) -> Names:
    """What the seats of a match are called, seen from one."""
    bots = iter(BOT_NAMES)
    return Names(tuple(_name(seat, bots) for seat in seats), own)


def _name(seat: Seat, bots: Iterator[Promise]) -> str:
    if seat.level:
        return str(next(bots))
    return str(seat.learner) if seat.learner else _("Seat %(seat)s") % {"seat": seat.place + 1}


def title(match: Match, names: Names, levels: Sequence[str]) -> str:
    """Whom a match is, or was, played against: "Against Ada (Casual) and Bruno (Expert)"."""
    others = [
        _("%(name)s (%(level)s)") % {"name": name, "level": level_name(Level(level))} if level else name
        for place, (name, level) in enumerate(zip(names.of, levels, strict=True))
        if place != names.own
    ]
    told = _ELSEWHERE.get(Origin(match.origin), _("Against %(others)s"))
    return told % {"others": _(", ").join(others)}


def where(rules: Rules, match: Match, turned: Sequence[int]) -> str:
    """How far a match has come; `turned` are the sides in the order in which they are listed."""
    stands = match.summary
    told = []
    if rules.match_points is None and not match.over:
        told.append(_("Deal %(deal)s") % stands)
    elif not match.over:
        told.append(_("Game %(game)s, deal %(deal)s") % stands)
    if rules.match_points is not None:
        points = "–".join(str(stands["standing"][side]) for side in turned)
        told.append(_("match points %(points)s") % {"points": points})
    return " · ".join(told)


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
    told = _("%(won)s of %(games)s") % {"won": won, "games": games}
    if drawn:
        told = ngettext("%(told)s, %(drawn)s drawn", "%(told)s, %(drawn)s drawn", drawn) % {
            "told": told,
            "drawn": drawn,
        }
    return Tally(
        name,
        told,
        _("%(share)s%%") % {"share": round(100 * won / games)},
        _signed(margin),
        _("%(given)s given, %(taken)s taken") % {"given": given, "taken": taken},
    )


def _signed(number: float) -> str:
    rounded = round(number, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + number_format(abs(rounded), 1)
