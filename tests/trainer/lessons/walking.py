"""Somebody new who takes a lesson, screen by screen; what they send follows from the drills, nothing from a page."""

from dataclasses import dataclass, field

from django.test import Client

from tests.trainer.drills.posts import Answers, Posts
from tests.trainer.drills.samples import answers
from trainer.drills.registry import DRILLS
from trainer.glossary import TEXTS
from trainer.lessons.exhibits import EXHIBITS
from trainer.lessons.lesson import Exercise, Lesson
from trainer.lessons.syllabus import syllabus
from trainer.models import Attempt, Reading

SLUGS = [path.stem.partition("-")[2] for path in sorted(TEXTS.glob("en/*/*.md"))]
"""All lessons: a test of each is a test of its own."""
FIRSTS = [path.stem.partition("-")[2] for path in sorted(TEXTS.glob("en/*/1-*.md"))]
"""The first lesson of each chapter."""


def answers_to(exercise: Exercise) -> Answers:
    """What may be sent in answer to an exercise."""
    return answers(exercise.drill, exercise.question)


SCREENS = [*EXHIBITS, *DRILLS]
"""What screens have beside their words: an exhibit, or a question of a drill."""


def first_with(kind: str) -> tuple[Lesson, int]:
    """The first screen of a kind: its lesson, and the place in it."""
    for lesson in syllabus().lessons:
        for place, screen in enumerate(lesson.screens, 1):
            if kind in screen.blocks[:1]:
                return lesson, place
    raise LookupError(kind)


@dataclass
class Walker:
    """Somebody new who takes a lesson, through plain forms or as a page with JavaScript sends them."""

    slug: str
    sent: dict[str, str] = field(default_factory=dict)
    client: Client = field(default_factory=Client)

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return syllabus().by_slug[self.slug]

    @property
    def reading(self) -> Reading:
        """What is kept of it."""
        return Reading.objects.get(learner_id=self.client.session["_auth_user_id"], lesson=self.slug)

    def send(self, address: str, posts: Posts) -> str:
        """Send forms one after the other; the page that comes of the last."""
        for post in posts:
            response = self.client.post(address, post, follow=True, headers=self.sent)
            assert response.status_code == 200
        return response.text

    def step(self, place: int, posts: Posts) -> tuple[Attempt, str]:
        """Answer on a screen: how that was kept, and the page."""
        page = self.send(f"/lessons/{self.slug}/{place}/", posts)
        exercise = self.lesson.exercises[place]
        attempts = Attempt.objects.filter(learner=self.reading.learner)
        return attempts.get(drill=exercise.drill, question=exercise.question), page

    def check(self, *misses: int) -> list[Exercise]:
        """Take a check from its beginning to its end, and miss these of its questions, from 1; what was asked."""
        self.client.post(f"/lessons/{self.slug}/check/")
        run = self.reading.check_run
        asked: list[Exercise] = []
        while run and not run.ended_at:
            asked.append(Exercise(run.drill, run.asked))
            given = answers_to(asked[-1])
            self.send(f"/runs/{run.key}/", given.wrong[0] if len(asked) in misses else given.right)
            self.send(f"/runs/{run.key}/", ({"next": "1"},))
            run.refresh_from_db()
        return asked

    def page(self) -> str:
        """The lesson's own page."""
        return self.client.get(f"/lessons/{self.slug}/").text
