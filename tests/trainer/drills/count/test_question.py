"""The counting drill by itself: posing, marking, hunting; no database."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random
from statistics import mean

import pytest

from game.engine.cards import PACK, Card, CardError, Suit, parse_cards, text_of
from game.engine.scoring import Kind, points, show, total
from trainer.drills.count import question as count_question
from trainer.drills.count.hunt import HuntOutcome, hunt
from trainer.drills.count.question import PAD_NUMBERS, CountQuestion, mark, read
from trainer.drills.hands import MIX, HandClass, class_of
from trainer.drills.questions import UnreadableQuestion, Wish

HAND = read("4C 5S 6D JH | 4H")


def pose(seed: int, **options: str) -> CountQuestion:
    """The question of a seed, with these options."""
    return count_question.pose(Random(seed), Wish(options))


def kind_of(question: CountQuestion) -> HandClass:
    """The class of a question's hand."""
    return class_of(question.hand, question.starter, question.crib)


@pytest.mark.parametrize(
    ("text", "crib", "kind"),
    [
        ("2C 4S 6D 8H | KC", False, HandClass.NOTHING),
        ("2H 6H TH KH | 4C", True, HandClass.NOTHING),
        ("7C 8S 8D KH | 2D", False, HandClass.FIFTEENS),
        ("2C 2S 9D KH | 7C", False, HandClass.FIFTEENS),
        ("2C 3S 4D 9H | KC", False, HandClass.RUN),
        ("2C 3S 4D 4H | KC", False, HandClass.DOUBLE_RUN),
        ("3C 4S 4D 4H | 5S", False, HandClass.DOUBLE_RUN),
        ("9C 9S 9D 2H | KS", False, HandClass.PAIR_ROYAL),
        ("2H 6H TH KH | 4C", False, HandClass.FLUSH),
        ("2C 6D 8D JH | KH", False, HandClass.NOBS),
        ("4C 5S 6D JH | 4H", False, HandClass.SEVERAL),
    ],
)
def test_a_hand_is_classed_by_what_is_in_it(text: str, crib: bool, kind: HandClass) -> None:
    question = read(f"crib {text}" if crib else text)
    assert question.crib is crib
    assert kind_of(question) is kind
    assert mark(question, "3").sort == kind


def test_questions_come_in_the_published_mix() -> None:
    posed = [pose(seed) for seed in range(4000)]
    found = Counter(map(kind_of, posed))
    assert sum(MIX.values()) == 100
    for kind, share in MIX.items():
        assert abs(found[kind] / 40 - share) < 3, kind
    assert abs(sum(question.crib for question in posed) / 40 - 20) < 3


@pytest.mark.parametrize("size", ["4", "5"])
def test_a_seed_poses_one_question_of_different_cards(size: str) -> None:
    for seed in range(200):
        question = pose(seed, size=size)
        assert question == pose(seed, size=size)
        assert len(question.hand) == int(size)
        assert len(set(question.cards)) == int(size) + 1
        assert set(question.cards) <= set(PACK)
        assert read(str(question)) == question


def test_what_is_chosen_is_what_is_asked() -> None:
    for seed in range(150):
        assert pose(seed, kind="crib").crib
        assert not pose(seed, kind="hand").crib
        assert kind_of(pose(seed, classes="flush,nobs")) in (HandClass.FLUSH, HandClass.NOBS)


def test_a_run_that_rises_begins_easy_and_ends_hard() -> None:
    def how_hard(rise: float) -> float:
        return mean(count_question.hardness(count_question.pose(Random(seed), Wish(rise=rise))) for seed in range(300))

    assert how_hard(1.0) > how_hard(0.0) + 1


def test_half_of_the_questions_are_of_what_the_learner_is_weak_at() -> None:
    def share(on: str) -> float:
        wish = Wish({"weak": on}, None, ("flush",))
        posed = [count_question.pose(Random(seed), wish) for seed in range(1000)]
        return sum(kind_of(question) is HandClass.FLUSH for question in posed) / 1000

    assert share("off") == pytest.approx(0.06, abs=0.03)
    assert share("on") == pytest.approx(0.5, abs=0.05)


def worth_before_the_cut(hand: tuple[Card, ...]) -> int:
    """What is in the hand itself: what it scores without the starter, whatever that will be."""
    scores = {score for starter in PACK if starter not in hand for score in show(hand, starter)}
    return total(score for score in scores if set(score.cards) <= set(hand) and score.kind is not Kind.NOBS)


