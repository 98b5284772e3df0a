"""What the table keeps: matches, who sits where, and everything that was done, action by action."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from game.boards import Design
from game.strategy.levels import Level


def new_key() -> str:
    """What names a match in its addresses: short, and not to be guessed."""
    return secrets.token_urlsafe(9)


def new_seed() -> str:
    """What the bots of a match draw their chance from."""
    return secrets.token_hex(16)


class Origin(models.TextChoices):
    """Where a match comes from."""

    PLAYED = "played", pgettext_lazy("origin of a match", "played here")
    AGAIN = "again", pgettext_lazy("origin of a match", "played again from a decision")
    RECORD = "record", pgettext_lazy("origin of a match", "opened from a record")


class Pace(models.TextChoices):
    """How fast the table goes on by itself."""

    SLOW = "slow", pgettext_lazy("pace", "Slow")
    NORMAL = "normal", pgettext_lazy("pace", "Normal")
    FAST = "fast", pgettext_lazy("pace", "Fast")
    INSTANT = "instant", pgettext_lazy("pace", "Instant")


class Match(models.Model):
    """A match, or a single game: its rules are the text that a record gives them.

    A match that is played again from a decision (`again_of`, `again_from`) takes its packs from the game it comes from.
    `summary` is how the match stands, for lists: `scores` and `standing` by side, `game`, `deal`, whether that game is
    `over`, and its `winner`, a side.
    `share` is the secret part of the address by which anybody may look at it; None keeps it private.
    """

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="matches", verbose_name=_("whose table")
    )
    rules = models.CharField(_("rules"), max_length=400)
    origin = models.CharField(_("origin"), max_length=8, choices=Origin.choices, default=Origin.PLAYED)
    again_of = models.ForeignKey(
        "Game", models.SET_NULL, null=True, blank=True, related_name="played_again", verbose_name=_("played again")
    )
    again_from = models.PositiveIntegerField(_("from action"), null=True, blank=True)
    seed = models.CharField(_("the bots' chance"), max_length=32, default=new_seed, editable=False)
    share = models.CharField(_("shared as"), max_length=32, unique=True, null=True, blank=True)
    over = models.BooleanField(_("over"), default=False)
    summary = models.JSONField(_("how it stands"), default=dict)
    created_at = models.DateTimeField(_("begun at"), default=timezone.now, editable=False)
    played_at = models.DateTimeField(_("last played at"), default=timezone.now)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar = [models.Index(fields=["owner", "over", "-played_at"], name="match_of_owner")]

    def __str__(self) -> str:
        """The key."""
        return self.key


class Seat(models.Model):
    """Who sits where: a person, a bot of a level, or, in a record from elsewhere, nobody that is known."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats", verbose_name=_("match"))
    place = models.PositiveSmallIntegerField(_("place"), help_text=_("From 0, to the left."))
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("learner"),
    )
    level = models.CharField(
        _("level"), max_length=8, blank=True, choices=[(level.value, level.value) for level in Level]
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "place"], name="seat_once_in_match")]

    def __str__(self) -> str:
        """The seat's number as people count."""
        return gettext("seat %(seat)s") % {"seat": self.place + 1}


class Game(models.Model):
    """One game of a match. The first is cut for; `dealer` deals a later one, with the match standing as it says.

    `resumed_at` is when somebody came back to a game left lying, so that no clock ran meanwhile.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="games", verbose_name=_("match"))
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    dealer = models.PositiveSmallIntegerField(_("first dealer"), null=True, blank=True)
    standing = models.JSONField(_("match points before it"), default=list)
    resumed_at = models.DateTimeField(_("resumed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "number"], name="game_once_in_match")]

    def __str__(self) -> str:
        """Which game of which match."""
        return gettext("game %(number)s of %(match)s") % {"number": self.number, "match": self.match_id}


class Action(models.Model):
    """One line of a game's log, never changed: the text is the record's, `nonce` belongs to a shuffle's fingerprint."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="actions", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"), help_text=_("Its place in the game, from 0."))
    text = models.CharField(_("text"), max_length=200)
    nonce = models.CharField(_("nonce"), max_length=32, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="action_once_in_game")]

    def __str__(self) -> str:
        """The text."""
        return self.text


class Help(models.Model):
    """A hint or a warning that a seat was shown before the action with this number."""

    class Kind(models.TextChoices):
        """What kind of help it was."""

        HINT = "hint", pgettext_lazy("help", "hint")
        WARNING = "warning", pgettext_lazy("help", "warning")

    game = models.ForeignKey(Game, models.CASCADE, related_name="helps", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("before action"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)

    class Meta:
        verbose_name = _("help")
        verbose_name_plural = _("helps")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number", "seat", "kind"], name="help_once_for_decision")
        ]

    def __str__(self) -> str:
        """The kind."""
        return self.get_kind_display()


