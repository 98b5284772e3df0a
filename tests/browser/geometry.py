"""Where the parts of a table stand while a deal is played."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from game.referee import Course
from tests.browser.games import Player

_PLACES = """() => {
    const shown = element => element && element.checkVisibility();
    const top = selector => {
        const element = document.querySelector(selector);
        return shown(element) ? Math.round(element.getBoundingClientRect().top + scrollY) : null;
    };
    const acts = [...document.querySelectorAll('#act :is(button, input, a), .reply :is(button, a), #look button')]
        .filter(element => element.checkVisibility() && !element.matches('[type=hidden], .visually-hidden'));
    const felt = document.querySelector('.felt').getBoundingClientRect();
    const table = document.getElementById('table').dataset;
    return {
        phase: table.phase, wait: table.wait, hand: top('.own-hand:has(.card)'), board: top('#board-fold'),
        felt: Math.round(felt.height), act: Math.round(Math.max(0, ...acts.map(e => e.getBoundingClientRect().bottom))),
        high: innerHeight,
    };
}"""


@dataclass(frozen=True, slots=True)
class Places:
    """The upper edges of the own hand and of the board (None: not shown), the felt's height, and the lower edge of
    what acts, in pixels."""

    phase: str
    wait: str
    hand: int | None
    board: int | None
    felt: int
    act: int
    high: int


def places(page: Any) -> Places:
    """Return where the parts stand now."""
    return Places(**page.evaluate(_PLACES))


def through_a_deal(player: Player) -> Iterator[tuple[Course, Places]]:
    """Play the first deals, and yield where the parts stand after each action, until the third deal is dealt."""
    for course in player.play():
        yield course, places(player.page)
        if course.state.table.deal > 2:
            return
