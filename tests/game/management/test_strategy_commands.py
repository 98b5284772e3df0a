"""The commands that think: discards and plays ranked, and a bot for other programs. Positions told by hand."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import PACK, Card
from game.engine.play import (
    Cut,
    Cutting,
    Dealing,
    Discard,
    Discarding,
    Go,
    Pegging,
    Play,
    Shuffle,
    State,
    apply,
    legal,
    waited_for,
)
from game.engine.rules import Rules
from game.engine.view import View, see
from game.management.requests import answer
from game.positions import Facts, discarding, in_play
from game.strategy.levels import Level
from game.words import terms
from tests.full import few
from tests.strategies import random_match, table

ROOT = Path(__file__).resolve().parents[3]
ARRANGEMENTS = [(2, 2), (3, 3), (4, 4), (4, 2), (5, 5), (6, 6), (6, 3), (6, 2)]


def printed(*args: str) -> list[str]:
    """The lines that a command prints."""
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue().splitlines()


def told(*args: str) -> Any:
    """The JSON that a command answers."""
    [line] = printed(*args, "--json")
    return json.loads(line)


# ------------------------------------------------------------------------------------------------- the discard


@pytest.mark.parametrize(
    ("hand", "whose", "away"),
    [
        ("2H 3C 9S TD JD QH", "--pone", "9S QH"),
        ("2H 3C 5S 6D JD QH", "--dealer", "2H 3C"),
        ("AH 2C 3S 4D 7D 8H", "--pone", "AH 7D"),
    ],
)
def test_the_best_discard_comes_first(hand: str, whose: str, away: str) -> None:
    found = told("discard", hand, whose)
    assert found["choices"][0]["away"] == away.split()
    assert (found["hand"], found["dealer"], found["scores"]) == (hand.split(), whose == "--dealer", None)
    assert len(found["choices"]) == 15
    values = [choice["value"] for choice in found["choices"]]
    assert values == sorted(values, reverse=True)
    for choice in found["choices"]:
        assert choice["crib_sign"] == (1 if whose == "--dealer" else -1)
        assert choice["value"] == pytest.approx(choice["hand"] + choice["crib_sign"] * choice["crib"] + choice["play"])
        assert (choice["crib_error"], choice["win"]) == (0, None)
        assert sorted(choice["away"] + choice["kept"]) == sorted(hand.split())


def test_without_a_word_the_asker_is_the_pone() -> None:
    assert told("discard", "2H 3C 9S TD JD QH") == told("discard", "2H 3C 9S TD JD QH", "--pone")


def test_the_hand_is_weighed_over_every_starter() -> None:
    """5 5 5 J with a 4 and a 6 away: 46 starters, of which the 5 of the jack's suit makes 29."""
    best = told("discard", "5C 5D 5S JH 4H 6C", "--dealer")["choices"]
    kept = next(choice for choice in best if choice["kept"] == ["5C", "5D", "5S", "JH"])
    # 23 starters leave the 14 it has, 7 hearts add nobs, 9 ten-cards three fifteens, 3 nobs too, 3 jacks a pair.
    assert kept["hand"] == pytest.approx((23 * 14 + 7 * 15 + 9 * 20 + 3 * 21 + 3 * 22 + 29) / 46)
    assert kept["twelve_or_more"] == pytest.approx(1)


def test_starters_have_the_letters_of_records_like_the_cards_above_them() -> None:
    hand = "2H 3C 9S TD JD QH"
    with translation.override("fr"):
        rows = printed("discard", hand)
        assert list(told("discard", hand)["best"]["by_starter"]) == list("A23456789TJQK")
    assert "9S QH" in rows[1]
    assert [row.split()[0] for row in rows[-13:]] == list("A23456789TJQK")


def test_the_best_is_taken_apart_item_by_item() -> None:
    found = told("discard", "2H 3C 9S TD JD QH")
    first, best = found["choices"][0], found["best"]
    assert list(best["hand"]) == list(best["crib"]) == ["fifteen", "run", "pair", "flush", "nobs"]
    assert sum(best["hand"].values()) == pytest.approx(first["hand"])
    assert sum(best["crib"].values()) == pytest.approx(first["crib"])
    # 2H 3C TD JD: with any ten-card left fifteen with 2 3 twice stands already; the queen makes a run of three.
    assert best["by_starter"]["Q"]["hand"] == pytest.approx(9 + 1 / 3)
    assert list(best["by_starter"]) == list("A23456789TJQK")
    seen = {card[0] for card in found["hand"]}
    starters = {rank: 3 if rank in seen else 4 for rank in best["by_starter"]}
    mean = sum(starters[rank] * means["hand"] for rank, means in best["by_starter"].items()) / 46
    assert mean == pytest.approx(first["hand"])


