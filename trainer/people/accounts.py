"""Guests and accounts: who the learner of a request is, signing up, logging in, passwords.

A guest is created when there is something to store. Signing up gives the same learner a name and a password. A guest
who logs in to an account is merged into it.
"""

from contextlib import suppress

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    authenticate,
    login,
    logout,
    update_session_auth_hash,
)
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from trainer import names
from trainer.models import Learner, TakenDownName
from trainer.people import mails, merging, security_log, sessions, throttle
from trainer.people.mails import Change
from trainer.people.security_log import Event


class NameTaken(ValueError):
    """Another learner has this name."""


def learner_of(request: HttpRequest) -> Learner | None:
    """Return the learner of a request, or None where the session has none."""
    return request.user if isinstance(request.user, Learner) else None


def remember(request: HttpRequest, learner: Learner) -> None:
    """Put the learner into the session, and renew it once a day.

    A new guest is not logged in with `login`, which would make the forms that are open in other tabs stale. That is
    right for somebody who gains rights by it; a guest gains none.
    """
    note_visit(request, learner)
    if request.user == learner:
        return
    if request.session.session_key:
        request.session.cycle_key()
    request.session[SESSION_KEY] = str(learner.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = learner.get_session_auth_hash()
    request.user = learner


def note_visit(request: HttpRequest, learner: Learner) -> bool:
    """Write once a day that the learner was here, on the session and on their row. Returns whether the session is new
    to this day.
    """
    now = timezone.now()
    today = now.date()
    if learner.active_on != today:
        Learner.objects.filter(pk=learner.pk).update(active_on=today)
    return sessions.renew(request, learner, now)


@receiver(user_logged_in)
def _note_login(request: HttpRequest, user: Learner, **_: object) -> None:
    """Write that somebody has logged in, here or in the admin."""
    note_visit(request, user)
    security_log.record(Event.LOGGED_IN, request, user)


@receiver(user_logged_out)
def _note_logout(request: HttpRequest, user: Learner | None, **_: object) -> None:
    security_log.record(Event.LOGGED_OUT, request, user)


def sign_up(request: HttpRequest, name: str, password: str, email: str = "") -> Learner:
    """Create an account for the guest of the request, or for somebody new. Raises NameTaken.

    The guest's own row gets the name, so nothing has to be moved. The request must not have an account already.
    """
    guest = learner_of(request)
    learner = guest or Learner()
    before = (learner.name, learner.password, learner.email)
    learner.name, learner.email = name, email
    learner.set_password(password)
    try:
        with transaction.atomic():
            learner.save(update_fields=["name", "password", "email"] if guest else None)
    except IntegrityError as error:
        learner.name, learner.password, learner.email = before  # the page with the error still shows the guest
        raise NameTaken from error
    security_log.record(Event.SIGNED_UP, request, learner)
    _let_in(request, learner)
    return learner


def rename(request: HttpRequest, learner: Learner, name: str | None, public_name: str | None) -> None:
    """Change a learner's names. Raises NameTaken."""
    before = (learner.name, learner.public_name)
    learner.name, learner.public_name = name, public_name
    try:
        with transaction.atomic():
            learner.save(update_fields=["name", "public_name"])
    except IntegrityError as error:
        learner.name, learner.public_name = before  # the page with the error still shows the old names
        raise NameTaken from error
    if name != before[0]:
        security_log.record(Event.NAME_CHANGED, request, learner)
        mails.tell_of(Change.NAME, request, learner, before[0], learner.email)
    if public_name != before[1]:
        security_log.record(Event.PUBLIC_NAME_CHANGED, request, learner)


@transaction.atomic
def take_down_public_name(learner: Learner) -> None:
    """Take a public name away from a learner and whoever else has it, so that nobody can choose it again."""
    if learner.public_name:
        taken_down, key = {"name": learner.public_name}, names.key(learner.public_name)
        TakenDownName.objects.get_or_create(key=key, defaults=taken_down)
        bearers = Learner.objects.filter(Q(pk=learner.pk) | Q(public_key=key))
        bearers.update(public_name=None, public_key=None)


def change_email(request: HttpRequest, learner: Learner, email: str) -> None:
    """Store the address for recovery, or "" for none, and tell the former and the new one."""
    before, learner.email = learner.email, email
    learner.save(update_fields=["email"])
    if email != before:
        security_log.record(Event.EMAIL_CHANGED, request, learner)
        mails.tell_of(Change.EMAIL, request, learner, learner.name, before, email)


def delete(request: HttpRequest, learner: Learner) -> None:
    """Delete a learner with everything that belongs to them, and end the session."""
    with transaction.atomic():
        merging.lock(learner)
        Learner.objects.filter(pk=learner.pk).delete()
    security_log.record(Event.DELETED, request, learner)
    mails.tell_of(Change.DELETED, request, learner, learner.name, learner.email)
    logout(request)


def log_in(request: HttpRequest, account: Learner) -> bool:
    """Log in to an account whose password was checked. Returns whether a guest was merged into it."""
    guest = learner_of(request)
    merged = False
    if guest and guest.name is None:
        with suppress(Learner.DoesNotExist):  # a second click: the first has merged them
            account, merged = merging.merge(guest, account), True
    _let_in(request, account)
    return merged


def _let_in(request: HttpRequest, learner: Learner) -> None:
    """Log in with a new session key and a new CSRF token, so that older ones are worth nothing."""
    login(request, learner, settings.AUTHENTICATION_BACKENDS[0])


def is_password_of(request: HttpRequest, learner: Learner, password: str) -> bool:
    """Return whether this is the learner's password. It counts as a try to log in."""
    return authenticate(request, username=learner.name, password=password) == learner


def renew_password(request: HttpRequest, learner: Learner, password: str) -> None:
    """Store a new password, and end all other sessions."""
    learner.set_password(password)
    learner.save(update_fields=["password"])
    update_session_auth_hash(request, learner)
    sessions.end_all(learner, but=request.session.session_key)
    security_log.record(Event.PASSWORD_CHANGED, request, learner)
    mails.tell_of(Change.PASSWORD, request, learner, learner.name, learner.email)


def password_was_reset(request: HttpRequest, learner: Learner) -> None:
    """End all sessions of a learner who has a new password by the link from a mail."""
    sessions.end_all(learner)
    throttle.forgive_wrong_passwords(str(learner.name))
    security_log.record(Event.RESET_DONE, request, learner)
    mails.tell_of(Change.PASSWORD, request, learner, learner.name, learner.email)
