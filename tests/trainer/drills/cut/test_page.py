"""The page of "The cut changes it": one starter after another, the rank in the end, and what is told of each."""

import re
from collections.abc import Iterator

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import Client

from game.engine.cards import parse_cards
from game.words import terms
from tests.trainer.drills.samples import HTMX, SAMPLES, SAYS, answer, asked, modes, of_mode
from trainer.drills.base import NotAnAnswer, PartialAnswer, Sheet
from trainer.drills.cut.page import CUT
from trainer.drills.cut.question import MIX, mark, read
from trainer.drills.modes import Mode
from trainer.drills.registry import DRILLS
from trainer.models import Attempt, Run
from trainer.practice import addresses

pytestmark = SAYS

FULL = "4C 5S 6D JH | 4H KC 5C 2D 9S"
TRUTHS = ("15", "9", "16", "7", "9")
RIGHT = (*({"claim": truth, "answer": "1"} for truth in TRUTHS), {"choice": "5", "answer": "1"})

SENT = pytest.mark.parametrize("sent", [{}, {"headers": HTMX}], ids=["plain", "htmx"])


def at(place: int, question: str = FULL, **fields: str) -> PartialAnswer | str:
    """What comes of a form that is sent when so many starters are counted."""
    post = QueryDict(mutable=True)
    post.update(fields)
    return CUT.answer(read(question), post, list(TRUTHS[:place]))


def told(answer: str, question: str = FULL) -> str:
    """Everything that is said of an answer."""
    feedback = CUT.feedback(read(question), mark(read(question), answer))
    return " ".join(filter(None, (feedback.headline, feedback.detail, *feedback.causes, feedback.spoken)))


def test_the_drill_is_offered() -> None:
    assert DRILLS["cut"] is CUT
    assert {sort.code: sort.share for sort in CUT.sorts} == MIX
    assert modes("cut") == (Mode.CALM, Mode.SPRINT, Mode.STREAK)


# ------------------------------------------------------------------------------------------------------------ answers


def test_a_count_leads_to_the_next_starter_and_the_rank_to_the_end() -> None:
    assert at(0, claim=" 015 ") == PartialAnswer(["15"], "")
    assert at(4, claim="0") == PartialAnswer([*TRUTHS[:4], "0"], "")
    assert at(5, choice="5") == "15 9 16 7 9 5"


@pytest.mark.parametrize("typed", ["", "x", "-1", "30", "1.5", "٣", "9" * 50])
def test_what_is_no_count_says_so_and_is_put_back(typed: str) -> None:
    with pytest.raises(NotAnAnswer) as refused:
        at(0, claim=typed)
    assert refused.value.typed == typed
    assert (
        "type a number from 0 to 29" if typed else "a whole number, 0 if there is nothing"
    ) in refused.value.sentence


@pytest.mark.parametrize("rank", ["", "1", "X", "jack"])
def test_a_rank_has_to_be_chosen(rank: str) -> None:
    with pytest.raises(NotAnAnswer, match="Choose a rank first"):
        at(5, choice=rank)


def test_a_rank_that_is_all_in_the_hand_is_not_offered() -> None:
    question = read("9C 9D 9H 9S | 2C 3C 4C 6C 8D")
    offered = [code for code, *_ in CUT.ask(question, ["12"] * 5)["ranks"]]
    assert len(offered) == 12
    assert "9" not in offered


def test_a_form_that_was_sent_twice_counts_once() -> None:
    again = at(1, claim="15", counted="0")
    assert isinstance(again, PartialAnswer)
    assert again.found == ["15"]
    assert again.message
    assert at(1, claim="9", counted="1") == PartialAnswer(["15", "9"], "")


# -------------------------------------------------------------------------------------------------------------- words


