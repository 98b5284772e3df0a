"""What decisions lost over all games: kept once for each review, added up, and shown on the page of games."""

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import IntegrityError, connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game import referee
from game.after import losses, losses_words
from game.after import review as after_review
from game.after.losses import DecisionPart, Loss, losses_of
from game.after.review import Decision
from game.engine.cards import parse_cards
from game.engine.play import Over
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import JudgedDecision, JudgedGame, LossTally, Match, Origin, Pace, Review
from game.referee import Course
from game.strategy.review import Grade, grade
from tests.game.finished import finished, reviewed
from tests.game.tables import begin, sit
from trainer.models import Learner

pytestmark = pytest.mark.django_db

SHORT = Rules(target=31)
COUNTED = Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)


@pytest.fixture
def learner(client: Client) -> Learner:
    """Somebody in front of the browser."""
    return sit(client)


def kept(learner: Learner, chance: str, *lost: float, rules: Rules = SHORT) -> Course:
    """A finished game whose review is kept."""
    course = finished(learner, rules, chance)
    losses.keep(course, reviewed(course, *lost))
    return course


# ------------------------------------------------------------------------------------------------------- keeping


def test_a_review_that_is_made_is_kept_decision_by_decision(learner: Learner) -> None:
    course = finished(learner, COUNTED, "0")
    review = losses.step(course, 0, seconds=600)
    assert after_review.is_done(review, course)
    rows = list(JudgedDecision.objects.filter(learner=learner).order_by("number", "pk"))
    told = after_review.decisions(review)
    assert [(row.number, row.kind, row.points, row.win, row.grade) for row in rows] == [
        (each.number, each.kind, each.points, each.win, each.grade) for each in told
    ]
    assert [losses.decision_of(row).action for row in rows] == [each.action for each in told]
    assert {row.part for row in rows} >= {"discard", "play", "count"}
    for row in rows:
        judged = grade(course.log.state(row.number), course.log.action(row.number), row.number)
        assert judged
        assert row.best == str(judged.best)
        assert (
            len(parse_cards(row.held))
            in {"discard": (6,), "play": (2, 3, 4), "count": (4,), "answer": (0, 4)}[row.part]
        )


def test_a_step_that_does_not_end_the_review_keeps_nothing(learner: Learner) -> None:
    course = finished(learner, SHORT, "0")
    assert not after_review.is_done(losses.step(course, 0, seconds=0), course)
    assert not JudgedGame.objects.exists()


def test_nothing_is_counted_twice(learner: Learner) -> None:
    course = kept(learner, "0", 1.0)
    losses.keep(course, Review.objects.get(game=course.game))
    assert JudgedGame.objects.count() == 1
    assert losses_of(learner).whole.decisions == JudgedDecision.objects.count()


