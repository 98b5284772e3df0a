"""`python -m game.strategy.tables [lay_aways] [play] [parts]`: makes the tables again, all or those named.

On two cores the first two take a few minutes each, the last half an hour or more. Each builds on those before it.
"""

import sys

from game.strategy.tables import parting, playing, throwing

MAKERS = {"lay_aways": throwing.make, "play": playing.make, "parts": parting.make}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(MAKERS)
    if unknown := set(wanted) - set(MAKERS):
        sys.exit(f"no such table: {', '.join(sorted(unknown))}; there are {', '.join(MAKERS)}")
    for name, make in MAKERS.items():
        if name in wanted:
            make()
