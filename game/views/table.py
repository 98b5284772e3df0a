"""The table: a game as one of its seats sees it, and everything that can be done there."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from game import rating, referee
from game.access import at_table
from game.after import played_on
from game.boards import NAMES, Design
from game.engine.cards import Card
from game.engine.play import (
    Action,
    Claim,
    Count,
    Counting,
    Discard,
    Over,
    Pegging,
    Play,
    Reason,
    Shuffle,
    refusal,
    waited_for,
)
from game.engine.view import Phase, View, see
from game.models import Habits, Help, Origin, Pace, Party
from game.numbers import whole_number
from game.referee import ActionRefused, Course, Stale, TooLate, Wait
from game.setup import Setup
from game.strategy.levels import Level
from game.table import advice, advice_words, notes, scene, words
from game.table.ending import ending
from game.table.forms import matched_choice
from game.table.scene import Scene
from game.table.typed import GoOn, NotUnderstood, TableQuestion, Unclear, typed_points, understand
from game.together import challenges, company, comparison, life, presence
from game.together import rematch as another
from game.together import words as company_words
from game.together.tables import TableRefused
from game.visitors import VisitorRequest, not_theirs
from game.words.terms import match_told

_KEPT = range(10_000)
"""The counts that can stand in a box, however wrong."""

_POINTS = range(100)
"""The points that a card can be said to score."""

_BETWEEN_LINES = re.compile(r">\s*\n\s*<")
"""What parts one line of a template from the next: half of all that a browser would read of a table is indentation."""


@dataclass
class _Answer:
    """What the page says besides showing the table: a sentence, the lines of a hint, or a warning before an action.

    `pending` is the warning, `why` the sentences that give its reasons, and `chosen` the cards that it is about.
    `cards` are those that a hint or a warning would choose. `since` is the number of the first action that is new to
    the person who sent the request. `looks` tells that the person still looks at what was played or counted last.
    `hinted` tells that a hint stood there before the warning: it comes back with the choice.
    `scores` tells that the warning is about a card that scores and for which nothing is claimed.
    `refused` is what was typed and did nothing. `replies` tells that a question of the person is answered, `is_help`
    that the letters are listed that can be typed, `is_of_cards` that the message is true until other cards are chosen.
    """

    message: str = ""
    hint: list[str] = field(default_factory=list)
    pending: str = ""
    say: str = ""
    why: list[str] = field(default_factory=list)
    chosen: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    scores: bool = False
    since: int | None = None
    acted: bool = False
    looks: bool = False
    hinted: bool = False
    refused: str = ""
    replies: bool = False
    is_help: bool = False
    is_of_cards: bool = False

    def beside(self, asked: str) -> "_Answer":
        """Return it with what is asked of the person: where the message line does not hold all, among what follows."""
        if not self.message or asked in self.message:
            return self
        told = replace(self, message=f"{self.message} {asked}")
        return replace(self, why=[*self.why, asked]) if told.is_much else told

    @property
    def said(self) -> str:
        """Return what the message line says."""
        return self.message or self.pending or (self.hint[0] if self.hint else "")

    @property
    def more(self) -> list[str]:
        """Return the sentences that follow once they are asked for."""
        return [*self.why, *(self.hint if self.message else self.hint[1:])]

    @property
    def reason(self) -> str:
        """Return why a hint is given, if the message line of a desk has room for it. That of a phone never has."""
        if self.message or self.pending or not self.more:
            return ""
        told = f"{_('A hint')} · ★ {self.said} {self.more[0]}"
        return self.more[0] if len(told) <= scene.MOST_SAID_ON_DESK else ""

    @property
    def letters_told(self) -> str:
        """Return the letters and what they ask, in one line, where they are listed."""
        return _(", ").join(map(" ".join, words.letters())) if self.is_help else ""

    @property
    def picked(self) -> list[str]:
        """Return the cards of the choice that a warning is about, as they are posted."""
        return [str(card) for card in self.chosen]

    @property
    def opens(self) -> bool:
        """Return whether it is open as it comes: what was asked for would hardly be begun in the message line."""
        return self.is_help or (self.replies and len(self.message) > 2 * scene.MOST_SAID)

    @property
    def is_long(self) -> bool:
        """Return whether it takes more than the two lines of the message line."""
        return bool(self.more) or self.is_help or self.is_much

    @property
    def is_much(self) -> bool:
        """Return whether its first sentence takes more than those two lines, beside what it is called."""
        return len(self.said) > scene.MOST_SAID - (len(_("A hint")) + 3 if self.hint or self.pending else 0)


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: VisitorRequest, key: str) -> HttpResponse:
    """Show a game in play, and act on what is typed or pressed: `say`, with the `number` of the action that it is
    for."""
    try:
        course, seat = at_table(request, key)
    except Http404:
        return _waiting(request, key) or not_theirs(request, company_words.no_table())
    if seat is None:
        return redirect("review", key, course.game.number)
    course = _noted(course, seat)
    habits = course.seats[seat].habits
    if request.method != "POST":
        warned = _still_warned(request.GET, course, seat, habits)
        told = _told(request, course, seat)
        shown = warned or replace(_with_hint(request.GET, course, seat, told), replies=bool(told and not course.party))
        return _page(request, course, seat, habits, replace(shown, since=_shown(request, course)))
    if course.party and (course.party.closed or course.seats[seat].stand_in):
        return _page(request, course, seat, habits, _Answer())
    if "never" in request.POST:
        return _page(request, course, seat, habits, _with_hint(request.POST, course, seat, _never_warned(habits)))
    course, answer = _heard(request, course, seat, habits)
    if answer.acted:
        _meet(habits, request.POST.get("met"))
    if answer.acted and not request.htmx:
        pace = course.pace(habits.pace)
        looks = scene.looks_first(course, see(course.state, seat), pace) or scene.ends_later(course, pace)
        return redirect(reverse("table", args=[key]) + ("?fresh" if looks else ""))
    return _page(request, course, seat, habits, answer)


def _told(request: VisitorRequest, course: Course, seat: int) -> str:
    """Return what is said of what somebody has just done at the table, and what is asked of them; "" for nothing."""
    told: list[str] = []
    if "since" not in request.GET:  # news that comes before what was done is told leaves its messages to that
        told += map(str, messages.get_messages(request))
    if told and seat in waited_for(course.state):
        told.append(words.asked(see(course.state, seat), scene.names_of(course.seats, seat)))
    return " ".join(told)


def _waiting(request: VisitorRequest, key: str) -> HttpResponse | None:
    """Send somebody whose game has not begun to where it is waited for. Returns None for everybody else."""
    learner = request.visitor.existing_learner()
    waiting = Party.objects.filter(match__key=key, begun_at=None, match__seats__learner=learner)
    return redirect("room", key) if learner and waiting.exists() else None


def _noted(course: Course, seat: int) -> Course:
    """Note that somebody is here, and close a table that nobody has come to for days."""
    if course.party is None:
        return course
    presence.note(course.seats[seat], timezone.now())
    return referee.at_table(course.match.key) if life.give_up_abandoned(course.party) else course


def _shown(request: VisitorRequest, course: Course) -> int | None:
    """Return the number of the first action that is new to a page that asks for news, None for another page."""
    if "since" not in request.GET:
        return None
    game, _dot, number = request.GET["since"].partition(".")
    shown = whole_number(number, of=range(course.log.deal_start, course.number + 1))
    return course.log.deal_start if shown is None or game != str(course.game.number) else shown


def _heard(request: VisitorRequest, course: Course, seat: int, habits: Habits) -> tuple[Course, _Answer]:
    """Do what was said, if it is an action, and answer."""
    view = see(course.state, seat)
    said, looks = _understood(request, view), "fresh" in request.POST
    if not isinstance(said, TableQuestion) and not _is_meant(course, said, request.POST.get("number", "")):
        return _moved_on(course, seat, said)
    names = scene.names_of(course.seats, seat)
    seen = scene.as_seen(course, view, course.pace(habits.pace), looks=looks)
    is_second = "sure" in request.POST and isinstance(said, GoOn)  # a press before the warning came accepts nothing
    asks = is_second or isinstance(said, TableQuestion | NotUnderstood)
    warned = _still_warned(request.POST, course, seat, habits) if asks else None
    match said:
        case GoOn() | TableQuestion.TURN | TableQuestion.REPEAT | TableQuestion.HELP | TableQuestion.HINT if warned:
            return course, warned
        case TableQuestion.HINT:
            return course, _hint(course, seat, seen, looks=looks)
        case TableQuestion():
            goes_on = referee.waits(course, course.pace(habits.pace)) is not Wait.PERSON
            if said is TableQuestion.REPEAT:
                reply = _last(course, seat, seen, goes_on=goes_on)
            else:
                reply = words.reply(said, seen, names, keys=habits.keys, goes_on=goes_on)
            answer = warned or _Answer(looks=looks)
            return course, replace(answer, message=reply, replies=True, is_help=said is TableQuestion.HELP)
        case NotUnderstood():
            message, *why = words.unclear(said, view, names)
            answer = warned or replace(_with_hint(request.POST, course, seat), looks=looks)
            return course, replace(answer, message=message, why=why, refused=_typed(request))
        case GoOn():
            return _told_to_go_on(request, course, seat, seen, habits)
        case Discard() if (reason := refusal(course.state, said)) is Reason.DISCARD_NUMBER:
            answer = _with_hint(request.POST, course, seat, words.refusal(reason, said, view, names))
            return course, replace(answer, refused=_typed(request), is_of_cards=True)
        case Play() if _is_anothers_turn(course, seat, course.pace(habits.pace)):
            return _gone_on(course, seat, course.pace(habits.pace))  # a card is chosen once what comes before is seen
        case _:
            return _done(request, course, seat, said, habits)


def _told_to_go_on(
    request: VisitorRequest, course: Course, seat: int, seen: View, habits: Habits
) -> tuple[Course, _Answer]:
    """Let the table go on. Where it waits for what this seat does, an empty box does nothing, and a press is told what
    for."""
    is_owed, is_empty = seat in seen.waited_for, not _text(request).strip()
    if is_owed and is_empty and "typed" in request.POST:
        return course, _with_hint(request.POST, course, seat)
    if is_owed and seen.phase is Phase.DISCARDING:
        answer = _with_hint(request.POST, course, seat, words.to_choose(seen, scene.names_of(course.seats, seat)))
        return course, replace(answer, is_of_cards=True)
    # A box of a count sent empty is told that nothing is given yet, a press to go on only what is asked.
    return _gone_on(course, seat, course.pace(habits.pace), words.still_asked if is_owed and is_empty else words.asked)


def _understood(request: VisitorRequest, view: View) -> Action | TableQuestion | GoOn | NotUnderstood:
    """Return what was said means. Points of a card that are no number are told as what is not understood."""
    said, points = understand(_text(request), view), _points(request)
    is_apart = points and any(request.POST.getlist("say"))
    if isinstance(said, NotUnderstood) and is_apart and whole_number(points, of=_POINTS) is None:
        return NotUnderstood(points, Unclear.NUMBER_RANGE)
    return said


def _text(request: VisitorRequest) -> str:
    """Return what was typed or pressed, as it would be typed."""
    return request.POST.get("ask") or " ".join([*request.POST.getlist("say"), *filter(None, [_points(request)])])


def _points(request: VisitorRequest) -> str:
    """Return the points of a card: those in the box, or else of the hole that was tapped."""
    return next(filter(None, request.POST.getlist("points")), "")


def _typed(request: VisitorRequest) -> str:
    """Return what was typed into the box for moves and questions, "" if something was pressed."""
    return _text(request) if "typed" in request.POST else ""


def _done(request: VisitorRequest, course: Course, seat: int, action: Action, habits: Habits) -> tuple[Course, _Answer]:
    """Do what was said, or warn of it."""
    warns = habits.warnings and _helps(course) and "sure" not in request.POST
    warned = _warned(course, seat, action, request.POST, _text(request)) if warns else None
    return (course, warned) if warned else _acted(course, seat, action, course.pace(habits.pace), _typed(request))


def _is_anothers_turn(course: Course, seat: int, pace: str) -> bool:
    """Return whether the table shows what was played, before another plays."""
    turn = isinstance(course.state, Pegging) and seat not in waited_for(course.state)
    return turn and referee.waits(course, pace) in {Wait.PAUSE, Wait.PRESS}


def _helps(course: Course) -> bool:
    """Return whether hints and warnings are given at a table."""
    return course.party.helps if course.party else course.match.challenge is None


def _is_meant(course: Course, said: Action | GoOn | NotUnderstood, move: str) -> bool:
    """Return whether what was said was said of the table as it is."""
    return move == course.move if isinstance(said, GoOn | NotUnderstood) else referee.fits(course, said, move)


def _moved_on(course: Course, seat: int, said: Action | GoOn | NotUnderstood) -> tuple[Course, _Answer]:
    """Answer somebody whose page was out of date. Where another has let the table go on, that is what they wanted."""
    if course.party and isinstance(said, GoOn):
        return referee.at_table(course.match.key), _Answer(looks=True)
    return _stale(course, seat)


def _meet(habits: Habits, word: str | None) -> None:
    """Remember that somebody has acted on the note that explains a word."""
    if word in notes.ALL and word not in habits.met:
        habits.met = [*habits.met, word]
        Habits.objects.filter(learner=habits.learner_id).update(met=habits.met)


def _never_warned(habits: Habits) -> str:
    """Warn a person no more, and say so. What they had chosen is theirs to do."""
    habits.warnings = False
    Habits.objects.filter(learner=habits.learner_id).update(warnings=False)
    return _("No more warnings. “Table settings” brings them back.")


def _last(course: Course, seat: int, seen: View, *, goes_on: bool) -> str:
    """Return the last two events and what is asked now."""
    names = scene.names_of(course.seats, seat)
    since = max(course.number - 3, 0)
    if since < course.log.deal_start:
        course = referee.load(course.match.key, course.game.number)  # with the deal before
    told = scene.events(course, names, since)
    return " ".join([*(event.text for event in told[-2:]), words.turn(seen, names, goes_on=goes_on)])


def _stale(course: Course, seat: int) -> tuple[Course, _Answer]:
    """Return the current table, and what happened last, for somebody whose page was out of date.

    What ended the game is looked at before its end.
    """
    now = referee.at_table(course.match.key)
    if now.party and (now.party.closed or now.seats[seat].stand_in):
        return now, _Answer()  # the page says what has become of the table
    news = scene.events(now, scene.names_of(now.seats, seat), now.log.deal_start)[-1:]
    told = " ".join([_("The table had already moved on."), *(event.text for event in news)])
    return now, _Answer(told, looks=isinstance(now.state, Over))


def _acted(course: Course, seat: int, action: Action, pace: str, typed: str) -> tuple[Course, _Answer]:
    try:
        return referee.act(course, action, pace), _Answer(since=course.number, acted=True)
    except Stale:
        return _stale(course, seat)
    except TooLate:
        now = referee.at_table(course.match.key)
        return now, _Answer(_("Time was up before your count came."), since=course.number)
    except ActionRefused as refused:
        names, view = scene.names_of(course.seats, seat), see(course.state, seat)
        answer = _Answer(words.refusal(refused.reason, action, view, names), since=course.number, refused=typed)
        return referee.at_table(course.match.key), answer


def _gone_on(
    course: Course, seat: int, pace: str, tells: Callable[[View, words.Names], str] = words.asked
) -> tuple[Course, _Answer]:
    """Let the table go on. If it waits for this seat, tell for what."""
    try:
        if referee.lies(course, timezone.now()):
            referee.resume(course)
            return referee.at_table(course.match.key), _Answer(acted=True)
        after = referee.advance(course, pace)
    except Stale:
        return _moved_on(course, seat, GoOn())
    if after is course:
        told = tells(see(course.state, seat), scene.names_of(course.seats, seat))
        return course, _Answer(told, replies=tells is words.asked)  # nothing is refused to who only goes on
    return after, _Answer(since=course.number if after.game == course.game else 0, acted=True)


def _hint(course: Course, seat: int, view: View, *, looks: bool) -> _Answer:
    """Return a hint if the table waits for this seat, and record it for the review.

    The hint comes with the hand that it is about. Where there is none, the person still looks at what they looked at.
    """
    if not _helps(course):
        return _Answer(_("No hints are given at this table."), looks=looks)
    if seat not in view.waited_for:
        return _Answer(words.nothing_to_decide(view, scene.names_of(course.seats, seat)), looks=looks)
    _keep_help(course, seat, Help.Kind.HINT)
    hint = advice.hint(view, Random(course.number))
    return _Answer(hint=advice_words.hint_lines(hint, _rival(course, seat)), cards=advice.cards_of(hint))


def _with_hint(asked: QueryDict, course: Course, seat: int, message: str = "") -> _Answer:
    """Return what the message line says, and the hint that stood there."""
    view = see(course.state, seat)
    if "hinted" not in asked or seat not in view.waited_for or not _helps(course):
        return _Answer(message)
    return replace(_hint(course, seat, view, looks=False), message=message)


def _still_warned(asked: QueryDict, course: Course, seat: int, habits: Habits) -> _Answer | None:
    """Return the warning that stands while something is asked or the page is loaded again, or None."""
    move, text = asked.get("number", course.move), asked.get("pending", "")
    pending = understand(text, see(course.state, seat)) if text else None
    if not isinstance(pending, Discard | Play) or not habits.warnings or not referee.fits(course, pending, move):
        return None
    return _warned(course, seat, pending, asked, text) if _helps(course) else None


def _warned(course: Course, seat: int, action: Action, asked: QueryDict, text: str) -> _Answer | None:
    """Return a warning before a costly choice, or before a card that scores and for which no points are given, or
    None."""
    if not isinstance(action, Discard | Play) or refusal(course.state, action):
        return None
    if isinstance(action, Play) and not typed_points(text) and advice.is_unclaimed(see(course.state, seat), action):
        _keep_help(course, seat, Help.Kind.POINTS, str(action))
        asks = advice_words.claims_nothing()
        return _Answer(pending=asks, say=text, chosen=(action.card,), scores=True, hinted="hinted" in asked)
    warning = caution(course, seat, action)
    if warning is None:
        return None
    _keep_help(course, seat, Help.Kind.WARNING, str(action))
    rival = _rival(course, seat)
    return _Answer(
        pending=advice_words.warning_sentence(warning, rival),
        why=advice_words.warning_reasons(warning, rival),
        say=text,
        chosen=action.cards if isinstance(action, Discard) else (action.card,),
        cards=warning.cards,
        hinted="hinted" in asked,
    )


def _rival(course: Course, seat: int) -> str:
    """Return the name of the only opponent, "" where there are more."""
    return scene.names_of(course.seats, seat)[1 - seat] if course.rules.seats == 2 else ""


def caution(course: Course, seat: int, action: Discard | Play) -> advice.Caution | None:
    """Return what the table warns of before an action of a seat, or None: in the play it warns less and less."""
    warned = _warned_before(course, seat) if isinstance(action, Play) else 0
    return advice.warning(see(course.state, seat), action, course.number, warned=warned)


def _warned_before(course: Course, seat: int) -> int:
    """Return before how many cards of this play a seat has been warned."""
    helps = Help.objects.filter(game=course.game, seat=seat, kind=Help.Kind.WARNING)
    numbers = helps.filter(number__gte=course.log.deal_start, number__lt=course.number).values_list("number", flat=True)
    return sum(isinstance(course.log.action(number), Play) for number in numbers)


def _keep_help(course: Course, seat: int, kind: Help.Kind, about: str = "") -> None:
    line = Help(game=course.game, number=course.number, seat=seat, kind=kind, about=about)
    Help.objects.bulk_create([line], ignore_conflicts=True)


@vary_on_headers("HX-Request")
@require_safe
def watch(request: VisitorRequest, token: str) -> HttpResponse:
    """Show what lies face up at a table to anybody with its address for lookers-on.

    An address that was withdrawn is forgotten, so it is answered like one that never was: both are told the same.
    """
    party = Party.objects.select_related("match").filter(watch=token, begun_at__isnull=False).first()
    if party is None:
        return not_theirs(request, company_words.not_shown())
    return _page(request, referee.at_table(party.match.key), None, Habits(), _Answer())


def _page(request: VisitorRequest, course: Course, seat: int | None, habits: Habits, answer: _Answer) -> HttpResponse:
    now, moved = timezone.now(), answer.since is not None and answer.since < course.number
    fresh = answer.acted or answer.looks or "fresh" in request.GET or (moved and request.method != "POST")
    shown = scene.explaining(scene.scene(course, seat, course.pace(habits.pace), now, fresh=fresh), habits.met)
    if shown.mine and (answer.refused or (shown.calls and not answer.replies)):
        answer = answer.beside(shown.asked)
    learner = request.visitor.existing_learner() if course.party else None
    around = company.company(course, course.party, seat, learner, now) if course.party else None
    if around and (around.stood_in or around.closed):  # nothing is there to be done by the reader
        shown = replace(shown, asked=around.message, view=replace(shown.view, waited_for=(), legal=()))
    if around and around.following and request.htmx and (around.wants or seat is None):
        return HttpResponse(headers={"HX-Redirect": around.following})
    kept = [] if answer.acted else _kept(request, shown)
    fragment = request.htmx and not request.htmx.history_restore_request
    practice = course.match.origin == Origin.AGAIN
    first = played_on.first_time(course) if practice else None
    outcome = played_on.outcome(course, first, seat, shown.names) if shown.result else None
    if practice and shown.ended:  # what is tried out is no win
        told = outcome.told if outcome else shown.result
        shown = replace(shown, ended=played_on.over(), result=told, winner=None, home=None)
    context = {
        "company": around,
        **_settings(course, habits),
        "watch_url": request.build_absolute_uri(around.watch) if around and around.watch else "",
        "scene": shown,
        "ending": ending(course, shown.names) if shown.result else None,
        "answer": answer,
        "letters": words.letters(),
        "url": request.path,
        "challenge": course.match.challenge,
        "challengeable": seat is not None and challenges.may_be_made(course, request.visitor.existing_learner()),
        "practice": practice,
        "began": played_on.decision(course, first, seat),
        "outcome": outcome,
        "counts_first": practice and not fragment and shown.mine and isinstance(course.state, Counting),
        "compared": _compared(request, course) if shown.result or shown.view.phase is Phase.DEALING else "",
        "announcement": _announcement(
            course, shown, answer, " ".join(filter(None, [around.says, around.message])) if around else ""
        ),
        "fragment": fragment,
        "kept": kept,
        "claimed": ("", 0) if answer.acted else _claimed(request, shown),
        "first": next((one for one in shown.hand if one.playable and one.text in kept), shown.first_playable),
    }
    if not fragment:
        return render(request, "game/table/table.html", context)
    return HttpResponse(_BETWEEN_LINES.sub(">\n<", render_to_string("game/table/table.html#table", context, request)))


def _settings(course: Course, habits: Habits) -> dict[str, object]:
    """Return what the form of a person's settings is drawn from."""
    designs = [(design.value, NAMES[design]) for design in Design]
    return {"habits": habits, "helps": _helps(course), "paces": Pace.choices, "designs": designs}


