"""Beside the play: packs and fingerprints, records, sharing, playing again; and whose all that is."""

import hashlib
import re
from dataclasses import replace
from itertools import count

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import fairness, referee
from game.after import played_on
from game.after import review as review_steps
from game.after import words as after_words
from game.engine.play import Dealing, Discarding, Over, Pegging, Play, Shuffle
from game.engine.record import read
from game.engine.rules import QUICK, Counted, Rules
from game.models import Luck, Match, Origin, Pace, Rating, Result, Review
from game.referee import Course
from game.table import listed
from game.table.scene import names_of
from tests.game.tables import begin, play_out, sit
from trainer.models import Learner

pytestmark = pytest.mark.django_db
SHORT = Rules(target=31)


@pytest.fixture
def learner(client: Client) -> Learner:
    """Whoever sits before the client."""
    return sit(client)


@pytest.fixture
def finished(learner: Learner) -> Course:
    """A short game that is over."""
    return list(play_out(begin(learner, SHORT, Pace.INSTANT), Pace.INSTANT))[-1]


# --------------------------------------------------------------------------------------------------------- packs


@pytest.mark.once("what pages keep silent about")
def test_a_pack_is_shown_only_once_it_is_played(client: Client, learner: Learner) -> None:
    """Its fingerprint from the deal on, on the table too; pack and nonce when the deal is over; and they match."""
    fingerprints: list[str] = []
    for course in play_out(begin(learner, QUICK)):
        state = course.state
        url = reverse("seals", args=[course.match.key])
        text = client.get(url).content.decode()
        packs = [action for action in course.actions if isinstance(action, Shuffle)]
        shown = re.findall(r"<code>([0-9a-f]{64})</code>", text)
        assert len(shown) == len(packs)
        assert shown[: len(fingerprints)] == fingerprints
        fingerprints = shown
        sealed = re.findall(r"<code>((?:[A-K2-9TJQ][CDHS] ){52}[0-9a-f]{32})</code>", text)
        in_play = not isinstance(state, Dealing | Over)
        assert len(sealed) == len(packs) - in_play
        for fingerprint, seal in zip(shown, sealed, strict=False):
            assert hashlib.sha256(seal.encode()).hexdigest() == fingerprint
        if isinstance(state, Discarding):
            assert shown[-1] in client.get(reverse("table", args=[course.match.key])).content.decode()


@pytest.mark.parametrize("game", ["1", "0", "99999", "x", "-1", ""])
def test_the_packs_of_a_game_that_is_not_there(client: Client, finished: Course, game: str) -> None:
    """A number that no game has is not found, and nonsense means the latest."""
    response = client.get(reverse("seals", args=[finished.match.key]), {"game": game})
    assert response.status_code == (404 if game == "0" else 200)


# ------------------------------------------------------------------------------------------------------- records


def test_a_record_is_downloaded_and_opened_again(client: Client, finished: Course) -> None:
    """As a file and as pasted text: the same game."""
    response = client.get(reverse("record", args=[finished.match.key]))
    assert response.headers["Content-Type"].startswith("text/plain")
    assert "attachment" in response.headers["Content-Disposition"]
    text = response.content.decode()
    upload = SimpleUploadedFile("game.txt", text.encode(), "text/plain")
    for data in ({"file": upload}, {"text": text}):
        opened = client.post(reverse("open"), data)
        assert opened.status_code == 302
        match = Match.objects.latest("pk")
        assert match.origin == Origin.RECORD
        assert referee.load(match.key).state == finished.state
        assert opened.headers["Location"] == reverse("review", args=[match.key, 1])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Choose a file or paste a record first."),
        ("hello", "Line 1: this is not a cribbage record"),
        ("cribbage record 1\nrules seats=7", "Line 2: these rules cannot be played"),
        ("cribbage record 1\nrules seats=2\nshuffle 5H", "Line 3"),
        ("cribbage record 1\nrules seats=2", "no actions"),
        ("cribbage record 1\nrules seats=2\n1 cuts 3", "Line 3"),
        ("x" * 200_001, "too long"),
        ("cribbage record 1\nrules seats=2 counting=show\n" + "1 cuts 3\n" * 9, "Line 3"),
    ],
)
@pytest.mark.usefixtures("learner")
def test_a_bad_record_gets_a_sentence_and_stays_typed(client: Client, text: str, sentence: str) -> None:
    """Nothing is kept, nobody becomes a guest, and what was typed is still there."""
    response = client.post(reverse("open"), {"text": text})
    html = response.content.decode()
    assert response.status_code == 200
    assert sentence in html
    assert len(text) > 100 or text.splitlines()[-1:] == [] or text.splitlines()[-1] in html
    assert not Match.objects.exists()


