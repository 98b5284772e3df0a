"""Words typed at the table are understood in the language of the page and in English, and each has one meaning."""

from dataclasses import replace
from itertools import combinations

import pytest
from django.utils import translation

from game.engine.cards import RANKS, parse_cards
from game.engine.play import Action, Claim, Discard, Go, Pass, Play
from game.engine.rules import STANDARD
from game.engine.view import Phase, View
from game.table.typed import GoOn, NotUnderstood, TableQuestion, Unclear, understand
from game.words import terms
from game.words.typed import Typed, in_records, words
from tests.languages.catalogues import languages
from trainer.ask.typed import with_suits

LANGUAGES = ["en", *languages()]
SHARED = {frozenset({Typed.GO, Typed.GO_ON}), frozenset({Typed.GO, Typed.PASS})}
"""Meanings that may share a word: what the table waits for decides."""
LONE = {Typed.GO, Typed.PASS, Typed.GO_ON, Typed.DEAL, Typed.DISCARD, Typed.HAND}
"""What is typed alone."""


def view(phase: Phase, hand: str = "", *, waits: bool = True, claim: tuple[int, int] | None = None) -> View:
    """Return what the first seat sees, with these cards."""
    seen = View(STANDARD, 0, phase, 1, 0, (0, 0), (0, 0), (), (0,) if waits else (1,), ())
    return replace(seen, hand=parse_cards(hand), claim=claim)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_has_one_meaning(language: str) -> None:
    with translation.override("en"):
        english = {meaning: words(meaning) for meaning in LONE}
    with translation.override(language):
        own = {meaning: words(meaning) for meaning in LONE}
        letters = {terms.letter_on_card(rank).lower() for rank in range(1, 14)}
        names = {terms.rank_name(rank).lower() for rank in range(1, 14)}
    for one, other in combinations(sorted(LONE, key=str), 2):
        if frozenset({one, other}) not in SHARED:
            assert not (own[one] | english[one]) & (own[other] | english[other]), (one, other)
    alone = frozenset[str]().union(*own.values(), *english.values())
    assert not alone & {question.lower() for question in TableQuestion}
    assert not alone & (letters | names | {rank.lower() for rank in RANKS})
    assert len(names) == 13


@pytest.mark.parametrize(
    ("language", "text", "meaning"),
    [
        ("it", "passo", Go(0)),
        ("fr", "Passe", Go(0)),
        ("es", "paso", Go(0)),
        ("pl", "dalej", Go(0)),
        ("pl", "go", Go(0)),
        ("pl", "król", Play(0, parse_cards("KH")[0])),
        ("pl", "w", TableQuestion.HAND),
        ("pl", "wc", Play(0, parse_cards("JC")[0])),
        ("pl", "jc", Play(0, parse_cards("JC")[0])),
        ("fr", "roi", Play(0, parse_cards("KH")[0])),
        ("fr", "rh", Play(0, parse_cards("KH")[0])),
        ("fr", "v♣", Play(0, parse_cards("JC")[0])),
        ("fr", "d", Play(0, parse_cards("QS")[0])),
        ("fr", "5d", Play(0, parse_cards("5D")[0])),
        ("es", "mis cartas", TableQuestion.HAND),
        ("it", "avanti", GoOn()),
    ],
)
def test_in_the_play(language: str, text: str, meaning: Action | GoOn | TableQuestion) -> None:
    with translation.override(language):
        assert understand(text, view(Phase.PEGGING, "KH JC QS 5D")) == meaning


def test_one_word_goes_on_where_others_play() -> None:
    with translation.override("pl"):
        assert understand("dalej", view(Phase.PEGGING, "KH")) == Go(0)
        assert understand("dalej", view(Phase.PEGGING, "KH", waits=False)) == GoOn()


@pytest.mark.parametrize(
    ("language", "text"),
    [("it", "scarto j e 5d"), ("fr", "défausse v et 5d"), ("es", "descarto 5 y J"), ("pl", "odkładam walet i 5")],
)
def test_a_discard(language: str, text: str) -> None:
    with translation.override(language):
        meant = understand(text, view(Phase.DISCARDING, "KH JC QS 5D"))
    assert isinstance(meant, Discard)
    assert set(meant.cards) == set(parse_cards("JC 5D"))


def test_a_discard_without_cards_is_asked_which() -> None:
    with translation.override("pl"):
        meant = understand("Odkładam", view(Phase.DISCARDING, "KH JC QS 5D"))
    assert isinstance(meant, NotUnderstood)
    assert meant.why is Unclear.DISCARDS


@pytest.mark.parametrize(("language", "text"), [("it", "dichiaro 12"), ("es", "reclamo 12"), ("pl", "deklaruję 12")])
def test_a_number(language: str, text: str) -> None:
    with translation.override(language):
        assert understand(text, view(Phase.COUNTING)) == Claim(0, 12)


@pytest.mark.parametrize(("language", "text"), [("fr", "laisse"), ("pl", "pas"), ("pl", "dalej"), ("es", "ok")])
def test_a_claim_stands(language: str, text: str) -> None:
    with translation.override(language):
        assert understand(text, view(Phase.COUNTING, claim=(1, 12))) == Pass(0)


def test_cards_are_written_in_the_letters_of_records() -> None:
    with translation.override("pl"):
        assert in_records("W D K A wh 10c 5d dama") == "J Q K A JH 10c 5d Q"
        assert with_suits({"hand": "WC DH K 5 D", "starter": "5H"})[0]["hand"].split()[:2] == ["JC", "QH"]
    with translation.override("en"):
        assert in_records("W D K A wh 10c 5d") == "W D K A wh 10c 5d"
