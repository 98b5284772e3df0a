"""The grading of a finished game: for every decision the best choice, what was lost, and why.

Each decision is judged by what its seat could know then. A forced move is no decision. What is lost is told in points
and in the chance to win; a loss that chance alone could explain is none. Words for the codes are made elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from game.engine.play import (
    Action,
    Call,
    Claim,
    Counting,
    LayAway,
    Pass,
    Pegging,
    Play,
    State,
    apply,
    scored,
    start,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import Kind, total
from game.engine.view import see
from game.strategy.bots import situation_of
from game.strategy.discards import Choice, choices
from game.strategy.pegging import Worth, plays
from game.strategy.prospects import Event, Outlook, certain, deal_events

SAMPLES = 160
"""Deals of the unseen cards that a played card is judged by: more than a bot takes."""

_SURE = 1.5
"""Standard errors beyond which a difference counts."""

_POINT = 0.02
"""About what a point is worth of the chance to win."""

_ENDS = (Kind.GO, Kind.LAST)

_NEAR = 0.05
"""Points: choices that lie this close are equally good."""


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_POINTS = ((Grade.BLUNDER, 2.0), (Grade.MISTAKE, 1.0), (Grade.INACCURATE, 0.4), (Grade.GOOD, _NEAR))
_WINS = ((Grade.BLUNDER, 0.06), (Grade.MISTAKE, 0.03), (Grade.INACCURATE, 0.012), (Grade.GOOD, 0.002))


class Fault(StrEnum):
    """Where a decision lost: the hand kept, the crib, the play to come; the points at once or those after them; the
    end of the game; the count; another's miscount that was let stand."""

    HAND = "hand"
    CRIB = "crib"
    PEGGING = "pegging"
    AT_ONCE = "at_once"
    AFTERWARDS = "afterwards"
    END = "end"
    COUNT = "count"
    LET_STAND = "let_stand"


@dataclass(frozen=True, slots=True)
class Graded:
    """One decision. `number` is the action's place in the game, from 0; `best` what would have been best.

    `points` and `win` are what was lost, on average, by it: 0 or more. `faults` begin with the gravest. `ranked` are
    all the choices there were, for lay-aways and plays.
    """

    number: int
    action: Action
    best: Action
    points: float
    win: float
    faults: tuple[Fault, ...] = ()
    ranked: tuple[Choice, ...] | tuple[Worth, ...] = ()

    @property
    def grade(self) -> Grade:
        """The worse of what its points and its chance to win say."""
        by_points = next((grade for grade, least in _POINTS if self.points >= least), Grade.BEST)
        by_win = next((grade for grade, least in _WINS if self.win >= least), Grade.BEST)
        order = list(Grade)
        return max(by_points, by_win, key=order.index)


def review(
    rules: Rules, actions: Iterable[Action], seats: Iterable[int], dealer: int | None = None
) -> Iterator[Graded]:
    """Grade the decisions of these seats, in the order of the game, one by one: a long game takes seconds.

    `dealer` is who deals first where the actions do not begin with the cut for deal. Raises IllegalAction.
    """
    state: State = start(rules, dealer)
    judged = set(seats)
    for number, action in enumerate(actions):
        if getattr(action, "seat", None) in judged:
            found = (grade(state, action, number), grade_claim(state, action, number))
            yield from (graded for graded in found if graded)
        state = apply(state, action)


def grade(state: State, action: Action, number: int = 0) -> Graded | None:
    """Grade one decision in the state in which it was taken; None if there was none to take."""
    match action:
        case LayAway():
            return _lay_away(state, action, number)
        case Play():
            return _play(state, action, number)
        case Claim() if isinstance(state, Counting):
            return _claim(state, action, number)
        case Call() | Pass() if isinstance(state, Pegging | Counting):
            return _answer(state, action, number)
        case _:
            return None


def _lay_away(state: State, action: LayAway, number: int) -> Graded:
    ranked = choices(see(state, action.seat).hand, situation_of(see(state, action.seat)), Random(number))
    best, chosen = ranked[0], next(choice for choice in ranked if set(choice.away) == set(action.cards))
    parts = {
        Fault.HAND: best.hand.mean - chosen.hand.mean,
        Fault.CRIB: best.crib_sign * (best.crib.mean - chosen.crib.mean),
        Fault.PEGGING: best.play - chosen.play,
    }
    unsure = _SURE * abs(best.crib_sign) * (best.error + chosen.error) / 2
    points = _sure(best.value - chosen.value, max(_NEAR, unsure))
    win = _sure((best.win or 0.0) - (chosen.win or 0.0), _WINS[-1][1] + unsure * _POINT)
    better = LayAway(action.seat, best.away)
    if not points and not win:
        return Graded(number, action, better, 0.0, 0.0, (), ranked)
    return Graded(number, action, better, points, win, _faults(parts, points), ranked)


def _faults(parts: dict[Fault, float], points: float) -> tuple[Fault, ...]:
    """What lost, the gravest first; where no points were lost, the end of the game asked for another choice."""
    if points <= _NEAR:
        return (Fault.END,)
    gravest = sorted(parts, key=lambda fault: -parts[fault])
    return tuple(fault for fault in gravest if parts[fault] > _NEAR) or (gravest[0],)


