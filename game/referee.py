"""The only writer of games: the actions of people, bots, the table and clocks, as rows of the log.

A game is the replay of its log; where a deal began is stored with it, so that only the current deal is replayed. Bots
choose before anything is locked. The unique number of each row decides which of two writers was first; the second gets
`Stale` and changes nothing. Source: RULES.md, Clocks.
"""

import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from game import fairness, luck, models, rating, same_deals, snapshots
from game.engine.cards import Card
from game.engine.play import (
    Action,
    Claim,
    Count,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Dealing,
    Discard,
    Discarding,
    IllegalAction,
    NextGame,
    Over,
    Pegging,
    Play,
    Reason,
    Shuffle,
    State,
    TimeOut,
    apply,
    earned,
    start,
    waited_for,
)
from game.engine.record import ReadRecord, in_version, is_shuffle, read_action, read_rules, rules_text, write
from game.engine.rules import Rules, preset_of
from game.engine.scoring import total
from game.engine.view import see
from game.log import DealStart, Line, Log
from game.models import COUNTED, Challenge, ChallengeTry, Game, Match, MatchSummary, Origin, Pace, Party, Seat
from game.numbers import whole_number
from game.setup import Setup
from game.strategy.bots import act as bot_act
from game.strategy.levels import Level

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as Learner

LEFT_LYING = timedelta(minutes=10)
"""If a clock ran out longer ago than this, nobody was there: the clock restarts when somebody comes back."""


class Stale(Exception):
    """Raised when the table has moved on since the page was made. Nothing was done."""


class ActionRefused(Exception):
    """Raised when the rules refuse the action. Nothing was done."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class TooLate(Exception):
    """Raised when the clock ran out before the count came. The timeout was recorded, the count was not."""


class Wait(StrEnum):
    """What a table waits for: a person's action, a press of the button to go on, or a short pause.

    With NOT, bots and the table go on at once. With OVER, the match is over.
    """

    PERSON = "person"
    PRESS = "press"
    PAUSE = "pause"
    NOT = "not"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Course:
    """A game with its log. `at` is the time of the last action; `party` is None where one person plays with bots."""

    match: Match
    game: Game
    seats: tuple[Seat, ...]
    log: Log
    at: datetime
    party: Party | None = None

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return all the actions. The log reads single ones."""
        return tuple(self.log.actions())

    @property
    def states(self) -> tuple[State, ...]:
        """Return all the states: `states[i]` comes before `actions[i]`. Replays the whole game; the log replays a
        deal."""
        return tuple(self.log.states())

    @property
    def state(self) -> State:
        """Return the current state."""
        return self.log.last

    @property
    def number(self) -> int:
        """Return the number of the next action."""
        return len(self.log)

    @property
    def move(self) -> str:
        """Return the game's number in the match and the number of the next action. A form carries it, so that it
        counts once."""
        return f"{self.game.number}.{self.number}"

    @property
    def rules(self) -> Rules:
        """Return the rules of the table."""
        return self.log.rules

    @property
    def people(self) -> dict[int, int]:
        """Return the learner's primary key by seat, for the seats in which people play themselves."""
        return {seat.place: seat.learner_id for seat in self.seats if seat.learner_id and not seat.stand_in}

    @property
    def levels(self) -> dict[int, Level]:
        """Return the level by seat, for the seats of bots and those in which a bot plays for somebody."""
        return {seat.place: Level(seat.level or seat.stand_in) for seat in self.seats if seat.level or seat.stand_in}

    @property
    def deals(self) -> tuple[int, ...]:
        """Return the numbers of the shuffles that began a deal."""
        self.log.find_starts()
        _first, *later = self.log.starts
        shuffles = (number for number in self.log.shuffles() if isinstance(self.log.state(number), Dealing))
        return (*islice(shuffles, 1), *(start.number for start in later))

    def seat_of(self, learner: "Learner | None") -> int | None:
        """Return the seat of a learner, or None for an onlooker."""
        return next((seat.place for seat in self.seats if learner and seat.learner_id == learner.pk), None)

    def pace(self, own: str) -> str:
        """Return the pace of the table: between people that which was agreed, otherwise the person's `own`."""
        return self.party.pace if self.party else own

    def chance(self, number: int, place: int) -> Random:
        """Return a bot's random numbers for an action. They are the same after a crash, and when the game is played
        again."""
        return Random(f"{self.match.seed}/{self.game.number}/{number}/{place}")


