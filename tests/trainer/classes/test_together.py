"""The deals of the organiser, and races, which are set for a class."""

import re

import pytest
from django.urls import reverse

from game.models import Challenge
from tests.game.together import duels
from tests.game.together.seated import Person, person
from tests.trainer.practice.racing import MINUTE, counted_down, waiting
from trainer.classes import classrooms
from trainer.models import Classroom
from trainer.practice import races

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r'<(?:span class="button[^"]*"|a class="button button-large"[^>]*)>([\w ]+)<')


@pytest.fixture
def olga() -> Person:
    """The organiser."""
    return person("Olga")


@pytest.fixture
def anna() -> Person:
    """A member."""
    return person("Anna")


@pytest.fixture
def classroom(olga: Person, anna: Person) -> Classroom:
    """Their class."""
    found = classrooms.make_class(olga.learner, "Tuesday club")
    classrooms.join(found, anna.learner, "Annie", shares=False)
    return found


def act(who: Person, classroom: Classroom, deed: str, challenge: object) -> str:
    """The page after something is done with a challenge."""
    shown: str = who.post("classroom", classroom.key, act=deed, challenge=challenge).text
    return shown


def test_an_organiser_sets_deals_that_they_have_played(olga: Person, anna: Person, classroom: Classroom) -> None:
    assert "press “Beat me on these deals”" in olga.get("classroom", classroom.key).text
    challenge = duels.made(olga)
    assert "Set these deals" in olga.get("classroom", classroom.key).text
    assert "The deals are set" in act(olga, classroom, "set-challenge", challenge.pk)
    url = reverse("challenge", args=[challenge.token])
    for who in (olga, anna):
        assert url in who.get("classroom", classroom.key).text
    assert ">Play</span>" in anna.get("classroom", classroom.key).text
    duels.played(challenge, anna)
    assert ">Play</span>" not in anna.get("classroom", classroom.key).text
    assert "Annie" in olga.get("challenge", challenge.token).text
    assert "Anna" not in olga.get("challenge", challenge.token).text
    assert "Annie" not in person().get("challenge", challenge.token).text
    act(olga, classroom, "drop-challenge", challenge.pk)
    assert url not in anna.get("classroom", classroom.key).text
    assert duels.try_of(challenge, anna).over


@pytest.mark.parametrize("number", ["", "x", "0", "999999", "9" * 30])
def test_only_ones_own_open_challenge_is_set(olga: Person, anna: Person, classroom: Classroom, number: str) -> None:
    assert "can no longer be set" in act(olga, classroom, "set-challenge", number)
    foreign, own = duels.made(anna), duels.made(olga, chance="withdrawn")
    Challenge.objects.filter(pk=own.pk).update(withdrawn=True)
    for challenge in (foreign, own):
        assert "can no longer be set" in act(olga, classroom, "set-challenge", challenge.pk)
    act(anna, classroom, "set-challenge", foreign.pk)
    assert not classroom.challenges.exists()


def test_twenty_are_set_at_most(olga: Person, classroom: Classroom) -> None:
    challenge = duels.made(olga)
    like = {"maker": olga.learner, "rules": challenge.rules, "place": 0, "levels": challenge.levels, "number": 1}
    others = [Challenge.objects.create(**like, opening=[], seed="") for _ in range(classrooms.SET)]
    classroom.challenges.set(others)
    assert "take one back before" in act(olga, classroom, "set-challenge", challenge.pk)
    assert "The deals are set" in act(olga, classroom, "set-challenge", others[0].pk)
    act(olga, classroom, "drop-challenge", others[0].pk)
    assert "The deals are set" in act(olga, classroom, "set-challenge", challenge.pk)
    assert classroom.challenges.count() == classrooms.SET


def test_a_class_that_closes_leaves_games_and_races_whole(olga: Person, anna: Person, classroom: Classroom) -> None:
    challenge, race = duels.made(olga), waiting(olga, anna, classroom=classroom)
    classroom.challenges.add(challenge)
    classroom.delete()
    for who in (olga, anna):
        assert who.get("challenge", challenge.token).status_code == 200
        assert who.get("race", race.token).status_code == 200


def test_who_leaves_a_class_keeps_their_results(olga: Person, anna: Person, classroom: Classroom) -> None:
    challenge = duels.made(olga)
    classroom.challenges.add(challenge)
    duels.played(challenge, anna)
    anna.post("classroom", classroom.key, act="leave")
    assert anna.get("classroom", classroom.key).status_code == 404
    assert "Olga" in anna.get("challenge", challenge.token).text
    assert "Anna" in olga.get("challenge", challenge.token).text


def test_a_member_is_shown_what_waits_and_the_organiser_what_can_be_taken_back(
    olga: Person, anna: Person, classroom: Classroom
) -> None:
    challenge = duels.made(olga)
    classroom.challenges.add(challenge)
    race = waiting(olga, classroom=classroom)
    shown = anna.get("classroom", classroom.key).text
    assert BUTTON.findall(shown) == ["Join", "Play"]
    assert "0 people in the race are ready" in shown
    assert 'class="bleed felt' in shown, "a race that waits stands out"
    assert '<h2 id="open" class="visually-hidden">' in shown, "no heading without anything of its own"
    races.say_ready(race.token, anna.learner)
    shown = anna.get("classroom", classroom.key).text
    assert BUTTON.findall(shown) == ["To the race", "Play"]
    assert "1 person in the race is ready" in shown
    duels.played(challenge, anna)
    shown = olga.get("classroom", classroom.key).text
    assert not BUTTON.findall(shown)
    button = shown.partition(f'value="{challenge.pk}" aria-describedby="challenge-{challenge.pk}">')[2]
    assert button.partition("</button>")[0] == "Take back"


def test_a_race_can_be_joined_until_it_starts_or_closes_and_one_run_apart_until_one_has_run_it(
    olga: Person, anna: Person, classroom: Classroom
) -> None:
    together, apart = waiting(olga, classroom=classroom), races.make(olga.learner, MINUTE, classroom, together=False)
    assert BUTTON.findall(anna.get("classroom", classroom.key).text) == ["Join", "Join"]
    races.run_later(apart.token, anna.learner)
    races.close(together.token, olga.learner)
    assert not BUTTON.findall(anna.get("classroom", classroom.key).text)
    started = waiting(olga, olga, person("Ben"), classroom=classroom)
    races.start(started.token, olga.learner)
    counted_down(started)
    assert not BUTTON.findall(anna.get("classroom", classroom.key).text), "there is no place among the others any more"
