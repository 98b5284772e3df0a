"""Print how surely causes of error are named: `python -m tests.benchmarks.causes [--seed N]`.

Learners who each err in one way count hands, and the trainer says why their claims are wrong. The table is the one that
tests/trainer/progress/test_causes_named.py holds to at least 95 in 100. The learners count cards by themselves, item by
item, and use neither the engine's scoring nor the table of errors.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import prod
from random import Random

from game.engine.cards import PACK, Card
from game.engine.scoring import Kind
from game.strategy.causes import Cause
from tests.benchmarks.output import say
from tests.engine import naive
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion
from trainer.drills.questions import Wish

HANDS = 100
"""Hands that each learner miscounts."""

Cards = Sequence[Card]
Err = Callable[[CountQuestion], set[int]]
"""By how much a learner who errs in one way may be off; no number where the hand does not invite the error."""


# ------------------------------------------------------------------------------------------------ what is in a hand


def _fifteens(cards: Cards, value: Callable[[Card], int] = naive.value) -> list[Cards]:
    some = [taken for size in range(2, len(cards) + 1) for taken in combinations(cards, size)]
    return [taken for taken in some if sum(map(value, taken)) == 15]


def _follow(ranks: Sequence[int]) -> bool:
    return sorted(ranks) == list(range(min(ranks), min(ranks) + len(ranks)))


def _in_a_row(cards: Cards, length: int) -> list[Cards]:
    """Every set of so many cards whose ranks follow each other."""
    return [taken for taken in combinations(cards, length) if _follow([naive.rank(card) for card in taken])]


def _runs(cards: Cards) -> list[Cards]:
    """The runs that count: none of them inside a longer one."""
    found: list[Cards] = []
    for length in range(len(cards), 2, -1):
        found += [run for run in _in_a_row(cards, length) if not any(set(run) < set(longer) for longer in found)]
    return found


def _pairs(cards: Cards) -> list[Cards]:
    return [two for two in combinations(cards, 2) if naive.rank(two[0]) == naive.rank(two[1])]


def _flush(question: CountQuestion) -> int:
    hand = {naive.suit(card) for card in question.hand}
    if len(hand) > 1:
        return 0
    if naive.suit(question.starter) in hand:
        return len(question.hand) + 1
    return 0 if question.crib else len(question.hand)


def _nobs(question: CountQuestion) -> int:
    suit = naive.suit(question.starter)
    return sum(naive.rank(card) == 11 and naive.suit(card) == suit for card in question.hand)


def _truth(question: CountQuestion) -> int:
    return naive.show(question.hand, question.starter, question.crib)


# ------------------------------------------------------------------------------------------------ ways to go wrong


def _run_once(question: CountQuestion) -> set[int]:
    """Says each run once, whatever is double in it; the pairs as they are, or none of those inside."""
    runs = _runs(question.cards)
    stretches = {tuple(sorted(map(naive.rank, run))) for run in runs}
    if len(stretches) == len(runs):
        return set()
    off = sum(map(len, stretches)) - sum(map(len, runs))
    ranks = {rank for stretch in stretches for rank in stretch}
    inside = sum(naive.rank(one) in ranks for one, _ in _pairs(question.cards))
    return {off, off - 2 * inside}


def _royal_as_four(question: CountQuestion) -> set[int]:
    pairs = Counter(naive.rank(one) for one, _ in _pairs(question.cards))
    return {-2} if 3 in pairs.values() else set()


def _run_in_run(question: CountQuestion) -> set[int]:
    """Says a run of three or more inside a longer one too; or all of them, besides it or instead of it."""
    runs = _runs(question.cards)
    longest = max(map(len, runs), default=0)
    off: set[int] = set()
    everything = 0
    for length in range(3, longest):
        inside = length * len(_in_a_row(question.cards, length))
        everything += inside
        off |= {length, inside, inside - sum(map(len, runs))}
    return off | {everything}


def _run_cut_short(question: CountQuestion) -> set[int]:
    """Stops before the end of a run: says three of four, as often as there are runs, or as he sees them then."""
    runs = _runs(question.cards)
    longest = max(map(len, runs), default=0)
    off: set[int] = set()
    for length in range(3, longest):
        for low in range(1, 14):
            ranks = range(low, low + length)
            seen = prod(sum(naive.rank(card) == rank for card in question.cards) for rank in ranks)
            if seen:
                off.add(length * seen - sum(map(len, runs)))
    return off


def _suits(question: CountQuestion) -> tuple[int, int]:
    """How many cards of the hand are of its commonest suit, and of the starter's."""
    held = Counter(map(naive.suit, question.hand))
    return max(held.values()), held[naive.suit(question.starter)]


