"""The table in a browser's requests: what is shown, said, refused and kept secret, in every phase."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from itertools import cycle, product
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game import referee
from game.engine.cards import PACK, Card, parse_cards, text_of
from game.engine.play import (
    Claim,
    Counting,
    Cutting,
    Dealing,
    Discard,
    Discarding,
    Go,
    Over,
    Pass,
    Pegging,
    Play,
    Shuffle,
    apply,
    earned,
    refusal,
    waited_for,
)
from game.engine.rules import STANDARD, Counted, Muggins, Notice, Rules
from game.engine.scoring import total
from game.engine.view import Phase, see
from game.models import Habits, Help, Match, Pace
from game.referee import Course, Draft, Wait
from game.strategy.bots import situation_of
from game.strategy.discards import choices
from game.strategy.levels import Level
from game.table import advice, advice_words, scene, words
from game.table.typed import GoOn, NotUnderstood, understand
from game.words import terms
from tests.full import PROOF, few
from tests.game.tables import TABLES, begin, cards_told, choose, hidden, named, play_out, played, say, sit, typed
from trainer.models import Learner

pytestmark = pytest.mark.django_db

MOST_QUERIES = 12
MOST_AT_THE_END = 16
"""Where a game ends it is added to the results and the rating, too."""

SHORT = [replace(rules, target=61 if PROOF.full and rules.seats == 2 else 31) for rules in TABLES]
"""The same tables to fewer points: every phase comes all the same."""


@pytest.fixture
def learner(client: Client) -> Learner:
    """Whoever sits before the client."""
    return sit(client)


def known(client: Client, course: Course) -> tuple[str, ...]:
    """Words in a response that look like cards by chance only, and the packs that are played and lie open."""
    *played, _in_play = (text_of(action.pack) for action in course.actions if isinstance(action, Shuffle))
    return (course.match.key, *(morsel.value for morsel in client.cookies.values()), *played)


def most_queries(after: Course) -> int:
    """How many queries an action may cost that leads there."""
    return MOST_AT_THE_END if isinstance(after.state, Over) else MOST_QUERIES


def through(client: Client, match: Match) -> Iterator[tuple[Course, Any]]:
    """A match played to its end through the pages, each step at few queries: as it stands, and what led there."""
    course = referee.load(match.key)
    response = client.get(reverse("table", args=[match.key]), headers={"HX-Request": "true"})
    while referee.waits(course) is not Wait.OVER:
        yield course, response
        text = typed(choose(course)) if referee.waits(course) is Wait.PERSON else "next"
        with CaptureQueriesContext(connection) as queries:
            response = say(client, course, text)
        assert response.status_code == 200
        after = referee.load(match.key)
        assert len(queries) <= most_queries(after), (course.number, len(queries))
        assert after.number != course.number or after.game != course.game, (text, course.state)
        course = after
    yield course, response


@pytest.mark.parametrize("words", ["%s", "discard %s", "Lay away %s", "lays  away %s", "DISCARDS %s"])
def test_a_discard_is_understood_in_either_word(learner: Learner, words: str) -> None:
    match = begin(learner, Rules())
    course = next(course for course in play_out(match) if isinstance(course.state, Discarding))
    action = choose(course)
    assert understand(words % typed(action), see(course.state, 0)) == action


@pytest.mark.parametrize(
    ("words", "cards"),
    [("7 k", "7H KS"), ("throw 7 and king", "7H KS"), ("discard 10, ace", "10C AD"), ("7h q", ""), ("7 7", "")],
)
def test_a_rank_names_the_one_card_that_has_it(learner: Learner, words: str, cards: str) -> None:
    course = next(course for course in play_out(begin(learner, Rules())) if isinstance(course.state, Discarding))
    view = replace(see(course.state, 0), hand=parse_cards("7H KS 10C AD QH QS"))
    meant = understand(words, view)
    if cards:
        assert meant == Discard(0, parse_cards(cards))
    else:
        assert isinstance(meant, NotUnderstood)


@pytest.mark.parametrize("phase", [Discarding, Pegging])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5", "Which 5? Add its suit: 5h or 5s."),
        ("queen", "Which queen? Add its suit: qh, qd or qs."),
        ("10 k", "Which 10? Add its suit: 10h or 10s."),
        ("9 k", "You hold no king."),
        ("8", "You hold no 8."),
        ("a", "You hold no ace."),
        ("1", "“1” is the ace, and you hold none."),
        ("9 9", "The 9 of clubs is there twice."),
        ("11", "“11”: no number is needed now."),
        ("what should i do", "That names no card: type one such as 5h, or ? to see what you can type."),
        ("9 x", "“x” is not a card: write a rank and a suit, such as 5H, 10C or Q♠."),
        ("a b", "“b” is not a card: write a rank and a suit, such as 5H, 10C or Q♠."),
        ("k xx", "“xx” is not a card: write a rank and a suit, such as 5H, 10C or Q♠."),
        ("8 of", "You hold no 8."),
        ("eight", "You hold no 8."),
    ],
)
def test_a_rank_that_is_not_that_of_one_card_is_told(
    learner: Learner, phase: type[Discarding | Pegging], text: str, told: str
) -> None:
    """By the same rules at the discard and in the play."""
    course = next(course for course in play_out(begin(learner, Rules())) if isinstance(course.state, phase))
    view = replace(see(course.state, 0), hand=parse_cards("5H 5S TH TS QH QD QS 9C"))
    meant = understand(text, view)
    assert isinstance(meant, NotUnderstood)
    assert words.unclear(meant, view, scene.names_of(course.seats, 0))[0] == told
    nine = understand("9", view)
    assert nine == (Play(0, Card.parse("9C")) if phase is Pegging else Discard(0, (Card.parse("9C"),)))


def test_a_card_that_is_not_held_is_named(client: Client, learner: Learner) -> None:
    course = next(course for course in play_out(begin(learner, STANDARD)) if isinstance(course.state, Discarding))
    hand = see(course.state, 0).hand
    other = next(card for card in PACK if card not in hand)
    for text in (
        f"{hand[0]} {other}",
        str(other).lower(),
        f"the {terms.card_name(other)}",
        f"{other} {hand[0]} {hand[1]}",
    ):
        assert f"The {terms.the_card(other)} is not in your hand." in said(say(client, course, text).text), text


def test_a_count_that_no_hand_makes_is_told_and_stays_in_its_box(client: Client, learner: Learner) -> None:
    course = to_own_count(learner, Pace.FAST)
    while not (isinstance(course.state, Counting) and referee.waits(course) is Wait.PERSON):
        course = played(course, Pace.FAST)
    page = say(client, course, "35").text
    assert "“35” is not a count: type a number from 0 to 29." in said(page)
    assert re.search(r'id="claim"[^>]* value="35"', page)
    assert referee.load(course.match.key).number == course.number
    shown = see(course.state, 0)
    assert shown.counting
    five = replace(shown, counting=replace(shown.counting, cards=PACK[:5]))
    assert understand("35", five) == Claim(0, 35)


def test_deal_lets_the_cards_be_dealt_and_means_nothing_else(learner: Learner) -> None:
    for course in play_out(begin(learner, Rules())):
        view = see(course.state, 0)
        assert (understand("Deal", view) == GoOn()) == (view.phase is Phase.DEALING)
        if view.phase is Phase.PEGGING:
            break


def test_saving_the_settings_keeps_a_hint_and_a_refusal_what_was_typed(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules())
    course = next(course for course in play_out(match) if isinstance(course.state, Discarding))
    url = reverse("table", args=[match.key])
    assert 'form="settings" name="hinted"' in client.post(url, {"ask": "H", "number": course.move}).text
    saved = client.post(reverse("habits", args=[match.key]), {"hinted": "1"}, follow=True)
    assert 'form="settings" name="hinted"' in saved.text
    refused = client.post(url, {"say": "throw nothing", "typed": "1", "number": course.move})
    assert 'value="throw nothing"' in refused.text


def test_what_is_asked_stands_beside_a_refusal_and_below_one_that_takes_the_whole_line(
    client: Client, learner: Learner
) -> None:
    course = next(course for course in play_out(begin(learner, Rules())) if isinstance(course.state, Discarding))
    asked = f"Discard 2 cards to {the_crib(course)}."
    told = said(say(client, course, "xyzzy", typed="1").text)
    assert told.startswith("“xyzzy” is not a card: write a rank and a suit, ")
    assert told.endswith(f"Type ? to see what you can type. {asked}")
    assert said(say(client, course, "discard", typed="1").text).count(asked) == 1
    assert asked not in said(say(client, course, "s").text), "an answer to a question stands alone"


def test_points_that_are_no_number_are_told_alone(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules(counting=Counted.ALL))
    course = next(
        course
        for course in play_out(match)
        if isinstance(course.state, Pegging) and any(isinstance(each, Play) for each in see(course.state, 0).legal)
    )
    card = next(each.card for each in see(course.state, 0).legal if isinstance(each, Play))
    assert "“xx” is not a number" in said(say(client, course, str(card), points="xx").text)


def test_a_refusal_of_cards_is_true_until_others_are_chosen(client: Client, learner: Learner) -> None:
    course = next(course for course in play_out(begin(learner, Rules())) if isinstance(course.state, Discarding))
    asked = f'data-until="Discard 2 cards to {the_crib(course)}."'
    assert asked in say(client, course, "next").text
    assert asked in say(client, course, str(see(course.state, 0).hand[0])).text
    assert "data-until" not in say(client, course, "s").text


def test_what_is_asked_stands_beside_a_refusal_of_what_was_pressed(client: Client, learner: Learner) -> None:
    rules = Rules(counting=Counted.SHOW)
    course = next(
        course
        for course in play_out(begin(learner, rules))
        if scene.looks_first(course, see(course.state, 0), Pace.NORMAL)
    )
    assert said(say(client, course, "200").text).endswith(" Count your hand.")


@pytest.mark.parametrize("words", ["pass", "Pass 6", "p 12", "stand 0"])
def test_a_claim_may_stand_whatever_number_is_left_in_the_box(learner: Learner, words: str) -> None:
    match = begin(learner, Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED))
    course = next(course for course in play_out(match) if see(course.state, 0).claim)
    assert understand(words, see(course.state, 0)) == Pass(0)


@pytest.mark.parametrize("words", ["", "next", "Continue", "ok"])
def test_the_word_on_the_button_goes_on_too(learner: Learner, words: str) -> None:
    match = begin(learner, Rules())
    course = next(course for course in play_out(match) if isinstance(course.state, Pegging))
    assert understand(words, see(course.state, 0)) == GoOn()


@pytest.mark.parametrize(("words", "meant"), [("", GoOn()), ("next", GoOn()), ("Continue", GoOn()), ("ok", Pass(0))])
def test_the_word_on_the_button_lets_no_claim_stand(learner: Learner, words: str, meant: GoOn | Pass) -> None:
    match = begin(learner, Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED))
    course = next(course for course in play_out(match) if see(course.state, 0).claim)
    assert understand(words, see(course.state, 0)) == meant


@pytest.mark.parametrize("claimed", [True, False], ids=["another's", "one's own"])
def test_a_count_that_is_not_given_is_asked_for_and_nothing_is_done(
    client: Client, learner: Learner, claimed: bool
) -> None:
    match = begin(learner, Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED))
    course = next(
        course
        for course in play_out(match)
        if see(course.state, 0).phase is Phase.COUNTING
        and 0 in waited_for(course.state)
        and bool(see(course.state, 0).claim) is claimed
    )
    for told in (said(say(client, course, "").text), said(say(client, course, "", points="").text)):
        assert told.startswith("No count is given yet. ")
        assert told.endswith("Is it more?") is claimed
    gone_on = say(client, course, "next").text
    assert "No count is given yet" not in gone_on
    assert "icon-refused" not in gone_on, "who only goes on is refused nothing"
    assert referee.load(match.key).number == course.number


def test_enter_that_leads_from_what_was_counted_last_to_ones_own_count_is_asked_for_it_alone(
    client: Client, learner: Learner
) -> None:
    """Whoever hears it is told the cards."""
    match = begin(learner, Rules(counting=Counted.SHOW))
    course = next(
        course for course in play_out(match) if isinstance(course.state, Counting) and 0 in waited_for(course.state)
    )
    page = say(client, course, "", typed="1", fresh="1").text
    assert said(page) in {"Count your hand.", "Count your crib."}
    assert "icon-refused" not in page
    view = see(course.state, 0)
    assert aloud(page) == words.asked_aloud(view, scene.names_of(course.seats, 0))
    assert view.counting
    assert all(terms.card_name(card) in aloud(page) for card in view.counting.cards)


@pytest.mark.parametrize(("box", "answers"), [("claim", False), ("call", True)])
def test_a_box_for_a_count_opens_a_pad_of_numbers(client: Client, learner: Learner, box: str, answers: bool) -> None:
    match = begin(learner, Rules(counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED))
    next(
        course
        for course in play_out(match)
        if isinstance(course.state, Counting)
        and 0 in see(course.state, 0).waited_for
        and bool(see(course.state, 0).claim) is answers
    )
    drawn = re.search(rf'<input id="{box}"[^>]*>', client.get(reverse("table", args=[match.key])).text)
    assert drawn
    assert 'inputmode="numeric"' in drawn[0], "letters are typed in the other box"


def the_crib(course: Course) -> str:
    """The crib of this deal, as the person in the first seat is told whose it is."""
    dealer = course.state.table.dealer
    return f"{scene.names_of(course.seats, 0)[dealer]}’s crib" if dealer else "your crib"


@pytest.mark.parametrize("typed", ["discard", "DISCARDS ", "lay away", "lays away"])
@pytest.mark.parametrize(("seats", "cards"), [(2, "2 cards"), (3, "1 card")])
def test_a_discard_without_cards_is_told_how_many_and_how(
    client: Client, learner: Learner, typed: str, seats: int, cards: str
) -> None:
    match = begin(learner, Rules(seats=seats, sides=seats))
    course = next(course for course in play_out(match) if isinstance(course.state, Discarding))
    answer = said(say(client, course, typed).text)
    assert f"Discard {cards} to {the_crib(course)}. Type a card as 5h, two as 5h jc." in answer


def test_a_discard_of_another_number_is_told_how_many_were_chosen(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules())
    course = next(course for course in play_out(match) if isinstance(course.state, Discarding))
    held, asked = see(course.state, 0).hand, f"Discard 2 cards to {the_crib(course)}."
    for few_chosen, told in (("", "No card is chosen yet."), (str(held[0]), "You chose 1 card.")):
        assert said(say(client, course, few_chosen).text) == f"{told} {asked}"
    hinted = say(client, course, str(held[0]), hinted="1").text
    assert "A hint" not in said(hinted)
    assert len(re.findall(r'class="card [^"]*is-advised', hinted)) == 2, "the hint that stood there stays"
    three = " ".join(map(str, held[:3]))
    assert f"You chose 3 cards. {asked}" in said(say(client, course, three).text)


@pytest.mark.once("what pages keep silent about")
@pytest.mark.parametrize("rules", few(SHORT, SHORT[1], SHORT[3]), ids=named)
def test_no_response_tells_a_card_that_lies_closed(client: Client, learner: Learner, rules: Rules) -> None:
    """Fragment, page, packs page and record, over a whole game, headers and all.

    The fragment that a move is answered with is looked at after every step; the others take turns at every second.
    What answers to questions tell is looked at with these.
    """
    match = begin(learner, rules if PROOF.full else replace(rules, target=31))
    pages = cycle(reverse(name, args=[match.key]) for name in ("table", "seals", "record"))
    for step, (course, answer) in enumerate(through(client, match)):
        for response in (answer, client.get(next(pages))) if step % 2 else (answer,):
            told = cards_told(response, *known(client, course))
            if response.status_code == 404:  # there is no record yet: the page says what it says to everybody
                assert told == cards_told(client.get("/nowhere/"))
            else:
                assert response.status_code == 200
                assert not told & hidden(course, 0), (step, course.state)


def test_the_secrecy_test_can_fail(client: Client, learner: Learner) -> None:
    """It reads what pages draw, name and write: the own hand is found in all three ways."""
    match = begin(learner, STANDARD)
    course = next(course for course in play_out(match) if isinstance(course.state, Discarding))
    assert isinstance(course.state, Discarding)
    page = client.get(reverse("table", args=[match.key]))
    assert set(course.state.holding.hands[0]) <= cards_told(page)
    assert hidden(course, 0) & set(course.state.holding.hands[1])
    assert not hidden(course, 0) & set(course.state.holding.hands[0])


@pytest.mark.parametrize(
    ("rules", "pace"),
    few(
        product(dict.fromkeys([*SHORT, *TABLES]), [Pace.NORMAL, Pace.INSTANT]),
        *((rules, Pace.INSTANT) for rules in SHORT[1:6:2]),
    ),
)
def test_an_action_costs_few_queries(client: Client, learner: Learner, rules: Rules, pace: Pace) -> None:
    """However long the game is and however much happens at once: also where a deal or the game ends.

    At a normal pace the queries are counted in the games above, too.
    """
    Habits.objects.create(learner=learner, pace=pace)
    match = begin(learner, rules, pace)
    course = referee.load(match.key)
    while referee.waits(course, pace) is not Wait.OVER:
        person = referee.waits(course, pace) is Wait.PERSON
        text = typed(choose(course)) if person else "next"
        with CaptureQueriesContext(connection) as queries:
            say(client, course, text)
        after = referee.load(match.key)
        assert len(queries) <= most_queries(after), (course.number, len(queries))
        course = after


def test_a_page_costs_as_much_late_as_early(client: Client, learner: Learner) -> None:
    """The number of queries does not grow with the game."""
    match = begin(learner, STANDARD if PROOF.full else Rules(target=61))
    costs = set()
    for _course in play_out(match):
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("table", args=[match.key]))
        costs.add(len(queries))
    assert len(costs) == 1


# ------------------------------------------------------------------------------------------------ words and keys


ASKED = [
    Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(seats=4, sides=2, target=31, counting=Counted.ALL),
    Rules(seats=3, sides=3, target=31, match_points=1),
]


@pytest.mark.once("what the table answers")
@pytest.mark.parametrize(
    "rules",
    few(ASKED, ASKED[0]),
    ids=lambda rules: f"{rules.seats}-{rules.counting}",
)
def test_every_question_is_answered_at_every_moment(client: Client, learner: Learner, rules: Rules) -> None:
    """C B F V W S T R H and ?, in upper and lower case by turns, in every phase; nothing moves, and no card is told."""
    match = begin(learner, rules)
    phases = set()
    for course in play_out(match):
        view = see(course.state, 0)
        moment = (view.phase, course.state.table.deal > 1, bool(view.waited_for), bool(view.claim))
        if moment in phases:
            continue
        phases.add(moment)
        case = str.upper if len(phases) % 2 else str.lower
        responses = {letter: say(client, course, case(letter)) for letter in "CBFVWSTRH?"}
        for response in responses.values():
            assert not cards_told(response, *known(client, course)) & hidden(course, 0), course.state
        answers = {letter: said(response.text) for letter, response in responses.items()}
        assert all(answers.values()), (answers, course.state)
        assert referee.load(match.key).actions == course.actions
        check_answers(course, answers)
    assert {phase for phase, *_ in phases} == set(Phase)


def said(html: str) -> str:
    """The sentence with which the table answers."""
    found = re.search(r'<(p|details) class="reply"[^>]*>(.*?)</\1>', html, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[2]).split()) if found else ""


def check_answers(course: Course, answers: dict[str, str]) -> None:
    """The answers say what the state says."""
    view = see(course.state, 0)
    if isinstance(course.state, Pegging):
        assert f"The count is {course.state.count}." in answers["C"]
        assert all(terms.card_name(card) in answers["V"] for card in view.series)
    if isinstance(course.state, Counting) and not course.state.done:
        assert ("being counted" in answers["C"]) == words.lies_open(view)
    if not view.waited_for and view.phase in {Phase.DEALING, Phase.COUNTING}:
        assert all("press Enter" in answers[letter].replace("Press", "press") for letter in "TRH?")
    if view.counting and not view.waited_for:
        comes = f"{scene.names_of(course.seats, 0)[view.counting.seat]}’s".replace("You’s", "Your")
        assert all(comes in answers[letter] and "next: press Enter." in answers[letter] for letter in "CTH?")
    if view.dealer is not None:
        assert ("yours" in answers["B"]) == (view.dealer == 0)
    assert ("not cut" in answers["F"]) == (view.starter is None)
    assert all(terms.card_name(card) in answers["W"] for card in view.hand)
    for score in view.scores:
        assert re.search(rf": {view.rules.told(score)}[;.]", answers["S"])


def aloud(html: str) -> str:
    """What a screen reader is told."""
    found = re.search(r'<div id="status"[^>]*>(.*?)</div>', html, re.DOTALL)
    assert found
    return unescape(found[1])


@pytest.mark.once("what the table answers")
def test_the_scores_are_told_aloud_as_a_deal_ends_and_only_then(client: Client, learner: Learner) -> None:
    ends = set()
    for course, response in through(client, begin(learner, Rules())):
        view = see(course.state, 0)
        if view.phase is Phase.DISCARDING and view.deal > 1:
            break
        scores = words.scores_told(view, scene.names_of(course.seats, 0))
        ends.add((view.phase is Phase.DEALING and view.deal > 1, scores in aloud(response.text)))
    assert ends == {(True, True), (False, False)}


def test_the_cards_dealt_are_told_once_and_read_whenever_asked(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules())
    for course, response in through(client, match):
        view = see(course.state, 0)
        if view.phase is Phase.DISCARDING:
            told = f"Your cards: {words.cards_in_words(view.hand)}."
            assert aloud(response.text).count(told) == 1
            assert all(said(say(client, course, typed).text) == told for typed in ("w", "hand", "My cards"))
            break


@pytest.mark.once("what the table answers")
def test_hands_that_are_shown_are_told(client: Client, learner: Learner) -> None:
    """Another's before the claim, the own one as it is to be counted; and why there is nothing but go."""
    match = begin(learner, Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED))
    shown = 0
    for course, response in through(client, match):
        view, last = see(course.state, 0), course.actions[-1] if course.actions else None
        if isinstance(last, Claim) and last.seat and view.claim and view.counting:
            cards = words.ranks_in_words(view.counting.cards)
            before, _bracket, _rest = aloud(response.text).partition("claims")
            assert cards in before
            shown += 1
        if view.phase is Phase.COUNTING and 0 in view.waited_for and view.claim is None:
            assert view.counting
            assert f"{words.cards_in_words(view.counting.cards)}, with the starter" in said(
                say(client, course, "t").text
            )
        if any(isinstance(action, Go) for action in view.legal):
            assert f"The count is {view.count}: no card fits, say go." in said(say(client, course, "t").text)
    assert shown, "a game to 31 is not won without a count"


