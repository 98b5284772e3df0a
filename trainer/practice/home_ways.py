"""The ways on from the home page: recall, today's run, the next lesson, a game with a friend, the last run, a game,
drills, an exam, a hand to be explained.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from game.engine.cards import Card, parse_cards
from game.table import listed
from trainer.drills.registry import DRILLS
from trainer.models import Learner, Run
from trainer.practice import daily, exam, summary_words, words
from trainer.practice.overview import Overview

_DUE, _DRILLS, _ASKED = parse_cards("QH 5D KS"), parse_cards("5H 6C 9D"), parse_cards("2C 6S TH")
_FRIEND, _PLAYED = parse_cards("JC JD QS"), parse_cards("8S 7D AH")


@dataclass(frozen=True, slots=True)
class HomeWay:
    """A row that leads somewhere: what can be done, how it stands, and the cards of its small picture, or pegs."""

    name: str
    status: str
    url: str
    cards: tuple[Card | str, ...] = ()
    is_listed: bool = False
    """Whether the page lists it too, where there is room for the list."""


def ways(overview: Overview, learner: Learner, now: datetime) -> list[HomeWay]:
    """Return the ways on, the most important first; none leads to what the page names as the next step."""
    step = overview.next_step.url
    known = {step, reverse("daily") if step == reverse("daily_begin") else step}
    return [*_last_game(overview, learner, now), *(way for way in _all_ways(overview) if way.url not in known)]


def _all_ways(overview: Overview) -> Iterator[HomeWay]:
    """Yield recall, today's run, the next lesson, a run that was left, a friend, else the last run, and more."""
    yield HomeWay(words.recall_what_was_missed(), words.due(overview.due), reverse("recall"), _DUE)
    yield _today(overview.today)
    yield _lesson(overview)
    last = overview.runs.last
    if overview.runs.going:
        run = overview.runs.going[0]
        url = reverse("run", args=[run.key])
        yield HomeWay(words.go_on_with_a_run(), summary_words.drill_so_far(run), url, _picture(run))
    yield HomeWay(words.play_with_a_friend(), words.by_a_link(), reverse("new_table"), _FRIEND)
    if last and not overview.runs.going:
        url, told = reverse("summary", args=[last.key]), summary_words.drill_in_figures(last)
        yield HomeWay(words.see_the_last_run(), told, url, _picture(last), is_listed=True)
    yield HomeWay(words.play_a_game(), words.against_bots_or_people(), reverse("games"))
    yield HomeWay(words.choose_a_drill(), words.practise(), reverse("drills"), _DRILLS)
    yield HomeWay(words.sit_an_exam(), words.hands_and_a_grade(), reverse("exam"), parse_cards(exam.PICTURE))
    yield HomeWay(words.explain_a_hand(), words.any_cards(), reverse("ask"), _ASKED)


def _last_game(overview: Overview, learner: Learner, now: datetime) -> Iterator[HomeWay]:
    if overview.played:
        game = listed.row(overview.played, learner.pk, now)
        yield HomeWay(words.see_the_last_game(), game.result, game.url, _PLAYED)


def _picture(run: Run) -> tuple[Card, ...]:
    return parse_cards(DRILLS[run.drill].picture)


def _today(run: Run | None) -> HomeWay:
    url = reverse("run", args=[run.key]) if run and not run.ended_at else reverse("daily")
    return HomeWay(words.count_todays_hands(), words.today_status(run), url, parse_cards(daily.PICTURE))


def _lesson(overview: Overview) -> HomeWay:
    lesson = overview.lesson
    if lesson is None:
        return HomeWay(words.repeat_a_lesson(), words.all_lessons_done(), reverse("lessons"))
    url = reverse("lesson", args=[lesson.slug])
    if not overview.lessons_done:
        return HomeWay(words.learn_the_game(), words.new_here(), url, lesson.picture)
    return HomeWay(words.take_the_next_lesson(), lesson.title, url, lesson.picture)
