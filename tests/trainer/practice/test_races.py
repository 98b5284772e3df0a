"""Races: everybody runs the same sprint, once; the host starts it, and results come in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game.models import Block
from tests.game.together.duels import difference, whole
from tests.game.together.seated import Person, at_once, person
from tests.trainer.drills.samples import HAND, asked
from tests.trainer.practice.racing import (
    MINUTE,
    answer,
    counted_down,
    finish,
    fresh,
    racer,
    sitting,
    started,
    time_passes,
    waiting,
)
from trainer.classes import classrooms
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Learner, Race, Racer, Run
from trainer.practice import races, rules
from trainer.practice.races import RaceFault, RaceRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Person:
    """The host."""
    return person("Ann")


@pytest.fixture
def ben() -> Person:
    """Somebody who has the link."""
    return person("Ben")


def page(who: Person, race: Race, *, fragment: bool = False) -> Any:
    """The page of a race, or its fragment."""
    return who.get("race", race.token, fragment=fragment)


def press(who: Person, race: Race, deed: str) -> Any:
    """What comes of a button on it."""
    return who.post("race", race.token, do=deed)


def own_result(shown: str) -> dict[str, str]:
    """The figures that somebody is shown of their own run, by name."""
    return dict(re.findall(r"<dt>(\w+)</dt><dd>(\w+)<", shown))


ONE_MISSED = "3\N{NO-BREAK SPACE}right, 1\N{NO-BREAK SPACE}wrong"
"""A result of which no number stands apart from its word."""


def table(who: Person, race: Race) -> list[tuple[str, str, str]]:
    """The places, names and results that somebody is shown."""
    return [(row.place, row.name, row.result) for row in page(who, race).context["rows"]]


# ------------------------------------------------------------------------------------------------------ making one


def test_the_form_makes_a_race_that_waits(client: Client) -> None:
    assert client.get(reverse("races")).status_code == 200
    response = client.post(reverse("races"), {"drill": "muggins", "seconds": "180"})
    race = Race.objects.get()
    assert response["Location"] == reverse("race", args=[race.token])
    assert race.settings == "muggins sprint 180"
    assert (race.started_at, race.racers.count()) == (None, 0)
    shown = client.get(response["Location"]).text
    assert f"/races/{race.token}/" in shown
    assert "Start the race" in shown
    assert race.token in client.get(reverse("races")).text


@pytest.mark.parametrize("fields", [{"drill": "choose"}, {"drill": "x"}, {"seconds": "0"}, {"seconds": "soon"}, {}])
def test_what_cannot_be_raced_is_said(client: Client, fields: dict[str, str]) -> None:
    usual = {"drill": "count", "seconds": "60"} if fields else {}
    response = client.post(reverse("races"), {**usual, **fields})
    assert "The race is not made yet" in response.text
    assert not Race.objects.exists()


def test_a_host_has_twelve_races_that_wait_at_most(ann: Person) -> None:
    for _ in range(races.MOST_OPEN // 2):
        waiting(ann)
        races.make(ann.learner, MINUTE, together=False)
    for start in ("together", "apart"):
        assert "Start or close one first" in ann.post("races", drill="count", seconds="60", start=start).text
    assert Race.objects.count() == races.MOST_OPEN


# --------------------------------------------------------------------------------------------------- ready, and start


def test_to_open_the_link_takes_no_place(ann: Person, client: Client) -> None:
    race, learners = waiting(ann, ann), Learner.objects.count()
    shown = client.get(reverse("race", args=[race.token]))
    assert "I am ready" in shown.text
    assert "Ann" in shown.text
    assert (race.racers.count(), Learner.objects.count()) == (1, learners)
    client.post(reverse("race", args=[race.token]), {"do": "ready"})
    assert (race.racers.count(), Learner.objects.count()) == (2, learners + 1)


def test_who_is_ready_twice_is_there_once_and_can_step_back(ann: Person, ben: Person) -> None:
    race = waiting(ann)
    press(ben, race, "ready")
    press(ben, race, "ready")
    assert race.racers.count() == 1
    assert "Waiting for Ann to start" in page(ben, race).text
    press(ben, race, "not-ready")
    press(ben, race, "not-ready")
    assert race.racers.count() == 0


def test_who_has_no_name_is_asked_for_one(ann: Person, client: Client) -> None:
    race = waiting(ann, ann)
    url = reverse("race", args=[race.token])
    assert "Your name" in client.get(url).text
    assert "A name can have letters" in client.post(url, {"do": "ready", "public_name": "!?"}).text
    assert race.racers.count() == 1
    client.post(url, {"do": "ready", "public_name": "ann"})
    assert [row.name for row in page(ann, race).context["rows"]] == ["You", "ann (2)"]
    assert [row.name for row in client.get(url).context["rows"]] == ["Ann", "You"]


@pytest.mark.parametrize("deed", ["start", "close", "again", "", "nothing"])
def test_only_the_host_starts_it(ann: Person, ben: Person, deed: str) -> None:
    race = waiting(ann, ann, ben)
    assert press(ben, race, deed).status_code == 404
    assert fresh(race).started_at is None


def test_a_race_needs_two(ann: Person) -> None:
    race = waiting(ann, ann)
    assert "A race needs at least two who are ready." in press(ann, race, "start").text
    press(ann, race, "not-ready")
    assert "A race needs at least two who are ready." in press(ann, race, "start").text
    assert not Run.objects.exists()


def test_the_start_gives_everybody_the_same_questions(ann: Person, ben: Person) -> None:
    eve = person("Eve")
    race = waiting(ann, ann, ben)
    press(ann, race, "start")
    counted_down(race)
    press(eve, race, "late")
    asked = {who.learner.pk: [answer(race, who) for _ in range(5)] for who in (ann, ben, eve)}
    assert len(set(map(tuple, asked.values()))) == 1
    assert len(set(asked[ann.learner.pk])) == 5
    press(ann, race, "start")
    assert Run.objects.filter(race=race).count() == 3


def test_the_start_lies_ahead_and_is_the_same_for_all(ann: Person, ben: Person, client: Client) -> None:
    """Until it has come nobody sees their question or answers it, whether their page runs scripts or not."""
    race, eve = waiting(ann, ann, ben), person("Eve")
    shown = press(ann, race, "start")
    race = fresh(race)
    assert race.started_at
    assert timedelta(0) < race.started_at - timezone.now() <= rules.AHEAD
    assert {run.begun_at for run in Run.objects.filter(race=race)} == {race.started_at}
    own = Run.objects.get(race=race, learner=ben.learner)
    url, lobby = reverse("run", args=[own.key]), reverse("race", args=[race.token])
    assert "Get ready" in shown.text
    assert page(ben, race)["Refresh"].endswith(f"url={url}")
    assert page(eve, race)["Refresh"].endswith(f"url={lobby}")
    assert ben.client.get(url)["Location"] == lobby
    assert ben.client.post(url, {"number": "0", "claim": "4"})["Location"] == lobby
    assert Run.objects.get(pk=own.pk).number == 0
    told = page(ben, race)
    assert news(client, told) == 204
    counted_down(race)
    assert news(client, told) == 200
    assert ben.client.get(url).status_code == 200
    assert "Refresh" not in page(ben, race)


@pytest.mark.parametrize("together", [True, False])
def test_that_the_clock_waits_for_an_answer_is_said_only_where_it_does(
    ann: Person, ben: Person, together: bool
) -> None:
    if together:
        race = started(ann, ann, ben)
    else:
        ann.post("races", drill="count", seconds="60", start="apart")
        race = Race.objects.get()
        press(ann, race, "late")
    shown = ann.client.get(reverse("run", args=[sitting(race, ann).key])).text
    assert ("The clock starts with your first answer." in shown) is not together


def test_who_does_not_come_has_run_all_the_same(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    finish(race, ann, 1)
    Racer.objects.filter(learner=ben.learner).update(ends_at=timezone.now())
    assert table(ann, race) == [("1", "You", "1 right"), ("2", "Ben", "0 right")]


def test_a_race_can_be_run_apart(ann: Person, ben: Person, client: Client) -> None:
    ann.post("races", drill="count", seconds="60", start="apart")
    race, eve = Race.objects.get(), person("Eve")
    assert "Nobody has run it yet." in page(ann, race).text
    assert "Run it whenever you like, once" in page(ben, race).text
    for who, right in ((ben, 2), (eve, 1)):
        told = page(ann, race)
        shown = press(who, race, "late")
        assert shown.redirect_chain[-1][0] == reverse("run", args=[sitting(race, who).key])
        assert racer(race, who).ends_at is None, "the clock starts with the first answer"
        assert news(client, told) == 200
        answer(race, who)
        assert racer(race, who).ends_at
        assert page(ann, race).context["winner"] == ""
        finish(race, who, right - 1)
    assert table(ann, race) == [("1", "Ben", "2 right"), ("2", "Eve", "1 right")]
    assert page(ann, race).context["winner"] == "Ben is ahead by 1 right answer"
    assert page(ben, race).context["winner"] == "You are ahead by 1 right answer"
    press(ann, race, "again")
    following = fresh(race).following
    assert following
    assert not following.together
    press(ann, race, "close")
    assert "nobody new can come in" in press(person(), race, "late").text


def test_a_host_need_not_run(ann: Person, ben: Person) -> None:
    race = started(ann, ben, person())
    assert not Run.objects.filter(learner=ann.learner).exists()
    assert "Race again" in page(ann, race).text


def test_the_clock_is_that_of_a_sprint_and_stops_for_nobody(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    assert race.started_at
    assert racer(race, ann).ends_at == racer(race, ben).ends_at == race.started_at + timedelta(seconds=60)
    answer(race, ann)
    answer(race, ann, right=False)
    now = sitting(race, ann)
    assert racer(race, ann).ends_at == race.started_at + timedelta(seconds=50), "ten are lost"
    for command in ("pause", "hint"):
        response = ann.post("run", now.key, **{command: "1"})
        assert sitting(race, ann).standing.paused_at is None
        assert not sitting(race, ann).hinted
        assert response.status_code == 200
    shown = ann.get("run", now.key).text
    assert "Pause" not in shown
    assert 'name="hint"' not in shown
    assert "Link to this question" not in shown


def test_the_run_leads_to_the_results(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    finish(race, ann, 2)
    key = Run.objects.get(race=race, learner=ann.learner).key
    assert ann.client.get(reverse("run", args=[key]))["Location"] == reverse("race", args=[race.token])
    assert reverse("race", args=[race.token]) in ann.get("summary", key).text


# ----------------------------------------------------------------------------------------------------------- results


def test_results_grow_as_people_finish(ann: Person, ben: Person) -> None:
    eve = person("Eve")
    race = started(ann, ann, ben, eve)
    assert {result for _place, _name, result in table(ann, race)} == {"still running"}
    answer(race, ben)
    assert ("", "Ben", "still running") in table(ann, race)
    finish(race, ann, 3, missed=1)
    assert table(ann, race)[0] == ("1", "You", ONE_MISSED)
    assert page(ann, race).context["winner"] == ""
    finish(race, ben, 3)
    assert table(ann, race)[:2] == [("1", "Ben", "4 right"), ("2", "You", ONE_MISSED)]
    answer(race, eve)
    shown = page(eve, race)
    assert "Your clock is running." in shown.text
    assert 50 < shown.context["left"] <= 60
    assert f">{shown.context['clock']}</span>" in shown.text
    felt = shown.text.index('"bleed felt')
    assert felt < shown.text.index('id="clock"') < shown.text.index('id="run"') < shown.text.index(">Results<")
    assert "say what it is worth" not in shown.text, "no other hand beside a clock that runs"
    assert not page(ann, race).context["clock"], "theirs is over"
    assert own_result(host := page(ann, race).text) == {"Place": "2", "Right": "3", "Wrong": "1"}
    assert own_result(shown.text) == {"Right": "1"}, "so far"
    told = ('id="own-result"', "See how it went", ">Results<", "Your link", "Close the race")
    assert sorted(told, key=host.index) == list(told)
    assert "started ·" in ann.get("races").text
    time_passes(race, eve)
    assert "finished ·" in ann.get("races").text
    assert table(eve, race)[2] == ("3", "You", "1 right")
    assert 'id="winner">Ben wins by 1 right answer</p>' in page(eve, race).text
    assert 'id="winner">You win by 1 right answer</p>' in page(ben, race).text


def test_a_race_that_is_over_offers_one_thing_first(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    for who in (ann, ben):
        finish(race, who, 2)
    races.close(race.token, ann.learner)
    run = reverse("summary", args=[sitting(race, ben).key])
    for who, first in ((ann, "See how it went"), (ben, "See how it went"), (person("Eve"), "Make your own race")):
        buttons = re.findall(r'class="button ([^"]+)"[^>]*>([^<]+)<', page(who, race).text)
        assert [name for look, name in buttons if "button-plain" not in look] == [first]
    assert f'href="{run}"' in page(ben, race).text


def test_who_has_run_a_closed_race_is_offered_one_of_their_own(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    for who in (ann, ben):
        finish(race, who, 2)
    assert "Make your own race" not in page(ben, race).text, "the host may race again, which takes all along"
    races.close(race.token, ann.learner)
    assert "Make your own race" in page(ben, race).text
    assert "Make your own race" not in page(ann, race).text
    press(ann, race, "again")
    assert "Make your own race" not in page(ben, race).text


class TestStripOfARun:
    """Above the questions it says that this is a race, and what is to be beaten of those who are over."""

    def told(self, who: Person, race: Race) -> str:
        """What the page of somebody's run calls it."""
        return str(who.get("run", sitting(race, who).key).context["strip"].settings)

    def test_nothing_is_told_of_who_still_runs(self, ann: Person, ben: Person) -> None:
        race = started(ann, ann, ben)
        answer(race, ann)
        assert self.told(ben, race) == "Race · Count · Sprint, 1 min"

    def test_the_best_of_the_others_that_are_over_is_to_be_beaten(self, ann: Person, ben: Person) -> None:
        eve, leo = person("Eve"), person("Leo")
        race = started(ann, ann, ben, eve, leo)
        finish(race, leo, 0, missed=1)
        assert self.told(ben, race) == "Race · Count · Sprint, 1 min"
        finish(race, ann, 1)
        finish(race, eve, 2)
        assert self.told(ben, race) == "Race · Eve: 2 right"

    def test_another_run_is_not_called_a_race(self, ann: Person) -> None:
        shown = ann.client.get(asked(HAND, mode=Mode.SPRINT, seconds=60))
        assert shown.context["strip"].settings == "Count · Sprint, 1 min"


