"""Progress: verdicts, windows and advice from a learner's tallies, the progress page, and the CSV file of answers."""

import csv
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from html import unescape
from math import exp, log
from random import Random

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from game import charts, referee
from game.after import review as after_review
from game.engine.play import Call, Claim, Counting, Over, Pass, Pegging, waited_for
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import Kind
from game.models import Action, Game, Match, Pace, Review
from game.referee import Course
from game.strategy.levels import Level
from game.strategy.review import Fault, Grade
from tests.game.tables import begin, choose
from tests.trainer.progress import tallied
from tests.words import assert_all_marked
from trainer.drills.count import question as count_question
from trainer.drills.modes import Mode
from trainer.drills.questions import Demand, Wish
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import EVER, Attempt, Learner, Run, Tally
from trainer.practice import addresses
from trainer.progress import games, tallies, verdicts
from trainer.progress import words as progress_words
from trainer.progress.advice import Advice, drill_url, of_recall, of_weakness, practised
from trainer.progress.verdicts import Record, SkillVerdict, judge, weaknesses
from trainer.views.progress import COLUMNS

DOUBLE_RUN = "4C 5S 6D JH | 4H"
"""Fifteen points: three fifteens, a double run, his nob."""


def _verdicts(*records: Record) -> dict[str, SkillVerdict]:
    return {one.record.facet: one.verdict for one in judge(records)}


def _record(facet: str, times: int, misses: float, level: float | None = None) -> Record:
    """Return the record of a facet that was missed as often of late as in the window."""
    return Record(facet, times, misses, float(times), misses, 1 - misses / times if level is None else level)


class TestVerdicts:
    """Weak, strong, as usual, not enough yet."""

    USUAL = (_record("skill:pair", 100, 3), _record("skill:run", 80, 3))

    def test_weak_is_below_the_own_average_beyond_chance(self) -> None:
        """Four misses of six, where the rest is missed three times in a hundred."""
        assert _verdicts(_record("skill:nobs", 6, 4), *self.USUAL)["skill:nobs"] is SkillVerdict.WEAK

    def test_as_often_as_the_rest_is_as_usual(self) -> None:
        """Three misses of sixty, the same rate as the rest."""
        found = _verdicts(_record("skill:nobs", 60, 3), *self.USUAL)
        assert set(found.values()) == {SkillVerdict.AVERAGE}

    def test_somebody_who_misses_everything_alike_is_weak_at_nothing(self) -> None:
        """A skill is compared with the learner's own average."""
        found = judge([_record("skill:nobs", 10, 4), _record("skill:pair", 50, 20), _record("skill:run", 40, 17)])
        assert not weaknesses(found)

    @pytest.mark.parametrize(("times", "misses"), [(4, 4), (3, 3)])
    def test_nothing_is_said_too_early(self, times: int, misses: float) -> None:
        """Even if both answers were wrong."""
        assert _verdicts(_record("skill:nobs", times, misses), *self.USUAL)["skill:nobs"] is SkillVerdict.NOT_YET

    @pytest.mark.parametrize("drill", ["count", "peg"])
    def test_what_asks_for_several_things_at_once_is_no_weakness(self, drill: str) -> None:
        usual = [_record(f"sort:{drill}:{code}", 60, 3) for code in ("nothing", "pair")]
        for code, verdict in (("run", SkillVerdict.WEAK), ("several", SkillVerdict.AVERAGE)):
            facet = f"sort:{drill}:{code}"
            assert _verdicts(_record(facet, 40, 30), *usual)[facet] is verdict

    def test_two_misses_are_not_weak(self) -> None:
        """Three misses are needed, as a sum of probabilities."""
        assert _verdicts(_record("skill:nobs", 6, 2.4), *self.USUAL)["skill:nobs"] is SkillVerdict.AVERAGE
        assert _verdicts(_record("skill:nobs", 6, 2.6), *self.USUAL)["skill:nobs"] is SkillVerdict.WEAK

    def test_what_has_become_better_is_no_longer_weak(self) -> None:
        """The latest answers are all right."""
        assert _verdicts(_record("skill:nobs", 20, 8, level=0.99), *self.USUAL)["skill:nobs"] is SkillVerdict.AVERAGE

    @pytest.mark.parametrize(("rights", "verdict"), [(3, SkillVerdict.WEAK), (4, SkillVerdict.AVERAGE)])
    def test_four_right_answers_after_every_other_wrong_one_take_it_off(
        self, rights: int, verdict: SkillVerdict
    ) -> None:
        """What is rare would stay long if it took more; so many are mere luck once in sixteen times."""
        kept, level = tallies.decay(rights), 0.5
        for _ in range(rights):
            level += tallies.GATE * (1 - level)
        record = _record("skill:nobs", 20 + rights, 10, level)
        record = replace(record, late_times=14 * kept + rights, late_misses=7 * kept)
        assert _verdicts(record, *self.USUAL)["skill:nobs"] is verdict

    def test_what_is_missed_no_longer_is_no_longer_weak(self) -> None:
        """However often it was missed before in the window."""
        cured = replace(_record("skill:nobs", 40, 20), late_times=20, late_misses=1)
        assert _verdicts(cured, *self.USUAL)["skill:nobs"] is SkillVerdict.AVERAGE

    def test_what_was_not_missed_in_the_window_is_not_weak(self) -> None:
        """However often it was missed before: the sentence would say that nothing was missed."""
        long_ago = replace(_record("skill:nobs", 6, 0), late_times=20, late_misses=15, level=0.3)
        assert _verdicts(long_ago, *self.USUAL)["skill:nobs"] is SkillVerdict.AVERAGE
        assert _verdicts(replace(long_ago, misses=4), *self.USUAL)["skill:nobs"] is SkillVerdict.WEAK

    def test_a_small_difference_is_no_weakness(self) -> None:
        """Beyond chance, but by less than five in a hundred."""
        usual = _record("skill:pair", 2000, 60), _record("skill:run", 2000, 60)
        assert _verdicts(_record("skill:nobs", 2000, 140), *usual)["skill:nobs"] is SkillVerdict.AVERAGE
        assert _verdicts(_record("skill:nobs", 2000, 180), *usual)["skill:nobs"] is SkillVerdict.WEAK

    def test_strong_is_above_the_average_beyond_chance(self) -> None:
        """No misses in fifty times, where the rest is missed every fourth time."""
        found = _verdicts(_record("skill:pair", 50, 0), _record("skill:run", 40, 10), _record("skill:nobs", 20, 5))
        assert found["skill:pair"] is SkillVerdict.STRONG

    def test_families_are_judged_apart(self) -> None:
        """Known errors are rare: three pairs royal counted as 4 in forty hands are many among errors."""
        errors = _record("skill:pair-royal-as-four", 30, 6), _record("skill:court-pair", 200, 2)
        found = _verdicts(*errors, _record("skill:nobs", 20, 6), _record("skill:run", 60, 18))
        assert found["skill:pair-royal-as-four"] is SkillVerdict.WEAK
        assert found["skill:nobs"] is SkillVerdict.AVERAGE

    def test_eight_at_most_and_skills_before_classes(self) -> None:
        """A skill says what it is, a class only where."""
        many = [_record(f"sort:count:{number}", 10, 9) for number in range(12)]
        ease = [_record(f"sort:count:easy-{number}", 400, 3) for number in range(12)]
        found = weaknesses(judge([*many, *ease, _record("skill:nobs", 6, 4), *self.USUAL]))
        assert len(found) == 8
        assert found[0].record.facet == "skill:nobs"


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


