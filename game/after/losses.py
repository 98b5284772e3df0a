"""What a learner's decisions lost, over all reviewed games: kept as each review is finished, read at a flat cost.

A review judges each decision once, which takes seconds. What it finds is written down here decision by decision, with
sums, so that no page judges or reads all games. Only games that were played here count: in one that is played again the
cards are known.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from time import monotonic
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, IntegerField, OuterRef, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from game import referee
from game.after import review as after_review
from game.after.review import Decision, DecisionKind
from game.engine.cards import text_of
from game.engine.play import Counting, Pegging, State
from game.engine.record import read_action
from game.engine.view import View, see
from game.models import COUNTED, Game, JudgedDecision, JudgedGame, LossTally, Result, Review
from game.referee import Course
from game.strategy.review import Grade, end_is_near

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

LATEST = 40
"""The most games of the curve."""

SECONDS = 2.0
"""The seconds after which no more is judged in one request."""


class DecisionPart(StrEnum):
    """A part of the game by which losses are added up."""

    DISCARD = "discard"
    PLAY = "play"
    COUNT = "count"
    ANSWER = "answer"


PARTS = {
    DecisionKind.DISCARD: DecisionPart.DISCARD,
    DecisionKind.PLAY: DecisionPart.PLAY,
    DecisionKind.PLAY_COUNT: DecisionPart.COUNT,
    DecisionKind.HAND: DecisionPart.COUNT,
    DecisionKind.CRIB: DecisionPart.COUNT,
    DecisionKind.ANSWER: DecisionPart.ANSWER,
}


# ------------------------------------------------------------------------------------------------------ writing


def step(course: Course, seat: int, seconds: float = after_review.SECONDS) -> Review:
    """Review a seat of a finished game for so many seconds, and keep its losses once it is done."""
    review = after_review.step(course, seat, seconds)
    if after_review.is_done(review, course):
        keep(course, review)
    return review


def keep(course: Course, review: Review) -> None:
    """Write down the losses of a finished review, if the seat is a learner's and it was not done before."""
    learner, game = course.people.get(review.seat), course.game
    if learner is None or course.match.origin not in COUNTED:
        return
    if JudgedGame.objects.filter(game=game, seat=review.seat).exists():
        return
    decisions = after_review.decisions(review)
    try:
        with transaction.atomic():
            JudgedGame.objects.create(
                learner_id=learner, game=game, seat=review.seat, ended_at=course.at, losses=_losses(decisions)
            )
            JudgedDecision.objects.bulk_create(_row(course, learner, decision) for decision in decisions)
            _add_up(learner, decisions)
    except IntegrityError:  # somebody else has kept it, or the learner is being merged: then it is found unjudged later
        return


def _losses(decisions: Iterable[Decision]) -> dict[str, tuple[int, float]]:
    lost: dict[DecisionPart, list[float]] = defaultdict(list)
    for decision in decisions:
        lost[PARTS[decision.kind]].append(decision.points)
    return {part.value: (len(points), round(sum(points), 2)) for part, points in lost.items()}


def _row(course: Course, learner: int, decision: Decision) -> JudgedDecision:
    state, seat = course.log.state(decision.number), decision.action.seat
    view = see(state, seat)
    held, laid = _cards(state, view, decision)
    return JudgedDecision(
        learner_id=learner,
        game=course.game,
        number=decision.number,
        deal=decision.deal,
        kind=decision.kind.value,
        part=PARTS[decision.kind].value,
        grade=decision.grade.value,
        points=decision.points,
        win=decision.win,
        action=str(decision.action),
        best=str(decision.best),
        held=held,
        laid=laid,
        near_end=end_is_near(view),
        dealer=view.dealer,
    )


def _cards(state: State, view: View, decision: Decision) -> tuple[str, str]:
    """Return the cards of which one was chosen or that were counted, and those that lie beside them."""
    match state:
        case Counting():
            return text_of(state.cards), str(state.starter)
        case Pegging() if decision.kind is DecisionKind.ANSWER:
            return "", text_of(view.series)
        case _:
            return text_of(view.hand), text_of(view.series)


def _add_up(learner: int, decisions: Iterable[Decision]) -> None:
    sums: dict[tuple[str, str], list[float]] = defaultdict(list)
    for decision in decisions:
        sums[PARTS[decision.kind].value, decision.grade.value].append(decision.points)
    rows = [LossTally(learner_id=learner, part=part, grade=grade) for part, grade in sums]
    LossTally.objects.bulk_create(rows, ignore_conflicts=True)
    for (part, grade), points in sorted(sums.items()):  # in the same order for everybody, so that none locks another
        found = LossTally.objects.filter(learner=learner, part=part, grade=grade)
        found.update(decisions=F("decisions") + len(points), points=F("points") + sum(points))


