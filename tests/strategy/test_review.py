"""The review of a game: what is a decision, what is best, what is lost, and where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

from game.engine.cards import PACK, Card, parse_cards
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Counting,
    Dealing,
    Discard,
    Go,
    Holding,
    IllegalAction,
    Over,
    Pass,
    Pegging,
    Play,
    Shuffle,
    State,
    apply,
    start,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import THIRTY_ONE, Kind, total
from game.engine.view import see
from game.strategy import review as reviewing
from game.strategy.bots import act
from game.strategy.discards import Choice
from game.strategy.levels import Level
from game.strategy.pegging import Worth
from game.strategy.review import (
    Fault,
    Grade,
    Graded,
    chance_to_win,
    grade,
    grade_choice,
    grade_claim,
    grade_of_loss,
    review,
)
from tests.full import PROOF, few
from tests.strategies import arranged_pack, as_phase, dealt_out, play, played_out, table, turned

CALLED = Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED)
ORDER = list(Grade)


def game(rules: Rules, levels: Sequence[Level], seed: int) -> list[Action]:
    """The actions of a game of bots that the first seat deals first."""
    random = Random(seed)
    state: State = start(rules, 0)
    actions: list[Action] = []
    while not isinstance(state, Over):
        if seats := waited_for(state):
            action = act(see(state, seats[0]), levels[seats[0]], random)
        else:
            action = Shuffle(tuple(random.sample(PACK, len(PACK)))) if isinstance(state, Dealing) else Count()
        actions.append(action)
        state = apply(state, action)
    return actions


def states(rules: Rules, actions: Sequence[Action]) -> Iterator[tuple[int, State, Action]]:
    """Each action with its number and the state before it."""
    state: State = start(rules, 0)
    for number, action in enumerate(actions):
        yield number, state, action
        state = apply(state, action)


@cache
def expert_game() -> tuple[tuple[Action, ...], tuple[Graded, ...]]:
    """An expert against a beginner, players who count and call, with its review."""
    actions = tuple(game(CALLED, (Level.EXPERT, Level.BEGINNER), seed=2))
    return actions, tuple(review(CALLED, actions, (0, 1), dealer=0))


def told(graded: Iterable[Graded]) -> list[object]:
    """Decisions as they can be compared: distributions of points are equal only to themselves."""
    return [(replace(each, ranked=()), [ranked.order for ranked in each.ranked]) for each in graded]


def is_decision(state: State, action: Action) -> bool:
    """Whether there was something to decide, by the rules of the table `CALLED`."""
    match state, action:
        case _, Discard():
            return True
        case Counting(), Claim():
            return True
        case Pegging(), Play(seat):
            return len({card.rank for card in state.held(seat) if card.value + state.count <= THIRTY_ONE}) > 1
        case Counting(), Call() | Pass() if state.claimed:
            return state.claimed.points != total(state.claimed.scores)
        case _:
            return False


# -------------------------------------------------------------------------------------------------- whole games


def test_every_decision_is_graded_and_nothing_else() -> None:
    actions, graded = expert_game()
    decided = [number for number, state, action in states(CALLED, actions) if is_decision(state, action)]
    assert [each.number for each in graded] == decided
    assert all(actions[each.number] == each.action for each in graded)
    assert {type(each.action) for each in graded} >= {Discard, Play, Claim}
    forced = [
        action
        for _, state, action in states(CALLED, actions)
        if isinstance(action, Play | Go) and not is_decision(state, action)
    ]
    assert forced


def test_only_the_seats_asked_for_are_graded() -> None:
    actions, graded = expert_game()
    theirs = tuple(each for each in graded if getattr(each.action, "seat", None) == 1)
    assert 0 < len(theirs) < len(graded)
    assert told(review(CALLED, actions, (1,), dealer=0)) == told(theirs)
    assert not list(review(CALLED, actions, (), dealer=0))


def test_the_experts_own_discards_and_counts_are_the_best() -> None:
    _, graded = expert_game()
    own = [each for each in graded if getattr(each.action, "seat", None) == 0]
    assert any(isinstance(each.action, Discard) for each in own)
    for each in own:
        if not isinstance(each.action, Play):
            assert (each.grade, each.points, each.win, each.faults) == (Grade.BEST, 0, 0, ())


def test_losses_are_never_negative_and_have_a_fault() -> None:
    _, graded = expert_game()
    assert any(each.points for each in graded)
    for each in graded:
        assert each.points >= 0
        assert each.win >= 0
        assert bool(each.faults) == (each.points > 0 or each.win > 0)
        if each.grade is not Grade.BEST:
            assert each.faults


def test_choices_and_plays_come_with_all_there_was_to_choose() -> None:
    _, graded = expert_game()
    for each in graded:
        match each.action:
            case Discard(_, cards):
                assert len(each.ranked) == 15
                assert {choice.away for choice in each.ranked if isinstance(choice, Choice)} >= {tuple(sorted(cards))}
            case Play(_, card):
                assert card in [worth.card for worth in each.ranked if isinstance(worth, Worth)]
            case _:
                assert not each.ranked
        orders = [ranked.order for ranked in each.ranked]
        assert orders == sorted(orders, reverse=True)


@pytest.mark.parametrize(("seats", "sides"), few([(3, 3), (4, 2)], (4, 2)))
def test_games_of_more_seats_are_reviewed_always_the_same(seats: int, sides: int) -> None:
    rules = Rules(seats=seats, sides=sides, target=61, counting=Counted.SHOW, deals=1)
    actions = game(rules, (Level.CASUAL,) * seats, seed=1)
    first = list(review(rules, actions, (0, seats - 1), dealer=0))
    assert {getattr(each.action, "seat", None) for each in first} == {0, seats - 1}
    assert all(each.points >= 0 and each.win >= 0 for each in first)
    assert {type(each.action) for each in first} >= {Discard, Play}
    theirs = [each for each in first if getattr(each.action, "seat", None) == 0]
    assert told(review(rules, actions, (0,), dealer=0)) == told(theirs)


def test_the_same_review_twice_is_equal() -> None:
    actions, graded = expert_game()
    assert told(review(CALLED, actions, (0, 1), dealer=0)) == told(graded)


def test_actions_against_the_rules_are_refused() -> None:
    actions, _ = expert_game()
    with pytest.raises(IllegalAction):
        list(review(CALLED, [actions[0], actions[0]], (0, 1), dealer=0))
    with pytest.raises(IllegalAction):
        list(review(CALLED, [Claim(0, 2)], (0, 1), dealer=0))


# -------------------------------------------------------------------------------------------------------- grades


@pytest.mark.parametrize(
    ("points", "win", "name"),
    [
        (0, 0, Grade.BEST),
        (0.04, 0.001, Grade.BEST),
        (0.05, 0, Grade.GOOD),
        (0, 0.002, Grade.GOOD),
        (0.4, 0, Grade.INACCURATE),
        (2, 0, Grade.INACCURATE),
        (2, 0.0004, Grade.INACCURATE),
        (0, 0.008, Grade.INACCURATE),
        (3, 0.0194, Grade.INACCURATE),
        (0, 0.0196, Grade.MISTAKE),  # which is told as 2 %
        (0.05, 0.02, Grade.MISTAKE),
        (3, 0.039, Grade.MISTAKE),
        (2, None, Grade.BLUNDER),
        (0, 0.04, Grade.BLUNDER),
        (1.99, None, Grade.MISTAKE),
    ],
)
def test_the_chance_to_win_grades_and_points_alone_make_an_inaccuracy_at_most(
    points: float, win: float | None, name: Grade
) -> None:
    assert grade_of_loss(points, win) is name


def test_from_an_inaccuracy_on_who_loses_more_of_the_chance_to_win_has_no_better_grade() -> None:
    judged = [
        (win / 1000, grade_of_loss(points, win / 1000)) for win in range(8, 60) for points in (0.0, 0.5, 1.5, 3.0)
    ]
    for (less, one), (more, other) in product(judged, repeat=2):
        assert less >= more or ORDER.index(one) <= ORDER.index(other)


def test_more_lost_is_never_a_better_grade() -> None:
    losses = [number / 50 for number in range(150)]
    for one, other in pairwise(losses):
        for before, after in (((one, 0), (other, 0)), ((0, one / 30), (0, other / 30))):
            grades = [grade_of_loss(*lost) for lost in (before, after)]
            assert ORDER.index(grades[0]) <= ORDER.index(grades[1])


# -------------------------------------------------------------------------------------------------- the discard


def laid(hand: str, away: str, dealer: int, scores: tuple[int, int] = (0, 0)) -> Graded:
    """The second seat of two discards: its grade, at 0 all if nothing else is said."""
    cards = parse_cards(hand)
    dealt: list[tuple[Card, ...]] = [tuple(card for card in reversed(PACK) if card not in cards)[:6], cards]
    state = apply(Dealing(table(Rules(), dealer, scores)), Shuffle(arranged_pack(Rules(), dealer, dealt, [])))
    found = grade(state, Discard(1, parse_cards(away)), 7)
    assert found
    assert found.number == 7
    return found


def test_two_fives_broken_off_a_hand_of_tens_lose_most_in_the_hand() -> None:
    graded = laid("5H 5D 4C 6S KH QD", "5H 5D", dealer=0)
    assert graded.grade is Grade.BLUNDER
    assert graded.faults[:2] == (Fault.HAND, Fault.CRIB)
    assert isinstance(graded.best, Discard)
    assert set(graded.best.cards) == set(parse_cards("KH QD"))
    assert graded.points > 10
    assert graded.win > 0.2


def test_where_the_hand_kept_is_as_good_it_is_the_crib_that_costs() -> None:
    graded = laid("4C 5D 7H 8C JC KD", "7H 8C", dealer=0)
    assert graded.best == Discard(1, parse_cards("4C KD"))
    assert graded.faults == (Fault.CRIB,)
    assert graded.grade is Grade.BLUNDER
    best, chosen = (
        next(choice for choice in graded.ranked if isinstance(choice, Choice) and choice.away == parse_cards(away))
        for away in ("4C KD", "7H 8C")
    )
    assert graded.points == pytest.approx(best.value - chosen.value)


def test_near_the_end_the_score_is_the_reason_and_not_the_crib() -> None:
    """The other counts first and is nearly home, so what the own crib would hold hardly matters."""
    early, late = laid("AH AD 4C 6S 9H KD", "4C 6S", dealer=1), laid("AH AD 4C 6S 9H KD", "4C 6S", 1, (118, 108))
    assert Fault.END not in early.faults
    assert late.faults[0] is Fault.END
    assert late.win > 0


def test_in_the_own_crib_two_fives_are_no_such_blunder() -> None:
    own, others = (laid("5H 5D 9C KS 8H 2D", "5H 5D", dealer=dealer) for dealer in (1, 0))
    assert own.points < others.points - 5
    assert Fault.CRIB not in own.faults
    assert Fault.CRIB in others.faults


def test_a_small_loss_that_is_a_little_of_each_still_has_a_fault() -> None:
    graded = laid("7D TC JH JS JC QC", "7D JH", dealer=0)
    assert 0.05 < graded.points < 0.1
    assert graded.faults == (Fault.HAND,)


def test_the_best_discard_loses_nothing_in_any_order() -> None:
    for away in ("KH QD", "QD KH"):
        graded = laid("5H 5D 4C 6S KH QD", away, dealer=0)
        assert (graded.grade, graded.points, graded.win, graded.faults) == (Grade.BEST, 0, 0, ())


# ------------------------------------------------------------------------------------------------------ the play


def played(hands: Sequence[str], before: str, card: str, scores: Sequence[int] = ()) -> Graded | None:
    """The grade of a card after the plays before it; the first seat deals, the starter is the 8 of hearts."""
    state = as_phase(Pegging, play(turned(dealt_out(Rules(), hands, "8H", scores=scores)), before))
    return grade(state, Play(state.turn, Card.parse(card)))


def test_a_pair_that_is_not_taken_loses_at_once() -> None:
    graded = played(["7H 7D 2C KD", "7S QD 3C JH"], "7S", "KD")
    assert graded
    assert graded.grade is Grade.BLUNDER
    assert graded.faults[0] is Fault.AT_ONCE
    assert isinstance(graded.best, Play)
    assert graded.best.card.rank == 7


def test_a_pair_that_is_taken_loses_nothing_with_either_card() -> None:
    for card in ("7H", "7D"):
        graded = played(["7H 7D 2C KD", "7S QD 3C JH"], "7S", card)
        assert graded
        assert (graded.grade, graded.points, graded.faults) == (Grade.BEST, 0, ())


def test_a_thirty_one_that_is_missed_loses_at_once() -> None:
    graded = played(["TH 2C AS KD", "9H TD 3C JH"], "TD KD 9H", "AS")
    assert graded
    assert graded.best == Play(0, Card.parse("2C"))
    assert graded.grade in (Grade.MISTAKE, Grade.BLUNDER)
    assert graded.faults[0] is Fault.AT_ONCE


def test_a_five_led_loses_afterwards() -> None:
    graded = played(["TH KC 6D 9S", "5C 4D 4S 3H"], "", "5C")
    assert graded
    assert graded.grade not in (Grade.BEST, Grade.GOOD)
    assert graded.faults == (Fault.AFTERWARDS,)


@pytest.mark.parametrize(
    ("hands", "before", "card"),
    [
        (["TH TS AD AC", "9H 2S 4D QC"], "QC TH 9H", "AD"),  # only the aces go, and they are equal
        (["TH 2C 9S KD", "9H TD 3C JH"], "TD KD 9H", "2C"),  # only one card goes
    ],
)
def test_a_play_without_a_choice_is_no_decision(hands: Sequence[str], before: str, card: str) -> None:
    assert played(hands, before, card) is None


def test_points_that_win_the_game_now_are_worth_the_game() -> None:
    hands = ["5C 4D 2C KD", "JS QD 3C JH"]
    for card in ("KD", "4D", "2C"):
        graded = played(hands, "JS", card, scores=(119, 119))
        assert graded
        assert graded.best == Play(0, Card.parse("5C"))
        assert graded.grade is Grade.BLUNDER
        assert graded.win > 0.2
        assert graded.faults[0] is Fault.AT_ONCE
    won = played(hands, "JS", "5C", scores=(119, 119))
    assert won
    assert (won.grade, won.win) == (Grade.BEST, 0)
    assert won.ranked[0].win == pytest.approx(1)


def test_where_no_points_are_lost_it_is_the_end_that_asks_for_another_card() -> None:
    """The dealer wants 3 and the pone 2: the pone counts first and must only keep the dealer from pegging out."""
    graded = played(["TH 2C TS AC", "8S 5C TC 4H"], "", "8S", scores=(118, 119))
    assert graded
    assert graded.points < 0.05
    assert graded.win > 0.03
    assert graded.faults == (Fault.END,)
    assert ORDER.index(graded.grade) >= ORDER.index(Grade.MISTAKE)


# ------------------------------------------------------------------------------------------------------ the count

HANDS = ("2H 6S 9D KC", "7H 7S 8D 9C")
TRUTH = 12
"""What the pone's hand is worth with the queen of diamonds: two fifteens, two runs of three and a pair."""


