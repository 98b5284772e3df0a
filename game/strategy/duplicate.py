"""A deal played again by the expert, to compare results with the same cards.

The pack, the cut for the starter and the bots' discards stay the same. The expert takes the judged seat and the seat of
every other person, because nobody knows how a person would have answered other cards. It counts correctly and calls
every miscount that it gains from.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from game.engine.play import Action, Count, Cut, Cutting, Dealing, Discard, Discarding, Over, State, apply, waited_for
from game.engine.view import see
from game.strategy.bots import act
from game.strategy.levels import Level

Chance = Callable[[int, int], Random]
"""The random numbers of a seat, by the number of the action in the game and the seat."""


class NotPlayed(ValueError):
    """Raised for a deal that was broken off before the starter was cut, so that it cannot be played again."""


@dataclass(frozen=True, slots=True)
class DealToReplay:
    """A deal of a game, with `seat` judged: the state before it and its actions.

    The first action, the shuffle, is number `first` of the game. `levels` are the bots' by seat; a seat without one is
    a person's.
    """

    state: Dealing
    actions: tuple[Action, ...]
    first: int
    seat: int
    levels: Mapping[int, Level]


def gained(before: State, after: State) -> tuple[int, ...]:
    """Return the points between two states of a game, by side. Nothing past the target counts."""
    target = before.table.rules.target
    return tuple(min(now, target) - had for had, now in zip(before.table.scores, after.table.scores, strict=True))


def by_expert(deal: DealToReplay, chance: Chance) -> tuple[int, ...]:
    """Return the points, by side, with the expert in the judged seat. Raises NotPlayed."""
    state: State = deal.state
    for action in again(deal, chance):
        state = apply(state, action)
    return gained(deal.state, state)


def again(deal: DealToReplay, chance: Chance) -> Iterator[Action]:
    """Yield the actions of the deal with the expert in the judged seat. Raises NotPlayed."""
    place = next((action.place for action in deal.actions if isinstance(action, Cut)), None)
    if place is None:
        raise NotPlayed
    thrown = {action.seat: action for action in deal.actions if isinstance(action, Discard)}
    levels = {seat: level for seat, level in deal.levels.items() if seat != deal.seat}
    state, number = apply(deal.state, deal.actions[0]), deal.first + 1
    yield deal.actions[0]
    while not isinstance(state, Dealing | Over):
        seats = waited_for(state)
        if isinstance(state, Cutting):
            action: Action = Cut(state.table.pone, place)
        elif not seats:
            action = Count()
        elif isinstance(state, Discarding) and seats[0] in levels:
            action = thrown[seats[0]]
        else:
            seat = seats[0]
            action = act(see(state, seat), levels.get(seat, Level.EXPERT), chance(number, seat))
        yield action
        state, number = apply(state, action), number + 1
