"""Whole numbers as people and addresses write them."""

_LETTERS = 4
"""Letters that a number may always have, so that 007 is 7."""


def whole_number(text: str, of: range) -> int | None:
    """Return the number that a text writes with the digits 0 to 9; None for anything else, and for one outside `of`.

    Digits of other scripts are no digits here: what looks like a number on one page has to be one on every page.
    """
    if not (text.isascii() and text.isdecimal()) or len(text) > max(_LETTERS, len(str(of[-1]))):
        return None
    number = int(text)
    return number if number in of else None
