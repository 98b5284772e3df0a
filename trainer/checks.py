"""The system checks of the trainer: `manage.py` refuses to serve a site with a broken lesson."""

from typing import Any

from django.core.checks import CheckMessage, Error, register

from trainer.lessons import syllabus


@register
def lessons(**_kwargs: Any) -> list[CheckMessage]:
    """Return an error for each fault of a text file, with its file, line and reason."""
    return [Error(str(fault), id="trainer.E001") for fault in syllabus.faults()]
