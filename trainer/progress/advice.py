"""Advice on what to practise next: one sentence with one button."""

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
from trainer.progress.verdicts import MIN_ANSWERS, RECENT_DAYS, Record, drill_of, judge, records, weaknesses

_REPEATING = next((slug for slug, drill in DRILLS.items() if drill.repeats_errors), "")
"""The drill that can repeat known errors, the first of the registry if several can; it practises those that no class of
hands provokes."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to practise next: a sentence and the label and address of a button.

    Where `post` is true, the button sends a POST request.
    """

    sentence: str
    label: str
    url: str
    post: bool = False


def advise(found: Iterable[Record]) -> Advice | None:
    """Return advice to practise the weakest skill or class of questions, or None if nothing is weak."""
    weakest = next(iter(weaknesses(judge(record for record in found if record.facet.startswith((SKILL, SORT))))), None)
    if weakest is None:
        return None
    return Advice(
        words.weak_sentence(weakest.record, RECENT_DAYS),
        words.practise(),
        drill_url(weakest.record.facet),
    )


def drill_url(facet: str) -> str:
    """Return the address of a calm run that practises a skill or a class of questions.

    The run asks only matching questions if the drill has an option for that.
    """
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
    """Return the drill's option for asking only these sorts, else its option for asking weak ones more, else {}."""
    for option in DRILLS[drill].options if drill in DRILLS else ():
        if sorts and set(sorts) <= set(option.values):
            return {option.name: ",".join(sorts) if option.many else sorts[0]}
    weighted = drill in DRILLS and any(option.name == "weak" for option in DRILLS[drill].options)
    return {"weak": "on"} if weighted else {}


def _start(drill: str, options: Mapping[str, str], mode: Mode = Mode.CALM) -> str:
    """Return an address that begins a new run when it is opened; the first question's time begins then."""
    return f"{reverse('start', args=[drill])}?{urlencode({'mode': mode, **options})}"


def advice(learner: Learner) -> Advice | None:
    """Return advice on what is weak, else on what is due for recall, else a suggestion. Two queries.

    None if the learner has no recent answers and nothing is due.
    """
    found, due = records(learner, RECENT_DAYS, [SKILL, SORT, DRILL, ALL]), recall.due_count(learner, timezone.now())
    return advise(found) or _of_recall(due) or _suggestion(found)


def _of_recall(number: int) -> Advice | None:
    if not number:
        return None
    return Advice(words.due_sentence(number), words.bring_back(), reverse("recall"), post=True)


def _suggestion(found: Sequence[Record]) -> Advice | None:
    """Return a suggestion for a learner without weaknesses: answer more, try another drill, or run a sprint."""
    answers = sum(record.times for record in found if record.facet == ALL)
    if not answers:
        return None
    tried = [record.name for record in found if record.facet.startswith(DRILL)]
    if answers < MIN_ANSWERS:
        drill = tried[0] if tried else FIRST
        return Advice(words.too_few(answers), words.go_on(), _start(drill, {}))
    other = next((drill for drill in DRILLS if drill not in tried), None)
    if other:
        return Advice(words.nothing_weak(answers), words.try_drill(other), _start(other, {}))
    return Advice(words.nothing_weak(answers), words.try_sprint(), _start(FIRST, {}, Mode.SPRINT))
