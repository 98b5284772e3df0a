"""The forms of accounts and preferences. They check names and passwords, and explain errors in sentences."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from game.budget import how_long_to_wait
from game.models import Habits, Pace
from game.table.forms import PACES
from trainer import names
from trainer.models import Learner, TakenDownName
from trainer.names import NameFault
from trainer.people import accounts, languages, mails, passwords, throttle, zones
from trainer.people.preferences import Clock, Goal, Look, Pad, Preferences, SuitColours, TextSize, Voice

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


_WRONG_PASSWORDS = (
    ngettext_lazy(
        "Too many wrong passwords. Please wait %(seconds)s second, then try again.",
        "Too many wrong passwords. Please wait %(seconds)s seconds, then try again.",
        "seconds",
    ),
    ngettext_lazy(
        "Too many wrong passwords. Please wait %(minutes)s minute, then try again.",
        "Too many wrong passwords. Please wait %(minutes)s minutes, then try again.",
        "minutes",
    ),
)
_TOO_OFTEN = (
    ngettext_lazy(
        "This was tried too often from here. Please wait %(seconds)s second, then try again.",
        "This was tried too often from here. Please wait %(seconds)s seconds, then try again.",
        "seconds",
    ),
    ngettext_lazy(
        "This was tried too often from here. Please wait %(minutes)s minute, then try again.",
        "This was tried too often from here. Please wait %(minutes)s minutes, then try again.",
        "minutes",
    ),
)


def wait_a_while(seconds: int) -> str:
    """Return the sentence that says how long to wait after many requests that are not logins."""
    return how_long_to_wait(seconds, *_TOO_OFTEN)


def _early(request: HttpRequest | None, name: str) -> str:
    """Return the sentence that says how long to wait before the next password, "" where there is no need."""
    if seconds := throttle.waits(*throttle.guesses(request, name)):
        return how_long_to_wait(seconds, *_WRONG_PASSWORDS)
    seconds = throttle.waits(*throttle.log_ins(request, name))
    return wait_a_while(seconds) if seconds else ""


# --------------------------------------------------------------------------------------------------------- fields


_LONGEST_TYPED = 1000
"""In characters, of a name that is normalised: of a million characters that takes a second."""


class NameField(forms.CharField):
    """A name, normalised (NFKC) and without superfluous spaces."""

    def __init__(self, *, longest: int = names.LONGEST, **options: Any) -> None:
        super().__init__(**options)
        self.longest = longest

    def to_python(self, value: Any) -> str:
        """Return the name normalised. Raise ValidationError for one that is much too long to normalise."""
        typed = super().to_python(value) or ""
        if len(typed) > _LONGEST_TYPED:
            raise ValidationError(self._sentence(NameFault.LONG))
        return names.tidy(typed)

    def validate(self, value: str) -> None:
        """Raise ValidationError with a sentence for each fault."""
        super().validate(value)
        if value:
            faults = [self._sentence(fault) for fault in names.faults(value, self.longest)]
            if faults:
                raise ValidationError(faults)

    def _sentence(self, fault: NameFault) -> str:
        words = {"shortest": names.SHORTEST, "longest": self.longest}
        return {
            NameFault.SHORT: _("A name has at least %(shortest)s characters."),
            NameFault.LONG: _("A name has at most %(longest)s characters."),
            NameFault.SIGNS: _("A name can have letters, digits, spaces, dots, hyphens and underscores only."),
            NameFault.LETTERLESS: _("A name needs a letter or a digit."),
        }[fault] % words


class _NotTooLong(MaxLengthValidator):
    """Says how long a password can be as the other sentences say it."""

    message = gettext_lazy("A password has at most %(limit_value)d characters.")


def _password(label: "StrOrPromise", new: bool, **options: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        # Not `max_length`, with which a browser cuts off what is pasted, and says nothing.
        validators=[_NotTooLong(passwords.LONGEST if new else passwords.LONGEST_TYPED)],
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password" if new else "current-password"}),
        error_messages={"required": gettext_lazy("Type a password.")},
        **options,
    )


def _new_password(label: "StrOrPromise") -> forms.CharField:
    help_text = gettext_lazy("At least 12 characters: four unrelated words are good.")
    field = _password(label, new=True, help_text=help_text)
    field.widget.attrs |= {
        "data-shortest": passwords.SHORTEST,
        "data-longest": passwords.LONGEST,
        "data-words": " ".join(passwords.SITE_WORDS),
    }
    return field


def _once_more() -> forms.CharField:
    return _password(gettext_lazy("The same password again"), new=True)


def _name(**options: Any) -> NameField:
    return NameField(
        label=gettext_lazy("Login name"),
        help_text=gettext_lazy("Only you see it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": gettext_lazy("Type a name.")},
        **options,
    )


def _email(**options: Any) -> forms.EmailField:
    return forms.EmailField(
        max_length=254,  # as long as its column: PostgreSQL refuses more
        label=gettext_lazy("E-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": gettext_lazy("Type an e-mail address."),
            "invalid": gettext_lazy("This is not an e-mail address. One looks like name@example.org."),
        },
        **options,
    )


def _agree(form: forms.Form, learner: Learner) -> None:
    """Add an error if the new password is too weak for this learner, or if the two passwords differ."""
    password, again = form.cleaned_data.get("password"), form.cleaned_data.get("again")
    if password:
        try:
            validate_password(password, learner)
        except ValidationError as error:
            form.add_error("password", error)
    if password and again and password != again:
        form.add_error("again", _("The two passwords are not the same."))


# ---------------------------------------------------------------------------------------------------- the way in


class SignUpForm(forms.Form):
    """A name, a password, and an e-mail address for those who want recovery."""

    name = _name()
    password = _new_password(gettext_lazy("Password"))
    again = _once_more()
    email = _email(
        required=False,
        help_text=gettext_lazy(
            "Optional. It lets you back in if you lose your password, and tells you of changes to your account. "
            "It is used for nothing else."
        ),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        if not settings.MAIL:
            del self.fields["email"]

    def clean(self) -> dict[str, Any]:
        """Check the password against the name and the address."""
        _agree(self, Learner(name=self.cleaned_data.get("name", ""), email=self.cleaned_data.get("email", "")))
        return self.cleaned_data


class _Throttled(AuthenticationForm):
    """A login form that says how long to wait after wrong passwords."""

    def get_invalid_login_error(self) -> ValidationError:
        """Return the same error for an unknown name and for a wrong password."""
        early = _early(self.request, self.cleaned_data.get("username", ""))
        return ValidationError(early) if early else super().get_invalid_login_error()


class LogInForm(_Throttled):
    """The login with name and password."""

    username = forms.CharField(
        label=gettext_lazy("Login name"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "autofocus": True}
        ),
        error_messages={"required": gettext_lazy("Type your name.")},
    )
    password = _password(gettext_lazy("Password"), new=False)

    def clean_username(self) -> str:
        """Return the name normalised, as it is stored."""
        return names.tidy(self.cleaned_data["username"])

    error_messages = {  # noqa: RUF012
        "invalid_login": gettext_lazy("The name or the password is wrong. Check both and try again."),
        "inactive": gettext_lazy("The name or the password is wrong. Check both and try again."),
    }


class AdminLogInForm(_Throttled, AdminAuthenticationForm):
    """The admin's login, under the same throttle."""