def _crib_flush(question: CountQuestion) -> set[int]:
    size = len(question.hand)
    common, with_starter = _suits(question)
    return {size} if question.crib and common == size and not with_starter else set()


def _flush_with_starter(question: CountQuestion) -> set[int]:
    size = len(question.hand)
    _, with_starter = _suits(question)
    return {4, with_starter + 1} if 3 <= with_starter < size else set()


def _flush_cut_short(question: CountQuestion) -> set[int]:
    return {-1} if _suits(question)[1] == len(question.hand) else set()


def _flush_of_some(question: CountQuestion) -> set[int]:
    common, with_starter = _suits(question)
    return {4} if len(question.hand) == 5 and common == 4 and with_starter < 3 else set()


def _wrong_jack(question: CountQuestion) -> set[int]:
    suit = naive.suit(question.starter)
    jacks = sum(naive.rank(card) == 11 and naive.suit(card) != suit for card in question.hand)
    return set(range(1, jacks + 1))


def _turned_jack(question: CountQuestion) -> set[int]:
    return {1, 2} if naive.rank(question.starter) == 11 else set()


def _court_over_ten(question: CountQuestion) -> set[int]:
    return {2 * (len(_fifteens(question.cards, naive.rank)) - len(_fifteens(question.cards)))}


def _round_the_corner(question: CountQuestion) -> set[int]:
    """Runs on from the king to the ace: says the runs that he then sees besides those that count, or through them."""
    ranks = [naive.rank(card) for card in question.cards]
    if not {1, 13} <= set(ranks):
        return set()
    true = sum(map(len, _runs(question.cards)))
    high = [14 if rank == 1 else rank for rank in ranks]
    round_it = [rank + 13 if rank < 7 else rank for rank in ranks]  # ace to 6 above the king
    above = [naive.rank(run[0]) for run in _in_a_row(question.cards, 3)]
    queen_king_ace = ranks.count(12) * ranks.count(13) * ranks.count(1)
    king_ace_two = ranks.count(13) * ranks.count(1) * ranks.count(2)
    off = {3 * king_ace_two}
    if 11 not in ranks:
        off.add(3 * queen_king_ace)
    if not above:  # no other run to be torn
        off |= {_points_of(high) - true, _points_of(round_it) - true}
    return off


def _points_of(ranks: Sequence[int]) -> int:
    """The points of the runs among ranks, by trying all sets of them."""
    for length in range(len(ranks), 2, -1):
        if runs := [taken for taken in combinations(ranks, length) if _follow(taken)]:
            return length * len(runs)
    return 0


def _court_pair(question: CountQuestion) -> set[int]:
    tens = [naive.rank(card) for card in question.cards if naive.value(card) == 10]
    unlike = sum(one != other for one, other in combinations(tens, 2))
    return {2, 2 * unlike} if unlike else set()


def _fifteen_twice(question: CountQuestion) -> set[int]:
    return {2} if _fifteens(question.cards) else set()


def _double_run_alone(question: CountQuestion) -> set[int]:
    """Counts the runs of a double run and forgets the pairs that make it double."""
    runs = _runs(question.cards)
    ranks = {rank for run in runs for rank in map(naive.rank, run)}
    if len({tuple(sorted(map(naive.rank, run))) for run in runs}) == len(runs):
        return set()
    return {-2 * sum(naive.rank(one) in ranks for one, _ in _pairs(question.cards))}


def _hand_alone(question: CountQuestion) -> int:
    """The points of a hand without its starter."""
    hand = question.hand
    flush = 0 if question.crib or len(set(map(naive.suit, hand))) > 1 else len(hand)
    return 2 * len(_fifteens(hand)) + 2 * len(_pairs(hand)) + sum(map(len, _runs(hand))) + flush


def _starter_forgotten(question: CountQuestion) -> set[int]:
    return {_hand_alone(question) - _truth(question)}


def _stopped_after_fifteens(question: CountQuestion) -> set[int]:
    said = 2 * len(_fifteens(question.cards))
    rest = [kind for kind, _ in all_items(question) if kind is not Kind.FIFTEEN]
    return {said - _truth(question)} if said and len(rest) > 1 else set()


