"""The switch of the language, and the page about the translations."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from trainer.people import accounts, languages


# The switch stands on every page, also for visitors who have no cookie yet and get none by looking.
@csrf_exempt
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Take the language that was chosen, and go back to the page. A form of another site changes nothing."""
    response = HttpResponseRedirect(_back(request))
    chosen = request.POST.get("language", "")
    if chosen in languages.offered() and _is_from_here(request):
        languages.choose(response, accounts.learner_of(request), chosen)
    return response


def _is_from_here(request: HttpRequest) -> bool:
    """Return whether nothing that the browser says is of another site. Over plain HTTP it says only the origin."""
    origin = request.headers.get("Origin")
    return request.headers.get("Sec-Fetch-Site", "same-origin") == "same-origin" and (
        origin is None or origin.partition("://")[2] == request.get_host()
    )


def _back(request: HttpRequest) -> str:
    """Return the address of the page with the switch, without the language it may have asked for."""
    address = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return reverse("home")
    parts = urlsplit(address)
    query = QueryDict(parts.query, mutable=True)
    query.pop(languages.PARAMETER, None)
    return parts._replace(query=query.urlencode()).geturl()


@require_safe
def translations(request: HttpRequest) -> HttpResponse:
    """Show what is said of the translations, and how to report a wrong word."""
    context = {"contact": settings.CONTACT, "checked": settings.CHECKED_LANGUAGES}
    return render(request, "trainer/translations.html", context)
