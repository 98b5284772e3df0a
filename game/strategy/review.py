"""The grading of a finished game: for every decision the best choice, what was lost, and why.

Each decision is judged by what its seat could know then. A forced move is no decision. What is lost is told in points
and in the chance to win; a loss that chance alone could explain is none. Words for the codes are made elsewhere.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from statistics import mean

from game.engine.cards import Card
from game.engine.play import (
    Action,
    Call,
    Claim,
    Claimed,
    Counting,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Discarding,
    Holding,
    Over,
    Pass,
    Pegging,
    Play,
    State,
    Table,
    apply,
    earned,
    start,
)
from game.engine.rules import Muggins, Notice, Rules
from game.engine.scoring import THIRTY_ONE, Kind, total
from game.engine.view import View, see
from game.strategy.bots import situation_of
from game.strategy.discards import Choice, choices
from game.strategy.pegging import Worth, plays
from game.strategy.prospects import Outlook, ScoringEvent, certain, chance, deal_events

SAMPLES = 160
"""Deals of the unseen cards that a played card is judged by: more than a bot takes."""

_SURE = 1.5
"""Standard errors beyond which a difference counts."""

_POINT = 0.02
"""About what a point is worth of the chance to win."""

_LAST_STREET = 35
"""So many points short of the target, a deal may decide the game."""

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
    all the choices there were, for discards and plays.
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
        if action.seat in judged:
            found = (grade(state, action, number), grade_claim(state, action, number))
            yield from (graded for graded in found if graded)
        state = apply(state, action)


def grade(state: State, action: Action, number: int = 0) -> Graded | None:
    """Grade one decision in the state in which it was taken; None if there was none to take."""
    match action:
        case Discard():
            return grade_choice(see(state, action.seat), action, number)
        case Play() if isinstance(state, Pegging):
            return _play(state, action, number)
        case Claim() if isinstance(state, Counting):
            return _claim(state, action, number)
        case Call() | Pass() if isinstance(state, Pegging | Counting):
            return _answer(state, action, number)
        case _:
            return None


def grade_choice(
    view: View, action: Discard | Play, number: int = 0, *, samples: int | None = SAMPLES
) -> Graded | None:
    """Grade a discard or a card by what its seat sees; None if there is nothing to choose.

    `samples` are the deals that a card is judged by (None: as many as a bot takes, which is quicker). A claim that
    comes with the card is not looked at. The same view and number give the same grade.
    """
    return _discard(view, action, number) if isinstance(action, Discard) else _card(view, action, number, samples)


def lost_by(best: Choice, chosen: Choice) -> dict[Fault, float]:
    """What a discard earns less than the best one, part by part, in points; below 0 where it earns more."""
    return {
        Fault.HAND: best.hand.mean - chosen.hand.mean,
        Fault.CRIB: best.crib_sign * (best.crib.mean - chosen.crib.mean),
        Fault.PEGGING: best.play - chosen.play,
    }


def much_alike(best: Choice | Worth, other: Choice | Worth) -> bool:
    """Whether nothing speaks for the best against another: neither points nor the chance to win, beyond chance."""
    return not any(lost(best, other))


def end_is_near(view: View) -> bool:
    """Whether the chance to win says more than points: somebody is on the last street, or it is the last deal."""
    return view.deal == view.rules.deals or max(view.scores) >= view.rules.target - _LAST_STREET


def lost(best: Choice | Worth, chosen: Choice | Worth) -> tuple[float, float]:
    """What a choice loses against the best, in points and chance to win, as far as that is sure: 0 where it may be
    chance, or is next to nothing."""
    unsure, win_unsure = _unsure(best, chosen)
    points = _sure(best.value - chosen.value, max(_NEAR, unsure))
    return points, _sure((best.win or 0.0) - (chosen.win or 0.0), win_unsure)


def _unsure(best: Choice | Worth, chosen: Choice | Worth) -> tuple[float, float]:
    """How much two choices may differ by chance, in points and in the chance to win."""
    if isinstance(chosen, Worth):
        return _SURE * chosen.error, max(_WINS[-1][1], _SURE * (chosen.win_error or 0.0))
    points = _SURE * abs(chosen.crib_sign) * (best.error + chosen.error) / 2
    return points, _WINS[-1][1] + points * _POINT


def _discard(view: View, action: Discard, number: int) -> Graded:
    ranked = choices(view.hand, situation_of(view), Random(number))
    best, chosen = ranked[0], next(choice for choice in ranked if set(choice.away) == set(action.cards))
    points, win = lost(best, chosen)
    better = Discard(action.seat, best.away)
    if not points and not win:
        return Graded(number, action, better, 0.0, 0.0, (), ranked)
    return Graded(number, action, better, points, win, faults(lost_by(best, chosen), points), ranked)


def faults(parts: dict[Fault, float], points: float) -> tuple[Fault, ...]:
    """What lost these points, the gravest first; where none were lost, the end of the game asked for another choice."""
    if points <= _NEAR:
        return (Fault.END,)
    gravest = sorted(parts, key=lambda fault: -parts[fault])
    return tuple(fault for fault in gravest if parts[fault] > _NEAR) or (gravest[0],)


def _play(state: Pegging, action: Play, number: int) -> Graded | None:
    """A card; where the play is counted, what would have been best comes with its count."""
    graded = grade_choice(see(state, action.seat), action, number)
    if graded is None or action.claim is None or not isinstance(graded.best, Play):
        return graded
    return replace(graded, best=replace(graded.best, claim=total(earned(state, graded.best))))


def _card(view: View, action: Play, number: int, samples: int | None) -> Graded | None:
    ranked = plays(view, Random(number), to_win=True, samples=samples)
    if len({worth.card.rank for worth in ranked}) == 1:
        return None
    best, chosen = ranked[0], next(worth for worth in ranked if worth.card == action.card)
    points, win = lost(best, chosen)
    better = Play(action.seat, best.card)
    if not points and not win:
        return Graded(number, action, better, 0.0, 0.0, (), ranked)
    at_once = float(best.points - chosen.points)
    parts = {Fault.AT_ONCE: at_once, Fault.AFTERWARDS: points - at_once}
    return Graded(number, action, better, points, win, faults(parts, points), ranked)


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
    truth = total(earned(state, action))
    return _counted(state, action, replace(action, claim=truth), (truth, action.claim), number)


def is_decision(state: State, action: Action) -> bool:
    """Whether `grade` or `grade_claim` has something to say of an action, which this tells at once."""
    match action:
        case Discard():
            return True
        case Play(seat, _, claim) if isinstance(state, Pegging):
            room = THIRTY_ONE - state.count
            return claim is not None or len({card.rank for card in state.held(seat) if card.value <= room}) > 1
        case Claim():
            return isinstance(state, Counting)
        case Call() | Pass() if isinstance(state, Pegging | Counting):
            return _to_be_called(state) > 0
        case _:
            return False


def _to_be_called(state: Pegging | Counting) -> int:
    """How many points a right call of the open claim takes."""
    claimed = state.claimed
    if claimed is None:
        return 0
    ends = any(score.kind in _ENDS for score in claimed.scores)
    if ends and isinstance(state, Pegging) and state.held(claimed.seat):
        return 0  # whether the series was over only the claimant could know
    missed = total(claimed.scores) - claimed.points
    return abs(missed) if state.table.rules.muggins is Muggins.MISSED_AND_EXCESS else max(missed, 0)


def _answer(state: Pegging | Counting, action: Call | Pass, number: int) -> Graded | None:
    """A claim of another's: whether a miscount that could be called was let stand."""
    claimed, gain = state.claimed, _to_be_called(state)
    if claimed is None or not gain:
        return None
    truth = total(claimed.scores)
    best = Call(action.seat, truth)
    if action == best:
        return Graded(number, action, best, 0.0, 0.0)
    rules = state.table.rules
    side, kept = rules.side_of(action.seat), certain(rules.side_of(claimed.seat), min(truth, claimed.points))
    win = _chance(state, side, [kept, certain(side, gain)]) - _chance(state, side, [kept])
    return Graded(number, action, best, float(gain), max(win, 0.0), (Fault.LET_STAND,))


