"""Packs that anybody can check: an unbiased shuffle, sealed by a fingerprint that is shown before anybody chooses.

What is sealed is one line of text, the 52 cards from the top in text form and then a nonce, with single spaces between.
The fingerprint is the SHA-256 of that text in ASCII:

    printf '%s' '5C 4S … KS 0123456789abcdef0123456789abcdef' | sha256sum

The nonce is there so that nobody can find the pack by trying packs. Bots cut where it says (`cut_by`), so that a
starter cannot be chosen once it is known what people discarded. A record tells all of it in comments, each before the
shuffle that it belongs to; the seats of bots stand in a comment of their own:

    # bots 2 3
    # sealed <fingerprint> nonce <nonce>
"""

import re
import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256

from game.engine.cards import PACK, Card, CardError, parse_cards, text_of
from game.engine.play import Cut, Cutting, CuttingForDeal, NextGame, Shuffle, State, apply, start
from game.engine.record import ReadRecord, Stop, read

_NONCE = re.compile(r"[0-9a-f]{32}")
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_SEALED, _WITH, _BOTS = "sealed", "nonce", "bots"


# ------------------------------------------------------------------------------------------------------- sealing


def shuffle() -> tuple[tuple[Card, ...], str]:
    """A pack, every order equally likely, and a nonce of 32 hexadecimal digits, from the system's secure randomness."""
    return tuple(secrets.SystemRandom().sample(PACK, len(PACK))), secrets.token_hex(16)


def sealed(pack: Iterable[Card], nonce: str) -> str:
    """The exact text whose fingerprint is shown: the cards, top card first, and the nonce, single spaces between."""
    return f"{text_of(pack)} {nonce}"


def fingerprint(pack: Iterable[Card], nonce: str) -> str:
    """The SHA-256 of `sealed`, as 64 hexadecimal digits."""
    return sha256(sealed(pack, nonce).encode()).hexdigest()


def cut_text(nonce: str, seat: int) -> str:
    """The text that decides where a bot cuts, such as "<nonce> cut 2" for the second seat (`seat` 1)."""
    return f"{nonce} cut {seat + 1}"


def cut_by(nonce: str, seat: int, places: Iterable[int]) -> int:
    """Where a bot in this seat (from 0) cuts: one of the places that are free, of which there must be one.

    The SHA-256 of `cut_text`, read as a number, modulo how many places are free, says which of them, from the top.
    """
    free = sorted(places)
    return free[int(sha256(cut_text(nonce, seat).encode()).hexdigest(), 16) % len(free)]


def annotate(record_text: str, nonces: Sequence[str], bots: Collection[int] = ()) -> str:
    """A record with fingerprint and nonce before each shuffle, and the seats of bots (from 0) before the first action.

    A shuffle whose nonce is "" gets no line. Raises ValueError unless there are as many nonces as shuffles.
    """
    heading, rules, *actions = record_text.splitlines()
    seats = [f"# {_BOTS} {' '.join(str(seat + 1) for seat in sorted(bots))}"] if bots else []
    left = iter(nonces)
    lines = [heading, rules, *seats]
    for line in actions:
        word, _, cards = line.partition(" ")
        if word == "shuffle":
            nonce = next(left, None)
            if nonce is None:
                raise ValueError("more shuffles than nonces")
            if nonce:
                lines.append(f"# {_SEALED} {fingerprint(parse_cards(cards), nonce)} {_WITH} {nonce}")
        lines.append(line)
    if next(left, None) is not None:
        raise ValueError("more nonces than shuffles")
    return "\n".join((*lines, ""))


# ------------------------------------------------------------------------------------------------------ checking


class SealVerdict(StrEnum):
    """What the check of one shuffle found."""

    MATCHES = "matches"
    DIFFERS = "differs"
    UNSEALED = "unsealed"
    BAD_NONCE = "bad_nonce"


@dataclass(frozen=True, slots=True)
class BotCut:
    """Where a bot cut, and where its nonce says that it had to."""

    seat: int
    place: int
    bound: int

    @property
    def agrees(self) -> bool:
        """Whether the bot cut where it had to."""
        return self.place == self.bound


@dataclass(frozen=True, slots=True)
class Checked:
    """One shuffle of a record, at `line`: for a deal of a game, both from 1, or for its cut for the deal (None).

    `written` and `nonce` are as the record has them, "" where it has none; `fingerprint` is what the pack and the nonce
    give, "" without a nonce that can be used.
    """

    line: int
    game: int
    deal: int | None
    verdict: SealVerdict
    written: str
    nonce: str
    fingerprint: str
    cuts: tuple[BotCut, ...] = ()

    @property
    def fair(self) -> bool:
        """Whether the fingerprint matches, and bots cut where the nonce says."""
        return self.verdict is SealVerdict.MATCHES and all(cut.agrees for cut in self.cuts)


