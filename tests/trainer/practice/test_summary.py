"""The summary of a run, its single answers, the replay of its misses, the list of runs, and the recall page."""

import re
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from tests.words import assert_all_marked
from trainer.drills.count import question as count_question
from trainer.drills.modes import Mode
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS, EXAM
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Recall, Run, Stage
from trainer.practice import addresses, rules, service, summary, summary_words
from trainer.practice.exam import HANDS
from trainer.practice.state import Sitting
from trainer.practice.summary_words import faces
from trainer.progress import recall

pytestmark = pytest.mark.django_db

RIGHT = ("4C 5S 6D JH | 4H", "15")
WRONG = ("5C 5D 5S JH | 5H", "21")
EASY_WRONG = ("2C 4S 6D 8H | KC", "2")
SPRINT = Settings("count", Mode.SPRINT, 180)


@pytest.fixture
def learner() -> Learner:
    """A learner."""
    return Learner.objects.create_guest()


@pytest.fixture
def client(learner: Learner) -> Client:
    """The learner's browser."""
    client = Client()
    client.force_login(learner)
    return client


def made(
    learner: Learner,
    *answers: tuple[str, str],
    settings: Settings = SPRINT,
    seconds: tuple[float, ...] = (),
    ended: datetime | None = None,
    going: bool = False,
) -> Run:
    """Save a run with these answers, each after 10 seconds by default; it ended now unless it is `going`."""
    end = ended or timezone.now()
    run = Run(learner=learner, settings=str(settings), seed=1, drill="count", asked=RIGHT[0], asked_at=end)
    standing, at, attempts = rules.RunStanding(), end - timedelta(minutes=2), []
    for number, (question, claim) in enumerate(answers):
        marking = count_question.mark(count_question.read(question), claim)
        asked_at, at = at, at + timedelta(seconds=seconds[number] if seconds else 10)
        standing = rules.answered(settings, standing, rules.GivenAnswer(marking), at)
        attempts.append(
            Attempt(
                learner=learner,
                run=run,
                number=number,
                drill="count",
                question=question,
                answer=claim,
                right=marking.right,
                lost=marking.lost,
                asked_at=asked_at,
                answered_at=at,
            )
        )
    for name in ("number", "right", "score", "combo", "best_combo", "begun_at"):
        setattr(run, name, getattr(standing, name))
    if not going:
        run.ended_at, run.stage = end, Stage.OVER
    run.save()
    Attempt.objects.bulk_create(attempts)
    return run


