"""The rating of a person: which games count, that it costs the same however many they are, and where it is shown."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game import rating, referee
from game.engine.play import Discard, Discarding, Over
from game.engine.rules import Rules
from game.models import Help, Match, Pace, Rating
from game.setup import Setup
from game.strategy.levels import Level
from game.strategy.strength import Strength
from tests.game.tables import begin, choose, play_out, sit
from trainer.models import Learner

SHORT = Rules(target=31)

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(client: Client) -> Learner:
    return sit(client)


def ended(match: Match) -> Over:
    *_, course = play_out(match, Pace.INSTANT)
    state = course.state
    assert isinstance(state, Over)
    return state


def rate(learner: Learner, mean: float, error: float = 100.0, games: int = 15) -> Rating:
    curve = [[round(mean), round(error)]] * min(games, rating.LATEST)
    return Rating.objects.create(learner=learner, strength=mean, error=error, games=games, curve=curve)


class TestCounting:
    """Games that count."""

    @pytest.mark.parametrize("rules", [SHORT, Rules(seats=3, sides=3, target=31), Rules(seats=4, sides=2, target=31)])
    def test_a_game_against_bots_counts(self, ann: Learner, rules: Rules) -> None:
        over = ended(begin(ann, rules, Pace.INSTANT, Level.BEGINNER))
        row = Rating.objects.get(learner=ann)
        expected = Strength().after(rules, over.table.scores, 0, dict.fromkeys(range(1, rules.seats), Level.BEGINNER))
        assert (row.games, row.strength, row.error) == (1, expected.mean, expected.error)
        assert row.curve == [[round(row.strength), round(row.error)]]

    @pytest.mark.parametrize("kind", Help.Kind)
    def test_a_game_with_help_does_not(self, ann: Learner, kind: str) -> None:
        match = begin(ann, SHORT, Pace.INSTANT)
        Help.objects.create(game=match.games.get(), number=3, seat=0, kind=kind)
        ended(match)
        assert not Rating.objects.exists()

    def test_a_game_with_a_warning_that_was_not_followed_does(self, ann: Learner) -> None:
        match = begin(ann, SHORT, Pace.INSTANT)
        courses = play_out(match, Pace.INSTANT)
        course = next(course for course in courses if isinstance(course.state, Discarding))
        chosen = choose(course)
        assert isinstance(chosen, Discard)
        about = str(Discard(0, chosen.cards[::-1]))
        Help.objects.create(game=course.game, number=course.number, seat=0, kind=Help.Kind.WARNING, about=about)
        for _course in courses:
            pass
        assert Rating.objects.get().games == 1

    def test_a_game_that_is_played_again_does_not(self, ann: Learner) -> None:
        first = begin(ann, SHORT, Pace.INSTANT)
        ended(first)
        ended(referee.again(referee.load(first.key), 3, ann))
        assert Rating.objects.get().games == 1

    def test_each_game_of_a_match_counts(self, ann: Learner) -> None:
        ended(begin(ann, Rules(target=31, match_points=3), Pace.INSTANT))
        games = Match.objects.get().games.count()
        assert Rating.objects.get().games == games > 1

    def test_a_game_with_another_person_does_not(self, ann: Learner) -> None:
        over = ended(begin(ann, SHORT, Pace.INSTANT))
        before = Rating.objects.get()
        rating.add(ann.pk, 1, over, 0, {})
        assert Rating.objects.get().games == before.games

    def test_a_curve_holds_the_latest_games(self, ann: Learner) -> None:
        row = rate(ann, 300.0, games=rating.LATEST)
        ended(begin(ann, SHORT, Pace.INSTANT))
        row.refresh_from_db()
        assert (row.games, len(row.curve)) == (rating.LATEST + 1, rating.LATEST)
        assert row.curve[-1] == [round(row.strength), round(row.error)]

    def test_a_game_costs_four_queries(self, ann: Learner) -> None:
        match = begin(ann, SHORT, Pace.INSTANT)
        over = ended(match)
        for _ in range(2):
            with CaptureQueriesContext(connection) as queries:
                rating.add(ann.pk, match.games.get().pk, over, 0, {1: Level.CASUAL})
            assert len(queries) == 5  # with that for the game


@pytest.mark.parametrize(("own", "other"), [(3, 2), (2, 3), (60, 1), (2, 70)])
def test_a_joined_curve_has_a_point_for_each_game(own: int, other: int) -> None:
    kept, guest = (rate(Learner.objects.create_guest(), mean, games=n) for mean, n in ((300.0, own), (400.0, other)))
    rating.join(kept, guest)
    kept.refresh_from_db()
    points = [[300, 100]] * own + [[400, 100]] * (other - 1) + [[round(kept.strength), round(kept.error)]]
    assert (kept.games, kept.curve) == (own + other, points[-rating.LATEST :])


class TestGames:
    """The list of games shows it."""

    def test_a_number_with_its_margin_and_what_it_means(self, client: Client, ann: Learner) -> None:
        ended(begin(ann, SHORT, Pace.INSTANT))
        curve = [[300, 200]] * 13 + [[380, 105], [412, 100]]
        Rating.objects.update(strength=412.3, error=100.0, games=15, curve=curve)
        page = client.get(reverse("games")).content.decode()
        for shown in (
            '<strong class="number number-large">412</strong> <span>± 196</span>',
            "After 15 games: most even with a bot of the level Club player.",
            '<th scope="row">Game 15</th><td>412 ± 196</td>',
            '<th scope="row">Game 14</th><td>380 ± 206</td>',
        ):
            assert shown in page

    @pytest.mark.parametrize(("games", "more"), [(1, "9 more games"), (rating.ENOUGH - 1, "1 more game")])
    def test_a_few_games_have_no_number(self, client: Client, ann: Learner, games: int, more: str) -> None:
        begin(ann, SHORT)
        rate(ann, 412.3, games=games)
        page = client.get(reverse("games")).content.decode()
        assert f"After {more} you see a number here." in page
        assert "± 196" not in page
        assert "strength-chart" not in page

    def test_the_first_number_has_no_curve(self, client: Client, ann: Learner) -> None:
        begin(ann, SHORT)
        rate(ann, 412.3, games=rating.ENOUGH)
        page = client.get(reverse("games")).content.decode()
        assert f"After {rating.ENOUGH} games:" in page
        assert "strength-chart" not in page

    @pytest.mark.parametrize(("games", "first"), [(rating.ENOUGH + 1, rating.ENOUGH), (rating.LATEST + 30, 31)])
    def test_a_curve_begins_with_the_first_number(self, client: Client, ann: Learner, games: int, first: int) -> None:
        begin(ann, SHORT)
        rate(ann, 412.3, games=games)
        shown = re.findall(r'<th scope="row">Game (\d+)</th>', client.get(reverse("games")).content.decode())
        assert list(map(int, shown)) == list(range(games, first - 1, -1))

    def test_nobody_sees_one_before_a_game(self, client: Client, ann: Learner) -> None:
        begin(ann, SHORT)
        assert "strength-title" not in client.get(reverse("games")).content.decode()

    def test_many_games_cost_what_one_costs(self, client: Client, ann: Learner) -> None:
        ended(begin(ann, SHORT, Pace.INSTANT))
        costs = []
        for games in (1, 100):
            Rating.objects.all().delete()
            rate(ann, 300.0, games=games)
            with CaptureQueriesContext(connection) as queries:
                client.get(reverse("games"))
            costs.append(len(queries))
        assert costs[0] == costs[1]


class TestMatch:
    """An opponent who fits."""

    def begun(self, client: Client, **fields: str) -> Match:
        client.post(reverse("new"), {"preset": "quick", "level": "match", **fields})
        return Match.objects.latest("pk")

    def levels(self, match: Match) -> list[str]:
        return list(match.seats.exclude(level="").order_by("place").values_list("level", flat=True))

    def test_the_form_says_who_that_is_today(self, client: Client, ann: Learner) -> None:
        assert "today that is Casual." in client.get(reverse("new")).content.decode()
        rate(ann, 512.0)
        assert "today that is Strong player." in client.get(reverse("new")).content.decode()

    @pytest.mark.parametrize(("mean", "level"), [(0, "novice"), (260, "casual"), (349, "casual"), (700, "expert")])
    def test_the_nearest_level_sits_down(self, client: Client, ann: Learner, mean: float, level: str) -> None:
        rate(ann, mean)
        assert self.levels(self.begun(client)) == [level]

    def test_a_guest_without_games_gets_the_usual_level(self, client: Client) -> None:
        assert self.levels(self.begun(client)) == ["casual"]

    def test_the_others_at_a_larger_table_play_like_the_opponent(self, client: Client, ann: Learner) -> None:
        rate(ann, 190.0)
        form = client.get(reverse("new")).context["form"]
        sent = {name: form[name].value() or "" for name in form.fields if name != "warnings"}
        match = self.begun(client, **{**sent, "preset": "own", "level": "match", "seats": "3", "seat_3": ""})
        assert self.levels(match) == ["beginner", "beginner"]

    def test_the_choice_is_proposed_again(self, client: Client) -> None:
        self.begun(client)
        assert client.get(reverse("new")).context["form"]["level"].value() == "match"
        client.post(reverse("new"), {"preset": "quick", "level": "expert"})
        assert client.get(reverse("new")).context["form"]["level"].value() == "expert"

    def test_another_game_is_matched_anew_and_says_so(self, client: Client, ann: Learner) -> None:
        match = self.begun(client)
        rate(ann, 600.0)
        page = client.post(reverse("rematch", args=[match.key]), follow=True).content.decode()
        assert self.levels(Match.objects.latest("pk")) == ["expert"]
        assert "today your opponent is of another level, Expert." in page
        page = client.post(reverse("rematch", args=[Match.objects.latest("pk").key]), follow=True).content.decode()
        assert self.levels(Match.objects.latest("pk")) == ["expert"]
        assert "of another level" not in page

    def test_another_game_from_the_list_is_matched_too(self, client: Client, ann: Learner) -> None:
        ended(self.begun(client))
        Rating.objects.update(strength=600.0)
        page = client.get(reverse("games")).content.decode()
        client.post(reverse("new"), dict(re.findall(r'name="(preset|level)" value="(\w+)"', page)))
        assert self.levels(Match.objects.latest("pk")) == ["expert"]
        assert ann.habits.setup["matched"]

    def test_an_opponent_that_was_chosen_stays(self, client: Client, ann: Learner) -> None:
        client.post(reverse("new"), {"preset": "quick", "level": "club"})
        rate(ann, 600.0)
        client.post(reverse("rematch", args=[Match.objects.get().key]))
        assert self.levels(Match.objects.latest("pk")) == ["club"]


def test_a_choice_from_before_there_were_matches_is_read() -> None:
    stored = Setup(SHORT, (Level.BEGINNER,)).as_json()
    del stored["matched"]
    assert Setup.from_json(stored) == Setup(SHORT, (Level.BEGINNER,))
