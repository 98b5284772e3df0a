"""Commands of the game, for people and for scripts."""