def words(html: str) -> str:
    """Return the text of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def mark(page: str) -> str:
    """Return the word beside the sign of the verdict."""
    return words(page[page.index('class="verdict-mark"') :].partition(">")[2].partition("</p>")[0])


def see(client: Client, run: Run, show: str = "") -> str:
    """Return the page with the summary of a run."""
    response = client.get(reverse("summary", args=[run.key]), {"show": show} if show else {})
    assert response.status_code == 200
    return response.text


def said_at_top(html: str) -> str:
    """Return the text of a summary before what became of each answer."""
    return words(html.partition('id="became-title"')[0])


def tiles(html: str) -> list[int]:
    """Return the numbers of the answers that have a tile in the list."""
    listed = html.partition('<ol class="tiles ')[2].partition("</ol>")[0]
    return [int(number) for number in re.findall(r'href="/runs/[^/]+/(\d+)/"', listed)]


# -------------------------------------------------------------------------------------------------------- summary


class TestSummary:
    """The result of a run."""

    def test_its_figures(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, RIGHT, WRONG, RIGHT, seconds=(4, 6, 20, 5))
        said = words(see(client, run))
        assert "3 right out of 4 answers" in said
        assert "Accuracy" not in said, "the score tells as much"
        assert "Median time 5.5 s" in said
        assert "Best combo 2" in said
        assert "Your first run with these settings" in said

    def test_the_hardest_right_answer_is_named(self, client: Client, learner: Learner) -> None:
        run = made(learner, ("2C 4S 6D 8H | KC", "0"), RIGHT, ("7C 8S KD QH | AC", "2"), WRONG)
        page = see(client, run)
        hardest = page[page.index('class="hardest') :]
        assert f'href="/runs/{run.key}/1/"' in hardest[:400]
        assert 'class="hardest' not in see(client, made(learner, WRONG, RIGHT)), "the only one right is not the hardest"

    def test_the_star_of_the_hardest_is_not_that_of_its_row(self, client: Client, learner: Learner) -> None:
        page = see(client, made(learner, ("2C 4S 6D 8H | KC", "0"), RIGHT), "all")
        assert re.findall(r'id="star-(\d+)"', page) == ["0", "1", "2"]

    def test_a_wrong_count_is_told_beside_the_true_one(self, client: Client, learner: Learner) -> None:
        assert "You said 21. It is 29." in words(see(client, made(learner, RIGHT, WRONG)))

    def test_tiles_of_all_of_the_missed_and_of_the_slow(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, WRONG, RIGHT, EASY_WRONG, seconds=(4, 4, 20, 4))
        assert tiles(see(client, run)) == [1, 3], "what was missed comes first"
        assert tiles(see(client, run, "all")) == [0, 1, 2, 3]
        assert tiles(see(client, run, "missed")) == [1, 3]
        assert tiles(see(client, run, "slow")) == [2]
        assert tiles(see(client, run, "nonsense")) == [1, 3]
        assert tiles(see(client, made(learner, RIGHT, RIGHT))) == [0, 1]
        assert "Missed 2" in words(see(client, run))

    def test_what_took_less_than_it_should_is_not_slow(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, RIGHT, RIGHT, RIGHT, seconds=(0.3, 0.4, 0.9, 0.4))
        assert tiles(see(client, run, "slow")) == []

    def test_an_empty_choice_says_so(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, RIGHT)
        assert "Nothing missed." in see(client, run, "missed")
        assert "Nothing took long." in see(client, run, "slow")

    def test_what_was_left_lying_has_no_time_and_slows_nothing_down(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, RIGHT, RIGHT, RIGHT, seconds=(4, 5, 6, 5000))
        said = words(see(client, run))
        assert "Median time 5.0 s" in said
        assert "4 right 6.0 s Keep 4 4 5 6 J 4 right – Keep The hardest" in said
        assert "slow" not in words(see(client, run)).replace("Slow", "")

    def test_a_run_that_goes_on_says_so(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, settings=Settings("count", Mode.CALM), going=True)
        page = see(client, run)
        assert "How it is going" in page
        assert f'href="{reverse("run", args=[run.key])}"' in page
        assert 'id="again"' not in page

    def test_a_run_without_answers(self, client: Client, learner: Learner) -> None:
        run = made(learner, going=True, settings=Settings("count", Mode.CALM))
        assert "Nothing has been answered yet." in see(client, run)

    def test_again_begins_the_same_settings(self, client: Client, learner: Learner) -> None:
        for settings in (
            Settings("count", Mode.SPRINT, 60, {"kind": "crib", "classes": "run,nobs"}),
            Settings("count", Mode.SPRINT),
            Settings("count", Mode.CLOCK, 20),
            Settings("count", Mode.STREAK),
        ):
            page = see(client, made(learner, RIGHT, settings=settings))
            again = re.search(r'id="again" href="([^"]+)"', page)
            assert again
            begun = client.get(again[1].replace("&amp;", "&"))
            assert begun.status_code == 302
            signed = begun.headers["Location"].split("/")[2]
            assert addresses.about_to_begin(signed).settings == settings

    def test_again_is_locked_by_a_script_and_a_plain_link_without(self, client: Client, learner: Learner) -> None:
        page = see(client, made(learner, RIGHT))
        again = re.search(r'<a[^>]*id="again"[^>]*>', page)
        assert again
        assert 'data-lock="900"' in again[0]
        assert "aria-disabled" not in again[0]
        assert "js/summary.js" in page

    def test_what_a_round_and_a_clock_count(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, settings=Settings("count", Mode.CLOCK, 30))
        assert "15 points kept" in words(see(client, run))
        run = made(learner, RIGHT, WRONG, settings=Settings("count", Mode.ROUND))
        assert "8.0 points given up" in words(see(client, run))

    def test_a_long_calm_run_shows_its_last_two_hundred(self, client: Client, learner: Learner) -> None:
        run = made(learner, *[RIGHT] * 230, settings=Settings("count", Mode.CALM), seconds=(0.4,) * 230)
        page = see(client, run)
        assert tiles(page) == list(range(30, 230))
        assert "The last 200 of 230 answers." in page
        assert "230 right" in words(page)

    def test_a_daily_run_leads_to_the_results_of_its_day(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, settings=Settings("count", Mode.DAILY))
        Run.objects.update(day="2026-03-02")
        page = see(client, run)
        assert 'href="/daily/2026-03-02/"' in page
        assert 'id="again"' not in page

    def test_a_sprint_whose_time_is_up_is_over(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, going=True, ended=timezone.now() - timedelta(hours=1))
        assert "How it went" in see(client, run)

    def test_a_sprint_that_got_more_time_meanwhile_goes_on(self, learner: Learner) -> None:
        """The page was read before an answer, received at the same time, added seconds."""
        seen = made(learner, RIGHT, going=True, ended=timezone.now() - timedelta(hours=1))
        Run.objects.filter(pk=seen.pk).update(deeds=1, extra=7200)
        assert service.settle(Sitting.of(seen), timezone.now()).is_over
        assert Run.objects.get(pk=seen.pk).ended_at is None

    def test_a_sprint_is_over_when_an_error_costs_all_that_was_left(self) -> None:
        """No question is asked once the time is up."""
        now = timezone.now()
        begun = rules.RunStanding(begun_at=now - timedelta(seconds=172))
        wrong = count_question.mark(count_question.read(WRONG[0]), WRONG[1])
        right = count_question.mark(count_question.read(RIGHT[0]), RIGHT[1])
        assert rules.answered(Settings("count", Mode.SPRINT, 180), begun, rules.GivenAnswer(wrong), now).ended_at == now
        assert (
            rules.answered(Settings("count", Mode.SPRINT, 180), begun, rules.GivenAnswer(right), now).ended_at is None
        )
        assert (
            rules.answered(Settings("count", Mode.SPRINT, 190), begun, rules.GivenAnswer(wrong), now).ended_at is None
        )


class TestBests:
    """Only runs of identical settings are compared."""

    def test_a_personal_best_and_the_one_before(self, client: Client, learner: Learner) -> None:
        now = timezone.now()
        made(learner, RIGHT, RIGHT, ended=now - timedelta(days=2))
        made(learner, RIGHT, ended=now - timedelta(days=1))
        made(learner, *[RIGHT] * 9, settings=Settings("count", Mode.SPRINT, 60))
        made(Learner.objects.create_guest(), *[RIGHT] * 9)
        best = made(learner, RIGHT, RIGHT, RIGHT)
        page = see(client, best)
        assert "A personal best</h1>" in page, "it is what the page is headed by"
        assert "Your previous best: 2 right." in page
        assert "Best with these settings: 3 right." in see(client, made(learner, RIGHT))
        assert "As good as your best: 3 right." in see(client, made(learner, RIGHT, RIGHT, RIGHT))

    def test_nothing_right_is_as_good_as_nothing(self, client: Client, learner: Learner) -> None:
        made(learner, WRONG)
        page = see(client, made(learner, WRONG))
        assert "As good as your best" not in page
        assert "Best ever" not in page

    def test_the_best_of_a_day_a_week_a_month_and_ever(self, client: Client, learner: Learner) -> None:
        now = timezone.now()
        for days, rights in ((300, 7), (20, 5), (3, 4)):
            made(learner, *[RIGHT] * rights, ended=now - timedelta(days=days))
        said = words(see(client, made(learner, RIGHT, RIGHT)))
        assert "Best in 24 hours 2 right Best in 7 days 4 right Best in 30 days 5 right" in said
        assert "Best with these settings: 7 right." in said
        assert "Best ever 7 right" in said, "beside the others, whose best is less than what the chart shows"

    def test_in_a_round_the_fewest_points_given_up_are_best(self, client: Client, learner: Learner) -> None:
        settings = Settings("count", Mode.ROUND)
        made(learner, WRONG, *[RIGHT] * 9, settings=settings)
        best = made(learner, EASY_WRONG, *[RIGHT] * 9, settings=settings)
        assert "Your previous best: 8.0 points given up." in see(client, best)

    def test_a_round_that_was_ended_early_is_no_best(self, client: Client, learner: Learner) -> None:
        settings = Settings("count", Mode.ROUND)
        made(learner, WRONG, *[RIGHT] * 9, settings=settings)
        page = see(client, made(learner, RIGHT, settings=settings))
        assert "A personal best" not in page
        assert "Best ever 8.0" in words(page)
        assert "chart-dot" not in page

    def test_the_last_twenty_runs_are_drawn_with_a_table(self, client: Client, learner: Learner) -> None:
        now = timezone.now()
        for day in range(24, 0, -1):
            made(learner, *[RIGHT] * (day % 4 + 1), ended=now - timedelta(days=day))
        page = see(client, made(learner, RIGHT))
        assert len(re.findall(r'class="chart-dot', page)) == 20
        assert page.count("chart-dot is-own") == 1
        table = page[page.index('class="figures"') :]
        assert table.count('<th scope="row">') == 20
        assert "(this one)" in table

    def test_numbers_are_written_as_the_language_writes_them_and_drawings_as_svg_does(
        self, client: Client, learner: Learner
    ) -> None:
        settings, now = Settings("count", Mode.ROUND), timezone.now()
        for wrong, days in ((WRONG, 2), (EASY_WRONG, 1)):
            made(learner, wrong, *[RIGHT] * 9, settings=settings, ended=now - timedelta(days=days))
        run = made(learner, WRONG, *[RIGHT] * 9, settings=settings)
        page = client.get(reverse("summary", args=[run.key]), headers={"accept-language": "it"}).text
        drawn = page[page.index('class="chart-line"') : page.index("</svg>", page.index('class="chart-line"'))]
        places = re.findall(r'c[xy]="([^"]+)"', drawn)
        assert len(places) == 6
        assert all(float(place) for place in places)
        assert "8,0</strong>" in page
        assert set(re.findall(r"\b8[.,]0\b", words(page))) == {"8,0"}

    @pytest.mark.parametrize(
        ("mode", "seconds", "score", "said"),
        [
            (Mode.CLOCK, 30, 1.0, "Points kept: 1 in 1 answer"),
            (Mode.CLOCK, 30, 12.0, "Points kept: 12 in 1 answer"),
            (Mode.ROUND, None, -1.0, "Points given up: 1.0 in 1 answer"),
        ],
    )
    def test_points_and_answers_are_counted_apart(
        self, learner: Learner, mode: Mode, seconds: int | None, score: float, said: str
    ) -> None:
        settings = Settings("count", mode, seconds)
        assert summary_words.result(settings, Run(learner=learner, number=1, score=score)) == said

    def test_one_run_alone_is_not_drawn(self, client: Client, learner: Learner) -> None:
        assert "chart-dot" not in see(client, made(learner, RIGHT))

    def test_the_highest_and_the_lowest_score_stand_at_their_dots(self, client: Client, learner: Learner) -> None:
        now = timezone.now()
        for day, rights in ((3, 4), (2, 1), (1, 3)):
            made(learner, *[RIGHT] * rights, ended=now - timedelta(days=day))
        drawn = see(client, made(learner, RIGHT, RIGHT)).partition('class="chart"')[2].partition("</svg>")[0]
        assert re.findall(r"<text [^>]+>([^<]+)<", drawn) == ["4 right", "1 right"]

    def test_equal_runs_are_a_level_line(self) -> None:
        now = timezone.now()
        drawn = summary.sparkline([summary.PastRun(str(n), 5.0, 6, 5, now) for n in range(3)])
        assert drawn
        assert len({y for _, y, _ in drawn.dots}) == 1


class TestQueries:
    """The number of queries does not depend on how much a learner has done."""

    def test_their_number_is_fixed(self, client: Client, learner: Learner) -> None:
        def queries(path: str) -> int:
            with CaptureQueriesContext(connection) as found:
                assert client.get(path).status_code == 200
            return len(found)

        run = made(learner, RIGHT, WRONG)
        paths = [reverse("summary", args=[run.key]), f"/runs/{run.key}/1/", reverse("runs"), reverse("recall")]
        few = [queries(path) for path in paths]
        now = timezone.now()
        for day in range(40):
            made(learner, RIGHT, WRONG, ended=now - timedelta(days=day))
        many = [queries(path) for path in paths]
        assert few == many == [8, 5, 4, 9]


# --------------------------------------------------------------------------------------------------------- replay


class TestReplay:
    """The replay of misses, the easiest first, until they are right."""

    def test_the_easiest_first_and_unrated(self, client: Client, learner: Learner) -> None:
        run = made(learner, WRONG, RIGHT, EASY_WRONG)
        assert "Replay my 2 misses" in words(see(client, run))
        response = client.post(reverse("replay", args=[run.key]))
        again = Run.objects.exclude(pk=run.pk).get()
        assert response.headers["Location"] == reverse("run", args=[again.key])
        assert (again.settings, again.learner) == ("count replay", learner)
        assert (again.asked, again.question_queue) == (EASY_WRONG[0], [["count", WRONG[0]]])

    def test_the_same_miss_comes_once_and_what_was_right_at_last_not_at_all(
        self, client: Client, learner: Learner
    ) -> None:
        run = made(learner, WRONG, WRONG, EASY_WRONG, (EASY_WRONG[0], "0"))
        client.post(reverse("replay", args=[run.key]))
        again = Run.objects.exclude(pk=run.pk).get()
        assert (again.asked, again.question_queue) == (WRONG[0], [])

    def test_questions_that_can_be_asked_no_more_do_not_stay_in_the_queue(
        self, client: Client, learner: Learner
    ) -> None:
        run = made(learner, WRONG, EASY_WRONG)
        client.post(reverse("replay", args=[run.key]))
        again = Run.objects.exclude(pk=run.pk)
        again.update(question_queue=[["gone", "x"], ["count", "x"]])
        address = reverse("run", args=[again.get().key])
        client.post(address, {"number": "0", "claim": "0", "answer": "1"})
        assert len(again.get().question_queue) == 2
        client.post(address, {"number": "1", "next": "1"})
        assert (again.get().stage, again.get().question_queue) == ("over", [])

    def test_without_misses_there_is_nothing_to_replay(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT)
        assert "Replay" not in see(client, run)
        response = client.post(reverse("replay", args=[run.key]))
        assert response.headers["Location"] == reverse("summary", args=[run.key])
        assert Run.objects.count() == 1

    def test_what_became_of_each(self, client: Client, learner: Learner) -> None:
        run = made(
            learner,
            EASY_WRONG,
            RIGHT,
            WRONG,
            (EASY_WRONG[0], "0"),
            settings=Settings("count", Mode.REPLAY),
        )
        page = see(client, run)
        said = words(page[page.index('became" role="list"') : page.index('id="answers"')])
        assert "Right this time." in said
        assert "Right after 2 tries." in said
        assert "Not right yet." in said
        assert "Best with these settings" not in page
        assert 'id="again"' not in page
        assert "Replay my miss" in said_at_top(page), "one is not right yet"

    def test_after_a_replay_the_next_thing_is_offered(self, client: Client, learner: Learner) -> None:
        made(learner, *[RIGHT] * 5)
        page = see(client, made(learner, RIGHT, settings=Settings("count", Mode.REPLAY)))
        assert "What to do next" in page
        assert f'<a class="button" id="again" href="{reverse("start", args=["count"])}"' in page
        assert page.count('class="button button-plain button-large button-wide"') == 1

    def test_only_by_post(self, client: Client, learner: Learner) -> None:
        assert client.get(reverse("replay", args=[made(learner, WRONG).key])).status_code == 405


# -------------------------------------------------------------------------------------------------------- attempt


class TestAttempt:
    """The page of one answer."""

    def test_the_verdict_the_causes_and_the_count(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, ("4C 5S 6D JH | 4H", "14"), RIGHT)
        page = client.get(f"/runs/{run.key}/1/").text
        assert "You said 14. It is 15." in page
        assert page.count('class="line-spoken"') == 5
        places = [page.index(each) for each in ("You said 14.", "You missed one for his nob.", 'class="line-spoken"')]
        assert places == sorted(places), "why comes before the count, as in the run"
        assert f'href="/runs/{run.key}/0/" rel="prev"' in page
        assert f'href="/runs/{run.key}/2/" rel="next"' in page
        assert reverse("summary", args=[run.key]) in page
        assert page.count("<h1") == 1
        marks = re.findall(r'<a class="chip is-(right|wrong)" href="[^"]+"( aria-current="page")?', page)
        assert marks == [("right", ""), ("wrong", ' aria-current="page"'), ("right", "")]

    def test_the_ends_of_a_run(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, WRONG)
        assert 'rel="prev"' not in client.get(f"/runs/{run.key}/0/").text
        assert 'rel="next"' not in client.get(f"/runs/{run.key}/1/").text

    def test_its_link_reopens_the_question_for_anyone(self, client: Client, learner: Learner) -> None:
        page = client.get(f"/runs/{made(learner, RIGHT).key}/0/").text
        link = re.search(r'href="(/drills/count/open/\?q=[^"]+)"', page)
        assert link
        opened = Client().get(link[1], follow=True)
        assert opened.status_code == 200
        assert "4 of clubs" in opened.text

    def test_an_answer_that_did_not_come_in_time(self, client: Client, learner: Learner) -> None:
        run = made(learner, RIGHT, settings=Settings("count", Mode.CLOCK, 30))
        Attempt.objects.update(answer="", right=False, late=True, lost=15)
        page = client.get(f"/runs/{run.key}/0/").text
        assert "Time was up" in page
        assert mark(page) == "Wrong"
        Attempt.objects.update(answer=RIGHT[1], right=True)
        assert mark(client.get(f"/runs/{run.key}/0/").text) == "Late"
        assert "late" in words(see(client, run))

    def test_an_answer_of_several_parts_is_told_by_those_that_are_right(self, client: Client, learner: Learner) -> None:
        cut = DRILLS["cut"]
        question = cut.read("4C 5S 6D JH | 4H KC 5C 2D 9S")
        run = made(learner, RIGHT, settings=Settings("cut", Mode.SPRINT, 180))
        for answer, told in (("15 9 16 7 9 K", "5 / 6"), ("0 9 16 7 9 K", "4 / 6")):
            lost = cut.mark(question, answer).lost
            changes = {"drill": "cut", "question": str(question), "answer": answer, "right": False, "lost": lost}
            Attempt.objects.filter(run=run).update(**changes)
            page = words(see(client, run))
            assert told in page
            assert f"{round(lost)} off" not in page

    @pytest.mark.parametrize("number", ["7", "99999999999999999999999"])
    def test_there_is_no_such_answer(self, client: Client, learner: Learner, number: str) -> None:
        assert client.get(f"/runs/{made(learner, RIGHT).key}/{number}/").status_code == 404


class TestEveryDrill:
    """A question of any drill can be shown again, replayed and recalled."""

    @pytest.fixture(params=DRILLS)
    def run(self, request: pytest.FixtureRequest, learner: Learner) -> Run:
        """A run with one answer that did not come in time, of each drill."""
        drill = DRILLS[request.param]
        question = drill.pose(Random(3), Wish())
        marking, now = drill.mark(question, ""), timezone.now()
        settings = str(Settings(request.param, Mode.CALM))
        run = Run.objects.create(
            learner=learner, settings=settings, seed=1, drill=request.param, number=1, ended_at=now, stage=Stage.OVER
        )
        attempt = Attempt.objects.create(
            learner=learner,
            run=run,
            drill=request.param,
            question=str(question),
            right=False,
            lost=marking.lost,
            asked_at=now - timedelta(seconds=9),
            answered_at=now,
        )
        recall.take_in(recall.item_of(attempt, marking, {}, now))
        return run

    def test_it_is_looked_at_again(self, client: Client, run: Run) -> None:
        assert tiles(see(client, run)) == [0]
        assert client.get(f"/runs/{run.key}/0/").status_code == 200

    def test_it_is_replayed(self, client: Client, run: Run) -> None:
        client.post(reverse("replay", args=[run.key]))
        again = Run.objects.exclude(pk=run.pk).get()
        assert (again.settings, again.asked) == (f"{run.drill} replay", run.attempts.get().question)

    def test_it_comes_back_and_so_does_a_sibling(self, run: Run) -> None:
        item = Recall.objects.get()
        drill = DRILLS[run.drill]
        assert recall.question_of(item) == run.attempts.get().question
        item.turns = 1
        sibling = drill.read(recall.question_of(item))
        assert len(str(sibling)) <= 300

    @pytest.mark.usefixtures("pseudo_language")
    def test_a_translator_sees_every_word(self, client: Client, run: Run) -> None:
        assert_all_marked(see(client, run))
        assert_all_marked(client.get(f"/runs/{run.key}/0/").text)


def test_a_tile_has_the_ranks_of_the_cards_alone() -> None:
    assert list(faces("AD AS 4S 8D JD KD as dealer of 2")) == [["A", "A", "4", "8", "J", "K"]]
    assert list(faces("crib 4C 5S TD JH | 4H")) == [["4", "5", "10", "J"], ["4"]]
    assert list(faces("4C 5S 6D JH | 4H KC 5C 2D 9S")) == [["4", "5", "6", "J"], ["4", "K", "5", "2", "9"]]


def test_the_cards_of_an_answer_have_the_letters_of_the_page() -> None:
    with translation.override("pl"):
        assert list(faces("AD TS JD QC KD")) == [["A", "10", "W", "D", "K"]]


# ---------------------------------------------------------------------------------------------------------- others


class TestStrangers:
    """Other learners' runs are not found."""

    @pytest.mark.parametrize("known", [False, True], ids=["nobody", "somebody else"])
    def test_not_found(self, learner: Learner, known: bool) -> None:
        run = made(learner, RIGHT, WRONG)
        stranger = Client()
        if known:
            stranger.force_login(Learner.objects.create_guest())
        assert stranger.get(reverse("summary", args=[run.key])).status_code == 404
        assert stranger.get(f"/runs/{run.key}/0/").status_code == 404
        assert stranger.post(reverse("replay", args=[run.key])).status_code == 404
        page = stranger.get(reverse("runs"), {"after": run.key}).text
        assert run.key not in page.partition("<footer")[0], "but where the switch of the language leads back"
        assert Run.objects.count() == 1
        assert Learner.objects.count() == 1 + known

    @pytest.mark.parametrize("key", ["nonsense", "%00", "a:b"])
    def test_no_such_run(self, client: Client, key: str) -> None:
        for path in (f"/runs/{key}/summary/", f"/runs/{key}/0/"):
            assert client.get(path).status_code == 404


