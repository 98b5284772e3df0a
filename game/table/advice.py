"""Advice to a seat at the table: hints on request, and warnings before a costly choice.

Advice is computed from a View only, so it can reveal nothing that the seat does not see. A hint searches as long as a
bot. A warning between two players is the judgement of the review, so that both give the same reason; with more players
it searches as long as a bot, because the review would take too long to wait for. `game.table.advice_words` writes the
sentences.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from game.engine.cards import Card
from game.engine.play import Discard, Play
from game.engine.rules import Counted, Muggins
from game.engine.scoring import THIRTY_ONE, Named, Score, combine, peg
from game.engine.view import Phase, View
from game.strategy.bots import NotAsked, in_series, possible_truths, situation_of, true_scores, unseen_by
from game.strategy.discards import Choice, choices
from game.strategy.pegging import Worth, plays
from game.strategy.positions import START, follow, series_of
from game.strategy.review import (
    SAMPLES,
    Fault,
    Grade,
    end_is_near,
    grade_choice,
    lost,
    lost_by,
    much_alike,
    score_decides,
)

SHOWN = 3
"""The most discards or cards in a hint."""

_LEAST = 1.0
"""The least loss in points that is worth a warning, where the end is not near."""


class Crib(StrEnum):
    """Whose crib it is, as a seat sees it."""

    OWN = "own"
    PARTNERS = "partners"
    THEIRS = "theirs"


# ------------------------------------------------------------------------------------------------------- hints


@dataclass(frozen=True, slots=True)
class ToDiscard:
    """The best discards, best first. The first `alike` of them are equally good.

    `ahead` is where the first is better than the first that is not equally good: parts and points, the greatest first;
    () if there is none. `to_win` tells that the chance to win matters more here than points.
    """

    best: tuple[Choice, ...]
    alike: int
    crib: Crib
    ahead: tuple[tuple[Fault, float], ...]
    to_win: bool


@dataclass(frozen=True, slots=True)
class Invited:
    """A rank that the next player may answer with: the points it scores, and how many of that rank are unseen."""

    rank: int
    points: int
    unseen: int


@dataclass(frozen=True, slots=True)
class PlayOption:
    """A card to play: its worth, what it scores by itself, and the answers that score most."""

    worth: Worth
    scores: tuple[Score, ...]
    invites: tuple[Invited, ...]


@dataclass(frozen=True, slots=True)
class ToPlay:
    """The best cards, best first, one of each rank. The first `alike` of them are equally good.

    `only` tells that there is no choice. `counted` tells that the seat counts its own play, so the hint must not do it.
    """

    best: tuple[PlayOption, ...]
    alike: int
    only: bool
    counted: bool
    to_win: bool


@dataclass(frozen=True, slots=True)
class ToSayGo:
    """No card can be played."""

    count: int


@dataclass(frozen=True, slots=True)
class ToCount:
    """The combinations in the seat's hand or crib by name, and how many of each, but not their points."""

    is_crib: bool
    holds: tuple[tuple[Named, int], ...]


class CallVerdict(StrEnum):
    """What to do about another player's claim."""

    RIGHT = "right"
    CALL = "call"
    WRONG_FOR_NOTHING = "wrong_for_nothing"
    NOBODY_KNOWS = "nobody_knows"


@dataclass(frozen=True, slots=True)
class ToAnswer:
    """Whether another player's claim is worth counting again."""

    verdict: CallVerdict


@dataclass(frozen=True, slots=True)
class ToCut:
    """The pack is to be cut, for the deal or for the starter."""

    for_deal: bool


Hint = ToDiscard | ToPlay | ToSayGo | ToCount | ToAnswer | ToCut


def cards_of(hint: Hint) -> tuple[Card, ...]:
    """Return the cards that a hint would choose first, () if it names none."""
    match hint:
        case ToDiscard(best):
            return best[0].away
        case ToPlay(best):
            return (best[0].worth.card,)
        case _:
            return ()


