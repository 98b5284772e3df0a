"""The design system: one place for colours, sizes, radii and shadows, and no more style than a budget allows."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
CSS = ROOT / "static" / "css"
TOKENS = "tokens.css"
SHEETS = re.findall(r'@import url\("([\w.-]+)"\)', (CSS / "site.css").read_text(encoding="utf-8"))
"""The sheets that pages get, by name."""

LINES, BYTES, BASE_LINES = 4000, 70 * 1024, 150
BREAKPOINTS = {"(width >= 62rem)", "(width < 62rem)", "(width >= 42rem)", "(width < 42rem)"}

COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\("
    r"|\b(?:white|black|gr[ae]y|silver|red|green|blue|yellow|gold|orange|brown|navy|teal|maroon|purple)\b(?!-)",
    re.IGNORECASE,
)
LENGTH = re.compile(r"(?<![\w-])[\d.]+(?:rem|px|pt|%|vw|vh)")
RING = re.compile(r"(?:0 0 0 \S+|-?\d+px 0 0|0 -?\d+px 0) var\(--[\w-]+\)(?: inset)?|var\(--[\w-]+\)|none")
"""A shadow that is none, one of the tokens, or a line of one colour, around or at one side."""
DRAWINGS = {"board.css", "charts.css"}
"""Sheets of drawings, in which a pixel is a unit of the drawing."""

TEMPLATES = list(ROOT.glob("templates/**/*.html"))

Declaration = tuple[str, str, str]
"""A sheet, a property and its value."""


def plain(sheet: str) -> str:
    """Return a sheet without comments."""
    return re.sub(r"/\*.*?\*/", "", (CSS / sheet).read_text(encoding="utf-8"), flags=re.DOTALL)


def declarations() -> Iterator[Declaration]:
    """Yield what all sheets but the tokens declare."""
    for sheet in SHEETS:
        if sheet != TOKENS:
            for name, value in re.findall(r"(?<=[{;])\s*([\w-]+):\s*([^;{}]+)(?=;)", plain(sheet)):
                yield sheet, name, " ".join(value.split())


def faults(properties: str, fault: re.Pattern[str]) -> list[Declaration]:
    """Return the declarations of some properties in which a fault occurs."""
    return [each for each in declarations() if re.fullmatch(properties, each[1]) and fault.search(each[2])]


def test_only_the_tokens_name_a_colour() -> None:
    words = re.compile(r"var\(--[\w-]+")  # a token may be called after a colour
    found = [(sheet, name, value) for sheet, name, value in declarations() if COLOUR.search(words.sub("", value))]
    assert found == []


def test_only_the_tokens_have_sizes_of_text() -> None:
    # What is measured in `em` follows the card or the words around it.
    narrow = re.compile(r"min\(var\(--text-\d\), [\d.]+vw\)")
    found = [each for each in faults("font-size|font", LENGTH) if not narrow.fullmatch(each[2])]
    assert [each for each in found if each[0] not in DRAWINGS or not re.fullmatch(r"[\d.]+px", each[2])] == []


def test_only_the_tokens_have_radii_and_weights() -> None:
    assert faults(r"border(-\w+)*-radius", LENGTH) == []
    assert faults("font-weight", re.compile(r"\d|bold")) == []


def test_only_the_tokens_have_shadows() -> None:
    assert faults("text-shadow|filter", re.compile(r"\d")) == []
    shadows = [value for _sheet, name, value in declarations() if name == "box-shadow"]
    assert [value for value in shadows if not all(map(RING.fullmatch, value.split(", ")))] == []


def test_every_variable_is_declared() -> None:
    own = {name for sheet in SHEETS for name in re.findall(r"(?<=[{;])\s*(--[\w-]+):", plain(sheet))}
    text = "".join(map(plain, SHEETS))
    used = set(re.findall(r"var\((--[\w-]+)", text))
    assert used <= own


def test_pages_change_at_two_widths_only() -> None:
    queries = [query for sheet in SHEETS for query in re.findall(r"@media[^{]*", plain(sheet))]
    found = {part for query in queries for part in re.findall(r"\([^()]*width[^()]*\)", query)}
    assert found <= BREAKPOINTS


def test_the_budget() -> None:
    texts = [(CSS / sheet).read_text(encoding="utf-8") for sheet in [*SHEETS, "site.css"]]
    assert sum(len(text.splitlines()) for text in texts) <= LINES
    assert sum(len(text.encode()) for text in texts) <= BYTES
    assert len((CSS / "base.css").read_text(encoding="utf-8").splitlines()) <= BASE_LINES


def test_a_page_asks_for_its_style_once() -> None:
    links = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8").count('"stylesheet"') for file in TEMPLATES}
    once = {name: number for name, number in links.items() if number}
    assert once == {"templates/base.html": 1, "templates/alone.html": 1}


def test_every_sheet_is_in_the_one_that_pages_ask_for() -> None:
    assert {path.name for path in CSS.iterdir()} == {*SHEETS, "site.css"}


TAG = r"\{%.*?%\}|\{\{.*?\}\}"
CLASS = rf'class="((?:{TAG}|[^"])*)"'
SCRIPTS = "\n".join(file.read_text(encoding="utf-8") for file in ROOT.glob("static/js/*.js"))
APPS = ("trainer", "game", "crib_site")
MODULES = "\n".join(file.read_text(encoding="utf-8") for app in APPS for file in (ROOT / app).glob("**/*.py"))


def attributes() -> list[str]:
    """Return the `class` attributes of all templates, and what stands in blocks of another's attribute."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in TEMPLATES)
    return re.findall(CLASS, text) + re.findall(r"\{% block \w*class %\}([^{]+)", text)