# ------------------------------------------------------------------------------------------------------- reading


def load(key: str, number: int | None = None) -> Course:
    """Return a game of a match by its number, or the latest one. Raises Game.DoesNotExist.

    Snapshots that are missing or do not belong to the log are made anew.
    """
    games = _games().filter(match__key=key)
    game = (games if number is None else games.filter(number=number)).first()
    if game is None:
        raise Game.DoesNotExist
    stored, lines, first = list(game.snapshots.order_by("number")), _lines(game), first_deal(game)
    starts = snapshots.starts_of(stored, game, Log.of(first, lines))
    log = Log.of(first, lines, starts)
    log.find_starts()
    with suppress(DatabaseError):  # a page that is only read needs no database that can be written
        snapshots.mend(game, log, stored, starts)
    return _course(game, log)


def at_table(key: str) -> Course:
    """Return the latest game of a match with its current deal only. Raises Game.DoesNotExist."""
    game = _games_with_latest().filter(match__key=key).first()
    if game is None:
        raise Game.DoesNotExist
    latest = snapshots.latest(game, first_deal(game))
    if latest:
        start, before = latest
        log = Log.of(start, _lines(game, start.number), before=before)
        log.replay()
        if len(log.starts) == 1:
            return _course(game, log)
    return load(key)  # the snapshot does not belong to the log, or a deal has none


@cache
def _games() -> QuerySet[Any]:
    """Return all games, the latest of a match first, each with the time of its last action, `last_at`.

    The query is built once: that takes longer than to run it.
    """
    lines = models.Action.objects.filter(game=OuterRef("pk")).order_by("-number")
    games = Game.objects.select_related("match__party").order_by("-number")
    return games.annotate(last_at=Subquery(lines.values("at")[:1]))


@cache
def _games_with_latest() -> QuerySet[Any]:
    """Return the same with their latest snapshots."""
    return snapshots.with_latest(_games())


def _lines(game: Game, since: int = 0) -> list[Line]:
    return list(game.actions.filter(number__gte=since).order_by("number").values_list("text", "nonce"))


def _course(game: Any, log: Log) -> Course:
    """Return a game that is stored."""
    seats = tuple(Seat.objects.filter(match=game.match).select_related("learner__habits"))
    for seat in seats:
        seat.match = game.match
    party = getattr(game.match, "party", None)
    return Course(game.match, game, seats, log, game.last_at or game.match.created_at, party)


def first_deal(game: Game) -> DealStart:
    """Return where a game begins."""
    return DealStart.of_game(start(read_rules(game.match.rules), game.dealer, tuple(game.standing)))


def _new(game: Game, seats: tuple[Seat, ...], party: Party | None = None) -> Course:
    """Return a game that is not stored yet."""
    return Course(game.match, game, seats, Log.of(first_deal(game), ()), game.match.created_at, party)


def waits(course: Course, pace: str = Pace.NORMAL) -> Wait:
    """Return what the table waits for."""
    return _waits(course, course.log, pace)


def _waits(course: Course, log: Log, pace: str) -> Wait:
    """Return what a table waits for that has this log: what any would, but for a look at what was missed."""
    if _is_cut_already(course, log.last):
        return Wait.NOT
    people = set(course.people)
    wait = _usually_waits(log.last, people, bool(log), pace)
    goes_on = wait in {Wait.NOT, Wait.PAUSE}
    return Wait.PRESS if goes_on and looks_at_miss(course, log, pace) else wait


def looks_at_miss(course: Course, log: Log, pace: str) -> bool:
    """Return whether who plays with bots alone looks at what the last count missed before anything goes on: at their
    own, and in a show that does not go on at once at anybody's."""
    if course.party:
        return False
    shows_all = pace != Pace.INSTANT and len(log) > log.deal_start and isinstance(log.around(len(log) - 1)[0], Counting)
    return is_miscounted(log, range(course.rules.seats) if shows_all else course.people)


