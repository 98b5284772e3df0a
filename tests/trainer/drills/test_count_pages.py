"""The pages of itemise, find them all and spot the muggins: asked, answered, explained; without JavaScript."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.words import assert_all_marked
from trainer.drills.count.question import read
from trainer.drills.modes import Mode
from trainer.drills.muggins import question as muggins_question
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Attempt, Run
from trainer.practice.addresses import start_url

pytestmark = pytest.mark.django_db

HAND = "4C 5S 6D JH | 4H"
ONCE = f"{HAND} : 15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 run:4C5S6D=3 pair:4C4H=2 nobs:JH=1"
NO_NOBS = f"{HAND} : 15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 2run:4C4H5S6D=8"
TRUE = f"{HAND} : 15:5SJH=2 15:4C5S6D=2 15:4H5S6D=2 2run:4C4H5S6D=8 nobs:JH=1"


class Sitting:
    """A learner before a run of one drill."""

    def __init__(self, client: Client, drill: str, question: str, mode: Mode = Mode.CALM) -> None:
        self.client = client
        self.url = start_url(Settings(drill, mode), asked=question)
        self.number = 0

    def page(self) -> str:
        """What is shown now."""
        response = self.client.get(self.url, follow=True)
        assert response.status_code == 200
        return response.content.decode()

    def post(self, **fields: object) -> str:
        """What is shown after a form was sent."""
        response = self.client.post(self.url, {"number": self.number, **fields}, follow=True)
        assert response.status_code == 200
        run = Run.objects.order_by("-pk").first()
        if run:
            self.url = f"/runs/{run.key}/"
        return response.content.decode()

    @property
    def attempt(self) -> Attempt:
        """The answer that was kept."""
        return Attempt.objects.get()


def reopened(client: Client, drill: str, question: str) -> str:
    """The page of a question's link."""
    response = client.get(f"/drills/{drill}/open/?{urlencode({'q': question})}", follow=True)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(("drill", "question"), [("itemise", HAND), ("find", f"crib {HAND}"), ("muggins", ONCE)])
class TestEvery:
    """What holds for all three."""

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
        assert DRILLS[drill].hint(muggins_question.read(question) if drill == "muggins" else read(question)) in page
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
        ("muggins", ONCE, {"answer": "right"}),
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
        assert DRILLS[drill].tell(marking.question, marking).headline in page
        assert Attempt.objects.count() == number


class TestItemise:
    """Five boxes."""

    @pytest.fixture
    def sitting(self, client: Client) -> Sitting:
        """A hand of fifteens, runs, a pair and his nob."""
        return Sitting(client, "itemise", HAND)

    def test_there_is_a_box_for_each_part(self, sitting: Sitting) -> None:
        page = sitting.page()
        for name in ("fifteen", "run", "pair", "flush", "nobs"):
            assert f'name="{name}"' in page
        assert page.count("autofocus") == 1

    def test_an_empty_box_is_nothing(self, sitting: Sitting) -> None:
        page = sitting.post(answer="1", fifteen="6", run="6", pair="2", flush="", nobs="1")
        assert "15 is right, part by part." in page
        assert sitting.attempt.answer == "fifteen=6 run=6 pair=2 nobs=1"
        assert sitting.attempt.right
        assert "Flush" not in page

    def test_wrong_parts_are_told_part_by_part(self, sitting: Sitting) -> None:
        page = sitting.post(answer="1", fifteen="4", run="3", pair="2", nobs="1")
        assert "You counted 10. The hand is worth 15." in page
        assert "2 parts are right." in page
        assert "You counted the run once." in page
        assert "You missed a fifteen." in page
        assert "a double run of three is fourteen" in page
        assert page.count('class="is-wrong"') == 2
        assert sitting.attempt.causes == "double-run-once,missed fifteen"

    def test_a_right_total_of_wrong_parts(self, sitting: Sitting) -> None:
        page = sitting.post(answer="1", fifteen="4", run="6", pair="4", nobs="1")
        assert "15 is right in all, but not in its parts." in page
        assert not sitting.attempt.right

    def test_a_double_run_with_its_pair(self, sitting: Sitting) -> None:
        page = sitting.post(answer="1", fifteen="6", run="8", nobs="1")
        assert "as right as giving them apart" in page

    @pytest.mark.parametrize("typed", ["x", "-1", "1.5", "100", "²", "99999", '"><b>'])
    def test_what_is_no_number_comes_back(self, sitting: Sitting, typed: str) -> None:
        page = sitting.post(answer="1", fifteen="6", run=typed)
        assert 'id="answer-error"' in page
        assert page.count('aria-invalid="true"') == 1
        assert page.count("autofocus") == 1
        assert 'value="6"' in page
        assert "<b>" not in page
        assert not Attempt.objects.exists()

    def test_nothing_typed_is_asked_again(self, sitting: Sitting) -> None:
        page = sitting.post(answer="1", fifteen="", run=" ")
        assert "Give the points of each part." in page
        assert not Attempt.objects.exists()

    def test_a_hand_of_nothing(self, client: Client) -> None:
        page = Sitting(client, "itemise", "2C 4S 6D 8H | KC").post(answer="1", nobs="0")
        assert "Right: there is nothing in it." in page


