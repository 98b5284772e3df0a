"""The pages of the trainer as a browser asks for them: what they show, what they hide, what they keep."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from html import escape
from threading import Barrier
from typing import Any, Protocol

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.signing import Signer
from django.db import connection, connections
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game import wording as words
from game.engine.cards import PACK
from game.engine.scoring import combine
from game.templatetags.cards import card_name
from trainer import views
from trainer.drills import counting
from trainer.drills.counting import Question, pose
from trainer.models import Attempt, Learner

HAND = "4C 5S 6D JH | 4H"
"""Fifteen points: three fifteens, a double run, his nob."""
NOTHING = "2C 4S 6D 8H | KC"
FOUR_MISSED = "missed fifteen:2,missed fifteen pair,missed run nobs"
HTMX = {"HX-Request": "true"}


class Ask(Protocol):
    """Deals a hand and gives the address of its question."""

    def __call__(self, text: str = HAND, *, crib: bool = False, find: bool = False) -> str:
        """The hand's text form, as a crib or not, with or without find-it mode."""


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Deal known hands instead of drawn ones."""
    dealt: dict[int, Question] = {}

    def deal(text: str = HAND, *, crib: bool = False, find: bool = False) -> str:
        seed = len(dealt) + 1
        dealt[seed] = Question.parse(text, crib)
        return views._Asked(seed, timezone.now(), find).url()

    monkeypatch.setattr(counting, "pose", lambda seed: dealt.get(seed) or pose(seed))
    return deal


@cache
def drawn() -> dict[str, Question]:
    """Some drawn questions of every kind by their addresses."""
    now = timezone.now()
    return {views._Asked(seed, now, find=bool(seed % 2)).url(): pose(seed) for seed in range(120)}


def rows() -> tuple[int, int, int]:
    """How many learners, sessions and attempts are kept."""
    return Learner.objects.count(), Session.objects.count(), Attempt.objects.count()


def cards_of(html: str) -> list[str]:
    """The names of the large cards on a page, in order."""
    deal = html.partition('class="deal')[2].partition("</section>")[0].partition("deal-form")[0]
    return re.findall(r'aria-label="([^"]+ of [^"]+)"', deal)


# ---------------------------------------------------------------------------------------------------- the way in


@pytest.mark.django_db
class TestWayIn:
    """From the title page to a hand of one's own."""

    def test_the_title_page_is_one_click_from_the_drill(self, client: Client) -> None:
        page = client.get("/")
        assert page.status_code == 200
        assert '<a class="button button-large" href="/count/">' in page.text
        assert client.get("/count/", follow=True).status_code == 200

    def test_a_question_has_an_address_of_its_own(self, client: Client) -> None:
        response = client.get("/count/")
        assert response.status_code == 302
        assert re.fullmatch(r"/count/[^/]{20,}/", response.headers["Location"])

    def test_a_reload_shows_the_same_hand(self, client: Client) -> None:
        address = client.get("/count/").headers["Location"]
        first, again = (cards_of(client.get(address).text) for _ in range(2))
        assert len(set(first)) == 5
        assert first == again

    def test_another_visit_brings_another_hand(self, client: Client) -> None:
        pages = [client.get("/count/", follow=True) for _ in range(8)]
        assert len({page.redirect_chain[-1][0] for page in pages}) == 8
        assert len({tuple(cards_of(page.text)) for page in pages}) > 1

    def test_nothing_of_the_drill_is_cached(self, client: Client) -> None:
        first = client.get("/count/")
        page = client.get(first.headers["Location"])
        for response in (first, page, client.post(first.headers["Location"], {"claim": "x"})):
            assert "no-store" in response.headers["Cache-Control"]
        assert "HX-Request" in page.headers["Vary"]

    def test_the_mode_is_kept_from_hand_to_hand(self, client: Client, ask: Ask) -> None:
        assert 'href="/count/?find=1"' not in client.post(ask(), {"claim": "15"}, follow=True).text
        assert 'href="/count/?find=1"' in client.post(ask(find=True), {"claim": "15"}, follow=True).text
        assert "find-it mode off" in client.get("/count/?find=1", follow=True).text

    def test_turning_the_mode_keeps_the_hand(self, client: Client) -> None:
        page = client.get("/count/", follow=True).text
        turn = re.search(r'href="(/count/[^"]+)">Turn find-it mode on', page)
        assert turn
        other = client.get(turn[1]).text
        assert "find-it mode off" in other
        assert cards_of(other) == cards_of(page)

    def test_the_mix_is_published(self, client: Client) -> None:
        page = client.get("/hands/")
        assert page.status_code == 200
        assert page.text.count('class="mix-share"') == 8
        assert "18%" in page.text

    @pytest.mark.parametrize("method", ["put", "delete", "patch"])
    @pytest.mark.parametrize("path", ["/", "/hands/", "/count/", "/count/some-key/"])
    def test_other_methods_are_not_allowed(self, client: Client, path: str, method: str) -> None:
        assert getattr(client, method)(path).status_code == 405

    @pytest.mark.parametrize("path", ["/", "/hands/", "/count/"])
    def test_pages_that_only_show_take_no_post(self, client: Client, path: str) -> None:
        assert client.post(path).status_code == 405
        assert client.head(path).status_code in {200, 302}


