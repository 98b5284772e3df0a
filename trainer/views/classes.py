"""The pages of classes: one's own classes, joining, a class as members and organiser see it, and setting runs.

Every page asks `classrooms.belonging` first: only the organiser and the members find a class.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from game.engine.record import read_rules
from game.visitors import VisitorRequest, address_of, not_theirs
from game.words.rules import summary
from trainer.classes import classrooms, words
from trainer.classes.classrooms import Belonging, ClassRefused, Member, Outcome, Outcomes
from trainer.drills.registry import DRILLS
from trainer.drills.settings import Settings
from trainer.models import Assignment, Classroom, Learner, Membership
from trainer.people import security_log, throttle, zones
from trainer.people.forms import NameField, wait_a_while
from trainer.people.security_log import Event
from trainer.practice import race_words, races
from trainer.practice.addresses import start_url
from trainer.practice.forms import RunForm
from trainer.practice.words import settings_in_words
from trainer.progress import verdicts
from trainer.progress.words import skill_name

_LONGEST_SET = timedelta(days=366)
_USUALLY_SET = timedelta(days=7)
_LONGEST_CODE = 40

# --------------------------------------------------------------------------------------------------------- forms


class ClassForm(forms.Form):
    """The name of a class."""

    name = forms.CharField(
        label=gettext_lazy("Name of the class"),
        max_length=60,
        error_messages={
            "required": gettext_lazy("Type a name for the class."),
            "max_length": gettext_lazy("A class name has at most 60 characters."),
        },
    )

    def clean_name(self) -> str:
        """Return the name without needless spaces. Raises ValidationError for invisible characters."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not name.isprintable():
            raise ValidationError(_("This name has a character that nobody can see."))
        return name


class MemberForm(forms.Form):
    """How a member appears in a class."""

    called = NameField(
        longest=40,
        label=gettext_lazy("Your name in this class"),
        help_text=gettext_lazy("The organiser and the members see it."),
        error_messages={"required": gettext_lazy("Type the name the class should see.")},
    )
    shares = forms.BooleanField(
        required=False,
        label=gettext_lazy("Share my progress with the organiser"),
        help_text=gettext_lazy(
            "How much you answered and got right in the last 7 and 30 days, your weakest skill, and your "
            "results in the runs set here. You can change this whenever you like."
        ),
    )


class JoinForm(MemberForm):
    """A join code, and how the new member appears."""

    code = forms.CharField(
        label=gettext_lazy("Join code"),
        max_length=_LONGEST_CODE,
        error_messages={
            "required": gettext_lazy("Type the code you were given."),
            "max_length": gettext_lazy("A join code has 8 characters."),
        },
    )


class UntilForm(forms.Form):
    """The day until whose end a run is set, in the organiser's time zone."""

    until = forms.DateField(
        label=gettext_lazy("Until the end of"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={
            "required": gettext_lazy("Choose the last day."),
            "invalid": gettext_lazy("This is not a date: type year, month and day, such as 2027-01-31."),
        },
    )

    def clean_until(self) -> datetime:
        """Return the end of the day. The day may be today, and is at most a year away."""
        day: date = self.cleaned_data["until"]
        today = timezone.localdate()
        if day < today:
            raise ValidationError(_("This day is over: choose today or a later one."))
        if day > today + _LONGEST_SET:
            raise ValidationError(_("A run can be set for a year at most."))
        return datetime.combine(day + timedelta(days=1), time(), timezone.get_current_timezone())


# ------------------------------------------------------------------------------------------------- one's classes


@require_http_methods(["GET", "HEAD", "POST"])
def classes(request: VisitorRequest) -> HttpResponse:
    """Show the classes that the learner organises or is in; a posted name creates one."""
    learner: Learner | None = request.visitor.existing_learner()
    form = ClassForm(request.POST if request.method == "POST" else None)
    if learner and learner.name and form.is_valid():
        try:
            made = classrooms.make_class(learner, form.cleaned_data["name"])
            _log(request, made, "made")
            return redirect("classroom", made.key)
        except ClassRefused as refused:
            form.add_error("name", words.fault(refused.fault))
    context = {
        "form": form,
        "has_account": bool(learner and learner.name),
        "organised": classrooms.organised(learner) if learner else (),
        "joined": classrooms.joined(learner) if learner else (),
    }
    return render(request, "trainer/classes/classes.html", context)


# ------------------------------------------------------------------------------------------------------- joining


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: VisitorRequest, code: str = "") -> HttpResponse:
    """Join a class with a code, which may be part of the address."""
    posted = request.method == "POST"
    code = code or request.GET.get("code", "")[:_LONGEST_CODE]
    form = JoinForm(request.POST if posted else None, initial={"code": code})
    if posted and not form.is_valid():
        return _joining(request, form, None)
    typed = form.cleaned_data["code"] if posted else code
    if not typed:
        return _joining(request, form, None)
    try:
        classroom = _of_code(request, typed)
    except ValidationError as error:
        if posted:
            form.add_error("code", error)
        return _joining(request, form, None, "" if posted else str(error.message))
    if classrooms.belonging(classroom.key, request.visitor.existing_learner()) or (
        posted and _joined(request, form, classroom)
    ):
        return redirect("classroom", classroom.key)
    return _joining(request, form, classroom)


