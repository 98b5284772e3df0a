"""The figures of the play: what each tactic compares, and that the stored figures are what the program measures."""

import re
from collections import defaultdict
from collections.abc import Set
from itertools import product
from math import hypot, isfinite
from pathlib import Path
from statistics import fmean, stdev

import pytest

from game.engine.scoring import THIRTY_ONE
from game.strategy.positions import VALUES
from game.strategy.tactics import figure, names
from tests.tables.tactics import TACTICS, Moment, of_deal, of_further, of_styles

ACE, JACK, QUEEN, KING = 1, 11, 12, 13
_SURE = 4
"""Standard errors that a small sample may be off."""


def lead(*held: int) -> Moment:
    """The pone's first card, of these ranks."""
    return moment(held, series=(), played=0)


def moment(held: tuple[int, ...], series: tuple[int, ...], played: int, *, answered: bool = True) -> Moment:
    """A choice at this series; what the cards are worth does not matter. Only fifteens and pairs are pegged."""
    count = sum(VALUES[rank] for rank in series)
    can = {rank for rank in held if count + VALUES[rank] <= THIRTY_ONE}
    last = series[-1] if series else 0
    worth = dict.fromkeys(can, 0.0)
    pegs = {rank: 2 * (count + VALUES[rank] == 15) + 2 * (rank == last) for rank in can}
    twice = frozenset(rank for rank in held if held.count(rank) > 1)
    return Moment(played, last, count, len(held), twice, answered, pegs, worth, worth)


def answer(to: int, *held: int) -> Moment:
    """The dealer's answer to the first card."""
    return moment(held, series=(to,), played=1)


@pytest.mark.parametrize(
    ("name", "at", "these", "others"),
    [
        ("lead-5", lead(3, 5, JACK, KING), {3, 5, JACK, KING}, {5}),
        ("lead-A", lead(3, 5, JACK, KING), {3, 5, JACK, KING}, set()),
        ("lead-5", answer(KING, 5, JACK), set(), set()),
        ("lead-3-or-4", lead(2, 3, 4, KING), {3, 4}, {2, KING}),
        ("lead-low", lead(2, 3, 9, KING), {2, 3}, {9, KING}),
        ("lead-ten-card", lead(2, 5, 10, KING), {10, KING}, {2, 5}),
        ("ten-card-from-five", lead(2, 5, 10, KING), {10, KING}, {2, 5}),
        ("ten-card-from-five", lead(2, 6, 10, KING), set(), set()),
        ("from-pair", lead(8, 8, 5, 5), {8}, set()),
        ("from-pair", lead(8, 8, 5, JACK), {8}, {5, JACK}),
        ("from-low-pair", lead(8, 8, 5, JACK), set(), {5, JACK}),
        ("from-pair-of-fives", lead(5, 5, 5, JACK), {5}, {JACK}),
        ("sum-of-five", lead(2, 3, 4, KING), {2, 3}, {4, KING}),
        ("sum-of-five", lead(ACE, 2, 4, KING), {ACE, 4}, {2, KING}),
        ("sum-of-five", lead(ACE, 3, 9, KING), set(), {ACE, 3, 9, KING}),
        ("from-6-9", lead(6, 9, 9, KING), {6, 9}, {KING}),
        ("from-6-9", lead(6, 8, 8, KING), set(), set()),
        ("6-before-9", lead(6, 9, 9, KING), {6}, {9}),
        ("fifteen-over-pair", answer(8, 7, 8, JACK, KING), {7}, {8}),
        ("fifteen-on-7-or-8", answer(9, 6, 9, JACK, KING), set(), set()),
        ("fifteen-on-6-or-9", answer(9, 6, 9, JACK, KING), {6}, {9}),
        ("take-fifteen", answer(8, 7, 8, JACK, KING), {7}, {JACK, KING}),
        ("take-pair", answer(8, 7, 8, JACK, KING), {8}, {JACK, KING}),
        ("take-low-pair", answer(8, 7, 8, JACK, KING), set(), {JACK, KING}),
        ("low-on-ten-card", answer(KING, 3, 5, 8, QUEEN), {3}, {8, QUEEN}),
        ("count-21", moment((7, QUEEN, KING), (4, JACK), 2), {QUEEN, KING}, {7}),
        ("count-21", moment((7, QUEEN, KING), (4, JACK), 2, answered=False), set(), set()),
        ("count-5", answer(3, 2, 9, QUEEN), {9, QUEEN}, {2}),
        ("count-5", lead(3, 5, JACK, KING), set(), set()),
        ("near-card", answer(7, 4, 6, 8, QUEEN), {4, QUEEN}, {6}),
        ("keep-ace", answer(7, ACE, 6, 9, QUEEN), {6, 9, QUEEN}, {ACE}),
        ("keep-ace-of-two", moment((ACE, QUEEN), (7, KING), 4), {QUEEN}, {ACE}),
        ("keep-low-of-two", moment((2, QUEEN), (7, JACK, 3), 5), {QUEEN}, {2}),
    ],
)
def test_a_tactic_names_cards_and_those_they_are_compared_with(
    name: str, at: Moment, these: Set[int], others: Set[int]
) -> None:
    assert TACTICS[name](at) == (these, others)


def test_a_card_is_picked_by_one_judgement_and_weighed_by_the_other() -> None:
    pegs = {2: 0, 9: 0, KING: 0}
    at = Moment(0, 0, 0, 4, frozenset(), True, pegs, {2: 1.0, 9: 0.0, KING: 0.0}, {2: 0.0, 9: 0.5, KING: 0.2})
    assert at.gain({2, 9}, {KING}) == pytest.approx(((0.0 - 0.2) + (0.0 - 0.0)) / 2)
    assert at.gain({2, 9, KING}, {2}) == pytest.approx(((0.0 - 0.0) + (0.0 - 1.0)) / 2)