class TestFind:
    """Cards and a number, step by step."""

    @pytest.fixture
    def sitting(self, client: Client) -> Sitting:
        """A hand of fifteens, runs, a pair and his nob."""
        return Sitting(client, "find", HAND)

    def claim(self, sitting: Sitting, cards: str, value: str) -> str:
        """The page after a claim."""
        return sitting.post(step="claim", card=cards.split(), claim=value)

    def test_claims_are_kept_one_after_another(self, sitting: Sitting) -> None:
        assert "Yes. Fifteen: 2 points." in self.claim(sitting, "5S JH", "2")
        page = self.claim(sitting, "4C 4H 5S 6D", "8")
        assert "Yes. Double run of three: 8 points." in page
        assert "Found so far: 10 points" in page
        assert Run.objects.get().answer_steps == ["5SJH=2", "4C4H5S6D=8"]
        assert "Found so far: 10 points" in sitting.page(), "it survives a reload"
        assert not Attempt.objects.exists()

    def test_the_rest_of_a_royal_is_a_find_without_a_name(self, client: Client) -> None:
        sitting = Sitting(client, "find", "9C 9S 9D 2H | KS")
        self.claim(sitting, "9C 9S", "2")
        assert "Yes: 4 points." in self.claim(sitting, "9C 9S 9D", "6")

    @pytest.mark.parametrize(
        ("cards", "value", "sentence"),
        [
            ("4C 4H 5S 6D", "5", "That double run is worth 8 with its pair, not 5."),
            ("4C 5S 6D", "4", "Those cards are worth 5, not 4: fifteen for two, a run of three for three."),
            ("4C 4H", "6", "That pair is worth 2, not 6."),
            ("4C 5S", "2", "The 4 of clubs and the 5 of spades make 9: no fifteen, and no pair."),
            ("JH", "2", "His nob is worth 1, not 2."),
            ("4C 4H 5S", "2", "There is something in those cards, but not in all of them"),
        ],
    )
    def test_wrong_ones_are_explained_at_once(self, sitting: Sitting, cards: str, value: str, sentence: str) -> None:
        assert sentence in self.claim(sitting, cards, value)
        page = sitting.post(answer="1")
        assert sentence in page, "and again in the end"
        assert "You found 0 of 15 points." in page
        assert not sitting.attempt.right

    def test_all_of_it(self, sitting: Sitting) -> None:
        for cards, value in (("4C 4H 5S 6D", "8"), ("5S JH", "2"), ("4C 5S 6D", "2"), ("4H 5S 6D", "2"), ("JH", "1")):
            self.claim(sitting, cards, value)
        assert "All 15 points are found." in sitting.post(answer="1")
        assert sitting.attempt.right
        assert sitting.attempt.answer == "4C4H5S6D=8 5SJH=2 4C5S6D=2 4H5S6D=2 JH=1"
        assert Run.objects.get().answer_steps == []

    def test_all_of_it_with_a_slip(self, sitting: Sitting) -> None:
        self.claim(sitting, "4C 5S", "2")
        for cards, value in (("4C 4H 5S 6D", "8"), ("5S JH", "2"), ("4C 5S 6D", "2"), ("4H 5S 6D", "2"), ("JH", "1")):
            self.claim(sitting, cards, value)
        page = sitting.post(answer="1")
        assert "All 15 points are found, but not without a slip." in page
        assert "1 claim was wrong." in page
        assert not sitting.attempt.right

    def test_what_was_left_is_shown(self, sitting: Sitting) -> None:
        self.claim(sitting, "4C 4H 5S 6D", "8")
        page = sitting.post(answer="1")
        assert "You found 8 of 15 points." in page
        assert "You missed 3 fifteens. You missed one for his nob." in page
        assert "What you left" in page

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"step": "claim", "claim": "2"}, "Choose the cards of one combination first."),
            ({"step": "claim", "claim": "", "card": ["4C", "4H"]}, "Say what these cards are worth"),
            ({"step": "claim", "claim": "two", "card": ["4C", "4H"]}, "is not a count"),
            ({"step": "claim", "claim": "2", "card": ["KS"]}, "Those are not the cards on the table."),
            ({"step": "claim", "claim": "2", "card": ["x"]}, "is not a card"),
            ({"answer": "1", "card": ["4C", "4H"]}, "You have chosen cards: claim them first"),
        ],
    )
    def test_what_is_no_claim_is_told_kindly(self, sitting: Sitting, fields: dict[str, object], sentence: str) -> None:
        page = sitting.post(**fields)
        assert 'id="answer-error"' in page
        assert sentence in page
        assert page.count(" checked") == (2 if fields.get("card") == ["4C", "4H"] else 0)
        assert page.count("autofocus") == 1
        assert not Attempt.objects.exists()

    def test_a_hand_of_nothing(self, client: Client) -> None:
        sitting = Sitting(client, "find", "2C 4S 6D 8H | KC")
        assert "Right: there is nothing." in sitting.post(answer="1")
        assert sitting.attempt.answer == "-"


