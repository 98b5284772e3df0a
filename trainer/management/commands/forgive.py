"""`manage.py forgive`: forget what is counted against a name or an address."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.people import throttle


class Command(BaseCommand):
    """Let somebody in again at once who has to wait after wrong passwords, many sign-ups or much work."""

    help = _("Forgets wrong passwords and used-up limits of a name or an address.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the name or address."""
        parser.add_argument("whose", help=_("the name of an account, or an address such as 192.0.2.1"))

    def handle(self, *, whose: str, **_options: Any) -> None:
        """Forget everything that is counted for the name and for the address. Raise CommandError without database."""
        try:
            number = throttle.forget(throttle.counts_of_name(whose), throttle.counts_of_address(whose))
        except DatabaseError as error:
            reason = str(error).strip().partition("\n")[0]
            sentence = _("The database cannot be used (%(reason)s); manage.py serve prepares it.")
            raise CommandError(sentence % {"reason": reason}) from error
        if not number:
            self.stdout.write(_("Nothing is counted for “%(whose)s”.") % {"whose": whose})
            return
        said = ngettext("Forgiven: %(n)s limit of “%(whose)s”.", "Forgiven: %(n)s limits of “%(whose)s”.", number)
        self.stdout.write(said % {"n": number, "whose": whose})
