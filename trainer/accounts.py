"""Who is learning: a guest is made when there is something to keep, and nothing is asked of them."""

from django.contrib.auth import login
from django.http import HttpRequest

from trainer.models import Learner


def learner_of(request: HttpRequest) -> Learner:
    """The learner of this request; a new guest, not yet known to the session, when there is none."""
    return request.user if isinstance(request.user, Learner) else Learner.objects.create_guest()


def remember(request: HttpRequest, learner: Learner) -> None:
    """Let the session know its learner."""
    if request.user != learner:
        login(request, learner, backend="django.contrib.auth.backends.ModelBackend")
