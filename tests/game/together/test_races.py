"""Things that people do at the same moment, in threads with connections of their own: one outcome, told to both."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from game import referee
from game.engine.play import Discard, Discarding, Pegging, waited_for
from game.engine.rules import Rules
from game.models import Match, Party, Seat
from game.together import presence
from tests.game.tables import choose, say, typed
from tests.game.together.seated import Person, at_once, begun, fresh, person, through, until, waiting

pytestmark = pytest.mark.django_db(transaction=True)

Response = Callable[[], object]


def people() -> tuple[Person, Person]:
    """Two of them."""
    return person("Ann"), person("Ben")


def left_alone(course: referee.Course) -> tuple[Party, int]:
    """The table, where the person whose turn it is has been away for longer than a minute; and their seat."""
    assert course.party
    [place] = waited_for(course.state)
    gone = timezone.now() + presence.HERE - timedelta(seconds=61)
    Seat.objects.filter(match=course.match, place=place).update(here_until=gone)
    return fresh(course.party), place


def test_of_two_who_take_the_last_seat_one_sits() -> None:
    ann, ben = people()
    eve = person("Eve")
    party = waiting(ann)
    pages = at_once(*(lambda who=who: who.post("sit_down", party.invitation) for who in (ben, eve)))
    seated = Seat.objects.get(match=party.match, place=1).learner
    assert seated in {ben.learner, eve.learner}
    for who, page in zip((ben, eve), pages, strict=True):
        if who.learner == seated:
            assert page.redirect_chain[-1][0].endswith(f"/{party.match.key}/")
        else:
            assert "All seats at this table are taken." in page.text
    assert fresh(party).match.games.count() == 1


def test_one_who_presses_twice_has_one_seat() -> None:
    ann, ben = people()
    party = waiting(ann, Rules(seats=3, sides=3))
    at_once(*(lambda: ben.post("sit_down", party.invitation) for _ in range(2)))
    assert Seat.objects.filter(match=party.match, learner=ben.learner).count() == 1


def test_what_both_discard_at_the_same_moment_is_kept() -> None:
    ann, ben = people()
    course = until(begun([ann, ben]), Discarding, 0, 1)
    texts = [typed(choose(course, place)) for place in (0, 1)]
    pages = at_once(*(lambda place=place: say((ann, ben)[place].client, course, texts[place]) for place in (0, 1)))
    after = referee.load(course.match.key)
    assert {action.seat for action in after.actions if isinstance(action, Discard)} == {0, 1}
    assert not any("moved on" in page.text for page in pages)


def test_two_yes_to_another_game_make_one() -> None:
    ann, ben = people()
    party = begun([ann, ben], Rules(target=31))
    *_, _last = through(party)
    at_once(*(lambda who=who: who.post("rematch", party.match.key) for who in (ann, ben)))
    assert Match.objects.count() == 2
    following = fresh(party).following
    assert following
    for who in (ann, ben):
        assert who.post("rematch", party.match.key).redirect_chain[-1][0].endswith(f"/{following.key}/")
    assert Match.objects.count() == 2


def test_two_who_ask_for_a_bot_get_one() -> None:
    ann, ben = people()
    eve = person("Eve")
    party, place = left_alone(until(begun([ann, ben, eve], Rules(seats=3, sides=3)), Pegging))
    others = [who for seat, who in enumerate((ann, ben, eve)) if seat != place]
    pages = at_once(*(lambda who=who: who.do(party, f"bot {place}") for who in others))
    assert all("A bot plays on." in page.text for page in pages)
    assert fresh(party).seating == party.seating + 1


def test_of_a_move_and_an_end_one_is_first() -> None:
    ann, ben = people()
    course = until(begun([ann, ben]), Pegging)
    party, place = left_alone(course)
    away, idle = (ann, ben)[place], (ben, ann)[place]
    text = typed(choose(course, place))
    moved, ended = at_once(lambda: say(away.client, course, text), lambda: idle.do(party, "end"))
    after = referee.load(party.match.key)
    if fresh(party).closed:
        assert "This game was ended by the players." in ended.text
        assert "ended by the players" in moved.text or after.number == course.number + 1
    else:
        assert after.number == course.number + 1
        assert "They are back, or have just played" in ended.text


def test_of_a_bot_and_the_person_who_comes_back_one_plays() -> None:
    ann, ben = people()
    course = until(begun([ann, ben]), Pegging)
    party, place = left_alone(course)
    away, idle = (ann, ben)[place], (ben, ann)[place]
    text = typed(choose(course, place))
    moved, asked = at_once(lambda: say(away.client, course, text), lambda: idle.do(party, f"bot {place}"))
    after, stands_in = referee.load(party.match.key), Seat.objects.get(match=party.match, place=place).stand_in
    if stands_in:
        assert after.number == course.number or "A bot plays for you." in away.get("table", party.match.key).text
        assert "A bot plays on." in asked.text
    else:
        assert after.number == course.number + 1
        assert "They are back" in asked.text
    assert moved.status_code == 200


def test_of_two_starts_one_begins() -> None:
    ann, ben = people()
    party = waiting(ann)
    at_once(lambda: ann.do(party, "start"), lambda: ben.post("sit_down", party.invitation))
    assert fresh(party).match.games.count() == 1
    seat = Seat.objects.get(match=party.match, place=1)
    assert bool(seat.learner) is not bool(seat.level)
