"""Mails: sent in a thread, so that no answer tells by its time whether there was one, or waits for the mail server."""

import logging
from enum import StrEnum
from threading import Thread

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.models import Learner
from trainer.people import languages

_log = logging.getLogger(__name__)


class Change(StrEnum):
    """What has changed in an account."""

    PASSWORD = "password"  # noqa: S105  (what changed, not one)
    EMAIL = "email"
    NAME = "name"
    DELETED = "deleted"


def send(message: EmailMessage) -> None:
    """Send a mail in a thread. Errors are logged."""
    Thread(target=_send, args=[message]).start()


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError as error:  # includes all errors of SMTP
        _log.error("A mail was not sent (%s).", _reason(error))


def _reason(error: OSError) -> str:
    """Return what is wrong, without what may repeat the address: the kind of error, and the server's codes."""
    refused = getattr(error, "recipients", {})
    told: list[object] = [code for code, _text in refused.values()]
    told = told or [getattr(error, "smtp_code", None) or error.strerror]
    return " ".join([type(error).__name__, *(str(each) for each in told if each)])


def tell_of(change: Change, request: HttpRequest, learner: Learner, name: str | None, *addresses: str) -> None:
    """Tell the addresses of a change in the account that had this name before, if the site sends mails.

    Empty addresses are left out. Nothing in the mail is secret, and no link in it says who follows it.
    """
    if not settings.MAIL:
        return
    context = {
        "change": change,
        "name": name,
        "new_name": learner.name,
        "domain": request.get_host(),
        "recovery": request.build_absolute_uri(reverse("recovery")),
        "account": request.build_absolute_uri(reverse("account")),
        "contact": settings.CONTACT,
        "at": timezone.now(),
    }
    with languages.spoken_to(learner):
        subject = _("Cribbage Trainer: your account was changed")
        body = render_to_string("trainer/people/changed.txt", context)
    for address in dict.fromkeys(addresses):
        if address:
            send(EmailMessage(subject, body, to=[address]))
