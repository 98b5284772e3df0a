"""Count: a hand or a crib with its starter, and what it is worth."""
