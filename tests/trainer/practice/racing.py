"""What the tests of races share: races that wait or have started, and people who answer in them."""

from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from tests.game.together.seated import Person
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Classroom, Race, Racer, Run
from trainer.practice import races, rules, service
from trainer.practice.state import Sitting

MINUTE = Settings("count", Mode.SPRINT, 60)


def waiting(host: Person, *ready: Person, settings: Settings = MINUTE, classroom: Classroom | None = None) -> Race:
    """A race that waits for its start, with those who are ready."""
    race = races.make(host.learner, settings, classroom)
    for who in ready:
        races.say_ready(race.token, who.learner)
    return fresh(race)


def started(host: Person, *ready: Person, settings: Settings = MINUTE) -> Race:
    """A race that has just started."""
    race = waiting(host, *ready, settings=settings)
    races.start(race.token, host.learner)
    return counted_down(race)


def counted_down(race: Race) -> Race:
    """A race whose start was pressed, once it has come."""
    Race.objects.filter(pk=race.pk).update(started_at=F("started_at") - rules.AHEAD)
    Racer.objects.filter(race=race).update(ends_at=F("ends_at") - rules.AHEAD)
    Run.objects.filter(race=race).update(begun_at=F("begun_at") - rules.AHEAD, asked_at=F("asked_at") - rules.AHEAD)
    return fresh(race)


def fresh(race: Race) -> Race:
    """The race as it is stored now."""
    return Race.objects.get(pk=race.pk)


def racer(race: Race, who: Person) -> Racer:
    """Somebody in a race as stored now."""
    return Racer.objects.get(race=race, learner=who.learner)


def sitting(race: Race, who: Person) -> Sitting:
    """Somebody's run as it stands now."""
    return service.taken(Run.objects.get(race=race, learner=who.learner).key, who.learner)


def answer(race: Race, who: Person, *, right: bool = True, at: datetime | None = None) -> str:
    """Let somebody answer their question. Returns the question."""
    now = sitting(race, who)
    worth = now.asked.definition.mark(now.asked.question, "").worth
    service.answer(now, str(worth if right else worth + 1), at or timezone.now())
    return now.asked.text


def finish(race: Race, who: Person, right: int, missed: int = 0) -> None:
    """Let somebody give so many right and wrong answers, and end their run."""
    for _ in range(right):
        answer(race, who)
    for _ in range(missed):
        answer(race, who, right=False)
    service.end(sitting(race, who), timezone.now())


def time_passes(race: Race, who: Person) -> None:
    """Let the time of somebody's run be over, without their browser telling so."""
    past = timezone.now() - timedelta(minutes=10)
    Run.objects.filter(race=race, learner=who.learner).update(begun_at=past)
    Racer.objects.filter(race=race, learner=who.learner).update(ends_at=past + timedelta(minutes=1))
