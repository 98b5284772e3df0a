"""The hands and cribs that somebody held in finished games of late, and what was miscounted or discarded badly.

Games that go on are never looked into, nor those that are played again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from game import referee
from game.after import losses
from game.after.review import DecisionKind
from game.engine.play import Claim, Count, Counting, Discard, Discarding
from game.engine.scoring import total
from game.engine.view import View, see
from game.models import JudgedDecision
from game.referee import Course
from game.strategy.review import end_is_near

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

GAMES = 12
"""The most games that are looked through, the latest."""


@dataclass(frozen=True, slots=True)
class HeldHand:
    """A hand that was discarded from, or a hand or crib that was counted, as its seat saw it.

    `lost` are the points by which it was miscounted, or which the discard gave up, as far as it was reviewed.
    """

    kind: DecisionKind
    view: View
    own: bool
    lost: float

    @property
    def near_end(self) -> bool:
        """Whether the scores decided as much as the points."""
        return self.kind is DecisionKind.DISCARD and end_is_near(self.view)


def held_since(learner: "Learner", since: datetime) -> Iterator[HeldHand]:
    """Yield what a learner held in the games finished since then, and what others miscounted, the latest game first.

    Hands that were not counted, because the game was over, are left out.
    """
    games = list(losses.finished_games(learner).filter(match__played_at__gte=since)[:GAMES])
    judged = JudgedDecision.objects.filter(learner=learner, game__in=games, kind=DecisionKind.DISCARD)
    lost = {(game, number): points for game, number, points in judged.values_list("game", "number", "points")}
    for game in games:
        course = referee.load(game.match.key, game.number)
        seat = course.seat_of(learner)
        if seat is not None and course.at >= since:
            yield from _of_game(course, seat, lost)


def _of_game(course: Course, seat: int, lost: Mapping[tuple[int, int], float]) -> Iterator[HeldHand]:
    for number, (state, action) in enumerate(zip(course.log.states(), course.log.actions(), strict=False)):
        if isinstance(state, Discarding) and isinstance(action, Discard) and action.seat == seat:
            given_up = lost.get((course.game.pk, number), 0.0)
            yield HeldHand(DecisionKind.DISCARD, see(state, seat), own=True, lost=given_up)
        elif isinstance(state, Counting) and isinstance(action, Claim | Count):
            off = abs(action.points - total(state.truth)) if isinstance(action, Claim) else 0
            if off or state.owner == seat:
                kind = DecisionKind.CRIB if state.is_crib else DecisionKind.HAND
                yield HeldHand(kind, see(state, state.owner), state.owner == seat, float(off))
