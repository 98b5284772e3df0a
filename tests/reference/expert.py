"""The expert as it was before it weighed more guesses, knew better what the play brings and thought of what the other
would do: a player to beat.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from game.engine.cards import Card
from game.engine.play import Action, Discard, Play
from game.engine.scoring import THIRTY_ONE
from game.engine.view import Phase, View
from game.strategy.bots import act, situation_of
from game.strategy.discards import Choice, Situation, choices
from game.strategy.levels import SKILLS, Level, Skill
from game.strategy.pegging import plays
from tests.reference.play import best_card
from tests.reference.prospects import Outlook, ScoringEvent, deal_events
from tests.reference.tables import average_play, play_estimate

_LAST_STREET = 35
_GUESSES, _GUESSES_OF_MORE = 40, 24


def old_expert(view: View, random: Random) -> Action:
    """What the former expert does where the table waits for its seat."""
    if view.phase is Phase.DISCARDING and view.seat is not None:
        return Discard(view.seat, _discard(view, random))
    possible = {card.rank for card in view.hand if card.value + view.count <= THIRTY_ONE}
    if view.phase is Phase.PEGGING and view.seat is not None and not view.claim and len(possible) > 1:
        to_win = view.deal == view.rules.deals or max(view.scores) >= view.rules.target - _LAST_STREET
        if view.rules.seats == 2:
            return Play(view.seat, best_card(view, random, _GUESSES, to_win=to_win))
        return Play(view.seat, plays(view, random, to_win=to_win, samples=_GUESSES_OF_MORE)[0].card)
    return act(view, Level.EXPERT, random)


def _discard(view: View, random: Random) -> tuple[Card, ...]:
    situation = situation_of(view)
    rules, place = situation.rules, situation.place
    found = choices(view.hand, replace(situation, scores=None), random)
    estimates = play_estimate(rules.seats, rules.sides, place, [[card.rank for card in each.kept] for each in found])
    known = [replace(each, play=float(worth)) for each, worth in zip(found, estimates, strict=True)]
    return max(_with_chances_to_win(known, situation), key=lambda each: each.order).away


def _with_chances_to_win(found: Sequence[Choice], situation: Situation) -> list[Choice]:
    rules, dealer, scores = situation.rules, situation.dealer, situation.scores or ()
    events, place, side = deal_events(rules, dealer, closely=True), situation.place, rules.side_of(situation.seat)
    usual = average_play(rules.seats, rules.sides, place)
    wins = []
    for choice in found:
        of_deal = list(events)
        of_deal[place - rules.seats - 1] = ScoringEvent(side, choice.hand.of)
        of_deal[-1] = ScoringEvent(events[-1].side, choice.crib.of)
        following, deal = rules.left_of(dealer), situation.deal + 1
        outlook = Outlook(rules, scores, of_deal, following, deal=deal, room=1)
        now = outlook.chance(side)
        ahead = outlook.chance(side, [int(number == side) for number in range(rules.sides)])
        wins.append(replace(choice, win=min(max(now + (choice.play - usual) * (ahead - now), 0.0), 1.0)))
    return wins


OLD = replace(SKILLS[Level.EXPERT], notices=2.0)
"""Stands for the former expert in a tournament: no other skill notices more than everything."""


def either(view: View, level: Level | Skill, random: Random) -> Action:
    """What a bot of a level does, or the former expert."""
    return old_expert(view, random) if level == OLD else act(view, level, random)
