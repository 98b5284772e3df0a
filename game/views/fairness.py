"""The page on fair deals: how packs are sealed, and a check of pasted records and sealed texts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game import fairness
from game.after import fairness_words as fair_words
from game.budget import costly
from game.engine.cards import parse_cards
from game.engine.record import RecordReason
from game.fairness import Check, Checked, UnreadableSeal
from game.models import Match
from game.words import terms

LONGEST = 200_000
"""The most characters that can be pasted: a record of about thirty games."""

_PACK = parse_cards(
    "9H 2C KD 5S JH 7C 3D QS 8H AC TD 4S 6H JC 2D 9S KH 5C 7D 3S TH QC 8D AS 4H 6C "
    "JD 2S 9C KS 5H 7H 3C QD 8S AD TC 4D 6S JS 2H 9D KC 5D 7S 3H QH 8C AH TS 4C 6D"
)
_NONCE = "3f1c09a27be54d86a0c1f2e3d4b5968a"
_SEAT, _PLACES = 1, 40


def _example() -> dict[str, object]:
    """Return an example to follow with other tools: a sealed pack, and where a bot in the second seat cuts."""
    return {
        "sealed": fairness.sealed(_PACK, _NONCE),
        "nonce": _NONCE,
        "fingerprint": fairness.fingerprint(_PACK, _NONCE),
        "cut_text": fairness.cut_text(_NONCE, _SEAT),
        "places": _PLACES,
        "cut": fairness.cut_by(_NONCE, _SEAT, range(_PLACES)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@costly("POST")
def fair(request: HttpRequest) -> HttpResponse:
    """Show how a deal is made and sealed. A pasted text is checked and shown again."""
    context: dict[str, object] = {"example": _example(), "own": _own(request)}
    if request.method == "POST":
        text, written = request.POST.get("text", ""), request.POST.get("fingerprint", "")
        context |= {"text": text, "written": written} | _checked(text, written)
    elif "example" in request.GET:
        context |= {"text": fairness.sealed(_PACK, _NONCE), "written": fairness.fingerprint(_PACK, _NONCE)}
    return render(request, "game/after/fair.html", context)


def _own(request: HttpRequest) -> str:
    """Return where the packs of the visitor's last finished match are checked, "" if there is none."""
    if not request.user.is_authenticated:
        return ""
    over = Match.objects.filter(seats__learner=request.user.pk, over=True).order_by("-played_at", "-pk")
    key = over.values_list("key", flat=True).first()
    return reverse("seals", args=[key]) if key else ""


def _checked(text: str, written: str) -> dict[str, object]:
    """Return the context for a pasted text and a fingerprint that was written down."""
    try:
        sought = fairness.read_fingerprint(written) if written.strip() else ""
    except UnreadableSeal as error:
        return {"fingerprint_error": fair_words.unreadable(error)}
    if len(text.replace("\r\n", "\n")) > LONGEST:
        words = {"longest": number_format(LONGEST, 0, force_grouping=True)}
        return {"text_error": _("That is too long: up to %(longest)s characters can be checked at once.") % words}
    if not text.strip():
        return {"text_error": _("Paste a record, or a sealed text.")}
    check = fairness.check(text)
    if check.stop and check.stop.reason is RecordReason.NOT_A_RECORD:
        return _of_pack(text, sought)
    return {"verdict": _of_record(check, sought)}


def _of_record(check: Check, sought: str) -> dict[str, object]:
    found = check.find(sought) if sought else None
    owner = [fair_words.owner_sentence(found)] if sought else []
    said = [fair_words.check_verdict(check)] if check.shuffles or not check.stop else []
    if check.stop:
        said = [fair_words.damaged(), terms.record_fault(check.stop), *said, *owner]
    elif check.fair and sought and not found:
        said = [*owner, *said]
    else:
        said = [*said, *owner]
    return {
        "right": check.fair and not (sought and not found),
        "sentence": said[0],
        "more": said[1:],
        "shuffles": [_of_shuffle(shuffle) for shuffle in check.shuffles],
    }


def _of_shuffle(shuffle: Checked) -> dict[str, object]:
    return {
        "name": fair_words.shuffle_name(shuffle),
        "right": shuffle.fair,
        "sentence": fair_words.seal_verdict(shuffle.verdict),
        "fingerprint": shuffle.fingerprint,
        "cuts": [fair_words.cut_verdict(cut) for cut in shuffle.cuts],
    }


def _of_pack(text: str, sought: str) -> dict[str, object]:
    """Return the context for a single sealed text."""
    try:
        pack, nonce = fairness.read_sealed(text)
    except UnreadableSeal as error:
        sentence = fair_words.unreadable(error) if sought else fair_words.neither()
        return {"text_error": sentence}
    if not sought:
        return {"fingerprint_error": _("Give the fingerprint that this text should have.")}
    found = fairness.fingerprint(pack, nonce)
    return {
        "verdict": {
            "right": found == sought,
            "sentence": fair_words.pack_verdict(found == sought),
            "fingerprint": found,
        }
    }