def is_miscounted(log: Log, seats: Collection[int]) -> bool:
    """Return whether the last action settled a count of one of these seats that was wrong or late: what was missed is
    looked at."""
    last = len(log) - 1
    if last < log.deal_start:
        return False
    (before, after), action = log.around(last), log.action(last)
    if not isinstance(before, Pegging | Counting):
        return False
    match action:
        case TimeOut(seat):
            return isinstance(before, Counting) and seat in seats
        case Claim(seat, points) if isinstance(before, Counting):
            worth = total(before.truth)
        case Play(seat, _, points) if isinstance(before, Pegging) and points is not None:
            worth = total(earned(before, action))
        case _ if before.claimed:
            seat, points, worth = before.claimed.seat, before.claimed.points, total(before.claimed.scores)
        case _:
            return False
    is_open = isinstance(after, Pegging | Counting) and after.claimed is not None
    return seat in seats and points != worth and not is_open


def _is_cut_already(course: Course, state: State) -> bool:
    """Return whether nobody chooses where the pack is cut: in a challenge it is cut for all where it was for one."""
    return isinstance(state, Cutting) and course.match.challenge is not None


def _usually_waits(state: State, people: set[int], begun: bool, pace: str) -> Wait:
    at_once = Wait.NOT if pace == Pace.INSTANT else None
    match state:
        case Over():
            return Wait.OVER if state.match_over else Wait.PRESS
        case Dealing():
            return _before_the_deal(state, pace)
        case Discarding():
            return Wait.PERSON if set(waited_for(state)) <= people else Wait.NOT
        case Cutting() | Pegging() if pace in (Pace.FAST, Pace.INSTANT) and decides_nothing(state):
            return at_once or Wait.PAUSE
        case _ if people & set(waited_for(state)):
            return Wait.PERSON
        case CuttingForDeal(cuts=cuts) if cuts and state.to_shuffle and pace in (Pace.SLOW, Pace.NORMAL):
            return Wait.PRESS  # a tie is looked at
        case CuttingForDeal():
            return at_once or (Wait.PAUSE if begun else Wait.NOT)
        case Counting() if not state.claimed:
            return at_once or _before_a_count(state, people, pace)
        case Cutting() | Pegging(claimed=None):
            return at_once or Wait.PAUSE
        case _:
            return Wait.NOT


def _before_a_count(state: Counting, people: set[int], pace: str) -> Wait:
    """Return what the table waits for before it counts a hand or crib: one of a person's own is never passed over."""
    return Wait.PAUSE if pace == Pace.FAST and state.owner not in people else Wait.PRESS


def _before_the_deal(state: Dealing, pace: str) -> Wait:
    """Return what the table waits for before it deals: for a look at what was cut or counted."""
    if state.table.deal == 1 and pace == Pace.INSTANT:
        return Wait.NOT
    return Wait.PAUSE if pace == Pace.FAST else Wait.PRESS


def decides_nothing(state: Cutting | Pegging) -> bool:
    """Return whether there is nothing to choose: where the pack is cut, and go for a seat that can play no card."""
    return isinstance(state, Cutting) or (state.claimed is None and not state.can_play(state.turn))


# -------------------------------------------------------------------------------------------------------- clocks


def clock(course: Course) -> int | None:
    """Return the seconds that the running clock allows, or None if no clock runs."""
    state, rules = course.state, course.rules
    match state:
        case Counting(claimed=None):
            return rules.count_clock
        case Pegging(claimed=None, late=False):
            return rules.play_clock
        case _:
            return None


def time_left(course: Course, now: datetime) -> timedelta | None:
    """Return the time left for the seat to act, negative when time is up, or None if no clock runs or it is stopped."""
    allowed = clock(course)
    if allowed is None or waits(course) is not Wait.PERSON:
        return None
    # A server's clock that was set back gives nobody more than the clock allows.
    since = max((at for at in (course.at, course.game.resumed_at) if at and at <= now), default=now)
    left = since + timedelta(seconds=allowed) - now
    alone = len(course.people) == 1
    return None if alone and left < -LEFT_LYING else left


def lies(course: Course, now: datetime) -> bool:
    """Return whether the game was left with its clock running, so that a person has to say that they are back."""
    return clock(course) is not None and waits(course) is Wait.PERSON and time_left(course, now) is None


def resume(course: Course) -> None:
    """Restart the clock of a game that was left with its clock running."""
    now = timezone.now()
    if lies(course, now):
        Game.objects.filter(pk=course.game.pk).update(resumed_at=now)


# ------------------------------------------------------------------------------------------------------- writing


