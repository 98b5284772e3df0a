"""The pages of accounts: sign up, log in and out, names, recovery, preferences, export and deletion."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout as end_session
from django.contrib.auth.views import PasswordResetConfirmView
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from game.budget import costly
from game.engine.cards import parse_cards
from game.visitors import VisitorRequest, address_of, own_address
from trainer.models import EVER, Learner, Tally
from trainer.people import accounts, exports, security_log, sessions, throttle
from trainer.people.forms import (
    EmailForm,
    LogInForm,
    NamesForm,
    OwnForm,
    PasswordForm,
    PreferencesForm,
    RecoveryForm,
    RenewForm,
    SignUpForm,
    wait_a_while,
)
from trainer.people.preferences import Preferences
from trainer.people.security_log import Event

_SAMPLE = parse_cards("5D TC JH QS")

_seen_or_sent = require_http_methods(["GET", "HEAD", "POST"])
_secret = sensitive_post_parameters("password", "again", "current", "new_password1", "new_password2")


@dataclass(frozen=True, slots=True)
class _Way:
    """Something that can be done from the page of the account: where, its name, and what it is or how it stands."""

    url: str
    name: str
    note: str


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show what can be done with the account, how much is stored, and where somebody is logged in."""
    learner = accounts.learner_of(request)
    context = {"learner": learner, "ways": _ways(learner), "practice": _practice(learner)}
    return render(request, "trainer/people/account.html", {**context, **(_kept(request, learner) if learner else {})})


def _answers(learner: Learner) -> int:
    """Return how many questions a learner has answered."""
    tally = Tally.objects.filter(learner=learner, day=EVER, facet="all").first()
    return tally.times if tally else 0


def _kept(request: HttpRequest, learner: Learner) -> dict[str, object]:
    return {
        "sessions": sessions.of(learner, request) if learner.name else [],
        "answers": _answers(learner),
        "matches": learner.matches.count(),
    }


def _ways(learner: Learner | None) -> list[_Way]:
    """Return what can be set by anybody, by those of whom something is stored, and by those with a password."""
    ways = [_Way(reverse("preferences"), _("Preferences"), _("Cards, light or dark, text size, sounds, time zone"))]
    if learner is None:
        return ways
    ways.append(_Way(reverse("names"), _("Names") if learner.name else _("Public name"), _note_on_names(learner)))
    if learner.name and (settings.MAIL or learner.email):
        without = _("None: if you lose your password, you cannot get back in")
        ways.append(_Way(reverse("email"), _("E-mail address"), learner.email or without))
    if learner.name:
        ways.append(_Way(reverse("password"), _("Password"), _("Change it, and log out all other devices")))
    return ways


def _practice(learner: Learner | None) -> list[_Way]:
    """Return where somebody practises with others, and what of theirs is kept, if anything is."""
    ways = [_Way(reverse("classes"), _("Classes"), _note_on_classes(learner))]
    if learner:
        ways.append(_Way(reverse("runs"), _("Your runs"), _("Every run, answer by answer")))
    return ways


def _note_on_classes(learner: Learner | None) -> str:
    number = learner.memberships.count() + learner.classrooms_organised.count() if learner else 0
    if not number:
        return _("Practise together: join a class with a code, or start one")
    return ngettext("You are in %(n)s class", "You are in %(n)s classes", number) % {"n": number}


def _note_on_names(learner: Learner) -> str:
    words = {"name": learner.name, "public": learner.public_name}
    if learner.name and learner.public_name:
        return _("You log in as %(name)s; others see %(public)s") % words
    if learner.name:
        return _("You log in as %(name)s; others do not see your name") % words
    if learner.public_name:
        return _("Others see %(public)s") % words
    return _("None: nobody sees your daily run results")


# ---------------------------------------------------------------------------------------------------- the way in


@_secret
@_seen_or_sent
def signup(request: HttpRequest) -> HttpResponse:
    """Sign up. A guest keeps what they did."""
    learner = accounts.learner_of(request)
    if learner and learner.name:
        return redirect("account")
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _signed_up(request, form):
        messages.success(request, _("Welcome, %(name)s.") % {"name": form.cleaned_data["name"]})
        return redirect("account")
    return render(request, "trainer/people/signup.html", {"form": form, "guest": learner, "mail": settings.MAIL})


