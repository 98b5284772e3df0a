"""Lessons taken: screens, answers on the way, checks, stars."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.full import few
from tests.trainer.drills.posts import Posts
from tests.trainer.drills.samples import HTMX
from tests.trainer.lessons.walking import FIRSTS, SLUGS, Walker, answers_to, first_with
from trainer.drills.registry import DRILLS
from trainer.lessons import progress as lesson_progress
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Learner, Reading, Recall, Run, Tally

pytestmark = pytest.mark.django_db
LESSON = "fifteens"


def counting_step() -> int:
    """The place of the first hand to be counted in the lesson."""
    return next(place for place, one in syllabus().by_slug[LESSON].exercises.items() if one.drill == "count")


def address(place: int) -> str:
    """The address of a screen."""
    return f"/lessons/{LESSON}/{place}/"


def truth(place: int) -> str:
    """The right count on a screen."""
    from trainer.drills.count import question as count_question

    return str(
        count_question.mark(count_question.read(syllabus().by_slug[LESSON].exercises[place].question), "0").points
    )


class TestStep:
    def test_looking_keeps_nothing(self, client: Client) -> None:
        for place in range(1, len(syllabus().by_slug[LESSON].screens) + 1):
            assert client.get(address(place)).status_code == 200
        assert not Learner.objects.exists()

    @pytest.mark.parametrize(
        ("card", "verdict", "detail"),
        [
            (
                "7C",
                "You give up 6.6 points.",
                "Best: jack of clubs, king of diamonds.",
            ),
            ("JC", "The best discard there is.", ""),
        ],
        ids=["wrong", "right"],
    )
    def test_of_a_plain_question_only_the_verdict_and_the_text_are_told(
        self, card: str, verdict: str, detail: str
    ) -> None:
        _attempt, page = Walker("deal", HTMX).step(6, ({"card": [card, "KD"], "answer": "1"},))
        headline, why = map(plain, told(page))
        assert headline.endswith(verdict)
        assert why == detail
        assert f'hx-swap-oob="innerHTML">{f"{verdict} {detail}".strip()}</div>' in page, "nothing else is announced"

    def test_an_answer_is_an_attempt_like_any_other(self, client: Client) -> None:
        place = counting_step()
        response = client.post(address(place), {"claim": "0"}, headers={"HX-Request": "true"})
        assert response.status_code == 200
        attempt, reading = Attempt.objects.get(), Reading.objects.get()
        assert (attempt.drill, attempt.right, attempt.rated) == ("count", False, True)
        assert reading.steps_id == attempt.run_id
        assert lesson_progress.place(reading, syllabus().by_slug[LESSON]) == place + 1
        assert Recall.objects.filter(learner=reading.learner, drill="count").exists()
        assert Tally.objects.filter(facet="drill:count", timed=0).exists(), (
            "a text is read first: the time says nothing"
        )
        assert "You said 0. It is" in client.get(address(place)).text


# ---- walks


def told(page: str) -> tuple[str, str]:
    """What a page tells of an answer: its verdict in a sentence, and why; not the question and the lesson's words."""
    verdict = re.search(r'<div id="verdict" class="verdict .*?(?=<a [^>]*id="back")', page, re.DOTALL)
    explained = re.search(r'<div class="stack" id="explained">.*?(?=<nav )', page, re.DOTALL)
    assert verdict, "there is a verdict"
    assert explained, "there is an explanation"
    headline, _end, detail = verdict[0].partition("</h2>")
    return headline, detail + explained[0]