class Draft:
    """A course and the actions to be written after it."""

    def __init__(self, course: Course) -> None:
        self.course, self.log = course, course.log.copy()
        self._people, self._levels = set(course.people), course.levels

    @property
    def state(self) -> State:
        return self.log.last

    @property
    def new(self) -> range:
        """Return the numbers of the actions that are not written yet."""
        return range(self.course.number, len(self.log))

    def take(self, action: Action, nonce: str = "") -> None:
        """Add an action. Raises ActionRefused."""
        try:
            self.log.take(action, nonce)
        except IllegalAction as illegal:
            raise ActionRefused(illegal.reason) from illegal

    def go_on(self, pace: str) -> None:
        """Add everything that bots and the table do at once."""
        while self._goes_on(pace):
            self.step()

    def _goes_on(self, pace: str) -> bool:
        return _waits(self.course, self.log, pace) is Wait.NOT

    def step(self) -> None:
        """Add the next action of a bot or of the table."""
        match self.state:
            case Dealing():
                self._shuffle()
            case CuttingForDeal() as state if state.to_shuffle:
                self._shuffle()
            case state:
                waiting = waited_for(state)
                bots = [place for place in waiting if place not in self._people]
                self.take(self._of_bot((bots or waiting)[0]) if waiting else Count())

    def _shuffle(self) -> None:
        pack, nonce = self._pack_of_challenge() or _pack_again(self) or fairness.shuffle()
        self.take(Shuffle(pack), nonce)

    def _pack_of_challenge(self) -> tuple[tuple[Card, ...], str] | None:
        """Return the pack and nonce of this deal of a challenge, or None for another match."""
        challenge = self.course.match.challenge
        if challenge is None:
            return None
        dealt = same_deals.pack(challenge, self.state.table.deal)
        action = read_action(dealt.text)
        return (action.pack, dealt.nonce) if isinstance(action, Shuffle) else None

    def _of_bot(self, place: int) -> Action:
        state, sealed, challenge = self.state, self.log.sealed, self.course.match.challenge
        number, dealt = len(self.log), challenge and same_deals.pack(challenge, self.state.table.deal)
        if isinstance(state, Cutting) and dealt and dealt.cut is not None:
            return Cut(place, dealt.cut)
        if isinstance(state, CuttingForDeal | Cutting) and sealed:
            return Cut(place, fairness.cut_by(sealed.nonce, place, fairness.places(state)))
        if dealt:  # the bots play as at the first table, however many actions a deal took there
            number += dealt.first - self.log.deal_start
        level = self._levels.get(place, Level.EXPERT)  # an expert replaces a player who has left for good
        return bot_act(see(state, place), level, self.course.chance(number, place))

    def late(self, now: datetime) -> bool:
        """Add a timeout if the clock has run out, and return whether it has."""
        left = time_left(self.course, now)
        if left is None or left > timedelta(0):
            return False
        self.take(TimeOut(waited_for(self.state)[0]))
        return True

    def written(self, now: datetime) -> Course:
        """Write the new actions in one transaction. Raises Stale if somebody else has written first."""
        lines = ((number, *self.log.line(number)) for number in self.new)
        rows = [
            models.Action(game=self.course.game, number=number, text=text, nonce=nonce, at=now)
            for number, text, nonce in lines
        ]
        after = replace(self.course, log=self.log, at=now)
        try:
            with transaction.atomic():
                models.Action.objects.bulk_create(rows)
                models.Snapshot.objects.bulk_create(snapshots.rows(after.game, self.log, since=self.course.number))
                _keep_account(after, self.new)
        except IntegrityError as error:
            raise Stale from error
        return after


def act(course: Course, action: Action, pace: str = Pace.NORMAL) -> Course:
    """Write a person's action and everything that follows at once. Raises Stale, ActionRefused and TooLate.

    A card that is played late is played and costs the penalty. A count that comes late is not accepted. What several
    people discard at the same moment is all accepted.
    """
    try:
        return _act(course, action, pace)
    except Stale:
        after = at_table(course.match.key) if isinstance(action, Discard) and course.party else course
        if not _only_discarded(course, after, action):
            raise
        return act(after, action, pace)


def fits(course: Course, action: Action, move: str) -> bool:
    """Return whether an action that was chosen at a `move` of the table still fits: since then nothing has happened, or
    others have discarded as well."""
    game, _dot, written = move.partition(".")
    if move == course.move:
        return True
    number = whole_number(written, of=range(course.log.deal_start, course.number + 1))
    if number is None or game != str(course.game.number) or not course.party or not isinstance(action, Discard):
        return False
    return isinstance(course.state, Discarding) and _are_discards(course, number)


