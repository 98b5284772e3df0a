"""The list of a visitor's games, and what the decisions in them lost."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.db.models import BooleanField, ExpressionWrapper, Prefetch, Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from game import charts, rating, referee
from game.after import losses, losses_words
from game.after.losses import GameLoss, Loss, Losses
from game.after.words import grade_name
from game.boards import BoardStanding
from game.budget import costly
from game.engine.rules import OWN, PRESETS, QUICK, preset_of
from game.models import Match, Origin, Rating, Result, Seat
from game.strategy.levels import Level
from game.strategy.review import Grade
from game.strategy.strength import STRENGTHS, Strength
from game.table import games_words as words
from game.table import scene
from game.table.forms import MATCH, matched_choice
from game.table.listed import Row, row
from game.together import challenges, people
from game.visitors import VisitorRequest
from game.words.rules import preset_name
from game.words.terms import level_name

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

PAGE = 12
"""Games on a page of the list."""

SHARED = 4
"""Games with people on it; the rest are on a page of their own."""

_READY = (("quick", Level.BEGINNER), ("standard", Level.CASUAL), ("standard", Level.EXPERT))
"""The games that somebody without any can begin with one tap, the first one to begin with."""

_SAMPLE = BoardStanding((47, 36), (43, 30), (9, 8), QUICK.target, ())
"""How the board stands in the picture beside them."""

_LEAST_TOP = 0.2
"""The least upper end of the curve's axis, in points a decision."""


@dataclass(frozen=True, slots=True)
class _ReadyGame:
    """A game that is ready to begin: the values of its form, and what it is."""

    preset: str
    level: Level
    opponent: str
    name: str
    rules: str


@dataclass(frozen=True, slots=True)
class _First:
    """What there is to do first: the address of a game to go on with, or else the values of the form of a new one like
    the last; and how that game stands or ended."""

    label: str
    row: Row
    standing: BoardStanding
    url: str = ""
    preset: str = ""
    level: str = ""


@require_safe
def games(request: VisitorRequest) -> HttpResponse:
    """Show the visitor's games, those in play first, and what the visitor has won in all of them."""
    learner = request.visitor.existing_learner()
    owned = Match.objects.filter(owner=learner, party=None) if learner else Match.objects.none()
    seats = Prefetch("seats", Seat.objects.select_related("learner__habits"))
    is_tried = ExpressionWrapper(Q(origin=Origin.AGAIN, over=False), output_field=BooleanField())
    listed = owned.order_by("over", is_tried, "-played_at", "-pk").prefetch_related(seats)
    page = Paginator(listed, PAGE).get_page(request.GET.get("page"))
    now = timezone.now()
    rows = [row(match, learner.pk, now) for match in page] if learner else []
    tables = [row(party.match, learner.pk, now, party) for party in people.listed(learner)[:PAGE]] if learner else []
    shared = sorted(tables, key=lambda one: not one.turn)[:SHARED]
    first = _first(rows, shared) if page.number == 1 else None
    others = [one for one in rows if not first or one is not first.row]  # that one is told where it is gone on with
    context = {
        "page": page,
        "first": first,
        "going": [one for one in others if not one.match.over],
        "finished": [one for one in others if one.match.over],
        "has_finished": any(one.match.over for one in rows),
        "has_shared": bool(shared),
        "shared": [one for one in shared if not first or one is not first.row],
        "challenged": challenges.with_news(learner) if learner else None,
        "tallies": _tallies(learner),
        "strength": _strength(learner),
        "losses": _losses(losses.losses_of(learner)) if learner else None,
        **({} if rows or shared else {"ready": [_ready(*game) for game in _READY], "sample": _SAMPLE}),
    }
    return render(request, "game/table/games.html", context)


@require_POST
@costly()
def judge(request: VisitorRequest) -> HttpResponse:
    """Review more of the visitor's finished games, as many as a few seconds allow."""
    learner = request.visitor.existing_learner()
    goes_on = learner is not None and losses.judge_more(learner)
    if learner is None or not request.htmx:
        return redirect(f"{reverse('games')}#losses")
    context = {"losses": _losses(losses.losses_of(learner)), "strength": _strength(learner), "goes_on": goes_on}
    return render(request, "game/table/games.html#losses", context)


