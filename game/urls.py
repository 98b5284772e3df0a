"""The addresses of the game, under games/."""

from django.urls import path

from game.views import fair, match, new, table

urlpatterns = [
    path("", new.games, name="games"),
    path("new/", new.new, name="new"),
    path("open/", match.opened, name="open"),
    path("fair/", fair.fair, name="fair"),
    path("luck/", fair.luck, name="luck"),
    path("shared/<str:token>/", match.shared, name="shared"),
    path("shared/<str:token>/record/", match.shared_record, name="shared_record"),
    path("shared/<str:token>/<int:number>/", match.shared, name="shared_game"),
    path("<str:key>/", table.table, name="table"),
    path("<str:key>/habits/", table.habits, name="habits"),
    path("<str:key>/packs/", match.seals, name="seals"),
    path("<str:key>/record/", match.record, name="record"),
    path("<str:key>/share/", match.share, name="share"),
    path("<str:key>/<int:number>/", match.review, name="review"),
    path("<str:key>/<int:number>/grade/", match.grade, name="grade"),
    path("<str:key>/<int:number>/again/<int:action>/", match.again, name="again"),
]
