"""What is stored of games: matches, their seats, every action, and what people at one table have agreed."""

import secrets
from functools import cached_property
from typing import Any, ClassVar, NotRequired, TypedDict

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.deletion import Collector
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from game.boards import Design
from game.strategy.levels import Level


def new_key() -> str:
    """Return a new key for the addresses of a match: short, and hard to guess."""
    return secrets.token_urlsafe(9)


def new_seed() -> str:
    """Return a new seed for the random numbers of the bots of a match."""
    return secrets.token_hex(16)


def new_secret() -> str:
    """Return a new secret part of an address that somebody passes on."""
    return secrets.token_urlsafe(16)


def pass_on(collector: Collector, field: Any, matches: Any, using: str | None) -> None:
    """When the owner of matches is deleted, those in which others play go to one of these; the rest are deleted too."""
    leaving = [person.pk for person in collector.data[field.remote_field.model]]
    shared = Seat.objects.using(using).filter(match__in=[match.pk for match in matches], match__party__isnull=False)
    others = shared.exclude(match__party__begun_at=None).exclude(learner__in=leaving).exclude(learner=None)
    heirs = dict(others.order_by("-place").values_list("match_id", "learner_id"))
    for match, heir in heirs.items():
        collector.add_field_update(field, heir, matches.filter(pk=match))
    models.CASCADE(collector, field, matches.exclude(pk__in=heirs), using or DEFAULT_DB_ALIAS)


def let_go(collector: Collector, field: Any, tries: Any, using: str | None) -> None:
    """When somebody is deleted, their tries lose the name; a challenge that nobody else has tried is deleted.

    In a transaction the challenges are locked first, so that of two who leave at once the last takes them along.
    """
    using = using or DEFAULT_DB_ALIAS
    numbers = {one.challenge_id for one in tries}
    if connections[using].in_atomic_block:  # the admin asks outside of one what would be deleted
        list(Challenge.objects.using(using).select_for_update().filter(pk__in=numbers).order_by("pk").values_list("pk"))
    leaving = [person.pk for person in collector.data[field.remote_field.model]]
    others = ChallengeTry.objects.using(using).exclude(learner__in=leaving).exclude(learner=None)
    shared = set(others.filter(challenge__in=numbers).values_list("challenge", flat=True))
    collector.add_field_update(field, None, [one for one in tries if one.challenge_id in shared])
    collector.collect(Challenge.objects.using(using).filter(pk__in=numbers - shared))


class Origin(models.TextChoices):
    """Where a match comes from."""

    PLAYED = "played", pgettext_lazy("origin of a match", "played here")
    AGAIN = "again", pgettext_lazy("origin of a match", "played again from a decision")
    CHALLENGE = "challenge", pgettext_lazy("origin of a match", "the deals of a challenge")
    RECORD = "record", pgettext_lazy("origin of a match", "opened from a record")


COUNTED = (Origin.PLAYED, Origin.CHALLENGE)
"""Matches whose games count for those who play them, because they knew no card of them before."""


class Pace(models.TextChoices):
    """How fast the table goes on by itself."""

    SLOW = "slow", pgettext_lazy("pace", "Slow")
    NORMAL = "normal", pgettext_lazy("pace", "Normal")
    FAST = "fast", pgettext_lazy("pace", "Fast")
    INSTANT = "instant", pgettext_lazy("pace", "Instant")


class MatchSummary(TypedDict):
    """How a match stands, for lists: `scores` and `standing` by side, and of its latest game the number and the deal.

    `over` tells whether that game is over, `winner` is the side that won it. `unfinished` is that of a match that was
    closed during a game, which shows no cards.
    """

    scores: list[int]
    standing: list[int]
    game: int
    deal: int
    over: bool
    winner: int | None
    unfinished: NotRequired[bool]


