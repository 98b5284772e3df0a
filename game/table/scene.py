"""Everything that the page of a table shows to one seat.

It is taken from the view of that seat and from what has been announced openly, never from what the seat may not see.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from game import fairness
from game.boards import BoardStanding
from game.engine.cards import Card
from game.engine.play import (
    Action,
    Counting,
    Cut,
    Cutting,
    CuttingForDeal,
    Go,
    Over,
    Pegging,
    Play,
    earned,
    scored,
)
from game.engine.rules import Counted, Muggins
from game.engine.scoring import THIRTY_ONE, Kind, Score, total
from game.engine.view import Phase, View, see
from game.models import Origin, Pace, Seat
from game.referee import Course, Wait, clock, lies, looks_at_miss, time_left, waits
from game.table import notes, words
from game.table.counts import Told, counted
from game.table.typed import MOST_COUNTED
from game.table.words import Event, Names
from game.words import terms
from game.words.names import nobody, told_apart

DELAYS = {Pace.SLOW: 1800, Pace.NORMAL: 900, Pace.FAST: 350, Pace.INSTANT: 0}
"""How long the table pauses before it goes on by itself, in milliseconds."""

MOST_SCORES = 3
"""The most sides that have a table of scores. At other tables each player carries the score."""

MOST_ALONE = 4
"""The most seats where the reader's own is not shown among them: more lie in a ring, which is whole only with it."""

_MANY_PLATES = 3
"""The plates of others from which none has room for the closed cards of the crib beside those of a hand."""

MOST_NAMED = 2
"""The most players of a side whose names fit into a sentence on a phone. A larger side has only one against it."""

MOST_LAID = 8
"""The most cards of a series that lie on the table. Earlier ones are folded away."""

LIKELY_POINTS = range(9)
"""What a card is likely to score, and what fits into a row on a small phone."""

_LATE = 300
"""How long after the end of a clock a page asks whether the time is up, in milliseconds."""

MOST_SAID, MOST_SAID_ON_DESK = 72, 125
"""The most letters that fit into the two lines of the message line on a small phone, and on a desk."""

_READ = 2000
"""How long it takes to see and read a button, in milliseconds."""

_PARTS = 5
"""Where the pack is spread for a cut: the number of places to tap."""

_READING, _CUTS, _POINTS, _STARTER, _DISCARDED = 6, 5, 2, 1.5, 0.5
"""How many times longer it takes to read a count, who cut what, what a card made, or the starter, which turns over
first, than a card. Of a discard there is nothing to read: it is only seen."""

_JOY = 2
"""How many times longer still one looks at much: so many cards longer."""

_MOST_PLAY = 1500
"""The longest that the play stands still where it is not slow, in milliseconds."""

_NOTICED, _LETTER = 1000, 60
"""How long it takes a learner to see that something is said, and to read a letter of it, in milliseconds."""

HIGH_COUNTS = (8, 12, 20)
"""The points from which a count is seen larger, step by step."""

BIG_COUNT, BIG_PLAY = 12, 5
"""The points from which a count, and what a card makes, is much."""


def names_of(seats: Iterable[Seat], own: int | None) -> Names:
    """Return the names of the seats as one seat sees them."""
    bots, seated = iter(words.BOT_NAMES), list(seats)
    alone = sum(bool(seat.learner_id) for seat in seated) < 2
    names = (str(next(bots)) if seat.level else _name(seat, alone=alone) for seat in seated)
    return Names(tuple(told_apart(names)), own)


def _name(seat: Seat, *, alone: bool) -> str:
    """Return the name of a person: never that to log in with."""
    if seat.learner and (alone or seat.learner.public_name):
        return seat.learner.public_name or _("Player")
    words = {"seat": seat.place + 1}
    if seat.learner:
        return _("Player %(seat)s") % words
    # A record has no people, and whoever has played here and is gone has left the site.
    is_record = seat.match.origin == Origin.RECORD
    return _("Seat %(seat)s") % words if is_record else nobody()


