"""Positions as a person or a program describes them: checked, and seen from the seat that is asked for.

What that seat cannot know is face down. The engine replays the plays over it, so that turns, goes and the ends of
series follow its rules. A go may be left out where the next play implies it. Source: RULES.md, The play.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import NoReturn, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.engine.cards import RANKS, Card, CardError, Suit, parse_cards
from game.engine.play import Discarding, Go, Holding, Pegging, Play, Table, apply, scored
from game.engine.rules import TARGETS, Rules, RulesError
from game.engine.scoring import THIRTY_ONE, Score
from game.engine.view import View, see
from game.words import terms


class Impossible(ValueError):
    """Raised for facts that contradict each other. The text is the sentence that says why.

    `about` is the one of the facts that is to blame, "" for several together.
    """

    def __init__(self, sentence: str, about: str = "") -> None:
        """Keep the sentence and the fact."""
        super().__init__(sentence)
        self.about = about


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that are given: the cards of the seat that asks, and what everybody knows. Seats count from 0.

    `scores` are by side, or empty if not given. `plays` are all of the deal, with the goes that are given. `gone` are
    seats that said go since the last of them.
    """

    rules: Rules
    dealer: int
    hand: tuple[Card, ...]
    scores: tuple[int, ...] = ()
    away: tuple[Card, ...] = ()
    starter: Card | None = None
    plays: tuple[Play | Go, ...] = ()
    gone: tuple[int, ...] = ()


def agreed(seats: int, sides: int | None, target: int) -> Rules:
    """Return the rules of a table. Without `sides` each seat plays alone. Raises Impossible."""
    try:
        return Rules(seats=seats, sides=seats if sides is None else sides, target=target)
    except RulesError as error:
        raise Impossible(terms.rules_fault(error.reason)) from error


# ------------------------------------------------------------------------------------------------- what is typed

_PLAY = re.compile(r"(?:([1-9]):)?([^:]+)")
_BETWEEN = re.compile(r"[\s,;|]+")
_BETWEEN_SCORES = re.compile(r"[\s,;/]+|(?<=\d)[–-](?=\d)")
_SCORE = re.compile(r"-?\d{1,4}", re.ASCII)


def cards_told(text: str) -> tuple[Card, ...]:
    """Read the cards of a text. Raises Impossible."""
    try:
        return parse_cards(text)
    except CardError as error:
        raise Impossible(terms.card_fault(error)) from error


def starter_told(text: str) -> Card | None:
    """Read the one card of a text, None if it is empty. Raises Impossible."""
    cards = cards_told(text)
    if len(cards) > 1:
        raise Impossible(_("The starter is one card, not %(n)s.") % {"n": len(cards)})
    return cards[0] if cards else None


def counted_hand(hand: str, starter: str) -> tuple[tuple[Card, ...], Card]:
    """Read a hand to be counted and its starter. Raises Impossible."""
    held, cut = cards_told(hand), starter_told(starter)
    check_number(held)
    if cut is None:
        raise Impossible(_("The starter is one card, not %(n)s.") % {"n": 0})
    if cut in held:
        raise Impossible(_("The %(card)s cannot be in the hand and the starter.") % {"card": terms.the_card(cut)})
    return held, cut


def check_number(held: Collection[Card]) -> None:
    """Raise Impossible unless a hand has as many cards as are counted together with the starter."""
    if len(held) not in (4, 5):
        raise Impossible(_("A hand has four cards, or five at a table of six, not %(n)s.") % {"n": len(held)})


def scores_told(text: str) -> tuple[int, ...]:
    """Read the scores of a text such as "100,110" or "100-110". Raises Impossible."""
    parts = _BETWEEN_SCORES.split(text.strip())
    if not all(_SCORE.fullmatch(part) for part in parts):
        raise Impossible(_("Scores are whole numbers with commas between, such as 100,110."))
    return tuple(map(int, parts))