# ------------------------------------------------------------------------------------------------ no answer early

FACE = re.compile(
    r'<span class="card card-[CDHS]" role="img" aria-label="(?P<name>[^"]+)"><span class="card-rank">(10|[A2-9JQK])'
    r'</span><svg class="card-suit" viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
    r'<use href="#suit-[CDHS]"></use></svg></span>'
)
NAMES = {card_name(card) for card in PACK}


def without_cards(html: str, address: str) -> str:
    """A page before the claim with its cards, its addresses and its token taken out."""
    assert {match["name"] for match in FACE.finditer(html)} <= NAMES
    html = FACE.sub("CARD", html.replace(address, "ADDRESS"))
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "TOKEN", html)
    html = re.sub(r'href="/count/[^"]+">Turn', 'href="OTHER">Turn', html)
    for name in sorted(NAMES, key=len, reverse=True):
        html = html.replace(name, "CARD")
    return html


@pytest.mark.django_db
class TestNoAnswerEarly:
    """Before the claim a page carries the cards and nothing that depends on what they are worth."""

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    @pytest.mark.parametrize("claim", [None, "abc", ""], ids=["asked", "refused", "empty"])
    def test_pages_differ_by_their_cards_only(self, client: Client, headers: dict[str, str], claim: str | None) -> None:
        kinds: dict[tuple[bool, bool], set[str]] = {}
        for place, (address, posed) in enumerate(drawn().items()):
            response = (
                client.get(address, headers=headers)
                if claim is None
                else client.post(address, {"claim": claim}, headers=headers)
            )
            kinds.setdefault((posed.crib, bool(place % 2)), set()).add(without_cards(response.text, address))
        assert {kind: len(pages) for kind, pages in kinds.items()} == dict.fromkeys(kinds, 1)
        assert len(kinds) == 4

    def test_neither_headers_nor_cookies_differ(self, client: Client) -> None:
        client.get(next(iter(drawn())))
        seen = set()
        for address in drawn():
            response = client.get(address)
            seen.add(frozenset(item for item in response.items() if item[0] not in {"Content-Length", "Expires"}))
            assert set(response.cookies) == {"csrftoken"}
        assert len(seen) == 1

    @pytest.mark.parametrize("claim", [None, "abc"], ids=["asked", "refused"])
    def test_nothing_of_the_count_is_said(self, client: Client, claim: str | None) -> None:
        for address, posed in drawn().items():
            response = client.get(address) if claim is None else client.post(address, {"claim": claim})
            lines = words.count_lines(combine(posed.scores))
            for part in ("worth", "muggins", "verdict", "left on the table", " points", 'class="line', "The count"):
                assert part not in response.text, (str(posed), part)
            assert words.count_aloud(lines) not in response.text
            assert [line.spoken for line in lines if line.spoken in response.text] == []


# ---------------------------------------------------------------------------------------------------- the verdict


