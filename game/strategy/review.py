"""The grading of a finished game: for every decision the best choice, what was lost, and why.

Each decision is judged by what its seat could know at the time. A forced move is not a decision. A loss is given in
points and in the chance to win; a loss that chance alone could explain counts as none. The words for the codes are in
`game.after.words`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
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
    CuttingForDeal,
    Discard,
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
"""The number of deals of the unseen cards by which a played card is judged: more than a bot uses at a larger table."""

_SURE = 1.5
"""The standard errors beyond which a difference counts."""

POINT = 0.02
"""About what a point adds to the chance to win early in a game. Losses near the end are converted into such points."""

_LAST_STREET = 35
"""With a side this many points or fewer from the target, a deal may decide the game."""

_IN_REACH = 15
"""With a side this many points or fewer from the target, this deal may end the game."""

_ENDS = (Kind.GO, Kind.LAST)

_NEAR = 0.05
"""In points: choices that are this close are equally good."""


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    GOOD = "good"
    INACCURATE = "inaccurate"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_fine(self) -> bool:
        """Whether the decision cost next to nothing."""
        return self in (Grade.BEST, Grade.GOOD)


_POINTS = ((Grade.BLUNDER, 2.0), (Grade.MISTAKE, 1.0), (Grade.INACCURATE, 0.4), (Grade.GOOD, _NEAR))
_WINS = ((Grade.BLUNDER, 0.04), (Grade.MISTAKE, 0.02), (Grade.INACCURATE, 0.008), (Grade.GOOD, 0.002))
"""The least losses of each grade: far from the end of a game, where a point is about `POINT`, both say the same, but
for good."""

_ORDER = tuple(Grade)

LEAST_WIN = 0.0005
"""The least loss of the chance to win that is worth speaking of."""


class Fault(StrEnum):
    """Where a decision lost: in the hand kept, the crib or the play to come; in the points at once or those after
    them; at the end of the game; in the count; or by accepting another player's miscount."""

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
    """A graded decision. `number` is the action's index in the game, from 0. `best` is the best action.

    `points` and `win` are what the decision lost on average, 0 or more. `faults` begin with the costliest. `ranked` are
    all the choices, for discards and plays.
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
        """How grave the loss is. A wrong count is an error even where it costs nothing."""
        least = Grade.INACCURATE if Fault.COUNT in self.faults else Grade.BEST
        return max(grade_of_loss(self.points, self.win), least, key=_ORDER.index)


def is_graver(points: float, win: float) -> bool:
    """Return whether what is lost of the chance to win has a worse grade than the points alone would have."""
    return _ORDER.index(grade_of_win(win)) > _ORDER.index(grade_of_loss(points, None))


def grade_of_loss(points: float, win: float | None) -> Grade:
    """Return the grade of a loss: that for the chance to win.

    Points that hardly cost any chance to win are at most an inaccuracy: beyond that, who loses more of the chance never
    has a better grade. Where the chance is not known (None), the grade is that for points.
    """
    by_points = next((grade for grade, least in _POINTS if points >= least), Grade.BEST)
    if win is None:
        return by_points
    return max(grade_of_win(win), min(by_points, Grade.INACCURATE, key=_ORDER.index), key=_ORDER.index)


def grade_of_win(win: float) -> Grade:
    """Return the grade of a loss of the chance to win, which is judged as it is told: in tenths of a percent."""
    return next((grade for grade, least in _WINS if round(win, 3) >= least), Grade.BEST)


def score_decides(view: View, win: float) -> bool:
    """Return whether the score is the reason for a loss of the chance to win: a side may be out in this deal, so it
    matters what is counted first."""
    return win >= LEAST_WIN and max(view.scores) >= view.rules.target - _IN_REACH


def review(
    rules: Rules, actions: Iterable[Action], seats: Iterable[int], dealer: int | None = None
) -> Iterator[Graded]:
    """Yield the graded decisions of these seats in the order of the game. A long game takes seconds.

    `dealer` is the first dealer if the actions do not begin with the cut for deal. Raises IllegalAction.
    """
    state: State = start(rules, dealer)
    judged = set(seats)
    for number, action in enumerate(actions):
        if action.seat in judged:
            found = (grade(state, action, number), grade_claim(state, action, number))
            yield from (graded for graded in found if graded)
        state = apply(state, action)


def grade(state: State, action: Action, number: int = 0) -> Graded | None:
    """Grade one decision in the state in which it was taken. Returns None if there was none to take."""
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
    """Grade a discard or a card by what its seat sees. Returns None if there is nothing to choose.

    `samples` is the number of deals by which a card is judged (None: as many as a bot uses). A claim
    that comes with the card is ignored. The same view and number give the same grade.
    """
    return _discard(view, action, number) if isinstance(action, Discard) else _card(view, action, number, samples)


def lost_by(best: Choice, chosen: Choice) -> dict[Fault, float]:
    """Return what a discard loses against the best one, part by part, in points, negative where it gains."""
    return {
        Fault.HAND: best.hand.mean - chosen.hand.mean,
        Fault.CRIB: best.crib_sign * (best.crib.mean - chosen.crib.mean),
        Fault.PEGGING: best.play - chosen.play,
    }


def much_alike(best: Choice | Worth, other: Choice | Worth) -> bool:
    """Return whether the best is no better than another beyond chance, in points and in the chance to win."""
    return not any(lost(best, other))


def end_is_near(view: View) -> bool:
    """Return whether the chance to win matters more than points: a side is near the target, or it is the last deal."""
    return view.deal == view.rules.deals or max(view.scores) >= view.rules.target - _LAST_STREET


def lost(best: Choice | Worth, chosen: Choice | Worth) -> tuple[float, float]:
    """Return what a choice loses against the best, in points and chance to win.

    A loss is 0 if it may be chance or is too small to matter. That of the chance to win is the difference of the two
    chances in tenths of a percent, as they are told.
    """
    unsure, win_unsure = _unsure(best, chosen)
    points = _sure(best.value - chosen.value, max(_NEAR, unsure))
    high, low = best.win or 0.0, chosen.win or 0.0
    return points, round(round(high, 3) - round(low, 3), 3) if _sure(high - low, win_unsure) else 0.0


def _unsure(best: Choice | Worth, chosen: Choice | Worth) -> tuple[float, float]:
    """Return how much two choices may differ by chance, in points and in the chance to win."""
    if isinstance(chosen, Worth):
        return _SURE * chosen.error, max(_WINS[-1][1], _SURE * (chosen.win_error or 0.0))
    points = _SURE * abs(chosen.crib_sign) * (best.error + chosen.error) / 2
    return points, _WINS[-1][1] + points * POINT


def _discard(view: View, action: Discard, number: int) -> Graded:
    ranked = choices(view.hand, situation_of(view), Random(number))
    best, chosen = ranked[0], next(choice for choice in ranked if set(choice.away) == set(action.cards))
    points, win = lost(best, chosen)
    better = Discard(action.seat, best.away)
    if not points and not win:
        return Graded(number, action, better, 0.0, 0.0, (), ranked)
    found = faults(lost_by(best, chosen), points)
    if score_decides(view, win) and Fault.END not in found:
        found = (Fault.END, *found)
    return Graded(number, action, better, points, win, found, ranked)


def faults(parts: dict[Fault, float], points: float) -> tuple[Fault, ...]:
    """Return what lost these points, the costliest first. If no points were lost, it is the end of the game."""
    if points <= _NEAR:
        return (Fault.END,)
    gravest = sorted(parts, key=lambda fault: -parts[fault])
    return tuple(fault for fault in gravest if parts[fault] > _NEAR) or (gravest[0],)


def _play(state: Pegging, action: Play, number: int) -> Graded | None:
    """Grade a card. If players count the play, the best action includes its count."""
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
    """Return the loss if it is more than chance and nearness explain, otherwise 0."""
    return lost if lost > least else 0.0


def _claim(state: Counting, action: Claim, number: int) -> Graded:
    """Grade a count of a hand or crib."""
    truth = total(state.truth)
    return _counted(state, action, Claim(action.seat, truth), (truth, action.points), number)


def _counted(
    state: Pegging | Counting, action: Claim | Play, best: Claim | Play, counts: tuple[int, int], number: int
) -> Graded:
    """Return the loss of a count, given the true points and the claim: points missed, or forfeited by claiming too
    much."""
    rules = state.table.rules
    truth, claimed = counts
    missed = max(truth - claimed, 0)
    excess = max(claimed - truth, 0) if rules.muggins is Muggins.MISSED_AND_EXCESS else 0
    if not missed and not excess:
        return Graded(number, action, best, 0.0, 0.0, (Fault.COUNT,) if claimed != truth else ())
    side = rules.side_of(action.seat)
    other = rules.side_of(rules.left_of(action.seat))
    given = missed if rules.muggins is not Muggins.OFF and rules.notice is Notice.AUTOMATIC else 0
    told = [certain(side, truth - missed), certain(other, excess + given)]
    win = _chance(state, side, [certain(side, truth)]) - _chance(state, side, told)
    return Graded(number, action, best, float(missed + excess), max(win, 0.0), (Fault.COUNT,))


def grade_claim(state: State, action: Action, number: int = 0) -> Graded | None:
    """Grade the claim for a card, if players count the play. Returns None if nothing was claimed."""
    if not isinstance(state, Pegging) or not isinstance(action, Play) or action.claim is None:
        return None
    truth = total(earned(state, action))
    return _counted(state, action, replace(action, claim=truth), (truth, action.claim), number)


def is_decision(state: State, action: Action) -> bool:
    """Return whether `grade` or `grade_claim` has a result for an action, without grading it."""
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
    """Return how many points a correct call of the open claim takes."""
    claimed = state.claimed
    if claimed is None:
        return 0
    ends = any(score.kind in _ENDS for score in claimed.scores)
    if ends and isinstance(state, Pegging) and state.held(claimed.seat):
        return 0  # whether the series was over only the claimant could know
    missed = total(claimed.scores) - claimed.points
    return abs(missed) if state.table.rules.muggins is Muggins.MISSED_AND_EXCESS else max(missed, 0)


def _answer(state: Pegging | Counting, action: Call | Pass, number: int) -> Graded | None:
    """Grade the answer to another player's claim: whether a miscount that could be called was accepted."""
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
    """Return a side's chance to win if these events come next."""
    table = state.table
    following = [*events, *_still_to_come(state)]
    outlook = Outlook(table.rules, table.scores, following, table.rules.left_of(table.dealer), deal=table.deal + 1)
    return outlook.chance(side)


