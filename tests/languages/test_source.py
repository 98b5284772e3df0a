"""Messages are found wherever the source marks them."""

from pathlib import Path

import pytest

from tests.languages import source
from tests.languages.source import Clash, Message, messages


def found(folder: Path, monkeypatch: pytest.MonkeyPatch, **files: str) -> list[Message]:
    """Return the messages of a source that has these files."""
    (folder / "game").mkdir()
    for name, text in files.items():
        (folder / "game" / name.replace("_", ".")).write_text(text, encoding="utf-8")
    monkeypatch.setattr(source, "ROOT", folder)
    return messages()


def test_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
_("one " "sentence")
f"{_('inside')}"
ngettext("%(n)s card", "%(n)s cards", n)
pgettext_lazy("grade", "Good")
npgettext("grade", "one", "many", n)
not_one("this")
_(variable)
"""
    assert [(one.context, one.singular, one.plural) for one in found(tmp_path, monkeypatch, a_py=text)] == [
        (None, "one sentence", ""),
        (None, "inside", ""),
        (None, "%(n)s card", "%(n)s cards"),
        ("grade", "Good", ""),
        ("grade", "one", "many"),
    ]


def test_in_templates_and_mails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """{% load i18n %}
{% translate "It's (here" %} ) {% translate "Good" context "grade" %} {{ _("in a variable") }}
{% blocktranslate trimmed with a=b %}
  Two {{ a }}
  lines
{% endblocktranslate %}
{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}
{% include "x.html" with said=_("given") %}
"""
    expected = [
        (None, "It's (here", ""),
        ("grade", "Good", ""),
        (None, "in a variable", ""),
        (None, "Two %(a)s lines", ""),
        (None, "%(n)s card", "%(n)s cards"),
        (None, "given", ""),
    ]
    both = found(tmp_path, monkeypatch, a_html=text, b_txt=text)
    assert [(one.context, one.singular, one.plural) for one in both] == expected
    assert both[0].files == ["game/a.html", "game/b.txt"]


def test_one_message_has_one_plural(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Clash, match="a pair"):
        found(tmp_path, monkeypatch, a_py='_("a pair")\nngettext("a pair", "%(n)s pairs", 2)')


def test_scripts_have_no_words_of_their_own() -> None:
    scripts = (source.ROOT / "static" / "js").rglob("*.js")
    assert [path.name for path in scripts if "gettext" in path.read_text(encoding="utf-8")] == []
