"""Tables of people: made by the form, joined by a button, played by all of them."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import referee
from game.engine.play import Call, Counting, Discard, Discarding, Over, Pegging, Play, TimeOut, earned, waited_for
from game.engine.record import read_rules
from game.engine.rules import STANDARD, Counted, Muggins, Notice, Rules
from game.engine.scoring import total
from game.engine.view import see
from game.models import Action, Match, Pace, Party, Result, Seat
from game.referee import Course, Wait
from game.strategy.levels import Level
from game.together import invitations, people, tables
from game.together.tables import Fault, TableRefused
from tests.full import few
from tests.game import together
from tests.game.tables import choose, say, typed
from tests.game.together.seated import HTMX, Person, begun, fresh, person, play, seat, through, until, waiting
from tests.server import ROOT
from trainer.models import Learner

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


def made(who: Client, **fields: Any) -> Any:
    """The answer to a form of a new table."""
    usual = {"preset": "standard", "seats": "2", "pace": "normal", "phrases": "on", "listed": "on"}
    return who.post(reverse("new_table"), {**usual, **fields})


# ---------------------------------------------------------------------------------------------------- making one


def test_the_form_makes_a_table_that_waits(client: Client) -> None:
    assert client.get(reverse("new_table")).status_code == 200
    response = made(client)
    party = Party.objects.get()
    assert response.url == reverse("room", args=[party.match.key])
    assert (party.begun_at, party.helps, party.phrases, party.listed, party.days) == (None, False, True, True, None)
    assert list(party.match.seats.values_list("place", "level")) == [(0, ""), (1, "")]
    assert f"/games/join/{party.invitation}/" in client.get(response.url).text
    assert read_rules(party.match.rules) == STANDARD


@pytest.mark.parametrize(
    ("fields", "rules", "levels"),
    [
        ({"seats": "4", "sides": "pairs", "seat_3": "expert"}, Rules(seats=4, sides=2), ["", "", "expert", ""]),
        ({"seats": "6", "sides": "threes", "preset": "quick"}, Rules(seats=6, sides=2, target=61), [""] * 6),
        ({"seats": "3", "seat_2": "casual"}, Rules(seats=3, sides=3), ["", "casual", ""]),
    ],
)
def test_any_mix_of_people_and_bots_sits_at_any_game(
    client: Client, fields: dict[str, str], rules: Rules, levels: list[str]
) -> None:
    assert made(client, **fields).status_code == 302
    match = Match.objects.get()
    assert read_rules(match.rules) == rules
    assert list(match.seats.values_list("level", flat=True)) == levels


def test_every_option_of_a_game_can_be_chosen(client: Client) -> None:
    own = {"preset": "own", "target": "own", "target_own": "45", "counting": "show", "muggins": "missed"}
    more = {"notice": "called", "crib_flush": "with-starter", "length": "game", "count_clock": "30", "play_clock": "20"}
    response = made(client, **own, **more, days="3", helps="on")
    assert response.status_code == 302, response.context["form"].errors
    party = Party.objects.get()
    rules = read_rules(party.match.rules)
    assert (rules.target, rules.counting, rules.notice, rules.count_clock) == (45, Counted.SHOW, Notice.CALLED, 30)
    assert (party.days, party.helps) == (3, True)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"days": "15"}, "days"),
        ({"days": "soon"}, "days"),
        ({"seat_2": "expert"}, "seat_2"),
        ({"seats": "9"}, "seats"),
        ({"seats": "4", "sides": "threes"}, "sides"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(client: Client, fields: dict[str, str], field: str) -> None:
    response = made(client, **fields)
    assert response.status_code == 200
    assert list(response.context["form"].errors) == [field]
    assert "is not made yet" in response.text
    assert not Party.objects.exists()


def test_who_opens_a_table_or_sits_down_may_choose_a_name(client: Client) -> None:
    host = person()
    made = {"seats": "2", "preset": "quick", "pace": "normal"}
    assert "Your name at the table" in host.get("new_table").text
    page = host.post("new_table", **made, public_name="!?").text
    assert "A name can have letters, digits" in page
    assert 'value="!?"' in page
    assert not Party.objects.exists()
    host.post("new_table", **made, public_name="Zoe")
    party = Party.objects.get()
    invitation = reverse("sit_down", args=[party.invitation])
    assert "Zoe invites you" in client.get(invitation).text
    assert "A name can have letters, digits" in client.post(invitation, {"public_name": "Z!"}).text
    assert not fresh(party).begun_at, "the seat is still free"
    table = client.post(invitation, {"public_name": "Zoe"}, follow=True).text
    assert "Zoe" in table
    assert "Zoe (2)" not in table
    assert "Zoe (2)" in host.get("table", party.match.key).text, "two who are called the same are told apart"
    assert "Your name at the table" not in host.get("new_table").text, "it is remembered"


def test_a_host_has_twelve_tables_that_wait_at_most(ann: Person) -> None:
    for _ in range(tables.MOST_OPEN):
        waiting(ann)
    assert "Cancel one of them first" in made(ann.client).text
    assert Party.objects.count() == tables.MOST_OPEN


# ------------------------------------------------------------------------------------------------------ sitting down


def test_every_rule_of_a_table_of_people_has_its_tests() -> None:
    """The list in the package names no test that does not exist."""
    named = set(re.findall(r"\btest_\w+", together.__doc__ or ""))
    found = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        found |= set(re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8")))
    assert named - found == set()
    assert len(named) > 40


def test_to_open_an_invitation_takes_no_seat(ann: Person, client: Client) -> None:
    party = waiting(ann)
    client.head(reverse("sit_down", args=[party.invitation]))
    page = client.get(reverse("sit_down", args=[party.invitation]))
    assert "Ann invites you" in page.text
    assert "Take the seat" in page.text
    assert not Learner.objects.exclude(pk=ann.learner.pk).exists(), "nobody is made a guest by looking"
    assert seat(party, 1).learner is None


def test_the_button_seats_a_guest_and_the_game_begins(ann: Person, client: Client) -> None:
    party = waiting(ann)
    response: Any = client.post(reverse("sit_down", args=[party.invitation]))
    assert response.url == reverse("table", args=[party.match.key])
    assert client.get(response.url).status_code == 200
    assert seat(party, 1).learner == Learner.objects.exclude(pk=ann.learner.pk).get()
    assert fresh(party).begun_at
    assert ann.get("room", party.match.key).url == reverse("table", args=[party.match.key])
    sent = ann.get("room", party.match.key, fragment=True)
    assert sent.headers["HX-Redirect"] == reverse("table", args=[party.match.key])


def test_whoever_has_a_seat_and_opens_the_invitation_goes_to_the_table(ann: Person, ben: Person) -> None:
    party = waiting(ann, Rules(seats=3, sides=3))
    invitations.take_seat(party.invitation, ben.learner, None)
    for who in (ann, ben):
        for _twice in range(2):
            assert who.post("sit_down", party.invitation).redirect_chain[-1][0] == reverse(
                "room", args=[party.match.key]
            )
    assert Seat.objects.filter(match=party.match, learner=ben.learner).count() == 1


def test_a_seat_can_be_chosen_where_there_are_several(ann: Person, ben: Person) -> None:
    party = waiting(ann, Rules(seats=4, sides=2))
    assert "Take seat 3" in ben.get("sit_down", party.invitation).text
    ben.post("sit_down", party.invitation, seat="3")
    assert seat(party, 2).learner == ben.learner
    assert "Somebody has just taken that seat" in person().post("sit_down", party.invitation, seat="3").text


@pytest.mark.parametrize("why", ["full", "cancelled", "blocked", "blocking"])
def test_an_invitation_that_leads_nowhere_says_so(ann: Person, ben: Person, why: str) -> None:
    late = person("Eve")
    party = waiting(ann)
    if why == "full":
        invitations.take_seat(party.invitation, ben.learner, None)
        said = "All seats at this table are taken."
    elif why == "cancelled":
        ann.do(party, "give-up")
        said = "This table was cancelled before the game began."
    else:
        own, other = (ann, late) if why == "blocked" else (late, ann)
        shared = begun([own, other])
        people.block(own.learner, shared.match.key, 1)
        said = "does not want to play with you" if why == "blocked" else "You have blocked somebody"
    for page in (late.get("sit_down", party.invitation), late.post("sit_down", party.invitation)):
        assert said in page.text
        assert "Take the seat" not in page.text
    with pytest.raises(TableRefused):
        invitations.take_seat(party.invitation, late.learner, None)
    assert not Seat.objects.filter(match=party.match, learner=late.learner).exists()


@pytest.mark.parametrize(
    "address", ["games/join/nothing", "games/join/no.thing", "games/beat/nothing", "races/nothing"]
)
def test_no_such_invitation_is_not_found_and_says_what_may_be_wrong(client: Client, address: str) -> None:
    response = client.get(f"/{address}/")
    assert response.status_code == 404
    assert "It may be mistyped, out of date, or taken back" in response.text
    assert f'href="{reverse("people")}"' in response.text


def test_the_host_may_begin_with_bots_and_nobody_else(ann: Person, ben: Person) -> None:
    party = waiting(ann, Rules(seats=3, sides=3))
    invitations.take_seat(party.invitation, ben.learner, None)
    assert "Begin now" not in ben.get("room", party.match.key).text
    assert ben.do(party, "start").status_code == 404
    ann.do(party, "start")
    assert fresh(party).begun_at
    assert seat(party, 2).level == Level.CASUAL
    assert "already begun" in ann.do(party, "start").text


def test_a_seat_can_be_given_up_before_the_game(ann: Person, ben: Person) -> None:
    party = waiting(ann, Rules(seats=3, sides=3))
    invitations.take_seat(party.invitation, ben.learner, None)
    ben.do(party, "give-up")
    assert seat(party, 1).learner is None
    assert ben.get("room", party.match.key).status_code == 404


def test_a_table_is_nobody_elses(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    eve = person()
    for name in ("table", "room"):
        assert eve.get(name, party.match.key).status_code == 404
    assert eve.do(party, "end").status_code == 404
    assert eve.get("people").status_code == 200
    assert Client().get(reverse("table", args=[party.match.key])).status_code == 404
    assert Client().get(reverse("table", args=[waiting(ann).match.key])).status_code == 404
    key, never = party.match.key, "never-given"
    own, nobodys = (eve.client.get(reverse("table", args=[one])) for one in (key, never))
    assert own.status_code == nobodys.status_code == 404
    assert "No game that you play is at this address." in own.text
    assert own.text.replace(key, never) == nobodys.text, "it tells nothing of what there is"


# --------------------------------------------------------------------------------------------------------- playing

_CALLED = replace(QUICK, counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED, play_clock=20)
_PAIRS = Rules(seats=4, sides=2, target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
TABLES = {
    "a deal of two": replace(_CALLED, deals=1),
    "a deal of pairs": replace(_PAIRS, deals=1),
    "two": _CALLED,
    "pairs": _PAIRS,
    "six": Rules(seats=6, sides=3, target=31),
}


@pytest.mark.parametrize("rules", few(TABLES.values(), TABLES["a deal of two"], TABLES["a deal of pairs"]), ids=TABLES)
def test_people_play_whole_games_by_their_pages(rules: Rules) -> None:
    """Everybody sees what they hold, acts in turn from the page they have, and the result is everybody's."""
    bots = [Level.CASUAL] * (rules.seats > 3)
    seated = [person() for _ in range(rules.seats - len(bots))]
    party = begun(seated, rules, *bots)
    course = referee.load(party.match.key)
    while referee.waits(course) is not referee.Wait.OVER:
        acting = [place for place in waited_for(course.state) if place in course.people]
        if referee.waits(course) is referee.Wait.PERSON:
            response = play(seated[acting[0]], course, acting[0])
        else:
            response = say(seated[course.number % len(seated)].client, course, "next")
        assert response.status_code == 200
        after = referee.load(party.match.key)
        assert after.number > course.number, (course.state, response.text)
        course = after
    assert isinstance(course.state, Over)
    assert Match.objects.get().over
    results = dict(Result.objects.values_list("learner", "won"))
    winners = {place for place in range(len(seated)) if rules.side_of(place) == course.state.winner}
    assert {place for place, who in enumerate(seated) if results[who.learner.pk]} == winners


