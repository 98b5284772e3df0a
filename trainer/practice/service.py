"""The only writer of runs and answers: a run begins, is answered, goes on, and ends.

Until its first answer a run is nothing but its signed address, so that looking costs no row. A deed is worked out on
the run as it was read, and written only if nothing was written to it since: of two at once one is refused, and no lock
is held while something is judged. A stale deed is told by the number of answers it was made for. The server's clock
decides.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from math import exp
from random import Random
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from game.engine.cards import CardError
from trainer.drills.modes import Mode
from trainer.drills.questions import Marking, Unreadable, Wish
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.lessons import progress as lesson_progress
from trainer.models import Assignment, Attempt, Learner, Recall, Run, Stage, new_key
from trainer.practice import daily, rules
from trainer.practice.rows import Rows
from trainer.practice.rules import Given, Standing
from trainer.progress import recall, tallies

WHOLE = ~Q(settings__contains=f" {Mode.ROUND}") | Q(number__gte=Mode.ROUND.traits.length)
"""Runs that may be a best: a round that was ended early gave less up because it is short."""

_FRESH = timedelta(days=1)
"""How long what is known of a learner's skills is taken for what it was."""

_TWICE = 5
"""Times that a question is drawn before the same is asked twice running."""

_STANDING = [field.name for field in fields(Standing)]
_RUNS, _ATTEMPTS = Rows(Run), Rows(Attempt)


class Refusal(StrEnum):
    """Why a deed was not done."""

    STALE = "stale"
    ANSWERED = "answered"
    LATE = "late"
    OVER = "over"
    NO_SKIP = "no-skip"
    PAUSED = "paused"


class Refused(Exception):
    """A deed that does not fit the run as it stands now; nothing was changed by it."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep why."""
        super().__init__(refusal)
        self.refusal = refusal


class Lapse(StrEnum):
    """Why a run does not count where it was meant to: on its day, or in the class for which it was set."""

    DAY_OVER = "day-over"
    DAY_TRIED = "day-tried"
    UNCOUNTED = "uncounted"
    TOO_LATE = "too-late"
    SET_OVER = "set-over"
    SET_NO_MORE = "set-no-more"


class NotOurs(ValueError):
    """An address that this site did not sign."""


# ---------------------------------------------------------------------------------------------------- beginning


def _signer() -> Signer:
    return Signer(salt="trainer.start")


def start_url(
    settings: Settings,
    *,
    asked: str = "",
    assignment: Assignment | None = None,
    day: date | None = None,
    weak: Sequence[str] = (),
) -> str:
    """The address of a run about to begin: with its first question, set by somebody, as the run of a day, or for a
    learner who is weak at these sorts of question.

    Nothing is kept until its first answer. Raises Unreadable or CardError for a first question that is none.
    """
    if asked:
        asked = str(DRILLS[settings.drill].read(asked))
    now = round(timezone.now().timestamp() * 1000)
    set_by, of_day = assignment and assignment.pk, day and day.isoformat()
    until = [assignment.until.timestamp()] if assignment else []
    told = [new_key(), str(settings), now, asked, set_by, of_day, ",".join(weak), *until]
    return reverse("run", args=[_signer().sign_object(told)])


def about_to_begin(signed: str) -> Run:
    """The run of a signed address, not kept yet and without a learner. Raises NotOurs."""
    try:
        key, settings, asked_at, asked, set_by, of_day, weak, *until = _signer().unsign_object(signed)
    except BadSignature as error:
        raise NotOurs from error
    day = date.fromisoformat(of_day) if of_day else None
    chosen = Settings.parse(settings)
    run = Run(
        key=key,
        drill=chosen.drill,
        settings=str(chosen),
        seed=daily.seed_of(day) if day else _seed_of(key),
        weak=weak,
        assignment=_set_by(set_by, *until),
        day=day,
        asked_at=datetime.fromtimestamp(asked_at / 1000, UTC),
    )
    run.asked = asked or drawn(run)
    return run


def _set_by(number: int | None, until: float | None = None) -> Assignment | None:
    """What set a run, as far as its address tells, so that nothing has to be read."""
    if number is None:
        return None
    moment = datetime.fromtimestamp(until, UTC) if until else datetime.max.replace(tzinfo=UTC)
    return Assignment(pk=number, until=moment)


def _seed_of(key: str) -> int:
    """What the questions of a run are drawn from: not told by its address, which everybody can read."""
    return int(salted_hmac("trainer.practice.service", key, algorithm="sha256").hexdigest()[:15], 16)