@pytest.mark.once("what the table answers")
def test_what_a_claim_left_over_is_told(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules(counting=Counted.SHOW))
    for course in play_out(match):
        state = course.state
        if isinstance(state, Counting) and 0 in waited_for(state) and any(score.points == 2 for score in state.truth):
            claim = total(state.truth) - 2
            told = aloud(say(client, course, str(claim)).text)
            assert f"You claimed {claim} of {claim + 2}: 2 points left on the table. Missed: " in told
            break


NONSENSE = [
    "xyzzy",
    "5h 5h",
    "99999",
    "-1",
    "١٢",
    "cut ١٧",
    "5h ٢",
    "5h",
    "go",
    "pass",
    "<b>",
    "\x00",
    "♥",
    "12 h",
    "lay 5h",
    "5h jc 3d 4d 5d 6d 7d",
    "0",
]


@pytest.mark.once("what the table answers")
@pytest.mark.parametrize("text", few(NONSENSE, "xyzzy", "١٢", "5h", "go", "\x00", "0"))
def test_whatever_is_typed_gets_a_sentence(client: Client, learner: Learner, text: str) -> None:
    """In every phase; what is nonsense there changes nothing."""
    match = begin(learner, Rules(target=61, counting=Counted.SHOW))
    seen = set()
    for course in play_out(match):
        phase = see(course.state, 0).phase
        if phase in seen or (referee.waits(course) is not Wait.PERSON and phase is not Phase.OVER):
            continue
        seen.add(phase)
        if isinstance(course.state, Counting) and text == "0":
            continue
        response = say(client, course, text)
        after = referee.load(match.key)
        assert response.status_code == 200
        assert said(response.content.decode()) or after.number > course.number, (text, phase)
        if after.number > course.number:
            return


