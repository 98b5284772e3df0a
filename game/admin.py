"""The admin of games: matches can be looked up and deleted, never changed."""

from django.contrib import admin
from django.http import HttpRequest

from game.models import Challenge, Match, Result


class _Kept(admin.ModelAdmin):
    """Rows that only the program writes."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Refuse to add rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Refuse to change rows."""
        return False


@admin.register(Match)
class MatchAdmin(_Kept):
    """Matches, the last played first."""

    list_display = ("key", "owner", "origin", "over", "created_at", "played_at")
    list_filter = ("origin", "over")
    list_select_related = ("owner",)
    ordering = ("-played_at",)
    fields = ("key", "owner", "rules", "origin", "over", "summary", "created_at", "played_at")


@admin.register(Result)
class ResultAdmin(_Kept):
    """The results of people."""

    list_display = ("learner", "rules", "level", "seats", "games", "won", "matches", "matches_won")
    list_select_related = ("learner",)


@admin.register(Challenge)
class ChallengeAdmin(_Kept):
    """Challenges, the newest first; neither their addresses nor their packs."""

    list_display = ("__str__", "maker", "withdrawn", "created_at")
    list_select_related = ("maker",)
    ordering = ("-created_at",)
    fields = ("maker", "rules", "withdrawn", "created_at")
