"""The commands of a run: choose the one that a posted form names, and carry it out."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils import timezone

from game.numbers import whole_number
from game.table.typed import TableQuestion, question_in
from trainer.drills.base import HuntingDrill, NotAnAnswer, PartialAnswer
from trainer.drills.modes import Mode
from trainer.models import Learner, Stage
from trainer.practice import rules, service, words
from trainer.practice.eligibility import NotCounted
from trainer.practice.service import CommandRefused, JudgedAnswer, RefusalReason
from trainer.practice.state import Sitting


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """A run after a command.

    `message` and `error` are shown to the learner, beside what was `typed` or chosen if that may be mended; `mends` is
    what is to be mended in the box for cards, "" where cards were chosen. `answered` is the answer, if one was given,
    and `not_counted` the reason why a new run does not count.
    """

    sitting: Sitting
    message: str = ""
    error: str = ""
    typed: str = ""
    mends: str = ""
    answered: JudgedAnswer | None = None
    not_counted: NotCounted | None = None


@dataclass(frozen=True, slots=True)
class RunCommand:
    """A form posted to a run; `number` is how many answers its page showed, or None if the form does not say."""

    post: QueryDict
    sitting: Sitting
    learner: Learner | None
    number: int | None
    now: datetime

    def check(self, *stages: Stage) -> None:
        """Check that the run is in one of these stages. Raise CommandRefused."""
        service.check(self.sitting, self.number, self.now, *stages)

    def owned(self) -> Sitting:
        """Return the run with its learner."""
        return service.owned(self.sitting, self.learner)


def perform(post: QueryDict, sitting: Sitting, learner: Learner | None, names: Collection[str] = ()) -> CommandOutcome:
    """Carry out the command of a form; `names` limits which are allowed. Raise CommandRefused."""
    made_for = whole_number(post.get("number", ""), of=range(10**9))
    command = RunCommand(post, sitting, learner, made_for, timezone.now())
    name = next((name for name in names or _COMMANDS if name in post), "answer")
    if sitting.waits and name != "look":  # its question has not been shown: nothing answers it, nor tells of it
        return CommandOutcome(sitting)
    return _COMMANDS[name](command)


def _answer(command: RunCommand) -> CommandOutcome:
    command.check(Stage.ASK)
    sitting, post = command.sitting, command.post
    if _asks_hint(post):
        return _hint(command)
    given = _given(post, sitting)
    if isinstance(given, CommandOutcome):
        return given
    if isinstance(given, PartialAnswer):
        return CommandOutcome(service.step(command.owned(), given.found), message=given.message, typed=given.typed)
    return _answered(command, given)


def _asks_hint(post: QueryDict) -> bool:
    return "hint" in post or question_in(post.get("claim", "")) is TableQuestion.HINT


def _given(post: QueryDict, sitting: Sitting) -> str | PartialAnswer | CommandOutcome:
    """Return the answer of a form or a part of one, or what is said to an input that is none."""
    drill, question, steps = sitting.asked.definition, sitting.asked.question, sitting.answer_steps
    asked = question_in(post.get("claim", ""))
    if asked is TableQuestion.HAND:
        asked = TableQuestion.REPEAT  # the cards are a part of the question
    if asked and (reply := drill.reply(question, asked, steps)):
        if sitting.settings.flashes:
            reply = words.from_memory()
        elif sitting.is_unaided and asked is TableQuestion.HELP:
            reply = str(drill.unaided_help)
        return CommandOutcome(sitting, message=reply)
    try:
        return drill.answer(question, post, list(steps))
    except NotAnAnswer as fault:
        mends = "" if "card" in post else post.get("claim", "")[:60]
        return CommandOutcome(sitting, error=fault.sentence, typed=fault.typed, mends=mends)


def rehearse(post: QueryDict, sitting: Sitting) -> CommandOutcome:
    """Carry out the form of another try at a question whose first answer is kept. Nothing is saved."""
    if _asks_hint(post):
        return CommandOutcome(replace(sitting, hinted=True), message=words.hinted(sitting))
    given = _given(post, sitting)
    if isinstance(given, CommandOutcome):
        return given
    if isinstance(given, PartialAnswer):
        after = replace(sitting, answer_steps=tuple(given.found))
        return CommandOutcome(after, message=given.message, typed=given.typed)
    return CommandOutcome(sitting, answered=service.rehearsed(sitting, given, timezone.now()))


def _answered(command: RunCommand, text: str) -> CommandOutcome:
    after, answered = service.answer(command.owned(), text, command.now, away=command.post.get("away") == "1")
    return CommandOutcome(after, answered=answered)


def _time(command: RunCommand) -> CommandOutcome:
    """Handle the page's report that the time is up; the server's clock decides whether it is."""
    settled = service.settle(command.sitting, command.now)
    if settled.is_over:
        return CommandOutcome(settled)
    command.check(Stage.ASK)
    due = rules.due_at(settled.settings, settled.standing, settled.asked_at)
    if due is None or command.now < due:
        return CommandOutcome(settled)
    return _answered(command, "")


def _hint(command: RunCommand) -> CommandOutcome:
    command.check(Stage.ASK)
    after = service.hint(command.owned(), command.now)
    return CommandOutcome(after, message=words.hinted(after))


def _look(command: RunCommand) -> CommandOutcome:
    command.check(Stage.ASK)
    waits = command.sitting.waits
    return CommandOutcome(service.look(command.owned(), command.now) if waits else command.sitting)


def _cover(command: RunCommand) -> CommandOutcome:
    command.check(Stage.ASK)
    flashes = command.sitting.settings.flashes
    return CommandOutcome(service.cover(command.sitting, command.now) if flashes else command.sitting)


def _skip(command: RunCommand) -> CommandOutcome:
    command.check(Stage.ASK)
    return CommandOutcome(service.skip(command.owned(), command.now))


def _next(command: RunCommand) -> CommandOutcome:
    command.check(Stage.SHOWN)
    return CommandOutcome(service.go_on(command.sitting, command.now))


def _find(command: RunCommand) -> CommandOutcome:
    command.check(Stage.HUNT)
    sitting, drill = command.sitting, hunting_drill(command.sitting)
    step = drill.hunt(sitting.asked.question, list(sitting.hunt_finds), command.post)
    over = drill.found_all(sitting.asked.question, step.found)
    kept = "" if len(step.found) > len(sitting.hunt_finds) else " ".join(command.post.getlist("card"))
    return CommandOutcome(service.hunted(sitting, step.found, over=over), message=step.message, typed=kept)


def _show(command: RunCommand) -> CommandOutcome:
    command.check(Stage.HUNT)
    return CommandOutcome(service.hunted(command.sitting, command.sitting.hunt_finds, over=True))


def _pause(command: RunCommand) -> CommandOutcome:
    service.check(command.sitting, None, command.now, Stage.ASK)
    if command.sitting.settings.mode is not Mode.SPRINT:
        return CommandOutcome(command.sitting)
    return CommandOutcome(service.pause(command.owned(), command.now))


def _resume(command: RunCommand) -> CommandOutcome:
    return CommandOutcome(service.resume(command.sitting, command.now))


def _end(command: RunCommand) -> CommandOutcome:
    if not command.sitting.is_kept:  # nobody has begun it
        return CommandOutcome(command.sitting)
    return CommandOutcome(service.end(command.sitting, command.now))


_COMMANDS = {
    "pause": _pause,
    "resume": _resume,
    "end": _end,
    "time": _time,
    "hint": _hint,
    "look": _look,
    "cover": _cover,
    "skip": _skip,
    "next": _next,
    "find": _find,
    "show": _show,
    "answer": _answer,
}


def hunting_drill(sitting: Sitting) -> HuntingDrill[Any, Any]:
    """Return the drill of a run that has a hunt. Raise CommandRefused if it has none."""
    drill = sitting.asked.definition
    if not isinstance(drill, HuntingDrill):
        raise CommandRefused(RefusalReason.STALE)
    return drill
