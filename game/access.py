"""Which games a visitor may open, and how much of them."""

from collections.abc import Callable

from django.http import Http404

from game import referee
from game.engine.play import Over
from game.models import Game, Match, Origin
from game.referee import Course
from game.visitors import VisitorRequest


def sat_down(request: VisitorRequest, key: str, number: int | None = None) -> tuple[Course, int | None]:
    """Return the game that an address names, or the latest one, and the visitor's seat, None for an onlooker.

    Raises Http404 for games that are not the visitor's.
    """
    return _theirs(request, lambda: referee.load(key, number))


def at_table(request: VisitorRequest, key: str) -> tuple[Course, int | None]:
    """Return the game in play with its current deal, and the visitor's seat, None for an onlooker.

    Raises Http404 for games that are not the visitor's.
    """
    return _theirs(request, lambda: referee.at_table(key))


def _theirs(request: VisitorRequest, load: Callable[[], Course]) -> tuple[Course, int | None]:
    learner = request.visitor.existing_learner()
    try:
        course = load()
    except Game.DoesNotExist as error:
        raise Http404 from error
    seat = course.seat_of(learner)
    if learner is None or (seat is None and course.match.owner_id != learner.pk):
        raise Http404
    return course, seat


def is_finished(course: Course) -> bool:
    """Return whether all cards of a game may be shown: it is over, or it comes from a record, which holds them
    anyway."""
    return isinstance(course.state, Over) or course.match.origin == Origin.RECORD


def finished_games(match: Match) -> list[int]:
    """Return the numbers of the games that are over. Every game of a record may be looked at."""
    return list(match.finished_games().values_list("number", flat=True))
