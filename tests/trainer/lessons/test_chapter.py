"""The check at the end of a chapter: what it asks, what passes it, and where it is offered."""

import re
from collections import Counter
from datetime import timedelta
from random import Random
from urllib.parse import unquote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.trainer.drills.samples import answers, run_of
from tests.trainer.lessons.walking import answers_to
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS, EXAM
from trainer.lessons import chapter as chapter_questions
from trainer.lessons.lesson import Chapter, Exercise
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Reading, Recall, Run

CHECK = "/chapters/counting/check/"
LENGTH = chapter_questions.LENGTH
COUNTING = syllabus().of_chapter(Chapter.COUNTING)


def begun(client: Client) -> Run:
    """Begin the check of the chapter on counting, or continue it, and return its run."""
    return Run.objects.get(key=client.post(CHECK).headers["Location"].split("/")[2])


def answer(client: Client, run: Run, *, wrong: int = 0) -> list[Exercise]:
    """Answer a check to its end, the first questions wrongly; return all that was asked."""
    asked: list[Exercise] = []
    while not run.ended_at:
        asked.append(Exercise(run.drill, run.asked))
        found = answers(run.drill, run.asked)
        for post in found.wrong[0] if len(asked) <= wrong else found.right:
            client.post(f"/runs/{run.key}/", {**post, "number": str(run.number)})
        run.refresh_from_db()
        client.post(f"/runs/{run.key}/", {"next": "1", "number": str(run.number)})
        run.refresh_from_db()
    assert client.get(f"/runs/{run.key}/").headers["Location"] == CHECK
    return asked


def miss(client: Client, lesson: str, drill: str) -> Exercise:
    """Answer the first exercise of a drill in a lesson wrongly."""
    exercises = syllabus().by_slug[lesson].exercises
    place = next(place for place, each in exercises.items() if each.drill == drill)
    for post in answers_to(exercises[place]).wrong[0]:
        client.post(f"/lessons/{lesson}/{place}/", post)
    return Exercise(drill, exercises[place].question)


def practised(client: Client, drill: str) -> Exercise:
    """Begin a run of a drill, and answer its first question wrongly."""
    address = client.get(f"/drills/{drill}/start/").headers["Location"]
    asked = re.findall(r"[?]q=([^&\"]+)", client.get(address).text)[0]
    for post in answers(drill, unquote_plus(asked)).wrong[0]:
        address = run_of(client.post(address, {**post, "number": "0"}), address)
    return Exercise(drill, Attempt.objects.latest("pk").question)


def finish(*lessons: str) -> None:
    """Pass lessons of the chapter without taking them."""
    learner = Learner.objects.get()
    for slug in lessons:
        Reading.objects.update_or_create(learner=learner, lesson=slug, defaults={"stars": 1, "done_at": timezone.now()})


def sort_of(exercise: Exercise) -> tuple[str, str]:
    """Return the kind of a question: its drill and its class."""
    drill = DRILLS[exercise.drill]
    question = drill.read(exercise.question)
    return exercise.drill, drill.mark(question, "").sort


class TestQuestions:
    @pytest.mark.parametrize("chapter", Chapter)
    def test_who_missed_nothing_gets_a_mix_of_all_lessons(self, chapter: Chapter) -> None:
        asked = chapter_questions.questions(chapter, [], Random(1))
        assert len(asked) == len(set(asked)) == LENGTH
        drills = {each.drill for lesson in syllabus().of_chapter(chapter) for each in lesson.check}
        assert {each.drill for each in asked} <= drills
        assert not any(DRILLS[each.drill].unaskable(DRILLS[each.drill].read(each.question)) for each in asked)

    def test_each_miss_is_asked_again_with_other_cards(self) -> None:
        misses = [COUNTING[0].check[0], COUNTING[2].check[0]]
        asked = chapter_questions.questions(Chapter.COUNTING, misses, Random(1))
        assert Counter(map(sort_of, misses)) <= Counter(map(sort_of, asked))
        assert not set(misses) & set(asked)
        assert len(asked) == LENGTH

    def test_what_has_no_other_cards_is_asked_as_it_was(self) -> None:
        word = Exercise("rules", "word nobs")
        assert word in chapter_questions.questions(Chapter.GAMES, [word], Random(1))

    def test_what_an_earlier_version_asked_is_passed_over(self) -> None:
        gone = [Exercise("count", "5C 5C"), Exercise("whist", "trump")]
        assert len(chapter_questions.questions(Chapter.COUNTING, gone, Random(1))) == LENGTH

    def test_of_many_misses_it_asks_no_more_than_ten(self) -> None:
        misses = [each for lesson in COUNTING for each in lesson.check]
        assert len(chapter_questions.questions(Chapter.COUNTING, misses, Random(1))) == LENGTH