@dataclass(frozen=True, slots=True)
class Side:
    """A side in the table of scores."""

    number: int
    name: str
    score: int
    points: int | None
    own: bool


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as it is seen at the table.

    `score` is None where the table of scores tells it. `backs` and `crib` have a number for each closed card that lies
    at the seat. `word` is what the seat has said or scored since the reader acted last, "" for nothing. `at` tells
    where it lies in a ring of many: near the reader, next to that on its left, or "" for after these.
    """

    place: int
    at: str
    name: str
    level: str
    side: int
    score: int | None
    backs: range
    crib: range
    deals: bool
    turn: bool
    own: bool
    partner: bool
    word: str


@dataclass(frozen=True, slots=True)
class PlayableCard:
    """A card in the seat's own hand: what it would do, and whether it can be played now."""

    card: Card
    does: str
    playable: bool

    @property
    def text(self) -> str:
        """Return its text form."""
        return str(self.card)


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the series on the table, and whose it was; or a card that was cut, and whether it gives them the
    deal."""

    card: Card
    name: str
    side: int
    deals: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """What the last action scored in the play: what it is called, its points, the cards that made it, and for whom: by
    muggins, whoever did not play them. `is_claimed` tells that its points are those of a claim that was not true."""

    name: str
    points: int
    cards: tuple[Card, ...]
    seat: int
    side: int
    is_muggins: bool
    is_claimed: bool
    is_much: bool


@dataclass(frozen=True, slots=True)
class Show:
    """A hand or crib that lies open in the show, with the starter, and its count once that is settled."""

    title: str
    seat: int
    cards: tuple[Card, ...]
    starter: Card
    is_crib: bool
    told: Told | None


def events(course: Course, names: Names, since: int) -> list[Event]:
    """Return the events from an action on, in words."""
    told = (
        words.tell(number, course.log.action(number), course.log.around(number), names)
        for number in range(since, course.number)
    )
    return [event for event in told if event.sentences]


def seatings(course: Course, names: Names) -> list[Event]:
    """Return for whom bots have begun to play in this deal, and who has come back, in words."""
    kept = course.party.seatings if course.party else ()
    return [
        words.seated(number, place, course.log.state(number), names, by_bot=by_bot)
        for game, number, place, by_bot in kept
        if game == course.game.number and number >= course.log.deal_start
    ]


def standing(course: Course) -> BoardStanding:
    """Return where the pegs stand: each side's score, its score before its last pegging, and how often it has
    pegged."""
    table, pegs = course.state.table, course.log.pegs
    rules = table.rules
    return BoardStanding(
        scores=table.scores,
        previous=pegs.previous,
        moves=pegs.moves,
        target=rules.target,
        skunk_lines=rules.skunk_lines,
        match=table.standing if rules.match_points else (),
        match_points=rules.match_points,
    )


def sides(view: View, names: Names) -> list[Side]:
    """Return the scores, the own side's first."""
    rules = view.rules
    own = None if view.seat is None else rules.side_of(view.seat)
    found = [
        Side(
            number=side,
            name=names.side(rules, side),
            score=rules.told(score),
            points=view.standing[side] if rules.match_points else None,
            own=side == own,
        )
        for side, score in enumerate(view.scores)
    ]
    return sorted(found, key=lambda side: not side.own)


def players(course: Course, view: View, names: Names, counts: Iterable[Told], wait: Wait) -> list[Player]:
    """Return the other seats from the left, after the own one where players carry the scores. `counts` are those of the
    deal that have been told. Where the table waits for a press of the reader's, it is nobody's turn."""
    rules = view.rules
    levels = course.levels
    turn = () if view.phase is Phase.DISCARDING or wait is Wait.PRESS else view.waited_for
    scored_here = rules.sides > MOST_SCORES
    in_ring = scored_here or rules.seats > MOST_ALONE
    first = 0 if view.seat is None else view.seat
    around = {first: "is-near", rules.left_of(first): "is-next"}
    shown = [place for place in rules.round_from(first) if in_ring or place != view.seat]
    told = hands_told(counts) if view.phase is Phase.DEALING and len(shown) > MOST_SCORES else {}
    said = told or said_since(course, view)
    return [
        Player(
            place=place,
            at=around.get(place, ""),
            name=names[place],
            level=terms.level_name(levels[place]) if place in levels else "",
            side=rules.side_of(place),
            score=rules.told(view.scores[rules.side_of(place)]) if scored_here else None,
            backs=range(view.held[place] if view.held and place != view.seat else 0),
            crib=range(_crib(view) if place == view.dealer and place != view.seat else 0),
            deals=_deals(view, place),
            turn=place in turn,
            own=place == view.seat,
            partner=view.seat is not None and place != view.seat and rules.side_of(place) == rules.side_of(view.seat),
            word="" if place == view.seat and place in turn and not told else said.get(place, ""),
        )
        for place in shown
    ]


def _deals(view: View, seat: int) -> bool:
    """Return whether the crib on the table is a seat's. Before a deal it is not yet that of the next dealer."""
    return seat == view.dealer and view.phase is not Phase.DEALING


def said_since(course: Course, view: View) -> dict[int, str]:
    """Return in a word what each seat has said or scored in this phase since the reader acted last, in the show with
    the hand or crib that was counted last, until the next one lies open."""
    if view.phase is Phase.COUNTING and not view.claim and words.lies_open(view):
        return {}
    said: dict[int, str] = {}
    for number in range(course.log.deal_start, course.number):
        (before, after), action = course.log.around(number), course.log.action(number)
        if type(before) is not type(course.state):
            continue
        own = action.seat is not None and action.seat == view.seat
        if own or words.settled_count(before, after):
            said.clear()
        said |= words.in_a_word(action, scored(before, after))
    return said


