"""Whole numbers as people and addresses write them."""

_LETTERS = 4
"""The number of characters that are always allowed, so that 007 is 7."""


def whole_number(text: str, of: range) -> int | None:
    """Return the number that a text writes with the digits 0 to 9, or None for anything else or a number outside `of`.

    Digits of other scripts are refused, so that the same text is a number on every page or on none.
    """
    if not (text.isascii() and text.isdecimal()) or len(text) > max(_LETTERS, len(str(of[-1]))):
        return None
    number = int(text)
    return number if number in of else None
