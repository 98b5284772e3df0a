"""Players: no illegal action, an expert who counts right, slips at the rates of the levels, games from their seeds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from game.engine.cards import PACK
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Counting,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discarding,
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
from game.engine.scoring import THIRTY_ONE, total
from game.engine.view import Phase, View, see
from game.strategy import bots, tournament
from game.strategy.bots import NotAsked, act
from game.strategy.levels import SKILLS, Level
from game.strategy.pegging import Worth, plays
from game.strategy.tournament import FULL_DEALS, DealPart, Plan, Seated, play_game, schedule
from tests.strategies import ARRANGEMENTS, as_phase, dealt_out, played_out, random_match, turned

CHEAP = tuple(level for level in Level if level is not Level.EXPERT)
MOST = 3_000
"""More actions than a short game takes."""

EVERYTHING_COUNTED = [
    Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED),
    Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS),
    Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(target=31, counting=Counted.ALL, crib_flush=CribFlush.LIKE_A_HAND),
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
    """One expert among others at the larger tables: it thinks long there. A single deal may end in a draw."""
    rules = Rules(*arrangement, target=31, deals=1)
    levels = (Level.EXPERT, *(Level.EXPERT if rules.seats == 2 else Level.CASUAL for _ in range(rules.seats - 1)))
    assert ended(rules, levels, seed=2).table.deal == 1


@pytest.mark.parametrize("level", CHEAP)
@pytest.mark.parametrize("preset", PRESETS)
def test_presets_are_played_to_the_end(preset: str, level: Level) -> None:
    assert ended(PRESETS[preset], (level, Level.BEGINNER), seed=3).winner is not None


@pytest.mark.parametrize("preset", PRESETS)
def test_the_expert_plays_the_presets(preset: str) -> None:
    assert ended(replace(PRESETS[preset], target=31), (Level.EXPERT, Level.BEGINNER), seed=4).winner is not None


@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (4, 2), (6, 3)])
@pytest.mark.parametrize("counted", EVERYTHING_COUNTED)
def test_games_in_which_players_count_are_played_to_the_end(counted: Rules, arrangement: tuple[int, int]) -> None:
    seats, sides = arrangement
    levels = tuple(CHEAP[seat % 3] for seat in range(seats))
    assert ended(replace(counted, seats=seats, sides=sides), levels, seed=5).winner is not None


@pytest.mark.parametrize("counted", EVERYTHING_COUNTED)
def test_the_expert_counts_to_the_end(counted: Rules) -> None:
    assert ended(counted, (Level.EXPERT, Level.BEGINNER), seed=6).winner is not None


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


def views_of(level: Level) -> Iterator[tuple[View, Action]]:
    """What one bot saw and did in a game of two."""
    for state, action in game(Rules(target=31, counting=Counted.SHOW), (level, Level.BEGINNER), seed=7):
        if action is not None and waited_for(state)[0] == 0:
            yield see(state, 0), action


@pytest.mark.parametrize("level", Level)
def test_the_same_view_and_the_same_chance_give_the_same_action(level: Level) -> None:
    views = [view for view, _ in views_of(level) if 0 in view.waited_for]
    assert {view.phase for view in views} > {Phase.DISCARDING, Phase.PEGGING, Phase.COUNTING}
    for view in views[: 8 if level is Level.EXPERT else None]:
        first, second = (act(view, level, Random(11)) for _ in range(2))
        assert first == second


def test_a_careless_player_does_not_always_do_the_same() -> None:
    state = as_phase(Discarding, apply(start(Rules(), 0), Shuffle(tuple(Random(1).sample(PACK, 52)))))
    view = see(state, 0)
    assert len({act(view, Level.BEGINNER, Random(seed)) for seed in range(30)}) > 2
    assert len({act(view, Level.EXPERT, Random(seed)) for seed in range(4)}) == 1


# ------------------------------------------------------------------------------------------------------ counting


def counts(options: Rules, seeds: range) -> Iterator[Counting]:
    """Hands and cribs about to be counted in random games."""
    for seed in seeds:
        for state, _, _ in random_match(options, seed):
            if isinstance(state, Counting) and not state.claimed:
                yield state


SHOW = Rules(counting=Counted.SHOW, deals=1)


def test_the_expert_claims_what_there_is() -> None:
    for rules in (SHOW, replace(SHOW, crib_flush=CribFlush.LIKE_A_HAND), replace(SHOW, seats=6, sides=3)):
        for state in counts(rules, range(20)):
            claim = Claim(state.owner, total(state.truth))
            assert act(see(state, state.owner), Level.EXPERT, Random(1)) == claim


@pytest.mark.parametrize(("flush", "points"), [(CribFlush.WITH_STARTER, 0), (CribFlush.LIKE_A_HAND, 4)])
def test_a_flush_in_the_crib_is_claimed_as_the_table_has_agreed(flush: CribFlush, points: int) -> None:
    rules = Rules(counting=Counted.SHOW, crib_flush=flush)
    state: State = turned(dealt_out(rules, ["7H 7S 7D 7C", "9H 9S 9D 9C"], "KD", crib="2H 4H 8H QH"))
    state = played_out(state)
    for _ in range(2):
        state = apply(state, Claim(waited_for(state)[0], 0))
    assert act(see(state, 0), Level.EXPERT, Random(1)) == Claim(0, points)


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.CASUAL])
def test_counts_go_wrong_as_often_as_the_level_says(level: Level) -> None:
    """Hands in which nothing is easily got wrong are counted right, so the rate may be a little lower."""
    random = Random(1)
    wrong = number = 0
    for state in counts(SHOW, range(140)):
        claim = act(see(state, state.owner), level, random)
        assert isinstance(claim, Claim)
        wrong += claim.points != total(state.truth)
        number += 1
    rate = SKILLS[level].miscounts
    error = sqrt(rate * (1 - rate) / number)
    assert number > 400
    assert rate - 4 * error - 0.1 * rate < wrong / number < rate + 4 * error


def test_a_wrong_count_is_a_number_near_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SKILLS, Level.BEGINNER, replace(SKILLS[Level.BEGINNER], miscounts=1))
    off: list[int] = []
    for state in counts(SHOW, range(100)):
        claim, truth = act(see(state, state.owner), Level.BEGINNER, Random(len(off))), total(state.truth)
        assert isinstance(claim, Claim)
        assert claim.points >= 0
        assert claim.points != truth or truth == 0
        off.append(claim.points - truth)
    assert max(map(abs, off)) <= 15
    assert sum(number < 0 for number in off) > sum(number > 0 for number in off) > len(off) / 10


@pytest.mark.parametrize("miscounts", [0, 1])
@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (4, 2)])
def test_a_play_is_claimed_with_its_last_card(
    arrangement: tuple[int, int], miscounts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the play is counted a player who never miscounts claims all that the card earns at once."""
    monkeypatch.setitem(SKILLS, Level.CLUB, replace(SKILLS[Level.CLUB], miscounts=miscounts))
    rules = Rules(
        *arrangement, target=61, counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED
    )
    met = 0
    for state, action in game(rules, (Level.CLUB,) * rules.seats, seed=8):
        if isinstance(action, Play):
            claimed = as_phase(Pegging, apply(state, action)).claimed
            assert claimed is not None
            assert (claimed.points == total(claimed.scores)) == (miscounts == 0)
            assert claimed.points >= 0
            met += 1
    assert met > 15