# ------------------------------------------------------------------------------------------------------------ list


class TestRuns:
    """The list of runs."""

    def test_the_latest_first_and_thirty_on_a_page(self, client: Client, learner: Learner) -> None:
        now = timezone.now()
        keys = [made(learner, RIGHT, ended=now - timedelta(hours=hour)).key for hour in range(65)]
        seen: list[str] = []
        path, pages = reverse("runs"), 0
        while path:
            page = client.get(path).text
            seen += re.findall(r'id="see-([^"]+)"', page)
            older = re.search(r'href="(\?after=[^"]+)"', page)
            path, pages = (reverse("runs") + older[1] if older else ""), pages + 1
        assert (seen, pages) == (keys, 3)

    def test_they_are_grouped_by_day(self, client: Client, learner: Learner) -> None:
        now = timezone.now()
        for days in (0, 0, 1, 9):
            made(learner, RIGHT, ended=now - timedelta(days=days))
        named = re.findall(r'<section[^>]* aria-label="([^"]+)">', client.get(reverse("runs")).text)
        assert named[:2] == ["Today", "Yesterday"]
        assert len(named) == 3

    def test_the_best_of_several_is_marked(self, client: Client, learner: Learner) -> None:
        made(learner, RIGHT)
        assert ">Best<" not in client.get(reverse("runs")).text, "one alone is no best"
        made(learner, RIGHT, RIGHT)
        assert ">Best<" not in client.get(reverse("runs")).text, "few answers tell little"
        best = made(learner, *[RIGHT] * 5)
        beside = '</strong></a>&nbsp;<strong class="chip is-on">Best</strong>'
        assert beside in client.get(reverse("runs")).text, "never on a line of its own"
        calm = made(learner, WRONG, settings=Settings("count", Mode.CALM))
        page = client.get(reverse("runs")).text
        assert page.count(">Best<") == 1
        row = page[page.index(f'id="see-{best.key}"') :].partition("</li>")[0]
        assert ">Best<" in row
        assert '<progress max="5" value="5"' in row
        assert '<progress max="1" value="0"' in page[page.index(f'id="see-{calm.key}"') :]

    def test_runs_of_one_moment_are_all_listed(self, learner: Learner) -> None:
        now = timezone.now()
        for _ in range(summary.PAGE_LENGTH + 3):
            made(learner, RIGHT, ended=now)
        first = summary.runs_page(learner)
        assert len(summary.runs_page(learner, first.older).runs) == 3

    def test_unfinished_ones_can_be_gone_on_with(self, client: Client, learner: Learner) -> None:
        calm = made(learner, RIGHT, WRONG, settings=Settings("count", Mode.CALM), going=True)
        late = made(learner, RIGHT, going=True, ended=timezone.now() - timedelta(hours=2))
        made(learner, settings=Settings("count", Mode.CALM), going=True)
        page = client.get(reverse("runs")).text
        assert f'id="on-{calm.key}"' in page
        assert f'id="on-{late.key}"' not in page, "its time is up"
        assert "1/2 right" in page
        assert "<strong>No answers</strong>" in page, "in no colour"

    @pytest.mark.parametrize("after", ["nonsense", "\x00", ""])
    def test_a_strange_key_shows_the_latest(self, client: Client, learner: Learner, after: str) -> None:
        run = made(learner, RIGHT)
        assert run.key in client.get(reverse("runs"), {"after": after}).text

    def test_nobody_has_none_yet(self) -> None:
        assert "Nothing here yet" in Client().get(reverse("runs")).text
        assert Learner.objects.count() == 0


