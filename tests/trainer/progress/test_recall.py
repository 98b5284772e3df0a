"""Recall: the mastery of an item, when it is asked again, when it is retired, and how many come back on a day."""

from datetime import UTC, datetime, timedelta
from itertools import permutations, product
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from fsrs import Card as FsrsCard
from fsrs import Rating

from game.engine.cards import Card, Suit
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion, canonical, mark, pattern, ranks_of, read, sibling
from trainer.drills.questions import Wish
from trainer.drills.skills import Rates
from trainer.models import Attempt, Learner, Recall, Run
from trainer.progress import recall
from trainer.progress.recall import (
    LEAST_AHEAD,
    MAX_PER_DAY,
    NEW_IF_LIKELY,
    NEW_PER_DAY,
    RESTS_AFTER,
    SLOW_PER_DAY,
    Mastery,
    RecalledItem,
    RecallForecast,
    after_review,
    cause_of,
    due,
    due_count,
    first_card,
    is_slow,
    item_of,
    lapsed,
    rating,
    record_review,
    take_in,
)
from trainer.views.recall import ahead

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HAND = "4C 5S 6D JH | 4H"
UNKNOWN: Rates = {}
OTHERS = [f"{rank}C 5S 6D JH | {cut}" for rank, cut in product("A23789TQK", ("KS", "QS", "AS"))][:25]

MISSED = first_card(Rating.Again, NOON)


# ------------------------------------------------------------------------------------------------------------- FSRS


class TestMastery:
    """Scheduling, without a clock or a database."""

    @pytest.mark.parametrize(
        ("right", "hinted", "seconds", "typical", "rated"),
        [
            (False, False, 1, 10, Rating.Again),
            (True, True, 1, 10, Rating.Hard),
            (True, False, 20.1, 10, Rating.Hard),
            (True, False, 20, 10, Rating.Good),
            (True, False, 6, 10, Rating.Good),
            (True, False, 5.9, 10, Rating.Easy),
            (True, False, 500, None, Rating.Good),
            (True, False, 0.5, None, Rating.Good),
        ],
    )
    def test_an_answer_is_rated_by_time_and_help(
        self, right: bool, hinted: bool, seconds: float, typical: float | None, rated: Rating
    ) -> None:
        assert rating(right=right, hinted=hinted, seconds=seconds, typical=typical) is rated

    def test_slow_is_over_twice_the_usual_time_and_nothing_where_none_is_known(self) -> None:
        assert [is_slow(20.1, 10), is_slow(20, 10), is_slow(500, None)] == [True, False, False]

    def test_what_takes_no_longer_than_it_should_is_not_slow(self) -> None:
        assert [is_slow(seconds, 0.4, 8) for seconds in (0.9, 8, 8.1)] == [False, False, True]
        assert rating(right=True, hinted=False, seconds=0.9, typical=0.4, unhurried=8) is Rating.Good

    def test_a_miss_comes_back_in_ten_minutes(self) -> None:
        assert MISSED.due - NOON == timedelta(minutes=10)

    def test_what_was_right_but_slow_begins_as_hard(self) -> None:
        slow = first_card(Rating.Hard, NOON)
        assert (slow.stability or 0) > (MISSED.stability or 0) > 0
        assert timedelta(minutes=10) < slow.due - NOON < timedelta(hours=1)

    def test_a_miss_elsewhere_keeps_what_is_known_of_an_item(self) -> None:
        known = after_review(after_review(Mastery(MISSED), Rating.Again, NOON), Rating.Good, NOON + timedelta(days=1))
        at = NOON + timedelta(days=9)
        again = lapsed(known.card, at)
        assert (again.difficulty or 0) >= (known.card.difficulty or 0) > (MISSED.difficulty or 0)
        assert again.due == at + timedelta(minutes=10)
        assert lapsed(again, at) == again, "it is told of once"
        assert lapsed(known.card, None) == known.card

    def test_known_well_it_comes_back_ever_later_but_within_ninety_days(self) -> None:
        known, now, gaps = Mastery(MISSED), NOON, []
        for _ in range(12):
            now = known.card.due
            known = after_review(known, Rating.Easy, now)
            gaps.append((known.card.due - now).days)
        assert gaps == sorted(gaps)
        assert (gaps[0], gaps[-1]) == (1, 90)

    def test_nothing_is_left_to_chance(self) -> None:
        def gap() -> timedelta:
            known = after_review(Mastery(MISSED), Rating.Good, NOON + timedelta(days=1))
            return after_review(known, Rating.Good, NOON + timedelta(days=30)).card.due - NOON

        assert len({gap() for _ in range(50)}) == 1

    def test_a_miss_begins_the_count_of_rights_anew(self) -> None:
        known = after_review(Mastery(MISSED), Rating.Good, NOON + timedelta(days=1))
        assert (known.rights, known.right_since) == (1, NOON + timedelta(days=1))
        known = after_review(known, Rating.Again, NOON + timedelta(days=3))
        assert (known.rights, known.right_since) == (0, None)

    @pytest.mark.parametrize(
        ("days", "retired"),
        [((1, 4, 8), True), ((1, 4, 7.99), False), ((1, 8), False), ((1, 2, 3, 9), True), ((1, 2, 3, 4), False)],
    )
    def test_three_rights_over_a_week_retire_it(self, days: tuple[float, ...], retired: bool) -> None:
        known = Mastery(MISSED)
        for day in days:
            assert not known.retired
            known = after_review(known, Rating.Hard, NOON + timedelta(days=day))
        assert known.retired is retired


