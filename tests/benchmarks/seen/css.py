"""What the style sheets hold, how many styles are at work on pages, and what a page asks for."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import CDPSession, Page

from game.models import Match
from tests.benchmarks.seen.browsing import Phones, give, press, table
from tests.benchmarks.seen.heights import PAGES, with_history
from tests.server import ROOT
from tests.trainer.drills.posts import typed
from tests.trainer.drills.samples import SAMPLES, asked
from tests.trainer.lessons.walking import SCREENS, first_with
from trainer.models import Learner

SHEETS = ROOT / "static" / "css"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{};]+)\{")
_COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|oklch|oklab|lch|lab)\([^()]*\)", re.IGNORECASE)
_VALUES = {
    "font sizes": re.compile(r"(?<![\w-])font-size\s*:\s*([^;}]+)"),
    "radii": re.compile(r"border(?:-[a-z]+)*-radius\s*:\s*([^;}]+)"),
    "shadows": re.compile(r"(?<![\w-])(?:box-shadow|text-shadow)\s*:\s*([^;}]+)"),
}
_NO_VALUE = {"none", "inherit", "initial", "unset", "0", "revert"}


def _distinct(values: Iterable[str]) -> int:
    plain = {" ".join(value.lower().replace("!important", "").split()) for value in values}
    return len(plain - _NO_VALUE)


def _figures(sheets: Sequence[Path]) -> list[int]:
    """Return files, lines, bytes, rules, and the distinct values of what should be few."""
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    css = _COMMENT.sub("", text)
    rules = sum(not selector.strip().startswith("@") for selector in _RULE.findall(css))
    values = [_distinct(pattern.findall(css)) for pattern in _VALUES.values()]
    size = sum(sheet.stat().st_size for sheet in sheets)
    return [len(sheets), text.count("\n"), size, rules, _distinct(_COLOUR.findall(css)), *values]


def _sheets() -> Iterator[str]:
    rows = [["all", *_figures(sorted(SHEETS.rglob("*.css")))]]
    yield from table(["style sheets", "files", "lines", "bytes", "rules", "colours", *_VALUES], rows)


# ------------------------------------------------------------------------------------------------- styles at work

_STYLES = """() => {
    const shown = element => element.checkVisibility({ visibilityProperty: true })
        && element.getBoundingClientRect().height > 1;
    const all = selector => [...document.querySelectorAll(selector)].filter(shown);
    const styles = (elements, names) => elements.map(element => {
        const style = getComputedStyle(element);
        const framed = style.borderTopWidth !== '0px';
        return names.map(name => name === 'borderTopColor' && !framed ? 'none' : style[name]).join(' | ');
    });
    const text = ['fontFamily', 'fontSize', 'fontWeight', 'color'];
    const box = ['backgroundColor', 'backgroundImage', 'borderTopWidth', 'borderTopColor', 'borderRadius', 'boxShadow'];
    const clear = colour => colour === 'rgba(0, 0, 0, 0)';
    const blocks = 'div, section, article, aside, nav, form, fieldset, details, li, p, dl, ul, ol, figure';
    const panels = all(`main :is(${blocks})`).filter(element => {
        const style = getComputedStyle(element), size = element.getBoundingClientRect();
        const filled = !clear(style.backgroundColor) || style.backgroundImage !== 'none';
        const framed = style.borderTopWidth !== '0px' && style.borderLeftWidth !== '0px';
        const drawn = filled || framed || style.boxShadow !== 'none';
        return drawn && size.width > 120 && size.height > 32 && style.display !== 'inline';
    });
    const cards = all('.card');
    return {
        buttons: styles(all('button, .button, [type=submit], [role=button]'), [...text, ...box, 'padding', 'height']),
        headings: styles(all('h1, h2, h3, h4, h5, h6'), [...text, 'lineHeight', 'letterSpacing', 'textTransform']),
        panels: styles(panels, [...box, 'padding']),
        cards: styles(cards, ['fontSize', 'width', 'height', ...box]),
        'card widths': cards.map(card => String(Math.round(card.offsetWidth))),
    };
}"""


@dataclass
class Wire:
    """What a page has asked for."""

    page: Page
    session: CDPSession = field(init=False)
    bytes: float = 0
    kinds: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen from now on."""
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.send("Network.enable")
        self.session.on("Network.loadingFinished", self._add)
        self.page.on("request", lambda request: self.kinds.append(request.resource_type))

    def _add(self, finished: dict[str, float]) -> None:
        self.bytes += finished["encodedDataLength"]

    def taken(self) -> tuple[float, int, int, int]:
        """Return the bytes since the last time, and the requests: all, style sheets, scripts."""
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_timeout(100)
        found = self.bytes, len(self.kinds), self.kinds.count("stylesheet"), self.kinds.count("script")
        self.bytes = 0
        self.kinds.clear()
        return found


