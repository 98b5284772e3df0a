"""The review of a finished game, computed in small steps, so that no page waits long for it.

The results are stored in a `models.Review`. Two tabs may run steps at once: a step is written only if the review still
stands where the step began, so nothing is graded twice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice, takewhile
from time import monotonic

from game.engine.cards import Card, parse_cards, text_of
from game.engine.play import (
    Action,
    Call,
    Claim,
    Counting,
    Dealing,
    Discard,
    Over,
    Pass,
    Pegging,
    Play,
    State,
    earned,
)
from game.engine.record import read_action
from game.engine.rules import Notice
from game.engine.scoring import Kind, Score, total
from game.models import Review
from game.referee import Course
from game.strategy.discards import Choice
from game.strategy.duplicate import DealToReplay, by_expert, gained
from game.strategy.pegging import Worth
from game.strategy.review import Fault, Grade, Graded, chance_to_win, grade, grade_claim, is_decision

SECONDS = 0.7
"""The seconds after which a step stops at the next action."""

_SHOWN = 5
"""The number of choices of a decision that are stored, besides the one taken."""


class DecisionKind(StrEnum):
    """What was decided: a discard, a card, the count of that card, of a hand or crib, or another player's claim."""

    DISCARD = "discard"
    PLAY = "play"
    PLAY_COUNT = "play_count"
    HAND = "hand"
    CRIB = "crib"
    ANSWER = "answer"

    @classmethod
    def _missing_(cls, value: object) -> "DecisionKind | None":
        """Read the older name of a discard in stored reviews."""
        return cls.DISCARD if value == "lay_away" else None


# ------------------------------------------------------------------------------------------------------- steps


def step(course: Course, seat: int, seconds: float = SECONDS) -> Review:
    """Examine more actions for so many seconds and store the results. Returns the review after that.

    At least one action is examined, which can take half a second longer. If another step was faster, the results of
    this one are discarded.
    """
    review = begun(course, seat)
    began, upto = monotonic(), review.upto
    decisions, deals = list(review.decisions), list(review.deals)
    while upto < course.number:
        decisions += decisions_at(course, seat, upto)
        upto += 1
        deals += deal_before(course, seat, upto)
        if monotonic() - began > seconds:
            break
    if upto > review.upto:
        untouched = Review.objects.filter(pk=review.pk, upto=review.upto)
        untouched.update(upto=upto, decisions=decisions, deals=deals)
        review.refresh_from_db(fields=["upto", "decisions", "deals"])
    return review


def is_done(review: Review, course: Course) -> bool:
    """Return whether all actions have been examined."""
    return review.upto >= course.number


def begun(course: Course, seat: int) -> Review:
    """Return the review of a seat. It is begun, by counting the seat's decisions, if there is none."""
    found = Review.objects.filter(game=course.game, seat=seat).first()
    if found and (found.asked is not None or is_done(found, course)):
        return found
    log = course.log
    numbers = (number for number in range(len(log)) if log.action(number).seat == seat)
    asked = sum(is_decision(log.state(number), log.action(number)) for number in numbers)
    return Review.objects.update_or_create(game=course.game, seat=seat, defaults={"asked": asked})[0]


def progress(review: Review) -> tuple[int, int]:
    """Return how many of the seat's decisions have been examined, and how many there are."""
    looked = len({decision["number"] for decision in review.decisions})
    return looked, looked if review.asked is None else review.asked


# -------------------------------------------------------------------------------------------------- what is kept


@dataclass(frozen=True, slots=True)
class RankedChoice:
    """A choice of a decision: its rank among all choices, from 1, and its worth in points and in chance to win.

    A discard's `hand`, `crib` and `play` are averages. `points` is what a card scores by itself.
    """

    place: int
    taken: bool
    cards: tuple[Card, ...]
    value: float
    win: float | None
    hand: float = 0.0
    crib: float = 0.0
    play: float = 0.0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A graded decision. `ranked` holds the best few choices and the one that was taken, `before` the chance to
    win before a decision without choices, where that is known. `overlooked` are the points that a claim too high could
    have cost, had anybody called it."""

    number: int
    deal: int
    kind: DecisionKind
    action: Action
    best: Action
    grade: Grade
    points: float
    win: float
    faults: tuple[Fault, ...]
    ranked: tuple[RankedChoice, ...]
    before: float | None = None
    overlooked: float = 0.0

    @property
    def loss(self) -> tuple[float, float, int]:
        """Return the key by which the worst decisions are found: of those that cost the same it is the grade."""
        return (self.win, self.points, tuple(Grade).index(self.grade))

    @property
    def gravity(self) -> tuple[bool, tuple[float, float, int]]:
        """Return the key by which the worse of two decisions in one action is found, such as a card and its count: one
        that was not fine, even if it cost nothing, before one that was."""
        return not self.grade.is_fine, self.loss

    @property
    def chance(self) -> float | None:
        """Return the chance to win that the best choice gave, or before a decision without choices, None if unknown."""
        return self.ranked[0].win if self.ranked else self.before

    @property
    def taken(self) -> RankedChoice | None:
        """Return the choice that was taken, of discards and cards."""
        return next((row for row in self.ranked if row.taken), None)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A deal compared with the same deal played by the expert.

    `number` is that of its shuffle. The points are by side: as they came, and with the expert in the seat (None: the
    deal was broken off). The `curve` is the chance to win before the deal and at the end of the game, as pairs of an
    action's number and the chance before it; what is kept of older reviews holds the count, too.
    """

    deal: int
    first: int
    played: tuple[int, ...]
    expert: tuple[int, ...] | None
    curve: tuple[tuple[int, float], ...]


