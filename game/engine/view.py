"""What one seat, or an onlooker, may know of a state.

A view lists what is visible; everything else stays hidden. Pages and bots get a `View`, never a state. Source:
RULES.md, The play, The show; Questions a player can ask at any time.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from game.engine.cards import Card
from game.engine.play import (
    Action,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discarding,
    Holding,
    Over,
    Pegged,
    Pegging,
    Play,
    State,
    legal,
    waited_for,
)
from game.engine.rules import Rules
from game.engine.scoring import Score


class Phase(StrEnum):
    """The phase of a game."""

    CUTTING_FOR_DEAL = "cutting_for_deal"
    DEALING = "dealing"
    DISCARDING = "discarding"
    CUTTING = "cutting"
    PEGGING = "pegging"
    COUNTING = "counting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand or crib lying face up, without the starter. `scores` is its true count once that is settled."""

    seat: int
    is_crib: bool
    cards: tuple[Card, ...]
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """A state as one seat sees it. With `seat` None it is the view of an onlooker.

    `ledger` holds the scores of this deal. `hand` holds the seat's remaining cards and `away` its own discards; `held`
    is the number of cards that each seat still holds. `cuts` are the cards shown in the cut for deal. `shown` are the
    hands, then the crib, that have been counted; `counting` is the one being counted. `claim` is the seat and the
    number of a claim that can be called now. `legal` holds this seat's actions only. `winner` is a side.
    """

    rules: Rules
    seat: int | None
    phase: Phase
    dealer: int | None
    deal: int
    scores: tuple[int, ...]
    standing: tuple[int, ...]
    ledger: tuple[Pegged, ...]
    waited_for: tuple[int, ...]
    legal: tuple[Action, ...]
    cuts: tuple[tuple[Cut, Card], ...] = ()
    hand: tuple[Card, ...] = ()
    away: tuple[Card, ...] = ()
    held: tuple[int, ...] = ()
    starter: Card | None = None
    plays: tuple[Play, ...] = ()
    series: tuple[Card, ...] = ()
    count: int = 0
    gone: tuple[int, ...] = ()
    shown: tuple[Shown, ...] = ()
    counting: Shown | None = None
    claim: tuple[int, int] | None = None
    winner: int | None = None


def see(state: State, seat: int | None = None) -> View:
    """Return a state as a seat sees it, or as an onlooker sees it if `seat` is None."""
    view = _bare(state, seat)
    match state:
        case CuttingForDeal(_, _, pack, cuts):
            return replace(view, cuts=tuple((cut, pack[cut.place]) for cut in cuts))
        case Dealing():
            return view
        case Discarding(_, holding) | Cutting(_, holding):
            held = tuple(map(len, holding.hands))
            return replace(_own(view, holding), held=held, hand=() if seat is None else holding.hands[seat])
        case Pegging():
            return _see_pegging(view, state)
        case Counting():
            return _see_counting(view, state)
        case Over(_, _, ended):
            stood = _see_pegging(view, ended) if isinstance(ended, Pegging) else _see_counting(view, ended)
            return replace(stood, winner=state.winner)
        case _:
            assert_never(state)


_PHASES = {
    CuttingForDeal: Phase.CUTTING_FOR_DEAL,
    Dealing: Phase.DEALING,
    Discarding: Phase.DISCARDING,
    Cutting: Phase.CUTTING,
    Pegging: Phase.PEGGING,
    Counting: Phase.COUNTING,
    Over: Phase.OVER,
}


def _bare(state: State, seat: int | None) -> View:
    """Return the fields that are known in every phase: rules and scores, whose turn it is, and what this seat may
    do."""
    table, waiting = state.table, waited_for(state)
    mine = legal(state, seat) if seat in waiting else ()
    return View(
        rules=table.rules,
        seat=seat,
        phase=_PHASES[type(state)],
        dealer=table.dealt_by,
        deal=table.deal,
        scores=table.scores,
        standing=table.standing,
        ledger=table.ledger,
        waited_for=waiting,
        legal=mine,
    )


def _own(view: View, holding: Holding) -> View:
    return view if view.seat is None else replace(view, away=holding.away[view.seat])


def _see_pegging(view: View, state: Pegging) -> View:
    return replace(
        _own(view, state.holding),
        hand=() if view.seat is None else state.held(view.seat),
        held=tuple(len(state.held(seat)) for seat in range(view.rules.seats)),
        starter=state.starter,
        plays=state.plays,
        series=state.series,
        count=state.count,
        gone=state.gone,
        claim=_open_claim(state),
    )


def _see_counting(view: View, state: Counting) -> View:
    rules, counts = view.rules, _in_order(state)
    settled = (replace(shown, scores=state.worth(shown.cards, shown.is_crib)) for shown in counts[: state.counted])
    return replace(
        _own(view, state.holding),
        held=(0,) * rules.seats,
        starter=state.starter,
        plays=state.plays,
        shown=tuple(settled),
        counting=None if state.done or view.phase is Phase.OVER else counts[state.counted],
        claim=_open_claim(state),
    )


def _in_order(state: Pegging | Counting) -> tuple[Shown, ...]:
    """Return the hands, then the crib, in the order in which they are counted."""
    hands = state.holding.hands
    owners = state.table.rules.round_from(state.table.pone)
    return (
        *(Shown(owner, False, hands[owner]) for owner in owners),
        Shown(state.table.dealer, True, state.holding.crib),
    )


def not_counted(state: Over) -> tuple[Shown, ...]:
    """Return the hands and the crib that a game ended before, with what they would have counted."""
    ended = state.ended
    show = ended if isinstance(ended, Counting) else Counting(ended.table, ended.holding, ended.starter, ())
    left = _in_order(ended)[show.counted :]
    return tuple(replace(shown, scores=show.worth(shown.cards, shown.is_crib)) for shown in left)


def _open_claim(state: Pegging | Counting) -> tuple[int, int] | None:
    """Return the seat and the number of a claim that can be called, never its true points."""
    return (state.claimed.seat, state.claimed.points) if state.claimed else None