def test_what_both_discard_at_the_same_moment_is_accepted(ann: Person, ben: Person) -> None:
    """The second page was made before the first had discarded."""
    party = begun([ann, ben])
    course = until(party, Discarding, 0, 1)
    for place, who in ((1, ben), (0, ann)):
        response = play(who, course, place)
        assert "moved on" not in response.text
    after = referee.load(party.match.key)
    assert {action.seat for action in after.actions if isinstance(action, Discard)} == {0, 1}


def test_a_second_discard_of_the_same_person_is_refused(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    course = until(party, Discarding, 0, 1)
    play(ann, course, 0)
    assert "has discarded already" in play(ann, course, 0).text
    play(ben, course, 1)
    assert "moved on" in play(ben, course, 1).text
    after = referee.load(party.match.key)
    assert sum(isinstance(action, Discard) for action in after.actions) == 2


def test_nothing_but_a_discard_fits_a_table_that_has_moved_on(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben]), Pegging)
    [place] = waited_for(course.state)
    who = (ann, ben)[place]
    play(who, course, place)
    assert "moved on" in play(who, course, place).text


def test_another_who_lets_the_table_go_on_first_is_no_fault(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    course = next(course for course in through(party) if isinstance(course.state, Counting))
    say(ann.client, course, "next")
    late = say(ben.client, course, "next")
    assert "moved on" not in late.text
    assert referee.load(party.match.key).number == course.number + 1


def test_a_claim_is_called_by_a_person(ann: Person, ben: Person) -> None:
    rules = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
    party = begun([ann, ben], rules)
    course = until(party, Counting)
    [place] = waited_for(course.state)
    claimant, caller = (ann, ben) if place == 0 else (ben, ann)
    assert isinstance(course.state, Counting)
    true = total(course.state.truth)
    turn = f"{claimant.learner.public_name}’s hand comes next. It is {claimant.learner.public_name}’s turn."
    assert f'<span id="asked">{turn}</span>' in caller.get("table", party.match.key).text
    say(claimant.client, course, "0")
    asked = caller.get("table", party.match.key).text
    assert "claims 0. Is it more?" in asked
    turn = f"You claim 0 for your hand. It is {caller.learner.public_name}’s turn."
    assert f'<span id="asked">{turn}</span>' in claimant.get("table", party.match.key).text
    say(caller.client, referee.load(party.match.key), str(true))
    after = referee.load(party.match.key)
    assert after.actions[-1] == Call(1 - place, true)
    assert after.state.table.scores[1 - place] - course.state.table.scores[1 - place] == true
    page, name = claimant.get("table", party.match.key).text, caller.learner.public_name
    news = re.search(r'<span id="news">(.*?)</span>', page)
    assert news
    assert "Muggins:" in news[1], "who lost the points reads of it at the table, not in the log alone"
    assert name in news[1]


def test_muggins_called_in_the_play_is_the_first_that_the_table_says_to_who_missed_it(ann: Person, ben: Person) -> None:
    rules = Rules(counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)
    party = begun([ann, ben], rules)

    def scoring(course: Course) -> tuple[int, Play, int] | None:
        state = course.state
        if not isinstance(state, Pegging) or state.claimed or referee.waits(course) is not Wait.PERSON:
            return None
        [place] = waited_for(state)
        card = choose(course, place)
        true = total(earned(state, card)) if isinstance(card, Play) else 0
        return (place, card, true) if isinstance(card, Play) and true > 1 else None

    course, (place, card, true) = next((at, found) for at in through(party) if (found := scoring(at)))
    claimed = referee.act(course, replace(card, claim=true - 1), Pace.NORMAL)
    assert isinstance(claimed.state, Pegging)
    assert claimed.state.claimed
    referee.act(claimed, Call(1 - place, true), Pace.NORMAL)
    page, caller = (ann, ben)[place].get("table", party.match.key).text, ("Ann", "Ben")[1 - place]
    news = re.search(r'<span id="news">(.*?)</span>', page)
    assert news
    assert news[1].startswith(f"Muggins for one: {caller} pegs 1 point."), "within the two lines that are seen"


def test_the_message_line_says_for_whom_the_table_waits(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben]), Pegging)
    [place] = waited_for(course.state)
    idle, name = (ben, "Ann") if place == 0 else (ann, "Ben")
    page = idle.get("table", course.match.key).text
    assert f'<span id="asked">It is {name}’s turn.</span>' in page
    assert "Look again" in page


