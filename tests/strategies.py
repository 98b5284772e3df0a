"""What the tests of the engine share: cards, rules and matches made up at random, and tables laid out by hand."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Protocol, TypeVar

from hypothesis import strategies as st

from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.play import (
    CLAIMS,
    Action,
    Call,
    Claim,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Go,
    Over,
    Pass,
    Pegged,
    Pegging,
    Play,
    Shuffle,
    State,
    Table,
    TimeOut,
    apply,
    legal,
    refusal,
    start,
    waited_for,
)
from game.engine.rules import CLOCKS, TARGETS, Counted, CribFlush, Muggins, Notice, Rules, Scoring
from game.engine.scoring import Kind, Score, peg, total

T = TypeVar("T")

ARRANGEMENTS = ((2, 2), (3, 3), (4, 4), (4, 2), (5, 5), (6, 6), (6, 3), (6, 2))
"""Every number of seats with every number of sides it can make."""

MATCH_POINTS = (None, 1, 2, 3, 12)
"""Lengths of matches; None is a single game."""

LONGEST_MATCH = 20_000
"""More actions than any match of `random_match` takes: one that reaches it does not end."""


# ------------------------------------------------------------------------------------------------------ cards

cards = st.sampled_from(PACK)


def packs(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """So many different cards."""
    return st.lists(cards, min_size=size, max_size=size, unique=True).map(tuple)


def hands(size: int = 4) -> st.SearchStrategy[tuple[tuple[Card, ...], Card]]:
    """A hand of so many cards, and a starter."""
    return packs(size + 1).map(lambda drawn: (drawn[1:], drawn[0]))


def hand_and_starter(text: str) -> tuple[tuple[Card, ...], Card]:
    """Read "4C 5S 6D JH | 4H"."""
    *hand, starter = parse_cards(text)
    assert text.split()[-2] == "|", "the starter stands behind a bar"
    return tuple(hand), starter


def told(scores: Iterable[Score]) -> list[str]:
    """Scores as the tests write them: "fifteen 5S JH: 2"."""
    return [f"{score.kind} {text_of(score.cards)}".strip() + f": {score.points}" for score in scores]


# ------------------------------------------------------------------------------------------------------ rules


class Pick(Protocol):
    """A way to choose one of several, by chance or by Hypothesis."""

    def __call__(self, options: Sequence[T], /) -> T:
        """Choose."""


def picked_rules(
    pick: Pick,
    arrangement: tuple[int, int] | None = None,
    targets: Sequence[int] = TARGETS,
    match_points: Sequence[int | None] = MATCH_POINTS,
) -> Rules:
    """Rules of which every option is picked among all that go together."""
    seats, sides = arrangement or pick(ARRANGEMENTS)
    counting = pick(tuple(Counted))
    counted = counting is not Counted.AUTO
    muggins = pick(tuple(Muggins)) if counted else Muggins.OFF
    scoring = pick(tuple(Scoring))
    return Rules(
        seats=seats,
        sides=sides,
        target=pick(targets),
        deals=pick((None, None, 1, 2, 3, 9)),
        counting=counting,
        muggins=muggins,
        notice=Notice.AUTOMATIC if muggins is Muggins.OFF else pick(tuple(Notice)),
        crib_flush=pick(tuple(CribFlush)),
        count_clock=pick((None, pick(CLOCKS))) if counted else None,
        play_clock=pick((None, pick(CLOCKS))),
        match_points=pick(match_points),
        scoring=scoring,
        double_skunk=pick((4, 3)) if scoring is Scoring.FREE else 4,
    )


@st.composite
def rules(
    draw: st.DrawFn, targets: Sequence[int] = TARGETS, match_points: Sequence[int | None] = MATCH_POINTS
) -> Rules:
    """Any rules that can be played."""

    def pick(options: Sequence[T]) -> T:
        return draw(st.sampled_from(options))

    return picked_rules(pick, None, targets, match_points)


# ---------------------------------------------------------------------------------------------------- matches


def random_match(agreed: Rules, seed: int) -> Iterator[tuple[State, Action, State]]:
    """Play a match by random legal actions to its end: each action with the states before and after it.

    Claims and calls are mostly true and clocks seldom run out, so that matches stay short.
    """
    random = Random(seed)
    state: State = start(agreed)
    for _ in range(LONGEST_MATCH):
        if isinstance(state, Over) and state.match_over:
            return
        action = random_action(random, state)
        after = apply(state, action)
        yield state, action, after
        state = after
    raise AssertionError(f"no end of {agreed} with seed {seed}")


def random_action(random: Random, state: State) -> Action:
    """Something that may happen now."""
    if isinstance(state, Dealing) or (isinstance(state, CuttingForDeal) and state.to_shuffle):
        return Shuffle(tuple(random.sample(PACK, len(PACK))))
    actions = _options(random, state)
    for kind, likely in ((TimeOut, 0.05), (Pass, 0.5)):
        seldom = [action for action in actions if isinstance(action, kind)]
        if seldom and random.random() < likely:
            return seldom[0]
    return random.choice([action for action in actions if not isinstance(action, TimeOut | Pass)])


def _options(random: Random, state: State) -> Sequence[Action]:
    """The legal actions; those that name a number only with one number each, or there would be a hundred times more."""
    if not isinstance(state, Pegging | Counting) or state.table.rules.counting is Counted.AUTO:
        return legal(state)
    seat = waited_for(state)[0]
    options: list[Action] = [TimeOut(seat)]
    if state.claimed:
        options += [Pass(seat), Call(seat, _said(random, total(state.claimed.scores)))]
    elif isinstance(state, Counting):
        options += [Claim(seat, _said(random, total(state.truth)))]
    else:
        claimed = state.table.rules.counting is Counted.ALL
        for card in state.held(seat):
            claim = _said(random, total(peg((*state.series, card)))) if claimed else None
            options.append(Play(seat, card, claim))
        options.append(Go(seat))
    return [action for action in options if refusal(state, action) is None]


def _said(random: Random, truth: int) -> int:
    """A number that is mostly true, else mostly near the truth."""
    return random.choice((truth, truth, truth, truth, random.randrange(truth + 4), random.choice(CLAIMS)))


# ----------------------------------------------------------------------------------------------- laid by hand


def table(agreed: Rules, dealer: int = 0, scores: Sequence[int] = (), deal: int = 1) -> Table:
    """A table in the middle of a game: `scores` are what the sides have so far."""
    ledger = tuple(Pegged(side, Score(Kind.RUN, (), points)) for side, points in enumerate(scores) if points)
    return Table(agreed, dealer, deal, ledger, (0,) * agreed.sides)


def arranged_pack(
    agreed: Rules, dealer: int, dealt: Sequence[Sequence[Card]], rest: Sequence[Card]
) -> tuple[Card, ...]:
    """A pack that gives these cards to the seats when it is dealt round from the dealer's left; then comes `rest`."""
    waiting = [list(cards_of_seat) for cards_of_seat in dealt]
    seats = [(dealer + step) % agreed.seats for step in range(1, agreed.seats + 1)]
    pack: list[Card] = []
    while any(waiting):
        pack += [waiting[seat].pop(0) for seat in seats if waiting[seat]]
    pack += rest
    return (*pack, *(card for card in PACK if card not in pack))


