"""A game by touch alone as it is heard: what is said after each tap, and what a screen reader finds on the table."""

from collections.abc import Iterator

from game import referee
from game.engine.rules import QUICK
from game.models import Pace
from game.referee import Wait
from tests.benchmarks.seen.browsing import Phones
from tests.benchmarks.seen.deals import Player, certain

TABLE, STATUS = "#table", "#status"


def measure(phones: Phones) -> Iterator[str]:
    """Yield what is said at each step of a game, and the whole table where a phase or a note is new."""
    with phones.page() as page:
        player = Player(page, certain(QUICK, 1, Pace.NORMAL, warnings=True), Pace.NORMAL)
        player.open()
        course, found = player.course(), set[tuple[str | None, str]]()
        while True:
            shown = page.locator(TABLE), page.locator("#note .to-word")
            state = shown[0].get_attribute("data-phase"), shown[1].inner_text() if shown[1].count() else ""
            yield f"- {course.number}: {(page.locator(STATUS).text_content() or '').strip()}"
            if state not in found:
                found.add(state)
                yield from ["", f"```{' '.join(filter(None, state))}", shown[0].aria_snapshot(), "```", ""]
            if referee.waits(course, player.pace) is Wait.OVER:
                return
            player.act(course)
            course = player.course()
