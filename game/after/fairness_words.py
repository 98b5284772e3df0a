"""The results of checking packs, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.fairness import BotCut, Check, Checked, SealFault, SealVerdict, UnreadableSeal
from game.words.terms import card_fault

_VERDICTS = {
    SealVerdict.MATCHES: gettext_lazy("The fingerprint matches."),
    SealVerdict.DIFFERS: gettext_lazy("The fingerprint does not match this pack and this nonce."),
    SealVerdict.UNSEALED: gettext_lazy("There is no fingerprint before this shuffle."),
    SealVerdict.BAD_NONCE: gettext_lazy(
        "The nonce is not 32 digits from 0 to 9 and a to f, so nothing can be checked."
    ),
}
_FAULTS = {
    SealFault.FINGERPRINT: gettext_lazy("A fingerprint is 64 digits from 0 to 9 and a to f."),
    SealFault.NONCE: gettext_lazy("A sealed text ends with its nonce: 32 digits from 0 to 9 and a to f."),
    SealFault.PACK: gettext_lazy("A sealed text begins with all 52 cards of the pack, each once."),
}


def shuffle_name(shuffle: Checked) -> str:
    """Return what a shuffle was for."""
    if shuffle.deal is None:
        return _("Game %(game)s, cut for the deal") % {"game": shuffle.game}
    return _("Game %(game)s, deal %(deal)s") % {"game": shuffle.game, "deal": shuffle.deal}


def seal_verdict(verdict: SealVerdict) -> str:
    """Return whether a fingerprint matches."""
    return str(_VERDICTS[verdict])


def cut_verdict(cut: BotCut) -> str:
    """Return whether a bot cut where its nonce says: the number of cards that it lifts."""
    words = {"seat": cut.seat + 1, "place": cut.place, "bound": cut.bound}
    if cut.agrees:
        return _("Seat %(seat)s, a bot, cut at %(place)s, as the nonce says.") % words
    return _("Seat %(seat)s, a bot, cut at %(place)s; the nonce says %(bound)s.") % words


def check_verdict(check: Check) -> str:
    """Return the result for the whole record in one sentence. Errors of its form are in `record_fault`."""
    if not check.shuffles:
        return _("There is no shuffle in this record, so there is nothing to check.")
    number, wrong = len(check.shuffles), sum(not shuffle.fair for shuffle in check.shuffles)
    if wrong:
        words = {"wrong": wrong, "number": number}
        return (
            ngettext(
                "Not proved fair: %(wrong)s of %(number)s shuffle.",
                "Not proved fair: %(wrong)s of %(number)s shuffles.",
                number,
            )
            % words
        )
    return ngettext(
        "%(number)s shuffle, and its fingerprint matches.", "%(number)s shuffles, and all fingerprints match.", number
    ) % {"number": number}


def damaged() -> str:
    """Return the sentence for a record that is not valid to its end."""
    return _("This record is damaged; what comes before that is checked.")


def owner_sentence(shuffle: Checked | None) -> str:
    """Return which shuffle has the fingerprint that somebody wrote down, if any."""
    if shuffle is None:
        return _("No shuffle of this record has the fingerprint you wrote down.")
    words = {"line": shuffle.line, "game": shuffle.game, "deal": shuffle.deal}
    if shuffle.deal is None:
        return _("The fingerprint you wrote down is that of game %(game)s, cut for the deal (line %(line)s).") % words
    return _("The fingerprint you wrote down is that of game %(game)s, deal %(deal)s (line %(line)s).") % words


def pack_verdict(matches: bool) -> str:
    """Return whether a single sealed text has the fingerprint given with it."""
    if matches:
        return _("This text has that fingerprint.")
    return _("This text does not have that fingerprint.")


def neither() -> str:
    """Return the sentence for a text that is neither a record nor a sealed pack."""
    return _(
        "This is neither a record, which begins with “cribbage record 2”, nor a sealed text of 52 cards and a nonce."
    )


def unreadable(error: UnreadableSeal) -> str:
    """Return why a text is not a sealed pack, or not a fingerprint."""
    if error.cause is not None:
        return card_fault(error.cause)
    return str(_FAULTS[error.fault])
