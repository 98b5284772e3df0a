"""What holds for the pages of several drills: links, right and wrong answers, hints, every mode, marked words."""

import re
from enum import StrEnum
from types import ModuleType
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.trainer.drills.choose.sample import MOMENT, PLAY_OFF, SAID_GO
from tests.trainer.drills.count.sample import HAND
from tests.trainer.drills.muggins.sample import ONCE
from tests.trainer.drills.peg.sample import RUN_OF_FIVE
from tests.trainer.drills.samples import SAMPLES, SAYS
from tests.trainer.drills.sitting import Sitting
from tests.words import OPEN, assert_all_marked, bare
from trainer.drills.choose import page as choose_page
from trainer.drills.choose import question as choose_question
from trainer.drills.count.question import read
from trainer.drills.go import page as go_page
from trainer.drills.go import question as go_question
from trainer.drills.modes import Mode
from trainer.drills.muggins import question as muggins_question
from trainer.drills.peg import errors as peg_errors
from trainer.drills.peg import page as peg_page
from trainer.drills.peg import question as peg_question
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Attempt, Run
from trainer.practice.words import OneLine

pytestmark = [pytest.mark.django_db, SAYS]


LAST = "last KH JD AC | TS"
THREE = "lead 2 | 7H | AH 5C 8S 9C / 5S 6H 7D 8H / 3C 4D TD KC | 3C AH 6H 4D 9C 8H"
HEELS = "heels 1 | JH | AH 5C 7H 9C / 5S 7D 8H 8S |"
LEAD = "3 2 | KC | 5S 9D 3C 4H | 2H |  3:QD"
QUESTIONS = [
    ("peg", RUN_OF_FIVE),
    ("peg", LAST),
    ("go", THREE),
    ("go", HEELS),
    ("choose", MOMENT),
    ("choose", PLAY_OFF),
    ("choose", SAID_GO),
    ("choose", LEAD),
]
RIGHT = {"peg": {"claim": "25", "points": "5", "for": "run"}, "go": {"choice": "3"}, "choose": {"card": "QC"}}
WRONG = {"peg": {"claim": "25", "points": "3"}, "go": {"choice": "2"}, "choose": {"card": "5S"}}
ASKED = {"peg": RUN_OF_FIVE, "go": THREE, "choose": MOMENT}


def reopened(client: Client, drill: str, question: str) -> str:
    """The page of a question's link."""
    response = client.get(f"/drills/{drill}/open/?{urlencode({'q': question})}", follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(("drill", "told"), [("tap", True), ("choose", True), ("count", False)])
def test_how_keys_choose_is_told_where_cards_are_chosen(client: Client, drill: str, told: bool) -> None:
    assert ("(Tab moves, Space chooses)" in Sitting(client, drill, SAMPLES[drill].question).page()) == told


class TestPlay:
    """What holds for the drills of the play."""

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
        assert re.search(r'<span class="muted">[^<]+:</span>|<details class="prose">', page), "where it stands"

    @pytest.mark.parametrize("drill", ASKED)
    @pytest.mark.parametrize("bad", ["", "\0", "99H", "x" * 5000, "1e9", "-1", "²", "5H 6H"])
    def test_what_is_no_answer_is_told_kindly_and_not_kept(self, client: Client, drill: str, bad: str) -> None:
        fields = {"claim": bad, "points": bad, "choice": bad, "card": bad}
        page = Sitting(client, drill, ASKED[drill]).post(**fields)
        assert 'id="answer-error"' in page
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


@pytest.mark.usefixtures("pseudo_language")
@pytest.mark.parametrize(("drill", "question"), QUESTIONS)
class TestWordsOfPlay:
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
    drill: str, sorts: type[StrEnum], causes: type[StrEnum], page: ModuleType
) -> None:
    sheet = DRILLS[drill]
    assert [sort.code for sort in sheet.sorts] == list(sorts)
    assert set(sheet.skills) == set(causes) == set(page.CAUSES)
    for words in ([sort.name for sort in sheet.sorts], sheet.skills.values(), page.CAUSES.values()):
        said = [str(name) % {"taken": 0, "best": 2, "scores": "2", "win": "1%", "best_win": "2%"} for name in words]
        assert [name for name in said if bare(name) or OPEN not in name] == []


@pytest.mark.parametrize("drill", ["peg", "choose"])
def test_help_is_there(drill: str) -> None:
    assert "C says the count" in DRILLS[drill].reply(DRILLS[drill].read(ASKED[drill]), "?")