def test_what_is_heard_goes_on_with_each_starter() -> None:
    question = read(FULL)
    assert CUT.aloud(question, []).endswith("The starter is the 4 of hearts.")
    assert CUT.aloud(question, ["11"]) == (
        "You said 11. It is 15. The 4 of hearts adds 8 points: a fifteen, a run of three, a pair, his nob. "
        "Starter 2 of 5: the king of clubs."
    )
    assert CUT.aloud(question, list(TRUTHS)).startswith("9 is right. The 9 of spades adds 2 points: a fifteen. Now")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2H 6D 9S KD | QC", "The queen of clubs adds nothing."),
        ("9C 9D QH KS | 9H", "The 9 of hearts adds 4 points: a third of a kind."),
        ("9C 9D 9S KS | 9H", "The 9 of hearts adds 6 points: a fourth of a kind."),
        ("4C 5S 6D JH | 7C", "The 7 of clubs adds 1 point: a run that grows to four."),
        ("4C 5S 6D 6H | 7C", "The 7 of clubs adds 2 points: 2 runs that grow to four."),
        ("8C 8D 9H 9S | TC", "The 10 of clubs adds 12 points: 4 runs of three."),
        ("2H 6H 9H KH | QH", "The queen of hearts adds 1 point: a fifth card of the flush."),
    ],
)
def test_what_a_starter_adds_in_words(text: str, said: str) -> None:
    others = [card for card in ("AC", "3C", "3D", "7D", "8S", "5D") if card not in text][:4]
    question = read(f"{text} {' '.join(others)}")
    assert said in CUT.aloud(question, ["0"])


def test_questions_typed_are_answered_for_the_starter_that_lies_there() -> None:
    question = read(FULL)
    assert CUT.reply(question, "F", []) == "The starter is the 4 of hearts."
    assert CUT.reply(question, "f", ["15"]) == "The starter is the king of clubs."
    assert CUT.reply(question, "F", TRUTHS) == "The starter is the 9 of spades."
    assert all(CUT.reply(question, typed, ["15"]) for typed in "cRb?")
    assert CUT.reply(question, "12", []) == ""


def test_a_hint_says_what_is_there_in_any_case() -> None:
    assert CUT.hint(read(FULL)).startswith("The four cards alone score 7.")


@pytest.mark.parametrize(
    ("answer", "short", "said"),
    [
        ("15 9 16 7 9 5", "6 / 6", "All six answers are right."),
        ("15 9 16 7 9 K", "5 / 6", "One is wrong: the rank. The 5 helps most"),
        ("15 9 16 7 9 K", "5 / 6", "You chose the king, which adds 2 points."),
        ("15 9 16 7 9 2", "5 / 6", "You chose the 2, which adds nothing."),
        ("11 9 16 7 9 5", "5 / 6", "One count is wrong. 4 of hearts: 15, not 11"),
        ("11 8 16 7 9 5", "4 / 6", "2 of 6 answers are wrong. With the 4 of hearts:"),
        ("11 9 16 7 9 5", "5 / 6", "With the 4 of hearts: You missed 2 fifteens. Or: "),
        ("0 0 0 0 9 5", "2 / 6", "4 of 6 answers are wrong."),
        ("0 0 0 0 0 A", "0 / 6", "None of the six answers is right."),
        ("", "0 / 6", "Time is up. The 5 helps most"),
        ("0 0 0 0 0 A", "0 / 6", "The counts: 15, 9, 16, 7, 9."),
    ],
)
def test_what_is_told_of_an_answer(answer: str, short: str, said: str) -> None:
    assert said in told(answer)
    assert CUT.short(read(FULL), mark(read(FULL), answer)) == short


def drawn(sheet: Sheet) -> str:
    """The five starters as they lie on the felt."""
    return render_to_string("trainer/drills/cut.html#turned", {"sheet": sheet})


def test_without_an_answer_in_time_the_starters_have_counts_and_no_verdicts() -> None:
    question = read(FULL)
    sheet = CUT.feedback(question, mark(question, "")).sheet
    assert [(row["right"], row["points"]) for row in sheet["rows"]] == [(None, int(truth)) for truth in TRUTHS]
    assert "#sign-" not in drawn(sheet)


def test_the_miscounted_starter_is_marked_on_the_felt() -> None:
    question = read(FULL)
    rows = drawn(CUT.feedback(question, mark(question, "15 9 11 7 9 5")).sheet).split("</li>")
    assert ["<s>11</s> 16" in row and "You said 11. It is 16." in row for row in rows[:5]] == [
        False,
        False,
        True,
        False,
        False,
    ]
    assert ["#sign-right" in row for row in rows[:5]] == [True, True, False, True, True]
    assert not any("pile-by made" in row for row in rows[:5]), "gold is for what was right"


