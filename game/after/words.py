"""The review of a game in words: grades, what was done, what was best, what was lost, and why.

The sentences name no player, because the reader may be looking at another's seat.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, npgettext, pgettext, pgettext_lazy

from game.after.review import Decision, DecisionKind, RankedChoice, claimed_in, judged_claim
from game.after.swings import Swing
from game.engine.cards import Card
from game.engine.play import Call, Claim, Counting, Discard, Pegging, Play, State
from game.engine.rules import Rules
from game.engine.scoring import THIRTY_ONE, Kind, Score, combine, held, total
from game.engine.view import View, see
from game.strategy.review import LEAST_WIN, Fault, Grade, grade_of_win
from game.table.advice import Crib, Invited, invited
from game.table.advice_words import answers_in_short, average, gain, holds, percent
from game.table.counts import marked_lines
from game.table.words import Names, cards_in_short, the_cards, whose
from game.words import terms

GRADES: dict[Grade, Promise] = {
    Grade.BEST: pgettext_lazy("grade", "Best"),
    Grade.GOOD: pgettext_lazy("grade", "Good"),
    Grade.INACCURATE: pgettext_lazy("grade", "Inaccurate"),
    Grade.MISTAKE: pgettext_lazy("grade", "Mistake"),
    Grade.BLUNDER: pgettext_lazy("grade", "Blunder"),
}
KINDS: dict[DecisionKind, Promise] = {
    DecisionKind.DISCARD: pgettext_lazy("decision", "Discard"),
    DecisionKind.PLAY: pgettext_lazy("decision", "Card played"),
    DecisionKind.PLAY_COUNT: pgettext_lazy("decision", "Points for a card"),
    DecisionKind.HAND: pgettext_lazy("decision", "Count of the hand"),
    DecisionKind.CRIB: pgettext_lazy("decision", "Count of the crib"),
    DecisionKind.ANSWER: pgettext_lazy("decision", "Their count"),
}


def grade_name(grade: Grade) -> str:
    """Return the name of a grade."""
    return str(GRADES[grade])


def verdict_name(decision: Decision) -> str:
    """Return the name of a verdict: that of the grade, but of a count that was right, or cost nothing, what it was."""
    if Fault.COUNT in decision.faults and figure(decision) is None:
        return _("Miscount")
    is_counted = decision.kind in _OWN_COUNTS
    return _("Right count") if is_counted and decision.grade is Grade.BEST else grade_name(decision.grade)


def kind_name(kind: DecisionKind) -> str:
    """Return the name of a kind of decision."""
    return str(KINDS[kind])


def mark(decision: Decision, chance: float) -> str:
    """Return the label of a mark on the curve."""
    words = {
        "deal": decision.deal,
        "kind": kind_name(decision.kind),
        "grade": grade_name(decision.grade),
        "chance": closely(chance),
        "after": closely(max(chance - decision.win, 0.0)),
    }
    if words["after"] == words["chance"]:
        return _("Deal %(deal)s, %(kind)s: %(grade)s; the chance to win stood at %(chance)s") % words
    return _("Deal %(deal)s, %(kind)s: %(grade)s; the chance to win fell from %(chance)s to %(after)s") % words


def swing(swing: Swing, names: Names) -> tuple[str, str]:
    """Return a swing of luck in words, short and as a sentence: "Ada’s crib: 24"."""
    if isinstance(swing.seen, Card):
        words = {"what": _("Starter"), "worth": terms.card_name(swing.seen)}
    else:
        words = {"what": whose(swing.seen, names), "worth": str(total(swing.seen.scores))}
    short = _("%(what)s: %(worth)s") % words
    words |= {"deal": str(swing.deal), "chance": percent(swing.before), "after": percent(swing.after)}
    fell = _("Luck in deal %(deal)s: the chance to win fell from %(chance)s to %(after)s. %(what)s: %(worth)s.")
    rose = _("Luck in deal %(deal)s: the chance to win rose from %(chance)s to %(after)s. %(what)s: %(worth)s.")
    return short, (fell if swing.after < swing.before else rose) % words


# ---------------------------------------------------------------------------------------------- done, best, lost


def whose_chance(rules: Rules, seat: int, names: Names) -> str:
    """Return whose chance to win the curve shows."""
    if names.own is not None and rules.side_of(seat) == rules.side_of(names.own):
        return _("Your chance to win") if rules.sides == rules.seats else _("Your side’s chance to win")
    return _("%(names)s: the chance to win") % {"names": names.side(rules, rules.side_of(seat))}


def dealt_by(seat: int, names: Names) -> str:
    """Return who dealt."""
    return _("dealt by you") if seat == names.own else _("dealt by %(name)s") % {"name": names[seat]}


def done(decision: Decision, state: State | None) -> str:
    """Return what was done, in a sentence; of an answer to a claim, the state tells that claim."""
    match decision.action:
        case Discard(_, cards):
            return _("Discarded the %(cards)s.") % {"cards": the_cards(cards)}
        case Play(_, card, claim) if decision.kind is DecisionKind.PLAY_COUNT:
            return _("Claimed %(claim)s for the %(card)s.") % {"card": terms.the_card(card), "claim": claim}
        case Play(_, card):
            return _("Played the %(card)s.") % {"card": terms.the_card(card)}
        case Claim(_, points):
            return _("Claimed %(claim)s.") % {"claim": points}
        case Call(_, points) if state is not None:
            return _("Called %(called)s on a claim of %(claim)s.") % {"called": points, "claim": open_claim(state)[0]}
        case Call(_, points):
            return _("Called %(claim)s.") % {"claim": points}
        case _ if state is None:
            return _("Let a miscount stand.")
        case _:
            return _("Let a claim of %(claim)s stand.") % {"claim": open_claim(state)[0]}


def best(decision: Decision, state: State | None = None) -> str:
    """Return what would have been best, in a sentence, "" if it was done. The state tells what a card scored for."""
    if decision.grade is Grade.BEST:
        return ""
    scores = _scored_for(decision, state)
    match decision.best:
        case Play(_, _, claim) if decision.kind is DecisionKind.PLAY_COUNT and scores:
            return _("The true count: %(points)s (%(scores)s).") % {"points": claim, "scores": scores}
        case Call(_, points) if scores:
            return _("Best: call %(points)s (%(scores)s).") % {"points": points, "scores": scores}
        case Discard(_, cards):
            return _("Best: discard the %(cards)s.") % {"cards": the_cards(cards)}
        case Play(_, _, claim) if decision.kind is DecisionKind.PLAY_COUNT:
            return _("The true count: %(points)s.") % {"points": claim}
        case Play(seat, card) if state and sum(one.rank == card.rank for one in see(state, seat).hand) > 1:
            return _("Best: play the %(card)s, no matter which.") % {"card": terms.the_rank(card.rank)}
        case Play(_, card):
            return _("Best: play the %(card)s.") % {"card": terms.the_card(card)}
        case Claim(_, points):
            return _("The true count: %(points)s.") % {"points": points}
        case Call(_, points):
            return _("Best: call %(points)s.") % {"points": points}
        case _:
            return ""


def _scored_for(decision: Decision, state: State | None) -> str:
    """Return what a card in the play scored that was counted, as it is said: "fifteen for two, one for go"."""
    claim = judged_claim(decision.action, state) if isinstance(state, Pegging) else None
    return terms.scores_aloud(claim.scores) if claim else ""


def change(place: int, decision: Decision) -> str:
    """Return the place of a decision among all and what it lost, as the curve names it: "16: −6.4%"."""
    lost = figure(decision)
    return _("%(what)s: %(worth)s") % {"what": place, "worth": lost.value if lost else closely(0.0)}


def in_short(decision: Decision, state: State) -> str:
    """Return what a costly decision was, in a few words: what a count missed, or the kind of decision."""
    claim = judged_claim(decision.action, state) if decision.kind in _OWN_COUNTS else None
    if claim is None or not claim.missed:
        return kind_name(decision.kind)
    if claim.missed_end is Kind.GO:
        return pgettext("decision", "Missed go")
    if claim.missed_end is Kind.LAST:
        return pgettext("decision", "Missed last card")
    if claim.missed > 0:
        return ngettext("Missed %(n)s point", "Missed %(n)s points", claim.missed) % {"n": claim.missed}
    return ngettext("%(n)s point too many", "%(n)s points too many", -claim.missed) % {"n": -claim.missed}


def counted(decision: Decision) -> str:
    """Return what was counted in the show, in a word; "" if it was nothing."""
    return {DecisionKind.HAND: _("Hand"), DecisionKind.CRIB: _("Crib")}.get(decision.kind, "")


def better(decision: Decision, *, equal: bool = False) -> str:
    """Return how what stands first, or is `equal` to it, is called beside what was chosen: it may be no better."""
    as_good = equal or (decision.grade is Grade.BEST and not is_behind(decision))
    return _("As good") if as_good else grade_name(Grade.BEST)


def is_behind(decision: Decision) -> bool:
    """Return whether a choice is shown to win so many fewer games than the best as would cost a grade, if that were
    certain not to be chance."""
    taken = decision.taken
    if taken is None or taken.win is None or decision.ranked[0].win is None:
        return False
    return grade_of_win(round(decision.ranked[0].win, 3) - round(taken.win, 3)) is not Grade.BEST


def costless(decision: Decision, state: State) -> str:
    """Return what a decision was that lost nothing, in a few words: a wrong count is not told as a right one."""
    if decision.grade is not Grade.BEST:
        return in_short(decision, state)
    return _("too close to tell") if is_behind(decision) else _("nothing given up")


def loss(decision: Decision) -> str:
    """Return what was lost, in a sentence: points on average (exact points at a count) and chance to win."""
    if decision.grade is Grade.BEST:
        return _("It is too close to the best to tell.") if is_behind(decision) else _("It costs nothing.")
    words = {"points": average(_points_lost(decision)), "win": closely(decision.win)}
    if decision.kind in _COUNTS:
        return _loss_of_count(round(decision.points), decision.win)
    if decision.win < LEAST_WIN:
        return _("It costs %(points)s points on average, and next to nothing in the chance to win.") % words
    if not decision.points:
        return _("It lowers the chance to win by %(win)s, though it costs no points on average.") % words
    return _("It costs %(points)s points on average, and lowers the chance to win by %(win)s.") % words


def _points_lost(decision: Decision) -> float:
    """Return the points lost as the difference of the two worths as they are shown, where it is the difference of
    these."""
    taken = decision.taken
    if taken is None:
        return decision.points
    gap = _told_gap(decision.ranked[0], taken)
    is_rounding = abs(gap - decision.points) < 0.11  # each is off by half a place at most; a little for floats
    return gap if gap > 0 and is_rounding else decision.points


def _told_gap(best: RankedChoice, taken: RankedChoice) -> float:
    """Return the difference of the worths of two choices as they are shown."""
    return round(best.value, 1) - round(taken.value, 1)


def _loss_of_count(points: int, win: float) -> str:
    """Return what a miscount, or a miscount that was not called, loses: exact points."""
    if not points:
        return _("It costs nothing: the true count is pegged.")
    words = {"n": points, "win": closely(win)}
    if win < LEAST_WIN:
        return (
            ngettext(
                "It costs %(n)s point, and next to nothing in the chance to win.",
                "It costs %(n)s points, and next to nothing in the chance to win.",
                points,
            )
            % words
        )
    return (
        ngettext(
            "It costs %(n)s point, and lowers the chance to win by %(win)s.",
            "It costs %(n)s points, and lowers the chance to win by %(win)s.",
            points,
        )
        % words
    )


@dataclass(frozen=True, slots=True)
class LossFigure:
    """What was lost, as a number, what that number is of, and whether that is the chance to win."""

    value: str
    label: str
    is_chance: bool = False


def figure(decision: Decision, *, in_chance: bool = False) -> LossFigure | None:
    """Return what was lost in the one number by which it was graded: the chance to win or, where that says less, the
    points. None if nothing was lost. With `in_chance` it is always the chance to win, to stand beside others."""
    if decision.grade is Grade.BEST:
        return None
    if in_chance or _goes_by_win(decision) or not decision.points:
        win = f"−{closely(decision.win)}"
        return LossFigure(win, pgettext("lost", "to win"), is_chance=True) if decision.win >= LEAST_WIN else None
    if decision.kind in _COUNTS:
        lost = round(decision.points)
        return LossFigure(ahead(-lost), npgettext("lost", "point", "points", lost))
    return LossFigure(f"−{average(_points_lost(decision))}", pgettext("average", "points"))


def _goes_by_win(decision: Decision) -> bool:
    """Return whether the grade is that for the chance to win which was lost."""
    return decision.win >= LEAST_WIN and grade_of_win(decision.win) is decision.grade


_OWN_COUNTS = (DecisionKind.PLAY_COUNT, DecisionKind.HAND, DecisionKind.CRIB)
_COUNTS = (*_OWN_COUNTS, DecisionKind.ANSWER)


# --------------------------------------------------------------------------------------------------------- why

_HANDS = gettext_lazy("With the %(cards)s the hand is better: on average %(more)s instead of %(less)s.")
_HANDS_HOLD = gettext_lazy("With the %(cards)s the hand holds %(items)s: on average %(more)s instead of %(less)s.")
_CRIBS: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy("With the %(cards)s the dealer’s crib is better: on average %(more)s instead of %(less)s."),
    Crib.PARTNERS: gettext_lazy(
        "With the %(cards)s the partner’s crib is better: on average %(more)s instead of %(less)s."
    ),
    Crib.THEIRS: gettext_lazy(
        "With the %(cards)s the dealer’s crib scores more: on average %(more)s instead of %(less)s."
    ),
}
_CRIBS_OF_READER: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy("With the %(cards)s your crib is better: on average %(more)s instead of %(less)s."),
    Crib.PARTNERS: gettext_lazy(
        "With the %(cards)s your partner’s crib is better: on average %(more)s instead of %(less)s."
    ),
    Crib.THEIRS: _CRIBS[Crib.THEIRS],
}
_CRIB_GAINS = gettext_lazy("The best discard gives the crib %(items)s: on average %(more)s instead of %(less)s.")
_CRIB_GIVEN = gettext_lazy("This discard gives the dealer’s crib %(items)s: on average %(more)s instead of %(less)s.")
_CRIB_GIVEN_BY_READER = gettext_lazy(
    "Your discard gives the dealer’s crib %(items)s: on average %(more)s instead of %(less)s."
)
_PLAYS = gettext_lazy("The cards kept are worse in the play: on average %(taken)s instead of %(best)s.")
_NOW = gettext_lazy("The %(card)s scores %(taken)s now; the %(other)s scores %(best)s.")
_THEN = gettext_lazy("What can follow the %(card)s is worth %(points)s points less than after the %(other)s.")
_PAIRED = gettext_lazy("Whoever pairs the %(other)s can be answered with a pair royal.")
_INVITES = gettext_lazy("The %(card)s lets the next player score: %(answers)s.")
_GAINED = ngettext_lazy(
    "The %(card)s scores %(n)s point more at once: in all it is %(points)s worse.",
    "The %(card)s scores %(n)s points more at once: in all it is %(points)s worse.",
    "n",
)
_LETS = ngettext_lazy(
    "The %(card)s lets %(n)s unseen card score for the next player, the %(other)s only %(less)s: "
    "what follows is worth %(points)s points less.",
    "The %(card)s lets %(n)s unseen cards score for the next player, the %(other)s only %(less)s: "
    "what follows is worth %(points)s points less.",
    "n",
)
_LETS_ALONE = ngettext_lazy(
    "The %(card)s lets %(n)s unseen card score for the next player, the %(other)s none: "
    "what follows is worth %(points)s points less.",
    "The %(card)s lets %(n)s unseen cards score for the next player, the %(other)s none: "
    "what follows is worth %(points)s points less.",
    "n",
)
_NEAR_END = gettext_lazy(
    "Points are not everything at this score: the best choice wins %(best)s of games and this one %(taken)s."
)
_WINS_MORE = gettext_lazy("The best choice wins %(best)s of games and this one %(taken)s.")


def why(decision: Decision, state: State, crib: Crib, *, own: bool = False) -> list[str]:
    """Return why it lost: a sentence for each fault, the costliest first. Of a choice without a fault, return how it
    compares with the best or, if it was that, with the next. `own` tells that the reader decided."""
    reasons = (_reason(fault, decision, state, crib, own=own) for fault in decision.faults)
    found = [sentence for told in reasons for sentence in told]
    return found or _compared(decision)


_CLOSE = gettext_lazy("As good as the %(cards)s: that wins %(best)s of games, this %(taken)s.")
_TOO_CLOSE = gettext_lazy("Too close to the %(cards)s to tell: that wins %(best)s of games, this %(taken)s.")
_NEXT_BEST = gettext_lazy("It wins %(taken)s of games; the next best, the %(cards)s, %(other)s.")
_CLOSE_IN_POINTS = gettext_lazy("As good as the %(cards)s: in points that is worth %(best)s, this %(taken)s.")
_NEXT_IN_POINTS = gettext_lazy("In points it is worth %(taken)s; the next best, the %(cards)s, %(other)s.")
_LOST = gettext_lazy("The game was as good as lost: no choice could change that.")
_WON = gettext_lazy("The game was as good as won: no choice could change that.")
_DECIDED = 0.001
"""The chance to win, or to lose, up to which a game is all but decided."""


def alike(one: float | None, other: float | None) -> bool:
    """Return whether two chances to win tell nothing apart: as they are shown, or since all is decided."""
    if one is None or other is None:
        return one is other
    low, high = sorted((one, other))
    return closely(one) == closely(other) or high <= _DECIDED or low >= 1 - _DECIDED


def in_order(ranked: Sequence[RankedChoice]) -> list[RankedChoice]:
    """Return choices as they are shown: below the best, the points rank those whose chances to win are alike."""
    rows = list(ranked)
    for end in range(2, len(rows)):
        at, row = end, rows[end]
        if row.place != ranked[end - 1].place + 1:
            break
        while at > 1 and alike(rows[at - 1].win, row.win) and rows[at - 1].value < row.value:
            rows[at] = rows[at - 1]
            at -= 1
        rows[at] = row
    return [replace(row, place=shown.place) for row, shown in zip(rows, ranked, strict=True)]


def _compared(decision: Decision) -> list[str]:
    taken = decision.taken
    other = next((choice for choice in in_order(decision.ranked) if not choice.taken), None)
    if taken is None or other is None or taken.win is None or other.win is None:
        return []
    if max(taken.win, other.win) <= _DECIDED:
        return [str(_LOST)]
    if min(taken.win, other.win) >= 1 - _DECIDED:
        return [str(_WON)]
    is_close = other.place < taken.place
    own, its = closely(taken.win), closely(other.win)
    sentence = (_TOO_CLOSE if is_behind(decision) else _CLOSE) if is_close else _NEXT_BEST
    if alike(taken.win, other.win) and (other.value >= taken.value if is_close else taken.value >= other.value):
        own, its = gain(taken.value), gain(other.value)
        sentence = _CLOSE_IN_POINTS if is_close else _NEXT_IN_POINTS
    return [str(sentence % {"taken": own, "best": its, "other": its, "cards": the_cards(other.cards)})]


def _reason(fault: Fault, decision: Decision, state: State, crib: Crib, *, own: bool) -> list[str]:
    if fault is Fault.COUNT:
        return _miscount(decision, state)
    if fault is Fault.LET_STAND:
        return [_let_stand(decision, state)]
    taken = decision.taken
    if taken is None or not decision.ranked:
        return []
    best, view = decision.ranked[0], see(state, decision.action.seat)
    match fault:
        case Fault.HAND:
            return [_of_hand(taken, best, view.hand)]
        case Fault.CRIB:
            return [_of_crib(taken, best, view.hand, crib, own=own)]
        case Fault.AFTERWARDS:
            first, *others = _of_answers(taken, best, view) or [_of_choice(fault, taken, best)]
            return [first, *others, *_gained(decision, taken, best)]
        case _:
            return [_of_choice(fault, taken, best)]


def _of_hand(taken: RankedChoice, best: RankedChoice, hand: Sequence[Card]) -> str:
    """Return what the best discard keeps, and what of it scores already."""
    kept = [card for card in taken.cards if card not in best.cards]
    scores = held([card for card in hand if card not in best.cards])
    found = Counter(each.name for each in combine(scores) if not set(kept).isdisjoint(each.cards))
    words = {"cards": cards_in_short(kept, hand), "items": holds(found.items())}
    words |= {"more": average(best.hand), "less": average(taken.hand)}
    return str((_HANDS_HOLD if found else _HANDS) % words)


def _of_crib(taken: RankedChoice, best: RankedChoice, hand: Sequence[Card], crib: Crib, *, own: bool) -> str:
    """Return which discard makes the crib better, and what of it scores already if the other does not score as much."""
    more, less = (taken, best) if crib is Crib.THEIRS else (best, taken)
    cards = [card for card in more.cards if card not in less.cards]
    scores, others = _in_crib(more.cards), _in_crib(less.cards)
    words = {"cards": cards_in_short(cards, hand), "items": terms.scores_aloud(scores)}
    words |= {"more": average(more.crib), "less": average(less.crib)}
    if total(scores) > total(others):
        given = _CRIB_GIVEN_BY_READER if own else _CRIB_GIVEN
        return str((given if crib is Crib.THEIRS else _CRIB_GAINS) % words)
    return str((_CRIBS_OF_READER if own else _CRIBS)[crib] % words)


def _in_crib(cards: Sequence[Card]) -> list[Score]:
    """Return what cards of the crib score by themselves: no flush, which takes all of its cards."""
    return [score for score in held(cards) if score.kind is not Kind.FLUSH]


def _of_answers(taken: RankedChoice, best: RankedChoice, view: View) -> list[str]:
    """Return why what can follow a card is worth less: a pair of the best could be answered, more cards score, or the
    answers score more. [] if it is none of these."""
    (card,), (other,) = taken.cards, best.cards
    ranks = [one.rank for one in view.hand]
    more, less = (invited(view, one) for one in (card, other))
    words: dict[str, object] = {"card": terms.the_rank(card.rank), "other": terms.the_rank(other.rank)}
    words["points"] = average(_afterwards(taken, best))
    can_answer = ranks.count(other.rank) > ranks.count(card.rank) and view.count + 3 * other.value <= THIRTY_ONE
    if can_answer and other.rank in {answer.rank for answer in less}:
        return [str(_THEN % words), str(_PAIRED % words)]
    number, fewer = (sum(each.unseen for each in answers) for answers in (more, less))
    if number <= fewer or 3 * _weight(more) < 4 * _weight(less):
        words["answers"] = answers_in_short(more)
        return [str(_THEN % words), str(_INVITES % words)] if _weight(more) > _weight(less) else []
    words |= {"n": number, "less": fewer}
    return [str((_LETS if less else _LETS_ALONE) % words)]


def _afterwards(taken: RankedChoice, best: RankedChoice) -> float:
    """Return how much more follows the best card, as the difference of what the table of choices shows."""
    return _told_gap(best, taken) - (best.points - taken.points)


def _gained(decision: Decision, taken: RankedChoice, best: RankedChoice) -> list[str]:
    """Return what a card scored more at once than the best one, and what it lost all the same."""
    more = taken.points - best.points
    words = {"card": the_cards(taken.cards), "n": more, "points": average(_points_lost(decision))}
    return [str(_GAINED % words)] if more > 0 else []


def _weight(answers: Iterable[Invited]) -> int:
    return sum(each.unseen * each.points for each in answers)


def _of_choice(fault: Fault, taken: RankedChoice, best: RankedChoice) -> str:
    sentence: Promise
    cards = {"card": the_cards(taken.cards), "other": the_cards(best.cards)}
    match fault:
        case Fault.PEGGING:
            sentence, words = _PLAYS, {"taken": gain(taken.play), "best": gain(best.play)}
        case Fault.AT_ONCE:
            sentence, words = _NOW, {**cards, "taken": str(taken.points), "best": str(best.points)}
        case Fault.AFTERWARDS:
            sentence, words = _THEN, {**cards, "points": average(_afterwards(taken, best))}
        case _:
            sentence = _NEAR_END if round(taken.value, 1) >= round(best.value, 1) else _WINS_MORE
            words = {"taken": closely(taken.win or 0.0), "best": closely(best.win or 0.0)}
    return str(sentence % words)


def _miscount(decision: Decision, state: State) -> list[str]:
    truth, claimed = claimed_in(decision.best) or 0, claimed_in(decision.action) or 0
    if claimed < truth:
        if isinstance(state, Counting) and marked_lines(state.truth, claimed)[1]:
            return []  # the lines of the count mark it
        told = ngettext("%(n)s point was missed.", "%(n)s points were missed.", truth - claimed)
        return [told % {"n": truth - claimed}]
    if decision.overlooked:
        return [_("The count was wrong, but nobody called it, so it cost nothing.")]
    if not decision.points:
        return [_loss_of_count(0, decision.win)]
    told = ngettext(
        "%(n)s point too many was claimed, and at this table it goes to the others.",
        "%(n)s points too many were claimed, and at this table they go to the others.",
        claimed - truth,
    )
    return [told % {"n": claimed - truth}]


def is_too_high(decision: Decision) -> bool:
    """Return whether a count claimed more than there was."""
    return (claimed_in(decision.action) or 0) > (claimed_in(decision.best) or 0)


def _let_stand(decision: Decision, state: State) -> str:
    claim, truth = open_claim(state)
    words = {"claim": claim, "truth": truth}
    if isinstance(decision.action, Call):
        return (
            _("The claim of %(claim)s was wrong, but the true count is %(truth)s, and a wrong call changes nothing.")
            % words
        )
    if claim > truth:
        return ngettext(
            "A call would have won %(n)s point.",
            "A call would have won %(n)s points.",
            claim - truth,
        ) % {"n": claim - truth}
    return ngettext(
        "%(n)s point was missed: a call would have won it.",
        "%(n)s points were missed: a call would have won them.",
        truth - claim,
    ) % {"n": truth - claim}


def open_claim(state: State) -> tuple[int, int]:
    """Return the open claim of a state and its true points."""
    if not isinstance(state, Pegging | Counting) or state.claimed is None:
        return 0, 0
    return state.claimed.points, total(state.claimed.scores)


# ------------------------------------------------------------------------------------------------------ in short

DISCARDS = gettext_lazy("Discards")
CARDS = gettext_lazy("Cards played")
COUNTS = gettext_lazy("Counts")
ANSWERS = gettext_lazy("Others’ miscounts")


def awareness(called: int, number: int) -> str:
    """Return how many of the others' miscounts were called."""
    return ngettext(
        "Awareness: %(called)s of %(n)s miscount by the others was called.",
        "Awareness: %(called)s of %(n)s miscounts by the others were called.",
        number,
    ) % {"called": called, "n": number}