# -------------------------------------------------------------------------------------------- patterns and siblings


def renamed(question: CountQuestion, suits: tuple[Suit, ...]) -> CountQuestion:
    """Return the question with its suits renamed."""
    names = dict(zip(Suit, suits, strict=True))
    hand = sorted(Card(card.rank, names[card.suit]) for card in question.hand)
    return CountQuestion(tuple(hand), Card(question.starter.rank, names[question.starter.suit]), question.crib)


class TestPatterns:
    """Hands that differ only in the names of suits have the same canonical form."""

    def test_all_renamings_have_one_canonical_form_which_is_one_of_them(self) -> None:
        rng = Random(1)
        for _ in range(60):
            question = count_question.pose(rng, Wish())
            forms = {str(renamed(question, suits)) for suits in permutations(Suit)}
            assert {canonical(read(form)) for form in forms} == {canonical(question)} <= forms

    @pytest.mark.parametrize(
        "other",
        ["crib 4C 5S 6D JH | 4H", "4C 5S 6D JS | 4H", "4C 5S 6D JC | 4H", "4H 5S 6D JH | 4C", "4C 5S 6D QH | 4H"],
    )
    def test_hands_that_differ_in_more_have_others(self, other: str) -> None:
        assert canonical(read(other)) != canonical(read(HAND))

    def test_a_sibling_has_the_same_items_on_other_ranks(self) -> None:
        rng = Random(2)
        found = 0
        for _ in range(60):
            question = count_question.pose(rng, Wish())
            other = sibling(question, rng)
            assert pattern(other) == pattern(question)
            found += ranks_of(other) != ranks_of(question)
        assert found > 55


# -------------------------------------------------------------------------------------------------------- database


@pytest.fixture
def learner(db: None) -> Learner:  # noqa: ARG001 -- asked for
    """A learner."""
    return Learner.objects.create_guest()


def answered(
    learner: Learner,
    question: str = HAND,
    claim: int = 15,
    *,
    at: datetime = NOON,
    seconds: float = 10,
) -> tuple[Attempt, count_question.CountMarking]:
    """Return a saved answer and its marking."""
    marking = mark(read(question), str(claim))
    attempt = Attempt.objects.create(
        learner=learner,
        drill="count",
        question=question,
        answer=str(claim),
        right=marking.right,
        asked_at=at - timedelta(seconds=seconds),
        answered_at=at,
    )
    return attempt, marking


def miss(learner: Learner, question: str = HAND, claim: int = 14, at: datetime = NOON, rates: Rates = UNKNOWN) -> None:
    """Save an answer, whose question comes back if there is room for it."""
    take_in(item_of(*answered(learner, question, claim, at=at), rates, at))


def wait(learner: Learner, question: str, at: datetime, **columns: object) -> Recall:
    """Save an item as if it had been missed, whether there is room or not."""
    item = item_of(*answered(learner, question, 30, at=at), UNKNOWN, at)
    for name, value in columns.items():
        setattr(item, name, value)
    item.save()
    return item


