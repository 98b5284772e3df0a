"""The worth of each card in the play, given what is known of the unseen hands.

The other hands are weighted by what sensible players would have kept, could not play and would hardly have played.

At a table of two the play is then searched to its end as `belief` says: the other plays as experts do with the hand
that it is thought to hold, and the own seat makes the best of what it can know. At larger tables each guess is played
out for itself (`tree`): with every sequence of cards once few cards are left, before that by a simple rule. The own
side and the others all play there for the difference between the own side's points and the others'. Source: RULES.md,
The play.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from game.engine.cards import Card
from game.engine.scoring import points
from game.engine.view import View
from game.strategy.belief import Root, Search
from game.strategy.discards import crib_after
from game.strategy.habits import Turns, habits
from game.strategy.positions import START, VALUES, follow, hand_of, hand_table, series_of, series_table
from game.strategy.prospects import Outlook, ScoringEvent, certain, deal_events
from game.strategy.ranks import Bools, Floats, Ints, counts_of, unseen, ways
from game.strategy.stored import DEALER, PONE, discard_tables
from game.strategy.tree import Positions, Stakes, Tree

SAMPLES = 400
"""The most deals of the unseen cards by which a card is judged, with two players."""

SAMPLES_AT_THE_LEAD = 150
"""The same before any card is played, where a search takes longest."""

SAMPLES_OF_MORE = 80
"""The same with more players, where playing out a deal takes longer."""

SAMPLES_TO_WIN = 24
"""The same with more players where the chance to win is asked for, which takes longer still."""

_TEMPER = 0.8
"""The scale, in points, of how unlikely it becomes that a player who missed points held the better card."""

_TRIES = 60
_UNFIT = 1e-3
"""The weight of a hand that does not fit what its seat did, if no other was drawn."""

_DEAREST = 31


@dataclass(frozen=True, slots=True)
class Worth:
    """A card that can be played.

    `points` is what it pegs by itself, without the point for go or the last card. `value` counts to the end of the
    deal: the points of its side minus the average of the other sides. `error` is the standard error of the difference
    between `value` and that of the best card (0: every possible hand was weighed). `win` is the chance to win the game,
    and `win_error` is its standard error in the same sense.
    """

    card: Card
    points: int
    value: float
    error: float
    win: float | None = None
    win_error: float | None = None

    @property
    def order(self) -> tuple[float, float]:
        """Return the key by which cards are ranked: the chance to win if it is known, then points."""
        return (0.0 if self.win is None else self.win, self.value)


@dataclass(frozen=True, slots=True)
class Guesses:
    """What the seats may hold: a row for each guess, a column for each seat, hands by their numbers in `hand_table`.

    `weights` say how likely each is, with a sum of 1, and `times` how often it was drawn. `kept` are the whole hands of
    this deal. `whole` says that every possibility is there.
    """

    weights: Floats
    times: Ints
    hands: Ints
    kept: Ints
    whole: bool


# ---------------------------------------------------------------------------------------------- the unseen hands


class Seen:
    """What the play so far shows of each seat.

    That is the ranks that it played, each with the series before it, and for each time when it could not play the room
    left and the number of cards that it had played.
    """

    def __init__(self, view: View) -> None:
        rules = view.rules
        self.kept = rules.plan.hand
        self.played: list[list[tuple[int, int]]] = [[] for _ in range(rules.seats)]
        self.stuck: list[list[tuple[int, int]]] = [[] for _ in range(rules.seats)]
        self.goes_on: list[list[bool]] = [[] for _ in range(rules.seats)]
        """For each of those cards, whether the seat had played the one before it in the series."""
        self.others: list[list[int]] = [[] for _ in range(rules.seats)]
        """How many cards the next seat had played by then."""
        series, last = START, 0
        for play in view.plays:
            if follow(series, play.card.rank) is None:  # nobody could play: a new series
                self._pass(rules.round_from(last), series)
                series = START
            elif series != START:
                between = rules.round_from(rules.left_of(last))
                self._pass(between[: between.index(play.seat)], series)
            self.played[play.seat].append((play.card.rank, series))
            self.goes_on[play.seat].append(series != START and play.seat == last)
            self.others[play.seat].append(len(self.played[rules.left_of(play.seat)]))
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

    def by_habit(self, seat: int, kept: Ints) -> Floats:
        """Return how likely the other of two players who kept each of these hands would have played as the seat did."""
        table, found, had = hand_table(), np.ones(len(kept)), hand_table().held[kept]
        mine, every = self.ranks(1 - seat), np.ones(len(kept), dtype=np.int64)
        for (rank, series), goes_on, number in zip(
            self.played[seat], self.goes_on[seat], self.others[seat], strict=True
        ):
            numbers, held = table.numbers(had), self.kept - number
            alone = np.full(len(kept), goes_on or not held)
            turns = Turns(numbers, every * series, every * hand_of(mine[:number]), every * held, alone)
            ranks = table.ranks[numbers]
            chances = habits().chances(turns, series_table().after[series, ranks] >= 0)
            found *= np.where(ranks == rank, chances, 0).sum(axis=1)
            had[:, rank - 1] -= 1
        return found


def guesses(view: View, random: Random, samples: int) -> Guesses:
    """Return what the others may hold."""
    seen = Seen(view)
    found = _of_two(view, seen, random, samples) if view.rules.seats == 2 else None
    return found or _of_more(view, seen, random, samples)


def _own_ranks(view: View, seen: Seen) -> list[int]:
    return [card.rank for card in view.hand] + seen.ranks(_seat(view))


def _seat(view: View) -> int:
    if view.seat is None or view.dealer is None or view.starter is None:
        raise ValueError("a card is chosen by a seat, in the play")
    return view.seat


def _left(view: View, seen: Seen) -> Ints:
    """Return how many cards of each rank, ace first, are neither in the seat's hand nor the starter."""
    starter = [view.starter.rank] if view.starter else []
    return unseen([*_own_ranks(view, seen), *(card.rank for card in view.away), *starter])