class Match(models.Model):
    """A match, or a single game. `rules` is the line of a record that holds the rules.

    A match that plays a game again from a decision (`again_of`, `again_from`) takes its packs from that game, and a try
    at a `challenge` from there. `summary` is a `MatchSummary`. `share` is the secret part of the address by which
    anybody may look at the match; None keeps it private.
    """

    key = models.CharField(_("key"), max_length=16, unique=True, default=new_key, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, pass_on, related_name="matches", verbose_name=_("whose table"))
    rules = models.CharField(_("rules"), max_length=400)
    origin = models.CharField(_("origin"), max_length=9, choices=Origin.choices, default=Origin.PLAYED)
    again_of = models.ForeignKey(
        "Game", models.SET_NULL, null=True, blank=True, related_name="played_again", verbose_name=_("played again")
    )
    again_from = models.PositiveIntegerField(_("from action"), null=True, blank=True)
    challenge = models.ForeignKey(
        "Challenge", models.SET_NULL, null=True, blank=True, related_name="matches", verbose_name=_("challenge")
    )
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
        """Return the key."""
        return self.key

    def finished_games(self) -> "models.QuerySet[Game]":
        """Return the games that are over, in order. Of a record all may be looked at."""
        games = self.games.order_by("number")
        done = self.summary.get("over") or (self.over and not self.summary.get("unfinished"))
        return games if done else games.filter(number__lt=self.summary.get("game", 0))


class Seat(models.Model):
    """A seat of a match: a person, a bot of a level or, in a record from elsewhere, an unknown player.

    A seat that is neither, of a match that people play, is free until the game begins; later it is that of somebody
    who has left the site. `stand_in` is the level of the bot that plays for the person, "" while they play themselves.
    Between people, the person was last seen to be here until `here_until`.
    """

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
    stand_in = models.CharField(_("bot that plays for the person"), max_length=8, blank=True)
    here_until = models.DateTimeField(_("here until"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "place"], name="seat_once_in_match")]

    def __str__(self) -> str:
        """Return the seat's number, from 1."""
        return gettext("seat %(seat)s") % {"seat": self.place + 1}

    @property
    def habits(self) -> "Habits":
        """Return the table settings of the person in the seat."""
        return self.learner.habits if self.learner and hasattr(self.learner, "habits") else Habits(learner=self.learner)


