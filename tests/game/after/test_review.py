"""The review of a finished game: worked through in steps, kept once, and shown on a page."""

import json
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from html import unescape
from html.parser import HTMLParser
from itertools import count, groupby, pairwise, permutations
from math import hypot
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from game import referee
from game.after import review as after_review
from game.after import review_page, words
from game.after.curve import HEIGHT, box, draw, luck_mark, luck_marks
from game.after.review import (
    Decision,
    DecisionKind,
    RankedChoice,
    begun,
    decisions,
    duplicates,
    is_done,
    progress,
    step,
)
from game.after.swings import Swing, swings, with_show
from game.engine.cards import Card, parse_cards
from game.engine.play import (
    Call,
    Claim,
    Claimed,
    Counting,
    Discard,
    Discarding,
    Holding,
    Over,
    Pass,
    Pegging,
    Play,
    State,
    Table,
    apply,
    waited_for,
)
from game.engine.rules import Counted, Rules
from game.engine.scoring import total
from game.engine.view import Shown, see
from game.models import Habits, Help, Match, Origin, Pace, Review
from game.referee import Course
from game.strategy.bots import act
from game.strategy.levels import Level
from game.strategy.review import Fault, Grade, chance_to_win, review
from game.table.advice import Crib
from game.table.words import the_cards
from game.words.terms import card_name
from tests.full import PROOF, few
from tests.game.after.games import (
    CALLED,
    EVERYTHING,
    PLAYED,
    PROPER,
    finished,
    graded,
    kept,
    own_seat,
    remember,
    reviewed,
)
from tests.game.tables import TABLES, begin, named, sit
from tests.strategies import as_phase
from trainer.models import Learner
from trainer.practice.addresses import about_to_begin, of_spots_like

pytestmark = pytest.mark.django_db

SAYS = pytest.mark.once("what is said of a game that was read")
"""The mark of tests of that alone."""

CARD_AND_COUNT = [DecisionKind.PLAY, DecisionKind.PLAY_COUNT]
"""The decisions of one action where the play is counted too."""


@pytest.fixture
def learner(client: Client) -> Learner:
    """Somebody in front of the browser."""
    return sit(client)


@pytest.mark.parametrize("rules", few([CALLED, EVERYTHING, Rules(seats=3, sides=3, target=61)], EVERYTHING))
def test_in_steps_it_comes_to_the_same_as_at_once(learner: Learner, rules: Rules) -> None:
    course = finished(learner, rules)
    seat = own_seat(course)
    at_once = PLAYED[course.rules, 0].review
    steps, found = 1, step(course, seat, 0)
    while not is_done(found, course):
        found, steps = step(course, seat, 0), steps + 1
    assert kept(found) == at_once
    assert steps == len(course.actions)


def test_what_is_kept_is_what_the_review_says(learner: Learner) -> None:
    course = finished(learner, CALLED)
    seat = own_seat(course)
    found = decisions(reviewed(course))
    told = list(review(CALLED, course.actions, (seat,)))
    assert [(each.number, each.action, each.best, each.faults) for each in found] == [
        (each.number, each.action, each.best, each.faults) for each in told
    ]
    assert [each.grade for each in found] == [
        Grade.INACCURATE if kept.overlooked else each.grade for kept, each in zip(found, told, strict=True)
    ]
    lost = [each.points + each.overlooked for each in found]
    assert lost == pytest.approx([each.points for each in told], abs=0.006)
    chances = [0.0 if kept.overlooked else each.win for kept, each in zip(found, told, strict=True)]
    assert [each.win for each in found] == pytest.approx(chances, abs=0.0001)
    assert {each.kind for each in found} >= {DecisionKind.DISCARD, DecisionKind.PLAY, DecisionKind.HAND}
    for each in found:
        if isinstance(each.action, Discard | Play):
            assert each.taken
            assert set(each.taken.cards) == set(getattr(each.action, "cards", (getattr(each.action, "card", None),)))
            assert [row.place for row in each.ranked][: len(each.ranked) - 1] == list(range(1, len(each.ranked)))
            assert len(each.ranked) <= 6


