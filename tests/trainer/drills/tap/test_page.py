"""The page of "Tap it": what is told on the felt."""

import pytest
from django.test import Client

from tests.trainer.drills.samples import SAMPLES, SAYS, answer, asked

pytestmark = SAYS


@pytest.mark.django_db
def test_what_was_tapped_in_error_is_named_on_the_felt(client: Client) -> None:
    question = SAMPLES["tap"].question
    address, _ = answer(client, asked(question, drill="tap"), ({"card": ["4C", "6D"], "answer": "1"},))
    felt = client.get(address).text.partition('id="verdict"')[0]
    assert felt.count(">yours<") == 2
    address, _ = answer(client, asked(question, drill="tap"), SAMPLES["tap"].right)
    assert ">yours<" not in client.get(address).text


@pytest.mark.django_db
@pytest.mark.parametrize(("cards", "is_there"), [("AH 6S QC KD | 9D", False), ("2S TC JD QH | 5H", True)])
def test_nothing_is_headed_where_there_is_none(client: Client, cards: str, is_there: bool) -> None:
    wrong = cards.split()[:3]
    address, _ = answer(client, asked(f"run of {cards}", drill="tap"), ({"card": wrong, "answer": "1"},))
    assert ("What there is" in client.get(address).text) is is_there
