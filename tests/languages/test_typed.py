"""What is typed in practice is understood in the language of the page, as at the table."""

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from game.words.terms import letter_on_card
from tests.languages.catalogues import languages
from tests.trainer.drills.samples import HAND, asked
from trainer.drills.registry import DRILLS
from trainer.models import Run

SPOKEN = ["en", *languages()]
TYPED = {
    "choose": ("2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S", "{Q}c", "QC"),
    "discard": ("2H 3C 9S TD JD QH as pone of 2", "{J}d, {Q}H", "JD QH"),
    "tap": (f"fifteen-2 of {HAND}", "5s {J}h", "5S JH"),
}
"""Questions, what is typed with the letters on cards, and the answer."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "word"),
    [("it", "suggerimento"), ("fr", "Indice"), ("es", "pista"), ("pl", "podpowiedz"), ("pl", "hint"), ("pl", "h")],
)
def test_a_hint_may_be_asked_for_in_words(client: Client, language: str, word: str) -> None:
    page = client.get(asked(), headers={"accept-language": language}, follow=True)
    address = page.request["PATH_INFO"]
    client.post(address, {"number": 0, "claim": word}, headers={"accept-language": language})
    assert Run.objects.get().hinted


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "word"), [("it", "carta comune"), ("fr", "depart"), ("es", "inicial"), ("pl", "startowa")]
)
def test_so_may_a_card(client: Client, language: str, word: str) -> None:
    sent = {"accept-language": language}
    address = client.get(asked(), headers=sent, follow=True).request["PATH_INFO"]
    letter, words = (client.post(address, {"number": 0, "claim": typed}, headers=sent).text for typed in ("F", word))
    with translation.override(language):
        told = gettext("The starter is the %(starter)s.").partition("%")[0]
    assert told in letter
    assert told in words


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("drill", TYPED)
def test_cards_may_be_typed_with_the_letters_they_show(drill: str, language: str) -> None:
    question, typed, answer = TYPED[drill]
    asked_of = DRILLS[drill]
    with translation.override(language):
        post = QueryDict(mutable=True)
        post["claim"] = typed.format(J=letter_on_card(11), Q=letter_on_card(12))
        assert asked_of.answer(asked_of.read(question), post, []) == answer