# ---------------------------------------------------------------------------------------------------- calling


def claims(arrangement: tuple[int, int], muggins: Muggins, seeds: range) -> Iterator[Pegging | Counting]:
    """Claims open to be called, many of them wrong, in random games."""
    rules = Rules(*arrangement, counting=Counted.ALL, muggins=muggins, notice=Notice.CALLED, deals=2)
    for seed in seeds:
        for state, _, _ in random_match(rules, seed):
            if isinstance(state, Pegging | Counting) and state.claimed:
                yield state


def may_have_ended(state: Pegging | Counting) -> bool:
    """Whether only the claimant knows if the series goes on: all others are out, and some of his cards are left."""
    if isinstance(state, Counting) or state.claimed is None or state.count == THIRTY_ONE:
        return False
    waiting = [seat for seat in range(state.table.rules.seats) if state.held(seat) and seat not in state.gone]
    return waiting == [state.claimed.seat]


@pytest.mark.parametrize("muggins", [Muggins.MISSED, Muggins.MISSED_AND_EXCESS])
@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (4, 2), (5, 5)])
def test_the_expert_calls_every_claim_that_earns_points_and_no_other(
    arrangement: tuple[int, int], muggins: Muggins
) -> None:
    called = 0
    for state in claims(arrangement, muggins, range(16 // arrangement[0])):
        assert state.claimed is not None
        seat, points, truth = waited_for(state)[0], state.claimed.points, total(state.claimed.scores)
        answer = act(see(state, seat), Level.EXPERT, Random(1))
        earns = points < truth or (points > truth and muggins is Muggins.MISSED_AND_EXCESS)
        if may_have_ended(state):
            assert isinstance(answer, Pass) or points != truth, "a right claim is never called"
            continue
        assert answer == (Call(seat, truth) if earns else Pass(seat))
        called += isinstance(answer, Call)
    assert called > 10


@pytest.mark.parametrize("level", CHEAP)
def test_wrong_claims_are_noticed_as_often_as_the_level_says(level: Level) -> None:
    random = Random(1)
    answers = []
    for state in claims((2, 2), Muggins.MISSED, range(40)):
        assert state.claimed is not None
        if isinstance(state, Counting) and state.claimed.points < total(state.claimed.scores):
            answers.append(act(see(state, waited_for(state)[0]), level, random))
    rate = SKILLS[level].notices
    share = sum(isinstance(answer, Call) for answer in answers) / len(answers)
    assert abs(share - rate) < 4 * sqrt(rate * (1 - rate) / len(answers))


# ------------------------------------------------------------------------------------------------- tournaments


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_game_is_its_seed(arrangement: tuple[int, int]) -> None:
    rules = Rules(*arrangement, target=31)
    seated = Seated(rules, tuple(CHEAP[seat % 3] for seat in range(rules.seats)), seed=12, dealer=1)
    first, second = play_game(seated), play_game(seated)
    assert first == second
    other = play_game(replace(seated, seed=13))
    assert (other.scores, other.deals) != (first.scores, first.deals)


def chances_of(seated: Seated, monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """The packs and cuts of a game."""
    met: list[Action] = []

    def noted(state: State, action: Action) -> State:
        if isinstance(state, Dealing | Cutting):
            met.append(action)
        return apply(state, action)

    with monkeypatch.context() as patch:
        patch.setattr(tournament, "apply", noted)
        play_game(seated)
    return met


@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (4, 2)])
def test_with_duplicates_every_bot_plays_every_hand(
    arrangement: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(*arrangement, target=61)
    levels = (Level.BEGINNER, Level.CLUB, Level.CASUAL, Level.BEGINNER)[: rules.seats]
    games = list(schedule(rules, levels, Plan(2 * rules.seats, duplicate=True)))
    for same in (games[: rules.seats], games[rules.seats :]):
        assert len({(seated.seed, seated.dealer) for seated in same}) == 1
        for seat in range(rules.seats):
            assert sorted(seated.entrants[seat] for seated in same) == list(range(rules.seats))
        first, *others = (chances_of(seated, monkeypatch) for seated in same)
        for other in others:
            both = min(len(first), len(other))
            assert both >= 4
            assert other[:both] == first[:both]
    assert games[0].seed != games[-1].seed
    assert games[0].dealer != games[-1].dealer
    for seated in games:
        assert seated.levels == tuple(levels[entrant] for entrant in seated.entrants)


def test_without_duplicates_every_game_has_its_own_packs() -> None:
    games = list(schedule(Rules(), (Level.CLUB, Level.CASUAL), Plan(40)))
    assert len({seated.seed for seated in games}) == 40
    assert {(seated.entrants, seated.dealer) for seated in games} == {
        (entrants, dealer) for entrants in ((0, 1), (1, 0)) for dealer in (0, 1)
    }


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_the_parts_of_the_deals_add_up_to_the_scores(arrangement: tuple[int, int]) -> None:
    rules = Rules(*arrangement, target=999)
    played = play_game(Seated(rules, (Level.CASUAL,) * rules.seats, seed=3, dealer=1, deals=3))
    assert played.winner is None
    assert len(played.deals) == 3 <= FULL_DEALS
    scores = [0] * rules.sides
    for number, deal in enumerate(played.deals):
        dealer = (1 + number) % rules.seats
        for (seat, place, part, _), points in deal.items():
            scores[rules.side_of(seat)] += points
            assert place == (seat - dealer - 1) % rules.seats
            assert part in (DealPart.PEGGING, DealPart.HAND) or seat == dealer
    assert tuple(scores) == played.scores


def test_more_skill_wins_more() -> None:
    """Club players against beginners, each hand played by both."""
    games = [
        play_game(seated) for seated in schedule(Rules(), (Level.CLUB, Level.BEGINNER), Plan(14, 5, duplicate=True))
    ]
    assert sum(game.won(game.seated.entrants.index(0)) for game in games) >= 9


def test_the_last_deal_before_a_limit_is_played_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def noted(view: View, random: Random, *, to_win: bool) -> tuple[Worth, ...]:
        asked.append(to_win)
        return plays(view, random, to_win=to_win)

    monkeypatch.setattr(bots, "plays", noted)
    for deal, to_win in ((1, False), (2, True)):
        asked.clear()
        pegging = turned(dealt_out(Rules(deals=2), ("4H 5D 6C KD", "6S QD 3C JH"), "8H", scores=(30, 28), deal=deal))
        act(see(pegging, pegging.turn), Level.EXPERT, Random(1))
        assert asked == [to_win]