class TestMuggins:
    """What somebody says, and what it is."""

    def test_the_count_is_said_aloud(self, client: Client) -> None:
        page = Sitting(client, "muggins", ONCE).page()
        assert "fifteen six, a run of three is nine, a pair is eleven, and one for his nob is twelve" in page
        assert "Your opponent counts:" in page
        assert "It is really worth" in page
        assert "double run" not in page

    def test_muggins(self, client: Client) -> None:
        sitting = Sitting(client, "muggins", ONCE)
        page = sitting.post(answer="1", claim="15")
        assert "Muggins! It is worth 15, not 12." in page
        assert "The run was said once." in page
        assert "Double run of three: it is 8" in page
        assert sitting.attempt.right

    def test_an_error_slips_by(self, client: Client) -> None:
        sitting = Sitting(client, "muggins", NO_NOBS)
        page = sitting.post(answer="right")
        assert "That was not right: it is worth 15, not 14." in page
        assert "His nob was left out." in page
        assert "Left out" in page
        assert sitting.attempt.causes == "missed nobs"
        assert sitting.attempt.answer == "14"

    @pytest.mark.parametrize("fields", [{"answer": "right"}, {"answer": "1", "claim": "15"}])
    def test_a_claim_is_right(self, client: Client, fields: dict[str, object]) -> None:
        sitting = Sitting(client, "muggins", TRUE)
        page = sitting.post(**fields)
        assert "So it is: the claim of 15 is right." in page
        assert "What was said" not in page
        assert sitting.attempt.right

    def test_a_right_claim_called(self, client: Client) -> None:
        page = Sitting(client, "muggins", TRUE).post(answer="1", claim="14")
        assert "The claim of 15 was right. You said 14." in page
        assert "You missed one for his nob." in page

    def test_noticed_but_miscounted(self, client: Client) -> None:
        page = Sitting(client, "muggins", NO_NOBS).post(answer="1", claim="13")
        assert "The claim was wrong, but so is 13: it is worth 15." in page
        assert "One of these probably happened" in page

    def test_too_many(self, client: Client) -> None:
        page = Sitting(client, "muggins", "2C 2S 9D JH | KD : pair:2C2S=2 nobs:JH=1").post(answer="1", claim="2")
        assert "Well seen: it is worth 2, not 3." in page
        assert "Not there" in page

    def test_a_crib_is_the_dealers(self, client: Client) -> None:
        page = Sitting(client, "muggins", "crib 2H 6H TH KH | 4C : flush:2H6HTHKH=4").page()
        assert "The dealer counts the crib:" in page
        assert "a flush of four is four" in page

    @pytest.mark.parametrize("typed", ["", "x", "100", "²"])
    def test_what_is_no_number_is_told_kindly(self, client: Client, typed: str) -> None:
        page = Sitting(client, "muggins", ONCE).post(answer="1", claim=typed)
        assert 'id="answer-error"' in page
        assert not Attempt.objects.exists()

    def test_the_cards_and_the_claim_are_repeated_when_asked_for(self, client: Client) -> None:
        page = Sitting(client, "muggins", ONCE).post(answer="1", claim="r")
        assert "That is 12 in all." in page
        assert not Attempt.objects.exists()


@pytest.mark.parametrize(("drill", "question"), [("itemise", HAND), ("muggins", ONCE)])
def test_what_did_not_come_in_time_has_words(drill: str, question: str) -> None:
    sheet = DRILLS[drill]
    posed = muggins_question.read(question) if drill == "muggins" else read(question)
    marking = DRILLS[drill].mark(posed, "")
    assert "Time is up." in sheet.tell(posed, marking).headline
    assert sheet.short(posed, marking) == "– / 15"
