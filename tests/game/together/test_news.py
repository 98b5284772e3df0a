"""News: a page asks by number, the answer costs one query, and what it shows changes with all that the others do."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game import referee
from game.engine.play import Counting, Cut, Discarding, Over, Pegging, waited_for
from game.engine.rules import Counted, Rules
from game.models import Pace, Party, Seat
from game.together import life, presence
from tests.game.tables import choose
from tests.game.together.seated import Person, begun, fresh, person, play, seat, step, through, until, waiting

pytestmark = pytest.mark.django_db

QUICK = Rules(target=31)


@pytest.fixture
def ann() -> Person:
    """The host."""
    return person("Ann")


@pytest.fixture
def ben() -> Person:
    """Somebody who is invited."""
    return person("Ben")


def source(page: str) -> str:
    """Where a page asks for news."""
    [url] = re.findall(r'id="news-from" hidden data-url="([^"]+)"', page)
    return str(url)


def asked(who: Person, party: Party) -> str:
    """Where the page of somebody at the table asks."""
    return source(who.get("table", party.match.key).text)


def status(url: str) -> int:
    """What a question is answered, whoever asks: the address has a seat in it."""
    return Client().get(url).status_code


def turns(party: Party) -> Iterator[referee.Course]:
    """The table each time that somebody is to play a card."""
    yield until(party, Pegging)
    while True:
        course = referee.at_table(party.match.key)
        if isinstance(course.state, Pegging) and referee.waits(course) is referee.Wait.PERSON:
            yield course
        else:
            step(course)


def back_dated(party: Party, seconds: float, *places: int) -> None:
    """Let it be so many seconds later for the table, and for those who have not asked since."""
    back = timedelta(seconds=seconds)
    Party.objects.filter(pk=party.pk).update(changed_at=timezone.now() - back)
    for place in places:
        until = timezone.now() + presence.HERE - back
        Seat.objects.filter(match=party.match, place=place).update(here_until=until)


def test_an_answer_without_news_costs_one_query(ann: Person, ben: Person) -> None:
    url = asked(ann, begun([ann, ben]))
    with CaptureQueriesContext(connection) as queries:
        assert status(url) == 204
    assert len(queries) == 1, [query["sql"] for query in queries]


def test_it_is_answered_without_content_either_way(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    url = asked(ben, party)
    before = Client().get(url)
    step(referee.load(party.match.key))
    after = Client().get(url)
    assert (before.status_code, after.status_code) == (204, 200)
    assert before.content == after.content == b""
    assert not before.cookies


def test_every_action_is_news_for_the_other_once(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    for _step in range(6):
        before = asked(ben, party)
        assert status(before) == 204
        step(referee.at_table(party.match.key))
        assert status(before) == 200


def test_ones_own_action_is_no_news_and_whoever_acts_next_is_asked_for_often(ann: Person, ben: Person) -> None:
    """The page that comes of a card shows the table after it: it does not ask as if it were still the reader's turn."""
    party = begun([ann, ben])
    Seat.objects.update(here_until=timezone.now() + timedelta(days=1))
    for course in islice(turns(party), 3):
        [place] = waited_for(course.state)
        page = play((ann, ben)[place], course, place).text
        assert status(source(page)) == 204
        own = waited_for(referee.at_table(course.match.key).state) == (place,)
        assert ('data-steps="0:5000 ' if own else 'data-steps="0:1000 ') in page


@pytest.mark.parametrize("what", ["say hello", "leave", "watch"])
def test_what_people_do_besides_playing_is_news(ann: Person, ben: Person, what: str) -> None:
    party = begun([ann, ben])
    url = asked(ben, party)
    ann.do(party, what)
    assert status(url) == 200
    assert status(asked(ben, party)) == 204


def test_somebody_who_sits_down_is_news_for_those_who_wait(ann: Person, ben: Person) -> None:
    party = waiting(ann, Rules(seats=3, sides=3))
    url = source(ann.get("room", party.match.key).text)
    assert status(url) == 204
    ben.post("sit_down", party.invitation)
    assert status(url) == 200
    assert "Ben" in ann.get("room", party.match.key, fragment=True).text


@pytest.mark.parametrize("forged", ["x", "1.1.signature", "12"])
def test_an_address_that_was_not_given_is_not_found(ann: Person, ben: Person, forged: str) -> None:
    party = begun([ann, ben])
    assert ann.get("since", party.match.key, "1-11", forged).status_code == 404
    other = asked(ann, party).replace(".0.", ".1.")
    assert status(other) == 404