def _compared(request: VisitorRequest, course: Course) -> str:
    """Return who is ahead in a try at a challenge, over the deals that are played, "" for other games."""
    challenge = course.match.challenge
    if challenge is None:
        return ""
    own = challenges.own_try(challenge, request.visitor.existing_learner())
    return comparison.comparison(challenge, own, request.visitor.called()).headline if own else ""


def _kept(request: VisitorRequest, shown: Scene) -> list[str]:
    """Return what had been chosen or typed and still stands there: cards of the hand, and a count of the same hand.

    What a warning was about stays chosen where the warning stands no more: warnings were turned off meanwhile.
    """
    sent = [*request.POST.getlist("say"), *request.GET.getlist("keep"), *request.POST.get("never", "").split()]
    match understand(request.GET.get("pending", ""), shown.view):
        case Discard(_, cards):
            sent += map(str, cards)
        case Play(_, card):
            sent.append(str(card))
    held = {one.text for one in shown.hand}
    is_same = _is_same(request, shown)
    return [text for text in sent if text in held or (is_same and whole_number(text, of=_KEPT) is not None)]


def _claimed(request: VisitorRequest, shown: Scene) -> tuple[str, int]:
    """Return what still stands in the box for the points of a card, and the hole that is marked instead."""
    box, *holes = (request.POST.getlist("points") if _is_same(request, shown) else []) or [""]
    return box, next(filter(None, (whole_number(hole, of=_POINTS) for hole in holes)), 0)