def answered(
    learner: Learner,
    claim: str = "15",
    *,
    question: str = DOUBLE_RUN,
    ago: timedelta = timedelta(),
    run: Run | None = None,
) -> Attempt:
    """Save an answer given some time ago, and add it to the tallies; it took nine seconds."""
    marking, at = count_question.mark(count_question.read(question), claim), timezone.now() - ago
    attempt = Attempt.objects.create(
        learner=learner,
        run=run,
        number=run.attempts.count() if run else 0,
        drill="count",
        sort=marking.sort,
        question=question,
        answer=claim,
        right=marking.right,
        lost=marking.lost,
        causes=",".join(marking.causes),
        asked_at=at - timedelta(seconds=9),
        answered_at=at,
    )
    tallied.add(attempt, marking, tallies.rates(learner))
    return attempt


CALM = Settings("count", Mode.CALM)


def a_run(learner: Learner, settings: Settings = CALM, score: float = 7, number: int = 9) -> Run:
    """Save a finished run."""
    now = timezone.now()
    return Run.objects.create(
        learner=learner, settings=str(settings), seed=1, drill=settings.drill, asked=DOUBLE_RUN, asked_at=now,
        ended_at=now, score=score, right=7, number=number, stage="over",
    )  # fmt: skip


def misses_nobs(learner: Learner) -> None:
    """Answer eight hands with his nob, which is missed in each, and ten without."""
    for _ in range(8):
        answered(learner, "14")
    for _ in range(10):
        answered(learner, "9", question="4C 5S 6D JH | TS")