def decisions(review: Review) -> tuple[Decision, ...]:
    """Return the decisions that have been graded, in the order of the game."""
    return tuple(
        Decision(
            **{
                **kept,
                "kind": DecisionKind(kept["kind"]),
                "action": read_action(kept["action"]),
                "best": read_action(kept["best"]),
                "grade": Grade(kept["grade"]),
                "faults": tuple(map(Fault, kept["faults"])),
                "ranked": tuple(RankedChoice(**{**row, "cards": parse_cards(row["cards"])}) for row in kept["ranked"]),
            }
        )
        for kept in review.decisions
    )


def duplicates(review: Review) -> tuple[Duplicate, ...]:
    """Return the deals that have been examined."""
    return tuple(
        Duplicate(
            **{
                **kept,
                "played": tuple(kept["played"]),
                "expert": None if kept["expert"] is None else tuple(kept["expert"]),
                "curve": tuple((number, chance) for number, chance in kept["curve"]),
            }
        )
        for kept in review.deals
    )


def decisions_at(course: Course, seat: int, number: int) -> list[dict[str, object]]:
    """Return a seat's graded decisions in one action as they are stored: none, one, or two with a claimed card."""
    state, action = course.log.state(number), course.log.action(number)
    if action.seat != seat:
        return []
    found = (
        (grade(state, action, number), _kind(state, action)),
        (grade_claim(state, action, number), DecisionKind.PLAY_COUNT),
    )
    return [
        {**_kept(_as_it_came(course, graded), kind, state.table.deal), "overlooked": _overlooked(course, graded)}
        for graded, kind in found
        if graded
    ]


def _as_it_came(course: Course, graded: Graded) -> Graded:
    """Return a decision with what it lost: a claim too high loses nothing where nobody called it."""
    return replace(graded, points=0.0, win=0.0) if _overlooked(course, graded) else graded


def _overlooked(course: Course, graded: Graded) -> float:
    """Return the points that a claim too high would have lost, had anybody called it; 0 if somebody did."""
    if Fault.COUNT not in graded.faults or course.rules.notice is not Notice.CALLED:
        return 0.0
    if (claimed_in(graded.action) or 0) <= (claimed_in(graded.best) or 0):
        return 0.0
    return 0.0 if was_called(graded.best, course.log.actions(graded.number + 1)) else graded.points