def _is_same(request: VisitorRequest, shown: Scene) -> bool:
    """Return whether what was sent is about the table as it still is."""
    return request.POST.get("number", str(shown.move)) == str(shown.move)


def _news(course: Course, shown: Scene, answer: _Answer) -> list[str]:
    """Return what is new to the person since an action, for screen readers: the cards that lie open now too."""
    if answer.since is None:
        return []
    new = range(max(answer.since, course.log.deal_start), course.number)
    seated = range(answer.since + answer.acted, course.number + 1)  # whoever acted has read before who sits there
    told = [event.text for event in shown.seatings if event.number in seated and event.seat != shown.view.seat]
    for event in shown.events:
        if event.number in new:
            told += [_laid_open(course, event.number, shown), event.text]
    if any(words.settled_count(*course.log.around(number)) for number in new):
        told += [shown.verdict, _missed(shown)]
        told += [words.scores_told(shown.view, shown.names)] if shown.view.phase is Phase.DEALING else []
    is_dealt = shown.view.phase is Phase.DISCARDING and shown.view.hand
    if is_dealt and any(isinstance(course.log.action(number), Shuffle) for number in new):
        told.append(words.hand_told(shown.view))
    return [*told, shown.ended] if new and shown.ends_later else told


def _laid_open(course: Course, number: int, shown: Scene) -> str:
    """Return which cards were shown with an action: one's own are told as one is asked to count them."""
    (before, _after), action = course.log.around(number), course.log.action(number)
    is_shown = isinstance(action, Count) or (isinstance(action, Claim) and action.seat != shown.view.seat)
    return words.shows(before, shown.names) if isinstance(before, Counting) and is_shown else ""


