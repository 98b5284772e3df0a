"""One module a command: count, peg, replay, distribution."""