def _ready(preset: str, level: Level) -> _ReadyGame:
    return _ReadyGame(preset, level, level_name(level), words.ready(preset, level), words.ready_length(preset))


def _first(rows: list[Row], shared: list[Row]) -> _First | None:
    """Return the game that waits for the visitor, or else the last one against a bot to play it again, if any. What is
    only tried out from a review is neither."""
    games = [one for one in rows if one.match.origin != Origin.AGAIN]
    waiting = [one for one in shared if one.turn or one.runs] + [one for one in games if not one.match.over]
    if waiting:
        return _First(words.go_on(waiting[0].title), waiting[0], _standing(waiting[0]), waiting[0].url)
    return _again(games[0]) if games else None


def _again(last: Row) -> _First | None:
    """Return the game of a row to be begun again, if it was a usual one against one bot."""
    preset, seats = preset_of(last.rules), list(last.match.seats.all())
    bots = [seat for seat in seats if seat.level]
    if preset == OWN or last.match.origin == Origin.RECORD or len(seats) != 2 or len(bots) != 1:
        return None
    bot, own = bots[0], seats[1 - bots[0].place]
    matched = matched_choice(own.habits, last.rules, (Level(bot.level),))
    name = scene.names_of(seats, own.place)[bot.place]
    level = MATCH if matched else bot.level
    return _First(words.play_again(name), last, _standing(last), preset=preset, level=level)


def _standing(shown: Row) -> BoardStanding:
    """Return how the latest game of a row stands, each rear peg where its side stood before its last points."""
    found = scene.standing(referee.at_table(shown.match.key))
    return replace(found, skunk_lines=(), match=(), match_points=None)


# ------------------------------------------------------------------------------------------------ how strong


@dataclass(frozen=True, slots=True)
class _StrengthCurve:
    """The strength after each of the latest games: the drawing, its labels, and the same in numbers, the latest
    first."""

    drawn: charts.LineChart
    levels: tuple[tuple[float, str], ...]
    ends: tuple[str, str]
    rows: tuple[tuple[str, str], ...]
    size: tuple[int, int] = (charts.WIDTH, charts.HEIGHT)


@dataclass(frozen=True, slots=True)
class _Strength:
    """How strong the visitor plays: a number, how far it may be off, and what it means; after few games only when
    there will be one."""

    sentence: str
    number: int | None = None
    margin: int | None = None
    curve: _StrengthCurve | None = None


def _strength(learner: "Learner | None") -> _Strength | None:
    """Return what the page shows of somebody's rating, or None without one."""
    found = Rating.objects.filter(learner=learner).first() if learner else None
    if found is None:
        return None
    if found.games < rating.ENOUGH:
        return _Strength(words.strength_later(rating.ENOUGH - found.games))
    strength = rating.strength_of(found)
    return _Strength(
        number=round(strength.mean),
        margin=round(strength.margin),
        sentence=words.strength_sentence(strength.nearest, found.games),
        curve=_strength_curve(found) if found.games > rating.ENOUGH else None,
    )


def _strength_curve(found: Rating) -> _StrengthCurve:
    points = found.curve[-(found.games - rating.ENOUGH + 1) :]
    values = [mean for mean, _error in points]
    drawn = charts.line_chart(values, 0.0, charts.axis_top(max(values), STRENGTHS[Level.EXPERT]))
    first = found.games - len(values) + 1
    names = [words.game_number(number) for number in range(first, found.games + 1)]
    told = [words.strength_number(Strength(*point)) for point in points]
    return _StrengthCurve(
        drawn=drawn,
        levels=tuple((level.y, str(round(level.value))) for level in drawn.levels),
        ends=(names[0], names[-1]),
        rows=tuple(reversed(list(zip(names, told, strict=True)))),
    )


# ------------------------------------------------------------------------------------------------ what it cost


