"""The trainer as a Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TrainerConfig(AppConfig):
    """The trainer: learners and what they have done."""

    name = "trainer"
    verbose_name = _("Trainer")

    def ready(self) -> None:
        """Register the check of the lessons."""
        from trainer import checks  # noqa: F401 -- to be imported is all it is for