def counting(muggins: Muggins, scores: tuple[int, int], target: int = 121) -> Counting:
    """The pone, the second seat, is about to count: the sides stand so after the play."""
    notice = Notice.AUTOMATIC if muggins is Muggins.OFF else Notice.CALLED
    rules = Rules(target=target, counting=Counted.SHOW, muggins=muggins, notice=notice)
    state = as_phase(Counting, played_out(turned(dealt_out(rules, HANDS, "QD"))))
    assert total(state.truth) == TRUTH
    ledger = tuple(pegged for pegged in state.table.ledger if pegged.score.kind is Kind.HEELS)
    assert not ledger
    return replace(state, table=table(rules, 0, scores))


def claimed(points: int, muggins: Muggins = Muggins.MISSED, scores: tuple[int, int] = (50, 50)) -> Graded:
    """The grade of the pone's claim."""
    found = grade(counting(muggins, scores), Claim(1, points))
    assert found
    return found


@pytest.mark.parametrize("muggins", Muggins)
def test_points_not_claimed_are_lost(muggins: Muggins) -> None:
    graded = claimed(TRUTH - 2, muggins)
    assert graded.best == Claim(1, TRUTH)
    assert (graded.points, graded.faults, graded.grade) == (2, (Fault.COUNT,), Grade.BLUNDER)
    assert 0.02 < graded.win < 0.2
    assert claimed(TRUTH - 4, muggins).win > graded.win


