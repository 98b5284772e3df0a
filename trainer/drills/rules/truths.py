"""What is true of the rules: read off the engine's tables, or off the engine when it is driven to a moment.

Source: RULES.md, all of it.
"""

from collections.abc import Sequence
from dataclasses import replace

from game.engine.cards import PACK, Card, parse_cards
from game.engine.play import (
    Action,
    Claim,
    Counting,
    Cut,
    Dealing,
    Holding,
    Over,
    Pegged,
    Shuffle,
    State,
    Table,
    TimeOut,
    apply,
    scored,
    start,
)
from game.engine.rules import DEALS, Counted, DealPlan, Muggins, Rules, Scoring
from game.engine.scoring import Kind, Score, total

AGAIN = "again"
STREETS = ("first", "second", "third", "fourth")
SKUNKS = ("none", "skunk", "double", "triple")
DEALER, PONE, NOBODY = "dealer", "pone", "nobody"
YES, NO = "yes", "no"

Given = Sequence[str]
"""What a question gives, in the order of its text form."""

HANDS = {
    0: "3S 6H 7S QS | TD",
    1: "2D 4C 7S JS | KS",
    2: "2H 4S 5S QH | 7D",
    3: "AS 3H TH QS | JS",
    4: "5H 6S JC QH | 2D",
    5: "6D 7C TH JH | 9C",
    6: "5H 7D 9S KS | KC",
    7: "3D 4C 6D JS | 2C",
    8: "AD 4D JD KS | 5C",
    9: "AC 3S JC JS | AS",
    10: "2C 2D 3D 8H | AD",
    11: "JC JD QD KS | TC",
    12: "3H 4C 5D KS | 5S",
    13: "AC AD AH JC | 3C",
    14: "4H 5S 6S QS | 6C",
    15: "5C JS KC KH | KS",
    16: "6C 6S 8S 9H | 7S",
    17: "5H JC JH QS | 5C",
    18: "AH 7C 7S 8H | 7D",
    20: "7H 8D 8H 9C | 9S",
    21: "5C 5D JS QC | 5S",
    22: "5D 5S TD TH | 5C",
    23: "5C 5S JD JS | 5D",
    24: "4D 4S 5D 6H | 5S",
    28: "5C 5D 5S 5H | JH",
    29: "5C 5D 5S JH | 5H",
}
"""A hand of four of every worth there is, with its starter; as a crib it is worth the same."""

WORTHS = tuple(HANDS)
"""What a hand of four can be worth."""

BEST_HANDS = {4: HANDS[max(WORTHS)], 5: "4C 4D 5H 5S 6C | 6D"}
"""The best hand by its number of cards, with its starter."""

BEST = {4: max(WORTHS), 5: 46}
"""What it is worth."""


def lone(seats: int) -> Rules:
    """Return the rules of a table of so many, each alone."""
    return Rules(seats=seats, sides=seats)


def plan(given: Given) -> DealPlan:
    """Return the deal for the number of seats that comes first."""
    return DEALS[int(given[0])]


def cut_cards(given: Given) -> tuple[Card, ...]:
    """Return the cards that were cut for the deal, in the order of the seats."""
    return parse_cards(given[0])


def first_dealer(given: Given) -> str:
    cards = cut_cards(given)
    state = apply(start(lone(len(cards))), Shuffle(PACK))
    for seat, card in enumerate(cards):
        state = apply(state, Cut(seat, card.number))
    return str(state.table.dealer + 1) if isinstance(state, Dealing) else AGAIN


def table_of(given: Given) -> Table:
    """Return a table of so many seats with this dealer."""
    rules = lone(int(given[0]))
    return Table(rules, int(given[1]) - 1, 1, (), (0,) * rules.sides)


def show_at(table: Table, counted: int) -> Counting:
    """Return the show, when so many hands have been counted."""
    seats = table.rules.seats
    return Counting(table, Holding(((),) * seats, ((),) * seats, ()), PACK[0], (), counted)


def _counted(state: Counting, worth: int, action: Action) -> State:
    """Return the state after the hand whose turn it is was counted so; in truth it is worth this."""
    hand, starter = map(parse_cards, HANDS[worth].split("|"))
    seats = state.table.rules.seats
    holding = Holding((hand,) * seats, ((),) * seats, hand)
    return apply(replace(state, holding=holding, starter=starter[0]), action)


def shown(given: Given) -> tuple[State, ...]:
    """Return the states of the show: as it begins, and after every count until somebody has won.

    The dealer is the first seat and the first side.
    """
    dealer, pone, *worths = map(int, given)
    had = tuple(Pegged(seat, Score(Kind.CLAIM, (), points)) for seat, points in enumerate((dealer, pone)))
    states: list[State] = [show_at(Table(Rules(counting=Counted.SHOW), 0, 1, had, (0, 0)), 0)]
    for worth in worths:
        if isinstance(states[-1], Counting):
            states.append(_counted(states[-1], worth, Claim(states[-1].owner, worth)))
    return tuple(states)


def winner(given: Given) -> str:
    last = shown(given)[-1]
    return NOBODY if not isinstance(last, Over) else (DEALER if last.winner == 0 else PONE)


_MUGGINS = {"off": Muggins.OFF, "missed": Muggins.MISSED, "excess": Muggins.MISSED_AND_EXCESS}


def _pegged(rules: Rules, worth: int, action: Action, seat: int) -> str:
    """Return the points of a seat when the second seat counts a hand of this worth with this action."""
    before = show_at(Table(rules, 0, 1, (), (0, 0)), 0)
    after = _counted(before, worth, action)
    return str(total(pegged.score for pegged in scored(before, after) if pegged.seat == seat))


def points_taken(given: Given) -> str:
    rules = Rules(counting=Counted.SHOW, muggins=_MUGGINS[given[0]])
    return _pegged(rules, int(given[2]), Claim(1, int(given[1])), 0)


def points_of_claim(given: Given) -> str:
    return _pegged(Rules(counting=Counted.SHOW), int(given[1]), Claim(1, int(given[0])), 1)


def points_kept(given: Given) -> str:
    return _pegged(Rules(counting=Counted.SHOW, count_clock=60), int(given[0]), TimeOut(1), 1)


def skunked(given: Given) -> int:
    """Return how often the loser is skunked; target and score come last."""
    return Rules(target=int(given[-2])).skunks(int(given[-1]))


def scoring(given: Given) -> Rules:
    """Return the rules of a question of match points."""
    return Rules(target=int(given[1]), scoring=Scoring(given[0]))


def partners(given: Given) -> tuple[int, ...]:
    """Return the other seats of a seat's side; all are numbered from 1."""
    seats, sides, seat = map(int, given)
    rules = Rules(seats=seats, sides=sides)
    same = (other for other in range(seats) if rules.side_of(other) == rules.side_of(seat - 1))
    return tuple(other + 1 for other in same if other + 1 != seat)
