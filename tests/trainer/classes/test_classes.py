"""Classes: who gets in and how, what members and organiser see of each other, and the runs that are set."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game import budget
from tests.words import assert_all_marked, bare
from trainer.classes import classrooms
from trainer.classes import words as classes_words
from trainer.classes.classrooms import CLASSES, MEMBERS, SET, ClassFault, ClassRefused, Outcome, Practice
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import EVER, Assignment, Classroom, Learner, Membership, Run, Session, Tally
from trainer.people.throttle import WRONG_CODES

QUESTION = "4C 5S 6D JH | 4H"
SPRINT = Settings.parse("count sprint 180 kind=crib")

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Learner:
    """Somebody with an account."""
    return Learner.objects.create_user("Olga")


@pytest.fixture
def classroom(organiser: Learner) -> Classroom:
    """A class of the organiser."""
    return classrooms.make_class(organiser, "Tuesday club")


@pytest.fixture
def member(classroom: Classroom) -> Membership:
    """A guest in the class, who shares nothing."""
    return joined(classroom, "Anna")


def joined(classroom: Classroom, called: str, *, shares: bool = False) -> Membership:
    """A new guest in the class."""
    return classrooms.join(classroom, Learner.objects.create_guest(), called, shares=shares)


def reader(learner: Learner) -> Client:
    """The browser of somebody."""
    client = Client()
    client.force_login(learner)
    return client


def set_for(classroom: Classroom, settings: Settings = SPRINT, *, days: float = 3) -> Assignment:
    """A run set for the class, for so many days from now."""
    return classrooms.set_run(classroom, settings, timezone.now() + timedelta(days=days))


def ran(member: Membership, assignment: Assignment, score: float, begun: datetime | None = None) -> Run:
    """A run that the member did of an assignment."""
    return Run.objects.create(
        learner_id=member.learner_id,
        settings=assignment.settings,
        assignment=assignment,
        seed=1,
        drill="count",
        asked=QUESTION,
        number=9,
        right=5,
        score=score,
        begun_at=begun or timezone.now(),
    )


def plain(page: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


# ------------------------------------------------------------------------------------------------------- joining


class TestCodes:
    """A code is short, readable, and not to be guessed."""

    def test_signs_that_look_alike_are_left_out(self) -> None:
        codes = [classrooms.new_code() for _ in range(300)]
        assert len(set(codes)) == 300
        assert {len(code) for code in codes} == {8}
        assert not set("".join(codes)) & set("01OIL")

    def test_it_comes_first(self, organiser: Learner, classroom: Classroom) -> None:
        def places() -> list[int]:
            page = reader(organiser).get(f"/classes/{classroom.key}/").text
            code = f'value="{classrooms.spaced(classroom.code)}" readonly'
            return [page.index(words) for words in (code, 'data-copies="join-code"', "What the class practises")]

        assert places() == sorted(places())
        joined(classroom, "Anna")
        assert places() == sorted(places())

    def test_it_is_read_however_it_is_written(self, classroom: Classroom) -> None:
        code = classroom.code
        for typed in (code, code.lower(), classrooms.spaced(code), f" {code[:3]} {code[3:]} ", "–".join(code)):
            assert classrooms.of_code(typed) == classroom

    @pytest.mark.parametrize("typed", ["", "AAAA-AAAA", "A" * 500, "\0", "ÄÖÜÄÖÜÄÖ", "%"])
    def test_no_class_has_it(self, classroom: Classroom, typed: str) -> None:
        with pytest.raises(ClassRefused) as refused:
            classrooms.of_code(typed)
        assert refused.value.fault is ClassFault.NO_SUCH_CODE
        assert typed != classroom.code

    def test_an_address_guesses_so_often_only(self, client: Client, classroom: Classroom) -> None:
        budget.spend(WRONG_CODES.most - 2, (WRONG_CODES, "127.0.0.1"))
        for _ in range(2):
            assert "No class has this code" in client.get("/classes/join/AAAABBBB/").text
        client.get("/classes/join/AAAABBBB/")
        page = client.post("/classes/join/", {"code": classroom.code, "called": "Anna"})
        assert page.status_code == 200
        assert "Please wait" in page.text
        assert Membership.objects.count() == 0
        assert "Please wait" in Client().get(f"/classes/join/{classroom.code}/").text
        elsewhere = Client(REMOTE_ADDR="203.0.113.9")
        assert "Tuesday club" in elsewhere.get(f"/classes/join/{classroom.code}/").text

    def test_right_codes_are_no_guesses(self, client: Client, classroom: Classroom) -> None:
        budget.spend(WRONG_CODES.most - 1, (WRONG_CODES, "127.0.0.1"))
        for _ in range(3):
            assert "Tuesday club" in client.get(f"/classes/join/{classroom.code}/").text


class TestJoining:
    """With the code anybody joins, a guest too, and shares nothing unless they say so."""

    def test_by_the_code(self, client: Client, classroom: Classroom) -> None:
        assert "Join “Tuesday club”" in client.get("/classes/join/", {"code": classrooms.spaced(classroom.code)}).text
        response = client.post("/classes/join/", {"code": classrooms.spaced(classroom.code), "called": " Anna  B. "})
        assert response.headers["Location"] == f"/classes/{classroom.key}/"
        member = Membership.objects.get()
        assert (member.called, member.shares, member.learner.name) == ("Anna B.", False, None)
        assert "What the class practises" in client.get(f"/classes/{classroom.key}/").text

    def test_by_the_link(self, client: Client, classroom: Classroom) -> None:
        page = client.get(f"/classes/join/{classroom.code}/").text
        assert "Join “Tuesday club”" in page
        assert f'value="{classroom.code}"' in page
        assert not re.search(r'name="shares"[^>]*checked', page)
        assert Session.objects.count() == 0

    def test_sharing_is_said(self, client: Client, classroom: Classroom) -> None:
        client.post("/classes/join/", {"code": classroom.code, "called": "Anna", "shares": "on"})
        assert Membership.objects.get().shares

    def test_who_is_in_it_goes_to_it(self, classroom: Classroom, member: Membership, organiser: Learner) -> None:
        for who in (member.learner, organiser):
            for response in (
                reader(who).get(f"/classes/join/{classroom.code}/"),
                reader(who).post("/classes/join/", {"code": classroom.code, "called": "Else"}),
            ):
                assert response.headers["Location"] == f"/classes/{classroom.key}/"
        assert [row.called for row in Membership.objects.all()] == ["Anna"]

    @pytest.mark.parametrize(
        ("posted", "told"),
        [
            ({}, "Type the code you were given."),
            ({"called": "Anna"}, "Type the code you were given."),
            ({"code": "x" * 41, "called": "Anna"}, "A join code has 8 characters."),
            ({"code": "AAAABBBB", "called": "Anna"}, "No class has this code."),
            ({"code": "\0", "called": "Anna"}, "Null characters are not allowed."),
        ],
    )
    def test_a_code_that_is_none(self, client: Client, posted: dict[str, str], told: str) -> None:
        response = client.post("/classes/join/", posted)
        assert response.status_code == 200
        assert told in plain(response.text)
        assert Learner.objects.count() == 0

    @pytest.mark.parametrize("called", ["", "x", "x" * 41, "<script>", "a\u202eb", "--"])
    def test_a_name_that_is_none(self, client: Client, classroom: Classroom, called: str) -> None:
        response = client.post("/classes/join/", {"code": classroom.code, "called": called})
        assert response.status_code == 200
        assert "aria-invalid" in response.text
        assert Membership.objects.count() == 0

    def test_a_name_is_one_members_in_any_case(self, classroom: Classroom, member: Membership) -> None:
        response = Client().post("/classes/join/", {"code": classroom.code, "called": member.called.upper()})
        assert "has that name already" in response.text
        assert Membership.objects.count() == 1

    def test_a_class_is_full(self, client: Client, classroom: Classroom) -> None:
        guests = Learner.objects.bulk_create(Learner(password="!") for _ in range(MEMBERS))
        Membership.objects.bulk_create(
            Membership(classroom=classroom, learner=guest, called=str(guest.pk)) for guest in guests
        )
        response = client.post("/classes/join/", {"code": classroom.code, "called": "Anna"})
        assert f"it has {MEMBERS} members" in response.text
        assert classroom.memberships.count() == MEMBERS

    def test_the_organiser_is_no_member(self, classroom: Classroom, organiser: Learner) -> None:
        with pytest.raises(ClassRefused) as refused:
            classrooms.join(classroom, organiser, "Me", shares=True)
        assert refused.value.fault is ClassFault.OWN_CLASS


# ------------------------------------------------------------------------------------------------------ belonging


class TestBelonging:
    """A class is found by those who belong to it; to all others it is not there."""

    def test_a_stranger_finds_nothing(self, client: Client, classroom: Classroom, organiser: Learner) -> None:
        row = set_for(classroom)
        stranger = reader(Learner.objects.create_user("Stranger"))
        for path in ("", "set/", "set/count/", f"begin/{row.pk}/"):
            for browser in (client, stranger):
                assert browser.get(f"/classes/{classroom.key}/{path}").status_code == 404
        for act in ("rename", "code", "close", "remove", "take-back", "change", "leave"):
            posted = {"act": act, "sure": "1", "name": "Mine", "assignment": row.pk}
            assert stranger.post(f"/classes/{classroom.key}/", posted).status_code == 404
        assert stranger.post(f"/classes/{classroom.key}/set/count/", {"until": "2030-01-01"}).status_code == 404
        assert [room.name for room in classrooms.organised(organiser)] == ["Tuesday club"]
        assert Membership.objects.count() == 0
        assert Assignment.objects.count() == 1

    def test_a_member_does_nothing_of_an_organisers(self, classroom: Classroom, member: Membership) -> None:
        row, other, browser = set_for(classroom), joined(classroom, "Bill"), reader(member.learner)
        for act in ("rename", "code", "close", "remove", "take-back"):
            posted = {"act": act, "sure": "1", "name": "Mine", "assignment": row.pk, "member": other.pk}
            browser.post(f"/classes/{classroom.key}/", posted)
        before = classroom.code
        classroom.refresh_from_db()
        assert (classroom.name, classroom.code) == ("Tuesday club", before)
        assert (classroom.memberships.count(), classroom.assignments.count()) == (2, 1)
        assert browser.get(f"/classes/{classroom.key}/set/").status_code == 404
        assert browser.get(f"/classes/{classroom.key}/set/count/").status_code == 404

    def test_an_organiser_does_nothing_to_another_class(self, classroom: Classroom, member: Membership) -> None:
        row = set_for(classroom)
        other = classrooms.make_class(Learner.objects.create_user("Else"), "Mine")
        browser = reader(other.organiser)
        for act in ("remove", "take-back"):
            browser.post(f"/classes/{other.key}/", {"act": act, "member": member.pk, "assignment": row.pk})
        assert (classroom.memberships.count(), classroom.assignments.count()) == (1, 1)
        assert browser.get(f"/classes/{other.key}/begin/{row.pk}/").status_code == 404

    def test_the_list_of_ones_classes(self, classroom: Classroom, member: Membership, organiser: Learner) -> None:
        set_for(classroom)
        set_for(classroom, days=-1)
        page = plain(reader(member.learner).get("/classes/").text)
        assert "You are in Tuesday club 1 run set" in page
        assert "You organise" not in page
        page = plain(reader(organiser).get("/classes/").text)
        assert "You organise Tuesday club 1 member" in page
        assert "You are in" not in page

    def test_organiser_and_member_read_the_same_count(
        self, classroom: Classroom, member: Membership, organiser: Learner
    ) -> None:
        organiser.public_name = "Olga"
        organiser.save()
        for who in (organiser, member.learner):
            page = reader(who).get(f"/classes/{classroom.key}/").text
            assert page.count("1 member<") == 2
            assert "2 people" not in page
        assert "Olga · organiser" in plain(page)


class TestMaking:
    """Whoever organises a class has an account."""

    def test_a_class_is_made(self, organiser: Learner) -> None:
        response = reader(organiser).post("/classes/", {"name": "  Tuesday   club "})
        made = Classroom.objects.get()
        assert response.headers["Location"] == f"/classes/{made.key}/"
        assert (made.name, made.organiser) == ("Tuesday club", organiser)

    def test_a_guest_makes_none(self, client: Client) -> None:
        guest = reader(Learner.objects.create_guest())
        for browser in (client, guest):
            assert browser.post("/classes/", {"name": "Mine"}).status_code == 200
            assert "needs an account" in browser.get("/classes/").text
        assert Classroom.objects.count() == 0

    @pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\u200bb", "\0"])
    def test_a_name_that_is_none(self, organiser: Learner, name: str) -> None:
        response = reader(organiser).post("/classes/", {"name": name})
        assert response.status_code == 200
        assert "aria-invalid" in response.text
        assert Classroom.objects.count() == 0

    def test_so_many_and_no_more(self, organiser: Learner) -> None:
        for number in range(CLASSES):
            classrooms.make_class(organiser, str(number))
        assert f"You organise {CLASSES} classes" in reader(organiser).post("/classes/", {"name": "More"}).text
        assert Classroom.objects.count() == CLASSES


# ------------------------------------------------------------------------------------------------------------- acts


class TestMember:
    """A member changes their name, shares or not, and leaves, at any time."""

    def test_sharing_is_changed(self, classroom: Classroom, member: Membership) -> None:
        browser = reader(member.learner)
        for shares in (True, False):
            posted = {"act": "change", "called": "Ann", **({"shares": "on"} if shares else {})}
            browser.post(f"/classes/{classroom.key}/", posted)
            member.refresh_from_db()
            assert (member.called, member.shares) == ("Ann", shares)

    def test_a_name_of_somebody_else(self, classroom: Classroom, member: Membership) -> None:
        joined(classroom, "Bill")
        response = reader(member.learner).post(f"/classes/{classroom.key}/", {"act": "change", "called": "bill"})
        assert response.status_code == 200
        assert "has that name already" in response.text
        member.refresh_from_db()
        assert member.called == "Anna"

    def test_no_name_at_all(self, classroom: Classroom, member: Membership) -> None:
        response = reader(member.learner).post(f"/classes/{classroom.key}/", {"act": "change"})
        assert "Type the name the class should see." in response.text

    def test_leaving(self, classroom: Classroom, member: Membership) -> None:
        browser = reader(member.learner)
        response = browser.post(f"/classes/{classroom.key}/", {"act": "leave"}, follow=True)
        assert "You have left “Tuesday club”." in response.text
        assert browser.get(f"/classes/{classroom.key}/").status_code == 404
        assert Learner.objects.filter(pk=member.learner_id).exists()

    def test_members_see_names_and_no_code(self, classroom: Classroom, member: Membership) -> None:
        joined(classroom, "Bill", shares=True)
        page = reader(member.learner).get(f"/classes/{classroom.key}/").text
        assert "Bill" in page
        assert classroom.code not in page
        assert classrooms.spaced(classroom.code) not in page

    @pytest.mark.parametrize("posted", [{}, {"act": "nonsense"}, {"act": "rename", "name": "x"}])
    def test_an_act_that_is_none(self, classroom: Classroom, member: Membership, posted: dict[str, str]) -> None:
        response = reader(member.learner).post(f"/classes/{classroom.key}/", posted)
        assert response.headers["Location"] == f"/classes/{classroom.key}/"


class TestOrganiser:
    """The organiser renames and closes the class, removes members, and makes new codes."""

    def test_renaming(self, classroom: Classroom, organiser: Learner) -> None:
        browser = reader(organiser)
        browser.post(f"/classes/{classroom.key}/", {"act": "rename", "name": "Wednesday"})
        assert "Wednesday" in browser.get(f"/classes/{classroom.key}/").text
        response = browser.post(f"/classes/{classroom.key}/", {"act": "rename", "name": ""})
        assert "Type a name for the class." in response.text
        classroom.refresh_from_db()
        assert classroom.name == "Wednesday"

    def test_a_new_code(self, classroom: Classroom, organiser: Learner, member: Membership) -> None:
        old = classroom.code
        page = reader(organiser).post(f"/classes/{classroom.key}/", {"act": "code"}, follow=True).text
        classroom.refresh_from_db()
        assert old != classroom.code
        assert classrooms.spaced(classroom.code) in page
        assert f"/classes/join/{classroom.code}/" in page
        assert "No class has this code" in Client().get(f"/classes/join/{old}/").text
        assert Membership.objects.get() == member

    def test_removing(self, classroom: Classroom, organiser: Learner, member: Membership) -> None:
        browser = reader(organiser)
        for bad in ("", "x", "-1", "0", str(2**70), "9999"):
            browser.post(f"/classes/{classroom.key}/", {"act": "remove", "member": bad})
        assert Membership.objects.count() == 1
        page = browser.post(f"/classes/{classroom.key}/", {"act": "remove", "member": member.pk}, follow=True).text
        assert "Anna is no longer in this class." in page
        assert reader(member.learner).get(f"/classes/{classroom.key}/").status_code == 404

    def test_closing_is_said_twice(self, classroom: Classroom, organiser: Learner, member: Membership) -> None:
        run = ran(member, set_for(classroom), 7)
        browser = reader(organiser)
        page = browser.post(f"/classes/{classroom.key}/", {"act": "close"}, follow=True).text
        assert "still open" in page
        page = browser.post(f"/classes/{classroom.key}/", {"act": "close", "sure": "1"}, follow=True).text
        assert "“Tuesday club” is closed." in page
        assert Classroom.objects.count() == 0
        run.refresh_from_db()
        assert run.assignment is None, "what was answered stays"


# ---------------------------------------------------------------------------------------------------- runs that are set


class TestSetting:
    """The organiser sets a run of any drill with all that can be chosen about it, to the end of a day."""

    def tomorrow(self) -> str:
        return (timezone.now().date() + timedelta(days=1)).isoformat()

    @pytest.mark.parametrize("drill", DRILLS)
    def test_every_drill(self, classroom: Classroom, organiser: Learner, drill: str) -> None:
        browser = reader(organiser)
        assert f"/classes/{classroom.key}/set/{drill}/" in browser.get(f"/classes/{classroom.key}/set/").text
        assert browser.get(f"/classes/{classroom.key}/set/{drill}/").status_code == 200
        browser.post(f"/classes/{classroom.key}/set/{drill}/", {"until": self.tomorrow()})
        assert Assignment.objects.get().settings == f"{drill} {DRILLS[drill].modes[0]}"

    def test_what_was_chosen(self, classroom: Classroom, organiser: Learner) -> None:
        posted = {
            "mode": "sprint",
            "sprint": "60",
            "kind": "crib",
            "classes": ["run", "flush"],
            "until": self.tomorrow(),
        }
        response = reader(organiser).post(f"/classes/{classroom.key}/set/count/", posted, follow=True)
        row = Assignment.objects.get()
        assert row.settings == "count sprint 60 classes=run,flush kind=crib"
        assert (row.until - datetime.combine(timezone.now(), datetime.min.time(), UTC)).days == 2
        assert "Count · Sprint, 1 min" in response.text

    @pytest.mark.parametrize(
        ("posted", "told"),
        [
            ({"until": ""}, "Choose the last day."),
            ({"until": "soon"}, "This is not a date"),
            ({"until": "2020-01-01"}, "This day is over"),
            ({"until": "9999-12-31"}, "for a year at most"),
            ({"until": "2026-02-30"}, "This is not a date"),
            ({"mode": "daily"}, "Choose one of these."),
            ({"mode": "clock", "clock": "5"}, "Each question has from 15 to 90 seconds."),
            ({"kind": "dog"}, "Choose one of these."),
        ],
    )
    def test_what_cannot_be(self, classroom: Classroom, organiser: Learner, posted: dict[str, str], told: str) -> None:
        given = {"until": self.tomorrow(), **posted}
        response = reader(organiser).post(f"/classes/{classroom.key}/set/count/", given)
        assert response.status_code == 200
        assert told in response.text
        assert "not set yet" in response.text
        assert Assignment.objects.count() == 0

    def test_a_drill_that_is_none(self, classroom: Classroom, organiser: Learner) -> None:
        assert reader(organiser).get(f"/classes/{classroom.key}/set/dice/").status_code == 404

    def test_so_many_and_no_more(self, classroom: Classroom, organiser: Learner) -> None:
        for _ in range(SET):
            set_for(classroom)
        response = reader(organiser).post(f"/classes/{classroom.key}/set/count/", {"until": self.tomorrow()})
        assert f"{SET} runs are open in this class" in response.text
        assert Assignment.objects.count() == SET

    def test_taking_one_back(self, classroom: Classroom, organiser: Learner) -> None:
        row = set_for(classroom)
        reader(organiser).post(f"/classes/{classroom.key}/", {"act": "take-back", "assignment": row.pk})
        assert Assignment.objects.count() == 0


class TestDoing:
    """A member begins a run that is set, and sees what they did of it."""

    def test_it_begins_as_it_was_set(self, classroom: Classroom, member: Membership) -> None:
        row, browser = set_for(classroom), reader(member.learner)
        address = browser.get(f"/classes/{classroom.key}/begin/{row.pk}/").headers["Location"]
        assert browser.get(address).status_code == 200
        assert Run.objects.count() == 0
        browser.post(address, {"number": 0, "claim": 1, "answer": "1"})
        run = Run.objects.get()
        assert (run.settings, run.assignment, run.learner) == (str(SPRINT), row, member.learner)
        assert "in 1 try" in plain(browser.get(f"/classes/{classroom.key}/").text)

    def test_its_summary_leads_back_to_the_class_and_into_the_same_run_while_that_is_open(
        self, classroom: Classroom, member: Membership
    ) -> None:
        row, over, browser = set_for(classroom), set_for(classroom, days=-1), reader(member.learner)
        again = f'href="/classes/{classroom.key}/begin/{row.pk}/" data-lock'
        back = f'id="classroom" href="/classes/{classroom.key}/"'
        run, late = (ran(member, each, 3, over.until - timedelta(hours=1)) for each in (row, over))
        page = browser.get(f"/runs/{run.key}/summary/").text
        assert back in page
        assert again in page
        page = browser.get(f"/runs/{late.key}/summary/").text
        assert back in page
        assert "/begin/" not in page
        member.delete()
        page = browser.get(f"/runs/{run.key}/summary/").text
        assert back not in page
        assert again not in page

    def test_one_that_is_over_does_not_begin(self, classroom: Classroom, member: Membership) -> None:
        row, browser = set_for(classroom, days=-1), reader(member.learner)
        response = browser.get(f"/classes/{classroom.key}/begin/{row.pk}/", follow=True)
        assert response.redirect_chain == [(f"/classes/{classroom.key}/", 302)]
        assert "This run is over" in response.text

    def test_ones_own_best(self, classroom: Classroom, member: Membership) -> None:
        row, other = set_for(classroom), joined(classroom, "Bill", shares=True)
        for score in (7, 12, 9):
            ran(member, row, score)
        ran(other, row, 40)
        page = plain(reader(member.learner).get(f"/classes/{classroom.key}/").text)
        assert "Your best: 12 right in 3 tries" in page
        assert "40 right" not in page

    def test_what_came_too_late_is_not_counted(self, classroom: Classroom, member: Membership) -> None:
        row = set_for(classroom, days=-1)
        ran(member, row, 5, row.until - timedelta(hours=1))
        ran(member, row, 50, row.until + timedelta(hours=1))
        assert classrooms.outcomes([row], [member.learner_id]) == {(member.learner_id, row.pk): Outcome(1, 5)}

    @pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
    def test_opened_in_time_and_answered_too_late_it_is_told_to_be_uncounted(
        self, classroom: Classroom, member: Membership, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
    ) -> None:
        row, browser = set_for(classroom), reader(member.learner)
        address = browser.get(f"/classes/{classroom.key}/begin/{row.pk}/").headers["Location"]
        told = "The time set for this run is over"
        assert told not in browser.get(address).text
        monkeypatch.setattr(timezone, "now", lambda: row.until)
        assert told in browser.get(address).text
        assert told in browser.post(address, {"number": 0, "claim": 1, "answer": "1"}, headers=headers).text
        run = Run.objects.get()
        assert (run.assignment, run.number) == (None, 1)
        assert told not in browser.get(f"/runs/{run.key}/").text

    @pytest.mark.django_db(transaction=True)  # that it is gone, the database says in the end
    def test_what_was_taken_back_meanwhile_is_told_to_be_uncounted(
        self, classroom: Classroom, member: Membership
    ) -> None:
        row, browser = set_for(classroom), reader(member.learner)
        address = browser.get(f"/classes/{classroom.key}/begin/{row.pk}/").headers["Location"]
        row.delete()
        said = browser.post(address, {"number": 0, "claim": 1, "answer": "1"}).text
        assert "This run is no longer set for the class" in said
        assert Run.objects.get().number == 1

    def test_a_round_that_was_ended_early_is_not_counted(self, classroom: Classroom, member: Membership) -> None:
        row = set_for(classroom, Settings("discard", Mode.ROUND))
        ran(member, row, 0)
        assert classrooms.outcomes([row], [member.learner_id]) == {}
        Run.objects.filter(pk=ran(member, row, -4).pk).update(number=10)
        assert classrooms.outcomes([row], [member.learner_id]) == {(member.learner_id, row.pk): Outcome(1, -4)}


# -------------------------------------------------------------------------------------------------------- progress


class TestSharing:
    """The organiser sees what members agreed to share, and of the others their names."""

    @pytest.fixture
    def practised(self, classroom: Classroom) -> Membership:
        """A member who misses his nob, with answers today, ten days ago and forty days ago."""
        member = joined(classroom, "Nina", shares=True)
        today = timezone.localdate()
        for days, times in ((0, 10), (10, 20), (40, 400)):
            day = today - timedelta(days=days)
            Tally.objects.create(learner=member.learner, day=day, facet="all", times=times, misses=times // 5)
        Tally.objects.create(learner=member.learner, day=EVER, facet="all", times=430, misses=86)
        for facet, times, misses in (("nobs", 40, 25), ("pair", 90, 2), ("run", 50, 1)):
            sums = {"times": times, "misses": misses, "late_times": times, "late_misses": misses, "level": 0.4}
            for day in (today, EVER):
                Tally.objects.create(learner=member.learner, day=day, facet=f"skill:{facet}", **sums)
        return member

    def page(self, classroom: Classroom) -> str:
        return plain(reader(classroom.organiser).get(f"/classes/{classroom.key}/").text)

    def test_what_is_shared(self, classroom: Classroom, practised: Membership) -> None:
        (row,) = classrooms.members(classroom)
        assert (row.membership, row.week, row.month, row.weakest) == (
            practised,
            Practice(10, 8),
            Practice(30, 24),
            "nobs",
        )
        page = self.page(classroom)
        assert "10 answers, 80%" in page
        assert "30 answers, 80%" in page
        assert "One for his nob" in page

    def test_what_is_not_shared(self, classroom: Classroom, practised: Membership) -> None:
        row = set_for(classroom)
        ran(practised, row, 33)
        assert "33 right" in self.page(classroom)
        Membership.objects.update(shares=False)
        page = self.page(classroom)
        assert "Nina progress not shared" in page
        for secret in ("answers", "his nob", "33 right", "1 try"):
            assert secret not in page
        assert classrooms.members(classroom)[0].week == Practice()

    def test_the_results_of_a_run(self, classroom: Classroom, practised: Membership) -> None:
        row = set_for(classroom)
        joined(classroom, "Zoe", shares=True)
        ran(practised, row, 8)
        ran(practised, row, 11)
        page = self.page(classroom)
        assert "Done by 1 of 2 who share" in page
        assert "Nina 11 right 2 tries" in page
        assert "Not yet: Zoe" in page

    def test_nobody_is_there_yet(self, classroom: Classroom) -> None:
        assert f"Nobody has joined yet. There is room for {MEMBERS}." in self.page(classroom)


@pytest.mark.parametrize("path", ["", "set/", "set/count/", "begin/1/"])
@pytest.mark.parametrize("key", ["%00", "a%00b", "a%0D%0Ab", "%ff", "x" * 500, "%E2%80%AE"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "htmx"])
def test_what_is_no_key_is_no_class(organiser: Learner, path: str, key: str, headers: dict[str, str]) -> None:
    assert reader(organiser).get(f"/classes/{key}/{path}", headers=headers).status_code == 404


def test_a_page_costs_as_many_queries_for_a_full_class(classroom: Classroom, organiser: Learner) -> None:
    counts = []
    for members in (2, 40):
        for number in range(members):
            member = joined(classroom, f"Member {members} {number}", shares=True)
            Tally.objects.create(learner=member.learner, day=timezone.localdate(), facet="all", times=9)
            ran(member, set_for(classroom) if number < 2 else classroom.assignments.all()[0], number)
        for who, most in ((organiser, 11), (member.learner, 9)):
            browser = reader(who)
            with CaptureQueriesContext(connection) as queries:
                assert browser.get(f"/classes/{classroom.key}/").status_code == 200
            counts.append(len(queries))
            assert len(queries) <= most
    assert counts[:2] == counts[2:]


# ------------------------------------------------------------------------------------------------------------ words


@pytest.mark.usefixtures("pseudo_language")
class TestWords:
    """Every word is marked for translation."""

    def test_every_page(self, client: Client, organiser: Learner) -> None:
        classroom = classrooms.make_class(organiser, "1")
        member, sharing = joined(classroom, "22"), joined(classroom, "33", shares=True)
        address = f"/classes/{classroom.key}/"
        pages = [reader(organiser).get(address)]
        ran(sharing, set_for(classroom), 3)
        ran(sharing, set_for(classroom, Settings.parse("count streak classes=run find=on"), days=-2), 3)
        Tally.objects.create(learner=sharing.learner, day=timezone.localdate(), facet="all", times=9)
        for browser in (client, reader(member.learner), reader(sharing.learner), reader(organiser)):
            pages += [browser.get(path) for path in ("/classes/", "/classes/join/", "/classes/join/AAAABBBB/")]
            pages += [browser.post(path, {"name": ""}) for path in ("/classes/", "/classes/join/")]
            pages += [browser.get(address)]
            pages += [browser.post(address, {"act": act}, follow=True) for act in ("change", "close", "code", "rename")]
        pages += [reader(organiser).get(f"{address}{path}") for path in ("set/", "set/count/")]
        pages += [reader(organiser).post(f"{address}set/count/", {"mode": "x", "until": "x"})]
        pages += [reader(sharing.learner).post(address, {"act": "leave"}, follow=True)]
        pages += [client.get(f"/classes/join/{Classroom.objects.get().code}/")]
        for page in pages:
            if page.status_code != 404:
                assert_all_marked(page.text)

    def test_every_fault_and_outcome(self) -> None:
        said = [classes_words.fault(fault) for fault in ClassFault]
        said += [classes_words.best(Settings("count", mode), Outcome(2, 1.5)) for mode in Mode]
        said += [classes_words.tries(number) for number in (1, 2)]
        assert [sentence for sentence in said if bare(sentence)] == []


@pytest.mark.parametrize(
    ("settings", "score", "words"),
    [
        ("count sprint 180", 1, "1 right"),
        ("count streak", 14, "14 right"),
        ("count clock 15", 31, "31 points"),
        ("discard round", -2.25, "2.2 points given up"),
        ("discard round", 0, "nothing given up"),
    ],
)
def test_a_best_in_words(settings: str, score: float, words: str) -> None:
    assert classes_words.best(Settings.parse(settings), Outcome(1, score)) == words
