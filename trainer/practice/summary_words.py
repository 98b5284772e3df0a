"""The words of a run's summary: its score, its bests, its answers, and when its questions are due again."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from game.engine.cards import Card
from game.words.terms import decimal, letter_on_card
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS, drill_name
from trainer.drills.settings import Settings
from trainer.models import Recall, Run
from trainer.people import zones
from trainer.practice.state import AskedQuestion, Sitting
from trainer.practice.summary import Answer, Comparison, PastRun, RetriedQuestion, RunFigures, can_be_best
from trainer.practice.words import given_up, run_name
from trainer.progress.words import StarLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

_FACES = 9
"""The most cards that fit on a tile."""
_CARD = re.compile("[A2-9TJQK][CDHS]")


# ----------------------------------------------------------------------------------------------------------- score


@dataclass(frozen=True, slots=True)
class RunScore:
    """A run's score: the figure and its unit."""

    figure: str
    unit: str


def score(settings: Settings, score: float, number: int) -> RunScore:
    """Return a run's score: points given up in a round, points kept against the clock, otherwise right answers."""
    if settings.mode is Mode.ROUND:
        return RunScore(decimal(abs(score), 1), _("points given up"))
    if settings.mode is Mode.CLOCK:
        points = round(score)
        return RunScore(str(points), ngettext("point kept", "points kept", points))
    unit = ngettext("right out of %(n)s answer", "right out of %(n)s answers", number)
    return RunScore(str(round(score)), unit % {"n": number})


def short_score(settings: Settings, score: float) -> str:
    """Return a score with its unit, such as "12 right" or "3.1 points given up"."""
    if settings.mode is Mode.ROUND:
        return given_up(score)
    points = round(score)
    if settings.mode is Mode.CLOCK:
        return ngettext("%(n)s point", "%(n)s points", points) % {"n": points}
    return ngettext("%(n)s right", "%(n)s right", points) % {"n": points}


def accuracy(right: int, number: int) -> str:
    """Return the share of right answers, such as "88%"; a dash without answers."""
    return _("%(share)s%%") % {"share": round(100 * right / number)} if number else _("–")


def seconds(seconds: float | None) -> str:
    """Return a time, such as "7.2 s"; a dash for None."""
    if seconds is None:
        return _("–")
    return _("%(n)s s") % {"n": decimal(seconds, 1) if seconds < 99.95 else round(seconds)}


def verdict(sitting: Sitting, comparison: Comparison | None) -> str:
    """Return how a finished run compares with the best of the same settings; "" for a run that is not compared."""
    score = sitting.standing.score
    if comparison is None or not can_be_best(sitting):
        return ""
    if comparison.before is None:
        return _("Your first run with these settings: the next ones are measured against it.")
    words = {"best": short_score(sitting.settings, comparison.before)}
    if comparison.is_best(score):
        return _("Your previous best: %(best)s.") % words
    if score == comparison.before:
        return "" if _is_no_best(sitting.settings, score) else _("As good as your best: %(best)s.") % words
    return _("Best with these settings: %(best)s.") % words


def _is_no_best(settings: Settings, score: float | None) -> bool:
    """Return whether a score is too little to be told as a best: nothing."""
    return not score and settings.mode is not Mode.ROUND  # there the best gives up no points


_WINDOWS: dict[str, Promise] = {
    "day": gettext_lazy("Best in 24 hours"),
    "week": gettext_lazy("Best in 7 days"),
    "month": gettext_lazy("Best in 30 days"),
    "ever": gettext_lazy("Best ever"),
}


def best_in_windows(settings: Settings, comparison: Comparison, *, told: bool) -> list[tuple[str, str]]:
    """Return the name of each window of time with its best score; of windows with the same best only the longest, and
    not the best ever alone if the verdict has `told` it. A best of nothing is told in no window."""
    longest = {comparison.best[window]: window for window in _WINDOWS}
    if _is_no_best(settings, comparison.best["ever"]) or (told and list(longest.values()) == ["ever"]):
        return []
    return [
        (str(_WINDOWS[window]), _("–") if best is None else short_score(settings, best))
        for best, window in longest.items()
    ]


# ----------------------------------------------------------------------------------------------------------- tiles


@dataclass(frozen=True, slots=True)
class Tile:
    """An answer on a tile: its place from 1, its cards in groups, its outcome, its time and its star."""

    number: int
    place: int
    good: bool
    groups: "Sequence[Sequence[Card]]"
    title: str
    outcome: str
    time: str
    slow: bool
    star: StarLabel


