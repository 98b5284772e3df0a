"""The addresses of the game, under games/."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from game.views import challenge, fairness, games, invitation, luck, new, news, record, review, table, together


class _Key(StringConverter):
    """What names a match, or shares it: nothing else can be one, and no database is asked for it."""

    regex = "[A-Za-z0-9_-]{1,40}"


register_converter(_Key, "key")

urlpatterns = [
    path("", games.games, name="games"),
    path("new/", new.new, name="new"),
    path("judge/", games.judge, name="judge_games"),
    path("open/", record.opened, name="open"),
    path("fair/", fairness.fair, name="fair"),
    path("luck/", luck.luck, name="luck"),
    path("people/", invitation.people_page, name="people"),
    path("people/new/", invitation.new_table, name="new_table"),
    path("join/<key:token>/", invitation.join, name="sit_down"),
    path("beat/<key:token>/", challenge.challenge, name="challenge"),
    path("join/<str:token>/", invitation.mistyped),
    path("beat/<str:token>/", invitation.mistyped),
    path("watch/<key:token>/", table.watch, name="watch"),
    path("shared/<key:token>/", review.shared, name="shared"),
    path("shared/<key:token>/record/", record.shared_record, name="shared_record"),
    path("shared/<key:token>/<int:number>/", review.shared, name="shared_game"),
    path("<key:key>/", table.table, name="table"),
    path("<key:key>/room/", together.room_page, name="room"),
    path("<key:key>/people/", together.at_table, name="at_table"),
    path("<key:key>/since/<slug:shown>/<str:token>/", news.since, name="since"),
    path("<key:key>/habits/", table.habits, name="habits"),
    path("<key:key>/rematch/", table.rematch, name="rematch"),
    path("<key:key>/packs/", record.seals, name="seals"),
    path("<key:key>/record/", record.record, name="record"),
    path("<key:key>/share/", review.share, name="share"),
    path("<key:key>/<int:number>/", review.review, name="review"),
    path("<key:key>/<int:number>/challenge/", challenge.make, name="make_challenge"),
    path("<key:key>/<int:number>/grade/", review.grade, name="grade"),
    path("<key:key>/<int:number>/again/<int:action>/", review.again, name="again"),
]
