"""Print how the chances to win agree with games that are played out: `python -m tests.benchmarks.prospects [SHARE]`.

Experts play on from equal scores, the dealer's wins are counted. The whole takes about two hours on two cores; a SHARE
such as 0.1 plays so much of it, and the margins are wider then.
"""

import argparse
from multiprocessing import Pool
from random import Random

from game.engine.play import Action
from game.engine.rules import Rules
from game.engine.view import View
from game.strategy.bots import act
from game.strategy.levels import Level
from game.strategy.prospects import chance
from game.strategy.tournament import Estimate
from tests.benchmarks.output import say
from tests.tables.deals import deal_from

GAMES = 20_000
STARTS = ((105, 0.01), (110, 0.01), (115, 0.01), (118, 0.01), (120, 0.01), (0, 0.005))
"""Scores of both, and how far the chance may be off."""


def expert(view: View, random: Random) -> Action:
    """What an expert does."""
    return act(view, Level.EXPERT, random)


def dealer_wins(task: tuple[int, int]) -> float:
    """Whether the dealer wins a game that goes on from a score of both, with a seed."""
    score, seed = task
    first, random, scores = seed % 2, Random(seed), [score, score]
    dealer = first
    while max(scores) < Rules().target:
        *_, (_, last) = deal_from(scores, dealer, random, expert)
        scores, dealer = list(last.table.scores), 1 - dealer
    return float(scores[first] >= Rules().target)


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print how the chances agree with games played out.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much of the games, such as 0.1")
    parser.add_argument("--processes", type=int, help="how many games at a time")
    given = parser.parse_args()
    games = int(GAMES * given.share)
    for score, asked in STARTS:
        with Pool(given.processes) as pool:
            won = pool.map(dealer_wins, [(score, 9_000_001 + number) for number in range(games)], chunksize=20)
        found, known = Estimate.of(won), chance(Rules(), (score, score), 0, 0)
        off = known - found.mean
        say(f"{score}-{score}: dealer wins {found.mean:.4f} ± {found.margin:.4f}, thought {known:.4f}, off {off:+.4f}")
        say(f"    (asked: at most {asked} beyond the margin)")


if __name__ == "__main__":
    main()
