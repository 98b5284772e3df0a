"""The rules in words: what each form of question asks, a hint for it, and the rule as it applies to the case."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise, takewhile

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from game.engine.cards import Card
from game.engine.play import Over
from game.engine.rules import Rules
from game.words import terms
from trainer import glossary
from trainer.drills.rules.forms import Form, spelt
from trainer.drills.rules.question import RulesQuestion
from trainer.drills.rules.truths import AGAIN, SKUNKS, cut_cards, plan, shown, skunked


def words() -> Mapping[str, glossary.Word]:
    """Return the glossary in the reader's language."""
    return glossary.words(get_language() or glossary.SOURCE)


_LETTERS = re.compile(r"[^\W\d_]+")
_ENDING = re.compile(r"(?<=...)(ing|ed|ers?|es|s)$")
_GAPS = re.compile(r"…(?:[ -]…)+")


def named(slug: str) -> str:
    """Return what a word is called; of one that is no more in the glossary, the words of its slug."""
    return words()[slug].name if slug in words() else spelt(slug)


def definition(slug: str) -> str:
    """Return the definition of a word with gaps in place of its name, or the words of its slug.

    The words of a name are left out in every simple form; short ones after the first stay, unless they are words of the
    game, as in “Double run”.
    """
    if slug not in words():
        return spelt(slug)
    first, *others = name_parts(words()[slug].name)
    hidden = [first, *(part for part in others if len(part) > 3 or part in _short_names())]
    same = _same_in_english if words()[slug].language == glossary.SOURCE else _same
    gapped = _LETTERS.sub(
        lambda found: "…" if any(same(found[0].lower(), word) for word in hidden) else found[0], words()[slug].text
    )
    return _GAPS.sub("…", gapped)


def name_parts(name: str) -> list[str]:
    """Return the words of a name: of “Play, the” the first alone."""
    return _LETTERS.findall(name.partition(",")[0].lower())


def _short_names() -> set[str]:
    """Return the words of the game that are short: run, cut, box."""
    names = (name_parts(word.name) for word in words().values())
    return {parts[0] for parts in names if len(parts) == 1 and len(parts[0]) <= 3}


def _same_in_english(word: str, other: str) -> bool:
    return _stem(word) == _stem(other)


def _same(word: str, other: str) -> bool:
    """Return whether two words of another language are forms of one: they have most of their letters in common."""
    begun = sum(1 for _both in takewhile(lambda both: both[0] == both[1], zip(word, other, strict=False)))
    return word == other or (begun >= _FORM and begun >= _COMMON * max(len(word), len(other)))


_FORM, _COMMON = 3, 0.65
"""How many letters, and what share of them, two forms of a word begin with: “krib” and “kribie”, “mano” and “mani”."""


def _stem(word: str) -> str:
    """Return what “peg”, “pegs”, “pegged” and “pegging” have in common."""
    bare = _ENDING.sub("", word).removesuffix("e")
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] else bare


# ------------------------------------------------------------------------------------------------------ asking

_GONE: Promise = gettext_lazy("Which word was meant? It is no longer in the glossary.")

_MATCHES: dict[str, Promise] = {
    "tournament": gettext_lazy("A match under tournament scoring. In a game to %(b)s the loser has %(c)s."),
    "long": gettext_lazy("A match under long match scoring. In a game to %(b)s the loser has %(c)s."),
    "free": gettext_lazy("A match under free scoring. In a game to %(b)s the loser has %(c)s."),
}
_CLAIMS: dict[str, Promise] = {
    "off": gettext_lazy("Two people play without muggins. One claims %(b)s for a hand worth %(c)s."),
    "missed": gettext_lazy(
        "House rule: the other side takes only missed points. A hand worth %(c)s is claimed for %(b)s."
    ),
    "excess": gettext_lazy("Unclaimed and overcounted points are taken. A hand worth %(c)s is claimed for %(b)s."),
}


def _given(question: RulesQuestion) -> dict[str, object]:
    """Return what is given, as sentences name it: a, b, c, and the first of it as a card."""
    words: dict[str, object] = dict(zip("abcde", question.given, strict=False))
    if question.form in (Form.VALUE, Form.HEELS):
        words["card"] = terms.the_card(Card.parse(question.given[0]))
    return words


