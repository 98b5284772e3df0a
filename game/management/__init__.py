"""The game's commands, for people and for scripts."""
