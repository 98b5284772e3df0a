"""Signed addresses of runs: a run has no row until its first command, so that looking at one writes nothing."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from django.conf import settings as site_settings
from django.core.signing import BadSignature, Signer
from django.http import QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from game.after.review import Decision
from game.engine.play import State
from game.numbers import whole_number
from trainer.drills.registry import DRILLS, RENAMED
from trainer.drills.settings import Settings
from trainer.models import Assignment, new_key
from trainer.practice import daily
from trainer.practice.state import AskedQuestion, Sitting, drawn, in_step, seed_of

_FACE_DOWN = 1
"""The seed of the even set whose first question, a hand, stands for that of every other before it is begun."""


_MOST_ACTIONS = 100_000
"""More than any game has."""


class NotOurs(ValueError):
    """An address that this site did not sign."""


def _signer(secret_key: str) -> Signer:
    return Signer(key=secret_key, salt="trainer.start", fallback_keys=[])


def start_url(
    settings: Settings,
    *,
    asked: str = "",
    assignment: Assignment | None = None,
    day: date | None = None,
    weak: Sequence[str] = (),
) -> str:
    """Return the address of a run about to begin.

    `asked` is the text of its first question, `weak` the sorts of question at which the learner is weak. Raises
    UnreadableQuestion or CardError for a first question that cannot be read.
    """
    if asked:
        asked = str(DRILLS[settings.drill].read(asked))
    now = round(timezone.now().timestamp() * 1000)
    set_by, of_day = assignment and assignment.pk, day and day.isoformat()
    until = [assignment.until.timestamp()] if assignment else []
    signed = [new_key(), str(settings), now, asked, set_by, of_day, ",".join(weak), *until]
    return reverse("run", args=[_signer(site_settings.SECRET_KEY).sign_object(signed)])


@dataclass(frozen=True, slots=True)
class Practice:
    """A drill with spots like one of a game: its name, and the address that starts it."""

    drill: str
    url: str


def of_spots_like(decision: Decision, state: State) -> Practice | None:
    """Return the drill with spots like the one in which this was decided, None if there is none."""
    settings = ((drill, drill.spots_like(decision, state)) for drill in DRILLS.values())
    found = (
        Practice(str(drill.name), f"{reverse('start', args=[drill.slug])}?{urlencode(options)}")
        for drill, options in settings
        if options is not None
    )
    return next(found, None)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The decision of a review that led to spots like it: its deal, the address of its review, and itself as `sent`."""

    deal: int
    url: str
    sent: str


def came_from(query: QueryDict) -> Reviewed | None:
    """Return the decision of a review from which somebody came, as `review` in a query tells it; None for any other
    text."""
    sent = query.get("review", "")
    path, _mark, asked = sent.partition("?")
    told = QueryDict(asked)
    seat, decision, deal = (
        whole_number(told.get(name, ""), of=range(_MOST_ACTIONS)) for name in ("seat", "decision", "deal")
    )
    try:
        is_review = resolve(path).url_name in {"review", "shared_game"}
    except Resolver404:
        return None
    if not is_review or seat is None or decision is None or deal is None:
        return None
    return Reviewed(deal, f"{path}?{urlencode({'seat': seat, 'decision': decision})}#decision", sent)


def with_review(reviewed: Reviewed | None, url: str) -> str:
    """Return an address that keeps the decision of a review that led to a run, if one did; "" stays ""."""
    if not url or not reviewed:
        return url
    return f"{url}{'&' if '?' in url else '?'}{urlencode({'review': reviewed.sent})}"


def about_to_begin(signed: str) -> Sitting:
    """Return the run of a signed address, without a row or a learner. Raises NotOurs."""
    (key, settings_text, asked_at, asked, set_by, of_day, weak, *until), secret_key = _read(signed)
    settings = Settings.parse(_renamed(settings_text))
    day = date.fromisoformat(of_day) if of_day else None
    sitting = Sitting(
        key=key,
        settings=settings,
        seed=daily.seed_of(day, secret_key) if day else seed_of(key, secret_key),
        asked=AskedQuestion(settings.drill, asked),
        asked_at=datetime.fromtimestamp(asked_at / 1000, UTC),
        weak=tuple(filter(None, weak.split(","))),
        day=day,
        assignment_id=set_by,
        set_until=datetime.fromtimestamp(until[0], UTC) if until else None,
    )
    sitting = in_step(sitting, timezone.now())
    return sitting if asked else replace(sitting, asked=_first(sitting))


def _first(sitting: Sitting) -> AskedQuestion:
    """Return the first question. Of an even set that waits for its learner, one for all that lies face down."""
    stands_in = sitting.waits and sitting.settings.mode.traits.even
    return drawn(replace(sitting, seed=_FACE_DOWN) if stands_in else sitting)


def _read(signed: str) -> tuple[list[Any], str]:
    """Return what was signed, and the key that signed it: the site's, or a former one. Raises NotOurs.

    The questions belong to that key too. Who has read one under a former key answers that one.
    """
    for secret_key in (site_settings.SECRET_KEY, *site_settings.SECRET_KEY_FALLBACKS):
        with suppress(BadSignature):
            return _signer(secret_key).unsign_object(signed), secret_key
    raise NotOurs


def _renamed(settings_text: str) -> str:
    """Return settings with the current name of their drill: an address may be older than the name."""
    drill, space, rest = settings_text.partition(" ")
    return f"{RENAMED.get(drill, drill)}{space}{rest}"