def plain(html: str) -> str:
    """The words without their tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


class TestWalk:
    """Every lesson is taken from its first screen to its stars, by people who know everything, nothing, and a part."""

    @pytest.mark.once("what a lesson asks")
    @pytest.mark.parametrize("slug", few(SLUGS, *FIRSTS[:2]))
    def test_who_is_always_right_wins_three_stars(self, slug: str) -> None:
        walker = Walker(slug)
        for place, exercise in walker.lesson.exercises.items():
            attempt, page = walker.step(place, answers_to(exercise).right)
            assert attempt.right, exercise
            assert 'class="verdict is-right' in page
        assert walker.check() == list(walker.lesson.check)
        assert (walker.reading.stars, bool(walker.reading.done_at)) == (3, True)
        assert "Passed: 5 of 5 right" in walker.page()

    @pytest.mark.once("what lessons say of wrong answers")
    @pytest.mark.parametrize("slug", few(SLUGS, *SLUGS[::6]))
    def test_whoever_is_wrong_is_told_what_was_wrong(self, slug: str) -> None:
        one, other = Walker(slug, HTMX), Walker(slug)
        for place, exercise in one.lesson.exercises.items():
            given = answers_to(exercise)
            first, page = one.step(place, given.wrong[0])
            second, other_page = other.step(place, given.wrong[-1])
            (headline, why), (other_headline, other_why) = told(page), told(other_page)
            assert (first.right, second.right) == (False, False), exercise
            assert given.truth in plain(headline + why), exercise
            assert given.truth in plain(other_headline + other_why), exercise
            assert plain(why), f"nothing is explained: {exercise}"
            assert len(given.wrong) == 1 or headline + why != other_headline + other_why, exercise
            causes = {first.causes, second.causes}
            alike = exercise.plain or "" in causes or len(causes) == 1  # a plain step tells the verdict alone
            assert alike or why != other_why, f"it is explained alike: {exercise}"
        one.check()
        assert (one.reading.stars, bool(one.reading.done_at)) == (1, True)

    @pytest.mark.once("what a lesson asks")
    @pytest.mark.parametrize("slug", few(SLUGS, *FIRSTS[:2]))
    def test_a_check_that_is_not_passed_is_taken_again_with_other_questions(self, slug: str) -> None:
        walker = Walker(slug)
        asked = walker.check(1, 4)
        assert asked == [*walker.lesson.check, asked[0], asked[3]], "what was missed comes again at the end"
        assert (walker.reading.stars, walker.reading.done_at) == (0, None)
        assert "3 of 5 right; it takes 4 to pass" in walker.page()
        again = walker.check()
        assert [one.drill for one in again] == [one.drill for one in asked[:5]]
        repeated = [one for one in asked[:5] if one.drill == "rules"]  # of many rules there is no other question
        assert len(set(again) - set(asked)) >= 3 - len(repeated), "not every question has another of its pattern"
        assert (walker.reading.stars, bool(walker.reading.done_at)) == (1, True)

    def test_whoever_leaves_before_the_check_is_sent_to_it(self) -> None:
        walker = Walker("fifteens")
        for place, exercise in walker.lesson.exercises.items():
            walker.step(place, answers_to(exercise).right)
        page = walker.page()
        wide = re.findall(r'class="button button-large button-wide" href="([^"]*)"', page)
        assert wide == ["/lessons/fifteens/check/"]
        assert page.count("/lessons/fifteens/check/") == 1


class TestSecondTry:
    """After a wrong answer the question can be tried again: it is judged, and nothing of it is kept."""

    @pytest.mark.parametrize("drill", few(DRILLS, "count", "cut"))
    def test_the_first_answer_counts(self, drill: str) -> None:
        lesson, place = first_with(drill)
        walker, address = Walker(lesson.slug), f"/lessons/{lesson.slug}/{place}/"
        given = answers_to(lesson.exercises[place])
        first, page = walker.step(place, given.wrong[0])
        assert f'href="{address}?again=1#work"' in page
        before = list(Run.objects.values())
        page = again(walker, address, given.right)
        assert 'class="verdict is-right' in page
        assert "Your first answer is the one that counts" in page
        page = again(walker, address, given.wrong[-1])
        assert 'class="verdict is-wrong' in page
        assert list(Attempt.objects.all()) == [first]
        assert list(Run.objects.values()) == before
        assert 'class="verdict is-wrong' in walker.client.get(address).text

    def test_a_hint_and_an_input_that_is_no_answer_ask_on(self) -> None:
        lesson, place = first_with("count")
        walker, address = Walker(lesson.slug), f"/lessons/{lesson.slug}/{place}/"
        walker.step(place, answers_to(lesson.exercises[place]).wrong[0])
        hinted = again(walker, address, ({"hint": "1"},))
        assert 'class="notice message"' in hinted
        assert ("One of them is marked." in hinted) is ("is-counted" in hinted) is True
        assert 'id="answer-error"' in again(walker, address, ({"claim": "some", "answer": "1"},))
        assert not Attempt.objects.get().hinted

    def test_there_is_none_after_a_right_answer_or_before_any(self) -> None:
        lesson, place = first_with("count")
        walker, address = Walker(lesson.slug), f"/lessons/{lesson.slug}/{place}/"
        assert 'name="again"' not in walker.client.get(f"{address}?again=1").text
        _attempt, page = walker.step(place, answers_to(lesson.exercises[place]).right)
        assert 'id="again"' not in page

    def test_a_forged_try_is_an_answer_to_an_answered_question(self) -> None:
        lesson, place = first_with("count")
        walker, address = Walker(lesson.slug), f"/lessons/{lesson.slug}/{place}/"
        given = answers_to(lesson.exercises[place])
        walker.step(place, given.wrong[0])
        context = walker.client.get(f"{address}?again=1").context
        for forged in ("", "nonsense", context["since"]):
            page = walker.send(address, ({"claim": "1", "answer": "1", "again": forged},))
            assert 'class="verdict is-wrong' in page
        page = walker.send(address, ({"claim": "1", "answer": "1", "since": context["again"]},))
        assert 'class="verdict is-wrong' in page
        assert Attempt.objects.count() == 1


def again(walker: Walker, address: str, posts: Posts) -> str:
    """Try a question again, form by form; the page after the last."""
    page = walker.client.get(f"{address}?again=1").text
    for post in posts:
        signed = unescape(page.partition('name="again" value="')[2].partition('"')[0])
        page = walker.send(address, ({**post, "again": signed},))
    return page
