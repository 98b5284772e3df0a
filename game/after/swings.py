"""The chance to win in the show, hand by hand, and what luck did to it: a starter, a hand, a crib."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.after.review import Decision, DecisionKind, Duplicate
from game.engine.cards import Card
from game.engine.play import Counting, Pegging
from game.engine.view import Shown
from game.referee import Course
from game.strategy.review import chance_to_win

_LEAST = 0.12
_MOST = 2
"""A swing moves the chance to win by at least so much, and so many are named, the greatest."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What luck did before the action `number`: the chance to win before and after a card, hand or crib was seen."""

    number: int
    deal: int
    before: float
    after: float
    seen: Card | Shown

    @property
    def size(self) -> float:
        """Return how far the chance moved."""
        return abs(self.after - self.before)


def with_show(course: Course, deals: Sequence[Duplicate], seat: int) -> list[Duplicate]:
    """Return the deals with the show on their curves.

    By then the play has shown every hand. The crib counts as cribs do on average until it is turned over.
    """
    side = course.rules.side_of(seat)
    found = []
    for deal in deals:
        show = [(number, chance_to_win(state, side, _unseen(state))) for number, state in _show(course, deal)]
        ends = [move for move in deal.curve[1:] if move[0] == course.number]
        found.append(replace(deal, curve=(deal.curve[0], *show, *ends)))
    return found


def _show(course: Course, deal: Duplicate) -> Iterator[tuple[int, Counting]]:
    """Yield the states of a deal in which something is still to be counted."""
    later = next((first for first in course.deals if first > deal.first), course.number)
    for number in range(deal.first, later):
        state = course.log.state(number)
        if isinstance(state, Counting) and not state.done:
            yield number, state


def _unseen(state: Counting) -> tuple[int, ...]:
    return () if state.is_crib else (state.table.rules.seats,)


def swings(course: Course, deals: Sequence[Duplicate], decisions: Sequence[Decision], seat: int) -> list[Swing]:
    """Return the greatest swings of luck in a game, in its order. The deals are those `with_show`."""
    found = [swing for deal in deals for swing in _of_deal(course, deal, decisions, seat)]
    great = sorted((each for each in found if each.size >= _LEAST), key=lambda each: each.size, reverse=True)
    return sorted(great[:_MOST], key=lambda each: each.number)


def _of_deal(course: Course, deal: Duplicate, decisions: Sequence[Decision], seat: int) -> Iterator[Swing]:
    of_deal = [each for each in decisions if each.deal == deal.deal and each.chance is not None]
    yield from _starter(course, of_deal)
    show = list(_show(course, deal))
    if show and of_deal:
        yield from _hand(deal, show[0], of_deal[-1], seat)
    crib = next(((number, state) for number, state in show if state.is_crib), None)
    if crib:
        number, state = crib
        rules = state.table.rules
        before = chance_to_win(state, rules.side_of(seat), (rules.seats,))
        yield Swing(number, deal.deal, before, dict(deal.curve)[number], _seen(state))


def _starter(course: Course, decisions: Sequence[Decision]) -> Iterator[Swing]:
    """Yield what the starter did between the discard and the first card that was chosen, if nobody pegged till then."""
    if len(decisions) < 2 or decisions[0].kind is not DecisionKind.DISCARD:
        return
    discard, card = decisions[:2]
    before, after = course.log.state(discard.number), course.log.state(card.number)
    others = [side for side in range(course.rules.sides) if side != course.rules.side_of(before.table.dealer)]
    pegged = [after.table.scores[side] - before.table.scores[side] for side in others]
    if isinstance(after, Pegging) and not any(pegged):
        yield Swing(card.number, card.deal, (discard.chance or 0.0) - discard.win, card.chance or 0.0, after.starter)


def _hand(deal: Duplicate, first: tuple[int, Counting], last: Decision, seat: int) -> Iterator[Swing]:
    """Yield what the end of the play showed: of the others' hands, the one that moved the chance most that way.

    It is credited with no more than it moved: what was pegged meanwhile is not its luck, nor what of it was known.
    """
    number, state = first
    rules = state.table.rules
    before, after = max((last.chance or 0.0) - last.win, 0.0), dict(deal.curve)[number]
    hands = [replace(state, counted=place) for place in range(rules.seats)]
    others = [hand for hand in hands if hand.owner != seat]
    side, crib = rules.side_of(seat), rules.seats
    usual = chance_to_win(state, side, (crib,))
    # By how much better than an average one each hand is for the side.
    moved = {hand.owner: usual - chance_to_win(state, side, (hand.counted, crib)) for hand in others}
    hand = max(others, key=lambda hand: moved[hand.owner] * (after - before))
    if moved[hand.owner] * (after - before) > 0 and abs(moved[hand.owner]) >= _LEAST:
        from_usual = after - moved[hand.owner]
        before = max(before, from_usual) if after > before else min(before, from_usual)
        yield Swing(number, deal.deal, before, after, _seen(hand))


def _seen(state: Counting) -> Shown:
    return Shown(state.owner, state.is_crib, state.cards, state.truth)
