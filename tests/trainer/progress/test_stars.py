"""The page of all reviewed decisions, and stars: a starred decision comes back in recall as the question of a drill."""

import json
import re
from collections.abc import Iterator
from itertools import chain, product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import referee
from game.after import losses
from game.after.losses import DecisionPart
from game.after.review import DecisionKind
from game.engine.cards import parse_cards
from game.engine.play import Discard, Play
from game.engine.record import read_action
from game.engine.rules import Counted, CribFlush, Muggins, Notice, Rules
from game.engine.view import see
from game.models import JudgedDecision, JudgedGame, LossTally
from game.referee import Course
from game.strategy.review import Grade
from game.words.terms import card_name
from tests.full import few, some
from tests.game.finished import finished, reviewed
from tests.game.tables import sit
from tests.words import assert_all_marked
from trainer.drills.questions import Obstacle
from trainer.drills.registry import DRILLS
from trainer.models import Learner, Recall, Star
from trainer.people import merging
from trainer.practice import service
from trainer.progress import recall, stars, words
from trainer.views.decisions import PAGE

pytestmark = pytest.mark.django_db

SHORT = Rules(target=61)
COUNTED = Rules(target=61, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)
DECISIONS = "/decisions/"


@pytest.fixture
def learner(client: Client) -> Learner:
    """Somebody in front of the browser."""
    return sit(client)


def kept(learner: Learner, rules: Rules = SHORT, *, chance: str = "0") -> Course:
    """A finished game whose decisions are written down."""
    course = finished(learner, rules, chance)
    losses.keep(course, reviewed(course, 0.0, 0.5, 2.5, 1.2))
    return course


def of_part(part: DecisionPart, *, near_end: bool = False) -> JudgedDecision:
    """A decision of a part of the game."""
    return JudgedDecision.objects.filter(part=part.value, near_end=near_end).order_by("number")[0]


def post(client: Client, query: str = "", **fields: object) -> Any:
    return client.post(DECISIONS + query, fields)


# ------------------------------------------------------------------------------------------------- the questions


QUESTIONS = [
    SHORT,
    COUNTED,
    Rules(target=45, counting=Counted.ALL, muggins=Muggins.MISSED),
    Rules(target=31, seats=3, sides=3),
    Rules(target=31, seats=4, sides=4),
    Rules(target=31, seats=4, sides=2),
    Rules(target=31, seats=5, sides=5),
    Rules(target=31, seats=6, sides=6),
    Rules(target=61, deals=2),
    Rules(target=31, play_clock=90),
    Rules(target=31, counting=Counted.SHOW, crib_flush=CribFlush.LIKE_A_HAND),
]


@pytest.mark.parametrize(
    "rules",
    few(QUESTIONS, COUNTED, QUESTIONS[2], QUESTIONS[5]),
    ids=lambda rules: f"{rules.seats}-{rules.sides}-{rules.target}-{rules.counting}",
)
@pytest.mark.once("questions made of decisions that were read")
def test_every_decision_without_an_obstacle_is_a_question_that_can_be_read(learner: Learner, rules: Rules) -> None:
    course = kept(learner, rules)
    asked = 0
    for decision in JudgedDecision.objects.all():
        if stars.obstacle(decision, rules):
            continue
        slug, question = question_of(course, decision)
        drill = DRILLS[slug]
        assert drill.read(str(question)) == question
        assert len(str(question)) <= 300
        assert drill.mark(question, answer_of(decision)).question == question
        asked += 1
    assert bool(asked) == (rules.sides == rules.seats)


def question_of(course: Course, decision: JudgedDecision) -> tuple[str, Any]:
    """The drill and the question that a decision becomes."""
    (slug,) = (slug for slug, drill in DRILLS.items() if decision.kind in drill.asks_again)
    return slug, DRILLS[slug].of_game(stars.moment_of(course, decision))


def answer_of(decision: JudgedDecision) -> str:
    """What was done, as the drill's answer."""
    match read_action(decision.action):
        case Discard(_, cards):
            return " ".join(map(str, cards))
        case Play(_, card):
            return str(card)
        case action:
            return str(getattr(action, "points", 0))