@pytest.mark.once("what the table answers")
def test_refusals_explain_the_rule(client: Client, learner: Learner) -> None:
    """By the cards at hand: which can be played, and what another would make."""
    match = begin(learner, STANDARD)
    could = over = False
    for course in play_out(match):
        state = course.state
        if not isinstance(state, Pegging) or referee.waits(course) is not Wait.PERSON:
            continue
        if state.can_play(0):
            could = True
            answer = said(say(client, course, "go").content.decode())
            assert "You must play if you can" in answer
            assert (
                f"makes only {state.count + next(c.value for c in state.held(0) if c.value + state.count <= 31)}"
                in answer
            )
        high = [card for card in state.held(0) if card.value + state.count > 31]
        if high:
            over = True
            answer = said(say(client, course, str(high[0])).content.decode())
            assert f"would make {state.count + high[0].value}" in answer
        if could and over and course.state.table.deal > 2:
            break
    assert could
    assert over


def test_stale_pages_and_double_clicks_do_no_harm_and_say_so(client: Client, learner: Learner) -> None:
    """The same form twice: the second time the table as it is by now, and a sentence."""
    match = begin(learner, STANDARD)
    course = next(c for c in play_out(match) if isinstance(c.state, Pegging) and referee.waits(c) is Wait.PERSON)
    text = typed(choose(course))
    say(client, course, text)
    after = referee.load(match.key)
    response = say(client, course, text)
    assert "already moved on" in said(response.content.decode())
    assert referee.load(match.key).actions == after.actions
    for nonsense in ("", "x", "-3", "9" * 30, str(after.number), f"2.{after.number}", f"1.{after.number + 1}"):
        assert "already moved on" in said(say(client, course, text, number=nonsense).content.decode())
    assert "already moved on" in said(say(client, course, "nonsense").content.decode())
    assert referee.load(match.key).actions == after.actions