@pytest.mark.usefixtures("learner")
def test_a_file_that_is_no_text_gets_a_sentence(client: Client) -> None:
    """Bytes of any kind."""
    response = client.post(reverse("open"), {"file": SimpleUploadedFile("x.bin", bytes(range(256)))})
    assert "not a cribbage record" in response.content.decode()


def test_a_stranger_who_opens_a_record_becomes_a_guest(finished: Course) -> None:
    """Only then; looking at the form makes nobody."""
    other = Client()
    before = Learner.objects.count()
    other.get(reverse("open"))
    assert Learner.objects.count() == before
    response = other.post(reverse("open"), {"text": referee.record(finished.match)}, follow=True)
    assert response.status_code == 200
    assert Learner.objects.count() == before + 1


def test_an_unfinished_record_from_elsewhere_can_be_looked_at(client: Client, finished: Course) -> None:
    """All its cards are told in it anyway."""
    text = "\n".join(referee.record(finished.match).splitlines()[:14])
    assert not isinstance(read(text).state, Over)
    response = client.post(reverse("open"), {"text": text}, follow=True)
    assert response.status_code == 200
    assert response.redirect_chain


# ------------------------------------------------------------------------------------------------------- sharing


def test_a_finished_game_is_private_until_it_is_shared(client: Client, finished: Course) -> None:
    """Then anybody with the address sees it, record and all, and nobody any more once it is taken back."""
    stranger = Client()
    assert stranger.get(reverse("review", args=[finished.match.key, 1])).status_code == 404
    client.post(reverse("share", args=[finished.match.key]), {"shared": "1"})
    token = Match.objects.get(pk=finished.match.pk).share
    assert token
    for name in ("shared", "shared_record"):
        assert stranger.get(reverse(name, args=[token])).status_code == 200
    assert stranger.get(reverse("shared_game", args=[token, 1])).status_code == 200
    assert stranger.get(reverse("shared_game", args=[token, 2])).status_code == 404
    assert stranger.get(reverse("review", args=[finished.match.key, 1])).status_code == 404
    client.post(reverse("share", args=[finished.match.key]), {"shared": "0"})
    assert stranger.get(reverse("shared", args=[token])).status_code == 404


def test_a_shared_match_shows_its_finished_games_while_it_goes_on(client: Client, learner: Learner) -> None:
    """The address stays the same, also when sharing is pressed twice, and leads to the last game that is over."""
    match = begin(learner, Rules(target=31, match_points=6), Pace.INSTANT)
    tokens = set()
    for course in play_out(match, Pace.INSTANT):
        if course.game.number == 2:
            client.post(reverse("share", args=[match.key]), {"shared": "1"})
            token = Match.objects.get(pk=match.pk).share
            tokens.add(token)
            html = Client().get(reverse("shared", args=[token])).content.decode()
            assert "Review of game 1" in html or isinstance(course.state, Over)
            assert isinstance(course.state, Over) or reverse("shared_game", args=[token, 2]) not in html
        if course.game.number == 3:
            break
    assert len(tokens) == 1


