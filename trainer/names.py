"""What may be a name: letters, digits and a few signs of any script, and no space but the plain one."""

import unicodedata
from collections.abc import Iterator
from enum import StrEnum

SHORTEST, LONGEST = 2, 40
_SIGNS = frozenset(" .-_")
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f") | {chr(n) for n in range(0xFE00, 0xFE10)}
"""Letters and marks for Unicode that nobody sees."""


class NameFault(StrEnum):
    """What is wrong with a name."""

    SHORT = "short"
    LONG = "long"
    SIGNS = "signs"
    LETTERLESS = "letterless"


def tidy(text: str) -> str:
    """The name as it is kept: one form of each letter (NFKC), no spaces around it, single ones inside."""
    return " ".join(part for part in unicodedata.normalize("NFKC", text).split(" ") if part).strip()


def key(name: str) -> str:
    """What two names share that are taken for one: Ä is ä, and STRASSE is Straße. Worked out here and not in the
    database, for SQLite knows no cases but those of ASCII."""
    return unicodedata.normalize("NFKC", tidy(name).casefold())


def faults(name: str, longest: int = LONGEST) -> Iterator[NameFault]:
    """What is wrong with a tidy name, if anything."""
    if len(name) < SHORTEST:
        yield NameFault.SHORT
    if len(name) > longest:
        yield NameFault.LONG
    if not all(map(_may_stand, name)):
        yield NameFault.SIGNS
    elif name and not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        yield NameFault.LETTERLESS


def _may_stand(sign: str) -> bool:
    """Marks belong to the letters of many scripts."""
    return sign in _SIGNS or ((unicodedata.category(sign)[0] in "LM" or sign.isdecimal()) and sign not in _BLANK)
