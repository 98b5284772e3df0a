"""The result of a daily run as a text to share: tiles and time, and nothing of the hands."""

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from trainer.models import Run
from trainer.practice import words
from trainer.practice.daily import HANDS

_RIGHT, _MISSED = "■", "□"
_ROW = 10
"""Tiles in a row."""


def shared(day: date, run: Run, outcomes: Sequence[bool], address: str) -> str:
    """Return the text of a finished try of a day: how it went, hand by hand, and the address of the day's table."""
    result = {
        "day": date_format(day),
        "right": run.right,
        "hands": HANDS,
        "time": words.clock(round(run.spent)),
    }
    headline = _("Cribbage, the daily run of %(day)s: %(right)s of %(hands)s right in %(time)s.") % result
    tiles = "".join(_RIGHT if right else _MISSED for right in outcomes)
    rows = [tiles[start : start + _ROW] for start in range(0, len(tiles), _ROW)]
    return "\n".join([headline, *rows, address])