def test_a_discard_is_asked_with_its_place_and_the_scores_where_they_matter(learner: Learner) -> None:
    course = kept(learner)
    for near_end in (False, True):
        decision = of_part(DecisionPart.DISCARD, near_end=near_end)
        state = course.log.state(decision.number)
        slug, question = question_of(course, decision)
        assert (slug, question.deals) == ("discard", state.table.dealer == 0)
        assert question.scores == (state.table.scores if near_end else ())
        assert question.target == (61 if near_end else 121)
        assert " ".join(map(str, question.hand)) == decision.held


def test_a_card_is_asked_with_what_was_played(learner: Learner) -> None:
    course = kept(learner)
    for decision in JudgedDecision.objects.filter(part="play"):
        _slug, question = question_of(course, decision)
        assert " ".join(map(str, question.view.series)) == decision.laid
        assert " ".join(map(str, question.hand)) == decision.held


def test_a_hand_that_was_counted_is_asked_again(learner: Learner) -> None:
    course = kept(learner, COUNTED)
    slug, question = question_of(course, of_part(DecisionPart.COUNT))
    assert slug == "count"
    assert str(question.starter) == of_part(DecisionPart.COUNT).laid


@pytest.mark.parametrize(
    ("rules", "kind", "near_end", "reason"),
    [
        (Rules(), "answer", False, Obstacle.KIND),
        (Rules(), "play_count", False, Obstacle.KIND),
        (Rules(seats=4, sides=2), "discard", False, Obstacle.PARTNERS),
        (Rules(seats=4, sides=2), "play", False, Obstacle.PARTNERS),
        (Rules(seats=4, sides=2, counting=Counted.SHOW), "hand", False, None),
        (Rules(seats=5, sides=5), "play", False, Obstacle.SEATS),
        (Rules(seats=5, sides=5), "discard", False, None),
        (Rules(crib_flush=CribFlush.LIKE_A_HAND), "discard", False, Obstacle.CRIB),
        (Rules(crib_flush=CribFlush.LIKE_A_HAND), "crib", False, Obstacle.CRIB),
        (Rules(crib_flush=CribFlush.LIKE_A_HAND), "hand", False, None),
        (Rules(deals=3), "discard", True, Obstacle.SCORES),
        (Rules(deals=3), "discard", False, None),
        (Rules(counting=Counted.ALL), "play", True, Obstacle.SCORES),
        (Rules(counting=Counted.ALL), "play", False, None),
        (Rules(target=61), "play", True, None),
    ],
)
def test_what_keeps_a_decision_from_coming_back(
    rules: Rules, kind: str, near_end: bool, reason: Obstacle | None
) -> None:
    assert stars.obstacle(JudgedDecision(kind=kind, near_end=near_end), rules) is reason


# ---------------------------------------------------------------------------------------------------- the star


@pytest.mark.parametrize("part", [DecisionPart.DISCARD, DecisionPart.PLAY])
def test_a_starred_decision_comes_back_in_recall(client: Client, learner: Learner, part: DecisionPart) -> None:
    course = kept(learner)
    decision = of_part(part)
    response = post(client, "?part=play&page=2", star=decision.pk)
    assert response.headers["Location"] == f"/decisions/?part=play&page=2#star-{decision.pk}"
    item = Star.objects.get(decision=decision, learner=learner).recall
    assert item.question == str(question_of(course, decision)[1])
    now = timezone.now()
    assert recall.due(learner, now) == []
    assert recall.due(learner, now + recall.RETRY_AFTER) == [item.pk]
    Recall.objects.update(due_at=now)
    sitting = service.begin(learner, recall.SETTINGS, items=[item.pk])
    assert sitting
    assert sitting.asked.text == item.question


