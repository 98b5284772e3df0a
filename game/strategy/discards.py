"""The worth of every discard: the hand kept, the crib, the play to come and, with scores, the chance to win.

With two players the crib is exact: every starter and every pair that the other player may throw, weighted by the number
of hands and by how a sensible player throws (`tables/discards.npz`). With more players it is sampled, with a standard
error. Source: RULES.md, Seats and the deal, The show.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import pow as power
from math import sqrt
from random import Random

import numpy as np

from game.engine.cards import PACK, Card
from game.engine.rules import CribFlush, Rules
from game.engine.scoring import Kind, points, show, total
from game.strategy.prospects import Outlook, ScoringEvent, certain, deal_events, spread_of
from game.strategy.ranks import RANK_KINDS, Floats, Ints, unseen, ways
from game.strategy.stored import DEALER, PAIR_NUMBER, PAIRS, PONE, Thrown, average_play, discard_tables, play_estimate

_JACK = 11
_MOST = 60
"""More points than any hand scores."""

BELIEVED = (0.7, 0.88)
"""By how much of the estimate of the play pone and dealer discard at a table of two, in the order of places: hand and
crib are surer than the play. BOTS.md tells what this gives up, and what other shares would."""

SAMPLES = 600
"""The number of deals from which a crib is sampled at tables of three and more."""


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """A distribution of points: `of[n]` is the probability of n points."""

    of: Floats

    @property
    def mean(self) -> float:
        """Return the mean."""
        return float(self.of @ np.arange(len(self.of)))

    @property
    def spread(self) -> float:
        """Return the standard deviation."""
        return sqrt(max(float(self.of @ np.arange(len(self.of)) ** 2) - self.mean**2, 0.0))

    def at_least(self, number: int) -> float:
        """Return the probability of at least this many points."""
        return float(self.of[number:].sum())


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to discard. `value` is the sum of hand, crib and play: what the own side is likely to gain on the others.

    `hand` and `crib` are distributions. `crib_sign` says whose crib it is: 1 for the own side's, below 0 for another's.
    `play` is the estimate of the play, told with caution as `BELIEVED` says, and `error` the standard error of the
    crib's mean (0: exact). `win` is the chance to win if scores were given.
    """

    away: tuple[Card, ...]
    kept: tuple[Card, ...]
    hand: Chances
    crib: Chances
    crib_sign: float
    play: float
    error: float
    win: float | None = None

    @property
    def value(self) -> float:
        """Return the points that the own side is likely to gain on the others, in the play with caution."""
        return self.hand.mean + self.crib_sign * self.crib.mean + self.play

    @property
    def order(self) -> tuple[float, float]:
        """Return the key by which choices are ranked: the chance to win if it is known, then points."""
        return (0.0 if self.win is None else self.win, self.value)


@dataclass(frozen=True, slots=True)
class Situation:
    """The table at which a hand is discarded: the seat, the dealer and, to play to win, the scores by side."""

    rules: Rules
    seat: int
    dealer: int
    scores: tuple[int, ...] | None = None
    deal: int = 1

    @property
    def place(self) -> int:
        """Return the seat's place from the dealer's left. The dealer's is the last."""
        return (self.seat - self.dealer - 1) % self.rules.seats

    @property
    def ours(self) -> bool:
        """Return whether the crib is the own side's."""
        return self.rules.side_of(self.seat) == self.rules.side_of(self.dealer)

    @property
    def sign(self) -> float:
        """Return what a point for the crib's owner is worth to this seat's side, against the average of the others."""
        return 1.0 if self.ours else -1.0 / (self.rules.sides - 1)


def choices(hand: Sequence[Card], situation: Situation, random: Random) -> tuple[Choice, ...]:
    """Return every discard of a hand as dealt, best first. `random` is used at tables of three and more only."""
    owed = situation.rules.dealt(situation.seat, situation.dealer).away
    aways = list(combinations(sorted(hand), owed))
    cribs = _exact_cribs if situation.rules.seats == 2 else _sampled_cribs
    found = []
    for away, (crib, error) in zip(aways, cribs(hand, aways, situation, random), strict=True):
        kept = tuple(card for card in sorted(hand) if card not in away)
        found.append(Choice(away, kept, _hand_chances(kept, away), crib, situation.sign, 0.0, error))
    found = _with_play(found, situation)
    if situation.scores is not None:
        found = _with_chances_to_win(found, situation)
    return tuple(sorted(found, key=lambda choice: choice.order, reverse=True))


def _with_play(found: Sequence[Choice], situation: Situation) -> list[Choice]:
    rules = situation.rules
    rows = [[card.rank for card in choice.kept] for choice in found]
    estimates = play_estimate(rules.seats, rules.sides, situation.place, rows)
    usual = average_play(rules.seats, rules.sides, situation.place)
    believed = usual + (BELIEVED[situation.place] if rules.seats == 2 else 1) * (estimates - usual)
    return [replace(choice, play=float(worth)) for choice, worth in zip(found, believed, strict=True)]


