"""What a question of the rules speaks of, as it is drawn: cards, seats, numbers, a score on its way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from game.engine.cards import Card, parse_cards
from game.engine.rules import Rules
from game.table.words import BOT_NAMES
from trainer.drills.layout import COUNTED, Laid
from trainer.drills.rules.forms import Form, RulesSort
from trainer.drills.rules.question import RulesQuestion
from trainer.drills.rules.truths import BEST, BEST_HANDS, DEALER, HANDS, PONE, YES, cut_cards, plan, shown

_LONG, _EDGE = 332.0, 14.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that is given, or that decides, with what it is."""

    name: str
    number: str
    made: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """The way from the first hole to the target: where its holes, pegs and lines are, in units of the drawing."""

    width: float
    holes: Sequence[tuple[float, float]]
    pegs: Sequence[tuple[float, float, int]]
    marks: Sequence[tuple[float, int]]


@dataclass(frozen=True, slots=True)
class Picture:
    """What lies on the felt."""

    row: Sequence[Laid] = ()
    are_seats: bool = False
    figures: Sequence[Figure] = ()
    way: Way | None = None


def picture(question: RulesQuestion, told: bool) -> Picture:
    """Return what is drawn of a question. What decides is marked once it is `told`."""
    match question.sort:
        case RulesSort.DEAL | RulesSort.ORDER | RulesSort.SIDES:
            return Picture(row=_seats(question, told), are_seats=True)
        case RulesSort.CARDS:
            return Picture(row=[Laid(Card.parse(question.given[0]), below=question.truth * told, made=told)])
        case RulesSort.HEELS:
            look = COUNTED if told and question.truth != "0" else ""
            starter = Laid(Card.parse(question.given[0]), look, _("Starter"), question.truth * told, bool(look))
            return Picture(row=[*[Laid(None)] * 4, starter])
        case RulesSort.COUNTS:
            return Picture(row=_hand(question, told))
        case RulesSort.STREETS | RulesSort.SKUNKS | RulesSort.MATCH | RulesSort.WINNING:
            return _score(question, told)
        case RulesSort.MUGGINS | RulesSort.CLOCK:
            return Picture(figures=_claim(question, told))
        case _:
            return Picture()


# ------------------------------------------------------------------------------------------------------- seats


def seat_name(seat: object) -> str:
    """Return a seat by its number."""
    return _("Seat %(seat)s") % {"seat": seat}


def cutter_name(seat: int) -> str:
    """Return who has cut the card of a seat."""
    return str(BOT_NAMES[seat - 1])


def _seats(question: RulesQuestion, told: bool) -> list[Laid]:
    if question.form is Form.FIRST_DEALER:
        return _cuts(question, told)
    seats = range(1, int(question.given[0]) + 1)
    if question.sort is RulesSort.DEAL:
        return _shares(question, told)
    wanted = question.truth.split("+") if told else []
    about = int(question.given[-1])
    word = _("Dealer") if question.sort is RulesSort.ORDER else _("asked")
    return [
        Laid(None, COUNTED if str(seat) in wanted else "", seat_name(seat), word if seat == about else "")
        for seat in seats
    ]


def _cuts(question: RulesQuestion, told: bool) -> list[Laid]:
    cards = cut_cards(question.given)
    lowest = min(card.rank for card in cards)
    return [
        Laid(card, COUNTED if told and card.rank == lowest else "", cutter_name(seat))
        for seat, card in enumerate(cards, 1)
    ]


def _shares(question: RulesQuestion, told: bool) -> list[Laid]:
    """Return the seats, the dealer's last, and the crib: once told, with how many cards each is dealt, or discards."""
    form, deal, seats = question.form, plan(question.given), int(question.given[0])
    of_dealer = form in (Form.DEALER_DEALT, Form.DEALER_AWAY)
    row = []
    for seat in range(1, seats + 1):
        deals = seat == seats
        share = deal.dealer if deals else deal.other
        number = share.cards if form in (Form.DEALT, Form.DEALER_DEALT) else share.away
        asked = form is not Form.PACK_CRIB and (deals is of_dealer or deal.dealer == deal.other)
        row.append(
            Laid(None, above=_("Dealer") if deals else seat_name(seat), below=str(number) * told, made=told and asked)
        )
    if form is Form.PACK_CRIB:
        row.append(Laid(None, above=_("Crib"), below=question.truth * told, made=told))
    return row


