"""Where decisions of a kind are practised: the drill, and its settings as an address says them.

The drills are the trainer's, which this package does not import; a test opens every address that is made here.
"""

from dataclasses import dataclass
from urllib.parse import urlencode

from game.after.review import Decision, DecisionKind
from game.engine.cards import text_of
from game.engine.play import Claim, Counting, Pegging, Play, State
from game.engine.view import see
from game.strategy.review import end_is_near


@dataclass(frozen=True, slots=True)
class Practice:
    """A drill by its slug, and the query string of its start."""

    drill: str
    query: str


def practice_for(decision: Decision, state: State) -> Practice:
    """Return where spots like the one in which this was decided are practised."""
    if not isinstance(state, Pegging | Counting):
        return _of_discards(decision, state)
    if isinstance(state, Pegging):
        return _of_plays(decision, state) if decision.kind is DecisionKind.PLAY else _of_pegs(decision, state)
    return _of_counts(decision, state)


def _of_discards(decision: Decision, state: State) -> Practice:
    place = "dealer" if state.table.dealer == decision.action.seat else "pone"
    return _at("discard", seats=state.table.rules.seats, place=place, end=_end(decision, state))


def _of_plays(decision: Decision, state: Pegging) -> Practice:
    """Return the drill of choosing a card, which asks at two to four seats."""
    return _at("choose", seats=min(state.table.rules.seats, 4), classes=_moment(decision, state))


def _moment(decision: Decision, state: Pegging) -> str:
    """Return when a card is played, by the names that the drill has for it."""
    if _end(decision, state) == "on":
        return "to-win"
    if len(state.plays) < 2:
        return "reply" if state.plays else "lead"
    return "middle,end" if state.series else "new-series"


def _end(decision: Decision, state: State) -> str:
    return "on" if end_is_near(see(state, decision.action.seat)) else "off"


def _of_counts(decision: Decision, state: Counting) -> Practice:
    kind, size = "crib" if state.is_crib else "hand", len(state.cards)
    if isinstance(decision.action, Claim):
        crib = "crib " if state.is_crib else ""
        return _at("count", kind=kind, size=size, like=f"{crib}{text_of(state.cards)} | {state.starter}")
    return _at("muggins", kind=kind, size=size)


def _of_pegs(decision: Decision, state: Pegging) -> Practice:
    """Return the drill of scoring a card, for one's own count of it or another's."""
    own = [decision.action.card] if isinstance(decision.action, Play) else []
    *before, played = [*state.series, *own]
    return _at("peg", like=f"{text_of(before)} | {played}")


def _at(drill: str, **settings: object) -> Practice:
    return Practice(drill, urlencode(settings))
