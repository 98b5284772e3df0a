"""The worth of each card in the play, given what is known of the unseen hands.

The other hands are weighted by what sensible players would have kept, could not play and would hardly have played. Each
hand is then played out: with every sequence of cards once few cards are left, before that by a simple rule. The own
side and the others all play for the difference between the own side's points and the others'. Source: RULES.md, The
play.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from operator import mul
from random import Random
from typing import Protocol

import numpy as np

from game.engine.cards import Card
from game.engine.rules import Rules
from game.engine.scoring import points
from game.engine.view import View
from game.strategy.discards import crib_after
from game.strategy.ranks import Floats, kinds_of, unseen, ways
from game.strategy.stored import DEALER, FOURS, PONE, discard_tables
from tests.reference.positions import START, VALUES, Held, Series, held, series_of
from tests.reference.prospects import Outlook, ScoringEvent, certain, deal_events

SAMPLES = 40
"""The most deals of the unseen cards by which a card is judged, with two players."""

SAMPLES_OF_MORE = 24
"""The same with more players, where playing out a deal takes longer."""

EXACT = 8
"""With so many cards left, in all hands together, every sequence of plays is searched."""

_TEMPER = 0.8
"""The scale, in points, of how unlikely it becomes that a player who missed points held the better card."""

BLIND = 0.7
"""How far the others choose without seeing the own hand, 0 (not at all) to 1. Found by measuring games."""

_LURE = [exp(points / 0.7) for points in range(60)]
"""The weight of a card by the points that it pegs, for a player who looks at nothing else."""

_TRIES = 60
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
class Guess:
    """What the seats may hold, by seat, and how likely that is. `kept` are their whole hands of this deal."""

    weight: float
    hands: tuple[Held, ...]
    kept: tuple[tuple[int, ...], ...]


# --------------------------------------------------------------------------------------------------- positions


class Ahead(Protocol):
    """What a search to win asks of the game after the play."""

    def chance(self, side: int, gains: Sequence[int], /) -> float:
        """The chance of a side to win, with further points by side."""

    def won(self, side: int, gain: int) -> bool:
        """Whether so many more points end the game."""


class Position:
    """Who holds what, the series, and whose turn it is: a seat that can play."""

    __slots__ = ("hands", "left", "moves", "series", "turn", "value")

    def __init__(self, hands: tuple[Held, ...], series: Series, turn: int) -> None:
        self.hands = hands
        self.series = series
        self.turn = turn
        self.left = sum([len(hand.ranks) for hand in hands])
        self.moves: list[tuple[int, int, Position | None]] | None = None
        self.value: float | None = None


class Tree:
    """The sequences of plays with all hands known. Each position is stored once."""

    def __init__(self, rules: Rules, side: int) -> None:
        others = -1 / (rules.sides - 1)
        self._sign = [1.0 if rules.side_of(seat) == side else others for seat in range(rules.seats)]
        self._side = [rules.side_of(seat) for seat in range(rules.seats)]
        self._round = [rules.round_from(rules.left_of(seat)) for seat in range(rules.seats)]
        self._known: dict[tuple[tuple[Held, ...], Series, int], Position] = {}

    def at(self, hands: tuple[Held, ...], series: Series, turn: int) -> Position:
        """Return the position."""
        key = (hands, series, turn)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Position(hands, series, turn)
        return found

    def moves(self, position: Position) -> list[tuple[int, int, Position | None]]:
        """Return each rank that can be played, everything that it pegs, and the position after it (None: the play is
        over)."""
        if position.moves is None:
            position.moves = list(self._moves(position))
        return position.moves

    def _moves(self, position: Position) -> Iterator[tuple[int, int, Position | None]]:
        hands, turn = position.hands, position.turn
        for rank, rest in hands[turn].options:
            step = position.series.follow(rank)
            if step is None:
                continue
            pegs, series = step
            after = (*hands[:turn], rest, *hands[turn + 1 :])
            if series is not START:
                room = 31 - series.count
                for seat in self._round[turn]:
                    if after[seat].low <= room:
                        yield rank, pegs, self.at(after, series, seat)
                        break
                else:
                    yield rank, pegs + 1, self._lead(after, turn)
            else:
                yield rank, pegs, self._lead(after, turn)

    def _lead(self, hands: tuple[Held, ...], turn: int) -> Position | None:
        """Return a new series, led by the next seat that has cards."""
        for seat in self._round[turn]:
            if hands[seat].ranks:
                return self.at(hands, START, seat)
        return None

    def value(self, position: Position) -> float:
        """Return the points of the own side minus the others', played to the end."""
        if position.value is None:
            sign = self._sign[position.turn]
            if position.left > EXACT:
                pegs, after = self.simple(position)
                position.value = sign * pegs + (self.value(after) if after else 0.0)
            else:
                moves = self.moves(position)
                values = [sign * pegs + (self.value(after) if after else 0.0) for _, pegs, after in moves]
                position.value = max(values) if sign > 0 else _theirs(values, [pegs for _, pegs, _ in moves])
        return position.value

    def simple(self, position: Position) -> tuple[int, Position | None]:
        """Return the play of a seat that looks at what a card pegs and at the best answer of the next player."""
        sign = self._sign[position.turn]
        best, found = -99.0, None
        for _, pegs, after in self.moves(position):
            value = pegs + (self._answer(after) / sign if after else 0.0)
            if value > best:
                best, found = value, (pegs, after)
        if found is None:
            raise ValueError("a turn of a seat that cannot play")
        return found

    def _answer(self, position: Position) -> float:
        """Return the most that the seat to play can peg at once, with the sign it has for the own side."""
        options = (position.series.follow(rank) for rank, _ in position.hands[position.turn].options)
        return self._sign[position.turn] * max(step[0] for step in options if step)

    def chance(
        self,
        position: Position | None,
        outlook: Ahead,
        gains: tuple[int, ...],
        known: dict[tuple[object, ...], float],
    ) -> float:
        """Return the chance that the own side wins if everybody plays to win from here."""
        side = self._sign.index(1.0) % len(gains)
        if position is None:
            key: tuple[object, ...] = (None, gains)
            if key not in known:
                known[key] = outlook.chance(side, gains)
            return known[key]
        key = (position, gains)
        if key not in known:
            known[key] = self._chance(position, outlook, gains, known)
        return known[key]

    def _chance(
        self, position: Position, outlook: Ahead, gains: tuple[int, ...], known: dict[tuple[object, ...], float]
    ) -> float:
        whose = self._side[position.turn]
        if position.left > EXACT:
            steps = [self.simple(position)]
        else:
            steps = [(pegs, after) for _, pegs, after in self.moves(position)]
        found = []
        for pegs, after in steps:
            more = (*gains[:whose], gains[whose] + pegs, *gains[whose + 1 :]) if pegs else gains
            if outlook.won(whose, more[whose]):
                return 1.0 if self._sign[position.turn] > 0 else 0.0
            found.append(self.chance(after, outlook, more, known))
        return max(found) if self._sign[position.turn] > 0 else _theirs(found, [pegs for pegs, _ in steps])


