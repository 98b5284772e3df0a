"""What the table shows: players, the crib at the dealer's side, the show, the line that speaks."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import chain

import pytest
from django.utils import timezone

from game import referee
from game.engine.play import CuttingForDeal, Discarding, Go, Over, Pegging, Play, earned, legal, scored, waited_for
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import Kind, total
from game.engine.view import Phase
from game.models import Match, Pace
from game.referee import Course, Draft, Wait
from game.table import scene, words
from game.table.scene import MOST_SAID, Scene
from game.table.words import Event
from tests.chance import seed
from tests.game.tables import begin, named, play_out
from trainer.models import Learner

pytestmark = [pytest.mark.django_db, pytest.mark.once("what follows from a game that was loaded")]

TABLES = (
    Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(seats=3, sides=3, target=31),
    Rules(seats=4, sides=2, target=61),
    Rules(seats=4, sides=4, target=31),
    Rules(seats=6, sides=6, target=31),
)


def moments(rules: Rules, pace: Pace = Pace.NORMAL) -> Iterator[tuple[Course, Scene]]:
    """A game, and how its first seat sees each moment of it."""
    match: Match = begin(Learner.objects.create_guest(), rules, pace)
    for course in play_out(match, pace):
        yield course, scene.scene(course, 0, pace, timezone.now())


@cache
def scenes(rules: Rules, pace: Pace = Pace.NORMAL) -> list[tuple[Course, Scene]]:
    """A whole game, played once for all tests that only look, with the same cards whichever of them is the first."""
    with pytest.MonkeyPatch.context() as patch:
        seed(patch, f"scenes {rules} {pace}")
        return list(moments(rules, pace))


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_each_player_is_told_of_once(rules: Rules) -> None:
    """With the score where there are too many sides for a table of scores, and then the reader too."""
    for _course, shown in scenes(rules):
        places = [player.place for player in shown.players]
        carries = rules.sides > scene.MOST_SCORES
        assert places == list(range(0 if carries else 1, rules.seats))
        for player in shown.players:
            score = rules.told(shown.view.scores[player.side])
            assert player.score == (score if carries else None)
            assert player.partner is (player.place != 0 and player.side == rules.side_of(0))
            assert not (player.own and player.backs), "the own cards lie open in the hand"


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_it_is_nobodys_turn_where_the_table_waits_for_a_press(rules: Rules) -> None:
    """In the show another may be the next to count, but the reader looks first at what was counted."""
    for _course, shown in scenes(rules):
        lit = {player.place for player in shown.players if player.turn}
        assert not lit or shown.wait is not Wait.PRESS
        if shown.phase == Phase.PEGGING and shown.wait is Wait.PAUSE:
            assert lit


def test_a_clock_that_stopped_shows_what_it_begins_again_with() -> None:
    rules = Rules(counting=Counted.SHOW, count_clock=90, play_clock=60)
    for course in play_out(begin(Learner.objects.create_guest(), rules)):
        if referee.waits(course) is not Wait.PERSON or not referee.clock(course):
            continue
        now = timezone.now()
        shown, later = (scene.scene(course, 0, Pace.NORMAL, at) for at in (now, now + timedelta(hours=1)))
        assert (shown.lies, shown.clock) == (False, shown.left)
        assert (later.lies, later.left, later.clock) == (True, None, referee.clock(course))
        if shown.phase == Phase.COUNTING:
            return
    raise AssertionError


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_the_crib_lies_at_the_dealers_side_until_it_is_turned_over(rules: Rules) -> None:
    turned = 0
    for course, shown in scenes(rules):
        at = {player.place: len(player.crib) for player in shown.players} | {0: len(shown.crib)}
        dealer = shown.view.dealer
        assert all(not cards or place == dealer for place, cards in at.items())
        if isinstance(course.state, Pegging):
            assert at[course.state.table.dealer] == len(course.state.holding.crib)
        if shown.show and shown.show.is_crib:
            turned += 1
            assert not any(at.values()), course.state
    assert turned


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_go_is_offered_when_nothing_else_can_be_done(rules: Rules) -> None:
    said = 0
    for course, shown in scenes(rules):
        mine = [action for action in legal(course.state) if action.seat == 0]
        assert shown.says_go is any(isinstance(action, Go) for action in mine)
        if shown.says_go:
            said += 1
            assert len(mine) == 1
            assert not any(held.playable for held in shown.hand)
    assert said


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_a_card_keeps_its_place_while_others_are_played(rules: Rules) -> None:
    kept = 0
    for course, shown in scenes(rules):
        assert tuple(filter(None, shown.places)) == shown.hand
        if isinstance(course.state, Pegging):
            dealt = sorted(course.state.holding.hands[0])
            assert [one and one.card for one in shown.places] == [
                card if card in shown.view.hand else None for card in dealt
            ]
            kept += 1
        else:
            assert None not in shown.places
    assert kept


def test_the_hand_to_be_counted_lies_open_and_then_its_count() -> None:
    claimed = told = 0
    for course, shown in scenes(TABLES[0]):
        view, show = shown.view, shown.show
        if view.counting and (shown.mine or view.claim):
            claimed += 1
            assert show is not None
            assert (show.cards, show.told) == (view.counting.cards, None)
        elif show:
            told += 1
            assert show.told == shown.counted[-1]
        assert (show is None) or course.state.table.deal
    assert claimed
    assert told


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_the_line_that_speaks_says_what_is_asked_where_cards_do_not(rules: Rules) -> None:
    for course, shown in moments(rules):
        asks = referee.waits(course) is Wait.PERSON and (shown.phase != Phase.PEGGING or bool(shown.view.claim))
        assert shown.calls is asks
        if isinstance(course.state, Discarding):
            assert shown.news == "", "the question alone"
        if shown.phase == Phase.PEGGING and not shown.view.claim:
            last = shown.events[-1]
            turn = "Choose points below, then a card." if shown.claims_play else "Your turn."
            turn = "You lead: play any card." if not shown.view.plays and not shown.claims_play else turn
            turn = "Your turn: count anew from 0." if shown.is_series_over else turn
            turn = "No card fits: say go." if shown.says_go else turn
            whole, scored = f"{last.text} {turn}", " ".join([*last.sentences[1:], turn])
            short = len(whole) <= MOST_SAID or len(scored) > MOST_SAID or not last.sentences[1:]
            if not shown.mine:
                fits = len(last.text) <= MOST_SAID or not last.sentences[1:]
                whole, scored, short = last.text, " ".join(last.sentences[1:]), fits
            assert shown.news == (whole if short else scored)


def test_cards_cut_for_the_deal_lie_there_until_it_is_dealt() -> None:
    dealt = 0
    for course, shown in scenes(TABLES[1]):
        if shown.phase == Phase.DEALING and shown.view.deal == 1:
            dealt += 1
            assert len(shown.cuts) > 1
            lowest = min(shown.cuts, key=lambda cut: cut.card.rank)
            assert lowest.name == shown.names[course.state.table.dealer]
            assert [cut for cut in shown.cuts if cut.deals] == [lowest]
        elif shown.phase != Phase.CUTTING_FOR_DEAL:
            assert shown.cuts == ()
    assert dealt


def test_a_slow_table_also_says_what_came_before_a_question() -> None:
    for course, shown in scenes(Rules(target=31), Pace.SLOW):
        if isinstance(course.state, Discarding):
            assert shown.news == shown.events[-1].text


def test_a_word_at_each_player_says_what_they_did_since_the_reader_acted() -> None:
    seen = set()
    for _course, shown in scenes(TABLES[4]):
        words = {player.place: player.word for player in shown.players}
        seen |= set(words.values())
        for place in shown.view.gone:
            if place and words[place] == "":
                assert any(event.seat == 0 for event in shown.events), "said before the reader acted"
    assert "go" in seen
    assert "+2" in seen


def test_no_word_of_a_count_stands_beside_the_next_hand_to_count() -> None:
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for _course, shown in scenes(Rules(target=61, counting=Counted.SHOW)):
        if shown.phase == Phase.COUNTING and shown.show:
            said[bool(shown.show.told)] |= {player.word for player in shown.players}
    assert said[True] - {""}
    assert said[False] == {""}


def test_nothing_of_the_count_before_stands_beside_the_question_of_the_next_claim() -> None:
    rules = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
    seen = [
        shown
        for course in play_out(begin(Learner.objects.create_guest(), rules))
        if (shown := scene.scene(course, 0, Pace.NORMAL, timezone.now())).calls_muggins and shown.counted
    ]
    assert seen
    assert {(shown.news, shown.verdict) for shown in seen} == {("", "")}


def test_after_the_counts_of_a_deal_the_hands_stand_in_a_row_beside_the_crib() -> None:
    over = [shown for _course, shown in scenes(Rules(target=61)) if shown.phase == Phase.DEALING and shown.counted]
    assert over
    for shown in over:
        assert {one.title for one in shown.tallied} == {"Your hand", "Ada’s hand"}
        assert shown.show
        assert shown.show.is_crib
        assert (shown.news, shown.asks_silently) == ("", True), "nothing is said twice"


def test_where_many_play_the_plates_tell_the_counts_of_a_deal() -> None:
    rules = Rules(seats=6, sides=2, target=61)
    over = [shown for _course, shown in scenes(rules) if shown.phase == Phase.DEALING and shown.counted]
    assert over
    for shown in over:
        assert (shown.tallied, shown.news, shown.asks_silently) == ((), "", True)
        hands = {one.shown.seat: f"+{one.points}" for one in shown.counted if not one.shown.is_crib}
        assert len(hands) == 6
        assert {player.place: player.word for player in shown.players} == hands


def test_four_in_pairs_see_all_hands_of_a_deal_in_a_row() -> None:
    rules = Rules(seats=4, sides=2, target=61)
    over = [shown for _course, shown in scenes(rules) if shown.phase == Phase.DEALING and shown.counted]
    assert over
    for shown in over:
        assert len(shown.tallied) == 4
        assert shown.news == ""


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_no_more_than_eight_cards_lie_on_the_table_and_none_is_lost(rules: Rules) -> None:
    for _course, shown in scenes(rules):
        assert len(shown.laid) <= scene.MOST_LAID
        if shown.phase == Phase.PEGGING:
            assert (*shown.earlier, *(play.card for play in shown.laid)) == tuple(
                play.card for play in shown.view.plays
            )
            assert bool(shown.laid) is bool(shown.view.plays), "a series that is over lies there until the next card"
            assert shown.is_series_over is (bool(shown.view.plays) and not shown.view.series)
            assert shown.peak >= shown.view.count, "the count is told as the series was over"
            assert shown.count == (shown.peak if shown.is_series_over else shown.view.count), "it stays as its cards do"


def test_the_felt_says_what_made_the_points_of_the_last_action() -> None:
    names = set()
    for rules in (Rules(seats=4, sides=2, target=61), Rules()):
        before = [0, 0]
        for _course, shown in scenes(rules):
            gained = [score - old for score, old in zip(shown.view.scores, before, strict=True)]
            before = list(shown.view.scores)
            if shown.made:
                names.update(shown.made.name.split(", "))
                assert shown.made.points in gained or shown.result, "at the end what is past the target is not pegged"
            elif shown.phase == Phase.PEGGING:
                assert not any(gained)
    assert names >= {"Fifteen", "Pair", "Go"}


def test_what_muggins_takes_is_not_added_to_what_was_claimed() -> None:
    rules = Rules(seats=3, sides=3, target=61, counting=Counted.ALL, muggins=Muggins.MISSED)
    for course, shown in moments(rules):
        for play in shown.view.legal if shown.phase == Phase.PEGGING else ():
            draft = Draft(course)
            draft.take(replace(play, claim=1) if isinstance(play, Play) else play)
            told = [line.score.kind for line in scored(course.state, draft.state)]
            if told == [Kind.CLAIM, Kind.MUGGINS]:
                made = scene.made(replace(course, log=draft.log))
                assert made
                assert (made.name, made.points, made.is_claimed) == ("Pair for 2, claimed", 1, True)
                return
    pytest.fail("nobody could have claimed too little")


def test_what_another_takes_by_muggins_is_no_reward_and_others_points_do_not_light_the_felt() -> None:
    taken = lit = dark = 0
    all_counted = Rules(target=61, counting=Counted.ALL, muggins=Muggins.MISSED)
    for _course, shown in chain(scenes(all_counted), scenes(Rules())):
        made = shown.made
        if shown.show or shown.result or not made:
            continue
        own = made.seat == 0
        assert shown.is_taken == (made.is_muggins and not own)
        assert shown.is_joy == (shown.is_much and own)
        taken += shown.is_taken
        lit += shown.is_joy
        dark += shown.is_much and not own
    assert lit
    assert dark


@pytest.mark.parametrize(("claim", "wait"), [(0, Wait.PRESS), (2, Wait.PAUSE)])
def test_what_others_take_of_the_reader_stays_until_the_reader_goes_on(claim: int, wait: Wait) -> None:
    rules = Rules(target=61, counting=Counted.ALL, muggins=Muggins.MISSED)
    for course, shown in moments(rules):
        state = course.state
        if not isinstance(state, Pegging):
            continue
        for play in shown.view.legal:
            if not isinstance(play, Play) or total(earned(state, play)) != 2:
                continue
            draft = Draft(course)
            draft.take(replace(play, claim=claim))
            after = replace(course, log=draft.log)
            if isinstance(draft.state, Pegging) and 0 not in waited_for(draft.state):
                assert scene.scene(after, 0, Pace.NORMAL, timezone.now()).wait is wait
                return
    pytest.fail("no card was worth two")


def test_what_has_to_be_said_is_told_before_what_was_done() -> None:
    long = "Clementina plays the queen of diamonds: 27, and claims nothing."
    event = Event(0, 1, (long, "In fact it scores 2: a pair for two."), "", "", matters=True)
    told = words.and_your_turn(event, scene.MOST_SAID, anew=False, goes=True, claims=False)
    assert told == "In fact it scores 2: a pair for two. No card fits: say go."
    short = replace(event, sentences=(long,))
    alone = words.and_your_turn(short, scene.MOST_SAID, anew=False, goes=True, claims=False)
    assert alone == "No card fits: say go."
    assert words.said_shortly(replace(event, sentences=(long, long)), scene.MOST_SAID) == long


def tied(match: Match, pace: Pace) -> Course:
    """The game after both have cut the same rank for the deal, and what follows at once."""
    course = referee.load(match.key)
    for action in legal(course.state):
        draft = Draft(course)
        draft.take(action)
        while isinstance(draft.state, CuttingForDeal) and not draft.state.to_shuffle:
            draft.step()
        if isinstance(draft.state, CuttingForDeal):
            course = referee.act(course, action, pace)
            break
    while isinstance(course.state, CuttingForDeal) and len(course.state.cuts) == 1:
        course = referee.advance(course, pace)
    return course


@pytest.mark.parametrize("pace", [Pace.NORMAL, Pace.INSTANT])
def test_both_cards_of_a_tie_are_looked_at_and_lie_there_until_the_next_cut(pace: Pace) -> None:
    course = tied(begin(Learner.objects.create_guest(), Rules(), pace), pace)
    if pace == Pace.NORMAL:
        shown = scene.scene(course, 0, pace, timezone.now())
        assert (shown.wait, shown.go_on, shown.news) == (
            Wait.PRESS,
            "Cut again",
            "The low cards tie: those who cut them cut again.",
        )
        assert len({cut.card.rank for cut in shown.cuts}) == 1
        course = referee.advance(course, pace)
    shown = scene.scene(course, 0, pace, timezone.now())
    assert (shown.wait, shown.news) == (Wait.PERSON, "A tie.")
    assert [cut.name for cut in shown.cuts] == ["You", "Ada"]
    again = referee.act(course, legal(course.state)[0], Pace.NORMAL)
    assert [cut.name for cut in scene.scene(again, 0, Pace.NORMAL, timezone.now()).cuts] == ["You"]


def test_the_starter_is_looked_at_longer_than_a_card() -> None:
    delays = {
        bool(shown.view.plays): shown.delay
        for _course, shown in moments(Rules(target=31))
        if shown.view.phase is Phase.PEGGING and not shown.made and shown.wait is Wait.PAUSE
    }
    assert delays[False] == 1.5 * delays[True]


def test_the_hand_is_what_acts_only_where_a_card_of_it_can_be_pressed() -> None:
    acts = set()
    for _course, shown in scenes(TABLES[0]):
        if shown.hand_acts:
            assert shown.mine
            assert not shown.says_go
            acts.add(shown.view.phase)
        if shown.view.phase is Phase.PEGGING and shown.mine and not shown.view.claim:
            assert shown.hand_acts is not shown.says_go
    assert acts == {Phase.DISCARDING, Phase.PEGGING}


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((0, 0), "Even: 121 to go"),
        ((30, 12), "You lead by 18: 91 to go"),
        ((12, 30), "Ada: 18 ahead, 91 to go"),
    ],
)
def test_who_leads_by_how_much_and_how_far_it_is_home(scores: tuple[int, int], told: str) -> None:
    course, shown = next(moments(Rules()))
    assert course.number == 0 or shown.lead == "Even: 121 to go"
    assert replace(shown, view=replace(shown.view, scores=scores)).lead == told


def test_a_game_of_so_many_deals_has_no_way_to_go_but_deals() -> None:
    _course, shown = next(moments(Rules(deals=4)))
    told = replace(shown, view=replace(shown.view, scores=(12, 30), deal=3)).lead
    assert (shown.lead, told) == ("Even: deal 1 of 4", "Ada: 18 ahead, deal 3 of 4")


@pytest.mark.parametrize("rules", [Rules(deals=1), Rules(target=31)], ids=named)
def test_who_wins_is_known_with_what_is_counted_last(rules: Rules) -> None:
    *_before, (course, over) = scenes(rules)
    assert isinstance(course.state, Over)
    last = scene.scene(course, 0, Pace.NORMAL, timezone.now(), fresh=True)
    assert last.ends_later
    assert (last.home, last.winner, over.home, over.winner) == (course.state.winner, None, None, course.state.winner)
    joys = [replace(last, home=side).is_joy for side in (0, 1)]
    assert joys == [True, False], "whoever took the last points: it is the winner's"


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.NORMAL, Pace.FAST])
def test_the_end_of_a_game_comes_when_that_is_pressed(pace: Pace) -> None:
    *_before, (course, _over) = scenes(Rules(deals=1))
    last = scene.scene(course, 0, pace, timezone.now(), fresh=True)
    assert last.latest
    assert (last.wait, last.go_on) == (Wait.PRESS, "See the result")


def test_a_side_of_three_is_told_of_in_few_words() -> None:
    _course, shown = next(moments(Rules(seats=6, sides=2)))
    told = [replace(shown, view=replace(shown.view, scores=scores)).lead for scores in ((30, 12), (12, 30))]
    assert told == ["You lead by 18: 91 to go", "The others: 18 ahead, 91 to go"]


def test_an_onlooker_is_told_who_leads_by_name() -> None:
    course, _shown = next(moments(Rules()))
    seen = scene.scene(course, None, Pace.NORMAL, timezone.now())
    assert replace(seen, view=replace(seen.view, scores=(30, 12))).lead == f"{seen.names[0]}: 18 ahead, 91 to go"


def test_what_was_done_is_listed_by_the_parts_of_the_deal_in_short_lines() -> None:
    lines: dict[str, set[str]] = {}
    for _course, shown in scenes(Rules(target=61)):
        parts = [event.part for event in shown.events]
        assert parts == sorted(parts, key=["Cut for the deal", "Deal and discards", "Play", "Show"].index)
        for event in shown.events:
            lines.setdefault(event.part, set()).add(event.brief)
    cards = [line for line in lines["Play"] if re.match(r"(You|Ada): [\w ]+, \d+\.", line)]
    assert any("for two" in line for line in cards)
    assert not any("peg" in line for line in cards)
    assert any(re.match(r"(Your|Ada’s) (hand|crib): ", line) for line in lines["Show"])


def test_a_great_hand_is_looked_at_longer_than_a_big_one_and_that_longer_than_another() -> None:
    shown = next(shown for _course, shown in scenes(Rules(target=61)) if shown.show and shown.show.told)
    *before, told = shown.counted
    delays = [replace(shown, counted=(*before, replace(told, pegged=points))).delay for points in (4, 12, 20)]
    assert delays == sorted(set(delays))


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_a_slow_table_goes_on_once_a_learner_has_read_what_is_said(rules: Rules) -> None:
    """At 200 words a minute, each of six letters with its space. A quicker table does not wait for that in the play."""
    said = 0
    for course, shown in scenes(rules, Pace.SLOW):
        if shown.wait is Wait.PAUSE and shown.news:
            said += 1
            assert shown.delay >= len(shown.news) / 6 / 200 * 60_000
            quick = scene.scene(course, 0, Pace.NORMAL, timezone.now())
            assert not shown.laid or quick.delay < shown.delay
    assert said


@pytest.mark.parametrize("muggins", [Muggins.MISSED, Muggins.MISSED_AND_EXCESS])
def test_a_call_in_vain_is_one_that_no_count_could_make_right(muggins: Muggins) -> None:
    calls = 0
    for _course, shown in scenes(replace(TABLES[0], muggins=muggins)):
        if shown.view.claim:
            calls += 1
            claimed, tapped = shown.view.claim[1], range(30)
            least = claimed if muggins is Muggins.MISSED_AND_EXCESS else 0
            assert [points for points in tapped if points in shown.in_vain] == list(range(least, claimed + 1))
        else:
            assert not shown.in_vain
    assert calls