def _stopped_after_runs(question: CountQuestion) -> set[int]:
    """Says the fifteens and the runs, a double run with its pairs, and stops."""
    runs = _runs(question.cards)
    if not runs:
        return set()
    ranks = {rank for run in runs for rank in map(naive.rank, run)}
    double = len({tuple(sorted(map(naive.rank, run))) for run in runs}) < len(runs)
    inside = 2 * sum(double and naive.rank(one) in ranks for one, _ in _pairs(question.cards))
    rest = [kind for kind, _ in all_items(question) if kind not in (Kind.FIFTEEN, Kind.RUN)]
    if len(rest) - inside // 2 < 2:
        return set()
    return {2 * len(_fifteens(question.cards)) + sum(map(len, runs)) + inside - _truth(question)}


def _added_wrong(question: CountQuestion) -> set[int]:
    return {-1, 1} if all_items(question) else set()


NAMED: dict[Cause, Err] = {
    Cause.DOUBLE_RUN_ONCE: _run_once,
    Cause.PAIR_ROYAL_AS_FOUR: _royal_as_four,
    Cause.RUN_IN_RUN: _run_in_run,
    Cause.RUN_CUT_SHORT: _run_cut_short,
    Cause.CRIB_FOUR_FLUSH: _crib_flush,
    Cause.FLUSH_WITH_STARTER: _flush_with_starter,
    Cause.FLUSH_CUT_SHORT: _flush_cut_short,
    Cause.FLUSH_OF_SOME: _flush_of_some,
    Cause.NOBS_WRONG_SUIT: _wrong_jack,
    Cause.NOBS_STARTER: _turned_jack,
    Cause.COURT_CARDS_OVER_TEN: _court_over_ten,
    Cause.ROUND_THE_CORNER: _round_the_corner,
    Cause.COURT_PAIR: _court_pair,
    Cause.FIFTEEN_TWICE: _fifteen_twice,
    Cause.DOUBLE_RUN_ALONE: _double_run_alone,
    Cause.STARTER_FORGOTTEN: _starter_forgotten,
    Cause.STOPPED_AFTER_FIFTEENS: _stopped_after_fifteens,
    Cause.STOPPED_AFTER_RUNS: _stopped_after_runs,
    Cause.ADDED_WRONG: _added_wrong,
}
"""The learner of each known error."""

MISSING = (Kind.FIFTEEN, Kind.RUN, Kind.PAIR, Kind.FLUSH, Kind.NOBS)


def all_items(question: CountQuestion) -> list[tuple[Kind, int]]:
    """Everything there is to miss."""
    found = [(Kind.FIFTEEN, 2)] * len(_fifteens(question.cards))
    found += [(Kind.RUN, len(run)) for run in _runs(question.cards)]
    found += [(Kind.PAIR, 2)] * len(_pairs(question.cards))
    found += [(Kind.FLUSH, _flush(question)), (Kind.NOBS, _nobs(question))]
    return [item for item in found if item[1]]


def _missed(question: CountQuestion, kinds: Sequence[Kind]) -> dict[Kind, set[int]]:
    """By how much a learner is off who misses one item of a kind, or, of fifteens, runs and pairs, two."""
    items = all_items(question)
    found: dict[Kind, set[int]] = {}
    for kind in kinds:
        worth = [points for name, points in items if name == kind]
        found[kind] = {-sum(worth[:number]) for number in (1, 2) if number <= len(worth)}
    return found


def _ways_to_miss(question: CountQuestion, off: int) -> set[tuple[tuple[Kind, int], ...]]:
    """The smallest collections of items that make up a difference."""
    items = all_items(question)
    for number in range(1, len(items) + 1):
        ways = {
            tuple(sorted(Counter(taken).items()))
            for taken in combinations(items, number)
            if sum(points for _, points in taken) == -off
        }
        if ways:
            return {tuple((kind, times) for (kind, _), times in way) for way in ways}
    return set()


# ------------------------------------------------------------------------------------------------------- the table


