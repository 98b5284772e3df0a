"""What the trainer keeps: who learns here, and what they answered."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class LearnerManager(BaseUserManager["Learner"]):
    """Makes learners, and finds them by name without regard to case."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> "Learner":
        """Make a learner with a name; without a password nobody can log in as them."""
        learner = self.model(name=self.model.normalize_username(name), **fields)
        learner.set_password(password)
        learner.save(using=self._db)
        return learner

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> "Learner":
        """Make a learner who may do everything in the admin."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)

    def create_guest(self) -> "Learner":
        """Make a learner without a name or password, whom only their session knows."""
        guest = self.model()
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def get_by_natural_key(self, username: str | None) -> "Learner":
        """The learner who logs in by this name: Anna is anna, as the constraint on names sees it."""
        return self.alias(lower=Lower("name")).get(lower=Lower(models.Value(username)))


class Learner(AbstractBaseUser, PermissionsMixin):
    """A person who learns here. A guest is a learner without a name, until they take one."""

    # NULL, not "", is no name: many guests, and every name once.
    name = models.CharField(_("name"), max_length=40, unique=True, null=True, blank=True)
    email = models.EmailField(_("email address"), blank=True)
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May open the admin."))
    is_active = models.BooleanField(_("active"), default=True, help_text=_("May log in."))
    created_at = models.DateTimeField(_("here since"), default=timezone.now, editable=False)

    objects: ClassVar[LearnerManager] = LearnerManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "name"

    class Meta:
        verbose_name = _("learner")
        verbose_name_plural = _("learners")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("name"),
                name="learner_name_once_in_any_case",
                violation_error_message=_("This name is taken."),
            ),
        ]

    def __str__(self) -> str:
        """The name, or the word for a guest."""
        return self.name or gettext("guest")


class Attempt(models.Model):
    """One answered question of the counting drill. Answers are kept for good; only a hunt for what was missed goes on.

    `seed` posed the question, and is what makes it answerable once. `causes` are the codes of all that explain a wrong
    claim, with commas between. `found` are the places, in the question's scores, of those found so far in a hunt.
    """

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="attempts", verbose_name=_("learner"))
    seed = models.BigIntegerField(_("seed"), unique=True)
    cards = models.CharField(_("cards"), max_length=40)
    crib = models.BooleanField(_("crib"))
    claim = models.PositiveSmallIntegerField(_("claim"))
    points = models.PositiveSmallIntegerField(_("points"))
    causes = models.CharField(_("likely causes"), max_length=200, blank=True)
    asked_at = models.DateTimeField(_("asked at"))
    answered_at = models.DateTimeField(_("answered at"), default=timezone.now)
    hunting = models.BooleanField(_("hunting"), default=False)
    found = models.JSONField(_("found"), default=list)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")

    def __str__(self) -> str:
        """The question and the answer: "4C 5S 6D JH | 4H: 11 of 15"."""
        return gettext("%(cards)s: %(claim)s of %(points)s") % {
            "cards": self.cards,
            "claim": self.claim,
            "points": self.points,
        }
