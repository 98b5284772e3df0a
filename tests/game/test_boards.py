"""The boards: holes where a maker would bore them, pegs where the score says, and a picture that is sound SVG."""

import itertools
import math
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template
from django.utils import translation

from game import boards
from game.boards import NAMES, PITCH, Board, BoardStanding, Design, Hole, Point, draw, hole_of, length_of
from game.engine.rules import Rules

TRACKS = range(2, 7)
EVERY = pytest.mark.parametrize(("design", "tracks"), list(itertools.product(Design, TRACKS)))
LETTERED = pytest.mark.parametrize(
    ("design", "tracks"), [pair for pair in itertools.product(Design, TRACKS) if pair[0] is not Design.LONG]
)
SVG = "{http://www.w3.org/2000/svg}"


def at_start(tracks: int, target: int = 121) -> BoardStanding:
    nought = (0,) * tracks
    lines = Rules(seats=tracks, sides=tracks, target=target).skunk_lines
    return BoardStanding(nought, nought, nought, target, lines)


def board_of(design: Design, tracks: int) -> Board:
    return draw(design, at_start(tracks)).board


def html(design: Design, standing: BoardStanding) -> str:
    return Template("{% load boards %}{% board design standing %}").render(
        Context({"design": design, "standing": standing})
    )


def all_holes(board: Board) -> list[Point]:
    return [hole for track in board.tracks for hole in (*track.start, *track.holes)] + [board.finish]


def labels(drawing: boards.Drawing) -> list[boards.Label]:
    return [*drawing.numbers, *(skunk.label for skunk in drawing.skunks if skunk.label)]


def nearest(holes: list[Point]) -> float:
    """The distance between the two holes that are nearest to each other."""
    holes = sorted(holes)
    close = math.inf
    for place, one in enumerate(holes):
        for other in itertools.islice(holes, place + 1, None):
            if other.x - one.x >= close:
                break
            close = min(close, math.dist(one, other))
    return close


# ---- The holes -------------------------------------------------------------------------------------------------------


@EVERY
def test_a_track_has_120_holes_two_to_start_from_and_the_finishing_hole(design: Design, tracks: int) -> None:
    board = board_of(design, tracks)
    assert len(board.tracks) == tracks
    for track in board.tracks:
        once = len(track.holes)
        assert once == length_of(design) == (60 if design is Design.PLANK else 120)
        assert len({*track.start, *track.holes, board.finish}) == once + 3


@EVERY
def test_no_two_holes_run_into_each_other(design: Design, tracks: int) -> None:
    board = board_of(design, tracks)
    assert nearest(all_holes(board)) >= 1.15 * board.hole


@EVERY
def test_holes_follow_each_other_steadily(design: Design, tracks: int) -> None:
    """Fives are 1.6 pitches apart; on the outside of a curve it is more, the more tracks lie inside."""
    longest = {2: 2.3, 3: 2.7, 4: 3.0, 5: 3.6, 6: 4.1}[tracks] * PITCH
    for track in board_of(design, tracks).tracks:
        steps = [math.dist(one, other) for one, other in itertools.pairwise((*track.start, *track.holes))]
        assert min(steps) >= 0.75 * PITCH
        assert max(steps) <= longest


@EVERY
def test_everything_lies_on_the_board(design: Design, tracks: int) -> None:
    seats = dict.fromkeys(("scores", "previous", "moves"), (0,) * tracks)
    for match in (None, 12, 24, 999):
        won = () if match is None else tuple(range(tracks))
        lines = Rules(seats=tracks, sides=tracks).skunk_lines
        drawing = draw(design, BoardStanding(**seats, target=121, skunk_lines=lines, match=won, match_points=match))
        board = drawing.board
        places = [*all_holes(board), *(Point(label.x, label.y) for label in labels(drawing))]
        if drawing.match:
            places += [Point(peg.x, peg.y) for peg in drawing.match.pegs] + dots(drawing.match.holes)
        edge = board.peg + 1
        for x, y in places:
            assert board.left + edge <= x <= board.left + board.width - edge
            assert board.top + edge <= y <= board.top + board.height - edge


def dots(path: str) -> list[Point]:
    """The holes of a path that is a dot in each."""
    return [Point(*map(float, dot.split())) for dot in path.replace("h0", "").split("M")[1:]]