def wrong_counts(wrong: int, number: int, high: int, *, of_cards: bool) -> str:
    """Return how many of the seat's counts were wrong, of cards in the play or in the show, and how many too high."""
    words = {"wrong": wrong, "n": number, "high": high}
    if of_cards:
        return _("Counts in the play: %(wrong)s of %(n)s wrong, %(high)s of them too high.") % words
    return _("Counts of hands and cribs: %(wrong)s of %(n)s wrong, %(high)s of them too high.") % words


def graded_twice(grades: int, decisions: int) -> str:
    """Return why there are more grades than decisions."""
    words = {"grades": grades, "n": decisions}
    return (
        ngettext(
            "%(grades)s grades for %(n)s decision: a card and its count are each graded.",
            "%(grades)s grades for %(n)s decisions: a card and its count are each graded.",
            decisions,
        )
        % words
    )


def false_call(deal: int, called: int, truth: int) -> str:
    """Return a call of muggins on a count that was right."""
    words = {"deal": deal, "called": called, "truth": truth}
    return _("False call: in deal %(deal)s, %(called)s was called where %(truth)s was right.") % words


def luck(uncalled: int, number: int, *, duel: bool = False) -> str:
    """Return how many of the seat's own miscounts were called, in a `duel` by the reader's only opponent."""
    called = number - uncalled
    if called == 0:
        own = ngettext(
            "Luck: your opponent let your one miscount stand.",
            "Luck: your opponent let all your %(n)s miscounts stand.",
            number,
        )
        other = ngettext(
            "Luck: nobody called the one miscount.", "Luck: nobody called any of the %(n)s miscounts.", number
        )
    elif uncalled == 0:
        own = ngettext(
            "Your opponent called your one miscount.", "Your opponent called all your %(n)s miscounts.", number
        )
        other = ngettext("The one miscount was called.", "All %(n)s miscounts were called.", number)
    else:
        own = ngettext(
            "Luck: your opponent called only %(called)s of your %(n)s miscounts.",
            "Luck: your opponent called only %(called)s of your %(n)s miscounts.",
            number,
        )
        other = ngettext(
            "Luck: only %(called)s of %(n)s miscounts was called.",
            "Luck: only %(called)s of %(n)s miscounts were called.",
            called,
        )
    return (own if duel else other) % {"called": called, "n": number}