_MOST_GAMES = 60
"""How many games are played until one ends as it is wanted."""


def _ends(learner: Learner) -> Iterator[tuple[Course, Course]]:
    """Yield games that a card has ended, each before that card and after it."""
    for _game in range(_MOST_GAMES):
        *_earlier, before, after = play_out(begin(learner, Rules(target=31)))
        if isinstance(before.state, Pegging):
            yield before, after
    pytest.fail("no game has ended so")


def test_a_late_press_of_a_card_does_not_go_past_what_ended_the_game(client: Client, learner: Learner) -> None:
    """Neither from the page before it nor from that which shows it."""
    before, after = next(pair for pair in _ends(learner) if see(pair[1].state, 0).hand)
    card = str(see(after.state, 0).hand[0])
    url = reverse("table", args=[after.match.key])
    shown = client.get(f"{url}?fresh").content.decode()
    assert "See the result" in shown
    assert 'class="play-card"' not in shown
    form = shown[shown.index('id="act"') :]
    fields = dict(re.findall(r'<input type="hidden" name="(number|fresh)" value="([^"]*)"', form))
    for sent in ({"number": before.move}, fields):
        page = say(client, after, card, **sent).content.decode()
        assert "See the result" in page
        assert 'id="result"' not in page
    assert 'id="result"' in client.get(url).content.decode()


def test_who_has_won_is_told_aloud_with_the_last_points(client: Client, learner: Learner) -> None:
    for _game in range(_MOST_GAMES):
        for course in play_out(begin(learner, Rules(target=31, counting=Counted.SHOW))):
            action = choose(course) if referee.waits(course) is Wait.PERSON else None
            if action and isinstance(over := apply(course.state, action), Over):
                told = say(client, course, typed(action)).text
                assert "See the result" in told
                assert aloud(told).endswith(words.headline(over, scene.names_of(course.seats, 0)))
                return
    pytest.fail("the learner has ended no game")


def test_whose_hand_comes_next_is_told_alike_to_who_asks_for_the_count_and_for_the_turn(
    client: Client, learner: Learner
) -> None:
    for course in play_out(begin(learner, Rules(target=61, counting=Counted.SHOW))):
        view = see(course.state, 0)
        if view.counting and view.waited_for and not words.lies_open(view):
            told = [said(say(client, course, ask).text) for ask in "ct"]
            assert told[0] == told[1]
            assert told[0].endswith("Press Enter to continue.")
            return
    pytest.fail("no other hand was counted")


def test_a_form_of_an_old_game_is_stale_in_the_next(client: Client, learner: Learner) -> None:
    """Though it stands at the same number there."""
    match = begin(learner, Rules(target=31, match_points=6), Pace.INSTANT)
    numbers = {}
    for course in play_out(match, Pace.INSTANT):
        if course.game.number == 1:
            numbers[course.number] = course
        elif course.number in numbers and referee.waits(course, Pace.INSTANT) is Wait.PERSON:
            response = say(client, numbers[course.number], typed(choose(course)))
            assert "already moved on" in said(response.content.decode())
            assert referee.load(match.key).actions == course.actions
            return
    pytest.fail("no number of the first game came again")


