"""A game in words: what was done, what it scored, what is asked now, and the answers to questions."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from game.engine.cards import Card
from game.engine.play import (
    Action,
    Call,
    Claim,
    Count,
    Counting,
    Cut,
    CuttingForDeal,
    Dealing,
    Discard,
    Go,
    NextGame,
    Over,
    Pass,
    Pegged,
    Pegging,
    Play,
    Reason,
    Shuffle,
    State,
    TimeOut,
    earned,
    scored,
)
from game.engine.rules import Counted, Muggins, Rules
from game.engine.scoring import THIRTY_ONE, Combination, Kind, combine, total
from game.engine.view import Phase, Shown, View
from game.table.typed import NotUnderstood, TableQuestion, Unclear
from game.words import terms

BOT_NAMES = (
    pgettext_lazy("bot name", "Ada"),
    pgettext_lazy("bot name", "Bruno"),
    pgettext_lazy("bot name", "Clara"),
    pgettext_lazy("bot name", "Dario"),
    pgettext_lazy("bot name", "Elsa"),
    pgettext_lazy("bot name", "Felix"),
)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the seats for somebody who sits in one, or for an onlooker (`own` None)."""

    of: tuple[str, ...]
    own: int | None

    def __getitem__(self, seat: int) -> str:
        """Return the name of a seat. The reader's own is “You”."""
        return _("You") if seat == self.own else self.of[seat]

    def side(self, rules: Rules, side: int) -> str:
        """Return the names of a side, the reader's first."""
        seats = sorted(range(side, rules.seats, rules.sides), key=lambda seat: seat != self.own)
        return _and([self[seat] for seat in seats])


def _and(names: Sequence[str]) -> str:
    return _listed(names, _("%(first)s and %(last)s"))


def _or(names: Sequence[str]) -> str:
    return _listed(names, _("%(first)s or %(last)s"))


def _listed(names: Sequence[str], ending: str) -> str:
    """Return names as a sentence lists them, the last two joined as the `ending` says."""
    return names[0] if len(names) == 1 else ending % {"first": _(", ").join(names[:-1]), "last": names[-1]}


def cards_in_words(cards: Sequence[Card]) -> str:
    """Return cards as a sentence lists them: "5 of hearts and jack of clubs"."""
    return _and([terms.card_name(card) for card in cards])


def the_cards(cards: Sequence[Card]) -> str:
    """Return cards as a sentence lists them after “the”: "5 of hearts and jack of clubs"."""
    return _and([terms.the_card(card) for card in cards])


def ranks_in_words(cards: Sequence[Card]) -> str:
    """Return the ranks of cards as a sentence lists them: "5 and jack"."""
    return _and([terms.rank_name(card.rank) for card in cards])


def cards_in_short(cards: Sequence[Card], hand: Sequence[Card]) -> str:
    """Return cards of a hand as a sentence lists them, by rank where that is enough: "5 and jack of clubs"; or the one
    pair that they are: "pair of jacks"."""
    others = {card.rank for card in hand if card not in cards}
    if len(cards) == 2 and cards[0].rank == cards[1].rank not in others:
        return terms.pair_name(cards[0].rank)
    return _and([terms.card_name(card) if card.rank in others else terms.rank_name(card.rank) for card in cards])


@dataclass(frozen=True, slots=True)
class Event:
    """An event: the action's number, the seat (None: the table), and the sentences that tell it.

    `part` names the part of the deal in which it was, and `brief` tells it in a line of a list. `matters` tells that
    cards on the table do not show all of it: it scored, or somebody said go.
    """

    number: int
    seat: int | None
    sentences: tuple[str, ...]
    part: str
    brief: str
    matters: bool

    @property
    def text(self) -> str:
        """Return all sentences as one text."""
        return " ".join(self.sentences)


def tell(number: int, action: Action, states: tuple[State, State], names: Names) -> Event:
    """Return an action as the reader is told of it. `states` are the states before and after it."""
    before, after = states
    told = [_deed(action, before, after, names)]
    told += _consequences(action, before, after, names)
    sentences = tuple(filter(None, told))
    brief = _brief(action, before, after, names) or " ".join(sentences)
    matters = isinstance(action, Go) or bool(scored(before, after))
    return Event(number, action.seat, sentences, _part(before), brief, matters)


def seated(number: int, seat: int, state: State, names: Names, *, by_bot: bool) -> Event:
    """Return who plays in somebody's seat from an action on, as the reader is told of it. `state` is that before it."""
    if by_bot:
        told = _say(names, seat, _("A bot plays for you now."), _("A bot plays for %(name)s now."))
    else:
        told = _say(names, seat, _("You play yourself again."), _("%(name)s is back."))
    return Event(number, seat, (told,), _part(state), told, matters=True)


def _part(state: State) -> str:
    return str(_PARTS.get(type(state), _THE_DEAL))


_THE_DEAL = gettext_lazy("Deal and discards")
_PARTS: dict[type[State], Promise] = {
    CuttingForDeal: gettext_lazy("Cut for the deal"),
    Pegging: pgettext_lazy("phase of a deal", "Play"),
    Counting: pgettext_lazy("phase of a deal", "Show"),
}
"""The parts of a deal, by the state in which an action was taken."""


def _brief(action: Action, before: State, after: State, names: Names) -> str:
    """Return an action in a line: a card with its count and what it scored, or a count. "" if that does not tell
    all."""
    if isinstance(after, Over):
        return ""
    if isinstance(action, Count) and (shown := settled_count(before, after)):
        return count_told(shown, names)
    if not isinstance(action, Play) or not isinstance(before, Pegging) or action.claim is not None:
        return ""
    items = terms.scores_aloud(one.score for one in scored(before, after) if one.seat == action.seat)
    words = {"card": terms.card_name(action.card), "count": before.count + action.card.value, "scored": capital(items)}
    if items:
        own, other = _("You: %(card)s, %(count)s. %(scored)s."), _("%(name)s: %(card)s, %(count)s. %(scored)s.")
    else:
        own, other = _("You: %(card)s, %(count)s."), _("%(name)s: %(card)s, %(count)s.")
    return _say(names, action.seat, own, other, **words)


