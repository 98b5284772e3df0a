"""The admin shows everything that whoever runs the site needs, and no secret; what is done there is logged."""

import logging
import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory
from django.urls import reverse

from game import budget
from game.engine.rules import Rules
from game.models import Challenge, Result, Spending
from tests.game.tables import begin
from tests.trainer.people.test_merging import challenge_of
from trainer.classes import classrooms
from trainer.models import Classroom, Learner, Membership, Race, Session, TakenDownName, Throttle
from trainer.people import throttle
from trainer.people.security_log import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client: Client) -> Learner:
    """The superuser who is logged in."""
    learner = Learner.objects.create_superuser("Operator", "a password that only one knows")
    client.force_login(learner)
    return learner


@pytest.fixture
def anna() -> Learner:
    """Somebody with an account and a public name."""
    return Learner.objects.create_user("Anna", "fifteen two and a pair", public_name="Queen of cribs")


@pytest.fixture
def classroom(anna: Learner) -> Classroom:
    """A class with two members."""
    found = classrooms.make_class(anna, "Tuesdays")
    for name in ("Bert", "Cora"):
        classrooms.join(found, Learner.objects.create_guest(), name, shares=False)
    return found


def act(client: Client, page: str, action: str, *rows: Any) -> str:
    """Choose an action for rows of a list. Returns the page after it."""
    form = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(reverse(f"admin:{page}_changelist"), form, follow=True).text


def guess(rf: RequestFactory, name: str, number: int = 1, address: str = "192.0.2.1") -> None:
    """Count wrong passwords."""
    for _number in range(number):
        throttle.take(*throttle.guesses(rf.get("/", REMOTE_ADDR=address), name))


@pytest.mark.usefixtures("operator")
class TestPages:
    """Every page opens."""

    @pytest.fixture(autouse=True)
    def data(self, anna: Learner, classroom: Classroom, rf: RequestFactory) -> None:
        """A row of each model."""
        match = begin(Learner.objects.create_guest(), Rules())
        Result.objects.create(learner=match.owner, rules="usual", level="club", seats=2)
        challenge_of(match.owner)
        Race.objects.create(host=anna, settings="count sprint 60", seed=1, classroom=classroom)
        TakenDownName.objects.create(key="rude", name="Rude")
        Group.objects.create(name="Helpers")
        guess(rf, "Anna")

    def models(self, client: Client) -> list[str]:
        """Return the addresses of all lists."""
        start = client.get(reverse("admin:index")).text
        return sorted(set(re.findall(r'href="(/admin/\w+/\w+/)"', start)))

    def test_all_that_the_operator_needs_is_there(self, client: Client) -> None:
        assert [address.removeprefix("/admin/") for address in self.models(client)] == [
            "auth/group/",
            "game/challenge/",
            "game/match/",
            "game/result/",
            "game/spending/",
            "trainer/classroom/",
            "trainer/learner/",
            "trainer/publicname/",
            "trainer/race/",
            "trainer/takendownname/",
            "trainer/throttle/",
        ]

    def test_they_open_and_tell_no_secret(self, client: Client, anna: Learner, classroom: Classroom) -> None:
        Client().force_login(anna)
        secrets = [anna.password.split("$")[-1][:6], classroom.code, *Session.objects.values_list("pk", flat=True)]
        secrets += [Challenge.objects.get().token, Race.objects.get().token]
        opened = 0
        for address in self.models(client):
            page = client.get(address, {"q": "Anna"})
            rows = set(re.findall(rf'href="({address}[^"/?]+/change/)', client.get(address).text))
            assert rows, address
            for each in rows:
                for page in (client.get(each), client.get(each.replace("/change/", "/history/"))):
                    assert page.status_code == 200, each
                    opened += 1
                    assert not [secret for secret in secrets if secret in page.text], each
        assert opened > 2 * 11

    def test_only_people_are_added(self, client: Client) -> None:
        addable = [address for address in self.models(client) if client.get(f"{address}add/").status_code == 200]
        assert addable == ["/admin/auth/group/", "/admin/trainer/learner/"]