def _theirs(values: Sequence[float], pegs: Sequence[int]) -> float:
    """Return what another side's turn is worth to the own side.

    It is an average of two values: play with all hands open, and the guess of a player who sees only what each card
    pegs.
    """
    if len(values) == 1:
        return values[0]
    lures = [_LURE[points] for points in pegs]
    guessed: float = sum(map(mul, values, lures)) / sum(lures)
    return (1 - BLIND) * min(values) + BLIND * guessed


# ---------------------------------------------------------------------------------------------- the unseen hands


class _Seen:
    """What the play so far shows of each seat.

    That is the ranks that it played, each with the series before it, and for each time when it could not play the room
    left and the number of cards that it had played.
    """

    def __init__(self, view: View) -> None:
        rules = view.rules
        self.played: list[list[tuple[int, Series]]] = [[] for _ in range(rules.seats)]
        self.stuck: list[list[tuple[int, int]]] = [[] for _ in range(rules.seats)]
        series, last = START, 0
        for play in view.plays:
            if series.follow(play.card.rank) is None:  # nobody could play: a new series
                self._pass(rules.round_from(last), series)
                series = START
            elif series is not START:
                between = rules.round_from(rules.left_of(last))
                self._pass(between[: between.index(play.seat)], series)
            self.played[play.seat].append((play.card.rank, series))
            step = series.follow(play.card.rank)
            series, last = step[1] if step else START, play.seat
        ended = series is not START and not view.series
        self._pass(range(rules.seats) if ended else view.gone, series)

    def _pass(self, seats: Sequence[int], series: Series) -> None:
        for seat in seats:
            self.stuck[seat].append((len(self.played[seat]), 31 - series.count))

    def ranks(self, seat: int) -> list[int]:
        """Return the ranks that a seat has played."""
        return [rank for rank, _ in self.played[seat]]

    def fits(self, seat: int, held_now: Sequence[int]) -> bool:
        """Return whether a seat that now holds these ranks could not play whenever it did not."""
        for number, room in self.stuck[seat]:
            then = (*held_now, *self.ranks(seat)[number:])
            if any(VALUES[rank] <= room for rank in then):
                return False
        return True

    def likely(self, seat: int, held_now: Sequence[int]) -> float:
        """Return how likely a player who now holds these ranks would have played as this seat did: 1 if none pegged
        more."""
        found, then = 1.0, list(held_now)
        for rank, series in reversed(self.played[seat]):
            then.append(rank)
            pegs = {other: step[0] for other in set(then) if (step := series.follow(other))}
            found *= exp((pegs[rank] - max(pegs.values())) / _TEMPER)
        return found


