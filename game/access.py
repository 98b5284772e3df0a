"""Which games a visitor may open, and how much of them."""

from django.http import Http404

from game import referee
from game.engine.play import Over
from game.models import Game, Match, Origin
from game.referee import Course
from game.visitors import VisitorRequest


def sat_down(request: VisitorRequest, key: str, number: int | None = None) -> tuple[Course, int | None]:
    """The game that an address names and the visitor's seat. Raises Http404 for games that are not theirs."""
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
    """Whether a game may be looked at with all its cards: it is over, or a record told them anyway."""
    return isinstance(course.state, Over) or course.match.origin == Origin.RECORD


def finished_games(match: Match) -> list[int]:
    """The numbers of the games that are over; every game of a record may be looked at."""
    games = list(match.games.values_list("number", flat=True))
    return games if match.over or match.summary["over"] else games[:-1]
