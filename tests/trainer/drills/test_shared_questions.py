"""What holds for the questions of several drills: text forms, sorts, siblings, answers that came too late."""

from collections import Counter
from random import Random

import pytest

from game.engine.cards import CardError
from tests.trainer.drills.posing import posed, wishes
from trainer.drills.base import AnyDrill
from trainer.drills.modes import Mode
from trainer.drills.posing import drawn
from trainer.drills.questions import UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS

PLAYED = ("peg", "go", "choose")
played = pytest.mark.parametrize("drill", [DRILLS[slug] for slug in PLAYED], ids=PLAYED)


@pytest.mark.parametrize("name", ["itemise", "find", "muggins"])
def test_questions_have_texts_and_siblings(name: str) -> None:
    drill = DRILLS[name]
    for rng, wish in wishes(1, 40):
        question = drill.pose(rng, wish)
        assert drill.read(str(question)) == question
        assert len(str(question)) <= 300
        assert len(drill.canonical(question)) <= 300
        assert drill.hardness(question) >= 0
        late = drill.mark(question, "")
        assert not late.right
        assert late.missed is None
        assert late.sort in {sort.code for sort in drill.sorts}
        assert set(drill.mark(drill.sibling(question, rng), "").causes) == set()
    with pytest.raises(UnreadableQuestion):
        drill.read("no hand")
    assert Mode.CALM in drill.modes


@played
def test_a_seed_poses_one_question_which_its_text_form_keeps(drill: AnyDrill) -> None:
    for seed, question in enumerate(posed(drill, 6)):
        assert str(drill.pose(Random(seed), Wish())) == str(question)
        assert drill.read(str(question)) == question
        assert len(str(question)) <= 300


@played
def test_every_sort_can_be_asked_for(drill: AnyDrill) -> None:
    for sort in (each.code for each in drill.sorts):
        (question,) = posed(drill, 1, classes=sort)
        assert drill.mark(question, "").sort == sort


@played
def test_a_weak_sort_comes_in_half_of_the_questions(drill: AnyDrill) -> None:
    mix = {sort.code: sort.share for sort in drill.sorts}
    weak = min(mix, key=mix.__getitem__)
    weighted = Counter(drawn(Random(seed), Wish({"weak": "on"}, weak=(weak,)), mix) for seed in range(400))
    assert 160 < weighted[weak] < 240
    usual = Counter(drawn(Random(seed), Wish(weak=(weak,)), mix) for seed in range(400))
    assert usual[weak] < 100


@played
def test_the_same_but_for_suits_is_the_same(drill: AnyDrill) -> None:
    for question in posed(drill, 6):
        turned = str(question).translate(str.maketrans("CDHS", "DHSC"))
        assert drill.canonical(drill.read(turned)) == drill.canonical(question)
        assert drill.canonical(drill.read(drill.canonical(question))) == drill.canonical(question)


@played
def test_a_sibling_is_another_of_its_sort(drill: AnyDrill) -> None:
    for number, question in enumerate(posed(drill, 4)):
        other = drill.sibling(question, Random(number + 100))
        assert str(other) != str(question)
        assert drill.mark(other, "").sort == drill.mark(question, "").sort


@played
def test_what_was_too_late_is_wrong_and_tells_no_skill(drill: AnyDrill) -> None:
    for question in posed(drill, 3):
        marking = drill.mark(question, "")
        assert not marking.right
        assert marking.causes == ()
        assert marking.missed == ()


@played
@pytest.mark.parametrize("text", ["", "|", "nonsense", "4C 5D", "4C | 5D | 6H", "|||", "| | | |", "9 | 4C |", "\0"])
def test_what_is_no_question_is_told(drill: AnyDrill, text: str) -> None:
    with pytest.raises((UnreadableQuestion, CardError)):
        drill.read(text)
