"""Keep the translations: python -m tests.languages update | compile | status | stamp FILE ...

`update` reads the messages of the source into the catalogues and says what is new, `compile` writes what Django reads,
`status` says what is missing or behind in each language, `stamp` writes into lessons that they are made from today's
English. How to translate: crib_site/locale/README.md.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.output import say
from tests.languages import catalogues, texts
from tests.languages.catalogues import Catalogue, is_translated
from tests.languages.source import messages


def update() -> None:
    """Bring the catalogues up to date with the source."""
    found = messages()
    for language in catalogues.languages():
        changes = Catalogue(language).update(found)
        say(f"{language}: {len(found)} messages, {len(changes.new)} new, {len(changes.gone)} gone")
        for name, words in (("new", changes.new), ("gone", changes.gone)):
            for message in words:
                say(f"  {name}: {message}")


def compile_all() -> None:
    """Compile the catalogues."""
    for language in catalogues.languages():
        Catalogue(language).compile()


def status() -> None:
    """Say what is missing."""
    found = messages()
    for language in catalogues.languages():
        known = {(entry.msgctxt, entry.msgid): entry for entry in Catalogue(language).entries}
        missing = [one for one in found if one.key not in known or not is_translated(known[one.key])]
        say(f"{language}: {len(found) - len(missing)} of {len(found)} messages")
        for one in missing:
            say(f"  {one.files[0]}: {one.singular}")
        for name in texts.missing(language):
            say(f"  missing: {name}")
        for name in texts.behind(language):
            say(f"  behind: {name}")
        for slug in texts.missing_words(language):
            say(f"  missing in the glossary: {slug}")


def main(words: Sequence[str] | None = None) -> None:
    """Do what is asked."""
    deeds = {"update": update, "compile": compile_all, "status": status}
    parser = argparse.ArgumentParser(prog="python -m tests.languages", description=__doc__)
    commands = parser.add_subparsers(dest="deed", required=True)
    for name in deeds:
        commands.add_parser(name)
    commands.add_parser("stamp").add_argument("files", nargs="+", type=Path, help="the translated texts to stamp")
    asked = parser.parse_args(words)
    if asked.deed in deeds:
        deeds[asked.deed]()
        return
    for path in asked.files:
        if not texts.is_translation(path):
            parser.error(f"{path} is no translation of an English text")
    for path in asked.files:
        texts.stamp(path)


if __name__ == "__main__":
    main()