def begin(learner: Learner, settings: Settings, queue: Sequence[str | int]) -> Run | None:
    """A run through a queue: questions, or the numbers of recall items. None where nothing of it can be asked."""
    run = Run(learner=learner, settings=str(settings), seed=secrets.randbits(63), drill=settings.drill)
    run.queue, run.rates, run.asked_at = list(queue), tallies.rates(learner), timezone.now()
    if not _ask_from_queue(run, settings, run.asked_at):
        return None
    run.save(force_insert=True)
    return run


def owned(run: Run, learner: Learner | None) -> Run:
    """The run as this learner's, with a guest where there is no learner yet; it is kept with the first deed on it."""
    if not run.pk:
        run.learner = learner or Learner.objects.create_guest()
        run.rates = tallies.rates(learner) if learner else {}
        if lapse(run, timezone.now()):
            unbound(run)
    return run


def lapse(run: Run, now: datetime) -> Lapse | None:
    """Why a run, begun or not, does not count where it was meant to; None where it does, or was meant for nothing."""
    if run.settings == str(daily.SETTINGS):
        if run.day is None:
            return Lapse.UNCOUNTED
        if not run.pk:
            return Lapse.DAY_OVER if run.day != daily.today(now) else None
        return Lapse.TOO_LATE if (run.ended_at or now) >= daily.closes_at(run.day) else None
    if run.pk or run.assignment is None:
        return None
    return Lapse.SET_OVER if run.assignment.until <= now else None


def is_bound(run: Run) -> bool:
    """Whether a run about to begin is a day's counted one, or was set by somebody."""
    return run.day is not None or run.assignment_id is not None


def unbound(run: Run) -> Run:
    """The same run as practice: its day has had its counted try, or what set it is gone."""
    run.day = run.assignment_id = None
    return run


def turn_to(run: Run, drill: str, question: str, asked_at: datetime) -> None:
    """Ask this question in a lesson, in which the learner goes where they like.

    What was found or hinted at of a question that is left waits for them there.
    """
    asked, wanted = queued(run.drill, run.asked), queued(drill, question)
    if asked == wanted and run.stage == Stage.ASK:
        return
    left = dict(run.known)
    if run.stage == Stage.ASK and (run.found or run.hinted):
        left[asked] = [run.found, run.hinted]
    run.found, run.hinted = left.pop(wanted, ([], False))
    if run.pk and asked_at - run.asked_at > _FRESH:
        run.rates = tallies.rates(run.learner)
    run.known, run.drill, run.asked, run.asked_at, run.stage = left, drill, question, asked_at, Stage.ASK


def taken(key: str, learner: Learner) -> Run:
    """The run by its key. Raises Run.DoesNotExist where it is not this learner's."""
    run = _RUNS.get(key=key, learner_id=learner.pk)
    if run is None:
        raise Run.DoesNotExist
    run.learner = learner
    return run


# ------------------------------------------------------------------------------------------------------ reading


def settings_of(run: Run) -> Settings:
    """The run's settings."""
    return Settings.parse(run.settings)


def standing_of(run: Run) -> Standing:
    """How the run stands."""
    return Standing(**{name: getattr(run, name) for name in _STANDING})


def question_of(run: Run) -> Any:
    """The question that is asked, or whose answer is shown."""
    return DRILLS[run.drill].read(run.asked)


def drawn(run: Run) -> str:
    """The text of the question that the run draws next: the same whenever it is asked for."""
    settings = settings_of(run)
    wish = Wish(settings.options, settings.rise(run.number), tuple(filter(None, run.weak.split(","))))
    rng = Random(f"{run.seed}/{run.number}/{run.skips}")
    for _ in range(_TWICE):
        question = str(DRILLS[settings.drill].pose(rng, wish))
        if question != run.asked:
            break
    return question


def settle(run: Run, now: datetime) -> bool:
    """End a sprint whose time is up, as of then; whether the run is over."""
    standing = rules.at(settings_of(run), standing_of(run), now)
    if standing.ended_at and not run.ended_at:
        run.ended_at, run.stage = standing.ended_at, Stage.OVER
        if run.pk:  # not if an answer that came in meanwhile has added time
            Run.objects.filter(pk=run.pk, deeds=run.deeds).update(ended_at=run.ended_at, stage=run.stage)
    return run.ended_at is not None


