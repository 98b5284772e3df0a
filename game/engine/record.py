"""The text form of a match: one action a line, complete enough to replay it to the same states.

    cribbage record 2
    rules seats=2 target=121 counting=show …
    shuffle 7H AC …
    1 cuts 17

Blank lines and lines that begin with "#" are ignored. RECORD.md describes every line.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from game.engine.cards import Card, CardError, parse_cards
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Cut,
    Discard,
    Go,
    IllegalAction,
    NextGame,
    Pass,
    Pegged,
    Play,
    Reason,
    Shuffle,
    State,
    TimeOut,
    apply,
    scored,
    start,
)
from game.engine.rules import (
    Counted,
    CribFlush,
    Muggins,
    Notice,
    Rules,
    RulesError,
    RulesReason,
    Scoring,
)

VERSION = 2
"""The version that is written. Version 1 had "lays away" for "discards"; both are read in either version."""

_VERSIONS_READ = (1, VERSION)
_HEADING = "cribbage record"
_RULES = "rules"
_NONE = "none"
LONGEST_GAME = 6_000
"""The most actions of one game that are read. A game to 999 with six seats has about 4,600."""

_SHOWN = 80
"""The number of characters of a faulty line that are quoted."""

_OPTIONS: dict[str, type[StrEnum] | None] = {
    "seats": None,
    "sides": None,
    "target": None,
    "deals": None,
    "counting": Counted,
    "muggins": Muggins,
    "notice": Notice,
    "crib_flush": CribFlush,
    "count_clock": None,
    "play_clock": None,
    "match_points": None,
    "scoring": Scoring,
    "double_skunk": None,
}
"""The options of `Rules` in the order in which they are written. None marks a number."""


class RecordReason(StrEnum):
    """The reason why reading stopped."""

    NOT_A_RECORD = "not_a_record"
    VERSION = "version"
    NO_RULES = "no_rules"
    OPTION = "option"
    RULES = "rules"
    NOT_AN_ACTION = "not_an_action"
    CARDS = "cards"
    REFUSED = "refused"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Stop:
    """Where and why reading stopped: the line (from 1), the reason, the text, and the reason of the rules or the
    cards."""

    line: int
    reason: RecordReason
    text: str
    cause: Reason | RulesReason | CardError | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a record, the scores that it gave, and the state after it."""

    action: Action
    scores: tuple[Pegged, ...]
    after: State


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """The valid part of a record. `state` is the state after its steps, or None if the rules could not be read.

    `stop` is None if the whole record is valid.
    """

    rules: Rules | None
    steps: tuple[Step, ...]
    state: State | None
    stop: Stop | None


class RecordError(ValueError):
    """Raised for a line that a record cannot have there. `text` is the wrong part."""

    def __init__(self, reason: RecordReason, text: str, cause: Reason | RulesReason | CardError | None = None) -> None:
        super().__init__(reason)
        self.reason, self.text, self.cause = reason, text, cause

    def at(self, line: int) -> Stop:
        """Return the error as a `Stop` at a line number."""
        return Stop(line, self.reason, self.text[:_SHOWN], self.cause)


def write(rules: Rules, actions: Iterable[Action | str]) -> str:
    """Return the record of a match with these rules and actions, or lines of actions."""
    return "\n".join((f"{_HEADING} {VERSION}", rules_text(rules), *map(str, actions), ""))


def rules_text(rules: Rules) -> str:
    """Return the line of a record that holds the rules. `read_rules` is the inverse."""
    options = " ".join(f"{_hyphens(name)}={_option_text(getattr(rules, name))}" for name in _OPTIONS)
    return f"{_RULES} {options}"


def _hyphens(name: str) -> str:
    return name.replace("_", "-")


def _option_text(value: int | str | None) -> str:
    return _NONE if value is None else str(value)


def read(text: str) -> ReadRecord:
    """Read a record and replay it. Never raises: keeps the valid part, and `stop` tells where and why it ended."""
    numbered = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
    lines = [(number, line.strip()) for number, line in numbered if line.strip() and not line.lstrip().startswith("#")]
    lines += [(lines[-1][0] if lines else 1, "")] * (2 - len(lines))  # a missing line is an empty one
    heading, options, *rest = lines
    try:
        number = heading[0]
        _check_heading(heading[1])
        number = options[0]
        rules = read_rules(options[1])
    except RecordError as stopped:
        return ReadRecord(None, (), None, stopped.at(number))
    state: State = start(rules)
    steps: list[Step] = []
    length = 0
    for number, line in rest:
        try:
            action = read_action(line)
            length = 0 if isinstance(action, NextGame) else length + 1
            if length > LONGEST_GAME:
                raise RecordError(RecordReason.TOO_LONG, line)
            after = _applied(state, action, line)
        except RecordError as stopped:
            return ReadRecord(rules, tuple(steps), state, stopped.at(number))
        steps.append(Step(action, scored(state, after), after))
        state = after
    return ReadRecord(rules, tuple(steps), state, None)


