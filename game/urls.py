"""The addresses of the game, under games/."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from game.views import fair, match, new, table


class _Key(StringConverter):
    """What names a match, or shares it: nothing else can be one, and no database is asked for it."""

    regex = "[A-Za-z0-9_-]{1,40}"


register_converter(_Key, "key")

urlpatterns = [
    path("", new.games, name="games"),
    path("new/", new.new, name="new"),
    path("open/", match.opened, name="open"),
    path("fair/", fair.fair, name="fair"),
    path("luck/", fair.luck, name="luck"),
    path("shared/<key:token>/", match.shared, name="shared"),
    path("shared/<key:token>/record/", match.shared_record, name="shared_record"),
    path("shared/<key:token>/<int:number>/", match.shared, name="shared_game"),
    path("<key:key>/", table.table, name="table"),
    path("<key:key>/habits/", table.habits, name="habits"),
    path("<key:key>/packs/", match.seals, name="seals"),
    path("<key:key>/record/", match.record, name="record"),
    path("<key:key>/share/", match.share, name="share"),
    path("<key:key>/<int:number>/", match.review, name="review"),
    path("<key:key>/<int:number>/grade/", match.grade, name="grade"),
    path("<key:key>/<int:number>/again/<int:action>/", match.again, name="again"),
]
