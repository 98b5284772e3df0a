"""A run in words: its settings, score and time, refusals and announcements."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext

from game.words.terms import decimal
from trainer.drills.base import Feedback
from trainer.drills.modes import Mode
from trainer.drills.registry import drill_name, option_of
from trainer.drills.settings import Settings
from trainer.lessons.lesson import Chapter
from trainer.lessons.syllabus import syllabus
from trainer.lessons.words import CHAPTERS
from trainer.models import Attempt, Run, Stage
from trainer.practice import rules
from trainer.practice.eligibility import NotCounted
from trainer.practice.rules import RunStanding
from trainer.practice.service import RefusalReason
from trainer.practice.state import Sitting
from trainer.progress.tallies import AWAY_AFTER

_REFUSALS: dict[RefusalReason, Promise] = {
    RefusalReason.STALE: gettext_lazy("This page was out of date; here is the run as it stands."),
    RefusalReason.ANSWERED: gettext_lazy("You have answered this one already; your first answer stands."),
    RefusalReason.LATE: gettext_lazy("Time was up before this answer came, so it does not count."),
    RefusalReason.OVER: gettext_lazy("This run is over."),
    RefusalReason.NO_SKIP: gettext_lazy("You may skip only one question in a streak."),
    RefusalReason.NO_PAUSE: gettext_lazy("You may pause a sprint only three times."),
    RefusalReason.NO_HINT: gettext_lazy("There are no hints in this run: everybody counts alone."),
    RefusalReason.PAUSED: gettext_lazy("The run is paused: continue it first."),
}


def refusal(reason: RefusalReason) -> str:
    """Return why a command was refused."""
    return str(_REFUSALS[reason])


def refusal_in_lesson(reason: RefusalReason) -> str:
    """Return why an answer on a lesson's screens was refused."""
    if reason is RefusalReason.STALE:
        return _("This page was out of date; here is the lesson as it stands.")
    return refusal(reason)


_NOT_COUNTED: dict[NotCounted, Promise] = {
    NotCounted.DAY_OVER: gettext_lazy(
        "The day of these hands is over: what you answer now is practice and does not count in the table."
    ),
    NotCounted.DAY_TRIED: gettext_lazy(
        "You have already begun your one counted try of this day: this run is practice and does not count in the table."
    ),
    NotCounted.UNCOUNTED: gettext_lazy(
        "This run is practice and does not count in the table: its day was over before your first answer, or "
        "you had already had your one counted try."
    ),
    NotCounted.TOO_LATE: gettext_lazy(
        "This run is too late for the table: it had to be finished within an hour of the end of its day, "
        "world time (UTC)."
    ),
    NotCounted.SET_OVER: gettext_lazy(
        "The time set for this run is over: what you answer now is practice and does not count in the class."
    ),
    NotCounted.SET_NO_MORE: gettext_lazy("This run is no longer set for the class: what you answer now is practice."),
}


def not_counted(reason: NotCounted) -> str:
    """Return why a run does not count in a table or a class."""
    return str(_NOT_COUNTED[reason])


# --------------------------------------------------------------------------------------------------- settings


def breaking_after_commas(text: str) -> str:
    """Return a text in which a line ends only after a comma."""
    return re.sub("(?<!,) ", "\N{NO-BREAK SPACE}", text)