@pytest.mark.django_db
class TestWindows:
    """1, 7, 30, 90 days, all."""

    def test_days_are_counted_with_today(self, learner: Learner) -> None:
        """Answers from today, yesterday, and 6, 7, 29 and 100 days ago."""
        for days in (0, 1, 6, 7, 29, 100):
            answered(learner, ago=timedelta(days=days))
        found = {days: verdicts.records(learner, days, ["all"])[0].times for days in verdicts.WINDOWS}
        assert found == {1: 1, 7: 3, 30: 5, 90: 5, None: 6}

    def test_a_window_has_only_what_was_asked_in_it(self, learner: Learner) -> None:
        """A facet without answers in the window has no record."""
        answered(learner, ago=timedelta(days=3))
        assert verdicts.records(learner, 1, ["all", "skill:"]) == []

    def test_accuracy_and_time_of_the_window(self, learner: Learner) -> None:
        """One right and one wrong answer today; the smoothed accuracy is of all days."""
        answered(learner, ago=timedelta(days=40))
        answered(learner, "13")
        answered(learner)
        (record,) = verdicts.records(learner, 1, ["drill:"])
        assert (record.name, record.times, record.accuracy) == ("count", 2, 0.5)
        assert record.usual == pytest.approx(9)
        assert record.level == pytest.approx(1 - 0.3 * 0.7)
        kept = 0.5 ** (1 / 16)
        assert (record.late_times, record.late_misses) == pytest.approx((1 + kept + kept**2, kept))
        assert record.lately == pytest.approx(1 - kept / (1 + kept + kept**2))
        assert record.pace == pytest.approx(9)

    def test_one_query(self, learner: Learner) -> None:
        """Grouped in the database."""
        misses_nobs(learner)
        with CaptureQueriesContext(connection) as queries:
            verdicts.records(learner, 30, ["skill:", "sort:"])
        assert len(queries) == 1

    def test_months(self, learner: Learner) -> None:
        """Each month that has answers, the earliest first; the tally of all days is not a month."""
        today = timezone.localdate()
        answered(learner)
        answered(learner, "13", ago=timedelta(days=70))
        months = verdicts.monthly_periods(learner, "count", today - timedelta(days=100))
        assert [(month.times, month.misses) for month in months] == [(1, 1.0), (1, 0.0)]
        assert months[-1].day == today.replace(day=1)
        assert [month.day for month in verdicts.monthly_periods(learner, "count", months[-1].day)] == [months[-1].day]

    def test_months_before_there_were_answers_that_compare(self, learner: Learner) -> None:
        """They are of all answers, and those after that only of those that compare."""
        march, april, may = (date(2026, month, 1) for month in (3, 4, 5))
        for day, facet, times in (
            (march, "drill:count", 9), (april, "drill:count", 8), (may, "drill:count", 7),
            (april, "mix:count:run", 2), (april, "own:count:run", 1), (may, "mix:count:run", 4),
        ):  # fmt: skip
            Tally.objects.create(learner=learner, day=day, facet=facet, times=times)
        months = verdicts.monthly_periods(learner, "count", march)
        assert [(month.day, month.times) for month in months] == [(march, 9), (april, 3), (may, 4)]
        assert [month.day for month in verdicts.monthly_periods(learner, "count", april)] == [april, may]

    def test_the_page_shows_two_years_at_most(self, client: Client, learner: Learner) -> None:
        client.force_login(learner)
        for day in (timezone.localdate(), timezone.localdate() - timedelta(days=3 * 365)):
            for facet in ("all", "drill:count"):
                Tally.objects.create(learner=learner, day=day, facet=facet, times=7)
        with CaptureQueriesContext(connection) as queries:
            page = client.get("/progress/?days=all").text
        assert str(timezone.localdate().year) in page
        assert str(timezone.localdate().year - 3) not in page.partition("<main")[2]
        assert len(queries) < 30

    def test_days_put_together(self) -> None:
        """Weeks from the first day on, including one without answers."""
        days = [verdicts.Period(date(2026, 3, day), 2, 1, 2, 2 * log(10)) for day in (2, 8, 16)]
        weeks = verdicts.grouped(days, date(2026, 3, 2), date(2026, 3, 17), 7)
        assert [(week.day.day, week.times, week.timed) for week in weeks] == [(2, 4, 4), (9, 0, 0), (16, 2, 2)]
        assert weeks[0].usual == pytest.approx(10)
        assert (weeks[1].accuracy, weeks[1].usual) == (None, None)


def timed(facet: str, times: int, seconds: float, misses: int = 0) -> Record:
    """Return the record of right answers that took so long."""
    return Record(facet, times, misses, times, misses, 1 - misses / times, times, times * log(seconds), seconds)


class TestSpeed:
    """What takes too long, and what is answered within its target."""

    def test_slow_on_six_items(self) -> None:
        loads = [timed("load:count:few-items", 20, 5), timed("load:count:some-items", 40, 7)]
        judged = judge([*loads, timed("load:count:many-items", 10, 25)])
        (one,) = weaknesses(judged)
        assert one.record.facet == "load:count:many-items"
        assert one.slowness == pytest.approx(25 / 12 / ((5 / 6) ** (1 / 3) * (7 / 8) ** (2 / 3)))
        said = progress_words.weak_sentence(one, 30)
        assert said.startswith("Count: Hands with six items or more. You take about 25 s each, 2.4 times as long as")
        advice = of_weakness([one.record, *loads], {"count"})
        assert advice is not None
        assert "skill=many-items" in advice.url

    def test_what_is_missed_often_is_weak_however_long_it_takes(self) -> None:
        sorts = [timed("sort:count:pairs", 40, 6, misses=1), timed("sort:count:run", 40, 6, misses=1)]
        judged = judge([*sorts, timed("sort:count:double-run", 20, 40, misses=12)])
        (one,) = weaknesses(judged)
        assert (one.verdict, one.slowness) == (SkillVerdict.WEAK, 0.0)
        assert "You missed 12 of 20" in progress_words.weak_sentence(one, 30)

    @pytest.mark.parametrize(("times", "seconds"), [(7, 25), (10, 15)])
    def test_neither_few_answers_nor_a_little_slower(self, times: int, seconds: float) -> None:
        judged = judge([timed("load:count:some-items", 40, 7), timed("load:count:many-items", times, seconds)])
        assert weaknesses(judged) == []

    def test_who_is_slow_everywhere_is_slow_at_nothing(self) -> None:
        judged = judge(timed(f"load:count:{load.code}", 40, 3 * load.target) for load in DRILLS["count"].loads)
        assert weaknesses(judged) == []

    @pytest.mark.parametrize("seconds", [5, 6])
    def test_nothing_is_slow_within_its_target_however_fast_the_others_are(self, seconds: float) -> None:
        others = [timed("load:count:some-items", 60, 0.4), timed("load:count:many-items", 60, 0.5)]
        few = timed("load:count:few-items", 40, seconds)
        assert few.target == 6
        assert weaknesses(judge([*others, few])) == []

    def test_a_few_slow_answers_make_nothing_slow(self) -> None:
        """The first of eight took two minutes, so that the pace is still far off; then some of the latest did."""
        others = [timed("load:count:some-items", 60, 0.8)]
        few = timed("load:count:few-items", 8, 1.5)
        first = replace(few, logs=log(120) + 7 * log(1.5), pace=40.0)
        last = replace(few, logs=3 * log(120) + 5 * log(1.5), pace=1.5 * exp(0.2))
        for record in (first, last):
            assert weaknesses(judge([*others, record])) == []

    def test_what_is_cured_leaves(self) -> None:
        slow = timed("load:count:many-items", 60, 25)
        loads = [timed("load:count:some-items", 90, 7)]
        assert weaknesses(judge([*loads, slow]))
        assert weaknesses(judge([*loads, replace(slow, pace=12.0)])) == []

    @pytest.mark.parametrize(
        ("record", "reached"),
        [
            (timed("sort:count:run", 20, 6), True),
            (timed("sort:count:run", 20, 7.9), False),
            (timed("sort:count:run", 20, 6, misses=4), False),
            (timed("sort:count:run", 7, 5), False),
            (timed("sort:rules:go", 20, 2), False),
        ],
    )
    def test_a_target_is_reached_surely(self, record: Record, reached: bool) -> None:
        (one,) = judge([record])
        assert one.reached is reached