def _deed(action: Action, before: State, after: State, names: Names) -> str:
    match action:
        case Shuffle():
            return _shuffled(before, names)
        case Cut():
            return _cut(action.seat, _card_cut(action, before, after), before, names)
        case Discard(seat, cards):
            return _discarded(seat, cards, names)
        case Play():
            return _played(action, before, names)
        case Go(seat):
            return _say(names, seat, _("You say go."), _("%(name)s says go."))
        case Claim() | Call() | TimeOut():
            return _said(action, before, names)
        case Pass(seat):
            return _say(names, seat, _("You let it stand."), "")
        case Count() | NextGame():
            return ""


def _say(names: Names, seat: int, own: str, other: str, **words: object) -> str:
    """Return the sentence for the reader's own seat, or the one for another seat."""
    return (own if seat == names.own else other) % {"name": names[seat], **words}


def _shuffled(before: State, names: Names) -> str:
    if isinstance(before, CuttingForDeal):
        return _("The pack is spread for the cut: the low card deals.")
    dealer = before.table.dealer
    if not before.table.rules.dealt(dealer, dealer).away:
        own, other = _("You shuffle, deal and keep all %(n)s."), _("%(name)s shuffles, deals and keeps all %(n)s.")
        return _say(names, dealer, own, other, n=before.table.rules.plan.dealer.cards)
    return _say(names, dealer, _("You shuffle and deal."), _("%(name)s shuffles and deals."))


def _card_cut(cut: Cut, before: State, after: State) -> Card:
    if isinstance(before, CuttingForDeal):
        return before.card_at(cut)
    ended = after.ended if isinstance(after, Over) else after
    if not isinstance(ended, Pegging | Counting):
        raise TypeError
    return ended.starter


def _cut(seat: int, card: Card, before: State, names: Names) -> str:
    words = {"card": terms.the_card(card)}
    if isinstance(before, CuttingForDeal):
        return _say(names, seat, _("You cut the %(card)s."), _("%(name)s cuts the %(card)s."), **words)
    own, other = _("You cut the starter: the %(card)s."), _("%(name)s cuts the starter: the %(card)s.")
    return _say(names, seat, own, other, **words)


def _discarded(seat: int, cards: Sequence[Card], names: Names) -> str:
    if seat == names.own:
        return _("You discard the %(cards)s.") % {"cards": the_cards(cards)}
    other = ngettext("%(name)s discards %(n)s card.", "%(name)s discards %(n)s cards.", len(cards))
    return other % {"name": names[seat], "n": len(cards)}


def _played(play: Play, before: State, names: Names) -> str:
    count = before.count + play.card.value if isinstance(before, Pegging) else 0
    words = {"card": terms.the_card(play.card), "count": count, "claim": play.claim}
    if play.claim is None:
        own, other = _("You play the %(card)s: %(count)s."), _("%(name)s plays the %(card)s: %(count)s.")
    elif not play.claim:
        own = _("You play the %(card)s: %(count)s, and claim nothing.")
        other = _("%(name)s plays the %(card)s: %(count)s, and claims nothing.")
    else:
        own = _("You play the %(card)s: %(count)s, and claim %(claim)s.")
        other = _("%(name)s plays the %(card)s: %(count)s, and claims %(claim)s.")
    return _say(names, play.seat, own, other, **words)


def _said(action: Claim | Call | TimeOut, before: State, names: Names) -> str:
    match action:
        case Claim(seat, points):
            return _claims(seat, points, names, crib=isinstance(before, Counting) and before.is_crib)
        case Call(seat, points):
            own, other = _("You call muggins: %(n)s."), _("%(name)s calls muggins: %(n)s.")
            return _say(names, seat, own, other, n=points)
        case TimeOut(seat):
            return _say(names, seat, _("Your time is up."), _("%(name)s is out of time."))


def _claims(seat: int, points: int, names: Names, *, crib: bool) -> str:
    if crib:
        own, other = _("You claim %(n)s for the crib."), _("%(name)s claims %(n)s for the crib.")
    else:
        own, other = _("You claim %(n)s for your hand."), _("%(name)s claims %(n)s for the hand.")
    return _say(names, seat, own, other, n=points)


def _consequences(action: Action, before: State, after: State, names: Names) -> list[str]:
    told = []
    if isinstance(before, CuttingForDeal) and isinstance(action, Cut):
        told.append(_lowest(after, names))
    if settled := settled_count(before, after):
        told.append(count_told(settled, names))
    pegged = scored(before, after)
    if isinstance(action, Call) and not any(line.score.kind is Kind.MUGGINS for line in pegged):
        told.append(vain_call())
    takers = {line.seat for line in pegged if line.score.kind is Kind.MUGGINS} if isinstance(before, Pegging) else ()
    told += _pegged([line for line in pegged if line.seat in takers], names, counted=False)  # what is seen first
    told.append(_true_scores(action, before, after, names))
    told += _pegged([line for line in pegged if line.seat not in takers], names, counted=settled is not None)
    if isinstance(after, Over) and not isinstance(before, Over):
        told += [past_target(after, pegged), result(after, names)]
    return told


def _true_scores(action: Action, before: State, after: State, names: Names) -> str:
    """Return what a card scored, or that it was worth nothing, once a wrong claim for it is settled."""
    if not isinstance(before, Pegging) or (isinstance(after, Pegging) and after.claimed):
        return ""
    if isinstance(action, Play) and action.claim is not None:
        seat, claim, scores = action.seat, action.claim, earned(before, action)
    elif before.claimed:
        seat, claim, scores = before.claimed.seat, before.claimed.points, before.claimed.scores
    else:
        return ""
    if claim == total(scores):
        return ""
    own, other = _("You claimed %(claim)s; it was worth 0."), _("%(name)s claimed %(claim)s; it was worth 0.")
    if scores:
        own, other = _("You claimed %(claim)s; it was %(scores)s."), _("%(name)s claimed %(claim)s; it was %(scores)s.")
    return _say(names, seat, own, other, claim=claim, scores=terms.scores_aloud(scores))


