"""The command that lets bots play: what it prints, what it answers in JSON, and what it refuses."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.full import few

ROOT = Path(__file__).resolve().parents[3]
PARTS = ("heels", "pegging", "hand", "crib")


def printed(seats: str, *args: str) -> list[str]:
    """The lines that a tournament prints."""
    out = StringIO()
    call_command("tournament", "--seats", seats, *args, stdout=out)
    return out.getvalue().splitlines()


def told(seats: str, *args: str) -> dict[str, Any]:
    """The JSON that a tournament answers."""
    [line] = printed(seats, *args, "--json")
    found = json.loads(line)
    assert isinstance(found, dict)
    return found


def points_of(bot: dict[str, Any]) -> float:
    """All that a bot has earned in the deals that are averaged."""
    return float(sum(place[part]["mean"] * place[part]["n"] for place in bot["places"] for part in PARTS))


SHORT = ("--target", "61", "--games", "4")


# ----------------------------------------------------------------------------------------------------------- text


def test_levels_places_and_parts_are_named() -> None:
    lines = printed("club,beginner", *SHORT)
    assert lines[0] == "Points a deal, by place from the dealer’s left, in the first four deals of a game:"
    assert [line for line in lines if line[:2] in ("1.", "2.")] == ["1. Club player", "2. Beginner"]
    assert [line.split("  ")[1].strip() for line in lines[1:3]] == ["place 1", "dealer"]
    assert "crib" in lines[2]
    assert "crib" not in lines[1]
    for line in lines[1:3]:
        assert all(part in line for part in ("pegging", "hand", " all ", "(n "))
    assert sum("games won" in line and "skunked" in line for line in lines) == 2
    assert lines[-2].startswith("The first dealer’s side wins ")
    assert lines[-1].startswith("4 games, ")
    assert lines[-1].endswith(" decisions a second")


def test_games_that_are_stopped_have_no_winner() -> None:
    args = ("--games", "2", "--deals", "2")
    lines = printed("casual,club", *args)
    assert not any("won" in line or "wins" in line for line in lines)
    assert "1. Casual" in lines
    found = told("casual,club", *args)
    assert (found["games"], found["decided"]) == (2, 0)


def test_three_seats_are_three_places() -> None:
    lines = printed("club,casual,beginner", "--target", "61", "--games", "3")
    assert [line[3:10].strip() for line in lines[1:4]] == ["place 1", "place 2", "dealer"]
    assert [line for line in lines if line[:1].isdigit() and line[1] == "."] == [
        "1. Club player",
        "2. Casual",
        "3. Beginner",
    ]


def test_only_who_has_dealt_is_called_the_dealer() -> None:
    """In one deal each bot sits in one place, and only the dealer's has a crib."""
    lines = printed("casual,club,casual", "--games", "1", "--deals", "1")
    assert sum(line.startswith("   dealer") for line in lines) == 2  # of all, and of the bot that dealt
    found = told("casual,club,casual", "--games", "1", "--deals", "1")
    assert [[(place["place"], place["dealer"]) for place in bot["places"]] for bot in found["bots"]] == [
        [(3, True)],
        [(1, False)],
        [(2, False)],
    ]


def test_a_margin_that_is_not_known_is_not_printed() -> None:
    args = ("--games", "1", "--deals", "1")
    assert "nan" not in "\n".join(printed("casual,club", *args))
    assert told("casual,club", *args)["bots"][0]["won"] == {"mean": None, "margin": None, "n": 0}


def test_games_that_end_in_their_first_deal_have_no_full_one() -> None:
    args = ("--sides", "2", "--target", "31", "--games", "1", "--seed", "2")
    seats = ",".join(["beginner"] * 6)
    assert printed(seats, *args)[-1].startswith("1 games, ")
    assert told(seats, *args)["places"] == []


# ----------------------------------------------------------------------------------------------------------- JSON


def test_the_fields_of_an_answer() -> None:
    found = told("club,casual", *SHORT)
    assert found.keys() == {
        "games", "decided", "seconds", "decisions", "decisions_per_second", "first_dealer", "places", "bots",
    }  # fmt: skip
    assert (found["games"], found["decided"]) == (4, 4)
    assert [bot["level"] for bot in found["bots"]] == ["club", "casual"]
    for bot in found["bots"]:
        assert bot.keys() == {"level", "won", "ahead", "skunked", "places"}
    for places in (found["places"], *(bot["places"] for bot in found["bots"])):
        assert [(place["place"], place["dealer"]) for place in places] == [(1, False), (2, True)]
        for place in places:
            assert place.keys() == {"place", "dealer", *PARTS}
            assert all(place[part].keys() == {"mean", "margin", "n"} for part in PARTS)
    assert sum(bot["won"]["mean"] for bot in found["bots"]) == pytest.approx(1)
    assert sum(bot["ahead"]["mean"] for bot in found["bots"]) == pytest.approx(0)


