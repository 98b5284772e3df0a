"""What a learner's reviewed games say: points given up by kind of decision, awareness, and luck.

Source: UX.md, Recall and progress: awareness is the others' misses that one called, luck one's own that they did not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, OuterRef, Q

from game.after.review import DecisionKind, was_called
from game.engine.play import Action as GameAction
from game.engine.record import read_action, read_rules
from game.engine.rules import Notice
from game.models import Action, Review
from game.strategy.review import Fault, Grade
from trainer.models import Learner

MOST = 20
"""Games that are looked at, the latest."""

_COUNTS = (DecisionKind.HAND, DecisionKind.CRIB, DecisionKind.PLAY_COUNT)
_SEATS = 6


@dataclass(frozen=True, slots=True)
class Played:
    """A reviewed game: points given up in discards, in cards played, and in counts, own and others'."""

    key: str
    number: int
    at: datetime
    discards: float
    cards: float
    counts: float

    @property
    def lost(self) -> float:
        """Points given up in all."""
        return self.discards + self.cards + self.counts


@dataclass(frozen=True, slots=True)
class Games:
    """The latest games that were reviewed to their end, the first first; `called` of `miscounts` of others were called,
    and `uncalled` of the own `missed` counts were not."""

    played: tuple[Played, ...]
    called: int
    miscounts: int
    uncalled: int
    missed: int


def games(learner: Learner) -> Games:
    """What the latest reviewed games say. At most two queries, whatever was played."""
    reviews = list(_reviews(learner))
    kept = [(review, decision) for review in reviews for decision in review.decisions]
    answers = [decision for _, decision in kept if decision["kind"] == DecisionKind.ANSWER]
    called = {review.pk for review in reviews if read_rules(review.game.match.rules).notice is Notice.CALLED}
    missed = [
        (review, decision) for review, decision in kept if review.pk in called and Fault.COUNT in decision["faults"]
    ]
    return Games(
        tuple(_played(review) for review in reversed(reviews)),
        sum(decision["grade"] == Grade.BEST for decision in answers),
        len(answers),
        _uncalled(missed),
        len(missed),
    )


def _reviews(learner: Learner) -> Iterable[Review]:
    """The reviews of seats in which the learner sat that have come to the end of the game."""
    lines = Action.objects.filter(game=OuterRef("game"))
    return (
        Review.objects.filter(
            Exists(lines.filter(number=OuterRef("upto") - 1)),
            ~Exists(lines.filter(number__gte=OuterRef("upto"))),
            game__match__seats__learner=learner,
            game__match__seats__place=F("seat"),
        )
        .select_related("game__match")
        .defer("deals", "game__match__summary", "game__standing")
        .order_by("-game__match__played_at", "-game__number")[:MOST]
    )


def _played(review: Review) -> Played:
    def lost(kinds: Sequence[DecisionKind]) -> float:
        return sum(
            float(decision["points"]) for decision in review.decisions if DecisionKind(decision["kind"]) in kinds
        )

    match = review.game.match
    counts = lost((*_COUNTS, DecisionKind.ANSWER))
    return Played(
        match.key,
        review.game.number,
        match.played_at,
        lost((DecisionKind.DISCARD,)),
        lost((DecisionKind.PLAY,)),
        counts,
    )


def _uncalled(missed: Sequence[tuple[Review, dict[str, Any]]]) -> int:
    """How many of the own misses nobody called rightly: the answers to a claim follow it at once."""
    if not missed:
        return 0
    after = [
        Q(game=review.game_id, number__gt=decision["number"], number__lte=decision["number"] + _SEATS)
        for review, decision in missed
    ]
    lines = Action.objects.filter(reduce(or_, after)).values_list("game", "number", "text")
    texts = {(game, number): text for game, number, text in lines}
    return sum(
        not was_called(read_action(decision["best"]), _following(texts, review.game_id, decision["number"]))
        for review, decision in missed
    )


def _following(texts: dict[tuple[int, int], str], game: int, number: int) -> Iterator[GameAction]:
    """The actions of a game after the one of this number, as far as they were read."""
    while (text := texts.get((game, number + 1))) is not None:
        yield read_action(text)
        number += 1
