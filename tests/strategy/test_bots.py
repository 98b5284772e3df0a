"""Players: no illegal action, honest counting by the expert, slips at the rates of the levels, games from their seeds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from game.engine.cards import PACK, parse_cards, text_of
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    LayingAway,
    Over,
    Pass,
    Pegging,
    Play,
    Shuffle,
    State,
    apply,
    start,
    waited_for,
)
from game.engine.rules import PRESETS, Counted, CribFlush, Muggins, Notice, Rules
from game.engine.scoring import total
from game.engine.view import View, see
from game.strategy import tournament
from game.strategy.bots import SKILLS, Level, NotAsked, act, held_points
from game.strategy.tournament import FULL_DEALS, Part, Seated, play_game, schedule
from tests.strategies import ARRANGEMENTS, as_phase, dealt_out, played_out, random_match, turned

CHEAP = (Level.BEGINNER, Level.CASUAL, Level.CLUB)
MOST = 3_000
"""More actions than a short game takes."""

EVERYTHING_COUNTED = [
    {"counting": Counted.ALL, "muggins": Muggins.MISSED_AND_EXCESS, "notice": Notice.CALLED},
    {"counting": Counted.ALL, "muggins": Muggins.MISSED_AND_EXCESS},
    {"counting": Counted.SHOW, "muggins": Muggins.MISSED, "notice": Notice.CALLED},
    {"counting": Counted.ALL, "crib_flush": CribFlush.LIKE_A_HAND},
]


def game(agreed: Rules, levels: Sequence[Level], seed: int) -> Iterator[tuple[State, Action | None]]:
    """Play one game from the cut for deal to its end: each state with the action of a bot in it, if one was asked."""
    random = Random(seed)
    state: State = start(agreed)
    for _ in range(MOST):
        if isinstance(state, Over):
            yield state, None
            return
        seats = waited_for(state)
        if seats:
            seat = random.choice(seats)
            action = act(see(state, seat), levels[seat], random)
            yield state, action
            state = apply(state, action)
        elif isinstance(state, Dealing | CuttingForDeal):
            state = apply(state, Shuffle(tuple(random.sample(PACK, len(PACK)))))
        else:
            state = apply(state, Count())
    raise AssertionError("no end of the game")


def ended(agreed: Rules, levels: Sequence[Level], seed: int) -> Over:
    *_, (state, _) = game(agreed, levels, seed)
    return as_phase(Over, state)


# ------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("level", CHEAP)
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_game_is_played_to_its_end(arrangement: tuple[int, int], level: Level) -> None:
    rules = Rules(*arrangement, target=61)
    over = ended(rules, (level,) * rules.seats, seed=1)
    assert max(over.table.scores) >= rules.target
    assert over.winner == over.table.scores.index(max(over.table.scores))


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_the_expert_plays_to_the_end(arrangement: tuple[int, int]) -> None:
    """One expert among others at the larger tables: it thinks long there."""
    rules = Rules(*arrangement, target=31, deals=1)
    levels = (Level.EXPERT, *(Level.EXPERT if rules.seats == 2 else Level.CASUAL for _ in range(rules.seats - 1)))
    assert ended(rules, levels, seed=2)


@pytest.mark.parametrize("level", CHEAP)
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_played_to_the_end(preset: str, level: Level) -> None:
    assert ended(PRESETS[preset], (level, Level.BEGINNER), seed=3)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_expert_plays_the_presets(preset: str) -> None:
    assert ended(replace(PRESETS[preset], target=31), (Level.EXPERT, Level.BEGINNER), seed=4)


@pytest.mark.parametrize("level", CHEAP)
@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (4, 2), (6, 3)])
@pytest.mark.parametrize("options", EVERYTHING_COUNTED)
def test_games_in_which_players_count_are_played_to_the_end(
    options: dict[str, Counted | Muggins | Notice | CribFlush], arrangement: tuple[int, int], level: Level
) -> None:
    rules = replace(Rules(*arrangement, target=31), **options)
    levels = (level, *(Level.BEGINNER,) * (rules.seats - 1))
    assert ended(rules, levels, seed=5)


@pytest.mark.parametrize("options", EVERYTHING_COUNTED)
def test_the_expert_counts_to_the_end(options: dict[str, Counted | Muggins | Notice | CribFlush]) -> None:
    assert ended(replace(Rules(target=31), **options), (Level.EXPERT, Level.BEGINNER), seed=6)


# -------------------------------------------------------------------------------------------------- being asked


@pytest.mark.parametrize("level", Level)
def test_who_is_not_asked_does_nothing(level: Level) -> None:
    pegging = turned(dealt_out(Rules(), ["5H 6S 9D KC", "TD 2C 3C 4S"], "8H"))
    counted = as_phase(Counting, played_out(pegging))
    for state, seat in [
        (start(Rules()), 0),
        (start(Rules(), 0), 1),
        (pegging, 0),
        (pegging, None),
        (counted, 0),
        (counted, 1),
        (ended(Rules(target=31), (Level.CASUAL,) * 2, 1), 0),
    ]:
        with pytest.raises(NotAsked):
            act(see(state, seat), level, Random(1))


def test_the_same_view_and_the_same_chance_give_the_same_action() -> None:
    for level in Level:
        met = 0
        for state, _ in random_match(Rules(counting=Counted.SHOW, deals=1), 3, steps=True) if False else asked(level):
            met += 1
    assert met