def judge_more(learner: "Learner") -> bool:
    """Review games of a learner that were not reviewed yet, the latest first, until `SECONDS` are over.

    At least one action is examined. A game that is not done is gone on with next time. Returns False if nothing came
    of it: there was nothing to do, or what was found cannot be kept.
    """
    began, more = monotonic(), False
    for game in _unjudged(learner)[:LATEST]:
        course = referee.load(game.match.key, game.number)
        seat = course.seat_of(learner)
        if seat is not None:
            before = after_review.begun(course, seat).upto
            review = step(course, seat, SECONDS - (monotonic() - began))
            more = more or review.upto > before or JudgedGame.objects.filter(game=game, learner=learner).exists()
        if monotonic() - began > SECONDS:
            break
    return more


def finished_games(learner: "Learner") -> QuerySet[Game]:
    """Return the finished games of a learner, with their matches, the latest first; none that is played again."""
    latest = Cast(KeyTextTransform("game", "match__summary"), IntegerField())
    over = Q(match__summary__over=True) | Q(number__lt=latest)
    own = Game.objects.filter(match__seats__learner=learner, match__origin__in=COUNTED)
    return own.filter(over).select_related("match").order_by("-match__played_at", "-number")


def _unjudged(learner: "Learner") -> QuerySet[Game]:
    """Return those whose losses are not kept."""
    kept = JudgedGame.objects.filter(game=OuterRef("pk"), learner=learner)
    return finished_games(learner).filter(~Exists(kept))


# ------------------------------------------------------------------------------------------------------ reading


@dataclass(frozen=True, slots=True)
class Loss:
    """How many decisions there were, and the points that they lost."""

    decisions: int = 0
    points: float = 0.0

    @property
    def average(self) -> float:
        """Return the points that a decision lost on average, 0 without decisions."""
        return self.points / self.decisions if self.decisions else 0.0

    def __add__(self, other: "Loss") -> "Loss":
        return Loss(self.decisions + other.decisions, self.points + other.points)


def costliest(
    learner: "Learner", part: DecisionPart | None = None, grade: Grade | None = None
) -> QuerySet[JudgedDecision]:
    """Return a learner's decisions, all or those of a part of the game or a grade, the costliest first."""
    found = JudgedDecision.objects.filter(learner=learner)
    found = found.filter(part=part.value) if part else found
    found = found.filter(grade=grade.value) if grade else found
    return found.order_by("-win", "-points", "pk")


def decision_of(row: JudgedDecision) -> Decision:
    """Return a decision that was written down, without its faults and choices, which its review has."""
    return Decision(
        number=row.number,
        deal=row.deal,
        kind=DecisionKind(row.kind),
        action=read_action(row.action),
        best=read_action(row.best),
        grade=Grade(row.grade),
        points=row.points,
        win=row.win,
        faults=(),
        ranked=(),
    )


@dataclass(frozen=True, slots=True)
class GameLoss:
    """The losses of a game by part of the game, and its address."""

    key: str
    number: int
    ended_at: datetime
    parts: Mapping[DecisionPart, Loss]

    @property
    def whole(self) -> Loss:
        """Return the loss of all its decisions."""
        return sum(self.parts.values(), Loss())


@dataclass(frozen=True, slots=True)
class Losses:
    """What a learner's decisions lost: `judged` of `games` count. `latest` are the latest of them, the earliest first.

    `grades` says how many decisions have which grade.
    """

    games: int
    judged: int
    parts: Mapping[DecisionPart, Loss]
    grades: Mapping[Grade, int]
    latest: tuple[GameLoss, ...]

    @property
    def whole(self) -> Loss:
        """Return the loss of all decisions."""
        return sum(self.parts.values(), Loss())


def losses_of(learner: "Learner") -> Losses:
    """Return what a learner's decisions lost. Four queries, whose rows do not grow with the number of games."""
    parts: dict[DecisionPart, Loss] = dict.fromkeys(DecisionPart, Loss())
    grades = dict.fromkeys(Grade, 0)
    for row in LossTally.objects.filter(learner=learner):
        parts[DecisionPart(row.part)] += Loss(row.decisions, row.points)
        grades[Grade(row.grade)] += row.decisions
    kept = JudgedGame.objects.filter(learner=learner)
    latest = kept.select_related("game__match").order_by("-ended_at", "-pk")[:LATEST]
    return Losses(
        games=Result.objects.filter(learner=learner).aggregate(n=Sum("games"))["n"] or 0,
        judged=kept.count(),
        parts={part: loss for part, loss in parts.items() if loss.decisions},
        grades=grades,
        latest=tuple(map(_game_loss, reversed(latest))),
    )


def _game_loss(row: JudgedGame) -> GameLoss:
    parts = {DecisionPart(name): Loss(*pair) for name, pair in row.losses.items()}
    return GameLoss(row.game.match.key, row.game.number, row.ended_at, parts)