def _joined(request: VisitorRequest, form: JoinForm, classroom: Classroom) -> bool:
    """Make the visitor a member, or add the reason to the form. Returns whether they are one."""
    try:
        called, shares = form.cleaned_data["called"], form.cleaned_data["shares"]
        classrooms.join(classroom, request.visitor.learner(), called, shares=shares)
    except ClassRefused as refused:
        form.add_error(_FIELD_AT_FAULT.get(refused.fault, "code"), words.fault(refused.fault))
        return False
    return True


_FIELD_AT_FAULT = {classrooms.ClassFault.NAME_TAKEN: "called"}


def _of_code(request: VisitorRequest, typed: str) -> Classroom:
    """Return the class of a code. Raises ValidationError for a wrong code, and for too many of them."""
    guess = (throttle.WRONG_CODES, address_of(request))
    if wait := throttle.waits(guess):
        security_log.record(
            Event.MADE_TO_WAIT, request, request.visitor.existing_learner(), limit=throttle.WRONG_CODES.name
        )
        raise ValidationError(wait_a_while(wait))
    try:
        return classrooms.of_code(typed)
    except ClassRefused as refused:
        throttle.take(guess)
        raise ValidationError(words.fault(refused.fault)) from refused


def _joining(request: VisitorRequest, form: JoinForm, classroom: Classroom | None, trouble: str = "") -> HttpResponse:
    context = {"form": form, "classroom": classroom, "trouble": trouble}
    return render(request, "trainer/classes/join.html", context)


# ------------------------------------------------------------------------------------------------ the page of a class


def _belonging(key: str, learner: Learner | None) -> Belonging | None:
    """Return how a learner belongs to the class with this key, or None. Raises Http404 for what can be no key."""
    if not key.isprintable():  # PostgreSQL does not take every text, nor does a header
        raise Http404
    return classrooms.belonging(key, learner)


@require_http_methods(["GET", "HEAD", "POST"])
def classroom(request: VisitorRequest, key: str) -> HttpResponse:
    """Show a class as its member or organiser sees it; a posted act is done first."""
    learner: Learner | None = request.visitor.existing_learner()
    found = _belonging(key, learner)
    if found is None:
        return not_theirs(request)
    if request.method == "POST":
        done = _act(request, found, request.POST.get("act", ""))
        if not isinstance(done, forms.Form):
            return done or redirect("classroom", key)
        return _shown(request, found, done)
    return _shown(request, found, None)


_Done = HttpResponse | forms.Form | None
"""The result of an act: a redirect, a form with errors, or None for the page of the class again."""


def _shown(request: VisitorRequest, found: Belonging, faulty: forms.Form | None) -> HttpResponse:
    if found.membership:
        return render(request, "trainer/classes/member.html", _for_member(found.classroom, found.membership, faulty))
    return render(request, "trainer/classes/organiser.html", _for_organiser(request, found.classroom, faulty))


