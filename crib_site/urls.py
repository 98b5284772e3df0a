"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from crib_site.manifest import manifest

handler500 = "crib_site.refusals.failure"

urlpatterns = [
    # The site's own page asks for the old password no more often than its limits allow.
    path("admin/password_change/", RedirectView.as_view(pattern_name="password")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("games/", include("game.urls")),
    path("", include("trainer.urls")),
]
