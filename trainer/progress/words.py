"""The words of the progress page: names of skills and classes, verdicts, and advice."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from game.after import words as review_words
from game.after.review import DecisionKind
from game.engine.record import read_rules
from game.models import JudgedDecision
from game.words.terms import decimal
from trainer.drills.base import AnyDrill
from trainer.drills.questions import Obstacle
from trainer.drills.registry import DRILLS, drill_name
from trainer.drills.skills import CAUSES
from trainer.people import zones
from trainer.progress import stars, weeks
from trainer.progress.verdicts import Period
from trainer.progress.weeks import Kinds, WeekComparison

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from trainer.progress.verdicts import JudgedRecord

SKILL_NAMES: Mapping[str, "StrOrPromise"] = {
    **{skill: name for drill in DRILLS.values() for skill, name in drill.skills.items()},
}
"""The names of all skills."""


def skill_name(skill: str) -> str:
    """Return the name of a skill, or its code if no drill defines it any longer."""
    return str(SKILL_NAMES.get(skill, skill))


def sort_name(drill: str, sort: str) -> str:
    """Return the name of a class of a drill's questions, or its code if the drill no longer exists."""
    return str(DRILLS[drill].sort_name(sort)) if drill in DRILLS else sort


def sort_in_drill(drill: str, sort: str) -> str:
    """Return a class of questions with its drill, such as "Count: a double run"."""
    return _("%(drill)s: %(class)s") % {"drill": drill_name(drill), "class": sort_name(drill, sort)}


# --------------------------------------------------------------------------------------------- starred decisions

_OBSTACLES: "dict[Obstacle, Promise]" = {
    Obstacle.KIND: gettext_lazy("This one cannot be kept, but you can practise spots like it."),
    Obstacle.PARTNERS: gettext_lazy("It cannot come back: the drills have no partners."),
    Obstacle.SEATS: gettext_lazy("It cannot come back: no drill of the play has so many seats."),
    Obstacle.CRIB: gettext_lazy("It cannot come back: in the drills a flush in the crib needs the starter."),
    Obstacle.SCORES: gettext_lazy("It cannot come back: the scores decide here, and no drill has a game like this."),
}


def obstacle(reason: Obstacle) -> str:
    """Return why a decision cannot be kept."""
    return str(_OBSTACLES[reason])


@dataclass(frozen=True, slots=True)
class StarLabel:
    """The star of a decision or a question: where it is sent and by what value, what it is of, whether it shines, and
    why it cannot, "" if it can. `number` tells it from the others on its page."""

    number: int
    name: str
    shines: bool
    obstacle: str
    value: str
    address: str


def star_label(decision: JudgedDecision) -> StarLabel:
    """Return the star of a decision."""
    reason = stars.obstacle(decision, read_rules(decision.game.match.rules))
    kind = review_words.kind_name(DecisionKind(decision.kind))
    name = _("Deal %(deal)s: %(kind)s") % {"deal": decision.deal, "kind": kind}
    why_not = obstacle(reason) if reason else ""
    return StarLabel(decision.pk, name, hasattr(decision, "star"), why_not, str(decision.pk), reverse("decisions"))


def decision_kept(decision: JudgedDecision) -> str:
    """Return what a decision is called in the list of what is kept."""
    return _("In a game: %(kind)s") % {"kind": review_words.kind_name(DecisionKind(decision.kind))}


def question_star(place: int, drill: AnyDrill, question: Any, *, shines: bool) -> StarLabel:
    """Return the star of a question at a place on its page."""
    return StarLabel(place, drill.aloud(question), shines, "", f"{place} {drill.slug} {question}", reverse("star"))


# -------------------------------------------------------------------------------------------------------- advice


