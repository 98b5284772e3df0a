"""Peg it: what the last card of a series scores, and for what."""
