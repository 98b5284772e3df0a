"""The data of a run's summary: its answers, their statistics, and other runs with the same settings.

The number of queries is constant, and no query returns more rows than the run has answers, a month has runs, or a page
has rows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean, median

from django.db.models import Max, Min, Q, QuerySet

from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Recall, Run
from trainer.practice import rules, service, state
from trainer.practice.state import AskedQuestion, Sitting
from trainer.progress.tallies import AWAY_AFTER
from trainer.progress.verdicts import unhurried

MAX_TILES = 200
"""The most answers of a run that are shown, the latest."""
MAX_REPLAYED = 50
"""The most misses that one run replays, the latest."""
MAX_PAST_RUNS = 20
"""The most runs with the same settings that are drawn."""
PAGE_LENGTH = 30
"""Runs on a page of the list."""
_LATEST = 8
"""Answers of a run that stand beside its next question."""
_RECENT = 40
"""Runs that are looked through for the last of each drill."""
_LEFT = timedelta(days=7)
"""How long a run that was left is offered."""
_MOST_LEFT = 2
"""The most of them that are offered."""
WINDOWS = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
"""The windows of time that have a best score each, besides "ever"."""

COMPLETE_RUNS = ~Q(settings__contains=f" {Mode.ROUND}") | Q(number__gte=Mode.ROUND.traits.length)
"""Runs that can be a best. A round that ended early is left out: it gave up fewer points because it is short."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a run. `text` is its text form, "" if it did not come in time; `lost` is in points; `seconds` is
    None if the question was abandoned."""

    number: int
    asked: AskedQuestion
    text: str
    right: bool
    late: bool
    lost: float
    answered_at: datetime
    seconds: float | None
    sort: str

    @property
    def good(self) -> bool:
        """Return whether the answer was right and in time."""
        return self.right and not self.late


def answers_of(sitting: Sitting) -> list[Answer]:
    """Return all answers of a run in order. One query."""
    return _answers(Attempt.objects.filter(run_id=sitting.pk).order_by("number"))


def latest_answers(sitting: Sitting) -> list[Answer]:
    """Return the last few answers of a run, the latest first. One query, none for a run without an answer."""
    if not sitting.number:
        return []
    return _answers(Attempt.objects.filter(run_id=sitting.pk).order_by("-number")[:_LATEST])


def outcomes(run: Run, number: int) -> list[tuple[int, bool]]:
    """Return the numbers of a run's answers in order, and whether each was right and in time. One query.

    Of a very long run they are those about the answer with this number.
    """
    first = max(number - MAX_TILES // 2, 0)
    some = Attempt.objects.filter(run=run, number__gte=first).order_by("number")
    rows = some.values_list("number", "right", "late")[:MAX_TILES]
    return [(number, right and not late) for number, right, late in rows]


def _answers(attempts: QuerySet[Attempt]) -> list[Answer]:
    columns = ("number", "drill", "question", "answer", "right", "late", "lost", "answered_at", "asked_at", "sort")
    rows = attempts.values_list(*columns)
    return [
        Answer(number, AskedQuestion(drill, question), text, right, late, lost, at, _seconds(asked_at, at), sort)
        for number, drill, question, text, right, late, lost, at, asked_at, sort in rows
    ]


def _seconds(asked_at: datetime, answered_at: datetime) -> float | None:
    seconds = max((answered_at - asked_at).total_seconds(), 0.0)
    return seconds if seconds < AWAY_AFTER else None


@dataclass(frozen=True, slots=True)
class RunFigures:
    """Statistics of a run's answers. `median` and `mean` are seconds an answer; `hardest` is the hardest right one."""

    number: int
    right: int
    median: float | None
    mean: float | None
    hardest: Answer | None

    def slow(self, answer: Answer) -> bool:
        """Return whether an answer took much longer than the mean of the run, and longer than its kind should take."""
        if self.mean is None or answer.seconds is None:
            return False
        return answer.seconds > max(rules.SLOW * self.mean, unhurried(answer.asked.drill, answer.sort))


def figures(answers: Sequence[Answer]) -> RunFigures:
    """Return the statistics of the answers; `hardest` is one of those that are shown."""
    times = [answer.seconds for answer in answers if answer.seconds is not None]
    return RunFigures(
        number=len(answers),
        right=sum(answer.good for answer in answers),
        median=median(times) if times else None,
        mean=fmean(times) if times else None,
        hardest=max((answer for answer in answers[-MAX_TILES:] if answer.good), key=_hardness, default=None),
    )


