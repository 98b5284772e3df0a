"""Which question is asked: one for a skill that is practised, and the one that has most to teach a learner."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from django.http import QueryDict

from game.strategy.causes import Cause
from tests.full import few
from trainer.drills.count import question as count_question
from trainer.drills.hands import CRIBS, FOUR_FLUSHED_CRIBS, MIX, HandClass, HandWish, class_of, deal
from trainer.drills.modes import Mode
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.drills.skills import Rates
from trainer.models import Learner
from trainer.practice import dealing
from trainer.practice.forms import RunForm
from trainer.practice.state import AskedQuestion, Sitting, drawn
from trainer.practice.words import settings_in_words
from trainer.progress import advice
from trainer.progress.verdicts import drill_of

NO_SKILLS = {Cause.MISSED: "count", "peg-unfounded": "peg"}
"""Names of errors that no question invites more than another, and the drills that know them."""
POSED = {"choose": 4, "go": 20, "discard": 6, "peg": 60}
"""Questions of drills that take long to pose."""
COUNT = DRILLS["count"]
HANDS = {"count", "itemise", "find"}


def wish_of(skill: str) -> tuple[str, Wish]:
    """Return the drill and the wish of the button that practises a skill."""
    form = RunForm(
        advice.practice_of(f"skill:{skill}"), QueryDict(advice.drill_url(f"skill:{skill}").partition("?")[2])
    )
    assert form.is_valid(), form.errors
    return form.drill, Wish(form.settings().options)


@pytest.mark.parametrize("slug", few([slug for slug, drill in DRILLS.items() if drill.skills], "count", "discard"))
def test_the_button_practises_the_thing(slug: str) -> None:
    """Of every skill and cause at least half of the questions ask for it, or five times as many as in the mix."""
    drill, number = DRILLS[slug], POSED.get(slug, 40)
    rng = Random(slug)
    mix = [dealing.skills_of(drill, drill.pose(rng, Wish())) for _ in range(number)]
    for skill in drill.skills:
        if skill in NO_SKILLS:
            continue
        by, wish = wish_of(skill)
        assert by == drill_of(skill) == slug
        asked = sum(skill in dealing.skills_of(drill, dealing.pose(drill, rng, wish)) for _ in range(number))
        assert asked >= min(number / 2, max(5 * sum(skill in each for each in mix), 1)), (skill, asked)


@pytest.mark.parametrize(("skill", "slug"), NO_SKILLS.items())
def test_what_no_question_asks_for_cannot_be_chosen(skill: str, slug: str) -> None:
    form = RunForm(slug, QueryDict(f"mode=calm&skill={skill}"))
    assert skill in DRILLS[slug].skills
    assert not form.is_valid()


def test_the_other_questions_keep_the_eye_open() -> None:
    """Not every question asks for the skill, or it would need no eye."""
    wish = Wish({"skill": "flush"})
    asked = [dealing.skills_of(COUNT, dealing.pose(COUNT, Random(seed), wish)) for seed in range(60)]
    assert any("flush" not in each for each in asked)


def test_what_is_practised_is_said() -> None:
    settings = Settings("count", Mode.CALM, None, {"skill": "nobs"})
    assert settings_in_words(settings) == "Count · Calm · Practise: One for his nob"


def test_one_crib_in_four_looks_like_a_flush() -> None:
    """Four cards of one suit, and the starter of another; the classes keep their shares."""
    rng, found, classes = Random(3), 0, dict.fromkeys(MIX, 0)
    for _ in range(1000):
        hand, starter = deal(rng, HandWish(crib=True))
        classes[class_of(hand, starter, crib=True)] += 1
        found += len({card.suit for card in hand}) == 1 and starter.suit is not hand[0].suit
    assert 210 <= found <= 290
    assert FOUR_FLUSHED_CRIBS / CRIBS == 0.25
    assert all(abs(number / 10 - MIX[kind]) < 5 for kind, number in classes.items())
    flush = deal(rng, HandWish(crib=True, only=[HandClass.FLUSH]))
    assert {card.suit for card in flush[0]} == {flush[1].suit}


RATES: Rates = {"nobs": (20.0, 16.0), "fifteen-2": (23.0, 0.5), "pair": (23.0, 0.5), "run": (23.0, 0.5)}
"""Somebody who misses his nob."""


def _nobs(seeds: range, rates: Rates | None) -> int:
    asked = [dealing.pose(COUNT, Random(seed), Wish(), rates) for seed in seeds]
    return sum("nobs" in dealing.skills_of(COUNT, question) for question in asked)


def test_what_is_likely_missed_is_asked_more() -> None:
    assert _nobs(range(100), RATES) > 2 * _nobs(range(100), None)


def test_what_was_practised_little_is_asked_more() -> None:
    """Of two things that are missed as often; without a word on how often each was ever asked for, they are alike."""
    missed = (20.0, 4.0)
    both: Rates = {skill: (*missed, ever) for skill, ever in (("nobs", 20.0), ("pair", 2000.0))}
    assert dealing.teaches({"nobs": 1}, both) > 5 * dealing.teaches({"pair": 1}, both)
    assert dealing.teaches({"nobs": 2}, both) == 2 * dealing.teaches({"nobs": 1}, both)
    alike: Rates = {"nobs": missed, "pair": missed}
    assert dealing.teaches({"nobs": 1}, alike) == dealing.teaches({"pair": 1}, alike)
    often = dict.fromkeys(("fifteen-2", "fifteen-3", "pair", "run", "flush"), (20.0, 4.0, 2000.0))
    assert _nobs(range(100), {**often, "nobs": (20.0, 4.0, 20.0)}) > _nobs(range(100), {**often, "nobs": often["run"]})


def test_of_somebody_unknown_nothing_is_presumed() -> None:
    """Their questions are those of the mix."""
    for seed in range(10):
        plain = COUNT.pose(Random(seed), Wish())
        assert dealing.pose(COUNT, Random(seed), Wish(), {"nobs": (3.0, 3.0)}) == plain


def test_what_another_drill_knows_says_nothing_of_this_one() -> None:
    """Many answers on pegs do not make a learner of counts known."""
    for seed in range(10):
        plain = COUNT.pose(Random(seed), Wish())
        assert dealing.pose(COUNT, Random(seed), Wish(), {"peg-pair": (400.0, 200.0), "nobs": (3.0, 3.0)}) == plain


def test_a_trap_is_not_passed_over_for_hands_with_more_in_them() -> None:
    """The crib's four-flush is dealt nearly as often as in the mix to somebody who has hardly met it."""
    often = {skill: (20.0, 0.4, 200.0) for skill in COUNT.skills if skill != Cause.CRIB_FOUR_FLUSH}
    known: Rates = {**often, Cause.CRIB_FOUR_FLUSH: (1.0, 0.0, 1.0)}
    dealt = [dealing.pose(COUNT, Random(seed), Wish(), known) for seed in range(150)]
    assert sum(Cause.CRIB_FOUR_FLUSH in dealing.skills_of(COUNT, each) for each in dealt) >= 5


