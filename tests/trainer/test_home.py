"""The way in, what is said when something is wrong, and that forms are taken from this site's own pages only."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from fsrs import Rating

from game import referee
from game.engine.rules import QUICK
from game.models import Match, Origin, Pace
from tests.game.tables import begin, play_out
from tests.game.together.seated import Person, begun, person
from tests.trainer.drills.samples import HAND, HTMX, NOTHING, asked, run_of
from tests.words import assert_all_marked
from trainer.drills import hands
from trainer.drills.count import question as count_question
from trainer.drills.count.question import CountQuestion
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.lessons.syllabus import syllabus
from trainer.models import EVER, Attempt, Learner, Reading, Recall, Run, Tally
from trainer.practice import daily
from trainer.practice.summary_words import pictured
from trainer.progress import recall
from trainer.progress.recall import first_card


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
        assert 'href="/drills/count/start/?mode=sprint"' in page.text
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
        assert page.text.count("%</strong>") == len(hands.MIX) == 8
        double_run = page.text.partition("A double run</h2>")[2].partition("</li>")[0]
        assert "<strong>18%</strong> A run with a pair in it" in double_run

    @pytest.mark.parametrize("kind", hands.HandClass)
    def test_the_hand_shown_for_a_kind_is_of_it(self, kind: hands.HandClass) -> None:
        *hand, starter = hands.EXAMPLES[kind]
        assert hands.class_of(hand, starter, crib=False) == kind

    @pytest.mark.parametrize("method", ["put", "delete", "patch"])
    @pytest.mark.parametrize("path", ["/", "/hands/", "/drills/", "/drills/count/"])
    def test_other_methods_are_not_allowed(self, client: Client, path: str, method: str) -> None:
        assert getattr(client, method)(path).status_code == 405

    @pytest.mark.parametrize("path", ["/", "/hands/", "/drills/", "/drills/count/"])
    def test_pages_that_only_show_take_no_post(self, client: Client, path: str) -> None:
        page = client.post(path)
        assert (page.status_code, page["Allow"]) == (405, "GET, HEAD")
        assert "<h1>This address cannot be opened like this</h1>" in page.text
        assert client.head(path).status_code in {200, 302}

    def test_an_address_where_forms_are_sent_says_so_to_who_types_it(self, client: Client) -> None:
        page = client.get("/account/logout/")
        assert (page.status_code, page["Allow"]) == (405, "POST")
        assert "<h1>This address cannot be opened like this</h1>" in page.text


def answered(learner: Learner, drill: str, times: int, **more: object) -> None:
    """Keep answers of today, all right, in the tallies that they are read from."""
    for facet in (f"drill:{drill}", "all"):
        for day in (timezone.now().date(), EVER):
            Tally.objects.get_or_create(learner=learner, facet=facet, day=day, defaults={"times": times, **more})


def a_run(learner: Learner, settings: Settings, **more: Any) -> Run:
    """Keep a run with answers."""
    known = {"seed": 1, "drill": settings.drill, "asked": HAND, "number": 8, "right": 7, "score": 7.0}
    return Run.objects.create(learner=learner, settings=str(settings), **{**known, **more})


@pytest.mark.django_db
class TestReturning:
    """Home, for somebody who has done something here."""

    @pytest.fixture
    def learner(self, client: Client) -> Learner:
        """Somebody with an account who is logged in."""
        learner = Learner.objects.create_user("Anna")
        client.force_login(learner)
        return learner

    @pytest.mark.usefixtures("learner")
    def test_who_has_done_nothing_yet_sees_the_title_page(self, client: Client) -> None:
        page = client.get("/").text
        assert "See the hand. Say the count." in page
        assert "no account needed" not in page, "she has one"
        assert "no account needed" in Client().get("/").text

    def test_the_next_thing(self, client: Client, learner: Learner) -> None:
        """A game in play, what is due for recall, a weakness, today's run, the next lesson, a sprint."""

        def said() -> str:
            page = client.get("/").text
            assert page.count('class="button button-large') == 1
            return page.partition('aria-labelledby="advice-title"')[2].partition("</section>")[0]

        now = timezone.now()
        for lesson in syllabus().lessons:
            Reading.objects.create(learner=learner, lesson=lesson.slug, done_at=now)
        daily_run = a_run(learner, daily.SETTINGS, day=daily.today(now), ended_at=now)
        assert "mode=sprint" in said()
        Reading.objects.filter(lesson="fifteens").update(done_at=None)
        assert 'href="/lessons/fifteens/"' in said()
        daily_run.delete()
        assert 'href="/daily/begin/"' in said()
        assert 'href="/daily/"' not in client.get("/").text, "no way on repeats it"
        going = a_run(learner, daily.SETTINGS, day=daily.today(now))
        assert f'href="/runs/{going.key}/"' in said()
        answered(learner, "count", 40)
        for skill, times, misses in (("skill:nobs", 12, 11), ("skill:pair", 60, 1)):
            sums = {"times": times, "misses": misses, "late_times": times, "late_misses": misses}
            for day in (now.date(), EVER):
                Tally.objects.create(learner=learner, facet=skill, day=day, **sums)
        assert "One for his nob" in said()
        missed = first_card(Rating.Again, now).to_dict()
        Recall.objects.create(learner=learner, drill="count", pattern=HAND, question=HAND, due_at=now, card=missed)
        assert 'action="/recall/"' in said()
        match = Match.objects.create(owner=learner, rules="rules")
        match.seats.create(place=0, learner=learner)
        assert f'href="/games/{match.key}/"' in said()

    def test_what_is_shown_of_recall_is_what_it_asks_first(self, client: Client, learner: Learner) -> None:
        """Everywhere: the most useful question, not the one that came due last."""
        now = timezone.now()
        for question, days, chance in ((HAND, 2, 0.9), ("2C 3D 4H 9S | KC", 1, 0.1)):
            missed = first_card(Rating.Again, now - timedelta(days=days))
            Recall.objects.create(
                learner=learner,
                drill="count",
                pattern=question,
                question=question,
                due_at=missed.due,
                card=missed.to_dict(),
                chance=chance,
            )
        asked = pictured(recall.due_items(learner, now)[0])
        assert asked == pictured(Recall.objects.get(question=HAND))
        assert len(asked) == 5
        first = client.get("/recall/").context["first"]
        assert client.get("/").context["first_due"] == first["hand"] + first["starter"] == asked

    def test_a_beginner_is_not_sent_to_the_hands_of_the_day(self, client: Client, learner: Learner) -> None:
        """Only who counts, or whose course has got there."""
        Reading.objects.create(learner=learner, lesson=syllabus().lessons[0].slug, done_at=timezone.now())
        answered(learner, "count", 2)
        assert "/daily/begin/" not in client.get("/").text
        answered(learner, "tap", 9)
        assert "/daily/begin/" not in client.get("/").text
        Tally.objects.filter(facet="drill:count").update(times=5)
        assert "/daily/begin/" in client.get("/").text

    def test_a_run_that_was_left_is_offered(self, client: Client, learner: Learner) -> None:
        """At home and among the drills; for a week, and not once it is over."""
        left = a_run(learner, Settings("count", Mode.CALM))
        for path in ("/", "/drills/"):
            assert f'href="/runs/{left.key}/"' in client.get(path).text
        Run.objects.update(asked_at=timezone.now() - timedelta(days=8))
        for path in ("/", "/drills/"):
            assert f'href="/runs/{left.key}/"' not in client.get(path).text

    def test_a_run_that_was_left_leads_where_no_lesson_is_done(self, client: Client, learner: Learner) -> None:
        first = syllabus().lessons[0]
        a_run(learner, Settings("count", Mode.CALM))
        assert "Continue the run" in client.get("/").text
        assert "New here?" in client.get("/").text
        Reading.objects.create(learner=learner, lesson=first.slug, done_at=timezone.now())
        assert "Continue the run" not in client.get("/").text

    def test_a_game_with_people_comes_before_one_against_bots(self, client: Client, learner: Learner) -> None:
        """Also at somebody else's table, unless a bot plays on for the learner."""
        people = begun([person("Bob"), Person(learner, client)]).match
        alone = Match.objects.create(owner=learner, rules="rules", played_at=timezone.now() + timedelta(hours=1))
        alone.seats.create(place=0, learner=learner)
        page = client.get("/").text
        assert f'href="/games/{people.key}/"' in page
        assert f'href="/games/{alone.key}/"' not in page
        people.seats.filter(learner=learner).update(stand_in="expert")
        assert f'href="/games/{alone.key}/"' in client.get("/").text

    def test_a_game_played_on_from_a_review_is_not_the_game_to_continue(self, client: Client, learner: Learner) -> None:
        answered(learner, "tap", 3)
        later = timezone.now() + timedelta(hours=1)
        tried = Match.objects.create(owner=learner, rules="rules", played_at=later, origin=Origin.AGAIN)
        tried.seats.create(place=0, learner=learner)
        assert "Continue your game" not in client.get("/").text
        real = Match.objects.create(owner=learner, rules="rules")
        real.seats.create(place=0, learner=learner)
        assert f'href="/games/{real.key}/"' in client.get("/").text

    def test_who_has_only_played_is_no_newcomer_and_sees_the_last_game(self, client: Client, learner: Learner) -> None:
        assert client.get("/").templates[0].name == "trainer/title.html"
        *_, over = play_out(begin(learner, QUICK, Pace.INSTANT), Pace.INSTANT)
        page = client.get("/").text
        assert "See your last game" in page
        assert reverse("review", args=[over.match.key, 1]) in page
        tried = referee.again(over, over.deals[0] + 1, learner)
        Match.objects.filter(pk=tried.pk).update(over=True)
        assert f"/games/{tried.key}/" not in client.get("/").text
        answered(learner, "tap", 3)
        assert "See your last game" not in client.get("/").text

    def test_no_way_on_repeats_the_next_thing(self, client: Client, learner: Learner) -> None:
        """Today's run leads to where it was left."""

        def ways() -> list[str]:
            return re.findall(r'class="list-row opens" href="([^"]+)"', client.get("/").text)

        answered(learner, "tap", 3)
        assert ways() == ["/recall/", "/daily/", "/games/people/new/", "/games/", "/drills/", "/exam/", "/ask/"]
        now = timezone.now()
        first, second, *_ = syllabus().lessons
        going = a_run(learner, daily.SETTINGS, day=daily.today(now))
        left = a_run(learner, Settings("count", Mode.CALM))
        others = ["/games/people/new/", "/games/", "/drills/", "/exam/", "/ask/"]
        assert ways() == ["/recall/", f"/lessons/{first.slug}/", f"/runs/{left.key}/", *others]
        Reading.objects.create(learner=learner, lesson=first.slug, done_at=now)
        missed = first_card(Rating.Again, now).to_dict()
        Recall.objects.create(learner=learner, drill="count", pattern=HAND, question=HAND, due_at=now, card=missed)
        assert ways() == [f"/runs/{going.key}/", f"/lessons/{second.slug}/", f"/runs/{left.key}/", *others]
        shown = client.get("/").context["first_due"]
        assert [str(card) for card in shown] == HAND.replace("|", "").split(), "a hand that is due"
        Recall.objects.update(drill="choose", question="2 1 | 5S | 4H 6D 7C JH | KD QD |")
        shown = client.get("/").context["first_due"]
        assert [str(card) for card in shown] == ["4H", "6D", "7C", "JH", "5S"], "the hand, then the starter"

    def test_the_last_week(self, client: Client, learner: Learner) -> None:
        answered(learner, "count", 12)
        page = client.get("/").text
        assert page.count('class="week-number') == 7
        assert page.count('aria-hidden="true"></span> <span class="week-name"') == 6, "a day without answers is empty"
        assert re.search(r'class="week-number is-practised is-lit" aria-hidden="true">12<', page)

    def test_learning_the_game_is_offered_until_a_lesson_is_done(self, client: Client, learner: Learner) -> None:
        first = syllabus().lessons[0]
        answered(learner, "count", 3)
        assert client.get("/").text.count("Learn the game") == 1
        assert client.get("/").text.count(first.title) == 1
        Reading.objects.create(learner=learner, lesson=first.slug, done_at=timezone.now())
        assert "New here?" not in client.get("/").text

    def test_a_drill_says_how_it_went(self, client: Client, learner: Learner) -> None:
        answered(learner, "count", 10, misses=2)
        a_run(learner, Settings("count", Mode.SPRINT, 180), ended_at=timezone.now())
        page = client.get("/drills/").text
        assert ">80% right · last 7/8<" in page

    @pytest.mark.usefixtures("pseudo_language")
    def test_all_words_are_marked(self, client: Client) -> None:
        """As they are read by somebody new, and by a guest who has done something of everything."""
        learner = Learner.objects.create_guest()
        client.force_login(learner)
        paths = ("/", "/drills/", "/drills/count/", "/hands/")
        for path in paths:
            assert_all_marked(Client().get(path).text)
        answered(learner, "count", 10, misses=2)
        a_run(learner, Settings("count", Mode.CALM))
        a_run(learner, Settings("count", Mode.SPRINT, 180), ended_at=timezone.now())
        for path in paths:
            assert_all_marked(client.get(path).text)

    def test_it_costs_few_queries(self, client: Client, learner: Learner) -> None:
        """However much was done."""
        for more in (1, 20):
            for drill in list(DRILLS)[: more % 19]:
                answered(learner, drill, 3) if more == 1 else a_run(learner, Settings(drill, Mode.CALM))
            for path, most in (("/", 10), ("/drills/", 6)):
                with CaptureQueriesContext(connection) as queries:
                    client.get(path)
                assert len(queries) <= most, path


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
        assert "This form is out of date" in response.text
        assert 'href="/"' in response.text
        assert rows() == (0, 0, 0)

    def test_htmx_is_told_to_load_the_page_anew(self, client: Client) -> None:
        address = asked()
        client.get(address)
        response = client.post(address, {"claim": "11", "csrfmiddlewaretoken": "x" * 64}, headers=HTMX)
        assert response.status_code == 403
        assert response.headers["HX-Refresh"] == "true"
        assert response.headers["Content-Type"].startswith("text/plain")
        assert "what you sent was not kept" in response.text
        assert rows() == (0, 0, 0)

    def test_a_browser_without_cookies_is_told_so_and_not_sent_round(self) -> None:
        response = Client(enforce_csrf_checks=True).post(asked(), {"claim": "11"}, headers=HTMX)
        assert (response.status_code, response.headers["HX-Retarget"]) == (200, "body")
        assert "This form is out of date" in response.text
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
        assert "This page does not exist" in response.text

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