class Party(models.Model):
    """What a match between people has besides its games: the invitation, what was agreed, and what changed last.

    `invitation` and `watch` are the secret parts of the addresses by which somebody takes a seat or looks on; `watch`
    is None while nobody may. `days` is how many days a move may take, None for a game in one sitting. `version` goes
    up with everything that the others see, and `seating` whenever somebody else plays in a seat. `changed_at` is the
    time of the last action, and `awaits` are the seats that act next. `offers` holds who wants another game and since
    when, by seat, `said` the last phrases as (seat, phrase, time), and `following` is the match that came of an offer.
    `seatings` holds since which action a bot plays in whose seat, or no more, as (game, action, seat, whether a bot),
    and `endings` since which action who would end the game without a winner, as (game, action, seat).
    """

    class End(models.TextChoices):
        """Why a table closed without a result."""

        CANCELLED = "cancelled", pgettext_lazy("end of a table", "cancelled before it began")
        ENDED = "ended", pgettext_lazy("end of a table", "ended by the players")
        ABANDONED = "abandoned", pgettext_lazy("end of a table", "left unfinished")

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="party", verbose_name=_("match"))
    invitation = models.CharField(_("invitation"), max_length=32, unique=True, default=new_secret, editable=False)
    watch = models.CharField(_("looked at as"), max_length=32, unique=True, null=True, blank=True)
    pace = models.CharField(_("pace"), max_length=8, choices=Pace.choices, default=Pace.NORMAL)
    helps = models.BooleanField(_("hints and warnings"), default=False)
    phrases = models.BooleanField(_("phrases"), default=True)
    listed = models.BooleanField(_("listed for people who are known"), default=True)
    days = models.PositiveSmallIntegerField(_("days a move"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    seating = models.PositiveIntegerField(_("version of the seating"), default=1)
    begun_at = models.DateTimeField(_("begun at"), null=True, blank=True)
    changed_at = models.DateTimeField(_("last changed at"), default=timezone.now)
    awaits = models.JSONField(_("awaited seats"), default=list)
    closed = models.CharField(_("closed"), max_length=10, choices=End.choices, blank=True)
    offers = models.JSONField(_("offers of another game"), default=dict)
    said = models.JSONField(_("said"), default=list)
    seatings = models.JSONField(_("changes of the seating"), default=list)
    endings = models.JSONField(_("offers to end the game"), default=list)
    following = models.OneToOneField(
        Match, models.SET_NULL, null=True, blank=True, related_name="party_before", verbose_name=_("the next match")
    )

    class Meta:
        verbose_name = _("table of people")
        verbose_name_plural = _("tables of people")

    def __str__(self) -> str:
        """Return the match's number."""
        return gettext("table of match %(match)s") % {"match": self.pk}


class Block(models.Model):
    """Somebody whom a person does not want to play with."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks", verbose_name=_("who blocks")
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by", verbose_name=_("who is blocked")
    )

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        """Return whom it keeps away."""
        return str(self.blocked)


class Game(models.Model):
    """One game of a match. The first begins with the cut for deal; `dealer` deals a later one.

    `standing` holds the match points by side before the game. `resumed_at` is when somebody came back to a game that
    was left with its clock running.
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
        """Return the match and the game's number."""
        return gettext("game %(number)s of %(match)s") % {"number": self.number, "match": self.match_id}


class Challenge(models.Model):
    """A finished game whose deals others play too: the same packs, rules and bots, from the same seat, `place`.

    It holds all that a try needs, because the `game` goes with its `maker`. `levels` are those of the bots by seat, ""
    for `place`. `number` and `dealer` are those of the game, and `opening` the lines of its log before the first deal,
    each with its nonce: the cut for the deal. `seed` is the chance of its bots. `token` is the secret part of its
    address. Nobody can begin it any more once it is `withdrawn` or the maker has left.
    """

    token = models.CharField(_("token"), max_length=32, unique=True, default=new_secret, editable=False)
    maker = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="challenges", verbose_name=_("maker")
    )
    game = models.OneToOneField(Game, models.SET_NULL, null=True, related_name="challenge", verbose_name=_("game"))
    rules = models.CharField(_("rules"), max_length=400)
    place = models.PositiveSmallIntegerField(_("place"))
    levels = models.JSONField(_("levels"))
    number = models.PositiveSmallIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("first dealer"), null=True)
    opening = models.JSONField(_("before the first deal"))
    seed = models.CharField(_("the bots' chance"), max_length=32)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    created_at = models.DateTimeField(_("made at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")

    def __str__(self) -> str:
        """Return its number."""
        return gettext("challenge %(number)s") % {"number": self.pk}

    @property
    def is_open(self) -> bool:
        """Return whether somebody can still begin it."""
        return self.maker_id is not None and not self.withdrawn

    @cached_property
    def known(self) -> "dict[int, ChallengePack]":
        """The packs that were read in this request, by deal. `game.same_deals` reads them."""
        return {}


class ChallengePack(models.Model):
    """The pack of one deal of a challenge, as everybody is dealt it who comes so far.

    `text` is the shuffle as in a record. `cut` is where the person cut who made the challenge, None where the nonce
    says it. `first` is the number of the action that began the deal there: the chance of bots depends on it.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="packs", verbose_name=_("challenge"))
    deal = models.PositiveSmallIntegerField(_("deal"))
    text = models.CharField(_("text"), max_length=200)
    nonce = models.CharField(_("nonce"), max_length=32)
    cut = models.PositiveSmallIntegerField(_("place of the cut"), null=True)
    first = models.PositiveIntegerField(_("first action"))

    class Meta:
        verbose_name = _("pack of a challenge")
        verbose_name_plural = _("packs of challenges")
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "deal"], name="pack_once_for_deal")]

    def __str__(self) -> str:
        """Return the number of the deal."""
        return str(self.deal)


class ChallengeTry(models.Model):
    """What one person made of the deals of a challenge, the maker too. It stays, without a name, when they leave.

    `deals` has one entry for each deal that is over: the points by side, and what the person discarded, as in a record.
    `winner` is the side that won once it is `over`, None for a draw. `hints` is how often the person was helped. `news`
    tells that another has finished since the person last looked at the results.
    """

    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="tries", verbose_name=_("challenge"))
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, let_go, null=True, related_name="challenge_tries", verbose_name=_("learner")
    )
    match = models.ForeignKey(
        Match, models.SET_NULL, null=True, related_name="challenge_tries", verbose_name=_("match")
    )
    deals = models.JSONField(_("deals"), default=list)
    over = models.BooleanField(_("over"), default=False)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    hints = models.PositiveSmallIntegerField(_("hints"), default=0)
    news = models.BooleanField(_("news"), default=False)
    begun_at = models.DateTimeField(_("begun at"), default=timezone.now)

    class Meta:
        verbose_name = _("try at a challenge")
        verbose_name_plural = _("tries at challenges")
        constraints: ClassVar = [models.UniqueConstraint(fields=["challenge", "learner"], name="challenge_tried_once")]

    def __str__(self) -> str:
        """Return the number of deals that are over."""
        return str(len(self.deals))


class Action(models.Model):
    """One action of a game's log, never changed. `text` is as in a record; `nonce` belongs to a shuffle."""

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
        """Return the text."""
        return self.text


class Snapshot(models.Model):
    """Where a deal of a game begins: what is left of the log before its first action, which has this number.

    The log is the truth. A snapshot whose `checksum` does not belong to its `state` and to the log is made anew.
    `game.snapshots` writes and reads it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="snapshots", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("before action"))
    state = models.TextField(_("state"))
    checksum = models.CharField(_("checksum"), max_length=64)

    class Meta:
        verbose_name = _("snapshot")
        verbose_name_plural = _("snapshots")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="snapshot_once_for_deal")]

    def __str__(self) -> str:
        """Return the number of the action."""
        return str(self.number)


class Help(models.Model):
    """A hint or a warning that a seat was shown before the action with this number, or the question whether a card
    scores for which nothing was claimed.

    `about` is the text form of the action of which it was first warned, or asked; it was followed if another was done.
    "" for a hint.
    """

    class Kind(models.TextChoices):
        """The kind of help."""

        HINT = "hint", pgettext_lazy("help", "hint")
        WARNING = "warning", pgettext_lazy("help", "warning")
        POINTS = "points", pgettext_lazy("help", "question about points")

    game = models.ForeignKey(Game, models.CASCADE, related_name="helps", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("before action"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    about = models.CharField(_("about"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("help")
        verbose_name_plural = _("helps")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number", "seat", "kind"], name="help_once_for_decision")
        ]

    def __str__(self) -> str:
        """Return the kind."""
        return self.get_kind_display()

    @classmethod
    def taken(cls, game: int, seat: int) -> int:
        """Return before how many actions of a game a seat took help: a hint, or a warning that it followed."""
        action = Action.objects.filter(game=models.OuterRef("game"), number=models.OuterRef("number")).values("text")
        done = cls.objects.filter(game=game, seat=seat).annotate(done=models.Subquery(action))
        lines = done.filter(done__isnull=False).values_list("number", "about", "done")
        return len({number for number, about, text in lines if not cls.is_same(about, text)})

    @staticmethod
    def is_same(about: str, done: str) -> bool:
        """Return whether what was done is what help was about, whatever the order of the cards."""
        return sorted(about.split()) == sorted(done.split())


class Review(models.Model):
    """The grading of one seat's decisions in a game, `asked` in all. The first `upto` actions have been examined.

    `game.after.review` writes and reads `decisions` and `deals`.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="reviews", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    upto = models.PositiveIntegerField(_("looked at"), default=0)
    asked = models.PositiveIntegerField(_("decisions in all"), null=True)
    decisions = models.JSONField(_("decisions"), default=list)
    deals = models.JSONField(_("deals"), default=list)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="review_once_for_seat")]

    def __str__(self) -> str:
        """Return the seat."""
        return gettext("seat %(seat)s") % {"seat": self.seat + 1}