@pytest.mark.parametrize("key", ["%00", "a%20b", "é", "'", "x" * 41])
def test_what_is_no_key_is_not_found(client: Client, key: str) -> None:
    """Not even a database is asked."""
    for path in (f"/games/{key}/", f"/games/shared/{key}/"):
        assert client.get(path).status_code == 404


def test_a_record_opened_again_keeps_its_seals(client: Client, finished: Course) -> None:
    """So that it can still be checked."""
    client.post(reverse("open"), {"text": client.get(reverse("record", args=[finished.match.key])).content.decode()})
    match = Match.objects.latest("pk")
    again = client.get(reverse("record", args=[match.key])).content.decode()
    assert fairness.check(again).fair


def test_a_game_too_long_to_be_one_is_not_read(
    client: Client, learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is sent, reading stays cheap."""
    *_, last = play_out(begin(learner, SHORT, Pace.INSTANT), Pace.INSTANT)
    monkeypatch.setattr("game.engine.record.LONGEST_GAME", 20)
    response = client.post(reverse("open"), {"text": referee.record(last.match)})
    assert "no game is as long as this one" in response.content.decode()


def test_a_shared_page_lets_nobody_change_anything(client: Client, finished: Course) -> None:
    """No form on it acts but the switch of the language, and its owner's addresses stay closed."""
    client.post(reverse("share", args=[finished.match.key]), {"shared": "1"})
    token = Match.objects.get(pk=finished.match.pk).share
    stranger = Client()
    html = stranger.get(reverse("shared", args=[token])).content.decode()
    assert re.findall(r'method="post" action="([^"]*)"', html) == [reverse("language")]
    assert finished.match.key not in html
    for name, args in (("grade", [1]), ("again", [1, 3])):
        assert stranger.post(reverse(name, args=[finished.match.key, *args])).status_code == 404


def test_a_game_in_play_is_never_reviewed_or_shared(client: Client, learner: Learner) -> None:
    """Its review leads back to the table, its share shows nothing, and nothing of it is played again."""
    match = begin(learner, SHORT)
    course = next(course for course in play_out(match) if isinstance(course.state, Pegging))
    assert client.get(reverse("review", args=[match.key, 1])).headers["Location"] == reverse("table", args=[match.key])
    client.post(reverse("share", args=[match.key]), {"shared": "1"})
    token = Match.objects.get(pk=match.pk).share
    assert Client().get(reverse("shared", args=[token])).status_code == 404
    assert Client().get(reverse("shared_record", args=[token])).status_code == 404
    assert client.get(reverse("record", args=[match.key])).status_code == 404
    assert client.post(reverse("grade", args=[match.key, 1])).status_code == 404
    assert client.post(reverse("again", args=[match.key, 1, course.number - 1])).status_code == 404


def test_the_list_of_games_shows_the_rear_pegs_where_they_stand(client: Client, learner: Learner) -> None:
    """In play and once it is over: where a side stood before its last points, not at the start."""
    match = begin(learner, QUICK, Pace.INSTANT)
    seen = 0
    for course in play_out(match, Pace.INSTANT):
        if all(course.log.pegs.previous) and isinstance(course.state, Discarding | Over):
            standing = client.get(reverse("games")).context["first"].standing
            assert (standing.scores, standing.previous) == (course.state.table.scores, course.log.pegs.previous)
            seen += 1
    assert seen > 1
    assert isinstance(course.state, Over)


# --------------------------------------------------------------------------------------------- again, and grading


def test_playing_again_leads_to_a_new_table(client: Client, finished: Course) -> None:
    """The old game stays as it was."""
    number = finished.deals[0] + 1
    response = client.post(reverse("again", args=[finished.match.key, 1, number]))
    match = Match.objects.latest("pk")
    assert response.headers["Location"] == reverse("table", args=[match.key])
    assert client.get(response.headers["Location"]).status_code == 200
    assert referee.load(finished.match.key).actions == finished.actions
    assert client.post(reverse("again", args=[finished.match.key, 1, 9999])).status_code == 404


def test_a_game_that_goes_on_from_a_decision_says_so_and_leads_back_to_it(client: Client, finished: Course) -> None:
    number = finished.deals[1] + 1
    url = client.post(reverse("again", args=[finished.match.key, 1, number])).headers["Location"]
    match = Match.objects.latest("pk")
    seat = referee.load(match.key).seat_of(match.owner) or 0
    decision = f"{reverse('review', args=[finished.match.key, 1])}?seat={seat + 1}&amp;decision={number}#decision"
    began = client.get(url).text
    assert "Back in deal 2: this game does not count." in began
    assert 'class="reply" id="reply" role="note"' in began, "it fits into the message line, with what is asked"
    standing = began.partition('<div class="standing">')[2].partition('<div class="boards')[0]
    assert f'<a class="link" id="leave" href="{decision}"' in standing, "one tap leaves it, above the felt"
    assert "Back in deal" not in client.get(url).text, "it is said once"
    *_, _over = play_out(match, Pace.INSTANT)
    assert f'<a class="button" href="{decision}" id="to-began"' in client.get(url).text
    finished.match.delete()
    assert 'id="to-began"' not in client.get(url).text


@pytest.mark.parametrize("rules", [SHORT, Rules(seats=4, sides=2, target=31), Rules(seats=4, sides=4, target=31)])
def test_a_game_played_on_is_left_with_one_tap(client: Client, learner: Learner, rules: Rules) -> None:
    """At every table; where many sit, too, the clock stands there but once."""
    rules = replace(rules, play_clock=60)
    *_, over = play_out(begin(learner, rules, Pace.INSTANT), Pace.INSTANT)
    played = next(n for n, action in enumerate(over.actions) if isinstance(action, Play) and action.seat == 0)
    page = client.post(reverse("again", args=[over.match.key, 1, played]), follow=True).text
    assert (page.count('id="leave"'), page.count('id="clock"')) == (1, 1)


def test_the_end_of_a_game_played_on_is_told_beside_the_first_time(client: Client, finished: Course) -> None:
    """What both sides made from the decision on, then and now; it is no win, and counts nowhere."""
    number = finished.deals[1] + 1
    kept = [list(model.objects.values()) for model in (Result, Rating, Luck)]
    url = client.post(reverse("again", args=[finished.match.key, 1, number])).headers["Location"]
    *_, over = play_out(Match.objects.latest("pk"), Pace.INSTANT)
    assert isinstance(over.state, Over)
    before = finished.log.state(number).table.scores
    then, now = ([min(score, 31) for score in one.state.table.scores] for one in (finished, over))
    page = client.get(url).text
    rows = re.findall(r"</svg> ([^<]*)</th><td><strong>(\d+)</strong></td><td>(\d+)</td>", page)
    own = over.seat_of(over.match.owner) or 0
    names = names_of(over.seats, own)
    assert rows == [(names[at], str(now[at] - before[at]), str(then[at] - before[at])) for at in (own, 1 - own)]
    ahead, ahead_first = ((one[own] - one[1 - own]) for one in (now, then))
    assert after_words.better_than_first(ahead - ahead_first) in page
    assert after_words.won_both(over.state.winner, getattr(finished.state, "winner", None), own) in page
    assert "★" not in page
    assert 'data-sound="win"' not in page
    assert "You win!" not in page
    assert [list(model.objects.values()) for model in (Result, Rating, Luck)] == kept


def test_a_later_game_of_a_match_played_on_has_nothing_to_be_compared_with(learner: Learner) -> None:
    """The first game is told beside the first time; those that follow it are new."""
    rules = Rules(target=31, match_points=4)
    *_, last = play_out(begin(learner, rules, Pace.INSTANT), Pace.INSTANT)
    first = referee.load(last.match.key, 1)
    match = referee.again(first, first.deals[0] + 1, learner)
    ends = {course.game.number: course for course in play_out(match, Pace.INSTANT) if isinstance(course.state, Over)}
    assert len(ends) > 1
    for number, course in ends.items():
        game, seat = played_on.first_time(course), course.seat_of(learner)
        found = played_on.outcome(course, game, seat, names_of(course.seats, seat or 0))
        assert (found is None) == (number > 1)


def test_a_game_played_on_that_is_won_is_no_win_in_the_list(finished: Course, learner: Learner) -> None:
    match, now = finished.match, timezone.now()
    match.summary = {**match.summary, "winner": finished.seat_of(learner)}
    assert listed.row(match, learner.pk, now).won
    match.origin = Origin.AGAIN
    assert not listed.row(match, learner.pk, now).won


@pytest.mark.parametrize(
    ("margin", "told"),
    [
        (7, "7 points better than the first time"),
        (1, "1 point better than the first time"),
        (-1, "1 point worse than the first time"),
        (0, "The same as the first time"),
    ],
)
def test_how_much_better_it_came_out(margin: int, told: str) -> None:
    assert after_words.better_than_first(margin) == told


def test_a_later_game_played_again_has_pages_of_its_own(client: Client, learner: Learner) -> None:
    """Its number is that of the game it was taken from; it has no record, for that would begin in the middle."""
    *_, last = play_out(begin(learner, Rules(target=31, match_points=4), Pace.INSTANT), Pace.INSTANT)
    match = referee.again(last, last.number - 1, learner)
    *_, over = play_out(match, Pace.INSTANT)
    assert over.game.number > 1
    for name, args in (("review", [over.game.number]), ("seals", []), ("table", [])):
        html = client.get(reverse(name, args=[match.key, *args])).content.decode()
        assert reverse("review", args=[match.key, 1]) not in html
    assert client.get(reverse("record", args=[match.key])).status_code == 404


def test_grading_goes_on_until_all_is_graded(client: Client, finished: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """By plain posts; then the page asks for no more. What is graded, tests of the review prove."""
    monkeypatch.setattr(review_steps, "decisions_at", lambda *_: [])
    monkeypatch.setattr(review_steps, "deal_before", lambda *_: [])
    monkeypatch.setattr(review_steps, "monotonic", count(0.0, 1.0).__next__)
    url = reverse("review", args=[finished.match.key, 1])
    grade = reverse("grade", args=[finished.match.key, 1])
    assert client.get(url).status_code == 200
    for _ in range(200):
        if Review.objects.filter(game=finished.game, upto__gte=finished.number).exists():
            break
        assert client.post(grade).status_code == 302
    review = Review.objects.get(game=finished.game)
    assert review.upto >= finished.number
    assert grade not in client.get(url).content.decode()


@pytest.mark.parametrize("name", ["review", "grade", "again"])
def test_what_is_not_yours_is_not_found(finished: Course, name: str) -> None:
    """For a stranger and for nobody."""
    args = [finished.match.key, 1, 3] if name == "again" else [finished.match.key, 1]
    stranger = Client()
    sit(stranger)
    for client in (stranger, Client()):
        way = client.get if name == "review" else client.post
        assert way(reverse(name, args=args)).status_code == 404


def test_a_record_with_counting_can_be_reviewed_for_every_seat(client: Client, learner: Learner) -> None:
    """Nobody is known in it: the address says whose decisions are meant."""
    rules = Rules(seats=3, sides=3, target=31, counting=Counted.SHOW)
    *_, last = play_out(begin(learner, rules, Pace.INSTANT), Pace.INSTANT)
    client.post(reverse("open"), {"text": referee.record(last.match)})
    match = Match.objects.latest("pk")
    for seat in ("1", "2", "3", "4", "x", ""):
        assert client.get(reverse("review", args=[match.key, 1]), {"seat": seat}).status_code == 200
