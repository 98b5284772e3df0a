"""Words that translations hold to: what the most used terms are called, and what a machine would write instead."""

import re

FORBIDDEN = {
    "es": r"tratamientos?",
    "fr": r"berceaux?|cr[èe]ches?|croupi[eè]re?s?|affichages?|piqu(?:er|és?|ées?|ez|ent)|courses?|crics?",
    "it": r"presep[ei]|cull[ae]|affar[ei]|spettacol[oi]|antipast[oi]|rivenditor[ei]|cors[ae]|puzzol[ae]",
    "pl": (
        r"łóżecz\w+|żłobek|żłobk\w+|kołys\w+|szop\w+|krzyżów\w+|umow\w+|przedstawieni\w+|spektakl\w*|przystaw\w+"
        r"|biegi?|biegu|biegach|biegów"
    ),
}
"""The other meaning of a word of cards: a cradle, a spectacle, a shop."""

TERMS: dict[str, dict[str, str]] = {
    r"cribs?": {"es": r"cajas?", "fr": r"cribes?", "it": r"cribe", "pl": r"krib\w*"},
    r"starters?": {
        "es": r"inicial(?:es)?|cortes?",
        "fr": r"cartes? de départ",
        "it": r"cart[ae] comun[ei]",
        "pl": r"kar\w+ startow\w+",
    },
    r"dealers?": {"es": r"repartidor\w*", "fr": r"donneu\w+", "it": r"mazzier[ei]", "pl": r"rozdając\w+"},
    r"fifteens?": {"es": r"quinces?|15", "fr": r"quinzes?|15", "it": r"quindici|15", "pl": r"piętna\w+|15"},
    r"flush(?:es)?": {"es": r"flush\w*", "fr": r"couleurs?", "it": r"color[ei]", "pl": r"kolor\w*"},
    r"jacks?": {"es": r"sotas?", "fr": r"valets?", "it": r"jack|fant[ei]", "pl": r"walet\w*"},
    r"pairs? royal": {
        "es": r"triples?|cuádruples?",
        "fr": r"brelans?|carrés?",
        "it": r"tris|poker",
        "pl": r"par\w* królewsk\w+",
    },
    r"muggins": {"es": r"muggins", "fr": r"muggins", "it": r"muggins", "pl": r"muggins\w*"},
    r"skunks?": {"es": r"skunks?", "fr": r"skunks?", "it": r"skunk", "pl": r"skunk\w*"},
    r"lessons?": {"es": r"lecci[oó]n\w*", "fr": r"leçons?", "it": r"lezion[ei]", "pl": r"lekcj\w+|lekcj[ei]"},
    r"drills?": {"es": r"ejercicios?", "fr": r"exercices?", "it": r"eserciz\w+", "pl": r"ćwicze\w+"},
    r"opponents?": {"es": r"oponentes?", "fr": r"adversaires?", "it": r"avversari\w*", "pl": r"przeciwni\w+"},
}
"""How the term is called, wherever its English stands."""

OF_THE_SITE = frozenset({r"lessons?", r"drills?"})
"""Those that the marks of a lesson hold, whatever its language."""

KEPT = 0.85
"""The share of messages, and of lessons, that must have it: a sentence may say “it”, or turn around."""


def forbidden(language: str, text: str) -> list[str]:
    """Return the forbidden words of a text. Raise KeyError for a language of which none are known."""
    return re.findall(rf"(?<!\w)(?:{FORBIDDEN[language]})(?!\w)", text, re.IGNORECASE)


def has(pattern: str, text: str) -> bool:
    """Return whether a term stands in a text as a word."""
    return bool(re.search(rf"(?<![\w(])(?:{pattern})(?![\w)])", text, re.IGNORECASE))
