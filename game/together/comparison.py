"""What a challenge shows: all results over the deals that the reader has played, and one of them deal by deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.after.words import ahead, points
from game.engine.cards import Card, parse_cards
from game.engine.record import read_rules
from game.models import Challenge, ChallengeTry
from game.same_deals import PlayedDeal
from game.words.names import nobody, told_apart

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner


@dataclass(frozen=True, slots=True)
class Result:
    """What somebody made of the deals that the reader has played. `difference` is to the reader's own, "" for that.

    `how` says how their game stands, as far as the reader may know, and `hints` with how many hints, "" for none.
    """

    number: int
    name: str
    own: bool
    points: str
    difference: str
    how: str
    hints: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ComparedDeal:
    """A deal that both have played: points for and against, the cards discarded, and the difference."""

    deal: int
    own: str
    other: str
    own_away: tuple[Card, ...]
    other_away: tuple[Card, ...]
    difference: str

    @property
    def same(self) -> bool:
        """Return whether both have discarded the same cards and made the same of them."""
        return (self.own, set(self.own_away)) == (self.other, set(self.other_away))


@dataclass(frozen=True, slots=True)
class Comparison:
    """The results of all, the best first and those who are behind last, and the deals that two have both played.

    `other` is the name of the second of them, and `other_left` tells that they have left the site.
    `sums` are the points of the two in these deals, and `total` the difference.
    `headline` says who of the two has won or is ahead so far, or that both lost, where they are level; "" before both
    have played a deal and of one who has left.
    """

    results: tuple[Result, ...]
    deals: tuple[ComparedDeal, ...]
    other: str
    other_left: bool
    sums: tuple[str, str]
    total: str
    headline: str


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who looks at the results: their own try, and the side for which everybody plays."""

    own: ChallengeTry
    side: int

    @property
    def seen(self) -> int | None:
        """How many deals they have played; None once their game is over, and all may be told."""
        return None if self.own.over else len(self.own.deals)

    def known(self, one: ChallengeTry) -> list[PlayedDeal]:
        """Return the deals of a try that may be told."""
        return list(one.deals[: self.seen])

    def is_level(self, one: ChallengeTry) -> bool:
        """Return whether somebody has come as far as the reader, or to the end of their game."""
        return one.over or len(self.known(one)) == self.seen

    def ahead(self, one: ChallengeTry) -> float:
        """Return by how much somebody is ahead of their opponents in these."""
        return _ahead(self.known(one), self.side)

    def lead_of(self, one: ChallengeTry) -> float:
        """Return by how much somebody did better than the reader: in the deals that both have played, or in two games
        that are over."""
        if self.own.over and one.over:
            return self.ahead(one) - self.ahead(self.own)
        both = list(zip(self.known(one), self.known(self.own), strict=False))
        theirs, own = ([pair[place] for pair in both] for place in (0, 1))
        return _ahead(theirs, self.side) - _ahead(own, self.side)


def comparison(
    challenge: Challenge, own: ChallengeTry, called: Mapping[int, str], chosen: int | None = None
) -> Comparison:
    """Return what somebody with a try of their `own` is shown.

    `called` are the names of those whom the reader knows from classes, by primary key. `chosen` is the number of the
    try to compare with; without it that is the maker's, or the first other.
    """
    reader = _Reader(own, read_rules(challenge.rules).side_of(challenge.place))
    tries = list(challenge.tries.select_related("learner").order_by("begun_at", "pk"))
    names = _names(tries, own.learner, called)
    others = [one for one in tries if one.pk != own.pk]
    other = next((one for one in others if one.pk == chosen), next(iter(others), None))
    ranked = sorted(tries, key=lambda one: (not reader.is_level(one), -reader.ahead(one), one.begun_at))
    rows = [_result(one, reader, names[one.pk], chosen=one == other) for one in ranked]
    both = list(zip(reader.known(own), reader.known(other), strict=False)) if other else []
    deals = [_deal(number, mine, theirs, reader.side) for number, (mine, theirs) in enumerate(both, 1)]
    mine, theirs = ([pair[place] for pair in both] for place in (0, 1))
    headline = _headline(reader, other, names[other.pk], mine, theirs) if other and other.learner and both else ""
    return Comparison(
        results=tuple(rows),
        deals=tuple(deals),
        other=names[other.pk] if other else "",
        other_left=other is not None and other.learner is None,
        total=_lead_in_words(_ahead(mine, reader.side) - _ahead(theirs, reader.side)),
        sums=(_told(mine, reader.side), _told(theirs, reader.side)),
        headline=headline,
    )


