"""Matches in lists and the results of all of them, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.text import get_text_list
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.engine.rules import Rules
from game.models import MatchSummary
from game.strategy.levels import Level
from game.strategy.strength import Strength
from game.table.words import Names
from game.words.terms import decimal, level_name

_AGAINST = {
    "played": gettext_lazy("Against %(others)s"),
    "challenge": gettext_lazy("A challenge, against %(others)s"),
    "again": gettext_lazy("Played again, against %(others)s"),
    "record": gettext_lazy("A record that was opened"),
}
"""By the origin of the match."""

_READY = {
    "quick": (gettext_lazy("%(level)s, quick game"), gettext_lazy("To 61, once round")),
    "standard": (gettext_lazy("%(level)s, standard game"), gettext_lazy("To 121, twice round")),
}
"""What a game that is ready to begin is called, and its length, by its rules."""

_BESIDE = gettext_lazy("With %(partners)s, against %(others)s")
BY_OPPONENT = gettext_lazy("By opponent")
BY_RULES = gettext_lazy("By rules")
_KINDS = {"mixed": pgettext_lazy("opponents", "Several levels"), "people": pgettext_lazy("opponents", "People")}


def title(rules: Rules, names: Names, levels: Sequence[str], origin: str) -> str:
    """Return the opponents of a match: "Ada · Expert", "With Bruno (Expert), against Ada and Clara (Casual)"."""
    others = [seat for seat in range(rules.seats) if seat != names.own]
    if origin == "played" and len(others) == 1 and levels[others[0]]:
        return _("%(name)s · %(level)s") % {"name": names[others[0]], "level": level_name(Level(levels[others[0]]))}
    beside = [seat for seat in others if names.own is not None and rules.side_of(seat) == rules.side_of(names.own)]
    against = [seat for seat in others if seat not in beside]
    told = _BESIDE if beside and origin == "played" else _AGAINST[origin]
    return told % {"partners": _by_level(beside, names, levels), "others": _by_level(against, names, levels)}


def _by_level(seats: Sequence[int], names: Names, levels: Sequence[str]) -> str:
    told = []
    for level in dict.fromkeys(levels[seat] for seat in seats):
        called = get_text_list([names[seat] for seat in seats if levels[seat] == level], _("and"))
        words = {"names": called, "level": level_name(Level(level)) if level else ""}
        told.append(_("%(names)s (%(level)s)") % words if level else called)
    return _(", ").join(told)


def ready(preset: str, level: Level) -> str:
    """Return what a game that is ready to begin is called: "Expert, standard game"."""
    return _READY[preset][0] % {"level": level_name(level)}


def ready_length(preset: str) -> str:
    """Return how long a game that is ready to begin is."""
    return str(_READY[preset][1])


def where(rules: Rules, summary: MatchSummary, over: bool, sides: Sequence[int]) -> str:
    """Return how far a match has come, from its summary. `sides` are in the order in which they are listed."""
    stands = {**summary, "points": "–".join(str(summary["standing"][side]) for side in sides)}
    if rules.match_points is None:
        return "" if over else _("Deal %(deal)s") % stands
    if over:
        return _("Match points %(points)s") % stands
    return _("Game %(game)s, deal %(deal)s, match points %(points)s") % stands


def waiting() -> str:
    """Return what a table of people is called before its game begins."""
    return _("A table that waits for people")


def not_begun() -> str:
    """Return what a table of people is called that was closed before its game began."""
    return _("A table whose game did not begin")


def unfinished() -> str:
    """Return what is said of a game that was closed without a result."""
    return _("not finished")


def stand(rules: Rules, summary: MatchSummary, names: Names, sides: Sequence[int]) -> str:
    """Return how the sides stand: "You 17, Ada 42". `sides` are in the order in which they are listed."""
    points = {side: rules.told(summary["scores"][side]) for side in sides}
    return _(", ").join(
        _("%(name)s %(points)s") % {"name": names.side(rules, side), "points": points[side]} for side in sides
    )


def result(rules: Rules, summary: MatchSummary, names: Names, sides: Sequence[int]) -> str:
    """Return which side has won and with how many points: "You won 61–54"."""
    winner, points = summary["winner"], stand(rules, summary, names, sides)
    if winner is None:
        return _("A draw: %(points)s") % {"points": points}
    if len(sides) > 2:
        return _("%(names)s won: %(points)s") % {"names": names.side(rules, winner), "points": points}
    won, lost = (rules.told(summary["scores"][side]) for side in (winner, 1 - winner))
    figures = {"won": won, "lost": lost, "names": names.side(rules, winner)}
    if names.own is None or rules.side_of(names.own) != winner:
        return _("%(names)s won %(won)s–%(lost)s") % figures
    own = _("You won %(won)s–%(lost)s") if rules.sides == rules.seats else _("Your side won %(won)s–%(lost)s")
    return own % figures


def go_on(title: str) -> str:
    """Return what is said on the way to a game that goes on, from its title."""
    return _("Continue: %(title)s") % {"title": title}


def play_again(name: str) -> str:
    """Return what is said on the way to another game against a bot."""
    return _("Play %(name)s again") % {"name": name}


def since(at: datetime, now: datetime) -> str:
    """Return how long ago a match was played."""
    if now - at < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(at, now, depth=1)}


# ------------------------------------------------------------------------------------------------------ strength


def strength_later(games: int) -> str:
    """Return what is said while too few games have been played to tell a strength."""
    return ngettext(
        "After %(games)s more game you see a number here.",
        "After %(games)s more games you see a number here.",
        games,
    ) % {"games": games}


def strength_sentence(nearest: Level, games: int) -> str:
    """Return what the number of a person's strength means."""
    return ngettext(
        "After %(games)s game: most even with a bot of the level %(level)s. A novice has 100, the expert 600.",
        "After %(games)s games: most even with a bot of the level %(level)s. A novice has 100, the expert 600.",
        games,
    ) % {"games": games, "level": level_name(nearest)}


