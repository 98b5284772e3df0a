"""The only writer of runs and answers: a run begins, is answered, goes on, and ends.

A change is computed from the run as it was read, and written only if the row has not changed since: of two concurrent
changes one is refused, and no lock is held while an answer is judged. The server's clock decides.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import DatabaseError, transaction
from django.db.models import BooleanField
from django.db.models.expressions import RawSQL
from django.utils import timezone

from game.engine.cards import CardError
from trainer.drills.modes import Mode
from trainer.drills.questions import Marking, UnreadableQuestion
from trainer.drills.registry import UNTOLD
from trainer.drills.settings import Settings
from trainer.lessons import progress as lesson_progress
from trainer.models import Attempt, Learner, Race, Racer, Recall, Run, Stage, new_key
from trainer.practice import rules, state
from trainer.practice.eligibility import not_counted, unbound
from trainer.practice.rules import GivenAnswer, RunStanding
from trainer.practice.state import AskedQuestion, Sitting
from trainer.progress import recall, tallies
from trainer.progress.tallies import LearnerRates, TallyUpdate
from trainer.progress.verdicts import unhurried

LEFT_DAYS = 1
"""After so many days in which no hand of it was shown an exam ends."""
_FRESH = timedelta(days=1)
"""How long the rates of a learner that a lesson's run stores are used before they are read again."""


class RefusalReason(StrEnum):
    """Why a command was not carried out."""

    STALE = "stale"
    ANSWERED = "answered"
    LATE = "late"
    OVER = "over"
    NO_SKIP = "no-skip"
    NO_PAUSE = "no-pause"
    NO_HINT = "no-hint"
    PAUSED = "paused"


class CommandRefused(Exception):
    """A command does not fit the current state of the run; it changed nothing."""

    def __init__(self, reason: RefusalReason) -> None:
        """Store the reason."""
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """A stored answer and its marking."""

    attempt: Attempt
    marking: Marking


# --------------------------------------------------------------------------------------------- reading, beginning

_STARRED = RawSQL(
    """EXISTS (
        SELECT 1 FROM trainer_star star JOIN trainer_recall recall ON recall.id = star.recall_id
        WHERE star.learner_id = trainer_run.learner_id AND NOT recall.retired
        AND recall.drill = trainer_run.drill AND recall.question = trainer_run.asked
    )""",
    (),
    output_field=BooleanField(),
)
"""Whether the learner has starred what a run asks.

Every request of a run reads it. As measured, Django took a fifth of an answer's time to write the same EXISTS.
"""


def taken(key: str, learner: Learner) -> Sitting:
    """Return the run with this key. Raises Run.DoesNotExist if it is not the learner's.

    Its times are saved anew if the server's clock was set back.
    """
    run = Run.objects.annotate(starred=_STARRED).get(key=key, learner_id=learner.pk)
    sitting = replace(Sitting.of(run, learner), starred=run.starred)
    moved = state.in_step(sitting, timezone.now())
    if moved is sitting:
        return sitting
    times = {name: value for name, value in moved.columns().items() if value != sitting.stored[name]}
    Run.objects.filter(pk=sitting.pk, deeds=sitting.deeds).update(**times)
    return replace(moved, stored=moved.columns())


def begin(
    learner: Learner, settings: Settings, *, questions: Sequence[AskedQuestion] = (), items: Sequence[int] = ()
) -> Sitting | None:
    """Begin a run through questions, or through recall items by primary key; None if none of them can be asked."""
    now = timezone.now()
    sitting = Sitting(
        key=new_key(),
        settings=settings,
        seed=secrets.randbits(63),
        asked=AskedQuestion(settings.drill, ""),
        asked_at=now,
        owner=learner,
        question_queue=tuple(questions),
        recall_queue=tuple(items),
        rates=tallies.rates(learner),
    )
    first = _next_in_queue(sitting, now)
    return first and _written(first)


def first_in_race(race: Race) -> AskedQuestion:
    """Return the question with which everybody's run of a race begins."""
    return state.drawn(_of_race(race))


def begin_in_race(race: Race, learner: Learner, first: AskedQuestion, at: datetime | None = None) -> Sitting:
    """Begin somebody's run of a race with its first question, with a clock that runs from `at` on, or from the first
    answer."""
    sitting = replace(_of_race(race), owner=learner, rates=tallies.rates(learner), standing=RunStanding(begun_at=at))
    return _written(state.asking(sitting, first, at or sitting.asked_at))