@pytest.mark.parametrize("slug", DRILLS)
def test_among_as_many_as_the_drill_has_time_for(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of each drill whose questions take long to pose, and of the play, and twelve hands."""
    drill, posed = DRILLS[slug], list[object]()
    question = drill.pose(Random(1), Wish())

    def pose(_rng: Random, wish: Wish) -> object:
        posed.append(wish)
        return question

    monkeypatch.setattr(drill, "pose", pose)
    known = dict.fromkeys(drill.skills, (100.0, 20.0, 100.0))
    assert dealing.pose(drill, Random(1), Wish(), {**RATES, **known}) == question
    assert len(posed) == (1 if slug in {"choose", "cut", "discard", "go", "peg"} else 12 if slug in HANDS else 4)


def test_the_day_asks_everybody_the_same() -> None:
    """What a learner likely misses changes nothing."""
    asked = AskedQuestion("count", "4C 5S 6D JH | 4H")
    settings, now = Settings("count", Mode.DAILY), Learner().created_at
    plain = Sitting(key="k", settings=settings, seed=7, asked=asked, asked_at=now)
    personal = replace(plain, rates={"skills": {skill: list(rate) for skill, rate in RATES.items()}})
    assert drawn(plain) == drawn(personal)


@pytest.mark.parametrize(
    ("settings", "chosen"),
    [
        (Settings("count", Mode.CALM), True),
        (Settings("count", Mode.SPRINT, 180), False),
        (Settings("count", Mode.STREAK), False),
        (Settings("count", Mode.CLOCK, 30), False),
        (Settings("count", Mode.CALM, None, {"from": "dealt"}), False),
    ],
    ids=str,
)
def test_what_compares_is_the_same_for_everybody(settings: Settings, chosen: bool) -> None:
    """Only calm practice asks what this learner likely misses, and not in a run that was set for a class."""
    asked = AskedQuestion("count", "4C 5S 6D JH | 4H")
    wish = Wish(settings.options, settings.rise(0))
    differ = 0
    for seed in range(20):
        sitting = Sitting(
            key="k", settings=settings, seed=seed, asked=asked, asked_at=Learner().created_at,
            rates={"skills": {skill: list(rate) for skill, rate in RATES.items()}},
        )  # fmt: skip
        plain = str(count_question.pose(Random(f"{seed}/0/0"), wish))
        differ += drawn(sitting).text != plain
        set_for_class = Sitting(
            key="k", settings=settings, seed=seed, asked=asked, asked_at=Learner().created_at,
            rates=sitting.rates, assignment_id=1,
        )  # fmt: skip
        assert drawn(set_for_class).text == plain
    assert bool(differ) == chosen


@pytest.mark.parametrize("options", few([{}, {"from": "dealt"}], {"from": "dealt"}))
def test_a_run_rises_smoothly(options: dict[str, str]) -> None:
    """Each fifth of it is harder than the one before, hands as dealt too."""
    rises = [place / 5 for place in range(6)]
    hard = [
        sum(COUNT.hardness(COUNT.pose(Random(seed), Wish(options, rise))) for seed in range(300)) / 300
        for rise in rises
    ]
    steps = [after - before for before, after in pairwise(hard)]
    assert min(steps) > 0
    assert max(steps) < 0.4 * sum(steps)


@pytest.mark.parametrize(
    "weak", [("flush",), ("flush", "nobs", "run"), ("fifteens", "run", "double-run", "pair-royal")]
)
def test_at_most_half_is_of_what_one_is_weak_at(weak: tuple[str, ...]) -> None:
    wish = Wish({"weak": "on"}, weak=weak)
    found = [COUNT.mark(COUNT.pose(Random(seed), wish), "").sort in weak for seed in range(400)]
    assert 160 < sum(found) < 240
