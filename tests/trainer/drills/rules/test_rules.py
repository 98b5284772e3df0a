"""The drill of the rules: every form with its truth, what each wrong answer mixes up, and its page."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from game.engine.cards import parse_cards
from game.engine.rules import DEALS
from game.engine.scoring import show, total
from tests.engine.naive import ALL_HANDS
from tests.full import few
from tests.trainer.drills.samples import SAYS
from tests.trainer.drills.sitting import Sitting
from tests.words import OPEN, assert_all_marked, bare
from trainer import glossary
from trainer.drills.base import NotAnAnswer
from trainer.drills.modes import Mode
from trainer.drills.posing import drawn
from trainer.drills.questions import Demand, UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS
from trainer.drills.rules import causes, families, forms, page, truths
from trainer.drills.rules import question as rules_question
from trainer.drills.rules import words as ruled
from trainer.drills.rules.causes import RulesCause
from trainer.drills.rules.forms import Form
from trainer.drills.rules.page import RULES
from trainer.drills.rules.picture import picture
from trainer.drills.rules.question import RulesQuestion
from trainer.models import Attempt, Run

pytestmark = SAYS

TRUE = [
    ("value AC", "1"),
    ("value 7D", "7"),
    ("value TD", "10"),
    ("value JC", "10"),
    ("value KS", "10"),
    ("first-dealer 5H JC", "1"),
    ("first-dealer JC 5H", "2"),
    ("first-dealer KC QD", "2"),
    ("first-dealer 2C AH 3D 4D 5D 6D", "2"),
    ("first-dealer 5H 5C KC", "again"),
    ("first-dealer KH KC 5C", "3"),
    ("dealt 2", "6"),
    ("dealt 3", "5"),
    ("dealt 4", "5"),
    ("dealt 5", "5"),
    ("dealt 6", "6"),
    ("away 2", "2"),
    ("away 6", "1"),
    ("dealer-dealt 4", "5"),
    ("dealer-dealt 5", "4"),
    ("dealer-dealt 6", "5"),
    ("dealer-away 4", "1"),
    ("dealer-away 5", "0"),
    ("pack-crib 2", "0"),
    ("pack-crib 3", "1"),
    ("heels JC", "2"),
    ("heels QC", "0"),
    ("leads 3 2", "3"),
    ("leads 3 3", "1"),
    ("leads 2 1", "2"),
    ("counts-first 3 2", "3"),
    ("counts-last 3 2", "2"),
    ("street 1", "first"),
    ("street 30", "first"),
    ("street 31", "second"),
    ("street 47", "second"),
    ("street 61", "third"),
    ("street 90", "third"),
    ("street 91", "fourth"),
    ("street 120", "fourth"),
    ("skunk 121 91", "none"),
    ("skunk 121 90", "skunk"),
    ("skunk 121 61", "skunk"),
    ("skunk 121 60", "double"),
    ("skunk 121 30", "triple"),
    ("skunk 61 0", "skunk"),
    ("skunk 61 31", "none"),
    ("skunk 31 0", "none"),
    ("match tournament 121 91", "2"),
    ("match tournament 121 88", "3"),
    ("match tournament 121 12", "3"),
    ("match long 121 120", "3"),
    ("match long 121 88", "4"),
    ("match free 121 91", "1"),
    ("match free 121 88", "2"),
    ("match free 121 60", "4"),
    ("match free 121 5", "4"),
    ("partner 4 2 1", "3"),
    ("partner 4 2 4", "2"),
    ("partner 6 3 5", "2"),
    ("partner 6 2 1", "3+5"),
    ("partner 6 2 4", "2+6"),
    ("wins 118 119 : pone 2 dealer 8 crib 4", "pone"),
    ("wins 118 118 : pone 2 dealer 8 crib 4", "dealer"),
    ("wins 110 110 : pone 2 dealer 5 crib 6", "dealer"),
    ("wins 110 110 : pone 2 dealer 4 crib 6", "nobody"),
    ("wins 120 92 : pone 29 dealer 29 crib 29", "pone"),
    ("wins 0 0 : pone 0 dealer 0 crib 0", "nobody"),
    ("muggins off 8 12", "0"),
    ("muggins missed 8 12", "4"),
    ("muggins missed 12 8", "0"),
    ("muggins excess 8 12", "4"),
    ("muggins excess 12 8", "4"),
    ("muggins excess 8 8", "0"),
    ("claim 14 12", "12"),
    ("claim 12 14", "12"),
    ("claim 14 14", "14"),
    ("clock 12", "6"),
    ("clock 13", "7"),
    ("clock 1", "1"),
    ("clock 0", "0"),
    ("possible 18", "yes"),
    ("possible 19", "no"),
    ("possible 25", "no"),
    ("possible 26", "no"),
    ("possible 27", "no"),
    ("possible 29", "yes"),
    ("possible 30", "no"),
    ("best 4", "29"),
    ("best 5", "46"),
    ("word pone", "pone"),
]

JUNK = [
    "",
    " ",
    "value",
    "value 1C",
    "value jc",
    "value JC QC",
    "nonsense JC",
    "first-dealer 5H",
    "first-dealer 5H 5H",
    "first-dealer AC 2C 3C 4C 5C 6C 7C",
    "dealt 1",
    "dealt 7",
    "dealt 04",
    "dealt ４",
    "away 4 4",
    "leads 3 4",
    "leads 3 0",
    "leads 3",
    "street 0",
    "street 121",
    "skunk 121 121",
    "skunk 30 5",
    "skunk 1000 5",
    "match free-triple 121 88",
    "match 121 88",
    "partner 4 4 1",
    "partner 5 5 1",
    "partner 3 2 1",
    "partner 4 2 5",
    "wins 121 100 : pone 2 dealer 8 crib 4",
    "wins 118 119 : pone 19 dealer 8 crib 4",
    "wins 118 119 pone 2 dealer 8 crib 4",
    "muggins sometimes 8 12",
    "muggins missed 8 19",
    "muggins missed 100 8",
    "claim 14 30",
    "clock 27",
    "possible 100",
    "best 3",
    "word Pone",
    "word -",
    "word long--gone",
    f"word {'a' * 41}",
    "value JC\0",
    f"dealt {'9' * 5000}",
]

MIXED_UP = [
    ("value JC", "11", RulesCause.COURT_CARDS_OVER_TEN),
    ("value KC", "13", RulesCause.COURT_CARDS_OVER_TEN),
    ("value AC", "11", RulesCause.ACE_HIGH),
    ("first-dealer 5H JC", "2", RulesCause.HIGHEST_DEALS),
    ("first-dealer 5H JC", "again", RulesCause.NO_TIE),
    ("first-dealer 5H 5C KC", "1", RulesCause.TIE_DEALS),
    ("first-dealer 5H 5C KC", "3", RulesCause.HIGHEST_DEALS),
    ("dealt 5", "4", RulesCause.SHARES_SWAPPED),
    ("dealer-away 6", "1", RulesCause.SHARES_SWAPPED),
    ("dealt 4", "6", RulesCause.AS_TWO),
    ("away 3", "2", RulesCause.AS_TWO),
    ("dealt 4", "4", RulesCause.HAND_KEPT),
    ("dealer-dealt 3", "4", RulesCause.HAND_KEPT),
    ("pack-crib 4", "1", RulesCause.PACK),
    ("pack-crib 3", "0", RulesCause.PACK),
    ("leads 3 2", "2", RulesCause.DEALER_FIRST),
    ("counts-first 3 2", "1", RulesCause.TO_THE_RIGHT),
    ("leads 2 1", "1", RulesCause.DEALER_FIRST),
    ("counts-last 3 2", "1", RulesCause.DEALER_LAST),
    ("heels JC", "1", RulesCause.HEELS_AS_NOBS),
    ("heels JC", "0", RulesCause.HEELS_MISSED),
    ("heels KC", "2", RulesCause.NO_HEELS),
    ("street 60", "third", RulesCause.STREET_END),
    ("skunk 121 91", "skunk", RulesCause.SKUNK_LINE),
    ("skunk 121 31", "triple", RulesCause.SKUNK_LINE),
    ("skunk 91 59", "double", RulesCause.LINES_OF_121),
    ("skunk 61 40", "triple", RulesCause.NO_SUCH_LINE),
    ("match tournament 121 88", "2", RulesCause.SKUNK_LEFT_OUT),
    ("match tournament 121 30", "4", RulesCause.OTHER_SCORING),
    ("match free 121 91", "2", RulesCause.SKUNK_LINE),
    ("match long 121 100", "2", RulesCause.OTHER_SCORING),
    ("partner 4 2 1", "2", RulesCause.NEIGHBOUR),
    ("partner 4 2 1", "4", RulesCause.NEIGHBOUR),
    ("partner 6 3 1", "3", RulesCause.OTHER_SIDES),
    ("partner 6 2 1", "2+6", RulesCause.NEIGHBOUR),
    ("wins 118 119 : pone 2 dealer 8 crib 4", "dealer", RulesCause.COUNTED_TOO_LATE),
    ("wins 118 119 : pone 2 dealer 8 crib 4", "nobody", RulesCause.WON_ALREADY),
    ("wins 118 118 : pone 2 dealer 8 crib 4", "pone", RulesCause.NOT_THERE_YET),
    ("wins 110 110 : pone 2 dealer 4 crib 6", "dealer", RulesCause.NOT_THERE_YET),
    ("muggins off 8 12", "4", RulesCause.MUGGINS_OFF),
    ("muggins off 12 8", "4", RulesCause.MUGGINS_OFF),
    ("muggins missed 12 8", "4", RulesCause.EXCESS_IS_FREE),
    ("muggins excess 12 8", "0", RulesCause.EXCESS_COSTS),
    ("muggins missed 8 12", "0", RulesCause.MISSED_IS_TAKEN),
    ("muggins missed 8 12", "12", RulesCause.WHOLE_TAKEN),
    ("claim 14 12", "14", RulesCause.OVERCOUNT_PEGGED),
    ("claim 12 14", "14", RulesCause.UNDERCOUNT_FILLED),
    ("claim 14 12", "10", RulesCause.EXCESS_DEDUCTED),
    ("claim 14 12", "0", RulesCause.EXCESS_DEDUCTED),
    ("clock 13", "6", RulesCause.HALF_ROUNDED),
    ("clock 13", "13", RulesCause.NOTHING_LOST),
    ("clock 13", "0", RulesCause.ALL_LOST),
    ("possible 19", "yes", RulesCause.IMPOSSIBLE),
    ("best 5", "29", RulesCause.BEST_OF_FOUR),
]

UNTOLD = [("value 7D", "3"), ("possible 18", "no"), ("street 47", "third"), ("word pone", "crib"), ("best 4", "30")]
"""Wrong answers that do not say what was mixed up."""


def posed(number: int, **options: str) -> list[rules_question.RulesQuestion]:
    """Questions as a run of these options asks them."""
    return [rules_question.pose(Random(seed), Wish(options)) for seed in range(number)]


class TestTruth:
    """What is true is what the engine does."""

    @pytest.mark.parametrize(("text", "truth"), TRUE)
    def test_the_truth(self, text: str, truth: str) -> None:
        question = rules_question.read(text)
        assert str(question) == text
        assert question.truth == truth
        marking = rules_question.mark(question, truth)
        assert (marking.right, marking.lost, marking.off, marking.causes, marking.missed) == (True, 0.0, 0, (), ())

    def test_every_form_is_tried_here(self) -> None:
        assert {text.split()[0] for text, _ in TRUE} == set(Form) == set(forms.RULES)

    @pytest.mark.parametrize("text", JUNK)
    def test_what_is_no_question_is_told(self, text: str) -> None:
        with pytest.raises(UnreadableQuestion):
            rules_question.read(text)

    def test_spaces_more_or_less_change_nothing(self) -> None:
        assert str(rules_question.read("  skunk  121   88 ")) == "skunk 121 88"

    @pytest.mark.parametrize("worth", truths.WORTHS)
    def test_a_hand_of_every_worth_is_worth_that_as_a_crib_too(self, worth: int) -> None:
        hand, starter = map(parse_cards, truths.HANDS[worth].split("|"))
        assert len({*hand, *starter}) == 5
        for crib in (False, True):
            assert total(show(hand, starter[0], crib)) == worth

    def test_hands_are_worth_these_and_nothing_else(self) -> None:
        """`ALL_HANDS` says how many of all hands are worth so much, which the engine's tests count."""
        assert [points for points, number in enumerate(ALL_HANDS) if number] == list(truths.WORTHS)

    def test_the_best_hands_are_these_and_five_cards_are_worth_46(self) -> None:
        """That no other hand of five is worth more is a test of the engine's."""
        hand, starter = parse_cards("4C 4D 5C 5D 6C"), parse_cards("6D")[0]
        assert total(show(hand, starter)) == truths.BEST[5] == 46
        assert truths.BEST[4] == 29

    @pytest.mark.parametrize("seats", DEALS)
    def test_whoever_leads_counts_first_and_sits_left_of_who_counts_last(self, seats: int) -> None:
        for dealer in range(1, seats + 1):
            leads, first, last = (
                rules_question.read(f"{form} {seats} {dealer}").truth
                for form in ("leads", "counts-first", "counts-last")
            )
            assert leads == first == str(dealer % seats + 1)
            assert last == str(dealer)


