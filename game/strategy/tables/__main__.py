"""`python -m game.strategy.tables [NAME …]`: makes the tables again, all or those named: discards, cribs, play, parts,
tactics.

On two cores `discards` and `play` take a few minutes each, `cribs` seconds, `parts` half an hour or more, `tactics`
ten minutes. Each builds on those before it.
"""

import sys

from game.strategy.tables import averaging, measuring, parting, playing, throwing

MAKERS = {
    "discards": throwing.make,
    "cribs": averaging.make,
    "play": playing.make,
    "parts": parting.make,
    "tactics": measuring.make,
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MAKERS)
    if unknown := set(wanted) - set(MAKERS):
        sys.exit(f"no such table: {', '.join(sorted(unknown))}; there are {', '.join(MAKERS)}")
    for name, make in MAKERS.items():
        if name in wanted:
            make()