@pytest.mark.django_db
class TestVerdict:
    """What is said to a claim."""

    @pytest.mark.parametrize(
        ("claim", "sentences"),
        [
            ("15", ["15 is right."]),
            (
                "11",
                [
                    "You counted 11. The hand is worth 15.",
                    "4 points left on the table: under muggins your opponent takes them.",
                ],
            ),
            ("14", ["1 point left on the table: under muggins your opponent takes it."]),
            (
                "17",
                [
                    "You counted 17. The hand is worth 15.",
                    "2 points too many: they are taken back, and at some tables your opponent gets them.",
                ],
            ),
            ("16", ["1 point too many: it is taken back, and at some tables your opponent gets it."]),
        ],
    )
    def test_the_verdict_tells_claim_truth_and_difference(
        self, client: Client, ask: Ask, claim: str, sentences: list[str]
    ) -> None:
        page = client.post(ask(), {"claim": claim}, follow=True).text
        assert [sentence for sentence in sentences if sentence not in page] == []
        assert ("left on the table" in page, "too many" in page) == (int(claim) < 15, int(claim) > 15)

    def test_a_crib_is_called_a_crib(self, client: Client, ask: Ask) -> None:
        page = client.post(ask(crib=True), {"claim": "11"}, follow=True).text
        assert "The crib is worth 15." in page

    @pytest.mark.parametrize("claim", ["0", "15", "17"])
    def test_every_line_of_the_count_is_shown_in_the_order_spoken(self, client: Client, ask: Ask, claim: str) -> None:
        page = client.post(ask(), {"claim": claim}, follow=True).text
        spoken = re.findall(r'class="line-spoken">([^<]+)<', page)
        assert spoken == [
            "fifteen two",
            "fifteen four",
            "fifteen six",
            "a double run of three is fourteen",
            "one for his nob is fifteen",
        ]
        assert ", ".join(spoken[:-1]) + ", and " + spoken[-1] in page
        assert re.findall(r'class="line-running"[^>]*>(\d+)<', page) == ["2", "4", "6", "14", "15"]
        assert re.findall(r'class="part-name">([^<]+)<', page) == ["Run of three", "Run of three", "Pair"]

    def test_drawn_hands_are_shown_whole(self, client: Client) -> None:
        for address, posed in list(drawn().items())[:40:2]:
            page = client.post(address, {"claim": "1"}, follow=True).text
            lines = words.count_lines(combine(posed.scores))
            assert re.findall(r'class="line-spoken">([^<]+)<', page) == [line.spoken for line in lines]

    @pytest.mark.parametrize(
        ("claim", "verdict"),
        [
            ("0", "Nineteen! Right, there is nothing in it."),
            ("2", "worth 0"),
            ("19", "“Nineteen” it is, as players say: the number to claim is 0."),
        ],
    )
    def test_a_hand_of_nothing_is_nineteen(self, client: Client, ask: Ask, claim: str, verdict: str) -> None:
        page = client.post(ask(NOTHING), {"claim": claim}, follow=True).text
        assert verdict in page
        assert "nineteen: nothing at all" in page
        assert 'class="line"' not in page

    @pytest.mark.parametrize(
        ("answer", "code", "sentence"),
        [
            ((HAND, False, "14"), "missed nobs", "You missed one for his nob."),
            (
                (HAND, False, "0"),
                "missed fifteen:3 run:2 pair nobs",
                "You missed 3 fifteens. You missed 2 runs. You missed",
            ),
            ((HAND, False, "17"), "court-cards-over-ten,fifteen-twice", "You counted one fifteen twice."),
            ((HAND, False, "16"), "", "The hand is worth 15."),
            (("2C 3S 4D 4H | KC", False, "5"), "double-run-once,missed fifteen run", "You counted the run once."),
            (("9C 9S 9D 2H | KS", False, "4"), "pair-royal-as-four", "You counted three of a kind as 4."),
            (("2H 6H TH KH | 4C", True, "4"), "crib-four-flush", "In the crib a flush needs the starter too."),
            (("2H 6H TH KH | 4C", False, "0"), "missed flush", "You missed the flush."),
            (("2S 6H TH KH | 4H", False, "4"), "flush-with-starter", "You made a flush with the starter."),
            (("JC 2D 7S 9H | KD", False, "1"), "nobs-wrong-suit", "You counted a jack of another suit."),
            (
                ("2D 7S 9H KC | JC", False, "2"),
                "nobs-starter,court-cards-over-ten,court-pair",
                "You counted the jack that was turned up.",
            ),
        ],
    )
    def test_the_cause_is_stored_and_said(
        self, client: Client, ask: Ask, answer: tuple[str, bool, str], code: str, sentence: str
    ) -> None:
        text, crib, claim = answer
        page = client.post(ask(text, crib=crib), {"claim": claim}, follow=True).text
        assert Attempt.objects.get().causes == code
        assert sentence in page
        assert ("probably happened" in page) is bool(code)

    def test_several_causes_are_said_to_be_several(self, client: Client, ask: Ask) -> None:
        page = client.post(ask(), {"claim": "11"}, follow=True).text
        assert "One of these probably happened" in page
        for sentence in ("You missed 2 fifteens.", "You missed a fifteen. You missed a pair.", "You missed a run."):
            assert sentence in page

    @pytest.mark.parametrize(
        ("claim", "sentence"),
        [
            ("19", "No hand scores 19: that is why players say “nineteen” for a hand of nothing."),
            ("25", "No hand scores 25."),
            ("26", "No hand scores 26."),
            ("27", "No hand scores 27."),
            ("30", "No hand scores 30: the best there is scores 29."),
            ("99", "No hand scores 99: the best there is scores 29."),
        ],
    )
    @pytest.mark.parametrize("text", [HAND, NOTHING])
    def test_a_claim_that_no_hand_scores(self, client: Client, ask: Ask, text: str, claim: str, sentence: str) -> None:
        assert sentence in client.post(ask(text), {"claim": claim}, follow=True).text

    def test_the_title_tells_the_verdict(self, client: Client, ask: Ask) -> None:
        address = ask()
        assert "<title>Count a hand · " in client.get(address).text
        assert (
            "<title>You counted 11. The hand is worth 15. · " in client.post(address, {"claim": "11"}, follow=True).text
        )

    def test_the_time_is_said_unless_the_hand_was_left_lying(self, client: Client, ask: Ask) -> None:
        address = ask()
        assert re.search(r"It took you \d+ second", client.post(address, {"claim": "11"}, follow=True).text)
        attempt = Attempt.objects.get()
        Attempt.objects.update(answered_at=attempt.asked_at + timedelta(minutes=11))
        assert "It took you" not in client.get(address).text


# ------------------------------------------------------------------------------------------------------ bad claims

BAD = [
    "",
    "abc",
    "-1",
    "+1",
    "100",
    "1e3",
    "1.5",
    "²",
    "9" * 5000,
    "\0",
    "1\0",
    "<script>alert(1)</script>",
    '"><b>',
    "٣٣٣",
]