def had(learner: Learner, number: int, at: datetime) -> Run:
    """Save a recall run with this many answers, all given at the same time."""
    run = Run.objects.create(
        learner=learner, settings="recall recall", seed=1, drill="count", number=number, asked_at=at
    )
    for place in range(number):
        told = {"drill": "count", "question": HAND, "answer": "15", "right": True}
        Attempt.objects.create(learner=learner, run=run, number=place, asked_at=at, answered_at=at, **told)
    return run


class TestMissed:
    """A miss creates an item, or brings an existing one back."""

    def test_an_item_is_a_pattern(self, learner: Learner) -> None:
        miss(learner)
        item = Recall.objects.get()
        assert (item.question, item.cause) == (HAND, "missed nobs")
        assert item.pattern == canonical(read(HAND))
        assert item.due_at == NOON + timedelta(minutes=10)

    def test_the_same_hand_in_other_suits_is_the_same_item(self, learner: Learner) -> None:
        miss(learner)
        miss(learner, "4S 5H 6C JD | 4D", at=NOON + timedelta(hours=1))
        item = Recall.objects.get()
        assert (item.question, item.due_at) == (HAND, NOON + timedelta(minutes=70))

    def test_a_hand_missed_in_several_ways_is_asked_once(self, learner: Learner) -> None:
        for claim in (14, 13, 12, 11):
            miss(learner, claim=claim)
        miss(learner, claim=15)
        assert Recall.objects.get().cause == cause_of(mark(read(HAND), "11")), "why it was missed last"
        assert len(due(learner, NOON + timedelta(hours=1))) == 1

    def test_a_miss_elsewhere_keeps_how_difficult_it_is(self, learner: Learner) -> None:
        miss(learner)
        known = after_review(Mastery(MISSED), Rating.Again, NOON + timedelta(minutes=10))
        Recall.objects.update(card=known.card.to_dict())
        miss(learner, at=NOON + timedelta(days=1))
        item = Recall.objects.get()
        assert item.due_at == NOON + timedelta(days=1, minutes=10)
        card = FsrsCard.from_dict(RecalledItem.of(item).card)
        assert card.difficulty == lapsed(known.card, NOON + timedelta(days=1)).difficulty

    def test_a_slow_answer_changes_nothing_of_what_is_in_recall(self, learner: Learner) -> None:
        miss(learner)
        before = Recall.objects.values().get()
        miss(learner, claim=15, at=NOON + timedelta(hours=1))
        assert Recall.objects.values().get() == before

    def test_what_is_missed_again_is_to_be_learnt_again(self, learner: Learner) -> None:
        miss(learner)
        Recall.objects.update(retired=True, rights=5, right_since=NOON, turns=3)
        miss(learner, at=NOON + timedelta(days=40))
        item = Recall.objects.get()
        assert (item.retired, item.rights, item.right_since, item.turns) == (False, 0, None, 3)

    def test_a_right_answer_that_took_long_has_its_own_cause(self, learner: Learner) -> None:
        miss(learner, claim=15)
        assert Recall.objects.get().cause == "slow"

    def test_an_answer_that_never_came_has_no_cause(self, learner: Learner) -> None:
        attempt, _ = answered(learner)
        take_in(item_of(attempt, mark(read(HAND), ""), UNKNOWN, attempt.answered_at))
        assert Recall.objects.get().cause == ""

    def test_others_keep_their_own(self, learner: Learner) -> None:
        miss(learner)
        miss(Learner.objects.create_guest())
        assert Recall.objects.count() == 2

    def test_it_costs_one_statement(self, learner: Learner) -> None:
        attempt, marking = answered(learner, claim=14)
        for _ in range(3):  # the first makes the item, the others meet it
            with CaptureQueriesContext(connection) as queries:
                take_in(item_of(attempt, marking, UNKNOWN, attempt.answered_at))
            assert [query["sql"].split()[0] for query in queries if "SAVEPOINT" not in query["sql"]] == ["INSERT"]


