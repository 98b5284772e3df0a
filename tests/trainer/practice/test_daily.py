"""The daily run: the same hands for everybody, one try that counts, and a table of results."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from html import unescape
from random import Random
from statistics import fmean
from typing import ClassVar

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import timezone

from tests.words import assert_all_marked, bare
from trainer.drills.count.question import CountQuestion
from trainer.drills.hands import EVEN, EVEN_CRIBS, EVEN_HARDNESS, EVEN_ITEMS, MIX, class_of, deal_even
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.models import Attempt, Learner, Run, Stage
from trainer.practice import addresses, daily, words
from trainer.practice.daily import HANDS, SETTINGS, SHOWN, results, seed_of
from trainer.practice.eligibility import NotCounted
from trainer.practice.state import Sitting

DAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
QUESTION = "4C 5S 6D JH | 4H"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to noon of the day."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def somebody(public_name: str | None) -> Learner:
    """Return an account with this public name."""
    return Learner.objects.create(name=f"account {Learner.objects.count()}", public_name=public_name)


def tried(learner: Learner, right: int, seconds: float = 95, *, day: date = DAY, ended: datetime | None = NOON) -> Run:
    """Save a try of a day, with `right` right counts and `seconds` on the hands after the first."""
    run = Run.objects.create(
        learner=learner,
        settings=str(SETTINGS),
        seed=1,
        drill="count",
        stage=Stage.OVER if ended else Stage.SHOWN,
        asked=QUESTION,
        number=HANDS,
        right=right,
        score=right,
        spent=seconds,
        begun_at=NOON,
        ended_at=ended,
        day=day,
    )
    Attempt.objects.bulk_create(
        Attempt(
            learner=learner,
            run=run,
            number=number,
            drill="count",
            question=QUESTION,
            answer="15" if number < right else "11",
            right=number < right,
            asked_at=NOON - timedelta(seconds=seconds / (HANDS - 1) if number else 3600),
            answered_at=NOON,
        )
        for number in range(HANDS)
    )
    return run


def table(page: str) -> list[list[str]]:
    """Return the rows of the table of results."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    cells = [re.findall(r"<(?:td|th)[^>]*>(.*?)</(?:td|th)>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells]


def reader(learner: Learner) -> Client:
    """Return a browser in which a learner is logged in."""
    client = Client()
    client.force_login(learner)
    return client


class TestHands:
    """A day's hands are the same for everybody, and nobody can compute them."""

    def test_a_day_has_its_seed(self) -> None:
        seeds = {seed_of(DAY + timedelta(days=days)) for days in range(100)}
        assert len(seeds) == 100
        assert all(0 <= seed < 2**63 for seed in seeds)
        assert seed_of(DAY) == seed_of(date(2026, 11, 20))

    @pytest.mark.once("how hard hands are")
    def test_every_day_is_as_hard_as_any_other(self) -> None:
        days = [deal_even(Random(f"{seed_of(DAY + timedelta(days=day))}")) for day in range(40)]
        assert {sum(each.hardness for each in dealt) for dealt in days} == {EVEN_HARDNESS}
        assert {sum(each.items for each in dealt) for dealt in days} == {EVEN_ITEMS}
        assert {len(dealt) for dealt in days} == {HANDS}
        assert {sum(each.crib for each in dealt) for dealt in days} == {EVEN_CRIBS}
        for dealt in days:
            assert Counter(class_of(each.hand, each.starter, each.crib) for each in dealt) == EVEN
        assert len({str(dealt) for dealt in days}) == 40

    @pytest.mark.once("how hard hands are")
    def test_an_even_set_is_as_hard_as_the_mix_on_average(self) -> None:
        rng = Random(7)
        mixed = [DRILLS["count"].hardness(DRILLS["count"].pose(rng, Wish())) for _ in range(3000)]
        assert fmean(mixed) * HANDS == pytest.approx(EVEN_HARDNESS, abs=2)
        assert {kind: pytest.approx(share * HANDS / 100, abs=1) for kind, share in MIX.items()} == EVEN

    def test_another_site_has_other_hands(self) -> None:
        here = seed_of(DAY)
        with override_settings(SECRET_KEY="another"):
            assert seed_of(DAY) != here

    def test_two_people_get_the_same_hands(self) -> None:
        pages = [Client().get("/daily/begin/", follow=True).text for _ in range(2)]
        first, second = (re.findall(r'data-card="\w+"|aria-label="[^"]* of [^"]*"|card-[CDHS]', page) for page in pages)
        assert first == second
        assert first

    def test_the_day_is_that_of_world_time(self) -> None:
        assert daily.today(datetime.fromisoformat("2026-11-20T23:30:00-05:00")) == date(2026, 11, 21)