@pytest.mark.django_db
class TestAdvice:
    """Advice on what to practise next."""

    def _weakness(self, learner: Learner, *lessons: str) -> Advice | None:
        found = verdicts.records(learner, verdicts.RECENT_DAYS, ["skill:", "sort:", "drill:"])
        return of_weakness(found, practised(found, lessons))

    def test_nothing_for_somebody_new(self, learner: Learner) -> None:
        """There is no advice."""
        assert self._weakness(learner) is None

    def test_a_weakness_and_a_drill_that_has_it(self, learner: Learner) -> None:
        """The button leads to a run that practises his nob, by an address that the drill's form accepts."""
        misses_nobs(learner)
        found = self._weakness(learner)
        assert found is not None
        want = "One for his nob. You missed about 8 of 8 in the last 30 days, lately 96%."
        assert found.sentence == want
        assert not found.post
        response = Client().get(found.url)
        assert response.status_code == 302
        sitting = addresses.about_to_begin(response["Location"].split("/")[-2])
        assert (sitting.settings.drill, sitting.settings.options) == ("count", {"skill": "nobs"})

    def test_a_beginner_is_not_sent_where_the_course_has_not_got_yet(self, learner: Learner) -> None:
        """A few answers in first lessons are no reason; a lesson on it, or answers in drills of its group, are."""
        misses_nobs(learner)
        Tally.objects.filter(facet="drill:count").update(times=4)
        assert self._weakness(learner) is None
        assert self._weakness(learner, "discard", "peg") is None
        assert self._weakness(learner, "itemise") is not None, "it counts too"
        Tally.objects.create(learner=learner, facet="drill:find", day=timezone.localdate(), times=5)
        assert self._weakness(learner) is not None

    def test_weak_sorts(self, learner: Learner) -> None:
        """The classes of a drill that practise the weak skills."""
        assert verdicts.weak_sorts(learner, "count") == ()
        misses_nobs(learner)
        with CaptureQueriesContext(connection) as queries:
            found = verdicts.weak_sorts(learner, "count")
        assert "nobs" in found
        assert set(found) <= {sort.code for sort in DRILLS["count"].sorts}
        assert len(queries) == 1
        assert verdicts.weak_sorts(Learner.objects.create_guest(), "count") == ()

    def test_a_month_ago_is_long_ago(self, learner: Learner) -> None:
        """Old weaknesses do not count."""
        misses_nobs(learner)
        Tally.objects.exclude(day=EVER).update(day=timezone.localdate() - timedelta(days=31))
        assert self._weakness(learner) is None

    def test_what_is_due(self) -> None:
        """A button that sends a POST request."""
        found = of_recall(1)
        assert found is not None
        assert (found.url, found.post) == (reverse("recall"), True)
        assert found.sentence == "1 question you missed is due again."
        assert of_recall(0) is None

    @pytest.mark.parametrize("drill", list(DRILLS))
    def test_every_class_of_every_drill_can_be_practised(self, drill: str) -> None:
        """Every skill can be practised: its address begins a run."""
        facets = [f"sort:{drill}:{sort}" for sort in [sort.code for sort in DRILLS[drill].sorts]]
        facets += [f"skill:{skill}" for skill in progress_words.SKILL_NAMES if verdicts.drill_of(skill) == drill]
        for facet in facets:
            response = Client().get(drill_url(facet))
            assert response.status_code == 302, facet

    def test_every_known_error_has_a_name(self) -> None:
        """No page shows a code."""
        names = {skill: str(name) for skill, name in progress_words.SKILL_NAMES.items()}
        assert {demand.skill for seed in range(200) for demand in _demands(seed)} <= names.keys()
        assert len(set(names.values())) == len(names)


def _demands(seed: int) -> tuple[Demand, ...]:
    return count_question.demands(count_question.pose(Random(seed), Wish()))


