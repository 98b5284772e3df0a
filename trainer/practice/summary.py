"""What is read for the summary of a run: its answers, what they come to, and the runs beside which it stands.

The number of queries does not depend on how much a learner has done, and no read is longer than the run itself, the
runs of a month, or a page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean, median
from typing import Any

from django.db.models import Max, Q

from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Recall, Run
from trainer.practice import rules as runs
from trainer.practice import state
from trainer.practice.state import AskedQuestion, Sitting
from trainer.progress.tallies import ABANDONED_AFTER

TILES = 200
"""Answers that are shown of a run, the last of them."""
REPLAYED = 50
"""Misses that are replayed at once, the last of them."""
PAST = 20
"""Runs of the same settings that are drawn."""
PAGE = 30
"""Runs on a page of the list."""
WINDOWS = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=30)}
"""How far back a best may lie, besides ever."""

WHOLE = ~Q(settings__contains=f" {Mode.ROUND}") | Q(number__gte=Mode.ROUND.traits.length)
"""Runs that may be a best: a round that was ended early gave less up because it is short."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of a run. `lost` is in points, `seconds` None where the question was left lying."""

    number: int
    asked: AskedQuestion
    right: bool
    late: bool
    lost: float
    answered_at: datetime
    seconds: float | None

    @property
    def good(self) -> bool:
        """Whether there is nothing to replay: it was right, and in time."""
        return self.right and not self.late


def answers_of(sitting: Sitting) -> list[Answer]:
    """All answers of a run in their order. One query."""
    columns = ("number", "drill", "question", "right", "late", "lost", "answered_at", "asked_at")
    rows = Attempt.objects.filter(run_id=sitting.pk).order_by("number")
    return [_answer(**row) for row in rows.values(*columns)]


def _answer(drill: str, question: str, asked_at: datetime, **told: Any) -> Answer:
    seconds = (told["answered_at"] - asked_at).total_seconds()
    return Answer(**told, asked=AskedQuestion(drill, question), seconds=seconds if seconds < ABANDONED_AFTER else None)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the answers of a run come to. Seconds are a question's; `hardest` is the hardest that was right."""

    number: int
    right: int
    median: float | None
    mean: float | None
    hardest: Answer | None

    def slow(self, answer: Answer) -> bool:
        """Whether an answer took much longer than the others of the run. UX.md, Runs."""
        return self.mean is not None and answer.seconds is not None and answer.seconds > runs.SLOW * self.mean


def figures(answers: Sequence[Answer]) -> Figures:
    """What the answers come to; the hardest is looked for among those that are shown."""
    times = [answer.seconds for answer in answers if answer.seconds is not None]
    return Figures(
        number=len(answers),
        right=sum(answer.good for answer in answers),
        median=median(times) if times else None,
        mean=fmean(times) if times else None,
        hardest=max((answer for answer in answers[-TILES:] if answer.good), key=_hardness, default=None),
    )


def _hardness(answer: Answer) -> float:
    return answer.asked.definition.hardness(answer.asked.question)


def to_replay(settings: Settings, answers: Sequence[Answer]) -> list[AskedQuestion]:
    """The questions to be replayed, the easiest first: those whose last answer of the run was not good.

    What was missed in a recall run or a lesson comes back by itself.
    """
    if settings.mode.traits.returns_misses:
        return []
    last = {answer.asked: answer for answer in answers}
    missed = [answer for answer in last.values() if not answer.good][-REPLAYED:]
    return [answer.asked for answer in sorted(missed, key=_hardness)]


# ---------------------------------------------------------------------------------------------------- other runs


@dataclass(frozen=True, slots=True)
class Past:
    """A run of the same settings: what it came to and when."""

    key: str
    score: float
    number: int
    right: int
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Beside:
    """The runs of the same settings beside which a run stands: the last of them, with itself, the first first.

    `before` is the best score of all others; `best` the best, with this run, of the windows in `WINDOWS`, and of
    "ever". None where there is no such run.
    """

    past: Sequence[Past]
    before: float | None
    best: dict[str, float | None]