class TestMarking:
    """A wrong answer says what was mixed up, where it can be known."""

    @pytest.mark.parametrize(("text", "said", "cause"), MIXED_UP)
    def test_what_was_mixed_up(self, text: str, said: str, cause: RulesCause) -> None:
        question = rules_question.read(text)
        assert said in question.choices or not question.choices
        marking = rules_question.mark(question, said)
        assert (marking.right, marking.lost, marking.off, marking.worth) == (False, 1.0, -1, 1)
        assert marking.causes == (cause,)
        assert marking.missed == (f"rules-{marking.sort}",)
        told = RULES.feedback(question, marking)
        assert told.causes == [str(page.CAUSES[cause])]
        assert told.sheet["rule"]

    def test_every_cause_is_tried_here(self) -> None:
        assert {cause for _, _, cause in MIXED_UP} == set(RulesCause)

    @pytest.mark.parametrize(("text", "said"), UNTOLD)
    def test_what_cannot_be_known_is_not_said(self, text: str, said: str) -> None:
        marking = rules_question.mark(rules_question.read(text), said)
        assert not marking.right
        assert marking.causes == ()
        assert marking.missed == (f"rules-{marking.sort}",)

    def test_what_was_too_late_is_wrong_and_tells_no_skill(self) -> None:
        for question in posed(20):
            marking = rules_question.mark(question, "")
            assert (marking.right, marking.causes, marking.missed, marking.lost) == (False, (), (), 1.0)

    def test_every_question_asks_for_the_skill_of_its_sort(self) -> None:
        for question in posed(60):
            marking = rules_question.mark(question, "")
            assert marking.demands == (Demand(f"rules-{question.sort}"),)
        assert set(rules_question.SKILLS) == {f"rules-{sort}" for sort in [sort.code for sort in DRILLS["rules"].sorts]}

    def test_the_truth_is_never_a_mistake(self) -> None:
        for question in posed(400):
            said = question.choices or map(str, range(50))
            right = [answer for answer in said if rules_question.mark(question, answer).right]
            assert len(right) == 1, str(question)
            assert rules_question.mark(question, right[0]).causes == ()


