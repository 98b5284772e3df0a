"""What somebody may do at the table, read from its page as a browser has it."""

import re
from dataclasses import dataclass
from random import Random

from tests.visitor import Fields, Response


@dataclass(frozen=True)
class Move:
    """A form, sent as a page or as a fragment, and the action that it stands for; None where others act."""

    number: int
    fields: Fields
    text: str | None
    fragment: bool


def moved(page: str, rng: Random) -> Move:
    """Something at random that the page lets its player do, who is sure of it whatever the table warns of."""
    place, number = re.findall(r'name="number" value="(\d+\.(\d+))"', page)[0]
    fields, text = _chosen(page, rng)
    return Move(int(number), [("number", place), ("sure", "1"), *fields], text, rng.random() < 0.5)


def is_stale(response: Response) -> bool:
    """Whether this is the table as it stands, with a sentence that says why nothing was done."""
    return response.status == 200 and "The table had already moved on" in response.text


def _chosen(page: str, rng: Random) -> tuple[Fields, str | None]:
    if 'id="go-on"' in page:
        return [("say", "next")], None
    if cut := re.search(r'id="place"[^>]* min="(\d+)" max="(\d+)"', page):
        place = rng.randint(int(cut[1]), int(cut[2]))
        return [("say", str(place))], f"1 cuts {place - 1}"
    if away := re.search(r'id="discard" data-away="(\d)"', page):
        cards = rng.sample(re.findall(r'id="card-(\w+)"', page), int(away[1]))
        return [("say", card) for card in cards], f"1 discards {' '.join(cards)}"
    if 'id="call"' in page or 'id="claim"' in page:
        return _counted(page, rng)
    assert 'data-phase="pegging"' in page
    playable = re.findall(r'id="card-(\w+)"(?![^>]*aria-disabled)', page)
    if not playable:
        return [("say", "go")], "1 says go"
    card = rng.choice(playable)
    return [("say", card)], f"1 plays {card}"


def _counted(page: str, rng: Random) -> tuple[Fields, str]:
    """Any number will do: a wrong count is wrong, not illegal. Whoever calls the number that was claimed agrees."""
    points = rng.randrange(13)
    if 'id="claim"' in page:
        return [("say", str(points))], f"1 claims {points}"
    if rng.random() < 0.5:
        return [("say", "pass")], "1 passes"
    claimed = re.findall(r"claims (\d+)\. Is (?:that right|it more)\?", page)[0]
    return [("points", str(points))], "1 passes" if str(points) == claimed else f"1 calls {points}"