@dataclass(frozen=True, slots=True)
class _GradeCount:
    """How many decisions have a grade, and the address of the list of them."""

    grade: Grade
    name: str
    n: int
    url: str


@dataclass(frozen=True, slots=True)
class _LossOfGame:
    """A game in the table of the curve: a link to its review, and its loss by part of the game, "" for none."""

    url: str
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _LossCurve:
    """The loss a decision over the latest games: the drawing, its labels, and the same in numbers, the latest first."""

    drawn: charts.LineChart
    levels: tuple[tuple[float, str], ...]
    ends: tuple[str, str]
    columns: tuple[str, ...]
    rows: tuple[_LossOfGame, ...]
    size: tuple[int, int] = (charts.WIDTH, charts.HEIGHT)


@dataclass(frozen=True, slots=True)
class _Losses:
    """What the visitor's decisions lost: `judged` of `games` games count. `whole` is the one number for all
    `decisions`, and `figures` are those of the parts of the game, named."""

    games: int
    judged: int
    decisions: int
    whole: str
    figures: tuple[tuple[str, str], ...]
    grades: tuple[_GradeCount, ...]
    curve: _LossCurve | None


def _losses(found: Losses) -> _Losses | None:
    """Return what the page shows of losses, or None without a finished game."""
    if not found.games:
        return None
    parts = [(str(losses_words.PARTS[part]), losses_words.average(loss.average)) for part, loss in found.parts.items()]
    return _Losses(
        games=found.games,
        judged=found.judged,
        decisions=found.whole.decisions,
        whole=losses_words.average(found.whole.average) if parts else "",
        figures=tuple(parts),
        grades=tuple(
            _GradeCount(grade, grade_name(grade), n, f"{reverse('decisions')}?grade={grade}")
            for grade, n in found.grades.items()
        ),
        curve=_curve(found) if len(found.latest) > 1 else None,
    )


def _curve(found: Losses) -> _LossCurve:
    values = [game.whole.average for game in found.latest]
    drawn = charts.line_chart(values, 0.0, charts.axis_top(max(values), _LEAST_TOP))
    return _LossCurve(
        drawn=drawn,
        levels=tuple((level.y, losses_words.average(level.value)) for level in drawn.levels),
        ends=(losses_words.day(found.latest[0].ended_at), losses_words.day(found.latest[-1].ended_at)),
        columns=(str(losses_words.ALL_DECISIONS), *(str(losses_words.PARTS[part]) for part in found.parts)),
        rows=tuple(_loss_of_game(game, found) for game in reversed(found.latest)),
    )


def _loss_of_game(game: GameLoss, found: Losses) -> _LossOfGame:
    cells = [game.whole, *(game.parts.get(part, Loss()) for part in found.parts)]
    return _LossOfGame(
        reverse("review", args=[game.key, game.number]),
        losses_words.game_name(game.number, game.ended_at),
        tuple(losses_words.average(loss.average) if loss.decisions else "" for loss in cells),
    )


# -------------------------------------------------------------------------------------------------------- results

_KINDS = (*Level, "mixed", "people")


def _tallies(learner: "Learner | None") -> list[tuple[str, list[words.WinTally]]]:
    """Return the visitor's results by opponents and by rules where there are several, otherwise all, without a name."""
    results = list(Result.objects.filter(learner=learner, games__gt=0)) if learner else []
    by_level = {words.kind_name(level): [row for row in results if row.level == level] for level in _KINDS}
    by_rules = {preset_name(name): [row for row in results if row.rules == name] for name in (*PRESETS, OWN)}
    opponents, rules = _added_up(by_level), _added_up(by_rules)
    if max(len(opponents), len(rules)) < 2:
        return [("", opponents)] if opponents else []
    named = ((str(words.BY_OPPONENT), opponents), (str(words.BY_RULES), rules))
    return [(name, tallies) for name, tallies in named if len(tallies) > 1]


def _added_up(kinds: dict[str, list[Result]]) -> list[words.WinTally]:
    return [
        words.tally(name, {field: sum(getattr(row, field) for row in rows) for field in Result.SUMS})
        for name, rows in kinds.items()
        if rows
    ]
