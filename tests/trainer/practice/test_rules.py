"""The rules of a run: clocks, combos, scores and ends."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.drills.modes import Mode
from trainer.drills.questions import Demand, Marking
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.practice import rules
from trainer.practice.rules import COMBO, PENALTY, RunStanding

NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
SPRINT = Settings("count", Mode.SPRINT, 180)
UNTIMED = Settings("count", Mode.SPRINT)
STREAK = Settings("count", Mode.STREAK)
CLOCK = Settings("count", Mode.CLOCK, 30)
ROUND = Settings("discard", Mode.ROUND)


@dataclass(frozen=True)
class Judged(Marking):
    """An answer judged by a made-up drill."""

    question: object = ""
    right: bool = True
    lost: float = 0.0
    worth: int = 8
    off: int = 0
    sort: str = "fifteens"
    causes: tuple[str, ...] = ()
    demands: tuple[Demand, ...] = ()
    missed: tuple[str, ...] | None = ()


RIGHT, WRONG = Judged(), Judged(right=False, lost=2.0, off=-2)


def after(seconds: float) -> datetime:
    """Return the time so many seconds after noon."""
    return NOON + timedelta(seconds=seconds)


def after_answers(settings: Settings, rights: str, standing: RunStanding | None = None) -> RunStanding:
    """Return the standing of a run after answers from noon on, one a second: "+" is a right one, "-" a wrong one."""
    standing = standing or RunStanding()
    for right in rights:
        judged = RIGHT if right == "+" else WRONG
        standing = rules.answered(settings, standing, rules.GivenAnswer(judged), after(standing.number))
    return standing


# ------------------------------------------------------------------------------------------------------- settings

options = st.dictionaries(
    st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.from_regex(r"[a-z0-9,\-]{1,12}", fullmatch=True), max_size=4
)


class TestSettings:
    """Settings have exactly one text form."""

    @given(
        st.builds(
            Settings, st.sampled_from(list(DRILLS)), st.sampled_from(Mode), st.none() | st.integers(0, 1800), options
        )
    )
    def test_the_text_form_can_be_read_back(self, settings: Settings) -> None:
        assert Settings.parse(str(settings)) == settings
        assert str(Settings.parse(str(settings))) == str(settings)

    @given(options)
    def test_equal_settings_have_one_text(self, chosen: dict[str, str]) -> None:
        turned = dict(reversed(chosen.items()))
        assert str(Settings("count", Mode.CALM, None, chosen)) == str(Settings("count", Mode.CALM, None, turned))

    def test_a_text_tells_everything(self) -> None:
        settings = Settings("count", Mode.SPRINT, 180, {"size": "5", "kind": "crib"})
        assert str(settings) == "count sprint 180 kind=crib size=5"
        assert str(Settings("count", Mode.CALM)) == "count calm"

    @pytest.mark.parametrize("text", ["", "count", "count dawdle", "count calm kind", "count calm 180 kind=crib size"])
    def test_what_this_program_did_not_write_is_not_read(self, text: str) -> None:
        with pytest.raises(ValueError):  # noqa: PT011 -- the sentences are Python's own
            Settings.parse(text)

    def test_the_longest_settings_fit_their_column(self) -> None:
        for name, drill in DRILLS.items():
            longest = {
                option.name: ",".join(sorted(option.values, key=len)[1:])  # all values together would be the default
                if option.many
                else max(option.values, key=len)
                for option in drill.options
            }
            for mode in drill.modes:
                assert len(str(Settings(name, mode, 1800, longest))) <= 200, name

    def test_only_replays_do_not_count(self) -> None:
        assert [mode for mode in Mode if not Settings("count", mode).rates(0)] == [Mode.REPLAY]

    def test_only_sprints_and_exams_go_on_by_themselves(self) -> None:
        assert [mode for mode in Mode if Settings("count", mode).goes_on] == [Mode.SPRINT, Mode.EXAM]

    def test_sprints_and_streaks_rise(self) -> None:
        for mode in Mode:
            rises = [Settings("count", mode).rise(number) for number in (0, 10, 20, 500)]
            assert rises == ([0.0, 0.5, 1.0, 1.0] if mode in (Mode.SPRINT, Mode.STREAK) else [None] * 4)


# --------------------------------------------------------------------------------------------------------- sprint


def test_the_time_on_the_first_question_is_not_counted() -> None:
    standing = RunStanding()
    for seconds in (100, 2.5, 3):
        given = rules.GivenAnswer(RIGHT, seconds=seconds)
        standing = rules.answered(Settings("count", Mode.DAILY), standing, given, NOON)
    assert standing.spent == 5.5


class TestSprint:
    """Three minutes from the first answer on; a combo adds seconds, a miss takes ten."""

    def test_the_clock_starts_on_the_first_answer(self) -> None:
        fresh = RunStanding()
        assert rules.ends_at(SPRINT, fresh) is None
        assert rules.seconds_left(SPRINT, fresh, after(5000)) == 180
        assert rules.at(SPRINT, fresh, after(5000)) == fresh
        begun = rules.answered(SPRINT, fresh, rules.GivenAnswer(RIGHT), after(0))
        assert rules.ends_at(SPRINT, begun) == after(180)
        assert rules.seconds_left(SPRINT, begun, after(30)) == 150

    def test_a_sprint_ends_when_its_time_was_up(self) -> None:
        begun = after_answers(SPRINT, "++")
        assert rules.at(SPRINT, begun, after(179.9)).ended_at is None
        assert rules.at(SPRINT, begun, after(180)).ended_at == after(180)
        assert rules.at(SPRINT, begun, after(99999)).ended_at == after(180)
        assert rules.seconds_left(SPRINT, begun, after(99999)) == 0

    def test_what_a_combo_gives(self) -> None:
        assert COMBO == {3: 5, 7: 6, 12: 8, 18: 10}
        extra = [after_answers(SPRINT, "+" * number).extra for number in range(25)]
        assert [extra[number] for number in (2, 3, 6, 7, 11, 12, 17, 18, 24)] == [0, 5, 5, 11, 11, 19, 19, 29, 29]

    def test_a_miss_costs_ten_seconds_and_the_combo(self) -> None:
        assert PENALTY == 10
        standing = after_answers(SPRINT, "++++-")
        assert (standing.extra, standing.combo, standing.best_combo) == (5 - 10, 0, 4)
        assert after_answers(SPRINT, "++++-+++").extra == 5 - 10 + 5, "a new combo gives again"
        assert after_answers(SPRINT, "++++-++").best_combo == 4
        assert rules.seconds_left(SPRINT, after_answers(SPRINT, "-"), after(0)) == 170

    def test_misses_can_end_it(self) -> None:
        short = Settings("count", Mode.SPRINT, 30)
        standing = after_answers(short, "---")
        assert rules.at(short, standing, after(2)).ended_at is not None
        assert rules.seconds_left(short, standing, after(2)) == 0

    def test_without_a_clock_it_never_ends(self) -> None:
        standing = after_answers(UNTIMED, "+-+")
        assert rules.ends_at(UNTIMED, standing) is None
        assert rules.seconds_left(UNTIMED, standing, after(99999)) is None
        assert rules.at(UNTIMED, standing, after(99999)) == standing

    @given(st.text("+-", max_size=60))
    def test_the_score_is_what_was_right(self, rights: str) -> None:
        standing = after_answers(UNTIMED, rights)
        assert standing.number == len(rights)
        assert standing.score == standing.right == rights.count("+")
        assert standing.best_combo == max(map(len, rights.split("-")))
        assert standing.combo == len(rights) - 1 - rights.rfind("-")

    @given(st.text("+-", max_size=60))
    def test_seconds_come_from_combos_and_misses_alone(self, rights: str) -> None:
        gained = sum(seconds for series in rights.split("-") for at, seconds in COMBO.items() if len(series) >= at)
        assert after_answers(SPRINT, rights).extra == gained - 10 * rights.count("-")


class TestPause:
    """The clock stops while the cards are hidden, and only then."""

    def test_the_clock_stands(self) -> None:
        paused = rules.paused(after_answers(SPRINT, "+"), after(20))
        assert rules.ends_at(SPRINT, paused) is None
        assert rules.seconds_left(SPRINT, paused, after(20)) == 160
        assert rules.seconds_left(SPRINT, paused, after(20_000)) == 160
        assert rules.at(SPRINT, paused, after(20_000)) == paused

    def test_it_goes_on_where_it_stood(self) -> None:
        resumed = rules.resumed(rules.paused(after_answers(SPRINT, "+"), after(20)), after(320))
        assert resumed.paused_at is None
        assert rules.seconds_left(SPRINT, resumed, after(330)) == 150
        assert rules.ends_at(SPRINT, resumed) == after(480)

    def test_before_the_first_answer_no_clock_goes_that_could_stand(self) -> None:
        resumed = rules.resumed(rules.paused(RunStanding(), after(0)), after(500))
        assert resumed == RunStanding(skips=1)

    @given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5000)), max_size=5))
    def test_pauses_take_nothing(self, pauses: list[tuple[int, int]]) -> None:
        """Pauses never change the time that is left."""
        standing, now, played = after_answers(SPRINT, "+"), 0, 0
        for play, rest in pauses:
            now, played = now + play, played + play
            standing = rules.paused(standing, after(now))
            now += rest
            standing = rules.resumed(standing, after(now))
        assert rules.seconds_left(SPRINT, standing, after(now)) == pytest.approx(max(180 - played, 0))

    def test_pausing_or_resuming_twice_is_doing_it_once(self) -> None:
        once = rules.paused(after_answers(SPRINT, "+"), after(20))
        assert rules.paused(once, after(60)) == once
        back = rules.resumed(once, after(90))
        assert rules.resumed(back, after(500)) == back

    def test_what_is_over_is_not_paused(self) -> None:
        over = rules.ended(after_answers(SPRINT, "+"), after(3))
        assert rules.paused(over, after(4)) == over

    def test_a_paused_run_can_be_ended(self) -> None:
        ended = rules.ended(rules.paused(after_answers(SPRINT, "+"), after(3)), after(50))
        assert (ended.ended_at, ended.paused_at) == (after(50), None)
        assert rules.ended(ended, after(70)) == ended


# ------------------------------------------------------------------------------------------------- the other modes


class TestStreak:
    """There is no clock. The first miss ends a streak, and one question may be skipped."""

    @given(st.integers(0, 60))
    def test_the_first_miss_ends_it(self, rights: int) -> None:
        going = after_answers(STREAK, "+" * rights)
        assert going.ended_at is None
        over = rules.answered(STREAK, going, rules.GivenAnswer(WRONG), after(99))
        assert (over.ended_at, over.score, over.number) == (after(99), rights, rights + 1)

    def test_one_question_may_be_passed_over(self) -> None:
        standing = after_answers(STREAK, "+++")
        skipped = rules.skipped(standing)
        assert skipped == replace(standing, skips=1), "nothing but the skip is spent"
        with pytest.raises(ValueError, match="no skip is left"):
            rules.skipped(skipped)

    def test_time_does_not_end_it(self) -> None:
        standing = after_answers(STREAK, "++")
        assert rules.due_at(STREAK, standing, NOON) is None
        assert rules.at(STREAK, standing, after(10**7)) == standing
        assert standing.extra == 0


class TestClock:
    """Each hand has some seconds, and loses half its points when they run out. RULES.md, Clocks."""

    def test_every_hand_has_its_own_time(self) -> None:
        standing = after_answers(CLOCK, "++")
        assert rules.due_at(CLOCK, standing, after(100)) == after(130)
        assert rules.seconds_left(CLOCK, standing, after(110)) is None, "that is a sprint's clock"
        assert rules.at(CLOCK, standing, after(10**7)) == standing, "the run goes on"

    @pytest.mark.parametrize(("worth", "kept"), [(0, 0), (1, 1), (2, 1), (7, 4), (8, 4), (29, 15)])
    def test_half_is_lost_when_it_runs_out(self, worth: int, kept: int) -> None:
        """The lost half is rounded down."""
        late = rules.answered(CLOCK, RunStanding(), rules.GivenAnswer(Judged(worth=worth), late=True), after(31))
        assert late.score == kept
        assert (late.right, late.combo, late.extra, late.ended_at) == (0, 0, 0, None)

    @pytest.mark.parametrize(("off", "score"), [(0, 8), (-1, 7), (-8, 0), (3, 8)])
    def test_in_time_it_is_what_was_claimed_and_there(self, off: int, score: int) -> None:
        judged = Judged(right=not off, off=off, lost=abs(off))
        assert rules.answered(CLOCK, RunStanding(), rules.GivenAnswer(judged), after(5)).score == score

    def test_a_late_answer_breaks_the_combo_even_if_it_is_right(self) -> None:
        standing = after_answers(CLOCK, "++++")
        late = rules.answered(CLOCK, standing, rules.GivenAnswer(RIGHT, late=True), after(99))
        assert (late.combo, late.best_combo, late.right, late.number) == (0, 4, 4, 5)


class TestRounds:
    """Ten deals, scored by the points given up."""

    def test_a_round_has_ten(self) -> None:
        assert Mode.ROUND.traits.length == 10
        assert after_answers(ROUND, "+" * 9).ended_at is None
        assert after_answers(ROUND, "+" * 10).ended_at == after(9)

    @given(st.lists(st.floats(0, 12), min_size=1, max_size=10))
    def test_its_score_is_what_was_given_up(self, lost: list[float]) -> None:
        def answer(standing: RunStanding, given_up: float) -> RunStanding:
            judged = Judged(right=not given_up, lost=given_up)
            return rules.answered(ROUND, standing, rules.GivenAnswer(judged), after(standing.number))

        assert reduce(answer, lost, RunStanding()).score == pytest.approx(-sum(lost))

    def test_a_day_has_twenty_hands(self) -> None:
        day = Settings("count", Mode.DAILY)
        assert after_answers(day, "-" * 19).ended_at is None
        assert after_answers(day, "-" * 20).ended_at is not None

    @pytest.mark.parametrize("mode", [Mode.CALM, Mode.SPRINT, Mode.CLOCK, Mode.REPLAY, Mode.RECALL])
    def test_other_runs_do_not_end_by_number(self, mode: Mode) -> None:
        assert after_answers(Settings("count", mode), "+-" * 60).ended_at is None


@pytest.mark.parametrize("mode", Mode)
@given(rights=st.text("+-", max_size=30))
def test_a_run_only_grows(mode: Mode, rights: str) -> None:
    """Whatever is answered, the numbers and the best combo never decrease."""
    standing = RunStanding()
    for right in rights:
        if standing.ended_at:
            break
        then = after_answers(Settings("count", mode, 60), right, standing)
        assert then.number == standing.number + 1
        assert then.right - standing.right in (0, 1)
        assert then.best_combo >= max(standing.best_combo, then.combo)
        assert then.begun_at == (standing.begun_at or NOON)
        standing = then


def test_what_may_be_chosen() -> None:
    """A sprint has 30 seconds to 30 minutes, a hand against the clock 15 to 90 seconds."""
    sprint, clock = Mode.SPRINT.traits.clock, Mode.CLOCK.traits.clock
    assert sprint is not None
    assert clock is not None
    assert (sprint.allowed[0], sprint.allowed[-1], sprint.usual) == (30, 1800, 180)
    assert (clock.allowed[0], clock.allowed[-1], clock.usual) == (15, 90, 30)