def with_hints(number: int) -> str:
    """Return how many decisions had a hint."""
    return ngettext(
        "%(n)s decision was made with a hint; it is graded all the same.",
        "%(n)s decisions were made with a hint; they are graded all the same.",
        number,
    ) % {"n": number}


def after_warnings(followed: int, number: int) -> str:
    """Return how many warnings there were, and after how many of them something else was done."""
    sentence = _("Warnings: %(n)s, changed after: %(followed)s. What was done in the end is graded.")
    return sentence % {"n": number, "followed": followed}


def points(number: float) -> str:
    """Return points, without decimals if they are whole."""
    return terms.decimal(number, 0 if number == round(number) else 1)


def both(own: float, others: float) -> str:
    """Return own and others' points, on one line: "12 to 8"."""
    told = _("%(own)s to %(others)s") % {"own": points(own), "others": points(others)}
    return told.replace(" ", "\N{NO-BREAK SPACE}")


def ahead(number: float) -> str:
    """Return points with their sign, for values that can be negative: "+3", "−2.5", "0"."""
    if not round(number, 1):
        return "0"
    return f"{'−' if number < 0 else '+'}{points(abs(round(number, 1)))}"


def closely(chance: float, places: int = 1) -> str:
    """Return a chance with so many decimal `places`, to compare choices that are close: "54.3 %"."""
    return _("%(n)s%%") % {"n": terms.decimal(100 * chance, places)}


