"""Where a learner stands: the next thing to do, what is due, today's run, the lesson to go on with, the latest runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from django.db.models import F
from django.urls import reverse

from game.engine.cards import Card
from game.models import Match, Origin
from trainer.drills.registry import OF_THE_DAY
from trainer.lessons import progress as lesson_progress
from trainer.lessons.lesson import Lesson
from trainer.models import Learner, Run
from trainer.practice import daily, summary_words, words
from trainer.practice.summary import RecentRuns, recent_runs
from trainer.progress import advice, recall
from trainer.progress.advice import Advice
from trainer.progress.tallies import ALL, DRILL, LOAD, SKILL, SORT
from trainer.progress.verdicts import RECENT_DAYS, Record, records


@dataclass(frozen=True)
class Overview:
    """Where a learner stands. `match` is a game in play, `today` the try at today's run, and `lesson` the next one.

    `records` are of the last days; `lessons` are the drills that the lessons begun practise. `played` is the last game
    of somebody who has done nothing but play.
    """

    match: Match | None
    due: int
    records: Sequence[Record]
    today: Run | None
    lesson: Lesson | None
    lessons: frozenset[str]
    lessons_done: int
    runs: RecentRuns
    played: Match | None = None

    @property
    def is_new(self) -> bool:
        """Whether the learner has done nothing at all."""
        played, runs = self.match or self.played, self.runs.going or self.runs.of_drill
        return not (played or self.due or self.records or self.lessons or runs)

    @cached_property
    def weakness(self) -> Advice | None:
        """Advice to practise what is weak."""
        return advice.of_weakness(self.records, self._known)

    @cached_property
    def next_step(self) -> Advice:
        """The one thing to do next: a game in play, recall, a weakness, today's run, a run that was left, the next
        lesson, a sprint."""
        return (
            self._game
            or advice.of_recall(self.due)
            or self.weakness
            or self._today
            or self._run
            or self._lesson
            or advice.of_sprint()
        )

    @cached_property
    def _known(self) -> set[str]:
        return advice.practised(self.records, self.lessons)

    @property
    def _game(self) -> Advice | None:
        if self.match is None:
            return None
        return Advice(words.game_sentence(), words.go_on_game(), reverse("table", args=[self.match.key]))

    @property
    def _today(self) -> Advice | None:
        """Advice on today's run, for somebody who knows its drill."""
        if self.today and not self.today.ended_at:
            return Advice(
                words.today_going(self.today.number), words.go_on_today(), reverse("run", args=[self.today.key])
            )
        if self.today or OF_THE_DAY not in self._known:
            return None
        return Advice(words.today_ready(), words.begin_today(), reverse("daily_begin"))

    @property
    def _run(self) -> Advice | None:
        """Advice to go on with a run that was left, for somebody who practises without the lessons."""
        if self.lessons_done or not self.runs.going:
            return None
        run = self.runs.going[0]
        sentence = words.run_sentence(summary_words.drill_so_far(run))
        return Advice(sentence, words.go_on_run(), reverse("run", args=[run.key]))

    @property
    def _lesson(self) -> Advice | None:
        if self.lesson is None:
            return None
        sentence, label = words.first_lesson_sentence(self.lesson.title), words.begin_learning()
        if self.lessons_done:
            sentence, label = words.lesson_sentence(self.lesson.title), words.go_on_learning()
        return Advice(sentence, label, reverse("lesson", args=[self.lesson.slug]))


def _in_play(learner: Learner) -> Match | None:
    """Return the game to go on with: one with people first, unless a bot plays for the learner. What is only tried out
    from a review is none."""
    mine = Match.objects.filter(over=False, seats__learner=learner, seats__stand_in="").exclude(origin=Origin.AGAIN)
    return mine.order_by(F("party__begun_at").desc(nulls_last=True), "-played_at").first()


def _last_played(learner: Learner) -> Match | None:
    """Return the last match that is over, but for what was tried out from a review."""
    over = Match.objects.filter(over=True, seats__learner=learner).exclude(origin=Origin.AGAIN)
    return over.prefetch_related("seats").order_by("-played_at").first()


def overview(learner: Learner, now: datetime) -> Overview:
    """Return where a learner stands. Six queries; one or two more for who has done nothing yet, or nothing but play."""
    readings = lesson_progress.readings_of(learner)
    found = Overview(
        match=_in_play(learner),
        due=recall.due_count(learner, now),
        records=records(learner, RECENT_DAYS, [SKILL, SORT, LOAD, DRILL, ALL]),
        today=daily.try_of(learner, daily.today(now)),
        lesson=lesson_progress.next_lesson(readings),
        lessons=frozenset(lesson_progress.drills_begun(readings)),
        lessons_done=len(lesson_progress.done(readings)),
        runs=recent_runs(learner, now),
    )
    return replace(found, played=_last_played(learner)) if found.is_new else found


def due_cards(found: Overview, learner: Learner, now: datetime) -> Sequence[Card]:
    """Return the cards of the question that recall asks first, if recall is the next step. One query at most."""
    items = recall.due_items(learner, now) if found.due and not found.match else []
    return summary_words.pictured(items[0]) if items else []
