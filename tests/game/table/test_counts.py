"""What is told of a count: what was claimed, what it left over, and who took that."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone

from game import referee
from game.engine.cards import parse_cards
from game.engine.play import Call, Claim, Counting, Pass, waited_for
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import combine, show, total
from game.engine.view import Shown
from game.models import Pace
from game.referee import Course, Draft, Wait
from game.table import scene
from game.table.counts import counted, left_over
from game.table.scene import Scene
from game.table.words import Names, ranks_in_words, verdict
from tests.game.tables import begin, play_out
from trainer.models import Learner

pytestmark = [pytest.mark.django_db, pytest.mark.once("what follows from a game that was loaded")]

SHOW = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED)


def claimed(rules: Rules, claim: Callable[[int], int], least: int = 4) -> Scene:
    """Return what the reader sees who has claimed something for a hand of so many points at least."""
    for course in play_out(begin(Learner.objects.create_guest(), rules)):
        state = course.state
        if isinstance(state, Counting) and 0 in waited_for(state) and total(state.truth) >= least:
            draft = Draft(course)
            draft.take(Claim(0, claim(total(state.truth))))
            after: Course = replace(course, log=draft.log)
            return scene.scene(after, 0, Pace.NORMAL, timezone.now(), fresh=True)
    pytest.fail("no hand was worth so much")


def test_what_is_left_over_is_made_by_the_fewest_items() -> None:
    hand, starter = parse_cards("2S 3C 3H 4S"), parse_cards("TS")[0]
    items = combine(show(hand, starter))
    assert sum(item.points for item in items) == 12
    assert [item.points for item in left_over(items, 2)] == [2]
    assert [item.points for item in left_over(items, 8)] == [8]
    assert [item.points for item in left_over(items, 4)] == [2, 2]
    assert left_over(items, 12) == tuple(items)
    assert left_over(items, 3) == ()


def test_what_muggins_takes_is_told_apart_from_what_was_claimed() -> None:
    shown = claimed(SHOW, lambda points: points - 2)
    told = shown.show and shown.show.told
    assert told
    assert told.left
    assert (told.pegged, told.left.points, told.left.name, told.left.side) == (told.points - 2, 2, "Ada", 1)
    assert told.verdict.startswith("Muggins: 2 for Ada. Missed: ")
    assert ranks_in_words(told.left.cards) in told.verdict
    notes = [line.note for line in told.lines]
    assert notes == sorted(notes), "what was left over is told last"
    assert told.lines[-1].running == told.points
    over = [line for line in told.lines if line.note]
    assert sum(line.points for line in over) in (0, 2)
    assert set(told.left.cards) == {card for line in over for card in line.cards}
    assert not shown.is_right


def test_without_muggins_it_is_left_on_the_table() -> None:
    shown = claimed(replace(SHOW, muggins=Muggins.OFF), lambda points: points - 2)
    told = shown.show and shown.show.told
    assert told
    assert told.left
    assert (told.left.name, told.left.side) == ("", None)
    assert told.verdict == f"You claimed {told.claim} of {told.points}: 2 points left on the table."


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, "You claimed 2. It counts nothing, and nothing is pegged."),
        (1, "Ada claimed 2. It counts nothing, and nothing is pegged."),
    ],
)
def test_a_claim_for_nothing_pegs_nothing(seat: int, told: str) -> None:
    hand = Shown(seat, False, parse_cards("2C 4D 6H QS"))
    assert verdict(2, hand, Names(("Me", "Ada"), 0), late=False) == told


@pytest.mark.parametrize(("more", "said"), [(0, "Ada did not notice."), (7, "The call changes nothing.")])
def test_whether_what_was_missed_was_noticed(more: int, said: str) -> None:
    rules = replace(SHOW, notice=Notice.CALLED)
    for course in play_out(begin(Learner.objects.create_guest(), rules)):
        state = course.state
        if isinstance(state, Counting) and state.claimed is None and 0 in waited_for(state) and total(state.truth) > 1:
            truth = total(state.truth)
            draft = Draft(course)
            draft.take(Claim(0, truth - 1))
            draft.take(Call(1, truth + more) if more else Pass(1))
            told = counted(replace(course, log=draft.log), scene.names_of(course.seats, 0))[-1]
            break
    assert told.verdict == f"You claimed {told.claim} of {told.points}: 1 point left on the table. {said}"


@pytest.mark.parametrize("missed", [0, 2])
def test_a_call_of_ones_own_is_told_to_be_wrong_and_a_right_one_is_caught(missed: int) -> None:
    for course in play_out(begin(Learner.objects.create_guest(), replace(SHOW, notice=Notice.CALLED))):
        state = course.state
        if isinstance(state, Counting) and state.claimed is None and 1 in waited_for(state) and total(state.truth) > 3:
            truth = total(state.truth)
            draft = Draft(course)
            draft.take(Claim(1, truth - missed))
            draft.take(Call(0, truth if missed else truth + 7))
            shown = scene.scene(replace(course, log=draft.log), 0, Pace.NORMAL, timezone.now(), fresh=True)
            break
    assert shown.caught is bool(missed)
    if not missed:
        assert shown.verdict == f"Ada’s hand: {truth}. Right. Your call of {truth + 7} was wrong."
        assert shown.news == shown.verdict, "the felt does not show it"


@pytest.mark.parametrize(("more", "right"), [(0, True), (2, False)])
def test_a_right_count_of_ones_own_has_its_moment(more: int, right: bool) -> None:
    shown = claimed(SHOW, lambda points: points + more)
    told = shown.show and shown.show.told
    assert told
    assert told.left is None
    assert shown.is_right is told.right is right


def test_two_right_counts_in_one_deal_are_told() -> None:
    said = set()
    for course in play_out(begin(Learner.objects.create_guest(), SHOW)):
        shown = scene.scene(course, 0, Pace.NORMAL, timezone.now())
        own = [one.right for one in shown.counted if one.claim is not None and one.shown.seat == 0]
        both = "Both your counts were right." in shown.verdict
        assert both is (shown.is_right and own == [True, True])
        said.add(both)
    assert said == {True, False}


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.NORMAL, Pace.FAST])
def test_a_hand_of_ones_own_is_not_passed_over(pace: Pace) -> None:
    match = begin(Learner.objects.create_guest(), Rules(target=31), pace)
    own = [
        referee.waits(course, pace)
        for course in play_out(match, pace)
        if isinstance(course.state, Counting) and not course.state.done and course.state.owner == 0
    ]
    assert own
    assert set(own) == {Wait.PRESS}


@pytest.mark.parametrize(("more", "steps"), [(0, 1), (1, 0)])
def test_a_count_that_was_claimed_too_high_is_no_moment_of_joy(more: int, steps: int) -> None:
    shown = claimed(SHOW, lambda points: points + more, least=8)
    assert shown.show
    assert shown.show.told
    assert shown.show.told.is_over is bool(more)
    assert min(shown.high, 1) == steps
    assert not (more and shown.is_much)