class TestPosing:
    """Questions drawn by chance."""

    def test_a_seed_poses_one_question_which_its_text_form_keeps(self) -> None:
        for seed, question in enumerate(posed(300)):
            assert str(rules_question.pose(Random(seed), Wish())) == str(question)
            assert rules_question.read(str(question)) == question
            assert len(str(question)) <= 300

    def test_sorts_come_in_the_published_mix(self) -> None:
        assert sum(rules_question.MIX.values()) == 100
        assert {sort.code: sort.share for sort in RULES.sorts} == rules_question.MIX
        found = Counter(question.sort for question in posed(1500))
        for sort, share in rules_question.MIX.items():
            assert abs(found[sort] / 15 - share) < 3, sort

    @pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["rules"].sorts])
    def test_every_sort_can_be_asked_for_in_all_its_forms(self, sort: str) -> None:
        found = posed(120, classes=sort)
        assert {question.sort for question in found} == {sort}
        assert {question.form for question in found} == {
            form for form, rule in forms.RULES.items() if rule.sort == sort
        }

    def test_a_weak_sort_comes_in_half_of_the_questions(self) -> None:
        wish = Wish({"weak": "on"}, weak=("clock",))
        weighted = Counter(drawn(Random(seed), wish, rules_question.MIX) for seed in range(400))
        assert 180 < weighted[forms.RulesSort.CLOCK] < 260

    def test_where_there_is_a_choice_every_answer_is_right_now_and_then(self) -> None:
        for form, answers in {
            Form.WINS: {"dealer", "pone", "nobody"},
            Form.POSSIBLE: {"yes", "no"},
            Form.SKUNK: {"none", "skunk", "double", "triple"},
            Form.STREET: {"first", "second", "third", "fourth"},
            Form.HEELS: {"0", "2"},
            Form.MATCH: {"1", "2", "3", "4"},
        }.items():
            found = Counter(rules_question.of_form(Random(seed), form).truth for seed in range(150))
            assert set(found) == answers, form
            assert min(found.values()) > 2, form

    def test_cut_cards_are_now_equal_and_now_not(self) -> None:
        found = [rules_question.of_form(Random(seed), Form.FIRST_DEALER) for seed in range(150)]
        ties = [question.truth == "again" for question in found]
        assert 20 < sum(ties) < 100
        ranks = [[card[0] for card in question.details.split()] for question in found]
        doubled = [len(set(some)) < len(some) for some in ranks]
        assert any(twice and not tie for twice, tie in zip(doubled, ties, strict=True))

    def test_the_same_but_for_suits_is_the_same(self) -> None:
        turned = rules_question.read("first-dealer 5S 5D KH")
        assert rules_question.canonical(turned) == rules_question.canonical(
            rules_question.read("first-dealer 5H 5C KC")
        )
        assert rules_question.canonical(rules_question.read("value JS")) == "value JC"
        for question in posed(60):
            plain = rules_question.canonical(question)
            assert rules_question.canonical(rules_question.read(plain)) == plain
            assert rules_question.read(plain).truth == question.truth

    def test_a_sibling_is_another_of_its_form(self) -> None:
        for number, question in enumerate(posed(120)):
            other = rules_question.sibling(question, Random(number))
            assert other.form is question.form
            same = rules_question.canonical(other) == rules_question.canonical(question)
            assert same == (not question.rule.has_siblings), "a word, and a table’s deal, are asked for again"

    def test_a_run_rises_from_easy_to_hard(self) -> None:
        for sort in ("deal", "muggins"):
            easy, hard = (
                sum(
                    rules_question.hardness(rules_question.pose(Random(seed), Wish({"classes": sort}, rise)))
                    for seed in range(60)
                )
                for rise in (0.0, 1.0)
            )
            assert hard > easy


