"""The state of a run in one request: read once into an immutable value, with its settings and question parsed.

Functions take a `Sitting` and return a new one. Only `trainer.practice.service` writes it to the database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Self

from django.utils.crypto import salted_hmac

from trainer.drills.base import AnyDrill
from trainer.drills.options import HUNT, SOURCE
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Learner, Run, Stage
from trainer.practice import dealing, rules
from trainer.practice.rules import RunStanding
from trainer.progress.recall import RecalledItem
from trainer.progress.tallies import MIX, OWN, LearnerRates

_POSED_AT_MOST = 5
"""Tries to draw a question that differs from the one before."""

_STANDING = [each.name for each in fields(RunStanding)]
_QUESTION = ["drill", "asked", "asked_at", "covered_at", "stage", "hinted", "answer_steps", "hunt_finds"]
_TO_COME = ["question_queue", "recall_queue", "recalled_id", "recalled_as", "set_aside", "rates"]
_CHANGING = [*_STANDING, *_QUESTION, *_TO_COME]
"""The columns of a run that change as it goes on."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question by its drill and its text form, which is parsed once, when it is first needed."""

    drill: str
    text: str

    @property
    def definition(self) -> AnyDrill:
        """The drill that asks it. Raises KeyError if there is no drill of this name."""
        return DRILLS[self.drill]

    @cached_property
    def question(self) -> Any:
        """The parsed question. Raises UnreadableQuestion or CardError."""
        return self.definition.read(self.text)

    def to_json(self) -> list[str]:
        """Return the JSON form that a column stores."""
        return [self.drill, self.text]

    @classmethod
    def from_json(cls, kept: list[str]) -> Self:
        """Read the form that `to_json` returns."""
        return cls(*kept)