def _signed_up(request: HttpRequest, form: SignUpForm) -> bool:
    """Create the account, or add the reason to the form. Returns whether it was created."""
    data, place = form.cleaned_data, (throttle.SIGN_UPS, address_of(request))
    if seconds := throttle.had_too_often(request, None, place):
        form.add_error(None, wait_a_while(seconds))
        return False
    email = data.get("email", "")
    done = _take_name(request, form, lambda: accounts.sign_up(request, data["name"], data["password"], email))
    if not done:
        throttle.give_back(place)
    return done


def _take_name(request: HttpRequest, form: Form, change: Callable[[], object]) -> bool:
    """Call `change`, which takes a name, or add an error to the form. Returns whether the name was free.

    Saying that a name is taken tells whose names exist, so one address may ask only so often.
    """
    field = "name" if "name" in form.fields else "public_name"
    asking = (throttle.NAMES_TAKEN, address_of(request))
    if seconds := throttle.had_too_often(request, accounts.learner_of(request), asking):
        form.add_error(field, wait_a_while(seconds))
        return False
    try:
        change()
    except accounts.NameTaken:
        form.add_error(field, _("This name is taken. Choose another, or add something to it."))
        return False
    throttle.give_back(asking)
    return True


@_secret
@_seen_or_sent
def login(request: HttpRequest) -> HttpResponse:
    """Log in. What a guest did here moves to the account."""
    learner = accounts.learner_of(request)
    if learner and learner.name:
        return redirect("account")
    form = LogInForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid():
        return _logged_in(request, form.get_user())
    context = {"form": form, "guest": learner, "next": _next(request), "mail": settings.MAIL}
    return render(request, "trainer/people/login.html", context)


def _logged_in(request: HttpRequest, learner: Learner) -> HttpResponse:
    onward = _next(request)
    merged = accounts.log_in(request, learner)
    if onward:
        return redirect(onward)
    words = {"name": learner.name}
    messages.success(request, _("Welcome back, %(name)s.") % words)
    if merged:
        messages.success(request, _("What you did here as a guest is now in your account."))
    return redirect("account")


