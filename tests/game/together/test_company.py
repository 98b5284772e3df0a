"""Phrases, another game, looking on, whom one knows and blocks, and what stays when somebody is gone."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import referee
from game.engine.play import Discarding, Over, Pegging, waited_for
from game.engine.rules import Rules
from game.models import Block, Match, Party, Result, Seat
from game.strategy.levels import Level
from game.together import phrases, rematch
from tests.game.tables import cards_told, hidden
from tests.game.together.seated import Person, begun, fresh, person, seat, step, through, until, waiting
from trainer.models import Classroom, Learner, Membership
from trainer.people import merging

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


def over(*people: Person, **agreed: object) -> Party:
    """A table whose match is over."""
    party = begun(list(people), QUICK, **agreed)
    *_, last = through(party)
    assert isinstance(last.state, Over)
    return fresh(party)


# --------------------------------------------------------------------------------------------------------- phrases


def test_news_leave_to_the_page_what_it_says(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ann.client.post(reverse("at_table", args=[party.match.key]), {"do": f"say {next(iter(phrases.PHRASES))}"})
    assert "You have said it." not in ann.get("table", party.match.key, fragment=True, since="1.0").text
    assert "You have said it." in ann.get("table", party.match.key).text


def test_what_is_done_within_a_page_is_told_there_and_then(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ann.client.post(reverse("at_table", args=[party.match.key]), {"do": f"say {next(iter(phrases.PHRASES))}"})
    assert "You have said it." in ann.get("table", party.match.key, fragment=True).text
    assert "You have said it." not in ann.get("table", party.match.key).text


def test_a_bot_discards_for_who_has_left_while_another_still_chooses(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    course = until(party, Discarding, 0, 1)
    ben.do(party, "leave")
    after = referee.at_table(party.match.key)
    assert (after.number, waited_for(after.state)) == (course.number + 1, (0,))
    assert 'id="discard"' in ann.get("table", party.match.key).text


@pytest.mark.parametrize("phrase", phrases.PHRASES)
def test_a_phrase_stands_beside_the_name_of_who_said_it(ann: Person, ben: Person, phrase: str) -> None:
    party = begun([ann, ben])
    said = ann.do(party, f"say {phrase}")
    asked = "Cut the pack: the low card deals first."
    assert f"You have said it. {asked}" in said.text, "what is asked stays"
    assert said.redirect_chain == [(reverse("table", args=[party.match.key]), 302)]
    assert "You have said it." not in ann.get("table", party.match.key).text
    assert f"“{phrases.PHRASES[phrase]}”" in ben.get("table", party.match.key).text
    own = ann.get("table", party.match.key, fragment=True).text
    assert f'<strong class="small">“{phrases.PHRASES[phrase]}”</strong>' in own
    assert f"You have said “{phrases.PHRASES[phrase]}”." in own


def test_nothing_else_can_be_said_and_not_much_at_once(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ann.do(party, "say something rude")
    assert fresh(party).said == []
    for _ in range(3):
        ann.do(party, "say hello")
    assert "You have said a lot just now." in ann.do(party, "say hello").text
    assert len(fresh(party).said) == 3


def test_phrases_can_be_off(ann: Person, ben: Person) -> None:
    party = begun([ann, ben], phrases=False)
    assert "Say something" not in ann.get("table", party.match.key).text
    ann.do(party, "say hello")
    assert fresh(party).said == []


# ----------------------------------------------------------------------------------------------------- another game


def test_another_game_begins_when_both_have_said_yes(ann: Person, ben: Person) -> None:
    party = over(ann, ben, helps=True)
    page = ann.post("rematch", party.match.key).text
    assert "It begins when the others say yes." in page
    assert "Ann would like another game." in ben.get("table", party.match.key).text
    assert Match.objects.count() == 1
    response = ben.post("rematch", party.match.key)
    following = fresh(party).following
    assert following
    assert response.redirect_chain[-1][0] == reverse("table", args=[following.key])
    assert following.rules == party.match.rules
    assert following.party.helps
    assert set(referee.load(following.key).people.values()) == {ann.learner.pk, ben.learner.pk}
    sent = ann.get("table", party.match.key, fragment=True)
    assert sent.headers["HX-Redirect"] == reverse("table", args=[following.key])
    assert "To the next game" in ann.get("table", party.match.key).text


def test_an_offer_dies_after_half_an_hour(ann: Person, ben: Person) -> None:
    party = over(ann, ben)
    ann.post("rematch", party.match.key)
    old = (timezone.now() - rematch.OFFER - timedelta(seconds=1)).isoformat()
    Party.objects.filter(pk=party.pk).update(offers={"0": old})
    assert "would like another game" not in ben.get("table", party.match.key).text
    ben.post("rematch", party.match.key)
    assert Match.objects.count() == 1
    assert list(fresh(party).offers) == ["1"]


def test_a_game_in_play_has_no_rematch(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    assert "moved on" in ann.post("rematch", party.match.key).text
    assert Match.objects.count() == 1


def test_a_bot_takes_the_seat_of_somebody_who_has_left(ann: Person, ben: Person) -> None:
    party = begun([ann, ben], QUICK)
    ben.do(party, "leave")
    *_, _last = through(party)
    ann.post("rematch", party.match.key)
    following = fresh(party).following
    assert following
    assert list(following.seats.values_list("learner", "level")) == [(ann.learner.pk, ""), (None, Level.CASUAL)]


# ----------------------------------------------------------------------------------------------------- lookers-on


def test_what_is_asked_is_told_with_what_is_told_of_people(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    until(party, Discarding, 0, 1)
    Seat.objects.filter(match=party.match, place=1).update(here_until=None)
    page = ann.get("table", party.match.key).text
    assert "is away." in page
    assert page.partition('id="asked">')[2].startswith("Discard 2 cards")


def test_lookers_on_see_what_lies_face_up_and_no_hand(ann: Person, ben: Person) -> None:
    party = begun([ann, ben], QUICK)
    ann.do(party, "watch")
    watch = fresh(party).watch
    assert watch
    url, client = reverse("watch", args=[watch]), Client()
    for course in through(party):
        if isinstance(course.state, Over):
            break
        response = client.get(url)
        hands = hidden(course, 0) & hidden(course, 1)
        held = hands | (hidden(course, 0) ^ hidden(course, 1))
        assert not cards_told(response, party.match.key, watch, client.cookies["csrftoken"].value) & held
        assert 'name="say"' not in response.text
    assert client.post(url).status_code == 405


def test_looking_on_can_be_taken_away(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    assert "/games/watch/" in ann.do(party, "watch").text
    watch = fresh(party).watch
    assert watch
    shown = ben.get("table", party.match.key, fragment=True).text
    assert "This table is open to lookers-on" in shown, "an open page is told"
    assert 'value="unwatch"' in shown
    assert "You are looking on at Ann and Ben." in Client().get(reverse("watch", args=[watch])).text
    ben.do(party, "unwatch")
    found, never = (Client().get(reverse("watch", args=[token])) for token in (watch, "never-given"))
    assert found.status_code == never.status_code == 404
    assert "Whoever plays there may have withdrawn it" in found.text
    assert found.text.replace(watch, "never-given") == never.text, "it tells nothing of what there was"
    ben.do(party, "watch")
    assert fresh(party).watch != watch


def test_the_address_for_lookers_on_is_in_sight_and_can_be_copied(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    page = ann.do(party, "watch").text
    assert re.search(r"<details open>\s*<summary>The table</summary>", page)
    assert 'data-copies="watch"' in page


def test_nobody_leaves_a_game_that_is_over(ann: Person, ben: Person) -> None:
    party = begun([ann, ben], QUICK)
    assert "Leave the game" in ann.get("table", party.match.key).text
    for _course in through(party):
        pass
    assert "Leave the game" not in ann.get("table", party.match.key).text
    fragment = ann.get("table", party.match.key, fragment=True).text
    assert '<div id="leaving" hx-swap-oob="innerHTML"></div>' in fragment, "an open page is told"


def test_who_takes_their_seat_back_can_leave_again(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ann.do(party, "leave")
    page = ann.get("table", party.match.key).text
    assert "Leave the game" not in page
    (button,) = re.findall(r"<button[^>]*id=\"take-seat\"[^>]*>", page)
    (form,) = re.findall(r"<form[^>]*id=\"at-table\"[^>]*>", page)
    assert 'form="at-table"' in button
    assert "hx-" not in form, "the whole page is loaded, with its folds"
    assert "Leave the game" in ann.do(party, "back").text


def test_a_table_that_did_not_begin_is_not_said_to_wait(ann: Person) -> None:
    party = waiting(ann)
    assert "A table that waits for people" in ann.get("people").text
    ann.do(party, "give-up")
    page = ann.get("people").text
    assert "A table whose game did not begin" in page
    assert "waits for people" not in page


def test_lookers_on_are_taken_along_to_the_next_game(ann: Person, ben: Person) -> None:
    party = over(ann, ben)
    ann.do(party, "watch")
    for who in (ann, ben):
        who.post("rematch", party.match.key)
    following, watch = fresh(party).following, fresh(party).watch
    assert following
    assert watch
    assert following.party.watch
    page = Client().get(reverse("watch", args=[watch]))
    assert reverse("watch", args=[following.party.watch]) in page.text


# ------------------------------------------------------------------------------------------------ whom one knows


def test_open_tables_are_shown_to_people_one_has_played_with(ann: Person, ben: Person) -> None:
    begun([ann, ben])
    stranger = person("Eve")
    party = waiting(ann)
    unlisted = waiting(ann, listed=False)
    assert party.invitation in ben.get("people").text
    for who, invitation in ((stranger, party.invitation), (ben, unlisted.invitation), (ann, party.invitation)):
        assert invitation not in who.get("people").text


def test_open_tables_are_shown_to_members_of_ones_classes(ann: Person, ben: Person) -> None:
    organiser = person("Eve")
    classroom = Classroom.objects.create(name="Tuesday", code="ABC", organiser=organiser.learner)
    for who in (ann, ben):
        Membership.objects.create(classroom=classroom, learner=who.learner, called="x")
    party = waiting(ann)
    for who in (ben, organiser):
        assert party.invitation in who.get("people").text
    Membership.objects.filter(learner=ben.learner).delete()
    assert party.invitation not in ben.get("people").text


def test_somebody_who_is_blocked_finds_no_table_and_is_unblocked_again(ann: Person, ben: Person) -> None:
    shared = begun([ann, ben])
    assert "Blocked." in ann.do(shared, "block 1").text
    party = waiting(ann)
    assert party.invitation not in ben.get("people").text
    assert waiting(ben).invitation not in ann.get("people").text
    page = ann.get("people").text
    assert "Unblock" in page
    ann.post("people", unblock=Block.objects.get().pk)
    assert party.invitation in ben.get("people").text


@pytest.mark.parametrize("place", ["0", "5", "x"])
def test_only_another_person_at_the_table_is_blocked(ann: Person, ben: Person, place: str) -> None:
    assert "Blocked." not in ann.do(begun([ann, ben]), f"block {place}").text
    assert not Block.objects.exists()


def test_nobody_plays_again_with_whom_they_have_blocked(ann: Person, ben: Person) -> None:
    party = over(ann, ben)
    ann.post("rematch", party.match.key)
    ann.do(party, "block 1")
    assert "does not want to play with you" in ben.post("rematch", party.match.key).text
    assert Match.objects.count() == 1


# ------------------------------------------------------------------------------------------------- results, and leaving


def test_sharing_shows_finished_games_only_and_nobodys_login(ann: Person) -> None:
    other = person()
    Learner.objects.filter(pk=other.learner.pk).update(name="secret-login")
    party = over(ann, other)
    other.post("share", party.match.key, shared="1")
    match = Match.objects.get()
    page = Client().get(reverse("shared", args=[match.share]))
    assert page.status_code == 200
    assert "secret-login" not in page.text
    unfinished = begun([ann, other])
    other.post("share", unfinished.match.key, shared="1")
    match = Match.objects.get(pk=unfinished.pk)
    assert Client().get(reverse("shared", args=[match.share])).status_code == 404


def test_a_game_that_was_ended_shows_no_cards_to_anybody(ann: Person, ben: Person) -> None:
    party = begun([ann, ben])
    ann.do(party, "leave")
    ben.do(party, "end")
    assert fresh(party).match.finished_games().count() == 0
    assert ben.get("record", party.match.key).status_code == 404
    assert ben.get("games").status_code == 200
    assert ben.post("judge_games").status_code == 200
    assert not Result.objects.filter(games__gt=0).exists()


@pytest.mark.parametrize("gone", [0, 1])
def test_a_deleted_account_leaves_the_others_game_whole(ann: Person, ben: Person, gone: int) -> None:
    party = begun([ann, ben], QUICK)
    until(party, Pegging)
    stays = (ann, ben)[1 - gone]
    (ann, ben)[gone].learner.delete()
    match = Match.objects.get()
    assert match.owner == stays.learner
    assert "Somebody who has left" in stays.get("table", party.match.key).text
    *_, last = through(party)
    assert isinstance(last.state, Over)
    assert set(Result.objects.filter(games=1).values_list("learner", flat=True)) == {stays.learner.pk}
    assert stays.get("review", party.match.key, 1).status_code == 200
    assert "Somebody who has left" in stays.get("games").text


def test_when_all_are_deleted_so_is_the_game(ann: Person, ben: Person) -> None:
    begun([ann, ben])
    waiting(ann)
    Learner.objects.filter(pk__in=[ann.learner.pk, ben.learner.pk]).delete()
    assert not Match.objects.exists()


def test_a_guest_who_logs_in_keeps_the_seat(ann: Person) -> None:
    guest = person()
    party = begun([ann, guest])
    account = person("Ben")
    merging.merge(guest.learner, account.learner)
    assert account.get("table", party.match.key).status_code == 200
    course = step(referee.load(party.match.key))
    assert set(course.people.values()) == {ann.learner.pk, account.learner.pk}


def test_two_who_become_one_leave_a_bot_in_the_other_seat() -> None:
    guest, account = person(), person("Ben")
    party = begun([account, guest], QUICK)
    merging.merge(guest.learner, account.learner)
    assert seat(party, 1).learner is None
    *_, last = through(party)
    assert isinstance(last.state, Over)


def test_people_of_one_table_are_counted_apart_from_bots(ann: Person, ben: Person) -> None:
    over(ann, ben)
    mixed = begun([ann, ben], Rules(seats=3, sides=3, target=31), Level.CASUAL)
    *_, _last = through(mixed)
    assert set(Result.objects.filter(games__gt=0).values_list("level", flat=True)) == {"people", "mixed"}
    assert waited_for(_last.state) == ()
