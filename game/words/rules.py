"""The rules of a table in words: options with explanations, presets, and a summary in one line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from game.boards import NAMES, Design
from game.engine.rules import OWN, Counted, CribFlush, Muggins, Notice, Rules, Scoring
from game.strategy.levels import Level
from game.words.terms import level_name


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name and a one-line explanation."""

    name: Promise | str
    explanation: Promise | str
    pips: int = 0
    """Of six, for what has a strength."""
    is_wide: bool = False
    """Whether it takes a row of its own on a phone, and is explained there."""
    brief: Promise | str = ""
    """What is said of it on a phone while it is not chosen."""


class Arrangement(StrEnum):
    """How the seats make sides, for any number of seats."""

    ALONE = "alone"
    PAIRS = "pairs"
    THREES = "threes"


class Length(StrEnum):
    """How long a game or a match lasts."""

    GAME = "game"
    MATCH = "match"


ARRANGEMENTS = {
    Arrangement.ALONE: Option(
        pgettext_lazy("sides", "Each alone"), gettext_lazy("Everybody plays for themselves, at any number of seats.")
    ),
    Arrangement.PAIRS: Option(
        pgettext_lazy("sides", "Pairs"),
        gettext_lazy("Two pairs at four seats, three at six: partners sit opposite each other and share one score."),
    ),
    Arrangement.THREES: Option(
        pgettext_lazy("sides", "Two threes"),
        gettext_lazy("At six seats: seats 1, 3 and 5 against seats 2, 4 and 6."),
    ),
}
TARGETS = {
    "61": Option("61", gettext_lazy("Once round the board.")),
    "91": Option("91", gettext_lazy("One and a half times round.")),
    "121": Option("121", gettext_lazy("Twice round, the usual game.")),
    "241": Option("241", gettext_lazy("Four times round.")),
    OWN: Option(pgettext_lazy("target", "Another"), gettext_lazy("Any number from 31 to 999.")),
}
COUNTING = {
    Counted.AUTO: Option(
        pgettext_lazy("counting", "The table"), gettext_lazy("All points are counted for you: you choose the cards.")
    ),
    Counted.SHOW: Option(
        pgettext_lazy("counting", "You count the show"),
        gettext_lazy("You count hands and cribs; the play is pegged for you."),
    ),
    Counted.ALL: Option(
        pgettext_lazy("counting", "You count everything"),
        gettext_lazy("You also say what each card scores as you play it."),
    ),
}
MUGGINS = {
    Muggins.OFF: Option(
        pgettext_lazy("muggins", "None"), gettext_lazy("Points that you miss are lost, and nobody else gets them.")
    ),
    Muggins.MISSED: Option(
        pgettext_lazy("muggins", "Missed points"),
        gettext_lazy("Points you miss can go to an opponent; a count too high is only corrected."),
    ),
    Muggins.MISSED_AND_EXCESS: Option(
        pgettext_lazy("muggins", "Missed and excess points"),
        gettext_lazy("Points overcounted can go to an opponent as well."),
    ),
}
NOTICE = {
    Notice.AUTOMATIC: Option(
        pgettext_lazy("notice", "The table"), gettext_lazy("It finds every wrong count, and the points change sides.")
    ),
    Notice.CALLED: Option(
        pgettext_lazy("notice", "An opponent, by calling"),
        gettext_lazy("Only an opponent who says the true number gets the points: bots may miss it, and so may you."),
    ),
}
CRIB_FLUSHES = {
    CribFlush.WITH_STARTER: Option(
        pgettext_lazy("flush", "Only with the starter"),
        gettext_lazy("The whole crib and the starter in one suit: the usual rule."),
    ),
    CribFlush.LIKE_A_HAND: Option(
        pgettext_lazy("flush", "As in a hand"),
        gettext_lazy("The cards of the crib in one suit are enough: a house rule."),
    ),
}
LENGTHS = {
    Length.GAME: Option(pgettext_lazy("length", "A single game"), gettext_lazy("One game decides.")),
    Length.MATCH: Option(
        pgettext_lazy("length", "A match"), gettext_lazy("Several games, until one side has enough match points.")
    ),
}
SCORINGS = {
    Scoring.TOURNAMENT: Option(
        pgettext_lazy("match scoring", "Tournament"), gettext_lazy("2 for a win, 3 with a skunk of any kind.")
    ),
    Scoring.LONG: Option(
        pgettext_lazy("match scoring", "Long match"), gettext_lazy("3 for a win, 4 with a skunk of any kind.")
    ),
    Scoring.FREE: Option(
        pgettext_lazy("match scoring", "Free"),
        gettext_lazy("1 for a win, 2 with a skunk; a double skunk is worth what you choose below."),
    ),
    Scoring.FREE_TRIPLE: Option(
        pgettext_lazy("match scoring", "Free, with the triple skunk"),
        gettext_lazy("1 for a win, 2 with a skunk, 4 with a double skunk; a triple skunk wins the match."),
    ),
}
DOUBLE_SKUNKS = {
    "4": Option(pgettext_lazy("double skunk", "4 match points"), gettext_lazy("The usual value.")),
    "3": Option(pgettext_lazy("double skunk", "3 match points"), gettext_lazy("As some tables play.")),
}
DESIGNS = {
    Design.PLANK: Option(NAMES[Design.PLANK], gettext_lazy("Thirty holes out and thirty back, in fives.")),
    Design.TRIANGLE: Option(NAMES[Design.TRIANGLE], gettext_lazy("Forty holes a side.")),
    Design.SPIRAL: Option(NAMES[Design.SPIRAL], gettext_lazy("The whole way in one winding line.")),
    Design.LONG: Option(NAMES[Design.LONG], gettext_lazy("Rows of sixty, with the skunk lines marked.")),
    Design.TWENTY_NINE: Option(
        NAMES[Design.TWENTY_NINE], gettext_lazy("The track has the shape of the best hand’s number.")
    ),
}
PRESET_OPTIONS = {
    "quick": Option(
        pgettext_lazy("preset", "Quick game"), gettext_lazy("To 61, once round. The table counts for you.")
    ),
    "counting": Option(
        pgettext_lazy("preset", "Quick, you count"),
        gettext_lazy("To 61, once round. You count your hands, and lose what you miss, but nobody takes it."),
    ),
    "standard": Option(
        pgettext_lazy("preset", "Standard game"),
        gettext_lazy("To 121, twice round. The table counts for you."),
    ),
    "tournament": Option(
        pgettext_lazy("preset", "Tournament match"),
        gettext_lazy("To 12 match points. You count; the others may call misses."),
    ),
    "playroom": Option(
        pgettext_lazy("preset", "Strict muggins"),
        gettext_lazy("To 121. You count, and lose what you miss or overcount. A flush in the crib needs no starter."),
    ),
}
_OWN_RULES = pgettext_lazy("preset", "Rules of your own")
GAME = gettext_lazy("Game")
GAMES = {
    **PRESET_OPTIONS,
    OWN: Option(_OWN_RULES, gettext_lazy("Two to six players, target, counting, muggins, clocks, a match.")),
}


