"""Print what the expert gives up for the play when it discards, and how steep its estimate of the play is:
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
from game.strategy.discards import Choice, Situation, choices
from game.strategy.stored import DEALER, FOURS, PAIR_NUMBER, PONE, play_estimate
from tests.benchmarks.output import say
from tests.tables.deals import play_deals
from tests.tables.play import steepness
from tests.tables.test_tables import OTHERS_CRIB, OWN_CRIB, published

HANDS = 2000
DEALS = 10_000
SHARES = (0.9, 0.8, 0.6, 0.0)
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
    """Hand and crib that the expert gives up, and what it expects of the play for it."""
    random = Random(5)
    lost, gained = [], []
    for _ in range(hands):
        found = choices(random.sample(PACK, 6), Situation(Rules(), 0, role), random)
        worth = [of_hand(choice) + of_crib(choice.away, role) for choice in found]
        lost.append(max(worth) - worth[0])
        gained.append(found[0].play - found[int(np.argmax(worth))].play)
    name = NAMES[role]
    margin = 1.96 * stdev(lost) / sqrt(hands)
    say(f"{name}: hand and crib given up {fmean(lost):.4f} ± {margin:.4f} a hand (asked: at most {ASKED[role]})")
    say(f"{name}: what the play brings for it, as estimated, {fmean(gained):.4f}")


def given_up_with_less(role: int, hands: int) -> None:
    """What a player would give up who believes only a part of the estimate, and the points that it would lose by it if
    the play brings all of the estimate, or nine tenths."""
    random = Random(5)
    lost: dict[float, list[tuple[float, float, float]]] = {share: [] for share in SHARES}
    for _ in range(hands):
        found = choices(random.sample(PACK, 6), Situation(Rules(), 0, role), random)
        worth = np.array([of_hand(choice) + of_crib(choice.away, role) for choice in found])
        play = np.array([choice.play for choice in found])
        shown = np.array([choice.value for choice in found]) - play
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
