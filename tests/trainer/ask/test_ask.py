"""Hands typed in to be explained: nothing is kept, an address says everything, and faults are kind sentences."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from game import budget
from game.models import Action
from tests.words import assert_all_marked
from trainer.models import Attempt, Learner, Run
from trainer.views.ask import EXAMPLES

HAND = {"hand": "4C 5S 6D JH", "starter": "4H"}
DEALT = {"hand": "2H 3C 9S TD JD QH"}
HELD = {"hand": "4C 7D 8H JD", "starter": "KH", "plays": "7S"}

pytestmark = [pytest.mark.django_db, pytest.mark.once("explanations, of which nothing is stored")]


def shown(client: Client, name: str, boxes: dict[str, str]) -> str:
    """The page, as text without tags, with these boxes filled in."""
    response = client.get(reverse(name), boxes)
    assert response.status_code == 200
    body = response.content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body[body.index("<main") :])).split())


def source(client: Client, name: str, boxes: dict[str, str]) -> str:
    """The page's own text."""
    return client.get(reverse(name), boxes).content.decode()


class TestAll:
    """What the pages have in common."""

    def test_the_first_page_leads_to_the_three(self, client: Client) -> None:
        html = source(client, "ask", {})
        for name in ("ask_count", "ask_discard", "ask_play"):
            assert f'href="{reverse(name)}"' in html

    @pytest.mark.parametrize(("name", "boxes"), [("ask_count", HAND), ("ask_discard", DEALT), ("ask_play", HELD)])
    def test_nothing_is_kept_and_the_database_is_only_asked_for_limits(
        self,
        client: Client,
        monkeypatch: pytest.MonkeyPatch,
        django_assert_num_queries: DjangoAssertNumQueries,
        name: str,
        boxes: dict[str, str],
    ) -> None:
        monkeypatch.setattr(budget, "thread_time", lambda: 0.0)  # work that is worth writing down, or not, by chance
        with django_assert_num_queries(0 if name == "ask_count" else 1):
            response = client.get(reverse(name), boxes)
        assert not response.cookies
        assert [model.objects.count() for model in (Learner, Run, Attempt, Action)] == [0, 0, 0, 0]

    @pytest.mark.parametrize("name", ["ask", "ask_count", "ask_discard", "ask_play"])
    def test_they_only_show(self, client: Client, name: str) -> None:
        assert client.post(reverse(name), HAND).status_code == 405

    @pytest.mark.parametrize(("name", "boxes"), [("ask_count", HAND), ("ask_discard", DEALT), ("ask_play", HELD)])
    def test_the_same_address_shows_the_same(self, client: Client, name: str, boxes: dict[str, str]) -> None:
        assert shown(client, name, boxes) == shown(client, name, boxes)

    @pytest.mark.parametrize(("name", "boxes"), [(name, boxes) for name in EXAMPLES for _, boxes in EXAMPLES[name]])
    def test_every_example_is_explained(self, client: Client, name: str, boxes: dict[str, str]) -> None:
        html = source(client, name, boxes)
        assert 'id="told"' in html
        assert "ask-error" not in html

    def test_the_page_before_them_has_the_examples_of_all(self, client: Client) -> None:
        page = client.get(reverse("ask")).text
        assert page.count("#told") == sum(map(len, EXAMPLES.values()))
        assert all(f'href="{reverse(name)}?' in page for name in EXAMPLES)

    @pytest.mark.parametrize("name", ["ask_count", "ask_discard", "ask_play"])
    def test_a_page_to_fill_in_has_examples_and_no_fault(self, client: Client, name: str) -> None:
        html = source(client, name, {})
        assert "ask-error" not in html
        assert html.count("#told") == 1 + len(EXAMPLES[name])

    @pytest.mark.parametrize("name", ["ask_count", "ask_discard", "ask_play"])
    def test_what_was_typed_stays_and_is_escaped(self, client: Client, name: str) -> None:
        html = source(client, name, {"hand": '4C <b>"x', "starter": "4H"})
        assert "&lt;b&gt;&quot;x" in html
        assert "<b>" not in html
        assert 'aria-invalid="true"' in html

    @pytest.mark.parametrize("name", ["ask_count", "ask_discard", "ask_play"])
    @pytest.mark.parametrize(
        "boxes",
        [
            {"hand": ""},
            {"hand": "\x00"},
            {"hand": "5H " * 5000},
            {"hand": "𝟝H"},
            {"hand": "4C 5S 6D JH", "starter": "4H 5H"},
            {**DEALT, "seats": "7"},
            {**DEALT, "seats": "-2"},
            {**DEALT, "seats": "²"},
            {**DEALT, "seats": "99999999999"},
            {**DEALT, "place": "9"},
            {**DEALT, "place": "0"},
            {**DEALT, "place": "widow"},
            {**DEALT, "target": "1000"},
            {**DEALT, "target": "a"},
            {**DEALT, "scores": "1"},
            {**DEALT, "scores": "a,b"},
            {**DEALT, "scores": "-1,5"},
            {**DEALT, "scores": "121,5"},
            {**HELD, "plays": "1:2:3"},
            {**HELD, "plays": "go go go go go"},
            {**HELD, "plays": "KH"},
            {**HELD, "away": "5H"},
            {**HELD, "away": "4C 5H"},
        ],
    )
    def test_bad_input_is_answered_kindly(self, client: Client, name: str, boxes: dict[str, str]) -> None:
        response = client.get(reverse(name), boxes)
        assert response.status_code == 200
        html = response.content.decode()
        assert ('id="told"' in html) != ('id="ask-error"' in html)

    @pytest.mark.usefixtures("pseudo_language")
    @pytest.mark.parametrize(
        ("name", "boxes"),
        [
            ("ask", {}),
            *((name, {}) for name in EXAMPLES),
            *((name, {"hand": ""}) for name in EXAMPLES),
            *((name, boxes) for name in EXAMPLES for _, boxes in EXAMPLES[name]),
            ("ask_discard", {"hand": "5"}),
            ("ask_discard", {"hand": "2H 3C 9S TD JD", "seats": "3", "place": "2"}),
            ("ask_play", {"hand": "KD", "starter": "4H", "plays": "TC TD 9H TS 5C 6C"}),
        ],
    )
    def test_a_translator_sees_every_word(self, client: Client, name: str, boxes: dict[str, str]) -> None:
        assert_all_marked(source(client, name, boxes))