def test_a_starter_that_cannot_be_turned_up_is_left_out() -> None:
    assert "5" not in told("discard", "5C 5D 5H 5S JH QC")["best"]["by_starter"]


def test_a_discard_speaks_to_people() -> None:
    lines = printed("discard", "2H 3C 9S TD JD QH")
    assert " ".join(lines[0].split()) == "away kept hand crib play value spread 12 or more"
    assert lines[1].startswith("1   9S QH  2H 3C TD JD  7.11  -4.")
    assert lines[15].startswith("15  ")
    assert lines[17:20] == ["9S QH discarded, item by item:", "          hand  crib", lines[19]]
    assert [line.split()[0] for line in lines[19:24]] == ["fifteens", "runs", "pairs", "flush", "nobs"]
    assert [line.split()[0] for line in lines[25:]] == ["starter", *"A23456789TJQK"]


def test_the_crib_has_the_sign_of_its_owner() -> None:
    assert "  +" in printed("discard", "2H 3C 5S 6D JD QH", "--dealer")[1]


def test_with_scores_the_chance_to_win_ranks() -> None:
    found = told("discard", "2H 3C 9S TD JD QH", "--scores", "100,110")
    wins = [choice["win"] for choice in found["choices"]]
    assert wins == sorted(wins, reverse=True)
    assert all(0 <= win <= 1 for win in wins)
    assert found["scores"] == [100, 110]
    lines = printed("discard", "2H 3C 9S TD JD QH", "--scores", "100,110")
    assert lines[0].endswith("win")
    assert lines[1].endswith("%")


def test_the_own_score_comes_first() -> None:
    """Who deals changes nothing about whose score is whose."""
    for whose in ("--pone", "--dealer"):
        ahead, behind = (
            told("discard", "2H 3C 9S TD JD QH", whose, "--scores", scores)["choices"][0]["win"]
            for scores in ("110,60", "60,110")
        )
        assert ahead > 0.8
        assert behind < 0.2


@pytest.mark.parametrize(
    ("hand", "args", "choices", "sign"),
    [
        ("2H 3C 9S TD JD", ("--seats", "3"), 5, -1 / 2),
        ("2H 3C 9S TD JD", ("--seats", "4", "--sides", "2"), 5, -1),
        ("2H 3C 9S TD JD", ("--seats", "4", "--dealer"), 5, 1),
        ("2H 3C 9S TD JD", ("--seats", "5"), 5, -1 / 4),
        ("2H 3C 9S TD JD QH", ("--seats", "6", "--sides", "3"), 6, -1 / 2),
        ("2H 3C 9S TD JD QH", ("--seats", "6", "--sides", "2"), 6, -1),
    ],
)
def test_at_larger_tables_the_crib_is_sampled(hand: str, args: tuple[str, ...], choices: int, sign: float) -> None:
    found = told("discard", hand, *args)
    assert len(found["choices"]) == choices
    assert all(choice["crib_error"] > 0 and choice["crib_sign"] == sign for choice in found["choices"])
    assert found == told("discard", hand, *args), "the same question has the same answer"
    lines = printed("discard", hand, *args)
    assert lines[0].endswith("error of crib")
    divided = [line for line in lines if "another's crib is divided by" in line]
    assert len(divided) == (-1 < sign < 0)


# ----------------------------------------------------------------------------------------------------- the play


def test_a_fifteen_and_a_thirty_one_come_first() -> None:
    found = told("advise-play", "5C 2D 9S KH", "--starter", "4H", "--away", "QC QD", "--dealer", "1", "--plays", "2:JD")
    assert found["cards"][0]["card"] == "5C"
    assert found["cards"][0]["points"] == 2
    assert found["cards"][0]["items"] == [{"kind": "fifteen", "cards": ["JD", "5C"], "points": 2}]
    assert (found["seat"], found["dealer"], found["count"], found["series"]) == (1, 1, 10, ["JD"])
    assert (found["scores"], found["go"], len(found["cards"])) == (None, False, 4)
    assert all(card["win"] is None and card["error"] >= 0 for card in found["cards"])
    found = told("advise-play", "5C JD", "--starter", "4H", "--plays", "1:TC 2:5H 1:2C 2:9H")
    assert [card["items"][0]["kind"] for card in found["cards"]] == ["thirty-one"]


