"""The rules of cribbage, and nothing of the world: no framework, no words, no clock, no randomness of its own."""