def _headline(
    reader: _Reader, other: ChallengeTry, name: str, mine: Sequence[PlayedDeal], theirs: Sequence[PlayedDeal]
) -> str:
    """Return who has won, of two games that are over, otherwise who is ahead in the deals that both have played."""
    over = reader.own.over and other.over
    own, their = (reader.own.deals, other.deals) if over else (mine, theirs)
    lead = round(_ahead(own, reader.side) - _ahead(their, reader.side), 1)
    made, others = (_sums(deals, reader.side)[0] for deals in (own, their))
    words = {"name": name, "points": points(abs(lead)), "n": len(mine), "score": _told(own, reader.side)}
    if not lead:
        words["points"] = points(made)
    if not over:
        return _so_far(lead, words, same=made == others)
    if lead < 0:
        return _("%(name)s is %(points)s ahead") % words
    if lead > 0:
        return _("You beat %(name)s by %(points)s") % words
    if made != others:
        return _("A tie with %(name)s") % words
    if _both_lost(reader, other):
        return _("You and %(name)s both lost, %(score)s") % words
    return _("A tie with %(name)s: %(points)s each") % words


def _so_far(lead: float, words: Mapping[str, object], *, same: bool) -> str:
    """Return the sentence that says who is ahead after some deals; `same` tells that both have made as many points."""
    if lead < 0:
        return _("After deal %(n)s: %(name)s is %(points)s ahead") % words
    if lead > 0:
        return _("After deal %(n)s: you are %(points)s ahead of %(name)s") % words
    if same:
        return _("After deal %(n)s: level with %(name)s, %(points)s each") % words
    return _("After deal %(n)s: level with %(name)s") % words


def _both_lost(reader: _Reader, other: ChallengeTry) -> bool:
    """Return whether two have played on to the end, and both lost."""
    return all(one.over and one.winner not in {None, reader.side} for one in (reader.own, other))


def _names(tries: Sequence[ChallengeTry], reader: "Learner | None", called: Mapping[int, str]) -> dict[int, str]:
    names = told_apart(name_of(one.learner, number, called) for number, one in enumerate(tries, 1))
    return {one.pk: _("You") if one.learner == reader else name for one, name in zip(tries, names, strict=True)}


def name_of(learner: "Learner | None", number: int, called: Mapping[int, str]) -> str:
    """Return the name of somebody else who plays, never that to log in with; `number` tells apart who has none."""
    if learner is None:
        return nobody()
    return called.get(learner.pk) or learner.public_name or _("Player %(seat)s") % {"seat": number}


def _sums(deals: Sequence[PlayedDeal], side: int) -> tuple[float, float]:
    """Return the points of a side in these deals, and those of the others, on average."""
    sums = [sum(scored) for scored in zip(*(deal["points"] for deal in deals), strict=True)]
    others = [scored for number, scored in enumerate(sums) if number != side]
    return (float(sums[side]), fmean(others)) if sums else (0.0, 0.0)


def _lead_in_words(points_ahead: float) -> str:
    return ahead(points_ahead) if round(points_ahead, 1) else _("equal")


def _ahead(deals: Sequence[PlayedDeal], side: int) -> float:
    made, against = _sums(deals, side)
    return made - against


def _told(deals: Sequence[PlayedDeal], side: int) -> str:
    made, against = _sums(deals, side)
    return _("%(made)s–%(against)s") % {"made": points(made), "against": points(against)}


def _result(one: ChallengeTry, reader: _Reader, name: str, *, chosen: bool) -> Result:
    deals, is_own = reader.known(one), one == reader.own
    return Result(
        number=one.pk,
        name=name,
        own=is_own,
        points=_told(deals, reader.side) if deals else "",
        difference=_lead_in_words(reader.lead_of(one)) if deals and not is_own else "",
        how=_how(one, reader),
        hints=ngettext("with %(n)s hint", "with %(n)s hints", one.hints) % {"n": one.hints} if one.hints else "",
        chosen=chosen,
    )


def _how(one: ChallengeTry, reader: _Reader) -> str:
    """Return how a game stands. How it ended is told only to those who have ended theirs."""
    if one.over and reader.own.over:
        if one.winner is None:
            return _("drawn")
        return _("won") if one.winner == reader.side else _("lost")
    number = len(reader.known(one))
    return ngettext("%(n)s deal", "%(n)s deals", number) % {"n": number}


def _deal(number: int, mine: PlayedDeal, theirs: PlayedDeal, side: int) -> ComparedDeal:
    both = [_ahead([deal], side) for deal in (mine, theirs)]
    return ComparedDeal(
        deal=number,
        own=_told([mine], side),
        other=_told([theirs], side),
        own_away=parse_cards(mine["away"]),
        other_away=parse_cards(theirs["away"]),
        difference=_lead_in_words(both[0] - both[1]),
    )