def length_in_words(seconds: int) -> str:
    """Return a length of time: "3 min", "45 seconds", "1:30 min"."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return ngettext("%(n)s second", "%(n)s seconds", rest) % {"n": rest}
    if not rest:
        return _("%(n)s min") % {"n": minutes}
    return _("%(minutes)s:%(seconds)s min") % {"minutes": minutes, "seconds": f"{rest:02}"}


def mode_in_words(settings: Settings) -> str:
    """Return the mode with its length: "Sprint, 3 min"."""
    mode = settings.mode.traits.name
    if settings.mode is Mode.SPRINT and settings.seconds is None:
        return _("Sprint without a clock")
    if settings.mode is Mode.CLOCK and settings.seconds is not None:
        return _("%(mode)s, %(length)s each") % {"mode": mode, "length": length_in_words(settings.seconds)}
    if settings.seconds is not None:
        return _("%(mode)s, %(length)s") % {"mode": mode, "length": length_in_words(settings.seconds)}
    number = settings.mode.traits.length
    if number is not None:
        return ngettext("%(mode)s of %(n)s", "%(mode)s of %(n)s", number) % {"mode": mode, "n": number}
    return str(mode)


def settings_in_words(settings: Settings) -> str:
    """Return the settings in one line: "Count · Sprint, 3 min · Cribs only". A recall run names no drill."""
    if settings.mode is Mode.RECALL:
        return run_name(settings)
    if settings.mode.traits.of_lesson:
        words = {"mode": settings.mode.traits.name, "lesson": _lesson_title(settings.options.get("of", ""))}
        return _("%(mode)s: %(lesson)s") % words
    return _(" · ").join(_phrases(settings))


def name_and_settings(settings: Settings) -> tuple[str, str]:
    """Return what a run practises, and its mode and options in one line; "" for a run that has only a name. An exam is
    called one before its drill."""
    if settings.mode is Mode.RECALL or settings.mode.traits.of_lesson:
        return settings_in_words(settings), ""
    name, mode, *options = _phrases(settings)
    return (mode, name) if settings.mode is Mode.EXAM else (name, _(" · ").join([mode, *options]))


def _in_strip(settings: Settings) -> str:
    """Return the settings in one line of a phone: that a run is calm goes without saying; so does what an exam and
    a flash ask."""
    if settings.mode is Mode.EXAM:
        return run_name(settings)
    if settings.mode is not Mode.CALM:
        return settings_in_words(settings)
    name, _calm, *options = _phrases(settings)
    return _(" · ").join(options if "flash" in settings.options else [name, *options])


_BY_MODE = frozenset({Mode.RECALL, Mode.EXAM})
"""The modes by which a run is named: recall asks questions of many drills, and an exam is more than its drill."""


def run_name(settings: Settings) -> str:
    """Return what a run is called in a word: the name of its drill, or that it is recall or an exam."""
    return str(settings.mode.traits.name if settings.mode in _BY_MODE else drill_name(settings.drill))


def _lesson_title(slug: str) -> str:
    """Return the title of a lesson or the name of a chapter, or the slug if it no longer exists."""
    if chapter := Chapter.of_reading(slug):
        return str(CHAPTERS[chapter].name)
    lesson = syllabus().by_slug.get(slug)
    return lesson.title if lesson else slug


def _phrases(settings: Settings) -> Iterator[str]:
    """Yield the name, the mode and the options; without what only an earlier version of the drill offered."""
    yield str(drill_name(settings.drill))
    yield mode_in_words(settings)
    for name, value in settings.options.items():
        choice = option_of(settings.drill, name)
        names = [str(choice.values[code].name) for code in value.split(",") if code in choice.values]
        if choice.only and names:
            yield str(choice.only) % {"names": _(", ").join(names)}
        else:
            yield from names


# ------------------------------------------------------------------------------------------------------ what is next


def game_sentence() -> str:
    """Return the sentence about a game in play."""
    return _("You have a game in play.")


def go_on_game() -> str:
    """Return the label of the button to a game in play."""
    return _("Continue your game")


def today_ready() -> str:
    """Return the sentence about a daily run that was not begun."""
    return _("Today’s twenty hands are ready.")


def begin_today() -> str:
    """Return the label of the button that begins the daily run."""
    return _("Begin today’s run")


def today_going(number: int) -> str:
    """Return the sentence about a daily run that was begun."""
    words = {"n": number, "all": Mode.DAILY.traits.length}
    return (
        ngettext("%(n)s of today’s %(all)s hands is counted.", "%(n)s of today’s %(all)s hands are counted.", number)
        % words
    )


def go_on_today() -> str:
    """Return the label of the button that goes on with the daily run."""
    return _("Continue today’s run")


def run_sentence(run: str) -> str:
    """Return the sentence about a run that was left; how far it is is told in one line."""
    return _("The next question of a run waits for you. %(run)s.") % {"run": run}


def go_on_run() -> str:
    """Return the label of the button to a run that was left."""
    return _("Continue the run")


def lesson_sentence(title: str) -> str:
    """Return the sentence about the next lesson."""
    return _("Next lesson: %(title)s.") % {"title": title}


def first_lesson_sentence(title: str) -> str:
    """Return the sentence about the first lesson, for a newcomer."""
    return _("Learn the game, beginning with “%(title)s”.") % {"title": title}


def begin_learning() -> str:
    """Return the label of the button to the first lesson."""
    return _("Begin the lesson")


def go_on_learning() -> str:
    """Return the label of the button to the next lesson."""
    return _("Continue learning")


def new_here() -> str:
    """Return for whom the first lesson is."""
    return _("New here?")


def learn_the_game() -> str:
    """Return what a newcomer can do in the lessons."""
    return _("Learn the game")


def recall_what_was_missed() -> str:
    """Return what can be done in recall."""
    return _("Recall what you missed")


def due(number: int) -> str:
    """Return how many questions are due for recall."""
    return ngettext("%(n)s due", "%(n)s due", number) % {"n": number} if number else _("Nothing due")


def count_todays_hands() -> str:
    """Return what can be done in the daily run."""
    return _("Count today’s hands")


def today_status(run: Run | None) -> str:
    """Return how the learner's try at the daily run stands."""
    if run is None:
        hands = Mode.DAILY.traits.length or 0
        return ngettext("%(n)s hand", "%(n)s hands", hands) % {"n": hands}
    words = {"right": run.right, "n": run.number, "all": Mode.DAILY.traits.length}
    return (_("Done: %(right)s of %(all)s right") if run.ended_at else _("%(n)s of %(all)s counted")) % words