def tile(answer: Answer, figures: RunFigures, star: StarLabel) -> Tile:
    """Return the tile of an answer."""
    return Tile(
        number=answer.number,
        place=answer.number + 1,
        good=answer.good,
        groups=list(cards(answer.asked.text)),
        title=str(drill_name(answer.asked.drill)),
        outcome=outcome(answer),
        time=seconds(answer.seconds),
        slow=figures.slow(answer),
        star=star,
    )


@dataclass(frozen=True, slots=True)
class LatestAnswer:
    """An answer beside the next question: whether it was right and in time, its cards, and how long it took.

    It has the ranks of its cards, or the `title` of a question without cards.
    """

    good: bool
    groups: list[list[str]]
    title: str
    time: str


def latest(answer: Answer) -> LatestAnswer:
    """Return an answer as it stands beside the next question."""
    groups = list(faces(answer.asked.text))
    title = "" if groups else answer.asked.definition.title(answer.asked.question)
    return LatestAnswer(answer.good, groups, title, seconds(answer.seconds))


def outcome(answer: Answer) -> str:
    """Return the outcome of an answer in a word or two."""
    if answer.late:
        return _("late")
    if answer.right:
        return _("right")
    drill = answer.asked.definition
    if drill.counts_parts:
        question = answer.asked.question
        return drill.short(question, drill.mark(question, answer.text))
    if Mode.ROUND in drill.modes:
        return _("%(points)s points lost") % {"points": decimal(answer.lost, 1)}
    if said := _said(answer):
        return said
    if answer.lost and drill.counts_points:
        points = round(answer.lost)
        return ngettext("%(n)s point off", "%(n)s points off", points) % {"n": points}
    return _("wrong")


def _said(answer: Answer) -> str:
    """Return the points that a wrong answer claimed and those there were; "" where an answer is no number of points."""
    drill, question = answer.asked.definition, answer.asked.question
    track = drill.feedback(question, drill.mark(question, answer.text)).track if answer.text else None
    return _("You said %(claim)s. It is %(points)s.") % {"claim": track[0], "points": track[1]} if track else ""


def shown(asked: AskedQuestion) -> list[list[str]]:
    """Return the groups of ranks of a question's first cards, or the name of its drill if it has no cards."""
    return list(faces(asked.text)) or [[str(drill_name(asked.drill))]]


def faces(question: str) -> Iterator[list[str]]:
    """Yield the ranks of the first cards in a question's text form, in groups that a "|" separates."""
    return ([letter_on_card(card.rank) for card in group] for group in cards(question))


def cards(question: str) -> Iterator[list[Card]]:
    """Yield the first cards in a question's text form, in groups that a "|" separates."""
    room = _FACES
    for part in question.split("|"):
        # Lower case is not a card: "as dealer".
        group = [Card.parse(word) for word in part.split() if _CARD.fullmatch(word)][:room]
        room -= len(group)
        if group:
            yield group


def pictured(item: Recall) -> list[Card]:
    """Return the cards that picture a recall item, with the one that lies apart, as a starter does; none where its
    drill knows none."""
    hand, starter = hand_and_starter(item)
    return hand + starter


def hand_and_starter(item: Recall) -> tuple[list[Card], list[Card]]:
    """Return the cards that picture a recall item, and the one that lies apart, if one does; none where its drill knows
    none."""
    place, groups = DRILLS[item.drill].pictured_group, list(cards(item.question))
    if place is None or place >= len(groups):
        return [], []
    others = groups[:place] + groups[place + 1 :]
    return groups[place], next((group for group in others if len(group) == 1), [])


_FILTERS: dict[str, Promise] = {
    "all": pgettext_lazy("all answers", "All"),
    "missed": pgettext_lazy("missed answers", "Missed"),
    "slow": pgettext_lazy("slow answers", "Slow"),
}


def filters() -> dict[str, str]:
    """Return the names of the filters of tiles by their codes."""
    return {code: str(name) for code, name in _FILTERS.items()}


def empty_filter(chosen: str) -> str:
    """Return the sentence for a filter without tiles."""
    return _("Nothing took long.") if chosen == "slow" else _("Nothing missed.")


def only_last(shown: int, number: int) -> str:
    """Return the sentence for a run that has more answers than tiles; "" if all are shown."""
    if number <= shown:
        return ""
    return _("The last %(shown)s of %(number)s answers.") % {"shown": shown, "number": number}


# ---------------------------------------------------------------------------------------------------- what became


def retry_result(settings: Settings, each: RetriedQuestion, now: datetime) -> str:
    """Return what the last answer to a retried question came to, or when the question is due again."""
    if settings.mode.traits.repeats_misses:
        if not each.answer.good:
            return _("Not right yet.")
        if settings.mode is Mode.REPLAY and each.times == 1:  # it was missed in another run
            return _("Right this time.")
        return ngettext("Right first time.", "Right after %(n)s tries.", each.times) % {"n": each.times}
    if each.item is None:
        return _("It was asked again later.")
    return due_again(each.item, now)


