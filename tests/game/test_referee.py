"""The referee writes a game line by line, loses nothing, doubles nothing, and keeps the clocks and the accounts."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import product
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import fairness, models, referee
from game.engine.play import (
    Action,
    Claim,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Go,
    NextGame,
    Over,
    Pegging,
    Play,
    Reason,
    Shuffle,
    TimeOut,
    replay,
    waited_for,
)
from game.engine.record import read, rules_text
from game.engine.rules import PRESETS, QUICK, STANDARD, TOURNAMENT, Counted, Muggins, Notice, Rules
from game.models import Match, Origin, Pace, Result
from game.referee import ActionRefused, Course, Stale, TooLate, Wait
from game.strategy.levels import Level
from tests.full import PROOF, few
from tests.game.tables import TABLES, begin, choose, play_out, played
from trainer.models import Learner
from trainer.practice.overview import overview

pytestmark = pytest.mark.django_db


@pytest.fixture
def learner() -> Learner:
    """Somebody who plays."""
    return Learner.objects.create_guest()


def until(match: Match, wanted: type[object], pace: Pace = Pace.NORMAL) -> Course:
    """The game once a state of this kind waits for the person in the first seat."""
    for course in play_out(match, pace):
        if isinstance(course.state, wanted) and referee.waits(course, pace) is Wait.PERSON:
            return course
    raise AssertionError(wanted)


def first_discard(course: Course, seat: int = 0) -> int:
    """The number of a seat's first discard."""
    return next(n for n, action in enumerate(course.actions) if isinstance(action, Discard) and action.seat == seat)


# ------------------------------------------------------------------------------------------------------- the log


def test_a_log_in_older_words_is_read(learner: Learner) -> None:
    match = begin(learner, Rules(target=31))
    *_, last = play_out(match)
    for line in models.Action.objects.filter(game=last.game, text__contains=" discards "):
        models.Action.objects.filter(pk=line.pk).update(text=line.text.replace(" discards ", " lays away "))
    assert models.Action.objects.filter(game=last.game, text__contains=" lays away ").exists()
    assert "lays away" not in referee.record(last.match)
    assert referee.load(match.key).actions == last.actions


@pytest.mark.parametrize(
    ("rules", "pace"),
    few(
        product(TABLES, [Pace.NORMAL, Pace.INSTANT]),
        *((rules, (Pace.INSTANT, Pace.NORMAL)[place % 2]) for place, rules in enumerate(TABLES)),
    ),
)
def test_every_table_plays_to_its_end_from_the_log_alone(learner: Learner, rules: Rules, pace: Pace) -> None:
    """Each step starts from what is stored; the log at the end replays to the same end."""
    rules = rules if PROOF.full else replace(rules, target=31)
    last = referee.load(begin(learner, rules, pace).key)
    while referee.waits(last, pace) is not Wait.OVER:
        after = played(last, pace)
        last = referee.load(last.match.key)
        assert (last.log.lines, last.states) == (after.log.lines, after.states)
    assert isinstance(last.state, Over)
    assert last.match.over
    texts = list(last.game.actions.values_list("number", "text"))
    assert texts == list(enumerate(map(str, last.actions)))
    assert replay(rules, last.actions) == last.state
    assert last.match.summary["scores"] == list(last.state.table.scores)
    assert last.match.summary["winner"] == last.state.winner


@pytest.mark.parametrize("name", PRESETS)
def test_a_match_of_every_preset_ends_with_its_record_whole(learner: Learner, name: str) -> None:
    """The record of all its games reads back to the last state, and every seal in it is right.

    A match to four points has several games, as one to twelve has.
    """
    rules = PRESETS[name]
    rules = replace(rules, match_points=rules.match_points and 4)
    *_, last = play_out(begin(learner, rules, Pace.INSTANT), Pace.INSTANT)
    text = referee.record(last.match)
    reading = read(text)
    assert reading.stop is None
    assert reading.state == last.state
    assert last.game.number == sum(isinstance(step.action, NextGame) for step in reading.steps) + 1
    checked = fairness.check(text)
    assert checked.fair
    sealed = text.count("# sealed")
    assert sealed == sum(isinstance(step.action, Shuffle) for step in reading.steps) > 0


