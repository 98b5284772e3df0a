"""What a word of the game means, told at the table in one sentence to somebody who meets it for the first time.

Each note is told until the reader has acted on it, then never again.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.engine.play import Go, Play
from game.engine.rules import SKUNK, Counted, Muggins
from game.engine.scoring import THIRTY_ONE, Kind, Named, combine
from game.engine.view import Phase, View


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence in three parts, the middle one being the word that it explains.

    `slug` is that of the glossary, with something more where a word has several notes.
    """

    slug: str
    before: str
    word: str
    after: str

    @property
    def text(self) -> str:
        """Return the whole sentence."""
        return self.before + self.word + self.after

    @property
    def spoken(self) -> str:
        """Return the sentence for a screen reader, "" where it is about what is only seen."""
        return "" if self.slug in _ONLY_SEEN else self.text

    @property
    def entry(self) -> str:
        """Return the slug of the word in the glossary."""
        return self.slug.partition(":")[0]

    @property
    def stop(self) -> str:
        """Return what stands right after the word: no line begins with it."""
        return self.after.partition(" ")[0]

    @property
    def rest(self) -> str:
        """Return what follows after a space, with it."""
        return self.after.removeprefix(self.stop)


def _counts(view: View) -> bool:
    return view.phase is Phase.COUNTING and view.claim is None and view.seat in view.waited_for


def _plays(view: View) -> bool:
    return view.phase is Phase.PEGGING and view.claim is None


def _ends_series(view: View) -> bool:
    """Return whether nobody else can play in this series any more, and the reader claims what a card scores."""
    others = {*range(view.rules.seats)} - {view.seat} - {*view.gone}
    sums = {view.count + action.card.value for action in view.legal if isinstance(action, Play)}
    claims = _plays(view) and view.rules.counting is Counted.ALL and sums and THIRTY_ONE not in sums
    return bool(claims) and not any(view.held[seat] for seat in others)


def _may_call(view: View) -> bool:
    return view.claim is not None and view.seat in view.waited_for


def _counts_crib(view: View) -> bool:
    """Return whether a crib lies open, to be counted by the reader."""
    return view.counting is not None and view.counting.is_crib and view.seat in view.waited_for


def _may_skunk(view: View) -> bool:
    """Return whether somebody has reached a score that somebody else needs in order not to be skunked."""
    return any(min(view.scores) < line <= max(view.scores) for line in view.rules.skunk_lines[:1])


def _begins_after(view: View, ended: Kind) -> bool:
    """Return whether the next card begins a series after one that ended so, or the last card has begun it."""
    ends = [line.score.kind for line in view.ledger if line.score.kind in {Kind.GO, Kind.THIRTY_ONE}]
    return _plays(view) and len(view.series) < min(len(view.plays), 2) and ends[-1:] == [ended]


def _pegged_royal(view: View) -> bool:
    return _plays(view) and any(
        line.score.kind is Kind.PAIR and len(line.score.cards) == 3 for line in view.ledger[-1:]
    )


def _counted(view: View) -> list[Named]:
    """Return the names of what was counted last in the show; none to who counts next, whose own hand they would seem to
    name."""
    if _counts(view):
        return []
    return [one.name for shown in view.shown[-1:] for one in combine(shown.scores)]


_NOTES: dict[str, tuple[Callable[[View], bool], Promise]] = {
    "crib": (
        lambda view: view.phase is Phase.DISCARDING,
        _("The blue [crib] is the dealer’s extra hand."),
    ),
    "go:claim": (
        _ends_series,
        _("Only you can play: claim 1 for [go] with your last card that fits."),
    ),
    "go": (
        lambda view: _plays(view) and (bool(view.gone) or any(isinstance(action, Go) for action in view.legal)),
        _("Whoever would pass 31 with every card says [go]."),
    ),
    "skunk": (
        lambda view: view.phase is Phase.DISCARDING and _may_skunk(view),
        _("Losing by more than %(skunk)s is a [skunk]."),
    ),
    "heels": (
        lambda view: _plays(view) and any(line.score.kind is Kind.HEELS for line in view.ledger),
        _("A starter jack is [his heels]: 2 for the dealer."),
    ),
    "series": (
        lambda view: _begins_after(view, Kind.GO),
        _("A new [series] begins at 0."),
    ),
    "thirty-one": (
        lambda view: _begins_after(view, Kind.THIRTY_ONE),
        _("After [31], count from 0."),
    ),
    "pair-royal": (
        lambda view: _pegged_royal(view) or Named.PAIR_ROYAL in _counted(view),
        _("Three of a rank: a [pair royal]."),
    ),
    "play": (
        _plays,
        _("Fifteens, pairs and runs score in [the play]."),
    ),
    "count": (
        _plays,
        _("The [count] never passes 31."),
    ),
    "fifteen:worth": (
        _counts,
        _("A [fifteen] or a pair scores 2, a run 1 a card."),
    ),
    "muggins": (
        lambda view: _counts(view) and view.rules.muggins is not Muggins.OFF,
        _("[Muggins] takes what you miss."),
    ),
    "call": (
        lambda view: _may_call(view) and view.rules.muggins is not Muggins.MISSED_AND_EXCESS,
        _("Then [call] the true count: the rest is yours."),
    ),
    "call:excess": (
        lambda view: _may_call(view) and view.rules.muggins is Muggins.MISSED_AND_EXCESS,
        _("If not, [call] what is right: the difference is yours."),
    ),
    "crib:blue": (
        _counts_crib,
        _("The cards on blue are the [crib]."),
    ),
    "nobs": (
        lambda view: Named.NOBS in _counted(view),
        _("A jack of the starter’s suit scores one: [his nob]."),
    ),
    "double-run": (
        lambda view: Named.DOUBLE_RUN in _counted(view),
        _("A run with one rank twice is a [double run]: two runs and a pair."),
    ),
    "fifteen": (
        lambda view: _counted(view)[:1] == [Named.FIFTEEN] and len(_counted(view)) > 1,
        _("Said aloud, as in “[fifteen] two”, each number is the sum so far."),
    ),
    "starter": (
        lambda view: view.phase in {Phase.CUTTING, Phase.COUNTING},
        _("The [starter] counts with every hand."),
    ),
}
"""By the slug of the word in the glossary: when it matters, and the sentence, with the word in brackets. The first that
matters, and for which there is room, is told."""

_ONLY_SEEN = {"crib:blue"}

ALL = tuple(_NOTES)
"""The slugs of all words that are explained."""

KNOWS_ALL = "*"
"""What stands among the words met by somebody who needs none explained, whatever is added later."""


def telling(view: View, met: Collection[str]) -> Iterator[Note]:
    """Return what may be explained to a seat that has `met` some of the words, the most urgent first."""
    if KNOWS_ALL in met:
        return
    for slug, (matters, sentence) in _NOTES.items():
        if slug not in met and matters(view):
            before, _bracket, rest = str(sentence).replace("%(skunk)s", str(SKUNK)).partition("[")
            word, _bracket, after = rest.partition("]")
            yield Note(slug, before, word, after)