def weak_sentence(one: "JudgedRecord", days: int) -> str:
    """Return the sentence that says what is weak and why: how often it was missed, and how often lately."""
    record = one.record
    if one.slowness:
        return _slow_sentence(one)
    words: dict[str, object] = {
        "n": round(record.misses),
        "times": record.times,
        "days": days,
        "lately": share(1 - record.lately),
    }
    if record.facet.startswith("sort:"):
        words["name"] = sort_in_drill(record.drill, record.name)
        said = _("%(name)s. You missed %(n)s of %(times)s in the last %(days)s days, lately %(lately)s.")
        return said % words
    words["name"] = skill_name(record.name)
    if record.name in CAUSES:
        said = _(
            "%(name)s. You did this in about %(n)s of %(times)s hands in the last %(days)s days, lately in %(lately)s."
        )
        return said % words
    said = _("%(name)s. You missed about %(n)s of %(times)s in the last %(days)s days, lately %(lately)s.")
    return said % words


def _slow_sentence(one: "JudgedRecord") -> str:
    """Return the sentence that says what takes too long."""
    said = _(
        "%(name)s. You take about %(seconds)s s each, %(ratio)s times as long as your pace in other questions "
        "suggests. The target is %(target)s s."
    )
    record = one.record
    return said % {
        "name": sort_in_drill(record.drill, record.name),
        "seconds": decimal(record.steady or 0.0, 0),
        "ratio": decimal(one.slowness, 1),
        "target": decimal(record.target or 0.0, 0),
    }


def practise() -> str:
    """Return the label of the button that practises a weakness."""
    return _("Practise this")


def due_sentence(number: int) -> str:
    """Return the sentence that says how many questions are due."""
    return ngettext("%(n)s question you missed is due again.", "%(n)s questions you missed are due again.", number) % {
        "n": number
    }


def begin_recall() -> str:
    """Return the label of the button that begins a recall run."""
    return _("Begin recall")


def sprint_sentence() -> str:
    """Return the sentence that invites to a sprint."""
    return _("How many hands can you count in three minutes?")


def begin_sprint() -> str:
    """Return the label of the button that begins a sprint."""
    return _("Begin a sprint")


# ---------------------------------------------------------------------------------------------------- the page

_VERDICTS: dict[str, Promise] = {
    "weak": pgettext_lazy("verdict on a skill", "Weak"),
    "strong": pgettext_lazy("verdict on a skill", "Strong"),
    "average": pgettext_lazy("verdict on a skill", "Average"),
    "not-yet": pgettext_lazy("verdict on a skill", "Too few answers yet"),
}


_OFTEN: dict[str, Promise] = {
    "weak": pgettext_lazy("verdict on a mistake", "Often"),
    "average": pgettext_lazy("verdict on a mistake", "Now and then"),
    "strong": pgettext_lazy("verdict on a mistake", "Seldom"),
}


def verdict_name(verdict: str, *, error: bool = False) -> str:
    """Return the name of a verdict: on a skill how well it goes, on an error how often it is made."""
    return str(_OFTEN[verdict] if error and verdict in _OFTEN else _VERDICTS[verdict])


def awaited_week(before: Period, kinds: Kinds, first: date) -> str:
    """Return why this week does not compare with the week before, and when it will. `first` is the first day of this
    week that has answers, or today."""
    words = {"day": date_format(first + timedelta(days=7), pgettext("format of a day of this year, short", "M j"))}
    if not before.times:
        return _("There is no week before to compare with yet. On %(day)s there will be one.") % words
    known, (shared, new) = sum(each.times for each, _now in kinds), weeks.shared_answers(kinds)
    if known < weeks.TELLING:
        return _("The week before has too few answers to compare with. Look here again on %(day)s.") % words
    if shared < weeks.TELLING <= new:
        return _(
            "It is too early to tell whether anything changed: practise more of what you practised the week before."
        )
    more = weeks.TELLING - new
    return ngettext(
        "It is too early to tell whether anything changed: it takes %(n)s more answer like those of the week before.",
        "It is too early to tell whether anything changed: it takes %(n)s more answers like those of the week before.",
        more,
    ) % {"n": more}


def compared(found: WeekComparison) -> str:
    """Return how surely one is right more often than the week before, and faster."""
    surer = _surer(found)
    if found.faster is None:
        return surer
    return _("%(surer)s %(faster)s") % {"surer": surer, "faster": _FASTER[_sureness(found.faster)]}


