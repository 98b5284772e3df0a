"""`manage.py verify FILE`: check the fingerprints of a record's shuffles, and where bots cut.

Exit status: 0 every shuffle is sealed and matches, 1 one does not or the record is damaged, 2 the command line or its
file could not be used.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from game.after import fairness_words as words
from game.fairness import Check, Checked, UnreadableSeal, check, read_fingerprint
from game.management.output import GameCommand, text_of_file, unusable
from game.words import terms


class Command(GameCommand):
    """Check the packs of a record."""

    help = _("Checks a record shuffle by shuffle: whether the fingerprint shown in play is that of the pack dealt.")

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the record, and a fingerprint to look for."""
        super().add_arguments(parser)
        parser.add_argument("file", help=_("the record, or - for standard input"))
        parser.add_argument(
            "--fingerprint", metavar="HEX", help=_("a fingerprint written down during play: tells whose it is")
        )

    def handle(self, *, file: str, fingerprint: str | None, json: bool, **_options: Any) -> None:
        """Check and print. The status is 1 unless everything is proved fair."""
        sought = None if fingerprint is None else _fingerprint_from(fingerprint)
        checked = check(text_of_file(file))
        found = checked.find(sought) if sought else None
        if json:
            self.write_json(_as_json(checked) | ({"found": found and _as_place(found)} if sought else {}))
        else:
            self._print(checked, found)
        if checked.stop:
            raise CommandError(terms.record_fault(checked.stop), returncode=1)
        if sought and not found:
            raise CommandError(words.owner_sentence(None), returncode=1)
        if not checked.fair:
            raise CommandError(words.check_verdict(checked), returncode=1)

    def _print(self, checked: Check, found: Checked | None) -> None:
        for shuffle in checked.shuffles:
            told = {"name": words.shuffle_name(shuffle), "verdict": words.seal_verdict(shuffle.verdict)}
            self.stdout.write(_("%(name)s: %(verdict)s") % told)
            if shuffle.fingerprint:
                self.stdout.write(f"    {shuffle.fingerprint}")
            for cut in shuffle.cuts:
                self.stdout.write("    " + words.cut_verdict(cut))
        if found:
            self.stdout.write(words.owner_sentence(found))
        if checked.fair:
            self.stdout.write(words.check_verdict(checked))


def _fingerprint_from(text: str) -> str:
    try:
        return read_fingerprint(text)
    except UnreadableSeal as error:
        raise unusable(words.unreadable(error)) from error


def _as_json(checked: Check) -> dict[str, object]:
    stop = checked.stop
    return {
        "fair": checked.fair,
        "bots": [seat + 1 for seat in checked.bots],
        "shuffles": [
            {
                **_as_place(shuffle),
                "verdict": shuffle.verdict,
                "fingerprint": shuffle.fingerprint or None,
                "written": shuffle.written or None,
                "nonce": shuffle.nonce or None,
                "cuts": [{"seat": cut.seat + 1, "place": cut.place, "nonce_says": cut.bound} for cut in shuffle.cuts],
            }
            for shuffle in checked.shuffles
        ],
        "stopped": stop and {"line": stop.line, "reason": stop.reason, "sentence": terms.record_fault(stop)},
    }


def _as_place(shuffle: Checked) -> dict[str, object]:
    return {"line": shuffle.line, "game": shuffle.game, "deal": shuffle.deal}
