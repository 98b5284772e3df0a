"""The models of the trainer: learners, their sessions, runs and answers, recall items, tallies, lessons and classes."""

import secrets
from datetime import date
from importlib import import_module
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from game.models import Challenge, JudgedDecision, new_secret
from trainer import names


class LearnerManager(BaseUserManager["Learner"]):
    """Create learners, and find them by name, ignoring case."""

    def create_user(self, name: str, password: str | None = None, **fields: Any) -> "Learner":
        """Create a learner with a name. Without a password nobody can log in as them."""
        learner = self.model(name=self.model.normalize_username(name), **fields)
        learner.set_password(password)
        learner.save(using=self._db)
        return learner

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> "Learner":
        """Create a learner with all rights in the admin."""
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)

    def create_guest(self) -> "Learner":
        """Create a learner without a name or password, who is identified only by a session."""
        guest = self.model(active_on=timezone.now().date())
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def get_by_natural_key(self, username: str | None) -> "Learner":
        """Return the learner with this login name, ignoring case. Raise DoesNotExist if there is none.

        If the names of two learners differ only in case, an exact match finds each of them, and any other spelling
        finds the first.
        """
        same = models.Q(name=username) | models.Q(name_key=names.key(username or ""))
        found = sorted(self.filter(same, name__isnull=False), key=lambda learner: learner.name != username)
        if not found:
            raise self.model.DoesNotExist
        return found[0]


class Learner(AbstractBaseUser, PermissionsMixin):
    """A person who learns here. A guest is a learner without a name, until they choose one.

    Names with equal `name_key` or `public_key` count as the same. `save` updates these keys with the names. The name to
    log in with is one person's; several can have the same public name, as friends are called what they are called, and
    where they stand side by side they are told apart.
    """

    # NULL, not "", means no name: the name to log in with is unique, and there are many guests.
    name = models.CharField(_("name"), max_length=40, unique=True, null=True, blank=True)
    email = models.EmailField(_("email address"), blank=True)
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May open the admin."))
    is_active = models.BooleanField(_("active"), default=True, help_text=_("May log in."))
    created_at = models.DateTimeField(_("here since"), default=timezone.now, editable=False)
    active_on = models.DateField(_("last here on"), null=True, blank=True)
    public_name = models.CharField(  # noqa: DJ001 - like a name to log in with, it is there or not
        _("public name"),
        max_length=24,
        null=True,
        blank=True,
        help_text=_("Under this name the results of the daily run are shown to everybody."),
    )
    preferences = models.JSONField(_("preferences"), default=dict, blank=True)
    # Longer than a name: case folding may turn one letter into two, and a number may be added.
    name_key = models.CharField(
        _("name as it is compared"), max_length=150, unique=True, null=True, blank=True, editable=False
    )
    public_key = models.CharField(  # noqa: DJ001
        _("public name as it is compared"), max_length=100, db_index=True, null=True, blank=True, editable=False
    )

    objects: ClassVar[LearnerManager] = LearnerManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "name"

    class Meta:
        verbose_name = _("learner")
        verbose_name_plural = _("learners")

    def __str__(self) -> str:
        """Return the name, or the word for a guest."""
        return self.name or gettext("guest")

    def clean(self) -> None:
        """Check that nobody else has the name; used by the admin's form. Raise ValidationError if somebody does."""
        super().clean()
        others = Learner.objects.exclude(pk=self.pk)
        if self.name and others.filter(name_key=self._key_of(self.name, self.name_key)).exists():
            raise ValidationError({"name": _("This name is taken.")})

    def save(self, *args: Any, **options: Any) -> None:
        """Save, and update the keys of the names."""
        self.name_key = self._key_of(self.name, self.name_key)
        self.public_key = None if self.public_name is None else names.key(self.public_name)
        if (written := options.get("update_fields")) is not None:
            keys = {"name": "name_key", "public_name": "public_key"}
            options["update_fields"] = {*written, *(keys[field] for field in written if field in keys)}
        super().save(*args, **options)

    def _key_of(self, name: str | None, kept: str | None) -> str | None:
        """Return the key of a name. A key that has a number, because another learner had the name, keeps it."""
        if name is None:
            return None
        key = names.key(name)
        return kept if kept == f"{key}/{self.pk}" else key


