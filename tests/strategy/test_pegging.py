"""The play: what the hidden hands may be, and which card is worth most against them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import mean, stdev

import pytest

from game.engine.cards import PACK, Card, text_of
from game.engine.play import Go, Holding, Pegging, Play, State, apply, legal
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE, peg, total
from game.engine.view import View, see
from game.strategy.pegging import Worth, guesses, plays
from game.strategy.positions import VALUES, hand_table
from game.strategy.ranks import patterns, ranks_of
from game.strategy.stored import DEALER, PAIRS, PONE, discard_tables
from tests.strategies import ARRANGEMENTS, as_phase, dealt_out, play, random_match, turned

SIXES = patterns(6)

EVERY = 10_000
"""So many samples that at a table of two every possible hand is weighed."""


@dataclass(frozen=True)
class Guess:
    """One guess: its weight, and the ranks that each seat holds now and kept."""

    weight: float
    hands: tuple[tuple[int, ...], ...]
    kept: tuple[tuple[int, ...], ...]


def ranks_in(hand: int) -> tuple[int, ...]:
    """The ranks of a hand by its number."""
    return tuple(rank for rank, number in enumerate(hand_table().held[hand].tolist(), 1) for _ in range(number))


def guessed(view: View, random: Random, samples: int) -> tuple[list[Guess], bool]:
    """What the others may hold, one by one, and whether that is every possibility."""
    found = guesses(view, random, samples)
    rows = zip(found.weights.tolist(), found.hands.tolist(), found.kept.tolist(), strict=True)
    return [Guess(weight, *(tuple(map(ranks_in, row)) for row in hands)) for weight, *hands in rows], found.whole


def random_play(arrangement: tuple[int, int], seed: int) -> list[Pegging]:
    """The states of one random deal in which a card can be played."""
    seats, sides = arrangement
    states = [state for state, _, _ in random_match(Rules(seats=seats, sides=sides, deals=1), seed)]
    return [state for state in states if isinstance(state, Pegging) and state.can_play(state.turn)]


def spots(arrangement: tuple[int, int], deals: int) -> Iterator[tuple[Pegging, View]]:
    """Turns met in random deals, of each deal one early, one in the middle and one late, with what the seat sees."""
    for seed in range(deals):
        states = random_play(arrangement, seed)
        for state in (states[0], states[len(states) // 2], states[-2]):
            yield state, see(state, state.turn)


# -------------------------------------------------------------------------------------------- the hidden hands


def whole_ranks(state: Pegging, guess: Guess) -> Counter[int]:
    """Every rank on the table or in a hand when the guess is right, as the seat to play knows them."""
    found = Counter(card.rank for card in (state.starter, *state.holding.away[state.turn]))
    for play_made in state.plays:
        found[play_made.card.rank] += 1
    for hand in guess.hands:
        found.update(hand)
    return found


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_guess_agrees_with_the_cards_that_are_known(arrangement: tuple[int, int]) -> None:
    for state, view in spots(arrangement, 8):
        found, _ = guessed(view, Random(1), samples=12)
        assert sum(guess.weight for guess in found) == pytest.approx(1)
        for guess in found:
            assert guess.weight >= 0
            assert tuple(len(hand) for hand in guess.hands) == view.held
            assert guess.hands[state.turn] == ranks_of(view.hand)
            assert max(whole_ranks(state, guess).values()) <= 4
            for seat, (now, kept) in enumerate(zip(guess.hands, guess.kept, strict=True)):
                played = [made.card.rank for made in view.plays if made.seat == seat]
                assert tuple(sorted((*now, *played))) == tuple(sorted(kept))
                assert len(kept) == view.rules.plan.hand


def silences(arrangement: tuple[int, int], seed: int) -> Iterator[tuple[Pegging, list[tuple[int, int, int]]]]:
    """The turns of one random deal, each with the times a seat could not play: the seat, the room, cards played.

    A seat says go; the seat that played last says nothing when it cannot follow itself, and a new series begins.
    """
    seats, sides = arrangement
    found: list[tuple[int, int, int]] = []
    for state, action, after in random_match(Rules(seats=seats, sides=sides, deals=1), seed):
        if not isinstance(state, Pegging):
            continue
        if state.can_play(state.turn):
            yield state, list(found)
        if isinstance(action, Go):
            found.append((action.seat, THIRTY_ONE - state.count, len(state.plays)))
        if isinstance(after, Pegging) and after.series_start > state.series_start:
            room = THIRTY_ONE - sum(made.card.value for made in after.plays[state.series_start :])
            found += [(seat, room, len(after.plays)) for seat in range(seats) if room]


def impossible(state: Pegging, silent: Sequence[tuple[int, int, int]], guess: Guess) -> bool:
    """Whether some seat that could not play would have held a card that fitted then."""
    for seat, room, number in silent:
        later = [made.card.rank for made in state.plays[number:] if made.seat == seat]
        if seat != state.turn and any(VALUES[rank] <= room for rank in (*later, *guess.hands[seat])):
            return True
    return False


@pytest.mark.parametrize("leads", [False, True])
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_a_seat_that_could_not_play_is_not_thought_to_hold_a_card_that_fits_then(
    arrangement: tuple[int, int], *, leads: bool
) -> None:
    """Both while a series goes on and when one has just ended because nobody could play.

    At larger tables a deal is drawn seat by seat; where none that fits is found, which is rare, it hardly counts.
    """
    met = 0
    for seed in range(8):
        for state, silent in silences(arrangement, seed):
            if silent and leads == (not state.series):
                met += 1
                found, _ = guessed(see(state, state.turn), Random(seed), samples=8)
                doubted = sum(guess.weight for guess in found if impossible(state, silent, guess))
                assert doubted <= (0 if arrangement == (2, 2) else 0.01), (seed, state.plays)
    assert met >= 5


def sensible_kept(six: Sequence[Card], role: int) -> tuple[Card, ...]:
    """What a player who follows the tables keeps of six cards."""
    thrown = list(PAIRS[discard_tables().pairs[role][SIXES.index(ranks_of(six))]])
    kept = []
    for card in six:
        if card.rank in thrown:
            thrown.remove(card.rank)
        else:
            kept.append(card)
    return tuple(kept)


def test_at_a_table_of_two_a_sensible_hand_is_never_ruled_out() -> None:
    random = Random(7)
    for _ in range(12):
        drawn = random.sample(PACK, 13)
        six = (drawn[:6], drawn[6:12])
        kept = [sensible_kept(six[DEALER], DEALER), sensible_kept(six[PONE], PONE)]
        away = [tuple(card for card in cards if card not in keeps) for cards, keeps in zip(six, kept, strict=True)]
        state: State = turned(dealt_out(Rules(target=999), [text_of(hand) for hand in kept], str(drawn[12])))
        while isinstance(state, Pegging):
            seat = state.turn
            if state.can_play(seat):
                state = replace(state, holding=replace(state.holding, away=tuple(away)))
                found, whole = guessed(see(state, seat), Random(1), EVERY)
                assert whole
                truth = ranks_of(state.held(1 - seat))
                assert any(guess.hands[1 - seat] == truth and guess.weight > 0 for guess in found)
            state = apply(state, random.choice([action for action in legal(state) if isinstance(action, Play | Go)]))


def test_a_hand_that_no_sensible_player_keeps_may_be_held_all_the_same() -> None:
    """Where nothing that was played can have been kept by the tables, hands are dealt to fit."""
    state = as_phase(Pegging, play(turned(dealt_out(Rules(), ["5C 5D 6C 6D", "AC 2C KC QC"], "9H")), "KC 5C QC 5D"))
    found, _ = guessed(see(state, 1), Random(1), samples=12)
    assert found
    assert all(guess.kept[0].count(5) >= 2 for guess in found)


def test_how_likely_a_hand_is_falls_with_the_points_that_it_would_have_missed() -> None:
    """The dealer let 8 and then 7 lie, which pairs and a run would have taken."""
    state = as_phase(Pegging, play(turned(dealt_out(Rules(), ["KC KD QC JD", "8C 7D 2C 3D"], "9H")), "8C KC"))
    found, whole = guessed(see(state, 1), Random(1), EVERY)
    assert whole
    eights = sum(guess.weight for guess in found if 8 in guess.hands[0] or 7 in guess.hands[0])
    courts = sum(guess.weight for guess in found if {11, 12} & set(guess.hands[0]))
    assert eights < 0.1 < courts


# --------------------------------------------------------------------------------------------- the worth of cards


def with_others_mixed(state: Pegging, random: Random) -> Pegging:
    """The same table, except that the cards the seat to play cannot see are dealt anew among their places."""
    rules, seat = state.table.rules, state.turn
    seen = {*state.holding.hands[seat], *state.holding.away[seat], state.starter, *(made.card for made in state.plays)}
    hidden = [card for card in PACK if card not in seen]
    random.shuffle(hidden)
    hands = list(state.holding.hands)
    away = list(state.holding.away)
    for other in rules.round_from(seat)[1:]:
        played = [card for card in hands[other] if card in seen]
        hands[other] = (*played, *(hidden.pop() for _ in range(len(hands[other]) - len(played))))
        away[other] = tuple(hidden.pop() for _ in away[other])
    from_pack = tuple(hidden.pop() for _ in state.holding.from_pack)
    return replace(state, holding=Holding(tuple(hands), tuple(away), from_pack))


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_what_a_card_is_worth_never_depends_on_hidden_cards(arrangement: tuple[int, int]) -> None:
    for state, view in spots(arrangement, 2):
        mixed = with_others_mixed(state, Random(3))
        assert mixed.holding != state.holding
        assert see(mixed, state.turn) == view
        assert plays(see(mixed, state.turn), Random(5), to_win=False, samples=4) == plays(
            view, Random(5), to_win=False, samples=4
        )


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_every_card_that_fits_is_weighed_best_first(arrangement: tuple[int, int]) -> None:
    for state, view in spots(arrangement, 4):
        found = plays(view, Random(5), to_win=False, samples=3)
        fits = [card for card in view.hand if card.value + view.count <= THIRTY_ONE]
        assert sorted(worth.card for worth in found) == sorted(fits)
        assert [worth.value for worth in found] == sorted((worth.value for worth in found), reverse=True)
        for worth in found:
            assert worth.points == total(peg((*state.series, worth.card)))
            assert worth.win is None


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_playing_to_win_ranks_cards_by_the_chance_to_win(arrangement: tuple[int, int]) -> None:
    for _, view in list(spots(arrangement, 1))[1:]:
        near = replace(view, scores=tuple(110 + side for side in range(view.rules.sides)))
        found = plays(near, Random(5), to_win=True, samples=2)
        wins = [worth.win for worth in found if worth.win is not None]
        assert len(wins) == len(found)
        assert wins == sorted(wins, reverse=True)
        assert all(-1e-9 <= win <= 1 + 1e-9 for win in wins)


def worths(
    hands: Sequence[str], starter: str, played: str, scores: Sequence[int] = (0, 0), *, to_win: bool = False
) -> tuple[Worth, ...]:
    """What the cards of the seat to play are worth at a table of two. Seat 0 deals, seat 1 leads."""
    state = as_phase(Pegging, play(turned(dealt_out(Rules(), hands, starter, scores=scores)), played))
    return plays(see(state, state.turn), Random(1), to_win=to_win)


@pytest.mark.parametrize(
    ("hands", "played", "best"),
    [
        (["7H 2C 3C 9C", "7C 7D KH QS"], "7C 7H", "7D"),  # pair royal
        (["KC TD 4C 3S", "JD 8H 7C 3D"], "JD KC 8H", "3S"),  # 31
        (["5H 6S 9D KC", "TD 2C 3C 4S"], "TD", "5H"),  # fifteen
        (["6S 4D KC QD", "5H 7C 9D KH"], "5H 6S", "7C"),  # a run of three
        (["AC 4D KC QD", "KS 9C TD JH"], "TD QD JH", "AC"),  # 31
    ],
)
def test_an_obvious_card_is_found(hands: list[str], played: str, best: str) -> None:
    assert str(worths(hands, "8S", played)[0].card) in best.split()


def test_a_card_judged_by_every_hand_has_no_error() -> None:
    judged = 0
    for seed in range(8):
        for state in random_play((2, 2), seed)[-2:]:
            view = see(state, state.turn)
            found, whole = guessed(view, Random(1), EVERY)
            if len(found) <= 60:
                judged += 1
                assert whole
                assert {worth.error for worth in plays(view, Random(1), to_win=False, samples=EVERY)} == {0.0}
    assert judged >= 8


def test_a_card_judged_by_a_sample_has_an_error_behind_the_best() -> None:
    for arrangement in ARRANGEMENTS:
        state = random_play(arrangement, 1)[0]
        best, *others = plays(see(state, state.turn), Random(1), to_win=False, samples=6)
        assert best.error == 0
        assert any(worth.error > 0 for worth in others)


def test_the_error_says_how_far_samples_lie_apart() -> None:
    """Twenty samples of the lead: what they say of a card lies about as far apart as its error promises."""
    state = turned(dealt_out(Rules(), ["5H 6S 9D KC", "5D 2C 3C 4S"], "8H"))
    view = see(state, 1)
    behind, errors = [], []
    for seed in range(20):
        best, *others = plays(view, Random(seed), to_win=False, samples=20)
        five = next(worth for worth in others if worth.card == Card.parse("5D"))
        behind.append(best.value - five.value)
        errors.append(five.error)
    assert 0.3 * mean(errors) < stdev(behind) < 1.3 * mean(errors)


# ------------------------------------------------------------------------------------------------ playing to win


@pytest.mark.parametrize("arrangement", [(2, 2), (3, 3), (4, 2)])
def test_a_card_that_pegs_what_is_needed_wins_for_certain(arrangement: tuple[int, int]) -> None:
    met = 0
    for seed in range(15):
        for state in random_play(arrangement, seed)[3:]:
            rules, seat = state.table.rules, state.turn
            pegs = {card: total(peg((*state.series, card))) for card in state.held(seat)}
            fits = {card: points for card, points in pegs.items() if card.value + state.count <= THIRTY_ONE}
            need = max(fits.values())
            if need and len(fits) > 1:
                met += 1
                scores = [120] * rules.sides
                scores[rules.side_of(seat)] = 121 - need
                found = plays(replace(see(state, seat), scores=tuple(scores)), Random(1), to_win=True, samples=4)
                assert found[0].win == pytest.approx(1)
                assert all(worth.win == pytest.approx(1) for worth in found if worth.points >= need)
                assert fits[found[0].card] == need or found[0].win == found[1].win
    assert met >= 6


@pytest.mark.parametrize(("scores", "best"), [((117, 110), "4H"), ((60, 60), "TC KC")])
def test_points_that_win_are_taken_before_a_play_for_more(scores: tuple[int, int], best: str) -> None:
    """On 7 5 6 the 4 makes a run of four, and 3 or 8 then one of five: a ten is better, unless four points win."""
    hands = ["4H 5H TC KC", "2C 6H 7C JH"]
    assert str(worths(hands, "QH", "7C 5H 6H", scores)[0].card) in ("TC", "KC")
    assert str(worths(hands, "QH", "7C 5H 6H", scores, to_win=True)[0].card) in best.split()
