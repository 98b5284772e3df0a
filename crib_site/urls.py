"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("games/", include("game.urls")),
    path("", include("trainer.urls")),
]