def _of_race(race: Race) -> Sitting:
    settings = Settings.parse(race.settings)
    return Sitting(
        key=new_key(),
        settings=settings,
        seed=race.seed,
        asked=AskedQuestion(settings.drill, ""),
        asked_at=timezone.now(),
        race_id=race.pk,
    )


def owned(sitting: Sitting, learner: Learner | None) -> Sitting:
    """Return the run with its learner, creating a guest if there is none. It is saved with the first change.

    The questions after the first depend on the learner too: the address of a run whose learner is deleted begins
    another one. Those of a day are the same for everybody.
    """
    if sitting.is_kept:
        return sitting
    owner = learner or Learner.objects.create_guest()
    seed = sitting.seed if sitting.day else state.seed_of(f"{sitting.key} {owner.pk}")
    own = replace(sitting, owner=owner, seed=seed, rates=tallies.rates(learner) if learner else {})
    return unbound(own) if not_counted(own, timezone.now()) else own


def settle(sitting: Sitting, now: datetime) -> Sitting:
    """Return the run at `now`, and save that it is over if a sprint's time is up."""
    settled = state.settled(sitting, now)
    if settled is not sitting and sitting.is_kept:  # not if an answer that came in meanwhile has added time
        Run.objects.filter(pk=sitting.pk, deeds=sitting.deeds).update(
            ended_at=settled.standing.ended_at, stage=settled.stage
        )
    return settled


def check(sitting: Sitting, number: int | None, now: datetime, *stages: Stage) -> None:
    """Check that a command sent after `number` answers fits the run now. Raises CommandRefused."""
    if settle(sitting, now).stage == Stage.OVER:
        raise CommandRefused(RefusalReason.OVER if sitting.is_over else RefusalReason.LATE)
    if number is not None and number != sitting.number:
        raise CommandRefused(RefusalReason.ANSWERED if number < sitting.number else RefusalReason.STALE)
    if sitting.standing.paused_at:
        raise CommandRefused(RefusalReason.PAUSED)
    if sitting.stage not in stages:  # a second click on what goes on answers nothing
        raise CommandRefused(RefusalReason.STALE if stages == (Stage.SHOWN,) else RefusalReason.ANSWERED)


# ------------------------------------------------------------------------------------------------------ an answer


def answer(sitting: Sitting, text: str, now: datetime, *, away: bool = False) -> tuple[Sitting, JudgedAnswer]:
    """Judge and save an answer to the current question, and return the run after it.

    In a run against the clock an answer after the time is late. "" means that no answer came in time. Of somebody who
    was `away` meanwhile, as their browser says, the time tells nothing; in an exam it counts in any case.

    At most seven queries. The last answer of an exam alone takes more, one or two for each of its answers, which count
    then: smoothed values depend on their order, so that they cannot be summed up first.
    """
    settings = sitting.settings
    due = rules.due_at(settings, sitting.standing, sitting.asked_at)
    late = settings.mode is Mode.CLOCK and due is not None and now > due
    marking = sitting.asked.definition.mark(sitting.asked.question, text)
    attempt = _attempt(sitting, text, marking, now, late=late)
    seconds = (attempt.answered_at - attempt.asked_at).total_seconds()
    standing = rules.answered(settings, sitting.standing, GivenAnswer(marking, late, sitting.hinted, seconds), now)
    told = _told(replace(sitting, standing=standing), JudgedAnswer(attempt, marking))
    progress = _progress(sitting, told, now, away=away)
    after = replace(sitting, standing=standing, rates=progress.rates)
    after = _after_answer(after, marking, now)
    with transaction.atomic(savepoint=False):
        after = _written(after)
        attempt.run_id = after.pk
        attempt.save(force_insert=True)
        progress.tally()
        if marking.right and _passes(after):  # then it comes back not even if it took long
            _keep_passed(after, now)
        elif sitting.recalled:
            recall.record_review(sitting.recalled, attempt, _typical(sitting, attempt, sitting.rates, away=away))
        else:
            progress.take_in()
    return after, JudgedAnswer(attempt, marking)


def _told(sitting: Sitting, *latest: JudgedAnswer) -> list[JudgedAnswer]:
    """Return the answers that count in progress and for recall from now on: the latest, but in an exam none before its
    end and then all, because what moves with every answer would say which was right."""
    if not sitting.settings.silent:
        return list(latest)
    if sitting.is_silent:
        return []
    return [*map(judged_again, Attempt.objects.filter(run_id=sitting.pk).order_by("number")), *latest]


