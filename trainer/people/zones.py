"""Time zones: which there are, and moments in the zone that is active for a request.

The zone of a person is chosen in their preferences or told by their browser; `trainer.people.preferences` activates it.
Without one, times are in UTC and say so.
"""

from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import available_timezones

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

COOKIE = "zone"
"""The cookie in which `static/js/zone.js` puts the zone of the browser."""

_REGIONS = {
    "Africa": pgettext_lazy("region of time zones", "Africa"),
    "America": pgettext_lazy("region of time zones", "America"),
    "Antarctica": pgettext_lazy("region of time zones", "Antarctica"),
    "Arctic": pgettext_lazy("region of time zones", "Arctic"),
    "Asia": pgettext_lazy("region of time zones", "Asia"),
    "Atlantic": pgettext_lazy("region of time zones", "Atlantic Ocean"),
    "Australia": pgettext_lazy("region of time zones", "Australia"),
    "Europe": pgettext_lazy("region of time zones", "Europe"),
    "Indian": pgettext_lazy("region of time zones", "Indian Ocean"),
    "Pacific": pgettext_lazy("region of time zones", "Pacific Ocean"),
}


@cache
def _names() -> frozenset[str]:
    """Return the names of all zones that this machine knows. It reads hundreds of files, once a process."""
    return frozenset(available_timezones())


def is_known(name: object) -> bool:
    """Return whether this is the name of a zone, such as "Europe/Berlin"."""
    return isinstance(name, str) and bool(name) and name in _names()


def choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the zones that are places, by region: pairs of a zone's name and its name within the region."""
    regions: dict[str, list[tuple[str, str]]] = {region: [] for region in _REGIONS}
    for name in sorted(_names()):
        region, _slash, place = name.partition("/")
        if region in regions:
            regions[region].append((name, place.replace("_", " ").replace("/", ", ")))
    return [(str(_REGIONS[region]), places) for region, places in regions.items() if places]


def is_utc(at: datetime) -> bool:
    """Return whether moments are shown in UTC, because no zone is known or because it is the person's own."""
    return timezone.localtime(at).tzname() == "UTC"


def moment(at: datetime) -> str:
    """Return a date and a time in the active zone: "Nov. 22, 2026, 1:57 p.m.", with "UTC" where that is the zone."""
    return _with_zone(at, "DATETIME_FORMAT")


def end(at: datetime) -> str:
    """Return a moment at which something ends: by the day whose midnight it is, if it is one in the active zone."""
    local = timezone.localtime(at)
    if is_utc(at) or local.time() != time():
        return moment(at)
    return _("the end of %(day)s") % {"day": date_format(local - timedelta(minutes=1), "DATE_FORMAT")}


def clock_time(at: datetime) -> str:
    """Return a time of day in the active zone, without its date: "1:57 p.m.", with "UTC" where that is the zone."""
    return _with_zone(at, "TIME_FORMAT")


def _with_zone(at: datetime, form: str) -> str:
    text = date_format(timezone.localtime(at), form)
    return _("%(moment)s UTC") % {"moment": text} if is_utc(at) else text