def _missed(shown: Scene) -> str:
    """Return what the last claim left over, where the verdict does not tell it."""
    told = shown.latest
    return words.missed(told.lines) if told and told.left and told.left.side is None and shown.verdict else ""


def _announcement(course: Course, shown: Scene, answer: _Answer, of_people: str) -> str:
    """Return the text for screen readers: what is new, then what is to be known of the people, or what is asked."""
    since = answer.since
    news = _news(course, shown, answer)
    if answer.message or answer.pending or answer.hint:
        told = answer.why
        if answer.pending:
            told = [] if answer.message else [answer.pending, *answer.why, words.not_done()]
        is_asked = answer.message == shown.asked  # then the cards to count are named, too
        message = words.asked_aloud(shown.view, shown.names) if is_asked else answer.message
        return " ".join(filter(None, [*news, message, answer.letters_told, *told, *answer.hint]))
    if of_people or (not answer.acted and str(since) == shown.move.partition(".")[2]):
        return " ".join(filter(None, [*news, of_people]))
    explained = shown.note.spoken if shown.note else ""
    return " ".join(filter(None, [*news, _asked_aloud(shown), explained])) or shown.result


def _asked_aloud(shown: Scene) -> str:
    """Return what the table waits for, "" where it goes on by itself."""
    match shown.wait:
        case Wait.PERSON if shown.asked:
            return words.asked_aloud(shown.view, shown.names)
        case Wait.PRESS if shown.asked:
            return words.turn(shown.view, shown.names, goes_on=True)
        case _:
            return ""


