"""Lessons and glossaries of other languages are whole, of today's English, and in the words of cards."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.languages import terms, texts
from tests.languages.__main__ import main
from trainer import glossary

LANGUAGES = [language for language in glossary.languages() if language != glossary.SOURCE]
OFFERED = [code for code, _name in settings.LANGUAGES if code != glossary.SOURCE]


@pytest.mark.parametrize("language", OFFERED)
def test_an_offered_language_has_every_text_and_every_word(language: str) -> None:
    assert list(texts.missing(language)) == []
    assert list(texts.missing_words(language)) == []


@pytest.mark.parametrize("language", OFFERED)
def test_no_text_is_behind_its_english(language: str) -> None:
    assert list(texts.behind(language)) == [], "translate what has changed, then: python -m tests.languages stamp FILE"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_has_the_meaning_of_another_trade(language: str) -> None:
    found = {
        name: words
        for name in texts.names()
        if (path := glossary.TEXTS / language / name).exists()
        and (words := terms.forbidden(language, path.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("term", sorted(terms.TERMS.keys() - terms.OF_THE_SITE))
def test_a_term_has_one_name(language: str, term: str) -> None:
    def text(of: str, name: Path) -> str:
        return (glossary.TEXTS / of / name).read_text(encoding="utf-8")

    own = [name for name in texts.names() if (glossary.TEXTS / language / name).exists()]
    having = [name for name in own if terms.has(term, text(glossary.SOURCE, name))]
    others = [name for name in having if not terms.has(terms.TERMS[term][language], text(language, name))]
    assert len(others) <= (1 - terms.KEPT) * len(having), others


def test_a_word_of_another_trade_is_found() -> None:
    assert terms.forbidden("pl", "Połóż kartę do łóżeczka, nie do kribu.") == ["łóżeczka"]
    with pytest.raises(KeyError):
        terms.forbidden("xx", "crib")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Texts of which one is translated."""
    for language in ("en", "pl"):
        (tmp_path / language / "start").mkdir(parents=True)
    (tmp_path / "en" / "start" / "1-cards.md").write_text("# Cards\n", encoding="utf-8")
    (tmp_path / "en" / "start" / "2-deal.md").write_text("# The deal\n", encoding="utf-8")
    (tmp_path / "pl" / "start" / "1-cards.md").write_text("# Karty\n", encoding="utf-8")
    monkeypatch.setattr(glossary, "TEXTS", tmp_path)
    return tmp_path


def test_a_text_is_behind_until_it_is_stamped_and_once_its_english_changes(folder: Path) -> None:
    cards, deal = Path("start/1-cards.md"), Path("start/2-deal.md")
    assert list(texts.missing("pl")) == [deal]
    assert list(texts.behind("pl")) == [cards]
    own = folder / "pl" / cards
    for _twice in range(2):
        texts.stamp(own)
        assert own.read_text(encoding="utf-8") == f"source: {texts.mark(cards)}\n# Karty\n"
        assert list(texts.behind("pl")) == []
    (folder / "en" / cards).write_text("# The cards\n", encoding="utf-8")
    assert list(texts.behind("pl")) == [cards]


def test_only_stamp_stamps_and_only_translations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, english = folder / "pl" / "start" / "1-cards.md", folder / "en" / "start" / "1-cards.md"
    for wrong in (["status", str(own)], ["update", str(own)], ["stamp"], ["stamp", str(own), str(english)]):
        with pytest.raises(SystemExit):
            main(wrong)
        assert capsys.readouterr().err
    assert own.read_text(encoding="utf-8") == "# Karty\n"
    assert english.read_text(encoding="utf-8") == "# Cards\n"
    main(["stamp", str(own)])
    assert list(texts.behind("pl")) == []


def test_the_mark_is_no_part_of_the_text() -> None:
    assert glossary.without_mark("source: 3f2a9c41b07d\n# Karty\n") == "\n# Karty\n"
    assert glossary.without_mark("# Karty\n") == "# Karty\n"
