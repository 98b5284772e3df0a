"""The pages of peg it, go or play and choose the card: asked, answered, explained; without JavaScript."""

import re
from enum import StrEnum
from random import Random
from types import ModuleType
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from tests.words import OPEN, assert_all_marked, bare
from trainer.drills.base import NotAnAnswer
from trainer.drills.choose import page as choose_page
from trainer.drills.choose import question as choose_question
from trainer.drills.go import page as go_page
from trainer.drills.go import question as go_question
from trainer.drills.modes import Mode
from trainer.drills.peg import errors as peg_errors
from trainer.drills.peg import page as peg_page
from trainer.drills.peg import question as peg_question
from trainer.drills.peg import source as peg_source
from trainer.drills.questions import Wish
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Attempt, Run
from trainer.practice.addresses import start_url

RUN_OF_FIVE = "4C 7D 3S 6C | 5H"
LAST = "last KH JD AC | TS"
THREE = "lead 2 | 7H | AH 5C 8S 9C / 5S 6H 7D 8H / 3C 4D TD KC | 3C AH 6H 4D 9C 8H"
HEELS = "heels 1 | JH | AH 5C 7H 9C / 5S 7D 8H 8S |"
MOMENT = "2 1 | 5C | 5S 7D QC | 2H 2S | 2:4C 1:JD 2:3S"
TO_WIN = "2 2 at 116-116 | 8S | 8C 8H TH | QC KC | 1:7S 2:9C"
SAID_GO = "2 1 | KC | 2H 3D | 5S 6S | 2:TD 1:9C 2:8D 1:AS 2:go"
LEAD = "3 2 | KC | 5S 9D 3C 4H | 2H |  3:QD"

QUESTIONS = [
    ("peg", RUN_OF_FIVE),
    ("peg", LAST),
    ("go", THREE),
    ("go", HEELS),
    ("choose", MOMENT),
    ("choose", TO_WIN),
    ("choose", SAID_GO),
    ("choose", LEAD),
]
RIGHT = {"peg": {"claim": "25", "points": "5", "for": "run"}, "go": {"choice": "3"}, "choose": {"card": "QC"}}
WRONG = {"peg": {"claim": "25", "points": "3"}, "go": {"choice": "2"}, "choose": {"card": "5S"}}
ASKED = {"peg": RUN_OF_FIVE, "go": THREE, "choose": MOMENT}


class Sitting:
    """A learner before a run of one drill."""

    def __init__(self, client: Client, drill: str, question: str, mode: Mode = Mode.CALM) -> None:
        self.client = client
        self.url = start_url(Settings(drill, mode), asked=question)

    def page(self, **headers: str) -> str:
        """What is shown now."""
        response = self.client.get(self.url, follow=True, headers=headers)
        assert response.status_code == 200
        return response.content.decode()

    def post(self, **fields: object) -> str:
        """What is shown after a form was sent."""
        response = self.client.post(self.url, {"number": 0, **fields}, follow=True)
        assert response.status_code == 200
        run = Run.objects.order_by("-pk").first()
        if run:
            self.url = f"/runs/{run.key}/"
        return response.content.decode()