class TestCount:
    """What a hand or crib counts."""

    def test_a_hand_is_counted_item_by_item(self, client: Client) -> None:
        text = shown(client, "ask_count", HAND)
        assert "15 points" in text
        assert "fifteen two, fifteen four, fifteen six, a double run of three is fourteen" in text

    def test_the_cards_of_a_line_are_outlined(self, client: Client) -> None:
        assert source(client, "ask_count", HAND).count("is-counted") > 8

    @pytest.mark.parametrize(("crib", "points"), [({}, "4 points"), ({"crib": "on"}, "0 points")])
    def test_a_crib_needs_the_starter_for_its_flush(self, client: Client, crib: dict[str, str], points: str) -> None:
        assert points in shown(client, "ask_count", {"hand": "2S 4S TS KS", "starter": "7C", **crib})

    def test_a_hand_of_five_is_counted(self, client: Client) -> None:
        assert "46 points" in shown(client, "ask_count", {"hand": "4C 5S 6D 4D 5D", "starter": "6H"})

    @pytest.mark.parametrize(
        ("boxes", "sentence"),
        [
            ({"hand": "4C 5S 6D", "starter": "4H"}, "A hand has four cards, or five at a table of six, not 3."),
            ({"hand": "4C 5S 6D JH", "starter": ""}, "Pick the starter too"),
            ({"hand": "4C 5S 6D JH", "starter": "4C"}, "The 4 of clubs cannot be in the hand and the starter."),
            ({"hand": "4C 4C 6D JH", "starter": "4H"}, "The 4 of clubs is there twice."),
            ({"hand": "4C 5S 6D JX", "starter": "4H"}, "“JX” is not a card"),
            ({"hand": "", "starter": "4H"}, "Pick the cards of the hand, or type them"),
            ({"hand": "10 J"}, "A hand has four cards, or five at a table of six, not 2."),
            ({"hand": "2 3 4 5 6 7 8"}, "A hand has four cards, or five at a table of six, not 7."),
            ({"hand": "555555"}, "There are only four cards of each rank."),
            ({"hand": "1H 2H 3H 4H"}, "“1H” is not a card: an ace is written A, such as AH."),
            ({"hand": "H5 D6 C7 S8"}, "“H5” is not a card: the rank comes first and then the suit, such as 5H."),
            ({"hand": "5 of hearts"}, "“of” is not a card: write a rank and a suit"),
            ({"hand": "4С 5S 6D JH"}, "“4С” has a letter or digit of another script: type Latin ones"),
            ({"hand": "5😀"}, "“5😀” is not a card"),
            ({"hand": "x" * 2000}, f"“{'x' * 20}…” is not a card"),
            ({"hand": "4C 5S 6D JH", "starter": "4H 5H"}, "The starter is one card, not 2."),
        ],
    )
    def test_what_cannot_be_counted_is_told(self, client: Client, boxes: dict[str, str], sentence: str) -> None:
        assert sentence in shown(client, "ask_count", boxes)

    @pytest.mark.parametrize("box", ["hand", "starter"])
    def test_a_question_in_words_is_answered_from_the_glossary(self, client: Client, box: str) -> None:
        page = shown(client, "ask_count", {"hand": "4C 5S 6D JH", box: "What are double runs?"})
        assert "Double run. " in page
        assert "Run. " not in page
        assert "is not a card" not in page

    @pytest.mark.parametrize("hand", ["4C 5S go 6D pair", "5 of nobs"])
    def test_among_cards_a_word_of_the_game_is_an_error_too(self, client: Client, hand: str) -> None:
        page = shown(client, "ask_count", {"hand": hand, "starter": "4H"})
        assert page.index("is not a card") < page.index("All words of the game")

    def test_it_leads_to_the_drill_and_to_the_question(self, client: Client) -> None:
        html = source(client, "ask_count", {**HAND, "crib": "on"})
        assert f'href="{reverse("start", args=["count"])}?kind=crib&amp;size=4"' in html
        reopened = re.search(rf'href="({reverse("reopen", args=["count"])}[^"]+)"', html)
        assert reopened
        page = client.get(unescape(reopened[1]), follow=True)
        assert "Count this crib" in page.content.decode()