@pytest.mark.django_db
class TestPage:
    """/progress/"""

    ADDRESS = "/progress/"

    def test_a_newcomer_sees_a_kind_page(self) -> None:
        """Reading the page creates no learner."""
        response = Client().get(self.ADDRESS)
        assert response.status_code == 200
        assert "Nothing here yet" in response.content.decode()
        assert not Learner.objects.exists()

    def test_a_learner_without_answers_too(self, client: Client) -> None:
        """A learner without answers."""
        assert "Nothing here yet" in client.get(self.ADDRESS).content.decode()

    def test_what_it_shows(self, learner: Learner, client: Client) -> None:
        """This week first, then what to do, the curve, verdicts, then days and bests; a table behind each drawing."""
        a_run(learner)
        misses_nobs(learner)
        page = client.get(self.ADDRESS).content.decode()
        text = unescape(re.sub(r"<[^>]+>", " ", page))
        order = [
            "The last seven days",
            "What to do next",
            "Over time",
            "What you see and what you miss",
            "Weak",
            "Skills",
            "Your bests",
        ]
        assert sorted(order, key=text.index) == order
        for words in ("Accuracy, day by day", "One for his nob", "Several at once", "Your bests", "Your runs", "9.0 s"):
            assert words in text
        drawings = page.count('role="img"')
        assert drawings == 3
        assert page.count("<details>") == drawings + 2, "and the columns of the file, and the languages"
        for label in re.findall(r'role="img" aria-labelledby="([^"]+)"', page):
            assert f'<title id="{label}">' in page

    def test_of_a_mistake_it_is_said_how_often_it_is_made(self) -> None:
        named = [progress_words.verdict_name(verdict, error=True) for verdict in SkillVerdict]
        assert not {"Weak", "Average", "Strong"} & set(named)
        assert progress_words.verdict_name(SkillVerdict.WEAK, error=True) == "Often"

    def test_this_week_and_the_week_before(self, learner: Learner, client: Client) -> None:
        """Accuracy, seconds and answers; those of the week before only where they compare."""
        for days, claim in ((0, "15"), (6, "13"), (7, "15"), (13, "15"), (14, "13")):
            answered(learner, claim, ago=timedelta(days=days))
        page = client.get(self.ADDRESS).text
        shown = unescape(re.sub(r"<[^>]+>", " ", page.partition('<dl class="figures">')[2].partition("</dl>")[0]))
        assert " ".join(shown.split()) == ("Right 50% Per answer 9.0 s Answers 2")
        over_time = unescape(page).partition('id="time"')[2].partition("</details>")[0]
        assert "The week before has too few answers to compare with." in over_time
        assert "What is compared" not in page
        today = tallies.day_of(timezone.now())
        for ago, misses, seconds in ((1, 2, 9), (8, 8, 18)):
            sums = {
                "times": 40,
                "misses": misses,
                "timed": 40,
                "logs": 40 * log(seconds),
                "squares": 40 * log(seconds) ** 2,
            }
            Tally.objects.create(learner=learner, day=today - timedelta(days=ago), facet="mix:count:run", **sums)
        page = client.get(self.ADDRESS).text
        shown = unescape(re.sub(r"<[^>]+>", " ", page.partition('<dl class="figures">')[2].partition("</dl>")[0]))
        assert " ".join(shown.split()) == ("Right 80% before 95% Per answer 18.0 s before 9.0 s Answers 2 before 2")
        assert "You are probably right more often than the week before: chance alone would do that once in 11" in page
        assert "You are clearly faster." in page
        assert "What is compared" in page

    def test_what_is_missed_is_named_without_opening_anything(self, learner: Learner, client: Client) -> None:
        misses_nobs(learner)
        page = client.get(self.ADDRESS).text
        missed = page.partition('<h3 id="weak-title">')[2].partition("</section>")[0]
        assert "<details" not in page.partition('id="skills"')[2].partition("weak-title")[0]
        assert missed.startswith("Weak<")
        assert re.findall(r"<strong>([^<]+)</strong> <strong>", missed) == ["One for his nob"]
        assert 'aria-label="Practise: One for his nob"' in missed
        assert page.count("<strong>One for his nob</strong>") == 1, "and named there alone"

    def test_who_has_answered_much_and_in_whom_nothing_stands_out_is_told_so(
        self, learner: Learner, client: Client
    ) -> None:
        answered(learner)
        Tally.objects.filter(facet="drill:count").update(times=30)
        page = client.get(self.ADDRESS).text
        assert "Nothing stands out: in what you answered, nothing is clearly better or worse" in page
        assert "Nothing stands out yet." not in page

    def test_without_a_week_before_it_says_when_there_will_be_one(self, learner: Learner, client: Client) -> None:
        answered(learner, ago=timedelta(days=2))
        day = date_format(tallies.day_of(timezone.now()) + timedelta(days=5), "M j")
        said = f"There is no week before to compare with yet. On {day} there will be one."
        assert said in client.get(self.ADDRESS).text

    def test_without_a_verdict_it_says_once_that_nothing_stands_out(self, learner: Learner, client: Client) -> None:
        answered(learner)
        page = client.get(self.ADDRESS).text
        assert page.count("Nothing stands out yet.") == 1
        assert "You do this well" not in page
        assert '<details class="fold" open>' not in page
        assert "9.0 s" in page
        assert 'id="figures"' not in page, "the week says the same"

    def test_skills_fold_up_by_verdict(self, learner: Learner, client: Client) -> None:
        """What is weak stands open, all else is folded, with and without scripts; kinds of question are in one fold."""
        for _ in range(8):
            answered(learner, "0", question="2C 6D 8S JH | TH")
        for hand in ("5C 5S 5D JH | 9H", "2C 4C 6C 8C | TC", "7C 8D AS 6S | 9D", "3C 3S 9D 9H | 6H"):
            answered(learner, question=hand)
        page = client.get(self.ADDRESS).text
        folds = re.findall(r'<details class="fold"[^>]*?( open)?>\s*<summary>(?:<span class="row">)?([^<]*)', page)
        assert [name.strip() for shown, name in folds if shown] == []
        assert [name.strip() for shown, name in folds][:2] == ["Skills", "Typical mistakes"]
        assert 'id="weak-title">Weak<' in page.partition("<summary>Skills")[0]
        assert re.search(r'<a class="link" href="[^"]+" rel="nofollow" aria-label="Practise: ', page), (
            "a way to what is missed"
        )
        assert re.search(r'Kinds of question <span class="chip">1 weak</span>', page)
        kinds = page.partition("Kinds of question")[2].partition("</details>")[0]
        assert re.findall(r"<h3[^>]*>([^<]+)</h3>", kinds) == ["Count"]
        drawn = client.get(f"{self.ADDRESS}?drill=count").text
        assert '<details id="charts" open>' in drawn

    def test_a_guest_sees_their_own_and_no_other(self, learner: Learner, client: Client) -> None:
        """Other people do not see it."""
        misses_nobs(learner)
        other = Client()
        other.force_login(Learner.objects.create_guest())
        assert "One for his nob" in client.get(self.ADDRESS).content.decode()
        assert "One for his nob" not in other.get(self.ADDRESS).content.decode()

    @pytest.mark.parametrize(
        "query", ["days=0", "days=-3", "days=ten", "days=9999999999", "drill=../..", "days=&drill="]
    )
    def test_nonsense_in_the_address(self, learner: Learner, client: Client, query: str) -> None:
        """The usual page."""
        answered(learner)
        response = client.get(f"{self.ADDRESS}?{query}")
        assert response.status_code == 200
        assert re.search(r'aria-current="true">30 days', response.content.decode())

    @pytest.mark.parametrize("days", ["1", "7", "30", "90", "all"])
    def test_each_window(self, learner: Learner, client: Client, days: str) -> None:
        """The chosen window is marked, and only its answers count."""
        for ago in (0, 5, 20, 60, 200):
            answered(learner, ago=timedelta(days=ago))
        page = client.get(f"{self.ADDRESS}?days={days}").content.decode()
        expected = {"1": 1, "7": 2, "30": 3, "90": 4, "all": 5}[days]
        assert re.search(rf'id="figures">\s*[\w ]+: {expected} answers?, 100% right, 9.0\xa0s', page)
        assert page.partition("<footer")[0].count('aria-current="true"') == 1

    def test_a_window_without_answers(self, learner: Learner, client: Client) -> None:
        """The page says so and shows the rest."""
        answered(learner, ago=timedelta(days=10))
        page = client.get(f"{self.ADDRESS}?days=1").content.decode()
        assert "No answers in these days." in page
        assert "Nothing to show for these days." in page

    def test_the_number_of_queries_is_fixed(self, learner: Learner, client: Client) -> None:
        """Whatever was done."""
        answered(learner)
        counts = []
        for more in (0, 30):
            for day in range(more):
                answered(learner, "13", ago=timedelta(days=day))
                a_run(learner, Settings("count", Mode.SPRINT, 30 + day))
            with CaptureQueriesContext(connection) as queries:
                client.get(f"{self.ADDRESS}?days=90")
            counts.append(len(queries))
        assert counts[0] == counts[1] <= 15

    def test_bests_are_by_settings(self, learner: Learner, client: Client) -> None:
        """The best round is the complete one that gave up fewest points; a replay has no best."""
        for score in (5.0, 11.0, 8.0):
            a_run(learner, Settings("count", Mode.SPRINT, 180), score)
        for score in (-7.5, -2.25):
            a_run(learner, Settings("discard", Mode.ROUND), score, 10)
        a_run(learner, Settings("discard", Mode.ROUND), 0, 1)
        a_run(learner, Settings("choose", Mode.ROUND), 0, 1)
        a_run(learner, Settings("count", Mode.REPLAY), 40)
        page = client.get(self.ADDRESS).content.decode()
        found = re.findall(r'<th scope="row">([^<]+)</th>\s*<td>([^<]+)</td>\s*<td>(\d+)</td>', page)
        assert sorted(found) == [
            ("Count · Sprint, 3 min", "11 right", "3"),
            ("Discard · Round of 10", "2.2 points given up", "3"),
        ]

    @pytest.mark.usefixtures("pseudo_language")
    def test_all_words_are_marked(self, learner: Learner, client: Client) -> None:
        """On the full page, in an empty window, and on the newcomer's page."""
        a_run(learner)
        misses_nobs(learner)
        answered(learner, "16", question="4C 5S 6D JC | 4H")
        for address in (self.ADDRESS, f"{self.ADDRESS}?days=all", f"{self.ADDRESS}?days=90"):
            page = client.get(address).content.decode()
            assert_all_marked(re.sub(r"<option.*?</option>", "", page))
        assert_all_marked(Client().get(self.ADDRESS).content.decode())

    def test_only_looking(self, client: Client) -> None:
        """Nothing is posted here."""
        assert client.post(self.ADDRESS).status_code == 405