def dealt_out(
    agreed: Rules,
    hands_kept: Sequence[str],
    starter: str,
    *,
    crib: str = "",
    dealer: int = 0,
    scores: Sequence[int] = (),
    deal: int = 1,
) -> Cutting:
    """The starter about to be cut: these hands by seat, a crib with these cards (and any others), the starter on top.

    The deal is reached by actions: a pack arranged for it, and the discard.
    """
    kept = [parse_cards(text) for text in hands_kept]
    named = [*(card for hand in kept for card in hand), *parse_cards(starter), *parse_cards(crib)]
    assert len(set(named)) == len(named), "a card is there once"
    spare = [*parse_cards(crib), *(card for card in reversed(PACK) if card not in named)]
    away = [[spare.pop(0) for _ in range(agreed.dealt(seat, dealer).away)] for seat in range(agreed.seats)]
    from_pack = [spare.pop(0) for _ in range(agreed.plan.from_pack)]
    dealt = [(*kept[seat], *away[seat]) for seat in range(agreed.seats)]
    state: State = Dealing(table(agreed, dealer, scores, deal))
    state = apply(state, Shuffle(arranged_pack(agreed, dealer, dealt, [*from_pack, *parse_cards(starter)])))
    for seat in waited_for(state):
        state = apply(state, Discard(seat, tuple(away[seat])))
    ready = as_phase(Cutting, state)
    assert [set(hand) for hand in ready.holding.hands] == [set(hand) for hand in kept], "hands of the right size"
    return ready


def turned(cutting: Cutting) -> Pegging:
    """The play about to begin: the top card of the rest is turned up."""
    return as_phase(Pegging, apply(cutting, Cut(cutting.table.pone, 0)))


def as_phase(phase: type[T], state: State | None) -> T:
    """The state, which must be in this phase."""
    assert isinstance(state, phase)
    return state


def steps(state: State, text: str) -> Iterator[Action]:
    """The actions of a text: each card or "go" by the seat whose turn it is, "TC 5H go 6D"; "5H=2" claims two."""
    for part in text.split():
        seat = waited_for(state)[0]
        card, _, claim = part.partition("=")
        action = Go(seat) if card == "go" else Play(seat, Card.parse(card), int(claim) if claim else None)
        yield action
        state = apply(state, action)


def play(state: State, text: str) -> State:
    """Play on as the text says."""
    for action in steps(state, text):
        state = apply(state, action)
    return state


def played_out(state: State) -> State:
    """Play on to the show or the end of the game, always the first card that goes."""
    while isinstance(state, Pegging) and not state.claimed:
        state = apply(state, next(action for action in legal(state) if isinstance(action, Play | Go)))
    return state


def earned(before: State, *actions: Action) -> list[str]:
    """What actions give, a line a score: "2: pair 5H 5D: 2", seats counted from 1."""
    lines: list[str] = []
    for action in actions:
        after = apply(before, action)
        new = after.table.ledger[len(before.table.ledger) :]
        lines += [f"{pegged.seat + 1}: {told([pegged.score])[0]}" for pegged in new]
        before = after
    return lines


def gained(state: State, text: str) -> list[str]:
    """What each step of `play` gives, in the lines of `earned`."""
    return earned(state, *steps(state, text))
