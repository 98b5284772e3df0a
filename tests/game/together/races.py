"""Things that two people do at the same moment. Of each there is one outcome, and both are told of it.

A race is a function of the seconds by which the one and the other is late. It makes its table and its people, lets both
act in threads with connections of their own, checks what came of it, and returns who was first.
"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from game import referee
from game.engine.play import Discard, Discarding, Pegging, waited_for
from game.engine.rules import Rules
from game.models import Match, Party, Seat
from game.together import presence
from tests.game.tables import choose, say, typed
from tests.game.together.seated import Person, at_once, begun, fresh, person, through, until, waiting

Lags = Sequence[float]
Race = Callable[[Lags], str]

THREE = Rules(seats=3, sides=3)
SHORT = Rules(target=31, deals=1)


def _left_alone(course: referee.Course) -> tuple[Party, int]:
    """Let the person whose turn it is have been away for longer than a minute. Returns the table and their seat."""
    assert course.party
    [place] = waited_for(course.state)
    gone = timezone.now() + presence.HERE - timedelta(seconds=61)
    Seat.objects.filter(match=course.match, place=place).update(here_until=gone)
    return fresh(course.party), place


def _is_at_table(page: Any, key: str) -> bool:
    return bool(page.redirect_chain) and page.redirect_chain[-1][0].partition("?")[0].endswith(f"/{key}/")


def _shown(who: Person, party: Party) -> str:
    """What somebody reads who looks again."""
    return str(who.get("table", party.match.key).text)


def last_seat(lags: Lags) -> str:
    """Two take the last seat: one sits down, the other is told that all are taken."""
    host, *others = person(), person(), person()
    party = waiting(host)
    pages = at_once(*(lambda who=who: who.post("sit_down", party.invitation) for who in others), lags=lags)
    seated = Seat.objects.get(match=party.match, place=1).learner
    first = next(number for number, who in enumerate(others) if who.learner == seated)
    assert _is_at_table(pages[first], party.match.key)
    assert "All seats at this table are taken." in pages[1 - first].text
    assert fresh(party).match.games.count() == 1
    return ("one", "other")[first]


def seat_or_start(lags: Lags) -> str:
    """Somebody takes the last seat while the host begins with a bot in it: a person or a bot sits there."""
    host, other = person(), person()
    party = waiting(host)
    started, sat = at_once(lambda: host.do(party, "start"), lambda: other.post("sit_down", party.invitation), lags=lags)
    assert fresh(party).match.games.count() == 1
    seat = Seat.objects.get(match=party.match, place=1)
    assert bool(seat.learner) is not bool(seat.level)
    if seat.learner:
        assert _is_at_table(sat, party.match.key)
        assert "The game at this table has already begun." in started.text
        return "other"
    assert "All seats at this table are taken." in sat.text
    assert _is_at_table(started, party.match.key)
    return "one"


def seat_or_cancel(lags: Lags) -> str:
    """Somebody takes the last seat while the host cancels the table: the game begins, or both read that it will not."""
    host, other = person(), person()
    party = waiting(host)
    cancelled, sat = at_once(
        lambda: host.do(party, "give-up"), lambda: other.post("sit_down", party.invitation), lags=lags
    )
    if fresh(party).closed:
        assert not fresh(party).match.games.exists()
        assert all("This table was cancelled" in text for text in (sat.text, host.get("room", party.match.key).text))
        return "one"
    assert fresh(party).match.games.count() == 1
    assert _is_at_table(sat, party.match.key)
    assert "The game at this table has already begun." in cancelled.text
    return "other"


def two_discards(lags: Lags) -> str:
    """Both discard: both discards are kept, and nobody is refused."""
    people = [person(), person()]
    course = until(begun(people), Discarding, 0, 1)
    texts = [typed(choose(course, place)) for place in (0, 1)]
    deeds = [lambda place=place: say(people[place].client, course, texts[place]) for place in (0, 1)]
    pages = at_once(*deeds, lags=lags)
    after = referee.load(course.match.key)
    discards = [action.seat for action in after.actions if isinstance(action, Discard)]
    assert sorted(discards) == [0, 1]
    assert all("You discard" in page.text and "moved on" not in page.text for page in pages)
    return ("one", "other")[discards[0]]


def two_yes(lags: Lags) -> str:
    """Both say yes to another game: there is one, and both come to it."""
    people = [person(), person()]
    party = begun(people, SHORT)
    *_, _last = through(party)
    pages = at_once(*(lambda who=who: who.post("rematch", party.match.key) for who in people), lags=lags)
    following = fresh(party).following
    assert following
    assert Match.objects.filter(seats__learner=people[0].learner).count() == 2
    arrived = [_is_at_table(page, following.key) for page in pages]
    assert any(arrived)
    for place, who in enumerate(people):
        if not arrived[place]:
            assert "You would like another game." in pages[place].text or "To the next game" in pages[place].text
            sent = who.get("table", party.match.key, fragment=True)
            assert sent.headers["HX-Redirect"].endswith(f"/{following.key}/")
        assert _is_at_table(who.post("rematch", party.match.key), following.key)
    assert Match.objects.filter(seats__learner=people[0].learner).count() == 2
    return "other" if arrived == [False, True] else "one"


def two_bots(lags: Lags) -> str:
    """Two press “let a bot play on”: one bot plays, and both are told so."""
    people = [person(), person(), person()]
    party, place = _left_alone(until(begun(people, THREE), Pegging))
    others = [who for seat, who in enumerate(people) if seat != place]
    pages = at_once(*(lambda who=who: who.do(party, f"bot {place}") for who in others), lags=lags)
    assert all("A bot plays on." in page.text for page in pages)
    assert fresh(party).seating == party.seating + 1
    assert Seat.objects.get(match=party.match, place=place).stand_in
    return "both"


def move_or_end(lags: Lags) -> str:
    """Somebody who was away plays while the other ends the game: it goes on with the card, or ends without it."""
    people = [person(), person()]
    course = until(begun(people), Pegging)
    party, place = _left_alone(course)
    text = typed(choose(course, place))
    moved, ended = at_once(
        lambda: say(people[place].client, course, text), lambda: people[1 - place].do(party, "end"), lags=lags
    )
    after = referee.load(party.match.key)
    if fresh(party).closed:
        assert after.number == course.number
        assert all("This game was ended by the players." in page.text for page in (moved, ended))
        return "other"
    assert after.number == course.number + 1
    assert "moved on" not in moved.text
    assert "They are back, or have just played" in ended.text
    return "one"


def two_agree(lags: Lags) -> str:
    """Both offer to end the game: it ends, and both read so."""
    people = [person(), person()]
    party = begun(people)
    until(party, Pegging)
    at_once(*(lambda who=who: who.do(party, "agree") for who in people), lags=lags)
    assert fresh(party).closed == Party.End.ENDED
    assert all("This game was ended by the players." in _shown(who, party) for who in people)
    return "both"


def move_or_offer(lags: Lags) -> str:
    """Somebody plays a card while the other offers to end the game: the card is played, and the offer stands."""
    people = [person(), person()]
    course = until(begun(people), Pegging)
    assert course.party
    party, [place] = course.party, waited_for(course.state)
    text = typed(choose(course, place))
    moved, offered = at_once(
        lambda: say(people[place].client, course, text), lambda: people[1 - place].do(party, "agree"), lags=lags
    )
    assert "moved on" not in moved.text
    assert "You offer to end the game." in offered.text
    assert 'id="agree"' in _shown(people[place], party)
    assert referee.load(party.match.key).number == course.number + 1
    return "both"


def move_or_yes(lags: Lags) -> str:
    """Somebody plays a card while the other says yes to their offer: the game ends, with the card or without it."""
    people = [person(), person()]
    course = until(begun(people), Pegging)
    assert course.party
    party, [place] = course.party, waited_for(course.state)
    people[place].do(party, "agree")
    text = typed(choose(course, place))
    moved, agreed = at_once(
        lambda: say(people[place].client, course, text), lambda: people[1 - place].do(party, "agree"), lags=lags
    )
    assert fresh(party).closed == Party.End.ENDED
    assert "This game was ended by the players." in agreed.text
    if referee.load(party.match.key).number == course.number:
        assert "This game was ended by the players." in moved.text
        return "other"
    assert "moved on" not in moved.text
    return "one"


def move_or_bot(lags: Lags) -> str:
    """Somebody who was away plays while the other lets a bot play on: their card is played, or the bot has the seat."""
    people = [person(), person()]
    course = until(begun(people), Pegging)
    party, place = _left_alone(course)
    text = typed(choose(course, place))
    moved, asked = at_once(
        lambda: say(people[place].client, course, text), lambda: people[1 - place].do(party, f"bot {place}"), lags=lags
    )
    after = referee.load(party.match.key)
    if Seat.objects.get(match=party.match, place=place).stand_in:
        assert after.number == course.number
        assert "A bot plays for you." in moved.text
        assert "A bot plays on." in asked.text
        return "other"
    assert after.number == course.number + 1
    assert "moved on" not in moved.text
    assert "They are back, or have just played" in asked.text
    return "one"


def two_leave(lags: Lags) -> str:
    """Both leave: the table is closed, and both read why."""
    people = [person(), person()]
    party = begun(people)
    at_once(*(lambda who=who: who.do(party, "leave") for who in people), lags=lags)
    assert fresh(party).closed == Party.End.ENDED
    assert all("This game was ended by the players." in _shown(who, party) for who in people)
    return "both"


def two_tabs(lags: Lags) -> str:
    """Somebody plays a card in one tab and another in the next: one is played, and the other tab says what happened."""
    people = [person(), person()]
    course = until(begun(people), Pegging)
    [place] = waited_for(course.state)
    state = course.state
    assert isinstance(state, Pegging)
    cards = [card for card in state.held(place) if state.count + card.value <= 31][:2]
    deeds = [lambda card=card: say(people[place].client, course, str(card)) for card in cards]
    pages = at_once(*deeds, lags=lags)
    after = referee.load(course.match.key)
    assert after.number == course.number + 1
    told = ["The table had already moved on." in page.text for page in pages]
    assert sorted(told) == [False, True]
    return ("one", "other")[told[0]]


RACES: dict[str, Race] = {
    race.__name__: race
    for race in (
        last_seat,
        seat_or_start,
        seat_or_cancel,
        two_discards,
        two_yes,
        two_bots,
        move_or_end,
        move_or_bot,
        two_agree,
        move_or_offer,
        move_or_yes,
        two_leave,
        two_tabs,
    )
}
