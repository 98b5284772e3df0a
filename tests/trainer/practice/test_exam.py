"""The exam: twenty hands without help or a word before the end, its grade, its history, and the sheet to print."""

import json
import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from game.engine.scoring import show
from tests.trainer.drills.samples import HTMX
from tests.trainer.practice.clock import BOTH, RANKS, Clock
from tests.words import assert_all_marked
from trainer.drills.count import question as count_question
from trainer.drills.hands import EVEN, EVEN_CRIBS, EVEN_HARDNESS, EVEN_ITEMS, class_of, hardness_of
from trainer.drills.modes import Mode
from trainer.drills.registry import EXAM
from trainer.drills.settings import Settings
from trainer.models import EVER, Attempt, Learner, Recall, Run, Tally
from trainer.practice import service
from trainer.practice.exam import HANDS, MARKS, ExamGrade, ExamResult, exams_of
from trainer.practice.exam_words import grade_name
from trainer.practice.state import Sitting
from trainer.progress import recall, tallies
from trainer.progress.tallies import ALL, LearnerRates

DRILL = 'id="drill"'


def begun(client: Client, **sent: Any) -> str:
    """Begin an exam by the button of its page. Return the address of the run."""
    address = re.findall(r'action="(/runs/[^"]+)"', client.get("/exam/").text)[0]
    client.post(address, {"number": "0", "look": "1"}, **sent)
    return f"/runs/{Run.objects.latest('pk').key}/"


def answered(client: Client, address: str, *, wrong: bool = False, **sent: Any) -> Any:
    """Answer the current hand."""
    run = Run.objects.get(key=address.split("/")[2])
    truth = count_question.mark(count_question.read(run.asked), "0").points
    return client.post(address, {"number": run.number, "claim": (truth + 2) % 29 if wrong else truth}, **sent)


def finished(client: Client, clock: Clock, *, wrong: int = 0, seconds: float = 10) -> str:
    """Take an exam in which the first hands are missed. Return the address of its run."""
    address = begun(client)
    for number in range(HANDS):
        clock.wait(seconds)
        answered(client, address, wrong=number < wrong)
    return address


class TestGrades:
    """A grade asks for right counts and for speed; the best of which both are reached is given."""

    @pytest.mark.parametrize(
        ("right", "seconds", "grade"),
        [
            (20, 7.0, ExamGrade.MASTER),
            (20, 7.1, ExamGrade.GOLD),
            (19, 5.0, ExamGrade.GOLD),
            (19, 12.1, ExamGrade.SILVER),
            (20, 39.9, ExamGrade.BRONZE),
            (16, 40.0, ExamGrade.BRONZE),
            (15, 5.0, None),
            (20, 41.0, None),
        ],
    )
    def test_both_marks_are_needed(self, right: int, seconds: float, grade: ExamGrade | None) -> None:
        mark = ExamResult("k", right, seconds, timezone.now()).mark
        assert (mark and mark.grade) == grade

    def test_a_better_grade_asks_for_more(self) -> None:
        assert [mark.grade for mark in MARKS] == list(ExamGrade)
        assert sorted(MARKS, key=lambda mark: (-mark.right, mark.seconds)) == list(MARKS)
        assert MARKS[0].right == HANDS

    def test_the_next_grade_is_the_one_above(self) -> None:
        def above(right: int, seconds: float) -> str | None:
            mark = ExamResult("k", right, seconds, timezone.now()).next_mark
            return mark.grade if mark else None

        assert above(3, 99.0) == ExamGrade.BRONZE
        assert above(18, 10.0) == ExamGrade.GOLD
        assert above(20, 6.0) is None


