"""The chance to win from any scores, dealer and target, for all numbers of seats and sides.

A game is a sequence of events: heels, each seat's play, each hand, the crib, then the next deal. The points of an event
have a known distribution (`tables/parts.npz`, from games of the expert against itself).

At a table of two the chance before a deal is known for all needs of both up to 121 (`tables/chances.npz`, from such
games), for any number of deals left, and the events before it are followed one by one. Elsewhere what one side gets is
taken not to depend on the others: the chance that a side is the first to reach the target is a sum over the events,
that this side reaches it now and no other side has reached it before. Source: RULES.md, The target: a side wins as soon
as it reaches it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.polynomial.legendre import leggauss

from game.engine.rules import Rules
from game.strategy.ranks import Floats, Ints
from game.strategy.stored import dealers_chances, parts

_NEGLIGIBLE = 1e-6

_TIMES = tuple(((node + 1) / 2, weight / 2) for node, weight in zip(*leggauss(3), strict=True))
"""The points and weights of a quadrature within an event, exact for up to six sides."""

_CLOSELY = 2
"""For how many deals ahead the play is computed card by card."""

_MANY = 16
"""With so many deals to come, a limit on deals ends no game of two to 121."""


@dataclass(frozen=True, slots=True)
class ScoringEvent:
    """Points that a side is about to get: `chances[n]` is the probability of n points."""

    side: int
    chances: Floats


def certain(side: int, points: int) -> ScoringEvent:
    """Return an event with known points."""
    return ScoringEvent(side, np.eye(1, points + 1, points)[0])


def deal_events(rules: Rules, dealer: int, *, closely: bool = False) -> tuple[ScoringEvent, ...]:
    """Return the events of a deal with unknown cards in the order in which they score: heels, the play, the show.

    With `closely` the play is given card by card, for deals that may be the last. The last seats + 1 events are always
    the show.
    """
    known = parts(rules.seats, rules.sides)
    sides = [rules.side_of(seat) for seat in rules.round_from(rules.left_of(dealer))]
    return (
        ScoringEvent(sides[-1], known.heels),
        *(
            event
            for of_seats in (known.cards if closely else [known.play])
            for event in map(ScoringEvent, sides, of_seats)
        ),
        *map(ScoringEvent, sides, known.hands),
        ScoringEvent(sides[-1], known.crib),
    )


@lru_cache(maxsize=8)
def _short(rules: Rules, dealer: int, deals: int | None) -> Floats:
    """Return, by side, event and need, the chance that a side still lacks some of the points it needs after that event.

    Row 0 is before the first event, the deal of `dealer`. Needs run from 0 to the target. If the number of deals is
    limited, more rows follow in which everybody's need falls by one each, so that the side ahead arrives first.
    """
    spread = np.eye(1, rules.target + 1).repeat(rules.sides, axis=0)
    rows = [_lacking(spread)]
    played = 0
    while played != deals and rows[-1][:, -1].max() > _NEGLIGIBLE:
        for event in deal_events(rules, dealer, closely=played < _CLOSELY):
            spread[event.side] = np.convolve(spread[event.side], event.chances)[: rules.target + 1]
            rows.append(_lacking(spread))
        dealer = rules.left_of(dealer)
        played += 1
    if deals is not None and rows[-1][:, -1].max() > _NEGLIGIBLE:
        last = rows[-1]
        rows += [np.pad(last, ((0, 0), (nearer, 0)))[:, : rules.target + 1] for nearer in range(1, rules.target + 1)]
    return np.array(rows).swapaxes(0, 1)


def _lacking(spread: Floats) -> Floats:
    """Return the chance of fewer than n points, for n from 0."""
    return np.pad(spread.cumsum(axis=1), ((0, 0), (1, 0)))[:, :-1]


@dataclass(frozen=True)
class Outlook:
    """How a game may go on from given scores: first through known `events`, then with the deal of `dealer` and so on.

    `deal` is the number of that deal, for rules that limit the deals. The chance of a side can be asked for with
    further points (`gains`, by side, at most `room` each) that come before all events.
    """

    rules: Rules
    scores: Sequence[int]
    events: Sequence[ScoringEvent]
    dealer: int
    deal: int = 1
    room: int = 0

    @property
    def _left(self) -> int | None:
        """Return how many deals may follow the events; None if there is no limit."""
        return None if self.rules.deals is None else max(self.rules.deals - self.deal + 1, 0)

    @cached_property
    def _short(self) -> list[Floats]:
        """Return, by side, event and gain, the chance to be still short of the target."""
        needs = [max(self.rules.target - score, 0) for score in self.scores]
        later = _short(self.rules, self.dealer, self._left)
        least: Floats = later[np.arange(len(needs)), :, needs].min(axis=0)
        rows = 1 + int(np.count_nonzero(least >= _NEGLIGIBLE))  # who arrives after them wins nothing
        deals, known = _Deals(self.rules, self.dealer, self._left, rows), [one.chances.tobytes() for one in self.events]
        found = []
        for side, need in enumerate(needs):
            own = tuple(
                chances if event.side == side else b"" for event, chances in zip(self.events, known, strict=True)
            )
            found.append(_through(need, own, deals, side, self.room))
        return found

    def won(self, side: int, gain: int) -> bool:
        """Return whether so many more points end the game."""
        return gain >= self.rules.target - self.scores[side]

    @cached_property
    def _before(self) -> list[Floats]:
        """Return the same before each event."""
        return [np.concatenate((np.ones((1, self.room + 1)), table[:-1])) for table in self._short]

    @cached_property
    def _of_two(self) -> Floats:
        """Return the chance of the first of two sides by the gains of both. A search needs it very often."""
        return self._followed() if self.rules.seats == 2 else _first_of_two(self._before, self._short)

    def _followed(self) -> Floats:
        """Return that chance at a table of two: as it is known before the next deal, taken back through the events."""
        needs = [self.rules.target - score for score in self.scores]
        reach = [self.room, self.room]
        for event in self.events:
            reach[event.side] += len(event.chances) - 1
        left = [(need - np.arange(most + 1)).clip(0) for need, most in zip(needs, reach, strict=True)]
        known = _before_deal(self.rules.target, self._left)
        worth: Floats = 1 - known[np.ix_(left[1], left[0])].T if self.dealer else known[np.ix_(*left)]
        _settle(worth, needs)
        for event in reversed(self.events):
            worth = _taken_back(worth if event.side == 0 else worth.T, event.chances)
            worth = worth if event.side == 0 else worth.T
            _settle(worth, needs)
        return worth

    def after(self, spread: "Spread", side: int) -> float:
        """Return the chance of one of two sides, when the gains of a spread, at most `room`, come before all events."""
        rows, columns = spread.chances.shape
        first = spread.won + float((spread.chances * self._of_two[:rows, :columns]).sum())
        return 1 - first if side else first

    def chance(self, side: int, gains: Sequence[int] = ()) -> float:
        """Return the chance, 0 to 1, that the side wins the game. A draw at a limit on deals is shared."""
        return float(self.chances(side, np.array([gains or (0,) * len(self.scores)]))[0])

    def chances(self, side: int, gains: Ints) -> Floats:
        """Return that chance for several gains, a row each."""
        gains = gains.clip(max=self.room)
        if len(self.scores) > 2:
            return self._of_many(side, gains)
        first: Floats = self._of_two[gains[:, 0], gains[:, 1]]
        return 1 - first if side else first

    def _of_many(self, side: int, gains: Ints) -> Floats:
        _, different, numbers = np.unique(
            gains @ (self.room + 1) ** np.arange(len(self.scores)), return_index=True, return_inverse=True
        )
        gains = gains[different]
        before = [table[:, of_side] for table, of_side in zip(self._before, gains.T, strict=True)]
        short = [table[:, of_side] for table, of_side in zip(self._short, gains.T, strict=True)]
        others = [number for number in range(len(before)) if number != side]
        # Who arrives in the same event, as in a draw, shares the win: as if each came at a time of its own within it.
        nobody = sum(
            weight * np.prod([before[other] * (1 - time) + short[other] * time for other in others], axis=0)
            for time, weight in _TIMES
        )
        found: Floats = ((before[side] - short[side]) * nobody).sum(axis=0)
        return found[numbers]


def _first_of_two(before: Sequence[Floats], short: Sequence[Floats]) -> Floats:
    """Return the chance of the first of two sides, by its row and the other's, from the chances to be still short of
    the target before and after each event."""
    found: Floats = (before[0] - short[0]).T @ ((before[1] + short[1]) / 2)
    return found


# -------------------------------------------------------------------------------------- before a deal at a table of two


def _before_deal(target: int, deals: int | None) -> Floats:
    """Return the dealer's chance before a deal, by what dealer and pone need, if so many deals may be played."""
    left = None if deals is None or deals >= _MANY else deals
    return _up_to_known(left) if target < len(dealers_chances()) else _beyond_known(target, deals)


