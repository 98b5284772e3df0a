"""Where things stand in every drill: before the answer, after a wrong one, and how far the felt moves."""

from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, ViewportSize

from tests.benchmarks.seen.browsing import (
    CONTROLS,
    EXPLAINED,
    FELT,
    HINT,
    LINES,
    NEXT,
    PHONE,
    SMALL_PHONE,
    VERDICT,
    Change,
    Phones,
    Span,
    give,
    page_height,
    press,
    span,
    spans,
    table,
    whole,
)
from tests.trainer.drills.samples import SAMPLES, asked
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.practice.addresses import start_url


@dataclass(frozen=True)
class Asked:
    """A question on the screen."""

    felt: Span | None
    controls: Span | None
    height: int


@dataclass(frozen=True)
class Missed:
    """A wrong answer on the screen."""

    felt: Span | None
    verdict: Span | None
    item: Span | None
    on: Span | None
    height: int

    @property
    def is_in_sight(self) -> bool:
        """Whether the verdict and the third item stand in the window, above the bar with Next."""
        seen = [place for place in (self.verdict, self.item) if place]
        return bool(self.on and seen) and all(place.is_inside(self.on.top) for place in seen if self.on)


@dataclass(frozen=True)
class Taken:
    """A drill at one size of window."""

    drill: str
    asked: Asked
    missed: Missed
    moves: dict[str, float | None]


def _look_at_question(page: Page) -> Asked:
    return Asked(span(page, FELT), whole(page, CONTROLS), page_height(page))


def _look_at_miss(page: Page) -> Missed:
    lines, explained = spans(page, LINES, EXPLAINED)
    items = lines[:3] or explained[:1]
    return Missed(
        span(page, FELT), span(page, VERDICT), items[-1] if items else None, span(page, NEXT), page_height(page)
    )


def _moved(done: Change | None) -> float | None:
    return done.moved if done else None


def _hint(page: Page, drill: str) -> float | None:
    """Return how far a hint moves the felt."""
    page.goto(asked(SAMPLES[drill].question, drill=drill))
    return _moved(press(page, HINT))


def _sprint(page: Page, drill: str) -> float | None:
    """Return how far a miss in a sprint moves the felt, on which the next question lies then."""
    if Mode.SPRINT not in DRILLS[drill].modes:
        return None
    page.goto(start_url(Settings(drill, Mode.SPRINT, 1800), asked=SAMPLES[drill].question))
    return give(page, SAMPLES[drill].wrong).moved


def _take(page: Page, drill: str) -> Taken:
    hint = _hint(page, drill)
    page.goto(asked(SAMPLES[drill].question, drill=drill))
    question = _look_at_question(page)
    wrong = give(page, SAMPLES[drill].wrong)
    missed = _look_at_miss(page)
    on = _moved(press(page, NEXT))
    moves = {"hint": hint, "wrong answer": wrong.moved, "next question": on}
    return Taken(drill, question, missed, {**moves, "sprint, after a miss": _sprint(page, drill)})


def _places(taken: Taken) -> list[object]:
    question, missed = taken.asked, taken.missed
    felts = [edge for felt in (question.felt, missed.felt) for edge in (felt and felt.top, felt and felt.bottom)]
    verdict = [missed.verdict and missed.verdict.top, missed.verdict and missed.verdict.bottom]
    ends = [missed.item and missed.item.bottom, missed.on and missed.on.top, missed.on and missed.on.bottom]
    controls = question.controls and question.controls.bottom
    return [taken.drill, *felts[:2], controls, question.height, *felts[2:], *verdict, *ends, missed.height]


def _summary(all_taken: list[Taken], high: int) -> Iterator[str]:
    answerable = sum(bool(one.asked.controls and one.asked.controls.is_inside(high)) for one in all_taken)
    seen = sum(one.missed.is_in_sight for one in all_taken)
    stays = sum(all(abs(move or 0) < 1 for move in one.moves.values()) for one in all_taken)
    of = len(all_taken)
    yield f"All controls of the answer in the window: {answerable} of {of} drills. After a wrong answer the verdict and"
    yield f"the third item above Next: {seen} of {of}. The felt never moves: {stays} of {of}."
    yield ""


def measure(phones: Phones, sizes: tuple[ViewportSize, ...] = (PHONE, SMALL_PHONE)) -> Iterator[str]:
    """Yield the tables of all drills at each size."""
    for size in sizes:
        all_taken = []
        for drill in DRILLS:
            with phones.page(size) as page:
                all_taken.append(_take(page, drill))
        yield from _tables(all_taken, size)


def _tables(all_taken: list[Taken], size: ViewportSize) -> Iterator[str]:
    yield f"### Drills at {size['width']}x{size['height']}"
    yield ""
    columns = ["drill", "felt top", "bottom", "controls bottom", "page", "wrong: felt top", "bottom", "verdict top"]
    columns += ["bottom", "third item bottom", "Next top", "bottom", "page"]
    yield from table(columns, [_places(taken) for taken in all_taken])
    yield "How far the top of the felt moves down in the window by a press, once the control is in sight:"
    yield ""
    names = list(all_taken[0].moves)
    yield from table(["drill", *names], [[taken.drill, *taken.moves.values()] for taken in all_taken])
    yield from _summary(all_taken, size["height"])
