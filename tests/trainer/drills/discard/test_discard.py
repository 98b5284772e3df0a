"""The discard drill: hands dealt to any place, graded with every choice; how the page asks, reads and tells."""

import re
from collections import Counter
from itertools import product
from random import Random

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

from game.engine.cards import CardError, parse_cards, text_of
from game.strategy.prospects import chance
from game.strategy.review import Fault
from tests.words import assert_all_marked, bare
from trainer.drills.base import NotAnAnswer
from trainer.drills.discard import page
from trainer.drills.discard import question as discard_question
from trainer.drills.discard.page import DISCARD
from trainer.drills.discard.question import DiscardQuestion, mark, pose, read, turns_on
from trainer.drills.questions import UnreadableQuestion, Wish
from trainer.drills.registry import DRILLS

PONE = "2H 3C 9S TD JD QH as pone of 2"
"""MEASURES.md, Spots: 9 Q, which 44 % of people find."""
END = "2H 3C 9S TD JD QH as pone of 2 at 117-110"
FOUR = "AH 4C 5S 6D KH as place 2 of 4"


def wish(**options: str) -> Wish:
    """A wish for these options."""
    return Wish(options)


class TestQuestions:
    """What is posed, and how it is written and read."""

    @pytest.mark.parametrize(
        ("seats", "place", "end"), list(product("23456", ("both", "dealer", "pone"), ("off", "on")))
    )
    def test_what_is_posed_can_be_read_again(self, seats: str, place: str, end: str) -> None:
        for seed in range(3):
            question = pose(Random(seed), wish(seats=seats, place=place, end=end))
            assert read(str(question)) == question
            assert len(str(question)) <= 300
            assert question.seats == int(seats)
            assert len(question.scores) == (int(seats) if end == "on" else 0)
            dealer_discards = int(seats) < 5
            if place == "pone":
                assert not question.deals
            if place == "dealer":
                assert question.deals == dealer_discards
            assert question.owed in (1, 2)

    def test_the_same_chance_poses_the_same(self) -> None:
        assert pose(Random(5), wish()) == pose(Random(5), wish())
        assert len({str(pose(Random(seed), wish())) for seed in range(10)}) == 10

    def test_every_place_comes_when_all_are_asked_for(self) -> None:
        assert {pose(Random(seed), wish(seats="4")).place for seed in range(40)} == {1, 2, 3, 4}
        assert {pose(Random(seed), wish(seats="5")).place for seed in range(40)} == {1, 2, 3, 4}

    def test_near_the_end_somebody_is_near_it(self) -> None:
        for seed in range(10):
            scores = pose(Random(seed), wish(end="on")).scores
            assert all(91 <= score < 121 for score in scores)

    @pytest.mark.parametrize(("seats", "least"), [(2, 0.1), (4, 0.05)])
    def test_near_the_end_nothing_is_decided_yet(self, seats: int, least: float) -> None:
        for seed in range(20):
            posed = pose(Random(seed), wish(seats=str(seats), end="on"))
            assert least <= chance(posed.situation.rules, posed.scores, posed.dealer, 0) <= 0.9

    def test_each_crib_comes_every_other_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(discard_question, "hardness", lambda _question: 0.0)
        own = sum(pose(Random(seed), wish()).deals for seed in range(200))
        assert 80 <= own <= 120

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "2H 3C 9S TD JD QH",
            "2H 3C 9S TD JD as pone of 2",
            "2H 3C 9S TD JD QH as pone of 7",
            "2H 3C 9S TD JD QH as pone of 3",
            "2H 3C 9S TD JD QH as place 3 of 2",
            "2H 3C 9S TD JD QH as place 0 of 2",
            "2H 3C 9S TD as dealer of 5",
            "2H 3C 9S TD JD as dealer of 6",
            "2H 3C 9S TD JD QH as pone of 2 at 100-121",
            "2H 3C 9S TD JD QH as pone of 2 at 100-99-98",
            "2H 3C 9S TD JD QH as pone of 2 at 10-15 to 20",
            "2H 3C 9S TD JD QH as pone of 2 at 60-61 to 61",
            "2H 3C 9S TD JD QH as pone of ²",
            "2H 3C 9S TD JD QH as widow of 2",
        ],
    )
    def test_what_is_no_question_is_not_read(self, text: str) -> None:
        with pytest.raises(UnreadableQuestion):
            read(text)

    @pytest.mark.parametrize("hand", ["2H 2H 9S TD JD QH", "1H 3C 9S TD JD QH"])
    def test_what_is_no_hand_is_not_read(self, hand: str) -> None:
        with pytest.raises(CardError):
            read(f"{hand} as pone of 2")

    def test_another_target_is_read(self) -> None:
        question = read("2H 3C 9S TD JD QH as dealer of 2 at 50-55 to 61")
        assert (question.target, question.scores, question.deals) == (61, (50, 55), True)
        assert str(question) == "2H 3C 9S TD JD QH as dealer of 2 at 50-55 to 61"

    def test_suits_renamed_are_the_same_and_other_places_are_not(self) -> None:
        other = "2C 3D 9H TS JS QC as pone of 2"
        assert discard_question.canonical(read(PONE)) == discard_question.canonical(read(other))
        assert discard_question.canonical(read(PONE)) != discard_question.canonical(
            read(PONE.replace("pone", "dealer"))
        )

    @pytest.mark.parametrize("text", [PONE, END, FOUR])
    def test_a_sibling_sits_there_with_other_ranks(self, text: str) -> None:
        question = read(text)
        other = discard_question.sibling(question, Random(3))
        assert (other.place, other.seats, other.scores) == (question.place, question.seats, question.scores)
        assert [card.rank for card in other.hand] != [card.rank for card in question.hand]
        assert read(str(other)) == other

    def test_a_sibling_turns_on_the_same_where_one_is_found(self) -> None:
        question = read(PONE)
        same = [turns_on(discard_question.sibling(question, Random(seed))) == turns_on(question) for seed in range(10)]
        assert sum(same) >= 6

    def test_a_hand_is_hard_where_worse_choices_lie_near_the_best(self) -> None:
        found = set()
        for seed in range(40):
            question = discard_question.dealt_like(DiscardQuestion((), 1, 2), Random(seed))
            near = [choice for choice in question.ranked if 0.05 < question.ranked[0].value - choice.value < 1]
            assert (discard_question.hardness(question) > 0) == bool(near)
            found.add(bool(near))
        assert found == {True, False}