def hands_told(told: Iterable[Told]) -> dict[int, str]:
    """Return what each seat pegged for its hand in a deal."""
    return {one.shown.seat: f"+{one.pegged}" for one in told if not one.shown.is_crib}


def hand(view: View) -> list[PlayableCard]:
    """Return the seat's own cards in the order of the view, each with what it does in the play."""
    mine = view.seat in view.waited_for
    return [
        PlayableCard(card, words.could_play(card, view), mine and view.count + card.value <= THIRTY_ONE)
        for card in view.hand
    ]


def series_starts(course: Course) -> list[int]:
    """Return with which card of the play each series of this deal began, the one to come too."""
    states = course.log.of_deal(course.number - 1)
    return sorted({state.series_start for state in states if isinstance(state, Pegging)})


def last_series(course: Course, view: View) -> Sequence[Play]:
    """Return the series on the table. One that is over lies there until the next card."""
    if view.phase not in {Phase.PEGGING, Phase.COUNTING} or not view.plays:
        return ()
    return view.plays[max(start for start in series_starts(course) if start < len(view.plays)) :]


def laid(course: Course, view: View, names: Names) -> list[Laid]:
    """Return the last cards of the series on the table."""
    plays = last_series(course, view)[-MOST_LAID:]
    return [Laid(play.card, names[play.seat], view.rules.side_of(play.seat)) for play in plays]


def cuts(course: Course, view: View, names: Names) -> list[Laid]:
    """Return the cards cut for the deal, until it is dealt, those of a tie until the first card of the next cut."""
    shown = view.cuts or tied_cuts(course, view)
    if view.phase is Phase.DEALING and course.number > course.log.deal_start:
        before, _after = course.log.around(course.number - 1)
        last = course.log.action(course.number - 1)
        if isinstance(before, CuttingForDeal) and isinstance(last, Cut):
            shown = tuple((cut, before.card_at(cut)) for cut in (*before.cuts, last))
    deals = view.dealer if view.phase is Phase.DEALING else None
    return [Laid(card, names[cut.seat], view.rules.side_of(cut.seat), cut.seat == deals) for cut, card in shown]


def tied_cuts(course: Course, view: View) -> tuple[tuple[Cut, Card], ...]:
    """Return the cards of the cut for the deal that ended in a tie, until the first card of the next cut."""
    last = course.number - 1
    if view.phase is not Phase.CUTTING_FOR_DEAL or view.cuts or last < course.log.deal_start:
        return ()
    before, _after = course.log.around(last)
    return see(before).cuts


def made(course: Course) -> Made | None:
    """Return what the last action scored before the show, None if it scored nothing.

    Of what it scored for several, as where muggins is called, it is what is told first.
    """
    last = course.number - 1
    before, after = course.log.around(last) if last >= course.log.deal_start else (None, None)
    if not isinstance(before, Cutting | Pegging) or after is None:
        return None
    lines = [line for line in scored(before, after) if line.score.kind is not Kind.TIME]
    scores = [line.score for line in lines if line.seat == lines[0].seat]
    if not scores:
        return None
    true = _truly(scores, before, course.log.action(last))
    names, points, worth = _(", ").join(map(terms.score_name, true)).capitalize(), total(scores), total(true)
    if worth != points:
        names = _("%(scored)s for %(worth)s, claimed") % {"scored": names, "worth": worth}
    is_much = points >= BIG_PLAY or isinstance(after, Over) or any(one.kind is Kind.THIRTY_ONE for one in scores)
    return Made(
        name=names,
        points=points,
        cards=tuple(card for score in scores for card in score.cards),
        seat=lines[0].seat,
        side=course.rules.side_of(lines[0].seat),
        is_muggins=scores[0].kind is Kind.MUGGINS,
        is_claimed=worth != points,
        is_much=is_much,
    )


def _truly(scores: Sequence[Score], before: Cutting | Pegging, action: Action) -> Sequence[Score]:
    """Return what a card truly scored where only a part of it was claimed."""
    if scores[0].kind is not Kind.CLAIM or not isinstance(before, Pegging):
        return scores
    if isinstance(action, Play):
        return earned(before, action)
    return before.claimed.scores if before.claimed else scores


def fingerprint(course: Course) -> str:
    """Return the fingerprint of the pack in play, "" if the deal was not made here."""
    sealed = course.log.sealed
    return fairness.fingerprint(sealed.pack, sealed.nonce) if sealed else ""