def hint(view: View, random: Random) -> Hint:
    """Return a hint to the seat of a view. Raises NotAsked if the table waits for others.

    The same view and random numbers give the same hint.
    """
    if view.seat is None or view.seat not in view.waited_for:
        raise NotAsked
    match view.phase:
        case Phase.CUTTING_FOR_DEAL | Phase.CUTTING:
            return ToCut(view.phase is Phase.CUTTING_FOR_DEAL)
        case Phase.DISCARDING:
            return _to_discard(view, random)
        case _ if view.claim:
            return ToAnswer(_verdict(view, view.claim[1]))
        case Phase.PEGGING:
            return _to_play(view, random)
        case Phase.COUNTING:
            return _to_count(view)
        case _:
            raise NotAsked


def _to_discard(view: View, random: Random) -> ToDiscard:
    ranked: list[Choice] = []
    for choice in choices(view.hand, situation_of(view), random):
        if not any(_same_but_for_suits(choice, other) for other in ranked):
            ranked.append(choice)
    alike = _alike(ranked)
    ahead: list[tuple[Fault, float]] = []
    if alike < len(ranked):
        ahead = sorted(lost_by(ranked[0], ranked[alike]).items(), key=lambda part: -part[1])
        if ranked[0].value < ranked[alike].value or score_decides(view, lost(ranked[0], ranked[alike])[1]):
            ahead = [(Fault.END, 0.0)]
    best = tuple(ranked[:SHOWN])
    return ToDiscard(best, min(alike, SHOWN), crib_of(view), tuple(ahead), _to_win(view, best))


def _same_but_for_suits(one: Choice, other: Choice) -> bool:
    """Return whether two discards have the same ranks and the same worth, so that one of them is enough."""
    return [card.rank for card in one.away] == [card.rank for card in other.away] and much_alike(other, one)


def _alike(ranked: Sequence[Choice | Worth]) -> int:
    """Return how many of the first choices are as good as the first one."""
    told_apart = (place for place, other in enumerate(ranked) if not much_alike(ranked[0], other))
    return next(told_apart, len(ranked))


def _to_win(view: View, best: Sequence[Choice] | Sequence[Worth]) -> bool:
    """Return whether a hint should use the chance to win: near the end, and if points would choose otherwise."""
    return end_is_near(view) or max(choice.value for choice in best) > best[0].value


def crib_of(view: View) -> Crib:
    """Return whose crib it is, as the seat of the view sees it. Raises NotAsked."""
    if view.seat is None or view.dealer is None:
        raise NotAsked
    if view.seat == view.dealer:
        return Crib.OWN
    return Crib.PARTNERS if situation_of(view).ours else Crib.THEIRS


def _to_play(view: View, random: Random) -> Hint:
    if not any(card.value + view.count <= THIRTY_ONE for card in view.hand):
        return ToSayGo(view.count)
    ranked: list[Worth] = []
    for worth in plays(view, random, to_win=True):
        if worth.card.rank not in [other.card.rank for other in ranked]:
            ranked.append(worth)
    alike = _alike(ranked)
    best = tuple(_play_option(view, worth) for worth in ranked[:SHOWN])
    counted = view.rules.counting is Counted.ALL
    return ToPlay(best, min(alike, SHOWN), len(ranked) == 1, counted, _to_win(view, ranked[:SHOWN]))


def _play_option(view: View, worth: Worth) -> PlayOption:
    return PlayOption(worth, peg((*view.series, worth.card)), tuple(invited(view, worth.card)[:SHOWN]))


def invited(view: View, card: Card) -> list[Invited]:
    """Return the scoring answers to a card, the costliest first, if the next player is on another side."""
    rules, seat = view.rules, view.seat or 0
    step = follow(series_of(laid.rank for laid in view.series), card.rank)
    after = in_series(view, seat)
    if not step or step[1] == START or not after or rules.side_of(after[0]) == rules.side_of(seat):
        return []
    left = unseen_by(view)
    replies = ((rank, follow(step[1], rank)) for rank in range(1, 14) if left[rank - 1])
    found = [Invited(rank, reply[0], int(left[rank - 1])) for rank, reply in replies if reply and reply[0]]
    return sorted(found, key=lambda answer: (-answer.points, answer.rank))