class TestPicked:
    """Cards that are tapped, or typed as people type them."""

    @pytest.mark.parametrize("hand", ["4C5S6DJH", "4c 5♠ 6d jh", "4C,5S;6D|JH", "4C 5S6D  JH", "(4C-5S-6D/JH)"])
    def test_no_spaces_are_needed(self, client: Client, hand: str) -> None:
        text = shown(client, "ask_count", {"hand": hand, "starter": "4h"})
        assert "15 points" in text
        assert "left out" not in text

    @pytest.mark.parametrize(
        ("hand", "starter", "points"),
        [
            ("5 5 5 J", "5H", 28),  # his nob would be the 29th
            ("555J", "5", 28),
            ("5H5D5SJC", "5C", 29),
            ("2 4 6 8", "10", 0),  # a flush would be four
            ("2C 4C 6C 8", "10C", 0),
            ("10 J Q K", "A", 4),
        ],
    )
    def test_suits_that_are_left_out_make_no_flush_and_no_nob(
        self, client: Client, hand: str, starter: str, points: int
    ) -> None:
        text = shown(client, "ask_count", {"hand": hand, "starter": starter})
        assert f"{points} points" in text
        assert ("Suits you left out are filled in" in text) == (points != 29)

    def test_more_than_four_of_a_rank_there_are_not(self, client: Client) -> None:
        assert "There are only four cards of each rank." in shown(client, "ask_count", {"hand": "5555", "starter": "5"})

    @pytest.mark.parametrize("typed", ["", "4C", "4C 6D"])
    def test_cards_that_are_picked_are_the_hand(self, client: Client, typed: str) -> None:
        boxes = {"hand": typed, "starter": "4H", "card": ["4C", "5S", "6D", "JH", "nonsense"]}
        response = client.get(reverse("ask_count"), boxes)
        assert "15 points" in response.text
        assert len(re.findall(r'name="card"[^>]* checked', response.text)) == 4

    @pytest.mark.parametrize("typed", ["10H", "th", "10♥ 5S"])
    def test_a_card_that_is_typed_and_picked_is_one_card(self, client: Client, typed: str) -> None:
        boxes = {"hand": typed, "starter": "4H", "card": ["5S", "6D", "TH", "JH"]}
        assert "10 points" in client.get(reverse("ask_count"), boxes).text

    @pytest.mark.parametrize("crib", [{}, {"crib": "on"}])
    def test_of_five_cards_one_is_the_starter(self, client: Client, crib: dict[str, str]) -> None:
        response = client.get(reverse("ask_count"), {"card": ["4C", "5S", "6D", "JH", "4H"], **crib})
        assert "Which of these is the starter?" in response.text
        link = re.search(r'href="([^"]+)" aria-label="4 of hearts"', response.text)
        assert link
        counted = client.get(reverse("ask_count") + unescape(link[1]).removesuffix("#told")).text
        assert ("15 points" in counted, "felt-crib" in counted) == (True, bool(crib))

    def test_a_hand_to_discard_from_and_a_play_need_no_suits(self, client: Client) -> None:
        text = shown(client, "ask_discard", {"hand": "2 3 9 10 J Q"})
        assert "as mixed as possible" in text
        assert "Discard the" in text
        text = shown(client, "ask_play", {"hand": "2 9", "starter": "4", "plays": "10 8 9 go", "place": "pone"})
        assert "in the play they do not matter" in text
        assert "Play the 2 of" in text