def _next(request: HttpRequest) -> str:
    """Return the address to go on to, "" unless it is one of this site."""
    return own_address(request, request.POST.get("next", request.GET.get("next", "")))


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Log out. A guest stays: without the session they would lose everything."""
    learner = accounts.learner_of(request)
    if learner and learner.name:
        end_session(request)
        messages.success(request, _("You are logged out."))
    return redirect("account")


# ------------------------------------------------------------------------------------------------------- changes


def _own(request: HttpRequest) -> Learner | None:
    """Return the learner if they have an account."""
    learner = accounts.learner_of(request)
    return learner if learner and learner.name else None


def _to_login(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse_lazy('login')}?next={request.path}")


@_seen_or_sent
def change_names(request: HttpRequest) -> HttpResponse:
    """Change the name to log in with, for which the password is asked, and the public name, which a guest may have."""
    learner = accounts.learner_of(request)
    if learner is None:
        return _to_login(request)
    form = NamesForm(request, learner, request.POST if request.method == "POST" else None)
    if form.is_valid() and _renamed(request, form, learner):
        messages.success(request, _("Your names are saved."))
        return redirect("account")
    return render(request, "trainer/people/names.html", {"form": form, "learner": learner})


def _renamed(request: HttpRequest, form: NamesForm, learner: Learner) -> bool:
    data = form.cleaned_data
    name = data.get("name", learner.name)
    chosen = throttle.public_names(request, learner, data["public_name"])
    if seconds := throttle.had_too_often(request, learner, *chosen):
        form.add_error("public_name", wait_a_while(seconds))
        return False
    done = _take_name(request, form, lambda: accounts.rename(request, learner, name, data["public_name"]))
    if not done:
        throttle.give_back(*chosen)
    return done


@_secret
@_seen_or_sent
def change_email(request: HttpRequest) -> HttpResponse:
    """Change the address for recovery. Whoever has it can log in, so the password is asked for.

    Where the site sends no mails, an address can only be taken away.
    """
    learner = _own(request)
    if learner is None:
        return _to_login(request)
    if not settings.MAIL and not learner.email:
        return redirect("account")
    form = EmailForm(request, learner, request.POST if request.method == "POST" else None)
    if form.is_valid():
        accounts.change_email(request, learner, form.cleaned_data["email"])
        messages.success(
            request, _("Your e-mail address is saved.") if learner.email else _("Your e-mail address is deleted.")
        )
        return redirect("account")
    return render(request, "trainer/people/email.html", {"form": form, "mail": settings.MAIL})


@_secret
@_seen_or_sent
def change_password(request: HttpRequest) -> HttpResponse:
    """Change the password, which ends all other sessions."""
    learner = _own(request)
    if learner is None:
        return _to_login(request)
    form = PasswordForm(request, learner, request.POST if request.method == "POST" else None)
    if form.is_valid():
        accounts.renew_password(request, learner, form.cleaned_data["password"])
        messages.success(request, _("Your password is changed, and all other devices are logged out."))
        return redirect("account")
    return render(request, "trainer/people/password.html", {"form": form})


@_secret
@_seen_or_sent
def everywhere(request: HttpRequest) -> HttpResponse:
    """Log out on all other devices."""
    learner = _own(request)
    if learner is None:
        return _to_login(request)
    form = OwnForm(request, learner, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if ended := sessions.end_all(learner, but=request.session.session_key):
            security_log.record(Event.SESSIONS_ENDED, request, learner, sessions=ended)
        messages.success(request, _("All other devices are logged out."))
        return redirect("account")
    return render(request, "trainer/people/everywhere.html", {"form": form})


@_secret
@_seen_or_sent
def end_one(request: HttpRequest, which: str) -> HttpResponse:
    """Log out on one device. If it is logged out already, say so. Raise Http404 for another person's session."""
    learner = _own(request)
    if learner is None:
        return _to_login(request)
    if not sessions.is_own(learner, which):
        raise Http404
    found = next((each for each in sessions.of(learner, request) if each.public_id == which), None)
    if found and found.is_this:
        return redirect("account")  # where it is logged out by a button of its own
    form = OwnForm(request, learner, request.POST if request.method == "POST" else None)
    if found and not form.is_valid():
        return render(request, "trainer/people/end_one.html", {"form": form, "session": found})
    if sessions.end(learner, which):
        security_log.record(Event.SESSIONS_ENDED, request, learner, sessions=1)
    messages.success(request, _("That device is logged out."))
    return redirect("account")


# ------------------------------------------------------------------------------------------------------ recovery


@_seen_or_sent
def recovery(request: HttpRequest) -> HttpResponse:
    """Send a link to an address, if somebody has it. The answer is the same if nobody has."""
    form = RecoveryForm(request.POST if request.method == "POST" else None)
    if settings.MAIL and form.is_valid() and _asked(request, form):
        return redirect("recovery_sent")
    return render(request, "trainer/people/recovery.html", {"form": form, "mail": settings.MAIL})


def _asked(request: HttpRequest, form: RecoveryForm) -> bool:
    if seconds := throttle.had_too_often(request, None, (throttle.RECOVERIES, address_of(request))):
        form.add_error("email", wait_a_while(seconds))
        return False
    security_log.record(Event.RESET_ASKED, request)
    form.save(
        request=request,
        use_https=request.is_secure(),
        subject_template_name="trainer/people/mail_subject.txt",
        email_template_name="trainer/people/mail.txt",
        extra_email_context={"contact": settings.CONTACT},
    )
    return True


@require_safe
def recovery_sent(request: HttpRequest) -> HttpResponse:
    """Say that a link was sent, whether or not somebody has the address."""
    return render(request, "trainer/people/recovery_sent.html")


@method_decorator([_secret, require_http_methods(["GET", "HEAD", "POST"])], name="dispatch")
class Reset(PasswordResetConfirmView):
    """Set a new password with the link from the mail. The link works once, and all sessions end."""

    form_class = RenewForm
    template_name = "trainer/people/reset.html"
    success_url = reverse_lazy("login")

    def form_valid(self, form: Any) -> HttpResponse:
        """Store the password, and end all sessions."""
        response = super().form_valid(form)
        accounts.password_was_reset(self.request, form.user)
        messages.success(self.request, _("Your new password is saved. Log in with it."))
        return response