_MORE = ("mix", "privacy", "fair", "luck", "signup", "login", "preferences", "names", "password", "search")
_WITH = {
    "drill": {"drill": "count"},
    "lesson": {"slug": "fifteens"},
    "check": {"slug": "fifteens"},
}
"""More pages, by the names of their addresses, and what these need."""


def _paths() -> Iterator[tuple[str, str]]:
    """Yield all kinds of page, by their names, for somebody who has a history."""
    from django.urls import reverse

    learner = Learner.objects.latest("pk")
    summary = with_history(learner)
    yield from ((name, reverse(address)) for name, address in PAGES.items())
    yield from ((name, reverse(name)) for name in _MORE)
    yield from ((name, reverse(name, kwargs=needed)) for name, needed in _WITH.items())
    yield "summary", summary
    yield "an answer", summary.replace("summary", "1")
    yield "table", reverse("table", args=[Match.objects.latest("pk").key])
    for kind in SCREENS:
        lesson, place = first_with(kind)
        yield f"step of a lesson: {kind}", f"/lessons/{lesson.slug}/{place}/"
    for drill, sample in SAMPLES.items():
        yield f"drill: {drill}", asked(sample.question, drill=drill)


def _visit(page: Page) -> tuple[dict[str, set[str]], list[list[object]]]:
    """Go to all pages, and miss in every drill. Return the styles at work, and the requests of each page."""
    styles: dict[str, set[str]] = defaultdict(set)
    wire, requests = Wire(page), list[list[object]]()

    def look() -> None:
        for kind, found in page.evaluate(_STYLES).items():
            styles[kind] |= set(found)

    for name, path in _paths():
        page.goto(path)
        look()
        _, _, sheets, scripts = wire.taken()
        requests.append([name, sheets, scripts])
        if name.startswith("drill: "):
            give(page, SAMPLES[name.removeprefix("drill: ")].wrong)
            look()
            wire.taken()
    return styles, requests


def _weight(page: Page) -> Iterator[str]:
    """Yield what a question weighs: the first page with nothing stored, an answer, the next question."""
    wire, rows = Wire(page), list[list[object]]()
    page.goto(asked())
    rows.append(["first page of a run, nothing stored", *wire.taken()])
    give(page, typed("11"))
    rows.append(["a wrong answer", *wire.taken()])
    press(page, "#next")
    rows.append(["the next question", *wire.taken()])
    page.reload()
    rows.append(["the page again, all stored", *wire.taken()])
    yield from table(["over the wire", "bytes", "requests", "style sheets", "scripts"], rows)


def measure(phones: Phones) -> Iterator[str]:
    """Yield the tables of style sheets, of styles at work, and of what pages ask for."""
    yield from _sheets()
    with phones.page() as page:
        styles, requests = _visit(page)
    yield f"Distinct computed styles on {len(requests)} pages, and after a wrong answer in every drill, at width 360:"
    yield ""
    yield from table(["kind", "styles"], [[kind, len(found)] for kind, found in styles.items()])
    yield from table(["page", "style sheets", "scripts"], requests)
    with phones.page() as page:
        yield from _weight(page)