def in_a_word(action: Action, pegged: Sequence[Pegged]) -> dict[int, str]:
    """Return by seat what an action says in a word: go, a claim, points, or "" for a card that scores nothing."""
    said: dict[int, str] = {}
    match action:
        case Go(seat):
            said[seat] = _("go")
        case Play(seat, _card, None | 0):
            said[seat] = ""
        case Play(seat, claim=claim) | Claim(seat, claim):
            said[seat] = _("claims %(n)s") % {"n": claim}
        case Call(seat):
            said[seat] = _("muggins!")
    for seat in dict.fromkeys(line.seat for line in pegged):
        said[seat] = f"{sum(line.score.points for line in pegged if line.seat == seat):+}".replace("-", "−")
    return said


def _lowest(after: State, names: Names) -> str:
    if isinstance(after, Dealing):
        own = _("You have the low card: you deal and get the first crib.")
        other = _("%(name)s has the low card, deals and gets the first crib.")
        return _say(names, after.table.dealer, own, other)
    if isinstance(after, CuttingForDeal) and after.to_shuffle:
        return _("The low cards tie: those who cut them cut again.")
    return ""


def settled_count(before: State, after: State) -> Shown | None:
    """Return the hand or crib whose count an action settled, with its true scores."""
    if not isinstance(before, Counting):
        return None
    ended = after.ended if isinstance(after, Over) else after
    if isinstance(ended, Counting) and ended.counted == before.counted:
        return None
    return Shown(before.owner, before.is_crib, before.cards, before.truth)


def count_told(shown: Shown, names: Names) -> str:
    """Return a count as it is said aloud: "Your hand: fifteen two, and a pair is four."."""
    said = terms.count_aloud(terms.count_lines(combine(shown.scores)))
    if shown.is_crib:
        own, other = _("Your crib: %(count)s."), _("%(name)s’s crib: %(count)s.")
    else:
        own, other = _("Your hand: %(count)s."), _("%(name)s’s hand: %(count)s.")
    return _say(names, shown.seat, own, other, count=said)


def _pegged(pegged: Sequence[Pegged], names: Names, *, counted: bool) -> list[str]:
    """Return what each seat scored, one sentence a seat. The items of a hand just `counted` are left out."""
    told = []
    for seat in dict.fromkeys(line.seat for line in pegged):
        scores = [line.score for line in pegged if line.seat == seat]
        points = sum(score.points for score in scores)
        if points < 0:
            own = ngettext("You lose %(n)s point to the clock.", "You lose %(n)s points to the clock.", -points)
            other = ngettext(
                "%(name)s loses %(n)s point to the clock.", "%(name)s loses %(n)s points to the clock.", -points
            )
            told.append(_say(names, seat, own, other, n=-points))
            continue
        known = counted and not any(score.kind in _FROM_OTHERS for score in scores)
        known = known or all(score.kind is Kind.CLAIM for score in scores)
        told.append(_took(names, seat, points, "" if known else terms.scores_aloud(scores)))
    return told


_FROM_OTHERS = {Kind.MUGGINS, Kind.TIME}


def _took(names: Names, seat: int, points: int, items: str) -> str:
    if items:
        own = ngettext("%(items)s: you peg %(n)s point.", "%(items)s: you peg %(n)s points.", points)
        other = ngettext("%(items)s: %(name)s pegs %(n)s point.", "%(items)s: %(name)s pegs %(n)s points.", points)
        return capital(_say(names, seat, own, other, n=points, items=items))
    own = ngettext("You peg %(n)s point.", "You peg %(n)s points.", points)
    other = ngettext("%(name)s pegs %(n)s point.", "%(name)s pegs %(n)s points.", points)
    return _say(names, seat, own, other, n=points)


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def result(over: Over, names: Names) -> str:
    """Return how a game ended: who won, the scores, and skunks."""
    rules, scores = over.table.rules, over.table.scores
    if over.winner is None:
        return _("That was the last deal: the game is drawn at %(score)s.") % {"score": max(scores)}
    rival = max(score for side, score in enumerate(scores) if side != over.winner)
    words = {"name": names.side(rules, over.winner), "score": rules.told(scores[over.winner]), "rival": rival}
    own = names.own is not None and rules.side_of(names.own) == over.winner
    alone = rules.sides == rules.seats
    skunks = rules.skunks(rival) if scores[over.winner] >= rules.target else 0
    row = WON_BY_A_POINT if rules.told(scores[over.winner]) - rival == 1 else WON[skunks]
    return row[0 if own and alone else 1 if alone else 2] % words


def headline(over: Over, names: Names) -> str:
    """Return who won a game, in a few words: the scores are told elsewhere."""
    rules, scores = over.table.rules, over.table.scores
    if over.winner is None:
        return _("A draw")
    rival = max(score for side, score in enumerate(scores) if side != over.winner)
    skunks = rules.skunks(rival) if scores[over.winner] >= rules.target else 0
    row = _BY_A_POINT if rules.told(scores[over.winner]) - rival == 1 else _HEADLINES[skunks]
    if names.own is not None and rules.side_of(names.own) == over.winner:
        return str(row[0])
    alone = rules.sides == rules.seats
    return row[1 if alone else 2] % {"name": names.side(rules, over.winner)}


_BY_A_POINT = (
    gettext_lazy("You win by a single point!"),
    gettext_lazy("%(name)s wins by a single point"),
    gettext_lazy("%(name)s win by a single point"),
)
_HEADLINES = (
    (gettext_lazy("You win!"), gettext_lazy("%(name)s wins"), gettext_lazy("%(name)s win")),
    (
        gettext_lazy("You win with a skunk!"),
        gettext_lazy("%(name)s wins with a skunk"),
        gettext_lazy("%(name)s win with a skunk"),
    ),
    (
        gettext_lazy("You win with a double skunk!"),
        gettext_lazy("%(name)s wins with a double skunk"),
        gettext_lazy("%(name)s win with a double skunk"),
    ),
    (
        gettext_lazy("You win with a triple skunk!"),
        gettext_lazy("%(name)s wins with a triple skunk"),
        gettext_lazy("%(name)s win with a triple skunk"),
    ),
)


