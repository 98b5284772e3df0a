"""Advice in words: hints as a few whole sentences, and warnings that name the better choice and why it is."""

from collections.abc import Iterable, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from game.engine.scoring import Named, total
from game.strategy.discards import Choice
from game.strategy.review import POINT, Fault, is_graver
from game.table.advice import (
    SHOWN,
    CallVerdict,
    Caution,
    Crib,
    Hint,
    Invited,
    PlayOption,
    ToAnswer,
    ToCount,
    ToCut,
    ToDiscard,
    ToPlay,
    ToSayGo,
)
from game.table.words import capital, cards_in_short, the_cards
from game.words import terms


def hint_lines(hint: Hint, rival: str = "") -> list[str]:
    """Return a hint as sentences, the most important first. `rival` is the name of the only opponent, "" where there
    are more."""
    match hint:
        case ToDiscard():
            return _to_discard(hint)
        case ToPlay():
            return _to_play(hint, rival)
        case ToSayGo(count):
            sentence = _("You must say go: every card you hold would take the count of %(count)s over 31.")
            return [sentence % {"count": count}]
        case ToCount():
            return _to_count(hint)
        case ToAnswer(verdict):
            return [str(_VERDICTS[verdict])]
        case ToCut(for_deal):
            return [str(_CUT_FOR_DEAL if for_deal else _CUT)]


_CUT = gettext_lazy("Any place is as good as any other: nobody knows which card is there.")
_CUT_FOR_DEAL = gettext_lazy("Any place is as good as any other: the low card is pure chance.")
_VERDICTS: dict[CallVerdict, Promise] = {
    CallVerdict.RIGHT: gettext_lazy("That count is right."),
    CallVerdict.CALL: gettext_lazy("That count is not right. Count it yourself, and call what it is worth."),
    CallVerdict.WRONG_FOR_NOTHING: gettext_lazy(
        "That count is too high. It is corrected anyway, and at this table calling it gains nothing."
    ),
    CallVerdict.NOBODY_KNOWS: gettext_lazy(
        "That count may be right: only the player who claims it can know whether the series is over."
    ),
}


# ------------------------------------------------------------------------------------------------------ figures


def average(points: float) -> str:
    """Return an average with one decimal: "4.6"."""
    return terms.decimal(points, 1)


def gain(points: float) -> str:
    """Return an average with its sign, for values that can be negative: "+1.4", "−0.3"."""
    return terms.signed(points, 1)


def percent(chance: float) -> str:
    """Return a chance, 0 to 1, in percent: "54%". Below one percent it has a decimal: "0.4%"."""
    return pgettext("a chance", "%(n)s%%") % {"n": terms.decimal(_hundredths(chance), _places(chance))}


def _hundredths(chance: float) -> float:
    return round(100 * chance, _places(chance))


def _places(chance: float) -> int:
    return 1 if 0 < 100 * chance < 1 else 0


# ------------------------------------------------------------------------------------------------- the discard

_BEST_AWAY: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy(
        "On average the hand then scores %(hand)s, your crib %(crib)s, and the play is worth %(play)s."
    ),
    Crib.PARTNERS: gettext_lazy(
        "On average the hand then scores %(hand)s, your partner’s crib %(crib)s, and the play is worth %(play)s."
    ),
    Crib.THEIRS: gettext_lazy(
        "On average the hand then scores %(hand)s, the crib %(crib)s for them, and the play is worth %(play)s."
    ),
}
_NEXT_AWAY: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy("Next, the %(cards)s: hand %(hand)s, your crib %(crib)s, play %(play)s."),
    Crib.PARTNERS: gettext_lazy("Next, the %(cards)s: hand %(hand)s, your partner’s crib %(crib)s, play %(play)s."),
    Crib.THEIRS: gettext_lazy("Next, the %(cards)s: hand %(hand)s, their crib %(crib)s, play %(play)s."),
}