@dataclass(frozen=True, slots=True)
class _MemberOutcome:
    """How a member who shares did in a run that is set."""

    called: str
    best: str
    tries: str


@dataclass(frozen=True, slots=True)
class _Task:
    """A run that is set, for the page of a class.

    A member sees their own `best` and `tries`; the organiser sees `rows` of those who share and have tried, and the
    names of those who share and have not (`waiting`)."""

    assignment: Assignment
    line: str
    best: str = ""
    tries: str = ""
    rows: tuple[_MemberOutcome, ...] = ()
    waiting: tuple[str, ...] = ()

    @property
    def until(self) -> str:
        """Until when it is set, in words."""
        return zones.end(self.assignment.until)

    @property
    def sharing(self) -> int:
        """How many members share."""
        return len(self.rows) + len(self.waiting)


def _task(assignment: Assignment, outcome: Outcome | None) -> _Task:
    settings = Settings.parse(assignment.settings)
    if outcome is None:
        return _Task(assignment, settings_in_words(settings))
    return _Task(assignment, settings_in_words(settings), words.best(settings, outcome), words.tries(outcome.tries))


@dataclass(frozen=True, slots=True)
class _Together:
    """A challenge or a race of the class: its address, what it is, and how far it is, with how many people.

    `waits` tells that whoever looks is not in it yet and could begin, `gathers` that people come together in it before
    its start, `invites` that the page of a member calls them to it, `made` when it was made.
    """

    number: int
    url: str
    name: str
    stage: str
    people: int
    waits: bool
    made: datetime
    gathers: bool = False
    invites: bool = False


def _together(classroom: Classroom, learner: int) -> dict[str, list[_Together]]:
    """Return the challenges and races that are set for a class, as somebody in it finds them."""
    set_challenges: list[Any] = list(classrooms.challenges(classroom, learner))
    set_races: list[Any] = list(races.of_class(classroom, learner))
    return {
        "challenges": [
            _Together(
                challenge.pk,
                reverse("challenge", args=[challenge.token]),
                summary(read_rules(challenge.rules)),
                words.challenge_stage(challenge, challenge.played),
                challenge.players,
                challenge.played is None and challenge.is_open,
                challenge.created_at,
            )
            for challenge in set_challenges
        ],
        "races": [
            _Together(
                race.pk,
                reverse("race", args=[race.token]),
                settings_in_words(Settings.parse(race.settings)),
                race_words.stage(race, race.running),
                race.number,
                races.waits_for_more(race) and not race.is_in,
                race.created_at,
                races.gathers(race),
                races.gathers(race) and classroom.organiser_id != learner,
            )
            for race in set_races
        ],
    }


def _for_member(classroom: Classroom, own: Membership, faulty: forms.Form | None) -> dict[str, object]:
    now, over = classrooms.assignments(classroom)
    done = classrooms.outcomes([*now, *over], [own.learner_id])
    tasks = {row.pk: _task(row, done.get((own.learner_id, row.pk))) for row in [*now, *over]}
    organiser = classroom.organiser.public_name
    names = sorted(classroom.memberships.values_list("called", flat=True), key=str.casefold)
    return {
        "classroom": classroom,
        "own": own,
        **_together(classroom, own.learner_id),
        "open": [tasks[row.pk] for row in now],
        "over": [tasks[row.pk] for row in over],
        "organiser": organiser,
        "names": names,
        "form": faulty or MemberForm(initial={"called": own.called, "shares": own.shares}),
    }


def _for_organiser(request: VisitorRequest, classroom: Classroom, faulty: forms.Form | None) -> dict[str, object]:
    members = classrooms.members(classroom)
    sharing = [member.membership for member in members if member.membership.shares]
    now, over = classrooms.assignments(classroom)
    outcomes = classrooms.outcomes([*now, *over], [row.learner_id for row in sharing])
    return {
        "classroom": classroom,
        "code": classrooms.spaced(classroom.code),
        "join_url": request.build_absolute_uri(reverse("join_code", args=[classroom.code])),
        "members": [_member_row(member) for member in members],
        "most": classrooms.MEMBERS,
        **_together(classroom, classroom.organiser_id),
        "to_set": [(one.pk, summary(read_rules(one.rules)), one.created_at) for one in classrooms.to_set(classroom)],
        "open": [_task_of_all(row, sharing, outcomes) for row in now],
        "over": [_task_of_all(row, sharing, outcomes) for row in over],
        "form": faulty or ClassForm(initial={"name": classroom.name}),
    }