def guesses(view: View, random: Random, samples: int) -> tuple[list[Guess], bool]:
    """Return what the others may hold, weighted to a sum of 1, and whether that is every possibility."""
    seen = _Seen(view)
    found, whole = (
        _of_two(view, seen, random, samples) if view.rules.seats == 2 else _of_more(view, seen, random, samples)
    )
    weight = sum(guess.weight for guess in found)
    return [Guess(guess.weight / weight, guess.hands, guess.kept) for guess in found], whole


def _own_ranks(view: View, seen: _Seen) -> list[int]:
    return [card.rank for card in view.hand] + seen.ranks(_seat(view))


def _seat(view: View) -> int:
    if view.seat is None or view.dealer is None or view.starter is None:
        raise ValueError("a card is chosen by a seat, in the play")
    return view.seat


def _left(view: View, seen: _Seen) -> list[int]:
    """Return how many cards of each rank, ace first, are neither in the seat's hand nor the starter."""
    starter = [view.starter.rank] if view.starter else []
    known = [*_own_ranks(view, seen), *(card.rank for card in view.away), *starter]
    return [int(number) for number in unseen(known)]


def _of_two(view: View, seen: _Seen, random: Random, samples: int) -> tuple[list[Guess], bool]:
    """Return the hands that the other player may have kept, weighted by the discards that lead to each.

    If there are many, they are a sample.
    """
    seat = _seat(view)
    other = 1 - seat
    thrown = discard_tables().thrown[DEALER if other == view.dealer else PONE]
    weights = np.bincount(thrown.kept, ways(thrown.codes, np.array(_left(view, seen))), len(FOURS))
    played = seen.ranks(other)
    rows = [(FOURS[number], float(weights[number])) for number in np.flatnonzero(weights)]
    if played:
        rows = [
            (kept, weight) for kept, weight in rows if all(kept.count(rank) >= played.count(rank) for rank in played)
        ]
    found = []
    own, mine = tuple(_own_ranks(view, seen)), held(card.rank for card in view.hand)
    for kept, weight in rows:
        now = list(kept)
        for rank in played:
            now.remove(rank)
        if seen.fits(other, now):
            hands, keeps = (mine, held(now)), (own, kept)
            likely = weight * seen.likely(other, now)
            found.append(Guess(likely, hands if seat == 0 else hands[::-1], keeps if seat == 0 else keeps[::-1]))
    if not found:
        return _of_more(view, seen, random, samples)
    return _drawn(found, random, samples)


