"""Times are shown in a person's own zone: the chosen one, else that of the browser, else UTC, which is said."""

import csv
import json
import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.trainer.drills.samples import HAND, asked
from trainer.models import EVER, Assignment, Classroom, Learner, Membership, Recall, Run, Tally
from trainer.people import zones
from trainer.people.preferences import zone_middleware
from trainer.progress import recall

NOON = datetime(2026, 11, 20, 12, 4, tzinfo=UTC)
JUNK = ["Nowhere/At_All", "../../etc/passwd", "Europe", "europe/berlin", "Europe/Berlin\n", " ", "x" * 4000, "<b>"]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def somebody(*, told: str = "", chosen: str = "", name: str | None = None) -> tuple[Client, Learner]:
    """Return a browser that tells a zone, and its learner, who has chosen one; "" for none."""
    learner = Learner.objects.create_user(name) if name else Learner.objects.create_guest()
    learner.preferences = {"zone": chosen} if chosen else {}
    learner.save()
    client = Client()
    client.force_login(learner)
    if told:
        client.cookies[zones.COOKIE] = told
    return client, learner


def seen(client: Client, learner: Learner, at: datetime = NOON) -> str:
    """Return the day and the time of a run in the list of runs."""
    Run.objects.create(learner=learner, settings="count calm", seed=1, drill="count", asked=HAND, asked_at=at, number=1)
    text = client.get(reverse("runs")).text
    day = text.partition('<h2 class="lead">')[2].partition("<")[0]
    row = text.partition('<p class="muted">')[2].partition("</p>")[0]
    time = row.rpartition("</span>")[0].rpartition(">")[2].replace("\N{NO-BREAK SPACE}", " ")
    zone = " UTC" if "Times are world time (UTC)." in text else ""
    return f"{day}, {time}{zone}"


class TestWhichZone:
    """The zone of a request."""

    def test_without_one_it_is_utc_and_says_so(self) -> None:
        assert seen(*somebody()) == "Today, 12:04 p.m. UTC"

    def test_what_the_browser_says(self) -> None:
        assert seen(*somebody(told="Europe/Berlin")) == "Today, 1:04 p.m."

    def test_summer_and_winter(self) -> None:
        assert seen(*somebody(told="Europe/Berlin"), at=NOON.replace(month=7)) == "Mon, Jul 20, 2:04 p.m."

    @pytest.mark.parametrize("name", [None, "Ann"])
    def test_what_was_chosen_comes_first(self, name: str | None) -> None:
        shown = seen(*somebody(told="Europe/Berlin", chosen="Pacific/Auckland", name=name))
        assert shown == "Today, 1:04 a.m."

    @pytest.mark.parametrize("junk", JUNK)
    def test_junk_is_ignored(self, junk: str) -> None:
        assert seen(*somebody(told=junk)).endswith(" UTC")
        assert seen(*somebody(chosen=junk)).endswith(" UTC")

    def test_utc_as_ones_own(self) -> None:
        assert seen(*somebody(chosen="Etc/UTC")).endswith(" UTC")

    @pytest.mark.parametrize("fails", [False, True])
    def test_nothing_is_left_of_it_after_the_request(self, fails: bool) -> None:
        def respond(_request: HttpRequest) -> HttpResponse:
            assert timezone.get_current_timezone_name() == "Asia/Tokyo"
            if fails:
                raise LookupError
            return HttpResponse()

        request = HttpRequest()
        request.COOKIES[zones.COOKIE] = "Asia/Tokyo"
        try:
            zone_middleware(respond)(request)
        except LookupError:
            assert fails
        assert timezone.get_current_timezone_name() == "UTC"

    def test_a_machine_that_has_no_zones_of_its_own(self) -> None:
        """The package `tzdata` has them."""
        program = "import zoneinfo; print('Europe/Berlin' in zoneinfo.available_timezones())"
        bare = {**os.environ, "PYTHONTZPATH": ""}
        run = subprocess.run([sys.executable, "-c", program], env=bare, capture_output=True, text=True, check=True)
        assert run.stdout == "True\n"


class TestPreference:
    """The zone in the form of preferences."""

    CHOSEN = {  # noqa: RUF012
        "cards": "four",
        "look": "auto",
        "text": "normal",
        "clock": "shown",
        "pad": "auto",
        "voice": "normal",
        "pace": "normal",
    }

    def test_a_guest_chooses_one_and_takes_it_back(self, client: Client) -> None:
        client.post(reverse("preferences"), {**self.CHOSEN, "zone": "America/New_York"})
        learner = Learner.objects.get()
        assert learner.preferences["zone"] == "America/New_York"
        page = client.get(reverse("preferences")).text
        assert '<option value="America/New_York" selected translate="no">New York</option>' in page
        assert '<option value="">Same as my device</option>' in page
        client.post(reverse("preferences"), {**self.CHOSEN, "zone": ""})
        learner.refresh_from_db()
        assert not learner.preferences["zone"]

    @pytest.mark.parametrize("junk", [each for each in JUNK if each.strip()])
    def test_what_is_no_zone_is_said(self, client: Client, junk: str) -> None:
        response = client.post(reverse("preferences"), {**self.CHOSEN, "zone": junk.strip() + "?"})
        assert "Choose one of these." in response.text
        assert not Learner.objects.exists()

    def test_every_zone_that_is_offered_is_known(self) -> None:
        offered = ["UTC", *(name for _region, places in zones.choices() for name, _place in places)]
        assert len(offered) == len(set(offered)) > 300
        assert all(map(zones.is_known, offered))


