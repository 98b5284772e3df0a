"""The start of each deal is stored with the action that begins it, and is used only if it belongs to the log."""

import json
from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game import referee, snapshots
from game.engine.play import Action, Cut, Cutting, Dealing, Discard, Over, State, apply, start
from game.engine.rules import Rules
from game.log import DealStart, Log
from game.models import Match, Pace, Snapshot
from game.referee import Course, Stale, Wait
from game.table import scene
from tests.full import few
from tests.game.tables import TABLES, begin, choose, play_out, played, sit
from trainer.models import Learner

pytestmark = pytest.mark.django_db

MATCH = Rules(target=31, match_points=4)
OPEN_CUT = Rules(target=121, seats=3, sides=3)


@pytest.fixture
def learner() -> Learner:
    """Somebody who plays."""
    return Learner.objects.create_guest()


def whole(course: Course) -> Course:
    """The same game, replayed from its first action."""
    lines = list(course.game.actions.order_by("number").values_list("text", "nonce"))
    game = course.game
    first = DealStart.of_game(start(course.rules, game.dealer, tuple(game.standing)))
    return replace(course, log=Log.of(first, lines))


def shown(course: Course) -> list[object]:
    """All that the table shows to the person."""
    seen = scene.scene(course, 0, Pace.NORMAL, course.at)
    return [getattr(seen, field.name) for field in fields(seen) if field.name != "course"]


def numbers(course: Course) -> list[int]:
    """The numbers of the actions before which the game is stored."""
    return list(course.game.snapshots.order_by("number").values_list("number", flat=True))


def late(learner: Learner, rules: Rules = OPEN_CUT, deal: int = 4) -> Course:
    """A game in the middle of a later deal."""
    for course in play_out(begin(learner, rules, Pace.INSTANT), Pace.INSTANT):
        if course.state.table.deal == deal and referee.waits(course, Pace.INSTANT) is Wait.PERSON:
            return course
    raise AssertionError(rules)


def costs(key: str) -> int:
    """The queries that it takes to load the table."""
    with CaptureQueriesContext(connection) as queries:
        referee.at_table(key)
    return len(queries)


# ------------------------------------------------------------------------------------------------------ what is kept


@pytest.mark.parametrize("rules", few([*TABLES, MATCH], *TABLES[1:4], TABLES[7], MATCH))
@pytest.mark.once("what a page shows of a deal that was read")
def test_the_current_deal_alone_shows_what_the_whole_log_shows(learner: Learner, rules: Rules) -> None:
    """At every action of a game; where several things happen at once, after each of them."""
    match = begin(learner, rules, Pace.INSTANT)
    course = referee.at_table(match.key)
    while referee.waits(course, Pace.INSTANT) is not Wait.OVER:
        played(course, Pace.INSTANT)
        course = referee.at_table(match.key)
        truth = whole(course)
        assert shown(course) == shown(truth)
        assert (course.number, course.state, course.log.pegs) == (truth.number, truth.state, truth.log.pegs)
        truth.log.find_starts()
        assert numbers(course) == [start.number for start in truth.log.starts[1:]]
        assert course.log.first == truth.log.starts[-1].number
    assert course.game.number > 1 or rules != MATCH


def test_what_is_kept_does_not_grow(learner: Learner) -> None:
    *_, last = play_out(begin(learner, Rules(seats=6, sides=6, target=121), Pace.INSTANT), Pace.INSTANT)
    sizes = [len(state) for state in last.game.snapshots.values_list("state", flat=True)]
    assert len(sizes) > 4
    assert max(sizes) < 300


def test_the_table_takes_as_many_queries_as_in_the_first_deal(learner: Learner) -> None:
    match = begin(learner, OPEN_CUT, Pace.INSTANT)
    first = costs(match.key)
    for _ in play_out(match, Pace.INSTANT):
        assert costs(match.key) == first