@pytest.mark.parametrize("muggins", Muggins)
def test_a_right_claim_loses_nothing(muggins: Muggins) -> None:
    graded = claimed(TRUTH, muggins)
    assert (graded.grade, graded.points, graded.win, graded.faults) == (Grade.BEST, 0, 0, ())


@pytest.mark.parametrize("muggins", [Muggins.OFF, Muggins.MISSED])
def test_too_much_is_an_error_that_costs_nothing_where_only_what_is_missed_is_forfeited(muggins: Muggins) -> None:
    graded = claimed(TRUTH + 3, muggins)
    assert (graded.points, graded.win, graded.grade) == (0, 0, Grade.INACCURATE)
    assert graded.faults == (Fault.COUNT,)


def test_too_much_costs_where_the_excess_is_forfeited() -> None:
    graded = claimed(TRUTH + 3, Muggins.MISSED_AND_EXCESS)
    assert (graded.points, graded.faults) == (3, (Fault.COUNT,))
    assert graded.win > 0.02


def test_a_miscount_that_throws_the_game_away_loses_the_game() -> None:
    """The pone would be out with all of its hand; short of that the dealer's certain points win."""
    graded = claimed(TRUTH - 2, scores=(120, 121 - TRUTH))
    assert graded.win == pytest.approx(1, abs=1e-6)
    assert claimed(TRUTH - 2, scores=(120, 121 - TRUTH + 2)).win == pytest.approx(0, abs=1e-6)


