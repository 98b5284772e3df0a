"""Runs through the test client: they begin with the first answer, go on, end, and belong to one learner."""

import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from itertools import product
from threading import Barrier
from typing import Any

import pytest
from django.core.signing import Signer
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.full import PROOF, few
from tests.trainer.drills.samples import (
    EVERY_RUN,
    HAND,
    HTMX,
    NOTHING,
    SAMPLES,
    answer,
    asked,
    matrix,
    modes,
    of_mode,
    run_of,
)
from trainer.drills.count import question as count_question
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Recall, Run, Session, Tally
from trainer.practice import addresses, daily, service, state
from trainer.practice.state import AskedQuestion, Sitting, drawn, seed_of
from trainer.progress import recall

TWO_HANDS = [AskedQuestion("count", HAND), AskedQuestion("count", NOTHING)]

STANDS = "You have answered this one already; your first answer stands."
LATE = "Time was up before this answer came, so it does not count."
OVER = "This run is over."
STALE = "This page was out of date; here is the run as it stands."
PAUSED = "The run is paused: continue it first."
NO_PAUSE = "You may pause a sprint only three times."
NO_SKIP = "You may skip only one question in a streak."
BOTH = pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
LINK = r'href="(/drills/[^"]+\?q=[^"]+)"'
"""The link to a question."""
SOME_RUNS = pytest.mark.parametrize(
    ("drill", "mode"), few(EVERY_RUN, *(run for run in EVERY_RUN if run[0] == "count" or run[1] is modes(run[0])[0]))
)
"""One drill in every mode, and every drill in one; all with --full."""
ALL_DRILLS = pytest.mark.parametrize("drill", DRILLS)


def having(mode: Mode) -> list[str]:
    """Return the drills that have this mode."""
    return [drill for drill in DRILLS if mode in modes(drill)]


def rows() -> tuple[int, ...]:
    """Return the numbers of stored learners, sessions, runs, attempts, tallies and recall items."""
    return tuple(model.objects.count() for model in (Learner, Session, Run, Attempt, Tally, Recall))


NONE = (0, 0, 0, 0, 0, 0)


def as_it_stands() -> list[Any]:
    """Return every row of runs and attempts."""
    return [*Run.objects.order_by("pk").values(), *Attempt.objects.order_by("pk").values()]


def begun(client: Client, mode: Mode, *, claim: str = "15", **chosen: Any) -> str:
    """Begin a run of the counting drill with `HAND` and answer it. Return the address of the run."""
    return answer(client, asked(mode=mode, **chosen), [{"claim": claim}])[0]


def count_right(client: Client, address: str, **sent: Any) -> Any:
    """Answer the current question right."""
    run = Run.objects.get(key=address.split("/")[2])
    truth = count_question.mark(count_question.read(run.asked), "0").points
    return client.post(address, {"claim": str(truth), "number": str(run.number)}, **sent)


def count_wrong(client: Client, address: str, **sent: Any) -> Any:
    """Answer the current question wrong."""
    return client.post(address, {"claim": "27"}, **sent)


def pass_time(seconds: float) -> None:
    """Make all runs older."""
    for run in Run.objects.all():
        for name in ("begun_at", "asked_at", "paused_at"):
            if getattr(run, name):
                setattr(run, name, getattr(run, name) - timedelta(seconds=seconds))
        run.save()


def deal_of(html: str) -> list[str]:
    """Return the names of the large cards on a page, in order."""
    felt = html.partition('class="felt')[2].partition("</section>")[0].partition('class="sheet')[0]
    return re.findall(r'aria-label="([^"]+ of [^"]+)"', felt)


# ------------------------------------------------------------------------------------------------------- beginning


@pytest.mark.django_db
class TestBeginning:
    """A link leads to a new run, which is not stored until it is answered."""

    @pytest.mark.once("nothing is stored yet")
    @pytest.mark.parametrize(("drill", "mode"), EVERY_RUN)
    def test_a_link_leads_to_a_question(self, client: Client, drill: str, mode: Mode) -> None:
        response = client.get(reverse("start", args=[drill]), {"mode": mode})
        assert response.status_code == 302
        address = response.headers["Location"]
        assert re.fullmatch(r"/runs/[^/]+:[^/]+/", address)
        page = client.get(address)
        assert page.status_code == 200
        assert 'id="ask"' in page.text
        assert rows() == NONE
        assert set(client.cookies) == {"csrftoken"}

    @ALL_DRILLS
    def test_a_reload_shows_the_same_question(self, client: Client, drill: str) -> None:
        address = client.get(reverse("start", args=[drill])).headers["Location"]
        first, again = (re.sub(r'name="csrf[^>]+>', "", client.get(address).text) for _ in range(2))
        assert 'id="ask"' in first
        assert first == again

    def test_another_visit_brings_another_question(self, client: Client) -> None:
        pages = [client.get(reverse("start", args=["count"]), follow=True) for _ in range(8)]
        assert len({page.redirect_chain[-1][0] for page in pages}) == 8
        assert len({tuple(deal_of(page.text)) for page in pages}) > 1

    def test_what_was_chosen_is_asked(self, client: Client) -> None:
        chosen = {"mode": "sprint", "sprint": "60", "kind": "crib", "size": "5"}
        page = client.get(reverse("start", args=["count"]), chosen, follow=True)
        assert "Count this crib" in page.text
        assert len(deal_of(page.text)) == 6
        answer(client, page.redirect_chain[-1][0], [{"claim": "0"}])
        assert Run.objects.get().settings == "count sprint 60 kind=crib size=5"

    @pytest.mark.parametrize(
        ("drill", "question", "sort"),
        [
            ("count", "4C 5S 6D 6H | KH", "double-run"),
            ("count", "crib 2C 4S 6D 8H | TH", "nothing"),
            ("peg", "4C 7D | 4S", "fifteen"),
            ("peg", "| 4S", "nothing"),
            ("count", "a good one", None),
            ("discard", "2H 3C 9S TD JD QH as pone of 2", None),  # which asks for no sort alone
        ],
    )
    def test_questions_like_one_are_asked(self, client: Client, drill: str, question: str, sort: str | None) -> None:
        response = client.get(reverse("start", args=[drill]), {"like": question})
        run = addresses.about_to_begin(response.headers["Location"].split("/")[2])
        assert run.settings.options == ({"classes": sort} if sort else {})

    @pytest.mark.parametrize(
        "chosen", [{"mode": "nap"}, {"mode": "sprint", "sprint": "5"}, {"kind": "foot"}, {"mode": "round"}]
    )
    def test_a_choice_that_is_none_is_explained(self, client: Client, chosen: dict[str, str]) -> None:
        page = client.get(reverse("start", args=["count"]), chosen)
        assert page.status_code == 200
        assert "<form" in page.text
        assert len(re.findall(r'class="field-fault"[^>]*>([^<]{12,})<', page.text)) == 1
        assert "<h1>Count</h1>" in page.text

    def test_a_drill_that_is_none_is_not_found(self, client: Client) -> None:
        for path in ("/drills/bridge/start/", "/drills/bridge/open/?q=4C"):
            assert client.get(path).status_code == 404

    @ALL_DRILLS
    def test_a_question_has_a_link_for_anybody(self, client: Client, drill: str) -> None:
        text = SAMPLES[drill].question
        address = asked(text, drill=drill)
        found = re.findall(LINK, client.get(address).text)
        assert rows() == NONE
        if not DRILLS[drill].shows_all:  # it would reveal what is shown only later
            assert found == []
            address, _response = answer(client, address, SAMPLES[drill].right)
            found = re.findall(LINK, client.get(address).text)
        reopened = Client().get(found[0], follow=True)
        assert len(found) == 1
        assert addresses.about_to_begin(reopened.redirect_chain[-1][0].split("/")[2]).asked.text == text

    @ALL_DRILLS
    @pytest.mark.parametrize("text", ["4C", "\0", "crib", "|||", "x" * 5000, "4C 4C 4C 4C | 4C", "♥", "1|2|3|4", ":"])
    def test_a_link_that_was_cut_short_is_explained(self, client: Client, drill: str, text: str) -> None:
        page = client.get(reverse("reopen", args=[drill]), {"q": text})
        assert page.status_code == 200
        assert "There is no such question" in page.text

    def test_nothing_of_a_run_is_cached(self, client: Client) -> None:
        first = client.get(reverse("start", args=["count"]))
        address = first.headers["Location"]
        page = client.get(address)
        for response in (first, page, client.post(address, {"claim": "x"}), client.post(address, {"claim": "1"})):
            assert "no-store" in response.headers["Cache-Control"]
        assert "HX-Request" in page.headers["Vary"]

    @pytest.mark.parametrize("method", ["put", "delete", "patch"])
    def test_other_methods_are_not_allowed(self, client: Client, method: str) -> None:
        for address in (asked(), "/runs/some-key/", "/drills/count/start/", "/drills/count/open/"):
            assert getattr(client, method)(address).status_code == 405
        assert client.post("/drills/count/start/").status_code == 405

    @pytest.mark.parametrize("day", [None, date(2026, 3, 1)], ids=["run", "day"])
    def test_an_address_of_a_former_secret_key_asks_the_same(
        self, settings: Any, monkeypatch: pytest.MonkeyPatch, day: date | None
    ) -> None:
        now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: now)
        signed = addresses.start_url(Settings("count", Mode.CALM), day=day).split("/")[2]
        before = addresses.about_to_begin(signed)
        settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
        assert addresses.about_to_begin(signed) == before
        settings.SECRET_KEY_FALLBACKS = []
        with pytest.raises(addresses.NotOurs):
            addresses.about_to_begin(signed)

    def test_an_address_that_this_site_did_not_sign_is_not_found(self, client: Client) -> None:
        key = asked().split("/")[2]
        assert client.get(f"/runs/{key}/").status_code == 200
        value, _, signature = key.rpartition(":")
        bad = [
            value,
            f"{value}:",
            f":{signature}",
            key[:-1],
            key[1:],
            "A" + key,
            f"{value}A:{signature}",
            f"{value}:{signature[::-1]}",
            Signer(salt="elsewhere").sign_object([1, 2, False]),
            Signer().sign_object(["key", "count calm", 1, 1, "", None, None, ""]),
            ":",
            "%00",
            "%ff",
            "%00:%00",
            "ключ:ключ",
            "x" * 3000,
        ]
        for learner in (None, Learner.objects.create_guest()):
            if learner:
                client.force_login(learner)
            assert [(text, client.get(f"/runs/{text}/").status_code) for text in bad] == [(text, 404) for text in bad]
            assert {client.post(f"/runs/{text}/", {"claim": "1"}).status_code for text in bad} == {404}
        assert client.get("/runs//").status_code == 404
        assert Run.objects.count() == 0