@lru_cache(maxsize=_MANY + 1)
def _up_to_known(deals: int | None) -> Floats:
    """Return that chance for needs up to 121: with a limit, as a deal leads to the chance with a deal less."""
    if deals is None:
        return dealers_chances()
    if not deals:
        needs = np.arange(len(dealers_chances()))
        return decided((np.sign(needs - needs[:, None]) + 1) / 2)
    return falling(decided((through_deal(_up_to_known(deals - 1)) + _unexplained()).clip(0, 1)))


@cache
def _unexplained() -> Floats:
    """Return what is known of the chance before a deal beyond what parts that do not depend on each other explain: that
    hands share a pack, and that both play to win."""
    return dealers_chances() - through_deal(dealers_chances())


def through_deal(later: Floats) -> Floats:
    """Return the chance of a deal's dealer before it, from that of the next deal's dealer before that one."""
    worth = 1 - later.T
    for side, steps in reversed(_deal_steps()):
        worth = decided(worth)
        worth = worth @ steps.T if side else steps @ worth
    return decided(worth)


@cache
def _deal_steps() -> tuple[tuple[int, Floats], ...]:
    """Return the events of a deal of two, the dealer's as side 0: the side, and by its need before and after how likely
    each is."""
    needs, found = np.arange(len(dealers_chances())), []
    for event in deal_events(Rules(), 0, closely=True):
        steps = np.zeros((len(needs), len(needs)))
        for points, likely in enumerate(event.chances):
            steps[needs, (needs - points).clip(0)] += likely
        found.append((event.side, steps))
    return tuple(found)