# ------------------------------------------------------------------------------------------------------- the call


def answered(
    claim: int, call: int | None, muggins: Muggins = Muggins.MISSED, scores: tuple[int, int] = (50, 50)
) -> Graded | None:
    """The grade of the dealer's answer to the pone's claim; no call is a pass."""
    state = apply(counting(muggins, scores), Claim(1, claim))
    return grade(state, Pass(0) if call is None else Call(0, call))


@pytest.mark.parametrize("call", [None, TRUTH + 1])
def test_a_miscount_that_is_let_stand_loses_what_it_missed(call: int | None) -> None:
    graded = answered(TRUTH - 2, call)
    assert graded
    assert graded.best == Call(0, TRUTH)
    assert (graded.points, graded.faults) == (2, (Fault.LET_STAND,))
    assert 0.02 < graded.win < 0.2


def test_a_miscount_that_is_called_is_best() -> None:
    graded = answered(TRUTH - 2, TRUTH)
    assert graded
    assert (graded.grade, graded.points, graded.faults) == (Grade.BEST, 0, ())


def test_only_a_claim_that_can_be_called_is_a_decision() -> None:
    assert answered(TRUTH, None) is None
    assert answered(TRUTH + 2, None) is None
    excess = answered(TRUTH + 2, None, Muggins.MISSED_AND_EXCESS)
    assert excess
    assert (excess.best, excess.points, excess.faults) == (Call(0, TRUTH), 2, (Fault.LET_STAND,))