# ------------------------------------------------------------------------------------------------------- answering


@pytest.mark.django_db
class TestAnswering:
    """An answer is judged, stored and counted in every mode of every drill."""

    @pytest.mark.parametrize(("drill", "mode", "right", "htmx"), matrix([True, False], [True, False]))
    def test_an_answer_is_kept(self, client: Client, drill: str, mode: Mode, right: bool, htmx: bool) -> None:
        headers = HTMX if htmx else {}
        sample, settings = SAMPLES[drill], of_mode(drill, mode)
        start = addresses.start_url(settings, asked=sample.question)
        address, _ = answer(client, start, sample.right if right else sample.wrong, headers=headers)
        run, attempt = Run.objects.get(), Attempt.objects.get()
        assert address == reverse("run", args=[run.key])
        assert (attempt.run, attempt.learner, attempt.number) == (run, run.learner, 0)
        assert (attempt.drill, attempt.question) == (drill, sample.question)
        assert (attempt.right, attempt.lost == 0, attempt.rated, attempt.late) == (right, right, True, False)
        assert attempt.sort in [sort.code for sort in DRILLS[drill].sorts]
        assert service.judged_again(attempt).marking.right is right, "it is judged the same again"
        assert run.settings == str(settings)
        assert (run.number, run.right, run.combo) == (1, int(right), int(right))
        assert (run.ended_at is None) is (right or mode is not Mode.STREAK)
        assert Tally.objects.filter(facet="all", times=1, misses=float(not right)).count() == 2, "today, and ever"
        assert Recall.objects.count() == (0 if right else 1)
        assert (run.stage, run.asked == sample.question) == (("ask", False) if settings.goes_on else ("shown", True))
        assert client.get(address).status_code == 200

    @SOME_RUNS
    def test_the_next_question_is_another(self, client: Client, drill: str, mode: Mode) -> None:
        sample = SAMPLES[drill]
        start = addresses.start_url(of_mode(drill, mode), asked=sample.question)
        address, response = answer(client, start, sample.right)
        if mode is not Mode.SPRINT:
            response = client.post(address, {"next": "1", "number": "1"})
        assert response.status_code == 302
        run = Run.objects.get()
        assert (run.stage, run.number, run.hinted, run.answer_steps) == ("ask", 1, False, [])
        assert run.asked != sample.question
        page = client.get(address).text
        assert 'name="number" value="1"' in page
        assert Attempt.objects.count() == 1

    def test_many_answers_make_one_learner_and_one_run(self, client: Client) -> None:
        address = begun(client, Mode.CALM)
        for number in range(1, 8):
            client.post(address, {"next": "1"})
            assert client.post(address, {"claim": str(number), "number": str(number)}).status_code == 302
            assert rows()[:4] == (1, 1, 1, number + 1)
            attempt = Attempt.objects.latest("pk")
            assert (attempt.number, attempt.answer) == (number, str(number))
        assert Learner.objects.get().name is None

    def test_an_attempt_keeps_when_it_was_asked_and_answered(self, client: Client) -> None:
        before = timezone.now()
        begun(client, Mode.CALM, claim="11")
        attempt = Attempt.objects.get()
        assert abs(attempt.asked_at - before) < timedelta(seconds=1)
        assert attempt.asked_at - timedelta(milliseconds=1) <= attempt.answered_at <= timezone.now()
        assert (attempt.question, attempt.answer, attempt.lost) == (HAND, "11", 4.0)
        assert attempt.causes == "missed fifteen:2,missed run nobs,missed fifteen pair"

    def test_a_learner_with_a_name_keeps_it(self, client: Client) -> None:
        anna = Learner.objects.create_user("Anna")
        client.force_login(anna)
        begun(client, Mode.CALM)
        assert Attempt.objects.get().learner == anna
        assert Learner.objects.count() == 1

    def test_two_tabs_are_two_runs_of_one_learner(self, client: Client) -> None:
        tabs = [asked(), asked(NOTHING)]
        for address in tabs:
            client.get(address)
        for address in tabs:
            answer(client, address, [{"claim": "3"}])
        assert rows()[:4] == (1, 1, 2, 2)

    def test_a_hint_is_kept_with_the_answer(self, client: Client) -> None:
        for asks in ({"hint": "1"}, {"claim": "h"}):
            start = asked()
            address, response = answer(client, start, [asks])
            assert "15" not in re.findall(r'class="message">([^<]+)<', response.text)[0]
            assert 'id="ask"' in client.get(address).text
            answer(client, address, [{"claim": "11"}])
            assert Attempt.objects.latest("pk").hinted
            client.post(address, {"next": "1"})
            count_right(client, address)
            assert not Attempt.objects.latest("pk").hinted, "a hint is for one question"

    @pytest.mark.parametrize("drill", DRILLS)
    def test_who_asks_for_the_cards_hears_the_question_again(self, client: Client, drill: str) -> None:
        def reply(typed: str) -> list[str]:
            page = answer(client, asked(SAMPLES[drill].question, drill=drill), [{"claim": typed}])[1].text
            return re.findall(r'class="message">([^<]+)<', page)

        again = reply("r")
        assert again or drill == "go", "only its buttons answer"
        for typed in ("w", "hand", "my hand", "cards"):
            assert reply(typed) == again, typed

    def test_beside_a_question_stand_the_last_answers(self, client: Client) -> None:
        assert "Your last answers" not in client.get(asked()).text
        address, _ = answer(client, asked(), [{"claim": "11"}])
        for mode, is_there in ((Mode.CALM, True), (Mode.SPRINT, False)):
            address = begun(client, mode, claim="11") if mode is Mode.SPRINT else address
            client.post(address, {"next": "1"})
            assert ("Your last answers" in client.get(address).text) is is_there

    def test_a_sprint_shows_the_hand_that_was_missed(self, client: Client) -> None:
        address, response = answer(client, asked(mode=Mode.SPRINT), [{"claim": "11"}], headers=HTMX)
        strip = response.text.partition('class="last-moved"')[2].partition("</span></span></span>")[0]
        assert re.findall(r'class="face">(\w+)<', strip) == ["4", "5", "6", "J", "4"]
        count_right(client, address)
        assert 'class="face"' not in client.get(address).text

    @ALL_DRILLS
    @BOTH
    def test_every_drill_has_hints_and_answers_questions(
        self, client: Client, drill: str, headers: dict[str, str]
    ) -> None:
        question = SAMPLES[drill].question
        start = asked(question, drill=drill)
        typed_in = 'id="claim"' in client.get(start).text
        for typed in ("?", "c", " R ") if typed_in else ():
            response = client.post(start, {"claim": typed, "answer": "1"}, headers=headers)
            assert response.status_code == 200
            (message,) = re.findall(r'class="message">([^<]+)<', response.text)
            assert len(message) > 10
            assert 'id="ask"' in response.text
        assert rows() == NONE, "questions about a question leave nothing behind"
        address, response = answer(client, start, [{"hint": "1"}], headers=headers)
        (hint,) = re.findall(r'class="message">([^<]+)<', response.text)
        assert len(hint) > 10
        assert Run.objects.get().hinted
        assert 'id="ask"' in client.get(address).text