# ------------------------------------------------------------------------------------------------------- changes


class OwnForm(forms.Form):
    """A form that asks for the learner's password, if they have one."""

    current = _password(gettext_lazy("Your password"), new=False)

    def __init__(self, request: HttpRequest, learner: Learner, data: QueryDict | None = None) -> None:
        super().__init__(data, initial=self.at_first(learner))
        self.request, self.learner = request, learner
        if not learner.has_usable_password():
            del self.fields["current"]

    def at_first(self, learner: Learner) -> dict[str, object]:  # noqa: ARG002
        """Return the initial values of the fields."""
        return {}

    def clean(self) -> dict[str, Any]:
        """Check the password last, and only if all else is valid, because each check counts as a try."""
        self.check_the_rest()
        if "current" in self.fields and not self.errors and self.needs_password():
            self._check_password(self.cleaned_data["current"])
        return self.cleaned_data

    def check_the_rest(self) -> None:
        """Check the other fields; by default there are none."""

    def needs_password(self) -> bool:
        """Return whether what is sent, which is valid, wants the password; by default it does."""
        return True

    def _check_password(self, current: str) -> None:
        if not current:
            self.add_error("current", _("Type a password."))
        elif not accounts.is_password_of(self.request, self.learner, current):
            early = _early(self.request, self.learner.name or "")
            self.add_error("current", early or _("This is not your password."))


class PasswordForm(OwnForm):
    """A new password."""

    current = _password(gettext_lazy("Current password"), new=False)
    password = _new_password(gettext_lazy("New password"))
    again = _password(gettext_lazy("The new password again"), new=True)

    def check_the_rest(self) -> None:
        """Check the new password."""
        _agree(self, self.learner)


class EmailForm(OwnForm):
    """The address for recovery, or none."""

    email = _email(required=False, help_text=gettext_lazy("Leave it empty if you do not want recovery by e-mail."))
    field_order = ("email", "current")

    def at_first(self, learner: Learner) -> dict[str, object]:
        """Return the address that is stored."""
        return {"email": learner.email}


