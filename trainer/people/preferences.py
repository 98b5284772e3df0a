"""How a person likes to see the site. It is stored on the learner's row, which every request has read already."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from typing import Any, Self
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from trainer.models import Learner
from trainer.people import zones


class SuitColours(TextChoices):
    """The colours of the suits."""

    FOUR = "four", pgettext_lazy("colours of the suits", "Four colours")
    TWO = "two", pgettext_lazy("colours of the suits", "Two colours")


class Look(TextChoices):
    """Light or dark."""

    AUTO = "auto", pgettext_lazy("look of the site", "Automatic")
    LIGHT = "light", pgettext_lazy("look of the site", "Light")
    DARK = "dark", pgettext_lazy("look of the site", "Dark")


class TextSize(TextChoices):
    """The size of text."""

    NORMAL = "normal", pgettext_lazy("size of text", "Normal")
    LARGE = "large", pgettext_lazy("size of text", "Large")
    LARGER = "larger", pgettext_lazy("size of text", "Larger")


class Clock(TextChoices):
    """Whether a run shows its time and score, or folds them away."""

    SHOWN = "shown", pgettext_lazy("time and score of a run", "Shown")
    HIDDEN = "hidden", pgettext_lazy("time and score of a run", "Folded away")


class Pad(TextChoices):
    """Where a count is tapped on a pegboard instead of typed."""

    AUTO = "auto", pgettext_lazy("pegboard for numbers", "Touch only")
    ALWAYS = "always", pgettext_lazy("pegboard for numbers", "Everywhere")
    NEVER = "never", pgettext_lazy("pegboard for numbers", "Never")


class Voice(TextChoices):
    """How fast the browser speaks where a count is heard."""

    SLOW = "slow", pgettext_lazy("speed of the voice", "Slow")
    NORMAL = "normal", pgettext_lazy("speed of the voice", "Normal")
    FAST = "fast", pgettext_lazy("speed of the voice", "Fast")

    @property
    def rate(self) -> str:
        """The speed as a factor, for scripts."""
        return {Voice.SLOW: "0.7", Voice.NORMAL: "1", Voice.FAST: "1.4"}[self]


@dataclass(frozen=True, slots=True)
class Goal:
    """What a person wants to do a day: so many answers, or minutes on questions; a number of 0 is no goal."""

    number: int = 0
    in_minutes: bool = False

    @classmethod
    def read(cls, text: object) -> Self:
        """Return the goal of a text such as "20" or "15 min". What is none, or out of bounds, is no goal."""
        number, _space, unit = str(text).partition(" ")
        is_number = number.isascii() and number.isdecimal() and unit in ("", "min")
        found = cls(int(number), unit == "min") if is_number and len(number) < _DIGITS else cls()
        return found if found.number in found.bounds else cls()

    @property
    def bounds(self) -> range:
        """The numbers that are allowed."""
        return MINUTES if self.in_minutes else ANSWERS

    def __str__(self) -> str:
        """Return the form that is stored."""
        if not self.number:
            return "none"
        return f"{self.number} min" if self.in_minutes else str(self.number)


ANSWERS, MINUTES = range(1, 501), range(1, 241)
"""How many answers, and how many minutes, a goal can be a day."""
_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person has chosen, with defaults. `zone` is the name of a time zone, "" for that of the browser, and so is
    `language` a code.
    """

    cards: SuitColours = SuitColours.FOUR
    big_signs: bool = False
    look: Look = Look.AUTO
    text: TextSize = TextSize.NORMAL
    sound: bool = False
    clock: Clock = Clock.SHOWN
    zone: str = ""
    pad: Pad = Pad.AUTO
    pad_twice: bool = False
    goal: Goal = Goal()
    voice: Voice = Voice.NORMAL
    language: str = ""

    @classmethod
    def of(cls, learner: Learner | None) -> Self:
        """Return what a learner has chosen. Values that are no choice, from an older version, are ignored."""
        kept = learner.preferences if learner and isinstance(learner.preferences, dict) else {}
        chosen: dict[str, Any] = {}
        for field in fields(cls):
            value: Any = kept.get(field.name)
            usual: Any = field.default
            if isinstance(usual, bool):
                chosen[field.name] = value if isinstance(value, bool) else usual
            elif isinstance(usual, Goal):
                chosen[field.name] = Goal.read(value)
            elif field.name == "zone":
                chosen[field.name] = value if zones.is_known(value) else usual
            elif field.name == "language":
                chosen[field.name] = value if value in dict(settings.LANGUAGES) else usual
            else:
                choices: Any = type(usual)
                chosen[field.name] = choices(value) if value in list(choices) else usual
        return cls(**chosen)

    def attributes(self) -> SafeString:
        """Return the attributes of `<html>` for the style sheets: only what differs from the defaults."""
        return format_html_join(
            "",
            ' data-{}="{}"',
            [
                (name, value)
                for name, value, usual in (
                    ("cards", self.cards, SuitColours.FOUR),
                    ("signs", "big" if self.big_signs else "", ""),
                    ("theme", self.look, Look.AUTO),
                    ("text", self.text, TextSize.NORMAL),
                    ("pad", self.pad, Pad.AUTO),
                )
                if value != usual
            ],
        )

    def as_json(self) -> dict[str, object]:
        """Return a dictionary for JSON that `of` can read."""
        return {**asdict(self), "goal": str(self.goal)}


def preferences(request: HttpRequest) -> dict[str, "SimpleLazyObject[Preferences]"]:
    """Give templates `preferences`, evaluated when a page uses them: fragments do not."""
    return {"preferences": SimpleLazyObject(lambda: of_request(request))}


def of_request(request: HttpRequest) -> Preferences:
    """Return the preferences of who asks."""
    # A request that a middleware refuses has no user yet.
    learner = getattr(request, "user", None)
    return Preferences.of(learner if isinstance(learner, Learner) else None)


def zone_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Show times in the zone that the person has chosen, else in that of the browser, else in UTC."""

    def middleware(request: HttpRequest) -> HttpResponse:
        told = request.COOKIES.get(zones.COOKIE, "")
        name = of_request(request).zone or (told if zones.is_known(told) else "")
        with timezone.override(ZoneInfo(name) if name else None):
            return respond(request)

    return middleware
