"""Packs that anybody can check: an unbiased shuffle, sealed by a fingerprint that is shown before anybody chooses.

The sealed text is one line: the 52 cards from the top in text form, then a nonce, separated by single spaces. The
fingerprint is the SHA-256 of that text in ASCII:

    printf '%s' '5C 4S … KS 0123456789abcdef0123456789abcdef' | sha256sum

The nonce prevents finding the pack by trying packs. Bots cut where the nonce says (`cut_by`), so nobody can choose a
starter after seeing what people discarded. A record holds all of this in comments, each before its shuffle. The seats
of bots are in a comment of their own:

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
from game.engine.play import Cut, Cutting, CuttingForDeal, NextGame, Shuffle, State, start
from game.engine.record import ReadRecord, Stop, read

_NONCE = re.compile(r"[0-9a-f]{32}")
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_SEALED, _WITH, _BOTS = "sealed", "nonce", "bots"


# ------------------------------------------------------------------------------------------------------- sealing


def shuffle() -> tuple[tuple[Card, ...], str]:
    """Return a pack, every order equally likely, and a nonce of 32 hexadecimal digits, both from secure randomness."""
    return tuple(secrets.SystemRandom().sample(PACK, len(PACK))), secrets.token_hex(16)


def sealed(pack: Iterable[Card], nonce: str) -> str:
    """Return the text that is hashed: the cards, top card first, and the nonce, separated by single spaces."""
    return f"{text_of(pack)} {nonce}"


def fingerprint(pack: Iterable[Card], nonce: str) -> str:
    """Return the SHA-256 of `sealed` as 64 hexadecimal digits."""
    return sha256(sealed(pack, nonce).encode()).hexdigest()


def cut_text(nonce: str, seat: int) -> str:
    """Return the text that decides where a bot cuts, such as "<nonce> cut 2" for the second seat (`seat` 1)."""
    return f"{nonce} cut {seat + 1}"


def cut_by(nonce: str, seat: int, places: Iterable[int]) -> int:
    """Return where a bot in this seat (from 0) cuts: one of the `places`, which must not be empty.

    The index into `places` is the SHA-256 of `cut_text`, read as a number, modulo the number of places.
    """
    free = sorted(places)
    return free[int(sha256(cut_text(nonce, seat).encode()).hexdigest(), 16) % len(free)]


def annotate(record_text: str, nonces: Sequence[str], bots: Collection[int] = ()) -> str:
    """Return a record with fingerprint and nonce before each shuffle, and bots' seats (from 0) before the first action.

    A shuffle whose nonce is "" gets no comment. Raises ValueError unless there are as many nonces as shuffles.
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
    """The result of checking one shuffle."""

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
        """Return whether the bot cut where it had to."""
        return self.place == self.bound


@dataclass(frozen=True, slots=True)
class Checked:
    """One shuffle of a record, at `line`: for a deal of a game, both numbered from 1, or for the cut for deal (None).

    `written` and `nonce` are as in the record, "" where it has none. `fingerprint` is computed from the pack and the
    nonce, "" without a valid nonce.
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
        """Return whether the fingerprint matches, and bots cut where the nonce says."""
        return self.verdict is SealVerdict.MATCHES and all(cut.agrees for cut in self.cuts)


@dataclass(frozen=True, slots=True)
class Check:
    """The shuffles of the valid part of a record. `stop` tells where that part ends; `bots` are the seats named as
    bots."""

    shuffles: tuple[Checked, ...]
    bots: tuple[int, ...]
    stop: Stop | None

    @property
    def fair(self) -> bool:
        """Return whether the record is valid to its end, has a shuffle, and all its shuffles are fair."""
        return self.stop is None and bool(self.shuffles) and all(shuffle.fair for shuffle in self.shuffles)

    def find(self, sought: str) -> Checked | None:
        """Return the shuffle whose pack and nonce have this fingerprint, or None."""
        return next((shuffle for shuffle in self.shuffles if shuffle.fingerprint == sought), None)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a record that is not a comment, and the words of the comments before it."""

    number: int
    comments: tuple[list[str], ...]


def check(text: str) -> Check:
    """Check the shuffles of a record. Never raises, for any text. What follows a fault is not checked."""
    return check_read(text, read(text))


def check_read(text: str, reading: ReadRecord) -> Check:
    """Check the shuffles of a record that has been read, so that it is not replayed twice."""
    if reading.rules is None:
        return Check((), (), reading.stop)
    lines = list(_lines(text))[2:]
    bots = _bots((words for line in lines for words in line.comments), reading.rules.seats)
    return Check(tuple(_shuffles(reading, start(reading.rules), lines, bots)), bots, reading.stop)


def _lines(text: str) -> Iterator[_Line]:
    """Return the lines that `record.read` reads, with the comments that it skips."""
    comments: list[list[str]] = []
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(plain.split("\n"), 1):
        if line.lstrip().startswith("#"):
            comments.append(line.strip().lstrip("#").split())
        elif line.strip():
            yield _Line(number, tuple(comments))
            comments = []


def _bots(comments: Iterable[list[str]], seats: int) -> tuple[int, ...]:
    """Return the seats that the first such comment names as bots."""
    named = {str(seat + 1): seat for seat in range(seats)}
    for words in comments:
        if words[:1] == [_BOTS] and words[1:] and set(words[1:]) <= set(named):
            return tuple(sorted({named[word] for word in words[1:]}))
    return ()


def _shuffles(reading: ReadRecord, state: State, lines: Sequence[_Line], bots: tuple[int, ...]) -> Iterator[Checked]:
    """Go through the steps that were read. Yields each shuffle once the bots have cut."""
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
        state = step.after
    if current:
        yield current


def places(state: State) -> Sequence[int]:
    """Return the places where the pack can be cut now."""
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
    """Return the fingerprint and the nonce in a comment, "" for a missing one."""
    _, written, between, nonce, *_rest = (*words, "", "", "")
    return written, nonce if between == _WITH else ""


# ------------------------------------------------------------------------------------------------- a single pack


class SealFault(StrEnum):
    """The reason why a pack cannot be checked against a fingerprint."""

    FINGERPRINT = "fingerprint"
    NONCE = "nonce"
    PACK = "pack"


class UnreadableSeal(ValueError):
    """Raised for a text that is not a sealed pack, or not a fingerprint. `cause` is the fault of a card."""

    def __init__(self, fault: SealFault, cause: CardError | None = None) -> None:
        super().__init__(str(fault))
        self.fault, self.cause = fault, cause


def read_fingerprint(text: str) -> str:
    """Read a fingerprint, ignoring spaces and capitals. Raises UnreadableSeal."""
    written = "".join(text.split()).lower()
    if not _FINGERPRINT.fullmatch(written):
        raise UnreadableSeal(SealFault.FINGERPRINT)
    return written


def read_sealed(text: str) -> tuple[tuple[Card, ...], str]:
    """Read the pack and the nonce of a sealed text, with any spacing. Raises UnreadableSeal."""
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
