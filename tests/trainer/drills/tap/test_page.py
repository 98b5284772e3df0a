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
