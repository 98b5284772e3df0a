"""Who asks: the visitor on every request, as the game asks for them, and what a visit leaves in the session."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import add_never_cache_headers

from trainer.models import Classroom, Learner, Membership
from trainer.people import accounts, known_browsers, security_log, throttle
from trainer.people.accounts import learner_of, note_visit, remember
from trainer.people.forms import PublicNameForm, wait_a_while
from trainer.people.security_log import Event


def take_public_name(request: HttpRequest, learner: Learner, form: PublicNameForm) -> bool:
    """Store the public name of a valid form, or none. Returns False where that came too often; the form says so."""
    public_name = form.cleaned_data["public_name"]
    chosen = throttle.public_names(request, learner, public_name)
    if seconds := throttle.had_too_often(request, learner, *chosen):
        form.add_error("public_name", wait_a_while(seconds))
        return False
    accounts.rename(request, learner, learner.name, public_name)
    return True


class Visitor:
    """The person behind a request. The game asks for them by this class."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def existing_learner(self) -> Learner | None:
        """Return the learner, or None where the session has none."""
        return learner_of(self._request)

    def learner(self) -> Learner:
        """Return the learner; where the session has none, a guest is created and put into it."""
        learner = self.existing_learner() or Learner.objects.create_guest()
        remember(self._request, learner)
        return learner

    def classmates(self) -> set[int]:
        """Return the primary keys of those who share a class with the learner: members, and who organises it."""
        learner = self.existing_learner()
        if learner is None:
            return set()
        classes = Classroom.objects.filter(Q(organiser=learner) | Q(memberships__learner=learner))
        organisers = dict(classes.values_list("pk", "organiser"))
        members = Membership.objects.filter(classroom__in=organisers).values_list("learner", flat=True)
        return {*organisers.values(), *members} - {learner.pk}

    def take_public_name(self, name: str) -> str:
        """Give the learner a public name; "" leaves that which they have. Returns what is wrong with it, "" if it is
        theirs now."""
        if not name.strip():
            return ""
        form = PublicNameForm(self.existing_learner() or Learner(), QueryDict(urlencode({"public_name": name})))
        if form.is_valid() and take_public_name(self._request, self.learner(), form):
            return ""
        return " ".join(map(str, form.errors["public_name"]))

    def called(self) -> dict[int, str]:
        """Return the names that classmates of the learner have in their classes, by primary key."""
        learner = self.existing_learner()
        own = Q(classroom__organiser=learner) | Q(
            classroom__in=Membership.objects.filter(learner=learner).values("classroom")
        )
        members = Membership.objects.filter(own).exclude(learner=learner).order_by("-pk")
        return dict(members.values_list("learner", "called")) if learner else {}

    def note_wait(self) -> None:
        """Write a line in the security log: the request was refused, because its sender used much work lately."""
        security_log.record(Event.MADE_TO_WAIT, self._request, self.existing_learner(), limit="work")


def visitor_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Set `request.visitor` on every request, remember a browser that logs in, renew the session once a day, and keep
    out of caches every response that does not say itself how long it may be kept: most pages show who is here.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.visitor = Visitor(request)  # type: ignore[attr-defined]
        response = respond(request)
        known_browsers.remember(request, response)
        if request.session.accessed and (learner := learner_of(request)):
            _renew_visit(request, learner)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware


def _renew_visit(request: HttpRequest, learner: Learner) -> None:
    """Renew the session of who only looks. A page is shown even if nothing can be written, or the session has ended."""
    is_saved_later = request.session.modified
    try:
        if note_visit(request, learner) and not is_saved_later:
            request.session.save()
    except (DatabaseError, UpdateError):
        request.session.modified = is_saved_later
