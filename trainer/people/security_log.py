"""The security log: one line for everything that whoever runs the site may have to look into later.

Nothing secret is in it: no password, no session, no token, and no name that was typed, which may be a password in the
wrong field. How lines are written is set in `crib_site.settings`.
"""

import logging
from enum import StrEnum

from django.http import HttpRequest

from game.visitors import address_of
from trainer.models import Learner

_log = logging.getLogger("crib.security")


class Event(StrEnum):
    """What happened."""

    SIGNED_UP = "signed_up"
    LOGGED_IN = "logged_in"
    LOGGED_OUT = "logged_out"
    SESSIONS_ENDED = "sessions_ended"
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    EMAIL_CHANGED = "email_changed"
    NAME_CHANGED = "name_changed"
    PUBLIC_NAME_CHANGED = "public_name_changed"
    RESET_ASKED = "reset_asked"
    RESET_DONE = "reset_done"
    EXPORTED = "exported"
    DELETED = "deleted"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105  (the name of an event)
    MADE_TO_WAIT = "made_to_wait"
    FORM_REFUSED = "form_refused"
    CLASS_CHANGED = "class_changed"
    ADMIN_CHANGED = "admin_changed"


def record(event: Event, request: HttpRequest | None, learner: Learner | None = None, **more: str | int) -> None:
    """Write a line: the event, the learner's primary key if one is known, and the address of the request.

    `more` are primary keys and words of the program. Nothing that somebody typed may be among them.
    """
    facts: dict[str, object] = {"event": str(event), **more}
    if learner is not None and learner.pk:
        facts["learner"] = learner.pk
    if request is not None:
        facts["address"] = address_of(request)
    _log.info(event, extra={"facts": facts})
