"""The log of a game, and the states between its actions.

A game is the replay of its log. Little of what came before matters to a deal: the scores, the dealer, the pegs. A
`DealStart` holds that, so that a deal can be replayed without those before it. Actions are read and deals are replayed
only when they are asked for.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from game.engine.cards import Card
from game.engine.play import Action, Dealing, Shuffle, State, apply
from game.engine.record import is_shuffle, read_action
from game.engine.rules import Rules

Line = tuple[str, str]
"""An action as text, and its nonce."""


@dataclass(frozen=True, slots=True)
class Pegs:
    """Where the pegs of a game stand, by side: the score before the last pegging, and how often the side has pegged."""

    previous: tuple[int, ...]
    moves: tuple[int, ...]

    def moved(self, states: Sequence[State]) -> "Pegs":
        """Return where they stand after these states, which follow each other, if they stood so before the first."""
        previous, moves = list(self.previous), list(self.moves)
        for before, after in pairwise(state.table.scores for state in states):
            for side, (had, has) in enumerate(zip(before, after, strict=True)):
                if had != has:
                    previous[side], moves[side] = had, moves[side] + 1
        return Pegs(tuple(previous), tuple(moves))


@dataclass(frozen=True, slots=True)
class DealStart:
    """Where a deal begins: the number of its first action, the state before it, the shuffles so far, and the pegs.

    The first deal begins with the game, so the cut for deal belongs to it.
    """

    number: int
    state: State
    shuffles: int
    pegs: Pegs

    @classmethod
    def of_game(cls, state: State) -> "DealStart":
        """Return the start of the first deal of a game that begins with this state."""
        unmoved = (0,) * state.table.rules.sides
        return cls(0, state, 0, Pegs(unmoved, unmoved))


@dataclass(frozen=True, slots=True)
class SealedPack:
    """A pack and the nonce that seals it."""

    pack: tuple[Card, ...]
    nonce: str


@dataclass(slots=True)
class _Deal:
    """A deal, replayed as far as it was asked for. `states[i]` comes before the action `start.number + i`."""

    start: DealStart
    states: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.states = self.states or [self.start.state]

    @property
    def reached(self) -> int:
        """Return the number of the action that is replayed next."""
        return self.start.number + len(self.states) - 1


@dataclass(slots=True, eq=False)
class Log:
    """The actions of one game by number, from 0, and the states before and after them. `Log.of` makes one.

    It may begin with a later deal. Of what came before it then has the text only.
    """

    _before: str
    _lines: list[Line]
    _deals: list[_Deal]
    _actions: dict[int, Action] = field(default_factory=dict)

    @classmethod
    def of(cls, first: DealStart, lines: Iterable[Line], starts: Iterable[DealStart] = (), before: str = "") -> "Log":
        """Return the log from the start of a deal on, with the lines since.

        `starts` are those of later deals, in order, as far as they are known. `before` are the lines of earlier deals.
        """
        return cls(before, list(lines), [_Deal(start) for start in (first, *starts)])

    def __len__(self) -> int:
        return self.first + len(self._lines)

    @property
    def first(self) -> int:
        """Return the number of the first action that it has."""
        return self._deals[0].start.number

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self._deals[0].start.state.table.rules

    @property
    def lines(self) -> Sequence[Line]:
        """Return the lines that it has."""
        return self._lines

    def line(self, number: int) -> Line:
        """Return the line of an action."""
        return self._lines[number - self.first]

    def text(self, since: int, until: int) -> str:
        """Return the text of the actions from a number on and before another one, each ended by a line feed.

        `since` is 0 or a number that the log has.
        """
        before, first = ("" if since else self._before), self.first
        return before + "".join(f"{text}\n" for text, _ in self._lines[max(since - first, 0) : until - first])

    def upto(self, number: int) -> "Log":
        """Return the log of the same game before the action with this number."""
        first, *later = self.starts
        starts = (start for start in later if start.number < number)
        return Log.of(first, self._lines[: number - self.first], starts, self._before)

    def copy(self) -> "Log":
        """Return a log that can go on by itself."""
        deals = [_Deal(deal.start, list(deal.states)) for deal in self._deals]
        return Log(self._before, list(self._lines), deals, dict(self._actions))

    def take(self, action: Action, nonce: str = "") -> None:
        """Add an action. Raises IllegalAction."""
        after, number = apply(self.last, action), len(self)
        self._lines.append((str(action), nonce))
        self._actions[number] = action
        self._deal(number).states.append(after)

    # ------------------------------------------------------------------------------------------ actions and states

    def action(self, number: int) -> Action:
        """Return an action."""
        if number not in self._actions:
            self._actions[number] = read_action(self.line(number)[0])
        return self._actions[number]

    def actions(self, since: int = 0) -> Iterator[Action]:
        """Yield the actions from a number on."""
        return (self.action(number) for number in range(since, len(self)))

    def state(self, number: int) -> State:
        """Return the state before an action, or the current one for the number of the next action."""
        deal = self._deal(number)
        return deal.states[number - deal.start.number]

    @property
    def last(self) -> State:
        """Return the current state."""
        return self.state(len(self))

    def around(self, number: int) -> tuple[State, State]:
        """Return the states before and after an action."""
        before, after = self.of_deal(number)[-2:]
        return before, after

    def of_deal(self, number: int) -> list[State]:
        """Return the states from the start of a deal to that after this action of it."""
        deal = self._deal(number)
        if deal.reached == number:
            deal.states.append(apply(deal.states[-1], self.action(number)))
        return deal.states[: number - deal.start.number + 2]

    def states(self) -> Iterator[State]:
        """Yield all states. Replays the whole game."""
        yield self.state(0)
        for number in range(len(self)):
            yield self.around(number)[1]

    # ------------------------------------------------------------------------------------------------------- deals

    @property
    def deal_start(self) -> int:
        """Return the number of the action that began the current deal, 0 in the first."""
        return self._deal(len(self)).start.number

    @property
    def pegs(self) -> Pegs:
        """Return where the pegs stand now."""
        deal = self._deal(len(self))
        return deal.start.pegs.moved(deal.states[: len(self) - deal.start.number + 1])

    @property
    def starts(self) -> tuple[DealStart, ...]:
        """Return where the deals begin that are known so far."""
        return tuple(deal.start for deal in self._deals)

    def replay(self) -> None:
        """Replay from the last known deal to the current state."""
        self._deal(len(self))

    def find_starts(self) -> None:
        """Replay as much as it takes to know where all the deals begin."""
        for deal, following in pairwise(list(self._deals)):
            if following.start.state.table.deal - deal.start.state.table.deal > 1:
                self._deal(following.start.number - 1)
        self.replay()

    def shuffles(self) -> list[int]:
        """Return the numbers of the shuffles that it has."""
        return [number for number, (text, _) in enumerate(self._lines, self.first) if is_shuffle(text)]

    @property
    def shuffled(self) -> int:
        """Return how often the pack was shuffled in the game so far."""
        return self._deals[0].start.shuffles + len(self.shuffles())

    @property
    def sealed(self) -> "SealedPack | None":
        """Return the last pack that was shuffled here, None if the deal was not made here."""
        for number in reversed(range(self.first, len(self))):
            action, nonce = self.action(number), self.line(number)[1]
            if isinstance(action, Shuffle) and nonce:
                return SealedPack(action.pack, nonce)
        return None

    def _deal(self, number: int) -> _Deal:
        """Return the deal of an action, replayed to the state before it."""
        if number not in range(self.first, len(self) + 1):
            raise IndexError(number)
        place = bisect_right(self._deals, number, key=lambda deal: deal.start.number) - 1
        while (deal := self._deals[place]).reached <= number:
            state, reached = deal.states[-1], deal.reached
            ended = isinstance(state, Dealing) and reached > deal.start.number and state.table.deal > 1
            if ended and reached < len(self):
                place += 1
                self._deals.insert(place, _Deal(self._following(deal)))
            elif reached == number:
                break
            else:
                deal.states.append(apply(state, self.action(reached)))
        return deal

    def _following(self, ended: _Deal) -> DealStart:
        """Return where the deal begins that follows one which has been replayed to its end."""
        start, reached = ended.start, ended.reached
        shuffles = sum(is_shuffle(self.line(number)[0]) for number in range(start.number, reached))
        state = Dealing(ended.states[-1].table.summed_up())
        return DealStart(reached, state, start.shuffles + shuffles, start.pegs.moved(ended.states))
