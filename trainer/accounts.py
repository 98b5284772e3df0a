"""Who is learning: a guest is made when there is something to keep, and nothing is asked of them."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
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
