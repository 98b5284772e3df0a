"""Words typed at the table are understood in the language of the page and in English, and each has one meaning."""

from dataclasses import replace
from itertools import combinations

import pytest
from django.utils import translation
from django.utils.translation import gettext, pgettext

from game.engine.cards import PACK, RANKS, Card, Suit, parse_cards
from game.engine.play import Action, Call, Claim, Cut, Discard, Go, Pass, Play
from game.engine.rules import STANDARD, Counted
from game.engine.view import Phase, View
from game.table.typed import GoOn, NotUnderstood, TableQuestion, Unclear, understand
from game.table.words import letters
from game.words import terms
from game.words.typed import Typed, in_records, words
from tests.languages.catalogues import languages
from trainer.ask.typed import with_suits

LANGUAGES = ["en", *languages()]
SHARED = {frozenset({Typed.GO, Typed.GO_ON}), frozenset({Typed.GO, Typed.PASS})}
"""Meanings that may share a word: what the table waits for decides."""
LONE = set(Typed) - {Typed.NUMBER, Typed.AND, Typed.FOR, Typed.PLAY}
"""What is typed alone."""
ASKED = {
    "en": {
        "What is the score?": TableQuestion.SCORES,
        "what’s the count": TableQuestion.COUNT,
        "What's the score?": TableQuestion.SCORES,
        "Whose turn is it?": TableQuestion.TURN,
        "what should I play?": TableQuestion.HINT,
        "hint?": TableQuestion.HINT,
        "whose crib is it ?": TableQuestion.CRIB,
    },
    "it": {
        "suggerimento": TableQuestion.HINT,
        "aiuto": TableQuestion.HELP,
        "totale": TableQuestion.COUNT,
        "a chi tocca": TableQuestion.TURN,
    },
    "fr": {
        "indice": TableQuestion.HINT,
        "Aide": TableQuestion.HELP,
        "depart": TableQuestion.STARTER,
        "répète": TableQuestion.REPEAT,
    },
    "es": {
        "pista": TableQuestion.HINT,
        "ayuda": TableQuestion.HELP,
        "de quien es la caja": TableQuestion.CRIB,
        "puntos": TableQuestion.SCORES,
    },
    "pl": {
        "podpowiedź": TableQuestion.HINT,
        "podpowiedz": TableQuestion.HINT,
        "pomoc": TableQuestion.HELP,
        "na stole": TableQuestion.TABLE,
        "reka": TableQuestion.HAND,
    },
}
"""Questions in words, some of them without their accents."""


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
        ("pl", "w", Play(0, parse_cards("JC")[0])),
        ("fr", "r", Play(0, parse_cards("KH")[0])),
        ("fr", "V", Play(0, parse_cards("JC")[0])),
        ("en", "r", TableQuestion.REPEAT),
        ("en", "v", TableQuestion.TABLE),
        ("es", "w", TableQuestion.HAND),
        ("en", "next", GoOn()),
        ("en", "continue", GoOn()),
        ("en", "ok", GoOn()),
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