def _sureness(deviation: float) -> int:
    """Return 2 for clearly better, 1 for probably, 0 for no change that can be told; below 0 for worse."""
    size = (abs(deviation) >= weeks.LIKELY_CHANGE) + (abs(deviation) >= weeks.CLEAR_CHANGE)
    return size if deviation > 0 else -size


def _surer(found: WeekComparison) -> str:
    more, size = found.awaited, _sureness(found.surer)
    if size or more is None:
        return str(_SURER[size])
    return ngettext(
        "The difference in right answers can be chance. If it stays as it is, about %(n)s more answer will tell.",
        "The difference in right answers can be chance. If it stays as it is, about %(n)s more answers will tell.",
        more,
    ) % {"n": more}


_SURER: dict[int, Promise] = {
    2: gettext_lazy(
        "You are clearly right more often than the week before: chance alone would do that once in 120 weeks."
    ),
    1: gettext_lazy(
        "You are probably right more often than the week before: chance alone would do that once in 11 weeks."
    ),
    0: gettext_lazy("You are right about as often as the week before: the difference is no more than chance."),
    -1: gettext_lazy(
        "You are probably right less often than the week before: chance alone would do that once in 11 weeks."
    ),
    -2: gettext_lazy(
        "You are clearly right less often than the week before: chance alone would do that once in 120 weeks."
    ),
}
_FASTER: dict[int, Promise] = {
    2: gettext_lazy("You are clearly faster."),
    1: gettext_lazy("You are probably faster."),
    0: gettext_lazy("You are about as fast."),
    -1: gettext_lazy("You are probably slower."),
    -2: gettext_lazy("You are clearly slower."),
}


def right_name() -> str:
    """Return the name of the share of right answers."""
    return _("Right")


def time_name() -> str:
    """Return the name of the mean seconds of an answer."""
    return _("Per answer")


def answers_name() -> str:
    """Return the name of the number of answers."""
    return _("Answers")


def window_name(days: int | None) -> str:
    """Return the name of a window of days; None is all days."""
    if days is None:
        return pgettext("all days", "All")
    return _("Today") if days == 1 else ngettext("%(n)s day", "%(n)s days", days) % {"n": days}


def share(share: float) -> str:
    """Return a share from 0 to 1 as a percentage, such as "88%"."""
    return _("%(share)s%%") % {"share": round(100 * share)}


def right_of(times: int, misses: float) -> str:
    """Return how often a skill was right, such as "14 of 16 right"; `misses` can be a sum of probabilities."""
    told = ngettext("%(right)s of %(n)s right", "%(right)s of %(n)s right", times)
    return told % {"right": round(times - misses), "n": times}


def made_in(times: int, misses: float) -> str:
    """Return how often a known error was made, such as "2 in 16 hands"."""
    return ngettext("%(made)s in %(n)s hand", "%(made)s in %(n)s hands", times) % {"made": round(misses), "n": times}


def week_of_sample(number: int) -> str:
    """Return the name of a week in a sample, by its number."""
    return _("Week %(n)s") % {"n": number}


def pace(seconds: str, target: float | None) -> str:
    """Return how long an answer takes lately, and its target, if there is one."""
    if target is None:
        return _("%(seconds)s each") % {"seconds": seconds}
    return _("%(seconds)s each, target %(target)s s") % {"seconds": seconds, "target": decimal(target, 0)}


def target_reached() -> str:
    """Return what is said of a class that is answered surely within its target."""
    return _("Target reached")


def slow() -> str:
    """Return the verdict on what takes too long."""
    return pgettext("verdict on a skill", "Slow")


def waiting(number: int) -> str:
    """Return how many questions wait for recall; "" for none."""
    return ngettext("%(n)s in recall", "%(n)s in recall", number) % {"n": number} if number else ""


def bucket_name(day: date, span: str) -> str:
    """Return the name of a period on a chart: a day, a week by its Monday, or a month."""
    if span == "month":
        return date_format(day, "YEAR_MONTH_FORMAT")
    return date_format(day, "MONTH_DAY_FORMAT")


