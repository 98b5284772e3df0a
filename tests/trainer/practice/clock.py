"""The server's clock in hand, and what tests of runs that show and hide cards look for."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tests.trainer.drills.samples import HTMX

BOTH = pytest.mark.parametrize("sent", [{}, {"headers": HTMX}], ids=["page", "htmx"])
RANKS = r"(?:ace|[2-9]|10|jack|queen|king) of (?:clubs|diamonds|hearts|spades)"
"""A card in words."""


class Clock:
    """The server's clock, which stands still but for what is waited."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        """Let seconds pass."""
        self.now += timedelta(seconds=seconds)