def leads(leader: str | None, ahead: int, to_go: int) -> str:
    """Return who leads (None: the reader), by how many points, and how many more win the game."""
    words = {"name": leader, "ahead": ahead, "to_go": to_go}
    if not ahead:
        return _("Even: %(to_go)s to go") % words
    return (
        _("You lead by %(ahead)s: %(to_go)s to go")
        if leader is None
        else _("%(name)s: %(ahead)s ahead, %(to_go)s to go")
    ) % words


def leads_in_deal(leader: str | None, ahead: int, deal: int, deals: int) -> str:
    """Return who leads (None: the reader), by how many points, and in which of so many deals a game is."""
    words = {"name": leader, "ahead": ahead, "deal": deal, "deals": deals}
    if not ahead:
        return _("Even: deal %(deal)s of %(deals)s") % words
    return (
        _("You lead by %(ahead)s: deal %(deal)s of %(deals)s")
        if leader is None
        else _("%(name)s: %(ahead)s ahead, deal %(deal)s of %(deals)s")
    ) % words


def past_target(over: Over, last: Sequence[Pegged]) -> str:
    """Return how many of the `last` points of a game its winner needed, "" where the target left room for all."""
    target, points = over.table.rules.target, sum(line.score.points for line in last if line.seat == over.seat)
    more = max(over.table.scores) - target
    if more <= 0 or over.seat is None:
        return ""
    words = {"needed": points - more, "points": points, "target": target}
    return _("The game ends at %(target)s: only %(needed)s of the last %(points)s points counted.") % words


def skunk_told(over: Over) -> str:
    """Return what a skunk is where the game ended with one, else ""."""
    rules, scores = over.table.rules, over.table.scores
    if over.winner is None or scores[over.winner] < rules.target:
        return ""
    rival = max(score for side, score in enumerate(scores) if side != over.winner)
    skunks = rules.skunks(rival)
    if not skunks or (skunks > 1 and not rules.match_points):
        return ""
    words = {"rival": rival, "line": rules.skunk_lines[skunks - 1], "n": rules.match_worth(skunks)}
    if rules.match_points:
        return _("%(rival)s is short of the skunk line at %(line)s: the win is worth %(n)s match points.") % words
    return _("%(rival)s is short of the skunk line at %(line)s; many tables count that twice.") % words


def margin_told(over: Over, margin: int, names: Names) -> str:
    """Return by how much the reader's side has won, or how far it was from home, "" where the result says it."""
    rules = over.table.rules
    if over.winner is None or names.own is None:
        return ""
    own = rules.side_of(names.own)
    if over.winner == own:
        return "" if margin == 1 else _("You were %(n)s points ahead.") % {"n": margin}
    short = rules.target - over.table.scores[own]
    if short == 1 or max(over.table.scores) < rules.target:
        return ""
    return _("You were %(n)s points from home.") % {"n": short}


WON_BY_A_POINT = (
    gettext_lazy("You win the game by a single point, %(score)s to %(rival)s."),
    gettext_lazy("%(name)s wins the game by a single point, %(score)s to %(rival)s."),
    gettext_lazy("%(name)s win the game by a single point, %(score)s to %(rival)s."),
)
WON = (
    (
        gettext_lazy("You win the game, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s wins the game, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s win the game, %(score)s to %(rival)s."),
    ),
    (
        gettext_lazy("You win the game with a skunk, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s wins the game with a skunk, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s win the game with a skunk, %(score)s to %(rival)s."),
    ),
    (
        gettext_lazy("You win the game with a double skunk, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s wins the game with a double skunk, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s win the game with a double skunk, %(score)s to %(rival)s."),
    ),
    (
        gettext_lazy("You win the game with a triple skunk, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s wins the game with a triple skunk, %(score)s to %(rival)s."),
        gettext_lazy("%(name)s win the game with a triple skunk, %(score)s to %(rival)s."),
    ),
)


# ------------------------------------------------------------------------------------------------ what is asked now


def asked(view: View, names: Names) -> str:
    """Return what the table waits for, in one sentence."""
    if view.seat is None or view.seat not in view.waited_for:
        return _others_asked(view, names)
    if view.claim:
        claimant, points = view.claim
        told = {"name": names[claimant], "points": points}
        if view.rules.muggins is Muggins.MISSED:
            return _("%(name)s claims %(points)s. Is it more?") % told
        return _("%(name)s claims %(points)s. Is that right?") % told
    match view.phase:
        case Phase.CUTTING_FOR_DEAL:
            return _("Cut the pack: the low card deals first.")
        case Phase.DISCARDING:
            return _to_discard(view, names)
        case Phase.CUTTING:
            return _("Cut the pack for the starter.")
        case Phase.PEGGING:
            return _("Your turn to play: the count is %(count)s.") % {"count": view.count}
        case _:
            crib = view.counting is not None and view.counting.is_crib
            return _("Count your crib.") if crib else _("Count your hand.")


def still_asked(view: View, names: Names) -> str:
    """Return what the table waits for, for somebody who wanted it to go on; a count that they owe is named first."""
    told = asked(view, names)
    counts = view.seat in view.waited_for and (view.claim or view.phase is Phase.COUNTING)
    return _("No count is given yet. %(asked)s") % {"asked": told} if counts else told