@EVERY
def test_holes_for_match_points_keep_clear_of_the_others(design: Design, tracks: int) -> None:
    for match in (12, 24):
        drawing = draw(design, replace(at_start(tracks), match=(0,) * tracks, match_points=match))
        assert drawing.match
        board, own = drawing.board, dots(drawing.match.holes)
        assert len(own) == len(set(own)) == tracks * (match + 1)
        assert nearest(own) >= 1.15 * drawing.match.hole
        assert nearest([*all_holes(board), *own]) >= min(board.hole, nearest(own))


def test_the_plank_goes_thirty_out_in_one_row_and_thirty_back_in_fives() -> None:
    for track in board_of(Design.PLANK, 2).tracks:
        out, back = track.holes[:30], track.holes[30:]
        assert len({hole.y for hole in out}) == len({hole.y for hole in back}) == 1
        assert [hole.x for hole in out] == sorted(hole.x for hole in back)
        steps = [round(b.x - a.x, 1) for a, b in itertools.pairwise(out)]
        assert [number for number, step in enumerate(steps, 1) if step > PITCH] == [5, 10, 15, 20, 25]


def test_the_long_board_has_four_rows_of_sixty_without_groups_or_streets() -> None:
    board = board_of(Design.LONG, 2)
    holes = [hole for track in board.tracks for hole in track.holes]
    rows = {y: sorted(hole.x for hole in holes if hole.y == y) for y in {hole.y for hole in holes}}
    assert [len(row) for row in rows.values()] == [60] * 4
    for row in rows.values():
        assert {round(b - a, 1) for a, b in itertools.pairwise(row)} == {PITCH}
    assert board.streets == ()


def test_the_long_board_begins_outside_and_ends_inside() -> None:
    first, second = board_of(Design.LONG, 2).tracks
    assert first.holes[0].y < first.holes[119].y < second.holes[119].y < second.holes[0].y


def test_the_triangle_has_forty_holes_a_side() -> None:
    outer = board_of(Design.TRIANGLE, 2).tracks[0].holes
    straight = [
        round(math.degrees(math.atan2(outer[n].y - outer[n - 1].y, outer[n].x - outer[n - 1].x))) for n in (20, 60, 100)
    ]
    assert straight == [-60, 60, 180]
    assert min(outer, key=lambda hole: hole.y) in outer[39:41]


def test_the_paper_clip_runs_there_and_back_and_into_its_middle() -> None:
    for track in board_of(Design.SPIRAL, 3).tracks:
        top, bottom, middle = track.holes[10], track.holes[60], track.holes[110]
        assert top.y < middle.y < bottom.y


@pytest.mark.parametrize("tracks", TRACKS)
def test_the_figures_stand_side_by_side(tracks: int) -> None:
    board = board_of(Design.TWENTY_NINE, tracks)
    two = [hole for track in board.tracks for hole in track.holes[:48]]
    nine = [hole for track in board.tracks for hole in track.holes[80:]]
    assert max(hole.x for hole in two) < min(hole.x for hole in nine)


@EVERY
def test_a_street_is_thirty_holes(design: Design, tracks: int) -> None:
    board = board_of(design, tracks)
    ends = {Design.PLANK: (30,), Design.LONG: ()}.get(design, (30, 60, 90))
    for end in ends:
        for track in board.tracks:
            before, after = track.holes[end - 1], track.holes[end]
            assert any(crosses(line, before, after) for line in board.streets)


def crosses(line: boards.BoardLine, one: Point, other: Point) -> bool:
    """Whether a line passes between two holes."""

    def turn(a: Point, b: Point, c: Point) -> float:
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

    begin, end = Point(line.x1, line.y1), Point(line.x2, line.y2)
    return turn(begin, end, one) * turn(begin, end, other) < 0 and turn(one, other, begin) * turn(one, other, end) <= 0


# ---- Scores ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("design", "score", "target", "hole"),
    [
        (Design.LONG, 0, 121, Hole(1, 0)),
        (Design.LONG, 1, 121, Hole(1, 1)),
        (Design.LONG, 120, 121, Hole(1, 120)),
        (Design.LONG, 121, 121, Hole(1, 121)),
        (Design.LONG, 127, 121, Hole(1, 121)),
        (Design.LONG, 31, 31, Hole(1, 31)),
        (Design.LONG, 61, 61, Hole(1, 61)),
        (Design.LONG, 68, 61, Hole(1, 61)),
        (Design.LONG, 91, 91, Hole(1, 91)),
        (Design.LONG, 120, 120, Hole(1, 120)),
        (Design.LONG, 120, 241, Hole(1, 120)),
        (Design.LONG, 121, 241, Hole(2, 1)),
        (Design.LONG, 241, 241, Hole(2, 121)),
        (Design.LONG, 999, 999, Hole(9, 39)),
        (Design.PLANK, 60, 121, Hole(1, 60)),
        (Design.PLANK, 61, 121, Hole(2, 1)),
        (Design.PLANK, 120, 121, Hole(2, 60)),
        (Design.PLANK, 121, 121, Hole(2, 61)),
        (Design.PLANK, 31, 31, Hole(1, 31)),
        (Design.PLANK, 61, 61, Hole(1, 61)),
        (Design.PLANK, 91, 91, Hole(2, 31)),
        (Design.PLANK, 241, 241, Hole(4, 61)),
        (Design.PLANK, 999, 999, Hole(17, 39)),
    ],
)
def test_every_score_has_its_hole(design: Design, score: int, target: int, hole: Hole) -> None:
    assert hole_of(design, score, target) == hole


