"""What tests of runs need."""

import pytest
from django.utils import timezone

from tests.trainer.practice.clock import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The server's clock."""
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock
