"""A log replays the deals that are asked for, and comes to the same as a replay of the whole game."""

from itertools import pairwise

import pytest

from game.engine.play import Dealing, NextGame, Shuffle, State, start
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.log import DealStart, Log, Pegs
from tests.strategies import ARRANGEMENTS, random_match

CALLED = {"counting": Counted.ALL, "muggins": Muggins.MISSED_AND_EXCESS, "notice": Notice.CALLED}
KINDS = [
    *(Rules(seats=seats, sides=sides, target=61) for seats, sides in ARRANGEMENTS),
    Rules(target=61, play_clock=15, counting=Counted.SHOW, count_clock=30),
    Rules(seats=4, target=61, **CALLED),  # type: ignore[arg-type]
    Rules(seats=3, sides=3, deals=3),
]


def played(rules: Rules) -> tuple[list[tuple[str, str]], list[State]]:
    """The lines and the states of a game at random, of four deals at least where the rules allow it."""
    for seed in range(99):
        lines, states = list[tuple[str, str]](), list[State]([start(rules)])
        for _, action, after in random_match(rules, seed):
            if isinstance(action, NextGame):
                break
            lines.append((str(action), f"{seed:032x}" if isinstance(action, Shuffle) else ""))
            states.append(after)
        if states[-1].table.deal >= 3:
            return lines, states
    raise AssertionError(rules)


def whole(rules: Rules, lines: list[tuple[str, str]]) -> Log:
    """The log of which no deal is known."""
    return Log.of(DealStart.of_game(start(rules)), lines)


def pegged(states: list[State]) -> Pegs:
    """The pegs after these states, each move of them counted."""
    sides = states[0].table.rules.sides
    previous, moves = [0] * sides, [0] * sides
    for before, after in pairwise(states):
        for side in range(sides):
            if before.table.scores[side] != after.table.scores[side]:
                previous[side] = before.table.scores[side]
                moves[side] += 1
    return Pegs(tuple(previous), tuple(moves))


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_every_action_of_every_deal_leads_where_the_whole_replay_leads(rules: Rules) -> None:
    lines, states = played(rules)
    log = whole(rules, lines)
    assert list(log.states()) == states
    assert [str(action) for action in log.actions()] == [text for text, _ in lines]
    starts = log.starts
    assert [deal.state.table.deal for deal in starts] == list(range(1, states[-1].table.deal + 1))
    for deal in starts:
        before = log.text(0, deal.number)
        part = Log.of(deal, lines[deal.number :], before=before)
        for number in range(deal.number, len(lines)):
            assert part.around(number)[1] == states[number + 1]
            assert part.state(number).table.scores == states[number].table.scores
        assert (len(part), part.text(0, len(part))) == (len(lines), log.text(0, len(lines)))
        assert (part.starts, part.pegs) == (starts[starts.index(deal) :], pegged(states))
        assert (part.deal_start, part.shuffled) == (log.deal_start, sum(bool(nonce) for _, nonce in lines))


@pytest.mark.parametrize("rules", KINDS[:2], ids=str)
def test_each_deal_knows_where_the_pegs_stand(rules: Rules) -> None:
    lines, states = played(rules)
    for number in range(len(lines)):
        assert whole(rules, lines[: number + 1]).pegs == pegged(states[: number + 2])


def test_a_deal_begins_without_the_scores_of_those_before() -> None:
    lines, states = played(Rules(target=61))
    log = whole(Rules(target=61), lines)
    log.replay()
    for deal in log.starts[1:]:
        assert isinstance(deal.state, Dealing)
        assert deal.state.table.ledger == ()
        assert states[deal.number].table.ledger != ()
        assert log.state(deal.number) == deal.state
        assert log.around(deal.number - 1)[1] == states[deal.number]


def test_what_came_before_a_part_is_not_there() -> None:
    lines, _ = played(Rules(target=61))
    log = whole(Rules(target=61), lines)
    log.replay()
    deal = log.starts[-1]
    part = Log.of(deal, lines[deal.number :], before=log.text(0, deal.number))
    with pytest.raises(IndexError):
        part.state(deal.number - 1)


def test_starts_that_nobody_knows_are_found() -> None:
    lines, _ = played(Rules(target=61))
    log = whole(Rules(target=61), lines)
    log.replay()
    for known in (log.starts[2:], log.starts[1:2], ()):
        other = Log.of(log.starts[0], lines, known)
        other.find_starts()
        assert other.starts == log.starts


def test_a_copy_goes_on_by_itself() -> None:
    lines, states = played(Rules(target=61))
    log = whole(Rules(target=61), lines[:-1])
    copy = log.copy()
    copy.take(whole(Rules(target=61), lines).action(len(lines) - 1))
    assert (len(log), len(copy)) == (len(lines) - 1, len(lines))
    assert (log.last, copy.last) == (states[-2], states[-1])


def test_a_log_goes_back_to_any_action() -> None:
    lines, states = played(Rules(target=61))
    log = whole(Rules(target=61), lines)
    log.replay()
    for number in range(len(lines)):
        assert log.upto(number).last == states[number]
