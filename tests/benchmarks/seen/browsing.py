"""A phone before the site: pages that are opened, answers that are given, and where things stand in the window.

Everything is found by selectors that stand here. Where the site has changed a name, both names are in the selector.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize

from tests.trainer.drills.posts import Post, Posts

FELT = ".felt"
ASK = "#ask"
CONTROLS = (
    ":is(#ask button, [form=ask])[type=submit]:not([name=hint], [name=skip], [name=pause], [name=end]), "
    "#ask .pad, #ask + .pad, .pad button[value]"
)
"""What an answer is sent with."""
BOX = "#answer, #claim"
PAD = ".pad button[value='{}']"
HINT = "[data-hint], button[name=hint]"
VERDICT = "#verdict"
LAST = ".last"
"""The verdict of a run that goes on by itself."""
LINES = ".lines > li, .lines > .line"
_BLOCKS = ":is(p, li, tr, figure)"
EXPLAINED = f".sheet {_BLOCKS}, .explained {_BLOCKS}, #verdict ~ :not(form, nav, .tools) {_BLOCKS}"
NEXT = "#next"
ERROR = "#answer-error, [role=alert]:not(#trouble)"

PHONE: ViewportSize = {"width": 360, "height": 740}
SMALL_PHONE: ViewportSize = {"width": 320, "height": 640}

_COUNT_SWAPS = """window.swaps = 0;
document.addEventListener('htmx:afterSettle', () => { window.swaps += 1; });"""
_CHANGED = """() => document.readyState === 'complete' && (window.before === undefined || window.swaps > window.before)
    && !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"""
_STILL = """() => new Promise(done => {
    let last = -1, same = 0;
    const step = () => {
        same = scrollY === last ? same + 1 : 0;
        last = scrollY;
        if (same > 2) done(); else requestAnimationFrame(step);
    };
    step();
})"""
_BOXES = """selectors => selectors.map(selector => [...document.querySelectorAll(selector)]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => element.getBoundingClientRect()).filter(box => box.height > 1 && box.width > 1)
    .map(box => [box.top, box.bottom]))"""
_SET = """([name, value]) => {
    for (const input of document.querySelectorAll(`#ask input[name="${name}"]`)) {
        if (!input.matches('[type=radio], [type=checkbox]')) input.value = value;
        else if (input.value === value) input.checked = true;
        else continue;
        if (!input.matches('[type=radio]')) input.dispatchEvent(new Event('input', { bubbles: true }));
        if (input.matches('[type=checkbox]')) input.dispatchEvent(new Event('change', { bubbles: true }));
    }
}"""
"""Choosing an option is silent: where that alone sends the answer, it is sent once, by what follows."""
_SUBMIT = """(form, post) => {
    const name = ['answer', 'step'].find(one => one in post);
    form.requestSubmit(name ? [...form.elements].find(one => one.name === name && one.value === post[name]) : null);
}"""
_HEIGHT = "() => document.documentElement.scrollHeight"


@dataclass(frozen=True, slots=True)
class Span:
    """From where to where something stands in the window, in pixels from its upper edge."""

    top: float
    bottom: float

    def is_inside(self, high: float) -> bool:
        """Return whether all of it is in a window of this height."""
        return self.top >= -0.5 and self.bottom <= high + 0.5


@dataclass(frozen=True)
class Phones:
    """A browser before the site at a URL, in which each new page belongs to somebody new."""

    browser: Browser
    url: str
    newcomer: Callable[[BrowserContext], Any]
    """Makes somebody, whom the context is logged in as from then on."""

    @contextmanager
    def page(
        self, size: ViewportSize = PHONE, *, touch: bool = True, guest: bool = False, still: bool = True
    ) -> Iterator[Page]:
        """Open a page of somebody new: a `guest` has not been here at all. It is `still` where nothing may move."""
        motion: Literal["reduce", "no-preference"] = "reduce" if still else "no-preference"
        context = self.browser.new_context(
            viewport=size, has_touch=touch, is_mobile=touch, reduced_motion=motion, base_url=self.url
        )
        context.set_default_timeout(20_000)
        context.add_init_script(_COUNT_SWAPS)
        if not guest:
            self.newcomer(context)
        try:
            yield context.new_page()
        finally:
            context.close()


# ------------------------------------------------------------------------------------------------------- acting


@dataclass
class Change:
    """What was done on a page: where the felt stood when it was done, and where once the page had changed."""

    before: Span | None
    after: Span | None = None

    @property
    def moved(self) -> float | None:
        """How far the upper edge of the felt has moved down."""
        return self.after.top - self.before.top if self.before and self.after else None


@contextmanager
def change(page: Page, pressed: Locator | None = None) -> Iterator[Change]:
    """Wait until what is done here has changed the page, or led to another, and nothing scrolls any more.

    To something that is `pressed` the page is scrolled first: that is not what moves the felt.
    """
    if pressed:
        pressed.scroll_into_view_if_needed()
        page.evaluate(_STILL)
    page.evaluate("window.before = window.swaps")
    done = Change(span(page, FELT))
    yield done
    page.wait_for_function(_CHANGED)
    page.evaluate(_STILL)
    done.after = span(page, FELT)


def give(page: Page, posts: Posts) -> Change:
    """Give an answer, form by form, each by the control that sends it. Return what the last has done."""
    return [_send(page, post) for post in posts][-1]


def _send(page: Page, post: Post) -> Change:
    sender = _filled(page, post)
    with change(page, sender) as done:
        if sender:
            sender.click()
        else:
            page.locator(ASK).evaluate(_SUBMIT, post)
    return done


def _filled(page: Page, post: Post) -> Locator | None:
    """Fill in a form, and return the control that sends it: what takes the answer at one tap, or a button."""
    button, tap = None, None
    for name, values in post.items():
        for value in [values] if isinstance(values, str) else values:
            if name in {"answer", "step"}:
                button = _first(page, f":is(#ask button, [form=ask])[name={name}][value='{value}']")
            else:
                tap = tap or _tapped(page, name, value)
                page.evaluate(_SET, [name, value])
    return tap or button


def _tapped(page: Page, name: str, value: str) -> Locator | None:
    """Return the button that answers with this value by itself, if there is one."""
    pads = f", {PAD.format(value)}" if name == "claim" else ""
    return _first(page, f":is(#ask button, [form=ask])[type=submit][name='{name}'][value='{value}']{pads}")


def _first(page: Page, selector: str) -> Locator | None:
    return next((found for found in page.locator(selector).all() if found.is_visible() and found.is_enabled()), None)


def press(page: Page, selector: str) -> Change | None:
    """Press the first of these that can be seen. Return what it has done, if there was one."""
    found = _first(page, selector)
    if not found:
        return None
    with change(page, found) as done:
        found.click()
    return done


def send_nothing(page: Page) -> bool:
    """Send an empty answer. Return whether that is possible."""
    sender = ":is(#ask button, [form=ask])"
    return press(page, f"{sender}[name=step][value=claim], {sender}[name=answer][value='1']") is not None


# ------------------------------------------------------------------------------------------------------- looking


def spans(page: Page, *selectors: str) -> list[list[Span]]:
    """Return where all that can be seen of each selector stands."""
    return [[Span(*box) for box in boxes] for boxes in page.evaluate(_BOXES, selectors)]


def span(page: Page, selector: str) -> Span | None:
    """Return where the first one stands."""
    [found] = spans(page, selector)
    return found[0] if found else None


def whole(page: Page, selector: str) -> Span | None:
    """Return where all of them stand together."""
    [found] = spans(page, selector)
    return Span(min(one.top for one in found), max(one.bottom for one in found)) if found else None


def page_height(page: Page) -> int:
    """Return the height of the document."""
    return int(page.evaluate(_HEIGHT))


# ------------------------------------------------------------------------------------------------------- printing


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, figures to the right."""
    yield f"| {' | '.join(columns)} |"
    yield f"| --- |{' ---: |' * (len(columns) - 1)}"
    for row in rows:
        yield f"| {' | '.join(map(_cell, row))} |"
    yield ""


def _cell(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{round(value):,}"
        case int():
            return f"{value:,}"
        case _:
            return str(value)