@pytest.mark.parametrize("design", Design)
@pytest.mark.parametrize("target", [31, 60, 61, 91, 120, 121, 122, 181, 241, 999])
def test_scores_on_the_way_take_one_hole_after_the_other(design: Design, target: int) -> None:
    length = length_of(design)
    walked = [hole_of(design, score, target) for score in range(1, target)]
    assert walked == [Hole(lap, number) for lap in range(1, 18) for number in range(1, length + 1)][: target - 1]
    assert hole_of(design, target, target) not in walked


# ---- The pegs --------------------------------------------------------------------------------------------------------


def standing(scores: str, moves: str, target: int = 121) -> BoardStanding:
    """Of scores such as "8<5 3<0": each side's score and the one before."""
    pairs = [tuple(map(int, side.split("<"))) for side in scores.split()]
    return replace(
        at_start(len(pairs), target),
        scores=tuple(pair[0] for pair in pairs),
        previous=tuple(pair[1] for pair in pairs),
        moves=tuple(map(int, moves.split())),
    )


def pegs(design: Design, at: BoardStanding) -> dict[str, Point]:
    return {peg.name: Point(peg.x, peg.y) for peg in draw(design, at).pegs}


@pytest.mark.parametrize("design", Design)
def test_pegs_wait_in_the_start(design: Design) -> None:
    board, found = board_of(design, 2), pegs(design, at_start(2))
    for side, track in enumerate(board.tracks):
        assert (found[f"peg-{side}-1"], found[f"peg-{side}-0"]) == track.start


@pytest.mark.parametrize("design", Design)
def test_pegs_leapfrog(design: Design) -> None:
    track = board_of(design, 2).tracks[0]
    scores = [0, 2, 10, 11]
    seen = [
        pegs(design, standing(f"{score}<{before} 0<0", f"{moves} 0"))
        for moves, (before, score) in enumerate(itertools.pairwise(scores), 1)
    ]
    assert [(at["peg-0-0"], at["peg-0-1"]) for at in seen] == [
        (track.start[1], track.holes[1]),
        (track.holes[9], track.holes[1]),
        (track.holes[9], track.holes[10]),
    ]


def test_the_peg_in_front_is_known() -> None:
    for moves, front in ((4, "peg-0-0"), (5, "peg-0-1")):
        found = draw(Design.PLANK, standing("70<20 3<1", f"{moves} 2")).pegs
        assert [peg.name for peg in found if peg.side == 0 and peg.front] == [front]


@EVERY
def test_what_goes_past_the_target_stands_in_the_finishing_hole(design: Design, tracks: int) -> None:
    scores = " ".join(["127<119"] + ["80<70"] * (tracks - 1))
    at = standing(scores, " ".join(["9"] * tracks))
    drawing = draw(design, at)
    assert pegs(design, at)["peg-0-1"] == drawing.board.finish
    assert drawing.goals == (drawing.board.finish,)


@pytest.mark.parametrize("design", [design for design in Design if design is not Design.PLANK])
def test_a_short_game_ends_in_the_hole_of_its_target(design: Design) -> None:
    drawing = draw(design, standing("61<50 31<30", "4 4", target=61))
    assert drawing.goals == tuple(track.holes[60] for track in drawing.board.tracks)
    assert Point(drawing.pegs[0].x, drawing.pegs[0].y) == drawing.goals[0]


def test_laps_are_said_where_a_track_is_pegged_twice() -> None:
    assert draw(Design.LONG, standing("61<50 31<30", "4 4")).laps == ()
    drawing = draw(Design.PLANK, standing("61<50 60<30 0<0 120<119", "4 4 0 9"))
    assert [(lap.number, lap.sides) for lap in drawing.laps] == [(1, (1, 2)), (2, (0, 3))]
    assert drawing.last_lap == 2
    assert "lap 1 of 2" in html(Design.PLANK, standing("61<50 60<30", "4 4"))
    assert "lap " not in html(Design.SPIRAL, standing("61<50 60<30", "4 4"))