def test_the_last_card_of_a_series_has_its_point() -> None:
    """Seat 2 has said go at 28, and after the deuce seat 1 cannot play either."""
    found = told("advise-play", "2H KC", "--starter", "4H", "--plays", "1:TC 2:8D 1:TH 2:go")
    assert [(card["card"], card["items"]) for card in found["cards"]] == [
        ("2H", [{"kind": "go", "cards": ["2H"], "points": 1}])
    ]
    found = told("advise-play", "KH", "--starter", "4H", "--plays", "1:TC 2:TD 1:TH 2:KC 1:KD 2:KS 1:9H")
    assert (found["seat"], found["cards"][0]["points"]) == (2, 1)
    assert found["cards"][0]["value"] == pytest.approx(1)
    assert found["cards"][0]["items"][0]["kind"] == "last"


def test_the_play_speaks_to_people() -> None:
    lines = printed("advise-play", "5C JD", "--starter", "4H", "--plays", "1:TC 2:5H 1:2C 2:9H", "--scores", "100,110")
    assert lines[0] == "The count is 26; seat 1 plays."
    assert lines[1].split() == ["card", "pegs", "for", "value", "win"]
    assert lines[2].startswith("1  5C    2     thirty-one for two  ")
    assert lines[2].endswith("%")
    assert (
        lines[3] == "The value is what your side pegs to the end of the deal less what the other sides do on average."
    )
    assert "how far a card's value lies from the best" in printed("advise-play", "5C JD 6D 7D", "--starter", "4H")[-1]


def test_with_scores_a_card_that_wins_at_once_wins_surely() -> None:
    found = told(
        "advise-play", "5C 2D 9S KH", "--starter", "4H", "--dealer", "1", "--plays", "2:JD", "--scores", "119,119"
    )
    assert (found["cards"][0]["card"], found["cards"][0]["win"]) == ("5C", pytest.approx(1))
    assert all(card["win"] < 0.99 for card in found["cards"][1:])


def test_who_cannot_play_says_go() -> None:
    args = ("advise-play", "9C JD KD", "--starter", "4H", "--plays", "1:TC 2:8D 1:TH")
    assert (told(*args)["go"], told(*args)["cards"]) == (True, [])
    assert printed(*args) == ["At a count of 28 seat 2 can play no card and says go."]


@pytest.mark.parametrize(
    ("hand", "plays", "seat", "count"),
    [
        ("AC 2C 3C 4C", "", 1, 0),
        ("AC 2C 3C 4C", "1:TC", 2, 10),
        ("AC 2C", "1:TC 2:TD 1:TH", 1, 30),  # seat 2 has three cards: it must have said go
        ("AC 2C 3C", "1:TC 2:TD 1:TH", 2, 30),
        ("5C 6C 7C", "1:TC 2:TD 1:TH 2:go", 2, 0),  # with an ace seat 1 would play on
        ("AC 2C", "1:TC 2:TD 1:TH 2:go", 1, 30),
        ("5C 7C", "1:TC 2:TD 1:TH 2:6S", 1, 6),  # the six fits no more: both had said go
        ("7C", "1:TC 2:TD 1:9H 2:2H 1:5C 2:5D", 1, 10),  # a new series after 31
    ],
)
def test_the_turn_is_worked_out_from_the_plays(hand: str, plays: str, seat: int, count: int) -> None:
    found = told("advise-play", hand, "--starter", "KH", "--plays", plays)
    assert (found["seat"], found["count"]) == (seat, count)


@pytest.mark.parametrize(
    ("seat", "hand", "bare", "seated"),
    [
        ("2", "AC 2C 3C", "TC TD TH", "1:TC 2:TD 1:TH"),
        ("1", "5C 7C", "TC TD TH 6S", "1:TC 2:TD 1:TH 2:6S"),  # the six fits no more: both had said go
        ("1", "AC 2C", "TC TD 9H go", "1:TC 2:TD 1:9H 2:go"),
        ("1", "7C", "TC TD 9H 2H 5C 5D", "1:TC 2:TD 1:9H 2:2H 1:5C 2:5D"),  # after 31 the next one leads
        ("1", "5C", "TC TD TH go 2:9S 1:9D 8S", "1:TC 2:TD 1:TH 2:go 2:9S 1:9D 2:8S"),
    ],
)
def test_plays_told_without_seats_are_by_whose_turn_it_is(seat: str, hand: str, bare: str, seated: str) -> None:
    found = [told("advise-play", hand, "--starter", "KH", "--plays", plays, "--seat", seat) for plays in (bare, seated)]
    assert found[0] == found[1]