class TestDiscard:
    """What to discard."""

    def test_all_choices_are_ranked(self, client: Client) -> None:
        text = shown(client, "ask_discard", DEALT)
        assert "Discard the 9 of spades and queen of hearts." in text
        assert "Your opponent deals: the crib is theirs." in text
        best, rest = source(client, "ask_discard", DEALT).split("All the other discards")
        places = [re.findall(r'<td class="if-wide muted">(\d+)<', part) for part in (best, rest)]
        assert places == [[str(place) for place in range(1, 6)], [str(place) for place in range(6, 16)]]
        assert "The next best" in text

    def test_the_dealer_feeds_his_crib(self, client: Client) -> None:
        boxes = {"hand": "2H 3C 5S 6D JH QS", "place": "dealer"}
        text = shown(client, "ask_discard", boxes)
        assert "Discard the 2 of hearts and 3 of clubs." in text
        assert "Your crib" in text

    def test_scores_begin_with_the_own_one(self, client: Client) -> None:
        html = source(client, "ask_discard", {**DEALT, "scores": "118,100"})
        assert re.search(r"<dt>You</dt><dd>118</dd>", html)
        assert re.search(r"<dt>Dealer</dt><dd>100</dd>", html)
        assert "Wins" in html

    def test_seats_between_have_their_scores_in_turn(self, client: Client) -> None:
        boxes = {"hand": "2H 3C 9S TD JD", "seats": "4", "place": "2", "scores": "101,102,103,104"}
        html = source(client, "ask_discard", boxes)
        found = re.findall(r"<dt>([^<]+)</dt><dd>(10\d)</dd>", html)
        assert found == [
            ("You", "101"),
            ("On your left", "102"),
            ("Dealer", "103"),
            ("Third to your left", "104"),
        ]

    @pytest.mark.parametrize(
        ("boxes", "sentence"),
        [
            ({"hand": "2H 3C 9S TD JD"}, "With 2 seats a hand of 6 cards is dealt before the discard, not 5."),
            ({"hand": "2H 3C 9S TD", "seats": "5", "place": "dealer"}, "With 5 seats the dealer discards nothing."),
            ({**DEALT, "place": "3"}, "Seats are numbered from 1 to 2 here."),
            ({**DEALT, "scores": "100,121"}, "A score is at least 0 and below the target, 121."),
            ({**DEALT, "scores": "100"}, "There is one score for each side: 2 here, not 1."),
            ({**DEALT, "target": "30"}, "The target is a whole number from 31 to 999."),
            ({**DEALT, "seats": "two"}, "“two” is not a whole number from 0 to 9999."),
        ],
    )
    def test_what_cannot_be_discarded_is_told(self, client: Client, boxes: dict[str, str], sentence: str) -> None:
        assert sentence in shown(client, "ask_discard", boxes)

    @pytest.mark.parametrize("boxes", [DEALT, {**DEALT, "scores": "50,55", "target": "61"}])
    def test_it_leads_to_the_drill_and_to_the_question(self, client: Client, boxes: dict[str, str]) -> None:
        html = source(client, "ask_discard", boxes)
        assert f'href="{reverse("start", args=["discard"])}?seats=2&amp;place=pone' in html
        reopened = re.search(rf'href="({reverse("reopen", args=["discard"])}[^"]+)"', html)
        assert reopened
        page = client.get(unescape(reopened[1]), follow=True).content.decode()
        assert "Discard 2 cards" in page
        assert ("<dt>to</dt><dd>61</dd>" in page) == ("target" in boxes)


