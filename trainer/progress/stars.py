"""Stars: a starred question comes back in recall, and a decision of a reviewed game as the question of a drill."""

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from game import referee
from game.after.review import DecisionKind
from game.engine.play import Discarding, Go, Play
from game.engine.record import read_rules
from game.engine.rules import Rules
from game.engine.view import see
from game.models import Game, JudgedDecision
from game.referee import Course
from trainer.drills.base import AnyDrill
from trainer.drills.questions import GameMoment, Obstacle
from trainer.drills.registry import DRILLS
from trainer.models import Learner, Recall, Star
from trainer.progress import recall


def obstacle(decision: JudgedDecision, rules: Rules) -> Obstacle | None:
    """Return why a decision of a game under these rules cannot come back, None if it can."""
    kind = DecisionKind(decision.kind)
    drill = _drill(kind)
    return drill.obstacle(rules, kind, near_end=decision.near_end) if drill else Obstacle.KIND


def decided(learner: Learner, game: Game, number: int) -> JudgedDecision | None:
    """Return what a learner decided in an action of a game, None if nothing.

    Of a card that was counted there are two decisions: then it is one that can come back, if there is one.
    """
    decisions = JudgedDecision.objects.filter(learner=learner, game=game, number=number)
    found = decisions.select_related("game__match", "star").order_by("pk")
    return min(found, key=lambda each: obstacle(each, read_rules(each.game.match.rules)) is not None, default=None)


def star(learner: Learner, decision: JudgedDecision) -> None:
    """Put a learner's decision into recall. There must be no obstacle. A starred one stays as it is."""
    drill = _drill(DecisionKind(decision.kind))
    if drill is None or Star.objects.filter(decision=decision).exists():
        return
    course = referee.load(decision.game.match.key, decision.game.number)
    question = drill.of_game(moment_of(course, decision))
    try:
        with transaction.atomic():
            item = recall.star(learner, drill.slug, question, timezone.now())
            Star.objects.create(learner=learner, decision=decision, recall=item)
    except IntegrityError:  # a second click
        return


def star_question(learner: Learner, drill: str, question: object) -> None:
    """Put a question into recall; one that is there is asked again soon."""
    with transaction.atomic():
        item = recall.star(learner, drill, question, timezone.now())
        if not Star.objects.filter(recall=item, decision=None).exists():
            Star.objects.create(learner=learner, recall=item)


def unstar_question(learner: Learner, drill: str, question: object) -> None:
    """Take all stars of a question away, and the question out of recall unless it was missed besides."""
    pattern = DRILLS[drill].canonical(question)
    items = Recall.objects.filter(learner=learner, drill=drill, pattern=pattern)
    with transaction.atomic():
        Star.objects.filter(recall__in=items).delete()
        items.filter(cause=Recall.STARRED).delete()


def shining(learner: Learner | None, asked: Sequence[tuple[AnyDrill, Any]]) -> list[bool]:
    """Return which of some questions, each with its drill, a learner has starred. One query."""
    patterns = [(drill.slug, drill.canonical(question)) for drill, question in asked]
    if learner is None or not patterns:
        return [False] * len(patterns)
    starred = Star.objects.filter(learner=learner, recall__retired=False)
    named = starred.filter(recall__pattern__in={pattern for _drill, pattern in patterns})
    found = set(named.values_list("recall__drill", "recall__pattern"))
    return [each in found for each in patterns]


def kept_by(learner: Learner) -> QuerySet[Star]:
    """Return all stars of a learner, the latest first."""
    return Star.objects.filter(learner=learner).select_related("recall", "decision__game__match").order_by("-pk")


def take_away(star: Star) -> None:
    """Take a star away, whatever it is of."""
    if star.decision:
        unstar(star.decision)
    else:
        with transaction.atomic():
            item = star.recall
            star.delete()
            Recall.objects.filter(pk=item.pk, stars=None, cause=Recall.STARRED).delete()


def unstar(decision: JudgedDecision) -> None:
    """Take a decision out of recall again. What was answered stays, and so does what was missed besides."""
    with transaction.atomic():
        items = list(Star.objects.filter(decision=decision).values_list("recall", flat=True))
        Star.objects.filter(decision=decision).delete()
        Recall.objects.filter(pk__in=items, stars=None, cause=Recall.STARRED).delete()


def moment_of(course: Course, decision: JudgedDecision) -> GameMoment:
    """Return the moment of a game in which a decision was taken."""
    number, log = decision.number, course.log
    state, seat = log.state(number), log.action(number).seat
    dealt = number
    while dealt and not isinstance(log.state(dealt), Discarding):
        dealt -= 1
    done = (log.action(place) for place in range(dealt, number))
    acts = tuple(
        Play(act.seat, act.card) if isinstance(act, Play) else act for act in done if isinstance(act, Play | Go)
    )
    return GameMoment(see(state, seat), acts, decision.near_end)


def _drill(kind: DecisionKind) -> AnyDrill | None:
    """Return the drill that asks decisions of a kind again."""
    return next((drill for drill in DRILLS.values() if kind in drill.asks_again), None)
