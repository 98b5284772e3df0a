"""The figures about discards in lessons: averages of cribs, hands and deals, and what is shown of a hand's choices."""

import re
from collections.abc import Callable
from statistics import fmean
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from game.engine.cards import PACK, CardError, parse_cards, text_of
from game.engine.scoring import show, total
from game.strategy.discards import other_throws
from game.strategy.ranks import unseen
from game.strategy.stored import DEALER, PAIRS, PONE, average_crib, discard_tables
from tests.engine.naive import ALL_CRIBS, ALL_HANDS
from tests.tables.cribs import crib_of
from tests.tables.test_tables import OTHERS_CRIB, OWN_CRIB, SIXES, crib_mean, published
from tests.words import CLOSE, OPEN, assert_all_marked
from trainer.drills.discard.page import SKILLS
from trainer.drills.discard.question import mark, read
from trainer.lessons import discard_figures as figures
from trainer.lessons.figures import FIGURES
from trainer.lessons.lesson import Chapter
from trainer.lessons.syllabus import syllabus

PONE_HAND = "2H 3C 9S TD JD QH as pone of 2"
"""MEASURES.md, Spots: 9 Q, which 44 % of people find."""
NAMES = "A23456789TJQK"


class TestCribs:
    """What a crib is worth with two ranks in it."""

    @pytest.mark.parametrize(("own", "role", "text"), [(True, DEALER, OWN_CRIB), (False, PONE, OTHERS_CRIB)])
    def test_the_averages_are_as_published(self, own: bool, role: int, text: str) -> None:
        for number, average in published(text).items():
            one, two = PAIRS[number]
            found = figures.crib_average(own, f"{NAMES[two - 1]} {NAMES[one - 1]}")
            assert found == average_crib(role, (one, two))
            assert found == pytest.approx(average, abs=0.15)

    @pytest.mark.parametrize("role", [DEALER, PONE])
    def test_a_pattern_gives_the_crib_what_the_show_says(self, role: int) -> None:
        for number in range(0, len(SIXES), 997):
            pair = int(discard_tables().pairs[role][number])
            assert crib_of(role, number) == pytest.approx(crib_mean(role, pair, SIXES[number]))

    def test_the_committed_average_is_that_of_all_hands_that_throw_the_pair(self) -> None:
        """Two fives are thrown into another's crib in a few hands only: every one of them is looked at."""
        number = PAIRS.index((5, 5))
        those = [six for six, pair in zip(SIXES, discard_tables().pairs[PONE], strict=True) if pair == number]
        assert 0 < len(those) < 60
        worth = [crib_mean(PONE, number, six) for six in those]
        assert min(worth) <= average_crib(PONE, (5, 5)) <= max(worth)
        assert other_throws(discard_tables().thrown[DEALER], unseen(those[0])).sum() == pytest.approx(1)

    @pytest.mark.parametrize("text", ["", "5", "5 5 5", "5 Z", "5H JC", "10 5", "55"])
    def test_what_is_no_two_ranks_is_refused_with_a_reason(self, text: str) -> None:
        with pytest.raises(ValueError, match="two ranks"):
            figures.crib_average(True, text)


class TestHands:
    """Scores of all hands, and what four cards are worth."""

    def test_the_shares_are_those_of_all_hands(self) -> None:
        assert (figures.OF_HANDS, figures.OF_CRIBS) == (ALL_HANDS, ALL_CRIBS)
        assert figures.share_of_score(29) == pytest.approx(100 / 3_248_700)
        assert figures.share_of_score(19) == figures.share_of_score(25) == 0
        assert figures.share_of_score(0, crib=True) > figures.share_of_score(0) == pytest.approx(7.7647, abs=1e-4)
        assert sum(figures.share_of_score(score) for score in range(30)) == pytest.approx(100)
        assert figures.mean_of("hand") == pytest.approx(4.769152, abs=1e-6)
        assert figures.mean_of("crib") == pytest.approx(4.734819, abs=1e-6)

    @pytest.mark.parametrize("score", [-1, 30])
    def test_no_hand_has_such_a_score(self, score: int) -> None:
        with pytest.raises(ValueError, match="0 to 29"):
            figures.share_of_score(score)

    def test_there_is_nothing_else_of_random_cards(self) -> None:
        with pytest.raises(ValueError, match="the hand or the crib"):
            figures.mean_of("deal")

    @pytest.mark.parametrize("text", ["5C 5D 5H JS", "2H 3H TH JH", "AC 4D 9H KS"])
    def test_four_cards_are_worth_the_mean_over_all_other_cards(self, text: str) -> None:
        cards = parse_cards(text)
        worth = [total(show(cards, starter)) for starter in PACK if starter not in cards]
        assert len(worth) == 48
        assert figures.kept_average(text)() == pytest.approx(fmean(worth))

    def test_without_the_discard_it_is_what_the_analysis_says_of_the_hand(self) -> None:
        question = read(PONE_HAND)
        best = question.ranked[0]
        kept = text_of([card for card in question.hand if card not in best.away])
        assert figures.kept_average(f"{kept} without {text_of(best.away)}")() == pytest.approx(best.hand.mean)

    @pytest.mark.parametrize(
        ("text", "error"), [("5C 5D 5H", ValueError), ("5C 5D 5H 5H", CardError), ("", ValueError)]
    )
    def test_a_hand_has_four_cards(self, text: str, error: type[Exception]) -> None:
        with pytest.raises(error):
            figures.kept_average(text)


