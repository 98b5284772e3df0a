"""What follows a game: its review and curve; the words of these, of luck and of fair packs."""