class TestTickedAndTyped:
    """Cards may be ticked or typed; where the two differ nobody can know which is meant."""

    @pytest.mark.parametrize(
        ("ticked", "typed", "meant"),
        [(["9S", "QH"], "", True), ([], "9S QH", True), (["9S", "QH"], "qh 9s", True), (["9S", "QH"], "2H 3C", False)],
    )
    def test_is_read(self, ticked: list[str], typed: str, meant: bool) -> None:
        sent = QueryDict(mutable=True)
        sent.setlist("card", ticked)
        sent["claim"] = typed
        if meant:
            assert DISCARD.answer(read(PONE), sent, []) == "9S QH"
            return
        with pytest.raises(NotAnAnswer, match="other cards than you typed"):
            DISCARD.answer(read(PONE), sent, [])


class TestWhatDecides:
    """What is said of the part that decides is true of the figures beside it."""

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("AC 4D 5H TS QC KD as dealer of 2", "Hand and crib decide here, against the play."),
            (PONE, "The crib decides here, not the hand alone."),
        ],
    )
    def test_is_told(self, text: str, told: str) -> None:
        assert page.what_decides(read(text)) == told

    def test_a_hint_for_a_hand_that_decides_says_what_to_look_for(self) -> None:
        question = read("6S 7C 7H 8D JC KD as pone of 2")
        assert page.what_decides(question) == "The hand decides here, not crib and play."
        assert DISCARD.hint(question) == "The hand decides here: look for a run and a pair."

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("5S 5H JC QD 2C 8H as pone of 2", "The hand decides here: look for fifteens."),
            ("2H 5H TH 8H AS KC as pone of 2", "The hand decides here, not crib and play."),
        ],
    )
    def test_a_hint_names_what_scores_most_and_no_part_of_a_flush(self, text: str, told: str) -> None:
        assert DISCARD.hint(read(text)) == told

    def test_the_crib_decides_against_the_hand_only_where_the_hand_alone_is_worse(self) -> None:
        told = Counter[tuple[str, bool]]()
        for seed in range(80):
            question = discard_question.dealt_like(DiscardQuestion((), 1 + seed % 2, 2), Random(seed))
            by_hand = max(question.ranked, key=lambda choice: choice.hand.mean)
            told[page.what_decides(question), not mark(question, text_of(by_hand.away)).lost] += 1
        crib, both = "The crib decides here, not the hand alone.", "Hand and crib decide here, against the play."
        assert told[crib, False] > 0
        assert told[both, True] > 0
        assert told[crib, True] == told[both, False] == 0