# ---------------------------------------------------------------------------------------------------------- recall


def missed(learner: Learner, ago: timedelta = timedelta(days=1)) -> Recall:
    """Save a recall item for a miss."""
    at = timezone.now() - ago
    run = made(learner, WRONG, ended=at)
    marking = count_question.mark(count_question.read(WRONG[0]), WRONG[1])
    recall.take_in(recall.item_of(run.attempts.get(), marking, {}, at))
    return Recall.objects.get()


class TestRecall:
    """The recall page, and recall runs."""

    def test_what_is_due_and_how_it_works(self, client: Client, learner: Learner) -> None:
        missed(learner)
        page = client.get(reverse("recall")).text
        assert "Due now 1 question" in words(page)
        assert "Today" in page
        assert page.count('<th scope="row">') == recall.FORECAST_DAYS
        assert "At most 20 questions come back on a day" in page

    def test_what_is_due_and_all_there_is_to_learn_are_one_number(self, client: Client, learner: Learner) -> None:
        missed(learner)
        made(learner, EASY_WRONG)
        page = client.get(reverse("recall")).text
        assert "You missed 1 other today. It comes back here if you miss it again." in words(page)
        assert "comes back until you know it for good" not in page

    def test_a_post_begins_a_run_and_another_goes_on_with_it(self, client: Client, learner: Learner) -> None:
        item = missed(learner)
        response = client.post(reverse("recall"))
        run = Run.objects.get(settings="recall recall")
        assert response.headers["Location"] == reverse("run", args=[run.key])
        assert (run.recalled, run.asked, run.drill) == (item, WRONG[0], "count")
        assert client.post(reverse("recall")).headers["Location"] == reverse("run", args=[run.key])
        assert "You have begun what is due today." in client.get(reverse("recall")).text

    def test_what_became_of_each(self, client: Client, learner: Learner) -> None:
        missed(learner)
        client.post(reverse("recall"))
        run = Run.objects.get(settings="recall recall")
        client.post(reverse("run", args=[run.key]), {"number": 0, "claim": "29", "answer": "1"})
        page = see(client, run)
        said = words(page[page.index('became" role="list"') :])
        assert re.search(r"Due again (tomorrow|in \d+ days)\.", said)
        assert "Replay" not in page

    @pytest.mark.parametrize(
        ("hour", "back"), [(12, "1 question comes back today, at "), (23, "Next: Tomorrow, 1 question")]
    )
    def test_nothing_due_begins_nothing(
        self, client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch, hour: int, back: str
    ) -> None:
        at = datetime(2026, 11, 20, hour, 55, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: at)
        missed(learner, timedelta(minutes=1))
        said = words(client.get(reverse("recall")).text)
        assert "Nothing is due now" in said
        assert back in said
        assert client.post(reverse("recall")).headers["Location"] == reverse("recall")
        assert not Run.objects.filter(settings="recall recall")

    def test_what_was_retired_is_named(self, client: Client, learner: Learner) -> None:
        missed(learner)
        Recall.objects.update(retired=True)
        page = client.get(reverse("recall")).text
        assert "1 question has been recalled often enough." in words(page)
        assert "/drills/count/open/?q=5C%205D" in page.replace("+", "%20")

    def test_others_do_not_see_it(self, learner: Learner) -> None:
        missed(learner)
        stranger = Client()
        assert "Nothing is due now" in stranger.get(reverse("recall")).text
        assert stranger.post(reverse("recall")).status_code == 302
        assert (Learner.objects.count(), Run.objects.filter(settings="recall recall").count()) == (1, 0)


