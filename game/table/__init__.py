"""The table of a game: what a seat sees and does, and its words."""