@pytest.mark.parametrize(("drill", "question"), [("itemise", HAND), ("find", f"crib {HAND}"), ("muggins", ONCE)])
class TestCounting:
    """What holds for the drills that count by parts."""

    def test_a_link_reopens_the_question(self, client: Client, drill: str, question: str) -> None:
        page = reopened(client, drill, question)
        assert page.count("4 of clubs") == 1
        assert "/open/?q=" in page
        assert not Run.objects.exists()

    def test_a_link_to_no_question_is_told_kindly(self, client: Client, drill: str, question: str) -> None:
        page = reopened(client, drill, f"{question} and more")
        assert 'id="ask"' not in page

    def test_a_hint_does_not_answer(self, client: Client, drill: str, question: str) -> None:
        page = Sitting(client, drill, question).post(hint="1")
        hint = DRILLS[drill].hint(muggins_question.read(question) if drill == "muggins" else read(question))
        assert f'class="message">{OneLine(hint).first}</' in page
        assert ("<p>One of them is marked.</p>" in page) == (drill != "itemise")
        assert not Attempt.objects.exists()

    @pytest.mark.usefixtures("pseudo_language")
    def test_every_word_is_marked(self, client: Client, drill: str, question: str) -> None:
        sitting = Sitting(client, drill, question)
        assert_all_marked(sitting.page())
        assert_all_marked(sitting.post(answer="1", claim="100", card="4C", fifteen="100"))
        assert_all_marked(sitting.post(step="claim", claim="3", card="4C", pair="2", answer="1"))
        if drill == "find":
            assert_all_marked(sitting.post(step="claim", claim="5", card=["4C", "4H"]))
            assert_all_marked(sitting.post(answer="1"))
        assert_all_marked(sitting.page())
        assert Attempt.objects.count() == 1


@pytest.mark.parametrize(
    ("drill", "question", "fields"),
    [
        ("itemise", HAND, {"answer": "1", "fifteen": "6"}),
        ("muggins", ONCE, {"answer": "1", "claim": "12"}),
        ("find", HAND, {"answer": "1"}),
    ],
)
def test_every_kind_of_run_takes_answers(client: Client, drill: str, question: str, fields: dict[str, object]) -> None:
    for number, mode in enumerate(DRILLS[drill].modes, 1):
        sitting = Sitting(client, drill, question, mode)
        page = sitting.post(**fields)
        attempt = Attempt.objects.get(run__settings=str(Settings(drill, mode)))
        assert attempt.lost > 0
        marking = DRILLS[drill].mark(DRILLS[drill].read(attempt.question), attempt.answer)
        assert DRILLS[drill].feedback(marking.question, marking).headline in page
        assert Attempt.objects.count() == number


@pytest.mark.parametrize(("drill", "question"), [("itemise", HAND), ("muggins", ONCE)])
def test_what_did_not_come_in_time_has_words(drill: str, question: str) -> None:
    sheet = DRILLS[drill]
    posed = muggins_question.read(question) if drill == "muggins" else read(question)
    marking = DRILLS[drill].mark(posed, "")
    assert "Time is up." in sheet.feedback(posed, marking).headline
    assert sheet.short(posed, marking) == "– / 15"


def test_what_else_there_is_stands_below_what_a_question_is_about(client: Client) -> None:
    page = Sitting(client, "find", SAMPLES["find"].question).page()
    assert page.index("Its points") < page.index("Found: 0") < page.index("That is all")
    page = Sitting(client, "tap", SAMPLES["tap"].question).page()
    assert page.index("There is none") < page.index("What counts?")


@pytest.mark.parametrize("drill", ["tap", "discard", "choose"])
@pytest.mark.parametrize("typed", ["zz 99", "4C"])
def test_cards_that_are_typed_wrong_stay_in_their_open_box(client: Client, drill: str, typed: str) -> None:
    page = Sitting(client, drill, SAMPLES[drill].question).post(claim=typed)
    box = re.search(r'<details class="typed" open>.*?<input id="claim"([^>]*)>', page, re.DOTALL)
    assert box
    assert f'value="{typed}" autofocus aria-invalid="true" aria-describedby="answer-error claim-help"' in box[1]
    assert (page.count("autofocus"), page.count(" checked")) == (1, 0), "no card that was not tapped is chosen"
