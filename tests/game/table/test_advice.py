"""Advice: hints in every phase from what the seat sees alone, and warnings that name the better choice and why."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from django.conf import settings
from django.utils import translation

from game.engine.cards import PACK, Card, parse_cards
from game.engine.play import (
    Action,
    Claim,
    Count,
    Counting,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Discarding,
    Go,
    Holding,
    Over,
    Pegging,
    Play,
    Shuffle,
    State,
    apply,
    legal,
    start,
    waited_for,
)
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import THIRTY_ONE, Kind, Named, combine, total
from game.engine.view import View, see
from game.strategy.bots import NotAsked, act
from game.strategy.discards import Choice
from game.strategy.levels import Level
from game.strategy.review import Fault, grade, grade_choice
from game.table.advice import (
    CallVerdict,
    Crib,
    PlayOption,
    ToAnswer,
    ToCount,
    ToCut,
    ToDiscard,
    ToPlay,
    ToSayGo,
    hint,
    warning,
)
from game.table.advice_words import gain, hint_lines, warning_reasons, warning_sentence
from game.table.words import cards_in_short
from game.words.terms import card_name
from tests.full import PROOF, few
from tests.strategies import arranged_pack, as_phase, dealt_out, play, played_out, table, turned

CALLED = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)


def states(rules: Rules, seed: int, level: Level = Level.CASUAL) -> Iterator[tuple[State, Action]]:
    """Every state of a game of bots in which a seat is asked, and what it did."""
    random = Random(seed)
    state: State = start(rules)
    while not isinstance(state, Over):
        if seats := waited_for(state):
            action = act(see(state, seats[0]), level, random)
            yield state, action
        elif isinstance(state, Counting):
            action = Count()
        else:
            action = Shuffle(tuple(random.sample(PACK, len(PACK))))
        state = apply(state, action)


def seen(state: State) -> View:
    """What the seat that is asked sees."""
    return see(state, waited_for(state)[0])


def open_to(view: View) -> set[Card]:
    """Every card that a seat has seen."""
    shown = [card for hand in (*view.shown, *filter(None, [view.counting])) for card in hand.cards]
    return {
        *view.hand,
        *view.away,
        *(played.card for played in view.plays),
        *(card for _, card in view.cuts),
        *filter(None, [view.starter]),
        *shown,
    }


def permuted(state: State, random: Random) -> State:
    """The state with the cards that the seat on turn has not seen dealt anew among where they lie."""
    hidden = [card for card in PACK if card not in open_to(seen(state))]
    anew = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))

    def swapped(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(anew.get(card, card) for card in cards)

    match state:
        case Discarding(_, holding, rest) | Cutting(_, holding, rest):
            return replace(state, holding=_dealt(holding, swapped), rest=swapped(rest))
        case CuttingForDeal(pack=pack):
            return replace(state, pack=swapped(pack))
        case Pegging(holding=holding) | Counting(holding=holding):
            return replace(state, holding=_dealt(holding, swapped))
        case _:
            return state


def _dealt(holding: Holding, swapped: object) -> Holding:
    assert callable(swapped)
    hands = tuple(tuple(sorted(swapped(hand))) for hand in holding.hands)
    return Holding(hands, tuple(map(swapped, holding.away)), swapped(holding.from_pack))


@pytest.mark.parametrize(("seats", "sides"), few([(2, 2), (3, 3), (4, 2), (6, 3)], (3, 3)))
def test_a_hint_comes_in_every_phase_and_never_from_hidden_cards(seats: int, sides: int) -> None:
    """Where the hidden cards lie otherwise and all that is seen is the same, the hint is the same."""
    rules = Rules(seats, sides, deals=1, counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)
    checked: Counter[type] = Counter()
    for number, (state, _) in enumerate(states(rules, seed=seats)):
        told, view, other = hint(seen(state), Random(number)), seen(state), permuted(state, Random(number))
        if checked[type(told)] == _ENOUGH or seen(other) != view:
            continue  # who can play, and whether a series is over, is seen too, and may hang on what is hidden
        assert other != state or isinstance(state, Counting)
        assert all(hint_lines(told))
        assert hint_lines(hint(seen(other), Random(number))) == hint_lines(told)
        checked[type(told)] += 1
    assert checked.keys() >= {ToDiscard, ToPlay, ToCount, ToAnswer, ToCut}


_ENOUGH = 4 if PROOF.full else 2
"""States of each kind of hint that are looked at."""

NAMES = {card_name(card): card for card in PACK}
NAMED = re.compile("|".join(sorted(NAMES, key=len, reverse=True)))


@pytest.mark.parametrize(("seats", "sides"), few([(2, 2), (3, 3), (6, 2)], (2, 2), (6, 2)))
def test_no_hint_and_no_warning_names_a_card_that_was_not_seen(seats: int, sides: int) -> None:
    rules = Rules(seats, sides, deals=1, counting=Counted.SHOW)
    named = 0
    for state, action in states(rules, seed=3, level=Level.BEGINNER):
        view = seen(state)
        told = hint_lines(hint(view, Random(1)))
        if isinstance(action, Discard | Play) and (caution := warning(view, action, 1)):
            told.append(warning_sentence(caution))
        cards = {NAMES[name] for line in told for name in NAMED.findall(line)}
        assert cards <= set(view.hand)
        named += len(cards)
    assert named


# -------------------------------------------------------------------------------------------------- the discard


def discarding(hand: str, dealer: int, rules: Rules | None = None, scores: Sequence[int] = ()) -> View:
    """The second seat is about to discard from this hand."""
    rules, cards = rules or Rules(), parse_cards(hand)
    others = [card for card in reversed(PACK) if card not in cards]
    dealt = [tuple(others.pop() for _ in range(rules.dealt(seat, dealer).cards)) for seat in range(rules.seats)]
    dealt[1] = cards
    state = apply(Dealing(table(rules, dealer, tuple(scores))), Shuffle(arranged_pack(rules, dealer, dealt, [])))
    return see(state, 1)


def test_the_best_discards_come_with_what_they_are_worth_and_why() -> None:
    told = hint(discarding("5H 5D 4C 6S KH QD", dealer=0), Random(1))
    assert isinstance(told, ToDiscard)
    assert set(told.best[0].away) == set(parse_cards("KH QD"))
    assert (told.crib, told.alike, told.to_win) == (Crib.THEIRS, 1, False)
    assert told.ahead[0][0] is Fault.HAND
    lines = hint_lines(told)
    assert lines[0] == "Discard the queen of diamonds and king of hearts."
    assert lines[1].startswith("It keeps the better hand"), "why, first: the message line may have room for it"
    assert lines[2].startswith("On average the hand then scores 1")
    assert "for them" in lines[2]
    assert len(lines) == 5


def test_discards_that_differ_in_suits_only_are_one() -> None:
    told = hint(discarding("2D 4H 5C 5H 8C 8D", dealer=0), Random(1))
    assert isinstance(told, ToDiscard)
    ranks = [tuple(card.rank for card in choice.away) for choice in told.best]
    assert len(set(ranks)) == len(ranks)


def test_the_crib_is_the_own_the_partners_or_theirs() -> None:
    pairs = Rules(4, 2)
    for dealer, crib, word in ((1, Crib.OWN, "your crib"), (3, Crib.PARTNERS, "your partner’s crib")):
        told = hint(discarding("5H 5D 4C 6S KH", dealer, pairs), Random(1))
        assert isinstance(told, ToDiscard)
        assert told.crib is crib
        assert word in hint_lines(told)[2]


def test_near_the_end_the_chance_to_win_is_told() -> None:
    told = hint(discarding("5H 5D 4C 6S KH QD", 0, scores=(100, 90)), Random(1))
    assert isinstance(told, ToDiscard)
    assert told.to_win
    assert "%" in hint_lines(told)[-1]


def test_seven_and_eight_to_the_others_crib_are_warned_of() -> None:
    """Nearly as good a hand is kept with the 2 as with the 8; but 7 and 8 make three points more in the crib."""
    view = discarding("AC 2D 3H 4S 7H 8C", dealer=0)
    caution = warning(view, Discard(1, parse_cards("7H 8C")), 1)
    assert caution
    assert (caution.fault, caution.crib) == (Fault.CRIB, Crib.THEIRS)
    assert 2 <= caution.points <= 4
    told = warning_sentence(caution)
    assert re.fullmatch(r"Discard the [\w ]+, about \d points better: it gives their crib less\.", told)
    better, chosen = warning_reasons(caution)
    assert "their crib" in better
    assert chosen.startswith("7 of hearts and 8 of clubs away: on average hand")


def test_the_best_discard_is_not_warned_of() -> None:
    view = discarding("AC 2D 3H 4S 7H 8C", dealer=0)
    assert warning(view, Discard(1, parse_cards("7H AC")), 1) is None
    own = discarding("AC 2D 3H 4S 7H 8C", dealer=1)
    assert warning(own, Discard(1, parse_cards("8C 7H")), 1) is None


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_lines_on_discards_begin_with_a_capital(language: str) -> None:
    view = discarding("5H 5D 4C 6S KH QD", dealer=1)
    told, caution = hint(view, Random(1)), warning(view, Discard(1, parse_cards("5H 5D")), 1)
    assert caution
    with translation.override(language):
        for line in (*hint_lines(told), *warning_reasons(caution)):
            assert not line[0].islower(), line


def test_a_hand_broken_up_is_warned_of() -> None:
    caution = warning(discarding("5H 5D 4C 6S KH QD", dealer=1), Discard(1, parse_cards("4C 6S")), 1)
    assert caution
    assert caution.fault is Fault.HAND
    assert "hand" in warning_sentence(caution)


def test_a_warning_tells_what_the_better_choice_brings_in_all() -> None:
    """As the review prices it: the hand keeps more than the whole gains where the crib gets less."""
    view, thrown = discarding("5H 5D 4C 6S KH QD", dealer=1), Discard(1, parse_cards("5H 5D"))
    caution, graded = warning(view, thrown, 1), grade_choice(view, thrown, 1)
    assert caution
    assert graded
    better, chosen = caution.better, caution.chosen
    assert isinstance(better, Choice)
    assert isinstance(chosen, Choice)
    assert caution.fault is Fault.HAND
    assert better.hand.mean - chosen.hand.mean > caution.points + 1
    assert caution.points == pytest.approx(graded.points, abs=0.3)
    assert f"about {round(caution.points)} points better: your hand keeps more" in warning_sentence(caution)


@pytest.mark.parametrize(
    ("fault", "crib", "lost", "told"),
    [
        (Fault.HAND, Crib.OWN, 2.4, ", about 2 points better: your hand keeps more."),
        (Fault.HAND, Crib.OWN, 1.2, ", about 1 point better: your hand keeps more."),
        (Fault.CRIB, Crib.OWN, 2.6, ", about 3 points better: your crib gains."),
        (Fault.CRIB, Crib.PARTNERS, 1.3, ", about 1 point better: your partner’s crib gains."),
        (Fault.CRIB, Crib.THEIRS, 1.6, ", about 2 points better: it gives their crib less."),
        (Fault.PEGGING, Crib.THEIRS, 1.0, ", about 1 point better: it leaves a better play."),
        (Fault.END, Crib.OWN, 0.124, " instead: this late, it wins 12 more games in 100."),
        (Fault.END, Crib.OWN, 0.011, " instead: this late, it wins 1 more game in 100."),
    ],
)
def test_a_warning_says_what_the_better_discard_brings(fault: Fault, crib: Crib, lost: float, told: str) -> None:
    """In points, all in all as the review tells it, or in games; and where most of it is lost."""
    caution = warning(discarding("5H 5D 4C 6S KH QD", dealer=1), Discard(1, parse_cards("5H 5D")), 1)
    assert caution
    assert isinstance(caution.better, Choice)
    assert isinstance(caution.chosen, Choice)
    by_win = fault is Fault.END
    wins, points = ((0.5 + lost, 0.5), 9.0) if by_win else ((0.9, 0.1), lost)
    options = (replace(caution.better, win=wins[0]), replace(caution.chosen, win=wins[1]))
    better = " and ".join(card_name(card).split()[0] for card in caution.cards)
    told_of = replace(caution, fault=fault, crib=crib, better=options[0], chosen=options[1])
    assert (
        warning_sentence(replace(told_of, points=points)) == f"{'Choose' if by_win else 'Discard'} the {better}{told}"
    )


@pytest.mark.parametrize(
    ("fault", "invites", "told"),
    [
        (Fault.AT_ONCE, True, "Play the 7, about 5 points better: it scores more now."),
        (Fault.AFTERWARDS, False, "Play the 7, about 5 points better: more can follow."),
        (Fault.AFTERWARDS, True, "Play the 7, about 5 points better: the king lets the next player score."),
    ],
)
def test_a_warning_says_what_the_better_card_brings(fault: Fault, invites: bool, told: str) -> None:
    caution = warning(playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S"), Play(0, Card.parse("KD")), 1)
    assert caution
    assert isinstance(caution.chosen, PlayOption)
    chosen = caution.chosen if invites else replace(caution.chosen, invites=())
    assert warning_sentence(replace(caution, fault=fault, chosen=chosen, points=5.0)) == told


def test_a_loss_that_the_score_makes_graver_is_told_in_points_of_an_early_game() -> None:
    """The review grades it by the chance to win, and the warning names its points."""
    caution = warning(discarding("5H 5D 4C 6S KH QD", dealer=1), Discard(1, parse_cards("5H 5D")), 1)
    assert caution
    graver = warning_reasons(replace(caution, points=1.2, win=0.05))
    assert graver[2:] == ["With these scores that costs as many wins as losing 2.5 points would early in a game."]
    assert len(warning_reasons(replace(caution, points=1.2, win=0.025))) == 2
    assert len(warning_reasons(replace(caution, points=1.98, win=0.04))) == 2, "2.0 points either way"


def test_a_late_warning_tells_how_often_each_choice_wins_and_no_part_that_decided_nothing() -> None:
    view = discarding("AC 2D 3H 4S 7H 8C", dealer=0, scores=(118, 116))
    caution = warning(view, Discard(1, parse_cards("AC 2D")), 1)
    assert caution
    assert caution.by_win
    assert caution.points < 1
    assert caution.fault is Fault.END
    assert all("% of games" in line for line in warning_reasons(caution))
    better, chosen = (int(found[1]) for line in warning_reasons(caution) if (found := re.search(r"(\d+)%", line)))
    assert f"this late, it wins {better - chosen} more games in 100" in warning_sentence(caution)


@pytest.mark.parametrize(
    ("better", "chosen", "games"),
    [(0.546, 0.524, "3 more games"), (0.544, 0.525, "2 more games"), (0.034, 0.004, "3 more games")],
)
def test_games_won_more_are_the_difference_of_the_shares_that_are_shown(
    better: float, chosen: float, games: str
) -> None:
    """Each share is rounded, so that the difference of the two is not that of the chances."""
    view = discarding("AC 2D 3H 4S 7H 8C", dealer=0, scores=(118, 116))
    caution = warning(view, Discard(1, parse_cards("AC 2D")), 1)
    assert caution
    assert isinstance(caution.better, Choice)
    assert isinstance(caution.chosen, Choice)
    options = (replace(caution.better, win=better), replace(caution.chosen, win=chosen))
    told = warning_sentence(replace(caution, better=options[0], chosen=options[1], win=better - chosen))
    assert f"it wins {games} in 100" in told


def test_a_card_that_is_judged_by_wins_is_not_told_to_be_points_better() -> None:
    view = playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S")
    caution = warning(view, Play(0, Card.parse("KD")), 1)
    assert caution
    assert isinstance(caution.better, PlayOption)
    assert isinstance(caution.chosen, PlayOption)
    shares = ((caution.better, 0.54), (caution.chosen, 0.5))
    better, chosen = (replace(one, worth=replace(one.worth, win=win)) for one, win in shares)
    late = replace(caution, fault=Fault.END, points=0.2, better=better, chosen=chosen)
    assert warning_sentence(late) == "Choose the 7 instead: this late, it wins 4 more games in 100."
    early = replace(late, fault=Fault.AFTERWARDS, points=2.0)
    assert warning_sentence(early) == "Play the 7, about 2 points better: the king lets the next player score."


def test_an_only_opponent_is_named() -> None:
    """Where more play, it is the next player who can answer."""
    view = playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S")
    caution, told = warning(view, Play(0, Card.parse("KD")), 1), hint(view, Random(1))
    assert caution
    lines = [warning_sentence(replace(caution, fault=Fault.AFTERWARDS), "Ada")]
    lines += [*warning_reasons(caution, "Ada"), *hint_lines(told, "Ada")]
    assert "next player" not in " ".join(lines)
    assert sum("Ada could answer" in line for line in lines) == 3
    assert lines[0].endswith("lets Ada score.")


def test_a_warning_is_the_same_with_the_same_chance() -> None:
    rules = Rules(3, 3)
    view = discarding("5H 5D 4C 6S KH", 0, rules)
    action = Discard(1, parse_cards("5H"))
    first, second = (warning(view, action, 1) for _time in range(2))
    assert first
    assert second
    assert warning_sentence(first) == warning_sentence(second)
    assert warning_reasons(first) == warning_reasons(second)


def test_a_warning_gives_the_reason_that_the_review_gives() -> None:
    """Whatever had been chosen, with the points that it loses."""
    compared = Counter[type[Action]]()
    for number, (state, action) in enumerate(states(Rules(target=31), seed=3)):
        for choice in seen(state).legal[::2] if isinstance(action, Discard | Play) else ():
            assert isinstance(choice, Discard | Play | Go)
            if isinstance(choice, Go) or not (caution := warning(seen(state), choice, number)):
                continue
            graded = grade(state, choice, number)
            assert graded
            assert (caution.points, caution.win) == (graded.points, graded.win)
            assert {str(card) for card in caution.cards} == set(re.findall("[A2-9TJQK][CDHS]", str(graded.best)))
            assert caution.fault is graded.faults[0] or caution.by_win
            compared[type(choice)] += 1
    assert compared[Discard] > 2
    assert compared[Play] > 2


def test_a_quick_look_spares_no_card_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that could be played in a deal are warned of as the whole grade says."""
    rules = Rules(deals=1)
    possible = [
        (view, Play(view.seat or 0, card))
        for state, action in states(rules, seed=3)
        if isinstance(action, Play)
        for view in [seen(state)]
        for card in view.hand
        if card.value + view.count <= THIRTY_ONE
    ]
    possible = possible[::3]
    quick = [warning(view, play, 1) for view, play in possible]
    monkeypatch.setattr("game.table.advice._is_cheap", lambda *_: False)
    assert [warning(view, play, 1) for view, play in possible] == quick
    assert 0 < sum(one is not None for one in quick) < len(quick)