class _PublicName(forms.Form):
    """The public name."""

    public_name = NameField(
        longest=24,
        required=False,
        label=gettext_lazy("Public name"),
        help_text=gettext_lazy("Shown in the daily run and in games you share. Leave it empty to stay hidden."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def clean_public_name(self) -> str | None:
        """Return the public name, or None if it is empty. Raise ValidationError if it was taken down."""
        public_name: str = self.cleaned_data["public_name"]
        if TakenDownName.objects.filter(key=names.key(public_name)).exists():
            raise ValidationError(_("Whoever runs this site has taken this name down. Choose another one."))
        return public_name or None


class PublicNameForm(_PublicName):
    """The public name alone."""

    def __init__(self, learner: Learner, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"public_name": learner.public_name})


class NamesForm(OwnForm, _PublicName):
    """The name to log in with, and the public name. Only another name to log in with wants the password."""

    use_required_attribute = False  # a browser cannot point to an empty box in a closed fold: the answer opens it
    name = _name()
    field_order = ("name", "public_name", "current")

    def __init__(self, request: HttpRequest, learner: Learner, data: QueryDict | None = None) -> None:
        super().__init__(request, learner, data)
        self.fields["public_name"].help_text = _("Leave it empty to stay hidden.")
        if learner.name is None:
            del self.fields["name"]
        if "current" in self.fields:
            self.fields["current"].required = False
            self.fields["current"].help_text = _("Needed only for another login name.")

    def at_first(self, learner: Learner) -> dict[str, object]:
        """Return the names that are stored."""
        return {"name": learner.name, "public_name": learner.public_name}

    def needs_password(self) -> bool:
        """Return whether the name to log in with changes."""
        return "name" in self.fields and self.cleaned_data["name"] != self.learner.name


# ------------------------------------------------------------------------------------------------------ recovery


class RecoveryForm(PasswordResetForm):
    """The address to which a link is sent if it belongs to an account. The reply does not say whether it does."""

    email = _email()

    def send_mail(  # noqa: PLR0913, PLR0917
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,  # noqa: ARG002
    ) -> None:
        """Send the mail in a thread, so that the reply takes equally long for an unknown address."""
        with languages.spoken_to(context["user"]):
            subject = " ".join(render_to_string(subject_template_name, context).split())
            body = render_to_string(email_template_name, context)
        message = EmailMessage(subject, body, from_email, [to_email])
        mails.send(message)

    def get_users(self, email: str) -> Iterable[Learner]:
        """Return the learners with this address, or none if it was requested too often recently."""
        if throttle.take((throttle.MAILS, email.casefold())):
            return ()
        return super().get_users(email)


class RenewForm(SetPasswordForm):
    """The new password of somebody who opened the link."""

    new_password1 = _new_password(gettext_lazy("New password"))
    new_password2 = _password(gettext_lazy("The new password again"), new=True)
    error_messages = {"password_mismatch": gettext_lazy("The two passwords are not the same.")}  # noqa: RUF012


# --------------------------------------------------------------------------------------------------- preferences


def _choice(
    choices: "Sequence[tuple[str, StrOrPromise]]", label: "StrOrPromise", help_text: "StrOrPromise" = ""
) -> forms.TypedChoiceField:
    wrong = gettext_lazy("Choose one of these.")
    return forms.TypedChoiceField(
        choices=choices,
        coerce=str,
        widget=forms.RadioSelect,
        label=label,
        help_text=help_text,
        error_messages={"required": wrong, "invalid_choice": wrong},
    )


def _zones() -> "list[tuple[str, StrOrPromise | list[tuple[str, str]]]]":
    """Return the choices of the time zone: that of the device, world time, then all places by region."""
    usual = pgettext_lazy("time zone", "Same as my device")
    return [("", usual), ("UTC", pgettext_lazy("time zone", "World time (UTC)")), *zones.choices()]


class _ZoneSelect(forms.Select):
    """A list of places, whose names are not words to translate."""

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        """Mark what is a place."""
        option = super().create_option(name, value, *args, **options)
        if "/" in str(value):
            option["attrs"]["translate"] = "no"
        return option


_PARTS = {"games": {"pad", "pad_twice", "pace", "keys"}, "sound": {"sound", "voice", "clock", "zone"}}
"""The fields of the preferences in each fold that a phone opens closed."""


class PreferencesForm(forms.Form):
    """How the site looks and how the table behaves. It is stored in two places: preferences, and the table's habits."""

    cards = _choice(SuitColours.choices, gettext_lazy("Colours of the suits"))
    big_signs = forms.BooleanField(
        required=False,
        label=gettext_lazy("Larger signs on the cards"),
        help_text=gettext_lazy("Rank and suit fill the card, and small cards are larger."),
    )
    look = _choice(Look.choices, gettext_lazy("Look"))
    text = _choice(TextSize.choices, gettext_lazy("Size of text"))
    sound = forms.BooleanField(
        required=False,
        label=gettext_lazy("Sounds"),
        help_text=gettext_lazy("Short ones: for right and wrong answers, cards and pegs."),
    )
    zone = forms.ChoiceField(
        choices=_zones,
        required=False,
        widget=_ZoneSelect,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Dates and times are shown in this zone."),
        error_messages={"invalid_choice": gettext_lazy("Choose one of these.")},
    )
    clock = _choice(Clock.choices, gettext_lazy("Time and score of a run"))
    pad = _choice(Pad.choices, gettext_lazy("Pegboard for counts"))
    pad_twice = forms.BooleanField(
        required=False,
        label=gettext_lazy("Two taps for a count in drills"),
        help_text=gettext_lazy("The first tap marks the hole, the second sends it. So a slip answers nothing."),
    )
    voice = _choice(Voice.choices, gettext_lazy("Speed of the voice"), gettext_lazy("Where a count is heard."))
    pace = _choice([(pace.value, pace.label) for pace in PACES], gettext_lazy("Speed of the table"))
    keys = forms.BooleanField(
        required=False,
        label=gettext_lazy("Single keys at the table and in drills"),
        help_text=gettext_lazy(
            "One key asks a question, chooses or plays a card, without the box. Press ? for the list."
        ),
    )

    @classmethod
    def showing(cls, learner: Learner | None, posted: QueryDict | None = None) -> "PreferencesForm":
        """Return the form filled in with what is stored, or with what was `posted` over it."""
        habits = (learner and Habits.objects.filter(learner=learner).first()) or Habits()
        return cls(posted, initial={**Preferences.of(learner).as_json(), "pace": habits.pace, "keys": habits.keys})

    @property
    def chosen(self) -> dict[str, str]:
        """What is chosen, in words, where a fold says it, by field."""
        told = (self[name] for name in ("cards", "look", "pad", "pace"))
        return {field.name: option.choice_label for field in told for option in field if option.data["selected"]}

    @property
    def changed_parts(self) -> list[str]:
        """The folds in which something was changed."""
        return [part for part, fields in _PARTS.items() if fields.intersection(self.changed_data)]

    def keep(self, learner: Learner) -> None:
        """Store the choices in both places. The form must be valid."""
        data = self.cleaned_data
        chosen = Preferences(
            SuitColours(data["cards"]),
            data["big_signs"],
            Look(data["look"]),
            TextSize(data["text"]),
            data["sound"],
            Clock(data["clock"]),
            data["zone"],
            Pad(data["pad"]),
            data["pad_twice"],
            Preferences.of(learner).goal,
            Voice(data["voice"]),
            Preferences.of(learner).language,
        )
        learner.preferences = {**learner.preferences, **chosen.as_json()}
        learner.save(update_fields=["preferences"])
        Habits.objects.update_or_create(learner=learner, defaults={"pace": Pace(data["pace"]), "keys": data["keys"]})


class GoalForm(forms.Form):
    """A goal for each day, in answers or minutes, any number within bounds."""

    number = forms.CharField(
        label=gettext_lazy("How many a day"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4}),
        error_messages={"required": gettext_lazy("Type a number.")},
    )
    unit = _choice(
        [
            ("answers", pgettext_lazy("unit of a goal", "Answers")),
            ("minutes", pgettext_lazy("unit of a goal", "Minutes")),
        ],
        gettext_lazy("Of what"),
    )

    @classmethod
    def showing(cls, goal: Goal) -> "GoalForm":
        """Return the form filled in with a goal."""
        unit = "minutes" if goal.in_minutes else "answers"
        return cls(initial={"number": goal.number or "", "unit": unit})

    def clean(self) -> dict[str, Any]:
        """Add the goal to the cleaned data, or say which numbers can be one."""
        data = self.cleaned_data
        if "number" in data and "unit" in data:
            in_minutes = data["unit"] == "minutes"
            data["goal"] = Goal.read(f"{data['number']} min" if in_minutes else data["number"])
            if not data["goal"].number or data["goal"].in_minutes != in_minutes:
                self.add_error("number", str(_GOALS[in_minutes]) % {"most": Goal(1, in_minutes).bounds[-1]})
        return data


_GOALS = (
    gettext_lazy("A goal is a whole number of answers from 1 to %(most)s."),
    gettext_lazy("A goal is a whole number of minutes from 1 to %(most)s."),
)


def keep_goal(learner: Learner, goal: Goal) -> None:
    """Store a goal for each day."""
    learner.preferences = {**learner.preferences, "goal": str(goal)}
    learner.save(update_fields=["preferences"])