class TestOneTry:
    """The first run of a day counts; afterwards the page links to it."""

    def play(self, client: Client, right: int) -> str:
        """Answer today's run, the first `right` hands right. Return its address."""
        address = client.get("/daily/begin/").headers["Location"]
        for number in range(HANDS):
            worth = self.sitting_at(address).asked.question.scores
            points = sum(score.points for score in worth)
            claim = points if number < right else points + 1
            address = client.post(address, {"number": number, "claim": claim, "answer": "1"}).headers["Location"]
            assert client.post(address, {"number": number + 1, "next": "1"}).status_code in {200, 302}
        return address

    def sitting_at(self, address: str) -> Sitting:
        """Return the run at an address, whether it is stored yet or not."""
        key = resolve(address).kwargs["key"]
        return addresses.about_to_begin(key) if ":" in key else Sitting.of(Run.objects.get(key=key))

    def test_the_run_asks_the_hands_of_its_day(self, client: Client) -> None:
        self.play(client, HANDS)
        asked = Attempt.objects.order_by("number").values_list("question", flat=True)
        hands = [CountQuestion(each.hand, each.starter, each.crib) for each in deal_even(Random(f"{seed_of(DAY)}"))]
        assert [*asked] == [str(hand) for hand in hands]

    def test_nobody_helps_while_it_lasts(self, client: Client) -> None:
        address = client.get("/daily/begin/").headers["Location"]
        assert "Link to this question" not in (page := client.get(address).text)
        assert 'name="hint"' not in page
        for asked in ({"hint": "1"}, {"claim": "h", "answer": "1"}):
            assert "no hints in this run" in client.post(address, {"number": 0, **asked}).text
        assert Run.objects.count() == 0
        address = client.post(address, {"number": 0, "claim": 1, "answer": "1"}).headers["Location"]
        assert "Link to this question" not in client.get(address).text
        answer = f"{address}0/"
        assert "?q=" not in client.get(answer).text
        client.post(address, {"end": "1"})
        assert "?q=" in client.get(answer).text

    def test_the_result_can_be_shared_and_tells_nothing_of_the_hands(self, client: Client) -> None:
        tried(learner := somebody(None), 13, 151)
        page = reader(learner).get("/daily/").text
        text = unescape(page.partition("readonly>")[2].partition("</textarea>")[0])
        assert text.splitlines() == [
            "Cribbage, the daily run of Nov. 20, 2026: 13 of 20 right in 2:31.",
            "■" * 10,
            "■" * 3 + "□" * 7,
            "http://testserver/daily/2026-11-20/",
        ]
        assert "New hands in 12 hours" in page
        assert "readonly" not in client.get("/daily/").text

    def test_nothing_is_kept_before_the_first_answer(self, client: Client) -> None:
        client.get("/daily/")
        client.get("/daily/begin/", follow=True)
        assert (Run.objects.count(), Learner.objects.count()) == (0, 0)

    def test_a_whole_run(self, client: Client) -> None:
        self.play(client, 13)
        run = Run.objects.get()
        assert (run.day, run.right, run.number, run.ended_at) == (DAY, 13, HANDS, NOON)
        page = client.get("/daily/").text
        assert "13 of 20 right" in page
        assert f'href="/runs/{run.key}/summary/"' in page
        assert "Begin today" not in page
        assert client.get("/daily/begin/").headers["Location"] == "/daily/"

    def test_one_that_was_left_goes_on(self, client: Client) -> None:
        address = client.get("/daily/begin/").headers["Location"]
        client.post(address, {"number": 0, "claim": 1, "answer": "1"})
        run = Run.objects.get()
        assert run.day == DAY
        assert client.get("/daily/begin/").headers["Location"] == f"/runs/{run.key}/"
        page = client.get("/daily/").text
        assert "1 of 20 hands are counted" in page
        assert f'href="/runs/{run.key}/"' in page

    def test_a_second_try_that_was_open_already_does_not_count(self, client: Client) -> None:
        first, second = (client.get("/daily/begin/").headers["Location"] for _ in range(2))
        client.post(first, {"number": 0, "claim": 1, "answer": "1"})
        client.post(second, {"number": 0, "claim": 1, "answer": "1"})
        assert sorted(Run.objects.values_list("day", flat=True), key=str) == [DAY, None]

    def test_the_hands_can_be_practised_again_uncounted(self, client: Client) -> None:
        learner = somebody(None)
        tried(learner, 3)
        response = reader(learner).post(f"/daily/{DAY}/again/")
        again = Run.objects.get(day=None)
        assert response.headers["Location"] == f"/runs/{again.key}/"
        assert (again.settings, again.asked, len(again.question_queue)) == ("count replay", QUESTION, HANDS - 1)
        assert client.post(f"/daily/{DAY}/again/").status_code == 404

    def test_a_run_that_is_not_over_is_not_practised(self) -> None:
        learner = somebody(None)
        tried(learner, 3, ended=None)
        assert reader(learner).post(f"/daily/{DAY}/again/").status_code == 404
        assert reader(learner).get(f"/daily/{DAY}/again/").status_code == 405