def plays_told(text: str, rules: Rules, dealer: int) -> tuple[Play | Go, ...]:
    """Read the plays of a deal: "1:5H 2:TC 2:go" with seats from 1, or "5H TC go", each by the seat whose turn it is.

    Raises Impossible.
    """
    found: list[Play | Go] = []
    round_of = _Round(rules, dealer)
    for part in filter(None, _BETWEEN.split(text)):
        match = _PLAY.fullmatch(part)
        card = _card_told(match[2], part) if match else _no_play(part)
        seat = int(match[1]) - 1 if match and match[1] else round_of.turn_for(card)
        round_of.after(seat, card)
        found.append(Go(seat) if card is None else Play(seat, card))
    return tuple(found)


def _card_told(text: str, part: str) -> Card | None:
    """Read the card of a play, None for a go. What is neither is an error of the card only if a seat is given."""
    if text.lower() == "go":
        return None
    try:
        return Card.parse(text)
    except CardError as error:
        if text == part:
            _no_play(part)
        raise Impossible(terms.card_fault(error)) from error


def _no_play(part: str) -> NoReturn:
    raise Impossible(
        _("“%(part)s” is not a play: write a seat and a card, such as 1:5H, or 2:go.") % {"part": part[:20]}
    )


class _Round:
    """Whose turn it is after plays that are given without seats. The engine checks them afterwards."""

    def __init__(self, rules: Rules, dealer: int) -> None:
        self._rules = rules
        self._turn = rules.left_of(dealer % rules.seats)
        self._last = self._turn
        self._count = 0
        self._gone: set[int] = set()
        self._played: Counter[int] = Counter()

    def turn_for(self, card: Card | None) -> int:
        """Return the seat that plays this card or says go. A card that would pass 31 begins a new series."""
        if card and self._count + card.value > THIRTY_ONE:
            self._begin_series()
        return self._turn

    def after(self, seat: int, card: Card | None) -> None:
        """Go to the next turn."""
        if card is None:
            self._gone.add(seat)
        else:
            if self._count + card.value > THIRTY_ONE:
                self._begin_series()
            self._count += card.value
            self._played[seat] += 1
            self._last = seat
        following = [other for other in self._holding(seat) if other not in self._gone]
        if not following or self._count == THIRTY_ONE:
            self._begin_series()
        else:
            self._turn = following[0]

    def _holding(self, seat: int) -> list[int]:
        """Return the seats that have cards left, from the left of this one on, itself last."""
        around = self._rules.round_from(self._rules.left_of(seat))
        return [other for other in around if self._played[other] < self._rules.plan.hand]

    def _begin_series(self) -> None:
        self._count, self._gone = 0, set()
        self._turn = next(iter(self._holding(self._last)), self._last)


# ------------------------------------------------------------------------------------------------- the discard


def discarding(facts: Facts, seat: int) -> View:
    """Return a seat about to discard from the hand it was dealt. Raises Impossible."""
    _check_table(facts, seat)
    dealt = facts.rules.dealt(seat, facts.dealer)
    if not dealt.away:
        raise Impossible(_("With %(seats)s seats the dealer discards nothing.") % {"seats": facts.rules.seats})
    if len(facts.hand) != dealt.cards:
        words = {"seats": facts.rules.seats, "dealt": dealt.cards, "n": len(facts.hand)}
        sentence = _("With %(seats)s seats a hand of %(dealt)s cards is dealt before the discard, not %(n)s.")
        raise Impossible(sentence % words, "hand")
    _check_cards(facts)
    hidden = _face_down()
    hands = [tuple(islice(hidden, facts.rules.dealt(other, facts.dealer).cards)) for other in range(facts.rules.seats)]
    hands[seat] = facts.hand
    holding = Holding(tuple(hands), ((),) * facts.rules.seats, ())
    return _seen(facts, see(Discarding(_table(facts), holding, ()), seat))


# ----------------------------------------------------------------------------------------------------- the play


def in_play(facts: Facts, seat: int | None = None) -> tuple[Pegging, View]:
    """Return the play at the turn of a seat, with the others' cards face down, and the view of that seat.

    If no seat is given, it is the first, starting with the one that acted last, that can hold so many cards and be on
    turn. Raises Impossible.
    """
    _check_table(facts, *(() if seat is None else (seat,)))
    _check_cards(facts)
    _check_numbers(facts)
    state = _replayed(facts, seat) if seat is not None else _first_on_turn(facts)
    return state, _seen(facts, see(state, state.turn))


