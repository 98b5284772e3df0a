"""Print how often each level of bots wins against the next, and how soon *Match me* finds the right one.

`python -m tests.benchmarks.ladder [SHARE]` plays 1,000 duplicate pairs for each two neighbours, and for the first level
and the last, in games to 121 in which the table counts. Then people whose strength lies between two levels, because
each decision is that of the lower or the higher one, play fifteen games, each against the level that fits them by then.
It takes one process and some two hours. A SHARE such as 0.1 plays so much of the games.
"""

import argparse
from itertools import pairwise
from random import Random
from statistics import fmean

from game.engine.play import Action
from game.engine.rules import Rules
from game.engine.view import View
from game.strategy.bots import act
from game.strategy.levels import Level, Skill
from game.strategy.strength import STRENGTHS, Strength
from game.strategy.tournament import Plan, Seated, play_game, report, schedule
from tests.benchmarks.output import say

PAIRS = 1000
PEOPLE, GAMES, LAST = 20, 15, 5


def share_of(lower: Level, higher: Level, pairs: int) -> None:
    """Print how often one level wins against another."""
    seated = schedule(Rules(), (lower, higher), Plan(2 * pairs, duplicate=True))
    found = report([play_game(one) for one in seated]).results[0]
    told = f"{found.won.mean:.1%} ± {found.won.margin:.1%} of {2 * pairs} games, ahead {found.ahead.mean:+.1f}"
    say(f"{lower} wins against {higher}: {told}")


def settled(lower: Level, higher: Level, people: int) -> None:
    """Print which level people between two levels are given after their games, and how even the last of these were."""

    def between(view: View, level: Level | Skill, random: Random) -> Action:
        return act(view, level if view.seat else random.choice((lower, higher)), random)

    found, won = [], []
    for number in range(people):
        now = Strength()
        for game in range(GAMES):
            level = now.nearest
            played = play_game(Seated(Rules(), (lower, level), GAMES * number + game, game % 2), between)
            now = now.after(Rules(), played.scores, 0, {1: level})
            won += [played.won(0)] * (game >= GAMES - LAST)
        found.append(now)
    right = sum(now.nearest in (lower, higher) for now in found)
    near = sum(abs(now.mean - (STRENGTHS[lower] + STRENGTHS[higher]) / 2) <= 150 for now in found)
    say(f"between {lower} and {higher}: {fmean(now.mean for now in found):.0f} on average after {GAMES} games")
    say(f"  given one of both: {right} of {people}, at most one more level off: {near}")
    say(f"  won of the last {LAST} games: {fmean(won):.0%}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print how strong the levels are, and how soon a person is matched.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much of the games, such as 0.1")
    share = parser.parse_args().share
    for lower, higher in (*pairwise(Level), (Level.NOVICE, Level.EXPERT)):
        share_of(lower, higher, int(PAIRS * share))
    for lower, higher in pairwise(Level):
        settled(lower, higher, int(PEOPLE * share))


if __name__ == "__main__":
    main()
