"""Who is learning: a guest is made when there is something to keep, and nothing is asked of them."""

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from trainer.models import Learner

_LAST_DAY = "last_day"


def known(request: HttpRequest) -> Learner | None:
    """The learner of this request, if the session knows one."""
    return request.user if isinstance(request.user, Learner) else None


def remember(request: HttpRequest, learner: Learner) -> None:
    """Let the session know its learner, and keep it from running out while they practise.

    A new guest is let in without `login`, which makes every form that is open in another tab stale: right for somebody
    who gains rights by it, not for a guest, who gains none.
    """
    today = timezone.now().date().isoformat()
    if request.session.get(_LAST_DAY) != today:  # one write a day renews the cookie
        request.session[_LAST_DAY] = today
    if request.user == learner:
        return
    request.session.cycle_key()
    request.session[SESSION_KEY] = str(learner.pk)
    request.session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    request.session[HASH_SESSION_KEY] = learner.get_session_auth_hash()
    request.user = learner


class Visitor:
    """The person behind a request, as the game asks for them."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def known(self) -> Learner | None:
        """The learner, if the session knows one."""
        return known(self._request)

    def learner(self) -> Learner:
        """The learner; where there is none a guest is made, and remembered."""
        learner = self.known() or Learner.objects.create_guest()
        remember(self._request, learner)
        return learner


def visitor_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put the visitor on every request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.visitor = Visitor(request)  # type: ignore[attr-defined]
        return respond(request)

    return middleware
