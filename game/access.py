"""Which games a visitor may open, and how much of them."""

from django.http import Http404

from game import referee
from game.engine.play import Over
from game.models import Game, Match, Origin
from game.referee import Course
from game.visitors import VisitorRequest


def sat_down(request: VisitorRequest, key: str, number: int | None = None) -> tuple[Course, int | None]:
    """Return the game that an address names and the visitor's seat, None for an onlooker.

    Raises Http404 for games that are not the visitor's.
    """
    learner = request.visitor.existing_learner()
    try:
        course = referee.load(key, number)
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
    games = list(match.games.values_list("number", flat=True))
    return games if match.over or match.summary["over"] else games[:-1]