# ------------------------------------------------------------------------------------------------------------- queries


def cost(client: Client, address: str, post: Any, **sent: Any) -> list[str]:
    """Return the statements of a post, except those that open and close its transaction."""
    with CaptureQueriesContext(connection) as captured:
        assert client.post(address, post, **sent).status_code in {200, 302}
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [query["sql"] for query in captured if not query["sql"].startswith(frame)]


@pytest.mark.django_db
class TestCost:
    """An answer takes at most seven queries, however many came before."""

    @pytest.fixture
    def learner(self, client: Client) -> Learner:
        """Return a learner who has an answer from earlier today."""
        begun(client, Mode.CALM, claim="11")
        return Learner.objects.get()

    @pytest.mark.usefixtures("learner")
    @pytest.mark.parametrize(("drill", "mode", "right", "first"), matrix([False, True], [True, False]))
    def test_an_answer_is_at_most_seven_queries(
        self, client: Client, drill: str, mode: Mode, right: bool, first: bool
    ) -> None:
        sample = SAMPLES[drill]
        *steps, last = sample.right if right else sample.wrong
        if not first:
            steps = [{"hint": "1"}, *steps]
        address = addresses.start_url(of_mode(drill, mode), asked=sample.question)
        if steps:
            address, _ = answer(client, address, steps)
        before = Attempt.objects.count()
        queries = cost(client, address, last, headers=HTMX)
        assert len(queries) <= 7, queries
        assert Attempt.objects.count() == before + 1
        assert Attempt.objects.latest("pk").right is right

    @pytest.mark.parametrize("claim", ["15", "11"], ids=["right", "wrong"])
    def test_somebody_new_costs_no_more(self, claim: str) -> None:
        """A new guest and their session take no more queries."""
        assert len(cost(Client(), asked(), {"claim": claim}, headers=HTMX)) <= 7

    @pytest.mark.parametrize("claim", ["15", "11"], ids=["right", "wrong"])
    @pytest.mark.parametrize("first", [True, False], ids=["first", "further"])
    def test_a_daily_run_costs_no_more(self, client: Client, learner: Learner, claim: str, first: bool) -> None:
        """A daily run takes no more queries: the database itself ensures that there is one try a day."""
        address = addresses.start_url(daily.SETTINGS, asked=HAND, day=daily.today(timezone.now()))
        if not first:
            address, _ = answer(client, address, [{"hint": "1"}])
        assert len(cost(client, address, {"claim": claim}, headers=HTMX)) <= 7
        assert Attempt.objects.filter(learner=learner).count() == 2

    @pytest.mark.parametrize("claim", ["15", "11"], ids=["right", "wrong"])
    def test_a_replay_costs_no_more(self, client: Client, learner: Learner, claim: str) -> None:
        run = service.begin(learner, Settings("count", Mode.REPLAY), questions=TWO_HANDS)
        assert run
        assert len(cost(client, reverse("run", args=[run.key]), {"claim": claim}, headers=HTMX)) <= 7

    @BOTH
    def test_it_does_not_grow(self, client: Client, learner: Learner, headers: dict[str, str]) -> None:
        address = begun(client, Mode.SPRINT)

        def costs() -> list[int]:
            return [len(cost(client, address, {"claim": claim}, headers=headers)) for claim in ("27", "26", "25")]

        early = costs()
        run, now = Run.objects.latest("pk"), timezone.now()
        fields = {"drill": "count", "question": HAND, "answer": "11", "right": False, "asked_at": now}
        Attempt.objects.bulk_create(Attempt(learner=learner, number=number, **fields) for number in range(300))
        old = [Run(learner=learner, settings="count calm", seed=seed, drill="count", asked=HAND) for seed in range(100)]
        Run.objects.bulk_create(old)
        assert costs() == early
        assert run.learner == learner

    def test_looking_costs_little(self, client: Client, learner: Learner) -> None:
        address = begun(client, Mode.CALM)
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        assert len(captured) <= 5
        assert Run.objects.latest("pk").learner == learner


# --------------------------------------------------------------------------------------------------------- guests


@pytest.mark.django_db
class TestGuest:
    """A visitor becomes a guest with their first answer, not before."""

    @ALL_DRILLS
    def test_looking_leaves_nothing_behind(self, client: Client, drill: str) -> None:
        for path in (f"/drills/{drill}/", f"/drills/{drill}/start/", asked(SAMPLES[drill].question, drill=drill)):
            client.get(path, follow=True)
        assert rows() == NONE
        assert set(client.cookies) <= {"csrftoken"}

    @SOME_RUNS
    def test_deeds_that_do_nothing_leave_nothing_behind(self, drill: str, mode: Mode) -> None:
        start = addresses.start_url(of_mode(drill, mode), asked=SAMPLES[drill].question)
        does_something = {Mode.STREAK: "skip", Mode.SPRINT: "pause"}.get(mode)
        for deed in {"next", "find", "show", "time", "resume", "end", "skip", "pause"} - {does_something}:
            response = Client().post(start, {deed: "1"}, headers=HTMX)
            assert response.status_code == 200, deed
            assert 'id="ask"' in response.text, deed
            assert rows() == NONE, deed

    def test_a_guest_who_comes_back_is_remembered_anew_once_a_day(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT)
        assert "sessionid" not in client.post(address, {"claim": "11"}).cookies
        session = client.session
        session["last_day"] = "2001-01-01"
        session.save()
        assert client.post(address, {"claim": "11"}).cookies["sessionid"]["max-age"] > 300 * 24 * 3600
        assert rows()[:4] == (1, 1, 1, 3)


# ------------------------------------------------------------------------------------------------------ once only


@pytest.mark.django_db
class TestDeletedGuest:
    """The address of a run is worth nothing after a guest has answered it and deleted themself."""

    def questions(self, client: Client, start: str) -> list[str]:
        """Return what the run at this address asks, after answers that are all wrong."""
        address, _ = answer(client, start, [{"claim": "27"}])
        for number in range(1, 6):
            client.post(address, {"next": "1", "number": str(number)})
            client.post(address, {"claim": "27", "number": str(number)})
        return list(Attempt.objects.order_by("number").values_list("question", flat=True))

    @pytest.mark.parametrize("mode", [Mode.CALM, Mode.SPRINT])
    def test_it_asks_other_questions(self, monkeypatch: pytest.MonkeyPatch, mode: Mode) -> None:
        monkeypatch.setattr(state, "seed_of", seed_of)  # elsewhere in tests the learner makes no difference
        start = reverse("start", args=["count"]) + f"?mode={mode}"
        start = Client().get(start).headers["Location"]
        guest, account = Client(), Client()
        first = self.questions(guest, start)
        guest.post(reverse("delete"), {"sure": "on"})
        assert not Learner.objects.exists()
        account.force_login(Learner.objects.create_user("Ann"))
        again = self.questions(account, start)
        assert len(first) == len(again) == 6
        assert first[0] == again[0], "anybody can look at the first, and no clock runs"
        assert not set(first[1:]) & set(again[1:])


