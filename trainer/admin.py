"""The trainer's pages in the admin."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm, UsernameField
from django.utils.translation import gettext_lazy as _

from trainer.models import Learner
from trainer.people.forms import AdminLogInForm

admin.site.login_form = AdminLogInForm


class NewLearnerForm(AdminUserCreationForm):
    """A new learner: a name and a password."""

    class Meta:
        model = Learner
        fields = ("name",)
        field_classes = {"name": UsernameField}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Only a guest has no name, and guests are not made here."""
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True


class LearnerForm(UserChangeForm):
    """A learner's own data and rights."""

    class Meta:
        model = Learner
        fields = "__all__"


@admin.register(Learner)
class LearnerAdmin(UserAdmin):
    """Learners, guests among them."""

    form = LearnerForm
    add_form = NewLearnerForm
    list_display = ("__str__", "email", "is_staff", "is_active", "created_at", "last_login")
    list_filter = ("is_staff", "is_active")
    search_fields = ("name", "email")
    ordering = ("-created_at",)
    readonly_fields = ("created_at", "last_login")
    fieldsets = (
        (None, {"fields": ("name", "password", "email", "created_at", "last_login")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
    )
    add_fieldsets = ((None, {"fields": ("name", "usable_password", "password1", "password2")}),)