class TestMarking:
    """How a discard is graded."""

    def test_the_best_is_right_and_costs_nothing(self) -> None:
        marking = mark(read(PONE), "QH 9S")
        assert (marking.right, marking.lost, marking.causes, marking.missed) == (True, 0.0, (), ())
        assert marking.best.away == parse_cards("9S QH")

    def test_a_worse_one_costs_the_difference(self) -> None:
        marking = mark(read(PONE), "2H JD")
        assert not marking.right
        assert marking.chosen is not None
        assert marking.lost == round(marking.best.value - marking.chosen.value, 2)
        assert marking.causes[0] == Fault.HAND
        assert marking.missed[0] == "keep-hand"

    def test_a_choice_that_lies_within_a_twentieth_is_right(self) -> None:
        found = 0
        for seed in range(40):
            question = pose(Random(seed), wish())
            for choice in question.ranked[1:]:
                if question.ranked[0].value - choice.value <= 0.05:
                    found += 1
                    assert mark(question, text_of(choice.away)).right
        assert found

    def test_every_choice_is_graded_in_the_order_of_what_it_loses(self) -> None:
        question = read(PONE)
        lost = [mark(question, text_of(choice.away)).lost for choice in question.ranked]
        assert len(lost) == 15
        assert lost == sorted(lost)

    def test_near_the_end_the_chance_to_win_is_what_counts(self) -> None:
        question = read(END)
        for choice in question.ranked:
            marking = mark(question, text_of(choice.away))
            win = round(question.ranked[0].win or 0, 3) - round(choice.win or 0, 3)  # as it is shown
            assert marking.right == (win <= 0.002)
            if not marking.right:
                assert marking.lost == pytest.approx(win / 0.02)

    def test_where_points_say_otherwise_the_end_is_the_cause(self) -> None:
        posed = (pose(Random(seed), wish(end="on")) for seed in range(200))
        turned = (question for question in posed if Fault.END in turns_on(question))
        dearest = (mark(one, text_of(max(one.ranked, key=lambda choice: choice.value).away)) for one in turned)
        marking = next(marking for marking in dearest if not marking.right)
        assert (marking.causes, marking.missed) == ((Fault.END,), ("play-to-score",))

    def test_what_loses_hardly_anything_is_good_as_in_the_review_and_is_told_with_its_figure(self) -> None:
        found = 0
        for seed in range(40):
            question = pose(Random(seed), wish())
            for choice in question.ranked:
                marking = mark(question, text_of(choice.away))
                assert marking.right == (marking.lost < 0.4)
                if marking.right and marking.lost:
                    found += 1
                    told = DISCARD.feedback(question, marking)
                    assert told.headline == "Good: it loses hardly anything."
                    assert told.detail.startswith("Best: ")
                    assert re.fullmatch(r"−0\.[1-4]", DISCARD.short(question, marking))
        assert found

    def test_what_did_not_come_in_time_is_wrong(self) -> None:
        marking = mark(read(PONE), "")
        assert (marking.right, marking.causes) == (False, ())
        assert marking.lost > 0

    @pytest.mark.parametrize("text", [PONE, END, FOUR])
    def test_what_is_missed_was_asked_for(self, text: str) -> None:
        question = read(text)
        for choice in question.ranked:
            marking = mark(question, text_of(choice.away))
            assert set(marking.missed) <= {demand.skill for demand in marking.demands}
            assert marking.right == (not marking.missed)

    def test_the_crib_is_fed_or_spared(self) -> None:
        skills = {
            whose: {demand.skill for demand in mark(read(text), "").demands}
            for whose, text in (("own", PONE.replace("pone", "dealer")), ("their", PONE))
        }
        assert skills["own"] - skills["their"] == {"feed-crib"}
        assert skills["their"] - skills["own"] == {"spare-crib"}

    @pytest.mark.parametrize(
        ("text", "sort"),
        [(PONE, "their-crib"), (PONE.replace("pone", "dealer"), "own-crib"), (END, "end"), (FOUR, "more-seats")],
    )
    def test_questions_are_sorted_by_what_they_are_about(self, text: str, sort: str) -> None:
        assert mark(read(text), "").sort == sort
        assert sort in {each.code for each in DISCARD.sorts}

    @pytest.mark.parametrize("text", [PONE, FOUR])
    def test_the_same_answer_has_the_same_marking(self, text: str) -> None:
        before = [(choice.away, choice.value) for choice in read(text).ranked]
        discard_question.rank_discards.cache_clear()
        assert [(choice.away, choice.value) for choice in read(text).ranked] == before


