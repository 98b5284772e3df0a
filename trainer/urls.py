"""The addresses of the trainer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.views.generic import RedirectView

from trainer.drills.registry import RENAMED
from trainer.views import (
    account,
    ask,
    classes,
    daily,
    decisions,
    drills,
    exam,
    home,
    languages,
    lessons,
    own_games,
    parts,
    privacy,
    progress,
    races,
    recall,
    reference,
    run,
    stars,
    summary,
)


def moved(name: str) -> Callable[..., HttpResponse]:
    """Return a view that leads from an older address to this one for good, with its query string and its form."""

    def lead(request: HttpRequest, **kept: str) -> HttpResponse:
        query = request.META["QUERY_STRING"]
        address = reverse(name, kwargs=kept) + (f"?{query}" if query else "")
        return redirect(address, permanent=True, preserve_request=True)

    return lead


renamed_drills = [
    path(address.replace("<drill>", former), moved(name), {"drill": slug})
    for former, slug in RENAMED.items()
    for name, address in (
        ("drill", "drills/<drill>/"),
        ("start", "drills/<drill>/start/"),
        ("reopen", "drills/<drill>/open/"),
        ("set_run", "classes/<str:key>/set/<drill>/"),
    )
]

urlpatterns = [
    # Addresses are tried in this order: those of runs, which every answer is sent to, come first.
    path("runs/<str:key>/", run.run, name="run"),
    path("runs/<str:key>/summary/", summary.run_summary, name="summary"),
    path("runs/<str:key>/certificate/", exam.certificate, name="certificate"),
    path("runs/<str:key>/replay/", summary.replay, name="replay"),
    path("runs/<str:key>/<int:number>/", summary.attempt, name="attempt"),
    path("runs/", summary.runs, name="runs"),
    path("", home.home, name="home"),
    path("hands/", home.mix, name="mix"),
    path("parts/", parts.parts, name="parts"),
    path("language/", languages.language, name="language"),
    path("translations/", languages.translations, name="translations"),
    path("privacy/", privacy.privacy, name="privacy"),
    path(".well-known/security.txt", privacy.security_txt, name="security_txt"),
    path("count/", RedirectView.as_view(pattern_name="start", query_string=True), {"drill": "count"}, name="count"),
    path("lessons/", lessons.lessons, name="lessons"),
    path("lessons/<slug:slug>/", lessons.lesson, name="lesson"),
    path("lessons/<slug:slug>/<int:place>/", lessons.screen, name="screen"),
    path("lessons/<slug:slug>/check/", lessons.check, name="check"),
    path("lessons/<slug:slug>/again/", lessons.anew, name="lesson_anew"),
    path("chapters/<slug:name>/check/", lessons.chapter_check, name="chapter_check"),
    path("glossary/", reference.glossary, name="glossary"),
    path("rules/", reference.rule_card, name="rule_card"),
    path("search/", reference.search, name="search"),
    path("drills/", drills.drills, name="drills"),
    *renamed_drills,
    path("drills/<slug:drill>/", drills.drill, name="drill"),
    path("drills/<slug:drill>/start/", drills.start, name="start"),
    path("drills/<slug:drill>/open/", drills.reopen, name="reopen"),
    path("progress/", progress.page, name="progress"),
    path("progress/goal/", progress.goal, name="goal"),
    path("progress/attempts.csv", progress.attempts, name="attempts_csv"),
    path("own-hands/", own_games.own_games, name="own_games"),
    path("decisions/", decisions.decisions, name="decisions"),
    path("recall/", recall.recall, name="recall"),
    path("recall/star/", stars.star, name="star"),
    path("recall/kept/", stars.kept, name="kept"),
    path("recall/kept/<int:number>/", stars.explanation, name="kept_explained"),
    path("races/", races.races, name="races"),
    path("races/<slug:token>/", races.race, name="race"),
    path("races/<slug:token>/since/<slug:shown>/", races.since, name="race_since"),
    path("classes/", classes.classes, name="classes"),
    path("classes/join/", classes.join, name="join"),
    path("classes/join/<str:code>/", classes.join, name="join_code"),
    path("classes/<str:key>/", classes.classroom, name="classroom"),
    path("classes/<str:key>/set/", classes.choose_drill, name="choose_drill"),
    path("classes/<str:key>/set/<slug:drill>/", classes.set_run, name="set_run"),
    path("classes/<str:key>/begin/<int:assignment>/", classes.begin, name="begin_set"),
    path("ask/", ask.ask, name="ask"),
    path("ask/count/", ask.count, name="ask_count"),
    path("ask/layaway/", moved("ask_discard")),
    path("ask/discard/", ask.discard, name="ask_discard"),
    path("ask/play/", ask.play, name="ask_play"),
    path("exam/", exam.exam, name="exam"),
    path("daily/", daily.daily, name="daily"),
    path("daily/begin/", daily.begin, name="daily_begin"),
    path("daily/<str:day>/", daily.daily, name="daily_day"),
    path("daily/<str:day>/again/", daily.again, name="daily_again"),
    path("account/", account.account, name="account"),
    path("account/signup/", account.signup, name="signup"),
    path("account/login/", account.login, name="login"),
    path("account/logout/", account.logout, name="logout"),
    path("account/everywhere/", account.everywhere, name="everywhere"),
    path("account/sessions/<str:which>/", account.end_one, name="end_one"),
    path("account/names/", account.change_names, name="names"),
    path("account/email/", account.change_email, name="email"),
    path("account/password/", account.change_password, name="password"),
    path("account/recovery/", account.recovery, name="recovery"),
    path("account/recovery/sent/", account.recovery_sent, name="recovery_sent"),
    path("account/recovery/<str:uidb64>/<str:token>/", account.Reset.as_view(), name="reset"),
    path("account/preferences/", account.preferences, name="preferences"),
    path("account/sound/", account.sound, name="sound"),
    path("account/export/", account.export, name="export"),
    path("account/delete/", account.delete, name="delete"),
    path("account/deleted/", account.deleted, name="deleted"),
]