@pytest.mark.django_db
class TestBadClaims:
    """What is no count is refused with a sentence, and costs nothing."""

    @pytest.mark.parametrize("typed", BAD, ids=[ascii(typed[:20]) for typed in BAD])
    def test_it_is_refused_with_a_sentence(self, client: Client, ask: Ask, typed: str) -> None:
        response = client.post(ask(), {"claim": typed})
        assert response.status_code == 200
        assert rows() == (0, 0, 0)
        error = re.search(r'id="claim-error" role="alert">([^<]+)<', response.text)
        assert error
        assert "whole number" in error[1]
        assert f'value="{escape(typed).replace("&#x27;", "&#39;")}" required' in response.text
        assert "<script>alert" not in response.text
        assert '"><b>' not in response.text

    def test_a_post_without_a_claim_is_refused_too(self, client: Client, ask: Ask) -> None:
        assert "Type your count first" in client.post(ask()).text
        assert "Type your count first" in client.post(ask(), {"card": "4C", "show": "1"}).text
        assert rows() == (0, 0, 0)

    def test_the_question_is_still_open(self, client: Client, ask: Ask) -> None:
        address = ask()
        client.post(address, {"claim": "abc"})
        assert 'id="claim-error"' not in client.get(address).text
        assert "15 is right." in client.post(address, {"claim": "15"}, follow=True).text

    @pytest.mark.parametrize(
        ("typed", "claim"), [("15", 15), (" 15 ", 15), ("0015", 15), ("٣", 3), ("0", 0), ("99", 99)]
    )
    def test_a_whole_number_is_taken_however_it_is_written(
        self, client: Client, ask: Ask, typed: str, claim: int
    ) -> None:
        assert client.post(ask(), {"claim": typed}).status_code == 302
        assert Attempt.objects.get().claim == claim


# --------------------------------------------------------------------------------------------------- answered once


@pytest.mark.django_db
class TestAnsweredOnce:
    """The first answer stands, and nobody else sees or changes it."""

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    @pytest.mark.parametrize("second", ["11", "15", "abc"])
    def test_a_second_claim_changes_nothing_and_is_told_so(
        self, client: Client, ask: Ask, second: str, headers: dict[str, str]
    ) -> None:
        address = ask()
        client.post(address, {"claim": "11"})
        before = Attempt.objects.values().get()
        response = client.post(address, {"claim": second}, headers=headers)
        assert response.status_code == 200
        assert "your first answer stands" in response.text
        assert "You counted 11." in response.text
        assert Attempt.objects.values().get() == before

    def test_a_claim_does_not_end_a_hunt(self, client: Client, ask: Ask) -> None:
        address = ask(find=True)
        client.post(address, {"claim": "11"})
        page = client.post(address, {"claim": "15"}).text
        assert "your first answer stands" in page
        assert 'id="hunt"' in page
        assert Attempt.objects.get().claim == 11

    def test_turning_the_mode_does_not_open_it_again(self, client: Client) -> None:
        seed, now = 7, timezone.now()
        for find in (True, False):
            client.post(views._Asked(seed, now, find=not find).url(), {"claim": "30"})
            page = client.get(views._Asked(seed, now, find).url()).text
            assert 'id="ask"' not in page
        assert Attempt.objects.count() == 1

    @pytest.mark.parametrize("stranger", ["guest", "learner"])
    def test_it_is_nobody_else_s(self, client: Client, ask: Ask, stranger: str) -> None:
        address = ask(find=True)
        client.post(address, {"claim": "11"})
        before = Attempt.objects.values().get()
        other = Client()
        if stranger == "learner":
            other.force_login(Learner.objects.create_user("Anna"))
        assert other.get(address).status_code == 404
        for posted in ({"claim": "15"}, {"card": ["4C", "4H"]}, {"show": "1"}):
            assert other.post(address, posted).status_code == 404
            assert other.post(address, posted, headers=HTMX).status_code == 404
        assert Attempt.objects.values().get() == before
        assert client.get(address).status_code == 200

    def test_a_key_that_this_site_did_not_sign_is_not_found(self, client: Client) -> None:
        key = views._Asked.now(find=False).url().removeprefix("/count/").removesuffix("/")
        assert client.get(f"/count/{key}/").status_code == 200
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
            Signer().sign_object([1, 2, False]),
            ":",
            "%00",
            "%ff",
            "ключ:ключ",
        ]
        assert [(text, client.get(f"/count/{text}/").status_code) for text in bad] == [(text, 404) for text in bad]
        assert {client.post(f"/count/{text}/", {"claim": "1"}).status_code for text in bad} == {404}
        assert client.get("/count//").status_code == 404
        assert rows() == (0, 0, 0)


