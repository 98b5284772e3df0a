"""The rules a second time, slowly and in their own words, for the engine to be compared with.

Nothing here uses the engine's scoring: cards are read from their text form, sets of cards are all tried, and what an
action gives is worked out from the rules alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

from game.engine.cards import Card
from game.engine.play import (
    Action,
    Call,
    Claim,
    Claimed,
    Count,
    Counting,
    Cut,
    Cutting,
    Go,
    Pass,
    Pegging,
    Play,
    State,
    TimeOut,
)
from game.engine.rules import Counted, CribFlush, Muggins, Notice, Rules, Scoring

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]

Given = tuple[int, int]
"""A side and the points it gets."""

ALL_HANDS = (
    1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224,
    388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0,
    8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
"""How many of all 12,994,800 hands of four and starters are worth 0 points, 1, 2 and so on."""
ALL_CRIBS = (
    1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368,
    378240, 43880, 310956, 16548, 88132, 9072, 57288, 11196, 2264, 0,
    7828, 2472, 444, 356, 3680, 0, 0, 0, 76, 4,
)  # fmt: skip
"""The same of cribs."""


@cache
def rank(card: Card) -> int:
    """1 for an ace to 13 for a king."""
    return RANKS.index(str(card)[0]) + 1


@cache
def suit(card: Card) -> str:
    """C, D, H or S."""
    return str(card)[1]


@cache
def value(card: Card) -> int:
    """Ace 1, court cards 10."""
    return 10 if str(card)[0] in "TJQK" else rank(card)


def _consecutive(ranks: Sequence[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


def show(hand: Sequence[Card], starter: Card, crib: bool = False) -> int:
    """The points of a hand: every set of its cards is looked at."""
    cards = [*hand, starter]
    ranks = {rank(card) for card in cards}
    points = 0
    for size in range(2, len(cards) + 1):
        for some in combinations(cards, size):
            these = [rank(card) for card in some]
            if sum(map(value, some)) == 15:
                points += 2
            if size == 2 and these[0] == these[1]:
                points += 2
            longest = min(these) - 1 not in ranks and max(these) + 1 not in ranks
            if size >= 3 and _consecutive(these) and longest:
                points += size
    if len({suit(card) for card in hand}) == 1:
        if suit(starter) == suit(hand[0]):
            points += len(hand) + 1
        elif not crib:
            points += len(hand)
    if "J" + suit(starter) in [str(card) for card in hand]:
        points += 1
    return points


def peg(series: Sequence[Card]) -> int:
    """What the last card of a series scores by itself."""
    count = sum(map(value, series))
    points = 2 if count in (15, 31) else 0
    for size, worth in ((4, 12), (3, 6), (2, 2)):
        if len(series) >= size and len({rank(card) for card in series[-size:]}) == 1:
            points += worth
            break
    for size in range(len(series), 2, -1):
        if _consecutive([rank(card) for card in series[-size:]]):
            points += size
            break
    return points


def turns(hands: Sequence[Sequence[Card]], leader: int, played: Sequence[Card]) -> Iterator[int]:
    """Whose turn each card of a play is: whoever can play must, so it is the next seat that can.

    When nobody can, or at 31, the next seat that still has cards leads.
    """
    held = [list(hand) for hand in hands]
    count, seat = 0, leader
    for card in played:
        yield seat
        held[seat].remove(card)
        count += value(card)
        room = 31 - count
        can = [any(value(other) <= room for other in hand) for hand in held]
        if not any(can):
            count, can = 0, [bool(hand) for hand in held]
        ring = [(seat + step) % len(held) for step in range(1, len(held) + 1)]
        seat = next((other for other in ring if can[other]), seat)


def gains(before: State, action: Action) -> list[Given]:
    """The points an action gives, in the order in which they are given, as if the game had no end."""
    rules = before.table.rules
    match before, action:
        case Cutting(), Cut(_, place):
            return [(_side(rules, before.table.dealer), 2)] if str(before.rest[place])[0] == "J" else []
        case Pegging() | Counting(), Call() | Pass() if before.claimed:
            return _answered(before, before.claimed, action)
        case Pegging(), TimeOut(seat):
            side = _side(rules, seat)
            return [(side, -min(2, before.table.scores[side]))]
        case Pegging(), Play():
            return _played(before, action)
        case Pegging(), Go(seat):
            waits = any(_may_go_on(before, other, {*before.gone, seat}) for other in range(rules.seats))
            return [] if waits else [(_side(rules, before.plays[-1].seat), 1)]
        case Counting(), Count():
            return [(_side(rules, before.owner), _truth(before))]
        case Counting(), TimeOut(seat):
            half = _truth(before) // 2
            return [(_side(rules, seat), _truth(before) - half), *_dealt_out(rules, seat, half)]
        case Counting(), Claim(seat, points):
            return _claimed(rules, seat, points, _truth(before))
    return []


def final_scores(before: State, action: Action) -> tuple[int, ...]:
    """The scores by side after an action: nothing is given once a side is at the target."""
    scores = list(before.table.scores)
    for side, points in gains(before, action):
        if max(scores) < before.table.rules.target:
            scores[side] += points
    return tuple(scores)


def match_points(rules: Rules, scores: Sequence[int], winner: int) -> int:
    """What a won game is worth in the match."""
    nearest = max(score for side, score in enumerate(scores) if side != winner)
    skunks = [limit for limit in (30, 60, 90) if rules.target - nearest > limit and rules.target - limit > 1]
    if max(scores) < rules.target:  # won at a limit on deals
        skunks = []
    if rules.scoring is Scoring.FREE_TRIPLE and len(skunks) == 3:
        return rules.match_points or 0
    if rules.scoring is Scoring.FREE and len(skunks) >= 2:
        return rules.double_skunk
    return {
        Scoring.TOURNAMENT: [2, 3, 3, 3],
        Scoring.LONG: [3, 4, 4, 4],
        Scoring.FREE: [1, 2],
        Scoring.FREE_TRIPLE: [1, 2, 4],
    }[rules.scoring][len(skunks)]


def _side(rules: Rules, seat: int) -> int:
    return seat % rules.sides


def _truth(state: Counting) -> int:
    rules = state.table.rules
    is_crib = state.counted == rules.seats
    holding = state.holding
    if is_crib:
        cards = [card for away in holding.away for card in away] + list(holding.from_pack)
        return show(cards, state.starter, crib=rules.crib_flush is CribFlush.WITH_STARTER)
    return show(holding.hands[(state.table.dealer + 1 + state.counted) % rules.seats], state.starter)


def _may_go_on(state: Pegging, seat: int, gone: set[int]) -> bool:
    """Whether a seat keeps the series open: it can play, or has still to say go after another's card."""
    held = [card for card in state.holding.hands[seat] if card not in [play.card for play in state.plays]]
    room = 31 - sum(map(value, state.series))
    can = any(value(card) <= room for card in held)
    return can or bool(held and seat not in gone and seat != state.plays[-1].seat)


