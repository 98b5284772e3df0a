"""The words of the game that the table explains to whoever meets them for the first time."""

import re
from dataclasses import replace
from importlib import import_module
from random import Random

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import fairness, referee
from game.engine.cards import PACK
from game.engine.play import Counting, Discarding, Pegged, Pegging, Play, earned
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.engine.scoring import THIRTY_ONE, Kind, Score
from game.engine.view import see
from game.models import Habits, Match, Pace, Result
from game.referee import Course, Wait
from game.table import notes, scene
from tests.game.tables import begin, choose, play_out, played, say, sit, typed
from trainer import glossary
from trainer.models import Learner

pytestmark = [pytest.mark.django_db, pytest.mark.once("what follows from a game that was loaded")]

TURNS = ("Your turn.", "You lead: play any card.", "Say go.")
"""What the reader is asked in the play, beside a word that is explained."""
CALLED = Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED)


@pytest.fixture
def learner(client: Client) -> Learner:
    """Return whoever sits before the client, with settings as after their first choice of a game."""
    learner = sit(client)
    Habits.objects.create(learner=learner)
    return learner


def to_discard(match: Match) -> Course:
    """Return the course of a match as soon as the first cards are to be discarded."""
    course = referee.load(match.key)
    while not (isinstance(course.state, Discarding) and referee.waits(course) is Wait.PERSON):
        course = played(course)
    return course


FORMS = ("act", "command", "call-form", "cut-form")
"""The forms of the table by which somebody acts, those of the rarest moments last."""


def hidden_inputs(page: str, form: str) -> dict[str, str]:
    """Return what a form of a page posts besides what is pressed or typed, without the number that `say` posts."""
    inside = page.partition(f'<form id="{form}"')[2].partition("</form>")[0]
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside)
    found += re.findall(rf'<input type="hidden" form="{form}" name="(\w+)" value="([^"]*)"', page)
    return {name: value for name, value in found if name != "number"}


def test_a_word_is_explained_until_the_reader_has_acted(client: Client, learner: Learner) -> None:
    course = to_discard(begin(learner, Rules()))
    url = reverse("table", args=[course.match.key])
    page = client.get(url).text
    word = '<button type="button" class="to-word" popovertarget="word-crib">crib</button></span>'
    assert f"{word} is the dealer’s extra hand" in page
    assert re.search(r'id="word-crib" popover.*?The hand made of what everybody discarded', page, re.DOTALL)
    say(client, course, "?", met="crib")
    assert "word-crib" in client.get(url).text, "a question is no act"
    say(client, course, typed(choose(course)), met="crib", sure="1")
    assert Habits.objects.get().met == ["crib"]
    assert "word-crib" not in client.get(reverse("table", args=[to_discard(begin(learner, Rules())).match.key])).text