@pytest.mark.usefixtures("operator")
class TestLearners:
    """Learners can be looked for, kept out and let in."""

    @pytest.fixture
    def browser(self, anna: Learner) -> Client:
        """Anna's own browser."""
        found = Client()
        found.force_login(anna)
        return found

    def is_in(self, browser: Client) -> bool:
        """Return whether Anna is logged in there."""
        return "Anna" in browser.get(reverse("account")).text

    @pytest.mark.parametrize("typed", ["anna", "queen"])
    def test_search(self, client: Client, anna: Learner, typed: str) -> None:
        Learner.objects.create_user("Bert")
        page = client.get(reverse("admin:trainer_learner_changelist"), {"q": typed}).text
        assert f"/learner/{anna.pk}/change/" in page
        assert "1 learner" in page

    def test_kept_out_they_are_logged_out(self, client: Client, anna: Learner, browser: Client) -> None:
        assert self.is_in(browser)
        assert "1 learner cannot log in now." in act(client, "trainer_learner", "deactivate", anna)
        assert not self.is_in(browser)
        act(client, "trainer_learner", "activate", anna)
        assert not self.is_in(browser), "the session is gone, not asleep"

    def test_by_the_form_too(self, client: Client, anna: Learner, browser: Client) -> None:
        address = reverse("admin:trainer_learner_change", args=[anna.pk])
        assert client.post(address, {"name": "Anna", "email": ""}).status_code == 302
        assert not self.is_in(browser)
        client.post(address, {"name": "Anna", "email": "", "is_active": "on"})
        assert not self.is_in(browser)

    def test_nobody_keeps_themself_out(self, client: Client, operator: Learner) -> None:
        assert "You cannot shut yourself out" in act(client, "trainer_learner", "deactivate", operator)
        assert client.get(reverse("admin:index")).status_code == 200

    def test_limits_are_forgiven(self, client: Client, anna: Learner, rf: RequestFactory) -> None:
        guess(rf, "Anna", 9)
        budget.spend(99, (budget.WORK_OF_ONE, f"learner {anna.pk}"))
        act(client, "trainer_learner", "forgive", anna)
        assert budget.wait((budget.WORK_OF_ONE, f"learner {anna.pk}")) == 0
        assert throttle.waits(*throttle.guesses(rf.get("/", REMOTE_ADDR="192.0.2.1"), "Anna")[1:]) == 0


@pytest.mark.usefixtures("operator")
class TestPublicNames:
    """A public name can be taken down, and stays down."""

    @pytest.mark.parametrize("page", ["trainer_publicname", "trainer_learner"])
    def test_it_is_gone_and_cannot_be_chosen_again(self, client: Client, anna: Learner, page: str) -> None:
        another = Learner.objects.create_user("Cora", public_name="queen of cribs")
        assert "1 public name is taken down." in act(client, page, "take_down", anna)
        for learner in (anna, another):
            learner.refresh_from_db()
            assert learner.public_name is None
        browser = Client()
        for learner in (anna, Learner.objects.create_user("Bert")):
            browser.force_login(learner)
            for typed in ("Queen of cribs", "QUEEN of cribs"):
                refused = browser.post(reverse("daily"), {"public_name": typed})
                assert "Whoever runs this site has taken this name down." in refused.text
        assert browser.post(reverse("daily"), {"public_name": "Another"}).status_code == 302

    def test_the_learner_stays(self, client: Client, anna: Learner) -> None:
        assert client.post(reverse("admin:trainer_publicname_delete", args=[anna.pk])).status_code == 403
        assert "delete_selected" not in client.get(reverse("admin:trainer_publicname_changelist")).text

    def test_it_may_be_allowed_again(self, client: Client, anna: Learner) -> None:
        act(client, "trainer_publicname", "take_down", anna)
        taken = TakenDownName.objects.get()
        client.post(reverse("admin:trainer_takendownname_delete", args=[taken.pk]), {"post": "yes"})
        browser = Client()
        browser.force_login(anna)
        assert browser.post(reverse("daily"), {"public_name": "Queen of cribs"}).status_code == 302

    def test_not_by_staff_without_the_right(self, anna: Learner) -> None:
        helper = Learner.objects.create_user("Helper", is_staff=True)
        browser = Client()
        browser.force_login(helper)
        assert browser.get(reverse("admin:trainer_publicname_changelist")).status_code == 403
        act(browser, "trainer_publicname", "take_down", anna)
        anna.refresh_from_db()
        assert anna.public_name