def _check_heading(line: str) -> None:
    heading = re.fullmatch(rf"{_HEADING} ([0-9]{{1,9}})", line)
    if heading is None:
        raise RecordError(RecordReason.NOT_A_RECORD, line)
    if int(heading[1]) not in _VERSIONS_READ:
        raise RecordError(RecordReason.VERSION, heading[1])


def read_rules(line: str) -> Rules:
    """Return the rules that a line of a record holds. Raises RecordError."""
    word, *texts = line.split() or [""]
    if word != _RULES:
        raise RecordError(RecordReason.NO_RULES, line)
    options: dict[str, Any] = {}  # _option checks the types
    for text in texts:
        name, _, value = text.partition("=")
        name = name.replace("-", "_")
        if name not in _OPTIONS or name in options:
            raise RecordError(RecordReason.OPTION, text)
        options[name] = _option(_OPTIONS[name], text, value)
    try:
        return replace(Rules(), **options)
    except RulesError as error:
        raise RecordError(RecordReason.RULES, line, error.reason) from error


def _option(kind: type[StrEnum] | None, text: str, value: str) -> int | str | None:
    if kind is None:
        if value == _NONE:
            return None
        if re.fullmatch(r"[0-9]{1,4}", value):
            return int(value)
    elif value in list(kind):
        return kind(value)
    raise RecordError(RecordReason.OPTION, text)


def read_action(line: str) -> Action:
    """Return the action that a line of a record holds, which may be illegal in the game. Raises RecordError."""
    for pattern, make in _ACTIONS:
        if match := pattern.fullmatch(line):
            try:
                return make(*match.groups())
            except CardError as error:
                raise RecordError(RecordReason.CARDS, line, error) from error
    raise RecordError(RecordReason.NOT_AN_ACTION, line)


def in_version(line: str) -> str:
    """Return the line of an action, of either version, as it is in the version that is written."""
    return line.replace(" lays away ", " discards ")


def is_shuffle(line: str) -> bool:
    """Return whether the line of an action is a shuffle."""
    return line.startswith("shuffle ")


def _applied(state: State, action: Action, line: str) -> State:
    try:
        return apply(state, action)
    except IllegalAction as error:
        raise RecordError(RecordReason.REFUSED, line, error.reason) from error


def _seat(text: str) -> int:
    return int(text) - 1


def _play(seat: str, card: str, claim: str | None) -> Play:
    return Play(_seat(seat), Card.parse(card), None if claim is None else int(claim))


def _patterns(*forms: tuple[str, Callable[..., Action]]) -> tuple[tuple[re.Pattern[str], Callable[..., Action]], ...]:
    """Compile the forms of actions. S is a seat from 1, N a number, CARD and CARDS are read by `parse`."""
    parts = {"S": r"([0-9])", "N": r"([0-9]{1,2})", "CARDS": r"(\S.*)", "CARD": r"(\S+)"}
    return tuple(
        (re.compile(re.sub(r"\b(S|N|CARDS?)\b", lambda word: parts[word[0]], form).replace(" ", r"\s+")), make)
        for form, make in forms
    )


_ACTIONS = _patterns(
    ("shuffle CARDS", lambda cards: Shuffle(parse_cards(cards))),
    ("S cuts N", lambda seat, place: Cut(_seat(seat), int(place))),
    ("S (?:discards|lays away) CARDS", lambda seat, cards: Discard(_seat(seat), parse_cards(cards))),
    ("S plays CARD(?: for N)?", _play),
    ("S says go", lambda seat: Go(_seat(seat))),
    ("count", Count),
    ("S claims N", lambda seat, points: Claim(_seat(seat), int(points))),
    ("S calls N", lambda seat, points: Call(_seat(seat), int(points))),
    ("S passes", lambda seat: Pass(_seat(seat))),
    ("S is out of time", lambda seat: TimeOut(_seat(seat))),
    ("next game", NextGame),
)
