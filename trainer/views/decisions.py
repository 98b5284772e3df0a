"""All reviewed decisions of the learner's games, the costliest first, and the stars that bring them back in recall."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from game.after import losses, losses_words
from game.after import words as review_words
from game.after.losses import DecisionPart
from game.after.review import DecisionKind
from game.after.words import LossFigure
from game.engine.cards import Card, parse_cards
from game.engine.play import Action, Discard, Play
from game.engine.record import read_rules
from game.models import JudgedDecision, Match, Seat
from game.numbers import whole_number
from game.strategy.review import Grade
from game.table.scene import names_of
from game.table.words import Names, crib_of
from game.visitors import VisitorRequest
from trainer.models import Learner
from trainer.people import accounts
from trainer.progress import stars, words
from trainer.progress.words import StarLabel

PAGE = 12
"""Decisions on a page."""

_NUMBERS = range(2**31)
"""The numbers that a decision can have."""


@dataclass(frozen=True, slots=True)
class _Filter:
    """What is listed: decisions of one part of the game and one grade, None for all of them."""

    part: DecisionPart | None
    grade: Grade | None

    @classmethod
    def of(cls, request: VisitorRequest) -> "_Filter":
        """Return what the address asks for; unknown values are ignored."""
        part, grade = request.GET.get("part", ""), request.GET.get("grade", "")
        return cls(
            DecisionPart(part) if part in set(DecisionPart) else None, Grade(grade) if grade in set(Grade) else None
        )

    def address(self, page: int | str = "") -> str:
        """Return the address of a page of the list."""
        asked = {"part": self.part or "", "grade": self.grade or "", "page": page}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"{reverse('decisions')}?{query}" if query else reverse("decisions")


@dataclass(frozen=True, slots=True)
class _DecisionRow:
    """A decision in the list: the cards held, each with whether it was best, and those that were `laid_as` the starter
    or the series, of which there is none where the player `leads`. `crib` says whose crib cards are discarded to.
    `is_told` says that the cards do not show what was done and what was best, so that it has to be said."""

    decision: JudgedDecision
    url: str
    game: str
    grade: str
    held: tuple[tuple[Card, str], ...]
    laid: tuple[Card, ...]
    laid_as: str
    leads: bool
    crib: str
    is_told: bool
    done: str
    best: str
    lost: LossFigure | None
    star: StarLabel


@require_http_methods(["GET", "HEAD", "POST"])
def decisions(request: VisitorRequest) -> HttpResponse:
    """List the learner's decisions; a POST stars one, or takes its star away, and leads back to where that was done."""
    learner, wanted = accounts.learner_of(request), _Filter.of(request)
    page = request.GET.get("page", "")
    if request.method == "POST":
        decision = _starred(request, learner)
        in_review = "review" in request.POST
        if request.htmx:
            star = {"star": words.star_label(decision), "in_words": in_review, "pressed": True}
            return render(request, "trainer/progress/_star.html", star)
        back = _in_review(decision) if in_review else wanted.address(page)
        return redirect(f"{back}#star-{decision.pk}")
    if learner is None:
        return render(request, "trainer/progress/decisions.html", {})
    listed = losses.costliest(learner, wanted.part, wanted.grade).select_related("game__match", "star")
    actions = listed.order_by().values("game", "number").distinct().count()
    seats = Prefetch("game__match__seats", Seat.objects.select_related("learner"))
    listed = listed.prefetch_related(seats)
    found = Paginator(listed, PAGE).get_page(page)
    context = {
        "page": found,
        "decisions": losses_words.decisions(found.paginator.count, actions),
        "rows": [_row(decision) for decision in found],
        "here": wanted.address(found.number),
        "before": wanted.address(found.number - 1),
        "after": wanted.address(found.number + 1),
        "parts": _parts(wanted),
        "grades": _grades(wanted),
        "narrowed": wanted != _Filter(None, None),
    }
    return render(request, "trainer/progress/decisions.html", context)