def _drawn(found: list[Guess], random: Random, samples: int) -> tuple[list[Guess], bool]:
    """Return all of them if they are few, otherwise a sample drawn evenly along their weights."""
    if len(found) <= samples:
        return found, True
    sums = np.cumsum([guess.weight for guess in found])
    marks = (np.arange(samples) + random.random()) * sums[-1] / samples
    return [Guess(1.0, found[at].hands, found[at].kept) for at in np.searchsorted(sums, marks)], False


def _of_more(view: View, seen: _Seen, random: Random, samples: int) -> tuple[list[Guess], bool]:
    """Return deals of the unseen cards in which all keep sensible hands that fit the play."""
    left = [rank for rank, number in enumerate(_left(view, seen), 1) for _ in range(number)]
    return [_deal(view, seen, left, random) for _ in range(samples)], False


def _deal(view: View, seen: _Seen, left: Sequence[int], random: Random) -> Guess:
    """Return one deal. A seat's cards are drawn again, up to a limit, if they do not fit what it did."""
    rules, seat = view.rules, _seat(view)
    pool = list(left)
    hands: list[Held] = [held(())] * rules.seats
    kept: list[tuple[int, ...]] = [()] * rules.seats
    for other in rules.round_from(seat)[1:]:
        for rank in seen.ranks(other):
            pool.remove(rank)
    weight = 1.0
    for other in rules.round_from(seat)[1:]:
        played = seen.ranks(other)
        for _ in range(_TRIES):
            random.shuffle(pool)
            keeps = _keep(view, other, played, pool)
            now = list(keeps)
            for rank in played:
                now.remove(rank)
            if seen.fits(other, now):
                break
        else:
            weight *= 1e-3
        for rank in now:
            pool.remove(rank)
        weight *= seen.likely(other, now)
        hands[other], kept[other] = held(now), keeps
    hands[seat] = held(card.rank for card in view.hand)
    kept[seat] = tuple(_own_ranks(view, seen))
    return Guess(weight, tuple(hands), tuple(kept))


def _keep(view: View, seat: int, played: Sequence[int], pool: Sequence[int]) -> tuple[int, ...]:
    """Return the hand that a seat keeps from what it played and the first cards of the pool. Played cards are kept."""
    rules, dealer = view.rules, view.dealer or 0
    dealt = rules.dealt(seat, dealer)
    ranks = sorted((*played, *pool[: dealt.cards - len(played)]))
    if not dealt.away:
        return tuple(ranks)
    ours = rules.side_of(seat) == rules.side_of(dealer)
    role = DEALER if ours else PONE
    if rules.seats == 2:
        return tuple(sorted((*played, *pool[: rules.plan.hand - len(played)])))
    thrown = discard_tables().ranked[len(ranks)].throws(ranks, role)
    if ranks.count(thrown) <= list(played).count(thrown):
        thrown = next(rank for rank in pool if ranks.count(rank) > list(played).count(rank))
    ranks.remove(thrown)
    return tuple(ranks)


# ------------------------------------------------------------------------------------------------------- worth