class JudgedGame(models.Model):
    """A reviewed game of a learner, in which the seat `seat` was theirs. `ended_at` is the time of its last action.

    `losses` holds a pair by the value of a `game.after.losses.DecisionPart`: how many decisions there were, and the
    points that they lost.
    """

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="judged_games", verbose_name=_("learner")
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="judged", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    ended_at = models.DateTimeField(_("ended at"))
    losses = models.JSONField(_("losses"), default=dict)

    class Meta:
        verbose_name = _("reviewed game")
        verbose_name_plural = _("reviewed games")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "seat"], name="judged_once")]
        indexes: ClassVar = [models.Index(fields=["learner", "-ended_at"], name="judged_of_learner")]

    def __str__(self) -> str:
        """Return the seat."""
        return gettext("seat %(seat)s") % {"seat": self.seat + 1}


class JudgedDecision(models.Model):
    """A decision of a reviewed game: `action` is what was done, `best` what would have been, both as in a record.

    `points` and `win` are what it lost, `win` of the chance to win. `held` are the cards of which one was chosen, or
    which were counted; `laid` those on the table: the series, or the starter at a count. `near_end` tells that the
    scores decided as much as the points, as `game.strategy.review.end_is_near` says. `dealer` is the place of whom the
    crib was, None for what was judged before that was kept.
    """

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="judged_decisions", verbose_name=_("learner")
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="judged_decisions", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("action"))
    deal = models.PositiveSmallIntegerField(_("deal"))
    kind = models.CharField(_("kind"), max_length=10)
    part = models.CharField(_("part of the game"), max_length=7)
    grade = models.CharField(_("grade"), max_length=10)
    points = models.FloatField(_("points lost"))
    win = models.FloatField(_("chance to win lost"))
    action = models.CharField(_("what was done"), max_length=60)
    best = models.CharField(_("what was best"), max_length=60)
    held = models.CharField(_("cards held"), max_length=40, blank=True)
    laid = models.CharField(_("cards on the table"), max_length=60, blank=True)
    near_end = models.BooleanField(_("near the end of the game"))
    dealer = models.PositiveSmallIntegerField(_("dealer"), null=True)

    class Meta:
        verbose_name = _("reviewed decision")
        verbose_name_plural = _("reviewed decisions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number", "kind"], name="decision_judged_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["learner", "-win", "-points", "id", "part", "grade"], name="decisions_by_loss")
        ]

    def __str__(self) -> str:
        """Return what was done."""
        return self.action