def test_each_is_told_once(client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    packs = Random(1)
    monkeypatch.setattr(fairness, "shuffle", lambda: (tuple(packs.sample(PACK, len(PACK))), "0" * 32))
    course = referee.load(begin(learner, CALLED).key)
    seen: list[str] = []
    proven: set[str] = set()
    while referee.waits(course) is not Wait.OVER:
        page = client.get(reverse("table", args=[course.match.key])).text
        told = re.findall(r'popovertarget="word-([\w-]+)"', page.partition('id="act"')[0])
        forms = [form for form in FORMS if f'<form id="{form}"' in page]
        met = [hidden_inputs(page, form).get("met") for form in forms]
        assert [slug and slug.partition(":")[0] for slug in met] == (told or [None]) * len(forms)
        seen += [slug for slug in met[:1] if slug and slug not in seen[-1:]]
        proven.update(forms if told else [])
        text = typed(choose(course)) if referee.waits(course) is Wait.PERSON else "next"
        say(client, course, text, sure="1", **hidden_inputs(page, forms[-1]))
        course = referee.load(course.match.key)
    assert len(seen) == len(set(seen))
    assert proven == set(FORMS)
    assert {"crib", "play", "fifteen:worth", "muggins"} <= set(seen) <= set(notes.ALL)
    assert seen.index("fifteen:worth") < seen.index("muggins"), "what counts is told at the first count"


def test_what_has_scored_and_who_said_go_is_told_before_a_word_is_explained(learner: Learner) -> None:
    both = 0
    for course in play_out(begin(learner, Rules(target=61))):
        shown = scene.explaining(scene.scene(course, 0, Pace.NORMAL, timezone.now()), ())
        plays = isinstance(course.state, Pegging) or (isinstance(course.state, Counting) and not shown.latest)
        if not plays or not shown.events[-1].matters:
            continue
        assert shown.events[-1].sentences[-1] in shown.news
        if shown.note and shown.mine:
            assert shown.news.endswith(TURNS)
        if shown.note:
            both += 1
            assert len(f"{shown.news} {shown.note.text}") <= scene.MOST_SAID
    assert both


def test_whether_a_claim_is_right_is_asked_before_a_word_is_explained(learner: Learner) -> None:
    met = set(notes.ALL) - {"call"}
    shown = next(
        shown
        for course in play_out(begin(learner, CALLED))
        if (shown := scene.explaining(scene.scene(course, 0, Pace.NORMAL, timezone.now()), met)).calls_muggins
    )
    assert shown.note
    assert not shown.asks_silently
    long = replace(shown, asked=f"Benjamin of the rivers claims {shown.asked}")
    assert long.note is None
    assert not long.asks_silently


@pytest.mark.parametrize(("same", "points"), [(3, 6), (4, 12)])
def test_only_three_of_a_rank_are_told_as_a_pair_royal(learner: Learner, same: int, points: int) -> None:
    course = to_discard(begin(learner, Rules()))
    while not isinstance(course.state, Pegging):
        course = played(course)
    fives = tuple(card for card in PACK if card.rank == 5)[:same]
    view = replace(see(course.state, 0), ledger=(Pegged(0, Score(Kind.PAIR, fives, points)),))
    told = next(notes.telling(view, set(notes.ALL) - {"pair-royal"}), None)
    assert (told is not None) == (same == 3)


def test_whoever_had_finished_a_game_is_told_nothing(client: Client, learner: Learner) -> None:
    migration = import_module("game.migrations.0007_met")
    Result.objects.create(learner=learner, rules="standard", level="casual", seats=2, games=1)
    migration.know_all(apps, None)
    course = to_discard(begin(learner, Rules()))
    assert 'id="note"' not in client.get(reverse("table", args=[course.match.key])).text


def test_every_word_is_in_the_glossary() -> None:
    assert {slug.partition(":")[0] for slug in notes.ALL} <= set(glossary.words("en"))


@pytest.mark.parametrize(("scores", "is_told"), [((90, 60), False), ((91, 60), True), ((100, 91), False)])
def test_a_skunk_is_told_of_once_it_threatens(learner: Learner, scores: tuple[int, int], is_told: bool) -> None:
    view = replace(see(to_discard(begin(learner, Rules())).state, 0), scores=scores)
    told = next(notes.telling(view, set(notes.ALL) - {"skunk"}), None)
    assert bool(told and told.slug == "skunk") == is_told


def test_go_is_told_of_when_it_is_first_said_by_anybody(learner: Learner) -> None:
    course = to_discard(begin(learner, Rules()))
    while not isinstance(course.state, Pegging):
        course = played(course)
    met = set(notes.ALL) - {"go"}
    view = replace(see(course.state, 0), legal=())
    assert next(notes.telling(view, met), None) is None
    said = next(notes.telling(replace(view, gone=(1,)), met), None)
    assert said
    assert said.slug == "go"


def test_whoever_claims_in_the_play_is_told_when_go_has_to_be_claimed(learner: Learner) -> None:
    told = 0
    for course in play_out(begin(learner, Rules(target=61, counting=Counted.ALL, muggins=Muggins.MISSED))):
        view, state = see(course.state, 0), course.state
        cards = [action for action in view.legal if isinstance(action, Play)]
        if not isinstance(state, Pegging) or not cards:
            continue
        new = next(notes.telling(view, set(notes.ALL) - {"go:claim"}), None)
        closing = [any(score.kind in {Kind.GO, Kind.LAST} for score in earned(state, card)) for card in cards]
        if any(view.count + card.card.value == THIRTY_ONE for card in cards):
            assert new is None
        else:
            assert bool(new) >= any(closing), "nobody can claim a point that was not told of"
        told += bool(new)
    assert told


def test_no_line_begins_with_the_stop_after_a_word() -> None:
    one = notes.Note("series", "Your card begins a new ", "series", " at 0.")
    assert (one.stop, one.rest) == ("", " at 0.")
    last = notes.Note("skunk", "Losing by more than 30 is a ", "skunk", ".")
    assert (last.stop, last.rest) == (".", "")


def test_whose_turn_it_is_to_play_is_said_before_a_word_is_explained(learner: Learner) -> None:
    leads = 0
    for course in play_out(begin(learner, Rules(target=31))):
        if not isinstance(course.state, Pegging):
            continue
        shown = scene.explaining(scene.scene(course, 0, Pace.NORMAL, timezone.now()), ())
        own = shown.mine and shown.events[-1].seat in {None, 0}
        if own and shown.note and not shown.events[-1].matters:
            leads += not course.state.plays
            turn = "You lead: play any card." if shown.leads else "Your turn."
            assert shown.news.endswith("Say go." if shown.says_go else turn)
            assert len(f"{shown.news} {shown.note.text}") <= scene.MOST_SAID
    assert leads


def test_no_word_is_explained_instead_of_what_another_played(learner: Learner) -> None:
    answers = 0
    for course in play_out(begin(learner, Rules(target=31))):
        shown = scene.explaining(scene.scene(course, 0, Pace.NORMAL, timezone.now()), ())
        if isinstance(course.state, Pegging) and shown.mine and shown.events[-1].seat == 1:
            answers += 1
            assert shown.events[-1].sentences[-1] in shown.news
            if shown.note:
                assert shown.news.endswith(TURNS)
                assert len(f"{shown.news} {shown.note.text}") <= scene.MOST_SAID
    assert answers


@pytest.mark.parametrize(("ended", "slug"), [(Kind.GO, "series"), (Kind.THIRTY_ONE, "thirty-one")])
def test_that_a_series_begins_at_0_is_told_whoever_leads_it(learner: Learner, ended: Kind, slug: str) -> None:
    course = to_discard(begin(learner, Rules()))
    while not isinstance(course.state, Pegging):
        course = played(course)
    before = see(course.state, 0)
    line = Pegged(0, Score(ended, (), 1))
    plays = tuple(Play(1, card) for card in PACK[:3])
    told = {}
    for laid in range(3):
        view = replace(before, plays=plays, series=tuple(play.card for play in plays[3 - laid :]), ledger=(line,))
        note = next(notes.telling(view, set(notes.ALL) - {"series", "thirty-one"}), None)
        told[laid] = note and note.slug
    assert told == {0: slug, 1: slug, 2: None}
    first = replace(before, plays=plays[:1], series=(plays[0].card,), ledger=())
    assert next(notes.telling(first, set(notes.ALL) - {"series", "thirty-one"}), None) is None


def test_who_said_go_and_whose_turn_it_is_stand_beside_what_go_is(learner: Learner) -> None:
    course = to_discard(begin(learner, Rules()))
    while not isinstance(course.state, Pegging) or not scene.scene(course, 0, Pace.NORMAL, timezone.now()).mine:
        course = played(course)
    shown = scene.scene(course, 0, Pace.NORMAL, timezone.now())
    gone = replace(shown.events[-1], sentences=("Ada says go.",), matters=True)
    seen = scene.explaining(replace(shown, events=(gone,), view=replace(shown.view, gone=(1,))), ())
    assert seen.note
    assert (seen.news, seen.note.text) == ("Ada says go. Your turn.", "Whoever would pass 31 with every card says go.")
