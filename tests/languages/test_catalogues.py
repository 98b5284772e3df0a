"""The catalogues say what the source says, are sound, and are compiled."""

import gettext
from collections import defaultdict

import pytest
from django.conf import settings
from polib import POEntry

from tests.languages import catalogues, terms
from tests.languages.catalogues import PLURALS, Catalogue, Changes, faults, is_translated, texts
from tests.languages.source import Message, messages

LANGUAGES = catalogues.languages()
NUMBERS = (0, 1, 2, 5, 12, 22, 25, 101, 112)
FORMS = {
    "es": (2, 0, 2, 2, 2, 2, 2, 2, 2),
    "fr": (0, 0, 1, 1, 1, 1, 1, 1, 1),
    "it": (1, 0, 1, 1, 1, 1, 1, 1, 1),
    "pl": (2, 0, 1, 2, 2, 1, 2, 2, 2),
}
"""The plural form that each of the numbers takes."""

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_offered = pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])


def translated(language: str) -> list[POEntry]:
    """Return the entries that have words."""
    return [entry for entry in Catalogue(language).entries if is_translated(entry)]


@each_language
def test_every_entry_has_the_shape_of_its_english(language: str) -> None:
    assert list(Catalogue(language).faults()) == []


@each_language
def test_the_compiled_twin_says_the_same(language: str) -> None:
    def contents(entries: list[POEntry]) -> dict[tuple[str | None, str], object]:
        return {(one.msgctxt or None, one.msgid): one.msgstr_plural or one.msgstr for one in entries}

    assert contents(Catalogue(language).compiled) == contents(translated(language)), "python -m tests.languages compile"


@each_language
def test_a_number_takes_its_form(language: str) -> None:
    catalogue = Catalogue(language)
    assert catalogue.entries.metadata["Plural-Forms"] == PLURALS[language]
    with catalogue.path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for entry in translated(language):
        if not entry.msgid_plural:
            continue
        for number, form in zip(NUMBERS, FORMS[language], strict=True):
            words = (entry.msgid, entry.msgid_plural, number)
            told = compiled.npgettext(entry.msgctxt, *words) if entry.msgctxt else compiled.ngettext(*words)
            assert told == entry.msgstr_plural[form]
            assert "%(" not in told % defaultdict(lambda: "x")


@each_language
def test_no_word_has_the_meaning_of_another_trade(language: str) -> None:
    found = {
        entry.msgid: words for entry in translated(language) if (words := terms.forbidden(language, str(texts(entry))))
    }
    assert found == {}


@each_language
@pytest.mark.parametrize("term", terms.TERMS)
def test_a_term_has_one_name(language: str, term: str) -> None:
    having = [entry for entry in translated(language) if terms.has(term, entry.msgid)]
    others = [entry.msgid for entry in having if not terms.has(terms.TERMS[term][language], " ".join(texts(entry)))]
    assert len(others) <= (1 - terms.KEPT) * len(having), others


@each_offered
def test_an_offered_language_is_complete(language: str) -> None:
    known = {(entry.msgctxt, entry.msgid) for entry in translated(language)}
    missing = [one.singular for one in messages() if one.key not in known]
    assert missing == [], "python -m tests.languages update, then translate"


# ------------------------------------------------------------------------------------------ what the tests rest on


def entry(english: str, translation: str, **more: object) -> POEntry:
    """Return an entry with a format."""
    return POEntry(msgid=english, msgstr=translation, flags=["python-format"] if "%" in english else [], **more)


@pytest.mark.parametrize(
    ("english", "translation"),
    [
        ("%(name)s deals.", "%(name)s daje."),
        ("%(a)s of %(b)s", "%(b)s, z tego %(a)s"),
        ("<b>%(n)s</b> of 3", "3, w tym <b>%(n)s</b>"),
        ("%(n)s%%", "%(n)s %%"),
        (", ", ", "),
    ],
)
def test_a_sound_entry(english: str, translation: str) -> None:
    assert list(faults(entry(english, translation), 1)) == []


@pytest.mark.parametrize(
    ("english", "translation"),
    [
        ("%(name)s deals.", "%(nome)s dà le carte."),
        ("%(name)s deals.", "Dà le carte."),
        ("%(name)s deals.", "%(name)s dà le carte. "),
        ("<b>two</b>", "due"),
        ("<b>two</b>", "<strong>due</strong>"),
        ("%(n)s%%", "%(n)s%"),
        ("two\n", "due"),
    ],
)
def test_an_entry_that_would_break_a_page(english: str, translation: str) -> None:
    assert list(faults(entry(english, translation), 1)) != []


def test_plural_forms_are_all_there_and_only_the_first_may_leave_the_number_out() -> None:
    def plural(*forms: str) -> list[str]:
        words = {"msgid_plural": "%(n)s runs", "msgstr_plural": dict(enumerate(forms))}
        return list(faults(POEntry(msgid="a run", flags=["python-format"], **words), 2))

    assert plural("una scala", "%(n)s scale") == []
    assert plural("%(n)s scala", "%(n)s scale") == []
    assert plural("una scala") != []
    assert plural("una scala", "scale") != []
    assert plural("", "%(n)s scale") != []


def test_an_update_keeps_what_is_translated(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    kept, gone = Message("Crib", files=["a.py"]), Message("Cradle", files=["a.py"])
    catalogue = Catalogue("pl")
    assert catalogue.update([kept, gone]) == Changes(new=["Crib", "Cradle"])
    catalogue.entries.find("Crib").msgstr = "Krib"
    catalogue.entries.find("Cradle").msgstr = "Kołyska"
    point = Message("%(n)s point", plural="%(n)s points", files=["b.py"])
    assert catalogue.update([point, kept]) == Changes(new=["%(n)s point"], gone=["Cradle"])
    again = list(Catalogue("pl").entries)
    assert [one.msgid for one in again] == ["%(n)s point", "Crib"]
    assert again[1].msgstr == "Krib"
    assert again[0].msgstr_plural == {0: "", 1: "", 2: "", 3: ""}
