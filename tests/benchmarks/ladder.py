"""Print how often each level of bots wins against the next, and how soon *Match me* finds the right one.

`python -m tests.benchmarks.ladder [SHARE]` plays 1,000 duplicate pairs for each two neighbours, and for the first and the
last, in games to 121 in which the table counts; then games of people whose strength lies between two levels, because
each decision is that of the lower or the higher one. It takes one process, and some two hours. A SHARE such as 0.1 plays
so much of the games.
"""

import argparse
from collections.abc import Sequence
from random import Random

from game import rating
from game.engine.play import Action
from game.engine.rules import Rules
from game.engine.view import View
from game.strategy.bots import act
from game.strategy.levels import Level, Skill
from game.strategy.tournament import Plan, Seated, play_game, report, schedule
from tests.benchmarks.output import say

PAIRS = 1000
PEOPLE, GAMES = 20, 15


def share_of(lower: Level, higher: Level, pairs: int) -> None:
    """Print how often one level wins against another."""
    seated = schedule(Rules(), (lower, higher), Plan(2 * pairs, duplicate=True))
    found = report([play_game(one) for one in seated]).results[0]
    told = f"{found.won.mean:.1%} ± {found.won.margin:.1%} of {2 * pairs} games, ahead {found.ahead.mean:+.1f}"
    say(f"{lower} wins against {higher}: {told}")


def person(lower: Level, higher: Level) -> "Bot":
    ...
