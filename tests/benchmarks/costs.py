"""Print what the costliest requests cost, in CPU seconds: `python -m tests.benchmarks.costs [TIMES]`.

On a temporary database (SQLite, or PostgreSQL where DATABASE_URL says so) beginners play one game of six seats to 999,
the longest there is. Its pages, its first and its last deal at the table, and the other costly addresses of the site
are asked for through Django's test client, TIMES times each (3 unless told otherwise); the figure is the median. What
is worked out once and kept is worked out before that, in a row of its own.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any
from unittest.mock import patch

from game.engine.cards import PACK
from game.engine.play import Action, Count, Dealing, NextGame, Over, Shuffle, State, apply, start, waited_for
from game.engine.record import rules_text, write
from game.engine.rules import Rules
from game.engine.view import see
from game.fairness import annotate
from game.strategy.bots import act
from game.strategy.levels import Level
from tests.benchmarks.output import say
from tests.benchmarks.site import temporary_site

LONGEST = Rules(seats=6, sides=6, target=999)
SEATS = 6
RECORD = 199_000
"""Characters of the record that is opened and checked: a little less than the site reads."""

NAME, PASSWORD = "Costly", "a long enough sentence"
ASKED = {
    "ask_play": {
        "hand": "4C 7D 8H JD 5S",
        "starter": "KH",
        "plays": "",
        "seats": "6",
        "sides": "6",
        "scores": "90,91,92,93,94,95",
    },
    "ask_discard": {"hand": "4C 7D 8H JD 5S 6C", "seats": "2", "scores": "110,112"},
}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The lines of a game that beginners played, and the numbers of the shuffles that began its deals."""

    lines: list[tuple[str, str]]
    deals: list[int]


def moves(rules: Rules, rng: Random) -> Iterator[tuple[State, Action]]:
    """Yield the actions of a match between beginners, each with the state before it."""
    state: State = start(rules)
    while not (isinstance(state, Over) and state.match_over):
        seats = waited_for(state)
        if isinstance(state, Over):
            action: Action = NextGame()
        elif seats:
            action = act(see(state, seats[0]), Level.BEGINNER, rng)
        elif isinstance(state, Dealing) or not hasattr(state, "counted"):
            action = Shuffle(tuple(rng.sample(PACK, len(PACK))))
        else:
            action = Count()
        yield state, action
        state = apply(state, action)


def nonce_of(action: Action, rng: Random) -> str:
    """Return a nonce for a shuffle, "" for other actions."""
    return rng.randbytes(16).hex() if isinstance(action, Shuffle) else ""


def long_game() -> PlayedGame:
    """Play the longest game."""
    rng = Random(999)
    lines, deals = [], []
    for number, (state, action) in enumerate(moves(LONGEST, rng)):
        lines.append((str(action), nonce_of(action, rng)))
        if isinstance(state, Dealing):
            deals.append(number)
    return PlayedGame(lines, deals)


def long_record() -> str:
    """Play games until their record is as long as it may be."""
    rules, rng = Rules(match_points=99), Random(199)
    actions: list[Action] = []
    nonces: list[str] = []
    length = 0
    for _, action in moves(rules, rng):
        length += len(str(action)) + (len("# sealed  nonce \n") + 96 if isinstance(action, Shuffle) else 0) + 1
        if length > RECORD - 400:
            break
        actions.append(action)
        nonces += filter(None, [nonce_of(action, rng)])
    return annotate(write(rules, actions), nonces)


def stored(learner: Any, lines: list[tuple[str, str]], *, over: bool) -> Any:
    """Store a match with these lines, as a site did that kept nothing but the log. The person sits in the first
    seat."""
    from game.models import Action as Line
    from game.models import Game, Match, Seat

    summary = {"scores": [0] * SEATS, "standing": [0] * SEATS, "game": 1, "deal": 1, "over": over, "winner": None}
    match = Match.objects.create(owner=learner, rules=rules_text(LONGEST), over=over, summary=summary)
    Seat.objects.create(match=match, place=0, learner=learner)
    Seat.objects.bulk_create(Seat(match=match, place=place, level=Level.BEGINNER) for place in range(1, SEATS))
    game = Game.objects.create(match=match)
    rows = (Line(game=game, number=number, text=text, nonce=nonce) for number, (text, nonce) in enumerate(lines))
    Line.objects.bulk_create(rows)
    return match


# ------------------------------------------------------------------------------------------------------- figures

Request = Callable[..., Any]


def cost(request: Request) -> float:
    """Return the CPU seconds of a request, which must succeed. Nobody's work is limited here."""
    from game.models import Spending

    Spending.objects.all().delete()
    begun = process_time()
    response = request()
    if response.streaming:
        response.getvalue()
    taken = process_time() - begun
    if response.status_code >= 400:
        raise RuntimeError(f"{response.request['PATH_INFO']}: {response.status_code}")
    return taken