# ----------------------------------------------------------------------------------------------------- refusals

HAND = "2H 3C 9S TD JD QH"
FOUR = "5C 6C 7C 8C"

REFUSED: list[tuple[tuple[str, ...], str]] = [
    (("discard", "2H 3C 9S TD JD"), "With 2 seats a hand of 6 cards is dealt before the discard, not 5."),
    (("discard", HAND, "--seats", "3"), "With 3 seats a hand of 5 cards is dealt before the discard, not 6."),
    (("discard", ""), "before the discard, not 0."),
    (("discard", "2H 3C 9S TD", "--seats", "5", "--dealer"), "With 5 seats the dealer discards nothing."),
    (("discard", "2H 3C 9S TD JD", "--seats", "6", "--dealer"), "With 6 seats the dealer discards nothing."),
    (("discard", "2H 2H 9S TD JD QH"), "The 2 of hearts is there twice."),
    (("discard", "2H 1H 9S TD JD QH"), "“1H” is not a card"),
    (("discard", HAND, "--seats", "7"), "Two to six seats can play."),
    (("discard", HAND, "--sides", "3"), "That many seats cannot make that many sides."),
    (("discard", HAND, "--target", "30"), "The target is a whole number from 31 to 999."),
    (("discard", HAND, "--scores", "100"), "There is one score for each side: 2 here, not 1."),
    (("discard", HAND, "--scores", "100,121"), "A score is at least 0 and below the target, 121."),
    (("discard", HAND, "--scores", "60,61", "--target", "61"), "A score is at least 0 and below the target, 61."),
    (("discard", HAND, "--scores=-1,5"), "A score is at least 0 and below the target, 121."),
    (("discard", HAND, "--scores", "a,b"), "Scores are whole numbers with commas between, such as 100,110."),
    (("discard", HAND, "--scores", "1" * 5000 + ",1"), "Scores are whole numbers with commas between"),
    (("discard", HAND, "--scores", ""), "Scores are whole numbers with commas between"),
    (("advise-play", FOUR), "In the play the starter lies open: say which card it is."),
    (("advise-play", FOUR, "--starter", "KH KD"), "The starter is one card, not 2."),
    (("advise-play", FOUR, "--starter", "5C"), "The 5 of clubs is named twice"),
    (("advise-play", FOUR, "--starter", "KH", "--away", "5C 4C"), "The 5 of clubs is named twice"),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "1:KH"), "The king of hearts is named twice"),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "1:KD 2:KD"), "The king of diamonds is named twice"),
    (("advise-play", FOUR, "--starter", "KH", "--away", "4C"), "Seat 1 discards 2 cards here."),
    (("advise-play", "5C", "--starter", "KH", "--away", "4C", "--seats", "5", "--dealer", "1",
      "--plays", "2:AH 3:AC 4:AD 5:AS 1:2C 2:2D 3:2H 4:2S 5:3C 1:3D 2:3H 3:3S 4:8C 5:8D 1:7C 2:8H 3:8S 4:9C 5:9D"),
     "With 5 seats the dealer discards nothing."),
    (("advise-play", "", "--starter", "KH"), "A seat without cards has nothing to play."),
    (("advise-play", "5C 6C 7C", "--starter", "KH"), "nobody who could be to play can still hold 3."),
    (("advise-play", "5C 6C 7C 8C 9C", "--starter", "KH"), "nobody can hold 5."),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "1:2C", "--seat", "1"),
     "Seat 1 keeps 4 cards and has played 1 of them; it cannot hold 4."),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "1:2C 1:2D"),
     "At a count of 2 it is the turn of seat 2, which could play the 5 of clubs."),
    (("advise-play", "5C 6C 7C", "--starter", "KH", "--seats", "3", "--plays", "1:2C 3:2D"),
     "At a count of 2 it is the turn of seat 2, not of seat 3."),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "2:2C"), "At a count of 0 it is the turn of seat 1"),
    (("advise-play", "5C", "--starter", "KH", "--plays", "1:TC 2:TD 1:JD 2:QD 1:KD 2:AH"),
     "The queen of diamonds of seat 2 would take the count over 31."),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "1:2C 2:go"), "At a count of 2 seat 2 cannot say go"),
    (("advise-play", FOUR, "--starter", "KH", "--seat", "2"), "At a count of 0 it is the turn of seat 1"),
    (("advise-play", "AC 5C 6C", "--starter", "KH", "--seat", "2", "--plays", "1:TC 2:TD 1:JD 1:AD"),
     "At a count of 30 it is the turn of seat 2, which could play the ace of clubs."),
    (("advise-play", "6C", "--starter", "KH", "--plays", "1:AC 2:AD 1:AH 2:AS 1:2C 2:2D 1:2H 2:2S 1:3C"),
     "Seat 1 has only 4 cards to play."),
    (("advise-play", FOUR, "--starter", "KH", "--seat", "3"), "Seats are numbered from 1 to 2 here."),
    (("advise-play", FOUR, "--starter", "KH", "--seat", "0"), "Seats are numbered from 1 to 2 here."),
    (("advise-play", FOUR, "--starter", "KH", "--dealer", "0"), "Seats are numbered from 1 to 2 here."),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "3:2C"), "Seats are numbered from 1 to 2 here."),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "2Z"), "“2Z” is not a play"),
    (("advise-play", FOUR, "--starter", "KH", "--plays", "1:2X"), "“2X” is not a card"),
    (("advise-play", FOUR, "--starter", "KH", "--scores", "1,2,3"), "There is one score for each side: 2 here, not 3."),
    (("serve-bot", "master"), "There is no level “master”: there are novice, beginner, casual, club, strong, expert."),
]  # fmt: skip