def beside(sitting: Sitting, now: datetime) -> Beside | None:
    """What a run is measured by; None for one that compares with no other. Three queries."""
    if not sitting.settings.mode.traits.compares_runs:
        return None
    alike = Run.objects.filter(WHOLE, learner=sitting.learner, settings=str(sitting.settings))
    ended = alike.filter(ended_at__isnull=False)
    others = ended.exclude(pk=sitting.pk)
    before = others.order_by("-score").values_list("score", flat=True).first()
    since = {name: now - window for name, window in WINDOWS.items()}
    best: dict[str, float | None] = others.filter(ended_at__gte=min(since.values())).aggregate(
        **{name: Max("score", filter=Q(ended_at__gte=start)) for name, start in since.items()}
    )
    score, counts = sitting.standing.score, sitting.standing.ended_at if is_whole(sitting) else None
    if counts:
        best = {name: _best(best[name], score) if counts >= since[name] else best[name] for name in since}
    best["ever"] = _best(before, score) if counts else before
    columns = ("key", "score", "number", "right", "ended_at")
    past = [Past(*row) for row in ended.order_by("-ended_at").values_list(*columns)[:PAST]]
    return Beside(past[::-1], before, best)


def is_whole(sitting: Sitting) -> bool:
    """Whether a run may be a best: a round that was ended early gave less up because it is short."""
    return sitting.settings.mode is not Mode.ROUND or sitting.number >= (Mode.ROUND.traits.length or 0)


def _best(one: float | None, other: float) -> float:
    return other if one is None else max(one, other)


WIDTH, HEIGHT = 320, 84
"""The drawing of past runs, in its own units."""
_EDGE = 10


@dataclass(frozen=True, slots=True)
class Spark:
    """Past runs as a line: its points as SVG writes them, and a dot for each with its place."""

    line: str
    dots: Sequence[tuple[float, float, Past]]


def spark(past: Sequence[Past]) -> Spark | None:
    """The drawing of past runs, from the first to the last; None of fewer than two."""
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
    return Spark(" ".join(f"{x},{y}" for x, y, _each in dots), dots)


# -------------------------------------------------------------------------------------------------- what became


@dataclass(frozen=True, slots=True)
class Became:
    """What became of a question that was replayed or recalled: its last answer, how often it was asked in the run, and,
    recalled, the item as it is now."""

    answer: Answer
    times: int
    item: Recall | None = None


def became(sitting: Sitting, answers: Sequence[Answer]) -> list[Became]:
    """What became of each question of a replay, a recall run or a check. One query for a recall run, otherwise none."""
    last: dict[AskedQuestion, tuple[Answer, int]] = {}
    for answer in answers:
        last[answer.asked] = (answer, last[answer.asked][1] + 1 if answer.asked in last else 1)
    items = _items(sitting, answers[-TILES:]) if sitting.settings.mode is Mode.RECALL else {}
    return [Became(answer, times, items.get(answer.answered_at)) for answer, times in last.values()][-TILES:]


def _items(sitting: Sitting, answers: Sequence[Answer]) -> dict[datetime, Recall]:
    """The recall items that were asked last by these answers, by the time of the answer."""
    reviews = [answer.answered_at.isoformat() for answer in answers]
    found = Recall.objects.filter(learner=sitting.learner, card__last_review__in=reviews)
    return {datetime.fromisoformat(item.card["last_review"]): item for item in found}


# ------------------------------------------------------------------------------------------------- list of runs


@dataclass(frozen=True, slots=True)
class Page:
    """Runs, the latest first, and the key of the last where older ones follow; "" where none do."""

    runs: Sequence[Run]
    older: str


def page(learner: Learner, after: str = "") -> Page:
    """A page of the learner's runs: the latest, or those older than the run with the key. At most two queries.

    A key that is none of the learner's is taken for no key.
    """
    found: Any = Run.objects.filter(learner=learner).exclude(number=0, ended_at__isnull=False)
    found = found.order_by("-asked_at", "-pk")
    last = Run.objects.filter(learner=learner, key=after).first() if after.isprintable() and after else None
    if last:
        found = found.filter(Q(asked_at__lt=last.asked_at) | Q(asked_at=last.asked_at, pk__lt=last.pk))
    rows = list(found[: PAGE + 1])
    return Page(rows[:PAGE], rows[PAGE - 1].key if len(rows) > PAGE else "")


def is_over(run: Run, now: datetime) -> bool:
    """Whether a run is over, also if nobody has looked at it since."""
    return state.settled(Sitting.of(run), now).is_over