# ----------------------------------------------------------------------------------- preferences, export, deletion


@_seen_or_sent
def preferences(request: VisitorRequest) -> HttpResponse:
    """Choose how the site looks, for guests too."""
    posted = request.POST if request.method == "POST" else None
    form = PreferencesForm.showing(accounts.learner_of(request), posted)
    if not form.is_valid():
        return _preferences(request, form)
    form.keep(request.visitor.learner())
    messages.success(request, _("Your preferences are saved."))
    opened = urlencode([("open", part) for part in form.changed_parts])
    return redirect(f"{reverse('preferences')}?{opened}" if opened else "preferences")


def _preferences(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    context = {"form": form, "opened": request.GET.getlist("open"), "sample": _SAMPLE}
    return render(request, "trainer/people/preferences.html", context)


@require_POST
def sound(request: VisitorRequest) -> HttpResponse:
    """Switch sounds on or off: back to where somebody was, or the switch alone as it is now."""
    learner = request.visitor.learner()
    chosen = replace(Preferences.of(learner), sound=request.POST.get("sound") == "on")
    learner.preferences = {**learner.preferences, **chosen.as_json()}
    learner.save(update_fields=["preferences"])
    onward = _next(request)
    if request.htmx:
        return render(request, "game/table/_sound.html", {"url": onward, "preferences": chosen, "switched": True})
    return redirect(onward or "preferences")


@require_safe
@costly()
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Download everything that is stored of the learner."""
    learner = accounts.learner_of(request)
    if learner is None:
        return redirect("account")
    security_log.record(Event.EXPORTED, request, learner)
    day = timezone.now().date()
    headers = {"Content-Disposition": f'attachment; filename="cribbage-trainer-{day.isoformat()}.json"'}
    return StreamingHttpResponse(exports.everything(learner), content_type="application/json", headers=headers)


@_secret
@_seen_or_sent
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the learner and everything of theirs, after one confirmation."""
    learner = accounts.learner_of(request)
    if learner is None:
        return redirect("account")
    form = OwnForm(request, learner, request.POST if request.method == "POST" else None)
    if form.is_valid():
        accounts.delete(request, learner)
        return redirect("deleted")
    context = {"form": form, "goes": _goes(learner), "stays": _stays(learner)}
    return render(request, "trainer/people/delete.html", context)


def _goes(learner: Learner) -> list[str]:
    """Return a sentence for each thing that is deleted with the learner."""
    answers, matches = _answers(learner), learner.matches.filter(party=None).count()
    organises = learner.classrooms_organised.count()
    named = _("Your name, your password and your preferences.") if learner.name else _("Your preferences.")
    goes = [
        ngettext("Your %(n)s answer, with its run.", "Your %(n)s answers, with all your runs.", answers),
        ngettext("Your %(n)s game or match, with its reviews.", "Your %(n)s games and matches, with reviews.", matches),
        ngettext(
            "The class you organise ends for all its members.",
            "The %(n)s classes you organise end for all their members.",
            organises,
        ),
    ]
    counted = [
        words % {"n": number} for words, number in zip(goes, (answers, matches, organises), strict=True) if number
    ]
    return [*counted, _("Your progress, your stars in the lessons, and what waits in recall."), named]


def _stays(learner: Learner) -> list[str]:
    """Return a sentence for each thing that is still there afterwards, but for backups."""
    stays = [_("Every lesson, drill and game: go on as a guest, from the beginning.")]
    if learner.memberships.exists():
        stays.append(_("The classes of others that you are in, without you."))
    if learner.seats.filter(match__party__begun_at__isnull=False).exists():
        stays.append(_("The games that you have played with others, for them: without your name."))
    if learner.challenge_tries.exists():
        stays.append(_("What you made of deals that others play too, for them: without your name."))
    if learner.races.exists():
        stays.append(_("Your results in races, for the others in them: without your name."))
    return stays


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """Say that nothing is left."""
    return render(request, "trainer/people/deleted.html")
