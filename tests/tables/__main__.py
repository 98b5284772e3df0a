"""`python -m tests.tables [NAME …]`: makes the tables again, all or those named: series, discards, cribs,
habits, play, parts, chances, late, tactics.

On two cores `series` and `cribs` take seconds, `discards` a few minutes, `habits` ten, `play` a quarter of an hour,
`parts` half an hour or more, `chances` an hour, `late` an hour and a half, `tactics` ten minutes. Each builds on
those before it.
"""

import sys

from tests.tables import chances, cribs, discards, habits, late, parts, play, series, tactics

MAKERS = {
    "series": series.make,
    "discards": discards.make,
    "cribs": cribs.make,
    "habits": habits.make,
    "play": play.make,
    "parts": parts.make,
    "chances": chances.make,
    "late": late.make,
    "tactics": tactics.make,
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MAKERS)
    if unknown := set(wanted) - set(MAKERS):
        sys.exit(f"no such table: {', '.join(sorted(unknown))}; there are {', '.join(MAKERS)}")
    for name, make in MAKERS.items():
        if name in wanted:
            make()
