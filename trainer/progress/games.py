"""Statistics of a learner's reviewed games: points given up by kind of decision, awareness, and luck.

Awareness is how many of the opponents' miscounts the learner called; luck is how many of the learner's own miscounts
nobody called.
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

LATEST = 20
"""Number of games that are read, the latest."""

_COUNTS = (DecisionKind.HAND, DecisionKind.CRIB, DecisionKind.PLAY_COUNT)
_SEATS = 6


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """Points given up in a reviewed game: in discards, in cards played, and in counts, own and opponents'."""

    key: str
    number: int
    at: datetime
    discards: float
    cards: float
    counts: float

    @property
    def lost(self) -> float:
        """Return the total of points given up."""
        return self.discards + self.cards + self.counts


@dataclass(frozen=True, slots=True)
class ReviewedGames:
    """The latest fully reviewed games, the earliest first.

    The learner called `called` of the opponents' `miscounts`; nobody called `uncalled` of the learner's own `missed`.
    """

    games: tuple[ReviewedGame, ...]
    called: int
    miscounts: int
    uncalled: int
    missed: int


def reviewed_games(learner: Learner) -> ReviewedGames:
    """Return the statistics of the latest reviewed games. At most two queries."""
    reviews = list(_reviews(learner))
    kept = [(review, decision) for review in reviews for decision in review.decisions]
    answers = [decision for _, decision in kept if decision["kind"] == DecisionKind.ANSWER]
    called = {review.pk for review in reviews if read_rules(review.game.match.rules).notice is Notice.CALLED}
    missed = [
        (review, decision)
        for review, decision in kept
        if review.pk in called and Fault.COUNT in decision["faults"] and decision["points"]
    ]
    return ReviewedGames(
        tuple(_reviewed_game(review) for review in reversed(reviews)),
        sum(decision["grade"] == Grade.BEST for decision in answers),
        len(answers),
        _uncalled(missed),
        len(missed),
    )


def _reviews(learner: Learner) -> Iterable[Review]:
    """Return the finished reviews of the learner's own seats, the latest game first."""
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
        .order_by("-game__match__played_at", "-game__number")[:LATEST]
    )


def _reviewed_game(review: Review) -> ReviewedGame:
    def lost(kinds: Sequence[DecisionKind]) -> float:
        return sum(
            float(decision["points"]) for decision in review.decisions if DecisionKind(decision["kind"]) in kinds
        )

    match = review.game.match
    counts = lost((*_COUNTS, DecisionKind.ANSWER))
    return ReviewedGame(
        match.key,
        review.game.number,
        match.played_at,
        lost((DecisionKind.DISCARD,)),
        lost((DecisionKind.PLAY,)),
        counts,
    )


def _uncalled(missed: Sequence[tuple[Review, dict[str, Any]]]) -> int:
    """Return how many of the learner's miscounts nobody called correctly. The answers to a claim follow it directly."""
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
