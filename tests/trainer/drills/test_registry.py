"""Every drill is whole: what the pages ask of it is there, and fits its questions."""

from random import Random
from urllib.parse import quote

import pytest
from django.http import QueryDict
from django.template.loader import get_template

from trainer.drills.base import AnyDrill, HuntingDrill, NotAnAnswer
from trainer.drills.options import HUNT
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS

each = pytest.mark.parametrize("drill", DRILLS.values(), ids=DRILLS)


@each
def test_a_drill_has_its_words_and_its_template(drill: AnyDrill) -> None:
    assert drill.name
    assert drill.explanation
    assert all(drill.skills.values())
    assert all(sort.name for sort in drill.sorts)
    for part in ("ask", "shown", "explained"):
        get_template(f"{drill.template}#{part}")


@each
def test_modes_options_and_sorts_are_told_apart(drill: AnyDrill) -> None:
    assert all(mode.traits.offered for mode in drill.modes)
    for names in (drill.modes, [option.name for option in drill.options], [sort.code for sort in drill.sorts]):
        assert names
        assert len(set(names)) == len(names)


@each
def test_the_shares_of_all_sorts_are_a_hundred(drill: AnyDrill) -> None:
    assert sum(sort.share for sort in drill.sorts) in (0, 100)


@each
def test_what_is_not_chosen_is_as_usual(drill: AnyDrill) -> None:
    usual = {option.name: option.usual for option in drill.options if not option.many}
    for seed in range(3):
        posed = drill.pose(Random(seed), Wish())
        assert posed == drill.pose(Random(seed), Wish(usual)), usual
        assert drill.mark(posed, "").sort in {sort.code for sort in drill.sorts}


HAND = "4C 5S 6D JH | 4H"


@pytest.mark.parametrize("typed", ["١٥", "१५", "１５", "²", "", "x", "-1", "1.5"])
@pytest.mark.parametrize(
    ("slug", "question", "fields"),
    [
        ("count", HAND, "claim"),
        ("itemise", HAND, "fifteen"),
        ("find", HAND, "card=5S&card=JH&claim"),
        ("muggins", f"{HAND} : 15:5SJH=2 15:4H5S6D=2 2run:4C4H5S6D=8 nobs:JH=1", "claim"),
        ("peg", "5S 4C 2D 3D | 3H", "points=2&claim"),
        ("move", "24-16 +8 of 121 on spiral", "choice=rear&claim"),
        ("rules", "clock 13", "claim"),
    ],
)
def test_only_the_digits_from_0_to_9_make_a_number(slug: str, question: str, fields: str, typed: str) -> None:
    drill = DRILLS[slug]
    with pytest.raises(NotAnAnswer):
        drill.answer(drill.read(question), QueryDict(f"{fields}={quote(typed)}"), [])


@each
def test_only_a_drill_that_hunts_offers_it(drill: AnyDrill) -> None:
    assert (HUNT in drill.options) == isinstance(drill, HuntingDrill)


def test_what_an_earlier_version_offered_has_no_choices_and_its_own_name() -> None:
    assert not DRILLS["count"].option("sides").values
    assert DRILLS["count"].sort_name("nobody-knows") == "nobody-knows"
