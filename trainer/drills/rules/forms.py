"""What can be asked about the rules, and what is true of it: the forms of question, and the engine's answers.

Nothing is ruled here a second time: truths are read off the engine's tables, or the engine is driven to the moment
that is asked about. Source: RULES.md, all of it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from random import Random

from game.engine.cards import PACK, Card, parse_cards
from game.engine.play import (
    CLAIMS,
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
from game.engine.rules import DEALS, SIDES, TARGETS, Counted, DealPlan, Muggins, Rules, Scoring
from game.engine.scoring import Kind, Score, heels, total
from trainer import glossary


class RulesSort(StrEnum):
    """What a question is about."""

    CARDS = "cards"
    DEAL = "deal"
    ORDER = "order"
    HEELS = "heels"
    STREETS = "streets"
    SKUNKS = "skunks"
    MATCH = "match"
    SIDES = "sides"
    WINNING = "winning"
    MUGGINS = "muggins"
    CLOCK = "clock"
    COUNTS = "counts"
    WORDS = "words"


class Form(StrEnum):
    """What is asked, as its text form begins."""

    VALUE = "value"
    FIRST_DEALER = "first-dealer"
    DEALT = "dealt"
    AWAY = "away"
    DEALER_DEALT = "dealer-dealt"
    DEALER_AWAY = "dealer-away"
    PACK_CRIB = "pack-crib"
    LEADS = "leads"
    COUNTS_FIRST = "counts-first"
    COUNTS_LAST = "counts-last"
    HEELS = "heels"
    STREET = "street"
    SKUNK = "skunk"
    MATCH = "match"
    PARTNER = "partner"
    WINS = "wins"
    MUGGINS = "muggins"
    CLAIM = "claim"
    CLOCK = "clock"
    POSSIBLE = "possible"
    BEST = "best"
    WORD = "word"


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

BEST = {4: max(WORTHS), 5: 46}
"""The best hand by its number of cards; of five it is 4 4 5 5 6 with another six."""


# ------------------------------------------------------------------------------------------- the engine, driven


def lone(seats: int) -> Rules:
    """The rules of a table of so many, each alone."""
    return Rules(seats=seats, sides=seats)


def plan(given: Given) -> DealPlan:
    """The deal for the number of seats that comes first."""
    return DEALS[int(given[0])]


def cut_cards(given: Given) -> tuple[Card, ...]:
    """The cards that were cut for the deal, in the order of the seats."""
    return parse_cards(given[0])


def _first_dealer(given: Given) -> str:
    cards = cut_cards(given)
    state = apply(start(lone(len(cards))), Shuffle(PACK))
    for seat, card in enumerate(cards):
        state = apply(state, Cut(seat, card.number))
    return str(state.table.dealer + 1) if isinstance(state, Dealing) else AGAIN


def _table(given: Given) -> Table:
    """A table of so many seats with this dealer."""
    rules = lone(int(given[0]))
    return Table(rules, int(given[1]) - 1, 1, (), (0,) * rules.sides)


def _at_show(table: Table, counted: int) -> Counting:
    """The show, when so many hands have been counted."""
    seats = table.rules.seats
    return Counting(table, Holding(((),) * seats, ((),) * seats, ()), PACK[0], (), counted)


def _counted(state: Counting, worth: int, action: Action) -> State:
    """The state after the hand whose turn it is was counted so; in truth it is worth this."""
    hand, starter = map(parse_cards, HANDS[worth].split("|"))
    seats = state.table.rules.seats
    holding = Holding((hand,) * seats, ((),) * seats, hand)
    return apply(replace(state, holding=holding, starter=starter[0]), action)


def shown(given: Given) -> tuple[State, ...]:
    """The show of a question of who wins: as it begins, and after every count, till somebody has won.

    The dealer is the first seat and the first side.
    """
    dealer, pone, *worths = map(int, given)
    had = tuple(Pegged(seat, Score(Kind.CLAIM, (), points)) for seat, points in enumerate((dealer, pone)))
    states: list[State] = [_at_show(Table(Rules(counting=Counted.SHOW), 0, 1, had, (0, 0)), 0)]
    for worth in worths:
        if isinstance(states[-1], Counting):
            states.append(_counted(states[-1], worth, Claim(states[-1].owner, worth)))
    return tuple(states)


def _winner(given: Given) -> str:
    last = shown(given)[-1]
    return NOBODY if not isinstance(last, Over) else (DEALER if last.winner == 0 else PONE)


_MUGGINS = {"off": Muggins.OFF, "missed": Muggins.MISSED, "excess": Muggins.MISSED_AND_EXCESS}


def _pegged(rules: Rules, worth: int, action: Action, seat: int) -> str:
    """What a seat is given when the second one counts a hand of this worth so."""
    before = _at_show(Table(rules, 0, 1, (), (0, 0)), 0)
    after = _counted(before, worth, action)
    return str(total(pegged.score for pegged in scored(before, after) if pegged.seat == seat))


def _muggins(given: Given) -> str:
    rules = Rules(counting=Counted.SHOW, muggins=_MUGGINS[given[0]])
    return _pegged(rules, int(given[2]), Claim(1, int(given[1])), 0)


def _claimed(given: Given) -> str:
    return _pegged(Rules(counting=Counted.SHOW), int(given[1]), Claim(1, int(given[0])), 1)


def _kept(given: Given) -> str:
    return _pegged(Rules(counting=Counted.SHOW, count_clock=60), int(given[0]), TimeOut(1), 1)


def skunked(given: Given) -> int:
    """How often the loser is skunked; target and score come last."""
    return Rules(target=int(given[-2])).skunks(int(given[-1]))


def scoring(given: Given) -> Rules:
    """The rules of a question of match points."""
    return Rules(target=int(given[1]), scoring=Scoring(given[0]))


def partners(given: Given) -> tuple[int, ...]:
    """The other seats of a seat's side; all are numbered from 1."""
    seats, sides, seat = map(int, given)
    rules = Rules(seats=seats, sides=sides)
    same = (other for other in range(seats) if rules.side_of(other) == rules.side_of(seat - 1))
    return tuple(other + 1 for other in same if other + 1 != seat)