@pytest.mark.parametrize(("seconds", "every"), [(0, 1000), (9, 1000), (11, 2000), (61, 5000), (601, 30_000)])
def test_a_page_asks_the_less_the_longer_nothing_happens(ann: Person, ben: Person, seconds: int, every: int) -> None:
    course = until(begun([ann, ben]), Pegging)
    [place] = waited_for(course.state)
    assert course.party
    back_dated(course.party, seconds)
    page = (ben, ann)[place].get("table", course.match.key).text
    [(age, steps)] = re.findall(r'data-age="(\d+)" data-steps="([^"]+)"', page)
    pairs = [tuple(map(int, one.split(":"))) for one in steps.split()]
    assert [milliseconds for since, milliseconds in pairs if since <= int(age)][-1] == every


def test_nobody_asks_of_a_table_that_is_closed(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ann.do(party, "leave")
    ben.do(party, "end")
    assert 'data-steps="0:0"' in ben.get("table", party.match.key).text


def announced(who: Person, course: referee.Course, since: str) -> str:
    """What a screen reader is told with the news since a move."""
    response = who.get("table", course.match.key, fragment=True, since=since)
    [said] = re.findall(r'<div id="status"[^>]*>(.*?)</div>', response.text)
    return str(said)


def test_a_screen_reader_is_told_what_is_new_and_nothing_twice(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben]), Discarding, 0, 1)
    play(ann, course, 0)
    after = referee.at_table(course.match.key)
    assert announced(ben, course, course.move).startswith("Ann discards 2 cards. ")
    assert announced(ben, course, after.move) == ""
    assert course.party
    ann.do(course.party, "say luck")
    assert announced(ben, course, after.move) == "Ann says: good luck."
    assert announced(ann, course, after.move) == ""


# ---------------------------------------------------------------------------------------------------- who is here


def test_to_ask_is_to_be_here_and_is_written_every_fifteen_seconds(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    url = asked(ann, party)
    back_dated(party, 0, 0)
    written = seat(party, 0).here_until
    assert status(url) == 204
    assert seat(party, 0).here_until == written
    back_dated(party, 18, 0)
    with CaptureQueriesContext(connection) as queries:
        assert status(url) == 204
    assert len(queries) == 2
    assert presence.of(seat(party, 0), presence.Standing.of(party), timezone.now()) is presence.Presence.HERE


@pytest.mark.django_db(transaction=True)
def test_a_table_can_be_looked_at_while_nothing_can_be_written(ann: Person, ben: Person) -> None:
    """The disk is full: that somebody is here is not noted, but what they see is answered."""
    party = begun([ann, ben])
    url = asked(ann, party)
    back_dated(party, 18, 0, 1)

    def full(execute: Any, sql: str, *arguments: Any) -> Any:
        if not sql.startswith("SELECT"):
            raise OperationalError("database or disk is full")
        return execute(sql, *arguments)

    with connection.execute_wrapper(full):
        assert status(url) == 204
        assert ann.get("table", party.match.key).status_code == 200


def test_somebody_who_has_not_asked_for_a_while_is_seen_to_be_elsewhere(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    url = asked(ben, party)
    assert "not here" not in ben.get("table", party.match.key).text
    back_dated(party, 21, 0)
    assert status(url) == 200, "the mark tells who is here"
    assert "not here" in ben.get("table", party.match.key).text


@pytest.mark.parametrize(("seconds", "choice"), [(59, False), (61, True)])
def test_after_a_minute_the_others_may_choose_and_only_when_it_is_the_absent_ones_turn(
    ann: Person, ben: Person, seconds: int, choice: bool
) -> None:
    course = until(begun([ann, ben]), Pegging)
    [place] = waited_for(course.state)
    party, idle, name = fresh(course.party), (ben, ann)[place], ("Ann", "Ben")[place]  # type: ignore[arg-type]
    back_dated(party, seconds, place)
    page = idle.get("table", party.match.key).text
    assert ("Let a bot play" in page) is choice
    assert ("End the game" in page) is choice
    assert (f"{name} is away. Wait, let a bot play on, or end the game under “The table”." in page) is choice
    back_dated(party, 3600, 0, 1)
    waiting_page = (ann, ben)[place].get("table", party.match.key).text
    assert "Let a bot play" not in waiting_page, "it is their own turn"


def test_who_is_to_act_is_not_disturbed_by_who_comes_and_goes(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben]), Pegging)
    [place] = waited_for(course.state)
    assert course.party
    urls = [asked(who, course.party) for who in (ann, ben)]
    back_dated(course.party, 30, 0, 1)
    assert status(urls[place]) == 204
    back_dated(course.party, 30, 0, 1)
    assert status(urls[1 - place]) == 200


def test_an_account_that_is_deleted_is_news(ann: Person, ben: Person) -> None:
    url = asked(ann, begun([ann, ben]))
    ben.learner.delete()
    assert status(url) == 200