def _to_discard(hint: ToDiscard) -> list[str]:
    lines = [
        _away(choice, _NEXT_AWAY[hint.crib] if place else _BEST_AWAY[hint.crib])
        for place, choice in enumerate(hint.best)
    ]
    lines.insert(len(lines) if hint.alike > 1 else 0, _ahead(hint))
    lines.insert(0, _("Discard the %(cards)s.") % {"cards": the_cards(hint.best[0].away)})
    if hint.to_win:
        chances = _(", ").join(percent(choice.win or 0.0) for choice in hint.best)
        lines.append(_("Your chance to win with each, in this order: %(chances)s.") % {"chances": chances})
    return lines


def _away(choice: Choice, sentence: Promise) -> str:
    words = {
        "cards": the_cards(choice.away),
        "hand": average(choice.hand.mean),
        "crib": average(choice.crib.mean),
        "play": gain(choice.play),
    }
    return capital(str(sentence % words))


_AHEAD: dict[Fault, Promise] = {
    Fault.HAND: gettext_lazy("It keeps the better hand: %(points)s points more than the next."),
    Fault.PEGGING: gettext_lazy("The cards it keeps play better: %(points)s points more than the next."),
    Fault.END: gettext_lazy("At this score it wins more often than the next."),
}
_AHEAD_IN_CRIB: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy("It gives your crib more: %(points)s points more than the next."),
    Crib.PARTNERS: gettext_lazy("It gives your partner’s crib more: %(points)s points more than the next."),
    Crib.THEIRS: gettext_lazy("It gives less to their crib: %(points)s points better than the next."),
}


def _ahead(hint: ToDiscard) -> str:
    """Return the sentence that says why the first choice is the best."""
    if not hint.ahead:
        return _("Any discard is as good as another here.")
    if hint.alike > 1:
        return ngettext("The first of these is the best.", "The first %(n)s of these are equally good.", hint.alike) % {
            "n": hint.alike
        }
    fault, points = hint.ahead[0]
    sentence = _AHEAD_IN_CRIB[hint.crib] if fault is Fault.CRIB else _AHEAD[fault]
    return str(sentence % {"points": average(points)})


# ------------------------------------------------------------------------------------------------------ the play


def _to_play(hint: ToPlay, rival: str) -> list[str]:
    first, *others = hint.best
    if hint.only:
        only = _("There is no choice: the %(card)s is the only card you can play.")
        return [only % {"card": terms.the_card(first.worth.card)}]
    lines = _best_card(first, hint.counted)
    if first.invites:
        told = _("%(name)s could answer it: %(answers)s.") if rival else _RIVALS_ANSWER
        lines.append(str(told % {"name": rival, "answers": answers_in_short(first.invites)}))
    if hint.alike > 1:
        names = the_cards([option.worth.card for option in hint.best[: hint.alike]])
        lines.append(_("Equally good: the %(cards)s.") % {"cards": names})
    passes_up = not first.scores and not hint.counted
    for option in others[hint.alike - 1 :]:
        lines.append(_next_card(option, told=passes_up and option.worth.value < first.worth.value))
    if hint.to_win:
        chances = _(", ").join(percent(option.worth.win or 0.0) for option in hint.best)
        lines.append(_("Your chance to win with each, in this order: %(chances)s.") % {"chances": chances})
    return lines


_RIVALS_ANSWER = gettext_lazy("The next player could answer it: %(answers)s.")


def _best_card(option: PlayOption, counted: bool) -> list[str]:
    words = {
        "card": terms.the_card(option.worth.card),
        "items": terms.scores_aloud(option.scores),
        "gain": gain(option.worth.value),
    }
    play, worth = _("Play the %(card)s."), _("Over the rest of the deal it is worth about %(gain)s points to you.")
    if option.scores and not counted:
        play = _("Play the %(card)s: %(items)s.")
    elif not counted:
        worth = _("It scores nothing now; over the rest of the deal it is worth about %(gain)s points to you.")
    return [play % words, worth % words]


def _next_card(option: PlayOption, *, told: bool) -> str:
    """Return what a card is worth that is not the best, and what it scores now if that is to be `told`."""
    points = total(option.scores) if told else 0
    words = {"card": terms.the_card(option.worth.card), "gain": gain(option.worth.value), "n": points}
    if not points:
        return _("Next, the %(card)s: %(gain)s.") % words
    return (
        ngettext(
            "Next, the %(card)s: it scores %(n)s point now, but in all it is worth only %(gain)s.",
            "Next, the %(card)s: it scores %(n)s points now, but in all it is worth only %(gain)s.",
            points,
        )
        % words
    )


