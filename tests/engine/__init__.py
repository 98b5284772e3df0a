"""The tests of the rules."""
