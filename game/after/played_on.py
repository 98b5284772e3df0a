"""A game that is played on from a decision of a finished one: the way back to it, and how it came out this time."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from game import referee
from game.after import words
from game.engine.play import Over
from game.models import Game
from game.referee import Course
from game.table.words import Names


@dataclass(frozen=True, slots=True)
class SideSince:
    """What a side made from the decision to the end of the game: this time, and the first time."""

    side: int
    name: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """How a game came out that was played on, against the first time: only what came after the decision counts.

    `head` says by how much further ahead the reader's side came out, and `won` who won. `sides` begin with that side.
    `told` is all of it, to be read aloud.
    """

    head: str
    won: str
    sides: tuple[SideSince, ...]
    told: str


def first_time(course: Course) -> Game | None:
    """Return the finished game from whose decision a game goes on, None if it is gone."""
    return Game.objects.filter(played_again=course.match).select_related("match").first()


def decision(course: Course, game: Game | None, seat: int | None) -> str:
    """Return the address of the decision of a review from which a game goes on, "" if the finished `game` is gone."""
    if game is None or seat is None:
        return ""
    asked = urlencode({"seat": seat + 1, "decision": course.match.again_from})
    return f"{reverse('review', args=[game.match.key, game.number])}?{asked}#decision"


def outcome(course: Course, game: Game | None, seat: int | None, names: Names) -> PlayedOn | None:
    """Return how a game that is over came out against the first time, None where that cannot be told: the finished
    `game` is gone or did not end, or this is a later one of the same match."""
    number, end = course.match.again_from, course.state
    if game is None or seat is None or number is None or game.number != course.game.number:
        return None
    first = referee.load(game.match.key, game.number)
    if not isinstance(end, Over) or not isinstance(first.state, Over):
        return None
    rules, own = course.rules, course.rules.side_of(seat)
    began, ended_first = first.log.state(number).table.scores, first.state.table.scores
    order = sorted(range(rules.sides), key=lambda side: (side != own, side))
    sides = tuple(
        SideSince(
            side,
            names.side(rules, side),
            rules.told(end.table.scores[side]) - began[side],
            rules.told(ended_first[side]) - began[side],
        )
        for side in order
    )
    now, then = ([getattr(side, time) for side in sides] for time in ("now", "then"))
    head = words.better_than_first(now[0] - max(now[1:]) - (then[0] - max(then[1:])))
    won = words.won_both(end.winner, first.state.winner, own)
    told = " ".join(words.since(side.name, side.now, side.then) for side in sides)
    return PlayedOn(head, won, sides, " ".join(filter(None, (f"{head}.", won, told))))


def over() -> str:
    """Return what is said as such a game ends, instead of who won."""
    return words.played_to_the_end()