@pytest.mark.django_db
class TestMisses:
    def test_they_are_those_of_the_chapter_alone(self, client: Client) -> None:
        missed = [miss(client, "fifteens", "count"), miss(client, "runs", "tap")]
        miss(client, "cards", "tap")
        learner = Learner.objects.get()
        assert chapter_questions.missed(learner, Chapter.COUNTING) == missed[::-1]
        assert chapter_questions.missed(Learner.objects.create_guest(), Chapter.COUNTING) == []

    def test_a_hint_is_a_miss(self, client: Client) -> None:
        place, exercise = next(iter(syllabus().by_slug["fifteens"].exercises.items()))
        for post in ({"hint": "1"}, *answers_to(exercise).right):
            client.post(f"/lessons/fifteens/{place}/", post)
        (found,) = chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING)
        assert (found.drill, found.question) == (exercise.drill, exercise.question)

    def test_one_of_each_kind_comes_before_the_second_of_any(self, client: Client) -> None:
        for slug in ("runs", "pairs", "fifteens"):
            for place, exercise in list(syllabus().by_slug[slug].exercises.items())[:3]:
                for post in answers_to(exercise).wrong[0]:
                    client.post(f"/lessons/{slug}/{place}/", post)
        sorts = [sort_of(each) for each in chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING)]
        kinds = len(set(sorts))
        assert 1 < kinds < len(sorts)
        assert len(set(sorts[:kinds])) == kinds

    def test_those_of_its_drills_count_for_half_of_the_check(self, client: Client) -> None:
        of_lesson = miss(client, "runs", "tap")
        asked = [practised(client, "count") for _ in range(LENGTH)]
        practised(client, "peg")
        found = chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING)
        assert found[0] == of_lesson
        assert len(found[1:]) == LENGTH // 2
        assert set(found[1:]) <= set(asked)

    def test_what_a_drill_asked_long_ago_does_not(self, client: Client) -> None:
        practised(client, "count")
        Run.objects.update(asked_at=timezone.now() - timedelta(days=31))
        assert chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING) == []

    def test_what_an_exam_asks_that_goes_on_does_not(self, client: Client) -> None:
        practised(client, "count")
        Run.objects.update(settings=str(EXAM), ended_at=None)
        assert chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING) == []
        Run.objects.update(ended_at=timezone.now())
        assert len(chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING)) == 1

    def test_those_of_an_earlier_check_of_the_chapter_count(self, client: Client) -> None:
        first, *_rest = answer(client, begun(client), wrong=1)
        assert first in chapter_questions.missed(Learner.objects.get(), Chapter.COUNTING)


@pytest.mark.django_db
class TestCheck:
    @pytest.mark.parametrize(("wrong", "stars"), [(0, 3), (1, 2), (2, 1), (3, 0)])
    def test_eight_right_answers_pass(self, client: Client, wrong: int, stars: int) -> None:
        run = begun(client)
        asked = answer(client, run, wrong=wrong)
        reading = Reading.objects.get()
        assert (reading.lesson, reading.stars, reading.done_at is not None) == ("chapter/counting", stars, stars > 0)
        assert len(asked) == LENGTH + wrong, "what was missed came again"
        assert run.attempts.filter(rated=True).count() == LENGTH
        page = client.get(CHECK).text
        assert (f"Passed: {LENGTH - wrong} of {LENGTH} right." in page) is (stars > 0)

    def test_what_is_missed_in_it_comes_back_in_recall(self, client: Client) -> None:
        asked = answer(client, begun(client), wrong=2)
        assert {(item.drill, item.question) for item in Recall.objects.all()} == {
            (each.drill, each.question) for each in asked[:2]
        }

    def test_what_is_missed_twice_is_left_to_recall(self, client: Client) -> None:
        asked = answer(client, begun(client), wrong=LENGTH + 1)
        assert len(asked) == 2 * LENGTH, "each comes once more"

    @pytest.mark.parametrize(("wrong", "told"), [(1, "Passed · your misses, once more"), (3, "What you missed, once")])
    def test_its_repeats_say_whether_it_is_passed(self, client: Client, wrong: int, told: str) -> None:
        run = begun(client)
        for number in range(LENGTH):
            found = answers(run.drill, run.asked)
            for post in found.wrong[0] if number < wrong else found.right:
                client.post(f"/runs/{run.key}/", {**post, "number": str(number)})
            client.post(f"/runs/{run.key}/", {"next": "1", "number": str(number + 1)})
            run.refresh_from_db()
        assert told in client.get(f"/runs/{run.key}/").text

    def test_who_stops_is_told_after_how_many(self, client: Client) -> None:
        run = begun(client)
        for post in answers(run.drill, run.asked).right:
            client.post(f"/runs/{run.key}/", {**post, "number": "0"})
        client.post(f"/runs/{run.key}/", {"end": "1", "number": "1"})
        assert "Stopped after 1 of 10 questions; it takes 8 right ones to pass." in client.get(CHECK).text

    def test_its_stars_are_counted_with_those_of_the_chapter(self, client: Client) -> None:
        answer(client, begun(client))
        (counting,) = [each for each in client.get("/lessons/").context["chapters"] if each.slug == "counting"]
        assert counting.stars == f"3 / {3 * len(COUNTING) + 3}"

    def test_a_hint_costs_a_star(self, client: Client) -> None:
        run = begun(client)
        client.post(f"/runs/{run.key}/", {"hint": "1", "number": "0"})
        answer(client, run)
        assert Reading.objects.get().stars == 2

    def test_a_better_one_later_raises_the_stars_and_a_worse_one_takes_none(self, client: Client) -> None:
        for wrong, stars in ((3, 0), (1, 2), (0, 3), (2, 3)):
            answer(client, begun(client), wrong=wrong)
            assert Reading.objects.get().stars == stars

    def test_it_begins_with_what_was_missed(self, client: Client) -> None:
        missed = miss(client, "fifteens", "count")
        assert "One of them is like what you missed" in client.get(CHECK).text
        assert sort_of(missed) in map(sort_of, answer(client, begun(client)))

    def test_it_goes_on_where_it_was_left(self, client: Client) -> None:
        run = begun(client)
        assert f'href="/runs/{run.key}/"' in client.get(CHECK).text
        assert begun(client) == run
        assert Run.objects.count() == 1

    def test_looking_at_it_keeps_nothing(self, client: Client) -> None:
        assert "You have missed nothing in this chapter’s lessons, checks or drills" in client.get(CHECK).text
        assert not Learner.objects.exists()

    def test_it_is_called_by_its_chapter(self, client: Client) -> None:
        run = begun(client)
        answer(client, run, wrong=1)
        assert "Chapter check: Counting" in client.get("/runs/").text
        assert "Chapter check: Counting" in client.get(f"/runs/{run.key}/summary/").text

    def test_there_are_no_other_chapters(self, client: Client) -> None:
        for name in ("whist", "fifteens", "COUNTING"):
            assert client.get(f"/chapters/{name}/check/").status_code == 404
            assert client.post(f"/chapters/{name}/check/").status_code == 404

    def test_another_person_sees_nothing_of_it(self, client: Client) -> None:
        run = begun(client)
        other = Client()
        assert run.key not in other.get(CHECK).text
        assert other.post(f"/runs/{run.key}/", {"claim": "0", "number": "0"}).status_code == 404

    def test_the_page_takes_five_queries_however_much_was_missed(self, client: Client) -> None:
        answer(client, begun(client), wrong=4)
        with CaptureQueriesContext(connection) as queries:
            client.get(CHECK)
        assert len(queries) <= 5, [query["sql"] for query in queries]


