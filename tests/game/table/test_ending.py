"""The end of a game: by what each side scored."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from game import referee
from game.engine.play import Claim, Over, Pegged
from game.engine.rules import Counted, CribFlush, Muggins, Rules
from game.engine.scoring import Kind, Score, show, total
from game.log import Log
from game.table.counts import Settled, settled
from game.table.ending import NotCounted, ending
from game.table.scene import events, names_of
from game.table.words import Names, headline, margin_told, settled_count, skunk_told
from tests.game.tables import begin, named, play_out
from trainer.models import Learner

pytestmark = [pytest.mark.django_db, pytest.mark.once("what the end of a game that was loaded shows")]

TABLES = (
    Rules(target=61),
    Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED),
    Rules(seats=4, sides=2, target=61),
    Rules(seats=6, sides=6, target=31),
)


def _counts(log: Log, length: int) -> Iterator[tuple[int, int, int | None]]:
    """Yield each hand and crib that was counted: its seat, what it pegged, and what was claimed for it."""
    claim: int | None = None
    for number in range(length):
        if isinstance(action := log.action(number), Claim):
            claim = action.points
        if shown := settled_count(*log.around(number)):
            truth = total(shown.scores)
            yield shown.seat, truth if claim is None else min(claim, truth), claim
            claim = None


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_the_parts_make_the_score(rules: Rules) -> None:
    match = begin(Learner.objects.create_guest(), rules)
    *_course, last = play_out(match)
    assert isinstance(last.state, Over)
    course = referee.at_table(match.key)
    told = ending(course, names_of(course.seats, 0))
    log = referee.load(match.key).log
    assert told == ending(last, names_of(last.seats, 0)), "a deal's log has the text of those before it"
    scores = last.state.table.scores
    for side in told.sides:
        assert side.play + side.hands + side.cribs + side.muggins == side.score == min(scores[side.side], rules.target)
    assert told.sides[0].side == 0
    assert told.muggins is (rules.muggins is not Muggins.OFF)
    assert told.muggins or not any(side.muggins for side in told.sides)
    assert bool(told.past) is (max(scores) > rules.target)
    record = events(last, names_of(last.seats, 0), last.number - 1)[-1]
    assert told.past in record.sentences or not told.past
    counts = list(_counts(log, last.number))
    most = max(points for _seat, points, _claim in counts)
    assert told.best is not None
    assert told.best.points == most
    theirs, *_others = sorted(counts, key=lambda count: (-count[1], rules.side_of(count[0]) != 0))
    assert ("Your" in told.best.title) is (theirs[0] == 0), "of equal ones the reader’s side’s, else the first"
    owned = max((points for seat, points, _claim in counts if seat == 0), default=0)
    assert (told.own_best and told.own_best.points) == (owned if 0 < owned < most else None)
    assert told.own_first is (told.own_best is not None and last.state.winner == last.rules.side_of(0))
    assert told.claims == sum(seat == 0 and claim is not None for seat, _points, claim in counts)
    assert told.right <= told.claims


def _all_settled(monkeypatch: pytest.MonkeyPatch, change: Callable[[Settled], Settled]) -> None:
    """Let each hand and crib of a game have been counted otherwise."""
    monkeypatch.setattr("game.table.ending.settled", lambda *log: map(change, settled(*log)))


def test_of_equal_counts_the_readers_own_is_the_best_before_those_of_their_side(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    *_course, last = play_out(begin(Learner.objects.create_guest(), Rules(seats=4, sides=2, target=61)))
    four = (Score(Kind.PAIR, (), 4),)
    _all_settled(monkeypatch, lambda one: replace(one, shown=replace(one.shown, scores=four), claim=None))
    for seat in (0, 2):
        best = ending(last, names_of(last.seats, seat)).best
        assert best
        assert best.title.startswith("Your ")


def test_a_count_lost_to_the_clock_was_not_right(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(target=61, counting=Counted.SHOW)
    *_course, last = play_out(begin(Learner.objects.create_guest(), rules))
    counts: list[Settled] = []

    def late_first(one: Settled) -> Settled:
        counts.append(one)
        is_first = sum(before.shown.seat == 0 for before in counts) == 1
        return replace(one, claim=None if is_first else total(one.shown.scores), late=is_first)

    _all_settled(monkeypatch, late_first)
    told = ending(last, names_of(last.seats, 0))
    assert told.claims == sum(one.shown.seat == 0 for one in counts)
    assert told.right == told.claims - 1


def test_a_game_that_is_over_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(Learner.objects.create_guest(), Rules(target=31))
    *_course, last = play_out(match)
    told = ending(last, names_of(last.seats, 0))
    monkeypatch.setattr("game.table.ending.scored", None)
    again = referee.at_table(match.key)
    assert ending(again, names_of(again.seats, 0)) == told
    assert [side.side for side in ending(again, names_of(again.seats, 1)).sides] == [1, 0], "each reader’s side first"


def _ended(rules: Rules, *scores: int) -> Over:
    """Return the end of a game that the first side has won with these scores."""
    match = begin(Learner.objects.create_guest(), rules)
    *_course, last = play_out(match)
    over = last.state
    assert isinstance(over, Over)
    ledger = tuple(Pegged(seat, Score(Kind.GO, (), points)) for seat, points in enumerate(scores))
    return replace(over, seat=0, table=replace(over.table, earlier=(), ledger=ledger))


def test_a_skunk_is_explained_where_there_was_one() -> None:
    names = Names(("", "Ada"), 0)
    rules = Rules(target=61)
    assert skunk_told(_ended(rules, 61, 40)) == ""
    assert skunk_told(_ended(rules, 61, 28)) == "28 is short of the skunk line at 31; many tables count that twice."
    over = _ended(rules, 61, 53)
    assert margin_told(over, 8, names) == "You were 8 points ahead."
    assert margin_told(over, 8, Names(("", "Ada"), 1)) == "You were 8 points from home."
    close = _ended(rules, 61, 60)
    assert [margin_told(close, 1, Names(("", "Ada"), own)) for own in range(2)] == ["", ""], "the result says it"


@pytest.mark.parametrize(
    ("scores", "own", "other"),
    [
        ((61, 40), "You win!", "Eve wins"),
        ((61, 60), "You win by a single point!", "Eve wins by a single point"),
        ((61, 28), "You win with a skunk!", "Eve wins with a skunk"),
    ],
)
def test_the_headline_says_who_won_and_how(scores: tuple[int, int], own: str, other: str) -> None:
    over = _ended(Rules(target=61), *scores)
    assert headline(over, Names(("Eve", "Ada"), 0)) == own
    assert headline(over, Names(("Eve", "Ada"), 1)) == other


def test_of_equal_counts_of_ones_own_the_latest_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    *_course, last = play_out(begin(Learner.objects.create_guest(), Rules(target=61)))
    own: list[Settled] = []

    def alike(one: Settled) -> Settled:
        alike = replace(one, shown=replace(one.shown, scores=(Score(Kind.PAIR, (), 4),)), claim=None)
        own.extend([alike] if one.shown.seat == 0 else [])
        return alike

    _all_settled(monkeypatch, alike)
    best = ending(last, names_of(last.seats, 0)).best
    assert best
    assert best.cards == own[-1].shown.cards


def test_a_game_in_play_has_no_end() -> None:
    match = begin(Learner.objects.create_guest(), Rules())
    course = referee.load(match.key)
    with pytest.raises(ValueError, match="goes on"):
        ending(course, names_of(course.seats, 0))


def test_the_hands_that_a_game_ended_before_are_told() -> None:
    """All that were not counted: with those that were, each hand and the crib of the last deal."""
    for rules in (Rules(target=31), Rules(target=31, seats=3, sides=3)):
        told: tuple[NotCounted, ...] = ()
        while not told:  # now and then the last crib ends a game
            *_earlier, last = play_out(begin(Learner.objects.create_guest(), rules))
            told = ending(last, names_of(last.seats, 0)).uncounted
        assert isinstance(last.state, Over)
        counted = len(list(settled(last.log, last.log.deal_start, last.number)))
        assert counted + len(told) == rules.seats + 1
        holding = last.state.ended.holding
        known = [*holding.hands, holding.crib]
        assert all(one.cards in known and one.starter == last.state.ended.starter for one in told)
        strict = rules.crib_flush is CribFlush.WITH_STARTER
        for one in told:
            assert one.points == total(show(one.cards, one.starter, crib=strict and one.cards == holding.crib))
