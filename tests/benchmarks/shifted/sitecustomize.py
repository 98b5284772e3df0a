"""A clock that can be set: with this folder in PYTHONPATH, what a process takes for the time is CRIB_CLOCK seconds off.

CRIB_CLOCK names a file with the seconds, which is read each time. The clock that only counts on is left alone, as it is
when somebody sets the clock of a machine.
"""

import os
import time
from datetime import UTC, datetime
from pathlib import Path

import django.utils.timezone

_right = time.time


def _time() -> float:
    return _right() + float(Path(os.environ["CRIB_CLOCK"]).read_text() or 0)


def _now() -> datetime:
    return datetime.fromtimestamp(_time(), UTC)


time.time = _time
django.utils.timezone.now = _now
