"""Races: the same sprint for everybody who opens its link, together or apart, and results come in.

Of a race that is run together the host presses the start, which lies a few seconds ahead, so that the pages of all know
of it before; from then on the clocks of all run. Of one that is run apart each clock starts with its own first answer,
as in any sprint. The server's clock decides. Nobody can pause, because that passes over a question.

Everything that changes a race happens under the lock of its row, so that of two things at once one is first and the
other is told.
"""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import DatabaseError, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from game.together import people
from game.together.comparison import name_of
from game.together.tables import Fault as TableFault
from game.words.names import told_apart
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Classroom, Learner, Race, Racer, Run
from trainer.practice import rules, service

MOST = 40
"""People in a race."""
LEAST = 2
"""Those without whom it does not start."""
MOST_OPEN = 12
"""Races of one host that nobody has run yet."""
MOST_LISTED = 12
"""Races on a page, the latest."""
LENGTHS = (30, 60, 120, 180, 300)
"""Seconds that a race can take."""

_WAITING = ((0, 1000), (60, 2000), (600, 5000), (86_400, 0))
"""How often a page asks for news, in milliseconds, by the seconds since the race last changed."""
_RUNNING = ((0, 2000), (1200, 30_000), (7200, 0))
_CLOSED = ((0, 0),)


_COUNTED = Q(learner__isnull=False) | Q(number__gt=0)
"""Who is in a race: not who has left before their first answer."""
_NUMBER = Count("racers", filter=Q(racers__learner__isnull=False) | Q(racers__number__gt=0))
_RUNS = Q(racers__ends_at=None) | Q(racers__ends_at__gt=Now())
_STILL = Count("racers", filter=Q(racers__learner__isnull=False) & _RUNS)
"""How many have not finished, of those who have not left the site."""


class RaceFault(StrEnum):
    """Why something cannot be done in a race."""

    STARTED = "started"
    NOT_STARTED = "not-started"
    TOO_FEW = "too-few"
    FULL = "full"
    CLOSED = "closed"
    LEFT = "left"
    BLOCKED = "blocked"
    BLOCKING = "blocking"
    TOO_MANY = "too-many"


class RaceRefused(Exception):
    """Something a race does not allow; `fault` says why. Nothing was done."""

    def __init__(self, fault: RaceFault) -> None:
        """Keep why."""
        super().__init__(fault)
        self.fault = fault


def drills() -> dict[str, str]:
    """Return the names of the drills that can be raced, by slug."""
    return {slug: str(drill.name) for slug, drill in DRILLS.items() if Mode.SPRINT in drill.modes}


def make(host: Learner, settings: Settings, classroom: Classroom | None = None, *, together: bool = True) -> Race:
    """Make a race, for people who wait for each other or not. Raises RaceRefused where its host has too many that
    nobody has run."""
    idle = Q(started_at=None) | Q(together=False, racers=None)
    with transaction.atomic():
        list(Learner.objects.select_for_update().filter(pk=host.pk).values_list("pk"))
        if Race.objects.filter(idle, host=host, closed=False).count() >= MOST_OPEN:
            raise RaceRefused(RaceFault.TOO_MANY)
        return Race.objects.create(
            host=host,
            settings=str(settings),
            seed=secrets.randbits(63),
            classroom=classroom,
            together=together,
            started_at=None if together else timezone.now(),
        )


@contextmanager
def _locked(**which: object) -> Iterator[Race]:
    """Lock a race until the end of the block, which is one transaction. Raises Race.DoesNotExist."""
    with transaction.atomic():
        yield Race.objects.select_for_update().get(**which)


def _changed(race: Race, **values: object) -> None:
    """Write values of a race that is locked, and let all pages that show it know."""
    for name, value in {**values, "version": race.version + 1, "changed_at": timezone.now()}.items():
        setattr(race, name, value)
    race.save(update_fields=[*values, "version", "changed_at"])


def refusal(race: Race, learner: Learner | None) -> RaceFault | None:
    """Return why somebody new cannot come into a race, None if they can."""
    if race.closed:
        return RaceFault.CLOSED
    if is_deserted(race):
        return RaceFault.LEFT
    fault = people.blocks(learner, [race.host_id]) if learner and race.host_id else None
    if fault:
        return RaceFault.BLOCKED if fault is TableFault.BLOCKED else RaceFault.BLOCKING
    return RaceFault.FULL if race.racers.filter(_COUNTED).count() >= MOST else None


def is_deserted(race: Race) -> bool:
    """Return whether a race will never start, because its host has left the site."""
    return race.host_id is None and race.started_at is None


def gathers(race: Race) -> bool:
    """Return whether people still say that they are ready for a race, which they run together."""
    return race.started_at is None and not race.closed and not is_deserted(race)


def waits_for_more(race: Race) -> bool:
    """Return whether somebody new can still run a race with a place among the others."""
    return gathers(race) or not (race.together or race.closed)