def test_the_clock_runs_for_each(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben], Rules(play_clock=15)), Pegging)
    for who in (ann, ben):
        assert 'id="clock"' in who.get("table", course.match.key).text


def test_no_clock_stops_for_a_game_left_lying_while_another_waits(ann: Person, ben: Person) -> None:
    """Hours later the other lets the table go on: time was up, and nobody is asked whether they are back."""
    course = until(begun([ann, ben], Rules(play_clock=15)), Pegging)
    [place] = waited_for(course.state)
    Action.objects.filter(game=course.game).update(at=timezone.now() - timedelta(hours=3))
    assert "while you were away" not in (ann, ben)[place].get("table", course.match.key).text
    say((ben, ann)[place].client, course, "next")
    assert referee.load(course.match.key).actions[-1] == TimeOut(place)


@pytest.mark.parametrize("helps", [False, True])
def test_hints_and_warnings_are_off_between_people_unless_agreed(ann: Person, ben: Person, helps: bool) -> None:
    course = until(begun([ann, ben], helps=helps), Discarding, 0, 1)
    page = ann.get("table", course.match.key).text
    assert ('id="hint"' in page) is helps
    answer = ann.client.post(reverse("table", args=[course.match.key]), {"ask": "H"}, headers=HTMX).text
    assert ("No hints are given at this table." in answer) is not helps