def test_a_call_that_would_win_is_worth_what_was_still_open() -> None:
    """The dealer wants 2, and has no more than its hand and crib to come: a call wins before them."""
    near = answered(TRUTH - 2, None, scores=(119, 50))
    assert near
    assert near.win == pytest.approx(0, abs=0.05)  # its hand of 2 or more would do as well
    late = answered(TRUTH - 2, None, scores=(119, 121 - TRUTH + 2))
    assert late
    assert late.win == pytest.approx(0, abs=1e-6)  # the claim has won before it


def test_the_points_of_the_claim_itself_come_before_a_call() -> None:
    behind, ahead = (answered(TRUTH - 2, None, scores=(100, score)) for score in (60, 100))
    assert behind
    assert ahead
    assert behind.win < ahead.win


def test_what_a_card_is_claimed_to_score_is_graded_too() -> None:
    rules = Rules(counting=Counted.ALL, muggins=Muggins.MISSED_AND_EXCESS)
    state = play(turned(dealt_out(rules, ("6H 7H 8H TH", "5C 4D 3S 2H"), "KC", dealer=0)), "5C=0")
    fifteen = Play(0, Card.parse("TH"), 2)
    for claim, lost in ((2, 0), (0, 2), (5, 3)):
        graded = grade_claim(state, replace(fifteen, claim=claim))
        assert graded is not None
        assert (graded.points, graded.best) == (lost, fifteen)
        assert graded.faults == ((Fault.COUNT,) if lost else ())
        assert (graded.win > 0) == (lost > 0)
    decision = grade(state, replace(fifteen, claim=0))
    assert decision is not None
    assert isinstance(decision.best, Play)
    assert decision.best.claim is not None
    assert grade_claim(state, Go(0)) is None