@pytest.mark.django_db
class TestFile:
    """/progress/attempts.csv"""

    ADDRESS = "/progress/attempts.csv"

    def _rows(self, client: Client) -> list[dict[str, str]]:
        response = client.get(self.ADDRESS)
        assert response.status_code == 200
        assert response["Content-Type"].startswith("text/csv")
        assert "attachment" in response["Content-Disposition"]
        return list(csv.DictReader(response.getvalue().decode().splitlines()))

    def test_every_answer(self, learner: Learner, client: Client) -> None:
        """The earliest first, with its run."""
        run = a_run(learner, Settings("count", Mode.SPRINT, 180))
        answered(learner, "15", run=run)
        answered(learner, "13", run=run, ago=timedelta(days=1))
        answered(Learner.objects.create_guest(), "12")
        rows = self._rows(client)
        assert [row["answer"] for row in rows] == ["13", "15"]
        assert rows[0] | {"answered_at": "", "asked_at": ""} == {
            "answered_at": "",
            "asked_at": "",
            "drill": "count",
            "class": "several",
            "question": DOUBLE_RUN,
            "answer": "13",
            "right": "0",
            "points_lost": "2.0",
            "likely_causes": rows[0]["likely_causes"],
            "hint": "0",
            "late": "0",
            "rated": "1",
            "run": run.key,
            "settings": "count sprint 180",
            "number": "1",
        }
        assert "missed" in rows[0]["likely_causes"]
        assert datetime.fromisoformat(rows[1]["answered_at"]).tzinfo == UTC

    def test_a_newcomer_gets_the_columns(self) -> None:
        """The file has nobody else's answers."""
        answered(Learner.objects.create_guest())
        response = Client().get(self.ADDRESS)
        assert response.getvalue().decode().splitlines() == [",".join(COLUMNS)]

    def test_the_page_says_what_each_column_means(self, learner: Learner, client: Client) -> None:
        """Of all of them, in their order."""
        answered(learner)
        page = client.get("/progress/").content.decode()
        assert tuple(re.findall(r"<dt><code>(\w+)</code></dt>", page)) == COLUMNS

    def test_it_is_sent_as_it_is_read(self, learner: Learner, client: Client) -> None:
        """However many there are."""
        answered(learner)
        assert client.get(self.ADDRESS).streaming


