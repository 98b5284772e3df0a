"""The play of two as the expert judged it before it thought of what the other would do: each guess played out with
open cards.

A hand is doubted only for the points that it would have missed. The code is that of `game.strategy.pegging` as it was,
for two players.
"""

from collections.abc import Sequence
from random import Random

import numpy as np

from game.engine.cards import Card
from game.engine.scoring import points
from game.engine.view import View
from game.strategy.discards import crib_after
from game.strategy.pegging import Guesses, guesses
from game.strategy.positions import START, VALUES, follow, hand_of, hand_table, series_of, series_table
from game.strategy.prospects import Outlook, ScoringEvent, certain
from game.strategy.ranks import Bools, Floats, Ints, counts_of, unseen, ways
from game.strategy.stored import DEALER, PONE, discard_tables
from game.strategy.tree import Positions, Stakes, Tree

_TEMPER = 0.8
"""The scale, in points, of how unlikely it becomes that a player who missed points held the better card."""

_DEAREST = 31


class _Seen:
    """What the play so far shows of each seat.

    That is the ranks that it played, each with the series before it, and for each time when it could not play the room
    left and the number of cards that it had played.
    """

    def __init__(self, view: View) -> None:
        rules = view.rules
        self.played: list[list[tuple[int, int]]] = [[] for _ in range(rules.seats)]
        self.stuck: list[list[tuple[int, int]]] = [[] for _ in range(rules.seats)]
        series, last = START, 0
        for play in view.plays:
            if follow(series, play.card.rank) is None:  # nobody could play: a new series
                self._pass(rules.round_from(last), series)
                series = START
            elif series != START:
                between = rules.round_from(rules.left_of(last))
                self._pass(between[: between.index(play.seat)], series)
            self.played[play.seat].append((play.card.rank, series))
            step = follow(series, play.card.rank)
            series, last = step[1] if step else START, play.seat
        ended = series != START and not view.series
        self._pass(range(rules.seats) if ended else view.gone, series)

    def _pass(self, seats: Sequence[int], series: int) -> None:
        for seat in seats:
            self.stuck[seat].append((len(self.played[seat]), 31 - int(series_table().counts[series])))

    def ranks(self, seat: int) -> list[int]:
        """Return the ranks that a seat has played."""
        return [rank for rank, _ in self.played[seat]]

    def fits(self, seat: int, hands: Ints) -> Bools:
        """Return for each hand that a seat may now hold whether it could not play whenever the seat did not."""
        least = max((room for _, room in self.stuck[seat]), default=0)
        later = all(VALUES[rank] > room for number, room in self.stuck[seat] for rank in self.ranks(seat)[number:])
        found: Bools = (hand_table().lows[hands] > least) & later
        return found

    def likely(self, seat: int, hands: Ints) -> Floats:
        """Return how likely a player with each of these hands would have played as the seat did: 1 if none pegged
        more."""
        found, had = np.ones(len(hands)), hand_table().held[hands] > 0
        for rank, series in reversed(self.played[seat]):
            had[:, rank - 1] = True
            pegs, fits = series_table().pegs[series, 1:], series_table().after[series, 1:] >= 0
            found *= np.exp((pegs[rank - 1] - np.where(had & fits, pegs, 0).max(axis=1)) / _TEMPER)
        return found


def _own_ranks(view: View, seen: _Seen) -> list[int]:
    return [card.rank for card in view.hand] + seen.ranks(_seat(view))


def _seat(view: View) -> int:
    if view.seat is None or view.dealer is None or view.starter is None:
        raise ValueError("a card is chosen by a seat, in the play")
    return view.seat


def _left(view: View, seen: _Seen) -> Ints:
    """Return how many cards of each rank, ace first, are neither in the seat's hand nor the starter."""
    starter = [view.starter.rank] if view.starter else []
    return unseen([*_own_ranks(view, seen), *(card.rank for card in view.away), *starter])