class TestDays:
    """What a day is: by UTC where all share it or it is stored, by a person's own clock where it is only shown."""

    def test_an_answer_is_added_to_its_day_in_utc(self) -> None:
        client, learner = somebody(chosen="Pacific/Auckland")  # where it is the 21st
        client.post(asked(HAND), {"number": 0, "claim": 15, "answer": 1})
        days = set(Tally.objects.filter(learner=learner).values_list("day", flat=True))
        assert days == {EVER, date(2026, 11, 20)}
        assert client.get(reverse("progress") + "?days=1").context["figures"]["answers"] == 1

    def test_the_page_of_progress_says_when_days_begin(self) -> None:
        utc = "Days begin at midnight, world time (UTC)"
        for told, said in (("", f"{utc}."), ("Asia/Kolkata", f"{utc}: 5:30 a.m. in your time.")):
            client, _learner = somebody(told=told)
            client.post(asked(HAND), {"number": 0, "claim": 15, "answer": 1})
            assert client.get(reverse("progress")).text.count(said) == 1
            assert client.get(reverse("progress") + "?days=1").text.count(said) == 2, "beside “Today” too"

    def test_the_daily_run_says_until_when(self, client: Client) -> None:
        page = client.get(reverse("daily")).text
        assert re.search(r"New hands in \d+ hours?, at midnight, world time \(UTC\)\.", page)
        client.cookies[zones.COOKIE] = "Europe/Berlin"
        assert "at midnight, world time (UTC): 1 a.m. in your time." in client.get(reverse("daily")).text

    def test_the_day_of_the_daily_run_is_the_same_everywhere(self, client: Client) -> None:
        client.cookies[zones.COOKIE] = "Pacific/Auckland"
        assert client.get(reverse("daily")).context["day"] == date(2026, 11, 20)

    def test_what_comes_back_comes_on_a_day_of_ones_own(self) -> None:
        _client, learner = somebody()
        due = NOON + timedelta(hours=11, minutes=30)  # 11:34 p.m. in UTC, 0:34 in Berlin
        Recall.objects.create(learner=learner, drill="count", pattern="one", question=HAND, due_at=due)
        assert recall.forecast(learner, NOON).days[0] == (date(2026, 11, 20), 1)
        with timezone.override("Europe/Berlin"):
            assert recall.forecast(learner, NOON).days[:2] == [(date(2026, 11, 20), 0), (date(2026, 11, 21), 1)]


class TestClasses:
    """The last day of a run that is set is the organiser's own, and everybody sees its end by their own clock."""

    def test_until(self) -> None:
        organiser, learner = somebody(chosen="America/New_York", name="Olga")
        classroom = Classroom.objects.create(name="Club", code="ABCDEFGH", organiser=learner)
        address = reverse("set_run", args=[classroom.key, "count"])
        assert "In your time zone (America/New_York)" in " ".join(organiser.get(address).text.split())
        organiser.post(address, {"mode": "calm", "until": "2026-11-30"})
        assert Assignment.objects.get().until == datetime(2026, 12, 1, 5, tzinfo=UTC)
        assert "Until the end of Nov. 30, 2026<" in organiser.get(reverse("classroom", args=[classroom.key])).text
        member, other = somebody(name="Max")
        Membership.objects.create(classroom=classroom, learner=other, called="Max")
        text = member.get(reverse("classroom", args=[classroom.key])).text
        assert '<time datetime="2026-12-01T05:00:00+00:00">Until Dec. 1, 2026, 5 a.m. UTC<' in text


class TestExports:
    """Files that are taken along have times in UTC, in ISO 8601."""

    def test_csv_and_json(self) -> None:
        client, _learner = somebody(chosen="Pacific/Auckland")
        client.post(asked(HAND), {"number": 0, "claim": 15, "answer": 1})
        [row] = csv.DictReader(client.get(reverse("attempts_csv")).getvalue().decode().splitlines())
        assert row["answered_at"] == "2026-11-20T12:04:00+00:00"
        told = json.loads(client.get(reverse("export")).getvalue())
        assert told["Attempt"][0]["answered_at"] == "2026-11-20T12:04:00Z"


def test_the_site_itself_is_in_utc() -> None:
    assert (settings.TIME_ZONE, settings.USE_TZ) == ("UTC", True)