@pytest.mark.usefixtures("operator")
def test_members_are_removed_and_classes_closed(client: Client, classroom: Classroom) -> None:
    bert, cora = Membership.objects.order_by("called")
    form = {"name": "Wednesdays", "memberships-TOTAL_FORMS": 2, "memberships-INITIAL_FORMS": 2}
    for place, member in enumerate((bert, cora)):
        form |= {f"memberships-{place}-id": member.pk, f"memberships-{place}-classroom": classroom.pk}
    address = reverse("admin:trainer_classroom_change", args=[classroom.pk])
    assert client.post(address, {**form, "memberships-0-DELETE": "on"}).status_code == 302
    assert (Membership.objects.get(), Classroom.objects.get().name) == (cora, "Wednesdays")
    client.post(reverse("admin:trainer_classroom_delete", args=[classroom.pk]), {"post": "yes"})
    assert not Classroom.objects.exists()


@pytest.mark.usefixtures("operator")
class TestLimits:
    """What is counted against a name or an address is found by it, and forgiven by deleting it."""

    @pytest.fixture(autouse=True)
    def counted(self, rf: RequestFactory) -> None:
        """Wrong passwords for two names from two addresses, and work."""
        guess(rf, "Anna", 2)
        guess(rf, "Bert", 2, "192.0.2.2")
        budget.spend(50, (budget.WORK_AT_ADDRESS, "192.0.2.2"))

    @pytest.mark.parametrize(
        ("typed", "throttles", "spendings"), [("ANNA", 1, 1), ("192.0.2.2", 1, 2), ("Cora", 0, 0), ("192.0.2.3", 0, 0)]
    )
    def test_they_are_found(self, client: Client, typed: str, throttles: int, spendings: int) -> None:
        for page, number in (("trainer_throttle", throttles), ("game_spending", spendings)):
            html = client.get(reverse(f"admin:{page}_changelist"), {"q": typed}).text
            assert len(re.findall('name="_selected_action"', html)) == number

    def test_they_are_forgiven(self, client: Client) -> None:
        for page, model in (("trainer_throttle", Throttle), ("game_spending", Spending)):
            rows: Any = model.objects.all()
            form = {"action": "delete_selected", "_selected_action": [row.pk for row in rows], "post": "yes"}
            client.post(reverse(f"admin:{page}_changelist"), form)
            assert not rows.all().exists()


class TestLog:
    """What the operator does is in the security log, without what was typed."""

    def test_who_did_what_to_whom(self, client: Client, operator: Learner, anna: Learner, caplog: Any) -> None:
        caplog.set_level(logging.INFO, "crib.security")
        act(client, "trainer_learner", "deactivate", anna)
        client.post(reverse("admin:trainer_learner_change", args=[anna.pk]), {"name": "A secret"})
        client.post(reverse("admin:auth_user_password_change", args=[anna.pk]), {"usable_password": "false"})
        client.post(reverse("admin:trainer_learner_delete", args=[anna.pk]), {"post": "yes"})
        common = {"event": Event.ADMIN_CHANGED, "learner": operator.pk, "address": "127.0.0.1"}
        row = str(anna.pk)
        assert [record.facts for record in caplog.records if record.name == "crib.security"] == [
            {**common, "page": "trainer_learner_changelist", "action": "deactivate", "rows": row},
            {**common, "page": "trainer_learner_change", "row": row},
            {**common, "page": "auth_user_password_change", "row": row},
            {**common, "page": "trainer_learner_delete", "row": row},
        ]

    def test_what_is_looked_at_is_not(self, client: Client, operator: Learner, caplog: Any) -> None:  # noqa: ARG002
        caplog.set_level(logging.INFO, "crib.security")
        client.get(reverse("admin:trainer_learner_changelist"))
        client.post(reverse("admin:trainer_learner_add"), {"name": ""})
        assert not caplog.records