_ALIKE, _UNLIKE = "234", "56"
"""The numbers of players at which the dealer is dealt as many cards as the others, and at which not."""
_DEALT: Mapping[str, Promise] = {
    **dict.fromkeys(_ALIKE, gettext_lazy("With %(a)s players, how many cards are dealt to each?")),
    **dict.fromkeys(_UNLIKE, gettext_lazy("With %(a)s players, how many cards are dealt to each except the dealer?")),
}
_AWAY: Mapping[str, Promise] = {
    **dict.fromkeys(_ALIKE, gettext_lazy("With %(a)s players, how many cards does each discard?")),
    **dict.fromkeys(_UNLIKE, gettext_lazy("With %(a)s players, how many cards does each except the dealer discard?")),
}
_OF_THE_DEAL = gettext_lazy("In the end every hand, and the crib, has the same number of cards.")
_OF_THE_ORDER = gettext_lazy("The dealer gets the crib, and the others get something in return.")

# ----------------------------------------------------------------------------------------------------- the rule


def _value(question: RulesQuestion) -> list[str]:
    rank = Card.parse(question.given[0]).rank
    if rank == 1:
        return [_("An ace counts 1, never 11.")]
    if rank > 10:
        return [_("Jack, queen and king count 10 each.")]
    return [_("Cards from 2 to 10 count their number.")]


def _first_dealer(question: RulesQuestion) -> list[str]:
    lowest = min(cut_cards(question.given), key=lambda card: card.rank)
    words = {"card": terms.the_card(lowest), "rank": terms.rank_name(lowest.rank)}
    if question.truth == AGAIN:
        return [
            _("Whoever cuts the lowest card deals."),
            _("Here the lowest rank comes twice or more: %(rank)s.") % words,
        ]
    return [_("Whoever cuts the lowest card deals: here the %(card)s. The ace is low.") % words]


def _deal(question: RulesQuestion) -> list[str]:
    deal = plan(question.given)
    words = {
        "seats": question.given[0],
        "dealt": deal.other.cards,
        "away": deal.other.away,
        "dealer_dealt": deal.dealer.cards,
        "pack": deal.from_pack,
        "hand": deal.hand,
    }
    told = [_("With %(seats)s players, everybody is dealt %(dealt)s cards and discards %(away)s.")]
    if deal.dealer != deal.other:
        told = [
            _("With %(seats)s players, the dealer is dealt %(dealer_dealt)s cards and keeps them all."),
            _("The others are dealt %(dealt)s and discard %(away)s."),
        ]
    if deal.from_pack:
        told.append(_("Dealt from the pack to the crib: %(pack)s."))
    told.append(_("So every hand, and the crib too, has %(hand)s cards."))
    return [sentence % words for sentence in told]


def _order(question: RulesQuestion) -> list[str]:
    words = {"seat": question.truth}
    match question.form:
        case Form.LEADS:
            return [_("The first card is led from the dealer’s left: seat %(seat)s.") % words]
        case Form.COUNTS_FIRST:
            return [_("The show begins at the dealer’s left, seat %(seat)s, and goes on round the table.") % words]
        case _:
            return [
                _("The dealer’s hand is the last of the hands, and then comes the crib: seat %(seat)s again.") % words
            ]


def _heels(question: RulesQuestion) -> list[str]:
    if question.truth == "0":
        return [_("Only a jack turned up scores anything.")]
    return [_("A jack turned up is two for his heels: 2 for the dealer, at once.")]


def _street(question: RulesQuestion) -> list[str]:
    return [
        _("A street is thirty holes: the first ends with hole 30, the second with 60, the third with 90."),
        _("The fourth ends with hole 120, and 121 is one hole beyond it."),
    ]


def _short_by(question: RulesQuestion) -> dict[str, object]:
    target, score = map(int, question.given[-2:])
    return {"target": target, "score": score, "short": target - score}