def _of_two(view: View, seen: Seen, random: Random, samples: int) -> Guesses | None:
    """Return the hands that the other player may have kept, weighted by the discards that lead to each and by habit.

    If there are many, they are a sample. None: no sensible player keeps what was played.
    """
    kept, now, weights = hands_of_other(view, seen)
    likely = weights * seen.by_habit(1 - _seat(view), kept)
    return guesses_of(view, seen, (kept, now, likely), random, samples) if len(kept) else None


def hands_of_other(view: View, seen: Seen) -> tuple[Ints, Ints, Floats]:
    """Return the hands that the other of two players may have kept and fit the play, what is left of each, and in how
    many ways sensible discards lead to it."""
    other, table = 1 - _seat(view), hand_table()
    thrown = discard_tables().thrown[DEALER if other == view.dealer else PONE]
    fours = np.flatnonzero(table.sizes == view.rules.plan.hand)
    weights = np.bincount(thrown.kept, ways(thrown.codes, _left(view, seen)), len(fours)).astype(np.float64)
    left = table.held[fours] - counts_of(seen.ranks(other))
    there = np.flatnonzero((weights > 0) & (left >= 0).all(axis=1))
    now = table.numbers(left[there])
    fits = seen.fits(other, now)
    return fours[there[fits]], now[fits], weights[there[fits]]


def guesses_of(view: View, seen: Seen, hands: tuple[Ints, Ints, Floats], random: Random, samples: int) -> Guesses:
    """Return guesses of these hands of the other of two players: as kept, as left, and how likely; a sample of many."""
    kept, now, likely = hands
    likely, whole, times = likely / likely.sum(), len(kept) <= samples, np.ones(len(kept), dtype=np.int64)
    if not whole:
        drawn, times = np.unique(_drawn(likely, random, samples), return_counts=True)
        kept, now, likely = kept[drawn], now[drawn], times / samples
    seat, own, whole_own = _seat(view), hand_of(card.rank for card in view.hand), hand_of(_own_ranks(view, seen))
    return Guesses(likely, times, _beside(own, now, seat), _beside(whole_own, kept, seat), whole)


