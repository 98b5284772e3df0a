"""The end of a game: by what each side scored."""

import pytest

from game import referee
from game.engine.play import Over
from game.engine.rules import Counted, Muggins, Rules
from game.engine.scoring import total
from game.table.ending import ending
from game.table.scene import names_of
from game.table.words import settled_count
from tests.game.tables import begin, named, play_out
from trainer.models import Learner

pytestmark = pytest.mark.django_db

TABLES = (
    Rules(target=61),
    Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED),
    Rules(seats=4, sides=2, target=61),
    Rules(seats=6, sides=6, target=31),
)


@pytest.mark.parametrize("rules", TABLES, ids=named)
def test_the_parts_make_the_score(rules: Rules) -> None:
    match = begin(Learner.objects.create_guest(), rules)
    *_course, last = play_out(match)
    assert isinstance(last.state, Over)
    course = referee.at_table(match.key)
    told = ending(course, names_of(course.seats, 0))
    log = referee.load(match.key).log
    assert told == ending(last, names_of(last.seats, 0)), "a deal's log has the text of those before it"
    scores = last.state.table.scores
    for side in told.sides:
        assert side.play + side.hands + side.cribs + side.muggins == side.score == min(scores[side.side], rules.target)
    assert told.sides[0].side == 0
    assert told.muggins is (rules.muggins is not Muggins.OFF)
    assert told.muggins or not any(side.muggins for side in told.sides)
    assert bool(told.past) is (max(scores) > rules.target)
    counts = [
        (shown.seat, total(shown.scores))
        for number in range(last.number)
        if (shown := settled_count(*log.around(number)))
    ]
    most = max(points for _seat, points in counts)
    assert told.best is not None
    assert told.best.points == most
    theirs, *_others = sorted(counts, key=lambda count: (-count[1], rules.side_of(count[0]) != 0))
    assert ("Your" in told.best.title) is (theirs[0] == 0), "of equal ones the reader’s side’s, else the first"
    owned = max((points for seat, points in counts if seat == 0), default=0)
    assert told.own_best == (owned if owned < most else 0)
    first, second = sorted(map(rules.told, scores), reverse=True)[:2]
    assert told.margin == first - second


def test_a_game_that_is_over_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(Learner.objects.create_guest(), Rules(target=31))
    *_course, last = play_out(match)
    told = ending(last, names_of(last.seats, 0))
    monkeypatch.setattr("game.table.ending.scored", None)
    again = referee.at_table(match.key)
    assert ending(again, names_of(again.seats, 0)) == told
    assert [side.side for side in ending(again, names_of(again.seats, 1)).sides] == [1, 0], "each reader’s side first"


def test_a_game_in_play_has_no_end() -> None:
    match = begin(Learner.objects.create_guest(), Rules())
    course = referee.load(match.key)
    with pytest.raises(ValueError, match="goes on"):
        ending(course, names_of(course.seats, 0))