@pytest.mark.django_db
class TestOffered:
    def test_it_stands_at_the_end_of_its_chapter(self, client: Client) -> None:
        page = client.get("/lessons/").text
        assert all(f'href="/chapters/{chapter}/check/"' in page for chapter in Chapter)
        assert ">Ready<" not in page

    def test_it_is_ready_when_the_lessons_are_done_until_it_is_passed(self, client: Client) -> None:
        miss(client, "cards", "tap")
        *most, last = [lesson.slug for lesson in COUNTING]
        finish(*most)
        assert ">Ready<" not in client.get("/lessons/").text
        finish(last)
        assert client.get("/lessons/").text.count(">Ready<") == 1
        answer(client, begun(client))
        assert ">Ready<" not in client.get("/lessons/").text

    def test_it_comes_after_the_last_lesson_of_its_chapter(self, client: Client) -> None:
        miss(client, "cards", "tap")
        *most, last = [lesson.slug for lesson in COUNTING]
        for done in ((), most):
            finish(*done)
            client.post(f"/lessons/{last}/check/")
            run = Run.objects.get(key=client.get(f"/lessons/{last}/").context["check_going"])
            Reading.objects.filter(lesson=last).update(done_at=timezone.now())
            Run.objects.filter(pk=run.pk).update(ended_at=timezone.now(), number=5, right=5, stage="over")
            for number in range(5):
                Attempt.objects.create(
                    learner=run.learner, run=run, number=number, drill="count", question="", right=True,
                    asked_at=timezone.now(),
                )  # fmt: skip
            assert f'href="{CHECK}"' in client.get(f"/lessons/{last}/").text, "even while others are not done"
            Reading.objects.update_or_create(
                learner=run.learner, lesson="chapter/counting", defaults={"done_at": timezone.now()}
            )
            assert f'href="{CHECK}"' not in client.get(f"/lessons/{last}/").text, "it is passed"
            Reading.objects.filter(lesson="chapter/counting").delete()

    def test_a_check_of_a_chapter_is_no_lesson_done(self, client: Client) -> None:
        answer(client, begun(client))
        assert "lessons done." not in client.get("/lessons/").text
        assert client.get("/lessons/").context["next"] == syllabus().lessons[0]


def test_a_check_of_a_chapter_is_passed_by_eight_of_ten() -> None:
    assert (Mode.CHAPTER.traits.length, Mode.CHAPTER.traits.passing) == (10, 8)
    assert {Chapter.of_reading(chapter.reading) for chapter in Chapter} == set(Chapter)
    assert not any(Chapter.of_reading(slug) for slug in syllabus().by_slug)