class TestWordsOfTheGame:
    """A definition, and four words of which it means one."""

    @pytest.mark.parametrize("slug", sorted(glossary.words("en")))
    def test_four_words_and_the_right_one_once(self, slug: str) -> None:
        question = rules_question.read(f"word {slug}")
        assert len(question.choices) == len(set(question.choices)) == 4
        assert question.choices.count(slug) == 1
        assert question.choices == rules_question.read(f"word {slug}").choices
        names = [page.label(question, choice) for choice in question.choices]
        assert names == sorted(names)
        assert not set(question.choices) & set(families.same(slug))

    @pytest.mark.parametrize("slug", sorted(glossary.words("en")))
    def test_the_other_words_could_be_meant(self, slug: str) -> None:
        near = families.beside(slug)
        others = set(rules_question.read(f"word {slug}").choices) - {slug}
        assert len(others & set(near)) == min(len(near), 3)
        if slug not in families.SITE:
            assert not others & families.SITE

    def test_the_families_are_words_of_the_glossary(self) -> None:
        known = set(glossary.words("en"))
        assert {word for slug in known for word in (*families.beside(slug), *families.same(slug))} <= known
        assert set(families.beside("crib")) == {"dealt-hand", "from-the-pack", "hand", "pack", "series", "starter"}

    def test_the_definition_does_not_name_the_word(self) -> None:
        assert glossary.words("en")["fifteen"].text.startswith("Any cards that add up to exactly fifteen")
        question = rules_question.read("word fifteen")
        asked = RULES.ask(question, [])
        assert "fifteen" not in asked["definition"].lower()
        assert "…" in asked["definition"]
        assert "exactly fifteen" in RULES.feedback(question, rules_question.mark(question, "fifteen")).spoken

    @pytest.mark.parametrize(
        ("slug", "gapped"),
        [
            ("magic-eleven", "add up to …, kept for the play"),
            ("paper-clip", "the wire of an office …, so"),
            ("skunk-line", "to escape the …."),
            ("pair-royal", "They make three …, so"),
            ("house-rule", "A … that players agree on"),
            ("level-pegging", "the … of two sides"),
            ("double-run", "It makes two … and a pair"),
            ("ten-card", "A … that is worth …: a …, a jack"),
            ("dealer", "in this …."),
            ("from-the-pack", "goes straight into the crib, without anybody having held it"),
        ],
    )
    def test_the_words_of_a_name_are_gaps_in_every_form(self, slug: str, gapped: str) -> None:
        assert gapped in ruled.definition(slug)

    @pytest.mark.parametrize("word", glossary.words("en").values(), ids=lambda word: str(word.slug))
    def test_no_long_word_of_a_name_is_left_and_enough_of_the_rest_is(self, word: glossary.Word) -> None:
        left = ruled.definition(word.slug)
        parts = re.findall(r"[a-z]{4,}", word.name.partition(",")[0].lower())
        assert [part for part in parts if re.search(rf"\b{part}(s|es|ing|ed)?\b", left, re.IGNORECASE)] == []
        assert len(re.findall(r"\w+", left)) >= 0.8 * len(re.findall(r"\w+", word.text))

    @pytest.mark.parametrize("language", [code for code in glossary.languages() if code != "en"])
    def test_no_word_of_a_name_is_left_in_another_language(self, language: str) -> None:
        with translation.override(language):
            for word in glossary.words(language).values():
                left = ruled.definition(word.slug)
                parts = [part for part in ruled.name_parts(word.name) if len(part) > 3]
                assert [part for part in parts if re.search(rf"\b{part}\b", left, re.IGNORECASE)] == [], word.slug
                assert len(re.findall(r"\w+", left)) >= 0.6 * len(re.findall(r"\w+", word.text)), (word.slug, left)

    def test_of_a_wrong_word_the_meaning_is_told(self) -> None:
        question = rules_question.read("word pone")
        wrong = next(choice for choice in question.choices if choice != "pone")
        (told,) = RULES.feedback(question, rules_question.mark(question, wrong)).causes
        assert told == f"{glossary.words('en')[wrong].name}: {glossary.words('en')[wrong].text}"

    def test_a_word_that_is_no_more_can_still_be_told(self) -> None:
        question = rules_question.read("word pone")
        marking = rules_question.mark(question, "long-gone")
        assert RULES.feedback(question, marking).causes == ["“Long gone” is no longer in the glossary."]
        assert RULES.short(question, marking) == "Long gone / Pone"

    def test_a_question_about_a_word_that_is_no_more_can_be_read_and_marked(self) -> None:
        question = rules_question.read("word long-gone")
        assert not rules_question.can_be_asked(question)
        assert (question.truth, len(question.choices)) == ("long-gone", 4)
        assert RULES.aloud(question) == "“Long gone” Which word was meant? It is no longer in the glossary."
        assert page.label(question, "long-gone") == "Long gone"
        assert "Right: Long gone. “Long gone” is no longer" in " ".join(
            (RULES.feedback(question, rules_question.mark(question, "long-gone")).headline, *ruled.applied(question))
        )
        other = next(choice for choice in question.choices if choice != "long-gone")
        assert not rules_question.mark(question, other).right

    def test_what_is_in_the_glossary_can_be_asked_and_so_can_all_else(self) -> None:
        assert all(map(rules_question.can_be_asked, posed(100)))
        assert rules_question.can_be_asked(rules_question.read("word pone"))