def _only_discarded(course: Course, after: Course, action: Action) -> bool:
    """Return whether nothing but the discards of others has come between a table and the table that it is now."""
    if after.game != course.game or after.party is None or after.party.closed or course.party is None:
        return False
    same = after.party.seating == course.party.seating and after.log.deal_start == course.log.deal_start
    moved = same and after.number > course.number and action.seat in waited_for(after.state)
    return moved and _are_discards(after, course.number)


def _are_discards(course: Course, since: int) -> bool:
    return all(isinstance(course.log.action(number), Discard) for number in range(since, course.number))


def _act(course: Course, action: Action, pace: str) -> Course:
    now, draft = timezone.now(), Draft(course)
    late = draft.late(now)
    if late and isinstance(course.state, Counting):
        draft.go_on(pace)
        draft.written(now)
        raise TooLate
    try:
        draft.take(action)
    except ActionRefused:
        if late:
            draft.written(now)
        raise
    draft.go_on(pace)
    return draft.written(now)


def advance(course: Course, pace: str = Pace.NORMAL) -> Course:
    """Take the next step of the table: a bot's action, a count, a deal, the next game or a timeout. Raises Stale."""
    now, draft = timezone.now(), Draft(course)
    match waits(course, pace):
        case Wait.OVER:
            return course
        case Wait.PERSON:
            if not draft.late(now):
                return course
        case _ if isinstance(course.state, Over):
            return _next_game(course, pace)
        case _:
            draft.step()
    draft.go_on(pace)
    return draft.written(now)


def _next_game(course: Course, pace: str) -> Course:
    """Begin the next game of the match with its first deal. Raises Stale if somebody else has begun it."""
    state = apply(course.state, NextGame())
    table = state.table
    number, standing = course.game.number + 1, list(table.standing)
    game = Game(match=course.match, number=number, dealer=table.dealt_by, standing=standing)
    draft = Draft(_new(game, course.seats, course.party))
    draft.step()
    draft.go_on(pace)
    try:
        with transaction.atomic():
            game.save()
            return draft.written(timezone.now())
    except IntegrityError as error:
        raise Stale from error


# ------------------------------------------------------------------------------------------------------ accounts


def _keep_account(course: Course, new: range) -> None:
    """Update the summary of the match, and add a finished deal or game to the tallies."""
    state, match = course.state, course.match
    match.over = isinstance(state, Over) and state.match_over
    match.summary, match.played_at = _summary(state, course.game.number), course.at
    if course.party:
        _tell_others(course, course.party)
    Match.objects.filter(pk=match.pk).update(over=match.over, summary=match.summary, played_at=match.played_at)
    for number in new:
        _keep_deal(course, number)
    if isinstance(state, Over) and match.origin in COUNTED:
        for place, learner in course.people.items():
            _add_result(course, state, place, learner)
            if not course.party:
                rating.add(learner, course.game.pk, state, place, course.levels)


def _keep_deal(course: Course, number: int) -> None:
    """Add a deal that is over to the tallies of luck, or to what is compared with others who were dealt the same."""
    before, after = course.log.around(number)
    if course.match.challenge:
        if same_deals.ends_deal(before, after):
            same_deals.keep(course.match.challenge, course.match.pk, course.log, number)
    elif course.match.origin == Origin.PLAYED and _is_counted_out(before, after):
        luck.add(course.people, luck.of_deal(course.log.of_deal(number), tuple(course.people)))


def _is_counted_out(before: State, after: State) -> bool:
    return isinstance(before, Counting | Pegging) and isinstance(after, Dealing | Over)


def _tell_others(course: Course, party: Party) -> None:
    """Let the people at the table know that it has changed, and `party` too, from which the page of whoever acted is
    made. Raises Stale if it was closed, or somebody else has taken a seat, meanwhile."""
    waiting = [place for place in waited_for(course.state) if place in course.people]
    here = Party.objects.filter(pk=party.pk, closed="", seating=party.seating)
    if not here.update(version=F("version") + 1, changed_at=course.at, awaits=waiting):
        raise Stale
    party.version, party.changed_at, party.awaits = party.version + 1, course.at, waiting


def _summary(state: State, game: int) -> MatchSummary:
    """Return how a match stands, for lists. See `MatchSummary`."""
    table = state.table
    return {
        "scores": list(table.scores),
        "standing": list(table.standing),
        "game": game,
        "deal": table.deal,
        "over": isinstance(state, Over),
        "winner": state.winner if isinstance(state, Over) else None,
    }


