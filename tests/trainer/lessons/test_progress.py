"""A learner's progress through a lesson: what is stored, queries, hints, stars, and access by other people."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.full import few
from tests.trainer.drills.posts import Posts
from tests.trainer.drills.samples import answers
from tests.trainer.lessons.walking import answers_to
from trainer.drills.modes import Mode
from trainer.lessons import words as lesson_words
from trainer.lessons.lesson import CHECKED, Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Reading, Recall, Run, Stage, Tally
from trainer.people import merging
from trainer.progress import recall

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def lesson() -> Lesson:
    """A lesson with an exercise that counts a hand."""
    return syllabus().by_slug["fifteens"]


def place_with(lesson: Lesson, drill: str) -> int:
    """Return the first screen that asks a question of a drill."""
    return next(place for place, exercise in lesson.exercises.items() if exercise.drill == drill)


def place_of_work(lesson: Lesson) -> int:
    """Return the first screen on which a hand is counted item by item."""
    shown = ((place, screen.shown) for place, screen in enumerate(lesson.screens, 1))
    return next(place for place, exhibit in shown if exhibit and exhibit.kind == "work")


def url(lesson: Lesson, place: int | str) -> str:
    """Return the address of a screen, or of the check."""
    return f"/lessons/{lesson.slug}/{place}/"


def send(client: Client, address: str, posts: Posts, **sent: Any) -> Any:
    """Post an answer step by step, and return the last response."""
    for post in posts:
        response = client.post(address, post, **sent)
    return response


def take_steps(client: Client, lesson: Lesson, *, hinted: int = 0, wrong: int = 0, skipped: int = 0) -> None:
    """Answer all steps after the skipped ones, the first ones wrongly or with a hint."""
    for number, (place, exercise) in enumerate(list(lesson.exercises.items())[skipped:]):
        found = answers_to(exercise)
        if number < hinted:
            client.post(url(lesson, place), {"hint": "1"})
        send(client, url(lesson, place), found.wrong[0] if number < wrong else found.right)


def begin_check(client: Client, lesson: Lesson) -> Run:
    """Begin the check and return its run."""
    address = client.post(url(lesson, "check")).headers["Location"]
    return Run.objects.get(key=address.split("/")[2])


def answer_check(client: Client, run: Run, *, wrong: int = 0) -> None:
    """Answer a check to its end, the first questions wrongly."""
    for number in range(2 * CHECKED):
        run.refresh_from_db()
        if run.stage == Stage.OVER or run.ended_at:
            break
        found = answers(run.drill, run.asked)
        posts = found.wrong[0] if number < wrong else found.right
        send(client, f"/runs/{run.key}/", tuple({**post, "number": str(run.number)} for post in posts))
        run.refresh_from_db()
        client.post(f"/runs/{run.key}/", {"next": "1", "number": str(run.number)})


def plans(statements: list[str]) -> list[str]:
    """Return the query plans of the counts; empty on PostgreSQL."""
    counts = [sql for sql in statements if "COUNT(" in sql] if connection.vendor == "sqlite" else []
    found = []
    for sql in counts:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            found += [row[-1] for row in cursor.fetchall()]
    return found


class TestSteps:
    def test_a_screen_that_shows_takes_no_answer(self, client: Client, lesson: Lesson) -> None:
        response = client.post(url(lesson, 1), {"claim": "2"})
        assert (response.status_code, response.headers["Location"]) == (302, url(lesson, 1))
        assert not Learner.objects.exists()

    @pytest.mark.parametrize("place", ["0", "99", "999999999999"])
    def test_there_are_no_other_screens(self, client: Client, lesson: Lesson, place: str) -> None:
        assert client.get(url(lesson, place)).status_code == 404

    def test_there_are_no_other_lessons(self, client: Client) -> None:
        for address in ("/lessons/sixteens/", "/lessons/sixteens/1/", "/lessons/sixteens/check/"):
            assert client.get(address).status_code == 404
        assert client.post("/lessons/sixteens/again/").status_code == 404

    @pytest.mark.parametrize("shown", ["", "-1", "x", "99999", "1.5", "²"])
    def test_parts_that_are_not_there_are_passed_over(self, client: Client, lesson: Lesson, shown: str) -> None:
        place = place_of_work(lesson)
        assert client.get(url(lesson, place), {"shown": shown}).status_code == 200

    def test_items_appear_one_by_one(self, client: Client, lesson: Lesson) -> None:
        place = place_of_work(lesson)
        parts = lesson.screens[place - 1].shown.exhibit.parts  # type: ignore[union-attr]
        for shown in range(parts + 1):
            page = client.get(url(lesson, place), {"shown": shown}, headers=HTMX).text
            assert page.count('class="line"') == shown
            assert (f"shown={shown + 1}" in page) == (shown < parts)

    def test_a_step_is_answered_once(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        found = answers_to(lesson.exercises[place])
        send(client, url(lesson, place), found.wrong[0])
        page = send(client, url(lesson, place), found.right, headers=HTMX).text
        assert "your first answer stands" in page
        assert [attempt.right for attempt in Attempt.objects.all()] == [False]

    def test_what_is_no_answer_is_asked_for_again(self, client: Client, lesson: Lesson) -> None:
        page = client.post(url(lesson, place_with(lesson, "count")), {"claim": "many"})
        assert "“many” is not a count" in page.text
        assert not Learner.objects.exists()

    def test_steps_are_taken_in_any_order(self, client: Client, lesson: Lesson) -> None:
        for place in reversed(lesson.exercises):
            send(client, url(lesson, place), answers_to(lesson.exercises[place]).right)
        assert Attempt.objects.filter(right=True).count() == len(lesson.exercises)
        assert Run.objects.count() == Learner.objects.count() == 1

    def test_an_answer_after_the_clock_was_set_back_took_no_time(
        self, client: Client, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        address = url(lesson, place_with(lesson, "count"))
        since = client.get(address).context["since"]
        an_hour_ago = timezone.now() - timedelta(hours=1)
        monkeypatch.setattr(timezone, "now", lambda: an_hour_ago)
        client.post(address, {"claim": "2", "since": since})
        attempt = Attempt.objects.get()
        assert attempt.asked_at == attempt.answered_at == an_hour_ago

    def test_finds_stay_while_another_step_is_looked_at(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "find")
        first, *_rest = answers_to(lesson.exercises[place]).right
        client.post(url(lesson, place), first)
        client.get(url(lesson, 1))
        client.get(url(lesson, place_with(lesson, "count")))
        assert "Found: 2" in client.get(url(lesson, place)).text

    def test_finds_stay_while_another_step_is_answered(self, client: Client, lesson: Lesson) -> None:
        find, count = place_with(lesson, "find"), place_with(lesson, "count")
        first, *rest = answers_to(lesson.exercises[find]).right
        client.post(url(lesson, find), first)
        send(client, url(lesson, count), answers_to(lesson.exercises[count]).right)
        assert "Found: 2" in client.get(url(lesson, find)).text
        send(client, url(lesson, find), tuple(rest))
        assert Attempt.objects.get(drill="find").right

    def test_a_hint_is_remembered_while_another_step_is_answered(self, client: Client, lesson: Lesson) -> None:
        tap, count = place_with(lesson, "tap"), place_with(lesson, "count")
        client.post(url(lesson, tap), {"hint": "1"})
        send(client, url(lesson, count), answers_to(lesson.exercises[count]).right)
        send(client, url(lesson, tap), answers_to(lesson.exercises[tap]).right)
        assert Attempt.objects.get(drill="tap").hinted
        assert not Attempt.objects.get(drill="count").hinted

    @pytest.mark.parametrize("deed", ["end", "skip", "next", "time", "pause", "find", "show"])
    def test_there_is_nothing_else_to_be_done(self, client: Client, lesson: Lesson, deed: str) -> None:
        tap, count = place_with(lesson, "tap"), place_with(lesson, "count")
        send(client, url(lesson, tap), answers_to(lesson.exercises[tap]).right)
        client.post(url(lesson, count), {deed: "1"})
        send(client, url(lesson, count), answers_to(lesson.exercises[count]).right)
        assert Attempt.objects.filter(right=True).count() == 2

    def test_two_clicks_of_a_guest_are_one_answer(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        post = {"claim": "0", "since": client.get(url(lesson, place)).context["since"]}
        for each in (Client(), Client()):
            response = each.post(url(lesson, place), post)
            assert (response.status_code, response.headers["Location"]) == (302, f"{url(lesson, place)}#work")
        assert Attempt.objects.count() == Learner.objects.count() == Run.objects.count() == 1

    def test_of_two_pages_that_begin_the_lesson_one_is_refused(
        self, client: Client, lesson: Lesson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The second was read before the first was written."""
        place = place_with(lesson, "count")
        send(client, url(lesson, place), answers_to(lesson.exercises[place]).wrong[0])
        Reading.objects.update(steps=None)
        kept = Run.objects.get()
        monkeypatch.setattr(
            "trainer.lessons.progress.lock_reading",
            lambda learner, slug, _now: Reading(learner=learner, lesson=slug, steps=kept),
        )
        page = send(client, url(lesson, place), answers_to(lesson.exercises[place]).right, headers=HTMX).text
        assert "here is the lesson as it stands" in page
        assert Attempt.objects.count() == 1

    def test_a_question_that_the_lesson_asks_no_more_is_no_place(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        send(client, url(lesson, place), answers_to(lesson.exercises[place]).right)
        Run.objects.update(asked="2C 4S 6D 8H | KC")
        assert f'href="{url(lesson, 1)}">Begin' in client.get(f"/lessons/{lesson.slug}/").text

    def test_time_is_not_told_of_a_lesson(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        page = send(client, url(lesson, place), answers_to(lesson.exercises[place]).right, headers=HTMX).text
        assert "It took you" not in page
        assert set(Tally.objects.values_list("timed", flat=True)) == {0}

    def test_the_page_says_when_it_asked(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        page = client.get(url(lesson, place))
        client.post(url(lesson, place), {"claim": "0", "since": page.context["since"]})
        attempt = Attempt.objects.get()
        assert timedelta(0) < attempt.answered_at - attempt.asked_at < timedelta(minutes=1)

    @pytest.mark.parametrize("since", ["", "x", "1:2:3"])
    def test_a_made_up_time_is_passed_over(self, client: Client, lesson: Lesson, since: str) -> None:
        client.post(url(lesson, place_with(lesson, "count")), {"claim": "0", "since": since})
        attempt = Attempt.objects.get()
        assert attempt.answered_at - attempt.asked_at < timedelta(seconds=1)

    @pytest.mark.parametrize("right", [True, False])
    def test_an_answer_is_seven_queries_at_most(self, client: Client, lesson: Lesson, right: bool) -> None:
        first, place = place_with(lesson, "tap"), place_with(lesson, "count")
        send(client, url(lesson, first), answers_to(lesson.exercises[first]).right)
        found = answers_to(lesson.exercises[place])
        with CaptureQueriesContext(connection) as queries:
            send(client, url(lesson, place), found.right if right else found.wrong[0])
        told = [query["sql"] for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT"))]
        assert len(told) <= 7, told

    def test_its_answers_stand_in_the_list_of_runs(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        send(client, url(lesson, place), answers_to(lesson.exercises[place]).wrong[0])
        run = Run.objects.get()
        assert f"Lesson: {lesson.title}" in client.get("/runs/").text
        for response in (client.get(f"/runs/{run.key}/"), client.post(f"/runs/{run.key}/", {"next": "1"})):
            assert response.headers["Location"] == f"/lessons/{lesson.slug}/"
        summary = client.get(f"/runs/{run.key}/summary/").text
        assert "How each one went" not in summary
        assert client.get(f"/runs/{run.key}/0/").status_code == 200


class TestStars:
    @pytest.mark.parametrize("then", ["next", "end"])
    @pytest.mark.parametrize("right", few([True, False], False), ids=["right", "wrong"])
    def test_the_answer_that_passes_the_check_is_seven_queries_at_most(
        self, client: Client, lesson: Lesson, right: bool, then: str
    ) -> None:
        take_steps(client, lesson)
        run = begin_check(client, lesson)
        address = f"/runs/{run.key}/"
        for number in range(CHECKED):
            run.refresh_from_db()
            is_last = number == CHECKED - 1
            found = answers(run.drill, run.asked)
            *steps, last = found.right if right or not is_last else found.wrong[0]
            for post in steps:
                client.post(address, {**post, "number": str(number)})
            for post in (last, {then if is_last else "next": "1"}):
                with CaptureQueriesContext(connection) as queries:
                    client.post(address, {"number": str(number + (post is not last)), **post}, headers=HTMX)
                told = [query["sql"] for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT"))]
                assert len(told) <= 7, told
                assert not any("attempt_of_learner" in step for step in plans(told)), "of all answers few are read"
                if is_last and post is last:
                    assert (self.stars() > 0) is right
        assert self.stars() == (3 if right else 2)

    def stars(self) -> int:
        return Reading.objects.get().stars

    def takes(self) -> str:
        """Return what the page of the check says of so many stars."""
        return lesson_words.stars_to_win(Mode.CHECK)[self.stars() - 1].how

    def test_steps_that_are_passed_over_are_like_misses(self, client: Client, lesson: Lesson) -> None:
        answer_check(client, begin_check(client, lesson))
        assert self.stars() == 1
        assert self.takes() == "Passed"

    def test_no_miss_wins_three(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson)
        answer_check(client, begin_check(client, lesson))
        assert self.stars() == 3
        assert self.takes() == "Passed, without a miss, hint or skipped step in the lesson and its check"

    def test_one_skipped_step_wins_two(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson, skipped=1)
        answer_check(client, begin_check(client, lesson))
        assert self.stars() == 2
        assert self.takes() == "Passed, with one miss, hint or skipped step in the lesson and its check"

    def test_one_miss_wins_two(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson)
        answer_check(client, begin_check(client, lesson), wrong=1)
        assert self.stars() == 2

    def test_one_hint_wins_two(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson, hinted=1)
        assert Attempt.objects.filter(hinted=True).count() == 1
        answer_check(client, begin_check(client, lesson))
        assert self.stars() == 2

    def test_a_miss_on_the_way_and_one_in_the_check_win_one(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson, wrong=1)
        answer_check(client, begin_check(client, lesson), wrong=1)
        assert self.stars() == 1

    def test_three_right_do_not_pass(self, client: Client, lesson: Lesson) -> None:
        run = begin_check(client, lesson)
        answer_check(client, run, wrong=2)
        reading = Reading.objects.get()
        assert (reading.stars, reading.done_at) == (0, None)
        assert run.attempts.count() == CHECKED + 2, "what was missed came again"
        assert list(run.attempts.filter(number__gte=CHECKED).values_list("rated", flat=True)) == [False, False]
        assert "3 of 5 right; it takes 4 to pass" in client.get(url(lesson, "").replace("//", "/")).text

    def test_what_was_missed_in_a_check_counts_though_the_lesson_began_anew_meanwhile(
        self, client: Client, lesson: Lesson
    ) -> None:
        run = begin_check(client, lesson)
        send(client, f"/runs/{run.key}/", answers(run.drill, run.asked).wrong[0])
        client.post(f"/runs/{run.key}/", {"next": "1", "number": "1"})
        client.post(url(lesson, "again"))
        take_steps(client, lesson)
        answer_check(client, run)
        assert self.stars() == 2

    def test_a_pass_that_nobody_went_on_from_is_kept_when_the_lesson_begins_anew(
        self, client: Client, lesson: Lesson
    ) -> None:
        run = begin_check(client, lesson)
        for number in range(CHECKED):
            run.refresh_from_db()
            found = answers(run.drill, run.asked)
            posts = found.wrong[0] if number == CHECKED - 1 else found.right
            send(client, f"/runs/{run.key}/", tuple({**post, "number": str(number)} for post in posts))
            if number < CHECKED - 1:
                client.post(f"/runs/{run.key}/", {"next": "1", "number": str(number + 1)})
        assert Reading.objects.get().done_at is None
        client.post(url(lesson, "again"))
        assert Reading.objects.get().done_at is not None
        assert self.stars() == 1

    def test_a_check_is_not_begun_twice(self, client: Client, lesson: Lesson) -> None:
        assert begin_check(client, lesson) == begin_check(client, lesson)
        assert (Run.objects.count(), Reading.objects.get().checks) == (1, 1)

    def test_a_question_that_cannot_be_asked_any_more_is_passed_over(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson)
        run = begin_check(client, lesson)
        run.question_queue = [["gone", "x"], ["count", "x"], *run.question_queue]
        run.save()
        answer_check(client, run)
        assert self.stars() == 3

    def test_lessons_that_are_gone_are_not_counted(self, client: Client, lesson: Lesson) -> None:
        answer_check(client, begin_check(client, lesson))
        Reading.objects.create(learner=Learner.objects.get(), lesson="sixteens", done_at=timezone.now(), stars=3)
        assert f"1 of {len(syllabus().lessons)} lessons done." in client.get("/lessons/").text

    def test_a_lesson_that_is_done_takes_one_line(self, client: Client, lesson: Lesson) -> None:
        for done in (False, True):
            page = client.get("/lessons/").text.partition(f'tile-link" href="/lessons/{lesson.slug}/"')[2]
            row = page.partition("</li>")[0]
            assert ("lesson-facts" in row, "star is-won" in row) == (not done, done)
            answer_check(client, begin_check(client, lesson))

    def test_anew_the_stars_can_only_grow(self, client: Client, lesson: Lesson) -> None:
        answer_check(client, begin_check(client, lesson), wrong=1)
        client.post(url(lesson, "again"))
        take_steps(client, lesson)
        answer_check(client, begin_check(client, lesson))
        assert self.stars() == 3
        client.post(url(lesson, "again"))
        answer_check(client, begin_check(client, lesson), wrong=1)
        assert self.stars() == 3

    def test_a_lesson_taken_again_asks_its_steps_again(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        found = answers_to(lesson.exercises[place])
        send(client, url(lesson, place), found.wrong[0])
        client.post(url(lesson, "again"))
        assert 'id="ask"' in client.get(url(lesson, place)).text
        send(client, url(lesson, place), found.right)
        assert [attempt.right for attempt in Attempt.objects.order_by("pk")] == [False, True]
        assert Run.objects.count() == 2

    def test_what_was_missed_comes_back(self, client: Client, lesson: Lesson) -> None:
        answer_check(client, begin_check(client, lesson), wrong=2)
        assert Recall.objects.exclude(cause=recall.SLOW).count() == 2

    def test_a_second_check_goes_on_where_it_was_left(self, client: Client, lesson: Lesson) -> None:
        run = begin_check(client, lesson)
        assert f"/runs/{run.key}/" in client.get(url(lesson, "check")).text
        assert "Continue the check" in client.get(f"/lessons/{lesson.slug}/").text

    def test_the_summary_of_a_check_says_after_how_many_tries_each_was_right(
        self, client: Client, lesson: Lesson
    ) -> None:
        run = begin_check(client, lesson)
        answer_check(client, run, wrong=1)
        page = client.get(f"/runs/{run.key}/summary/").text
        told = ("Right first time.", "Right after 2 tries.", "Right this time.")
        assert [page.count(sentence) for sentence in told] == [4, 1, 0]

    def test_the_check_leads_back_to_its_lesson(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson)
        run = begin_check(client, lesson)
        answer_check(client, run)
        response = client.get(f"/runs/{run.key}/")
        assert response.headers["Location"] == f"/lessons/{lesson.slug}/"
        page = client.get(f"/lessons/{lesson.slug}/").text
        assert "Passed: 5 of 5 right." in page
        assert "3 stars of 3" in page

    def test_the_list_says_what_is_next(self, client: Client) -> None:
        first, second, *_rest = syllabus().lessons
        page = client.get("/lessons/").text
        assert f'<h2 id="next-title">{first.title}</h2>' in page
        assert 'aria-labelledby="next next-title">Begin<' in page
        answer_check(client, begin_check(client, first))
        page = client.get("/lessons/").text
        assert f'<h2 id="next-title">{second.title}</h2>' in page
        assert 'aria-labelledby="next next-title">Continue<' in page
        assert f"1 of {len(syllabus().lessons)} lessons done." in page


class TestOthers:
    def test_somebody_else_begins_anew(self, client: Client, lesson: Lesson) -> None:
        place = place_with(lesson, "count")
        send(client, url(lesson, place), answers_to(lesson.exercises[place]).wrong[0])
        assert 'id="ask"' in Client().get(url(lesson, place)).text
        assert "Not taken yet" in Client().get(f"/lessons/{lesson.slug}/").text

    def test_a_check_is_its_learners_own(self, client: Client, lesson: Lesson) -> None:
        run = begin_check(client, lesson)
        stranger = Client()
        assert stranger.get(f"/runs/{run.key}/").status_code == 404
        assert stranger.post(f"/runs/{run.key}/", {"claim": "2"}).status_code == 404

    def test_what_a_guest_took_joins_an_account(self, client: Client, lesson: Lesson) -> None:
        take_steps(client, lesson)
        answer_check(client, begin_check(client, lesson))
        guest, anna = Learner.objects.get(), Learner.objects.create_user("Anna")
        Reading.objects.create(learner=anna, lesson=lesson.slug, stars=1, begun_at=timezone.now() + timedelta(days=1))
        merging.merge(guest, anna)
        reading = Reading.objects.get()
        assert (reading.learner, reading.stars) == (anna, 3)
        assert reading.done_at is not None