def _hardness(answer: Answer) -> float:
    return answer.asked.definition.hardness(answer.asked.question)


def to_replay(settings: Settings, answers: Sequence[Answer]) -> list[AskedQuestion]:
    """Return the questions whose last answer in the run was not good, the easiest first.

    It is empty for modes that repeat misses by themselves, as recall runs and lessons do.
    """
    if settings.mode.traits.returns_misses:
        return []
    last = {answer.asked: answer for answer in answers}
    missed = [answer for answer in last.values() if not answer.good][-MAX_REPLAYED:]
    return [answer.asked for answer in sorted(missed, key=_hardness)]


# ---------------------------------------------------------------------------------------------------- other runs


@dataclass(frozen=True, slots=True)
class PastRun:
    """The result of a run with the same settings."""

    key: str
    score: float
    number: int
    right: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run compared with other runs of the same settings.

    `past` has the latest runs, this one included, the earliest first. `before` is the best score of the other runs.
    `best` is the best score, this run included, of each window in `WINDOWS` and of "ever". A score is None if there is
    no such run.
    """

    past: Sequence[PastRun]
    before: float | None
    best: dict[str, float | None]

    def is_best(self, score: float) -> bool:
        """Return whether a score is better than that of all other runs, where there are some."""
        return self.before is not None and score > self.before


def compare(sitting: Sitting, now: datetime) -> Comparison | None:
    """Compare a run with others of the same settings; None for modes whose runs are not comparable. Three queries."""
    if not sitting.settings.mode.traits.compares_runs:
        return None
    alike = Run.objects.filter(COMPLETE_RUNS, learner=sitting.learner, settings=str(sitting.settings))
    ended = alike.filter(ended_at__isnull=False)
    others = ended.exclude(pk=sitting.pk)
    before = others.order_by("-score").values_list("score", flat=True).first()
    since = {name: now - window for name, window in WINDOWS.items()}
    best: dict[str, float | None] = others.filter(ended_at__gte=min(since.values())).aggregate(
        **{name: Max("score", filter=Q(ended_at__gte=start)) for name, start in since.items()}
    )
    score, counts = sitting.standing.score, sitting.standing.ended_at if is_complete(sitting) else None
    if counts:
        best = {name: _best(best[name], score) if counts >= since[name] else best[name] for name in since}
    best["ever"] = _best(before, score) if counts else before
    columns = ("key", "score", "number", "right", "ended_at")
    past = [PastRun(*row) for row in ended.order_by("-ended_at").values_list(*columns)[:MAX_PAST_RUNS]]
    return Comparison(past[::-1], before, best)


def can_be_best(sitting: Sitting) -> bool:
    """Return whether a run is over, with answers, and complete."""
    return bool(sitting.is_over and sitting.number and is_complete(sitting))


def is_complete(sitting: Sitting) -> bool:
    """Return whether a run can be a best: see `COMPLETE_RUNS`."""
    return sitting.settings.mode is not Mode.ROUND or sitting.number >= (Mode.ROUND.traits.length or 0)


def _best(one: float | None, other: float) -> float:
    return other if one is None else max(one, other)


WIDTH, HEIGHT = 320, 116
"""Size of the sparkline, in SVG units."""
_EDGE = 26
"""Room round the dots, for the figures above the highest and below the lowest."""


@dataclass(frozen=True, slots=True)
class Sparkline:
    """Past runs as a line: `line` for an SVG polyline, and x, y and run of each dot."""

    line: str
    dots: Sequence[tuple[float, float, PastRun]]


def sparkline(past: Sequence[PastRun]) -> Sparkline | None:
    """Return the sparkline of past runs in the given order, or None for fewer than two."""
    if len(past) < 2:
        return None
    scores = [each.score for each in past]
    low, span = min(scores), max(scores) - min(scores)
    step = (WIDTH - 2 * _EDGE) / (len(past) - 1)
    high = HEIGHT - 2 * _EDGE
    dots = [
        (
            round(_EDGE + place * step, 1),
            round(HEIGHT - _EDGE - (high * (each.score - low) / span if span else high / 2), 1),
            each,
        )
        for place, each in enumerate(past)
    ]
    return Sparkline(" ".join(f"{x},{y}" for x, y, _each in dots), dots)


# ---------------------------------------------------------------------------------------------- retried questions


@dataclass(frozen=True, slots=True)
class RetriedQuestion:
    """A question of a replay, a recall run or a check: its last answer and how often the run asked it.

    `item` is the current recall item, in a recall run.
    """

    answer: Answer
    times: int
    item: Recall | None = None


def retried_questions(sitting: Sitting, answers: Sequence[Answer]) -> list[RetriedQuestion]:
    """Return the last questions of a replay, a recall run or a check. One query for a recall run, otherwise none."""
    last: dict[AskedQuestion, tuple[Answer, int]] = {}
    for answer in answers:
        last[answer.asked] = (answer, last[answer.asked][1] + 1 if answer.asked in last else 1)
    items = _items(sitting, answers[-MAX_TILES:]) if sitting.settings.mode is Mode.RECALL else {}
    shown = list(last.values())[-MAX_TILES:]
    return [RetriedQuestion(answer, times, items.get(answer.answered_at)) for answer, times in shown]


def _items(sitting: Sitting, answers: Sequence[Answer]) -> dict[datetime, Recall]:
    """Return the recall items whose latest review is one of these answers, by the time of the answer."""
    reviews = [answer.answered_at.isoformat() for answer in answers]
    items = Recall.objects.filter(learner=sitting.learner, card__last_review__in=reviews)
    return {datetime.fromisoformat(item.card["last_review"]): item for item in items}


# ------------------------------------------------------------------------------------------------- list of runs


@dataclass(frozen=True, slots=True)
class RunsPage:
    """A page of runs, the latest first; `older` is the key after which the next page begins, "" on the last page."""

    runs: Sequence[Run]
    older: str


def runs_page(learner: Learner, after: str = "") -> RunsPage:
    """Return the page of runs older than the run with the key `after`, or the first page. At most two queries.

    A key that is not the learner's is ignored.
    """
    runs = Run.objects.filter(learner=learner).exclude(number=0, ended_at__isnull=False)
    last = Run.objects.filter(learner=learner, key=after).first() if after.isprintable() and after else None
    if last:
        runs = runs.filter(Q(asked_at__lt=last.asked_at) | Q(asked_at=last.asked_at, pk__lt=last.pk))
    rows = list(runs.order_by("-asked_at", "-pk")[: PAGE_LENGTH + 1])
    return RunsPage(rows[:PAGE_LENGTH], rows[PAGE_LENGTH - 1].key if len(rows) > PAGE_LENGTH else "")


def best_scores(learner: Learner, runs: Iterable[Run]) -> dict[str, float]:
    """Return the best score by settings, of those of these runs under which there are several that compare. One query.

    An index has them in order.
    """
    alike = Run.objects.filter(COMPLETE_RUNS, learner=learner, settings__in={run.settings for run in runs})
    rows = alike.filter(ended_at__isnull=False, number__gt=0).order_by().values("settings")
    return {
        row["settings"]: row["best"]
        for row in rows.annotate(best=Max("score"), least=Min("score"))
        if row["best"] > row["least"] and Settings.parse(row["settings"]).mode.traits.compares_runs
    }


@dataclass(frozen=True, slots=True)
class RecentRuns:
    """The latest runs with answers, lessons left out: those that can be gone on with, and the last of each drill."""

    going: Sequence[Run]
    of_drill: Mapping[str, Run]

    @property
    def last(self) -> Run | None:
        """The latest finished run."""
        return max(self.of_drill.values(), key=lambda run: run.asked_at, default=None)


def recent_runs(learner: Learner, now: datetime) -> RecentRuns:
    """Return the latest runs of a learner. One query, and more where an exam that was left ends."""
    runs = Run.objects.filter(learner=learner, number__gt=0).exclude(settings__startswith="lesson ")
    going: dict[str, Run] = {}
    of_drill: dict[str, Run] = {}
    for run in runs.order_by("-asked_at")[:_RECENT]:
        settings = Settings.parse(run.settings)
        if state.settled(service.end_if_left(Sitting.of(run, learner), now), now).is_over:
            if settings.mode.traits.compares_runs:
                of_drill.setdefault(run.drill, run)
        elif run.day is None and now - run.asked_at < _LEFT:
            going.setdefault(run.settings, run)
    return RecentRuns(tuple(going.values())[:_MOST_LEFT], of_drill)


def is_over(run: Run, now: datetime) -> bool:
    """Return whether a run is over at `now`, even if its row does not say so yet."""
    return state.settled(Sitting.of(run), now).is_over