def _chance(state: Pegging | Counting, side: int, events: Sequence[ScoringEvent]) -> float:
    """A side's chance to win when these events come next."""
    table = state.table
    following = [*events, *_still_to_come(state)]
    outlook = Outlook(table.rules, table.scores, following, table.rules.left_of(table.dealer), deal=table.deal + 1)
    return outlook.chance(side)


def _still_to_come(state: Pegging | Counting) -> list[ScoringEvent]:
    """What this deal still gives: the hands not counted yet as they truly are; in the play, as usual."""
    if isinstance(state, Pegging):
        return list(deal_events(state.table.rules, state.table.dealer)[-state.table.rules.seats - 1 :])
    return _show(state.table, state.holding, state.starter)[state.counted + 1 :]


def _show(table: Table, holding: Holding, starter: Card) -> list[ScoringEvent]:
    """The hands and the crib in the order they are counted, as they truly are."""
    show, rules = Counting(table, holding, starter, ()), table.rules
    owners = rules.round_from(table.pone)
    hands = [certain(rules.side_of(owner), total(show.worth(holding.hands[owner], False))) for owner in owners]
    return [*hands, certain(rules.side_of(table.dealer), total(show.worth(holding.crib, True)))]


# ---------------------------------------------------------------------------------------------- the chance to win


