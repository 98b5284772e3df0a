"""A learner's weakness is recognised from their claims alone, and a learner without one gets no advice about one."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from tests.full import few
from tests.trainer.progress import tallied
from tests.trainer.progress.kept import Kept
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion, skill_of
from trainer.drills.questions import Wish
from trainer.models import Attempt, Learner
from trainer.progress import advice as progress_advice
from trainer.progress import tallies, verdicts

NOBS = {"nobs": 0.7}
FIFTEENS = {"fifteen-3": 0.5}
NONE: dict[str, float] = {}
OTHERWISE = 0.03
"""How often everything else is missed."""
ANSWERS = 60
SEEDS = range(20)
NOW = datetime(2026, 3, 5, 12, tzinfo=UTC)


def claim(rng: Random, question: CountQuestion, weakness: Mapping[str, float]) -> str:
    """Return the claim of somebody who misses items at random: the sum of the others."""
    seen = [score for score in question.scores if rng.random() >= weakness.get(skill_of(score), OTHERWISE)]
    return str(sum(score.points for score in seen))


def told(seed: int, weakness: Mapping[str, float], answers: int = ANSWERS) -> list[list[str]]:
    """Return the weak facets after each of the learner's answers."""
    rng, kept, found = Random(seed), Kept(), []
    for _ in range(answers):
        question = count_question.pose(rng, Wish())
        claimed = claim(rng, question, weakness)
        kept.add("count", count_question.mark(question, claimed), claimed)
        found.append([one.record.facet for one in kept.weak()])
    return found


class TestRecognition:
    """Hands of the usual mix."""

    @pytest.mark.parametrize("weakness", few([NOBS, FIFTEENS], NOBS), ids=["nobs", "fifteens of three"])
    def test_the_weakness_is_first(self, weakness: Mapping[str, float]) -> None:
        """In 18 of 20 seeds after sixty hands, and in all of them within 120."""
        (skill,) = weakness
        first = [[found[:1] == [f"skill:{skill}"] for found in told(seed, weakness, 2 * ANSWERS)] for seed in SEEDS]
        assert sum(any(found[:ANSWERS]) for found in first) >= 18
        assert all(any(found) for found in first)

    def test_nobody_is_told_of_a_weakness_they_have_not(self) -> None:
        """After none of the sixty answers, in 19 of 20 seeds."""
        assert sum(not any(told(seed, NONE)) for seed in SEEDS) >= 19


@pytest.mark.django_db
class TestThroughTheDatabase:
    """The same with tallies in the database."""

    @pytest.mark.parametrize("weakness", [NOBS, FIFTEENS, NONE], ids=["nobs", "fifteens of three", "none"])
    def test_advice(self, weakness: Mapping[str, float]) -> None:
        """The tallies in the database and in memory agree, and the advice follows from them."""
        learner, rng, kept = Learner.objects.create_guest(), Random(1), Kept()
        rates = tallies.rates(learner)
        for number in range(ANSWERS):
            question = count_question.pose(rng, Wish())
            claimed = claim(rng, question, weakness)
            kept.add("count", count_question.mark(question, claimed), claimed)
            at = datetime.now(UTC) - timedelta(minutes=ANSWERS - number)
            marking = count_question.mark(question, claimed)
            attempt = Attempt(
                learner=learner,
                drill="count",
                sort=marking.sort,
                answer=claimed,
                right=marking.right,
                asked_at=at - timedelta(seconds=9),
                answered_at=at,
            )
            rates = tallied.add(attempt, marking, rates)
        records = verdicts.records(learner, verdicts.RECENT_DAYS, ["skill:", "sort:"])
        assert [one.record.facet for one in verdicts.weaknesses(verdicts.judge(records))] == [
            one.record.facet for one in kept.weak()
        ]
        advice = progress_advice.of_weakness(records, {"count"})
        expected = {"nobs": "skill=nobs", "fifteen-3": "skill=fifteen-3"}
        assert bool(weakness) == (advice is not None)
        assert all(advice and expected[skill] in advice.url for skill in weakness)