# -------------------------------------------------------------------------------------------------------- deeds


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it was kept, and as it was judged."""

    attempt: Attempt
    marking: Marking


def check(run: Run, number: int | None, now: datetime, *stages: Stage) -> None:
    """See that a deed made for so many answers fits the run now. Raises Refused."""
    was_over = run.ended_at is not None
    if settle(run, now) and run.stage == Stage.OVER:
        raise Refused(Refusal.OVER if was_over else Refusal.LATE)
    if number is not None and number != run.number:
        raise Refused(Refusal.ANSWERED if number < run.number else Refusal.STALE)
    if run.paused_at:
        raise Refused(Refusal.PAUSED)
    if run.stage not in stages:  # a second click on what goes on answers nothing
        raise Refused(Refusal.STALE if stages == (Stage.SHOWN,) else Refusal.ANSWERED)


def answer(run: Run, text: str, now: datetime) -> Answered:
    """Take an answer to the question that is asked: judge it, keep it, add it up, and stand where the rules then say.

    Against the clock an answer after its time is late; one of "" is none at all.
    """
    settings, before = settings_of(run), standing_of(run)
    due = rules.due_at(settings, before, run.asked_at)
    late = settings.mode is Mode.CLOCK and due is not None and now > due
    marking = DRILLS[run.drill].mark(question_of(run), text)
    attempt = _attempt(run, settings, text, marking)
    attempt.answered_at, attempt.late = now, late
    comes_back = _coming_back(run, settings, attempt, marking)
    sums = tallies.summed(attempt, marking, run.rates, timed=settings.timed) if attempt.rated else None
    if sums:
        run.rates = sums.rates
    _stand(run, rules.answered(settings, before, Given(marking, late, run.hinted), now))
    _after_answer(run, settings, marking, now)
    with transaction.atomic(savepoint=False):
        _keep(run)
        attempt.run = run
        _ATTEMPTS.insert(attempt)
        if sums:
            sums.add()
        if marking.right and lesson_progress.is_passed(run, settings):  # then it comes back not even if it took long
            lesson_progress.passed(run, settings, now)
        else:
            comes_back()
    return Answered(attempt, marking)


def _attempt(run: Run, settings: Settings, text: str, marking: Marking) -> Attempt:
    return Attempt(
        learner_id=run.learner_id,
        number=run.number,
        drill=run.drill,
        sort=marking.sort,
        question=run.asked,
        answer=text,
        right=marking.right,
        lost=marking.lost,
        causes=_fitting(marking.causes, 200),
        hinted=run.hinted,
        rated=settings.rates(run.number),
        asked_at=run.asked_at,
    )


def _typical(run: Run) -> float | None:
    """The seconds that an answer in this drill usually takes the learner; None where nothing is known."""
    pace = run.rates.get("pace", {}).get(run.drill)
    return None if pace is None else exp(pace)


def _fitting(codes: Sequence[str], room: int) -> str:
    """Codes with commas between, as many as there is room for."""
    text = ",".join(codes)
    return text if len(text) <= room else text[: text.rindex(",", 0, room)]


def _coming_back(run: Run, settings: Settings, attempt: Attempt, marking: Marking) -> Callable[[], None]:
    """What lets a question come back that was missed or took long; in a recall run, what tells how well it is known."""
    typical = _typical(run)
    seconds = (attempt.answered_at - attempt.asked_at).total_seconds()
    if settings.mode is Mode.RECALL and run.recalled_id:
        asked = _item(run)
        return lambda: recall.reviewed(asked, attempt, typical)
    if attempt.rated and (not marking.right or (settings.timed and recall.is_slow(seconds, typical))):
        item = recall.item_of(attempt, marking, attempt.answered_at)
        return lambda: recall.keep(item)
    return lambda: None


def _after_answer(run: Run, settings: Settings, marking: Marking, now: datetime) -> None:
    if settings.mode is Mode.REPLAY and not marking.right:
        run.queue = [*run.queue, run.asked]
    if settings.mode is Mode.CHECK and not marking.right:
        run.queue = [*run.queue, queued(run.drill, run.asked)]
    if settings.mode.traits.queued and not run.queue:
        run.ended_at = now
    run.found, run.hinted = [], False
    if settings.goes_on and not run.ended_at:
        _ask_drawn(run, now)
    elif settings.hunts and marking.off and marking.worth:
        run.stage = Stage.HUNT
    else:
        run.stage = Stage.SHOWN


def step(run: Run, found: list[str]) -> None:
    """Keep a part of an answer, or a find."""
    run.found = found
    _keep(run)


def hunted(run: Run, found: list[str], *, over: bool) -> None:
    """Keep what was found after an answer; once all is found, or the learner has had enough, all is shown."""
    run.found = found
    if over:
        run.stage = Stage.SHOWN
    _keep(run)


def hint(run: Run) -> None:
    """Keep that a hint was given for this question."""
    run.hinted = True
    _keep(run)


def go_on(run: Run, now: datetime) -> None:
    """Ask the next question; of a run that is over, show the summary."""
    settings = settings_of(run)
    if run.ended_at:
        run.stage = Stage.OVER
    elif settings.mode.traits.queued:
        if _ask_from_queue(run, settings, now):
            run.asked_at, run.stage = now, Stage.ASK
        else:
            run.ended_at, run.stage = now, Stage.OVER
    else:
        _ask_drawn(run, now)
    _keep_lesson(run, settings, now)
    _keep(run)


def skip(run: Run, now: datetime) -> None:
    """Pass over a question of a streak. Raises Refused."""
    if settings_of(run).mode is not Mode.STREAK:
        raise Refused(Refusal.NO_SKIP)
    try:
        _stand(run, rules.skipped(standing_of(run)))
    except ValueError as error:
        raise Refused(Refusal.NO_SKIP) from error
    run.found, run.hinted = [], False
    _ask_drawn(run, now)
    _keep(run)


def pause(run: Run, now: datetime) -> None:
    """Hide the cards, and let a sprint's clock stand."""
    if settings_of(run).mode is Mode.SPRINT:
        _stand(run, rules.paused(standing_of(run), now))
        _keep(run)