def _play(state: State, action: Play, number: int) -> Graded | None:
    view = see(state, action.seat)
    ranked = plays(view, Random(number), to_win=True, samples=SAMPLES)
    if len({worth.card.rank for worth in ranked}) == 1:
        return None
    best, chosen = ranked[0], next(worth for worth in ranked if worth.card == action.card)
    points = _sure(best.value - chosen.value, max(_NEAR, _SURE * chosen.error))
    win = _sure((best.win or 0.0) - (chosen.win or 0.0), max(_WINS[-1][1], _SURE * (chosen.win_error or 0.0)))
    better = Play(action.seat, best.card)
    if action.claim is not None and isinstance(state, Pegging):
        better = replace(better, claim=_pegs(state, better))
    if not points and not win:
        return Graded(number, action, better, 0.0, 0.0, (), ranked)
    at_once = float(best.points - chosen.points)
    parts = {Fault.AT_ONCE: at_once, Fault.AFTERWARDS: points - at_once}
    return Graded(number, action, better, points, win, _faults(parts, points), ranked)


def _sure(lost: float, least: float) -> float:
    """What was lost, if it is more than chance and nearness explain; else nothing."""
    return lost if lost > least else 0.0


def _claim(state: Counting, action: Claim, number: int) -> Graded:
    """A count of a hand or crib."""
    truth = total(state.truth)
    return _counted(state, action, Claim(action.seat, truth), (truth, action.points), number)


def _counted(
    state: Pegging | Counting, action: Claim | Play, best: Claim | Play, counts: tuple[int, int], number: int
) -> Graded:
    """A count (the true one, the claimed one): what was left on the table, or given away by claiming too much."""
    rules = state.table.rules
    truth, claimed = counts
    missed = max(truth - claimed, 0)
    excess = max(claimed - truth, 0) if rules.muggins is Muggins.MISSED_AND_EXCESS else 0
    if not missed and not excess:
        return Graded(number, action, best, 0.0, 0.0)
    side = rules.side_of(action.seat)
    other = rules.side_of(rules.left_of(action.seat))
    given = missed if rules.muggins is not Muggins.OFF and rules.notice is Notice.AUTOMATIC else 0
    told = [certain(side, truth - missed), certain(other, excess + given)]
    win = _chance(state, side, [certain(side, truth)]) - _chance(state, side, told)
    return Graded(number, action, best, float(missed + excess), max(win, 0.0), (Fault.COUNT,))


def grade_claim(state: State, action: Action, number: int = 0) -> Graded | None:
    """Grade what a card was claimed to score, where the play is counted too; None where nothing was claimed."""
    if not isinstance(state, Pegging) or not isinstance(action, Play) or action.claim is None:
        return None
    truth = _pegs(state, action)
    return _counted(state, action, replace(action, claim=truth), (truth, action.claim), number)


def _pegs(state: Pegging, action: Play) -> int:
    """What a card scores in truth, the point for the last card too."""
    rules = replace(
        state.table.rules, counting=Counted.AUTO, muggins=Muggins.OFF, notice=Notice.AUTOMATIC, count_clock=None
    )
    told = replace(state, table=replace(state.table, rules=rules))
    return sum(pegged.score.points for pegged in scored(told, apply(told, replace(action, claim=None))))


def _answer(state: Pegging | Counting, action: Call | Pass, number: int) -> Graded | None:
    """A claim of another's: whether a miscount that could be called was let stand."""
    claimed = state.claimed
    if claimed is None:
        return None
    ends = any(score.kind in _ENDS for score in claimed.scores)
    if ends and isinstance(state, Pegging) and state.held(claimed.seat):
        return None  # whether the series was over only the claimant could know
    truth = total(claimed.scores)
    excess = state.table.rules.muggins is Muggins.MISSED_AND_EXCESS
    gain = abs(truth - claimed.points) if excess else max(truth - claimed.points, 0)
    if not gain:
        return None
    best = Call(action.seat, truth)
    if action == best:
        return Graded(number, action, best, 0.0, 0.0)
    rules = state.table.rules
    side, kept = rules.side_of(action.seat), certain(rules.side_of(claimed.seat), min(truth, claimed.points))
    win = _chance(state, side, [kept, certain(side, gain)]) - _chance(state, side, [kept])
    return Graded(number, action, best, float(gain), max(win, 0.0), (Fault.LET_STAND,))


def _chance(state: Pegging | Counting, side: int, events: Sequence[Event]) -> float:
    """A side's chance to win when these events come next."""
    table = state.table
    following = [*events, *_still_to_come(state)]
    outlook = Outlook(table.rules, table.scores, following, table.rules.left_of(table.dealer), deal=table.deal + 1)
    return outlook.chance(side)


def _still_to_come(state: Pegging | Counting) -> list[Event]:
    """What this deal still gives: the hands not counted yet as they truly are; in the play, as usual."""
    rules, dealer = state.table.rules, state.table.dealer
    if isinstance(state, Pegging):
        return list(deal_events(rules, dealer)[-rules.seats - 1 :])
    owners = (*rules.round_from(state.table.pone), dealer)
    cards = (*(state.holding.hands[owner] for owner in owners[:-1]), state.holding.crib)
    return [
        certain(rules.side_of(owners[place]), total(state.worth(cards[place], place == rules.seats)))
        for place in range(state.counted + 1, rules.seats + 1)
    ]
