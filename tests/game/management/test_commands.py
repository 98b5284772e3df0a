"""The commands that count, peg, replay and enumerate: what they print, and how they refuse."""

import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import execute_from_command_line

from game.engine.play import Over, replay
from game.engine.record import write
from game.engine.rules import Rules
from tests.engine import naive
from tests.strategies import random_match

ROOT = Path(__file__).resolve().parents[3]

RECORD = """\
cribbage record 2
rules seats=2 sides=2 target=31
# the cut for deal
shuffle AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AH 2H 3H 4H 5H 6H 7H 8H 9H TH \
JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
1 cuts 5
2 cuts 0
shuffle 5C 4S 5D 6D 5S 9C JH KC AC QD 2C 2D 5H 3C 4C 6C 7C 8C TC JC QC AD 3D 4D 7D 8D 9D TD JD KD AH 2H 3H 4H 6H 7H 8H \
9H TH QH KH AS 2S 3S 6S 7S 8S 9S TS JS QS KS
1 discards AC 2C
2 discards QD 2D
1 cuts 0
1 plays 5C
2 plays KC
"""


def run(*args: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command as `manage.py` runs it: its status, and what it printed."""
    out, err, status = StringIO(), StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(ROOT)
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO((given or "").encode())))
        try:
            execute_from_command_line(["manage.py", *args])
        except SystemExit as end:
            status = int(end.code or 0)
    return subprocess.CompletedProcess(args, status, out.getvalue(), err.getvalue())


def answer(*args: str, given: str | None = None) -> Any:
    """The JSON that a command answers."""
    done = run(*args, "--json", given=given)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_count_itemises_a_hand() -> None:
    assert answer("count", "4C 5S 6D JH", "4H") == {
        "hand": ["4C", "5S", "6D", "JH"],
        "starter": "4H",
        "crib": False,
        "points": 15,
        "items": [
            {"kind": "fifteen", "cards": ["5S", "JH"], "points": 2},
            {"kind": "fifteen", "cards": ["4C", "5S", "6D"], "points": 2},
            {"kind": "fifteen", "cards": ["4H", "5S", "6D"], "points": 2},
            {"kind": "run", "cards": ["4C", "5S", "6D"], "points": 3},
            {"kind": "run", "cards": ["4H", "5S", "6D"], "points": 3},
            {"kind": "pair", "cards": ["4C", "4H"], "points": 2},
            {"kind": "nobs", "cards": ["JH"], "points": 1},
        ],
    }


def test_count_speaks_to_people() -> None:
    assert run("count", "4c 5♠ 6d jh", "4♥").stdout.splitlines() == [
        "  2  5S JH             fifteen two",
        "  2  4C 5S 6D          fifteen four",
        "  2  4H 5S 6D          fifteen six",
        "  8  4C 4H 5S 6D       a double run of three is fourteen",
        "  1  JH                one for his nob is fifteen",
        "15 points",
    ]


def test_count_of_nothing_is_nineteen() -> None:
    assert run("count", "2C 4S 6D 8H", "KC").stdout.splitlines() == ["nothing, a “nineteen” as players say", "0 points"]


def test_count_knows_the_crib() -> None:
    assert answer("count", "2H 6H TH KH", "4C")["points"] == 4
    assert answer("count", "2H 6H TH KH", "4C", "--crib")["points"] == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("count", "4C 5S 6D 1H", "4H"), "“1H” is not a card"),
        (("count", "4C 5S 6D JH", "4C"), "The 4 of clubs cannot be in the hand and the starter."),
        (("count", "4C 5S 5S JH", "4H"), "The 5 of spades is there twice."),
        (("count", "4C 5S JH", "4H"), "four cards, or five at a table of six, not 3"),
        (("count", "4C 5S 6D JH", "4H 2C"), "The starter is one card, not 2."),
        (("peg", ""), "A series has at least one card."),
        (("peg", "KC QC JC 2C"), "These cards count 32; a series may not pass 31."),
        (("replay", "no/such/file"), "no/such/file cannot be read: No such file or directory."),
        (("replay", "tests"), "tests cannot be read: Is a directory."),
        (("replay", "/dev/zero"), "/dev/zero is too long for a record."),
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_command_line_that_cannot_be_used_is_one_sentence_and_status_2(
    args: tuple[str, ...], sentence: str, form: tuple[str, ...]
) -> None:
    done = run(*args, *form)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "args",
    [("discard", "2H 3C 9S TD JD QH", "--target", "٦١"), ("advise-play", "5C JD", "--seat", "٦١")],
    ids=["target", "seat"],
)
def test_a_number_in_the_digits_of_another_script_is_refused(args: tuple[str, ...]) -> None:
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert "“٦١” is not a whole number in the digits 0 to 9" in done.stderr


def test_peg_itemises_the_last_card() -> None:
    assert answer("peg", "5H 4C 6D") == {
        "series": ["5H", "4C", "6D"],
        "count": 15,
        "points": 5,
        "items": [
            {"kind": "fifteen", "cards": ["5H", "4C", "6D"], "points": 2},
            {"kind": "run", "cards": ["5H", "4C", "6D"], "points": 3},
        ],
    }
    assert run("peg", "8H 8C 8D").stdout.splitlines() == [
        "The count is 24.",
        "  6  a pair royal for six",
        "6 points",
    ]


def test_replay_tells_each_action_and_its_scores() -> None:
    told = answer("replay", "-", given=RECORD)
    assert [action["text"] for action in told["actions"][-3:]] == ["1 cuts 0", "1 plays 5C", "2 plays KC"]
    assert told["actions"][-1]["scores"] == [{"seat": 2, "kind": "fifteen", "cards": ["5C", "KC"], "points": 2}]
    assert (told["scores"], told["standing"]) == ([0, 2], [0, 0])
    assert (told["winner"], told["phase"], told["stopped"]) == (None, "pegging", None)


def test_replay_speaks_to_people(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(RECORD)
    assert run("replay", str(file)).stdout.splitlines()[-5:] == [
        "2 plays KC",
        "    seat 2: fifteen for two",
        "side 1: 0",
        "side 2: 2",
        "The game is not over.",
    ]


def test_a_damaged_record_is_told_as_far_as_it_is_sound_with_status_1() -> None:
    done = run("replay", "-", "--json", given=RECORD + "1 plays KH\n1 plays 5D\n")
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert told["actions"][-1]["text"] == "2 plays KC"
    assert (told["stopped"]["line"], told["stopped"]["reason"]) == (13, "refused")
    assert "Line 13: “1 plays KH” is against the rules. That card is not in the hand." in done.stderr
    assert told["stopped"]["sentence"] in done.stderr


@pytest.mark.parametrize(
    "given", ["", "chess\n", "cribbage record 3\n", "cribbage record 2\n", "cribbage record 1\n", "\x00\ufeff\n"]
)
def test_what_is_no_record_is_one_sentence(given: str) -> None:
    done = run("replay", "-", given=given)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.full("the other distribution is printed on every change")
def test_distribution_enumerates_every_hand() -> None:
    told = answer("distribution", "--crib")
    assert (told["cases"], told["crib"]) == (12_994_800, True)
    assert (told["distribution"]["0"], told["distribution"]["5"], told["distribution"]["29"]) == (1_022_208, 703_496, 4)
    assert f"{told['mean']:.6f}" == "4.734819"


def test_distribution_speaks_to_people() -> None:
    lines = run("distribution").stdout.splitlines()
    assert [int(line.split()[1]) for line in lines[1:31]] == list(naive.ALL_HANDS)
    assert lines[1] == "     0    1009008  7.7647%"
    assert lines[30] == "    29          4  0.0000%"
    assert lines[31] == "12994800 hands, 4.769152 points on average"


def test_replay_tells_who_won() -> None:
    rules = Rules(target=31)
    actions = [action for _, action, _ in random_match(rules, seed=5)]
    over = replay(rules, actions)
    assert isinstance(over, Over)
    assert over.winner is not None
    told = answer("replay", "-", given=write(rules, actions))
    assert (told["winner"], told["phase"], told["scores"]) == (over.winner + 1, "over", list(over.table.scores))
    spoken = run("replay", "-", given=write(rules, actions)).stdout.splitlines()
    assert spoken[-1] == f"Side {over.winner + 1} wins the game."


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    program = [sys.executable, str(ROOT / "manage.py"), "discard", "2H 3C 9S TD JD QH"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
