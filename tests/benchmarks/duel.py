"""Print how far the expert is ahead of the former one: `python -m tests.benchmarks.duel [SHARE] [--processes N]`.

Both play the same cards from both seats, first single deals from 0 to 0, then whole games, and at larger tables each
plays against players who look at points and answers only. Every figure stands beside what is asked of it. The whole
takes about two hours on two cores; a SHARE such as 0.1 plays so much of it.
"""

import argparse
from collections.abc import Sequence
from multiprocessing import Pool

from game.engine.rules import Rules
from game.strategy.levels import Level, LooksAt, Plays, Skill
from game.strategy.tournament import Plan, PlayedGame, Report, Seated, play_game, report, schedule
from tests.benchmarks.output import say
from tests.reference.expert import OLD, either
from tests.strategies import ARRANGEMENTS

PAIRS_OF_DEALS = 5000
PAIRS_OF_GAMES = 3000
DEALS_OF_MORE = 400
"""At a table of more than two: so many deals, each played from every seat."""

GREEDY = Skill(LooksAt.CRIB, Plays.REPLIES, 0.0, 0.0, 1.0)


def played(seated: Seated) -> PlayedGame:
    """One game, in which the former expert may sit."""
    return play_game(seated, either)


def tournament(rules: Rules, entrants: Sequence[Level | Skill], plan: Plan, processes: int | None) -> Report:
    """Play it on so many processes."""
    with Pool(processes) as pool:
        return report(pool.map(played, schedule(rules, entrants, plan), chunksize=4))


def duel(pairs: int, deals: int | None, processes: int | None) -> str:
    """Points a pair that the expert is ahead of the former one, and its wins."""
    plan = Plan(2 * pairs, seed=7, duplicate=True, deals=deals)
    found = tournament(Rules(), (Level.EXPERT, OLD), plan, processes).results[0]
    wins = "" if deals else f", wins {found.won.mean:.1%} ± {found.won.margin:.1%}"
    return f"{2 * found.ahead.mean:+.3f} ± {2 * found.ahead.margin:.3f} a pair, {found.ahead.number} pairs{wins}"


def among_greedy(seats: int, sides: int, expert: Level | Skill, deals: int, processes: int | None) -> str:
    """Points a deal that one such expert's side is ahead of the others', who are greedy, but for partners."""
    rules = Rules(seats=seats, sides=sides, target=999)
    entrants = [expert if rules.side_of(seat) == 0 else GREEDY for seat in range(seats)]
    plan = Plan(deals * seats, seed=11, duplicate=True, deals=1)
    ahead = tournament(rules, entrants, plan, processes).results[0].ahead
    return f"{ahead.mean:+.3f} ± {ahead.margin:.3f} a deal"


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print how far the expert is ahead of the former one.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much of the games, such as 0.1")
    parser.add_argument("--processes", type=int, help="how many games at a time")
    given = parser.parse_args()
    deals, games = int(PAIRS_OF_DEALS * given.share), int(PAIRS_OF_GAMES * given.share)
    say(f"single deals (asked: +0.12): {duel(deals, 1, given.processes)}")
    for seats, sides in ARRANGEMENTS:
        if seats > 2:
            for name, expert in (("former", OLD), ("today's", Level.EXPERT)):
                found = among_greedy(seats, sides, expert, int(DEALS_OF_MORE * given.share), given.processes)
                say(f"{name} expert among greedy ones, {seats} seats, {sides} sides: {found}")
    say(f"whole games (asked: +1.0): {duel(games, None, given.processes)}")


if __name__ == "__main__":
    main()
