"""The counting drill's pages: what they hide, what they say to a count, and the hunt for what was missed."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import cache
from html import escape
from itertools import product
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from game.engine.cards import PACK
from game.engine.scoring import Kind, combine
from game.strategy.causes import Cause, Likely
from game.templatetags.cards import card_name
from game.words import terms as words
from tests.full import few
from tests.trainer.drills.samples import HAND, HTMX, NOTHING, SAYS, answer, asked
from trainer.drills.count import words as count_words
from trainer.drills.count.page import COUNT
from trainer.drills.count.question import CountQuestion, mark, read
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Attempt, Learner, Run
from trainer.practice import addresses

pytestmark = SAYS

FOUR_MISSED = "missed fifteen:2,missed run nobs,missed fifteen pair"


@cache
def drawn() -> dict[str, CountQuestion]:
    """Some drawn questions of every kind by the addresses of their runs."""
    urls = [
        addresses.start_url(Settings("count", Mode.CALM, None, {"find": "on"} if find else {}))
        for _ in range(60)
        for find in (False, True)
    ]
    return {url: addresses.about_to_begin(url.split("/")[2]).asked.question for url in urls}


def rows() -> tuple[int, int, int]:
    """How many learners, runs and answers are kept."""
    return Learner.objects.count(), Run.objects.count(), Attempt.objects.count()


# ------------------------------------------------------------------------------------------------ no answer early

FACE = re.compile(
    r'<span class="card card-[CDHS]" role="img" aria-label="(?P<name>[^"]+)"><span class="card-rank">'
    r'(?:10|[A2-9]|(?P<court>[JQK]))</span><svg class="card-suit" viewBox="0 0 32 32" overflow="visible"'
    r' aria-hidden="true" focusable="false"><use href="#suit-[CDHS]"></use>'
    r'(?(court)<use href="#court-(?P=court)" x="10" y="-32" width="21" height="21"></use>)</svg>'
    r'<svg class="card-art" width="100%" viewBox="0 0 100 140" marker-mid="url\(#pip-[CDHS]\)" fill="none"'
    r' aria-hidden="true" focusable="false"><use href="#face-(?:1[0-3]|[1-9])"></use></svg></span>'
)
NAMES = {card_name(card) for card in PACK}


def without_cards(html: str, address: str) -> str:
    """A page before the claim with its cards, its addresses and its token taken out."""
    assert {match["name"] for match in FACE.finditer(html)} <= NAMES
    html = FACE.sub("CARD", html.replace(address, "ADDRESS"))
    html = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "TOKEN", html)
    html = re.sub(r'href="/drills/count/open/[^"]+"', 'href="LINK"', html)
    for name in sorted(NAMES, key=len, reverse=True):
        html = html.replace(name, "CARD")
    return html


@pytest.mark.django_db
@pytest.mark.once("what pages keep silent about")
class TestNoAnswerEarly:
    """Before the claim a page carries the cards and nothing that depends on what they are worth."""

    @pytest.mark.parametrize(
        ("claim", "headers"),
        few(product([None, "abc", ""], [{}, HTMX]), (None, {})),
    )
    def test_pages_differ_by_their_cards_only(self, client: Client, claim: str | None, headers: dict[str, str]) -> None:
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
        seen, of_each = set(), {"Content-Length", "Expires", "X-Request-ID"}
        for address in drawn():
            response = client.get(address)
            seen.add(frozenset(item for item in response.items() if item[0] not in of_each))
            assert set(response.cookies) == {"csrftoken"}
        assert len(seen) == 1

    @pytest.mark.parametrize("claim", few([None, "abc"], None), ids=["asked", "refused"])
    def test_nothing_of_the_count_is_said(self, client: Client, claim: str | None) -> None:
        for address, posed in drawn().items():
            response = client.get(address) if claim is None else client.post(address, {"claim": claim})
            lines = words.count_lines(combine(posed.scores))
            text = response.text.replace(str(COUNT.explanation), "")
            for part in (
                "worth",
                "muggins",
                'class="verdict',
                "left for your opponent",
                " points",
                'class="line',
                "The count",
            ):
                assert part not in text, (str(posed), part)
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
                    "You said 11. It is 15.",
                    "4 points left for your opponent.",
                ],
            ),
            ("14", ["1 point left for your opponent."]),
            (
                "17",
                [
                    "You said 17. It is 15.",
                    "2 points too many: they are taken back.",
                ],
            ),
            ("16", ["1 point too many: it is taken back."]),
        ],
    )
    def test_the_verdict_tells_claim_truth_and_difference(
        self, client: Client, claim: str, sentences: list[str]
    ) -> None:
        page = client.post(asked(), {"claim": claim}, follow=True).text
        assert [sentence for sentence in sentences if sentence not in page] == []
        assert ("left for your opponent" in page, "too many" in page) == (int(claim) < 15, int(claim) > 15)

    def test_a_crib_is_called_a_crib(self, client: Client) -> None:
        page = client.post(asked(crib=True), {"claim": "11"}, follow=True).text
        assert "Count this crib" in page
        assert "crib-mark" not in page, "it is said once"

    @pytest.mark.parametrize("claim", ["0", "15", "17"])
    def test_every_line_of_the_count_is_shown_in_the_order_spoken(self, client: Client, claim: str) -> None:
        page = client.post(asked(), {"claim": claim}, follow=True).text
        spoken = re.findall(r'class="line-spoken">([^<]+)<', page)
        assert spoken == [
            "fifteen two",
            "fifteen four",
            "fifteen six",
            "a double run of three is fourteen",
            "one for his nob is fifteen",
        ]
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
            ("0", "Nineteen! Right."),
            ("2", "You said 2. It is 0."),
            ("19", "“Nineteen” it is, as players say: the number to claim is 0."),
        ],
    )
    def test_a_hand_of_nothing_is_nineteen(self, client: Client, claim: str, verdict: str) -> None:
        page = client.post(asked(NOTHING), {"claim": claim}, follow=True).text
        assert verdict in page
        assert ("nothing, a “nineteen” as players say" in page) == (claim != "0"), "a right answer is told once"
        assert 'class="line"' not in page

    @pytest.mark.parametrize(
        ("given", "code", "sentence"),
        [
            ((HAND, False, "14"), "missed nobs", "You missed one for his nob."),
            (
                (HAND, False, "0"),
                "missed fifteen:3 run:2 pair nobs",
                "You missed 3 fifteens, 2 runs, a pair and one for his nob.",
            ),
            ((HAND, False, "17"), "court-cards-over-ten,fifteen-twice", "You counted the same fifteen twice."),
            ((HAND, False, "16"), "added-wrong", "You are off by one"),
            (("2C 3S 4D 4H | KC", False, "5"), "double-run-once,missed fifteen run", "You counted the run once."),
            (("9C 9S 9D 2H | KS", False, "4"), "pair-royal-as-four", "You counted three of a kind as 4."),
            (("2H 6H TH KH | 4C", True, "4"), "crib-four-flush", "In the crib a flush needs the starter too."),
            (("2H 6H TH KH | 4C", False, "0"), "missed flush", "You missed the flush."),
            (("9C 9S 9D 2H | KS", False, "0"), "missed pair:3", "You missed a pair royal."),
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
        self, client: Client, given: tuple[str, bool, str], code: str, sentence: str
    ) -> None:
        text, crib, claim = given
        page = client.post(asked(text, crib=crib), {"claim": claim}, follow=True).text
        assert Attempt.objects.get().causes == code
        assert sentence in page
        assert ("probably happened" in page) is bool(code)

    def test_several_causes_are_said_to_be_several(self, client: Client) -> None:
        page = client.post(asked(), {"claim": "11"}, follow=True).text
        assert "What probably happened" in page
        assert "Other guesses" in page
        for sentence in (
            "You missed 2 fifteens.",
            "You missed a fifteen and a pair.",
            "You missed a run and one for his nob.",
        ):
            assert sentence in page

    def test_two_things_of_which_one_was_missed_are_told_in_one_sentence(self, client: Client) -> None:
        page = client.post(asked("3D 7C 8H KS | 8S"), {"claim": "4"}, follow=True).text
        assert "You missed a fifteen or a pair." in page
        assert "You missed a pair." not in page

    @pytest.mark.parametrize(
        ("claim", "sentence"),
        [
            ("19", "No hand scores 19: that is why players say “nineteen” for a hand of nothing."),
            ("25", "No hand scores 25."),
            ("26", "No hand scores 26."),
            ("27", "No hand scores 27."),
        ],
    )
    @pytest.mark.parametrize("text", [HAND, NOTHING])
    def test_a_claim_that_no_hand_scores(self, client: Client, text: str, claim: str, sentence: str) -> None:
        page = client.post(asked(text), {"claim": claim}, follow=True).text
        verdict = page.partition('<div class="verdict-words">')[2].partition("</div>")[0]
        assert sentence in verdict
        assert page.count(sentence) == 1

    def test_the_title_tells_the_verdict(self, client: Client) -> None:
        address = asked()
        assert "<title>Count this hand · " in client.get(address).text
        assert "<title>You said 11. It is 15. · " in client.post(address, {"claim": "11"}, follow=True).text

    def test_the_time_is_said_unless_the_hand_was_left_lying(self, client: Client) -> None:
        address, response = answer(client, asked(), [{"claim": "11"}], follow=True)
        assert re.search(r"It took you \d+ second", response.text)
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
    "١٥",
    "１５",
]


@pytest.mark.django_db
class TestBadClaims:
    """What is no count is refused with a sentence, and costs nothing."""

    @pytest.mark.parametrize("typed", BAD, ids=[ascii(typed[:20]) for typed in BAD])
    def test_it_is_refused_with_a_sentence(self, client: Client, typed: str) -> None:
        response = client.post(asked(), {"claim": typed})
        assert response.status_code == 200
        assert rows() == (0, 0, 0)
        error = re.search(r'id="answer-error" role="alert">([^<]+)<', response.text)
        assert error
        assert ("type a number from 0 to 29" if typed else "a whole number, 0 if there is nothing") in error[1]
        kept = escape(typed).replace("&#x27;", "&#39;")
        assert f'value="{kept}" placeholder=" " autofocus aria-invalid="true"' in response.text
        assert "<script>alert" not in response.text
        assert '"><b>' not in response.text

    def test_a_post_without_a_claim_is_refused_too(self, client: Client) -> None:
        assert "Type your count first" in client.post(asked()).text
        assert "Type your count first" in client.post(asked(), {"card": "4C", "step": "1"}).text
        assert rows() == (0, 0, 0)

    def test_the_question_is_still_open(self, client: Client) -> None:
        address = asked()
        client.post(address, {"claim": "abc"})
        assert 'id="answer-error"' not in client.get(address).text
        assert "15 is right." in client.post(address, {"claim": "15"}, follow=True).text

    @pytest.mark.parametrize(
        ("typed", "claim"), [("15", "15"), (" 15 ", "15"), ("0015", "15"), ("0", "0"), ("29", "29")]
    )
    def test_a_whole_number_is_taken_however_it_is_written(self, client: Client, typed: str, claim: str) -> None:
        assert client.post(asked(), {"claim": typed}).status_code == 302
        assert Attempt.objects.get().answer == claim


# ----------------------------------------------------------------------------------------------------------- find it


@pytest.mark.django_db
class TestFindIt:
    """What was missed is hunted for before it is seen."""

    @pytest.fixture
    def hunt(self, client: Client) -> str:
        """The address of a hunt that has begun."""
        address, response = answer(client, asked(find=True), [{"claim": "11"}], follow=True)
        assert 'id="hunt"' in client.get(address).text
        assert response.status_code == 200
        return address

    def test_the_verdict_is_told_and_the_items_are_not(self, client: Client, hunt: str) -> None:
        page = client.get(hunt).text
        assert "You said 11. It is 15." in page
        assert "Found: 0 of 15" in page
        for hidden in ("fifteen two", "double run", 'class="line', "probably happened", "You missed", "fifteen six"):
            assert hidden not in page

    def test_only_what_was_found_is_shown(self, client: Client, hunt: str) -> None:
        page = client.post(hunt, {"card": ["JH"], "find": "1"}).text
        assert "Yes: 1 point." in page
        assert re.findall(r'class="line-spoken">([^<]+)<', page) == ["one for his nob is one"]
        assert "line-name" not in page, "what is said holds the name"
        assert "Found: 1 of 15" in page
        assert "a double run of three" not in page

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
            (["4C", "4H", "JH"], "Some of those cards make something, but not all of them", 0),
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

    def test_cards_that_make_nothing_stay_chosen(self, client: Client, hunt: str) -> None:
        chosen = re.compile(r'value="(..)"[^>]* checked')
        assert chosen.findall(client.post(hunt, {"card": ["4C", "JH"], "find": "1"}).text) == ["4C", "JH"]
        assert chosen.findall(client.post(hunt, {"card": ["JH"], "find": "1"}).text) == []

    def test_part_of_a_longer_run_is_told_so(self, client: Client) -> None:
        address, _ = answer(client, asked("2C 3D 4S 5H | KC", find=True), [{"claim": "0"}])
        assert (
            "That is part of a longer run: take all of it."
            in client.post(address, {"card": ["2C", "3D", "4S"], "find": "1"}).text
        )

    @pytest.mark.parametrize(("crib", "sentence"), [(True, "In the crib a flush needs"), (False, "A flush needs all")])
    def test_a_flush_that_is_none_is_told_so(self, client: Client, crib: bool, sentence: str) -> None:
        start = asked("2H 6H TH 5H | 4C" if crib else "2S 6H TH 5H | 4H", crib=crib, find=True)
        address, _ = answer(client, start, [{"claim": "27"}])
        cards = ["2H", "6H", "TH", "5H"] if crib else ["6H", "TH", "5H", "4H"]
        assert sentence in client.post(address, {"card": cards, "find": "1"}).text

    def test_nothing_is_found_twice(self, client: Client, hunt: str) -> None:
        client.post(hunt, {"card": ["5S", "JH"], "find": "1"})
        page = client.post(hunt, {"card": ["JH", "5S"], "find": "1"}).text
        assert "You have found that one already." in page
        assert "Found: 2 of 15" in page

    def test_what_was_found_survives_a_reload(self, client: Client, hunt: str) -> None:
        client.post(hunt, {"card": ["5S", "JH"], "find": "1"})
        page = client.get(hunt).text
        assert "Found: 2 of 15" in page
        assert "fifteen two" in page
        assert "Yes: " not in page

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_the_last_find_ends_the_hunt(self, client: Client, hunt: str, headers: dict[str, str]) -> None:
        for cards in (["5S", "JH"], ["4C", "5S", "6D"], ["4H", "5S", "6D"], ["4H", "4C"]):
            assert 'id="hunt"' in client.post(hunt, {"card": cards, "find": "1"}, headers=headers).text
        page = client.post(hunt, {"card": ["JH"], "find": "1"}, headers=headers).text
        assert 'id="hunt"' not in page
        assert "You missed 2 fifteens." in page
        assert len(re.findall(r'class="line-spoken"', page)) == 5
        assert 'id="next"' in client.get(hunt).text
        assert "your first answer stands" in client.post(hunt, {"card": ["JH"], "find": "1"}).text

    def test_the_rest_is_shown_for_the_asking(self, client: Client, hunt: str) -> None:
        page = client.post(hunt, {"show": "1"}, follow=True).text
        assert 'id="hunt"' not in page
        assert len(re.findall(r'class="line-spoken"', page)) == 5
        attempt = Attempt.objects.get()
        assert (Run.objects.get().stage, attempt.answer, attempt.causes) == ("shown", "11", FOUR_MISSED)

    @pytest.mark.parametrize(("text", "claim"), [(HAND, "15"), (NOTHING, "0"), (NOTHING, "4"), (NOTHING, "19")])
    def test_where_there_is_nothing_to_find_there_is_no_hunt(self, client: Client, text: str, claim: str) -> None:
        assert 'id="next"' in client.post(asked(text, find=True), {"claim": claim}, follow=True).text

    def test_a_claim_does_not_end_a_hunt(self, client: Client, hunt: str) -> None:
        page = client.post(hunt, {"claim": "15", "number": "1"}).text
        assert "your first answer stands" in page
        assert 'id="hunt"' in page
        assert Attempt.objects.get().answer == "11"

    def test_the_next_miss_of_the_run_is_hunted_too(self, client: Client, hunt: str) -> None:
        client.post(hunt, {"show": "1"})
        client.post(hunt, {"next": "1"})
        run = Run.objects.get()
        assert (run.stage, run.hunt_finds) == ("ask", [])
        Run.objects.update(asked=HAND)
        assert 'id="hunt"' in client.post(hunt, {"claim": "11"}, follow=True).text
        assert "Found: 0 of 15" in client.get(hunt).text

    def test_in_a_sprint_there_is_no_hunt(self, client: Client) -> None:
        page = client.get("/drills/count/start/?mode=sprint&find=on", follow=True)
        _, response = answer(client, page.redirect_chain[-1][0], [{"claim": "27"}], follow=True)
        assert 'id="ask"' in response.text

    def test_claiming_too_much_is_hunted_too(self, client: Client) -> None:
        assert 'id="hunt"' in client.post(asked(find=True), {"claim": "17"}, follow=True).text

    @pytest.mark.django_db(transaction=True)
    def test_of_two_finds_at_once_none_is_lost_unsaid(self, client: Client, hunt: str) -> None:
        def find(cards: list[str]) -> str:
            other = Client()
            other.cookies = client.cookies
            try:
                response = other.post(hunt, {"card": cards, "find": "1"})
                assert response.status_code == 200
                return response.text
            finally:
                connections.close_all()

        finds = {2: ["5S", "JH"], 5: ["4C", "5S", "6D"], 1: ["JH"], 3: ["4H", "4C"]}
        with ThreadPoolExecutor(4) as pool:
            pages = list(pool.map(find, finds.values()))
        said = [re.search(r"Yes: (\d+) point", page) for page in pages]
        assert all(found or "This page was out of date" in page for found, page in zip(said, pages, strict=True))
        total = sum(int(found[1]) for found in said if found)
        assert total
        assert f"Found: {total} of 15" in client.get(hunt).text


# ---------------------------------------------------------------------------------------------- htmx and plain forms


@pytest.mark.django_db
class TestFragments:
    """htmx gets the part that changes, anybody else the whole page."""

    def stages(self, client: Client, headers: dict[str, str]) -> dict[str, str]:
        """The answers of every stage."""
        start, hunted = asked(), asked(find=True)
        pages: dict[str, Any] = {
            "ask": client.get(start, headers=headers),
            "error": client.post(start, {"claim": "x"}, headers=headers),
            "shown": client.post(start, {"claim": "11"}, headers=headers, follow=True),
        }
        address, _ = answer(client, hunted, [{"claim": "11"}], headers=headers)
        pages |= {
            "hunt": client.get(address, headers=headers),
            "find": client.post(address, {"card": ["JH"], "find": "1"}, headers=headers),
            "nothing": client.post(asked(NOTHING), {"claim": "0"}, headers=headers, follow=True),
        }
        assert {page.status_code for page in pages.values()} == {200}
        return {stage: page.text for stage, page in pages.items()}

    def test_htmx_gets_a_fragment_with_title_and_one_announcement(self, client: Client) -> None:
        for stage, text in self.stages(client, HTMX).items():
            assert "<html" not in text, stage
            assert text.lstrip().startswith("<title>"), stage
            assert text.count('id="drill"') == 1, stage
            assert re.findall(r"<[^>]*hx-swap-oob[^>]*>", text) == ['<div id="status" hx-swap-oob="innerHTML">'], stage
            assert text.count("autofocus") == 1, stage

    def test_a_browser_gets_the_whole_page(self, client: Client) -> None:
        for stage, text in self.stages(client, {}).items():
            assert text.lstrip().lower().startswith("<!doctype html>"), stage
            assert len(re.findall(r"<title>[^<]+</title>", text)) == 1, stage
            assert "hx-swap-oob" not in text, stage
            assert text.count('id="status"') == 1, stage
            assert text.count("autofocus") == 1, stage
            assert len(re.findall(r"<h1[ >]", text)) == 1, stage

    def test_ids_are_unique_on_every_page(self, client: Client) -> None:
        for headers in ({}, HTMX):
            for stage, text in self.stages(client, headers).items():
                ids = re.findall(r'\sid="([^"]+)"', text)
                assert len(ids) == len(set(ids)), stage

    def test_what_is_announced(self, client: Client) -> None:
        said = {
            stage: re.sub(r".*<div id=\"status\"[^>]*>([^<]*)</div>.*", r"\1", text, flags=re.DOTALL)
            for stage, text in self.stages(client, HTMX).items()
        }
        assert said["ask"] == (
            "A hand: 4 of clubs, 5 of spades, 6 of diamonds, jack of hearts. The starter is the 4 of hearts."
        )
        assert said["error"] == "", "the error itself is an alert"
        assert said["shown"].startswith("You said 11. It is 15. 4 points left for your opponent")
        assert said["shown"].endswith(
            "The count: fifteen two, fifteen four, fifteen six, a double run of three is fourteen, "
            "and one for his nob is fifteen."
        )
        assert said["hunt"] == "You said 11. It is 15."
        assert said["find"] == "Yes: 1 point."
        assert said["nothing"].startswith("Nineteen! Right")

    def test_a_page_that_htmx_restores_is_whole(self, client: Client) -> None:
        assert "<html" in client.get(asked(), headers={**HTMX, "HX-History-Restore-Request": "true"}).text


@pytest.mark.django_db
class TestQuestions:
    """The box also takes questions, and answers them without taking a claim."""

    @pytest.mark.parametrize(
        ("typed", "told"),
        [
            ("c", "A hand: 4 of clubs, 5 of spades, 6 of diamonds, jack of hearts. The starter is the 4 of hearts."),
            ("R", "A hand: 4 of clubs, 5 of spades, 6 of diamonds, jack of hearts. The starter is the 4 of hearts."),
            (" f ", "The starter is the 4 of hearts."),
            ("B", "This is a hand."),
            ("?", "Type your count as a number."),
        ],
    )
    def test_a_question_is_answered(self, client: Client, typed: str, told: str) -> None:
        for headers in ({}, HTMX):
            page = client.post(asked(), {"claim": typed}, headers=headers).text
            assert told in " ".join(re.sub("<[^>]*>", " ", page).split())
            assert 'id="claim"' in page, "the hand is still to be counted"
        assert told in re.sub(r".*<div id=\"status\"", "", page, flags=re.DOTALL), "and said aloud"
        assert rows() == (0, 0, 0)

    def test_a_crib_is_told_from_a_hand(self, client: Client) -> None:
        assert "This is a crib" in client.post(asked(crib=True), {"claim": "b"}).text


class TestNotes:
    """What was missed is marked in the count, where that is known."""

    @pytest.mark.parametrize(
        ("text", "claim", "notes"),
        [
            (HAND, "14", {"his nob": "missed"}),
            (HAND, "11", {"fifteen": "missed?"}),
            ("2C 3S 4D 9H | KC", "4", {"run of three": "missed"}),
            ("9C 9S 9D 2H | KS", "4", {"pair royal": "look again"}),
            (HAND, "15", {}),
        ],
    )
    def test_a_line_says_that_it_was_missed(self, text: str, claim: str, notes: dict[str, str]) -> None:
        question = read(text)
        lines = COUNT.feedback(question, mark(question, claim)).sheet["lines"]
        assert {line.name.lower(): line.note for line in lines if line.note} == notes

    def test_of_two_of_which_one_was_missed_both_are_marked_and_told_first(self) -> None:
        question = read("3D 7C 8H KS | 8S")
        told = COUNT.feedback(question, mark(question, "4"))
        assert told.causes[0] == "You missed a fifteen or a pair."
        assert [(line.name, line.note) for line in told.sheet["lines"]] == [
            ("Fifteen", ""),
            ("Fifteen", "missed?"),
            ("Pair", "missed?"),
        ]

    def test_they_are_told_after_what_is_likelier(self) -> None:
        question = read("5S QC QD QS | 3H")
        told = COUNT.feedback(question, mark(question, "8"))
        assert told.causes == ["You missed a fifteen and a pair.", "You missed 2 fifteens or 2 pairs."]

    def test_where_only_some_were_missed_it_is_perhaps_the_hardest_to_see(self) -> None:
        lines = count_words.lines_after(read(HAND).scores, [Likely(Cause.MISSED, ((Kind.FIFTEEN, 1),))])
        assert [line.note for line in lines] == ["", "", "missed?", "", ""]


@pytest.mark.django_db
class TestPegboard:
    """A count is tapped, or typed."""

    @pytest.mark.parametrize(
        ("typed", "language"), [("Fifteen ", "en"), ("quindici", "it"), ("pietnascie", "pl"), ("fifteen", "fr")]
    )
    def test_a_count_can_be_typed_as_it_is_said(self, client: Client, typed: str, language: str) -> None:
        page = client.get(asked(), headers={"accept-language": language}).text
        box = re.search(r'id="claim"[^>]* maxlength="(\d+)"', page)
        assert box
        assert int(box[1]) >= len("dwadzieścia dziewięć"), "the longest count"
        client.post(asked(), {"claim": typed}, follow=True, headers={"accept-language": language})
        assert Attempt.objects.get().answer == "15"

    def test_a_tap_comes_after_what_is_in_the_box(self, client: Client) -> None:
        client.post(asked(), {"claim": ["1x", "15"]}, follow=True)
        assert Attempt.objects.get().right

    @pytest.mark.parametrize("mode", [Mode.CALM, Mode.SPRINT, Mode.STREAK])
    def test_two_taps_for_who_wants_them_so_that_a_slip_answers_nothing(self, client: Client, mode: Mode) -> None:
        client.post(asked(mode=mode), {"claim": "15"}, follow=True)
        learner = Learner.objects.get()
        assert "data-twice" not in client.get(asked(mode=mode)).text
        learner.preferences = {"pad_twice": True}
        learner.save()
        assert "data-twice" in client.get(asked(mode=mode)).text

    def test_the_hint_marks_what_is_worth_most(self, client: Client) -> None:
        felt = (
            client.post(asked(), {"hint": "1"}, follow=True).text.partition('class="deal"')[2].partition("</form>")[0]
        )
        assert felt.count("is-counted") == 4
        assert "One of them is marked." in felt
