"""Names of people side by side: several may be called the same."""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _


def nobody() -> str:
    """Return what somebody is called who has left the site."""
    return _("Somebody who has left")


def told_apart(names: Iterable[str]) -> list[str]:
    """Return names of which each is there once: the second Ann is called “Ann (2)”. No name has such signs itself.

    Those who have left the site are not told apart.
    """
    met: Counter[str] = Counter()
    told = []
    for name in names:
        met[key := name.casefold()] += name != nobody()
        told.append(_("%(name)s (%(number)s)") % {"name": name, "number": met[key]} if met[key] > 1 else name)
    return told
