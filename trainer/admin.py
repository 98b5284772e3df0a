"""The trainer's pages in the admin: people, classes, public names, and limits to forgive.

No page shows a secret: no hash of a password, no session, no join code.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import (
    AdminUserCreationForm,
    ReadOnlyPasswordHashField,
    ReadOnlyPasswordHashWidget,
    UserChangeForm,
)
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.models import Spending
from trainer.models import Classroom, Learner, Membership, PublicName, Race, TakenDownName, Throttle
from trainer.people import accounts, sessions, throttle
from trainer.people.forms import NameField

# ------------------------------------------------------------------------------------------------------- learners


class NewLearnerForm(AdminUserCreationForm):
    """A new learner: a name and a password."""

    class Meta:
        model = Learner
        fields = ("name",)
        field_classes = {"name": NameField}  # noqa: RUF012

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Only a guest has no name, and guests are not made here."""
        super().__init__(*args, **kwargs)
        self.fields["name"].required = True


class _NoHash(ReadOnlyPasswordHashWidget):
    """The button to set another password, without anything of the hash."""

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Return the context without the summary of the hash."""
        return {**super().get_context(name, value, attrs), "summary": []}


class LearnerForm(UserChangeForm):
    """A learner's own data and rights."""

    password = ReadOnlyPasswordHashField(label=gettext_lazy("Password"), widget=_NoHash)

    class Meta:
        model = Learner
        fields = "__all__"