@pytest.mark.django_db
class TestPages:
    """What holds for all three."""

    @pytest.mark.parametrize(("drill", "question"), QUESTIONS)
    def test_a_link_reopens_the_question_for_anybody(self, client: Client, drill: str, question: str) -> None:
        response = client.get(f"/drills/{drill}/open/?{urlencode({'q': question})}", follow=True)
        assert response.status_code == 200
        assert response.content.decode().count("autofocus") == 1
        assert DRILLS[drill].title(DRILLS[drill].read(question)) in response.content.decode()
        assert not Run.objects.exists()

    @pytest.mark.parametrize("drill", ASKED)
    def test_a_link_to_no_question_is_told_kindly(self, client: Client, drill: str) -> None:
        response = client.get(f"/drills/{drill}/open/?{urlencode({'q': ASKED[drill] + ' and more'})}", follow=True)
        assert response.status_code == 200
        assert 'id="ask"' not in response.content.decode()

    @pytest.mark.parametrize("drill", ASKED)
    def test_a_right_answer_is_kept_and_told(self, client: Client, drill: str) -> None:
        page = Sitting(client, drill, ASKED[drill]).post(**RIGHT[drill])
        attempt = Attempt.objects.get()
        assert attempt.right
        assert attempt.sort in [sort.code for sort in DRILLS[drill].sorts]
        assert 'class="verdict is-right"' in page
        assert 'id="next"' in page

    @pytest.mark.parametrize("drill", ASKED)
    def test_a_wrong_answer_is_explained_with_its_cause(self, client: Client, drill: str) -> None:
        page = Sitting(client, drill, ASKED[drill]).post(**WRONG[drill])
        attempt = Attempt.objects.get()
        assert not attempt.right
        assert attempt.causes
        assert attempt.lost > 0
        assert 'class="causes"' in page

    @pytest.mark.parametrize("drill", ASKED)
    @pytest.mark.parametrize("bad", ["", "\0", "99H", "x" * 5000, "1e9", "-1", "²", "5H 6H"])
    def test_what_is_no_answer_is_told_kindly_and_not_kept(self, client: Client, drill: str, bad: str) -> None:
        fields = {"claim": bad, "points": bad, "choice": bad, "card": bad}
        page = Sitting(client, drill, ASKED[drill]).post(**fields)
        assert 'id="answer-error"' in page
        assert 'aria-invalid="true"' in page
        assert page.count("answer-error") > 1
        assert not Attempt.objects.exists()

    @pytest.mark.parametrize("drill", ASKED)
    def test_a_hint_does_not_answer(self, client: Client, drill: str) -> None:
        page = Sitting(client, drill, ASKED[drill]).post(hint="1")
        assert 'class="message"' in page
        assert not Attempt.objects.exists()

    @pytest.mark.parametrize(
        ("drill", "mode"), [(drill, mode) for drill in ASKED for mode in DRILLS[drill].modes], ids=str
    )
    def test_every_mode_goes_on_to_a_next_question(self, client: Client, drill: str, mode: Mode) -> None:
        sitting = Sitting(client, drill, ASKED[drill], mode)
        page = sitting.post(**RIGHT[drill])
        if 'id="next"' in page:
            page = sitting.post(number=1, next="1")
        assert 'id="ask"' in page
        run = Run.objects.get()
        assert run.number == 1
        assert str(DRILLS[drill].read(run.asked)) == run.asked != ASKED[drill]

    def test_choosing_a_card_shows_what_each_is_worth(self, client: Client) -> None:
        page = Sitting(client, "choose", MOMENT).post(card="7D")
        rows = page.split("<tbody>")[1].split("</tbody>")[0]
        assert rows.count("<tr") == 3
        assert rows.count('class="is-taken"') == 1

    def test_where_scores_are_told_the_page_shows_them_who_needs_what_and_what_each_card_wins(
        self, client: Client
    ) -> None:
        sitting = Sitting(client, "choose", TO_WIN)
        asked = sitting.page()
        assert "<div><dt>You</dt><dd>116</dd></div>" in asked
        assert "<div><dt>Ada</dt><dd>116</dd></div>" in asked
        assert "<li>You need 5 points.</li><li>Ada needs 5 points.</li>" in asked
        page = sitting.post(card="8C")
        assert re.search(r"A blunder: it gives up \d+\.\d% of the chance to win\.", page)
        assert "points alone do not tell" in page
        assert page.count('<th scope="col">Wins</th>') == 1
        assert Attempt.objects.get().sort == "to-win"
        assert '<th scope="col">Wins</th>' not in Sitting(client, "choose", MOMENT).post(card="7D")

    def test_where_the_scores_decide_the_right_card_is_told_so(self, client: Client) -> None:
        page = Sitting(client, "choose", TO_WIN).post(card="TH")
        assert "The scores decide here: on points alone another card would be best." in page

    def test_a_card_can_be_typed(self, client: Client) -> None:
        Sitting(client, "choose", MOMENT).post(claim="qc", card="5S")
        assert Attempt.objects.get().answer == "QC"

    def test_a_card_over_31_says_why(self, client: Client) -> None:
        page = Sitting(client, "choose", "2 1 | 5C | AS 3S QC | 2H 2S | 2:TC 1:JD 2:3D").post(card="QC")
        assert "would take the count of 23 over 31" in page

    def test_both_numbers_can_be_typed_in_the_first_box(self, client: Client) -> None:
        Sitting(client, "peg", RUN_OF_FIVE).post(claim="25 for 5")
        assert Attempt.objects.get().answer == "25 5"

    def test_what_was_typed_stays_after_an_error(self, client: Client) -> None:
        page = Sitting(client, "peg", RUN_OF_FIVE).post(claim="25", points="many")
        assert 'name="claim" type="text" inputmode="numeric" autocomplete="off" maxlength="12" value="25"' in page
        assert 'value="many"' in page

    def test_no_card_of_another_is_on_the_page(self, client: Client) -> None:
        page = Sitting(client, "choose", MOMENT).page()
        assert page.count('class="card ') == 7