def preset_name(name: str) -> str:
    """Return the name of a preset, or the name for rules that match none."""
    return str(PRESET_OPTIONS[name].name if name in PRESET_OPTIONS else _OWN_RULES)


# -------------------------------------------------------------------------------------------------------- summary

_SEATING: Mapping[tuple[int, int], Promise] = {
    (2, 2): gettext_lazy("two players"),
    (3, 3): gettext_lazy("three players, each alone"),
    (4, 4): gettext_lazy("four players, each alone"),
    (4, 2): gettext_lazy("four players in two pairs"),
    (5, 5): gettext_lazy("five players, each alone"),
    (6, 6): gettext_lazy("six players, each alone"),
    (6, 3): gettext_lazy("six players in three pairs"),
    (6, 2): gettext_lazy("six players in two threes"),
}
_COUNTED = {
    Counted.AUTO: gettext_lazy("counted for you"),
    Counted.SHOW: gettext_lazy("you count the show"),
    Counted.ALL: gettext_lazy("you count the show and the play"),
}
_MUGGINS = {
    (Muggins.MISSED, Notice.AUTOMATIC): gettext_lazy("muggins: the table gives missed points to the opponent"),
    (Muggins.MISSED, Notice.CALLED): gettext_lazy("muggins: the opponent can call missed points"),
    (Muggins.MISSED_AND_EXCESS, Notice.AUTOMATIC): gettext_lazy(
        "muggins: the table gives missed and excess points to the opponent"
    ),
    (Muggins.MISSED_AND_EXCESS, Notice.CALLED): gettext_lazy("muggins: the opponent can call missed and excess points"),
}
_MATCHES = {
    Scoring.TOURNAMENT: gettext_lazy("tournament match to %(points)s"),
    Scoring.LONG: gettext_lazy("long match to %(points)s"),
    Scoring.FREE: gettext_lazy("match to %(points)s, free scoring"),
    Scoring.FREE_TRIPLE: gettext_lazy("match to %(points)s, free scoring with the triple skunk"),
}