@dataclass(frozen=True, slots=True)
class _Progress:
    """What answers add: to the tallies, each after the one before, and to recall, the likeliest misses first.

    `rates` are the learner's rates after them.
    """

    updates: Sequence[TallyUpdate]
    items: Sequence[Recall]
    rates: LearnerRates

    def tally(self) -> None:
        """Add the answers to the tallies. One query each."""
        for update in self.updates:
            update.add()

    def take_in(self) -> None:
        """Put into recall what there is room for. One query each."""
        for item in self.items:
            recall.take_in(item)


def _progress(sitting: Sitting, answers: Sequence[JudgedAnswer], now: datetime, *, away: bool = False) -> _Progress:
    """Return what these answers add to progress, those that are rated."""
    rates, stream = sitting.rates, state.stream_of(sitting)
    updates: list[TallyUpdate] = []
    items: list[Recall] = []
    for attempt, marking in ((each.attempt, each.marking) for each in answers if each.attempt.rated):
        if _comes_back(sitting, attempt, _typical(sitting, attempt, rates, away=away)):
            items.append(recall.item_of(attempt, marking, rates.get("skills", {}), now))
        timed = _is_timed(sitting, attempt, rates, away=away)
        updates.append(tallies.tally_update(attempt, marking, rates, timed=timed, stream=stream))
        rates = updates[-1].rates
    items.sort(key=lambda item: (item.cause == recall.SLOW, -item.chance))
    return _Progress(updates, items, rates)


def _comes_back(sitting: Sitting, attempt: Attempt, typical: float | None) -> bool:
    """Return whether the question of an answer is for recall: it was missed or slow, and not asked by recall."""
    seconds = (attempt.answered_at - attempt.asked_at).total_seconds()
    least = unhurried(attempt.drill, attempt.sort)
    return not sitting.recalled and (not attempt.right or recall.is_slow(seconds, typical, least))


def _typical(sitting: Sitting, attempt: Attempt, rates: LearnerRates, *, away: bool) -> float | None:
    """Return the usual seconds for such a question, None if they are not known or its own time tells nothing."""
    timed = _is_timed(sitting, attempt, rates, away=away)
    return tallies.usual_seconds(rates, attempt.drill, attempt.sort) if timed else None


def _is_timed(sitting: Sitting, attempt: Attempt, rates: LearnerRates, *, away: bool) -> bool:
    settings = sitting.settings
    return settings.timed and not (away and not settings.silent) and tallies.is_timed(attempt, rates)


def rehearsed(sitting: Sitting, text: str, now: datetime) -> JudgedAnswer:
    """Judge another answer to a question that has one already. Nothing is saved: the first answer counts."""
    marking = sitting.asked.definition.mark(sitting.asked.question, text)
    return JudgedAnswer(_attempt(sitting, text, marking, now, late=False), marking)


def _attempt(sitting: Sitting, text: str, marking: Marking, now: datetime, *, late: bool) -> Attempt:
    return Attempt(
        learner_id=sitting.learner.pk,
        number=sitting.number,
        drill=sitting.asked.drill,
        sort=marking.sort,
        question=sitting.asked.text,
        answer=text,
        right=marking.right,
        lost=marking.lost,
        causes=_fitting(marking.causes, 200),
        hinted=sitting.hinted,
        late=late,
        rated=sitting.settings.rates(sitting.number),
        asked_at=min(sitting.asked_at, now),
        answered_at=now,
    )


def _fitting(codes: Sequence[str], room: int) -> str:
    """Return the codes joined by commas, as many as fit in `room` characters."""
    text = ",".join(codes)
    return text if len(text) <= room else text[: text.rindex(",", 0, room)]


def _after_answer(sitting: Sitting, marking: Marking, now: datetime) -> Sitting:
    settings = sitting.settings
    traits = settings.mode.traits
    if traits.repeats_misses and not marking.right and sitting.number <= (traits.length or sitting.number):
        sitting = replace(sitting, question_queue=(*sitting.question_queue, sitting.asked))
    if traits.queued and not (sitting.question_queue or sitting.recall_queue):
        sitting = replace(sitting, standing=rules.ended(sitting.standing, now))
    if settings.silent and sitting.is_over:
        return replace(sitting, hinted=False, stage=Stage.OVER)
    if settings.goes_on and not sitting.is_over:
        return state.asking(sitting, state.drawn(sitting), now)
    hunts = settings.hunts and marking.off and marking.worth
    return replace(sitting, answer_steps=(), hinted=False, stage=Stage.HUNT if hunts else Stage.SHOWN)