def test_a_review_kept_in_older_words_is_read(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    told = decisions(found)
    older = json.dumps(found.decisions).replace(" discards ", " lays away ").replace('"discard"', '"lay_away"')
    found.decisions = json.loads(older)
    assert "discard" not in older
    assert decisions(found) == told


def test_two_who_grade_at_once_double_nothing(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one step is at work, another tab takes the same step and is done first."""
    course = finished(learner, CALLED)
    seat = own_seat(course)
    at_once = PLAYED[course.rules, 0].review
    remember(monkeypatch, course)
    alone, interrupted = after_review.decisions_at, list[int]()

    def overtaken(course: Course, seat: int, number: int) -> list[dict[str, Any]]:
        if number == 10 and not interrupted:
            interrupted.append(number)
            step(course, seat, 0)
        return alone(course, seat, number)

    monkeypatch.setattr(after_review, "decisions_at", overtaken)
    found = step(course, seat, 60)
    assert interrupted
    assert not is_done(found, course)  # the slower step is given up; the faster one's stands
    assert kept(graded(course, seat)) == at_once
    assert Review.objects.count() == 1


def test_a_finished_review_is_not_written_again(learner: Learner, django_assert_num_queries: Any) -> None:
    course = finished(learner, EVERYTHING)
    reviewed(course)
    with django_assert_num_queries(1):
        step(course, own_seat(course))


def test_progress_counts_the_decisions_there_are(learner: Learner) -> None:
    course = finished(learner, EVERYTHING)
    seat = own_seat(course)
    before = progress(begun(course, seat))
    Review.objects.all().delete()
    found = reviewed(course)
    asked = len({each.number for each in decisions(found)})
    assert (before, progress(found)) == ((0, asked), (asked, asked))
    assert begun(course, seat) == found


def test_every_deal_has_its_duplicate_and_its_curve(learner: Learner) -> None:
    course = finished(learner, CALLED)
    seat = own_seat(course)
    deals = duplicates(reviewed(course))
    assert [deal.first for deal in deals] == list(course.deals)
    side = CALLED.side_of(seat)
    for deal in deals:
        assert deal.expert is not None
        assert len(deal.played) == len(deal.expert) == 2
        assert deal.curve[0][0] == deal.first
        for number, chance in deal.curve:
            assert chance == pytest.approx(chance_to_win(course.states[number], side), abs=0.0001)
    total = tuple(sum(deal.played[number] for deal in deals) for number in (0, 1))
    assert total == tuple(min(score, CALLED.target) for score in course.state.table.scores)
    assert deals[-1].curve[-1] == (len(course.actions), float(as_phase(Over, course.state).winner == side))


@pytest.mark.once("how an expert plays")
def test_an_expert_in_the_seat_is_as_good_as_the_expert(learner: Learner) -> None:
    """With the chance that bots draw from, the same deals come out the same."""
    match = begin(learner, EVERYTHING, Pace.INSTANT, Level.CLUB)
    course = referee.load(match.key)
    while not isinstance(course.state, Over):
        seat = own_seat(course)
        if seat in waited_for(course.state):
            action = act(see(course.state, seat), Level.EXPERT, course.chance(course.number, seat))
            course = referee.act(course, action, Pace.INSTANT)
        else:
            course = referee.advance(course, Pace.INSTANT)
    found = graded(course, own_seat(course))
    assert [deal.expert for deal in duplicates(found)] == [deal.played for deal in duplicates(found)]
    page = review_page.page(course, found, {}, None)
    duplicate = page.duplicate
    assert duplicate
    assert duplicate.total == "0"
    assert {part.name for part in page.parts} >= {"Discards", "Counts"}


@pytest.mark.once("what a review says")
def test_a_record_that_breaks_off_is_reviewed_as_far_as_it_goes(learner: Learner) -> None:
    course = finished(learner, CALLED)
    cut = course.deals[1] + 6
    part = replace(course, log=course.log.upto(cut))
    found = graded(part, own_seat(course))
    assert [deal.expert is None for deal in duplicates(found)] == [False, True]
    assert review_page.page(part, found, {}, None).curve.points


# --------------------------------------------------------------------------------------------------------- words


def shown_decision(course: Course, review: Review, number: int | None) -> review_page.ShownDecision:
    """The decision that the page of a review shows."""
    chosen = review_page.page(course, review, {}, number).chosen
    assert chosen
    return chosen


@pytest.mark.once("what a review says")
def test_every_decision_is_told_in_words(learner: Learner) -> None:
    for rules in (CALLED, EVERYTHING, TABLES[3] if PROOF.full else replace(TABLES[3], target=31)):
        course = finished(learner, rules)
        found = reviewed(course)
        for each in decisions(found):
            shown = shown_decision(course, found, each.number)
            verdict = next(verdict for verdict in shown.verdicts if verdict.kind == words.kind_name(each.kind))
            assert verdict.done
            assert bool(verdict.figure) == (each.grade is not Grade.BEST and any(each.loss[:2]))
            is_choice = any(not choice.taken for choice in each.ranked)
            why = [sentence for sentence in verdict.why if not sentence.startswith("Muggins:")]
            is_marked = Fault.COUNT in each.faults and shown.counted is not None and bool(shown.counted.missed)
            most = 1 if each.kind is DecisionKind.DISCARD else 2
            reasons = len(each.faults) - is_marked + sum("pair royal" in sentence for sentence in why)
            assert len(why) == min(reasons or (is_choice and not each.faults), most)
            assert bool(verdict.best) == (each.grade is not Grade.BEST)
            assert "%(" not in " ".join([verdict.done, verdict.best, words.loss(each), *verdict.why])


def decision(**changes: Any) -> after_review.Decision:
    """A decision made up."""
    made: dict[str, Any] = {
        "number": 9,
        "deal": 1,
        "kind": DecisionKind.HAND,
        "action": Claim(0, 8),
        "best": Claim(0, 12),
        "grade": Grade.BLUNDER,
        "points": 4.0,
        "win": 0.051,
        "faults": (Fault.COUNT,),
        "ranked": (),
    }
    return after_review.Decision(**{**made, **changes})


def test_a_miscount_says_what_was_missed_or_too_much(learner: Learner) -> None:
    course = finished(learner, EVERYTHING)
    why = partial(words.why, state=course.states[0], crib=Crib.OWN)
    assert why(decision()) == ["4 points were missed."]
    assert why(decision(action=Claim(0, 13))) == [
        "1 point too many was claimed, and at this table it goes to the others."
    ]
    assert why(decision(action=Claim(0, 14), points=0.0, win=0.0, overlooked=2.0)) == [
        "The count was wrong, but nobody called it, so it cost nothing."
    ]
    assert why(decision(action=Claim(0, 14), points=0.0, win=0.0)) == ["It costs nothing: the true count is pegged."]
    assert words.done(decision(), course.states[0]) == "Claimed 8."
    assert words.best(decision()) == "The true count: 12."
    assert words.loss(decision()) == "It costs 4 points, and lowers the chance to win by 5.1%."
    assert words.loss(decision(win=0.0)) == "It costs 4 points, and next to nothing in the chance to win."


A_PLAY = {"kind": DecisionKind.PLAY, "action": Play(0, Card.parse("5H")), "best": Play(0, Card.parse("6H"))}


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ({}, ("−5.1%", "to win")),
        ({"win": 0.03, "grade": Grade.MISTAKE}, ("−3.0%", "to win")),
        ({"win": 0.003, "grade": Grade.INACCURATE}, ("−4", "points")),
        ({"win": 0.0, "points": 1.0, "grade": Grade.INACCURATE}, ("−1", "point")),
        ({**A_PLAY, "points": 1.24}, ("−5.1%", "to win")),
        ({**A_PLAY, "points": 0.44, "win": 0.004, "grade": Grade.INACCURATE}, ("−0.4", "points")),
        ({**A_PLAY, "points": 0.24, "win": 0.004, "grade": Grade.GOOD}, ("−0.4%", "to win")),
        ({**A_PLAY, "points": 0.0, "win": 0.0, "grade": Grade.BEST}, None),
    ],
)
def test_a_loss_is_told_in_the_number_by_which_it_is_graded(lost: dict[str, Any], told: tuple[str, str] | None) -> None:
    figure = words.figure(decision(**lost))
    assert (figure and (figure.value, figure.label)) == told


# ---------------------------------------------------------------------------------------------------------- page


class _Page(HTMLParser):
    """What a page must not have: styles or scripts of its own, and ids that come twice."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.faults: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note ids, links, and what the page's policy forbids."""
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and value:
                self.links.append(value)
            if name == "style" or name.startswith("on"):
                self.faults.append(f"{tag} {name}")
        if tag == "style" or (tag == "script" and not dict(attrs).get("src")):
            self.faults.append(tag)


def page_of(client: Client, course: Course, query: str = "") -> str:
    """The review's page."""
    url = reverse("review", args=[course.match.key, course.game.number])
    response = client.get(f"{url}{query}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.once("what a review says")
@pytest.mark.parametrize(
    "rules",
    few(TABLES, TABLES[1], TABLES[3]),
    ids=named,
)
def test_the_page_shows_every_decision_of_every_table(client: Client, learner: Learner, rules: Rules) -> None:
    course = finished(learner, rules)
    seat = own_seat(course)
    found = reviewed(course)
    text = page_of(client, course)
    page = _Page(text)
    assert not page.faults
    assert len(set(page.ids)) == len(page.ids)
    for each in decisions(found):
        assert f"?seat={seat + 1}&decision={each.number}#decision" in page.links
    dearest = max(decisions(found), key=lambda each: each.loss)
    assert f'value="{dearest.number}"' in text or f"/again/{dearest.number}/" in text
    assert 'hx-trigger="load' not in text
    kinds = {each.kind: each.number for each in decisions(found)}
    for number in kinds.values():
        assert f"/again/{number}/" in page_of(client, course, f"?decision={number}")


@pytest.mark.once("what a page says of what was read")
def test_until_all_is_graded_the_page_goes_on_by_itself(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = finished(learner, CALLED)
    remember(monkeypatch, course)
    ticks = count(0.0, 0.3)
    monkeypatch.setattr(after_review, "monotonic", lambda: next(ticks))
    asked = progress(begun(course, own_seat(course)))[1]
    text = page_of(client, course)
    assert f"Grading {asked} decisions: 0 done" in text
    assert re.search(r'<form method="post" action="[^"]*/grade/" hx-post="[^"]*/grade/"', text)
    assert re.search(r"<noscript><button[^>]*>Grade the rest", text), "a button where nothing goes on by itself"
    assert '<polyline class="curve-line curve-dots" points="' in text
    url = reverse("grade", args=[course.match.key, 1])
    for _ in range(200):
        part = client.post(url, {"seat": own_seat(course) + 1}, headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in part
        if "Grade the rest" not in part:
            break
        assert part.lstrip().startswith('<div class="panel" id="grading">')
        assert part.count('id="curve" aria-labelledby="review-curve" hx-swap-oob="true"') == 1
        assert "The dotted part is still being graded" in part
        assert '<polyline class="curve-line curve-dots" points="' in part, "the frame is never empty"
        assert 'id="review-duplicate"' not in part, "deals that are still to be graded are not compared yet"
    assert 'id="review"' in part
    assert "The review is finished." in part
    assert "still being graded" not in part
    assert 'id="review-duplicate"' in part
    assert is_done(Review.objects.get(), course)


def test_a_press_of_the_button_grades_as_much_as_a_script_at_once(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = finished(learner, CALLED)
    ticks = count(0.0, 0.3)
    monkeypatch.setattr(after_review, "monotonic", lambda: next(ticks))
    url, looked = reverse("grade", args=[course.match.key, 1]), []
    for headers in ({}, {"HX-Request": "true"}):
        client.post(url, headers=headers)
        looked.append(Review.objects.get().upto)
    assert looked[1] == 2 * looked[0] < 10


def test_what_a_step_tells_by_ear_comes_in_whole_sentences(client: Client, learner: Learner) -> None:
    """Also where a card and what was claimed for it are judged apart."""
    course = finished(learner, EVERYTHING)
    found = after_review.decisions(reviewed(course))
    often = Counter(each.number for each in found)
    assert max(often.values()) > 1
    for number in {many: number for number, many in often.items()}.values():
        *others, last = [each for each in found if each.number == number]
        page = page_of(client, course, f"?decision={number}")
        told = re.search(r'data-told="Deal \d+: ([^"]*)"', page)
        assert told
        kind, *names = told[1].removesuffix(".").split(". ")
        assert kind == words.kind_name((others or [last])[0].kind)
        assert len(names) == len(others) + 1
        assert all(("(" in name) == bool(others) for name in names)


@SAYS
def test_help_that_was_taken_is_marked(client: Client, learner: Learner) -> None:
    course = finished(learner, EVERYTHING)
    seat = own_seat(course)
    found = decisions(reviewed(course))
    discard = next(each for each in found if each.kind is DecisionKind.DISCARD)
    card = next(each for each in found if each.kind is DecisionKind.PLAY)
    plain = page_of(client, course, f"?decision={discard.number}")
    assert "with a hint" not in plain
    Help.objects.create(game=course.game, number=discard.number, seat=seat, kind=Help.Kind.HINT)
    warning = Help(game=course.game, number=card.number, seat=seat, kind=Help.Kind.WARNING, about=str(card.action))
    warning.save()
    Help.objects.create(game=course.game, number=card.number, seat=1 - seat, kind=Help.Kind.HINT)
    marked = page_of(client, course, f"?decision={discard.number}")
    assert "with a hint" in marked
    assert "against a warning</span>" not in marked
    assert "1 decision was made with a hint; it is graded all the same." in marked
    warned = page_of(client, course, f"?decision={card.number}")
    assert "against a warning</span>" in warned
    assert "Warnings: 1, changed after: 0. What was done in the end is graded." in warned
    assert ">with a hint</span>" not in warned
    warning.about = "another card"
    warning.save()
    followed = page_of(client, course, f"?decision={card.number}")
    assert "changed after a warning</span>" in followed
    assert "against a warning</span>" not in followed
    assert "Warnings: 1, changed after: 1. What was done in the end is graded." in followed


def test_the_hand_is_shown_as_the_seat_saw_it(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    for each in decisions(found):
        shown = shown_decision(course, found, each.number)
        hand = {held.card for held in shown.hand}
        match each.action:
            case Discard(_, cards):
                assert {held.card for held in shown.hand if held.taken} == set(cards)
                assert shown.starter is None
            case Play(_, card):
                assert [held.card for held in shown.hand if held.taken] == [card]
                assert card in hand
                assert sum(laid.card.value for laid in shown.laid) == shown.count
            case _:
                assert shown.counted


def test_steps_lead_from_the_first_decision_to_the_last(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    numbers = [each.number for each in decisions(found)]
    number: int | None = numbers[0]
    walked = []
    while number is not None:
        walked.append(number)
        number = shown_decision(course, found, number).ways.after
    assert walked == list(dict.fromkeys(numbers))
    last = shown_decision(course, found, numbers[-1])
    assert last.ways.before == walked[-2]
    assert shown_decision(course, found, numbers[0]).ways.before is None


def test_the_costliest_are_walked_through_from_the_first(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    page = review_page.page(course, found, {}, None)
    costliest = [costly.chip.number for costly in page.costliest]
    assert page.chosen
    walked = [page.chosen.number]
    while way := shown_decision(course, found, walked[-1]).ways.main:
        assert way.number is not None
        walked.append(way.number)
    dear = {each.number for each in decisions(found) if not each.grade.is_fine and any(each.loss[:2])}
    assert walked[: len(costliest)] == costliest
    assert sorted(walked) == sorted(dear), "each once, and then no more"
    *others, last = dict.fromkeys(each.number for each in decisions(found))
    for number in set(others) - dear:
        way = shown_decision(course, found, number).ways.main
        assert way
        assert way.number == costliest[0]
    assert last in dear or shown_decision(course, found, last).ways.main is None


@pytest.mark.parametrize(
    ("number", "costly", "finished", "is_last", "way"),
    [
        (3, [3, 5], True, False, ("Next costliest", 5)),
        (3, [3, 5], True, True, ("Next costliest", 5)),
        (5, [3, 5], True, False, None),
        (5, [3, 5], False, True, ("Next costliest", None)),
        (4, [3, 5], True, False, ("The costliest", 3)),
        (9, [3, 5], True, True, None),
        (9, [3, 5], False, True, ("The costliest", 3)),
        (3, [3], True, False, None),
        (3, [], False, False, ("Next costliest", None)),
        (3, [], True, False, None),
    ],
)
def test_the_main_way_on_leads_to_what_cost_most_and_ends_there_and_at_the_last_decision(
    number: int, costly: list[int], finished: bool, is_last: bool, way: tuple[str, int | None] | None
) -> None:
    found = review_page.way_on(number, costly, finished=finished, is_last=is_last)
    assert found == (review_page.WayOn(*way) if way else None)


def test_the_one_main_button_of_a_decision_is_held_in_the_bar(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    ends = 0
    for number in {each.number for each in decisions(found)}:
        text = page_of(client, course, f"?decision={number}")
        part = text[text.index('<nav class="action-bar dock ways"') : text.index('id="review-all"')]
        main = re.findall(r'<a class="button is-main" href="([^"]+)">([^<]+)</a>', part)
        assert len(main) == len(re.findall(r'class="button(?: is-main)?"', part)) == 1
        is_end = shown_decision(course, found, number).ways.main is None
        assert (main[0] == (reverse("new"), "New game")) == is_end
        ends += is_end
    assert 1 <= ends <= 2


def test_a_number_that_is_no_decision_shows_the_dearest(learner: Learner) -> None:
    course = finished(learner, CALLED)
    seat = own_seat(course)
    found = reviewed(course)
    dearest = max(decisions(found), key=lambda each: each.loss)
    for chosen in (None, 0, 10**8):
        assert shown_decision(course, found, chosen).number == dearest.number
    half = Review(game=course.game, seat=seat, upto=1, decisions=found.decisions[:3])
    assert review_page.page(course, half, {}, None).chosen is None


@SAYS
def test_luck_and_awareness_are_told_where_miscounts_are_called(learner: Learner) -> None:
    for number in range(8):
        course = finished(learner, CALLED, number)
        seat = own_seat(course)
        found = reviewed(course, number)
        missed = [each for each in decisions(found) if Fault.COUNT in each.faults and each.points]
        if missed:
            break
    taken = 0
    for each in missed:
        state = apply(course.states[each.number], each.action)
        settled = next(state for state in course.states[each.number + 1 :] if not getattr(state, "claimed", None))
        lines = settled.table.ledger[len(state.table.ledger) :]
        taken += any(line.score.kind == "muggins" and line.seat != seat for line in lines)
    uncalled, number = len(missed) - taken, len(missed)
    assert words.luck(uncalled, number) in review_page.page(course, found, {}, None).remarks
    assert words.luck(uncalled, number, duel=True) in review_page.page(course, found, {}, None, seat).remarks


def test_calls_of_ones_miscounts_are_told_plainly() -> None:
    told = [words.luck(uncalled, number, duel=True) for uncalled, number in ((0, 1), (0, 3), (1, 1), (2, 2), (1, 3))]
    assert told == [
        "Your opponent called your one miscount.",
        "Your opponent called all your 3 miscounts.",
        "Luck: your opponent let your one miscount stand.",
        "Luck: your opponent let all your 2 miscounts stand.",
        "Luck: your opponent called only 2 of your 3 miscounts.",
    ]
    assert words.luck(0, 1) == "The one miscount was called."
    assert words.luck(1, 3) == "Luck: only 2 of 3 miscounts were called."


def test_ones_own_crib_is_called_so() -> None:
    ranked = tuple(
        RankedChoice(place, place == 2, tuple(map(Card.parse, cards.split())), 5.0, 0.5, crib=crib)
        for place, cards, crib in ((1, "5H 4C", 6.0), (2, "6D TS", 4.0))
    )
    course = finished(Learner.objects.create_guest(), CALLED)
    decision = replace(decisions(reviewed(course))[0], faults=(Fault.CRIB,), ranked=ranked)
    state = course.log.state(decision.number)
    for own, whose in ((True, "your"), (False, "the dealer’s")):
        (sentence,) = words.why(decision, state, Crib.OWN, own=own)
        assert sentence.endswith(f" {whose} crib is better: on average 6.0 instead of 4.0.")


def test_the_duplicate_score_is_the_difference_of_leads(learner: Learner) -> None:
    course = finished(learner, CALLED)
    seat = own_seat(course)
    found = reviewed(course)
    side, total = CALLED.side_of(seat), 0
    for deal in duplicates(found):
        assert deal.expert
        total += (deal.expert[side] - deal.expert[1 - side]) - (deal.played[side] - deal.played[1 - side])
    duplicate = review_page.page(course, found, {}, None).duplicate
    assert duplicate
    assert duplicate.total == words.ahead(total)
    assert all(len(row.points) == 2 for row in duplicate.rows)


def test_how_far_ahead_the_expert_would_be_is_told_in_points() -> None:
    assert [words.duplicate(ahead) for ahead in (13, 1, 0, -1.5)] == [
        "With the same cards the expert would have gained 13 points more.",
        "With the same cards the expert would have gained 1 point more.",
        "With the same cards the expert would have done just as well.",
        "With the same cards the expert would have gained 1.5 points less.",
    ]


def test_a_fraction_has_a_word_that_suits_every_fraction() -> None:
    short = {"fr": "pt", "pl": "pkt", "es": "puntos", "it": "punti"}
    for language, word in short.items():
        with translation.override(language):
            for gap in (0.8, 1.5, 2.5, -0.8):
                assert f"{abs(gap)} {word} ".replace(".", ",") in words.duplicate(gap)
            lost = words.figure(decision(points=0.8, win=0.0, **A_PLAY))
            assert lost
            assert lost.label == word


def test_a_claim_too_high_loses_nothing_where_nobody_called_it(learner: Learner) -> None:
    course = finished(learner, CALLED)
    seat = own_seat(course)
    number = next(
        number
        for number, action in enumerate(course.actions)
        if isinstance(action, Claim) and action.seat == seat and isinstance(course.states[number], Counting)
    )
    truth = total(as_phase(Counting, course.states[number]).truth)
    for answer, lost, overlooked in ((Pass(1 - seat), 0.0, 3.0), (Call(1 - seat, truth), 3.0, 0.0)):
        log = course.log.upto(number)
        for action in (Claim(seat, truth + 3), answer):
            log.take(action)
        (found,) = after_review.decisions_at(replace(course, log=log), seat, number)
        assert (found["points"], found["overlooked"], found["faults"]) == (lost, overlooked, [Fault.COUNT])
        assert bool(found["win"]) == bool(lost)


def at_the_end(hand: str, plays: str) -> Pegging:
    """The play before the second of two seats plays its last or its last low card, a three: the other has said go."""
    cards = parse_cards(plays)
    laid = tuple(Play(1 - place % 2, card) for place, card in enumerate(cards))
    hands = (parse_cards("KC QD 9H 8S"), parse_cards(hand))
    holding = Holding(hands, (parse_cards("AC AD"), parse_cards("AH AS")), ())
    return Pegging(Table(EVERYTHING, 0, 1, (), (0, 0)), holding, Card.parse("7C"), laid, 0, (0,), 1)


@pytest.mark.parametrize(
    ("state", "told", "practised"),
    [
        (at_the_end("TC 5D 3D KH", "TC KC 5D"), ("The true count: 1 (one for go).", "Missed go"), ("go", "go")),
        (
            replace(at_the_end("TC 5D 3D", "TC KC 5D"), holding=Holding(((), parse_cards("TC 5D 3D")), ((), ()), ())),
            ("The true count: 1 (one for the last card).", "Missed last card"),
            ("peg", "last"),
        ),
    ],
)
def test_a_point_missed_at_the_end_of_a_series_is_named_and_practised(
    client: Client, state: Pegging, told: tuple[str, str], practised: tuple[str, str]
) -> None:
    card = Card.parse("3D")
    missed = decision(kind=DecisionKind.PLAY_COUNT, action=Play(1, card, 0), best=Play(1, card, 1), points=1.0)
    assert (words.best(missed, state), words.in_short(missed, state)) == told
    run = about_to_begin(client.get(address_of_spots_like(missed, state))["Location"].split("/")[2])
    assert (run.settings.drill, run.settings.options["classes"]) == practised


def test_an_answer_says_the_claim_it_was_to() -> None:
    state = replace(at_the_end("TC 5D 3D KH", "TC KC 5D"), claimed=Claimed(1, 2, (), (Card.parse("5D"),)))
    called = decision(kind=DecisionKind.ANSWER, action=Call(0, 0), best=Call(0, 0), grade=Grade.BEST, points=0.0)
    assert words.done(called, state) == "Called 0 on a claim of 2."


def test_a_hand_is_credited_with_no_more_than_it_moved(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.after.swings._LEAST", 0.0)
    monkeypatch.setattr("game.after.swings._MOST", 100)
    course = finished(learner, CALLED, 2)
    found, seat = reviewed(course, 2), own_seat(course)
    deals = with_show(course, duplicates(found), seat)
    luck = swings(course, deals, decisions(found), seat)
    hands = [each for each in luck if isinstance(each.seen, Shown) and not each.seen.is_crib]
    assert hands
    for each in hands:
        state = as_phase(Counting, course.log.state(each.number))
        place = next(place for place in (0, 1) if replace(state, counted=place).owner != seat)
        moved = chance_to_win(state, seat, {2}) - chance_to_win(state, seat, {place, 2})
        assert each.size <= abs(moved) + 1e-9


def test_words_of_luck_do_not_lie_over_each_other() -> None:
    found = [Swing(number, 1, 0.57, 0.76, Card.parse("5S")) for number in (10, 18, 22)]
    heights = sorted(mark.words_y for mark in luck_marks(found, 100))
    assert all(above + 10 <= below for above, below in pairwise(heights))


@pytest.mark.parametrize("numbers", [(10, 18, 22), (70, 80, 90)])
def test_no_line_to_words_of_luck_runs_through_others(numbers: tuple[int, ...]) -> None:
    found = [Swing(number, 1, 0.57, 0.76, Card.parse("5S")) for number in numbers]
    marks = luck_marks(found, 100)
    assert [mark.swing for mark in marks] == found
    for mark, below in permutations(marks, 2):
        inwards = -1 if below.anchor == "end" else 1
        assert mark.words_y >= below.words_y or (mark.x - below.x) * inwards < 0


def test_a_part_of_the_curve_that_leads_to_a_decision_can_be_tapped(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    reaches = draw(duplicates(found), decisions(found), len(course.actions)).reaches
    assert all(reach.width >= 24 for reach in reaches)
    assert sum(reach.width for reach in reaches) == pytest.approx(350 - 40)
    dearest = max(decisions(found), key=lambda each: each.loss)
    assert dearest.number in {reach.decision.number for reach in reaches}


def test_grades_and_decisions_name_their_base(client: Client, learner: Learner) -> None:
    course = finished(learner, EVERYTHING)
    found = reviewed(course)
    page = review_page.page(course, found, {}, None)
    remarks = page.remarks
    grades, actions = len(decisions(found)), len({each.number for each in decisions(found)})
    assert grades > actions
    assert page.twice == words.graded_twice(grades, actions)
    assert page.twice in page_of(client, course), "beside the tally"
    assert f'href="{reverse("luck")}"' in page_of(client, course)
    for kinds, start in (
        ({DecisionKind.PLAY_COUNT}, "Counts in the play"),
        ({DecisionKind.HAND, DecisionKind.CRIB}, "Counts of hands and cribs"),
    ):
        counts = [each for each in decisions(found) if each.kind in kinds]
        wrong = sum(Fault.COUNT in each.faults for each in counts)
        assert any(line.startswith(f"{start}: {wrong} of {len(counts)} wrong") for line in remarks) == bool(wrong)


def test_the_curve_stays_in_its_drawing_and_a_mark_leads_to_its_own_decision(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    curve = draw(duplicates(found), decisions(found), len(course.actions))
    places = [tuple(map(float, place.split(","))) for place in curve.points.split()]
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert all(40 <= x <= 350 and 12 <= y <= 154 for x, y in places)
    dear = dict.fromkeys(each.number for each in decisions(found) if not each.grade.is_fine)
    assert [mark.decision.number for mark in curve.marks] == [*dear], "all of them, and each action once"
    for mark, other in permutations(curve.marks, 2):
        assert not mark.decision.grade.is_fine
        apart = hypot(mark.x - other.x, mark.y - other.y)
        assert mark.reach + other.reach <= max(apart, 2 * min(each.dot for each in curve.marks)) + 0.2
    large = [mark.dot > min(each.dot for each in curve.marks) for mark in curve.marks]
    assert large == [mark.decision.grade is Grade.BLUNDER for mark in curve.marks]
    assert draw((), (), 10).points == ""


def test_a_free_miscount_is_marked_on_the_curve_beside_a_good_card_that_cost_a_little() -> None:
    card = decision(**A_PLAY, grade=Grade.GOOD, points=0.1, win=0.003)
    miscount = decision(**A_PLAY | {"kind": DecisionKind.PLAY_COUNT}, grade=Grade.INACCURATE, points=0.0, win=0.0)
    deals = [after_review.Duplicate(1, 0, (0, 0), None, ((0, 0.5),))]
    for pair in permutations((card, miscount)):
        for chosen in (None, card.number):
            assert [mark.decision for mark in draw(deals, pair, 100, chosen).marks] == [miscount]
    assert draw(deals, [card], 100).marks == ()


def test_a_free_miscount_stands_for_its_action_beside_a_good_card_that_cost_a_little(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the list of its deal, and in what is practised of it."""
    course = finished(learner, EVERYTHING)
    review = reviewed(course)
    of_action = [list(same) for _number, same in groupby(decisions(review), key=lambda each: each.number)]
    card, counted = next(pair for pair in of_action if [each.kind for each in pair] == CARD_AND_COUNT)
    good = replace(card, grade=Grade.GOOD, points=0.1, win=0.003)
    free = replace(counted, grade=Grade.INACCURATE, points=0.0, win=0.0)
    for pair in permutations((good, free)):
        monkeypatch.setattr(after_review, "decisions", lambda _review, pair=pair: pair)
        page = review_page.page(course, review, {}, card.number)
        (chip,) = [chip for deal in page.deals for chip in deal.chips]
        assert (chip.number, chip.grade) == (card.number, Grade.INACCURATE)
        assert page.chosen
        assert page.chosen.spot.asked_of(lambda worst, _state: worst.grade) is Grade.INACCURATE


@SAYS
def test_the_decision_shown_is_ringed_and_named_on_the_curve(client: Client, learner: Learner) -> None:
    """No dot stands for what was fine, also if it is shown, and nothing where the curve has not come so far."""
    course = finished(learner, CALLED)
    found = reviewed(course)

    def drawn(number: int) -> tuple[int, bool]:
        text = page_of(client, course, f"?decision={number}")
        dots, has_line = text.count('<circle class="curve-dot"'), '<line class="curve-now"' in text
        told = re.findall(r"[0-9]+: −?[0-9.]+%(?=</text>)", text)
        assert text.count('<circle class="curve-now"') == len(told) == has_line
        return dots, has_line

    dear = {each.number for each in decisions(found) if not each.grade.is_fine}
    kinds = {each.grade: each.number for each in decisions(found)}
    assert len(kinds) > 2
    for number in kinds.values():
        assert drawn(number) == (len(dear), True)
    last = decisions(found)[-1]
    found.upto, found.deals = last.number, found.deals[:1]
    found.save()
    assert drawn(last.number)[1] is (last.deal == 1)


def test_a_mark_tells_no_fall_that_is_not_seen_in_its_figures() -> None:
    fell = words.mark(decision(win=0.004), 0.543)
    assert fell.endswith("the chance to win fell from 54.3% to 53.9%")
    assert words.mark(decision(win=0.0), 0.543).endswith("the chance to win stood at 54.3%")


def test_at_a_mistake_the_curve_falls_by_what_it_cost(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    for each in (each for each in decisions(found) if each.chance is not None):
        curve = draw(duplicates(found), decisions(found), len(course.actions), each.number)
        mark = next(mark for mark in curve.marks if mark.decision == each)
        assert mark.chance == each.chance
        assert each.win <= mark.chance
        places = [tuple(map(float, place.split(","))) for place in curve.points.split()]
        before = places.index((mark.x, mark.y))
        assert places[before + 2][1] == pytest.approx(mark.y + 142 * each.win, abs=0.11)


@SAYS
def test_a_crib_that_turns_the_game_is_named_and_not_the_miscount_before_it(client: Client, learner: Learner) -> None:
    for number in count(18):  # until one is found
        course = finished(learner, CALLED, number)
        found, seat = reviewed(course, number), own_seat(course)
        deals = with_show(course, duplicates(found), seat)
        luck = swings(course, deals, decisions(found), seat)
        shown = [each for each in luck if isinstance(each.seen, Shown) and each.seen.is_crib and each.seen.seat != seat]
        if shown and shown[0].before > shown[0].after:
            break
    crib = shown[0]
    state = as_phase(Counting, course.log.state(crib.number))
    assert state.is_crib
    (curve,) = [dict(deal.curve) for deal in deals if deal.deal == crib.deal]
    assert crib.after == chance_to_win(state, seat) == curve[crib.number]
    assert crib.before == chance_to_win(state, seat, {2})
    assert curve[crib.number - 1] > crib.after + 0.1, "the crib is face down till then"
    page = review_page.page(course, found, {}, None, seat)
    text = unescape(page_of(client, course))
    assert text.count('<g role="img" aria-label="Luck in deal') == len(luck) == len(page.luck) <= 2
    for _mark, short, sentence in page.luck:
        assert f">{short}</text>" in text
        assert f'aria-label="{sentence}"' in text
        assert f"<li>{sentence}</li>" in text
    assert f"Ada’s crib: {total(state.truth)}" in {short for _mark, short, _sentence in page.luck}


def test_the_words_beside_a_mark_lie_neither_on_the_curve_nor_on_another_mark(learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    each, deals = decisions(found), with_show(course, after_review.duplicates(found), found.seat)
    for number in {decision.number for decision in each}:
        curve = draw(deals, each, course.number, number)
        (mark,) = [mark for mark in curve.marks if mark.decision.number == number]
        left, right = sorted([mark.words_x, mark.words_x + (-72 if mark.anchor == "end" else 72)])
        places = [tuple(map(float, place.split(","))) for place in curve.points.split()]
        places += [(other.x, other.y) for other in curve.marks if other is not mark]
        assert not [y for x, y in places if left < x < right and mark.words_y - 10 < y < mark.words_y]
        assert curve.frame.top <= mark.words_y - 10 < mark.words_y <= curve.frame.bottom


def test_the_words_of_a_swing_stand_above_the_curve_and_inside_the_drawing() -> None:
    for number, anchor in ((10, "start"), (90, "end")):
        for before, after in ((0.4, 1.0), (1.0, 0.4)):
            mark = luck_mark(Swing(number, 1, before, after, Card.parse("5H")), 100)
            assert mark.anchor == anchor
            assert mark.words_y < 12 <= mark.y
            left, top, wide, high = map(float, box([mark]).split())
            assert left <= mark.x + 140 * (-1 if anchor == "end" else 1) <= left + wide
            assert top <= mark.words_y - 10
            assert top + high == HEIGHT


@SAYS
def test_a_wrong_count_that_cost_nothing_is_not_told_as_one_that_was_right(learner: Learner) -> None:
    course = finished(learner, PROPER, 11)
    review = reviewed(course, 11)
    high = next(each for each in decisions(review) if each.overlooked == 2 and not each.win)
    (verdict,) = shown_decision(course, review, high.number).verdicts
    assert verdict.figure is None
    assert (verdict.grade, verdict.name) == (Grade.INACCURATE, "Miscount")
    assert verdict.costless == "2 points too many"
    assert verdict.why == ["The count was wrong, but nobody called it, so it cost nothing."]
    best = decision(points=0.0, win=0.0, grade=Grade.BEST)
    assert words.costless(best, course.states[0]) == "nothing given up"


def test_a_right_count_is_named_so_and_a_best_card_best(learner: Learner) -> None:
    found = decisions(reviewed(finished(learner, EVERYTHING)))
    best = {each.kind: words.verdict_name(each) for each in found if each.grade is Grade.BEST}
    counts = (DecisionKind.HAND, DecisionKind.CRIB, DecisionKind.PLAY_COUNT)
    assert best[DecisionKind.DISCARD] == best[DecisionKind.PLAY] == "Best"
    assert {best[kind] for kind in counts if kind in best} == {"Right count"}


def test_what_was_chosen_and_what_was_best_are_named_once(learner: Learner) -> None:
    """At the cards of the hand, or as counts side by side."""
    course = finished(learner, CALLED)
    found, seat = reviewed(course), own_seat(course)
    for each in decisions(found):
        chosen = review_page.page(course, found, {}, each.number, seat).chosen
        assert chosen
        good = each.grade is Grade.BEST
        better = "As good" if good else "Best"
        named = [held.better for held in chosen.hand if held.better]
        assert set(named) <= {better, "As good"}
        if each.kind is DecisionKind.DISCARD:
            taken = {held.card for held in chosen.hand if held.taken}
            best = {held.card for held in chosen.hand if held.best}
            assert isinstance(each.action, Discard)
            assert taken == {*each.action.cards}
            assert each.ranked[0].taken or {*each.ranked[0].cards} <= best
            assert not good or taken <= best
            marks = {held.card: held.mark for held in chosen.hand if held.mark}
            assert marks == dict.fromkeys(taken if good else taken - best, each.grade), "no praise beside a fault"
            assert chosen.compared == []
        elif each.kind in (DecisionKind.HAND, DecisionKind.CRIB):
            own, *truth = chosen.compared
            assert chosen.counted
            points = sum(line.points for line in chosen.counted.lines)
            assert (own.count == points) == good, "then it is told once"
            assert [one.count for one in truth] == ([] if good else [points])
            assert chosen.counted.missed == {card for line in chosen.counted.lines if line.note for card in line.cards}
            assert chosen.counted.lit == chosen.counted.missed or not chosen.counted.missed
        else:
            assert chosen.compared == []
            assert not good or all(held.best for held in chosen.hand if held.taken)
            assert named.count("Best") == (0 if good else 1), "one is the best, and others are as good"
            assert isinstance(each.best, Play)
            assert good or {held.card.rank for held in chosen.hand if held.better == "Best"} == {each.best.card.rank}


@SAYS
def test_of_a_count_all_that_counts_is_lit_unless_something_was_missed(client: Client, learner: Learner) -> None:
    course = finished(learner, PROPER, 11)
    review = reviewed(course, 11)
    for each in decisions(review):
        shown = shown_decision(course, review, each.number)
        if shown.counted is None:
            continue
        counts = {card for line in shown.counted.lines for card in line.cards}
        assert shown.counted.lit == (shown.counted.missed or counts)
        text = page_of(client, course, f"?decision={each.number}")
        assert ("seen felt-crib" in text) == shown.counted.is_crib
        if each.kind is DecisionKind.ANSWER and each.grade is not Grade.BEST:
            assert "Best: call" in text


def test_of_cards_that_are_as_good_the_one_is_called_best_that_the_verdict_names(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)

    def others(each: Decision) -> list[Card]:
        """The cards of the hand of other ranks than the one that was played, one a rank."""
        assert isinstance(each.action, Play)
        held = {held.card.rank: held.card for held in shown_decision(course, found, each.number).hand}
        return [card for rank, card in held.items() if rank != each.action.card.rank]

    plays = (each for each in decisions(found) if each.kind is DecisionKind.PLAY and each.grade is not Grade.BEST)
    each, alike = next((each, cards) for each in plays if len(cards := others(each)) > 1)
    ranked = tuple(RankedChoice(1, False, (card,), 1.0, 0.5) for card in alike)
    made = replace(each, best=Play(each.action.seat or 0, alike[-1]), ranked=ranked)
    monkeypatch.setattr(after_review, "decisions", lambda _review: [made])
    shown = shown_decision(course, found, each.number)
    named = {held.card.rank: held.better for held in shown.hand if held.better}
    assert named == {card.rank: "Best" if card is alike[-1] else "As good" for card in alike}
    assert card_name(alike[-1]) in shown.verdicts[0].best


@SAYS
def test_a_gap_among_the_choices_is_shown(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED, 18)
    for each in decisions(reviewed(course, 18)):
        places = [row.place for row in each.ranked]
        gaps = places != list(range(1, len(places) + 1))
        assert ("…</td>" in page_of(client, course, f"?decision={each.number}")) == gaps


def test_a_miscount_says_what_it_cost_and_what_was_missed(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED, 18)
    found = reviewed(course, 18)
    each = next(each for each in decisions(found) if each.kind is DecisionKind.HAND and each.win > 0.1)
    chosen = review_page.page(course, found, {}, each.number).chosen
    assert chosen
    assert chosen.counted
    assert chosen.verdicts[0].figure == words.LossFigure(f"−{100 * each.win:.1f}%", "to win", is_chance=True)
    missed = [line.points for line in chosen.counted.lines if line.note]
    assert sum(missed) == each.points
    assert page_of(client, course, f"?decision={each.number}").count("missed</span>") == len(missed)


def test_the_name_to_log_in_with_is_shown_to_nobody(client: Client, learner: Learner) -> None:
    learner.name = "Olga-who-logs-in"
    learner.save()
    course = finished(learner, CALLED)
    reviewed(course)
    referee.share(course.match, shared=True)
    share = Match.objects.get(pk=course.match.pk).share
    for public_name, shown in ((None, "Player"), ("Queen of cribs", "Queen of cribs")):
        learner.public_name = public_name
        learner.save()
        text = Client().get(reverse("shared", args=[share])).text
        assert shown in text
        for page in (text, page_of(client, course), Client().get(reverse("shared_record", args=[share])).text):
            assert "Olga-who-logs-in" not in page


def test_a_shared_review_changes_nothing(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED)
    referee.share(course.match, shared=True)
    match = Match.objects.get(pk=course.match.pk)
    stranger = Client()
    unfinished = stranger.get(reverse("shared", args=[match.share])).content.decode()
    assert "The rest is graded when somebody of this match opens the review." in unfinished
    assert "Grade the rest" not in unfinished
    Review.objects.all().delete()
    reviewed(course)
    text = stranger.get(reverse("shared", args=[match.share])).content.decode()
    assert 'id="review"' in text
    assert '<form class="again"' not in text
    assert '<form class="share' not in text
    assert match.key not in text
    assert match.origin == Origin.PLAYED
    mine = page_of(client, course)
    assert '<form class="again"' in mine
    assert str(match.share) in mine


def test_the_review_speaks_to_who_played_and_opens_with_what_cost_most(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    seat = own_seat(course)
    page = review_page.page(course, found, {}, None, own=seat)
    assert dict(page.seats)[seat] == "You"
    assert page.whose == "Your chance to win"
    dear = [each.loss for each in decisions(found) if each.grade not in (Grade.BEST, Grade.GOOD)]
    shown = [next(each.loss for each in decisions(found) if each.number == one.chip.number) for one in page.costliest]
    assert shown == sorted(dear, reverse=True)[:3]
    text = page_of(client, course)
    assert "Player" not in text
    assert "dealt by you" in text
    parts = ("worst", "decision", "review-curve", "decisions", "review-short")
    places = [text.index(f'id="{part}"') for part in parts]
    assert places == sorted(places)


def test_what_was_done_and_what_was_best_are_marked_on_one_hand(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    discards = [each for each in decisions(found) if each.kind is DecisionKind.DISCARD]
    cards = [each for each in decisions(found) if each.kind is DecisionKind.PLAY]
    for each in (*discards[:3], *cards[:3]):
        text = page_of(client, course, f"?decision={each.number}")
        felt = text[text.index('<div class="felt bleed seen">') : text.index('<div class="panel judged')]
        hand = re.findall(r"<li(.*?)</li>", felt[felt.index("seen-hand") :], re.DOTALL)
        assert len(hand) == len(see(course.states[each.number], own_seat(course)).hand)
        best, done = _cards(each.best), _cards(each.action)
        for mark, meant in (
            ("is-best", best),
            ("is-counted", done - best),
            (f"marked is-{each.grade}", done if each.grade is Grade.BEST else done - best),
        ):
            marked = {re.search(r'aria-label="([^"]+)"', card)[1] for card in hand if mark in card}  # type: ignore[index]
            assert marked == set(map(card_name, meant)), mark


def _cards(action: object) -> set[Card]:
    return set(action.cards if isinstance(action, Discard) else [action.card] if isinstance(action, Play) else [])


def test_a_deal_is_folded_to_what_it_cost_and_that_of_the_shown_decision_is_open(
    client: Client, learner: Learner
) -> None:
    course = finished(learner, EVERYTHING)
    found = decisions(reviewed(course))
    text = page_of(client, course, f"?decision={found[-1].number}")
    deals = re.findall(r'<details class="decisions-deal"( open)?>(.*?)</details>', text, re.DOTALL)
    assert [bool(opened) for opened, _ in deals] == [number == len(deals) for number in range(1, len(deals) + 1)]
    worst: dict[int, Decision] = {}
    for each in found:
        worst[each.number] = max(each, worst.get(each.number, each), key=lambda one: one.loss)
    for deal, (_opened, shown) in enumerate(deals, 1):
        head, chips = shown.split("</summary>")
        of_deal = [each for each in worst.values() if each.deal == deal]
        assert re.findall(r'class="chip is-(\w+)"', chips) == [each.grade for each in of_deal], "one chip an action"
        dear = Counter(each.grade for each in of_deal if each.grade not in (Grade.BEST, Grade.GOOD))
        told = {grade: int(n) for grade, n in re.findall(r'class="is-(\w+)">.*?</span> (\d+)</span>', head)}
        assert told == dear


def address_of_spots_like(decided: after_review.Decision, state: State) -> str:
    """The address of the drill with spots like one."""
    found = of_spots_like(decided, state)
    assert found
    return found.url


def practice_in(text: str) -> str:
    """The address at which spots like the shown one are practised."""
    return unescape(re.findall(r'<a class="button[^"]*" href="([^"]+)">Practise: [^<]+</a>', text)[0])


@SAYS
@pytest.mark.parametrize("rules", few([CALLED, EVERYTHING, *TABLES[2:8]], CALLED, EVERYTHING), ids=named)
def test_spots_like_each_are_practised_in_a_drill_of_their_kind(client: Client, learner: Learner, rules: Rules) -> None:
    course = finished(learner, rules)
    drills = {
        DecisionKind.DISCARD: {"discard"},
        DecisionKind.PLAY: {"choose", "peg", "go"} if rules.counting is Counted.ALL else {"choose"},
        DecisionKind.PLAY_COUNT: {"choose", "peg", "go"},
        DecisionKind.HAND: {"count"},
        DecisionKind.CRIB: {"count"},
        DecisionKind.ANSWER: {"muggins", "peg", "go"},
    }
    opened: set[str] = set()
    for each in decisions(reviewed(course)):
        address = practice_in(page_of(client, course, f"?decision={each.number}"))
        assert address.split("/")[2] in drills[each.kind]
        if address not in opened:
            opened.add(address)
            started = client.get(address)
            assert started.status_code == 302, address
            assert client.get(started["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("hand", "counts", "options"),
    [
        ("3C 3D 4H 5S | KC", (6, 12), {"skill": "run"}),
        ("5C 8D JS QH | AC", (2, 4), {"skill": "fifteen-2"}),
        ("AS 6S 8H TC | 9S", (5, 7), {"classes": "fifteens"}),
        ("8C 8D 7H 6S | QC", (9, 12), {"skill": "double-run-once"}),
        ("4C 5S 6D KH | QC", (4, 9), {"classes": "run"}),
        ("3C 3D 4H 5S | KC", (7, 11), {"classes": "double-run"}),
        ("3C 3D 4H 5S | KC", (12, 12), {"classes": "double-run"}),
    ],
    ids=["a run", "a fifteen of two", "a fifteen", "an error", "several things", "other rules", "nothing"],
)
def test_a_hand_counted_wrong_is_practised_by_what_was_missed_or_where_that_is_not_known_by_its_class(
    client: Client, hand: str, counts: tuple[int, int], options: dict[str, str]
) -> None:
    (claim, best), (cards, starter) = (Claim(1, points) for points in counts), hand.split(" | ")
    counted = decision(action=claim, best=best)
    holding = Holding((parse_cards("KC QD 9H 2S"), parse_cards(cards)), ((), ()), ())
    state = Counting(Table(CALLED, 0, 1, (), (0, 0)), holding, Card.parse(starter), ())
    assert (state.owner, state.cards) == (1, parse_cards(cards))
    run = about_to_begin(client.get(address_of_spots_like(counted, state))["Location"].split("/")[2])
    assert run.settings.drill == "count"
    assert run.settings.options == {"kind": "hand", **options}


def test_practice_says_where_it_came_from_and_leads_back_after_each_answer(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED)
    hand = next(each for each in decisions(reviewed(course)) if each.kind is DecisionKind.HAND)
    run = client.get(practice_in(page_of(client, course, f"?decision={hand.number}")))["Location"]
    deal = course.states[hand.number].table.deal
    review = f"{reverse('review', args=[course.match.key, 1])}?seat=1&amp;decision={hand.number}#decision"
    asked, judged = client.get(run), client.post(run, {"number": "0", "claim": "19"}, follow=True)
    pages = [asked.text, judged.text]
    for page in pages:
        assert f'Spots like <a href="{review}">one in deal {deal} of your review</a>.' in page
    assert len(set(pages)) == 2
    end = client.post(judged.redirect_chain[-1][0], {"end": "1"}, follow=True)
    assert f'href="{review}">Back to deal {deal} of your review<' in end.text
    assert re.search(r'action="/runs/[^"]+/replay/\?review=[^"]+"', end.text)
    assert re.search(r'id="again" href="/drills/[^"]+;review=[^"]+"', end.text)


@pytest.mark.parametrize(
    "sent", ["", "x", *(f"{url}?seat=1&decision=2&deal=3" for url in ("//evil.example/", "/games/"))]
)
def test_practice_leads_back_to_reviews_alone(client: Client, sent: str) -> None:
    started = client.get(reverse("start", args=["count"]), {"review": sent})["Location"]
    assert "?" not in started
    assert 'id="reviewed"' not in client.get(started, {"review": sent}).text


def test_after_the_last_of_the_costliest_the_held_button_leads_to_a_new_game_and_never_into_a_drill(
    client: Client, learner: Learner
) -> None:
    course = finished(learner, CALLED)
    dear = [each for each in decisions(reviewed(course)) if not each.grade.is_fine and any(each.loss[:2])]
    walked = dict.fromkeys(each.number for each in sorted(dear, key=lambda each: each.loss, reverse=True))
    held = []
    for number in walked:
        text = page_of(client, course, f"?decision={number}")
        held += re.findall(r'<a class="button is-main" href="([^"]+)">([^<]+)<', text)
        assert '<a class="button" href="/drills/' not in text
    leads_to = [f"?seat=1&amp;decision={number}#decision" for number in list(walked)[1:]]
    assert held == [*((address, "Next costliest") for address in leads_to), (reverse("new"), "New game")]


def test_a_choice_of_the_play_names_all_cards_of_its_rank(learner: Learner) -> None:
    course = finished(learner, CALLED)
    review = reviewed(course)
    for number in (one["number"] for one in review.decisions if one["kind"] == "play" and one["ranked"]):
        shown = review_page.page(course, review, {}, number).chosen
        assert shown
        for one in shown.alternatives:
            assert one.cards == tuple(each.card for each in shown.hand if each.card.rank == one.row.cards[0].rank)


def test_all_that_are_as_good_as_the_best_are_marked(learner: Learner) -> None:
    course = finished(learner, CALLED)
    review = reviewed(course)
    kept = next(one for one in review.decisions if one["kind"] == "play" and len(one["ranked"]) > 1)
    kept["ranked"][1] |= {"win": kept["ranked"][0]["win"], "value": kept["ranked"][0]["value"]}
    shown = review_page.page(course, review, {}, kept["number"]).chosen
    assert shown
    ranks = {Card.parse(row["cards"]).rank for row in kept["ranked"][:2]}
    assert {held.card for held in shown.hand if held.best} == {
        held.card for held in shown.hand if held.card.rank in ranks
    }


FOLLOWS = "what follows is worth 1.5 points"


@pytest.mark.parametrize(
    ("hand", "led", "cards", "told"),
    [
        (
            "4D 5C 5D QS",
            "3C",
            "4D 5C",
            [
                "What can follow the 4 is worth 1.5 points less than after the 5.",
                "Whoever pairs the 5 can be answered with a pair royal.",
            ],
        ),
        (
            "5D 9C QS 2H",
            "KC",
            "QS 9C",
            [f"The queen lets 7 unseen cards score for the next player, the 9 only 3: {FOLLOWS} less."],
        ),
        (
            "3D 8C TS KH",
            "3C",
            "3D 8C",
            [
                "What can follow the 3 is worth 1.5 points less than after the 8.",
                "The 3 lets the next player score: 3 for 6 points (2 unseen), 9 for 2 points (4 unseen).",
            ],
        ),
        (
            "6D KC 9S 2H",
            "6C",
            "9S 2H",
            ["What can follow the 9 of spades is worth 1.5 points less than after the 2 of hearts."],
        ),
    ],
)
def test_what_can_follow_a_card_is_told_in_words_first(hand: str, led: str, cards: str, told: list[str]) -> None:
    """First of the card that was played, then of the better one."""
    assert why_what_follows_is_less(hand, led, cards) == told


def test_what_follows_is_the_difference_of_what_the_table_of_choices_shows() -> None:
    """By itself it would be 1.6: the table says +1.7 and +0.2."""
    assert why_what_follows_is_less("6D KC 9S 2H", "6C", "9S 2H", values=(1.74, 0.16)) == [
        "What can follow the 9 of spades is worth 1.5 points less than after the 2 of hearts."
    ]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (2, "The 9 of spades scores 2 points more at once: in all it is 1.5 worse."),
        (1, "The 9 of spades scores 1 point more at once: in all it is 1.5 worse."),
    ],
)
def test_a_card_that_scores_more_at_once_says_what_it_costs_in_all(more: int, told: str) -> None:
    follows = f"What can follow the 9 of spades is worth {more + 1.5} points less than after the 2 of hearts."
    assert why_what_follows_is_less("6D KC 9S 2H", "6C", "9S 2H", more=more) == [follows, told]


@pytest.mark.parametrize(
    ("starter", "discard", "gone"), [("5S", "5H AS", ()), ("7C", "AH AS", (0,))], ids=["none is unseen", "said go"]
)
def test_nobody_is_said_to_pair_a_card_who_cannot(starter: str, discard: str, gone: tuple[int, ...]) -> None:
    (told,) = why_what_follows_is_less("4D 5C 5D QS", "3C", "4D 5C", starter=starter, discard=discard, gone=gone)
    assert "pairs" not in told


def why_what_follows_is_less(
    hand: str,
    led: str,
    cards: str,
    *,
    starter: str = "7C",
    discard: str = "AH AS",
    gone: tuple[int, ...] = (),
    values: tuple[float, float] = (2.0, 0.5),
    more: int = 0,
) -> list[str]:
    """Return why the first of two cards is worse than the second, after a lead and perhaps a go. The `values` are those
    of the second and of the first, which scores so many points `more` at once."""
    card, best = parse_cards(cards)
    holding = Holding(
        (parse_cards(f"{led} KD 8H 8S"), parse_cards(hand)), (parse_cards("AC AD"), parse_cards(discard)), ()
    )
    state = Pegging(
        Table(EVERYTHING, 0, 1, (), (0, 0)), holding, Card.parse(starter), (Play(0, Card.parse(led)),), 0, gone, 1
    )
    ranked = tuple(
        RankedChoice(place, place == 2, (one,), value, 0.5, points=points)
        for place, one, value, points in zip((1, 2), (best, card), values, (0, more), strict=True)
    )
    played = decision(
        kind=DecisionKind.PLAY,
        action=Play(1, card),
        best=Play(1, best),
        faults=(Fault.AFTERWARDS,),
        ranked=ranked,
        points=values[0] - values[1],
    )
    return words.why(played, state, Crib.OWN)


@pytest.mark.parametrize(
    ("crib", "taken", "best", "hand_told", "crib_told"),
    [
        (
            Crib.THEIRS,
            "8C 8H",
            "8H KC",
            "With the 8 of clubs the hand is better: on average 8.0 instead of 6.0.",
            "Your discard gives the dealer’s crib a pair for two: on average 5.0 instead of 4.0.",
        ),
        (
            Crib.OWN,
            "6C KC",
            "8C 8H",
            "With the 6 of clubs and king the hand holds 1 fifteen, 1 pair: on average 8.0 instead of 6.0.",
            "The best discard gives the crib a pair for two: on average 4.0 instead of 5.0.",
        ),
        (
            Crib.OWN,
            "6C KC",
            "8H KC",
            "With the 6 of clubs the hand holds 1 fifteen, 1 pair: on average 8.0 instead of 6.0.",
            "With the 8 of hearts your crib is better: on average 4.0 instead of 5.0.",
        ),
        (
            Crib.OWN,
            "8C 8H",
            "6C 6D",
            "With the pair of 8s the hand holds 1 pair: on average 8.0 instead of 6.0.",
            "With the pair of 6s your crib is better: on average 4.0 instead of 5.0.",
        ),
    ],
)
def test_what_a_discard_loses_is_told_in_words_first(
    crib: Crib, taken: str, best: str, hand_told: str, crib_told: str
) -> None:
    hand = parse_cards("6C 6D 8C 8H 9H KC")
    holding = Holding((parse_cards("AC 2C 3C 4C 5C 7C"), hand), ((), ()), ())
    state = Discarding(Table(EVERYTHING, 0, 1, (), (0, 0)), holding, ())
    ranked = tuple(
        RankedChoice(place, place == 2, parse_cards(cards), 5.0, 0.5, hand=10.0 - 2 * place, crib=3.0 + place)
        for place, cards in ((1, best), (2, taken))
    )
    discarded = decision(
        kind=DecisionKind.DISCARD,
        action=Discard(1, ranked[1].cards),
        best=Discard(1, ranked[0].cards),
        faults=(Fault.HAND, Fault.CRIB),
        ranked=ranked,
    )
    assert words.why(discarded, state, crib, own=True) == [hand_told, crib_told]


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        (2.0, "Points are not everything at this score: the best choice wins 54.3% of games and this one 40.0%."),
        (-0.5, "Points are not everything at this score: the best choice wins 54.3% of games and this one 40.0%."),
        (-2.1, "The best choice wins 54.3% of games and this one 40.0%."),
    ],
    ids=["behind", "level", "ahead"],
)
def test_points_are_said_not_to_be_everything_only_where_the_best_has_no_more_of_them(taken: float, told: str) -> None:
    hand = parse_cards("6C 6D 8C 8H 9H KC")
    holding = Holding((parse_cards("AC 2C 3C 4C 5C 7C"), hand), ((), ()), ())
    state = Discarding(Table(EVERYTHING, 0, 1, (), (0, 0)), holding, ())
    best, chosen = (
        RankedChoice(place, place == 2, parse_cards(cards), value, win)
        for place, cards, value, win in ((1, "8H KC", -0.5, 0.543), (2, "8C 8H", taken, 0.4))
    )
    action = Discard(1, chosen.cards)
    late = decision(
        kind=DecisionKind.DISCARD,
        action=action,
        best=Discard(1, best.cards),
        faults=(Fault.END,),
        ranked=(best, chosen),
    )
    assert words.why(late, state, Crib.OWN) == [told]


def test_a_choice_without_a_fault_is_compared_with_the_others() -> None:
    cards = [tuple(map(Card.parse, pair.split())) for pair in ("5H JC", "6D 7S")]
    for taken, wins, sentence, given_up in (
        (1, (0.543, 0.541), "It wins 54.3% of games; the next best, the {}, 54.1%.", "nothing given up"),
        (2, (0.543, 0.542), "As good as the {}: that wins 54.3% of games, this 54.2%.", "nothing given up"),
        (2, (0.971, 0.966), "Too close to the {} to tell: that wins 97.1% of games, this 96.6%.", "too close to tell"),
    ):
        places = list(enumerate(wins, 1))
        ranked = tuple(
            RankedChoice(place, place == taken, pair, 5.0, win)
            for (place, win), pair in zip(places, cards, strict=True)
        )
        course = finished(Learner.objects.create_guest(), CALLED)
        decision = replace(decisions(reviewed(course))[0], faults=(), ranked=ranked, grade=Grade.BEST)
        state, other = (
            course.log.state(decision.number),
            ("6 of diamonds and 7 of spades", "5 of hearts and jack of clubs"),
        )
        assert words.why(decision, state, Crib.OWN) == [sentence.format(other[taken - 1])]
        assert words.costless(decision, state) == given_up


@SAYS
def test_what_a_count_missed_is_marked_where_it_is_counted_and_a_costly_count_is_named(learner: Learner) -> None:
    names = {DecisionKind.HAND: "Hand", DecisionKind.CRIB: "Crib", DecisionKind.DISCARD: ""}
    assert {kind: words.counted(decision(kind=kind)) for kind in names} == names
    course = finished(learner, PROPER, 11)
    review, missed = reviewed(course, 11), 0
    for each in decisions(review):
        shown = review_page.page(course, review, {}, each.number).chosen
        if shown and shown.counted:
            totals = [line.running for line in shown.counted.lines]
            assert totals == sorted(totals)
            missed += any(line.note for line in shown.counted.lines)
    assert missed


@pytest.mark.parametrize(
    ("taken", "wins", "values", "sentence"),
    [
        (1, (0.0004, 0.0001), (13.9, 12.6), "The game was as good as lost: no choice could change that."),
        (2, (0.9998, 0.9991), (2.0, 1.5), "The game was as good as won: no choice could change that."),
        (1, (0.5432, 0.5431), (2.0, 1.5), "In points it is worth +2.0; the next best, the {}, +1.5."),
        (2, (0.5432, 0.5431), (2.0, 1.5), "As good as the {}: in points that is worth +2.0, this +1.5."),
        (1, (0.5432, 0.5431), (1.5, 2.0), "It wins 54.3% of games; the next best, the {}, 54.3%."),
    ],
)
def test_where_chances_tell_nothing_apart_the_points_do(
    learner: Learner, taken: int, wins: tuple[float, float], values: tuple[float, float], sentence: str
) -> None:
    course = finished(learner, CALLED)
    cards = [tuple(map(Card.parse, pair.split())) for pair in ("5H JC", "6D 7S")]
    ranked = tuple(
        RankedChoice(place, place == taken, cards[place - 1], values[place - 1], wins[place - 1]) for place in (1, 2)
    )
    decision = replace(decisions(reviewed(course))[0], faults=(), ranked=ranked)
    other = ("6 of diamonds and 7 of spades", "5 of hearts and jack of clubs")[taken - 1]
    assert words.why(decision, course.log.state(decision.number), Crib.OWN) == [sentence.format(other)]


def test_below_the_best_the_points_rank_choices_whose_chances_are_alike(learner: Learner) -> None:
    course = finished(learner, CALLED)
    review = reviewed(course)
    kept = next(one for one in review.decisions if one["kind"] == "discard")
    worth = {1: (0.0004, 1.0), 2: (0.0003, 2.0), 3: (0.0002, 8.4), 4: (0.0001, 10.4), 5: (0.0, 10.4), 9: (0.0, 12.0)}
    row = kept["ranked"][0]
    kept["ranked"] = [
        {**row, "place": place, "win": win, "value": value, "taken": place == 9}
        for place, (win, value) in worth.items()
    ]
    shown = review_page.page(course, review, {}, kept["number"]).chosen
    assert shown
    told = [(one.row.place, one.value, one.far) for one in shown.alternatives]
    values = ["+1.0", "+10.4", "+10.4", "+8.4", "+2.0", "+12.0"]
    assert told == list(zip([1, 2, 3, 4, 5, 9], values, [False] * 5 + [True], strict=True))


def test_the_next_best_is_the_second_of_those_compared(learner: Learner) -> None:
    course = finished(learner, CALLED)
    review = reviewed(course)
    kept = next(one for one in review.decisions if one["kind"] == "discard")
    first, second, third = kept["ranked"][:3]
    kept["faults"] = []
    kept["ranked"] = [
        {**first, "place": 1, "win": 0.5, "value": 3.0, "taken": True},
        {**second, "place": 2, "win": 0.4, "value": 1.0, "taken": False},
        {**third, "place": 3, "win": 0.4, "value": 2.0, "taken": False},
    ]
    shown = review_page.page(course, review, {}, kept["number"]).chosen
    assert shown
    following = shown.alternatives[1]
    assert following.value == "+2.0"
    assert shown.verdicts[0].why == [
        f"It wins 50.0% of games; the next best, the {the_cards(following.row.cards)}, 40.0%."
    ]


def test_a_column_of_wins_that_are_all_the_same_is_one_line_instead(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED)
    review = reviewed(course)
    kept = next(one for one in review.decisions if one["kind"] == "discard")
    for wins, level, column in (((0.5, 0.4999, 0.4998), "50.0%", 0), ((0.5, 0.4), None, 1), ((None, None), "", 0)):
        rows = zip(kept["ranked"], wins, strict=False)
        ranked = [{**row, "place": place, "win": win} for place, (row, win) in enumerate(rows, 1)]
        review.decisions = [{**one, "ranked": ranked} if one is kept else one for one in review.decisions]
        kept = next(one for one in review.decisions if one["number"] == kept["number"])
        review.save()
        assert shown_decision(course, review, kept["number"]).level == level
        text = page_of(client, course, f"?decision={kept['number']}")
        assert text.count(">Wins</th>") == column
        assert ("Each of these wins 50.0% of games." in text) == (level == "50.0%")


def test_arrows_are_for_everybody_and_letters_for_whoever_has_turned_them_on(client: Client, learner: Learner) -> None:
    course = finished(learner, CALLED, 2)
    number = decisions(reviewed(course, 2))[1].number
    off = page_of(client, course, f"?decision={number}")
    assert "js/review.js" in off
    assert re.search(r'rel="prev" href="[^"]+" aria-keyshortcuts="ArrowLeft"', off)
    assert "<kbd>→</kbd> to the next" in off
    assert "<kbd>J</kbd>" not in off
    Habits.objects.create(learner=learner, keys=True)
    on = page_of(client, course, f"?decision={number}")
    assert re.search(r'rel="prev" href="[^"]+" aria-keyshortcuts="ArrowLeft K"', on)
    assert re.search(r'rel="next" href="[^"]+" aria-keyshortcuts="ArrowRight J"', on)
    assert "<kbd>J</kbd>" in on
    referee.share(course.match, shared=True)
    share = Match.objects.get(pk=course.match.pk).share
    assert 'aria-keyshortcuts="ArrowRight"' in Client().get(reverse("shared", args=[share])).text


def test_a_miscount_that_was_called_says_who_took_what_by_muggins(learner: Learner) -> None:
    course, told = finished(learner, CALLED, 18), set()
    found = reviewed(course, 18)
    for each in decisions(found):
        if each.kind in {DecisionKind.HAND, DecisionKind.CRIB}:
            chosen = review_page.page(course, found, {}, each.number).chosen
            assert chosen
            says = any(sentence.startswith("Muggins: Ada takes") for sentence in chosen.verdicts[0].why)
            assert says is after_review.was_called(each.best, course.log.actions(each.number + 1))
            told.add(says)
    assert told == {True, False}


def test_beside_others_a_loss_is_told_in_the_chance_to_win() -> None:
    lost = decision(points=0.44, win=0.004, grade=Grade.INACCURATE, **A_PLAY)
    assert words.figure(lost, in_chance=True) == words.LossFigure("−0.4%", "to win", is_chance=True)


def test_a_loss_told_in_points_is_told_too_as_what_it_is_beside_others(learner: Learner) -> None:
    told = set()
    for number in range(4):
        course = finished(learner, PROPER, number)
        found = reviewed(course, number)
        for each in decisions(found):
            for verdict in shown_decision(course, found, each.number).verdicts:
                told.add((bool(verdict.figure and verdict.figure.is_chance), bool(verdict.chance)))
                assert verdict.chance is None or verdict.chance.is_chance
    assert told == {(True, False), (False, True), (False, False)}


def test_a_decision_that_is_asked_for_is_a_step_from_another(learner: Learner) -> None:
    """Title and result are not told again above it on a phone."""
    course = finished(learner, PROPER, 11)
    found = reviewed(course, 11)
    first = review_page.page(course, found, {}, None)
    assert first.chosen
    assert not first.is_asked_for
    assert review_page.page(course, found, {}, first.chosen.number).is_asked_for
    assert not review_page.page(course, found, {}, 9999).is_asked_for


def test_those_that_cost_most_are_told_in_one_unit_the_costliest_first(learner: Learner) -> None:
    course = finished(learner, PROPER, 11)
    told = review_page.page(course, reviewed(course, 11), {}, None).costliest
    assert len(told) == 3
    assert {each.unit for each in told} == {""}
    assert [each.figure for each in told] == sorted((each.figure for each in told), reverse=True)


def test_points_lost_are_the_difference_of_the_figures_beside_them() -> None:
    cards = parse_cards("2C 7C QC")
    rows = [(1, 3.57, (cards[0], cards[2])), (2, 3.24, cards[:2])]
    ranked = tuple(RankedChoice(place, place == 2, away, value, 0.1) for place, value, away in rows)
    lost = {"points": 0.33, "win": 0.0, "grade": Grade.GOOD}
    made = decision(kind=DecisionKind.DISCARD, action=Discard(0, cards[:2]), ranked=ranked, **lost)
    assert words.figure(made) == words.LossFigure("−0.4", "points")


def test_after_a_decision_that_was_not_costly_the_held_button_leads_to_the_costliest(
    client: Client, learner: Learner
) -> None:
    course = finished(learner, CALLED)
    found = reviewed(course)
    costly = [one.chip.number for one in review_page.page(course, found, {}, None).costliest]
    number = next(each.number for each in decisions(found) if each.number not in costly)
    text = page_of(client, course, f"?decision={number}")
    held = re.search(r'class="button is-main" href="[^"]+decision=([0-9]+)#decision">The costliest<', text)
    assert held
    assert int(held[1]) == costly[0]


def test_of_cards_of_one_rank_no_single_one_is_best() -> None:
    hand, best = parse_cards("4D 5C 5D QS"), Play(1, Card.parse("5C"))
    holding = Holding((parse_cards("3C KD 8H 8S"), hand), (parse_cards("AC AD"), parse_cards("AH AS")), ())
    state = Pegging(Table(EVERYTHING, 0, 1, (), (0, 0)), holding, Card.parse("7C"), (), 0, (), 1)
    made = decision(kind=DecisionKind.PLAY, action=Play(1, hand[0]), best=best)
    assert words.best(made, state) == "Best: play the 5, no matter which."
    assert words.best(replace(made, best=Play(1, hand[3])), state) == "Best: play the queen of spades."


@SAYS
def test_the_answer_to_a_claim_stands_between_the_claim_and_the_truth(learner: Learner) -> None:
    course = finished(learner, PROPER, 11)
    found, seat = reviewed(course, 11), own_seat(course)
    for each in decisions(found):
        chosen = review_page.page(course, found, {}, each.number, seat).chosen
        if each.kind is DecisionKind.ANSWER and chosen and chosen.counted:
            theirs, own, *truth = chosen.compared
            assert (theirs.name, own.name, own.taken) == ("Ada", "You", True)
            called = each.action.points if isinstance(each.action, Call) else None
            assert (own.count, own.said) == (called, "" if called is not None else "let it stand")
            assert [one.name for one in truth] == ([] if each.grade is Grade.BEST else ["The true count"])


def test_the_deals_are_drawn_before_anything_is_graded(learner: Learner) -> None:
    course = finished(learner, CALLED)
    page = review_page.page(course, Review(seat=own_seat(course), game=course.game), {}, None)
    assert [line.label for line in page.deal_lines] == [str(number + 1) for number in range(len(course.deals))]


def test_the_first_deal_is_named_a_line_below_the_lowest_chance(client: Client, learner: Learner) -> None:
    text = page_of(client, finished(learner, CALLED))
    labels = re.findall(r'<text class="curve-words" x="[0-9.]+" y="([0-9.]+)"[^>]*>([^<]+)</text>', text)
    heights = {label: float(y) for y, label in labels}
    assert heights["Deal 1"] >= heights["0%"] + 14