def _member_row(member: Member) -> dict[str, object]:
    weakest = skill_name(member.weakest) if member.weakest else ""
    return {"row": member.membership, "week": member.week, "month": member.month, "weakest": weakest}


def _task_of_all(assignment: Assignment, sharing: Sequence[Membership], outcomes: Outcomes) -> _Task:
    """Return a run that is set with the outcomes of all who share."""
    settings = Settings.parse(assignment.settings)
    found = [(member.called, outcomes.get((member.learner_id, assignment.pk))) for member in sharing]
    rows = (
        _MemberOutcome(called, words.best(settings, outcome), words.tries(outcome.tries))
        for called, outcome in found
        if outcome
    )
    waiting = tuple(called for called, outcome in found if outcome is None)
    return _Task(assignment, settings_in_words(settings), rows=tuple(rows), waiting=waiting)


# ---------------------------------------------------------------------------------------------------------- acts


def _act(request: VisitorRequest, found: Belonging, name: str) -> _Done:
    if found.membership:
        member_act = _MEMBER_ACTS.get(name)
        return member_act(request, found.membership) if member_act else None
    organiser_act = _ORGANISER_ACTS.get(name)
    return organiser_act(request, found.classroom) if organiser_act else None


def _change(request: VisitorRequest, own: Membership) -> _Done:
    form = MemberForm(request.POST)
    if not form.is_valid():
        return form
    try:
        classrooms.change(own, form.cleaned_data["called"], shares=form.cleaned_data["shares"])
    except ClassRefused as refused:
        form.add_error("called", words.fault(refused.fault))
        return form
    messages.success(
        request,
        _("Saved. The organiser sees your progress.")
        if own.shares
        else _("Saved. The organiser does not see your progress."),
    )
    return None


def _leave(request: VisitorRequest, own: Membership) -> _Done:
    own.delete()
    messages.success(request, _("You have left “%(name)s”.") % {"name": own.classroom.name})
    return redirect("classes")


def _log(request: VisitorRequest, classroom: Classroom, act: str, **rows: int) -> None:
    """Write in the security log what the organiser of a class did."""
    learner: Learner | None = request.visitor.existing_learner()
    security_log.record(Event.CLASS_CHANGED, request, learner, classroom=classroom.pk, act=act, **rows)


def _rename(request: VisitorRequest, classroom: Classroom) -> _Done:
    form = ClassForm(request.POST)
    if not form.is_valid():
        return form
    classroom.name = form.cleaned_data["name"]
    classroom.save(update_fields=["name"])
    _log(request, classroom, "renamed")
    return None


def _new_code(request: VisitorRequest, classroom: Classroom) -> _Done:
    classroom.code = classrooms.new_code()
    classroom.save(update_fields=["code"])
    _log(request, classroom, "code_renewed")
    messages.success(request, _("This is the new code. The old one no longer works."))
    return None


def _close(request: VisitorRequest, classroom: Classroom) -> _Done:
    if "sure" not in request.POST:
        messages.error(request, _("The class is still open: tick the box to close it."))
        return None
    _log(request, classroom, "closed")
    classroom.delete()
    messages.success(request, _("“%(name)s” is closed.") % {"name": classroom.name})
    return redirect("classes")


def _remove(request: VisitorRequest, classroom: Classroom) -> _Done:
    member = classroom.memberships.filter(pk=_number(request, "member")).first()
    if member:
        _log(request, classroom, "member_removed", member=member.learner_id)
        member.delete()
        messages.success(request, _("%(name)s is no longer in this class.") % {"name": member.called})
    return None


def _take_back(request: VisitorRequest, classroom: Classroom) -> _Done:
    assignment = classroom.assignments.filter(pk=_number(request, "assignment")).first()
    if assignment:
        _log(request, classroom, "run_taken_back", assignment=assignment.pk)
        assignment.delete()
    return None