def test_the_parts_sum_to_the_points() -> None:
    """Games of two deals, all of them averaged: who is ahead has so many points more."""
    found = told("club,beginner", "--games", "3", "--deals", "2")
    one, other = map(points_of, found["bots"])
    assert one + other == pytest.approx(points_of(found))
    assert (one - other) / 3 == pytest.approx(found["bots"][0]["ahead"]["mean"])
    assert one + other > 20


def test_pairs_win_together() -> None:
    found = told("casual,club,casual,club", "--sides", "2", "--target", "61", "--games", "3")
    won = [bot["won"]["mean"] for bot in found["bots"]]
    assert (won[0], won[1]) == (won[2], won[3])
    assert won[0] + won[1] == pytest.approx(1)
    assert len(found["places"]) == 4


def test_the_same_seed_plays_the_same_games() -> None:
    first, second, other = (told("casual,beginner", *SHORT, "--seed", seed) for seed in ("5", "5", "6"))
    for found in (first, second, other):
        del found["seconds"], found["decisions_per_second"]
    assert first == second
    assert first != other


@pytest.mark.parametrize(("seats", "games", "rounds"), [("casual,club", "3", 2), ("casual,club,beginner", "4", 2)])
def test_duplicates_come_in_whole_rounds(seats: str, games: str, rounds: int) -> None:
    """Every bot sits in every place as often, with each first dealer."""
    found = told(seats, "--games", games, "--deals", "1", "--duplicate")
    number = len(seats.split(","))
    assert found["games"] == rounds * number
    for bot in found["bots"]:
        assert [place["hand"]["n"] for place in bot["places"]] == [rounds] * number
        assert bot["ahead"]["n"] == rounds, "games of the same cards are one observation"


def test_duplicates_of_whole_rounds_are_not_added_to() -> None:
    assert told("casual,club", "--games", "4", "--deals", "1", "--duplicate")["games"] == 4
    assert told("casual,club", "--games", "3", "--deals", "1")["games"] == 3


# ------------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("seats", "args", "sentence"),
    [
        ("expert", (), "Two to six seats can play."),
        (",".join(["casual"] * 7), (), "Two to six seats can play."),
        ("club,ace", (), "There is no level “ace”: there are novice, beginner, casual, club, strong, expert."),
        (",", (), "There is no level “”: there are novice, beginner, casual, club, strong, expert."),
        ("club,club,club", ("--sides", "2"), "That many seats cannot make that many sides."),
        ("club,club", ("--sides", "0"), "That many seats cannot make that many sides."),
        ("club,club", ("--sides", "-1"), "That many seats cannot make that many sides."),
        ("club,club", ("--target", "30"), "The target is a whole number from 31 to 999."),
        ("club,club", ("--target", "1000"), "The target is a whole number from 31 to 999."),
    ],
)
def test_a_table_that_cannot_be_is_one_sentence(seats: str, args: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        printed(seats, *args, "--games", "1", "--deals", "1")
    assert (str(refused.value), refused.value.returncode) == (sentence, 2)


@pytest.mark.parametrize(
    "args",
    [
        ("--games", "0"),
        ("--games", "1000001"),
        ("--games", "x"),
        ("--deals", "0"),
        ("--seed", "x"),
        ("--seed", "٢"),
        ("--target", "٦١"),
    ],
)
def test_a_number_that_cannot_be_is_refused(args: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match=args[0]):
        printed("casual,club", *args)


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    """A tournament in a process of its own."""
    program = [sys.executable, str(ROOT / "manage.py"), "tournament", *args]
    return subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)


@pytest.mark.parametrize(
    "args", few([["--seats", "club,ace"], ["--seats", "club,club", "--games", "0"], []], ["--seats", "club,ace"], [])
)
def test_refusals_end_with_status_2_and_no_traceback(args: list[str]) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1]


# -------------------------------------------------------------------------------------------------- the progress bar


def test_without_a_terminal_there_is_no_progress_bar() -> None:
    done = run("--seats", "casual,casual", "--games", "2", "--deals", "1", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["games"] == 2


class Terminal(StringIO):
    """What a terminal would get."""

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


def test_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    printed("casual,casual", "--games", "2", "--deals", "1")
    assert "2/2" in shown.getvalue()
