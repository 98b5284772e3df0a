"""What a new password may be: long, and nothing that is tried first. Signs of any kind will do."""

import re
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator, MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST = 12
LONGEST = 128
"""In characters. Nobody types more, and each has to be hashed."""

LONGEST_TYPED = 1000
"""In characters, of a password from before there was a `LONGEST`. Hashing more would only keep the server busy."""

SITE_WORDS = ("cribbage", "crib", "trainer", "pegging", "muggins", "skunk")
"""Words that are tried first here, because the site is about them."""

_FEWEST_LETTERS = 4
"""So many letters have to be left of a password without words of the site, and digits."""

_FEWEST_SIGNS = 5
"""So many different signs a password has to have."""

_ROWS = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_SERIES = [turned * 4 for row in _ROWS for turned in (row, row[::-1])] + ["1234567890" * 4]


class LengthValidator(MinimumLengthValidator):
    """Refuse short passwords. Those that are stored already stay valid."""

    def __init__(self, min_length: int = SHORTEST) -> None:
        super().__init__(min_length)


class ObviousPasswordValidator(CommonPasswordValidator):
    """Refuse passwords that many people use, also with digits around them or twice, the site's words, and series."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError with a sentence if the password is one of those that are tried first."""
        super().validate(password, user)
        core = re.sub(r"[\W_]", "", password.casefold())
        word = core.strip("0123456789")
        half = word[: len(word) // 2]
        if word in self.passwords or (word == half * 2 and half in self.passwords) or _is_of_the_site(core):
            raise ValidationError(
                _("This password is made of words that guessers try first. Add some that nobody expects."),
                code="password_too_common",
            )
        in_series = len(core) >= _FEWEST_LETTERS and any(core in series for series in _SERIES)
        if len(set(password.casefold())) < _FEWEST_SIGNS or in_series:
            raise ValidationError(
                _("This password is a series or a repetition. Choose words that do not belong together."),
                code="password_too_common",
            )

    def get_help_text(self) -> str:
        """Return the rule in a sentence, for the admin's form."""
        return _("It is not a common password, a word of this site or a series.")


def _is_of_the_site(core: str) -> bool:
    """Return whether little is left of a password without words of the site, and digits."""
    left = re.sub("|".join(SITE_WORDS), "", core)
    return left != core and len(re.sub(r"\d", "", left)) < _FEWEST_LETTERS
