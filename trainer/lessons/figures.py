"""Figures inside texts, computed from the cards that an author names.

A figure checks its argument when the text is read, and raises ValueError; its value is computed when it is shown.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from game.engine.cards import Card, parse_cards
from game.engine.scoring import THIRTY_ONE, combine, count_of, peg, total
from game.numbers import whole_number
from game.strategy import tactics
from game.words import terms
from trainer.drills.count import question as count_question
from trainer.lessons import discard_figures

Figure = Callable[[], str]

_LATE = 90
"""The score from which chances to win differ by up to three percent between independent tables."""
_OF_MOST = 5
"""The most games of which odds tell how many are won."""


def points_of(number: float) -> str:
    """Format average points with one decimal, or with two if one would show 0.0."""
    return terms.decimal(number, 1 if round(abs(number), 1) or not number else 2)


def _cards(argument: str) -> Figure:
    cards = parse_cards(argument)
    if not cards:
        raise ValueError(_("name the cards"))
    return lambda: render_to_string("trainer/lessons/_parts.html#inline", {"cards": cards})


def _points(argument: str) -> Figure:
    question = count_question.read(argument)
    return lambda: str(total(question.scores))


def _aloud(argument: str) -> Figure:
    question = count_question.read(argument)
    return lambda: terms.count_aloud(terms.count_lines(combine(question.scores)))


def _sum(argument: str) -> Figure:
    cards = parse_cards(argument)
    return lambda: str(count_of(cards))


def addition(cards: Sequence[Card]) -> str:
    """Return the values of cards and their sum: "7 + 8 = 15"."""
    values = " + ".join(str(card.value) for card in cards)
    return _("%(values)s = %(sum)s") % {"values": values, "sum": count_of(cards)}


def _adds(argument: str) -> Figure:
    cards = parse_cards(argument)
    if not cards:
        raise ValueError(_("name the cards"))
    return lambda: addition(cards)


def _pegs(argument: str) -> Figure:
    cards = parse_cards(argument)
    if not cards or count_of(cards) > THIRTY_ONE:
        raise ValueError(_("name the cards of a series, at most 31"))
    return lambda: str(total(peg(cards)))


def _share(argument: str) -> Figure:
    number = argument.removeprefix("crib ")
    score = whole_number(number, of=range(30))
    if score is None:
        raise ValueError(_("name a score from 0 to 29"))
    share = discard_figures.share_of_score(score, crib=number != argument)
    return lambda: _percent(share)


def _percent(share: float) -> str:
    """Format a percentage with one decimal, or with as many as a small value needs."""
    decimals = 1
    while share and not round(share, decimals):
        decimals += 1
    return _("%(share)s%%") % {"share": terms.decimal(share, decimals)}


def _mean(argument: str) -> Figure:
    mean = discard_figures.mean_of(argument)
    return lambda: points_of(mean)


def _part(argument: str) -> Figure:
    place, _space, part = argument.partition(" ")
    points = discard_figures.expert_part(place, part)
    return lambda: points_of(points)


def _crib(argument: str) -> Figure:
    whose, _space, cards = argument.partition(" ")
    if whose not in ("own", "their"):
        raise ValueError(_("say whose crib it is: own or their"))
    average = discard_figures.crib_average(whose == "own", cards)
    return lambda: points_of(average)


def _split(argument: str) -> tuple[str, str]:
    question, colon, discard = argument.partition(" : ")
    if not colon:
        raise ValueError(_("after a colon name the cards that are discarded"))
    return question.strip(), discard.strip()


def _value(argument: str) -> Figure:
    value = discard_figures.choice_value(*_split(argument))
    return lambda: points_of(value())


def _loses(argument: str) -> Figure:
    loss = discard_figures.choice_loss(*_split(argument))
    return lambda: points_of(loss())


def _keeps(argument: str) -> Figure:
    average = discard_figures.kept_average(argument)
    return lambda: points_of(average())


def _chance(argument: str) -> Figure:
    match [whole_number(text, of=range(121)) for text in argument.split()]:
        case [int(dealer), int(pone)]:
            return lambda: _odds(discard_figures.dealer_chance(dealer, pone), late=max(dealer, pone) >= _LATE)
        case _:
            raise ValueError(_("name the dealer’s and the other’s score, each below 121"))


def _odds(percent: float, *, late: bool) -> str:
    """Format a chance to win: late in a game as simple odds, because there it is not known to a percent.

    No odds say that something is sure: what is nearly so is told in percent.
    """
    odds = Fraction(percent / 100).limit_denominator(_OF_MOST)
    if not late or odds in {0, 1}:
        return _("%(share)s%%") % {"share": round(percent)}
    return _("%(wins)s in %(games)s") % {"wins": odds.numerator, "games": odds.denominator}


def _tactic(argument: str) -> Figure:
    if argument not in tactics.names():
        raise ValueError(_("there is no figure of the play “%(name)s”") % {"name": argument})
    return lambda: points_of(abs(tactics.figure(argument).mean))


FIGURES: dict[str, Callable[[str], Figure]] = {
    "cards": _cards,
    "points": _points,
    "aloud": _aloud,
    "sum": _sum,
    "adds": _adds,
    "pegs": _pegs,
    "share": _share,
    "mean": _mean,
    "part": _part,
    "crib": _crib,
    "value": _value,
    "loses": _loses,
    "keeps": _keeps,
    "chance": _chance,
    "tactic": _tactic,
}
"""Figures by their name in the braces."""
