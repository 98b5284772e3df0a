"""The admin's site: Django's, with a line in the security log for every change."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponseBase

from trainer.people import accounts, security_log
from trainer.people.forms import AdminLogInForm
from trainer.people.security_log import Event

_View = TypeVar("_View", bound=Callable[..., HttpResponseBase])


class LoggedAdminSite(AdminSite):
    """An admin whose changes are logged: who made them, on which page, and to which row."""

    login_form = AdminLogInForm

    def admin_view(self, view: _View, cacheable: bool = False) -> _View:
        """Return Django's view for staff, which logs what it has changed."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def logged(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            response = guarded(request, *args, **kwargs)
            # A form with errors is shown again; what was done leads to another page.
            if request.method == "POST" and response.status_code == HTTPStatus.FOUND:
                security_log.record(Event.ADMIN_CHANGED, request, accounts.learner_of(request), **_what(request))
            return response

        return cast("_View", logged)


def _what(request: HttpRequest) -> dict[str, str]:
    """Return the page, the primary key of its row, and the action and rows that were chosen in a list."""
    match = request.resolver_match
    row = str(match.kwargs.get("object_id", match.kwargs.get("id", ""))) if match else ""
    action = request.POST.get("action", "")
    chosen = [pk for pk in request.POST.getlist("_selected_action") if pk.isdecimal()]
    facts = {
        "page": (match.url_name or "") if match else "",
        "row": row if row.isdecimal() else "",
        "action": action if action.isidentifier() else "",
        "rows": " ".join(chosen[:100]),
    }
    return {name: fact for name, fact in facts.items() if fact}