def summary(rules: Rules) -> str:
    """Return a summary of the rules in one line."""
    return " · ".join(phrases(rules))


def phrases(rules: Rules) -> tuple[str, ...]:
    """Return the rules as phrases. Standard rules are left out."""
    return tuple(_phrases(rules))


def _phrases(rules: Rules) -> Iterator[str]:
    yield _("To %(target)s") % {"target": rules.target}
    if rules.deals is not None:
        yield ngettext("at most %(deals)s deal", "at most %(deals)s deals", rules.deals) % {"deals": rules.deals}
    yield str(_SEATING[rules.seats, rules.sides])
    yield str(_COUNTED[rules.counting])
    if rules.counting is not Counted.AUTO:
        yield str(_MUGGINS.get((rules.muggins, rules.notice), _("no muggins")))
    if rules.crib_flush is CribFlush.LIKE_A_HAND:
        yield _("a crib’s flush as in a hand")
    yield from _clocks(rules)
    if rules.match_points is not None:
        yield _MATCHES[rules.scoring] % {"points": rules.match_points}
        if rules.scoring is Scoring.FREE and rules.double_skunk == 3:
            yield _("a double skunk is worth 3")


def _clocks(rules: Rules) -> Iterator[str]:
    if rules.count_clock is not None:
        yield _("%(seconds)s seconds a count") % {"seconds": rules.count_clock}
    if rules.play_clock is not None:
        yield _("%(seconds)s seconds a card") % {"seconds": rules.play_clock}


def opponents(rules: Rules, levels: Sequence[Level]) -> str:
    """Return the opponents as a phrase. `levels` are those of the bots in the seats after the person's."""
    partners = [level for place, level in enumerate(levels, 1) if rules.side_of(place) == rules.side_of(0)]
    others = [level for place, level in enumerate(levels, 1) if rules.side_of(place) != rules.side_of(0)]
    if not partners:
        return _("against %(others)s") % {"others": _tally(others)}
    return _("with %(partners)s, against %(others)s") % {"partners": _tally(partners), "others": _tally(others)}


def _tally(levels: Sequence[Level]) -> str:
    """Return levels in words: "Expert", "2 × Casual and Expert"."""
    named = [
        level_name(level)
        if levels.count(level) == 1
        # Translators: how many bots of a level.
        else _("%(number)s × %(level)s") % {"number": levels.count(level), "level": level_name(level)}
        for level in dict.fromkeys(levels)
    ]
    return get_text_list(named, _("and"))