def plays(view: View, random: Random, *, to_win: bool, samples: int | None = None) -> tuple[Worth, ...]:
    """Return every card that the seat of a view can play, best first; with `to_win`, also the chance to win with
    each."""
    seat, rules = _seat(view), view.rules
    series = series_of(card.rank for card in view.series)
    usual = SAMPLES if rules.seats == 2 else SAMPLES_OF_MORE
    known, whole = guesses(view, random, samples or usual)
    values: dict[int, list[float]] = {}
    wins: dict[int, list[float]] = {}
    ahead = _Ahead(view) if to_win else None
    for guess in known:
        tree = Tree(rules, rules.side_of(seat))
        outlook = ahead.outlook(guess) if ahead else None
        memory: dict[tuple[object, ...], float] = {}
        for rank, pegs, after in tree.moves(tree.at(guess.hands, series, seat)):
            values.setdefault(rank, []).append(pegs + (tree.value(after) if after else 0.0))
            if outlook:
                gains = tuple(pegs * (side == rules.side_of(seat)) for side in range(rules.sides))
                won = outlook.won(rules.side_of(seat), pegs)
                wins.setdefault(rank, []).append(1.0 if won else tree.chance(after, outlook, gains, memory))
    weights = np.array([guess.weight for guess in known])
    of_value, of_win = _Averages(weights, values, whole), _Averages(weights, wins, whole) if to_win else None
    found = []
    for card in view.hand:
        step = series.follow(card.rank)
        if step:
            win, win_error = of_win.of(card.rank) if of_win else (None, None)
            likely = None if win is None else min(win, 1.0)
            found.append(Worth(card, step[0], *of_value.of(card.rank), likely, win_error))
    return tuple(sorted(found, key=lambda worth: worth.order, reverse=True))


class _Averages:
    """The average worth of each rank over all guesses, and the standard error of its difference from the best."""

    def __init__(self, weights: Floats, values: Mapping[int, Sequence[float]], whole: bool) -> None:
        self._weights = weights
        self._values = {rank: np.array(of_rank) for rank, of_rank in values.items()}
        self._best = max(self._values.values(), key=lambda of_rank: float(weights @ of_rank))
        self._whole = whole

    def of(self, rank: int) -> tuple[float, float]:
        """Return the average of a rank and its error, 0 if the guesses are all there are."""
        behind = self._values[rank] - self._best
        error = sqrt(float(self._weights**2 @ (behind - self._weights @ behind) ** 2))
        return float(self._weights @ self._values[rank]), 0.0 if self._whole else error


def _own_points(view: View) -> int:
    """Return the points at the show of the hand of a view's seat, including flush and nobs."""
    mine = [play.card for play in view.plays if play.seat == view.seat]
    return points([card.number for card in (*view.hand, *mine)], view.starter.number) if view.starter else 0


class _Ahead:
    """What follows the play of a deal: the show with hands as guessed, the crib, and the next deals."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._known: dict[tuple[int, ...], Outlook] = {}
        self._crib = self._crib_chances()
        self._own = _own_points(view)

    def _crib_chances(self) -> ScoringEvent:
        view, rules = self.view, self.view.rules
        dealer = view.dealer or 0
        side = rules.side_of(dealer)
        if rules.seats == 2 and view.starter and view.away:
            mine = [play.card for play in view.plays if play.seat == view.seat]
            return ScoringEvent(
                side, crib_after((*view.hand, *mine), view.away, view.starter, ours=view.seat == dealer)
            )
        return deal_events(rules, dealer)[-1]

    def outlook(self, guess: Guess) -> Outlook:
        """Return how the game may go on after the play if these are the hands."""
        view, rules = self.view, self.view.rules
        dealer = view.dealer or 0
        starter = view.starter.rank if view.starter else 0
        order = rules.round_from(rules.left_of(dealer))
        worth = tuple(
            self._own if seat == view.seat else sum(kinds_of(tuple(sorted((*guess.kept[seat], starter)))))
            for seat in order
        )
        if worth not in self._known:
            shows = [certain(rules.side_of(seat), number) for seat, number in zip(order, worth, strict=True)]
            self._known[worth] = Outlook(
                rules, view.scores, [*shows, self._crib], rules.left_of(dealer), deal=view.deal + 1, room=_DEAREST
            )
        return self._known[worth]