def pegged(state: Pegging, card: Card) -> tuple[Score, ...]:
    """Return what a card scores at once, including the point for the last card of a series. Raises IllegalAction."""
    return tuple(of_card.score for of_card in scored(state, apply(state, Play(state.turn, card))))


def _first_on_turn(facts: Facts) -> Pegging:
    rules, played = facts.rules, _played(facts)
    last = facts.plays[-1].seat if facts.plays else facts.dealer
    fitting = [
        seat for seat in rules.round_from(rules.left_of(last)) if played[seat] + len(facts.hand) == rules.plan.hand
    ]
    refused = None
    for seat in fitting:
        try:
            return _replayed(facts, seat)
        except Impossible as error:
            refused = refused or error
    words = {"hand": rules.plan.hand, "n": len(facts.hand)}
    too_many = _("Each seat keeps %(hand)s cards for the play: nobody can hold %(n)s.")
    sentence = _("Each seat keeps %(hand)s cards: nobody who could be to play can still hold %(n)s.")
    raise refused or Impossible((too_many if len(facts.hand) > rules.plan.hand else sentence) % words, "hand")


def _replayed(facts: Facts, seat: int) -> Pegging:
    """Return the engine's state after everything that is given, at the turn of the seat that asks."""
    rules, played = facts.rules, _played(facts)
    if played[seat] + len(facts.hand) != rules.plan.hand:
        words = {"seat": seat + 1, "hand": rules.plan.hand, "played": played[seat], "n": len(facts.hand)}
        raise Impossible(
            _("Seat %(seat)s keeps %(hand)s cards and has played %(played)s of them; it cannot hold %(n)s.") % words,
            "hand",
        )
    if facts.away and len(facts.away) != (owed := rules.dealt(seat, facts.dealer).away):
        if not owed:
            raise Impossible(_("With %(seats)s seats the dealer discards nothing.") % {"seats": rules.seats})
        sentence = ngettext(
            "Seat %(seat)s discards %(owed)s card here.", "Seat %(seat)s discards %(owed)s cards here.", owed
        )
        raise Impossible(sentence % {"seat": seat + 1, "owed": owed}, "away")
    state = _told(_opened(facts, seat), facts.plays)
    for other in rules.round_from(state.turn):
        # Once all are out a new series has begun, in which nobody is: the rest of them is told already.
        if other in facts.gone and other not in state.gone and state.series:
            state = _after(state, Go(other))
    while state.turn != seat:
        state = _passed(state, seat)
    return state


def _opened(facts: Facts, seat: int) -> Pegging:
    """Return the start of the play with the asker's cards and the played cards known, the others face down."""
    rules, hidden = facts.rules, _face_down()
    hands = []
    for other in range(rules.seats):
        known = [act.card for act in facts.plays if isinstance(act, Play) and act.seat == other]
        rest = facts.hand if other == seat else islice(hidden, rules.plan.hand - len(known))
        hands.append((*known, *rest))
    away = tuple(facts.away if other == seat else () for other in range(rules.seats))
    table = _table(facts)
    return Pegging(table, Holding(tuple(hands), away, ()), cast("Card", facts.starter), (), 0, (), table.pone)


def _told(state: Pegging, acts: Sequence[Play | Go]) -> Pegging:
    """Return the state after what is given.

    Where nobody can play on, the seat that played last may say go too, as at a table: the series is over without it.
    """
    silent = None
    for act in acts:
        if isinstance(act, Go) and act.seat == silent:
            silent = None
            continue
        count_then = state.count + (act.card.value if isinstance(act, Play) else 0)
        state = _after(state, act)
        silent = state.plays[-1].seat if not state.series and count_then != THIRTY_ONE else None
    return state


def _after(state: Pegging, act: Play | Go) -> Pegging:
    """Return the state after a play or go, and after the goes before it that were left out."""
    while state.turn != act.seat or (isinstance(act, Play) and state.count + act.card.value > THIRTY_ONE):
        state = _passed(state, act.seat, act.card if isinstance(act, Play) else None)
    if isinstance(act, Go):
        return _passed(state, act.seat)
    # The asker still holds a card and the target of the replay is far: the play goes on.
    return cast("Pegging", apply(state, act))


