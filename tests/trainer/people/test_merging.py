"""A guest's doings become part of an account: every row moves, and what may be there once only becomes one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Event
from time import sleep
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections
from django.db.models import ForeignObjectRel
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from game.engine.rules import Rules
from game.models import (
    Block,
    Challenge,
    ChallengeTry,
    Game,
    Habits,
    JudgedDecision,
    JudgedGame,
    LossTally,
    Luck,
    Match,
    Pace,
    Rating,
    Result,
    Seat,
)
from game.together import challenges
from tests.game.finished import finished
from trainer.models import (
    EVER,
    Attempt,
    Classroom,
    Learner,
    Membership,
    Race,
    Racer,
    Reading,
    Recall,
    Run,
    Session,
    Star,
    Tally,
)
from trainer.people import merging
from trainer.practice import races, service
from trainer.progress.tallies import TallyUpdate

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def guest() -> Learner:
    """Somebody without a name."""
    return Learner.objects.create_guest()


@pytest.fixture
def anna() -> Learner:
    """Somebody with one."""
    return Learner.objects.create_user("Anna")


def run_of(learner: Learner, **facts: Any) -> Run:
    """A run."""
    return Run.objects.create(learner=learner, settings="count calm", seed=1, drill="count", asked="", **facts)


def recall_of(learner: Learner, **facts: Any) -> Recall:
    """A recall item."""
    return Recall.objects.create(**{"learner": learner, "drill": "count", "pattern": "p", "due_at": NOW, **facts})


def attempt_of(learner: Learner, **facts: Any) -> Attempt:
    """An answer."""
    return Attempt.objects.create(
        learner=learner, drill="count", question="q", answer="1", right=True, asked_at=NOW, **facts
    )


def tally_of(learner: Learner, **facts: Any) -> Tally:
    """A tally."""
    return Tally.objects.create(**{"learner": learner, "day": DAY, "facet": "all", **facts})


def classroom_of(learner: Learner, code: str = "ABC") -> Classroom:
    """A class."""
    return Classroom.objects.create(name="Tuesday", code=code, organiser=learner)


def seat_of(learner: Learner) -> Seat:
    """A seat at somebody's table."""
    match = Match.objects.create(owner=Learner.objects.create_guest(), rules="")
    return Seat.objects.create(match=match, place=0, learner=learner)


def challenge_of(maker: Learner) -> Challenge:
    """A challenge, without a result."""
    empty: dict[str, Any] = {"levels": ["", "club"], "opening": [], "place": 0, "number": 1}
    return Challenge.objects.create(maker=maker, rules="", seed="", **empty)


def log_entry_of(learner: Learner) -> LogEntry:
    """A deed in the admin. What is kept of content types in memory may be of a test that was rolled back."""
    ContentType.objects.clear_cache()
    return LogEntry.objects.create(user=learner, action_flag=1, content_type=ContentType.objects.get_for_model(Learner))


def session_of(learner: Learner) -> Session:
    """A session."""
    return Session.objects.create(pk=f"of {learner.pk}", owner=learner, expire_date=timezone.now() + timedelta(days=9))


def game_of_somebody() -> Game:
    """A game at a table of somebody else."""
    return Match.objects.create(owner=Learner.objects.create_guest(), rules="").games.create()


def decision_of(learner: Learner) -> JudgedDecision:
    """A reviewed decision; the one that there is already, if any."""
    found = JudgedDecision.objects.filter(learner=learner).first()
    facts = {"deal": 1, "kind": "discard", "part": "discard", "grade": "best", "points": 0, "win": 0, "near_end": False}
    return found or JudgedDecision.objects.create(learner=learner, game=game_of_somebody(), number=3, **facts)


def star_of(learner: Learner) -> Star:
    """A star for a decision and a recall item, those that there are already, if any."""
    item = Recall.objects.filter(learner=learner).first() or recall_of(learner)
    return Star.objects.create(learner=learner, decision=decision_of(learner), recall=item)