def answers_in_short(invites: Sequence[Invited]) -> str:
    """Return the costliest answers to a card: "5 for 2 points (3 unseen), 10 for 2 points (2 unseen)"."""
    return _(", ").join(map(_invited, invites[:SHOWN]))


def _invited(invited: Invited) -> str:
    words = {"rank": terms.rank_name(invited.rank), "n": invited.points, "unseen": invited.unseen}
    return (
        ngettext(
            "%(rank)s for %(n)s point (%(unseen)s unseen)",
            "%(rank)s for %(n)s points (%(unseen)s unseen)",
            invited.points,
        )
        % words
    )


# ------------------------------------------------------------------------------------------------------ counting

_HOLDS = {
    Named.FIFTEEN: ngettext_lazy("%(n)s fifteen", "%(n)s fifteens", "n"),
    Named.RUN: ngettext_lazy("%(n)s run", "%(n)s runs", "n"),
    Named.DOUBLE_RUN: ngettext_lazy("%(n)s double run", "%(n)s double runs", "n"),
    Named.TRIPLE_RUN: ngettext_lazy("%(n)s triple run", "%(n)s triple runs", "n"),
    Named.DOUBLE_DOUBLE_RUN: ngettext_lazy("%(n)s double-double run", "%(n)s double-double runs", "n"),
    Named.PAIR: ngettext_lazy("%(n)s pair", "%(n)s pairs", "n"),
    Named.PAIR_ROYAL: ngettext_lazy("%(n)s pair royal", "%(n)s pairs royal", "n"),
    Named.DOUBLE_PAIR_ROYAL: ngettext_lazy("%(n)s double pair royal", "%(n)s double pairs royal", "n"),
    Named.FLUSH: ngettext_lazy("%(n)s flush", "%(n)s flushes", "n"),
    Named.NOBS: ngettext_lazy("his nob", "his nob", "n"),
}


def _to_count(hint: ToCount) -> list[str]:
    if not hint.holds:
        return [_("It holds no fifteen, run, pair, flush or nob.")]
    items = holds(hint.holds)
    if hint.is_crib:
        return [_("In this crib: %(items)s.") % {"items": items}]
    return [_("In this hand: %(items)s.") % {"items": items}]


def holds(combinations: Iterable[tuple[Named, int]]) -> str:
    """Return combinations and how many of each: "2 fifteens, 1 pair"."""
    return _(", ").join(_HOLDS[named] % {"n": number} for named, number in combinations)


# ------------------------------------------------------------------------------------------------------ warnings

_BETTER: dict[Fault, Promise] = {
    Fault.HAND: gettext_lazy("Discard the %(cards)s, about %(whole)s better: your hand keeps more."),
    Fault.PEGGING: gettext_lazy("Discard the %(cards)s, about %(whole)s better: it leaves a better play."),
    Fault.AT_ONCE: gettext_lazy("Play the %(cards)s, about %(whole)s better: it scores more now."),
    Fault.AFTERWARDS: gettext_lazy("Play the %(cards)s, about %(whole)s better: more can follow."),
    Fault.END: ngettext_lazy(
        "Choose the %(cards)s instead: this late, it wins %(games)s more game in 100.",
        "Choose the %(cards)s instead: this late, it wins %(games)s more games in 100.",
        "games",
    ),
}
_BETTER_IN_CRIB: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy("Discard the %(cards)s, about %(whole)s better: your crib gains."),
    Crib.PARTNERS: gettext_lazy("Discard the %(cards)s, about %(whole)s better: your partner’s crib gains."),
    Crib.THEIRS: gettext_lazy("Discard the %(cards)s, about %(whole)s better: it gives their crib less."),
}
"""The points are those of the choice in all; the part that loses most is what it is told by."""