# ---- Skunks ----------------------------------------------------------------------------------------------------------


def test_what_the_skunk_lines_mean_is_told() -> None:
    told = html(Design.PLANK, BoardStanding((5, 0), (0, 0), (2, 0), 121, Rules().skunk_lines))
    assert "S: fewer than 91 at the end is a skunk" in told


@LETTERED
@pytest.mark.parametrize("target", [61, 100, 121, 241])
def test_skunk_lines_lie_before_the_holes_that_save(design: Design, tracks: int, target: int) -> None:
    at = at_start(tracks, target)
    skunks = draw(design, at).skunks
    lines = {mark: skunk.lines for skunk in skunks if skunk.label for mark in skunk.label.text.split("/")}
    assert set(lines) == {61: {"S"}}.get(target, {"S", "2S", "3S"})
    for mark, score in zip(("S", "2S", "3S"), at.skunk_lines, strict=False):
        assert_before(lines[mark], design, at, score)


@pytest.mark.parametrize("tracks", TRACKS)
@pytest.mark.parametrize("target", [61, 100, 121, 241])
def test_the_long_board_has_no_mark_but_the_skunk_line(tracks: int, target: int) -> None:
    at = at_start(tracks, target)
    (skunk,) = draw(Design.LONG, at).skunks
    assert skunk.label is None
    assert_before(skunk.lines, Design.LONG, at, at.skunk_lines[0])
    assert "<text" not in html(Design.LONG, at)


def assert_before(lines: tuple[boards.BoardLine, ...], design: Design, at: BoardStanding, score: int) -> None:
    """Assert that on every track these lines lie before the hole of a score, and not after it."""
    board, number = draw(design, at).board, hole_of(design, score, at.target).number
    for track in board.tracks:
        way = [track.start[1], *track.holes, board.finish]
        assert any(crosses(line, way[number - 1], way[number]) for line in lines)
        assert not any(crosses(line, way[number], way[number + 1]) for line in lines)


@pytest.mark.parametrize("tracks", TRACKS)
@pytest.mark.parametrize("design", [Design.PLANK, Design.LONG, Design.TRIANGLE, Design.TWENTY_NINE])
def test_a_line_lies_midway_between_two_holes(design: Design, tracks: int) -> None:
    """But on the paper clip, where it may lie between a straight and a curve with longer steps."""
    for target in (100, 121):
        drawing = draw(design, at_start(tracks, target))
        for skunk, track in itertools.product(drawing.skunks, drawing.board.tracks):
            for one, other in itertools.pairwise((track.start[1], *track.holes)):
                for line in skunk.lines:
                    if crosses(line, one, other):
                        assert away(line, one) == pytest.approx(away(line, other), abs=0.4)


def away(line: boards.BoardLine, hole: Point) -> float:
    """How far a hole lies from a line."""
    x1, y1, x2, y2 = line
    return abs((x2 - x1) * (hole.y - y1) - (y2 - y1) * (hole.x - x1)) / math.dist((x1, y1), (x2, y2))


@EVERY
def test_marks_do_not_lie_on_holes(design: Design, tracks: int) -> None:
    drawing = draw(design, at_start(tracks))
    for label in labels(drawing):
        spot = Point(label.x, label.y)
        assert min(math.dist(spot, hole) for hole in all_holes(drawing.board)) > drawing.board.text * 0.6


def test_two_skunk_lines_of_the_plank_are_one() -> None:
    found = [skunk.label and skunk.label.text for skunk in draw(Design.PLANK, at_start(2)).skunks]
    assert found == ["S/3S", "2S"]


@LETTERED
def test_every_tenth_hole_has_its_number_that_covers_no_other_text(design: Design, tracks: int) -> None:
    drawing = draw(design, at_start(tracks))
    numbers = {int(label.text) for label in drawing.numbers}
    assert numbers <= set(range(10, length_of(design), 10))
    assert {20, 50} <= numbers
    for one, other in itertools.combinations(labels(drawing), 2):
        apart = abs(one.x - other.x) > 0.3 * drawing.board.text * (len(one.text) + len(other.text))
        assert apart or abs(one.y - other.y) > 0.8 * drawing.board.text


def test_a_game_of_thirty_one_has_no_skunks() -> None:
    assert draw(Design.PLANK, at_start(2, 31)).skunks == ()