class Session(AbstractBaseSession):
    """A session with its owner: a guest, an account, or nobody yet. `trainer.people.sessions` writes it."""

    # Without a constraint in the database: a session may be saved while its owner is being deleted.
    owner = models.ForeignKey(
        Learner, models.CASCADE, related_name="sessions", null=True, db_constraint=False, verbose_name=_("owner")
    )

    objects: ClassVar = BaseSessionManager()

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        """Return the owner, and not the key."""
        return str(self.owner) if self.owner else gettext("nobody")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Return the class that reads and writes the rows."""
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store


def new_key() -> str:
    """Return a short random key for the address of a run or a class."""
    return secrets.token_urlsafe(9)


class PublicName(Learner):
    """A learner as the admin lists them by their public name."""

    class Meta:
        proxy = True
        verbose_name = _("public name")
        verbose_name_plural = _("public names")

    def __str__(self) -> str:
        """Return the public name."""
        return self.public_name or ""


class TakenDownName(models.Model):
    """A public name that whoever runs the site took down. Nobody can choose it again."""

    key = models.CharField(_("name as it is compared"), max_length=100, unique=True)
    name = models.CharField(_("name"), max_length=24)
    at = models.DateTimeField(_("taken down at"), default=timezone.now)

    class Meta:
        verbose_name = _("public name that was taken down")
        verbose_name_plural = _("public names that were taken down")

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Classroom(models.Model):
    """People who practise together: an organiser, members who join by a code, and runs that are set for them."""

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    name = models.CharField(_("name"), max_length=60)
    code = models.CharField(_("join code"), max_length=12, unique=True)
    organiser = models.ForeignKey(
        Learner, models.CASCADE, related_name="classrooms_organised", verbose_name=_("organiser")
    )
    challenges = models.ManyToManyField(Challenge, related_name="classrooms", verbose_name=_("challenges"))
    created_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("class")
        verbose_name_plural = _("classes")

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Membership(models.Model):
    """A learner in a class, and whether its organiser may see their progress."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="memberships", verbose_name=_("class"))
    learner = models.ForeignKey(Learner, models.CASCADE, related_name="memberships", verbose_name=_("learner"))
    called = models.CharField(
        _("called"), max_length=40, help_text=_("The name under which the class sees the member.")
    )
    shares = models.BooleanField(_("shares progress"), default=False)
    joined_at = models.DateTimeField(_("joined at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["classroom", "learner"], name="member_once_in_class"),
        ]

    def __str__(self) -> str:
        """Return the member's name in the class."""
        return self.called


class Assignment(models.Model):
    """A run that is set for a class. `settings` is the text form of `trainer.drills.settings.Settings`."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="assignments", verbose_name=_("class"))
    settings = models.CharField(_("settings"), max_length=200)
    until = models.DateTimeField(_("until"))
    created_at = models.DateTimeField(_("set at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        ordering: ClassVar = ["-until"]

    def __str__(self) -> str:
        """Return the settings."""
        return self.settings


class Race(models.Model):
    """A sprint that several people run: whoever has its address comes in.

    Those of a race that is run `together` say that they are ready, the host starts it, and the clocks of all run from
    `started_at` on, which lies a few seconds ahead then. One that is run apart is started from the first, and each
    clock runs from its own first answer.

    Everybody is asked the same questions: `settings` is the text form of `trainer.drills.settings.Settings`, and `seed`
    that of the runs. Whoever has the secret `token` can come; `classroom` is the class for which it was set. `version`
    goes up with all that others see, but for results. `following` is the race to which "again" leads.
    """

    token = models.CharField(_("token"), max_length=32, unique=True, default=new_secret, editable=False)
    host = models.ForeignKey(Learner, models.SET_NULL, null=True, related_name="races_hosted", verbose_name=_("host"))
    settings = models.CharField(_("settings"), max_length=200)
    seed = models.BigIntegerField(_("seed"))
    together = models.BooleanField(_("run together"), default=True)
    classroom = models.ForeignKey(
        Classroom, models.SET_NULL, null=True, blank=True, related_name="races", verbose_name=_("class")
    )
    version = models.PositiveIntegerField(_("version"), default=1)
    changed_at = models.DateTimeField(_("last changed at"), default=timezone.now)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    closed = models.BooleanField(_("closed"), default=False)
    following = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="before", verbose_name=_("the next race")
    )
    created_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("race")
        verbose_name_plural = _("races")

    def __str__(self) -> str:
        """Return the settings."""
        return self.settings


class Racer(models.Model):
    """Somebody in a race. The result stays, without a name, when they leave the site and their run is deleted.

    `late` tells that they ran after the start of the others. `number` are their answers, `right` the right ones; the
    time is up, or they ended, at `ends_at`, None before their clock runs. `seen` is how many results of others were
    there when they last looked.
    """

    race = models.ForeignKey(Race, models.CASCADE, related_name="racers", verbose_name=_("race"))
    learner = models.ForeignKey(Learner, models.SET_NULL, null=True, related_name="races", verbose_name=_("learner"))
    late = models.BooleanField(_("late"), default=False)
    number = models.PositiveIntegerField(_("answers"), default=0)
    right = models.PositiveIntegerField(_("right"), default=0)
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    ready_at = models.DateTimeField(_("ready at"), default=timezone.now)
    seen = models.PositiveSmallIntegerField(_("results seen"), default=0)

    class Meta:
        verbose_name = _("racer")
        verbose_name_plural = _("racers")
        constraints: ClassVar = [models.UniqueConstraint(fields=["race", "learner"], name="racer_once_in_race")]

    def __str__(self) -> str:
        """Return right answers of all."""
        return gettext("%(right)s of %(number)s") % {"right": self.right, "number": self.number}


class Recall(models.Model):
    """A question that was missed, or took long, and is asked again when FSRS says so.

    `question` is the text form as it was asked. `pattern` is its canonical form, which identifies the item: it is asked
    once, in however many ways it was missed. `cause` is the skill that was missed last, and `chance` how probably the
    learner misses that. `card` is the FSRS card as `trainer.progress.recall` stores it; a miss in another run, at
    `missed_at`, is added to it when the item is asked. `rights` counts right answers in a row, and `right_since` is the
    time of the first of them. `turns` counts how often the item was asked; every second time a sibling of the question
    is asked instead.
    """

    STARRED: ClassVar = "starred"
    """The cause of an item that is there only because the learner starred its question."""

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="recalls", verbose_name=_("learner"))
    drill = models.CharField(_("drill"), max_length=12)
    pattern = models.CharField(_("pattern"), max_length=300)
    cause = models.CharField(_("cause"), max_length=40, blank=True)
    question = models.CharField(_("question"), max_length=300)
    card = models.JSONField(_("card"), default=dict)
    due_at = models.DateTimeField(_("due at"))
    turns = models.PositiveIntegerField(_("asked"), default=0)
    rights = models.PositiveIntegerField(_("right in a row"), default=0)
    right_since = models.DateTimeField(_("right since"), null=True, blank=True)
    retired = models.BooleanField(_("retired"), default=False)
    created_at = models.DateTimeField(_("missed first at"), default=timezone.now, editable=False)
    missed_at = models.DateTimeField(_("missed last at"), null=True, blank=True, editable=False)
    chance = models.FloatField(_("chance of a miss"), default=0.1)

    class Meta:
        verbose_name = _("recall item")
        verbose_name_plural = _("recall items")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "drill", "pattern"], name="recall_once_for_question"),
        ]
        indexes: ClassVar = [models.Index(fields=["learner", "retired", "due_at"], name="recall_due")]

    def __str__(self) -> str:
        """Return the question."""
        return self.question


class Star(models.Model):
    """What its learner starred, so that it comes back as the recall item `recall`: a decision of a game, or without one
    that question itself."""

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="stars", verbose_name=_("learner"))
    decision = models.OneToOneField(
        JudgedDecision,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="star",
        verbose_name=_("reviewed decision"),
    )
    recall = models.ForeignKey(Recall, models.CASCADE, related_name="stars", verbose_name=_("recall item"))
    created_at = models.DateTimeField(_("starred at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("star")
        verbose_name_plural = _("stars")

    def __str__(self) -> str:
        """Return the number of the recall item."""
        return str(self.recall_id)


class Stage(models.TextChoices):
    """What a run currently shows."""

    ASK = "ask", pgettext_lazy("stage of a run", "a question")
    HUNT = "hunt", pgettext_lazy("stage of a run", "a search for what was missed")
    SHOWN = "shown", pgettext_lazy("stage of a run", "an answer")
    OVER = "over", pgettext_lazy("stage of a run", "the summary")


class Run(models.Model):
    """Questions answered one after another under the same settings. A run is stored from its first answer on.

    `trainer.practice.state.Sitting` is the parsed form of a row: `settings` is the text form of `Settings`, and the
    fields from `number` to `ended_at` are its `RunStanding`. `deeds` counts the changes of the row: a change that was
    computed from an older state is refused.

    `asked` is the text form of the current question, which belongs to `drill` and was asked at `asked_at`. At
    `covered_at` its cards turn over, or have done so, in a run whose answers are given from memory.
    `answer_steps` are the parts of its answer so far, and `hunt_finds` what was found in the hunt after it.
    `question_queue` holds the questions that a replay or a check will still ask, and `recall_queue` the numbers of the
    recall items still to be asked. `recalled` is the current recall item, and `recalled_as` its state before the
    question. `set_aside` are the questions of a lesson that were left with a hint or a part of an answer. `weak` are
    the sorts of question at which the learner was weak when the run began, and `rates` the rates of their skills at
    that time, from `trainer.progress.tallies`.
    """

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    learner = models.ForeignKey(Learner, models.CASCADE, related_name="runs", verbose_name=_("learner"))
    settings = models.CharField(_("settings"), max_length=200)
    seed = models.BigIntegerField(_("seed"))
    drill = models.CharField(_("drill"), max_length=12)
    stage = models.CharField(_("stage"), max_length=8, choices=Stage.choices, default=Stage.ASK)
    asked = models.CharField(_("question"), max_length=300)
    asked_at = models.DateTimeField(_("asked at"), default=timezone.now)
    covered_at = models.DateTimeField(_("cards turned over at"), null=True, blank=True)
    deeds = models.PositiveIntegerField(_("deeds"), default=0)
    hinted = models.BooleanField(_("hint given"), default=False)
    answer_steps = models.JSONField(_("parts of the answer"), default=list)
    hunt_finds = models.JSONField(_("found in the hunt"), default=list)
    number = models.PositiveIntegerField(_("answers"), default=0)
    right = models.PositiveIntegerField(_("right"), default=0)
    score = models.FloatField(_("score"), default=0.0)
    combo = models.PositiveIntegerField(_("combo"), default=0)
    best_combo = models.PositiveIntegerField(_("best combo"), default=0)
    extra = models.IntegerField(_("seconds added"), default=0)
    skips = models.PositiveSmallIntegerField(_("passed over"), default=0)
    paused = models.FloatField(_("seconds paused"), default=0.0)
    spent = models.FloatField(_("seconds on the questions after the first"), default=0.0)
    begun_at = models.DateTimeField(_("begun at"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    question_queue = models.JSONField(_("questions still to ask"), default=list)
    recall_queue = models.JSONField(_("recall items still to ask"), default=list)
    recalled = models.ForeignKey(
        Recall, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("recall item")
    )
    recalled_as = models.JSONField(_("known of the recall item"), null=True, blank=True)
    set_aside = models.JSONField(_("questions set aside"), default=list)
    weak = models.CharField(_("weak at"), max_length=200, blank=True)
    rates = models.JSONField(_("rates"), default=dict)
    day = models.DateField(_("daily run of"), null=True, blank=True)
    assignment = models.ForeignKey(
        Assignment, models.SET_NULL, null=True, blank=True, related_name="runs", verbose_name=_("set by")
    )
    race = models.ForeignKey(Race, models.SET_NULL, null=True, blank=True, related_name="runs", verbose_name=_("race"))

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "day"], name="daily_run_once"),
            models.UniqueConstraint(fields=["learner", "race"], name="race_run_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["learner", "-asked_at"], name="run_of_learner"),
            models.Index(fields=["learner", "settings", "-score"], name="run_best"),
            models.Index(fields=["learner", "settings", "-ended_at"], name="run_ended"),
            models.Index(fields=["day", "-score"], condition=models.Q(day__isnull=False), name="run_of_day"),
        ]

    def __str__(self) -> str:
        """Return the settings."""
        return self.settings


class Attempt(models.Model):
    """One answered question. Answers are kept for good and never changed.

    Question and answer are in the drill's text forms; an answer of "" means that the time ran out. `lost` is the number
    of points by which the answer is off, or which it gives up. `causes` are the codes of all likely causes, separated
    by commas. `number` is the place in the run, counted from 0.
    """

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="attempts", verbose_name=_("learner"))
    run = models.ForeignKey(Run, models.CASCADE, null=True, blank=True, related_name="attempts", verbose_name=_("run"))
    number = models.PositiveIntegerField(_("number"), default=0)
    drill = models.CharField(_("drill"), max_length=12)
    sort = models.CharField(_("class of question"), max_length=20, blank=True)
    question = models.CharField(_("question"), max_length=300)
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    right = models.BooleanField(_("right"))
    lost = models.FloatField(_("points lost"), default=0.0)
    causes = models.CharField(_("likely causes"), max_length=200, blank=True)
    hinted = models.BooleanField(_("with a hint"), default=False)
    late = models.BooleanField(_("late"), default=False)
    rated = models.BooleanField(_("counts in progress"), default=True)
    asked_at = models.DateTimeField(_("asked at"))
    answered_at = models.DateTimeField(_("answered at"), default=timezone.now)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        constraints: ClassVar = [models.UniqueConstraint(fields=["run", "number"], name="attempt_once_in_run")]
        indexes: ClassVar = [models.Index(fields=["learner", "-answered_at"], name="attempt_of_learner")]

    def __str__(self) -> str:
        """Return the question and the answer: "4C 5S 6D JH | 4H: 11"."""
        return gettext("%(question)s: %(answer)s") % {"question": self.question, "answer": self.answer}


EVER = date(1, 1, 1)
"""The day of a tally of all days."""


class Tally(models.Model):
    """The totals of one learner's answers on one day, or on all days (`EVER`), for one facet.

    A facet is "all", "drill:count", "sort:count:double-run" or "skill:fifteen-3", or another that
    `trainer.progress.tallies` lists. `times` is how often it was asked for, and `misses` how often it was missed, which
    is a likelihood if only a number was claimed. `late_times` and `late_misses` are the same, but decay: what was asked
    long ago counts for little. `seconds` is the time spent on all, at most three minutes on each. `timed` counts
    those whose time tells how fast the learner is: not where they were away, nor in lessons or from memory. `logs` and
    `squares` are the sums of the natural logarithms of these times and of their squares: means divide them by `timed`,
    never `seconds`. `level` is a moving average of accuracy, and `pace` is near the median of the latest logarithms.
    Late counts and averages are used only in the row of `EVER`.
    """

    SUMS: ClassVar = ("times", "misses", "late_times", "late_misses", "timed", "seconds", "logs", "squares")

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="tallies", verbose_name=_("learner"))
    day = models.DateField(_("day"))
    facet = models.CharField(_("facet"), max_length=60)
    times = models.PositiveIntegerField(_("asked for"), default=0)
    misses = models.FloatField(_("missed"), default=0.0)
    late_times = models.FloatField(_("asked for of late"), default=0.0)
    late_misses = models.FloatField(_("missed of late"), default=0.0)
    timed = models.PositiveIntegerField(_("with a time"), default=0)
    seconds = models.FloatField(_("seconds"), default=0.0)
    logs = models.FloatField(_("logarithms of seconds"), default=0.0)
    squares = models.FloatField(_("their squares"), default=0.0)
    level = models.FloatField(_("smoothed accuracy"), default=0.0)
    pace = models.FloatField(_("smoothed time"), default=0.0)

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "day", "facet"], name="tally_once_for_facet"),
        ]

    def __str__(self) -> str:
        """Return the facet."""
        return self.facet


class Reading(models.Model):
    """A lesson that a learner takes. It is stored from the first answer on.

    `steps` is the run of the answers before the check, and its question is where the learner last was. `check_run` is
    the latest check, and `checks` the number of checks. `stars` is the best result so far. Taking a lesson again resets
    `begun_at`; misses before that time no longer count.
    """

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="readings", verbose_name=_("learner"))
    lesson = models.CharField(_("lesson"), max_length=40)
    stars = models.PositiveSmallIntegerField(_("stars"), default=0)
    checks = models.PositiveIntegerField(_("checks"), default=0)
    begun_at = models.DateTimeField(_("begun at"), default=timezone.now)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    steps = models.ForeignKey(Run, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("steps"))
    check_run = models.ForeignKey(
        Run, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("check")
    )

    class Meta:
        verbose_name = _("lesson taken")
        verbose_name_plural = _("lessons taken")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "lesson"], name="reading_once_for_lesson"),
        ]

    def __str__(self) -> str:
        """Return the lesson."""
        return self.lesson


class Throttle(models.Model):
    """Wrong passwords in a row, for a name at an address or in a browser. `key` is a digest that does not show who."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    failures = models.PositiveIntegerField(_("failures"), default=0)
    failed_at = models.DateTimeField(_("last failure at"), default=timezone.now)

    class Meta:
        verbose_name = _("throttle")
        verbose_name_plural = _("throttles")

    def __str__(self) -> str:
        """Return the digest."""
        return self.key