@require_POST
def rematch(request: VisitorRequest, key: str) -> HttpResponse:
    """Begin another game by the same rules against the same bots; with other people, once all of them want it."""
    course, seat = at_table(request, key)
    if seat is None:
        raise Http404
    if course.party:
        return _agreed(request, key)
    levels = tuple(course.levels.get(place, Level.EXPERT) for place in range(1, course.rules.seats))
    learner, habits = request.visitor.learner(), course.seats[seat].habits
    setup = Setup(course.rules, levels, pace=Pace(habits.pace))
    if chosen := matched_choice(habits, setup.rules, levels):
        setup = setup.against(rating.matched(learner))
        if setup.levels != levels:
            chosen = replace(chosen, levels=setup.levels)
            Habits.objects.filter(learner=learner).update(setup=chosen.as_json())
            messages.info(request, match_told(setup.levels[0]))
    return redirect("table", referee.begin(learner, setup).key)


def _agreed(request: VisitorRequest, key: str) -> HttpResponse:
    """Say yes to another game with the same people."""
    try:
        following = another.agree(key, request.visitor.learner())
    except TableRefused as refused:
        messages.info(request, company_words.told(refused.fault))
        return redirect("table", key)
    return redirect("table", following.key if following else key)


@require_POST
def habits(request: VisitorRequest, key: str) -> HttpResponse:
    """Change the pace alone, or with all else that a form sends: warnings, single keys, lifting and the board.

    The table then shows it, with what stood there: a hint, a warning, or what was looked at.
    """
    course, seat = at_table(request, key)
    if seat is None:
        raise Http404
    asked = request.POST
    changed: dict[str, object] = {}
    if not course.party:  # between people the pace was agreed
        changed["pace"] = asked.get("pace") if asked.get("pace") in Pace.values else Pace.NORMAL
    if "design" in asked:
        design = asked["design"] if asked["design"] in list(Design) else Design.PLANK
        changed |= {"design": design, "keys": "keys" in asked, "lift": "lift" in asked}
        if _helps(course):
            changed["warnings"] = "warnings" in asked
    kept, _created = Habits.objects.update_or_create(learner=course.seats[seat].learner, defaults=changed)
    if request.htmx and "design" not in asked:
        return render(request, "game/table/_settings.html", {"key": key, **_settings(course, kept)})
    stood = {name: asked[name] for name in ("hinted", "fresh", "pending") if name in asked}
    return redirect(reverse("table", args=[key]) + (f"?{urlencode(stood)}" if stood else ""))