def sent(*cards: str, claim: str = "") -> QueryDict:
    """What a form sends."""
    post = QueryDict(mutable=True)
    post.setlist("card", list(cards))
    post["claim"] = claim
    return post


class TestSheet:
    """How it asks, what it takes for an answer, and what it tells."""

    def test_the_cards_are_checkboxes_named_by_card(self) -> None:
        question = read(END)
        html = render_to_string(
            f"{DISCARD.template}#ask",
            {
                "question": question,
                "heading": DISCARD.title(question),
                "focus": True,
                "sheet": DISCARD.ask(question, []),
            },
        )
        for card in question.hand:
            assert f'value="{card}"' in html
        assert 'aria-label="10 of diamonds"' in html
        assert html.count('type="checkbox"') == 6
        assert html.count("autofocus") == 1
        assert "Your opponent deals: the crib is theirs." in html
        assert "<dt>You</dt><dd>117</dd>" in html
        assert "<dt>Dealer</dt><dd>110</dd>" in html

    @pytest.mark.parametrize(
        ("cards", "claim", "answer"),
        [(("9S", "QH"), "", "9S QH"), (("QH", "9S"), "", "9S QH"), ((), "qh 9s", "9S QH"), ((), "Q♥, 9♠", "9S QH")],
    )
    def test_what_is_chosen_or_typed_is_the_answer(self, cards: tuple[str, ...], claim: str, answer: str) -> None:
        assert DISCARD.answer(read(PONE), sent(*cards, claim=claim), []) == answer

    @pytest.mark.parametrize(
        ("text", "cards", "sentence"),
        [
            (PONE, (), "Choose the 2 cards to discard."),
            (PONE, ("9S",), "Discard 2 cards here; you chose 1."),
            (PONE, ("9S", "QH", "2H"), "Discard 2 cards here; you chose 3."),
            (PONE, ("9S", "AS"), "The ace of spades is not in this hand."),
            (PONE, ("9S", "9S"), "The 9 of spades is there twice."),
            (PONE, ("9S", "zz"), "“ZZ” is not a card"),
            (FOUR, (), "Choose the card to discard."),
            (FOUR, ("AH", "KH"), "Discard 1 card here; you chose 2."),
        ],
    )
    def test_anything_else_is_answered_kindly(self, text: str, cards: tuple[str, ...], sentence: str) -> None:
        with pytest.raises(NotAnAnswer) as refused:
            DISCARD.answer(read(text), sent(*cards), [])
        assert sentence.lower() in refused.value.sentence.lower()

    def test_what_was_chosen_stays_chosen(self) -> None:
        question = read(PONE)
        context = {"question": question, "error": "no", "typed": "9S", "sheet": DISCARD.ask(question, [])}
        html = render_to_string(f"{DISCARD.template}#ask", context)
        assert html.count(" checked") == 1
        assert html.count('aria-invalid="true"') == 6
        assert 'aria-describedby="answer-error"' in html

    def test_a_wrong_answer_says_what_was_given_up_and_where(self) -> None:
        question = read(PONE)
        told = DISCARD.feedback(question, mark(question, "2H JD"))
        assert told.headline == "You give up 5.7 points."
        assert told.detail == "Best: 9 of spades, queen of hearts."
        assert not told.spoken, "the best is said once"
        assert told.causes[0] == "The hand you keep scores 2.0 on average; the best discard’s scores 7.1."
        assert told.causes[1].startswith("Their crib gets")
        assert [row.is_chosen for row in told.sheet["rows"]].count(True) == 1
        assert [taken.name for taken in told.sheet["apart"]] == ["The best", "Yours"]

    def test_the_best_answer_is_praised_and_drawn_once(self) -> None:
        question = read(PONE)
        told = DISCARD.feedback(question, mark(question, "9S QH"))
        assert told.headline == "The best discard there is."
        assert told.causes == []
        assert len(told.sheet["apart"]) == 1

    def test_near_the_end_it_speaks_of_winning(self) -> None:
        question = read(END)
        told = DISCARD.feedback(question, mark(question, text_of(question.ranked[-1].away)))
        assert told.headline.startswith("You give up")
        assert told.headline.endswith("% of wins.")
        assert "as many wins as losing" in told.detail

    def test_the_figures_of_a_row_add_up(self) -> None:
        for row in DISCARD.feedback(read(PONE), mark(read(PONE), "9S QH")).sheet["rows"]:
            hand, crib, play, value = (
                float(text.replace("−", "-")) for text in (row.hand, row.crib, row.play, row.value)
            )
            assert hand + crib + play == pytest.approx(value, abs=0.021)

    @pytest.mark.parametrize("text", [PONE, PONE.replace("pone", "dealer"), FOUR])
    def test_item_by_item_adds_up_to_the_hand_and_the_crib(self, text: str) -> None:
        question = read(text)
        taken = DISCARD.feedback(question, mark(question, "")).sheet["apart"][0]
        hand = sum(float(row[1]) for row in taken.kinds)
        crib = sum(float(row[2].replace("−", "-")) for row in taken.kinds)
        assert hand == pytest.approx(taken.choice.hand.mean, abs=0.05)
        assert abs(crib) == pytest.approx(taken.choice.crib.mean, abs=0.05)
        assert len(taken.starters) == len(taken.bars) == 13

    def test_an_own_crib_stands_on_the_hand_and_another_hangs_below(self) -> None:
        for text, own in ((PONE, False), (PONE.replace("pone", "dealer"), True)):
            question = read(text)
            taken = DISCARD.feedback(question, mark(question, "")).sheet["apart"][0]
            for bar in taken.bars:
                assert bar.hand[0] + bar.hand[1] == pytest.approx(taken.axis)
                assert (bar.crib[0] < taken.axis) == own
                assert min(bar.hand[0], bar.crib[0]) >= 0
                assert bar.crib[0] + bar.crib[1] <= taken.labels

    @pytest.mark.parametrize(
        ("typed", "part"),
        [
            ("c", "Your cards: 2 of hearts"),
            ("R", "Your opponent deals"),
            ("b", "the crib is theirs"),
            ("s", "117"),
            ("f", "not cut yet"),
            ("?", "S the scores"),
            ("", ""),
            ("9S QH", ""),
        ],
    )
    def test_questions_are_answered(self, typed: str, part: str) -> None:
        reply = DISCARD.reply(read(END), typed)
        assert part in reply
        assert bool(part) == bool(reply)

    def test_the_hint_names_no_card_to_discard(self) -> None:
        for seed in range(12):
            hint = DISCARD.hint(pose(Random(seed), wish()))
            assert hint
            assert " of " not in hint

    def test_a_tile_says_what_was_given_up(self) -> None:
        question = read(PONE)
        assert DISCARD.short(question, mark(question, "9S QH")) == "best"
        assert DISCARD.short(question, mark(question, "2H JD")) == "−5.7"

    @pytest.mark.parametrize("seats", range(2, 7))
    def test_every_place_is_told(self, seats: int) -> None:
        for place in range(1, seats + 1):
            question = DiscardQuestion((), place, seats, tuple(range(90, 90 + seats)))
            names = [name for name, _ in page.scores(question)]
            assert len(set(names)) == seats
            assert names[0] == "You"
            assert ("Dealer" in names) == (not question.deals)
            assert page.whose_crib(question)

    @pytest.mark.parametrize("text", [PONE, END, FOUR])
    def test_numbers_are_written_as_the_language_writes_them_and_drawings_as_svg_does(self, text: str) -> None:
        question = read(text)
        marking = mark(question, text_of(question.ranked[-1].away))
        with override("de"):
            told = DISCARD.feedback(question, marking)
            context = {"question": question, "marking": marking, "told": told, "sheet": told.sheet}
            html = render_to_string(f"{DISCARD.template}#explained", context)
            short = DISCARD.short(question, marking)
        said = " ".join([told.headline, told.detail, *told.causes, told.spoken, short])
        drawing = re.compile("<svg viewBox.*?</svg>", re.DOTALL)
        assert re.search(r"\d,\d", said)
        assert not re.search(r"\d\.\d", said + drawing.sub("", html))
        assert re.search(r'y="\d+\.\d"', html)
        assert not any(re.search(r"\d,\d", drawn) for drawn in drawing.findall(html))