# ------------------------------------------------------------------------------------------------------ the play


def playing(hands: Sequence[str], before: str, rules: Rules | None = None) -> View:
    """The seat on turn after these plays; the first seat deals, the starter is the 8 of hearts."""
    state = as_phase(Pegging, play(turned(dealt_out(rules or Rules(), hands, "8H")), before))
    return see(state, state.turn)


def test_the_best_card_comes_with_what_it_scores_and_what_can_answer_it() -> None:
    told = hint(playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S"), Random(1))
    assert isinstance(told, ToPlay)
    assert told.best[0].worth.card.rank == 7
    assert [score.kind for score in told.best[0].scores] == [Kind.PAIR]
    royal = next(invited for invited in told.best[0].invites if invited.rank == 7)
    assert (royal.points, royal.unseen) == (6, 1)
    lines = hint_lines(told)
    assert ": a pair for two." in lines[0]
    assert "7 for 6 points (1 unseen)" in lines[2]


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        (False, "Next, the 7 of diamonds: it scores 2 points now, but in all it is worth only {}."),
        (True, "Next, the 7 of diamonds: {}."),
    ],
)
def test_points_that_the_best_card_passes_up_are_told(counted: bool, told: str) -> None:
    found = hint(playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S"), Random(1))
    assert isinstance(found, ToPlay)
    pair, other = found.best[:2]
    assert pair.scores
    assert not other.scores
    passed = replace(pair, worth=replace(pair.worth, value=other.worth.value - 1))
    lines = hint_lines(replace(found, best=(other, passed), alike=1, counted=counted))
    assert told.format(gain(passed.worth.value)) in lines
    assert not any("scores 2 points now" in line for line in hint_lines(found))


def test_a_card_that_is_worth_more_but_wins_less_is_not_told_to_be_worth_only_that() -> None:
    found = hint(playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S"), Random(1))
    assert isinstance(found, ToPlay)
    pair, other = found.best[:2]
    more = replace(pair, worth=replace(pair.worth, value=other.worth.value + 1))
    lines = hint_lines(replace(found, best=(other, more), alike=1, to_win=True))
    assert f"Next, the 7 of diamonds: {gain(more.worth.value)}." in lines


def test_cards_of_one_rank_are_one_choice() -> None:
    told = hint(playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S"), Random(1))
    assert isinstance(told, ToPlay)
    ranks = [option.worth.card.rank for option in told.best]
    assert len(set(ranks)) == len(ranks)


def test_where_the_play_is_counted_a_hint_does_not_count_it() -> None:
    rules = Rules(counting=Counted.ALL)
    state = as_phase(Pegging, turned(dealt_out(rules, ["7H 7D 2C KD", "7S QD 3C JH"], "8H")))
    after = apply(state, Play(state.turn, Card.parse("7S"), 0))
    told = hint(seen(after), Random(1))
    assert isinstance(told, ToPlay)
    assert told.counted
    assert not re.search(r"for two|pair|fifteen", " ".join(hint_lines(told)[:2]))


def test_only_one_card_or_none_that_can_be_played_is_said() -> None:
    told = hint(playing(["TH 2C 9S KD", "9H TD 3C JH"], "TD KD 9H"), Random(1))
    assert isinstance(told, ToPlay)
    assert told.only
    assert hint_lines(told) == ["There is no choice: the 2 of clubs is the only card you can play."]
    go = hint(playing(["TH TS 9D 8C", "9H TD QC JH"], "TD TH JH"), Random(1))
    assert go == ToSayGo(30)
    assert hint_lines(go)[0].startswith("You must say go")


def test_suits_are_named_where_the_rank_is_not_enough() -> None:
    two, six, jack, other = (Card.parse(text) for text in ("2H", "6D", "JC", "2S"))
    assert cards_in_short([two, six], [two, six, jack, other]) == "2 of hearts and 6"
    assert cards_in_short([two, other], [two, six, jack, other]) == "pair of 2s"


def test_a_pair_that_is_not_taken_is_warned_of_with_the_reason() -> None:
    view = playing(["7H 7D 2C KD", "7S QD 3C JH"], "7S")
    caution = warning(view, Play(0, Card.parse("KD")), 1)
    assert caution
    assert caution.fault is Fault.AT_ONCE
    assert caution.points >= 1
    assert warning(view, Play(0, Card.parse("KD")), 1, warned=2) is None, "twice in one play is enough"
    worth = f"about {round(caution.points)} points better"
    assert warning_sentence(caution) == f"Play the 7, {worth}: it scores more now."
    assert {card.rank for card in caution.cards} == {7}
    better, chosen = warning_reasons(caution)
    assert better.startswith("7 of ")
    assert "could answer 7 for 6 points (1 unseen)" in better
    assert chosen.startswith("King of diamonds: the next player could answer king for 2 points")
    assert warning(view, Play(0, Card.parse("7D")), 1) is None


def test_an_only_card_is_not_warned_of() -> None:
    view = playing(["TH 2C 9S KD", "9H TD 3C JH"], "TD KD 9H")
    assert warning(view, Play(0, Card.parse("2C")), 1) is None


# ------------------------------------------------------------------------------------------------------ counting

HANDS = ("2H 6S 9D KC", "7H 7S 8D 9C")
"""The second seat's is worth 12 with the queen of diamonds: two fifteens, a double run of three."""


def counting(rules: Rules = CALLED) -> Counting:
    """The second seat is about to count."""
    return as_phase(Counting, played_out(turned(dealt_out(rules, HANDS, "QD"))))


def test_a_hint_for_a_count_says_what_is_in_it_but_not_how_much() -> None:
    told = hint(seen(counting()), Random(1))
    assert told == ToCount(is_crib=False, holds=((Named.FIFTEEN, 2), (Named.DOUBLE_RUN, 1)))
    assert hint_lines(told) == ["In this hand: 2 fifteens, 1 double run."]


def test_every_hint_for_a_count_agrees_with_the_count() -> None:
    for state, _ in states(CALLED, seed=4):
        if isinstance(state, Counting) and not state.claimed:
            told = hint(seen(state), Random(1))
            assert isinstance(told, ToCount)
            assert told.is_crib == state.is_crib
            assert sum(number for _, number in told.holds) == len(combine(state.truth))


@pytest.mark.parametrize(
    ("muggins", "claim", "verdict"),
    [
        (Muggins.MISSED, 12, CallVerdict.RIGHT),
        (Muggins.MISSED, 10, CallVerdict.CALL),
        (Muggins.MISSED, 14, CallVerdict.WRONG_FOR_NOTHING),
        (Muggins.MISSED_AND_EXCESS, 14, CallVerdict.CALL),
    ],
)
def test_a_hint_on_a_claim_says_whether_to_count_again(muggins: Muggins, claim: int, verdict: CallVerdict) -> None:
    state = counting(replace(CALLED, muggins=muggins))
    told = hint(seen(apply(state, Claim(1, claim))), Random(1))
    assert told == ToAnswer(verdict)
    assert "12" not in hint_lines(told)[0]


def test_a_claim_in_the_play_is_judged_by_what_can_be_known() -> None:
    rules = Rules(counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)
    for state, _ in states(rules, seed=5, level=Level.BEGINNER):
        if isinstance(state, Pegging) and state.claimed:
            told = hint(seen(state), Random(1))
            assert isinstance(told, ToAnswer)
            right = state.claimed.points == total(state.claimed.scores)
            assert told.verdict is not (CallVerdict.CALL if right else CallVerdict.RIGHT)


def test_there_is_no_hint_for_those_who_are_not_asked() -> None:
    state = counting()
    for view in (see(state, 0), see(state)):
        with pytest.raises(NotAsked):
            hint(view, Random(1))


def test_the_cut_is_chance() -> None:
    state: State = apply(start(Rules()), Shuffle(PACK))
    told = hint(seen(state), Random(1))
    assert told == ToCut(for_deal=True)
    assert hint_lines(told)[0].startswith("Any place is as good as any other")


def test_advice_follows_its_own_hints_without_warnings() -> None:
    for number, (state, _) in enumerate(states(Rules(target=61), seed=6)):
        view = seen(state)
        told = hint(view, Random(number))
        if isinstance(told, ToPlay):
            action: Action = Play(view.seat or 0, told.best[0].worth.card)
        elif isinstance(told, ToDiscard):
            action = Discard(view.seat or 0, told.best[0].away)
        elif isinstance(told, ToSayGo):
            assert Go(view.seat or 0) in legal(state)
            continue
        else:
            continue
        assert action in legal(state)
        assert isinstance(action, Discard | Play)
        assert warning(view, action, number) is None