def asked_aloud(view: View, names: Names) -> str:
    """Return what the table waits for, with what somebody who only hears cannot see: that no card fits, or the cards
    to count."""
    if view.seat not in view.waited_for or view.claim:
        return asked(view, names)
    if any(isinstance(action, Go) for action in view.legal):
        return _("The count is %(count)s: no card fits, say go.") % {"count": view.count}
    if view.phase is not Phase.COUNTING or view.counting is None or view.starter is None:
        return asked(view, names)
    words = {"cards": cards_in_words(view.counting.cards), "starter": terms.the_card(view.starter)}
    if view.counting.is_crib:
        return _("Count your crib: %(cards)s, with the starter, the %(starter)s.") % words
    return _("Count your hand: %(cards)s, with the starter, the %(starter)s.") % words


def shows(before: Counting, names: Names) -> str:
    """Return what is seen as a hand or crib is laid open to be counted."""
    words = {"cards": ranks_in_words(before.cards), "starter": terms.the_rank(before.starter.rank)}
    if before.is_crib:
        own = _("You show your crib: %(cards)s, with the %(starter)s.")
        other = _("%(name)s shows the crib: %(cards)s, with the %(starter)s.")
    else:
        own = _("You show %(cards)s, with the %(starter)s.")
        other = _("%(name)s shows %(cards)s, with the %(starter)s.")
    return _say(names, before.owner, own, other, **words)


def missed(lines: Sequence[terms.CountLine]) -> str:
    """Return which lines of a count a claim left over, "" for none."""
    told = [
        _("%(name)s (%(cards)s)") % {"name": line.name.lower(), "cards": ranks_in_words(line.cards)}
        for line in lines
        if line.note
    ]
    return _("Missed: %(missed)s.") % {"missed": _and(told)} if told else ""


def _owed(view: View) -> int:
    return view.rules.dealt(view.seat or 0, view.dealer or 0).away


def to_choose(view: View, names: Names) -> str:
    """Return that cards have to be chosen before they can be discarded."""
    return _("No card is chosen yet. %(asked)s") % {"asked": _to_discard(view, names)}


def _to_discard(view: View, names: Names) -> str:
    dealer, number = view.dealer or 0, _owed(view)
    if dealer == view.seat:
        sentence = ngettext(
            "Discard %(n)s card to your crib.",
            "Discard %(n)s cards to your crib.",
            number,
        )
    elif view.seat is not None and view.rules.side_of(dealer) == view.rules.side_of(view.seat):
        sentence = ngettext(
            "Discard %(n)s card to your partner %(name)s’s crib.",
            "Discard %(n)s cards to your partner %(name)s’s crib.",
            number,
        )
    elif not view.rules.dealt(dealer, dealer).away:
        sentence = ngettext(
            "Discard %(n)s card to %(name)s’s crib: the dealer keeps all %(kept)s.",
            "Discard %(n)s cards to %(name)s’s crib: the dealer keeps all %(kept)s.",
            number,
        )
    else:
        sentence = ngettext(
            "Discard %(n)s card to %(name)s’s crib.",
            "Discard %(n)s cards to %(name)s’s crib.",
            number,
        )
    return sentence % {"n": number, "name": names[dealer], "kept": view.rules.plan.dealer.cards}


def _others_asked(view: View, names: Names) -> str:
    if view.phase is Phase.OVER:
        return ""
    if view.phase is Phase.DEALING and view.dealer is not None:
        return _say(names, view.dealer, _("You deal."), _("%(name)s deals."))
    if not view.waited_for:
        return _to_be_counted(view, names)
    waiting = _and([names[seat] for seat in view.waited_for])
    if len(view.waited_for) == 1 and view.seat in view.waited_for:
        return _("It is your turn.")
    if view.phase in {Phase.CUTTING_FOR_DEAL, Phase.CUTTING}:
        return _("%(name)s cuts the pack.") % {"name": waiting}
    turn = _("It is %(name)s’s turn.") % {"name": waiting}
    return f"{_being_counted(view, names)} {turn}" if view.phase is Phase.COUNTING else turn


def _being_counted(view: View, names: Names) -> str:
    if view.claim is None:
        return _to_be_counted(view, names)
    crib = view.counting is not None and view.counting.is_crib
    return _claims(*view.claim, names, crib=crib)


def _to_be_counted(view: View, names: Names) -> str:
    if view.counting is None:
        return _("The pack is being shuffled.")
    if view.counting.is_crib:
        return _say(names, view.counting.seat, _("Your crib comes next."), _("%(name)s’s crib comes next."))
    return _say(names, view.counting.seat, _("Your hand comes next."), _("%(name)s’s hand comes next."))


def and_your_turn(event: Event, most: int, *, anew: bool, goes: bool, claims: bool) -> str:
    """Return what was done last, and that it is the reader's turn, `anew` from 0, what they choose first if they claim
    points, or why they have to say go. Where all takes more letters than `most`, only what it scored is told: the card
    lies on the table. What has to be said is told before what was done."""
    if goes:
        sentence = _("%(said)s No card fits: say go.")
    elif anew:
        sentence = _("%(said)s Your turn: count anew from 0.")
    else:
        sentence = _("%(said)s Choose points below, then a card.") if claims else _("%(said)s Your turn.")
    return _told_within(event, most, sentence, alone=goes or not event.matters)


def and_you_lead(event: Event, most: int) -> str:
    """Return what was done last, and that the reader plays the first card."""
    return _told_within(event, most, _("%(said)s You lead: play any card."), alone=not event.matters)


def and_your_turn_shortly(event: Event, most: int, *, goes: bool, claims: bool) -> str:
    """Return what was done last, and whose turn it is, or what they choose first if they claim points, where a sentence
    beside it explains a word."""
    if claims and not goes:
        return _told_within(event, most, _("%(said)s Choose points below, then a card."), alone=not event.matters)
    return _told_within(event, most, _("%(said)s Say go.") if goes else _("%(said)s Your turn."))


def your_turn(most: int, *, goes: bool, leads: bool) -> str:
    """Return only that it is the reader's turn, that they lead, or that they have to say go: in no more letters than
    `most`, if that can be."""
    lead = _("You lead: play any card.")
    if leads and len(lead) <= most:
        return lead
    return _("Say go.") if goes else _("Your turn.")


