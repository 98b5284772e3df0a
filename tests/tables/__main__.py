"""`python -m tests.tables [NAME …]`: makes the tables again, all or those named: discards, cribs, play, parts,
tactics.

On two cores `discards` and `play` take a few minutes each, `cribs` seconds, `parts` half an hour or more, `tactics`
ten minutes. Each builds on those before it.
"""

import sys

from tests.tables import cribs, discards, parts, play, tactics

MAKERS = {
    "discards": discards.make,
    "cribs": cribs.make,
    "play": play.make,
    "parts": parts.make,
    "tactics": tactics.make,
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MAKERS)
    if unknown := set(wanted) - set(MAKERS):
        sys.exit(f"no such table: {', '.join(sorted(unknown))}; there are {', '.join(MAKERS)}")
    for name, make in MAKERS.items():
        if name in wanted:
            make()