class TestChoices:
    """What a discard is worth, and what it gives up."""

    def test_the_best_gives_up_nothing_and_others_the_difference(self) -> None:
        best, other = (figures.choice_value(PONE_HAND, away)() for away in ("9S QH", "2H 3C"))
        assert figures.choice_loss(PONE_HAND, "QH 9S")() == 0
        assert figures.choice_loss(PONE_HAND, "2H 3C")() == pytest.approx(best - other)
        assert best - other > 1

    @pytest.mark.parametrize(
        ("question", "away", "reason"),
        [
            ("2H 3C 9S TD JD as pone of 2", "2H 3C", "no hand to discard from"),
            (PONE_HAND, "2H", "not 1"),
            (PONE_HAND, "2H 4C", "4C"),
            (f"{PONE_HAND} at 100-110", "2H 3C", "scores"),
        ],
    )
    def test_what_cannot_be_discarded_is_refused_at_once(self, question: str, away: str, reason: str) -> None:
        for figure in (figures.choice_value, figures.choice_loss):
            with pytest.raises(ValueError, match=reason):
                figure(question, away)


class TestDeals:
    """What a deal brings, and who wins."""

    def test_experts_get_what_is_published(self) -> None:
        """MEASURES.md, Two-player averages per deal at expert level."""
        published_parts = {
            "pone play": 2.19,
            "pone hand": 8.11,
            "dealer play": 3.37,
            "dealer hand": 7.97,
            "dealer crib": 4.69,
        }
        for part, average in published_parts.items():
            assert figures.expert_part(*part.split()) == pytest.approx(average, abs=0.2), part
        parts = [figures.expert_part("dealer", part) for part in ("play", "hand", "crib")]
        assert figures.expert_part("dealer", "all") == pytest.approx(sum(parts) + 2 / 13), "and heels"
        assert figures.expert_part("pone", "all") == pytest.approx(10.3, abs=0.1)

    @pytest.mark.parametrize("names", [("pone", "crib"), ("dealer", ""), ("both", "hand")])
    def test_there_are_no_other_parts(self, names: tuple[str, str]) -> None:
        with pytest.raises(ValueError, match="name one of"):
            figures.expert_part(*names)

    @pytest.mark.parametrize(
        ("dealer", "pone", "percent"), [(0, 0, 56.1), (60, 60, 54.6), (110, 110, 56.8), (115, 115, 23.6)]
    )
    def test_the_dealer_wins_so_often(self, dealer: int, pone: int, percent: float) -> None:
        """MEASURES.md, Prospects; near the end within what ordinary deals can tell."""
        assert figures.dealer_chance(dealer, pone) == pytest.approx(percent, abs=4 if dealer >= 110 else 2)

    @pytest.mark.parametrize(
        ("scores", "told", "by_other_tables"),
        [("0 0", "56%", (0.561,)), ("89 89", "51%", ()), ("90 90", "1 in 2", ()), ("115 115", "1 in 4", (0.23, 0.236))],
    )
    def test_late_in_a_game_it_is_told_as_odds_that_every_table_bears_out(
        self, scores: str, told: str, by_other_tables: tuple[float, ...]
    ) -> None:
        assert FIGURES["chance"](scores)() == told
        own = figures.dealer_chance(*map(int, scores.split())) / 100
        wins, _in, games = told.partition(" in ")
        said = int(wins) / int(games) if games else int(told.removesuffix("%")) / 100
        assert all(each == pytest.approx(said, abs=0.03) for each in (own, *by_other_tables))