def _set_challenge(request: VisitorRequest, classroom: Classroom) -> _Done:
    number = _number(request, "challenge")
    try:
        is_set = classrooms.set_challenge(classroom, number)
    except ClassRefused as refused:
        messages.error(request, words.fault(refused.fault))
        return None
    if not is_set:
        messages.error(request, _("These deals can no longer be set: their link was withdrawn."))
        return None
    _log(request, classroom, "challenge_set", challenge=number)
    messages.success(request, _("The deals are set: members see them on the class’s page."))
    return None


def _drop_challenge(request: VisitorRequest, classroom: Classroom) -> _Done:
    number = _number(request, "challenge")
    classroom.challenges.remove(*classroom.challenges.filter(pk=number))
    _log(request, classroom, "challenge_dropped", challenge=number)
    return None


def _number(request: VisitorRequest, name: str) -> int:
    """Return a posted primary key; -1, which no row has, for anything else."""
    with suppress(ValueError):
        number = int(request.POST.get(name, ""))
        return number if 0 < number < 2**63 else -1
    return -1


_MEMBER_ACTS: dict[str, Callable[[VisitorRequest, Membership], _Done]] = {"change": _change, "leave": _leave}
_ORGANISER_ACTS: dict[str, Callable[[VisitorRequest, Classroom], _Done]] = {
    "rename": _rename,
    "code": _new_code,
    "close": _close,
    "remove": _remove,
    "take-back": _take_back,
    "set-challenge": _set_challenge,
    "drop-challenge": _drop_challenge,
}


# -------------------------------------------------------------------------------------------------- runs that are set


def _own_class(request: VisitorRequest, key: str) -> Classroom | None:
    """Return the class if the visitor organises it."""
    found = _belonging(key, request.visitor.existing_learner())
    return found.classroom if found and found.membership is None else None


@require_safe
def choose_drill(request: VisitorRequest, key: str) -> HttpResponse:
    """Show the drills that can be set for a class."""
    classroom = _own_class(request, key)
    if classroom is None:
        return not_theirs(request)
    drills = list(DRILLS.items())
    return render(request, "trainer/classes/choose_drill.html", {"classroom": classroom, "drills": drills})


@require_http_methods(["GET", "HEAD", "POST"])
def set_run(request: VisitorRequest, key: str, drill: str) -> HttpResponse:
    """Choose the settings of a run for a class and until when it is open; a valid post sets it."""
    classroom = _own_class(request, key)
    if classroom is None:
        return not_theirs(request)
    if drill not in DRILLS:
        raise Http404
    posted = request.POST if request.method == "POST" else None
    form = RunForm(drill, posted)
    until = UntilForm(posted, initial={"until": timezone.localdate() + _USUALLY_SET})
    if posted is not None and form.is_valid() and until.is_valid():
        try:
            assignment = classrooms.set_run(classroom, form.settings(), until.cleaned_data["until"])
        except ClassRefused as refused:
            until.add_error(None, words.fault(refused.fault))
        else:
            _log(request, classroom, "run_set", assignment=assignment.pk)
            messages.success(request, _("The run is set: members see it on the class’s page."))
            return redirect("classroom", key)
    context = {"classroom": classroom, "drill": drill, "words": DRILLS[drill], "form": form, "until": until}
    return render(request, "trainer/classes/set_run.html", context)


@require_safe
def begin(request: VisitorRequest, key: str, assignment: int) -> HttpResponse:
    """Redirect to a run that is set. It begins when that page is opened, and with it the time of the first question."""
    learner: Learner | None = request.visitor.existing_learner()
    found = _belonging(key, learner)
    if found is None or learner is None:
        return not_theirs(request)
    row = get_object_or_404(found.classroom.assignments, pk=assignment)
    if row.until <= timezone.now():
        messages.error(request, _("This run is over: it was set until then."))
        return redirect("classroom", key)
    settings = Settings.parse(row.settings)
    weak = verdicts.weak_sorts(learner, settings.drill) if settings.options.get("weak") == "on" else ()
    return redirect(start_url(settings, assignment=row, weak=weak))