def _beside(own: int, others: Ints, seat: int) -> Ints:
    """Return the columns of both seats."""
    columns = (np.full(len(others), own), others)
    return np.stack(columns[::-1] if seat else columns, axis=1)


def _drawn(weights: Floats, random: Random, samples: int) -> Ints:
    """Return a sample drawn evenly along the weights."""
    marks = (np.arange(samples) + random.random()) / samples
    found: Ints = np.searchsorted(weights.cumsum(), marks * weights.sum()).clip(max=len(weights) - 1)
    return found


def _of_more(view: View, seen: Seen, random: Random, samples: int) -> Guesses:
    """Return deals of the unseen cards in which all keep sensible hands that fit the play.

    A seat's cards are drawn again, up to a limit, if they do not fit what it did.
    """
    rules, seat, chance = view.rules, _seat(view), np.random.default_rng(random.getrandbits(64))
    left = _left(view, seen)
    for other in rules.round_from(seat)[1:]:
        left = left - counts_of(seen.ranks(other))
    pool = np.tile(np.repeat(np.arange(1, 14), left), (samples, 1))
    hands, kept = np.zeros((2, samples, rules.seats), dtype=np.int64)
    hands[:, seat], kept[:, seat] = hand_of(card.rank for card in view.hand), hand_of(_own_ranks(view, seen))
    weights = np.ones(samples)
    for other in rules.round_from(seat)[1:]:
        fits = np.zeros(samples, dtype=bool)
        for _ in range(_TRIES):
            pool[~fits] = chance.permuted(pool[~fits], axis=1)
            now, rest = _kept(view, other, seen.ranks(other), pool)
            hands[:, other] = hand_table().numbers(now)
            fits = seen.fits(other, hands[:, other])
            if fits.all():
                break
        weights *= np.where(fits, 1.0, _UNFIT) * seen.likely(other, hands[:, other])
        kept[:, other] = hand_table().numbers(now + counts_of(seen.ranks(other)))
        pool = rest
    return Guesses(weights / weights.sum(), np.ones(samples, dtype=np.int64), hands, kept, whole=False)


def _kept(view: View, seat: int, played: Sequence[int], pool: Ints) -> tuple[Ints, Ints]:
    """Return what a seat still holds if it was dealt what it played and the first cards of each pool, by rank, and the
    pools without it."""
    rules, dealer = view.rules, view.dealer or 0
    dealt = rules.dealt(seat, dealer)
    if not dealt.away or rules.seats == 2:
        number = rules.plan.hand - len(played)
        return _counts(pool[:, :number]), pool[:, number:]
    number = dealt.cards - len(played)
    drawn, had = _counts(pool[:, :number]), counts_of(played)
    role = DEALER if rules.side_of(seat) == rules.side_of(dealer) else PONE
    table = discard_tables().ranked[dealt.cards]
    thrown = table.thrown[role][table.of_counts(drawn + had)]
    row = np.arange(len(pool))
    thrown = np.where(drawn[row, thrown - 1] > 0, thrown, pool[:, 0])  # what was played was kept
    drawn[row, thrown - 1] -= 1
    return drawn, np.concatenate((pool[:, number:], thrown[:, None]), axis=1)


def _counts(rows: Ints) -> Ints:
    """Return how often each rank occurs in each row, the ace first."""
    found: Ints = (rows[:, :, None] == np.arange(1, 14)).sum(axis=1)
    return found


# ------------------------------------------------------------------------------------------------------- worth