# ---------------------------------------------------------------------------------------------------------- pace


@pytest.mark.once("what a table shows of the game that was read")
@pytest.mark.parametrize("pace", few(Pace, Pace.SLOW, Pace.INSTANT))
def test_a_change_of_pace_never_stops_the_table(client: Client, learner: Learner, pace: Pace) -> None:
    """At every moment of a game there is a way on for whoever has just changed the speed."""
    match = begin(learner, Rules(target=31, counting=Counted.SHOW))
    for _course in play_out(match):
        client.post(reverse("habits", args=[match.key]), {"pace": pace})
        html = client.get(reverse("table", args=[match.key])).content.decode()
        assert 'data-wait="not"' not in html
        assert any(way in html for way in ('id="go-on"', "data-mine", 'data-wait="over"'))


@pytest.mark.once("who is waited for")
@pytest.mark.parametrize("rules", [Rules(target=61), Rules(seats=6, sides=6, target=31)], ids=named)
@pytest.mark.parametrize("pace", Pace)
def test_a_quick_table_asks_only_for_what_decides_something(learner: Learner, rules: Rules, pace: Pace) -> None:
    """Fast and instant tables cut the starter and say a forced go; instant ones wait once a deal, for a look at it."""
    match = begin(learner, rules, pace)
    quick = pace in {Pace.FAST, Pace.INSTANT}
    presses: list[type] = []
    forced = 0
    for course in play_out(match, pace):
        state = course.state
        wait = referee.waits(course, pace)
        if wait is Wait.PRESS:
            presses.append(type(state))
        if wait is Wait.PERSON and isinstance(state, Cutting | Pegging):
            forced += isinstance(state, Cutting) or not state.can_play(state.turn)
    assert bool(forced) is not quick
    match pace:
        case Pace.FAST:
            assert set(presses) == {Counting}, "hands of one’s own"
        case Pace.INSTANT:
            assert set(presses) == {Dealing}
            assert len(presses) == course.state.table.deal - 1
        case _:
            assert set(presses) == {Dealing, Counting}


# ------------------------------------------------------------------------------------------------ claims in the play


@pytest.mark.once("what the table answers")
def test_a_wrong_claim_for_a_card_is_told_with_the_truth(client: Client, learner: Learner) -> None:
    """Once it is settled: what was claimed, and what the card was worth."""
    match = begin(learner, Rules(target=61, counting=Counted.ALL, muggins=Muggins.MISSED))
    told = waits = False
    for course in play_out(match):
        if not isinstance(course.state, Pegging) or referee.waits(course) is not Wait.PERSON:
            continue
        play = choose(course, level=Level.EXPERT)
        if isinstance(play, Play):
            scores = earned(course.state, play)
            claim = total(scores) + 7
            html = say(client, course, f"{play.card} {claim}").content.decode()
            told_true = f"it was {terms.scores_aloud(scores)}." if scores else "it was worth 0."
            assert f"You claimed {claim}; {told_true}" in html
            told = True
            after = referee.load(match.key)
            if 0 not in waited_for(after.state) and referee.waits(after) is Wait.PRESS:
                assert " turn. Press Enter to continue." in aloud(html), "nothing goes on by itself"
                assert all(said(say(client, after, ask).text).endswith("Press Enter to continue.") for ask in "tr")
                waits = True
            break
    assert told
    assert waits


# ------------------------------------------------------------------------------------------- hints and warnings


def test_a_hint_says_why_on_a_desk_where_the_message_line_has_room(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules(target=31))
    found = set()
    for course in play_out(match):
        if not isinstance(course.state, Discarding | Pegging) or referee.waits(course) is not Wait.PERSON:
            continue
        shown = say(client, course, "h").text.partition('id="reply"')[2].partition("</details>")[0]
        says = "<bdi" in shown
        assert ('<p class="if-narrow">' in shown) is says, "on a phone it is folded"
        found.add(says)
    assert found == {False, True}


def test_hints_are_given_in_every_phase_and_kept(client: Client, learner: Learner) -> None:
    """Where the table waits for the person; elsewhere there is nothing to decide."""
    match = begin(learner, Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED))
    hinted = set()
    for course in play_out(match):
        view = see(course.state, 0)
        response = say(client, course, "h")
        if referee.waits(course) is Wait.PERSON:
            assert "A hint" in response.content.decode()
            assert Help.objects.filter(game=course.game, number=course.number, kind=Help.Kind.HINT).count() == 1
            hinted.add((view.phase, bool(view.claim)))
        else:
            assert "nothing to decide" in said(response.content.decode())
    assert {phase for phase, _ in hinted} >= {Phase.DISCARDING, Phase.PEGGING, Phase.COUNTING, Phase.CUTTING_FOR_DEAL}


def test_a_warning_can_be_taken_back(client: Client, learner: Learner) -> None:
    """With warnings on, a costly choice is not done until it is confirmed; it is off by default."""
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    response = say(client, course, text)
    assert re.findall(r'id="(?:take-back|anyway)"[^>]*>([^<]+)<', response.text) == ["Discard mine", "Take it back"]
    assert referee.load(course.match.key).actions == course.actions
    assert Help.objects.filter(kind=Help.Kind.WARNING, game=course.game, number=course.number).exists()
    say(client, course, text, sure="1")
    assert referee.load(course.match.key).number > course.number
    Habits.objects.update(warnings=False)
    course, text = costly(learner)
    say(client, course, text)
    assert referee.load(course.match.key).number > course.number


@pytest.mark.parametrize("typed", [{}, {"typed": "1"}])
def test_a_hint_comes_back_with_the_choice(client: Client, learner: Learner, typed: dict[str, str]) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    hinted = say(client, course, "h").text
    assert hinted.count('name="hinted"') == 3
    warned = say(client, course, text, hinted="1", **typed).text
    assert warned.count('name="hinted"') == 3, "a warning stands where the hint stood"
    back = re.search(r'href="[^"]*(\?[^"]*)"[^>]* id="take-back"', warned)
    assert back
    for again in (
        client.get(reverse("table", args=[course.match.key]) + unescape(back[1])).text,
        client.post(reverse("table", args=[course.match.key]), {"never": text, "hinted": "1"}).text,
        say(client, course, "xyzzy", hinted="1", **typed).text,
    ):
        assert again.count("is-advised") == hinted.count("is-advised") > 0


def test_a_count_that_is_no_number_is_told_to_be_none(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules(counting=Counted.SHOW))
    course = next(course for course in play_out(match) if see(course.state, 0).legal and counts(course))
    assert said(say(client, course, "abc").text).startswith("“abc” is not a number that can be used here.")


def counts(course: Course) -> bool:
    """Whether a hand or crib is to be counted."""
    return isinstance(course.state, Counting)