MAKERS: dict[tuple[Any, str], Callable[[Learner], Any]] = {
    (LogEntry, "user"): log_entry_of,
    (Match, "owner"): lambda learner: Match.objects.create(owner=learner, rules=""),
    (Seat, "learner"): seat_of,
    (Block, "blocker"): lambda learner: Block.objects.create(blocker=learner, blocked=Learner.objects.create_guest()),
    (Block, "blocked"): lambda learner: Block.objects.create(blocker=Learner.objects.create_guest(), blocked=learner),
    (Challenge, "maker"): challenge_of,
    (ChallengeTry, "learner"): lambda learner: ChallengeTry.objects.create(
        challenge=challenge_of(Learner.objects.create_guest()), learner=learner
    ),
    (Habits, "learner"): lambda learner: Habits.objects.create(learner=learner),
    (Result, "learner"): lambda learner: Result.objects.create(learner=learner, rules="own", level="club", seats=2),
    (Luck, "learner"): lambda learner: Luck.objects.create(learner=learner, seats=2, sides=2, people=True),
    (Rating, "learner"): lambda learner: Rating.objects.create(learner=learner, strength=350.0, error=120.0, games=15),
    (JudgedGame, "learner"): lambda learner: JudgedGame.objects.create(
        learner=learner, game=game_of_somebody(), seat=0, ended_at=NOW
    ),
    (JudgedDecision, "learner"): decision_of,
    (LossTally, "learner"): lambda learner: LossTally.objects.create(learner=learner, part="play", grade="best"),
    (Classroom, "organiser"): classroom_of,
    (Membership, "learner"): lambda learner: Membership.objects.create(
        classroom=classroom_of(Learner.objects.create_guest(), "XYZ"), learner=learner, called="Anna"
    ),
    (Recall, "learner"): recall_of,
    (Star, "learner"): star_of,
    (Reading, "learner"): lambda learner: Reading.objects.create(learner=learner, lesson="fifteens"),
    (Run, "learner"): lambda learner: run_of(learner, day=DAY),
    (Attempt, "learner"): attempt_of,
    (Tally, "learner"): tally_of,
    (Session, "owner"): session_of,
    (Race, "host"): lambda learner: Race.objects.create(host=learner, settings="count sprint 60", seed=1),
    (Racer, "learner"): lambda learner: Racer.objects.create(
        race=Race.objects.create(settings="count sprint 60", seed=1), learner=learner
    ),
}
"""How to make one of everything that hangs on a learner. A new relation belongs here, and in `joining` where it may be
there once only."""


def related() -> set[tuple[Any, str]]:
    """Every relation to a learner that the models know, but rights."""
    relations = Learner._meta.get_fields(include_hidden=True)
    return {
        (relation.related_model, relation.field.name)
        for relation in relations
        if isinstance(relation, ForeignObjectRel)
        and relation.related_model not in {Learner.groups.through, Learner.user_permissions.through}
    }


