"""Print how the chances to win agree with games that are played out: `python -m tests.benchmarks.prospects [SHARE]`.

Experts play on from equal scores, the dealer's wins are counted. Most of what decides a game is the cards: the same
deals are also played by a plain player, and what they brought it beyond the average deal is taken out of the count.
That moves the result nowhere, since the average of what is taken out is 0, but from 0-0 it narrows it as far as two and
a half times the games would. The whole takes about six hours on two cores; a SHARE such as 0.1 plays so much of it, and
the margins are wider then.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from random import Random

import numpy as np

from game.engine.cards import PACK
from game.engine.play import Action
from game.engine.rules import Rules
from game.engine.view import View
from game.strategy.bots import act
from game.strategy.levels import Level, LooksAt, Plays, Skill
from game.strategy.prospects import chance
from game.strategy.ranks import Floats, Ints
from game.strategy.stored import dealers_chances
from game.strategy.tournament import Estimate
from tests.benchmarks.output import say
from tests.tables.deals import deal_from

GAMES = 20_000
STARTS = ((105, 0.01), (110, 0.01), (115, 0.01), (118, 0.01), (120, 0.01), (0, 0.005))
"""Scores of both, and how far the chance may be off."""

PLAIN = Skill(LooksAt.PLAY, Plays.REPLIES, 0.0, 0.0, 1.0)
"""Plays without a search, in an eighth of an expert's time."""

TARGET = Rules().target


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of a game: whether the game's first dealer dealt it, what dealer and pone needed before it, and the points
    that a plain dealer and a plain pone got from its cards."""

    by_first: bool
    needs: tuple[int, int]
    plain: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that experts played out: whether its first dealer won, and its deals."""

    won: bool
    deals: tuple[Deal, ...]


def after_deal(scores: Sequence[int], dealer: int, seed: int, skill: Level | Skill) -> tuple[int, ...]:
    """Return the scores after a deal between two of this skill. The pack and the cut follow from the seed alone."""
    chance_of_cards, of_bots = Random(seed), Random(seed + 1)

    def bot(view: View, _random: Random) -> Action:
        return act(view, skill, of_bots)

    pack = chance_of_cards.sample(PACK, len(PACK))
    *_, (_, last) = deal_from(scores, dealer, chance_of_cards, bot, pack)
    return last.table.scores


def play_out(task: tuple[int, int]) -> Game:
    """Play a game from a score of both, with a seed."""
    score, seed = task
    first = dealer = seed % 2
    random, deals = Random(seed), []
    scores: tuple[int, ...] = (score, score)
    while max(scores) < TARGET:
        cards = random.getrandbits(64)
        plain = after_deal((0, 0), dealer, cards, PLAIN)
        needs = (TARGET - scores[dealer], TARGET - scores[1 - dealer])
        deals.append(Deal(dealer == first, needs, (plain[dealer], plain[1 - dealer])))
        scores = after_deal(scores, dealer, cards, Level.EXPERT)
        dealer = 1 - dealer
    return Game(scores[first] >= TARGET, tuple(deals))


def luck(games: Sequence[Game]) -> Floats:
    """Return by game how much its cards moved the first dealer's chance, had plain players got their points.

    Each deal counts as what it brought less what all deals, dealt at its scores, bring on average.
    """
    all_points, often = np.unique([deal.plain for game in games for deal in game.deals], axis=0, return_counts=True)

    def gained(deal: Deal) -> float:
        average = np.average(_dealers_chance(deal, all_points), weights=often)
        found = float(_dealers_chance(deal, np.array([deal.plain]))[0] - average)
        return found if deal.by_first else -found

    return np.array([sum(map(gained, game.deals)) for game in games])


def _dealers_chance(deal: Deal, points: Ints) -> Floats:
    """Return the chance of a deal's dealer after it, for several points of dealer and pone, a row each."""
    dealer, pone = (np.array(deal.needs) - points).clip(0).T
    found: Floats = 1 - dealers_chances()[pone, dealer]
    return found


def without_luck(games: Sequence[Game]) -> Estimate:
    """Return the share of games that the first dealer wins, with the luck of the cards taken out."""
    won, lucky = np.array([float(game.won) for game in games]), luck(games)
    varied = lucky.var(ddof=1)
    slope = np.cov(won, lucky)[0, 1] / varied if varied else 0.0  # at 120 every deal ends the game
    return Estimate.of([float(value) for value in won - slope * lucky])


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description="Print how the chances agree with games played out.")
    parser.add_argument("share", nargs="?", type=float, default=1.0, help="how much of the games, such as 0.1")
    parser.add_argument("--processes", type=int, help="how many games at a time")
    parser.add_argument("--seed", type=int, default=9_000_001, help="of the first game from each score")
    parser.add_argument(
        "--scores", type=int, nargs="*", choices=[score for score, _ in STARTS], help="only from these scores of both"
    )
    given = parser.parse_args()
    numbers = range(given.seed, given.seed + int(GAMES * given.share))
    for score, asked in STARTS:
        if given.scores and score not in given.scores:
            continue
        with Pool(given.processes) as pool:
            games = pool.map(play_out, [(score, number) for number in numbers], chunksize=20)
        counted, found = Estimate.of([float(game.won) for game in games]), without_luck(games)
        known = chance(Rules(), (score, score), 0, 0)
        say(f"{score}-{score}: the dealer wins {counted.mean:.4f} ± {counted.margin:.4f} of {len(games)} games,")
        say(f"    without luck {found.mean:.4f} ± {found.margin:.4f}; thought {known:.4f}, {known - found.mean:+.4f}")
        say(f"    (asked: at most {asked} beyond the margin)")


if __name__ == "__main__":
    main()
