"""Every word that a person reads is marked for translation: under a pseudo-language no bare letters remain."""

from collections.abc import Callable, Iterator
from itertools import chain, combinations

import pytest
from django.template.loader import get_template
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from game.strategy.causes import Cause
from tests.words import OPEN, assert_all_marked, bare
from trainer import views, wording
from trainer.drills import counting
from trainer.drills.classes import HandClass
from trainer.drills.counting import Question, pose

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
    "nothing": Question.parse("2C 4S 6D 8H | KC", crib=False),
    "several": Question.parse("4C 5S 6D JH | 4H", crib=False),
    "crib": Question.parse("4C 5S 6D JH | 4H", crib=True),
    "royal": Question.parse("9C 9S 9D 2H | KS", crib=True),
    "flush": Question.parse("2H 6H TH KH | 4C", crib=False),
}
CLAIMS = ["0", "4", "11", "15", "16", "17", "19", "30"]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, bool], str]:
    """Deal one of the hands: the address of a new question."""
    dealt: dict[int, Question] = {}

    def deal(name: str, find: bool) -> str:
        dealt[len(dealt)] = HANDS[name]
        return views._Asked(len(dealt) - 1, timezone.now(), find).url()

    monkeypatch.setattr(counting, "pose", lambda seed: dealt.get(seed) or pose(seed))
    return deal


@pytest.mark.django_db
class TestPages:
    """Every page and every stage of the drill."""

    @pytest.mark.parametrize("path", ["/", "/hands/", "/count/", "/count/?find=1", "/nowhere/", "/count/nonsense/"])
    def test_a_page(self, client: Client, path: str) -> None:
        assert_all_marked(client.get(path, follow=True).text)

    @pytest.mark.parametrize("name", ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"])
    def test_an_error_page(self, name: str) -> None:
        assert_all_marked(get_template(name).render())

    @pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
    @pytest.mark.parametrize("find", [False, True], ids=["told", "found"])
    @pytest.mark.parametrize("name", HANDS)
    def test_the_drill(
        self, client: Client, ask: Callable[[str, bool], str], name: str, find: bool, headers: dict[str, str]
    ) -> None:
        for claim in CLAIMS:
            address = ask(name, find)
            assert_all_marked(client.get(address, headers=headers).text)
            for bad in ("", "12?"):
                assert_all_marked(client.post(address, {"claim": bad}, headers=headers).text)
            assert_all_marked(client.post(address, {"claim": claim}, headers=headers, follow=True).text)
            assert_all_marked(client.post(address, {"claim": claim}, headers=headers).text)

    @pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
    @pytest.mark.parametrize("name", ["several", "crib", "royal", "flush"])
    def test_the_hunt(
        self, client: Client, ask: Callable[[str, bool], str], name: str, headers: dict[str, str]
    ) -> None:
        address = ask(name, True)
        client.post(address, {"claim": "30"})
        cards = [str(card) for card in HANDS[name].cards]
        for some in ([], ["?"], ["AC", "KD"], *tries(cards)):
            for _twice in range(2):
                assert_all_marked(client.post(address, {"card": some}, headers=headers).text)
        assert_all_marked(client.get(address).text)
        assert_all_marked(client.post(address, {"show": "1"}, headers=headers).text)


def tries(cards: list[str]) -> Iterator[tuple[str, ...]]:
    """All ways to point at some of the cards."""
    return chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1))


# ------------------------------------------------------------------------------------------------------- sentences


def test_every_judgement_is_marked() -> None:
    for seed in range(60):
        posed = pose(seed)
        for claim in range(32):
            marking = counting.mark(posed, claim)
            said = [wording.headline(posed, marking), wording.title(posed, marking), wording.muggins(marking)]
            said += [*wording.causes(marking), wording.causes_heading(marking), wording.deal_aloud(posed)]
            assert [sentence for sentence in said if bare(sentence)] == [], (str(posed), claim)


def test_every_cause_has_a_marked_sentence() -> None:
    told = {cause: str(sentence) for cause, sentence in wording._CAUSES.items()}
    assert set(told) == set(Cause) - {Cause.MISSED}
    assert {cause: bare(sentence) for cause, sentence in told.items() if bare(sentence)} == {}


def test_every_class_of_hand_has_a_marked_name_and_explanation() -> None:
    for texts in (wording.CLASS_NAMES, wording.CLASS_EXPLANATIONS):
        assert set(texts) == set(HandClass)
        assert [text for text in texts.values() if bare(str(text)) or OPEN not in str(text)] == []
