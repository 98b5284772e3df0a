"""The rules of a table as data: seats and sides, the deal, the target, who counts, clocks and matches.

Source: RULES.md, Seats and the deal, The target, Who counts, Clocks, Games and matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

SIDES = {2: (2,), 3: (3,), 4: (4, 2), 5: (5,), 6: (6, 3, 2)}
"""The numbers of sides that each number of seats allows. With as many sides as seats, everybody plays alone."""

TARGETS = range(31, 1000)
LIMITS = range(1, 1000)
"""The values allowed for the limit on deals and for the match points that win a match."""

CLOCKS = range(15, 91)
"""The seconds that a clock can allow for a count or a play."""

SKUNK = 30
"""By more than how many points a loser is skunked. A double skunk is by more than twice as many."""


class Counted(StrEnum):
    """What the players count themselves: nothing, the show, or the show and the play."""

    AUTO = "auto"
    SHOW = "show"
    ALL = "all"


class Muggins(StrEnum):
    """Which miscounted points opponents may take."""

    OFF = "off"
    MISSED = "missed"
    MISSED_AND_EXCESS = "missed-and-excess"


class Notice(StrEnum):
    """Who notices a miscount: the table, or an opponent who has to call it."""

    AUTOMATIC = "automatic"
    CALLED = "called"


class CribFlush(StrEnum):
    """What a flush in the crib needs."""

    WITH_STARTER = "with-starter"
    LIKE_A_HAND = "like-a-hand"


class Scoring(StrEnum):
    """How many match points a game is worth."""

    TOURNAMENT = "tournament"
    LONG = "long"
    FREE = "free"
    FREE_TRIPLE = "free-triple"


_WORTH = {
    Scoring.TOURNAMENT: (2, 3, 3, 3),
    Scoring.LONG: (3, 4, 4, 4),
    Scoring.FREE: (1, 2, 4, 4),
    Scoring.FREE_TRIPLE: (1, 2, 4, 4),
}


class RulesReason(StrEnum):
    """The reason why a set of rules is refused."""

    SEATS = "seats"
    SIDES = "sides"
    TARGET = "target"
    DEALS = "deals"
    MUGGINS_WITHOUT_COUNTING = "muggins_without_counting"
    CALLED_WITHOUT_MUGGINS = "called_without_muggins"
    COUNT_CLOCK = "count_clock"
    PLAY_CLOCK = "play_clock"
    COUNT_CLOCK_WITHOUT_COUNTING = "count_clock_without_counting"
    DOUBLE_SKUNK = "double_skunk"
    MATCH = "match"


class RulesError(ValueError):
    """Raised for rules that contradict each other."""

    def __init__(self, reason: RulesReason) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Dealt:
    """The number of cards that a seat is dealt, and how many of them it discards."""

    cards: int
    away: int


@dataclass(frozen=True, slots=True)
class DealPlan:
    """The deal for a number of seats: the dealer, the other seats, and the cards that go from the pack to the crib."""

    other: Dealt
    dealer: Dealt
    from_pack: int

    @property
    def hand(self) -> int:
        """Return the number of cards in every hand after the discard. The crib has as many."""
        return self.other.cards - self.other.away


DEALS = {
    2: DealPlan(Dealt(6, 2), Dealt(6, 2), 0),
    3: DealPlan(Dealt(5, 1), Dealt(5, 1), 1),
    4: DealPlan(Dealt(5, 1), Dealt(5, 1), 0),
    5: DealPlan(Dealt(5, 1), Dealt(4, 0), 0),
    6: DealPlan(Dealt(6, 1), Dealt(5, 0), 0),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """A set of rules. Raises RulesError for rules that cannot be played.

    `deals` ends a game after that many deals. `match_points` makes a match of several games (None: a single game).
    Clocks are in seconds (None: no clock). `double_skunk` is the worth of a double skunk under free scoring, 4 or 3.
    Seats are numbered from 0, to the left.
    """

    seats: int = 2
    sides: int = 2
    target: int = 121
    deals: int | None = None
    counting: Counted = Counted.AUTO
    muggins: Muggins = Muggins.OFF
    notice: Notice = Notice.AUTOMATIC
    crib_flush: CribFlush = CribFlush.WITH_STARTER
    count_clock: int | None = None
    play_clock: int | None = None
    match_points: int | None = None
    scoring: Scoring = Scoring.TOURNAMENT
    double_skunk: int = 4

    def __post_init__(self) -> None:
        for wrong, reason in self._faults():
            if wrong:
                raise RulesError(reason)

    def _faults(self) -> Sequence[tuple[bool, RulesReason]]:
        counted = self.counting is not Counted.AUTO
        return (
            (self.seats not in SIDES, RulesReason.SEATS),
            (self.sides not in SIDES.get(self.seats, ()), RulesReason.SIDES),
            (self.target not in TARGETS, RulesReason.TARGET),
            (self.deals is not None and self.deals not in LIMITS, RulesReason.DEALS),
            (self.muggins is not Muggins.OFF and not counted, RulesReason.MUGGINS_WITHOUT_COUNTING),
            (self.notice is Notice.CALLED and self.muggins is Muggins.OFF, RulesReason.CALLED_WITHOUT_MUGGINS),
            (self.count_clock is not None and self.count_clock not in CLOCKS, RulesReason.COUNT_CLOCK),
            (self.count_clock is not None and not counted, RulesReason.COUNT_CLOCK_WITHOUT_COUNTING),
            (self.play_clock is not None and self.play_clock not in CLOCKS, RulesReason.PLAY_CLOCK),
            (self.match_points is not None and self.match_points not in LIMITS, RulesReason.MATCH),
            (self.double_skunk not in self._double_skunks(), RulesReason.DOUBLE_SKUNK),
        )

    def _double_skunks(self) -> tuple[int, ...]:
        return (4, 3) if self.scoring is Scoring.FREE else (4,)

    @property
    def plan(self) -> DealPlan:
        """Return the deal for this number of seats."""
        return DEALS[self.seats]

    def dealt(self, seat: int, dealer: int) -> Dealt:
        """Return what a seat is dealt and discards when `dealer` deals."""
        return self.plan.dealer if seat == dealer else self.plan.other

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for. Partners sit so that the sides take turns."""
        return seat % self.sides

    def left_of(self, seat: int) -> int:
        """Return the next seat to the left."""
        return (seat + 1) % self.seats

    def round_from(self, seat: int) -> tuple[int, ...]:
        """Return every seat once, to the left, starting with `seat`."""
        return tuple((seat + step) % self.seats for step in range(self.seats))

    def told(self, score: int) -> int:
        """Return a score as it is told: what goes past the target is worth nothing, and no peg shows it."""
        return min(score, self.target)

    @property
    def skunk_lines(self) -> tuple[int, ...]:
        """Return the scores below which a loser is skunked, double skunked and triple skunked. 1 or less means no
        line."""
        lines = (self.target - SKUNK * times for times in (1, 2, 3))
        return tuple(line for line in lines if line > 1)

    def skunks(self, score: int) -> int:
        """Return how many times a loser with this score is skunked, 0 to 3."""
        return sum(score < line for line in self.skunk_lines)

    def match_worth(self, skunks: int) -> int:
        """Return the match points for a win with that many skunks. A triple skunk under `FREE_TRIPLE` wins the
        match."""
        if self.scoring is Scoring.FREE_TRIPLE and skunks == 3:
            return self.match_points or _WORTH[self.scoring][skunks]
        if self.scoring is Scoring.FREE and skunks >= 2:
            return self.double_skunk
        return _WORTH[self.scoring][skunks]


QUICK = Rules(target=61)
QUICK_COUNTED = Rules(target=61, counting=Counted.SHOW)
STANDARD = Rules()
TOURNAMENT = Rules(
    counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED, match_points=12, scoring=Scoring.TOURNAMENT
)
PLAYROOM = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED_AND_EXCESS, crib_flush=CribFlush.LIKE_A_HAND)

PRESETS = {
    "quick": QUICK,
    "counting": QUICK_COUNTED,
    "standard": STANDARD,
    "tournament": TOURNAMENT,
    "playroom": PLAYROOM,
}

OWN = "own"
"""The name of rules that match no preset, and of a target that is not one of the usual ones."""


def preset_of(rules: Rules) -> str:
    """Return the name of the preset that the rules match, whatever the seats and sides, or `OWN` if none does."""
    plain = replace(rules, seats=2, sides=2)
    return next((name for name, preset in PRESETS.items() if preset == plain), OWN)