@pytest.mark.usefixtures("pseudo_language")
class TestWords:
    """A translator sees every word."""

    @pytest.mark.parametrize("text", [PONE, END, FOUR, "AH 4C 5S 6D KH as dealer of 4 at 100-101-102-103"])
    def test_asked_and_told(self, text: str) -> None:
        question = read(text)
        context = {
            "question": question,
            "heading": DISCARD.title(question),
            "focus": True,
            "sheet": DISCARD.ask(question, []),
        }
        assert_all_marked(render_to_string(f"{DISCARD.template}#ask", context))
        for choice in (*question.ranked[:2], question.ranked[-1]):
            marking = mark(question, text_of(choice.away))
            told = DISCARD.feedback(question, marking)
            context = {"question": question, "marking": marking, "told": told, "sheet": told.sheet}
            assert_all_marked(render_to_string(f"{DISCARD.template}#shown", context))
            assert_all_marked(render_to_string(f"{DISCARD.template}#explained", context))
            said = [told.headline, told.detail, told.causes_heading, *told.causes, told.spoken]
            said += [DISCARD.hint(question), DISCARD.aloud(question), DISCARD.short(question, marking)]
            assert [bare(sentence) for sentence in said] == [[]] * len(said)


@pytest.mark.django_db
class TestInARun:
    """From a link to the explanation, without JavaScript."""

    def test_a_question_is_opened_refused_kindly_and_answered(self, client: Client) -> None:
        page = client.get("/drills/discard/open/", {"q": PONE}, follow=True)
        assert page.status_code == 200
        url = page.redirect_chain[-1][0]
        assert "Discard 2 cards" in page.content.decode()
        refused = client.post(url, {"number": "0", "card": ["9S"], "answer": "1"})
        assert refused.status_code == 200
        assert "Discard 2 cards here; you chose 1." in refused.content.decode()
        answered = client.post(url, {"number": "0", "card": ["2H", "JD"], "answer": "1"}, follow=True)
        html = answered.content.decode()
        assert "You give up 5.7 points." in html
        assert "The best discards and yours" in html

    def test_the_drill_and_its_sheet_are_registered(self) -> None:
        assert DRILLS["discard"] is DISCARD
        assert [option.name for option in DISCARD.options] == ["seats", "place", "end"]