@pytest.mark.django_db(transaction=True)
class TestRace:
    """Two answers at the very same moment."""

    @pytest.fixture
    def at_once(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Any]]:
        """Post two claims so that both find the question open."""
        together = Barrier(2, timeout=30)

        def meet(seed: int) -> Question:
            together.wait()
            return pose(seed)

        def both(clients: list[Client], address: str, headers: dict[str, str]) -> list[Any]:
            def answer(client: Client, claim: str) -> Any:
                try:
                    return client.post(address, {"claim": claim}, headers=headers)
                finally:
                    connections.close_all()

            with monkeypatch.context() as patch, ThreadPoolExecutor(2) as pool:
                patch.setattr(counting, "pose", meet)
                return list(pool.map(answer, clients, ["30", "31"]))

        return both

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    @pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
    def test_one_of_two_is_stored_and_neither_fails(
        self, at_once: Callable[..., list[Any]], known: bool, headers: dict[str, str]
    ) -> None:
        clients = [Client(raise_request_exception=False) for _ in range(2)]
        if known:
            clients[0].force_login(Learner.objects.create_guest())
            clients[1].cookies = clients[0].cookies
        address = views._Asked.now(find=False).url()
        responses = at_once(clients, address, headers)
        assert rows() == (1, 1, 1)
        claim = Attempt.objects.get().claim
        won, lost = responses if claim == 30 else responses[::-1]
        assert won.status_code == (200 if headers else 302)
        assert (lost.status_code, lost.headers["Location"]) == (302, address)
        shown = [client for client in clients if client.get(address).status_code == 200]
        assert len(shown) == (2 if known else 1)
        assert f"You counted {claim}." in shown[0].get(address).text


# -------------------------------------------------------------------------------------------------------- the guest


@pytest.mark.django_db
class TestGuest:
    """Who just starts is somebody from the first answer on."""

    def test_looking_leaves_nothing_behind(self, client: Client) -> None:
        for path in ("/", "/hands/", "/count/", "/count/?find=1", next(iter(drawn()))):
            client.get(path, follow=True)
        assert rows() == (0, 0, 0)
        assert set(client.cookies) == {"csrftoken"}

    def test_many_answers_make_one_learner(self, client: Client) -> None:
        for number, (address, posed) in enumerate(list(drawn().items())[:12:2], start=1):
            client.post(address, {"claim": str(number)})
            assert rows() == (1, 1, number)
            attempt = Attempt.objects.latest("pk")
            assert (attempt.cards, attempt.crib, attempt.claim) == (str(posed), posed.crib, number)
            assert attempt.points == counting.mark(posed, number).points
        assert Learner.objects.get().name is None

    def test_an_attempt_keeps_when_it_was_asked_and_answered(self, client: Client, ask: Ask) -> None:
        before = timezone.now()
        address = ask()
        client.post(address, {"claim": "11"})
        attempt = Attempt.objects.get()
        assert abs(attempt.asked_at - before) < timedelta(seconds=1)
        assert attempt.asked_at - timedelta(milliseconds=1) <= attempt.answered_at <= timezone.now()
        assert (attempt.claim, attempt.points, attempt.causes) == (
            11,
            15,
            "missed fifteen:2,missed fifteen pair,missed run nobs",
        )

    def test_a_guest_who_comes_back_is_remembered_anew_once_a_day(self, client: Client, ask: Ask) -> None:
        client.post(ask(), {"claim": "11"})
        assert "sessionid" not in client.post(ask(), {"claim": "11"}).cookies
        session = client.session
        session["last_day"] = "2001-01-01"
        session.save()
        assert client.post(ask(), {"claim": "11"}).cookies["sessionid"]["max-age"] == settings.SESSION_COOKIE_AGE
        assert rows() == (1, 1, 3)

    def test_a_learner_with_a_name_keeps_it(self, client: Client, ask: Ask) -> None:
        anna = Learner.objects.create_user("Anna")
        client.force_login(anna)
        client.post(ask(), {"claim": "11"})
        assert Attempt.objects.get().learner == anna
        assert Learner.objects.count() == 1

    def test_a_further_answer_costs_few_queries_however_many_there_were(self, client: Client, ask: Ask) -> None:
        def cost(headers: dict[str, str]) -> int:
            address = ask()
            with CaptureQueriesContext(connection) as captured:
                client.post(address, {"claim": "11"}, headers=headers)
            return len(captured)

        client.post(ask(), {"claim": "11"})
        early = cost({}), cost(HTMX)
        first = Attempt.objects.earliest("pk")
        fields = {"cards": HAND, "crib": False, "claim": 11, "points": 15, "asked_at": first.asked_at}
        Attempt.objects.bulk_create(Attempt(learner=first.learner, seed=-seed, **fields) for seed in range(1, 198))
        assert Attempt.objects.count() == 200
        assert (cost({}), cost(HTMX)) == early
        assert max(early) <= 7


# ----------------------------------------------------------------------------------------------------------- find it


