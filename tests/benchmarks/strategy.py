"""Print how strong and how quick the bots are: `python -m tests.benchmarks.strategy [SHARE]`.

Every figure stands beside what is asked of it. The whole takes about an hour on two cores. A SHARE such as 0.1 plays so
much of the games; the margins are wider then.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import Pool
from random import Random
from statistics import median
from time import perf_counter, process_time

from game.engine.cards import PACK, parse_cards, text_of
from game.engine.play import Action
from game.engine.rules import Rules
from game.engine.view import View
from game.strategy.bots import act
from game.strategy.discards import Situation, choices
from game.strategy.levels import Level, LooksAt, Plays, Skill
from game.strategy.prospects import chance
from game.strategy.tournament import DealPart, Plan, Report, Seated, play_game, report, schedule
from tests.benchmarks.output import say, say_figure
from tests.strategies import ARRANGEMENTS

SELF_PLAY = 5000
LADDER = 800
HANDS = 1000

SPOTS = (
    ("2H 3C 9S TD JD QH", 1, "9S QH"),
    ("AH 2C 3S 4D 7D 8H", 1, "AH 7D"),
    ("2H 3C 5S 6D JD QH", 0, "2H 3C"),
)
LADDER_STEPS = (
    ("most points held", Skill(LooksAt.HELD, Plays.REPLIES, 0.0, 0.0, 1.0), -7.8),
    ("best expected hand", Skill(LooksAt.HAND, Plays.REPLIES, 0.0, 0.0, 1.0), -3.8),
    ("expected hand and crib", Skill(LooksAt.CRIB, Plays.REPLIES, 0.0, 0.0, 1.0), 0.2),
)
STRONG = Skill(LooksAt.ALL, Plays.REPLIES, 0.0, 0.0, 1.0)


def tournament(levels: Sequence[Level | Skill], plan: Plan, rules: Rules | None = None) -> Report:
    """Play it on all cores."""
    agreed = rules or Rules(seats=len(levels), sides=len(levels))
    with Pool() as pool:
        return report(pool.map(play_game, schedule(agreed, levels, plan), chunksize=4))


def load() -> None:
    """Loading all tables, in a process of its own: seconds and megabytes more than NumPy and the engine take."""
    program = (
        "import time, numpy\n"
        "from pathlib import Path\n"
        "from game.engine.view import see\n"
        "from game.engine.rules import SIDES\n"
        "memory = lambda: int(Path('/proc/self/statm').read_text().split()[1]) * 4096 / 2**20\n"
        "before, begun = memory(), time.perf_counter()\n"
        "from game.strategy import habits, stored\n"
        "stored.discard_tables().thrown, habits.habits()\n"
        "for seats, ways in SIDES.items():\n"
        "    for sides in ways:\n"
        "        stored.parts(seats, sides), stored.play_estimate(seats, sides, 0, [(1, 2, 3, 4)])\n"
        "print((time.perf_counter() - begun) * 1e3, memory() - before)\n"
    )
    told = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(5)
    ]
    say_figure("loading all tables (asked: under 300)", median(float(time) for time, _ in told), "ms")
    say_figure("their memory (asked: under 60)", median(float(memory) for _, memory in told), "MB")


def discard_tables() -> None:
    """The analysis of one hand, and the spots."""
    rng = Random(1)
    for scores, name in ((None, "points"), ((60, 60), "chance to win")):
        taken = []
        for number in range(HANDS):
            hand, situation = rng.sample(PACK, 6), Situation(Rules(), 0, number % 2, scores)
            begun = perf_counter()
            choices(hand, situation, rng)
            taken.append((perf_counter() - begun) * 1e3)
        asked = "" if scores else " (asked: under 5)"
        say_figure(f"all 15 discards, {name}, median{asked}", median(taken), "ms")
        say_figure(f"all 15 discards, {name}, slowest of {HANDS}", max(taken), "ms")
    for text, dealer, best in SPOTS:
        found = choices(parse_cards(text), Situation(Rules(), 0, dealer), rng)[0].away
        say(f"{text}, {'pone' if dealer else 'dealer'}: {text_of(found)} (asked: {best})")


def _moves(task: tuple[int, int, int]) -> list[float]:
    """The milliseconds of a processor that every move of an expert takes in one game."""
    seats, sides, seed = task
    taken: list[float] = []

    def timed(view: View, level: Level | Skill, random: Random) -> Action:
        begun = process_time()
        found = act(view, level, random)
        taken.append((process_time() - begun) * 1e3)
        return found

    play_game(Seated(Rules(seats=seats, sides=sides), (Level.EXPERT,) * seats, seed, seed % seats), timed)
    return taken


def moves(share: float) -> None:
    """An expert's moves at every table, 10,000 in all."""
    everything: list[float] = []
    for seats, sides in ARRANGEMENTS:
        taken: list[float] = []
        _moves((seats, sides, 0))  # fills what is worked out once
        while len(taken) < 1250 * share:
            taken += _moves((seats, sides, len(taken) + 1))
        everything += taken
        say_figure(f"expert's move, {seats} seats, {sides} sides, median", median(taken), "ms")
        say_figure(f"expert's move, {seats} seats, {sides} sides, slowest of {len(taken)}", max(taken), "ms")
    say_figure("expert's move, median of all (asked: at most 15)", median(everything), "ms")
    say_figure(f"expert's move, slowest of {len(everything)} (asked: at most 300)", max(everything), "ms")


def prospects() -> None:
    """The dealer's chances."""
    for score, asked in ((0, "55.5 to 56.5"), (60, "54.6"), (96, "63.9"), (105, "78.7"), (110, "56.8"), (120, "65.6")):
        say_figure(f"dealer wins at {score}-{score} (asked: {asked})", 100 * chance(Rules(), (score, score), 0, 0), "%")


def self_play(share: float) -> None:
    """The expert against itself."""
    found = tournament((Level.EXPERT,) * 2, Plan(int(SELF_PLAY * share), deals=4))
    for place, who, asked in ((0, "pone", "10.3"), (1, "dealer", "16.2")):
        for part in DealPart:
            estimate = found.places[place, part]
            say(f"{who} {part}: {estimate.mean:.3f} ± {estimate.margin:.3f}, {estimate.number} deals")
        say(f"{who} all: {sum(found.places[place, part].mean for part in DealPart):.3f} (asked: {asked} or more)")


def ladder(share: float) -> None:
    """Ways to discard against the best one, all pegging alike: points a pair of games."""
    for name, skill, asked in LADDER_STEPS:
        found = tournament((skill, STRONG), Plan(2 * int(LADDER * share), duplicate=True)).results[0]
        ahead, margin = 2 * found.ahead.mean, 2 * found.ahead.margin
        say(f"{name}: {ahead:+.1f} ± {margin:.1f} a pair (asked: {asked:+}), wins {found.won.mean:.1%}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print how strong and how quick the bots are.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much of the games, such as 0.1")
    share = parser.parse_args().share
    load()
    discard_tables()
    prospects()
    for figures in (moves, ladder, self_play):
        figures(share)


if __name__ == "__main__":
    main()