def test_who_has_no_name_invites_without_one(ann: Person, ben: Person) -> None:
    host = person()
    party, named = waiting(host), waiting(ann)
    assert "You are invited to a game of cribbage." in ben.get("sit_down", party.invitation).text
    assert "Ann invites you to a game of cribbage." in ben.get("sit_down", named.invitation).text


def test_people_without_names_are_told_apart(ann: Person) -> None:
    party = begun([ann, person(), person()], Rules(seats=3, sides=3))
    page = ann.get("table", party.match.key).text
    assert {f"Player {number}" for number in re.findall(r"Player (\d)", page)} == {"Player 2", "Player 3"}


def test_both_find_the_game_in_their_lists(ann: Person, ben: Person) -> None:
    party = begun([ann, ben], QUICK)
    course = until(party, Pegging)
    [place] = waited_for(course.state)
    turns = ["Your turn" in who.get("games").text for who in (ann, ben)]
    assert turns == [place == 0, place == 1]
    for who in (ann, ben):
        assert "All your games with people" in who.get("games").text, "wherever the one game stands on the page"
    assert see(course.state, place).hand
    *_, last = through(party)
    lists = [who.get("games").text for who in (ann, ben)]
    assert sum("You won " in page for page in lists) == 1
    for who in (ann, ben):
        assert who.get("review", party.match.key, last.game.number).status_code == 200
        assert reverse("review", args=[party.match.key, last.game.number]) in who.get("people").text


def test_a_refused_seat_names_its_reason(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    with pytest.raises(TableRefused) as refused:
        invitations.take_seat(party.invitation, person().learner, None)
    assert refused.value.fault is Fault.FULL


def test_typed_and_tapped_are_one(ann: Person, ben: Person) -> None:
    course = until(begun([ann, ben]), Discarding, 0, 1)
    response = say(ann.client, course, f"discard {typed(choose(course, 0))}")
    assert "You discard" in response.text