@pytest.mark.django_db
class TestFindIt:
    """What was missed is hunted for before it is seen."""

    @pytest.fixture
    def hunt(self, client: Client, ask: Ask) -> str:
        """The address of a hunt that has begun."""
        address = ask(find=True)
        assert 'id="hunt"' in client.post(address, {"claim": "11"}, follow=True).text
        return address

    def test_the_verdict_is_told_and_the_items_are_not(self, client: Client, hunt: str) -> None:
        page = client.get(hunt).text
        assert "You counted 11. The hand is worth 15." in page
        assert "Found: 0 of 15" in page
        for hidden in ("fifteen two", "double run", 'class="line', "probably happened", "You missed", "fifteen six"):
            assert hidden not in page

    def test_only_what_was_found_is_shown(self, client: Client, hunt: str) -> None:
        page = client.post(hunt, {"card": ["JH"]}).text
        assert "Yes: 1 point." in page
        assert re.findall(r'class="line-name">([^<]+)<', page) == ["His nob"]
        assert "Found: 1 of 15" in page
        assert "run of three" not in page

    @pytest.mark.parametrize(
        ("cards", "message", "points"),
        [
            (["5S", "JH"], "Yes: 2 points.", 2),
            (["4H", "4C"], "Yes: 2 points.", 2),
            (["4C", "5S", "6D"], "Yes: 5 points.", 5),
            (["4C", "4H", "5S", "6D"], "Yes: 8 points.", 8),
            (["JH", "JH"], "Yes: 1 point.", 1),
            (["jh"], "Yes: 1 point.", 1),
            ([], "Choose the cards of one combination first.", 0),
            (["4C"], "The 4 of clubs scores nothing by itself", 0),
            (["4H"], "The 4 of hearts is the starter", 0),
            (["4C", "JH"], "The 4 of clubs and the jack of hearts make 14: no fifteen, and no pair.", 0),
            (["4C", "4H", "JH"], "There is something in those cards, but not in all of them", 0),
            (["4C", "6D", "JH"], "Those cards make 20: no fifteen, no run, no pair.", 0),
            (["KC", "5S"], "Those are not the cards on the table.", 0),
            (["ZZ"], "“ZZ” is not a card", 0),
            (["5S", "<b>"], "“&lt;b&gt;” is not a card", 0),
            (["\0"], "is not a card", 0),
            (["4C"] * 500, "The 4 of clubs scores nothing by itself", 0),
        ],
    )
    def test_a_try_is_judged(self, client: Client, hunt: str, cards: list[str], message: str, points: int) -> None:
        response = client.post(hunt, {"card": cards, "find": "1"})
        assert response.status_code == 200
        assert message in response.text
        assert f"Found: {points} of 15" in response.text

    def test_part_of_a_longer_run_is_told_so(self, client: Client, ask: Ask) -> None:
        address = ask("2C 3D 4S 5H | KC", find=True)
        client.post(address, {"claim": "0"})
        assert (
            "That is part of a longer run: take all of it." in client.post(address, {"card": ["2C", "3D", "4S"]}).text
        )

    @pytest.mark.parametrize(("crib", "sentence"), [(True, "In the crib a flush needs"), (False, "A flush needs all")])
    def test_a_flush_that_is_none_is_told_so(self, client: Client, ask: Ask, crib: bool, sentence: str) -> None:
        address = ask("2H 6H TH 5H | 4C" if crib else "2S 6H TH 5H | 4H", crib=crib, find=True)
        client.post(address, {"claim": "30"})
        cards = ["2H", "6H", "TH", "5H"] if crib else ["6H", "TH", "5H", "4H"]
        assert sentence in client.post(address, {"card": cards}).text

    def test_nothing_is_found_twice(self, client: Client, hunt: str) -> None:
        client.post(hunt, {"card": ["5S", "JH"]})
        page = client.post(hunt, {"card": ["JH", "5S"]}).text
        assert "You have found that one already." in page
        assert "Found: 2 of 15" in page

    def test_what_was_found_survives_a_reload(self, client: Client, hunt: str) -> None:
        client.post(hunt, {"card": ["5S", "JH"]})
        page = client.get(hunt).text
        assert "Found: 2 of 15" in page
        assert "fifteen two" in page
        assert "Yes: " not in page

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_the_last_find_ends_the_hunt(self, client: Client, hunt: str, headers: dict[str, str]) -> None:
        for cards in (["5S", "JH"], ["4C", "5S", "6D"], ["4H", "5S", "6D"], ["4H", "4C"]):
            assert 'id="hunt"' in client.post(hunt, {"card": cards}, headers=headers).text
        page = client.post(hunt, {"card": ["JH"]}, headers=headers).text
        assert 'id="hunt"' not in page
        assert "You missed 2 fifteens." in page
        assert len(re.findall(r'class="line-spoken"', page)) == 5
        assert 'id="next"' in client.get(hunt).text
        assert "your first answer stands" in client.post(hunt, {"card": ["JH"]}).text

    def test_the_rest_is_shown_for_the_asking(self, client: Client, hunt: str) -> None:
        page = client.post(hunt, {"show": "1"}).text
        assert 'id="hunt"' not in page
        assert len(re.findall(r'class="line-spoken"', page)) == 5
        attempt = Attempt.objects.get()
        assert (attempt.hunting, attempt.claim, attempt.causes) == (
            False,
            11,
            "missed fifteen:2,missed fifteen pair,missed run nobs",
        )

    @pytest.mark.parametrize(("text", "claim"), [(HAND, "15"), (NOTHING, "0"), (NOTHING, "4"), (NOTHING, "19")])
    def test_where_there_is_nothing_to_find_there_is_no_hunt(
        self, client: Client, ask: Ask, text: str, claim: str
    ) -> None:
        assert 'id="next"' in client.post(ask(text, find=True), {"claim": claim}, follow=True).text

    def test_claiming_too_much_is_hunted_too(self, client: Client, ask: Ask) -> None:
        assert 'id="hunt"' in client.post(ask(find=True), {"claim": "17"}, follow=True).text

    @pytest.mark.django_db(transaction=True)
    def test_two_finds_at_once_are_both_kept(self, client: Client, hunt: str) -> None:
        def find(card: list[str]) -> int:
            other = Client()
            other.cookies = client.cookies
            try:
                return other.post(hunt, {"card": card}).status_code
            finally:
                connections.close_all()

        finds = [["5S", "JH"], ["4C", "5S", "6D"], ["4H", "5S", "6D"], ["4H", "4C"]]
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(find, finds)) == {200}
        assert "Found: 14 of 15" in client.get(hunt).text


