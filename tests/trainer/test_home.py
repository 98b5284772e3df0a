"""The way in, what is said when something is wrong, and that forms are taken from this site's own pages only."""

import re
from typing import Any

import pytest
from django.template.loader import get_template
from django.test import Client

from tests.trainer.drills.samples import HTMX, NOTHING, asked, run_of
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion
from trainer.drills.registry import DRILLS
from trainer.models import Attempt, Learner, Run


def rows() -> tuple[int, int, int]:
    """How many learners, runs and answers are kept."""
    return Learner.objects.count(), Run.objects.count(), Attempt.objects.count()


# ---------------------------------------------------------------------------------------------------- the way in


@pytest.mark.django_db
class TestWayIn:
    """From the title page to a hand of one's own."""

    def test_the_title_page_is_one_click_from_the_drill(self, client: Client) -> None:
        page = client.get("/")
        assert page.status_code == 200
        assert '<a class="button button-large" href="/count/">' in page.text
        page = client.get("/count/?find=on", follow=True)
        assert 'id="ask"' in page.text
        assert rows() == (0, 0, 0)

    def test_every_drill_is_two_clicks_away(self, client: Client) -> None:
        page = client.get("/drills/")
        assert page.status_code == 200
        for drill in DRILLS:
            assert f'href="/drills/{drill}/start/"' in page.text
            assert f'href="/drills/{drill}/"' in page.text
            chosen = client.get(f"/drills/{drill}/")
            assert chosen.status_code == 200
            assert f'action="/drills/{drill}/start/"' in chosen.text
        assert rows() == (0, 0, 0)

    def test_the_mix_is_published(self, client: Client) -> None:
        page = client.get("/hands/")
        assert page.status_code == 200
        assert page.text.count('class="mix-share"') == 8
        assert '<th scope="row">A double run</th>\n            <td class="mix-share">18%</td>' in page.text

    @pytest.mark.parametrize("method", ["put", "delete", "patch"])
    @pytest.mark.parametrize("path", ["/", "/hands/", "/drills/", "/drills/count/"])
    def test_other_methods_are_not_allowed(self, client: Client, path: str, method: str) -> None:
        assert getattr(client, method)(path).status_code == 405

    @pytest.mark.parametrize("path", ["/", "/hands/", "/drills/", "/drills/count/"])
    def test_pages_that_only_show_take_no_post(self, client: Client, path: str) -> None:
        page = client.post(path)
        assert (page.status_code, page["Allow"]) == (405, "GET, HEAD")
        assert "<h1>This address works another way</h1>" in page.text
        assert client.head(path).status_code in {200, 302}

    def test_an_address_where_forms_are_sent_says_so_to_who_types_it(self, client: Client) -> None:
        page = client.get("/account/logout/")
        assert (page.status_code, page["Allow"]) == (405, "POST")
        assert "<h1>This address works another way</h1>" in page.text


def token_of(html: str) -> str:
    """The token in the form of a page."""
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert token
    return token[1]


@pytest.mark.django_db
class TestForgery:
    """Forms are taken from this site's pages only."""

    @pytest.fixture
    def client(self) -> Client:
        """A client that is checked as a browser is."""
        return Client(enforce_csrf_checks=True)

    @pytest.mark.parametrize("token", ["", "x" * 64], ids=["none", "stale"])
    def test_a_stale_form_is_refused_in_words(self, client: Client, token: str) -> None:
        address = asked()
        client.get(address)
        response = client.post(address, {"claim": "11", "csrfmiddlewaretoken": token})
        assert response.status_code == 403
        assert "This form has gone stale" in response.text
        assert 'href="/"' in response.text
        assert rows() == (0, 0, 0)

    def test_htmx_is_told_to_load_the_page_anew(self, client: Client) -> None:
        address = asked()
        client.get(address)
        response = client.post(address, {"claim": "11", "csrfmiddlewaretoken": "x" * 64}, headers=HTMX)
        assert response.status_code == 403
        assert response.headers["HX-Refresh"] == "true"
        assert response.headers["Content-Type"].startswith("text/plain")
        assert "what you sent did not arrive" in response.text
        assert rows() == (0, 0, 0)

    def test_a_browser_without_cookies_is_told_so_and_not_sent_round(self) -> None:
        response = Client(enforce_csrf_checks=True).post(asked(), {"claim": "11"}, headers=HTMX)
        assert (response.status_code, response.headers["HX-Retarget"]) == (200, "body")
        assert "This form has gone stale" in response.text
        assert "HX-Refresh" not in response.headers

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_each_page_carries_the_token_for_the_next_form(self, client: Client, headers: dict[str, str]) -> None:
        address = asked(find=True)
        page = client.get(address).text
        posts: list[dict[str, Any]] = [{"claim": "x"}, {"claim": "11"}, {"card": ["JH"], "find": "1"}, {"show": "1"}]
        for post in posts:
            fields = {**post, "csrfmiddlewaretoken": token_of(page)}
            response = client.post(address, fields, headers=headers)
            address = run_of(response, address)
            response = client.get(address, headers=headers) if response.status_code == 302 else response
            assert response.status_code == 200
            page = response.text
        assert 'id="next"' in page

    def test_a_guest_may_have_two_tabs_open(self, client: Client) -> None:
        tabs = [(address, token_of(client.get(address).text)) for address in (asked(), asked(NOTHING))]
        for address, token in tabs:
            response = client.post(address, {"claim": "3", "csrfmiddlewaretoken": token}, follow=True)
            assert 'id="next"' in response.text
        assert rows() == (1, 2, 2)


# ------------------------------------------------------------------------------------------------------- error pages


@pytest.mark.django_db
class TestErrors:
    """What went wrong is said in words, with a way home."""

    @pytest.mark.parametrize("path", ["/nowhere/", "/runs/nonsense/", "/admin/nowhere/x"])
    def test_a_wrong_address(self, client: Client, path: str) -> None:
        client.force_login(Learner.objects.create_superuser("Root"))
        response = client.get(path)
        assert response.status_code == 404
        assert 'href="/"' in response.text
        assert "This page is not in the pack" in response.text

    def test_what_may_be_an_account_s_is_found_by_logging_in(self, client: Client) -> None:
        way = '<a href="/account/login/?next=/runs/nonsense/">log in</a>'
        assert way in client.get("/runs/nonsense/").text
        client.post(asked(), {"claim": "11"})
        assert way in client.get("/runs/nonsense/").text, "a guest is not logged in"
        client.force_login(Learner.objects.create_user("Anna"))
        assert way not in client.get("/runs/nonsense/").text

    @pytest.mark.parametrize("name", ["400.html", "403.html", "404.html", "413.html", "500.html", "503.html"])
    def test_an_error_page_needs_no_context(self, name: str) -> None:
        page = get_template(name).render()
        assert 'href="/"' in page
        assert len(re.findall(r"<h1>[^<]+</h1>", page)) == 1

    def test_a_failure_of_the_site_s_own(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(_text: str) -> CountQuestion:
            raise RuntimeError

        address = asked()
        monkeypatch.setattr(count_question, "read", fail)
        response = Client(raise_request_exception=False).get(address)
        assert response.status_code == 500
        assert "It is not your fault" in response.text
        assert "RuntimeError" not in response.text
        assert "RuntimeError" in caplog.text