def test_of_two_who_begin_a_deal_one_keeps_it(learner: Learner) -> None:
    courses = play_out(begin(learner, OPEN_CUT, Pace.INSTANT), Pace.INSTANT)
    course = next(course for course in courses if isinstance(course.state, Dealing) and course.state.table.deal > 1)
    other = referee.at_table(course.match.key)
    before = numbers(course)
    referee.advance(course, Pace.INSTANT)
    with pytest.raises(Stale), transaction.atomic():
        referee.advance(other, Pace.INSTANT)
    assert numbers(course) == [*before, course.number]


class Died(Exception):
    """What ends a request."""


def test_an_action_that_is_not_written_leaves_no_snapshot(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are in one transaction."""
    courses = play_out(begin(learner, OPEN_CUT, Pace.INSTANT), Pace.INSTANT)
    course = next(course for course in courses if isinstance(course.state, Dealing) and course.state.table.deal > 1)
    before = numbers(course)

    def broken(*_: object, **__: object) -> None:
        raise Died

    monkeypatch.setattr(Match.objects, "filter", broken)
    with pytest.raises(Died):
        referee.advance(course, Pace.INSTANT)
    monkeypatch.undo()
    assert numbers(course) == before
    assert referee.load(course.match.key).number == course.number


def test_bots_and_packs_are_the_same_from_a_snapshot(learner: Learner) -> None:
    """Their chance depends on the number of the action in the game."""
    course = late(learner)
    key = course.match.key
    for _ in range(12):
        quick, truth = referee.at_table(key), whole(referee.load(key))
        drafts = [referee.Draft(one) for one in (quick, truth)]
        for draft in drafts:
            if referee.waits(truth) is Wait.PERSON:
                draft.take(choose(truth))
            if not isinstance(draft.state, Dealing | Over):
                draft.go_on(Pace.INSTANT)
        assert drafts[0].log.text(0, len(drafts[0].log)) == drafts[1].log.text(0, len(drafts[1].log))
        referee.advance(quick) if referee.waits(quick) is not Wait.PERSON else referee.act(quick, choose(truth))


def test_a_game_played_again_from_a_late_deal_has_its_snapshots_and_its_packs(learner: Learner) -> None:
    *_, last = play_out(begin(learner, Rules(seats=3, sides=3, target=61), Pace.INSTANT), Pace.INSTANT)
    since = next(
        number
        for number, action in enumerate(last.actions)
        if number > last.deals[2] and isinstance(action, Discard) and action.seat == 0
    )
    key = referee.again(last, since, learner).key
    course = referee.at_table(key)
    assert course.log.first == last.deals[2]
    while course.number < last.number and not isinstance(course.state, Over):
        if referee.waits(course) is Wait.PERSON:
            referee.act(course, last.log.action(course.number))
        else:
            referee.advance(course)
        course = referee.at_table(key)
        assert shown(course) == shown(whole(course))
        assert course.log.text(0, course.number) == last.log.text(0, course.number)
    assert numbers(course) == numbers(last)


def test_pages_replay_no_more_than_the_deals_they_show(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table shows the current deal; the pages of a finished game need its end, and the first for the packs."""
    sit(client, learner)
    course = late(learner)
    replayed = list[Action]()

    def counted(state: State, action: Action) -> State:
        replayed.append(action)
        return apply(state, action)

    def costs_of(url: str) -> int:
        replayed.clear()
        assert client.get(url).status_code == 200
        return len(replayed)

    key, monkey = course.match.key, monkeypatch
    monkey.setattr("game.log.apply", counted)
    assert costs_of(reverse("table", args=[key])) <= course.number - course.log.deal_start
    monkey.undo()
    *_, last = play_out(course.match, Pace.INSTANT)
    first, end = last.log.starts[1].number, last.number - last.log.deal_start
    client.get(reverse("review", args=[key, 1]))  # which counts the decisions of the seat, once
    monkey.setattr("game.log.apply", counted)
    assert costs_of(reverse("review", args=[key, 1])) <= first + end
    assert costs_of(reverse("seals", args=[key])) <= first + end
    assert costs_of(reverse("record", args=[key])) <= end


# -------------------------------------------------------------------------------------------------- what is refused


def points_more(course: Course) -> None:
    """Somebody has more points than the log gives."""
    snapshot = course.game.snapshots.latest("number")
    state = json.loads(snapshot.state)
    state["earlier"][0][1] += 1
    course.game.snapshots.filter(pk=snapshot.pk).update(state=json.dumps(state))


def junk(course: Course) -> None:
    """No JSON at all, nor a checksum."""
    course.game.snapshots.update(state="{]", checksum="?")


def of_another_deal(course: Course) -> None:
    """What an earlier deal has."""
    first, last = course.game.snapshots.earliest("number"), course.game.snapshots.latest("number")
    course.game.snapshots.filter(pk=last.pk).update(state=first.state, checksum=first.checksum)


def beyond_the_log(course: Course) -> None:
    """One of actions that were never written."""
    last = course.game.snapshots.latest("number")
    Snapshot.objects.create(game=course.game, number=9999, state=last.state, checksum=last.checksum)


def in_the_middle(course: Course) -> None:
    """One where no deal begins."""
    last = course.game.snapshots.latest("number")
    Snapshot.objects.create(game=course.game, number=last.number + 1, state=last.state, checksum=last.checksum)


def log_changed(course: Course) -> None:
    """The log has another starter in the first deal."""
    cut = next(
        number
        for number, (state, action) in enumerate(zip(course.states, course.actions, strict=False))
        if isinstance(state, Cutting) and isinstance(action, Cut)
    )
    place = course.actions[cut].place  # type: ignore[union-attr]
    seat = course.actions[cut].seat or 0
    course.game.actions.filter(number=cut).update(text=str(Cut(seat, (place + 5) % 20)))


def rules_changed(course: Course) -> None:
    """Another target."""
    Match.objects.filter(pk=course.match.pk).update(rules=course.match.rules.replace("target=121", "target=301"))


def gone(course: Course) -> None:
    """A game of a site that had none."""
    course.game.snapshots.all().delete()


def last_gone(course: Course) -> None:
    """A deal was begun by a site that has none."""
    course.game.snapshots.latest("number").delete()


def first_gone(course: Course) -> None:
    """One is missing among the others."""
    course.game.snapshots.earliest("number").delete()


DAMAGE = [
    points_more,
    junk,
    of_another_deal,
    beyond_the_log,
    in_the_middle,
    log_changed,
    rules_changed,
    gone,
    last_gone,
    first_gone,
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_snapshot_that_does_not_belong_to_the_log_is_made_anew(
    learner: Learner, damage: Callable[[Course], None]
) -> None:
    course = late(learner)
    first = costs(course.match.key)
    damage(course)
    found = referee.at_table(course.match.key)
    truth = whole(found)
    truth.log.find_starts()
    assert shown(found) == shown(truth)
    course = referee.load(course.match.key)
    assert numbers(course) == [start.number for start in truth.log.starts[1:]]
    assert course.states == truth.states
    assert costs(course.match.key) == first
    after = played(referee.at_table(course.match.key), Pace.INSTANT)
    assert after.state == whole(after).state


def test_an_older_format_is_made_anew(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "FORMAT", 0)
    course = late(learner)
    older = set(course.game.snapshots.values_list("checksum", flat=True))
    monkeypatch.undo()
    assert referee.at_table(course.match.key).state == course.state
    newer = set(course.game.snapshots.values_list("checksum", flat=True))
    assert len(newer) == len(older) == 3
    assert not newer & older


def test_a_game_is_read_where_nothing_can_be_written(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    course = late(learner)
    course.game.snapshots.all().delete()

    def refused(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Snapshot.objects, "bulk_create", refused)
    assert referee.at_table(course.match.key).state == course.state
    assert not course.game.snapshots.exists()


def test_a_finished_game_is_replayed_once(learner: Learner) -> None:
    """Of one that has no snapshots they are made when it is first looked at."""
    *_, last = play_out(begin(learner, OPEN_CUT, Pace.INSTANT), Pace.INSTANT)
    last.game.snapshots.all().delete()
    referee.load(last.match.key)
    assert len(numbers(last)) == last.state.table.deal - 1
    with CaptureQueriesContext(connection) as queries:
        course = referee.load(last.match.key)
    assert len(queries) == 4
    assert course.deals == whole(course).deals