# ---------------------------------------------------------------------------------------------- htmx and plain forms


@pytest.mark.django_db
class TestFragments:
    """htmx gets the part that changes, anybody else the whole page."""

    def stages(self, client: Client, ask: Ask, headers: dict[str, str]) -> dict[str, str]:
        """The answers of every stage."""
        asked, hunted = ask(), ask(find=True)
        pages = {
            "ask": client.get(asked, headers=headers),
            "error": client.post(asked, {"claim": "x"}, headers=headers),
            "shown": client.post(asked, {"claim": "11"}, headers=headers, follow=True),
            "hunt": client.post(hunted, {"claim": "11"}, headers=headers, follow=True),
            "find": client.post(hunted, {"card": ["JH"]}, headers=headers),
            "nothing": client.post(ask(NOTHING), {"claim": "0"}, headers=headers, follow=True),
        }
        assert {page.status_code for page in pages.values()} == {200}
        return {stage: page.text for stage, page in pages.items()}

    def test_htmx_gets_a_fragment_with_title_and_one_announcement(self, client: Client, ask: Ask) -> None:
        for stage, text in self.stages(client, ask, HTMX).items():
            assert "<html" not in text, stage
            assert text.lstrip().startswith("<title>"), stage
            assert text.count('id="drill"') == 1, stage
            assert re.findall(r"<[^>]*hx-swap-oob[^>]*>", text) == ['<div id="status" hx-swap-oob="innerHTML">'], stage
            assert text.count("autofocus") == 1, stage

    def test_a_browser_gets_the_whole_page(self, client: Client, ask: Ask) -> None:
        for stage, text in self.stages(client, ask, {}).items():
            assert text.lstrip().lower().startswith("<!doctype html>"), stage
            assert len(re.findall(r"<title>[^<]+</title>", text)) == 1, stage
            assert "hx-swap-oob" not in text, stage
            assert text.count('id="status"') == 1, stage
            assert text.count("autofocus") == 1, stage
            assert len(re.findall(r"<h1[ >]", text)) == 1, stage

    def test_ids_are_unique_on_every_page(self, client: Client, ask: Ask) -> None:
        for headers in ({}, HTMX):
            for stage, text in self.stages(client, ask, headers).items():
                ids = re.findall(r'\sid="([^"]+)"', text)
                assert len(ids) == len(set(ids)), stage

    def test_what_is_announced(self, client: Client, ask: Ask) -> None:
        said = {
            stage: re.sub(r".*<div id=\"status\"[^>]*>([^<]*)</div>.*", r"\1", text, flags=re.DOTALL)
            for stage, text in self.stages(client, ask, HTMX).items()
        }
        assert said["ask"] == (
            "A hand: 4 of clubs, 5 of spades, 6 of diamonds, jack of hearts. The starter is the 4 of hearts."
        )
        assert said["error"] == "", "the error itself is an alert"
        assert said["shown"].startswith("You counted 11. The hand is worth 15. 4 points left on the table")
        assert said["shown"].endswith(
            "The count: fifteen two, fifteen four, fifteen six, a double run of three is fourteen, "
            "and one for his nob is fifteen."
        )
        assert said["hunt"] == "You counted 11. The hand is worth 15."
        assert said["find"] == "Yes: 1 point."
        assert said["nothing"].startswith("Nineteen! Right")

    def test_a_page_that_htmx_restores_is_whole(self, client: Client, ask: Ask) -> None:
        assert "<html" in client.get(ask(), headers={**HTMX, "HX-History-Restore-Request": "true"}).text

    def test_a_plain_answer_redirects_to_the_question(self, client: Client, ask: Ask) -> None:
        for address in (ask(), ask(find=True)):
            response = client.post(address, {"claim": "11"})
            assert response.status_code in {302, 303}
            assert response.headers["Location"] == address


def token_of(html: str) -> str:
    """The token in the form of a page."""
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert token
    return token[1]