def _with_chances_to_win(found: Sequence[Choice], situation: Situation) -> list[Choice]:
    """Add the chance to win to each choice: with its own hand and crib in this deal, and average deals after it.

    The estimate of the play changes the chance as that many points now would, compared with average play.
    """
    rules, place, side = situation.rules, situation.place, situation.rules.side_of(situation.seat)
    events, usual = deal_events(rules, situation.dealer, closely=True), average_play(rules.seats, rules.sides, place)
    before, usually = events[: -rules.seats - 1], events[-rules.seats - 1 :]
    chances = _of_two_sides if rules.seats == 2 else _of_more_sides
    shows = []
    for choice in found:
        shown = list(usually)
        shown[place] = ScoringEvent(side, choice.hand.of)
        shown[-1] = ScoringEvent(usually[-1].side, choice.crib.of)
        shows.append(shown)
    return [
        replace(choice, win=_with_points(now, ahead, choice.play - usual))
        for choice, (now, ahead) in zip(found, chances(situation, before, shows), strict=True)
    ]


def _with_points(now: float, ahead: float, points: float) -> float:
    """Return a chance to win with some points more now, or fewer, where `ahead` is that with one more.

    From there on each point leaves the same share of the chance to lose, or of that to win: neither comes to an end.
    """
    now, ahead = (min(max(chance, 0.0), 1.0) for chance in (now, ahead))  # sums of chances are rounded
    if points < 0:
        return now * power(now / ahead, -points) if ahead > 0 else now
    if points <= 1 or now == 1:
        return now + min(points, 1) * (ahead - now)
    return 1 - (1 - ahead) * power((1 - ahead) / (1 - now), points - 1)


def _of_two_sides(
    situation: Situation, before: Sequence[ScoringEvent], shows: Sequence[Sequence[ScoringEvent]]
) -> Iterator[tuple[float, float]]:
    """Yield the chance to win with each show at a table of two, as it is and with a point more now.

    What comes before the show is followed once for all.
    """
    rules, scores, side = situation.rules, situation.scores or (), situation.rules.side_of(situation.seat)
    needs = [rules.target - score for score in scores]
    spreads = [spread_of(events, needs) for events in (before, [certain(side, 1), *before])]
    room = max(max(spread.chances.shape) for spread in spreads) - 1
    following, deal = rules.left_of(situation.dealer), situation.deal + 1
    for shown in shows:
        outlook = Outlook(rules, scores, shown, following, deal=deal, room=room)
        now, ahead = (outlook.after(spread, side) for spread in spreads)
        yield now, ahead


def _of_more_sides(
    situation: Situation, before: Sequence[ScoringEvent], shows: Sequence[Sequence[ScoringEvent]]
) -> Iterator[tuple[float, float]]:
    """Yield the same at a larger table."""
    rules, scores, side = situation.rules, situation.scores or (), situation.rules.side_of(situation.seat)
    following, deal = rules.left_of(situation.dealer), situation.deal + 1
    point = [int(number == side) for number in range(rules.sides)]
    for shown in shows:
        outlook = Outlook(rules, scores, [*before, *shown], following, deal=deal, room=1)
        yield outlook.chance(side), outlook.chance(side, point)


def _hand_chances(kept: Sequence[Card], away: Sequence[Card]) -> Chances:
    """Return the distribution of a hand's points over every starter."""
    numbers = [card.number for card in kept]
    known = {*numbers, *(card.number for card in away)}
    worth = [points(numbers, starter) for starter in range(52) if starter not in known]
    return Chances(np.bincount(worth) / len(worth))


# ---------------------------------------------------------------------------------------- the crib at a table of two