# -------------------------------------------------------------------------------------------------- the choices


def _seats(number: str) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in range(int(number)))


def _sides(given: Given) -> tuple[str, ...]:
    """The right partners, and others that sit in other ways: beside, before, behind, across."""
    seats, _, seat = map(int, given)
    steps = ((1,), (2,), (3,), (seats - 1,)) if len(partners(given)) == 1 else ((1, 2), (1, 5), (2, 4), (4, 5))
    some = {tuple(sorted((seat - 1 + step) % seats + 1 for step in taken)) for taken in steps}
    return tuple("+".join(map(str, taken)) for taken in sorted({*some, partners(given)}))


def _words(given: Given) -> tuple[str, ...]:
    return words_beside(given[0])


@lru_cache(maxsize=256)
def words_beside(slug: str) -> tuple[str, ...]:
    """Return the word and three others, which neither lead to it nor does it lead to them: synonyms do."""
    known = glossary.words(glossary.SOURCE)
    links = known[slug].links if slug in known else ()
    others = sorted(other for other in known if other != slug)
    apart = [other for other in others if other not in links and slug not in known[other].links]
    three = Random(f"{Form.WORD} {slug}").sample(apart if len(apart) >= 3 else others, 3)
    return tuple(sorted((slug, *three), key=lambda word: known[word].name if word in known else spelt(word)))


def spelt(slug: str) -> str:
    """The words of a slug, as a name."""
    return slug.replace("-", " ").capitalize()


# ---------------------------------------------------------------------------------------------- the forms, all


@dataclass(frozen=True, slots=True)
class Rule:
    """A form of question: what it is about, the pattern of what it gives, which of that can be, and what is true.

    A form without `choices` is answered with a number.
    """

    sort: RulesSort
    pattern: str
    can_be: Callable[[Given], bool]
    truth: Callable[[Given], str]
    choices: Callable[[Given], tuple[str, ...]] = lambda _given: ()

    def given(self, text: str) -> tuple[str, ...] | None:
        """What a text gives; None where it is no question."""
        match = re.fullmatch(self.pattern, text, re.ASCII)
        return match.groups() if match and self.can_be(match.groups()) else None


_NUMBER = r"(0|[1-9]\d{0,2})"
_CARD = "[A2-9TJQK][CDHS]"


def _seated(given: Given) -> bool:
    return int(given[0]) in SIDES


def _any(given: Given) -> bool:
    return True


def _deals(given: Given) -> bool:
    """Seats and a dealer among them."""
    return _seated(given) and 1 <= int(given[1]) <= int(given[0])


def _is_lost(given: Given) -> bool:
    """A target, and a score short of it."""
    return int(given[-2]) in TARGETS and int(given[-1]) < int(given[-2])


def _can_be_won(given: Given) -> bool:
    *scores, pone, dealer, crib = map(int, given)
    return max(scores) < Rules().target and {pone, dealer, crib} <= set(WORTHS)