def _played(before: Pegging, action: Play) -> list[Given]:
    rules = before.table.rules
    truth = _truth_of_play(replace(before, plays=(*before.plays, action)))
    if rules.counting is not Counted.ALL:
        return [(_side(rules, action.seat), truth)]
    assert action.claim is not None
    return _claimed(rules, action.seat, action.claim, truth)


def _truth_of_play(after: Pegging) -> int:
    """The points of the card last played; 1 more when nobody is left to play or to say go."""
    waits = any(_may_go_on(after, seat, set(after.gone)) for seat in range(after.table.rules.seats))
    last = not waits and sum(map(value, after.series)) < 31
    return peg(after.series) + int(last)


def _claimed(rules: Rules, seat: int, claim: int, truth: int) -> list[Given]:
    if rules.notice is Notice.CALLED:
        return []
    return [(_side(rules, seat), min(claim, truth)), *_dealt_out(rules, seat, _forfeit(rules, claim, truth))]


def _answered(before: Pegging | Counting, claimed: Claimed, action: Call | Pass) -> list[Given]:
    """A right call settles the claim at once, else the last opponent's answer does."""
    rules = before.table.rules
    truth = _truth(before) if isinstance(before, Counting) else _truth_of_play(before)
    opponents = [seat for seat in range(rules.seats) if _side(rules, seat) != _side(rules, claimed.seat)]
    given = [(_side(rules, claimed.seat), min(claimed.points, truth))]
    if isinstance(action, Call) and action.points == truth != claimed.points:
        return [*given, (_side(rules, action.seat), _forfeit(rules, claimed.points, truth))]
    return given if {*claimed.answered, action.seat} == set(opponents) else []


def _forfeit(rules: Rules, claim: int, truth: int) -> int:
    missed, excess = max(truth - claim, 0), max(claim - truth, 0)
    if rules.muggins is Muggins.OFF:
        return 0
    return missed + (excess if rules.muggins is Muggins.MISSED_AND_EXCESS else 0)


def _dealt_out(rules: Rules, loser: int, points: int) -> list[Given]:
    """To the other side; to several sides one point at a time, beginning left of the one who loses them."""
    sides = [(loser + step) % rules.seats % rules.sides for step in range(1, rules.seats)]
    others = list(dict.fromkeys(side for side in sides if side != _side(rules, loser)))
    if len(others) == 1:
        return [(others[0], points)]
    return [(others[turn % len(others)], 1) for turn in range(points)]