def _passed(state: Pegging, seat: int, card: Card | None = None) -> Pegging:
    """Return the state after the seat on turn says go, given that `seat` plays next with this card."""
    fits = [held for held in state.held(state.turn) if state.count + held.value <= THIRTY_ONE]
    if not fits:
        return cast("Pegging", apply(state, Go(state.turn)))
    words = {"count": state.count, "turn": state.turn + 1, "seat": seat + 1}
    if state.turn == seat and card:
        name = terms.the_card(card)
        raise Impossible(_("The %(card)s of seat %(seat)s would take the count over 31.") % {**words, "card": name})
    if state.turn == seat:
        raise Impossible(_("At a count of %(count)s seat %(seat)s cannot say go: it could play.") % words)
    if fits[0].rank > len(RANKS):
        raise Impossible(_("At a count of %(count)s it is the turn of seat %(turn)s, not of seat %(seat)s.") % words)
    name = terms.the_card(fits[0])
    raise Impossible(
        _("At a count of %(count)s it is the turn of seat %(turn)s, which could play the %(card)s.")
        % {**words, "card": name}
    )


# ------------------------------------------------------------------------------------------------------- checks


def _check_table(facts: Facts, *seats: int) -> None:
    rules = facts.rules
    for seat in (*seats, facts.dealer, *(act.seat for act in facts.plays), *facts.gone):
        if seat not in range(rules.seats):
            raise Impossible(_("Seats are numbered from 1 to %(seats)s here.") % {"seats": rules.seats})
    if not facts.scores:
        return
    if len(facts.scores) != rules.sides:
        words = {"sides": rules.sides, "n": len(facts.scores)}
        raise Impossible(_("There is one score for each side: %(sides)s here, not %(n)s.") % words, "scores")
    if not all(0 <= score < rules.target for score in facts.scores):
        sentence = _("A score is at least 0 and below the target, %(target)s.")
        raise Impossible(sentence % {"target": rules.target}, "scores")


def _check_cards(facts: Facts) -> None:
    starter = () if facts.starter is None else (facts.starter,)
    played = (act.card for act in facts.plays if isinstance(act, Play))
    named = Counter((*facts.hand, *facts.away, *starter, *played))
    for card, times in named.items():
        if times > 1:
            raise Impossible(
                _("The %(card)s is named twice: a card is held, discarded, played or the starter.")
                % {"card": terms.the_card(card)}
            )


def _check_numbers(facts: Facts) -> None:
    if facts.starter is None:
        raise Impossible(_("In the play the starter lies open: say which card it is."))
    if not facts.hand:
        raise Impossible(_("A seat without cards has nothing to play."))
    most = facts.rules.plan.hand
    for seat, number in _played(facts).items():
        if number > most:
            sentence = ngettext(
                "Seat %(seat)s has only %(most)s card to play.", "Seat %(seat)s has only %(most)s cards to play.", most
            )
            raise Impossible(sentence % {"seat": seat + 1, "most": most})


def _played(facts: Facts) -> Counter[int]:
    return Counter(act.seat for act in facts.plays if isinstance(act, Play))


# ------------------------------------------------------------------------------------------------ for the engine


def _face_down() -> Iterator[Card]:
    """Return cards outside the pack, each different. They count 10, because a seat that says go may hold them."""
    return (Card(rank, Suit.CLUBS) for rank in count(len(RANKS) + 1))


def _table(facts: Facts) -> Table:
    """Return a table without scores and with the highest target, because what is replayed has been pegged already."""
    rules = replace(facts.rules, target=TARGETS[-1])
    return Table(rules, facts.dealer, 1, (), (0,) * rules.sides)


def _seen(facts: Facts, view: View) -> View:
    """Return the view with the rules and scores of the game that is described."""
    return replace(view, rules=facts.rules, scores=facts.scores or (0,) * facts.rules.sides, ledger=())
