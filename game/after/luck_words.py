"""Luck in words and figures."""

from collections.abc import Collection, Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.luck import ENOUGH, ENOUGH_STARTERS, OF_SKILL, SHARES, LuckFigure, What
from game.words.terms import decimal

_NAMES = {
    What.DEALT: gettext_lazy("Points in the cards dealt"),
    What.HAND: gettext_lazy("Points of a hand with the starter"),
    What.CRIB: gettext_lazy("Points of the crib when dealing"),
    What.HEELS: gettext_lazy("His heels when dealing"),
    What.CUT: gettext_lazy("Cuts for the deal won"),
}
_NOTES = {
    What.DEALT: gettext_lazy("The best hand that could be kept, by fifteens, runs and pairs, before the cut."),
    What.HAND: gettext_lazy("Skill plays a part, so it is compared with what experts get."),
    What.CRIB: gettext_lazy("Skill plays a part, and so does the others’, so it is compared with what experts get."),
    What.HEELS: gettext_lazy("The starter is a jack in one deal of thirteen."),
    What.CUT: gettext_lazy("Each seat has the same chance to deal first."),
}
_LIKELY, _RARE, _NEVER = 0.05, 0.001, 1e-6


def deals_sentence(number: int) -> str:
    """Return how many deals were finished."""
    words = {"number": decimal(number, 0)}
    return ngettext("%(number)s deal", "%(number)s deals", number) % words


def wanted(number: int) -> str:
    """Return from how many deals on averages are shown, "" once there are so many."""
    return "" if number >= ENOUGH else _("Averages are shown from %(number)s deals on.") % {"number": ENOUGH}


def name(what: What) -> str:
    """Return the name of a figure."""
    return str(_NAMES[what])


def note(what: What) -> str:
    """Return the note on a figure."""
    return str(_NOTES[what])


def value(figure: LuckFigure) -> str:
    """Return the average: "5.62", "7.9%"."""
    return _number(figure.what, figure.mean)


def margin(figure: LuckFigure) -> str:
    """Return how far chance alone may take an average: "± 0.31", "± 1.2%"; "" where that is not known."""
    if figure.margin is None:
        return ""
    return _("± %(margin)s") % {"margin": _number(figure.what, figure.margin)}


def expected(figure: LuckFigure) -> str:
    """Return the expected value."""
    if figure.what in OF_SKILL:
        return _("Experts get %(mean)s.") % {"mean": decimal(figure.expected, 1)}
    return _("Chance gives %(mean)s.") % {"mean": _number(figure.what, figure.expected)}


def _number(what: What, number: float) -> str:
    if what in SHARES:
        return _("%(share)s%%") % {"share": decimal(100 * number, 1)}
    return decimal(number, 2)


def _once_in(figure: LuckFigure) -> str:
    """Return in how many times a figure strays so far to its side: half of what strays so far is there."""
    return decimal(2 / (figure.chance or 1), 0)


def verdict(figure: LuckFigure) -> str:
    """Return in a few words whether chance explains a figure, "" if it depends partly on skill."""
    if figure.what in OF_SKILL:
        return ""
    if figure.chance is None:
        return _("Too few to tell.")
    if figure.chance >= _LIKELY:
        return _("Ordinary luck.")
    if figure.chance < _NEVER:
        return _("Chance does not explain that.")
    words = {"times": _once_in(figure)}
    if figure.chance >= _RARE:
        return _("Rare: about once in %(times)s times.") % words
    return _("Hardly chance: once in %(times)s times.") % words


def dealt(figure: LuckFigure) -> str:
    """Return how lucky somebody was, by the cards dealt to them; "" where they are too few to tell."""
    if figure.chance is None:
        return ""
    if figure.chance >= _LIKELY:
        return _("Ordinary luck in the cards dealt to you.")
    is_lucky = figure.mean > figure.expected
    if figure.chance < _NEVER:
        return _("Luckier than chance explains.") if is_lucky else _("Less lucky than chance explains.")
    sentence = _("You were unlucky: cards as bad as these come once in about %(times)s times.")
    if is_lucky:
        sentence = _("You were lucky: cards as good as these come once in about %(times)s times.")
    return sentence % {"times": _once_in(figure)}


def beside_chance(name: str, figure: LuckFigure) -> str:
    """Return a figure beside what chance gives, to be read aloud."""
    words = {"name": name, "value": value(figure), "margin": margin(figure), "expected": expected(figure)}
    return _("%(name)s: %(value)s %(margin)s. %(expected)s") % words


def overall(figures: Collection[LuckFigure]) -> str:
    """Return that figures of enough deals are all within what chance does, or that there are none; "" otherwise."""
    if not figures:
        return _("These are too few deals to tell luck from chance.")
    return "" if outside(figures) else _("Every figure is within what chance does.")


def outside(figures: Iterable[LuckFigure]) -> str:
    """Return which of these figures are further from the average than chance usually goes, "" for none."""
    names = dict.fromkeys(name(one.what) for one in figures if one.chance is not None and one.chance < _LIKELY)
    if not names:
        return ""
    words = {"figures": get_text_list(list(names), _("and"))}
    return _("Further from the average than chance usually goes: %(figures)s.") % words


def starters_verdict(evenness: float | None) -> str:
    """Return whether chance explains how often each rank was the starter."""
    if evenness is None:
        words: dict[str, object] = {"n": ENOUGH_STARTERS}
        return _("Too few deals to tell yet whether some ranks come up too often: that takes %(n)s.") % words
    if evenness >= _LIKELY:
        return _("No rank comes up more or less than chance explains.")
    if evenness < _NEVER:
        return _("The ranks are more uneven than chance explains.")
    words = {"times": decimal(1 / evenness, 0)}
    if evenness >= _RARE:
        return _("Unusual: chance deals ranks as uneven as these once in %(times)s times.") % words
    return _("Chance hardly explains ranks as uneven as these: it deals them once in %(times)s times.") % words