@dataclass(frozen=True, slots=True)
class SetAside:
    """A question of a lesson that was left unanswered: the steps of its answer so far, and whether a hint was given."""

    asked: AskedQuestion
    steps: tuple[str, ...]
    hinted: bool

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form that a column stores."""
        return {"asked": self.asked.to_json(), "steps": list(self.steps), "hinted": self.hinted}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Read the form that `to_json` returns."""
        return cls(AskedQuestion.from_json(kept["asked"]), tuple(kept["steps"]), kept["hinted"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A run in this request; the fields that are columns of `Run` are explained there.

    A run that nobody has begun has no row, only a signed address: `kept_as`, its primary key, is None then, and `owner`
    may be. `stored` has the columns as they were last read or written. `set_until` is the deadline of an assignment
    that is about to begin. `starred` is whether its learner had starred the very question when the row was read.
    """

    key: str
    settings: Settings
    seed: int
    asked: AskedQuestion
    asked_at: datetime
    covered_at: datetime | None = None
    kept_as: int | None = None
    owner: Learner | None = None
    deeds: int = 0
    stored: Mapping[str, Any] = field(default_factory=dict)
    stage: str = Stage.ASK
    standing: RunStanding = field(default_factory=RunStanding)
    hinted: bool = False
    answer_steps: tuple[str, ...] = ()
    hunt_finds: tuple[str, ...] = ()
    question_queue: tuple[AskedQuestion, ...] = ()
    recall_queue: tuple[int, ...] = ()
    recalled: RecalledItem | None = None
    set_aside: tuple[SetAside, ...] = ()
    weak: tuple[str, ...] = ()
    rates: LearnerRates = field(default_factory=LearnerRates)
    day: date | None = None
    assignment_id: int | None = None
    set_until: datetime | None = None
    race_id: int | None = None
    starred: bool = False

    @classmethod
    def of(cls, run: Run, owner: Learner | None = None) -> Self:
        """Return the run of a row; `owner` is its learner, if the caller has loaded it."""
        kept = run.recalled_as
        return cls(
            key=run.key,
            settings=Settings.parse(run.settings),
            seed=run.seed,
            asked=AskedQuestion(run.drill, run.asked),
            asked_at=run.asked_at,
            covered_at=run.covered_at,
            kept_as=run.pk,
            owner=owner,
            deeds=run.deeds,
            stored={name: getattr(run, name) for name in _CHANGING},
            stage=run.stage,
            standing=RunStanding(**{name: getattr(run, name) for name in _STANDING}),
            hinted=run.hinted,
            answer_steps=tuple(run.answer_steps),
            hunt_finds=tuple(run.hunt_finds),
            question_queue=tuple(map(AskedQuestion.from_json, run.question_queue)),
            recall_queue=tuple(run.recall_queue),
            recalled=RecalledItem.from_json(run.recalled_id, kept) if run.recalled_id and kept else None,
            set_aside=tuple(map(SetAside.from_json, run.set_aside)),
            weak=tuple(filter(None, run.weak.split(","))),
            rates=run.rates,
            day=run.day,
            assignment_id=run.assignment_id,
            race_id=run.race_id,
        )

    @property
    def is_kept(self) -> bool:
        """Whether the run has begun, so that it has a row."""
        return self.kept_as is not None

    @property
    def pk(self) -> int:
        """The primary key of its row. Raises LookupError if the run has not begun."""
        if self.kept_as is None:
            raise LookupError("nobody has begun this run")
        return self.kept_as

    @property
    def learner(self) -> Learner:
        """The learner. Raises LookupError if the run has not begun."""
        if self.owner is None:
            raise LookupError("nobody has begun this run")
        return self.owner

    @property
    def number(self) -> int:
        """The number of answers given."""
        return self.standing.number

    @property
    def is_over(self) -> bool:
        """Whether it has ended, though its last answer may still be shown."""
        return self.standing.ended_at is not None

    @property
    def waits(self) -> bool:
        """Whether nothing of it is shown before the learner begins it."""
        return self.settings.waits and not self.is_kept

    def is_covered(self, now: datetime) -> bool:
        """Return whether the cards of the question lie face down: not shown yet, or turned over."""
        return self.waits or (self.covered_at is not None and self.covered_at <= now)

    @property
    def is_silent(self) -> bool:
        """Whether nothing may be said of its answers yet."""
        return self.settings.is_untold(self.standing.ended_at)

    @property
    def is_unaided(self) -> bool:
        """Whether nobody helps now, neither this page nor, by a link to a question, anybody else."""
        return (self.settings.mode.traits.unaided or self.race_id is not None) and not self.is_over

    @property
    def may_pause(self) -> bool:
        """Whether its clock can be stopped; never in a race, where it would go on with other questions."""
        return self.race_id is None and rules.may_pause(self.settings, self.standing)

    def is_to_start(self, now: datetime) -> bool:
        """Return whether it is the run of a race whose start lies ahead."""
        begun_at = self.standing.begun_at
        return self.race_id is not None and begun_at is not None and begun_at > now

    def columns(self) -> dict[str, Any]:
        """Return the values of the columns that change during a run."""
        return {
            **{name: getattr(self.standing, name) for name in _STANDING},
            "drill": self.asked.drill,
            "asked": self.asked.text,
            "asked_at": self.asked_at,
            "covered_at": self.covered_at,
            "stage": self.stage,
            "hinted": self.hinted,
            "answer_steps": list(self.answer_steps),
            "hunt_finds": list(self.hunt_finds),
            "question_queue": [each.to_json() for each in self.question_queue],
            "recall_queue": list(self.recall_queue),
            "recalled_id": self.recalled and self.recalled.pk,
            "recalled_as": self.recalled and self.recalled.to_json(),
            "set_aside": [each.to_json() for each in self.set_aside],
            "rates": self.rates,
        }

    def row(self) -> Run:
        """Return an unsaved row for a run that begins."""
        return Run(
            key=self.key,
            learner=self.learner,
            settings=str(self.settings),
            seed=self.seed,
            weak=",".join(self.weak),
            day=self.day,
            assignment_id=self.assignment_id,
            race_id=self.race_id,
            **self.columns(),
        )


def drawn(sitting: Sitting) -> AskedQuestion:
    """Return the next question of the run. The same state always gives the same question.

    In practice for oneself it is one that has much to teach this learner.
    """
    settings, standing = sitting.settings, sitting.standing
    if settings.mode.traits.even:
        return AskedQuestion(settings.drill, _even_set(settings.drill, sitting.seed)[standing.number])
    rates = sitting.rates.get("skills", {}) if _is_personal(sitting) else None
    wish = Wish(settings.options, settings.rise(standing.number), sitting.weak)
    rng = Random(f"{sitting.seed}/{standing.number}/{standing.skips}")
    for _ in range(_POSED_AT_MOST):
        text = str(dealing.pose(DRILLS[settings.drill], rng, wish, rates))
        if text != sitting.asked.text:
            break
    return AskedQuestion(settings.drill, text)


@lru_cache(maxsize=128)
def _even_set(drill: str, seed: int) -> tuple[str, ...]:
    """Return the texts of the questions of a run that is as hard as any other. Kept: every answer asks for one."""
    return tuple(map(str, DRILLS[drill].even_set(Random(f"{seed}"))))


def _is_personal(sitting: Sitting) -> bool:
    """Return whether questions may be chosen for this learner: not where results compare, nor of hands as dealt."""
    as_dealt = sitting.settings.options.get(SOURCE.name, SOURCE.usual) != SOURCE.usual
    return sitting.settings.mode.traits.personal and sitting.assignment_id is None and not as_dealt


def stream_of(sitting: Sitting) -> str:
    """Return with which other answers those of the run compare, as facets name it; "" for none.

    They do where the questions are those of the published mix: not in recall or a lesson, nor where they were narrowed,
    nor in a run that rises.
    """
    traits = sitting.settings.mode.traits
    if traits.queued or traits.of_lesson or traits.rises or sitting.settings.options.keys() - {HUNT.name}:
        return ""
    return OWN if _is_personal(sitting) else MIX


def asking(sitting: Sitting, asked: AskedQuestion, now: datetime) -> Sitting:
    """Return the run with a new question, without steps, finds or a hint."""
    fresh = replace(sitting, hinted=False, answer_steps=(), hunt_finds=())
    return replace(fresh, asked=asked, asked_at=now, covered_at=sitting.settings.covers_at(now), stage=Stage.ASK)


def turned_to(sitting: Sitting, asked: AskedQuestion, asked_at: datetime) -> Sitting:
    """Return the run of a lesson at this question: in a lesson the learner may go to any question.

    The steps and the hint of the question that is left are set aside for when they come back to it.
    """
    if sitting.asked == asked and sitting.stage == Stage.ASK:
        return sitting
    aside = {each.asked: each for each in sitting.set_aside}
    if sitting.stage == Stage.ASK and (sitting.answer_steps or sitting.hinted):
        aside[sitting.asked] = SetAside(sitting.asked, sitting.answer_steps, sitting.hinted)
    back = aside.pop(asked, SetAside(asked, (), hinted=False))
    turned = asking(sitting, asked, asked_at)
    return replace(turned, answer_steps=back.steps, hinted=back.hinted, set_aside=tuple(aside.values()))


def seed_of(text: str, secret_key: str | None = None) -> int:
    """Return the seed of a run's questions that belongs to a text. Nobody can work it out without the secret key.

    It is the site's key, unless another is given.
    """
    return int(salted_hmac("trainer.practice", text, secret_key, algorithm="sha256").hexdigest()[:15], 16)


def in_step(sitting: Sitting, now: datetime) -> Sitting:
    """Return the run with its times moved back, if the server's clock was set back since they were written.

    The clocks of the run go on from where they stood. Otherwise they would stand still until the server's clock has
    caught up, and a sprint would last as much longer.
    """
    standing = sitting.standing
    ahead = max(filter(None, (sitting.asked_at, standing.begun_at, standing.paused_at))) - now
    if standing.ended_at or ahead <= timedelta(0) or (sitting.is_to_start(now) and ahead <= rules.AHEAD):
        return sitting
    begun_at = standing.begun_at and standing.begun_at - ahead
    paused_at = standing.paused_at and standing.paused_at - ahead
    covered_at = sitting.covered_at and sitting.covered_at - ahead
    moved = replace(standing, begun_at=begun_at, paused_at=paused_at)
    return replace(sitting, asked_at=sitting.asked_at - ahead, covered_at=covered_at, standing=moved)


def settled(sitting: Sitting, now: datetime) -> Sitting:
    """Return the run at `now`: a sprint whose time is up ended when it ran out."""
    standing = rules.at(sitting.settings, sitting.standing, now)
    return sitting if standing is sitting.standing else replace(sitting, standing=standing, stage=Stage.OVER)