@pytest.mark.django_db
class TestQuestions:
    """The box also takes questions, and answers them without taking a claim."""

    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            ("c", "A hand: 4 of clubs, 5 of spades, 6 of diamonds, jack of hearts. The starter is the 4 of hearts."),
            ("R", "A hand: 4 of clubs, 5 of spades, 6 of diamonds, jack of hearts. The starter is the 4 of hearts."),
            (" f ", "The starter is the 4 of hearts."),
            ("B", "This is a hand."),
            ("?", "Type your count as a number."),
        ],
    )
    def test_a_question_is_answered(self, client: Client, ask: Ask, asked: str, told: str) -> None:
        for headers in ({}, HTMX):
            page = client.post(ask(), {"claim": asked}, headers=headers).text
            assert told in page
            assert 'id="claim"' in page, "the hand is still to be counted"
        assert told in re.sub(r".*<div id=\"status\"", "", page, flags=re.DOTALL), "and said aloud"
        assert rows() == (0, 0, 0)

    def test_a_crib_is_told_from_a_hand(self, client: Client, ask: Ask) -> None:
        assert "This is a crib" in client.post(ask(crib=True), {"claim": "b"}).text


@pytest.mark.django_db
class TestOthersQuestions:
    """What somebody else has answered is not found."""

    def test_htmx_is_sent_to_see_that(self, client: Client, ask: Ask) -> None:
        address = ask()
        Client().post(address, {"claim": "11"})
        response = client.post(address, {"claim": "15"}, headers=HTMX)
        assert (response.status_code, response.headers["HX-Redirect"]) == (404, address)
        assert client.get(address).status_code == 404
        assert rows() == (1, 1, 1)


@pytest.mark.django_db
class TestForgery:
    """Forms are taken from this site's pages only."""

    @pytest.fixture
    def client(self) -> Client:
        """A client that is checked as a browser is."""
        return Client(enforce_csrf_checks=True)

    @pytest.mark.parametrize("token", ["", "x" * 64], ids=["none", "stale"])
    def test_a_stale_form_is_refused_in_words(self, client: Client, ask: Ask, token: str) -> None:
        address = ask()
        client.get(address)
        response = client.post(address, {"claim": "11", "csrfmiddlewaretoken": token})
        assert response.status_code == 403
        assert "This form has gone stale" in response.text
        assert 'href="/"' in response.text
        assert rows() == (0, 0, 0)

    def test_htmx_is_told_to_load_the_page_anew(self, client: Client, ask: Ask) -> None:
        address = ask()
        client.get(address)
        response = client.post(address, {"claim": "11", "csrfmiddlewaretoken": "x" * 64}, headers=HTMX)
        assert response.status_code == 403
        assert response.headers["HX-Refresh"] == "true"
        assert rows() == (0, 0, 0)

    def test_a_browser_without_cookies_is_told_so_and_not_sent_round(self, ask: Ask) -> None:
        response = Client(enforce_csrf_checks=True).post(ask(), {"claim": "11"}, headers=HTMX)
        assert (response.status_code, response.headers["HX-Retarget"]) == (200, "body")
        assert "This form has gone stale" in response.text
        assert "HX-Refresh" not in response.headers

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_each_page_carries_the_token_for_the_next_form(
        self, client: Client, ask: Ask, headers: dict[str, str]
    ) -> None:
        address = ask(find=True)
        page = client.get(address).text
        for posted in ({"claim": "x"}, {"claim": "11"}, {"card": ["JH"]}, {"show": "1"}):
            fields: dict[str, Any] = {**posted, "csrfmiddlewaretoken": token_of(page)}
            response = client.post(address, fields, headers=headers, follow=True)
            assert response.status_code == 200
            page = response.text
        assert 'id="next"' in page

    def test_a_guest_may_have_two_tabs_open(self, client: Client, ask: Ask) -> None:
        tabs = [(address, token_of(client.get(address).text)) for address in (ask(), ask("2C 4S 6D 8H | KC"))]
        for address, token in tabs:
            response = client.post(address, {"claim": "3", "csrfmiddlewaretoken": token}, follow=True)
            assert 'id="next"' in response.text
        assert rows() == (1, 1, 2)


# ------------------------------------------------------------------------------------------------------- error pages


@pytest.mark.django_db
class TestErrors:
    """What went wrong is said in words, with a way home."""

    @pytest.mark.parametrize("path", ["/nowhere/", "/count/nonsense/", "/admin/nowhere/x"])
    def test_a_wrong_address(self, client: Client, path: str) -> None:
        client.force_login(Learner.objects.create_superuser("Root"))
        response = client.get(path)
        assert response.status_code == 404
        assert 'href="/"' in response.text
        assert "This page is not in the pack" in response.text

    @pytest.mark.parametrize("name", ["400.html", "403.html", "404.html", "500.html"])
    def test_an_error_page_needs_no_context(self, name: str) -> None:
        page = get_template(name).render()
        assert 'href="/"' in page
        assert len(re.findall(r"<h1>[^<]+</h1>", page)) == 1

    def test_a_failure_of_the_site_s_own(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_seed: int) -> Question:
            raise RuntimeError

        monkeypatch.setattr(counting, "pose", fail)
        response = Client(raise_request_exception=False).get(next(iter(drawn())))
        assert response.status_code == 500
        assert "It is not your fault" in response.text
        assert "RuntimeError" not in response.text
        assert "RuntimeError" in caplog.text