def test_a_warning_is_told_whole_and_stands_while_something_is_asked(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    warned = say(client, course, text).text
    told = aloud(warned)
    assert told.endswith(words.not_done())
    assert all(reason in told for reason in re.findall(r"<p>(.*?)</p>", warned[warned.index('id="reply"') :])[:2])
    assert f'form="command" name="pending" value="{text}"' in warned
    for letter in "TRH?":
        assert aloud(say(client, course, letter, pending=text).text) == told
    asked = say(client, course, "s", pending=text).text
    assert "The game is to" in said(asked)
    assert 'id="take-back"' in asked, "the choice still stands"
    assert referee.load(course.match.key).number == course.number
    for nonsense in ("", "xyzzy", "t", "go"):
        assert 'id="take-back"' not in say(client, course, "t", pending=nonsense).text


def test_a_page_loaded_again_shows_the_warning_that_stands(client: Client, learner: Learner) -> None:
    habits = Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    url = reverse("table", args=[course.match.key])
    warned = client.get(url, {"pending": text}).text
    assert f'name="pending" value="{text}"' in warned
    assert 'id="take-back"' in warned
    news = client.get(url, {"pending": text, "since": course.move}, headers={"HX-Request": "true"}).text
    assert 'id="take-back"' in news, "what others do takes no warning away"
    for other in ("", "xyzzy", "go", "s"):
        assert 'id="take-back"' not in client.get(url, {"pending": other}).text
    say(client, course, text, sure="1")
    assert 'id="take-back"' not in client.get(url, {"pending": text}).text, "it is done"
    course, text = costly(learner)
    habits.warnings = False
    habits.save()
    assert 'id="take-back"' not in client.get(reverse("table", args=[course.match.key]), {"pending": text}).text


def test_a_press_from_before_a_warning_shows_it_again(client: Client, learner: Learner) -> None:
    """The second click of a double click on a card is sent by the new form, without what was pressed."""
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    warned = say(client, course, text).text
    form = hidden_in(warned)
    assert form["pending"] == text
    again = client.post(reverse("table", args=[course.match.key]), form).text
    assert 'id="take-back"' in again
    assert said(again) == said(warned)
    assert referee.load(course.match.key).number == course.number


def hidden_in(html: str) -> dict[str, str]:
    """What the form of the hand posts besides what is pressed."""
    form = html.partition('<form id="act"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


@pytest.mark.once("what the table answers")
def test_nothing_that_is_empty_is_read_out(client: Client, learner: Learner) -> None:
    """Places for what is not there yet keep their height, but a screen reader passes over them."""
    match = begin(learner, Rules(target=31))
    for _course in play_out(match):
        html = client.get(reverse("table", args=[match.key])).content.decode()
        empty = re.findall(r"<(?:p|ul|ol)\b([^>]*)>(?:\s|</?(?:strong|span)\b[^>]*>)*</(?:p|ul|ol)>", html)
        assert [attributes for attributes in empty if "aria-hidden" not in attributes] == []


def test_one_press_ends_all_warnings_and_leaves_the_choice(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    assert f'id="never" name="never" value="{text}"' in say(client, course, text).text
    html = client.post(reverse("table", args=[course.match.key]), {"never": text, "number": course.move}).text
    assert "brings them back" in said(html)
    assert not Habits.objects.get(learner=learner).warnings
    assert referee.load(course.match.key).number == course.number
    assert all(re.search(rf'id="card-{card}"[^>]* checked', html) for card in text.split())
    say(client, course, text)
    assert referee.load(course.match.key).number > course.number


def test_warnings_turned_off_in_the_settings_leave_the_choice(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    warned = say(client, course, text, hinted="1").text
    assert all(f'form="settings" name="{name}"' in warned for name in ("pending", "hinted"))
    form = {"design": "plank", "pending": text, "hinted": "1"}
    html = client.post(reverse("habits", args=[course.match.key]), form, follow=True).text
    assert not Habits.objects.get(learner=learner).warnings
    assert 'id="take-back"' not in html
    assert all(re.search(rf'id="card-{card}"[^>]* checked', html) for card in text.split())
    assert html.count("is-advised") == 2, "the hint that stood before the warning"
    form["warnings"] = "on"
    assert 'id="take-back"' in client.post(reverse("habits", args=[course.match.key]), form, follow=True).text


def test_the_focus_goes_to_the_first_card_that_had_been_chosen(client: Client, learner: Learner) -> None:
    course, text = costly(learner)
    url, card = reverse("table", args=[course.match.key]), r'id="card-(\w+)"[^>]* data-first'
    assert re.findall(card, client.get(url).text) == [str(see(course.state, 0).hand[0])]
    chosen = text.split()[1]
    assert re.findall(card, client.get(url, {"keep": chosen}).text) == [chosen]


def test_only_cards_of_the_hand_and_counts_are_kept(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    url = reverse("table", args=[course.match.key])
    response = client.get(url, {"keep": [*text.split(), "12", "XX", "<b>"]})
    assert response.context["kept"] == [*text.split(), "12"]
    assert client.post(url, {"never": f"{text} XX", "number": course.move}).context["kept"] == text.split()


def costly(learner: Learner) -> tuple[Course, str]:
    """A deal in which the worst discard is far behind the best, and that discard as it is typed."""
    for _ in range(50):
        match = begin(learner, STANDARD)
        course = next(c for c in play_out(match) if isinstance(c.state, Discarding))
        view = see(course.state, 0)
        ranked = choices(view.hand, situation_of(view), Random(1))
        if ranked[0].value - ranked[-1].value > 2:
            return course, " ".join(map(str, ranked[-1].away))
    raise AssertionError("fifty flat hands")


ALL = Rules(counting=Counted.ALL, muggins=Muggins.MISSED, notice=Notice.CALLED)


def unclaimed(learner: Learner) -> tuple[Course, str]:
    """A game in which every player claims, and a card to play that scores, as it is typed."""
    for course in play_out(begin(learner, ALL)):
        view = see(course.state, 0)
        for action in view.legal:
            if isinstance(action, Play) and advice.is_unclaimed(view, replace(action, claim=0)):
                return course, str(action.card)
    raise AssertionError("no card scored")


def test_a_card_that_scores_is_held_back_once_where_nothing_is_claimed(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, card = unclaimed(learner)
    asked = say(client, course, card).text
    assert advice_words.claims_nothing() in said(asked)
    assert advice_words.claims_nothing() in aloud(asked)
    assert all(f'id="{name}"' in asked for name in ("points", "anyway", "take-back", "never"))
    assert referee.load(course.match.key).number == course.number
    assert Help.objects.get(game=course.game).about == f"1 plays {card} for 0"
    form = asked.partition('<form id="pad-form"')[2].partition("</form>")[0]
    assert f'name="say" value="{card}"' in form, "a number alone plays it"
    pressed = re.findall(r'<button[^>]*form="pad-form"[^>]*>', asked)[0]
    assert "name=" not in pressed, "Enter in the empty box claims nothing"
    say(client, course, card, sure="1")
    assert str(referee.load(course.match.key).log.action(course.number)) == f"1 plays {card} for 0"


@pytest.mark.parametrize("points", ["0", "2"])
@pytest.mark.parametrize("apart", [False, True])
def test_a_card_for_which_points_are_given_is_not_held_back_for_them(
    client: Client, learner: Learner, points: str, *, apart: bool
) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, card = unclaimed(learner)
    answer = say(client, course, card, points=points) if apart else say(client, course, f"{card} {points}")
    assert advice_words.claims_nothing() not in answer.text
    assert not Help.objects.filter(kind=Help.Kind.POINTS).exists()
    if not Help.objects.exists():  # a poor card is warned of
        assert str(referee.load(course.match.key).log.action(course.number)) == f"1 plays {card} for {points}"


def test_points_stand_in_their_box_while_something_is_asked(client: Client, learner: Learner) -> None:
    course, _card = unclaimed(learner)
    for sent, box, hole in ((["6", ""], "6", ""), (["", "3"], "", "3")):
        page = say(client, course, "", ask="S", points=sent).text
        assert re.search(rf'<input id="points"[^>]* value="{box}"', page)
        assert re.findall(r'type="radio" name="points" value="(.?)" checked', page) == [hole]
    late = say(client, course, "", ask="S", points=["6", ""], number="1.0").text
    assert re.search(r'<input id="points"[^>]* value=""', late), "they were of another card"


def test_a_card_with_its_points_may_stand_in_the_box_of_points(client: Client, learner: Learner) -> None:
    course, card = unclaimed(learner)
    page = client.get(reverse("table", args=[course.match.key])).text
    box = re.search(r'<input id="points"[^>]* maxlength="(\d+)"', page)
    assert box
    assert int(box[1]) >= len("10h 12")
    assert "“9x” is not a card" in said(say(client, course, "", points="9x 3").text)
    say(client, course, "", points=f"{card} 2")
    assert str(referee.load(course.match.key).log.action(course.number)) == f"1 plays {card} for 2"


def test_what_is_no_number_of_points_leaves_the_card_held_back(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, card = unclaimed(learner)
    asked = say(client, course, card, points="x", pending=card).text
    assert 'id="anyway"' in asked
    assert referee.load(course.match.key).number == course.number


def test_nobody_without_warnings_is_asked_what_a_card_scores(client: Client, learner: Learner) -> None:
    course, card = unclaimed(learner)
    say(client, course, card)
    assert referee.load(course.match.key).number > course.number


def test_the_word_alone_cuts_the_pack(client: Client, learner: Learner) -> None:
    course = next(course for course in play_out(begin(learner, STANDARD)) if waited_for(course.state) == (0,))
    say(client, course, "cut", typed="1")
    assert str(referee.load(course.match.key).log.action(course.number)).startswith("1 cuts ")


def test_an_empty_box_scolds_nobody_and_keeps_a_hint(client: Client, learner: Learner) -> None:
    course, _text = costly(learner)
    html = say(client, course, "", typed="1", hinted="1").text
    assert "#icon-refused" not in html.partition("<section")[2]
    assert "is-advised" in html


def test_an_empty_box_goes_on_from_what_was_looked_at(client: Client, learner: Learner) -> None:
    games = play_out(begin(learner, Rules(counting=Counted.SHOW)))
    course = next(course for course in games if isinstance(course.state, Counting) and waited_for(course.state) == (0,))
    asks, url = '<input id="claim"', reverse("table", args=[course.match.key])
    assert asks not in client.get(url, {"fresh": ""}).text
    assert asks in say(client, course, "", typed="1", fresh="1").text


# ------------------------------------------------------------------------------------------------------- whose


ADDRESSES = ("table", "seals", "record", "habits", "share", "rematch")


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_a_game_that_is_not_yours_is_not_found(learner: Learner, name: str, who: str) -> None:
    """For strangers and for those the site does not know, by GET and by POST."""
    match = begin(learner, STANDARD)
    other = Client()
    if who == "stranger":
        sit(other)
    url = reverse(name, args=[match.key])
    if name in {"table", "habits", "share", "rematch"}:
        assert other.post(url, {"number": 1, "say": "S"}).status_code == 404
    if name in {"table", "seals", "record"}:
        assert other.get(url).status_code == 404


def test_the_same_person_finds_the_game_on_another_device(learner: Learner) -> None:
    """It stands where it stood."""
    match = begin(learner, STANDARD)
    course = list(zip(range(12), play_out(match), strict=False))[-1][1]
    other = Client()
    sit(other, learner)
    html = other.get(reverse("table", args=[match.key])).content.decode()
    assert f'name="number" value="{course.move}"' in html


def test_htmx_is_sent_to_see_what_is_not_found(learner: Learner) -> None:
    """It shows no errors by itself."""
    match = begin(learner, STANDARD)
    response = Client().get(reverse("table", args=[match.key]), headers={"HX-Request": "true"})
    assert response.status_code == 404
    assert response.headers["HX-Redirect"] == reverse("table", args=[match.key])


def test_habits_are_kept_and_nonsense_is_not(client: Client, learner: Learner) -> None:
    """Pace, board, warnings; anything else falls back."""
    match = begin(learner, STANDARD)
    url = reverse("habits", args=[match.key])
    client.post(url, {"pace": "instant", "design": "29", "warnings": "on"})
    habits = Habits.objects.get(learner=learner)
    assert (habits.pace, habits.design, habits.warnings, habits.lift) == ("instant", "29", True, False)
    client.post(url, {"pace": "warp", "design": "\x00", "lift": "on"})
    habits.refresh_from_db()
    assert (habits.pace, habits.design, habits.warnings, habits.lift) == ("normal", "plank", False, True)


def test_a_pace_is_changed_by_one_press_and_kept_by_save(client: Client, learner: Learner) -> None:
    match = begin(learner, STANDARD)
    url = reverse("habits", args=[match.key])
    page = client.get(reverse("table", args=[match.key])).text
    assert re.findall(r'<button [^>]*name="pace" value="(\w+)" aria-pressed="true"', page) == ["normal"]
    assert re.findall(r'<input type="hidden" name="pace" value="(\w+)">', page) == ["normal"]
    for sent, kept in ((["normal", "fast"], "fast"), (["fast"], "fast")):
        client.post(url, {"pace": sent})
        assert Habits.objects.get(learner=learner).pace == kept
    number = referee.load(match.key).number
    page = client.post(url, {"pace": ["fast", "instant"]}, headers={"HX-Request": "true"}).text
    assert page.lstrip().startswith('<form id="settings"')
    assert re.findall(r'<button [^>]*value="(\w+)" aria-pressed="true"', page) == ["instant"]
    assert referee.load(match.key).number == number


def test_a_rematch_is_a_new_game_by_the_same_rules_against_the_same_bots(client: Client, learner: Learner) -> None:
    rules = Rules(seats=3, sides=3, target=31)
    match = begin(learner, rules, level=Level.EXPERT)
    response = client.post(reverse("rematch", args=[match.key]))
    new = Match.objects.exclude(pk=match.pk).get()
    assert response.headers["Location"] == reverse("table", args=[new.key])
    course = referee.load(new.key)
    assert (course.rules, course.levels) == (rules, {1: Level.EXPERT, 2: Level.EXPERT})
    assert course.seat_of(learner) == 0


def test_a_warning_raises_its_cards_a_hint_marks_them_and_both_keep_the_hand(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, warnings=True)
    course, text = costly(learner)
    hand = {str(card) for card in see(course.state, 0).hand}
    warned, hinted = say(client, course, text).text, say(client, course, "h").text
    for html, raised, marked in ((warned, 2, 2), (hinted, 0, 2)):
        assert set(re.findall(r'data-card="(\w+)"', html)) == hand
        assert len(re.findall(r'class="[^"]*is-raised', html)) == raised
        assert len(re.findall(r'class="card [^"]*is-advised', html)) == marked
    assert {card for card in text.split() if f'data-card="{card}" class="is-raised"' in warned} == set(text.split())
    assert 'name="sure"' not in hinted


@pytest.mark.once("what pages are made of")
def test_pages_carry_no_inline_script_or_style(client: Client, learner: Learner) -> None:
    """The content security policy would silence them."""
    match = begin(learner, Rules(target=31, counting=Counted.ALL))
    for course in play_out(match):
        html = client.get(reverse("table", args=[match.key])).content.decode()
        assert not re.search(r"\son\w+=|<style|\sstyle=|<script(?![^>]*\ssrc=)", html)
        assert "style-src" not in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
        if isinstance(course.state, Over):
            assert "Review game" in html


@pytest.mark.once("what a page shows of a game that was read")
def test_the_card_or_count_that_ends_a_game_is_seen_before_its_end(client: Client, learner: Learner) -> None:
    match = begin(learner, Rules(target=31))
    url = reverse("table", args=[match.key])
    *_steps, (course, answer) = through(client, match)
    assert isinstance(course.state, Over)
    before, _over = course.log.around(course.number - 1)
    seen = 'id="total"' if isinstance(before, Counting) else '<span id="made"'
    hinted = say(client, course, "H", fresh="1").text
    assert "There is nothing to decide now" in hinted
    for html in (answer.text, hinted, client.get(url, {"fresh": ""}).text):
        assert seen in html
        assert 'id="go-on"' in html
        assert 'id="result"' not in html
        assert "The last points of the game</title>" in html
        assert re.search(r' id="lead"[^>]*>(You win|Ada wins)', html)
        assert not re.search(r"wins? the game", html), "the log does not tell the result before it is shown"
    assert 'id="result"' in client.get(url).text
    Habits.objects.update_or_create(learner=learner, defaults={"pace": Pace.INSTANT})
    assert 'id="result"' in client.get(url, {"fresh": ""}).text
    Habits.objects.update(pace=Pace.SLOW, met=[])
    html = client.get(url, {"fresh": ""}).text
    assert 'id="go-on"' in html
    assert 'id="note"' not in html, "a game that is over explains nothing"


def test_without_htmx_an_action_leads_back_to_the_table(client: Client, learner: Learner) -> None:
    """So that a reload does not send it again."""
    match = begin(learner, STANDARD)
    course = referee.load(match.key)
    url = reverse("table", args=[match.key])
    assert client.post(url, {"number": course.move, "say": "7"}).status_code == 302
    assert client.post(url, {"number": course.move, "say": "S"}).status_code == 200


# ------------------------------------------------------------------------------------------ a look before counting


SHOW = Rules(counting=Counted.SHOW, muggins=Muggins.MISSED)


def to_own_count(learner: Learner, pace: Pace) -> Course:
    """A table where the learner's next word or card leads to their own count."""
    course = referee.load(begin(learner, SHOW, pace).key)
    while True:
        draft = Draft(course)
        draft.take(choose(course)) if referee.waits(course, pace) is Wait.PERSON else draft.step()
        draft.go_on(pace)
        if scene.looks_first(course, see(draft.state, 0), Pace.NORMAL):
            return course
        played(course, pace)
        course = referee.load(course.match.key)


@pytest.mark.once("what the table answers")
@pytest.mark.parametrize("pace", [Pace.NORMAL, Pace.FAST, Pace.INSTANT])
def test_what_was_counted_is_looked_at_before_the_own_count(client: Client, learner: Learner, pace: Pace) -> None:
    Habits.objects.create(learner=learner, pace=pace)
    course = to_own_count(learner, pace)
    person = referee.waits(course, pace) is Wait.PERSON
    page = say(client, course, typed(choose(course)) if person else "next").content.decode()
    course = referee.load(course.match.key)
    assert referee.waits(course, pace) is Wait.PERSON
    assert ('id="claim"' not in page) == (pace is not Pace.INSTANT)
    if pace is not Pace.INSTANT:
        assert "Count your hand" in page or "Count your crib" in page
        page = say(client, course, "next").content.decode()
    assert 'id="claim"' in page
    say(client, course, "0")
    assert referee.load(course.match.key).number > course.number


@pytest.mark.once("what the table answers")
def test_a_count_that_is_sent_again_does_not_fill_the_box_of_the_next_hand(client: Client, learner: Learner) -> None:
    Habits.objects.create(learner=learner, pace=Pace.INSTANT)
    course = referee.load(begin(learner, SHOW, Pace.INSTANT).key)
    while True:
        state = course.state
        if isinstance(state, Counting) and state.table.dealer == state.owner == 0 and not state.is_crib:
            break
        course = played(course, Pace.INSTANT)
    worth = str(total(state.truth))
    say(client, course, worth)
    page = say(client, course, worth).text
    assert 'id="claim"' in page
    assert f'value="{worth}"' not in page.partition('id="claim"')[2][:200]


@pytest.mark.once("what the table answers")
@pytest.mark.parametrize("pace", Pace)
def test_a_wrong_count_stays_until_its_player_goes_on(client: Client, learner: Learner, pace: Pace) -> None:
    """Whatever follows: another hand, one's own crib, the next deal."""
    Habits.objects.create(learner=learner, pace=pace)
    course, followed = referee.load(begin(learner, SHOW, pace).key), set[bool]()
    while referee.waits(course, pace) is not Wait.OVER and len(followed) < 2:
        if not (isinstance(course.state, Counting) and referee.waits(course, pace) is Wait.PERSON):
            course = played(course, pace)
            continue
        followed.add(course.state.is_crib)
        title = "Your crib" if course.state.is_crib else "Your hand"
        worth = total(course.state.truth)
        page = say(client, course, str(worth - 1 if worth else 1)).text
        course = referee.load(course.match.key)
        assert isinstance(course.state, Over) or ('id="go-on"' in page and title in page.partition('id="deal"')[2][:60])
        assert 'id="by-itself"' not in page
    assert followed == {True, False}


def test_without_htmx_the_look_has_an_address_of_its_own(client: Client, learner: Learner) -> None:
    course = to_own_count(learner, Pace.NORMAL)
    url = reverse("table", args=[course.match.key])
    person = referee.waits(course) is Wait.PERSON
    response = client.post(url, {"number": course.move, "say": typed(choose(course)) if person else "next"})
    assert response["Location"] == f"{url}?fresh"
    assert 'id="claim"' not in client.get(response["Location"]).content.decode()
    assert 'id="claim"' in client.get(url).content.decode()


def _before_anothers_card(match: Match) -> tuple[Course, Play]:
    """Return a moment before another's card, and a card of the reader's that can be played after it."""
    course = referee.load(match.key)
    while True:
        if isinstance(course.state, Pegging) and 0 not in waited_for(course.state):
            after = Draft(course)
            after.step()
            if isinstance(after.state, Pegging) and 0 in waited_for(after.state):
                plays = [Play(0, card) for card in see(course.state, 0).hand]
                for play in plays:
                    if refusal(after.state, play) is None:
                        return course, play
        course = played(course)


def test_a_card_pressed_before_another_has_played_lets_them_play_and_stays_in_the_hand(
    client: Client, learner: Learner
) -> None:
    match = begin(learner, Rules(target=31))
    course, play = _before_anothers_card(match)
    page = say(client, course, str(play.card)).text
    assert "It is not your turn" not in page
    after = referee.load(match.key)
    assert [action.seat for action in after.log.actions(course.number)] == [1]
    assert play.card in see(after.state, 0).hand


def test_the_holes_to_tap_are_named_for_what_is_counted() -> None:
    called = render_to_string("game/table/_call.html", {"pad": range(3)})
    own = render_to_string("game/table/_pad.html", {"pad": range(3), "form": "pad-form", "name": "say"})
    assert re.findall(r'aria-label="([^"]+)"', called + own) == ["The true count", "Your count"]