# ----------------------------------------------------------------------------------------------------------- words


@pytest.mark.usefixtures("pseudo_language")
class TestWords:
    """Every word is marked for translation."""

    @pytest.mark.parametrize(
        "settings",
        [
            SPRINT,
            Settings("count", Mode.CALM),
            Settings("count", Mode.CLOCK, 30),
            Settings("count", Mode.ROUND),
            Settings("count", Mode.REPLAY),
            recall.SETTINGS,
        ],
        ids=str,
    )
    @pytest.mark.parametrize("going", [False, True], ids=["over", "going"])
    def test_a_summary(self, client: Client, learner: Learner, settings: Settings, going: bool) -> None:
        made(learner, RIGHT, settings=settings)
        run = made(learner, RIGHT, WRONG, EASY_WRONG, settings=settings, going=going, seconds=(3, 3, 40))
        for show in ("all", "missed", "slow"):
            assert_all_marked(see(client, run, show))
        assert_all_marked(see(client, made(learner, settings=settings, going=going)))
        assert_all_marked(client.get(f"/runs/{run.key}/1/").text)
        assert_all_marked(client.get(reverse("runs")).text)

    def test_what_comes_back(self, client: Client, learner: Learner) -> None:
        assert_all_marked(Client().get(reverse("recall")).text)
        assert_all_marked(client.get(reverse("recall")).text)
        missed(learner)
        assert_all_marked(client.get(reverse("recall")).text)
        client.post(reverse("recall"))
        assert_all_marked(client.get(reverse("recall")).text)
        Recall.objects.update(retired=True)
        assert_all_marked(client.get(reverse("recall")).text)


@pytest.mark.django_db
def test_exams_are_drawn_as_a_line_once_there_are_four(client: Client, learner: Learner) -> None:
    exams = [made(learner, *[RIGHT] * HANDS, settings=EXAM) for _ in range(3)]
    assert "spark-title" not in see(client, exams[-1])
    assert "spark-title" in see(client, made(learner, *[RIGHT] * HANDS, settings=EXAM))
