"""What can be looked up: glossary, rule card, search; and the lesson that cures what went wrong."""

import re

import pytest
from django.test import Client
from django.utils.translation import override

from game.engine.rules import DEALS
from tests.words import assert_all_marked
from trainer import glossary
from trainer.drills.registry import DRILLS
from trainer.lessons.cures import cures
from trainer.lessons.search import MOST_RESULTS, marked, search
from trainer.lessons.syllabus import syllabus


class TestGlossary:
    def test_every_word_stands_there_with_its_address(self, client: Client) -> None:
        page = client.get("/glossary/").text
        for slug, word in glossary.words("en").items():
            assert f'id="{slug}"' in page
            assert f"<dt>{word.name}</dt>" in page

    def test_a_definition_leads_to_other_words(self, client: Client) -> None:
        assert '<a href="/glossary/#dealer" class="to-word">' in client.get("/glossary/").text

    def test_a_letter_leads_to_its_first_word(self, client: Client) -> None:
        page = client.get("/glossary/").text
        letters = dict(re.findall(r'href="#([\w-]+)">([A-Z])</a>', page))
        assert letters["aim"] == "A"
        for slug, letter in letters.items():
            before, _word, word = page.partition(f'id="{slug}"')
            assert re.findall(r"<dt>(.)", word)[0] == letter
            assert letter not in re.findall(r"<dt>(.)", before)


class TestRuleCard:
    def test_the_deal_is_told_for_every_number_of_players(self, client: Client) -> None:
        page = " ".join(client.get("/rules/").text.split())
        assert "With two players, each is dealt six cards and discards two" in page
        rows = re.findall(r'<th scope="row">(\d)</th><td>([^<]+)</td>', page)
        told = {int(seats): words for seats, words in rows}
        assert sorted(told) == sorted(DEALS)[1:]
        for seats, words in told.items():
            plan = DEALS[seats]
            dealer = (plan.dealer.cards,) if plan.dealer != plan.other else ()
            pack = (plan.from_pack,) if plan.from_pack else ()
            numbers = tuple(map(int, re.findall(r"\d", words)))
            assert numbers == (plan.other.cards, plan.other.away, *dealer, *pack)

    def test_nineteen_is_said_of_hands_of_four(self, client: Client) -> None:
        """Five cards and a starter can score it."""
        assert "no hand of four cards can score 19" in " ".join(client.get("/rules/").text.split())
        assert "no hand of four cards can score 19" in glossary.words("en")["nineteen"].text

    def test_its_parts_follow_a_deal(self, client: Client) -> None:
        page = client.get("/rules/").text
        parts = re.findall(r'<section[^>]*? id="(\w+)"', page)
        assert parts == ["aim", "deal", "play", "show", "more"] == re.findall(r'class="chip" href="#(\w+)"', page)


