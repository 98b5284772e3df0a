"""Lesson files: what is read of them, and how a broken one is refused, with file, line and reason."""

import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import Client

from game.strategy import tactics
from trainer import glossary
from trainer.drills.registry import DRILLS
from trainer.drills.rules.forms import Form
from trainer.drills.tap import question as tap_question
from trainer.lessons import reader, search, syllabus
from trainer.lessons.exhibits import EXHIBITS
from trainer.lessons.figures import FIGURES
from trainer.lessons.lesson import CHECKED, Chapter
from trainer.lessons.reader import QUESTION_LETTERS, WORDS, curable
from trainer.lessons.syllabus import SLUG_LETTERS
from trainer.lessons.text import read
from trainer.models import Attempt, Reading, Run

CHECK = """```check
count: 5C TD JH 2S | 8D
count: 7C 8D 2H 3S | KC
count: 9C 6D QH 5S | KC
count: 2C 4S 6D 8H | KC
count: 4C 5S 6D JH | 4H
```
"""
SCREENS = "".join(
    "Look at this hand, and say what it is worth, as you have learned it before.\n\n"
    f"```count\n{rank}C 5S 6D JH | 4H\n```\n\n"
    for rank in "A23789"
)
WHOLE = f"""# Fifteens

```lesson
summary: What makes fifteen.
drill: count kind=hand classes=fifteens
cures: fifteen-2
```

{SCREENS}{CHECK}"""


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of texts with nothing in it but a chapter."""
    folder = tmp_path / "trainer" / "texts"
    (folder / "en" / "counting").mkdir(parents=True)
    monkeypatch.setattr(glossary, "TEXTS", folder)
    kept = (syllabus.load, glossary.words, glossary.languages, search.entries)
    for one in kept:
        one.cache_clear()
    yield folder
    for one in kept:
        one.cache_clear()


def write(texts: Path, content: str, name: str = "en/counting/1-fifteens.md") -> None:
    """Write a lesson."""
    path = texts / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def faults() -> list[str]:
    """All faults, as they are told."""
    return [str(fault) for fault in syllabus.faults()]


class TestWhole:
    def test_a_lesson_is_read(self, texts: Path) -> None:
        write(texts, WHOLE)
        assert faults() == []
        (lesson,) = syllabus.syllabus().lessons
        assert (lesson.slug, lesson.title, lesson.chapter) == ("fifteens", "Fifteens", Chapter.COUNTING)
        assert (lesson.drill, lesson.options) == ("count", {"kind": "hand", "classes": "fifteens"})
        assert next(iter(lesson.exercises.values())).question == "AC 5S 6D JH | 4H"
        assert len(lesson.check) == CHECKED
        assert syllabus.syllabus().cure == {"fifteen-2": lesson}

    def test_lessons_stand_in_the_order_of_their_numbers(self, texts: Path) -> None:
        write(texts, WHOLE, "en/counting/10-last.md")
        write(texts, WHOLE, "en/counting/9-first.md")
        assert [lesson.slug for lesson in syllabus.syllabus().lessons] == ["first", "last"]

    def test_a_figure_is_worked_out(self, texts: Path) -> None:
        write(texts, WHOLE.replace("Look at this hand", "It is worth {points 4C 5S 6D JH | 4H}, so look", 1))
        assert "It is worth 15, so look" in syllabus.syllabus().lessons[0].screens[0].text.html()

    @pytest.mark.django_db
    def test_cards_may_lie_face_down_or_be_added_up(self, texts: Path, client: Client) -> None:
        block = "```cards\n?? ?? : two of yours\nsum 7C KC : seven and king\ninto 4C : a crib\nturned 9C : up"
        write(texts, WHOLE.replace("```count\nAC 5S 6D JH | 4H", block, 1).replace("Look at", "{adds 5H JC} at", 1))
        assert faults() == []
        page = client.get("/lessons/fifteens/1/").text
        for shown, times in (
            ("card-back", 4),
            ("2 cards face down", 1),
            ("7 + 10 = 17", 1),
            ("is-into", 1),
            ("is-turned", 1),
        ):
            assert page.count(shown) == times, shown
        assert "5 + 10 = 15 at this hand" in page

    @pytest.mark.django_db
    def test_the_list_shows_the_picture_of_a_lesson_or_pegs(self, texts: Path, client: Client) -> None:
        write(texts, WHOLE)
        write(texts, WHOLE.replace("drill:", "picture: ?? 5H\ndrill:", 1), "en/counting/2-other.md")
        assert faults() == []
        pegs, cards, _check = client.get("/lessons/").text.split('class="tile-felt"')[1:]
        assert "peg-points" in pegs
        assert ("card-back" in cards, "card-H" in cards, "peg-points" in cards) == (True, True, False)

    def test_dashes_below_words_end_the_screen(self, texts: Path) -> None:
        write(texts, WHOLE.replace("Look at this hand", "Words alone.\n---\nLook at this hand", 1))
        assert faults() == []
        first, second = syllabus.syllabus().lessons[0].screens[:2]
        assert (str(first.text), first.heading, second.blocks[0]) == ("Words alone.", "", "count")

    def test_what_is_said_after_an_answer_takes_time_too(self, texts: Path) -> None:
        write(texts, WHOLE)
        before = syllabus.syllabus().lessons[0].minutes
        syllabus.load.cache_clear()
        write(texts, WHOLE.replace("| 4H\n```\n\n", f"| 4H\nthen: {'word ' * 60}\n```\n\n"))
        assert syllabus.syllabus().lessons[0].minutes == before + 2

    def test_a_mark_of_byte_order_is_passed_over(self, texts: Path) -> None:
        write(texts, f"\ufeff{WHOLE}")
        write(texts, "\ufeff## Crib {#crib}\n\nFour cards.\n", "en/glossary.md")
        assert faults() == []
        assert syllabus.syllabus().lessons[0].title == "Fifteens"
        assert list(glossary.words("en")) == ["crib"]

    def test_files_that_editors_hide_are_passed_over(self, texts: Path) -> None:
        write(texts, WHOLE)
        for name in (".1-fifteens.md.swp", "en/.swap.md", "en/counting/.1-fifteens.md.swp", ".cache/x.md"):
            write(texts, "", name)
        assert faults() == []

    @pytest.mark.parametrize("name", ["README.md", "en/glossary.md"])
    def test_two_files_stand_beside_the_lessons(self, texts: Path, name: str) -> None:
        write(texts, WHOLE)
        write(texts, "# Words\n", name)
        assert faults() == []

    @pytest.mark.usefixtures("texts")
    def test_without_lessons_there_is_a_title_page(self, client: Client) -> None:
        assert syllabus.syllabus().lessons == ()
        for page in ("/", "/lessons/", "/glossary/", "/search/?q=crib"):
            assert client.get(page).status_code == 200


def link(target: str) -> str:
    """The lesson with a link in its first text."""
    return WHOLE.replace("Look at", f"[Look]({target}) at", 1)


BROKEN = {
    "no title": (WHOLE.replace("# Fifteens", "Fifteens"), 1, "the first line is the title: # Title"),
    "no front": (WHOLE.replace("```lesson", "```less"), 3, "after the title comes the block “lesson”"),
    "front not understood": (WHOLE.replace("summary:", "sumary:"), 4, "not understood: “sumary: What makes fifteen.”"),
    "no summary": (WHOLE.replace("summary: What makes fifteen.", "summary:"), 4, "a summary is missing"),
    "too large a picture": (
        WHOLE.replace("drill:", "picture: 5C 5D 5H JS\ndrill:", 1),
        5,
        "a picture has at most three cards: “5C 5D 5H JS”",
    ),
    "no such drill": (
        WHOLE.replace("drill: count kind=hand classes=fifteens", "drill: cuont"),
        5,
        "name the drill to practise it with; there is no “cuont”",
    ),
    "no such choice": (WHOLE.replace("kind=hand", "kind=foot"), 5, "the drill has no choice “kind=foot”"),
    "no such skill": (WHOLE.replace("cures: fifteen-2", "cures: sixteen"), 6, "there is no skill or error “sixteen”"),
    "no such block": (WHOLE.replace("```count\nA", "```cuont\nA"), 12, "there is no block and no drill “cuont”"),
    "no card": (
        WHOLE.replace("AC 5S 6D JH", "1C 5S 6D JH"),
        12,
        "this is no question of the drill: “1C 5S 6D JH | 4H” (“1C” is not a card: write a rank and a suit, "
        "such as 5H, 10C or Q♠.)",
    ),
    "a card twice": (
        WHOLE.replace("AC 5S 6D JH", "4H 5S 6D JH"),
        12,
        "this is no question of the drill: “4H 5S 6D JH | 4H” (The 4 of hearts is there twice.)",
    ),
    "no question": (
        WHOLE.replace("AC 5S 6D JH | 4H", "AC 5S 6D"),
        12,
        "this is no question of the drill: “AC 5S 6D” (not understood: “AC 5S 6D”)",
    ),
    "two questions": (
        WHOLE.replace("AC 5S 6D JH | 4H", "AC 5S 6D JH | 4H\nAC 5S 6D JH | 4D"),
        11,
        "a block that asks has one question, and at most one line “then:”",
    ),
    "no such word": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```rules\nword sixteen"),
        12,
        "the glossary has no such word: “word sixteen”",
    ),
    "a question twice": (WHOLE.replace("\n2C 5S", "\nAC 5S"), 18, "this question stands twice in the lesson"),
    "too long": (
        WHOLE.replace("Look at this hand", "Look " * 60 + "at this hand", 1),
        9,
        f"75 words on one screen; at most {WORDS}",
    ),
    "too short": (WHOLE.replace(SCREENS, ""), 1, "it would take 1 minute, and three to eight are wanted"),
    "an unknown figure": (
        WHOLE.replace("Look at", "{pionts AC} at", 1),
        9,
        "{pionts AC}: there is no figure “pionts”",
    ),
    "a figure without sense": (
        WHOLE.replace("Look at", "{share 30} at", 1),
        9,
        "{share 30}: name a score from 0 to 29",
    ),
    "a figure of no card": (
        WHOLE.replace("Look at", "{sum 1C} at", 1),
        9,
        "{sum 1C}: “1C” is not a card: write a rank and a suit, such as 5H, 10C or Q♠.",
    ),
    "an address": (
        WHOLE.replace("Look at", "[Look](https://example.org) at", 1),
        9,
        "a link goes to word:, lesson: or drill:, not to “https://example.org”",
    ),
    "a link to nothing": (
        WHOLE.replace("Look at", "[Look](lesson:sixteens) at", 1),
        9,
        "the link leads nowhere: lesson:sixteens",
    ),
    "a picture": (WHOLE.replace("Look at", "![Look](word:crib) at", 1), 9, "a text has no pictures"),
    "a heading in the middle": (
        WHOLE.replace("Look at", "Look\n\n## There\n\nat", 1),
        11,
        "a heading stands at the beginning of a screen, and there is no code",
    ),
    "no check": (WHOLE.replace(CHECK, ""), 41, "a check of five is missing at the end"),
    "a check of four": (
        WHOLE.replace("count: 2C 4S 6D 8H | KC\n", ""),
        45,
        "a check has five questions, not 4",
    ),
    "something after the check": (WHOLE + "\nMore.\n", 53, "after the check nothing follows"),
    "text before the check": (
        WHOLE.replace("```check", "Now.\n\n```check"),
        47,
        "the text before the check needs a line of dashes",
    ),
    "not a series": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```series\nKC QC JC 2C"),
        12,
        "a series has at least two cards, and 31 at most",
    ),
    "no caption": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```cards\nKC QC"),
        12,
        "a caption is missing: “KC QC”",
    ),
    "a sum of cards face down": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```cards\nsum KC ?? : two cards"),
        12,
        "only cards that are named can be added up",
    ),
    "no board": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```board\ncircle of 121 : 4-2"),
        12,
        "a board is told like this: plank of 121 : 24-16 30-22",
    ),
    "pegs the wrong way": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```board\nplank of 121 : 4-12"),
        12,
        "the front peg is ahead of the rear one, and both are on the board: 4-12",
    ),
    "a link to a lesson without a name": (link("lesson:"), 9, "the link leads nowhere: lesson:"),
    "a link to what is no name": (link("lesson:a.b"), 9, "the link leads nowhere: lesson:a.b"),
    "a link to no drill": (link("drill:nope"), 9, "the link leads nowhere: drill:nope"),
    "a link to no word": (link("word:nope"), 9, "the link leads nowhere: word:nope"),
    "a script": (
        link("javascript:alert(1)"),
        9,
        "a link goes to word:, lesson: or drill:, not to “javascript:alert(1)”",
    ),
    "an address in brackets": (
        WHOLE.replace("Look at", "<https://example.org> at", 1),
        9,
        "a link goes to word:, lesson: or drill:, not to “https://example.org”",
    ),
    "a link in a later line of a paragraph": (
        WHOLE.replace("Look at", "One\ntwo\n[three](word:nope) at", 1),
        11,
        "the link leads nowhere: word:nope",
    ),
    "a block in a list": (
        WHOLE.replace("Look at this", "- A list:\n\n  ```cards\n  5H : five\n  ```\n\nLook at this", 1),
        11,
        "a block or a line of dashes stands at the margin, and not inside a list, a quote or a text",
    ),
    "a check in a list": (
        WHOLE.replace("Look at this", "- A list:\n\n  ```check\n  ```\n\nLook at this", 1),
        11,
        "a block or a line of dashes stands at the margin, and not inside a list, a quote or a text",
    ),
    "dashes in a quote": (
        WHOLE.replace("Look at this", "> Quoted.\n> ---\n\nLook at this", 1),
        10,
        "a block or a line of dashes stands at the margin, and not inside a list, a quote or a text",
    ),
    "a figure that is not closed": (
        WHOLE.replace("Look at this hand", "Look at {points AC 5S this hand", 1),
        9,
        "a figure is not closed: “{points AC 5S this hand, and say what it is worth, as you have learned it before.”",
    ),
    "HTML in a line": (WHOLE.replace("Look at", "<b onclick='x'>Look</b> at", 1), 9, "a text has no HTML: “</b>”"),
    "HTML between lines": (
        WHOLE.replace("Look at", "<!-- later -->\n\nLook at", 1),
        9,
        "a text has no HTML: “<!-- later -->”",
    ),
    "an empty title": (WHOLE.replace("# Fifteens", "#"), 1, "a heading without words"),
    "a figure in the title": (
        WHOLE.replace("# Fifteens", "# Up to {sum 5H JC}"),
        1,
        "only words stand here, no figure, link or markup: “Up to {sum 5H JC}”",
    ),
    "a link in a heading": (
        WHOLE.replace("Look at", "## [Here](word:crib)\n\nLook at", 1),
        9,
        "only words stand here, no figure, link or markup: “[Here](word:crib)”",
    ),
    "markup in the summary": (
        WHOLE.replace("What makes fifteen", "What **makes** fifteen"),
        4,
        "only words stand here, no figure, link or markup: “What **makes** fifteen.”",
    ),
    "markup in a caption": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```cards\nKC QC : court cards\n5C : *five*"),
        13,
        "only words stand here, no figure, link or markup: “*five*”",
    ),
    "a long heading": (
        WHOLE.replace("Look at", f"## {'word ' * 80}\n\nLook at", 1),
        9,
        "80 words in a heading; at most 12",
    ),
    "a heading of one sign": (
        WHOLE.replace("Look at", "# Here\n\nLook at", 1),
        9,
        "the heading of a screen has two signs: ## Heading",
    ),
    "a heading of three signs": (
        WHOLE.replace("Look at", "### Here\n\nLook at", 1),
        9,
        "the heading of a screen has two signs: ## Heading",
    ),
    "an empty block of cards": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```cards"),
        11,
        "the block is empty",
    ),
    "an empty block of tactics": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```tactics"),
        11,
        "the block is empty",
    ),
    "a caption without cards": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```cards\nKC : king\n : nothing"),
        13,
        "a caption is missing: “: nothing”",
    ),
    "no card in a later line": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```cards\nKC : king\n1C : one"),
        13,
        "“1C” is not a card: write a rank and a suit, such as 5H, 10C or Q♠.",
    ),
    "no tactic in a later line": (
        WHOLE.replace("```count\nAC 5S 6D JH | 4H", "```tactics\nlead-5 : a five\nlead-Z : what"),
        13,
        "there is no figure of the play “lead-Z”",
    ),
    "too long after the answer": (
        WHOLE.replace("AC 5S 6D JH | 4H", f"AC 5S 6D JH | 4H\nthen: {'word ' * 61}"),
        13,
        "61 words on one screen; at most 60",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_lesson_is_refused_with_file_line_and_reason(texts: Path, name: str) -> None:
    content, line, reason = BROKEN[name]
    write(texts, content)
    assert f"trainer/texts/en/counting/1-fifteens.md, line {line}: {reason}" in faults()
    assert syllabus.syllabus().lessons == ()


def test_a_file_that_is_no_text_is_refused(texts: Path) -> None:
    (texts / "en/counting/1-fifteens.md").write_bytes(b"# \xff\n")
    assert faults() == ["trainer/texts/en/counting/1-fifteens.md, line 1: the file is not written in UTF-8"]


@pytest.mark.parametrize("name", ["fifteens.md", "1-Fifteens.md", "notes.txt"])
def test_a_file_with_another_name_is_refused(texts: Path, name: str) -> None:
    write(texts, WHOLE, f"en/counting/{name}")
    assert faults() == [f"trainer/texts/en/counting/{name}, line 1: a lesson’s file is called like 1-fifteens.md"]


def test_two_lessons_of_one_name_are_refused(texts: Path) -> None:
    write(texts, WHOLE)
    write(texts, WHOLE, "en/games/3-fifteens.md")
    assert faults() == ["trainer/texts/en/games/3-fifteens.md, line 1: two lessons have this name"]


def test_a_name_has_no_more_letters_than_are_kept(texts: Path) -> None:
    long, longer = "a" * SLUG_LETTERS, "b" * (SLUG_LETTERS + 1)
    write(texts, WHOLE, f"en/counting/1-{long}.md")
    write(texts, WHOLE, f"en/counting/2-{longer}.md")
    assert faults() == [f"trainer/texts/en/counting/2-{longer}.md, line 1: the name has 41 letters; at most 40"]
    assert Reading._meta.get_field("lesson").max_length == SLUG_LETTERS


def test_a_question_has_no_more_letters_than_are_kept(texts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = (Attempt._meta.get_field("question"), Run._meta.get_field("asked"))
    assert {field.max_length for field in kept} == {QUESTION_LETTERS}
    monkeypatch.setattr(reader, "QUESTION_LETTERS", 15)
    write(texts, WHOLE)
    assert faults()[0] == "trainer/texts/en/counting/1-fifteens.md, line 12: a question of 16 letters; at most 15"


@pytest.mark.parametrize(
    ("name", "told", "reason"),
    [
        ("en/contuing/1-x.md", "en/contuing", "there is no such chapter; there are: start, pegging, counting"),
        ("en/1-x.md", "en/1-x.md", "a lesson stands in the folder of its chapter"),
        ("it/1-x.md", "it/1-x.md", "a lesson stands in the folder of its chapter"),
        ("1-x.md", "1-x.md", "a lesson stands in the folder of its chapter"),
        ("en/counting/more/1-x.md", "en/counting/more", "a lesson’s file is called like 1-fifteens.md"),
        ("en/counting/2-x.md/y", "en/counting/2-x.md", "a lesson’s file is called like 1-fifteens.md"),
        ("en/counting/2--.md", "en/counting/2--.md", "a lesson’s file is called like 1-fifteens.md"),
    ],
)
def test_what_stands_elsewhere_is_refused(texts: Path, name: str, told: str, reason: str) -> None:
    write(texts, WHOLE)
    write(texts, WHOLE, name)
    (fault,) = faults()
    assert fault.startswith(f"trainer/texts/{told}, line 1: {reason}")


class TestTranslation:
    ITALIAN = WHOLE.replace("# Fifteens", "# Quindici").replace("Look at this hand", "Guarda")

    def test_it_has_other_words(self, texts: Path) -> None:
        write(texts, WHOLE)
        write(texts, self.ITALIAN, "it/counting/1-fifteens.md")
        assert faults() == []
        assert syllabus.load("it")[0].lessons[0].title == "Quindici"
        assert glossary.languages_of("it-ch")[0] == "it"

    def test_what_the_region_lacks_is_taken_from_the_language(self, texts: Path) -> None:
        write(texts, WHOLE)
        write(texts, WHOLE, "en/games/1-more.md")
        write(texts, self.ITALIAN, "it/counting/1-fifteens.md")
        write(texts, self.ITALIAN.replace("# Quindici", "# Di più"), "it-ch/games/1-more.md")
        assert [lesson.title for lesson in syllabus.load("it-ch")[0].lessons] == ["Quindici", "Di più"]

    def test_drill_and_cures_may_be_left_out(self, texts: Path) -> None:
        write(texts, WHOLE)
        front = "drill: count kind=hand classes=fifteens\ncures: fifteen-2\n"
        write(texts, self.ITALIAN.replace(front, ""), "it/counting/1-fifteens.md")
        assert faults() == []
        (lesson,) = syllabus.load("it")[0].lessons
        assert (lesson.title, lesson.drill, lesson.cures) == ("Quindici", "count", ("fifteen-2",))
        assert lesson.options == {"kind": "hand", "classes": "fifteens"}

    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [
            ("drill: count", "drill: find", 5),
            ("kind=hand", "kind=crib", 5),
            (" kind=hand", "", 5),
            ("cures: fifteen-2", "cures: fifteen-3", 6),
            ("cures: fifteen-2", "cures:", 6),
        ],
    )
    def test_drill_and_cures_are_those_of_the_english_lesson(self, texts: Path, old: str, new: str, line: int) -> None:
        write(texts, WHOLE)
        write(texts, self.ITALIAN.replace(old, new), "it/counting/1-fifteens.md")
        reason = "in a translation this is as in English, or left out"
        assert faults() == [f"trainer/texts/it/counting/1-fifteens.md, line {line}: {reason}"]
        assert syllabus.load("it")[0].lessons[0].title == "Fifteens"

    def test_a_link_to_nothing_is_told_of_the_file_where_it_stands(self, texts: Path) -> None:
        write(texts, WHOLE)
        write(texts, self.ITALIAN.replace("Guarda", "[Guarda](lesson:nope)", 1), "it/counting/1-fifteens.md")
        reason = "the link leads nowhere: lesson:nope"
        assert faults() == [f"trainer/texts/it/counting/1-fifteens.md, line 9: {reason}"]

    def test_what_is_not_translated_is_in_english(self, texts: Path) -> None:
        write(texts, WHOLE)
        (texts / "it").mkdir()
        assert syllabus.load("it")[0].lessons[0].title == "Fifteens"
        assert glossary.languages_of("fr")[0] == "en"

    @pytest.mark.parametrize(
        ("old", "new", "reason"),
        [
            ("AC 5S 6D JH", "AC 5S 6D QH", "its blocks are not those of the English lesson, in their order"),
            ("count: 5C TD", "count: 5C TS", "its check is not that of the English lesson"),
        ],
    )
    def test_other_cards_are_refused(self, texts: Path, old: str, new: str, reason: str) -> None:
        write(texts, WHOLE)
        write(texts, self.ITALIAN.replace(old, new), "it/counting/1-fifteens.md")
        assert faults() == [f"trainer/texts/it/counting/1-fifteens.md, line 1: {reason}"]
        assert syllabus.load("it")[0].lessons[0].title == "Fifteens"

    def test_a_lesson_that_english_lacks_is_refused(self, texts: Path) -> None:
        write(texts, WHOLE)
        write(texts, self.ITALIAN, "it/counting/2-altro.md")
        assert faults() == ["trainer/texts/it/counting/2-altro.md, line 1: there is no such lesson in English"]


class TestOwn:
    """The lessons of the site."""

    def test_they_have_no_fault(self) -> None:
        assert faults() == []

    def test_every_skill_and_error_has_its_lesson(self) -> None:
        lessons = syllabus.syllabus().lessons
        cured = [code for lesson in lessons for code in lesson.cures]
        assert set(cured) == curable()
        assert len(cured) == len(set(cured)), "each has one"

    def test_every_chapter_has_lessons(self) -> None:
        assert {lesson.chapter for lesson in syllabus.syllabus().lessons} == set(Chapter)

    def test_every_figure_can_be_worked_out(self) -> None:
        for lesson in syllabus.syllabus().lessons:
            for screen in lesson.screens:
                for text in screen.texts:
                    figures = [token for _line, token in glossary.inline_tokens(text.tokens) if token.type == "figure"]
                    assert all(figure.meta["figure"]() not in ("", "None") for figure in figures)

    def test_every_word_of_the_game_is_linked_from_a_lesson(self) -> None:
        texts = [text for one in syllabus.syllabus().lessons for screen in one.screens for text in screen.texts]
        linked = {slug for text in texts for slug in text.words}
        of_the_game = {slug for slug, word in glossary.words("en").items() if not word.text.startswith("On this site")}
        assert of_the_game - linked == set()

    def test_the_sign_of_a_figure_alone_says_whether_it_is_won(self) -> None:
        shown = [screen.shown for one in syllabus.syllabus().lessons for screen in one.screens if screen.shown]
        captions = [line.partition(" : ")[2] for one in shown if one.kind == "tactics" for line in one.lines]
        assert captions
        assert [caption for caption in captions if caption.startswith(("gains", "costs"))] == []

    @pytest.mark.parametrize(
        ("slug", "untrue"),
        [
            ("first-deal", "two points and nothing more"),  # a pair or a run with it scores too
            ("answering", "After the pair little can follow"),  # a third eight makes thirty-one
            ("muggins", "both mistakes cost"),  # what is missed costs twice as much
        ],
    )
    def test_what_is_not_so_is_not_said(self, slug: str, untrue: str) -> None:
        screens = syllabus.syllabus().by_slug[slug].screens
        assert not any(untrue in text.html() for screen in screens for text in screen.texts)


def test_the_check_of_the_site_tells_of_a_broken_lesson(texts: Path) -> None:
    write(texts, WHOLE.replace("```count\nAC", "```cuont\nAC"))
    with pytest.raises(SystemCheckError, match=r"1-fifteens\.md, line 12: there is no block and no drill “cuont”"):
        call_command("check")


README = (Path(syllabus.__file__).parents[1] / "texts" / "README.md").read_text(encoding="utf-8")


def named(text: str) -> list[str]:
    """What stands in backticks."""
    return [found.replace("\\|", "|") for found in re.findall(r"`([^`]+)`", text)]


def rows(heading: str) -> dict[str, str]:
    """The rows of the table below a heading of the README, by its first cell."""
    section = README.split(f"## {heading}\n")[1].split("\n## ")[0]
    cells = [re.split(r"(?<!\\)\|", line) for line in section.splitlines() if line.startswith("| `")]
    return {first: second for _edge, first, second, _end in cells}


SHOWING = {name: cell for first, cell in rows("Blocks that show").items() for name in named(first)}
ASKING = {name: cell for first, cell in rows("Blocks that ask").items() for name in named(first)}
FIGURES_NAMED = [
    text for row in rows("Figures inside a text").items() for text in named(" ".join(row)) if text.startswith("{")
]
FORMS = named(README.split("`rules` asks:")[1].split("\n\n")[0])


def lines_of(cell: str) -> list[str]:
    """The whole lines in a cell."""
    return [text for text in named(cell) if " " in text]


def words_of(cell: str) -> set[str]:
    """The single words in a cell."""
    return {text for text in named(cell) if " " not in text}


class TestReadme:
    """What the README tells an author can be written."""

    def test_its_tables_are_whole(self) -> None:
        assert set(SHOWING) == set(EXHIBITS)
        assert set(ASKING) <= set(DRILLS)
        assert {figure.strip("{}").split()[0] for figure in FIGURES_NAMED} == set(FIGURES)
        assert {text.split()[0] for text in FORMS if " " in text} == set(Form)

    @pytest.mark.parametrize(("kind", "line"), [(kind, line) for kind in SHOWING for line in lines_of(SHOWING[kind])])
    def test_a_block_that_shows(self, kind: str, line: str) -> None:
        assert EXHIBITS[kind]([line]).context(0)

    @pytest.mark.parametrize("kind", SHOWING)
    def test_every_block_that_shows_has_an_example(self, kind: str) -> None:
        assert lines_of(SHOWING[kind])

    @pytest.mark.parametrize("design", sorted(words_of(SHOWING["board"])))
    def test_a_design_of_a_board(self, design: str) -> None:
        assert EXHIBITS["board"]([f"{design} of 121 : 24-16 30-22"]).context(0)["design"] == design

    def test_a_figure_of_the_play_is_shown_with_two_standard_errors(self) -> None:
        king = tactics.figure("lead-K")
        assert EXHIBITS["tactics"](["lead-K : king"]).context(0)["rows"] == [
            (f"{king.mean:.2f}", f"{2 * king.error:.2f}", "king")
        ]

    @pytest.mark.parametrize(("drill", "line"), [(drill, line) for drill in ASKING for line in lines_of(ASKING[drill])])
    def test_a_block_that_asks(self, drill: str, line: str) -> None:
        assert DRILLS[drill].read(line)

    @pytest.mark.parametrize("drill", sorted(set(ASKING) - {"itemise", "find"}))
    def test_every_block_that_asks_has_an_example(self, drill: str) -> None:
        assert lines_of(ASKING[drill])

    def test_the_words_of_a_question_are_those_of_its_drill(self) -> None:
        assert words_of(ASKING["go"]) == {sort.code for sort in DRILLS["go"].sorts}
        assert words_of(ASKING["tap"]) | {"last"} == set(tap_question.TapTarget)

    @pytest.mark.parametrize("kind", sorted(words_of(ASKING["tap"]) - {"thirty-one"}))
    def test_cards_to_be_tapped(self, kind: str) -> None:
        assert DRILLS["tap"].read(f"{kind} of 4C 5S 6D JH | 4H")

    @pytest.mark.parametrize("line", [text for text in FORMS if " " in text])
    def test_a_rule(self, line: str) -> None:
        assert str(DRILLS["rules"].read(line)) == line

    @pytest.mark.parametrize("name", ["tournament", "long", "free"])
    def test_a_scoring(self, name: str) -> None:
        assert name in FORMS
        assert DRILLS["rules"].read(f"match {name} 121 88")

    @pytest.mark.parametrize("name", ["off", "missed", "excess"])
    def test_a_way_of_muggins(self, name: str) -> None:
        assert name in FORMS
        assert DRILLS["rules"].read(f"muggins {name} 8 12")

    @pytest.mark.parametrize("figure", FIGURES_NAMED)
    def test_a_figure(self, figure: str) -> None:
        found: list[tuple[int, str]] = []
        shown = read(figure, (), found)
        assert found == []
        assert "None" not in shown.html()

    def test_its_lesson_and_its_words(self, texts: Path) -> None:
        indented = re.findall(r"(?:^(?:    .*)?\n)+", README, re.MULTILINE)
        lesson, words = (
            next(textwrap.dedent(text).strip() for text in indented if text.lstrip().startswith(beginning))
            for beginning in ("# Fifteens", "## Crib")
        )
        others = "".join(f"\n\n## {slug} {{#{slug}}}\n\nA word." for slug in ("dealer", "court-card"))
        write(texts, lesson)
        write(texts, words + others, "en/glossary.md")
        assert faults() == []
        assert len(syllabus.syllabus().lessons) == 1

    def test_it_tells_how_to_print_the_figures_of_the_play(self) -> None:
        (command,) = re.findall(r'python -c "(.+)"', README)
        printed = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
        assert printed.stdout.split() == list(tactics.names())


@pytest.mark.parametrize("stop", [".", ", ", "…", "\u00a0:", "\u202f!", "\u00a0».", "»,"])
def test_what_ends_a_sentence_stays_with_a_word_that_opens(stop: str) -> None:
    html = read(f"The [crib](word:crib){stop} Then [go](word:go) on.", [], []).step_html()
    assert f">crib</button>{stop.rstrip(' ')}</span>" in html
    assert html.count('<span class="whole"><button') == 1, "a word in the middle stands by itself"
