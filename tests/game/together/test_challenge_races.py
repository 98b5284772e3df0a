"""Challenges begun, withdrawn, dealt and shared at the same moment: one outcome, told to both."""

import pytest
from django.db import transaction

from game import same_deals
from game.models import Challenge, ChallengeTry, Match
from game.referee import Course
from tests.game.finished import finished
from tests.game.together.duels import QUICK, begun, made, played
from tests.game.together.seated import Person, at_once, person

pytestmark = pytest.mark.django_db(transaction=True)


def people() -> tuple[Person, Person]:
    """Two of them."""
    return person("Ann"), person("Ben")


def test_one_who_begins_a_challenge_in_two_tabs_has_one_try() -> None:
    ann, ben = people()
    challenge = made(ann)
    pages = at_once(*(lambda: ben.post("challenge", challenge.token, do="begin") for _ in range(2)))
    [attempt] = ChallengeTry.objects.filter(learner=ben.learner)
    [match] = Match.objects.filter(owner=ben.learner)
    assert attempt.match == match
    for page in pages:
        assert page.redirect_chain[-1][0] == f"/games/{match.key}/"


def test_of_a_beginning_and_a_withdrawal_one_is_first() -> None:
    ann, ben = people()
    challenge = made(ann)
    begun_page, _page = at_once(
        lambda: ben.post("challenge", challenge.token, do="begin"),
        lambda: ann.post("challenge", challenge.token, do="withdraw"),
    )
    assert not Challenge.objects.get().is_open
    begun_one = Match.objects.filter(owner=ben.learner).first()
    assert ChallengeTry.objects.filter(learner=ben.learner).count() == (1 if begun_one else 0)
    if begun_one:
        assert begun_page.redirect_chain[-1][0] == f"/games/{begun_one.key}/"
    else:
        assert "This link was withdrawn" in begun_page.text


def test_those_who_come_to_a_new_deal_at_once_are_dealt_the_same() -> None:
    ann, _ben = people()
    challenge = made(ann)
    deal = challenge.packs.count() + 1
    packs = at_once(*(lambda: same_deals.pack(Challenge.objects.get(), deal).text for _ in range(4)))
    assert len(set(packs)) == 1


def test_those_who_finish_at_once_both_hear_of_the_other() -> None:
    """Each writes in the rows of all: in one order, so that none waits for another who waits for it."""
    ann, ben = people()
    others = [ben, person("Eve")]
    challenge = made(ann)
    courses = [played(challenge, who) for who in others]
    challenge.tries.update(news=False)

    def end(course: Course) -> None:
        with transaction.atomic():
            same_deals.keep(challenge, course.match.pk, course.log, course.number - 1)

    at_once(*(lambda course=course: end(course) for course in courses))
    assert list(challenge.tries.values_list("news", flat=True)) == [True, True, True]


def test_two_presses_make_one_challenge() -> None:
    ann, _ben = people()
    course = finished(ann.learner, QUICK, "twice")
    pages = at_once(*(lambda: ann.post("make_challenge", course.match.key, 1) for _ in range(2)))
    challenge = Challenge.objects.get()
    assert all(page.redirect_chain[-1][0] == f"/games/beat/{challenge.token}/" for page in pages)
    assert ChallengeTry.objects.count() == 1


def test_a_challenge_goes_with_the_last_of_two_who_leave_at_once() -> None:
    ann, ben = people()
    begun(made(ann), ben)
    at_once(*(lambda who=who: who.post("delete") for who in (ann, ben)))
    assert not Challenge.objects.exists()


def test_a_challenge_and_a_share_do_not_come_together() -> None:
    ann, _ben = people()
    course = finished(ann.learner, QUICK, "both")
    at_once(
        lambda: ann.post("make_challenge", course.match.key, 1),
        lambda: ann.post("share", course.match.key, shared="1"),
    )
    shared = Match.objects.get(pk=course.match.pk).share is not None
    assert shared is not Challenge.objects.exists()