def test_a_star_is_taken_away_again(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    for _ in range(2):
        post(client, star=decision.pk)
        assert (Star.objects.count(), Recall.objects.count()) == (1, 1)
    for _ in range(2):
        post(client, unstar=decision.pk)
        assert (Star.objects.count(), Recall.objects.count()) == (0, 0)


def test_a_question_that_was_missed_too_stays_in_recall(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    post(client, star=decision.pk)
    item = Recall.objects.get()
    recall.take_in(
        Recall(
            **{name: getattr(item, name) for name in ("learner", "drill", "pattern", "question", "card", "due_at")},
            cause="keep-hand",
        )
    )
    assert Recall.objects.get().pk == item.pk, "one question is one item"
    post(client, unstar=decision.pk)
    assert [kept.cause for kept in Recall.objects.all()] == ["keep-hand"]


def test_what_cannot_come_back_is_not_starred(client: Client, learner: Learner) -> None:
    kept(learner, Rules(target=31, seats=4, sides=2))
    decision = of_part(DecisionPart.DISCARD, near_end=True)
    page = client.get(DECISIONS).content.decode()
    assert "It cannot come back: the drills have no partners." in page
    assert f'id="star-{decision.pk}"' not in page
    assert post(client, star=decision.pk).status_code == 404
    assert not Star.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"star": "0"}, {"star": "x"}, {"star": "99999999999999999999"}, {}, {"unstar": "7"}]
)
@pytest.mark.usefixtures("learner")
def test_what_is_not_there_is_not_found(client: Client, fields: dict[str, str]) -> None:
    assert post(client, **fields).status_code == 404


def test_somebody_elses_decision_is_not_found(client: Client, learner: Learner) -> None:
    kept(learner)
    decision, other = of_part(DecisionPart.DISCARD), Client()
    sit(other)
    for stranger in (other, Client()):
        assert post(stranger, star=decision.pk).status_code == 404
        assert post(stranger, unstar=decision.pk).status_code == 404
    post(client, star=decision.pk)
    assert post(other, unstar=decision.pk).status_code == 404
    assert Star.objects.count() == 1
    assert f"decision-{decision.pk}" not in other.get(DECISIONS).content.decode()


# ---------------------------------------------------------------------------------------------------- the page


def shown(page: str) -> list[int]:
    """The decisions that a page lists."""
    return [int(number) for number in re.findall(r'id="decision-(\d+)"', page)]


def pages(client: Client, query: str = "") -> Iterator[list[int]]:
    """The decisions of every page of a list."""
    address: str | None = DECISIONS + query
    while address:
        page = client.get(address).content.decode()
        yield shown(page)
        following = re.search(r'href="([^"]+)" rel="next"', page)
        address = following[1].replace("&amp;", "&") if following else None


def test_all_decisions_are_listed_from_the_costliest_on(client: Client, learner: Learner) -> None:
    for chance in ("0", "1", "2"):
        kept(learner, chance=chance)
    found = list(pages(client))
    assert len(found) > 1
    assert {len(page) for page in found[:-1]} == {PAGE}
    assert list(chain(*found)) == [row.pk for row in losses.costliest(learner)]
    assert f"<strong>{JudgedDecision.objects.count()} decisions</strong>" in client.get(DECISIONS).text


def test_the_list_is_narrowed(client: Client, learner: Learner) -> None:
    kept(learner)
    rows = JudgedDecision.objects.all()
    both = product(["", *DecisionPart], ["", *Grade])
    for part, grade in some(both, ("", Grade.MISTAKE), (DecisionPart.DISCARD, ""), (DecisionPart.PLAY, Grade.BEST)):
        wanted = [row.pk for row in rows if part in ("", row.part) and grade in ("", row.grade)]
        assert sorted(chain(*pages(client, f"?part={part}&grade={grade}"))) == sorted(wanted), (part, grade)


def test_a_row_leads_to_its_review_and_says_all(client: Client, learner: Learner) -> None:
    course = kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    JudgedDecision.objects.filter(pk=decision.pk).update(win=0.2, grade=Grade.MISTAKE)
    page = client.get(f"{DECISIONS}?part=discard").content.decode()
    address = f"{reverse('review', args=[course.match.key, 1])}?decision={decision.number}#decision"
    assert f'href="{address}"' in page
    assert client.get(address).status_code == 200
    row = page.partition(f'id="decision-{decision.pk}"')[2].partition('<li class="tile')[0]
    assert row.count('class="card card-') == 6
    assert "Discarded the " in row
    assert "against Ada, " in row
    assert ">−20.0%" in row
    assert len(re.findall(r"[−-]\d", re.sub(r"<[^>]+>", " ", row))) == 1, "the loss is told once"
    assert f'name="star" value="{decision.pk}"' in row


