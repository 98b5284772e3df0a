"""Every word that a person reads is marked for translation: under a pseudo-language no bare letters remain."""

import re
from collections.abc import Iterator
from itertools import chain, combinations, product
from pathlib import Path
from random import Random

import pytest
from django.template.loader import get_template
from django.test import Client
from django.utils.translation import gettext

from game.strategy.causes import Cause
from game.table.typed import TableQuestion
from tests.full import PROOF, few
from tests.trainer.drills.samples import EVERY_RUN, HAND, HTMX, NOTHING, SAMPLES, answer, asked, of_mode
from tests.words import OPEN, assert_all_marked, bare
from trainer.drills import hand_words
from trainer.drills.base import Feedback, causes_heading
from trainer.drills.count import question as count_question
from trainer.drills.count import words as count_words
from trainer.drills.hands import HandClass
from trainer.drills.modes import Mode
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.practice import addresses
from trainer.practice.words import chief_cause

pytestmark = pytest.mark.usefixtures("pseudo_language")


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("<p>⟦All ⟦5⟧ are⟧ 3 / ⟦these⟧</p><b>J</b>", []),
        ("<p>⟦<strong>2</strong> points⟧</p>", []),
        ("<p>⟦All⟧ but this</p>", ["but", "this"]),
        ('<img alt="a picture" data-x="no words">', ["a", "picture"]),
        ('<svg aria-label="⟦named⟧ twice"></svg>', ["twice"]),
        ('<input value="typed"><input type="submit" value="Send">', ["Send"]),
        ('<meta name="description" content="about"><title>here</title>', ["about", "here"]),
        ("<script>let it = 1</script><style>a{}</style>then", ["then"]),
    ],
)
def test_bare_words_are_seen(html: str, words: list[str]) -> None:
    assert bare(html) == words


def test_what_is_put_into_a_sentence_is_marked_by_itself() -> None:
    sentence = gettext("The %(card)s is there twice.")
    assert bare(sentence % {"card": "5"}) == []
    assert bare(sentence % {"card": gettext("queen")}) == []
    assert bare(sentence % {"card": "queen"}) == ["queen"]


# --------------------------------------------------------------------------------------------------------- pages

HANDS = {
    "nothing": NOTHING,
    "several": HAND,
    "crib": f"crib {HAND}",
    "royal": "crib 9C 9S 9D 2H | KS",
    "flush": "2H 6H TH KH | 4C",
}
WORDY = (("count", Mode.SPRINT), ("count", Mode.CLOCK), ("count", Mode.STREAK))
"""The runs that say more than a calm one."""
DEEDS = ("time", "skip", "hint", "next", "skip", "pause", "claim", "resume", "end", "claim")
CLAIMS = ["0", "4", "11", "15", "16", "17", "19", "30"]


@pytest.mark.django_db
class TestPages:
    """Every page and every stage of the drills."""

    @pytest.mark.parametrize(
        "path", ["/", "/hands/", "/count/", "/drills/", "/drills/count/start/?mode=nap", "/nowhere/", "/runs/nonsense/"]
    )
    def test_a_page(self, client: Client, path: str) -> None:
        assert_all_marked(client.get(path, follow=True).text)

    @pytest.mark.parametrize("drill", DRILLS)
    def test_the_pages_of_a_drill(self, client: Client, drill: str) -> None:
        for path in (f"/drills/{drill}/", f"/drills/{drill}/open/?q=x"):
            assert_all_marked(client.get(path, follow=True).text)

    @pytest.mark.parametrize(
        "name", ["400.html", "403.html", "403_csrf.html", "404.html", "413.html", "500.html", "503.html"]
    )
    def test_an_error_page(self, name: str) -> None:
        assert_all_marked(get_template(name).render())

    @pytest.mark.parametrize(
        ("name", "find", "htmx"),
        few(product(HANDS, [False, True], [False, True]), ("crib", True, False), ("flush", False, True)),
    )
    def test_the_counting_drill(self, client: Client, name: str, find: bool, htmx: bool) -> None:
        headers = HTMX if htmx else {}
        for claim in CLAIMS if PROOF.full else CLAIMS[::3]:
            start = asked(HANDS[name], find=find)
            assert_all_marked(client.get(start, headers=headers).text)
            for bad in ("", "12?"):
                assert_all_marked(client.post(start, {"claim": bad}, headers=headers).text)
            address, _ = answer(client, start, [{"claim": claim}], headers=headers)
            assert_all_marked(client.get(address, headers=headers).text)
            assert_all_marked(client.post(address, {"claim": claim, "number": "0"}, headers=headers).text)

    @pytest.mark.parametrize(
        ("name", "htmx"),
        few(product(["several", "crib", "royal", "flush"], [False, True]), ("several", True)),
    )
    def test_the_hunt(self, client: Client, name: str, htmx: bool) -> None:
        headers = HTMX if htmx else {}
        address, _ = answer(client, asked(HANDS[name], find=True), [{"claim": "27"}])
        cards = [str(card) for card in count_question.read(HANDS[name]).cards]
        for some in ([], ["?"], ["AC", "KD"], *list(tries(cards))[:: 1 if PROOF.full else 3]):
            for _twice in range(2):
                post = {"card": some, "find": "1"}
                assert_all_marked(client.post(address, post, headers=headers, follow=True).text)
        assert_all_marked(client.get(address).text)
        assert_all_marked(client.post(address, {"show": "1"}, headers=headers, follow=True).text)

    @pytest.mark.parametrize(
        ("drill", "mode", "htmx"),
        few(
            [(*run, htmx) for run in EVERY_RUN for htmx in (False, True)],
            *((*run, run[1] is Mode.CALM) for run in EVERY_RUN if run in WORDY or run[1] is Mode.CALM),
        ),
    )
    def test_a_run(self, client: Client, drill: str, mode: Mode, htmx: bool) -> None:
        headers = HTMX if htmx else {}
        sample, settings = SAMPLES[drill], of_mode(drill, mode)
        every = PROOF.full or drill == "count"
        for posts in (sample.right, sample.wrong):
            start = addresses.start_url(settings, asked=sample.question)
            assert_all_marked(client.get(start, headers=headers).text)
            for typed in ("?", "c", "h", "12?") if every or posts is sample.right else ():
                assert_all_marked(client.post(start, {"claim": typed}, headers=headers).text)
            address = addresses.start_url(settings, asked=sample.question)
            for post in posts:
                address, _ = answer(client, address, [post], headers=headers)
                assert_all_marked(client.get(address, headers=headers).text)
            for deed in DEEDS if every else ("hint", "next"):
                response = client.post(address, {deed: "1"}, headers=headers, follow=True)
                if "HX-Redirect" not in response.headers:
                    assert_all_marked(response.text)


