"""Print what the engine and the count drill cost on one core: `python -m tests.benchmarks.engine [SHARE]`.

Figures are medians of several rounds. A SHARE such as 0.1 takes so much of the hands and games.
"""

import argparse
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from game.engine.play import replay
from game.engine.record import read, write
from game.engine.rules import Rules
from game.engine.scoring import distribution, points
from game.engine.view import see
from tests.benchmarks.output import say_figure
from tests.strategies import ARRANGEMENTS, random_match
from trainer.drills.count.question import mark, pose
from trainer.drills.questions import Wish

HANDS = 400_000
GAMES = 40
ROUNDS = 5


def seconds(work: Callable[[], object]) -> float:
    """Return the median time of the work over some rounds."""
    taken = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        work()
        taken.append(perf_counter() - begun)
    return median(taken)


def score_hands(number: int) -> None:
    """Time `points` over random hands of four and of five, with the loop that calls it."""
    rng = Random(1)
    for size in (4, 5):
        drawn = [rng.sample(range(52), size + 1) for _ in range(number)]
        hands = [(tuple(cards[1:]), cards[0]) for cards in drawn]

        count_all(hands)  # fills the table of rank patterns
        say_figure(
            f"points(), hands of {size}", number / seconds(partial(count_all, hands)) / 1e6, "million hands a second"
        )


def count_all(hands: list[tuple[tuple[int, ...], int]]) -> None:
    """Count each hand with its starter."""
    for hand, starter in hands:
        points(hand, starter)


def enumerate_hands() -> None:
    """Time the exact distributions."""
    say_figure("distribution(), all 12,994,800 hands", seconds(distribution), "s")
    say_figure("distribution(crib=True)", seconds(lambda: distribution(crib=True)), "s")


def replay_games(number: int) -> None:
    """Time whole games to 121 of random legal actions: replayed, read from their record, and seen half-way."""
    for seats, sides in ARRANGEMENTS:
        rules = Rules(seats=seats, sides=sides)
        games = [[action for _, action, _ in random_match(rules, seed)] for seed in range(number)]
        table = f"{seats} seats, {sides} sides, {median(map(len, games)):.0f} actions"
        say_figure(
            f"replay(), {table}", median(seconds(partial(replay, rules, game)) for game in games) * 1e3, "ms a game"
        )
        texts = [write(rules, game) for game in games]
        say_figure(f"read(), {table}", median(seconds(partial(read, text)) for text in texts) * 1e3, "ms a record")
        states = [replay(rules, game[: len(game) // 2]) for game in games]
        say_figure(f"see(), {table}", median(seconds(partial(see, state, 0)) for state in states) * 1e6, "µs a view")


def pose_questions() -> None:
    """Time the count drill without its page."""
    seeds = range(500)
    questions = [pose(Random(seed), Wish()) for seed in seeds]
    posing = seconds(lambda: [pose(Random(seed), Wish()) for seed in seeds])
    say_figure("pose() a counting question", posing / len(seeds) * 1e3, "ms")
    marking = seconds(lambda: [mark(question, "7").causes for question in questions])
    say_figure("mark() a claim", marking / len(seeds) * 1e3, "ms")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print what the engine and the count drill cost on one core.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much to take, such as 0.1")
    share = parser.parse_args().share
    score_hands(round(HANDS * share))
    enumerate_hands()
    replay_games(max(round(GAMES * share), 1))
    pose_questions()


if __name__ == "__main__":
    main()
