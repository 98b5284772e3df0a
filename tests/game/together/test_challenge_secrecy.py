"""Nobody learns anything of deals that they still have to play: other packs and other results make no other page."""

from random import Random
from typing import Any

import pytest
from django.urls import reverse

from game import fairness
from game.engine.cards import PACK, text_of
from game.engine.play import Discarding, Pegging
from game.models import Challenge, ChallengeTry
from game.same_deals import PlayedDeal
from tests.game.tables import cards_told, hidden
from tests.game.together.duels import USUAL, begun, difference, made, through, try_of, whole
from tests.game.together.seated import HTMX, Person, person

pytestmark = [pytest.mark.django_db, pytest.mark.once("what pages keep silent about")]


@pytest.fixture(autouse=True)
def _same_fingerprints(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fingerprint of a pack is there to be another for every pack."""
    monkeypatch.setattr(fairness, "fingerprint", lambda _pack, _nonce: "f" * 64)


def answers(challenge: Challenge, who: Person) -> list[bytes]:
    """All that somebody is told of a challenge: its page, their table, their packs, and what they can take along."""
    own = ChallengeTry.objects.filter(challenge=challenge, learner=who.learner).first()
    responses: list[Any] = [who.get("challenge", challenge.token)]
    if own and own.match:
        key = own.match.key
        responses += [
            who.get("table", key),
            who.get("table", key, fragment=True),
            who.get("seals", key),
            who.get("games"),
            who.client.post(reverse("table", args=[key]), {"ask": "R"}, headers=HTMX),
            who.client.get(reverse("challenge", args=[challenge.token]), {"with": own.pk - 1}),
        ]
    return [whole(response) for response in responses]


def exported(who: Person) -> bytes:
    """Everything that the site keeps of somebody."""
    return b"".join(who.get("export").streaming_content)


def dealt_otherwise(challenge: Challenge, reader: Person, since: int, rng: Random) -> None:
    """Change the packs, and what others than the reader made of them, from a deal on."""
    for pack in challenge.packs.filter(deal__gte=since):
        pack.text, pack.nonce = f"shuffle {text_of(rng.sample(PACK, len(PACK)))}", f"{rng.getrandbits(128):032x}"
        pack.cut = rng.randrange(30)
        pack.save()
    for attempt in challenge.tries.exclude(learner=reader.learner):
        later = [{"points": [rng.randrange(30), rng.randrange(30)], "away": "KS QS"} for _deal in attempt.deals]
        attempt.deals = [*attempt.deals[: since - 1], *later[since - 1 :]]
        attempt.winner = rng.randrange(2)
        attempt.save()


def test_what_is_still_to_be_played_makes_no_difference() -> None:
    ann, ben = person("Ann"), person("Ben")
    challenge, rng = made(ann, USUAL), Random(1)
    before = answers(challenge, ben)
    dealt_otherwise(challenge, ben, 1, rng)
    assert [difference(*pair) for pair in zip(before, answers(challenge, ben), strict=True)] == [""]
    looked = 0
    for course in through(begun(challenge, ben)):
        deal = course.state.table.deal
        if not isinstance(course.state, Discarding):
            continue
        before, taken = answers(challenge, ben), exported(ben)
        dealt_otherwise(challenge, ben, deal + 1, rng)
        for attempt in challenge.tries.exclude(learner=ben.learner):  # nor what they made of the deal in play
            attempt.deals = [*attempt.deals[: deal - 1], *[{"points": [3, 4], "away": "2C 3C"}] * 4]
            attempt.save()
        after = answers(challenge, ben)
        assert [difference(*pair) for pair in zip(before, after, strict=True)] == [""] * len(before)
        assert exported(ben) == taken
        looked += 1
    assert looked > 1


def test_this_test_can_fail() -> None:
    """What somebody has played shows: there another result of the maker makes another page."""
    ann, ben = person("Ann"), person("Ben")
    challenge = made(ann, USUAL)
    *_, _last = through(begun(challenge, ben))
    before = answers(challenge, ben)
    attempt = try_of(challenge, ann)
    attempt.deals = [{**attempt.deals[0], "points": [29, 0]}, *attempt.deals[1:]]
    attempt.save()
    assert any(difference(*pair) for pair in zip(before, answers(challenge, ben), strict=True))


def discarded(attempt: ChallengeTry, deals: int) -> set[str]:
    """What somebody discarded in their first deals."""
    return {card for deal in attempt.deals[:deals] for card in deal["away"].split()}


def leaks(challenge: Challenge, maker: Person, reader: Person) -> set[str]:
    """The cards that somebody is told too early: what the maker discarded in deals that they still have to play, and
    cards that lie closed at their table and were dealt in no deal before."""
    found, dealt = set(), dict[int, set[str]]()
    for course in through(begun(challenge, reader)):
        state = course.state
        deal = state.table.deal
        if isinstance(state, Pegging):
            dealt[deal].add(str(state.starter))
        if not isinstance(state, Discarding):
            continue
        dealt.setdefault(deal, set()).update(str(card) for hand in state.holding.hands for card in hand)
        may = discarded(try_of(challenge, reader), deal - 1) | discarded(try_of(challenge, maker), deal - 1)
        before = {card for number, cards in dealt.items() if number < deal for card in cards}
        closed = {str(card) for card in hidden(course, challenge.place)}
        found |= {str(card) for card in cards_told(reader.get("challenge", challenge.token))} - may
        found |= {str(card) for card in cards_told(reader.get("table", course.match.key))} & closed - before
    return found


def test_no_page_names_a_card_that_lies_closed() -> None:
    ann, ben = person("Ann"), person("Ben")
    challenge = made(ann, USUAL)
    assert not cards_told(ben.get("challenge", challenge.token))
    assert leaks(challenge, ann, ben) == set()


def test_a_page_that_tells_of_one_deal_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = PlayedDeal(points=[0, 0], away="")

    def known(reader: Any, one: ChallengeTry) -> list[PlayedDeal]:
        deals = [*one.deals, nothing]
        return deals if reader.seen is None else deals[: reader.seen + 1]

    ann, ben = person("Ann"), person("Ben")
    challenge = made(ann, USUAL)
    monkeypatch.setattr("game.together.comparison._Reader.known", known)
    assert leaks(challenge, ann, ben)
