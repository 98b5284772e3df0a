"""The rules for names: letters and digits of any script, spaces, dots, hyphens and underscores."""

import unicodedata
from collections.abc import Iterator
from enum import StrEnum

SHORTEST, LONGEST = 2, 40
_SIGNS = frozenset(" .-_")
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f") | {chr(n) for n in range(0xFE00, 0xFE10)}
"""Invisible characters that Unicode calls letters or marks."""


class NameFault(StrEnum):
    """What is wrong with a name."""

    SHORT = "short"
    LONG = "long"
    SIGNS = "signs"
    LETTERLESS = "letterless"


def tidy(text: str) -> str:
    """Return the name as it is stored: NFKC, no spaces around it, single ones inside."""
    return " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part).strip()


def key(name: str) -> str:
    """Return a key that is equal for names that count as the same: Ä and ä, STRASSE and Straße.

    It is computed here because SQLite folds the case of ASCII only.
    """
    return unicodedata.normalize("NFKC", tidy(name).casefold())


def faults(name: str, longest: int = LONGEST) -> Iterator[NameFault]:
    """Yield what is wrong with a name that `tidy` returned."""
    if len(name) < SHORTEST:
        yield NameFault.SHORT
    if len(name) > longest:
        yield NameFault.LONG
    if not all(map(_may_stand, name)):
        yield NameFault.SIGNS
    elif name and not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        yield NameFault.LETTERLESS


def _may_stand(sign: str) -> bool:
    """Return whether a character may be in a name. Marks may: many scripts need them."""
    return sign in _SIGNS or ((unicodedata.category(sign)[0] in "LM" or sign.isdecimal()) and sign not in _BLANK)
