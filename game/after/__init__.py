"""What follows a game: its review and curve, and the words of review, luck and fair packs."""