# ------------------------------------------------------------------------------------------- what is told at once


def test_what_is_a_decision_is_told_without_grading_it() -> None:
    everything = Rules(target=31, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)
    for rules in (CALLED, everything):
        actions = game(rules, (Level.BEGINNER, Level.BEGINNER), seed=3)
        for number, state, action in states(rules, actions):
            graded = grade(state, action, number) or grade_claim(state, action, number)
            assert reviewing.is_decision(state, action) == (graded is not None)


def test_a_choice_is_graded_from_what_its_seat_sees() -> None:
    state = turned(dealt_out(Rules(), ["7H 7D 2C KD", "7S QD 3C JH"], "8H"))
    after = as_phase(Pegging, play(state, "7S"))
    by_view = grade_choice(see(after, 0), Play(0, Card.parse("KD")), 7)
    by_state = grade(after, Play(0, Card.parse("KD")), 7)
    assert by_view
    assert by_state
    assert told([by_view]) == told([by_state])
    quick = grade_choice(see(after, 0), Play(0, Card.parse("KD")), 7, samples=None)
    assert quick
    assert quick.best == by_view.best


@pytest.mark.parametrize(("chances", "told"), [((0.971, 0.962), 0.0), ((0.971, 0.966), 0.0), ((0.971, 0.9408), 0.03)])
def test_a_loss_that_may_be_chance_is_none_and_one_that_counts_is_told_as_the_chances_are(
    chances: tuple[float, float], told: float
) -> None:
    best, chosen = (Worth(Card.parse("5H"), 0, 1.0, 0.5, win, 0.01) for win in chances)
    assert reviewing.lost(best, chosen) == (0.0, told)


# --------------------------------------------------------------------------------------------- the chance to win


def course_of(rules: Rules, seed: int) -> list[State]:
    """Every state of a game from the cut for deal on, with bots that miscount."""
    random = Random(seed)
    found: list[State] = [start(rules)]
    while not isinstance(state := found[-1], Over):
        if seats := waited_for(state):
            action = act(see(state, seats[0]), Level.BEGINNER, random)
        else:
            action = Count() if isinstance(state, Counting) else Shuffle(tuple(random.sample(PACK, len(PACK))))
        found.append(apply(state, action))
    return found


