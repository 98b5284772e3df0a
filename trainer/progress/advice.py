"""What to practise next, in one sentence with one button.

Source: UX.md, Recall and progress.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS, FIRST
from trainer.drills.skills import CAUSES
from trainer.models import Learner
from trainer.progress import recall, words
from trainer.progress.tallies import ALL, DRILL, SKILL, SORT
from trainer.progress.verdicts import LATELY, TELLING, Record, drill_of, judge, records, weak

_REPEATING = next((slug for slug, drill in DRILLS.items() if drill.repeats_errors), "")
"""The drill in which known errors can be practised that no sort of hand invites more than others."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to practise next: a sentence, and a button that leads there; one that must be posted to begins by it."""

    sentence: str
    label: str
    url: str
    post: bool = False


def advise(found: Iterable[Record]) -> Advice | None:
    """What to practise for the sake of the weakest thing; None where nothing is weak."""
    weakest = next(iter(weak(judge(record for record in found if record.facet.startswith((SKILL, SORT))))), None)
    if weakest is None:
        return None
    return Advice(
        words.weak_sentence(weakest.record, LATELY),
        words.practise(),
        drill_url(weakest.record.facet),
    )


def drill_url(facet: str) -> str:
    """Where a skill or a class of questions is practised: a calm run of a drill, of those questions where it can be."""
    if facet.startswith(SORT):
        _, drill, sort = facet.split(":", 2)
        return _start(drill, _choosing(drill, (sort,)))
    skill = facet.removeprefix(SKILL)
    drill = drill_of(skill)
    sorts = DRILLS[drill].sorts_of_skill.get(skill, ())
    if skill in CAUSES and not sorts and _REPEATING:
        return _start(_REPEATING, {})
    return _start(drill, _choosing(drill, sorts))


def _choosing(drill: str, sorts: Sequence[str]) -> dict[str, str]:
    """The option of a drill that brings questions of these sorts, or else more of what is missed; {} if it has none."""
    for option in DRILLS[drill].options if drill in DRILLS else ():
        if sorts and set(sorts) <= set(option.values):
            return {option.name: ",".join(sorts) if option.many else sorts[0]}
    weighted = drill in DRILLS and any(option.name == "weak" for option in DRILLS[drill].options)
    return {"weak": "on"} if weighted else {}


def _start(drill: str, options: Mapping[str, str], mode: Mode = Mode.CALM) -> str:
    """An address at which a run begins when it is opened, so that the time of its first question begins then."""
    return f"{reverse('start', args=[drill])}?{urlencode({'mode': mode, **options})}"


def advice(learner: Learner) -> Advice | None:
    """What to practise next: what is weak, or else what is due to come back, or else a suggestion; None for somebody
    who has not answered anything lately and has nothing waiting. Always two queries."""
    found, due = records(learner, LATELY, [SKILL, SORT, DRILL, ALL]), recall.due_number(learner, timezone.now())
    return advise(found) or _of_recall(due) or _suggestion(found)


def _of_recall(number: int) -> Advice | None:
    if not number:
        return None
    return Advice(words.due_sentence(number), words.bring_back(), reverse("recall"), post=True)


def _suggestion(found: Sequence[Record]) -> Advice | None:
    """What to do where nothing is weak: answer more, try another drill, or see how fast it goes."""
    answers = sum(record.times for record in found if record.facet == ALL)
    if not answers:
        return None
    tried = [record.name for record in found if record.facet.startswith(DRILL)]
    if answers < TELLING:
        drill = tried[0] if tried else FIRST
        return Advice(words.too_few(answers), words.go_on(), _start(drill, {}))
    other = next((drill for drill in DRILLS if drill not in tried), None)
    if other:
        return Advice(words.nothing_weak(answers), words.try_drill(other), _start(other, {}))
    return Advice(words.nothing_weak(answers), words.try_sprint(), _start(FIRST, {}, Mode.SPRINT))