@pytest.mark.parametrize("dealer", [0, 1, None])
def test_a_discard_says_whose_crib_it_was_if_that_is_known(
    client: Client, learner: Learner, dealer: int | None
) -> None:
    course = kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    assert decision.dealer == see(course.log.state(decision.number)).dealer
    JudgedDecision.objects.update(dealer=dealer)
    page = client.get(f"{DECISIONS}?part=discard").text
    sentences = {0: "The crib is yours.", 1: "The crib is Ada’s."}
    assert {known: sentence in page for known, sentence in sentences.items()} == {0: dealer == 0, 1: dealer == 1}


def row_of(client: Client, decision: JudgedDecision) -> str:
    """What the list says of a decision."""
    page = client.get(f"{DECISIONS}?part={decision.part}").text
    return page.partition(f'id="decision-{decision.pk}"')[2].partition('<li class="tile')[0]


def test_a_count_is_told_with_its_starter_and_what_was_true(client: Client, learner: Learner) -> None:
    kept(learner, COUNTED)
    decision = of_part(DecisionPart.COUNT)
    change = {"action": "1 claims 4", "best": "1 claims 6", "grade": Grade.MISTAKE, "win": 0.2}
    JudgedDecision.objects.filter(pk=decision.pk).update(**change)
    row = row_of(client, decision)
    assert ">Starter<" in row
    assert "On the table" not in row
    assert "<p>Claimed 4. " in row, "it is seen"
    words = " ".join(re.sub(r"<[^>]+>", " ", row).split())
    assert words.count("Claimed 4. The true count: 6.") == 1


@pytest.mark.parametrize(
    ("kind", "held", "laid_as"),
    [
        (DecisionKind.PLAY_COUNT, "5H JC", "On the table"),
        (DecisionKind.CRIB, "5H JC QC KC", "Starter"),
        (DecisionKind.ANSWER, "5H JC QC KC", "Starter"),
        (DecisionKind.ANSWER, "", "On the table"),
    ],
)
def test_what_lies_beside_the_cards_is_named(
    client: Client, learner: Learner, kind: DecisionKind, held: str, laid_as: str
) -> None:
    kept(learner, COUNTED)
    decision = of_part(DecisionPart.COUNT)
    JudgedDecision.objects.filter(pk=decision.pk).update(kind=kind.value, held=held, laid="4D", win=0.2)
    row = row_of(client, decision)
    assert {name: f">{name}<" in row for name in ("Starter", "On the table")} == {
        "Starter": laid_as == "Starter",
        "On the table": laid_as != "Starter",
    }


