"""What chance gave in finished deals, compared with its average.

Four things do not depend on skill: the points in the cards as dealt (the best hand that can be kept, by its ranks,
before the cut), the rank of the starter, heels, and the cut for the deal. Counted hands and cribs depend partly on
skill; they are compared with what experts get when they play each other.

Every finished deal counts, including one in which the game ended before all hands were counted. High scores end games
early, so without these deals the cards would look worse than they are.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations
from math import comb, erfc, exp, factorial, sqrt

from django.db.models import Q

from game.engine.play import Counting, CuttingForDeal, Discarding, Over, Pegging, State
from game.engine.rules import DEALS, Rules
from game.engine.scoring import total
from game.models import Luck
from game.strategy.ranks import kinds_of, ranks_of
from game.strategy.stored import parts

JACK = 11
RANKS = 13

BEST = {
    (4, 4): (642_212, 2_734_736),
    (5, 4): (10_413_888, 57_838_080),
    (6, 4): (112_751_360, 757_344_896),
    (5, 5): (12_091_704, 81_227_632),
    (6, 5): (142_968_192, 1_259_851_824),
}
"""By the numbers of cards dealt and kept: the points of the best hand that can be kept, and their squares, summed
over all ways to be dealt that many of the 52 cards. A test recomputes them."""

ENOUGH = 20
"""The least number of hands for a verdict. For a share, five of either outcome must be expected."""
ENOUGH_STARTERS = 5 * RANKS
"""The least number of starters for a verdict: five of each rank are expected."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The mean and the variance of a random figure."""

    mean: float
    variance: float


def best_dealt(cards: int, kept: int) -> Moments:
    """Return the moments of the best hand in the cards as dealt, before the cut and by ranks. Exact."""
    points, squares = BEST[cards, kept]
    mean = points / comb(52, cards)
    return Moments(mean, squares / comb(52, cards) - mean**2)


# ---------------------------------------------------------------------------------------------------- one deal


@dataclass(frozen=True, slots=True)
class DealLuck:
    """What chance gave in one finished deal, in points by seat.

    `dealt` is the best hand that could be kept before the cut. `hands` and `crib` are the true points with the starter,
    whatever was claimed. `cut` tells that the deal began with the cut for deal, which the dealer won.
    """

    rules: Rules
    people: frozenset[int]
    dealer: int
    cut: bool
    starter: int
    dealt: tuple[int, ...]
    hands: tuple[int, ...]
    crib: int


def of_deal(states: Sequence[State], people: Collection[int]) -> DealLuck:
    """Return the luck of a finished deal from its states in order. `people` are the seats of people.

    The states begin before the discard, or with the cut for deal, which then counts. They must include the last state
    in which the cards are on the table, or the end of the game. Raises ValueError otherwise.
    """
    first = next((state for state in states if isinstance(state, Discarding)), None)
    last = next((shown for shown in map(_shown, reversed(states)) if shown), None)
    if first is None or last is None:
        raise ValueError("not the states of a whole deal")
    rules, dealer = first.table.rules, first.table.dealer
    kept = rules.plan.hand
    return DealLuck(
        rules=rules,
        people=frozenset(people),
        dealer=dealer,
        cut=any(isinstance(state, CuttingForDeal) for state in states),
        starter=last.starter.rank,
        dealt=tuple(best_kept(ranks_of(hand), kept) for hand in first.holding.hands),
        hands=tuple(total(last.worth(hand, False)) for hand in last.holding.hands),
        crib=total(last.worth(last.holding.crib, True)),
    )


def _shown(state: State) -> Counting | None:
    """Return the cards of a deal as they would be counted, once the starter is known."""
    match state:
        case Over(ended=ended):
            return _shown(ended)
        case Counting():
            return state
        case Pegging(table, holding, starter, plays):
            return Counting(table, holding, starter, plays)
        case _:
            return None


@cache
def best_kept(ranks: tuple[int, ...], kept: int) -> int:
    """Return the most points that `kept` of these cards score by their ranks."""
    return max(sum(kinds_of(hand)) for hand in combinations(ranks, kept))


# ------------------------------------------------------------------------------------------------------ accounts