_CURVES: dict[tuple[str, str], Promise] = {
    ("accuracy", "day"): gettext_lazy("Accuracy, day by day"),
    ("accuracy", "week"): gettext_lazy("Accuracy, week by week"),
    ("accuracy", "month"): gettext_lazy("Accuracy, month by month"),
    ("speed", "day"): gettext_lazy("Time per answer, day by day"),
    ("speed", "week"): gettext_lazy("Time per answer, week by week"),
    ("speed", "month"): gettext_lazy("Time per answer, month by month"),
}


def curve_name(what: str, span: str) -> str:
    """Return the title of a chart: `what` is accuracy or speed, `span` is day, week or month."""
    return str(_CURVES[what, span])


def seconds_level(value: float) -> str:
    """Return the label of a grid line for seconds."""
    return _("%(n)s s") % {"n": decimal(value, 0)}


def answers_on(number: int, day: date) -> str:
    """Return how many answers a day had."""
    words = {"n": number, "day": date_format(day, "DATE_FORMAT")}
    return ngettext("%(day)s: %(n)s answer", "%(day)s: %(n)s answers", number) % words


def days_note(now: datetime) -> str:
    """Return by which clock the days of charts and windows begin."""
    if zones.is_utc(now):
        return _("Days begin at midnight, world time (UTC).")
    begins = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    words = {"time": zones.clock_time(begins)}
    return _("Days begin at midnight, world time (UTC): %(time)s in your time.") % words


def month_name(day: date) -> str:
    """Return the short name of a month, such as "Nov"."""
    return date_format(day, "M")


@dataclass(frozen=True, slots=True)
class WeekDay:
    """A day of the last week: its name, the number of answers, both in words, and how many hundredths of the goal that
    is."""

    name: str
    answers: int
    words: str
    share: int


def week_day(answers: int, day: date, share: int) -> WeekDay:
    """Return a day of the last week; `share` is that of the goal, 0 where there is none."""
    said = answers_on(answers, day)
    if share >= _WHOLE:
        said = _("%(answers)s, goal reached") % {"answers": said}
    return WeekDay(weekday_name(day), answers, said, share)


_WHOLE = 100


def weekday_name(day: date) -> str:
    """Return the short name of a day of the week, such as "Mon"."""
    return date_format(day, "D")


def value_name(what: str) -> str:
    """Return the heading of the column with a chart's values."""
    return _("Accuracy") if what == "accuracy" else _("Time per answer")


def practised(days: int, weeks: int) -> str:
    """Return on how many days of the last weeks there were answers."""
    said = ngettext(
        "You practised on %(n)s day of the last %(weeks)s weeks.",
        "You practised on %(n)s days of the last %(weeks)s weeks.",
        days,
    )
    return said % {"n": days, "weeks": weeks}


_COLUMNS: dict[str, Promise] = {
    "answered_at": gettext_lazy("when you answered, UTC"),
    "asked_at": gettext_lazy("when the question was asked, UTC"),
    "drill": gettext_lazy("the drill, as addresses name it"),
    "class": gettext_lazy("the kind of question"),
    "question": gettext_lazy("the question: cards by rank and suit, the starter after the bar"),
    "answer": gettext_lazy("your answer; empty if time ran out"),
    "right": gettext_lazy("1 for a right answer, 0 for a wrong one"),
    "points_lost": gettext_lazy("how many points the answer is off, or gives up on average"),
    "likely_causes": gettext_lazy("codes of what explains a wrong answer, the likeliest first"),
    "hint": gettext_lazy("1 if you had a hint"),
    "late": gettext_lazy("1 if it came after the question’s time"),
    "rated": gettext_lazy("1 if it counts on this page; what you replay does not"),
    "run": gettext_lazy("the run’s key, as its address has it"),
    "settings": gettext_lazy("the run’s drill, kind, seconds and options"),
    "number": gettext_lazy("the place of the question in its run, from 0"),
}


def columns() -> list[tuple[str, str]]:
    """Return the columns of the CSV file of answers, with their meanings."""
    return [(column, str(meaning)) for column, meaning in _COLUMNS.items()]