def test_the_felt_shows_how_many_starters_are_counted_and_how_many_are_to_come() -> None:
    sheet = CUT.ask(read(FULL), ["15", "8"])
    assert sheet["place"] == "Starter 3 of 5"
    felt = drawn(sheet)
    assert (felt.count("#sign-right"), felt.count("<s>")) == (1, 1)
    assert (felt.count("pile-by made"), felt.count("card-back")) == (1, 2)


def test_several_best_starters_are_all_named() -> None:
    assert "These help most, by 4 points: 6, 9." in told("0 0 0 0 0 A", "2C 6D 9S KH | 2D 9C 4C QC 8D")


def test_every_rank_is_listed_with_what_it_adds() -> None:
    sheet = CUT.feedback(read(FULL), mark(read(FULL), "15 9 16 7 9 5")).sheet
    assert sheet["helps"][0] == {"points": 9, "ranks": "5", "cards": 3}
    assert sum(row["cards"] for row in sheet["helps"]) == 48
    assert sheet["average"].endswith("the hand is worth 9.94.")
    assert sheet["sum"] == "7 alone + 9 more = 16"


# --------------------------------------------------------------------------------------------------------------- page


def unseen(text: str) -> Iterator[tuple[str, str]]:
    """Each starter of a question as a page could give it away: by its text, and by its name."""
    for card in parse_cards(text.partition("|")[2]):
        yield str(card), terms.card_name(card)


@pytest.mark.django_db
@SENT
def test_no_starter_is_on_the_page_before_its_turn(client: Client, sent: dict[str, dict[str, str]]) -> None:
    key = addresses.start_url(of_mode("cut", Mode.CALM))
    question = addresses.about_to_begin(key.split("/")[2]).asked.question
    truths = [{"claim": str(truth), "answer": "1"} for truth in question.truths]
    address, page = key, client.get(key)
    for place, post in enumerate(truths):
        shown = page.text + str(page.headers)
        assert terms.card_name(question.starters[place]) in page.text
        for text, name in list(unseen(str(question)))[place + 1 :]:
            assert name not in shown
            assert not re.search(rf"\b{text}\b", shown)
        address, page = answer(client, address, [post], **sent)
        page = page if page.status_code == 200 else client.get(address)
    assert 'name="choice"' in page.text
    address, page = answer(client, address, [{"choice": "A"}], **sent)
    page = page if page.status_code == 200 else client.get(address)
    assert all(name in page.text for _text, name in unseen(str(question)))
    assert "Link to this question" in page.text


@pytest.mark.django_db
@SENT
def test_all_right(client: Client, sent: dict[str, dict[str, str]]) -> None:
    address, page = answer(client, asked(FULL, drill="cut"), RIGHT, **sent)
    page = page if sent else client.get(address)
    assert "All six answers are right" in page.text
    attempt = Attempt.objects.get()
    assert (attempt.right, attempt.answer, attempt.lost, attempt.causes) == (True, "15 9 16 7 9 5", 0, "")


@pytest.mark.django_db
@SENT
def test_a_wrong_count_is_told_at_once_with_its_items(client: Client, sent: dict[str, dict[str, str]]) -> None:
    address, page = answer(client, asked(FULL, drill="cut"), [{"claim": "11", "counted": "0"}], **sent)
    page = page if sent else client.get(address)
    assert "You said 11. It is 15." in page.text
    assert "The 4 of hearts adds 8 points" in page.text
    assert "a double run of three is fourteen" in page.text
    assert "Starter 2 of 5" in page.text
    assert re.findall(r"<h(\d)", page.text) == ["1", "2", "3"], "the hand, what stands beside it, what counts"
    assert not Attempt.objects.exists()
    _address, page = answer(client, address, RIGHT[1:], headers=HTMX)
    assert page.text.index("What probably happened") < page.text.index('class="lines"')
    assert Attempt.objects.get().causes.startswith("missed fifteen:2")