# ------------------------------------------------------------------------------------------------------- numbers


def _hand(question: RulesQuestion, told: bool) -> list[Laid]:
    """Return a hand with its starter: face down, and once told one that is worth as much, if there is one."""
    points, is_best = int(question.given[0]), question.form is Form.BEST
    cards: list[Card | None] = [None] * (points + 1 if is_best else 5)
    if told and (is_best or question.truth == YES):
        text = BEST_HANDS[points] if is_best else HANDS[points]
        cards = [*parse_cards(text.replace("|", " "))]
    *hand, starter = map(Laid, cards)
    made = told and is_best
    return [*hand, replace(starter, above=_("Starter"), below=str(BEST[points]) if made else "", made=made)]


def _asked(number: str, told: bool) -> str:
    return number if told else "?"


def _claim(question: RulesQuestion, told: bool) -> list[Figure]:
    """Return what a hand is worth, what was said of it, and what comes of it."""
    numbers = question.given[-2:]
    truth = _asked(question.truth, told)
    match question.form:
        case Form.MUGGINS:
            claimed, worth = numbers
            return [Figure(_("Worth"), worth), Figure(_("Claimed"), claimed), Figure(_("Taken"), truth, told)]
        case Form.CLAIM:
            claimed, worth = numbers
            return [Figure(_("Worth"), worth), Figure(_("Claimed"), claimed), Figure(_("Pegged"), truth, told)]
        case _:
            return [Figure(_("Worth"), numbers[0]), Figure(_("Kept"), truth, told)]


def _score(question: RulesQuestion, told: bool) -> Picture:
    """Return scores on their way to the target; once told, the lines that decide."""
    if question.sort is RulesSort.WINNING:
        return _race(question, told)
    if question.sort is RulesSort.STREETS:
        hole = int(question.given[0])
        return Picture(
            figures=[Figure(_("Hole"), str(hole))], way=_way(121, [(hole, 1)], (30, 60, 90, 120) if told else ())
        )
    target, score = map(int, question.given[-2:])
    figures = [Figure(_("Winner"), str(target)), Figure(_("Loser"), str(score))]
    figures.append(Figure(_("Short by"), _asked(str(target - score), told), told))
    lines = Rules(target=target).skunk_lines if told else ()
    return Picture(figures=figures, way=_way(target, [(target, 3), (score, 1)], lines))


def _race(question: RulesQuestion, told: bool) -> Picture:
    """Return both scores near the target, and what is to be counted; once told, the scores in the end."""
    dealer, pone, hand, own, crib = map(int, question.given)
    target = Rules().target
    ends = shown(question.given)[-1].table.scores if told else (dealer, pone)
    won = told and question.truth
    figures = [
        Figure(_("Other player"), _("%(score)s + %(hand)s") % {"score": pone, "hand": hand}, won == PONE),
        Figure(
            _("Dealer"),
            _("%(score)s + %(hand)s + %(crib)s") % {"score": dealer, "hand": own, "crib": crib},
            won == DEALER,
        ),
    ]
    pegs = [(min(score, target), side) for score, side in zip(ends, (1, 3), strict=True)]
    return Picture(figures=figures, way=_way(target, pegs, (), first=min(dealer, pone, 90)))


def _way(target: int, pegs: Sequence[tuple[int, int]], lines: Sequence[int], first: int = 0) -> Way:
    """Return the way from a hole to the target, with the pegs of sides and some lines across.

    Each of two pegs has its own row of holes.
    """

    def at(hole: int) -> float:
        return round(_EDGE + _LONG * (hole - first) / (target - first), 1)

    step = 1 if target - first < 40 else 5
    rows = (8.0, 20.0) if len(pegs) > 1 else (14.0,)
    return Way(
        _LONG + 2 * _EDGE,
        [(at(hole), row) for row in rows for hole in range(first, target + 1, step)],
        [(at(hole), row, side) for row, (hole, side) in zip(rows, pegs, strict=True)],
        [(at(hole), hole) for hole in lines],
    )