def decided(worth: Floats) -> Floats:
    """Return the dealer's chance by needs, with 1 or 0 where one of both needs nothing."""
    worth[0, :], worth[1:, 0] = 1, 0
    return worth


def falling(worth: Floats) -> Floats:
    """Return the dealer's chance by needs, made so that a point more never lowers it."""
    found: Floats = np.maximum.accumulate(np.minimum.accumulate(worth, axis=0), axis=1)
    return found


@lru_cache(maxsize=8)
def _beyond_known(target: int, deals: int | None) -> Floats:
    """Return that chance in a longer game: by parts, and what is known beyond them for the greatest known needs with
    the same lead."""
    most = len(dealers_chances()) - 1
    by_parts = _by_parts(target, deals)
    more = _before_deal(most, deals) - _by_parts(most, deals)
    needs = np.arange(target + 1)
    beyond = (np.maximum(needs, needs[:, None]) - most).clip(0)
    one, other = ((need - beyond).clip(0) for need in (needs[:, None], needs))
    return falling(decided((by_parts + more[one, other]).clip(0, 1)))


def _by_parts(target: int, deals: int | None) -> Floats:
    """Return that chance with parts that do not depend on each other."""
    short = _short(Rules(target=target), 0, deals)
    before = np.concatenate((np.ones_like(short[:, :1]), short[:, :-1]), axis=1)
    return decided(_first_of_two(list(before), list(short)))


def _settle(worth: Floats, needs: Sequence[int]) -> None:
    """Set the chance of the first of two sides, by gains, to 1 or 0 where one of them has what it needs."""
    worth[needs[0] :, : needs[1]] = 1
    worth[: needs[0], needs[1] :] = 0


def _taken_back(worth: Floats, chances: Floats) -> Floats:
    """Return the worth of gains before an event, for each row, from the worth after it."""
    points = np.flatnonzero(chances)
    rows = len(worth) - len(chances) + 1
    if len(points) == 1:
        found: Floats = worth[points[0] : points[0] + rows].copy()
        return found
    return np.tensordot(chances, sliding_window_view(worth, rows, axis=0), axes=(0, 0)).T.copy()


@dataclass(frozen=True, slots=True)
class Spread:
    """What two sides may gain in some events: `chances` by the gains of both as long as nobody has won, and `won`, how
    likely the first side has won."""

    chances: Floats
    won: float


def spread_of(events: Sequence[ScoringEvent], needs: Sequence[int]) -> Spread:
    """Return how the gains of two sides may be spread after some events, if they need so many points."""
    found, won = np.ones((1, 1)), 0.0
    for event in events:
        rows = found if event.side == 0 else found.T
        wide = np.zeros((len(rows) + len(event.chances) - 1, rows.shape[1]))
        for points, chance in enumerate(event.chances):
            wide[points : points + len(rows)] += chance * rows
        won += float(wide[needs[event.side] :].sum()) if event.side == 0 else 0.0
        wide = wide[: needs[event.side]]
        wide = wide[: int(np.flatnonzero(wide.sum(axis=1) > _NEGLIGIBLE).max(initial=0)) + 1]
        found = wide if event.side == 0 else wide.T
    return Spread(found, won)


@dataclass(frozen=True, slots=True)
class _Deals:
    """The deals that follow known events, as in `_short`, up to so many rows."""

    rules: Rules
    dealer: int
    left: int | None
    rows: int


@lru_cache(maxsize=256)
def _through(need: int, events: tuple[bytes, ...], deals: _Deals, side: int, room: int) -> Floats:
    """Return, by event and gain, the chance that a side lacks some of its need, first through these events, then
    through deals.

    An event is its chances as bytes, none if it gives this side nothing: the same ones come again for other guesses.
    """
    later = _short(deals.rules, deals.dealer, deals.left)[side, : deals.rows]
    gains = np.arange(room + 1)
    spread = np.ones(1)
    rows = [(need > gains).astype(np.float64)]
    for chances in events:
        spread = np.convolve(spread, np.frombuffer(chances)) if chances else spread
        below = np.concatenate(([0.0], spread.cumsum()))
        rows.append(below[(need - gains).clip(0, len(spread))])
    points = need - gains - np.arange(need + 1)[:, None]
    leads = np.append(spread, 0.0)[np.where(points < 0, len(spread), points).clip(max=len(spread))]
    return np.concatenate((rows, later[1:, : need + 1] @ leads))


def chance(rules: Rules, scores: Sequence[int], dealer: int, side: int, deal: int = 1) -> float:
    """Return the chance, 0 to 1, that a side wins from these scores (by side) before a deal of `dealer`."""
    return Outlook(rules, scores, (), dealer, deal=deal).chance(side)