@pytest.mark.parametrize("size", [4, 5])
def test_a_hand_as_dealt_is_what_a_player_keeps(size: int) -> None:
    """As dealt, it is the best of two cards more, or of one, before the cut."""
    for seed in range(12):
        dealt = Random(seed)
        dealt.randrange(100)  # the question's choice between hand and crib
        cards = dealt.sample(PACK, size + 3 if size == 4 else size + 2)
        question = pose(seed, size=str(size), **{"from": "dealt"})
        if question.crib:
            assert set(question.cards) <= set(cards)
            continue
        assert question.starter == cards[0]
        ways = combinations(cards[1:], size)
        assert worth_before_the_cut(question.hand) == max(map(worth_before_the_cut, ways))


@pytest.mark.parametrize("text", ["", "4C", "4C 5S 6D JH 4H", "4C 5S 6D | 4H", "4C 5S 6D JH | 4H 4D", "4C 5S 6D JH |"])
def test_a_text_that_is_no_question_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableQuestion):
        read(text)


@pytest.mark.parametrize("text", ["4C 5S 6D JH | 4C", "4C 4C 6D JH | 4H", "4C 5S 6D JX | 4H", "cribs 4C 5S 6D JH | 4H"])
def test_cards_that_are_none_are_not_read(text: str) -> None:
    with pytest.raises((CardError, UnreadableQuestion)):
        read(text)


def test_a_marking_tells_claim_truth_and_difference() -> None:
    marking = mark(HAND, "11")
    assert (marking.claim, marking.points, marking.missed_points) == (11, 15, 4)
    assert (marking.right, marking.off, marking.lost, marking.worth) == (False, -4, 4.0, 15)
    assert marking.scores == show(HAND.hand, HAND.starter)
    assert marking.missed is None, "of a number nobody knows what it is made of"
    right = mark(HAND, "15")
    assert (right.right, right.causes, right.lost, right.missed) == (True, (), 0.0, ())


def test_an_answer_that_never_came_is_wrong_and_says_nothing() -> None:
    marking = mark(HAND, "")
    assert (marking.claim, marking.right, marking.causes, marking.lost) == (None, False, (), 15.0)
    assert marking.missed == ()
    nothing = mark(read("2C 4S 6D 8H | KC"), "")
    assert not nothing.right


def test_questions_that_differ_by_the_names_of_suits_are_one_question() -> None:
    alike = ["4C 5S 6D JH | 4H", "4S 5H 6C JD | 4D", "4D 5C 6H JS | 4S"]
    assert len({count_question.canonical(read(text)) for text in alike}) == 1
    others = ["4C 5S 6D JH | 4D", "crib 4C 5S 6D JH | 4H", "4C 5S 6D JH | 3H"]
    assert len({count_question.canonical(read(text)) for text in (*alike, *others)}) == 4
    for seed in range(100):
        canonical = count_question.canonical(pose(seed))
        assert count_question.canonical(read(canonical)) == canonical
        assert mark(read(canonical), "0").points == mark(pose(seed), "0").points


def test_a_sibling_has_as_many_of_everything_on_other_ranks() -> None:
    for seed in range(40):
        question = pose(seed)
        sibling = count_question.sibling(question, Random(seed))
        assert count_question.pattern(sibling) == count_question.pattern(question)
        assert sibling.crib == question.crib
        assert sibling == question or count_question.ranks_of(sibling) != count_question.ranks_of(question)


def test_a_question_is_worth_what_the_quick_count_says() -> None:
    for seed in range(200):
        question = pose(seed)
        codes = [PACK.index(card) for card in question.hand]
        assert mark(question, "0").points == points(codes, PACK.index(question.starter), question.crib)
        assert text_of(question.hand) in str(question)


def found(question: CountQuestion, cards: str) -> tuple[HuntOutcome, int]:
    """What pointing at the cards finds, with nothing found before."""
    tried = hunt(question, (), parse_cards(cards))
    return tried.hunt, total(tried.scores)