def duplicate(ahead: float) -> str:
    """Return how the expert did with the same cards: how far `ahead` in all, negative if behind."""
    gap = abs(round(ahead, 1))
    if not gap:
        return _("With the same cards the expert would have done just as well.")
    if gap != round(gap):
        sentence = (
            pgettext("average", "With the same cards the expert would have gained %(points)s points more.")
            if ahead > 0
            else pgettext("average", "With the same cards the expert would have gained %(points)s points less.")
        )
    elif ahead > 0:
        sentence = ngettext(
            "With the same cards the expert would have gained %(points)s point more.",
            "With the same cards the expert would have gained %(points)s points more.",
            round(gap),
        )
    else:
        sentence = ngettext(
            "With the same cards the expert would have gained %(points)s point less.",
            "With the same cards the expert would have gained %(points)s points less.",
            round(gap),
        )
    return sentence % {"points": points(gap)}


def columns(kind: DecisionKind) -> tuple[str, ...]:
    """Return the columns of the table of choices for a kind of decision."""
    if kind is DecisionKind.DISCARD:
        return (_("Hand"), _("Crib"), pgettext("column", "Play"))
    return (_("Now"),)


# ----------------------------------------------------------------------------------------------------- played on


def played_to_the_end() -> str:
    """Return what is said as a game ends that is played on from a decision."""
    return _("Played to the end")


def better_than_first(margin: int) -> str:
    """Return how much better than the first time a game came out that was played on, negative if worse."""
    if not margin:
        return _("The same as the first time")
    if margin > 0:
        better = ngettext("%(n)s point better than the first time", "%(n)s points better than the first time", margin)
        return better % {"n": margin}
    worse = ngettext("%(n)s point worse than the first time", "%(n)s points worse than the first time", -margin)
    return worse % {"n": -margin}


def won_both(now: int | None, then: int | None, own: int) -> str:
    """Return whether the reader's side won this time and the first time, "" if a game was drawn."""
    if now is None or then is None:
        return ""
    if now == own:
        return _("You won both times.") if then == own else _("This time you won; the first time you lost.")
    return _("This time you lost; the first time you won.") if then == own else _("You lost both times.")


def since(name: str, now: int, then: int) -> str:
    """Return what a side made from a decision on, to be read aloud."""
    return _("%(name)s: this time %(now)s, the first time %(then)s.") % {"name": name, "now": now, "then": then}