def test_a_count_that_is_being_typed_stays_when_a_phrase_comes(ann: Person, ben: Person) -> None:
    """Only what the other has played is looked at first."""
    course = until(begun([ann, ben], Rules(counting=Counted.SHOW)), Counting)
    [place] = waited_for(course.state)
    who, before = (ann, ben)[place], f"{course.game.number}.{course.number - 1}"
    pages = [who.get("table", course.match.key, fragment=True, since=since).text for since in (course.move, before)]
    assert ['id="claim"' in page for page in pages] == [True, False]


def test_nothing_happens_by_itself_while_somebody_is_away(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben]), Pegging)
    [place] = waited_for(course.state)
    assert course.party
    back_dated(course.party, 3600, place)
    (ben, ann)[place].post("table", course.match.key, number=course.move, say="next")
    assert referee.load(course.match.key).number == course.number


# ------------------------------------------------------------------------------- a bot, the end, coming back


def left_alone(people: list[Person], **agreed: Any) -> tuple[Party, int]:
    """A table in play at which the person whose turn it is has been away for longer than a minute; and their seat."""
    course = until(begun(people, **agreed), Pegging)
    assert course.party
    [place] = waited_for(course.state)
    back_dated(course.party, 61, place)
    return fresh(course.party), place


def test_a_bot_plays_on_until_whoever_was_away_takes_the_seat_back(ann: Person, ben: Person) -> None:
    party, place = left_alone([ann, ben])
    idle, away = (ben, ann)[place], (ann, ben)[place]
    page = idle.do(party, f"bot {place}").text
    assert "A bot plays on." in page
    assert "a bot plays" in page
    course = referee.at_table(party.match.key)
    assert set(course.people) == {1 - place}
    idle.post("table", party.match.key, number=course.move, say="next")
    assert referee.at_table(party.match.key).number > course.number
    own = away.get("table", party.match.key).text
    assert "A bot plays for you." in own
    assert (
        away.post("table", party.match.key, number=referee.at_table(party.match.key).move, say="go").status_code == 200
    )
    assert "You play yourself again." in away.do(party, "back").text
    assert set(referee.at_table(party.match.key).people) == {0, 1}


def test_all_are_told_for_whom_a_bot_plays_and_who_is_back(ann: Person, ben: Person) -> None:
    cid = person("Cid")
    people = [ann, ben, cid]
    party, place = left_alone(people, rules=Rules(seats=3, sides=3))
    away, asks, other = (people[(place + step) % 3] for step in range(3))
    asks.do(party, f"bot {place}")
    course, name = referee.at_table(party.match.key), str(away.learner.public_name)
    told, heard = f'<p role="note">A bot plays for {name} now.</p>', f"A bot plays for {name} now."
    for who in (asks, other):
        assert told in who.get("table", party.match.key).text
        assert announced(who, course, course.move).startswith(heard)
    assert "A bot plays for you now." in away.get("table", party.match.key).text
    after = step(course)
    page = other.get("table", party.match.key).text
    assert told in page, "until one has acted oneself"
    assert f"<li>{heard}</li>" in page
    assert heard not in announced(other, after, after.move)
    away.do(party, "back")
    back = other.get("table", party.match.key).text
    assert f'<p role="note">{name} is back.</p>' in back
    assert back.index(f"<li>{heard}</li>") < back.index(f"<li>{name} is back.</li>"), "a page loaded later tells it"
    while not any(action.seat == people.index(other) for action in after.actions[course.number :]):
        after = step(referee.at_table(party.match.key))
        after = referee.load(party.match.key)
    page = other.get("table", party.match.key).text
    assert f'<p role="note">{name} is back.</p>' not in page
    assert f"<li>{name} is back.</li>" in page