def test_whoever_calls_what_was_claimed_agrees() -> None:
    assert understand("12", view(Phase.COUNTING, claim=(1, 12))) == Pass(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_button_says_can_be_typed(language: str) -> None:
    pegging, counting = view(Phase.PEGGING, "KH JC"), view(Phase.COUNTING)
    claimed = view(Phase.COUNTING, claim=(1, 12))
    with translation.override(language):
        assert understand(gettext("Hint"), pegging) == TableQuestion.HINT
        assert understand(gettext("A hint"), pegging) == TableQuestion.HINT
        assert understand(gettext("Go"), pegging) == Go(0)
        assert understand(gettext("Let it stand"), claimed) == Pass(0)
        assert understand(f"{gettext('Count it')} 12", counting) == Claim(0, 12)
        muggins = gettext("Call muggins").strip("\u00a0¡!")
        assert understand(f"{muggins} 5", claimed) == Call(0, 5)
        assert understand(f"{gettext('Cut')} 20", view(Phase.CUTTING)) == Cut(0, 19)
        assert understand(pgettext("at the table", "Continue"), counting) == GoOn()
        assert understand(gettext("Deal the cards"), view(Phase.DEALING)) == GoOn()
        discard = understand(f"{gettext('Discard')} {terms.letter_on_card(13)} 5D", view(Phase.DISCARDING, "KH JC 5D"))
        assert discard == Discard(0, parse_cards("KH 5D"))


@pytest.mark.parametrize(
    ("language", "text", "asked"), [(tongue, *each) for tongue, all_of in ASKED.items() for each in all_of.items()]
)
def test_a_question_in_words(language: str, text: str, asked: TableQuestion) -> None:
    with translation.override(language):
        assert understand(text, view(Phase.PEGGING, "KH JC")) == asked
        assert understand(text, view(Phase.COUNTING)) == asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_in_english_words(language: str) -> None:
    with translation.override(language):
        for asked in TableQuestion:
            assert understand(asked.name.lower(), view(Phase.PEGGING, "5D")) == asked
        assert understand("what's the count?", view(Phase.PEGGING, "5D")) is TableQuestion.COUNT


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_letter_that_asks_stands_before_what_it_asks(language: str) -> None:
    with translation.override(language):
        listed = letters()
        assert {letter for letter, _asks in listed} == set(TableQuestion) - {TableQuestion.HELP}
        assert all(asks for _letter, asks in listed)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "play"),
        ("it", "gioca"),
        ("fr", "je joue"),
        ("es", "juego"),
        ("pl", "zagrywam"),
        ("pl", "play"),
    ],
)
def test_a_card_that_is_said_to_be_played(language: str, text: str) -> None:
    with translation.override(language):
        king = terms.letter_on_card(13)
        assert understand(f"{text} {king}", view(Phase.PEGGING, "KH JC")) == Play(0, parse_cards("KH")[0])


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


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the queen of spades and the five of diamonds"),
        ("en", "Queen of Spades, 5 of diamonds"),
        ("en", "throw the queen and the five"),
        ("fr", "dame de pique et cinq de carreau"),
        ("fr", "queen of spades et 5 of diamonds"),
        ("pl", "dama pik i piątka karo"),
    ],
)
def test_cards_may_be_named_in_words(language: str, text: str) -> None:
    with translation.override(language):
        meant = understand(text, view(Phase.DISCARDING, "KH JC QS 5D"))
    assert isinstance(meant, Discard), meant
    assert set(meant.cards) == set(parse_cards("QS 5D"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_may_be_named_as_the_pages_name_it(language: str) -> None:
    with translation.override(language):
        for card in PACK:
            for name in (terms.card_name(card), terms.the_card(card).upper()):
                assert understand(name, view(Phase.PEGGING, str(card))) == Play(0, card), name
        for number in range(30):
            said = terms.number_aloud(number)
            assert understand(said, view(Phase.COUNTING)) == Claim(0, number), said
        assert understand("Twenty-One", view(Phase.COUNTING)) == Claim(0, 21)


def test_an_ace_that_is_not_held_is_no_other_ace() -> None:
    with translation.override("fr"):
        spades = Card.parse("AS")
        assert understand("as de pique", view(Phase.PEGGING, "AH")) == Play(0, spades)


def test_points_of_a_card_may_be_named() -> None:
    seen = replace(view(Phase.PEGGING, "KH 5D"), rules=replace(STANDARD, counting=Counted.ALL))
    assert understand("five of diamonds for two", seen) == Play(0, Card.parse("5D"), 2)


@pytest.mark.parametrize(
    ("phase", "text"), [(Phase.COUNTING, "seven xyz"), (Phase.DISCARDING, "seven of hearts"), (Phase.DISCARDING, "the")]
)
def test_whoever_is_not_understood_is_quoted_in_their_own_words(phase: Phase, text: str) -> None:
    meant = understand(text, view(phase, "KH JC QS 5D"))
    assert isinstance(meant, NotUnderstood | Discard)
    assert not isinstance(meant, NotUnderstood) or meant.typed == text
    assert meant != Discard(0, ())


def test_a_discard_without_cards_is_asked_which() -> None:
    with translation.override("pl"):
        meant = understand("Odkładam", view(Phase.DISCARDING, "KH JC QS 5D"))
    assert isinstance(meant, NotUnderstood)
    assert meant.why is Unclear.DISCARDS


@pytest.mark.parametrize(("language", "text"), [("it", "dichiaro 12"), ("es", "reclamo 12"), ("pl", "deklaruję 12")])
def test_a_number(language: str, text: str) -> None:
    with translation.override(language):
        assert understand(text, view(Phase.COUNTING)) == Claim(0, 12)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "ok"), ("en", "Pass 5"), ("fr", "laisse"), ("pl", "pas"), ("es", "ok")]
)
def test_a_claim_stands(language: str, text: str) -> None:
    with translation.override(language):
        assert understand(text, view(Phase.COUNTING, claim=(1, 12))) == Pass(0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_buttons_and_clocks_send_lets_no_claim_stand(language: str) -> None:
    with translation.override(language):
        for text in {"", "next", "continue", *words(Typed.GO_ON)} - {"ok"}:
            assert understand(text, view(Phase.COUNTING, claim=(1, 12))) == GoOn(), text
            assert understand(text, view(Phase.PEGGING, "5D", claim=(1, 2))) == GoOn(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_is_understood_everywhere(language: str) -> None:
    with translation.override(language):
        assert understand("go 7", view(Phase.PEGGING, "KH")) == Go(0)
        assert understand("my  Cards", view(Phase.PEGGING, "KH")) == TableQuestion.HAND
        assert understand("deal cards", view(Phase.DEALING)) == GoOn()
        assert understand("Claim 12", view(Phase.COUNTING)) == Claim(0, 12)
        for text in ("throws 5D and KH", "lay away king, 5", "discard 5d kh"):
            meant = understand(text, view(Phase.DISCARDING, "KH JC QS 5D"))
            assert isinstance(meant, Discard)
            assert set(meant.cards) == set(parse_cards("5D KH"))


def test_a_letter_asks_what_it_always_asks_unless_it_is_a_card_to_play_now() -> None:
    with translation.override("fr"):
        assert understand("r", view(Phase.PEGGING, "JC")) == TableQuestion.REPEAT
        assert understand("r", view(Phase.PEGGING, "KH", waits=False)) == TableQuestion.REPEAT
        assert understand("r", view(Phase.PEGGING, "KH", claim=(1, 2))) == TableQuestion.REPEAT
        assert understand("v", view(Phase.DISCARDING, "JC JH 5D 5S 6D 7D")) == TableQuestion.TABLE
        meant = understand("v", view(Phase.PEGGING, "JC JH"))
        assert isinstance(meant, NotUnderstood)
        assert meant.cards == parse_cards("JC JH")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_as_records_write_it_is_that_card_in_every_language(language: str) -> None:
    with translation.override(language):
        for card in PACK:
            assert in_records(str(card).lower()) == str(card).lower()
        assert understand("as", view(Phase.PEGGING, "AH AS")) == Play(0, parse_cards("AS")[0])
        for rank in range(1, 14):
            name = terms.rank_name(rank)
            held = Card(rank, Suit.HEARTS)
            assert understand(name, view(Phase.PEGGING, str(held))) == Play(0, held), name


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "JcQhKd5s"), ("fr", "VcDhRd5s"), ("pl", "WcDhKd5s"), ("fr", "vcdh rd 5s"), ("pl", "WC D♥ Kd5♠")],
)
def test_cards_may_stand_without_spaces(language: str, text: str) -> None:
    with translation.override(language):
        assert with_suits({"hand": text})[0]["hand"] == "JC QH KD 5S"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "king ace jack queen"),
        ("pl", "król as walet dama"),
        ("it", "re asso jack regina"),
        ("fr", "roi a valet dame"),
        ("es", "rey A sota dama"),
    ],
)
def test_cards_may_be_named_where_hands_are_explained(language: str, text: str) -> None:
    with translation.override(language):
        ranks = [card[0] for card in with_suits({"hand": text})[0]["hand"].split()]
    assert ranks == ["K", "A", "J", "Q"]


def test_seats_stand_before_the_cards_of_every_language() -> None:
    with translation.override("fr"):
        assert with_suits({"plays": "1:VC 2:go 1:RD2:10H"})[0]["plays"] == "1:JC 2:go 1:KD 2:TH"


def test_cards_are_written_in_the_letters_of_records() -> None:
    with translation.override("pl"):
        assert in_records("W D K A wh 10c 5d dama") == "J Q K A JH 10c 5d Q"
        assert with_suits({"hand": "WC DH K 5 D", "starter": "5H"})[0]["hand"].split()[:2] == ["JC", "QH"]
    with translation.override("en"):
        assert in_records("W D K A wh 10c 5d") == "W D K A wh 10c 5d"
