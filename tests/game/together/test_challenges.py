"""Beat me on these deals: the same packs, rules and bots for all, one try, and results as far as one has played."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from game import fairness, referee
from game.after import losses
from game.engine.cards import Card
from game.engine.play import Cut, Cutting, Dealing, Discard, Discarding, Go, Over, Shuffle
from game.engine.rules import Counted, Muggins, Notice, Rules
from game.models import Block, Challenge, ChallengeTry, Help, Match, Origin, Pace, Result
from game.strategy.levels import Level
from game.together import challenges, comparison
from game.together.tables import TableRefused
from tests.game.finished import finished
from tests.game.tables import choose
from tests.game.together.duels import QUICK, USUAL, begun, made, played, through, try_of
from tests.game.together.seated import Person, person
from trainer.models import Learner

pytestmark = pytest.mark.django_db

TABLES = [
    USUAL,
    Rules(target=31, counting=Counted.SHOW, muggins=Muggins.MISSED, notice=Notice.CALLED),
    Rules(seats=3, sides=3, target=31),
    Rules(seats=4, sides=2, target=61),
    Rules(seats=5, sides=5, target=31, deals=2),
]


@pytest.fixture
def ann() -> Person:
    """The maker."""
    return person("Ann")


@pytest.fixture
def ben() -> Person:
    """Somebody who has the link."""
    return person("Ben")


def page(who: Person, challenge: Challenge, **query: Any) -> Any:
    """The page of a challenge."""
    return who.get("challenge", challenge.token, **query)


def press(who: Person, challenge: Challenge, deed: str) -> Any:
    """What comes of a button on it."""
    return who.post("challenge", challenge.token, do=deed)


# ------------------------------------------------------------------------------------------------------ the same deals


def dealt(course: referee.Course) -> list[tuple[str, str, int]]:
    """The packs, their nonces and the places of the cut, deal by deal."""
    found = []
    for number in course.deals:
        text, nonce = course.log.line(number)
        later = range(number, course.number)
        cuts = (course.log.action(each) for each in later if isinstance(course.log.state(each), Cutting))
        found.append((text, nonce, next(cut.place for cut in cuts if isinstance(cut, Cut))))
    return found


@pytest.mark.once("which cards are dealt")
@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_everybody_is_dealt_the_same_from_the_same_seat(ann: Person, ben: Person, rules: Rules) -> None:
    first = finished(ann.learner, rules, "same")
    challenge = challenges.make(first, ann.learner)
    second = played(challenge, ben, Level.CASUAL)
    eve = person("Eve")
    third = played(challenge, eve, Level.EXPERT)
    for course in (second, third):
        course = referee.load(course.match.key)  # noqa: PLW2901
        assert course.match.origin == Origin.CHALLENGE
        assert course.rules == rules
        assert course.levels == first.levels
        assert all(one == other for one, other in zip(dealt(course), dealt(first), strict=False))
        assert course.log.state(course.deals[0]).table.dealer == first.log.state(first.deals[0]).table.dealer
    both = zip(dealt(referee.load(second.match.key)), dealt(referee.load(third.match.key)), strict=False)
    assert all(one == other for one, other in both)


def test_the_bots_play_as_they_did(ann: Person, ben: Person) -> None:
    """Who plays as the maker did has the maker's game, to the last card, whatever the bots' slips."""
    first = finished(ann.learner, Rules(target=61, counting=Counted.SHOW), "bots")
    challenge = challenges.make(first, ann.learner)
    course = referee.load(begun(challenge, ben).key)
    wanted = [action for action in first.actions if action.seat == challenge.place and not isinstance(action, Cut | Go)]
    for action in wanted:
        while referee.waits(course, Pace.INSTANT) is not referee.Wait.PERSON:
            course = referee.advance(course, Pace.INSTANT)
        course = referee.act(course, action, Pace.INSTANT)
    assert course.actions == first.actions
    assert try_of(challenge, ben).deals == try_of(challenge, ann).deals


def test_a_deal_that_the_maker_did_not_come_to_is_the_same_for_all_others(ann: Person, ben: Person) -> None:
    first = finished(ann.learner, Rules(target=121, deals=1), "short")
    challenge = challenges.make(first, ann.learner)
    Challenge.objects.update(rules=challenge.rules.replace(" deals 1", "").replace("deals=1", "deals=3"))
    challenge.refresh_from_db()
    games = [played(challenge, who) for who in (ben, person())]
    assert len(games[0].deals) == 3
    one, other = (dealt(referee.load(game.match.key)) for game in games)
    assert one == other
    assert len(set(one)) == 3


def test_the_game_of_a_try_can_be_checked(ann: Person, ben: Person) -> None:
    course = played(made(ann), ben)
    record = ben.get("record", course.match.key).content.decode()
    assert fairness.check(record).fair
    assert ben.get("seals", course.match.key).status_code == 200
    assert ben.get("review", course.match.key, 1).status_code == 200


def test_a_later_game_of_a_match_is_played_by_itself(ann: Person, ben: Person) -> None:
    rules = Rules(target=31, match_points=4)
    first = finished(ann.learner, rules, "match")
    course = referee.advance(first, Pace.INSTANT)
    while not isinstance(course.state, Over):
        if referee.waits(course, Pace.INSTANT) is referee.Wait.PERSON:
            course = referee.act(course, choose(course, 0), Pace.INSTANT)
        else:
            course = referee.advance(course, Pace.INSTANT)
    second = referee.load(course.match.key, 2)
    challenge = challenges.make(second, ann.learner)
    tried = played(challenge, ben)
    assert (tried.match.over, tried.game.number) == (True, 2)
    assert dealt(referee.load(tried.match.key))[0] == dealt(second)[0]
    assert page(ben, challenge).status_code == 200
    assert ben.get("review", tried.match.key, 2).status_code == 200


def test_nobody_cuts_for_the_starter(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    for course in through(begun(challenge, ben)):
        assert not isinstance(course.state, Cutting)


def test_no_hints_are_given(ann: Person, ben: Person) -> None:
    match = begun(made(ann), ben)
    assert "No hints are given" in ben.post("table", match.key, ask="H").text
    assert not Help.objects.exists()


def test_a_try_counts_among_ones_games_but_not_as_luck(ann: Person, ben: Person) -> None:
    course = played(made(ann), ben)
    assert Result.objects.get(learner=ben.learner, games__gt=0).games == 1
    assert not ben.learner.luck.filter(hands__gt=0).exists()
    assert list(losses.finished_games(ben.learner)) == [course.game]


# ------------------------------------------------------------------------------------------------------ making one


def test_a_button_of_the_review_makes_a_link(ann: Person) -> None:
    course = finished(ann.learner, QUICK, "review")
    assert "Beat me on these deals" in ann.get("review", course.match.key, 1).text
    shown = ann.post("make_challenge", course.match.key, 1)
    challenge = Challenge.objects.get()
    assert shown.redirect_chain[-1][0] == reverse("challenge", args=[challenge.token])
    assert f"/games/beat/{challenge.token}/" in shown.text
    ann.post("make_challenge", course.match.key, 1)
    assert Challenge.objects.count() == 1
    assert challenge.token in ann.get("review", course.match.key, 1).text


def test_the_end_of_a_game_against_bots_has_the_button_too(ann: Person, ben: Person) -> None:
    course = finished(ann.learner, QUICK, "end")
    address = reverse("make_challenge", args=[course.match.key, 1])
    assert f'action="{address}"' in ann.get("table", course.match.key).text
    tried = played(made(ann), ben)
    assert reverse("make_challenge", args=[tried.match.key, 1]) not in ben.get("table", tried.match.key).text


def test_only_ones_own_finished_game_against_bots_makes_one(ann: Person, ben: Person, client: Client) -> None:
    course = finished(ann.learner, QUICK, "own")
    running = begun(challenges.make(course, ann.learner), ben)
    again = referee.again(course, 0, ann.learner)
    for who, key in ((ben, course.match.key), (ben, running.key), (ann, again.key)):
        response = who.client.post(reverse("make_challenge", args=[key, 1]))
        assert response.status_code == 404
    assert client.post(reverse("make_challenge", args=[course.match.key, 1])).status_code == 404
    assert Challenge.objects.count() == 1


def test_a_game_that_anybody_can_look_at_makes_none_and_a_challenge_is_not_shared(ann: Person, ben: Person) -> None:
    course = finished(ann.learner, QUICK, "shared")
    referee.share(course.match, shared=True)
    ann.post("make_challenge", course.match.key, 1)
    assert not Challenge.objects.exists()
    referee.share(course.match, shared=False)
    challenge = challenges.make(course, ann.learner)
    tried = played(challenge, ben)
    for who, key in ((ann, course.match.key), (ben, tried.match.key)):
        who.post("share", key, shared="1")
        assert "cannot be shared" in who.get("review", key, 1).text
    assert not Match.objects.exclude(share=None).exists()
    running = begun(challenge, person("Eve"))
    press(ann, challenge, "withdraw")
    for who, key in ((ann, course.match.key), (ben, tried.match.key)):
        who.post("share", key, shared="1")
    assert not Match.objects.exclude(share=None).exists()
    *_, _last = through(running)
    for who, key in ((ann, course.match.key), (ben, tried.match.key)):
        who.post("share", key, shared="1")
    assert Match.objects.exclude(share=None).count() == 2


def test_a_try_that_was_left_for_a_month_keeps_nothing_closed(ann: Person, ben: Person) -> None:
    course = finished(ann.learner, QUICK, "left")
    challenge = challenges.make(course, ann.learner)
    left = begun(challenge, ben)
    press(ann, challenge, "withdraw")
    for days, is_shared in ((29, False), (31, True)):
        Match.objects.filter(pk=left.pk).update(played_at=timezone.now() - timedelta(days=days))
        ann.post("share", course.match.key, shared="1")
        assert Match.objects.exclude(share=None).exists() is is_shared


@pytest.mark.once("which cards are dealt")
def test_a_game_played_again_shows_the_same_cards_and_is_not_shared_either(ann: Person, ben: Person) -> None:
    course = finished(ann.learner, QUICK, "again")
    challenge = challenges.make(course, ann.learner)
    tried = played(challenge, ben)
    for who, of in ((ann, course), (ben, tried)):
        once = _again(of, who)
        for key in (once.match.key, _again(once, who).match.key):
            who.post("share", key, shared="1")
            assert "cannot be shared" in who.get("review", key, 1).text
    assert not Match.objects.exclude(share=None).exists()
    press(ann, challenge, "withdraw")
    ann.post("share", Match.objects.get(again_of=course.game).key, shared="1")
    assert Match.objects.exclude(share=None).count() == 1


def test_a_game_that_is_shared_as_played_again_makes_no_challenge(ann: Person) -> None:
    course = finished(ann.learner, QUICK, "again")
    twice = _again(_again(course, ann), ann)
    referee.share(twice.match, shared=True)
    told = ann.post("make_challenge", course.match.key, 1)
    assert not Challenge.objects.exists()
    assert "Stop sharing that" in told.text
    referee.share(twice.match, shared=False)
    ann.post("make_challenge", course.match.key, 1)
    assert Challenge.objects.exists()


def _again(course: referee.Course, who: Person) -> referee.Course:
    """A game played again from its first deal, to its end."""
    *_, last = through(referee.again(course, course.deals[0] + 1, who.learner))
    return last


def test_who_has_played_the_deals_hears_of_another_who_has_finished_them(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    begun(challenge, ben)
    assert "Somebody has played the same deals" not in ann.get("games").text
    played(challenge, ben)
    assert f"/games/beat/{challenge.token}/" in ann.get("games").text
    assert "Somebody has played the same deals" not in ben.get("games").text
    ann.client.head(reverse("challenge", args=[challenge.token]))
    assert f"/games/beat/{challenge.token}/" in ann.get("games").text
    page(ann, challenge)
    assert "Somebody has played the same deals" not in ann.get("games").text


def test_who_still_plays_hears_of_others_once_they_have_finished(ann: Person, ben: Person) -> None:
    challenge, eve = made(ann), person("Eve")
    begun(challenge, eve)
    played(challenge, ben)
    page(eve, challenge)
    assert "Somebody has played the same deals" not in eve.get("games").text
    assert try_of(challenge, eve).news


def test_makers_of_one_name_are_told_apart(ann: Person, ben: Person) -> None:
    for chance, who in (("one", ann), ("other", person("Eve", public="Ann"))):
        begun(made(who, chance=chance), ben)
    assert {"Ann’s deals", "Ann (2)’s deals"} == {one.name for one in ben.get("people").context["challenges"]}


def test_the_hints_of_the_maker_are_told(ann: Person, ben: Person) -> None:
    course = finished(ann.learner, QUICK, "hints")
    Help.objects.create(game=course.game, number=9, seat=0, kind=Help.Kind.HINT)
    number = next(n for n, action in enumerate(course.actions) if isinstance(action, Discard) and action.seat == 0)
    warning = Help.objects.create(
        game=course.game, number=number, seat=0, kind=Help.Kind.WARNING, about=str(course.actions[number])
    )
    challenge = challenges.make(course, ann.learner)
    assert try_of(challenge, ann).hints == 1, "a warning that was not followed is no help"
    challenge.delete()
    Help.objects.filter(pk=warning.pk).update(about=str(Discard(0, (Card.parse("AC"), Card.parse("AD")))))
    assert try_of(challenges.make(course, ann.learner), ann).hints == 2
    Challenge.objects.all().delete()
    warning.delete()
    challenge = challenges.make(course, ann.learner)
    played(challenge, ben)
    assert "with 1 hint" in page(ben, challenge).text


# ---------------------------------------------------------------------------------------------------- one try each


def test_to_open_the_link_begins_nothing(ann: Person, client: Client) -> None:
    challenge = made(ann)
    learners = Learner.objects.count()
    shown = client.get(reverse("challenge", args=[challenge.token]))
    assert "Play these deals" in shown.text
    assert "Play the same deals as Ann" in shown.text
    assert (ChallengeTry.objects.count(), Learner.objects.count()) == (1, learners)
    response = client.post(reverse("challenge", args=[challenge.token]), {"do": "begin"})
    assert response["Location"] == reverse("table", args=[Match.objects.get(origin=Origin.CHALLENGE).key])


def test_everybody_has_one_try(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    assert begun(challenge, ben) == begun(challenge, ben)
    played(challenge, ben)
    assert press(ben, challenge, "begin").status_code == 200
    assert ChallengeTry.objects.filter(learner=ben.learner).count() == 1
    assert press(ann, challenge, "begin").status_code == 200
    assert ChallengeTry.objects.filter(learner=ann.learner).count() == 1
    Match.objects.filter(owner=ben.learner).delete()
    with pytest.raises(TableRefused):
        begun(challenge, ben)
    assert page(ben, challenge).status_code == 200


def test_a_withdrawn_link_says_so_and_who_has_begun_can_finish(ann: Person, ben: Person) -> None:
    challenge, eve = made(ann), person("Eve")
    match = begun(challenge, ben)
    press(ann, challenge, "withdraw")
    assert "This link was withdrawn" in page(eve, challenge).text
    assert "This link was withdrawn" in press(eve, challenge, "begin").text
    *_, _last = through(match)
    assert try_of(challenge, ben).over
    assert "You have withdrawn this link" in page(ann, challenge).text


@pytest.mark.parametrize("deed", ["withdraw", "", "nothing"])
def test_only_the_maker_withdraws_it(ann: Person, ben: Person, deed: str) -> None:
    challenge = made(ann)
    assert press(ben, challenge, deed).status_code == 404
    assert Challenge.objects.get().is_open


def test_an_address_that_nobody_gave_is_not_found(client: Client) -> None:
    assert client.get(reverse("challenge", args=["nothing"])).status_code == 404
    assert client.post(reverse("challenge", args=["nothing"]), {"do": "begin"}).status_code == 404


def test_a_hundred_people_have_a_try(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    ChallengeTry.objects.bulk_create(ChallengeTry(challenge=challenge) for _ in range(challenges.MOST - 2))
    begun(challenge, ben)
    assert page(ben, challenge).status_code == 200
    eve = person("Eve")
    assert "A hundred people" in page(eve, challenge).text
    assert "A hundred people" in press(eve, challenge, "begin").text
    assert challenge.tries.count() == challenges.MOST


@pytest.mark.parametrize("deed", ["begin", "withdraw"])
def test_a_challenge_that_goes_while_it_is_read_is_not_found(
    ann: Person, ben: Person, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenge = made(ann)

    def gone(*_given: Any) -> None:
        Challenge.objects.get(token="gone")

    monkeypatch.setattr(challenges, deed, gone)
    assert press(ben if deed == "begin" else ann, challenge, deed).status_code == 404


@pytest.mark.parametrize("blocks", ["maker", "other"])
def test_who_is_blocked_cannot_begin_and_keeps_what_they_have(ann: Person, ben: Person, blocks: str) -> None:
    challenge, eve = made(ann), person("Eve")
    course = played(challenge, ben)
    pair = (ann, eve) if blocks == "maker" else (eve, ann)
    Block.objects.create(blocker=pair[0].learner, blocked=pair[1].learner)
    Block.objects.create(blocker=ann.learner, blocked=ben.learner)
    said = "does not want to play with you" if blocks == "maker" else "You have blocked whoever made this"
    assert said in page(eve, challenge).text
    assert said in press(eve, challenge, "begin").text
    assert not ChallengeTry.objects.filter(learner=eve.learner).exists()
    assert "Ann" in page(ben, challenge).text
    assert "Ben" in page(ann, challenge).text
    assert course.match.over


def test_who_has_no_name_is_asked_for_one(ann: Person, client: Client) -> None:
    challenge = made(ann)
    url = reverse("challenge", args=[challenge.token])
    assert "Your name" in client.get(url).text
    refused = client.post(url, {"do": "begin", "public_name": "!?"})
    assert "A name can have letters" in refused.text
    assert ChallengeTry.objects.count() == 1
    client.post(url, {"do": "begin", "public_name": "Ann"})
    assert ChallengeTry.objects.filter(learner__public_name="Ann").count() == 2
    assert "Ann (2)" in page(ann, challenge).text, "two who are called the same are told apart"


# --------------------------------------------------------------------------------------------------------- results


def results(who: Person, challenge: Challenge) -> comparison.Comparison:
    """What somebody is shown."""
    found: comparison.Comparison = page(who, challenge).context["compared"]
    return found


def test_results_are_sums_of_the_deals(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    games = {"Ann": referee.load(challenge.game.match.key) if challenge.game else None, "Ben": played(challenge, ben)}
    for row in results(ben, challenge).results:
        course = games["Ben" if row.own else row.name]
        assert course
        scores = [course.rules.told(score) for score in course.state.table.scores]
        assert row.points == f"{scores[0]}–{scores[1]}"
    rows = results(ben, challenge).deals
    assert len(rows) == min(len(course.deals) for course in games.values() if course)


@pytest.mark.parametrize(
    ("own", "other", "over", "told", "row"),
    [
        ([(20, 14)], [(14, 20)], True, "You beat Ann by 12", "−12"),
        ([(20, 14)], [(14, 20)], False, "After deal 1: you are 12 ahead of Ann", "−12"),
        ([(14, 20)], [(20, 14), (5, 0)], True, "Ann is 17 ahead", "+17"),
        ([(14, 20)], [(20, 14), (5, 0)], False, "After deal 1: Ann is 12 ahead", "+12"),
        ([(20, 14)], [(20, 14)], True, "A tie with Ann: 20 each", "equal"),
        ([(20, 14)], [(21, 15)], True, "A tie with Ann", "equal"),
        ([(20, 14), (2, 20)], [(20, 14)], False, "After deal 1: level with Ann, 20 each", "equal"),
        ([(20, 14)], [(21, 15)], False, "After deal 1: level with Ann", "equal"),
        ([], [(21, 15)], False, "", ""),
    ],
)
def test_a_headline_and_a_row_say_who_is_ahead(  # noqa: PLR0917
    ann: Person, ben: Person, own: list[Any], other: list[Any], over: bool, told: str, row: str
) -> None:
    challenge = made(ann)
    tried = begun(challenge, ben)
    for who, deals in ((ben, own), (ann, other)):
        found = [{"points": points, "away": "5H 6H"} for points in deals]
        ChallengeTry.objects.filter(challenge=challenge, learner=who.learner).update(deals=found, over=over)
    shown = results(ben, challenge)
    assert shown.headline == told
    assert next(each.difference for each in shown.results if not each.own) == row, "in the deals of both"
    assert (f'id="headline">{told}</h2>' in page(ben, challenge).text) == bool(told)
    assert 'id="compared"' not in ben.get("table", tried.key).text


@pytest.mark.parametrize(
    ("winner", "told"),
    [(1, "You and Ann both lost, 20–61"), (0, "A tie with Ann: 20 each"), (None, "A tie with Ann: 20 each")],
)
def test_who_is_level_reads_that_both_lost(ann: Person, ben: Person, winner: int | None, told: str) -> None:
    challenge = made(ann)
    begun(challenge, ben)
    deals = [{"points": points, "away": "5H 6H"} for points in ((8, 30), (12, 31))]
    for told_of in (deals[:1], deals):
        challenge.tries.update(deals=told_of, over=True, winner=winner)
        assert ("<tfoot>" in page(ben, challenge).text) is (len(told_of) > 1), "one deal is all there is"
    shown = results(ben, challenge)
    assert shown.headline == told
    assert [row.points for row in shown.results] == ["20–61", "20–61"]
    assert shown.sums == ("20–61", "20–61")


def test_the_end_of_a_try_says_who_is_ahead(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    course = played(challenge, ben)
    told = results(ben, challenge).headline
    assert f'<strong id="compared">{told}</strong>' in ben.get("table", course.match.key).text


def test_each_deal_of_a_try_ends_with_who_is_ahead(ann: Person, ben: Person) -> None:
    challenge = made(ann, USUAL)
    told = {}
    for course in through(begun(challenge, ben), Level.EXPERT):
        if isinstance(course.state, Dealing | Discarding):
            shown = ben.get("table", course.match.key).context["compared"]
            expected = comparison.comparison(challenge, try_of(challenge, ben), {}).headline
            told[course.state.table.deal, type(course.state)] = shown, expected
    for (deal, state), (shown, expected) in told.items():
        assert shown == (expected if state is Dealing else ""), "in a deal nothing is told"
        assert ("Ann" in expected) == (deal > 1)
    assert max(deal for deal, _state in told) > 1


def test_what_is_shown_grows_with_the_readers_own_deals(ann: Person, ben: Person) -> None:
    challenge = made(ann, USUAL)
    assert page(ben, challenge).context["compared"] is None
    seen = set()
    for course in through(begun(challenge, ben)):
        if not isinstance(course.state, Dealing):
            continue
        number = len(try_of(challenge, ben).deals)
        assert number == course.state.table.deal - 1
        shown = results(ben, challenge)
        assert len(shown.deals) == min(number, len(try_of(challenge, ann).deals))
        other = next(row for row in shown.results if not row.own)
        deals = try_of(challenge, ann).deals[:number]
        assert other.points == (
            "–".join(str(sum(deal["points"][side] for deal in deals)) for side in (0, 1)) if deals else ""
        )
        assert "won" not in other.how
        assert "lost" not in other.how
        seen.add(number)
    assert len(seen) > 1


def test_what_each_discarded_lies_side_by_side(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    course = played(challenge, ben)
    thrown = [action for action in course.actions if isinstance(action, Discard) and action.seat == challenge.place]
    assert [row.own_away for row in results(ben, challenge).deals] == [
        action.cards for action in thrown[: len(results(ben, challenge).deals)]
    ]


def test_one_of_many_is_chosen_to_compare_with(ann: Person, ben: Person) -> None:
    challenge, eve = made(ann), person("Eve")
    played(challenge, ben)
    played(challenge, eve, Level.EXPERT)
    shown = page(ben, challenge, **{"with": try_of(challenge, eve).pk}).context["compared"]
    assert shown.other == "Eve"
    for strange in ("x", "999999", "-1", str(try_of(challenge, ben).pk)):
        assert page(ben, challenge, **{"with": strange}).context["compared"].other == "Ann"


def test_results_outlive_those_who_leave(ann: Person, ben: Person) -> None:
    challenge, eve = made(ann), person("Eve")
    played(challenge, ben)
    played(challenge, eve)
    before = [row.points for row in results(ben, challenge).results]
    running = begun(challenge, late := person("Late"))
    ann.learner.delete()
    eve.learner.delete()
    shown = results(ben, challenge)
    assert [row.points for row in shown.results if row.points] == before
    assert [row.name for row in shown.results].count("Somebody who has left") == 2
    assert "has left the site" in page(person(), challenge).text
    assert "has left the site" in press(person(), challenge, "begin").text
    *_, last = through(running)
    assert try_of(challenge, late).over
    assert dealt(last)[0] == dealt(referee.load(Match.objects.get(owner=ben.learner).key))[0]


def test_whoever_has_left_is_spoken_of_in_whole_sentences(ann: Person, ben: Person) -> None:
    challenge, eve = made(ann), person("Eve")
    played(challenge, ben)
    ann.learner.delete()
    assert "The deals of somebody who has left" in ben.get("people").text
    told = page(ben, challenge).text
    assert "Whoever played them first has left the site" in told
    assert "Deal by deal: you and somebody who has left" in told
    told = page(eve, challenge).text
    assert "<h1>These deals are closed</h1>" in told
    assert "Whoever made this has left the site: nobody can begin these deals any more." in told


def test_a_challenge_that_nobody_else_tried_goes_with_its_maker(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    ann.learner.delete()
    assert not Challenge.objects.exists()
    assert page(ben, challenge).status_code == 404


def test_a_challenge_goes_with_the_last_of_its_people(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    played(challenge, ben)
    ann.learner.delete()
    assert Challenge.objects.exists()
    ben.learner.delete()
    assert not Challenge.objects.exists()
    assert not ChallengeTry.objects.exists()


def test_people_without_a_public_name_are_told_apart(ann: Person, ben: Person) -> None:
    challenge = made(ann)
    for _ in range(2):
        played(challenge, person())
    played(challenge, ben)
    assert {row.name for row in results(ben, challenge).results} == {"Ann", "You", "Player 2", "Player 3"}


def test_a_shuffle_is_the_text_of_a_pack(ann: Person) -> None:
    challenge = made(ann)
    texts = list(challenge.packs.order_by("deal").values_list("text", flat=True))
    course = referee.load(challenge.game.match.key) if challenge.game else None
    assert course
    assert texts == [str(course.log.action(number)) for number in course.deals]
    assert all(isinstance(course.log.action(number), Shuffle) for number in course.deals)