@pytest.mark.django_db
class TestBeginning:
    """An exam begins when its learner says so: before that no card is seen, and nothing is stored."""

    def test_its_page_says_what_it_asks_for(self, client: Client) -> None:
        page = client.get("/exam/").text
        for mark in MARKS:
            assert f"<td>{mark.right}</td><td>{mark.seconds} s</td>" in page
        assert "the clock runs on" in page
        assert not Run.objects.exists()
        assert not Learner.objects.exists()

    def test_nothing_is_shown_before(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        addresses = [re.findall(r'action="(/runs/[^"]+)"', client.get("/exam/").text)[0] for _ in range(3)]
        pages = [client.get(address).text for address in addresses]
        for page in pages:
            assert "<title>Count · Exam of 20 · Cribbage Trainer</title>" in page
            assert not re.search(r"(?i)\bcrib\b|felt-crib", page.partition('<form id="ask"')[2].partition("</form>")[0])
        monkeypatch.setattr(count_question, "deal_even", None)
        page = client.get(addresses[0]).text
        assert re.findall(RANKS, page) == []
        assert 'name="look"' in page
        assert not Run.objects.exists()

    @BOTH
    def test_it_begins_with_the_first_hand(self, client: Client, clock: Clock, sent: Any) -> None:
        address = begun(client, **sent)
        page = client.get(address).text
        assert "1 of 20" in page
        assert len(re.findall(RANKS, page)) == 5
        assert Run.objects.get().asked_at == clock.now

    def test_nothing_beside_a_hand_says_what_counts(self, client: Client) -> None:
        assert "What counts?" not in client.get(begun(client)).text
        assert "What counts?" in client.get("/count/", follow=True).text

    @BOTH
    def test_a_number_that_no_hand_has_is_no_answer(self, client: Client, sent: Any) -> None:
        address = begun(client)
        for typed in ("99", "30", "-1"):
            page = client.post(address, {"number": 0, "claim": typed}, follow=True, **sent).text
            assert f"“{typed}” is not a count: type a number from 0 to 29." in page
        assert not Attempt.objects.exists()

    @pytest.mark.parametrize("path", ["/drills/", "/drills/count/"])
    def test_it_is_offered_where_counting_is(self, client: Client, path: str) -> None:
        assert 'href="/exam/"' in client.get(path).text

    @BOTH
    def test_before_that_nothing_is_answered_nor_told(self, client: Client, sent: Any) -> None:
        address = re.findall(r'action="(/runs/[^"]+)"', client.get("/exam/").text)[0]
        for typed in ("c", "f", "b", "?", "h", "12", "", "zz"):
            page = client.post(address, {"number": 0, "claim": typed}, follow=True, **sent).text
            assert 'name="look"' in page
            assert not re.search(r"A hand:|A crib:|This is a|starter is|Type your", page)
        assert not Run.objects.exists()
        assert not Learner.objects.exists()

    def test_it_is_an_even_set(self, client: Client) -> None:
        address = begun(client)
        for _ in range(HANDS):
            answered(client, address)
        asked = [count_question.read(text) for text in Attempt.objects.values_list("question", flat=True)]
        hands = [(question.hand, question.starter, question.crib) for question in asked]
        assert sum(hardness_of(*hand) for hand in hands) == EVEN_HARDNESS
        assert sum(len(show(*hand)) for hand in hands) == EVEN_ITEMS
        assert Counter(class_of(*hand) for hand in hands) == EVEN
        assert sum(question.crib for question in asked) == EVEN_CRIBS

    def test_two_exams_have_other_hands(self, client: Client) -> None:
        assert len({Run.objects.get(key=begun(client).split("/")[2]).asked for _ in range(5)}) > 1


@pytest.mark.django_db
class TestSilence:
    """No help, and no word on an answer before the end."""

    @BOTH
    def test_the_next_hand_comes_without_a_verdict(self, client: Client, sent: Any) -> None:
        address = begun(client)
        for number, wrong in enumerate((True, False), 2):
            response = answered(client, address, wrong=wrong, **sent)
            page = response.text or client.get(address).text
            assert f"{number} of 20" in page
            assert not re.search(
                "[0-9] right\\b|You said|is-wrong|is-right|Your last answers", page.partition(DRILL)[2]
            )

    def test_who_hears_the_page_is_told_how_far_it_has_come(self, client: Client) -> None:
        page = answered(client, begun(client), headers=HTMX).text
        assert re.search(r"1 of 20 answered. Next: A (hand|crib): ", page.partition('id="status"')[2])

    def test_there_is_no_help(self, client: Client) -> None:
        address = begun(client)
        page = client.get(address).text
        assert "?q=" not in page
        assert 'name="hint"' not in page
        assert "H a hint" not in page
        assert 'name="end"' not in page, "to leave loses nothing"
        for fields in ({"hint": "1"}, {"claim": "h"}):
            assert "no hints in this run" in client.post(address, {"number": 0, **fields}).text
        told = client.post(address, {"number": 0, "claim": "?"}).text
        assert "C or R says the cards" in told
        assert "H a hint" not in told
        assert not Run.objects.get().hinted

    @pytest.mark.parametrize("path", ["summary/", "0/"])
    def test_no_other_page_tells_of_it(self, client: Client, path: str) -> None:
        address = begun(client)
        answered(client, address, wrong=True)
        assert client.get(address + path).headers["Location"] == address
        assert client.post(f"{address}replay/").headers["Location"] == address
        for page in (client.get(where).text for where in ("/runs/", "/", "/exam/", "/drills/")):
            assert not re.search("0 of 1|0/1", page)
            assert "<progress" not in page
        assert "1 answered" in client.get("/runs/").text
        assert "<strong>Exam of 20</strong>" in client.get("/runs/").text
        assert "Exam: 1 answered" in client.get("/").text
        assert not re.search("[0-9] in recall|% right", client.get("/progress/").text)

    def test_the_export_leaves_it_out_until_its_end(self, client: Client) -> None:
        def told() -> list[int]:
            kept = json.loads(client.get("/account/export/").getvalue())
            return [len(kept[name]) for name in ("Run", "Attempt", "Recall", "Tally")]

        address = begun(client)
        answered(client, address, wrong=True)
        assert told() == [0, 0, 0, 0]
        client.post(address, {"number": 1, "end": "1"})
        assert all(told())

    def test_no_page_tells_of_it_while_it_practises_what_recall_has(self, client: Client) -> None:
        address = begun(client)
        answered(client, address, wrong=True)
        client.post(address, {"number": 1, "end": "1"})
        item = Recall.objects.get()
        again = begun(client)
        Run.objects.filter(key=again.split("/")[2]).update(asked=item.question)
        answered(client, again, wrong=True)
        now = Recall.objects.get()
        assert (now.due_at, now.missed_at) == (item.due_at, item.missed_at)

    def test_the_file_of_answers_leaves_it_out_until_its_end(self, client: Client) -> None:
        def lines() -> int:
            return len(list(client.get("/progress/attempts.csv"))) - 1

        address = begun(client)
        answered(client, address, wrong=True)
        assert lines() == 0
        client.post(address, {"number": 1, "end": "1"})
        assert lines() == 1

    def test_its_answers_count_in_progress_from_its_end(self, client: Client, clock: Clock) -> None:
        address = begun(client)
        for number in range(HANDS):
            assert not Tally.objects.exists()
            assert "% right" not in client.get("/progress/").text
            clock.wait(10)
            answered(client, address, wrong=number < 2)
        total = Tally.objects.get(facet=ALL, day=EVER)
        assert (total.times, total.misses, total.timed, total.seconds) == (HANDS, 2, HANDS, 10 * HANDS)

    def test_they_count_as_if_each_had_counted_at_once(self, client: Client, clock: Clock) -> None:
        finished(client, clock, wrong=3)
        learner, rates = Learner.objects.create_guest(), LearnerRates()
        for attempt in Attempt.objects.order_by("number"):
            attempt.learner = learner
            marking = service.judged_again(attempt).marking
            update = tallies.tally_update(attempt, marking, rates, stream=tallies.MIX)
            update.add()
            rates = update.rates
        columns = ("day", "facet", "level", "pace", *Tally.SUMS)
        one, other = (
            Tally.objects.filter(learner=each).order_by("day", "facet").values(*columns)
            for each in Learner.objects.order_by("pk")
        )
        assert list(one) == list(other) != []

    def test_of_one_that_is_ended_early_those_given_count(self, client: Client) -> None:
        address = begun(client)
        answered(client, address, wrong=True)
        client.post(address, {"number": 1, "end": "1"})
        assert Tally.objects.get(facet=ALL, day=EVER).times == 1
        client.post(address, {"number": 1, "end": "1"})
        assert Tally.objects.get(facet=ALL, day=EVER).times == 1

    def test_recall_takes_in_what_it_missed_at_its_end(self, client: Client, clock: Clock) -> None:
        address = begun(client)
        answered(client, address, wrong=True)
        assert not Recall.objects.exists()
        clock.wait(90 * 24 * 3600)
        client.post(address, {"number": 1, "end": "1"})
        item = Recall.objects.get()
        assert item.created_at == item.missed_at == clock.now, "what was left for long is asked all the same"

    def test_recall_takes_in_the_likeliest_misses(self, client: Client, clock: Clock) -> None:
        skills = {"run": [40.0, 20.0, 40.0]}
        address = begun(client)
        Run.objects.update(rates={"skills": skills, "paces": {}})
        for _ in range(HANDS):
            clock.wait(10)
            answered(client, address, wrong=True)
        items = [
            recall.item_of(attempt, service.judged_again(attempt).marking, skills, clock.now)
            for attempt in Attempt.objects.order_by("number")
        ]
        taken = Recall.objects.values_list("chance", flat=True)
        assert recall.NEW_PER_DAY <= len(taken) <= recall.NEW_IF_LIKELY
        assert max(taken) > sorted(item.chance for item in items)[-recall.NEW_IF_LIKELY]

    def test_beginning_another_ends_one_that_was_left(self, client: Client, clock: Clock) -> None:
        answered(client, begun(client), wrong=True)
        left = Run.objects.get()
        assert "End it and begin another" in client.get("/exam/").text
        clock.wait(60)
        address = begun(client)
        left.refresh_from_db()
        assert left.ended_at == clock.now
        assert Tally.objects.get(facet=ALL, day=EVER).times == 1
        assert Recall.objects.count() == 1
        assert client.get(f"/runs/{left.key}/summary/").status_code == 200
        assert Run.objects.get(ended_at=None).key in address

    def test_the_end_tells_everything(self, client: Client, clock: Clock) -> None:
        address = finished(client, clock, wrong=2)
        assert client.get(address).headers["Location"] == f"{address}summary/"
        page = client.get(f"{address}summary/").text
        assert "Replay my 2 misses" in page
        assert "You said" in client.get(f"{address}0/").text
        assert Recall.objects.exists()

    def test_with_htmx_the_end_leads_to_the_summary(self, client: Client) -> None:
        address = begun(client)
        Run.objects.update(number=HANDS - 1)
        assert answered(client, address, headers=HTMX).headers["HX-Redirect"] == f"{address}summary/"


@pytest.mark.django_db
class TestTime:
    """The time of every hand counts, and the server's clock runs on."""

    @pytest.mark.parametrize(
        ("wrong", "seconds", "told"),
        [
            (0, 6.5, ("Master", "There is no better grade.")),
            (1, 14.0, ("Silver", "For Gold: 2.0 s a hand less.")),
            (2, 10.0, ("Silver", "For Gold: 1 more right.")),
            (1, 14.3, ("Silver", "For Gold: 2.3 s a hand less.")),
            (5, 50.0, ("No grade", "For Bronze: 1 more right, and 10.0 s a hand less.")),
        ],
    )
    def test_every_hand_counts_the_first_too(
        self, clock: Clock, wrong: int, seconds: float, told: tuple[str, str]
    ) -> None:
        client = Client()
        page = client.get(f"{finished(client, clock, wrong=wrong, seconds=seconds)}summary/").text
        assert f'id="summary-title" tabindex="-1" autofocus>{told[0]}</h1>' in page
        assert f"{20 - wrong} of 20 right, {seconds} s a hand" in page
        assert told[1] in page
        assert "Median time" not in page, "one time stands there, the one that is graded"
        medal = "star is-won" in page.partition('id="summary-title"')[2].partition("</section>")[0]
        assert medal is (told[0] != "No grade")

    @pytest.mark.parametrize(
        ("wrong", "seconds", "first"), [(0, 9, "Certificate"), (2, 9, "Replay my 2 misses"), (0, 60, "Take it again")]
    )
    def test_its_end_offers_one_thing_first(self, clock: Clock, wrong: int, seconds: float, first: str) -> None:
        client = Client()
        page = client.get(f"{finished(client, clock, wrong=wrong, seconds=seconds)}summary/").text
        buttons = re.findall(r'class="button([^"]*)"[^>]*>([^<]+)<', page)
        assert [name.strip() for look, name in buttons if "button-plain" not in look] == [first]

    def test_beside_a_hand_stand_the_pass_marks_and_the_pace(self, client: Client, clock: Clock) -> None:
        address = begun(client)
        first = client.get(address).text
        assert "<summary>Pass marks</summary>" in first, "folded: the hand has the page"
        assert "No hints. You see how it went at the end." in first
        clock.wait(7)
        answered(client, address)
        assert "So far 1 hand, 7.0 s." in client.get(address).text
        clock.wait(8)
        answered(client, address, wrong=True, headers=HTMX)
        assert "So far 2 hands, 7.5 s each." in client.get(address).text

    def test_above_a_hand_stands_the_time_that_it_takes(self, client: Client, clock: Clock) -> None:
        address = begun(client)
        assert 'data-spent="0">0:00</span>' in client.get(address).text
        clock.wait(67)
        assert 'data-spent="67">1:07</span>' in client.get(address).text
        answered(client, address)
        assert 'data-spent="0">0:00</span>' in client.get(address).text

    def test_beside_another_count_stand_no_pass_marks(self, client: Client) -> None:
        assert "Pass marks" not in client.get("/drills/count/start/", follow=True).text

    def test_who_leaves_goes_on_where_they_were_and_wins_no_time(self, client: Client, clock: Clock) -> None:
        address = begun(client)
        answered(client, address)
        asked = Run.objects.get().asked
        clock.wait(400)
        page = client.get("/exam/").text
        assert "You have left an exam: 1 of 20 hands is answered." in page
        assert f'href="{address}"' in page
        assert address in client.get("/drills/").text
        client.get(address)
        clock.wait(100)
        assert Run.objects.get().asked == asked
        answered(client, address)
        assert Run.objects.get().spent == 500

    @pytest.mark.parametrize(("seconds", "grade"), [(7.04, "Master"), (7.06, "Gold")])
    def test_the_time_that_is_told_is_the_one_that_counts(self, clock: Clock, seconds: float, grade: str) -> None:
        client = Client()
        page = client.get(f"{finished(client, clock, seconds=seconds)}summary/").text
        assert f'id="summary-title" tabindex="-1" autofocus>{grade}</h1>' in page
        assert f"{round(seconds, 1)} s a hand" in page

    @pytest.mark.parametrize("path", ["/", "/exam/", "/drills/"])
    def test_one_that_was_left_for_a_day_ends_and_counts(self, client: Client, clock: Clock, path: str) -> None:
        answered(client, begun(client), wrong=True)
        clock.wait(24 * 3600 - 1)
        client.get(path)
        assert Run.objects.get().ended_at is None
        clock.wait(1)
        assert "left an exam" not in client.get(path).text
        assert Run.objects.get().ended_at == clock.now
        assert Tally.objects.get(facet=ALL, day=EVER).times == 1
        assert Recall.objects.count() == 1
        client.get(path)
        assert Tally.objects.get(facet=ALL, day=EVER).times == 1

    @pytest.mark.parametrize("path", ["/", "/exam/"])
    def test_a_full_disk_leaves_it_for_another_time(
        self, client: Client, clock: Clock, path: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_given: object) -> None:
            raise OperationalError("database or disk is full")

        answered(client, begun(client))
        clock.wait(24 * 3600)
        monkeypatch.setattr(service, "end", full)
        assert client.get(path).status_code == 200
        assert Run.objects.get().ended_at is None

    @pytest.mark.django_db(transaction=True)
    def test_one_that_was_left_is_not_ended_while_its_learner_goes_on(self, client: Client, clock: Clock) -> None:
        answered(client, begun(client))
        left = Sitting.of(Run.objects.get(), Learner.objects.get())
        clock.wait(24 * 3600)
        answered(client, f"/runs/{left.key}/")
        assert service.end_if_left(left, clock.now) is left
        assert Run.objects.get().ended_at is None

    def test_an_exam_that_was_not_finished_has_no_grade(self, client: Client) -> None:
        address = begun(client)
        answered(client, address)
        client.post(address, {"number": 1, "end": "1"})
        page = client.get(f"{address}summary/").text
        assert not [grade for grade in (*map(grade_name, MARKS), grade_name(None)) if grade in page]
        assert client.get(f"{address}certificate/").status_code == 404
        assert exams_of(Learner.objects.get(), timezone.now()).results == ()


@pytest.mark.django_db
class TestHistory:
    """All of one's exams with their grades."""

    def test_the_latest_stands_first_and_the_best_is_marked(self, client: Client, clock: Clock) -> None:
        finished(client, clock, wrong=1)
        clock.wait(3600)
        finished(client, clock, wrong=4)
        page = client.get("/exam/").text
        assert re.findall(r"<strong>(\w+)</strong>", page) == ["Bronze", "Gold"]
        assert re.findall(r"(\w+) <span class=\"visually-hidden\">yours</span>", page) == ["Gold"]
        assert "19 of 20 right, 10.0 s a hand" in page

    def test_nobody_else_sees_it(self, client: Client, clock: Clock) -> None:
        address = finished(client, clock)
        other = Client()
        assert "<strong>" not in other.get("/exam/").text
        assert other.get(f"{address}certificate/").status_code == 404

    def test_it_takes_one_query(self, django_assert_num_queries: Any) -> None:
        learner = Learner.objects.create_guest()
        ended = timezone.now()
        values = {"settings": str(EXAM), "seed": 1, "drill": "count", "asked": "", "number": HANDS, "right": 18}
        for number in range(3):
            Run.objects.create(learner=learner, ended_at=ended + timedelta(days=number), spent=200, **values)
        with django_assert_num_queries(1):
            assert len(exams_of(learner, ended).results) == 3


@pytest.mark.django_db
class TestCertificate:
    """A clean sheet with name, grade, figures and date."""

    def test_it_has_all_that_it_is_printed_for(self, client: Client, clock: Clock) -> None:
        address = finished(client, clock, wrong=1)
        page = client.get(f"{address}certificate/").text
        for told in (
            "Gold",
            "19 of 20 right, 10.0 s a hand".replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", "),
            "19 of 20 right, in at most 12 seconds",
            "Awarded to ____",
            "Grade: Gold",
            'fill="var(--brass)"',  # the medal of gold
        ):
            assert told in page
        assert f'datetime="{clock.now:%Y-%m-%d}' in page
        learner = Learner.objects.get()
        learner.name = "Olga & Co"
        learner.save()
        client.force_login(learner)
        assert "Awarded to <bdi>Olga &amp; Co</bdi>" in client.get(f"{address}certificate/").text

    @pytest.mark.parametrize("key", ["nobody", "x" * 300, "%00", "1:2"])
    def test_there_is_none_of_what_is_no_exam(self, client: Client, key: str) -> None:
        assert client.get(f"/runs/{key}/certificate/").status_code == 404

    def test_there_is_none_without_a_grade(self, client: Client, clock: Clock) -> None:
        address = finished(client, clock, wrong=5)
        assert client.get(f"{address}certificate/").status_code == 404
        assert "certificate" not in client.get(f"{address}summary/").text


def test_an_exam_cannot_be_chosen_like_a_kind_of_run() -> None:
    assert not Mode.EXAM.traits.offered
    assert Settings.parse(str(EXAM)) == EXAM


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_marked(client: Client, clock: Clock) -> None:
    assert_all_marked(client.get("/exam/").text)
    address = finished(client, clock, wrong=1)
    assert_all_marked(client.get(f"{address}summary/").text)
    assert_all_marked(client.get(f"{address}certificate/").text)
    going = begun(client)
    assert_all_marked(answered(client, going, headers=HTMX).text)
    assert_all_marked(client.get("/exam/").text)
    assert_all_marked(client.get("/runs/").text)
    assert Attempt.objects.count() == HANDS + 1