def _still_to_come(state: Pegging | Counting) -> list[ScoringEvent]:
    """Return the events still to come in this deal: uncounted hands with their true points, the play as usual."""
    if isinstance(state, Pegging):
        return list(deal_events(state.table.rules, state.table.dealer)[-state.table.rules.seats - 1 :])
    return _show(state.table, state.holding, state.starter)[state.counted + 1 :]


def _show(table: Table, holding: Holding, starter: Card) -> list[ScoringEvent]:
    """Return the hands and the crib in the order in which they are counted, with their true points."""
    show, rules = Counting(table, holding, starter, ()), table.rules
    owners = rules.round_from(table.pone)
    hands = [certain(rules.side_of(owner), total(show.worth(holding.hands[owner], False))) for owner in owners]
    return [*hands, certain(rules.side_of(table.dealer), total(show.worth(holding.crib, True)))]


# ---------------------------------------------------------------------------------------------- the chance to win


def chance_to_win(state: State, side: int, unseen: Collection[int] = ()) -> float:
    """Return the chance, 0 to 1, that a side wins from any state, judged with all hands open.

    The `unseen` hands, by their places in the show, of which the crib is the last, count as hands do on average.
    From the starter on, the hands and the crib count with their true points, and the play gives what each card usually
    pegs. Before that, a deal gives the average of deals. An open claim gives what its player gets if nobody calls.
    Before the cut for deal each seat is equally likely to deal first. A draw is shared.
    """
    match state:
        case Over():
            return _share_of(state, side)
        case CuttingForDeal(table, seats):
            return mean(chance(table.rules, table.scores, dealer, side) for dealer in seats)
        case Pegging() | Counting():
            table = state.table
            following = [event for event in _to_come(state, unseen) if event.chances.size > 1]
            left = table.rules.left_of(table.dealer)
            found = Outlook(table.rules, table.scores, following, left, deal=table.deal + 1).chance(side)
            return min(max(found, 0.0), 1.0)
        case _:
            table = state.table
            return chance(table.rules, table.scores, table.dealer, side, table.deal)