def test_a_game_ends_without_a_winner_once_all_say_yes(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    until(party, Pegging)
    assert 'id="offer-end"' in ann.get("table", party.match.key).text
    assert "You offer to end the game. It ends once all say yes." in ann.do(party, "agree").text
    page = ben.get("table", party.match.key).text
    assert "Ann offers to end the game without a winner." in page
    assert 'id="agree"' in page
    assert "This game was ended by the players. It counts for nobody." in ben.do(party, "agree").text
    for who in (ann, ben):
        page = who.get("table", party.match.key).text
        assert "This game was ended by the players." in page
        assert '<span class="small" id="lead">The game is over</span>' in page
        assert 'id="sounds"' not in page, "nothing more sounds"
        assert "not finished" in who.get("people").text


def test_whoever_plays_on_declines_to_end_the_game(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    course = until(party, Pegging)
    [place] = waited_for(course.state)
    asked, asks = (ann, ben)[place], (ann, ben)[1 - place]
    asks.do(party, "agree")
    while not any(action.seat == place for action in referee.load(party.match.key).actions[course.number + 1 :]):
        assert 'id="agree"' in asked.get("table", party.match.key).text
        step(referee.at_table(party.match.key))
    assert 'id="agree"' not in asked.get("table", party.match.key).text
    asked.do(party, "agree")
    assert not fresh(party).closed, "the offer is no more: this is another"


def test_an_offer_to_end_the_game_goes_with_who_was_asked(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    until(party, Pegging)
    ann.do(party, "agree")
    assert 'id="offer-end"' not in ann.get("table", party.match.key).text, "it is offered already"
    ben.do(party, "leave")
    assert "You offer to end the game." not in ann.get("table", party.match.key).text
    ben.do(party, "back")
    assert 'id="agree"' not in ben.get("table", party.match.key).text


def test_what_the_table_does_for_somebody_declines_nothing(ann: Person, ben: Person) -> None:
    """At a fast table the pone's cut is made for them."""
    party = begun([ann, ben])
    course = until(party, Discarding, 0, 1)
    table = course.state.table
    dealer, pone = table.dealer, table.pone
    course = referee.act(course, choose(course, pone))
    (ann, ben)[dealer].do(party, "agree")
    course = referee.act(referee.at_table(party.match.key), choose(course, dealer), Pace.FAST)
    assert any(isinstance(action, Cut) and action.seat == pone for action in course.log.actions(course.log.deal_start))
    assert 'id="agree"' in (ann, ben)[pone].get("table", party.match.key).text


def test_nobody_agrees_alone_and_no_bot_is_asked(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ben.do(party, "leave")
    assert 'id="offer-end"' not in ann.get("table", party.match.key).text
    assert "moved on" in ben.do(party, "agree").text
    assert not fresh(party).closed


def test_no_bot_plays_for_somebody_who_is_here(ann: Person, ben: Person) -> None:
    party, place = left_alone([ann, ben])
    (ann, ben)[place].get("table", party.match.key)
    page = (ben, ann)[place].do(party, f"bot {place}").text
    assert "They are back, or have just played" in page
    assert not seat(party, place).stand_in
    assert "They are back" in (ben, ann)[place].do(party, "end").text
    assert not fresh(party).closed


def test_the_game_can_be_ended_and_counts_for_nobody(ann: Person, ben: Person) -> None:
    party, place = left_alone([ann, ben])
    idle, away = (ben, ann)[place], (ann, ben)[place]
    idle.do(party, "end")
    for who in (idle, away):
        page = who.get("table", party.match.key).text
        assert "This game was ended by the players. It counts for nobody." in page
        assert 'id="hint"' not in page
        assert "not finished" in who.get("people").text
        assert who.get("review", party.match.key, 1).status_code == 302
    course = referee.at_table(party.match.key)
    with pytest.raises(referee.Stale):
        step(course)
    assert "ended by the players" in play(away, course, place).text


def test_whoever_leaves_can_come_back_and_the_last_one_closes_the_table(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    assert ann.do(party, "leave").redirect_chain[-1][0] == reverse("people")
    assert "a bot plays" in ben.get("table", party.match.key).text
    assert not fresh(party).closed
    ann.do(party, "back")
    assert not seat(party, 0).stand_in
    ann.do(party, "leave")
    ben.do(party, "leave")
    assert fresh(party).closed == Party.End.ENDED


@pytest.mark.parametrize(
    ("days", "hours", "closed"), [(None, 47, False), (None, 49, True), (3, 100, False), (3, 121, True)]
)
def test_a_table_that_nobody_comes_to_is_closed_as_unfinished(
    ann: Person, ben: Person, days: int | None, hours: int, closed: bool
) -> None:
    party = begun([ann, ben], days=days)
    back_dated(party, hours * 3600)
    page = ann.get("table", party.match.key).text
    assert ("Nobody played here for days" in page) is closed
    assert (fresh(party).closed == Party.End.ABANDONED) is closed
    assert fresh(party).match.over is closed


def test_an_invitation_that_nobody_takes_is_closed_too(ann: Person, ben: Person) -> None:
    party = waiting(ann)
    back_dated(party, 49 * 3600)
    assert "Nobody played here for days" in ann.get("room", party.match.key).text
    assert "Nobody played here for days" in ben.get("sit_down", party.invitation).text


def test_by_letter_nobody_is_away_before_their_days_are_over(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben], days=3), Pegging)
    [place] = waited_for(course.state)
    assert course.party
    for hours, absent in ((71, False), (73, True)):
        back_dated(course.party, hours * 3600, place)
        page = (ben, ann)[place].get("table", course.match.key).text
        assert ("has not moved for 3 days" in page) is absent


def test_a_table_that_is_over_is_not_abandoned(ann: Person, ben: Person) -> None:
    *_, last = through(begun([ann, ben], QUICK))
    assert isinstance(last.state, Over)
    party = Party.objects.select_related("match").get()
    back_dated(party, 90 * 3600)
    assert not life.is_abandoned(fresh(party), timezone.now())