CALLED = Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)


def was_forfeited(course: Course, seat: int, number: int) -> bool:
    """Return whether another side took points of the claim that this action made."""
    later = course.states[number + 1 :]
    after = next(
        (state for state in later if not (isinstance(state, Pegging | Counting) and state.claimed)), course.state
    )
    lines = after.table.ledger[len(course.states[number].table.ledger) :]
    side = course.rules.side_of
    return any(line.score.kind is Kind.MUGGINS and side(line.seat) != side(seat) for line in lines)


@pytest.mark.django_db
class TestGames:
    """Statistics of reviewed games."""

    @pytest.fixture
    def game(self, learner: Learner) -> Game:
        """Play a game to its end in which the learner claims nothing."""
        match = begin(learner, CALLED, Pace.INSTANT, Level.CLUB)
        course = referee.load(match.key)
        while not isinstance(course.state, Over):
            seat = course.seat_of(learner)
            if seat is not None and seat in waited_for(course.state):
                action = choose(course, seat, Level.BEGINNER)
                nothing = replace(action, points=0) if isinstance(action, Claim) else action
                course = referee.act(course, nothing, Pace.INSTANT)
            else:
                course = referee.advance(course, Pace.INSTANT)
        return course.game

    def _decision(self, kind: str, number: int, points: float, **more: object) -> dict[str, object]:
        usual = {"kind": kind, "number": number, "points": points, "grade": "mistake", "faults": [], "best": "1 passes"}
        return {**usual, **more}

    def _review(self, game: Game, learner: Learner, *decisions: dict[str, object]) -> Review:
        seat = game.match.seats.get(learner=learner).place
        return Review.objects.create(game=game, seat=seat, upto=game.actions.count(), decisions=list(decisions))

    @pytest.mark.parametrize("discard", ["discard", "lay_away"], ids=["kept now", "kept before"])
    def test_points_given_up_by_kind(self, game: Game, learner: Learner, discard: str) -> None:
        """Counts include the learner's own and opponents' miscounts that were not called."""
        self._review(
            game,
            learner,
            self._decision(discard, 5, 1.5),
            self._decision("play", 9, 0.5),
            self._decision("hand", 20, 2),
            self._decision("answer", 21, 1, grade="best"),
            self._decision("answer", 22, 3),
        )
        found = games.reviewed_games(learner)
        (one,) = found.games
        assert (one.key, one.number, one.discards, one.cards, one.counts) == (game.match.key, 1, 1.5, 0.5, 6)
        assert (found.called, found.miscounts) == (1, 2)

    def test_a_review_that_goes_on_is_none_yet(self, game: Game, learner: Learner) -> None:
        """Nor is that of another's seat."""
        review = self._review(game, learner, self._decision("play", 9, 0.5))
        Review.objects.update(upto=review.upto - 1)
        assert games.reviewed_games(learner).games == ()
        Review.objects.update(upto=review.upto, seat=1 - review.seat)
        assert games.reviewed_games(learner).games == ()

    def test_luck_is_what_nobody_called(self, game: Game, learner: Learner) -> None:
        """As the game's own review says it; the learner claims nothing at all for their hands."""
        course = referee.load(game.match.key)
        (seat,) = course.people
        counts = [number for number, action in enumerate(course.actions) if isinstance(action, Claim | Call | Pass)]
        review = self._review(
            game, learner, *(kept for number in counts for kept in after_review.decisions_at(course, seat, number))
        )
        found, decisions = games.reviewed_games(learner), after_review.decisions(review)
        missed = [each for each in decisions if Fault.COUNT in each.faults]
        assert missed
        uncalled = sum(not was_forfeited(course, seat, each.number) for each in missed)
        assert (found.missed, found.uncalled) == (len(missed), uncalled)
        answers = [each for each in decisions if each.kind == after_review.DecisionKind.ANSWER]
        assert (found.miscounts, found.called) == (len(answers), sum(each.grade is Grade.BEST for each in answers))
        assert found.games[0].lost == pytest.approx(sum(each.points for each in decisions))

    def test_the_page_shows_them(self, game: Game, learner: Learner, client: Client) -> None:
        """With a bar, a row and a link to the review."""
        self._review(game, learner, self._decision("discard", 5, 1.5), self._decision("answer", 9, 0, grade="best"))
        page = client.get("/progress/").content.decode()
        assert "Awareness: 1 of 1 miscount by the others was called." in page
        assert reverse("review", args=[game.match.key, 1]) in page
        assert page.count('class="chart-bar"') == 1

    def test_the_latest_twenty(self, learner: Learner) -> None:
        """In at most two queries, the earliest first."""
        for number in range(25):
            match = Match.objects.create(
                owner=learner, rules=begin(learner, CALLED).rules, over=True,
                played_at=timezone.now() - timedelta(days=number),
            )  # fmt: skip
            match.seats.create(place=0, learner=learner)
            game = Game.objects.create(match=match)
            Action.objects.create(game=game, number=0, text="count")
            claim = self._decision("hand", 0, 2, faults=["count"], best="1 claims 4")
            Review.objects.create(game=game, seat=0, upto=1, decisions=[claim])
        with CaptureQueriesContext(connection) as queries:
            found = games.reviewed_games(learner)
        assert len(queries) == 2
        assert len(found.games) == 20
        assert found.games == tuple(sorted(found.games, key=lambda one: one.at))
        assert (found.missed, found.uncalled) == (20, 20)