def test_only_persons_decisions_are_waited_for(learner: Learner) -> None:
    """Bots discard and answer claims at once, whoever else is still to choose."""
    rules = Rules(seats=4, sides=4, target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
    for course in play_out(begin(learner, rules)):
        waited = waited_for(course.state)
        if referee.waits(course) is Wait.PERSON:
            assert 0 in waited
        assert referee.waits(course) is not Wait.NOT


@pytest.mark.parametrize("both", ["act", "advance"])
def test_of_two_at_the_same_moment_one_is_first(learner: Learner, both: str) -> None:
    """Two requests that read the same table: the second to write is told that it is stale, and leaves no trace."""
    match = begin(learner, STANDARD)
    if both == "act":
        course, other = until(match, Pegging), referee.load(match.key)
        first = referee.act(course, choose(course))
        with pytest.raises(Stale), transaction.atomic():
            referee.act(other, choose(other))
    else:
        course = next(course for course in play_out(match) if isinstance(course.state, Dealing))
        other = referee.load(match.key)
        first = referee.advance(course)
        with pytest.raises(Stale), transaction.atomic():
            referee.advance(other)
    after = referee.load(match.key)
    assert after.actions == first.actions
    assert after.match.summary == first.match.summary


def test_of_two_next_games_one_is_begun(learner: Learner) -> None:
    """A double click on “next game” begins one game."""
    match = begin(learner, Rules(target=31, match_points=6), Pace.INSTANT)
    course = next(course for course in play_out(match, Pace.INSTANT) if isinstance(course.state, Over))
    other = referee.load(match.key)
    referee.advance(course)
    with pytest.raises(Stale), transaction.atomic():
        referee.advance(other)
    assert list(match.games.values_list("number", flat=True)) == [1, 2]


def test_what_the_rules_refuse_leaves_no_trace(learner: Learner) -> None:
    """The reason is the engine's."""
    course = until(begin(learner, STANDARD), Pegging)
    assert isinstance(course.state, Pegging)
    card = course.state.held(1)[0]
    with pytest.raises(ActionRefused) as refused:
        referee.act(course, Go(0))
    assert refused.value.reason is Reason.COULD_PLAY
    with pytest.raises(ActionRefused):
        referee.act(course, Play(1, card))
    assert referee.load(course.match.key).actions == course.actions


# --------------------------------------------------------------------------------------------------- chance, bots


def test_bots_choose_the_same_after_a_crash(learner: Learner) -> None:
    """What a bot does depends on what is stored only: a request that dies and is sent again goes the same way."""
    match = begin(learner, STANDARD)
    for course in play_out(match):
        bots = [seat for seat in waited_for(course.state) if seat in course.levels]
        if bots and isinstance(course.state, Pegging):
            drafts = [referee.Draft(referee.load(match.key)) for _ in range(2)]
            for draft in drafts:
                draft.step()
            assert drafts[0].log.lines == drafts[1].log.lines


def test_a_bot_cuts_where_the_nonce_says(learner: Learner) -> None:
    """So the server cannot choose the starter when it knows what was thrown."""
    *_, last = play_out(begin(learner, Rules(seats=3, sides=3, target=61)))
    cuts = 0
    for number, (action, state) in enumerate(zip(last.actions, last.states, strict=False)):
        if isinstance(action, Cut) and action.seat in last.levels and isinstance(state, Cutting):
            nonce = next(nonce for _, nonce in reversed(last.log.lines[:number]) if nonce)
            assert action.place == fairness.cut_by(nonce, action.seat, range(len(state.rest)))
            cuts += 1
    assert cuts


def test_packs_are_shuffled_anew(learner: Learner) -> None:
    """No two packs are alike, and no two nonces."""
    courses = [list(play_out(begin(learner, Rules(target=61), Pace.INSTANT), Pace.INSTANT))[-1] for _ in range(3)]
    packs = [action.pack for course in courses for action in course.actions if isinstance(action, Shuffle)]
    nonces = [nonce for course in courses for _, nonce in course.log.lines if nonce]
    assert len(set(packs)) == len(packs) == len(nonces) == len(set(nonces)) > 9


# -------------------------------------------------------------------------------------------------------- clocks


def waited(course: Course, seconds: float) -> Course:
    """The same table, so many seconds after the last action."""
    course.game.actions.update(at=timezone.now() - timedelta(seconds=seconds))
    return referee.load(course.match.key)


def test_a_late_card_costs_two_and_is_played(learner: Learner) -> None:
    """The clock of the play: two points, never below none, then the card still counts."""
    match = begin(learner, Rules(play_clock=15))
    course = next(
        course
        for course in play_out(match)
        if isinstance(course.state, Pegging)
        and referee.waits(course) is Wait.PERSON
        and course.state.table.scores[0] >= 2
    )
    before, play = course.state.table.scores[0], choose(course)
    after = referee.act(waited(course, 16), play)
    assert after.actions[course.number : course.number + 2] == (TimeOut(0), play)
    assert after.states[course.number + 1].table.scores[0] == before - 2


def test_a_card_in_time_costs_nothing(learner: Learner) -> None:
    """A second before the clock runs out."""
    course = until(begin(learner, Rules(play_clock=15)), Pegging)
    after = referee.act(waited(course, 14), choose(course))
    assert TimeOut(0) not in after.actions


def test_a_late_count_loses_half_and_is_not_taken(learner: Learner) -> None:
    """It is settled by the clock, and what was claimed does not count for the next hand."""
    course = until(begin(learner, Rules(counting=Counted.SHOW, count_clock=30)), Counting)
    with pytest.raises(TooLate):
        referee.act(waited(course, 31), Claim(0, 99))
    after = referee.load(course.match.key)
    assert after.actions[course.number] == TimeOut(0)
    assert not any(isinstance(action, Claim) for action in after.actions[course.number :])


def test_the_table_itself_notices_a_clock_run_out(learner: Learner) -> None:
    """Going on before the time does nothing, after it the clock has run out."""
    course = until(begin(learner, Rules(counting=Counted.SHOW, count_clock=30)), Counting)
    assert referee.advance(course) is course
    after = referee.advance(waited(course, 31))
    assert after.actions[course.number] == TimeOut(0)


def test_a_game_left_lying_costs_nothing(learner: Learner) -> None:
    """Ten minutes after the clock nobody was there: it begins again when they come back, and then it counts."""
    course = until(begin(learner, Rules(play_clock=15)), Pegging)
    course = waited(course, 15 + 601)
    now = timezone.now()
    assert referee.lies(course, now)
    assert referee.time_left(course, now) is None
    referee.resume(course)
    course = referee.load(course.match.key)
    left = referee.time_left(course, timezone.now())
    assert left is not None
    assert timedelta(seconds=13) < left <= timedelta(seconds=15)
    models.Game.objects.filter(pk=course.game.pk).update(resumed_at=now - timedelta(seconds=16))
    after = referee.act(referee.load(course.match.key), choose(course))
    assert TimeOut(0) in after.actions


def test_a_clock_that_is_set_back_gives_no_more_than_its_seconds(learner: Learner) -> None:
    course = until(begin(learner, Rules(play_clock=15)), Pegging)
    models.Game.objects.filter(pk=course.game.pk).update(resumed_at=timezone.now())
    course = referee.load(course.match.key)
    left = referee.time_left(course, timezone.now() - timedelta(hours=1))
    assert left == timedelta(seconds=15)


# ------------------------------------------------------------------------------------------------------ accounts


def test_results_are_added_up_by_level_and_rules(learner: Learner) -> None:
    """Every finished game once, a match when it is decided; games played again do not count."""
    for level in (Level.BEGINNER, Level.CASUAL, Level.CASUAL):
        *_, last = play_out(begin(learner, QUICK, Pace.INSTANT, level), Pace.INSTANT)
    assert set(Result.objects.values_list("rules", "level", "seats", "games", "matches")) == {
        ("quick", "beginner", 2, 1, 1),
        ("quick", "casual", 2, 2, 2),
    }
    total = sum(Result.objects.values_list("points_for", flat=True))
    own = [QUICK.told(match.summary["scores"][0]) for match in Match.objects.all()]
    assert total == sum(own)
    assert sum(Result.objects.values_list("won", flat=True)) == sum(
        match.summary["winner"] == 0 for match in Match.objects.all()
    )
    replayed = referee.again(last, first_discard(last), learner)
    *_, over = play_out(replayed, Pace.INSTANT)
    assert over.match.over
    assert sum(Result.objects.values_list("games", flat=True)) == 3


def test_the_games_of_a_match_are_counted_one_by_one(learner: Learner) -> None:
    """A match of several games: games are counted as they end, the match once."""
    *_, last = play_out(begin(learner, Rules(target=31, match_points=4), Pace.INSTANT), Pace.INSTANT)
    result = Result.objects.get()
    assert result.games == last.game.number >= 2
    assert result.matches == 1
    assert result.matches_won == int(last.state.table.standing[0] >= 4)


# ----------------------------------------------------------------------------------------- again, and from records


def test_playing_again_deals_the_same_cards(learner: Learner) -> None:
    """From a discard on, with the same choices, everything goes as it went: packs, bots and cuts."""
    *_, last = play_out(begin(learner, Rules(target=61)))
    match = referee.again(last, first_discard(last), learner)
    course = referee.load(match.key)
    while course.number < last.number and not isinstance(course.state, Over):
        if referee.waits(course) is Wait.PERSON:
            referee.act(course, last.actions[course.number])
        else:
            referee.advance(course)
        course = referee.load(match.key)
        assert course.actions == last.actions[: course.number]
    assert course.state == last.state
    assert course.match.origin == Origin.AGAIN


def test_what_is_only_tried_out_is_not_the_game_to_go_on_with(client: Client, learner: Learner) -> None:
    *_, last = play_out(begin(learner, QUICK))
    client.force_login(learner)
    referee.again(last, 1, learner)
    first = client.get("/games/").context["first"]
    assert first.preset, "a new game"
    assert list(first.standing.scores) == last.match.summary["scores"], "how the last one ended"
    assert overview(learner, timezone.now()).match is None
    going = begin(learner, Rules())
    referee.again(last, 1, learner)
    assert client.get("/games/").context["first"].url == reverse("table", args=[going.key])
    assert overview(learner, timezone.now()).match == going


def test_playing_again_goes_on_beyond_the_old_packs(learner: Learner) -> None:
    """A game that lasts longer than the one it was taken from gets new packs."""
    *_, last = play_out(begin(learner, Rules(target=31)))
    match = referee.again(last, 1, learner)
    Match.objects.filter(pk=match.pk).update(rules=match.rules.replace("target=31", "target=121"))
    *_, over = play_out(match)
    packs = [action.pack for action in over.actions if isinstance(action, Shuffle)]
    assert len(set(packs)) == len(packs) > sum(isinstance(action, Shuffle) for action in last.actions)


def test_a_later_game_of_a_match_can_be_played_again(learner: Learner) -> None:
    """It begins with its dealer and its standing, and is worth what it was."""
    match = begin(learner, Rules(target=31, match_points=4), Pace.INSTANT)
    *_, last = play_out(match, Pace.INSTANT)
    assert last.game.number > 1
    again = referee.load(referee.again(last, first_discard(last), learner).key)
    assert again.game.standing == last.game.standing
    assert again.states[: again.number + 1] == last.states[: again.number + 1]


def test_another_seats_decision_is_taken_in_that_seat(learner: Learner) -> None:
    """Who plays a bot's choice again sits where the bot sat, and an expert sits in the own seat."""
    *_, last = play_out(begin(learner, Rules(target=31, seats=3, sides=3)))
    course = referee.load(referee.again(last, first_discard(last, 2), learner).key)
    assert course.people == {2: learner.pk}
    assert course.levels == {0: Level.EXPERT, 1: Level.CASUAL}
    assert referee.waits(course) is Wait.PERSON


def test_the_game_after_one_played_again_has_new_packs(learner: Learner) -> None:
    """Only the game that is played again is dealt from its old packs."""
    *_, last = play_out(begin(learner, Rules(target=31, match_points=4), Pace.INSTANT), Pace.INSTANT)
    first = referee.load(last.match.key, 1)
    match = referee.again(first, first_discard(first), learner)
    *_, over = play_out(match, Pace.INSTANT)
    assert over.game.number > 1
    old = {action.pack for action in first.actions if isinstance(action, Shuffle)}
    assert not old & {action.pack for action in over.actions if isinstance(action, Shuffle)}


@pytest.mark.parametrize("number", [-1, 10_000])
def test_there_is_no_again_from_where_the_game_never_was(learner: Learner, number: int) -> None:
    """Nothing is made."""
    *_, last = play_out(begin(learner, Rules(target=31), Pace.INSTANT), Pace.INSTANT)
    with pytest.raises(Stale), transaction.atomic():
        referee.again(last, number, learner)
    assert Match.objects.count() == 1


def test_a_record_is_kept_game_by_game(learner: Learner) -> None:
    """A match of several games from elsewhere: the same games, and the same record again."""
    *_, last = play_out(begin(learner, Rules(target=31, match_points=4), Pace.INSTANT), Pace.INSTANT)
    text = referee.record(last.match)
    match = referee.open_record(learner, read(text))
    plain = [line for line in text.splitlines() if not line.startswith("#")]
    assert [line for line in referee.record(match).splitlines() if not line.startswith("#")] == plain
    for number in range(1, last.game.number + 1):
        ours, theirs = referee.load(last.match.key, number), referee.load(match.key, number)
        assert ours.states == theirs.states
    assert match.origin == Origin.RECORD
    assert not Result.objects.filter(games__gt=last.game.number).exists()


def test_a_record_is_played_again_against_experts(learner: Learner) -> None:
    """Nobody is known in the seats of a record: whoever acted takes the choice again, experts sit in the others."""
    *_, last = play_out(begin(learner, Rules(target=31), Pace.INSTANT), Pace.INSTANT)
    opened = referee.load(referee.open_record(learner, read(referee.record(last.match))).key)
    number = next(n for n, action in enumerate(opened.actions) if isinstance(action, Play) and action.seat == 1)
    course = referee.load(referee.again(opened, number, learner).key)
    assert course.people == {1: learner.pk}
    assert course.levels == {0: Level.EXPERT}
    assert referee.waits(course) is Wait.PERSON


def test_an_unfinished_game_has_no_record(learner: Learner) -> None:
    """Its record would tell the cards that lie closed."""
    course = until(begin(learner, STANDARD), Pegging)
    text = referee.record(course.match)
    assert "shuffle" not in text
    assert read(text).stop is None


def test_the_longest_action_fits_the_log() -> None:
    """A shuffle."""
    field = models.Action._meta.get_field("text")
    assert field.max_length is not None
    assert len(str(Shuffle(fairness.shuffle()[0]))) <= field.max_length


def test_the_rules_fit_their_field() -> None:
    """The longest rules there are."""
    rules = Rules(
        seats=6,
        sides=6,
        target=999,
        deals=999,
        counting=Counted.SHOW,
        muggins=Muggins.MISSED_AND_EXCESS,
        notice=Notice.AUTOMATIC,
        count_clock=90,
        play_clock=90,
        match_points=999,
    )
    assert len(rules_text(rules)) <= 400


def test_everything_at_a_table_is_stored_in_order(learner: Learner) -> None:
    """Times never run back, and shuffles alone carry a nonce."""
    *_, last = play_out(begin(learner, replace(TOURNAMENT, target=61, match_points=3), Pace.FAST), Pace.FAST)
    for game in last.match.games.all():
        lines = list(game.actions.all())
        assert [line.at for line in lines] == sorted(line.at for line in lines)
        assert all(bool(line.nonce) == line.text.startswith("shuffle") for line in lines)


def test_cutting_again_for_equal_cards(learner: Learner) -> None:
    """Equal lowest cards are cut again from a new pack, sealed anew."""
    for _ in range(200):
        course = referee.load(begin(learner, Rules(seats=2)).key)
        course = referee.act(course, choose(course))
        course = referee.advance(course)
        if isinstance(course.state, CuttingForDeal):
            course = referee.advance(course)
            assert sum(isinstance(action, Shuffle) for action in course.actions) == 2
            assert referee.waits(course) is Wait.PERSON
            return
    pytest.fail("two hundred cuts without equal cards")


def test_random_presses_never_break_a_game(learner: Learner) -> None:
    """Anything at any time, by anybody who has the address: refused, stale, or a step; never an error."""
    random = Random(4)
    course = referee.load(begin(learner, Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED)).key)
    behind = course
    for _ in range(300):
        table = random.choice((course, course, behind))
        actions: list[Action] = [Go(0), Claim(0, random.randrange(100)), Cut(0, random.randrange(60)), TimeOut(0)]
        if referee.waits(course) is Wait.PERSON:
            actions += [choose(course)] * 6
        with suppress(Stale, ActionRefused):
            if random.random() < 0.4:
                referee.advance(table)
            else:
                referee.act(table, random.choice(actions))
        behind, course = course, referee.load(course.match.key)
    assert course.number > 20


def test_a_wrong_count_of_another_waits_where_right_ones_follow_by_themselves(learner: Learner) -> None:
    """What muggins brings can be read, however fast the table is."""
    rules, seen = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED), dict[bool, set[Wait]]()
    for course in play_out(begin(learner, replace(rules, match_points=9), Pace.FAST, Level.NOVICE), Pace.FAST):
        log = course.log
        if len(log) > log.deal_start and isinstance(log.around(len(log) - 1)[0], Counting):
            is_wrong = referee.is_miscounted(log, {1})
            seen.setdefault(is_wrong, set()).add(referee.waits(course, Pace.FAST))
    assert Wait.PAUSE not in seen[True]
    assert Wait.PRESS in seen[True]
    assert Wait.PAUSE in seen[False]