def say_ready(token: str, learner: Learner) -> None:
    """Put somebody among those who will run. Raises RaceRefused; who is among them already, stays."""
    with _locked(token=token) as race:
        if race.racers.filter(learner=learner).exists():
            return
        if fault := refusal(race, learner):
            raise RaceRefused(fault)
        if race.started_at:
            raise RaceRefused(RaceFault.STARTED)
        race.racers.create(learner=learner)
        _changed(race)


def step_back(token: str, learner: Learner) -> None:
    """Take somebody out again who is not ready after all. Raises RaceRefused once the race has started."""
    with _locked(token=token) as race:
        if race.started_at:
            raise RaceRefused(RaceFault.STARTED)
        if race.racers.filter(learner=learner).delete()[0]:
            _changed(race)


def start(token: str, host: Learner) -> None:
    """Start a race for all who are ready: each gets a run with the same questions, whose clock runs from the start on.

    A second start changes nothing. Raises RaceRefused.
    """
    first = service.first_in_race(Race.objects.get(token=token, host=host))  # not under the lock: it takes its time
    with _locked(token=token, host=host) as race:
        if race.started_at:
            return
        if race.closed:
            raise RaceRefused(RaceFault.CLOSED)
        ready = [racer.learner for racer in race.racers.select_related("learner").order_by("pk") if racer.learner]
        if len(ready) < LEAST:
            raise RaceRefused(RaceFault.TOO_FEW)
        at = timezone.now() + rules.AHEAD
        for learner in ready:
            service.begin_in_race(race, learner, first, at)
        ends_at = at + timedelta(seconds=Settings.parse(race.settings).seconds or 0)
        race.racers.filter(learner__in=ready).update(ends_at=ends_at)
        _changed(race, started_at=at)


def run_later(token: str, learner: Learner) -> None:
    """Let somebody run a race that is run apart, or has started without them: then they take no place.

    Raises RaceRefused, during the countdown as before it: nobody sees the questions before the start.
    """
    with _locked(token=token) as race:
        if race.racers.filter(learner=learner).exists():
            return
        if fault := refusal(race, learner):
            raise RaceRefused(fault)
        if not has_started(race, timezone.now()):
            raise RaceRefused(RaceFault.NOT_STARTED)
        race.racers.create(learner=learner, late=race.together)
        service.begin_in_race(race, learner, service.first_in_race(race))
        _changed(race)


def close(token: str, host: Learner) -> None:
    """Let nobody new come into a race; one that has not started never does. Who runs can finish."""
    with _locked(token=token, host=host) as race:
        if not race.closed:
            _changed(race, closed=True)


def again(token: str, host: Learner) -> Race:
    """Return the next race, by the same settings with other questions; all pages of this one lead there.

    Raises RaceRefused before the start of this one.
    """
    with _locked(token=token, host=host) as race:
        if race.following:
            return race.following
        if race.started_at is None:
            raise RaceRefused(RaceFault.NOT_STARTED)
        following = make(host, Settings.parse(race.settings), race.classroom, together=race.together)
        _changed(race, following=following)
        return following


# ------------------------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody in a race that has started. Before they are `over` nothing of their answers is told.

    `place` counts those who ran together and are over, from 1; None for others, and for all until an answer is right.
    """

    racer: Racer
    over: bool
    begun: bool
    place: int | None


def racers_of(race: Race) -> list[Racer]:
    """Return those in a race, in the order in which they were ready."""
    return list(race.racers.filter(_COUNTED).select_related("learner").order_by("ready_at", "pk"))


def places(racers: list[Racer], now: datetime) -> list[Place]:
    """Return the standing: by right answers and then by fewer misses, first those who ran together, then those who ran
    later; of either those who still run come last. Nobody has a place while no answer was right."""
    over = {racer.pk: racer.ends_at is not None and racer.ends_at <= now for racer in racers}
    ranked = sorted(racers, key=lambda one: (one.late, not over[one.pk], *(_rank(one) if over[one.pk] else ())))
    together = [_rank(racer) for racer in ranked if over[racer.pk] and not racer.late]
    scored = any(racer.right for racer in ranked if over[racer.pk] and not racer.late)
    return [
        Place(
            racer=racer,
            over=over[racer.pk],
            begun=racer.number > 0 or racer.ends_at is not None,
            place=together.index(_rank(racer)) + 1 if scored and over[racer.pk] and not racer.late else None,
        )
        for racer in ranked
    ]


def _rank(racer: Racer) -> tuple[int, int]:
    return -racer.right, racer.number - racer.right


def to_beat(race: Race, learner: Learner | None, called: Mapping[int, str], now: datetime) -> tuple[str, int] | None:
    """Return name and right answers of whoever did best of the others that are over, None if none of them is right."""
    racers = racers_of(race)
    others = (place.racer for place in places(racers, now) if place.over and place.racer.learner != learner)
    best = max(others, key=lambda racer: racer.right, default=None)
    return (named(race, racers, called)[0][best.pk], best.right) if best and best.right else None


def run_of(race: Race, learner: Learner | None) -> Run | None:
    """Return somebody's run of a race, None before there is one."""
    return Run.objects.filter(race=race, learner=learner).first() if learner else None