def plays(view: View, random: Random, *, to_win: bool, samples: int | None = None) -> tuple[Worth, ...]:
    """Return every card that the seat of a view can play, best first; with `to_win`, also the chance to win with
    each."""
    seat, rules = _seat(view), view.rules
    series = series_of(card.rank for card in view.series)
    known = guesses(view, random, _number(view, samples, to_win=to_win))
    stakes, outlooks = stakes_of(view, known) if to_win else (None, None)
    options = _options(view, known, begin_with(known, seat, series, rules.sides, outlooks), stakes)
    values, *chances = [_averages(known, *judged) for judged in options]
    wins = chances[0] if chances else {}
    found = []
    for card in view.hand:
        step = follow(series, card.rank)
        if step:
            win, win_error = wins.get(card.rank, (None, None))
            likely = None if win is None else min(win, 1.0)
            found.append(Worth(card, step[0], *values[card.rank], likely, win_error))
    return tuple(sorted(found, key=lambda worth: worth.order, reverse=True))


def _number(view: View, samples: int | None, *, to_win: bool) -> int:
    """Return how many guesses are made, if `samples` are asked for."""
    if view.rules.seats > 2:
        return samples or (SAMPLES_TO_WIN if to_win else SAMPLES_OF_MORE)
    most = SAMPLES if view.plays else SAMPLES_AT_THE_LEAD
    return min(samples or most, most)


def _options(view: View, known: Guesses, begin: Positions, stakes: Stakes | None) -> list[tuple[Ints, Bools, Floats]]:
    """Return the ranks that can be played, which are legal, and what each is worth, by guess: in points, and with
    `stakes` once more by the chance to win. Both come from one search."""
    rules, seat, wishes = view.rules, _seat(view), (False, True) if stakes else (False,)
    if rules.seats == 2:
        last = view.plays[-1].seat if view.series else -1
        search = Search(Root(seat, int(known.kept[0, seat]), last, begin, known.weights), stakes)
        return [search.options(to_win=to_win) for to_win in wishes]
    tree = Tree(rules, rules.side_of(seat), begin, stakes)
    judged = [tree.options(to_win=to_win) for to_win in wishes]
    return [(step.ranks[0], step.legal[0], worths) for step, worths in judged]


def begin_with(known: Guesses, seat: int, series: int, sides: int, outlooks: Ints | None = None) -> Positions:
    """Return the positions in which a seat chooses its card."""
    number = len(known.weights)
    return Positions(
        known.hands,
        np.full(number, series),
        np.full(number, seat),
        np.zeros((number, sides), dtype=np.int64),
        np.zeros(number, dtype=np.int64) if outlooks is None else outlooks,
    )


def _averages(known: Guesses, ranks: Ints, fits: Bools, worths: Floats) -> dict[int, tuple[float, float]]:
    """Return, by rank, the average worth over all guesses, and the standard error of its difference from the best.

    The error is 0 if the guesses are all there are.
    """
    means = known.weights @ worths
    behind = worths - worths[:, [int(np.where(fits, means, -np.inf).argmax())]]
    spread = (known.weights**2 / known.times) @ (behind - known.weights @ behind) ** 2
    errors = np.zeros_like(spread) if known.whole else np.sqrt(spread)
    columns = np.flatnonzero(fits)
    return {int(ranks[at]): (float(means[at]), float(errors[at])) for at in columns}


def _own_points(view: View) -> int:
    """Return the points at the show of the hand of a view's seat, including flush and nobs."""
    mine = [play.card for play in view.plays if play.seat == view.seat]
    return points([card.number for card in (*view.hand, *mine)], view.starter.number) if view.starter else 0


def _crib_chances(view: View) -> ScoringEvent:
    rules, dealer = view.rules, view.dealer or 0
    if rules.seats == 2 and view.starter and view.away:
        mine = [play.card for play in view.plays if play.seat == view.seat]
        chances = crib_after((*view.hand, *mine), view.away, view.starter, ours=view.seat == dealer)
        return ScoringEvent(rules.side_of(dealer), chances)
    return deal_events(rules, dealer)[-1]


def stakes_of(view: View, known: Guesses) -> tuple[Stakes, Ints]:
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
