"""A deal played again by the expert: the same cards, and the expert's own play comes to the same."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from game.engine.cards import PACK
from game.engine.play import (
    Action,
    Count,
    Cut,
    Cutting,
    Dealing,
    Discard,
    Over,
    Shuffle,
    State,
    apply,
    start,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import Kind
from game.engine.view import see
from game.strategy.bots import act
from game.strategy.duplicate import DealToReplay, NotPlayed, again, by_expert, gained
from game.strategy.levels import Level
from tests.full import PROOF

CALLED = {"counting": Counted.SHOW, "muggins": Muggins.MISSED, "notice": Notice.CALLED}
CLAIMED = {"counting": Counted.ALL, "muggins": Muggins.MISSED_AND_EXCESS}


def chance(number: int, seat: int) -> Random:
    """A bot's chance at an action."""
    return Random(f"duplicate/{number}/{seat}")


def deals(rules: Rules, levels: Mapping[int, Level], seat: int) -> Iterator[DealToReplay]:
    """The deals of a game of bots, with one seat judged as if a person sat there."""
    random, others = Random(7), {other: level for other, level in levels.items() if other != seat}
    state: State = start(rules, 0)
    actions: list[Action] = []
    began, first = state, 0
    while not isinstance(state, Over):
        if isinstance(state, Dealing):
            action: Action = Shuffle(tuple(random.sample(PACK, len(PACK))))
            began, first = state, len(actions)
        elif isinstance(state, Cutting):
            action = Cut(state.table.pone, random.randrange(len(state.rest)))
        elif seats := waited_for(state):
            action = act(see(state, seats[0]), levels[seats[0]], chance(len(actions), seats[0]))
        else:
            action = Count()
        actions.append(action)
        state = apply(state, action)
        if isinstance(state, Dealing | Over) and isinstance(began, Dealing):
            yield DealToReplay(began, tuple(actions[first:]), first, seat, others)


def as_played(deal: DealToReplay) -> tuple[int, ...]:
    """The points that the deal gave, by side."""
    state: State = deal.state
    for action in deal.actions:
        state = apply(state, action)
    return gained(deal.state, state)


@pytest.mark.parametrize(
    ("seats", "sides", "options"), [(2, 2, CALLED), (2, 2, CLAIMED), (3, 3, CALLED), (4, 2, {}), (6, 3, CLAIMED)]
)
def test_a_deal_that_the_expert_played_comes_to_the_same(seats: int, sides: int, options: dict[str, object]) -> None:
    rules = Rules(seats=seats, sides=sides, target=61 if PROOF.full else 31, **options)  # type: ignore[arg-type]
    levels = {seat: (Level.EXPERT, Level.CASUAL, Level.BEGINNER)[seat % 3] for seat in range(seats)}
    played = list(deals(rules, levels, seat=0))
    assert played
    for deal in played:
        assert tuple(again(deal, chance)) == deal.actions
        assert by_expert(deal, chance) == as_played(deal)


def test_the_cards_and_the_bots_discards_stay() -> None:
    levels = {0: Level.BEGINNER, 1: Level.BEGINNER}
    changed = 0
    for deal in deals(Rules(target=61, **CALLED), levels, seat=1):  # type: ignore[arg-type]
        actions = tuple(again(deal, chance))
        for kind in (Shuffle, Cut):
            assert [each for each in actions if isinstance(each, kind)] == [
                each for each in deal.actions if isinstance(each, kind)
            ]
        thrown, before = (
            {each.seat: set(each.cards) for each in of_deal if isinstance(each, Discard)}
            for of_deal in (actions, deal.actions)
        )
        assert thrown[0] == before[0]
        changed += thrown[1] != before[1]
    assert changed


def test_the_expert_earns_more_than_a_beginner_with_the_same_cards() -> None:
    levels = {0: Level.CLUB, 1: Level.BEGINNER}
    ahead = []
    for deal in deals(Rules(target=241), levels, seat=1):
        (other, own), (other_then, own_then) = by_expert(deal, chance), as_played(deal)
        ahead.append((own - other) - (own_then - other_then))
    assert sum(ahead) > 0


def test_every_seat_without_a_level_is_played_by_the_expert() -> None:
    levels = {0: Level.BEGINNER, 1: Level.BEGINNER, 2: Level.BEGINNER}
    changed: set[int] = set()
    for deal in deals(Rules(seats=3, sides=3), levels, seat=0):
        actions = tuple(again(replace(deal, levels={2: Level.BEGINNER}), chance))
        thrown, before = (
            {each.seat: set(each.cards) for each in of_deal if isinstance(each, Discard)}
            for of_deal in (actions, deal.actions)
        )
        changed |= {seat for seat in range(3) if thrown[seat] != before[seat]}
    assert changed == {0, 1}


def test_the_expert_misses_nothing_and_lets_nothing_stand() -> None:
    levels = {0: Level.NOVICE, 1: Level.NOVICE}
    missed = 0
    for deal in deals(Rules(target=361, **CALLED), levels, seat=1):  # type: ignore[arg-type]
        state: State = deal.state
        for action in again(deal, chance):
            state = apply(state, action)
        ledger = state.table.ledger[len(deal.state.table.ledger) :]
        assert not [line for line in ledger if line.seat == 1 and line.score.kind is Kind.CLAIM]
        short = [line for line in ledger if line.seat == 0 and line.score.kind is Kind.CLAIM]
        taken = [line for line in ledger if line.seat == 1 and line.score.kind is Kind.MUGGINS]
        assert len(taken) >= len(short) - isinstance(state, Over)  # of a claim of nothing nothing is written down
        missed += len(taken)
    assert missed


def test_nothing_past_the_target_counts() -> None:
    levels = {0: Level.CLUB, 1: Level.CLUB}
    *_, last = deals(Rules(target=61), levels, seat=0)
    state: State = last.state
    for action in last.actions:
        state = apply(state, action)
    before = last.state.table.scores
    assert max(had + won for had, won in zip(before, gained(last.state, state), strict=True)) == 61


def test_a_deal_broken_off_before_the_starter_cannot_be_played_again() -> None:
    deal = next(deals(Rules(), {0: Level.CLUB, 1: Level.CLUB}, seat=0))
    with pytest.raises(NotPlayed):
        by_expert(replace(deal, actions=deal.actions[:2]), chance)