class TestPlay:
    """Which card to play."""

    def test_the_cards_are_ranked_with_what_they_score(self, client: Client) -> None:
        text = shown(client, "ask_play", HELD)
        assert "On the table, count 7" in text
        assert "Play the jack of diamonds." in text or "Play the 8 of hearts." in text  # nearly alike
        assert "fifteen for two" in text
        assert "a pair for two" in text
        assert "You deal, and it is your turn." in text

    def test_goes_and_turns_are_worked_out(self, client: Client) -> None:
        boxes = {"hand": "2C", "starter": "4H", "plays": "TC 8H 9D go", "place": "pone"}
        text = shown(client, "ask_play", boxes)
        assert "cannot hold 1" in text
        text = shown(client, "ask_play", {**boxes, "hand": "2C 9H"})
        assert "On the table, count 27" in text
        assert "Play the 2 of clubs." in text
        assert "You are pone, and it is your turn." in text

    def test_who_cannot_play_says_go(self, client: Client) -> None:
        boxes = {"hand": "KD QD 9C", "starter": "4H", "plays": "TC 8H 9D"}
        assert "Say go: every card you hold would take the count of 27 over 31." in shown(client, "ask_play", boxes)

    def test_scores_begin_with_the_own_one(self, client: Client) -> None:
        boxes = {"hand": "5D 7C 8H JD", "starter": "KH", "plays": "TS"}
        ahead = shown(client, "ask_play", {**boxes, "scores": "119,90"})
        behind = shown(client, "ask_play", {**boxes, "scores": "90,119"})
        high, low = (max(map(float, re.findall(r"(\d+\.\d)%", text))) for text in (ahead, behind))
        assert high > 90
        assert low < 10

    @pytest.mark.parametrize(
        ("boxes", "sentence"),
        [
            ({"hand": "4C 7D", "starter": ""}, "Pick the starter too"),
            ({"hand": "", "starter": "4H"}, "Pick the cards you still hold, or type them"),
            ({**HELD, "plays": "KH"}, "The king of hearts is named twice"),
            ({**HELD, "plays": "7Z"}, "“7Z” is neither a card nor a go"),
            ({**HELD, "plays": "1:7Z"}, "“1:7Z” is neither a card nor a go"),
            ({**HELD, "away": "2C 3C 5C"}, "Seat 2 discards 2 cards here."),
            ({**HELD, "hand": "4C 7D 8H JD 2C"}, "Each seat keeps 4 cards for the play: nobody can hold 5."),
        ],
    )
    def test_what_cannot_be_played_is_told(self, client: Client, boxes: dict[str, str], sentence: str) -> None:
        assert sentence in shown(client, "ask_play", boxes)

    @pytest.mark.parametrize("seats", range(2, 7))
    def test_any_table_can_be_told(self, client: Client, seats: int) -> None:
        hand = "5C 7D 8H JD 2S" if seats == 6 else "5C 7D 8H JD"
        text = shown(client, "ask_play", {"hand": hand, "starter": "4H", "seats": str(seats)})
        assert "You are pone, and it is your turn." in text
        assert "In all" in text
