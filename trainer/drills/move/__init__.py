"""Move the peg: which peg moves, and to which hole."""
