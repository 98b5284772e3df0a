"""What decisions lost over all games, in words."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from game.after import words
from game.after.losses import DecisionPart
from game.words.terms import decimal

PARTS: dict[DecisionPart, Promise] = {
    DecisionPart.DISCARD: words.DISCARDS,
    DecisionPart.PLAY: words.CARDS,
    DecisionPart.COUNT: words.COUNTS,
    DecisionPart.ANSWER: words.ANSWERS,
}

ALL_DECISIONS = gettext_lazy("All decisions")


def average(points: float) -> str:
    """Return the points that a decision loses on average, which are few: "0.31"."""
    return decimal(points, 2)


def decisions(grades: int, actions: int) -> str:
    """Return how many decisions there are in how many actions: that a card and its count are graded each is said."""
    if grades > actions:
        return words.graded_twice(grades, actions)
    return ngettext("%(n)s decision", "%(n)s decisions", grades) % {"n": grades}


def game_name(number: int, at: datetime) -> str:
    """Return the name of a game: its number in its match and its date."""
    return _("Game %(number)s, %(day)s") % {"number": number, "day": day(at)}


def game_against(others: Sequence[str], at: datetime) -> str:
    """Return the opponents of a game and its day."""
    words = {"others": get_text_list(list(others), _("and")), "day": day(at)}
    return _("against %(others)s, %(day)s") % words


def day(at: datetime) -> str:
    """Return the date of a game, without the year in this year."""
    when = localtime(at)
    shape = pgettext("format of a day of this year, short", "M j") if when.year == localtime().year else "DATE_FORMAT"
    return date_format(when, shape)