def test_of_two_who_end_a_review_at_once_one_keeps_it(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    course = finished(learner, SHORT, "0")
    review, read = reviewed(course, 1.0), after_review.decisions

    def overtaken(found: Review) -> tuple[Decision, ...]:
        monkeypatch.setattr(after_review, "decisions", read)
        losses.keep(course, review)
        return read(found)

    monkeypatch.setattr(after_review, "decisions", overtaken)
    losses.keep(course, review)
    assert JudgedGame.objects.count() == 1
    assert losses_of(learner).whole.decisions == JudgedDecision.objects.count()


def test_somebody_elses_seat_is_not_kept(learner: Learner) -> None:
    course = finished(learner, SHORT, "0")
    review = Review.objects.create(game=course.game, seat=1, upto=course.number, asked=0)
    losses.keep(course, review)
    assert not JudgedGame.objects.exists()


def test_a_game_that_was_played_again_does_not_count(learner: Learner) -> None:
    course = finished(learner, SHORT, "0")
    Match.objects.filter(pk=course.match.pk).update(origin=Origin.AGAIN)
    course = referee.load(course.match.key)
    losses.keep(course, reviewed(course, 1.0))
    assert not JudgedGame.objects.exists()
    assert not losses.judge_more(learner)


def test_the_review_page_keeps_what_it_judges(client: Client, learner: Learner) -> None:
    course = finished(learner, SHORT, "0")
    address = reverse("grade", args=[course.match.key, 1])
    while not JudgedGame.objects.exists():
        before = after_review.begun(course, 0).upto
        assert client.post(address).status_code == 302
        assert after_review.begun(course, 0).upto > before
    assert losses_of(learner).judged == 1


def test_what_was_graded_by_the_former_rule_is_graded_anew_with_its_sums(learner: Learner) -> None:
    kept(learner, "0", 0.0, 0.3, 1.2, 2.4)
    told = dict(JudgedDecision.objects.values_list("pk", "grade"))
    sums = list(LossTally.objects.order_by("part", "grade").values_list("part", "grade", "decisions"))
    JudgedDecision.objects.filter(grade=Grade.MISTAKE).update(grade=Grade.BLUNDER)
    for row in LossTally.objects.filter(grade=Grade.MISTAKE):
        LossTally.objects.filter(part=row.part, grade=Grade.BLUNDER).update(decisions=F("decisions") + row.decisions)
        row.delete()
    import_module("game.migrations.0014_grades").grade_decisions(apps, None)
    assert dict(JudgedDecision.objects.values_list("pk", "grade")) == told
    assert list(LossTally.objects.order_by("part", "grade").values_list("part", "grade", "decisions")) == sums


# ------------------------------------------------------------------------------------------------------ adding up


def test_the_sums_are_those_of_the_decisions(learner: Learner) -> None:
    for chance in ("0", "1", "2"):
        kept(learner, chance, 0.0, 0.5, 2.5)
    found, rows = losses_of(learner), list(JudgedDecision.objects.all())
    assert (found.games, found.judged, len(found.latest)) == (3, 3, 3)
    for part in (DecisionPart.DISCARD, DecisionPart.PLAY):
        points = [row.points for row in rows if row.part == part]
        assert found.parts[part].decisions == len(points)
        assert found.parts[part].average == pytest.approx(sum(points) / len(points))
    assert found.whole.points == pytest.approx(sum(row.points for row in rows))
    assert sum((game.whole for game in found.latest), Loss()).points == pytest.approx(found.whole.points)
    grades = Counter(row.grade for row in rows)
    assert {grade: n for grade, n in found.grades.items() if n} == {Grade(grade): n for grade, n in grades.items()}


def test_games_are_listed_from_the_earliest_to_the_latest(learner: Learner) -> None:
    keys = [kept(learner, chance, 1.0).match.key for chance in ("0", "1", "2")]
    assert [game.key for game in losses_of(learner).latest] == keys


def test_the_costliest_decision_comes_first(learner: Learner) -> None:
    kept(learner, "0", 0.0, 0.5, 2.5, 1.2)
    points = [row.points for row in losses.costliest(learner)]
    assert points == sorted(points, reverse=True)
    assert {row.part for row in losses.costliest(learner, DecisionPart.DISCARD)} == {"discard"}
    assert {row.grade for row in losses.costliest(learner, grade=Grade.MISTAKE)} == {"mistake"}


def test_reading_takes_as_many_queries_for_many_games_as_for_one(client: Client, learner: Learner) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(reverse("games"))
        return len(found)

    kept(learner, "0", 1.0)
    queries()
    few = queries()
    for chance in ("1", "2", "3"):
        kept(learner, chance, 1.0)
    assert queries() == few


# -------------------------------------------------------------------------------------------------- on the page


def test_a_person_without_finished_games_reads_nothing_of_it(client: Client, learner: Learner) -> None:
    begin(learner, SHORT, Pace.INSTANT)
    assert 'id="losses"' not in client.get(reverse("games")).content.decode()


def test_games_are_reviewed_by_a_button_a_few_at_a_time(client: Client, learner: Learner) -> None:
    for chance in ("0", "1"):
        finished(learner, SHORT, chance)
    page = client.get(reverse("games")).content.decode()
    assert "Reviewed so far: 0 of 2 finished games." in " ".join(page.split())
    response = client.post(reverse("judge_games"))
    assert response.headers["Location"] == "/games/#losses"
    for _ in range(100):
        if not losses.judge_more(learner):
            break
    assert JudgedGame.objects.count() == 2
    assert 'id="judge"' not in client.get(reverse("games")).content.decode()


def test_what_was_reviewed_before_is_taken_in_without_judging(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    courses = [finished(learner, SHORT, chance) for chance in ("0", "1")]
    for course in courses:
        reviewed(course, 1.0)

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(after_review, "decisions_at", refuse)
    response = client.post(reverse("judge_games"), headers={"HX-Request": "true"})
    assert "hx-post" not in response.content.decode()
    assert losses_of(learner).judged == 2


def test_nothing_is_asked_for_ever_where_losses_cannot_be_kept(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewed(finished(learner, SHORT, "0"), 1.0)

    def refuse(*_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(JudgedDecision.objects, "bulk_create", refuse)
    fragment = client.post(reverse("judge_games"), headers={"HX-Request": "true"}).content.decode()
    assert "load delay" not in fragment
    assert 'id="judge"' in fragment, "the button can be pressed once more"
    monkeypatch.undo()
    assert losses.judge_more(learner)


def test_the_form_goes_on_by_itself_once_it_was_sent(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(losses, "SECONDS", 0.0)
    finished(learner, SHORT, "0")
    assert "load delay" not in client.get(reverse("games")).content.decode()
    fragment = client.post(reverse("judge_games"), headers={"HX-Request": "true"}).content.decode()
    assert "load delay" in fragment
    assert "<html" not in fragment


def test_the_figures_the_curve_and_its_numbers(client: Client, learner: Learner) -> None:
    for chance in ("0", "1"):
        kept(learner, chance, 1.0)
    page = client.get(reverse("games")).content.decode().partition('id="losses"')[2].partition("</section>")[0]
    assert re.findall(r"<dt>([\w ]+)</dt><dd>([\d.]+)</dd>", page) == [
        ("Discards", "1.00"),
        ("Cards played", "1.00"),
    ]
    assert '<strong class="number number-large">1.00</strong>' in page
    assert page.count('class="chart-dot"') == 2
    assert len(re.findall(r'<tr><th scope="row"><a class="link" href="/games/[\w-]+/1/">', page)) == 2


def test_a_game_in_play_is_not_judged(learner: Learner) -> None:
    match = begin(learner, SHORT, Pace.INSTANT)
    assert not isinstance(referee.load(match.key).state, Over)
    assert not losses.judge_more(learner)


def test_an_earlier_game_of_a_match_in_play_is_judged(learner: Learner) -> None:
    course = finished(learner, replace(SHORT, match_points=9), "0")
    reviewed(course, 1.0)
    following = referee.advance(course, Pace.INSTANT)
    assert (following.game.number, following.match.over) == (2, False)
    assert losses.judge_more(learner)
    assert [(game.number, losses_of(learner).games) for game in losses_of(learner).latest] == [(1, 1)]
    assert not losses.judge_more(learner)


def test_whoever_is_nobody_yet_judges_nothing() -> None:
    response = Client().post(reverse("judge_games"))
    assert response.status_code == 302
    assert not Learner.objects.exists()


def test_tallies_say_what_they_are(learner: Learner) -> None:
    kept(learner, "0", 2.5)
    assert {str(row) for row in LossTally.objects.all()} == {"discard, blunder", "play, blunder"}


def test_the_day_of_a_game_has_its_year_only_if_that_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 26, 12, tzinfo=UTC))
    assert losses_words.game_against(["Ada"], datetime(2026, 11, 7, 12, tzinfo=UTC)) == "against Ada, Nov 7"
    assert "2025" in losses_words.game_against(["Ada"], datetime(2025, 11, 7, 12, tzinfo=UTC))
