"""Five weeks of somebody who learns, for pictures: runs that become quicker and surer, weak spots, recall, games.

The same at every call, but for the days, which end today. Nothing waits: the clock of the site is moved.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import pytest
from django.http import QueryDict
from django.utils import timezone

from game.after import losses
from game.engine.play import legal
from game.engine.rules import Rules
from game.engine.scoring import Kind, total
from game.models import Action, JudgedGame, Match, Review
from game.referee import Course
from tests.chance import seed
from tests.game.finished import finished, reviewed
from tests.trainer.drills.posts import Posts
from tests.trainer.drills.samples import answers
from trainer.drills.modes import Mode
from trainer.drills.registry import EXAM
from trainer.drills.settings import Settings
from trainer.lessons.syllabus import syllabus
from trainer.models import Classroom, Learner, Membership, Reading, Run, Stage
from trainer.practice import addresses, daily, state
from trainer.practice.commands import perform
from trainer.practice.service import CommandRefused
from trainer.practice.state import AskedQuestion, Sitting

DAYS = 34
"""How many days ago the first run was."""
_FREE = {31, 28, 27, 24, 21, 20, 14, 9, 6}
"""How many days ago nothing was done."""
_SPRINT = Settings("count", Mode.SPRINT, 180)
_OTHERS = (
    Settings("discard", Mode.ROUND),
    Settings("count", Mode.CALM),
    Settings("peg", Mode.STREAK),
    Settings("muggins", Mode.CALM),
    Settings("choose", Mode.ROUND),
    Settings("count", Mode.STREAK),
    Settings("go", Mode.CALM),
    Settings("cut", Mode.CALM),
    Settings("rules", Mode.CALM),
)
_SECONDS = {"count": 13, "discard": 17, "choose": 11, "peg": 8, "cut": 30}
"""How long an answer takes at first, where that is not 9 seconds."""
_LONGEST = 10
"""How many answers a run has at most."""
_GAMES = ((19, (0.0, 1.8, 0.0, 0.6)), (11, (0.0, 0.0, 1.1, 0.3)), (4, (0.0, 0.4, 0.0)), (1, (0.0, 0.0, 0.0, 0.9)))
"""How many days ago games were played, and the points that their decisions gave up in turn."""


@dataclass
class Season:
    """A learner, and the time of the site as long as the season lasts."""

    learner: Learner
    now: datetime
    chance: Random = field(default_factory=lambda: Random("season"))

    def day(self, ago: int) -> None:
        """Go to the evening of a day, or to a while before now."""
        evening = (self.end - timedelta(days=ago)).replace(hour=18, minute=10, second=0)
        self.now = min(evening, self.end - timedelta(hours=1))

    def __post_init__(self) -> None:
        self.end = self.now

    def skill(self) -> float:
        """How far the learner has come, from 0 to 1."""
        return 1 - (self.end - self.now) / timedelta(days=DAYS)

    def run(self, settings: Settings) -> str:
        """Take a run to its end, and return its key."""
        sitting = addresses.about_to_begin(addresses.start_url(settings).split("/")[2])
        length = settings.mode.traits.length or _LONGEST - self.chance.randrange(4)
        while not sitting.is_over and (sitting.number < length or settings.seconds):
            if sitting.waits:
                sitting = perform(QueryDict("look=1"), sitting, self.learner).sitting
            try:
                sitting = self._answered(sitting)
            except CommandRefused:  # the time is up
                sitting = perform(QueryDict("time=1"), sitting, self.learner).sitting
            if sitting.stage == Stage.SHOWN:
                sitting = perform(QueryDict("next=1"), sitting, self.learner).sitting
        if not sitting.is_over:
            sitting = perform(QueryDict("end=1"), sitting, self.learner).sitting
        self.now += timedelta(minutes=2)
        return sitting.key

    def _answered(self, sitting: Sitting) -> Sitting:
        seconds = _SECONDS.get(sitting.asked.drill, 9) * (1 - 0.5 * self.skill()) * self.chance.uniform(0.6, 1.5)
        self.now += timedelta(seconds=seconds)
        for post in self._posts(sitting.asked):
            sent = QueryDict(mutable=True)
            for name, value in post.items():
                sent.setlist(name, [value] if isinstance(value, str) else value)
            sitting = perform(sent, sitting, self.learner).sitting
        return sitting

    def _posts(self, asked: AskedQuestion) -> Posts:
        """What is sent: his nob and the third fifteen are overlooked more often than all else."""
        known = answers(asked.drill, asked.text)
        luck, misses = self.chance.random(), 0.28 - 0.2 * self.skill()
        if asked.drill == "count":
            scores = asked.question.scores
            kinds = [score.kind for score in scores]
            for kind, times, share, points in ((Kind.NOBS, 1, 0.7, 1), (Kind.FIFTEEN, 3, 0.35, 2)):
                if kinds.count(kind) >= times and luck < share:
                    return ({"claim": str(total(scores) - points)},)
            misses /= 4
        return self.chance.choice(known.wrong) if known.wrong and luck < misses else known.right

    def game(self, ago: int, *lost: float) -> None:
        """Play a game of that day to its end, and review it."""
        self.day(ago)
        course = finished(self.learner, Rules(target=61), f"season {ago}")
        Match.objects.filter(pk=course.match.pk).update(created_at=self.now, played_at=self.now)
        Action.objects.filter(game=course.game).update(at=self.now)
        losses.keep(course, _with_better(course, reviewed(course, *lost)))
        JudgedGame.objects.filter(game=course.game).update(ended_at=self.now)


def _with_better(course: Course, review: Review) -> Review:
    """Let the best choice be another one wherever points were given up."""
    for decision in review.decisions:
        taken = course.log.action(decision["number"])
        state = course.log.state(decision["number"])
        others = [one for one in legal(state) if type(one) is type(taken) and one != taken and one.seat == taken.seat]
        if decision["points"] and others:
            decision["best"] = str(others[-1])
    review.save(update_fields=["decisions"])
    return review


@contextmanager
def _moved(season: Season) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        seed(patch, "season")
        patch.setattr(timezone, "now", lambda: season.now)
        for module in (addresses, state):  # the questions of a run depend on its key alone
            patch.setattr(module, "seed_of", lambda text, _secret="": Random(text.split()[0]).getrandbits(62))
        yield


def a_season(learner: Learner) -> str:
    """Let a learner have practised for five weeks, until an hour ago. Return the key of the last run."""
    season = Season(learner, timezone.now())
    with _moved(season):
        for ago in (ago for ago in range(DAYS, -1, -1) if ago not in _FREE):
            season.day(ago)
            if ago % 2:
                season.run(_OTHERS[ago // 2 % len(_OTHERS)])
            if ago % 2 == 0 or ago < 4:
                last = season.run(_SPRINT)
    for ago, lost in _GAMES:
        season.game(ago, *lost)
    Learner.objects.filter(pk=learner.pk).update(created_at=season.end - timedelta(days=DAYS))
    _lessons(season)
    _class(learner)
    _results_of_the_day(season.end)
    return last


def an_exam(learner: Learner) -> str:
    """Let a learner have taken an exam just now. Return its key."""
    season = Season(learner, timezone.now())
    with _moved(season):
        return season.run(EXAM)


def _lessons(season: Season) -> None:
    """Nine lessons are done, and the tenth begun."""
    for place, lesson in enumerate(syllabus().lessons[:9]):
        at = season.end - timedelta(days=DAYS - 3 * place)
        Reading.objects.create(
            learner=season.learner, lesson=lesson.slug, stars=3 - place % 3 // 2, checks=1, begun_at=at, done_at=at
        )


def _results_of_the_day(now: datetime) -> None:
    """Six others have counted the hands of today."""
    for place, name in enumerate(("Marta", "Kit", "Nobs and heels", "Ruth", "Tomasz", "Old Dealer")):
        learner = Learner.objects.create(name=f"{name} of the day", public_name=name)
        Run.objects.create(
            learner=learner,
            settings=str(daily.SETTINGS),
            seed=0,
            drill=daily.SETTINGS.drill,
            stage=Stage.OVER,
            day=daily.today(now),
            number=daily.HANDS,
            right=daily.HANDS - place,
            score=daily.HANDS - place,
            spent=140 + 23 * place,
            begun_at=now,
            ended_at=now,
        )


def _class(organiser: Learner) -> None:
    """A class of three beside its organiser."""
    room = Classroom.objects.create(name="Tuesday evening", code="KQ7-FIFTEEN", organiser=organiser)
    for called in ("Anna", "Ben", "Chiara"):
        Membership.objects.create(
            classroom=room, learner=Learner.objects.create_guest(), called=called, shares=called != "Ben"
        )