# --------------------------------------------------------------------------------------------------------- page

PAGES = ["heels JC", "skunk 121 88", "word pone", "first-dealer 5H 5C KC", "partner 6 2 1", "leads 5 4"]


def sent(**fields: str) -> QueryDict:
    """What a form sends."""
    return QueryDict(urlencode(fields))


def names(sentence: str, answer: str) -> bool:
    """Whether an answer of one word or several stands in a sentence."""
    return f" {' '.join(_words(answer))} " in f" {' '.join(_words(sentence))} "


def _words(sentence: str) -> list[str]:
    return re.findall(r"\w+", sentence.lower())


class TestSheet:
    """How it is asked, read and told."""

    @pytest.mark.parametrize("typed", ["", "x", "-1", "1.5", "²", "100", "99999", "\0", "2 2"])
    def test_what_is_no_number_is_told(self, typed: str) -> None:
        with pytest.raises(NotAnAnswer):
            RULES.answer(rules_question.read("clock 13"), sent(claim=typed), [])

    @pytest.mark.parametrize("chosen", ["", "quadruple", "2"])
    def test_what_is_no_choice_is_told(self, chosen: str) -> None:
        with pytest.raises(NotAnAnswer):
            RULES.answer(rules_question.read("skunk 121 88"), sent(choice=chosen, claim="2"), [])

    def test_a_number_may_be_written_with_zeros_before(self) -> None:
        assert RULES.answer(rules_question.read("clock 4"), sent(claim=" 02 "), []) == "2"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("match tournament 121 55", ["Under tournament scoring a win is 2", "66 short of 121: a double skunk"]),
            (
                "skunk 61 10",
                [
                    "From 10 to 61 is 51",
                    "In a game to 61 a loser below 31 is skunked.",
                    "There is no line at 1 or less",
                ],
            ),
            ("skunk 121 70", ["a loser below 91 is skunked, below 61 double skunked, below 31 triple skunked."]),
            ("skunk 91 70", ["a loser below 61 is skunked, below 31 double skunked."]),
            ("skunk 31 5", ["In a game to 31 nobody is skunked."]),
            (
                "wins 110 118 : pone 2 dealer 6 crib 8",
                ["118 and 2 make 120", "110 and 6 make 116", "124, and the game"],
            ),
            ("wins 118 119 : pone 2 dealer 8 crib 4", ["119 and 2 make 121, and the game is won", "Nothing after"]),
            ("clock 13", ["of 13 that is 6, and 7 stay"]),
            (
                "dealer-dealt 5",
                ["the dealer is dealt 4 cards and keeps them all", "dealt 5 and discard 1", "has 4 cards"],
            ),
            ("muggins excess 12 8", ["Overcounted points go to the other side here."]),
            ("first-dealer 5H JC", ["the 5 of hearts"]),
            ("partner 6 3 2", ["every 3 seats"]),
        ],
    )
    def test_the_rule_is_told_as_it_applies(self, text: str, told: list[str]) -> None:
        question = rules_question.read(text)
        spoken = RULES.feedback(question, rules_question.mark(question, "")).spoken
        for part in told:
            assert part in spoken

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("muggins missed 8 12", "12 − 8 = 4"),
            ("muggins excess 12 8", "12 − 8 = 4"),
            ("muggins missed 12 8", ""),
            ("muggins off 8 12", ""),
            ("clock 13", ""),
        ],
    )
    def test_what_the_other_side_takes_is_told_as_a_sum(self, text: str, told: str) -> None:
        question = rules_question.read(text)
        assert RULES.feedback(question, rules_question.mark(question, "")).sheet["sum"] == told

    @pytest.mark.parametrize("players", range(2, 7))
    def test_the_dealer_is_excepted_only_where_the_deal_differs(self, players: int) -> None:
        excepted = DEALS[players].dealer != DEALS[players].other
        for form in ("dealt", "away"):
            assert ("except the dealer" in RULES.aloud(rules_question.read(f"{form} {players}"))) == excepted

    def test_a_queen_turned_up_is_not_called_a_jack(self) -> None:
        assert "jack" not in str(RULES.title(rules_question.read("heels QH"))).lower()

    def test_a_game_that_is_won_is_told_no_further(self) -> None:
        question = rules_question.read("wins 118 119 : pone 2 dealer 8 crib 4")
        assert "crib" not in RULES.feedback(question, rules_question.mark(question, "pone")).spoken

    @pytest.mark.parametrize(
        ("text", "aloud"),
        [
            ("first-dealer 5H JC", "Ada has cut the 5 of hearts. Bruno has cut the jack of clubs. Who deals first?"),
            ("leads 3 2", "Seat 2 deals. The play begins."),
            ("heels JC", "The jack of clubs is turned up as the starter. What does the dealer peg for it?"),
        ],
    )
    def test_what_is_seen_is_heard_too(self, text: str, aloud: str) -> None:
        assert RULES.aloud(rules_question.read(text)).startswith(aloud)
        assert RULES.reply(rules_question.read(text), "r") == RULES.aloud(rules_question.read(text))

    def test_a_hint_never_says_the_answer(self) -> None:
        for question in posed(200):
            truth = page.label(question, question.truth)
            assert not names(RULES.hint(question), truth), str(question)
        assert names("It is the dealer, of course.", "The dealer")
        assert not names("The dealers’ cards", "The dealer")