def _of_two(view: View, seen: _Seen, random: Random, samples: int) -> Guesses | None:
    """Return the hands that the other player may have kept, weighted by the discards that lead to each.

    If there are many, they are a sample. None: no sensible player keeps what was played.
    """
    seat = _seat(view)
    other, table = 1 - seat, hand_table()
    thrown = discard_tables().thrown[DEALER if other == view.dealer else PONE]
    fours = np.flatnonzero(table.sizes == view.rules.plan.hand)
    weights = np.bincount(thrown.kept, ways(thrown.codes, _left(view, seen)), len(fours))
    played = counts_of(seen.ranks(other))
    left = table.held[fours] - played
    there = np.flatnonzero((weights > 0) & (left >= 0).all(axis=1))
    now = table.numbers(left[there])
    likely = weights[there] * seen.likely(other, now) * seen.fits(other, now)
    at = np.flatnonzero(likely)
    if not len(at):
        return None
    likely, whole = likely[at] / likely[at].sum(), len(at) <= samples
    if not whole:
        at, likely = at[_drawn(likely, random, samples)], np.full(samples, 1 / samples)
    own = hand_of(card.rank for card in view.hand), hand_of(_own_ranks(view, seen))
    return Guesses(
        likely,
        np.ones(len(at), dtype=np.int64),
        _beside(own[0], now[at], seat),
        _beside(own[1], fours[there[at]], seat),
        whole,
    )


def _beside(own: int, others: Ints, seat: int) -> Ints:
    """Return the columns of both seats."""
    columns = (np.full(len(others), own), others)
    return np.stack(columns[::-1] if seat else columns, axis=1)


def _drawn(weights: Floats, random: Random, samples: int) -> Ints:
    """Return a sample drawn evenly along the weights."""
    marks = (np.arange(samples) + random.random()) / samples
    found: Ints = np.searchsorted(weights.cumsum(), marks * weights.sum()).clip(max=len(weights) - 1)
    return found


def best_card(view: View, random: Random, samples: int, *, to_win: bool) -> Card:
    """The card that the former expert plays."""
    known = _of_two(view, _Seen(view), random, samples) or guesses(view, random, samples)
    seat, rules = _seat(view), view.rules
    series, number = series_of(card.rank for card in view.series), len(known.weights)
    stakes, outlooks = _stakes(view, known) if to_win else (None, np.zeros(number, dtype=np.int64))
    gains = np.zeros((number, 2), dtype=np.int64)
    begin = Positions(known.hands, np.full(number, series), np.full(number, seat), gains, outlooks)
    step, worths = Tree(rules, seat, begin, stakes).options()
    means = np.where(step.legal[0], known.weights @ worths, -np.inf)
    return next(card for card in view.hand if card.rank == step.ranks[0, int(means.argmax())])


def _own_points(view: View) -> int:
    """Return the points at the show of the hand of a view's seat, including flush and nobs."""
    mine = [play.card for play in view.plays if play.seat == view.seat]
    return points([card.number for card in (*view.hand, *mine)], view.starter.number) if view.starter else 0


def _crib_chances(view: View) -> ScoringEvent:
    dealer, mine = view.dealer or 0, [play.card for play in view.plays if play.seat == view.seat]
    if view.starter is None:
        raise ValueError("a card is chosen in the play")
    return ScoringEvent(dealer, crib_after((*view.hand, *mine), view.away, view.starter, ours=view.seat == dealer))


def _stakes(view: View, known: Guesses) -> tuple[Stakes, Ints]:
    """Return how the game may go on after the play: the show with hands as guessed, the crib, and the next deals."""
    rules, dealer, crib = view.rules, view.dealer or 0, _crib_chances(view)
    order = rules.round_from(rules.left_of(dealer))
    shown, numbers = np.unique(_shows(view, known)[:, order], axis=0, return_inverse=True)
    outlooks = [
        Outlook(
            rules,
            view.scores,
            [*(certain(rules.side_of(seat), int(worth)) for seat, worth in zip(order, row, strict=True)), crib],
            rules.left_of(dealer),
            deal=view.deal + 1,
            room=_DEAREST,
        )
        for row in shown
    ]
    return Stakes(outlooks, rules.target - np.array(view.scores)), numbers.ravel()


def _shows(view: View, known: Guesses) -> Ints:
    """Return the points of every seat's hand at the show, by guess: of the own hand all, of the others' those by
    rank."""
    held = hand_table().held[known.kept].copy()
    held[:, :, (view.starter.rank if view.starter else 1) - 1] += 1
    table = discard_tables().ranked[view.rules.plan.hand + 1]
    found: Ints = table.points[table.of_counts(held)]
    found[:, _seat(view)] = _own_points(view)
    return found