class TestTakenIn:
    """Only so much is taken in as can be given back."""

    def test_a_day_takes_in_about_five_and_the_likeliest_of_all(self, learner: Learner) -> None:
        for question in OTHERS:
            miss(learner, question, 30)
        assert Recall.objects.count() == NEW_PER_DAY
        for question in OTHERS[-3:]:
            miss(learner, question, 0, rates=dict.fromkeys(("pair", "run", "fifteen-2", "fifteen-3"), (10, 9)))
        assert Recall.objects.count() == NEW_IF_LIKELY
        miss(learner, OTHERS[-1], 30, at=NOON + timedelta(days=1))
        assert Recall.objects.count() == NEW_IF_LIKELY + 1

    def test_how_many_of_the_misses_of_a_day_were_taken_in(self, learner: Learner) -> None:
        for question in OTHERS:
            miss(learner, question, 30, at=NOON - timedelta(days=1))
        assert (recall.missed_today(learner, NOON), recall.forecast(learner, NOON).taken) == (0, 0)
        for question in (*OTHERS, *OTHERS):
            miss(learner, question, 30)
        assert recall.missed_today(learner, NOON) == len(OTHERS)
        assert NEW_PER_DAY <= recall.forecast(learner, NOON).taken < len(OTHERS)

    def test_the_page_says_how_many_were_taken_in_and_how_many_wait(
        self, learner: Learner, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(timezone, "now", lambda: NOON)
        client.force_login(learner)
        for question in OTHERS:
            miss(learner, question, 30, at=NOON - timedelta(minutes=11))
        wait(learner, HAND, NOON - timedelta(days=1), due_at=NOON + timedelta(days=3))
        page = " ".join(client.get("/recall/").text.split())
        assert f"You missed {len(OTHERS)} questions today. Recall asks {NEW_PER_DAY} of them again" in page
        assert "1 more waits. Next day:" in page
        assert '<svg class="chart" ' in page
        Recall.objects.filter(question=HAND).update(due_at=NOON + timedelta(minutes=5))
        page = " ".join(client.get("/recall/").text.split())
        assert "1 more waits: it comes today, at 12:05" in page
        assert '<svg class="chart" ' not in page, "a chart of one day says nothing"

    def test_the_page_says_what_is_learned_where_all_misses_of_today_were_taken_in_and_are_due(
        self, learner: Learner, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        miss(learner, HAND, 30)
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(hours=1))
        client.force_login(learner)
        page = " ".join(client.get("/recall/").text.split())
        assert (recall.missed_today(learner, NOON), recall.forecast(learner, NOON).taken) == (1, 1)
        assert "1 question: it comes back until you know it for good." in page
        assert "<p></p>" not in page

    def test_slow_answers_leave_room_for_misses(self, learner: Learner) -> None:
        for question in OTHERS[:4]:
            miss(learner, question, mark(read(question), "0").points)
        assert set(Recall.objects.values_list("cause", flat=True)) == {"slow"}
        assert Recall.objects.count() == SLOW_PER_DAY
        miss(learner, OTHERS[5], 30)
        assert Recall.objects.count() == SLOW_PER_DAY + 1

    def test_what_is_starred_leaves_room_for_misses(self, learner: Learner) -> None:
        for question in OTHERS[:LEAST_AHEAD]:
            recall.star(learner, "count", read(question), NOON)
        miss(learner, OTHERS[-1], 30)
        assert Recall.objects.exclude(cause=Recall.STARRED).count() == 1

    def test_nothing_is_taken_in_while_enough_waits(self, learner: Learner) -> None:
        for question in OTHERS[:LEAST_AHEAD]:
            wait(learner, question, NOON - timedelta(days=1))
        miss(learner, OTHERS[-1], 30)
        assert Recall.objects.count() == LEAST_AHEAD
        miss(learner, OTHERS[0], 30)
        assert Recall.objects.filter(due_at=NOON + timedelta(minutes=10)).count() == 1, "what is in recall comes back"

    def test_who_recalls_more_takes_in_more(self, learner: Learner) -> None:
        had(learner, 7 * LEAST_AHEAD, NOON - timedelta(days=1))
        for question in OTHERS[:LEAST_AHEAD]:
            wait(learner, question, NOON - timedelta(days=1))
        miss(learner, OTHERS[-1], 30)
        assert Recall.objects.count() == LEAST_AHEAD + 1

    @pytest.mark.once("when items are due")
    def test_who_never_recalls_is_never_buried(self, learner: Learner) -> None:
        for day in range(60):
            for question in OTHERS:
                miss(learner, question, 30, at=NOON + timedelta(days=day))
        assert recall.waiting(learner, NOON + timedelta(days=60)).count() <= LEAST_AHEAD + 1

    def test_others_items_take_no_room(self, learner: Learner) -> None:
        other = Learner.objects.create_guest()
        for question in OTHERS[:LEAST_AHEAD]:
            wait(other, question, NOON)
        miss(learner)
        assert Recall.objects.filter(learner=learner).count() == 1


class TestReviewed:
    """An answer to an item's question reschedules it."""

    def review(self, learner: Learner, claim: int = 15, *, at: datetime, seconds: float = 10) -> Recall:
        """The only item, answered again."""
        attempt, _ = answered(learner, claim=claim, at=at, seconds=seconds)
        with CaptureQueriesContext(connection) as queries:
            record_review(RecalledItem.of(Recall.objects.get()), attempt, 10.0)
        assert len(queries) == 2, "the item was read here, and one update"
        return Recall.objects.get()

    def test_right_answers_move_it_away_until_it_is_retired(self, learner: Learner) -> None:
        miss(learner)
        at, gaps = NOON + timedelta(minutes=10), []
        for turn in range(1, 9):
            item = self.review(learner, at=at)
            assert (item.turns, item.rights) == (turn, turn)
            gaps.append(item.due_at - at)
            if item.retired:
                break
            at = item.due_at
        assert item.retired
        assert at - NOON >= timedelta(days=7)
        assert gaps == sorted(gaps)

    def test_a_wrong_answer_brings_it_back_in_ten_minutes(self, learner: Learner) -> None:
        miss(learner)
        self.review(learner, at=NOON + timedelta(days=1))
        item = self.review(learner, claim=14, at=NOON + timedelta(days=4))
        assert item.due_at == NOON + timedelta(days=4, minutes=10)
        assert (item.rights, item.right_since) == (0, None)

    def test_a_quick_answer_moves_it_further_than_a_slow_one(self, learner: Learner) -> None:
        gaps = []
        for seconds in (30, 10, 3):
            miss(learner)
            self.review(learner, at=NOON + timedelta(days=1))
            item = self.review(learner, at=NOON + timedelta(days=4), seconds=seconds)
            gaps.append(item.due_at - NOON)
        assert gaps[0] < gaps[1] < gaps[2]

    def test_every_other_time_a_sibling_is_asked_the_same_until_it_is_answered(self, learner: Learner) -> None:
        hand = "2C 3S 9D KH | 4D"
        miss(learner, hand, 1)
        asked = []
        for day in range(1, 5):
            item = Recall.objects.get()
            asked.append(recall.question_of(item))
            assert recall.question_of(item) == asked[-1]
            self.review(learner, claim=5, at=NOON + timedelta(days=day))
        assert asked[0] == asked[2] == hand
        for other in (asked[1], asked[3]):
            assert pattern(read(other)) == pattern(read(hand))
            assert ranks_of(read(other)) != ranks_of(read(hand))
        assert asked[1] != asked[3]


class TestDue:
    """Which items are due today, and how many."""

    def test_what_is_likeliest_missed_comes_first_in_one_query(self, learner: Learner) -> None:
        for place, question in enumerate(OTHERS[:4]):
            wait(learner, question, NOON - timedelta(minutes=place * 4), chance=0.1 + place / 10)
        miss(Learner.objects.create_guest(), at=NOON - timedelta(days=1))
        items = {item.question: item.pk for item in Recall.objects.filter(learner=learner)}
        with CaptureQueriesContext(connection) as queries:
            numbers = due(learner, NOON)
        assert len(queries) == 1
        assert numbers == [items[OTHERS[3]]], "the others have been missed less than ten minutes ago"
        assert due(learner, NOON + timedelta(hours=1)) == [items[text] for text in reversed(OTHERS[:4])]

    def test_what_is_forgotten_comes_before_what_is_hardly(self, learner: Learner) -> None:
        known = first_card(Rating.Easy, NOON - timedelta(days=30))
        wait(learner, OTHERS[0], NOON - timedelta(days=30), card=known.to_dict(), due_at=NOON - timedelta(days=25))
        missed = wait(learner, OTHERS[1], NOON - timedelta(days=2))
        assert due(learner, NOON)[0] == missed.pk

    def test_what_was_due_long_ago_rests_until_it_is_missed_again(self, learner: Learner) -> None:
        wait(learner, HAND, NOON)
        later = NOON + RESTS_AFTER + timedelta(days=1)
        assert due_count(learner, later) == recall.forecast(learner, later).waiting == 0
        miss(learner, at=later)
        assert due_count(learner, later + timedelta(hours=1)) == 1

    def test_a_skill_counts_what_the_page_of_recall_counts(self, learner: Learner) -> None:
        wait(learner, HAND, NOON, cause="nobs nobs:1 fifteen:2")
        later = NOON + RESTS_AFTER + timedelta(days=1)
        assert recall.waiting_by_skill(learner, NOON) == {"nobs": 1, "fifteen": 1}
        assert recall.waiting_by_skill(learner, later) == {}

    def test_what_is_told_is_what_is_asked(self, learner: Learner) -> None:
        for question in OTHERS:
            wait(learner, question, NOON - timedelta(days=1))
        had(learner, 3, NOON)
        assert due_count(learner, NOON) == len(due(learner, NOON)) == recall.forecast(learner, NOON).now == 17

    def test_what_is_retired_is_not_asked(self, learner: Learner) -> None:
        miss(learner)
        Recall.objects.update(retired=True)
        assert due(learner, NOON + timedelta(days=1)) == []

    def test_a_day_has_twenty_with_those_it_has_had(self, learner: Learner) -> None:
        for question in OTHERS:
            wait(learner, question, NOON - timedelta(days=1))
        assert due_count(learner, NOON) == MAX_PER_DAY
        had(learner, 5, NOON - timedelta(hours=1))
        had(learner, 4, NOON - timedelta(hours=2))
        had(learner, 50, NOON - timedelta(hours=13))
        Run.objects.create(learner=learner, settings="count calm", seed=1, drill="count", number=9, asked_at=NOON)
        had(Learner.objects.create_guest(), 9, NOON)
        assert due_count(learner, NOON) == 11
        had(learner, 11, NOON)
        assert due(learner, NOON) == []
        assert due_count(learner, NOON + timedelta(days=1)) == MAX_PER_DAY

    def test_what_a_run_had_before_midnight_was_that_days(self, learner: Learner) -> None:
        for question in OTHERS:
            wait(learner, question, NOON - timedelta(days=2))
        midnight = NOON.replace(hour=0)
        run = had(learner, 15, midnight - timedelta(minutes=5))
        run.attempts.filter(number__gte=12).update(answered_at=midnight + timedelta(minutes=1))
        Run.objects.update(asked_at=midnight + timedelta(minutes=1))
        assert due_count(learner, midnight + timedelta(minutes=2)) == MAX_PER_DAY - 3
        assert recall.forecast(learner, midnight + timedelta(minutes=2)).now == MAX_PER_DAY - 3

    def test_the_forecast_postpones_what_exceeds_the_daily_limit(self, learner: Learner) -> None:
        for question in OTHERS:
            wait(learner, question, NOON - timedelta(days=1))
        late = Recall.objects.order_by("pk")
        late.filter(pk=late[0].pk).update(due_at=NOON + timedelta(days=3))
        late.filter(pk=late[1].pk).update(retired=True)
        late.filter(pk=late[2].pk).update(due_at=NOON + timedelta(days=60))
        had(learner, 8, NOON - timedelta(hours=1))
        with CaptureQueriesContext(connection) as queries:
            forecast = recall.forecast(learner, NOON)
        assert len(queries) == 3
        assert (forecast.now, forecast.waiting, forecast.retired) == (12, 24, 1)
        assert [number for _, number in forecast.days] == [12, 10, 0, 1, *[0] * 10]
        assert forecast.days[0][0] == NOON.date()

    @pytest.mark.parametrize(("last", "drawn", "first"), [(0, 7, "Today"), (8, 9, "Today"), (13, 14, "")])
    def test_the_chart_ends_with_the_last_day_that_has_something(self, last: int, drawn: int, first: str) -> None:
        days = [(NOON.date() + timedelta(days=day), int(day in {0, last})) for day in range(14)]
        shown = ahead(RecallForecast(1, days, 2, 0))["drawn"]
        assert isinstance(shown, list)
        assert (len(shown), shown[0]["weekday"]) == (drawn, first)
