"""What a learner keeps: the star of a question, by which it comes back in recall, and the list of all that is kept."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game.engine.cards import CardError
from game.numbers import whole_number
from game.visitors import VisitorRequest, own_address
from trainer.ask.hands import explained_at
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS
from trainer.models import Attempt, Star
from trainer.people import accounts
from trainer.practice import summary_words
from trainer.practice.pages import question_url
from trainer.practice.state import AskedQuestion
from trainer.progress import stars, words

_PLACES = range(10**6)
_NUMBERS = range(2**31)
_PAGE = 20
"""What is kept on a page of the list."""


@dataclass(frozen=True, slots=True)
class _KeptRow:
    """A row of what is kept: number, ranks of its cards, drill or kind of decision, and day."""

    number: int
    groups: list[list[str]]
    what: str
    day: str
    known: bool
    """Whether it has been recalled so often that it comes back no more."""


@require_POST
def star(request: VisitorRequest) -> HttpResponse:
    """Star a question, or take its star away, and lead back to where that was done."""
    post = request.POST
    shines = "star" in post
    place, asked = _named(post.get("star" if shines else "unstar", ""))
    if shines:
        stars.star_question(request.visitor.learner(), asked.drill, asked.question)
    elif learner := request.visitor.existing_learner():
        stars.unstar_question(learner, asked.drill, asked.question)
    if request.htmx:
        label = words.question_star(place, asked.definition, asked.question, shines=shines)
        context = {"star": label, "in_words": "words" in post, "pressed": True}
        return render(request, "trainer/progress/_star.html", context)
    back = own_address(request, post.get("next", ""))
    return redirect(f"{back}#star-{place}" if back else "recall")


@require_http_methods(["GET", "HEAD", "POST"])
def kept(request: VisitorRequest) -> HttpResponse:
    """List what the learner keeps, the latest first; a POST keeps one of them no longer, and leads back to the list."""
    learner = accounts.learner_of(request)
    if learner is None:
        return render(request, "trainer/progress/kept.html", {})
    listed = Paginator(stars.kept_by(learner), _PAGE)
    page = listed.get_page(request.GET.get("page", ""))
    if request.method == "POST":
        number = whole_number(request.POST.get("unstar", ""), of=_NUMBERS)
        for found in stars.kept_by(learner).filter(pk=number or 0):
            stars.take_away(found)
        return redirect(f"{reverse('kept')}?page={page.number}")
    return render(request, "trainer/progress/kept.html", {"page": page, "rows": [_row(each) for each in page]})


def _row(star: Star) -> _KeptRow:
    item = star.recall
    return _KeptRow(
        star.pk,
        list(summary_words.faces(item.question)),
        words.decision_kept(star.decision) if star.decision else summary_words.recalled_drill(item),
        date_format(timezone.localtime(star.created_at), "MONTH_DAY_FORMAT"),
        item.retired,
    )


@require_safe
def explanation(request: VisitorRequest, number: int) -> HttpResponse:
    """Lead to where something that is kept is explained. Raise Http404 for what the visitor does not keep."""
    learner = accounts.learner_of(request)
    if learner is None:
        raise Http404
    return redirect(_explained_at(get_object_or_404(stars.kept_by(learner), pk=number)))


def _explained_at(star: Star) -> str:
    """Return the address of a decision in its review, of the latest answer to a question, of the page that explains
    such a question, or if there is none of the question."""
    item, decision = star.recall, star.decision
    if decision:
        game = decision.game
        return f"{reverse('review', args=[game.match.key, game.number])}?decision={decision.number}#decision"
    answers = Attempt.objects.filter(learner=star.learner_id, drill=item.drill, question=item.question)
    answer = answers.exclude(run=None).order_by("-answered_at").values_list("run__key", "number").first()
    if answer:
        return reverse("attempt", args=answer)
    question = AskedQuestion(item.drill, item.question).question
    return explained_at(question) or question_url(item.drill, item.question)


def _named(text: str) -> tuple[int, AskedQuestion]:
    """Return the place of a star on its page, and its question, from "3 count 4C 5S 6D JH | 4H". Raises Http404."""
    number, _, named = text.partition(" ")
    place, (slug, _, written) = whole_number(number, of=_PLACES), named.partition(" ")
    if place is None or slug not in DRILLS:
        raise Http404
    try:
        question = DRILLS[slug].read(written)
    except (UnreadableQuestion, CardError) as error:
        raise Http404 from error
    return place, AskedQuestion(slug, str(question))
