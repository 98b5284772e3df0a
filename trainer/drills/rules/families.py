"""The words of the glossary in families, in which each could be taken for another by somebody who does not know it."""

_FAMILIES = (
    "crib hand dealt-hand pack starter from-the-pack series",
    "deal play show cut series match",
    "cut deal discard lead call claim go trap",
    "lay-away overcount call cut lead box",
    "box lurch noddy nineteen lay-away",
    "dealer pone partner seat side",
    "go last-card thirty-one heels lead",
    "nobs heels last-card flush court-card",
    "fifteen pair run flush pair-royal combination",
    "pair-royal double-pair-royal double-run triple-run double-double-run",
    "thirty-one nineteen twenty-nine magic-eleven fifteen",
    "rank value ten-card court-card",
    "ten-card court-card starter magic-eleven from-the-pack",
    "count claim value combination expected-value",
    "expected-value value match-point count positional-hole",
    "skunk double-skunk triple-skunk muggins level-pegging",
    "lurch muggins level-pegging overcount noddy",
    "muggins overcount call house-rule claim clock",
    "house-rule muggins match clock overcount",
    "aim match-point skunk-line positional-hole",
    "target match-point skunk-line positional-hole hole",
    "match match-point deal series aim",
    "board hole peg street skunk-line",
    "street hole series skunk-line plank positional-hole",
    "long-board plank paper-clip triangle",
    "positional-hole skunk-line target street hole",
    "skunk-line street target positional-hole",
    "leapfrog pegging pegging-out level-pegging playing-on",
    "pegging claim count go playing-on",
    "playing-on playing-off pegging trap",
    "playing-off trap leapfrog discard",
    "drill recall sprint streak combo",
)
_SAME = ("box crib", "lurch skunk", "discard lay-away", "aim target", "aim pegging-out", "ten-card court-card")

SITE = frozenset(["drill", "recall", "sprint", "streak", "combo"])
"""Words of this site. Nobody takes a word of the game for one of them."""


def beside(slug: str) -> tuple[str, ...]:
    """Return the words for which one could be taken; () for a word without a family."""
    found = {word for family in map(str.split, _FAMILIES) if slug in family for word in family}
    return tuple(sorted(found - {slug, *same(slug)}))


def same(slug: str) -> tuple[str, ...]:
    """Return the words that mean the same, or so nearly that a definition fits both."""
    return tuple(word for pair in map(str.split, _SAME) if slug in pair for word in pair if word != slug)
