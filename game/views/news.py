"""Whether there is news of a table, for the pages that show it."""

from http import HTTPStatus

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from game.together import news


@require_safe
def since(_request: HttpRequest, key: str, shown: str, token: str) -> HttpResponse:  # noqa: ARG001
    """Answer 204 while a table is as a page shows it, else 200 without content: then the page fetches itself anew."""
    try:
        is_news = news.is_news(shown, token)
    except BadSignature as error:
        raise Http404 from error
    return HttpResponse(status=HTTPStatus.OK if is_news else HTTPStatus.NO_CONTENT)