def _add_result(course: Course, over: Over, place: int, learner: int) -> None:
    rules = course.rules
    scores = tuple(map(rules.told, over.table.scores))
    side = rules.side_of(place)
    rival = max(score for other, score in enumerate(scores) if other != side)
    at_target = over.winner is not None and scores[over.winner] >= rules.target
    skunks = rules.skunks(rival if over.winner == side else scores[side]) if at_target else 0
    added = {
        "games": 1,
        "won": int(over.winner == side),
        "drawn": int(over.winner is None),
        "skunks_given": int(over.winner == side and skunks > 0),
        "skunks_taken": int(over.winner not in {side, None} and skunks > 0),
        "points_for": scores[side],
        "points_against": rival,
        "matches": int(over.match_over),
        "matches_won": int(over.match_over and over.winner == side),
    }
    kind = _kind_of_result(course, learner)
    if not models.Result.objects.filter(**kind).update(**{name: F(name) + more for name, more in added.items()}):
        models.Result.objects.create(**kind, **added)


def _kind_of_result(course: Course, learner: int) -> dict[str, object]:
    rules = course.rules
    return {"learner_id": learner, "rules": preset_of(rules), "level": _level_of(course), "seats": rules.seats}


def _open_accounts(course: Course) -> None:
    """Create the rows that deals and games will be added to, so that no action has to.

    Always in the same order: two tables of the same people may begin at once.
    """
    learners = sorted(course.people.values())
    luck.open_accounts(learners, course.rules)
    kinds = (_kind_of_result(course, learner) for learner in learners)
    models.Result.objects.bulk_create((models.Result(**kind) for kind in kinds), ignore_conflicts=True)


def _level_of(course: Course) -> str:
    """Return the level of the bots at a table, for tallies: a level, "mixed" or "people"."""
    levels = set(course.levels.values())
    if not levels:
        return "people"
    return levels.pop().value if len(levels) == 1 and len(course.people) == 1 else "mixed"


# ------------------------------------------------------------------------------------------------- new matches


def begin(learner: "Learner", setup: Setup) -> Match:
    """Begin a match with the learner in the first seat and bots of the chosen levels in the others."""
    match = Match(owner=learner, rules=rules_text(setup.rules))
    seats = [Seat(match=match, place=0, learner=learner)]
    seats += [Seat(match=match, place=place, level=level) for place, level in enumerate(setup.levels, 1)]
    draft = Draft(_new(Game(match=match), tuple(seats)))
    draft.go_on(setup.pace)
    with transaction.atomic():
        _open_accounts(_begun(draft))
    return match


def begin_party(party: Party, seats: Iterable[Seat]) -> Course:
    """Begin the first game of a match whose people have sat down. Raises Stale if the table was closed."""
    draft = Draft(_new(Game(match=party.match), tuple(seats), party))
    draft.go_on(party.pace)
    with transaction.atomic():
        _open_accounts(draft.course)
        draft.course.game.save()
        return draft.written(timezone.now())


def summary_before(rules: Rules) -> MatchSummary:
    """Return how a match stands before its first game."""
    return _summary(start(rules), 1)


def _begun(draft: "Draft") -> Course:
    """Store a match whose first actions are drafted."""
    course = draft.course
    course.match.save()
    Seat.objects.bulk_create(course.seats)
    course.game.save()
    return draft.written(timezone.now())


def again(course: Course, number: int, learner: "Learner") -> Match:
    """Start a match that plays a game again from before one of its actions, with the same bots and packs.

    The learner takes the seat of that action; experts take the seats of unknown players. The match does not count in
    the tallies. Raises Stale for a number that the game does not have.
    """
    if number not in range(course.number):
        raise Stale
    origin = course.match
    match = Match(
        owner=learner,
        rules=origin.rules,
        origin=Origin.AGAIN,
        again_of=course.game,
        again_from=number,
        seed=origin.seed,
    )
    seat_then = course.log.action(number).seat
    place = (course.seat_of(learner) or 0) if seat_then is None else seat_then
    seats = [
        Seat(
            match=match,
            place=seat.place,
            learner=learner if seat.place == place else None,
            level="" if seat.place == place else seat.level or Level.EXPERT,
        )
        for seat in course.seats
    ]
    game = Game(match=match, number=course.game.number, dealer=course.game.dealer, standing=course.game.standing)
    draft = Draft(_new(game, tuple(seats)))
    draft.log = course.log.upto(number)
    draft.go_on(Pace.NORMAL)
    with transaction.atomic():
        _begun(draft)
    return match