def named_classes() -> set[str]:
    """Return the classes that are named where a class is meant: in an attribute, to the tag of a card, in a script's
    string, and as a look or in an attribute that a module writes. A word of a sentence names none."""
    given = [word for text in attributes() for tag in re.findall(TAG, text) for word in re.findall(r'"([^"]*)"', tag)]
    for file in TEMPLATES:
        for tag in re.findall(r"\{% (?:card_\w+|include) .*?%\}", file.read_text(encoding="utf-8")):
            given += re.findall(r'"([\w -]+)"', tag)
    given += [re.sub(TAG, " ", text) for text in attributes()]
    given += [
        "".join(strings) for strings in re.findall(r'"([^"\n]*)"|`([^`]*)`', re.sub(r"(?m)^\s*//.*", "", SCRIPTS))
    ]
    given += re.findall(r'"(is-[\w-]+)"', MODULES) + re.findall(CLASS, MODULES)
    return {name for text in given for name in re.findall(r"[\w-]+", text)}


def made_classes() -> set[str]:
    """Return the classes that are put together: what a tag chooses is written out beside it; what a value ends is a
    code, a number or a suit."""
    text = " ".join(attributes())
    chosen = re.findall(rf"([\w-]+-)((?:(?:{TAG})[\w-]*)+)", text)
    ends = {*re.findall(r'= "([\w-]+)"', MODULES), *"0123456789"}
    made = {beginning + end for beginning, ends in chosen for end in re.split(TAG, ends)}
    return made | {beginning + end for beginning in re.findall(r"([\w-]+-)\{\{", text) for end in ends}


def test_no_class_is_left_that_nothing_uses() -> None:
    selectors = [re.sub(r"\{[^{}]*\}", "", plain(sheet)) for sheet in SHEETS]
    classes = {name for text in selectors for name in re.findall(r"\.([a-z][\w-]*)", text)}
    assert classes - named_classes() - made_classes() == set()


def test_a_class_that_is_only_like_one_in_use_is_found() -> None:
    assert {"is-right", "is-wrong", "is-blunder", "card-C", "side-5"} <= made_classes()
    assert {"is-lost-and-forgotten", "is-", "card-7S"} & made_classes() == {"is-"}
    assert {"felt", "page-card", "to-word", "is-lit", "is-goal"} <= named_classes()
    assert {"scored", "played", "fifteens"} & named_classes() == set(), "words of sentences"


def test_every_variable_and_every_sign_is_used() -> None:
    words = "".join(file.read_text(encoding="utf-8") for file in TEMPLATES)
    styles = "".join(map(plain, SHEETS))
    assert set(re.findall(r"(--[\w-]+):", plain(TOKENS))) - set(re.findall(r"var\((--[\w-]+)", styles)) == set()
    drawn = set(re.findall(r'<(?:symbol|marker|g) id="([\w-]+)"', words))
    used = set(re.findall(r'href="#((?:court|half|icon|sign|suit)-[\w-]+|bust|corner|frame)"', words))
    put_together = (
        {f"suit-{suit}" for suit in "CDHS"} | {f"court-{rank}" for rank in "JQK"} | {"sign-right", "sign-wrong"}
    )
    put_together |= {f"pip-{suit}" for suit in "CDHS"} | {f"face-{rank}" for rank in range(1, 14)}
    assert drawn == used | put_together