# ---- Matches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("design", Design)
def test_match_pegs_stand_in_their_holes(design: Design) -> None:
    match = draw(design, replace(at_start(3), match=(0, 5, 14), match_points=12)).match
    assert match is not None
    holes = dots(match.holes)
    assert [holes.index(Point(peg.x, peg.y)) for peg in match.pegs] == [0, 13 + 5, 26 + 12]
    assert match.figures == ()


@pytest.mark.parametrize("design", Design)
def test_a_long_match_is_written_in_figures(design: Design) -> None:
    match = draw(design, replace(at_start(2), match=(14, 7), match_points=999)).match
    assert match is not None
    assert [figure.text for figure in match.figures] == ["14/999", "7/999"]
    assert len(dots(match.holes)) == 2


def test_a_single_game_has_no_match_pegs() -> None:
    assert draw(Design.PLANK, at_start(2)).match is None
    assert "peg-match" not in html(Design.PLANK, at_start(2))


# ---- The picture -----------------------------------------------------------------------------------------------------


@EVERY
def test_the_picture_is_sound(design: Design, tracks: int) -> None:
    at = replace(at_start(tracks), match=(1,) * tracks, match_points=12)
    text = html(design, at)
    figure = ET.fromstring(text.strip())
    assert figure.get("aria-hidden") == "true"
    picture = figure.find("svg")
    assert picture is not None
    assert picture.get("focusable") == "false"
    assert "style" not in {name for element in figure.iter() for name in element.attrib}
    names = [name for element in figure.iter() if (name := element.get("id"))]
    assert len(names) == len(set(names))
    assert {f"peg-{side}-{peg}" for side in range(tracks) for peg in (0, 1)} < set(names)
    assert {f"peg-match-{side}" for side in range(tracks)} < set(names)


@pytest.mark.parametrize("design", Design)
def test_the_picture_is_small(design: Design) -> None:
    assert len(html(design, replace(at_start(2), match=(1, 2), match_points=12))) < 10_000


def test_figures_of_the_picture_know_no_language() -> None:
    with translation.override("de"):
        text = html(Design.TWENTY_NINE, at_start(2))
    picture = ET.fromstring(text.strip()).find("svg")
    assert picture is not None
    assert all(float(figure) for figure in picture.attrib["viewBox"].split())
    circles = picture.findall(".//circle")
    assert circles
    assert all(float(circle.attrib["cx"]) + float(circle.attrib["cy"]) for circle in circles)


def test_every_part_of_a_peg_moves_with_it() -> None:
    picture = ET.fromstring(html(Design.SPIRAL, standing("61<50 60<30", "4 4")).strip())
    for side, peg in itertools.product((0, 1), (0, 1)):
        (whole,) = (part for part in picture.iter("g") if part.get("id") == f"peg-{side}-{peg}")
        assert [part.get("class") for part in whole] == ["peg-body", "peg-mark", "peg-shine"]
        assert len({(part.get("cx"), part.get("cy")) for part in whole}) == 1


@pytest.mark.parametrize("design", Design)
def test_the_front_peg_knows_the_holes_it_came_over(design: Design) -> None:
    drawn = draw(design, standing("9<5 1<0", "2 1"))
    ways = {peg.name: peg.way.split() for peg in drawn.pegs if peg.front}
    assert [len(way) for way in ways.values()] == [3, 0]
    holes = drawn.board.tracks[0].holes[5:8]
    assert ways["peg-0-0"] == [f"{x:g},{y:g}" for x, y in holes]


def test_a_side_has_a_key_to_its_pegs() -> None:
    key = Template("{% load boards %}{% peg_key 3 %}").render(Context())
    assert "side-3" in ET.fromstring(key.strip()).attrib["class"]
    assert "id=" not in key


@pytest.mark.parametrize("design", Design)
def test_a_design_is_known_by_its_name_too(design: Design) -> None:
    """As a database gives it; and what is kept of it is not another board."""
    for kept in (boards.plan_of, boards.board_of, boards.label_of):
        kept.cache_clear()
    named = Template("{% load boards %}{% board design standing %}").render(
        Context({"design": design.value, "standing": at_start(2)})
    )
    for kept in (boards.plan_of, boards.board_of, boards.label_of):
        kept.cache_clear()
    assert named == html(design, at_start(2))


def test_every_design_has_its_name() -> None:
    assert {str(NAMES[design]) for design in Design} == {
        "Classic plank",
        "Triangle",
        "Paper clip",
        "Long tournament board",
        "Twenty-nine",
    }
