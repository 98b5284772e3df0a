"""The sentences of "The cut changes it": the verdict on each count, what a starter adds, and which help most."""

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from game.words import terms
from trainer.drills.count import words as count_words
from trainer.drills.count.question import CountMarking, CountQuestion
from trainer.drills.cut.question import STARTERS, Adds, CutMarking, CutQuestion, Gain, gains

_OF_A_KIND: dict[int, Promise] = {
    1: pgettext_lazy("what a starter adds", "a pair"),
    2: gettext_lazy("a third of a kind"),
    3: gettext_lazy("a fourth of a kind"),
}


ALTERNATIVES = 2
"""Causes that are named of each wrong count."""


def verdict(counted: CountMarking) -> str:
    """Return what was said with one starter, and what it is."""
    words = {"claim": counted.claim, "points": counted.points}
    if counted.right:
        return _("%(points)s is right.") % words
    return _("You said %(claim)s. It is %(points)s.") % words


def verdict_with(counted: CountMarking) -> str:
    """Return what it is with one starter, and what was said: "4 of hearts: 15, not 11"."""
    words = {
        "card": capfirst(terms.card_name(counted.question.starter)),
        "claim": counted.claim,
        "points": counted.points,
    }
    return _("%(card)s: %(points)s, not %(claim)s") % words


def adds(count: CountQuestion) -> str:
    """Return what a starter adds to the four cards, in a sentence."""
    found = gains(count)
    card = terms.the_card(count.starter)
    if not found:
        return _("The %(card)s adds nothing.") % {"card": card}
    points = sum(gain.points for gain in found)
    words = {"card": card, "n": points, "items": _(", ").join(map(_gain, found))}
    return ngettext(
        "The %(card)s adds %(n)s point: %(items)s.", "The %(card)s adds %(n)s points: %(items)s.", points
    ) % (words)


def _gain(gain: Gain) -> str:
    words = {"n": gain.number, "length": terms.number_aloud(gain.length)}
    match gain.adds:
        case Adds.FIFTEENS:
            return ngettext("a fifteen", "%(n)s fifteens", gain.number) % words
        case Adds.RUNS:
            return ngettext("a run of %(length)s", "%(n)s runs of %(length)s", gain.number) % words
        case Adds.LONGER_RUNS:
            return ngettext("a run that grows to %(length)s", "%(n)s runs that grow to %(length)s", gain.number) % words
        case Adds.PAIRS:
            return str(_OF_A_KIND[gain.number])
        case Adds.FLUSH:
            return _("a fifth card of the flush")
        case Adds.NOBS:
            return pgettext("what a starter adds", "his nob")


def place(turned: int) -> str:
    """Return which of the starters lies there: "Starter 2 of 5"."""
    return _("Starter %(place)s of %(all)s") % {"place": turned, "all": STARTERS}


def best_sum(question: CutQuestion) -> str:
    """Return what the four cards score, what the starter shown with them adds, and both together."""
    points = question.points_with_best
    words = {"alone": question.alone, "adds": points - question.alone, "points": points}
    return _("%(alone)s alone + %(adds)s more = %(points)s") % words


def aloud(question: CutQuestion, counted: list[CountMarking]) -> str:
    """Return the last verdict, and what is asked now."""
    if not counted:
        return count_words.deal_aloud(question.counts[0])
    said = " ".join([verdict(counted[-1]), adds(counted[-1].question)])
    if len(counted) == STARTERS:
        return _("%(said)s Now choose the rank that would help these four cards most.") % {"said": said}
    words = {"said": said, "place": place(len(counted) + 1)}
    words["starter"] = terms.the_card(question.starters[len(counted)])
    return _("%(said)s %(place)s: the %(starter)s.") % words


def headline(marking: CutMarking) -> str:
    """Return how many of the five counts and the rank are wrong; whether the rank is, where it is the only one."""
    if marking.claims is None:
        return _("Time is up.")
    if marking.right:
        return _("All six answers are right.")
    wrong = [each for each in marking.counted if not each.right]
    number = len(wrong) + (not marking.rank_is_best)
    if number > STARTERS:
        return _("None of the six answers is right.")
    if number > 1:
        return _("%(n)s of 6 answers are wrong.") % {"n": number}
    if not wrong:
        return _("One is wrong: the rank.")
    return _("One count is wrong.")


def best_ranks(question: CutQuestion) -> str:
    """Return which ranks of starters help most."""
    points = question.helps[question.best[0]]
    words = {"ranks": ranks(question.best), "n": points}
    if len(question.best) == 1:
        return (
            ngettext(
                "The %(ranks)s helps most: it adds %(n)s point.",
                "The %(ranks)s helps most: it adds %(n)s points.",
                points,
            )
            % words
        )
    return (
        ngettext(
            "These help most, by %(n)s point: %(ranks)s.",
            "These help most, by %(n)s points: %(ranks)s.",
            points,
        )
        % words
    )


def detail(marking: CutMarking) -> str:
    """Return the best starter, with what the chosen rank adds where that is less; where the rank is right, the count
    that is wrong, if it is the only one."""
    wrong = [each for each in marking.counted if not each.right]
    if wrong and marking.rank_is_best:
        return verdict_with(wrong[0]) if len(wrong) == 1 else ""
    if marking.claims is None or marking.rank_is_best:
        return best_ranks(marking.question)
    points = marking.question.helps[marking.rank]
    words = {"best": best_ranks(marking.question), "rank": terms.the_rank(marking.rank), "n": points}
    if not points:
        return _("%(best)s You chose the %(rank)s, which adds nothing.") % words
    return (
        ngettext(
            "%(best)s You chose the %(rank)s, which adds %(n)s point.",
            "%(best)s You chose the %(rank)s, which adds %(n)s points.",
            points,
        )
        % words
    )


def ranks(numbers: tuple[int, ...]) -> str:
    """Ranks as a list: "5, 10, jack"."""
    return _(", ").join(map(terms.rank_name, numbers))


def causes(marking: CutMarking) -> list[str]:
    """Return what probably happened with each starter whose count is wrong."""
    found = []
    for count, likely in zip(marking.question.counts, marking.likely, strict=False):
        told = count_words.likely_sentences(likely[:ALTERNATIVES])
        if told:
            words = {"card": terms.the_card(count.starter), "cause": told[0]}
            first = _("With the %(card)s: %(cause)s") % words
            found.append(" ".join([first, *(_("Or: %(cause)s") % {"cause": other} for other in told[1:])]))
    return found


def average(question: CutQuestion) -> str:
    """Return what the hand is worth as it lies, and over all starters."""
    words = {"alone": question.alone, "average": terms.decimal(question.average, 2)}
    return (
        _(
            "The four cards alone score %(alone)s. On average over the 48 cards that may be cut, the hand is "
            "worth %(average)s."
        )
        % words
    )


def truths(question: CutQuestion) -> str:
    """Return all five counts in a sentence."""
    return _("The counts: %(counts)s.") % {"counts": _(", ").join(map(str, question.truths))}