def hands(random: Random) -> Iterator[CountQuestion]:
    """Hands and cribs of four and five cards: by the published mix, and searched for where errors lurk."""
    while True:
        size = random.choice("4445")
        if random.random() < 0.1:
            yield count_question.pose(random, Wish({"size": size}))
            continue
        lurking = random.choice(_PACKS)
        suits = random.choice(("CDHS", "CH", "S"))
        pack = [card for card in PACK if naive.rank(card) in lurking and naive.suit(card) in suits]
        if len(pack) < 6:
            continue
        *hand, starter = random.sample(pack, int(size) + 1)
        if random.random() < 0.5:
            starter = random.choice([card for card in PACK if card not in hand])
        yield CountQuestion(tuple(sorted(hand)), starter, random.random() < 0.4)


_PACKS = (
    range(1, 14),
    range(2, 14, 2),
    range(1, 6),
    range(4, 10),
    (1, 2, 12, 13, 9),
    (10, 11, 12, 13, 5),
    (1, 12, 13, 4),
)


@dataclass(slots=True)
class Figure:
    """Of the hands where a learner's error shows: how many were looked at in which nothing else explains the claim,
    in how many of these the error was named first, and the same for those where something else explains it too."""

    hands: int = 0
    first: int = 0
    shared: int = 0
    shared_first: int = 0
    failed: list[str] = field(default_factory=list)


def figures(random: Random, number: int = HANDS) -> dict[str, Figure]:
    """The figures of every learner in so many hands, by the code of the cause."""
    found = {code: Figure() for code in (*NAMED, *(f"missed {kind}" for kind in MISSING))}
    for question in hands(random):
        if all(figure.hands >= number for figure in found.values()):
            return found
        _learn(question, found, random, number)
    raise AssertionError


def _learn(question: CountQuestion, found: dict[str, Figure], random: Random, number: int) -> None:
    """Let every learner who is not through yet miscount a hand that invites it."""
    erring = {cause: _off(question, cause) for cause in NAMED if found[cause].hands < number}
    wanted = [kind for kind in MISSING if found[f"missed {kind}"].hands < number]
    missing = _missed(question, wanted) if wanted else {}
    if not any(erring.values()) and not any(missing.values()):
        return
    truth = _truth(question)
    named = {cause: erring.get(cause) or _off(question, cause) for cause in NAMED}
    for cause, offs in erring.items():
        if offs:
            off = random.choice(sorted(offs))
            explained = any(off in others for name, others in named.items() if name not in (cause, Cause.ADDED_WRONG))
            other = explained or _overlooked_instead(question, off, cause)
            _note(found[cause], question, truth + off, cause, other)
    for kind, offs in missing.items():
        if offs:
            off = random.choice(sorted(offs))
            alone = all({name for name, _ in way} == {kind} for way in _ways_to_miss(question, off))
            other = not alone or any(off in others for name, others in named.items() if name is not Cause.ADDED_WRONG)
            _note(found[f"missed {kind}"], question, truth + off, f"missed {kind}", other)


def _overlooked_instead(question: CountQuestion, off: int, cause: Cause) -> bool:
    """Whether to have overlooked one thing explains an error too: not those that say the same better."""
    if cause in {Cause.DOUBLE_RUN_ONCE, Cause.PAIR_ROYAL_AS_FOUR, Cause.DOUBLE_RUN_ALONE}:
        return False
    number = {sum(times for _, times in way) for way in _ways_to_miss(question, off)}
    return bool(number) if cause is Cause.ADDED_WRONG else 1 in number


def _off(question: CountQuestion, cause: Cause) -> set[int]:
    return {off for off in NAMED[cause](question) if off}


def _note(figure: Figure, question: CountQuestion, claim: int, code: str, other: bool) -> None:
    causes = count_question.mark(question, str(claim)).causes
    first = bool(causes) and causes[0].split(":")[0] == code
    if other:
        figure.shared += 1
        figure.shared_first += first
        return
    figure.hands += 1
    figure.first += first
    if not first:
        figure.failed.append(f"{question}: {claim} for {_truth(question)}, told {causes}")


def table(found: dict[str, Figure]) -> str:
    """The figures as lines of text."""
    lines = [f"{'cause':24}{'named first, alone':>20}{'named first, with others':>28}"]
    for code, figure in found.items():
        alone = f"{figure.first} of {figure.hands}"
        shared = f"{figure.shared_first} of {figure.shared}"
        lines.append(f"{code:24}{alone:>20}{shared:>28}")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Print how surely causes of error are named.")
    parser.add_argument("--seed", type=int, default=29, help="what the hands are drawn from")
    say(table(figures(Random(parser.parse_args().seed))))


if __name__ == "__main__":
    main()
