"""Which skills an answer missed, and how it is added to the tallies."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import product
from math import isclose, log, prod
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.trainer.progress import tallied
from trainer.drills import skills
from trainer.drills.count import question as count_question
from trainer.drills.questions import Demand, Marking, Wish
from trainer.drills.skills import CAUSES, asked, blame
from trainer.models import EVER, Attempt, Learner, Tally
from trainer.progress import tallies

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
FIFTEENS_AND_PAIR = (Demand("fifteen-2", -2), Demand("fifteen-2", -2), Demand("pair", -2), Demand("run", -3))


@dataclass(frozen=True)
class Judged(Marking):
    """A marking for tests."""

    question: object = ""
    right: bool = True
    off: int = 0
    demands: tuple[Demand, ...] = ()
    missed: tuple[str, ...] | None = ()
    sort: str = "fifteens"
    lost: float = 0.0
    worth: int = 8
    causes: tuple[str, ...] = field(default=())


class TestBlame:
    """Which skills were probably missed."""

    def test_what_is_known_is_exact(self) -> None:
        """A drill that asks item by item states them."""
        found = blame(FIFTEENS_AND_PAIR, -4, ("fifteen-2", "pair"), {})
        assert found == {"fifteen-2": 1.0, "pair": 1.0, "run": 0.0}

    def test_a_right_answer_missed_nothing(self) -> None:
        """Everything was asked for, nothing was missed."""
        assert blame(FIFTEENS_AND_PAIR, 0, (), {}) == {"fifteen-2": 0.0, "pair": 0.0, "run": 0.0}

    def test_the_only_explanation_takes_all_the_blame(self) -> None:
        """Three points short: only the run is worth an odd number."""
        found = blame(FIFTEENS_AND_PAIR, -3, None, {})
        assert found is not None
        assert found["run"] == pytest.approx(1.0)
        assert found["pair"] == found["fifteen-2"] == 0.0

    def test_blame_is_shared(self) -> None:
        """Two points short: one of the two fifteens or the pair, each as likely."""
        found = blame(FIFTEENS_AND_PAIR, -2, None, {})
        assert found is not None
        assert found["fifteen-2"] == pytest.approx(2 / 3)
        assert found["pair"] == pytest.approx(1 / 3)

    def test_what_is_known_of_the_learner_tells(self) -> None:
        """A learner who often misses pairs probably missed the pair."""
        found = blame(FIFTEENS_AND_PAIR, -2, None, {"pair": (40, 20), "fifteen-2": (80, 2)})
        assert found is not None
        assert found["pair"] > 0.85

    def test_a_number_tells_nothing_of_what_does_not_change_it(self) -> None:
        """A running count that is asked for besides."""
        found = blame((Demand("pair", -2), Demand("peg-count", 0)), -2, None, {})
        assert found == pytest.approx({"pair": 1.0, "peg-count": 0.0})

    def test_nothing_explains_it(self) -> None:
        """One point too many, where no error makes it."""
        assert blame(FIFTEENS_AND_PAIR, 1, None, {}) is None

    def test_a_known_error_happens_in_one_way(self) -> None:
        """A starter jack counted as one for his nob, or as two for his heels again, but not as three."""
        demands = (Demand("nobs-starter", 1), Demand("nobs-starter", 2))
        assert asked(demands) == {"nobs-starter": 1}
        assert blame(demands, 2, None, {}) == pytest.approx({"nobs-starter": 1.0})
        assert blame(demands, 3, None, {}) is None

    @pytest.mark.parametrize("seed", range(30))
    def test_against_all_that_can_happen(self, seed: int) -> None:
        """The result equals that of listing every way to go wrong."""
        rng = Random(seed)
        question = count_question.pose(rng, Wish())
        demands = count_question.demands(question)
        rates = {demand.skill: (rng.randrange(2, 60), rng.random()) for demand in demands}
        off = rng.choice([-5, -4, -3, -2, -1, 1, 2])
        assert blame(demands, off, None, rates) == pytest.approx(_listed(demands, off, rates))


def _listed(demands: tuple[Demand, ...], off: int, rates: dict[str, tuple[int, float]]) -> dict[str, float] | None:
    """Return the expected misses, computed by listing every way to go wrong."""
    units: list[list[tuple[str, int, float]]] = []
    for skill in asked(demands):
        offs = [demand.off for demand in demands if demand.skill == skill]
        chance = skills.chance_of(skill, rates)
        if skill in CAUSES:
            units.append([("", 0, 1 - chance), *((skill, each, chance / len(offs)) for each in offs)])
        else:
            units += [[("", 0, 1 - chance), (skill, each, chance)] for each in offs]
    whole, expected = 0.0, dict.fromkeys(asked(demands), 0.0)
    for ways in product(*units):
        if sum(way[1] for way in ways) == off:
            chance = prod(way[2] for way in ways)
            whole += chance
            for skill, _, _ in ways:
                if skill:
                    expected[skill] += chance
    return {skill: misses / whole for skill, misses in expected.items()} if whole else None


pytestmark = pytest.mark.django_db


@pytest.fixture
def learner() -> Learner:
    """A learner."""
    return Learner.objects.create_guest()


def _add(
    learner: Learner,
    judged: Judged,
    at: datetime = NOON,
    seconds: float = 8,
    answer: str = "6",
    *,
    hinted: bool = False,
) -> tallies.LearnerRates:
    attempt = Attempt(
        learner=learner, drill="count", sort=judged.sort, answer=answer, right=judged.right,
        asked_at=at - timedelta(seconds=seconds), answered_at=at, hinted=hinted,
    )  # fmt: skip
    return tallied.add(attempt, judged, tallies.rates(learner))


def _row(learner: Learner, facet: str, day: date = EVER) -> Tally:
    return Tally.objects.get(learner=learner, facet=facet, day=day)


class TestAdding:
    """Tallies."""

    def test_facets_of_an_answer(self, learner: Learner) -> None:
        """All, the drill, the class and the skills, for the day and for all days."""
        _add(learner, Judged(demands=FIFTEENS_AND_PAIR))
        facets = {"all", "drill:count", "sort:count:fifteens", "skill:fifteen-2", "skill:pair", "skill:run"}
        for day in (EVER, NOON.date()):
            rows = Tally.objects.filter(learner=learner, day=day)
            assert {row.facet for row in rows} == facets
            assert {row.facet: row.times for row in rows if row.times != 1} == {"skill:fifteen-2": 2}
            assert {(row.timed, row.seconds, row.misses, row.level) for row in rows} == {(1, 8.0, 0.0, 1.0)}

    def test_one_query(self, learner: Learner) -> None:
        """Whatever has been answered before."""
        question = count_question.read("4C 5S 6D JH | 4H")
        for claim in ("15", "11"):
            marking = count_question.mark(question, claim)
            rates = tallies.rates(learner)
            attempt = Attempt(
                learner=learner, drill="count", sort=marking.sort, answer=claim, asked_at=NOON, answered_at=NOON
            )
            with CaptureQueriesContext(connection) as queries:
                rates = tallied.add(attempt, marking, rates)
            assert len(queries) == 1
            stored = tallies.rates(learner)
            assert {skill: pytest.approx(late) for skill, late in rates["skills"].items()} == stored["skills"]
            assert rates["paces"] == stored["paces"]

    def test_days_are_apart_and_together(self, learner: Learner) -> None:
        """Two answers on one day, one on the next."""
        for hours, right in ((0, True), (1, False), (24, False)):
            _add(learner, Judged(right=right), NOON + timedelta(hours=hours), seconds=10)
        rows = [_row(learner, "all", day) for day in (NOON.date(), date(2026, 3, 6), EVER)]
        found = [(row.times, row.misses, row.timed, row.seconds) for row in rows]
        assert found == [(2, 1.0, 2, 20.0), (1, 1.0, 1, 10.0), (3, 2.0, 3, 30.0)]

    def test_smoothing(self, learner: Learner) -> None:
        """The first answer sets accuracy and time; each later one moves accuracy by 3 tenths, and time the less
        the more there were before."""
        _add(learner, Judged(), seconds=10)
        _add(learner, Judged(right=False), seconds=12)
        row = _row(learner, "drill:count")
        assert row.level == pytest.approx(0.7)
        assert row.pace == pytest.approx((log(10) + log(12)) / 2)
        assert row.logs == pytest.approx(log(10) + log(12))
        assert row.squares == pytest.approx(log(10) ** 2 + log(12) ** 2)

    def test_times_are_usual_ones(self, learner: Learner) -> None:
        """By class of questions, near the median: what took long once hardly moves it, and a pause not at all."""
        for seconds in (7, 8, 9, 8, 7, 9, 8, 8, 50, 300, 3600):
            rates = _add(learner, Judged(), seconds=seconds)
        usual = tallies.usual_seconds(rates, "count", "fifteens")
        assert usual == pytest.approx(8, rel=0.1)
        assert rates["paces"] == {"count:fifteens": [9, pytest.approx(log(usual or 0))]}
        assert tallies.rates(learner)["paces"]["count:fifteens"] == pytest.approx(rates["paces"]["count:fifteens"])
        assert _row(learner, "sort:count:fifteens").timed == 9
        assert tallies.usual_seconds(rates, "count", "run") is None

    def test_late_counts_decay(self, learner: Learner) -> None:
        """To half after a facet was asked for 16 times more."""
        missed = Judged(right=False, off=-3, demands=FIFTEENS_AND_PAIR, missed=("run",))
        _add(learner, missed)
        for _ in range(8):
            _add(learner, Judged(demands=(Demand("run", -3), Demand("run", -3))))
        row = _row(learner, "skill:run")
        assert (row.times, row.misses) == (17, 1.0)
        assert row.late_misses == pytest.approx(0.5)
        assert row.late_times == pytest.approx(0.5 + sum(2 * 0.5 ** (n / 8) for n in range(8)))

    def test_a_question_left_lying_has_no_time(self, learner: Learner) -> None:
        """Times under three minutes count, until it is known how long a learner usually takes: then six times that."""
        assert _add(learner, Judged(), seconds=180)["paces"] == {}
        assert _add(learner, Judged(), seconds=179)["paces"] == {"count:fifteens": [1, pytest.approx(log(179))]}
        row = _row(learner, "drill:count")
        assert (row.times, row.timed, row.seconds) == (2, 1, 359.0), "it was spent, but tells nothing"
        for _ in range(tallies.KNOWN_TIMES):
            _add(learner, Judged(), seconds=150)
        _add(learner, Judged(), seconds=800)
        assert _row(learner, "drill:count").timed == 1 + tallies.KNOWN_TIMES + 1
        _add(learner, Judged(), seconds=1200)
        assert _row(learner, "drill:count").timed == 1 + tallies.KNOWN_TIMES + 1

    def test_a_miss_that_may_be_of_either(self, learner: Learner) -> None:
        """Probabilities of misses are added up and used for the next answer."""
        rates = _add(learner, Judged(right=False, off=-2, demands=FIFTEENS_AND_PAIR, missed=None))
        assert rates["skills"]["pair"] == [1, pytest.approx(1 / 3), 1]
        assert rates["skills"]["fifteen-2"] == [2, pytest.approx(2 / 3), 2]
        assert _row(learner, "skill:pair").misses == pytest.approx(1 / 3)
        assert _row(learner, "skill:fifteen-2").level == pytest.approx(2 / 3)

    def test_what_nothing_explains_says_nothing_of_skills(self, learner: Learner) -> None:
        """Neither does a missing answer; both are wrong."""
        _add(learner, Judged(right=False, off=1, demands=FIFTEENS_AND_PAIR, missed=None))
        _add(learner, Judged(right=False, off=0, demands=FIFTEENS_AND_PAIR, missed=()), answer="")
        assert not Tally.objects.filter(facet__startswith="skill:").exists()
        assert _row(learner, "sort:count:fifteens").misses == 2

    def test_a_right_answer_after_a_hint_shows_no_skill(self, learner: Learner) -> None:
        """It is an answer of its drill and no more; a miss in spite of a hint is one of its skills too."""
        _add(learner, Judged(demands=FIFTEENS_AND_PAIR), hinted=True)
        assert set(Tally.objects.values_list("facet", flat=True)) == {"all", "drill:count"}
        _add(learner, Judged(right=False, off=-3, demands=FIFTEENS_AND_PAIR, missed=("run",)), hinted=True)
        assert _row(learner, "skill:run").misses == 1
        assert _row(learner, "sort:count:fifteens").times == 1

    def test_learners_are_apart(self, learner: Learner) -> None:
        """Nobody sees another's rates."""
        other = Learner.objects.create_guest()
        _add(learner, Judged(right=False, off=-3, demands=FIFTEENS_AND_PAIR, missed=None))
        assert tallies.rates(other) == {"skills": {}, "paces": {}}
        assert isclose(tallies.rates(learner)["skills"]["run"][1], 1.0)