def _can_be_claimed(given: Given) -> bool:
    return int(given[-2]) in CLAIMS and int(given[-1]) in WORTHS


def _has_partners(given: Given) -> bool:
    seats, sides, seat = map(int, given)
    return sides in SIDES.get(seats, ()) and sides < seats and 1 <= seat <= seats


_OF_SEATS = f"{_NUMBER} {_NUMBER}"
_LONGEST_SLUG = 40


def _share(told: Callable[[DealPlan], int]) -> Rule:
    return Rule(RulesSort.DEAL, _NUMBER, _seated, lambda given: str(told(plan(given))))


def _seat(told: Callable[[Given], int]) -> Rule:
    return Rule(RulesSort.ORDER, _OF_SEATS, _deals, lambda given: str(told(given) + 1), lambda given: _seats(given[0]))


RULES: dict[Form, Rule] = {
    Form.VALUE: Rule(RulesSort.CARDS, f"({_CARD})", _any, lambda given: str(Card.parse(given[0]).value)),
    Form.FIRST_DEALER: Rule(
        RulesSort.DEAL,
        f"({_CARD}(?: {_CARD}){{1,5}})",
        lambda given: len(set(given[0].split())) == len(given[0].split()),
        _first_dealer,
        lambda given: (*_seats(str(len(given[0].split()))), AGAIN),
    ),
    Form.DEALT: _share(lambda deal: deal.other.cards),
    Form.AWAY: _share(lambda deal: deal.other.away),
    Form.DEALER_DEALT: _share(lambda deal: deal.dealer.cards),
    Form.DEALER_AWAY: _share(lambda deal: deal.dealer.away),
    Form.PACK_CRIB: _share(lambda deal: deal.from_pack),
    Form.LEADS: _seat(lambda given: _table(given).pone),
    Form.COUNTS_FIRST: _seat(lambda given: _at_show(_table(given), 0).owner),
    Form.COUNTS_LAST: _seat(lambda given: _at_show(_table(given), int(given[0])).owner),
    Form.HEELS: Rule(RulesSort.HEELS, f"({_CARD})", _any, lambda given: str(total(heels(Card.parse(given[0]))))),
    Form.STREET: Rule(
        RulesSort.STREETS,
        _NUMBER,
        lambda given: 1 <= int(given[0]) < Rules().target,
        lambda given: STREETS[3 - Rules().skunks(int(given[0]))],  # skunk lines are where streets begin
        lambda _given: STREETS,
    ),
    Form.SKUNK: Rule(
        RulesSort.SKUNKS, _OF_SEATS, _is_lost, lambda given: SKUNKS[skunked(given)], lambda _given: SKUNKS
    ),
    Form.MATCH: Rule(
        RulesSort.MATCH,
        f"(tournament|long|free) {_OF_SEATS}",
        _is_lost,
        lambda given: str(scoring(given).match_worth(skunked(given))),
    ),
    Form.PARTNER: Rule(
        RulesSort.SIDES,
        f"{_OF_SEATS} {_NUMBER}",
        _has_partners,
        lambda given: "+".join(map(str, partners(given))),
        _sides,
    ),
    Form.WINS: Rule(
        RulesSort.WINNING,
        f"{_OF_SEATS} : pone {_NUMBER} dealer {_NUMBER} crib {_NUMBER}",
        _can_be_won,
        _winner,
        lambda _given: (DEALER, PONE, NOBODY),
    ),
    Form.MUGGINS: Rule(RulesSort.MUGGINS, f"(off|missed|excess) {_OF_SEATS}", _can_be_claimed, _muggins),
    Form.CLAIM: Rule(RulesSort.MUGGINS, _OF_SEATS, _can_be_claimed, _claimed),
    Form.CLOCK: Rule(RulesSort.CLOCK, _NUMBER, lambda given: int(given[0]) in WORTHS, _kept),
    Form.POSSIBLE: Rule(
        RulesSort.COUNTS,
        _NUMBER,
        lambda given: int(given[0]) in CLAIMS,
        lambda given: YES if int(given[0]) in WORTHS else NO,
        lambda _given: (YES, NO),
    ),
    Form.BEST: Rule(
        RulesSort.COUNTS, _NUMBER, lambda given: int(given[0]) in BEST, lambda given: str(BEST[int(given[0])])
    ),
    Form.WORD: Rule(
        RulesSort.WORDS,
        r"([a-z0-9]+(?:-[a-z0-9]+)*)",
        lambda given: len(given[0]) <= _LONGEST_SLUG,  # of words that are gone, too: what was asked stays readable
        lambda given: given[0],
        _words,
    ),
}
"""Every form of question."""
