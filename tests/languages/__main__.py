"""Keep the translations: python -m tests.languages update | compile | status

`update` reads the messages of the source into the catalogues and says what is new, `compile` writes what Django reads,
`status` says what is missing in each language. How to translate: crib_site/locale/README.md.
"""

import argparse

from tests.benchmarks.output import say
from tests.languages import catalogues
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


def main() -> None:
    """Do what is asked."""
    deeds = {"update": update, "compile": compile_all, "status": status}
    parser = argparse.ArgumentParser(prog="python -m tests.languages", description=__doc__)
    parser.add_argument("deed", choices=deeds)
    deeds[parser.parse_args().deed]()


if __name__ == "__main__":
    main()