class LossTally(models.Model):
    """The sums of a learner's reviewed decisions of one `game.after.losses.DecisionPart` and one grade."""

    SUMS: ClassVar = ("decisions", "points")
    """The columns that are added up."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="losses", verbose_name=_("learner")
    )
    part = models.CharField(_("part of the game"), max_length=7)
    grade = models.CharField(_("grade"), max_length=10)
    decisions = models.PositiveIntegerField(_("decisions"), default=0)
    points = models.FloatField(_("points lost"), default=0.0)

    class Meta:
        verbose_name = _("losses")
        verbose_name_plural = _("losses")
        constraints: ClassVar = [models.UniqueConstraint(fields=["learner", "part", "grade"], name="losses_once")]

    def __str__(self) -> str:
        """Return the part and the grade."""
        return f"{self.part}, {self.grade}"


class Habits(models.Model):
    """A person's settings for the table: the last choice of a game, the pace, warnings, and the board; and the words of
    the game that they have `met` there."""

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
    lift = models.BooleanField(_("the first tap lifts a card"), default=False)
    met = models.JSONField(_("words met"), default=list, blank=True)

    class Meta:
        verbose_name = _("habits")
        verbose_name_plural = _("habits")

    def __str__(self) -> str:
        """Return the person."""
        return gettext("habits of learner %(learner)s") % {"learner": self.pk}


class Result(models.Model):
    """The sums of one person's games against one kind of opponents under one kind of rules.

    `rules` is the name of a preset or "own". `level` is that of the bots, "mixed" or "people". Points are those of the
    person's side and of the best other side, as they are told.
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
        """Return games won of games played."""
        return gettext("%(won)s of %(games)s") % {"won": self.won, "games": self.games}


class Rating(models.Model):
    """How strong a person plays by their games against bots, which `game.rating` adds up: a number and its standard
    error.

    `curve` holds a pair of both after each of the latest games, the oldest first.
    """

    learner = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating", verbose_name=_("learner")
    )
    strength = models.FloatField(_("strength"), default=0)
    error = models.FloatField(_("standard error"), default=0)
    games = models.PositiveIntegerField(_("games"), default=0)
    curve = models.JSONField(_("curve"), default=list)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        """Return the number."""
        return str(round(self.strength))


def no_starters() -> list[int]:
    """Return a count of zero for every rank of starter."""
    return [0] * 13


class Luck(models.Model):
    """What chance gave in finished deals at one kind of table. `game.luck.add` adds each deal as it ends.

    A row belongs to one learner, or to the whole site where `learner` is None. `people` tells whether the cards were
    dealt to people or to bots. The sums of squares give the standard errors. `starters` counts the starters of the
    deals that these seats dealt, by rank from the ace: its sum is the number of deals, and its entry for jacks the
    number of heels.
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
        """Return the number of seats of the table."""
        return gettext("%(seats)s seats") % {"seats": self.seats}


class Spending(models.Model):
    """What somebody spent of an allowance of `game.budget`: at `whole_at` all of it is back.

    `key` is a digest, so that it does not show who it was.
    """

    key = models.CharField(_("key"), max_length=64, unique=True)
    whole_at = models.DateTimeField(_("whole again at"))

    class Meta:
        verbose_name = _("allowance in use")
        verbose_name_plural = _("allowances in use")
        indexes: ClassVar = [models.Index(fields=["whole_at"], name="spending_whole_at")]

    def __str__(self) -> str:
        """Return the digest."""
        return self.key