class TestSearch:
    @pytest.mark.parametrize("query", ["discard", "lay away"])
    def test_the_discard_is_found_by_its_older_word_too(self, query: str) -> None:
        words = [found.entry.title for found in search(query) if found.entry.is_word]
        assert {"Discard", "Lay away"} <= set(words)

    @pytest.mark.parametrize("query", ["lays away", "laid away", "laying away", "layaway"])
    def test_the_older_word_is_found_in_all_its_forms(self, query: str) -> None:
        assert "Lay away" in [found.entry.title for found in search(query)]

    @pytest.mark.parametrize(
        ("query", "word"), [("nobs", "His nob"), ("19", "Nineteen"), ("turn-up", "Starter"), ("kitty", "Crib")]
    )
    def test_a_word_is_found_by_its_other_names(self, query: str, word: str) -> None:
        assert word in [found.entry.title for found in search(query) if found.entry.is_word]

    @pytest.mark.parametrize(
        ("language", "figure", "word", "lesson"),
        [
            ("en", "15", "Fifteen", "fifteens"),
            ("fr", "15", "Quinze", "quinze"),
            ("fr", "31", "Trente et un", "trente et un"),
        ],
    )
    def test_a_number_is_found_by_its_figures(self, language: str, figure: str, word: str, lesson: str) -> None:
        with override(language):
            found = [result.entry for result in search(figure)]
            assert found[0].title == word
            assert any(lesson in f"{entry.title} {entry.text}".casefold() for entry in found if not entry.is_word)

    def test_a_number_is_marked_as_the_word_it_is(self) -> None:
        assert marked("Three fifteens", "15") == "Three <mark>fifteens</mark>"

    def test_a_figure_is_found_whole(self) -> None:
        assert "Fifteen" not in [found.entry.title for found in search("1") if found.entry.is_word]

    def test_a_lesson_about_a_word_comes_next(self) -> None:
        assert [found.entry.url for found in search("15")[:2]] == ["/glossary/#fifteen", "/lessons/fifteens/"]

    def test_a_word_comes_first(self) -> None:
        first = search("crib")[0].entry
        assert (first.title, first.url, first.is_word) == ("Crib", "/glossary/#crib", True)

    def test_a_lesson_is_found_by_what_it_says(self) -> None:
        places = [found.entry for found in search("front peg")]
        assert "/lessons/board/" in " ".join(place.url for place in places)

    def test_beginnings_accents_and_capitals_do_not_matter(self) -> None:
        assert [one.entry for one in search("SÚCKL")] == [one.entry for one in search("suckling")] != []

    def test_all_words_have_to_be_there(self) -> None:
        assert search("crib xylophone") == []

    @pytest.mark.parametrize("question", ["What is a crib?", "what are cribs for in cribbage"])
    def test_a_question_finds_the_word_that_it_names_first(self, question: str) -> None:
        assert search(question)[0].entry.title == "Crib"

    def test_what_was_looked_for_is_marked(self, client: Client) -> None:
        assert marked("Nobs & a jack’s nob", "Nob a") == "<mark>Nobs</mark> &amp; a jack’s <mark>nob</mark>"
        assert "<mark>Nobs</mark> and heels" in client.get("/search/", {"q": "nobs"}).text
        assert "His <mark>nob</mark>" in client.get("/search/", {"q": "nobs"}).text

    def test_a_short_word_is_marked_whole_where_nothing_else_is_looked_for(self) -> None:
        assert marked("To go on is good", "go") == "To <mark>go</mark> on is good"
        assert marked("Go on at 31, not 310", "go at 31") == "Go on at <mark>31</mark>, not 310"

    def test_a_lesson_is_shown_once(self) -> None:
        lessons = [found.entry.lesson or found.entry.title for found in search("the") if not found.entry.is_word]
        assert len(lessons) == len(set(lessons))
        assert len(search("the")) <= MOST_RESULTS

    @pytest.mark.parametrize("query", ["", " ", "…", "?!", "%", "a" * 500, "<script>", "\x00"])
    def test_nothing_breaks_it(self, client: Client, query: str) -> None:
        response = client.get("/search/", {"q": query})
        assert response.status_code == 200
        assert "<script>" not in response.text.split("<main")[1]

    def test_it_does_not_outshine_where_to_go_on(self, client: Client) -> None:
        searching = client.get("/lessons/").text.partition('role="search"')[2].partition("</form>")[0]
        assert 'class="button button-plain" type="submit"' in searching

    def test_it_comes_after_the_chapters(self, client: Client) -> None:
        page = client.get("/lessons/").text
        assert page.index('id="next"') < page.index("fold chapter") < page.index('role="search"')

    def test_it_says_when_nothing_is_found(self, client: Client) -> None:
        assert "Nothing found" in client.get("/search/", {"q": "xylophone"}).text
        assert "Nothing found" not in client.get("/search/").text


@pytest.mark.parametrize("path", ["/glossary/", "/rules/", "/search/?q=crib", "/search/?q=xylophone"])
@pytest.mark.usefixtures("pseudo_language")
def test_all_words_are_marked(client: Client, path: str) -> None:
    if "q=crib" not in path:  # what is found is text of lessons, cut where it is long
        page = re.sub(r">[A-Z]</(a|h2)>", r"></\1>", client.get(path).text)  # a letter of the glossary is no word
        assert_all_marked(page.replace("xylophone", ""))


class TestCures:
    @pytest.mark.parametrize(
        ("drill", "question", "answer", "skill"),
        [
            ("count", "4C 5S 6D JH | 4H", "14", "nobs"),
            ("count", "4C 5S 6D JH | 4H", "10", "double-run-once"),
            ("count", "crib 2C 4C 6C 8C | KD", "4", "crib-four-flush"),
            ("count", "5C TD JH 2S | 8D", "2", "fifteen-2"),
            ("peg", "5S 4C | 6D", "15 2", "peg-run-out-of-order"),
        ],
    )
    def test_a_cause_leads_to_its_lesson(self, drill: str, question: str, answer: str, skill: str) -> None:
        marking = DRILLS[drill].mark(DRILLS[drill].read(question), answer)
        assert syllabus().cure[skill] in cures(marking)

    @pytest.mark.parametrize(("answer", "lesson"), [("13", "runs"), ("7", "aloud"), ("11", "fifteens")])
    def test_the_first_lesson_is_that_of_the_likeliest_cause(self, answer: str, lesson: str) -> None:
        """The pair of a double run left out, the starter forgotten, fifteens missed."""
        counting = DRILLS["count"]
        assert cures(counting.mark(counting.read("4C 5S 6D JH | 4H"), answer))[0].slug == lesson

    def test_a_right_answer_needs_none(self) -> None:
        counting = DRILLS["count"]
        assert cures(counting.mark(counting.read("4C 5S 6D JH | 4H"), "15")) == ()
