"""Hands from one's own games of this week, to be counted or discarded from once more."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from game.after.held import HeldHand, held_since
from game.after.review import DecisionKind
from trainer.drills.base import AnyDrill
from trainer.drills.modes import Mode
from trainer.drills.questions import GameMoment
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Run
from trainer.practice.state import AskedQuestion

DAYS = 7
"""How far back games are looked for."""
MOST = 20
"""Hands in a run."""

_OF_KIND = {kind: drill for drill in DRILLS.values() for kind in drill.asks_again}
COUNTED, DISCARDED = (_OF_KIND[kind].slug for kind in (DecisionKind.HAND, DecisionKind.DISCARD))
"""The drills that ask what was counted and what was discarded."""


@dataclass(frozen=True, slots=True)
class OwnHands:
    """The hands of a week's games that a drill can ask, what was got wrong first, and how many of them were."""

    drill: str
    asked: Sequence[AskedQuestion] = ()
    wrong: int = 0

    @property
    def settings(self) -> Settings:
        """The settings of a run through them."""
        return Settings(self.drill, Mode.GAMES)


def of_week(learner: Learner | None, now: datetime) -> list[OwnHands]:
    """Return the hands to count and those to discard from. The worst come first; others' hands after the own ones."""
    found = list(held_since(learner, now - timedelta(days=DAYS))) if learner else []
    return [_hands(drill, found) for drill in (COUNTED, DISCARDED)]


def to_ask(learner: Learner, hands: OwnHands, now: datetime) -> list[AskedQuestion]:
    """Return the hands that the next run asks: what such a run asked this week comes last. One query."""
    runs = Run.objects.filter(learner=learner, settings=str(hands.settings))
    answers = Attempt.objects.filter(run__in=runs, answered_at__gte=now - timedelta(days=DAYS)).order_by("answered_at")
    asked = {question: place for place, question in enumerate(answers.values_list("question", flat=True), 1)}
    return sorted(hands.asked, key=lambda each: asked.get(each.text, 0))[:MOST]


def _hands(slug: str, found: Sequence[HeldHand]) -> OwnHands:
    asked: dict[str, bool] = {}
    for held in sorted(found, key=_order):
        drill = _OF_KIND[held.kind]
        if drill.slug == slug and (text := _asked(drill, held)):
            asked.setdefault(text, held.lost > 0)
    return OwnHands(slug, [AskedQuestion(slug, text) for text in asked], sum(asked.values()))


def _order(held: HeldHand) -> tuple[bool, bool, float]:
    return held.lost == 0, not held.own, -held.lost


def _asked(drill: AnyDrill, held: HeldHand) -> str:
    """Return the question that a hand becomes, "" if the drill does not ask it under the rules of its game."""
    if drill.obstacle(held.view.rules, held.kind, near_end=held.near_end):
        return ""
    return str(drill.of_game(GameMoment(held.view, near_end=held.near_end)))