@pytest.mark.django_db
def test_what_a_curve_leaves_out_is_said(client: Client) -> None:
    """Days with few answers, if there are two with more, which make a line."""
    learner = Learner.objects.create_guest()
    client.force_login(learner)
    today = tallies.day_of(timezone.now())
    for ago, times in ((3, 20), (2, 30), (1, 7)):
        for facet in ("all", "drill:count", "mix:count:run"):
            Tally.objects.create(learner=learner, day=today - timedelta(days=ago), facet=facet, times=times, misses=5)
    found = client.get(reverse("progress"))
    (curve,) = found.context["curves"]
    assert (len(curve.drawn.dots), len(curve.rows)) == (2, 3)
    assert found.text.count("Where there were fewer than 10 answers, nothing is drawn.") == 1
    Tally.objects.update(timed=F("times"), logs=F("times"))
    found = client.get(reverse("progress"))
    assert [curve.key for curve in found.context["curves"]] == ["accuracy", "speed"]
    assert found.text.count("fewer than 10 answers") == 2, "at each chart"
    Tally.objects.filter(times=30).delete()
    found = client.get(reverse("progress"))
    curve = found.context["curves"][0]
    assert (len(curve.drawn.dots), len(curve.rows)) == (2, 2)
    assert "fewer than 10 answers" not in found.text


class TestCharts:
    """Coordinates of charts."""

    def test_a_curve(self) -> None:
        """Evenly spaced from low to high; a value of None is left out."""
        curve = charts.line_chart([0.5, None, 1.0], 0.5, 1.0)
        low, middle, high = (level.y for level in curve.levels)
        assert [level.value for level in curve.levels] == [0.5, 0.75, 1.0]
        assert low > middle > high
        assert [dot.y for dot in curve.dots] == [low, high]
        assert curve.points == " ".join(f"{dot.x},{dot.y}" for dot in curve.dots)

    @pytest.mark.parametrize(
        ("most", "top"), [(0, 2), (1.2, 2), (2, 2), (2.1, 4), (7.9, 8), (9, 10), (11, 20), (130, 200)]
    )
    def test_the_end_of_an_axis(self, most: float, top: float) -> None:
        """A round number, at least the largest value."""
        assert charts.axis_top(most) == top

    @pytest.mark.parametrize(("most", "top"), [(0, 0.2), (0.2, 0.2), (0.31, 0.4), (0.55, 0.6), (0.9, 1), (3, 4)])
    def test_the_end_of_an_axis_of_small_numbers(self, most: float, top: float) -> None:
        """The same with a smaller least end."""
        assert charts.axis_top(most, least=0.2) == pytest.approx(top)

    def test_the_calendar(self) -> None:
        """From a Monday thirteen weeks ago until today; the fullest day is the darkest."""
        today = date(2026, 3, 5)  # a Thursday
        days = charts.calendar({today: 8, today - timedelta(days=1): 2, today - timedelta(days=2): 1}, today)
        assert (days[0].day.weekday(), days[-1].day, len(days)) == (0, today, 12 * 7 + 4)
        assert [day.shade for day in days[-4:]] == [0, 1, 1, 4]
        assert (days[-1].x, days[-1].y) == (12 * charts.CELL, 3 * charts.CELL)

    def test_an_empty_calendar(self) -> None:
        """No day is dark."""
        assert {day.shade for day in charts.calendar({}, date(2026, 3, 5))} == {0}