def show(name: str, seconds: float) -> None:
    """Print a figure."""
    say(f"{name:<64}{seconds:9.3f}")


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody with an account in front of a browser, and how often everything is asked for."""

    client: Any
    learner: Any
    times: int

    def get(self, page: str, /, *place: object, **query: str) -> Request:
        """Return a request for a page."""
        from django.urls import reverse

        return partial(self.client.get, reverse(page, args=place), query)

    def post(self, page: str, /, *place: object, **fields: str) -> Request:
        """Return a request that sends a form."""
        from django.urls import reverse

        return partial(self.client.post, reverse(page, args=place), fields)

    def fragment(self, page: str, /, *place: object, **fields: str) -> Request:
        """Return a request that sends a form as a script does."""
        return partial(self.post(page, *place, **fields), headers={"HX-Request": "true"})

    def show(self, name: str, request: Request) -> None:
        """Print the median of what a request costs."""
        show(name, median(cost(request) for _ in range(self.times)))

    def deal(self, match: Any) -> float:
        """Play one deal at the table and return what an action costs on average."""
        from game import referee
        from game.models import Match, Pace
        from tests.game.tables import choose, typed

        taken: list[float] = []
        while True:
            course = referee.load(Match.objects.get(pk=match.pk).key)
            wait = referee.waits(course, Pace.NORMAL)
            if taken and isinstance(course.state, Dealing | Over):
                return fmean(taken)
            text = typed(choose(course, 0, Level.BEGINNER)) if wait is referee.Wait.PERSON else "next"
            fields = {"number": course.move, "say": text}
            taken.append(cost(self.fragment("table", match.key, **fields)))


@contextmanager
def hasty() -> Iterator[None]:
    """Grade quickly and badly: what a page costs does not depend on what was found."""
    from game.after import review

    with (
        patch("game.strategy.review.SAMPLES", 1),
        patch.object(review, "by_expert", lambda *_: (0,) * SEATS),
        patch.object(review, "chance_to_win", lambda *_: 0.5),
    ):
        yield


def at_the_table(visit: Visit, game: PlayedGame) -> None:
    """Print what the table costs in the first and the last deal."""
    for name, number in (("first", game.deals[0]), ("last", game.deals[-1])):
        matches = [stored(visit.learner, game.lines[:number], over=False) for _ in range(visit.times)]
        show(f"table, {name} deal: the first look", cost(visit.get("table", matches[0].key)))
        deals = [visit.deal(match) for match in matches]
        show(f"table, {name} deal: an action, on average", median(deals))
    for name, number in (("first", game.deals[0]), ("last", game.deals[-1])):
        match = stored(visit.learner, game.lines[: number + 12], over=False)
        cost(visit.get("table", match.key))
        visit.show(f"table, {name} deal: the page", visit.get("table", match.key))


def after_the_game(visit: Visit, match: Any) -> None:
    """Print what the pages of a finished game cost."""
    from django.test import Client

    from game import referee
    from game.after import review as after_review

    key, anybody = match.key, Visit(Client(), None, visit.times)
    show("review, the first look", cost(visit.get("review", key, 1)))
    visit.show("review, nothing graded", visit.get("review", key, 1))
    visit.show("review, a step of grading as a form", visit.post("grade", key, 1, seat="2"))
    visit.show("review, a step of grading as a fragment", visit.fragment("grade", key, 1, seat="2"))
    with hasty():
        course = referee.load(key)
        while not after_review.is_done(after_review.step(course, 0, 60.0), course):
            pass
    visit.show("review, all graded", visit.get("review", key, 1))
    visit.show("record", visit.get("record", key))
    visit.show("packs", visit.get("seals", key))
    visit.show("play again from the last deal", visit.post("again", key, 1, len(course.actions) - 20))
    referee.share(match, shared=True)
    visit.show("shared review, by anybody", anybody.get("shared", match.share))
    visit.show("shared record, by anybody", anybody.get("shared_record", match.share))


def elsewhere(visit: Visit) -> None:
    """Print what the other costly addresses cost."""
    from django.core.cache import cache
    from django.test import Client

    text = long_record()
    anybody = Visit(Client(), None, visit.times)
    visit.show(f"open a record of {len(text):,} characters", visit.post("open", text=text))
    visit.show("check a record, by anybody", anybody.post("fair", text=text))
    for name, boxes in ASKED.items():
        cost(anybody.get(name))
        taken = [cost(anybody.get(name, **{**boxes, "target": str(121 + each)})) for each in range(visit.times)]
        show(f"{name}, by anybody", median(taken))
    visit.show("log out everywhere", visit.post("everywhere", current=PASSWORD))
    logins = []
    for _ in range(visit.times):
        cache.clear()
        logins.append(cost(Visit(Client(), None, 1).post("login", username=NAME, password=PASSWORD)))
    show("log in", median(logins))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Print what the costliest requests cost.")
    parser.add_argument("times", nargs="?", type=int, default=3, help="how often everything is asked for")
    times = parser.parse_args().times
    begun = process_time()
    game = long_game()
    say(f"A game of {len(game.lines):,} actions in {len(game.deals)} deals, played in {process_time() - begun:.0f} s")
    say(f"\n{'CPU seconds of a request':<64}{'median':>9}")
    with temporary_site():
        from django.test import Client

        from trainer.models import Learner

        client = Client()
        new = Visit(client, None, 1)
        fields = {"name": NAME, "password": PASSWORD, "again": PASSWORD, "email": ""}
        show("sign up", cost(new.post("signup", **fields)))
        visit = Visit(client, Learner.objects.get(name=NAME), times)
        at_the_table(visit, game)
        visit.learner.matches.all().delete()
        finished = [stored(visit.learner, game.lines, over=True) for _ in range(3)]
        after_the_game(visit, finished[0])
        visit.learner.matches.exclude(pk__in=[match.pk for match in finished]).delete()
        visit.show("export, three such games", visit.get("export"))
        elsewhere(visit)


if __name__ == "__main__":
    main()