@pytest.mark.parametrize(
    ("place", "first"),
    [(1, [1, 2, 3, 4]), (3, [1, 2, 3, 4]), (4, [1, 2, 3, 4]), (5, [1, 2, 3, 5]), (11, [1, 2, 3, 11])],
)
def test_discards_go_down_by_their_worth_and_ones_own_is_among_the_first(place: int, first: list[int]) -> None:
    question = read(PONE)
    sheet = DISCARD.feedback(question, mark(question, " ".join(map(str, question.ranked[place - 1].away)))).sheet
    places = [row.place for row in sheet["rows"]]
    assert (places[:4], sheet["best"]) == (first, 4)
    assert places[4:] == sorted(set(range(1, 16)) - set(first))


@pytest.mark.parametrize(
    ("right", "tags", "names"),
    [
        (False, ["best", "both", "yours"], ["best", "yours"]),
        (True, ["yours", "yours"], ["yours"]),
    ],
)
@pytest.mark.django_db
def test_a_card_both_of_the_best_and_of_ones_own_says_so(
    client: Client, right: bool, tags: list[str], names: list[str]
) -> None:
    question = read(PONE)
    best = {str(card) for card in question.ranked[0].away}
    page = client.get("/drills/discard/open/", {"q": PONE}, follow=True).redirect_chain[-1][0]
    other = min({str(card) for card in question.hand} - best)
    chosen = best if right else {min(best), other}
    html = client.post(page, {"number": "0", "card": sorted(chosen), "answer": "1"}, follow=True).text
    assert sorted(re.findall(r'"card-tag">(\w+)<', html)) == tags
    assert re.findall(r'"line-name">([^<]+)<', html) == names
