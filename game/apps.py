"""The game as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GameConfig(AppConfig):
    """The game: the rules of cribbage and games played by them."""

    name = "game"
    verbose_name = _("Game")
