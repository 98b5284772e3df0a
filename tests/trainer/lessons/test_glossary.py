"""The glossary: what its files say, what another language lacks, and every fault with its line."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from tests.words import CLOSE, OPEN
from trainer import glossary
from trainer.lessons import syllabus

CRIB = "## Crib {#crib}\n\nIt belongs to the [dealer](word:dealer).\n"
DEALER = "## Dealer {#dealer}\n\nWho **deals**,\nand *counts* last.\n\nOnce a deal.\n"


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of texts in place of the site's own."""
    folder = tmp_path / "trainer" / "texts"
    (folder / "en").mkdir(parents=True)
    monkeypatch.setattr(glossary, "TEXTS", folder)
    return folder


def put(texts: Path, language: str, text: str) -> Path:
    """Write the glossary of a language."""
    path = texts / language / "glossary.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    """Read the files anew."""
    kept = (glossary.words, glossary.languages, syllabus.load)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


class TestWords:
    """What a file says."""

    def test_a_word_has_its_name_its_definition_and_its_line(self, texts: Path) -> None:
        put(texts, "en", f"# Glossary\n\n{CRIB}\n{DEALER}")
        found = glossary.words("en")
        assert list(found) == ["crib", "dealer"]
        crib = found["crib"]
        assert (crib.slug, crib.name, crib.line) == ("crib", "Crib", 3)
        assert crib.definition == "It belongs to the [dealer](word:dealer)."
        assert (crib.text, crib.links) == ("It belongs to the dealer.", ("dealer",))
        assert found["dealer"].text == "Who deals, and counts last. Once a deal."
        assert glossary.faults() == []

    def test_what_a_language_lacks_comes_in_english(self, texts: Path) -> None:
        put(texts, "en", CRIB + DEALER)
        put(texts, "it", "## Cribe {#crib}\n\nÈ del [mazziere](word:dealer).\n")
        for language in ("it", "it-ch"):
            assert [word.name for word in glossary.words(language).values()] == ["Cribe", "Dealer"]
        for language in ("en", "en-gb", "pl", ".."):
            assert [word.name for word in glossary.words(language).values()] == ["Crib", "Dealer"]
        assert glossary.faults() == []

    def test_the_region_has_words_of_its_own(self, texts: Path) -> None:
        put(texts, "en", DEALER)
        put(texts, "pt", "## Mão {#dealer}\n\nQuem dá.\n")
        put(texts, "pt-br", "## Carteador {#dealer}\n\nQuem dá.\n")
        assert glossary.words("pt-br")["dealer"].name == "Carteador"
        assert glossary.words("pt")["dealer"].name == "Mão"
        assert glossary.languages() == ("en", "pt", "pt-br")

    @pytest.mark.usefixtures("texts")
    def test_without_a_file_there_are_no_words(self) -> None:
        assert glossary.words("en") == {}
        assert glossary.faults() == []

    def test_it_is_read_once(self, texts: Path) -> None:
        put(texts, "en", DEALER)
        before = glossary.words("en")
        put(texts, "en", CRIB)
        assert glossary.words("en") is before


class TestFaults:
    """What is wrong is told, with file and line, and passed over."""

    @pytest.mark.parametrize(
        ("bad", "reason"),
        [
            ("## Dealer {#dealer}\n\nTwice.", "“dealer” stands here twice, first in line 1"),
            ("## Box\n\nNo slug.", "a word is headed “## Word {#slug}”"),
            ("## Box {#}\n\nNo slug.", "a word is headed “## Word {#slug}”"),
            ("## Box {#The Box}\n\nNo slug.", "a word is headed “## Word {#slug}”"),
            ("## {#box}\n\nNo name.", "a word is headed “## Word {#slug}”"),
            ("### Box {#box}\n\nToo deep.", "a word is headed “## Word {#slug}”"),
            ("## Box {#box}\n\n", "“Box” has no definition"),
            ("## Box {#box}\n\nOf {points 5C}.", "“Box”: a definition has no figures"),
        ],
    )
    def test_a_word_that_cannot_be(self, texts: Path, bad: str, reason: str) -> None:
        path = put(texts, "en", f"{DEALER}\n{bad}\n")
        (fault,) = glossary.faults()
        assert (fault.file, fault.line) == (path, 8)
        assert fault.reason.startswith(reason)
        assert str(fault) == f"trainer/texts/en/glossary.md, line 8: {fault.reason}"
        assert list(glossary.words("en")) == ["dealer"]

    @pytest.mark.parametrize(
        ("bad", "reason"),
        [
            ("[there](word:nope)", "the link leads nowhere: word:nope"),
            ("[there](lesson:nope)", "the link leads nowhere: lesson:nope"),
            ("[there](lesson:)", "the link leads nowhere: lesson:"),
            ("[there](drill:nope)", "the link leads nowhere: drill:nope"),
            ("[there](drill:a.b)", "the link leads nowhere: drill:a.b"),
            ("[there](https://example.org)", "a link goes to word:, lesson: or drill:, not to “https://example.org”"),
            ("<https://example.org>", "a link goes to word:, lesson: or drill:, not to “https://example.org”"),
            ("![there](word:dealer)", "a text has no pictures"),
            ("<br>", "a text has no HTML: “<br>”"),
            ("more.\n\n# Title", "a heading stands at the beginning of a screen, and there is no code"),
        ],
    )
    def test_what_a_definition_cannot_hold(self, texts: Path, client: Client, bad: str, reason: str) -> None:
        """It is told with the line where it stands; the page shows words only."""
        for language in ("en", "it"):
            put(texts, language, f"{DEALER}\n## Box {{#box}}\n\nOne line,\nand {bad}\n")
        line = 13 if "#" in bad else 11
        told = [f"trainer/texts/{language}/glossary.md, line {line}: {reason}" for language in ("en", "it")]
        assert [str(fault) for fault in syllabus.faults()] == told
        shown = client.get("/glossary/").text.split('id="box"')[1].split("</dl>")[0]
        assert "One line, and" in shown
        assert "<a " not in shown
        assert "<img" not in shown
        assert "<br>" not in shown

    def test_a_word_that_english_has_not(self, texts: Path) -> None:
        put(texts, "en", DEALER)
        path = put(texts, "it", "# Glossario\n\n## Briscola {#briscola}\n\nUn [altro](word:gioco) gioco.\n")
        assert [(fault.file, fault.line) for fault in syllabus.faults()] == [(path, 5), (path, 3)]
        assert [fault.reason for fault in syllabus.faults()] == [
            "the link leads nowhere: word:gioco",
            "English has no word “briscola”",
        ]
        assert list(glossary.words("it")) == ["dealer"]

    @pytest.mark.usefixtures("pseudo_language")
    @pytest.mark.parametrize("bad", ["## Box", "## Dealer {#dealer}", "## Box {#box}", "## Box {#box}\n\n{sum 5C}"])
    def test_reasons_can_be_translated(self, texts: Path, bad: str) -> None:
        put(texts, "en", f"{DEALER}\n{bad}\n")
        (fault,) = glossary.faults()
        assert (fault.reason[0], fault.reason[-1]) == (OPEN, CLOSE)

    def test_a_file_in_another_coding(self, texts: Path) -> None:
        (texts / "en" / "glossary.md").write_bytes(b"## Crib \xff")
        assert [str(fault) for fault in syllabus.faults()] == [
            "trainer/texts/en/glossary.md, line 1: the file is not written in UTF-8"
        ]
        assert glossary.words("en") == {}

    def test_a_name_is_words(self, texts: Path) -> None:
        put(texts, "en", "## The *crib* {#crib}\n\nFour cards.\n")
        assert [str(fault) for fault in syllabus.faults()] == [
            "trainer/texts/en/glossary.md, line 1: only words stand here, no figure, link or markup: “The *crib*”"
        ]

    def test_a_link_to_elsewhere_is_no_word(self, texts: Path) -> None:
        put(texts, "en", "## Drill {#drill}\n\nSee [one](drill:count).\n")
        assert syllabus.faults() == []
        assert glossary.words("en")["drill"].links == ()


def test_the_glossary_of_this_site_is_sound() -> None:
    assert [str(fault) for fault in syllabus.faults() if fault.file.name == glossary.FILE] == []
    assert {"crib", "pone", "starter", "muggins", "skunk"} <= set(glossary.words("en"))