def due_again(item: Recall, now: datetime) -> str:
    """Return when a recall item is due again."""
    if item.retired:
        return _("Known for good: no longer in recall.")
    if item.due_at - now < timedelta(hours=1):
        return _("Due again within the hour.")
    days = (timezone.localdate(item.due_at) - timezone.localdate(now)).days
    if not days:
        return _("Due again today.")
    return ngettext("Due again tomorrow.", "Due again in %(n)s days.", days) % {"n": days}


# -------------------------------------------------------------------------------------------------------- past runs


def past_run_row(settings: Settings, each: PastRun) -> tuple[str, str, str]:
    """Return the cells of a past run in a table: when it ended, its score and its accuracy."""
    return zones.moment(each.ended_at), short_score(settings, each.score), accuracy(each.right, each.number)


def day(day: date, today: date) -> str:
    """Return the name of a day in the next two weeks."""
    if day == today:
        return _("Today")
    if day == today + timedelta(days=1):
        return _("Tomorrow")
    words = {"weekday": date_format(day, "l"), "day": date_format(day, "MONTH_DAY_FORMAT")}
    return _("%(weekday)s, %(day)s") % words


def past_day(moment: datetime, now: datetime) -> str:
    """Return the name of a day that is over, or of today."""
    day, today = timezone.localdate(moment), timezone.localdate(now)
    if day == today:
        return _("Today")
    if day == today - timedelta(days=1):
        return _("Yesterday")
    if day.year != today.year:
        return date_format(day, "DATE_FORMAT")
    return date_format(day, pgettext("format of a weekday and a day of the month, both short", "D, M j"))


def _answered(run: Run) -> str:
    return ngettext("%(n)s answered", "%(n)s answered", run.number) % {"n": run.number}


def in_brief(settings: Settings, run: Run) -> str:
    """Return the result of a run for a list: "23/27 right", "0.1 points given up", "12 points"."""
    told = in_figures(settings, run)
    if settings.mode.traits.in_points or not run.number or settings.is_untold(run.ended_at):
        return told
    return _("%(result)s right") % {"result": told}


def in_figures(settings: Settings, run: Run) -> str:
    """Return the result of a run for a small tile: "23/27", "0.1 points given up", "12 points"."""
    if not run.number:
        return _("No answers")
    if settings.is_untold(run.ended_at):
        return _answered(run)
    if settings.mode in (Mode.ROUND, Mode.CLOCK):
        return short_score(settings, run.score)
    return _("%(right)s/%(n)s") % {"right": run.right, "n": run.number}


def share_in_figures(settings: Settings, run: Run) -> str:
    """Return the share of right answers of a run for a small tile; "" if its result is one of points."""
    return "" if settings.mode in (Mode.ROUND, Mode.CLOCK) else in_figures(settings, run)


def result(settings: Settings, run: Run) -> str:
    """Return the result of a run in a sentence."""
    if not run.number:
        return _("Nothing answered yet")
    if settings.is_untold(run.ended_at):
        return _answered(run)
    words: dict[str, object] = {"right": run.right, "n": run.number}
    if settings.mode is Mode.ROUND:
        words["points"] = decimal(-run.score, 1)
        told = ngettext(
            "Points given up: %(points)s in %(n)s answer", "Points given up: %(points)s in %(n)s answers", run.number
        )
        return told % words
    if settings.mode is Mode.CLOCK:
        words["points"] = round(run.score)
        kept = ngettext(
            "Points kept: %(points)s in %(n)s answer", "Points kept: %(points)s in %(n)s answers", run.number
        )
        return kept % words
    return ngettext("%(right)s of %(n)s right", "%(right)s of %(n)s right", run.number) % words


def drill_in_figures(run: Run) -> str:
    """Return a run for a small tile: "Count: 23/27"."""
    settings = Settings.parse(run.settings)
    return _("%(drill)s: %(result)s") % {"drill": run_name(settings), "result": in_figures(settings, run)}


def drill_so_far(run: Run) -> str:
    """Return a run that goes on for a small tile: "Count: 12 answers". Its result would look like that of a whole."""
    return _("%(drill)s: %(result)s") % {
        "drill": run_name(Settings.parse(run.settings)),
        "result": _answered(run),
    }


def recalled_drill(item: Recall) -> str:
    """Return the name of a recall item's drill."""
    return str(drill_name(item.drill))
