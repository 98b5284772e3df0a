"""Addresses from before the drill was called discard lead where they led."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.trainer.drills.samples import answer
from trainer.classes import classrooms
from trainer.drills.modes import Mode
from trainer.drills.settings import Settings
from trainer.models import Assignment, Learner, Run
from trainer.practice import addresses


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/drills/layaway/", "/drills/discard/"),
        ("/drills/layaway/start/", "/drills/discard/start/"),
        ("/drills/layaway/open/", "/drills/discard/open/"),
        ("/ask/layaway/", "/ask/discard/"),
        ("/classes/abc/set/layaway/", "/classes/abc/set/discard/"),
    ],
)
def test_an_older_address_leads_to_the_new_one_for_good(client: Client, old: str, new: str) -> None:
    response = client.get(f"{old}?place=dealer&hand=2H+3C")
    assert (response.status_code, response["Location"]) == (308, f"{new}?place=dealer&hand=2H+3C")


@pytest.mark.django_db
def test_a_form_sent_to_an_older_address_keeps_its_fields() -> None:
    organiser, client = Learner.objects.create_user("Cora"), Client()
    classroom = classrooms.make_class(organiser, "Thursday")
    client.force_login(organiser)
    fields = {"mode": "calm", "seats": "2", "until": str(timezone.localdate() + timedelta(days=7))}
    response = client.post(f"/classes/{classroom.key}/set/layaway/", fields, follow=True)
    assert response.redirect_chain[0] == (f"/classes/{classroom.key}/set/discard/", 308)
    assert Assignment.objects.get().settings.startswith("discard calm")


@pytest.mark.django_db
def test_a_run_that_was_about_to_begin_goes_on(client: Client) -> None:
    address = addresses.start_url(Settings("layaway", Mode.CALM, None, {"place": "dealer"}))
    hand = re.findall(r'name="card" value="(\w+)"', client.get(address).text)
    answer(client, address, [{"card": hand[:2], "answer": "1"}])
    run = Run.objects.get()
    assert (run.drill, run.settings) == ("discard", "discard calm place=dealer")
