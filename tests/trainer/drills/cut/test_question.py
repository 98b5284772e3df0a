"""The cut changes it: which hands and starters are asked, what a starter adds, and how answers are marked."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PACK, RANKS, CardError, parse_cards
from game.engine.scoring import Kind, show, total
from trainer.drills.count.question import CountMarking
from trainer.drills.cut import question as cut_question
from trainer.drills.cut.question import BEST, MIX, Adds, CutQuestion, CutSort, Gain, alone, gains, mark, read, sort_of
from trainer.drills.questions import Demand, UnreadableQuestion, Wish
from trainer.drills.skills import blame
from trainer.models import Attempt
from trainer.progress.tallies import SKILL, facets

FULL = "4C 5S 6D JH | 4H KC 5C 2D 9S"
"""As they lie a run and two fifteens; a five helps most."""
TRUTHS = (15, 9, 16, 7, 9)
"""What the hand is worth with each starter."""
PLAIN = "2C 6D 9S KH | 2D 9C 4C QC 8D"
"""One fifteen as they lie; a six or a nine helps most."""


def posed(number: int, **options: str) -> list[CutQuestion]:
    """Questions as a run of these options asks them."""
    return [cut_question.pose(Random(seed), Wish(options)) for seed in range(number)]


def answer_to(question: CutQuestion, **changed: int) -> str:
    """The right answer, with the claims at some places ("at_2") or the best rank ("rank") changed."""
    claims = [changed.get(f"at_{place}", truth) for place, truth in enumerate(question.truths)]
    return " ".join([*map(str, claims), RANKS[changed.get("rank", question.best[0]) - 1]])


ASKED = st.builds(
    lambda cards: CutQuestion(tuple(sorted(cards[:4])), tuple(cards[4:])),
    st.permutations(PACK).map(lambda pack: pack[:9]),
)
"""Any hand, and any starters."""


# ------------------------------------------------------------------------------------------------------- what is asked


def test_every_question_can_be_asked_and_kept() -> None:
    for question in posed(80):
        assert len(set(question.hand)) == 4
        assert len(set(question.starters)) == 5
        assert not set(question.hand) & set(question.starters)
        assert len(set(question.truths)) >= 3
        assert read(str(question)) == question
        assert len(str(question)) <= 300
        assert mark(question, answer_to(question)).right


def test_totals_are_the_engine_s() -> None:
    for question in posed(50):
        assert question.truths == tuple(total(show(question.hand, starter)) for starter in question.starters)
        unseen = [card for card in PACK if card not in question.hand]
        whole = sum(total(show(question.hand, starter)) for starter in unseen)
        assert len(unseen) == 48
        assert question.average == pytest.approx(whole / 48)


def test_hands_of_all_sorts_come_by_their_shares() -> None:
    assert sum(MIX.values()) == 100
    found = Counter(sort_of(question.hand) for question in posed(300))
    assert {sort: pytest.approx(3 * share, abs=30) for sort, share in MIX.items()} == found


@pytest.mark.parametrize("sort", CutSort)
def test_a_sort_can_be_practised_alone(sort: CutSort) -> None:
    assert {sort_of(question.hand) for question in posed(5, classes=sort)} == {sort}


@pytest.mark.parametrize(
    ("hand", "sort"),
    [
        ("2H 3H 4H KH", CutSort.FLUSH),
        ("2H 3D 4H KH", CutSort.RUN),
        ("2H 2D 5H 6H", CutSort.PAIR),
        ("2H 3D 5H JH", CutSort.JACK),
        ("2H 3D 5H 6H", CutSort.FIVE),
        ("2H 4D 8H KH", CutSort.NEAR_RUN),
        ("2H 6D 9H QH", CutSort.APART),
    ],
)
def test_the_sort_is_what_the_four_cards_hold(hand: str, sort: CutSort) -> None:
    assert sort_of(parse_cards(hand)) is sort


@pytest.mark.parametrize(
    ("question", "best"),
    [(FULL, "5C"), (PLAIN, "9C"), ("4C 5S 6D JH | 4H KC QC 2D 9S", "5C")],
    ids=["turned", "one of two ranks turned", "not turned, and no nob"],
)
def test_the_best_starter_shown_adds_what_is_said_of_its_rank(question: str, best: str) -> None:
    posed = cut_question.read(question)
    assert str(posed.best_starter) == best
    assert total(show(posed.hand, posed.best_starter)) == posed.alone + max(posed.helps.values())


def test_half_of_the_time_a_best_starter_has_to_be_found() -> None:
    questions = posed(100)
    turned = sum(any(starter.rank in question.best for starter in question.starters) for question in questions)
    assert 30 < turned < 70


def test_it_rises() -> None:
    def mean(rise: float) -> float:
        wish = Wish(rise=rise)
        return sum(cut_question.hardness(cut_question.pose(Random(seed), wish)) for seed in range(25))

    assert mean(0) < mean(0.5) < mean(1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4C 5S 6D JH",
        "4C 5S 6D JH |",
        "4C 5S 6D JH | 4H KC 5C 2D",
        "4C 5S 6D JH | 4H KC 5C 2D 9S 3S",
        "4C 5S 6D | 4H KC 5C 2D 9S",
        "4C 5S 6D JH 3C | 4H KC 5C 2D 9S",
    ],
)
def test_what_is_no_question_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableQuestion):
        read(text)


@pytest.mark.parametrize("text", ["4C 5S 6D JH | 4C KC 5C 2D 9S", "4C 5S 6D JH | 4H KC 5C 2D 1S"])
def test_no_card_is_there_twice_or_unknown(text: str) -> None:
    with pytest.raises(CardError):
        read(text)


# ------------------------------------------------------------------------------------------------ what a starter adds


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2H 6D 9S KD | QC", ()),
        ("4C 5S 6D JH | 5C", (Gain(Adds.FIFTEENS, 2, 4), Gain(Adds.RUNS, 1, 3, 3), Gain(Adds.PAIRS, 1, 2))),
        ("4C 5S 6D JH | 7C", (Gain(Adds.LONGER_RUNS, 1, 1, 4),)),
        ("3C 4S 5D 7H | 6C", (Gain(Adds.FIFTEENS, 1, 2), Gain(Adds.LONGER_RUNS, 1, 2, 5))),
        ("4C 5S 6D 6H | 7C", (Gain(Adds.LONGER_RUNS, 2, 2, 4),)),
        ("3C 4S 6D 7H | 5C", (Gain(Adds.FIFTEENS, 2, 4), Gain(Adds.RUNS, 1, 5, 5))),
        ("8C 8D 9H 9S | TC", (Gain(Adds.RUNS, 4, 12, 3),)),
        ("9C 9D QH KS | 9H", (Gain(Adds.PAIRS, 2, 4),)),
        ("9C 9D 9S KS | 9H", (Gain(Adds.PAIRS, 3, 6),)),
        ("2H 6H 9H KH | QH", (Gain(Adds.FLUSH, 1, 1),)),
        ("2H 6D 9S JC | QC", (Gain(Adds.NOBS, 1, 1),)),
    ],
)
def test_what_a_starter_adds(text: str, found: tuple[Gain, ...]) -> None:
    hand, starter = text.split(" | ")
    others = [card for card in map(str, PACK) if card not in text][:4]
    assert gains(read(f"{hand} | {starter} {' '.join(others)}").counts[0]) == found


@given(ASKED)
def test_what_lies_there_and_what_is_added_make_the_total(question: CutQuestion) -> None:
    for count, truth in zip(question.counts, question.truths, strict=True):
        assert question.alone + sum(gain.points for gain in gains(count)) == truth


def test_four_cards_alone() -> None:
    assert [score.kind for score in alone(parse_cards("2H 3H 4H KH"))] == [Kind.FIFTEEN, Kind.RUN, Kind.FLUSH]
    assert [score.kind for score in alone(parse_cards("2H 2D 9S JH"))] == [Kind.PAIR]


@given(ASKED)
def test_the_best_ranks_add_most_with_suits_aside(question: CutQuestion) -> None:
    def plain(*cards: str) -> int:
        *hand, starter = parse_cards(" ".join(cards))
        scores = show(hand, starter)
        return total(score for score in scores if score.kind in (Kind.FIFTEEN, Kind.RUN, Kind.PAIR))

    unseen = [card for card in PACK if card not in question.hand]
    helps = {card: plain(*map(str, question.hand), str(card)) for card in unseen}
    most = max(helps.values())
    assert {card.rank for card in unseen if helps[card] == most} == set(question.best)
    assert set(question.helps) == {card.rank for card in unseen}


def test_a_rank_that_is_all_in_the_hand_cannot_be_cut() -> None:
    question = read("9C 9D 9H 9S | 2C 3C 4C 6C 8D")
    assert 9 not in question.helps
    with pytest.raises(UnreadableQuestion):
        mark(question, answer_to(question, rank=9))


# ------------------------------------------------------------------------------------------------------------- marking


def test_all_right() -> None:
    marking = mark(read(FULL), "15 9 16 7 9 5")
    assert marking.question.truths == TRUTHS
    assert (marking.right, marking.lost, marking.off) == (True, 0.0, 0)
    assert (marking.causes, marking.missed) == ((), ())
    assert marking.worth == sum(TRUTHS)
    assert marking.sort == CutSort.RUN


def test_points_off_are_added_up() -> None:
    marking = mark(read(FULL), "13 9 17 7 9 5")
    assert (marking.right, marking.rights, marking.lost, marking.off) == (False, 3, 3.0, -1)


def test_a_rank_that_is_not_the_best_loses_what_it_adds_less() -> None:
    question = read(FULL)
    marking = mark(question, "15 9 16 7 9 K")
    assert not marking.right
    assert marking.lost == 9 - 2
    assert (marking.causes, marking.missed) == ((BEST,), (BEST,))


@given(ASKED, st.data())
def test_any_answer_is_marked(question: CutQuestion, data: st.DataObject) -> None:
    claims = data.draw(st.tuples(*[st.integers(0, 29)] * 5))
    rank = data.draw(st.sampled_from(sorted(question.helps)))
    marking = mark(question, f"{' '.join(map(str, claims))} {RANKS[rank - 1]}")
    assert marking.right is (claims == question.truths and rank in question.best)
    assert (marking.lost == 0) is marking.right
    assert marking.rights == sum(claim == truth for claim, truth in zip(claims, question.truths, strict=True))
    assert set(marking.missed or ()) <= {demand.skill for demand in marking.demands}
    assert not (marking.right and marking.causes)


@pytest.mark.parametrize(
    ("answer", "causes", "missed"),
    [
        ("0 6 4 2 2 6", ("missed fifteen pair",), ("fifteen-2", "pair")),
        ("4 6 2 2 2 9", ("missed fifteen", "starter-forgotten"), None),  # one or the other
        ("6 6 4 2 0 6", ("fifteen-twice", "missed fifteen"), ("fifteen-twice", "fifteen-2")),
        ("6 6 4 2 2 K", ("fifteen-twice", BEST), ("fifteen-twice", BEST)),
        ("2 6 4 2 2 6", ("missed fifteen", "starter-forgotten", "missed pair"), None),  # one of them
        ("1 6 4 2 2 K", (BEST,), None),  # a riddle
    ],
)
def test_skills_are_named_where_one_thing_explains_each_wrong_count(
    answer: str, causes: tuple[str, ...], missed: tuple[str, ...] | None
) -> None:
    marking = mark(read(PLAIN), answer)
    assert marking.causes == causes
    assert marking.missed == missed
    assert marking.demands.count(Demand(BEST)) == 1


def blamed(answer: str) -> dict[str, tuple[int, float]]:
    """How often each skill was asked for and missed, as tallies keep it."""
    attempt = Attempt(drill="cut", answer=answer)
    told = facets(attempt, mark(read(FULL), answer), {})
    return {facet[len(SKILL) :]: (times, misses) for facet, times, misses in told if facet.startswith(SKILL)}


def test_counts_too_high_and_too_low_do_not_cancel_out() -> None:
    right, low, both = (blamed(f"{counts} 16 7 9 5") for counts in ("15 9", "11 9", "11 13"))
    assert not any(misses for _times, misses in right.values())
    assert sum(misses for _times, misses in low.values()) > 1
    assert all(both[skill][1] >= misses for skill, (_times, misses) in low.items())
    assert both["fifteen-twice"][1] > 1, "what is four too many in one hand has its own cause"


def test_a_wrong_count_blames_no_other_hand() -> None:
    claims = " ".join(map(str, TRUTHS[1:]))
    alone = CountMarking(read(FULL).counts[0], 11)
    expected = blame(alone.demands, alone.off, None, {})
    assert expected
    found = blamed(f"11 {claims} 5")
    assert {skill: misses for skill, (_times, misses) in found.items() if misses} == pytest.approx(
        {skill: misses for skill, misses in expected.items() if misses}
    )


@pytest.mark.parametrize("counts", ["15 9 16 7 9", "11 5 16 7 9", "1 1 1 1 1"])
def test_whether_the_best_was_seen_is_always_known(counts: str) -> None:
    assert blamed(f"{counts} K")[BEST] == (1, 1.0)
    assert blamed(f"{counts} 5")[BEST] == (1, 0.0)


def test_no_answer_in_time() -> None:
    marking = mark(read(FULL), "")
    assert (marking.right, marking.causes, marking.missed, marking.off) == (False, (), None, 0)
    assert marking.lost == marking.worth == sum(TRUTHS)


@pytest.mark.parametrize(
    "text",
    [
        *("15", "15 9 16 7 5", "15 9 16 7 9 9 5", "15 9 16 7 x 5", "15 9 16 7 9 1", "15 9 16 7 9"),
        *("15 9 16 7 30 5", "15 9 16 7 ٣ 5", "15 9 16 7 -1 5", "15 9 16 7  5"),
    ],
)
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(UnreadableQuestion):
        mark(read(FULL), text)


# ------------------------------------------------------------------------------------------------- alike and not alike


def test_suits_renamed_are_the_same_question() -> None:
    other = "4S 5C 6H JD | 4D KS 5S 2H 9C"
    assert cut_question.canonical(read(FULL)) == cut_question.canonical(read(other))
    for text in ("4C 5S 6D JH | 4S KC 5C 2D 9S", "4C 5S 6D JH | KC 4H 5C 2D 9S"):
        assert cut_question.canonical(read(text)) != cut_question.canonical(read(FULL))


@given(ASKED)
def test_the_canonical_form_is_a_question_worth_the_same(question: CutQuestion) -> None:
    canonical = cut_question.canonical(question)
    assert cut_question.canonical(read(canonical)) == canonical
    assert read(canonical).truths == question.truths


def test_a_sibling_is_of_the_same_sort_on_other_ranks() -> None:
    found = 0
    for seed, question in enumerate(posed(40)):
        other = cut_question.sibling(question, Random(seed))
        assert sort_of(other.hand) is sort_of(question.hand)
        assert [score.kind for score in alone(other.hand)] == [score.kind for score in alone(question.hand)]
        found += [card.rank for card in other.hand] != [card.rank for card in question.hand]
    assert found > 30
