"""Games that were played to their end and reviewed, each only once."""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest

from game import referee
from game.after import review
from game.after.review import is_done, step
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import Action, Match, MatchSummary, Pace, Review
from game.referee import Course
from game.strategy.levels import Level
from tests.game.finished import finished as played_out
from tests.game.tables import begin
from trainer.models import Learner

CALLED = Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED)
PROPER = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED)
EVERYTHING = Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)


@dataclass(frozen=True)
class Played:
    """A finished game and the whole review of the person's seat, without its rows in the database."""

    seed: str
    summary: MatchSummary
    lines: tuple[tuple[str, str], ...]
    review: tuple[int, list[Any], list[Any]]


PLAYED: dict[tuple[Rules, int], Played] = {}
"""Each game is played and graded once; the tests of it write it down again."""


def play(learner: Learner, rules: Rules, number: int) -> Played:
    """Play a game to its end, the person's seat by a beginner, and grade it; its chance is the same in every test."""
    course = played_out(learner, rules, f"{number}")
    lines = tuple(course.game.actions.order_by("number").values_list("text", "nonce"))
    found = Played(course.match.seed, course.match.summary, lines, kept(graded(course, own_seat(course))))
    course.match.delete()
    return found


def finished(learner: Learner, rules: Rules, number: int = 0) -> Course:
    """A game played to its end: another for every number."""
    if (rules, number) not in PLAYED:
        PLAYED[rules, number] = play(learner, rules, number)
    played = PLAYED[rules, number]
    match = begin(learner, rules, Pace.INSTANT, Level.CLUB)
    Match.objects.filter(pk=match.pk).update(seed=played.seed, summary=played.summary, over=True)
    game = match.games.get()
    game.actions.all().delete()
    Action.objects.bulk_create(
        Action(game=game, number=place, text=text, nonce=nonce) for place, (text, nonce) in enumerate(played.lines)
    )
    return referee.load(match.key)


def reviewed(course: Course, number: int = 0) -> Review:
    """The whole review of the person's seat in a finished game."""
    upto, decisions, deals = deepcopy(PLAYED[course.rules, number].review)
    return Review.objects.create(game=course.game, seat=own_seat(course), upto=upto, decisions=decisions, deals=deals)


def remember(patch: pytest.MonkeyPatch, course: Course, number: int = 0) -> None:
    """Grade a finished game from memory, for tests of what is done with it: to grade is most of their work."""
    _upto, decisions, deals = deepcopy(PLAYED[course.rules, number].review)
    deal_before = review.deal_before

    def recalled_deal(course: Course, seat: int, end: int) -> list[Any]:
        with pytest.MonkeyPatch.context() as unplayed:
            unplayed.setattr(review, "by_expert", lambda *_: None)
            found = deal_before(course, seat, end)
        return [deal for deal in deals for one in found if deal["deal"] == one["deal"]]

    patch.setattr(review, "decisions_at", lambda _course, _seat, place: [d for d in decisions if d["number"] == place])
    patch.setattr(review, "deal_before", recalled_deal)


def own_seat(course: Course) -> int:
    """Where the person sits."""
    (seat,) = course.people
    return seat


def graded(course: Course, seat: int, seconds: float = 60) -> Review:
    """The whole review of a seat, in steps of so many seconds."""
    found = step(course, seat, seconds)
    while not is_done(found, course):
        found = step(course, seat, seconds)
    return found


def kept(found: Review) -> tuple[int, list[Any], list[Any]]:
    """What a review keeps."""
    return found.upto, found.decisions, found.deals


# -------------------------------------------------------------------------------------------------------- steps
