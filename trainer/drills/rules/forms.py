"""The forms of question about the rules: what each can ask, how it is drawn, and what is true of it.

Nothing is ruled here a second time: `truths` has it from the engine. Source: RULES.md, all of it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random

from game.engine.cards import PACK, Card, text_of
from game.engine.play import CLAIMS
from game.engine.rules import DEALS, SIDES, TARGETS, DealPlan, Rules
from game.engine.scoring import heels, total
from trainer import glossary
from trainer.drills.rules import families
from trainer.drills.rules.truths import (
    AGAIN,
    BEST,
    DEALER,
    NO,
    NOBODY,
    PONE,
    SKUNKS,
    STREETS,
    WORTHS,
    YES,
    Given,
    first_dealer,
    partners,
    plan,
    points_kept,
    points_of_claim,
    points_taken,
    scoring,
    show_at,
    skunked,
    table_of,
    winner,
)


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


@dataclass(frozen=True, slots=True)
class Rule:
    """A form of question: everything about it but its words.

    `pattern` and `can_be` say which parameters a question can have, `truth` is the right answer to it, and `draw`
    returns parameters drawn at random, in their text form. A form without `choices` is answered with a number.
    Without `has_siblings` no other question asks the same.
    """

    sort: RulesSort
    pattern: str
    can_be: Callable[[Given], bool]
    truth: Callable[[Given], str]
    draw: Callable[[Random], str]
    choices: Callable[[Given], tuple[str, ...]] = lambda _given: ()
    hardness: int = 1
    has_siblings: bool = True

    def given(self, text: str) -> tuple[str, ...] | None:
        """Return the parameters in a text, None where it is no question."""
        match = re.fullmatch(self.pattern, text, re.ASCII)
        return match.groups() if match and self.can_be(match.groups()) else None


# --------------------------------------------------------------------------------------------------------- the choices


def _seats(number: str) -> tuple[str, ...]:
    return tuple(str(seat + 1) for seat in range(int(number)))


def _sides(given: Given) -> tuple[str, ...]:
    """Return the right partners, and others that sit in other ways: beside, before, behind, across."""
    seats, _, seat = map(int, given)
    steps = ((1,), (2,), (3,), (seats - 1,)) if len(partners(given)) == 1 else ((1, 2), (1, 5), (2, 4), (4, 5))
    some = {tuple(sorted((seat - 1 + step) % seats + 1 for step in taken)) for taken in steps}
    return tuple("+".join(map(str, taken)) for taken in sorted({*some, partners(given)}))


def _numbers(*numbers: int) -> Callable[[Given], tuple[str, ...]]:
    """Return the same few numbers to choose from, whatever is given."""
    return lambda _given: tuple(map(str, numbers))


def _values(given: Given) -> tuple[str, ...]:
    """Return three values that a card may be taken for."""
    return tuple(map(str, sorted({1, 10, 11, Card.parse(given[0]).rank})[-3:]))


def _words(given: Given) -> tuple[str, ...]:
    return words_beside(given[0])


@lru_cache(maxsize=256)
def words_beside(slug: str) -> tuple[str, ...]:
    """Return the word and three others to take it for, of its family and then of any other."""
    known = glossary.words(glossary.SOURCE)
    near = [other for other in families.beside(slug) if other in known]
    far = sorted(known.keys() - {slug, *near, *families.same(slug)} - (families.SITE - {slug}))
    rng = Random(f"{Form.WORD} {slug}")
    three = (rng.sample(near, min(len(near), 3)) + rng.sample(far, 3))[:3]
    return tuple(sorted((slug, *three), key=lambda word: known[word].name if word in known else spelt(word)))


def spelt(slug: str) -> str:
    """Return the words of a slug, as a name."""
    return slug.replace("-", " ").capitalize()


# --------------------------------------------------------------------------------------------------- what can be asked


_NUMBER = r"(0|[1-9]\d{0,2})"
_CARD = "[A2-9TJQK][CDHS]"


def _seated(given: Given) -> bool:
    return int(given[0]) in SIDES


def _any(given: Given) -> bool:
    return True


def _deals(given: Given) -> bool:
    """Return whether the seats are possible and the dealer is one of them."""
    return _seated(given) and 1 <= int(given[1]) <= int(given[0])


def _is_lost(given: Given) -> bool:
    """Return a target, and a score short of it."""
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


# ----------------------------------------------------------------------------------------------------- drawn at random


_TABLES = tuple(DEALS)
_SCORINGS = ("tournament", "long", "free")
_PARTNERSHIPS = ("4 2", "6 2", "6 3")
_TARGETS = (121, 121, 121, 61, 91, 241)


def _draw_card(rng: Random, often: Sequence[int]) -> str:
    """Return a card; two times in three one of these ranks."""
    return str(rng.choice([card for card in PACK if card.rank in often] if rng.random() < 2 / 3 else PACK))


def _draw_cut(rng: Random) -> str:
    """Return cards cut for the deal: sometimes several are equal, the lowest of them or higher ones."""
    cards = rng.sample(PACK, rng.choice(_TABLES))
    if rng.random() < 0.5:
        twin = rng.choice([card for card in PACK if card.rank == cards[0].rank and card not in cards])
        cards[-1] = twin
    rng.shuffle(cards)
    return text_of(cards)


def _of_seats(rng: Random) -> str:
    return str(rng.choice(_TABLES))


def _dealer(rng: Random) -> str:
    seats = rng.choice(_TABLES)
    return f"{seats} {rng.randint(1, seats)}"


def _hole(rng: Random) -> str:
    """Return a hole, in one of three at the end or the beginning of a street."""
    if rng.random() < 1 / 3:
        return str(30 * rng.randint(1, 3) + rng.randint(0, 1))
    return str(rng.randint(1, 120))


def _lost(rng: Random) -> str:
    """Return a target and a loser's score, mostly near a skunk line."""
    target = rng.choice(_TARGETS)
    line = rng.choice(Rules(target=target).skunk_lines)
    score = line + rng.randint(-4, 3) if rng.random() < 0.7 else rng.randrange(target // 4, target)
    return f"{target} {max(score, 0)}"


def _won(rng: Random) -> str:
    """Return the end of a game, in which each outcome is as likely."""
    wanted = rng.choice((DEALER, PONE, NOBODY))
    small = [worth for worth in WORTHS if worth <= 16]
    while True:
        dealer, pone = rng.randint(100, 120), rng.randint(104, 120)
        hands = rng.choices(small, k=3)
        if winner([str(number) for number in (dealer, pone, *hands)]) == wanted:
            return f"{dealer} {pone} : pone {hands[0]} dealer {hands[1]} crib {hands[2]}"


def _count(rng: Random) -> str:
    """Return a claim and the truth, which is another."""
    worth = rng.choice([worth for worth in WORTHS if 4 <= worth <= 20])
    off = rng.choice((-4, -3, -2, -1, 1, 2, 3, 4))
    return f"{worth + off} {worth}"


def _worth(rng: Random) -> str:
    """Return a hand that is worth something; two times in three its half is no whole number."""
    odd = rng.random() < 2 / 3
    return str(rng.choice([worth for worth in WORTHS if 3 <= worth <= 24 and worth % 2 == odd]))


def _number(rng: Random) -> str:
    """Return a number of points: now one that no hand scores, now another above the usual."""
    high = range(15, max(WORTHS) + 2)
    wanted = rng.random() < 0.5
    return str(rng.choice([points for points in high if (points in WORTHS) is wanted]))


# ------------------------------------------------------------------------------------------------------ the forms, all


def _share(number: Callable[[DealPlan], int], choices: Sequence[int], hardness: int = 1) -> Rule:
    """Return a form about the deal, which asks the same of every table only once."""
    return Rule(
        RulesSort.DEAL,
        _NUMBER,
        _seated,
        lambda given: str(number(plan(given))),
        _of_seats,
        _numbers(*choices),
        hardness=hardness,
        has_siblings=False,
    )


def _seat(seat: Callable[[Given], int]) -> Rule:
    """Return a form about the order round the table."""
    return Rule(
        RulesSort.ORDER,
        _OF_SEATS,
        _deals,
        lambda given: str(seat(given) + 1),
        _dealer,
        lambda given: _seats(given[0]),
    )


RULES: dict[Form, Rule] = {
    Form.VALUE: Rule(
        RulesSort.CARDS,
        f"({_CARD})",
        _any,
        lambda given: str(Card.parse(given[0]).value),
        lambda rng: _draw_card(rng, (1, 11, 12, 13)),
        _values,
    ),
    Form.FIRST_DEALER: Rule(
        RulesSort.DEAL,
        f"({_CARD}(?: {_CARD}){{1,5}})",
        lambda given: len(set(given[0].split())) == len(given[0].split()),
        first_dealer,
        _draw_cut,
        lambda given: (*_seats(str(len(given[0].split()))), AGAIN),
        hardness=2,
    ),
    Form.DEALT: _share(lambda deal: deal.other.cards, (4, 5, 6), hardness=3),
    Form.AWAY: _share(lambda deal: deal.other.away, (0, 1, 2), hardness=3),
    Form.DEALER_DEALT: _share(lambda deal: deal.dealer.cards, (4, 5, 6), hardness=5),
    Form.DEALER_AWAY: _share(lambda deal: deal.dealer.away, (0, 1, 2), hardness=5),
    Form.PACK_CRIB: _share(lambda deal: deal.from_pack, (0, 1, 2)),
    Form.LEADS: _seat(lambda given: table_of(given).pone),
    Form.COUNTS_FIRST: _seat(lambda given: show_at(table_of(given), 0).owner),
    Form.COUNTS_LAST: _seat(lambda given: show_at(table_of(given), int(given[0])).owner),
    Form.HEELS: Rule(
        RulesSort.HEELS,
        f"({_CARD})",
        _any,
        lambda given: str(total(heels(Card.parse(given[0])))),
        lambda rng: _draw_card(rng, (11,)),
        _numbers(0, 1, 2),
        hardness=2,
    ),
    Form.STREET: Rule(
        RulesSort.STREETS,
        _NUMBER,
        lambda given: 1 <= int(given[0]) < Rules().target,
        lambda given: STREETS[3 - Rules().skunks(int(given[0]))],  # skunk lines are where streets begin
        _hole,
        lambda _given: STREETS,
        hardness=3,
    ),
    Form.SKUNK: Rule(
        RulesSort.SKUNKS,
        _OF_SEATS,
        _is_lost,
        lambda given: SKUNKS[skunked(given)],
        _lost,
        lambda _given: SKUNKS,
        hardness=6,
    ),
    Form.MATCH: Rule(
        RulesSort.MATCH,
        f"(tournament|long|free) {_OF_SEATS}",
        _is_lost,
        lambda given: str(scoring(given).match_worth(skunked(given))),
        lambda rng: f"{rng.choice(_SCORINGS)} {_lost(rng)}",
        _numbers(1, 2, 3, 4),
        hardness=8,
    ),
    Form.PARTNER: Rule(
        RulesSort.SIDES,
        f"{_OF_SEATS} {_NUMBER}",
        _has_partners,
        lambda given: "+".join(map(str, partners(given))),
        lambda rng: f"{(table := rng.choice(_PARTNERSHIPS))} {rng.randint(1, int(table[0]))}",
        _sides,
    ),
    Form.WINS: Rule(
        RulesSort.WINNING,
        f"{_OF_SEATS} : pone {_NUMBER} dealer {_NUMBER} crib {_NUMBER}",
        _can_be_won,
        winner,
        _won,
        lambda _given: (DEALER, PONE, NOBODY),
        hardness=7,
    ),
    Form.MUGGINS: Rule(
        RulesSort.MUGGINS,
        f"(off|missed|excess) {_OF_SEATS}",
        _can_be_claimed,
        points_taken,
        lambda rng: f"{rng.choice(('off', 'missed', 'missed', 'excess', 'excess'))} {_count(rng)}",
        hardness=7,
    ),
    Form.CLAIM: Rule(RulesSort.MUGGINS, _OF_SEATS, _can_be_claimed, points_of_claim, _count),
    Form.CLOCK: Rule(RulesSort.CLOCK, _NUMBER, lambda given: int(given[0]) in WORTHS, points_kept, _worth, hardness=6),
    Form.POSSIBLE: Rule(
        RulesSort.COUNTS,
        _NUMBER,
        lambda given: int(given[0]) in CLAIMS,
        lambda given: YES if int(given[0]) in WORTHS else NO,
        _number,
        lambda _given: (YES, NO),
        hardness=6,
    ),
    Form.BEST: Rule(
        RulesSort.COUNTS,
        _NUMBER,
        lambda given: int(given[0]) in BEST,
        lambda given: str(BEST[int(given[0])]),
        lambda rng: str(rng.choice(tuple(BEST))),
        hardness=8,
        has_siblings=False,
    ),
    Form.WORD: Rule(
        RulesSort.WORDS,
        r"([a-z0-9]+(?:-[a-z0-9]+)*)",
        lambda given: len(given[0]) <= _LONGEST_SLUG,  # of words that are gone, too: what was asked stays readable
        lambda given: given[0],
        lambda rng: rng.choice(sorted(glossary.words(glossary.SOURCE))),
        _words,
        has_siblings=False,
    ),
}
"""Every form of question."""