def tries(cards: list[str]) -> Iterator[tuple[str, ...]]:
    """All ways to point at some of the cards."""
    return chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))


# ------------------------------------------------------------------------------------------------------- sentences


def test_every_judgement_is_marked() -> None:
    for seed in range(60):
        posed = count_question.pose(Random(seed), Wish())
        for claim in ["", *map(str, range(32))]:
            marking = count_question.mark(posed, claim)
            said = [count_words.headline(posed, marking), count_words.deal_aloud(posed)]
            said += [*count_words.likely_sentences(marking.likely), causes_heading()]
            said += filter(None, [count_words.no_hand_scores(marking)])
            assert [sentence for sentence in said if bare(sentence)] == [], (str(posed), claim)


@pytest.mark.parametrize("drill", DRILLS)
def test_what_a_sheet_says_is_marked(drill: str) -> None:
    sheet = DRILLS[drill]
    for seed in range(5):
        question = DRILLS[drill].pose(Random(seed), Wish())
        marking = DRILLS[drill].mark(question, "")
        told = sheet.feedback(question, marking)
        said = [sheet.title(question), sheet.aloud(question), sheet.hint(question), sheet.short(question, marking)]
        said += [sheet.reply(question, typed) for typed in TableQuestion]
        said += [told.headline, told.detail, told.causes_heading, *told.causes, told.spoken]
        assert [str(sentence) for sentence in said if bare(str(sentence))] == [], str(question)
        assert told.headline


def test_every_cause_has_a_marked_sentence() -> None:
    told = {cause: str(sentence) for cause, sentence in count_words.CAUSES.items()}
    assert set(told) == set(Cause) - {Cause.MISSED}
    assert {cause: bare(sentence) for cause, sentence in told.items() if bare(sentence)} == {}


def test_every_class_of_hand_has_a_marked_name_and_explanation() -> None:
    for texts in (hand_words.CLASS_NAMES, hand_words.CLASS_EXPLANATIONS):
        assert set(texts) == set(HandClass)
        assert [text for text in texts.values() if bare(str(text)) or OPEN not in str(text)] == []


def test_the_gravest_cause_stands_and_what_else_holds_is_behind_it() -> None:
    causes = ["The hand loses 2. So much is a lot.", "The crib loses 1."]
    cause = chief_cause(Feedback("Wrong.", causes=causes, all_hold=True))
    assert cause
    assert (cause.first, cause.more) == ("The hand loses 2.", "So much is a lot. The crib loses 1.")
    assert chief_cause(Feedback("Wrong.", causes=causes)) is None, "only one applies, and nobody knows which"
    assert chief_cause(Feedback("Right.", all_hold=True)) is None


def test_no_message_carries_what_is_only_heard() -> None:
    """A translator gets words, not the markup that hides them: a name to be heard stands in an attribute."""
    for file in (Path(__file__).parents[2] / "templates").rglob("*.html"):
        messages = re.findall(r"{% blocktranslate.*?%}(.*?){% endblocktranslate", file.read_text("utf-8"), re.DOTALL)
        assert "visually-hidden" not in " ".join(messages), file