class _Crib:
    """What the other player may throw, and with which starter, given the six cards of the seat."""

    def __init__(self, hand: Sequence[Card], situation: Situation) -> None:
        tables = discard_tables()
        self.points = tables.crib_points
        self.kinds = tables.cribs
        self.free = np.ones((13, 4))
        for card in hand:
            self.free[card.rank - 1, card.number % 4] = 0
        self.left = unseen(card.rank for card in hand)
        self.throws = other_throws(tables.thrown[PONE if situation.ours else DEALER], self.left)
        self.suited = self.free / np.maximum(self.left, 1)[:, None]
        """By rank and suit: the probability that an unseen card of that rank has that suit."""
        self.like_a_hand = situation.rules.crib_flush is CribFlush.LIKE_A_HAND
        self.their_nobs = self._their_nobs()

    def _their_nobs(self) -> Floats:
        """Return the probability of nobs from the other player's cards, by their pair and the starter's rank."""
        same_suit = self.suited @ self.suited[_JACK - 1]
        same_suit[_JACK - 1] = 0
        jacks = np.array([pair.count(_JACK) for pair in PAIRS])
        found: Floats = jacks[:, None] * same_suit
        return found

    def nobs(self, away: Sequence[Card]) -> Floats:
        """Return the probability of nobs, by the other player's pair and the starter's rank."""
        mine = sum((self.suited[:, card.number % 4] for card in away if card.rank == _JACK), np.zeros(13))
        mine[_JACK - 1] = 0
        return self.their_nobs + mine

    def flushes(self, away: Sequence[Card]) -> tuple[Floats, Floats] | None:
        """Return the probabilities of a flush without and with the starter, by the other's pair and the starter's
        rank."""
        suit = away[0].number % 4
        if any(card.number % 4 != suit for card in away):
            return None
        of_suit = self.suited[:, suit]
        theirs = np.array([of_suit[one - 1] * of_suit[two - 1] * (one != two) for one, two in PAIRS])
        starter = np.array([[of_suit[rank - 1] * (rank not in pair) for rank in range(1, 14)] for pair in PAIRS])
        five = theirs[:, None] * starter
        return theirs[:, None] - five, five

    def chances(self, away: Sequence[Card]) -> Chances:
        """Return the distribution of the crib with these two cards."""
        ranks = self.points[_pair(away)]
        nobs = self.nobs(away)
        parts = [(0, 1 - nobs), (1, nobs)]
        if flushes := self.flushes(away):
            four, five = flushes[0] * self.like_a_hand, flushes[1]
            parts = [(0, 1 - nobs - four - five), (1, nobs), (4, four), (5, five)]
        found = np.zeros(_MOST)
        for more, chance in parts:
            found += np.bincount((ranks + more).ravel(), (self.throws * chance).ravel(), _MOST)
        return Chances(found[: int(found.nonzero()[0][-1]) + 1])


def _pair(away: Sequence[Card]) -> int:
    one, two = sorted(card.rank for card in away)
    return PAIR_NUMBER[one, two]


def other_throws(thrown: Thrown, left: Ints) -> Floats:
    """Return the probability of each pair from the other player with each starter: a 91 by 13 array.

    `left` is the number of unseen cards of each rank.
    """
    hands = ways(thrown.codes, left)
    of_pair = np.add.reduceat(hands, thrown.firsts)
    of_rank = np.add.reduceat(hands[:, None] * thrown.counts, thrown.firsts)
    found = np.zeros((len(PAIRS), 13))
    found[thrown.pairs] = of_pair[:, None] * left - of_rank
    chances: Floats = found / found.sum()
    return chances


def _exact_cribs(
    hand: Sequence[Card], aways: Sequence[tuple[Card, ...]], situation: Situation, _random: Random
) -> Iterator[tuple[Chances, float]]:
    crib = _Crib(hand, situation)
    return ((crib.chances(away), 0.0) for away in aways)


def crib_after(kept: Sequence[Card], away: Sequence[Card], starter: Card, *, ours: bool) -> Floats:
    """Return the distribution of the crib's points by rank, with two players, once the starter is known."""
    tables = discard_tables()
    left = unseen(card.rank for card in (*kept, *away))
    throws = other_throws(tables.thrown[PONE if ours else DEALER], left)[:, starter.rank - 1]
    worth = tables.crib_points[_pair(away)][:, starter.rank - 1]
    found: Floats = np.bincount(worth, throws) / throws.sum()
    return found


# --------------------------------------------------------------------------------------------- the crib at a larger one


class _Sample:
    """Deals of the unseen cards: what the others and the pack give to the crib, and the starter."""

    def __init__(self, hand: Sequence[Card], situation: Situation, random: Random) -> None:
        rules, dealer = situation.rules, situation.dealer
        known = {card.number for card in hand}
        rest = np.array([number for number in range(52) if number not in known])
        packs = np.random.default_rng(random.getrandbits(64)).permuted(np.tile(rest, (SAMPLES, 1)), axis=1)
        given, used = [], 0
        for seat in range(rules.seats):
            dealt = rules.dealt(seat, dealer)
            if seat != situation.seat and dealt.away:
                ours = rules.side_of(seat) == rules.side_of(dealer)
                given.append(_thrown_of(packs[:, used : used + dealt.cards], DEALER if ours else PONE))
                used += dealt.cards
        given += [packs[:, used + place] for place in range(rules.plan.from_pack)]
        self.starters = packs[:, used + rules.plan.from_pack]
        self.given = np.array(given).T
        self.like_a_hand = rules.crib_flush is CribFlush.LIKE_A_HAND

    def scores(self, away: Sequence[Card]) -> tuple[Ints, Ints, Ints]:
        """Return the points of each sampled crib with these cards: by ranks and kind, for a flush, for nobs."""
        mine = np.tile(np.array([card.number for card in away], dtype=np.int64), (SAMPLES, 1))
        crib = np.concatenate((self.given, mine), axis=1)
        ranks = np.concatenate((crib, self.starters[:, None]), axis=1) // 4 + 1
        table = discard_tables().ranked[ranks.shape[1]]
        suits, suit = crib % 4, self.starters % 4
        flush = (suits == suits[:, :1]).all(axis=1)
        all_of_it = flush & (suits[:, 0] == suit)
        of_flush = all_of_it * ranks.shape[1] + (flush & ~all_of_it) * (self.like_a_hand * crib.shape[1])
        nobs = (crib == (_JACK * 4 - 4 + suit)[:, None]).any(axis=1)
        return table.kinds[table.find(ranks)], of_flush, nobs.astype(np.int64)

    def points(self, away: Sequence[Card]) -> Ints:
        """Return the points of each sampled crib with these cards."""
        ranks, flush, nobs = self.scores(away)
        found: Ints = ranks.sum(axis=1) + flush + nobs
        return found