@pytest.mark.django_db
@SENT
def test_bad_input_keeps_what_was_typed_and_the_starter(client: Client, sent: dict[str, dict[str, str]]) -> None:
    address, _page = answer(client, asked(FULL, drill="cut"), RIGHT[:1], **sent)
    _address, page = answer(client, address, [{"claim": "dozens"}], **sent)
    assert 'value="dozens"' in page.text
    assert "type a number from 0 to 29" in page.text
    assert "king of clubs" in page.text
    assert Run.objects.get().answer_steps == ["15"]


@pytest.mark.django_db
def test_what_is_typed_as_a_question_is_answered_for_the_starter_that_lies_there(client: Client) -> None:
    address, _page = answer(client, asked(FULL, drill="cut"), RIGHT[:2], headers=HTMX)
    _address, page = answer(client, address, [{"claim": "F"}], headers=HTMX)
    assert "The starter is the 5 of clubs." in page.text


@pytest.mark.django_db
def test_focus_goes_to_the_box_and_then_to_the_ranks(client: Client) -> None:
    address = asked(FULL, drill="cut")
    for post in RIGHT:
        page = client.get(address)
        assert page.text.count(" autofocus") == 1
        field = re.search(r'<(?:input|div) [^>]*id="([\w-]+)"[^>]* autofocus', page.text)
        assert field
        assert field[1] == ("ranks" if "choice" in post else "claim")
        address, page = answer(client, address, [post], headers=HTMX)
        assert page.text.count(" autofocus") == 1


@pytest.mark.django_db
@pytest.mark.parametrize("mode", [Mode.SPRINT, Mode.STREAK])
def test_a_miss_costs_what_it_costs_in_the_mode(client: Client, mode: Mode) -> None:
    address = addresses.start_url(of_mode("cut", mode), asked=FULL)
    address, page = answer(client, address, [*RIGHT[:5], {"choice": "K"}], headers=HTMX)
    run = Run.objects.get()
    assert (run.number, run.right) == (1, 0)
    if mode is Mode.STREAK:
        assert run.ended_at
    else:
        assert "One is wrong: the rank." in page.text
        assert run.asked != FULL
        assert run.answer_steps == []


@pytest.mark.django_db
def test_the_starter_that_was_missed_lies_beside_the_hand(client: Client) -> None:
    address, _ = answer(client, asked(SAMPLES["cut"].question, drill="cut"), SAMPLES["cut"].wrong)
    page = client.get(address).text
    assert '<div class="starter"><span class="card card-H is-counted" role="img" aria-label="4 of hearts">' in page
    assert "<details>\n    <summary>What every starter adds</summary>" in page


@pytest.mark.django_db
def test_why_a_count_is_wrong_stands_before_its_items_and_once(client: Client) -> None:
    address, _ = answer(client, asked(SAMPLES["cut"].question, drill="cut"), SAMPLES["cut"].wrong)
    page = client.get(address).text
    assert page.index("4 of hearts: 15, not 11") < page.index("You missed 2 fifteens.") < page.index("fifteen two")
    assert page.count("You missed 2 fifteens.") == 1
    assert page.count("What probably happened") == 1


@pytest.mark.django_db
def test_what_the_likeliest_guess_missed_is_marked_in_the_count(client: Client) -> None:
    address, _ = answer(client, asked(SAMPLES["cut"].question, drill="cut"), SAMPLES["cut"].wrong)
    page = client.get(address).text
    assert "What probably happened" in page
    assert page.count('<span class="chip">missed?</span>') == page.count('"line is-missed"') == 2
    assert page.count("</span> You missed 2 fifteens.</p>") == 1, "the guess that is marked is not folded"
    assert '<span class="chip">missed</span>' not in page, "of two causes each is only guessed"


@pytest.mark.django_db
def test_of_two_of_which_one_was_missed_both_are_marked_and_told_in_one_sentence(client: Client) -> None:
    question = "3D 7C 8H KS | 8S 2D 4C 5H 6H"
    wrong = ({"claim": "4"}, *SAMPLES["cut"].wrong[1:])
    address, _ = answer(client, asked(question, drill="cut"), wrong)
    page = client.get(address).text
    assert "</span> You missed a fifteen or a pair.</p>" in page
    assert page.count('<span class="chip">missed?</span>') == 2
