"""The star of a question: what is starred comes back in recall."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from game.engine.cards import CardError
from game.numbers import whole_number
from game.visitors import VisitorRequest, own_address
from trainer.drills.questions import UnreadableQuestion
from trainer.drills.registry import DRILLS
from trainer.practice.state import AskedQuestion
from trainer.progress import stars, words

_PLACES = range(10**6)


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