def repeat_a_lesson() -> str:
    """Return what can be done in the lessons when every one is done."""
    return _("Repeat a lesson")


def take_the_next_lesson() -> str:
    """Return what can be done in the lessons."""
    return _("Take the next lesson")


def all_lessons_done() -> str:
    """Return how the course stands when every lesson is done."""
    return _("All done")


def against_bots_or_people() -> str:
    """Return against whom games are."""
    return _("Against bots or people")


def play_with_a_friend() -> str:
    """Return what can be done with people."""
    return _("Play with a friend")


def by_a_link() -> str:
    """Return how a friend is invited."""
    return _("Send them a link")


def play_a_game() -> str:
    """Return what can be done against bots."""
    return _("Play a game")


def practise() -> str:
    """Return what drills are for."""
    return _("Practise")


def choose_a_drill() -> str:
    """Return what can be done among the drills."""
    return _("Choose a drill")


def sit_an_exam() -> str:
    """Return what can be done in the exam."""
    return _("Sit an exam")


def hands_and_a_grade() -> str:
    """Return what an exam is."""
    hands = Mode.EXAM.traits.length or 0
    return ngettext("%(n)s hand, a grade", "%(n)s hands, a grade", hands) % {"n": hands}


def explain_a_hand() -> str:
    """Return what can be done with cards of one's own."""
    return _("Explain a hand")


def any_cards() -> str:
    """Return whose cards can be explained."""
    return _("Any cards you choose")


def go_on_with_a_run() -> str:
    """Return what can be done with a run that was left, and whose next question waits."""
    return _("Go on with a run")


def see_the_last_game() -> str:
    """Return what can be done with the last game."""
    return _("See your last game")


def see_the_last_run() -> str:
    """Return what can be done with the last run."""
    return _("See your last run")


# ------------------------------------------------------------------------------------------------------ a run


def title(said: str) -> str:
    """Return the title of the browser's tab."""
    return _("%(said)s · Cribbage Trainer") % {"said": said}


def standstill(sitting: Sitting) -> str:
    """Return the heading of a run that is over or paused."""
    return _("The run is over") if sitting.is_over else _("Paused")