def resume(run: Run, now: datetime) -> None:
    """Bring the cards back."""
    if run.paused_at:
        run.asked_at += now - run.paused_at
        _stand(run, rules.resumed(standing_of(run), now))
        _keep(run)


def end(run: Run, now: datetime) -> None:
    """End a run that its learner has had enough of."""
    _stand(run, rules.ended(standing_of(run), now))
    run.stage = Stage.OVER
    _keep_lesson(run, settings_of(run), now)
    _keep(run)


def _keep_lesson(run: Run, settings: Settings, now: datetime) -> None:
    """Keep that a check is passed though its last answer was wrong, which had enough to write."""
    if lesson_progress.is_passed(run, settings):
        lesson_progress.passed(run, settings, now)


def _stand(run: Run, standing: Standing) -> None:
    for name in _STANDING:
        setattr(run, name, getattr(standing, name))


def _keep(run: Run) -> None:
    """Write the run, if nothing was written to it since it was read. Raises Refused."""
    if not run.pk:
        run.save(force_insert=True)
    elif not _RUNS.update(run, "deeds"):
        raise Refused(Refusal.STALE)


def queued(drill: str, question: str) -> str:
    """A question in the queue of a run whose questions are of several drills."""
    return f"{drill} {question}"


def _ask_drawn(run: Run, now: datetime) -> None:
    run.asked, run.asked_at, run.stage = drawn(run), now, Stage.ASK


def _ask_from_queue(run: Run, settings: Settings, now: datetime) -> bool:
    """Ask the first in the queue that can still be asked; whether there was one. An item that is not due any more was
    answered elsewhere."""
    queue = list(run.queue)
    while queue:
        head = queue.pop(0)
        run.queue = queue
        if settings.mode is Mode.CHECK:
            drill, _, question = head.partition(" ")
            with suppress(Unreadable, CardError, KeyError):  # what an earlier version asked
                run.drill, run.asked = drill, str(DRILLS[drill].read(question))
                return True
            continue
        if settings.mode is not Mode.RECALL:
            run.asked = head
            return True
        item = Recall.objects.filter(pk=head, learner=run.learner_id, retired=False, due_at__lte=now).first()
        if item and item.drill in DRILLS:
            with suppress(Unreadable, CardError):
                run.recalled, run.drill, run.asked = item, item.drill, recall.question_of(item)
                run.known = _known(item)
                return True
    return False


def _known(item: Recall) -> dict[str, Any]:
    since = item.right_since and item.right_since.isoformat()
    told = {"card": item.card, "turns": item.turns, "rights": item.rights}
    return {**told, "due_at": item.due_at.isoformat(), "right_since": since}


def _item(run: Run) -> Recall:
    """The recall item that is asked, as far as its answer needs it."""
    known = dict(run.known)
    for moment in ("due_at", "right_since"):
        known[moment] = datetime.fromisoformat(known[moment]) if known.get(moment) else None
    return Recall(pk=run.recalled_id, learner_id=run.learner_id, drill=run.drill, **known)


def last_answer(run: Run) -> Answered | None:
    """The answer that was given last."""
    attempt = run.attempts.filter(number=run.number - 1).first() if run.pk and run.number else None
    return Answered(attempt, marking_of(attempt)) if attempt else None


def marking_of(attempt: Attempt) -> Marking:
    """An answer judged again."""
    drill = DRILLS[attempt.drill]
    marking: Marking = drill.mark(drill.read(attempt.question), attempt.answer)
    return marking