def chance_to_win(state: State, side: int) -> float:
    """The chance, 0 to 1, that a side wins from any state, as one would judge it who sees all hands laid open.

    From the starter on, the hands and the crib count as they truly are, and the play gives what each card usually
    pegs; before that, a deal gives what deals give on average. A claim that lies open gives what its player gets of
    it if nobody calls. Before the cut for deal anybody may deal first; a draw is shared.
    """
    match state:
        case Over():
            return _share_of(state, side)
        case CuttingForDeal(table, seats):
            return mean(chance(table.rules, table.scores, dealer, side) for dealer in seats)
        case _:
            table = state.table
            following = [event for event in _to_come(state) if event.chances.size > 1]
            left = table.rules.left_of(table.dealer)
            found = Outlook(table.rules, table.scores, following, left, deal=table.deal + 1).chance(side)
            return min(max(found, 0.0), 1.0)


def _share_of(over: Over, side: int) -> float:
    """1 for who won, 0 for the others; a draw is shared by those who lead."""
    if over.winner is not None:
        return float(side == over.winner)
    scores = over.table.scores
    return (scores[side] == max(scores)) / scores.count(max(scores))


def _to_come(state: Dealing | Discarding | Cutting | Pegging | Counting) -> list[ScoringEvent]:
    """What the present deal still gives."""
    if not isinstance(state, Pegging | Counting):
        return list(deal_events(state.table.rules, state.table.dealer, closely=True))
    open_claim = [_heard(state.table.rules, state.claimed)] if state.claimed else []
    show = _show(state.table, state.holding, state.starter)
    if isinstance(state, Counting):
        return [*open_claim, *show[state.counted + bool(open_claim) :]]
    return [*open_claim, *cards_to_come(state), *show]


def _heard(rules: Rules, claimed: Claimed) -> ScoringEvent:
    """What a claim gives that nobody calls."""
    return certain(rules.side_of(claimed.seat), min(claimed.points, total(claimed.scores)))


def cards_to_come(state: Pegging) -> list[ScoringEvent]:
    """What the cards still held usually peg."""
    rules = state.table.rules
    events = deal_events(rules, state.table.dealer, closely=True)[1 : -rules.seats - 1]
    played = Counter(play.seat for play in state.plays)
    order = rules.round_from(state.table.pone)
    return [event for place, event in enumerate(events) if place // rules.seats >= played[order[place % rules.seats]]]