@dataclass(frozen=True, slots=True)
class Strip:
    """The line above a question: what is practised, the place in the run, the score and the clock.

    `seconds` is the time left in a sprint, and `running` says whether its clock runs; `hand` is the number of seconds
    left for this question; `spent` is the number that a hand of an exam has taken so far. Each is None without such a
    clock.
    """

    settings: str
    place: str
    score: str
    combo: str
    seconds: int | None
    running: bool
    hand: int | None
    spent: int | None
    clock: str
    may_pause: bool
    may_skip: bool
    may_end: bool

    @property
    def taken(self) -> str:
        """The time that an exam's hand has taken so far, "" for none."""
        return "" if self.spent is None else clock(self.spent)


def strip(sitting: Sitting, now: datetime) -> Strip:
    """Return the strip of a run."""
    settings, standing, over = sitting.settings, sitting.standing, sitting.is_over
    asks = sitting.stage == Stage.ASK and not sitting.waits
    left = rules.seconds_left(settings, standing, now)
    due = rules.due_at(settings, standing, sitting.asked_at) if settings.mode is Mode.CLOCK and asks else None
    hand = max(round((due - now).total_seconds()), 0) if due else None
    shown = hand if left is None else round(left)
    spent = max(int((now - sitting.asked_at).total_seconds()), 0) if settings.mode is Mode.EXAM and asks else None
    return Strip(
        settings=_in_strip(settings),
        place=_place(sitting),
        score=_score(settings, standing),
        combo=_combo(standing),
        seconds=None if left is None else round(left),
        running=bool(standing.begun_at) and not standing.paused_at and not over,
        hand=hand,
        spent=spent,
        clock="" if shown is None else clock(shown),
        may_pause=sitting.may_pause,
        may_skip=settings.mode is Mode.STREAK and standing.skips < rules.SKIPS and asks,
        may_end=not over and standing.number > 0 and not settings.silent,
    )


