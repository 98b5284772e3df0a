"""The trainer as a Django application."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class TrainerConfig(AppConfig):
    """The trainer: learners and what they have done."""

    default = True
    name = "trainer"
    verbose_name = _("Trainer")

    def ready(self) -> None:
        """Register the check of the lessons."""
        from trainer import checks  # noqa: F401 -- to be imported is all it is for


class LoggedAdminConfig(admin_apps.AdminConfig):
    """Django's admin, with a line in the security log for every change."""

    default = False
    default_site = "trainer.admin_site.LoggedAdminSite"