@pytest.mark.parametrize(("args", "sentence"), REFUSED)
def test_what_cannot_be_is_one_sentence(args: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*args, stdout=StringIO())
    assert sentence in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert refused.value.returncode == 2


def run(*args: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command as a person does, in a process of its own."""
    program = [sys.executable, str(ROOT / "manage.py"), *args]
    return subprocess.run(program, input=given, capture_output=True, check=False, cwd=ROOT)


@pytest.mark.parametrize(
    "args",
    few(
        [["discard", "2H 3C", "--json"], ["advise-play", FOUR], ["serve-bot", "master"]],
        ["discard", "2H 3C", "--json"],
    ),
)
def test_a_refusal_has_status_2_and_no_traceback(args: list[str]) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1


# ---------------------------------------------------------------------------------- positions, against the engine


def facts_of(view: View, plays: Sequence[Play | Go], gone: tuple[int, ...] = ()) -> Facts:
    """What a seat would tell of its view."""
    return Facts(
        rules=view.rules,
        dealer=view.dealer or 0,
        hand=view.hand,
        scores=view.scores,
        away=view.away,
        starter=view.starter,
        plays=tuple(plays),
        gone=gone,
    )


def positions(rules: Rules, seed: int) -> Iterator[tuple[Pegging, list[Play | Go]]]:
    """Every position of the play of a random game, with the plays and goes of its deal."""
    acts: list[Play | Go] = []
    for before, action, _ in random_match(rules, seed):
        if isinstance(before, Pegging):
            yield before, acts
        acts = [*acts, action] if isinstance(action, Play | Go) else []


@pytest.mark.parametrize(("seats", "sides"), ARRANGEMENTS)
def test_a_position_that_is_told_is_seen_as_the_engine_shows_it(seats: int, sides: int) -> None:
    for state, acts in positions(Rules(seats=seats, sides=sides, target=61), seed=seats):
        seen = replace(see(state, state.turn), ledger=(), deal=1)
        assert in_play(facts_of(seen, acts), state.turn)[1] == seen
        # Goes need not be told, but those that have ended the last series.
        since = acts[max((place for place, act in enumerate(acts) if isinstance(act, Play)), default=-1) + 1 :]
        gone = tuple(act.seat for act in since)
        silent = [act for act in acts if isinstance(act, Play)]
        assert in_play(facts_of(seen, silent, gone), state.turn)[1] == seen
        if not gone:
            assert in_play(facts_of(seen, silent, seen.gone), state.turn)[1] == seen


@pytest.mark.parametrize(("seats", "sides"), ARRANGEMENTS)
def test_a_hand_that_is_told_is_seen_as_the_engine_shows_it(seats: int, sides: int) -> None:
    rules = Rules(seats=seats, sides=sides)
    state = apply(Dealing(table(rules, dealer=1)), Shuffle(tuple(Random(3).sample(PACK, 52))))
    for seat in waited_for(state):
        seen = see(state, seat)
        assert discarding(facts_of(seen, ()), seat) == seen


# --------------------------------------------------------------------------------------------------- serve-bot


@contextmanager
def served(level: str, *args: str) -> Iterator["subprocess.Popen[str]"]:
    """A bot in a process of its own, which must end by itself once its input does."""
    program = [sys.executable, str(ROOT / "manage.py"), "serve-bot", level, *args]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as bot:
        yield bot
        assert bot.communicate() == ("", "")
        assert bot.returncode == 0


def asked(bot: "subprocess.Popen[str]", request: dict[str, Any]) -> dict[str, Any]:
    """What the bot answers to a request, while its input stays open."""
    assert bot.stdin
    assert bot.stdout
    bot.stdin.write(json.dumps(request) + "\n")
    bot.stdin.flush()
    found = json.loads(bot.stdout.readline())
    assert isinstance(found, dict)
    return found


def request_of(state: State, seat: int, acts: Sequence[Play | Go]) -> dict[str, Any]:
    """A seat's view as a request."""
    view = see(state, seat)
    return {
        "request": "discard" if isinstance(state, Discarding) else "play",
        "seats": view.rules.seats,
        "sides": view.rules.sides,
        "target": view.rules.target,
        "seat": seat + 1,
        "dealer": (view.dealer or 0) + 1,
        "scores": list(view.scores),
        "hand": [str(card) for card in view.hand],
        "away": [str(card) for card in view.away],
        "starter": view.starter and str(view.starter),
        "plays": [
            {"seat": act.seat + 1, "card": str(act.card)}
            if isinstance(act, Play)
            else {"seat": act.seat + 1, "go": True}
            for act in acts
        ],
    }


def action_of(seat: int, told_by: dict[str, Any]) -> Discard | Play | Go:
    """An answer as the action it names."""
    match told_by:
        case {"discard": cards}:
            return Discard(seat, tuple(map(Card.parse, cards)))
        case {"play": card}:
            return Play(seat, Card.parse(card))
        case {"go": True}:
            return Go(seat)
    raise AssertionError(told_by)


def test_two_bots_play_a_whole_deal() -> None:
    state: State = apply(Dealing(table(Rules(), dealer=1)), Shuffle(tuple(Random(7).sample(PACK, 52))))
    acts: list[Play | Go] = []
    with served("expert", "--seed", "1") as one, served("beginner", "--seed", "2") as other:
        while isinstance(state, Discarding | Cutting | Pegging):
            seat = waited_for(state)[0]
            if isinstance(state, Cutting):
                state = apply(state, Cut(seat, 11))
                continue
            found = asked((one, other)[seat], {**request_of(state, seat, acts), "id": len(acts)})
            assert found.pop("id") == len(acts)
            action = action_of(seat, found)
            if not isinstance(action, Discard):
                acts.append(action)
            state = apply(state, action)  # an action against the rules is refused here
    assert sum(isinstance(act, Play) for act in acts) == 8


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.CLUB])
@pytest.mark.parametrize(("seats", "sides"), ARRANGEMENTS)
def test_a_bot_answers_by_the_rules_at_every_table(seats: int, sides: int, level: Level) -> None:
    random = Random(5)
    for state, acts in positions(Rules(seats=seats, sides=sides, target=31), seed=seats + 10):
        found = json.loads(json.dumps(answer(json.dumps(request_of(state, state.turn, acts)), level, random)))
        assert action_of(state.turn, found) in legal(state)