@dataclass(frozen=True, slots=True)
class CutPlaces:
    """The places where the pack can be cut, from 1: the first, the last, one in the middle, and some to tap."""

    least: int
    most: int
    middle: int
    spread: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that a page of the table shows, as one seat sees it.

    `events` are those of this deal, `seatings` who has begun to play in whose seat meanwhile, and `counted` its hands
    and crib that have been counted. `delay` is in milliseconds. `looks` tells that what was played or counted last is
    looked at before the reader acts, `ends_later` that it is the count that ended the game, whose end comes next.
    `left` is the time left to the seat in seconds, None if no clock runs. `lies` tells that its clock is stopped, and
    `clock` what it shows: the time left, or that with which it starts again once the reader is back.
    `fingerprint` is that of the pack in play, "" if the deal was not made here. `key`, `game` and `move` are what
    addresses and forms carry. `peak` is the count at which the last series was over. `ended` tells in few words how the
    game ended, "" before. `result` tells it in full, and `winner` is its side, "" and None before that is shown. `home`
    is the side that wins with what is shown last. `new` explains a word that the reader has not met.
    """

    key: str
    game: int
    move: str
    view: View
    names: Names
    wait: Wait
    pace: str
    looks: bool
    ends_later: bool
    left: float | None
    lies: bool
    clock: float | None
    sides: tuple[Side, ...]
    players: tuple[Player, ...]
    hand: tuple[PlayableCard, ...]
    laid: tuple[Laid, ...]
    cuts: tuple[Laid, ...]
    made: Made | None
    events: tuple[Event, ...]
    seatings: tuple[Event, ...]
    counted: tuple[Told, ...]
    standing: BoardStanding
    asked: str
    fingerprint: str
    peak: int
    ended: str
    result: str
    winner: int | None
    home: int | None
    new: notes.Note | None = None

    @property
    def phase(self) -> str:
        """Return the code of the phase, that of the show while the count that ended the game is shown."""
        is_last_count = self.ends_later and self.view.phase is Phase.OVER
        return Phase.COUNTING.value if is_last_count else self.view.phase.value

    @property
    def mine(self) -> bool:
        """Return whether the game waits for this seat."""
        return _is_awaited(self.view)

    @property
    def title(self) -> str:
        """Return the title of the page: the scores, and what is asked."""
        told = {"asked": self.asked, "scores": " – ".join(str(side.score) for side in self.sides)}
        if self.ends_later:
            return _("%(scores)s · The last points of the game") % told
        return _("%(scores)s · %(asked)s") % told if self.asked else _("%(scores)s · The game is over") % told

    @property
    def news(self) -> str:
        """Return the last event, or the verdict on the last claim in the show. "" if the felt shows all there is. Where
        a note needs the room, only whose turn it is to play is said."""
        if not self.note or self._fits(self._happened):
            return self._happened
        if not self.mine or self.view.phase is not Phase.PEGGING:
            return ""
        return words.your_turn(MOST_SAID - len(self.note.text) - 1, goes=self.says_go, leads=self.leads)

    def _fits(self, news: str) -> bool:
        """Return whether the message line has room for some news, what is asked, and what explains a new word."""
        return not self.new or len(news) + self._asks + len(self.new.text) < MOST_SAID

    @property
    def so_far(self) -> list[Event]:
        """Return all that is told of this deal, in order."""
        return sorted((*self.seatings, *self.events), key=lambda event: event.number)

    @property
    def seated(self) -> str:
        """Return for whom a bot has begun to play, or who has come back, until the reader has acted since."""
        own = max((event.number for event in self.events if event.seat == self.view.seat), default=-1)
        told = [event for event in self.seatings if event.seat != self.view.seat and event.number > own]
        return told[-1].text if told else ""

    @property
    def _happened(self) -> str:
        if self.verdict and not self._is_seen:
            return self.verdict
        if self.latest and self.phase != Phase.OVER:
            return ""
        if self.mine and self.cuts and not self.view.cuts:
            return _("A tie.")
        if self.view.claim or (self.calls and self.pace != Pace.SLOW):
            return ""
        if not self.events:
            return ""
        if self.cuts and not self.view.waited_for:
            return self.events[-1].sentences[-1]  # who cut what lies on the table
        return self._played

    @property
    def _is_seen(self) -> bool:
        """Return whether the felt shows all of the verdict: another's claim was right, its count lies there, and the
        reader has called no other number."""
        told = self.show and self.show.told
        return bool(told and told.right and not told.miscalled and told.shown.seat != self.view.seat)

    @property
    def _played(self) -> str:
        """Return the last event, with whose turn it is to play: as shortly as a note beside it needs."""
        last, plays = self.events[-1], self.view.phase is Phase.PEGGING
        room = MOST_SAID - len(self.new.text) - 1 if self.new and plays else MOST_SAID
        if not self.mine or not plays:
            return words.said_shortly(last, room)
        if room < MOST_SAID:
            turn = words.and_your_turn_shortly(last, room, goes=self.says_go, claims=self.claims_play)
            if len(turn) <= room:
                return turn
        if self.leads and not self.laid and not self.claims_play:
            return words.and_you_lead(last, MOST_SAID)
        return words.and_your_turn(
            last, MOST_SAID, anew=self.is_series_over, goes=self.says_go, claims=self.claims_play
        )

    @property
    def lead(self) -> str:
        """Return who leads, by how much, and how far it is from there to the target, or to the last deal: with the last
        points of the game, how it ended."""
        if self.ended:
            return self.ended
        view, rules = self.view, self.view.rules
        told = sorted(((rules.told(score), side) for side, score in enumerate(view.scores)), reverse=True)
        (best, side), (second, _other) = told[:2]
        leader = self._leader(side)
        if rules.deals:
            return words.leads_in_deal(leader, best - second, view.deal, rules.deals)
        return words.leads(leader, best - second, rules.target - best)

    def _leader(self, side: int) -> str | None:
        """Return what a side is called, in few words; None for the reader's own."""
        view, rules = self.view, self.view.rules
        if view.seat is not None and side == self.own_side:
            return None
        if view.seat is not None and rules.seats // rules.sides > MOST_NAMED:
            return _("The others")
        return self.names.side(rules, side)

    @property
    def is_much(self) -> bool:
        """Return whether what was played or counted last is worth a longer look."""
        if self.result:
            return self.won
        if self.show:
            return self._enjoyed >= BIG_COUNT or self.home is not None
        return bool(self.made and self.made.is_much)

    @property
    def is_joy(self) -> bool:
        """Return whether it is worth a warmer look too: to an onlooker whatever is much, to a player what is theirs."""
        if self.home is not None:
            return self.view.seat is None or self.home == self.own_side
        seat = self.show.seat if self.show else self.made.seat if self.made else None
        is_others = self.view.seat is not None and seat is not None and not self._is_own(seat)
        return self.is_much and (bool(self.result) or not is_others)

    @property
    def is_taken(self) -> bool:
        """Return whether another side took the points of the last card by muggins: that is no reward."""
        made = self.made
        return bool(made and made.is_muggins and self.view.seat is not None and not self._is_own(made.seat))

    def _is_own(self, seat: int) -> bool:
        return self.view.rules.side_of(seat) == self.own_side

    @property
    def caught(self) -> bool:
        """Return whether the reader's side has just taken points that another's claim left over."""
        left = self.show and self.show.told and self.show.told.left
        return bool(left and self.view.seat is not None and left.side == self.own_side)

    @property
    def high(self) -> int:
        """Return by how many steps the count that is shown is larger than most."""
        return sum(self._enjoyed >= points for points in HIGH_COUNTS)

    @property
    def _enjoyed(self) -> int:
        """Return the points of the count that is shown, 0 where more was claimed: that is no moment of joy."""
        told = self.show and self.show.told
        return told.pegged if told and not told.is_over else 0

    @property
    def delay(self) -> int:
        """Return after how many milliseconds the table goes on by itself."""
        joys = self.is_much + self.caught + (self.high == len(HIGH_COUNTS))
        times = _to_read(self.view, self.made) + _JOY * joys
        whole = round(DELAYS[Pace(self.pace)] * times)
        if self.pace == Pace.SLOW:
            return max(whole, _NOTICED + _LETTER * len(self.news))
        return min(whole, _MOST_PLAY) if self.laid and self.phase == Phase.PEGGING else whole

    @property
    def is_brief(self) -> bool:
        """Return whether the table goes on by itself before the button for that could be read."""
        return self.wait is Wait.PAUSE and self.delay < _READ

    @property
    def verdict(self) -> str:
        """Return the verdict on the last claim in the show, "" for none, and once the next claim is asked about."""
        told = self.latest
        if not told or self.calls_muggins or self.phase == Phase.OVER or (told.claim is None and told.right):
            return ""
        own = [one for one in self.counted if one.claim is not None and one.shown.seat == self.view.seat]
        if self.is_right and len(own) > 1 and all(one.right for one in own):
            return _("%(points)s is right. Both your counts were right.") % {"points": told.points}
        return told.verdict

    @property
    def note(self) -> notes.Note | None:
        """Return what explains a new word in the message line, None where what has happened, or what is asked above the
        numbers to tap, leaves no room for it."""
        if self.new and self.mine and self.view.phase is Phase.COUNTING and not self._fits(""):
            return None
        if self.new and self._owes_discard and not self._fits(""):
            return None
        last = self.events[-1] if self.events and not self.latest else None
        answers = self.mine and self.view.phase is Phase.PEGGING and last and last.seat != self.view.seat
        claims = self.mine and self.claims_play and self.view.phase is Phase.PEGGING
        matters = self.verdict or answers or claims or (last and last.matters)
        return None if matters and not self._fits(self._happened) else self.new

    @property
    def _owes_discard(self) -> bool:
        return self.mine and self.view.phase is Phase.DISCARDING

    @property
    def asks_silently(self) -> bool:
        """Return whether only a screen reader is told what is asked: it is obvious, or a note needs the room."""
        if self.awaits_another or self._tells_whose_turn:
            return False
        if not self.calls:
            return bool(self.news or self.note or (self.latest and self.phase == Phase.DEALING))
        return self.note is not None and self._asks + len(self.note.text) > MOST_SAID

    @property
    def _tells_whose_turn(self) -> bool:
        """Return whether the line has room for whose turn it is to cut or to play."""
        is_turn = self.wait is Wait.PAUSE and self.view.phase in {Phase.CUTTING_FOR_DEAL, Phase.CUTTING, Phase.PEGGING}
        return is_turn and len(self.news) + len(self.asked) < MOST_SAID

    @property
    def _asks(self) -> int:
        return len(self.asked) * (self.calls or self.awaits_another)

    @property
    def awaits_another(self) -> bool:
        """Return whether the table waits for another person."""
        return self.wait is Wait.PERSON and not self.mine

    @property
    def calls(self) -> bool:
        """Return whether the message line says what is asked: where it is not obvious from cards that can be played."""
        if self.view.phase is Phase.CUTTING:
            return self.place is not None
        return (self.mine and self.view.phase is not Phase.PEGGING) or self.calls_muggins

    @property
    def calls_muggins(self) -> bool:
        """Return whether the reader is asked for the truth of another's claim: that alone is said then."""
        return bool(self.mine and self.view.claim)

    @property
    def message_is_long(self) -> bool:
        """Return whether the message may take more than its two lines on a small phone."""
        return not self.note and not self.ends_later and len(self.news) + self._asks > MOST_SAID

    @property
    def show(self) -> "Show | None":
        """Return the hand or crib that lies open to be counted, or that was counted last."""
        view, told = self.view, self.latest
        if view.phase is Phase.COUNTING and view.counting and view.starter and words.lies_open(view):
            shown, title = view.counting, words.whose(view.counting, self.names)
            return Show(title, shown.seat, shown.cards, view.starter, shown.is_crib, None)
        if not told:
            return None
        return Show(told.title, told.shown.seat, told.shown.cards, told.starter, told.shown.is_crib, told)

    @property
    def latest(self) -> Told | None:
        """Return the hand or crib that was counted last, until the next deal or the end of the game is shown."""
        shown = self.view.phase in {Phase.COUNTING, Phase.DEALING, Phase.OVER} and not self.result
        return self.counted[-1] if self.counted and shown else None

    @property
    def tallied(self) -> tuple[Told, ...]:
        """Return the hands that were counted before the crib, once a deal is over, to stand beside each other on the
        felt; () where the plates of the players tell their points."""
        is_row = self.phase == Phase.DEALING and self.latest and len(self.players) <= MOST_SCORES
        return tuple(self.counted[:-1]) if is_row else ()

    @property
    def hand_acts(self) -> bool:
        """Return whether the next thing to press is a card of the hand."""
        if self.view.phase is Phase.PEGGING and not self.view.claim:
            return self.first_playable is not None
        return self.mine and self.view.phase is Phase.DISCARDING

    @property
    def says_go(self) -> bool:
        """Return whether this seat can play no card and has to say go."""
        return any(isinstance(action, Go) for action in self.view.legal)

    @property
    def leads(self) -> bool:
        """Return whether this seat plays the first card of a series: whatever it holds can be played then."""
        return self.mine and self.phase == Phase.PEGGING and not self.view.series and not self.view.claim

    @property
    def go_on(self) -> str:
        """Return the text of the button that lets the table go on."""
        return _("See the result") if self.ends_later else words.go_on(self.view, self.names)

    @property
    def pad(self) -> range:
        """Return the counts that can be tapped, from 0. There are none where the players take the room."""
        return range(0 if len(self.sides) > MOST_SCORES else MOST_COUNTED + 1)

    @property
    def has_pad(self) -> bool:
        """Return whether these counts can be tapped now, beside the cards that are counted."""
        return self.mine and self.phase == Phase.COUNTING and bool(self.pad) and not self.hand and not self.lies

    @property
    def plate_has_crib(self) -> bool:
        """Return whether the reader's own plate alone tells of their crib: holes of counts take the room below."""
        return self.phase == Phase.COUNTING and len(self.players) > MOST_SCORES

    @property
    def cribs_below(self) -> bool:
        """Return whether the crib lies below the cards of the play, whoever deals: many plates have no room for it."""
        lies = self.phase in {Phase.DISCARDING, Phase.CUTTING, Phase.PEGGING}
        return lies and len(self.players) >= _MANY_PLATES

    @property
    def in_vain(self) -> range:
        """Return the counts that another's claim leaves nothing to call for: itself and, where only what is missed can
        be taken, all below it."""
        if not self.view.claim:
            return range(0)
        claimed = self.view.claim[1]
        return range(claimed if self.view.rules.muggins is Muggins.MISSED_AND_EXCESS else 0, claimed + 1)

    @property
    def card_points(self) -> range:
        """Return the points that can be tapped for a card. Others can be typed with it."""
        return LIKELY_POINTS

    @property
    def places(self) -> tuple[PlayableCard | None, ...]:
        """Return the hand as it lies: in the play, None where a card lay that has been played."""
        view = self.view
        played = [play.card for play in view.plays if play.seat == view.seat] if view.phase is Phase.PEGGING else []
        held = {one.card: one for one in self.hand}
        return tuple(held.get(card) for card in sorted((*held, *played)))

    @property
    def first_playable(self) -> PlayableCard | None:
        """Return the first card that can be played now, or None."""
        return next((held for held in self.hand if held.playable), None)

    @property
    def has_clock(self) -> bool:
        """Return whether a clock runs at this table, now or at another player's turn."""
        return bool(self.view.rules.count_clock or self.view.rules.play_clock)

    @property
    def own_side(self) -> int:
        """Return the reader's side, the first for an onlooker."""
        return self.view.rules.side_of(self.view.seat or 0)

    @property
    def won(self) -> bool:
        """Return whether the reader's side has won the game."""
        return self.view.seat is not None and self.winner == self.own_side

    @property
    def is_right(self) -> bool:
        """Return whether the reader's own claim in the show was right, just now."""
        told = self.show and self.show.told
        return bool(told and told.right and told.claim is not None and told.shown.seat == self.view.seat)

    @property
    def claims_play(self) -> bool:
        """Return whether players claim the score of a card when they play it."""
        return self.view.rules.counting is Counted.ALL

    @property
    def away(self) -> int:
        """Return how many cards this seat has to discard, 0 outside that phase."""
        view = self.view
        if view.seat is None or view.dealer is None or view.phase is not Phase.DISCARDING:
            return 0
        return view.rules.dealt(view.seat, view.dealer).away

    @property
    def deals(self) -> bool:
        """Return whether the crib is the reader's own."""
        return self.view.seat is not None and _deals(self.view, self.view.seat)

    @property
    def crib(self) -> range:
        """Return numbers from 0, one for each closed card of the reader's own crib."""
        return range(_crib(self.view) if self.deals else 0)

    @property
    def is_series_over(self) -> bool:
        """Return whether the series on the table is over: the next card begins a new one."""
        return bool(self.laid) and not self.view.series

    @property
    def count(self) -> int:
        """Return the count. That of a series that is over stays until the next card, as its cards do."""
        return self.peak if self.is_series_over else self.view.count

    @property
    def earlier(self) -> tuple[Card, ...]:
        """Return the cards that were played before those `laid` on the table."""
        return tuple(play.card for play in self.view.plays[: len(self.view.plays) - len(self.laid)])

    @property
    def place(self) -> CutPlaces | None:
        """Return where this seat can cut the pack, or None: also where the table soon cuts it by itself."""
        places = [action.place + 1 for action in self.view.legal if isinstance(action, Cut)]
        if not places or self.wait is not Wait.PERSON:
            return None
        spread = tuple(places[(2 * part + 1) * len(places) // (2 * _PARTS)] for part in range(_PARTS))
        return CutPlaces(places[0], places[-1], places[len(places) // 2], spread)

    @property
    def late_after(self) -> int | None:
        """Return after how many milliseconds a page should ask whether the time is up, or None if no clock runs."""
        return None if self.left is None else round(self.left * 1000) + _LATE


def explaining(shown: Scene, met: Collection[str]) -> Scene:
    """Return a scene that explains the first word that matters, that the reader has not met, and for which there is
    room, if there is time to read and the game goes on."""
    if shown.ends_later or not (shown.mine or shown.wait is Wait.PRESS):
        return shown
    tried = (replace(shown, new=new) for new in notes.telling(shown.view, met))
    return next((told for told in tried if told.note), shown)


def scene(course: Course, seat: int | None, pace: str, now: datetime, *, fresh: bool = False) -> Scene:
    """Return what a page of the table shows to a seat at this pace and time. With `seat` None it is for an onlooker.

    On a page that is `fresh` from an action the reader looks at what was played or counted last before counting
    themselves, as at every other count, and at the card or the count that ended the game before its end.
    """
    view, names = see(course.state, seat), names_of(course.seats, seat)
    later = fresh and ends_later(course, pace)
    wait = Wait.PRESS if later else waits(course, pace)
    is_count = later and isinstance(course.log.around(course.number - 1)[0], Counting)
    if wait is Wait.NOT:  # the pace was another when the last action was taken: the table goes on at once
        wait, pace = Wait.PAUSE, Pace.INSTANT
    if wait is Wait.PAUSE and not course.party and is_robbed(course, view):
        wait = Wait.PRESS
    told = events(course, names, course.log.deal_start)
    if later:  # its last sentence is the result
        *sentences, _result = told[-1].sentences
        told[-1] = replace(told[-1], sentences=tuple(sentences), brief=" ".join(sentences))
    if later and not is_count:
        view = replace(view, phase=Phase.PEGGING)
    mine = _is_awaited(view)
    end = course.state if isinstance(course.state, Over) else None
    over = None if later else end
    remains = time_left(course, now) if mine or course.party else None
    left = None if remains is None else max(round(remains.total_seconds(), 1), 0)
    is_stopped = mine and lies(course, now)
    looks = fresh and left is None and looks_first(course, view, pace)
    if looks:
        view, wait = replace(view, waited_for=()), Wait.PRESS
    counts = tuple(counted(course, names))
    return Scene(
        key=course.match.key,
        game=course.game.number,
        move=course.move,
        view=view,
        names=names,
        wait=wait,
        pace=pace,
        looks=looks or later,
        ends_later=later,
        left=left,
        lies=is_stopped,
        clock=clock(course) if is_stopped else left,
        sides=tuple(sides(view, names)),
        players=tuple(players(course, view, names, counts, wait)),
        hand=tuple(hand(view)),
        laid=tuple(laid(course, view, names)),
        cuts=tuple(cuts(course, view, names)),
        made=made(course),
        events=tuple(told),
        seatings=tuple(seatings(course, names)),
        counted=counts,
        standing=standing(course),
        asked="" if later else words.asked(view, names),
        fingerprint=fingerprint(course),
        peak=sum(play.card.value for play in last_series(course, view)),
        ended=words.headline(end, names) if end else "",
        result=words.result(over, names) if over else "",
        winner=over.winner if over else None,
        home=end.winner if end and later else None,
    )


def ends_later(course: Course, pace: str) -> bool:
    """Return whether the card or the count that ended the game is looked at before its end."""
    return isinstance(course.state, Over) and (pace != Pace.INSTANT or looks_at_miss(course, course.log, pace))


def is_robbed(course: Course, view: View) -> bool:
    """Return whether others have just taken by muggins what the reader's side had missed."""
    last, rules = course.number - 1, view.rules
    if view.seat is None or last < course.log.deal_start:
        return False
    (before, after), action = course.log.around(last), course.log.action(last)
    if not isinstance(before, Pegging | Counting):
        return False
    claimant = before.claimed.seat if before.claimed else action.seat
    taken = any(line.score.kind is Kind.MUGGINS for line in scored(before, after))
    return taken and claimant is not None and rules.side_of(claimant) == rules.side_of(view.seat)


def looks_first(course: Course, view: View, pace: str) -> bool:
    """Return whether a seat that is to count looks first at what was played or counted last: at pace instant only where
    it has counted wrong."""
    if view.phase is not Phase.COUNTING or view.seat not in view.waited_for or view.claim:
        return False
    return pace != Pace.INSTANT or looks_at_miss(course, course.log, pace)


def as_seen(course: Course, view: View, pace: str, *, looks: bool) -> View:
    """Return the view of somebody who still `looks` at what was counted last: nothing is asked of them yet."""
    return replace(view, waited_for=()) if looks and looks_first(course, view, pace) else view


def _is_awaited(view: View) -> bool:
    return view.seat is not None and view.seat in view.waited_for


def _to_read(view: View, made: Made | None) -> float:
    """Return how many times longer than a card it takes to read what lies on the table."""
    if view.shown or (view.phase is Phase.DEALING and view.deal > 1):
        return _READING
    tied = len(view.cuts) > 1 and not view.waited_for
    if tied or view.phase is Phase.DEALING:
        return _CUTS
    if view.phase is Phase.CUTTING:
        return _DISCARDED
    if made:
        return _POINTS
    return _STARTER if view.phase is Phase.PEGGING and not view.plays else 1


def _crib(view: View) -> int:
    """Return how many cards lie face down in the crib."""
    if view.dealer is None or view.phase in {Phase.CUTTING_FOR_DEAL, Phase.DEALING}:
        return 0
    if any(shown.is_crib for shown in view.shown):
        return 0
    if view.phase is Phase.COUNTING and (view.counting is None or (view.counting.is_crib and words.lies_open(view))):
        return 0
    waiting = view.waited_for if view.phase is Phase.DISCARDING else ()
    discarded = sum(
        view.rules.dealt(place, view.dealer).away for place in range(view.rules.seats) if place not in waiting
    )
    return discarded + view.rules.plan.from_pack