@pytest.mark.django_db
@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize(("drill", "question"), QUESTIONS)
class TestWords:
    """Every word that a person reads is marked for translation."""

    def test_asked_answered_and_explained(self, client: Client, drill: str, question: str) -> None:
        for answer in self.answers(drill, question):
            sitting = Sitting(client, drill, question)
            assert_all_marked(sitting.page())
            assert_all_marked(sitting.page(**{"HX-Request": "true"}))
            assert_all_marked(sitting.post(claim="?"))
            assert_all_marked(sitting.post(hint="1"))
            assert_all_marked(sitting.post(**answer))

    @staticmethod
    def answers(drill: str, question: str) -> list[dict[str, str]]:
        """A few answers to a question."""
        asked = DRILLS[drill].read(question)
        if drill == "peg":
            return [{"claim": str(asked.count), "points": points, "for": "pair"} for points in ("0", "2", "3", "5")]
        if drill == "go":
            return [{"choice": choice} for choice in asked.choices]
        return [{"card": str(card)} for card in asked.playable]


@pytest.mark.usefixtures("pseudo_language")
class TestSentences:
    """The sheets by themselves."""

    @pytest.mark.parametrize(
        ("drill", "sorts", "causes", "page"),
        [
            ("peg", peg_question.PegSort, peg_errors.PegCause, peg_page),
            ("go", go_question.GoSort, go_question.GoCause, go_page),
            ("choose", choose_question.ChooseSort, choose_question.ChooseCause, choose_page),
        ],
        ids=["peg", "go", "choose"],
    )
    def test_every_sort_and_skill_has_a_marked_name(
        self, drill: str, sorts: type[StrEnum], causes: type[StrEnum], page: ModuleType
    ) -> None:
        sheet = DRILLS[drill]
        assert [sort.code for sort in sheet.sorts] == list(sorts)
        assert set(sheet.skills) == set(causes) == set(page.CAUSES)
        for words in ([sort.name for sort in sheet.sorts], sheet.skills.values(), page.CAUSES.values()):
            said = [str(name) % {"taken": 0, "best": 2, "win": "1%", "best_win": "2%"} for name in words]
            assert [name for name in said if bare(name) or OPEN not in name] == []

    def test_whatever_is_pegged_is_told_in_marked_words(self) -> None:
        sheet = DRILLS["peg"]
        for seed in range(60):
            question = peg_source.pose(Random(seed), Wish())
            said = [sheet.title(question), sheet.aloud(question), sheet.hint(question)]
            for answer in (
                "",
                f"{question.count} {question.points}",
                f"{question.before} 3",
                f"{question.count} 2 pair",
            ):
                marking = peg_source.mark(question, answer)
                told = sheet.tell(question, marking)
                said += [told.headline, told.detail, told.causes_heading, *told.causes, told.spoken]
                said += [*told.sheet["traps"], sheet.short(question, marking)]
            assert [sentence for sentence in said if bare(sentence)] == [], str(question)

    @pytest.mark.parametrize("sort", [sort.code for sort in DRILLS["go"].sorts])
    def test_whatever_is_asked_of_go_is_told_in_marked_words(self, sort: str) -> None:
        sheet = DRILLS["go"]
        for seed in range(4):
            question = go_question.pose(Random(seed), Wish({"classes": sort}))
            said = [sheet.title(question), sheet.aloud(question), sheet.hint(question)]
            for choice in ("", *question.choices):
                marking = go_question.mark(question, choice)
                told = sheet.tell(question, marking)
                said += [told.headline, told.causes_heading, *told.causes, told.spoken, sheet.short(question, marking)]
                said += [told.sheet["why"], told.sheet["asked"], told.sheet["news"]]
            assert [sentence for sentence in said if bare(sentence)] == [], str(question)