def _told_within(event: Event, most: int, sentence: str = "%(said)s", *, alone: bool = False) -> str:
    """Return a sentence with an event, without its first one where all takes more letters than `most`: the card lies
    on the table. `alone`: without the whole event, if need be. What still takes more unfolds."""
    parts = [event.sentences, event.sentences[1:] or event.sentences, *([()] if alone else [])]
    told = [(sentence % {"said": " ".join(part)}).strip() for part in parts]
    return next((text for text in told if len(text) <= most), told[-1])


def said_shortly(event: Event, most: int) -> str:
    """Return an event, without its first sentence where all takes more letters than `most`."""
    return _told_within(event, most)


def go_on(view: View, names: Names) -> str:
    """Return the text of the button that lets the table go on."""
    match view.phase:
        case Phase.OVER:
            return _("Next game")
        case Phase.CUTTING_FOR_DEAL if not view.waited_for:
            return _("Cut again")
        case Phase.DEALING:
            return _deal(view, names) if view.deal == 1 else _("Next deal")
        case Phase.COUNTING if view.counting and view.counting.is_crib:
            own = _("Show your crib") if view.rules.counting is Counted.AUTO else _("Count your crib")
            return _say(names, view.counting.seat, own, _("Show %(name)s’s crib"))
        case Phase.COUNTING if view.counting:
            own = _("Show your hand") if view.rules.counting is Counted.AUTO else _("Count your hand")
            return _say(names, view.counting.seat, own, _("Show %(name)s’s hand"))
        case _:
            return pgettext("at the table", "Continue")


def _deal(view: View, names: Names) -> str:
    return _say(names, view.dealer or 0, _("Deal the cards"), _("Let %(name)s deal"))


# --------------------------------------------------------------------------------------------- questions, answers


def reply(question: TableQuestion, view: View, names: Names, *, keys: bool, goes_on: bool) -> str:
    """Return the answer to a question. The letters H and R are answered elsewhere.

    `keys` tells that single keys are on; the help then lists them. `goes_on` tells that the table waits for no person.
    """
    match question:
        case TableQuestion.COUNT:
            return _count(view, names, goes_on=goes_on)
        case TableQuestion.CRIB:
            return _crib(view, names)
        case TableQuestion.STARTER:
            return _starter(view)
        case TableQuestion.TABLE:
            return _on_table(view)
        case TableQuestion.HAND:
            return hand_told(view)
        case TableQuestion.SCORES:
            return _scores(view, names)
        case TableQuestion.TURN:
            return turn(view, names, goes_on=goes_on)
        case _:
            return help_with(view, names, keys=keys, goes_on=goes_on)


def turn(view: View, names: Names, *, goes_on: bool = False) -> str:
    """Return whose turn it is, as it is told to somebody who asks: where the table goes on with Enter, that too, also
    where a bot acts next and the table `goes_on`."""
    if view.phase is Phase.OVER:
        return _("The game is over: it is nobody’s turn.")
    if view.waited_for or view.seat is None:
        told, is_idle = asked_aloud(view, names), view.seat is not None and view.seat not in view.waited_for
        return f"{told} {_('Press Enter to continue.')}" if goes_on and is_idle else told
    if view.phase is Phase.DEALING and view.dealer is not None:
        return _say(names, view.dealer, _("You deal: press Enter."), _("%(name)s deals: press Enter."))
    if view.counting is None:
        return _("Press Enter to continue.")
    if view.counting.is_crib:
        own, other = _("Your crib comes next: press Enter."), _("%(name)s’s crib comes next: press Enter.")
    else:
        own, other = _("Your hand comes next: press Enter."), _("%(name)s’s hand comes next: press Enter.")
    return _say(names, view.counting.seat, own, other)


def not_done() -> str:
    """Return what can be done about a warning."""
    return _("It is not done yet: you can rethink, do it all the same, or turn warnings off.")


def nothing_to_decide(view: View, names: Names) -> str:
    """Return why there is no hint now, and what comes next."""
    if view.waited_for:
        return _("It is not your turn: there is nothing to decide now.")
    return _("There is nothing to decide now. %(turn)s") % {"turn": turn(view, names)}


def lies_open(view: View) -> bool:
    """Return whether the hand or crib to be counted next lies open on the table."""
    return view.claim is not None or (view.seat is not None and view.seat in view.waited_for)


def _count(view: View, names: Names, *, goes_on: bool) -> str:
    if view.phase is Phase.PEGGING:
        return _("The count is %(count)s.") % {"count": view.count}
    if view.counting is None or view.starter is None:
        return _("Nothing is being counted now.")
    if not lies_open(view):
        return turn(view, names, goes_on=goes_on)
    words = {"cards": cards_in_words(view.counting.cards), "starter": terms.the_card(view.starter)}
    if view.counting.is_crib:
        own = _("Your crib is being counted: %(cards)s, with the starter, the %(starter)s.")
        other = _("%(name)s’s crib is being counted: %(cards)s, with the starter, the %(starter)s.")
    else:
        own = _("Your hand is being counted: %(cards)s, with the starter, the %(starter)s.")
        other = _("%(name)s’s hand is being counted: %(cards)s, with the starter, the %(starter)s.")
    return _say(names, view.counting.seat, own, other, **words)


def _crib(view: View, names: Names) -> str:
    if view.dealer is None:
        return _("Nobody has dealt yet, so there is no crib.")
    return crib_of(view.dealer, names)


def crib_of(dealer: int, names: Names) -> str:
    """Return whose crib it is, in a sentence."""
    return _say(names, dealer, _("The crib is yours."), _("The crib is %(name)s’s."))


def _starter(view: View) -> str:
    if view.starter is None:
        return _("The starter is not cut yet.")
    return _("The starter is the %(card)s.") % {"card": terms.the_card(view.starter)}


def _on_table(view: View) -> str:
    if view.phase is not Phase.PEGGING:
        if view.cuts:
            return _("Cut so far: %(cards)s.") % {"cards": cards_in_words([card for _cut, card in view.cuts])}
        return _("No cards are being played now.")
    if not view.series:
        return _("No card lies on the table: a new series begins.")
    return _("On the table: %(cards)s. The count is %(count)s.") % {
        "cards": cards_in_words(view.series),
        "count": view.count,
    }