# -------------------------------------------------------------------------------------------------- what is stored


def test_there_is_a_figure_for_every_tactic_and_style() -> None:
    styles = product(("pone", "dealer"), ("on", "off"), ("own", "other"))
    assert set(names()) == {*TACTICS, *map("-".join, styles)}


@pytest.mark.parametrize("name", names())
def test_a_figure_is_an_average_of_enough_cases(name: str) -> None:
    found = figure(name)
    assert isfinite(found.mean)
    assert 0 < found.error < 0.25
    assert found.cases >= 30


def test_the_figures_that_lessons_lean_on_are_sure() -> None:
    for name in ("lead-5", "count-5", "count-21", "from-pair", "near-card"):
        assert figure(name).error <= 0.05, name


def test_what_there_is_no_figure_of_is_said() -> None:
    with pytest.raises(LookupError, match="'lead-11'"):
        figure("lead-11")


def test_the_stored_figures_are_what_is_measured() -> None:
    found = defaultdict[str, list[float]](list)
    for number in range(10):
        for name, points in (*of_deal(number), *of_further(number)):
            found[name].append(points)
    compared = {name: gains for name, gains in found.items() if len(gains) >= 8}
    assert {"near-card", "keep-low"} <= set(compared)
    for name, gains in compared.items():
        error = hypot(stdev(gains) / len(gains) ** 0.5, figure(name).error)
        assert abs(fmean(gains) - figure(name).mean) <= _SURE * error, name


def test_a_style_changes_what_both_sides_peg() -> None:
    found = defaultdict[str, list[float]](list)
    for number in range(2):
        for name, points in of_styles(number):
            found[name].append(points)
    assert set(found) == {name for name in names() if name not in TACTICS}
    assert any(points for of_name in found.values() for points in of_name)


# ------------------------------------------------------------------------------------------- what lessons say of it

_TEXTS = Path(__file__).parents[2] / "trainer" / "texts" / "en"
_INLINE = re.compile(r"(?P<sentence>[^.:?!{}]*)\{tactic (?P<name>[^}]+)\}")
_BLOCK = re.compile(r"^```tactics\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COSTS = re.compile(r"lead-[A2-9TJQK]|count-\d+|near-card")
"""What is measured as a cost; of playing on and off, points are compared, and the rest are gains."""
_STYLE = re.compile(r"(pone|dealer)-(on|off)-(own|other)")
_SAYS = {"costs": re.compile(r"\b(costs|gives up)\b"), "gains": re.compile(r"\b(gains?|worth)\b")}


def ways(name: str) -> tuple[str, str]:
    """What is said of a figure above nought, and of one below."""
    if _STYLE.fullmatch(name):
        return "more", "fewer"
    return ("costs", "gains") if _COSTS.fullmatch(name) else ("gains", "costs")


def told() -> list[tuple[str, str, str]]:
    """The figures inside the texts of lessons: file, name, and the sentence as far as the figure."""
    return [
        (path.name, match["name"], match["sentence"])
        for path in sorted(_TEXTS.rglob("*.md"))
        for match in _INLINE.finditer(path.read_text())
    ]


def tables() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The tables of lessons: a file, what the screen says before the table, and the names with their captions."""
    return [
        (path.name, block.string[: block.start()].rpartition("\n## ")[2], list(map(_row, block[1].splitlines())))
        for path in sorted(_TEXTS.rglob("*.md"))
        for block in _BLOCK.finditer(path.read_text())
    ]


def _row(line: str) -> tuple[str, str]:
    name, _colon, caption = line.partition(" : ")
    return name, caption


NAMED = {name: file for file, name, _ in told()} | {name: file for file, _, rows in tables() for name, _ in rows}
BELOW_NOUGHT = [
    (file, text, name, caption)
    for file, text, rows in tables()
    if any(figure(name).mean < 0 for name, _ in rows)
    for name, caption in rows
]


def test_lessons_do_tell_figures() -> None:
    assert {"lead-5", "count-5", "near-card"} <= {name for _, name, _ in told()}
    assert len(tables()) >= 8
    assert len({file for file, *_ in BELOW_NOUGHT}) >= 4
    assert all(caption for *_, rows in tables() for _, caption in rows)


@pytest.mark.parametrize(("name", "file"), NAMED.items())
def test_a_figure_that_a_lesson_tells_is_not_chance(name: str, file: str) -> None:
    assert abs(figure(name).mean) > 2 * figure(name).error, file


@pytest.mark.parametrize(("file", "name", "sentence"), told())
def test_a_sentence_says_whether_its_figure_is_a_gain_or_a_cost(file: str, name: str, sentence: str) -> None:
    """A text shows a figure without its sign; which way it goes is said in words."""
    above, below = ways(name)
    assert _SAYS[above if figure(name).mean > 0 else below].search(sentence), (file, sentence)


@pytest.mark.parametrize(
    ("file", "text", "name", "caption"), BELOW_NOUGHT, ids=[f"{file}-{name}" for file, _, name, _ in BELOW_NOUGHT]
)
def test_a_table_with_two_signs_says_which_way_each_goes(file: str, text: str, name: str, caption: str) -> None:
    """Where points are compared, in the row itself; or else the text says what the minus means."""
    above, below = ways(name)
    if _STYLE.fullmatch(name):
        assert {above, below} & set(re.findall(r"\w+", caption)) == {above if figure(name).mean > 0 else below}, file
    else:
        assert f"minus is a {'gain' if above == 'costs' else 'loss'}" in text, file