def claimed_in(action: Action) -> int | None:
    """Return the points that an action says: a claim, a call, or a card that is counted; None if it says none."""
    match action:
        case Claim(_, points) | Call(_, points):
            return points
        case Play(_, _, claim):
            return claim
        case _:
            return None


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim that was made, or that another player answered, and the true scores."""

    points: int
    scores: tuple[Score, ...]

    @property
    def missed(self) -> int:
        """Return by how much it was too low, negative if too high."""
        return total(self.scores) - self.points

    @property
    def missed_end(self) -> Kind | None:
        """Return the kind of the point for go or the last card if just that was missed."""
        ends = (score.kind for score in self.scores if score.kind in (Kind.GO, Kind.LAST))
        return next(ends, None) if self.missed == 1 else None


def judged_claim(action: Action, state: State) -> JudgedClaim | None:
    """Return the claim that an action makes or answers in a state, None if there is none."""
    match action, state:
        case Claim(_, points), Counting():
            return JudgedClaim(points, state.truth)
        case Play(_, _, int() as claim), Pegging():
            return JudgedClaim(claim, earned(state, action))
        case ((Call() | Pass()), (Pegging() | Counting())) if state.claimed:
            return JudgedClaim(state.claimed.points, state.claimed.scores)
        case _:
            return None


def _kind(state: State, action: Action) -> DecisionKind:
    match action:
        case Discard():
            return DecisionKind.DISCARD
        case Play():
            return DecisionKind.PLAY
        case Call() | Pass():
            return DecisionKind.ANSWER
        case _:
            return DecisionKind.CRIB if isinstance(state, Counting) and state.is_crib else DecisionKind.HAND


def _kept(graded: Graded, kind: DecisionKind, deal: int) -> dict[str, object]:
    rows = enumerate(_rows(graded), 1)
    return {
        "number": graded.number,
        "deal": deal,
        "kind": kind.value,
        "action": str(graded.action),
        "best": str(graded.best),
        "grade": graded.grade.value,
        "points": round(graded.points, 2),
        "win": round(graded.win, 4),
        "faults": [fault.value for fault in graded.faults],
        "ranked": [{"place": place, **row} for place, row in rows if place <= _SHOWN or row["taken"]],
    }


def _rows(graded: Graded) -> list[dict[str, object]]:
    """Return the choices, best first. Cards of one rank are worth the same; only one is listed, the one taken if
    any."""
    taken = graded.action
    if isinstance(taken, Discard):
        choices = [choice for choice in graded.ranked if isinstance(choice, Choice)]
        return [_choice(choice, set(choice.away) == set(taken.cards)) for choice in choices]
    found: dict[int, Worth] = {}
    for worth in graded.ranked:
        if (
            isinstance(worth, Worth)
            and isinstance(taken, Play)
            and (worth.card.rank not in found or worth.card == taken.card)
        ):
            found[worth.card.rank] = worth
    return [_worth(worth, isinstance(taken, Play) and worth.card == taken.card) for worth in found.values()]


def _choice(choice: Choice, taken: bool) -> dict[str, object]:
    return {
        "taken": taken,
        "cards": text_of(choice.away),
        "value": round(choice.value, 2),
        "win": None if choice.win is None else round(choice.win, 6),
        "hand": round(choice.hand.mean, 2),
        "crib": round(choice.crib.mean, 2),
        "play": round(choice.play, 2),
    }


def _worth(worth: Worth, taken: bool) -> dict[str, object]:
    return {
        "taken": taken,
        "cards": str(worth.card),
        "value": round(worth.value, 2),
        "win": None if worth.win is None else round(worth.win, 6),
        "points": worth.points,
    }


def was_called(best: Action, following: Iterable[Action]) -> bool:
    """Return whether an opponent called a claim with its true points, which `best` claims.

    `following` are the actions after the claim.
    """
    truth = best.points if isinstance(best, Claim) else best.claim if isinstance(best, Play) else None
    answers = takewhile(lambda action: isinstance(action, Call | Pass), following)
    return any(isinstance(answer, Call) and answer.points == truth for answer in answers)


def deal_before(course: Course, seat: int, end: int) -> list[dict[str, object]]:
    """Return the deal that ends before the action `end` as it is stored, or [] if none does, as in a record that
    breaks off."""
    states = course.log.of_deal(end - 1)
    after, ended = states[-1], isinstance(states[-1], Dealing | Over)
    begun = next(((place, state) for place, state in enumerate(states[:-1]) if isinstance(state, Dealing)), None)
    if begun is None or not (ended or end == course.number):
        return []
    place, before = begun
    first = end + 1 - len(states) + place
    actions = tuple(islice(course.log.actions(first), end - first))
    deal = DealToReplay(before, actions, first, seat, course.levels)
    return [
        {
            "deal": before.table.deal,
            "first": first,
            "played": gained(before, after),
            "expert": by_expert(deal, course.chance) if ended else None,
            "curve": _curve(states[place:], first, course.rules.side_of(seat)),
        }
    ]


def rough_curve(course: Course, seat: int) -> list[tuple[int, float]]:
    """Return the chance to win of a seat's side before each deal and at the end, by the scores alone."""
    side = course.rules.side_of(seat)
    known = [*((start.number, start.state) for start in course.log.starts), (course.number, course.state)]
    return [(number, round(chance_to_win(state, side), 4)) for number, state in known]


def _curve(states: Sequence[State], first: int, side: int) -> list[tuple[int, float]]:
    """Return the chance to win of a side before a deal and at the end of the game.

    In between, the seat's decisions and the show have the chances. The end of a deal begins the next one.
    """
    return [
        (number, round(chance_to_win(state, side), 4))
        for number, state in enumerate(states[:-1] if isinstance(states[-1], Dealing) else states, first)
        if number == first or isinstance(state, Over)
    ]