def hand_told(view: View) -> str:
    """Return the cards in the reader's own hand."""
    if not view.hand:
        return _("You hold no cards now.")
    return _("Your cards: %(cards)s.") % {"cards": cards_in_words(view.hand)}


def scores_told(view: View, names: Names) -> str:
    """Return the scores of all sides: "You: 12; Ada: 16."."""
    told = [
        _("%(name)s: %(score)s") % {"name": names.side(view.rules, side), "score": view.rules.told(score)}
        for side, score in enumerate(view.scores)
    ]
    return _("%(scores)s.") % {"scores": _("; ").join(told)}


def _scores(view: View, names: Names) -> str:
    words = {"scores": scores_told(view, names), "target": view.rules.target}
    if view.rules.match_points is None:
        return _("%(scores)s The game is to %(target)s.") % words
    standing = [
        _("%(name)s: %(score)s") % {"name": names.side(view.rules, side), "score": score}
        for side, score in enumerate(view.standing)
    ]
    return _("%(scores)s The game is to %(target)s. Match points: %(standing)s; the match is won at %(needed)s.") % {
        **words,
        "standing": _("; ").join(standing),
        "needed": view.rules.match_points,
    }


HELP: dict[Phase, Promise] = {
    Phase.CUTTING_FOR_DEAL: gettext_lazy("To cut, type how many cards to lift, 1 or more."),
    Phase.DEALING: gettext_lazy("Press Enter to continue."),
    Phase.DISCARDING: gettext_lazy("Type the cards to discard, such as 5h jc."),
    Phase.CUTTING: gettext_lazy("To cut, type how many cards to lift, 1 or more."),
    Phase.PEGGING: gettext_lazy("Type a card to play it, such as 5h, or go when you cannot."),
    Phase.COUNTING: gettext_lazy("Type your count as a number."),
    Phase.OVER: gettext_lazy("The game is over. Press Enter to continue the match."),
}


LETTERS = (
    gettext_lazy("C count"),
    gettext_lazy("B crib"),
    gettext_lazy("F starter"),
    gettext_lazy("V table"),
    gettext_lazy("W cards"),
    gettext_lazy("S scores"),
    gettext_lazy("T turn"),
    gettext_lazy("R repeat"),
    gettext_lazy("H hint"),
)
"""The letters that ask something, each with what it asks, as the help lists them: the letter, a space, the words."""


def letters() -> list[tuple[str, str]]:
    """Return the letters that ask something, each with what it asks."""
    return [(letter, asks) for letter, _space, asks in (str(line).partition(" ") for line in LETTERS)]


def help_with(view: View, names: Names, *, keys: bool, goes_on: bool) -> str:
    """Return what can be typed and pressed now. `LETTERS` are told beside it."""
    if view.phase is not Phase.OVER and view.seat not in view.waited_for:
        now = turn(view, names, goes_on=goes_on)
    elif view.claim:
        now = _("Type the true number to call muggins, or pass to let the claim stand.")
    elif view.phase is Phase.PEGGING and view.rules.counting is Counted.ALL:
        now = _("Type a card and the points you claim, such as 5h 2, or go when you cannot play.")
        now = " ".join([now, _("Claim 1 more if nobody can play after your card.")])
    else:
        now = str(HELP[view.phase])
    if not keys:
        return now
    return _(
        "%(typed)s Single keys work too, outside the box: the letters, 1 to 6 for the cards of your hand, G "
        "for go, Enter to continue."
    ) % {"typed": now}


UNCLEAR: dict[Unclear, Promise] = {
    Unclear.NOT_UNDERSTOOD: gettext_lazy("Type ? to see what you can type."),
    Unclear.NO_CARD: gettext_lazy("That names no card: type one such as 5h, or ? to see what you can type."),
    Unclear.NO_NUMBER_NOW: gettext_lazy("“%(typed)s”: no number is needed now."),
    Unclear.CARD_TOO: gettext_lazy("“%(typed)s”: name the card that scores it too, such as 5h 2."),
    Unclear.NUMBER_RANGE: gettext_lazy("“%(typed)s” is not a number that can be used here."),
    Unclear.COUNT_RANGE: gettext_lazy("“%(typed)s” is not a count: type a number from 0 to %(most)s."),
    Unclear.NO_CARDS_NOW: gettext_lazy("“%(typed)s”: no cards are needed now."),
    Unclear.DISCARDS: gettext_lazy("%(asked)s Type a card as 5h, two as 5h jc."),
    Unclear.WHICH: gettext_lazy("Which %(rank)s? Add its suit: %(cards)s."),
    Unclear.NOT_HELD: gettext_lazy("You hold no %(rank)s."),
    Unclear.NO_ACE_HELD: gettext_lazy("“1” is the ace, and you hold none."),
    Unclear.ONE_CARD: gettext_lazy("“%(typed)s”: only one card is played at a time."),
}


def unclear(said: NotUnderstood, view: View, names: Names) -> list[str]:
    """Return why a text does nothing, and what follows for somebody who wants to know more."""
    words: dict[str, object] = {"typed": said.typed[:20], "most": said.most}
    if said.why is Unclear.DISCARDS:
        words["asked"] = _to_discard(view, names)
    if said.rank:
        words["rank"] = terms.rank_name(said.rank)
    if said.cards:
        words["rank"] = terms.rank_name(said.cards[0].rank)
        words["cards"] = _or([str(card).lower().replace("t", "10") for card in said.cards])
    told = str(UNCLEAR[said.why] % words)
    return [terms.card_fault(said.error), told] if said.error else [told]