class TestExhibits:
    """What is drawn of them."""

    @pytest.mark.parametrize("text", [PONE_HAND, f"{PONE_HAND} at 117-110", "AH 4C 5S 6D KH as place 2 of 4"])
    def test_the_five_best_are_weighed(self, text: str) -> None:
        weighed = figures.weigh(text)
        context: dict[str, Any] = weighed.context()
        assert [row.choice for row in context["rows"]] == list(read(text).ranked[:5])
        html = render_to_string(weighed.template, context)
        assert html.count("<tbody>") == 1
        assert "<svg viewBox" not in html, "nothing is drawn without a scale"
        assert ("Wins" in html) == (" at " in text)

    def test_the_swing_names_the_best_and_the_worst_starters(self) -> None:
        """Ace and seven go: two, three, four and eight. A twin of the run doubles it and its fifteens."""
        swing = str(figures.weigh("AH 2C 3D 4S 7H 8C as pone of 2").context()["swing"])
        worth = [total(show(parse_cards("2C 3D 4S 8C"), parse_cards(starter)[0])) for starter in ("2D", "6H")]
        assert f"Most with these starters: 2, 3, 4 ({worth[0]:.1f})" in swing
        assert re.search(rf"Least with these: .*6, .*\({worth[1]:.1f}\)", swing)
        spread = read("AH 2C 3D 4S 7H 8C as pone of 2").ranked[0].hand.spread
        assert f"give or take {spread:.1f}" in swing

    def test_its_numbers_are_written_as_the_language_writes_them(self) -> None:
        with override("it"):
            swing = str(figures.weigh("AH 2C 3D 4S 7H 8C as pone of 2").context()["swing"])
        assert re.search(r"\d,\d", swing)
        assert not re.search(r"\d\.\d", swing)

    def test_what_is_no_hand_is_not_weighed(self) -> None:
        with pytest.raises(ValueError, match="no hand"):
            figures.weigh("2H 3C")
        with pytest.raises(CardError):
            figures.weigh("2H 2H 9S TD JD QH as pone of 2")

    def test_pairs_are_shown_from_the_best_for_an_own_crib_down(self) -> None:
        shown = figures.cribs("9 K, 5 5, T 2, 5 J")
        context: dict[str, Any] = shown.context()
        rows = context["rows"]
        assert [row.ranks for row in rows] == [("5", "5"), ("5", "J"), ("2", "10"), ("9", "K")]
        assert all(row.own < row.their for row in rows), "the other player avoids giving anything to it"
        assert rows[1].name == "5 and jack"
        html = render_to_string(shown.template, shown.context())
        assert re.findall(r"<td>(\d+\.\d)", html)[:2] == [f"{rows[0].own:.1f}", f"{rows[0].their:.1f}"]

    @pytest.mark.parametrize(("text", "reason"), [("5 5, 5", "two ranks"), ("5 J, J 5", "twice"), ("", "two ranks")])
    def test_what_is_no_list_of_pairs_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            figures.cribs(text)


@pytest.mark.usefixtures("pseudo_language")
class TestWords:
    """A translator sees every word."""

    @pytest.mark.parametrize("text", [PONE_HAND, f"{PONE_HAND} at 117-110"])
    def test_of_a_weighed_hand(self, text: str) -> None:
        weighed = figures.weigh(text)
        assert_all_marked(render_to_string(weighed.template, weighed.context()))

    @pytest.mark.parametrize(
        "asked",
        [
            lambda: figures.share_of_score(30),
            lambda: figures.mean_of("deal"),
            lambda: figures.expert_part("pone", "crib"),
            lambda: figures.crib_average(True, "5 Z"),
            lambda: figures.kept_average("5C 5D"),
            lambda: figures.weigh("2H 3C"),
            lambda: figures.choice_loss(f"{PONE_HAND} at 100-110", "2H 3C"),
            lambda: figures.choice_loss(PONE_HAND, "2H 4C"),
            lambda: figures.choice_loss(PONE_HAND, "2H"),
            lambda: figures.cribs("5 J, J 5"),
        ],
    )
    def test_of_a_reason(self, asked: Callable[[], object]) -> None:
        with pytest.raises(ValueError, match=rf"(?s)^{OPEN}.*{CLOSE}$"):
            asked()

    def test_of_pairs_in_cribs(self) -> None:
        shown = figures.cribs("5 5, T J")
        assert_all_marked(render_to_string(shown.template, shown.context()))


def asked() -> list[str]:
    """The questions of the discard drill that the chapter asks."""
    lessons = [lesson for lesson in syllabus().lessons if lesson.chapter is Chapter.DISCARDING]
    exercises = [exercise for lesson in lessons for exercise in (*lesson.exercises.values(), *lesson.check)]
    return [exercise.question for exercise in exercises if exercise.drill == "discard"]


class TestChapter:
    """What the lessons on discarding ask has a clear answer."""

    def test_there_are_seven_lessons_that_cure_every_skill_once(self) -> None:
        lessons = [lesson for lesson in syllabus().lessons if lesson.chapter is Chapter.DISCARDING]
        assert len(lessons) == 7
        assert sorted(code for lesson in lessons for code in lesson.cures) == sorted(SKILLS)
        assert all(len(lesson.exercises) >= 5 for lesson in lessons)

    @pytest.mark.parametrize("text", asked())
    def test_every_wrong_discard_is_clearly_wrong(self, text: str) -> None:
        """0.3 points, or where scores are told a hundredth of the games."""
        question = read(text)
        ranked = question.ranked
        right = [choice for choice in ranked if mark(question, text_of(choice.away)).right]
        best, wrong = ranked[0], ranked[len(right)]
        assert right == list(ranked[: len(right)])
        assert len({tuple(card.rank for card in choice.away) for choice in right}) == 1, "but for suits one answer"
        if question.scores:
            assert (best.win or 0) - (wrong.win or 0) >= 0.01
        else:
            assert best.value - wrong.value >= 0.3