def add(learners: Mapping[int, int], deal: DealLuck) -> None:
    """Add a deal to the accounts of the site and of the learners. `learners` holds primary keys by seat.

    Call it inside a transaction. It takes two queries, or four when a row is the first of its kind.
    """
    shares = _shares(learners, deal)
    rows = rows_of(shares, deal.rules)
    missing = [_new(key, deal.rules) for key in shares if key not in rows]
    if missing:
        Luck.objects.bulk_create(missing, ignore_conflicts=True)  # somebody else may have been first
        rows = rows_of(shares, deal.rules)
    for key, seats in shares.items():
        add_seats(rows[key], deal, seats)
    Luck.objects.bulk_update(rows.values(), (*Luck.SUMS, "starters"))


def open_accounts(learners: Collection[int], rules: Rules) -> None:
    """Create the missing accounts that the deals of a table are added to. This saves `add` two queries."""
    keys = [(learner, people) for learner in (None, *learners) for people in (True, False)]
    Luck.objects.bulk_create((_new(key, rules) for key in keys), ignore_conflicts=True)


_Key = tuple[int | None, bool]
"""The primary key of the learner, None for the site, and whether the cards were people's."""


def _shares(learners: Mapping[int, int], deal: DealLuck) -> dict[_Key, list[int]]:
    """Return the seats that belong to each account."""
    bots = [seat for seat in range(deal.rules.seats) if seat not in deal.people]
    shares: dict[_Key, list[int]] = {(None, True): sorted(deal.people), (None, False): bots}
    for seat, learner in learners.items():
        shares.setdefault((learner, True), []).append(seat)
        shares[learner, False] = bots
    return {key: seats for key, seats in shares.items() if seats}


def rows_of(shares: Collection[_Key], rules: Rules) -> dict[_Key, Luck]:
    """Return the accounts that exist, locked, always in the same order."""
    learners = {learner for learner, _ in shares}
    whose = Q(learner__isnull=True) | Q(learner__in=learners - {None})
    rows = Luck.objects.select_for_update().filter(whose, seats=rules.seats, sides=rules.sides).order_by("pk")
    found = {(row.learner_id, row.people): row for row in rows}
    return {key: row for key, row in found.items() if key in shares}


def _new(key: _Key, rules: Rules) -> Luck:
    learner, people = key
    return Luck(learner_id=learner, people=people, seats=rules.seats, sides=rules.sides)


def add_seats(row: Luck, deal: DealLuck, seats: Sequence[int]) -> None:
    """Add to an account what chance gave these seats in a deal."""
    hands = [deal.hands[seat] for seat in seats]
    row.hands += len(seats)
    row.dealt_points += sum(deal.dealt[seat] for seat in seats)
    row.hand_points += sum(hands)
    row.hand_squares += sum(points**2 for points in hands)
    if deal.cut:
        row.cuts += len(seats)
        row.cut_squares += len(seats) ** 2
        row.cuts_won += deal.dealer in seats
    if deal.dealer in seats:
        row.crib_points += deal.crib
        row.crib_squares += deal.crib**2
        row.starters[deal.starter - 1] += 1


# ------------------------------------------------------------------------------------------------------- figures


class What(StrEnum):
    """The figures of luck."""

    DEALT = "dealt"
    HAND = "hand"
    CRIB = "crib"
    HEELS = "heels"
    CUT = "cut"


SHARES = frozenset({What.HEELS, What.CUT})
"""The figures that are shares, 0 to 1. The others are points."""

OF_SKILL = frozenset({What.HAND, What.CRIB})
"""The figures that depend partly on skill. Their expected value is what experts get."""


@dataclass(frozen=True, slots=True)
class LuckFigure:
    """An average over `times` cases, its margin (two standard errors, None for too few cases) and its expected value.

    `chance` is the probability, 0 to 1, that chance alone deviates at least as far. It is None for too few cases, and
    for figures that depend partly on skill.
    """

    what: What
    times: int
    mean: float
    margin: float | None
    expected: float
    chance: float | None = None


def figures(rows: Iterable[Luck]) -> dict[What, LuckFigure]:
    """Return the figures of the rows of people, or of those of bots. Figures without cases are left out."""
    known = [row for row in rows if row.hands]
    found = {
        What.DEALT: _dealt(known),
        What.HAND: _of_skill(What.HAND, known),
        What.CRIB: _of_skill(What.CRIB, known),
        What.HEELS: _heels(known),
        What.CUT: _cut(known),
    }
    return {what: figure for what, figure in found.items() if figure}