def refusal(reason: Reason, action: Action, view: View, names: Names) -> str:
    """Return why the rules refuse an action, with the cards and the count that cause it."""
    room = THIRTY_ONE - view.count
    match reason, action:
        case Reason.COULD_PLAY, Go():
            card = next(card for card in view.hand if card.value <= room)
            words = {"card": terms.the_card(card), "count": view.count + card.value}
            return _("You must play if you can: your %(card)s makes only %(count)s.") % words
        case Reason.OVER_31, Play(_, card):
            words = {"card": terms.the_card(card), "sum": view.count + card.value}
            if any(other.value <= room for other in view.hand):
                return _("The %(card)s would make %(sum)s, past 31: play a lower card.") % words
            return _("The %(card)s would make %(sum)s, past 31: say go.") % words
        case Reason.NOT_IN_HAND, Play(_, card):
            return _("The %(card)s is not in your hand.") % {"card": terms.the_card(card)}
        case Reason.NOT_IN_HAND | Reason.DISCARD_NUMBER, Discard(_, cards) if set(cards) - set(view.hand):
            card = next(card for card in cards if card not in view.hand)
            return _("The %(card)s is not in your hand.") % {"card": terms.the_card(card)}
        case Reason.NOT_YOUR_TURN, _:
            return _("It is not your turn. %(asked)s") % {"asked": _others_asked(view, names)}
        case Reason.DISCARD_NUMBER, Discard(_, cards):
            words = {"n": len(cards), "asked": _to_discard(view, names)}
            return ngettext("You chose %(n)s card. %(asked)s", "You chose %(n)s cards. %(asked)s", len(cards)) % words
        case _:
            return terms.refusal(reason)


def could_play(card: Card, view: View) -> str:
    """Return what a card would do in the play, "Play 5 of hearts, makes 15", or why it cannot be played."""
    words = {"card": terms.card_name(card), "count": view.count + card.value}
    if view.seat not in view.waited_for:
        return _("%(card)s, waiting for your turn") % words
    if view.count + card.value > THIRTY_ONE:
        return _("%(card)s cannot be played: it would make %(count)s") % words
    return _("Play %(card)s, makes %(count)s") % words


# -------------------------------------------------------------------------------------------------- counted hands


def whose(shown: Shown, names: Names) -> str:
    """Return the heading that says whose hand or crib it is."""
    if shown.is_crib:
        return _say(names, shown.seat, _("Your crib"), _("%(name)s’s crib"))
    return _say(names, shown.seat, _("Your hand"), _("%(name)s’s hand"))


def verdict(claim: int | None, shown: Shown, names: Names, *, late: bool, taken: bool = False) -> str:
    """Return how the claim for a hand or crib compares with its true points. Without a claim, return the points.

    What somebody has `taken` is not said to be left.
    """
    own, points = shown.seat == names.own, total(shown.scores)
    words = {"name": names[shown.seat], "claim": claim, "points": points}
    if late:
        return _("Time was up: it counts %(points)s, and half of that, rounded down, is lost.") % words
    if claim is None:
        return _("It counts %(points)s.") % words
    if claim == points:
        other = _("%(name)s’s crib: %(points)s. Right.") if shown.is_crib else _("%(name)s’s hand: %(points)s. Right.")
        return _("Your count of %(count)s is right.") % {"count": points} if own else other % words
    if claim < points:
        if not own:
            return _("%(name)s claimed %(claim)s of %(points)s.") % words
        if taken:
            return _("You claimed %(claim)s of %(points)s.") % words
        left = ngettext(
            "You claimed %(claim)s of %(points)s: %(n)s point left on the table.",
            "You claimed %(claim)s of %(points)s: %(n)s points left on the table.",
            points - claim,
        )
        return left % {**words, "n": points - claim}
    if not points:
        nothing = _("%(name)s claimed %(claim)s. It counts nothing, and nothing is pegged.")
        return (_("You claimed %(claim)s. It counts nothing, and nothing is pegged.") if own else nothing) % words
    own_sentence = _("You claimed %(claim)s. It counts only %(points)s, and only that is pegged.")
    other = _("%(name)s claimed %(claim)s. It counts only %(points)s, and only that is pegged.")
    return (own_sentence if own else other) % words


def false_call(call: Call) -> str:
    """Return that the reader's own call of muggins was wrong."""
    return _("Your call of %(n)s was wrong.") % {"n": call.points}


def vain_call() -> str:
    """Return that a call of muggins was wrong, to whoever did not make it."""
    return _("The call changes nothing.")


def unnoticed(others: Sequence[str]) -> str:
    """Return that none of the others, by name, has called what a claim missed."""
    return _("Nobody noticed.") if len(others) > 1 else _("%(name)s did not notice.") % {"name": others[0]}


def took(line: Pegged, names: Names) -> str:
    """Return what somebody took of another's count, by muggins or because the clock ran out."""
    points = line.score.points
    if line.score.kind is Kind.TIME:
        own = ngettext("You take %(n)s point.", "You take %(n)s points.", points)
        other = ngettext("%(name)s takes %(n)s point.", "%(name)s takes %(n)s points.", points)
    else:
        own = ngettext("Muggins: you take %(n)s point.", "Muggins: you take %(n)s points.", points)
        other = ngettext("Muggins: %(name)s takes %(n)s point.", "Muggins: %(name)s takes %(n)s points.", points)
    return _say(names, line.seat, own, other, n=points)


def muggins(taken: Sequence[Pegged], over: Sequence[Combination], names: Names) -> str:
    """Return what was missed in a claim, its cards, and who took the points. "" where one sentence cannot tell it."""
    if len(taken) != 1 or taken[0].score.kind is not Kind.MUGGINS or not 0 < len(over) <= MOST_MISSED:
        return ""
    missed = [
        _("%(name)s (%(cards)s)") % {"name": line.name.lower(), "cards": ranks_in_words(line.cards)}
        for line in terms.count_lines(over)
    ]
    own = _("Muggins: %(n)s for you. Missed: %(missed)s.")
    other = _("Muggins: %(n)s for %(name)s. Missed: %(missed)s.")
    return _say(names, taken[0].seat, own, other, missed=_and(missed), n=taken[0].score.points)


MOST_MISSED = 2
"""The most items that one sentence can name."""