def test_a_hunt_finds_parts_and_wholes() -> None:
    assert found(HAND, "5S JH") == (HuntOutcome.FOUND, 2)
    assert found(HAND, "4C 4H") == (HuntOutcome.FOUND, 2)
    assert found(HAND, "JH") == (HuntOutcome.FOUND, 1)
    assert found(HAND, "4C 5S 6D") == (HuntOutcome.FOUND, 5), "fifteen and run at once"
    assert found(HAND, "4C 4H 5S 6D") == (HuntOutcome.FOUND, 8), "the whole double run"


@pytest.mark.parametrize(
    ("text", "cards", "worth"),
    [
        ("6C 6D 6H 7S | 8H", "6C 6D 6H", 6),
        ("6C 6D 6H 7S | 8H", "6C 6D", 2),
        ("6C 6D 6H 6S | 8H", "6C 6D 6H", 6),
        ("3C 3D 4H 4S | 5H", "3C 3D 4H 5H", 8),
        ("3C 3D 4H 4S | 5H", "3C 3D 4H 4S 5H", 16),
    ],
)
def test_a_hunt_knows_the_names_inside_other_names(text: str, cards: str, worth: int) -> None:
    assert found(read(text), cards)[1] >= worth


def test_a_hunt_gives_nothing_twice() -> None:
    first = hunt(HAND, (), parse_cards("4C 5S 6D"))
    assert hunt(HAND, first.scores, parse_cards("6D 5S 4C")).hunt is HuntOutcome.FOUND_BEFORE
    rest = hunt(HAND, first.scores, parse_cards("4C 4H 5S 6D"))
    assert (rest.hunt, total(rest.scores)) == (HuntOutcome.FOUND, 5)


@pytest.mark.parametrize(
    ("text", "cards", "reason"),
    [
        ("4C 5S 6D JH | 4H", "", HuntOutcome.NONE),
        ("4C 5S 6D JH | 4H", "5C", HuntOutcome.NOT_THESE_CARDS),
        ("4C 5S 6D JH | 4H", "5S", HuntOutcome.ONE_CARD),
        ("4C 5S 6D JH | 4H", "4C JH", HuntOutcome.NO_COMBINATION),
        ("2C 3S 4D 5H | KC", "2C 3S 4D", HuntOutcome.PART_OF_RUN),
        ("2H 6H TH KD | 4H", "2H 6H TH 4H", HuntOutcome.NO_FLUSH),
        ("2H 6H TH KH | 4H", "2H 6H TH KH", HuntOutcome.FLUSH_WITHOUT_STARTER),
        ("4C 5S 6D JH | 4H", "4C 5S JH", HuntOutcome.TOO_MANY),
        ("6C 6D 7S 7H | 8H", "6C 7S 7H", HuntOutcome.TOO_MANY),
    ],
)
def test_a_wrong_find_has_its_reason(text: str, cards: str, reason: HuntOutcome) -> None:
    assert found(read(text), cards) == (reason, 0)


def test_everything_a_hand_scores_can_be_found() -> None:
    for seed in range(300):
        question = pose(seed)
        scores = [score for item in question.scores for score in hunt(question, (), item.cards).scores]
        assert set(scores) == set(question.scores)


def test_the_pegboard_has_every_worth() -> None:
    """Of ranks alone: a flush and his nob add what the lists below say."""
    for size, numbers in PAD_NUMBERS.items():
        found = set(range(30)) if size == 4 else set()
        for ranks in combinations_with_replacement(range(1, 14), size + 1):
            if max(Counter(ranks).values()) <= 4:
                found |= set(worths_of(ranks))
        assert sorted(found) == list(numbers), size


def worths_of(ranks: tuple[int, ...]) -> Iterator[int]:
    """Yield what cards of these ranks may be worth, by their suits and by which of them is the starter."""
    seen: Counter[int] = Counter()
    cards = []
    for rank in ranks:
        cards.append(Card(rank, list(Suit)[seen[rank]]))
        seen[rank] += 1
    scores = show(cards[:-1], cards[-1], crib=True)
    worth = total(score for score in scores if score.kind not in (Kind.FLUSH, Kind.NOBS))
    yield worth
    if 11 in seen and len(seen) > 1:
        yield worth + 1
    if len(seen) >= len(ranks) - 1:  # all of the hand differ in rank
        yield worth + len(ranks) - 1
    if len(seen) == len(ranks):
        yield worth + len(ranks)
        if 11 in seen:
            yield worth + len(ranks) + 1