def _share_of(over: Over, side: int) -> float:
    """Return 1 for the winner and 0 for the others. A draw is shared by those who lead."""
    if over.winner is not None:
        return float(side == over.winner)
    scores = over.table.scores
    return (scores[side] == max(scores)) / scores.count(max(scores))


def _to_come(state: Pegging | Counting, unseen: Collection[int]) -> list[ScoringEvent]:
    """Return the events still to come in the current deal."""
    open_claim = [_heard(state.table.rules, state.claimed)] if state.claimed else []
    show = _show(state.table, state.holding, state.starter)
    usual = deal_events(state.table.rules, state.table.dealer)[-len(show) :]
    show = [usual[place] if place in unseen else known for place, known in enumerate(show)]
    if isinstance(state, Counting):
        return [*open_claim, *show[state.counted + bool(open_claim) :]]
    return [*open_claim, *cards_to_come(state), *show]


def _heard(rules: Rules, claimed: Claimed) -> ScoringEvent:
    """Return what a claim gives if nobody calls it."""
    return certain(rules.side_of(claimed.seat), min(claimed.points, total(claimed.scores)))


def cards_to_come(state: Pegging) -> list[ScoringEvent]:
    """Return what the cards still held usually peg."""
    rules = state.table.rules
    events = deal_events(rules, state.table.dealer, closely=True)[1 : -rules.seats - 1]
    played = Counter(play.seat for play in state.plays)
    order = rules.round_from(state.table.pone)
    return [event for place, event in enumerate(events) if place // rules.seats >= played[order[place % rules.seats]]]