@pytest.mark.parametrize(("seats", "sides"), [(2, 2), (4, 2), (6, 3)])
def test_the_expert_answers_by_the_rules(seats: int, sides: int) -> None:
    random = Random(5)
    for state, acts in list(positions(Rules(seats=seats, sides=sides, target=31), seed=2))[2 : seats * 4 : 3]:
        found = answer(json.dumps(request_of(state, state.turn, acts)), Level.EXPERT, random)
        assert action_of(state.turn, found) in legal(state)


DISCARD = {"request": "discard", "hand": HAND.split()}
IN_PLAY = {"request": "play", "hand": FOUR.split(), "starter": "KH"}


def answered(request: object, level: Level = Level.CASUAL) -> dict[str, Any]:
    """What a bot answers to one request."""
    return answer(json.dumps(request), level, Random(1))


def test_what_is_left_out_of_a_request_is_two_seats_to_121() -> None:
    whole = {"seats": 2, "sides": 2, "target": 121, "dealer": 2, "scores": [0, 0], "away": [], "plays": [], "gone": []}
    assert answered(DISCARD, Level.EXPERT) == {"discard": ["9S", "QH"]}
    assert answered({**DISCARD, **whole, "seat": 1}, Level.EXPERT) == {"discard": ["9S", "QH"]}
    assert answered({**IN_PLAY, **whole, "seat": 1}) == answered(IN_PLAY)
    assert answered({**DISCARD, "dealer": 1, "hand": ["2H", "3C", "5S", "6D", "JD", "QH"]}, Level.EXPERT) == {
        "discard": ["2H", "3C"]
    }


