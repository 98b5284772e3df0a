"""Bots of every level: functions of a View and random numbers. No bot sees more than a person in its seat.

What makes a level is data, in `levels.py`.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from game.engine.cards import PACK, Card
from game.engine.play import CLAIMS, Action, Call, Claim, Cut, Discard, Go, Pass, Play
from game.engine.rules import Counted, CribFlush, Muggins
from game.engine.scoring import THIRTY_ONE, Score, count_of, held, peg, show, total
from game.engine.view import Phase, View
from game.strategy.causes import errors
from game.strategy.discards import Choice, Situation, choices
from game.strategy.eyes import Eyes
from game.strategy.levels import SKILLS, Level, LooksAt, Plays, Skill
from game.strategy.pegging import plays
from game.strategy.ranks import Ints, unseen

_LAST_STREET = 35
"""With a side this many points or fewer from the target, the deal may decide the game, and bots play to win."""

_REPLIES = PACK[::4]
"""A card of each rank."""

_MISSED = 0.6
"""The share of miscounts that leave something out. The others count something that is not there."""


class NotAsked(ValueError):
    """Raised for a view in which the seat has nothing to do."""


def act(view: View, level: Level | Skill, random: Random) -> Action:
    """Return the action of a bot when the table waits for its seat. Raises NotAsked."""
    if view.seat is None or view.seat not in view.waited_for:
        raise NotAsked
    skill = SKILLS[level] if isinstance(level, Level) else level
    match view.phase:
        case Phase.CUTTING_FOR_DEAL | Phase.CUTTING:
            return random.choice([action for action in view.legal if isinstance(action, Cut)])
        case Phase.DISCARDING:
            return Discard(view.seat, discard(view, skill, random))
        case Phase.PEGGING | Phase.COUNTING if view.claim:
            return _answer(view, skill, random)
        case Phase.PEGGING:
            return _play(view, skill, random)
        case Phase.COUNTING:
            return _claim(view, skill, random)
        case _:
            raise NotAsked


# ------------------------------------------------------------------------------------------------- the discard


def situation_of(view: View) -> Situation:
    """Return the situation in which the seat of a view discards."""
    if view.seat is None or view.dealer is None:
        raise NotAsked
    return Situation(view.rules, view.seat, view.dealer, view.scores, view.deal)


def discard(view: View, skill: Skill, random: Random) -> tuple[Card, ...]:
    """Return the cards that a player of this skill discards."""
    situation, eyes = situation_of(view), Eyes(skill.overlooks, random)
    if skill.looks_at is LooksAt.ALL:
        return choices(view.hand, situation, random)[0].away
    if skill.looks_at is LooksAt.HELD:
        aways = list(combinations(sorted(view.hand), situation.rules.dealt(situation.seat, situation.dealer).away))
        random.shuffle(aways)  # what looks equal to this player is in no order
        return max(aways, key=lambda away: eyes.points(held([card for card in view.hand if card not in away])))
    found = choices(view.hand, replace(situation, scores=None), random)
    return max(found, key=lambda choice: _seen_worth(choice, skill.looks_at, eyes)).away


def _seen_worth(choice: Choice, looks_at: LooksAt, eyes: Eyes) -> float:
    """Return the worth of a discard to a player who looks at so much, less what is overlooked in the cards."""
    worth = choice.hand.mean - eyes.overlooked(held(choice.kept))
    if looks_at is not LooksAt.HAND:
        worth += choice.crib_sign * (choice.crib.mean - eyes.overlooked(held(choice.away)))
    return worth + choice.play * (looks_at is LooksAt.PLAY)


# ----------------------------------------------------------------------------------------------------- the play


def _play(view: View, skill: Skill, random: Random) -> Action:
    seat = view.seat or 0
    possible = [card for card in sorted(view.hand) if card.value + view.count <= THIRTY_ONE]
    if not possible:
        return Go(seat)
    card = choose_card(view, possible, skill, random)
    if view.rules.counting is not Counted.ALL:
        return Play(seat, card)
    truth = total(peg((*view.series, card))) + _closes(view, card)
    return Play(seat, card, _slip(truth, -1, random) if random.random() < skill.miscounts else truth)


def _closes(view: View, card: Card) -> int:
    """Return the point for the last card, if this card is the last and the count stays below 31."""
    count = view.count + card.value
    goes_on = any(other.value + count <= THIRTY_ONE for other in view.hand if other != card)
    return int(count != THIRTY_ONE and not in_series(view, view.seat or 0) and not goes_on)


def unseen_by(view: View) -> Ints:
    """Return how many cards of each rank the seat of a view has not seen."""
    starter = [view.starter] if view.starter else []
    known = (*view.hand, *view.away, *(play.card for play in view.plays), *starter)
    return unseen(card.rank for card in known)


def in_series(view: View, after: int) -> list[int]:
    """Return the other seats, from the left of one, that hold cards and have not said go in this series."""
    return [seat for seat in view.rules.round_from(after)[1:] if view.held[seat] and seat not in view.gone]


def choose_card(view: View, possible: list[Card], skill: Skill, random: Random) -> Card:
    """Return the card that a player of this skill plays."""
    if len({card.rank for card in possible}) == 1:
        return possible[0]
    if skill.plays is Plays.SEARCH:
        last_deal = view.deal == view.rules.deals
        to_win = last_deal or max(view.scores) >= view.rules.target - _LAST_STREET
        return plays(view, random, to_win=to_win)[0].card
    eyes = Eyes(skill.overlooks, random)
    judge = replies_worth if skill.plays is Plays.REPLIES else points_worth
    worths = judge(view, possible, eyes)
    random.shuffle(possible)  # what looks equal to this player is in no order
    return max(possible, key=lambda card: worths[card.rank])


def points_worth(view: View, possible: Sequence[Card], eyes: Eyes) -> dict[int, float]:
    """Return, by rank, what each of these cards is seen to peg at once."""
    return {card.rank: float(eyes.points(peg((*view.series, card)))) for card in possible}


def replies_worth(view: View, possible: Sequence[Card], eyes: Eyes) -> dict[int, float]:
    """Return, by rank, what each of these cards is seen to peg minus what the next player is likely to peg on it."""
    rules, seat = view.rules, view.seat or 0
    found, after = points_worth(view, possible, eyes), in_series(view, seat)
    if not after:
        return found
    sign = 1 if rules.side_of(after[0]) == rules.side_of(seat) else -1
    left = unseen_by(view)
    likely = 1 - (1 - left / left.sum()) ** view.held[after[0]]
    for rank, card in {card.rank: card for card in possible}.items():
        series = (*view.series, card)
        room = THIRTY_ONE - count_of(series)
        replies = [reply for reply in _REPLIES if reply.value <= room]
        found[rank] += sign * sum(
            float(likely[reply.rank - 1]) * eyes.points(peg((*series, reply))) for reply in replies
        )
    return found


# ------------------------------------------------------------------------------------------------------- counting


def _claim(view: View, skill: Skill, random: Random) -> Action:
    """Claim the points of the own hand or crib, correctly or with a miscount."""
    seat = view.seat or 0
    scores = true_scores(view)
    truth = total(scores)
    if random.random() >= skill.miscounts or not view.counting or not view.starter:
        return Claim(seat, truth)
    known = [error for _, error in errors(view.counting.cards, view.starter, view.counting.is_crib, scores) if error]
    missed = [-score.points for score in scores]
    pool = missed if missed and (not known or random.random() < _MISSED) else known
    return Claim(seat, _slip(truth, random.choice(pool), random) if pool else truth)


def _slip(truth: int, error: int, random: Random) -> int:
    """Return a wrong number near the truth, not below 0."""
    return truth + error if 0 <= truth + error in CLAIMS else truth + random.choice((1, 2))


def true_scores(view: View) -> tuple[Score, ...]:
    """Return the scores of the hand or crib that is being counted. Raises NotAsked."""
    if not view.counting or not view.starter:
        raise NotAsked
    strict = view.counting.is_crib and view.rules.crib_flush is CribFlush.WITH_STARTER
    return show(view.counting.cards, view.starter, crib=strict)


def _answer(view: View, skill: Skill, random: Random) -> Action:
    """Accept another player's claim, or call it if the miscount is noticed and calling it gains points."""
    if view.seat is None or view.claim is None:
        raise NotAsked
    points, truths = view.claim[1], possible_truths(view)
    truth = min(truths)
    gains = points < truth or (points > max(truths) and view.rules.muggins is Muggins.MISSED_AND_EXCESS)
    if points not in truths and gains and random.random() < skill.notices:
        return Call(view.seat, truth)
    return Pass(view.seat)


def possible_truths(view: View) -> set[int]:
    """Return the possible true points of an open claim, as far as this seat can know: usually one number. Raises
    NotAsked."""
    if view.claim is None:
        raise NotAsked
    if view.phase is Phase.COUNTING:
        return {total(true_scores(view))}
    claimant, base = view.claim[0], total(peg(view.series))
    return {base} if _plays_on(view, claimant) else {base, base + 1} if view.held[claimant] else {base + 1}


def _plays_on(view: View, claimant: int) -> bool:
    """Return whether the series surely goes on or ended at 31, so that a card just played has no point for the last
    card."""
    return bool(in_series(view, claimant)) or view.count == THIRTY_ONE
