"""The order of the course: cards from the first screens on, and no word before it is explained."""

import re
from html import unescape

import pytest

from tests.full import PROOF
from tests.trainer.lessons.walking import Walker, answers_to
from trainer.drills.registry import DRILLS
from trainer.lessons.exhibits import BoardExhibit
from trainer.lessons.lesson import Lesson, Screen
from trainer.lessons.syllabus import syllabus

OF_CARDS = {"cards", "work", "count", "tap", "itemise", "find", "peg", "series"}
"""Blocks that show cards."""


def screens() -> list[tuple[Lesson, Screen]]:
    """Return all screens of the course in order, each with its lesson."""
    return [(lesson, screen) for lesson in syllabus().lessons for screen in lesson.screens]


def place_of(blocks: set[str]) -> int:
    """Return the number of the first screen in the course with one of these blocks, from 1."""
    return next(place for place, (_lesson, one) in enumerate(screens(), 1) if one.blocks and one.blocks[0] in blocks)


class TestCardsFirst:
    """Somebody new sees cards at once, and counts soon."""

    def test_the_first_card_comes_within_three_screens(self) -> None:
        assert place_of(OF_CARDS) <= 3

    def test_the_first_fifteen_and_the_first_pair_are_tapped_in_the_first_lesson(self) -> None:
        tapped = [
            one.question.removeprefix("one ").split()[0]
            for one in syllabus().lessons[0].exercises.values()
            if one.drill == "tap"
        ]
        assert {"fifteen-2", "pair", "run"} <= set(tapped)

    def test_the_first_hand_is_counted_in_the_first_lesson(self) -> None:
        assert "count" in {one.drill for one in syllabus().lessons[0].exercises.values()}

    def test_boards_are_looked_at_after_a_hand_was_counted(self) -> None:
        assert place_of({"board"}) > place_of({"count"})


def test_skunk_lines_are_drawn_only_where_they_are_taught() -> None:
    marked = {
        lesson.slug
        for lesson, screen in screens()
        if screen.shown and isinstance(screen.shown.exhibit, BoardExhibit) and screen.shown.exhibit.standing.skunk_lines
    }
    assert marked == {"matches"}


def test_a_check_asks_nothing_in_a_way_that_no_screen_has_asked() -> None:
    met: set[str] = set()
    for lesson in syllabus().lessons:
        met |= {exercise.drill for exercise in lesson.exercises.values()}
        assert {exercise.drill for exercise in lesson.check} <= met, lesson.slug


OLDER = re.compile(r"(?i)\b(lays? away|lays? a card|laid|items?|from nothing)\b")
"""Words for which the pages say discard, play, combination and from zero."""


def test_lessons_say_what_the_pages_say() -> None:
    said = [f"{lesson.slug}: {text}" for lesson, screen in screens() for text in screen.texts]
    assert [text for text in said if OLDER.search(text)] == []


TERMS = {
    "court-card": "court cards?",
    "crib": "cribs?",
    "double-double-run": "double-double runs?",
    "double-pair-royal": "double pairs? royal",
    "double-run": "double runs?",
    "flush": "flush(es)?",
    "heels": "heels",
    "long-board": "long board",
    "muggins": "muggins",
    "nineteen": "nineteen",
    "nobs": "nobs?",
    "pair-royal": "pairs? royal",
    "peg": "pegs?",
    "pone": "pone",
    "rank": "ranks?",
    "series": "series",
    "show": "the show",
    "starter": "starters?",
    "street": "streets?",
    "ten-card": "ten-cards?",
    "triple-run": "triple runs?",
    "value": "values?",
}
"""Words that nobody knows from elsewhere. The screen that links one to the glossary explains it."""

HELP = re.compile(
    r"<details.*?</details>|<a [^>]*href=\"/lessons/.*?</a>|<div class=\"panel word-card\".*?</div>", re.DOTALL
)
"""What is closed until somebody opens it, and names of lessons."""
MARKS = re.compile(r"S/3S|\b[23]S\b|\bmatch points?\b|\bskunk")
"""What belongs to the last chapter."""


def told(html: str) -> str:
    """Return the words of a page or of a text."""
    main = html.partition("<main")[2].partition("</main")[0] or html
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", HELP.sub(" ", main))).split())


def pages(walker: Walker, place: int) -> str:
    """Return all that a screen says before an answer, and with --full after a wrong one."""
    exercise = walker.lesson.exercises.get(place)
    asked = told(walker.client.get(f"/lessons/{walker.slug}/{place}/").text)
    if not exercise or not PROOF.full:
        return asked
    return f"{asked} {told(walker.step(place, answers_to(exercise).wrong[0])[1])}"


def checked(lesson: Lesson) -> str:
    """Return what the questions of a check say."""
    sheets = [(DRILLS[one.drill], DRILLS[one.drill].read(one.question)) for one in lesson.check]
    return " ".join(f"{sheet.title(question)} {sheet.aloud(question)}" for sheet, question in sheets)


def explained(screen: Screen) -> set[str]:
    """Return the words that a screen links to the glossary."""
    return {slug for text in screen.texts for slug in text.words}


def unknown(text: str, known: set[str]) -> list[str]:
    """Return the words of a text that no screen has explained."""
    return [slug for slug, word in TERMS.items() if slug not in known and re.search(rf"(?i)\b{word}\b", text)]


@pytest.mark.once("the order of the course")
@pytest.mark.django_db
def test_no_word_comes_before_it_is_explained() -> None:
    known: set[str] = set()
    early: list[tuple[str, list[str]]] = []
    for lesson in syllabus().lessons:
        if known >= set(TERMS):
            break
        walker = Walker(lesson.slug)
        for place, screen in enumerate(lesson.screens, 1):
            known |= explained(screen)
            text = pages(walker, place)
            early.append((f"{lesson.slug}/{place}", unknown(text, known) + MARKS.findall(text)))
        early.append((f"{lesson.slug}/check", unknown(checked(lesson), known)))
    assert known >= set(TERMS)
    assert [(place, words) for place, words in early if words] == []