# ------------------------------------------------------------------------------------------------- other commands


def step(sitting: Sitting, steps: Sequence[str]) -> Sitting:
    """Save the steps of an answer so far."""
    return _written(replace(sitting, answer_steps=tuple(steps)))


def hunted(sitting: Sitting, finds: Sequence[str], *, over: bool) -> Sitting:
    """Save what was found in the hunt after an answer; if it is `over`, the answer is shown."""
    stage = Stage.SHOWN if over else sitting.stage
    return _written(replace(sitting, hunt_finds=tuple(finds), stage=stage))


def hint(sitting: Sitting, now: datetime) -> Sitting:
    """Save that a hint was given for this question. Cards that have turned over are shown once more instead.

    Raises CommandRefused.
    """
    if sitting.is_unaided:
        raise CommandRefused(RefusalReason.NO_HINT)
    return _written(replace(sitting, hinted=True, covered_at=sitting.settings.covers_at(now)))


def look(sitting: Sitting, now: datetime) -> Sitting:
    """Show the first question of a run that waited for its learner.

    Of an even set it is drawn now: the whole set belongs to the learner, who was not known before. An exam that was
    left ends when another begins, so that its answers count.
    """
    asked = state.drawn(sitting) if sitting.settings.mode.traits.even else sitting.asked
    after = _written(state.asking(sitting, asked, now))
    if after.is_silent:
        for left in Run.objects.filter(UNTOLD, learner=after.learner).exclude(pk=after.pk):
            end(Sitting.of(left, after.learner), now)
    return after


def cover(sitting: Sitting, now: datetime) -> Sitting:
    """Turn the cards over."""
    return _written(replace(sitting, covered_at=now))


def go_on(sitting: Sitting, now: datetime) -> Sitting:
    """Ask the next question; after the last one, show the summary."""
    after = _gone_on(sitting, now)
    if _passes(after):  # though its last answer was wrong, which had enough to write
        _keep_passed(after, now)
    return _written(after)


def _gone_on(sitting: Sitting, now: datetime) -> Sitting:
    if sitting.is_over:
        return replace(sitting, stage=Stage.OVER)
    if sitting.settings.mode.traits.queued:
        return _next_in_queue(sitting, now) or _ended(replace(sitting, question_queue=(), recall_queue=()), now)
    return state.asking(sitting, state.drawn(sitting), now)


def skip(sitting: Sitting, now: datetime) -> Sitting:
    """Skip a question of a streak. Raises CommandRefused."""
    if sitting.settings.mode is not Mode.STREAK:
        raise CommandRefused(RefusalReason.NO_SKIP)
    try:
        skipped = replace(sitting, standing=rules.skipped(sitting.standing))
    except ValueError as error:
        raise CommandRefused(RefusalReason.NO_SKIP) from error
    return _written(state.asking(skipped, state.drawn(skipped), now))


def pause(sitting: Sitting, now: datetime) -> Sitting:
    """Stop a sprint's clock, and pass over the question. Raises CommandRefused if no pause is left."""
    if not sitting.may_pause:
        raise CommandRefused(RefusalReason.NO_PAUSE)
    return _written(replace(sitting, standing=rules.paused(sitting.standing, now)))


def resume(sitting: Sitting, now: datetime) -> Sitting:
    """Start the clock again, with another question than before the pause."""
    if sitting.standing.paused_at is None:
        return sitting
    resumed = replace(sitting, standing=rules.resumed(sitting.standing, now))
    return _written(state.asking(resumed, state.drawn(resumed), now))


def end(sitting: Sitting, now: datetime) -> Sitting:
    """End a run early."""
    after = _ended(sitting, now)
    if _passes(after):
        _keep_passed(after, now)
    progress = _progress(sitting, [] if sitting.is_over else _told(after), now)
    with transaction.atomic(savepoint=False):
        after = _written(after)
        progress.tally()
        progress.take_in()
    return after


def end_if_left(sitting: Sitting, now: datetime) -> Sitting:
    """End an exam that was left long ago, so that its answers count; return any other run as it is.

    Whoever only looks needs no database that can be written: then it is ended another time.
    """
    if sitting.is_silent and now - sitting.asked_at >= timedelta(days=LEFT_DAYS):
        with suppress(CommandRefused, DatabaseError):  # refused: its learner has just gone on with it
            return end(sitting, now)
    return sitting


def _ended(sitting: Sitting, now: datetime) -> Sitting:
    return replace(sitting, standing=rules.ended(sitting.standing, now), stage=Stage.OVER)


