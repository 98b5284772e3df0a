"""Starred decisions: a decision of a reviewed game comes back in recall as the question of a drill."""

from django.db import IntegrityError, transaction
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
    item = recall.starred_item(learner, drill.slug, drill.of_game(moment_of(course, decision)), timezone.now())
    try:
        with transaction.atomic():
            recall.save_missed(item)
            same = {"learner": learner, "drill": item.drill, "pattern": item.pattern, "cause": item.cause}
            Star.objects.create(learner=learner, decision=decision, recall=Recall.objects.get(**same))
    except IntegrityError:  # a second click
        return


def unstar(decision: JudgedDecision) -> None:
    """Take a decision out of recall again. What was answered stays."""
    with transaction.atomic():
        items = list(Star.objects.filter(decision=decision).values_list("recall", flat=True))
        Star.objects.filter(decision=decision).delete()
        Recall.objects.filter(pk__in=items, stars=None).delete()


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