@pytest.mark.django_db(transaction=True)
class TestAnswerOnItsWay:
    """An answer that comes at the moment in which its learner is joined or deleted stands in nobody's way."""

    @pytest.fixture
    def answered(self, guest: Learner, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
        """Let something be done while an answer of the guest is being kept."""
        run = Run.objects.create(learner=guest, settings="count calm", seed=1, drill="count", asked="4C 5S 6D JH | 4H")
        kept, add = Event(), TallyUpdate.add

        def slowly(sums: TallyUpdate) -> None:
            add(sums)
            kept.set()
            sleep(0.5)

        def answer() -> None:
            try:
                service.answer(service.taken(run.key, guest), "11", timezone.now())
            finally:
                connections.close_all()

        def meanwhile(do: Callable[[], Any]) -> None:
            with ThreadPoolExecutor(1) as pool:
                coming = pool.submit(answer)
                assert kept.wait(30)
                do()
                coming.result()

        monkeypatch.setattr(TallyUpdate, "add", slowly)
        return meanwhile

    def test_it_is_joined(self, answered: Callable[..., None], guest: Learner, anna: Learner) -> None:
        answered(lambda: merging.merge(guest, anna))
        attempt = Attempt.objects.get()
        assert (attempt.learner, attempt.run and attempt.run.learner) == (anna, anna)
        assert set(Tally.objects.values_list("learner", flat=True)) == {anna.pk}

    def test_it_is_deleted(self, answered: Callable[..., None], guest: Learner, client: Client) -> None:
        client.force_login(guest)
        answered(lambda: client.post(reverse("delete")))
        assert [model.objects.count() for model in (Learner, Run, Attempt, Tally, Recall)] == [0] * 5


@pytest.mark.django_db(transaction=True)
class TestGameOnItsWay:
    """A challenge made, or a race that somebody comes into, at the moment of joining: neither waits for the other."""

    @pytest.fixture
    def while_(self, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
        """Do the one thing while the other stands still in a function, under its lock."""

        def both(deed: Callable[[], Any], module: Any, function: str, do: Callable[[], Any]) -> None:
            reached, usual = Event(), getattr(module, function)

            def slowly(*given: Any) -> Any:
                reached.set()
                sleep(0.5)
                return usual(*given)

            def closing() -> None:
                try:
                    deed()
                finally:
                    connections.close_all()

            monkeypatch.setattr(module, function, slowly)
            with ThreadPoolExecutor(1) as pool:
                coming = pool.submit(closing)
                assert reached.wait(30)
                do()
                coming.result()

        return both

    def test_a_race_of_the_guests(self, while_: Callable[..., None], guest: Learner, anna: Learner) -> None:
        race = Race.objects.create(host=guest, settings="count sprint 60", seed=1)
        while_(lambda: races.say_ready(race.token, anna), races, "refusal", lambda: merging.merge(guest, anna))
        assert (Race.objects.get().host, Racer.objects.get().learner) == (anna, anna)

    def test_a_challenge_of_the_guests(self, while_: Callable[..., None], guest: Learner, anna: Learner) -> None:
        course = finished(guest, Rules(target=31), "joined")
        while_(
            lambda: challenges.make(course, guest),
            challenges,
            "is_shared_again",
            lambda: merging.merge(guest, anna),
        )
        assert Challenge.objects.get().maker == anna
        assert Match.objects.get().owner == anna


class TestEverything:
    """No relation is forgotten."""

    def test_every_relation_is_made_here(self) -> None:
        assert related() == set(MAKERS)
        assert related() == set(merging.relations())

    @pytest.mark.parametrize(("model", "field"), MAKERS, ids=lambda part: getattr(part, "__name__", part))
    def test_it_moves(self, guest: Learner, anna: Learner, model: Any, field: str) -> None:
        row = MAKERS[model, field](guest)
        merging.merge(guest, anna)
        assert model.objects.filter(**{field: anna}).count() == 1
        if model is not Habits:  # whose key is the learner
            assert model.objects.filter(pk=row.pk, **{field: anna}).exists()
        assert not Learner.objects.filter(pk=guest.pk).exists()

    @pytest.mark.parametrize(("model", "field"), MAKERS, ids=lambda part: getattr(part, "__name__", part))
    def test_it_joins_what_the_account_has(self, guest: Learner, anna: Learner, model: Any, field: str) -> None:
        if model is Classroom:
            classroom_of(guest), classroom_of(anna, "DEF")
        elif model is Membership:
            classroom = classroom_of(Learner.objects.create_guest())
            for learner in (guest, anna):
                Membership.objects.create(classroom=classroom, learner=learner, called="A", shares=learner == anna)
        else:
            MAKERS[model, field](guest), MAKERS[model, field](anna)
        merging.merge(guest, anna)
        once = model in {Habits, LossTally, Result, Luck, Membership, Rating, Reading, Recall, Tally}
        assert model.objects.filter(**{field: anna}).count() == (1 if once else 2)

    def test_a_second_time_there_is_nobody(self, guest: Learner, anna: Learner) -> None:
        merging.merge(guest, anna)
        with pytest.raises(Learner.DoesNotExist):
            merging.merge(guest, anna)

    def test_nobody_elses_row_moves(self, guest: Learner, anna: Learner) -> None:
        other = Learner.objects.create_guest()
        rows: list[Any] = [attempt_of(other), run_of(other, day=DAY), tally_of(other), recall_of(other)]
        run_of(guest, day=DAY)
        merging.merge(guest, anna)
        for row in rows:
            row.refresh_from_db()
            assert row.learner == other
        assert rows[1].day == DAY

    def test_a_fault_half_way_moves_nothing(
        self, guest: Learner, anna: Learner, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        attempt = attempt_of(guest)

        def fail(*_people: Learner) -> None:
            raise RuntimeError

        monkeypatch.setattr(merging, "hand_over", fail)
        with pytest.raises(RuntimeError):
            merging.merge(guest, anna)
        attempt.refresh_from_db()
        assert attempt.learner == guest

    def test_the_number_of_queries_is_that_of_the_kinds_of_rows(self, guest: Learner, anna: Learner) -> None:
        def queries(guest: Learner, rows: int) -> int:
            for number in range(rows):
                attempt_of(guest)
                run_of(guest, day=DAY + timedelta(number))
                for learner in (guest, anna):
                    Tally.objects.get_or_create(
                        learner=learner, day=DAY, facet=f"skill:{number}", defaults={"times": 1}
                    )
            with CaptureQueriesContext(
                connection,
            ) as captured:
                merging.merge(guest, anna)
            return len(captured)

        assert queries(guest, 3) == queries(Learner.objects.create_guest(), 60)


class TestWhatIsThereOnce:
    """What each of both had, put together."""

    def test_the_accounts_try_of_a_day_counts(self, guest: Learner, anna: Learner) -> None:
        own, others = run_of(anna, day=DAY), run_of(guest, day=DAY)
        alone = run_of(guest, day=DAY + timedelta(1))
        merging.merge(guest, anna)
        days = dict(Run.objects.filter(learner=anna).values_list("pk", "day"))
        assert days == {own.pk: DAY, others.pk: None, alone.pk: DAY + timedelta(1)}

    @pytest.mark.parametrize("first", ["guest", "account"])
    def test_the_first_try_at_the_same_deals_counts(self, guest: Learner, anna: Learner, first: str) -> None:
        challenge = challenge_of(Learner.objects.create_guest())
        earlier, later = (guest, anna) if first == "guest" else (anna, guest)
        kept = ChallengeTry.objects.create(challenge=challenge, learner=earlier)
        ChallengeTry.objects.create(challenge=challenge, learner=later)
        merging.merge(guest, anna)
        assert ChallengeTry.objects.get(learner=anna) == kept
        assert ChallengeTry.objects.filter(challenge=challenge).count() == 1

    @pytest.mark.parametrize("first", ["guest", "account"])
    def test_the_first_result_in_a_race_counts(self, guest: Learner, anna: Learner, first: str) -> None:
        race = Race.objects.create(settings="count sprint 60", seed=1)
        earlier, later = (guest, anna) if first == "guest" else (anna, guest)
        kept = Racer.objects.create(race=race, learner=earlier)
        Racer.objects.create(race=race, learner=later)
        runs = [run_of(learner, race=race) for learner in (earlier, later)]
        merging.merge(guest, anna)
        assert Racer.objects.get() == kept
        found = dict(Run.objects.filter(learner=anna).values_list("pk", "race"))
        assert found == {runs[0].pk: race.pk, runs[1].pk: None}

    def test_tallies_are_added_up(self, guest: Learner, anna: Learner) -> None:
        tally_of(anna, day=EVER, times=30, misses=3.5, timed=10, seconds=100.0, level=0.9, pace=2.0)
        tally_of(guest, day=EVER, times=10, misses=1.5, timed=30, seconds=60.0, level=0.5, pace=1.0)
        tally_of(guest, day=EVER, facet="drill:peg", times=4)
        merging.merge(guest, anna)
        tally = Tally.objects.get(learner=anna, day=EVER, facet="all")
        assert (tally.times, tally.misses, tally.timed, tally.seconds) == (40, 5.0, 40, 160.0)
        assert tally.level == pytest.approx(0.8)
        assert tally.pace == pytest.approx(1.25)
        assert Tally.objects.get(learner=anna, facet="drill:peg").times == 4

    def test_tallies_that_say_nothing_yet(self, guest: Learner, anna: Learner) -> None:
        tally_of(anna, level=0.7)
        tally_of(guest)
        merging.merge(guest, anna)
        assert Tally.objects.get(learner=anna).level == 0.7

    @pytest.mark.parametrize("sooner", ["guest", "account"])
    def test_the_recall_item_that_comes_sooner_stays(self, guest: Learner, anna: Learner, sooner: str) -> None:
        soon, late = (guest, anna) if sooner == "guest" else (anna, guest)
        first = recall_of(soon, rights=1)
        last = recall_of(late, rights=2, due_at=NOW + timedelta(9))
        run = run_of(guest, recalled=last)
        other = recall_of(guest, pattern="q")
        merging.merge(guest, anna)
        assert set(Recall.objects.filter(learner=anna)) == {first, other}
        run.refresh_from_db()
        assert run.recalled == first

    @pytest.mark.parametrize(("retired", "cause"), [(False, "nobs"), (True, Recall.STARRED)])
    def test_what_was_missed_stays_so_where_the_other_only_starred_it(
        self, guest: Learner, anna: Learner, retired: bool, cause: str
    ) -> None:
        starred = recall_of(anna, cause=Recall.STARRED, chance=0.05)
        recall_of(guest, cause="nobs", chance=0.3, due_at=NOW + timedelta(9), retired=retired)
        merging.merge(guest, anna)
        kept = Recall.objects.get(learner=anna)
        assert (kept, kept.cause, kept.chance) == (starred, cause, 0.05 if retired else 0.3)

    def test_an_item_that_still_comes_back_stays_before_one_that_does_not(self, guest: Learner, anna: Learner) -> None:
        recall_of(anna, retired=True, due_at=NOW - timedelta(9))
        coming = recall_of(guest)
        merging.merge(guest, anna)
        assert list(Recall.objects.filter(learner=anna)) == [coming]

    def test_the_accounts_word_on_sharing_stays(self, guest: Learner, anna: Learner) -> None:
        classroom = classroom_of(Learner.objects.create_guest())
        Membership.objects.create(classroom=classroom, learner=guest, called="G", shares=True)
        Membership.objects.create(classroom=classroom, learner=anna, called="A", shares=False)
        merging.merge(guest, anna)
        assert list(classroom.memberships.values_list("called", "shares")) == [("A", False)]

    @pytest.mark.parametrize("organises", ["guest", "account"])
    def test_who_organises_a_class_is_no_member_of_it(self, guest: Learner, anna: Learner, organises: str) -> None:
        organiser, member = (guest, anna) if organises == "guest" else (anna, guest)
        classroom = classroom_of(organiser)
        Membership.objects.create(classroom=classroom, learner=member, called="A")
        other = Membership.objects.create(classroom=classroom, learner=Learner.objects.create_guest(), called="B")
        merging.merge(guest, anna)
        classroom.refresh_from_db()
        assert classroom.organiser == anna
        assert list(classroom.memberships.all()) == [other]

    def test_results_and_luck_are_added_up(self, guest: Learner, anna: Learner) -> None:
        for learner, games in ((guest, 2), (anna, 5)):
            facts = {"learner": learner, "rules": "own", "level": "club", "seats": 2}
            Result.objects.create(**facts, games=games, won=1, points_for=games * 121)
            Result.objects.create(**{**facts, "seats": 3 + games}, games=games)
            Luck.objects.create(
                learner=learner, seats=2, sides=2, people=True, hands=games, hand_points=8, starters=[games] * 13
            )
        merging.merge(guest, anna)
        assert sorted(Result.objects.filter(learner=anna).values_list("seats", "games", "won", "points_for")) == [
            (2, 7, 2, 847),
            (5, 2, 0, 0),
            (8, 5, 0, 0),
        ]
        luck = Luck.objects.get(learner=anna)
        assert (luck.hands, luck.hand_points, luck.starters) == (7, 16, [7] * 13)

    def test_two_ratings_become_one_that_is_surer(self, guest: Learner, anna: Learner) -> None:
        for learner, strength in ((guest, 300.0), (anna, 400.0)):
            Rating.objects.create(learner=learner, strength=strength, error=120.0, games=15, curve=[[400, 120]] * 15)
        merging.merge(guest, anna)
        rating = Rating.objects.get(learner=anna)
        assert (rating.games, len(rating.curve)) == (30, 30)
        assert 300 < rating.strength < 400
        assert rating.error < 120

    def test_the_luck_of_the_site_stays(self, guest: Learner, anna: Learner) -> None:
        site = Luck.objects.create(learner=None, seats=2, sides=2, people=True, hands=9)
        Luck.objects.create(learner=guest, seats=2, sides=2, people=True, hands=1)
        merging.merge(guest, anna)
        site.refresh_from_db()
        assert (site.learner, site.hands) == (None, 9)

    def test_the_accounts_habits_stay_where_it_has_some(self, guest: Learner, anna: Learner) -> None:
        Habits.objects.create(learner=guest, pace=Pace.FAST)
        Habits.objects.create(learner=anna, pace=Pace.SLOW)
        merging.merge(guest, anna)
        assert [habits.pace for habits in Habits.objects.all()] == [Pace.SLOW]

    def test_the_guests_habits_come_where_it_has_none(self, guest: Learner, anna: Learner) -> None:
        Habits.objects.create(learner=guest, pace=Pace.FAST)
        merging.merge(guest, anna)
        assert Habits.objects.get().learner == anna
        assert anna.habits.pace == Pace.FAST

    @pytest.mark.parametrize(("own", "result"), [(None, "Fox"), ("Hen", "Hen")])
    def test_the_row_itself(self, guest: Learner, anna: Learner, own: str | None, result: str) -> None:
        earlier = timezone.now() - timedelta(30)
        guest.public_name, guest.active_on, guest.created_at = "Fox", DAY, earlier
        guest.preferences = {"cards": "two", "look": "dark"}
        anna.public_name, anna.active_on, anna.preferences = own, DAY - timedelta(1), {"look": "light"}
        guest.save()
        anna.save()
        joined = merging.merge(guest, anna)
        anna.refresh_from_db()
        for account in (joined, anna):
            assert (account.public_name, account.active_on, account.created_at) == (result, DAY, earlier)
            assert account.preferences == {"cards": "two", "look": "light"}

    def test_of_two_seats_at_one_table_the_accounts_stays(self, guest: Learner, anna: Learner) -> None:
        match = Match.objects.create(owner=guest, rules="")
        for place, learner in enumerate((guest, anna)):
            Seat.objects.create(match=match, place=place, learner=learner)
        merging.merge(guest, anna)
        assert list(match.seats.values_list("learner", flat=True)) == [None, anna.pk]

    def test_blocks_of_the_same_people_become_one(self, guest: Learner, anna: Learner) -> None:
        other = Learner.objects.create_guest()
        pairs = [(guest, anna), (guest, other), (anna, other), (other, guest), (other, anna)]
        Block.objects.bulk_create(Block(blocker=one, blocked=two) for one, two in pairs)
        merging.merge(guest, anna)
        assert set(Block.objects.values_list("blocker", "blocked")) == {(anna.pk, other.pk), (other.pk, anna.pk)}