def test_who_ties_shares_a_place(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    for who in (ann, ben):
        finish(race, who, 2)
    assert [place for place, _name, _result in table(ann, race)] == ["1", "1"]
    assert page(ann, race).context["winner"] == "You share the first place with Ben"
    assert page(ben, race).context["winner"] == "You share the first place with Ann"
    assert page(person("Eve"), race).context["winner"] == "Ann and Ben share the first place"


def test_nobody_wins_without_a_right_answer(ann: Person, ben: Person) -> None:
    race, apart = started(ann, ann, ben), races.make(ann.learner, MINUTE, together=False)
    for who in (ann, ben):
        races.run_later(apart.token, who.learner)
    for who, missed in ((ann, 0), (ben, 2)):
        finish(race, who, 0, missed=missed)
        answer(apart, who, right=False)
        finish(apart, who, 0)
    for who in (ann, ben):
        assert page(who, race).context["winner"] == "Nobody has a right answer"
        assert page(who, apart).context["winner"] == "Nobody has a right answer yet"
        for raced in (race, apart):
            assert [place for place, _name, _result in table(who, raced)] == ["", ""]
            assert ">Place</dt>" not in page(who, raced).text


def test_who_comes_late_is_marked_and_takes_no_place(ann: Person, ben: Person) -> None:
    eve = person("Eve")
    race = started(ann, ann, ben)
    finish(race, ann, 1)
    shown = page(eve, race).text
    assert "<h1>Ann’s race</h1>" in shown, "nobody is invited to what has begun without them"
    order = ("You can still run it", "Each wrong answer costs 10 seconds.", "Run it now", ">Results<")
    assert sorted(order, key=shown.index) == list(order)
    assert "has already started" in press(eve, race, "ready").text
    assert not Racer.objects.filter(learner=eve.learner).exists()
    shown = press(eve, race, "late")
    assert shown.redirect_chain[-1][0] == reverse("run", args=[sitting(race, eve).key])
    press(eve, race, "late")
    finish(race, eve, 3)
    assert table(ann, race)[0][0] == "1"
    assert table(ann, race)[1:] == [("", "Ben", "still running"), ("late", "Eve", "3 right")]
    assert "You: 3 right, but late, so no place" in page(eve, race).text
    assert '<span class="chip">late</span>' in page(eve, race).text
    assert 'width="100" height="8" fill="var(--edge)"></rect>' in page(eve, race).text, "a bar to be seen on any row"
    assert page(eve, race).context["ahead"] == "Ann is ahead", "while Ben still runs"


def test_nobody_has_missed_a_race_during_the_countdown_nor_the_host_one_that_runs(ann: Person, ben: Person) -> None:
    race, eve, told = waiting(ann, ben, person()), person("Eve"), "You can still run it"
    press(ann, race, "start")
    for who in (ann, ben, eve):
        shown = page(who, race).text
        assert "Get ready" in shown
        assert told not in shown
    counted_down(race)
    assert [told in page(who, race).text for who in (ann, ben, eve)] == [False, False, True]


def test_who_comes_late_reads_once_that_they_take_no_place(ann: Person, ben: Person) -> None:
    """Also where the race is decided, and a host who has not come in."""
    race, eve = started(ann, ben, person("Dan")), person("Eve")
    told = "The others have started: your result is marked as late."

    def reads(who: Person) -> None:
        shown = page(who, race).text
        assert shown.count(told) == 1
        assert shown.index(told) < shown.index("Run it now")
        assert "Run it whenever you like" not in shown

    reads(ann)
    reads(eve)
    for each in Racer.objects.filter(race=race):
        Racer.objects.filter(pk=each.pk).update(ends_at=timezone.now())
    assert page(eve, race).context["winner"]
    reads(ann)
    reads(eve)
    assert told not in page(ben, race).text


def test_who_is_invited_reads_by_whom_to_what_and_what_a_wrong_answer_costs(ann: Person, ben: Person) -> None:
    race = waiting(ann, ann)
    shown = page(ben, race).text
    assert shown.index("say what it is worth") < shown.index("I am ready") < shown.index("Who is ready")
    for told in ("Ann invites you to a race", "say what it is worth", "Each wrong answer costs 10 seconds."):
        assert told in shown
    assert "<h1>Your race</h1>" in page(ann, race).text
    press(ben, race, "ready")
    assert "<h1>Ann’s race</h1>" in page(ben, race).text


def test_nobody_runs_before_the_start(ann: Person, ben: Person) -> None:
    race = waiting(ann, ann)
    assert "The race has not started yet." in press(ben, race, "late").text
    assert not Run.objects.exists()


def test_nobody_sees_a_question_during_the_countdown(ann: Person, ben: Person, client: Client) -> None:
    race, eve = waiting(ann, ann, ben), person("Eve")
    races.start(race.token, ann.learner)
    learners = Learner.objects.count()
    for told in (press(eve, race, "late"), client.post(reverse("race", args=[race.token]), {"do": "late"})):
        assert "The race has not started yet." in told.text
    assert (Run.objects.count(), Learner.objects.count()) == (2, learners)
    counted_down(race)
    press(eve, race, "late")
    assert Run.objects.filter(learner=eve.learner).exists()


def test_the_host_is_called_as_in_the_list(ann: Person) -> None:
    other, ben = person("Eve", public="Ann"), person("Ben")
    race = waiting(ann, other, ann)
    assert "Ann (2) invites you to a race" in page(ben, race).text
    assert "Waiting for Ann (2) to start" in page(other, race).text


def test_a_host_who_does_not_run_is_told_apart_from_those_who_do(ann: Person) -> None:
    others, eve = [person("Flo", public="Ann"), person("Gus", public="Ann")], person("Eve")
    race = waiting(ann, *others)
    assert [row.name for row in page(eve, race).context["rows"]] == ["Ann", "Ann (2)"]
    assert "Ann (3) invites you to a race" in page(eve, race).text
    assert "Waiting for Ann (3) to start" in page(others[0], race).text


def test_a_host_without_a_name_is_a_number_of_the_list_or_the_host(ben: Person) -> None:
    host, eve = person(), person("Eve")
    race = waiting(host, ben)
    assert "You are invited to a race" in page(eve, race).text
    assert "Waiting for the host to start" in page(ben, race).text
    press(host, race, "ready")
    assert "Player 2 invites you to a race" in page(eve, race).text
    assert "Waiting for Player 2 to start" in page(ben, race).text


def test_only_the_page_of_somebody_ready_asks_on_while_it_is_hidden(ann: Person, ben: Person) -> None:
    race, eve = waiting(ann, ann, ben), person("Eve")
    assert [" data-awake" in page(who, race).text for who in (ann, ben, eve)] == [True, True, False]
    assert "Keep this page in front" in page(ben, race).text
    races.start(race.token, ann.learner)
    assert " data-awake" not in page(ben, race, fragment=True).text


def test_again_takes_all_to_the_next_race(ann: Person, ben: Person) -> None:
    race = started(ann, ann, ben)
    shown = press(ann, race, "again")
    following = fresh(race).following
    assert following
    assert shown.redirect_chain[-1][0] == reverse("race", args=[following.token])
    assert press(ann, race, "again").redirect_chain[-1][0] == reverse("race", args=[following.token])
    assert Race.objects.count() == 2
    assert (following.settings, following.seed == race.seed) == (race.settings, False)
    assert page(ben, race, fragment=True)["HX-Redirect"] == reverse("race", args=[following.token])
    assert following.token in page(ben, race).text
    assert "not started" in press(ann, following, "again").text


def test_a_closed_race_lets_nobody_in(ann: Person, ben: Person) -> None:
    race, eve = started(ann, ann, ben), person("Eve")
    press(ann, race, "close")
    shown = page(eve, race).text
    assert shown.index(">Results<") < shown.index("nobody new can come in") < shown.index("Make your own race")
    assert "nobody new can come in" in press(eve, race, "late").text
    finish(race, ben, 1)
    waits = waiting(ann, ann, ben)
    press(ann, waits, "close")
    assert "closed" in press(ann, waits, "start").text
    assert "This race is closed" in page(eve, waits).text
    learners = Learner.objects.count()
    assert "nobody new can come in" in Client().post(reverse("race", args=[waits.token]), {"do": "ready"}).text
    assert Learner.objects.count() == learners


def test_a_race_has_forty_people_at_most(ann: Person, ben: Person) -> None:
    race = waiting(ann)
    Racer.objects.bulk_create(Racer(race=race, learner=Learner.objects.create_guest()) for _ in range(races.MOST))
    assert "This race is full" in press(ben, race, "ready").text
    assert race.racers.count() == races.MOST
    races.start(race.token, ann.learner)
    assert len({run.asked for run in Run.objects.filter(race=race)}) == 1
    assert "This race is full" in press(ben, race, "late").text


@pytest.mark.parametrize("blocks", ["host", "other"])
def test_who_is_blocked_does_not_come_in(ann: Person, ben: Person, blocks: str) -> None:
    race = waiting(ann, ann)
    pair = (ann, ben) if blocks == "host" else (ben, ann)
    Block.objects.create(blocker=pair[0].learner, blocked=pair[1].learner)
    said = "does not want to play with you" if blocks == "host" else "You have blocked whoever hosts this race"
    assert said in press(ben, race, "ready").text
    assert race.racers.count() == 1


def test_a_race_whose_host_has_left_says_so_and_nobody_waits_for_it(ann: Person, ben: Person, client: Client) -> None:
    race, eve = waiting(ann, ann, ben), person("Eve")
    shown = page(ben, race)
    ann.learner.delete()
    assert news(client, shown) == 200
    for who in (ben, eve):
        shown = page(who, race)
        assert "it will not start" in shown.text
        assert "The host starts it" not in shown.text
        assert shown.context["news"].steps == "0:0"
        assert [row.name for row in shown.context["rows"]] == ["You" if who is ben else "Ben"]
    assert "it will not start" in press(eve, race, "ready").text
    assert "closed" in ben.get("races").text


def test_who_leaves_before_the_start_is_no_longer_there(ann: Person, ben: Person, client: Client) -> None:
    race = waiting(ann, ann, ben)
    shown = page(ann, race)
    ben.learner.delete()
    assert news(client, shown) == 200
    assert [row.name for row in page(ann, race).context["rows"]] == ["You"]
    assert "1 person" in ann.get("races").text
    assert "A race needs at least two" in press(ann, race, "start").text


def test_a_page_stops_asking_for_news_after_a_day(ann: Person) -> None:
    assert page(ann, waiting(ann, ann)).context["news"].steps.endswith(" 86400:0")


def test_a_refusal_is_told_once(ann: Person, ben: Person) -> None:
    race = waiting(ann, ann)
    Block.objects.create(blocker=ann.learner, blocked=ben.learner)
    assert press(ben, race, "ready").text.count("does not want to play with you") == 1
    assert page(ben, race).text.count("does not want to play with you") == 1


def test_a_race_that_goes_while_it_is_read_is_not_found(
    ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = waiting(ann, ann)
    monkeypatch.setattr(races, "refusal", lambda _race, _learner: Race.objects.get(token="gone"))
    assert press(ben, race, "ready").status_code == 404


def test_results_outlive_those_who_leave(ann: Person, ben: Person) -> None:
    race, eve = started(ann, ann, ben), person("Eve")
    finish(race, ann, 2)
    finish(race, ben, 1)
    ann.learner.delete()
    assert table(ben, race) == [("1", "Somebody who has left", "2 right"), ("2", "You", "1 right")]
    assert press(eve, race, "late").status_code == 200
    assert press(ben, race, "again").status_code == 404


def test_an_address_that_nobody_gave_is_not_found(client: Client) -> None:
    assert client.get(reverse("race", args=["nothing"])).status_code == 404
    assert client.post(reverse("race", args=["nothing"]), {"do": "ready"}).status_code == 404


# -------------------------------------------------------------------------------------------------------------- news


def news(client: Client, shown: Any) -> int:
    """The status of the answer to a page that asks for news."""
    return int(client.get(shown.context["news"].url).status_code)


def test_a_page_is_told_that_something_has_happened(ann: Person, ben: Person, client: Client) -> None:
    race = waiting(ann, ann)
    deeds = (
        lambda: press(ben, race, "ready"),
        lambda: press(ann, race, "start"),
        lambda: counted_down(race),
        lambda: finish(race, ann, 1),
        lambda: time_passes(race, ben),
        lambda: press(ann, race, "again"),
    )
    for deed in deeds:
        shown = page(ann, race)
        assert news(client, shown) == 204
        deed()
        assert news(client, shown) == 200
    assert client.get(reverse("race_since", args=["nothing", "1-0"])).status_code == 200


PAGES = ("home", "drills", "races")
"""Where whoever has left the page of a race hears of it."""


def heard(who: Person) -> set[str]:
    """What somebody is told of races that they have run, on any of these pages."""
    told = {"All have finished the race that you ran.", "Somebody has run the same race as you."}
    found = [{each for each in told if each in who.get(name).text} for name in PAGES]
    assert found[0] == found[1] == found[2]
    return found[0]


def test_who_has_run_a_race_hears_elsewhere_that_all_have_finished(ann: Person, ben: Person) -> None:
    eve, gus = person("Eve"), person("Gus")
    race = started(ann, ann, ben, eve)
    finish(race, ann, 1)
    page(ann, race)
    answer(race, eve)
    finish(race, ben, 2)
    assert heard(ann) == heard(ben) == set(), "one still runs"
    time_passes(race, eve)
    assert heard(ann) == heard(ben) == heard(eve) == {"All have finished the race that you ran."}
    assert heard(gus) == set()
    assert reverse("race", args=[race.token]) in ann.get("drills").text
    shown = page(ben, race, fragment=True)
    assert '<div id="status" hx-swap-oob="innerHTML">You win by 1 right answer</div>' in shown.text, "who waits there"
    page(ann, race)
    page(eve, race)
    assert heard(ann) == heard(ben) == heard(eve) == set(), "they have seen it"
    races.run_later(race.token, gus.learner)
    finish(race, gus, 1)
    assert heard(ann) == {"All have finished the race that you ran."}, "somebody ran it later"


def test_who_has_run_a_race_apart_hears_of_others_who_finish(ann: Person, ben: Person) -> None:
    race = races.make(ann.learner, MINUTE, together=False)
    for who in (ann, ben):
        races.run_later(race.token, who.learner)
    finish(race, ann, 1)
    answer(race, ben)
    assert heard(ann) == heard(ben) == set()
    finish(race, ben, 0)
    assert heard(ann) == heard(ben) == {"Somebody has run the same race as you."}
    for who in (ann, ben):
        page(who, race)
        assert heard(who) == set()


def test_news_of_races_costs_one_query_however_many(ann: Person, ben: Person, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        race = started(ann, ann, ben)
        for who in (ann, ben):
            time_passes(race, who)
    with django_assert_num_queries(1):
        told = races.with_news(ann.learner, timezone.now())
    assert told
    assert told.race == race, "the latest"


def test_results_can_be_looked_at_while_nothing_can_be_written(
    ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = started(ann, ann, ben)
    for who in (ann, ben):
        time_passes(race, who)

    def refused(*_args: object, **_values: object) -> int:
        raise DatabaseError

    monkeypatch.setattr(QuerySet, "update", refused)
    assert page(ann, race).status_code == 200


def test_an_answer_is_no_news(ann: Person, ben: Person, client: Client) -> None:
    race = started(ann, ann, ben)
    shown = page(ann, race)
    answer(race, ben)
    answer(race, ben, right=False)
    assert news(client, shown) == 204


def test_news_costs_one_query(ann: Person, client: Client, django_assert_num_queries: Any) -> None:
    shown = page(ann, waiting(ann, ann))
    with django_assert_num_queries(1):
        assert news(client, shown) == 204


def test_the_start_takes_those_who_wait_to_their_questions(ann: Person, ben: Person) -> None:
    race = waiting(ann, ann, ben)
    waits = page(ben, race, fragment=True)
    assert "HX-Redirect" not in waits
    races.start(race.token, ann.learner)
    own = reverse("run", args=[Run.objects.get(race=race, learner=ben.learner).key])
    counts = page(ben, race, fragment=True)
    assert f'data-opens="{own}"' in counts.text
    assert "HX-Redirect" not in counts
    counted_down(race)
    assert page(ben, race, fragment=True)["HX-Redirect"] == own
    answer(race, ben)
    assert "HX-Redirect" not in page(ben, race, fragment=True)


def test_news_leaves_readers_of_results_whose_clock_waits_for_them(ann: Person, ben: Person) -> None:
    apart, eve = races.make(ann.learner, MINUTE, together=False), person("Eve")
    for race in (apart, started(ann, ann, ben)):
        press(eve, race, "late")
        assert "HX-Redirect" not in page(eve, race, fragment=True)
        assert "Run now" in page(eve, race, fragment=True).text


@pytest.mark.once("what pages keep silent about")
def test_no_page_tells_of_questions_or_of_running_answers(ann: Person, ben: Person) -> None:
    """Other questions and other answers make no other page for whoever has not run yet, until somebody is over."""
    race, eve = started(ann, ann, ben), person("Eve")

    def told() -> list[bytes]:
        return [whole(each) for each in (page(eve, race), page(eve, race, fragment=True), eve.get("races"))]

    answer(race, ann)
    before = told()
    for right in (True, False, True):
        answer(race, ann, right=right)
    Race.objects.filter(pk=race.pk).update(seed=race.seed + 1)
    Run.objects.filter(race=race).update(seed=race.seed + 1, asked="4C 5S 6D JH | 4H")
    assert [difference(*pair) for pair in zip(before, told(), strict=True)] == ["", "", ""]
    finish(race, ann, 0)
    assert any(difference(*pair) for pair in zip(before, told(), strict=True))


def test_how_a_race_goes_is_told_until_one_has_run_it(ann: Person, ben: Person) -> None:
    race, told = started(ann, ann, ben), "There are no hints and no pauses."
    eve = person("Eve")
    assert told in page(eve, race).text
    finish(race, ann, 1)
    assert told not in page(ann, race).text
    assert told not in page(ben, race).text, "the clock runs"
    assert told in page(eve, race).text
    finish(race, ben, 1)
    assert told not in page(eve, race).text


# ------------------------------------------------------------------------------------------------------------ classes


def test_an_organiser_sets_a_race_for_the_class(ann: Person, ben: Person) -> None:
    classroom = classrooms.make_class(ann.learner, "Tuesday")
    classrooms.join(classroom, ben.learner, "Benno", shares=False)
    assert "A race for “Tuesday”" in ann.client.get(reverse("races"), {"class": classroom.key}).text
    ann.post("races", **{"class": classroom.key, "drill": "count", "seconds": "60"})
    race = Race.objects.get(classroom=classroom)
    for who in (ann, ben):
        assert reverse("race", args=[race.token]) in who.get("classroom", classroom.key).text
    press(ben, race, "ready")
    assert "Benno" in page(ann, race).text
    for who, told in ((ann, True), (ben, True), (person("Eve"), False)):
        assert ("Tuesday" in page(who, race).text) is told
    classroom.delete()
    assert fresh(race).classroom is None


@pytest.mark.parametrize("key", ["nothing", "\x00", "of another"])
def test_a_race_is_set_only_for_ones_own_class(ann: Person, ben: Person, key: str) -> None:
    classroom = classrooms.make_class(ann.learner, "Tuesday")
    classrooms.join(classroom, ben.learner, "Benno", shares=False)
    asked = {"class": classroom.key if key == "of another" else key, "drill": "count", "seconds": "60"}
    assert ben.client.post(reverse("races"), asked).status_code == 404
    assert ben.client.get(reverse("races"), asked).status_code == 404
    assert not Race.objects.exists()


# -------------------------------------------------------------------------------------------------------- at one moment


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """Things done at the same moment have one outcome, told to both."""

    def test_two_starts_make_one(self, ann: Person, ben: Person) -> None:
        race = waiting(ann, ann, ben)
        pages = at_once(*(lambda: press(ann, race, "start") for _ in range(2)))
        assert Run.objects.filter(race=race).count() == 2
        assert len({run.begun_at for run in Run.objects.filter(race=race)}) == 1
        assert all("Get ready" in each.text for each in pages)

    def test_ready_as_the_host_starts(self, ann: Person, ben: Person) -> None:
        race, others = waiting(ann, ann, ben), [person("Eve"), person("Flo")]
        _started, *pages = at_once(
            lambda: press(ann, race, "start"), *(lambda who=who: press(who, race, "ready") for who in others)
        )
        for who, shown in zip(others, pages, strict=True):
            is_in = Racer.objects.filter(race=race, learner=who.learner).exists()
            assert Run.objects.filter(race=race, learner=who.learner).exists() is is_in
            assert is_in or "has already started" in shown.text

    def test_stepping_back_as_the_host_starts(self, ann: Person, ben: Person) -> None:
        race = waiting(ann, ann, ben, person())
        at_once(lambda: press(ann, race, "start"), lambda: press(ben, race, "not-ready"))
        is_in = Racer.objects.filter(race=race, learner=ben.learner).exists()
        assert Run.objects.filter(race=race, learner=ben.learner).exists() is is_in

    @pytest.mark.parametrize("deed", ["ready", "late"])
    def test_two_tabs_give_one_result(self, ann: Person, ben: Person, deed: str) -> None:
        race = waiting(ann) if deed == "ready" else started(ann, ann, person())
        at_once(*(lambda: press(ben, race, deed) for _ in range(3)))
        assert Racer.objects.filter(race=race, learner=ben.learner).count() == 1
        assert Run.objects.filter(race=race, learner=ben.learner).count() == (1 if deed == "late" else 0)

    def test_two_tabs_give_one_answer(self, ann: Person, ben: Person) -> None:
        race = started(ann, ann, ben)
        key = sitting(race, ben).key
        at_once(*(lambda: ben.post("run", key, number="0", claim="4") for _ in range(3)))
        assert racer(race, ben).number == sitting(race, ben).number == 1

    def test_the_last_place_is_taken_once(self, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(races, "MOST", 2)
        race, others = waiting(ann, ann), [person("Eve"), person("Flo")]
        pages = at_once(*(lambda who=who: press(who, race, "ready") for who in others))
        assert race.racers.count() == 2
        assert sum("This race is full" in shown.text for shown in pages) == 1

    def test_the_last_race_that_a_host_may_make_is_made_once(self, ann: Person) -> None:
        for _ in range(races.MOST_OPEN - 1):
            waiting(ann)
        at_once(*(lambda: ann.post("races", drill="count", seconds="60") for _ in range(3)))
        assert Race.objects.count() == races.MOST_OPEN

    def test_two_agains_make_one_race(self, ann: Person, ben: Person) -> None:
        race = started(ann, ann, ben)
        at_once(*(lambda: press(ann, race, "again") for _ in range(2)))
        assert Race.objects.count() == 2


def test_refusals_have_sentences(ann: Person) -> None:
    race = waiting(ann, settings=Settings("peg", Mode.SPRINT, 30))
    with pytest.raises(RaceRefused) as refused:
        races.start(race.token, ann.learner)
    assert refused.value.fault is RaceFault.TOO_FEW
    assert str(MINUTE) == "count sprint 60"