def test_what_was_as_good_as_the_best_is_outlined(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    action = read_action(decision.action)
    assert isinstance(action, Discard)
    other = [str(card) for card in parse_cards(decision.held) if card not in action.cards][:2]
    JudgedDecision.objects.filter(pk=decision.pk).update(best=f"1 discards {' '.join(other)}", grade=Grade.BEST)
    page = client.get(f"{DECISIONS}?part=discard").content.decode()
    row = page.partition(f'id="decision-{decision.pk}"')[2].partition('<li class="tile')[0]
    outlined = re.findall(r'class="card card-\w is-best" role="img" aria-label="([^"]+)"', row)
    assert sorted(outlined) == sorted(map(card_name, action.cards))
    assert "Best: discard" not in row


def test_a_card_that_was_chosen_and_is_of_the_best_is_shown_as_both(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    action = read_action(decision.action)
    assert isinstance(action, Discard)
    wrong, shared = action.cards
    other = next(card for card in parse_cards(decision.held) if card not in action.cards)
    best = f"1 discards {shared} {other}"
    JudgedDecision.objects.filter(pk=decision.pk).update(best=best, grade=Grade.MISTAKE)
    page = client.get(f"{DECISIONS}?part=discard").content.decode()
    row = page.partition(f'id="decision-{decision.pk}"')[2].partition('<li class="tile')[0]
    marked = (
        r'class="card card-\w (is-[a-z]+)" role="img" aria-label="([^"]+)".*?</span><span aria-hidden="true">(\w+)<'
    )
    assert sorted(re.findall(marked, row)) == sorted(
        (look, card_name(card), word)
        for look, card, word in (
            ("is-counted", wrong, "yours"),
            ("is-best", shared, "both"),
            ("is-best", other, "best"),
        )
    )


def in_review(decision: JudgedDecision) -> str:
    """The address of a decision in the review of its game."""
    return f"{reverse('review', args=[decision.game.match.key, decision.game.number])}?decision={decision.number}"


def test_a_star_in_the_review_leads_back_to_it(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    assert f'name="star" value="{decision.pk}"' in client.get(in_review(decision)).content.decode()
    response = post(client, star=decision.pk, review=1)
    assert response.headers["Location"] == f"{in_review(decision)}#star-{decision.pk}"
    page = client.get(in_review(decision)).content.decode()
    assert f'id="star-{decision.pk}" form="stars" name="unstar" value="{decision.pk}"' in page
    assert Recall.objects.filter(learner=learner).count() == 1


def test_with_a_script_the_star_alone_is_drawn_anew(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    for field, following, said in (("star", "unstar", "it comes back"), ("unstar", "star", "It is kept no more")):
        response = client.post(DECISIONS, {field: decision.pk}, headers={"HX-Request": "true"})
        text = response.content.decode()
        assert f'name="{following}" value="{decision.pk}"' in text
        assert said in text
        assert "<html" not in text


def test_the_review_says_what_cannot_come_back_and_stars_only_one_s_own(client: Client, learner: Learner) -> None:
    course = kept(learner, Rules(target=31, seats=4, sides=2))
    decision = JudgedDecision.objects.filter(part=DecisionPart.DISCARD)[0]
    page = client.get(in_review(decision)).content.decode()
    assert "It cannot come back: the drills have no partners." in page
    assert 'id="stars"' not in page
    referee.share(course.match, shared=True)
    course.match.refresh_from_db()
    shared = reverse("shared", args=[course.match.share])
    assert "It cannot come back" not in client.get(f"{shared}?decision={decision.number}").content.decode()


def test_a_star_that_is_there_can_be_taken_away(client: Client, learner: Learner) -> None:
    kept(learner)
    decision = of_part(DecisionPart.DISCARD)
    post(client, star=decision.pk)
    page = client.get(f"{DECISIONS}?part=discard").content.decode()
    assert f'name="unstar" value="{decision.pk}"' in page
    assert page.count('name="unstar"') == 1


def test_odd_addresses_show_the_list(client: Client, learner: Learner) -> None:
    kept(learner)
    for query in ("?page=99", "?page=x", "?part=nothing", "?grade=<b>", "?page=-1"):
        assert shown(client.get(DECISIONS + query).content.decode())


def test_an_empty_list_says_why(client: Client, learner: Learner) -> None:
    assert "Nothing here yet." in client.get(DECISIONS).content.decode()
    assert "Nothing here yet." in Client().get(DECISIONS).content.decode()
    kept(learner)
    assert "No decision matches." in client.get(DECISIONS + "?part=answer").content.decode()


def test_a_page_takes_few_queries_however_much_there_is(
    client: Client, learner: Learner, django_assert_max_num_queries: Any
) -> None:
    for chance in ("0", "1", "2"):
        kept(learner, chance=chance)
    client.get(DECISIONS)
    with django_assert_max_num_queries(6):
        client.get(DECISIONS)


# ------------------------------------------------------------------------------------------- people and accounts


def test_a_guest_who_logs_in_keeps_figures_decisions_and_stars(learner: Learner) -> None:
    account = Learner.objects.create_user("Anna", "a long enough sentence")
    same, guests = kept(account, chance="0"), kept(learner, chance="1")
    for owner, course in ((account, same), (learner, guests)):
        for decision in JudgedDecision.objects.filter(game=course.game, part="discard"):
            stars.star(owner, decision)
    starred, rows = Star.objects.count(), JudgedDecision.objects.count()
    both = losses.losses_of(account).whole + losses.losses_of(learner).whole
    merging.merge(learner, account)
    found = losses.losses_of(account)
    assert (found.games, found.judged, found.whole.decisions) == (2, 2, both.decisions)
    assert found.whole.points == pytest.approx(both.points)
    assert losses.costliest(account).count() == rows
    assert Star.objects.filter(learner=account, recall__learner=account).count() == starred


def test_a_star_on_the_same_question_follows_the_item_that_stays(learner: Learner) -> None:
    account = Learner.objects.create_user("Anna", "a long enough sentence")
    kept(account, chance="0")
    decision = of_part(DecisionPart.DISCARD)
    stars.star(account, decision)
    item = Recall.objects.get()
    mine = kept(learner, chance="1")
    other = JudgedDecision.objects.filter(game=mine.game, part="discard")[0]
    stars.star(learner, other)
    Recall.objects.filter(learner=learner).update(pattern=item.pattern)
    merging.merge(learner, account)
    stays = Recall.objects.get(learner=account, cause=Recall.STARRED)
    assert set(Star.objects.values_list("decision", "recall")) == {(decision.pk, stays.pk), (other.pk, stays.pk)}
    stars.unstar(decision)
    assert Recall.objects.filter(pk=stays.pk).exists()
    stars.unstar(other)
    assert not Recall.objects.filter(pk=stays.pk).exists()


def test_the_export_has_all_of_it_and_the_deletion_leaves_nothing(client: Client, learner: Learner) -> None:
    kept(learner)
    stars.star(learner, of_part(DecisionPart.DISCARD))
    response: Any = client.get(reverse("export"))
    read = json.loads(b"".join(response.streaming_content))
    assert [row["action"] for row in read["JudgedDecision"]] == list(
        JudgedDecision.objects.order_by("pk").values_list("action", flat=True)
    )
    assert (len(read["JudgedGame"]), len(read["Star"])) == (1, 1)
    assert sum(row["decisions"] for row in read["LossTally"]) == len(read["JudgedDecision"])
    learner.delete()
    for model in (JudgedDecision, JudgedGame, LossTally, Star, Recall):
        assert not model.objects.exists()


@pytest.mark.usefixtures("pseudo_language")
def test_every_word_is_marked_for_translation(client: Client, learner: Learner) -> None:
    for rules in (COUNTED, Rules(target=31, seats=4, sides=2), Rules(target=31, counting=Counted.ALL)):
        kept(learner, rules)
    finished(learner, SHORT, "1")
    post(client, star=of_part(DecisionPart.DISCARD).pk)
    for query in ("", "?page=2", "?part=count", "?grade=mistake", "?part=answer"):
        assert_all_marked(client.get(DECISIONS + query).content.decode())
    assert_all_marked(client.get(reverse("games")).content.decode())
    assert_all_marked(client.post(reverse("judge_games"), headers={"HX-Request": "true"}).content.decode())


@pytest.mark.usefixtures("pseudo_language")
def test_every_obstacle_has_its_sentence() -> None:
    assert_all_marked("".join(f"<p>{words.obstacle(reason)}</p>" for reason in Obstacle))


def test_the_list_says_that_a_card_and_its_count_are_graded_each(client: Client, learner: Learner) -> None:
    kept(learner)
    number = JudgedDecision.objects.count()
    assert f"<strong>{number} decisions</strong>" in client.get(DECISIONS).text
    card = of_part(DecisionPart.PLAY)
    card.pk, card.part, card.kind = None, DecisionPart.COUNT.value, "play_count"
    card.save()
    told = f"{number + 1} grades for {number} decisions: a card and its count are each graded."
    assert f"<strong>{told}</strong>" in client.get(DECISIONS).text