@dataclass(frozen=True, slots=True)
class Check:
    """A record's shuffles, as far as it is sound: `stop` tells where it is not. `bots` are the seats it calls bots."""

    shuffles: tuple[Checked, ...]
    bots: tuple[int, ...]
    stop: Stop | None

    @property
    def fair(self) -> bool:
        """Whether there is a shuffle, and all that was dealt is sealed, matches, and was read to the end."""
        return self.stop is None and bool(self.shuffles) and all(shuffle.fair for shuffle in self.shuffles)

    def find(self, sought: str) -> Checked | None:
        """The shuffle whose pack and nonce really have this fingerprint."""
        return next((shuffle for shuffle in self.shuffles if shuffle.fingerprint == sought), None)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a record that is no comment, and the words of the comments before it."""

    number: int
    comments: tuple[list[str], ...]


def check(text: str) -> Check:
    """Check a record, shuffle by shuffle. Never raises, for any text; what follows a fault is not looked at."""
    reading = read(text)
    if reading.rules is None:
        return Check((), (), reading.stop)
    lines = list(_lines(text))[2:]
    bots = _bots((words for line in lines for words in line.comments), reading.rules.seats)
    return Check(tuple(_shuffles(reading, start(reading.rules), lines, bots)), bots, reading.stop)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something, as `record.read` takes them, with the comments that it passes over."""
    comments: list[list[str]] = []
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(plain.split("\n"), 1):
        if line.lstrip().startswith("#"):
            comments.append(line.strip().lstrip("#").split())
        elif line.strip():
            yield _Line(number, tuple(comments))
            comments = []


def _bots(comments: Iterable[list[str]], seats: int) -> tuple[int, ...]:
    """The seats that the first comment of that kind calls bots."""
    named = {str(seat + 1): seat for seat in range(seats)}
    for words in comments:
        if words[:1] == [_BOTS] and words[1:] and set(words[1:]) <= set(named):
            return tuple(sorted({named[word] for word in words[1:]}))
    return ()


def _shuffles(reading: ReadRecord, state: State, lines: Sequence[_Line], bots: tuple[int, ...]) -> Iterator[Checked]:
    """Replay what was read; each shuffle comes once the bots have cut."""
    current: Checked | None = None
    game = 1
    for line, step in zip(lines, reading.steps, strict=False):
        match step.action:
            case NextGame():
                game += 1
            case Shuffle(pack):
                if current:
                    yield current
                deal = None if isinstance(state, CuttingForDeal) else state.table.deal
                current = _checked(line, pack, game, deal)
            case Cut(seat, place) if seat in bots and current and current.fingerprint:
                cut = BotCut(seat, place, cut_by(current.nonce, seat, places(state)))
                current = replace(current, cuts=(*current.cuts, cut))
        state = apply(state, step.action)
    if current:
        yield current


def places(state: State) -> Sequence[int]:
    """Where can be cut now."""
    match state:
        case Cutting(rest=rest):
            return range(len(rest))
        case CuttingForDeal(pack=pack, cuts=cuts):
            taken = {cut.place for cut in cuts}
            return [place for place in range(len(pack)) if place not in taken]
        case _:
            return ()


def _checked(line: _Line, pack: tuple[Card, ...], game: int, deal: int | None) -> Checked:
    words = next((words for words in reversed(line.comments) if words[:1] == [_SEALED]), None)
    written, nonce = ("", "") if words is None else _seal(words)
    usable = _NONCE.fullmatch(nonce) is not None
    found = fingerprint(pack, nonce) if usable else ""
    if words is None:
        verdict = SealVerdict.UNSEALED
    elif not usable:
        verdict = SealVerdict.BAD_NONCE
    else:
        verdict = SealVerdict.MATCHES if written.lower() == found else SealVerdict.DIFFERS
    return Checked(line.number, game, deal, verdict, written, nonce, found)


def _seal(words: Sequence[str]) -> tuple[str, str]:
    """The fingerprint and the nonce in a comment; "" for what is not there."""
    _, written, between, nonce, *_rest = (*words, "", "", "")
    return written, nonce if between == _WITH else ""


# ------------------------------------------------------------------------------------------------- a single pack


class SealFault(StrEnum):
    """Why a pack cannot be checked against a fingerprint."""

    FINGERPRINT = "fingerprint"
    NONCE = "nonce"
    PACK = "pack"


class UnreadableSeal(ValueError):
    """A text that is no sealed pack, or no fingerprint; `cause` is the fault of a card."""

    def __init__(self, fault: SealFault, cause: CardError | None = None) -> None:
        super().__init__(str(fault))
        self.fault, self.cause = fault, cause


def read_fingerprint(text: str) -> str:
    """A fingerprint as somebody wrote it down: spaces and capitals do not matter. Raises UnreadableSeal."""
    written = "".join(text.split()).lower()
    if not _FINGERPRINT.fullmatch(written):
        raise UnreadableSeal(SealFault.FINGERPRINT)
    return written


def read_sealed(text: str) -> tuple[tuple[Card, ...], str]:
    """The pack and the nonce of a sealed text, however its words are spaced. Raises UnreadableSeal."""
    *written, nonce = text.split() or [""]
    if not _NONCE.fullmatch(nonce):
        raise UnreadableSeal(SealFault.NONCE)
    try:
        pack = parse_cards(" ".join(written))
    except CardError as error:
        raise UnreadableSeal(SealFault.PACK, error) from error
    if len(pack) != len(PACK):
        raise UnreadableSeal(SealFault.PACK)
    return pack, nonce
