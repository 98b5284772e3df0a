"""What a word of the game means, told at the table in one sentence to somebody who meets it for the first time.

Each note is told until the reader has acted on it, then never again.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.engine.play import Go
from game.engine.rules import Muggins
from game.engine.scoring import Kind
from game.engine.view import Phase, View


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence in three parts, the middle one being the word that it explains. `slug` is that of the glossary."""

    slug: str
    before: str
    word: str
    after: str

    @property
    def text(self) -> str:
        """Return the whole sentence."""
        return self.before + self.word + self.after


def _counts(view: View) -> bool:
    return view.phase is Phase.COUNTING and view.rules.muggins is not Muggins.OFF and view.seat in view.waited_for


def _plays(view: View) -> bool:
    return view.phase is Phase.PEGGING and view.claim is None


def _scored_nobs(view: View) -> bool:
    return any(score.kind is Kind.NOBS for shown in view.shown[-1:] for score in shown.scores)


_NOTES: dict[str, tuple[Callable[[View], bool], Promise]] = {
    "crib": (
        lambda view: view.phase is Phase.DISCARDING,
        _("A [crib] is an extra hand for the dealer."),
    ),
    "go": (
        lambda view: _plays(view) and any(isinstance(action, Go) for action in view.legal),
        _("No card of yours keeps the count within 31: say [go]."),
    ),
    "heels": (
        lambda view: _plays(view) and any(line.score.kind is Kind.HEELS for line in view.ledger),
        _("A jack as the starter is [his heels]: two points for the dealer."),
    ),
    "series": (
        lambda view: _plays(view) and bool(view.plays) and not view.series,
        _("Nobody could go on: your card begins a new [series] at 0."),
    ),
    "play": (
        _plays,
        _("Play a card: fifteens, pairs, runs and 31 score in [the play]."),
    ),
    "muggins": (
        lambda view: _counts(view) and view.claim is None,
        _("With [muggins] others take points you miss."),
    ),
    "call": (
        lambda view: _counts(view) and view.claim is not None,
        _("If it is more, [call] it: the rest is yours."),
    ),
    "nobs": (
        _scored_nobs,
        _("A jack of the starter’s suit scores one: [his nob]."),
    ),
    "starter": (
        lambda view: view.phase is Phase.COUNTING,
        _("The [starter] counts with every hand and crib."),
    ),
}
"""By the slug of the word in the glossary: when it matters, and the sentence, with the word in brackets. The first that
matters is told."""

ALL = tuple(_NOTES)
"""The slugs of all words that are explained."""


def note(view: View, met: Collection[str]) -> Note | None:
    """Return what is explained to a seat that has `met` some of the words, None if nothing has to be."""
    for slug, (matters, sentence) in _NOTES.items():
        if slug not in met and matters(view):
            before, _bracket, rest = str(sentence).partition("[")
            word, _bracket, after = rest.partition("]")
            return Note(slug, before, word, after)
    return None