def strength_number(strength: Strength) -> str:
    """Return a strength with how far it may be off."""
    return _("%(number)s ± %(margin)s") % {"number": round(strength.mean), "margin": round(strength.margin)}


def game_number(number: int) -> str:
    """Return what one of a person's games is called in a curve."""
    return _("Game %(number)s") % {"number": number}


# ------------------------------------------------------------------------------------------------------- tallies


@dataclass(frozen=True, slots=True)
class WinTally:
    """The results under one name: games won, the average margin, and skunks, "" where there were none."""

    name: str
    won: str
    share: str
    margin: str
    skunks: str


def kind_name(level: str) -> str:
    """Return the name of one kind of opponents in a tally."""
    return str(_KINDS[level]) if level in _KINDS else level_name(Level(level))


def tally(name: str, sums: Mapping[str, int]) -> WinTally:
    """Return the tally of the sums of results, by the names of their fields. There must be at least one game."""
    games = sums["games"]
    won = _("%(won)s of %(games)s won") % sums
    if sums["drawn"]:
        won = _("%(told)s, %(drawn)s drawn") % {**sums, "told": won}
    if sums["matches"] < sums["games"]:
        matches = _("%(matches_won)s of %(matches)s matches won") % sums
        won = _("%(told)s; %(matches)s") % {"told": won, "matches": matches}
    ahead = (sums["points_for"] - sums["points_against"]) / games
    skunked = sums["skunks_given"] or sums["skunks_taken"]
    return WinTally(
        name,
        won,
        _("%(share)s%%") % {"share": round(100 * sums["won"] / games)},
        _("%(points)s points a game") % {"points": _signed(ahead)},
        _("skunks: %(skunks_given)s given, %(skunks_taken)s taken") % sums if skunked else "",
    )


def _signed(number: float) -> str:
    rounded = round(number, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + decimal(abs(number), 1)