@pytest.fixture
def without_pone(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A word was asked for and missed; then it goes from the glossary."""
    question = rules_question.read("word pone")
    wrong = next(choice for choice in question.choices if choice != "pone")
    Sitting(client, "rules", "word pone").post(choice=wrong)
    left = {slug: word for slug, word in glossary.words("en").items() if slug != "pone"}
    monkeypatch.setattr(glossary, "words", lambda _language: left)
    forms.words_beside.cache_clear()
    yield
    forms.words_beside.cache_clear()


@pytest.mark.django_db
class TestPages:
    """Asked, answered, explained."""

    @pytest.mark.parametrize("question", PAGES)
    def test_a_link_reopens_the_question_for_anybody(self, client: Client, question: str) -> None:
        response = client.get(f"/drills/rules/open/?{urlencode({'q': question})}", follow=True)
        page = response.content.decode()
        assert response.status_code == 200
        assert page.count("autofocus") == 1
        assert RULES.title(rules_question.read(question)) in page
        assert not Run.objects.exists()

    def test_a_link_to_no_question_is_told_kindly(self, client: Client) -> None:
        response = client.get("/drills/rules/open/?q=dealt+9", follow=True)
        assert response.status_code == 200
        assert 'id="ask"' not in response.content.decode()

    @pytest.mark.parametrize(
        ("question", "field"), [("clock 13", "claim"), ("heels JC", "choice"), ("skunk 121 88", "choice")]
    )
    def test_an_answer_is_kept_and_told(self, client: Client, question: str, field: str) -> None:
        truth = rules_question.read(question).truth
        page = Sitting(client, "rules", question).post(**{field: truth})
        assert 'class="verdict is-right"' in page
        assert Attempt.objects.get().right

    def test_a_wrong_answer_is_explained_with_its_cause(self, client: Client) -> None:
        page = Sitting(client, "rules", "heels JC").post(choice="1")
        attempt = Attempt.objects.get()
        assert (attempt.right, attempt.sort, attempt.causes) == (False, "heels", "rules-heels-as-nobs")
        assert "What went wrong:" in page

    @pytest.mark.usefixtures("without_pone")
    def test_what_was_asked_of_a_word_that_is_no_more_is_still_told(self, client: Client) -> None:
        run = Run.objects.get()
        for path in (f"/runs/{run.key}/summary/", f"/runs/{run.key}/0/", "/runs/", "/progress/", "/recall/"):
            assert client.get(path, follow=True).status_code == 200, path
        told = client.get(f"/runs/{run.key}/0/").content.decode()
        assert "“Pone” is no longer in the glossary." in told

    @pytest.mark.parametrize("question", PAGES)
    def test_no_answer_is_told_kindly_and_not_kept(self, client: Client, question: str) -> None:
        page = Sitting(client, "rules", question).post(claim="x", choice="x")
        assert page.count("answer-error") > 1
        assert not Attempt.objects.exists()

    @pytest.mark.parametrize("mode", DRILLS["rules"].modes, ids=str)
    def test_every_mode_goes_on_to_a_next_question(self, client: Client, mode: Mode) -> None:
        sitting = Sitting(client, "rules", "heels JC", mode)
        page = sitting.post(choice="2")
        if 'id="next"' in page:
            page = sitting.post(number=1, next="1")
        assert 'id="ask"' in page
        assert Run.objects.get().number == 1

    def test_the_dealer_and_the_seat_asked_about_are_shown(self, client: Client) -> None:
        assert Sitting(client, "rules", "leads 5 4").page().count(">Dealer</b>") == 1
        assert Sitting(client, "rules", "partner 6 2 1").page().count(">asked</b>") == 1

    def test_those_who_have_cut_and_a_tie_are_buttons_of_one_kind(self, client: Client) -> None:
        sitting = Sitting(client, "rules", "first-dealer JC 5H")
        page = sitting.page()
        assert page.count('class="card ') == 2
        assert re.findall(r'id="choice-[^>]* name="choice" value="(\w+)">([^<]+)', page) == [
            ("1", "Ada"),
            ("2", "Bruno"),
            ("again", "A tie"),
        ]
        assert 'class="verdict is-right"' in sitting.post(choice="2")


DRAWN = [
    ("value KS", 1, 0, "10"),
    ("first-dealer 5H JC 5C", 3, 2, ""),
    ("dealt 3", 3, 0, "5"),
    ("dealer-away 5", 5, 0, "0"),
    ("pack-crib 3", 4, 0, "1"),
    ("leads 4 2", 4, 1, ""),
    ("partner 6 2 1", 6, 2, ""),
    ("heels JC", 5, 1, "2"),
    ("heels QC", 5, 0, ""),
    ("possible 20", 5, 0, ""),
    ("possible 19", 5, 0, ""),
    ("best 5", 6, 0, "46"),
]
"""A question, how many cards or seats are drawn, how many of them decide, and the number that does."""


class TestPictures:
    """What a question speaks of is drawn, and nothing of the answer before it is given."""

    @pytest.mark.parametrize(("text", "cards", "decide", "number"), DRAWN)
    def test_a_row(self, text: str, cards: int, decide: int, number: str) -> None:
        question = rules_question.read(text)
        before, after = (picture(question, told).row for told in (False, True))
        assert len(before) == len(after) == cards
        assert not any(one.look or one.made for one in before)
        assert sum(one.look == "is-counted" for one in after) == decide
        assert {one.below for one in after if one.made} == ({number} if number else set())

    def test_a_hand_that_can_be_made_is_turned_up(self) -> None:
        for text, is_shown in (("possible 20", True), ("possible 19", False), ("best 4", True)):
            row = picture(rules_question.read(text), told=True).row
            assert all(bool(one.card) is is_shown for one in row)
            if is_shown:
                *hand, starter = [one.card for one in row if one.card]
                worth = total(show(hand, starter))
                assert worth == (20 if "20" in text else 29)

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("muggins excess 12 8", "4"),
            ("claim 14 12", "12"),
            ("clock 13", "7"),
            ("skunk 121 88", "33"),
            ("match free 61 20", "41"),
            ("wins 118 119 : pone 2 dealer 8 crib 4", "119 + 2"),
        ],
    )
    def test_numbers(self, text: str, number: str) -> None:
        question = rules_question.read(text)
        before, after = (picture(question, told).figures for told in (False, True))
        assert [figure.number for figure in after if figure.made] == [number]
        assert not any(figure.made for figure in before)
        assert [figure.name for figure in before] == [figure.name for figure in after]

    @pytest.mark.parametrize(
        ("text", "pegs", "lines"),
        [
            ("street 61", 1, [30, 60, 90, 120]),
            ("skunk 61 20", 2, [31]),
            ("match long 121 88", 2, [91, 61, 31]),
            ("wins 118 119 : pone 2 dealer 8 crib 4", 2, []),
        ],
    )
    def test_a_score_on_its_way(self, text: str, pegs: int, lines: list[int]) -> None:
        question = rules_question.read(text)
        before, after = (picture(question, told).way for told in (False, True))
        assert before
        assert after
        assert (before.marks, [hole for _, hole in after.marks]) == ([], lines)
        for way in (before, after):
            assert len(way.pegs) == pegs
            assert all(0 < x < way.width for x, *_ in (*way.holes, *way.pegs, *way.marks))


def drawn_words(question: RulesQuestion) -> list[str]:
    """The words of a picture, before the answer and after it; numbers are none."""
    words = []
    for told in (False, True):
        seen = picture(question, told)
        words += [word for one in seen.row for word in (one.above, one.below)]
        words += [figure.name for figure in seen.figures]
    return [word for word in words if word and not word.isdecimal()]


@pytest.mark.usefixtures("pseudo_language")
class TestMarkedWords:
    """Every word that a person reads is marked for translation."""

    @pytest.mark.parametrize("text", [text for text, _ in TRUE])
    def test_whatever_is_asked_and_told(self, text: str) -> None:
        question = rules_question.read(text)
        case = RULES.ask(question, [])
        said = [RULES.title(question), RULES.aloud(question), RULES.hint(question), case["asked"], case["case"]]
        said += [case["definition"], *(words for _, words in case["choices"]), *drawn_words(question)]
        for answer in ("", *(question.choices or map(str, range(30)))):
            marking = rules_question.mark(question, answer)
            told = RULES.feedback(question, marking)
            said += [told.headline, told.causes_heading, *told.causes, told.spoken, *told.sheet["rule"]]
            said.append(RULES.short(question, marking))
        assert [sentence for sentence in said if bare(str(sentence))] == []

    def test_every_sort_skill_and_cause_has_a_marked_name(self) -> None:
        assert [sort.code for sort in RULES.sorts] == list(forms.RulesSort)
        assert set(RULES.skills) == set(rules_question.SKILLS)
        assert set(page.CAUSES) == set(causes.RulesCause)
        for names in (
            {sort.code: sort.name for sort in RULES.sorts}.values(),
            RULES.skills.values(),
            page.CAUSES.values(),
        ):
            assert [str(name) for name in names if bare(str(name)) or OPEN not in str(name)] == []

    @pytest.mark.django_db
    @pytest.mark.parametrize("question", few(PAGES, "word pone", "partner 6 2 1"))
    def test_a_page(self, client: Client, question: str) -> None:
        truth = rules_question.read(question).truth
        for answer in (truth, "1", "none", "crib"):
            sitting = Sitting(client, "rules", question)
            assert_all_marked(sitting.page())
            assert_all_marked(sitting.page(**{"HX-Request": "true"}))
            assert_all_marked(sitting.post(claim="?"))
            assert_all_marked(sitting.post(hint="1"))
            assert_all_marked(sitting.post(claim=answer, choice=answer))