def test_the_seats_that_have_gone_tell_that_a_series_is_over() -> None:
    plays = [{"seat": 1, "card": "TC"}, {"seat": 2, "card": "TD"}, {"seat": 1, "card": "TH"}]
    request = {**IN_PLAY, "hand": ["6C", "7C", "8C"], "seat": 2, "plays": plays}
    assert answered(request) == {"go": True}
    assert answered({**request, "gone": [2]}).keys() == {"play"}
    assert answered({**request, "plays": [*plays, {"seat": 2, "go": True}]}).keys() == {"play"}


def test_who_played_last_may_say_go_as_well() -> None:
    """At a table both say it: RULES.md, The play. It is said once, and only of a series that ended so."""
    cards = [{"seat": 1, "card": "TC"}, {"seat": 2, "card": "KH"}, {"seat": 1, "card": "9C"}]
    both = [*cards, {"seat": 2, "go": True}, {"seat": 1, "go": True}]
    request = {"request": "play", "hand": ["5C", "JD"], "starter": "4H"}
    led = {"seat": 2, "card": "9H"}
    assert answered({**request, "plays": [*both, led]}) == answered({**request, "plays": [*both[:-1], led]})
    for plays in ([*both, {"seat": 1, "go": True}], [*both[:-1], led, {"seat": 1, "go": True}]):
        assert "error" in answered({**request, "plays": plays})


def test_a_program_that_says_lay_away_is_answered_in_its_word() -> None:
    assert answered({**DISCARD, "request": "lay_away"}, Level.EXPERT) == {"lay_away": ["9S", "QH"]}


@pytest.mark.parametrize("name", ["abc", 17, "\ud800", 10**400])
def test_an_id_comes_back_even_with_an_error(name: object) -> None:
    assert answered({**DISCARD, "id": name})["id"] == name
    assert answered({"id": name}) == {"id": name, "error": "The field “request” is “discard” or “play”."}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("deal me in", "The line is not JSON."),
        ('{"request": "play"', "The line is not JSON."),
        ('{"request": NaN}', "The line is not JSON."),
        ('{"seat": -Infinity}', "The line is not JSON."),
        ("1" * 5000, "The line is not JSON."),
        ("[" * 50_000, "The line is not JSON."),
        ('{"a":' * 50_000, "The line is not JSON."),
        ("[]", "A request is a JSON object."),
        ("null", "A request is a JSON object."),
        ('"play"', "A request is a JSON object."),
        ("1e999", "A request is a JSON object."),
        ("{}", "The field “request” is “discard” or “play”."),
        ('{"request": ["play"]}', "The field “request” is “discard” or “play”."),
        ('{"id": 1e999}', "The field “id” is a text or a whole number."),
        ('{"id": []}', "The field “id” is a text or a whole number."),
        ('{"request": "play", "dealr": 1}', "There is no field “dealr” in a request."),
    ],
)
def test_a_line_that_is_no_request_is_one_sentence(line: str, sentence: str) -> None:
    assert answer(line, Level.CASUAL, Random(1)) == {"error": sentence}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"seats": 1}, "Two to six seats can play."),
        ({"seats": 10**300}, "Two to six seats can play."),
        ({"seats": "2"}, "The field “seats” takes whole numbers only."),
        ({"seats": 2.0}, "The field “seats” takes whole numbers only."),
        ({"seats": True}, "The field “seats” takes whole numbers only."),
        ({"sides": 1}, "That many seats cannot make that many sides."),
        ({"target": 10**300}, "The target is a whole number from 31 to 999."),
        ({"seat": 0}, "Seats are numbered from 1 to 2 here."),
        ({"seat": 10**300}, "Seats are numbered from 1 to 2 here."),
        ({"seat": {}}, "The field “seat” takes whole numbers only."),
        ({"dealer": -3}, "Seats are numbered from 1 to 2 here."),
        ({"scores": [1]}, "There is one score for each side: 2 here, not 1."),
        ({"scores": [121, 0]}, "A score is at least 0 and below the target, 121."),
        ({"scores": [0, None]}, "The field “scores” takes whole numbers only."),
        ({"scores": "0,0"}, "The field “scores” holds a list."),
        ({"hand": "5H 6H"}, "The field “hand” holds a list."),
        ({"hand": [5]}, "The field “hand” takes cards as text, such as \"5H\"."),
        ({"hand": ["5X"]}, "“5X” is not a card: write a rank and a suit, such as 5H, 10C or Q♠."),
        ({"hand": []}, "A seat without cards has nothing to play."),
        ({"starter": None}, "In the play the starter lies open: say which card it is."),
        ({"starter": 5}, "The field “starter” takes cards as text, such as \"5H\"."),
        ({"starter": "5C"}, "The 5 of clubs is named twice: a card is held, discarded, played or the starter."),
        ({"away": ["6C", "QH"]}, "The 6 of clubs is named twice: a card is held, discarded, played or the starter."),
        ({"plays": {}}, "The field “plays” holds a list."),
        ({"plays": ["1:5H"]}, "A play is an object such as {\"seat\": 1, \"card\": \"5H\"}."),
        ({"plays": [{"seat": 1, "go": False}]}, "A play is an object such as {\"seat\": 1, \"card\": \"5H\"}."),
        ({"plays": [{"seat": "1", "card": "5H"}]}, "The field “seat” takes whole numbers only."),
        ({"plays": [{"seat": 9, "card": "5H"}]}, "Seats are numbered from 1 to 2 here."),
        ({"plays": [{"seat": 1, "card": []}]}, "The field “card” takes cards as text, such as \"5H\"."),
        ({"gone": [3]}, "Seats are numbered from 1 to 2 here."),
        ({"gone": ["1"]}, "The field “gone” takes whole numbers only."),
    ],
)  # fmt: skip
def test_a_field_that_cannot_be_is_one_sentence(fields: dict[str, Any], sentence: str) -> None:
    assert answered({**IN_PLAY, **fields}) == {"error": sentence}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["5H", "TC", "KD"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["seat", "card", "go"]), inner),
    max_leaves=12,
)
SMALL = st.integers(-1, 7)
CARDS = st.lists(st.sampled_from([str(card) for card in PACK]), max_size=7)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(("id", "target"), JSON),
    **dict.fromkeys(("seats", "sides", "seat", "dealer"), SMALL | JSON),
    **dict.fromkeys(("scores", "gone"), st.lists(SMALL, max_size=6) | JSON),
    **dict.fromkeys(("hand", "away"), CARDS | JSON),
    "starter": st.sampled_from([str(card) for card in PACK]) | JSON,
    "plays": st.lists(st.builds(lambda seat, card: {"seat": seat, "card": card}, SMALL, CARDS.map(" ".join)) | JSON),
}


