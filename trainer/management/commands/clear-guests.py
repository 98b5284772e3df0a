"""`manage.py clear-guests`: delete idle guests, expired sessions, and counts that limit nobody any more."""

# ruff: noqa: N999  (the module's name is the command's name)

import json as json_format
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.management.output import whole
from game.models import Spending
from trainer.models import Learner, Race, Racer, Session, Throttle
from trainer.people import throttle

_AT_ONCE = 100
_USUAL = 400
"""Days. Browsers keep cookies no longer, and a guest can only be recognised by one."""


class Command(BaseCommand):
    """Delete idle guests, expired sessions, and counts that limit nobody any more."""

    help = _("Deletes guests who have not been here for long, expired sessions, and counts that limit nobody any more.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options of the command."""
        parser.add_argument("--days", type=whole, default=_USUAL, help=_("days since the last visit; without it 400"))
        parser.add_argument("--dry-run", action="store_true", help=_("only tell what would be deleted"))
        parser.add_argument("--json", action="store_true", help=_("answer with one JSON object"))

    def handle(self, *, days: int, dry_run: bool, json: bool, **_options: Any) -> None:
        """Delete in batches, so that no request waits long for the database, and print the numbers.

        Raise CommandError if `days` is out of range or the database cannot be used.
        """
        now = timezone.now()
        if not 1 <= days <= now.toordinal() - 1:
            raise CommandError(_("Days are a whole number from 1 on."), returncode=2)
        try:
            cleared = self._clear(now, days, dry_run)
        except DatabaseError as error:
            reason = str(error).strip().partition("\n")[0]
            sentence = _("The database cannot be used (%(reason)s); manage.py serve prepares it.")
            raise CommandError(sentence % {"reason": reason}) from error
        if json:
            self.stdout.write(json_format.dumps({"days": days, "dry_run": dry_run, **cleared}))
        else:
            self._tell(cleared, dry_run)

    def _clear(self, now: datetime, days: int, dry_run: bool) -> dict[str, int]:
        guests = list(_idle(now - timedelta(days=days)))
        sessions = Session.objects.filter(expire_date__lt=now)
        throttles = Throttle.objects.filter(failed_at__lt=now - throttle.FORGOTTEN)
        deserted = _deserted()
        spendings = Spending.objects.filter(whole_at__lt=now)
        cleared = {
            "guests": len(guests),
            "races": deserted.count(),
            "sessions": sessions.count(),
            "throttles": throttles.count(),
            "spendings": spendings.count(),
        }
        if not dry_run:
            for start in range(0, len(guests), _AT_ONCE):
                # Filtered again for each batch, because a guest can have come back or signed up meanwhile.
                with transaction.atomic():
                    _nameless(now - timedelta(days=days)).filter(pk__in=guests[start : start + _AT_ONCE]).delete()
            deserted.delete()  # those of these guests too
            sessions.delete()
            throttles.delete()
            spendings.delete()
        return cleared

    def _tell(self, cleared: dict[str, int], dry_run: bool) -> None:
        words = [
            ngettext("%(n)s guest", "%(n)s guests", cleared["guests"]) % {"n": cleared["guests"]},
            ngettext("%(n)s race without people", "%(n)s races without people", cleared["races"])
            % {"n": cleared["races"]},
            ngettext("%(n)s expired session", "%(n)s expired sessions", cleared["sessions"])
            % {"n": cleared["sessions"]},
            ngettext("%(n)s count of wrong passwords", "%(n)s counts of wrong passwords", cleared["throttles"])
            % {"n": cleared["throttles"]},
            ngettext("%(n)s limit that is over", "%(n)s limits that are over", cleared["spendings"])
            % {"n": cleared["spendings"]},
        ]
        for each in words:
            sentence = _("Would be deleted: %(what)s.") if dry_run else _("Deleted: %(what)s.")
            self.stdout.write(sentence % {"what": each})


def _nameless(cutoff: datetime) -> "QuerySet[Learner]":
    """Return guests without activity since `cutoff`. Organisers stay, because their members would lose the class."""
    seen = Q(active_on__gte=cutoff.date()) | Q(active_on=None, created_at__gte=cutoff)
    return (
        Learner.objects.filter(name=None, classrooms_organised=None)
        .exclude(seen)
        .exclude(matches__played_at__gte=cutoff)
        .exclude(runs__asked_at__gte=cutoff)
    )


def _deserted() -> "QuerySet[Race]":
    """Return the races whose host and racers have all left."""
    return Race.objects.filter(host=None).exclude(
        Exists(Racer.objects.filter(race=OuterRef("pk"), learner__isnull=False))
    )


def _idle(cutoff: datetime) -> "QuerySet[Learner, int]":
    """Return the ids of guests without activity and without a session since `cutoff`.

    When a session was written follows from when it expires.
    """
    ends = max(cutoff + timedelta(seconds=settings.SESSION_COOKIE_AGE), timezone.now())
    awake = Session.objects.filter(owner=OuterRef("pk"), expire_date__gte=ends)
    return _nameless(cutoff).exclude(Exists(awake)).order_by("pk").values_list("pk", flat=True)