@admin.register(Learner)
class LearnerAdmin(UserAdmin):
    """Learners, guests among them."""

    form = LearnerForm
    add_form = NewLearnerForm
    list_display = ("__str__", "public_name", "email", "is_staff", "is_active", "created_at", "active_on")
    list_filter = ("is_staff", "is_active", ("name", admin.EmptyFieldListFilter))
    search_fields = ("name", "email", "public_name")
    ordering = ("-created_at",)
    readonly_fields = ("public_name", "created_at", "active_on", "last_login")
    fieldsets = (
        (None, {"fields": ("name", "password", "email", "public_name", "created_at", "active_on", "last_login")}),
        (
            gettext_lazy("Rights"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
    )
    add_fieldsets = ((None, {"fields": ("name", "usable_password", "password1", "password2")}),)
    actions = ("deactivate", "activate", "take_down", "forgive")

    def save_model(self, request: HttpRequest, obj: Learner, form: forms.ModelForm, change: bool) -> None:
        """Save a learner; one who may not log in any more is logged out everywhere."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            sessions.end_all(obj)

    @admin.action(description=gettext_lazy("Log out everywhere and let in no more"), permissions=["change"])
    def deactivate(self, request: HttpRequest, learners: QuerySet[Learner]) -> None:
        """Deactivate learners, but not oneself, and end their sessions."""
        others = learners.exclude(pk=request.user.pk or 0)
        for learner in others:
            sessions.end_all(learner)
        if others.count() < learners.count():
            messages.warning(request, _("You cannot shut yourself out: another administrator has to do that."))
        number = others.update(is_active=False)
        if number:
            said = ngettext("%(n)s learner cannot log in now.", "%(n)s learners cannot log in now.", number)
            messages.success(request, said % {"n": number})

    @admin.action(description=gettext_lazy("Let in again"), permissions=["change"])
    def activate(self, request: HttpRequest, learners: QuerySet[Learner]) -> None:
        """Activate learners."""
        number = learners.update(is_active=True)
        said = ngettext("%(n)s learner can log in again.", "%(n)s learners can log in again.", number)
        messages.success(request, said % {"n": number})

    @admin.action(description=gettext_lazy("Take their public name down"), permissions=["change"])
    def take_down(self, request: HttpRequest, learners: QuerySet[Learner]) -> None:
        """Take public names down."""
        _take_down(request, learners)

    @admin.action(description=gettext_lazy("Forgive wrong passwords and used-up limits"), permissions=["change"])
    def forgive(self, request: HttpRequest, learners: QuerySet[Learner]) -> None:
        """Forget what is counted against learners."""
        number = throttle.forget(*(throttle.counts_of_name(each.name) for each in learners if each.name))
        messages.success(
            request, ngettext("%(n)s limit is forgiven.", "%(n)s limits are forgiven.", number) % {"n": number}
        )


def _take_down(request: HttpRequest, learners: QuerySet[Any]) -> None:
    named = list(learners.filter(public_name__isnull=False))
    for learner in named:
        accounts.take_down_public_name(learner)
    said = ngettext("%(n)s public name is taken down.", "%(n)s public names are taken down.", len(named))
    messages.success(request, said % {"n": len(named)})


# ---------------------------------------------------------------------------------------------------- public names


class _Listed(admin.ModelAdmin):
    """Rows that are neither added nor changed here."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Refuse to add rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Refuse to change rows."""
        return False


@admin.register(PublicName)
class PublicNameAdmin(_Listed):
    """Public names, the newest learners' first."""

    list_display = ("public_name", "name", "created_at", "active_on")
    search_fields = ("public_name", "name")
    ordering = ("-created_at",)
    fields = ("public_name", "name", "created_at", "active_on")
    actions = ("take_down",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PublicName]:
        """Return those who have one."""
        return super().get_queryset(request).filter(public_name__isnull=False)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Refuse to delete: the learner would be deleted with the name."""
        return False

    def has_take_down_permission(self, request: HttpRequest) -> bool:
        """Allow it to those who may change learners."""
        return request.user.has_perm("trainer.change_learner")

    @admin.action(description=gettext_lazy("Take down"), permissions=["take_down"])
    def take_down(self, request: HttpRequest, learners: QuerySet[PublicName]) -> None:
        """Take public names down."""
        _take_down(request, learners)


@admin.register(TakenDownName)
class TakenDownNameAdmin(_Listed):
    """Names that nobody can choose. One that is deleted here can be chosen again."""

    list_display = ("name", "at")
    search_fields = ("name",)
    ordering = ("-at",)


# --------------------------------------------------------------------------------------------------------- classes


class MemberInline(admin.TabularInline):
    """The members of a class, who can be removed."""

    model = Membership
    fields = ("called", "shares", "joined_at")
    readonly_fields = fields
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Refuse to add members: they join by the code."""
        return False


@admin.register(Classroom)
class ClassroomAdmin(admin.ModelAdmin):
    """Classes: their names can be changed, members removed, and a class deleted."""

    list_display = ("name", "organiser", "members", "created_at")
    list_select_related = ("organiser",)
    search_fields = ("name", "organiser__name")
    ordering = ("-created_at",)
    fields = ("name", "organiser", "created_at")
    readonly_fields = ("organiser", "created_at")
    inlines = (MemberInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Classroom]:
        """Return the classes with the number of their members."""
        found: QuerySet[Classroom] = super().get_queryset(request)
        return found.annotate(number=Count("memberships"))

    @admin.display(description=gettext_lazy("members"), ordering="number")
    def members(self, classroom: Any) -> int:
        """Return the number of members."""
        return int(classroom.number)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Refuse to add classes: an organiser makes one."""
        return False


# ----------------------------------------------------------------------------------------------------------- races


@admin.register(Race)
class RaceAdmin(_Listed):
    """Races, the newest first; not their addresses."""

    list_display = ("settings", "host", "classroom", "started_at", "created_at")
    list_select_related = ("host", "classroom")
    ordering = ("-created_at",)
    fields = ("settings", "host", "classroom", "started_at", "closed", "created_at")


# ---------------------------------------------------------------------------------------------------------- limits


class _Limits(_Listed):
    """What is counted against somebody. Deleting it forgives; the rows of a name or an address can be looked for."""

    search_fields = ("key",)
    search_help_text = gettext_lazy("The name of an account, or an address such as 192.0.2.1.")
    place = 0

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows of a name or an address: what is stored are digests."""
        if not search_term:
            return super().get_search_results(request, queryset, search_term)
        found = (throttle.counts_of_name(search_term), throttle.counts_of_address(search_term))
        keys = [key for counts in found for key in counts[self.place].values_list("key", flat=True)]
        return queryset.filter(key__in=keys), False


@admin.register(Throttle)
class ThrottleAdmin(_Limits):
    """Wrong passwords for a name."""

    list_display = ("short", "failures", "failed_at")
    ordering = ("-failed_at",)

    @admin.display(description=gettext_lazy("key"))
    def short(self, row: Throttle) -> str:
        """Return the beginning of the digest."""
        return row.key[:12]


@admin.register(Spending)
class SpendingAdmin(_Limits):
    """Allowances in use: work, passwords at an address, log-ins, sign-ups, public names, mails."""

    list_display = ("short", "whole_at")
    ordering = ("-whole_at",)
    place = 1

    @admin.display(description=gettext_lazy("key"))
    def short(self, row: Spending) -> str:
        """Return the beginning of the digest."""
        return row.key[:12]