@pytest.mark.django_db
class TestClockSetBack:
    """The server's clock is set back or forth by an hour: no time is negative, and no run becomes longer."""

    @pytest.fixture
    def tick(self, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
        """Stop the clock, and return what moves it by seconds."""
        clock = [timezone.now()]
        monkeypatch.setattr(timezone, "now", lambda: clock[0])

        def move(seconds: float) -> None:
            clock[0] += timedelta(seconds=seconds)

        return move

    def left(self, client: Client, address: str) -> int:
        """Return the seconds on the sprint's clock."""
        found = re.search(r'id="clock"[^>]*data-seconds="(\d+)"', client.get(address).text)
        assert found
        return int(found[1])

    def test_a_sprint_goes_on_from_where_it_stood(self, client: Client, tick: Callable[[float], None]) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        tick(20)
        count_right(client, address)
        tick(-3600)
        assert self.left(client, address) == 40
        tick(10)
        assert self.left(client, address) == 30
        count_right(client, address)  # the third in a row: 5 seconds more
        assert self.left(client, address) == 35
        tick(36)
        assert client.get(address).headers["Location"] == summary_of(address)
        assert Attempt.objects.count() == 3

    def test_a_pause_takes_nothing_and_gives_nothing(self, client: Client, tick: Callable[[float], None]) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        tick(20)
        client.post(address, {"pause": "1"})
        tick(-3600)
        client.post(address, {"resume": "1"})
        assert self.left(client, address) == 40
        assert Run.objects.get().paused == 0
        tick(41)
        assert client.get(address).headers["Location"] == summary_of(address)

    def test_forth_a_sprint_ends_when_its_time_was_up(self, client: Client, tick: Callable[[float], None]) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        tick(3600)
        assert client.get(address).headers["Location"] == summary_of(address)
        tick(-3600)
        run = Run.objects.get()
        assert run.begun_at
        assert run.ended_at == run.begun_at + timedelta(seconds=60)
        assert client.get(summary_of(address)).status_code == 200

    @pytest.mark.parametrize("mode", [Mode.CALM, Mode.STREAK, Mode.CLOCK])
    def test_back_and_forth_no_answer_takes_less_than_no_time(
        self, client: Client, mode: Mode, tick: Callable[[float], None]
    ) -> None:
        address = asked(mode=mode, seconds=30 if mode is Mode.CLOCK else None)
        tick(-3600)
        address, _ = answer(client, address, [{"claim": "15"}])
        for move in (-3600, 3600, -3600):
            client.post(address, {"next": "1"})
            tick(move)
            count_right(client, address)
        taken = [each.answered_at - each.asked_at for each in Attempt.objects.order_by("number")]
        assert [each.total_seconds() for each in taken] == [0, 0, 3600, 0]
        assert client.get(summary_of(address)).status_code == 200
        assert Tally.objects.filter(seconds__lt=0).count() == 0

    def test_a_question_against_the_clock_is_late_all_the_same(
        self, client: Client, tick: Callable[[float], None]
    ) -> None:
        start = asked(mode=Mode.CLOCK, seconds=30)
        tick(-3600)
        address, _ = answer(client, start, [{"claim": "15"}])
        client.post(address, {"next": "1"})
        tick(-3600)
        client.get(address)
        tick(31)
        count_right(client, address)
        assert [each.late for each in Attempt.objects.order_by("number")] == [False, True]


@pytest.mark.django_db
class TestOnce:
    """A question is answered once. An outdated form changes nothing, and its reply says so."""

    @BOTH
    @pytest.mark.parametrize("second", ["11", "15"])
    def test_a_second_answer_changes_nothing_and_is_told_so(
        self, client: Client, second: str, headers: dict[str, str]
    ) -> None:
        address = begun(client, Mode.CALM, claim="11")
        before = as_it_stands()
        response = client.post(address, {"claim": second, "number": "0"}, headers=headers)
        assert response.status_code == 200
        assert STANDS in response.text
        assert "You said 11. It is" in response.text
        assert as_it_stands() == before

    @BOTH
    def test_a_form_from_before_is_refused_once_the_run_has_gone_on(
        self, client: Client, headers: dict[str, str]
    ) -> None:
        address = begun(client, Mode.SPRINT, claim="11")
        before = as_it_stands()
        for post in ({"claim": "15"}, {"hint": "1"}, {"time": "1"}, {"next": "1"}, {"find": "1"}, {"show": "1"}):
            response = client.post(address, {**post, "number": "0"}, headers=headers)
            assert response.status_code == 200
            assert STANDS in response.text
            assert 'id="ask"' in response.text, "the question that is asked now can be answered at once"
        assert as_it_stands() == before

    def test_a_form_from_nowhere_is_refused(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT)
        before = as_it_stands()
        assert STALE in client.post(address, {"claim": "15", "number": "7"}).text
        assert as_it_stands() == before

    def test_two_tabs_of_one_run(self, client: Client) -> None:
        """The outdated tab is told so, and shows the current state."""
        address = begun(client, Mode.CALM)
        client.post(address, {"next": "1", "number": "1"})
        assert client.post(address, {"claim": "27", "number": "1"}).status_code == 302
        client.post(address, {"next": "1", "number": "2"})
        before = as_it_stands()
        response = client.post(address, {"claim": "0", "number": "1"})
        assert STANDS in response.text
        assert 'name="number" value="2"' in response.text
        assert as_it_stands() == before

    def test_next_twice_asks_one_question(self, client: Client) -> None:
        address = begun(client, Mode.CALM)
        client.post(address, {"next": "1", "number": "1"})
        asks = Run.objects.get().asked
        again = client.post(address, {"next": "1", "number": "1"})
        assert again.status_code == 200
        assert Run.objects.get().asked == asks
        assert STANDS not in again.text, "nothing was answered twice"
        assert STALE in again.text

    @BOTH
    def test_a_start_that_was_begun_leads_to_its_run(self, client: Client, headers: dict[str, str]) -> None:
        start = asked()
        address, _ = answer(client, start, [{"claim": "11"}])
        before = as_it_stands()
        assert client.get(start, headers=headers).headers["Location"] == address
        for claim in ("15", "11"):
            response = client.post(start, {"claim": claim}, headers=headers, follow=True)
            assert response.status_code == 200
            assert "You said 11. It is" in response.text
        assert as_it_stands() == before

    @pytest.mark.parametrize("stranger", ["nobody", "guest", "learner"])
    def test_a_run_is_nobody_else_s(self, client: Client, stranger: str) -> None:
        start = asked(mode=Mode.CALM, find=True)
        address, _ = answer(client, start, [{"claim": "11"}])
        before = as_it_stands()
        other = Client()
        if stranger != "nobody":
            other.force_login(
                Learner.objects.create_user("Anna") if stranger == "learner" else Learner.objects.create_guest()
            )
        people = Learner.objects.count()
        deeds = ({"claim": "15"}, {"card": ["4C", "4H"], "find": "1"}, {"show": "1"}, {"end": "1"}, {"next": "1"})
        assert other.get(address).status_code == 404
        if stranger == "nobody":  # it may be a second click while the first is still being handled
            assert other.get(start).headers["Location"] not in (start, address)
        else:
            assert other.get(start).status_code == 404
        for post in deeds:
            assert other.post(address, post).status_code == 404
            response = other.post(address, post, headers=HTMX)
            assert (response.status_code, response.headers["HX-Redirect"]) == (404, address)
        assert other.post(start, {"claim": "15"}, follow=True).status_code == (200 if stranger == "nobody" else 404)
        for post in deeds:
            assert "You said" not in other.post(start, post).text
        assert as_it_stands() == before
        assert Learner.objects.count() == people
        assert client.get(address).status_code == 200

    @BOTH
    def test_a_plain_answer_redirects_and_htmx_keeps_the_address(self, client: Client, headers: dict[str, str]) -> None:
        response = client.post(asked(), {"claim": "11"}, headers=headers)
        address = reverse("run", args=[Run.objects.get().key])
        if headers:
            assert (response.status_code, response.headers["HX-Replace-Url"]) == (200, address)
        else:
            assert (response.status_code, response.headers["Location"]) == (302, address)


@pytest.mark.django_db(transaction=True)
class TestRace:
    """Two posts at the same time."""

    @pytest.fixture
    def at_once(self) -> Callable[..., list[Any]]:
        """Post two forms at the same time."""
        together = Barrier(2, timeout=30)

        def both(
            clients: list[Client], address: str, posts: list[dict[str, str]], headers: dict[str, str]
        ) -> list[Any]:
            def post(client: Client, fields: dict[str, str]) -> Any:
                together.wait()
                try:
                    return client.post(address, fields, headers=headers)
                finally:
                    connections.close_all()

            with ThreadPoolExecutor(2) as pool:
                return list(pool.map(post, clients, posts))

        return both

    @BOTH
    @pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
    def test_a_start_answered_twice_at_once_is_one_run(
        self, at_once: Callable[..., list[Any]], known: bool, headers: dict[str, str]
    ) -> None:
        clients = [Client(raise_request_exception=False) for _ in range(2)]
        if known:
            clients[0].force_login(Learner.objects.create_guest())
            clients[1].cookies = clients[0].cookies
        start = asked()
        responses = at_once(clients, start, [{"claim": "27"}, {"claim": "26"}], headers)
        assert rows()[:4] == (1, 1, 1, 1)
        claim = Attempt.objects.get().answer
        address = reverse("run", args=[Run.objects.get().key])
        won, lost = responses if claim == "27" else responses[::-1]
        assert run_of(won, "") == address
        assert (lost.status_code, lost.headers["Location"]) == (302, start)
        shown = [client for client in clients if client.get(address).status_code == 200]
        assert len(shown) == (2 if known else 1)
        assert f"You said {claim}. It is" in shown[0].get(address).text

    @BOTH
    def test_a_question_answered_twice_at_once_is_answered_once(
        self, at_once: Callable[..., list[Any]], headers: dict[str, str]
    ) -> None:
        client, other = Client(raise_request_exception=False), Client(raise_request_exception=False)
        address = begun(client, Mode.SPRINT)
        other.cookies = client.cookies
        posts = [{"claim": "27", "number": "1"}, {"claim": "26", "number": "1"}]
        responses = at_once([client, other], address, posts, headers)
        assert {response.status_code for response in responses} <= {200, 302}
        assert rows()[:4] == (1, 1, 1, 2)
        assert sum(STANDS in response.text or STALE in response.text for response in responses) == 1
        assert Run.objects.get().number == 2

    def test_a_posted_form_may_come_twice(self, at_once: Callable[..., list[Any]]) -> None:
        client, other = Client(raise_request_exception=False), Client(raise_request_exception=False)
        address = begun(client, Mode.CALM)
        other.cookies = client.cookies
        responses = at_once([client, other], address, [{"next": "1", "number": "1"}] * 2, {})
        assert {response.status_code for response in responses} <= {200, 302}
        assert (Run.objects.get().stage, Run.objects.get().number) == ("ask", 1)


# ------------------------------------------------------------------------------------------------ clocks and ends


def summary_of(address: str) -> str:
    """Return the address of a run's summary."""
    return f"{address}summary/"


@pytest.mark.django_db
class TestSprint:
    """The server's clock decides, the cards can be hidden, and the summary comes at the end."""

    def test_when_the_clock_starts_is_said_until_it_does(self, client: Client) -> None:
        starts = "The clock starts with your first answer."
        assert starts in client.get(asked(mode=Mode.SPRINT, seconds=60)).text
        assert starts not in client.get(begun(client, Mode.SPRINT, seconds=60)).text
        assert starts not in client.get(asked()).text
        assert starts not in client.get(asked(mode=Mode.CLOCK, seconds=30)).text

    def test_the_clock_stands_until_the_first_answer(self, client: Client) -> None:
        start = asked(mode=Mode.SPRINT, seconds=60)
        page = client.get(start).text
        assert re.search(r'id="clock"[^>]*data-seconds="60"(?![^>]*data-running)', page)
        address, _ = answer(client, start, [{"claim": "15"}])
        assert re.search(r'id="clock"[^>]*data-seconds="(60|59)" data-running', client.get(address).text)
        pass_time(20)
        assert re.search(r'id="clock"[^>]*data-seconds="(40|39)"', client.get(address).text)

    def test_a_miss_costs_ten_seconds(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT, claim="11", seconds=60)
        assert re.search(r'id="clock"[^>]*data-seconds="(50|49)"', client.get(address).text)

    def test_three_in_a_row_give_five(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        for _ in range(2):
            count_right(client, address)
        assert Run.objects.get().extra == 5
        assert "3 in a row" in client.get(address).text

    @BOTH
    def test_the_verdict_comes_with_the_next_question(self, client: Client, headers: dict[str, str]) -> None:
        response = client.post(asked(mode=Mode.SPRINT), {"claim": "11"}, headers=headers, follow=True)
        assert "You said 11. It is 15." in response.text
        assert "fifteen two" not in response.text, "those cards are gone: the summary explains them"
        assert 'id="ask"' in response.text
        assert 'id="next"' not in response.text

    @BOTH
    def test_an_answer_after_the_end_does_not_count(self, client: Client, headers: dict[str, str]) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        pass_time(61)
        response = client.post(address, {"claim": "15", "number": "1"}, headers=headers)
        assert response.status_code == 200
        assert LATE in response.text
        assert summary_of(address) in response.text
        assert 'id="ask"' not in response.text
        run = Run.objects.get()
        assert (run.number, run.stage, Attempt.objects.count()) == (1, "over", 1)
        assert run.begun_at
        assert run.ended_at == run.begun_at + timedelta(seconds=60), "it ended when its time was up"
        assert OVER in client.post(address, {"claim": "15", "number": "1"}, headers=headers).text

    def test_once_over_it_leads_to_its_summary(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        pass_time(61)
        assert client.get(address).headers["Location"] == summary_of(address)
        assert client.get(address, headers=HTMX).headers["HX-Redirect"] == summary_of(address)
        assert client.get(summary_of(address)).status_code == 200

    @BOTH
    def test_the_page_may_ask_whether_time_is_up(self, client: Client, headers: dict[str, str]) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        response = client.post(address, {"time": "1", "number": "1"}, headers=headers, follow=True)
        assert 'id="ask"' in response.text, "it is not"
        assert Attempt.objects.count() == 1
        pass_time(61)
        response = client.post(address, {"time": "1", "number": "1"}, headers=headers)
        assert response.headers["HX-Redirect" if headers else "Location"] in {summary_of(address), address}
        assert Run.objects.get().stage == "over"
        assert Attempt.objects.count() == 1

    @pytest.mark.parametrize("drill", having(Mode.SPRINT))
    @BOTH
    def test_a_pause_hides_the_cards(self, client: Client, drill: str, headers: dict[str, str]) -> None:
        start = addresses.start_url(of_mode(drill, Mode.SPRINT), asked=SAMPLES[drill].question)
        address, _ = answer(client, start, SAMPLES[drill].right)
        run = Run.objects.get()
        for response in (
            client.post(address, {"pause": "1"}, headers=headers, follow=True),
            client.get(address, headers=headers),
            client.post(address, {"claim": "c", "number": "1"}, headers=headers),
            client.post(address, {"hint": "1"}, headers=headers),
        ):
            assert response.status_code == 200
            assert 'class="card' not in response.text
            assert " of hearts" not in response.text
            assert run.asked not in response.text
            assert "?q=" not in response.text
            assert 'name="resume"' in response.text

    def test_the_clock_stands_while_it_is_paused(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        asks = Run.objects.get().asked
        client.post(address, {"pause": "1"})
        run = Run.objects.get()
        Run.objects.update(
            paused_at=run.paused_at and run.paused_at - timedelta(hours=1),
            begun_at=run.begun_at and run.begun_at - timedelta(hours=1),
        )
        assert 'name="resume"' in client.get(address).text, "an hour is no time at all"
        client.post(address, {"resume": "1"})
        page = client.get(address).text
        assert re.search(r'id="clock"[^>]*data-seconds="(60|59)" data-running', page)
        assert Run.objects.get().asked != asks, "one could go on counting it"
        assert count_right(client, address).status_code == 302
        assert Attempt.objects.count() == 2

    def test_an_answer_while_it_is_paused_is_refused(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT)
        client.post(address, {"pause": "1"})
        before = as_it_stands()
        for post in ({"claim": "15", "number": "1"}, {"time": "1"}, {"hint": "1"}):
            assert PAUSED in client.post(address, post).text
        assert as_it_stands() == before

    def test_a_run_can_be_paused_before_it_is_answered(self, client: Client) -> None:
        address, _ = answer(client, asked(mode=Mode.SPRINT, seconds=60), [{"pause": "1"}])
        assert 'class="card' not in client.get(address).text
        client.post(address, {"resume": "1"})
        assert Run.objects.get().asked != HAND
        count_right(client, address)
        assert re.search(r'data-seconds="(60|59)" data-running', client.get(address).text)
        assert Attempt.objects.get().right

    def test_nothing_tells_during_a_pause_what_is_asked_after_it(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        client.post(address, {"pause": "1"})
        paths = (address, reverse("export"), reverse("attempts_csv"), "/runs/")
        told = [client.get(path).getvalue().decode() for path in paths]
        client.post(address, {"resume": "1"})
        assert any(address.split("/")[2] in text for text in told[1:]), "the run is in them"
        asks = Run.objects.get().asked
        assert not [text for text in told if asks in text]

    def test_three_pauses_and_no_more(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT, seconds=60)
        for _pause in range(3):
            assert 'name="pause"' in client.get(address).text
            client.post(address, {"pause": "1"})
            client.post(address, {"resume": "1"})
        asks = Run.objects.get().asked
        assert 'name="pause"' not in client.get(address).text
        assert NO_PAUSE in client.post(address, {"pause": "1"}).text
        assert Run.objects.get().asked == asks

    def test_only_a_sprint_is_paused(self, client: Client) -> None:
        address = begun(client, Mode.STREAK)
        client.post(address, {"next": "1"})
        client.post(address, {"pause": "1"})
        assert Run.objects.get().paused_at is None

    def test_it_can_be_ended(self, client: Client) -> None:
        address = begun(client, Mode.SPRINT)
        assert client.post(address, {"end": "1"}, follow=True).redirect_chain[-1][0] == summary_of(address)
        assert Run.objects.get().ended_at
        assert OVER in client.post(address, {"claim": "15"}).text
        assert client.post(address, {"end": "1"}, headers=HTMX).headers["HX-Redirect"] == summary_of(address)


@pytest.mark.django_db
class TestStreak:
    """A streak lasts until the first miss; one question may be skipped."""

    @BOTH
    def test_it_ends_at_the_first_miss(self, client: Client, headers: dict[str, str]) -> None:
        address = begun(client, Mode.STREAK)
        client.post(address, {"next": "1"})
        response = count_wrong(client, address, headers=headers, follow=True)
        run = Run.objects.get()
        assert run.ended_at
        assert (run.score, run.number) == (1.0, 2)
        assert "You said 27. It is" in response.text, "the miss is explained first"
        assert "See how it went" in response.text
        before = Attempt.objects.count()
        for post in ({"claim": "15"}, {"claim": "15", "number": "2"}):
            assert client.post(address, post, headers=headers).status_code == 200
        assert Attempt.objects.count() == before
        response = client.post(address, {"next": "1"}, headers=headers)
        if headers:
            assert response.headers["HX-Redirect"] == summary_of(address)
        else:
            assert client.get(address).headers["Location"] == summary_of(address)

    def test_one_question_may_be_passed_over(self, client: Client) -> None:
        address = begun(client, Mode.STREAK)
        client.post(address, {"next": "1"})
        before = Run.objects.get().asked
        assert 'name="skip"' in client.get(address).text
        assert client.post(address, {"skip": "1", "number": "1"}).status_code == 302
        run = Run.objects.get()
        assert (run.number, run.skips, run.combo, run.asked == before) == (1, 1, 1, False)
        page = client.get(address).text
        assert 'name="skip"' not in page
        assert NO_SKIP in client.post(address, {"skip": "1", "number": "1"}).text
        assert Run.objects.get().asked == run.asked
        assert count_right(client, address).status_code == 302
        assert Run.objects.get().score == 2

    def test_the_first_question_may_be_passed_over_too(self, client: Client) -> None:
        address, _ = answer(client, asked(mode=Mode.STREAK), [{"skip": "1"}])
        assert Run.objects.get().asked != HAND
        assert Attempt.objects.count() == 0
        assert count_right(client, address).status_code == 302

    @pytest.mark.parametrize("mode", [Mode.CALM, Mode.SPRINT, Mode.CLOCK])
    def test_in_other_runs_nothing_is_passed_over(self, client: Client, mode: Mode) -> None:
        address, _ = answer(client, asked(mode=mode, seconds=60), [{"hint": "1"}])
        assert 'name="skip"' not in client.get(address).text
        assert NO_SKIP in client.post(address, {"skip": "1"}).text
        assert Run.objects.get().asked == HAND

    def test_it_survives_leaving_the_page(self, client: Client) -> None:
        address = begun(client, Mode.STREAK)
        client.post(address, {"next": "1"})
        pass_time(30 * 24 * 3600)
        assert 'id="ask"' in client.get(address).text
        assert count_right(client, address).status_code == 302
        assert Run.objects.get().combo == 2


@pytest.mark.django_db
class TestClock:
    """Each question has some seconds; when they run out, half of its points are lost."""

    def test_every_question_has_its_time(self, client: Client) -> None:
        address = begun(client, Mode.CLOCK, seconds=30)
        assert 'id="clock"' not in client.get(address).text, "while the answer is explained no clock goes"
        client.post(address, {"next": "1"})
        assert re.search(r'id="clock"[^>]*data-seconds="(30|29)" data-running', client.get(address).text)

    @BOTH
    def test_a_late_answer_is_taken_but_loses_half(self, client: Client, headers: dict[str, str]) -> None:
        address, _ = answer(client, asked(mode=Mode.CLOCK, seconds=30), [{"hint": "1"}])
        pass_time(31)
        response = client.post(address, {"claim": "15"}, headers=headers, follow=True)
        assert "Time was up: half of the points are lost." in response.text
        attempt, run = Attempt.objects.get(), Run.objects.get()
        assert (attempt.late, attempt.right, attempt.answer) == (True, True, "15")
        assert (run.score, run.right, run.combo, run.ended_at) == (8.0, 0, 0, None)

    @BOTH
    def test_time_that_runs_out_is_an_answer(self, client: Client, headers: dict[str, str]) -> None:
        address, _ = answer(client, asked(mode=Mode.CLOCK, seconds=30), [{"hint": "1"}])
        client.post(address, {"time": "1", "number": "0"}, headers=headers)
        assert Attempt.objects.count() == 0, "it has not, whatever the page says"
        pass_time(31)
        response = client.post(address, {"time": "1", "number": "0"}, headers=headers, follow=True)
        assert "Time is up. The hand is worth 15." in response.text
        attempt, run = Attempt.objects.get(), Run.objects.get()
        assert (attempt.late, attempt.right, attempt.answer) == (True, False, "")
        assert (run.score, run.number) == (8.0, 1)
        assert client.post(address, {"time": "1", "number": "0"}, headers=headers).status_code == 200
        assert Attempt.objects.count() == 1

    @pytest.mark.parametrize("drill", having(Mode.CLOCK))
    def test_every_drill_can_say_that_time_is_up(self, client: Client, drill: str) -> None:
        start = addresses.start_url(of_mode(drill, Mode.CLOCK), asked=SAMPLES[drill].question)
        address, _ = answer(client, start, [{"hint": "1"}])
        pass_time(31)
        page = client.post(address, {"time": "1"}, follow=True)
        assert page.status_code == 200
        assert "Time" in page.text
        assert Attempt.objects.get().answer == ""

    def test_in_time_the_points_are_kept(self, client: Client) -> None:
        begun(client, Mode.CLOCK, seconds=30, claim="11")
        assert Run.objects.get().score == 11


@pytest.mark.django_db
class TestRound:
    """A round has ten deals, and then the summary."""

    @pytest.mark.parametrize("drill", having(Mode.ROUND))
    def test_a_round_ends_after_ten(self, client: Client, drill: str) -> None:
        start = addresses.start_url(of_mode(drill, Mode.ROUND), asked=SAMPLES[drill].question)
        address, _ = answer(client, start, SAMPLES[drill].wrong)
        Run.objects.update(number=9)
        Attempt.objects.update(number=8)
        Run.objects.update(stage="ask")
        page = client.get(address).text
        assert "10 of 10" in page
        _, response = answer(client, address, SAMPLES[drill].wrong, follow=True)
        assert "See how it went" in response.text
        assert Run.objects.get().ended_at
        client.post(address, {"next": "1"})
        assert client.get(address).headers["Location"] == summary_of(address)


# -------------------------------------------------------------------------------------- replay, recall, daily run


@pytest.mark.django_db
class TestReplay:
    """Misses are asked until they are right, and count nowhere."""

    @pytest.fixture
    def replayed(self, client: Client) -> str:
        """Return the address of a replay of two missed hands."""
        learner = Learner.objects.create_guest()
        client.force_login(learner)
        run = service.begin(learner, Settings("count", Mode.REPLAY), questions=TWO_HANDS)
        assert run
        return reverse("run", args=[run.key])

    def test_it_goes_on_until_everything_is_right(self, client: Client, replayed: str) -> None:
        asks = []
        for claim in ("11", "0", "15"):
            asks.append(Run.objects.get().asked)
            assert client.post(replayed, {"claim": claim}).status_code == 302
            assert (Run.objects.get().ended_at is None) is (claim != "15")
            client.post(replayed, {"next": "1"})
        assert asks == [HAND, NOTHING, HAND], "what was missed again comes again"
        assert client.get(replayed).headers["Location"] == summary_of(replayed)
        assert client.get(summary_of(replayed)).status_code == 200

    def test_it_says_how_many_are_left(self, client: Client, replayed: str) -> None:
        assert "1 left" in client.get(replayed).text
        for sent in ({"claim": "15"}, {"next": "1"}):
            client.post(replayed, sent)
        page = client.get(replayed).text
        assert "The last one" in page
        assert "0 left" not in page

    def test_it_is_not_rated(self, client: Client, replayed: str) -> None:
        client.post(replayed, {"claim": "11"})
        assert [attempt.rated for attempt in Attempt.objects.all()] == [False]
        assert Tally.objects.count() == Recall.objects.count() == 0

    def test_the_last_one_missed_comes_again(self, client: Client, replayed: str) -> None:
        for claim in ("15", "3", "2", "0"):
            client.post(replayed, {"claim": claim})
            client.post(replayed, {"next": "1"})
        assert Run.objects.get().ended_at
        assert [attempt.right for attempt in Attempt.objects.order_by("number")] == [True, False, False, True]

    def test_nothing_to_replay_is_no_run(self) -> None:
        learner = Learner.objects.create_guest()
        assert service.begin(learner, Settings("count", Mode.REPLAY)) is None
        assert Run.objects.count() == 0

    def test_from_the_summary_it_is_a_click(self, client: Client) -> None:
        address = begun(client, Mode.STREAK, claim="11")
        client.post(address, {"next": "1"})
        response = client.post(f"{address}replay/")
        assert response.status_code == 302
        run = Run.objects.latest("pk")
        assert response.headers["Location"] == reverse("run", args=[run.key])
        assert (run.asked, run.settings) == (HAND, "count replay")


@pytest.mark.django_db
class TestRecall:
    """An answer to a recall item is a review of it."""

    @pytest.fixture
    def recalled(self, client: Client) -> str:
        """Return the address of a recall run of two missed hands."""
        address = begun(client, Mode.SPRINT, claim="11")
        client.post(address, {"claim": "27"})
        Recall.objects.update(due_at=timezone.now())
        return self.begin()

    def begin(self) -> str:
        """Begin a recall run of all items. Return its address."""
        numbers = list(Recall.objects.order_by("pk").values_list("pk", flat=True))
        run = service.begin(Learner.objects.get(), recall.SETTINGS, items=numbers)
        assert run
        return reverse("run", args=[run.key])

    def test_a_right_answer_puts_it_off_and_a_wrong_one_brings_it_back(self, client: Client, recalled: str) -> None:
        first = Recall.objects.get(question=HAND)
        client.post(recalled, {"claim": "15"})
        after = Recall.objects.get(pk=first.pk)
        assert (after.turns, after.rights) == (first.turns + 1, 1)
        assert after.due_at > first.due_at
        client.post(recalled, {"next": "1"})
        second = Run.objects.latest("pk").recalled
        assert second
        client.post(recalled, {"claim": "26"})
        missed = Recall.objects.get(pk=second.pk)
        assert (missed.turns, missed.rights) == (second.turns + 1, 0)
        assert Recall.objects.count() == 2, "a miss in recall makes no second item"
        assert Run.objects.latest("pk").ended_at
        client.post(recalled, {"next": "1"})
        assert client.get(recalled).headers["Location"] == summary_of(recalled)

    @BOTH
    @pytest.mark.parametrize("claim", ["15", "31"])
    def test_an_answer_is_at_most_seven_queries(
        self, client: Client, recalled: str, claim: str, headers: dict[str, str]
    ) -> None:
        assert len(cost(client, recalled, {"claim": claim}, headers=headers)) <= 7

    def test_what_is_missed_elsewhere_in_the_meantime_stays_missed(self, client: Client, recalled: str) -> None:
        begun(client, Mode.CALM, claim="11")
        missed = Recall.objects.filter(question=HAND).values().get()
        client.post(recalled, {"claim": "15"})
        assert Recall.objects.filter(question=HAND).values().get() == missed
        assert missed["rights"] == 0

    def test_what_is_right_in_two_tabs_is_known_once(self, client: Client, recalled: str) -> None:
        other = self.begin()
        for address in (recalled, other):
            client.post(address, {"claim": "15"})
        assert (Recall.objects.get(question=HAND).rights, Attempt.objects.filter(question=HAND).count()) == (1, 3)

    def test_what_is_missed_in_one_of_two_tabs_comes_back(self, client: Client, recalled: str) -> None:
        other = self.begin()
        client.post(recalled, {"claim": "15"})
        client.post(other, {"claim": "11"})
        item = Recall.objects.get(question=HAND)
        assert item.rights == 0
        assert item.due_at < timezone.now() + timedelta(minutes=11)

    def test_what_was_answered_in_another_tab_is_not_asked_again(self, client: Client, recalled: str) -> None:
        other = self.begin()
        for claim in ("15", "26"):
            client.post(recalled, {"claim": claim})
            client.post(recalled, {"next": "1"})
        client.post(other, {"claim": "15"})
        client.post(other, {"next": "1"})
        assert client.get(other).headers["Location"] == summary_of(other)
        assert Run.objects.latest("pk").number == 1

    def test_an_item_that_is_gone_is_passed_over(self, client: Client, recalled: str) -> None:
        client.post(recalled, {"claim": "15"})
        Recall.objects.all().delete()
        client.post(recalled, {"next": "1"})
        assert client.get(recalled).headers["Location"] == summary_of(recalled)

    def test_an_item_that_goes_while_it_is_asked_can_still_be_answered(self, client: Client, recalled: str) -> None:
        Recall.objects.all().delete()
        assert client.post(recalled, {"claim": "15"}).status_code == 302
        assert Attempt.objects.latest("pk").right

    def test_it_is_nobody_else_s(self, recalled: str) -> None:
        other = Learner.objects.create_guest()
        numbers = list(Recall.objects.values_list("pk", flat=True))
        assert service.begin(other, recall.SETTINGS, items=numbers) is None
        assert Client().get(recalled).status_code == 404


@pytest.mark.django_db
class TestDaily:
    """The same hands for everybody, and one counted try a day."""

    def today(self) -> str:
        """Return the address of today's run."""
        return addresses.start_url(daily.SETTINGS, day=daily.today(timezone.now()))

    def test_everybody_has_the_same_hands(self) -> None:
        asks = []
        for client in (Client(), Client()):
            address, _ = answer(client, self.today(), [{"claim": "3"}])
            client.post(address, {"next": "1"})
            run = Run.objects.latest("pk")
            asks.append([run.attempts.get().question, run.asked])
        assert asks[0] == asks[1]

    def test_a_second_try_is_practice(self, client: Client) -> None:
        for counted in (True, False):
            answer(client, self.today(), [{"claim": "3"}])
            assert (Run.objects.latest("pk").day is not None) is counted
        assert Learner.objects.count() == 1

    def test_two_tries_that_are_open_at_once_count_once(self, client: Client) -> None:
        tabs = [self.today(), self.today()]
        for address in tabs:
            client.get(address)
        for address in tabs:
            answer(client, address, [{"claim": "3"}])
        assert Run.objects.filter(day__isnull=False).count() == 1

    def test_it_has_twenty_hands(self, client: Client) -> None:
        address, _ = answer(client, self.today(), [{"claim": "3"}])
        Run.objects.update(number=19, stage="ask")
        assert "20 of 20" in client.get(address).text
        client.post(address, {"claim": "3"})
        assert Run.objects.get().ended_at


# -------------------------------------------------------------------------------------------------- no answer early


@pytest.mark.django_db
@pytest.mark.once("what pages keep silent about")
class TestNoTruthEarly:
    """Before it is answered, a page contains nothing of the answer."""

    @pytest.mark.parametrize(("drill", "mode", "htmx"), matrix([True, False]))
    def test_a_question_does_not_tell_its_answer(self, client: Client, drill: str, mode: Mode, htmx: bool) -> None:
        headers = HTMX if htmx else {}
        sample, settings = SAMPLES[drill], of_mode(drill, mode)
        answer(client, addresses.start_url(settings, asked=sample.question), sample.right)
        given = Attempt.objects.get()
        question = DRILLS[drill].read(sample.question)
        told = DRILLS[drill].feedback(question, service.judged_again(given).marking)
        start = addresses.start_url(settings, asked=sample.question)
        pages: list[Any] = [client.get(start, headers=headers)]
        pages += [client.post(start, {"claim": typed}, headers=headers) for typed in ("?", "zz", "")]
        address, response = answer(client, start, [{"hint": "1"}], headers=headers)
        pages.append(client.get(address, headers=headers))
        for page in (response, *pages):
            assert page.status_code == 200
            hidden = {told.headline, told.spoken, told.detail}
            if page is response:
                hidden -= {DRILLS[drill].hint(question)}  # a hint may be the rule that the answer repeats
            assert [sentence for sentence in hidden if sentence and sentence in page.text] == []
            assert 'class="verdict' not in page.text
            assert 'id="next"' not in page.text

    def test_the_question_to_come_is_not_told_with_the_verdict(self, client: Client) -> None:
        address = begun(client, Mode.CALM)
        run = Run.objects.get()
        following = drawn(Sitting.of(run)).text
        assert following != run.asked
        page = client.get(address).text
        assert following not in page
        client.post(address, {"next": "1"})
        assert Run.objects.get().asked == following


# -------------------------------------------------------------------------------------------------------- bad input

JUNK = [
    "",
    " ",
    "abc",
    "-1",
    "²",
    "9" * 5000,
    "\0",
    "1\0",
    "<b>",
    '"><script>alert(1)</script>',
    "4C",
    "4C 4C",
    "♥=2",
]
FIELDS = [
    "claim",
    "card",
    "step",
    "answer",
    "number",
    "fifteen",
    "run",
    "pair",
    "flush",
    "nobs",
    "choice",
    "count",
    "for",
    "points",
]
DEEDS = ["pause", "resume", "end", "time", "hint", "skip", "next", "find", "show", "step", "answer"]


def junk_posts(drill: str) -> Iterator[dict[str, Any]]:
    """Yield posts that no page sends: junk in every field, alone and in a right answer, with every command."""
    right = SAMPLES[drill].right[0]
    for text in JUNK:
        for field in right:
            yield {**right, field: text}
        yield dict.fromkeys({*FIELDS, *right}, text)
        yield {**right, "number": text}
        yield {"card": [text, text, text]}
    for deed in DEEDS:
        yield {deed: "\0", "number": "x", "card": ["4C"] * 50}
    yield {}


def in_turn(posts: Iterable[dict[str, Any]], place: int) -> list[dict[str, Any]]:
    """Return every fifth post, from the one at this place on, or all with --full."""
    return list(posts) if PROOF.full else list(posts)[place % 5 :: 5]


@pytest.mark.django_db
class TestJunk:
    """Junk is answered with a sentence or a link, never with an error."""

    @ALL_DRILLS
    def test_junk_at_the_start(self, drill: str) -> None:
        """A fifth of it in turn for each drill, and all with --full."""
        question = SAMPLES[drill].question
        for post in in_turn(junk_posts(drill), list(DRILLS).index(drill)):
            response = Client().post(asked(question, drill=drill), post, headers=HTMX)
            assert response.status_code == 200, post
            assert "<script>alert" not in response.text, post

    @pytest.mark.parametrize(
        ("drill", "stage"),
        few(
            [*product(DRILLS, ("ask", "shown")), ("count", "hunt")],
            ("tap", "ask"),
            ("find", "shown"),
            ("count", "hunt"),
        ),
    )
    def test_junk_in_a_run(self, client: Client, drill: str, stage: str) -> None:
        sample = SAMPLES[drill]
        posts = [{"hint": "1"}] if stage == "ask" else sample.wrong
        address, _ = answer(client, asked(sample.question, drill=drill, find=stage == "hunt"), posts)
        then = Run.objects.values().get()
        assert then["stage"] == stage
        for place, post in enumerate(in_turn(junk_posts(drill), ("ask", "shown", "hunt").index(stage))):
            Attempt.objects.filter(number__gte=then["number"]).delete()
            Run.objects.update(**then)
            response = client.post(address, post, headers=HTMX)
            assert response.status_code == 200, post
            assert "<script>alert" not in response.text, post
            if PROOF.full or place % 3 == 0:
                assert client.get(address).status_code in {200, 302}, post

    @ALL_DRILLS
    def test_a_wrong_entry_is_explained_and_costs_nothing(self, client: Client, drill: str) -> None:
        start = asked(SAMPLES[drill].question, drill=drill)
        for text in ("zz", "-1", "\0", "9" * 500):
            post = dict.fromkeys(("claim", "card", "fifteen", "choice", "count", "points"), text)
            response = client.post(start, post)
            assert response.status_code == 200
            (error,) = re.findall(r'id="answer-error" role="alert">([^<]+)<', response.text)
            assert len(error) > 15
            # An answer by buttons alone has no field to mark.
            assert ("aria-invalid" in response.text) == (drill not in {"choose", "go"})
        assert rows() == NONE

    def test_numbers_that_are_none_are_no_numbers(self, client: Client) -> None:
        for number in ("", "x", "-1", "²", "9" * 5000, "\0", "1.0"):
            address, _ = answer(client, asked(), [{"claim": "11", "number": number}])
            assert "You said 11. It is" in client.get(address).text

    @pytest.mark.parametrize(
        "key", ["x", "%00", "a%0D%0Ab", "%ff", "x" * 500, "..", "a%2Fb", "<b>", "runs", "%E2%99%A5", "0", "-", "None"]
    )
    def test_keys_of_no_run_are_not_found(self, client: Client, key: str) -> None:
        begun(client, Mode.CALM)
        for path in (f"/runs/{key}/", f"/runs/{key}/summary/", f"/runs/{key}/0/"):
            assert client.get(path).status_code == 404
            assert client.get(path, headers=HTMX).status_code == 404
        assert client.post(f"/runs/{key}/", {"claim": "15"}).status_code == 404
        assert client.post(f"/runs/{key}/replay/").status_code == 404