def deals(row: Luck) -> int:
    """Return how many deals these seats dealt."""
    return sum(row.starters)


def _dealt(rows: Iterable[Luck]) -> LuckFigure | None:
    points, times, mean, variance = 0, 0, 0.0, 0.0
    for row in rows:
        plan = DEALS[row.seats]
        for share, number in ((plan.dealer, deals(row)), (plan.other, row.hands - deals(row))):
            moments = best_dealt(share.cards, plan.hand)
            mean += number * moments.mean
            variance += number * moments.variance
        points += row.dealt_points
        times += row.hands
    return _by_chance(What.DEALT, points, times, Moments(mean, variance), times >= ENOUGH)


def _heels(rows: Iterable[Luck]) -> LuckFigure | None:
    starters = starters_of(rows)
    return _share(What.HEELS, starters[JACK - 1], sum(starters), Moments(1 / RANKS, (RANKS - 1) / RANKS**2))


def _cut(rows: Sequence[Luck]) -> LuckFigure | None:
    """Return the figure of the cut. One seat in each cut wins it, so each wins one cut in `seats` on average."""
    times = sum(row.cuts for row in rows)
    if not times:
        return None
    mean = sum(row.cuts / row.seats for row in rows) / times
    variance = sum(row.cuts / row.seats - row.cut_squares / row.seats**2 for row in rows) / times
    return _share(What.CUT, sum(row.cuts_won for row in rows), times, Moments(mean, variance))


def _share(what: What, found: int, times: int, each: Moments) -> LuckFigure | None:
    enough = times * min(each.mean, 1 - each.mean) >= 5
    return _by_chance(what, found, times, Moments(times * each.mean, times * each.variance), enough)


def _by_chance(what: What, found: int, times: int, whole: Moments, enough: bool) -> LuckFigure | None:
    """Return a figure with a known distribution. `whole` holds the moments of the sum over all cases."""
    if not times:
        return None
    mean, expected = found / times, whole.mean / times
    error = sqrt(whole.variance)
    if not (enough and error):
        return LuckFigure(what, times, mean, None, expected)
    chance = erfc(abs(found - whole.mean) / error / sqrt(2))
    return LuckFigure(what, times, mean, 2 * error / times, expected, chance)


def _of_skill(what: What, rows: Sequence[Luck]) -> LuckFigure | None:
    crib = what is What.CRIB
    times = sum(deals(row) if crib else row.hands for row in rows)
    if not times:
        return None
    points = sum(row.crib_points if crib else row.hand_points for row in rows)
    squares = sum(row.crib_squares if crib else row.hand_squares for row in rows)
    expected = sum(_experts_cribs(row) if crib else _experts_hands(row) for row in rows) / times
    spread = squares - points**2 / times
    margin = 2 * sqrt(spread / (times - 1) / times) if times > 1 else None
    return LuckFigure(what, times, points / times, margin, expected)


def _experts_hands(row: Luck) -> float:
    """Return what experts' hands would score in as many deals, as dealer and in the other places alike."""
    *others, dealer = (_mean(chances) for chances in parts(row.seats, row.sides).hands)
    return deals(row) * dealer + (row.hands - deals(row)) * sum(others) / len(others)


def _experts_cribs(row: Luck) -> float:
    return deals(row) * _mean(parts(row.seats, row.sides).crib)


def _mean(chances: Iterable[float]) -> float:
    return float(sum(points * chance for points, chance in enumerate(chances)))


# ------------------------------------------------------------------------------------------------------ starters


def starters_of(rows: Iterable[Luck]) -> tuple[int, ...]:
    """Return how often each rank was the starter, the ace first."""
    return tuple(map(sum, zip([0] * RANKS, *(row.starters for row in rows), strict=True)))


def evenness(starters: Sequence[int]) -> float | None:
    """Return the probability that chance alone gives ranks at least as uneven (chi-square test).

    None if there are too few.
    """
    if sum(starters) < ENOUGH_STARTERS:
        return None
    each = sum(starters) / RANKS
    half = sum((found - each) ** 2 for found in starters) / each / 2
    # With 12 degrees of freedom, an even number, the tail is a finite sum.
    return exp(-half) * sum(half**power / factorial(power) for power in range((RANKS - 1) // 2))