def clock(seconds: int) -> str:
    """Return minutes and seconds: "2:05"."""
    return _("%(minutes)s:%(seconds)s") % {"minutes": seconds // 60, "seconds": f"{seconds % 60:02}"}


def _place(sitting: Sitting) -> str:
    settings = sitting.settings
    number = sitting.number + (sitting.stage == Stage.ASK)
    length = settings.mode.traits.length
    if length is not None and number > length:
        missed = number - length + len(sitting.question_queue)
        if length - missed >= (settings.mode.traits.passing or length):
            return _("Passed · your misses, once more")
        return _("What you missed, once more")
    if length:
        return _("%(number)s of %(length)s") % {"number": number, "length": length}
    if settings.mode.traits.queued:
        left = len(sitting.question_queue) + len(sitting.recall_queue)
        if not left:
            return _("The last one")
        return npgettext("questions", "%(n)s left", "%(n)s left", left) % {"n": left}
    return _("Question %(number)s") % {"number": number}


def given_up(score: float) -> str:
    """Return what the score of a round, 0 or less, gave up against the best choices: "0.1 points given up"."""
    if not round(score, 1):
        return _("nothing given up")
    return _("%(points)s points given up") % {"points": decimal(abs(score), 1)}


def _score(settings: Settings, standing: RunStanding) -> str:
    if settings.silent:
        return ""
    if settings.mode is Mode.ROUND:
        return given_up(standing.score)
    if settings.mode is Mode.CLOCK:
        points = round(standing.score)
        return ngettext("%(n)s point kept", "%(n)s points kept", points) % {"n": points}
    return ngettext("%(n)s right", "%(n)s right", standing.right) % {"n": standing.right}


def _combo(standing: RunStanding) -> str:
    if standing.combo < 2:
        return ""
    return ngettext("%(n)s in a row", "%(n)s in a row", standing.combo) % {"n": standing.combo}


def time_taken(attempt: Attempt) -> str:
    """Return how long an answer took; "" for an abandoned one."""
    taken = (attempt.answered_at - attempt.asked_at).total_seconds()
    if taken >= AWAY_AFTER:
        return ""
    seconds = max(1, round(taken))
    return ngettext("It took you %(n)s second.", "It took you %(n)s seconds.", seconds) % {"n": seconds}


def hinted(sitting: Sitting) -> str:
    """Return a hint, whether cards are marked, and what it costs in modes whose results are compared.

    Where cards turn over, to see them once more is the hint.
    """
    drill, question = sitting.asked.definition, sitting.asked.question
    flashes = sitting.settings.flashes
    said = [_("Here they are once more, as a hint.") if flashes else drill.hint(question)]
    if not flashes and drill.meant(question, sitting.answer_steps):
        said.append(_("One of them is marked."))
    if sitting.settings.mode.traits.compared:
        said.append(_("With a hint, this one does not count here."))
    return " ".join(said)


def from_memory() -> str:
    """Return what is said to a question about cards that turn over."""
    return _("You count from memory: H shows the cards once more, as a hint.")


def covered() -> str:
    """Return what is said when the cards have turned over."""
    return _("The cards are turned over: answer from memory.")


def before_counting(settings: Settings, *, shown: bool) -> str:
    """Return what is said before the learner counts: while the cards are `shown`, or above the button that shows them,
    where the time they will be seen for is told with it."""
    if settings.silent:
        return _("The clock starts when you see the first cards. Nothing is said of your answers before the end.")
    if settings.shown_for is None:
        return (
            _("Look at the cards as long as you like, then count from memory.")
            if shown
            else _("You get as long as you like to look. Then count from memory.")
        )
    if shown:
        return _("Look now, then count from memory.")
    return _("You get %(time)s to look. Then count from memory.") % {"time": length_in_words(settings.shown_for)}


_MOST_SAID = 66
"""The most letters that fit into the two lines of the message line on a small phone."""
_SENTENCE_ENDS = re.compile(r"(?<=[.?!]) ")


class OneLine:
    """What is said in one line: its first sentence, and what opens behind it."""

    def __init__(self, text: str) -> None:
        """Divide a text."""
        self.first, *rest = _SENTENCE_ENDS.split(text, maxsplit=1)
        self.more = " ".join(rest)
        self.is_long = len(text) > _MOST_SAID


def chief_cause(told: Feedback) -> OneLine | None:
    """Return the cause of a wrong answer, with others that hold too behind it.

    None if there is no cause, or if there are several of which only one applies.
    """
    return OneLine(" ".join(told.causes)) if (told.all_hold and told.causes) or len(told.causes) == 1 else None


def clock_moved(standing: RunStanding, right: bool) -> str:
    """Return how the last answer changed a sprint's clock; "" if it did not."""
    seconds = rules.clock_moved(standing, right)
    if not seconds:
        return ""
    if seconds > 0:
        return ngettext("%(n)s second more.", "%(n)s seconds more.", seconds) % {"n": seconds}
    return ngettext("%(n)s second less.", "%(n)s seconds less.", -seconds) % {"n": -seconds}


def clock_moved_short(standing: RunStanding, right: bool) -> str:
    """Return the same as `clock_moved` in a few characters."""
    seconds = rules.clock_moved(standing, right)
    if not seconds:
        return ""
    return (_("+%(n)s s") if seconds > 0 else _("−%(n)s s")) % {"n": abs(seconds)}


def answered_so_far(sitting: Sitting) -> str:
    """Return how many answers were given, where nothing else is said of them."""
    return ngettext("%(n)s of %(all)s answered.", "%(n)s of %(all)s answered.", sitting.number) % {
        "n": sitting.number,
        "all": sitting.settings.mode.traits.length,
    }


def after(verdict: str, question: str) -> str:
    """Return the announcement in a sprint: the verdict on the last answer, and the next question."""
    return _("%(verdict)s Next: %(question)s") % {"verdict": verdict, "question": question} if verdict else question


def judged_aloud(said: Iterable[str]) -> str:
    """Return the announcement after a question is judged."""
    return " ".join(filter(None, said))