@pytest.mark.parametrize(
    "rules",
    [
        Rules(target=61),
        Rules(target=61, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED),
        Rules(deals=2, counting=Counted.SHOW, muggins=Muggins.MISSED_AND_EXCESS, notice=Notice.CALLED),
        Rules(3, 3, target=61),
        Rules(4, 2, target=61, counting=Counted.SHOW),
        Rules(5, 5, deals=2),
        Rules(6, 3, target=61),
        Rules(6, 6, target=31),
    ],
)
def test_the_chances_of_all_sides_make_one_at_every_moment(rules: Rules) -> None:
    rules = rules if PROOF.full else replace(rules, target=31)
    for state in course_of(rules, seed=rules.seats):
        chances = [chance_to_win(state, side) for side in range(rules.sides)]
        assert sum(chances) == pytest.approx(1, abs=1e-6)
        assert min(chances) >= 0
        if isinstance(state, Over) and state.winner is not None:
            assert chances[state.winner] == 1
            assert sorted(chances)[:-1] == [0] * (rules.sides - 1)


def test_a_draw_is_shared_by_those_who_lead() -> None:
    hands = [tuple(PACK[seat * 4 : seat * 4 + 4]) for seat in range(3)]
    holding = Holding(tuple(hands), ((),) * 3, ())
    rules = Rules(3, 3, deals=1)
    ended = Counting(table(rules, 0, (10, 10, 4)), holding, PACK[51], (), 4)
    drawn = Over(ended.table, None, ended)
    assert [chance_to_win(drawn, side) for side in range(3)] == [0.5, 0.5, 0]


def test_before_the_cut_for_deal_all_are_equal_and_then_the_dealer_is_ahead() -> None:
    assert chance_to_win(start(Rules()), 0) == pytest.approx(0.5)
    assert chance_to_win(start(Rules(), 0), 0) > 0.5
    assert chance_to_win(start(Rules(), 1), 0) < 0.5


def test_what_the_table_gives_moves_the_chance_its_way() -> None:
    """From one action to the next points only help, but in the play, where a card is also one card less."""
    for rules in (Rules(target=121), Rules(4, 2)):
        found = course_of(rules, seed=5)
        for before, after in pairwise(found):
            if isinstance(before, Counting) and isinstance(after, Counting):
                for side in range(rules.sides):
                    # The hand was known already: counting it changes nothing.
                    assert chance_to_win(after, side) == pytest.approx(chance_to_win(before, side), abs=1e-9)


def test_in_the_show_whoever_counts_out_first_has_won() -> None:
    """The pone, with 12 to count, wants 12; the dealer would be out with its own hand, but counts after it."""
    state = counting(Muggins.OFF, (120, 121 - TRUTH))
    assert chance_to_win(state, 1) == pytest.approx(1)
    short = counting(Muggins.OFF, (120, 121 - TRUTH - 1))
    assert chance_to_win(short, 1) < 0.2


def test_a_claim_that_lies_open_gives_what_its_player_gets_if_nobody_calls() -> None:
    state = counting(Muggins.MISSED, (120, 121 - TRUTH))
    assert chance_to_win(apply(state, Claim(1, TRUTH + 4)), 1) == pytest.approx(1)
    assert chance_to_win(apply(state, Claim(1, TRUTH - 2)), 1) < 0.5


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (3, 3), (6, 2)])
def test_cards_that_are_played_peg_no_more(seats: int, sides: int) -> None:
    rules = Rules(seats, sides, deals=1)
    for state in course_of(rules, seed=2):
        if isinstance(state, Pegging):
            left = [event.side for event in reviewing.cards_to_come(state)]
            held = [rules.side_of(seat) for seat in range(seats) for _ in state.held(seat)]
            assert sorted(left) == sorted(held)