class TestToldAtOnce:
    """A person whose answers no longer count is told so, before and after the answer and on every later page."""

    DAY_OVER = "The day of these hands is over"
    TRIED = "You have already begun your one counted try of this day"
    PRACTICE = "This run is practice and does not count in the table"
    TOO_LATE = "This run is too late for the table"
    ANSWER: ClassVar = {"number": 0, "claim": 1, "answer": "1"}
    HTMX: ClassVar = {"HX-Request": "true"}

    def at(self, monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
        """Set the clock to so many hours after noon."""
        monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(hours=hours))

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_opened_before_midnight_and_answered_after(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
    ) -> None:
        self.at(monkeypatch, 11.99)
        address = client.get("/daily/begin/").headers["Location"]
        assert self.DAY_OVER not in client.get(address).text
        self.at(monkeypatch, 12.01)
        assert self.DAY_OVER in client.get(address).text
        answered = client.post(address, self.ANSWER, headers=headers)
        run = Run.objects.get()
        assert run.day is None
        assert answered.text.count(self.DAY_OVER) == (2 if headers else 1), "seen, and spoken where nothing is loaded"
        for _ in range(2):
            assert self.PRACTICE in client.get(f"/runs/{run.key}/").text
            client.post(f"/runs/{run.key}/", {"number": 1, "next": "1"})

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_a_second_try_that_was_open_already(self, client: Client, headers: dict[str, str]) -> None:
        first, second = (client.get("/daily/begin/").headers["Location"] for _ in range(2))
        counted = client.post(first, self.ANSWER, follow=True).text
        assert self.TRIED not in counted
        assert self.PRACTICE not in counted
        assert self.TRIED in client.post(second, self.ANSWER, headers=headers).text
        assert self.PRACTICE in client.get(f"/runs/{Run.objects.get(day=None).key}/").text

    def test_begun_on_its_day_it_counts_until_an_hour_after(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        client.post(client.get("/daily/begin/").headers["Location"], self.ANSWER)
        address = f"/runs/{Run.objects.get(day=DAY).key}/"
        self.at(monkeypatch, 12.99)
        assert self.TOO_LATE not in client.get(address).text
        self.at(monkeypatch, 13)
        assert self.TOO_LATE in client.get(address).text
        assert self.TOO_LATE in client.post(address, {"number": 1, "next": "1"}, headers=self.HTMX).text

    def test_it_is_said_with_the_last_answer_too(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        client.post(client.get("/daily/begin/").headers["Location"], self.ANSWER)
        Run.objects.update(number=daily.HANDS - 1, stage="ask")
        self.at(monkeypatch, 13)
        told = client.post(
            f"/runs/{Run.objects.get().key}/", {**self.ANSWER, "number": daily.HANDS - 1}, headers=self.HTMX
        )
        assert Run.objects.get().ended_at
        assert self.TOO_LATE in told.text

    @pytest.mark.usefixtures("pseudo_language")
    def test_every_word_is_marked(self) -> None:
        for reason in NotCounted:
            assert bare(words.not_counted(reason)) == []


class TestResults:
    """The table has the tries that were finished in time, of learners with a public name.

    They are ordered by right counts, then by time.
    """

    def test_the_order(self) -> None:
        tried(somebody("Slow"), 18, 300)
        tried(somebody("Best"), 19, 900)
        tried(somebody("Fast"), 18, 200)
        found = results(DAY, None)
        assert [(row.place, row.name, row.right, round(row.seconds)) for row in found.best] == [
            (1, "Best", 19, 900),
            (2, "Fast", 18, 200),
            (3, "Slow", 18, 300),
        ]
        assert (found.placed, found.own) == (3, None)

    def test_who_is_not_in_it(self) -> None:
        tried(somebody(None), 20)
        tried(somebody("Unfinished"), 20, ended=None)
        tried(somebody("Yesterday"), 20, day=DAY - timedelta(days=1))
        tried(somebody("Too late"), 20, ended=datetime(2026, 11, 21, 1, tzinfo=UTC))
        tried(somebody("In the last hour"), 12, ended=datetime(2026, 11, 21, 0, 59, tzinfo=UTC))
        assert [row.name for row in results(DAY, None).best] == ["In the last hour"]

    def test_a_day_without_results_shows_those_of_the_day_before(self) -> None:
        learner = somebody("Yesterday")
        tried(learner, 20, day=DAY - timedelta(days=1), ended=NOON - timedelta(days=1))

        def earlier(client: Client) -> list[str]:
            return [row[1] for row in table(client.get("/daily/").text.partition("Results of")[2])]

        assert earlier(Client()) == ["Yesterday"]
        assert earlier(reader(learner)) == ["Yesterday you"]
        tried(somebody("Today"), 3)
        assert earlier(Client()) == []
        assert [row[1] for row in table(Client().get("/daily/").text)] == ["Today", "You not yet"]

    def test_who_has_not_played_yet_reads_so_in_a_row_of_their_own(self) -> None:
        """Today, until their try is over, with a name or without one."""
        tried(somebody("Fast"), 18, 200)
        own = somebody("Anna")
        for who in (Client(), reader(somebody(None)), reader(own)):
            assert table(who.get("/daily/").text)[-1] == ["–", "You not yet", "–", "–"]
        tried(own, 12)
        assert [row[1] for row in table(reader(own).get("/daily/").text)] == ["Fast", "Anna you"]
        assert "not yet" not in Client().get(f"/daily/{DAY - timedelta(days=1)}/").text

    def test_the_first_hand_takes_no_time(self) -> None:
        run = tried(somebody("One"), 20, 57)
        assert run.attempts.get(number=0).asked_at == NOON - timedelta(hours=1)
        assert results(DAY, run).best[0].seconds == pytest.approx(57)

    def test_ones_own_place_without_a_name(self) -> None:
        for number in range(3):
            tried(somebody(f"Better {number}"), 15, 100 + number)
        own = tried(somebody(None), 15, 101.5)
        found = results(DAY, own).own
        assert found
        assert (found.place, found.right, round(found.seconds, 1)) == (3, 15, 101.5)

    def test_a_place_far_down(self, client: Client) -> None:
        for number in range(SHOWN + 4):
            tried(somebody(f"Number {number}"), 15, 100 + number)
        last = somebody("Last")
        own = tried(last, 2)
        found = results(DAY, own)
        assert (len(found.best), found.placed, found.own and found.own.place) == (SHOWN, SHOWN + 5, SHOWN + 5)
        page = reader(last).get("/daily/").text
        assert len(table(page)) == SHOWN + 1
        assert table(page)[-1][:3] == ["55", "Last you", "2"]
        assert "The best 50 of 55 are shown" in page
        assert table(client.get("/daily/").text)[-2][0] == str(SHOWN)

    def test_faster_than_people_can_count_is_not_ranked(self) -> None:
        script = somebody("Script")
        own = tried(script, 20, 37)
        tried(somebody("Anna"), 15, 38)
        found = results(DAY, own)
        assert ([row.name for row in found.best], found.placed, found.too_fast) == (["Anna"], 1, True)
        page = reader(script).get("/daily/").text
        assert "faster than anybody can count" in page
        assert [row[1] for row in table(page)] == ["Anna"]

    def test_a_guest_is_not_ranked_and_reads_why(self) -> None:
        guest = Learner.objects.create_guest()
        guest.public_name = "Second guest"
        guest.save()
        own = tried(guest, 20, 50)
        tried(somebody("Anna"), 15)
        found = results(DAY, own)
        assert ([row.name for row in found.best], found.own and found.own.place) == (["Anna"], 1)
        page = reader(guest).get("/daily/").text
        assert "That would be place 1. The table is for people with an account" in page
        assert [row[1] for row in table(page)] == ["Anna"]
        guest.name = "Gast"
        guest.save()
        assert [row.name for row in results(DAY, own).best] == ["Second guest", "Anna"]

    def test_one_that_was_finished_too_late_has_no_place(self) -> None:
        learner = somebody("Late")
        tried(learner, 20, ended=datetime(2026, 11, 22, tzinfo=UTC))
        page = reader(learner).get("/daily/").text
        assert "not finished in time" in page
        assert table(page) == []

    def test_who_are_called_the_same_are_told_apart(self) -> None:
        """Whoever has been here longest stands there by the name alone, whatever they have counted."""
        elder, later = somebody("Anna"), somebody("ANNA")
        tried(later, 20)
        tried(elder, 18)
        assert [result.name for result in results(DAY, None).best] == ["ANNA (2)", "Anna"]


class TestPages:
    """Every day has a page, except future ones."""

    @pytest.mark.parametrize("day", ["2026-11-21", "9999-12-31", "2026-13-01", "20261120", "2026-W47-5", "x", "begin2"])
    def test_no_such_day(self, client: Client, day: str) -> None:
        assert client.get(f"/daily/{day}/").status_code == 404
        assert client.post(f"/daily/{day}/", {"public_name": "Anna"}).status_code == 404
        assert client.post(f"/daily/{day}/again/").status_code == 404

    def test_from_day_to_day(self, client: Client) -> None:
        tried(somebody("Then"), 7, day=DAY - timedelta(days=5), ended=NOON - timedelta(days=5))
        assert 'rel="prev"' in (today := client.get("/daily/").text)
        assert 'href="/daily/2026-11-15/"' in today
        then = client.get("/daily/2026-11-15/").text
        assert table(then)[0][:3] == ["1", "Then", "7"]
        assert 'rel="prev"' not in then
        assert 'rel="next"' in then
        assert "This day is over" in then

    @pytest.mark.parametrize("day", ["1900-01-01", "2026-11-14", "2026-11-21", "9999-12-31"])
    def test_no_page_before_the_first_day_and_after_today(self, client: Client, day: str) -> None:
        tried(somebody("Then"), 7, day=DAY - timedelta(days=5), ended=NOON - timedelta(days=5))
        for response in (client.get(f"/daily/{day}/"), client.post(f"/daily/{day}/", {"public_name": "Anna"})):
            assert response.status_code == 404
            assert "There was no daily run on this day" in response.text
        assert client.post(f"/daily/{day}/again/").status_code == 404

    def test_a_day_without_tries_between_others_has_a_page(self, client: Client) -> None:
        tried(somebody("Then"), 7, day=DAY - timedelta(days=5), ended=NOON - timedelta(days=5))
        assert client.get("/daily/2026-11-17/").status_code == 200

    def test_a_page_costs_no_more_queries_the_more_have_played(self) -> None:
        learner = somebody("Me")
        tried(learner, 4)
        browser, counts = reader(learner), []
        for others in (0, SHOWN, 20):
            for number in range(others):
                tried(somebody(f"Other {others} {number}"), 10, 40 + number)
            with CaptureQueriesContext(connection) as queries:
                browser.get("/daily/")
            counts.append(sum("trainer_run" in query["sql"] for query in queries))
        assert counts == [3, 5, 5], "among the best one's own place is known already"

    @pytest.mark.usefixtures("pseudo_language")
    def test_every_word_is_marked(self, client: Client) -> None:
        for number in range(SHOWN + 2):
            tried(somebody(f"{number} 00"), 15)
        states = [client, reader(somebody(None))]
        for name, ended in ((None, NOON), ("99", NOON), ("98", None), ("97", NOON + timedelta(days=3))):
            learner = somebody(name)
            tried(learner, 3, ended=ended)
            states.append(reader(learner))
        for browser in states:
            assert_all_marked(browser.get("/daily/").text)
            assert_all_marked(browser.get("/daily/2026-11-19/").text)
        for browser in states[1:]:
            assert_all_marked(browser.post("/daily/", {"public_name": "-"}).text)
        guest, fast = Learner.objects.create_guest(), somebody("96")
        for learner in (guest, fast):
            tried(learner, 3, 20)
            assert_all_marked(reader(learner).get("/daily/").text)


class TestPublicName:
    """Learners are in the table only under a name that they have chosen, and can remove it."""

    @pytest.fixture(autouse=True)
    def olga(self, client: Client) -> Learner:
        """The account of the browser."""
        learner = Learner.objects.create_user("Olga")
        client.force_login(learner)
        return learner

    def test_somebody_chooses_changes_and_takes_back(self, client: Client) -> None:
        assert client.post("/daily/", {"public_name": " Anna  B "}).status_code == 302
        assert Learner.objects.get().public_name == "Anna B"
        client.post("/daily/", {"public_name": "Zoë"})
        assert Learner.objects.get().public_name == "Zoë"
        assert "Zoë" in client.get("/daily/").text
        client.post("/daily/", {"remove": "1"})
        assert Learner.objects.get().public_name is None

    def test_a_name_with_a_full_stop_ends_no_sentence(self, client: Client) -> None:
        client.post("/daily/", {"public_name": "Anna B."})
        assert "<bdi>Anna B.</bdi></span>" in client.get("/daily/").text
        assert "<bdi>Anna B.</bdi>." not in client.get("/daily/").text

    @pytest.mark.parametrize("form", [{"public_name": "Anna"}, {"remove": "1"}])
    def test_a_guest_is_led_to_an_account(self, form: dict[str, str]) -> None:
        response = Client().post("/daily/", form)
        assert response["Location"] == "/account/signup/"
        assert Learner.objects.count() == 1

    @pytest.mark.parametrize("name", ["A", "x" * 25, "a\u200bb", "<b>", "--", "\0ab"])
    def test_what_is_no_name(self, client: Client, name: str) -> None:
        response = client.post("/daily/", {"public_name": name})
        assert response.status_code == 200
        assert 'aria-invalid="true"' in response.text
        assert Learner.objects.get().public_name is None

    def test_the_name_to_log_in_by_stays(self, client: Client, olga: Learner) -> None:
        client.post("/daily/", {"public_name": "Somebody", "name": "Else"})
        olga.refresh_from_db()
        assert (olga.name, olga.public_name) == ("Olga", "Somebody")


def test_a_finished_run_stands_in_the_table_once_a_name_is_chosen() -> None:
    learner = somebody(None)
    tried(learner, 17, 207)
    browser = reader(learner)
    page = browser.get("/daily/").text
    assert "That would be place 1" in page
    assert "in 3:27 on the hands" in page
    assert table(page) == []
    browser.post("/daily/", {"public_name": "Anna"})
    assert table(browser.get("/daily/").text) == [["1", "Anna you", "17", "3:27"]]


def _days() -> Iterator[date]:
    return (DAY - timedelta(days=days) for days in range(3))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads a table of a few rows as a whole")
def test_the_neighbours_are_looked_up_in_an_index() -> None:
    with CaptureQueriesContext(connection) as queries:
        daily.neighbours(DAY, NOON)
    (query,) = queries
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
        plan = [row[-1] for row in cursor.fetchall()]
    assert sum("SEARCH U0 USING COVERING INDEX run_of_day" in step for step in plan) == 2, plan


def test_the_neighbours_of_a_day() -> None:
    today, yesterday, before = _days()
    assert daily.neighbours(today, NOON) == (None, None)
    assert daily.neighbours(before, NOON) == (None, today)
    tried(somebody(None), 3, day=yesterday)
    assert daily.neighbours(today, NOON) == (yesterday, None)
    assert daily.neighbours(before, NOON) == (None, yesterday)
    assert daily.neighbours(yesterday, NOON) == (None, today)