class Review(models.Model):
    """The grading of one seat's decisions in a game, as far as it has come: `upto` actions have been looked at.

    `decisions` and `deals` are as `game.after.review` writes them.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="reviews", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    upto = models.PositiveIntegerField(_("looked at"), default=0)
    decisions = models.JSONField(_("decisions"), default=list)
    deals = models.JSONField(_("deals"), default=list)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="review_once_for_seat")]

    def __str__(self) -> str:
        """Which seat's."""
        return gettext("seat %(seat)s") % {"seat": self.seat + 1}


class Habits(models.Model):
    """How a person likes the table: the last choice of a game, the pace, warnings, and the board."""

    learner = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="habits", verbose_name=_("learner")
    )
    setup = models.JSONField(_("last choice of a game"), default=dict, blank=True)
    pace = models.CharField(_("pace"), max_length=8, choices=Pace.choices, default=Pace.NORMAL)
    warnings = models.BooleanField(_("warnings"), default=False)
    keys = models.BooleanField(_("single keys"), default=False)
    design = models.CharField(
        _("board"), max_length=12, choices=[(design.value, design.value) for design in Design], default=Design.PLANK
    )
    board_open = models.BooleanField(_("board shown"), default=True)

    class Meta:
        verbose_name = _("habits")
        verbose_name_plural = _("habits")

    def __str__(self) -> str:
        """Whose."""
        return gettext("habits of learner %(learner)s") % {"learner": self.pk}


class Result(models.Model):
    """The games of one person against one kind of opponents under one kind of rules, added up as they end.

    `rules` is a preset's name or "own", `level` that of the bots, "mixed", or "people". Points are the own side's and
    the best other side's.
    """

    SUMS: ClassVar = (
        "games",
        "won",
        "drawn",
        "skunks_given",
        "skunks_taken",
        "points_for",
        "points_against",
        "matches",
        "matches_won",
    )
    """The columns that are added up."""

    learner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="results")
    rules = models.CharField(_("rules"), max_length=12)
    level = models.CharField(_("level"), max_length=8)
    seats = models.PositiveSmallIntegerField(_("seats"))
    games = models.PositiveIntegerField(_("games"), default=0)
    won = models.PositiveIntegerField(_("won"), default=0)
    drawn = models.PositiveIntegerField(_("drawn"), default=0)
    skunks_given = models.PositiveIntegerField(_("skunks given"), default=0)
    skunks_taken = models.PositiveIntegerField(_("skunks taken"), default=0)
    points_for = models.PositiveIntegerField(_("points"), default=0)
    points_against = models.PositiveIntegerField(_("points of the others"), default=0)
    matches = models.PositiveIntegerField(_("matches"), default=0)
    matches_won = models.PositiveIntegerField(_("matches won"), default=0)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "rules", "level", "seats"], name="result_once_for_kind")
        ]

    def __str__(self) -> str:
        """Won of played."""
        return gettext("%(won)s of %(games)s") % {"won": self.won, "games": self.games}


def no_starters() -> list[int]:
    """No starter of any rank yet."""
    return [0] * 13


class Luck(models.Model):
    """What chance gave in finished deals at one kind of table, added up by `game.luck.add` as each deal ends.

    Of one learner, or of the whole site where there is none; `people` tells whether the cards were people's or bots'.
    Sums of squares give the standard errors. `starters` are those of the deals that these seats dealt, by rank from
    the ace, so that their sum is the number of deals, and the jacks' place the number of heels.
    """

    SUMS: ClassVar = (
        "hands",
        "dealt_points",
        "hand_points",
        "hand_squares",
        "crib_points",
        "crib_squares",
        "cuts",
        "cut_squares",
        "cuts_won",
    )
    """The columns that are added up."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="luck",
        verbose_name=_("learner"),
    )
    seats = models.PositiveSmallIntegerField(_("seats"))
    sides = models.PositiveSmallIntegerField(_("sides"))
    people = models.BooleanField(_("people"))
    hands = models.PositiveIntegerField(_("hands"), default=0)
    dealt_points = models.PositiveBigIntegerField(_("points in the cards dealt"), default=0)
    hand_points = models.PositiveBigIntegerField(_("points in hands"), default=0)
    hand_squares = models.PositiveBigIntegerField(_("squares of points in hands"), default=0)
    crib_points = models.PositiveBigIntegerField(_("points in cribs"), default=0)
    crib_squares = models.PositiveBigIntegerField(_("squares of points in cribs"), default=0)
    cuts = models.PositiveIntegerField(_("seats in cuts for the deal"), default=0)
    cut_squares = models.PositiveIntegerField(_("squares of seats in cuts for the deal"), default=0)
    cuts_won = models.PositiveIntegerField(_("cuts for the deal won"), default=0)
    starters = models.JSONField(_("starters by rank"), default=no_starters)

    class Meta:
        verbose_name = _("luck")
        verbose_name_plural = _("luck")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["learner", "seats", "sides", "people"],
                condition=models.Q(learner__isnull=False),
                name="luck_once_for_learner",
            ),
            models.UniqueConstraint(
                fields=["seats", "sides", "people"], condition=models.Q(learner__isnull=True), name="luck_once_for_site"
            ),
        ]

    def __str__(self) -> str:
        """The table size."""
        return gettext("%(seats)s seats") % {"seats": self.seats}