_LINES = (
    gettext_lazy("In a game to %(target)s nobody is skunked."),
    gettext_lazy("In a game to %(target)s a loser below %(skunk)s is skunked."),
    gettext_lazy("In a game to %(target)s a loser below %(skunk)s is skunked, below %(double)s double skunked."),
    gettext_lazy(
        "In a game to %(target)s a loser below %(skunk)s is skunked, below %(double)s double skunked, below "
        "%(triple)s triple skunked."
    ),
)
"""Where the lines of a game are, by how many it has."""


def _skunk(question: RulesQuestion) -> list[str]:
    words = _short_by(question)
    lines = Rules(target=int(question.given[0])).skunk_lines
    told = [
        _("A loser short by more than 30 is skunked, by more than 60 double skunked, by more than 90 triple skunked."),
        _("From %(score)s to %(target)s is %(short)s.") % words,
        str(_LINES[len(lines)]) % {**words, **dict(zip(SKUNKS[1:], lines, strict=False))},
    ]
    if len(lines) < len(SKUNKS) - 1:
        told.append(_("There is no line at 1 or less, so this game has fewer of them."))
    return told


_SCORINGS: dict[str, Promise] = {
    "tournament": gettext_lazy(
        "Under tournament scoring a win is 2; with a skunk 3, and a double or triple skunk is 3 too."
    ),
    "long": gettext_lazy("Under long match scoring a win is 3; with a skunk 4, and a double or triple skunk is 4 too."),
    "free": gettext_lazy("Under free scoring a win is 1, a skunk 2, a double skunk 4, and a triple skunk 4 too."),
}
_HOW_OFTEN = (
    gettext_lazy("Here the loser is %(short)s short of %(target)s: no skunk."),
    gettext_lazy("Here the loser is %(short)s short of %(target)s: a skunk."),
    gettext_lazy("Here the loser is %(short)s short of %(target)s: a double skunk."),
    gettext_lazy("Here the loser is %(short)s short of %(target)s: a triple skunk."),
)


def _match(question: RulesQuestion) -> list[str]:
    here = str(_HOW_OFTEN[skunked(question.given)]) % _short_by(question)
    return [str(_SCORINGS[question.given[0]]), here]


def _partner(question: RulesQuestion) -> list[str]:
    sentence = _("The sides alternate round the table: every %(b)s seats the same side comes again.")
    return [sentence % _given(question), _("So partners never sit side by side.")]


_STEPS: tuple[tuple[Promise, Promise], ...] = (
    (
        gettext_lazy("The other player counts first: %(before)s and %(points)s make %(after)s."),
        gettext_lazy("The other player counts first: %(before)s and %(points)s make %(after)s, and the game is won."),
    ),
    (
        gettext_lazy("Then the dealer’s hand: %(before)s and %(points)s make %(after)s."),
        gettext_lazy("Then the dealer’s hand: %(before)s and %(points)s make %(after)s, and the game is won."),
    ),
    (
        gettext_lazy("Last, the crib: %(before)s and %(points)s make %(after)s."),
        gettext_lazy("Last, the crib: %(before)s and %(points)s make %(after)s, and the game is won."),
    ),
)


def _wins(question: RulesQuestion) -> list[str]:
    states = shown(question.given)
    told = []
    for step, (before, after) in enumerate(pairwise(states)):
        side = 1 if step == 0 else 0
        had, has = before.table.scores[side], after.table.scores[side]
        sentence = _STEPS[step][isinstance(after, Over)]
        told.append(str(sentence) % {"before": had, "points": has - had, "after": has})
    if not isinstance(states[-1], Over):
        return [*told, _("Nobody has 121 yet, so there is another deal.")]
    return [*told, _("Nothing after that is counted.")]


def _muggins(question: RulesQuestion) -> list[str]:
    kind, claimed, worth = question.given[0], int(question.given[1]), int(question.given[2])
    if kind == "off":
        return [
            _("Without muggins nobody takes anything. A claim that is too high is corrected, and one too low stands.")
        ]
    if claimed == worth:
        return [_("The claim is right: there is nothing to take.")]
    if claimed < worth:
        return [_("Points left unclaimed go to the other side.")]
    if kind == "missed":
        told = _("A claim that is too high is corrected down to %(worth)s, and costs nothing more.")
        return [told % {"worth": worth}]
    return [_("Overcounted points go to the other side here.")]


