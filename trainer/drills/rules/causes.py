"""What is mixed up in the rules: the wrong answers that tell what somebody took wrong.

Source: RULES.md, all of it.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from game.engine.cards import Card
from game.engine.rules import DEALS, Rules, Scoring
from trainer.drills.rules.forms import RULES, Form, RulesSort
from trainer.drills.rules.truths import (
    AGAIN,
    BEST,
    DEALER,
    NOBODY,
    SKUNKS,
    STREETS,
    YES,
    Given,
    cut_cards,
    plan,
    scoring,
    skunked,
)


class RulesCause(StrEnum):
    """What was mixed up in a wrong answer."""

    COURT_CARDS_OVER_TEN = "rules-court-cards-over-ten"
    ACE_HIGH = "rules-ace-high"
    HIGHEST_DEALS = "rules-highest-deals"
    TIE_DEALS = "rules-tie-deals"
    NO_TIE = "rules-no-tie"
    SHARES_SWAPPED = "rules-shares-swapped"
    AS_TWO = "rules-as-two-are-dealt"
    HAND_KEPT = "rules-hand-kept"
    PACK = "rules-pack-for-three-only"
    DEALER_FIRST = "rules-dealer-first"
    TO_THE_RIGHT = "rules-to-the-right"
    DEALER_LAST = "rules-dealer-last"
    HEELS_AS_NOBS = "rules-heels-as-nobs"
    HEELS_MISSED = "rules-heels-missed"
    NO_HEELS = "rules-no-heels"
    STREET_END = "rules-street-end"
    SKUNK_LINE = "rules-skunk-line"
    LINES_OF_121 = "rules-lines-of-121"
    NO_SUCH_LINE = "rules-no-such-line"
    SKUNK_LEFT_OUT = "rules-skunk-left-out"
    OTHER_SCORING = "rules-other-scoring"
    NEIGHBOUR = "rules-neighbour"
    OTHER_SIDES = "rules-other-sides"
    COUNTED_TOO_LATE = "rules-counted-too-late"
    NOT_THERE_YET = "rules-not-there-yet"
    WON_ALREADY = "rules-won-already"
    MUGGINS_OFF = "rules-muggins-off"
    EXCESS_IS_FREE = "rules-excess-is-free"
    EXCESS_COSTS = "rules-excess-costs"
    MISSED_IS_TAKEN = "rules-missed-is-taken"
    WHOLE_TAKEN = "rules-whole-taken"
    OVERCOUNT_PEGGED = "rules-overcount-pegged"
    UNDERCOUNT_FILLED = "rules-undercount-filled"
    EXCESS_DEDUCTED = "rules-excess-deducted"
    HALF_ROUNDED = "rules-half-rounded"
    NOTHING_LOST = "rules-nothing-lost"
    ALL_LOST = "rules-all-lost"
    IMPOSSIBLE = "rules-impossible"
    BEST_OF_FOUR = "rules-best-of-four"


KnownMistakes = Mapping[str, RulesCause]
"""Wrong answers that tell what was mixed up."""


def _of_value(given: Given) -> KnownMistakes:
    rank = Card.parse(given[0]).rank
    if rank == 1:
        return dict.fromkeys(("10", "11", "14"), RulesCause.ACE_HIGH)
    return dict.fromkeys(("11", "12", "13"), RulesCause.COURT_CARDS_OVER_TEN) if rank > 10 else {}


def _of_first_dealer(given: Given, truth: str) -> KnownMistakes:
    ranks = [card.rank for card in cut_cards(given)]
    found = {AGAIN: RulesCause.NO_TIE}
    for seat, rank in enumerate(ranks):
        if truth == AGAIN and rank == min(ranks):
            found[str(seat + 1)] = RulesCause.TIE_DEALS
        elif rank == max(ranks):
            found[str(seat + 1)] = RulesCause.HIGHEST_DEALS
    return found


def _of_share(form: Form, given: Given) -> KnownMistakes:
    """Return mistakes about the deal: the dealer's share for the others', that of a table of two, the hand kept."""
    if form is Form.PACK_CRIB:
        return dict.fromkeys(("0", "1"), RulesCause.PACK)
    deal, two = plan(given), DEALS[2]
    is_dealt = form in (Form.DEALT, Form.DEALER_DEALT)
    of_two = two.other.cards if is_dealt else two.other.away
    swapped = deal.other if form in (Form.DEALER_DEALT, Form.DEALER_AWAY) else deal.dealer
    found = {str(deal.hand): RulesCause.HAND_KEPT} if is_dealt else {}
    found[str(of_two)] = RulesCause.AS_TWO
    found[str(swapped.cards if is_dealt else swapped.away)] = RulesCause.SHARES_SWAPPED
    return found


def _of_order(form: Form, given: Given) -> KnownMistakes:
    seats, dealer = map(int, given)
    if form is Form.COUNTS_LAST:
        return {str(seat + 1): RulesCause.DEALER_LAST for seat in range(seats)}
    right = (dealer - 2) % seats + 1
    return {str(right): RulesCause.TO_THE_RIGHT, str(dealer): RulesCause.DEALER_FIRST}


def _of_heels(truth: str) -> KnownMistakes:
    if truth == "0":
        return {str(points): RulesCause.NO_HEELS for points in (1, 2)}
    return {"1": RulesCause.HEELS_AS_NOBS, "0": RulesCause.HEELS_MISSED}


def _of_street(given: Given, truth: str) -> KnownMistakes:
    """Return the last hole of a street belongs to it; the next one is where skunk lines are drawn."""
    if int(given[0]) + 1 not in Rules().skunk_lines:
        return {}
    return {STREETS[STREETS.index(truth) + 1]: RulesCause.STREET_END}


def _of_skunk(given: Given, truth: str) -> KnownMistakes:
    lines, times = Rules(target=int(given[0])).skunk_lines, SKUNKS.index(truth)
    found = {SKUNKS[more]: RulesCause.NO_SUCH_LINE for more in range(len(lines) + 1, len(SKUNKS))}
    found |= {SKUNKS[Rules().skunks(int(given[1]))]: RulesCause.LINES_OF_121} if given[0] != "121" else {}
    return found | ({SKUNKS[times + 1]: RulesCause.SKUNK_LINE} if int(given[1]) in lines else {})


def _of_match(given: Given) -> KnownMistakes:
    rules, times = scoring(given), skunked(given)
    on_line = int(given[2]) in rules.skunk_lines
    others = [Rules(scoring=other) for other in (Scoring.TOURNAMENT, Scoring.LONG, Scoring.FREE)]
    found = {str(other.match_worth(times)): RulesCause.OTHER_SCORING for other in others}
    found |= {str(rules.match_worth(0)): RulesCause.SKUNK_LEFT_OUT} if times else {}
    return found | ({str(rules.match_worth(times + 1)): RulesCause.SKUNK_LINE} if on_line else {})


def _of_partner(given: Given, choices: Sequence[str]) -> KnownMistakes:
    seats, _, seat = map(int, given)
    beside = {str(seat % seats + 1), str((seat - 2) % seats + 1)}
    return {
        choice: RulesCause.NEIGHBOUR if beside & set(choice.split("+")) else RulesCause.OTHER_SIDES
        for choice in choices
    }


def _of_winner(truth: str, choices: Sequence[str]) -> KnownMistakes:
    if truth == NOBODY:
        return dict.fromkeys(choices, RulesCause.NOT_THERE_YET)
    late = RulesCause.COUNTED_TOO_LATE if truth != DEALER else RulesCause.NOT_THERE_YET
    return {**dict.fromkeys(choices, late), NOBODY: RulesCause.WON_ALREADY}


def _of_muggins(given: Given) -> KnownMistakes:
    kind, claimed, worth = given[0], int(given[1]), int(given[2])
    found = {given[1]: RulesCause.WHOLE_TAKEN, given[2]: RulesCause.WHOLE_TAKEN}
    if kind == "off":
        return found | {str(abs(worth - claimed)): RulesCause.MUGGINS_OFF}
    if claimed <= worth:
        return found | {"0": RulesCause.MISSED_IS_TAKEN}
    return found | (
        {str(claimed - worth): RulesCause.EXCESS_IS_FREE} if kind == "missed" else {"0": RulesCause.EXCESS_COSTS}
    )


def _of_claim(given: Given) -> KnownMistakes:
    claimed, worth = map(int, given)
    if claimed <= worth:
        return {given[1]: RulesCause.UNDERCOUNT_FILLED}
    return {
        "0": RulesCause.EXCESS_DEDUCTED,
        str(max(2 * worth - claimed, 0)): RulesCause.EXCESS_DEDUCTED,
        given[0]: RulesCause.OVERCOUNT_PEGGED,
    }


def _of_clock(given: Given) -> KnownMistakes:
    worth = int(given[0])
    return {str(worth // 2): RulesCause.HALF_ROUNDED, "0": RulesCause.ALL_LOST, given[0]: RulesCause.NOTHING_LOST}


def known_mistakes(form: Form, given: Given, choices: Sequence[str], truth: str) -> KnownMistakes:
    """Return the known mistakes for a question. The truth may be among them, where it has to be ignored."""
    match RULES[form].sort:
        case RulesSort.CARDS:
            return _of_value(given)
        case RulesSort.DEAL:
            return _of_first_dealer(given, truth) if form is Form.FIRST_DEALER else _of_share(form, given)
        case RulesSort.ORDER:
            return _of_order(form, given)
        case RulesSort.HEELS:
            return _of_heels(truth)
        case RulesSort.STREETS:
            return _of_street(given, truth)
        case _:
            return _of_games(form, given, choices, truth)


def _of_games(form: Form, given: Given, choices: Sequence[str], truth: str) -> KnownMistakes:
    """Return mistakes about how games end and what they are worth, about sides, claims and clocks."""
    match form:
        case Form.SKUNK:
            return _of_skunk(given, truth)
        case Form.MATCH:
            return _of_match(given)
        case Form.PARTNER:
            return _of_partner(given, choices)
        case Form.WINS:
            return _of_winner(truth, choices)
        case Form.MUGGINS:
            return _of_muggins(given)
        case Form.CLAIM:
            return _of_claim(given)
        case Form.CLOCK:
            return _of_clock(given)
        case Form.POSSIBLE:
            return {YES: RulesCause.IMPOSSIBLE}
        case Form.BEST:
            return {str(BEST[4]): RulesCause.BEST_OF_FOUR}
        case _:
            return {}
