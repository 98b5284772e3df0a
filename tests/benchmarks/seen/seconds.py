"""How long a question of the count drill makes a person wait: for its verdict, and after Next for the cards."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.benchmarks.seen.browsing import BOX, FELT, LAST, NEXT, PAD, VERDICT, Phones, change, table
from tests.trainer.drills.samples import HAND, asked
from trainer.drills.count import question as count_question
from trainer.drills.count.question import IMPOSSIBLE
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Run
from trainer.practice.addresses import start_url

QUESTIONS = 50
_MISS = 5
"""Every fifth is missed."""

_LOOK = 600
"""Milliseconds in which a person looks before they answer. A second tap at one place within 500 is ignored."""

_WATCH = f"""(() => {{
    let begun = 0, sought = '', was = '';
    const cards = () => [...document.querySelectorAll('{FELT} .card')].map(card => card.textContent + card.className)
        .join(' ');
    const there = {{
        verdict: () => document.querySelector('{VERDICT}'),
        cards: () => !document.querySelector('{VERDICT}') && cards() && cards() !== was,
        'verdict and cards': () => document.querySelector('{LAST}, {VERDICT}') && cards() && cards() !== was,
    }};
    const start = event => {{ if (sought && !begun) begun = event.timeStamp; }};
    window.addEventListener('touchstart', start, true);
    window.addEventListener('keydown', event => {{ if (event.key === 'Enter') start(event); }}, true);
    // What has changed is painted with the next frame; a task after that is as soon as one can know.
    const painted = () => requestAnimationFrame(() => {{
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {{ window.waited = performance.now() - begun; }};
        channel.port2.postMessage(null);
    }});
    new MutationObserver(() => {{
        if (sought && begun && there[sought]()) {{ sought = ''; painted(); }}
    }}).observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
    window.seek = what => {{ [sought, begun, was, window.waited] = [what, 0, cards(), 0]; }};
}})();"""


def _claim(page: Page, number: int) -> str:
    """Return the true count of the hand that is asked, or another one at every fifth."""
    key = urlsplit(page.url).path.split("/")[2]
    run = Run.objects.filter(key=key).first()
    points = count_question.mark(count_question.read(run.asked if run else HAND), "0").points
    others = (other for other in (points - 2, points + 2, 4) if other in range(30) and other not in IMPOSSIBLE)
    return str(points if number % _MISS else next(others))


def _answer(page: Page, claim: str, touch: bool) -> None:
    """Answer at one tap, or with the box and the button beside it, or with Enter."""
    pad = page.locator(PAD.format(claim))
    if touch and pad.count() and pad.first.is_visible():
        pad.first.tap()
        return
    page.locator(BOX).first.fill(claim)
    if touch:
        page.locator("#ask button[name=answer]").first.tap()
    else:
        page.keyboard.press("Enter")


def _next(page: Page, touch: bool) -> None:
    """Go on."""
    if touch:
        page.locator(NEXT).tap()
    else:
        page.locator(NEXT).focus()
        page.keyboard.press("Enter")


def _timed(page: Page, sought: str, act: Callable[[], None]) -> float:
    """Return how many milliseconds pass from the touch or Enter in an act until what is sought is painted."""
    page.wait_for_timeout(_LOOK)
    page.evaluate("what => window.seek(what)", sought)
    with change(page):
        act()
    page.wait_for_function("() => window.waited > 0")
    return float(page.evaluate("window.waited"))


def _question(page: Page, number: int, touch: bool, goes_on: bool) -> tuple[float, float]:
    """Return the milliseconds from the answer to its verdict, and from Next to new cards."""
    claim = _claim(page, number)
    verdict = _timed(page, "verdict and cards" if goes_on else "verdict", lambda: _answer(page, claim, touch))
    return verdict, 0.0 if goes_on else _timed(page, "cards", lambda: _next(page, touch))


def _middle_and_most(waits: Sequence[float]) -> list[float | None]:
    """Return the median and the 95th percentile, or nothing where nobody waited."""
    return [median(waits), quantiles(waits, n=20)[-1]] if any(waits) else [None, None]


def _row(phones: Phones, mode: Mode, touch: bool) -> list[object]:
    address = asked() if mode is Mode.CALM else start_url(Settings("count", mode, 1800), asked=HAND)
    with phones.page(touch=touch) as page:
        page.add_init_script(_WATCH)
        page.goto(address)
        waits = [_question(page, number, touch, mode.traits.goes_on) for number in range(1, QUESTIONS + 1)]
    verdicts, nexts = zip(*waits, strict=True)
    all_of = [sum(wait) / 1000 for wait in waits]
    figures = [figure for some in (verdicts, nexts) for figure in _middle_and_most(some)]
    return [f"{mode}, {'touch' if touch else 'keyboard'}", *figures, f"{median(all_of):.3f}", f"{max(all_of):.3f}"]


def measure(phones: Phones) -> Iterator[str]:
    """Yield the table of waits."""
    yield f"{QUESTIONS} questions of the count drill a run, every fifth missed. From the touch or Enter until what"
    yield "comes of it is painted, in milliseconds; in a sprint the next question comes with the verdict. At the end"
    yield "the seconds that all of a question takes."
    yield ""
    columns = ["run", "to the verdict, median", "95 %", "Next to cards, median", "95 %", "seconds, median", "most"]
    yield from table(
        columns, [_row(phones, mode, touch) for mode in (Mode.CALM, Mode.SPRINT) for touch in (True, False)]
    )
