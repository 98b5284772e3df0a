"""The game's commands, one module each."""
