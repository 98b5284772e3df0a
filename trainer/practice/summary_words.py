"""The summary of a run in words: its score, its bests, its answers one by one, and what comes back when."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.words.terms import decimal
from trainer.drills.modes import Mode
from trainer.drills.registry import drill_name
from trainer.drills.settings import Settings
from trainer.models import Recall, Run
from trainer.practice.state import AskedQuestion, Sitting
from trainer.practice.summary import Answer, Became, Beside, Figures, Past, is_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

_FACES = 8
"""Cards that have room on a tile."""
_CARD = re.compile("[A2-9TJQK][CDHS]")


# ----------------------------------------------------------------------------------------------------------- score


@dataclass(frozen=True, slots=True)
class Score:
    """A score: the figure, and what it counts."""

    figure: str
    unit: str


def score(settings: Settings, score: float, number: int) -> Score:
    """What a run came to: points given up in a round, points kept against the clock, else right answers."""
    if settings.mode is Mode.ROUND:
        return Score(decimal(-score, 1), _("points given up"))
    if settings.mode is Mode.CLOCK:
        points = round(score)
        return Score(str(points), ngettext("point kept", "points kept", points))
    unit = ngettext("right, of %(n)s answer", "right, of %(n)s answers", number)
    return Score(str(round(score)), unit % {"n": number})


def figure(settings: Settings, score: float) -> str:
    """A score, shortly, with what it counts: "12 right", "3.1 given up"."""
    if settings.mode is Mode.ROUND:
        return _("%(points)s given up") % {"points": decimal(-score, 1)}
    points = round(score)
    if settings.mode is Mode.CLOCK:
        return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}
    return ngettext("%(n)s right", "%(n)s right", points) % {"n": points}


def accuracy(right: int, number: int) -> str:
    """The share of right answers: "88%"; a dash where there is none."""
    return _("%(share)s%%") % {"share": round(100 * right / number)} if number else _("–")


def seconds(seconds: float | None) -> str:
    """A time: "7.2 s"; a dash where it says nothing."""
    if seconds is None:
        return _("–")
    return _("%(n)s s") % {"n": decimal(seconds, 1) if seconds < 99.95 else round(seconds)}


def verdict(sitting: Sitting, beside: Beside | None) -> str:
    """How a run that is over stands beside the others of the same settings; "" where there is nothing to say."""
    score = sitting.standing.score
    if beside is None or not (sitting.is_over and sitting.number and is_whole(sitting)):
        return ""
    if beside.before is None:
        return _("Your first run with these settings: the next ones are measured by it.")
    words = {"best": figure(sitting.settings, beside.before)}
    if score > beside.before:
        return _("A personal best. The one before: %(best)s.") % words
    if score == beside.before:
        return _("As good as your best: %(best)s.") % words
    return _("Your best with these settings: %(best)s.") % words


_WINDOWS: dict[str, Promise] = {
    "day": gettext_lazy("Last 24 hours"),
    "week": gettext_lazy("Last 7 days"),
    "month": gettext_lazy("Last 30 days"),
    "ever": gettext_lazy("Ever"),
}


def bests(settings: Settings, beside: Beside) -> list[tuple[str, str]]:
    """The best of each window of time, by its name."""
    return [
        (str(name), _("–") if beside.best[window] is None else figure(settings, beside.best[window] or 0.0))
        for window, name in _WINDOWS.items()
    ]


# ----------------------------------------------------------------------------------------------------------- tiles


@dataclass(frozen=True, slots=True)
class Tile:
    """An answer on a tile: its place, the ranks of its cards in groups, what became of it, and its time."""

    number: int
    place: int
    good: bool
    groups: "Sequence[Sequence[str]]"
    outcome: str
    time: str
    slow: bool


def tile(answer: Answer, figures: Figures) -> Tile:
    """The tile of an answer."""
    return Tile(
        number=answer.number,
        place=answer.number + 1,
        good=answer.good,
        groups=shown(answer.asked),
        outcome=outcome(answer),
        time=seconds(answer.seconds),
        slow=figures.slow(answer),
    )


def outcome(answer: Answer) -> str:
    """What became of an answer, in a word or two."""
    if answer.late:
        return _("late")
    if answer.right:
        return _("right")
    drill = answer.asked.definition
    if Mode.ROUND in drill.modes:
        return _("%(points)s lost") % {"points": decimal(answer.lost, 1)}
    if answer.lost and drill.counts_points:
        return _("%(points)s off") % {"points": round(answer.lost)}
    return _("wrong")


def shown(asked: AskedQuestion) -> list[list[str]]:
    """A question in small: the ranks of its first cards; of one without cards the name of its drill."""
    return list(faces(asked.text)) or [[str(drill_name(asked.drill))]]


def faces(question: str) -> Iterator[list[str]]:
    """The ranks of the first cards in the text form of a question, those before and after a bar apart."""
    room = _FACES
    for part in question.split("|"):
        ranks = [rank for word in part.split() if (rank := _rank(word))][:room]
        room -= len(ranks)
        if ranks:
            yield ranks


def _rank(word: str) -> str:
    if not _CARD.fullmatch(word):  # lower case is no card here: "as dealer"
        return ""
    return "10" if word[0] == "T" else word[0]


_FILTERS: dict[str, Promise] = {
    "all": gettext_lazy("All"),
    "missed": gettext_lazy("Missed"),
    "slow": gettext_lazy("Slow"),
}


def filters() -> dict[str, str]:
    """The names of the choices of tiles."""
    return {code: str(name) for code, name in _FILTERS.items()}


def none_of(chosen: str) -> str:
    """What is said where a choice of tiles has none."""
    return _("None took long.") if chosen == "slow" else _("None missed.")


def only_last(shown: int, number: int) -> str:
    """That a run has more answers than tiles; "" where it has not."""
    if number <= shown:
        return ""
    return _("The last %(shown)s of %(number)s answers.") % {"shown": shown, "number": number}


# ---------------------------------------------------------------------------------------------------- what became


def became(settings: Settings, each: Became, now: datetime) -> str:
    """What became of a question that was replayed or recalled, or that a check asked until it was right."""
    if settings.mode in (Mode.REPLAY, Mode.CHECK):
        if not each.answer.good:
            return _("Not right yet.")
        return ngettext("Right at once.", "Right after %(n)s tries.", each.times) % {"n": each.times}
    if each.item is None:
        return _("It was asked again later.")
    return comes_back(each.item, now)


def comes_back(item: Recall, now: datetime) -> str:
    """When an item comes back."""
    if item.retired:
        return _("Known for good: it does not come back.")
    if item.due_at - now < timedelta(hours=1):
        return _("Comes back within the hour.")
    days = (timezone.localdate(item.due_at) - timezone.localdate(now)).days
    if not days:
        return _("Comes back today.")
    return ngettext("Comes back tomorrow.", "Comes back in %(n)s days.", days) % {"n": days}


# -------------------------------------------------------------------------------------------------------- past runs


def past(settings: Settings, each: Past) -> tuple[str, str, str]:
    """A past run in a table: when, its score, its accuracy."""
    return moment(each.ended_at), figure(settings, each.score), accuracy(each.right, each.number)


def moment(at: datetime) -> str:
    """A day and a time of day."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")


def day(day: date, today: date) -> str:
    """A day of the next two weeks."""
    if day == today:
        return _("Today")
    if day == today + timedelta(days=1):
        return _("Tomorrow")
    return date_format(day, "l, j F")


def result(settings: Settings, run: Run) -> str:
    """What a run in the list has come to, in a sentence."""
    if not run.number:
        return _("Nothing answered yet")
    words: dict[str, object] = {"right": run.right, "n": run.number}
    if settings.mode is Mode.ROUND:
        words["points"] = decimal(-run.score, 1)
        given_up = ngettext(
            "Points given up: %(points)s in %(n)s answer", "Points given up: %(points)s in %(n)s answers", run.number
        )
        return given_up % words
    if settings.mode is Mode.CLOCK:
        words["points"] = round(run.score)
        kept = ngettext(
            "Points kept: %(points)s in %(n)s answer", "Points kept: %(points)s in %(n)s answers", run.number
        )
        return kept % words
    return ngettext("%(right)s of %(n)s right", "%(right)s of %(n)s right", run.number) % words


def recalled_drill(item: Recall) -> str:
    """The drill of an item."""
    return str(drill_name(item.drill))