def _claim(question: RulesQuestion) -> list[str]:
    words = {"truth": question.truth}
    return [_("You peg what you claim, but never more than the cards are worth: the smaller of the two.") % words]


def _clock(question: RulesQuestion) -> list[str]:
    worth = int(question.given[0])
    words = {"worth": worth, "kept": question.truth, "lost": worth - int(question.truth)}
    return [
        _("Half of the points, rounded down, go to the other side: of %(worth)s that is %(lost)s, and %(kept)s stay.")
        % words
    ]


def _possible(question: RulesQuestion) -> list[str]:
    return [_("A hand of four can be worth anything from 0 to 29 except 19, 25, 26 and 27.")]


def _best(question: RulesQuestion) -> list[str]:
    if question.given[0] == "4":
        return [_("Three fives and a jack, with the fourth five, of the jack’s suit, as the starter: 29.")]
    return [_("4 4 5 5 6 with another 6: eight fifteens, eight runs of three and three pairs, 46.")]


def _word(question: RulesQuestion) -> list[str]:
    return [meaning(question.given[0])]


def meaning(slug: str) -> str:
    """Return a word with its definition, or that it is no longer in the glossary."""
    word = words().get(slug)
    if word is None:
        return _("“%(word)s” is no longer in the glossary.") % {"word": named(slug)}
    return _("%(word)s: %(definition)s") % {"word": word.name, "definition": word.text}


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A form of question in words: what it asks, a hint that does not answer it, the rule in its case, and the case
    itself, where the question does not say it.

    What is said in several ways has a sentence for each value of the first parameter.
    """

    question: Promise | Mapping[str, Promise]
    hint: Promise
    rule: Callable[[RulesQuestion], list[str]]
    case: Promise | Mapping[str, Promise] | None = None


_WORDS: dict[Form, RuleWords] = {
    Form.VALUE: RuleWords(
        gettext_lazy("What is the %(card)s worth?"),
        gettext_lazy("Count up from the ace, the lowest card; no card is worth more than ten."),
        _value,
    ),
    Form.FIRST_DEALER: RuleWords(
        gettext_lazy("Who deals first?"),
        gettext_lazy("The ace is the lowest card of all, a ten is lower than a jack, and suits are equal."),
        _first_dealer,
    ),
    Form.DEALT: RuleWords(
        _DEALT,
        _OF_THE_DEAL,
        _deal,
    ),
    Form.AWAY: RuleWords(
        _AWAY,
        _OF_THE_DEAL,
        _deal,
    ),
    Form.DEALER_DEALT: RuleWords(
        gettext_lazy("With %(a)s players, how many cards is the dealer dealt?"),
        _OF_THE_DEAL,
        _deal,
    ),
    Form.DEALER_AWAY: RuleWords(
        gettext_lazy("With %(a)s players, how many cards does the dealer discard?"),
        _OF_THE_DEAL,
        _deal,
    ),
    Form.PACK_CRIB: RuleWords(
        gettext_lazy("With %(a)s players, how many cards go straight from the pack into the crib?"),
        gettext_lazy("Add up what everybody discards: does it make a crib?"),
        _deal,
    ),
    Form.LEADS: RuleWords(
        gettext_lazy("Who leads, which means playing the first card?"),
        _OF_THE_ORDER,
        _order,
        gettext_lazy("The play begins."),
    ),
    Form.COUNTS_FIRST: RuleWords(
        gettext_lazy("Who counts first?"),
        _OF_THE_ORDER,
        _order,
        gettext_lazy("The show begins."),
    ),
    Form.COUNTS_LAST: RuleWords(
        gettext_lazy("Who counts last of all?"),
        gettext_lazy("Something is counted after all the hands. Whose is it?"),
        _order,
        gettext_lazy("The show is nearly over."),
    ),
    Form.HEELS: RuleWords(
        gettext_lazy("What does the dealer peg for it?"),
        gettext_lazy("His heels are on the pack, his nob is in a hand: they are not worth the same."),
        _heels,
        gettext_lazy("The %(card)s is turned up as the starter."),
    ),
    Form.STREET: RuleWords(
        gettext_lazy("On which street is hole %(a)s?"),
        gettext_lazy("A street is thirty holes long, and its last hole belongs to it."),
        _street,
        gettext_lazy("A game to 121."),
    ),
    Form.SKUNK: RuleWords(
        gettext_lazy("Is the loser skunked?"),
        gettext_lazy("How far short is the loser? The limits are thirty, sixty and ninety."),
        _skunk,
        gettext_lazy("A game to %(a)s ends, and the loser has %(b)s."),
    ),
    Form.MATCH: RuleWords(
        gettext_lazy("How many match points is that to the winner?"),
        gettext_lazy("First see whether the loser is skunked, and how badly. Then see what this scoring gives for it."),
        _match,
        _MATCHES,
    ),
    Form.PARTNER: RuleWords(
        gettext_lazy("Who is on the side of seat %(c)s?"),
        gettext_lazy("The sides alternate round the table."),
        _partner,
        gettext_lazy("%(a)s players form %(b)s sides."),
    ),
    Form.WINS: RuleWords(
        gettext_lazy("Who wins?"),
        gettext_lazy("Count in the order of the show, and stop as soon as somebody has won."),
        _wins,
        gettext_lazy(
            "A game to 121, before the show. The dealer has %(a)s, the other player %(b)s. The other player’s hand is "
            "worth %(c)s, the dealer’s %(d)s, the crib %(e)s."
        ),
    ),
    Form.MUGGINS: RuleWords(
        gettext_lazy("How many points does the other side take?"),
        gettext_lazy("Is the claim too low or too high? Then: what may be taken at this table?"),
        _muggins,
        _CLAIMS,
    ),
    Form.CLAIM: RuleWords(
        gettext_lazy("What do they peg?"),
        gettext_lazy("Two numbers set a limit: what was said, and what the cards are worth."),
        _claim,
        gettext_lazy("Somebody claims %(a)s for a hand that is worth %(b)s."),
    ),
    Form.CLOCK: RuleWords(
        gettext_lazy("How much of it does the owner keep?"),
        gettext_lazy("Half of the points are lost, and a point cannot be split."),
        _clock,
        gettext_lazy("You play with a clock, and it runs out before a hand worth %(a)s is counted."),
    ),
    Form.POSSIBLE: RuleWords(
        gettext_lazy("Can a hand of four, with its starter, be worth exactly %(a)s?"),
        gettext_lazy(
            "Four numbers below 29 cannot be made. One of them is the joking name for a hand with nothing in it."
        ),
        _possible,
    ),
    Form.BEST: RuleWords(
        gettext_lazy("What is the best hand of %(a)s cards worth, with its starter?"),
        gettext_lazy("The best hand of four is made of fives; the best of five, of three neighbouring ranks."),
        _best,
    ),
    Form.WORD: RuleWords(
        gettext_lazy("Which word is meant?"),
        gettext_lazy("Rule out the words you would explain differently."),
        _word,
    ),
}


def asked(question: RulesQuestion) -> str:
    """Return what is asked."""
    if question.form is Form.WORD and question.given[0] not in words():
        return str(_GONE)
    return _said(_WORDS[question.form].question, question)


def case(question: RulesQuestion) -> str:
    """Return what it is asked about, "" where the question says it."""
    sentences = _WORDS[question.form].case
    return _said(sentences, question) if sentences else ""


def _said(sentences: Promise | Mapping[str, Promise], question: RulesQuestion) -> str:
    sentence = sentences[question.given[0]] if isinstance(sentences, Mapping) else sentences
    return str(sentence) % _given(question)


def hint(question: RulesQuestion) -> str:
    """Return a help that does not answer the question."""
    return str(_WORDS[question.form].hint)


def difference(question: RulesQuestion) -> str:
    """Return what the other side takes as a sum: "12 − 8 = 4"; "" where that is nothing, and for any other question."""
    if question.form is not Form.MUGGINS or not int(question.truth):
        return ""
    less, more = sorted(map(int, question.given[1:3]))
    return _("%(more)s − %(less)s = %(difference)s") % {"more": more, "less": less, "difference": more - less}


def applied(question: RulesQuestion) -> list[str]:
    """Return the rule as it applies to the case, in a few sentences."""
    return [str(sentence) for sentence in _WORDS[question.form].rule(question)]