def _to_count(view: View) -> ToCount:
    combinations = combine(true_scores(view))
    holds = Counter(combination.name for combination in combinations)
    return ToCount(view.counting is not None and view.counting.is_crib, tuple(holds.items()))


def _verdict(view: View, claimed: int) -> CallVerdict:
    truths = possible_truths(view)
    if claimed in truths:
        return CallVerdict.RIGHT if len(truths) == 1 else CallVerdict.NOBODY_KNOWS
    gains = claimed < min(truths) or view.rules.muggins is Muggins.MISSED_AND_EXCESS
    return CallVerdict.CALL if gains else CallVerdict.WRONG_FOR_NOTHING


# ------------------------------------------------------------------------------------------------------- warnings


@dataclass(frozen=True, slots=True)
class Caution:
    """A discard or card that gives much away: points on average, or chance to win.

    `fault` is the costliest fault, or the end of the game where the loss is told as a chance to win.
    `better` is the best choice, and `chosen` the one that is warned of, of a `hand`.
    """

    points: float
    win: float
    fault: Fault
    crib: Crib
    better: Choice | PlayOption
    chosen: Choice | PlayOption
    hand: tuple[Card, ...]

    @property
    def by_win(self) -> bool:
        """Return whether the loss is told as a chance to win."""
        return self.fault is Fault.END

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of the better choice."""
        return _cards_of_option(self.better)

    @property
    def chosen_cards(self) -> tuple[Card, ...]:
        """Return the cards of the choice that is warned of."""
        return _cards_of_option(self.chosen)


def _cards_of_option(option: Choice | PlayOption) -> tuple[Card, ...]:
    return option.away if isinstance(option, Choice) else (option.worth.card,)


def warning(view: View, action: Discard | Play, number: int, *, warned: int = 0) -> Caution | None:
    """Return what a legal action would give away if it is a mistake or worse, otherwise None.

    `number` is that of the action in its game, by which the review judges it too. Only losses beyond the standard error
    count: a point or more, or near the end the chance to win. Who has been `warned` in this play is warned once more at
    most, of a blunder.
    """
    samples = SAMPLES if view.rules.seats == 2 else None
    if isinstance(action, Play) and _is_cheap(view, action.card, number, samples):
        return None
    found = grade_choice(view, action, number, samples=samples)
    grave = (Grade.MISTAKE, Grade.BLUNDER)[warned:]
    if found is None or found.grade not in grave or (found.points < _LEAST and not end_is_near(view)):
        return None
    cards = set(action.cards if isinstance(action, Discard) else (action.card,))
    chosen = next(one for one in found.ranked if set(_cards(one)) == cards)
    fault = Fault.END if found.points < _LEAST else found.faults[0]
    better, worse = (_option(view, one) for one in (found.ranked[0], chosen))
    return Caution(found.points, found.win, fault, crib_of(view), better, worse, tuple(view.hand))


def is_unclaimed(view: View, action: Play) -> bool:
    """Return whether nothing is claimed for a card that scores: what everybody sees, and the point for the last card
    where all the others are out and the player holds none that fits."""
    if view.rules.counting is not Counted.ALL or action.claim:
        return False
    count = view.count + action.card.value
    holds = any(card != action.card and card.value + count <= THIRTY_ONE for card in view.hand)
    return bool(peg((*view.series, action.card))) or not (holds or in_series(view, action.seat))


def _is_cheap(view: View, card: Card, number: int, samples: int | None) -> bool:
    """Return whether a card loses too few points for a warning, which takes half the time of all that the grade needs.

    The grade weighs the same guesses. With more players it makes fewer of them, and takes no longer.
    """
    if view.rules.seats > 2 or end_is_near(view):
        return False
    ranked = plays(view, Random(number), to_win=False, samples=samples)
    chosen = next((worth for worth in ranked if worth.card == card), None)
    return chosen is not None and max(worth.value for worth in ranked) - chosen.value < _LEAST


def _cards(one: Choice | Worth) -> tuple[Card, ...]:
    return one.away if isinstance(one, Choice) else (one.card,)


def _option(view: View, one: Choice | Worth) -> Choice | PlayOption:
    return one if isinstance(one, Choice) else _play_option(view, one)
