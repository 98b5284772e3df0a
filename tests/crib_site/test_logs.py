"""Lines of the log: one an event, with the id of the request, and with nothing secret or forged."""

import json
import logging
import re
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client

from crib_site import logs
from tests.game.together.seated import begun, person
from tests.trainer.drills.samples import asked
from trainer.drills.count import question as count_question
from trainer.models import Learner

FORGED = "x\n2026-01-01 ERROR crib: forged\r\x1b[31m\u2028\u202e"


def record(message: str, error: Exception | None = None, **extra: object) -> logging.LogRecord:
    """A record as a logger makes it."""
    about = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("crib.test", logging.ERROR, __file__, 1, message, (), about)
    made.__dict__.update(extra)
    return made


def line(made: logging.LogRecord) -> dict[str, Any]:
    """The line in JSON, which has to be one."""
    [text] = logs.Json().format(made).splitlines()
    assert text.isascii()
    told: dict[str, Any] = json.loads(text)
    return told


Lines = list[tuple[dict[str, Any], str]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Lines:
    """Turn the access log on; what is logged stands in here, in JSON and as text."""
    written: Lines = []
    caplog.set_level(logging.INFO, "crib.access")
    monkeypatch.setattr(caplog.handler, "emit", lambda each: written.append((line(each), logs.Plain().format(each))))
    return written


class TestFormats:
    """The same record as text and as JSON."""

    def test_facts_stand_behind_the_message(self) -> None:
        made = record("logged in", facts={"event": "logged_in", "learner": 7, "agent": 'a "b" = c'})
        assert (
            logs.Plain()
            .format(made)
            .endswith(r'ERROR crib.test: logged in event=logged_in learner=7 agent="a \"b\" = c"')
        )
        told = line(made)
        assert (told["message"], told["event"], told["learner"]) == ("logged in", "logged_in", 7)
        assert (told["level"], told["logger"]) == ("ERROR", "crib.test")

    def test_no_line_can_be_forged(self) -> None:
        try:
            raise ValueError(FORGED)
        except ValueError as error:
            made = record(FORGED, error, facts={"name": FORGED})
        first, *others = logs.Plain().format(made).split("\n")
        assert all(char.isprintable() for char in first)
        assert others
        assert all(other.startswith("  | ") and other.isprintable() for other in others)
        assert line(made)["message"] == FORGED

    def test_a_fact_does_not_replace_what_a_line_is(self) -> None:
        assert line(record("real", facts={"message": "false", "level": "INFO"}))["message"] == "real"

    def test_values_of_rows_that_postgresql_tells_are_left_out(self) -> None:
        error = IntegrityError("duplicate key\nDETAIL:  Key (session_key)=(secret) already exists.")
        made = record("failed", error)
        assert "duplicate key" in logs.Plain().format(made)
        assert "secret" not in logs.Plain().format(made) + json.dumps(line(made))


class TestRequests:
    """Ids and the access log."""

    def test_a_response_carries_an_id_of_its_own(self, client: Client) -> None:
        one, other = (client.get("/nowhere/", headers={"X-Request-ID": "given-by-them"}) for _ in range(2))
        assert one.headers["X-Request-ID"] != other.headers["X-Request-ID"]
        assert "given-by-them" not in (one.headers["X-Request-ID"], other.headers["X-Request-ID"])

    @pytest.mark.parametrize(
        ("given", "taken"), [("a1b2-c3d4", True), ("short", False), ("x" * 65, False), ("a b c d e", False)]
    )
    def test_a_proxy_s_id_is_taken_if_it_is_sane(self, client: Client, settings: Any, given: str, taken: bool) -> None:
        settings.HTTPS = True
        assert (client.get("/nowhere/", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given) is taken

    @pytest.mark.django_db
    def test_the_access_log_says_who_asked_for_what_and_what_came_of_it(self, client: Client, lines: Lines) -> None:
        anna = Learner.objects.create_user("Anna", "pegging out")
        client.force_login(anna)
        response = client.get("/drills/count/?q=secret")
        (told, text) = lines[-1]
        assert (told["method"], told["path"], told["status"]) == ("GET", "/drills/count/", 200)
        assert (told["learner"], told["bytes"]) == (anna.pk, len(response.content))
        assert told["ms"] > 0
        assert told["request"] == response.headers["X-Request-ID"]
        assert f"method=GET path=/drills/count/ status=200 ms={told['ms']} learner={anna.pk} bytes=" in text
        assert "secret" not in text

    @pytest.mark.django_db
    @pytest.mark.parametrize(
        ("path", "shown"),
        [
            ("/account/recovery/uid-secret/token-secret/", "/account/recovery/<uidb64>/<token>/"),
            ("/account/recovery/uid-secret/token-secret/more", "(no page)"),
            ("/games/shared/abcdefghjkmnpqrs/record/?secret", "/games/shared/<token>/record/"),
            ("/classes/join/secret/", "/classes/join/<code>/"),
            ("/runs/secret/3/", "/runs/<key>/3/"),
            ("/static/secret-no-more.css", "/static/secret-no-more.css"),
        ],
    )
    def test_no_secret_of_an_address_is_logged(self, client: Client, lines: Lines, path: str, shown: str) -> None:
        client.get(path)
        assert [told["path"] for told, _ in lines] == [shown]

    def test_probes_are_not_logged(self, client: Client, lines: Lines) -> None:
        client.get("/livez")
        assert lines == []

    @pytest.mark.django_db
    def test_of_the_questions_for_news_only_those_are_logged_that_bring_some(self, lines: Lines) -> None:
        people = [person(), person()]
        party = begun(people)
        url = re.findall(r'data-url="([^"]+)"', people[0].get("table", party.match.key).text)[0]
        lines.clear()
        Client().get(url)
        assert lines == []
        Client().get(re.sub(r"/since/[\d-]+", "/since/0-00", url))
        assert [told["path"] for told, _ in lines] == ["/games/<key>/since/0-00/<token>/"]

    @pytest.mark.django_db
    def test_an_error_is_logged_with_the_id_that_its_page_shows(
        self, monkeypatch: pytest.MonkeyPatch, lines: Lines
    ) -> None:
        def fail(_text: str) -> None:
            raise RuntimeError

        address = f"{asked()}?secret"
        monkeypatch.setattr(count_question, "read", fail)
        client = Client(raise_request_exception=False)
        response = client.get(address)
        assert response.status_code == 500
        number = response.headers["X-Request-ID"]
        assert f"quote the number {number}" in response.text
        [(told, text)] = [each for each in lines if each[0]["logger"] == "django.request"]
        assert (told["message"], told["request"]) == ("Internal Server Error: GET /runs/<key>/", number)
        assert "RuntimeError" in told["traceback"]
        assert "secret" not in text
        by_htmx = client.get(address, headers={"HX-Request": "true"})
        assert by_htmx.headers["Content-Type"].startswith("text/plain")
        assert by_htmx.headers["X-Request-ID"] in by_htmx.text