class TestAsking:
    """Questions typed where an answer goes, and hints."""

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("c", "Before this card the count is 20."),
            ("V", "On the table: 4 of clubs, 7 of diamonds, 3 of spades and 6 of clubs. Played now: the 5 of hearts."),
            ("25", ""),
            ("", ""),
        ],
    )
    def test_peg_it(self, typed: str, said: str) -> None:
        assert DRILLS["peg"].reply(peg_source.read(RUN_OF_FIVE), typed) == said

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("C", "The count is 17."),
            ("f", "The starter is the 5 of clubs."),
            ("V", "On the table: Ada: 4 of clubs, You: jack of diamonds, Ada: 3 of spades. The count is 17."),
            ("T", "It is your turn."),
            ("B", "The crib is yours."),
            ("S", "The game is young: the scores do not matter yet."),
            ("5H", ""),
        ],
    )
    def test_choose(self, typed: str, said: str) -> None:
        assert DRILLS["choose"].reply(choose_question.read(MOMENT), typed) == said

    def test_choose_says_the_scores_where_they_matter(self) -> None:
        question, said = choose_question.read(TO_WIN), "The scores: You 116, Ada 116. The game is to 121."
        assert DRILLS["choose"].reply(question, "s") == said
        assert said in DRILLS["choose"].aloud(question)
        assert "scores" not in DRILLS["choose"].aloud(choose_question.read(MOMENT))

    @pytest.mark.parametrize("drill", ["peg", "choose"])
    def test_help_is_there(self, drill: str) -> None:
        assert "C says the count" in DRILLS[drill].reply(DRILLS[drill].read(ASKED[drill]), "?")

    def test_a_hint_says_where_to_look_but_not_what_is_there(self) -> None:
        hints = {DRILLS["peg"].hint(peg_source.read(text)) for text in ("5C 4D | 6S", "5C 4D | 9S", "9C | KH")}
        assert len(hints) == 1, "a card that scores has the same hint as one that does not"
        assert "Before the card the count is 9." in hints.pop()

    def test_a_hint_to_choose_ranks_nothing(self) -> None:
        told = DRILLS["choose"].hint(choose_question.read("2 1 | KC | 5S 9D KD QH | 2H 2S | 2:TD"))
        assert "The 5 of spades makes 15 and scores 2 points." in told
        assert "The 9 of diamonds makes 19." in told

    @pytest.mark.parametrize(
        ("typed", "points", "sentence"),
        [
            ("", "2", "Say the count first: all cards of the series together, with the new one."),
            ("25", "", "Say what the card scores too: 0 if it is nothing."),
            ("x", "2", "“x” is not a count: type a whole number, such as 25."),
            ("25", "x", "“x” is no number of points: type a whole number, 0 if it is nothing."),
        ],
    )
    def test_what_is_missing_is_said(self, typed: str, points: str, sentence: str) -> None:
        post = QueryDict(urlencode({"claim": typed, "points": points}))
        with pytest.raises(NotAnAnswer) as unclear:
            DRILLS["peg"].answer(peg_source.read(RUN_OF_FIVE), post, [])
        assert unclear.value.sentence == sentence
        assert unclear.value.typed == typed

    def test_a_lead_with_a_seat_passed_over_says_why(self) -> None:
        acts = "AC 2D 3H 8C 3D 4D 5H go 4C go 8D JH KD go"
        question = go_question.read(f"lead 3 | 3S | AC 5H 8C 8D / 2D 3D JH JS / 3H 4C 4D KD | {acts}")
        told = DRILLS["go"].tell(question, go_question.mark(question, "2"))
        assert told.headline == "Right. Ada."
        assert told.sheet["why"] == "You have no cards left."

    def test_where_a_point_for_go_is_among_what_there_is_at_once_it_is_counted(self) -> None:
        question = choose_question.read(SAID_GO)
        told = DRILLS["choose"].tell(question, choose_question.mark(question, "2H"))
        assert told.causes == ["It scores 1 at once; the best card scores 2."]
        assert [(row.points, row.scores) for row in told.sheet["rows"]] == [
            (2, "thirty-one for two"),
            (1, "one for go"),
        ]
        assert DRILLS["choose"].hint(question).startswith("The 2 of hearts makes 30 and scores 1 point.")
