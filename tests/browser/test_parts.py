"""The page of all components: for those who work on the site only, and without a fault in any light."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import OpenPage
from tests.browser.eyes import fits, violations
from trainer.models import Learner


@pytest.mark.django_db
def test_only_staff_sees_it(client: Client) -> None:
    assert client.get("/parts/").status_code == 404
    client.force_login(Learner.objects.create_user("Anna"))
    assert client.get("/parts/").status_code == 404
    client.force_login(Learner.objects.create_superuser("Root"))
    page = client.get("/parts/").text
    assert [page.count(f'data-theme="{theme}"') for theme in ("light", "dark")] == [1, 1]


def test_every_part_fits_and_axe_finds_nothing(open_page: OpenPage, live_server: LiveServer, settings: Any) -> None:
    settings.DEBUG = True
    page = open_page(viewport={"width": 320, "height": 700})
    page.goto(f"{live_server.url}/parts/")
    grounds = page.evaluate(
        "() => [...document.querySelectorAll('[data-theme]')].map(e => getComputedStyle(e).background)"
    )
    assert len(set(grounds)) == 2
    fits(page)
    assert violations(page) == []