def _starred(request: VisitorRequest, learner: Learner | None) -> JudgedDecision:
    """Star the decision that a form names, or take its star away. Returns it as it is then. Raises Http404."""
    star = whole_number(request.POST.get("star", ""), of=_NUMBERS)
    number = star or whole_number(request.POST.get("unstar", ""), of=_NUMBERS)
    if learner is None or number is None:
        raise Http404
    own = JudgedDecision.objects.filter(learner=learner).select_related("game__match", "star")
    decision = get_object_or_404(own, pk=number)
    if star is None:
        stars.unstar(decision)
    elif stars.obstacle(decision, read_rules(decision.game.match.rules)) is None:
        stars.star(learner, decision)
    else:
        raise Http404
    return own.get(pk=number)


def _in_review(decision: JudgedDecision) -> str:
    """Return the address of a decision in the review of its game."""
    game = decision.game
    return f"{reverse('review', args=[game.match.key, game.number])}?decision={decision.number}"


def _parts(wanted: _Filter) -> list[tuple[str, str, bool]]:
    """Return the parts of the game to choose from: their names, addresses, and whether they are chosen."""
    parts = [(str(losses_words.PARTS[part]), part) for part in DecisionPart]
    return [
        (name, _Filter(part, wanted.grade).address(), part == wanted.part)
        for name, part in [(_("All parts"), None), *parts]
    ]


def _grades(wanted: _Filter) -> list[tuple[str, str, bool]]:
    """Return the grades to choose from, the worst first."""
    grades = [(review_words.grade_name(grade), grade) for grade in reversed(Grade)]
    return [
        (name, _Filter(wanted.part, grade).address(), grade == wanted.grade)
        for name, grade in [(_("All grades"), None), *grades]
    ]


def _row(decision: JudgedDecision) -> _DecisionRow:
    told, game = losses.decision_of(decision), decision.game
    own = _chosen(told.action)
    best = own if told.grade is Grade.BEST else _chosen(told.best)  # others may be as good
    looks = (("is-best", best), ("is-own", own if told.grade is not Grade.BEST else ()))
    names = _names(game.match, decision.learner_id)
    return _DecisionRow(
        decision=decision,
        url=f"{_in_review(decision)}#decision",
        game=losses_words.game_against(
            [name for place, name in enumerate(names.of) if place != names.own], game.match.played_at
        ),
        grade=review_words.grade_name(told.grade),
        held=tuple(
            (card, " ".join(look for look, cards in looks if card in cards)) for card in parse_cards(decision.held)
        ),
        laid=parse_cards(decision.laid),
        laid_as=_laid_as(decision, told.kind),
        leads=isinstance(told.action, Play) and not decision.laid,
        crib="" if decision.dealer is None or not isinstance(told.action, Discard) else crib_of(decision.dealer, names),
        is_told=losses.PARTS[told.kind] in (DecisionPart.COUNT, DecisionPart.ANSWER),
        done=review_words.done(told, None),
        best=review_words.best(told),
        lost=review_words.figure(told),
        star=words.star_label(decision),
    )


def _laid_as(decision: JudgedDecision, kind: DecisionKind) -> str:
    """Return what lies beside the cards: the starter, where they were counted after the play."""
    in_play = kind in (DecisionKind.PLAY, DecisionKind.PLAY_COUNT) or not decision.held
    return _("On the table") if in_play else _("Starter")


def _names(match: Match, learner: int) -> Names:
    """Return the names of the seats of a game that a decision belongs to, as the learner sees them."""
    seats = list(match.seats.all())
    return names_of(seats, next((seat.place for seat in seats if seat.learner_id == learner), None))


def _chosen(action: Action) -> tuple[Card, ...]:
    """Return the cards that an action discards or plays."""
    match action:
        case Discard(_, cards):
            return cards
        case Play(_, card):
            return (card,)
        case _:
            return ()
