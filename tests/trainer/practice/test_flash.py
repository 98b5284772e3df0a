"""Cards that turn over before the answer is given: when they are seen, and that nothing is left of them afterwards."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.trainer.drills.samples import HAND, HTMX, answer, run_of
from tests.trainer.practice.clock import BOTH, RANKS, Clock
from tests.words import assert_all_marked
from trainer.drills.modes import Mode
from trainer.drills.options import FLASH
from trainer.drills.settings import Settings
from trainer.models import Attempt, Recall, Run, Tally
from trainer.practice import addresses

pytestmark = pytest.mark.django_db

STYLE = settings.BASE_DIR / "static" / "css" / "drill.css"
TIMES = ("8", "2")
SHOW, TURN, AGAIN = 'name="look"', 'name="cover"', "Show again"


def flash(shown: str = "5", mode: Mode = Mode.CALM, seconds: int | None = None, question: str = HAND) -> str:
    """The address of a run about to begin whose cards turn over."""
    return addresses.start_url(Settings("count", mode, seconds, {FLASH.name: shown}), asked=question)


def shown(client: Client, address: str, **sent: Any) -> tuple[str, str]:
    """Show the first cards. Return the address of the run, and its page."""
    response = client.post(address, {"number": 0, "look": "1"}, **sent)
    address = run_of(response, address)
    return address, response.text or client.get(address).text


def face_down(page: str) -> bool:
    """Whether no card, and nothing by which one could be known, is anywhere on a page: on none of five backs either."""
    question = Run.objects.latest("pk").asked
    told = re.findall(RANKS, page) + re.findall(r'class="card card-[CDHS]', page)
    return not told and "?q=" not in page and question not in page and page.count("card-back") == 5


class TestLooking:
    """Cards are seen for the time that was chosen, and once."""

    def test_nothing_is_shown_before_the_learner_is_ready(self, client: Client) -> None:
        address = client.get("/drills/count/start/?flash=3").headers["Location"]
        page = client.get(address).text
        assert re.findall(RANKS, page) == []
        assert page.count("card-back") == 5
        assert "You get 3 seconds to look." in page
        assert "Then count from memory." in page
        assert "<span>Flash: 3 seconds</span>" in page, "the felt says what is asked: the line is short"
        assert "What counts?" in page, "there is time to read, before the cards are seen"
        assert page.count("autofocus") == 1
        assert re.findall(RANKS, client.post(address, {"number": 7, "hint": "1"}, headers=HTMX).text) == []
        assert not Run.objects.exists()

    @pytest.mark.parametrize(
        ("time", "sentence"),
        [
            ("3", "You get 3 seconds to look. Then count from memory."),
            ("calm", "You get as long as you like to look. Then count from memory."),
        ],
    )
    def test_the_button_s_description_is_what_is_announced(self, client: Client, time: str, sentence: str) -> None:
        page = client.get(flash(time), headers=HTMX).text
        described = page.partition('<p id="ready">')[2].partition("</p>")[0]
        announced = page.partition('<div id="status"')[2].partition(">")[2].partition("<")[0]
        assert " ".join(re.sub(r"<[^>]+>", " ", described).split()) == announced == sentence
        assert page.count('id="ready"') == 1
        assert 'aria-describedby="ready"' in page

    @pytest.mark.parametrize(
        ("time", "sentence"),
        [
            ("3", "Look now, then count from memory."),
            ("calm", "Look at the cards as long as you like, then count from memory."),
        ],
    )
    def test_while_they_are_seen_it_says_once_what_to_do(self, client: Client, time: str, sentence: str) -> None:
        _address, page = shown(client, flash(time), headers=HTMX)
        read = re.sub(r'data-asks="[^"]*"', "", page)  # what is said once they are turned
        assert read.count("from memory") == read.count(sentence) == 1

    @BOTH
    @pytest.mark.parametrize("seconds", TIMES)
    def test_the_cards_are_seen_for_their_time_and_then_from_the_back(
        self, client: Client, clock: Clock, seconds: str, sent: Any
    ) -> None:
        address, page = shown(client, flash(seconds), **sent)
        assert len(re.findall(RANKS, page)) >= 5
        assert f'data-left="{seconds}.0"' in page
        assert 'id="claim"' in page, "who knows it at once may say so"
        clock.wait(int(seconds) - 1)
        assert 'data-left="1.0"' in client.get(address).text
        clock.wait(1)
        for headers in ({}, HTMX):
            assert face_down(client.get(address, headers=headers).text)

    def test_a_bar_shows_the_time_left_and_no_reload_loses_what_is_typed(self, client: Client, clock: Clock) -> None:
        address, page = shown(client, flash("3"))
        assert 'from="100.0" to="0" dur="3.0s"' in page
        assert 'data-in="3"' in page, "without scripts the style sheet turns them"
        assert "http-equiv" not in page
        clock.wait(1.5)
        page = client.get(address).text
        assert 'from="50.0" to="0" dur="1.5s"' in page
        assert 'data-in="2"' in page
        clock.wait(1.5)
        assert "time-bar" not in client.get(address).text

    @pytest.mark.parametrize("seconds", [text for text in FLASH.values if text.isdecimal()])
    def test_the_style_sheet_knows_every_time(self, seconds: str) -> None:
        assert f'[data-in="{seconds}"] {{ --in: {seconds}s; }}' in STYLE.read_text(encoding="utf-8")

    @BOTH
    def test_who_turns_them_over_themselves_looks_as_long_as_they_like(
        self, client: Client, clock: Clock, sent: Any
    ) -> None:
        address, page = shown(client, flash("calm"), **sent)
        clock.wait(3600)
        page = client.get(address).text
        assert len(re.findall(RANKS, page)) == 5
        assert TURN in page
        assert "What counts?" in page, "what stands beside the cards stays there"
        _before, _disabled, later = page.partition("<fieldset disabled")
        assert 'id="claim"' in later.partition("</fieldset>")[0], "where the answer will be given"
        client.post(address, {"number": 0, "cover": "1"}, **sent)
        page = client.get(address).text
        assert face_down(page)
        assert 'id="claim"' in page
        assert "<fieldset disabled>" not in page

    def test_to_begin_twice_is_to_look_once(self, client: Client, clock: Clock) -> None:
        begins = flash("5")
        address, _page = shown(client, begins)
        clock.wait(5)
        assert client.post(begins, {"number": 0, "look": "1"}).headers["Location"].endswith(begins)
        assert client.get(begins).headers["Location"] == address
        assert client.post(address, {"number": 0, "look": "1"}).status_code == 302
        assert face_down(client.get(address).text)

    def test_a_stranger_who_has_the_address_is_not_shown_the_same_cards(self, client: Client) -> None:
        begins = client.get("/drills/count/start/?flash=3").headers["Location"]
        shown(client, begins)
        other = Client().get(begins).headers["Location"]
        assert addresses.about_to_begin(other.split("/")[2]).asked.text != Run.objects.get().asked

    def test_what_is_asked_of_the_cards_is_not_told(self, client: Client, clock: Clock) -> None:
        address, _page = shown(client, flash("2"))
        clock.wait(2)
        for asked in ("C", "R", "F", "B", "?"):
            page = client.post(address, {"number": 0, "claim": asked}).text
            assert face_down(page)
            assert "You count from memory" in page
        assert face_down(client.post(address, {"number": 0, "claim": "many"}).text)
        assert not Run.objects.get().hinted


class TestSeenAgain:
    """To see the cards once more is a hint."""

    @BOTH
    @pytest.mark.parametrize("fields", [{"hint": "1"}, {"claim": "h"}])
    def test_it_counts_as_one(self, client: Client, clock: Clock, fields: dict[str, str], sent: Any) -> None:
        address, _page = shown(client, flash("3"))
        clock.wait(10)
        assert AGAIN in client.get(address).text
        page = client.post(address, {"number": 0, **fields}, **sent).text
        assert len(re.findall(RANKS, page)) >= 5
        assert "once more, as a hint" in page
        assert 'data-left="3.0"' in page
        clock.wait(3)
        assert face_down(client.get(address).text)
        client.post(address, {"number": 0, "claim": "15"})
        assert Attempt.objects.get().hinted

    def test_it_is_heard_with_the_cards(self, client: Client, clock: Clock) -> None:
        address, _page = shown(client, flash("3"))
        clock.wait(3)
        page = client.post(address, {"number": 0, "hint": "1"}, headers=HTMX).text
        said = page.partition('id="status"')[2]
        assert "once more" in said
        assert len(re.findall(RANKS, said)) == 5

    def test_what_compares_does_not_count_it(self, client: Client, clock: Clock) -> None:
        address, _page = shown(client, flash("3", Mode.STREAK))
        clock.wait(3)
        client.post(address, {"number": 0, "hint": "1"})
        client.post(address, {"number": 0, "claim": "15"})
        assert Run.objects.get().right == 0

    @pytest.mark.usefixtures("clock")
    def test_the_next_hand_is_without_it(self, client: Client) -> None:
        address, _page = shown(client, flash("3"))
        client.post(address, {"number": 0, "hint": "1"})
        client.post(address, {"number": 0, "claim": "15"})
        client.post(address, {"number": 1, "next": "1"})
        assert not Run.objects.get().hinted
        assert 'data-left="3.0"' in client.get(address).text


class TestAnswering:
    """Question, marking and feedback are those of the drill."""

    @BOTH
    def test_after_the_answer_the_cards_lie_open_with_their_count(
        self, client: Client, clock: Clock, sent: Any
    ) -> None:
        address, _page = shown(client, flash("2"))
        clock.wait(9)
        client.post(address, {"number": 0, "claim": "11"}, **sent)
        page = client.get(address).text
        assert "You said 11. It is 15." in page
        assert "card-back" not in page
        assert page.count('class="line') >= 4
        assert re.search(r'href="/lessons/[^"]+">\s*Lesson: ', page)
        assert Recall.objects.exists()
        assert Attempt.objects.get().asked_at == clock.now - timedelta(seconds=9)

    def test_the_time_from_memory_is_nobodys_usual_time(self, client: Client, clock: Clock) -> None:
        address, _page = shown(client, flash("2"))
        clock.wait(9)
        client.post(address, {"number": 0, "claim": "15"})
        assert Tally.objects.get(facet="drill:count", day="0001-01-01").times == 1
        assert not Tally.objects.filter(timed__gt=0).exists()
        assert Tally.objects.get(facet="all", day=clock.now.date()).seconds == 9, "what was spent counts for a goal"
        assert not Recall.objects.exists(), "it was not slow"

    @pytest.mark.parametrize(("mode", "seconds"), [(Mode.SPRINT, 180), (Mode.STREAK, None), (Mode.CLOCK, 15)])
    def test_every_kind_of_run_goes_on_to_cards_that_turn_over(
        self, client: Client, clock: Clock, mode: Mode, seconds: int | None
    ) -> None:
        begins = flash("3", mode, seconds)
        clock.wait(60)  # which is nobody's time before the cards are shown
        assert SHOW in client.get(begins).text
        address, _page = shown(client, begins)
        assert 'data-left="3.0"' in client.get(address).text
        page = answer(client, address, [{"number": "0", "claim": "15"}])[1].text or client.get(address).text
        assert Run.objects.get().right == 1
        if 'id="next"' in page:
            client.post(address, {"number": 1, "next": "1"})
        assert 'data-left="3.0"' in client.get(address).text
        clock.wait(3)
        assert face_down(client.get(address).text)

    @pytest.mark.usefixtures("clock")
    def test_a_pause_brings_another_hand_and_shows_it(self, client: Client) -> None:
        address, _page = shown(client, flash("3", Mode.SPRINT, 180))
        client.post(address, {"number": 0, "pause": "1"})
        assert re.findall(RANKS, client.get(address).text) == []
        client.post(address, {"number": 0, "resume": "1"})
        assert Run.objects.get().asked != HAND
        assert 'data-left="3.0"' in client.get(address).text

    def test_the_server_s_clock_may_be_set_back(self, client: Client, clock: Clock) -> None:
        address, _page = shown(client, flash("3"))
        clock.wait(-3600)
        assert 'data-left="3.0"' in client.get(address).text


class TestLevels:
    """The time is the level: results compare only among the same, and who is sure is shown the next."""

    def ended(self, client: Client, time: str, right: int) -> str:
        """The summary of a run of ten answers, so many of them right."""
        address, _page = shown(client, flash(time))
        client.post(address, {"number": 0, "claim": "15"})
        Run.objects.update(number=10, right=right, ended_at=timezone.now(), stage="over")
        (first,) = Attempt.objects.all()
        rest = [Attempt(learner=first.learner, run=first.run, drill="count", question=HAND) for _ in range(9)]
        for number, each in enumerate(rest, 1):
            each.number, each.answer, each.right, each.asked_at = number, "15", number < right, first.asked_at
        Attempt.objects.bulk_create(rest)
        return client.get(f"{address}summary/").text

    def test_who_is_sure_can_try_the_next_shorter_time(self, client: Client) -> None:
        page = self.ended(client, "5", right=9)
        assert "Try 3 seconds" in page
        assert "flash=3" in page

    @pytest.mark.parametrize(("time", "right"), [("5", 8), ("2", 10)])
    def test_others_go_on_as_they_are(self, client: Client, time: str, right: int) -> None:
        page = self.ended(client, time, right)
        assert "Try " not in page
        assert f"flash={time}" in page

    def test_each_is_measured_by_itself(self, client: Client) -> None:
        for time in ("5", "3", "off"):
            address = client.get(f"/drills/count/start/?flash={time}").headers["Location"]
            settings = addresses.about_to_begin(address.split("/")[2]).settings
            assert str(settings) == ("count calm" if time == "off" else f"count calm flash={time}")


def test_a_time_that_is_not_offered_is_told(client: Client) -> None:
    page = client.get("/drills/count/start/?flash=7")
    assert page.status_code == 200
    assert 'id="error-flash"' in page.text


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_marked(client: Client, clock: Clock) -> None:
    for time in ("8", "calm"):
        begins = flash(time)
        assert_all_marked(client.get(begins).text)
        address, page = shown(client, begins, headers=HTMX)
        assert_all_marked(page)
        clock.wait(8)
        client.post(address, {"number": 0, "cover": "1"})
        assert_all_marked(client.get(address).text)
        assert_all_marked(client.post(address, {"number": 0, "hint": "1"}).text)
        assert_all_marked(client.post(address, {"number": 0, "claim": "c"}).text)
