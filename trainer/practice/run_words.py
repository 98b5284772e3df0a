"""Runs in words: their kind and length, and settings as one line."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.drills.modes import Mode
from trainer.drills.registry import drill_name, option_of
from trainer.drills.settings import Settings
from trainer.lessons.syllabus import syllabus


def length_in_words(seconds: int) -> str:
    """A length of time: "3 minutes", "45 seconds", "1:30 minutes"."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return ngettext("%(n)s second", "%(n)s seconds", rest) % {"n": rest}
    if not rest:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    return _("%(minutes)s:%(seconds)s minutes") % {"minutes": minutes, "seconds": f"{rest:02}"}


def mode_in_words(settings: Settings) -> str:
    """The kind of run with its length: "Sprint, 3 minutes"."""
    mode = settings.mode.traits.name
    if settings.mode is Mode.SPRINT and settings.seconds is None:
        return _("Sprint without a clock")
    if settings.mode is Mode.CLOCK and settings.seconds is not None:
        return _("%(mode)s, %(length)s each") % {"mode": mode, "length": length_in_words(settings.seconds)}
    if settings.seconds is not None:
        return _("%(mode)s, %(length)s") % {"mode": mode, "length": length_in_words(settings.seconds)}
    number = settings.mode.traits.length
    if number is not None:
        return ngettext("%(mode)s of %(n)s", "%(mode)s of %(n)s", number) % {"mode": mode, "n": number}
    return str(mode)


def settings_in_words(settings: Settings) -> str:
    """Settings in one line: "Count · Sprint, 3 minutes · Cribs only"; a recall run is of any drill."""
    if settings.mode is Mode.RECALL:
        return str(Mode.RECALL.traits.name)
    if settings.mode.traits.of_lesson:
        words = {"mode": settings.mode.traits.name, "lesson": _lesson_title(settings.options.get("of", ""))}
        return _("%(mode)s: %(lesson)s") % words
    return _(" · ").join(_phrases(settings))


def _lesson_title(slug: str) -> str:
    """The title of a lesson; one that is gone is called by its address."""
    lesson = syllabus().by_slug.get(slug)
    return lesson.title if lesson else slug


def _phrases(settings: Settings) -> Iterator[str]:
    yield str(drill_name(settings.drill))
    yield mode_in_words(settings)
    for name, value in settings.options.items():
        choice = option_of(settings.drill, name)
        if choice.only:
            names = _(", ").join(str(choice.value(code).name) for code in value.split(","))
            yield str(choice.only) % {"names": names}
        else:
            yield str(choice.value(value).name)
