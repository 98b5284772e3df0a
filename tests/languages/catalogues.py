"""The catalogues `crib_site/locale/<language>/LC_MESSAGES/django.po`, and the compiled twins committed beside them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from polib import MOFile, POEntry, POFile, mofile, pofile

from tests.languages.source import ROOT, Message

LOCALE = ROOT / "crib_site" / "locale"
PLURALS = {
    "es": "nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;",
    "fr": "nplurals=2; plural=(n > 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "pl": (
        "nplurals=4; plural=(n==1 ? 0 : (n%10>=2 && n%10<=4) && (n%100<12 || n%100>14) ? 1 : n!=1 && (n%10>=0 && "
        "n%10<=1) || (n%10>=5 && n%10<=9) || (n%100>=12 && n%100<=14) ? 2 : 3);"
    ),
}
"""The plural forms, as Django writes them: in one language all catalogues of a site must have the same."""

_NAMED = re.compile(r"%\(\w+\)[sd]")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.name for path in LOCALE.iterdir() if path.is_dir())


@dataclass
class Catalogue:
    """The translations of one language, as they are in its file."""

    language: str

    @property
    def path(self) -> Path:
        """The file that people write."""
        return LOCALE / self.language / "LC_MESSAGES" / "django.po"

    @cached_property
    def entries(self) -> POFile:
        """Its entries, in the order of the file."""
        return pofile(str(self.path), wrapwidth=0) if self.path.exists() else POFile(wrapwidth=0)

    @property
    def compiled(self) -> MOFile:
        """What Django reads."""
        return mofile(str(self.path.with_suffix(".mo")))

    @property
    def forms(self) -> int:
        """The number of plural forms."""
        return int(PLURALS[self.language].removeprefix("nplurals=")[0])

    def update(self, messages: Iterable[Message]) -> "Changes":
        """Write the file again with the messages of the source: it keeps what is translated, and drops what is gone."""
        known = {(entry.msgctxt, entry.msgid): entry for entry in self.entries}
        changes = Changes()
        fresh = POFile(wrapwidth=0)
        fresh.metadata = {
            "Language": self.language,
            "MIME-Version": "1.0",
            "Content-Type": "text/plain; charset=UTF-8",
            "Content-Transfer-Encoding": "8bit",
            "Plural-Forms": PLURALS[self.language],
        }
        for message in messages:
            former = known.pop(message.key, None)
            if former is None or former.msgid_plural != message.plural:
                changes.new.append(message.singular)
                former = None
            fresh.append(self._entry(message, former))
        changes.gone.extend(msgid for (_context, msgid), entry in known.items() if is_translated(entry))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh.save(str(self.path))
        self.entries = fresh
        return changes

    def _entry(self, message: Message, former: POEntry | None) -> POEntry:
        entry = POEntry(
            msgctxt=message.context,
            msgid=message.singular,
            msgid_plural=message.plural,
            occurrences=[(place, "") for place in message.files],
            flags=["python-format"] if "%" in message.singular + message.plural else [],
        )
        if message.plural:
            kept = former.msgstr_plural if former else {}
            entry.msgstr_plural = {form: kept.get(form, "") for form in range(self.forms)}
        elif former:
            entry.msgstr = former.msgstr
        return entry

    def compile(self) -> None:
        """Write the compiled twin. What is not translated is not in it: English stands there."""
        self.entries.save_as_mofile(str(self.path.with_suffix(".mo")))

    def faults(self) -> Iterator[str]:
        """Yield what would break a page, or show half of a sentence, of every entry that is translated."""
        for entry in self.entries:
            if is_translated(entry):
                for reason in faults(entry, self.forms):
                    yield f"{self.language}, “{entry.msgid}”: {reason}"


@dataclass(slots=True)
class Changes:
    """What an update found: messages that are new, and translated ones that the source no longer has."""

    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


def is_translated(entry: POEntry) -> bool:
    """Return whether an entry has words, be it in one form only."""
    return bool(entry.msgstr or any(entry.msgstr_plural.values()))


def texts(entry: POEntry) -> list[str]:
    """Return the translations of an entry."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def faults(entry: POEntry, forms: int) -> Iterator[str]:
    """Yield what is wrong with a translation beside its English: form, placeholders, tags, spaces at its ends."""
    if entry.fuzzy:
        yield "is fuzzy"
    if entry.msgid_plural and sorted(entry.msgstr_plural) != list(range(forms)):
        yield f"has not {forms} plural forms"
    for form, text in entry.msgstr_plural.items() if entry.msgid_plural else [(None, entry.msgstr)]:
        # Only the first form may leave a number out, as English does in "a pair".
        models = {None: [entry.msgid], 0: [entry.msgid, entry.msgid_plural]}.get(form, [entry.msgid_plural])
        shapes = [_shape(model) for model in models]
        for place, what in enumerate(("placeholders", "tags", "spaces at its ends")):
            if _shape(text)[place] not in [shape[place] for shape in shapes]:
                yield f"{what} differ in “{text}”"
        if not text:
            yield "a form is empty"
        if "python-format" in entry.flags and "%" in _NAMED.sub("", text).replace("%%", ""):
            yield f"a bare % in “{text}”"


def _shape(text: str) -> tuple[object, ...]:
    bare = text.strip()
    return sorted(set(_NAMED.findall(text))), sorted(_TAG.findall(text)), text.partition(bare)[::2] if bare else text