@given(
    fields=st.fixed_dictionaries({"request": st.sampled_from(["discard", "play"])}, optional=FIELDS),
    level=st.sampled_from([Level.BEGINNER, Level.CLUB]),
)
def test_no_request_makes_a_traceback(fields: dict[str, Any], level: Level) -> None:
    found = answer(json.dumps(fields), level, Random(1))
    assert len(found.keys() - {"id"}) == 1
    assert found.keys() <= {"id", "discard", "play", "go", "error"}
    json.dumps(found, allow_nan=False)


@given(line=st.text() | JSON.map(json.dumps))
def test_no_line_makes_a_traceback(line: str) -> None:
    assert answer(line, Level.BEGINNER, Random(1)).keys() == {"error"}


def test_after_bad_lines_the_bot_goes_on() -> None:
    good = json.dumps(DISCARD).encode()
    lines = [b"", b"   ", b"\xff\xfe\x00", b"[" * 90_000, b" " * 300_000 + b"x", b"{" * 250_000, b"null", good]
    done = run("serve-bot", "expert", given=b"\n".join(lines))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [set(each) for each in found] == [{"error"}] * 5 + [{"discard"}]
    assert found[2]["error"] == "A line is at most 100000 bytes long."


def test_a_seed_makes_answers_again() -> None:
    line, random = json.dumps(DISCARD), Random("x")
    done = run("serve-bot", "beginner", "--seed", "x", given=f"{line}\n".encode() * 20)
    found = [json.loads(told) for told in done.stdout.splitlines()]
    assert found == [answer(line, Level.BEGINNER, random) for _ in range(20)]


# ------------------------------------------------------------------------------------------------------- levels


def test_every_level_has_its_name_and_says_how_often_it_wins() -> None:
    assert [terms.level_name(level) for level in Level] == [
        "Novice",
        "Beginner",
        "Casual",
        "Club player",
        "Strong player",
        "Expert",
    ]
    won = {level: int(re.findall(r"Wins about (\d+) of 100", terms.level_sentence(level))[0]) for level in Level}
    assert all(30 < won[level] < 50 for level in (*Level,)[:-1])
    assert won[Level.EXPERT] == 100 - won[Level.STRONG]
    assert len({terms.level_sentence(level) for level in Level}) == len(Level)