def begin_challenge(challenge: Challenge, learner: "Learner", pace: str) -> Draft:
    """Return the beginning of a try at a challenge, to be stored by `store_try`: with its cut for the deal and its
    first deal, so that everybody plays from the same seat."""
    match = Match(
        owner=learner,
        rules=challenge.rules,
        origin=Origin.CHALLENGE,
        challenge=challenge,
        seed=challenge.seed,
    )
    seats = [
        Seat(match=match, place=place, learner=None if level else learner, level=level)
        for place, level in enumerate(challenge.levels)
    ]
    draft = Draft(_new(Game(match=match, number=challenge.number, dealer=challenge.dealer), tuple(seats)))
    for text, nonce in challenge.opening:
        draft.take(read_action(text), nonce)
    draft.step()
    draft.go_on(pace)
    return draft


def store_try(draft: Draft, attempt: ChallengeTry) -> Match:
    """Store a try whose beginning is drafted. To be called in a transaction."""
    course = _begun(draft)
    _open_accounts(course)
    ChallengeTry.objects.filter(pk=attempt.pk).update(match=course.match)
    return course.match


def _pack_again(draft: Draft) -> tuple[tuple[Card, ...], str] | None:
    """Return the next pack and nonce of the game that is played again, or None if there is none."""
    match = draft.course.match
    if match.again_of is None or match.again_of.number != draft.course.game.number:
        return None
    shuffled = draft.log.shuffled
    lines = models.Action.objects.filter(game=match.again_of, text__startswith="shuffle").order_by("number")
    line = lines[shuffled : shuffled + 1].first()
    action = read_action(line.text) if line else None
    return (action.pack, line.nonce) if line and isinstance(action, Shuffle) else None


@transaction.atomic
def open_record(learner: "Learner", reading: ReadRecord, nonces: Iterable[str] = ()) -> Match:
    """Store a record that was read, with all its games and with unknown players in the seats.

    `nonces` belong to its shuffles, in order; "" for a shuffle that is not sealed. Raises ValueError for a record
    without rules.
    """
    if reading.rules is None:
        raise ValueError("a record without rules")
    match = Match.objects.create(owner=learner, rules=rules_text(reading.rules), origin=Origin.RECORD, over=True)
    seats = [Seat(match=match, place=place) for place in range(reading.rules.seats)]
    Seat.objects.bulk_create(seats)
    state: State = start(reading.rules)
    game, number = Game.objects.create(match=match), 0
    seals = iter(nonces)
    lines: list[models.Action] = []
    for step in reading.steps:
        state = step.after
        if isinstance(step.action, NextGame):
            dealer, standing = state.table.dealt_by, list(state.table.standing)
            game, number = Game.objects.create(match=match, number=game.number + 1, dealer=dealer, standing=standing), 0
        else:
            nonce = next(seals, "") if isinstance(step.action, Shuffle) else ""
            lines.append(models.Action(game=game, number=number, text=str(step.action), nonce=nonce))
            number += 1
    models.Action.objects.bulk_create(lines, batch_size=500)
    Match.objects.filter(pk=match.pk).update(summary=_summary(state, game.number))
    return match


# -------------------------------------------------------------------------------------------------- finished ones


def record(match: Match) -> str:
    """Return the record of a match's finished games, with the fingerprint and nonce of each shuffle in a comment.

    A game in play is left out, because its record would reveal all the cards.
    """
    kept = models.Action.objects.filter(game__in=match.finished_games()).order_by("game__number", "number")
    lines: list[str] = []
    nonces: list[str] = []
    for game, number, text, nonce in kept.values_list("game__number", "number", "text", "nonce"):
        if number == 0 and game > 1:
            lines.append(str(NextGame()))
        lines.append(in_version(text))
        if is_shuffle(text):
            nonces.append(nonce)
    bots = match.seats.exclude(level="").values_list("place", flat=True)
    return fairness.annotate(write(read_rules(match.rules), lines), nonces, tuple(bots))


def share(match: Match, shared: bool) -> None:
    """Give a match an address that anybody may open, or remove it."""
    match.share = (match.share or secrets.token_urlsafe(16)) if shared else None
    match.save(update_fields=["share"])