_INVITES = gettext_lazy("Play the %(cards)s, about %(whole)s better: the %(chosen)s lets the next player score.")
_INVITES_RIVAL = gettext_lazy("Play the %(cards)s, about %(whole)s better: the %(chosen)s lets %(name)s score.")


def claims_nothing() -> str:
    """Return what is asked about a card that scores and for which nothing is claimed: never how much it scores."""
    return _("Does this card score? Say how many points, or play for nothing.")


def warning_sentence(warning: Caution, rival: str = "") -> str:
    """Return the sentence that names the better choice and why it is better."""
    sentence = _BETTER_IN_CRIB[warning.crib] if warning.fault is Fault.CRIB else _BETTER[warning.fault]
    if warning.fault is Fault.AFTERWARDS and isinstance(warning.chosen, PlayOption) and warning.chosen.invites:
        sentence = _INVITES_RIVAL if rival else _INVITES
    suits = warning.hand if isinstance(warning.better, Choice) else ()  # no suit counts in the play
    words = {
        "cards": cards_in_short(warning.cards, suits),
        "chosen": cards_in_short(warning.chosen_cards, suits),
        "whole": _whole_points(warning.points),
        "games": max(round(_share(warning.better) - _share(warning.chosen)), 1),
        "name": rival,
    }
    return str(sentence % words)


def _share(option: Choice | PlayOption) -> float:
    """Return how many games in 100 a choice wins, as the reasons show it."""
    return _hundredths((option if isinstance(option, Choice) else option.worth).win or 0.0)


def _whole_points(points: float) -> str:
    number = max(round(points), 1)
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}


def warning_reasons(warning: Caution, rival: str = "") -> list[str]:
    """Return what follows from the better choice and from the one that is warned of, in a sentence each.

    Where the score decides, that is how often each wins. Where it makes the loss graver than its points, as the review
    grades it, that is told too."""
    both = (warning.better, warning.chosen)
    told = [_wins(option) if warning.by_win else _follows(option, warning.crib, rival) for option in both]
    early = warning.win / POINT
    is_told = not warning.by_win and average(early) != average(warning.points)
    if is_told and is_graver(warning.points, warning.win):
        told.append(in_points_early(early))
    return told


def in_points_early(points: float) -> str:
    """Return that a loss of wins is as grave as one of so many points is far from the end of a game."""
    sentence = _("With these scores that costs as many wins as losing %(points)s points would early in a game.")
    return sentence % {"points": average(points)}


def _wins(option: Choice | PlayOption) -> str:
    if isinstance(option, Choice):
        words = {"cards": the_cards(option.away), "win": percent(option.win or 0.0)}
        return capital(_("%(cards)s away: it wins %(win)s of games.") % words)
    words = {"card": terms.card_name(option.worth.card), "win": percent(option.worth.win or 0.0)}
    return capital(_("%(card)s: it wins %(win)s of games.") % words)


_FOLLOWS: dict[Crib, Promise] = {
    Crib.OWN: gettext_lazy("%(cards)s away: on average hand %(hand)s, your crib %(crib)s, play %(play)s."),
    Crib.PARTNERS: gettext_lazy(
        "%(cards)s away: on average hand %(hand)s, your partner’s crib %(crib)s, play %(play)s."
    ),
    Crib.THEIRS: gettext_lazy("%(cards)s away: on average hand %(hand)s, their crib %(crib)s, play %(play)s."),
}


def _follows(option: Choice | PlayOption, crib: Crib, rival: str) -> str:
    if isinstance(option, Choice):
        return _away(option, _FOLLOWS[crib])
    words = {
        "card": terms.card_name(option.worth.card),
        "gain": gain(option.worth.value),
        "answers": answers_in_short(option.invites),
        "name": rival,
    }
    if option.invites and rival:
        told = _("%(card)s: %(name)s could answer %(answers)s; %(gain)s points over the rest of the deal.")
    elif option.invites:
        told = _("%(card)s: the next player could answer %(answers)s; %(gain)s points over the rest of the deal.")
    else:
        told = _("%(card)s: no answer scores; %(gain)s points over the rest of the deal.")
    return capital(told % words)