def _thrown_of(hands: Ints, role: int) -> Ints:
    """Return the card that a sensible player throws from each hand."""
    table = discard_tables().ranked[hands.shape[1]]
    ranks = hands // 4 + 1
    rank = table.thrown[role][table.find(ranks)]
    found: Ints = hands[np.arange(len(hands)), (ranks == rank[:, None]).argmax(axis=1)]
    return found


def _sampled_cribs(
    hand: Sequence[Card], aways: Sequence[tuple[Card, ...]], situation: Situation, random: Random
) -> Iterator[tuple[Chances, float]]:
    sample = _Sample(hand, situation, random)
    for away in aways:
        worth = sample.points(away)
        yield Chances(np.bincount(worth) / SAMPLES), float(worth.std()) / sqrt(SAMPLES)


# ----------------------------------------------------------------------------------------------------- item by item


@dataclass(frozen=True, slots=True)
class Items:
    """The average hand and crib of a discard item by item: points by kind, and means by the starter's rank.

    `by_starter` holds (rank, hand, crib) for each rank that can be the starter.
    """

    hand_kinds: dict[Kind, float]
    crib_kinds: dict[Kind, float]
    by_starter: tuple[tuple[int, float, float], ...]


SHOW_KINDS = (*RANK_KINDS, Kind.FLUSH, Kind.NOBS)


def itemised(choice: Choice, situation: Situation, random: Random) -> Items:
    """Return a choice's average hand and crib, item by item. `random` is used at tables of three and more only."""
    known = (*choice.kept, *choice.away)
    starters = [card for card in PACK if card not in known]
    shown = {starter: show(choice.kept, starter) for starter in starters}
    hand_kinds = {
        kind: sum(score.points for scores in shown.values() for score in scores if score.kind is kind) / len(starters)
        for kind in SHOW_KINDS
    }
    of_crib = _exact_items if situation.rules.seats == 2 else _sampled_items
    crib_kinds, crib_means = of_crib(known, choice.away, situation, random)
    by_starter = []
    for rank in sorted({starter.rank for starter in starters}):
        worth = [total(scores) for starter, scores in shown.items() if starter.rank == rank]
        by_starter.append((rank, sum(worth) / len(worth), float(crib_means[rank - 1])))
    return Items(hand_kinds, dict(zip(SHOW_KINDS, map(float, crib_kinds), strict=True)), tuple(by_starter))


def _exact_items(
    known: Sequence[Card], away: Sequence[Card], situation: Situation, _random: Random
) -> tuple[Sequence[float], Floats]:
    crib = _Crib(known, situation)
    kinds = (crib.kinds[:, _pair(away)] * crib.throws).sum(axis=1)
    nobs = crib.nobs(away) * crib.throws
    flush = np.zeros_like(nobs)
    if flushes := crib.flushes(away):
        flush = (flushes[0] * 4 * crib.like_a_hand + flushes[1] * 5) * crib.throws
    of_starter = (crib.points[_pair(away)] * crib.throws + nobs + flush).sum(axis=0)
    chances = crib.throws.sum(axis=0)
    means = of_starter / np.where(chances > 0, chances, 1)
    return [*kinds.sum(axis=1).tolist(), float(flush.sum()), float(nobs.sum())], means


def _sampled_items(
    known: Sequence[Card], away: Sequence[Card], situation: Situation, random: Random
) -> tuple[Sequence[float], Floats]:
    sample = _Sample(known, situation, random)
    ranks, flush, nobs = sample.scores(away)
    worth = ranks.sum(axis=1) + flush + nobs
    starter = sample.starters // 4
    number = np.bincount(starter, minlength=13)
    means = np.bincount(starter, worth, 13) / np.maximum(number, 1)
    return [*ranks.mean(axis=0).tolist(), float(flush.mean()), float(nobs.mean())], means
