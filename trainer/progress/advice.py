"""Advice on what to practise: one sentence with one button."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from trainer.drills.modes import Mode
from trainer.drills.options import SKILL as SKILL_OPTION
from trainer.drills.registry import DRILLS, FIRST
from trainer.progress import words
from trainer.progress.tallies import DRILL, LOAD, SKILL, SORT
from trainer.progress.verdicts import MIN_TIMES, RECENT_DAYS, Record, drill_of, judge, weaknesses


@dataclass(frozen=True, slots=True)
class Advice:
    """What to practise next: a sentence and the label and address of a button.

    Where `post` is true, the button sends a POST request.
    """

    sentence: str
    label: str
    url: str
    post: bool = False


def practised(found: Iterable[Record], lessons: Iterable[str]) -> set[str]:
    """Return the drills that a learner knows: a few answers of late, or one of the `lessons` begun practises it."""
    tried = {one.name for one in found if one.facet.startswith(DRILL) and one.times >= MIN_TIMES}
    return tried | set(lessons)


def of_weakness(found: Sequence[Record], known: Collection[str]) -> Advice | None:
    """Return advice to practise the weakest skill or class of questions, or None if nothing is weak.

    It names nothing outside the groups of the drills that the learner knows: a beginner is not sent to what the course
    has not reached.
    """
    groups = {DRILLS[drill].group for drill in known if drill in DRILLS}
    judged = judge(record for record in found if record.facet.startswith((SKILL, SORT, LOAD)))
    for one in weaknesses(judged):
        drill = practice_of(one.record.facet)
        if drill not in DRILLS or DRILLS[drill].group in groups:
            sentence = words.weak_sentence(one, RECENT_DAYS)
            return Advice(sentence, words.practise(), drill_url(one.record.facet))
    return None


def of_recall(due: int) -> Advice | None:
    """Return advice to begin what is due for recall, or None if nothing is."""
    return Advice(words.due_sentence(due), words.begin_recall(), reverse("recall"), post=True) if due else None


def of_sprint() -> Advice:
    """Return advice for a learner who has nothing else to do."""
    return Advice(words.sprint_sentence(), words.begin_sprint(), sprint_url())


def sprint_url() -> str:
    """Return the address of a timed run of the first drill, of the usual length."""
    return _start(FIRST, {}, Mode.SPRINT)


def practice_of(facet: str) -> str:
    """Return the drill that practises a skill or a class of questions."""
    return facet.split(":", 2)[1] if facet.startswith((SORT, LOAD)) else drill_of(facet.removeprefix(SKILL))


def drill_url(facet: str) -> str:
    """Return the address of a calm run that practises a skill or a class of questions."""
    drill = practice_of(facet)
    return _start(drill, practising(facet) if drill in DRILLS else {})


def practising(facet: str) -> Mapping[str, str]:
    """Return the options of a drill in the registry under which it practises a skill or a class of questions."""
    drill = DRILLS[practice_of(facet)]
    if facet.startswith(SORT):
        sort = facet.split(":", 2)[2]
        return drill.options_of_sorts([sort]) if any(each.code == sort for each in drill.sorts) else {}
    skill = facet.rpartition(":")[2]
    by_skill = skill in drill.option(SKILL_OPTION.name).values
    return {SKILL_OPTION.name: skill} if by_skill else drill.options_of_skill(skill)


def _start(drill: str, options: Mapping[str, str], mode: Mode = Mode.CALM) -> str:
    """Return an address that begins a new run when it is opened; the first question's time begins then."""
    return f"{reverse('start', args=[drill])}?{urlencode({'mode': mode, **options})}"