def has_started(race: Race, now: datetime) -> bool:
    """Return whether the start of a race has come."""
    return race.started_at is not None and race.started_at <= now


def starts_in(race: Race, now: datetime) -> float:
    """Return the seconds until a race starts whose start was pressed; 0 afterwards, and before."""
    return max((race.started_at - now).total_seconds(), 0.0) if race.started_at else 0.0


def mark(version: int, over: int, people: int, host: int | None, *, runs: bool) -> str:
    """Return the name of what a page of a race shows: it changes with all that the others do, when they leave, and with
    the start.

    `over` are those whose run is over, `people` those who have not left the site; `runs` is whether it has started.
    """
    return f"{version}-{over}-{people + (host is not None)}-{int(runs)}"


def is_news(token: str, shown: str, now: datetime) -> bool:
    """Return whether a race is no longer as a mark says. One query; a race that is gone is news."""
    over = Count("racers", filter=Q(racers__ends_at__lte=now))
    people = Count("racers__learner")
    rows = Race.objects.filter(token=token).annotate(over=over, people=people)
    found = rows.values_list("version", "over", "people", "host", "started_at").first()
    if found is None:
        return True
    *what, started_at = found
    return mark(*what, runs=started_at is not None and started_at <= now) != shown


def with_news(learner: Learner, now: datetime) -> Racer | None:
    """Return somebody in the latest race that they have run and of which results have come since they last looked, or
    None: of one that is run together once all have finished it, of another at once. One query.
    """
    beside = Racer.objects.filter(_COUNTED, race=OuterRef("race")).exclude(pk=OuterRef("pk")).order_by()
    come = beside.filter(ends_at__lte=now).values("race").annotate(n=Count("*")).values("n")
    going = beside.filter(Q(ends_at=None) | Q(ends_at__gt=now), learner__isnull=False)
    ended = Racer.objects.filter(learner=learner, ends_at__lte=now).select_related("race")
    told = ended.annotate(come=Coalesce(Subquery(come), Value(0)), going=Exists(going)).order_by("-pk")[:MOST_LISTED]
    return next((one for one in told if one.come > one.seen and not (one.race.together and one.going)), None)


def looked(racer: Racer, results: int) -> None:
    """Note how many results of others somebody has seen. Whoever only looks needs no database that can be written."""
    if racer.seen != results:
        with suppress(DatabaseError):
            Racer.objects.filter(pk=racer.pk).update(seen=results)


def steps(race: Race) -> str:
    """Return how often a page asks for news, as the page's script reads it."""
    pairs: tuple[tuple[int, int], ...] = _RUNNING if race.started_at else _WAITING
    if race.following_id or (race.closed and not race.started_at) or is_deserted(race):
        pairs = _CLOSED
    return " ".join(f"{since}:{every}" for since, every in pairs)


def listed(learner: Learner) -> QuerySet[Race]:
    """Return the races that somebody hosts or runs in, the latest first."""
    theirs = Q(host=learner) | Q(pk__in=Racer.objects.filter(learner=learner).values("race"))
    return (
        Race.objects.filter(theirs)
        .annotate(number=_NUMBER, running=_STILL)
        .order_by("-created_at", "-pk")[:MOST_LISTED]
    )


def of_class(classroom: Classroom, learner: int) -> QuerySet[Race]:
    """Return the races of a class, the latest first, with whether a learner is in them (`is_in`)."""
    is_in = Exists(Racer.objects.filter(race=OuterRef("pk"), learner=learner))
    found = Race.objects.filter(classroom=classroom).annotate(number=_NUMBER, running=_STILL, is_in=is_in)
    return found.order_by("-created_at", "-pk")[:MOST_LISTED]


def named(race: Race, racers: list[Racer], called: Mapping[int, str]) -> tuple[dict[int, str], str]:
    """Return the names of racers by primary key, and that of the host, as somebody sees them who knows some of them by
    other names. A host who does not run is told apart from those who do; "" for one who has no name either."""
    people = [name_of(racer.learner, number, called) for number, racer in enumerate(racers, 1)]
    runs = (place for place, racer in enumerate(racers) if race.host_id and racer.learner_id == race.host_id)
    hosts = next(runs, len(racers))
    if hosts == len(racers):
        people.append((race.host and (called.get(race.host.pk) or race.host.public_name)) or "")
    names = told_apart(people)
    return {racer.pk: name for racer, name in zip(racers, names, strict=False)}, names[hosts]
