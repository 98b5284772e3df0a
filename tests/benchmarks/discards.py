"""Print what the expert gives up for the play when it discards, what that brings, and how steep its estimate is:
`python -m tests.benchmarks.discards [SHARE]`.

What hand and crib are worth is reckoned without the game's own analysis: every starter for the hand, and for the crib
the published averages by pair, or every card that the other may throw. The whole takes about eight minutes on one core;
a SHARE such as 0.1 looks at so many hands.
"""

import argparse
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np

from game.engine.cards import PACK, Card
from game.engine.rules import Rules
from game.engine.scoring import points
from game.strategy.discards import BELIEVED, Choice, Situation, choices
from game.strategy.stored import DEALER, FOURS, PAIR_NUMBER, PONE, play_estimate
from tests.benchmarks.output import say
from tests.reference.tables import play_estimate as former_estimate
from tests.tables.deals import play_deals
from tests.tables.play import steepness
from tests.tables.test_tables import OTHERS_CRIB, OWN_CRIB, published

HANDS = 2000
DEALS = 10_000
SHARES = (1.0, 0.9, 0.8, 0.6, 0.0)
NAMES = {DEALER: "dealer", PONE: "pone"}
ASKED = {DEALER: 0.04, PONE: 0.02}


def of_hand(choice: Choice) -> float:
    """What the cards kept are worth with every starter."""
    numbers = [card.number for card in choice.kept]
    starters = [card.number for card in PACK if card not in choice.kept and card not in choice.away]
    return fmean(points(numbers, starter) for starter in starters)


def of_crib(away: Sequence[Card], role: int) -> float:
    """What a crib with two cards is worth on average, as published, with the sign that it has in a role."""
    one, two = sorted(card.rank for card in away)
    average = published(OWN_CRIB if role == DEALER else OTHERS_CRIB)[PAIR_NUMBER[one, two]]
    return average if role == DEALER else -average


def given_up(role: int, hands: int) -> None:
    """Hand and crib that the expert gives up, what it expects of the play for it, and how much more than by the former
    estimate of the play."""
    random, situation = Random(5), Situation(Rules(), 0, role)
    lost, gained, more = [], [], []
    for _ in range(hands):
        found = choices(random.sample(PACK, 6), situation, random)
        worth = [of_hand(choice) + of_crib(choice.away, role) for choice in found]
        kept = [[card.rank for card in choice.kept] for choice in found]
        play = play_estimate(2, 2, situation.place, kept)
        former = [
            choice.value - choice.play + pegged
            for choice, pegged in zip(found, former_estimate(2, 2, situation.place, kept), strict=True)
        ]
        lost.append(max(worth) - worth[0])
        gained.append(play[0] - play[int(np.argmax(worth))])
        more.append(play[0] - play[int(np.argmax(former))])
    name = NAMES[role]
    say(f"{name}: hand and crib given up {with_margin(lost)} a hand (asked: at most {ASKED[role]})")
    say(f"{name}: what the play brings for it, as estimated, {with_margin(gained)}")
    say(f"{name}: what it brings more than by the former estimate {with_margin(more)} (asked: not less)")


def with_margin(values: Sequence[float]) -> str:
    """The mean and what it may be off by, nineteen times in twenty."""
    return f"{fmean(values):.4f} ± {1.96 * stdev(values) / sqrt(len(values)):.4f}"


def given_up_with_less(role: int, hands: int) -> None:
    """What a player gives up who believes so much of the estimate, and the points that it loses by it if the play
    brings all of the estimate, or nine tenths."""
    random, situation = Random(5), Situation(Rules(), 0, role)
    shares = sorted({*SHARES, BELIEVED[situation.place]}, reverse=True)
    lost: dict[float, list[tuple[float, float, float]]] = {share: [] for share in shares}
    for _ in range(hands):
        found = choices(random.sample(PACK, 6), situation, random)
        worth = np.array([of_hand(choice) + of_crib(choice.away, role) for choice in found])
        play = play_estimate(2, 2, situation.place, [[card.rank for card in choice.kept] for choice in found])
        shown = np.array([choice.value - choice.play for choice in found])
        for share, losses in lost.items():
            taken = int(np.argmax(shown + share * play))
            whole, less = (shown + slope * play for slope in (1, 0.9))
            losses.append((worth.max() - worth[taken], whole[0] - whole[taken], less[0] - less[taken]))
    for share, losses in lost.items():
        up, whole, less = np.mean(losses, axis=0)
        say(f"{NAMES[role]}, estimate times {share}: gives up {up:.4f}, loses {whole:+.4f}, or {less:+.4f}")


def slopes(deals: int, processes: int | None) -> None:
    """How much more is pegged where the estimate says a point more."""
    known = np.array([play_estimate(2, 2, place, FOURS) for place in range(2)])
    found = steepness(known, play_deals(8_000_009, deals, processes))
    for name, slope in zip(("pone", "dealer"), found, strict=True):
        say(f"{name}: slope of what the play brings on its estimate {slope:.2f} (asked: 0.9 to 1.1), {deals} deals")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print what the expert gives up for the play when it discards.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how many of the hands, such as 0.1")
    parser.add_argument("--processes", type=int, help="how many deals at a time")
    given = parser.parse_args()
    for role in (DEALER, PONE):
        given_up(role, int(HANDS * given.share))
        given_up_with_less(role, int(HANDS * given.share))
    slopes(int(DEALS * given.share), given.processes)


if __name__ == "__main__":
    main()