def turn_to(sitting: Sitting, asked: AskedQuestion, asked_at: datetime) -> Sitting:
    """Return the run of a lesson at this question, about to be answered, with fresh rates of the learner."""
    turned = state.turned_to(sitting, asked, asked_at)
    if turned is sitting or not sitting.is_kept or asked_at - sitting.asked_at <= _FRESH:
        return turned
    return replace(turned, rates=tallies.rates(sitting.learner))


# --------------------------------------------------------------------------------------------------------- writing


def _written(sitting: Sitting) -> Sitting:
    """Save the changed columns if the row has not changed since it was read. Raises CommandRefused."""
    if not sitting.is_kept:
        row = sitting.row()
        row.save(force_insert=True)
        return replace(sitting, kept_as=row.pk, stored=sitting.columns())
    columns, deeds = sitting.columns(), sitting.deeds + 1
    changed = {name: value for name, value in columns.items() if value != sitting.stored[name]}
    as_it_was_read = Run.objects.filter(pk=sitting.pk, deeds=sitting.deeds)
    if not as_it_was_read.update(**changed, deeds=deeds):
        raise CommandRefused(RefusalReason.STALE)
    if sitting.race_id and changed.keys() & {"number", "ended_at"}:
        _keep_in_race(sitting)
    return replace(sitting, deeds=deeds, stored=columns)


def _keep_in_race(sitting: Sitting) -> None:
    """Write how a run of a race stands where the others see it once it is over."""
    standing = sitting.standing
    Racer.objects.filter(race=sitting.race_id, learner=sitting.learner).update(
        number=standing.number,
        right=standing.right,
        ends_at=standing.ended_at or rules.ends_at(sitting.settings, standing),
    )


def _passes(sitting: Sitting) -> bool:
    standing = sitting.standing
    return lesson_progress.is_passed(sitting.settings, standing.number, standing.right)


def _keep_passed(sitting: Sitting, now: datetime) -> None:
    """Record that this check of a lesson or a chapter is passed."""
    lesson_progress.record_pass(sitting.pk, sitting.learner, sitting.settings, now)


def _next_in_queue(sitting: Sitting, now: datetime) -> Sitting | None:
    """Return the run at the first question of its queue that can still be asked, None if there is none."""
    if sitting.settings.mode is Mode.RECALL:
        return _next_recalled(sitting, now)
    for place, asked in enumerate(sitting.question_queue, 1):
        with suppress(UnreadableQuestion, CardError, KeyError):  # what an earlier version asked
            text = str(asked.question)
            found = asked if text == asked.text else replace(asked, text=text)
            return state.asking(replace(sitting, question_queue=sitting.question_queue[place:]), found, now)
    return None


def _next_recalled(sitting: Sitting, now: datetime) -> Sitting | None:
    """Return the run at its next item that is still due; others were answered elsewhere. None if there is none."""
    due = recall.waiting(sitting.learner, now).filter(due_at__lte=now)
    for place, number in enumerate(sitting.recall_queue, 1):
        item = due.filter(pk=number).first()
        if item:
            with suppress(UnreadableQuestion, CardError, KeyError):
                asked = AskedQuestion(item.drill, recall.question_of(item))
                left = replace(
                    sitting, recall_queue=sitting.recall_queue[place:], recalled=recall.RecalledItem.of(item)
                )
                return state.asking(left, asked, now)
    return None


# --------------------------------------------------------------------------------------------- answers read again


def last_answer(sitting: Sitting) -> JudgedAnswer | None:
    """Return the latest answer, None if there is none."""
    if not (sitting.is_kept and sitting.number):
        return None
    attempt = Attempt.objects.filter(run_id=sitting.pk, number=sitting.number - 1).first()
    return judged_again(attempt, sitting.asked) if attempt else None


def answer_to(sitting: Sitting, asked: AskedQuestion) -> JudgedAnswer | None:
    """Return the answer to this question in this run, None if there is none."""
    attempt = Attempt.objects.filter(run_id=sitting.pk, drill=asked.drill, question=asked.text).first()
    return judged_again(attempt, asked) if attempt else None


def judged_again(attempt: Attempt, asked: AskedQuestion | None = None) -> JudgedAnswer:
    """Return a stored answer with its marking. `asked` saves parsing the question again if it is the same."""
    own = AskedQuestion(attempt.drill, attempt.question)
    asked = asked if asked == own else own
    return JudgedAnswer(attempt, asked.definition.mark(asked.question, attempt.answer))
